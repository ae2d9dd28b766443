//! Figures of recordings for reports and papers: SVG and PDF with a physical size, PNG, and CSV with the same numbers.
//!
//! * [`heatmap`]: one belief at one record.
//! * [`sheet`]: one belief at chosen records on one scale; [`default_sheet_records`] chooses.
//! * [`difference`], [`board`], [`timeline`]: a belief minus another, the board as somebody sees it, a belief along the match.
//! * [`trajectory`], [`Visits`]: where pieces went, in one match and over many.
//! * [`attribution`], [`regret`], [`grades`]: what an analysis of a match says; [`Calibration`]: a belief over many matches.
//! * [`win_rates`], [`win_matrix`], [`sprt`]: agents over a tournament.
//! * [`FigureRequest`]: any of them, said once for the command line and the window; [`FigureFiles`] writes them.
//! * [`color`]: the colours of both, for whoever paints the same beliefs elsewhere.
//!
//! There is one drawing path: a list of shapes and texts becomes SVG through plotters; PNG is that SVG, rasterised with the
//! font that this crate ships, and PDF that SVG with texts in that font. The same recording and options give the same bytes.
//!
//! Colour is never alone: the truth is a ring, pieces are shapes, events are letters, outlines are broken differently,
//! and what does not lie on the scale (impossible, below the floor, wall, unseen, no value) has a pattern and a name in
//! the legend.

mod analysed;
mod attribution;
mod axis;
mod bar;
mod bars;
mod board;
mod calibration;
mod chart;
pub mod color;
mod csv;
mod difference;
mod drawing;
mod error;
mod field;
mod figure;
mod files;
mod fonts;
mod grades;
mod hatch;
mod heatmap;
mod key;
mod lanes;
mod lines;
mod marks;
mod options;
mod outline;
mod panel;
mod pdf;
mod regret;
mod request;
mod scene;
mod sheet;
mod stage;
mod story;
mod strip;
mod svg;
#[cfg(test)]
mod tests;
mod text;
mod timeline;
mod tournament;
mod tracks;
mod trajectory;
mod visits;
mod width;
mod words;

pub use attribution::attribution;
pub use board::board;
pub use calibration::Calibration;
pub use csv::{field as csv_field, shortest};
pub use difference::{difference, fitted_difference_range};
pub use error::PlotError;
pub use figure::Figure;
pub use files::{FigureFileError, FigureFiles, FigureFormat, put_file, put_file_with};
pub use grades::grades;
pub use heatmap::{fitted_range, heatmap};
pub use options::{BoardOptions, DifferenceOptions, HeatmapOptions, Measure, TimelineOptions, TrackOptions};
pub use regret::regret;
pub use request::{FigureMatch, FigureRequest, FigureScope, FigureSubject, NamedMatch};
pub use sheet::sheet;
pub use story::default_sheet_records;
pub use timeline::timeline;
pub use tournament::{SprtPath, TournamentTitle, WinMatrix, WinRate, sprt, win_matrix, win_rates};
pub use trajectory::trajectory;
pub use visits::Visits;
pub use width::{ParseWidthError, Width};
