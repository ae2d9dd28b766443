//! What a figure consists of, before it becomes SVG.
//!
//! Lengths are hundredths of a millimetre: fine enough that whole numbers (all that the SVG writer takes) do not show.

use fogreel_engine::data::Rgb;

/// Units in a millimetre.
pub(crate) const MM: i32 = 100;

/// A point: x to the right, y down.
pub(crate) type Point = (i32, i32);

/// An axis-parallel rectangle.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Area {
    pub(crate) x: i32,
    pub(crate) y: i32,
    pub(crate) width: i32,
    pub(crate) height: i32,
}

impl Area {
    pub(crate) const fn new(x: i32, y: i32, width: i32, height: i32) -> Self {
        Self { x, y, width, height }
    }

    pub(crate) const fn right(self) -> i32 {
        self.x + self.width
    }

    pub(crate) const fn bottom(self) -> i32 {
        self.y + self.height
    }

    pub(crate) const fn center(self) -> Point {
        (self.x + self.width / 2, self.y + self.height / 2)
    }

    /// The corners in order, the first one and the second once more, so that the last corner is mitred as well.
    pub(crate) fn outline(self) -> Vec<Point> {
        let (right, bottom) = (self.right(), self.bottom());
        vec![(self.x, self.y), (right, self.y), (right, bottom), (self.x, bottom), (self.x, self.y), (right, self.y)]
    }
}

/// Where a text stands relative to its point.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Anchor {
    Start,
    Middle,
    End,
}

/// Size and weight of a text.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Type {
    /// Height of the em square, in units.
    pub(crate) em: i32,
    pub(crate) bold: bool,
}

impl Type {
    /// The smallest text of any figure: 7 pt and a little.
    pub(crate) const SMALL: Self = Self { em: 250, bold: false };
    /// Small and bold.
    pub(crate) const LABEL: Self = Self { em: 250, bold: true };
    /// Text: 8 pt.
    pub(crate) const BODY: Self = Self { em: 283, bold: false };
    /// Titles: 9 pt, bold.
    pub(crate) const TITLE: Self = Self { em: 318, bold: true };

    /// Distance between the baselines of two lines.
    pub(crate) const fn line(self) -> i32 {
        self.em * 4 / 3
    }

    /// Height of the capitals.
    pub(crate) const fn cap(self) -> i32 {
        self.em * 729 / 1000
    }
}

/// One thing to draw.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Element {
    Rectangle { area: Area, fill: Rgb },
    Path { points: Vec<Point>, color: Rgb, width: u32 },
    Polygon { points: Vec<Point>, fill: Rgb },
    Disc { center: Point, radius: i32, fill: Rgb },
    Ring { center: Point, radius: i32, color: Rgb, width: u32 },
    Text { text: String, at: Point, anchor: Anchor, style: Type, color: Rgb },
}

/// Things to draw, the later over the earlier.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Drawing {
    pub(crate) elements: Vec<Element>,
    /// Whether rectangles end at whole pixels instead of being blended with what lies beneath their edges.
    pub(crate) has_crisp_rectangles: bool,
}

impl Drawing {
    pub(crate) fn rectangle(&mut self, area: Area, fill: Rgb) {
        if area.width > 0 && area.height > 0 {
            self.elements.push(Element::Rectangle { area, fill });
        }
    }

    pub(crate) fn path(&mut self, points: Vec<Point>, color: Rgb, width: i32) {
        self.elements.push(Element::Path { points, color, width: width.max(1).unsigned_abs() });
    }

    pub(crate) fn polygon(&mut self, points: Vec<Point>, fill: Rgb) {
        self.elements.push(Element::Polygon { points, fill });
    }

    pub(crate) fn disc(&mut self, center: Point, radius: i32, fill: Rgb) {
        self.elements.push(Element::Disc { center, radius, fill });
    }

    pub(crate) fn ring(&mut self, center: Point, radius: i32, color: Rgb, width: i32) {
        self.elements.push(Element::Ring { center, radius, color, width: width.max(1).unsigned_abs() });
    }

    /// A text whose baseline runs through `at`.
    pub(crate) fn text(&mut self, text: impl Into<String>, at: Point, anchor: Anchor, style: Type, color: Rgb) {
        let text = text.into();
        if !text.is_empty() {
            self.elements.push(Element::Text { text, at, anchor, style, color });
        }
    }
}

/// Text.
pub(crate) const INK: Rgb = Rgb(0x1a, 0x1a, 0x1a);
/// Text of second rank, ticks.
pub(crate) const FAINT: Rgb = Rgb(0x4d, 0x4d, 0x4d);
/// Paper.
pub(crate) const PAPER: Rgb = Rgb(0xff, 0xff, 0xff);
