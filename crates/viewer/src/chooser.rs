//! The system's own dialog for choosing files.

use std::path::PathBuf;
use std::sync::mpsc::{Receiver, TryRecvError, channel};

use eframe::egui::Context;

/// What is to be chosen. No system's dialog offers files and folders at once.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Pick {
    Files,
    Folders,
}

/// Shows the dialog and waits for the answer: the paths, none if the dialog was cancelled, or `None` if the system has
/// no such dialog.
pub(crate) type Job = Box<dyn FnOnce() -> Option<Vec<PathBuf>> + Send>;

/// Prepares the dialog over the window.
pub(crate) type Native = fn(Pick, &eframe::Frame) -> Job;

/// The dialog of the system.
pub(crate) fn native(pick: Pick, frame: &eframe::Frame) -> Job {
    let dialog = rfd::FileDialog::new().set_parent(frame);
    match pick {
        Pick::Files => {
            let dialog = dialog.set_title("Open recordings");
            let dialog = dialog.add_filter("Fogreel recordings", &["fogreel"]).add_filter("All files", &["*"]);
            Box::new(|| dialog.pick_files().or_else(cancelled))
        }
        Pick::Folders => {
            let dialog = dialog.set_title("Open folders of recordings");
            Box::new(|| dialog.pick_folders().or_else(cancelled))
        }
    }
}

/// What the lack of an answer means: elsewhere the dialog is always there, so that it was cancelled.
fn cancelled() -> Option<Vec<PathBuf>> {
    cfg!(any(windows, target_os = "macos")).then(Vec::new)
}

/// The dialog that is open, if one is. It runs on a thread of its own: the window goes on.
#[derive(Default)]
pub(crate) struct Chooser {
    open: Option<Receiver<Option<Vec<PathBuf>>>>,
}

/// How a dialog ended.
#[derive(PartialEq, Eq, Debug)]
pub(crate) enum Choice {
    Paths(Vec<PathBuf>),
    Unavailable,
}

impl Chooser {
    pub(crate) fn is_open(&self) -> bool {
        self.open.is_some()
    }

    /// Starts the dialog.
    pub(crate) fn start(&mut self, job: Job, ctx: &Context) {
        let (sender, receiver) = channel();
        let ctx = ctx.clone();
        let thread = std::thread::Builder::new().name("file dialog".to_owned()).spawn(move || {
            // A window that was closed in the meantime needs no answer.
            let _ = sender.send(job());
            ctx.request_repaint();
        });
        // Without a thread the sender is gone, which is an answer, too.
        drop(thread);
        self.open = Some(receiver);
    }

    /// How the dialog ended, once.
    pub(crate) fn take(&mut self) -> Option<Choice> {
        let choice = match self.open.as_ref()?.try_recv() {
            Ok(Some(paths)) => Choice::Paths(paths),
            Ok(None) | Err(TryRecvError::Disconnected) => Choice::Unavailable,
            Err(TryRecvError::Empty) => return None,
        };
        self.open = None;
        Some(choice)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn outcome(job: Job) -> Choice {
        let mut chooser = Chooser::default();
        chooser.start(job, &Context::default());
        assert!(chooser.is_open());
        loop {
            if let Some(choice) = chooser.take() {
                assert!(!chooser.is_open() && chooser.take().is_none(), "an answer comes once");
                return choice;
            }
            std::thread::yield_now();
        }
    }

    #[test]
    fn a_dialog_answers_is_cancelled_is_not_there_or_breaks() {
        assert_eq!(outcome(Box::new(|| Some(vec!["a".into()]))), Choice::Paths(vec!["a".into()]));
        assert_eq!(outcome(Box::new(|| Some(Vec::new()))), Choice::Paths(Vec::new()));
        assert_eq!(outcome(Box::new(|| None)), Choice::Unavailable);
        assert_eq!(outcome(Box::new(|| std::panic::resume_unwind(Box::new("broken")))), Choice::Unavailable);
    }
}
