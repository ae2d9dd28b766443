//! A belief in means, beside those of the perfect reasoner.

use fogreel_analysis::BeliefPoint;
use fogreel_analysis::aggregate::{Estimate, summarise};
use fogreel_analysis::assess::{Assessment, ReferenceMetrics, TurnMetrics};
use fogreel_analysis::counts::{CountMetrics, CountTruth, OSPA_CUTOFF};

use super::numbers::{bits, bits_or_dash, count, percent};

/// The table of one belief.
pub(crate) struct Means {
    /// Over how many records.
    pub(crate) over: String,
    /// Whether there is a perfect reasoner to compare with.
    pub(crate) has_reference: bool,
    pub(crate) rows: Vec<Row>,
    /// What the belief lacks against the perfect one, in a sentence without its full stop; empty without any.
    pub(crate) regret: String,
}

/// One line of it.
pub(crate) struct Row {
    pub(crate) what: String,
    pub(crate) own: String,
    /// Empty where there is no such number.
    pub(crate) perfect: String,
}

impl Means {
    /// `None` of a belief of a kind that has no measures.
    pub(crate) fn of(belief: &Assessment) -> Option<Self> {
        if belief.turns.is_empty() {
            return Self::of_counts(&belief.counts);
        }
        let summary = summarise([belief], 1, 10, 0);
        let mean = |estimate: Option<Estimate>| estimate.map(|estimate| estimate.mean);
        let has_truth = belief.turns.iter().any(|turn| turn.truth.is_some());
        let has_reference = belief.turns.iter().any(|turn| turn.reference.is_some());
        // Both means over the same records, or they would not compare.
        let shown: Vec<&TurnMetrics> =
            belief.turns.iter().filter(|turn| !has_reference || turn.reference.is_some()).collect();
        let excluded = belief.turns.iter().filter(|turn| turn.point.is_false_exclusion()).count();
        // Where one of the two rules the truth out, some numbers do not exist.
        let excludes =
            |turn: &&TurnMetrics| turn.reference.as_ref().is_some_and(|reference| reference.p_truth == Some(0.0));
        let told: Vec<&TurnMetrics> =
            shown.iter().copied().filter(|turn| !turn.point.is_false_exclusion() && !excludes(turn)).collect();
        let own = |value: &dyn Fn(&BeliefPoint) -> Option<f64>, turns: &[&TurnMetrics]| {
            mean_of(turns.iter().filter_map(|turn| value(&turn.point)))
        };
        let perfect = |value: &dyn Fn(&ReferenceMetrics) -> Option<f64>, turns: &[&TurnMetrics]| {
            mean_of(turns.iter().filter_map(|turn| value(turn.reference.as_ref()?)))
        };
        let surprisal = |p: f64| (p > 0.0).then(|| -p.log2() + 0.0);
        let of = if told.len() < shown.len() { format!(" (in {})", told.len()) } else { String::new() };
        let over = match count(shown.len(), "record") {
            all if shown.len() == belief.turns.len() => all,
            some => format!("{some} of {} that the perfect reasoner covers", belief.turns.len()),
        };
        let or_blank = |value: Option<f64>| if has_reference { bits_or_dash(value) } else { String::new() };
        let mut rows = Vec::new();
        let mut row = |what: String, own: String, perfect: String| rows.push(Row { what, own, perfect });
        if has_truth {
            let reference = perfect(&|reference| surprisal(reference.p_truth?), &told);
            row(
                format!("surprisal at the truth, bits{of}"),
                bits_or_dash(own(&BeliefPoint::surprisal_bits, &told)),
                or_blank(reference),
            );
        }
        row(
            "entropy, bits".to_owned(),
            bits_or_dash(own(&|point| Some(point.entropy_bits), &shown)),
            or_blank(perfect(&|reference| Some(reference.entropy_bits), &shown)),
        );
        if has_truth {
            let over_reference =
                |reference: &ReferenceMetrics| Some(surprisal(reference.p_truth?)? - reference.entropy_bits);
            let reference = perfect(&over_reference, &told);
            let own = bits_or_dash(own(&BeliefPoint::overconfidence_bits, &told));
            row(format!("overconfidence, bits{of}"), own, or_blank(reference));
            row("truth among the likeliest 90 %".to_owned(), percent(mean(summary.covered_90)), String::new());
            row("records that rule the truth out".to_owned(), excluded.to_string(), String::new());
        }
        let regret = regret(belief, mean(summary.local_truth_bits), mean(summary.inherited_truth_bits));
        Some(Self { over, has_reference, rows, regret })
    }
}

