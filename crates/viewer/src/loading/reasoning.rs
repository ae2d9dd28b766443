//! What could be known along the match, and what beliefs and moves made of it, worked out where nobody waits.

use std::sync::Arc;
use std::time::{Duration, Instant};

use fogreel_analysis::{Analyser, AnalysisOptions, BeliefPoint, MissingPart, RecordAnalysis};
use fogreel_engine::{Header, Record};
use fogreel_inference::Reasoning;
use fogreel_recorder::Timeline;

use crate::marks::{FaultMark, Lost, MoveMark};
use crate::measuring::HANDOVER;
use crate::session::Reasoned;

/// Bytes that all analyses of a match may take together. Longer matches are analysed as far as that goes.
const MOST_BYTES: usize = 256 << 20;

/// Goes along a recording once, after it was measured. It rests where a recording that is still being written ends.
pub(crate) struct Reasoner {
    reasoning: Option<&'static dyn Reasoning>,
    /// There from the first record on.
    analyser: Option<Analyser>,
    next: usize,
    bytes: usize,
    gathered: Reasoned,
    last_handover: Instant,
}

impl Reasoner {
    pub(crate) fn new(reasoning: Option<&'static dyn Reasoning>) -> Self {
        Self {
            reasoning,
            analyser: None,
            next: 0,
            bytes: 0,
            gathered: Reasoned::default(),
            last_handover: Instant::now(),
        }
    }

    pub(crate) fn has_work(&self, timeline: &Timeline) -> bool {
        self.reasoning.is_some() && self.next < timeline.len()
    }

    /// Goes on for a while. Returns what was gathered, if it is time to hand it over.
    pub(crate) fn work(&mut self, timeline: &Timeline, slice: Duration) -> Option<Reasoned> {
        let (started, header) = (Instant::now(), timeline.header());
        let reasoning = self.reasoning?;
        let analyser = match &mut self.analyser {
            Some(analyser) => analyser,
            empty => match Analyser::new(header, Some(reasoning), AnalysisOptions::default()) {
                Ok(analyser) => empty.insert(analyser),
                Err(error) => {
                    self.reasoning = None;
                    return Some(Reasoned { missing: vec![error.to_string()], is_last: true, ..Reasoned::default() });
                }
            },
        };
        while self.next < timeline.len() && started.elapsed() < slice {
            match timeline.record(self.next) {
                Ok(record) => {
                    let analysis = self.gathered.add(analyser.next(&record), header, &record);
                    self.bytes += size_of_analysis(&analysis);
                    self.gathered.analyses.push(Some(Arc::new(analysis)));
                }
                Err(_) => {
                    analyser.skip();
                    self.gathered.analyses.push(None);
                }
            }
            self.next += 1;
            if self.bytes > MOST_BYTES {
                self.reasoning = None;
                let why = format!("the match is too long: analyses end at record {}", self.next - 1);
                self.gathered.missing.push(why);
                self.gathered.is_last = true;
                break;
            }
        }
        let is_done = self.next >= timeline.len() || self.reasoning.is_none();
        if self.gathered.analyses.is_empty() || (!is_done && self.last_handover.elapsed() < HANDOVER) {
            return None;
        }
        self.last_handover = Instant::now();
        let parts = [MissingPart::Reference, MissingPart::FairGrades, MissingPart::Hindsight];
        let missing = analyser.missing().into_iter().filter(|missing| parts.contains(&missing.part));
        self.gathered.missing.extend(missing.map(|missing| missing.sentence(header)));
        let following = Reasoned { first: self.next, ..Reasoned::default() };
        Some(std::mem::replace(&mut self.gathered, following))
    }
}

impl Reasoned {
    /// Takes from an analysis what is shown along the match; the rest is shown with the record.
    fn add(&mut self, mut analysis: RecordAnalysis, header: &Header, record: &Record) -> RecordAnalysis {
        let index = record.index as usize;
        for belief in &analysis.references {
            let is_stored = record.belief(&belief.key).is_some();
            if let Some(point) = BeliefPoint::measure(header, record, belief).filter(|_| !is_stored) {
                self.points.push((index, belief.key.clone(), point));
            }
        }
        for belief in &mut analysis.beliefs {
            let faults = std::mem::take(&mut belief.faults);
            self.faults.extend(faults.iter().map(|tracked| FaultMark::of(tracked, header, record)));
            if let Some(turn) = &mut belief.turn {
                turn.faults = Vec::new();
                let step = turn.reference.as_ref().and_then(|reference| reference.step.as_ref());
                let local = |regret: Option<fogreel_analysis::assess::Regret>| regret.map(|regret| regret.local_bits);
                if let Some(step) = step {
                    let lost = Lost { at_truth: local(step.regret), expected: local(step.expected_regret) };
                    self.lost.push((index, belief.key.clone(), lost));
                }
            }
        }
        self.moves.extend(analysis.moves.iter().filter_map(MoveMark::of));
        analysis
    }
}

fn size_of_analysis(analysis: &RecordAnalysis) -> usize {
    let values: usize = analysis.references.iter().map(|belief| size_of_val(belief.values())).sum();
    let channels = |belief: &fogreel_analysis::BeliefAnalysis| {
        let reference = belief.turn.as_ref().and_then(|turn| turn.reference.as_ref());
        let step = reference.and_then(|reference| reference.step.as_ref());
        let attribution = step.and_then(|step| step.attribution.as_ref());
        attribution.map_or(0, |attribution| size_of_val(attribution.channels.as_slice()))
    };
    let beliefs: usize = analysis.beliefs.iter().map(|belief| 512 + channels(belief)).sum();
    // Names of actions, keys and the like.
    256 + values + beliefs + 256 * analysis.moves.len()
}
