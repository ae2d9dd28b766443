//! What a pane may show.

use fogreel_engine::Header;
use fogreel_engine::data::{BeliefKey, Domain};
use serde::{Deserialize, Serialize};

use super::Preset;

/// What was chosen for a pane. Seats and beliefs stand by their ids, so that a choice fits other recordings, too.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) enum PaneChoice {
    /// Nobody chose; what suits the place.
    Auto(Role),
    Truth,
    View(String),
    Belief(BeliefKey),
    /// A belief minus another of the same owner about the same target, which has this source.
    Difference {
        belief: BeliefKey,
        reference: String,
    },
}

impl PaneChoice {
    /// The role by which the pane at a place is filled, if nothing that the recording has was chosen for it.
    pub(super) fn role(&self, place: usize, header: &Header, keys: &[BeliefKey]) -> Option<Role> {
        let exists = match self {
            Self::Auto(role) => return Some(*role),
            Self::Truth => true,
            Self::View(seat) => header.seat(seat).is_some(),
            Self::Belief(key) => keys.contains(key),
            Self::Difference { belief, reference } => {
                keys.contains(belief) && keys.contains(&with_source(belief, reference))
            }
        };
        let suitable = Preset::Four.roles();
        (!exists).then(|| suitable[place.min(suitable.len() - 1)])
    }
}

/// What a pane is for, whatever the recording. Numbers count seats, and beliefs that are painted as maps.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) enum Role {
    Truth,
    View(u8),
    Belief(u8),
    Reference(u8),
    Difference(u8),
}

impl Role {
    /// What that is in a recording; `None` if it has no such thing.
    pub(super) fn resolve(self, header: &Header, keys: &[BeliefKey]) -> Option<PaneChoice> {
        match self {
            Self::Truth => Some(PaneChoice::Truth),
            Self::View(seat) => header.seats.get(usize::from(seat)).map(|seat| PaneChoice::View(seat.id.clone())),
            Self::Belief(place) => nth_map(place, header, keys).map(|key| PaneChoice::Belief(key.clone())),
            Self::Reference(place) => {
                reference_of(nth_map(place, header, keys)?, keys).map(|key| PaneChoice::Belief(key.clone()))
            }
            Self::Difference(place) => {
                let belief = nth_map(place, header, keys)?;
                let reference = reference_of(belief, keys)?.source.clone();
                Some(PaneChoice::Difference { belief: belief.clone(), reference })
            }
        }
    }
}

/// The belief of the same owner about the same target from another source.
pub(crate) fn with_source(key: &BeliefKey, source: &str) -> BeliefKey {
    BeliefKey { source: source.to_owned(), ..key.clone() }
}

fn is_reference(key: &BeliefKey) -> bool {
    key.opponent_model().is_some()
}

/// The reference beside a belief, if there is one.
pub(crate) fn reference_of<'k>(key: &BeliefKey, keys: &'k [BeliefKey]) -> Option<&'k BeliefKey> {
    keys.iter().find(|other| is_reference(other) && other.owner == key.owner && other.target == key.target)
}

/// Whether a belief is painted as a map.
pub(crate) fn is_map(key: &BeliefKey, header: &Header) -> bool {
    let target = header.targets.iter().find(|target| target.id == key.target);
    target.is_some_and(|target| !matches!(target.domain, Domain::Labels(_)))
}

/// The beliefs that are painted as maps and are no reference beside another one, in a stated order.
fn nth_map<'k>(place: u8, header: &Header, keys: &'k [BeliefKey]) -> Option<&'k BeliefKey> {
    // In the square of four the belief lies beside the second seat's view, so that seat's come first.
    let neighbour = header.seats.iter().take(2).next_back().map(|seat| seat.id.as_str());
    let has_agent = |key: &BeliefKey| {
        keys.iter().any(|other| !is_reference(other) && other.owner == key.owner && other.target == key.target)
    };
    let mut maps: Vec<&BeliefKey> =
        keys.iter().filter(|key| is_map(key, header) && !(is_reference(key) && has_agent(key))).collect();
    let target = |key: &BeliefKey| header.targets.iter().position(|target| target.id == key.target);
    maps.sort_by_key(|key| (Some(key.owner.as_str()) != neighbour, header.seat(&key.owner), target(key)));
    maps.get(usize::from(place)).copied()
}
