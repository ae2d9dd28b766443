//! Which measures find a wrong belief: four planted faults are found by surprisal, coverage and regret together, and
//! cell-wise expected calibration error prefers a wrong model to the exact posterior.

mod assessing;

use assessing::{GUARD, assessed, key, normalised, plant, play, records, reference};
use fogreel_analysis::aggregate::{Estimate, Summary, cluster_bootstrap, summarise};
use fogreel_analysis::assess::Assessment;
use fogreel_inference::{Breakdown, Told};
use fogreel_recorder::Timeline;

const MATCHES: u64 = 30;
const RESAMPLES: usize = 1000;

/// What a planted filter makes of a step: the exact belief, its own belief before, the truth, and the step from there.
type Filter = fn(exact: &[f64], own: Option<&Breakdown>, truth: usize, index: usize) -> Vec<f64>;

/// The matches of a thief that walks at random, with the beliefs of a planted filter in place of the guard's.
fn planted(filter: Filter) -> Vec<Assessment> {
    let assessment = |seed| {
        let timeline = play("guide", "random", "still", seed, &[]);
        let mut exact = reference(&timeline, GUARD, "uniform");
        let mut own: Option<Vec<f64>> = None;
        let mut records = records(&timeline);
        for (index, record) in records.iter_mut().enumerate() {
            let told = Told::of(record, GUARD).expect("a view");
            let step = own.as_deref().and_then(|own| exact.breakdown(told, "thief", Some(own)).expect("readable"));
            exact.observe(told).expect("possible");
            let belief = exact.beliefs().remove(0);
            let truth = record.true_element(timeline.header(), &key()).expect("a truth");
            let values = filter(belief.values(), step.as_ref(), truth, index);
            plant(record, values.clone());
            own = Some(values);
        }
        assessed(&Timeline::from_memory(timeline.header().clone(), records, timeline.end().cloned()), "uniform")
    };
    (0..MATCHES).map(assessment).collect()
}

/// Mean of the highest-posterior-density level, by match.
fn level(assessments: &[Assessment]) -> Estimate {
    let levels = |assessment: &Assessment| {
        assessment.turns.iter().map(|turn| turn.truth.expect("a truth").hpd_level).collect::<Vec<f64>>()
    };
    cluster_bootstrap(&assessments.iter().map(levels).collect::<Vec<_>>(), RESAMPLES, 0).expect("turns")
}

fn summary(assessments: &[Assessment]) -> Summary {
    summarise(assessments, RESAMPLES, 10, 0)
}

fn holds(estimate: Option<Estimate>, value: f64) -> bool {
    estimate.is_some_and(|estimate| (estimate.low..=estimate.high).contains(&value))
}

