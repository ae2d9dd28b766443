//! `fogreel import`

use std::fs::File;
use std::io::{BufReader, Write};
use std::path::Path;

use fogreel_recorder::{RecorderOptions, write_whole};
use serde_json::json;

use crate::args::ImportArgs;
use crate::failure::{Failure, Result};
use crate::input::must_be_file;
use crate::output::{notice, stdout, write_json};
use crate::trace::{ImportError, Imported, import};

pub(super) fn run(args: &ImportArgs) -> Result<()> {
    let options = RecorderOptions { overwrite: args.force, ..RecorderOptions::default() };
    let mut imported = None;
    let bytes = if args.file == Path::new("-") {
        write_whole(&args.out, options, None, |recorder| {
            imported = Some(import(std::io::stdin().lock(), recorder)?);
            Ok(())
        })
    } else {
        must_be_file(&args.file)?;
        let file =
            File::open(&args.file).map_err(|error| Failure::unreadable(format!("{}: {error}", args.file.display())))?;
        write_whole(&args.out, options, Some(&file), |recorder| {
            imported = Some(import(BufReader::new(&file), recorder)?);
            Ok(())
        })
    };
    let bytes = bytes.map_err(|error| failure(args, error))?;
    write(args, &imported.unwrap_or_default(), bytes)
}

fn write(args: &ImportArgs, imported: &Imported, bytes: u64) -> Result<()> {
    let Imported { records, branches, notes, has_end } = *imported;
    if args.json {
        return write_json(&json!({
            "file": args.file, "out": args.out, "records": records, "branches": branches, "notes": notes,
            "complete": has_end, "bytes": bytes,
        }));
    }
    if !has_end {
        notice(&format!(
            "fogreel: {}: has no line of type `end`: a match in progress, or cut short",
            args.file.display()
        ));
    }
    let mut out = stdout();
    let branches = if branches == 0 { String::new() } else { format!("{branches} branches, ") };
    writeln!(out, "{}: {records} records, {branches}{notes} notes, {bytes} bytes", args.out.display())?;
    Ok(out.flush()?)
}

fn failure(args: &ImportArgs, error: ImportError) -> Failure {
    let file = args.file.display();
    match error {
        ImportError::Line { line, problem } => Failure::unreadable(format!("{file}: line {line}: {problem}")),
        ImportError::Empty => Failure::unreadable(format!("{file}: holds no line; expected one of type `header`")),
        ImportError::Read(error) => Failure::unreadable(format!("{file}: cannot read: {error}")),
        ImportError::Write(error) => Failure::of_whole(error),
    }
}
