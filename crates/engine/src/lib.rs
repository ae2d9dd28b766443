//! Vocabulary and traits of hidden-information grid games, the match loop, and the board as plain data.
//!
//! Two halves that meet in [`Match`]:
//!
//! * **Rules**, typed and fast: a [`Game`] has states, actions, observations and a knowledge that is a fold over a
//!   seat's own observations; [`Agent`]s act on that knowledge. Randomness comes from [`Chance`], a set of
//!   counter-based streams, so that one agent's extra draw shifts nothing else.
//! * **Plain data** ([`data`]): [`Header`], [`Record`] and [`End`] say everything a person wants to look at, without
//!   the rules. Recorder, analysis, plots and viewer speak this half alone.
//!
//! What one seat sees is built from its knowledge, never from the state: [`Game::view`] does not even receive a state,
//! so a leak is a type error. The truth is what [`Viewpoint::Referee`] sees.
//!
//! The crate does no IO, reads no clock and has no global random generator.

mod agent;
mod cell_set;
mod chance;
mod config;
pub mod data;
mod dynamic;
mod game;
mod geometry;
mod hash;
mod info;
mod observer;
mod playing;
mod seat;
mod shell;
mod suggest;
mod text;

pub use agent::{Agent, Explanation, Percept};
pub use cell_set::{CellSet, Cells};
pub use chance::{Chance, ForcedMismatch, Owner};
pub use config::{AgentSpec, ConfigError, MapSource, MatchConfig};
pub use data::{End, Header, Outcome, Record};
pub use dynamic::{Beginning, Catalogue, DynGame, Entry, Prepared, Session, Step};
pub use game::{Game, IllegalAction, ParseActionError, ToAct};
pub use geometry::{Cell, Direction, Edge, ParseCellError, ParseDirectionError, Size};
pub use hash::fnv1a;
pub use info::{
    AgentInfo, DemoInfo, GameInfo, KnobInfo, KnobValues, MapGenerator, MapInfo, PresetInfo, SeatRole, SetupInfo,
};
pub use observer::{Detail, Observer, ObserverError, Unobserved};
pub use playing::{Match, PlayError, Seating};
pub use seat::{Seat, SeatOutOfRange, SeatSet, Viewpoint};
pub use shell::shell_word;
pub use suggest::nearest;
pub use text::TextBoard;
