//! Boards as shapes.

mod belief;
mod board;
mod difference;
mod grid;
mod hatch;
mod layer;
mod legend;
mod pattern;
mod piece;
mod truth;
mod view;

pub(crate) use belief::{BeliefPicture, label_bars};
pub(crate) use board::mark_cell;
pub(crate) use difference::DifferencePicture;
pub(crate) use grid::{Grid, LABELS, Zoom};
pub(crate) use hatch::hatch_rect;
pub(crate) use layer::{Canvas, Textures, stamp};
pub(crate) use piece::piece_icon;
pub(crate) use truth::{describe as describe_truth, paint_truth};
pub(crate) use view::{ViewPicture, describe as describe_view};
