//! Seeded, repeatable randomness: counter-based streams keyed (seed, owner, purpose, turn, draw).

use std::collections::VecDeque;

use rand_chacha::ChaCha8Rng;
use rand_core::{Rng, SeedableRng};

use crate::data::Draw;
use crate::{Seat, fnv1a};

/// Whose randomness a stream is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Owner {
    /// The game itself: spawns, dice, NPC whims.
    Nature,
    /// One seat's agent.
    Seat(Seat),
}

/// The random streams of one owner in one match.
///
/// Every draw is a function of (seed, owner, purpose, turn, how many draws of that purpose came before in that turn).
/// So an agent that draws once more shifts nobody else's numbers, and not even its own of the next turn.
///
/// Nature's draws can be logged (they belong into the recording with their probability) and forced (a replay applies
/// what was recorded instead of drawing anew).
#[derive(Clone, Debug)]
pub struct Chance {
    seed: u64,
    owner: Owner,
    turn: u32,
    streams: Vec<(&'static str, ChaCha8Rng)>,
    log: Option<Vec<Draw>>,
    forced: Option<Forced>,
}

/// Recorded draws that a replay applies, and the first disagreement with what the rules ask for.
#[derive(Clone, Debug, Default)]
struct Forced {
    draws: VecDeque<Draw>,
    mismatch: Option<String>,
}

/// The first disagreement between recorded draws and what the rules ask for.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{0}")]
pub struct ForcedMismatch(String);

impl Chance {
    /// The streams of `owner` in the match with that seed, at turn 0.
    pub fn new(seed: u64, owner: Owner) -> Self {
        Self { seed, owner, turn: 0, streams: Vec::new(), log: None, forced: None }
    }

    /// Moves all streams to the start of a turn.
    pub fn begin_turn(&mut self, turn: u32) {
        self.turn = turn;
        self.streams.clear();
    }

    /// Starts to log draws; [`take_log`](Self::take_log) collects them.
    pub fn start_log(&mut self) {
        self.log = Some(Vec::new());
    }

    /// The draws logged since the last call. Empty when nothing is logged.
    pub fn take_log(&mut self) -> Vec<Draw> {
        self.log.as_mut().map(std::mem::take).unwrap_or_default()
    }

    /// From now on, apply these draws instead of drawing.
    pub fn force(&mut self, draws: impl IntoIterator<Item = Draw>) {
        self.forced = Some(Forced { draws: draws.into_iter().collect(), mismatch: None });
    }

    /// Ends forcing.
    ///
    /// # Errors
    /// Says what disagreed: a draw that the rules asked for and the recording lacks, or one that was never asked for.
    pub fn end_force(&mut self) -> Result<(), ForcedMismatch> {
        let Some(forced) = self.forced.take() else { return Ok(()) };
        match (forced.mismatch, forced.draws.front()) {
            (Some(mismatch), _) => Err(ForcedMismatch(mismatch)),
            (None, Some(left)) => {
                Err(ForcedMismatch(format!("the rules never ask for the recorded draw `{}`", left.stream)))
            }
            (None, None) => Ok(()),
        }
    }

    /// A uniform number below `n`, without bias. Not logged: for agents, whose draws are their own affair.
    ///
    /// # Panics
    /// If `n` is 0.
    pub fn below(&mut self, purpose: &'static str, n: u64) -> u64 {
        assert!(n > 0, "a draw needs at least one outcome");
        let rng = self.stream(purpose);
        // Multiply and reject (Lemire, "Fast Random Integer Generation in an Interval", 2019).
        let threshold = n.wrapping_neg() % n;
        loop {
            let product = u128::from(rng.next_u64()) * u128::from(n);
            if product as u64 >= threshold {
                return (product >> 64) as u64;
            }
        }
    }

    /// A uniform number in [0, 1). Not logged.
    pub fn unit(&mut self, purpose: &'static str) -> f64 {
        (self.stream(purpose).next_u64() >> 11) as f64 / (1u64 << 53) as f64
    }

    /// One of `n` equally likely outcomes; logged under `purpose` with `describe`'s words for it.
    ///
    /// # Panics
    /// If `n` is 0.
    pub fn uniform(&mut self, purpose: &'static str, n: u64, describe: impl FnOnce(u64) -> String) -> u64 {
        let index = match self.next_forced(purpose, n) {
            Some(index) => index,
            None => self.below(purpose, n),
        };
        self.log_draw(purpose, index, Some(1.0 / n as f64), || describe(index));
        index
    }

    /// One outcome, with probability proportional to its weight; logged like [`uniform`](Self::uniform).
    ///
    /// # Panics
    /// If the weights do not have a positive, finite sum.
    pub fn weighted(
        &mut self,
        purpose: &'static str,
        weights: &[f64],
        describe: impl FnOnce(usize) -> String,
    ) -> usize {
        let total: f64 = weights.iter().sum();
        assert!(total > 0.0 && total.is_finite(), "a draw needs positive, finite weights");
        let index = match self.next_forced(purpose, weights.len() as u64) {
            Some(index) => index as usize,
            None => {
                let mut rest = self.unit(purpose) * total;
                let likely = weights.iter().rposition(|weight| *weight > 0.0).unwrap_or(0);
                weights[..likely]
                    .iter()
                    .position(|weight| {
                        rest -= weight;
                        rest < 0.0
                    })
                    .unwrap_or(likely)
            }
        };
        self.log_draw(purpose, index as u64, Some(weights[index] / total), || describe(index));
        index
    }

