//! The most memory that long recordings take, under a cap of 1 GB on the address space.

use std::path::Path;
use std::process::Command;
use std::time::Instant;

use fogreel_recorder::{Destination, FileState, Replay, Strictness, recover, repack};

use crate::Failure;
use crate::seeking::Files;

/// The argument with which this program does one thing and tells how much memory it took.
pub(crate) const MEASURED: &str = "--measured";

const RECORDS: u32 = 100_000;
/// What `ulimit -v` takes: KiB.
const CAP: u32 = 1_000_000;

pub(crate) fn run() -> Result<(), Failure> {
    let folder = tempfile::tempdir()?;
    let Files { live, .. } = Files::write(folder.path(), RECORDS, false)?;
    let name = |name: &str| folder.path().join(name);
    let (packed, unpacked, cut, recovered) =
        (name("packed.fogreel"), name("unpacked.fogreel"), name("cut.fogreel"), name("recovered.fogreel"));
    let program = std::env::current_exe()?;
    println!(
        "{RECORDS} records of 128×128 cells, {} MB live; cap {CAP} KiB.\n",
        std::fs::metadata(&live)?.len() / 1_000_000
    );
    println!("| what | peak memory, MB | seconds |");
    println!("| --- | --- | --- |");
    let measure = |what: &str, action: &str, from: &Path, to: &Path| -> Result<(), Failure> {
        let start = Instant::now();
        let ran = Command::new("sh")
            .args(["-c", &format!("ulimit -v {CAP}; exec \"$@\""), "sh"])
            .arg(&program)
            .args([MEASURED, action])
            .args([from, to])
            .output()?;
        if !ran.status.success() {
            return Err(format!("{what}: {}", String::from_utf8_lossy(&ran.stderr)).into());
        }
        let peak: f64 = String::from_utf8(ran.stdout)?.trim().parse()?;
        println!("| {what} | {:.0} | {:.1} |", peak / 1e3, start.elapsed().as_secs_f64());
        Ok(())
    };
    measure("open, timeline, 1,000 seeks, live", "look", &live, &live)?;
    measure("pack", "pack", &live, &packed)?;
    measure("open, timeline, 1,000 seeks, packed", "look", &packed, &packed)?;
    measure("unpack", "unpack", &packed, &unpacked)?;
    std::fs::remove_file(&unpacked)?;
    std::fs::rename(&live, &cut)?;
    let file = std::fs::OpenOptions::new().write(true).open(&cut)?;
    file.set_len(file.metadata()?.len() * 9 / 10)?;
    measure("recover, a tenth cut off", "recover", &cut, &recovered)
}

/// Does one thing, and prints the most memory that was resident, in KB.
pub(crate) fn measured(arguments: &[String]) -> Result<(), Failure> {
    let [action, from, to] = arguments else { return Err("expected an action and two paths".into()) };
    let to = Destination::File { path: Path::new(to), overwrite: true };
    match action.as_str() {
        "pack" => _ = repack(from, FileState::Packed, to)?,
        "unpack" => _ = repack(from, FileState::Live, to)?,
        "recover" => _ = recover(from, Strictness::Salvage, &arguments[2], true)?,
        _ => {
            let timeline = Replay::open(from, Strictness::Tail)?.into_timeline();
            let known = (0..timeline.len()).filter_map(|index| timeline.summary(index)).count();
            for seek in 0..1000 {
                timeline.record(seek * 7_919 % known)?;
            }
        }
    }
    let status = std::fs::read_to_string("/proc/self/status")?;
    let peak = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).ok_or("no peak")?;
    println!("{}", peak.trim().trim_end_matches("kB").trim());
    Ok(())
}
