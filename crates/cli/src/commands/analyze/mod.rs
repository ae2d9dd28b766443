//! `fogreel analyze`

mod coach;
mod json;
mod many;
mod style;

use std::io::Write;
use std::path::{Path, PathBuf};

use indicatif::ProgressBar;
use rayon::prelude::*;

use crate::args::AnalyzeArgs;
use crate::commentary::{self, Analysed, Asked};
use crate::failure::{Failure, Result};
use crate::input::{self, Whole};
use crate::output::{notice, progress_style, stdout, wants_color, write_file, write_json};
use style::Style;

pub(super) fn run(args: &AnalyzeArgs) -> Result<()> {
    let files = input::recordings(&args.paths)?;
    if let Some(csv) = args.csv.as_ref().filter(|csv| !args.force && csv.symlink_metadata().is_ok()) {
        // Before minutes of work, not behind them.
        return Err(Failure::usage(format!("{} exists already; --force replaces it", csv.display())));
    }
    let jobs = args.jobs.map_or(0, usize::from);
    let pool = rayon::ThreadPoolBuilder::new().num_threads(jobs).build().map_err(Failure::machine)?;
    let progress = if files.len() > 1 {
        ProgressBar::new(files.len() as u64).with_style(progress_style("matches"))
    } else {
        ProgressBar::hidden()
    };
    let is_single = files.len() == 1;
    let one = |file: &PathBuf| {
        let analysed = analyse_file(file, args, is_single);
        progress.inc(1);
        analysed
    };
    let results: Vec<Result<Analysed>> = pool.install(|| files.par_iter().map(one).collect());
    progress.finish_and_clear();
    let mut matches = Vec::with_capacity(results.len());
    let mut first_failure = None;
    for result in results {
        match result {
            Ok(analysed) => matches.push(analysed),
            Err(failure) => {
                // One bad file must not hide what the others hold.
                notice(&format!("fogreel: {}", failure.message()));
                first_failure.get_or_insert(failure.silent());
            }
        }
    }
    let written = write(args, is_single, &matches);
    first_failure.map_or(written, Err)
}

fn write(args: &AnalyzeArgs, is_single: bool, matches: &[Analysed]) -> Result<()> {
    if let (Some(path), false) = (&args.csv, matches.is_empty()) {
        write_file(path, commentary::csv::table(matches).as_bytes(), args.force)?;
    }
    if args.json {
        return write_json(&matches.iter().map(json::of_match).collect::<Vec<_>>());
    }
    let style = Style::new(wants_color(args.color));
    let mut out = stdout();
    match matches {
        [only] if is_single => out.write_all(coach::of_match(only, style).as_bytes())?,
        [] => {}
        matches => out.write_all(many::of_matches(matches, style).as_bytes())?,
    }
    Ok(out.flush()?)
}

fn analyse_file(file: &Path, args: &AnalyzeArgs, is_single: bool) -> Result<Analysed> {
    let recording = if is_single { input::open_whole(file, args.read)? } else { Whole::open_quietly(file, args.read)? };
    let asked = Asked {
        opponent: args.opponent.as_deref(),
        viewpoint: args.viewpoint.as_deref(),
        belief: args.belief.as_ref(),
        read: args.read,
    };
    asked.analyse(file, recording.timeline(), |_, _, _| {})
}
