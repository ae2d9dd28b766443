//! What a person can choose about a figure.

use fogreel_engine::data::BeliefKey;

use crate::Width;
use crate::color::{ColorMap, DifferenceRange, DivergingMap, Scale, ScaleRange};

/// How heat maps and sheets are drawn.
///
/// ```
/// use fogreel_plots::{HeatmapOptions, Width, color::Scale};
///
/// let options = HeatmapOptions { scale: Scale::Log, width: Width::COLUMN, ..HeatmapOptions::default() };
/// assert!(options.show_truth);
/// ```
#[derive(Clone, PartialEq, Debug)]
pub struct HeatmapOptions {
    /// Linear or log; linear by default.
    pub scale: Scale,
    /// Ends of the scale, when they must be those of other figures; fitted to the records shown by default. Takes the
    /// place of [`scale`](Self::scale).
    pub range: Option<ScaleRange>,
    /// Colour map; cividis by default.
    pub colors: ColorMap,
    /// Width on paper; 174 mm by default.
    pub width: Width,
    /// Whether to draw the truth where the recording holds it. Without it, pieces and events are those that the owner of
    /// the belief knows of, so that the figure says no more than that seat may know. For the same reason the belief of an
    /// agent that read privileged channels is refused without it ([`PlotError::Privileged`](crate::PlotError::Privileged)).
    pub show_truth: bool,
    /// Whether to outline the cells about which the owner's channels spoke.
    pub show_coverage: bool,
}

impl Default for HeatmapOptions {
    fn default() -> Self {
        Self {
            scale: Scale::default(),
            range: None,
            colors: ColorMap::default(),
            width: Width::default(),
            show_truth: true,
            show_coverage: true,
        }
    }
}

impl HeatmapOptions {
    pub(crate) fn range_for(&self, values: impl IntoIterator<Item = f64>, cells: usize) -> ScaleRange {
        self.range.unwrap_or_else(|| ScaleRange::fit(self.scale, values, cells))
    }
}

/// How the difference of two beliefs is drawn.
#[derive(Clone, PartialEq, Debug)]
pub struct DifferenceOptions {
    /// Ends of the scale, when they must be those of other figures; fitted to the record shown by default.
    pub range: Option<DifferenceRange>,
    /// Colour map.
    pub colors: DivergingMap,
    /// Width on paper; 174 mm by default.
    pub width: Width,
    /// As [`HeatmapOptions::show_truth`].
    pub show_truth: bool,
    /// Whether to outline the cells about which the owner's channels spoke.
    pub show_coverage: bool,
}

impl Default for DifferenceOptions {
    fn default() -> Self {
        Self {
            range: None,
            colors: DivergingMap::default(),
            width: Width::default(),
            show_truth: true,
            show_coverage: true,
        }
    }
}

/// How a board is drawn.
#[derive(Clone, PartialEq, Debug)]
pub struct BoardOptions {
    /// Width on paper; 174 mm by default.
    pub width: Width,
    /// Whether to hatch the cells about which the seat's channels spoke.
    pub show_coverage: bool,
}

impl Default for BoardOptions {
    fn default() -> Self {
        Self { width: Width::default(), show_coverage: true }
    }
}

/// How a belief along the match is drawn.
#[derive(Clone, PartialEq, Debug)]
pub struct TimelineOptions {
    /// Another belief, drawn dashed; none by default.
    pub reference: Option<BeliefKey>,
    /// Width on paper; 174 mm by default.
    pub width: Width,
    /// As [`HeatmapOptions::show_truth`]: without it there is no surprisal, no probability of the truth, and no event or
    /// fault that the owner cannot tell.
    pub show_truth: bool,
}

impl Default for TimelineOptions {
    fn default() -> Self {
        Self { reference: None, width: Width::default(), show_truth: true }
    }
}

/// How the ways and visits of pieces are drawn.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct TrackOptions {
    /// Id of the kind of piece; all kinds that belong to a seat if `None`.
    pub piece: Option<String>,
    /// Width on paper; 174 mm by default.
    pub width: Width,
}

/// What evidence is measured by.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Measure {
    /// By how much likelier the truth became: Δ log₂ b(x).
    #[default]
    Truth,
    /// By how much entropy grew: ΔH. Takes no truth.
    Entropy,
}

impl Measure {
    /// Both.
    pub const ALL: [Self; 2] = [Self::Truth, Self::Entropy];

    /// Lower-case name, as the command line says it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Truth => "truth",
            Self::Entropy => "entropy",
        }
    }
}
