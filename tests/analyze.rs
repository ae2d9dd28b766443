//! `fogreel analyze`: what it says of the samples, of planted faults, and of what it cannot judge.

use std::path::Path;

use fogreel_engine::Header;
use serde_json::{Value, json};

use crate::support::{Ran, fail, fogreel, folder, repository, run, run_in, succeed};

/// Analyses a sample from within its folder, so that no path is printed.
fn sample(arguments: &[&str]) -> String {
    let samples = repository().join("replays/good/rajakardhor");
    succeed(&samples, &[&["analyze"], arguments].concat()).out
}

fn analysed(folder: &Path, arguments: &[&str]) -> Value {
    let ran = succeed(folder, &[&["analyze", "--json"], arguments].concat());
    serde_json::from_str(&ran.out).expect("JSON")
}

/// Kind, channel and turn of the faults of the first belief.
fn faults(analysis: &Value) -> Vec<(String, Option<String>, u64)> {
    let faults = analysis["beliefs"][0]["faults"].as_array().expect("a list").iter();
    let text = |value: &Value| value.as_str().map(str::to_owned);
    faults
        .map(|fault| {
            (text(&fault["kind"]).expect("a kind"), text(&fault["channel"]), fault["turn"].as_u64().expect("a turn"))
        })
        .collect()
}

fn golden(name: &str, text: &str) {
    insta::with_settings!({snapshot_path => repository().join("tests/golden"), prepend_module_to_snapshot => false, omit_expression => true}, {
        insta::assert_snapshot!(name, text);
    });
    let widest = text.lines().map(|line| line.chars().count()).max().unwrap_or(0);
    assert!(widest <= 100, "{widest} characters wide:\n{text}");
    assert!(!text.contains('\u{1b}'), "no colours in a pipe");
}

/// Read these to know what a person is told.
#[test]
fn samples_are_commented_like_a_coach_would() {
    for name in ["truth-excluded", "noise-distance"] {
        golden(&format!("analyze-{name}"), &sample(&[&format!("{name}.fogreel")]));
    }
    golden("analyze-as-guard", &sample(&["sneak.fogreel", "--as", "guard", "--opponent", "uniform+noise_averse"]));
    golden("analyze-too-large", &sample(&["city.fogreel"]));
    golden("analyze-many", &sample(&["thief-wins.fogreel", "guard-wins.fogreel", "draw.fogreel", "sneak.fogreel"]));
}

#[test]
fn the_faults_of_the_original_are_named_with_turn_and_channel() {
    let of = |name: &str| {
        let file = repository().join("replays/good/rajakardhor").join(format!("{name}.fogreel"));
        faults(&analysed(&repository(), &[&file.to_string_lossy()])[0])
    };
    let has = |found: &[(String, Option<String>, u64)], kind: &str, channel: Option<&str>, turn: u64| {
        found.contains(&(kind.to_owned(), channel.map(str::to_owned), turn))
    };
    let found = of("truth-excluded");
    assert!(has(&found, "silent_reset", None, 17), "{found:?}");
    for turn in [35, 37, 39, 41, 43] {
        assert!(has(&found, "action_leaked", Some("noise_radius"), turn), "{found:?}");
    }
    assert!(has(&of("noise-distance"), "silent_reset", None, 47));
    assert!(of("thief-wins").iter().all(|(kind, ..)| kind != "silent_reset" && kind != "action_leaked"));
}

