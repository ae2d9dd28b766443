//! Measures of one belief. Units are bits and cells; formulas and sources stand in `docs/metrics.md`.

/// Shannon entropy −Σ p log2 p in bits; elements with probability 0 contribute 0 (Shannon 1948).
///
/// ```
/// assert_eq!(fogreel_analysis::metrics::entropy_bits(&[0.5, 0.25, 0.25, 0.0]), 1.5);
/// ```
pub fn entropy_bits(probabilities: &[f64]) -> f64 {
    // Adding 0 turns the −0 of a certain belief into 0.
    -probabilities.iter().filter(|p| **p > 0.0).map(|p| p * p.log2()).sum::<f64>() + 0.0
}

/// 2^H: the number of equally likely cells that would leave the same uncertainty.
pub fn effective_cells(entropy_bits: f64) -> f64 {
    entropy_bits.exp2()
}

/// −log2 p in bits, or `None` for p = 0: a false exclusion is a fault of its own, never a big number.
pub fn surprisal_bits(p_truth: f64) -> Option<f64> {
    (p_truth > 0.0).then(|| -p_truth.log2() + 0.0)
}

/// Surprisal minus entropy: mean 0 for a calibrated belief, positive when it is too sure.
pub fn overconfidence_bits(p_truth: f64, entropy_bits: f64) -> Option<f64> {
    surprisal_bits(p_truth).map(|surprisal| surprisal - entropy_bits)
}

/// Regret of a belief against a reference, KL(reference ‖ belief) = Σ r log2 (r / b) in bits (Kullback, Leibler 1951): what
/// its mean surprisal has too much if the reference is right. `None` where the belief excludes what the reference allows,
/// for it is infinite there, or where their lengths differ.
///
/// ```
/// use fogreel_analysis::metrics::regret_bits;
///
/// assert_eq!(regret_bits(&[1.0, 0.0], &[0.25, 0.75]), Some(2.0));
/// assert_eq!(regret_bits(&[0.5, 0.5], &[1.0, 0.0]), None);
/// ```
pub fn regret_bits(reference: &[f64], belief: &[f64]) -> Option<f64> {
    if reference.len() != belief.len() || reference.iter().zip(belief).any(|(r, b)| *r > 0.0 && *b == 0.0) {
        return None;
    }
    let terms = reference.iter().zip(belief).filter(|(r, _)| **r > 0.0).map(|(r, b)| r * (r / b).log2());
    // Rounding may bring the regret of equal beliefs below 0.
    Some(terms.sum::<f64>().max(0.0))
}

/// Total variation ½ Σ |a − b|: the probability that would have to move to turn one belief into the other, 0 to 1.
pub fn total_variation(first: &[f64], second: &[f64]) -> f64 {
    first.iter().zip(second).map(|(first, second)| (first - second).abs()).sum::<f64>() / 2.0
}

/// Relative difference up to which two probabilities count as tied: they differ by the order of additions at most.
const TIE: f64 = 1e-12;

/// Where the truth stands among the elements, the likeliest first.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Rank {
    /// Elements likelier than the truth.
    pub above: usize,
    /// Elements as likely as the truth, itself included.
    pub tied: usize,
}

impl Rank {
    /// The rank of `truth` in a belief.
    ///
    /// # Panics
    /// If there is no such element.
    pub fn of(belief: &[f64], truth: usize) -> Self {
        let at_truth = belief[truth];
        let tied = belief.iter().filter(|value| is_tied(**value, at_truth)).count();
        let above = belief.iter().filter(|value| **value > at_truth && !is_tied(**value, at_truth)).count();
        Self { above, tied }
    }

    /// The rank from 1 on, averaged over the orders of the ties.
    pub fn average(self) -> f64 {
        self.above as f64 + (self.tied as f64 + 1.0) / 2.0
    }

