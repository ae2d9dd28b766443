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
        let Some(file) = self.session.as_ref().and_then(|session| session.path()).cloned() else {
            let text = "This match lies in memory alone; record it into a file to keep notes.";
            self.notice = Some(Notice::problem(text));
            return;
        };
        let cell = self.pinned.and_then(|cell| sight.noted_cell(cell));
        let form = NoteForm {
            ticket: self.open_ticket,
            file,
            id: None,
            record: record.index,
            turn: record.turn,
            cell,
            offered: cell,
            viewpoint: self.viewpoint,
            author: self.state.author.clone(),
            text: String::new(),
            is_deleting: false,
            problem: None,
        };
        let is_of = |draft: &NoteForm| {
            (draft.ticket, draft.id, draft.record, draft.viewpoint)
                == (form.ticket, form.id, form.record, form.viewpoint)
        };
        let form = self.draft.take_if(|draft| is_of(draft)).unwrap_or_else(|| Box::new(form));
        self.dialog = Some(Dialog::Note(form));
    }

    /// Asks for another text of a note about the record shown. It then is a note of who looks now: what is written with
    /// more in sight may tell more.
    pub(super) fn change_note(&mut self, id: NoteId) {
        let Some(sight) = self.look() else { return };
        let Some(record) = sight.record.as_deref() else { return };
        let Some(file) = self.session.as_ref().and_then(|session| session.path()).cloned() else { return };
        let Some(note) = sight.notes_at(record.index as usize).iter().find(|note| note.id == id) else { return };
        let cell = sight.cell_of(note).and_then(|cell| sight.noted_cell(cell));
        self.dialog = Some(Dialog::Note(Box::new(NoteForm {
            ticket: self.open_ticket,
            file,
            id: Some(id),
            record: note.record,
            turn: record.turn,
            cell,
            offered: cell,
            viewpoint: self.viewpoint,
            author: note.author.clone().unwrap_or_default(),
            text: note.text.clone(),
            is_deleting: false,
            problem: None,
        })));
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
        self.change_notes(form, id, NoteChange::Put(note));
    }

    /// Has a note deleted.
    pub(super) fn delete_note(&mut self, form: Box<NoteForm>) {
        if let Some(id) = form.id {
            self.change_notes(form, id, NoteChange::Delete(id));
        }
    }

    fn change_notes(&mut self, form: Box<NoteForm>, id: NoteId, change: NoteChange) {
        self.dialog = None;
        self.ask(Request::Note { ticket: form.ticket, file: form.file.clone(), change });
        self.noting.insert(id, form);
    }

    /// A note is safe.
    pub(super) fn on_note_written(&mut self, id: NoteId, place: &NotesPlace) {
        self.noting.remove(&id);
        if let NotesPlace::Beside(path) = place {
            let name = path.to_string_lossy();
            let text = format!("Another program may be writing the recording, so the note waits in {name}.");
            self.notice = Some(Notice::done(text));
        }
    }

    /// A note could not be written: what was typed is not lost.
    pub(super) fn on_note_failed(&mut self, id: NoteId, problem: String) {
        match self.noting.remove(&id) {
            Some(form) => self.again.push(Dialog::Note(Box::new(NoteForm { problem: Some(problem), ..*form }))),
            None => self.notice = Some(Notice::problem(problem)),
        }
    }

    /// Closes the dialog; a note that was begun is kept until it is begun again.
    pub(super) fn put_away(&mut self) {
        if let Some(Dialog::Note(form)) = self.dialog.take()
            && form.id.is_none()
            && !form.text.trim().is_empty()
        {
            self.draft = Some(form);
        }
    }

    /// Asks again what could not be done, as soon as there is room for it and who asked looks again.
    pub(super) fn ask_again(&mut self) {
        if self.dialog.is_none()
            && let Some(place) = self.again.iter().position(|dialog| dialog.viewpoint() == Some(self.viewpoint))
        {
            self.dialog = Some(self.again.remove(place));
        }
    }
}
