//! Many matches: progress, Ctrl-C, and how many are played at once.

use std::ops::ControlFlow;
use std::sync::OnceLock;

use fogreel_tournament::{Stop, run, threads};
use indicatif::ProgressBar;

use crate::failure::{Failure, Result};
use crate::output::{notice, progress_style};

/// How many matches there are to play, or other things to work through.
pub(crate) struct Amount {
    /// What they are, for people.
    pub(crate) of: &'static str,
    /// All of them.
    pub(crate) all: u64,
    /// Those that were played before.
    pub(crate) done: u64,
    /// At once; `None` for one on each processor.
    pub(crate) jobs: Option<u16>,
}

/// Plays matches, several at once, with a bar on the terminal. `take` is handed what was played, on this thread. The first
/// Ctrl-C (or SIGTERM) lets the running matches end; a second one ends the program. Whether it was stopped is returned.
///
/// # Errors
/// Exit code 4 without threads, and the errors of `play` and `take`.
pub(crate) fn play_many<T: Send>(
    amount: &Amount,
    list: impl Iterator<Item = u64> + Send,
    play: impl Fn(u64) -> Result<T> + Sync,
    mut take: impl FnMut(Vec<(u64, T)>, &ProgressBar) -> Result<ControlFlow<()>>,
) -> Result<bool> {
    let stop = stop_on_ctrl_c();
    let pool = threads(amount.jobs.map_or(0, usize::from)).map_err(Failure::machine)?;
    let progress = ProgressBar::new(amount.all).with_style(progress_style(amount.of)).with_position(amount.done);
    // Matches that were played in another run say nothing about the speed of this one.
    progress.reset_eta();
    let ended = run(
        &pool,
        list,
        &stop,
        |index| play(*index),
        |played| {
            progress.inc(played.len() as u64);
            take(played, &progress)
        },
    );
    progress.finish_and_clear();
    ended.map(|()| stop.is_asked())
}

/// A wish to stop that Ctrl-C utters.
fn stop_on_ctrl_c() -> Stop {
    /// As shells say it: 128 and the number of the signal.
    const INTERRUPTED: i32 = 130;
    // A process has one handler, and may work through several lists.
    static ASKED: OnceLock<Stop> = OnceLock::new();
    let first = || {
        let stop = Stop::default();
        let asked = stop.clone();
        // Without a handler Ctrl-C ends the program at once, which loses no more than a kill.
        let _ = ctrlc::set_handler(move || {
            if asked.ask() {
                std::process::exit(INTERRUPTED);
            }
            notice("fogreel: stopping when the running matches have ended; once more ends at once");
        });
        stop
    };
    ASKED.get_or_init(first).clone()
}
