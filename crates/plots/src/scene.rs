//! What one record has to show of one belief, in the coordinates of its owner.

use std::borrow::Cow;
use std::sync::Arc;

use fogreel_analysis::metrics::{effective_cells, entropy_bits, surprisal_bits};
use fogreel_analysis::perspective::{header_for, may_see_belief, record_for};
use fogreel_engine::data::{Belief, BeliefKey, BeliefKind, BeliefTarget, Domain};
use fogreel_engine::{Header, Record, Seat, Viewpoint};
use fogreel_recorder::Timeline;

use crate::PlotError;
use crate::stage::{Eyes, Stage};

/// The belief of a figure: what is the same in all its records.
pub(crate) struct Subject<'a> {
    /// As the viewpoint may see it.
    pub(crate) header: Cow<'a, Header>,
    pub(crate) key: &'a BeliefKey,
    pub(crate) target: BeliefTarget,
    pub(crate) owner: Option<Seat>,
    pub(crate) viewpoint: Viewpoint,
    pub(crate) show_coverage: bool,
}

impl<'a> Subject<'a> {
    /// The belief `key`, drawn with the truth, or as its owner may see it.
    pub(crate) fn find(
        timeline: &'a Timeline,
        key: &'a BeliefKey,
        show_truth: bool,
        show_coverage: bool,
    ) -> Result<Self, PlotError> {
        let header = timeline.header();
        let target = header
            .targets
            .iter()
            .find(|target| target.id == key.target)
            .ok_or_else(|| PlotError::UnknownTarget { key: key.clone() })?;
        let unsupported = |domain| PlotError::Unsupported { key: key.clone(), domain };
        let owner = header.seat(&key.owner);
        let viewpoint = match owner {
            Some(seat) if !show_truth => Viewpoint::Seat(seat),
            _ => Viewpoint::Referee,
        };
        // With the truth hidden a figure says no more than the seat may know; what the agent made of more is refused.
        if !may_see_belief(header, key, viewpoint) {
            return Err(PlotError::Privileged { key: key.clone() });
        }
        match target.domain {
            Domain::Cells => {}
            Domain::Edges => return Err(unsupported("edges")),
            Domain::Labels(_) => return Err(unsupported("labels")),
        }
        if owner.is_none() && !show_truth {
            return Err(PlotError::NoSeat { key: key.clone() });
        }
        let header = header_for(header, viewpoint);
        Ok(Self { header, key, target: target.clone(), owner, viewpoint, show_coverage })
    }

    fn eyes(&self) -> Eyes {
        let show_truth = self.viewpoint == Viewpoint::Referee;
        Eyes { seat: self.owner, target: self.target.piece_kind, show_truth, show_coverage: self.show_coverage }
    }
}

/// A record as a viewpoint may see it.
pub(crate) fn read(timeline: &Timeline, index: usize, viewpoint: Viewpoint) -> Result<Arc<Record>, PlotError> {
    let record = timeline.record(index)?;
    Ok(match record_for(timeline.header(), &record, viewpoint) {
        Cow::Borrowed(_) => record,
        Cow::Owned(filtered) => Arc::new(filtered),
    })
}

/// One record of the belief.
pub(crate) struct Scene {
    pub(crate) stage: Stage,
    pub(crate) belief: Belief,
}

impl Scene {
    pub(crate) fn read(timeline: &Timeline, index: usize, subject: &Subject<'_>) -> Result<Self, PlotError> {
        let record = read(timeline, index, subject.viewpoint)?;
        let belief = belief(&record, subject.key)?;
        let stage = Stage::of(&subject.header, &record, subject.eyes())?;
        check_length(&stage, &belief)?;
        Ok(Self { stage, belief })
    }

    pub(crate) fn values(&self) -> &[f64] {
        self.belief.values()
    }

    /// The element that is true, if it is one single cell.
    pub(crate) fn true_element(&self) -> Option<usize> {
        match self.stage.truth.as_deref()? {
            &[cell] => Some(self.stage.size.index(cell)),
            _ => None,
        }
    }

    /// Probability of the truth, if it is one single cell and the belief is about one.
    pub(crate) fn p_truth(&self) -> Option<f64> {
        match &self.belief.kind {
            BeliefKind::Categorical(values) => values.get(self.true_element()?).copied(),
            _ => None,
        }
    }

    /// Measures of the belief in words: how wide it is, and what it says about the truth.
    pub(crate) fn measures(&self) -> [String; 2] {
        let number = crate::text::number;
        let BeliefKind::Categorical(values) = &self.belief.kind else {
            let total: f64 = self.values().iter().filter(|value| value.is_finite()).sum();
            return [format!("total {}", number(total)), String::new()];
        };
        let entropy = entropy_bits(values);
        let width = format!("entropy {} bits", number(entropy));
        let truth = match self.p_truth() {
            Some(0.0) => "P(truth) 0: excluded".to_owned(),
            Some(p) => format!("P(truth) {}", number(p)),
            None => String::new(),
        };
        [width, truth]
    }

    /// More measures, for figures with room.
    pub(crate) fn further_measures(&self) -> Vec<String> {
        let number = crate::text::number;
        let BeliefKind::Categorical(values) = &self.belief.kind else { return Vec::new() };
        let cells = effective_cells(entropy_bits(values));
        let mut measures = vec![format!("effective cells {}", number(cells))];
        let surprisal = self.p_truth().and_then(surprisal_bits);
        measures.extend(surprisal.map(|bits| format!("surprisal {} bits", number(bits))));
        measures
    }
}

/// The belief with that key.
pub(crate) fn belief(record: &Record, key: &BeliefKey) -> Result<Belief, PlotError> {
    record.belief(key).cloned().ok_or_else(|| PlotError::NoBelief {
        record: record.index as usize,
        key: key.clone(),
        present: record.beliefs.iter().map(|belief| belief.key.clone()).collect(),
    })
}

/// Whether a belief has one number per cell.
pub(crate) fn check_length(stage: &Stage, belief: &Belief) -> Result<(), PlotError> {
    let (expected, found) = (stage.size.cells(), belief.values().len());
    if found == expected {
        return Ok(());
    }
    Err(PlotError::WrongLength { record: stage.record.index as usize, key: belief.key.clone(), expected, found })
}
