//! What can go wrong with a figure.

use fogreel_analysis::AnalysisError;
use fogreel_engine::Size;
use fogreel_engine::data::BeliefKey;
use fogreel_recorder::ReadError;

/// Why there is no figure.
#[derive(Debug, thiserror::Error)]
pub enum PlotError {
    /// The recording could not be read.
    #[error(transparent)]
    Read(#[from] ReadError),
    /// The record holds no such belief.
    #[error("record {record} holds no belief {key}; it holds {}", listed(.present))]
    NoBelief {
        /// The record.
        record: usize,
        /// The belief asked for.
        key: BeliefKey,
        /// The beliefs that it holds.
        present: Vec<BeliefKey>,
    },
    /// The belief is about something that this kind of figure cannot show.
    #[error("the belief {key} is about {domain}; heat maps show beliefs about cells so far")]
    Unsupported {
        /// The belief.
        key: BeliefKey,
        /// What it is about: `edges` or `labels`.
        domain: &'static str,
    },
    /// The belief holds more than its seat can know, and the figure should not.
    #[error(
        "the belief {key} holds more than its seat can know, for its agent read privileged channels; it is drawn only \
         with the truth"
    )]
    Privileged {
        /// The belief.
        key: BeliefKey,
    },
    /// Who looks may not see the belief.
    #[error("the belief {key} is not for the eyes of this seat; it is drawn for the referee, or for its owner")]
    Hidden {
        /// The belief.
        key: BeliefKey,
    },
    /// There is no record to draw.
    #[error("there is no record to draw")]
    NoRecords,
    /// The belief has no owner among the seats, so that nobody may see it but the referee.
    #[error("the belief {key} belongs to no seat of the recording; it is drawn only with the truth")]
    NoSeat {
        /// The belief.
        key: BeliefKey,
    },
    /// The belief is about something that the header does not describe.
    #[error("the belief {key} is about a target that the header does not describe")]
    UnknownTarget {
        /// The belief.
        key: BeliefKey,
    },
    /// No record holds the belief.
    #[error("no record holds the belief {key}; the recording holds {}", listed(.present))]
    NeverHeld {
        /// The belief asked for.
        key: BeliefKey,
        /// The beliefs that it holds.
        present: Vec<BeliefKey>,
    },
    /// A belief without entropy and surprisal.
    #[error("the belief {key} is not about a single true element, as this figure needs")]
    NoMeasures {
        /// The belief.
        key: BeliefKey,
    },
    /// There is no reference to compare the belief with.
    #[error("the belief {key} cannot be compared with a perfect reasoner: {why}")]
    NoReference {
        /// The belief.
        key: BeliefKey,
        /// Why not.
        why: String,
    },
    /// The match could not be analysed.
    #[error(transparent)]
    Analysis(AnalysisError),
    /// There is nothing to compare the belief with.
    #[error(
        "no record says what is true of the belief {key}, or it has no single true element, so that there is nothing to compare it with"
    )]
    NoTruthAtAll {
        /// The belief.
        key: BeliefKey,
    },
    /// No move could be graded.
    #[error("no move of this match can be graded: {0}")]
    NoGrades(String),
    /// There is no such piece.
    #[error(
        "there is no {}; the recording has {}",
        piece.as_ref().map_or_else(|| "piece that belongs to a seat".to_owned(), |piece| format!("piece `{piece}`")),
        if present.is_empty() { "no pieces".to_owned() } else { present.join(", ") }
    )]
    NoPiece {
        /// The piece asked for.
        piece: Option<String>,
        /// Ids of the kinds of pieces that there are.
        present: Vec<String>,
    },
    /// The piece was nowhere to be seen.
    #[error("{0} is not seen in any of these records")]
    NeverSeen(String),
    /// A figure of one match is to be drawn of several.
    #[error("the figure `{0}` shows one match; name one recording")]
    OneMatch(&'static str),
    /// There is nothing to draw.
    #[error("there is no recording to draw")]
    NoMatch,
    /// Matches that do not belong on one figure.
    #[error("{name}: {what} than in the first match; they do not belong on one figure")]
    Unlike {
        /// Name of the match.
        name: String,
        /// What differs.
        what: &'static str,
    },
    /// The figure says something about the truth, and who looks may not know it.
    #[error("the figure `{figure}` compares with the truth, which a seat does not know; it is drawn for the referee")]
    NeedsTruth {
        /// What was to be drawn.
        figure: &'static str,
    },
    /// The truth is to be drawn, and the recording holds none.
    #[error("record {record} holds no truth to draw; a seat's board needs none")]
    NoTruth {
        /// The record.
        record: usize,
    },
    /// A seat's board is to be drawn of which the record holds no view.
    #[error("record {record} holds no view of {seat}")]
    NoView {
        /// The record.
        record: usize,
        /// Name of the seat.
        seat: String,
    },
    /// Two beliefs that say nothing about each other.
    #[error(
        "{first} and {second} cannot be compared: expected two beliefs of the same owner, target and kind from different \
         sources"
    )]
    NotComparable {
        /// The belief.
        first: Box<BeliefKey>,
        /// What it was to be compared with.
        second: Box<BeliefKey>,
    },
    /// The belief has not one number per cell.
    #[error("record {record}: expected {expected} numbers in the belief {key} (one per cell), found {found}")]
    WrongLength {
        /// The record.
        record: usize,
        /// The belief.
        key: BeliefKey,
        /// Number of cells.
        expected: usize,
        /// Number of values.
        found: usize,
    },
    /// A board without cells.
    #[error("the board is {0}: there is no cell to draw")]
    NoCells(Size),
    /// A board of so many cells that the figure is too narrow for them.
    #[error("a board of {size} cells does not fit: at {width_mm} mm a cell would be narrower than 0.02 mm")]
    TooFine {
        /// The board.
        size: Size,
        /// Width of the figure.
        width_mm: f64,
    },
    /// A figure of no records, or of too many.
    #[error("expected 1 to {most} records for the figure `{figure}`, found {found}")]
    RecordCount {
        /// What was to be drawn.
        figure: &'static str,
        /// The most that it takes.
        most: usize,
        /// Number of records asked for.
        found: usize,
    },
    /// A figure of nothing, or of too much.
    #[error("expected 1 to {most} {what} for the figure `{figure}`, found {found}")]
    EntryCount {
        /// What was to be drawn.
        figure: &'static str,
        /// What it consists of.
        what: &'static str,
        /// The most that it takes.
        most: usize,
        /// How many there are.
        found: usize,
    },
    /// A picture that would be too large, or a resolution that makes no sense.
    #[error(
        "expected a resolution from 10 to 2400 dpi and at most {most_megapixels} megapixels, found {dpi} dpi: {width} × {height} pixels"
    )]
    Resolution {
        /// The resolution asked for.
        dpi: f64,
        /// Width in pixels that follows.
        width: f64,
        /// Height in pixels that follows.
        height: f64,
        /// The limit.
        most_megapixels: u32,
    },
    /// The SVG writer failed.
    #[error("could not write the figure: {0}")]
    Draw(String),
    /// The rasteriser failed.
    #[error("could not rasterise the figure: {0}")]
    Raster(String),
    /// The PDF writer failed.
    #[error("could not write the figure as PDF: {0}")]
    Pdf(String),
}

fn listed(keys: &[BeliefKey]) -> String {
    if keys.is_empty() {
        return "none".to_owned();
    }
    keys.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ")
}

impl From<AnalysisError> for PlotError {
    fn from(error: AnalysisError) -> Self {
        match error {
            AnalysisError::Read(error) => Self::Read(error),
            other => Self::Analysis(other),
        }
    }
}
