//! Tables and series to figures: SVG, PNG, CSV.

pub mod color;
