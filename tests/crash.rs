//! A recording program that is killed loses no complete record.

use std::io::Read;
use std::process::Stdio;
use std::time::{Duration, Instant};

use crate::support::{fogreel, folder, run_in};

/// A long match between agents that never meet, killed while it is being recorded.
#[test]
fn killed_while_recording_the_file_opens_with_a_prefix_of_the_match() {
    let folder = folder();
    let arguments = [
        "record",
        "rajakardhor",
        "--agent",
        "thief=still",
        "--agent",
        "guard=still",
        "--set",
        "max_turns=1000000",
        "--out",
        "long.fogreel",
    ];
    let mut child = fogreel()
        .current_dir(folder.path())
        .args(arguments)
        .stderr(Stdio::piped())
        .stdout(Stdio::null())
        .spawn()
        .expect("starts");
    let file = folder.path().join("long.fogreel");
    let grown = || std::fs::metadata(&file).map_or(0, |metadata| metadata.len());
    let deadline = Instant::now() + Duration::from_secs(60);
    while grown() < 200_000 {
        if Instant::now() > deadline || child.try_wait().expect("its state").is_some() {
            let mut said = String::new();
            let _ = child.stderr.take().map(|mut stderr| stderr.read_to_string(&mut said));
            panic!("the file does not grow: {said}");
        }
        std::thread::sleep(Duration::from_millis(2));
    }
    child.kill().expect("killable");
    child.wait().expect("gone");

    let ran = run_in(folder.path(), &["dump", "long.fogreel"]);
    assert_eq!(ran.code, 0, "{}", ran.err);
    assert!(ran.err.contains("the end of the match is not there"), "{}", ran.err);
    let records = ran.out.lines().filter(|line| line.starts_with("{\"type\":\"record\"")).count();
    assert!(records > 50, "{records}");
    let ran = run_in(folder.path(), &["verify", "long.fogreel"]);
    assert_eq!(ran.code, 0, "every record that is there is right: {}", ran.out);
}
