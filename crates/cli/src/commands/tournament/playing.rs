//! The matches of a tournament, played or recorded.

use std::ops::ControlFlow;

use fogreel_analysis::statistics::SprtVerdict;
use fogreel_engine::{DynGame, PlayError, Unobserved};
use fogreel_recorder::{RecorderOptions, SyncLevel};
use fogreel_tournament::{Fixture, MatchResult, Results, SequentialTest, Tournament};

use super::folder::Folder;
use crate::args::TournamentArgs;
use crate::commands::record::record;
use crate::failure::{Failure, Result};
use crate::matches::{Amount, play_many};

/// Plays what is not known yet. Returns whether somebody stopped it.
pub(super) fn play(
    game: &dyn DynGame,
    tournament: &Tournament,
    results: &mut Results,
    mut folder: Option<&mut Folder>,
    args: &TournamentArgs,
) -> Result<bool> {
    let plan = tournament.plan();
    let recordings = match (&folder, args.keep.keep()) {
        (Some(folder), Some(keep)) => Some((folder.recordings()?, keep)),
        _ => None,
    };
    let play = |index: u64| -> Result<MatchResult> {
        let fixture = tournament.fixture(index);
        let prepared = tournament.prepared(&fixture);
        let end = match &recordings {
            None => {
                prepared.play(fixture.seed, &mut Unobserved).map_err(|error| failed(tournament, &fixture, error))?
            }
            Some((recordings, keep)) => {
                let file = recordings.join(super::folder::recording_name(plan, &fixture));
                // The same bytes however often the tournament was interrupted; a file without a line in the journal was not ended.
                let options =
                    RecorderOptions { sync: SyncLevel::default(), reproducible: true, overwrite: true, keep: *keep };
                record(game, prepared, fixture.seed, &file, options, &[])?.end
            }
        };
        Ok(end.into())
    };
    let mut test = SequentialTest::of(plan);
    let mut is_decided = |results: &Results| test.as_mut().is_some_and(|test| test.advance(results));
    let mut is_stopped = false;
    if !is_decided(results) {
        let amount = Amount { of: "matches", all: plan.matches(), done: results.len(), jobs: args.jobs };
        let list = results.missing(plan.matches());
        is_stopped = play_many(&amount, list, play, |played, _| {
            if let Some(folder) = folder.as_deref_mut() {
                folder.append(&played)?;
            }
            played.into_iter().for_each(|(index, result)| results.insert(index, result));
            Ok(if is_decided(results) { ControlFlow::Break(()) } else { ControlFlow::Continue(()) })
        })?;
    }
    // What was played behind the verdict says nothing about it, and how much that is depends on the machine.
    match test.filter(|test| test.verdict != SprtVerdict::GoOn) {
        Some(test) => {
            if let Some((recordings, _)) = &recordings {
                super::folder::remove_from(recordings, plan, test.matches())?;
            }
            results.truncate(test.matches());
            Ok(false)
        }
        None => Ok(is_stopped && results.len() < plan.matches()),
    }
}

/// A match that could not be played, by name.
fn failed(tournament: &Tournament, fixture: &Fixture, error: PlayError) -> Failure {
    let plan = tournament.plan();
    let condition = &plan.conditions[fixture.condition];
    let [first, second] = plan.pairings[fixture.pairing].map(|player| plan.players[player].label.as_str());
    let of =
        format!("{first} against {second}, preset {}, map {}, seed {}", condition.preset, condition.map, fixture.seed);
    Failure::from(error).with_message(|message| format!("{of}: {message}"))
}
