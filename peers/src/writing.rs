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
    let take =
        |matches: &[Turns], count: usize| (matches[0].header.clone(), Turns::endless(matches).take(count).collect());
    let dense = Turns::walked(Walk::dense(64), 400);
    let boards: [(fogreel_engine::Header, Vec<Record>); 3] = [
        take(&Turns::played("original", None, 100)?, 20_000),
        take(&Turns::played("guide", Some("city"), 10)?, 5_000),
        (dense.header, dense.records),
    ];
    let measured: Vec<Measured> =
        boards.iter().map(|(header, records)| measure(header, records)).collect::<Result<_, _>>()?;
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

fn measure(header: &fogreel_engine::Header, records: &[Record]) -> Result<Measured, Failure> {
    let folder = tempfile::tempdir()?;
    let mut encoder = Bodies::default();
    let mut raw: Vec<Vec<u8>> = Vec::new();
    let mut bytes = 0;
    for record in records {
        bytes += encoder.record(header, record)?.len();
        raw.push(encoder.raw_record(header, record)?.to_vec());
    }
    let into_mcap = |chunks, options: WriteOptions| -> Result<f64, Failure> {
        let mut messages = theirs::create(&folder.path().join("match.mcap"), chunks, options)?;
        // As in the other file, the header comes first.
        messages.write(&raw[0])?;
        let start = Instant::now();
        raw.iter().try_for_each(|body| messages.write(body))?;
        let took = start.elapsed().as_secs_f64();
        messages.finish()?;
        Ok(took)
    };
    let mut rounds = vec![Vec::new(); NAMES.len()];
    for _ in 0..ROUNDS {
        let start = Instant::now();
        for record in records {
            black_box(crc32fast::hash(encoder.record(header, record)?));
        }
        rounds[0].push(start.elapsed().as_secs_f64());
        let mut recorder = Recorder::create(folder.path().join("match.fogreel"), OPTIONS)?;
        recorder.write_header(header)?;
        let start = Instant::now();
        for record in records {
            recorder.write_record(record)?;
        }
        rounds[1].push(start.elapsed().as_secs_f64());
        rounds[2].push(into_mcap(Chunks::Record, WriteOptions::default())?);
        rounds[3].push(into_mcap(Chunks::Record, WriteOptions::default().compression_threads(0))?);
        rounds[4].push(into_mcap(Chunks::Default, WriteOptions::default())?);
    }
    let rows = rounds.into_iter().map(|mut times| {
        times.sort_by(f64::total_cmp);
        let nanoseconds = |seconds: f64| (1e9 * seconds / records.len() as f64).round();
        format!("{} ({})", nanoseconds(times[ROUNDS / 2]), nanoseconds(times[0]))
    });
    let raw_bytes = raw.iter().map(Vec::len).sum::<usize>() / records.len();
    Ok(Measured { rows: rows.collect(), bytes: bytes / records.len(), raw_bytes })
}
