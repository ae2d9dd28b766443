//! `runner`: everybody runs the shortest way to a flag, and back with it, whoever is about.

use fogreel_engine::{Agent, Cell, Chance, Explanation, Percept};

use super::joint::Candidates;
use super::ways::{Ways, open_flags};
use crate::ctf::{Action, Ctf, Knowledge, PERSONS, Rules};

pub(super) const VERSION: u32 = 1;

/// A team in a hurry.
#[derive(Default)]
pub(super) struct Runner {
    ways: Option<Ways>,
    candidates: Candidates,
}

/// Where a person wants to go.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Errand {
    /// To that enemy flag.
    Fetch(usize),
    /// Beside the own base.
    Home,
}

/// By person: home with a flag, else to the nearest open flag that nobody nearer has chosen; home if there is none.
pub(super) fn errands(
    rules: &Rules,
    knowledge: &Knowledge,
    runs: impl Fn(usize) -> bool,
    distance: impl Fn(usize, Cell) -> f64,
) -> [Option<Errand>; PERSONS] {
    let (own, carried) = (knowledge.latest.own(rules), knowledge.latest.carried);
    let mut errands = [None; PERSONS];
    let mut ways: Vec<(f64, usize, usize)> = Vec::new();
    for (person, cell) in own.iter().enumerate().filter(|(person, _)| runs(*person)) {
        errands[person] = Some(Errand::Home);
        if carried[person].is_none() {
            ways.extend(open_flags(rules, knowledge, person).map(|flag| (distance(flag, *cell), person, flag)));
        }
    }
    ways.sort_by(|one, other| one.0.total_cmp(&other.0).then((one.1, one.2).cmp(&(other.1, other.2))));
    // Those without a flag of their own run after the others: somebody may be sent home.
    for is_shared in [false, true] {
        for (_, person, flag) in &ways {
            let is_chosen = errands.contains(&Some(Errand::Fetch(*flag)));
            if errands[*person] == Some(Errand::Home) && (is_shared || !is_chosen) {
                errands[*person] = Some(Errand::Fetch(*flag));
            }
        }
    }
    errands
}

impl Agent<Ctf> for Runner {
    fn observe(&mut self, percept: &Percept<'_, Ctf>) {
        self.ways.get_or_insert_with(|| Ways::new(percept.rules, percept.observation.team));
    }

    fn act(&mut self, percept: &Percept<'_, Ctf>, legal: &[Action], chance: &mut Chance) -> Action {
        let (rules, knowledge) = (percept.rules, percept.knowledge);
        let Some(ways) = &self.ways else { return legal[0] };
        let index = |cell: Cell| rules.size().index(cell);
        let errands = errands(rules, knowledge, |_| true, |flag, cell| f64::from(ways.to_flag[flag][index(cell)]));
        self.candidates.score(rules, knowledge, legal, |person, cell| {
            let distances = match errands[person] {
                Some(Errand::Fetch(flag)) => &ways.to_flag[flag],
                Some(Errand::Home) | None => &ways.home,
            };
            -f64::from(distances[index(cell)])
        });
        self.candidates.choose(chance)
    }

    fn explain(&self, explanation: &mut Explanation) {
        let top = self.candidates.top();
        if !top.is_empty() {
            explanation.decision("run", top);
        }
    }
}
