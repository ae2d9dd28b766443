//! Which records tell the story of a match.

use fogreel_analysis::belief_series;
use fogreel_engine::data::BeliefKey;
use fogreel_recorder::Timeline;

/// Panels of a default sheet: three rows of four at 174 mm.
const PANELS: usize = 12;
/// Longer matches are sampled evenly, because looking for turns that matter would read them whole.
const LONGEST_READ: usize = 4096;

/// About twelve records for a sheet: the first and the last that hold the belief and, between them, from each equal part
/// of the match the one in which the belief learned or lost most (the largest step of entropy).
///
/// Records that cannot be read are left out; no record holds the belief: an empty list.
pub fn default_sheet_records(timeline: &Timeline, key: &BeliefKey) -> Vec<usize> {
    let holds = |index: &usize| timeline.record(*index).is_ok_and(|record| record.belief(key).is_some());
    let len = timeline.len();
    if len > LONGEST_READ {
        let mut records = evenly(len);
        records.retain(holds);
        return records;
    }
    let steps = steps(timeline, key).unwrap_or_else(|| (0..len).filter(holds).map(|index| (index, 0.0)).collect());
    let (Some(first), Some(last)) = (steps.first(), steps.last()) else { return Vec::new() };
    if steps.len() <= PANELS {
        return steps.into_iter().map(|(index, _)| index).collect();
    }
    let between = &steps[1..steps.len() - 1];
    let parts = PANELS - 2;
    let mut records = vec![first.0];
    for part in 0..parts {
        let part = &between[part * between.len() / parts..(part + 1) * between.len() / parts];
        // The earliest among equals, so that a match in which nothing moves is still spread evenly.
        let best = part.iter().rev().max_by(|left, right| left.1.total_cmp(&right.1));
        records.extend(best.map(|(index, _)| *index));
    }
    records.push(last.0);
    records
}

/// As many records as a default sheet has panels, the first and the last among them; all if there are no more.
pub(crate) fn evenly(len: usize) -> Vec<usize> {
    if len <= PANELS {
        return (0..len).collect();
    }
    (0..PANELS).map(|panel| panel * (len - 1) / (PANELS - 1)).collect()
}

/// Per record that holds the belief, how far its entropy lies from the one before; `None` if the entropy is unknown.
fn steps(timeline: &Timeline, key: &BeliefKey) -> Option<Vec<(usize, f64)>> {
    let points = belief_series(timeline, key).ok()?.points;
    let mut before = points.first()?.entropy_bits;
    let steps = points.iter().map(|point| {
        let step = (point.entropy_bits - before).abs();
        before = point.entropy_bits;
        (point.record as usize, if step.is_finite() { step } else { 0.0 })
    });
    Some(steps.collect())
}
