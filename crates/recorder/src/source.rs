//! Bytes by position, from a file or from memory.

use std::fs::File;
use std::io;
use std::path::{Path, PathBuf};

use same_file::Handle;

use crate::ReadError;

/// Where a recording lies.
pub(crate) struct Source {
    name: String,
    backing: Backing,
    len: u64,
}

enum Backing {
    Memory(Vec<u8>),
    File {
        path: PathBuf,
        /// The open file, which can be told from another one under the same path.
        handle: Handle,
        /// Where reading moves the one position that an open file has.
        #[cfg(not(unix))]
        reading: std::sync::Mutex<()>,
    },
}

/// What stands under the path of a source now.
pub(crate) enum Identity {
    /// The file that was opened, which has that many bytes.
    Same { len: u64 },
    /// Another file.
    Other,
}

impl Source {
    pub(crate) fn open(path: &Path) -> Result<Self, ReadError> {
        let opened = File::open(path).and_then(|file| Self::of_file(file, path));
        opened.map_err(|source| ReadError::Io { file: path.display().to_string(), offset: 0, source })
    }

    /// The source of a file that is open for reading under that path.
    pub(crate) fn of_file(file: File, path: &Path) -> io::Result<Self> {
        let metadata = file.metadata()?;
        if metadata.is_dir() {
            return Err(io::ErrorKind::IsADirectory.into());
        }
        let backing = Backing::File {
            path: path.to_owned(),
            handle: Handle::from_file(file)?,
            #[cfg(not(unix))]
            reading: std::sync::Mutex::default(),
        };
        Ok(Self { name: path.display().to_string(), backing, len: metadata.len() })
    }

    pub(crate) fn from_bytes(name: &str, bytes: Vec<u8>) -> Self {
        Self { name: name.to_owned(), len: bytes.len() as u64, backing: Backing::Memory(bytes) }
    }

    /// Name in messages.
    pub(crate) fn name(&self) -> &str {
        &self.name
    }

    /// Its path, if it is a file.
    pub(crate) fn path(&self) -> Option<&Path> {
        match &self.backing {
            Backing::Memory(_) => None,
            Backing::File { path, .. } => Some(path),
        }
    }

    /// Number of bytes when it was opened, or last looked at.
    pub(crate) fn len(&self) -> u64 {
        self.len
    }

    /// Takes notice of another length.
    pub(crate) fn set_len(&mut self, len: u64) {
        self.len = len;
    }

    /// Whether its path still leads to it.
    pub(crate) fn identify(&self) -> Result<Identity, ReadError> {
        let Backing::File { path, handle, .. } = &self.backing else { return Ok(Identity::Same { len: self.len }) };
        let look = || -> io::Result<Identity> {
            if Handle::from_path(path)? != *handle {
                return Ok(Identity::Other);
            }
            Ok(Identity::Same { len: handle.as_file().metadata()?.len() })
        };
        look().map_err(|source| ReadError::Io { file: self.name.clone(), offset: 0, source })
    }

    /// Fills `buffer` with the bytes from `offset` on.
    pub(crate) fn read(&self, offset: u64, buffer: &mut [u8]) -> Result<(), ReadError> {
        let result = match &self.backing {
            Backing::Memory(bytes) => usize::try_from(offset)
                .ok()
                .and_then(|start| bytes.get(start..)?.get(..buffer.len()))
                .map(|bytes| buffer.copy_from_slice(bytes))
                .ok_or_else(|| io::ErrorKind::UnexpectedEof.into()),
            #[cfg(unix)]
            Backing::File { handle, .. } => std::os::unix::fs::FileExt::read_exact_at(handle.as_file(), buffer, offset),
            #[cfg(not(unix))]
            Backing::File { handle, reading, .. } => {
                let _guard = reading.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
                read_at(handle.as_file(), offset, buffer)
            }
        };
        result.map_err(|source| ReadError::Io { file: self.name.clone(), offset, source })
    }

    /// `len` bytes from `offset` on. The caller bounds `len`.
    pub(crate) fn bytes(&self, offset: u64, len: usize) -> Result<Vec<u8>, ReadError> {
        let mut bytes = vec![0; len];
        self.read(offset, &mut bytes)?;
        Ok(bytes)
    }

    /// `N` bytes from `offset` on, or `None` if there are fewer.
    pub(crate) fn array<const N: usize>(&self, offset: u64) -> Result<Option<[u8; N]>, ReadError> {
        let mut bytes = [0; N];
        if self.len.saturating_sub(offset) < N as u64 {
            return Ok(None);
        }
        self.read(offset, &mut bytes)?;
        Ok(Some(bytes))
    }
}

#[cfg(not(unix))]
fn read_at(mut file: &File, offset: u64, buffer: &mut [u8]) -> io::Result<()> {
    use std::io::{Read, Seek, SeekFrom};
    file.seek(SeekFrom::Start(offset))?;
    file.read_exact(buffer)
}

/// A piece of a source that moves forward through it, so that short reads next to each other are one.
pub(crate) struct Window<'s> {
    source: &'s Source,
    start: u64,
    bytes: Vec<u8>,
}

impl<'s> Window<'s> {
    /// Bytes that are read at once.
    pub(crate) const LEN: usize = 256 << 10;

    pub(crate) fn new(source: &'s Source) -> Self {
        Self { source, start: 0, bytes: Vec::new() }
    }

    /// `len` bytes from `offset` on, which the source must have. The caller bounds `len`.
    pub(crate) fn get(&mut self, offset: u64, len: usize) -> Result<&[u8], ReadError> {
        let is_inside = offset >= self.start && offset + len as u64 <= self.start + self.bytes.len() as u64;
        if !is_inside {
            let left = self.source.len().saturating_sub(offset);
            let wanted = usize::try_from(left.min(len.max(Self::LEN) as u64)).unwrap_or(len).max(len);
            self.bytes.resize(wanted, 0);
            self.start = offset;
            if let Err(error) = self.source.read(offset, &mut self.bytes) {
                self.bytes.clear();
                return Err(error);
            }
        }
        let from = (offset - self.start) as usize;
        Ok(&self.bytes[from..from + len])
    }
}
