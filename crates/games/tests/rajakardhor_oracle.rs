//! The `original` preset against matches recorded from the public original program.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use fogreel_analysis::assess::Assessor;
use fogreel_analysis::fault::FaultKind;
use fogreel_engine::data::{ActionTaken, BeliefKey, Record, Setting, SignalOutcome};
use fogreel_engine::{Cell, Detail, DynGame, MapSource, MatchConfig, Session, Step};
use fogreel_games::rajakardhor::{GUARD, THIEF};
use serde::Deserialize;

#[derive(Deserialize)]
struct OracleMatch {
    map: Vec<String>,
    exits: [Cell; 2],
    spawn: Spawn,
    guard_facing: String,
    seed: u64,
    turns: Vec<Turn>,
    outcome: OracleOutcome,
}

#[derive(Deserialize)]
struct Spawn {
    thief: Cell,
    guard: Cell,
}

#[derive(Deserialize)]
struct OracleOutcome {
    winner: String,
    reason: String,
    turns: u32,
}

#[derive(Deserialize)]
struct Turn {
    index: u32,
    actor: String,
    action: String,
    thief: Cell,
    guard: Cell,
    guard_facing: String,
    scan_active: bool,
    scan_cells: Option<Vec<Cell>>,
    guard_signals: Option<GuardSignals>,
    thief_signals: Option<ThiefSignals>,
    known_exits: Vec<Cell>,
    mode: String,
    belief: Option<Vec<f64>>,
    candidates: Vec<(String, f64)>,
}

#[derive(Deserialize)]
struct GuardSignals {
    seen: bool,
    heard: bool,
    thief_cell_if_seen: Option<Cell>,
}

#[derive(Deserialize)]
struct ThiefSignals {
    seen: bool,
    heard: bool,
    guard_cell_if_seen: Option<Cell>,
}

/// The committed subset, and the whole set where it lies beside the repository.
fn oracle_files() -> Vec<PathBuf> {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    let folders =
        [here.join("tests/data/rajakardhor-original"), here.join("../../../shared/oracles/rajakardhor-original")];
    let mut files: Vec<PathBuf> = folders
        .iter()
        .filter_map(|folder| std::fs::read_dir(folder).ok())
        .flatten()
        .map(|entry| entry.expect("a readable folder").path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "json"))
        .collect();
    files.sort();
    assert!(files.len() >= 8, "the committed subset is missing");
    files
}

fn start(oracle: &OracleMatch) -> Box<dyn Session> {
    let config = MatchConfig {
        preset: Some("original".to_owned()),
        map: MapSource::Text { name: "oracle".to_owned(), text: oracle.map.join("\n") },
        setup: vec![
            Setting::new("thief", oracle.spawn.thief.to_string()),
            Setting::new("guard", oracle.spawn.guard.to_string()),
            Setting::new("exits", format!("{};{}", oracle.exits[0], oracle.exits[1])),
            Setting::new("facing", oracle.guard_facing.clone()),
        ],
        seed: oracle.seed,
        ..MatchConfig::default()
    };
    game().start(&config, Detail::Full).expect("a legal start")
}

fn game() -> &'static dyn DynGame {
    fogreel_games::find("rajakardhor").expect("registered")
}

/// A header list position by id.
fn position(ids: impl IntoIterator<Item = String>, wanted: &str) -> u16 {
    ids.into_iter().position(|id| id == wanted).unwrap_or_else(|| panic!("no `{wanted}`")) as u16
}

/// Outcome and hit cells of a channel in a seat's view.
fn signal(
    session: &dyn Session,
    record: &Record,
    seat: fogreel_engine::Seat,
    channel: &str,
) -> (SignalOutcome, Vec<Cell>) {
    let id = position(session.header().channels.iter().map(|channel| channel.id.clone()), channel);
    let view = record.view(seat).expect("every seat has a view");
    let signal = view.signals.iter().find(|signal| signal.channel == id).expect("every channel has a signal");
    (signal.outcome, signal.cells.clone())
}

