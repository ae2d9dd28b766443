//! Recordings on disk.

use std::fs;
use std::path::PathBuf;

use tempfile::TempDir;

/// A folder with these bytes as a file.
pub(crate) fn file(bytes: &[u8]) -> (TempDir, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("match.fogreel");
    fs::write(&path, bytes).unwrap();
    (folder, path)
}

/// The names of the files in a folder, in order.
pub(crate) fn names(folder: &TempDir) -> Vec<String> {
    let mut names: Vec<String> =
        fs::read_dir(folder.path()).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    names
}