    /// Logs a draw that the caller made by other means, such as rejection sampling with [`below`](Self::below).
    pub fn log_draw(&mut self, purpose: &str, index: u64, probability: Option<f64>, describe: impl FnOnce() -> String) {
        let owner = self.owner;
        if let Some(log) = &mut self.log {
            let stream = match owner {
                Owner::Nature => format!("nature/{purpose}"),
                Owner::Seat(seat) => format!("seat{}/{purpose}", seat.0),
            };
            log.push(Draw { stream, index, outcome: describe(), probability });
        }
    }

    /// Whether draws are logged, so that costly probabilities need only be computed then.
    pub fn is_logging(&self) -> bool {
        self.log.is_some()
    }

    fn next_forced(&mut self, purpose: &str, n: u64) -> Option<u64> {
        let forced = self.forced.as_mut()?;
        let mut complain = |text: String| {
            forced.mismatch.get_or_insert(text);
        };
        match forced.draws.pop_front() {
            None => complain(format!("the rules ask for a draw `{purpose}` that the recording lacks")),
            Some(draw) if draw.stream.rsplit('/').next() != Some(purpose) => {
                complain(format!("the rules ask for a draw `{purpose}`, the recording has `{}`", draw.stream));
            }
            Some(draw) if draw.index >= n => {
                complain(format!("the draw `{purpose}` has {n} outcomes, the recording has number {}", draw.index));
            }
            Some(draw) => return Some(draw.index),
        }
        Some(0)
    }

    fn stream(&mut self, purpose: &'static str) -> &mut ChaCha8Rng {
        let position = self.streams.iter().position(|(name, _)| *name == purpose).unwrap_or_else(|| {
            self.streams.push((purpose, ChaCha8Rng::from_seed(self.key(purpose))));
            self.streams.len() - 1
        });
        &mut self.streams[position].1
    }

    fn key(&self, purpose: &str) -> [u8; 32] {
        let owner: u32 = match self.owner {
            Owner::Nature => 0,
            Owner::Seat(seat) => 1 + u32::from(seat.0),
        };
        let mut key = [0; 32];
        key[..8].copy_from_slice(&self.seed.to_le_bytes());
        key[8..16].copy_from_slice(&fnv1a(purpose.as_bytes()).to_le_bytes());
        key[16..20].copy_from_slice(&owner.to_le_bytes());
        key[20..24].copy_from_slice(&self.turn.to_le_bytes());
        key
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_extra_draw_shifts_nothing_else() {
        let mut calm = Chance::new(7, Owner::Nature);
        let mut busy = Chance::new(7, Owner::Nature);
        busy.below("dice", 6);
        assert_eq!(calm.below("spawn", 1 << 40), busy.below("spawn", 1 << 40));
        calm.begin_turn(1);
        busy.begin_turn(1);
        assert_eq!(calm.below("dice", 1 << 40), busy.below("dice", 1 << 40));
    }

    #[test]
    fn owners_purposes_turns_and_seeds_differ() {
        let draw = |seed, owner, purpose, turn| {
            let mut chance = Chance::new(seed, owner);
            chance.begin_turn(turn);
            chance.below(purpose, u64::MAX)
        };
        let mut all = vec![
            draw(1, Owner::Nature, "a", 0),
            draw(2, Owner::Nature, "a", 0),
            draw(1, Owner::Seat(Seat(0)), "a", 0),
            draw(1, Owner::Seat(Seat(1)), "a", 0),
            draw(1, Owner::Nature, "b", 0),
            draw(1, Owner::Nature, "a", 1),
        ];
        all.sort_unstable();
        all.dedup();
        assert_eq!(all.len(), 6);
    }

    /// The streams are part of what a seed means: these numbers may never change.
    #[test]
    fn streams_are_frozen() {
        let mut chance = Chance::new(2026, Owner::Nature);
        let drawn: Vec<u64> = (0..4).map(|_| chance.below("spawn", 1000)).collect();
        assert_eq!(drawn, FROZEN);
    }
    const FROZEN: [u64; 4] = [307, 279, 260, 314];

    #[test]
    fn forced_draws_are_applied_and_checked() {
        let mut chance = Chance::new(1, Owner::Nature);
        chance.start_log();
        let drawn = chance.uniform("dice", 6, |face| (face + 1).to_string());
        let log = chance.take_log();
        assert_eq!(log[0].probability, Some(1.0 / 6.0));
        assert_eq!(log[0].stream, "nature/dice");

        let mut replay = Chance::new(999, Owner::Nature);
        replay.force(log.clone());
        assert_eq!(replay.uniform("dice", 6, |face| face.to_string()), drawn);
        assert_eq!(replay.end_force(), Ok(()));

        replay.force(log);
        assert!(replay.end_force().is_err(), "a draw left over is a disagreement");
        replay.force([]);
        replay.uniform("dice", 6, |face| face.to_string());
        assert!(replay.end_force().is_err(), "a draw that is missing is a disagreement");
    }

    #[test]
    fn weights_of_zero_are_never_drawn() {
        for seed in 0..200 {
            let index = Chance::new(seed, Owner::Nature).weighted("w", &[0.0, 1.0, 0.0, 2.0, 0.0], |i| i.to_string());
            assert!(index == 1 || index == 3);
        }
    }
}
