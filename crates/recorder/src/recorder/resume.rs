//! Going on with a file that was written before.

use std::fs::File;
use std::io::{Seek, SeekFrom};
use std::path::Path;

use fogreel_engine::data::Keep;
use fogreel_engine::{Header, Record};

use super::indexer::Indexer;
use super::{Line, Recorder, Stage};
use crate::format::LineEnd;
use crate::reading::{MISSING, Progress, records_at};
use crate::source::Source;
use crate::{ReadError, RecorderOptions, SyncLevel, WriteError};

/// What is appended is rare and dear: it is synced at once. What was recorded was kept as its header says.
pub(super) const OPTIONS: RecorderOptions =
    RecorderOptions { sync: SyncLevel::Record, reproducible: false, overwrite: true, keep: Keep::Full };

impl Recorder<File> {
    /// Goes on where reading a file ended, whose lock is held and in which nothing follows.
    pub(crate) fn resume(file: File, path: &Path, source: &Source, progress: Progress) -> Result<Self, WriteError> {
        let mut recorder = Self::of_file(file, path, OPTIONS);
        recorder.is_directory_synced = true;
        let (offset, sequence, records) = (progress.offset, progress.sequence, progress.main.next());
        let has_end = progress.main.end.is_some();
        let line_ends = progress.lines().filter_map(|(line, of)| Some(LineEnd { line, offset: of.end_offset? }));
        let (number, unindexed) = (0, &progress.unindexed);
        let not_told = unindexed.records.iter().filter(|(line, _)| *line == 0).count() as u32;
        let indexer = Indexer::resume(unindexed.last_index, records - not_told, line_ends.collect());
        let (nonce, seed) = (progress.nonce.unwrap_or_default(), progress.seed);
        let (header, header_raw) = (progress.header.clone(), progress.header_raw.clone());
        let others = progress.lines().filter(|(line, _)| *line != number);
        let others = others.map(|(line, of)| (line, of.first..of.next())).collect();
        let mut line = Box::new(Line {
            header,
            header_raw,
            nonce,
            seed,
            offset,
            sequence,
            number,
            first: 0,
            records,
            others,
            indexer,
        });
        // The next INDEX tells what the last one could not. Records of a frame stand next to each other.
        let mut frame: Option<(u64, u32, Vec<Record>)> = None;
        for &(number, index) in &unindexed.records {
            let offsets = progress.line(number).and_then(|line| Some((line, line.position(index)?)));
            let offset = offsets.map_or(MISSING, |(line, position)| line.offsets[position]);
            if offset == MISSING {
                line.indexer.lost(number, index);
            } else {
                if frame.as_ref().is_none_or(|(known, ..)| *known != offset) {
                    let (first, found) = records_at(source, seed, &line.header, offset, (number, index))?;
                    frame = Some((offset, first, found));
                }
                let record = frame.as_ref().and_then(|(_, first, found)| found.get((index - first) as usize));
                let missing = || ReadError::Missing { file: source.name().to_owned(), record: index };
                line.indexer.add(&line.header, number, record.ok_or_else(missing)?, offset);
            }
            if line.indexer.is_due(offset) {
                recorder.append_index(&mut line)?;
            }
        }
        unindexed.marks.iter().for_each(|&offset| line.indexer.mark(offset));
        let end_of_file = SeekFrom::Start(offset);
        recorder.writer.seek(end_of_file).map_err(WriteError::at(path, "find the end of the file"))?;
        recorder.stage = if has_end { Stage::Ended(line) } else { Stage::Recording(line) };
        Ok(recorder)
    }

    /// Begins a file, whose lock is held, with the nonce and the header of another one. Nothing is written yet.
    pub(crate) fn copy_header(file: File, path: &Path, nonce: u64, header: Header, header_raw: Vec<u8>) -> Self {
        let mut recorder = Self::of_file(file, path, OPTIONS);
        let line = recorder.copy_line(nonce, header, header_raw);
        recorder.stage = Stage::Recording(line);
        recorder
    }

    /// Prepares preamble and HEADER of another file.
    pub(super) fn copy_line(&mut self, nonce: u64, header: Header, header_raw: Vec<u8>) -> Box<Line> {
        self.encoder.copy(&header_raw);
        self.begin_line(header, header_raw, nonce)
    }
}
