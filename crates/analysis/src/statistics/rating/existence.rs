//! Whether the likelihood of ratings has one maximum.
//!
//! It has none if it grows, or stays, along some direction in which the parameters could go without end: all that was found must
//! become no less likely on the way (Albert and Anderson 1984, *Biometrika* 71; Ford 1957 for strengths alone). With *D* the change of
//! a pair's difference and *τ* that of ln ν, a win asks for *D* ≥ 2*τ* and *D* ≥ 0, a loss for the opposite, a draw for
//! −2*τ* ≤ *D* ≤ 2*τ*. These are limits of differences between strengths, which can be met if no cycle of them is negative.

use super::fit::{Counts, Pairing};

/// How far below 0 the length of a cycle must be. Lengths are small whole numbers and their fractions.
const NEGATIVE: f64 = 1e-9;

/// The strength of `to` may change by so much more than that of `from`: `base` + `slope` · change of the side.
struct Limit {
    from: usize,
    to: usize,
    base: f64,
    slope: f64,
}

/// Whether there is one maximum, over the strengths (their sum aside), ν where there are draws, and the side if `has_side`.
pub(super) fn has_maximum(players: usize, pairs: &[Pairing], counts: &[Counts], has_side: bool) -> bool {
    let draws: f64 = counts.iter().map(|counts| counts[1]).sum();
    let fixed = limits(pairs, counts, 0.0, has_side);
    let side_moves = || [1.0, -1.0].iter().any(|side| negative_cycle(players, &fixed, *side).is_none());
    let draws_move = || can_be_met(players, &limits(pairs, counts, 1.0, has_side));
    is_connected(players, &fixed) && !(has_side && side_moves()) && !(draws > 0.0 && draws_move())
}

fn limits(pairs: &[Pairing], counts: &[Counts], tau: f64, has_side: bool) -> Vec<Limit> {
    let slope = f64::from(u8::from(has_side));
    let mut limits = Vec::new();
    for ((first, second), [won, drawn, lost]) in pairs.iter().zip(counts) {
        let mut at_least = |change: f64| limits.push(Limit { from: *first, to: *second, base: -change, slope });
        if *won > 0.0 {
            at_least(2.0 * tau);
        }
        if *drawn > 0.0 {
            at_least(-2.0 * tau);
        }
        let mut at_most = |change: f64| limits.push(Limit { from: *second, to: *first, base: change, slope: -slope });
        if *lost > 0.0 {
            at_most(-2.0 * tau);
        }
        if *drawn > 0.0 {
            at_most(2.0 * tau);
        }
    }
    limits
}

/// Whether each player is reached from each other one.
fn is_connected(players: usize, limits: &[Limit]) -> bool {
    let reached = |forwards: bool| {
        let (mut found, mut next) = (vec![0], 0);
        let mut is_found = vec![false; players];
        is_found[0] = true;
        while let Some(at) = found.get(next).copied() {
            next += 1;
            for limit in limits {
                let (from, to) = if forwards { (limit.from, limit.to) } else { (limit.to, limit.from) };
                if from == at && !is_found[to] {
                    is_found[to] = true;
                    found.push(to);
                }
            }
        }
        found.len()
    };
    reached(true) == players && reached(false) == players
}

/// Whether the limits can be met with any change of the side. A negative cycle tells from where on it is not negative.
fn can_be_met(players: usize, limits: &[Limit]) -> bool {
    let (mut low, mut high, mut side) = (f64::NEG_INFINITY, f64::INFINITY, 0.0);
    while let Some((base, slope)) = negative_cycle(players, limits, side) {
        if slope == 0.0 {
            return false;
        }
        side = -base / slope;
        *(if slope > 0.0 { &mut low } else { &mut high }) = side;
        if low > high {
            return false;
        }
    }
    true
}

