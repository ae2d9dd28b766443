//! Joint moves from what each person wants.

use fogreel_engine::{Cell, Chance};

use crate::ctf::{Action, Knowledge, PERSONS, Rules};

/// Candidates that are kept for the recording.
const KEPT: usize = 8;
/// Scores that differ by less count as equal, so that rounding never decides.
const ROUNDING: f64 = 1e-9;

/// The legal joint moves by what they are worth: the sum of what each person's cell after it is worth to that person.
#[derive(Clone, Default)]
pub(super) struct Candidates {
    scored: Vec<(Action, f64)>,
    chosen: Action,
}

impl Candidates {
    /// Scores all legal joint moves. `worth` is asked for each person and each cell that it could come to, its own among them.
    pub(super) fn score(
        &mut self,
        rules: &Rules,
        knowledge: &Knowledge,
        legal: &[Action],
        worth: impl Fn(usize, Cell) -> f64,
    ) {
        let (team, own) = (knowledge.latest.team, knowledge.latest.own(rules));
        // By person: what staying is worth, then the steps.
        let mut known: [[(Cell, f64); 5]; PERSONS] = [[(Cell::new(0, 0), 0.0); 5]; PERSONS];
        for (person, from) in own.iter().enumerate() {
            known[person][0] = (*from, worth(person, *from));
            for (place, to) in rules.steps(team, *from).into_iter().enumerate() {
                let to = to.unwrap_or(*from);
                known[person][place + 1] = (to, if to == *from { 0.0 } else { worth(person, to) });
            }
        }
        let score = |action: &Action| {
            let mut score: f64 = known[..own.len()].iter().map(|options| options[0].1).sum();
            for step in action.steps() {
                let mover = own.iter().position(|cell| *cell == step.from).map(|person| &known[person]);
                let there =
                    mover.and_then(|options| Some((options.iter().find(|(to, _)| *to == step.to)?, options[0])));
                if let Some(((_, there), (_, here))) = there {
                    score += there - here;
                }
            }
            score
        };
        self.scored.clear();
        self.scored.extend(legal.iter().map(|action| (*action, score(action))));
    }

    /// One of the best ones, drawn: hunters and hunted that always did the same would go round for ever.
    pub(super) fn choose(&mut self, chance: &mut Chance) -> Action {
        let most = self.scored.iter().map(|(_, score)| *score).fold(f64::NEG_INFINITY, f64::max);
        let best: Vec<Action> =
            self.scored.iter().filter(|(_, score)| *score >= most - ROUNDING).map(|(action, _)| *action).collect();
        self.chosen = match best.len() as u64 {
            0 => Action::default(),
            count => best[chance.below("equals", count) as usize],
        };
        self.chosen
    }

    /// The best few, best first, the chosen one before its equals; others in the order of the list.
    pub(super) fn top(&self) -> Vec<(Action, f64)> {
        let mut top = self.scored.clone();
        top.sort_by(|one, other| other.1.total_cmp(&one.1));
        // It is one of the best, but for rounding.
        if let Some(place) = top.iter().position(|(action, _)| *action == self.chosen) {
            top[..=place].rotate_right(1);
        }
        top.truncate(KEPT);
        top
    }
}
