//! Ratings against closed forms, a published example, and simulation.

use super::fit::{Counts, probabilities};
use super::*;

/// So many matches of each outcome, each on a start of its own.
fn matches(results: &[(usize, usize, [u64; 3])]) -> Vec<PlayedMatch> {
    let mut matches = Vec::new();
    for (first, second, counts) in results {
        for (count, score) in counts.iter().zip([1.0, 0.5, 0.0]) {
            for _ in 0..*count {
                matches.push(PlayedMatch { start: matches.len() as u64, first: *first, second: *second, score });
            }
        }
    }
    matches
}

fn strengths(ratings: &Ratings) -> Vec<f64> {
    ratings.players.iter().map(|rating| rating.strength().map_or(f64::NAN, |strength| strength.strength)).collect()
}

#[test]
fn two_players_have_their_odds() {
    // Each on its own seat: the seat is all that can be told.
    let ratings = rate(2, &matches(&[(0, 1, [60, 25, 15])]), 50, 1);
    assert_eq!(strengths(&ratings), [0.0, 0.0]);
    assert!((ratings.side.expect("a side").strength - 4.0_f64.ln()).abs() < 1e-9);
    assert!((ratings.draw.expect("draws") - 25.0 / (60.0_f64 * 15.0).sqrt()).abs() < 1e-9);
    // With seats swapped, evenly: no seat is better, and the first player's odds are 4 : 1.
    let ratings = rate(2, &matches(&[(0, 1, [60, 25, 15]), (1, 0, [15, 25, 60])]), 50, 1);
    assert!((strengths(&ratings)[0] - strengths(&ratings)[1] - 4.0_f64.ln()).abs() < 1e-9);
    assert!(ratings.side.expect("a side").strength.abs() < 1e-9);
    // Without draws there is none.
    assert_eq!(rate(2, &matches(&[(0, 1, [60, 0, 15])]), 50, 1).draw, Some(0.0));
}

fn log_likelihood(table: &Table, fit: &Fit) -> f64 {
    let of_pair = |((first, second), counts): (&(usize, usize), &Counts)| {
        let difference = fit.strengths[*first] + fit.side - fit.strengths[*second];
        let terms = counts.iter().zip(probabilities(difference, fit.draw.ln()));
        terms.filter(|(count, _)| **count > 0.0).map(|(count, p)| count * p.ln()).sum::<f64>()
    };
    table.pairs.iter().zip(&table.all()).map(of_pair).sum()
}

#[test]
fn nothing_near_the_maximum_is_likelier() {
    let swapped = [
        (0, 1, [12, 6, 9]),
        (1, 0, [10, 7, 9]),
        (0, 2, [20, 3, 4]),
        (2, 0, [8, 2, 17]),
        (1, 2, [14, 5, 8]),
        (2, 1, [9, 9, 9]),
    ];
    let seated = [(0, 2, [12, 6, 9]), (0, 3, [3, 6, 19]), (1, 2, [20, 3, 4]), (1, 3, [8, 2, 17])];
    for results in [&swapped[..], &seated[..]] {
        let players = 1 + results.iter().map(|(first, second, _)| *first.max(second)).max().expect("players");
        let table = Table::new(&(0..players).collect::<Vec<_>>(), &matches(results));
        let best = table.fit(&table.all(), None).expect("a maximum");
        let most = log_likelihood(&table, &best);
        for step in [1e-4, -1e-4] {
            for player in 0..players {
                let mut strengths = best.strengths.clone();
                strengths[player] += step;
                assert!(log_likelihood(&table, &Fit { strengths, found: best.found.clone(), ..best }) < most);
            }
            let strengths = best.strengths.clone();
            assert!(
                log_likelihood(&table, &Fit { strengths, side: best.side + step, found: best.found.clone(), ..best })
                    < most
            );
            let strengths = best.strengths.clone();
            assert!(
                log_likelihood(&table, &Fit { strengths, draw: best.draw + step, found: best.found.clone(), ..best })
                    < most
            );
        }
    }
}

#[test]
fn whoever_wins_or_loses_everything_has_no_rating() {
    let results = [(0, 1, [30, 0, 20]), (1, 0, [25, 0, 25]), (2, 0, [40, 0, 0]), (2, 1, [38, 4, 0]), (3, 1, [0, 0, 9])];
    let ratings = rate(4, &matches(&results), 50, 1);
    let without: Vec<(usize, usize, [u64; 3])> = results[..2].to_vec();
    assert_eq!(strengths(&ratings)[..2], strengths(&rate(2, &matches(&without), 50, 1))[..]);
    assert_eq!(ratings.players[2], Rating::Withheld(Withheld::LostTooLittle(2.0)));
    assert_eq!(ratings.players[3], Rating::Withheld(Withheld::WonTooLittle(0.0)));
    // Two groups, one of which never scores against the other.
    let groups = [(0, 1, [9, 0, 9]), (2, 3, [9, 0, 9]), (0, 2, [9, 0, 0]), (1, 3, [9, 0, 0])];
    let ratings = rate(4, &matches(&groups), 50, 1);
    assert!(ratings.players.iter().all(|rating| *rating == Rating::Withheld(Withheld::NotComparable)));
    assert_eq!((ratings.side, ratings.draw), (None, None));
    assert!(rate(1, &[], 50, 1).side.is_none());
}

