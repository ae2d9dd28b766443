//! What the window remembers from one start to the next.

use serde::{Deserialize, Serialize};

use crate::recent::Recent;
use crate::tiles::Tiles;

/// The part of the window that eframe saves.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(default)]
pub(crate) struct ViewerState {
    pub(crate) theme: ThemeChoice,
    pub(crate) tiles: Tiles,
    /// Steps per second.
    pub(crate) speed: f32,
    pub(crate) fog: bool,
    pub(crate) scale: ScaleChoice,
    pub(crate) range: RangeChoice,
    /// Whether the cards at the right are open.
    pub(crate) cards: bool,
    /// Whether the hint at the timeline has done its work.
    pub(crate) has_dragged: bool,
    pub(crate) recent: Recent,
}

impl Default for ViewerState {
    fn default() -> Self {
        Self {
            theme: ThemeChoice::System,
            tiles: Tiles::default(),
            speed: 2.0,
            fog: true,
            // So that both diffuse and certain beliefs can be read.
            scale: ScaleChoice::Log,
            range: RangeChoice::Match,
            cards: true,
            has_dragged: false,
            recent: Recent::default(),
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

/// Which values the ends of the scale of heat maps fit.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) enum RangeChoice {
    /// Those of the whole match, so that turns can be compared.
    Match,
    /// Those of the record shown, so that small differences can be seen.
    Turn,
}
