//! `fogreel redact`

use std::fs::File;
use std::io::Write;

use fogreel_analysis::{RedactError, redact};
use fogreel_engine::{ConfigError, Seat};
use fogreel_recorder::{RecorderOptions, Timeline, write_whole};
use serde_json::json;

use crate::args::{Read, RedactArgs};
use crate::failure::{Failure, Result};
use crate::input;
use crate::output::{WRITER, notice, stdout, write_json};

pub(super) fn run(args: &RedactArgs) -> Result<()> {
    let recording = input::open_whole(&args.file, Read::Tail)?;
    let timeline = recording.timeline();
    let seat = seat(timeline, &args.keep)?;
    if timeline.end().is_none() {
        notice(&format!("fogreel: {}: the end is not there; what there is so far is kept", args.file.display()));
    }
    let options =
        RecorderOptions { reproducible: args.reproducible, overwrite: args.force, ..RecorderOptions::default() };
    let read =
        File::open(&args.file).map_err(|error| Failure::unreadable(format!("{}: {error}", args.file.display())))?;
    let bytes = write_whole(&args.out, options, Some(&read), |recorder| redact(timeline, seat, WRITER, recorder))
        .map_err(|error| failure(args, error))?;
    let (out, records) = (args.out.display(), timeline.len());
    if args.json {
        return write_json(&json!({
            "file": args.file, "out": args.out, "keep": args.keep, "records": records, "bytes": bytes,
        }));
    }
    let mut stdout = stdout();
    writeln!(stdout, "{out}: what {} knew, {records} records, {bytes} bytes", args.keep)?;
    Ok(stdout.flush()?)
}

fn seat(timeline: &Timeline, id: &str) -> Result<Seat> {
    let header = timeline.header();
    let ids = header.seats.iter().map(|seat| seat.id.as_str());
    header.seat(id).ok_or_else(|| ConfigError::unknown("seat", id, ids).into())
}

fn failure(args: &RedactArgs, error: RedactError) -> Failure {
    match error {
        RedactError::Read(error) => error.into(),
        RedactError::Write(error) => Failure::of_whole(error),
        RedactError::NoView(_) | RedactError::SameId(_) => {
            Failure::unreadable(format!("{}: {error}", args.file.display()))
        }
    }
}
