//! Notes from the command line.

use fogreel_engine::{Detail, MatchConfig};
use fogreel_recorder::{Recorder, RecorderOptions};
use serde_json::Value;

use crate::support::{fail, folder, record, succeed};

fn json(text: &str) -> Value {
    serde_json::from_str(text).expect("JSON")
}

/// The ids in the text would differ from run to run.
fn without_ids(text: &str) -> String {
    let is_id = |word: &str| word.len() == 16 && word.bytes().all(|byte| byte.is_ascii_hexdigit());
    let words =
        |line: &str| line.split(' ').map(|word| if is_id(word) { "ID" } else { word }).collect::<Vec<_>>().join(" ");
    text.lines().map(|line| words(line) + "\n").collect()
}

/// A session as a person types it.
#[test]
fn notes_are_written_listed_searched_and_deleted() {
    let folder = folder();
    record(folder.path());
    let session: &[(&[&str], &str)] = &[
        (&["--list"], "There is no note.\n"),
        (&["--turn", "3", "The scan misses by one cell."], "match.fogreel: note ID on turn 3\n"),
        (
            &["--turn", "5", "--cell", "3,4", "--as", "guard", "--author", "Mina", "Here?\nOr there?"],
            "match.fogreel: note ID on turn 5\n",
        ),
        (&["--record", "5", "--as", "thief", "It comes."], "match.fogreel: note ID on turn 5\n"),
        (&["--list", "--as", "guard"], "ID  turn 5 · cell 3,4 · as Birsreshtha · Mina\n    Here?\n    Or there?\n"),
        (&["--search", "CELL scan"], "ID  turn 3\n    The scan misses by one cell.\n"),
        (&["--search", "mina here"], "ID  turn 5 · cell 3,4 · as Birsreshtha · Mina\n    Here?\n    Or there?\n"),
        (&["--search", "cell scan", "--as", "guard"], "No note has these words.\n"),
    ];
    for (arguments, expected) in session {
        let ran = succeed(folder.path(), &[&["note", "match.fogreel"], *arguments].concat());
        assert_eq!(without_ids(&ran.out), *expected, "{arguments:?}");
    }
    let all = json(&succeed(folder.path(), &["note", "match.fogreel", "--list", "--json"]).out);
    assert_eq!(all.as_array().map(Vec::len), Some(3));
    assert_eq!((&all[0]["turn"], &all[0]["as"], &all[0]["author"]), (&3.into(), &"referee".into(), &Value::Null));
    let id = all[0]["id"].as_str().expect("an id");
    let ran = succeed(folder.path(), &["note", "match.fogreel", "--delete", id]);
    assert_eq!(without_ids(&ran.out), "match.fogreel: note ID is deleted\n");
    let ran = fail(folder.path(), &["note", "match.fogreel", "--delete", id], 2);
    assert!(ran.err.contains("--list names the 2 there"), "{}", ran.err);
    assert!(!folder.path().join("match.fogreel.notes").exists());
    succeed(folder.path(), &["verify", "match.fogreel"]);
}

#[test]
fn a_wrong_note_changes_nothing() {
    let folder = folder();
    let file = record(folder.path());
    let before = std::fs::read(&file).expect("readable");
    let wrong = |arguments: &[&str], expected: &str| {
        let ran = fail(folder.path(), &[&["note", "match.fogreel"], arguments].concat(), 2);
        assert!(ran.err.contains(expected), "{arguments:?}: {}", ran.err);
    };
    wrong(&[], "required");
    wrong(&["  "], "write something");
    wrong(&["x", "--turn", "999"], "turns 0 to");
    wrong(&["x", "--record", "999"], "records 0 to");
    wrong(&["x", "--turn", "1", "--record", "1"], "cannot be used with");
    wrong(&["x", "--cell", "99,0"], "a cell of 10×10");
    wrong(&["x", "--cell", "9;0"], "ROW,COLUMN");
    wrong(&["x", "--as", "gaurd"], "did you mean `guard`?");
    wrong(&["x", "--list"], "cannot be used with");
    wrong(&["--delete", "12"], "sixteen hexadecimal digits");
    assert!(std::fs::read(&file).expect("readable") == before);
    fail(folder.path(), &["note", "missing.fogreel", "x"], 3);
}

