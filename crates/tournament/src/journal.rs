//! The file of results. Text, a line an entry: a checksum of the rest of the line (CRC-32, eight hexadecimal digits), a space, a
//! JSON object. The first line holds the plan and its hash, every other one the result of a match.
//!
//! Lines are only ever appended, each with its line feed in one call, so that a kill costs what was not handed over yet and at
//! most one broken line. A line whose checksum is wrong counts for nothing, and its match is played again. Whether results stand in
//! the order of the schedule is of no importance while a tournament runs; a finished one is written anew in that order.

use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, BufWriter, ErrorKind, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use fogreel_engine::fnv1a;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::plan::differences;
use crate::{MatchResult, Plan, Results};

/// Version of the lines.
const FORMAT: u32 = 1;

/// Why results cannot be kept, or not gone on with.
#[derive(Debug, thiserror::Error)]
pub enum JournalError {
    /// There is one already.
    #[error("{} holds the results of a tournament already", .0.display())]
    Exists(PathBuf),
    /// The file is no journal.
    #[error("{}: this is no journal of a tournament that this version reads: its first line is not right", .0.display())]
    NoJournal(PathBuf),
    /// It belongs to another tournament.
    #[error("{}: this is another tournament: {}", .file.display(), some(.differences))]
    OtherPlan {
        /// The journal.
        file: PathBuf,
        /// Where the plans differ.
        differences: Vec<String>,
    },
    /// Somebody else writes into it.
    #[error("{}: another program is writing into it", .0.display())]
    Busy(PathBuf),
    /// The machine does not let it be read or written.
    #[error("{}: cannot {action}: {source}", .file.display())]
    Io {
        /// The journal.
        file: PathBuf,
        /// What was tried.
        action: &'static str,
        /// What the machine says.
        source: io::Error,
    },
}

/// The first few of many.
fn some(differences: &[String]) -> String {
    const SHOWN: usize = 4;
    let mut text = differences.iter().take(SHOWN).cloned().collect::<Vec<_>>().join("; ");
    if differences.len() > SHOWN {
        text += &format!("; and {} more", differences.len() - SHOWN);
    }
    text
}

#[derive(Serialize, Deserialize)]
struct Head {
    fogreel_tournament: u32,
    /// FNV-1a of the plan's JSON, sixteen hexadecimal digits.
    hash: String,
    plan: Value,
}

#[derive(Serialize, Deserialize)]
struct Line<R> {
    #[serde(rename = "match")]
    index: u64,
    #[serde(flatten)]
    result: R,
}

/// A journal that is open for writing; nobody else can write into it meanwhile.
#[derive(Debug)]
pub struct Journal {
    path: PathBuf,
    file: File,
    head: String,
    /// Bytes that are whole lines.
    good: u64,
    /// Lines that are about to be written.
    buffer: Vec<u8>,
}

impl Journal {
    /// Begins a journal. With `replace` a file that is there is emptied.
    ///
    /// # Errors
    /// [`JournalError`] if there is a file, or none can be made.
    pub fn create(path: &Path, plan: &Plan, replace: bool) -> Result<Self, JournalError> {
        let mut options = OpenOptions::new();
        options.read(true).write(true);
        if replace {
            options.create(true).truncate(false)
        } else {
            options.create_new(true)
        };
        let file = options.open(path).map_err(|error| match error.kind() {
            ErrorKind::AlreadyExists => JournalError::Exists(path.to_owned()),
            _ => failed(path, "make the journal")(error),
        })?;
        let mut journal = Self::locked(path, file, plan)?;
        journal.begin()?;
        Ok(journal)
    }

    /// Opens a journal and reads its results; begins one if there is none. A line that was cut off at the end is taken away.
    ///
    /// # Errors
    /// [`JournalError`] if it belongs to another plan (and where that differs), or cannot be read.
    pub fn resume(path: &Path, plan: &Plan) -> Result<(Self, Results), JournalError> {
        let file = OpenOptions::new().read(true).write(true).create(true).truncate(false).open(path);
        let file = file.map_err(failed(path, "open the journal"))?;
        let mut journal = Self::locked(path, file, plan)?;
        let mut bytes = Vec::new();
        journal.file.read_to_end(&mut bytes).map_err(failed(path, "read the journal"))?;
        // A program that was killed before its first line was whole has begun nothing.
        let whole = bytes.iter().rposition(|byte| *byte == b'\n').map_or(0, |end| end + 1);
        if whole == 0 && (bytes.is_empty() || journal.head.as_bytes().starts_with(&bytes)) {
            journal.begin()?;
            return Ok((journal, Results::default()));
        }
        let mut lines = bytes[..whole].split(|byte| *byte == b'\n');
        let head = lines.next().and_then(entry::<Head>).filter(|head| head.fogreel_tournament == FORMAT);
        let head = head.ok_or_else(|| JournalError::NoJournal(path.to_owned()))?;
        let asked = plan.to_json();
        if head.plan != asked {
            let differences = differences(&head.plan, &asked);
            return Err(JournalError::OtherPlan { file: path.to_owned(), differences });
        }
        let mut results = Results::default();
        let fits = |line: &Line<MatchResult>| line.index < plan.matches();
        for Line { index, result } in lines.filter_map(entry::<Line<MatchResult>>).filter(fits) {
            results.insert(index, result);
        }
        journal.good = whole as u64;
        journal.take_back().map_err(failed(path, "mend the end of the journal"))?;
        Ok((journal, results))
    }

