//! Tournaments of real matches, and of a game in which everybody sits on either side.

mod brackets;
mod duel;
mod interrupted;
mod journal;
mod plan;
mod starts;
