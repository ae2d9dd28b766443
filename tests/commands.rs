//! Every command once right and once wrong.

use serde_json::Value;

use crate::support::{fail, fogreel, folder, record, run, run_in, succeed};

#[test]
fn help_teaches_by_example() {
    let folder = folder();
    for command in [
        "demo",
        "games",
        "record",
        "tournament",
        "info",
        "show",
        "analyze",
        "dump",
        "note",
        "redact",
        "verify",
        "export",
        "view",
        "completions",
        "man",
    ] {
        let ran = succeed(folder.path(), &[command, "--help"]);
        assert!(ran.out.contains("Examples:"), "{command}");
        assert!(ran.out.contains(&format!("fogreel {command}")), "{command}");
    }
    assert_eq!(run_in(folder.path(), &[]).code, 2);
    assert!(succeed(folder.path(), &["--version"]).out.starts_with("fogreel "));
    let ran = fail(folder.path(), &["recrod"], 2);
    assert!(ran.err.contains("record"), "{}", ran.err);
}

#[test]
fn games_lists_everything_that_can_be_chosen() {
    let folder = folder();
    assert!(succeed(folder.path(), &["games"]).out.contains("rajakardhor"));
    let one = succeed(folder.path(), &["games", "rajakardhor"]).out;
    let json: Value =
        serde_json::from_str(&succeed(folder.path(), &["games", "rajakardhor", "--json"]).out).expect("JSON");
    for list in ["presets", "agents", "maps"] {
        for entry in json[list].as_array().expect("a list") {
            assert!(one.contains(entry["name"].as_str().expect("a name")), "{entry}");
        }
    }
    for knob in json["knobs"].as_array().expect("a list") {
        assert!(one.contains(knob["name"].as_str().expect("a name")), "{knob}");
    }
    let ran = fail(folder.path(), &["games", "rajakardor"], 2);
    assert!(ran.err.contains("did you mean `rajakardhor`?"), "{}", ran.err);
}

#[test]
fn record_says_what_exists_when_a_name_is_wrong() {
    let folder = folder();
    let wrong = |arguments: &[&str], expected: &str| {
        let ran = fail(folder.path(), &[&["record"], arguments].concat(), 2);
        assert!(ran.err.contains(expected), "{arguments:?}: {}", ran.err);
    };
    wrong(&["rajakardor"], "did you mean `rajakardhor`?");
    wrong(&["rajakardhor", "--preset", "orignal"], "did you mean `original`?");
    wrong(&["rajakardhor", "--set", "scan_shap=rays"], "did you mean `scan_shape`?");
    wrong(&["rajakardhor", "--set", "scan_shape=ray"], "did you mean `rays`?");
    wrong(&["rajakardhor", "--set", "max_turns=many"], "whole number");
    wrong(&["rajakardhor", "--set", "max_turns"], "NAME=VALUE");
    wrong(&["rajakardhor", "--agent", "guard=huntr"], "did you mean `hunter`?");
    wrong(&["rajakardhor", "--agent", "gard=hunter"], "did you mean `guard`?");
    wrong(&["rajakardhor", "--agent", "thief=hunter"], "thief agent");
    wrong(&["rajakardhor", "--agent", "guard=hunter:dept=5"], "did you mean `depth`?");
    wrong(&["rajakardhor", "--agent", "guard=hunter:depth=50"], "from 1 to 9");
    wrong(&["rajakardhor", "--agent", "guard=still:depth=5"], "no settings");
    wrong(&["rajakardhor", "--map", "gen:widht=5"], "did you mean `width`?");
    wrong(&["rajakardhor", "--setup", "thief=1,1"], "is a wall");
    wrong(&["rajakardhor", "--setup", "thief=1;1"], "ROW,COLUMN");
    wrong(&["rajakardhor", "--map", "orignal"], "did you mean `original`?");
    wrong(&["rajakardhor", "--map", "no-such-file.txt"], "there is: original");
    wrong(&["rajakardhor", "--set", "spawn_exit_exit=40"], "spawn_exit_exit");
    assert_eq!(std::fs::read_dir(folder.path()).expect("readable").count(), 0, "nothing is left behind");
}

