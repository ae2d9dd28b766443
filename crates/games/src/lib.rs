//! Rule sets, their agents, and the one registry.
//!
//! Programs above this crate see games only as [`DynGame`]s from [`all`] and [`find`].

mod agents;
mod header;
mod knobs;
mod maps;
pub mod rajakardhor;

use fogreel_engine::{ConfigError, DynGame, Entry};

/// Every game. A new one is one line here and its folder.
static GAMES: &[&dyn DynGame] = &[&Entry::<rajakardhor::RajakarDhor>::new()];

/// Every game, in the order in which they are listed to people.
pub fn all() -> impl Iterator<Item = &'static dyn DynGame> {
    GAMES.iter().copied()
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
