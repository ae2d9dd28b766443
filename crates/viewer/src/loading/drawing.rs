//! The threads that draw figures into files.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::PathBuf;
use std::sync::Arc;
use std::thread::JoinHandle;

use fogreel_inference::Reasoning;
use fogreel_plots::{FigureFileError, FigureFiles, FigureRequest, NamedMatch};
use fogreel_recorder::Timeline;

use super::{Answers, Delivery};
use crate::FindReasoning;

/// What to draw, and where to put it.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct FigureJob {
    pub(crate) request: FigureRequest,
    pub(crate) files: FigureFiles,
    /// What the names of the files begin with.
    pub(crate) recording: String,
}

/// Draws on a thread of its own: figures take longer than a person who seeks would wait.
pub(super) fn start(
    timeline: Arc<Timeline>,
    reasoning: Option<FindReasoning>,
    number: u64,
    job: Box<FigureJob>,
    answers: Answers,
) -> Option<JoinHandle<()>> {
    let failed = answers.clone();
    let work = move || {
        // Whatever goes wrong in a library, the window must not wait for ever.
        let drawn = catch_unwind(AssertUnwindSafe(|| draw(timeline, reasoning, &job)));
        let drawn =
            drawn.unwrap_or_else(|_| Err("The figure could not be drawn: an error in this program.".to_owned()));
        answers.send(Delivery::Drawn { number, drawn });
    };
    match std::thread::Builder::new().name("figures".to_owned()).spawn(work) {
        Ok(thread) => Some(thread),
        Err(error) => {
            let drawn = Err(format!("The figure could not be drawn: {error}"));
            failed.send(Delivery::Drawn { number, drawn });
            None
        }
    }
}

/// Draws and writes. The timeline is given back before the answer is.
fn draw(timeline: Arc<Timeline>, reasoning: Option<FindReasoning>, job: &FigureJob) -> Result<Vec<PathBuf>, String> {
    let reasoning = reasoning.and_then(|find| find(&timeline.header().game)).map(|found| found as &dyn Reasoning);
    let matches = [Ok::<_, FigureFileError>(NamedMatch { name: &job.recording, timeline: &timeline, reasoning })];
    job.files.draw(&job.request, matches, |_, _| {}).map_err(|error| match error {
        FigureFileError::Exists(_) => format!("{error}. Tick “Replace” to replace it, or name another folder."),
        error => error.to_string(),
    })
}
