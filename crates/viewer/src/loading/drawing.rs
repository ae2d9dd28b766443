//! The thread that draws figures into files.

use std::path::PathBuf;
use std::sync::Arc;

use fogreel_plots::{FigureFileError, FigureFiles, FigureRequest};
use fogreel_recorder::Timeline;

use super::{Answers, Delivery};

/// What to draw, and where to put it.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct FigureOrder {
    pub(crate) request: FigureRequest,
    pub(crate) files: FigureFiles,
    /// What the names of the files begin with.
    pub(crate) recording: String,
}

/// Draws on a thread of its own: figures take longer than a person who seeks would wait.
pub(super) fn start(timeline: Arc<Timeline>, order: Box<FigureOrder>, answers: Answers) {
    let failed = answers.clone();
    let work = move || answers.send(Delivery::Drawn(draw(timeline, &order)));
    if let Err(error) = std::thread::Builder::new().name("figures".to_owned()).spawn(work) {
        failed.send(Delivery::Drawn(Err(format!("The figure could not be drawn: {error}"))));
    }
}

/// Draws and writes. The timeline is given back before the answer is.
fn draw(timeline: Arc<Timeline>, order: &FigureOrder) -> Result<Vec<PathBuf>, String> {
    let stem = order.request.stem(&timeline, &order.recording);
    let mut written = Vec::new();
    let drawn = order.request.draw(&timeline, |end, figure| {
        written.extend(order.files.write(&format!("{stem}{end}"), figure)?);
        Ok::<_, FigureFileError>(())
    });
    drawn.map(|()| written).map_err(|error| match error {
        FigureFileError::Exists(_) => format!("{error}. Tick “Replace” to replace it, or name another folder."),
        error => error.to_string(),
    })
}
