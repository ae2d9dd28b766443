//! Bytes of matches.

use fogreel_engine::data::Keep;

use crate::turns::{Turns, Walk};
use crate::{Failure, ours, theirs};

pub(crate) fn run() -> Result<(), Failure> {
    println!(
        "| matches | records | live | packed | MCAP, 1 MiB chunks | MCAP, a chunk a record | live : a chunk a record | packed : a chunk a record | packed : 1 MiB chunks |"
    );
    println!("| --- | --- | --- | --- | --- | --- | --- | --- | --- |");
    let original = Turns::played("original", None, 200)?;
    let guide = Turns::played("guide", None, 200)?;
    let city = Turns::played("guide", Some("city"), 20)?;
    let dense = [Turns::walked(Walk::dense(64), 300)];
    let groups: [(&str, &[Turns], Keep); 10] = [
        ("samples of the repository, 10×10", &Turns::samples(10)?, Keep::Full),
        ("`original`, 10×10", &original, Keep::Full),
        ("`guide`, 10×10", &guide, Keep::Full),
        ("sample `city`, 30×30", &Turns::samples(30)?, Keep::Full),
        ("`guide` on `city`, 30×30", &city, Keep::Full),
        ("walk, dense belief, 64×64", &dense, Keep::Full),
        ("`original`, views", &original, Keep::Views),
        ("`city`, views", &city, Keep::Views),
        ("`original`, moves", &original, Keep::Moves),
        ("`city`, moves", &city, Keep::Moves),
    ];
    for (name, matches, keep) in groups {
        let (mut records, mut sizes, mut whole) = (0, [0usize; 4], 0);
        for one in matches {
            let live = ours::live(one, keep)?;
            let packed = ours::packed(&live)?;
            let kept = Turns::of_bytes(live.clone())?;
            let bodies = theirs::bodies(&kept)?;
            let chunks = theirs::file(&bodies, theirs::Chunks::Default)?;
            let flushed = theirs::file(&bodies, theirs::Chunks::Record)?;
            for (size, bytes) in sizes.iter_mut().zip([&live, &packed, &chunks, &flushed]) {
                *size += bytes.len();
            }
            records += one.records.len();
            if keep == Keep::Moves {
                whole += theirs::file(&theirs::bodies(one)?, theirs::Chunks::Record)?.len();
            }
        }
        let ratio = |one: usize, other: usize| one as f64 / other as f64;
        let mean = |size: usize| size / matches.len();
        let [live, packed, chunks, flushed] = sizes;
        println!(
            "| {name} ({}) | {} | {} | {} | {} | {} | {:.2} | {:.2} | {:.2} |",
            matches.len(),
            records / matches.len(),
            mean(live),
            mean(packed),
            mean(chunks),
            mean(flushed),
            ratio(live, flushed),
            ratio(packed, flushed),
            ratio(packed, chunks)
        );
        if whole > 0 {
            println!(
                "| … against the whole match in MCAP, a chunk a record: {} | | | | | | {:.3} | {:.3} | |",
                mean(whole),
                ratio(live, whole),
                ratio(packed, whole)
            );
        }
    }
    Ok(())
}