/// A belief of the guard `exact`, spoiled in one record of a trace, is found there and nowhere else.
#[test]
fn planted_faults_are_named_with_turn_and_channel() {
    let folder = folder();
    let record = ["record", "rajakardhor", "--seed", "4", "--agent", "thief=random", "--agent", "guard=exact"];
    succeed(folder.path(), &[&record[..], &["--reference", "--out", "clean.fogreel"]].concat());
    assert_eq!(faults(&analysed(folder.path(), &["clean.fogreel"])[0]), []);
    let dump = succeed(folder.path(), &["dump", "clean.fogreel"]).out;
    let mut lines: Vec<Value> = dump.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    let belief = |line: &Value, source: &str| {
        let beliefs = line["beliefs"].as_array().into_iter().flatten();
        let at = beliefs.enumerate().find(|(_, belief)| belief["key"] == format!("guard/thief@{source}"));
        at.map(|(place, belief)| {
            (place, serde_json::from_value::<Vec<f64>>(belief["values"].clone()).expect("numbers"))
        })
    };
    // A record in which the belief is spread out: it starts over there.
    let spoiled = (2..lines.len())
        .find(|line| {
            let own = belief(&lines[*line], "agent");
            own.is_some_and(|(_, values)| {
                lines[*line]["turn"].as_u64() > Some(6) && values.iter().filter(|p| **p > 0.0).count() < 20
            })
        })
        .expect("a record in which little is possible");
    let turn = lines[spoiled]["turn"].as_u64().expect("a turn");
    let (place, values) = belief(&lines[spoiled], "agent").expect("a belief");
    let header: Header = serde_json::from_value(lines[0].clone()).expect("a header");
    let floor = header.board.size.iter().map(|cell| f64::from(u8::from(header.board.is_passable(cell))));
    let floor: Vec<f64> = floor.collect();
    let total: f64 = floor.iter().sum();
    lines[spoiled]["beliefs"][place]["values"] = json!(floor.iter().map(|cell| cell / total).collect::<Vec<_>>());
    let write = |lines: &[Value], name: &str| {
        let text: String = lines.iter().map(|line| format!("{line}\n")).collect();
        std::fs::write(folder.path().join("trace.jsonl"), text).expect("writable");
        succeed(folder.path(), &["import", "trace.jsonl", "--out", name]);
        faults(&analysed(folder.path(), &[name])[0])
    };
    let found = write(&lines, "reset.fogreel");
    assert!(
        found.iter().any(|(kind, channel, at)| kind == "silent_reset" && channel.is_none() && *at == turn),
        "{found:?}"
    );
    // What follows goes on as it should, so that nothing else is said of later turns.
    assert!(found.iter().all(|(.., at)| *at == turn || *at == turn + 1), "{found:?}");
    // Everything on one cell that is not the true one: the truth is excluded.
    let truth = values.iter().enumerate().max_by(|a, b| a.1.total_cmp(b.1)).map_or(0, |(cell, _)| cell);
    let other = floor.iter().enumerate().position(|(cell, floor)| *floor > 0.0 && cell != truth).expect("a cell");
    let wrong: Vec<f64> = (0..floor.len()).map(|cell| f64::from(u8::from(cell == other))).collect();
    lines[spoiled]["beliefs"][place]["values"] = json!(wrong);
    let found = write(&lines, "excluded.fogreel");
    assert!(found.iter().any(|(kind, _, at)| kind == "false_exclusion" && *at == turn), "{found:?}");
}

#[test]
fn beliefs_of_the_exact_guard_raise_no_alarm() {
    let folder = folder();
    let record = ["record", "rajakardhor", "--agent", "thief=random", "--agent", "guard=exact", "--count", "24"];
    succeed(folder.path(), &[&record[..], &["--out", "guide"]].concat());
    succeed(folder.path(), &[&record[..], &["--preset", "original", "--out", "original"]].concat());
    let analyses = analysed(folder.path(), &["guide", "original"]);
    let analyses = analyses.as_array().expect("a list");
    assert_eq!(analyses.len(), 48);
    for analysis in analyses {
        assert_eq!(faults(analysis), [], "{}", analysis["file"]);
        assert_eq!(analysis["missing"], json!([]), "{}", analysis["file"]);
    }
    // In the order in which a person counts.
    let files: Vec<&str> = analyses.iter().filter_map(|analysis| analysis["file"].as_str()).collect();
    assert!(files[8].ends_with("-9.fogreel") && files[9].ends_with("-10.fogreel"), "{files:?}");
}

