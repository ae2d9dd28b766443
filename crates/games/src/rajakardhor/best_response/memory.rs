//! Against a thief that remembers, but never draws: what it does follows from what it was told.

use fogreel_engine::{Agent, CellSet, Chance, Owner, Percept};
use fogreel_inference::Ceiling;

use crate::rajakardhor::{Action, Ending, Knowledge, Observation, Privileged, RajakarDhor, Rules, State, THIEF};

/// Most histories of a thief that are followed from one start before the search is given up.
const MOST_HISTORIES: usize = 20_000;

/// All that a thief was told up to a turn, as it stands in its agent and its knowledge, and the positions in which it may be.
struct History<A> {
    agent: A,
    knowledge: Knowledge,
    told: Observation,
    /// They differ in where the guard is.
    states: Vec<State>,
}

/// What the guard scores at best from a start: 1 if it can capture the thief, ½ if it can keep it from escaping, else 0.
///
/// All that the guard can do is tried, turn by turn. Ways of the guard of which the thief noticed the same are followed together,
/// as the set of cells on which the guard may have come by then.
pub(super) fn best_score<A: Agent<RajakarDhor> + Clone>(rules: &Rules, start: State, agent: A) -> Ceiling {
    let mut search = Search { rules, can_draw: start.ending.is_some(), histories: 0 };
    let told = Observation::of(rules, &start, THIEF);
    let first = History { agent, knowledge: Knowledge::first(rules, &told), told, states: vec![start] };
    let mut open = vec![search.observed(first)];
    while !open.is_empty() && start.ending.is_none() {
        let mut next = Vec::new();
        for history in open {
            search.histories += 1;
            if search.histories > MOST_HISTORIES {
                return Ceiling { score: 1.0, is_reached: false };
            }
            match search.round(history) {
                Some(followers) => next.extend(followers),
                None => return Ceiling { score: 1.0, is_reached: true },
            }
        }
        open = next;
    }
    Ceiling { score: if search.can_draw { 0.5 } else { 0.0 }, is_reached: true }
}

struct Search<'a> {
    rules: &'a Rules,
    /// Whether some way of the guard lasts until the turn limit.
    can_draw: bool,
    histories: usize,
}

impl Search<'_> {
    /// The thief's action and all of the guard's after it; `None` if the thief can be captured by then.
    fn round<A: Agent<RajakarDhor> + Clone>(&mut self, mut history: History<A>) -> Option<Vec<History<A>>> {
        let mut legal = Vec::new();
        history.knowledge.legal_actions(self.rules, &mut legal);
        // Agents that come here draw nothing.
        let mut chance = Chance::new(0, Owner::Seat(THIEF));
        let action = history.percept(self.rules, |agent, percept| agent.act(percept, &legal, &mut chance));
        let own = self.after(&history.states, |_, out| out.push(action))?;
        let mut followers = Vec::new();
        for thief in self.followers(&history, own) {
            let guard_acts = |state: &State, out: &mut Vec<Action>| self.rules.actions(state.guard, false, out);
            let after = self.after(&thief.states, guard_acts)?;
            followers.extend(self.followers(&thief, after));
        }
        Some(followers)
    }

    /// Where these actions of the side to act lead while the match goes on; `None` if one of them ends it by a capture.
    fn after(&mut self, states: &[State], actions: impl Fn(&State, &mut Vec<Action>)) -> Option<Vec<State>> {
        let (mut after, mut options) = (Vec::new(), Vec::new());
        for state in states {
            options.clear();
            actions(state, &mut options);
            for action in &options {
                let mut next = *state;
                next.apply(self.rules, *action).expect("agents and rules offer legal actions");
                match next.ending {
                    None => after.push(next),
                    Some(Ending::TurnLimit) => self.can_draw = true,
                    Some(Ending::Escaped) => {}
                    Some(Ending::CapturedByGuard | Ending::ThiefWalkedUp) => return None,
                }
            }
        }
        Some(after)
    }

    /// The histories that go on with what the thief is told of each of these positions.
    fn followers<A: Agent<RajakarDhor> + Clone>(&self, before: &History<A>, states: Vec<State>) -> Vec<History<A>> {
        let mut told: Vec<(Observation, CellSet, Vec<State>)> = Vec::new();
        for state in states {
            let observation = Observation::of(self.rules, &state, THIEF);
            let position = told.iter().position(|(known, ..)| *known == observation).unwrap_or_else(|| {
                told.push((observation, CellSet::new(self.rules.size()), Vec::new()));
                told.len() - 1
            });
            let (_, guards, alike) = &mut told[position];
            // How the guard came there no longer matters.
            if !guards.contains(state.guard) {
                guards.insert(state.guard);
                alike.push(state);
            }
        }
        let follow = |(told, _, states)| {
            let mut knowledge = before.knowledge.clone();
            knowledge.learn(self.rules, &told);
            self.observed(History { agent: before.agent.clone(), knowledge, told, states })
        };
        told.into_iter().map(follow).collect()
    }

    /// The history after its agent took in what it was told.
    fn observed<A: Agent<RajakarDhor>>(&self, mut history: History<A>) -> History<A> {
        history.percept(self.rules, |agent, percept| agent.observe(percept));
        history
    }
}

impl<A: Agent<RajakarDhor>> History<A> {
    fn percept<T>(&mut self, rules: &Rules, with: impl FnOnce(&mut A, &Percept<'_, RajakarDhor>) -> T) -> T {
        let privileged = Privileged::of(rules, &self.states[0], THIEF);
        let percept = Percept { rules, observation: &self.told, knowledge: &self.knowledge, privileged: &privileged };
        with(&mut self.agent, &percept)
    }
}
