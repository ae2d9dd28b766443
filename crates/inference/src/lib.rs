//! Filters on grids and finite sets, and what a perfect reasoner would make of a match. Knows no game.
//!
//! * [`Posterior`]: the exact Bayes filter over a [`Domain`], with likelihoods on transitions ([`Motion`],
//!   [`Likelihood`]); [`smooth`] looks back from the end; [`Mixture`] weighs several models; [`Particles`] approximate.
//! * [`Breakdown`]: one step taken apart by what the motion and each channel of evidence did; [`Flow`] carries several beliefs
//!   along one step.
//! * [`ReferenceModel`], [`PerfectInformation`], [`FairModel`] and [`BestResponse`]: what analysis asks of a game, and
//!   [`Reasoning`], which gives them out for its matches.
//! * [`CellBelief`]: the simple filter of an agent that takes its rival for a random walker.
//!
//! ```
//! use fogreel_inference::{Domain, Likelihood, Motion, Posterior};
//!
//! // Three cells in a row. Whoever is there waits or steps, each action equally likely.
//! let domain = Domain::new(3, 1)?;
//! let mut motion = Motion::new(domain);
//! for (from, to, step, probability) in
//!     [(0, 0, 0, 0.5), (0, 1, 1, 0.5), (1, 0, 1, 1.0 / 3.0), (1, 1, 0, 1.0 / 3.0), (1, 2, 1, 1.0 / 3.0), (2, 1, 1, 0.5), (2, 2, 0, 0.5)]
//! {
//!     motion.push(from, to, step, probability);
//! }
//! let mut belief = Posterior::new(domain, vec![1.0, 1.0, 0.0], "start")?;
//! // A step was heard: a likelihood of transitions. No likelihood of cells could tell this.
//! let noise = Likelihood::of_edges("noise", &motion, |edge| f64::from(edge.action));
//! belief.step(&motion, &[noise])?;
//! assert_eq!(belief.probabilities().iter().map(|p| (p * 7.0).round()).collect::<Vec<_>>(), [2.0, 3.0, 2.0]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod best_response;
mod breakdown;
mod cell_belief;
mod domain;
mod kernel;
mod likelihood;
mod mask;
mod mixture;
mod motion;
mod particles;
mod perfect;
mod posterior;
mod reasoning;
mod reference;
mod smoothing;
mod stencil;

pub use best_response::{BestResponse, Ceiling};
pub use breakdown::{Breakdown, Flow, Lift, Projection};
pub use cell_belief::{CellBelief, Impossible};
pub use domain::{Domain, TooLarge};
pub use likelihood::{Likelihood, MOTION};
pub use mask::Mask;
pub use mixture::{Member, Mixture};
pub use motion::{Edge, Motion};
pub use particles::Particles;
pub use perfect::{Evaluation, ExpectedScore, FairModel, MoveValue, PerfectInformation, Verdict};
pub use posterior::{FLUSH, Posterior, Rejected};
pub use reasoning::{OpponentModelInfo, Reasoning};
pub use reference::{ReferenceError, ReferenceModel, StepQuestion, TakenApart, Told};
pub use smoothing::{TakenStep, smooth};
pub use stencil::Stencil;