/// Table, JSON and CSV say the same, however many work at it.
/// A game whose beliefs are about how many there are, and about which nothing reasons.
#[test]
fn expected_numbers_are_measured() {
    let folder = folder();
    let sample = repository().join("replays/good/ctf/garden.fogreel");
    let sample = sample.to_string_lossy();
    let text = succeed(folder.path(), &["analyze", &sample]).out;
    for line in ["things expected in all", "expected-count log score, bits", "OSPA distance, steps (cut-off 10)"] {
        assert!(text.contains(line), "{text}");
    }
    assert!(!text.contains("Moves of"), "nothing grades them: {text}");
    let json = analysed(folder.path(), &[&sample, "--csv", "turns.csv"]);
    let belief = &json[0]["beliefs"][0];
    assert_eq!((&belief["key"], belief["turns"].as_array().map(Vec::len)), (&"west/east@agent".into(), Some(0)));
    let counts = belief["counts"].as_array().expect("a list");
    assert_eq!(counts.len(), 121);
    let csv = std::fs::read_to_string(folder.path().join("turns.csv")).expect("written");
    let mut lines = csv.lines().map(|line| line.split(',').collect::<Vec<_>>());
    let header = lines.next().expect("a header");
    let column = |name: &str| header.iter().position(|column| *column == name).expect(name);
    for (row, count) in lines.zip(counts) {
        assert_eq!(row.len(), header.len());
        for (name, field) in [("record", "record"), ("expected_count", "expected"), ("true_count", "things")] {
            assert_eq!(row[column(name)].parse::<f64>().ok(), count[field].as_f64(), "{name}");
        }
        for (name, field) in [("count_surprisal_bits", "surprisal_bits"), ("ospa_steps", "ospa_steps")] {
            assert_eq!(row[column(name)].parse::<f64>().ok(), count[field].as_f64(), "{name}");
        }
        assert_eq!(row[column("entropy_bits")], "");
    }
    // At the start everybody is in sight.
    assert_eq!(counts[0]["surprisal_bits"], 0.0);
    // A seat's own analysis knows what it expects, and nothing that takes the truth.
    let json = analysed(folder.path(), &[&sample, "--as", "west"]);
    for count in json[0]["beliefs"][0]["counts"].as_array().expect("a list") {
        assert!(count["expected"].is_number() && count["surprisal_bits"].is_null() && count["things"].is_null());
    }
}

#[test]
fn table_json_and_csv_agree() {
    let folder = folder();
    for (seed, name) in [("8", "a.fogreel"), ("468", "b.fogreel")] {
        let record = ["record", "rajakardhor", "--preset", "original", "--seed", seed, "--out", name];
        succeed(folder.path(), &record);
    }
    let json = analysed(folder.path(), &["a.fogreel", "b.fogreel", "--csv", "turns.csv"]);
    let csv = std::fs::read_to_string(folder.path().join("turns.csv")).expect("written");
    let mut rows = csv.lines().map(|line| line.split(',').collect::<Vec<_>>());
    let header = rows.next().expect("a header");
    let docs = std::fs::read_to_string(repository().join("docs/cli.md")).expect("readable");
    for column in header.iter().filter(|column| !column.starts_with("gain_")) {
        assert!(docs.contains(&format!("`{column}`")), "{column} is not documented");
    }
    let column = |name: &str| header.iter().position(|column| *column == name).expect(name);
    let rows: Vec<Vec<&str>> = rows.collect();
    assert!(rows.iter().all(|row| row.len() == header.len()));
    let number = |value: &Value| match value {
        Value::Null => String::new(),
        Value::String(text) => text.clone(),
        value => value.as_f64().expect("a number").to_string(),
    };
    let mut compared = 0;
    let mut turns = json.as_array().expect("a list").iter().flat_map(|analysis| {
        let turns = analysis["beliefs"][0]["turns"].as_array().expect("a list");
        turns.iter().map(move |turn| (analysis["file"].as_str().expect("a name"), turn))
    });
    for row in &rows {
        let (file, turn) = turns.next().expect("as many turns");
        assert_eq!(row[column("file")], file);
        let reference = &turn["reference"];
        for (name, value) in [
            ("record", &turn["record"]),
            ("turn", &turn["turn"]),
            ("entropy_bits", &turn["entropy_bits"]),
            ("p_truth", &turn["p_truth"]),
            ("surprisal_bits", &turn["surprisal_bits"]),
            ("hpd_level", &turn["truth"]["hpd_level"]),
            ("rank", &turn["truth"]["rank"]),
            ("reference_p_truth", &reference["p_truth"]),
            ("regret_bits", &reference["regret_bits"]),
            ("truth_local_bits", &reference["regret_at_truth"]["local_bits"]),
            ("truth_inherited_bits", &reference["regret_at_truth"]["inherited_bits"]),
            ("evidence_bits", &reference["evidence_bits"]),
            ("gain_motion_bits", &reference["attribution"]["motion"]["truth_bits"]),
        ] {
            let (csv, json) = (row[column(name)], number(value));
            assert_eq!(csv.parse::<f64>().ok(), json.parse::<f64>().ok(), "{file} {name} {row:?}");
            compared += 1;
        }
    }
    assert!(turns.next().is_none() && compared > 500);
    // The table's means are those of the turns.
    let first = &json[0]["beliefs"][0]["turns"];
    let entropies: Vec<f64> =
        first.as_array().expect("a list").iter().filter_map(|turn| turn["entropy_bits"].as_f64()).collect();
    let mean = format!("{:.2}", entropies.iter().sum::<f64>() / entropies.len() as f64);
    let table = succeed(folder.path(), &["analyze", "a.fogreel"]).out;
    let line = table.lines().find(|line| line.contains("entropy, bits")).expect("a mean");
    assert!(line.contains(&mean), "{mean} in {line}");
    let many = |jobs: &str| succeed(folder.path(), &["analyze", "a.fogreel", "b.fogreel", "--jobs", jobs]).out;
    assert_eq!(many("1"), many("2"));
    // Neither overwritten unasked, nor left half written.
    let again = ["analyze", "a.fogreel", "--csv", "turns.csv"];
    assert!(fail(folder.path(), &again, 2).err.contains("--force"));
    assert_eq!(std::fs::read_to_string(folder.path().join("turns.csv")).expect("as it was"), csv);
    succeed(folder.path(), &[&again[..], &["--force"]].concat());
    let ran = fail(folder.path(), &["analyze", "a.fogreel", "--csv", "nowhere/turns.csv"], 4);
    assert!(ran.err.contains("there is no folder nowhere"), "{}", ran.err);
}

