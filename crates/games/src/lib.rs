//! Rule sets, their agents, and the one registry.
//!
//! Programs above this crate see games only as [`DynGame`]s from [`all`] and [`find`].

mod agents;
pub mod creator;
pub mod ctf;
mod header;
mod knobs;
mod maps;
pub mod rajakardhor;

use fogreel_engine::{ConfigError, DynGame, Entry};
use fogreel_inference::Reasoning;

/// What the registry holds of a game: its rules, and what it offers to analysis if it does.
struct Registered {
    game: &'static dyn DynGame,
    reasoning: Option<&'static dyn Reasoning>,
}

/// Every game. A new one is one line here and its folder.
static GAMES: &[Registered] = &[
    Registered { game: &Entry::<rajakardhor::RajakarDhor>::new(), reasoning: Some(&rajakardhor::RajakarDhorReasoning) },
    Registered { game: &Entry::<ctf::Ctf>::new(), reasoning: None },
];

/// Every game, in the order in which they are listed to people.
pub fn all() -> impl Iterator<Item = &'static dyn DynGame> {
    GAMES.iter().map(|registered| registered.game)
}

/// Exact beliefs and perfect information of the game with that id; `None` if there is no such game or it has none.
pub fn reasoning(id: &str) -> Option<&'static dyn Reasoning> {
    GAMES.iter().find(|registered| registered.game.id() == id)?.reasoning
}

/// The game with that id.
///
/// # Errors
/// [`ConfigError::Unknown`] with the nearest name.
///
/// ```
/// use fogreel_engine::{MatchConfig, Unobserved};
///
/// let game = fogreel_games::find("rajakardhor")?;
/// let end = game.play(&MatchConfig::default(), &mut Unobserved)?;
/// assert!(end.turns <= 60);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn find(id: &str) -> Result<&'static dyn DynGame, ConfigError> {
    all().find(|game| game.id() == id).ok_or_else(|| ConfigError::unknown("game", id, all().map(DynGame::id)))
}
