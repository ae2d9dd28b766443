//! The same records in MCAP.
//!
//! One channel without a schema. Its first message is the body of the header, its last one that of the end; those between
//! are the bodies of the records, every grid raw. The log time of a record is its number and 1.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::{BufWriter, Cursor, Read, Seek, SeekFrom, Write};

use fogreel_engine::Record;
use fogreel_recorder::bodies::Bodies;
use mcap::read::ChunkReader;
use mcap::records::{ChunkHeader, ChunkIndex, MessageHeader};
use mcap::sans_io::indexed_reader::{IndexedReadEvent, IndexedReader, IndexedReaderOptions};
use mcap::sans_io::linear_reader::{LinearReadEvent, LinearReader, LinearReaderOptions};
use mcap::sans_io::summary_reader::{SummaryReadEvent, SummaryReader};
use mcap::{Summary, WriteOptions, Writer};

use crate::Failure;
use crate::ours::Found;
use crate::turns::Turns;

/// When a chunk is closed and handed to the operating system.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Chunks {
    /// When it has 1 MiB, which is the default.
    Default,
    /// After every record.
    Record,
}

/// Writes bodies as messages.
pub(crate) struct Messages<W: Write + Seek> {
    writer: Writer<W>,
    channel: u16,
    chunks: Chunks,
    next: u32,
}

impl<W: Write + Seek> Messages<W> {
    /// Begins a file. zstd at its default level, as the crate's options have it.
    pub(crate) fn begin(to: W, chunks: Chunks, options: WriteOptions) -> Result<Self, Failure> {
        let mut writer = options.create(to)?;
        let channel = writer.add_channel(0, "match", "bincode", &BTreeMap::new())?;
        Ok(Self { writer, channel, chunks, next: 0 })
    }

    /// Writes the next body.
    pub(crate) fn write(&mut self, body: &[u8]) -> Result<(), Failure> {
        let (sequence, time) = (self.next, u64::from(self.next));
        let header = MessageHeader { channel_id: self.channel, sequence, log_time: time, publish_time: time };
        self.writer.write_to_known_channel(&header, body)?;
        self.next += 1;
        if self.chunks == Chunks::Record {
            self.writer.flush()?;
        }
        Ok(())
    }

    /// Writes what stands at the end of a file.
    pub(crate) fn finish(mut self) -> Result<W, Failure> {
        self.writer.finish()?;
        Ok(self.writer.into_inner())
    }
}

/// The bodies of a match: header, records, end.
pub(crate) fn bodies(turns: &Turns) -> Result<Vec<Vec<u8>>, Failure> {
    let mut bodies = Bodies::default();
    let mut all = vec![bodies.header(&turns.header)?.to_vec()];
    for record in &turns.records {
        all.push(bodies.raw_record(&turns.header, record)?.to_vec());
    }
    all.push(bodies.end(&turns.end)?.to_vec());
    Ok(all)
}

/// A whole match.
pub(crate) fn file(bodies: &[Vec<u8>], chunks: Chunks) -> Result<Vec<u8>, Failure> {
    let mut messages = Messages::begin(Cursor::new(Vec::new()), chunks, WriteOptions::default())?;
    bodies.iter().try_for_each(|body| messages.write(body))?;
    Ok(messages.finish()?.into_inner())
}

/// A file that is being written.
pub(crate) fn create(
    path: &std::path::Path,
    chunks: Chunks,
    options: WriteOptions,
) -> Result<Messages<BufWriter<File>>, Failure> {
    Messages::begin(BufWriter::new(File::create(path)?), chunks, options)
}

/// Which parts of a damaged file are read.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Reading {
    /// As the `recover` example of the crate does: chunk checksums are not looked at, and the first error ends it.
    Example,
    /// As the command `mcap recover` does: a chunk with a wrong checksum is passed over, any other error ends it.
    Chunks,
}

/// Reads what there is of a match of which these are the bodies.
pub(crate) fn read(bytes: &[u8], reading: Reading, bodies: &[Vec<u8>]) -> Found {
    let mut found = Found::default();
    let last = bodies.len() as u64 - 1;
    let mut take = |time: u64, body: &[u8]| {
        let written = usize::try_from(time).ok().and_then(|time| bodies.get(time));
        match written {
            Some(written) if written == body => found.right += u32::from(time > 0 && time < last),
            _ => found.wrong += 1,
        }
    };
    match reading {
        Reading::Example => {
            let options = LinearReaderOptions::default().with_skip_end_magic(true);
            for message in mcap::io::MessageReader::new_with_options(Cursor::new(bytes), options) {
                let Ok(message) = message else { break };
                take(message.log_time, &message.data);
            }
        }
        Reading::Chunks => read_chunks(bytes, &mut take),
    }
    found
}

