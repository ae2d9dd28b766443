//! What is wrong with a file, in plain words.

use fogreel_recorder::{ReadReport, RecordRange};

use crate::files::details::thousands;

/// At most so many ranges of records are named.
const NAMED: usize = 4;

/// What a person should know about a file that is not whole; `None` if it is. That a file has no end which is being
/// written is no news.
pub(crate) fn in_words(report: &ReadReport, is_live: bool) -> Option<String> {
    // What is written at this moment may be half there.
    let is_whole = report.missing.is_empty() && report.bytes_skipped == 0 && report.warnings.is_empty();
    if report.is_clean() || (is_live && is_whole) {
        return None;
    }
    let mut sentences = Vec::new();
    if !report.missing.is_empty() {
        let lost: u64 = report.missing.iter().map(|range| u64::from(range.last - range.first) + 1).sum();
        let (records, are) = if lost == 1 { ("Record", "is") } else { ("Records", "are") };
        let left = thousands(report.recovered as usize);
        sentences.push(format!("{records} {} {are} lost; {left} can be shown.", ranges(&report.missing)));
    }
    let bytes = |count: u64| match count {
        1 => "1 byte".to_owned(),
        count => format!("{} bytes", thousands(usize::try_from(count).unwrap_or(usize::MAX))),
    };
    if report.bytes_skipped > 0 {
        sentences.push(format!("{} in the middle cannot be read.", bytes(report.bytes_skipped)));
    }
    if report.bytes_cut > 0 {
        let what = "the recording was interrupted while it was written, or cut off later";
        sentences.push(format!("The last {} are no whole record: {what}.", bytes(report.bytes_cut)));
    }
    sentences.extend(report.warnings.iter().cloned());
    let is_damaged = !sentences.is_empty();
    if is_damaged {
        sentences.insert(0, "This file is damaged.".to_owned());
        if !report.complete {
            sentences.push("How the match ended is not in it.".to_owned());
        }
    } else {
        sentences.push("This recording has no end, and nobody seems to be writing it: it was interrupted.".to_owned());
    }
    Some(sentences.join(" "))
}

/// The ranges as a list; of many, the first ones and how many more there are.
fn ranges(missing: &[RecordRange]) -> String {
    let mut named: Vec<String> = missing.iter().take(NAMED).map(ToString::to_string).collect();
    if missing.len() > NAMED {
        named.push(format!("{} more places", thousands(missing.len() - NAMED)));
    }
    match named.split_last() {
        Some((last, rest)) if !rest.is_empty() => format!("{} and {last}", rest.join(", ")),
        _ => named.concat(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn report() -> ReadReport {
        ReadReport { recovered: 1200, complete: true, ..ReadReport::default() }
    }

    #[test]
    fn what_is_whole_needs_no_words_and_a_match_that_runs_is_not_damaged() {
        assert_eq!(in_words(&report(), false), None);
        let running = ReadReport { complete: false, ..report() };
        assert_eq!(in_words(&running, true), None, "while somebody writes it");
        assert_eq!(
            in_words(&ReadReport { bytes_cut: 90, ..running.clone() }, true),
            None,
            "half a record is no damage"
        );
        let interrupted = in_words(&running, false).expect("words");
        assert!(interrupted.contains("has no end") && !interrupted.contains("damaged"), "{interrupted}");
    }

    #[test]
    fn what_is_lost_is_named_and_what_is_left_counted() {
        let range = |first, last| RecordRange { first, last };
        let said =
            in_words(&ReadReport { missing: vec![range(3, 3)], bytes_skipped: 1, ..report() }, false).expect("words");
        assert!(said.contains("Record 3 is lost; 1,200 can be shown. 1 byte in the middle"), "{said}");
        assert!(!said.contains("ended"), "the end is there: {said}");
        let missing = (0..9).map(|at| range(at * 10, at * 10 + 1)).collect();
        let said = in_words(&ReadReport { missing, complete: false, ..report() }, false).expect("words");
        assert!(said.contains("Records 0–1, 10–11, 20–21, 30–31 and 5 more places are lost"), "{said}");
        assert!(said.ends_with("How the match ended is not in it."), "{said}");
        let said = in_words(&ReadReport { bytes_cut: 4096, complete: false, ..report() }, false).expect("words");
        assert!(said.contains("The last 4,096 bytes are no whole record"), "{said}");
    }
}
