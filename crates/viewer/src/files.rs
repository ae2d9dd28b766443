//! Folders of recordings.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use crate::loading::file_name;

/// Ending of the files that a folder's list shows.
const EXTENSION: &str = "fogreel";
/// How far below a folder its recordings may lie.
const DEPTH: usize = 6;
/// How many recordings a list holds at most, and how many folders are looked into for them.
pub(crate) const MOST: usize = 20_000;

/// One recording in a folder, with its name as seen from there.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct FolderEntry {
    pub(crate) path: PathBuf,
    pub(crate) name: String,
}

/// The recordings of a folder and of its subfolders, by name with numbers in their natural order. Hidden subfolders and
/// those that are links are passed over, as are those that cannot be listed. For the reading thread.
pub(crate) fn list_folder(folder: &Path) -> Result<Vec<FolderEntry>, String> {
    let wrong = |error: std::io::Error| format!("{} cannot be listed: {error}", folder.display());
    let (mut entries, mut below) = (Vec::new(), Vec::new());
    look_into(folder, &mut entries, &mut below).map_err(wrong)?;
    let mut looked = 0;
    // Level by level, so that the nearest recordings are listed if there are too many.
    for _ in 0..DEPTH {
        for subfolder in std::mem::take(&mut below) {
            looked += 1;
            if entries.len() < MOST && looked < MOST {
                // What may not be looked into holds nothing to show.
                let _ = look_into(&subfolder, &mut entries, &mut below);
            }
        }
    }
    entries.truncate(MOST);
    let mut entries: Vec<FolderEntry> = entries
        .into_iter()
        .map(|path| FolderEntry {
            name: path.strip_prefix(folder).unwrap_or(&path).to_string_lossy().into_owned(),
            path,
        })
        .collect();
    entries.sort_by_cached_key(|entry| (natural(&entry.name), entry.name.clone()));
    Ok(entries)
}

/// Adds the recordings and the subfolders of one folder, each in order.
fn look_into(folder: &Path, recordings: &mut Vec<PathBuf>, subfolders: &mut Vec<PathBuf>) -> std::io::Result<()> {
    let (mut files, mut folders) = (Vec::new(), Vec::new());
    for entry in std::fs::read_dir(folder)? {
        let entry = entry?;
        let path = entry.path();
        let is_recording = path.extension().is_some_and(|ending| ending.eq_ignore_ascii_case(EXTENSION));
        let kind = entry.file_type()?;
        if kind.is_dir() {
            if !entry.file_name().as_encoded_bytes().starts_with(b".") {
                folders.push(path);
            }
        } else if is_recording && (kind.is_file() || path.is_file()) {
            files.push(path);
        }
    }
    for (found, all) in [(files, recordings), (folders, subfolders)] {
        let mut found = found;
        found.sort_by_cached_key(|path| (natural(&file_name(path)), path.clone()));
        all.extend(found);
    }
    Ok(())
}

/// A key under which `match-9` comes before `match-10`.
fn natural(name: &str) -> Vec<(String, u64)> {
    let mut parts = Vec::new();
    let mut rest = name;
    while !rest.is_empty() {
        let text_end = rest.find(|c: char| c.is_ascii_digit()).unwrap_or(rest.len());
        let digits_end = rest[text_end..].find(|c: char| !c.is_ascii_digit()).map_or(rest.len(), |at| text_end + at);
        let number = rest[text_end..digits_end].parse().unwrap_or(u64::MAX);
        parts.push((rest[..text_end].to_lowercase(), number));
        rest = &rest[digits_end..];
    }
    parts
}

/// The recordings that next and previous walk through.
#[derive(Default)]
pub(crate) struct FileList {
    pub(crate) folder: Option<PathBuf>,
    pub(crate) entries: Vec<FolderEntry>,
    pub(crate) filter: String,
    /// The recording that was asked for last, whether or not it could be opened.
    current: Option<PathBuf>,
    unreadable: BTreeSet<PathBuf>,
}

impl FileList {
    /// A list of files that were named one by one.
    pub(crate) fn of(paths: Vec<PathBuf>) -> Self {
        let entries = paths.into_iter().map(|path| FolderEntry { name: file_name(&path), path }).collect();
        Self { entries, ..Self::default() }
    }

    /// The recordings of a folder.
    pub(crate) fn of_folder(folder: PathBuf, entries: Vec<FolderEntry>) -> Self {
        Self { folder: Some(folder), entries, ..Self::default() }
    }

    /// From where next and previous go on: what was asked for last, so that a file that cannot be read is passed.
    pub(crate) fn ask(&mut self, path: Option<&Path>) {
        self.current = path.map(Path::to_owned);
    }

