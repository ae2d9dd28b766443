//! Packing, unpacking and recovering recordings.

use std::path::Path;

use crate::support::{fail, fogreel, folder, record, run, run_in, succeed};

fn names(folder: &Path) -> Vec<String> {
    let entries = std::fs::read_dir(folder).expect("a folder");
    let mut names: Vec<String> =
        entries.map(|entry| entry.expect("an entry").file_name().to_string_lossy().into_owned()).collect();
    names.sort();
    names
}

#[test]
fn a_packed_recording_is_smaller_and_every_command_says_the_same_of_it() {
    let folder = folder();
    let live = std::fs::read(record(folder.path())).expect("readable");
    let commands: [&[&str]; 6] = [
        &["dump", "match.fogreel"],
        &["dump", "match.fogreel", "--records", "3..5"],
        &["show", "match.fogreel", "--turn", "7"],
        &["verify", "match.fogreel"],
        &["dump", "match.fogreel", "--read", "strict"],
        &["dump", "match.fogreel", "--read", "salvage"],
    ];
    let say = || commands.map(|command| succeed(folder.path(), command).out);
    let before = say();
    let ran = succeed(folder.path(), &["pack", "match.fogreel"]);
    let packed = std::fs::read(folder.path().join("match.fogreel")).expect("readable");
    assert!(packed.len() * 2 < live.len(), "{} of {}", packed.len(), live.len());
    assert!(ran.out.contains(&format!("{} bytes before, {} bytes now", live.len(), packed.len())), "{}", ran.out);
    assert_eq!(say(), before);
    let info = succeed(folder.path(), &["info", "match.fogreel", "--json"]).out;
    let info: serde_json::Value = serde_json::from_str(&info).expect("JSON");
    assert_eq!((&info[0]["state"], &info[0]["complete"]), (&"packed".into(), &true.into()));
    succeed(folder.path(), &["export", "match.fogreel", "--figure", "timeline", "--format", "svg", "--out", "figures"]);

    let ran = succeed(folder.path(), &["unpack", "match.fogreel", "--json"]);
    let line: serde_json::Value = serde_json::from_str(&ran.out).expect("JSON");
    assert_eq!(line[0]["bytes_before"], packed.len());
    assert_eq!(line[0]["bytes"], live.len());
    assert_eq!(std::fs::read(folder.path().join("match.fogreel")).expect("readable"), live);
    assert_eq!(names(folder.path()), ["figures", "match.fogreel"]);
}

#[test]
fn copies_leave_the_recording_as_it_is_and_overwrite_nothing_unasked() {
    let folder = folder();
    let live = std::fs::read(record(folder.path())).expect("readable");
    succeed(folder.path(), &["pack", "match.fogreel", "--out", "small.fogreel"]);
    assert_eq!(std::fs::read(folder.path().join("match.fogreel")).expect("readable"), live);
    let ran = fail(folder.path(), &["unpack", "small.fogreel", "--out", "match.fogreel"], 2);
    assert!(ran.err.contains("--force"), "{}", ran.err);
    fail(folder.path(), &["pack", "match.fogreel", "--out", "match.fogreel", "--force"], 2);
    fail(folder.path(), &["pack", "match.fogreel", "small.fogreel", "--out", "both.fogreel"], 2);
    fail(folder.path(), &["pack", "match.fogreel", "--force"], 2);
    fail(folder.path(), &["pack", "missing.fogreel"], 3);
    succeed(folder.path(), &["unpack", "small.fogreel", "--out", "match.fogreel", "--force"]);
    assert_eq!(std::fs::read(folder.path().join("match.fogreel")).expect("readable"), live);
    // One that cannot be packed does not keep the others from it.
    std::fs::write(folder.path().join("notes.fogreel"), "Dear diary").expect("writable");
    let ran = fail(folder.path(), &["pack", "notes.fogreel", "match.fogreel"], 3);
    assert!(ran.err.contains("notes.fogreel") && ran.out.contains("match.fogreel: packed"), "{}{}", ran.out, ran.err);
    assert_eq!(names(folder.path()), ["match.fogreel", "notes.fogreel", "small.fogreel"]);
}

