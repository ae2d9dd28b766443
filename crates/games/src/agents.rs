//! Agents that play any game.

use fogreel_engine::{Agent, Chance, Explanation, Game, Percept};

/// Plays a uniformly random legal action.
pub(crate) struct Random;

impl Random {
    pub(crate) const VERSION: u32 = 1;
}

impl<G: Game> Agent<G> for Random {
    fn observe(&mut self, _: &Percept<'_, G>) {}

    fn act(&mut self, _: &Percept<'_, G>, legal: &[G::Action], chance: &mut Chance) -> G::Action {
        legal[chance.below("action", legal.len() as u64) as usize]
    }

    fn explain(&self, _: &mut Explanation) {}
}
