//! Typed beliefs.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

/// What somebody believes about a target of the header.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Belief {
    /// Whose belief, about what, from where.
    pub key: BeliefKey,
    /// How far it can be trusted.
    pub quality: Quality,
    /// The numbers.
    #[serde(flatten)]
    pub kind: BeliefKind,
}

impl Belief {
    /// One number per element of the target's domain.
    pub fn values(&self) -> &[f64] {
        match &self.kind {
            BeliefKind::Categorical(values) | BeliefKind::Count(values) | BeliefKind::Bernoulli(values) => values,
        }
    }
}

/// What the source of a reference belief begins with; its opponent model follows.
const REFERENCE: &str = "reference:";

/// Owner, target and source of a belief, written `owner/target@source`, such as `guard/thief@agent`.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct BeliefKey {
    /// Id of the seat that believes.
    pub owner: String,
    /// Id of the header's belief target.
    pub target: String,
    /// `agent`, or `reference:` and the opponent model.
    pub source: String,
}

impl BeliefKey {
    /// The key `owner/target@source`.
    pub fn new(owner: impl Into<String>, target: impl Into<String>, source: impl Into<String>) -> Self {
        Self { owner: owner.into(), target: target.into(), source: source.into() }
    }

    /// The key of a reference belief under an opponent model.
    pub fn of_reference(owner: impl Into<String>, target: impl Into<String>, model: &str) -> Self {
        Self::new(owner, target, format!("{REFERENCE}{model}"))
    }

    /// The opponent model of a reference belief: one that follows from the observations by the rules, and not from what an
    /// agent made of them. `None` for any other.
    pub fn opponent_model(&self) -> Option<&str> {
        self.source.strip_prefix(REFERENCE)
    }

    /// Where the belief comes from, in words: `agent`, or `reference posterior, opponent model uniform`.
    pub fn source_name(&self) -> String {
        match self.opponent_model() {
            Some(model) => format!("reference posterior, opponent model {model}"),
            None => self.source.clone(),
        }
    }
}

impl fmt::Display for BeliefKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}@{}", self.owner, self.target, self.source)
    }
}

impl From<BeliefKey> for String {
    fn from(key: BeliefKey) -> Self {
        key.to_string()
    }
}

/// A text that is no belief key.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("expected a belief key as OWNER/TARGET@SOURCE (for example guard/thief@agent), found `{0}`")]
pub struct ParseKeyError(String);

impl FromStr for BeliefKey {
    type Err = ParseKeyError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let parts = || {
            let (owner, rest) = text.split_once('/')?;
            let (target, source) = rest.split_once('@')?;
            (!owner.is_empty() && !target.is_empty() && !source.is_empty()).then(|| Self::new(owner, target, source))
        };
        parts().ok_or_else(|| ParseKeyError(text.to_owned()))
    }
}

impl TryFrom<String> for BeliefKey {
    type Error = ParseKeyError;

    fn try_from(text: String) -> Result<Self, Self::Error> {
        text.parse()
    }
}

/// The numbers of a belief, one per element of the target's domain.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(tag = "kind", content = "values", rename_all = "lowercase")]
pub enum BeliefKind {
    /// Exactly one element is the true one: probabilities that sum to 1.
    Categorical(Vec<f64>),
    /// Expected number of things per element, each ≥ 0.
    Count(Vec<f64>),
    /// Each element is so, or is not, by itself: probabilities in [0, 1].
    Bernoulli(Vec<f64>),
}

/// How far a belief can be trusted.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Quality {
    /// As its owner computed it, to the last bit.
    Exact,
    /// Computed by a method that approximates.
    Approximate {
        /// The method.
        method: String,
        /// Its size, such as the number of particles.
        n: u64,
    },
    /// Rounded before it was stored; the tag `belief_bits` of the header may say to how many significant bits.
    Lossy,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_parse_as_they_print() {
        let key: BeliefKey = "guard/thief@reference:uniform".parse().expect("a key");
        assert_eq!(key, BeliefKey::new("guard", "thief", "reference:uniform"));
        assert_eq!(key.to_string().parse(), Ok(key));
        for wrong in ["", "guard", "guard/thief", "/thief@agent", "guard/@agent", "guard/thief@"] {
            assert!(wrong.parse::<BeliefKey>().is_err(), "{wrong}");
        }
    }
}
