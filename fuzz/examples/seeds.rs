//! Writes inputs to begin with into `corpus/TARGET`, made of the recordings that are named.

use std::path::Path;

use fogreel_recorder::fuzzing::{TARGETS, seeds};

fn main() -> std::io::Result<()> {
    let files: Vec<Vec<u8>> = std::env::args_os().skip(1).map(std::fs::read).collect::<Result<_, _>>()?;
    for (target, _) in TARGETS {
        let folder = Path::new("corpus").join(target);
        std::fs::create_dir_all(&folder)?;
        for (number, seed) in seeds(target, &files).iter().enumerate() {
            std::fs::write(folder.join(format!("seed-{number:04}")), seed)?;
        }
    }
    Ok(())
}
