//! `fogreel tournament`: right and wrong use, and what interrupts it.

use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use serde_json::Value;

use crate::support::{fail, fogreel, folder, run, run_in, succeed};

/// Fast agents.
const AGENTS: [&str; 4] = ["--agent", "thief=fuzzy,dash", "--agent", "guard=hunter,chase"];

fn tournament(more: &[&str]) -> Vec<String> {
    ["tournament", "rajakardhor"].iter().chain(&AGENTS).chain(more).map(|word| (*word).to_owned()).collect()
}

fn words(words: &[String]) -> Vec<&str> {
    words.iter().map(String::as_str).collect()
}

/// Every file below a folder, with its bytes.
fn files(folder: &Path) -> Vec<(String, Vec<u8>)> {
    let mut found = Vec::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(next) = folders.pop() {
        for entry in std::fs::read_dir(next).expect("a folder") {
            let path = entry.expect("readable").path();
            if path.is_dir() {
                folders.push(path);
            } else {
                let name = path.strip_prefix(folder).expect("below").display().to_string();
                found.push((name, std::fs::read(&path).expect("readable")));
            }
        }
    }
    found.sort();
    found
}

#[test]
fn the_table_says_who_beats_whom() {
    let folder = folder();
    let ran = succeed(folder.path(), &words(&tournament(&["--starts", "40", "--preset", "guide,original"])));
    insta::with_settings!({ snapshot_path => "golden", prepend_module_to_snapshot => false }, {
        insta::assert_snapshot!("tournament", ran.out);
    });
    assert!(ran.out.lines().all(|line| line.chars().count() <= 80), "{}", ran.out);
    let brackets = ["tournament", "rajakardhor", "--agent", "guard=hunter,still", "--starts", "40", "--bracket"];
    let ran = succeed(folder.path(), &brackets);
    insta::with_settings!({ snapshot_path => "golden", prepend_module_to_snapshot => false }, {
        insta::assert_snapshot!("tournament-bracket", ran.out);
    });
    assert!(ran.out.lines().all(|line| line.chars().count() <= 80), "{}", ran.out);
    let test = ["tournament", "rajakardhor", "--agent", "thief=fuzzy", "--agent", "guard=chase,still", "--sprt=0,10"];
    let ran = succeed(folder.path(), &[&test[..], &["--preset", "original"]].concat());
    insta::with_settings!({ snapshot_path => "golden", prepend_module_to_snapshot => false }, {
        insta::assert_snapshot!("tournament-sprt", ran.out);
    });
}

#[test]
fn wrong_use_is_said_before_anything_is_played() {
    let folder = folder();
    let wrong = |arguments: &[&str], expected: &str| {
        let ran = fail(folder.path(), &[&["tournament", "rajakardhor", "--starts", "2"], arguments].concat(), 2);
        assert!(ran.err.contains(expected), "{arguments:?}: {}", ran.err);
    };
    wrong(&["--agent", "gard=hunter"], "did you mean `guard`?");
    wrong(&["--agent", "guard=huntr,chase"], "did you mean `hunter`?");
    wrong(&["--agent", "guard=hunter:dept=5,chase"], "did you mean `depth`?");
    wrong(&["--agent", "guard=hunter,"], "SEAT=AGENT,AGENT");
    wrong(&["--agent", "guard=hunter,chase,hunter"], "named twice");
    wrong(&["--preset", "guide,orignal"], "did you mean `original`?");
    wrong(&["--map", "orignal"], "did you mean `original`?");
    let ran = fail(folder.path(), &["tournament", "ctf", "--starts", "2", "--bracket"], 2);
    assert!(ran.err.contains("no best responses are known for Capture the Flag"), "{}", ran.err);
    wrong(&["--resume"], "--out");
    wrong(&["--keep", "moves"], "--out");
    wrong(&["--sprt", "5,0"], "elo0 must be below elo1");
    wrong(&["--sprt", "0"], "ELO0,ELO1");
    wrong(&["--sprt", "0,5"], "two agents for one seat (thief or guard) and one for the other");
    wrong(&["--sprt-scale", "logistic"], "--sprt");
    wrong(&["--confidence", "100"], "from 50 to 99.99");
    fail(folder.path(), &["tournament", "rajakardor"], 2);
    fail(folder.path(), &["tournament", "rajakardhor", "--starts", "0"], 2);
    assert_eq!(std::fs::read_dir(folder.path()).expect("readable").count(), 0, "nothing is left behind");
}

