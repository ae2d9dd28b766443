//! `fogreel table`

use std::fs::File;
use std::io::Write;
use std::path::{Path, PathBuf};

use fogreel_analysis::{AnalysisError, AnalysisOptions};
use fogreel_dataset::{Batch, DatasetError, Format, RowKind, Sink, Source, append};
use fogreel_plots::put_file_with;
use indicatif::ProgressBar;
use rayon::prelude::*;

use crate::args::{Read, TableArgs};
use crate::failure::{Failure, Result};
use crate::input::{self, Whole};
use crate::output::{WRITER, notice, progress_style, stdout};

/// Rows that are written together: a row group of Parquet.
const ROWS: usize = 1 << 16;
/// Matches for each thread that are worked on before their rows are written, in order.
const MATCHES_A_THREAD: usize = 8;

pub(super) fn run(args: &TableArgs) -> Result<()> {
    let files = input::recordings(&args.paths)?;
    let format = match args.format.or_else(|| Format::of_path(&args.out)) {
        Some(format) => format,
        None => {
            let endings = Format::ALL.map(|format| format!(".{format}")).join(", ");
            let out = args.out.display();
            return Err(Failure::usage(format!("{out}: expected a file ending in one of {endings}, or --format")));
        }
    };
    if !args.force && args.out.symlink_metadata().is_ok() {
        // Before minutes of work, not behind them.
        return Err(Failure::usage(format!("{} exists already; --force replaces it", args.out.display())));
    }
    let jobs = args.jobs.map_or(0, usize::from);
    let pool = rayon::ThreadPoolBuilder::new().num_threads(jobs).build().map_err(Failure::machine)?;
    let mut written = Written::default();
    put_file_with(&args.out, args.force, |file| {
        written = pool.install(|| write(args, &files, format, file))?;
        // A file in which nothing could be put is none.
        if written.matches > 0 {
            Ok(())
        } else {
            Err(written.failure.take().unwrap_or_else(|| Failure::unreadable("")))
        }
    })?;
    let mut out = stdout();
    let (rows, matches) = (written.rows, written.matches);
    writeln!(
        out,
        "{rows} rows of {matches} {}: {}",
        if matches == 1 { "match" } else { "matches" },
        args.out.display()
    )?;
    out.flush()?;
    written.failure.map_or(Ok(()), Err)
}

/// What was written, and the first thing that went wrong with a recording.
#[derive(Default)]
struct Written {
    rows: usize,
    matches: usize,
    failure: Option<Failure>,
}

/// Writes the rows of all recordings in their order, however many are worked on at once.
fn write(args: &TableArgs, files: &[PathBuf], format: Format, file: &mut File) -> Result<Written> {
    let failed = |error: DatasetError| Failure::machine(format!("{}: {error}", args.out.display()));
    let progress = if files.len() > 1 {
        ProgressBar::new(files.len() as u64).with_style(progress_style("matches"))
    } else {
        ProgressBar::hidden()
    };
    let mut sink = format.sink(args.rows, file, WRITER).map_err(failed)?;
    let mut written = Written::default();
    let mut rows = Batch::new(args.rows);
    for part in files.chunks(MATCHES_A_THREAD * rayon::current_num_threads()) {
        let one = |file: &PathBuf| {
            let batch = of_file(args, file);
            progress.inc(1);
            batch
        };
        let batches: Vec<Result<Batch>> = part.par_iter().map(one).collect();
        for batch in batches {
            match batch {
                Ok(batch) => {
                    written.matches += 1;
                    written.rows += batch.rows();
                    rows.extend(batch);
                }
                Err(failure) => {
                    // One bad file must not hide what the others hold.
                    progress.suspend(|| notice(&format!("fogreel: {}", failure.message())));
                    written.failure.get_or_insert(failure.silent());
                }
            }
            if rows.rows() >= ROWS {
                flush(sink.as_mut(), &mut rows).map_err(failed)?;
            }
        }
    }
    flush(sink.as_mut(), &mut rows).map_err(failed)?;
    sink.finish().map_err(failed)?;
    progress.finish_and_clear();
    Ok(written)
}

fn flush(sink: &mut dyn Sink, rows: &mut Batch) -> std::result::Result<(), DatasetError> {
    sink.write(rows)?;
    rows.clear();
    Ok(())
}

fn of_file(args: &TableArgs, file: &Path) -> Result<Batch> {
    let recording = Whole::open_quietly(file, args.read)?;
    let timeline = recording.timeline();
    let options = AnalysisOptions {
        viewpoint: input::viewpoint(timeline, args.viewpoint.as_deref())?,
        model: args.opponent.clone(),
        skips_damage: args.read == Read::Salvage,
        grades: args.rows == RowKind::Decisions,
        ..AnalysisOptions::default()
    };
    let source = Source {
        file: &file.to_string_lossy(),
        timeline,
        reasoning: fogreel_games::reasoning(&timeline.header().game),
        options: &options,
    };
    let mut batch = Batch::new(args.rows);
    append(&mut batch, &source).map_err(|error| match error {
        AnalysisError::Read(error) => {
            Failure::unreadable(format!("{}: {error}; --read salvage goes on behind the damage", file.display()))
        }
        AnalysisError::Model(error) => Failure::usage(format!("--opponent: {error}")),
    })?;
    Ok(batch)
}
