//! Opening a recording, with a sentence about what is wrong with it.

use std::path::Path;
use std::sync::Arc;

use fogreel_recorder::{ReadError, Replay, Strictness, Timeline, is_being_written};

use super::Source;
use crate::session::Opened;
use crate::{Regenerate, damage};

/// Opens a recording; the message says which file, in one sentence.
pub(super) fn open(source: Source, regenerate: Option<&Regenerate>) -> Result<(Opened, Timeline), String> {
    let (name, path, timeline, report, is_followed, is_salvaged) = match source {
        Source::Memory(timeline, name) => (name, None, *timeline, None, false, false),
        Source::Path(path) => {
            let (replay, strictness) = open_file(&path)?;
            let report = replay.report().clone();
            let timeline = replay.into_timeline();
            let kept = timeline.header().keep;
            let timeline = match regenerate {
                Some(regenerate) => regenerate(timeline),
                None => timeline,
            };
            let is_regenerated = timeline.header().keep != kept;
            // What lies in memory does not grow, and what is damaged in the middle is opened anew by whoever wants to.
            let is_followed = !report.complete && !is_regenerated && strictness == Strictness::Tail;
            let note = if is_regenerated { " (played again from its moves)" } else { "" };
            let is_salvaged = strictness == Strictness::Salvage;
            (file_name(&path) + note, Some(path), timeline, Some(report), is_followed, is_salvaged)
        }
    };
    // Where nobody can tell, it is told by growing.
    let is_live = is_followed && path.as_deref().is_some_and(|path| is_being_written(path) == Some(true));
    let opened = Opened {
        name,
        path,
        header: Arc::new(timeline.header().clone()),
        len: timeline.len(),
        end: timeline.end().cloned(),
        banner: report.as_ref().and_then(|report| damage::in_words(report, is_live)),
        lost: report.map(|report| report.missing).unwrap_or_default(),
        notes: Arc::new(timeline.notes().to_vec()),
        is_salvaged,
        is_followed,
        is_live,
        is_reasoned: false,
    };
    Ok((opened, timeline))
}

/// The last part of a path, for people.
pub(crate) fn file_name(path: &Path) -> String {
    path.file_name().unwrap_or(path.as_os_str()).to_string_lossy().into_owned()
}

fn open_file(path: &Path) -> Result<(Replay, Strictness), String> {
    let with = |strictness| Replay::open(path, strictness).map(|replay| (replay, strictness));
    let opened = match with(Strictness::Tail) {
        // Damage in the middle: a person who looks wants what is left, and is told what is not.
        Err(ReadError::Damaged { .. } | ReadError::Missing { .. }) => with(Strictness::Salvage),
        opened => opened,
    };
    opened.map_err(|error| error.to_string())
}
