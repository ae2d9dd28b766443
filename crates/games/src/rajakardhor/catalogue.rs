//! What people choose from, and how a choice becomes a match.

use std::sync::Arc;

use fogreel_engine::data::Setting;
use fogreel_engine::{
    Beginning, Catalogue, Cell, Chance, ConfigError, DemoInfo, Detail, Game, GameInfo, Header, MapSource, MatchConfig,
    Owner, ParseDirectionError, PresetInfo, SeatRole, SetupInfo,
};

use super::agents::AGENTS;
use super::knobs::{Knobs, Noise, PRESETS, TABLE};
use super::spawn::{LegalStarts, draw_start, setup_of};
use super::{GUARD, RajakarDhor, Rules, Start, State, maps, vocabulary};
use crate::agents::{NamedAgent, SeatPlan, plan_seats};
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
    type Plan = Plan;

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
                turn: 13,
                more_turns: &[37, 39],
                story: "turn 13, where the guard hears the thief and is yet 100 % sure of a wrong cell; \
                        turn 37, where the thief stands on an exit and runs; turn 39, the scan",
            },
        }
    }

    fn plan(config: &MatchConfig) -> Result<Plan, ConfigError> {
        let (preset, mut knobs) = Knobs::preset(config.preset.as_deref())?;
        set_all(|| "knob".to_owned(), TABLE, &mut knobs, &config.knobs)?;
        let map = maps::resolve(&config.map)?;
        let mut start = parse_setup(&config.setup)?;
        start.exits = start.exits.or(map.exits);
        let rules = Arc::new(Rules::new(knobs, map.walls));
        let has_privileged = |role: &SeatRole| role.id == SEATS[GUARD.index()].id && offers_privileged(&rules);
        let seats = plan_seats(AGENTS, &SEATS, &config.agents, has_privileged)?;
        Ok(Plan { preset, map: map.name, rules, start, legal_starts: LegalStarts::default(), seats })
    }

    fn begin(plan: &Plan, seed: u64, detail: Detail) -> Result<Beginning<Self>, ConfigError> {
        let mut chance = Chance::new(seed, Owner::Nature);
        if detail == Detail::Full {
            chance.start_log();
        }
        let state = draw_start(&plan.rules, &plan.start, &plan.legal_starts, &mut chance)?;
        let seatings = plan.seats.seat(&plan.rules)?;
        Ok(Beginning { rules: Arc::clone(&plan.rules), state, draws: chance.take_log(), seatings })
    }

    fn header(plan: &Plan, seed: u64, start: &State) -> Header {
        let facts = MatchFacts {
            preset: plan.preset,
            knobs: resolved(TABLE, &plan.rules.knobs),
            map: plan.map.clone(),
            setup: setup_of(start),
            seed,
            board: plan.rules.board(),
            seats: plan.seats.infos.clone(),
            max_turns: Some(plan.rules.knobs.max_turns),
        };
        header::<Self>(TITLE, vocabulary::vocabulary(), facts)
    }
}

/// A match resolved but for its seed.
pub struct Plan {
    preset: &'static str,
    map: String,
    rules: Arc<Rules>,
    start: Start,
    legal_starts: LegalStarts,
    seats: SeatPlan<RajakarDhor>,
}

/// The rules of the match of a recording.
pub(super) fn rules_of(header: &Header) -> Result<Arc<Rules>, ConfigError> {
    let (_, mut knobs) = Knobs::preset(Some(&header.preset))?;
    set_all(|| "knob".to_owned(), TABLE, &mut knobs, &header.knobs)?;
    let board = MapSource::Board { name: header.map.clone(), board: Box::new(header.board.clone()) };
    Ok(Arc::new(Rules::new(knobs, maps::resolve(&board)?.walls)))
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
