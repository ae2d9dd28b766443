//! Rules of the house that the compiler does not know.

use std::path::{Path, PathBuf};

use crate::support::repository;

fn sources(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).expect("readable") {
        let path = entry.expect("readable").path();
        if path.is_dir() {
            sources(&path, found);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            found.push(path);
        }
    }
}

/// A fifth game must not need a line outside its folder and the list.
#[test]
fn no_crate_but_games_names_a_game() {
    let mut looked_at = 0;
    for entry in std::fs::read_dir(repository().join("crates")).expect("readable") {
        let crate_folder = entry.expect("readable").path();
        if crate_folder.ends_with("games") {
            continue;
        }
        let mut files = Vec::new();
        sources(&crate_folder.join("src"), &mut files);
        for file in files {
            let is_test = file.components().any(|part| part.as_os_str() == "tests") || file.ends_with("fixture.rs");
            if is_test {
                continue;
            }
            let text = std::fs::read_to_string(&file).expect("readable");
            let text = text.split("#[cfg(test)]\nmod tests").next().unwrap_or_default();
            let code = text.lines().filter(|line| !line.trim_start().starts_with("//"));
            for line in code {
                for game in fogreel_games::all() {
                    let literal = format!("\"{}\"", game.info().id);
                    assert!(!line.contains(&literal), "{}: {line}", file.display());
                }
            }
            looked_at += 1;
        }
    }
    assert!(looked_at > 50, "{looked_at}");
}
