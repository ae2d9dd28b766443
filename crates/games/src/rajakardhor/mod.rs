#![doc = include_str!("README.md")]

mod action;
mod agents;
mod best_response;
mod catalogue;
mod events;
mod knobs;
mod knowledge;
mod maps;
mod observation;
mod pair_tables;
mod perfect;
pub mod reference;
mod resample;
mod rules;
mod spawn;
mod state;
mod table;
mod vocabulary;

use fogreel_engine::data::{Event, Piece, Signal, Truth, View};
use fogreel_engine::{Chance, Game, IllegalAction, Seat, SeatSet, ToAct};

pub use action::Action;
pub use agents::{Node, Search};
pub use knobs::{Capture, Escape, ExitDiscovery, GuardOrthogonal, Knobs, Noise, ScanShape, Switch, ThiefSight};
pub use knowledge::Knowledge;
pub use observation::{Hearing, Observation, Privileged, Sense};
pub use perfect::Perfect;
pub(crate) use reference::RajakarDhorReasoning;
pub use rules::Rules;
pub use spawn::{Start, count_starts};
pub use state::{Ending, State};
pub use table::{Position, Table, Value};

/// The thief, Rajakar. It acts first.
pub const THIEF: Seat = Seat(0);
/// The guard, Birsreshtha.
pub const GUARD: Seat = Seat(1);

/// The rules of RajakarDhor.
pub struct RajakarDhor;

impl Game for RajakarDhor {
    const ID: &'static str = "rajakardhor";
    const RULES_VERSION: u32 = 1;

    type Rules = Rules;
    type State = State;
    type Action = Action;
    type Observation = Observation;
    type Knowledge = Knowledge;
    type Privileged = Privileged;

    fn seats(_: &Rules) -> usize {
        2
    }

    fn encode_state(state: &State, out: &mut Vec<u8>) {
        state.encode(out);
    }

    fn to_act(_: &Rules, state: &State) -> ToAct {
        match state.ending {
            Some(ending) => ToAct::Over(ending.outcome()),
            None => ToAct::Seats(SeatSet::of(state.to_act())),
        }
    }

    fn turn(_: &Rules, state: &State) -> (u32, u32) {
        (state.turn, state.turn.div_ceil(2))
    }

    fn legal_actions(rules: &Rules, knowledge: &Knowledge, out: &mut Vec<Action>) {
        knowledge.legal_actions(rules, out);
    }

    fn apply(
        rules: &Rules,
        state: &mut State,
        actions: &[(Seat, Action)],
        _: &mut Chance,
    ) -> Result<(), IllegalAction> {
        let mut next = *state;
        for (_, action) in actions {
            next.apply(rules, *action)?;
        }
        *state = next;
        Ok(())
    }

    fn observe(rules: &Rules, state: &State, seat: Seat) -> Observation {
        Observation::of(rules, state, seat)
    }

    fn privileged(rules: &Rules, state: &State, seat: Seat) -> Privileged {
        Privileged::of(rules, state, seat)
    }

    fn privileged_signals(rules: &Rules, privileged: &Privileged) -> Vec<Signal> {
        privileged.signals(rules)
    }

    fn first_knowledge(rules: &Rules, _: Seat, observation: &Observation) -> Knowledge {
        Knowledge::first(rules, observation)
    }

    fn learn(rules: &Rules, knowledge: &mut Knowledge, observation: &Observation) {
        knowledge.learn(rules, observation);
    }

    fn truth(_: &Rules, state: &State) -> Truth {
        let piece = |kind, cell, facing| Piece { kind, cell, facing, label: String::new() };
        Truth {
            pieces: vec![
                piece(vocabulary::EXIT_PIECE, state.exits[0], None),
                piece(vocabulary::EXIT_PIECE, state.exits[1], None),
                piece(vocabulary::THIEF_PIECE, state.thief, None),
                piece(vocabulary::GUARD_PIECE, state.guard, Some(state.facing)),
            ],
            terrain: Vec::new(),
            walls: None,
        }
    }

    fn view(rules: &Rules, knowledge: &Knowledge) -> View {
        knowledge.view(rules)
    }

    fn events(rules: &Rules, before: Option<&State>, after: &State) -> Vec<Event> {
        events::events(rules, before, after)
    }

    fn resample_hidden(rules: &Rules, state: &State, seat: Seat, chance: &mut Chance) -> State {
        resample::resample_hidden(rules, state, seat, chance)
    }
}