#[test]
fn record_names_line_and_column_of_a_wrong_map() {
    let folder = folder();
    std::fs::write(folder.path().join("cave.txt"), ".....\n..x..\n").expect("writable");
    let ran = fail(folder.path(), &["record", "rajakardhor", "--map", "cave.txt"], 2);
    assert!(ran.err.contains("map cave, line 2: column 3"), "{}", ran.err);
    std::fs::write(folder.path().join("ragged.txt"), ".....\n...\n").expect("writable");
    let ran = fail(folder.path(), &["record", "rajakardhor", "--map", "ragged.txt"], 2);
    assert!(ran.err.contains("line 2: expected 5 cells"), "{}", ran.err);
    std::fs::write(folder.path().join("short.map"), "type octile\nheight 3\nwidth 2\nmap\n..\n").expect("writable");
    let ran = fail(folder.path(), &["record", "rajakardhor", "--map", "short.map"], 2);
    assert!(ran.err.contains("map short, line 2: height 3"), "{}", ran.err);
    std::fs::write(folder.path().join("binary.txt"), [0xff, 0xfe, 0]).expect("writable");
    let ran = fail(folder.path(), &["record", "rajakardhor", "--map", "binary.txt"], 2);
    assert!(ran.err.contains("UTF-8"), "{}", ran.err);
}

#[test]
fn record_never_overwrites_unless_forced() {
    let folder = folder();
    let file = record(folder.path());
    let before = std::fs::read(&file).expect("readable");
    let again = ["record", "rajakardhor", "--seed", "9", "--out", "match.fogreel"];
    let ran = fail(folder.path(), &again, 2);
    assert!(ran.err.contains("--force"), "{}", ran.err);
    assert_eq!(std::fs::read(&file).expect("readable"), before);
    succeed(folder.path(), &[&again[..], &["--force"]].concat());
    assert_ne!(std::fs::read(&file).expect("readable"), before);
}

#[test]
fn record_is_reproducible_when_asked() {
    let folder = folder();
    let first = std::fs::read(record(folder.path())).expect("readable");
    std::fs::remove_file(folder.path().join("match.fogreel")).expect("removable");
    assert_eq!(std::fs::read(record(folder.path())).expect("readable"), first);
}

#[test]
fn record_tells_scripts_what_it_did() {
    let folder = folder();
    let ran = succeed(folder.path(), &["record", "rajakardhor", "--seed", "3", "--json"]);
    let json: Value = serde_json::from_str(&ran.out).expect("JSON");
    assert_eq!(json["file"], "rajakardhor-guide-3.fogreel");
    assert_eq!(json["seed"], 3);
    assert_eq!(json["records"].as_u64().expect("a number"), json["turns"].as_u64().expect("a number") + 1);
    let bytes = std::fs::metadata(folder.path().join("rajakardhor-guide-3.fogreel")).expect("written").len();
    assert_eq!(json["bytes"], bytes);
}

#[test]
fn record_accepts_a_map_file_and_a_fixed_start() {
    let folder = folder();
    std::fs::write(
        folder.path().join("hall 1 #%.txt"),
        "...........\r\n...........\r\n.....#.....\r\n...........  \r\n",
    )
    .expect("writable");
    let arguments = [
        "record",
        "rajakardhor",
        "--map",
        "hall 1 #%.txt",
        "--setup",
        "thief=0,4",
        "--setup",
        "guard=3,0",
        "--setup",
        "exits=0,8;3,10",
        "--set",
        "spawn_rule=off",
        "--out",
        "m.fogreel",
    ];
    succeed(folder.path(), &arguments);
    let info: Value =
        serde_json::from_str(&succeed(folder.path(), &["info", "m.fogreel", "--json"]).out).expect("JSON");
    assert_eq!(info[0]["map"], "hall 1 #%");
    let shown = succeed(folder.path(), &["show", "m.fogreel", "--turn", "0"]).out;
    assert!(shown.contains("R"), "{shown}");
    succeed(folder.path(), &["verify", "m.fogreel"]);
}