/// The numbers of the README of the agents are those of the command that it names.
#[test]
fn the_readme_of_the_agents_is_what_the_command_writes() {
    let readme = std::fs::read_to_string(crate::support::repository().join("crates/games/src/rajakardhor/README.md"));
    let readme = readme.expect("readable");
    let command =
        "fogreel tournament rajakardhor --preset guide,original --seed 0 --starts 1000 --bracket --format markdown";
    assert!(readme.contains(command), "the command is named");
    let folder = folder();
    // Two columns of the table, which take a second instead of minutes.
    let agents = ["--agent", "thief=dash,still", "--agent", "guard=hunter,chase"];
    let ran = succeed(folder.path(), &[&command.split(' ').skip(1).collect::<Vec<_>>()[..], &agents].concat());
    let tables: Vec<Vec<&str>> = ran.out.split("\n\n").map(|table| table.lines().collect()).collect();
    for preset in ["guide", "original"] {
        let is_matrix = |table: &&Vec<&str>| table[0] == format!("| `{preset}` | hunter | chase |");
        let table = tables.iter().find(is_matrix).expect("a matrix");
        let rows = readme.split(&format!("| `{preset}` |")).nth(1).expect("a table").lines();
        for line in &table[2..] {
            let name = line.split(" | ").next().expect("a name");
            let row = rows.clone().find(|row| row.starts_with(name)).expect("the same row");
            assert!(row.starts_with(line), "{preset}: the command says\n{line}\nand the README\n{row}");
        }
        // What none can surpass does not depend on who took part.
        let heading = format!("| `{preset}`: thief | best guard | points in 100 | at most |");
        let brackets = tables.iter().find(|table| table[0] == heading).expect("brackets");
        let rows = readme.split(&heading).nth(1).expect("a table").lines();
        for line in &brackets[2..] {
            let cells: Vec<&str> = line.split(" | ").collect();
            let row = rows.clone().find(|row| row.starts_with(cells[0])).expect("the same row");
            assert!(row.ends_with(&format!(" | {}", cells[3])), "{preset}: {line} and {row}");
        }
    }
}

