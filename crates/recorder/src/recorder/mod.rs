//! Writing a recording.

mod branching;
mod copying;
mod indexer;
mod keep;
mod resume;

use std::fs::{File, OpenOptions};
use std::io::{self, ErrorKind, Write};
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::time::Instant;

use fogreel_engine::{End, Header, Observer, ObserverError, Record};

use crate::format::{self, Encoder, Fault, FrameHeader, MAJOR, MINOR, Preamble, SCHEMA, Seed, kind};
use crate::lock::{self, Lock};
use crate::notes::Pending;
use crate::{NoteChange, RecorderOptions, SyncLevel, WriteError, nonce};
pub(crate) use copying::Copying;
use indexer::Indexer;

/// Writes a match as it is played. After every record the bytes written so far are a readable recording: there is no
/// finishing step, and a killed program loses no completed record.
///
/// What the [`Keep`](fogreel_engine::data::Keep) of header or options leaves out is not written, whether it is given or
/// not.
///
/// The first error is final: it is returned once, every later call returns [`WriteError::Closed`], and what was written
/// before it stays readable.
///
/// ```
/// # use fogreel_recorder::{Recorder, RecorderOptions, Replay, Strictness};
/// # use fogreel_engine::{End, Header, Record};
/// # fn demo(header: &Header, start: &Record, end: &End) -> Result<(), Box<dyn std::error::Error>> {
/// let mut recorder = Recorder::create("match.fogreel", RecorderOptions::default())?;
/// recorder.write_header(header)?;
/// recorder.write_record(start)?;
/// recorder.write_end(end)?;
///
/// let replay = Replay::open("match.fogreel", Strictness::Tail)?;
/// assert_eq!(*replay.timeline().record(0)?, *start);
/// # Ok(())
/// # }
/// ```
pub struct Recorder<W: Write> {
    writer: W,
    /// Name of the file in messages.
    name: String,
    options: RecorderOptions,
    /// How the writer is made to keep what it was given through a power loss.
    sync_writer: fn(&mut W) -> io::Result<()>,
    /// Where the file is, if it is one.
    path: Option<PathBuf>,
    /// Whether the directory knows of the file even after a power loss.
    is_directory_synced: bool,
    last_sync: Instant,
    encoder: Encoder,
    /// Frames on their way to the writer; empty in between, but keeps its room.
    frames: Vec<u8>,
    stage: Stage,
}

enum Stage {
    Fresh,
    Recording(Box<Line>),
    Ended(Box<Line>),
    Failed,
}

/// The file and the line in it that is being written.
struct Line {
    header: Header,
    header_raw: Vec<u8>,
    nonce: u64,
    seed: Seed,
    /// Where the next frame begins.
    offset: u64,
    sequence: u32,
    /// 0 is the match.
    number: u32,
    /// Number of its first record that is its own.
    first: u32,
    /// Number of the record that comes next.
    records: u32,
    /// The other lines, and the records that are their own.
    others: Vec<(u32, Range<u32>)>,
    indexer: Indexer,
}

impl Recorder<File> {
    /// Creates a recording file and takes the lock on it. Nothing is written before the header.
    ///
    /// The lock is exclusive among writers and lasts until the recorder is dropped; readers need none.
    ///
    /// # Errors
    /// [`WriteError::Exists`] if the file is there and may not be replaced, [`WriteError::Locked`] if another recorder
    /// writes into it, [`WriteError::Io`] for whatever else the machine says.
    pub fn create(path: impl AsRef<Path>, options: RecorderOptions) -> Result<Self, WriteError> {
        let path = path.as_ref();
        let name = path.display().to_string();
        let failed = |action| WriteError::at(path, action);
        let mut how = OpenOptions::new();
        how.write(true);
        let file = if options.overwrite { how.create(true).truncate(false) } else { how.create_new(true) }
            .open(path)
            .map_err(|source| match source.kind() {
            ErrorKind::AlreadyExists => WriteError::Exists { file: name.clone() },
            _ => failed("create the file")(source),
        })?;
        match lock::try_lock(&file).map_err(failed("lock the file"))? {
            // Recording without a lock is better than not recording.
            Lock::Held | Lock::Unknown => {}
            Lock::Busy => return Err(WriteError::Locked { file: name }),
        }
        // Emptied only now that no other recorder can be writing into it.
        if options.overwrite {
            file.set_len(0).map_err(failed("empty the file"))?;
        }
        Ok(Self::of_file(file, path, options))
    }

