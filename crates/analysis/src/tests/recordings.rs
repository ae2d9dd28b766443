//! Faults in the sample recordings, as their descriptions tell them.

use std::path::{Path, PathBuf};

use fogreel_engine::{Seat, Viewpoint};
use fogreel_recorder::{Replay, Strictness, Timeline};

use crate::belief_keys;
use crate::fault::{FaultKind, Grade, belief_faults, faults};
use crate::perspective::record_for;

fn samples() -> Vec<PathBuf> {
    let good = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../replays/good");
    let games = std::fs::read_dir(good).expect("samples").map(|entry| entry.expect("readable").path());
    let files =
        games.flat_map(|game| std::fs::read_dir(game).expect("a folder").map(|entry| entry.expect("readable").path()));
    let mut files: Vec<PathBuf> =
        files.filter(|file| file.extension().is_some_and(|ending| ending == "fogreel")).collect();
    files.sort();
    assert!(files.len() >= 8);
    files
}

fn open(file: &Path) -> Timeline {
    Replay::open(file, Strictness::Strict).expect("readable").into_timeline()
}

/// Kind, grade, and the turns from the first to the last.
fn spans(name: &str) -> Vec<(FaultKind, Grade, u32, u32)> {
    let file = samples().into_iter().find(|file| file.file_stem().is_some_and(|stem| stem == name)).expect(name);
    let timeline = open(&file);
    let key = belief_keys(&timeline).into_iter().next().expect("a belief");
    let mut spans: Vec<(FaultKind, Grade, u32, u32)> = Vec::new();
    for tracked in belief_faults(&timeline, &key, Viewpoint::Referee).expect("readable") {
        let fault = &tracked.fault;
        match spans.iter_mut().rev().find(|span| span.0 == fault.kind) {
            Some(span) if !tracked.begins() => span.3 = fault.turn,
            _ => spans.push((fault.kind, fault.grade, fault.turn, fault.turn)),
        }
    }
    spans
}

#[test]
fn the_filter_of_the_guide_has_no_fault_but_its_motion_model() {
    for name in ["thief-wins", "guard-wins", "delayed-escape", "city"] {
        assert_eq!(spans(name), [], "{name}");
    }
    // "The belief is not wrong by evidence but by its motion model."
    assert_eq!(spans("sneak"), [(FaultKind::Overconfident, Grade::Mistake, 27, 31)]);
}

#[test]
fn the_filter_of_the_original_excludes_the_truth_where_its_description_says() {
    let exclusion = |from, to| (FaultKind::FalseExclusion, Grade::Blunder, from, to);
    let overconfident = (FaultKind::Overconfident, Grade::Mistake, 23, 24);
    assert_eq!(spans("draw"), [exclusion(15, 22), overconfident, exclusion(29, 30)]);
    assert_eq!(spans("truth-excluded"), [exclusion(23, 30)]);
    // After its silent restart on turn 47 it believes in cells that it looks at.
    let in_sight = (FaultKind::MassOnVisibleEmpty, Grade::Mistake, 47, 47);
    assert_eq!(spans("noise-distance"), [exclusion(9, 30), exclusion(41, 46), in_sight]);
}

#[test]
fn what_a_seat_is_told_follows_from_its_own_record_in_every_sample() {
    for file in samples() {
        let timeline = open(&file);
        let header = timeline.header();
        for index in 0..timeline.len() {
            let record = timeline.record(index).expect("readable");
            for seat in (0..header.seats.len() as u8).map(Seat) {
                let filtered = record_for(header, &record, Viewpoint::Seat(seat));
                let of_seat = |fault: &crate::fault::Fault| {
                    fault.seat == Some(seat) && !fault.needs_truth && filtered.belief(&fault.key).is_some()
                };
                let told: Vec<_> = faults(header, &record).into_iter().filter(of_seat).collect();
                assert_eq!(told, faults(header, &filtered), "{} record {index}", file.display());
            }
        }
    }
}
