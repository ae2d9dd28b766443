//! `fogreel info`

use std::io::Write;
use std::path::Path;

use fogreel_analysis::belief_keys;
use fogreel_analysis::perspective::redacted_to;
use fogreel_engine::Header;
use fogreel_engine::data::{Outcome, Setting};
use fogreel_recorder::{Branch, BranchLine, FileState, Replay, Strictness};
use serde::Serialize;

use crate::args::{InfoArgs, Read};
use crate::failure::{Failure, Result};
use crate::input;
use crate::output::{notice, stdout, write_json};

#[derive(Serialize)]
struct Info {
    file: String,
    format_version: String,
    state: &'static str,
    complete: bool,
    game: String,
    preset: String,
    rules: u32,
    map: String,
    seed: Option<u64>,
    knobs: Vec<Setting>,
    seats: Vec<SeatLine>,
    tags: Vec<Setting>,
    turns: u32,
    records: usize,
    outcome: Option<Outcome>,
    bytes: u64,
    beliefs: Vec<String>,
    branches: Vec<BranchInfo>,
    notes: usize,
    redacted: Option<String>,
    report: String,
    #[serde(skip)]
    title: String,
    /// Whether the report has nothing to add.
    #[serde(skip)]
    clean: bool,
    /// Knobs that differ from the preset's.
    #[serde(skip)]
    changed: Vec<Setting>,
}

#[derive(Serialize)]
struct SeatLine {
    id: String,
    name: String,
    agent: Option<String>,
    agent_version: Option<u32>,
    settings: Vec<Setting>,
}

#[derive(Serialize)]
struct BranchInfo {
    line: u32,
    parent: u32,
    record: u32,
    name: String,
    records: usize,
}

/// The knobs that are not as the preset has them, if the game is known here.
fn changed_knobs(header: &Header) -> Vec<Setting> {
    let Ok(game) = fogreel_games::find(&header.game) else { return Vec::new() };
    let info = game.info();
    let Some(preset) = info.presets.iter().position(|preset| preset.name == header.preset) else { return Vec::new() };
    let is_default = |knob: &Setting| {
        let known = info.knobs.iter().find(|known| known.name == knob.name);
        known.is_some_and(|known| known.defaults.get(preset) == Some(&knob.value))
    };
    header.knobs.iter().filter(|knob| !is_default(knob)).cloned().collect()
}

pub(super) fn run(args: &InfoArgs) -> Result<()> {
    let mut infos = Vec::new();
    let mut first_failure = None;
    for file in &args.files {
        match inspect(file, args.read) {
            Ok(info) => infos.push(info),
            Err(failure) => {
                // One bad file must not hide what the others hold.
                notice(&format!("fogreel: {}", failure.message()));
                first_failure.get_or_insert(failure.silent());
            }
        }
    }
    let written = write(args, &infos);
    first_failure.map_or(written, Err)
}

fn write(args: &InfoArgs, infos: &[Info]) -> Result<()> {
    if args.json {
        return write_json(&infos);
    }
    let mut out = stdout();
    for info in infos {
        write_info(&mut out, info)?;
    }
    Ok(out.flush()?)
}

