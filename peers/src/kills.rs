//! Programs that are killed at random moments while they write.

use std::io::{Read, Write};
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;

use fogreel_recorder::{Recorder, Strictness};
use mcap::WriteOptions;

use crate::theirs::{self, Chunks, Reading};
use crate::turns::Turns;
use crate::{Failure, ours};

/// The argument with which this program writes until it is killed.
pub(crate) const VICTIM: &str = "--victim";

const KILLS: usize = 100;
/// Records that a victim may write: no more than it can before it is killed.
const RECORDS: usize = 40_000;

const FORMATS: [(&str, &str); 3] =
    [("fogreel", "Fogreel, live"), ("record", "MCAP, a chunk a record"), ("default", "MCAP, 1 MiB chunks")];
const PACES: [(&str, &str, u64); 2] = [("0", "as fast as it can", 60), ("1000", "a record every millisecond", 150)];

pub(crate) fn run() -> Result<(), Failure> {
    let folder = tempfile::tempdir()?;
    let recorded = recorded(RECORDS)?;
    let bodies = theirs::bodies(&recorded)?;
    let program = std::env::current_exe()?;
    println!("{KILLS} kills each. *Completed*: the call that wrote the record had returned.\n");
    println!(
        "| file | pace | records completed | of these recovered | fewest in a file, of | files with a loss | wrong records |"
    );
    println!("| --- | --- | --- | --- | --- | --- | --- |");
    let mut random = 11u64;
    for (format, name) in FORMATS {
        for (pace, pace_name, longest_ms) in PACES {
            let (mut completed, mut recovered, mut losses, mut wrong) = (0u64, 0u64, 0, 0);
            let mut worst = (f64::INFINITY, 0, 0);
            for _ in 0..KILLS {
                random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
                let delay = Duration::from_micros(1000 + (random >> 33) % (longest_ms * 1000));
                let path = folder.path().join("match");
                let mut child =
                    Command::new(&program).args([VICTIM, format, pace]).arg(&path).stdout(Stdio::piped()).spawn()?;
                let mut said = child.stdout.take().ok_or("no output")?;
                let mut first = [0; 4];
                said.read_exact(&mut first)?;
                let reader = std::thread::spawn(move || {
                    let mut rest = Vec::new();
                    said.read_to_end(&mut rest).map(|_| rest.len() as u64 / 4)
                });
                std::thread::sleep(delay);
                child.kill()?;
                child.wait()?;
                let done = 1 + reader.join().map_err(|_| "the reading thread ended")??;
                let bytes = std::fs::read(&path)?;
                let found = match format {
                    "fogreel" => ours::read(&bytes, Strictness::Tail, &recorded),
                    _ => theirs::read(&bytes, Reading::Chunks, &bodies),
                };
                completed += done;
                recovered += done.min(found.right.into());
                losses += u32::from(u64::from(found.right) < done);
                wrong += found.wrong;
                let share = f64::from(found.right) / done as f64;
                if share < worst.0 {
                    worst = (share, found.right, done);
                }
            }
            let (_, fewest, of) = worst;
            println!("| {name} | {pace_name} | {completed} | {recovered} | {fewest} of {of} | {losses} | {wrong} |");
        }
    }
    Ok(())
}

/// Real matches one after the other, as one.
fn recorded(records: usize) -> Result<Turns, Failure> {
    let matches = Turns::played("original", None, 50)?;
    let records: Vec<_> = Turns::endless(&matches).take(records).collect();
    let end = crate::turns::end(records.len() as u32);
    Ok(Turns { header: matches[0].header.clone(), records, end })
}

/// Writes records into a file, and four bytes to standard output for each that is written.
pub(crate) fn victim(arguments: &[String]) -> Result<(), Failure> {
    let [format, pace, path] = arguments else { return Err("expected a format, a pace and a path".into()) };
    let pace = Duration::from_micros(pace.parse()?);
    // A slow one needs few of them, and should not be busy making them.
    let recorded = recorded(if pace.is_zero() { RECORDS } else { 1000 })?;
    let mut said = std::io::stdout().lock();
    let mut done = || -> Result<(), Failure> {
        said.write_all(&[1; 4]).and_then(|()| said.flush())?;
        if !pace.is_zero() {
            std::thread::sleep(pace);
        }
        Ok(())
    };
    let path = Path::new(path);
    if format == "fogreel" {
        let mut recorder = Recorder::create(path, ours::OPTIONS)?;
        recorder.write_header(&recorded.header)?;
        for record in &recorded.records {
            recorder.write_record(record)?;
            done()?;
        }
    } else {
        let bodies = theirs::bodies(&recorded)?;
        let chunks = if format == "record" { Chunks::Record } else { Chunks::Default };
        let mut messages = theirs::create(path, chunks, WriteOptions::default())?;
        for (index, body) in bodies[..bodies.len() - 1].iter().enumerate() {
            messages.write(body)?;
            if index > 0 {
                done()?;
            }
        }
    }
    // Whoever has written all of it waits to be killed.
    std::thread::sleep(Duration::from_secs(60));
    Ok(())
}
