//! JSON lines both ways.

use std::io::Write as _;
use std::path::Path;
use std::process::{Command, Stdio};

use fogreel_recorder::{Replay, Strictness};
use serde_json::{Value, json};

use crate::support::{fail, fogreel, folder, record, repository, run, run_in, succeed};

/// Recordings of every kind: matches of our games, and one that holds everything that a recording can hold.
fn recordings() -> Vec<std::path::PathBuf> {
    let games = repository().join("replays/good");
    let folders = std::fs::read_dir(games).expect("samples").map(|entry| entry.expect("an entry").path());
    let files = folders.flat_map(|folder| std::fs::read_dir(folder).expect("a folder"));
    let files = files.map(|entry| entry.expect("an entry").path()).filter(|path| path.extension().is_some());
    let mut files: Vec<_> = files.filter(|path| path.extension().is_some_and(|end| end == "fogreel")).collect();
    files.push(repository().join("crates/recorder/tests/golden/format-1.0.fogreel"));
    assert!(files.len() > 5);
    files
}

#[test]
fn what_dump_writes_import_reads_back() {
    let folder = folder();
    for file in recordings() {
        std::fs::copy(&file, folder.path().join("match.fogreel")).expect("copied");
        succeed(folder.path(), &["note", "match.fogreel", "--record", "0", "noted \"here\"\nand there"]);
        let dump = |file: &str| succeed(folder.path(), &["dump", file]).out;
        let lines = dump("match.fogreel");
        std::fs::write(folder.path().join("trace.jsonl"), &lines).expect("writable");
        succeed(folder.path(), &["import", "trace.jsonl", "--out", "again.fogreel", "--force"]);
        assert!(dump("again.fogreel") == lines, "{}", file.display());
        let open = |file: &str| Replay::open(folder.path().join(file), Strictness::Strict).expect("a recording");
        let (before, after) = (open("match.fogreel"), open("again.fogreel"));
        assert_eq!((after.header(), after.end(), after.notes()), (before.header(), before.end(), before.notes()));
        assert_eq!(after.timeline().len(), before.timeline().len());
        for index in 0..before.timeline().len() {
            let record = |replay: &Replay| replay.timeline().record(index).expect("a record");
            assert_eq!(record(&after), record(&before), "{}, record {index}", file.display());
        }
    }
}

/// One value of a trace is replaced, and the import says what is wrong and leaves nothing behind.
fn assert_refused(folder: &Path, mut lines: Vec<Value>, (line, path, value): (usize, &str, Value), expected: &str) {
    let (parent, name) = path.rsplit_once('/').expect("a path");
    match lines[line - 1].pointer_mut(parent).expect("a parent") {
        Value::Object(fields) => drop(fields.insert(name.to_owned(), value)),
        Value::Array(values) => values[name.parse::<usize>().expect("a position")] = value,
        other => panic!("{other}"),
    }
    write(folder, &lines);
    let ran = fail(folder, &["import", "trace.jsonl", "--out", "match.fogreel"], 3);
    assert!(ran.err.contains(&format!("trace.jsonl: {expected}")), "{path}: {}", ran.err);
    assert!(!folder.join("match.fogreel").exists() && !folder.join("match.fogreel.new").exists());
}

/// The least that makes a match.
fn trace() -> Vec<Value> {
    vec![
        json!({"type": "header", "game": "tag", "board": {"size": {"rows": 2, "cols": 3}},
               "seats": [{"id": "hunter"}, {"id": "prey"}], "piece_kinds": [{"id": "prey"}],
               "targets": [{"id": "prey"}, {"id": "mood", "domain": {"labels": ["calm", "wild"]}}],
               "channels": [{"id": "nose"}], "event_kinds": [{"id": "sniff"}]}),
        json!({"type": "record", "views": [{"seat": 0, "visible": [[0, 0]]}]}),
        json!({"type": "record", "actions": [{"seat": 0, "action": "left"}], "events": [{"kind": 0}],
               "truth": {"pieces": [{"kind": 0, "cell": [1, 2]}]},
               "views": [{"seat": 0, "visible": [[0, 1]], "signals": [{"channel": 0, "outcome": "miss"}]}],
               "beliefs": [{"key": "hunter/prey@agent", "values": [0, 0, 0, 0, 0.5, 0.5]}]}),
        json!({"type": "end", "outcome": {"winners": [1], "reason": "lost"}}),
        json!({"type": "note", "record": 1, "text": "so near"}),
    ]
}

fn write(folder: &Path, lines: &[Value]) {
    let text: String = lines.iter().map(|line| line.to_string() + "\n").collect();
    std::fs::write(folder.join("trace.jsonl"), text).expect("writable");
}