    /// Takes the file for this journal alone.
    fn locked(path: &Path, file: File, plan: &Plan) -> Result<Self, JournalError> {
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => return Err(JournalError::Busy(path.to_owned())),
            // Some network file systems have no locks.
            Err(TryLockError::Error(error)) if error.kind() == ErrorKind::Unsupported => {}
            Err(TryLockError::Error(error)) => return Err(failed(path, "lock the journal")(error)),
        }
        let plan = plan.to_json();
        let hash = format!("{:016x}", fnv1a(plan.to_string().as_bytes()));
        let mut head = Vec::new();
        push_line(&mut head, &Head { fogreel_tournament: FORMAT, hash, plan });
        let head = String::from_utf8(head).expect("JSON is UTF-8");
        Ok(Self { path: path.to_owned(), file, head, good: 0, buffer: Vec::new() })
    }

    /// Empties the file but for its first line.
    fn begin(&mut self) -> Result<(), JournalError> {
        self.good = 0;
        self.take_back().map_err(failed(&self.path, "empty the journal"))?;
        self.buffer.extend_from_slice(self.head.as_bytes());
        self.write_out()
    }

    /// Appends results, all with one call. After an error the file ends with the last whole call.
    ///
    /// # Errors
    /// [`JournalError::Io`] if the machine does not let it be written.
    pub fn append<'a>(
        &mut self,
        results: impl IntoIterator<Item = (u64, &'a MatchResult)>,
    ) -> Result<(), JournalError> {
        results.into_iter().for_each(|(index, result)| push_line(&mut self.buffer, &Line { index, result }));
        self.write_out()
    }

    fn write_out(&mut self) -> Result<(), JournalError> {
        let written = self.file.write_all(&self.buffer);
        if written.is_ok() {
            self.good += self.buffer.len() as u64;
        } else {
            // What is left of it would only be a broken line; a reader copes with one, too.
            let _ = self.take_back();
        }
        self.buffer.clear();
        written.map_err(failed(&self.path, "write into the journal"))
    }

    /// Cuts off what follows the last whole line, and goes there.
    fn take_back(&mut self) -> io::Result<()> {
        self.file.set_len(self.good)?;
        self.file.seek(SeekFrom::Start(self.good)).map(drop)
    }

    /// Forces what was written to the disk.
    ///
    /// # Errors
    /// [`JournalError::Io`] if the machine does not let it.
    pub fn sync(&self) -> Result<(), JournalError> {
        self.file.sync_data().map_err(failed(&self.path, "write into the journal"))
    }

    /// Puts a journal with these results in the order of the schedule in the place of this one. Until it is whole, this one stays.
    ///
    /// # Errors
    /// [`JournalError::Io`] if the machine does not let it be written.
    pub fn finish(self, results: &Results) -> Result<(), JournalError> {
        let failed = failed(&self.path, "finish the journal");
        let mut name = self.path.clone().into_os_string();
        name.push(".new");
        let beside = PathBuf::from(name);
        let written = File::create(&beside).and_then(|file| {
            let mut out = BufWriter::new(file);
            out.write_all(self.head.as_bytes())?;
            let mut line = Vec::new();
            for (index, result) in results.iter() {
                line.clear();
                push_line(&mut line, &Line { index, result });
                out.write_all(&line)?;
            }
            out.into_inner().map_err(|error| error.into_error())?.sync_all()
        });
        let moved = written.and_then(|()| std::fs::rename(&beside, &self.path));
        if moved.is_err() {
            // It would only be in the way.
            let _ = std::fs::remove_file(&beside);
        }
        moved.map_err(failed)
    }
}

fn failed(path: &Path, action: &'static str) -> impl Fn(io::Error) -> JournalError + use<> {
    let file = path.to_owned();
    move |source| JournalError::Io { file: file.clone(), action, source }
}

/// Appends a line.
fn push_line(bytes: &mut Vec<u8>, value: &impl Serialize) {
    const CHECKSUM: usize = 9;
    let start = bytes.len();
    bytes.extend_from_slice(&[b' '; CHECKSUM]);
    serde_json::to_writer(&mut *bytes, value).expect("text keys, and memory takes everything");
    let checksum = format!("{:08x}", crc32fast::hash(&bytes[start + CHECKSUM..]));
    bytes[start..start + CHECKSUM - 1].copy_from_slice(checksum.as_bytes());
    bytes.push(b'\n');
}

/// What a line holds, if it is whole.
fn entry<T: for<'de> Deserialize<'de>>(line: &[u8]) -> Option<T> {
    let (checksum, json) = line.split_at_checked(8)?;
    let json = json.strip_prefix(b" ")?;
    let checksum = u32::from_str_radix(std::str::from_utf8(checksum).ok()?, 16).ok()?;
    (crc32fast::hash(json) == checksum).then(|| serde_json::from_slice(json).ok())?
}