#[test]
fn the_files_are_the_same_whatever_the_jobs_and_the_interruptions() {
    let folder = folder();
    let command = |out: &str, more: &[&str]| {
        let all = [&["--starts", "30", "--keep", "moves", "--out", out], more].concat();
        tournament(&all)
    };
    let said = succeed(folder.path(), &words(&command("one", &["--jobs", "1"]))).out;
    assert_eq!(succeed(folder.path(), &words(&command("four", &["--jobs", "4"]))).out, said);
    let expected = files(&folder.path().join("one"));
    assert!(expected == files(&folder.path().join("four")));
    let names: Vec<&str> = expected.iter().map(|(name, _)| name.as_str()).collect();
    for name in ["README.md", "journal", "matches.csv", "tournament.json", "figures/winmatrix-guide.svg"] {
        assert!(names.contains(&name), "{names:?}");
    }
    assert_eq!(names.iter().filter(|name| name.starts_with("recordings/")).count(), 120);

    // The table of matches and the recordings tell the same.
    let csv = std::fs::read_to_string(folder.path().join("one/matches.csv")).expect("readable");
    let line: Vec<&str> = csv.lines().nth(8).expect("a match").split(',').collect();
    let recording = format!("one/{}", line.last().expect("a file"));
    let info: Value = serde_json::from_str(&succeed(folder.path(), &["info", &recording, "--json"]).out).expect("JSON");
    assert_eq!((info[0]["seed"].to_string(), info[0]["turns"].to_string()), (line[3].to_owned(), line[7].to_owned()));
    succeed(folder.path(), &["verify", &recording]);

    // What a kill leaves: a journal whose last line is a piece.
    let journal = std::fs::read(folder.path().join("one/journal")).expect("readable");
    std::fs::create_dir(folder.path().join("cut")).expect("made");
    std::fs::write(folder.path().join("cut/journal"), &journal[..journal.len() / 2]).expect("written");
    assert_eq!(succeed(folder.path(), &words(&command("cut", &["--resume"]))).out, said);
    let again: Vec<_> = files(&folder.path().join("cut"));
    let without_recordings = |files: &[(String, Vec<u8>)]| -> Vec<(String, Vec<u8>)> {
        files.iter().filter(|(name, _)| !name.starts_with("recordings/")).cloned().collect()
    };
    assert!(without_recordings(&again) == without_recordings(&expected));

    let ran = fail(folder.path(), &words(&command("one", &[])), 2);
    assert!(ran.err.contains("--resume") && ran.err.contains("--force"), "{}", ran.err);
    let other = tournament(&["--starts", "31", "--out", "one", "--resume"]);
    let ran = fail(folder.path(), &words(&other), 2);
    assert!(ran.err.contains("starts: 30 there, 31 here"), "{}", ran.err);
    assert!(expected == files(&folder.path().join("one")), "nothing was touched");
    std::fs::write(folder.path().join("cut/journal"), "Dear diary\n").expect("written");
    fail(folder.path(), &words(&command("cut", &["--resume"])), 3);
    std::fs::create_dir(folder.path().join("mine")).expect("made");
    std::fs::write(folder.path().join("mine/thesis.txt"), "all my work").expect("written");
    fail(folder.path(), &words(&command("mine", &[])), 2);
    fail(folder.path(), &words(&command("mine/thesis.txt", &[])), 2);
}

#[test]
fn a_sequential_test_stops_at_the_same_pair_whatever_the_jobs() {
    let folder = folder();
    let test = ["tournament", "rajakardhor", "--agent", "thief=fuzzy", "--agent", "guard=chase,still", "--sprt=0,10"];
    let command = |out: &str, jobs: &str| {
        let more = ["--preset", "original", "--keep", "moves", "--out", out, "--jobs", jobs, "--json"];
        let ran = succeed(folder.path(), &[&test[..], &more].concat());
        serde_json::from_str::<Value>(&ran.out).expect("JSON")
    };
    let json = command("one", "1");
    assert_eq!(json["sequential"]["verdict"], "accept-h1");
    assert_eq!(json, command("four", "4"));
    assert!(files(&folder.path().join("one")) == files(&folder.path().join("four")));
    let pairs: u64 = json["sequential"]["pentanomial"].as_array().expect("five").iter().filter_map(Value::as_u64).sum();
    assert_eq!(json["matches"], 2 * pairs);
}

