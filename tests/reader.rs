//! The independent reader in Python, written from `docs/format.md` alone, says the same as the program. Needs Python with the
//! package `zstandard`; where it is missing the tests say so and pass, unless FOGREEL_REQUIRE_READER is set, as it is where
//! changes are checked.

use std::path::{Path, PathBuf};
use std::process::Command;

use crate::support::{Ran, fogreel, folder, python_with, record, repository, run, succeed};

fn read(python: &Path, file: &Path, more: &[&str]) -> Ran {
    run(Command::new(python).arg(repository().join("tests/reader/fogreel_reader.py")).arg(file).args(more))
}

/// Each line as JSON, written anew, so that the order of names does not count; every digit of a number does.
fn lines(json: &str) -> Vec<String> {
    let value = |line| serde_json::from_str::<serde_json::Value>(line).expect("JSON");
    json.lines().map(|line| value(line).to_string()).collect()
}

fn assert_same(python: &Path, file: &Path, label: &str) {
    let read = read(python, file, &[]);
    assert_eq!(read.code, 0, "{label}: {}", read.err);
    let dumped = succeed(Path::new("."), &["dump", "--read", "strict", &file.to_string_lossy()]);
    let (read, dumped) = (lines(&read.out), lines(&dumped.out));
    assert_eq!(read.len(), dumped.len(), "{label}");
    let differs = read.iter().zip(&dumped).position(|(read, dumped)| read != dumped);
    assert_eq!(differs, None, "{label}: a line is another");
}

/// The recordings in a folder and below it.
fn recordings(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry").path());
    entries
        .flat_map(|path| match path.extension() {
            _ if path.is_dir() => recordings(&path),
            Some(extension) if extension == "fogreel" => vec![path],
            _ => Vec::new(),
        })
        .collect()
}

#[test]
fn it_reads_every_good_recording_live_and_packed_as_the_program_does() {
    let Some(python) = python_with("zstandard") else { return };
    let folder = folder();
    let files = recordings(&repository().join("replays/good"));
    assert!(files.len() >= 8, "{files:?}");
    for file in files {
        let name = file.to_string_lossy().into_owned();
        assert_same(&python, &file, &name);
        succeed(folder.path(), &["pack", &name, "--out", "packed.fogreel", "--force"]);
        assert_same(&python, &folder.path().join("packed.fogreel"), &format!("{name}, packed"));
    }
}

/// What is kept of each version of the format: the reader says what the program said when it was made.
#[test]
fn it_reads_what_is_kept_for_later_versions() {
    let Some(python) = python_with("zstandard") else { return };
    for (file, line, strictness, then) in crate::compat::dumps() {
        // A gap is no damage: the reader tells of the records that are there.
        let strictness = if strictness == "salvage" { "strict" } else { strictness };
        let path = crate::compat::folder().join(&file);
        let ran = read(&python, &path, &["--read", strictness, "--line", &line.to_string()]);
        assert_eq!(ran.code, 0, "{file}: {}", ran.err);
        assert!(lines(&ran.out) == lines(&then), "{file}, line {line}");
    }
    let notes = read(&python, &crate::compat::folder().join("notes.fogreel"), &["--what", "notes"]);
    assert_eq!(lines(&notes.out), lines(&crate::compat::kept("notes.notes.jsonl.zst")));
}

/// It checks every CRC: a bit that is another anywhere is an error, said in a sentence.
#[test]
fn it_refuses_what_is_damaged() {
    let Some(python) = python_with("zstandard") else { return };
    let folder = folder();
    record(folder.path());
    succeed(folder.path(), &["pack", "match.fogreel"]);
    let whole = std::fs::read(folder.path().join("match.fogreel")).expect("readable");
    let file = folder.path().join("hurt.fogreel");
    for at in (8..whole.len()).step_by(whole.len() / 12) {
        let mut hurt = whole.clone();
        hurt[at] ^= 0x10;
        std::fs::write(&file, &hurt).expect("writable");
        let ran = read(&python, &file, &[]);
        assert_eq!((ran.code, ran.out.as_str()), (1, ""), "byte {at}: {}", ran.err);
        assert!(ran.err.contains("hurt.fogreel: ") && !ran.err.contains("Traceback"), "byte {at}: {}", ran.err);
    }
    std::fs::write(&file, &whole[..whole.len() - 3]).expect("writable");
    assert_eq!(read(&python, &file, &[]).code, 1);
    let [cut, all] = [&file, &folder.path().join("match.fogreel")].map(|file| {
        let ran = read(&python, file, &["--read", "tail"]);
        assert_eq!(ran.code, 0, "{}", ran.err);
        ran.out
    });
    assert_eq!(cut, all, "a cut last index costs nothing");
}

/// Whatever somebody makes up with the right sums, both accept it or neither does: the page says what the program checks.
#[test]
fn it_accepts_what_the_program_accepts() {
    let Some(python) = python_with("zstandard") else { return };
    let folder = folder();
    let names =
        ["live", "packed", "branches", "branches-packed", "notes", "one-cell", "moves", "views", "unknown-kinds"];
    let files = names.map(|name| crate::compat::folder().join(format!("{name}.fogreel")));
    let script = repository().join("tests/reader/mutate.py");
    let forged = run(Command::new(python).arg(script).args(["1", "600"]).arg(folder.path()).args(files));
    assert_eq!(forged.code, 0, "{}", forged.err);
    let verdict = |line| serde_json::from_str::<(String, Option<String>)>(line).expect("a verdict");
    let verdicts: Vec<(String, Option<String>)> = forged.out.lines().map(verdict).collect();

    let names = verdicts.iter().map(|(name, _)| name);
    let ran = run(fogreel().current_dir(folder.path()).args(["info", "--json", "--read", "strict"]).args(names));
    assert!(!ran.err.contains("panicked"), "{}", ran.err);
    let infos: Vec<serde_json::Value> = serde_json::from_str(&ran.out).expect("JSON");
    let accepted: Vec<&str> = infos.iter().filter_map(|info| info["file"].as_str()).collect();
    assert!(accepted.len() > 30 && accepted.len() < 300, "{} of 600", accepted.len());
    for (name, error) in &verdicts {
        let is_accepted = accepted.contains(&name.as_str());
        let said = ran.err.lines().find(|line| line.contains(name.as_str())).unwrap_or("nothing");
        assert_eq!(error.is_none(), is_accepted, "{name}: the reader says {error:?}, the program {said}");
    }
}