#[test]
fn show_info_and_dump_tell_of_notes() {
    let folder = folder();
    record(folder.path());
    let add =
        |arguments: &[&str]| succeed(folder.path(), &[&["note", "match.fogreel", "--turn", "3"], arguments].concat());
    add(&["the referee's"]);
    add(&["--as", "guard", "--cell", "1,2", "the guard's"]);
    let show =
        |turn: &str, who: &str| succeed(folder.path(), &["show", "match.fogreel", "--turn", turn, "--as", who]).out;
    let referee = show("3", "referee");
    assert!(referee.contains("\nNotes\n  the"), "{referee}");
    assert!(referee.contains("  the guard's\n    cell 1,2 · as Birsreshtha\n"), "{referee}");
    let guard = show("3", "guard");
    assert!(guard.contains("the guard's") && !guard.contains("the referee's"), "{guard}");
    assert!(!show("3", "thief").contains("Notes") && !show("4", "referee").contains("Notes"));

    let info = succeed(folder.path(), &["info", "match.fogreel"]).out;
    assert!(info.contains("notes    2; `fogreel note match.fogreel --list`"), "{info}");
    assert_eq!(json(&succeed(folder.path(), &["info", "match.fogreel", "--json"]).out)[0]["notes"], 2);

    let dump = succeed(folder.path(), &["dump", "match.fogreel"]).out;
    let lines: Vec<Value> = dump.lines().map(json).collect();
    let kinds: Vec<&str> = lines.iter().rev().take(3).filter_map(|line| line["type"].as_str()).collect();
    assert_eq!(kinds, ["note", "note", "end"]);
    let guards = lines.iter().find(|line| line["text"] == "the guard's").expect("a note");
    assert_eq!((&guards["record"], &guards["viewpoint"]["seat"]), (&3.into(), &1.into()));
    let some = succeed(folder.path(), &["dump", "match.fogreel", "--records", "4..5"]).out;
    assert!(!some.contains("\"note\""));
}

#[test]
fn a_note_waits_beside_a_recording_that_is_being_written() {
    let folder = folder();
    let file = folder.path().join("match.fogreel");
    let game = fogreel_games::all().next().expect("a game");
    let mut session = game.start(&MatchConfig::default(), Detail::Full).expect("a start");
    let mut recorder = Recorder::create(&file, RecorderOptions::default()).expect("a new file");
    recorder.write_header(session.header()).expect("written");
    recorder.write_record(&session.record()).expect("written");
    let ran = succeed(folder.path(), &["note", "match.fogreel", "early"]);
    assert!(ran.out.contains("still being written") && ran.out.contains("waits in match.fogreel.notes"), "{}", ran.out);
    let listed = succeed(folder.path(), &["note", "match.fogreel", "--list"]).out;
    assert!(listed.contains("early"), "{listed}");
    while session.end().is_none() {
        session.advance();
        recorder.write_record(&session.record()).expect("written");
    }
    recorder.write_end(&session.end().expect("over")).expect("written");
    drop(recorder);
    assert!(!folder.path().join("match.fogreel.notes").exists(), "the recorder took it in");
    let added = json(&succeed(folder.path(), &["note", "match.fogreel", "late", "--json"]).out);
    assert_eq!((&added["written_to"], &added["note"]["text"]), (&"match.fogreel".into(), &"late".into()));
    assert_eq!(
        json(&succeed(folder.path(), &["note", "match.fogreel", "--list", "--json"]).out).as_array().map(Vec::len),
        Some(2)
    );
}
