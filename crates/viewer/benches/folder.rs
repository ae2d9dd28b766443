//! How long a folder of 5,000 recordings takes until it can be used, and until all is known of it. Goal: usable in 2 s.
//!
//! `cargo bench -p fogreel-viewer --bench folder`

use std::path::Path;
use std::time::{Duration, Instant};

use fogreel_engine::MatchConfig;
use fogreel_recorder::{Recorder, RecorderOptions, SyncLevel};
use fogreel_viewer::ViewOptions;
use fogreel_viewer::headless::Headless;

const RECORDINGS: u64 = 5_000;

#[expect(clippy::print_stdout, reason = "a bench reports on standard output")]
fn main() {
    let folder = tempfile::tempdir().expect("a folder");
    let bytes = record(folder.path());
    println!("{RECORDINGS} recordings of whole matches, {} MB, opened as a folder:", bytes / 1_000_000);
    let started = Instant::now();
    let options = ViewOptions { paths: vec![folder.path().to_owned()], ..ViewOptions::default() };
    let mut window = Headless::new(options, (1440.0, 900.0)).expect("a window");
    let (mut listed, mut shown, mut longest) = (None, None, Duration::ZERO);
    loop {
        longest = longest.max(window.frame(Vec::new()).total());
        if window.recordings() == RECORDINGS as usize && listed.is_none() {
            listed = Some(started.elapsed());
        }
        if window.has_picture() && shown.is_none() {
            shown = Some(started.elapsed());
        }
        if listed.is_some() && window.is_settled() {
            break;
        }
        std::thread::sleep(Duration::from_millis(2));
    }
    let ms = |time: Option<Duration>| time.unwrap_or_default().as_secs_f64() * 1e3;
    println!(
        "  all names {:.0} ms, first picture {:.0} ms, all details {:.0} ms; longest frame {:.1} ms",
        ms(listed),
        ms(shown),
        ms(Some(started.elapsed())),
        longest.as_secs_f64() * 1e3
    );
}

/// Records matches of the first game of the registry. Returns how many bytes they take.
fn record(folder: &Path) -> u64 {
    let game = fogreel_games::all().next().expect("a game");
    let options = RecorderOptions { sync: SyncLevel::End, ..RecorderOptions::default() };
    let paths = (1..=RECORDINGS).map(|seed| {
        let path = folder.join(format!("match-{seed:04}.fogreel"));
        let mut recorder = Recorder::create(&path, options).expect("a file");
        game.play(&MatchConfig { seed, ..MatchConfig::default() }, &mut recorder).expect("played");
        path
    });
    paths.map(|path| std::fs::metadata(path).expect("a file").len()).sum()
}
