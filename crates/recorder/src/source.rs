//! Bytes by position, from a file or from memory.

use std::fs::File;
use std::io;
use std::path::Path;

use crate::ReadError;

/// Where a recording lies.
pub(crate) struct Source {
    name: String,
    backing: Backing,
    len: u64,
}

enum Backing {
    Memory(Vec<u8>),
    #[cfg(unix)]
    File(File),
    #[cfg(not(unix))]
    File(std::sync::Mutex<File>),
}

impl Source {
    pub(crate) fn open(path: &Path) -> Result<Self, ReadError> {
        let name = path.display().to_string();
        let opened = File::open(path).and_then(|file| file.metadata().map(|metadata| (file, metadata)));
        let (file, metadata) = opened.map_err(|source| ReadError::Io { file: name.clone(), offset: 0, source })?;
        if metadata.is_dir() {
            let source = io::Error::from(io::ErrorKind::IsADirectory);
            return Err(ReadError::Io { file: name, offset: 0, source });
        }
        #[cfg(not(unix))]
        let file = std::sync::Mutex::new(file);
        Ok(Self { name, backing: Backing::File(file), len: metadata.len() })
    }

    pub(crate) fn from_bytes(name: &str, bytes: Vec<u8>) -> Self {
        Self { name: name.to_owned(), len: bytes.len() as u64, backing: Backing::Memory(bytes) }
    }

    /// Name in messages.
    pub(crate) fn name(&self) -> &str {
        &self.name
    }

    /// Number of bytes when it was opened.
    pub(crate) fn len(&self) -> u64 {
        self.len
    }

    /// Fills `buffer` with the bytes from `offset` on.
    pub(crate) fn read(&self, offset: u64, buffer: &mut [u8]) -> Result<(), ReadError> {
        let result = match &self.backing {
            Backing::Memory(bytes) => usize::try_from(offset)
                .ok()
                .and_then(|start| bytes.get(start..)?.get(..buffer.len()))
                .map(|bytes| buffer.copy_from_slice(bytes))
                .ok_or_else(|| io::ErrorKind::UnexpectedEof.into()),
            Backing::File(file) => read_at(file, offset, buffer),
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

#[cfg(unix)]
fn read_at(file: &File, offset: u64, buffer: &mut [u8]) -> io::Result<()> {
    std::os::unix::fs::FileExt::read_exact_at(file, buffer, offset)
}

#[cfg(not(unix))]
fn read_at(file: &std::sync::Mutex<File>, offset: u64, buffer: &mut [u8]) -> io::Result<()> {
    use std::io::{Read, Seek, SeekFrom};
    let mut file = file.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
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
