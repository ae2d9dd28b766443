//! Evidence by channel: whether the rules would have told the same.

use fogreel_inference::{Likelihood, Motion};

use crate::rajakardhor::{Ending, Observation};

/// Ids of the channels of evidence, in the order in which they are applied.
pub mod channel {
    /// The spawn rule.
    pub const START: &str = "start";
    /// The capture check: that nobody was caught, or where somebody was.
    pub const CAPTURE: &str = "capture";
    /// That nobody escaped, or that somebody did.
    pub const ESCAPE: &str = "escape";
    /// Sight.
    pub const SIGHT: &str = "sight";
    /// The guard's orthogonal range.
    pub const ORTHOGONAL: &str = "orthogonal";
    /// What is heard, or not.
    pub const NOISE: &str = "noise";
    /// The guard's power scan.
    pub const SCAN: &str = "scan";
    /// The look for exits.
    pub const EXITS: &str = "exits";
}

/// Compares, channel by channel, what was told with what would have been told on each transition.
pub(super) struct Senses<'a> {
    told: &'a Observation,
    /// Per channel, one number per transition.
    same: [(&'static str, Vec<f64>); 6],
}

impl<'a> Senses<'a> {
    /// Room for so many transitions.
    pub(super) fn new(edges: usize, told: &'a Observation) -> Self {
        let channels =
            [channel::CAPTURE, channel::ESCAPE, channel::SIGHT, channel::ORTHOGONAL, channel::NOISE, channel::SCAN];
        Self { told, same: channels.map(|channel| (channel, Vec::with_capacity(edges))) }
    }

    /// The next transition, in order, and what its end would have told.
    pub(super) fn compare(&mut self, other: &Observation) {
        let told = self.told;
        let is_capture = |ending| matches!(ending, Some(Ending::CapturedByGuard | Ending::ThiefWalkedUp));
        let capture = |seen: &Observation| (seen.capture, seen.ending.filter(|ending| is_capture(Some(*ending))));
        // After an end nobody senses any more: where that alone differs, the channels after it have nothing to say.
        let is_same_capture = capture(told) == capture(other);
        let is_same_end = told.ending == other.ending;
        let goes_on = is_same_capture && is_same_end;
        let same = [
            is_same_capture,
            !is_same_capture || is_same_end,
            !goes_on || told.sight == other.sight,
            !goes_on || told.orthogonal == other.orthogonal,
            !goes_on || told.hearing == other.hearing,
            !goes_on || told.scan == other.scan,
        ];
        for ((_, likelihoods), same) in self.same.iter_mut().zip(same) {
            likelihoods.push(f64::from(u8::from(same)));
        }
    }

    /// The next transition tells the same as an earlier one, by its position.
    pub(super) fn repeat(&mut self, earlier: usize) {
        for (_, likelihoods) in &mut self.same {
            likelihoods.push(likelihoods[earlier]);
        }
    }

    /// One likelihood per channel.
    pub(super) fn likelihoods(self, motion: &Motion) -> Vec<Likelihood> {
        let of_channel = |(channel, values): (&'static str, Vec<f64>)| {
            let mut values = values.into_iter();
            // There is one value per edge: `compare` was called for each.
            Likelihood::of_edges(channel, motion, |_| values.next().unwrap_or(0.0))
        };
        self.same.into_iter().map(of_channel).collect()
    }
}
