//! What was opened lately.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

/// How much is remembered.
const MOST: usize = 20;

/// Recordings and folders that were opened, the last one first.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub(crate) struct Recent {
    paths: Vec<PathBuf>,
    /// Those that are not there any more, as far as was looked.
    #[serde(skip)]
    missing: BTreeSet<PathBuf>,
}

impl Recent {
    /// Remembers what was opened. A path that is no text cannot be saved and is not remembered.
    pub(crate) fn add(&mut self, path: &Path) {
        // Where the program is started next time is not known.
        let path = std::path::absolute(path).unwrap_or_else(|_| path.to_owned());
        if path.to_str().is_none() {
            return;
        }
        self.remove(&path);
        self.paths.insert(0, path);
        self.paths.truncate(MOST);
    }

    /// Forgets a path.
    pub(crate) fn remove(&mut self, path: &Path) {
        self.paths.retain(|other| other != path);
        self.missing.remove(path);
    }

    /// Notes which paths are not there any more.
    pub(crate) fn set_missing(&mut self, missing: Vec<PathBuf>) {
        self.missing = missing.into_iter().collect();
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.paths.is_empty()
    }

    /// The paths, the last one first.
    pub(crate) fn paths(&self) -> &[PathBuf] {
        &self.paths
    }

    /// The paths, the last one first, and whether each is missing.
    pub(crate) fn iter(&self) -> impl Iterator<Item = (&Path, bool)> {
        self.paths.iter().map(|path| (path.as_path(), self.missing.contains(path)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(recent: &Recent) -> Vec<String> {
        recent.iter().map(|(path, _)| path.file_name().expect("a name").to_string_lossy().into_owned()).collect()
    }

    #[test]
    fn the_last_one_comes_first_and_none_twice() {
        let mut recent = Recent::default();
        for name in ["a", "b", "a", "c"] {
            recent.add(Path::new(name));
        }
        assert_eq!(names(&recent), ["c", "a", "b"]);
        assert!(recent.paths().iter().all(|path| path.is_absolute()));
        for number in 0..30 {
            recent.add(Path::new(&format!("{number}")));
        }
        assert_eq!((names(&recent).len(), names(&recent)[0].as_str()), (MOST, "29"));
    }

    #[test]
    fn what_is_gone_is_marked_and_can_be_forgotten() {
        let mut recent = Recent::default();
        recent.add(Path::new("/x/a"));
        recent.add(Path::new("/x/b"));
        let gone = recent.paths()[1].clone();
        recent.set_missing(vec![gone.clone()]);
        assert_eq!(recent.iter().map(|(_, is_missing)| is_missing).collect::<Vec<_>>(), [false, true]);
        recent.remove(&gone);
        assert_eq!(names(&recent), ["b"]);
        recent.add(&gone);
        assert!(recent.iter().all(|(_, is_missing)| !is_missing), "what was opened again is there");
    }

    #[cfg(unix)]
    #[test]
    fn what_cannot_be_saved_does_not_spoil_what_can() {
        use std::os::unix::ffi::OsStrExt;
        let mut recent = Recent::default();
        recent.add(Path::new("/x/খেলা.fogreel"));
        recent.add(Path::new(std::ffi::OsStr::from_bytes(b"/x/\xFF.fogreel")));
        assert_eq!(names(&recent), ["খেলা.fogreel"]);
    }
}
