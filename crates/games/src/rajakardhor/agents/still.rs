//! `still`: never moves.

use fogreel_engine::{Agent, Chance, Explanation, Percept};

use crate::rajakardhor::{Action, RajakarDhor};

pub(super) const VERSION: u32 = 1;

/// Waits.
#[derive(Clone, Copy)]
pub(in crate::rajakardhor) struct Still;

impl Agent<RajakarDhor> for Still {
    fn observe(&mut self, _: &Percept<'_, RajakarDhor>) {}

    fn act(&mut self, _: &Percept<'_, RajakarDhor>, _: &[Action], _: &mut Chance) -> Action {
        Action::Wait
    }

    fn explain(&self, _: &mut Explanation) {}
}
