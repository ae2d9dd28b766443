//! `fogreel dump`

use std::io::Write;

use fogreel_engine::data::Note;
use fogreel_engine::{End, Header, Record};
use serde::Serialize;

use crate::args::{DumpArgs, Read};
use crate::failure::{Failure, Result};
use crate::input;
use crate::output::{notice, stdout};
use crate::records::Range;

/// One line.
#[derive(Serialize)]
#[serde(tag = "type", rename_all = "lowercase")]
enum Line<'a> {
    Header(&'a Header),
    Record(&'a Record),
    End(&'a End),
    Note(&'a Note),
}

pub(super) fn run(args: &DumpArgs) -> Result<()> {
    let replay = input::open(&args.file, args.read)?;
    let timeline = replay.timeline();
    let last = timeline.len().checked_sub(1).map(|last| last as u32);
    let range = args.records.unwrap_or(Range::ALL);
    if args.records.is_some() && last.is_none_or(|last| range.exceeds(last)) {
        let there = last.map_or("none".to_owned(), |last| format!("records 0 to {last}"));
        return Err(Failure::usage(format!("--records names a record that is not there; the recording has {there}")));
    }
    let mut out = stdout();
    write(&mut out, &Line::Header(replay.header()))?;
    if let Some(last) = last {
        for index in range.up_to(last) {
            match timeline.record(index as usize) {
                Ok(record) => write(&mut out, &Line::Record(&record))?,
                // Salvage was asked for: what is lost is said, the rest is written.
                Err(error) if args.read == Read::Salvage => notice(&format!("fogreel: {error}")),
                Err(error) => {
                    out.flush()?;
                    let rest = format!("{error}; --read salvage goes on with the records behind it");
                    return Err(Failure::unreadable(rest));
                }
            }
        }
    }
    if let Some(end) = replay.end() {
        write(&mut out, &Line::End(end))?;
    }
    for note in replay.notes().iter().filter(|note| range.contains(note.record)) {
        write(&mut out, &Line::Note(note))?;
    }
    Ok(out.flush()?)
}

fn write(out: &mut impl Write, line: &Line<'_>) -> Result<()> {
    serde_json::to_writer(&mut *out, line).map_err(std::io::Error::from)?;
    Ok(writeln!(out)?)
}
