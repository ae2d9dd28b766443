//! The recordings that come with the repository.

use std::path::{Path, PathBuf};
use std::process::Command;

use crate::support::{folder, repository, run, succeed};

/// The folder of each game's samples.
fn folders() -> impl Iterator<Item = PathBuf> {
    fogreel_games::all().map(|game| repository().join("replays/good").join(game.info().id))
}

fn recordings(folder: &Path) -> Vec<PathBuf> {
    let paths = std::fs::read_dir(folder).expect("readable").map(|entry| entry.expect("readable").path());
    let mut files: Vec<PathBuf> = paths.filter(|path| path.extension().is_some_and(|end| end == "fogreel")).collect();
    files.sort();
    files
}

#[test]
fn every_sample_opens_verifies_and_is_described() {
    let folder = folder();
    let mut seen = 0;
    for samples in folders() {
        let described = std::fs::read_to_string(samples.join("README.md")).expect("a README beside the samples");
        for path in recordings(&samples) {
            let name = path.file_name().expect("a name").to_string_lossy().into_owned();
            assert!(described.contains(&name), "{name} is not described");
            let text = path.to_string_lossy();
            succeed(folder.path(), &["verify", &text]);
            succeed(folder.path(), &["show", &text]);
            seen += 1;
        }
    }
    assert!(seen >= 4);
}

/// A recording that is not what the program writes now tells of an older program.
#[test]
#[cfg(unix)]
fn samples_are_recorded_anew_to_the_same_bytes() {
    for samples in folders() {
        let folder = folder();
        let mut script = Command::new("sh");
        script.arg(samples.join("record.sh")).arg(env!("CARGO_BIN_EXE_fogreel")).current_dir(folder.path());
        let ran = run(&mut script);
        assert_eq!(ran.code, 0, "{}", ran.err);
        let kept = recordings(&samples);
        assert_eq!(recordings(folder.path()).len(), kept.len(), "{}", samples.display());
        for path in kept {
            let name = path.file_name().expect("a name");
            let read = |path: &Path| std::fs::read(path).expect("readable");
            assert!(read(&path) == read(&folder.path().join(name)), "{}", path.display());
        }
    }
}
