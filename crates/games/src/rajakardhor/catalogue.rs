//! What people choose from, and how a choice becomes a match.

use std::sync::Arc;

use fogreel_engine::data::Setting;
use fogreel_engine::{
    Catalogue, Cell, Chance, ConfigError, Configured, DemoInfo, Detail, Game, GameInfo, MatchConfig, Owner,
    ParseDirectionError, PresetInfo, SeatRole, SetupInfo,
};

use super::agents::AGENTS;
use super::knobs::{Knobs, Noise, PRESETS, TABLE};
use super::spawn::{draw_start, setup_of};
use super::{GUARD, RajakarDhor, Rules, Start, maps, vocabulary};
use crate::agents::{NamedAgent, seat_agents};
use crate::header::{MatchFacts, header};
use crate::knobs::{infos, resolved, set_all};
use crate::maps::GENERATOR;

const TITLE: &str = "RajakarDhor";

/// The seats, thief first.
const SEATS: [SeatRole; 2] = [
    SeatRole {
        id: "thief",
        name: "Rajakar",
        role: "thief: reach an exit unseen and escape",
        default_agent: "fuzzy",
        color: vocabulary::THIEF_COLOR,
    },
    SeatRole {
        id: "guard",
        name: "Birsreshtha",
        role: "guard: find the thief in the fog and come next to it",
        default_agent: "hunter",
        color: vocabulary::GUARD_COLOR,
    },
];

const SETUP: [SetupInfo; 4] = [
    SetupInfo { key: "thief", summary: "cell where the thief starts, as row,column", example: "2,0" },
    SetupInfo { key: "guard", summary: "cell where the guard starts", example: "8,5" },
    SetupInfo { key: "exits", summary: "the two exits", example: "4,9;1,4" },
    SetupInfo { key: "facing", summary: "where the guard looks at first", example: "down" },
];

impl Catalogue for RajakarDhor {
    fn info() -> GameInfo {
        let presets: Vec<Knobs> = PRESETS.iter().map(|(.., knobs)| knobs.clone()).collect();
        GameInfo {
            id: Self::ID,
            title: TITLE,
            summary: "a guard hunts a thief through a maze in the fog, by sight, noise, scan and inference",
            rules_version: Self::RULES_VERSION,
            presets: PRESETS.iter().map(|(name, summary, _)| PresetInfo { name, summary }).collect(),
            knobs: infos(TABLE, &presets),
            seats: SEATS.to_vec(),
            agents: AGENTS.iter().map(NamedAgent::info).collect(),
            maps: maps::infos(),
            map_generator: Some(GENERATOR),
            setup: SETUP.to_vec(),
            demo: DemoInfo {
                preset: "original",
                seed: 977,
                story: "turn 13, where the guard hears the thief and is yet 100 % sure of a wrong cell; \
                        turn 37, where the thief stands on an exit and runs; turn 39, the scan",
            },
        }
    }

    fn configure(config: &MatchConfig, detail: Detail) -> Result<Configured<Self>, ConfigError> {
        let (preset, mut knobs) = Knobs::preset(config.preset.as_deref())?;
        set_all("knob", TABLE, &mut knobs, &config.knobs)?;
        let map = maps::resolve(&config.map)?;
        let mut start = parse_setup(&config.setup)?;
        start.exits = start.exits.or(map.exits);
        let rules = Arc::new(Rules::new(knobs, map.walls));
        let mut chance = Chance::new(config.seed, Owner::Nature);
        if detail == Detail::Full {
            chance.start_log();
        }
        let state = draw_start(&rules, &start, &mut chance)?;

        let has_privileged = |role: &SeatRole| role.id == SEATS[GUARD.index()].id && offers_privileged(&rules);
        let (seats, seatings) = seat_agents(AGENTS, &SEATS, &config.agents, &rules, has_privileged)?;
        let facts = MatchFacts {
            preset,
            knobs: resolved(TABLE, &rules.knobs),
            map: map.name,
            setup: setup_of(&state),
            seed: config.seed,
            board: rules.board(),
            seats,
            max_turns: Some(rules.knobs.max_turns),
        };
        let header = header::<Self>(TITLE, vocabulary::vocabulary(), facts);
        Ok(Configured { header, rules, state, draws: chance.take_log(), seatings, seed: config.seed })
    }
}

/// Whether the knobs let the guard's agent read anything without right.
fn offers_privileged(rules: &Rules) -> bool {
    rules.knobs.noise == Noise::Leaky || rules.knobs.minimax_reads_exits.is_on()
}

fn parse_setup(settings: &[Setting]) -> Result<Start, ConfigError> {
    let mut start = Start::default();
    for Setting { name, value } in settings {
        let wrong = |why: String| ConfigError::invalid(format!("setup `{name}`"), why);
        let cell = || value.parse::<Cell>().map_err(|error| wrong(error.to_string()));
        match name.as_str() {
            "thief" => start.thief = Some(cell()?),
            "guard" => start.guard = Some(cell()?),
            "facing" => {
                let wrong = |error: ParseDirectionError| wrong(error.to_string());
                start.facing = Some(value.parse().map_err(wrong)?);
            }
            "exits" => {
                let two = || format!("expected two cells such as 4,9;1,4, found `{value}`");
                let (first, second) = value.split_once(';').ok_or_else(|| wrong(two()))?;
                let cell = |text: &str| text.parse::<Cell>().map_err(|_| wrong(two()));
                start.exits = Some([cell(first)?, cell(second)?]);
            }
            _ => return Err(ConfigError::unknown("setup key", name, SETUP.iter().map(|setup| setup.key))),
        }
    }
    Ok(start)
}
