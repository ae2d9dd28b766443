//! Agents against each other on the same starts: what is played, how it survives a kill, and what it says in the end.
//!
//! * [`Plan`]: what is played, as plain data; [`Tournament`]: the same, ready to be played.
//! * [`Fixture`]: one match of the schedule. The schedule is a function of the plan alone: start by start, and on each start
//!   all pairings, so that every one of them meets the same maps, setups, seeds and streams of chance.
//! * [`run`]: works through a list on several threads and stops when it is told to.
//! * [`Journal`]: the file of results, from which an interrupted tournament goes on.
//! * [`SequentialTest`]: two agents, until one of two hypotheses is accepted.
//! * [`Standings`]: what the results say. The same results give the same standings, in whatever order they came.
//! * [`Bracket`]: how much better than the best agent anybody could be against a given one.
//!
//! The crate knows no game: it takes a [`DynGame`](fogreel_engine::DynGame).

mod bracket;
mod comparison;
mod journal;
mod plan;
mod results;
mod running;
mod sequential;
mod standings;
mod tally;
mod tournament;

pub use bracket::{BestFound, BestScore, Bracket, MeanCeiling, Responses, StartCeilings};
pub use comparison::Comparison;
pub use journal::{Journal, JournalError};
pub use plan::{Condition, Plan, Player, Sides, TournamentConfig};
pub use results::{MatchResult, Results};
pub use running::{Flow, Stop, run, threads};
pub use sequential::SequentialTest;
pub use standings::{Counted, IntervalMethod, Matrix, PresetStandings, Share, Standings, StandingsOptions};
pub use tally::Tally;
pub use tournament::{Fixture, Tournament};
