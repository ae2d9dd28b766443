//! The exact filter, smoothing, mixtures and particles against their definitions on small random models.

use fogreel_engine::{Chance, Owner};
use fogreel_inference::{
    Domain, FLUSH, Likelihood, Mixture, Motion, Particles, Posterior, Rejected, TakenStep, smooth,
};
use proptest::prelude::*;

/// A transition: from, to, action, and its probability under each tag.
type Transition = (usize, usize, u16, Vec<f64>);

/// A model as plain tables, which the tests evaluate by definition.
#[derive(Clone, Debug)]
struct Model {
    sites: usize,
    tags: usize,
    prior: Vec<f64>,
    steps: Vec<Vec<Transition>>,
    /// `evidence[t]`: one likelihood per transition, and one per tag.
    evidence: Vec<(Vec<f64>, Vec<f64>)>,
}

fn weight() -> impl Strategy<Value = f64> {
    prop_oneof![1 => Just(0.0), 3 => 0.01..1.0]
}

fn model() -> impl Strategy<Value = Model> {
    // More than 64 tags in some, so that the bit sets have several words.
    (1usize..5, prop_oneof![1usize..4, 60usize..70], 1usize..4).prop_flat_map(|(sites, tags, steps)| {
        let states = sites * tags;
        let row = prop_oneof![weight().prop_map(move |w| vec![w; tags]), prop::collection::vec(weight(), tags),];
        let edges =
            prop::collection::vec((0..sites, 0..sites, 0u16..3, row), 1..3 * sites + 1).prop_map(|mut edges| {
                edges.sort_by_key(|edge| edge.0);
                edges
            });
        let one = edges.prop_flat_map(move |edges| {
            let likelihoods = prop::collection::vec(weight(), edges.len());
            (Just(edges), likelihoods, prop::collection::vec(weight(), tags))
        });
        (prop::collection::vec(weight(), states), prop::collection::vec(one, steps)).prop_map(move |(prior, rest)| {
            let (mut steps, mut evidence) = (Vec::new(), Vec::new());
            for (edges, of_edges, of_tags) in rest {
                steps.push(edges);
                evidence.push((of_edges, of_tags));
            }
            Model { sites, tags, prior, steps, evidence }
        })
    })
}

impl Model {
    fn domain(&self) -> Domain {
        Domain::new(self.sites, self.tags).expect("small")
    }

    fn motion(&self, step: usize) -> Motion {
        let mut motion = Motion::new(self.domain());
        for (from, to, action, probabilities) in &self.steps[step] {
            motion.push_per_tag(*from, *to, *action, probabilities);
        }
        motion
    }

    /// The likelihoods of the transitions that a motion keeps (those with a positive probability).
    fn likelihoods(&self, step: usize, motion: &Motion) -> Vec<Likelihood> {
        let (of_edges, of_tags) = &self.evidence[step];
        let kept = self.steps[step].iter().zip(of_edges).filter(|((.., p), _)| p.iter().any(|p| *p > 0.0));
        let mut kept = kept.map(|(_, likelihood)| *likelihood);
        vec![
            Likelihood::of_edges("edges", motion, |_| kept.next().expect("one per edge")),
            Likelihood::of_tags("tags", motion, |tag| of_tags[tag]),
        ]
    }

    /// Every path with its weight: states at each time, joint with the evidence of the first `steps` steps.
    fn paths(&self, steps: usize) -> Vec<(Vec<usize>, f64)> {
        let mut paths: Vec<(Vec<usize>, f64)> = self.prior.iter().enumerate().map(|(s, p)| (vec![s], *p)).collect();
        for step in 0..steps {
            let mut longer = Vec::new();
            for (path, weight) in paths.into_iter().filter(|(_, weight)| *weight > 0.0) {
                let (site, tag) = (path[path.len() - 1] / self.tags, path[path.len() - 1] % self.tags);
                let (of_edges, of_tags) = &self.evidence[step];
                for ((from, to, _, probabilities), likelihood) in self.steps[step].iter().zip(of_edges) {
                    if *from == site {
                        let mut path = path.clone();
                        path.push(to * self.tags + tag);
                        longer.push((path, weight * probabilities[tag] * likelihood * of_tags[tag]));
                    }
                }
            }
            paths = longer;
        }
        paths
    }

