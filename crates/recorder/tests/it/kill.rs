//! Programs that are killed at random moments.
//!
//! The program is this one: it runs itself again, as the one test [`victim`], and kills it.

use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, Command, Stdio};

use fogreel_recorder::{Destination, FileState, Recorder, Replay, Strictness, SyncLevel, recover, repack};

use crate::sample::{self, REPRODUCIBLE};

const ROLE: &str = "FOGREEL_TEST_VICTIM";
const FILE: &str = "FOGREEL_TEST_FILE";

/// What is killed. Says on standard output what it has done. Does nothing where it is not told to.
#[test]
fn victim() {
    let (Ok(role), Some(path)) = (std::env::var(ROLE), std::env::var_os(FILE)) else { return };
    let mut said = std::io::stdout();
    if role == "record" {
        let options = fogreel_recorder::RecorderOptions { sync: SyncLevel::End, ..REPRODUCIBLE };
        let mut recorder = Recorder::create(&path, options).unwrap();
        recorder.write_header(&sample::header()).unwrap();
        for index in 0.. {
            recorder.write_record(&sample::record(index)).unwrap();
            writeln!(said, "done {index}").unwrap();
        }
    }
    for round in 0u32.. {
        let state = if round.is_multiple_of(2) { FileState::Packed } else { FileState::Live };
        repack(&path, state, Destination::InPlace).unwrap();
        writeln!(said, "done {round}").unwrap();
    }
}

/// Starts a victim, kills it when it has done so much, and returns the last thing it had done.
fn kill(role: &str, path: &Path, when: u32) -> u32 {
    let mut child: Child = Command::new(std::env::current_exe().unwrap())
        .args(["kill::victim", "--exact", "--nocapture"])
        .env(ROLE, role)
        .env(FILE, path)
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let mut done = None;
    for line in BufReader::new(child.stdout.take().unwrap()).lines() {
        // The harness may write before it on the same line.
        let number = line.unwrap().split("done ").nth(1).and_then(|number| number.parse().ok());
        if number.is_some() {
            done = number;
        }
        if done >= Some(when) {
            // What it says from now on is read, too: it was done before it died.
            let _ = child.kill();
        }
    }
    child.wait().unwrap();
    done.expect("the victim said something before it died")
}

#[test]
fn every_record_that_was_completed_is_there() {
    let folder = tempfile::tempdir().unwrap();
    for round in 0..12u32 {
        let path = folder.path().join(format!("{round}.fogreel"));
        let done = kill("record", &path, round * round * 17 % 1400);
        let replay = Replay::open(&path, Strictness::Tail).unwrap();
        let records = replay.report().recovered;
        assert!(records > done, "record {done} was completed, {records} are there");
        for index in 0..records {
            assert_eq!(*replay.timeline().record(index as usize).unwrap(), sample::record(index));
        }
        let saved = folder.path().join(format!("{round}.saved.fogreel"));
        let copied = recover(&path, Strictness::Salvage, &saved, false).unwrap();
        assert_eq!((copied.report.recovered, copied.report.missing.len()), (records, 0));
        repack(&saved, FileState::Packed, Destination::InPlace).unwrap();
        assert_eq!(Replay::open(&saved, Strictness::Strict).unwrap().report().recovered, records);
    }
}

#[test]
fn a_recording_whose_packer_is_killed_is_whole_in_one_state_or_the_other() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("match.fogreel");
    let live = sample::file(150);
    let packed = sample::packed(&live);
    fs::write(&path, &live).unwrap();
    for round in 0..10 {
        kill("repack", &path, round % 3);
        let now = fs::read(&path).unwrap();
        assert!(now == live || now == packed, "round {round}");
        repack(&path, FileState::Live, Destination::InPlace).unwrap();
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1, "what it left beside is gone");
    }
}
