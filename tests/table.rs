//! `fogreel table`: the rows of recordings, in every format.

use std::collections::BTreeMap;
use std::path::Path;
use std::process::Command;

use serde_json::Value;

use crate::support::{fail, fogreel, folder, python_with, record, repository, run, run_in, succeed};

const KINDS: [&str; 6] = ["matches", "records", "beliefs", "evidence", "decisions", "signals"];

fn samples() -> String {
    repository().join("replays/good/rajakardhor").to_string_lossy().into_owned()
}

/// The rows of JSON lines.
fn rows(folder: &Path, arguments: &[&str]) -> Vec<Value> {
    let file = folder.join("rows.jsonl");
    succeed(folder, &[&["table"], arguments, &["--out", "rows.jsonl", "--force"]].concat());
    let text = std::fs::read_to_string(file).expect("written");
    text.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect()
}

#[test]
fn every_format_holds_the_same_rows() {
    let folder = folder();
    let python = python_with("pyarrow");
    for kind in KINDS {
        for ending in ["parquet", "csv", "jsonl"] {
            let out = format!("{kind}.{ending}");
            let ran = succeed(folder.path(), &["table", &samples(), "--rows", kind, "--out", &out]);
            assert!(ran.out.contains("rows of 8 matches"), "{}", ran.out);
        }
        let Some(python) = &python else { continue };
        let files = ["parquet", "csv", "jsonl"].map(|ending| format!("{kind}.{ending}"));
        let script = repository().join("tests/reader/tables.py");
        let ran = run(Command::new(python).current_dir(folder.path()).arg(script).args(files));
        assert_eq!(ran.code, 0, "{kind}: {}", ran.err);
        assert!(!ran.out.contains("\"rows\": 0"), "{kind}: {}", ran.out);
    }
}

/// The numbers are those that `analyze --csv` writes, the rest what `dump` tells.
#[test]
fn rows_say_what_the_other_commands_say() {
    let folder = folder();
    // Beliefs over single elements, and beliefs about numbers.
    for sample in ["rajakardhor/truth-excluded", "ctf/garden"] {
        let sample = repository().join(format!("replays/good/{sample}.fogreel"));
        let sample = sample.to_string_lossy();
        succeed(folder.path(), &["analyze", &sample, "--csv", "turns.csv", "--force"]);
        let analysed = std::fs::read_to_string(folder.path().join("turns.csv")).expect("written");
        let mut lines = analysed.lines();
        let names: Vec<&str> = lines.next().expect("names").split(',').collect();
        let beliefs = rows(folder.path(), &[&sample, "--rows", "beliefs"]);
        let mut compared = 0;
        for (row, line) in beliefs.iter().zip(lines) {
            let fields: BTreeMap<&str, &str> = names.iter().copied().zip(line.split(',')).collect();
            for (name, value) in row.as_object().expect("an object").iter().filter(|(_, value)| !value.is_null()) {
                let Some(field) = fields.get(name.as_str()) else { continue };
                match value {
                    Value::Number(number) => {
                        assert_eq!(field.parse::<f64>().ok(), number.as_f64(), "{name}: {line}");
                        compared += 1;
                    }
                    value => assert_eq!(value.as_str(), Some(*field), "{name}: {line}"),
                }
            }
        }
        assert!(compared > 500, "{compared}");
        assert_eq!(beliefs.len(), analysed.lines().count() - 1);
    }
    let sample = repository().join("replays/good/rajakardhor/truth-excluded.fogreel");
    let sample = sample.to_string_lossy();

    let dumped = succeed(folder.path(), &["dump", &sample]).out;
    let dumped: Vec<Value> = dumped.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    let records: Vec<&Value> = dumped.iter().filter(|line| line["type"] == "record").collect();
    let told = rows(folder.path(), &[&sample, "--rows", "records"]);
    assert_eq!(told.len(), records.len());
    for (row, record) in told.iter().zip(records) {
        assert_eq!(
            (&row["record"], &row["turn"], &row["state_hash"]),
            (&record["index"], &record["turn"], &record["state_hash"])
        );
    }
    let signals = rows(folder.path(), &[&sample, "--rows", "signals"]);
    assert!(
        signals.iter().any(|row| row["is_privileged"] == true) && signals.iter().any(|row| row["outcome"] == "miss")
    );
    let moves = rows(folder.path(), &[&sample, "--rows", "decisions"]);
    assert!(moves.iter().any(|row| row["fair_mark"] == "??") && moves.iter().all(|row| row["action"].is_string()));
    let evidence = rows(folder.path(), &[&sample, "--rows", "evidence"]);
    assert!(evidence.iter().any(|row| row["channel"] == "capture" && row["shapley_truth_bits"].is_number()));
}