    /// Writes into a file whose lock is held.
    pub(crate) fn of_file(file: File, path: &Path, options: RecorderOptions) -> Self {
        let name = path.display().to_string();
        Self::with(file, name, options, |file| file.sync_data(), Some(path.to_path_buf()))
    }
}

impl<W: Write> Recorder<W> {
    /// Records into any writer, which should be empty; syncing it is flushing it.
    pub fn new(writer: W, options: RecorderOptions) -> Self {
        Self::with(writer, "recording".to_owned(), options, W::flush, None)
    }

    fn with(
        writer: W,
        name: String,
        options: RecorderOptions,
        sync_writer: fn(&mut W) -> io::Result<()>,
        path: Option<PathBuf>,
    ) -> Self {
        Self {
            writer,
            name,
            options,
            sync_writer,
            path,
            is_directory_synced: false,
            last_sync: Instant::now(),
            encoder: Encoder::default(),
            frames: Vec::new(),
            stage: Stage::Fresh,
        }
    }

    /// The writer, with everything recorded so far in it.
    pub fn into_inner(self) -> W {
        self.writer
    }

    /// Writes preamble and header. The recorder sets [`Header::created_unix_ms`], to nothing if reproducible, and lowers
    /// [`Header::keep`] to what the options keep.
    ///
    /// # Errors
    /// [`WriteError`] if the header contradicts itself or cannot be written.
    pub fn write_header(&mut self, header: &Header) -> Result<(), WriteError> {
        let created_unix_ms = if self.options.reproducible { None } else { nonce::now_unix_ms() };
        self.write_header_of_copy(&Header { created_unix_ms, ..header.clone() })
    }

    /// Writes preamble and header of a match that was recorded before: like [`write_header`](Self::write_header), but the
    /// time of recording is as the header says.
    ///
    /// # Errors
    /// [`WriteError`] if the header contradicts itself or cannot be written.
    pub fn write_header_of_copy(&mut self, header: &Header) -> Result<(), WriteError> {
        match std::mem::replace(&mut self.stage, Stage::Failed) {
            Stage::Fresh => {}
            Stage::Recording(_) => return Err(self.out_of_order("a record or the end", "a header")),
            Stage::Ended(_) => return Err(self.out_of_order("nothing", "a header")),
            Stage::Failed => return Err(self.closed()),
        }
        let mut header = header.clone();
        header.keep = keep::lesser(header.keep, self.options.keep);
        let nonce = if self.options.reproducible { 0 } else { nonce::fresh() };
        let refused = |fault| self.refused("header", fault);
        format::check_header(&header).and_then(|()| format::check_room_for_records(&header)).map_err(refused)?;
        self.encoder.header(&header).map_err(|fault| self.refused("header", fault))?;

        let header_raw = self.encoder.raw().to_vec();
        let line = self.begin_line(header, header_raw, nonce);
        self.write_frames()?;
        self.sync_if_due(false)?;
        self.stage = Stage::Recording(line);
        Ok(())
    }

    /// Prepares preamble and HEADER, whose raw body is in the encoder.
    fn begin_line(&mut self, header: Header, header_raw: Vec<u8>, nonce: u64) -> Box<Line> {
        let (seed, indexer) = (Seed::of(nonce), Indexer::default());
        let offset = Preamble::LEN as u64;
        let mut line = Box::new(Line {
            header,
            header_raw,
            nonce,
            seed,
            offset,
            sequence: 0,
            number: 0,
            first: 0,
            records: 0,
            others: Vec::new(),
            indexer,
        });
        self.frames.extend_from_slice(&Preamble { major: MAJOR, minor: MINOR, nonce }.encode());
        line.append(&mut self.frames, &mut self.encoder, kind::HEADER, 0, 0);
        line
    }

