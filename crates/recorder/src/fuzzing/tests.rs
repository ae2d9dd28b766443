//! A short run of every target over inputs that are the same each time. The long ones are made in `fuzz/`.

use super::*;

const CASES: usize = 3000;

/// Good recordings: the seeds of the first version's tests, and what is kept for later versions.
fn files() -> Vec<Vec<u8>> {
    let kept = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../replays/compat/v1");
    let entries = std::fs::read_dir(kept).expect("the folder of golden files");
    let mut paths: Vec<_> = entries.map(|entry| entry.expect("an entry").path()).collect();
    paths.retain(|path| path.extension().is_some_and(|extension| extension == "fogreel"));
    paths.sort();
    let kept = paths.iter().map(|path| std::fs::read(path).expect("readable"));
    // The largest boards take their time, which is better spent on many small ones.
    let mut files: Vec<Vec<u8>> = kept.filter(|file| file.len() < 20_000).collect();
    files.push(SEED.to_vec());
    files
}

/// The numbers of SplitMix64, <https://prng.di.unimi.it/splitmix64.c>.
fn random(seed: u64) -> impl FnMut() -> u64 {
    let mut state = seed;
    move || {
        state = state.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mixed = (state ^ (state >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        mixed ^ (mixed >> 31)
    }
}

fn short_run(name: &str) {
    let (_, target) = TARGETS.iter().find(|(known, _)| *known == name).expect("a target");
    let seeds = seeds(name, &files());
    assert!(!seeds.is_empty());
    seeds.iter().for_each(|seed| target(seed));
    let mut random = random(1);
    for case in 0..CASES {
        let seed = &seeds[case % seeds.len()];
        let mut bytes = mutated(seed, &seeds, &mut random);
        // Sums that are right let a change through to what is behind them.
        if matches!(name, "open" | "brief") && case % 8 != 0 {
            seal(&mut bytes);
        }
        target(&bytes);
    }
}

#[test]
fn what_once_did_harm_does_none() {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../replays/bad");
    for entry in std::fs::read_dir(folder).expect("the folder").map(|entry| entry.expect("an entry").path()) {
        let Some((_, target)) = TARGETS.iter().find(|(name, _)| entry.ends_with(name)) else { continue };
        for input in std::fs::read_dir(&entry).expect("a folder") {
            target(&std::fs::read(input.expect("an entry").path()).expect("readable"));
        }
    }
}

#[test]
fn a_short_run_of_open() {
    short_run("open");
}

#[test]
fn a_short_run_of_brief() {
    short_run("brief");
}

#[test]
fn a_short_run_of_record() {
    short_run("record");
}

#[test]
fn a_short_run_of_chunk() {
    short_run("chunk");
}

#[test]
fn a_short_run_of_grid() {
    short_run("grid");
}

#[test]
fn a_short_run_of_bodies() {
    short_run("bodies");
}
