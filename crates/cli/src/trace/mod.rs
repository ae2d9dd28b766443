//! Recordings as JSON lines, read back. The lines are described in docs/cli-json.md.

mod check;
mod defaults;
mod problem;

use std::fs::File;
use std::io::BufRead;

use fogreel_engine::data::{End, Note};
use fogreel_engine::{Header, Record};
use fogreel_recorder::{NoteChange, Recorder, fresh_note_id};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};

use defaults::Lacking;
pub(crate) use problem::{ImportError, Problem};

/// The longest line that is read. A record that a recording can hold is never longer.
const LINE: u64 = 256 << 20;

/// What was read.
#[derive(Default)]
pub(crate) struct Imported {
    pub(crate) records: u32,
    pub(crate) notes: u32,
    pub(crate) has_end: bool,
}

/// Reads lines and writes what they hold, one after the other.
///
/// # Errors
/// [`ImportError`] that names the line and the field.
pub(crate) fn import(mut lines: impl BufRead, recorder: &mut Recorder<File>) -> Result<Imported, ImportError> {
    let mut writing = Writing { recorder, header: None, last: None, records: 0, notes: 0, has_end: false };
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
    Ok(Imported { records: writing.records, notes: writing.notes, has_end: writing.has_end })
}

/// A recording that is being written from lines.
struct Writing<'a> {
    recorder: &'a mut Recorder<File>,
    header: Option<Header>,
    last: Option<Record>,
    records: u32,
    notes: u32,
    has_end: bool,
}

impl Writing<'_> {
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
        match (kind, self.header.is_some()) {
            (Some("header"), false) => self.header(fields),
            (_, false) => wrong("`header`, which comes first"),
            (Some("note"), true) => self.note(fields),
            (_, true) if self.has_end => wrong("`note`, since the end was there already"),
            (Some("record"), true) => self.record(fields),
            (Some("end"), true) => self.end(fields),
            _ => wrong("`record`, `end` or `note`"),
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
        let Some(header) = &self.header else { return Ok(()) };
        let lacking: Lacking = defaults::record(&mut fields, header, self.records);
        let mut record: Record = typed(fields)?;
        lacking.fill(&mut record, self.last.as_ref());
        check::record(header, &record)?;
        self.recorder.write_record(&record)?;
        self.records += 1;
        self.last = Some(record);
        Ok(())
    }

    fn end(&mut self, mut fields: Map<String, Value>) -> Result<(), ImportError> {
        let turns = self.last.as_ref().map_or(0, |record| record.turn);
        defaults::end(&mut fields, turns, self.records);
        let end: End = typed(fields)?;
        self.recorder.write_end(&end)?;
        self.has_end = true;
        Ok(())
    }

    fn note(&mut self, mut fields: Map<String, Value>) -> Result<(), ImportError> {
        defaults::note(&mut fields, fresh_note_id());
        let note: Note = typed(fields)?;
        if note.record >= self.records {
            let expected = format!("expected a record above this line, of which there are {}", self.records);
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
