//! Figures as a whole.

mod fixture;
mod hairlines;
mod labels;
mod shapes;
