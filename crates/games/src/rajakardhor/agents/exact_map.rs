//! The guard's exact posterior as agents use it.

use fogreel_engine::ConfigError;
use fogreel_inference::Domain;

use crate::knobs::choice;
use crate::rajakardhor::knobs::Escape;
use crate::rajakardhor::reference::{GuardPosterior, OpponentModel, most_exit_pairs};
use crate::rajakardhor::{Observation, Rules};

choice! {
    /// What a guard takes the thief for. Each of these thieves can do anything legal, so none is ever ruled out.
    pub(super) ThiefModel {
        Uniform = "uniform": "a thief that plays any legal action with equal probability",
        NoiseAverse = "noise_averse": "a thief that waits half of the time",
    }
}

/// Where the thief and the exits can be, and how likely.
pub(super) struct ExactMap {
    model: OpponentModel,
    posterior: Option<GuardPosterior>,
    /// Probability of each cell of the board to be the thief's.
    cells: Vec<f64>,
}

impl ExactMap {
    /// A map under a model of the thief.
    ///
    /// # Errors
    /// [`ConfigError`] if the board is too large for exact inference.
    pub(super) fn new(rules: &Rules, model: ThiefModel) -> Result<Self, ConfigError> {
        let sites = rules.floor_cells() * if rules.knobs.escape == Escape::Delayed { 2 } else { 1 };
        Domain::new(sites, most_exit_pairs(rules))
            .map_err(|error| ConfigError::invalid("the map", error.to_string()))?;
        let model = match model {
            ThiefModel::Uniform => OpponentModel::Uniform,
            ThiefModel::NoiseAverse => OpponentModel::NoiseAverse,
        };
        Ok(Self { model, posterior: None, cells: Vec::new() })
    }

    /// Takes in one record.
    pub(super) fn observe(&mut self, rules: &Rules, told: &Observation) {
        let taken = match &mut self.posterior {
            Some(posterior) => posterior.step(rules, told).is_ok(),
            None => {
                self.posterior = GuardPosterior::new(rules, self.model, told).ok();
                self.posterior.is_some()
            }
        };
        debug_assert!(taken, "a thief that can do anything legal explains whatever is legal");
        if let Some(posterior) = &self.posterior {
            self.cells = posterior.thief_cells(rules);
        }
    }

    /// Probability of each cell of the board to be the thief's, row-major. Empty before the first observation.
    pub(super) fn probabilities(&self) -> &[f64] {
        &self.cells
    }

    /// The joint posterior, from the first observation on.
    pub(super) fn posterior(&self) -> Option<&GuardPosterior> {
        self.posterior.as_ref()
    }
}