/// What a seat may know is the table of the redacted recording, but for the name of the file and who wrote it.
#[test]
fn a_seat_gets_what_it_can_know() {
    let folder = folder();
    record(folder.path());
    for seat in ["guard", "thief"] {
        succeed(folder.path(), &["redact", "match.fogreel", "--keep", seat, "--out", "redacted.fogreel", "--force"]);
        for kind in KINDS {
            let comparable = |mut row: Value| {
                for name in ["file", "is_redacted", "writer"] {
                    row.as_object_mut().expect("an object").remove(name);
                }
                row
            };
            let seen: Vec<Value> = rows(folder.path(), &["match.fogreel", "--rows", kind, "--as", seat])
                .into_iter()
                .map(comparable)
                .collect();
            let kept: Vec<Value> =
                rows(folder.path(), &["redacted.fogreel", "--rows", kind]).into_iter().map(comparable).collect();
            assert_eq!(seen, kept, "{kind} of {seat}");
        }
        let records = rows(folder.path(), &["match.fogreel", "--rows", "records", "--as", seat]);
        assert!(
            records.iter().all(|row| row["pieces"].is_null() && row["state_hash"].is_null() && row["chance"] == "")
        );
    }
}

#[test]
fn the_file_is_the_same_whatever_the_number_of_jobs() {
    let folder = folder();
    for jobs in ["1", "3"] {
        for ending in ["parquet", "csv"] {
            let out = format!("{jobs}.{ending}");
            succeed(folder.path(), &["table", &samples(), "--rows", "beliefs", "--jobs", jobs, "--out", &out]);
        }
    }
    for ending in ["parquet", "csv"] {
        let read = |jobs: &str| std::fs::read(folder.path().join(format!("{jobs}.{ending}"))).expect("written");
        assert!(read("1") == read("3"), "{ending}");
    }
}

#[test]
fn what_is_wrong_is_said_and_the_rest_is_written() {
    let folder = folder();
    record(folder.path());
    std::fs::write(folder.path().join("bad.fogreel"), "no recording").expect("writable");
    let ran =
        fail(folder.path(), &["table", "bad.fogreel", "match.fogreel", "--rows", "records", "--out", "rows.csv"], 3);
    assert!(ran.err.contains("bad.fogreel") && ran.out.contains("rows of 1 match"), "{}{}", ran.err, ran.out);
    // Nothing that could be read makes no file, and what was there stays.
    fail(folder.path(), &["table", "bad.fogreel", "--rows", "records", "--out", "none.csv"], 3);
    assert!(!folder.path().join("none.csv").exists());
    let before = std::fs::read(folder.path().join("rows.csv")).expect("written");
    let ran = fail(folder.path(), &["table", "match.fogreel", "--rows", "records", "--out", "rows.csv"], 2);
    assert!(ran.err.contains("--force"), "{}", ran.err);
    fail(folder.path(), &["table", "bad.fogreel", "--rows", "records", "--out", "rows.csv", "--force"], 3);
    assert_eq!(std::fs::read(folder.path().join("rows.csv")).expect("still there"), before);
    for (arguments, says) in [
        (["--rows", "moves", "--out", "x.csv"], "matches, records, beliefs"),
        (["--rows", "records", "--out", "x.xls"], ".parquet, .csv, .jsonl"),
        (["--rows", "records", "--out", "x"], "--format"),
    ] {
        let ran = fail(folder.path(), &[&["table", "match.fogreel"], &arguments[..]].concat(), 2);
        assert!(ran.err.contains(says), "{}", ran.err);
    }
    let ran = run_in(
        folder.path(),
        &["table", "match.fogreel", "--rows", "beliefs", "--opponent", "nobody", "--out", "x.csv"],
    );
    assert_eq!(ran.code, 2, "{}", ran.err);
    let ran =
        run_in(folder.path(), &["table", "match.fogreel", "--rows", "beliefs", "--as", "nobody", "--out", "x.csv"]);
    assert_eq!(ran.code, 2, "{}", ran.err);
    let left: Vec<_> =
        std::fs::read_dir(folder.path()).expect("a folder").map(|entry| entry.expect("an entry").file_name()).collect();
    assert_eq!(left.len(), 3, "nothing is left beside: {left:?}");
}

/// A limit on the size of files stands for a full disk.
#[test]
#[cfg(unix)]
fn a_full_disk_leaves_nothing_behind() {
    let folder = folder();
    let script = "trap '' XFSZ; ulimit -f 8; exec \"$@\"";
    let mut limited = Command::new("sh");
    limited.current_dir(folder.path()).args(["-c", script, "sh", fogreel().get_program().to_str().expect("a path")]);
    let ran = run(limited.args(["table", &samples(), "--rows", "signals", "--out", "rows.jsonl"]));
    assert_eq!(ran.code, 4, "{}", ran.err);
    assert!(ran.err.contains("rows.jsonl"), "{}", ran.err);
    assert_eq!(std::fs::read_dir(folder.path()).expect("a folder").count(), 0);
}
