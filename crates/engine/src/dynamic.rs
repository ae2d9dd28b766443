//! Games behind one object-safe face: what the registry holds and what programs above the rules talk to.

use std::marker::PhantomData;
use std::sync::Arc;

use crate::data::{ActionTaken, Board, Draw, Setting};
use crate::playing::run_observed;
use crate::{Detail, End, Game, Header, Match, Observer, PlayError, Record, Seat, Seating, ToAct, nearest};

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
    /// [`ConfigError::Unknown`] if a part of it is hidden.
    pub fn from_header(header: &Header) -> Result<Self, ConfigError> {
        let hidden = |what: &str| ConfigError::Invalid {
            what: what.to_owned(),
            why: "it is not in the recording, so the match cannot be played again".to_owned(),
        };
        let mut agents = Vec::new();
        for seat in &header.seats {
            let name = seat.agent.clone().ok_or_else(|| hidden(&format!("the agent of {}", seat.id)))?;
            agents.push((seat.id.clone(), AgentSpec { name, settings: seat.settings.clone() }));
        }
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

/// What people can be told about a game before they play it.
#[derive(Clone, Debug)]
pub struct GameInfo {
    /// Lower-case id.
    pub id: &'static str,
    /// Name for people.
    pub title: &'static str,
    /// One sentence.
    pub summary: &'static str,
    /// Version of the rules.
    pub rules_version: u32,
    /// Presets, the default first.
    pub presets: Vec<PresetInfo>,
    /// Rule knobs.
    pub knobs: Vec<KnobInfo>,
    /// Seats.
    pub seats: Vec<SeatRole>,
    /// Agents.
    pub agents: Vec<AgentInfo>,
    /// Maps, the default first.
    pub maps: Vec<MapInfo>,
    /// What of the start can be fixed.
    pub setup: Vec<SetupInfo>,
    /// A match worth showing to a newcomer.
    pub demo: DemoInfo,
}

/// A match worth showing to a newcomer.
#[derive(Clone, Debug)]
pub struct DemoInfo {
    /// Preset.
    pub preset: &'static str,
    /// Seed.
    pub seed: u64,
    /// What to look for, on which turn.
    pub story: &'static str,
}

/// A preset.
#[derive(Clone, Debug)]
pub struct PresetInfo {
    /// Name.
    pub name: &'static str,
    /// One sentence.
    pub summary: &'static str,
}

/// A rule knob.
#[derive(Clone, Debug)]
pub struct KnobInfo {
    /// Name.
    pub name: &'static str,
    /// One sentence.
    pub summary: &'static str,
    /// What it can be set to.
    pub values: KnobValues,
    /// Its value under each preset, in the order of [`GameInfo::presets`].
    pub defaults: Vec<String>,
}

/// What a knob can be set to.
#[derive(Clone, Debug)]
pub enum KnobValues {
    /// One of these names, each with its meaning.
    Choice(&'static [(&'static str, &'static str)]),
    /// A whole number in this range, both ends included.
    Integer(u32, u32),
    /// Text of the form described.
    Text(&'static str),
}

/// A seat as the game defines it.
#[derive(Clone, Debug)]
pub struct SeatRole {
    /// Lower-case id.
    pub id: &'static str,
    /// Name for people.
    pub name: &'static str,
    /// What the seat is for.
    pub role: &'static str,
    /// The agent that plays it when none is named.
    pub default_agent: &'static str,
}

/// An agent.
#[derive(Clone, Debug)]
pub struct AgentInfo {
    /// Name.
    pub name: &'static str,
    /// One sentence.
    pub summary: &'static str,
    /// Raised by every change that alters any decision or belief.
    pub version: u32,
    /// Ids of the seats that it can play.
    pub seats: &'static [&'static str],
    /// Settings: name and meaning.
    pub settings: &'static [(&'static str, &'static str)],
}

/// A map that comes with the game.
#[derive(Clone, Debug)]
pub struct MapInfo {
    /// Name.
    pub name: &'static str,
    /// One sentence.
    pub summary: &'static str,
}

/// A part of the start that can be fixed.
#[derive(Clone, Debug)]
pub struct SetupInfo {
    /// Key.
    pub key: &'static str,
    /// Meaning, with an example.
    pub summary: &'static str,
}

/// The actions and draws of one step, as a recording holds them.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Step {
    /// Who did what.
    pub actions: Vec<ActionTaken>,
    /// What was drawn.
    pub chance: Vec<Draw>,
}

impl Step {
    /// The step that led to a record.
    pub fn of(record: &Record) -> Self {
        Self { actions: record.actions.clone(), chance: record.chance.clone() }
    }
}

/// A match in progress, whatever the game.
pub trait Session {
    /// The header of its recording.
    fn header(&self) -> &Header;
    /// Position of the present record.
    fn index(&self) -> u32;
    /// The present record.
    fn record(&self) -> Record;
    /// Whose turn it is.
    fn to_act(&self) -> &ToAct;
    /// The end, once the match is over.
    fn end(&self) -> Option<End>;
    /// What a seat may do, in the game's notation and order.
    fn legal_actions(&self, seat: Seat) -> Vec<String>;
    /// What a seat was told last, and the events that it noticed, in words for tests and debugging.
    fn observation(&self, seat: Seat) -> String;
    /// Plays one step; the agents choose.
    fn advance(&mut self);
    /// Plays one step as given.
    ///
    /// # Errors
    /// [`PlayError`] if the rules disagree.
    fn apply(&mut self, step: &Step) -> Result<(), PlayError>;
    /// What the seat would have been told, in the words of [`observation`](Self::observation), had everything been
    /// different that it cannot know; and whether anything was. The session itself does not change.
    fn observation_of_resampled(&self, seat: Seat, seed: u64) -> (String, bool);
}

/// A game behind an object-safe face.
pub trait DynGame: Send + Sync {
    /// What people can be told about it.
    fn info(&self) -> GameInfo;

    /// Sets a match up. With [`Detail::Nothing`], [`Session::record`] lacks draws, events and probabilities.
    ///
    /// # Errors
    /// [`ConfigError`] that says what exists.
    fn start(&self, config: &MatchConfig, detail: Detail) -> Result<Box<dyn Session>, ConfigError>;

    /// Sets up the match of a recording, at its start, in full detail.
    ///
    /// # Errors
    /// [`ConfigError`] if this version cannot play it.
    fn replay(&self, header: &Header) -> Result<Box<dyn Session>, ConfigError> {
        let version = self.info().rules_version;
        if header.rules_version != version {
            return Err(ConfigError::invalid(
                format!("rules version {}", header.rules_version),
                format!("this program plays {} by rules version {version}", header.game),
            ));
        }
        self.start(&MatchConfig::from_header(header)?, Detail::Full)
    }

    /// Plays a match to its end.
    ///
    /// # Errors
    /// [`PlayError`] if it cannot start or the observer fails.
    fn play(&self, config: &MatchConfig, observer: &mut dyn Observer) -> Result<End, PlayError> {
        let mut session = self.start(config, observer.detail())?;
        run_observed(session.as_mut(), observer)
    }
}

/// The side of a game that talks to people: names, settings, starts.
pub trait Catalogue: Game {
    /// What people can be told about the game.
    fn info() -> GameInfo;

    /// Resolves a configuration. Draws of the start need only be logged in full detail.
    ///
    /// # Errors
    /// [`ConfigError`] that says what exists.
    fn configure(config: &MatchConfig, detail: Detail) -> Result<Configured<Self>, ConfigError>;
}

/// A configuration resolved: ready to play.
pub struct Configured<G: Game> {
    /// The header of its recording.
    pub header: Header,
    /// The rules.
    pub rules: Arc<G::Rules>,
    /// The start.
    pub state: G::State,
    /// The draws that led to the start.
    pub draws: Vec<Draw>,
    /// The agents, in seat order.
    pub seatings: Vec<Seating<G>>,
    /// Master seed.
    pub seed: u64,
}

/// The registry's entry of a typed game.
pub struct Entry<G>(PhantomData<fn() -> G>);

impl<G> Entry<G> {
    /// The entry.
    pub const fn new() -> Self {
        Self(PhantomData)
    }
}

impl<G> Default for Entry<G> {
    fn default() -> Self {
        Self::new()
    }
}

impl<G: Catalogue> DynGame for Entry<G> {
    fn info(&self) -> GameInfo {
        G::info()
    }

    fn start(&self, config: &MatchConfig, detail: Detail) -> Result<Box<dyn Session>, ConfigError> {
        let Configured { header, rules, state, draws, seatings, seed } = G::configure(config, detail)?;
        let game = Match::new(rules, state, seed, seatings, draws, detail);
        Ok(Box::new(TypedSession::<G> { header, game }))
    }
}

struct TypedSession<G: Game> {
    header: Header,
    game: Match<G>,
}

impl<G: Game> Session for TypedSession<G> {
    fn header(&self) -> &Header {
        &self.header
    }

    fn index(&self) -> u32 {
        self.game.index()
    }

    fn record(&self) -> Record {
        self.game.record()
    }

    fn to_act(&self) -> &ToAct {
        self.game.to_act()
    }

    fn end(&self) -> Option<End> {
        self.game.end()
    }

    fn legal_actions(&self, seat: Seat) -> Vec<String> {
        self.game.legal_actions(seat).iter().map(ToString::to_string).collect()
    }

    fn observation(&self, seat: Seat) -> String {
        self.game.describe_observation(self.game.state(), seat)
    }

    fn advance(&mut self) {
        self.game.advance();
    }

    fn apply(&mut self, step: &Step) -> Result<(), PlayError> {
        self.game.apply(step)
    }

    fn observation_of_resampled(&self, seat: Seat, seed: u64) -> (String, bool) {
        let mut chance = crate::Chance::new(seed, crate::Owner::Nature);
        let state = G::resample_hidden(self.game.rules(), self.game.state(), seat, &mut chance);
        (self.game.describe_observation(&state, seat), state != *self.game.state())
    }
}
