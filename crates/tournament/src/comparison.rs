//! Two players against the same opponent on the same starts.

use fogreel_analysis::statistics::{Paired, PairedComparison};
use rayon::prelude::*;
use serde::Serialize;

use crate::Plan;

/// Two players on the same seat against the same opponent on the same starts.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Comparison {
    /// Id of the seat that both had.
    pub seat: String,
    /// The two, as positions in [`Plan::players`].
    pub players: [usize; 2],
    /// Whom they met.
    pub opponent: usize,
    /// What came out, from the side of the first; `None` without a start.
    #[serde(flatten)]
    pub found: Option<PairedComparison>,
}

/// All comparisons that the pairings allow: of two matches on a start that differ in one player alone. `scores` are those of the
/// first seat, by start, then by pairing.
pub(crate) fn comparisons(plan: &Plan, scores: &[Vec<f64>]) -> Vec<Comparison> {
    let mut differing: Vec<(usize, usize, usize)> = Vec::new();
    for seat in 0..2 {
        for one in 0..plan.pairings.len() {
            for other in one + 1..plan.pairings.len() {
                let (a, b) = (plan.pairings[one], plan.pairings[other]);
                if a[1 - seat] == b[1 - seat] {
                    differing.push((seat, one, other));
                }
            }
        }
    }
    let compare = |(seat, one, other): (usize, usize, usize)| {
        let own = |score: f64| if seat == 0 { score } else { 1.0 - score };
        let pairs: Vec<Paired> =
            scores.iter().map(|scores| Paired { first: own(scores[one]), second: own(scores[other]) }).collect();
        Comparison {
            seat: plan.seats[seat].clone(),
            players: [plan.pairings[one][seat], plan.pairings[other][seat]],
            opponent: plan.pairings[one][1 - seat],
            found: PairedComparison::of(&pairs),
        }
    };
    differing.into_par_iter().map(compare).collect()
}