#[test]
fn info_has_the_promised_fields() {
    let folder = folder();
    record(folder.path());
    let json: Value =
        serde_json::from_str(&succeed(folder.path(), &["info", "match.fogreel", "--json"]).out).expect("JSON");
    for field in [
        "file",
        "format_version",
        "state",
        "complete",
        "game",
        "preset",
        "rules",
        "seed",
        "seats",
        "turns",
        "records",
        "outcome",
        "bytes",
        "beliefs",
    ] {
        assert!(json[0].get(field).is_some(), "{field} is missing: {json}");
    }
    assert_eq!(json[0]["beliefs"][0], "guard/thief@agent");
    assert_eq!(json[0]["complete"], true);
    let ran = fail(folder.path(), &["info", "match.fogreel", "missing.fogreel"], 3);
    assert!(ran.out.contains("RajakarDhor") && ran.err.contains("missing.fogreel"), "one bad file hides no good one");
    fail(folder.path(), &["info"], 2);
}

#[test]
fn show_draws_any_turn_for_anybody() {
    let folder = folder();
    record(folder.path());
    let referee = succeed(folder.path(), &["show", "match.fogreel", "--turn", "3"]).out;
    assert!(referee.contains("turn 3/60") && referee.contains("guard/thief@agent"), "{referee}");
    let guard = succeed(folder.path(), &["show", "match.fogreel", "--turn", "3", "--as", "guard"]).out;
    assert!(guard.contains("what Birsreshtha knows") && !guard.contains("○"), "{guard}");
    let thief = succeed(folder.path(), &["show", "match.fogreel", "--turn", "3", "--as", "thief"]).out;
    assert!(!thief.contains("@agent"), "the thief has no belief of its own: {thief}");
    let colored = succeed(folder.path(), &["show", "match.fogreel", "--color", "always"]).out;
    assert!(colored.contains("\x1b[48;2;"), "true colour");
    assert!(!referee.contains('\x1b'), "no colour into a pipe");

    let ran = fail(folder.path(), &["show", "match.fogreel", "--turn", "99"], 2);
    assert!(ran.err.contains("turns 0 to"), "{}", ran.err);
    let ran = fail(folder.path(), &["show", "match.fogreel", "--as", "gaurd"], 2);
    assert!(ran.err.contains("did you mean `guard`?"), "{}", ran.err);
    let ran = fail(folder.path(), &["show", "match.fogreel", "--belief", "guard/thief@agnet"], 2);
    assert!(ran.err.contains("did you mean `guard/thief@agent`?"), "{}", ran.err);
    let ran = fail(folder.path(), &["show", "match.fogreel", "--as", "thief", "--belief", "guard/thief@agent"], 2);
    assert!(ran.err.contains("not this seat's own"), "{}", ran.err);
    fail(folder.path(), &["show", "match.fogreel", "--belief", "guard"], 2);
}

#[test]
fn dump_writes_everything_as_json_lines() {
    let folder = folder();
    record(folder.path());
    let all = succeed(folder.path(), &["dump", "match.fogreel"]).out;
    let lines: Vec<Value> = all.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    assert_eq!(lines[0]["type"], "header");
    assert_eq!(lines.last().expect("lines")["type"], "end");
    let records = &lines[1..lines.len() - 1];
    assert!(records.iter().enumerate().all(|(index, record)| record["index"] == index));
    let sum: f64 =
        records[1]["beliefs"][0]["values"].as_array().expect("values").iter().filter_map(Value::as_f64).sum();
    assert!((sum - 1.0).abs() < 1e-12);

    let some = succeed(folder.path(), &["dump", "match.fogreel", "--records", "1..2"]).out;
    assert_eq!(some.lines().count(), 4, "header, two records, end");
    fail(folder.path(), &["dump", "match.fogreel", "--records", "5..2"], 2);
    let ran = fail(folder.path(), &["dump", "match.fogreel", "--records", "5000"], 2);
    assert!(ran.err.contains("records 0 to"), "{}", ran.err);
}

