//! Recordings as JSON lines, read back. The lines are described in docs/cli-json.md.

mod check;
mod defaults;
mod problem;

use std::fs::File;
use std::io::BufRead;

use fogreel_engine::data::{End, Note};
use fogreel_engine::{Header, Record};
use fogreel_recorder::{Branch, NoteChange, Recorder, fresh_note_id};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use defaults::Lacking;
pub(crate) use problem::{ImportError, Problem};

/// The longest line that is read. A record that a recording can hold is never longer.
const LINE: u64 = 256 << 20;

/// What was read.
#[derive(Default)]
pub(crate) struct Imported {
    /// Records of the match.
    pub(crate) records: u32,
    pub(crate) branches: u32,
    pub(crate) notes: u32,
    /// Whether the match has an end.
    pub(crate) has_end: bool,
}

/// Reads lines and writes what they hold, one after the other.
///
/// # Errors
/// [`ImportError`] that names the line and the field.
pub(crate) fn import(mut lines: impl BufRead, recorder: &mut Recorder<File>) -> Result<Imported, ImportError> {
    let mut writing = Writing { recorder, header: None, last: None, lines: vec![OwnLine::default()], notes: 0 };
    let mut bytes = Vec::new();
    for number in 1.. {
        bytes.clear();
        let line = std::io::Read::take(&mut lines, LINE + 1).read_until(b'\n', &mut bytes);
        if line.map_err(ImportError::Read)? == 0 {
            break;
        }
        let at_line = |problem| ImportError::Line { line: number, problem };
        if bytes.len() as u64 > LINE {
            return Err(at_line(Problem::of("", format!("is longer than {} MiB", LINE >> 20))));
        }
        if !bytes.iter().all(u8::is_ascii_whitespace) {
            writing.line(&bytes).map_err(|error| error.at_line(number))?;
        }
    }
    if writing.header.is_none() {
        return Err(ImportError::Empty);
    }
    let (main, branches) = (&writing.lines[0], writing.lines.len() as u32 - 1);
    Ok(Imported { records: main.next, branches, notes: writing.notes, has_end: main.has_end })
}

/// A recording that is being written from lines.
struct Writing<'a> {
    recorder: &'a mut Recorder<File>,
    header: Option<Header>,
    /// The record above, of the same line of play.
    last: Option<Record>,
    /// The match, then the branches; the last one is being written.
    lines: Vec<OwnLine>,
    notes: u32,
}

/// A line of play and the records that are its own.
#[derive(Clone, Copy, Default)]
struct OwnLine {
    number: u32,
    first: u32,
    next: u32,
    has_end: bool,
}

/// A line of type `branch`.
#[derive(Serialize, Deserialize)]
struct BranchLine {
    line: u32,
    parent: u32,
    record: u32,
    name: String,
}

