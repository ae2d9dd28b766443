//! The font that every figure is set in, so that a machine without fonts draws the same picture.

use std::sync::{Arc, Once};

use plotters::style::{FontStyle, register_font};
use resvg::usvg::fontdb;

/// What the SVG asks for; a reader without the font falls back by itself.
pub(crate) const FAMILY: &str = "DejaVu Sans, sans-serif";

const NAME: &str = "DejaVu Sans";
static REGULAR: &[u8] = include_bytes!("../assets/DejaVuSans.ttf");
static BOLD: &[u8] = include_bytes!("../assets/DejaVuSans-Bold.ttf");

/// Ascent minus descent over the em square: the unit in which plotters measures text.
pub(crate) const HEIGHT_PER_EM: f64 = (1901.0 + 483.0) / 2048.0;

/// Makes the font known to plotters, which measures text with it.
pub(crate) fn register() {
    static DONE: Once = Once::new();
    DONE.call_once(|| {
        for (style, bytes) in [(FontStyle::Normal, REGULAR), (FontStyle::Bold, BOLD)] {
            let registered = register_font(FAMILY, style, bytes).is_ok();
            debug_assert!(registered, "the shipped font is a font");
        }
    });
}

/// The font for the rasteriser; nothing of the machine's own fonts.
pub(crate) fn database() -> fontdb::Database {
    let mut database = fontdb::Database::new();
    for bytes in [REGULAR, BOLD] {
        database.load_font_source(fontdb::Source::Binary(Arc::new(bytes)));
    }
    database.set_sans_serif_family(NAME);
    database
}