#[test]
fn a_reader_that_has_seen_enough_is_no_error() {
    let folder = folder();
    record(folder.path());
    let script = format!("{} dump match.fogreel | head -c 10", fogreel().get_program().display());
    let ran = run(std::process::Command::new("sh").current_dir(folder.path()).args(["-c", &script]));
    assert_eq!((ran.code, ran.err.as_str()), (0, ""));
}

#[test]
fn verify_says_the_same() {
    let folder = folder();
    record(folder.path());
    let ran = succeed(folder.path(), &["verify", "match.fogreel"]);
    assert!(ran.out.contains("the same"), "{}", ran.out);
    let json: Value =
        serde_json::from_str(&succeed(folder.path(), &["verify", "match.fogreel", "--json"]).out).expect("JSON");
    assert_eq!(json[0]["same"], true);
    assert_eq!(json[0]["layers"]["decisions"]["status"], "same");
}

#[test]
fn export_writes_figures_that_open() {
    let folder = folder();
    record(folder.path());
    succeed(folder.path(), &["export", "match.fogreel", "--figure", "sheet", "--out", "figures", "--dpi", "100"]);
    let svg = std::fs::read_to_string(folder.path().join("figures/match-sheet.svg")).expect("written");
    assert!(svg.contains("width=\"174mm\""), "a physical size");
    let png = std::fs::read(folder.path().join("figures/match-sheet.png")).expect("written");
    let info = png::Decoder::new(std::io::Cursor::new(png)).read_info().expect("a picture").info().size();
    assert_eq!(info.0, (174.0_f64 / 25.4 * 100.0).round() as u32);
    let csv = std::fs::read_to_string(folder.path().join("figures/match-sheet.csv")).expect("written");
    assert!(csv.starts_with("record,turn,belief,"), "{}", &csv[..60]);

    let heat =
        ["export", "match.fogreel", "--figure", "heatmap", "--turns", "1,3..4", "--format", "svg", "--out", "figures"];
    let ran = succeed(folder.path(), &heat);
    assert_eq!(ran.out.lines().count(), 3, "{}", ran.out);
    let ran = fail(folder.path(), &heat, 2);
    assert!(ran.err.contains("--force"), "{}", ran.err);
    succeed(
        folder.path(),
        &[&heat[..], &["--force", "--scale", "log", "--width", "84mm", "--colors", "viridis"]].concat(),
    );

    fail(folder.path(), &["export", "match.fogreel", "--figure", "sheep", "--out", "f"], 2);
    let ran =
        fail(folder.path(), &["export", "match.fogreel", "--figure", "sheet", "--turns", "1..99", "--out", "f"], 2);
    assert!(ran.err.contains("turns 0 to"), "{}", ran.err);
    let ran = fail(folder.path(), &["export", "match.fogreel", "--figure", "sheet", "--width", "12", "--out", "f"], 2);
    assert!(ran.err.contains("mm"), "{}", ran.err);
}

