//! Notes: what people remark, written into the recording by the thread that reads it.

use fogreel_engine::data::NoteId;
use fogreel_recorder::{NoteChange, NotesPlace, fresh_note_id};

use super::{Notice, ViewerApp};
use crate::dialog::{Dialog, NoteForm};
use crate::loading::Request;

impl ViewerApp {
    /// Asks for a note about the record shown, and about the cell that is kept.
    pub(super) fn begin_note(&mut self) {
        let Some(sight) = self.look() else { return };
        let Some(record) = sight.record.as_deref() else { return };
        let cell = self.pinned.and_then(|cell| sight.noted_cell(cell));
        let form = NoteForm {
            id: None,
            record: record.index,
            turn: record.turn,
            cell,
            offered: cell,
            viewpoint: self.viewpoint,
            author: self.state.author.clone(),
            text: String::new(),
            problem: None,
        };
        self.dialog = Some(Dialog::Note(Box::new(form)));
    }

    /// Asks for another text of a note.
    pub(super) fn change_note(&mut self, id: NoteId) {
        let Some(sight) = self.look() else { return };
        if let Some(note) = sight.notes.iter().find(|note| note.id == id) {
            let turn = sight.steps.get(note.record as usize).map_or(0, |step| step.turn);
            self.dialog = Some(Dialog::Note(Box::new(NoteForm::of(note, turn))));
        }
    }

    /// Has a note written.
    pub(super) fn write_note(&mut self, form: Box<NoteForm>) {
        let id = form.id.unwrap_or_else(fresh_note_id);
        let note = form.note(id);
        if note.text.is_empty() {
            let problem = Some("Write something first.".to_owned());
            self.dialog = Some(Dialog::Note(Box::new(NoteForm { problem, ..*form })));
            return;
        }
        self.state.author = form.author.trim().to_owned();
        self.dialog = None;
        self.noting = Some(form);
        self.ask(Request::Note { ticket: self.open_ticket, change: NoteChange::Put(note) });
    }

    /// Has a note deleted.
    pub(super) fn delete_note(&mut self, id: NoteId) {
        self.dialog = None;
        self.ask(Request::Note { ticket: self.open_ticket, change: NoteChange::Delete(id) });
    }

    /// A note is safe.
    pub(super) fn note_noted(&mut self, place: &NotesPlace) {
        self.noting = None;
        if let NotesPlace::Beside(path) = place {
            let name = path.to_string_lossy();
            let text = format!("The recording is still being written, so the note waits in {name}.");
            self.notice = Some(Notice::done(text));
        }
    }

    /// A note could not be written: what was typed is not lost.
    pub(super) fn note_not_noted(&mut self, problem: String) {
        match self.noting.take() {
            Some(form) if self.dialog.is_none() => {
                self.dialog = Some(Dialog::Note(Box::new(NoteForm { problem: Some(problem), ..*form })));
            }
            _ => self.notice = Some(Notice::problem(problem)),
        }
    }
}