/// A tournament that would take long, and waits until some of its results are written.
#[cfg(unix)]
fn begun(folder: &Path, out: &str) -> std::process::Child {
    let mut child = fogreel()
        .current_dir(folder)
        .args(["tournament", "rajakardhor", "--agent", "thief=random", "--agent", "guard=exact,random"])
        .args(["--starts", "400", "--out", out])
        .stderr(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("starts");
    let journal = folder.join(out).join("journal");
    let deadline = Instant::now() + Duration::from_secs(60);
    while std::fs::metadata(&journal).map_or(0, |metadata| metadata.len()) < 6000 {
        assert!(
            Instant::now() < deadline && child.try_wait().expect("its state").is_none(),
            "the journal does not grow"
        );
        std::thread::sleep(Duration::from_millis(2));
    }
    child
}

#[cfg(unix)]
fn resumed(folder: &Path, out: &str) -> Vec<(String, Vec<u8>)> {
    let command = ["tournament", "rajakardhor", "--agent", "thief=random", "--agent", "guard=exact,random"];
    succeed(folder, &[&command[..], &["--starts", "400", "--out", out, "--resume"]].concat());
    files(&folder.join(out))
}

#[cfg(unix)]
#[test]
fn a_kill_and_ctrl_c_lose_nothing_that_was_written() {
    let folder = folder();
    let expected = resumed(folder.path(), "whole");

    let mut child = begun(folder.path(), "killed");
    child.kill().expect("killable");
    child.wait().expect("gone");
    assert!(files(&folder.path().join("killed")).len() == 1, "the journal alone");
    assert!(resumed(folder.path(), "killed") == expected, "after a kill");

    let child = begun(folder.path(), "stopped");
    let signalled = Command::new("kill").args(["-INT", &child.id().to_string()]).status().expect("kill runs");
    assert!(signalled.success());
    let ended = child.wait_with_output().expect("gone");
    let said = String::from_utf8(ended.stderr).expect("UTF-8");
    assert_eq!(ended.status.code(), Some(130), "{said}");
    assert!(said.contains("to go on: fogreel tournament rajakardhor") && said.contains("--resume"), "{said}");
    let table = String::from_utf8(ended.stdout).expect("UTF-8");
    assert!(table.contains("of 800 matches to play"), "{table}");
    assert!(resumed(folder.path(), "stopped") == expected, "after Ctrl-C");
}

#[test]
fn json_has_the_promised_fields() {
    let folder = folder();
    let ran =
        succeed(folder.path(), &words(&tournament(&["--starts", "5", "--json", "--interval", "clopper-pearson"])));
    let json: Value = serde_json::from_str(&ran.out).expect("JSON");
    assert_eq!((&json["complete"], &json["starts"], &json["matches"]), (&true.into(), &5.into(), &20.into()));
    assert_eq!(json["interval"], "clopper-pearson");
    for field in
        ["game", "rules_version", "seats", "sides", "players", "pairings", "conditions", "first_seed", "starts"]
    {
        assert!(json["plan"].get(field).is_some(), "plan.{field}");
    }
    for field in ["preset", "maps", "starts", "pairings", "matrix", "ratings", "comparisons"] {
        assert!(json["presets"][0].get(field).is_some(), "presets[].{field}");
    }
    for field in ["wins", "draws", "losses", "turns", "won", "drawn", "lost", "mean_turns"] {
        assert!(json["presets"][0]["pairings"][0].get(field).is_some(), "pairings[].{field}");
    }
    for field in ["seat", "players", "opponent", "difference", "interval", "p_value", "first_only", "second_only"] {
        assert!(json["presets"][0]["comparisons"][0].get(field).is_some(), "comparisons[].{field}");
    }
}

#[test]
fn whoever_reads_the_table_may_leave() {
    let folder = folder();
    let program = fogreel().get_program().display().to_string();
    let script =
        format!("set -o pipefail; {program} tournament rajakardhor --agent guard=still --starts 2 | true; exit $?");
    let ran = run(Command::new("bash").current_dir(folder.path()).args(["-c", &script]));
    assert_eq!(ran.code, 0, "{}", ran.err);
}

/// A full disk is an error that says how to go on, and so one can.
#[cfg(target_os = "linux")]
#[test]
fn a_disk_that_fills_up_costs_nothing_that_was_written() {
    let folder = folder();
    let command = tournament(&["--starts", "100", "--out", "full"]);
    let program = fogreel().get_program().to_string_lossy().into_owned();
    let script = format!("trap '' XFSZ; ulimit -f 8; exec {program} {}", command.join(" "));
    let ran = run(Command::new("bash").current_dir(folder.path()).args(["-c", &script]));
    assert_eq!(ran.code, 4, "{}{}", ran.out, ran.err);
    assert!(ran.err.contains("full/journal") && ran.err.contains("--resume"), "{}", ran.err);
    let said = succeed(folder.path(), &words(&[command, vec!["--resume".to_owned()]].concat())).out;
    let whole = run_in(folder.path(), &words(&tournament(&["--starts", "100"])));
    assert_eq!(said, whole.out);
}
