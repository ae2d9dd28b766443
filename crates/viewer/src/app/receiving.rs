//! What the reading thread delivers.

use fogreel_analysis::perspective::redacted_to;
use fogreel_engine::Viewpoint;

use super::{Notice, ViewerApp};
use crate::dialog::Dialog;
use crate::loading::{Delivery, Source};
use crate::paint::Zoom;
use crate::playback::Playback;
use crate::session::{Opened, Session};

impl ViewerApp {
    /// Takes what the reading thread has delivered.
    pub(super) fn receive(&mut self) {
        while let Some(delivery) = self.loader.take() {
            match delivery {
                // Whatever is opened is what the thread reads from now on, whether it was asked for last or not.
                Delivery::Opened { ticket, opened } if ticket > self.open_ticket => self.show_opened(ticket, opened),
                Delivery::NotOpened { ticket, message } if ticket == self.ticket => {
                    self.is_loading = false;
                    self.files.note(Err(&message));
                    self.fail(message);
                }
                Delivery::Folder { ticket, path } if ticket == self.ticket => {
                    self.is_loading = false;
                    self.list(vec![path]);
                }
                Delivery::Replaced { ticket, path } if ticket == self.open_ticket && !self.is_loading => {
                    self.open(Source::Path(path));
                }
                Delivery::Noted { id, place } => self.on_note_written(id, &place),
                Delivery::NotNoted { id, message } => self.on_note_failed(id, message),
                Delivery::Drawn { number, drawn } => self.on_figures_drawn(number, drawn),
                delivery => self.take_in(delivery),
            }
        }
    }

    /// Shows a recording that has just been opened.
    fn show_opened(&mut self, ticket: u64, opened: Opened) {
        let is_asked_for = ticket == self.ticket;
        self.open_ticket = ticket;
        if is_asked_for {
            self.is_loading = false;
            self.on_opened(opened.path.as_deref());
        }
        self.notice = None;
        self.playback = Playback::new(opened.len, self.playback.speed());
        if opened.is_live && self.wanted_turn.is_none() {
            // Who opens a match that is going on wants to see it go on.
            self.playback.seek(usize::MAX);
        }
        let session = Session::new(opened);
        // Who else would look at what one seat knew?
        self.viewpoint = redacted_to(&session.header()).map_or(Viewpoint::Referee, Viewpoint::Seat);
        self.session = Some(session);
        (self.sight, self.hover, self.pinned, self.requested) = (None, None, None, None);
        (self.chosen, self.curves, self.maximised) = (None, None, None);
        self.zoom = Zoom::default();
        self.note_filter.clear();
        if self.dialog.as_ref().and_then(Dialog::ticket).is_some_and(|about| about != ticket) {
            self.put_away();
        }
    }

    /// Takes in what became known of the open recording.
    fn take_in(&mut self, delivery: Delivery) {
        let Some(session) = self.session.as_mut() else { return };
        match delivery {
            Delivery::Record { ticket, index, record } if ticket == self.open_ticket => {
                session.add_record(index, record);
            }
            Delivery::Broken { ticket, index, reason } if ticket == self.open_ticket => {
                session.add_broken(index, reason);
            }
            Delivery::Measured { ticket, measured } if ticket == self.open_ticket => {
                // The old sight would keep what is added to from being changed in place.
                self.sight = None;
                session.add_measured(measured);
            }
            Delivery::Reasoned { ticket, reasoned } if ticket == self.open_ticket => {
                self.sight = None;
                session.add_reasoned(reasoned);
            }
            Delivery::Grown { ticket, grown } if ticket == self.open_ticket => {
                self.sight = None;
                self.playback.grow(grown.len);
                session.grow(grown);
            }
            Delivery::Notes { ticket, notes } if ticket == self.open_ticket => session.set_notes(notes),
            Delivery::Lost { ticket, message } if ticket == self.open_ticket => {
                session.end_of_following();
                self.notice = Some(Notice::problem(message));
            }
            // The answer to an earlier question.
            _ => {}
        }
    }
}
