//! From SVG to PDF, by way of krilla. Texts stay texts, in the shipped font; no page holds a date or a random number.

use krilla::geom::Size;
use krilla::metadata::Metadata;
use krilla::page::PageSettings;
use krilla::{Document, SerializeSettings};
use krilla_svg::{SurfaceExt, SvgSettings};
use resvg::usvg;

use crate::PlotError;

const POINTS_PER_MM: f64 = 72.0 / 25.4;

/// One page of exactly the size of the figure.
pub(crate) fn write(tree: &usvg::Tree, title: &str, (width_mm, height_mm): (f64, f64)) -> Result<Vec<u8>, PlotError> {
    let points = |mm: f64| (mm * POINTS_PER_MM) as f32;
    let size = Size::from_wh(points(width_mm), points(height_mm))
        .ok_or_else(|| PlotError::Pdf(format!("no page of {width_mm} × {height_mm} mm")))?;
    let mut document = Document::new_with(SerializeSettings::default());
    let mut page = document.start_page_with(PageSettings::new(size));
    let mut surface = page.surface();
    surface
        .draw_svg(tree, size, SvgSettings::default())
        .ok_or_else(|| PlotError::Pdf("the picture holds something that a page cannot".to_owned()))?;
    surface.finish();
    page.finish();
    document.set_metadata(Metadata::new().title(title.to_owned()));
    document.finish().map_err(|error| PlotError::Pdf(format!("{error:?}")))
}
