//! Recordings of every version of the format open for ever, and say what they said (`replays/compat/README.md`).

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use fogreel_recorder::{Replay, Strictness};
use serde_json::Value;
use sha2::{Digest, Sha256};

use crate::support::{repository, succeed};

pub(crate) fn folder() -> PathBuf {
    repository().join("replays/compat/v1")
}

/// Hashes by the names of files, as `sha256sum` writes them.
fn sums() -> BTreeMap<String, String> {
    let sums = std::fs::read_to_string(folder().join("SHA256SUMS")).expect("readable");
    let line = |line: &str| line.split_once("  ").map(|(sum, name)| (name.to_owned(), sum.to_owned()));
    sums.lines().map(|text| line(text).expect("a hash and a name")).collect()
}

/// How a recording is read that is not whole.
fn strictness(name: &str) -> &'static str {
    match name {
        "cut" => "tail",
        "gap" => "salvage",
        _ => "strict",
    }
}

/// The lines of a dump that is kept beside the recording.
pub(crate) fn kept(name: &str) -> String {
    let packed = std::fs::read(folder().join(name)).expect("readable");
    String::from_utf8(zstd::decode_all(&packed[..]).expect("zstd")).expect("UTF-8")
}

/// What is kept of a recording: for the match and each branch what `dump` says, as the number of the line and JSON lines.
pub(crate) fn dumps() -> Vec<(String, u32, &'static str, String)> {
    let mut dumps = Vec::new();
    for file in sums().keys() {
        let Some(name) = file.strip_suffix(".jsonl.zst") else { continue };
        if name.ends_with(".notes") {
            continue;
        }
        let (name, line) = match name.split_once(".line-") {
            Some((name, line)) => (name, line.parse().expect("a number")),
            None => (name, 0),
        };
        dumps.push((format!("{name}.fogreel"), line, strictness(name), kept(file)));
    }
    dumps
}

/// Whether everything that was said is said still; fields may have been added.
fn covers(now: &Value, then: &Value) -> bool {
    match (now, then) {
        (Value::Object(now), Value::Object(then)) => {
            then.iter().all(|(name, then)| now.get(name).is_some_and(|now| covers(now, then)))
        }
        (Value::Array(now), Value::Array(then)) => {
            now.len() == then.len() && now.iter().zip(then).all(|(now, then)| covers(now, then))
        }
        _ => format!("{now}") == format!("{then}"),
    }
}

fn assert_covers(now: &str, then: &str, label: &str) {
    if now == then {
        return;
    }
    let values =
        |text: &str| text.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect::<Vec<Value>>();
    let (now, then) = (values(now), values(then));
    assert_eq!(now.len(), then.len(), "{label}");
    for (number, (now, then)) in now.iter().zip(&then).enumerate() {
        assert!(covers(now, then), "{label}: line {number} is another");
    }
}

#[test]
fn no_file_that_is_kept_was_changed() {
    let sums = sums();
    let entries = std::fs::read_dir(folder()).expect("a folder").map(|entry| entry.expect("an entry").file_name());
    let mut names: Vec<String> = entries.map(|name| name.into_string().expect("UTF-8")).collect();
    names.retain(|name| name != "SHA256SUMS");
    names.sort();
    assert_eq!(names, sums.keys().cloned().collect::<Vec<_>>());
    for (name, sum) in sums {
        let bytes = std::fs::read(folder().join(&name)).expect("readable");
        let found: String = Sha256::digest(bytes).iter().map(|byte| format!("{byte:02x}")).collect();
        assert_eq!(found, sum, "{name}");
    }
}

#[test]
fn what_is_kept_is_read_as_it_was() {
    let dumps = dumps();
    assert!(dumps.len() >= 20, "{}", dumps.len());
    for (file, line, read, then) in dumps {
        let line = line.to_string();
        let now = succeed(&folder(), &["dump", &file, "--read", read, "--line", &line]).out;
        assert_covers(&now, &then, &format!("{file}, line {line}"));
    }
}

#[test]
fn notes_that_are_kept_are_read_as_they_were() {
    for name in ["notes", "branches", "branches-packed", "unknown-kinds"] {
        let replay = Replay::open(folder().join(format!("{name}.fogreel")), Strictness::Strict).expect("opens");
        let lines: Vec<String> =
            replay.notes().iter().map(|note| serde_json::to_string(note).expect("JSON") + "\n").collect();
        assert_covers(&lines.concat(), &kept(&format!("{name}.notes.jsonl.zst")), name);
    }
}

/// Packing and unpacking lose nothing of them, either.
#[test]
fn what_is_kept_can_be_packed_and_unpacked() {
    let out = crate::support::folder();
    let copy = |verb: &str, from: &Path, to: &str| {
        let from = from.to_string_lossy();
        succeed(out.path(), &[verb, &from, "--out", to, "--force"]);
    };
    for (file, line, read, then) in dumps() {
        // What is damaged is recovered first; what this version does not know cannot be copied.
        if read == "tail" || file == "unknown-kinds.fogreel" {
            continue;
        }
        copy("pack", &folder().join(&file), "packed.fogreel");
        copy("unpack", &out.path().join("packed.fogreel"), "live.fogreel");
        for copy in ["packed.fogreel", "live.fogreel"] {
            let now = succeed(out.path(), &["dump", copy, "--read", read, "--line", &line.to_string()]).out;
            assert_covers(&now, &then, &format!("{file}, line {line}, {copy}"));
        }
    }
}
