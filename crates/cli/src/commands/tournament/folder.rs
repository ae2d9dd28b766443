//! The folder of a tournament on the disk.

use std::fs;
use std::path::{Path, PathBuf};

use fogreel_plots::{csv_field, shortest};
use fogreel_tournament::{Fixture, Journal, MatchResult, Plan, Results};

use super::shown::Shown;
use super::{figures, markdown};
use crate::args::TournamentArgs;
use crate::failure::{Failure, Result};
use crate::output::{make_folder, notice, write_file};

/// Name of the journal.
const JOURNAL: &str = "journal";
/// Name of the folder of figures.
const FIGURES: &str = "figures";
/// Name of the folder of recordings.
const RECORDINGS: &str = "recordings";

/// A tournament that is written to the disk.
pub(super) struct Folder {
    path: PathBuf,
    journal: Journal,
}

impl Folder {
    /// Makes the folder, or opens the one that is there, with the results that it holds.
    ///
    /// # Errors
    /// Exit code 2 if something else is there, 3 if the journal cannot be read, 4 if the machine does not let it.
    pub(super) fn open(path: &Path, plan: &Plan, args: &TournamentArgs) -> Result<(Self, Results)> {
        let it = path.display();
        if path.symlink_metadata().is_ok() && !path.is_dir() {
            return Err(Failure::usage(format!("{it} is no folder; --out names a folder")));
        }
        let journal = path.join(JOURNAL);
        let is_ours = args.force || journal.exists();
        if path.is_dir() && !is_ours {
            let mut entries = fs::read_dir(path).map_err(|error| Failure::machine(format!("{it}: {error}")))?;
            if entries.next().is_some() {
                return Err(Failure::usage(format!("{it} holds other files; --force writes into it")));
            }
        }
        make_folder(path)?;
        let (journal, results) = if args.resume {
            Journal::resume(&journal, plan)?
        } else {
            (Journal::create(&journal, plan, args.force)?, Results::default())
        };
        Ok((Self { path: path.to_owned(), journal }, results))
    }

    /// The folder of recordings, made if it is not there.
    pub(super) fn recordings(&self) -> Result<PathBuf> {
        let folder = self.path.join(RECORDINGS);
        make_folder(&folder)?;
        Ok(folder)
    }

    /// Keeps results.
    pub(super) fn append(&mut self, played: &[(u64, MatchResult)]) -> Result<()> {
        let appended = self.journal.append(played.iter().map(|(index, result)| (*index, result)));
        appended.map_err(|error| {
            Failure::from(error).with_message(|message| {
                format!("{message}; what was played before is kept, --resume goes on from there")
            })
        })
    }

    /// Writes everything that follows from the results. Of a tournament that was stopped nothing but the journal is written: the
    /// other files are those of a whole one.
    pub(super) fn finish(self, shown: &Shown<'_>, results: &Results, are_recorded: bool) -> Result<()> {
        if !shown.is_whole {
            return Ok(self.journal.sync()?);
        }
        let write = |name: &str, bytes: &[u8]| write_file(&self.path.join(name), bytes, true);
        let json = serde_json::to_vec_pretty(&shown.json()).map_err(std::io::Error::from)?;
        write("matches.csv", matches_csv(shown.plan, results, are_recorded).as_bytes())?;
        write("tournament.json", &[&json[..], b"\n"].concat())?;
        make_folder(&self.path.join(FIGURES))?;
        for (name, figure) in figures::draw(shown) {
            match figure {
                Ok(figure) => {
                    write(&format!("{FIGURES}/{name}.svg"), figure.svg().as_bytes())?;
                    write(&format!("{FIGURES}/{name}.csv"), figure.csv().as_bytes())?;
                }
                // A hundred agents fit on no page; the tables have them.
                Err(error) => notice(&format!("fogreel: no figure {name}: {error}")),
            }
        }
        write("README.md", markdown::page(shown).as_bytes())?;
        Ok(self.journal.finish(results)?)
    }
}

/// The file of a match, by position in the schedule, agents and seed.
pub(super) fn recording_name(plan: &Plan, fixture: &Fixture) -> String {
    let digits = plan.matches().saturating_sub(1).to_string().len();
    let [first, second] = plan.pairings[fixture.pairing].map(|player| plan.players[player].agent.as_str());
    format!("{:0digits$}-{first}-{second}-{}.fogreel", fixture.index, fixture.seed)
}

/// Removes the recordings of matches from a position of the schedule on: those of a test that were begun before its verdict.
pub(super) fn remove_from(recordings: &Path, plan: &Plan, first: u64) -> Result<()> {
    let failed = |error: std::io::Error| Failure::machine(format!("{}: cannot tidy up: {error}", recordings.display()));
    for entry in fs::read_dir(recordings).map_err(failed)? {
        let entry = entry.map_err(failed)?;
        let name = entry.file_name().to_string_lossy().into_owned();
        let index = name.split('-').next().and_then(|digits| digits.parse::<u64>().ok());
        // Only what this tournament writes.
        let is_ours = |index: &u64| *index >= first && name == recording_name(plan, &plan.fixture(*index));
        if index.filter(|index| *index < plan.matches()).is_some_and(|index| is_ours(&index)) {
            fs::remove_file(entry.path()).map_err(failed)?;
        }
    }
    Ok(())
}

/// A line a match, in the order of the schedule.
fn matches_csv(plan: &Plan, results: &Results, are_recorded: bool) -> String {
    let seats: Vec<String> = plan.seats.iter().map(|seat| csv_field(seat)).collect();
    let scores: Vec<String> = seats.iter().map(|seat| format!("{seat}_score")).collect();
    let mut text =
        format!("match,preset,map,seed,{},winners,turns,reason,{},recording\n", seats.join(","), scores.join(","));
    for (index, result) in results.iter() {
        let fixture = plan.fixture(index);
        let condition = &plan.conditions[fixture.condition];
        let labels = plan.pairings[fixture.pairing].map(|player| csv_field(&plan.players[player].label));
        let winners: Vec<&str> =
            result.winners.iter().filter_map(|seat| plan.seats.get(seat.index())).map(String::as_str).collect();
        let score = |seat: usize| result.scores.get(seat).map_or_else(String::new, |score| shortest(*score));
        let scores: Vec<String> = (0..plan.seats.len()).map(score).collect();
        let recording = are_recorded.then(|| format!("{RECORDINGS}/{}", recording_name(plan, &fixture)));
        text += &format!(
            "{index},{},{},{},{},{},{},{},{},{}\n",
            csv_field(&condition.preset),
            csv_field(&condition.map),
            fixture.seed,
            labels.join(","),
            csv_field(&winners.join(" ")),
            result.turns,
            csv_field(&result.reason),
            scores.join(","),
            recording.as_deref().map_or_else(String::new, csv_field)
        );
    }
    text
}