/// Base and slope of a cycle whose length is negative with that change of the side (Bellman and Ford).
fn negative_cycle(players: usize, limits: &[Limit], side: f64) -> Option<(f64, f64)> {
    let mut distances = vec![0.0; players];
    let mut before: Vec<Option<&Limit>> = vec![None; players];
    let mut changed = None;
    for _ in 0..=players {
        changed = None;
        for limit in limits {
            let distance = distances[limit.from] + limit.base + limit.slope * side;
            if distance < distances[limit.to] - NEGATIVE {
                distances[limit.to] = distance;
                before[limit.to] = Some(limit);
                changed = Some(limit.to);
            }
        }
        changed?;
    }
    // So many steps back lead into the cycle.
    let back = |at: usize| before[at].expect("changed through a limit");
    let start = (0..players).fold(changed?, |at, _| back(at).from);
    let (mut base, mut slope, mut at) = (0.0, 0.0, start);
    loop {
        let limit = back(at);
        (base, slope, at) = (base + limit.base, slope + limit.slope, limit.from);
        if at == start {
            return Some((base, slope));
        }
    }
}

#[cfg(test)]
mod tests {
    use fogreel_engine::{Chance, Owner};

    use super::*;

    #[test]
    fn seats_and_draws_that_explain_everything_leave_no_maximum() {
        let swapped = [(0, 1), (1, 0)];
        let of = |counts: [Counts; 2]| has_maximum(2, &swapped, &counts, true);
        assert!(!of([[20.0, 0.0, 0.0], [20.0, 0.0, 0.0]]), "the first seat wins");
        assert!(!of([[0.0, 20.0, 0.0], [0.0, 20.0, 0.0]]), "all drawn");
        assert!(!of([[20.0, 1.0, 0.0], [20.0, 1.0, 0.0]]), "the first seat never loses");
        assert!(!of([[20.0, 0.0, 0.0], [0.0, 0.0, 20.0]]), "one player wins");
        assert!(of([[20.0, 1.0, 1.0], [20.0, 1.0, 0.0]]));
        let circle = [(0, 1), (1, 2), (2, 0)];
        let won = [[20.0, 0.0, 0.0]; 3];
        assert!(!has_maximum(3, &circle, &won, true) && has_maximum(3, &circle, &won, false));
        // Each player has the first seat once against the next: side and strengths cannot be told apart.
        assert!(!has_maximum(3, &circle[..2], &[[5.0, 0.0, 5.0]; 2], true));
        assert!(has_maximum(3, &circle[..2], &[[5.0, 0.0, 5.0]; 2], false));
    }

    /// Directions in small whole numbers, all of them.
    fn enumerated(pairs: &[Pairing], counts: &[Counts], has_side: bool) -> bool {
        let sides = if has_side { -6..=6 } else { 0..=0 };
        let has_draws = counts.iter().any(|counts| counts[1] > 0.0);
        for (one, other) in (-6..=6).flat_map(|one| (-6..=6).map(move |other| (one, other))) {
            for (side, tau) in sides.clone().flat_map(|side| (0..=i32::from(has_draws)).map(move |tau| (side, tau))) {
                let strengths: [i32; 3] = [0, one, other];
                let mut is_no_less_likely = true;
                for ((first, second), [won, drawn, lost]) in pairs.iter().zip(counts) {
                    let change = strengths[*first] + side - strengths[*second];
                    let weights = [change, 2 * tau, -change];
                    let most = if has_draws { change.abs().max(2 * tau) } else { change.abs() };
                    let found = [won, drawn, lost].into_iter().zip(weights);
                    is_no_less_likely &= found.into_iter().all(|(count, weight)| *count == 0.0 || weight == most);
                }
                if is_no_less_likely && [one, other, side, tau] != [0; 4] {
                    return false;
                }
            }
        }
        true
    }

    #[test]
    fn it_is_what_enumeration_of_directions_says() {
        let pairs = [(0, 1), (0, 2), (1, 0), (1, 2), (2, 0), (2, 1)];
        let mut with_maximum = 0;
        for trial in 0..600 {
            let mut chance = Chance::new(trial, Owner::Nature);
            // More outcomes never came than came, or nearly all would have a maximum.
            let mut count = || f64::from(u8::from(chance.below("count", 10) < 3));
            let counts = [(); 6].map(|()| [(); 3].map(|()| count()));
            for has_side in [true, false] {
                let found = has_maximum(3, &pairs, &counts, has_side);
                assert_eq!(found, enumerated(&pairs, &counts, has_side), "{counts:?} {has_side}");
                with_maximum += u32::from(found);
            }
        }
        assert!((200..1000).contains(&with_maximum), "{with_maximum}");
    }
}
