//! What the results say.

use fogreel_analysis::statistics::{Interval, PlayedMatch, Ratings, clopper_pearson, rate, wilson};
use serde::Serialize;

use crate::comparison::comparisons;
use crate::{Comparison, MatchResult, Plan, Results, SequentialTest, Sides, Tally};

/// Seed of what intervals draw at random.
const SEED: u64 = 0;

/// How often starts are drawn again for the intervals of ratings.
const RATING_RESAMPLES: usize = 300;

/// How standings are computed.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct StandingsOptions {
    /// Probability of the intervals, between 0 and 1.
    pub confidence: f64,
    /// Intervals of shares.
    pub interval: IntervalMethod,
}

impl Default for StandingsOptions {
    /// Wilson's at 95 %.
    fn default() -> Self {
        Self { confidence: 0.95, interval: IntervalMethod::Wilson }
    }
}

/// Intervals of shares.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum IntervalMethod {
    /// Wilson's.
    Wilson,
    /// Clopper and Pearson's.
    ClopperPearson,
}

/// A share of matches.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Share {
    /// Between 0 and 1.
    pub share: f64,
    /// Its interval.
    #[serde(flatten)]
    pub interval: Interval,
}

/// Matches of two players, counted and in shares, from the side of the first.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Counted {
    /// The counts.
    #[serde(flatten)]
    pub tally: Tally,
    /// Share won; `None` without a match.
    pub won: Option<Share>,
    /// Share drawn.
    pub drawn: Option<Share>,
    /// Share lost.
    pub lost: Option<Share>,
    /// Turns of a match on average.
    pub mean_turns: Option<f64>,
}

impl Counted {
    fn of(tally: Tally, options: &StandingsOptions) -> Self {
        let matches = tally.matches();
        let share = |count: u64| {
            let interval = match options.interval {
                IntervalMethod::Wilson => wilson,
                IntervalMethod::ClopperPearson => clopper_pearson,
            };
            let interval = interval(count, matches, options.confidence);
            (matches > 0).then(|| Share { share: count as f64 / matches as f64, interval })
        };
        Self {
            won: share(tally.wins),
            drawn: share(tally.draws),
            lost: share(tally.losses),
            mean_turns: (matches > 0).then(|| tally.turns as f64 / matches as f64),
            tally,
        }
    }
}

/// Who beats whom: rows against columns.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Matrix {
    /// Players of the rows. Where players keep their seats, those of the first one.
    pub rows: Vec<usize>,
    /// Players of the columns.
    pub columns: Vec<usize>,
    /// By row, then by column: the matches of the two from the row's side, on both sides of the board where sides are swapped.
    /// `None` if they did not meet.
    pub cells: Vec<Vec<Option<Counted>>>,
}

/// The standings under one preset, all of its maps together.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct PresetStandings {
    /// Name of the preset.
    pub preset: String,
    /// Names of its maps.
    pub maps: Vec<String>,
    /// Starts that count, over all maps.
    pub starts: u64,
    /// What each of [`Plan::pairings`] gave, from the side of the first seat.
    pub pairings: Vec<Counted>,
    /// Who beats whom.
    pub matrix: Matrix,
    /// How strong the players are, by [`Plan::players`]; `None` where two have met nobody but each other.
    pub ratings: Option<Ratings>,
    /// Players against the same opponents on the same seat and the same starts.
    pub comparisons: Vec<Comparison>,
}

/// What the results say. They are of the first starts of the schedule, up to the first one of which a match is not known: so
/// all pairings stand on the same starts, and long matches, which are known later, are not left out.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Standings {
    /// Starts that count.
    pub starts: u64,
    /// Matches that count.
    pub matches: u64,
    /// Probability of the intervals, between 0 and 1.
    pub confidence: f64,
    /// How intervals of shares were computed.
    pub interval: IntervalMethod,
    /// By preset.
    pub presets: Vec<PresetStandings>,
    /// The sequential test, if it is one.
    pub sequential: Option<SequentialTest>,
}

impl Standings {
    /// Works everything out.
    pub fn of(plan: &Plan, results: &Results, options: &StandingsOptions) -> Self {
        let a_start = plan.matches_a_start();
        let first_missing = results.missing(plan.matches()).next().unwrap_or(plan.matches());
        let starts = first_missing / a_start;
        let of_preset = |(preset, conditions): (&str, Vec<usize>)| {
            let starts: Vec<u64> =
                (0..starts).filter(|start| conditions.contains(&plan.fixture(start * a_start).condition)).collect();
            let mut tallies = vec![Tally::default(); plan.pairings.len()];
            // By start, then by pairing: what the first seat scored.
            let mut scores: Vec<Vec<f64>> = Vec::with_capacity(starts.len());
            for start in &starts {
                let of_start = || (start * a_start..(start + 1) * a_start).filter_map(|index| results.get(index));
                tallies.iter_mut().zip(of_start()).for_each(|(tally, result)| tally.count(result));
                scores.push(of_start().map(MatchResult::score).collect());
            }
            PresetStandings {
                preset: preset.to_owned(),
                maps: conditions.iter().map(|condition| plan.conditions[*condition].map.clone()).collect(),
                starts: starts.len() as u64,
                pairings: tallies.iter().map(|tally| Counted::of(*tally, options)).collect(),
                matrix: matrix(plan, &tallies, options),
                ratings: ratings(plan, &scores),
                comparisons: comparisons(plan, &scores),
            }
        };
        Self {
            starts,
            matches: starts * a_start,
            confidence: options.confidence,
            interval: options.interval,
            presets: plan.presets().into_iter().map(of_preset).collect(),
            sequential: SequentialTest::of(plan).map(|mut test| {
                test.advance(results);
                test
            }),
        }
    }
}

/// The tallies of all pairings as rows against columns.
fn matrix(plan: &Plan, tallies: &[Tally], options: &StandingsOptions) -> Matrix {
    let everybody = || (0..plan.players.len()).collect::<Vec<usize>>();
    let is_first = |player: &usize| plan.players[*player].seat.as_ref() == plan.seats.first();
    let (rows, columns) = match plan.sides {
        Sides::Swapped => (everybody(), everybody()),
        Sides::Fixed => everybody().into_iter().partition(is_first),
    };
    let cell = |row: usize, column: usize| {
        let mut sum: Option<Tally> = None;
        for (pairing, tally) in plan.pairings.iter().zip(tallies) {
            if *pairing == [row, column] {
                *sum.get_or_insert_default() += *tally;
            } else if *pairing == [column, row] {
                *sum.get_or_insert_default() += tally.reversed();
            }
        }
        sum.map(|tally| Counted::of(tally, options))
    };
    let cells = rows.iter().map(|row| columns.iter().map(|column| cell(*row, *column)).collect()).collect();
    Matrix { rows, columns, cells }
}

/// Ratings of who met more than one other player.
fn ratings(plan: &Plan, scores: &[Vec<f64>]) -> Option<Ratings> {
    if plan.players.len() < 3 {
        return None;
    }
    let of_start = |(start, scores): (u64, &Vec<f64>)| {
        let pairings = plan.pairings.iter().zip(scores.clone());
        pairings.map(|([first, second], score)| PlayedMatch { start, first: *first, second: *second, score }).collect()
    };
    let matches: Vec<PlayedMatch> = (0..).zip(scores).flat_map(|one| -> Vec<PlayedMatch> { of_start(one) }).collect();
    Some(rate(plan.players.len(), &matches, RATING_RESAMPLES, SEED))
}
