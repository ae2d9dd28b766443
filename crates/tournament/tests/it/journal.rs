//! What damage does to a journal: it may cost results, and never changes one.

use std::path::Path;

use fogreel_engine::{Seat, SeatSet};
use fogreel_tournament::{Journal, JournalError, MatchResult, Plan, Results, Tournament, TournamentConfig};
use proptest::prelude::*;

use crate::duel::Duel;

fn plan() -> Plan {
    let config = TournamentConfig { starts: 4, ..Default::default() };
    Tournament::resolve(&Duel, &config).expect("resolves").plan().clone()
}

fn result(index: u64) -> MatchResult {
    let winners = if index.is_multiple_of(3) { SeatSet::NONE } else { SeatSet::of(Seat((index % 2) as u8)) };
    MatchResult {
        winners,
        turns: (index % 1000) as u32 * 7,
        reason: "it \"ended\"\n".to_owned(),
        scores: vec![0.1, index as f64],
    }
}

/// A journal of these matches.
fn written(file: &Path, plan: &Plan, indices: &[u64]) {
    let mut journal = Journal::create(file, plan, true).expect("made");
    for index in indices {
        journal.append([(*index, &result(*index))]).expect("appended");
    }
}

fn read(file: &Path, plan: &Plan) -> Result<Vec<u64>, JournalError> {
    let (_, results) = Journal::resume(file, plan)?;
    for (index, known) in results.iter() {
        assert_eq!(*known, result(index));
    }
    Ok(results.iter().map(|(index, _)| index).collect())
}

#[test]
fn what_was_appended_is_there_again() {
    let folder = tempfile::tempdir().expect("a folder");
    let (file, plan) = (folder.path().join("journal"), plan());
    assert_eq!(read(&file, &plan).expect("begun"), Vec::<u64>::new());
    written(&file, &plan, &[5, 2, 9]);
    assert_eq!(read(&file, &plan).expect("readable"), [2, 5, 9]);
    assert!(matches!(Journal::create(&file, &plan, false), Err(JournalError::Exists(_))));
    let held = Journal::resume(&file, &plan).expect("open");
    assert!(matches!(Journal::resume(&file, &plan), Err(JournalError::Busy(_))));
    assert!(matches!(Journal::create(&file, &plan, true), Err(JournalError::Busy(_))), "nor is it emptied");
    drop(held);
    assert_eq!(read(&file, &plan).expect("readable"), [2, 5, 9]);

    let other = Plan { starts: 5, first_seed: 2, ..plan.clone() };
    let error = Journal::resume(&file, &other).expect_err("refused").to_string();
    assert!(error.contains("starts: 4 there, 5 here") && error.contains("first_seed: 1 there, 2 here"), "{error}");
    std::fs::write(&file, "Dear diary\n").expect("writable");
    assert!(matches!(Journal::resume(&file, &plan), Err(JournalError::NoJournal(_))));
    assert_eq!(std::fs::read(&file).expect("readable"), b"Dear diary\n", "and is left alone");
    std::fs::write(&file, "Dear diary").expect("writable");
    assert!(matches!(Journal::resume(&file, &plan), Err(JournalError::NoJournal(_))));
}

#[test]
fn a_finished_journal_is_in_the_order_of_the_schedule() {
    let folder = tempfile::tempdir().expect("a folder");
    let plan = plan();
    let finished = |name: &str, indices: &[u64]| {
        let file = folder.path().join(name);
        written(&file, &plan, indices);
        let (journal, mut results) = Journal::resume(&file, &plan).expect("open");
        results.truncate(9);
        journal.finish(&results).expect("finished");
        assert_eq!(read(&file, &plan).expect("readable"), [2, 5]);
        std::fs::read(file).expect("readable")
    };
    assert_eq!(finished("one", &[5, 2, 9]), finished("other", &[2, 9, 5]));
    assert_eq!(std::fs::read_dir(folder.path()).expect("a folder").count(), 2, "nothing is left beside them");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    /// Wherever the file is cut, all lines before the cut are there, and it can be gone on with.
    #[test]
    fn a_cut_costs_one_line(cut in 0.0..1.0f64) {
        let folder = tempfile::tempdir().expect("a folder");
        let (file, plan) = (folder.path().join("journal"), plan());
        written(&file, &plan, &[0, 1, 2, 3, 4, 5]);
        let whole = std::fs::read(&file).expect("readable");
        let kept = &whole[..(cut * whole.len() as f64) as usize];
        std::fs::write(&file, kept).expect("writable");
        let lines = kept.iter().filter(|byte| **byte == b'\n').count().saturating_sub(1) as u64;
        prop_assert_eq!(read(&file, &plan).expect("readable"), (0..lines).collect::<Vec<u64>>());
        let (mut journal, _) = Journal::resume(&file, &plan).expect("open");
        journal.append((lines..6).map(|index| (index, result(index))).collect::<Vec<_>>().iter().map(|(i, r)| (*i, r))).expect("appended");
        drop(journal);
        prop_assert_eq!(std::fs::read(&file).expect("readable"), whole);
    }

    /// A flipped bit costs the lines that it stands in (two, where it is a line feed), and no result is another one.
    #[test]
    fn a_flipped_bit_changes_no_result(at in 0.0..1.0f64, bit in 0..8u32) {
        let folder = tempfile::tempdir().expect("a folder");
        let (file, plan) = (folder.path().join("journal"), plan());
        written(&file, &plan, &[0, 1, 2, 3, 4, 5]);
        let mut bytes = std::fs::read(&file).expect("readable");
        let at = (at * bytes.len() as f64) as usize;
        bytes[at] ^= 1 << bit;
        std::fs::write(&file, &bytes).expect("writable");
        match read(&file, &plan) {
            Ok(known) => prop_assert!(known.len() >= 4, "{known:?}"),
            Err(JournalError::NoJournal(_)) => prop_assert!(bytes[..at].iter().all(|byte| *byte != b'\n')),
            Err(error) => prop_assert!(false, "{error}"),
        }
    }
}

/// Where nothing is known, nothing is made up.
#[test]
fn lines_that_are_no_match_of_the_plan_count_for_nothing() {
    let folder = tempfile::tempdir().expect("a folder");
    let (file, plan) = (folder.path().join("journal"), plan());
    written(&file, &plan, &[1, plan.matches(), u64::MAX]);
    assert_eq!(read(&file, &plan).expect("readable"), [1]);
    assert!(Results::default().is_empty());
}
