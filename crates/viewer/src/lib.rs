//! The eframe viewer of recordings: one window in which a person scrubs through a match and sees the truth, every
//! seat's fog and every belief at once.
//!
//! Everything drawn comes from the recording's header and records; the crate knows no game.
//!
//! * `state` is what the window remembers, `playback` and `command` are pure and tested without a window.
//! * `perspective` holds the one function that decides what may be shown; panels receive nothing but its result.
//! * `loading` reads, decodes, measures, reasons, follows files that grow, writes notes and draws figures on threads of its own;
//!   `session` is what has arrived so far.
//! * `files` lists folders on a thread of its own; `chooser` is the system's file dialog, `recent` what was opened lately.
//! * `fonts` finds the system's fonts for scripts that the shipped ones lack, on a thread of its own.
//! * `panels` read shared data and push commands; `app` applies them in one place.
//! * `tiles` says how the window is divided into panes and what each shows.
//! * `paint` turns boards into shapes, or into one texture per layer where a board is large.

mod app;
mod chooser;
mod command;
mod damage;
mod dialog;
mod error;
mod files;
mod fonts;
pub mod headless;
mod launch;
mod loading;
mod marks;
mod measuring;
mod paint;
mod panels;
mod perspective;
mod playback;
mod recent;
mod screenshot;
mod session;
mod state;
mod theme;
mod tiles;

#[cfg(test)]
mod fixture;
#[cfg(test)]
mod tests;

use std::fmt;
use std::path::PathBuf;
use std::sync::Arc;

use fogreel_inference::Reasoning;
use fogreel_recorder::Timeline;

pub use error::ViewerError;
pub use files::natural_order;
pub use launch::{run, run_timeline};
pub use tiles::Preset;

/// What the window starts with.
#[derive(Clone, Default)]
pub struct ViewOptions {
    /// Recordings, or folders of recordings; the first one is opened.
    pub paths: Vec<PathBuf>,
    /// Turn to show first; the start if `None`.
    pub turn: Option<u32>,
    /// Render one frame into a file and exit.
    pub screenshot: Option<ScreenshotRequest>,
    /// Inner size of the window in points; the remembered one if `None`.
    pub size: Option<(f32, f32)>,
    /// Overrides the remembered theme.
    pub theme: Option<Theme>,
    /// Overrides the remembered division of the window.
    pub layout: Option<Preset>,
    /// Puts back what a recording did not keep, such as the views and beliefs of one that kept only moves.
    pub regenerate: Option<Regenerate>,
    /// Finds what reasons about a game, so that beliefs are compared with what could be known, and moves are judged: beside
    /// the records, and in figures.
    pub reasoning: Option<FindReasoning>,
}

/// Turns the records of an opened file into those to show; whatever it cannot add to, it hands back as it is.
///
/// It runs on the thread that reads, once for each file that is opened. Where the result's header keeps more than the
/// file's, the window says so.
pub type Regenerate = Arc<dyn Fn(Timeline) -> Timeline + Send + Sync>;

/// From the id of a game to what reasons about it, if anything does. It is asked on the thread that reads,
/// and by the dialog for figures.
pub type FindReasoning = fn(&str) -> Option<&'static dyn Reasoning>;

impl fmt::Debug for ViewOptions {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { paths, turn, screenshot, size, theme, layout, regenerate, reasoning } = self;
        f.debug_struct("ViewOptions")
            .field("paths", paths)
            .field("turn", turn)
            .field("screenshot", screenshot)
            .field("size", size)
            .field("theme", theme)
            .field("layout", layout)
            .field("regenerate", &regenerate.as_ref().map(|_| "a function"))
            .field("reasoning", &reasoning.map(|_| "a function"))
            .finish()
    }
}

/// Where a rendered frame goes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ScreenshotRequest {
    /// The PNG file, created or replaced.
    pub path: PathBuf,
}

/// Look of the window.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Theme {
    /// Dark text on light ground.
    Light,
    /// Light text on dark ground.
    Dark,
}
