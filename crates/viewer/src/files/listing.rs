//! Finding the recordings of folders, a little at a time. For the cataloguing thread.

use std::collections::VecDeque;
use std::fs::{self, ReadDir};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use crate::loading::file_name;

/// Ending of the files that a folder's list shows.
const EXTENSION: &str = "fogreel";
/// How far below a folder its recordings may lie.
const DEPTH: usize = 6;
/// How many recordings a list holds at most, and how many folders are looked into for them.
pub(crate) const MOST: usize = 20_000;

/// A key under which `match-9` comes before `match-10`.
pub(crate) type NaturalKey = Vec<(String, u64)>;

/// One recording, with its name as seen from the folder that was asked for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Found {
    pub(crate) path: PathBuf,
    pub(crate) name: String,
    pub(crate) key: NaturalKey,
}

impl Found {
    pub(crate) fn new(path: PathBuf, name: String) -> Self {
        Self { path, key: natural_order(&name), name }
    }
}

/// A walk through files and folders, level by level, so that the nearest recordings are found if there are too many.
/// Hidden subfolders and those that are links are passed over, as are subfolders that cannot be listed.
pub(crate) struct Walk {
    /// Files that were named themselves.
    named: Vec<Found>,
    below: VecDeque<Folder>,
    open: Option<(Folder, ReadDir, Vec<PathBuf>)>,
    found: usize,
    looked: usize,
    /// Folders that were asked for and cannot be listed, and why.
    pub(crate) failures: Vec<String>,
}

struct Folder {
    path: PathBuf,
    depth: usize,
    /// What names are seen from.
    base: PathBuf,
}

impl Walk {
    /// A walk through what was named: recordings, and folders of recordings.
    pub(crate) fn of(roots: &[PathBuf]) -> Self {
        let (mut named, mut below) = (Vec::new(), VecDeque::new());
        for root in roots {
            if root.is_dir() {
                // Among several folders, each one's name tells its recordings from the others'.
                let base = if roots.len() == 1 { root } else { root.parent().unwrap_or(root) };
                below.push_back(Folder { path: root.clone(), depth: 0, base: base.to_owned() });
            } else {
                named.push(Found::new(root.clone(), file_name(root)));
            }
        }
        Self { found: named.len(), named, below, open: None, looked: 0, failures: Vec::new() }
    }

    pub(crate) fn is_done(&self) -> bool {
        self.open.is_none() && self.below.is_empty() && self.named.is_empty()
    }

    /// Goes on for about this long, by one entry at least. Returns what was found.
    pub(crate) fn step(&mut self, slice: Duration) -> Vec<Found> {
        let started = Instant::now();
        let mut found = std::mem::take(&mut self.named);
        while !self.is_done() {
            if self.found >= MOST || self.looked >= MOST {
                (self.open, self.below) = (None, VecDeque::new());
            } else if self.open.is_some() {
                found.extend(self.next_entry());
            } else if let Some(folder) = self.below.pop_front() {
                self.looked += 1;
                match fs::read_dir(&folder.path) {
                    Ok(entries) => self.open = Some((folder, entries, Vec::new())),
                    Err(error) if folder.depth == 0 => {
                        self.failures.push(format!("{} cannot be listed: {error}", folder.path.display()));
                    }
                    // What may not be looked into holds nothing to show.
                    Err(_) => {}
                }
            }
            if started.elapsed() >= slice {
                break;
            }
        }
        found
    }

    /// Looks at one entry of the open folder.
    fn next_entry(&mut self) -> Option<Found> {
        let (folder, entries, subfolders) = self.open.as_mut()?;
        let Some(entry) = entries.next() else {
            subfolders.sort_by_cached_key(|path| (natural_order(&file_name(path)), path.clone()));
            let (depth, base) = (folder.depth + 1, &folder.base);
            self.below.extend(subfolders.drain(..).map(|path| Folder { path, depth, base: base.clone() }));
            self.open = None;
            return None;
        };
        // An entry that went away in the meantime is none.
        let entry = entry.ok()?;
        let (path, kind) = (entry.path(), entry.file_type().ok()?);
        if kind.is_dir() {
            if folder.depth < DEPTH && !entry.file_name().as_encoded_bytes().starts_with(b".") {
                subfolders.push(path);
            }
            return None;
        }
        let is_recording = path.extension().is_some_and(|ending| ending.eq_ignore_ascii_case(EXTENSION));
        if !is_recording || !(kind.is_file() || path.is_file()) {
            return None;
        }
        self.found += 1;
        let name = path.strip_prefix(&folder.base).unwrap_or(&path).to_string_lossy().into_owned();
        Some(Found::new(path, name))
    }
}

