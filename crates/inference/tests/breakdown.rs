//! Steps taken apart, against the step as it is taken and against their definition, on small random models.

use fogreel_inference::{Breakdown, Domain, Lift, Likelihood, Motion, Posterior, Projection};
use proptest::prelude::*;

const SITES: usize = 4;
const TAGS: usize = 3;
/// Two sites share the element 1.
const ELEMENT: [usize; SITES] = [0, 1, 1, 2];
const ELEMENTS: usize = 3;
const CHANNELS: [&str; 3] = ["first", "second", "third"];
/// What a channel can say.
const SAYS: [f64; 3] = [0.0, 0.25, 1.0];

/// From, to, action, and the probability under each tag.
type Transition = (usize, usize, u16, [f64; TAGS]);

#[derive(Clone, Debug)]
struct Model {
    prior: Vec<f64>,
    transitions: Vec<Transition>,
    /// Per channel: one likelihood per transition, one per tag.
    says: Vec<(Vec<f64>, [f64; TAGS])>,
}

fn likelihood() -> impl Strategy<Value = f64> {
    (0..SAYS.len()).prop_map(|index| SAYS[index])
}

fn model() -> impl Strategy<Value = Model> {
    let transition = (0..SITES, 0..SITES, 0u16..3, prop::array::uniform3(0.01..1.0), any::<bool>()).prop_map(
        |(from, to, action, row, is_same): (_, _, _, [f64; TAGS], bool)| {
            (from, to, action, if is_same { [row[0]; TAGS] } else { row })
        },
    );
    prop::collection::vec(transition, 1..14).prop_flat_map(|mut transitions| {
        transitions.sort_by_key(|transition| transition.0);
        let channel = (prop::collection::vec(likelihood(), transitions.len()), prop::array::uniform3(likelihood()));
        let prior = prop::collection::vec(prop_oneof![1 => Just(0.0), 2 => 0.01..1.0], SITES * TAGS);
        let says = prop::collection::vec(channel, CHANNELS.len());
        (prior, Just(transitions), says).prop_map(|(prior, transitions, says)| Model { prior, transitions, says })
    })
}

impl Model {
    fn posterior(&self) -> Option<Posterior> {
        Posterior::new(Domain::new(SITES, TAGS).expect("small"), self.prior.clone(), "start").ok()
    }

    fn motion(&self) -> Motion {
        let mut motion = Motion::new(Domain::new(SITES, TAGS).expect("small"));
        self.transitions.iter().for_each(|(from, to, action, row)| motion.push_per_tag(*from, *to, *action, row));
        motion
    }

    fn evidence(&self, motion: &Motion, included: u32) -> Vec<Likelihood> {
        let mut evidence = Vec::new();
        for (k, (of_edges, of_tags)) in self.says.iter().enumerate().filter(|(k, _)| included >> k & 1 == 1) {
            let mut of_edges = of_edges.iter();
            let mut both = Likelihood::of_edges(CHANNELS[k], motion, |_| *of_edges.next().expect("one per edge"));
            // A channel on tags alone, one on edges alone, and one on both.
            if k == 1 {
                both = Likelihood::of_tags(CHANNELS[k], motion, |tag| of_tags[tag]);
            }
            evidence.push(both);
        }
        evidence
    }

    fn breakdown(&self, posterior: &Posterior, lift: &Lift) -> Breakdown {
        let motion = self.motion();
        let share = |site: usize| (ELEMENT[site], if ELEMENT[site] == 1 { 0.5 } else { 1.0 });
        let projection = Projection::new(ELEMENTS, (0..SITES).map(share));
        let evidence = self.evidence(&motion, 0b111);
        Breakdown::new(posterior, &projection, lift, &motion, &evidence, |action| format!("go {action}"))
    }

    /// By definition, from weights of the joint states.
    fn definition(&self, weights: &[f64], included: u32, action: Option<u16>) -> Vec<f64> {
        let mut elements = vec![0.0; ELEMENTS];
        for (position, (from, to, taken, row)) in self.transitions.iter().enumerate() {
            for tag in 0..TAGS {
                let mut weight = weights[from * TAGS + tag] * row[tag];
                for (k, (of_edges, of_tags)) in self.says.iter().enumerate() {
                    if included >> k & 1 == 1 {
                        weight *= if k == 1 { of_tags[tag] } else { of_edges[position] };
                    }
                }
                if action.is_none_or(|action| action == *taken) {
                    elements[ELEMENT[*to]] += weight;
                }
            }
        }
        elements
    }
}

fn elements_of(posterior: &Posterior) -> Vec<f64> {
    let mut elements = vec![0.0; ELEMENTS];
    posterior.site_probabilities().iter().zip(ELEMENT).for_each(|(mass, element)| elements[element] += mass);
    elements
}