/// What the actor had before it decided, against the record that it decided from.
fn check_before(session: &dyn Session, turn: &Turn, at: &str) {
    let record = session.record();
    if let Some(expected) = &turn.thief_signals {
        let (sight, cells) = signal(session, &record, THIEF, "thief_sight");
        let (hearing, _) = signal(session, &record, THIEF, "thief_hearing");
        assert_eq!(sight == SignalOutcome::Hit, expected.seen, "{at}: the thief sees");
        assert_eq!(hearing == SignalOutcome::Hit, expected.heard, "{at}: the thief hears");
        assert_eq!(cells.first().copied(), expected.guard_cell_if_seen, "{at}");
    }
    let Some(expected) = &turn.guard_signals else { return };
    let (sight, seen) = signal(session, &record, GUARD, "sight");
    let (scan, scanned) = signal(session, &record, GUARD, "scan");
    let (noise, _) = signal(session, &record, GUARD, "noise");
    let is_seen = sight == SignalOutcome::Hit || scan == SignalOutcome::Hit;
    assert_eq!(is_seen, expected.seen, "{at}: the guard sees");
    assert_eq!(noise == SignalOutcome::Hit, expected.heard, "{at}: the guard hears");
    assert_eq!(seen.first().or(scanned.first()).copied(), expected.thief_cell_if_seen, "{at}");
    assert_eq!(scan != SignalOutcome::Unavailable, turn.scan_active, "{at}: the scan fires");
    if let Some(expected) = &turn.scan_cells {
        let id = position(session.header().channels.iter().map(|channel| channel.id.clone()), "scan");
        let view = record.view(GUARD).expect("a view");
        let signal = view.signals.iter().find(|signal| signal.channel == id).expect("a scan");
        let covered: BTreeSet<Cell> = signal.coverage.iter().collect();
        assert_eq!(covered, expected.iter().copied().collect(), "{at}: scan cells");
    }
    let exit_kind = position(session.header().piece_kinds.iter().map(|kind| kind.id.clone()), "exit");
    let view = record.view(GUARD).expect("a view");
    let known: Vec<Cell> =
        view.pieces.iter().filter(|known| known.piece.kind == exit_kind).map(|known| known.piece.cell).collect();
    assert_eq!(known, turn.known_exits, "{at}: known exits");
    let belief = record.belief(&BeliefKey::new("guard", "thief", "agent")).expect("the hunter states its belief");
    let expected = turn.belief.as_ref().expect("guard turns have a belief");
    assert_eq!(belief.values().len(), expected.len());
    for (index, (ours, theirs)) in belief.values().iter().zip(expected).enumerate() {
        assert!((ours - theirs).abs() < 1e-12, "{at}: belief in cell {index}: expected {theirs}, found {ours}");
    }
}

/// Positions and decision after the action.
fn check_after(session: &dyn Session, turn: &Turn, at: &str) {
    let record = session.record();
    let truth = record.truth.as_ref().expect("the referee sees the truth");
    let piece = |id: &str| {
        let kind = position(session.header().piece_kinds.iter().map(|kind| kind.id.clone()), id);
        truth.pieces.iter().find(|piece| piece.kind == kind).expect("on the board")
    };
    assert_eq!(piece("thief").cell, turn.thief, "{at}: thief");
    assert_eq!(piece("guard").cell, turn.guard, "{at}: guard");
    assert_eq!(
        piece("guard").facing.map(|facing| facing.to_string()).as_deref(),
        Some(turn.guard_facing.as_str()),
        "{at}"
    );
    let decision = record.decisions.first().expect("an agent decided");
    let branch = if turn.mode == "none" { "fuzzy" } else { &turn.mode };
    assert_eq!(decision.branch, branch, "{at}: branch");
    assert_eq!(decision.candidates.len(), turn.candidates.len(), "{at}: candidates");
    for (ours, (action, score)) in decision.candidates.iter().zip(&turn.candidates) {
        assert_eq!(&ours.action, action, "{at}: order of candidates");
        assert!((ours.score - score).abs() < 1e-9, "{at}: `{action}`: expected {score}, found {}", ours.score);
    }
}

