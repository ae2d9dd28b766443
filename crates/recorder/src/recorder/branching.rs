//! Adding a line of play to a file that was written before.

use std::fs::{File, OpenOptions};
use std::io::Write;
use std::path::Path;

use super::{Line, Recorder, Stage};
use crate::format::{self, Fault, ensure, kind, limits};
use crate::lock::{self, Lock};
use crate::notes::resume_at_end;
use crate::reading;
use crate::source::Source;
use crate::{Branch, Strictness, WriteError};

impl Recorder<File> {
    /// Begins a line of play that leaves another one of a recording, finished or cut, behind that record of it. Returns a
    /// recorder of the branch, of which the next record is `record + 1`, and what it began; a header is not expected.
    ///
    /// What a crash left behind the last good frame is moved to `FILE.tail` first, as with notes. Every record is synced.
    ///
    /// # Errors
    /// [`WriteError::Unreadable`] if the file is no recording or damaged in the middle, [`WriteError::Locked`] if another program
    /// writes into it, [`WriteError::Invalid`] if the record is not there, [`WriteError::Limit`] if there are too many branches,
    /// [`WriteError::Io`] for whatever else the machine says.
    pub fn branch(path: impl AsRef<Path>, parent: u32, record: u32, name: &str) -> Result<(Self, Branch), WriteError> {
        let path = path.as_ref();
        let failed = |action| WriteError::at(path, action);
        let file = loop {
            let file = OpenOptions::new().read(true).write(true).open(path);
            let file = file.map_err(failed("open the file for writing"))?;
            // Where nobody can tell whether somebody is writing, nothing is risked.
            if lock::try_lock(&file).map_err(failed("lock the file"))? != Lock::Held {
                return Err(WriteError::Locked { file: path.display().to_string() });
            }
            if lock::is_at(&file, path).map_err(failed("look at the file"))? {
                break file;
            }
        };
        let source = file.try_clone().and_then(|file| Source::of_file(file, path)).map_err(failed("read"))?;
        let mut progress = reading::open(&source, Strictness::Tail)?;
        let line = progress.branches.last().map_or(0, |last| last.branch.line).saturating_add(1);
        let branch = Branch { line, parent, record, name: name.to_owned() };
        let refused = |fault| WriteError::refused(&path.display().to_string(), "a branch", fault);
        format::check_branch(&branch).map_err(refused)?;
        // As a reader will judge it. Nothing of it is there yet when the recorder goes on.
        progress.push_branch(branch.clone()).map_err(refused)?;
        limits::check("records", limits::RECORDS, u64::from(record) + 2).map_err(refused)?;
        progress.branches.pop();

        let mut recorder = resume_at_end(file, path, &source, progress)?;
        let mut line = match std::mem::replace(&mut recorder.stage, Stage::Failed) {
            Stage::Recording(line) | Stage::Ended(line) => line,
            Stage::Fresh | Stage::Failed => return Err(recorder.closed()),
        };
        recorder.append_branch(&mut line, &branch)?;
        recorder.write_frames()?;
        recorder.sync_if_due(false)?;
        recorder.stage = Stage::Recording(line);
        Ok((recorder, branch))
    }
}

impl<W: Write> Recorder<W> {
    /// Begins a line of play that leaves one of this recording. The line that was written until now is over, with an end or
    /// without; the next record is `branch.record + 1`.
    ///
    /// # Errors
    /// [`WriteError::Invalid`] if the line is not above those that are there, or the record that it leaves is none of its
    /// parent's own; [`WriteError::Limit`] if there are too many branches.
    pub fn begin_branch(&mut self, branch: &Branch) -> Result<(), WriteError> {
        let mut line = match std::mem::replace(&mut self.stage, Stage::Failed) {
            Stage::Recording(line) | Stage::Ended(line) => line,
            Stage::Fresh => return Err(self.out_of_order("a header", "a branch")),
            Stage::Failed => return Err(self.closed()),
        };
        line.check_branch(branch).map_err(|fault| self.refused("branch", fault))?;
        self.append_branch(&mut line, branch)?;
        self.write_frames()?;
        self.sync_if_due(false)?;
        self.stage = Stage::Recording(line);
        Ok(())
    }

    /// Appends a BRANCH; what follows belongs to it.
    pub(super) fn append_branch(&mut self, line: &mut Line, branch: &Branch) -> Result<(), WriteError> {
        let encoded = self.encoder.branch(branch);
        encoded.map_err(|fault| self.refused(&format!("branch {}", branch.line), fault))?;
        line.others.push((line.number, line.first..line.records));
        (line.number, line.first, line.records) = (branch.line, branch.record + 1, branch.record + 1);
        let offset = line.append(&mut self.frames, &mut self.encoder, kind::BRANCH, line.records, 0);
        line.indexer.mark(offset);
        if line.indexer.is_due(line.offset) { self.append_index(line) } else { Ok(()) }
    }
}

impl Line {
    /// Checks that a branch may begin behind what was written.
    fn check_branch(&self, branch: &Branch) -> Result<(), Fault> {
        let Branch { line, parent, record, .. } = *branch;
        limits::check("branches", limits::BRANCHES, self.others.len() as u64 + 1)?;
        let lines = || self.others.iter().cloned().chain([(self.number, self.first..self.records)]);
        let highest = lines().map(|(line, _)| line).max().unwrap_or_default();
        ensure(line > highest, || ("line".into(), format!("a line above {highest}"), line))?;
        let known = lines().find(|(line, _)| *line == parent);
        let own = known.ok_or_else(|| Fault::invalid("parent", "a line that is there", parent))?.1;
        let expected = || match own.is_empty() {
            true => format!("a line with a record of its own, which line {parent} is not"),
            false => format!("a record of line {parent}'s own, {} to {}", own.start, own.end - 1),
        };
        ensure(own.contains(&record), || ("record".into(), expected(), record))?;
        limits::check("records", limits::RECORDS, u64::from(record) + 2)?;
        format::check_branch(branch)
    }
}
