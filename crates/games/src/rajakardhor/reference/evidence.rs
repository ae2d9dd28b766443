//! Evidence by channel: whether the rules would have told the same.

use fogreel_inference::{Likelihood, Motion};

use crate::rajakardhor::Observation;

/// Ids of the channels of evidence, in the order in which they are applied.
pub mod channel {
    /// The spawn rule.
    pub const START: &str = "start";
    /// That the match goes on, or how it ended: captures, escapes, the capture check.
    pub const SURVIVAL: &str = "survival";
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
    same: [(&'static str, Vec<f64>); 5],
}

impl<'a> Senses<'a> {
    /// Room for so many transitions.
    pub(super) fn new(edges: usize, told: &'a Observation) -> Self {
        let channels = [channel::SURVIVAL, channel::SIGHT, channel::ORTHOGONAL, channel::NOISE, channel::SCAN];
        Self { told, same: channels.map(|channel| (channel, Vec::with_capacity(edges))) }
    }

    /// The next transition, in order, and what its end would have told.
    pub(super) fn compare(&mut self, other: &Observation) {
        let told = self.told;
        let survives = (told.ending, told.capture) == (other.ending, other.capture);
        // After an end nobody senses any more: where that alone differs, the other channels have nothing to say.
        let same = [
            survives,
            !survives || told.sight == other.sight,
            !survives || told.orthogonal == other.orthogonal,
            !survives || told.hearing == other.hearing,
            !survives || told.scan == other.scan,
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