/// Whether a path has the ending of recordings.
pub(crate) fn has_extension(path: &Path) -> bool {
    path.extension().is_some_and(|ending| ending.eq_ignore_ascii_case(EXTENSION))
}

/// The natural order's key of a name: under it `match-9` comes before `match-10`.
pub fn natural_order(name: &str) -> Vec<(String, u64)> {
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

#[cfg(test)]
mod tests {
    use super::*;

    /// The names of all recordings, in their order.
    fn list(roots: &[PathBuf]) -> Vec<String> {
        let mut walk = Walk::of(roots);
        let mut found = Vec::new();
        while !walk.is_done() {
            // As little as possible at a time.
            found.extend(walk.step(Duration::from_nanos(1)));
        }
        found.sort_by(|a, b| (&a.key, &a.name).cmp(&(&b.key, &b.name)));
        found.into_iter().map(|entry| entry.name.replace('\\', "/")).collect()
    }

    fn touch(path: &Path) {
        fs::create_dir_all(path.parent().expect("a folder")).expect("created");
        fs::write(path, "").expect("written");
    }

    #[test]
    fn a_folder_lists_recordings_in_natural_order() {
        let folder = tempfile::tempdir().expect("a folder");
        for name in ["m-10.fogreel", "m-9.fogreel", "notes.txt", "M-1.FOGREEL"] {
            touch(&folder.path().join(name));
        }
        assert_eq!(list(&[folder.path().to_owned()]), ["M-1.FOGREEL", "m-9.fogreel", "m-10.fogreel"]);
        let mut walk = Walk::of(&[folder.path().join("m-9.fogreel"), folder.path().join("absent")]);
        assert_eq!(walk.step(Duration::ZERO).len(), 2, "what was named is listed, whether or not it can be read");
        assert!(walk.is_done() && walk.failures.is_empty());
    }

    #[test]
    fn recordings_in_subfolders_are_listed_by_their_way_there() {
        let folder = tempfile::tempdir().expect("a folder");
        let deepest = "1/2/3/4/5/6/m.fogreel";
        for name in
            ["z.fogreel", "run 10/a.fogreel", "run 9/a.fogreel", deepest, "1/2/3/4/5/6/7/m.fogreel", ".old/a.fogreel"]
        {
            touch(&folder.path().join(name));
        }
        fs::create_dir(folder.path().join("folder.fogreel")).expect("created");
        #[cfg(unix)]
        std::os::unix::fs::symlink(folder.path(), folder.path().join("round")).expect("linked");
        let root = folder.path().to_owned();
        assert_eq!(list(std::slice::from_ref(&root)), [deepest, "run 9/a.fogreel", "run 10/a.fogreel", "z.fogreel"]);
        let several = [root.join("run 9"), root.join("run 10"), root.join("z.fogreel")];
        assert_eq!(list(&several), ["run 9/a.fogreel", "run 10/a.fogreel", "z.fogreel"]);
    }

    #[test]
    fn a_list_has_an_end_and_the_nearest_come_first() {
        let folder = tempfile::tempdir().expect("a folder");
        fs::create_dir(folder.path().join("a")).expect("created");
        for index in 0..MOST {
            fs::write(folder.path().join(format!("{index}.fogreel")), "").expect("written");
        }
        fs::write(folder.path().join("a").join("one.fogreel"), "").expect("written");
        let names = list(&[folder.path().to_owned()]);
        assert_eq!(names.len(), MOST);
        assert!(names.iter().all(|name| !name.contains("one")));
    }

    #[cfg(unix)]
    #[test]
    fn a_folder_that_cannot_be_listed_is_told_and_the_others_are_listed() {
        let folder = tempfile::tempdir().expect("a folder");
        touch(&folder.path().join("good/a.fogreel"));
        let mut walk = Walk::of(&[folder.path().join("good")]);
        fs::remove_dir_all(folder.path().join("good")).expect("removed");
        assert!(walk.step(Duration::from_secs(1)).is_empty());
        assert!(walk.failures[0].contains("good cannot be listed"), "{:?}", walk.failures);
    }
}
