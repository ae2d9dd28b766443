//! Identities of regret and attribution on random steps, and the assessor beside what it is made of.

use fogreel_engine::data::BeliefKind::{Categorical, Count};
use fogreel_engine::data::{Belief, BeliefKey, Quality};
use fogreel_inference::{Breakdown, Domain, Lift, Likelihood, Motion, Posterior, Projection};
use fogreel_recorder::Timeline;
use proptest::prelude::*;

use super::fixture::{header, key, record, spread};
use crate::assess::{Assessor, Attribution, Gain, Regret, assess};
use crate::metrics::{entropy_bits, regret_bits};

const CELLS: usize = 5;

/// A step on a ring of five cells with four channels that say yes, no or maybe of each transition.
fn breakdown(prior: &[f64], says: &[Vec<f64>]) -> Breakdown {
    let domain = Domain::new(CELLS, 1).expect("small");
    let mut motion = Motion::new(domain);
    for from in 0..CELLS {
        (0..3u16).for_each(|action| motion.push(from, (from + usize::from(action)) % CELLS, action, 1.0 / 3.0));
    }
    let evidence: Vec<Likelihood> = ["sight", "orthogonal", "noise", "scan"]
        .into_iter()
        .zip(says)
        .map(|(channel, says)| {
            let mut says = says.iter();
            Likelihood::of_edges(channel, &motion, |_| *says.next().expect("one per transition"))
        })
        .collect();
    let posterior = Posterior::new(domain, prior.to_vec(), "start").expect("positive");
    let projection = Projection::new(CELLS, (0..CELLS).map(|cell| (cell, 1.0)));
    Breakdown::new(&posterior, &projection, &Lift::identity(CELLS), &motion, &evidence, |_| String::new())
}

fn distribution() -> impl Strategy<Value = Vec<f64>> {
    prop::collection::vec(0.01..1.0f64, CELLS).prop_map(|weights| {
        let total: f64 = weights.iter().sum();
        weights.into_iter().map(|weight| weight / total).collect()
    })
}

fn evidence() -> impl Strategy<Value = Vec<Vec<f64>>> {
    let says = prop_oneof![2 => Just(0.0), 1 => Just(0.5), 6 => Just(1.0)];
    prop::collection::vec(prop::collection::vec(says, 3 * CELLS), 4)
}

fn is_close(first: f64, second: f64) -> bool {
    (first - second).abs() < 1e-9
}

/// All orders of four.
fn orders() -> Vec<[usize; 4]> {
    let mut orders = Vec::new();
    for code in 0..256usize {
        let order = [code & 3, code >> 2 & 3, code >> 4 & 3, code >> 6];
        if (0..4).all(|channel| order.contains(&channel)) {
            orders.push(order);
        }
    }
    assert_eq!(orders.len(), 24);
    orders
}

