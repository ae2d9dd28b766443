//! `fogreel pack` and `fogreel unpack`

use std::io::Write;
use std::path::Path;

use fogreel_recorder::{Copied, Destination, FileState, ReadError, WriteError, repack};
use serde_json::json;

use crate::args::RepackArgs;
use crate::failure::{Failure, Result};
use crate::input::must_be_file;
use crate::output::{notice, stdout, write_json};

pub(super) fn run(args: &RepackArgs, state: FileState) -> Result<()> {
    if args.out.is_some() && args.files.len() > 1 {
        return Err(Failure::usage("--out names the copy of one recording; several were named"));
    }
    let destination =
        args.out.as_deref().map_or(Destination::InPlace, |path| Destination::File { path, overwrite: args.force });
    let mut copies = Vec::new();
    let mut first_failure = None;
    for file in &args.files {
        match convert(file, state, destination) {
            Ok(copied) => copies.push((file.as_path(), copied)),
            Err(failure) => {
                // What can be done for the others is done.
                notice(&format!("fogreel: {}", failure.message()));
                first_failure.get_or_insert(failure.silent());
            }
        }
    }
    let written = write(args, state, &copies);
    first_failure.map_or(written, Err)
}

fn convert(file: &Path, state: FileState, destination: Destination<'_>) -> Result<Copied> {
    must_be_file(file)?;
    repack(file, state, destination).map_err(|error| match error {
        WriteError::Unreadable(error @ (ReadError::Damaged { .. } | ReadError::Missing { .. })) => {
            Failure::unreadable(format!("{error}; nothing was written; `fogreel recover` saves what is left"))
        }
        WriteError::Io { file, action, source } => {
            Failure::machine(format!("{file}: cannot {action}: {source}; the recording is as it was"))
        }
        error => error.into(),
    })
}

fn write(args: &RepackArgs, state: FileState, copies: &[(&Path, Copied)]) -> Result<()> {
    if args.json {
        let lines = copies.iter().map(|(file, copied)| {
            let [before, after] = copied.bytes;
            let out = args.out.as_deref().unwrap_or(file);
            json!({"file": file, "out": out, "records": copied.report.recovered, "bytes_before": before, "bytes": after})
        });
        return write_json(&lines.collect::<Vec<_>>());
    }
    let verb = if state == FileState::Packed { "packed" } else { "unpacked" };
    let mut out = stdout();
    for (file, copied) in copies {
        let [before, after] = copied.bytes;
        let name = args.out.as_deref().unwrap_or(file).display();
        // A recording has a preamble at least, so that nothing is divided by zero.
        let share = after as f64 / before as f64 * 100.0;
        let records = copied.report.recovered;
        writeln!(out, "{name}: {verb}, {records} records, {before} bytes before, {after} bytes now ({share:.0} %)")?;
    }
    Ok(out.flush()?)
}
