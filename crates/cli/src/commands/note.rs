//! `fogreel note`

use std::io::Write;
use std::path::Path;
use std::time::{SystemTime, UNIX_EPOCH};

use fogreel_analysis::perspective::may_see_note;
use fogreel_analysis::text::note_about;
use fogreel_engine::data::{Note, NoteId};
use fogreel_engine::{Record, Seat, Viewpoint};
use fogreel_recorder::{NoteChange, NotesPlace, Timeline, append_notes, fresh_note_id};
use serde_json::{Value, json};

use crate::args::{NoteArgs, Read};
use crate::failure::{Failure, Result};
use crate::input;
use crate::output::{stdout, write_json};

pub(super) fn run(args: &NoteArgs) -> Result<()> {
    let replay = input::open(&args.file, Read::Tail)?;
    let timeline = replay.timeline();
    match (&args.text, args.delete) {
        (Some(text), _) => add(args, timeline, text),
        (None, Some(id)) => delete(args, timeline, id),
        (None, None) => list(args, timeline),
    }
}

fn add(args: &NoteArgs, timeline: &Timeline, text: &str) -> Result<()> {
    let text = text.trim();
    if text.is_empty() {
        return Err(Failure::usage("the note is empty: write something"));
    }
    let viewpoint = input::viewpoint(timeline, args.viewpoint.as_deref())?;
    let record = record(args, timeline)?;
    if let Some(cell) = args.cell {
        let frame = match viewpoint {
            Viewpoint::Referee => timeline.header().board.size,
            Viewpoint::Seat(seat) => record.frame_of(timeline.header(), seat).size,
        };
        if !frame.contains(cell) {
            return Err(Failure::usage(format!("--cell {cell}: expected a cell of {frame}")));
        }
    }
    let filled = |text: &String| Some(text.trim().to_owned()).filter(|text| !text.is_empty());
    let now = SystemTime::now().duration_since(UNIX_EPOCH).ok();
    let note = Note {
        id: fresh_note_id(),
        line: 0,
        record: record.index,
        cell: args.cell,
        viewpoint,
        author: args.author.as_ref().and_then(filled),
        text: text.to_owned(),
        created_unix_ms: now.and_then(|since| u64::try_from(since.as_millis()).ok()),
    };
    let place = append_notes(&args.file, &[NoteChange::Put(note.clone())])?;
    if args.json {
        return write_json(&json!({
            "file": args.file, "written_to": written_to(&args.file, &place), "note": to_json(timeline, &note),
        }));
    }
    let mut out = stdout();
    writeln!(out, "{}: note {} on turn {}", args.file.display(), note.id, record.turn)?;
    write_place(&mut out, &place)?;
    Ok(out.flush()?)
}

/// The record that the arguments name.
fn record(args: &NoteArgs, timeline: &Timeline) -> Result<std::sync::Arc<Record>> {
    let index = match args.record {
        None => input::record_at(timeline, args.turn)?,
        Some(record) => {
            let last = input::record_at(timeline, None)?;
            if record as usize > last {
                return Err(Failure::usage(format!("--record: the recording has records 0 to {last}")));
            }
            record as usize
        }
    };
    Ok(timeline.record(index)?)
}

fn delete(args: &NoteArgs, timeline: &Timeline, id: NoteId) -> Result<()> {
    if !timeline.notes().iter().any(|note| note.id == id) {
        let count = timeline.notes().len();
        let there =
            if count == 0 { "there is none at all".to_owned() } else { format!("--list names the {count} there") };
        return Err(Failure::usage(format!("{}: there is no note {id}; {there}", args.file.display())));
    }
    let place = append_notes(&args.file, &[NoteChange::Delete(id)])?;
    if args.json {
        let place = written_to(&args.file, &place);
        return write_json(&json!({"file": args.file, "written_to": place, "deleted": id}));
    }
    let mut out = stdout();
    writeln!(out, "{}: note {id} is deleted", args.file.display())?;
    write_place(&mut out, &place)?;
    Ok(out.flush()?)
}

fn list(args: &NoteArgs, timeline: &Timeline) -> Result<()> {
    let viewpoint = input::viewpoint(timeline, args.viewpoint.as_deref())?;
    let words = args.search.as_deref().unwrap_or_default();
    let is_wanted = |note: &&Note| may_see_note(note, viewpoint) && note.has_words(words);
    let found: Vec<&Note> = timeline.notes().iter().filter(is_wanted).collect();
    if args.json {
        return write_json(&found.iter().map(|note| to_json(timeline, note)).collect::<Vec<_>>());
    }
    let mut out = stdout();
    if found.is_empty() {
        writeln!(out, "{}", if words.is_empty() { "There is no note." } else { "No note has these words." })?;
    }
    for note in found {
        let place = turn(timeline, note).map_or_else(|| format!("#{}", note.record), |turn| format!("turn {turn}"));
        let about = note_about(timeline.header(), note);
        let about = if about.is_empty() { about } else { format!(" · {about}") };
        writeln!(out, "{}  {place}{about}", note.id)?;
        for line in note.text.lines() {
            writeln!(out, "    {line}")?;
        }
    }
    Ok(out.flush()?)
}

/// The turn that a note is about; `None` if damage took its record.
fn turn(timeline: &Timeline, note: &Note) -> Option<u32> {
    timeline.record(note.record as usize).ok().map(|record| record.turn)
}

/// The note as in `dump`, with its turn and the id of the seat that looked.
fn to_json(timeline: &Timeline, note: &Note) -> Value {
    let id = |seat: Seat| timeline.header().seat_info(seat).map_or("", |info| info.id.as_str());
    json!({
        "id": note.id, "record": note.record, "turn": turn(timeline, note), "cell": note.cell,
        "as": match note.viewpoint { Viewpoint::Referee => "referee", Viewpoint::Seat(seat) => id(seat) },
        "author": note.author, "text": note.text, "created_unix_ms": note.created_unix_ms,
    })
}

fn written_to<'a>(file: &'a Path, place: &'a NotesPlace) -> &'a Path {
    match place {
        NotesPlace::InFile => file,
        NotesPlace::Beside(path) => path,
    }
}

fn write_place(out: &mut impl Write, place: &NotesPlace) -> Result<()> {
    if let NotesPlace::Beside(path) = place {
        writeln!(out, "  The recording is still being written, so this waits in {}.", path.display())?;
    }
    Ok(())
}
