//! Fogreel's recordings beside the same matches in MCAP (the `mcap` crate), on one machine in one run.
//!
//! `cargo run --release -- [PART…]` prints tables for docs/benchmarks.md; the parts are those of [`PARTS`], and all of them if
//! none is named. `seeking` and `memory` write some gigabytes into the folder for temporary files.

mod damage;
mod kills;
mod memory;
mod ours;
mod seeking;
mod sizes;
mod theirs;
mod turns;
mod writing;

/// Whatever keeps a part from being measured.
type Failure = Box<dyn std::error::Error + Send + Sync>;

type Part = fn() -> Result<(), Failure>;

const PARTS: [(&str, Part); 6] = [
    ("sizes", sizes::run),
    ("writing", writing::run),
    ("damage", damage::run),
    ("kills", kills::run),
    ("seeking", seeking::run),
    ("memory", memory::run),
];

fn main() -> Result<(), Failure> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    // What this program starts itself as.
    match arguments.first().map(String::as_str) {
        Some(kills::VICTIM) => return kills::victim(&arguments[1..]),
        Some(damage::READER) => return damage::reader(&arguments[1..]),
        Some(memory::MEASURED) => return memory::measured(&arguments[1..]),
        _ => {}
    }
    if let Some(unknown) = arguments.iter().find(|name| !PARTS.iter().any(|(part, _)| part == name)) {
        let names: Vec<&str> = PARTS.iter().map(|(name, _)| *name).collect();
        return Err(format!("there is no part `{unknown}`; the parts are {}", names.join(", ")).into());
    }
    for (name, run) in PARTS {
        if arguments.is_empty() || arguments.iter().any(|wanted| wanted == name) {
            println!("## {name}\n");
            run()?;
            println!();
        }
    }
    Ok(())
}