    /// Notes how the recording that was asked for last turned out.
    pub(crate) fn note(&mut self, is_readable: bool) {
        let Some(current) = &self.current else { return };
        if is_readable {
            self.unreadable.remove(current);
        } else {
            self.unreadable.insert(current.clone());
        }
    }

    /// Whether a recording could not be opened when it was asked for last.
    pub(crate) fn is_unreadable(&self, path: &Path) -> bool {
        self.unreadable.contains(path)
    }

    /// The entries that the filter lets through.
    pub(crate) fn shown(&self) -> impl Iterator<Item = &FolderEntry> {
        let wanted = self.filter.to_lowercase();
        self.entries.iter().filter(move |entry| wanted.is_empty() || entry.name.to_lowercase().contains(&wanted))
    }

    /// The recording after or before the one that was asked for last, around the ends.
    pub(crate) fn neighbour(&self, forward: bool) -> Option<&Path> {
        let open = self.current.as_deref();
        let shown: Vec<&FolderEntry> = self.shown().collect();
        let at = open.and_then(|open| shown.iter().position(|entry| entry.path == open));
        let next = match (at, forward) {
            (None, true) => 0,
            (None, false) => shown.len().checked_sub(1)?,
            (Some(at), true) => (at + 1) % shown.len(),
            (Some(at), false) => (at + shown.len() - 1) % shown.len(),
        };
        shown.get(next).map(|entry| entry.path.as_path()).filter(|path| Some(*path) != open)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_folder_lists_recordings_in_natural_order() {
        let folder = tempfile::tempdir().expect("a folder");
        for name in ["m-10.fogreel", "m-9.fogreel", "notes.txt", "M-1.FOGREEL"] {
            std::fs::write(folder.path().join(name), "").expect("written");
        }
        let names: Vec<String> =
            list_folder(folder.path()).expect("listed").into_iter().map(|entry| entry.name).collect();
        assert_eq!(names, ["M-1.FOGREEL", "m-9.fogreel", "m-10.fogreel"]);
        assert!(list_folder(&folder.path().join("absent")).is_err());
    }

    #[test]
    fn recordings_in_subfolders_are_listed_by_their_way_there() {
        let folder = tempfile::tempdir().expect("a folder");
        let deepest = "1/2/3/4/5/6/m.fogreel";
        let names =
            ["z.fogreel", "run 10/a.fogreel", "run 9/a.fogreel", deepest, "1/2/3/4/5/6/7/m.fogreel", ".old/a.fogreel"];
        for name in names {
            let path = folder.path().join(name);
            std::fs::create_dir_all(path.parent().expect("a folder")).expect("created");
            std::fs::write(path, "").expect("written");
        }
        std::fs::create_dir(folder.path().join("folder.fogreel")).expect("created");
        #[cfg(unix)]
        std::os::unix::fs::symlink(folder.path(), folder.path().join("round")).expect("linked");
        let entries = list_folder(folder.path()).expect("listed");
        let listed: Vec<String> = entries.iter().map(|entry| entry.name.replace('\\', "/")).collect();
        assert_eq!(listed, [deepest, "run 9/a.fogreel", "run 10/a.fogreel", "z.fogreel"]);
        assert!(entries.iter().all(|entry| entry.path == folder.path().join(&entry.name)));
    }

    #[test]
    fn a_list_has_an_end() {
        let folder = tempfile::tempdir().expect("a folder");
        std::fs::create_dir(folder.path().join("a")).expect("created");
        for index in 0..MOST {
            std::fs::write(folder.path().join(format!("{index}.fogreel")), "").expect("written");
        }
        std::fs::write(folder.path().join("a").join("one.fogreel"), "").expect("written");
        let entries = list_folder(folder.path()).expect("listed");
        assert_eq!(entries.len(), MOST);
        assert!(entries.iter().all(|entry| !entry.name.contains("one")), "the nearest come first");
    }

    #[test]
    fn next_and_previous_go_round_and_respect_the_filter() {
        let mut list = FileList::of(["a1", "b1", "a2"].map(PathBuf::from).to_vec());
        list.ask(Some(Path::new("a2")));
        assert_eq!(list.neighbour(true), Some(Path::new("a1")));
        assert_eq!(list.neighbour(false), Some(Path::new("b1")));
        list.filter = "A".to_owned();
        assert_eq!(list.neighbour(false), Some(Path::new("a1")));
        assert_eq!(FileList::default().neighbour(true), None);
        let mut single = FileList::of(vec!["x".into()]);
        single.ask(Some(Path::new("x")));
        assert_eq!(single.neighbour(true), None);
    }
}
