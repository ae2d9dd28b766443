//! A belief in the analysis of its match, and what figures of it are called.

use std::borrow::Cow;

use fogreel_analysis::assess::Assessment;
use fogreel_analysis::perspective::header_for;
use fogreel_analysis::{MatchAnalysis, MissingPart};
use fogreel_engine::data::{BeliefKey, Rgb};
use fogreel_engine::{Header, Viewpoint};
use fogreel_recorder::Timeline;

use crate::drawing::{FAINT, INK, Type};
use crate::text::clean;
use crate::{PlotError, words};

/// One belief of an analysis.
pub(crate) struct Analysed<'a> {
    /// As the viewpoint may see it.
    pub(crate) header: Cow<'a, Header>,
    pub(crate) analysis: &'a MatchAnalysis,
    pub(crate) assessment: &'a Assessment,
    /// The opponent model of its reference; empty without any.
    pub(crate) model: String,
}

impl<'a> Analysed<'a> {
    pub(crate) fn find(
        timeline: &'a Timeline,
        analysis: &'a MatchAnalysis,
        key: &BeliefKey,
    ) -> Result<Self, PlotError> {
        let assessment = analysis.beliefs.iter().find(|belief| belief.key == *key).ok_or_else(|| {
            let present = analysis.beliefs.iter().map(|belief| belief.key.clone()).collect();
            PlotError::NeverHeld { key: key.clone(), present }
        })?;
        if assessment.turns.is_empty() {
            return Err(PlotError::NoMeasures { key: key.clone() });
        }
        let model = assessment.turns.iter().find_map(|turn| Some(turn.reference.as_ref()?.model.clone()));
        let header = header_for(timeline.header(), analysis.viewpoint);
        Ok(Self { header, analysis, assessment, model: model.unwrap_or_default() })
    }

    pub(crate) fn is_of_seat(&self) -> bool {
        self.analysis.viewpoint != Viewpoint::Referee
    }

    /// Match, belief, opponent model; `what` says what is drawn.
    pub(crate) fn title(&self, what: &str) -> Vec<(Vec<String>, Type, Rgb)> {
        let key = &self.assessment.key;
        let mut parts = vec![
            what.to_owned(),
            format!("belief of {}", clean(&self.header.belief_subject(key))),
            words::source(key),
            words::opponent_model(&self.model),
        ];
        parts.extend(
            self.assessment.error.as_ref().map(|error| format!("the reference ends: {}", clean(&error.to_string()))),
        );
        vec![(words::match_name(&self.header, self.analysis.viewpoint), Type::TITLE, INK), (parts, Type::BODY, FAINT)]
    }

    /// Why there is no reference that could be compared with.
    pub(crate) fn no_reference(&self) -> PlotError {
        let owner = self.header.seat(&self.assessment.key.owner);
        let missing = self.analysis.missing.iter().find(|missing| {
            missing.part == MissingPart::Reference && (missing.seat.is_none() || missing.seat == owner)
        });
        let error = self.assessment.error.as_ref().map(ToString::to_string);
        let why = missing.map(|missing| missing.why.clone()).or(error);
        let why = why.unwrap_or_else(|| "the game has no reference that tells its steps".to_owned());
        PlotError::NoReference { key: self.assessment.key.clone(), why }
    }
}
