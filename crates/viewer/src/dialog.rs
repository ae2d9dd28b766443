//! What lies over the window, with what was entered so far.

mod figure;
mod note;

use fogreel_engine::Viewpoint;

pub(crate) use figure::{FigureChoice, FigureForm};
pub(crate) use note::NoteForm;

/// What lies over the window.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Dialog {
    Help,
    GoTo {
        /// What was typed so far.
        typed: String,
        /// What is wrong with what was entered.
        problem: Option<String>,
    },
    /// With what was typed so far.
    OpenPath(String),
    Note(Box<NoteForm>),
    Figure(Box<FigureForm>),
}

impl Dialog {
    /// Asks where to go.
    pub(crate) fn go_to() -> Self {
        Self::GoTo { typed: String::new(), problem: None }
    }

    /// The recording that it is about, by its number; `None` if it is about none.
    pub(crate) fn ticket(&self) -> Option<u64> {
        match self {
            Self::Note(form) => Some(form.ticket),
            Self::Figure(form) => Some(form.ticket),
            Self::Help | Self::GoTo { .. } | Self::OpenPath(_) => None,
        }
    }

    /// Who looked when it was opened; `None` if it does not matter.
    pub(crate) fn viewpoint(&self) -> Option<Viewpoint> {
        match self {
            Self::Note(form) => Some(form.viewpoint),
            Self::Figure(form) => Some(form.viewpoint),
            Self::Help | Self::GoTo { .. } | Self::OpenPath(_) => None,
        }
    }
}
