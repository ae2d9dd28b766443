//! Everything that leads to an open recording: what was named, dropped, typed or chosen, and the list it lies in.

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use eframe::egui::Context;
use fogreel_engine::Viewpoint;

use super::ViewerApp;
use crate::chooser::{Choice, Chooser, Native, Pick, native};
use crate::dialog::Dialog;
use crate::files::FileList;
use crate::files::catalogue::{Answer, Ask, Catalogue};
use crate::loading::{Request, Source};

/// How long the first recording of a folder waits for the rest of the names, so that it is the first of the whole list.
const PATIENCE: Duration = Duration::from_millis(500);

/// What is under way.
pub(super) struct Opening {
    catalogue: Catalogue,
    /// Number of the list that was asked for last.
    list_ticket: u64,
    /// Since when a list is being made whose first recording is to be opened.
    opens_first: Option<Instant>,
    /// Whether what was asked for last is remembered once it is open.
    is_remembered: bool,
    chooser: Chooser,
    /// The system's dialog; another one in tests.
    native: Native,
    /// What is to be chosen by the system's dialog, which opens with the next frame.
    wanted: Option<Pick>,
}

impl Opening {
    pub(super) fn new(ctx: Context) -> Result<Self, std::io::Error> {
        Ok(Self {
            catalogue: Catalogue::spawn(move || ctx.request_repaint())?,
            list_ticket: 0,
            opens_first: None,
            is_remembered: false,
            chooser: Chooser::default(),
            native,
            wanted: None,
        })
    }

    /// Whether a recording is about to be opened.
    pub(super) fn is_under_way(&self) -> bool {
        self.opens_first.is_some()
    }
}

impl ViewerApp {
    /// Opens what was named or dropped: recordings, folders of recordings, or both.
    pub(super) fn open_all(&mut self, mut paths: Vec<PathBuf>) {
        match paths.len() {
            0 => {}
            1 => self.open_path(paths.remove(0)),
            _ => self.list(paths),
        }
    }

    /// Opens a recording or a folder, and remembers it.
    pub(super) fn open_path(&mut self, path: PathBuf) {
        self.open(Source::Path(path));
        self.opening.is_remembered = true;
    }

    /// Opens a recording; the one that is open stays until this one is there.
    pub(crate) fn open(&mut self, source: Source) {
        self.ticket += 1;
        self.is_loading = true;
        (self.opening.opens_first, self.opening.is_remembered) = (None, false);
        self.files.ask(match &source {
            Source::Path(path) => Some(path),
            Source::Memory(..) => None,
        });
        self.ask(Request::Open { ticket: self.ticket, source });
    }

    /// Lists the recordings of files and folders, and opens the first one.
    pub(super) fn list(&mut self, roots: Vec<PathBuf>) {
        self.opening.list_ticket += 1;
        self.files.begin(self.opening.list_ticket, roots.clone());
        self.opening.opens_first = Some(Instant::now());
        self.ask_catalogue(Ask::List { ticket: self.opening.list_ticket, paths: roots });
    }

    /// Makes the list anew.
    pub(super) fn list_again(&mut self) {
        if self.files.roots().is_empty() {
            return;
        }
        self.opening.list_ticket += 1;
        self.files.begin_again(self.opening.list_ticket);
        let paths = self.files.roots().to_vec();
        self.ask_catalogue(Ask::List { ticket: self.opening.list_ticket, paths });
    }

    /// Asks for the details of rows that are in sight.
    pub(super) fn look_at(&self, places: Vec<usize>) {
        self.ask_catalogue(Ask::InSight { ticket: self.files.ticket(), places });
    }

    /// Asks which of the recordings that were opened lately are still there.
    pub(super) fn look_for_recent(&self) {
        if !self.state.recent.is_empty() {
            self.ask_catalogue(Ask::Exist(self.state.recent.paths().to_vec()));
        }
    }

    fn ask_catalogue(&self, ask: Ask) {
        // Only a window that is being closed has lost its thread.
        let _ = self.opening.catalogue.ask(ask);
    }

    /// Remembers a recording that is open.
    pub(super) fn on_opened(&mut self, path: Option<&Path>) {
        self.files.note(Ok(()));
        if let Some(path) = path.filter(|_| std::mem::take(&mut self.opening.is_remembered)) {
            self.state.recent.add(path);
        }
    }

    /// Takes what was found, and puts the list in order.
    pub(super) fn receive_list(&mut self) {
        while let Some(answer) = self.opening.catalogue.take() {
            match answer {
                Answer::Names { ticket, found, is_done } if ticket == self.files.ticket() => {
                    self.files.add(found, is_done);
                }
                Answer::Details { ticket, details, is_done } if ticket == self.files.ticket() => {
                    self.files.add_details(details, is_done);
                }
                Answer::Failed { ticket, reasons } if ticket == self.files.ticket() => self.fail(reasons.join(" ")),
                Answer::Missing(missing) => self.state.recent.set_missing(missing),
                // About an earlier list.
                _ => {}
            }
        }
        // How its match ends is not told to a seat that is in it.
        let open = self.session.as_ref().and_then(|session| session.path()).map(PathBuf::as_path);
        self.files.withhold(open.filter(|_| self.viewpoint != Viewpoint::Referee));
        self.files.settle();
        self.open_first();
    }

    /// Opens the first recording of a new list, as soon as it is known which one that is.
    fn open_first(&mut self) {
        let Some(since) = self.opening.opens_first else { return };
        let is_complete = self.files.has_names();
        // A picture does not depend on how quickly a folder is listed.
        let is_late = since.elapsed() > PATIENCE && self.picture.is_none();
        if !is_complete && !is_late {
            return;
        }
        match first(&self.files) {
            Some(path) => {
                if let Some(folder) = self.files.folder() {
                    self.state.recent.add(folder);
                }
                let is_named = self.files.folder().is_none();
                self.open(Source::Path(path));
                self.opening.is_remembered = is_named;
            }
            None if is_complete => {
                self.opening.opens_first = None;
                let place = self.files.folder().map_or("what was named".into(), |folder| folder.to_string_lossy());
                // Why a folder cannot be listed says more.
                if self.notice.is_none() {
                    self.fail(format!("There is no recording in {place}."));
                }
            }
            None => {}
        }
    }

    /// Has the system's dialog shown.
    pub(super) fn choose_files(&mut self, pick: Pick) {
        self.opening.wanted = Some(pick).filter(|_| !self.opening.chooser.is_open());
    }

    /// Opens the system's dialog where it is wanted, and takes its answer.
    pub(super) fn attend_chooser(&mut self, frame: &eframe::Frame, ctx: &Context) {
        if let Some(pick) = self.opening.wanted.take() {
            self.opening.chooser.start((self.opening.native)(pick, frame), ctx);
        }
        match self.opening.chooser.take() {
            Some(Choice::Paths(paths)) => self.open_all(paths),
            Some(Choice::Unavailable) if self.dialog.is_none() => self.dialog = Some(Dialog::OpenPath(String::new())),
            Some(Choice::Unavailable) | None => {}
        }
    }
}

impl ViewerApp {
    pub(crate) fn files(&self) -> &FileList {
        &self.files
    }

    /// Puts something in the place of the system's dialog.
    #[cfg(test)]
    pub(crate) fn use_dialog(&mut self, native: Native) {
        self.opening.native = native;
    }
}

/// What is opened first of a list: what was named first, else the first row.
fn first(files: &FileList) -> Option<PathBuf> {
    let named = files.roots().first().filter(|root| files.row_of(root).is_some());
    named.cloned().or_else(|| files.row(0).map(|entry| entry.found.path.clone()))
}
