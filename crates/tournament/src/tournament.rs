//! A plan that is ready to be played, and its schedule.

use fogreel_engine::data::SeatInfo;
use fogreel_engine::{
    AgentSpec, ConfigError, Detail, DynGame, GameInfo, Header, MapSource, MatchConfig, Prepared, fnv1a,
};

use crate::plan::{Condition, Plan, Player, Sides, TournamentConfig};
use crate::sequential;

/// A plan and everything that it takes to play it.
pub struct Tournament {
    plan: Plan,
    /// By condition, then by pairing.
    prepared: Vec<Box<dyn Prepared>>,
}

/// A match of the schedule.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Fixture {
    /// Its position in the schedule.
    pub index: u64,
    /// Position of its start among all starts, whatever the condition. Matches on one start share map, setup, seed and streams
    /// of chance.
    pub start: u64,
    /// Position of rules and map in [`Plan::conditions`].
    pub condition: usize,
    /// Position in [`Plan::pairings`].
    pub pairing: usize,
    /// Master seed.
    pub seed: u64,
}

impl Tournament {
    /// Resolves what is asked for: every pairing is set up once, so that what is wrong is said before anything is played.
    ///
    /// # Errors
    /// [`ConfigError`] that says what exists, or why these agents cannot meet.
    ///
    /// ```
    /// use fogreel_tournament::{Tournament, TournamentConfig};
    ///
    /// let game = fogreel_games::all().next().expect("a game");
    /// let config = TournamentConfig { starts: 3, ..Default::default() };
    /// let tournament = Tournament::resolve(game, &config)?;
    /// let plan = tournament.plan();
    /// assert_eq!(plan.matches(), 3 * plan.matches_a_start());
    /// # Ok::<(), fogreel_engine::ConfigError>(())
    /// ```
    pub fn resolve(game: &dyn DynGame, config: &TournamentConfig) -> Result<Self, ConfigError> {
        let info = game.info();
        let entrants = Entrants::of(&info, &config.agents)?;
        let presets = match config.presets.as_slice() {
            [] => vec![None],
            presets => presets.iter().cloned().map(Some).collect(),
        };
        let maps = match config.maps.as_slice() {
            [] => vec![MapSource::Default],
            maps => maps.to_vec(),
        };
        let mut players: Vec<Option<Player>> = vec![None; entrants.specs.len()];
        let mut conditions = Vec::new();
        let mut prepared = Vec::new();
        for preset in &presets {
            for map in &maps {
                let mut header = None;
                for pairing in &entrants.pairings {
                    let named = info.seats.iter().zip(pairing);
                    let config = MatchConfig {
                        preset: preset.clone(),
                        knobs: config.knobs.clone(),
                        map: map.clone(),
                        setup: config.setup.clone(),
                        seed: config.first_seed,
                        agents: named.map(|(seat, player)| (seat.id.to_owned(), entrants.spec(*player))).collect(),
                    };
                    let ready = game.prepare(&config)?;
                    if header.is_none() || pairing.iter().any(|player| players[*player].is_none()) {
                        let start = ready.start(config.seed, Detail::Nothing)?;
                        for (player, seat) in pairing.iter().zip(&start.header().seats) {
                            players[*player].get_or_insert_with(|| entrants.player(*player, seat));
                        }
                        header.get_or_insert_with(|| start.header().clone());
                    }
                    prepared.push(ready);
                }
                conditions.extend(header.as_ref().map(condition));
            }
        }
        // Conditions that are the same would count every start twice.
        if let Some(twice) = (1..conditions.len()).find(|index| conditions[..*index].contains(&conditions[*index])) {
            let Condition { preset, map, .. } = &conditions[twice];
            return Err(ConfigError::invalid(format!("preset {preset}, map {map}"), "it is named twice"));
        }
        let plan = Plan {
            game: info.id.to_owned(),
            rules_version: game.rules_version(),
            seats: info.seats.iter().map(|seat| seat.id.to_owned()).collect(),
            sides: entrants.sides,
            players: players.into_iter().flatten().collect(),
            pairings: entrants.pairings,
            conditions,
            setup: config.setup.clone(),
            first_seed: config.first_seed,
            starts: config.starts,
            sequential: config.sequential,
        };
        check_size(&plan)?;
        sequential::check(&plan)?;
        Ok(Self { plan, prepared })
    }

    /// What is played.
    pub fn plan(&self) -> &Plan {
        &self.plan
    }

    /// The match at a position of the schedule: start by start, under each condition all pairings.
    pub fn fixture(&self, index: u64) -> Fixture {
        self.plan.fixture(index)
    }

    /// The pairing of a match under its conditions, set up but for the seed.
    pub fn prepared(&self, fixture: &Fixture) -> &dyn Prepared {
        self.prepared[fixture.condition * self.plan.pairings.len() + fixture.pairing].as_ref()
    }
}

impl Plan {
    /// The match at a position of the schedule: start by start, under each condition all pairings.
    pub fn fixture(&self, index: u64) -> Fixture {
        let (pairings, conditions) = (self.matches_a_start(), self.conditions.len() as u64);
        let start = index / pairings;
        Fixture {
            index,
            start,
            condition: (start % conditions) as usize,
            pairing: (index % pairings) as usize,
            seed: self.first_seed + start / conditions,
        }
    }
}

