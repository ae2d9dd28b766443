//! Measures of beliefs along real matches: steps taken apart are steps as taken, and everything adds up.

mod assessing;

use assessing::{GUARD, assessed, key, play, reference};
use fogreel_analysis::assess::assess;
use fogreel_engine::Seat;
use fogreel_inference::{Breakdown, Told};
use fogreel_recorder::Timeline;

const THIEF: Seat = Seat(0);

fn is_close(first: &[f64], second: &[f64]) -> bool {
    first.len() == second.len() && first.iter().zip(second).all(|(a, b)| (a - b).abs() < 1e-12)
}

/// Each step of a seat's reference, taken apart before it was taken, with the belief after it.
fn steps(timeline: &Timeline, seat: Seat, model: &str) -> Vec<(Breakdown, Vec<f64>)> {
    let mut reference = reference(timeline, seat, model);
    let target = if seat == THIEF { "guard" } else { "thief" };
    let mut steps = Vec::new();
    let mut before: Option<Vec<f64>> = None;
    for index in 0..timeline.len() {
        let record = timeline.record(index).expect("readable");
        let told = Told::of(&record, seat).expect("a view");
        let apart = reference.breakdown(told, target, None).expect("readable");
        let lifted = reference.breakdown(told, target, before.as_deref()).expect("readable");
        let bits = reference.observe(told).expect("possible");
        let belief = reference.beliefs()[0].values().to_vec();
        assert_eq!(apart.is_some(), index > 0);
        if let (Some(apart), Some(lifted)) = (apart, lifted) {
            let total: f64 = apart.weights(apart.all()).iter().sum();
            assert!((total.log2() - bits).abs() < 1e-9, "{} and {bits}", total.log2());
            for breakdown in [&apart, &lifted] {
                assert!(is_close(&breakdown.belief(breakdown.all()).expect("possible"), &belief));
            }
            steps.push((apart, belief.clone()));
        }
        before = Some(belief);
    }
    steps
}

#[test]
fn a_step_taken_apart_is_the_step_under_every_kind_of_evidence() {
    let knobs: [&[(&str, &str)]; 6] = [
        &[],
        &[("escape", "delayed")],
        &[("noise", "distance")],
        &[("noise", "cell"), ("thief_hears_guard", "on")],
        &[("thief_knows_exits", "off")],
        &[("guard_orthogonal", "off"), ("exit_discovery", "on_sensing")],
    ];
    let mut taken = 0;
    for preset in ["guide", "original"] {
        for (seed, knobs) in knobs.iter().enumerate() {
            let timeline = play(preset, "random", "chase", seed as u64, knobs);
            for seat in [THIEF, GUARD] {
                for model in ["uniform", "uniform+noise_averse"] {
                    taken += steps(&timeline, seat, model).len();
                }
            }
        }
    }
    assert!(taken > 500, "only {taken} steps");
}

/// Orthogonal range sees what sight sees, walls or not.
#[test]
fn sight_after_orthogonal_range_gains_nothing() {
    let mut gained = 0;
    for seed in 0..6 {
        for (step, _) in steps(&play("guide", "random", "chase", seed, &[]), GUARD, "uniform") {
            let place = |name: &str| 1u32 << step.channels().iter().position(|channel| *channel == name).expect(name);
            let (sight, orthogonal) = (place("sight"), place("orthogonal"));
            for others in (0..=step.all()).filter(|set| set & orthogonal > 0) {
                assert!(is_close(&step.weights(others | sight), &step.weights(others & !sight)));
            }
            gained += usize::from(step.weights(sight) != step.weights(0));
        }
    }
    assert!(gained > 20, "sight alone says something: {gained}");
}

#[test]
fn everything_adds_up_along_matches() {
    let mut turns = 0;
    for (preset, guard) in [("guide", "hunter"), ("original", "hunter"), ("guide", "exact"), ("guide", "qmdp")] {
        for seed in 0..4 {
            let timeline = play(preset, "fuzzy", guard, seed, &[]);
            let assessment = assessed(&timeline, "uniform");
            let is_exact = guard != "hunter";
            let (mut before, mut evidence): (Option<(f64, f64)>, f64) = (None, 0.0);
            for turn in &assessment.turns {
                let reference = turn.reference.as_ref().expect("a reference");
                let step = reference.step.as_ref().expect("an exact one");
                let p_truth = reference.p_truth.expect("a truth");
                evidence += step.evidence_bits;
                let regret = step.regret.expect("under `uniform` the truth is always possible");
                let expected = step.expected_regret.expect("stated in every record");
                if let Some(bits) = reference.regret_bits.filter(|_| expected.inherited_bits.is_finite()) {
                    assert!((expected.total_bits() - bits).abs() < 1e-9, "{expected:?}, {bits}");
                }
                if let Some(surprisal) = turn.point.surprisal_bits().filter(|_| regret.inherited_bits.is_finite()) {
                    assert!((regret.total_bits() - (p_truth.log2() + surprisal)).abs() < 1e-9);
                }
                if is_exact {
                    let parts =
                        [regret.inherited_bits, regret.local_bits, expected.inherited_bits, expected.local_bits];
                    assert!(parts.iter().all(|bits| bits.abs() < 1e-9), "{parts:?}");
                    assert_eq!(reference.impossible_mass, 0.0);
                }
                if let Some((p_before, entropy_before)) = before {
                    let total = step.attribution.as_ref().expect("a step").total();
                    let bits = total.truth_bits.expect("possible");
                    assert!((bits - p_truth.log2() + p_before.log2()).abs() < 1e-9);
                    assert!((total.entropy_bits - (reference.entropy_bits - entropy_before)).abs() < 1e-9);
                }
                before = Some((p_truth, reference.entropy_bits));
                turns += 1;
            }
            assert_eq!(assessment.turns.len(), timeline.len());
            assert!((assessment.evidence_bits.expect("a model") - evidence).abs() < 1e-9);
        }
    }
    assert!(turns > 200, "only {turns}");
}

/// Particles have no step to take apart; a model that rejects what happened ends the comparison and nothing else.
#[test]
fn what_a_reference_cannot_tell_is_left_out() {
    let timeline = play("guide", "random", "chase", 1, &[]);
    let sampled = assessed(&timeline, "uniform:particles=2000");
    assert_eq!(sampled.turns.len(), timeline.len());
    let steps = sampled.turns.iter().skip(1).map(|turn| turn.reference.as_ref().expect("compared").step.clone());
    assert!(steps.map(|step| step.expect("a step")).all(|step| step.regret.is_none() && step.attribution.is_none()));
    let ended = assess(&timeline, &key(), Some(reference(&timeline, GUARD, "dash")), 0).expect("readable");
    assert!(ended.error.is_some_and(|error| error.to_string().contains("`dash`")));
    assert_eq!(ended.turns.len(), timeline.len());
    assert!(ended.turns.last().is_some_and(|turn| turn.reference.is_none() && turn.truth.is_some()));
    // The thief's reference says nothing of the guard's belief.
    let other = assess(&timeline, &key(), Some(reference(&timeline, THIEF, "uniform")), 0).expect("readable");
    assert!(other.turns.iter().all(|turn| turn.reference.is_none()));
}
