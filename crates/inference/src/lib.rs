//! Filters on grids and finite sets. Knows no game.

mod cell_belief;
mod mask;
mod stencil;

pub use cell_belief::{CellBelief, Impossible};
pub use mask::Mask;
pub use stencil::Stencil;
