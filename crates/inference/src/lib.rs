//! Filters on grids and finite sets; knows no game