proptest! {
    /// In order and by Shapley, motion and channels sum to what the step did; Shapley is the mean over all orders.
    #[test]
    fn attributions_sum_to_the_step(prior in distribution(), says in evidence(), truths in (0..CELLS, 0..CELLS)) {
        let breakdown = breakdown(&prior, &says);
        let Some(after) = breakdown.belief(breakdown.all()) else { return Ok(()) };
        let (before, truth) = truths;
        let attribution = Attribution::new(&breakdown, &prior, Some(before), Some(truth)).expect("possible");
        let entropy = entropy_bits(&after) - entropy_bits(&prior);
        let sum = |of: &dyn Fn(Gain) -> f64, shapley: bool| {
            let gains = attribution.channels.iter().map(|gain| if shapley { gain.shapley } else { gain.in_order });
            of(attribution.motion) + gains.map(of).sum::<f64>()
        };
        for shapley in [false, true] {
            prop_assert!(is_close(sum(&|gain| gain.entropy_bits, shapley), entropy));
        }
        prop_assert!(is_close(attribution.total().entropy_bits, entropy));
        let belief = |set: u32| breakdown.belief(set).expect("possible with all, so with fewer");
        let mut mean = [0.0; 4];
        for order in orders() {
            let mut set = 0;
            for channel in order {
                let gain = entropy_bits(&belief(set | 1 << channel)) - entropy_bits(&belief(set));
                mean[channel] += gain / 24.0;
                set |= 1 << channel;
            }
        }
        for (gain, mean) in attribution.channels.iter().zip(mean) {
            prop_assert!(is_close(gain.shapley.entropy_bits, mean));
        }
        if after[truth] > 0.0 {
            let bits = after[truth].log2() - prior[before].log2();
            for shapley in [false, true] {
                prop_assert!(is_close(sum(&|gain| gain.truth_bits.expect("possible"), shapley), bits));
            }
        } else {
            prop_assert_eq!(attribution.total().truth_bits, None);
        }
    }

    /// A channel that says no more than another gains nothing after it.
    #[test]
    fn what_is_known_already_gains_nothing(prior in distribution(), mut says in evidence()) {
        // Sight is what orthogonal range says on some transitions, and nothing on the others.
        says[0] = says[1].iter().enumerate().map(|(k, l)| if k % 2 == 0 && *l == 0.0 { 0.0 } else { 1.0 }).collect();
        let breakdown = breakdown(&prior, &says);
        for others in (0..16u32).filter(|set| set >> 1 & 1 == 1) {
            prop_assert_eq!(breakdown.weights(others | 1), breakdown.weights(others & !1));
        }
    }

    /// Inherited and local regret sum to the whole, at the truth and expected.
    #[test]
    fn regret_adds_up(r in distribution(), f in distribution(), mut b in distribution(), truth in 0..CELLS) {
        let regret = Regret::at(truth, &r, Some(&f), &b).expect("possible");
        prop_assert!(is_close(regret.total_bits(), (r[truth] / b[truth]).log2()));
        prop_assert!(is_close(regret.inherited_bits, (r[truth] / f[truth]).log2()));
        let expected = Regret::expected(&r, Some(&f), &b);
        prop_assert!(is_close(expected.total_bits(), regret_bits(&r, &b).expect("finite")));
        prop_assert!(is_close(expected.inherited_bits, regret_bits(&r, &f).expect("finite")));
        // The mean of the one over the reference is the other.
        let at = |truth| Regret::at(truth, &r, Some(&f), &b).expect("possible");
        let mean: f64 = (0..CELLS).map(|truth| r[truth] * at(truth).local_bits).sum();
        prop_assert!(is_close(mean, expected.local_bits));
        b[truth] = 0.0;
        prop_assert_eq!(Regret::expected(&r, Some(&f), &b).local_bits, f64::INFINITY);
        prop_assert_eq!(regret_bits(&r, &b), None);
    }
}

/// Without a model, a stored reference is taken; without a truth, what needs none is there.
#[test]
fn what_there_is_to_compare_with_is_used() {
    let sound = spread(&[((2, 3), 0.25), ((1, 2), 0.75)]);
    let mut at = record(3, Categorical(sound.clone()));
    let alone = Assessor::new(&header(), &key(), None, 0).next(&at).expect("a belief");
    assert_eq!(alone.reference, None);
    let truth = alone.truth.expect("a truth");
    assert_eq!((truth.rank.average(), truth.brier), (2.0, 1.125));
    // (1,2) lies two steps from the thief at (2,3).
    assert_eq!(truth.expected_distance, Some(1.5));
    assert!((0.75..1.0).contains(&truth.hpd_level));
    let reference = spread(&[((2, 3), 0.5), ((1, 2), 0.5)]);
    let stored = BeliefKey::new("guard", "thief", "reference:hand");
    at.beliefs.push(Belief { key: stored, quality: Quality::Exact, kind: Categorical(reference.clone()) });
    at.truth = None;
    let compared = Assessor::new(&header(), &key(), None, 0).next(&at).expect("a belief");
    assert_eq!(compared.truth, None);
    let metrics = compared.reference.expect("stored");
    assert_eq!((metrics.model.as_str(), metrics.p_truth, metrics.step), ("hand", None, None));
    assert_eq!(metrics.regret_bits, regret_bits(&reference, &sound));
    assert!(Assessor::new(&header(), &key(), None, 0).next(&record(0, Count(sound))).is_none());
}

#[test]
fn a_distance_that_nobody_can_walk_is_none() {
    let on_wall = record(0, Categorical(spread(&[((2, 3), 0.5), ((1, 1), 0.5)])));
    let metrics = Assessor::new(&header(), &key(), None, 0).next(&on_wall).expect("a belief");
    assert_eq!(metrics.truth.expect("a truth").expected_distance, None);
}

#[test]
fn ties_are_decided_by_the_seed_alone() {
    let records: Vec<_> = (0..9).map(|index| record(index, Categorical(vec![1.0 / 12.0; 12]))).collect();
    let timeline = Timeline::from_memory(header(), records, None);
    let levels = |seed| {
        let assessment = assess(&timeline, &key(), None, seed).expect("readable");
        let level = |turn: &crate::assess::TurnMetrics| turn.truth.expect("a truth").hpd_level;
        assessment.turns.iter().map(level).collect::<Vec<f64>>()
    };
    assert_eq!(levels(1), levels(1));
    assert_ne!(levels(1), levels(2));
    assert!(levels(1).windows(2).all(|pair| pair[0] != pair[1]));
}
