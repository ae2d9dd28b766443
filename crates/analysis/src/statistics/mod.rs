//! What many matches say of the agents that played them: shares, differences on the same starts, ratings, sequential tests.
//!
//! Matches are *wins*, *draws* and *losses* from one side, and score 1, ½ and 0. Everything here is a pure function of counts
//! and scores; what is drawn at random takes a seed.

mod paired;
mod pentanomial;
mod proportion;
mod rating;
mod sprt;

pub use paired::{Paired, PairedComparison, mcnemar};
pub use pentanomial::Pentanomial;
pub use proportion::{Interval, clopper_pearson, wilson};
pub use rating::{
    ELO_PER_STRENGTH, LEAST_POINTS, LEAST_STARTS, PlayedMatch, Rating, Ratings, Strength, Withheld, rate,
};
pub use sprt::{Hypotheses, HypothesesError, MOST_ELO, Scale, SprtVerdict, elo_of_score, score_of_elo};