#[test]
fn figures_of_an_analysis_say_what_they_need() {
    let folder = folder();
    // A guard whose beliefs are its own to see.
    let arguments = ["record", "rajakardhor", "--preset", "guide", "--seed", "8", "--out", "match.fogreel"];
    succeed(folder.path(), &arguments);
    let export = |figure: &str, more: &[&str]| -> Vec<String> {
        let arguments =
            ["export", "match.fogreel", "--figure", figure, "--out", "f", "--format", "csv,pdf", "--width", "84mm"];
        arguments.iter().chain(more).map(ToString::to_string).collect()
    };
    let draw = |figure: &str, more: &[&str]| {
        let arguments = export(figure, more);
        succeed(folder.path(), &arguments.iter().map(String::as_str).collect::<Vec<_>>())
    };
    let refused = |figure: &str, more: &[&str]| {
        let arguments = export(figure, more);
        fail(folder.path(), &arguments.iter().map(String::as_str).collect::<Vec<_>>(), 2).err
    };
    for figure in ["trajectory", "visits", "attribution", "regret", "grades", "calibration"] {
        let ran = draw(figure, &[]);
        assert!(ran.out.contains(&format!("match-{figure}")), "{}", ran.out);
    }
    let page = std::fs::read(folder.path().join("f/match-regret.pdf")).expect("written");
    assert!(page.starts_with(b"%PDF"));
    let read = |name: &str| std::fs::read_to_string(folder.path().join("f").join(name)).expect("written");
    assert!(read("match-attribution.csv").contains(",uniform,motion,"));
    draw("attribution", &["--opponent", "walking", "--measure", "entropy"]);
    assert!(read("match-attribution-entropy.csv").contains(",walking,motion,"));
    draw("visits", &["match.fogreel", "--piece", "thief"]);
    assert!(read("2-matches-visits-thief.csv").contains("2,referee,thief,"));

    let err = refused("regret", &["match.fogreel"]);
    assert!(err.contains("the figure `regret` shows one match"), "{err}");
    let err = refused("grades", &["--turns", "3"]);
    assert!(err.contains("--turns: the figure `grades` shows whole matches"), "{err}");
    let err = refused("attribution", &["--opponent", "psychic"]);
    assert!(err.contains("psychic") && err.contains("uniform"), "{err}");
    let err = refused("heatmap", &["--opponent", "uniform"]);
    assert!(err.contains("--opponent"), "{err}");
    let err = refused("visits", &["--piece", "rook"]);
    assert!(err.contains("rook") && err.contains("thief"), "{err}");
    let err = refused("calibration", &["--as", "guard"]);
    assert!(err.contains("compares with the truth"), "{err}");
    let err = refused("attribution", &["--as", "guard", "--measure", "truth"]);
    assert!(err.contains("compares with the truth"), "{err}");
}

#[test]
fn view_without_a_display_says_what_to_do() {
    let folder = folder();
    record(folder.path());
    if cfg!(all(unix, not(target_os = "macos"))) {
        let ran = fail(folder.path(), &["view", "match.fogreel"], 4);
        assert!(ran.err.contains("fogreel show") && ran.err.contains("fogreel export"), "{}", ran.err);
    }
    fail(folder.path(), &["view", "missing.fogreel"], 3);
    fail(folder.path(), &["view", "match.fogreel", "--size", "big"], 2);
    let ran = fail(folder.path(), &["view", "match.fogreel", "--turn", "999"], 2);
    assert!(ran.err.contains("turns 0 to"), "{}", ran.err);
    let ran = fail(folder.path(), &["view", "match.fogreel", "--screenshot", "match.fogreel"], 2);
    assert!(ran.err.contains("--force"), "{}", ran.err);
}

fn files(folder: &std::path::Path) -> Vec<(String, Vec<u8>)> {
    let mut files: Vec<(String, Vec<u8>)> = std::fs::read_dir(folder)
        .expect("a folder")
        .map(|entry| entry.expect("readable").path())
        .map(|path| {
            (path.file_name().expect("a name").to_string_lossy().into_owned(), std::fs::read(&path).expect("readable"))
        })
        .collect();
    files.sort();
    files
}