#[test]
fn what_follows_need_not_be_said() {
    let folder = folder();
    write(folder.path(), &trace());
    let ran = succeed(folder.path(), &["import", "trace.jsonl", "--out", "match.fogreel"]);
    assert!(ran.out.starts_with("match.fogreel: 2 records, 1 notes, "), "{}", ran.out);
    let dump = succeed(folder.path(), &["dump", "match.fogreel"]).out;
    let lines: Vec<Value> = dump.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    let at = |line: usize, path: &str| lines[line].pointer(path).unwrap_or_else(|| panic!("{path}")).clone();
    for (line, path, expected) in [
        (0, "/title", json!("tag")),
        (0, "/board/terrain", json!([0, 0, 0, 0, 0, 0])),
        (0, "/board/legend/1/passable", json!(false)),
        (0, "/board/legend/1/opaque", json!(true)),
        (0, "/seats/1/name", json!("prey")),
        (0, "/piece_kinds/0/seat", json!(1)),
        (0, "/piece_kinds/0/glyph", json!("P")),
        (0, "/targets/0/piece_kind", json!(0)),
        (0, "/targets/1/piece_kind", json!(null)),
        (0, "/created_unix_ms", json!(null)),
        (1, "/views/0/last_seen", json!([1, 0, 0, 0, 0, 0])),
        (2, "/views/0/last_seen", json!([1, 2, 0, 0, 0, 0])),
        (2, "/views/0/frame/offset", json!([0, 0])),
        (2, "/views/0/signals/0/coverage", json!({"rows": 2, "cols": 3, "cells": []})),
        (2, "/index", json!(1)),
        (2, "/round", json!(1)),
        (2, "/beliefs/0/kind", json!("categorical")),
        (3, "/turns", json!(1)),
        (3, "/records", json!(2)),
        (3, "/outcome/text", json!("lost")),
        (4, "/viewpoint", json!("referee")),
    ] {
        assert_eq!(at(line, path), expected, "line {}, {path}", line + 1);
    }
    succeed(folder.path(), &["show", "match.fogreel"]);
    let ran = fail(folder.path(), &["verify", "match.fogreel"], 3);
    assert!(ran.err.contains("tag"), "{}", ran.err);
}

/// Line, path of the field, value to put there, what is said.
#[test]
fn errors_name_line_and_field() {
    let folder = folder();
    for (line, path, value, expected) in [
        (
            3,
            "/beliefs/0/values",
            json!([1, 0, 0, 0, 0]),
            "line 3: beliefs[0].values: expected 6 numbers (one per cell), found 5",
        ),
        (3, "/beliefs/0/values/2", json!(-1), "line 3: beliefs[0].values[2]: expected a number of 0 or more, found -1"),
        (3, "/beliefs/0/values", json!(null), "line 3: beliefs[0]"),
        (3, "/beliefs/0/key", json!("hunter/prey"), "line 3: beliefs[0]"),
        (3, "/beliefs/0/key", json!("fox/prey@agent"), "line 3: beliefs[0].key: there is no seat `fox`"),
        (
            3,
            "/beliefs/0/key",
            json!("hunter/mood@agent"),
            "line 3: beliefs[0].values: expected 2 numbers (one per label), found 6",
        ),
        (3, "/actions/0/seat", json!("left"), "line 3: actions[0].seat: invalid type: string \"left\""),
        (3, "/actions/0/seat", json!(5), "line 3: actions: expected a seat below 2, found 5"),
        (3, "/events/0/kind", json!(3), "line 3: events: expected an id below 1, found 3"),
        (3, "/views/0/visible", json!([[7, 7]]), "line 3: views[0].visible: cell 7,7 lies off a board of 2×3"),
        (3, "/views/0/last_seen", json!([1]), "line 3: views[0].last_seen: expected 6 numbers (one per cell), found 1"),
        (
            3,
            "/views/0/signals/0/outcome",
            json!("maybe"),
            "line 3: views[0].signals[0].outcome: unknown variant `maybe`",
        ),
        (3, "/views/0/glow", json!(1), "line 3: views[0].glow: there is no such field"),
        (3, "/indx", json!(1), "line 3: indx: there is no such field"),
        (3, "/index", json!(7), "line 3: index: expected 1, found 7"),
        (3, "/truth/pieces/0/cell", json!([9, 9]), "line 3: truth.pieces: expected cells of 2×3"),
        (3, "/state_hash", json!("xyz"), "line 3: state_hash: expected sixteen hexadecimal digits"),
        (3, "/type", json!("recrod"), "line 3: type: expected `record`, `end`, `branch` or `note`, found `recrod`"),
        (3, "/type", json!("header"), "line 3: type: expected `record`, `end`, `branch` or `note`, found `header`"),
        (1, "/type", json!("record"), "line 1: type: expected `header`, which comes first, found `record`"),
        (1, "/board/size", json!({"rows": 60000, "cols": 60000}), "line 1: board.size: expected 1048576 cells at most"),
        (1, "/board/terrain", json!([0]), "line 1: board.terrain: expected 6 cells, found 1"),
        (1, "/seats/0/color", json!("blue"), "line 1: seats[0].color: expected a colour as #rrggbb"),
        (1, "/game", json!(null), "line 1: game: invalid type: null"),
        (4, "/outcome/winners", json!([4]), "line 4: winners: expected a seat below 2, found 4"),
        (4, "/records", json!(9), "line 4: the records of the end: expected 2, found 9"),
        (5, "/record", json!(2), "line 5: record: expected a record above this line, of which there are 2, found 2"),
        (5, "/cell", json!([5, 5]), "line 5: a note: expected cells of 2×3, found 5,5"),
        (5, "/type", json!("record"), "line 5: type: expected `branch` or `note`, since the end was there already"),
    ] {
        assert_refused(folder.path(), trace(), (line, path, value), expected);
    }
    for (text, expected) in [
        ("", "holds no line"),
        ("\n\n{\"type\": \"header\",}\n", "line 3: column 19: "),
        ("[]\n", "line 1: expected an object"),
        ("{}\n", "line 1: type: expected `header`, which comes first, found nothing"),
        ("\u{0}\u{1}", "line 1: column 1: expected value"),
    ] {
        std::fs::write(folder.path().join("trace.jsonl"), text).expect("writable");
        let ran = fail(folder.path(), &["import", "trace.jsonl", "--out", "match.fogreel"], 3);
        assert!(ran.err.contains(expected), "{text}: {}", ran.err);
    }
}

