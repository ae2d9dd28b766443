//! The recordings that come with the repository.

use crate::support::{folder, repository, succeed};

#[test]
fn every_sample_opens_verifies_and_is_described() {
    let folder = folder();
    let mut seen = 0;
    for game in fogreel_games::all() {
        let samples = repository().join("replays/good").join(game.info().id);
        let described = std::fs::read_to_string(samples.join("README.md")).expect("a README beside the samples");
        for entry in std::fs::read_dir(&samples).expect("readable") {
            let path = entry.expect("readable").path();
            if path.extension().is_none_or(|extension| extension != "fogreel") {
                continue;
            }
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
