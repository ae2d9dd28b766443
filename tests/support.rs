//! What the tests share.

use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use tempfile::TempDir;

/// The program under test. No display and no colour unless a test asks for them.
pub(crate) fn fogreel() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_fogreel"));
    for name in ["DISPLAY", "WAYLAND_DISPLAY", "WAYLAND_SOCKET", "COLORTERM"] {
        command.env_remove(name);
    }
    command
}

/// The repository.
pub(crate) fn repository() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// A fresh folder that is gone after the test.
pub(crate) fn folder() -> TempDir {
    tempfile::tempdir().expect("a temporary folder")
}

/// What a run of the program gave.
pub(crate) struct Ran {
    pub(crate) code: i32,
    pub(crate) out: String,
    pub(crate) err: String,
}

/// Runs to the end.
pub(crate) fn run(command: &mut Command) -> Ran {
    let Output { status, stdout, stderr } = command.output().expect("the program starts");
    Ran {
        code: status.code().unwrap_or(-1),
        out: String::from_utf8(stdout).expect("UTF-8"),
        err: String::from_utf8(stderr).expect("UTF-8"),
    }
}

/// Runs with arguments in a folder.
pub(crate) fn run_in(folder: &Path, arguments: &[&str]) -> Ran {
    run(fogreel().current_dir(folder).args(arguments))
}

/// Runs, and fails the test unless the program exits with 0.
pub(crate) fn succeed(folder: &Path, arguments: &[&str]) -> Ran {
    let ran = run_in(folder, arguments);
    assert_eq!(ran.code, 0, "{arguments:?}\n{}\n{}", ran.out, ran.err);
    ran
}

/// Runs, and fails the test unless the program exits with that code, without a panic and with a clear sentence.
pub(crate) fn fail(folder: &Path, arguments: &[&str], code: i32) -> Ran {
    let ran = run_in(folder, arguments);
    assert_eq!(ran.code, code, "{arguments:?}\n{}\n{}", ran.out, ran.err);
    assert!(!ran.err.contains("panicked"), "{arguments:?}\n{}", ran.err);
    assert!(!ran.err.trim().is_empty(), "{arguments:?} says nothing");
    ran
}

/// A small recording, reproducible, as `match.fogreel` in the folder.
pub(crate) fn record(folder: &Path) -> PathBuf {
    succeed(
        folder,
        &["record", "rajakardhor", "--preset", "original", "--seed", "8", "--reproducible", "--out", "match.fogreel"],
    );
    folder.join("match.fogreel")
}

/// Python with a package: of the environment that `.ci/run` makes, or the one on the path. Where there is none the test says so and
/// passes, unless FOGREEL_REQUIRE_READER is set, as it is where changes are checked.
pub(crate) fn python_with(package: &str) -> Option<PathBuf> {
    let made = repository().join("target/reader-venv/bin/python");
    let can_read = |python: &PathBuf| {
        let output = Command::new(python).args(["-c", &format!("import {package}")]).output();
        output.is_ok_and(|output| output.status.success())
    };
    let found = [made, "python3".into(), "python".into()].into_iter().find(can_read);
    if found.is_none() {
        let missing = format!("no Python with the package {package}");
        assert!(std::env::var_os("FOGREEL_REQUIRE_READER").is_none(), "{missing}");
        let _ = writeln!(std::io::stderr(), "nothing was read in Python: {missing}");
    }
    found
}
