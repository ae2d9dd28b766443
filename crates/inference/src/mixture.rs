//! Several models side by side, each believed as far as it explained the evidence.

use crate::Rejected;

/// One model of a mixture.
#[derive(Clone, Debug)]
pub struct Member<M> {
    /// Name for people.
    pub name: String,
    /// The model, with its own posterior.
    pub model: M,
    /// Posterior probability that it is the true one; 0 once it was ruled out.
    pub probability: f64,
}

/// Models of which one is taken to be true throughout: P(model | evidence) ∝ P(model) · Π P(evidence of each step | model).
#[derive(Clone, Debug)]
pub struct Mixture<M> {
    members: Vec<Member<M>>,
}

impl<M> Mixture<M> {
    /// A mixture of equally likely models.
    ///
    /// # Panics
    /// If there is none.
    pub fn uniform(models: impl IntoIterator<Item = (String, M)>) -> Self {
        let mut members: Vec<Member<M>> =
            models.into_iter().map(|(name, model)| Member { name, model, probability: 1.0 }).collect();
        assert!(!members.is_empty(), "a mixture needs a model");
        let share = 1.0 / members.len() as f64;
        members.iter_mut().for_each(|member| member.probability = share);
        Self { members }
    }

    /// The models with their probabilities.
    pub fn members(&self) -> &[Member<M>] {
        &self.members
    }

    /// Takes one step with every model that is not ruled out yet. `advance` returns P(evidence | everything before,
    /// model), as [`Posterior::step`](crate::Posterior::step) does, and leaves a model that rejects the evidence as it was.
    /// Returns the same for the mixture.
    ///
    /// # Errors
    /// What the likeliest model rejected, if all do; nothing has changed then.
    pub fn step(&mut self, mut advance: impl FnMut(&mut M) -> Result<f64, Rejected>) -> Result<f64, Rejected> {
        let mut explained = vec![0.0; self.members.len()];
        let mut rejected: Option<(f64, Rejected)> = None;
        for (member, explained) in self.members.iter_mut().zip(&mut explained) {
            if member.probability <= 0.0 {
                continue;
            }
            match advance(&mut member.model) {
                Ok(probability) => *explained = member.probability * probability,
                Err(error) if rejected.is_none_or(|(most, _)| member.probability > most) => {
                    rejected = Some((member.probability, error));
                }
                Err(_) => {}
            }
        }
        let total: f64 = explained.iter().sum();
        if let (Some((_, error)), true) = (rejected, total <= 0.0) {
            return Err(error);
        }
        let posteriors = self.members.iter_mut().zip(explained);
        posteriors.for_each(|(member, explained)| member.probability = explained / total);
        Ok(total)
    }

    /// Σ P(model) · `distribution` of the model, over all that are not ruled out.
    pub fn average(&self, distribution: impl Fn(&M) -> Vec<f64>) -> Vec<f64> {
        let mut average = Vec::new();
        for member in self.members.iter().filter(|member| member.probability > 0.0) {
            let values = distribution(&member.model);
            average.resize(values.len(), 0.0);
            average.iter_mut().zip(values).for_each(|(sum, value)| *sum += member.probability * value);
        }
        average
    }
}
