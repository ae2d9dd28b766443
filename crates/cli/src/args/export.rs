//! The arguments of `fogreel export`.

use std::path::PathBuf;
use std::str::FromStr;

use clap::{Args, ValueEnum};
use fogreel_engine::data::BeliefKey;
use fogreel_plots::Width;

use super::Read;
use crate::records::Ranges;

#[derive(Args, Debug)]
pub(crate) struct ExportArgs {
    /// The recording; several, or folders of recordings, for figures over many matches.
    #[arg(value_name = "FILE", required = true)]
    pub(crate) files: Vec<PathBuf>,
    /// What to draw.
    #[arg(long, value_enum)]
    pub(crate) figure: FigureKind,
    /// Turns to draw, such as 5,10,20 or 3..9; a choice that tells the story of the match if none are named, and all of them
    /// for a trajectory. Figures along a whole match show them all.
    #[arg(long, value_name = "TURNS")]
    pub(crate) turns: Option<Ranges>,
    /// Records to draw, such as 25 or 20..30, where a turn has several.
    #[arg(long, value_name = "RECORDS", conflicts_with = "turns")]
    pub(crate) records: Option<Ranges>,
    /// Who looks: `referee`, or a seat's id. A seat's figures hold what that seat can know and nothing else: no truth, no
    /// seed, its own view, beliefs and events. If nobody is named, the referee, but the seat that is kept in a redacted
    /// recording.
    #[arg(long = "as", value_name = "WHO")]
    pub(crate) viewpoint: Option<String>,
    /// Belief to draw, as OWNER/TARGET@SOURCE; the first one if none is named. A board shows none. A reference such as
    /// guard/thief@reference:uniform is computed if the recording does not hold it.
    #[arg(long, value_name = "KEY")]
    pub(crate) belief: Option<BeliefKey>,
    /// Belief to compare with, for a difference or a timeline: as OWNER/TARGET@SOURCE, or the reference under this opponent
    /// model, which is computed if the recording does not hold it. If none is named, one of the same owner and target from
    /// another source that the recording holds; for a difference else the reference under the game's first model. `none`:
    /// a timeline of the belief alone.
    #[arg(long, value_name = "KEY, MODEL or none")]
    pub(crate) reference: Option<Reference>,
    /// What evidence is measured by in an attribution; for a seat entropy, which takes no truth, if nothing is named.
    #[arg(long, value_enum)]
    pub(crate) measure: Option<MeasureKind>,
    /// Opponent model of the reference that is computed for an attribution, regret or grades, as `record --reference` names
    /// it; the game's first if none is named.
    #[arg(long, value_name = "MODEL")]
    pub(crate) opponent: Option<String>,
    /// Piece whose ways or visits are drawn, by id; every piece that belongs to a seat if none is named.
    #[arg(long, value_name = "PIECE")]
    pub(crate) piece: Option<String>,
    /// Scale of the probabilities.
    #[arg(long, value_enum, default_value_t = ScaleKind::Linear)]
    pub(crate) scale: ScaleKind,
    /// Ends of the scale, such as 0..0.25, or 1e-5..1 with --scale log; fitted to the turns drawn if none are named.
    #[arg(long, value_name = "FROM..TO", value_parser = parse_ends)]
    pub(crate) range: Option<(f64, f64)>,
    /// Colours.
    #[arg(long, value_enum, default_value_t = Colors::Cividis)]
    pub(crate) colors: Colors,
    /// Formats, separated by commas.
    #[arg(long, value_enum, value_delimiter = ',', default_value = "svg,png,csv")]
    pub(crate) format: Vec<Format>,
    /// Width on paper, such as 84mm (one column), 174mm (a page) or 3.5in.
    #[arg(long, value_name = "WIDTH", default_value = "174mm")]
    pub(crate) width: Width,
    /// Dots per inch of PNG files.
    #[arg(long, value_name = "N", default_value_t = 300, value_parser = clap::value_parser!(u32).range(30..=1200))]
    pub(crate) dpi: u32,
    /// Folder for the figures.
    #[arg(long, short, value_name = "DIR")]
    pub(crate) out: PathBuf,
    /// Replace existing figures.
    #[arg(long)]
    pub(crate) force: bool,
    /// How a damaged recording is read.
    #[arg(long, value_enum, default_value_t = Read::Tail)]
    pub(crate) read: Read,
}

/// What a belief is compared with.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Reference {
    None,
    Key(BeliefKey),
    /// That of the belief's owner about the same target, under this opponent model.
    Model(String),
}

impl FromStr for Reference {
    type Err = <BeliefKey as FromStr>::Err;

    fn from_str(text: &str) -> std::result::Result<Self, Self::Err> {
        match text {
            "none" => Ok(Self::None),
            text if !text.is_empty() && !text.contains(['/', '@']) => Ok(Self::Model(text.to_owned())),
            text => text.parse().map(Self::Key),
        }
    }
}

/// The ends of a scale.
fn parse_ends(text: &str) -> std::result::Result<(f64, f64), String> {
    let ends = text.split_once("..").and_then(|(from, to)| Some((from.parse().ok()?, to.parse().ok()?)));
    ends.ok_or_else(|| format!("expected two numbers such as 0..0.25, found `{text}`"))
}

#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum FigureKind {
    /// One figure per turn.
    Heatmap,
    /// All turns side by side, on one scale.
    Sheet,
    /// One figure per turn: one belief minus another, where it puts more and where less.
    Difference,
    /// One figure per turn: the board, or with --as what that seat knows of it.
    Board,
    /// The whole match: entropy, surprisal, P(truth), faults, events and signals.
    Timeline,
    /// The whole match: what motion and each channel of evidence was worth to a perfect reasoner, in bits.
    Attribution,
    /// The whole match: what a belief lost against a perfect reasoner, turn by turn, and its faults.
    Regret,
    /// The whole match: what the moves gave away, fairly and in hindsight.
    Grades,
    /// Whether a belief holds what it says, over one match or many.
    Calibration,
    /// The ways of the pieces over the board, or with --as what that seat saw of them.
    Trajectory,
    /// One figure per piece: how often it visited each cell, over one match or many.
    Visits,
}

#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum MeasureKind {
    /// How much likelier the truth became.
    Truth,
    /// How much entropy grew.
    Entropy,
}

#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum ScaleKind {
    /// Probability as it is.
    Linear,
    /// By decades, so that small probabilities show.
    Log,
}

#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Colors {
    /// Blue to yellow, the same for colour-blind readers.
    Cividis,
    /// Violet to yellow.
    Viridis,
}

#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Format {
    /// Vector graphics with a physical size.
    Svg,
    /// A page of the figure's size, for LaTeX and print.
    Pdf,
    /// Pixels.
    Png,
    /// The numbers.
    Csv,
}