/// Baseball, American League East 1987: teams at home against teams that visit, with the strengths as shares and the advantage of
/// playing at home of table 10.11 of Agresti, Categorical Data Analysis, 2nd edition (2002).
#[test]
fn strengths_are_those_of_the_literature() {
    // Milwaukee, Detroit, Toronto, New York, Boston, Cleveland, Baltimore: won by the home team, won by the visitor.
    let at_home = [
        [[0, 0], [4, 3], [4, 2], [4, 3], [6, 1], [4, 2], [6, 0]],
        [[3, 3], [0, 0], [4, 2], [4, 3], [6, 0], [6, 1], [4, 3]],
        [[2, 5], [4, 3], [0, 0], [2, 4], [4, 3], [4, 2], [6, 0]],
        [[3, 3], [5, 1], [2, 5], [0, 0], [4, 3], [4, 2], [6, 1]],
        [[5, 1], [2, 5], [3, 3], [4, 2], [0, 0], [5, 2], [6, 0]],
        [[2, 5], [3, 3], [3, 4], [4, 3], [4, 2], [0, 0], [2, 4]],
        [[2, 5], [1, 5], [1, 6], [2, 4], [1, 6], [3, 4], [0, 0]],
    ];
    let mut results = Vec::new();
    for (home, row) in at_home.iter().enumerate() {
        for (visitor, [won, lost]) in row.iter().enumerate().filter(|(visitor, _)| *visitor != home) {
            results.push((home, visitor, [*won, 0, *lost]));
        }
    }
    let ratings = rate(7, &matches(&results), 50, 1);
    assert!((ratings.side.expect("a side").strength - 0.302).abs() < 5e-4);
    let powers: Vec<f64> = strengths(&ratings).iter().map(|strength| strength.exp()).collect();
    let sum: f64 = powers.iter().sum();
    for (power, expected) in powers.iter().zip([0.220, 0.190, 0.164, 0.157, 0.137, 0.088, 0.044]) {
        assert!((power / sum - expected).abs() < 5e-4, "{} {expected}", power / sum);
    }
}

#[test]
fn nothing_is_a_huge_number() {
    // The seat decides everything, then draws do.
    for results in [[(0, 1, [20, 0, 0]), (1, 0, [20, 0, 0])], [(0, 1, [0, 20, 0]), (1, 0, [0, 20, 0])]] {
        let ratings = rate(2, &matches(&results), 50, 1);
        assert_eq!(ratings.players, [Rating::Withheld(Withheld::NotComparable); 2]);
        assert_eq!((ratings.side, ratings.draw), (None, None));
    }
    // What one of the players lost, it lost on one start: every third resample lacks it.
    let mut played = Vec::new();
    for start in 0..100 {
        let even = f64::from(u8::from(start % 2 == 0));
        for _ in 0..5 {
            let score = f64::from(u8::from(start > 0));
            played.push(PlayedMatch { start, first: 0, second: 1, score });
            played.push(PlayedMatch { start, first: 1, second: 2, score: even });
            played.push(PlayedMatch { start, first: 2, second: 1, score: even });
        }
    }
    let ratings = rate(3, &played, 200, 1);
    assert_eq!(ratings.players[0], Rating::Withheld(Withheld::LostTooSeldom(1)));
    assert!(ratings.players[1..].iter().all(|rating| rating.strength().is_some()));
    // Of three starts nothing is said of anybody.
    played.retain(|one| one.start < 3);
    assert!(rate(3, &played, 200, 1).players.iter().all(|rating| rating.strength().is_none()));
}

/// Where one seat all but decides, many resamples have no maximum.
#[test]
fn too_many_resamples_without_a_maximum_give_no_interval() {
    let results = [(0, 1, [29, 0, 1]), (1, 0, [29, 0, 1])];
    let ratings = rate(2, &matches(&results), 200, 1);
    assert_eq!(ratings.players, [Rating::Withheld(Withheld::TooFewStarts); 2]);
}

/// Of many tournaments drawn from known strengths, about 95 % of the intervals hold them.
#[test]
fn intervals_hold_the_strengths_as_often_as_they_say() {
    const TOURNAMENTS: u64 = 150;
    let truth = [0.6, 0.1, -0.7];
    let (mut held, mut all) = (0, 0);
    for tournament in 0..TOURNAMENTS {
        let mut chance = Chance::new(tournament, Owner::Nature);
        let mut matches = Vec::new();
        for start in 0..60 {
            for (first, second) in [(0, 1), (1, 0), (0, 2), (2, 0), (1, 2), (2, 1)] {
                let [win, draw, _] = probabilities(truth[first] + 0.3 - truth[second], 0.5_f64.ln());
                let score = match chance.unit("match") {
                    unit if unit < win => 1.0,
                    unit if unit < win + draw => 0.5,
                    _ => 0.0,
                };
                matches.push(PlayedMatch { start, first, second, score });
            }
        }
        let ratings = rate(3, &matches, 200, tournament);
        let sides = ratings.side.into_iter().map(|side| (side, 0.3));
        let players = ratings.players.iter().zip(truth).filter_map(|(rating, truth)| Some((rating.strength()?, truth)));
        for (strength, truth) in players.chain(sides) {
            all += 1;
            held += u32::from((strength.interval.low..=strength.interval.high).contains(&truth));
        }
    }
    let share = f64::from(held) / f64::from(all);
    assert!(all == 4 * TOURNAMENTS as u32 && (0.90..=0.99).contains(&share), "{share}");
}
