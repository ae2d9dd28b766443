//! What the list tells of a recording besides its name. For the cataloguing thread.

use std::path::Path;
use std::time::UNIX_EPOCH;

use fogreel_engine::{End, Header};
use fogreel_recorder::{ReadError, Replay, Strictness};

/// A recording in short.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Details {
    /// Game and preset.
    pub(crate) title: String,
    /// Who played: a seat's name and its agent.
    pub(crate) seats: Vec<(String, Option<String>)>,
    /// How the match ended.
    pub(crate) outcome: Option<String>,
    /// Turns played, if the match was recorded to its end.
    pub(crate) turns: Option<u32>,
    /// Number of records, as far as known.
    pub(crate) records: Option<u32>,
    pub(crate) bytes: u64,
    /// When the match was recorded, else when the file was written; milliseconds since 1970-01-01 UTC.
    pub(crate) unix_ms: Option<u64>,
    /// What keeps the recording from being read as a whole.
    pub(crate) problem: Option<Problem>,
    /// All of the above but the outcome in small letters, for the filter.
    pub(crate) words: String,
    /// The outcome in small letters.
    pub(crate) outcome_words: String,
}

/// Why a recording is marked in the list.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Problem {
    /// It cannot be opened.
    Unreadable(String),
    /// Some of it can be shown.
    Damaged(String),
}

impl Details {
    fn describe(&mut self, header: &Header, end: Option<&End>) {
        let preset = if header.preset.is_empty() { String::new() } else { format!(", {}", header.preset) };
        self.title = format!("{}{preset}", header.title);
        self.seats = header.seats.iter().map(|seat| (seat.name.clone(), seat.agent.clone())).collect();
        self.unix_ms = header.created_unix_ms.or(self.unix_ms);
        self.outcome = end.map(|end| end.outcome.text.clone());
        self.turns = end.map(|end| end.turns);
    }

    /// Fills in what the filter compares.
    fn index(mut self) -> Self {
        let mut words = vec![self.title.clone(), self.agents(), self.date().unwrap_or_default(), self.size()];
        words.extend(self.seats.iter().map(|(name, _)| name.clone()));
        words.extend(self.length());
        words.extend(self.problem.as_ref().map(|problem| problem.word().to_owned()));
        self.words = words.join("\n").to_lowercase();
        self.outcome_words = self.outcome.as_deref().unwrap_or_default().to_lowercase();
        self
    }

    /// Who played against whom.
    pub(crate) fn agents(&self) -> String {
        let names = self.seats.iter().map(|(name, agent)| agent.as_deref().unwrap_or(name));
        names.collect::<Vec<_>>().join(" – ")
    }

    /// How long the match was, in words.
    pub(crate) fn length(&self) -> Option<String> {
        let counted = |count: u32, one: &str| format!("{} {one}{}", thousands(count as usize), plural(count));
        self.turns.map(|turns| counted(turns, "turn")).or(self.records.map(|records| counted(records, "record")))
    }

    /// Day and minute, in UTC.
    pub(crate) fn date(&self) -> Option<String> {
        self.unix_ms.map(date)
    }

    /// The size for people.
    pub(crate) fn size(&self) -> String {
        let bytes = self.bytes as f64;
        match self.bytes {
            0..1_000 => format!("{} B", self.bytes),
            1_000..1_000_000 => format!("{:.1} kB", bytes / 1e3),
            1_000_000..1_000_000_000 => format!("{:.1} MB", bytes / 1e6),
            _ => format!("{:.1} GB", bytes / 1e9),
        }
    }
}

impl Problem {
    /// The mark in the list.
    pub(crate) fn word(&self) -> &'static str {
        match self {
            Self::Unreadable(_) => "unreadable",
            Self::Damaged(_) => "damaged",
        }
    }

    /// What is wrong, in a sentence.
    pub(crate) fn reason(&self) -> &str {
        match self {
            Self::Unreadable(reason) | Self::Damaged(reason) => reason,
        }
    }
}

