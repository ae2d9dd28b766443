//! `fogreel record --count`

use std::collections::BTreeMap;
use std::io::Write;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use fogreel_engine::{DynGame, End, MatchConfig};
use fogreel_recorder::RecorderOptions;
use serde::Serialize;

use super::record::{default_file, record};
use crate::args::RecordArgs;
use crate::failure::{Failure, Result};
use crate::matches::{Amount, play_many};
use crate::output::{make_folder, stdout, write_json};

#[derive(Serialize)]
struct Recorded<'a> {
    folder: &'a Path,
    matches: usize,
    first_seed: u64,
    turns: u64,
    bytes: u64,
    /// How often the matches ended in each way.
    outcomes: BTreeMap<&'a str, u64>,
}

/// Records matches with seeds that follow one another, several at once. The first failure ends it; what was recorded by
/// then stays.
pub(super) fn run(
    game: &'static dyn DynGame,
    config: &MatchConfig,
    options: RecorderOptions,
    count: u64,
    args: &RecordArgs,
) -> Result<()> {
    let last = config.seed.checked_add(count - 1);
    let last =
        last.ok_or_else(|| Failure::usage(format!("--seed {} leaves no room for {count} matches", config.seed)))?;
    let folder = args.out.clone().unwrap_or_else(|| PathBuf::from("."));
    make_folder(&folder)?;
    let prepared = game.prepare(config)?;
    let play = |seed: u64| -> Result<(End, u64)> {
        let file = folder.join(default_file(game, config.preset.as_deref(), seed));
        let end = record(game, prepared.as_ref(), seed, &file, options, &args.references)?.end;
        Ok((end, std::fs::metadata(&file).map_or(0, |metadata| metadata.len())))
    };
    let mut ended: Vec<(End, u64)> = Vec::new();
    let amount = Amount { of: "matches", all: count, done: 0, jobs: args.jobs };
    let is_stopped = play_many(&amount, config.seed..=last, play, |played, _| {
        ended.extend(played.into_iter().map(|(_, ended)| ended));
        Ok(ControlFlow::Continue(()))
    })?;

    let mut outcomes: BTreeMap<&str, u64> = BTreeMap::new();
    for (end, _) in &ended {
        *outcomes.entry(&end.outcome.reason).or_default() += 1;
    }
    let summary = Recorded {
        folder: &folder,
        matches: ended.len(),
        first_seed: config.seed,
        turns: ended.iter().map(|(end, _)| u64::from(end.turns)).sum(),
        bytes: ended.iter().map(|(_, bytes)| bytes).sum(),
        outcomes,
    };
    if is_stopped {
        return Err(Failure::interrupted(format!(
            "stopped after {} of {count} matches, which are whole",
            summary.matches
        )));
    }
    if args.json {
        return write_json(&summary);
    }
    let mut out = stdout();
    writeln!(
        out,
        "{} matches, seeds {} to {last}, {} turns, {} bytes: {}",
        summary.matches,
        config.seed,
        summary.turns,
        summary.bytes,
        folder.display()
    )?;
    for (reason, times) in &summary.outcomes {
        writeln!(out, "  {reason:<28} {times:>8}  {:.1} %", 100.0 * *times as f64 / summary.matches as f64)?;
    }
    Ok(out.flush()?)
}