    /// Writes one record, with one call of the writer.
    ///
    /// # Errors
    /// [`WriteError`] if the record is not the next one, contradicts the header, or cannot be written.
    pub fn write_record(&mut self, record: &Record) -> Result<(), WriteError> {
        let mut line = self.take_line("a record")?;
        let index = line.records;
        let record = keep::kept(record, line.header.keep);
        format::check_record(&line.header, &record, index)
            .and_then(|()| self.encoder.record(&line.header, &record))
            .map_err(|fault| self.refused(&format!("record {index}"), fault))?;
        let offset = line.append(&mut self.frames, &mut self.encoder, kind::RECORD, index, 1);
        self.write_frames()?;
        line.indexer.add(&line.header, line.number, &record, offset);
        line.records += 1;
        if line.indexer.is_due(line.offset) {
            self.append_index(&mut line)?;
            self.write_frames()?;
        }
        self.sync_if_due(false)?;
        self.stage = Stage::Recording(line);
        Ok(())
    }

    /// Writes changes of notes, with one call of the writer. They may come at any time, even after the end.
    ///
    /// # Errors
    /// [`WriteError`] if a note contradicts the header or cannot be written.
    pub fn write_notes(&mut self, changes: &[NoteChange]) -> Result<(), WriteError> {
        let (mut line, is_ended) = match std::mem::replace(&mut self.stage, Stage::Failed) {
            Stage::Recording(line) => (line, false),
            Stage::Ended(line) => (line, true),
            Stage::Fresh => return Err(self.out_of_order("a header", "a note")),
            Stage::Failed => return Err(self.closed()),
        };
        self.append_notes(&mut line, changes)?;
        self.write_frames()?;
        self.sync_if_due(is_ended)?;
        self.stage = if is_ended { Stage::Ended(line) } else { Stage::Recording(line) };
        Ok(())
    }

    fn append_notes(&mut self, line: &mut Line, changes: &[NoteChange]) -> Result<(), WriteError> {
        for change in changes {
            format::check_note(&line.header, change)
                .and_then(|()| self.encoder.note(change))
                .map_err(|fault| self.refused("a note", fault))?;
            let offset = line.append(&mut self.frames, &mut self.encoder, kind::NOTE, 0, 0);
            line.indexer.mark(offset);
            if line.indexer.is_due(line.offset) {
                self.append_index(line)?;
            }
        }
        Ok(())
    }

    /// Writes the end of the match (or of the branch) and the last index, and syncs. Nothing but notes can follow.
    ///
    /// Notes that somebody put beside the file meanwhile are taken into it.
    ///
    /// # Errors
    /// [`WriteError`] if the end contradicts the header, counts other records than were written, or cannot be written.
    pub fn write_end(&mut self, end: &End) -> Result<(), WriteError> {
        let mut line = self.take_line("an end")?;
        format::check_end(&line.header, end)
            .and_then(|()| format::check_end_counts(end, line.records))
            .and_then(|()| self.encoder.end(end))
            .map_err(|fault| self.refused("end", fault))?;
        let records = line.records;
        let offset = line.append(&mut self.frames, &mut self.encoder, kind::END, 0, records);
        line.indexer.end(line.number, offset);
        // Notes that cannot be read stay where they are; the match is not to fail for them.
        let pending = self.path.as_deref().map(|path| Pending::take(path, line.seed, &line.header_raw));
        let pending = pending.and_then(Result::ok).flatten();
        if let Some(pending) = &pending {
            self.append_notes(&mut line, &pending.changes)?;
        }
        self.append_index(&mut line)?;
        self.write_frames()?;
        self.sync_if_due(true)?;
        if let Some(pending) = pending {
            // They are in the file now; where they are twice, they count once.
            let _ = pending.settle();
        }
        self.stage = Stage::Ended(line);
        Ok(())
    }

    /// The line, which the caller puts back when all went well.
    fn take_line(&mut self, found: &str) -> Result<Box<Line>, WriteError> {
        match std::mem::replace(&mut self.stage, Stage::Failed) {
            Stage::Recording(line) => Ok(line),
            Stage::Fresh => Err(self.out_of_order("a header", found)),
            Stage::Ended(_) => Err(self.out_of_order("nothing", found)),
            Stage::Failed => Err(self.closed()),
        }
    }