fn read_chunks(bytes: &[u8], take: &mut impl FnMut(u64, &[u8])) {
    let options = LinearReaderOptions::default()
        .with_skip_end_magic(true)
        .with_emit_chunks(true)
        .with_record_length_limit(1 << 30);
    let mut reader = LinearReader::new_with_options(options);
    let mut rest = bytes;
    while let Some(Ok(event)) = reader.next_event() {
        match event {
            LinearReadEvent::ReadRequest(needed) => {
                let len = needed.min(rest.len());
                reader.insert(len).copy_from_slice(&rest[..len]);
                reader.notify_read(len);
                rest = &rest[len..];
            }
            LinearReadEvent::Record { opcode, data } => {
                let Ok(record) = mcap::parse_record(opcode, data) else { break };
                if let mcap::records::Record::Chunk { header, data } = record {
                    messages_of(header, &data).into_iter().flatten().for_each(|(time, body)| take(time, &body));
                }
            }
        }
    }
}

/// Times and bodies in a chunk whose checksum is right. It is checked before anything is read: the crate's own reader of chunks
/// makes room for as many bytes as a damaged length says, and aborts if there is none.
fn messages_of(header: ChunkHeader, data: &[u8]) -> Option<Vec<(u64, Vec<u8>)>> {
    const LARGEST: usize = 1 << 28;
    let len = usize::try_from(header.uncompressed_size).ok().filter(|len| *len <= LARGEST)?;
    let records = zstd::bulk::decompress(data, len).ok()?;
    if crc32fast::hash(&records) != header.uncompressed_crc {
        return None;
    }
    let (compression, compressed_size) = (String::new(), records.len() as u64);
    let header = ChunkHeader { compression, compressed_size, ..header };
    let mut messages = Vec::new();
    for record in ChunkReader::new(header, &records).ok()? {
        if let mcap::records::Record::Message { header, data } = record.ok()? {
            messages.push((header.log_time, data.into_owned()));
        }
    }
    Some(messages)
}

/// A finished file, with what stands at its end.
pub(crate) struct Opened {
    file: File,
    summary: Summary,
    /// The same without any chunk.
    bare: Summary,
    buffer: Vec<u8>,
}

impl Opened {
    /// Reads the summary.
    pub(crate) fn open(path: &std::path::Path) -> Result<Self, Failure> {
        let mut file = File::open(path)?;
        let mut reader = SummaryReader::new();
        while let Some(event) = reader.next_event() {
            match event? {
                SummaryReadEvent::ReadRequest(needed) => {
                    let read = file.read(reader.insert(needed))?;
                    reader.notify_read(read);
                }
                SummaryReadEvent::SeekRequest(to) => reader.notify_seeked(file.seek(to)?),
            }
        }
        let summary = reader.finish().ok_or("there is no summary")?;
        let bare = Summary { chunk_indexes: Vec::new(), ..summary.clone() };
        Ok(Self { file, summary, bare, buffer: Vec::new() })
    }

    /// The body of a record, through the crate's reader, which is told of the one chunk that the record is in: chunks are in
    /// the order of time here, and its own search looks at each of them.
    pub(crate) fn body(&mut self, record: u32) -> Result<Vec<u8>, Failure> {
        let time = u64::from(record) + 1;
        let chunks = &self.summary.chunk_indexes;
        let position = chunks.partition_point(|chunk: &ChunkIndex| chunk.message_end_time < time);
        let chunk = chunks.get(position).ok_or("no chunk holds the record")?.clone();
        self.bare.chunk_indexes = vec![chunk];
        let options = IndexedReaderOptions::new().starting_at(time).ending_at(time);
        let mut reader = IndexedReader::new_with_options(&self.bare, options)?;
        while let Some(event) = reader.next_event() {
            match event? {
                IndexedReadEvent::ReadChunkRequest { offset, length } => {
                    self.file.seek(SeekFrom::Start(offset))?;
                    self.buffer.resize(length, 0);
                    self.file.read_exact(&mut self.buffer)?;
                    reader.insert_chunk_record_data(offset, &self.buffer)?;
                }
                IndexedReadEvent::Message { data, .. } => return Ok(data.to_vec()),
            }
        }
        Err("the chunk does not hold the record".into())
    }
}

/// Writes the body of a record.
pub(crate) fn write_record<W: Write + Seek>(
    messages: &mut [Messages<W>],
    bodies: &mut Bodies,
    header: &fogreel_engine::Header,
    record: &Record,
) -> Result<(), Failure> {
    let body = bodies.raw_record(header, record)?;
    messages.iter_mut().try_for_each(|messages| messages.write(body))
}
