#![doc = include_str!("README.md")]

mod action;
mod agents;
mod catalogue;
mod enemy_map;
mod events;
mod knobs;
mod knowledge;
mod maps;
mod moves;
mod observation;
mod resample;
mod rules;
mod spawn;
mod state;
mod vocabulary;

use fogreel_engine::data::{Event, Signal, Truth, View};
use fogreel_engine::{Chance, Game, IllegalAction, Seat, SeatSet, ToAct};

pub use action::{Action, Step};
pub use enemy_map::EnemyMap;
pub use knobs::{FlagOwner, FlagWhileCarried, Fog, Goal, Intruder, Knobs, ReturnSpot, Switch};
pub use knowledge::Knowledge;
pub use observation::{Observation, Sighting};
pub use rules::{BoardError, Rules, Side};
pub use spawn::Start;
pub use state::{Ending, SentHome, State};

/// Most persons of a team.
pub const PERSONS: usize = 3;
/// Flags of one side, by number: bit *n* is flag *n*.
pub type FlagSet = u16;
/// Ids of the teams' seats.
const TEAMS: [&str; 2] = ["west", "east"];
/// Their names.
const TEAM_NAMES: [&str; 2] = ["West", "East"];

/// The rules of Capture the Flag.
pub struct Ctf;

impl Game for Ctf {
    const ID: &'static str = "ctf";
    const RULES_VERSION: u32 = 1;

    type Rules = Rules;
    type State = State;
    type Action = Action;
    type Observation = Observation;
    type Knowledge = Knowledge;
    type Privileged = ();

    fn seats(rules: &Rules) -> usize {
        rules.teams()
    }

    fn encode_state(state: &State, out: &mut Vec<u8>) {
        state.encode(out);
    }

    fn to_act(rules: &Rules, state: &State) -> ToAct {
        match state.ending {
            Some(ending) => ToAct::Over(ending.outcome()),
            None => ToAct::Seats(SeatSet::of(Seat(state.to_act(rules) as u8))),
        }
    }

    fn turn(rules: &Rules, state: &State) -> (u32, u32) {
        (state.turn, state.turn.div_ceil(rules.teams() as u32))
    }

    fn legal_actions(rules: &Rules, knowledge: &Knowledge, out: &mut Vec<Action>) {
        out.clear();
        knowledge.legal_actions(rules, out);
    }

    fn apply(
        rules: &Rules,
        state: &mut State,
        actions: &[(Seat, Action)],
        chance: &mut Chance,
    ) -> Result<(), IllegalAction> {
        actions.iter().try_for_each(|(_, action)| state.apply(rules, *action, chance))
    }

    fn observe(rules: &Rules, state: &State, seat: Seat) -> Observation {
        Observation::of(rules, state, seat.index())
    }

    fn privileged(_: &Rules, _: &State, _: Seat) {}

    fn privileged_signals(_: &Rules, (): &()) -> Vec<Signal> {
        Vec::new()
    }

    fn first_knowledge(rules: &Rules, _: Seat, observation: &Observation) -> Knowledge {
        Knowledge::first(rules, observation)
    }

    fn learn(rules: &Rules, knowledge: &mut Knowledge, observation: &Observation) {
        knowledge.learn(rules, observation);
    }

    fn truth(rules: &Rules, state: &State) -> Truth {
        let mut pieces = Vec::new();
        for side in [0, 1] {
            pieces.extend(knowledge::flags_at_home(rules, side, state.home(rules, side)));
        }
        for team in 0..rules.teams() {
            for (person, cell) in state.team(rules, team).iter().enumerate() {
                let carried = state.carried[team][person];
                pieces.extend(carried.map(|flag| knowledge::flag_piece(1 - team, flag, *cell)));
                pieces.push(knowledge::person_piece(team, Some(person), *cell));
            }
        }
        Truth { pieces, terrain: Vec::new(), walls: None }
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