fn inspect(file: &Path, read: Read) -> Result<Info> {
    let replay = input::open_quietly(file, read)?;
    let timeline = replay.timeline();
    // An index tells where records are, not whether they are whole: each is read.
    let damaged = (0..timeline.len()).filter(|index| timeline.record(*index).is_err()).count();
    let branches = timeline.branches();
    let in_branch = |branch: &BranchLine<'_>| branch.records().filter(|record| branch.record(*record).is_err()).count();
    let damaged = damaged + branches.iter().map(in_branch).sum::<usize>();
    let header: &Header = replay.header();
    let turns = match (replay.end(), timeline.len().checked_sub(1)) {
        (Some(end), _) => end.turns,
        (None, Some(last)) => timeline.record(last).map_or(0, |record| record.turn),
        (None, None) => 0,
    };
    let version = replay.format_version();
    Ok(Info {
        file: file.display().to_string(),
        format_version: format!("{}.{}", version.major, version.minor),
        state: match replay.state() {
            FileState::Live => "live",
            FileState::Packed => "packed",
            _ => "unknown",
        },
        complete: replay.is_complete() && damaged == 0,
        clean: replay.report().is_clean() && damaged == 0,
        knobs: header.knobs.clone(),
        changed: changed_knobs(header),
        game: header.game.clone(),
        title: header.title.clone(),
        preset: header.preset.clone(),
        rules: header.rules_version,
        map: header.map.clone(),
        seed: header.seed,
        seats: header
            .seats
            .iter()
            .map(|seat| SeatLine {
                id: seat.id.clone(),
                name: seat.name.clone(),
                agent: seat.agent.clone(),
                agent_version: seat.agent_version,
                settings: seat.settings.clone(),
            })
            .collect(),
        tags: header.tags.clone(),
        turns,
        records: timeline.len(),
        outcome: replay.end().map(|end| end.outcome.clone()),
        bytes: replay.bytes(),
        beliefs: belief_keys(timeline).iter().map(ToString::to_string).collect(),
        branches: branches
            .iter()
            .map(|branch| {
                let Branch { line, parent, record, name } = branch.branch().clone();
                BranchInfo { line, parent, record, name, records: branch.records().len() }
            })
            .collect(),
        redacted: redacted_to(header).and_then(|seat| header.seat_info(seat)).map(|info| info.id.clone()),
        notes: replay.notes().len(),
        report: match damaged {
            0 => replay.report().to_string(),
            1 => format!("{} 1 record cannot be read.", replay.report()),
            _ => format!("{} {damaged} records cannot be read.", replay.report()),
        },
    })
}

fn write_info(out: &mut impl Write, info: &Info) -> Result<()> {
    writeln!(out, "{}", info.file)?;
    let seed = info.seed.map_or_else(|| "hidden".to_owned(), |seed| seed.to_string());
    let named = |what: &str, name: &str| if name.is_empty() { String::new() } else { format!(", {what} {name}") };
    let (preset, map) = (named("preset", &info.preset), named("map", &info.map));
    writeln!(out, "  game     {}{preset}, rules {}{map}, seed {seed}", info.title, info.rules)?;
    if let Some(seat) = &info.redacted {
        writeln!(out, "  redacted holds what {seat} knew, and nothing else")?;
    }
    if !info.changed.is_empty() {
        let changed: Vec<String> = info.changed.iter().map(ToString::to_string).collect();
        writeln!(out, "  knobs    {}", changed.join(", "))?;
    }
    for seat in &info.seats {
        let agent = seat.agent.as_deref().unwrap_or("unknown agent");
        let settings: String = seat.settings.iter().map(|setting| format!(":{setting}")).collect();
        writeln!(out, "  {:<8} {}: {agent}{settings}", seat.id, seat.name)?;
    }
    // That of redacted recordings was told above.
    if !info.tags.is_empty() && info.redacted.is_none() {
        let tags: Vec<String> = info.tags.iter().map(ToString::to_string).collect();
        writeln!(out, "  tags     {}", tags.join(", "))?;
    }
    let outcome = info
        .outcome
        .as_ref()
        .map_or("the end is not there: a match in progress, or cut short", |outcome| &outcome.text);
    writeln!(out, "  outcome  {outcome} ({} turns)", info.turns)?;
    let beliefs = if info.beliefs.is_empty() { "none".to_owned() } else { info.beliefs.join(", ") };
    writeln!(out, "  beliefs  {beliefs}")?;
    for branch in &info.branches {
        let BranchInfo { line, parent, record, name, records } = branch;
        let leaves = if *parent == 0 { "the match".to_owned() } else { format!("branch {parent}") };
        writeln!(out, "  branch {line} {name}: leaves {leaves} behind record {record}, {records} records")?;
    }
    if info.notes > 0 {
        writeln!(out, "  notes    {}; `fogreel note {} --list` shows them", info.notes, info.file)?;
    }
    writeln!(
        out,
        "  file     {} records, {} bytes, {}, format {}",
        info.records, info.bytes, info.state, info.format_version
    )?;
    if !info.clean {
        writeln!(out, "  damage   {}", info.report)?;
    }
    Ok(())
}

/// For `demo`: a failure if the file just written cannot be read.
pub(super) fn must_open(file: &Path) -> Result<Replay> {
    Replay::open(file, Strictness::Strict).map_err(Failure::from)
}
