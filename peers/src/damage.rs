//! What is left of a damaged file.

use fogreel_engine::data::Keep;
use fogreel_recorder::Strictness;

use crate::Failure;
use crate::ours::{self, Found};
use crate::theirs::{self, Chunks, Reading};
use crate::turns::Turns;

const FLIPS: usize = 1000;

/// A file, and how it is read.
struct Case<'a> {
    name: &'a str,
    bytes: Vec<u8>,
    read: Box<dyn Fn(&[u8]) -> Found + 'a>,
}

pub(crate) fn run() -> Result<(), Failure> {
    let turns = Turns::played("original", None, 1)?.pop().ok_or("no match")?;
    let bodies = theirs::bodies(&turns)?;
    let live = ours::live(&turns, Keep::Full)?;
    let packed = ours::packed(&live)?;
    let flushed = theirs::file(&bodies, Chunks::Record)?;
    let chunks = theirs::file(&bodies, Chunks::Default)?;
    let salvage = |bytes: &[u8]| ours::read(bytes, Strictness::Salvage, &turns);
    let by_chunks = |bytes: &[u8]| theirs::read(bytes, Reading::Chunks, &bodies);
    let by_example = |bytes: &[u8]| theirs::read(bytes, Reading::Example, &bodies);
    let cases = [
        Case { name: "Fogreel, live", bytes: live, read: Box::new(salvage) },
        Case { name: "Fogreel, packed", bytes: packed, read: Box::new(salvage) },
        Case {
            name: "MCAP, a chunk a record, read as by `mcap recover`",
            bytes: flushed.clone(),
            read: Box::new(by_chunks),
        },
        Case {
            name: "MCAP, a chunk a record, read as by the crate's example",
            bytes: flushed,
            read: Box::new(by_example),
        },
        Case {
            name: "MCAP, 1 MiB chunks, read as by `mcap recover`",
            bytes: chunks.clone(),
            read: Box::new(by_chunks),
        },
        Case { name: "MCAP, 1 MiB chunks, read as by the crate's example", bytes: chunks, read: Box::new(by_example) },
    ];
    let all = turns.records.len() as u32;
    println!("One match of {all} records.\n");
    println!("{FLIPS} files, one random bit flipped in each:\n");
    println!(
        "| file | bytes | records recovered, mean | fewest | files without loss | files with more than one record lost | wrong records |"
    );
    println!("| --- | --- | --- | --- | --- | --- | --- |");
    for Case { name, bytes, read } in &cases {
        let mut random = 7u64;
        let found: Vec<Found> = (0..FLIPS)
            .map(|_| {
                random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
                let bit = (random >> 16) as usize % (8 * bytes.len());
                let mut damaged = bytes.clone();
                damaged[bit / 8] ^= 1 << (bit % 8);
                read(&damaged)
            })
            .collect();
        let count = |wanted: &dyn Fn(&Found) -> bool| found.iter().filter(|found| wanted(found)).count();
        println!(
            "| {name} | {} | {:.2} | {} | {} | {} | {} |",
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
    for Case { name, bytes, read } in &cases {
        let found: Vec<Found> = (0..bytes.len()).map(|len| read(&bytes[..len])).collect();
        let wrong: u32 = found.iter().map(|found| found.wrong).sum();
        println!("| {name} | {} | {:.2} | {wrong} |", bytes.len(), mean(&found));
    }
    Ok(())
}

fn mean(found: &[Found]) -> f64 {
    found.iter().map(|found| f64::from(found.right)).sum::<f64>() / found.len() as f64
}
