//! What people noted about a turn.

use fogreel_engine::data::Note;
use fogreel_engine::{Header, Record, Viewpoint};

use super::{TurnOptions, line, seat_name};
use crate::perspective::may_see_note;

/// What a note is about, from where it was made, and who made it, as far as that is known: `cell 1,2 · as Guard · Mina`.
/// The turn is not among it.
pub fn note_about(header: &Header, note: &Note) -> String {
    let mut about: Vec<String> = note.cell.iter().map(|cell| format!("cell {cell}")).collect();
    if let Viewpoint::Seat(seat) = note.viewpoint {
        about.push(format!("as {}", seat_name(header, seat)));
    }
    about.extend(note.author.clone());
    about.join(" · ")
}

/// The notes about the record that the viewpoint may see.
pub(super) fn write(out: &mut String, header: &Header, record: &Record, options: &TurnOptions<'_>) {
    let is_here = |note: &&Note| note.record == record.index && may_see_note(note, options.viewpoint);
    let mut notes = options.notes.iter().filter(is_here).peekable();
    if notes.peek().is_some() {
        line(out, "Notes");
    }
    for note in notes {
        note.text.lines().for_each(|text| line(out, &format!("  {text}")));
        let about = note_about(header, note);
        if !about.is_empty() {
            line(out, &format!("    {about}"));
        }
    }
}