impl Means {
    /// Of a belief about how many things are on each cell; `None` without any.
    fn of_counts(counts: &[CountMetrics]) -> Option<Self> {
        let truths: Vec<&CountTruth> = counts.iter().filter_map(|count| count.truth.as_ref()).collect();
        let told: Vec<f64> = truths.iter().filter_map(|truth| truth.surprisal_bits).collect();
        let of = if told.len() < truths.len() { format!(" (in {})", told.len()) } else { String::new() };
        let mut rows = Vec::new();
        let mut row = |what: String, own: String| rows.push(Row { what, own, perfect: String::new() });
        row("things expected in all".to_owned(), bits_or_dash(mean_of(counts.iter().map(|count| count.expected))));
        if !truths.is_empty() {
            row(
                "things that there are".to_owned(),
                bits_or_dash(mean_of(truths.iter().map(|truth| truth.things as f64))),
            );
            row(format!("expected-count log score, bits{of}"), bits_or_dash(mean_of(told.iter().copied())));
            let steps = mean_of(truths.iter().filter_map(|truth| truth.ospa_steps));
            row(format!("OSPA distance, steps (cut-off {OSPA_CUTOFF})"), bits_or_dash(steps));
            row("records that rule a true cell out".to_owned(), (truths.len() - told.len()).to_string());
        }
        let over = count(counts.len(), "record");
        (!counts.is_empty()).then(|| Self { over, has_reference: false, rows, regret: String::new() })
    }
}

/// The mean; `None` of nothing.
fn mean_of(values: impl Iterator<Item = f64>) -> Option<f64> {
    let (sum, count) = values.fold((0.0, 0), |(sum, count), value| (sum + value, count + 1));
    (count > 0).then(|| sum / f64::from(count))
}

/// What the belief lacks against the perfect one.
fn regret(belief: &Assessment, local: Option<f64>, inherited: Option<f64>) -> String {
    let steps = || belief.turns.iter().filter_map(|turn| turn.reference.as_ref()?.step.as_ref()?.regret);
    if let (Some(local), Some(inherited)) = (local, inherited) {
        let lasting = steps().filter(|regret| !regret.inherited_bits.is_finite()).count();
        let fresh = steps().filter(|regret| !regret.local_bits.is_finite()).count();
        let infinite = match (fresh, lasting) {
            (0, 0) => String::new(),
            _ => format!("; without bound where the truth is ruled out: {fresh} anew, {lasting} inherited"),
        };
        return format!(
            "regret {} bits a record against the perfect reasoner: {} by how that record was read (local), {} from \
             before (inherited){infinite}",
            bits(local + inherited),
            bits(local),
            bits(inherited)
        );
    }
    let kl: Vec<f64> = belief
        .turns
        .iter()
        .filter_map(|turn| Some(turn.reference.as_ref()?.regret_bits.unwrap_or(f64::INFINITY)))
        .collect();
    if kl.is_empty() {
        return String::new();
    }
    let finite: Vec<f64> = kl.iter().copied().filter(|bits| bits.is_finite()).collect();
    let mean = (!finite.is_empty()).then(|| finite.iter().sum::<f64>() / finite.len() as f64);
    let infinite = match kl.len() - finite.len() {
        0 => String::new(),
        infinite => format!("; without bound in {}", count(infinite, "other")),
    };
    format!("regret {} bits a record against the perfect reasoner, KL(r ‖ b){infinite}", bits_or_dash(mean))
}
