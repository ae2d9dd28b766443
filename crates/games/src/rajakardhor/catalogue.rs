//! What people choose from, and how a choice becomes a match.

use std::sync::Arc;

use fogreel_engine::data::{Keep, SeatInfo, Setting};
use fogreel_engine::{
    AgentSpec, Catalogue, Cell, Chance, ConfigError, Configured, DemoInfo, Detail, Game, GameInfo, Header, MatchConfig,
    Owner, PresetInfo, SeatRole, Seating, SetupInfo,
};

use super::knobs::{Knobs, PRESETS, TABLE};
use super::spawn::{draw_start, setup_of};
use super::{RajakarDhor, Rules, Start, State, agents, maps, vocabulary};
use crate::knobs::{infos, resolved, set_all};

const TITLE: &str = "RajakarDhor";

/// The seats, thief first.
fn seats() -> Vec<SeatRole> {
    vec![
        SeatRole {
            id: "thief",
            name: "Rajakar",
            role: "thief: reach an exit unseen and escape",
            default_agent: "fuzzy",
        },
        SeatRole {
            id: "guard",
            name: "Birsreshtha",
            role: "guard: find the thief in the fog and come next to it",
            default_agent: "hunter",
        },
    ]
}

const SETUP: &[(&str, &str)] = &[
    ("thief", "cell where the thief starts, as row,column: thief=2,0"),
    ("guard", "cell where the guard starts: guard=8,5"),
    ("exits", "the two exits: exits=4,9;1,4"),
    ("facing", "where the guard looks at first: facing=down"),
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
            seats: seats(),
            agents: agents::agent_infos(),
            maps: maps::infos(),
            setup: SETUP.iter().map(|(key, summary)| SetupInfo { key, summary }).collect(),
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

        let mut seatings = Vec::new();
        let mut infos = Vec::new();
        for (role, spec) in choose_agents(&config.agents)? {
            let (info, agent) = agents::make(&role, &spec, &rules)?;
            infos.push(info);
            seatings.push(Seating { id: role.id.to_owned(), agent });
        }
        let header = header(preset, &rules, &map.name, &state, config.seed, infos);
        Ok(Configured { header, rules, state, draws: chance.take_log(), seatings, seed: config.seed })
    }
}

fn header(preset: &str, rules: &Rules, map: &str, state: &State, seed: u64, seats: Vec<SeatInfo>) -> Header {
    Header {
        game: RajakarDhor::ID.to_owned(),
        title: TITLE.to_owned(),
        rules_version: RajakarDhor::RULES_VERSION,
        preset: preset.to_owned(),
        knobs: resolved(TABLE, &rules.knobs),
        map: map.to_owned(),
        setup: setup_of(state),
        seed: Some(seed),
        board: rules.board(),
        seats,
        piece_kinds: vocabulary::piece_kinds(),
        targets: vocabulary::targets(),
        channels: vocabulary::channels(),
        event_kinds: vocabulary::event_kinds(),
        facts: vocabulary::facts(),
        messages: vocabulary::messages(),
        max_turns: Some(rules.knobs.max_turns),
        keep: Keep::Full,
        writer: concat!("fogreel ", env!("CARGO_PKG_VERSION")).to_owned(),
        created_unix_ms: None,
        tags: Vec::new(),
    }
}

/// One agent per seat: the one named last for it, else the role's default.
fn choose_agents(named: &[(String, AgentSpec)]) -> Result<Vec<(SeatRole, AgentSpec)>, ConfigError> {
    let roles = seats();
    if let Some((seat, _)) = named.iter().find(|(seat, _)| roles.iter().all(|role| role.id != seat)) {
        return Err(ConfigError::unknown("seat", seat, roles.iter().map(|role| role.id)));
    }
    let choose = |role: SeatRole| {
        let spec = named.iter().rev().find(|(seat, _)| seat == role.id).map(|(_, spec)| spec.clone());
        let spec = spec.unwrap_or_else(|| AgentSpec::from(role.default_agent));
        (role, spec)
    };
    Ok(roles.into_iter().map(choose).collect())
}

fn parse_setup(settings: &[Setting]) -> Result<Start, ConfigError> {
    let mut start = Start::default();
    for Setting { name, value } in settings {
        let wrong = |why: String| ConfigError::invalid(format!("setup `{name}`"), why);
        let cell = || value.parse::<Cell>().map_err(wrong);
        match name.as_str() {
            "thief" => start.thief = Some(cell()?),
            "guard" => start.guard = Some(cell()?),
            "facing" => start.facing = Some(value.parse().map_err(wrong)?),
            "exits" => {
                let two = || format!("expected two cells such as 4,9;1,4, found `{value}`");
                let (first, second) = value.split_once(';').ok_or_else(|| wrong(two()))?;
                let cell = |text: &str| text.parse::<Cell>().map_err(|_| wrong(two()));
                start.exits = Some([cell(first)?, cell(second)?]);
            }
            _ => return Err(ConfigError::unknown("setup key", name, SETUP.iter().map(|(key, _)| *key))),
        }
    }
    Ok(start)
}
