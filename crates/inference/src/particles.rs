//! The particle filter: what stands in for an exact posterior where that is too large.

use fogreel_engine::Chance;

use crate::Rejected;

/// Purpose of the random numbers.
const PURPOSE: &str = "particles";

/// Weighted samples of a hidden state (sequential importance resampling, Gordon, Salmond and Smith 1993).
#[derive(Clone, Debug)]
pub struct Particles<S> {
    states: Vec<S>,
    /// Sum to 1.
    weights: Vec<f64>,
}

impl<S: Clone> Particles<S> {
    /// `count` samples of the prior, drawn by `draw`.
    ///
    /// # Panics
    /// If `count` is 0.
    pub fn new(count: usize, chance: &mut Chance, mut draw: impl FnMut(&mut Chance) -> S) -> Self {
        assert!(count > 0, "a filter needs a particle");
        Self { states: (0..count).map(|_| draw(chance)).collect(), weights: vec![1.0 / count as f64; count] }
    }

    /// Takes one step. `advance` draws where a particle goes and returns the likelihood of the evidence for that
    /// transition. Resamples when fewer than half of the particles count. Returns the estimate of
    /// P(evidence | everything before).
    ///
    /// # Errors
    /// [`Rejected::Depleted`] if no particle explains the evidence; the particles then stand where they stood.
    pub fn step(
        &mut self,
        chance: &mut Chance,
        mut advance: impl FnMut(&S, &mut Chance) -> (S, f64),
    ) -> Result<f64, Rejected> {
        let mut moved = Vec::with_capacity(self.states.len());
        let mut weights = Vec::with_capacity(self.states.len());
        for (state, weight) in self.states.iter().zip(&self.weights) {
            let (next, likelihood) = advance(state, chance);
            moved.push(next);
            weights.push(weight * likelihood);
        }
        let total: f64 = weights.iter().sum();
        if total <= 0.0 {
            return Err(Rejected::Depleted { particles: self.states.len() });
        }
        weights.iter_mut().for_each(|weight| *weight /= total);
        (self.states, self.weights) = (moved, weights);
        if self.effective_sample_size() < self.states.len() as f64 / 2.0 {
            self.resample(chance);
        }
        Ok(total)
    }

    /// Number of particles.
    pub fn count(&self) -> usize {
        self.states.len()
    }

    /// 1 / Σ wᵢ²: how many equally weighted particles would say as much (Kong, Liu and Wong 1994).
    pub fn effective_sample_size(&self) -> f64 {
        1.0 / self.weights.iter().map(|weight| weight * weight).sum::<f64>()
    }

    /// The particles with their weights.
    pub fn iter(&self) -> impl Iterator<Item = (&S, f64)> {
        self.states.iter().zip(self.weights.iter().copied())
    }

    /// The distribution of what `element` says of a particle, over `elements` values.
    ///
    /// # Panics
    /// If it says a number that is not below `elements`.
    pub fn histogram(&self, elements: usize, element: impl Fn(&S) -> usize) -> Vec<f64> {
        let mut histogram = vec![0.0; elements];
        self.iter().for_each(|(state, weight)| histogram[element(state)] += weight);
        histogram
    }

    /// Systematic resampling (Kitagawa 1996): one random offset, so that a particle of weight w leaves n·w copies, rounded
    /// up or down.
    fn resample(&mut self, chance: &mut Chance) {
        let count = self.states.len();
        let offset = chance.unit(PURPOSE);
        let mut resampled = Vec::with_capacity(count);
        let (mut taken, mut reached) = (0, self.weights[0]);
        for position in 0..count {
            let mark = (position as f64 + offset) / count as f64;
            while mark > reached && taken + 1 < count {
                taken += 1;
                reached += self.weights[taken];
            }
            resampled.push(self.states[taken].clone());
        }
        self.states = resampled;
        self.weights.fill(1.0 / count as f64);
    }
}
