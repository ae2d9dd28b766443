//! Files that are no recordings, or no longer whole.

use crate::support::{fail, fogreel, folder, record, run, run_in, succeed};

#[test]
fn what_is_no_recording_is_named() {
    let folder = folder();
    let cases: [(&str, &[u8], &str); 5] = [
        ("empty.fogreel", b"", "empty"),
        ("notes.fogreel", b"Dear diary, today the guard lost me.", "text"),
        ("trace.fogreel", b"{\"game\":\"go\"}", "JSON"),
        ("picture.fogreel", b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR", "PNG"),
        ("noise.fogreel", &[7; 300], "not a Fogreel recording"),
    ];
    for (name, bytes, expected) in cases {
        std::fs::write(folder.path().join(name), bytes).expect("writable");
        for command in ["info", "show", "dump", "verify"] {
            let ran = fail(folder.path(), &[command, name], 3);
            assert!(ran.err.contains(expected) && ran.err.contains(name), "{command} {name}: {}", ran.err);
        }
    }
    fail(folder.path(), &["show", "missing.fogreel"], 3);
    fail(folder.path(), &["show", "."], 3);
}

/// Cut anywhere, the file opens with its complete records, or one sentence says why it cannot.
#[test]
fn a_cut_recording_shows_what_is_there() {
    let folder = folder();
    let whole = std::fs::read(record(folder.path())).expect("readable");
    let step = (whole.len() / 60).max(1);
    let mut recovered = Vec::new();
    for length in (0..whole.len()).step_by(step) {
        std::fs::write(folder.path().join("cut.fogreel"), &whole[..length]).expect("writable");
        let ran = run_in(folder.path(), &["dump", "cut.fogreel"]);
        assert!(ran.code == 0 || ran.code == 3, "{length}: {}", ran.err);
        assert!(!ran.err.contains("panicked"), "{length}: {}", ran.err);
        if ran.code == 0 {
            assert!(!ran.err.is_empty() || length > whole.len() - step, "the loss is said");
            recovered.push(ran.out.lines().filter(|line| line.starts_with("{\"type\":\"record\"")).count());
        }
    }
    assert!(recovered.is_sorted(), "a longer file holds no fewer records: {recovered:?}");
    assert!(*recovered.last().expect("some open") > 3);
}

#[test]
fn a_changed_action_is_named_by_verify() {
    let folder = folder();
    succeed(folder.path(), &["record", "rajakardhor", "--seed", "4", "--out", "honest.fogreel"]);
    // Recordings are binary and checked, so the forger goes through the library.
    let path = folder.path().join("honest.fogreel");
    let replay = fogreel_recorder::Replay::open(&path, fogreel_recorder::Strictness::Strict).expect("opens");
    let forged = fogreel_recorder::RecorderOptions { reproducible: true, ..Default::default() };
    let mut recorder = fogreel_recorder::Recorder::create(folder.path().join("forged.fogreel"), forged).expect("new");
    let timeline = replay.timeline();
    recorder.write_header(replay.header()).expect("writes");
    for index in 0..timeline.len() {
        let mut record = (*timeline.record(index).expect("reads")).clone();
        if index == 5 {
            let action = &mut record.actions[0].action;
            *action = if action == "wait" { "move up" } else { "wait" }.to_owned();
        }
        recorder.write_record(&record).expect("writes");
    }
    recorder.write_end(replay.end().expect("complete")).expect("writes");
    drop(recorder);
    let ran = run_in(folder.path(), &["verify", "forged.fogreel", "honest.fogreel"]);
    assert_eq!(ran.code, 1, "{}{}", ran.out, ran.err);
    assert!(ran.out.contains("differs in the rules at record 5"), "{}", ran.out);
    assert!(ran.out.contains("honest.fogreel: the same"), "{}", ran.out);
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_exit_code_4() {
    let folder = folder();
    if !std::path::Path::new("/dev/full").exists() {
        return;
    }
    std::os::unix::fs::symlink("/dev/full", folder.path().join("full.fogreel")).expect("a link");
    let ran = fail(folder.path(), &["record", "rajakardhor", "--out", "full.fogreel", "--force"], 4);
    assert!(ran.err.contains("full.fogreel"), "{}", ran.err);
}

/// A disk that fills up in the middle of a match, played by a limit on the size of files.
#[cfg(target_os = "linux")]
#[test]
fn a_disk_that_fills_up_leaves_a_readable_file() {
    let folder = folder();
    let program = fogreel().get_program().to_string_lossy().into_owned();
    let script = format!(
        "trap '' XFSZ; ulimit -f 24; exec {program} record rajakardhor --agent thief=still --agent guard=still \
         --set max_turns=5000 --out long.fogreel"
    );
    let ran = run(std::process::Command::new("bash").current_dir(folder.path()).args(["-c", &script]));
    assert_eq!(ran.code, 4, "{}{}", ran.out, ran.err);
    assert!(ran.err.contains("long.fogreel") && ran.err.contains("readable"), "{}", ran.err);
    let ran = succeed(folder.path(), &["dump", "long.fogreel"]);
    let records = ran.out.lines().filter(|line| line.starts_with("{\"type\":\"record\"")).count();
    assert!(records > 5, "{records}");
}

#[test]
fn unwritable_places_are_exit_code_4() {
    let folder = folder();
    record(folder.path());
    let ran = fail(folder.path(), &["record", "rajakardhor", "--out", "no/such/folder/m.fogreel"], 4);
    assert!(ran.err.contains("no/such/folder"), "{}", ran.err);
    let ran = fail(folder.path(), &["export", "match.fogreel", "--figure", "sheet", "--out", "match.fogreel/f"], 4);
    assert!(ran.err.contains("folder"), "{}", ran.err);
}

/// Bytes flipped in the middle: one record is lost, and every command says so.
#[test]
fn a_damaged_record_is_told_and_the_rest_can_be_read() {
    let folder = folder();
    let mut bytes = std::fs::read(record(folder.path())).expect("readable");
    let middle = bytes.len() / 2;
    for byte in &mut bytes[middle..middle + 10] {
        *byte ^= 0xff;
    }
    std::fs::write(folder.path().join("hurt.fogreel"), &bytes).expect("writable");
    let info: serde_json::Value =
        serde_json::from_str(&succeed(folder.path(), &["info", "hurt.fogreel", "--json"]).out).expect("JSON");
    assert_eq!(info[0]["complete"], false);
    assert!(info[0]["report"].as_str().expect("a sentence").contains("1 record cannot be read"), "{info}");
    let ran = fail(folder.path(), &["dump", "hurt.fogreel"], 3);
    assert!(ran.err.contains("--read salvage") && ran.err.contains("record"), "{}", ran.err);
    let whole = succeed(folder.path(), &["dump", "match.fogreel"]).out.lines().count();
    let ran = succeed(folder.path(), &["dump", "hurt.fogreel", "--read", "salvage"]);
    assert_eq!(ran.out.lines().count(), whole - 1, "all but the record that was hit");
    fail(folder.path(), &["verify", "hurt.fogreel"], 3);
    fail(folder.path(), &["show", "hurt.fogreel", "--read", "strict"], 3);
}

/// A damaged header: its copy in the index serves whoever asks for salvage.
#[test]
fn a_damaged_header_can_be_salvaged() {
    let folder = folder();
    let mut bytes = std::fs::read(record(folder.path())).expect("readable");
    bytes[120] ^= 0xff;
    std::fs::write(folder.path().join("head.fogreel"), &bytes).expect("writable");
    let ran = fail(folder.path(), &["show", "head.fogreel"], 3);
    assert!(ran.err.contains("--read salvage"), "{}", ran.err);
    let shown = succeed(folder.path(), &["show", "head.fogreel", "--read", "salvage", "--turn", "5"]).out;
    assert_eq!(shown, succeed(folder.path(), &["show", "match.fogreel", "--turn", "5"]).out);
}
