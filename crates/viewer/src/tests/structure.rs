//! What keeps the window quick and tight-lipped: who may touch what.

use std::fs;
use std::path::{Path, PathBuf};

/// All source files of the crate but tests, with their paths below `src`.
fn sources() -> Vec<(PathBuf, String)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut folders = vec![root.clone()];
    let mut files = Vec::new();
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).expect("a folder") {
            let path = entry.expect("an entry").path();
            let below = path.strip_prefix(&root).expect("below src").to_owned();
            if path.is_dir() {
                folders.push(path);
            } else if !below.starts_with("tests") && !below.ends_with("fixture.rs") {
                let text = fs::read_to_string(&path).expect("text");
                let without_tests = text.split("#[cfg(test)]").next().expect("a first part").to_owned();
                files.push((below, without_tests));
            }
        }
    }
    files
}

/// Fails if a word stands in a file that is not among those that may use it.
fn only(word: &str, allowed: &[&str]) {
    let mut is_there = allowed.is_empty();
    for (path, text) in sources() {
        let may = allowed.iter().any(|allowed| path.starts_with(allowed));
        assert!(may || !text.contains(word), "`{word}` must not stand in {}", path.display());
        is_there |= text.contains(word);
    }
    assert!(is_there, "`{word}` stands nowhere any more: this test proves nothing");
}

#[test]
fn files_are_read_and_records_decoded_by_the_reading_thread_alone() {
    let catalogue = ["files/catalogue.rs", "files/details.rs", "files/listing.rs"];
    only("std::fs", &[&catalogue[..], &["screenshot.rs"]].concat());
    only("Replay::", &["files/details.rs", "loading"]);
    for word in ["append_notes", ".refresh()", "is_being_written", ".files.draw("] {
        only(word, &["loading"]);
    }
    only("timeline.record(", &["measuring.rs", "loading"]);
    for word in ["is_dir()", "is_file()", ".exists()"] {
        only(word, &[&catalogue[..], &["loading.rs"]].concat());
    }
    only("details_of(", &catalogue);
    only("Walk::", &catalogue);
}

#[test]
fn panels_and_painting_see_the_recording_through_the_sight_alone() {
    only("Session", &["app.rs", "app", "perspective.rs", "session.rs"]);
    for word in ["record_for(", "analysis_for("] {
        only(word, &["perspective.rs"]);
    }
    only("Command::", &["app.rs", "command.rs", "panels"]);
}

#[test]
fn no_game_is_named() {
    for game in fogreel_games::all() {
        only(game.info().id, &[]);
    }
}