/// What the list tells of a file. It never fails: what cannot be read has a problem that says why.
pub(crate) fn details_of(path: &Path) -> Details {
    let mut details = Details::default();
    if let Ok(metadata) = std::fs::metadata(path) {
        details.bytes = metadata.len();
        let written = metadata.modified().ok().and_then(|time| time.duration_since(UNIX_EPOCH).ok());
        details.unix_ms = written.and_then(|since| u64::try_from(since.as_millis()).ok());
    }
    match Replay::open(path, Strictness::Tail) {
        Ok(replay) => {
            details.describe(replay.header(), replay.end());
            details.records = u32::try_from(replay.timeline().len()).ok();
            if replay.report().has_losses() {
                details.problem = Some(Problem::Damaged(replay.report().to_string()));
            }
        }
        Err(error) => match Replay::open_header(path) {
            Ok(header) if matches!(error, ReadError::Damaged { .. } | ReadError::Missing { .. }) => {
                details.describe(&header, None);
                details.problem = Some(Problem::Damaged(error.to_string()));
            }
            Ok(_) | Err(_) => details.problem = Some(Problem::Unreadable(error.to_string())),
        },
    }
    details.index()
}

fn plural(count: u32) -> &'static str {
    if count == 1 { "" } else { "s" }
}

/// A number with its thousands apart.
pub(crate) fn thousands(number: usize) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (place, digit) in digits.chars().enumerate() {
        if place > 0 && (digits.len() - place).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// Day and minute in UTC. The day is counted as in H. Hinnant, "chrono-compatible low-level date algorithms".
fn date(unix_ms: u64) -> String {
    let minutes = unix_ms / 60_000;
    let (day, minute) = (minutes / 1440 + 719_468, minutes % 1440);
    let (era, day_of_era) = (day / 146_097, day % 146_097);
    let year_of_era = (day_of_era - day_of_era / 1460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    // Years begin with March here, so that the leap day is their last.
    let month = (5 * day_of_year + 2) / 153;
    let day_of_month = day_of_year - (153 * month + 2) / 5 + 1;
    let month = if month < 10 { month + 3 } else { month - 9 };
    let year = year_of_era + era * 400 + u64::from(month <= 2);
    format!("{year:04}-{month:02}-{day_of_month:02} {:02}:{:02}", minute / 60, minute % 60)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_and_days_are_written_for_people() {
        assert_eq!([0, 999, 1000, 1_234_567].map(thousands), ["0", "999", "1,000", "1,234,567"]);
        assert_eq!(date(0), "1970-01-01 00:00");
        assert_eq!(date(951_782_400_000), "2000-02-29 00:00");
        assert_eq!(date(1_709_251_199_000), "2024-02-29 23:59");
        assert_eq!(date(4_107_542_400_000), "2100-03-01 00:00");
        let sized = |bytes| Details { bytes, ..Details::default() }.size();
        assert_eq!([999, 1_500, 2_340_000, 5_000_000_000].map(sized), ["999 B", "1.5 kB", "2.3 MB", "5.0 GB"]);
    }

    #[test]
    fn what_cannot_be_read_says_why() {
        let folder = tempfile::tempdir().expect("a folder");
        let foreign = folder.path().join("a.fogreel");
        std::fs::write(&foreign, "dear diary").expect("written");
        let details = details_of(&foreign);
        let problem = details.problem.as_ref().expect("a problem");
        assert!(problem.word() == "unreadable" && problem.reason().contains("looks like a text"), "{problem:?}");
        assert_eq!((details.bytes, details.records), (10, None));
        assert!(details.words.contains("unreadable"));
        assert!(matches!(details_of(&folder.path().join("absent")).problem, Some(Problem::Unreadable(_))));
        assert!(matches!(details_of(folder.path()).problem, Some(Problem::Unreadable(_))));
    }
}
