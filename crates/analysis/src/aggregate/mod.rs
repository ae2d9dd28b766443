//! Measures over many matches. Turns of one match depend on each other, so every interval is by match.
//!
//! Cell-wise expected calibration error is not offered: nearly every cell is nearly zero in any belief over a board, so
//! that it ranks wrong motion models above exact posteriors (a test shows it).

mod bootstrap;
mod coverage;
mod reliability;

pub use bootstrap::{Estimate, cluster_bootstrap};
pub use coverage::{CoverageHistogram, coverage_histogram, uniform_band};
pub use reliability::{Bin, Reliability, reliability};

use crate::assess::{Assessment, Regret, TurnMetrics};

/// What many matches say of one kind of belief.
#[derive(Clone, PartialEq, Debug)]
pub struct Summary {
    /// Matches with at least one measured turn.
    pub matches: usize,
    /// Measured turns.
    pub turns: usize,
    /// Mean entropy in bits.
    pub entropy_bits: Option<Estimate>,
    /// Mean surprisal in bits, over the turns that do not exclude the truth.
    pub surprisal_bits: Option<Estimate>,
    /// Share of the turns that exclude it.
    pub false_exclusions: Option<Estimate>,
    /// Mean surprisal minus entropy in bits, over the turns that do not exclude the truth.
    pub overconfidence_bits: Option<Estimate>,
    /// Mean rank of the truth, ties averaged.
    pub rank: Option<Estimate>,
    /// Mean expected walking distance in steps.
    pub expected_distance: Option<Estimate>,
    /// Mean Brier score.
    pub brier: Option<Estimate>,
    /// Mean KL(r ‖ b) in bits, over the turns in which it is finite.
    pub regret_bits: Option<Estimate>,
    /// Share of the turns in which it is infinite.
    pub infinite_regrets: Option<Estimate>,
    /// Mean local part of the expected regret in bits, over the turns in which it is finite.
    pub local_regret_bits: Option<Estimate>,
    /// Mean local part of the regret at the truth in bits, over the turns in which both parts are finite.
    pub local_truth_bits: Option<Estimate>,
    /// Mean inherited part of the same turns.
    pub inherited_truth_bits: Option<Estimate>,
    /// Share of the turns in which the truth lies among the likeliest elements that hold 90 %.
    pub covered_90: Option<Estimate>,
    /// How far the highest-posterior-density levels are from uniform.
    pub coverage: CoverageHistogram,
    /// Whether the announced confidence holds.
    pub reliability: Option<Reliability>,
}

/// The regret at the truth, if both of its parts are finite.
fn finite_regret(turn: &TurnMetrics) -> Option<Regret> {
    let regret = turn.reference.as_ref()?.step.as_ref()?.regret?;
    Some(regret).filter(|regret| regret.local_bits.is_finite() && regret.inherited_bits.is_finite())
}

/// Summarises the assessments of the same belief in many matches, one each. `seed` decides the bootstrap's draws, of which
/// there are `resamples`; `bins` is the number of bars of the coverage histogram.
///
/// # Panics
/// If `resamples` or `bins` is 0.
pub fn summarise<'a>(
    assessments: impl IntoIterator<Item = &'a Assessment>,
    resamples: usize,
    bins: usize,
    seed: u64,
) -> Summary {
    let assessments: Vec<&Assessment> = assessments.into_iter().collect();
    let estimate = |measure: &dyn Fn(&TurnMetrics) -> Option<f64>| {
        let values = |assessment: &&Assessment| assessment.turns.iter().filter_map(measure).collect();
        cluster_bootstrap(&assessments.iter().map(values).collect::<Vec<Vec<f64>>>(), resamples, seed)
    };
    let share = |is: Option<bool>| is.map(|is| f64::from(u8::from(is)));
    let turns = || assessments.iter().flat_map(|assessment| &assessment.turns);
    let levels: Vec<f64> = turns().filter_map(|turn| Some(turn.truth?.hpd_level)).collect();
    let announced: Vec<(f64, bool)> =
        turns().filter_map(|turn| Some((turn.point.max, turn.truth?.is_likeliest))).collect();
    Summary {
        matches: assessments.iter().filter(|assessment| !assessment.turns.is_empty()).count(),
        turns: turns().count(),
        entropy_bits: estimate(&|turn| Some(turn.point.entropy_bits)),
        surprisal_bits: estimate(&|turn| turn.point.surprisal_bits()),
        false_exclusions: estimate(&|turn| share(turn.point.p_truth.map(|_| turn.point.is_false_exclusion()))),
        overconfidence_bits: estimate(&|turn| turn.point.overconfidence_bits()),
        rank: estimate(&|turn| Some(turn.truth?.rank.average())),
        expected_distance: estimate(&|turn| turn.truth?.expected_distance),
        brier: estimate(&|turn| Some(turn.truth?.brier)),
        regret_bits: estimate(&|turn| turn.reference.as_ref()?.regret_bits),
        infinite_regrets: estimate(&|turn| share(turn.reference.as_ref().map(|r| r.regret_bits.is_none()))),
        local_regret_bits: estimate(&|turn| {
            let expected = turn.reference.as_ref()?.step.as_ref()?.expected_regret?;
            Some(expected.local_bits).filter(|bits| bits.is_finite() && expected.inherited_bits.is_finite())
        }),
        local_truth_bits: estimate(&|turn| Some(finite_regret(turn)?.local_bits)),
        inherited_truth_bits: estimate(&|turn| Some(finite_regret(turn)?.inherited_bits)),
        covered_90: estimate(&|turn| share(turn.truth.map(|truth| truth.hpd_level <= 0.9))),
        coverage: coverage_histogram(&levels, bins),
        reliability: reliability(&announced),
    }
}