#[test]
fn what_is_left_of_a_damaged_recording_is_recovered() {
    let folder = folder();
    let whole = std::fs::read(record(folder.path())).expect("readable");
    let lines = |file: &str, read: &str| {
        let ran = succeed(folder.path(), &["dump", file, "--read", read]);
        ran.out.lines().map(str::to_owned).collect::<Vec<_>>()
    };
    let mut hurt = whole.clone();
    let middle = hurt.len() / 2;
    hurt[middle..middle + 10].iter_mut().for_each(|byte| *byte ^= 0xff);
    std::fs::write(folder.path().join("hurt.fogreel"), &hurt).expect("writable");
    let ran = fail(folder.path(), &["pack", "hurt.fogreel"], 3);
    assert!(ran.err.contains("fogreel recover"), "{}", ran.err);

    let ran = run_in(folder.path(), &["recover", "hurt.fogreel", "--out", "saved.fogreel"]);
    assert_eq!(ran.code, 1, "a record is lost: {}{}", ran.out, ran.err);
    assert!(ran.out.contains("recovered, missing"), "{}", ran.out);
    assert_eq!(std::fs::read(folder.path().join("hurt.fogreel")).expect("readable"), hurt, "the input is not touched");
    let [all, left] = [lines("match.fogreel", "strict"), lines("saved.fogreel", "salvage")];
    assert_eq!(left, lines("hurt.fogreel", "salvage"));
    assert_eq!(left.len(), all.len() - 1);
    let ran = run_in(folder.path(), &["recover", "hurt.fogreel", "--out", "saved.fogreel", "--force", "--json"]);
    let report: serde_json::Value = serde_json::from_str(&ran.out).expect("JSON");
    assert_eq!((ran.code, report["missing"].as_array().map(Vec::len)), (1, Some(1)));
    assert_eq!(report["recovered"], all.len() - 3);
    assert_eq!((&report["complete"], &report["bytes_cut"]), (&true.into(), &0.into()));
    // Figures and pictures of what is there can be drawn.
    succeed(folder.path(), &["show", "saved.fogreel", "--turn", "3"]);
    fail(folder.path(), &["recover", "hurt.fogreel", "--out", "saved.fogreel"], 2);
    fail(folder.path(), &["recover", "hurt.fogreel", "--out", "hurt.fogreel", "--force"], 2);
    fail(folder.path(), &["recover", "hurt.fogreel", "--out", "x.fogreel", "--read", "strict"], 3);

    // A cut file: what was never whole is not lost.
    std::fs::write(folder.path().join("cut.fogreel"), &whole[..middle]).expect("writable");
    let ran = succeed(folder.path(), &["recover", "cut.fogreel", "--out", "prefix.fogreel"]);
    assert!(ran.out.contains("after the last good frame"), "{}", ran.out);
    let prefix = lines("prefix.fogreel", "strict");
    assert!(prefix.len() > 3 && all.starts_with(&prefix));

    std::fs::write(folder.path().join("diary.fogreel"), "Dear diary").expect("writable");
    fail(folder.path(), &["recover", "diary.fogreel", "--out", "diary.out"], 3);
    fail(folder.path(), &["recover", "missing.fogreel", "--out", "missing.out"], 3);
    fail(folder.path(), &["recover", "cut.fogreel", "--out", "no/such/folder/x.fogreel"], 4);
    assert!(names(folder.path()).iter().all(|name| name.ends_with(".fogreel")), "{:?}", names(folder.path()));
}

/// A disk that fills up at any moment leaves the recording as it was, and nothing beside it.
#[cfg(target_os = "linux")]
#[test]
fn a_disk_that_fills_up_while_packing_costs_nothing() {
    let folder = folder();
    let long = ["record", "rajakardhor", "--agent", "thief=still", "--agent", "guard=random", "--set", "max_turns=400"];
    succeed(folder.path(), &[&long[..], &["--out", "match.fogreel"]].concat());
    let live = std::fs::read(folder.path().join("match.fogreel")).expect("readable");
    succeed(folder.path(), &["pack", "match.fogreel", "--out", "small.fogreel"]);
    let packed = std::fs::metadata(folder.path().join("small.fogreel")).expect("there").len();
    let program = fogreel().get_program().to_string_lossy().into_owned();
    // `ulimit -f` counts blocks of 1,024 bytes.
    let blocks = packed / 1024;
    for limit in [0, 1, blocks / 4, blocks / 2, blocks.saturating_sub(1)] {
        let script = format!("trap '' XFSZ; ulimit -f {limit}; exec {program} pack match.fogreel");
        let ran = run(std::process::Command::new("bash").current_dir(folder.path()).args(["-c", &script]));
        assert_eq!(ran.code, 4, "{limit}: {}{}", ran.out, ran.err);
        assert!(ran.err.contains("is as it was"), "{}", ran.err);
        assert_eq!(std::fs::read(folder.path().join("match.fogreel")).expect("readable"), live);
        assert_eq!(names(folder.path()), ["match.fogreel", "small.fogreel"]);
    }
}