    /// The distribution at time `at`, given the evidence of the first `steps` steps; and the probability of that evidence.
    fn by_definition(&self, at: usize, steps: usize) -> (Vec<f64>, f64) {
        let mut states = vec![0.0; self.sites * self.tags];
        self.paths(steps).iter().for_each(|(path, weight)| states[path[at]] += weight);
        let total: f64 = states.iter().sum();
        (states.iter().map(|mass| mass / total).collect(), total)
    }
}

fn assert_close(found: &[f64], expected: &[f64]) {
    assert_eq!(found.len(), expected.len());
    for (state, (found, expected)) in found.iter().zip(expected).enumerate() {
        assert!((found - expected).abs() < 1e-12, "state {state}: {found} is not {expected}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn the_filter_is_the_sum_over_all_paths(model in model()) {
        let prior: f64 = model.prior.iter().sum();
        let Ok(mut posterior) = Posterior::new(model.domain(), model.prior.clone(), "start") else {
            prop_assert_eq!(prior, 0.0);
            return Ok(());
        };
        let (mut filtered, mut motions, mut evidences) = (vec![posterior.clone()], Vec::new(), Vec::new());
        let mut bits = 0.0;
        for step in 0..model.steps.len() {
            let motion = model.motion(step);
            let evidence = model.likelihoods(step, &motion);
            let (expected, total) = model.by_definition(step + 1, step + 1);
            let before = posterior.clone();
            match posterior.step(&motion, &evidence) {
                Ok(probability) => bits += probability.log2(),
                Err(error) => {
                    prop_assert_eq!(total, 0.0, "{}", error);
                    prop_assert_eq!(posterior.probabilities(), before.probabilities());
                    prop_assert_eq!(posterior.possible_states(), before.possible_states());
                    return Ok(());
                }
            }
            assert_close(posterior.probabilities(), &expected);
            prop_assert!((bits - (total / prior).log2()).abs() < 1e-9);
            for (state, mass) in expected.iter().enumerate() {
                let (site, tag) = (state / model.tags, state % model.tags);
                prop_assert_eq!(posterior.is_possible(site, tag), *mass > 0.0);
            }
            filtered.push(posterior.clone());
            motions.push(motion);
            evidences.push(evidence);
        }
        // And in hindsight.
        let taken: Vec<TakenStep> =
            motions.iter().zip(&evidences).map(|(motion, evidence)| TakenStep { motion, evidence }).collect();
        for (at, smoothed) in smooth(&filtered, &taken).iter().enumerate() {
            assert_close(smoothed, &model.by_definition(at, model.steps.len()).0);
        }
    }

    /// Where likelihoods sit on states, the filter is the textbook's b' ∝ diag(L) Tᵀ b.
    #[test]
    fn with_likelihoods_on_states_it_is_the_matrix_filter(
        (states, prior, matrix, likelihoods) in (2usize..7).prop_flat_map(|n| (
            Just(n),
            prop::collection::vec(0.01..1.0f64, n),
            prop::collection::vec(0.01..1.0f64, n * n),
            prop::collection::vec(prop::collection::vec(0.01..1.0f64, n), 1..6),
        ))
    ) {
        let domain = Domain::new(states, 1).expect("small");
        let mut motion = Motion::new(domain);
        for from in 0..states {
            for to in 0..states {
                motion.push(from, to, 0, matrix[from * states + to]);
            }
        }
        let mut posterior = Posterior::new(domain, prior.clone(), "start").expect("positive");
        let mut belief = prior;
        for likelihood in likelihoods {
            posterior.step(&motion, &[Likelihood::of_edges("state", &motion, |edge| likelihood[edge.to as usize])])
                .expect("possible");
            let mut next: Vec<f64> = (0..states)
                .map(|to| (0..states).map(|from| belief[from] * matrix[from * states + to]).sum::<f64>() * likelihood[to])
                .collect();
            let total: f64 = next.iter().sum();
            next.iter_mut().for_each(|mass| *mass /= total);
            assert_close(posterior.probabilities(), &next);
            belief = next;
        }
    }
}

/// A line of sites; whoever is there stays or steps to either side.
fn line(sites: usize) -> (Domain, Motion) {
    let domain = Domain::new(sites, 1).expect("small");
    let mut motion = Motion::new(domain);
    for from in 0..sites {
        for to in [from.checked_sub(1), Some(from), Some(from + 1)].into_iter().flatten().filter(|to| *to < sites) {
            motion.push(from, to, u16::from(from != to), 1.0 / 3.0);
        }
    }
    (domain, motion)
}

#[test]
fn impossible_evidence_names_the_channel_and_changes_nothing() {
    let (domain, motion) = line(4);
    let mut posterior = Posterior::new(domain, vec![1.0, 0.0, 0.0, 0.0], "start").expect("somewhere");
    let near = Likelihood::of_edges("near", &motion, |edge| if edge.to < 2 { 1.0 } else { 0.0 });
    let far = Likelihood::of_edges("far", &motion, |edge| if edge.to > 0 { 1.0 } else { 0.0 });
    let nowhere = Likelihood::of_edges("nowhere", &motion, |edge| if edge.to == 0 { 1.0 } else { 0.0 });
    let evidence = [near, far, nowhere];
    assert_eq!(posterior.step(&motion, &evidence), Err(Rejected::Impossible { channel: "nowhere" }));
    assert_eq!(posterior.probabilities(), [1.0, 0.0, 0.0, 0.0]);
    assert_eq!(posterior.possible_states(), 1);
    // The step can still be taken without the evidence.
    assert!(posterior.step(&motion, &evidence[..2]).is_ok());
    assert_eq!(posterior.probabilities(), [0.0, 1.0, 0.0, 0.0]);
    let stuck = Motion::new(domain);
    assert_eq!(posterior.step(&stuck, &[]), Err(Rejected::Impossible { channel: "motion" }));
    let empty = Posterior::new(domain, vec![0.0; 4], "start").map(|posterior| posterior.possible_states());
    assert_eq!(empty, Err(Rejected::Impossible { channel: "start" }));
}

#[test]
fn what_is_tiny_is_flushed_and_stays_possible() {
    let (domain, motion) = line(3);
    let mut posterior = Posterior::new(domain, vec![1.0, 0.0, 0.0], "start").expect("somewhere");
    let doubt = Likelihood::of_edges("doubt", &motion, |edge| if edge.to == 0 { 1.0 } else { 1e-150 });
    posterior.step(&motion, std::slice::from_ref(&doubt)).expect("possible");
    assert!(posterior.probabilities()[1] > 0.0);
    posterior.step(&motion, std::slice::from_ref(&doubt)).expect("possible");
    assert_eq!(posterior.probabilities()[2], 0.0, "1e-300 is below {FLUSH:e}");
    assert!(posterior.is_possible(2, 0), "and yet it can be");
    // Evidence that leaves nothing but that is not called impossible.
    let there = Likelihood::of_edges("there", &motion, |edge| if edge.from == 2 { 1.0 } else { 0.0 });
    assert_eq!(posterior.step(&motion, &[there]), Err(Rejected::Vanished { channel: "there" }));
    let total: f64 = posterior.probabilities().iter().sum();
    assert!((total - 1.0).abs() < 1e-15);
}

#[test]
fn large_domains_are_refused() {
    assert!(Domain::new(1 << 11, 1 << 11).is_ok());
    assert!(Domain::new(900, 404_550).is_err());
    assert!(Domain::new(usize::MAX, 2).is_err());
}

#[test]
fn a_mixture_is_one_filter_over_model_and_state() {
    // Two models of a walker on a line, as one motion whose tag is the model, and as two filters.
    let sites = 5;
    let (_, lazy) = line(sites);
    let brisk = |from: usize, to: usize| if from == to { 0.1 } else { 0.45 };
    let alone = Domain::new(sites, 1).expect("small");
    let both = Domain::new(sites, 2).expect("small");
    let (mut joint, mut brisk_alone) = (Motion::new(both), Motion::new(alone));
    for edge in lazy.edges() {
        let (from, to) = (edge.from as usize, edge.to as usize);
        joint.push_per_tag(from, to, edge.action, &[1.0 / 3.0, brisk(from, to)]);
        brisk_alone.push(from, to, edge.action, brisk(from, to));
    }
    let start = vec![0.2; sites];
    let mut filter = Posterior::new(both, vec![0.1; 2 * sites], "start").expect("somewhere");
    let model = |motion: &Motion| (motion.clone(), Posterior::new(alone, start.clone(), "start").expect("somewhere"));
    let mut mixture = Mixture::uniform([("lazy".to_owned(), model(&lazy)), ("brisk".to_owned(), model(&brisk_alone))]);
    for heard in [1.0, 0.0, 1.0, 1.0] {
        let noise = |motion: &Motion| {
            vec![Likelihood::of_edges("noise", motion, |edge| if f64::from(edge.action) == heard { 1.0 } else { 0.2 })]
        };
        let expected = filter.step(&joint, &noise(&joint)).expect("possible");
        let found = mixture.step(|(motion, posterior)| posterior.step(motion, &noise(motion))).expect("possible");
        assert!((found - expected).abs() < 1e-12);
        let weights: Vec<f64> = mixture.members().iter().map(|member| member.probability).collect();
        assert_close(&weights, &filter.tag_probabilities());
        assert_close(&mixture.average(|(_, posterior)| posterior.site_probabilities()), &filter.site_probabilities());
    }
    let nothing = |motion: &Motion| vec![Likelihood::of_edges("noise", motion, |_| 0.0)];
    let weights: Vec<f64> = mixture.members().iter().map(|member| member.probability).collect();
    let error = mixture.step(|(motion, posterior)| posterior.step(motion, &nothing(motion)));
    assert_eq!(error, Err(Rejected::Impossible { channel: "noise" }));
    assert_eq!(weights, mixture.members().iter().map(|member| member.probability).collect::<Vec<_>>());
}

#[test]
fn a_model_that_is_ruled_out_stays_so() {
    let (domain, motion) = line(3);
    let model = |site: usize| {
        let mut weights = vec![0.0; 3];
        weights[site] = 1.0;
        Posterior::new(domain, weights, "start").expect("somewhere")
    };
    let mut mixture = Mixture::uniform([("left".to_owned(), model(0)), ("right".to_owned(), model(2))]);
    let left = Likelihood::of_edges("sight", &motion, |edge| if edge.to == 0 { 1.0 } else { 0.0 });
    let mut see = |evidence: &[Likelihood]| mixture.step(|posterior| posterior.step(&motion, evidence)).map(|_| ());
    assert_eq!(see(std::slice::from_ref(&left)), Ok(()));
    assert_eq!(see(&[]), Ok(()));
    let weights: Vec<f64> = mixture.members().iter().map(|member| member.probability).collect();
    assert_eq!(weights, [1.0, 0.0]);
}

/// Twenty thousand particles against the exact filter. Their total variation distance is below 0.05; seeds are fixed, and
/// for independent samples of at most 9 cells its mean is below ½·√(9 / 10,000) = 0.015.
#[test]
fn particles_approach_the_exact_filter() {
    let (domain, motion) = line(9);
    let mut exact = Posterior::new(domain, vec![1.0; 9], "start").expect("somewhere");
    let mut chance = Chance::new(11, Owner::Nature);
    let mut particles = Particles::new(20_000, &mut chance, |chance| chance.below("start", 9) as usize);
    for (turn, heard) in [1.0, 1.0, 0.0, 1.0, 0.0].into_iter().enumerate() {
        let likelihood = |from: usize, to: usize| {
            let noise: f64 = if (if from == to { 0.0 } else { 1.0 }) == heard { 1.0 } else { 0.1 };
            noise * if to == 4 { 0.0 } else { 1.0 }
        };
        let evidence = Likelihood::of_edges("noise", &motion, |edge| likelihood(edge.from as usize, edge.to as usize));
        let probability = exact.step(&motion, &[evidence]).expect("possible");
        chance.begin_turn(turn as u32 + 1);
        let estimate = particles
            .step(&mut chance, |from, chance| {
                // At the ends a third of the motion leads nowhere: such a particle explains nothing.
                match (*from + chance.below("move", 3) as usize).checked_sub(1).filter(|to| *to < 9) {
                    Some(to) => (to, likelihood(*from, to)),
                    None => (*from, 0.0),
                }
            })
            .expect("explained");
        assert!((probability / estimate - 1.0).abs() < 0.07, "{probability} and {estimate}");
        let histogram = particles.histogram(9, |site| *site);
        let distance: f64 = histogram.iter().zip(exact.probabilities()).map(|(p, q)| (p - q).abs()).sum::<f64>() / 2.0;
        assert!(distance < 0.05, "turn {turn}: {distance}");
        assert!((1.0..=20_000.1).contains(&particles.effective_sample_size()));
    }
    let before: Vec<usize> = particles.iter().map(|(site, _)| *site).collect();
    assert!(particles.step(&mut chance, |site, _| (*site, 0.0)).is_err());
    assert_eq!(before, particles.iter().map(|(site, _)| *site).collect::<Vec<_>>());
}
