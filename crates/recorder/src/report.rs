//! What reading a file brought to light.

use std::fmt;

/// What was recovered from a file, and what not.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct ReadReport {
    /// Records of the match that can be read.
    pub recovered: u32,
    /// Records of the match known to have existed that cannot be read, ascending.
    pub missing: Vec<RecordRange>,
    /// The same in branches, with their lines.
    pub missing_in_branches: Vec<(u32, RecordRange)>,
    /// Bytes passed over between good frames.
    pub bytes_skipped: u64,
    /// Bytes after the last good frame.
    pub bytes_cut: u64,
    /// Whether the end of the match was found and counts the records before it.
    pub complete: bool,
    /// Anything else worth a sentence, such as a second end or frames of an unknown kind.
    pub warnings: Vec<String>,
}

impl ReadReport {
    /// Whether nothing was lost, passed over or odd, and the match ended.
    pub fn is_clean(&self) -> bool {
        self.complete && !self.has_losses() && self.warnings.is_empty()
    }

    /// Adds a sentence, once.
    pub(crate) fn warn(&mut self, warning: impl Into<String>) {
        let warning = warning.into();
        if !self.warnings.contains(&warning) {
            self.warnings.push(warning);
        }
    }

    /// Whether records are missing or bytes were passed over.
    pub fn has_losses(&self) -> bool {
        self.has_missing() || self.bytes_skipped > 0 || self.bytes_cut > 0
    }

    /// Whether records are missing, in any line.
    pub fn has_missing(&self) -> bool {
        !self.missing.is_empty() || !self.missing_in_branches.is_empty()
    }
}

/// For people: one or more sentences.
impl fmt::Display for ReadReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let records = if self.recovered == 1 { "record" } else { "records" };
        // Where nothing is lost, nothing had to be recovered.
        let recovered = if self.has_losses() { " recovered" } else { "" };
        write!(f, "{} {records}{recovered}", self.recovered)?;
        if self.has_missing() {
            let in_match = self.missing.iter().map(ToString::to_string);
            let in_branches = self.missing_in_branches.iter().map(|(line, range)| format!("{range} of branch {line}"));
            let ranges: Vec<String> = in_match.chain(in_branches).collect();
            write!(f, ", missing {}", ranges.join(", "))?;
        }
        if self.bytes_skipped > 0 {
            write!(f, ", {} damaged bytes skipped", self.bytes_skipped)?;
        }
        if self.bytes_cut > 0 {
            write!(f, ", {} bytes after the last good frame ignored", self.bytes_cut)?;
        }
        f.write_str(if self.complete { "; the match is complete." } else { "; the end of the match is not there." })?;
        self.warnings.iter().try_for_each(|warning| write!(f, " {warning}"))
    }
}

/// Consecutive records.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RecordRange {
    /// The first.
    pub first: u32,
    /// The last.
    pub last: u32,
}

impl fmt::Display for RecordRange {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.first == self.last { write!(f, "{}", self.first) } else { write!(f, "{}–{}", self.first, self.last) }
    }
}
