//! One row a record, belief and channel.

use fogreel_analysis::RecordAnalysis;
use fogreel_analysis::assess::Gain;

use super::Shared;
use crate::Batch;
use crate::schema::{Column, integer, number, text};

pub(crate) const COLUMNS: &[Column] = &[
    text("file", "the recording, as it was named"),
    integer("record", "position in the match; 0 is the start"),
    integer("turn", "the turn that people count"),
    text("belief", "`owner/target@source` of the belief whose reference it is"),
    text("opponent_model", "the model under which the exact posterior was computed"),
    integer("place", "0 for motion, which comes first; then channels in the order in which they are applied"),
    text("channel", "id of the channel, or `motion`"),
    number("in_order_truth_bits", "Δ log₂ r(truth) by this channel after those before it"),
    number("in_order_entropy_bits", "Δ entropy of r by the same"),
    number("shapley_truth_bits", "Δ log₂ r(truth), averaged over all orders of the channels"),
    number("shapley_entropy_bits", "Δ entropy of r, averaged over all orders"),
];

pub(super) fn append(batch: &mut Batch, shared: &Shared<'_>, analysis: &RecordAnalysis) {
    for belief in &analysis.beliefs {
        let Some(turn) = &belief.turn else { continue };
        let Some(reference) = &turn.reference else { continue };
        let Some(attribution) = reference.step.as_ref().and_then(|step| step.attribution.as_ref()) else { continue };
        let motion = [("motion", attribution.motion, attribution.motion)];
        let channels = attribution.channels.iter().map(|gain| (gain.channel, gain.in_order, gain.shapley));
        for (place, (channel, in_order, shapley)) in motion.into_iter().chain(channels).enumerate() {
            let bits = |gain: Gain| (gain.truth_bits, gain.entropy_bits);
            let ((in_order_truth, in_order_entropy), (shapley_truth, shapley_entropy)) =
                (bits(in_order), bits(shapley));
            batch.push([
                (&shared.file).into(),
                turn.point.record.into(),
                turn.point.turn.into(),
                belief.key.to_string().into(),
                reference.model.as_str().into(),
                place.into(),
                channel.into(),
                in_order_truth.into(),
                in_order_entropy.into(),
                shapley_truth.into(),
                shapley_entropy.into(),
            ]);
        }
    }
}