/// What a seat is told of its own match is what the file redacted for it tells, and holds nothing of the truth.
#[test]
fn a_seat_is_told_what_it_can_know() {
    let folder = folder();
    succeed(folder.path(), &["record", "rajakardhor", "--seed", "5", "--out", "match.fogreel"]);
    succeed(folder.path(), &["redact", "match.fogreel", "--keep", "guard", "--out", "guard.fogreel"]);
    let of_seat = analysed(folder.path(), &["match.fogreel", "--as", "guard"])[0].clone();
    let mut of_file = analysed(folder.path(), &["guard.fogreel"])[0].clone();
    of_file["file"] = of_seat["file"].clone();
    assert_eq!(of_seat, of_file);
    assert_eq!((&of_seat["as"], &of_seat["seed"]), (&json!("guard"), &Value::Null));
    let text = of_seat.to_string();
    assert!(text.contains("\"p_truth\":null") && !text.contains("\"needs_truth\":true"));
    assert!(of_seat["grades"]["moves"].as_array().expect("a list").iter().all(|grade| grade["seat"] == "guard"));
    // The agent of the original reads what it should not: its belief is the referee's.
    succeed(folder.path(), &["record", "rajakardhor", "--preset", "original", "--out", "leaky.fogreel"]);
    assert_eq!(analysed(folder.path(), &["leaky.fogreel", "--as", "guard"])[0]["beliefs"], json!([]));
    let named = ["analyze", "leaky.fogreel", "--as", "guard", "--belief", "guard/thief@agent"];
    assert!(fail(folder.path(), &named, 2).err.contains("privileged"));
    assert!(fail(folder.path(), &["analyze", "match.fogreel", "--as", "gard"], 2).err.contains("did you mean `guard`"));
}