    /// Whether the truth is among the first `k`: the share of the orders of the ties in which it is, 0 to 1.
    pub fn is_in_top(self, k: usize) -> f64 {
        (k.saturating_sub(self.above) as f64 / self.tied as f64).min(1.0)
    }
}

fn is_tied(value: f64, other: f64) -> bool {
    (value - other).abs() <= TIE * other
}

/// Highest-posterior-density level of the truth (Box, Tiao 1973; as a rank statistic Hyndman 1996): the mass of what is
/// likelier, and `share` (uniform in [0, 1)) of the mass of what is as likely. Uniform if the belief is calibrated, which
/// for discrete beliefs takes the random share (as in the randomised probability integral transform, Czado, Gneiting and
/// Held 2009).
///
/// # Panics
/// If there is no such element.
///
/// ```
/// use fogreel_analysis::metrics::hpd_level;
///
/// assert_eq!(hpd_level(&[0.5, 0.25, 0.25], 1, 0.5), 0.75);
/// ```
pub fn hpd_level(belief: &[f64], truth: usize, share: f64) -> f64 {
    let at_truth = belief[truth];
    let ties: f64 = belief.iter().filter(|value| is_tied(**value, at_truth)).sum();
    let likelier: f64 = belief.iter().filter(|value| **value > at_truth && !is_tied(**value, at_truth)).sum();
    likelier + share * ties
}

/// Brier score Σ (bᵢ − [i = x])² (Brier 1950): 0 for the truth alone, 2 for something false alone.
///
/// ```
/// assert_eq!(fogreel_analysis::metrics::brier(&[0.5, 0.5, 0.0], 0), 0.5);
/// ```
pub fn brier(belief: &[f64], truth: usize) -> f64 {
    let gap = |(element, value): (usize, &f64)| value - f64::from(u8::from(element == truth));
    belief.iter().enumerate().map(gap).map(|gap| gap * gap).sum()
}

/// Expected-count log score in bits, Σ nᵢ log₂ (nᵢ/λᵢ) + Σ (λᵢ − nᵢ) / ln 2: half the deviance of Poisson counts, a strictly consistent
/// score of expected numbers (Gneiting 2011). 0 for the truth alone; of a single thing and a belief that sums to 1 it is the
/// surprisal. `None` where something is in an element whose expected number is 0.
///
/// # Panics
/// If the two lengths differ.
///
/// ```
/// use fogreel_analysis::metrics::count_surprisal_bits;
///
/// assert_eq!(count_surprisal_bits(&[0.25, 0.75], &[1, 0]), Some(2.0));
/// assert_eq!(count_surprisal_bits(&[1.0, 0.5, 0.5], &[1, 1, 0]), Some(1.0));
/// assert_eq!(count_surprisal_bits(&[1.0, 0.0], &[0, 1]), None);
/// ```
pub fn count_surprisal_bits(expected: &[f64], numbers: &[u32]) -> Option<f64> {
    assert_eq!(expected.len(), numbers.len(), "an expected number for each element");
    let mut bits = 0.0;
    let mut excess = 0.0;
    for (expected, number) in expected.iter().zip(numbers) {
        let number = f64::from(*number);
        excess += expected - number;
        if number > 0.0 {
            if *expected <= 0.0 {
                return None;
            }
            bits += number * (number / expected).log2();
        }
    }
    // Rounding may bring a perfect belief below 0.
    Some((bits + excess / std::f64::consts::LN_2).max(0.0))
}