#[test]
fn many_matches_are_the_same_whatever_the_jobs() {
    let folder = folder();
    let record = |out: &str, jobs: &str| {
        let arguments =
            ["record", "rajakardhor", "--count", "12", "--seed", "5", "--jobs", jobs, "--reproducible", "--out", out];
        succeed(folder.path(), &arguments).out
    };
    let said = record("one", "1");
    assert!(said.contains("12 matches, seeds 5 to 16"), "{said}");
    record("four", "4");
    let one = files(&folder.path().join("one"));
    assert_eq!(one.len(), 12);
    assert!(one == files(&folder.path().join("four")), "the same files");
    let again = ["record", "rajakardhor", "--count", "12", "--seed", "5", "--out", "one"];
    fail(folder.path(), &again, 2);
    fail(folder.path(), &["record", "rajakardhor", "--count", "0"], 2);
    fail(folder.path(), &["record", "rajakardhor", "--jobs", "2"], 2);
}

#[test]
fn what_is_not_kept_is_played_again() {
    let folder = folder();
    let record = |keep: &str| {
        let file = format!("{keep}.fogreel");
        let arguments =
            ["record", "rajakardhor", "--preset", "original", "--seed", "8", "--keep", keep, "--out", &file];
        succeed(folder.path(), &arguments);
        std::fs::metadata(folder.path().join(file)).expect("written").len()
    };
    let (full, views, moves) = (record("full"), record("views"), record("moves"));
    assert!(moves < views && views < full, "{moves} {views} {full}");
    let show = |file: &str| succeed(folder.path(), &["show", file, "--turn", "9"]);
    let whole = show("full.fogreel").out;
    for keep in ["views", "moves"] {
        let file = format!("{keep}.fogreel");
        let shown = show(&file);
        assert_eq!(shown.out, whole, "{keep}");
        assert!(shown.err.contains("played again"), "{}", shown.err);
        let verified = succeed(folder.path(), &["verify", &file]);
        assert!(verified.out.contains("not checked"), "{}", verified.out);
    }
    let many = succeed(folder.path(), &["record", "rajakardhor", "--count", "101", "--out", "many", "--json"]).out;
    let json: Value = serde_json::from_str(&many).expect("JSON");
    assert_eq!(json["matches"], 101);
    assert!(json["bytes"].as_u64().expect("a number") / 101 < full / 4, "moves alone");
}

#[test]
fn completions_and_manual_pages_are_written() {
    let folder = folder();
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        assert!(succeed(folder.path(), &["completions", shell]).out.contains("fogreel"), "{shell}");
    }
    fail(folder.path(), &["completions", "tcsh"], 2);
    succeed(folder.path(), &["man", "man1"]);
    let page = std::fs::read_to_string(folder.path().join("man1/fogreel-record.1")).expect("written");
    assert!(page.contains(".TH") && page.contains("Examples"), "{page}");
    assert!(folder.path().join("man1/fogreel.1").is_file());
    let ran = fail(folder.path(), &["man", "man1"], 2);
    assert!(ran.err.contains("--force"), "{}", ran.err);
}

#[test]
fn a_verdict_survives_a_closed_pipe() {
    let folder = folder();
    record(folder.path());
    let program = fogreel().get_program().display().to_string();
    let script =
        format!("set -o pipefail; {program} verify match.fogreel missing.fogreel --json 2>/dev/null | true; exit $?");
    for _ in 0..5 {
        let ran = run(std::process::Command::new("bash").current_dir(folder.path()).args(["-c", &script]));
        assert_eq!(ran.code, 3);
    }
}

#[test]
fn names_that_are_nearly_right_are_understood() {
    let folder = folder();
    record(folder.path());
    let ran = fail(folder.path(), &["show", "mtach.fogreel"], 3);
    assert!(ran.err.contains("did you mean `match.fogreel`"), "{}", ran.err);
    let ran = fail(folder.path(), &["record", "rajakardhor", "--out", "nowhere/match.fogreel"], 4);
    assert!(ran.err.contains("there is no folder nowhere") && !ran.err.contains("os error"), "{}", ran.err);
    let ran = fail(folder.path(), &["record", "rajakardhor", "--reference", "uniform"], 2);
    assert!(ran.err.contains("--reference=uniform"), "{}", ran.err);
}
