//! The folder of a report on the disk.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use fogreel_plots::FigureFileError;

use crate::failure::{Failure, Result};
use crate::output::write_file;

/// A file of a report: its path below the folder, and what it holds.
pub(super) type Page = (PathBuf, Vec<u8>);

/// Whether a report may be written there.
///
/// # Errors
/// Exit code 2 if something is in the way, 4 if there is no folder to put it into.
pub(super) fn check(folder: &Path, force: bool) -> Result<()> {
    let it = folder.display();
    if folder.is_dir() {
        let mut entries = fs::read_dir(folder).map_err(|error| Failure::machine(format!("{it}: {error}")))?;
        if !force && entries.next().is_some() {
            return Err(Failure::usage(format!("{it} holds files already; --force writes into it")));
        }
        return Ok(());
    }
    if folder.symlink_metadata().is_ok() {
        return Err(Failure::usage(format!("{it} is no folder; --out names a folder")));
    }
    match folder.parent().filter(|parent| !parent.as_os_str().is_empty() && !parent.is_dir()) {
        Some(parent) => {
            Err(Failure::machine(format!("{it}: cannot make the folder: there is no folder {}", parent.display())))
        }
        None => Ok(()),
    }
}

/// Writes all files. A folder that is not there yet appears with all of them or not at all; into one that is there, each file
/// is put whole, the last of them last.
///
/// # Errors
/// As [`check`], and exit code 4 if the machine does not let it be written.
pub(super) fn write(folder: &Path, files: &[Page], force: bool) -> Result<()> {
    check(folder, force)?;
    if folder.is_dir() {
        return fill(folder, folder, files, force);
    }
    let failed =
        |error| Failure::from(FigureFileError::Io { path: folder.to_owned(), action: "make the folder", error });
    let part = beside(folder).map_err(failed)?;
    let written = fill(&part, folder, files, false).and_then(|()| fs::rename(&part, folder).map_err(failed));
    if written.is_err() {
        // After an error it would only be in the way.
        let _ = fs::remove_dir_all(&part);
    }
    written
}

/// A new folder beside a place, which nobody else writes into.
fn beside(folder: &Path) -> io::Result<PathBuf> {
    for number in 0.. {
        // Without a slash at its end.
        let mut name = folder.components().as_path().as_os_str().to_owned();
        name.push(format!(".{}-{number}.part", std::process::id()));
        match fs::create_dir(&name) {
            Ok(()) => return Ok(name.into()),
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
            Err(error) => return Err(error),
        }
    }
    unreachable!("one of so many names is free")
}

/// Writes all files into a folder; errors name the one that they are meant for.
fn fill(folder: &Path, named: &Path, files: &[Page], force: bool) -> Result<()> {
    for (below, bytes) in files {
        let path = folder.join(below);
        let parent = path.parent().unwrap_or(folder);
        fs::create_dir_all(parent).map_err(|error| {
            let path = named.join(below.parent().unwrap_or(Path::new("")));
            Failure::from(FigureFileError::Io { path, action: "make the folder", error })
        })?;
        write_file(&path, bytes, force).map_err(|failure| {
            let (wrong, right) = (path.display().to_string(), named.join(below).display().to_string());
            failure.with_message(|message| message.replace(&wrong, &right))
        })?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_new_folder_is_whole_or_not_there() {
        let above = tempfile::tempdir().expect("a folder");
        let folder = above.path().join("report/");
        let page = |name: &str| (PathBuf::from(name), b"text".to_vec());
        // No file can lie in a file.
        write(&folder, &[page("figures"), page("figures/one.svg")], false).expect_err("refused");
        assert_eq!(fs::read_dir(above.path()).expect("a folder").count(), 0, "nothing is left");
        write(&folder, &[page("figures/one.svg"), page("index.html")], false).expect("written");
        assert_eq!(fs::read(folder.join("figures/one.svg")).expect("there"), b"text");
        assert_eq!(fs::read_dir(above.path()).expect("a folder").count(), 1, "nothing beside it");
        write(&folder, &[page("index.html")], false).expect_err("it holds files");
        write(&folder, &[page("index.html")], true).expect("replaced");
    }
}
