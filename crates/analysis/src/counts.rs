//! Beliefs about how many things are on each cell: measured against where they are.

use fogreel_engine::data::{BeliefKey, BeliefKind};
use fogreel_engine::{Cell, Header, Record};

use crate::belief_series::true_numbers;
use crate::metrics::{count_surprisal_bits, ospa};
use crate::walking::WalkingDistances;

/// Cut-off of the OSPA distance, in steps: what is farther off counts as missed.
pub const OSPA_CUTOFF: f64 = 10.0;
/// Order of the OSPA distance.
pub const OSPA_ORDER: f64 = 1.0;
/// Most things for which the OSPA distance is worked out: the work doubles with each.
const MOST_THINGS: usize = 12;

/// One belief of expected numbers measured at one record.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct CountMetrics {
    /// The record.
    pub record: u32,
    /// The turn that people count.
    pub turn: u32,
    /// Expected number of things in all.
    pub expected: f64,
    /// What takes the truth; `None` where that is unknown.
    pub truth: Option<CountTruth>,
}

/// A belief of expected numbers against the truth.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct CountTruth {
    /// Things that there are.
    pub things: usize,
    /// Expected-count log score in bits; `None` where a cell that holds something is ruled out.
    pub surprisal_bits: Option<f64>,
    /// OSPA distance in steps between where things are and where the belief has them most; `None` where there are too many.
    pub ospa_steps: Option<f64>,
}

/// Measures one belief, record by record.
pub(crate) struct CountMeasurer {
    distances: WalkingDistances,
}

impl CountMeasurer {
    pub(crate) fn new(header: &Header) -> Self {
        Self { distances: WalkingDistances::new(&header.board) }
    }

    /// `None` if the record states no such belief, or one of another kind.
    pub(crate) fn measure(&mut self, header: &Header, record: &Record, key: &BeliefKey) -> Option<CountMetrics> {
        let BeliefKind::Count(counts) = &record.belief(key)?.kind else { return None };
        let expected = counts.iter().sum();
        let truth =
            record.true_cells(header, key).and_then(|cells| self.against_truth(header, record, key, counts, &cells));
        Some(CountMetrics { record: record.index, turn: record.turn, expected, truth })
    }

    fn against_truth(
        &mut self,
        header: &Header,
        record: &Record,
        key: &BeliefKey,
        counts: &[f64],
        cells: &[Cell],
    ) -> Option<CountTruth> {
        let frame = record.frame_of(header, header.seat(&key.owner)?);
        let numbers = true_numbers(header, record, key, counts.len())?;
        let estimate: Vec<Cell> = likeliest(counts, &|from, to| frame.size.cell(from).manhattan(frame.size.cell(to)))
            .into_iter()
            .map(|element| frame.size.cell(element))
            .collect();
        let ospa_steps = (estimate.len().max(cells.len()) <= MOST_THINGS).then(|| {
            let onto_board = |cell: &Cell| frame.onto_board(&header.board, *cell);
            let mut distance = |from: &Cell, to: &Cell| {
                let steps = onto_board(from)
                    .zip(onto_board(to))
                    .and_then(|(from, to)| self.distances.to(to)[header.board.size.index(from)]);
                steps.map_or(f64::INFINITY, f64::from)
            };
            ospa(&estimate, cells, OSPA_ORDER, OSPA_CUTOFF, &mut distance)
        });
        Some(CountTruth { things: cells.len(), surprisal_bits: count_surprisal_bits(counts, &numbers), ospa_steps })
    }
}

/// Where the belief has things most, as many as it expects, rounded: again and again the element with the greatest expected number,
/// from which and from its nearest ones one thing is taken away.
fn likeliest(counts: &[f64], distance: &dyn Fn(usize, usize) -> u32) -> Vec<usize> {
    let mut left = counts.to_vec();
    let mut found = Vec::new();
    for _ in 0..counts.iter().sum::<f64>().round() as usize {
        let most = left.iter().copied().fold(0.0, f64::max);
        let Some(best) = left.iter().position(|count| *count == most && most > 0.0) else { break };
        found.push(best);
        if found.len() > MOST_THINGS {
            break;
        }
        let mut near: Vec<usize> = (0..left.len()).filter(|element| left[*element] > 0.0).collect();
        near.sort_by_key(|element| distance(best, *element));
        let mut rest = 1.0_f64;
        for element in near {
            let taken = rest.min(left[element]);
            left[element] -= taken;
            rest -= taken;
            if rest <= 0.0 {
                break;
            }
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_thing_is_looked_for_where_the_others_are_not() {
        let distance = |from: usize, to: usize| from.abs_diff(to) as u32;
        // Two things, one certain, one spread over five elements beside each other, of which the middle is likeliest.
        let counts = [0.1, 0.2, 0.4, 0.2, 0.1, 0.0, 0.0, 0.0, 1.0];
        assert_eq!(likeliest(&counts, &distance), [8, 2]);
        // The mass of one thing is not counted twice, however dense it is beside another.
        assert_eq!(likeliest(&[0.6, 0.4, 0.0, 0.0, 0.3, 0.3, 0.4], &distance), [0, 6]);
        assert_eq!(likeliest(&[0.2, 0.2], &distance), Vec::<usize>::new());
    }
}
