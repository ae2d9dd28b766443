//! What people choose from, and how a choice becomes a match.

use std::sync::Arc;

use fogreel_engine::{
    Beginning, Catalogue, Chance, ConfigError, DemoInfo, Detail, Game, GameInfo, Header, MatchConfig, Owner,
    PresetInfo, SeatRole, SetupInfo,
};

use super::agents::AGENTS;
use super::knobs::{Knobs, PRESETS, TABLE};
use super::spawn::{Start, draw_start, parse_setup, setup_of};
use super::{Ctf, Rules, State, TEAM_NAMES, TEAMS, maps, vocabulary};
use crate::agents::{NamedAgent, SeatPlan, plan_seats};
use crate::header::{MatchFacts, header};
use crate::knobs::{infos, resolved, set_all};

const TITLE: &str = "Capture the Flag";

const SEATS: [SeatRole; 2] = [seat(0), seat(1)];

const fn seat(team: usize) -> SeatRole {
    SeatRole {
        id: TEAMS[team],
        name: TEAM_NAMES[team],
        role: "team: bring enemy flags beside the own base, keep the own ones",
        default_agent: "roles",
        color: vocabulary::TEAM_COLORS[team],
    }
}

const SETUP: [SetupInfo; 2] = [
    SetupInfo { key: TEAMS[0], summary: "cells where West's persons start, as row,column", example: "14,2;15,2;16,2" },
    SetupInfo { key: TEAMS[1], summary: "cells where East's persons start", example: "14,27;15,27;16,27" },
];

impl Catalogue for Ctf {
    type Plan = Plan;

    fn info() -> GameInfo {
        let presets: Vec<Knobs> = PRESETS.iter().map(|(.., knobs)| knobs.clone()).collect();
        GameInfo {
            id: Self::ID,
            title: TITLE,
            summary: "two teams of three steal each other's flags, and see only what is near",
            rules_version: Self::RULES_VERSION,
            presets: PRESETS.iter().map(|(name, summary, _)| PresetInfo { name, summary }).collect(),
            knobs: infos(TABLE, &presets),
            seats: SEATS.to_vec(),
            agents: AGENTS.iter().map(NamedAgent::info).collect(),
            maps: maps::infos(),
            map_generator: Some(maps::EXAMPLE),
            setup: SETUP.to_vec(),
            demo: DemoInfo { preset: "match", seed: 1, turn: 40, more_turns: &[], story: "turn 40" },
        }
    }

    fn plan(config: &MatchConfig) -> Result<Plan, ConfigError> {
        let (preset, mut knobs) = Knobs::preset(config.preset.as_deref())?;
        set_all(|| "knob".to_owned(), TABLE, &mut knobs, &config.knobs)?;
        let map = maps::resolve(&config.map)?;
        let start = parse_setup(&config.setup)?;
        let rules = Rules::new(knobs, map.walls, map.sides)
            .map_err(|error| ConfigError::invalid(format!("map {}", map.name), error.to_string()))?;
        if let Some((seat, _)) = config.agents.iter().find(|(seat, _)| TEAMS[rules.teams()..].contains(&seat.as_str()))
        {
            return Err(ConfigError::invalid(
                format!("seat `{seat}`"),
                "nobody sits there under these rules (`teams=1`)",
            ));
        }
        let seats = plan_seats(AGENTS, &SEATS[..rules.teams()], &config.agents, |_| false)?;
        Ok(Plan { preset, map: map.name, rules: Arc::new(rules), start, seats })
    }

    fn begin(plan: &Plan, seed: u64, detail: Detail) -> Result<Beginning<Self>, ConfigError> {
        let mut chance = Chance::new(seed, Owner::Nature);
        if detail == Detail::Full {
            chance.start_log();
        }
        let state = draw_start(&plan.rules, &plan.start, &mut chance)?;
        let seatings = plan.seats.seat(&plan.rules)?;
        Ok(Beginning { rules: Arc::clone(&plan.rules), state, draws: chance.take_log(), seatings })
    }

    fn header(plan: &Plan, seed: u64, start: &State) -> Header {
        let facts = MatchFacts {
            preset: plan.preset,
            knobs: resolved(TABLE, &plan.rules.knobs),
            map: plan.map.clone(),
            setup: setup_of(&plan.rules, start),
            seed,
            board: plan.rules.board(),
            seats: plan.seats.infos.clone(),
            max_turns: Some(plan.rules.knobs.max_turns),
        };
        header::<Self>(TITLE, vocabulary::vocabulary(plan.rules.teams()), facts)
    }
}

/// A match resolved but for its seed.
pub struct Plan {
    preset: &'static str,
    map: String,
    rules: Arc<Rules>,
    start: Start,
    seats: SeatPlan<Ctf>,
}