    /// Appends an INDEX of everything since the last one.
    fn append_index(&mut self, line: &mut Line) -> Result<(), WriteError> {
        let (first, records) = line.indexer.range();
        let body = line.indexer.take(line.offset, line.nonce, &line.header_raw);
        self.encoder.index(&body).map_err(|fault| self.refused("index", fault))?;
        line.append(&mut self.frames, &mut self.encoder, kind::INDEX, first, records);
        Ok(())
    }

    /// Hands the frames to the writer in one call.
    fn write_frames(&mut self) -> Result<(), WriteError> {
        let written = self.writer.write_all(&self.frames);
        written.map_err(|source| WriteError::Io { file: self.name.clone(), action: "write", source })?;
        self.frames.clear();
        Ok(())
    }

    fn sync_if_due(&mut self, is_end: bool) -> Result<(), WriteError> {
        let is_due = is_end
            || match self.options.sync {
                SyncLevel::Record => true,
                SyncLevel::Interval(interval) => self.last_sync.elapsed() >= interval,
                SyncLevel::End => false,
            };
        if !is_due {
            return Ok(());
        }
        let synced = (self.sync_writer)(&mut self.writer).and_then(|()| match &self.path {
            Some(path) if !std::mem::replace(&mut self.is_directory_synced, true) => sync_directory_of(path),
            _ => Ok(()),
        });
        self.last_sync = Instant::now();
        synced.map_err(|source| WriteError::Io { file: self.name.clone(), action: "sync", source })
    }

    fn refused(&self, place: &str, fault: Fault) -> WriteError {
        WriteError::refused(&self.name, place, fault)
    }

    fn out_of_order(&self, expected: &str, found: &str) -> WriteError {
        let (expected, found) = (expected.to_owned(), found.to_owned());
        WriteError::OutOfOrder { file: self.name.clone(), expected, found }
    }

    fn closed(&self) -> WriteError {
        WriteError::Closed { file: self.name.clone() }
    }
}

impl Line {
    /// Appends the frame of the body that was encoded last, and counts it. Returns where it begins.
    fn append(&mut self, bytes: &mut Vec<u8>, encoder: &mut Encoder, kind: u8, first_record: u32, records: u32) -> u64 {
        let stored = encoder.stored(kind);
        let header = FrameHeader {
            kind,
            is_critical: kind::is_critical(kind),
            codec: stored.codec,
            schema: SCHEMA,
            // What is about the whole file is no part of a line.
            line: if matches!(kind, kind::HEADER | kind::INDEX | kind::NOTE) { 0 } else { self.number },
            sequence: self.sequence,
            first_record,
            records,
            stored_len: u32::try_from(stored.bytes.len()).unwrap_or(u32::MAX),
            raw_len: stored.raw_len,
            stored_crc: crc32fast::hash(stored.bytes),
        };
        bytes.reserve(FrameHeader::LEN + stored.bytes.len());
        bytes.extend_from_slice(&header.encode(self.seed));
        bytes.extend_from_slice(stored.bytes);
        self.sequence = self.sequence.wrapping_add(1);
        let offset = self.offset;
        self.offset += header.frame_len();
        offset
    }
}

impl<W: Write> Observer for Recorder<W> {
    fn begin(&mut self, header: &Header) -> Result<(), ObserverError> {
        Ok(self.write_header(header)?)
    }

    fn record(&mut self, record: &Record) -> Result<(), ObserverError> {
        Ok(self.write_record(record)?)
    }

    fn end(&mut self, end: &End) -> Result<(), ObserverError> {
        Ok(self.write_end(end)?)
    }
}

/// Makes the entry of a new file in its directory survive a power loss.
pub(crate) fn sync_directory_of(path: &Path) -> io::Result<()> {
    if !cfg!(unix) {
        return Ok(());
    }
    let parent = path.parent().filter(|parent| !parent.as_os_str().is_empty());
    let directory = parent.unwrap_or(Path::new("."));
    match File::open(directory).and_then(|directory| directory.sync_all()) {
        // Some file systems cannot sync directories, and some directories may be written to but not read.
        Err(error)
            if matches!(
                error.kind(),
                ErrorKind::InvalidInput | ErrorKind::Unsupported | ErrorKind::PermissionDenied
            ) =>
        {
            Ok(())
        }
        result => result,
    }
}