impl Writing<'_> {
    fn current(&mut self) -> &mut OwnLine {
        self.lines.last_mut().expect("the match is there from the beginning")
    }

    fn line(&mut self, bytes: &[u8]) -> Result<(), ImportError> {
        let value = serde_json::from_slice(bytes).map_err(|error| Problem::of_json(&error))?;
        let Value::Object(mut fields) = value else {
            return Err(Problem::of("", "expected an object with a field `type`").into());
        };
        let kind = fields.remove("type");
        let kind = kind.as_ref().and_then(Value::as_str);
        let wrong = |expected: &str| {
            let found = kind.map_or_else(|| "nothing".to_owned(), |kind| format!("`{kind}`"));
            Err(Problem::of("type", format!("expected {expected}, found {found}")).into())
        };
        let has_end = self.current().has_end;
        match (kind, self.header.is_some()) {
            (Some("header"), false) => self.header(fields),
            (_, false) => wrong("`header`, which comes first"),
            (Some("note"), true) => self.note(fields),
            (Some("branch"), true) => self.branch(fields),
            (_, true) if has_end => wrong("`branch` or `note`, since the end was there already"),
            (Some("record"), true) => self.record(fields),
            (Some("end"), true) => self.end(fields),
            _ => wrong("`record`, `end`, `branch` or `note`"),
        }
    }

    fn header(&mut self, mut fields: Map<String, Value>) -> Result<(), ImportError> {
        defaults::header(&mut fields)?;
        let header: Header = typed(fields)?;
        self.recorder.write_header_of_copy(&header)?;
        self.header = Some(header);
        Ok(())
    }

    fn record(&mut self, mut fields: Map<String, Value>) -> Result<(), ImportError> {
        let OwnLine { number, first, next, .. } = *self.current();
        let Some(header) = &self.header else { return Ok(()) };
        let lacking: Lacking = defaults::record(&mut fields, header, next);
        if number > 0 && next == first {
            lacking.nothing()?;
        }
        let mut record: Record = typed(fields)?;
        lacking.fill(&mut record, self.last.as_ref());
        check::record(header, &record)?;
        self.recorder.write_record(&record)?;
        self.current().next += 1;
        self.last = Some(record);
        Ok(())
    }

    fn end(&mut self, mut fields: Map<String, Value>) -> Result<(), ImportError> {
        let turns = self.last.as_ref().map_or(0, |record| record.turn);
        defaults::end(&mut fields, turns, self.current().next);
        let end: End = typed(fields)?;
        self.recorder.write_end(&end)?;
        self.current().has_end = true;
        Ok(())
    }

    fn branch(&mut self, mut fields: Map<String, Value>) -> Result<(), ImportError> {
        defaults::branch(&mut fields, self.current().number.saturating_add(1));
        let BranchLine { line, parent, record, name } = typed(fields)?;
        self.recorder.begin_branch(&Branch { line, parent, record, name })?;
        // What it leaves is a record, so that there is a number behind it.
        let first = record + 1;
        self.lines.push(OwnLine { number: line, first, next: first, has_end: false });
        self.last = None;
        Ok(())
    }

    fn note(&mut self, mut fields: Map<String, Value>) -> Result<(), ImportError> {
        defaults::note(&mut fields, fresh_note_id());
        let note: Note = typed(fields)?;
        let Some(line) = self.lines.iter().find(|line| line.number == note.line) else {
            let what = format!("expected 0 or a branch above this line, found {}", note.line);
            return Err(Problem::of("line", what).into());
        };
        if !(line.first..line.next).contains(&note.record) {
            let there = match line.number {
                0 => format!("of which there are {}", line.next),
                number => format!("of which line {number} has those from {} on, below {}", line.first, line.next),
            };
            let expected = format!("expected a record above this line, {there}");
            return Err(Problem::of("record", format!("{expected}, found {}", note.record)).into());
        }
        self.recorder.write_notes(&[NoteChange::Put(note)])?;
        self.notes += 1;
        Ok(())
    }
}

/// The fields as what they should be.
fn typed<T: DeserializeOwned + Serialize>(fields: Map<String, Value>) -> Result<T, Problem> {
    let fields = Value::Object(fields);
    let typed: T = serde_path_to_error::deserialize(&fields).map_err(|error| {
        let path = error.path().to_string();
        let path = if path == "." { String::new() } else { path };
        Problem::of(path, error.into_inner().to_string())
    })?;
    // A field that nobody reads is a field that was misspelt.
    let known = serde_json::to_value(&typed).map_err(|error| Problem::of("", error.to_string()))?;
    match unknown(&fields, &known, "") {
        Some(path) => Err(Problem::of(path, "there is no such field")),
        None => Ok(typed),
    }
}

/// The path to the first field that is given but not known.
fn unknown(given: &Value, known: &Value, path: &str) -> Option<String> {
    match (given, known) {
        (Value::Object(given), Value::Object(known)) => given.iter().find_map(|(name, given)| {
            let path = if path.is_empty() { name.clone() } else { format!("{path}.{name}") };
            known.get(name).map_or(Some(path.clone()), |known| unknown(given, known, &path))
        }),
        (Value::Array(given), Value::Array(known)) if given.first().is_some_and(|first| !first.is_number()) => {
            let pairs = given.iter().zip(known).enumerate();
            pairs.into_iter().find_map(|(index, (given, known))| unknown(given, known, &format!("{path}[{index}]")))
        }
        _ => None,
    }
}
