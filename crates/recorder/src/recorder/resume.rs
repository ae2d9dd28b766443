//! Going on with a file that was written before.

use std::fs::File;
use std::io::{Seek, SeekFrom};
use std::path::Path;

use fogreel_engine::Header;
use fogreel_engine::data::Keep;

use super::indexer::Indexer;
use super::{Line, Recorder, Stage};
use crate::reading::{MISSING, Progress, records_at};
use crate::source::Source;
use crate::{RecorderOptions, SyncLevel, WriteError};

/// What is appended is rare and dear: it is synced at once. What was recorded was kept as its header says.
pub(super) const OPTIONS: RecorderOptions =
    RecorderOptions { sync: SyncLevel::Record, reproducible: false, overwrite: true, keep: Keep::Full };

impl Recorder<File> {
    /// Goes on where reading a file ended, whose lock is held and in which nothing follows.
    pub(crate) fn resume(file: File, path: &Path, source: &Source, progress: Progress) -> Result<Self, WriteError> {
        let mut recorder = Self::of_file(file, path, OPTIONS);
        recorder.is_directory_synced = true;
        let Progress { nonce, seed, header, header_raw, offsets, unindexed, end, end_offset, .. } = progress;
        let (offset, sequence, records) = (progress.offset, progress.sequence, offsets.len() as u32);
        let indexer = Indexer::resume(unindexed.last_index, end_offset);
        let nonce = nonce.unwrap_or_default();
        let mut line = Box::new(Line { header, header_raw, nonce, seed, offset, sequence, records, indexer });
        // The next INDEX tells what the last one could not.
        let mut index = unindexed.first_record as u32;
        while index < records {
            let offset = offsets[index as usize];
            if offset == MISSING {
                line.indexer.lost(index);
                index += 1;
            } else {
                let (first, found) = records_at(source, seed, &line.header, offset, index)?;
                for record in found.iter().skip((index - first) as usize) {
                    line.indexer.add(&line.header, record, offset);
                    index += 1;
                }
            }
            if line.indexer.is_due(offset) {
                recorder.append_index(&mut line, index)?;
            }
        }
        unindexed.notes.iter().for_each(|&offset| line.indexer.note(offset));
        let end_of_file = SeekFrom::Start(offset);
        recorder.writer.seek(end_of_file).map_err(WriteError::at(path, "find the end of the file"))?;
        recorder.stage = if end.is_some() { Stage::Ended(line) } else { Stage::Recording(line) };
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
