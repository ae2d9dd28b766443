//! Opening, and one record out of many: 128×128 cells, 400 of them possible at most.

use std::path::{Path, PathBuf};
use std::time::Instant;

use fogreel_engine::Header;
use fogreel_recorder::bodies::{Bodies, decode_record};
use fogreel_recorder::{Destination, FileState, Recorder, Replay, Strictness, repack};
use mcap::WriteOptions;

use crate::Failure;
use crate::ours::OPTIONS;
use crate::theirs::{self, Chunks, Opened};
use crate::turns::{Walk, end};

const SEEKS: usize = 1000;

/// The same match in each form.
pub(crate) struct Files {
    header: Header,
    pub(crate) live: PathBuf,
    packed: PathBuf,
    chunks: PathBuf,
    flushed: PathBuf,
}

impl Files {
    /// Writes them, all but the packed one.
    pub(crate) fn write(folder: &Path, records: u32, with_peer: bool) -> Result<Self, Failure> {
        let walk = Walk::local(128);
        let name = |end: &str| folder.join(format!("{records}.{end}"));
        let files = Self {
            header: walk.header.clone(),
            live: name("live.fogreel"),
            packed: name("packed.fogreel"),
            chunks: name("chunks.mcap"),
            flushed: name("flushed.mcap"),
        };
        let mut recorder = Recorder::create(&files.live, OPTIONS)?;
        recorder.write_header(&files.header)?;
        let mut messages = Vec::new();
        let mut bodies = Bodies::default();
        if with_peer {
            messages.push(theirs::create(&files.chunks, Chunks::Default, WriteOptions::default())?);
            messages.push(theirs::create(&files.flushed, Chunks::Record, WriteOptions::default())?);
        }
        let head = bodies.header(&files.header)?.to_vec();
        messages.iter_mut().try_for_each(|messages| messages.write(&head))?;
        for record in walk.take(records as usize) {
            recorder.write_record(&record)?;
            if with_peer {
                theirs::write_record(&mut messages, &mut bodies, &files.header, &record)?;
            }
        }
        recorder.write_end(&end(records))?;
        for messages in messages {
            messages.finish()?;
        }
        Ok(files)
    }

    /// Packs.
    fn pack(&self) -> Result<(), Failure> {
        repack(&self.live, FileState::Packed, Destination::File { path: &self.packed, overwrite: true })?;
        Ok(())
    }
}

pub(crate) fn run() -> Result<(), Failure> {
    println!(
        "Microseconds, p50 (p99). Open: until any record can be asked for; with Fogreel, until the timeline is known, too."
    );
    println!("Seek: a random record, decoded and checked, out of warm files.\n");
    println!("| records | file | MB | open | seek |");
    println!("| --- | --- | --- | --- | --- |");
    for records in [60, 10_000, 100_000] {
        let folder = tempfile::tempdir()?;
        let files = Files::write(folder.path(), records, true)?;
        // Packing the longest takes longer than all else together; the part `memory` does it.
        if records <= 10_000 {
            files.pack()?;
        }
        let opens = if records > 1000 { 21 } else { 201 };
        let mut places = Places(5);
        let row = |name: &str, path: &Path, mut open: Vec<f64>, mut seek: Vec<f64>| -> Result<(), Failure> {
            let megabytes = std::fs::metadata(path)?.len() as f64 / 1e6;
            println!("| {records} | {name} | {megabytes:.1} | {} | {} |", quantiles(&mut open), quantiles(&mut seek));
            Ok(())
        };
        for (name, path) in [("Fogreel, live", &files.live), ("Fogreel, packed", &files.packed)] {
            if !path.exists() {
                continue;
            }
            let opened = timed(opens, || {
                let replay = Replay::open(path, Strictness::Tail)?;
                let timeline = replay.timeline();
                let known = (0..timeline.len()).filter_map(|index| timeline.summary(index)).count();
                if known == records as usize { Ok(()) } else { Err("the timeline has gaps".into()) }
            })?;
            let timeline = Replay::open(path, Strictness::Tail)?.into_timeline();
            let sought = timed(SEEKS, || {
                let index = places.below(records);
                let record = timeline.record(index as usize)?;
                if record.index == index { Ok(()) } else { Err("another record".into()) }
            })?;
            row(name, path, opened, sought)?;
        }
        for (name, path) in [("MCAP, 1 MiB chunks", &files.chunks), ("MCAP, a chunk a record", &files.flushed)] {
            let opened = timed(opens, || Opened::open(path).map(drop))?;
            let mut open = Opened::open(path)?;
            let sought = timed(SEEKS, || {
                let index = places.below(records);
                let body = open.body(index)?;
                let record = decode_record(&files.header, &body, index)?;
                if record.index == index { Ok(()) } else { Err("another record".into()) }
            })?;
            row(name, path, opened, sought)?;
        }
    }
    Ok(())
}

/// Random numbers, the same in each run.
struct Places(u64);

impl Places {
    fn below(&mut self, count: u32) -> u32 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 33) % u64::from(count)) as u32
    }
}

/// Microseconds of each call.
fn timed(count: usize, mut call: impl FnMut() -> Result<(), Failure>) -> Result<Vec<f64>, Failure> {
    (0..count)
        .map(|_| {
            let start = Instant::now();
            call()?;
            Ok(1e6 * start.elapsed().as_secs_f64())
        })
        .collect()
}

fn quantiles(times: &mut [f64]) -> String {
    times.sort_by(f64::total_cmp);
    let at = |share: f64| times[((times.len() - 1) as f64 * share).round() as usize];
    format!("{:.0} ({:.0})", at(0.5), at(0.99))
}
