//! What a record costs to write.

use std::hint::black_box;
use std::time::Instant;

use fogreel_engine::Record;
use fogreel_recorder::Recorder;
use fogreel_recorder::bodies::Bodies;
use mcap::WriteOptions;

use crate::ours::OPTIONS;
use crate::theirs::Chunks;
use crate::turns::{Turns, Walk};
use crate::{Failure, theirs};

/// Rounds, one after the other, of which the median counts.
const ROUNDS: usize = 9;

pub(crate) fn run() -> Result<(), Failure> {
    println!("Nanoseconds a record, median (fastest) of {ROUNDS} rounds.\n");
    println!("| | 10×10, `original` | 30×30, `city` | 64×64, dense |");
    println!("| --- | --- | --- | --- |");
    // As few as stay warm, as what was just built is.
    let mut boards = [
        (Turns::played("original", None, 5)?, 20_000),
        (Turns::played("guide", Some("city"), 1)?, 5_000),
        (vec![Turns::walked(Walk::dense(64), 50)], 400),
    ];
    let measured: Vec<Measured> =
        boards.iter_mut().map(|(matches, count)| measure(matches, *count)).collect::<Result<_, _>>()?;
    for (row, name) in NAMES.iter().enumerate() {
        let cells: Vec<String> = measured.iter().map(|measured| measured.rows[row].clone()).collect();
        println!("| {name} | {} |", cells.join(" | "));
    }
    let bytes: Vec<String> = measured.iter().map(|measured| measured.bytes.to_string()).collect();
    println!("| bytes of a body | {} |", bytes.join(" | "));
    let bytes: Vec<String> = measured.iter().map(|measured| measured.raw_bytes.to_string()).collect();
    println!("| bytes of a body with raw grids | {} |", bytes.join(" | "));
    Ok(())
}

const NAMES: [&str; 5] = [
    "Fogreel: encoding and CRC alone",
    "Fogreel: a record into a file, everything but creation and sync",
    "MCAP, a chunk a record, body given, into a file",
    "the same, no thread for compression",
    "MCAP, 1 MiB chunks, body given, into a file",
];

struct Measured {
    rows: Vec<String>,
    bytes: usize,
    raw_bytes: usize,
}

/// Measures so many records: those of the matches one after the other, again and again.
fn measure(matches: &mut [Turns], count: u32) -> Result<Measured, Failure> {
    let folder = tempfile::tempdir()?;
    let header = matches[0].header.clone();
    let mut records: Vec<&mut Record> = matches.iter_mut().flat_map(|one| &mut one.records).collect();
    let mut encoder = Bodies::default();
    let mut raw: Vec<Vec<u8>> = Vec::new();
    let mut bytes = 0;
    for record in &records {
        bytes += encoder.record(&header, record)?.len();
        raw.push(encoder.raw_record(&header, record)?.to_vec());
    }
    let into_mcap = |chunks, options: WriteOptions| -> Result<f64, Failure> {
        let mut messages = theirs::create(&folder.path().join("match.mcap"), chunks, options)?;
        // As in the other file, the header comes first.
        messages.write(&raw[0])?;
        let start = Instant::now();
        raw.iter().cycle().take(count as usize).try_for_each(|body| messages.write(body))?;
        let took = start.elapsed().as_secs_f64();
        messages.finish()?;
        Ok(took)
    };
    let mut rounds = vec![Vec::new(); NAMES.len()];
    for _ in 0..ROUNDS {
        let start = Instant::now();
        for record in records.iter().cycle().take(count as usize) {
            black_box(crc32fast::hash(encoder.record(&header, record)?));
        }
        rounds[0].push(start.elapsed().as_secs_f64());
        let mut recorder = Recorder::create(folder.path().join("match.fogreel"), OPTIONS)?;
        recorder.write_header(&header)?;
        let start = Instant::now();
        let len = records.len();
        for index in 0..count {
            let record = &mut *records[index as usize % len];
            record.index = index;
            recorder.write_record(record)?;
        }
        rounds[1].push(start.elapsed().as_secs_f64());
        rounds[2].push(into_mcap(Chunks::Record, WriteOptions::default())?);
        rounds[3].push(into_mcap(Chunks::Record, WriteOptions::default().compression_threads(0))?);
        rounds[4].push(into_mcap(Chunks::Default, WriteOptions::default())?);
    }
    let rows = rounds.into_iter().map(|mut times| {
        times.sort_by(f64::total_cmp);
        let nanoseconds = |seconds: f64| (1e9 * seconds / f64::from(count)).round();
        format!("{} ({})", nanoseconds(times[ROUNDS / 2]), nanoseconds(times[0]))
    });
    let rows = rows.collect();
    Ok(Measured { rows, bytes: bytes / records.len(), raw_bytes: raw.iter().map(Vec::len).sum::<usize>() / raw.len() })
}
