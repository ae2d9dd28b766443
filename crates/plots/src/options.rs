//! What a person can choose about a figure.

use crate::Width;
use crate::color::{ColorMap, Scale, ScaleRange};

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
