//! Bars that are told apart by pattern as well as by colour.

use fogreel_engine::data::{Hatch, Rgb};

use crate::drawing::{Area, Drawing, INK, Point};
use crate::hatch::hatch_area;
use crate::strip::{SAMPLE, Sample};

/// Light enough that the patterns show, and of different lightness.
const FILLS: [(Rgb, Hatch); 8] = [
    (Rgb(0xd6, 0xd6, 0xd6), Hatch::None),
    (Rgb(0x8f, 0xb4, 0xe6), Hatch::Rising),
    (Rgb(0xf3, 0xc0, 0x82), Hatch::Falling),
    (Rgb(0x9a, 0xd6, 0xb4), Hatch::Horizontal),
    (Rgb(0xe0, 0xa8, 0xcc), Hatch::Vertical),
    (Rgb(0xf6, 0xea, 0x96), Hatch::Dots),
    (Rgb(0x9c, 0xdc, 0xec), Hatch::Crossed),
    (Rgb(0xff, 0xff, 0xff), Hatch::Rising),
];
const MARK: Rgb = Rgb(0x3a, 0x3a, 0x3a);
/// Narrower bars show no pattern, and no line around them.
const LEAST_PATTERNED: i32 = 40;

/// Draws a bar of that rank among those of a figure; bars of eight ranks look different.
pub(crate) fn bar(drawing: &mut Drawing, area: Area, rank: usize) {
    if area.height <= 0 {
        return;
    }
    let (fill, hatch) = FILLS[rank % FILLS.len()];
    drawing.rectangle(area, fill);
    if area.width >= LEAST_PATTERNED {
        hatch_area(drawing, area, hatch, MARK);
        drawing.path(area.outline(), INK, 8);
    }
}

/// The same in a legend.
pub(crate) fn sample(rank: usize) -> Sample {
    Box::new(move |drawing: &mut Drawing, (x, y): Point| bar(drawing, Area::new(x, y - 130, SAMPLE, 260), rank))
}
