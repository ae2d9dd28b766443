//! Writing what another recording holds, in either state.

use std::fs::File;
use std::path::Path;

use fogreel_engine::{End, Header, Record};

use super::resume::OPTIONS;
use super::{Line, Recorder};
use crate::format::{self, ChunkEncoder, Fault, kind};
use crate::{Branch, FileState, NoteChange, WriteError};

/// Writes the parts of another recording one after the other, then [`finish`](Self::finish)es.
pub(crate) struct Copying {
    recorder: Recorder<File>,
    line: Box<Line>,
    /// What is not written yet, if the copy is packed.
    chunk: Option<ChunkEncoder>,
}

impl Copying {
    /// Bytes that are gathered for one call of the operating system. Nobody reads along.
    const GATHERED: usize = 1 << 20;

    /// Begins a file, whose lock is held, with the nonce and the header of another one.
    pub(crate) fn begin(
        file: File,
        path: &Path,
        state: FileState,
        nonce: u64,
        header: Header,
        header_raw: Vec<u8>,
    ) -> Self {
        let mut recorder = Recorder::of_file(file, path, OPTIONS);
        let line = recorder.copy_line(nonce, header, header_raw);
        Self { recorder, line, chunk: (state == FileState::Packed).then(ChunkEncoder::default) }
    }

    /// Writes the next record.
    pub(crate) fn record(&mut self, record: &Record) -> Result<(), WriteError> {
        let index = self.line.records;
        format::check_record(&self.line.header, record, index)
            .and_then(|()| self.recorder.encoder.record(&self.line.header, record))
            .map_err(|fault| self.refused(index, fault))?;
        let is_chunked = self.add_to_chunk(record, index)?;
        // A chunk that is being gathered will begin where the next frame does.
        let offset = self.line.offset;
        if !is_chunked {
            self.append(kind::RECORD, index, 1);
        }
        self.line.indexer.add(&self.line.header, self.line.number, record, offset);
        self.line.records += 1;
        if is_chunked { Ok(()) } else { self.write_if_due() }
    }

    /// Adds the record, whose raw body is in the encoder, to the chunk at hand or to the next one; `false` if it must stand
    /// by itself, since the copy is live, or since what fills a frame does not fit into a chunk.
    fn add_to_chunk(&mut self, record: &Record, index: u32) -> Result<bool, WriteError> {
        let Some(chunk) = &mut self.chunk else { return Ok(false) };
        let is_added = chunk.add(&mut self.recorder.encoder, record);
        if is_added.map_err(|fault| self.refused(index, fault))? {
            return Ok(true);
        }
        let raw = self.recorder.encoder.raw().to_vec();
        self.flush_chunk()?;
        self.recorder.encoder.copy(&raw);
        let Some(chunk) = &mut self.chunk else { return Ok(false) };
        let is_added = chunk.add(&mut self.recorder.encoder, record);
        is_added.map_err(|fault| self.refused(index, fault))
    }

    /// Says that the next records are lost.
    pub(crate) fn lost(&mut self, records: u32) -> Result<(), WriteError> {
        self.flush_chunk()?;
        let first = self.line.records;
        self.recorder.encoder.nothing();
        self.append(kind::GAP, first, records);
        for record in first..first + records {
            self.line.indexer.lost(self.line.number, record);
            self.line.records += 1;
            if self.line.indexer.is_due(self.line.offset) {
                self.recorder.append_index(&mut self.line)?;
            }
        }
        self.write_if_due()
    }

    /// Writes what comes behind the records of a line.
    pub(crate) fn end(&mut self, end: Option<&End>) -> Result<(), WriteError> {
        self.flush_chunk()?;
        let Some(end) = end else { return Ok(()) };
        let records = self.line.records;
        format::check_end(&self.line.header, end)
            .and_then(|()| format::check_end_counts(end, records))
            .and_then(|()| self.recorder.encoder.end(end))
            .map_err(|fault| self.recorder.refused("end", fault))?;
        let offset = self.append(kind::END, 0, records);
        self.line.indexer.end(self.line.number, offset);
        Ok(())
    }

    /// Begins another line. What follows belongs to it.
    pub(crate) fn branch(&mut self, branch: &Branch) -> Result<(), WriteError> {
        self.recorder.append_branch(&mut self.line, branch)
    }

    /// Writes what comes behind all lines, and an INDEX, and syncs.
    pub(crate) fn finish(mut self, changes: impl Iterator<Item = NoteChange>) -> Result<(), WriteError> {
        self.recorder.append_notes(&mut self.line, &changes.collect::<Vec<_>>())?;
        self.recorder.append_index(&mut self.line)?;
        self.recorder.write_frames()?;
        self.recorder.sync_if_due(true)
    }

    fn flush_chunk(&mut self) -> Result<(), WriteError> {
        let Some(chunk) = self.chunk.as_mut().filter(|chunk| !chunk.is_empty()) else { return Ok(()) };
        let (first, records) = chunk.range();
        let finished = chunk.finish(&mut self.recorder.encoder);
        finished.map_err(|fault| self.refused(first, fault))?;
        self.append(kind::CHUNK, first, records);
        self.write_if_due()
    }

    /// Appends the frame of the body that was encoded last. Returns where it begins.
    fn append(&mut self, kind: u8, first: u32, records: u32) -> u64 {
        let Recorder { frames, encoder, .. } = &mut self.recorder;
        self.line.append(frames, encoder, kind, first, records)
    }

    /// Appends an INDEX if one is due, and writes if there is much.
    fn write_if_due(&mut self) -> Result<(), WriteError> {
        if self.line.indexer.is_due(self.line.offset) {
            self.recorder.append_index(&mut self.line)?;
        }
        if self.recorder.frames.len() >= Self::GATHERED { self.recorder.write_frames() } else { Ok(()) }
    }

    fn refused(&self, index: u32, fault: Fault) -> WriteError {
        self.recorder.refused(&format!("record {index}"), fault)
    }
}
