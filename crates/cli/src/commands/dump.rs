//! `fogreel dump`

use std::io::Write;

use fogreel_engine::data::Note;
use fogreel_engine::{End, Header, Record};
use fogreel_recorder::{Branch, BranchLine, Replay};
use serde::Serialize;

use crate::args::{DumpArgs, Read};
use crate::failure::{Failure, Result};
use crate::input;
use crate::output::{notice, stdout};
use crate::records::{Lines, Range};

/// One line.
#[derive(Serialize)]
#[serde(tag = "type", rename_all = "lowercase")]
enum Line<'a> {
    Header(&'a Header),
    Branch { line: u32, parent: u32, record: u32, name: &'a str },
    Record(&'a Record),
    End(&'a End),
    Note(&'a Note),
}

pub(super) fn run(args: &DumpArgs) -> Result<()> {
    let replay = input::open(&args.file, args.read)?;
    let branches = replay.timeline().branches();
    let mut out = stdout();
    match args.line {
        Lines::One(0) => write_line(&mut out, args, &replay, None)?,
        Lines::One(line) => {
            let branch = branches.iter().find(|branch| branch.branch().line == line);
            let branch = branch.ok_or_else(|| {
                let there = match branches.len() {
                    0 => "the recording has no branches".to_owned(),
                    _ => format!("the branches are {}", lines_of(&branches)),
                };
                Failure::usage(format!("--line names a line that is not there; {there}"))
            })?;
            write_line(&mut out, args, &replay, Some(branch))?;
        }
        Lines::All if args.records.is_some() => {
            return Err(Failure::usage("--records is about one line: name it instead of `all`"));
        }
        Lines::All => {
            write_line(&mut out, args, &replay, None)?;
            branches.iter().try_for_each(|branch| write_line(&mut out, args, &replay, Some(branch)))?;
        }
    }
    Ok(out.flush()?)
}

/// Writes the match, or a branch; behind the match, without the header that stands before that.
fn write_line(out: &mut impl Write, args: &DumpArgs, replay: &Replay, branch: Option<&BranchLine<'_>>) -> Result<()> {
    let timeline = replay.timeline();
    let number = branch.map_or(0, |branch| branch.branch().line);
    let records = branch.map_or(0..timeline.len() as u32, BranchLine::records);
    let range = args.records.unwrap_or(Range::ALL);
    let last = records.clone().last();
    if args.records.is_some() && last.is_none_or(|last| range.exceeds(last)) {
        let there = last.map_or("none".to_owned(), |last| format!("records {} to {last}", records.start));
        return Err(Failure::usage(format!("--records names a record that is not there; the recording has {there}")));
    }
    if branch.is_none() || args.line != Lines::All {
        write(out, &Line::Header(replay.header()))?;
    }
    if let Some(branch) = branch {
        let Branch { line, parent, record, name } = branch.branch();
        write(out, &Line::Branch { line: *line, parent: *parent, record: *record, name })?;
    }
    if let Some(last) = last {
        for index in range.up_to(last).filter(|index| records.contains(index)) {
            match branch.map_or_else(|| timeline.record(index as usize), |branch| branch.record(index)) {
                Ok(record) => write(out, &Line::Record(&record))?,
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
    if let Some(end) = branch.map_or_else(|| replay.end(), BranchLine::end) {
        write(out, &Line::End(end))?;
    }
    let notes = replay.notes().iter().filter(|note| note.line == number && range.contains(note.record));
    notes.into_iter().try_for_each(|note| write(out, &Line::Note(note)))
}

fn lines_of(branches: &[BranchLine<'_>]) -> String {
    branches.iter().map(|branch| branch.branch().line.to_string()).collect::<Vec<_>>().join(", ")
}

fn write(out: &mut impl Write, line: &Line<'_>) -> Result<()> {
    serde_json::to_writer(&mut *out, line).map_err(std::io::Error::from)?;
    Ok(writeln!(out)?)
}