#[test]
fn what_is_not_worked_out_is_said_and_the_rest_is_there() {
    let folder = folder();
    // A game that nobody here knows: beliefs against the truth, no reference, no grades.
    let python = repository().join("docs/examples/submarine.py");
    let ran = run(std::process::Command::new("python3").arg(&python));
    if ran.code == 0 {
        std::fs::write(folder.path().join("submarine.jsonl"), &ran.out).expect("writable");
        succeed(folder.path(), &["import", "submarine.jsonl", "--out", "submarine.fogreel"]);
        let text = succeed(folder.path(), &["analyze", "submarine.fogreel"]).out;
        assert!(
            text.contains("surprisal") && text.contains("Not worked out") && text.contains("fair grades"),
            "{text}"
        );
    }
    // A model that the match refutes, and one that only one side can assume.
    succeed(folder.path(), &["record", "rajakardhor", "--agent", "thief=random", "--out", "match.fogreel"]);
    let text = succeed(folder.path(), &["analyze", "match.fogreel", "--opponent", "dash"]).out;
    assert!(text.contains("under the model `dash`") && text.contains("unknown opponent model `dash`"), "{text}");
    assert!(text.contains("`dash`: what a perfect reasoner"), "{text}");
    let ran = fail(folder.path(), &["analyze", "match.fogreel", "--opponent", "unifrm"], 2);
    assert!(ran.err.contains("--opponent") && ran.err.contains("did you mean `uniform`"), "{}", ran.err);
    // Moves alone are played again.
    succeed(
        folder.path(),
        &["record", "rajakardhor", "--agent", "thief=random", "--keep", "moves", "--out", "moves.fogreel"],
    );
    let whole = analysed(folder.path(), &["match.fogreel"])[0].clone();
    let mut moves = analysed(folder.path(), &["moves.fogreel"])[0].clone();
    moves["file"] = whole["file"].clone();
    assert_eq!(moves, whole);
    // One bad file does not hide what the others hold.
    std::fs::write(folder.path().join("bad.fogreel"), b"nonsense").expect("writable");
    let Ran { code, out, err } = run_in(folder.path(), &["analyze", "match.fogreel", "bad.fogreel", "mtach.fogreel"]);
    assert_eq!(code, 3, "{err}");
    assert!(out.contains("match.fogreel") && err.contains("bad.fogreel"), "{out}{err}");
    assert!(err.contains("did you mean `match.fogreel`"), "{err}");
    assert!(fail(folder.path(), &["analyze", "nowhere/match.fogreel"], 3).err.contains("there is no folder nowhere"));
    std::fs::create_dir(folder.path().join("empty")).expect("made");
    assert!(fail(folder.path(), &["analyze", "empty"], 3).err.contains("no recordings"));
    let wrong = ["analyze", "match.fogreel", "--belief", "guard/theif@agent"];
    assert!(fail(folder.path(), &wrong, 2).err.contains("did you mean `guard/thief@agent`"));
}

/// Damage in the middle: an error, or with --read salvage what is left of both sides of the gap.
#[test]
fn damage_is_named_and_can_be_passed_over() {
    let folder = folder();
    succeed(folder.path(), &["record", "rajakardhor", "--seed", "5", "--out", "match.fogreel"]);
    let file = folder.path().join("match.fogreel");
    let mut bytes = std::fs::read(&file).expect("readable");
    let middle = bytes.len() / 2;
    bytes[middle..middle + 8].iter_mut().for_each(|byte| *byte ^= 0xff);
    std::fs::write(folder.path().join("hurt.fogreel"), bytes).expect("writable");
    let ran = fail(folder.path(), &["analyze", "hurt.fogreel"], 3);
    assert!(ran.err.contains("--read salvage"), "{}", ran.err);
    let text = succeed(folder.path(), &["analyze", "hurt.fogreel", "--read", "salvage"]).out;
    assert!(text.contains("cannot be read") && text.contains("surprisal"), "{text}");
}

#[test]
fn colours_are_for_terminals_and_whoever_asks() {
    let folder = folder();
    succeed(
        folder.path(),
        &["record", "rajakardhor", "--preset", "original", "--seed", "468", "--out", "match.fogreel"],
    );
    let plain = succeed(folder.path(), &["analyze", "match.fogreel"]).out;
    let colored = succeed(folder.path(), &["analyze", "match.fogreel", "--color", "always"]).out;
    assert!(!plain.contains('\u{1b}') && colored.contains('\u{1b}'));
    let mut command = fogreel();
    command.current_dir(folder.path()).env("NO_COLOR", "1").args(["analyze", "match.fogreel"]);
    assert_eq!(run(&mut command).out, plain);
    // Nothing but colour differs.
    let mut stripped = String::new();
    let mut parts = colored.split('\u{1b}');
    stripped.push_str(parts.next().unwrap_or(""));
    parts.for_each(|part| stripped.push_str(part.split_once('m').map_or("", |(_, rest)| rest)));
    assert_eq!(stripped, plain);
}
