//! Games behind one object-safe face: what the registry holds and what programs above the rules talk to.

use std::cell::OnceCell;
use std::marker::PhantomData;
use std::sync::Arc;

use crate::data::{ActionTaken, Draw};
use crate::playing::run_observed;
use crate::{
    AgentSpec, ConfigError, Detail, End, Game, GameInfo, Header, Match, MatchConfig, Observer, PlayError, Record, Seat,
    Seating, ToAct,
};

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
    /// Redraws all that the seat cannot know by what it was told last, and goes on from there; a match at its start begins
    /// anew. Returns whether anything is different now. For no-leak tests: up to the first observation that differs from what
    /// the seat would have been told otherwise, nothing that it may see is different.
    fn resample_hidden(&mut self, seat: Seat, seed: u64) -> bool;
}

/// A match set up but for its seed: what is resolved once and played many times.
pub trait Prepared: Send + Sync {
    /// A match with that seed, at its start. With [`Detail::Nothing`], [`Session::record`] lacks draws, events and
    /// probabilities.
    ///
    /// # Errors
    /// [`ConfigError`] if no start can be found.
    fn start(&self, seed: u64, detail: Detail) -> Result<Box<dyn Session>, ConfigError>;

    /// Plays a match to its end.
    ///
    /// # Errors
    /// [`PlayError`] if it cannot start or the observer fails.
    fn play(&self, seed: u64, observer: &mut dyn Observer) -> Result<End, PlayError> {
        let mut session = self.start(seed, observer.detail())?;
        run_observed(session.as_mut(), observer)
    }
}

/// A game behind an object-safe face.
pub trait DynGame: Send + Sync {
    /// Its id.
    fn id(&self) -> &'static str;

    /// Version of its rules.
    fn rules_version(&self) -> u32;

    /// What people can be told about it.
    fn info(&self) -> GameInfo;

    /// Resolves a configuration but for its seed.
    ///
    /// # Errors
    /// [`ConfigError`] that says what exists.
    fn prepare(&self, config: &MatchConfig) -> Result<Box<dyn Prepared>, ConfigError>;

    /// Sets a match up. See [`Prepared::start`].
    ///
    /// # Errors
    /// [`ConfigError`] that says what exists.
    fn start(&self, config: &MatchConfig, detail: Detail) -> Result<Box<dyn Session>, ConfigError> {
        self.prepare(config)?.start(config.seed, detail)
    }

    /// Sets up the match of a recording, at its start, in full detail. Agents that this program does not have, or has in
    /// another version, are absent.
    ///
    /// # Errors
    /// [`ConfigError`] if this version cannot play it.
    fn replay(&self, header: &Header) -> Result<Box<dyn Session>, ConfigError> {
        let version = self.rules_version();
        if header.rules_version != version {
            return Err(ConfigError::invalid(
                format!("rules version {}", header.rules_version),
                format!("this program plays {} by rules version {version}", header.game),
            ));
        }
        let mut config = MatchConfig::from_header(header)?;
        let agents = self.info().agents;
        for ((_, spec), seat) in config.agents.iter_mut().zip(&header.seats) {
            let is_known = agents.iter().any(|agent| {
                agent.name == spec.name
                    && agent.seats.contains(&seat.id.as_str())
                    && Some(agent.version) == seat.agent_version
            });
            if !is_known {
                *spec = AgentSpec::absent();
            }
        }
        self.start(&config, Detail::Full)
    }

    /// Plays a match to its end.
    ///
    /// # Errors
    /// [`PlayError`] if it cannot start or the observer fails.
    fn play(&self, config: &MatchConfig, observer: &mut dyn Observer) -> Result<End, PlayError> {
        self.prepare(config)?.play(config.seed, observer)
    }
}

/// The side of a game that talks to people: names, settings, starts.
pub trait Catalogue: Game {
    /// Rules, map, fixed parts of the start and agents, resolved.
    type Plan: Send + Sync + 'static;

    /// What people can be told about the game.
    fn info() -> GameInfo;

    /// Resolves a configuration but for its seed.
    ///
    /// # Errors
    /// [`ConfigError`] that says what exists.
    fn plan(config: &MatchConfig) -> Result<Self::Plan, ConfigError>;

    /// Draws a start and seats the agents. Draws need only be logged in full detail.
    ///
    /// # Errors
    /// [`ConfigError`] if no start can be found.
    fn begin(plan: &Self::Plan, seed: u64, detail: Detail) -> Result<Beginning<Self>, ConfigError>;

    /// The header of the recording of a match that begins so.
    fn header(plan: &Self::Plan, seed: u64, start: &Self::State) -> Header;
}

/// A match about to begin.
pub struct Beginning<G: Game> {
    /// The rules.
    pub rules: Arc<G::Rules>,
    /// The start.
    pub state: G::State,
    /// The draws that led to the start.
    pub draws: Vec<Draw>,
    /// The agents, in seat order.
    pub seatings: Vec<Seating<G>>,
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
    fn id(&self) -> &'static str {
        G::ID
    }

    fn rules_version(&self) -> u32 {
        G::RULES_VERSION
    }

    fn info(&self) -> GameInfo {
        G::info()
    }

    fn prepare(&self, config: &MatchConfig) -> Result<Box<dyn Prepared>, ConfigError> {
        Ok(Box::new(TypedPlan::<G>(Arc::new(G::plan(config)?))))
    }
}

struct TypedPlan<G: Catalogue>(Arc<G::Plan>);

impl<G: Catalogue> Prepared for TypedPlan<G> {
    fn start(&self, seed: u64, detail: Detail) -> Result<Box<dyn Session>, ConfigError> {
        let Beginning { rules, state, draws, seatings } = G::begin(&self.0, seed, detail)?;
        let start = state.clone();
        let game = Match::new(rules, state, seed, seatings, draws, detail);
        Ok(Box::new(TypedSession::<G> { plan: Arc::clone(&self.0), seed, start, header: OnceCell::new(), game }))
    }
}

struct TypedSession<G: Catalogue> {
    plan: Arc<G::Plan>,
    seed: u64,
    start: G::State,
    /// Made when somebody asks: a match that nobody watches needs none.
    header: OnceCell<Header>,
    game: Match<G>,
}

impl<G: Catalogue> Session for TypedSession<G> {
    fn header(&self) -> &Header {
        self.header.get_or_init(|| G::header(&self.plan, self.seed, &self.start))
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
    fn resample_hidden(&mut self, seat: Seat, seed: u64) -> bool {
        let mut chance = crate::Chance::new(seed, crate::Owner::Nature);
        let state = G::resample_hidden(self.game.rules(), self.game.state(), seat, &mut chance);
        let is_other = state != *self.game.state();
        if self.game.index() > 0 {
            self.game.replace_state(seat, state);
            return is_other;
        }
        let detail = self.game.detail();
        let Beginning { rules, seatings, .. } =
            G::begin(&self.plan, self.seed, detail).expect("it began so with this seed before");
        self.start = state.clone();
        self.header = OnceCell::new();
        self.game = Match::new(rules, state, self.seed, seatings, Vec::new(), detail);
        is_other
    }
}
