//! What there is to say of a match, for every command that says it: `analyze` in the terminal, `report` on a page.

pub(crate) mod csv;
pub(crate) mod means;
pub(crate) mod numbers;
pub(crate) mod recurring;
pub(crate) mod sentences;

use std::path::{Path, PathBuf};

use fogreel_analysis::perspective::{header_for, outcome_for};
use fogreel_analysis::{AnalysisError, AnalysisOptions, MatchAnalysis, RecordAnalysis, analyse_each};
use fogreel_engine::data::{BeliefKey, Outcome};
use fogreel_engine::{Header, Record, Viewpoint};
use fogreel_recorder::Timeline;

use crate::args::Read;
use crate::failure::{Failure, Result};
use crate::input;

/// Turns that cost less, in bits, are not worth a line.
pub(crate) const LEAST_BITS: f64 = 0.1;

/// One match, analysed.
pub(crate) struct Analysed {
    pub(crate) file: PathBuf,
    /// What the viewpoint may know of the match.
    pub(crate) header: Header,
    pub(crate) outcome: Option<Outcome>,
    pub(crate) turns: u32,
    pub(crate) records: usize,
    pub(crate) analysis: MatchAnalysis,
}

/// How a match is to be analysed, in the words of the command line.
pub(crate) struct Asked<'a> {
    pub(crate) opponent: Option<&'a str>,
    pub(crate) viewpoint: Option<&'a str>,
    pub(crate) belief: Option<&'a BeliefKey>,
    pub(crate) read: Read,
}

impl Asked<'_> {
    /// Analyses a recording whose records are whole; `each` is shown every record on the way.
    pub(crate) fn analyse(
        &self,
        file: &Path,
        timeline: &Timeline,
        mut each: impl FnMut(Viewpoint, &Record, &RecordAnalysis),
    ) -> Result<Analysed> {
        if timeline.is_empty() {
            return Err(Failure::unreadable(format!("{}: holds no record to analyse", file.display())));
        }
        let viewpoint = input::viewpoint(timeline, self.viewpoint)?;
        let belief = match self.belief {
            Some(key) => input::belief(timeline, Some(key), viewpoint)?,
            None => None,
        };
        let options = AnalysisOptions {
            viewpoint,
            model: self.opponent.map(str::to_owned),
            belief,
            skips_damage: self.read == Read::Salvage,
            ..AnalysisOptions::default()
        };
        let header = timeline.header();
        let analysis = analyse_each(timeline, fogreel_games::reasoning(&header.game), &options, |record, analysis| {
            each(viewpoint, record, analysis);
        });
        let analysis = analysis.map_err(|error| match error {
            AnalysisError::Read(error) => {
                Failure::unreadable(format!("{}: {error}; --read salvage goes on behind the damage", file.display()))
            }
            AnalysisError::Model(error) => Failure::usage(format!("--opponent: {error}")),
        })?;
        let last = (0..timeline.len()).rev().find_map(|index| timeline.record(index).ok());
        Ok(Analysed {
            file: file.to_owned(),
            header: header_for(header, viewpoint).into_owned(),
            outcome: timeline.end().map(|end| outcome_for(header, &end.outcome, viewpoint).into_owned()),
            turns: timeline.end().map_or_else(|| last.map_or(0, |record| record.turn), |end| end.turns),
            records: timeline.len(),
            analysis,
        })
    }
}