/// Rounded beliefs: said wherever they are met, and never taken for a difference.
#[test]
fn lossy_beliefs_are_told_of_and_not_compared() {
    let folder = folder();
    record(folder.path());
    let dump = succeed(folder.path(), &["dump", "match.fogreel"]).out;
    let mut lines: Vec<Value> = dump.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    lines[0]["tags"] = json!([{"name": "belief_bits", "value": "10"}]);
    for line in lines.iter_mut().filter(|line| line["type"] == "record") {
        for belief in line["beliefs"].as_array_mut().expect("a list") {
            belief["quality"] = json!("lossy");
            for value in belief["values"].as_array_mut().expect("a list") {
                let bits = value.as_f64().expect("a number").to_bits();
                *value = json!(f64::from_bits((bits + (1 << 42)) >> 43 << 43));
            }
        }
    }
    write(folder.path(), &lines);
    succeed(folder.path(), &["import", "trace.jsonl", "--out", "rounded.fogreel"]);
    let info = succeed(folder.path(), &["info", "rounded.fogreel"]).out;
    assert!(info.contains("  tags     belief_bits=10\n"), "{info}");
    let verified = succeed(folder.path(), &["verify", "rounded.fogreel"]).out;
    assert!(verified.contains("rounded before they were stored"), "{verified}");
    succeed(
        folder.path(),
        &["export", "rounded.fogreel", "--figure", "heatmap", "--format", "svg", "--out", "figures"],
    );
    let figures = std::fs::read_dir(folder.path().join("figures")).expect("figures");
    let texts: Vec<String> =
        figures.map(|entry| std::fs::read_to_string(entry.expect("an entry").path()).expect("SVG")).collect();
    assert!(texts.iter().any(|text| text.contains("stored with less precision")), "the figure says so");
}