fn check_outcome(session: &dyn Session, oracle: &OracleMatch, at: &str) {
    let end = session.end().unwrap_or_else(|| panic!("{at}: the match should be over"));
    let winner = match oracle.outcome.winner.as_str() {
        "thief" => vec![THIEF],
        "guard" => vec![GUARD],
        _ => vec![],
    };
    assert_eq!(end.outcome.winners.iter().collect::<Vec<_>>(), winner, "{at}: winner");
    assert_eq!(end.outcome.reason, oracle.outcome.reason, "{at}: reason");
    assert_eq!(end.turns, oracle.outcome.turns, "{at}: turns");
}

fn for_each_match(mut check: impl FnMut(&OracleMatch, &str)) {
    for path in oracle_files() {
        let text = std::fs::read_to_string(&path).expect("readable");
        let oracle: OracleMatch = serde_json::from_str(&text).expect("an oracle match");
        check(&oracle, &path.file_name().expect("a name").to_string_lossy());
    }
}

#[test]
fn every_match_replays_action_by_action() {
    for_each_match(|oracle, name| {
        let mut session = start(oracle);
        for turn in &oracle.turns {
            let at = format!("{name}, action {}", turn.index);
            check_before(session.as_ref(), turn, &at);
            let seat = if turn.actor == "thief" { THIEF } else { GUARD };
            let action = ActionTaken { seat, action: turn.action.clone() };
            session
                .apply(&Step { actions: vec![action], chance: Vec::new() })
                .unwrap_or_else(|error| panic!("{at}: {error}"));
            check_after(session.as_ref(), turn, &at);
        }
        check_outcome(session.as_ref(), oracle, name);
    });
}

#[test]
fn our_agents_play_every_match_move_for_move() {
    for_each_match(|oracle, name| {
        let mut session = start(oracle);
        for turn in &oracle.turns {
            session.advance();
            let record = session.record();
            let played: Vec<&str> = record.actions.iter().map(|taken| taken.action.as_str()).collect();
            assert_eq!(played, [turn.action.as_str()], "{name}, action {}", turn.index);
        }
        check_outcome(session.as_ref(), oracle, name);
    });
}

/// The two faults of the original's filter, told from its own numbers: the thief's cell at exactly 0, and a map that is
/// flat again after the start. Analysis finds these where they are, and says so of no other turn.
#[test]
fn both_faults_of_the_original_are_found_in_its_own_matches() {
    let (mut exclusions, mut restarts) = (0, 0);
    for_each_match(|oracle, name| {
        let mut session = start(oracle);
        let reasoning = fogreel_games::reasoning("rajakardhor").expect("it reasons");
        let reference = reasoning.reference_model(session.header(), GUARD, "uniform").expect("a model");
        let key = BeliefKey::new("guard", "thief", "agent");
        let mut assessor = Assessor::new(session.header(), &key, Some(reference), 0);
        let is_flat = |belief: &[f64]| {
            let held: Vec<f64> = belief.iter().copied().filter(|value| *value > 0.0).collect();
            held.len() > 80 && held.iter().all(|value| (value - held[0]).abs() < 1e-12)
        };
        // Beliefs are stated before the guard acts; the thief stands where its own action before led.
        let mut thief = oracle.spawn.thief;
        for turn in &oracle.turns {
            let faults = assessor.next(&session.record()).expect("a belief").faults;
            let has = |kind: FaultKind| faults.iter().any(|fault| fault.kind == kind);
            if let Some(belief) = &turn.belief {
                let at = format!("{name}, action {}", turn.index);
                let is_excluded = belief[usize::from(thief.row) * 10 + usize::from(thief.col)] == 0.0;
                assert_eq!(has(FaultKind::FalseExclusion), is_excluded, "{at}");
                let is_restart = turn.index > 1 && is_flat(belief);
                assert_eq!(has(FaultKind::SilentReset), is_restart, "{at}");
                exclusions += u32::from(is_excluded);
                restarts += u32::from(is_restart);
            }
            thief = turn.thief;
            session.advance();
        }
        assert_eq!(assessor.error(), None, "{name}");
    });
    assert!(exclusions > 0, "none of {restarts} restarts");
}
