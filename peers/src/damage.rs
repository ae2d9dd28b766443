//! What is left of a damaged file.

use std::process::{Command, Stdio};

use fogreel_engine::data::Keep;
use fogreel_recorder::Strictness;

use crate::Failure;
use crate::ours::{self, Found};
use crate::theirs::{self, Chunks, Reading};
use crate::turns::Turns;

/// The argument with which this program reads one damaged file, and may die of it.
pub(crate) const READER: &str = "--reader";

const FLIPS: usize = 1000;

/// A file, and how it is read.
struct Case<'a> {
    name: &'a str,
    bytes: Vec<u8>,
    read: &'a dyn Fn(&[u8]) -> Found,
    /// Whether reading may end the program, so that another one must do it.
    is_deadly: bool,
}

impl Case<'_> {
    /// Reads a damaged file; `None` if the reader died.
    fn read_damaged(&self, damaged: &[u8]) -> Result<Option<Found>, Failure> {
        if !self.is_deadly {
            return Ok(Some((self.read)(damaged)));
        }
        let folder = tempfile::tempdir()?;
        let path = folder.path().join("damaged.mcap");
        std::fs::write(&path, damaged)?;
        let ran = Command::new(std::env::current_exe()?).arg(READER).arg(&path).stderr(Stdio::null()).output()?;
        if !ran.status.success() {
            return Ok(None);
        }
        let said = String::from_utf8(ran.stdout)?;
        let (right, wrong) = said.trim().split_once(' ').ok_or("expected two numbers")?;
        Ok(Some(Found { right: right.parse()?, wrong: wrong.parse()? }))
    }
}

/// Reads a file as the crate's example does, and prints how many records are right and how many wrong.
pub(crate) fn reader(arguments: &[String]) -> Result<(), Failure> {
    let [path] = arguments else { return Err("expected a path".into()) };
    let turns = the_match()?;
    let Found { right, wrong } = theirs::read(&std::fs::read(path)?, Reading::Example, &theirs::bodies(&turns)?);
    println!("{right} {wrong}");
    Ok(())
}

fn the_match() -> Result<Turns, Failure> {
    Turns::played("original", None, 1)?.pop().ok_or_else(|| "no match".into())
}

pub(crate) fn run() -> Result<(), Failure> {
    let turns = the_match()?;
    let bodies = theirs::bodies(&turns)?;
    let live = ours::live(&turns, Keep::Full)?;
    let packed = ours::packed(&live)?;
    let flushed = theirs::file(&bodies, Chunks::Record)?;
    let chunks = theirs::file(&bodies, Chunks::Default)?;
    let salvage = |bytes: &[u8]| ours::read(bytes, Strictness::Salvage, &turns);
    let by_chunks = |bytes: &[u8]| theirs::read(bytes, Reading::Chunks, &bodies);
    let by_example = |bytes: &[u8]| theirs::read(bytes, Reading::Example, &bodies);
    let cases = [
        Case { name: "Fogreel, live", bytes: live, read: &salvage, is_deadly: false },
        Case { name: "Fogreel, packed", bytes: packed, read: &salvage, is_deadly: false },
        Case {
            name: "MCAP, a chunk a record, read as by `mcap recover`",
            bytes: flushed.clone(),
            read: &by_chunks,
            is_deadly: false,
        },
        Case {
            name: "MCAP, a chunk a record, read as by the crate's example",
            bytes: flushed,
            read: &by_example,
            is_deadly: true,
        },
        Case {
            name: "MCAP, 1 MiB chunks, read as by `mcap recover`",
            bytes: chunks.clone(),
            read: &by_chunks,
            is_deadly: false,
        },
        Case {
            name: "MCAP, 1 MiB chunks, read as by the crate's example",
            bytes: chunks,
            read: &by_example,
            is_deadly: true,
        },
    ];
    let all = turns.records.len() as u32;
    println!("One match of {all} records.\n");
    println!("{FLIPS} files, one random bit flipped in each:\n");
    println!(
        "| file | bytes | records recovered, mean | fewest | files without loss | files with more than one record lost | wrong records |"
    );
    println!("| --- | --- | --- | --- | --- | --- | --- |");
    for case in &cases {
        let Case { name, bytes, .. } = case;
        let mut random = 7u64;
        let read: Vec<Option<Found>> = (0..FLIPS)
            .map(|_| {
                random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
                let bit = (random >> 16) as usize % (8 * bytes.len());
                let mut damaged = bytes.clone();
                damaged[bit / 8] ^= 1 << (bit % 8);
                case.read_damaged(&damaged)
            })
            .collect::<Result<_, _>>()?;
        let deaths = read.iter().filter(|found| found.is_none()).count();
        let found: Vec<Found> = read.into_iter().map(Option::unwrap_or_default).collect();
        let count = |wanted: &dyn Fn(&Found) -> bool| found.iter().filter(|found| wanted(found)).count();
        println!(
            "| {name} | {} | {:.2} | {} | {} | {} | {} | {deaths} |",
            bytes.len(),
            mean(&found),
            found.iter().map(|found| found.right).min().unwrap_or_default(),
            count(&|found| found.right == all),
            count(&|found| found.right + 1 < all),
            found.iter().map(|found| found.wrong).sum::<u32>(),
        );
    }
    println!("\nCut at every offset:\n");
    println!("| file | offsets | records recovered, mean | wrong records |");
    println!("| --- | --- | --- | --- |");
    for Case { name, bytes, read, .. } in &cases {
        let found: Vec<Found> = (0..bytes.len()).map(|len| read(&bytes[..len])).collect();
        let wrong: u32 = found.iter().map(|found| found.wrong).sum();
        println!("| {name} | {} | {:.2} | {wrong} |", bytes.len(), mean(&found));
    }
    Ok(())
}

fn mean(found: &[Found]) -> f64 {
    found.iter().map(|found| f64::from(found.right)).sum::<f64>() / found.len() as f64
}
