//! `fogreel analyze`

mod coach;
mod csv;
mod json;
mod many;
mod style;

use std::io::Write;
use std::path::{Path, PathBuf};

use fogreel_analysis::perspective::{header_for, outcome_for};
use fogreel_analysis::{AnalysisError, AnalysisOptions, MatchAnalysis, analyse};
use fogreel_engine::Header;
use fogreel_engine::data::Outcome;
use indicatif::ProgressBar;
use rayon::prelude::*;

use crate::args::{AnalyzeArgs, Read};
use crate::failure::{Failure, Result};
use crate::input::{self, Whole};
use crate::output::{notice, progress_style, stdout, wants_color, write_file, write_json};
use style::Style;

/// One match, analysed.
struct Analysed {
    file: PathBuf,
    /// What the viewpoint may know of the match.
    header: Header,
    outcome: Option<Outcome>,
    turns: u32,
    records: usize,
    analysis: MatchAnalysis,
}

pub(super) fn run(args: &AnalyzeArgs) -> Result<()> {
    let files = input::recordings(&args.paths)?;
    if let Some(csv) = args.csv.as_ref().filter(|csv| !args.force && csv.symlink_metadata().is_ok()) {
        // Before minutes of work, not behind them.
        return Err(Failure::usage(format!("{} exists already; --force replaces it", csv.display())));
    }
    let jobs = args.jobs.map_or(0, usize::from);
    let pool = rayon::ThreadPoolBuilder::new().num_threads(jobs).build().map_err(Failure::machine)?;
    let progress = if files.len() > 1 {
        ProgressBar::new(files.len() as u64).with_style(progress_style())
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
        write_file(path, csv::table(matches).as_bytes(), args.force)?;
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
    let timeline = recording.timeline();
    if timeline.is_empty() {
        return Err(Failure::unreadable(format!("{}: holds no record to analyse", file.display())));
    }
    let viewpoint = input::viewpoint(timeline, args.viewpoint.as_deref())?;
    let belief = match &args.belief {
        Some(key) => input::belief(timeline, Some(key), viewpoint)?,
        None => None,
    };
    let options = AnalysisOptions {
        viewpoint,
        model: args.opponent.clone(),
        belief,
        skips_damage: args.read == Read::Salvage,
        seed: None,
    };
    let header = timeline.header();
    let reasoning = fogreel_games::reasoning(&header.game);
    let analysis = analyse(timeline, reasoning, &options).map_err(|error| match error {
        AnalysisError::Read(error) => {
            Failure::unreadable(format!("{}: {error}; --read salvage goes on behind the damage", file.display()))
        }
        AnalysisError::Model(error) => Failure::usage(format!("--opponent: {error}")),
    })?;
    let last = (0..timeline.len()).rev().find_map(|index| timeline.record(index).ok());
    Ok(Analysed {
        file: file.to_owned(),
        header: header_for(header, viewpoint).into_owned(),
        outcome: timeline.end().map(|end| outcome_for(header, &end.outcome, viewpoint).into_owned()),
        turns: timeline.end().map_or_else(|| last.map_or(0, |record| record.turn), |end| end.turns),
        records: timeline.len(),
        analysis,
    })
}