/// All lines of play of the recordings that open for ever, and one by one.
#[test]
fn branches_that_dump_writes_are_read_back() {
    let folder = folder();
    let kept = repository().join("replays/compat/v1");
    for name in ["branches.fogreel", "branches-packed.fogreel"] {
        let file = kept.join(name).to_string_lossy().into_owned();
        let dump = |file: &str, line: &str| succeed(folder.path(), &["dump", file, "--line", line]).out;
        let all = dump(&file, "all");
        assert_eq!(all.matches("\"type\":\"branch\"").count(), 2);
        std::fs::write(folder.path().join("trace.jsonl"), &all).expect("writable");
        let ran = succeed(folder.path(), &["import", "trace.jsonl", "--out", "again.fogreel", "--force"]);
        assert!(ran.out.contains(" records, 2 branches, 1 notes, "), "{}", ran.out);
        for line in ["all", "0", "1", "2"] {
            assert!(dump("again.fogreel", line) == dump(&file, line), "{name}, line {line}");
        }
        succeed(folder.path(), &["pack", "again.fogreel"]);
        assert!(dump("again.fogreel", "all") == all, "{name}, packed");
        let ran = fail(folder.path(), &["dump", &file, "--line", "all", "--records", "1"], 2);
        assert!(ran.err.contains("--records"), "{}", ran.err);
        // A branch alone follows nothing.
        std::fs::write(folder.path().join("trace.jsonl"), dump(&file, "1")).expect("writable");
        let ran = fail(folder.path(), &["import", "trace.jsonl", "--out", "no.fogreel"], 3);
        assert!(
            ran.err.contains("trace.jsonl: line 2: record: expected a line with a record of its own"),
            "{}",
            ran.err
        );
    }
}

/// Line, path of the field, value to put there, what is said.
#[test]
fn errors_in_branches_name_line_and_field() {
    let folder = folder();
    let mut whole = trace();
    whole.extend([
        json!({"type": "branch", "record": 0, "name": "what if"}),
        json!({"type": "record", "views": [{"seat": 0, "visible": [[1, 0]], "last_seen": [1, 0, 0, 2, 0, 0]}]}),
        json!({"type": "record", "views": [{"seat": 0, "visible": [[1, 1]]}]}),
        json!({"type": "end", "outcome": {"reason": "given_up"}}),
        json!({"type": "note", "line": 1, "record": 2, "text": "better"}),
        json!({"type": "branch", "parent": 1, "record": 2}),
    ]);
    write(folder.path(), &whole);
    succeed(folder.path(), &["import", "trace.jsonl", "--out", "match.fogreel"]);
    let dump = succeed(folder.path(), &["dump", "match.fogreel", "--line", "all"]).out;
    let lines: Vec<Value> = dump.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    let fields = |line: usize, names: [&str; 3]| names.map(|name| lines[line][name].clone());
    assert_eq!(fields(5, ["line", "parent", "name"]), [json!(1), json!(0), json!("what if")]);
    assert_eq!(fields(7, ["index", "turn", "round"]), [json!(2), json!(2), json!(2)]);
    assert_eq!(lines[7]["views"][0]["last_seen"], json!([1, 0, 0, 2, 3, 0]));
    assert_eq!(fields(8, ["records", "turns", "type"]), [json!(3), json!(2), json!("end")]);
    assert_eq!(fields(10, ["line", "parent", "record"]), [json!(2), json!(1), json!(2)]);
    std::fs::remove_file(folder.path().join("match.fogreel")).expect("removable");
    for (line, path, value, expected) in [
        (6, "/record", json!(2), "line 6: record: expected a record of line 0's own, 0 to 1, found 2"),
        (6, "/record", json!(null), "line 6: record: invalid type: null"),
        (6, "/parent", json!(1), "line 6: parent: expected a line that is there, found 1"),
        (6, "/line", json!(0), "line 6: line: expected a line above 0, found 0"),
        (6, "/recrod", json!(1), "line 6: recrod: there is no such field"),
        (7, "/index", json!(7), "line 7: index: expected 1, found 7"),
        (
            7,
            "/views/0",
            json!({"seat": 0}),
            "line 7: views[0].last_seen: must be there in the first record of a branch",
        ),
        (9, "/records", json!(2), "line 9: the records of the end: expected 3, found 2"),
        (10, "/line", json!(2), "line 10: line: expected 0 or a branch above this line, found 2"),
        (
            10,
            "/record",
            json!(0),
            "line 10: record: expected a record above this line, of which line 1 has those from 1 on",
        ),
        (10, "/type", json!("record"), "line 10: type: expected `branch` or `note`, since the end was there already"),
        (11, "/record", json!(0), "line 11: record: expected a record of line 1's own, 1 to 2, found 0"),
    ] {
        assert_refused(folder.path(), whole.clone(), (line, path, value), expected);
    }
}