fn condition(header: &Header) -> Condition {
    let board = serde_json::to_vec(&header.board).expect("a board has text keys and no numbers but whole ones");
    Condition {
        preset: header.preset.clone(),
        map: header.map.clone(),
        board: format!("{:016x}", fnv1a(&board)),
        knobs: header.knobs.clone(),
    }
}

fn check_size(plan: &Plan) -> Result<(), ConfigError> {
    let wrong =
        |why: &str| Err(ConfigError::invalid(format!("{} starts from seed {}", plan.starts, plan.first_seed), why));
    if plan.starts == 0 {
        return wrong("there must be at least one");
    }
    let starts = plan.starts.checked_mul(plan.conditions.len() as u64);
    if starts.and_then(|starts| starts.checked_mul(plan.matches_a_start())).is_none_or(|matches| matches > 1 << 40) {
        return wrong("that is more than 2^40 matches");
    }
    if plan.first_seed.checked_add(plan.starts - 1).is_none() {
        return wrong("there are not that many seeds left");
    }
    Ok(())
}

/// Who takes part and meets whom, as it is named.
struct Entrants {
    sides: Sides,
    /// Seat (where it is kept) and agent of each player.
    specs: Vec<(Option<String>, AgentSpec)>,
    pairings: Vec<[usize; 2]>,
}

impl Entrants {
    fn of(info: &GameInfo, named: &[(String, Vec<AgentSpec>)]) -> Result<Self, ConfigError> {
        let [first, second] = info.seats.as_slice() else {
            let why = format!("tournaments are between two seats, and {} has {}", info.title, info.seats.len());
            return Err(ConfigError::invalid(format!("game `{}`", info.id), why));
        };
        if let Some((seat, _)) = named.iter().find(|(seat, _)| info.seats.iter().all(|role| role.id != seat)) {
            return Err(ConfigError::unknown("seat", seat, info.seats.iter().map(|role| role.id)));
        }
        let agents = |seat: &str| -> Result<Vec<AgentSpec>, ConfigError> {
            let given: Vec<AgentSpec> =
                named.iter().filter(|(name, _)| name == seat).flat_map(|(_, agents)| agents.clone()).collect();
            if let Some(twice) = (1..given.len()).find(|index| given[..*index].contains(&given[*index])) {
                return Err(ConfigError::invalid(format!("{seat} agent `{}`", given[twice]), "it is named twice"));
            }
            let all = || info.agents_for(seat).map(|agent| AgentSpec::from(agent.name)).collect();
            Ok(if given.is_empty() { all() } else { given })
        };
        let (ones, others) = (agents(first.id)?, agents(second.id)?);
        if info.is_symmetric() {
            Self::swapped(ones, others)
        } else {
            Ok(Self::fixed([first.id, second.id], ones, others))
        }
    }

    fn fixed(seats: [&str; 2], ones: Vec<AgentSpec>, others: Vec<AgentSpec>) -> Self {
        let (first, second) = (ones.len(), others.len());
        let pairings = (0..first).flat_map(|one| (0..second).map(move |other| [one, first + other])).collect();
        let seated = |seat: &str, agents: Vec<AgentSpec>| {
            let seat = seat.to_owned();
            agents.into_iter().map(move |agent| (Some(seat.clone()), agent))
        };
        let specs = seated(seats[0], ones).chain(seated(seats[1], others)).collect();
        Self { sides: Sides::Fixed, specs, pairings }
    }

    /// Every agent named for one side meets every other one named for the other side, and both sit on both sides.
    fn swapped(ones: Vec<AgentSpec>, others: Vec<AgentSpec>) -> Result<Self, ConfigError> {
        let mut specs: Vec<AgentSpec> = Vec::new();
        let mut number = |agent: &AgentSpec| match specs.iter().position(|known| known == agent) {
            Some(position) => position,
            None => {
                specs.push(agent.clone());
                specs.len() - 1
            }
        };
        let ones: Vec<usize> = ones.iter().map(&mut number).collect();
        let others: Vec<usize> = others.iter().map(&mut number).collect();
        let mut pairings: Vec<[usize; 2]> = Vec::new();
        for &one in &ones {
            for &other in &others {
                if one != other && !pairings.contains(&[one, other]) {
                    pairings.extend([[one, other], [other, one]]);
                }
            }
        }
        if pairings.is_empty() {
            let only = specs.first().map_or_else(String::new, AgentSpec::to_string);
            return Err(ConfigError::invalid(format!("agent `{only}`"), "it has nobody to meet but itself"));
        }
        let specs = specs.into_iter().map(|agent| (None, agent)).collect();
        Ok(Self { sides: Sides::Swapped, specs, pairings })
    }

    fn spec(&self, player: usize) -> AgentSpec {
        self.specs[player].1.clone()
    }

    /// The player as the header of a match describes it.
    fn player(&self, player: usize, info: &SeatInfo) -> Player {
        let (seat, spec) = &self.specs[player];
        Player {
            seat: seat.clone(),
            label: spec.to_string(),
            agent: spec.name.clone(),
            version: info.agent_version.unwrap_or(0),
            settings: info.settings.clone(),
        }
    }
}
