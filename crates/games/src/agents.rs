//! Agents of any game, and how a name becomes one.

use fogreel_engine::data::{SeatInfo, Setting};
use fogreel_engine::{
    Agent, AgentInfo, AgentSpec, Chance, ConfigError, Explanation, Game, KnobInfo, Percept, SeatRole, Seating,
};

use crate::knobs::{Knob, set_all};

/// An agent that people can name: what is said of it, and how it is made.
pub(crate) struct NamedAgent<G: Game> {
    pub(crate) name: &'static str,
    pub(crate) summary: &'static str,
    /// Raised by every change that alters any decision or belief.
    pub(crate) version: u32,
    pub(crate) seats: &'static [&'static str],
    /// Whether it uses privileged input where the rules offer any.
    pub(crate) reads_privileged: bool,
    pub(crate) settings: fn() -> Vec<KnobInfo>,
    /// Settings resolved: every one with its value, given or not.
    pub(crate) resolve: fn(&[Setting]) -> Result<Vec<Setting>, ConfigError>,
    pub(crate) make: MakeAgent<G>,
}

/// Makes an agent from settings.
type MakeAgent<G> = fn(&<G as Game>::Rules, &[Setting]) -> Result<Box<dyn Agent<G>>, ConfigError>;

impl<G: Game> NamedAgent<G> {
    pub(crate) fn info(&self) -> AgentInfo {
        AgentInfo {
            name: self.name,
            summary: self.summary,
            version: self.version,
            seats: self.seats,
            settings: (self.settings)(),
        }
    }
}

/// An agent's settings from those given, or which of them is wrong.
pub(crate) fn settings<S: Default>(agent: &str, table: &[Knob<S>], given: &[Setting]) -> Result<S, ConfigError> {
    if let (true, Some(setting)) = (table.is_empty(), given.first()) {
        let what = format!("agent `{agent}`, setting `{}`", setting.name);
        return Err(ConfigError::invalid(what, "this agent has no settings"));
    }
    let mut settings = S::default();
    set_all(|| format!("setting of {agent}"), table, &mut settings, given)?;
    Ok(settings)
}

/// An entry of a table of agents.
macro_rules! agent {
    ($name:literal v $version:expr, $seats:expr, privileged: $privileged:literal, $summary:literal, $table:expr => $settings:ty,
     |$rules:pat_param, $given:pat_param| $make:expr) => {
        $crate::agents::NamedAgent {
            name: $name,
            summary: $summary,
            version: $version,
            seats: $seats,
            reads_privileged: $privileged,
            settings: || $crate::knobs::infos($table, &[<$settings>::default()]),
            resolve: |given| {
                let settings: $settings = $crate::agents::settings($name, $table, given)?;
                Ok($crate::knobs::resolved($table, &settings))
            },
            make: |$rules, given| {
                let $given: $settings = $crate::agents::settings($name, $table, given)?;
                Ok(Box::new($make))
            },
        }
    };
}

pub(crate) use agent;

/// Who sits where in every match of a plan.
pub(crate) struct SeatPlan<G: Game> {
    /// What headers say of the seats.
    pub(crate) infos: Vec<SeatInfo>,
    /// How each seat's agent is made, and from which settings.
    makers: Vec<(MakeAgent<G>, Vec<Setting>)>,
}

/// The seats of a match with their agents: the one named last for each, else the role's default.
///
/// # Errors
/// [`ConfigError`] if there is no such seat, agent or setting.
pub(crate) fn plan_seats<G: Game>(
    table: &[NamedAgent<G>],
    roles: &[SeatRole],
    named: &[(String, AgentSpec)],
    has_privileged: impl Fn(&SeatRole) -> bool,
) -> Result<SeatPlan<G>, ConfigError> {
    if let Some((seat, _)) = named.iter().find(|(seat, _)| roles.iter().all(|role| role.id != seat)) {
        return Err(ConfigError::unknown("seat", seat, roles.iter().map(|role| role.id)));
    }
    let mut plan = SeatPlan { infos: Vec::new(), makers: Vec::new() };
    for role in roles {
        let spec = named.iter().rev().find(|(seat, _)| seat == role.id).map(|(_, spec)| spec.clone());
        let spec = spec.unwrap_or_else(|| AgentSpec::from(role.default_agent));
        let mut info = SeatInfo {
            id: role.id.to_owned(),
            name: role.name.to_owned(),
            role: role.role.to_owned(),
            agent: None,
            agent_version: None,
            settings: Vec::new(),
            reads_privileged: false,
            color: role.color,
        };
        let mut make: MakeAgent<G> = |_, _| Ok(Box::new(Absent));
        if !spec.is_absent() {
            let mut playable = table.iter().filter(|agent| agent.seats.contains(&role.id));
            let named = playable.clone().find(|agent| agent.name == spec.name).ok_or_else(|| {
                let names = playable.by_ref().map(|agent| agent.name);
                ConfigError::unknown(&format!("{} agent", role.id), &spec.name, names)
            })?;
            make = named.make;
            info.agent = Some(named.name.to_owned());
            info.agent_version = Some(named.version);
            info.settings = (named.resolve)(&spec.settings)?;
            info.reads_privileged = named.reads_privileged && has_privileged(role);
        }
        plan.infos.push(info);
        plan.makers.push((make, spec.settings));
    }
    Ok(plan)
}

impl<G: Game> SeatPlan<G> {
    /// Fresh agents for a match.
    ///
    /// # Errors
    /// Never for settings that were accepted when the plan was made.
    pub(crate) fn seat(&self, rules: &G::Rules) -> Result<Vec<Seating<G>>, ConfigError> {
        let seat = |(info, (make, settings)): (&SeatInfo, &(MakeAgent<G>, Vec<Setting>))| {
            Ok(Seating { id: info.id.clone(), agent: make(rules, settings)? })
        };
        self.infos.iter().zip(&self.makers).map(seat).collect()
    }
}

/// Plays a uniformly random legal action.
pub(crate) struct Random;

impl Random {
    pub(crate) const VERSION: u32 = 1;
}

impl<G: Game> Agent<G> for Random {
    fn observe(&mut self, _: &Percept<'_, G>) {}

    fn act(&mut self, _: &Percept<'_, G>, legal: &[G::Action], chance: &mut Chance) -> G::Action {
        legal[chance.below("action", legal.len() as u64) as usize]
    }

    fn explain(&self, _: &mut Explanation) {}
}

/// Nobody. Serves seats whose actions come from a recording.
struct Absent;

impl<G: Game> Agent<G> for Absent {
    fn observe(&mut self, _: &Percept<'_, G>) {}

    fn act(&mut self, _: &Percept<'_, G>, legal: &[G::Action], _: &mut Chance) -> G::Action {
        legal[0]
    }

    fn explain(&self, _: &mut Explanation) {}
}
