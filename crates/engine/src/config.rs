//! What a match is to be, and why it cannot be.

use std::fmt;

use crate::data::{Board, SeatInfo, Setting};
use crate::{Header, nearest};

/// What a match is to be: everything that somebody can choose on a command line.
#[derive(Clone, Debug, Default)]
pub struct MatchConfig {
    /// Preset; `None` is the game's default.
    pub preset: Option<String>,
    /// Knobs set beside the preset.
    pub knobs: Vec<Setting>,
    /// Where the map comes from.
    pub map: MapSource,
    /// The start, as far as it is fixed instead of drawn.
    pub setup: Vec<Setting>,
    /// Master seed.
    pub seed: u64,
    /// Agents by seat id; seats without one get the preset's.
    pub agents: Vec<(String, AgentSpec)>,
}

impl MatchConfig {
    /// The configuration that a recording was played with.
    ///
    /// # Errors
    /// [`ConfigError::Invalid`] if a part of it is hidden.
    pub fn from_header(header: &Header) -> Result<Self, ConfigError> {
        let hidden = |what: &str| ConfigError::Invalid {
            what: what.to_owned(),
            why: "it is not in the recording, so the match cannot be played again".to_owned(),
        };
        let agent = |seat: &SeatInfo| match &seat.agent {
            Some(name) => AgentSpec { name: name.clone(), settings: seat.settings.clone() },
            None => AgentSpec::absent(),
        };
        let agents = header.seats.iter().map(|seat| (seat.id.clone(), agent(seat))).collect();
        if header.setup.is_empty() {
            return Err(hidden("the start"));
        }
        Ok(Self {
            preset: Some(header.preset.clone()),
            knobs: header.knobs.clone(),
            map: MapSource::Board { name: header.map.clone(), board: Box::new(header.board.clone()) },
            setup: header.setup.clone(),
            seed: header.seed.ok_or_else(|| hidden("the seed"))?,
            agents,
        })
    }
}

/// Where a map comes from.
#[derive(Clone, Debug, Default)]
pub enum MapSource {
    /// The preset's own.
    #[default]
    Default,
    /// One of the game's maps, by name.
    Named(String),
    /// The text of a map file.
    Text {
        /// Name of the map for people, usually its file's name.
        name: String,
        /// The text.
        text: String,
    },
    /// The board of a recording.
    Board {
        /// Name of the map.
        name: String,
        /// The board.
        board: Box<Board>,
    },
}

/// An agent and its settings.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct AgentSpec {
    /// Name of the agent.
    pub name: String,
    /// Its settings.
    pub settings: Vec<Setting>,
}

impl AgentSpec {
    /// Nobody: the seat's actions come from a recording, and it has neither beliefs nor decisions.
    pub fn absent() -> Self {
        Self { name: String::new(), settings: Vec::new() }
    }

    /// Whether nobody is meant.
    pub fn is_absent(&self) -> bool {
        self.name.is_empty()
    }
}

/// As people write it: `hunter:depth=5`.
impl fmt::Display for AgentSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name)?;
        self.settings.iter().try_for_each(|setting| write!(f, ":{setting}"))
    }
}

impl From<&str> for AgentSpec {
    fn from(name: &str) -> Self {
        Self { name: name.to_owned(), settings: Vec::new() }
    }
}

/// A match that cannot be set up as asked.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum ConfigError {
    /// A name that does not exist.
    #[error("unknown {kind} `{name}`{}; there is: {}", suggestion(.nearest), .options.join(", "))]
    Unknown {
        /// What kind of thing was named: preset, knob, agent, ….
        kind: String,
        /// The name.
        name: String,
        /// The nearest name that exists.
        nearest: Option<String>,
        /// All names that exist.
        options: Vec<String>,
    },
    /// A value that does not fit.
    #[error("{what}: {why}")]
    Invalid {
        /// What was set.
        what: String,
        /// Why it cannot be.
        why: String,
    },
}

fn suggestion(nearest: &Option<String>) -> String {
    nearest.as_ref().map(|name| format!(" (did you mean `{name}`?)")).unwrap_or_default()
}

impl ConfigError {
    /// The error for a name that is not among the options.
    pub fn unknown<'a>(kind: &str, name: &str, options: impl IntoIterator<Item = &'a str>) -> Self {
        let options: Vec<&str> = options.into_iter().collect();
        Self::Unknown {
            kind: kind.to_owned(),
            name: name.to_owned(),
            nearest: nearest(name, options.iter().copied()).map(str::to_owned),
            options: options.into_iter().map(str::to_owned).collect(),
        }
    }

    /// The error for a value that does not fit.
    pub fn invalid(what: impl Into<String>, why: impl Into<String>) -> Self {
        Self::Invalid { what: what.into(), why: why.into() }
    }
}
