//! What the window remembers from one start to the next.

use serde::{Deserialize, Serialize};

use fogreel_engine::Header;
use fogreel_engine::data::{BeliefKey, Domain};

/// Number of panes in the fixed two by two.
pub(crate) const PANES: usize = 4;

/// The part of the window that eframe saves.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(default)]
pub(crate) struct ViewerState {
    pub(crate) theme: ThemeChoice,
    pub(crate) panes: [PaneChoice; PANES],
    /// Steps per second.
    pub(crate) speed: f32,
    pub(crate) fog: bool,
    pub(crate) scale: ScaleChoice,
    /// Whether the cards at the right are open.
    pub(crate) cards: bool,
    /// Whether the hint at the timeline has done its work.
    pub(crate) has_dragged: bool,
}

impl Default for ViewerState {
    fn default() -> Self {
        Self {
            theme: ThemeChoice::System,
            panes: [PaneChoice::Auto, PaneChoice::Auto, PaneChoice::Auto, PaneChoice::Auto],
            speed: 2.0,
            fog: true,
            // So that both diffuse and certain beliefs can be read.
            scale: ScaleChoice::Log,
            cards: true,
            has_dragged: false,
        }
    }
}

/// Which theme was chosen.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) enum ThemeChoice {
    System,
    Light,
    Dark,
}

/// Scale of heat maps.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) enum ScaleChoice {
    Linear,
    Log,
}

/// What was chosen for a pane. Seats and beliefs stand by their ids, so that a choice fits other recordings, too.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) enum PaneChoice {
    /// Whatever suits the place.
    Auto,
    Truth,
    View(String),
    Belief(BeliefKey),
}

impl PaneChoice {
    /// Whether a recording has what was chosen; never so for what nobody chose.
    fn exists(&self, header: &Header, keys: &[BeliefKey]) -> bool {
        match self {
            Self::Auto => false,
            Self::Truth => true,
            Self::View(seat) => header.seat(seat).is_some(),
            Self::Belief(key) => keys.contains(key),
        }
    }

    /// The choice for a place in a recording: a choice that the recording does not have becomes what suits the place.
    fn resolve(&self, place: usize, header: &Header, keys: &[BeliefKey]) -> Self {
        if self.exists(header, keys) { self.clone() } else { suitable(place, header, keys) }
    }
}

/// What each pane shows to the referee.
pub(crate) fn for_referee(
    panes: &[PaneChoice; PANES],
    header: &Header,
    keys: &[BeliefKey],
) -> [Option<PaneChoice>; PANES] {
    std::array::from_fn(|pane| Some(panes[pane].resolve(pane, header, keys)))
}

/// What each pane shows in a seat's perspective: what was chosen for it, else the next of what the seat has to show. A
/// pane for which nothing is left is `None` and not shown. If that is so of all, the first one says that all is hidden.
pub(crate) fn for_seat(
    panes: &[PaneChoice; PANES],
    header: &Header,
    keys: &[BeliefKey],
    own: Vec<PaneChoice>,
) -> [Option<PaneChoice>; PANES] {
    let mut left = own.into_iter().filter(|choice| !panes.contains(choice));
    let mut shown =
        std::array::from_fn(
            |pane| {
                if panes[pane].exists(header, keys) { Some(panes[pane].clone()) } else { left.next() }
            },
        );
    if shown.iter().all(Option::is_none) {
        shown[0] = Some(PaneChoice::Truth);
    }
    shown
}

/// Whether a belief is painted as a map.
pub(crate) fn is_map(key: &BeliefKey, header: &Header) -> bool {
    let target = header.targets.iter().find(|target| target.id == key.target);
    target.is_some_and(|target| !matches!(target.domain, Domain::Labels(_)))
}

/// Truth, the first two seats, the first map of a belief; with one seat, two beliefs.
fn suitable(place: usize, header: &Header, keys: &[BeliefKey]) -> PaneChoice {
    // The fourth pane lies beside the second seat's view, so that seat's belief comes first.
    let neighbour = header.seats.iter().take(2).next_back().map(|seat| seat.id.as_str());
    let mut maps: Vec<&BeliefKey> = keys.iter().filter(|key| is_map(key, header)).collect();
    maps.sort_by_key(|key| Some(key.owner.as_str()) != neighbour);
    let mut choices = vec![PaneChoice::Truth];
    choices.extend(header.seats.iter().take(2).map(|seat| PaneChoice::View(seat.id.clone())));
    choices.extend(maps.into_iter().map(|key| PaneChoice::Belief(key.clone())));
    choices.extend(header.seats.iter().skip(2).map(|seat| PaneChoice::View(seat.id.clone())));
    choices.get(place).cloned().unwrap_or(PaneChoice::Truth)
}