fn is_close(first: &[f64], second: &[f64]) -> bool {
    first.len() == second.len() && first.iter().zip(second).all(|(a, b)| (a - b).abs() < 1e-12)
}

proptest! {
    /// Every set of channels leaves what a step with exactly these would, and the total is the evidence for the model.
    #[test]
    fn every_set_of_channels_is_a_step_with_these(model in model(), included in 0u32..8) {
        let Some(posterior) = model.posterior() else { return Ok(()) };
        let breakdown = model.breakdown(&posterior, &Lift::identity(ELEMENTS));
        let motion = model.motion();
        let mut stepped = posterior.clone();
        match stepped.step(&motion, &model.evidence(&motion, included)) {
            Ok(probability) => {
                prop_assert!((breakdown.weights(included).iter().sum::<f64>() - probability).abs() < 1e-12);
                let belief = breakdown.belief(included).expect("possible");
                prop_assert!(is_close(&belief, &elements_of(&stepped)), "{belief:?}");
            }
            Err(_) => prop_assert_eq!(breakdown.belief(included), None),
        }
        prop_assert!(is_close(
            &breakdown.weights(included),
            &model.definition(posterior.probabilities(), included, None)
        ));
        prop_assert_eq!((breakdown.channels(), breakdown.all()), (&CHANNELS[..], 7));
    }

    /// b(x) · r(z | x) where the posterior allows x, and b(x) · r(z) where it does not.
    #[test]
    fn a_belief_is_lifted_by_definition(model in model(), values in prop::array::uniform3(0.0..1.0), included in 0u32..8) {
        let Some(posterior) = model.posterior() else { return Ok(()) };
        let total: f64 = values.iter().sum();
        let belief = values.map(|value| value / total);
        let own = elements_of(&posterior);
        let lift = Lift::new(&own, &belief);
        let (of_tags, mut lifted) = (posterior.tag_probabilities(), vec![0.0; SITES * TAGS]);
        for site in 0..SITES {
            let element = ELEMENT[site];
            for tag in 0..TAGS {
                lifted[site * TAGS + tag] = if own[element] > 0.0 {
                    belief[element] * posterior.probabilities()[site * TAGS + tag] / own[element]
                } else {
                    belief[element] * of_tags[tag] * if element == 1 { 0.5 } else { 1.0 }
                };
            }
        }
        prop_assert!((lifted.iter().sum::<f64>() - 1.0).abs() < 1e-12, "nothing is lost");
        let unsupported: f64 = (0..ELEMENTS).filter(|x| own[*x] == 0.0).map(|x| belief[x]).sum();
        prop_assert!((lift.unsupported() - unsupported).abs() < 1e-12);
        let breakdown = model.breakdown(&posterior, &lift);
        prop_assert!(is_close(&breakdown.weights(included), &model.definition(&lifted, included, None)));
        // Its own belief lifted is the posterior.
        let own = model.breakdown(&posterior, &Lift::new(&own, &own));
        let same = model.breakdown(&posterior, &Lift::identity(ELEMENTS));
        prop_assert!(is_close(&own.weights(included), &same.weights(included)));
    }

    #[test]
    fn actions_and_members_of_a_mixture_add_up(model in model(), other in model(), share in 0.0..1.0) {
        let (Some(posterior), Some(second)) = (model.posterior(), other.posterior()) else { return Ok(()) };
        let identity = Lift::identity(ELEMENTS);
        let first = model.breakdown(&posterior, &identity);
        for action in 0u16..3 {
            let expected = model.definition(posterior.probabilities(), 5, Some(action));
            let name = format!("go {action}");
            prop_assert!(is_close(&first.weights_where(5, |taken| taken == name), &expected));
            prop_assert!(expected.iter().all(|mass| *mass == 0.0) || first.actions().contains(&name.as_str()));
        }
        let second = other.breakdown(&second, &identity);
        let mixed = Breakdown::mix([(share, first.clone()), (1.0 - share, second.clone())]);
        let pairs = first.weights(3).into_iter().zip(second.weights(3));
        let expected: Vec<f64> = pairs.map(|(first, second)| share * first + (1.0 - share) * second).collect();
        prop_assert!(is_close(&mixed.weights(3), &expected));
    }

    /// A silent channel changes nothing, whatever comes before it.
    #[test]
    fn silence_moves_no_belief(model in model(), included in 0u32..8) {
        let Some(posterior) = model.posterior() else { return Ok(()) };
        let breakdown = model.breakdown(&posterior, &Lift::identity(ELEMENTS));
        for silent in (0..3).filter(|k| breakdown.is_silent(*k)) {
            let (without, with) = (breakdown.belief(included & !(1 << silent)), breakdown.belief(included | 1 << silent));
            if let (Some(without), Some(with)) = (without, with) {
                prop_assert!(is_close(&without, &with));
            }
        }
    }
}
