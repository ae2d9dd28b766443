//! Reading on in a file that grew.

use super::progress::Progress;
use super::walk::Walk;
use crate::source::{Identity, Source};
use crate::{ReadError, Strictness};

/// What became of a file since it was read last.
pub(crate) enum Step {
    /// It is the same file; whatever was appended to it is read.
    Same,
    /// It is another file, or a shorter one.
    Replaced,
}

/// Reads what was appended. Costs a few system calls, and what the new frames cost.
pub(crate) fn follow(source: &mut Source, progress: &mut Progress) -> Result<Step, ReadError> {
    let known = source.len();
    let len = match source.identify()? {
        Identity::Same { len } => len,
        Identity::Other => return Ok(Step::Replaced),
    };
    let is_mark_there = match &progress.last {
        Some(mark) => len >= progress.offset && mark.is_there(source)?,
        None => len == known,
    };
    if !is_mark_there {
        return Ok(Step::Replaced);
    }
    if progress.strictness == Strictness::Salvage {
        // What is damaged in the middle may be read otherwise with what follows it: that is opening anew.
        return Ok(if len == known { Step::Same } else { Step::Replaced });
    }
    source.set_len(len);
    let followed = Walk::new(source, progress).follow(len != known);
    if followed.is_err() {
        // So that asking again finds the same.
        source.set_len(known);
    }
    followed.map(|()| Step::Same)
}