/// Every field taken away, and every one made nonsense of: a recording, or an error that names the line.
#[test]
fn no_line_is_too_strange() {
    fn places(value: &Value, path: &str, out: &mut Vec<String>) {
        if !path.is_empty() {
            out.push(path.to_owned());
        }
        match value {
            Value::Object(fields) => {
                fields.iter().for_each(|(name, value)| places(value, &format!("{path}/{name}"), out));
            }
            Value::Array(values) => {
                values.iter().take(1).enumerate().for_each(|(at, value)| places(value, &format!("{path}/{at}"), out));
            }
            _ => {}
        }
    }
    let folder = folder();
    let whole = trace();
    for line in 0..whole.len() {
        let mut all = Vec::new();
        places(&whole[line], "", &mut all);
        for place in all {
            let nonsense =
                [None, Some(json!(-3)), Some(json!("x")), Some(json!([])), Some(json!({})), Some(json!(1e300))];
            for value in nonsense {
                let mut lines = whole.clone();
                let (parent, name) = place.rsplit_once('/').expect("a path");
                match (lines[line].pointer_mut(parent).expect("a parent"), value) {
                    (Value::Object(fields), None) => drop(fields.remove(name)),
                    (Value::Object(fields), Some(value)) => drop(fields.insert(name.to_owned(), value)),
                    (Value::Array(values), None) => values.clear(),
                    (Value::Array(values), Some(value)) => values[0] = value,
                    (other, _) => panic!("{other}"),
                }
                write(folder.path(), &lines);
                let ran = run_in(folder.path(), &["import", "trace.jsonl", "--out", "match.fogreel", "--force"]);
                let is_named = ran.code == 3 && ran.err.contains("trace.jsonl: line ");
                assert!(ran.code == 0 || is_named, "line {}, {place}: {} {}", line + 1, ran.code, ran.err);
                assert!(!ran.err.contains("panicked"), "{place}: {}", ran.err);
            }
        }
    }
}

#[test]
fn import_overwrites_nothing_unasked_and_reads_pipes() {
    let folder = folder();
    let folder = folder.path();
    record(folder);
    let before = std::fs::read(folder.join("match.fogreel")).expect("readable");
    write(folder, &trace());
    let ran = fail(folder, &["import", "trace.jsonl", "--out", "match.fogreel"], 2);
    assert!(ran.err.contains("--force"), "{}", ran.err);
    // What cannot be read does not take the place of what is there, even if it may.
    write(folder, &trace()[1..]);
    fail(folder, &["import", "trace.jsonl", "--out", "match.fogreel", "--force"], 3);
    assert!(std::fs::read(folder.join("match.fogreel")).expect("readable") == before);
    fail(folder, &["import", "match.fogreel", "--out", "x.fogreel"], 3);
    fail(folder, &["import", "trace.jsonl", "--out", "trace.jsonl", "--force"], 2);
    fail(folder, &["import", "missing.jsonl", "--out", "x.fogreel"], 3);
    fail(folder, &["import", "trace.jsonl", "--out", "no/such/x.fogreel"], 4);
    assert!(!folder.join("x.fogreel").exists());

    // A match without an end is one that still runs.
    write(folder, &trace()[..2]);
    let lines = std::fs::File::open(folder.join("trace.jsonl")).expect("readable");
    let ran = run(fogreel().current_dir(folder).args(["import", "-", "--out", "x.fogreel", "--json"]).stdin(lines));
    let json: Value = serde_json::from_str(&ran.out).expect("JSON");
    assert_eq!((ran.code, &json["records"], &json["complete"]), (0, &1.into(), &false.into()));
}

/// The example of the documentation: a game that Fogreel does not have, written in Python.
#[test]
fn a_game_in_python_opens_and_exports_figures() {
    let example = repository().join("docs/examples/submarine.py");
    let lines = std::fs::read_to_string(&example).expect("the example").lines().count();
    assert!(lines <= 40, "an example of {lines} lines is none");
    let folder = folder();
    let folder = folder.path();
    let trace = std::fs::File::create(folder.join("trace.jsonl")).expect("writable");
    let ran = Command::new("python3").arg(&example).stdout(trace).stderr(Stdio::inherit()).status();
    if ran.is_err() {
        let _ = writeln!(std::io::stderr(), "the example was not tested: there is no python3");
        return;
    }
    assert!(ran.is_ok_and(|status| status.success()));
    succeed(folder, &["import", "trace.jsonl", "--out", "submarine.fogreel"]);
    let shown = succeed(folder, &["show", "submarine.fogreel", "--turn", "3"]).out;
    assert!(shown.contains("destroyer/submarine@agent in %") && shown.contains("sonar: "), "{shown}");
    assert!(!shown.contains("false exclusion"), "{shown}");
    for figure in ["sheet", "heatmap", "board", "timeline"] {
        succeed(
            folder,
            &["export", "submarine.fogreel", "--figure", figure, "--format", "svg,csv", "--out", "figures"],
        );
    }
    succeed(folder, &["pack", "submarine.fogreel"]);
    succeed(folder, &["redact", "submarine.fogreel", "--keep", "destroyer", "--out", "shared.fogreel"]);
    succeed(folder, &["show", "shared.fogreel"]);
}
