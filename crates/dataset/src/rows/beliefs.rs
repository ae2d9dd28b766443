//! One row a record and belief.

use fogreel_analysis::fault::Fault;
use fogreel_analysis::{BeliefPoint, RecordAnalysis};
use fogreel_engine::Record;
use fogreel_engine::data::Quality;

use super::Shared;
use crate::Batch;
use crate::schema::{Column, integer, number, text};

pub(crate) const COLUMNS: &[Column] = &[
    text("file", "the recording, as it was named"),
    integer("record", "position in the match; 0 is the start"),
    integer("turn", "the turn that people count"),
    text("belief", "`owner/target@source`"),
    text("owner", "id of the seat that believes"),
    text("target", "what it is about"),
    text("agent", "the agent in that seat, with its settings"),
    text("quality", "how far the belief can be trusted: `exact`, `approximate:method:n` or `lossy`"),
    text("opponent_model", "the model under which the exact posterior was computed"),
    number("entropy_bits", "−Σ b log₂ b"),
    number("effective_cells", "2 to the entropy"),
    number("max_probability", "the largest probability"),
    number("p_truth", "the probability of the truth"),
    number("surprisal_bits", "−log₂ of that; ∞ where the truth is ruled out"),
    number("overconfidence_bits", "surprisal less entropy"),
    number("hpd_level", "highest-posterior-density level of the truth, ties by a seeded share"),
    number("rank", "where the truth stands among the elements, ties averaged"),
    number("expected_distance_steps", "Σ b(i) · walking distance to the truth"),
    number("brier", "Σ (b(i) − [i is true])²"),
    number("reference_p_truth", "what the exact posterior r gives the truth"),
    number("reference_entropy_bits", "entropy of r"),
    number("regret_bits", "KL(r ‖ b); ∞ where the belief rules out what r allows"),
    number("impossible_mass", "mass of the belief where r has none"),
    number("truth_local_bits", "regret at the truth by how this record was read"),
    number("truth_inherited_bits", "regret at the truth from before"),
    number("expected_local_bits", "expected regret by how this record was read"),
    number("expected_inherited_bits", "expected regret from before"),
    number("evidence_bits", "log₂ P(what was observed | everything before, opponent model)"),
    number("expected_count", "of a belief about numbers: how many things it expects in all"),
    integer("true_count", "how many there are"),
    number("count_surprisal_bits", "expected-count log score; ∞ where a cell that holds something is ruled out"),
    number(
        "ospa_steps",
        "OSPA distance (order 1, cut-off 10 steps) between where things are and where the belief has them most",
    ),
    text("faults", "kinds of faults, with `:channel` where one is to blame, joined by `;`"),
];

pub(super) fn append(batch: &mut Batch, shared: &Shared<'_>, record: &Record, analysis: &RecordAnalysis) {
    for belief in &analysis.beliefs {
        let (turn, counts) = (belief.turn.as_ref(), belief.count.as_ref());
        let Some(turn_number) = turn.map(|turn| turn.point.turn).or(counts.map(|counts| counts.turn)) else { continue };
        let key = &belief.key;
        let point = turn.map(|turn| &turn.point);
        let truth = turn.and_then(|turn| turn.truth.as_ref());
        let reference = turn.and_then(|turn| turn.reference.as_ref());
        let step = reference.and_then(|reference| reference.step.as_ref());
        let regret = step.and_then(|step| step.regret);
        let expected = step.and_then(|step| step.expected_regret);
        let surprisal = point.and_then(|point| Some((point.p_truth?, point)));
        let surprisal =
            surprisal.map(|(p, point)| if p > 0.0 { point.surprisal_bits().unwrap_or(0.0) } else { f64::INFINITY });
        // Without a number, KL is infinite; without a reference, there is none.
        let kl = reference.map(|reference| reference.regret_bits.unwrap_or(f64::INFINITY));
        let counted = counts.and_then(|counts| counts.truth);
        let faults: Vec<String> = belief.faults.iter().map(|tracked| named(&tracked.fault)).collect();
        batch.push([
            (&shared.file).into(),
            record.index.into(),
            turn_number.into(),
            key.to_string().into(),
            key.owner.as_str().into(),
            key.target.as_str().into(),
            shared.header.seat(&key.owner).and_then(|seat| shared.agent(seat)).into(),
            record.belief(key).map(|belief| quality(&belief.quality)).into(),
            reference.map(|reference| reference.model.as_str()).into(),
            point.map(|point| point.entropy_bits).into(),
            point.map(|point| point.effective_cells).into(),
            point.map(|point| point.max).into(),
            point.and_then(|point| point.p_truth).into(),
            surprisal.into(),
            point.and_then(BeliefPoint::overconfidence_bits).into(),
            truth.map(|truth| truth.hpd_level).into(),
            truth.map(|truth| truth.rank.average()).into(),
            truth.and_then(|truth| truth.expected_distance).into(),
            truth.map(|truth| truth.brier).into(),
            reference.and_then(|reference| reference.p_truth).into(),
            reference.map(|reference| reference.entropy_bits).into(),
            kl.into(),
            reference.map(|reference| reference.impossible_mass).into(),
            regret.map(|regret| regret.local_bits).into(),
            regret.map(|regret| regret.inherited_bits).into(),
            expected.map(|regret| regret.local_bits).into(),
            expected.map(|regret| regret.inherited_bits).into(),
            step.map(|step| step.evidence_bits).into(),
            counts.map(|counts| counts.expected).into(),
            counted.map(|truth| truth.things as u32).into(),
            counted.map(|truth| truth.surprisal_bits.unwrap_or(f64::INFINITY)).into(),
            counted.and_then(|truth| truth.ospa_steps).into(),
            faults.join(";").into(),
        ]);
    }
}

fn quality(quality: &Quality) -> String {
    match quality {
        Quality::Exact => "exact".to_owned(),
        Quality::Approximate { method, n } => format!("approximate:{method}:{n}"),
        Quality::Lossy => "lossy".to_owned(),
    }
}

fn named(fault: &Fault) -> String {
    match &fault.channel {
        Some(channel) => format!("{}:{channel}", fault.kind.id()),
        None => fault.kind.id().to_owned(),
    }
}
