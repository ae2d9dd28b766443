//! Figures as a whole.

mod analysed;
mod fixture;
mod hairlines;
mod labels;
mod pieces;
mod shapes;
mod tournament;