#[test]
fn surprisal_coverage_and_regret_find_what_is_planted() {
    let exact = planted(|exact, _, _, _| exact.to_vec());
    let truth = summary(&exact);
    assert!(holds(truth.overconfidence_bits, 0.0), "{:?}", truth.overconfidence_bits);
    assert!(holds(Some(level(&exact)), 0.5), "{:?}", level(&exact));
    assert!(truth.regret_bits.is_some_and(|regret| regret.mean < 1e-9));
    assert!(holds(truth.false_exclusions, 0.0));
    let reliability = truth.reliability.as_ref().expect("turns");
    assert!(reliability.miscalibration < 0.01 && reliability.bins.len() > 1, "{reliability:?}");

    let excess = |summary: &Summary| {
        let surprisal = |summary: &Summary| summary.surprisal_bits.expect("turns").mean;
        surprisal(summary) - surprisal(&truth)
    };
    // A motion model that takes the thief to stay where it is, or go anywhere one time in ten.
    let stays: Filter = |exact, own, _, _| {
        let Some(own) = own else { return exact.to_vec() };
        let (waits, all) = (own.weights_where(own.all(), |action| action == "wait"), own.weights(own.all()));
        let moves = own.actions().is_empty();
        normalised(waits.iter().zip(&all).map(|(w, a)| if moves { *a } else { 0.1 * a + 4.0 * w }).collect())
    };
    let wrong_motion = planted(stays);
    assert!(excess(&summary(&wrong_motion)) > 0.05, "{}", excess(&summary(&wrong_motion)));
    assert!(summary(&wrong_motion).regret_bits.is_some_and(|regret| regret.low > 0.05));

    let sharp = planted(|exact, _, _, _| normalised(exact.iter().map(|p| p.powi(3)).collect()));
    assert!(summary(&sharp).overconfidence_bits.is_some_and(|bits| bits.low > 0.05));
    assert!(summary(&sharp).regret_bits.is_some_and(|regret| regret.low > 0.05));

    assert!(level(&sharp).low > 0.5, "the truth lies outside of what it says: {:?}", level(&sharp));

    // Misses of sight, orthogonal range and scan are ignored.
    let misses = planted(|exact, own, _, _| {
        let heeded = |channel: &str| matches!(channel, "capture" | "escape" | "noise" | "exits");
        let is_found = exact.iter().any(|p| *p > 0.999);
        match own.filter(|_| !is_found) {
            Some(own) => {
                let channels = own.channels().iter().enumerate().filter(|(_, channel)| heeded(channel));
                own.belief(channels.map(|(k, _)| 1 << k).sum()).unwrap_or_else(|| exact.to_vec())
            }
            None => exact.to_vec(),
        }
    });
    assert!(summary(&misses).regret_bits.is_some_and(|regret| regret.low > 0.05));
    assert!(excess(&summary(&misses)) > 0.05, "{}", excess(&summary(&misses)));
    let ignored =
        misses.iter().flat_map(|assessment| &assessment.faults).filter(|tracked| tracked.fault.channel.is_some());
    assert!(ignored.count() > 0);

    let excluded = planted(|exact, _, truth, index| {
        let mut values = exact.to_vec();
        if index % 4 == 3 && values[truth] < 1.0 {
            values[truth] = 0.0;
        }
        normalised(values)
    });
    let excluded = summary(&excluded);
    assert!(excluded.false_exclusions.is_some_and(|share| share.low > 0.1));
    assert!(excluded.infinite_regrets.is_some_and(|share| share.low > 0.1));
}

/// Expected calibration error over all cells of all turns in ten bins of equal width (Naeini, Cooper, Hauskrecht 2015),
/// and the surprisals by match.
fn calibration_error(model: &str) -> (f64, Vec<Vec<f64>>) {
    let mut bins = [(0.0, 0.0); 10];
    let (mut cells, mut surprisals) = (0.0, Vec::new());
    for seed in 0..120 {
        let timeline = play("guide", "still", "chase", seed, &[]);
        let mut reference = reference(&timeline, GUARD, model);
        let mut of_match = Vec::new();
        for record in records(&timeline) {
            reference.observe(Told::of(&record, GUARD).expect("a view")).expect("possible");
            let belief = reference.beliefs().remove(0);
            let truth = record.true_element(timeline.header(), &key()).expect("a truth");
            let is_seen = record.views[GUARD.index()]
                .pieces
                .iter()
                .any(|known| known.piece.kind == 0 && known.seen_at == record.index);
            if is_seen {
                continue;
            }
            of_match.push(-belief.values()[truth].log2());
            for (cell, p) in belief.values().iter().enumerate() {
                let bin = &mut bins[((p * 10.0) as usize).min(9)];
                *bin = (bin.0 + p, bin.1 + f64::from(u8::from(cell == truth)));
                cells += 1.0;
            }
        }
        surprisals.push(of_match);
    }
    (
        bins.iter().map(|(announced, true_ones): &(f64, f64)| (announced - true_ones).abs()).sum::<f64>() / cells,
        surprisals,
    )
}

/// A thief that stands still, and two models of it: the true one, and one that walks at random. Nearly every cell is
/// nearly zero in both, so that the error of the wrong one drowns, while the true one's few bold cells are few draws.
#[test]
fn cell_wise_calibration_error_prefers_a_wrong_motion_model() {
    let (exact, wrong) = (calibration_error("still"), calibration_error("uniform"));
    assert!(wrong.0 < exact.0, "{} and {}", wrong.0, exact.0);
    assert!(exact.0 < 0.001, "both look perfect: {}", exact.0);
    // Surprisal is not fooled, match by match.
    let pairs = exact.1.iter().zip(&wrong.1);
    let gaps = pairs.map(|(exact, wrong)| wrong.iter().zip(exact).map(|(w, e)| w - e).collect::<Vec<f64>>());
    let gap = cluster_bootstrap(&gaps.collect::<Vec<_>>(), RESAMPLES, 0).expect("turns");
    assert!(gap.low > 0.1, "{gap:?}");
}
