//! One writer at a time. Readers take no lock.

use std::fs::{File, TryLockError};
use std::io::{self, ErrorKind};
use std::path::Path;
use std::time::Duration;

use same_file::Handle;

/// Whether a file is ours to write.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Lock {
    /// Until it is closed.
    Held,
    /// Another writer has it.
    Busy,
    /// The file system has no locks, as some network file systems do not.
    Unknown,
}

/// Takes the lock of a file if nobody has it.
pub(crate) fn try_lock(file: &File) -> io::Result<Lock> {
    /// Who only asks whether somebody is writing holds it for much less.
    const MOMENT: Duration = Duration::from_millis(5);
    const TRIES: u32 = 6;
    let mut locked = file.try_lock();
    for _ in 1..TRIES {
        if !matches!(locked, Err(TryLockError::WouldBlock)) {
            break;
        }
        std::thread::sleep(MOMENT);
        locked = file.try_lock();
    }
    match locked {
        Ok(()) => Ok(Lock::Held),
        Err(TryLockError::WouldBlock) => Ok(Lock::Busy),
        Err(TryLockError::Error(error)) if error.kind() == ErrorKind::Unsupported => Ok(Lock::Unknown),
        Err(TryLockError::Error(error)) => Err(error),
    }
}

/// Whether somebody is writing into a recording at this moment; `None` where the file system cannot tell, or the file cannot
/// be opened.
///
/// It takes a lock for a moment, for which writers that begin just then wait.
pub fn is_being_written(path: impl AsRef<Path>) -> Option<bool> {
    let file = File::open(path).ok()?;
    // Shared, so that those who ask do not see each other.
    match file.try_lock_shared() {
        Ok(()) => Some(false),
        Err(TryLockError::WouldBlock) => Some(true),
        Err(TryLockError::Error(_)) => None,
    }
}

/// Takes the lock of a file that others hold for moments only.
pub(crate) fn lock(file: &File) -> io::Result<()> {
    match file.lock() {
        Err(error) if error.kind() == ErrorKind::Unsupported => Ok(()),
        result => result,
    }
}

/// Whether the path leads to this file: between opening and locking it, somebody may have put another in its place.
pub(crate) fn is_at(file: &File, path: &Path) -> io::Result<bool> {
    let here = Handle::from_file(file.try_clone()?)?;
    match Handle::from_path(path) {
        Ok(there) => Ok(here == there),
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(false),
        Err(error) => Err(error),
    }
}