/// OSPA distance (optimal subpattern assignment: Schuhmacher, Vo and Vo 2008) between two sets of points, in the unit of
/// `distance`: each point of the smaller set is assigned to another one of the larger set, what is farther than `cutoff` or left
/// over counts as `cutoff`, and the mean of order `order` is taken. 0 between empty sets. Time and memory double with each
/// point of the larger set.
///
/// # Panics
/// If the order or the cut-off is not positive.
///
/// ```
/// use fogreel_analysis::metrics::ospa;
///
/// let mut distance = |from: &f64, to: &f64| (from - to).abs();
/// assert_eq!(ospa(&[1.0, 9.0], &[8.0, 3.0], 1.0, 5.0, &mut distance), 1.5);
/// assert_eq!(ospa(&[1.0], &[1.0, 50.0], 1.0, 5.0, &mut distance), 2.5);
/// assert_eq!(ospa(&[], &[], 1.0, 5.0, &mut distance), 0.0);
/// ```
pub fn ospa<T>(one: &[T], other: &[T], order: f64, cutoff: f64, distance: &mut impl FnMut(&T, &T) -> f64) -> f64 {
    assert!(order > 0.0 && cutoff > 0.0, "an order and a cut-off above 0, found {order} and {cutoff}");
    let (few, many, swapped) = if one.len() <= other.len() { (one, other, false) } else { (other, one, true) };
    if many.is_empty() {
        return 0.0;
    }
    let mut cost = |few: &T, many: &T| {
        let distance = if swapped { distance(many, few) } else { distance(few, many) };
        distance.min(cutoff).powf(order)
    };
    // By the set of points of the larger set that are taken, the least cost of assigning the first ones of the smaller set to them.
    let mut least = vec![f64::INFINITY; 1 << many.len()];
    least[0] = 0.0;
    for taken in 0..least.len() {
        let Some(next) = few.get(taken.count_ones() as usize).filter(|_| least[taken].is_finite()) else { continue };
        for (place, point) in many.iter().enumerate().filter(|(place, _)| taken & (1 << place) == 0) {
            let sum = least[taken] + cost(next, point);
            let with = &mut least[taken | (1 << place)];
            *with = with.min(sum);
        }
    }
    let all = (0..least.len()).filter(|taken| taken.count_ones() as usize == few.len());
    let assigned = all.map(|taken| least[taken]).fold(f64::INFINITY, f64::min);
    let missed = cutoff.powf(order) * (many.len() - few.len()) as f64;
    ((assigned + missed) / many.len() as f64).powf(order.recip())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_uniform_belief_is_as_wide_as_its_support() {
        let belief = [1.0 / 84.0; 84];
        assert!((effective_cells(entropy_bits(&belief)) - 84.0).abs() < 1e-9);
        let overconfidence = overconfidence_bits(1.0 / 84.0, entropy_bits(&belief)).expect("not excluded");
        assert!(overconfidence.abs() < 1e-12);
    }

    #[test]
    fn equal_beliefs_have_no_regret_and_no_distance() {
        let belief = [0.1, 0.2, 0.3, 0.4, 0.0];
        assert_eq!(regret_bits(&belief, &belief), Some(0.0));
        assert_eq!(total_variation(&belief, &belief), 0.0);
        assert_eq!(total_variation(&[1.0, 0.0], &[0.0, 1.0]), 1.0);
        assert_eq!(regret_bits(&belief, &belief[1..]), None);
        // What the reference rules out may keep mass: that costs, but it excludes nothing.
        assert_eq!(regret_bits(&[1.0, 0.0], &[0.5, 0.5]), Some(1.0));
    }

    /// The mean of the score is least where the expected numbers are the true ones.
    #[test]
    fn no_other_numbers_score_better_on_average_than_the_expected_ones() {
        // Two things, each drawn on its own: the first evenly among 0 and 1, the second 1 : 3 among 1 and 2.
        let score = |expected: &[f64]| {
            let mut mean = 0.0;
            for (first, p) in [(0, 0.5), (1, 0.5)] {
                for (second, q) in [(1, 0.25), (2, 0.75)] {
                    let mut numbers = [0; 3];
                    numbers[first] += 1;
                    numbers[second] += 1;
                    mean += p * q * count_surprisal_bits(expected, &numbers).expect("nothing is ruled out");
                }
            }
            mean
        };
        let truth = [0.5, 0.75, 0.75];
        for element in 0..3 {
            for change in [-0.1, -1e-3, 1e-3, 0.1] {
                let mut other = truth;
                other[element] += change;
                assert!(score(&other) > score(&truth), "{element} {change}");
            }
        }
        assert_eq!(count_surprisal_bits(&[1.0, 2.0, 0.0], &[1, 2, 0]), Some(0.0));
        // A thing that is not there costs what is expected of it.
        assert!(
            (count_surprisal_bits(&[1.0, 0.5], &[1, 0]).expect("bits") - 0.5 / std::f64::consts::LN_2).abs() < 1e-12
        );
    }

    /// Against all assignments one by one, and as a metric: symmetric, and no way round is shorter.
    #[test]
    fn ospa_is_the_best_of_all_assignments() {
        fn permutations(count: usize) -> Vec<Vec<usize>> {
            if count == 0 {
                return vec![Vec::new()];
            }
            let shorter = permutations(count - 1);
            let insert = |list: &Vec<usize>, place: usize| {
                let mut longer = list.clone();
                longer.insert(place, count - 1);
                longer
            };
            shorter.iter().flat_map(|list| (0..count).map(move |place| insert(list, place))).collect()
        }
        let mut apart = |from: &f64, to: &f64| (from - to).abs();
        let mut chance = fogreel_engine::Chance::new(5, fogreel_engine::Owner::Nature);
        let mut set = |most: u64| {
            let count = chance.below("count", most + 1);
            (0..count).map(|_| chance.unit("point") * 20.0).collect::<Vec<f64>>()
        };
        for _ in 0..200 {
            let (one, other, third) = (set(4), set(5), set(4));
            for order in [1.0, 2.0] {
                let found = ospa(&one, &other, order, 6.0, &mut apart);
                let (few, many) = if one.len() <= other.len() { (&one, &other) } else { (&other, &one) };
                let costs = permutations(many.len()).into_iter().map(|list| {
                    let pairs =
                        few.iter().zip(&list).map(|(point, place)| (point - many[*place]).abs().min(6.0).powf(order));
                    pairs.sum::<f64>() + 6.0_f64.powf(order) * (many.len() - few.len()) as f64
                });
                let least = costs.fold(f64::INFINITY, f64::min);
                let expected = if many.is_empty() { 0.0 } else { (least / many.len() as f64).powf(1.0 / order) };
                assert!((found - expected).abs() < 1e-12, "{one:?} {other:?}");
                assert!((ospa(&other, &one, order, 6.0, &mut apart) - found).abs() < 1e-12);
                let round = ospa(&one, &third, order, 6.0, &mut apart) + ospa(&third, &other, order, 6.0, &mut apart);
                assert!(found <= round + 1e-12, "{one:?} {third:?} {other:?}");
            }
        }
    }

    #[test]
    fn ties_are_averaged() {
        let belief = [0.4, 0.2, 0.2, 0.2 + 1e-17, 0.0];
        let rank = Rank::of(&belief, 2);
        assert_eq!((rank, rank.average()), (Rank { above: 1, tied: 3 }, 3.0));
        assert_eq!([0, 1, 2, 3, 4, 5].map(|k| rank.is_in_top(k)), [0.0, 0.0, 1.0 / 3.0, 2.0 / 3.0, 1.0, 1.0]);
        assert_eq!(Rank::of(&belief, 0).average(), 1.0);
        // What is excluded comes last, behind everything, and is tied with nothing but what is excluded, too.
        assert_eq!((Rank::of(&belief, 4).average(), hpd_level(&belief, 4, 0.3)), (5.0, 1.0));
        assert_eq!(hpd_level(&belief, 0, 0.0), 0.0);
    }

    #[test]
    fn certainty_has_no_entropy_and_exclusion_no_surprisal() {
        assert_eq!(entropy_bits(&[0.0, 1.0]).to_bits(), 0.0f64.to_bits());
        assert_eq!(surprisal_bits(1.0), Some(0.0));
        assert_eq!(surprisal_bits(0.0), None);
    }
}
