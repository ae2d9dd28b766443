//! The truth, pieces and events: rings, shapes, letters.

use fogreel_engine::data::{EventKind, PieceKind, Rgb, Shape};
use fogreel_engine::{Cell, Direction};

use crate::color::luminance;
use crate::drawing::{Anchor, Area, Drawing, FAINT, INK, PAPER, Point, Type};
use crate::hatch::Field;
use crate::lines::{DASHES, broken};
use crate::stage::Mark;
use crate::text::{clean, width};

/// A ring in black on white, so that it shows on every colour.
pub(crate) fn truth(drawing: &mut Drawing, area: Area) {
    let radius = area.width * 2 / 5;
    let line = (area.width / 11).clamp(10, 70);
    drawing.ring(area.center(), radius, PAPER, line * 2);
    drawing.ring(area.center(), radius, INK, line);
}

/// All pieces; those that share a cell stand side by side.
pub(crate) fn pieces(drawing: &mut Drawing, field: &Field, pieces: &[Mark], kinds: &[PieceKind]) {
    for sharing in pieces.chunk_by(|left, right| left.cell == right.cell) {
        let area = field.cell_area(sharing[0].cell);
        let (x, y) = area.center();
        let count = sharing.len() as i32;
        for (index, mark) in sharing.iter().enumerate() {
            let Some(kind) = kinds.get(usize::from(mark.kind)) else { continue };
            let (center, radius) = if count == 1 {
                ((x, y), area.width * 3 / 10)
            } else {
                let offset = (2 * index as i32 + 1 - count) * area.width / (2 * count);
                ((x + offset, y), (area.width * 9 / 20 / count).max(1))
            };
            piece(drawing, center, radius, kind, mark.age > 0);
        }
    }
}

/// One piece: its shape in its colour, or hollow for a ghost, with its letter where that is large enough to read.
pub(crate) fn piece(drawing: &mut Drawing, center: Point, radius: i32, kind: &PieceKind, is_ghost: bool) {
    let line = (radius / 9).clamp(8, 24);
    let fill = if is_ghost { PAPER } else { kind.color };
    if kind.shape == Shape::Circle {
        drawing.disc(center, radius + 2 * line, PAPER);
        drawing.disc(center, radius, fill);
        drawing.ring(center, radius, INK, line);
    } else {
        let corners = corners(kind.shape, center, radius);
        let mut outline = corners.clone();
        outline.extend_from_slice(&corners[..2]);
        drawing.path(outline.clone(), PAPER, line * 4);
        drawing.polygon(corners, fill);
        drawing.path(outline, INK, line);
    }
    let letter = clean(&kind.glyph.to_string());
    let style = Type::LABEL;
    let room = match kind.shape {
        Shape::Circle | Shape::Square | Shape::Hexagon | Shape::Door => radius * 3 / 2,
        Shape::Triangle | Shape::Diamond | Shape::Star | Shape::Cross => radius,
        Shape::Flag => 0,
    };
    if room >= style.cap().max(width(&letter, style)) {
        let ink = if luminance(fill) > 0.25 { INK } else { PAPER };
        // The middle of a triangle lies below the middle of its box.
        let down = if kind.shape == Shape::Triangle { radius / 5 } else { 0 };
        drawing.text(letter, (center.0, center.1 + style.cap() / 2 + down), Anchor::Middle, style, ink);
    }
}

/// Corners in thousandths of the radius.
fn corners(shape: Shape, (x, y): Point, radius: i32) -> Vec<Point> {
    let corners: &[(i32, i32)] = match shape {
        // Discs have no corners; their shape is drawn elsewhere.
        Shape::Circle | Shape::Square => &[(-850, -850), (850, -850), (850, 850), (-850, 850)],
        Shape::Triangle => &[(0, -1050), (1000, 800), (-1000, 800)],
        Shape::Diamond => &[(0, -1100), (1100, 0), (0, 1100), (-1100, 0)],
        Shape::Star => &[
            (0, -1100),
            (271, -373),
            (1046, -340),
            (438, 142),
            (647, 890),
            (0, 460),
            (-647, 890),
            (-438, 142),
            (-1046, -340),
            (-271, -373),
        ],
        Shape::Cross => &[
            (-380, -1000),
            (380, -1000),
            (380, -380),
            (1000, -380),
            (1000, 380),
            (380, 380),
            (380, 1000),
            (-380, 1000),
            (-380, 380),
            (-1000, 380),
            (-1000, -380),
            (-380, -380),
        ],
        Shape::Hexagon => &[(-550, -950), (550, -950), (1100, 0), (550, 950), (-550, 950), (-1100, 0)],
        Shape::Flag => &[(-800, -1050), (1000, -500), (-600, 50), (-600, 1100), (-800, 1100)],
        Shape::Door => &[
            (-720, 1000),
            (-720, -450),
            (-500, -830),
            (-200, -1000),
            (200, -1000),
            (500, -830),
            (720, -450),
            (720, 1000),
        ],
    };
    corners.iter().map(|(right, down)| (x + right * radius / 1000, y + down * radius / 1000)).collect()
}

/// Below this a sign cannot be read.
const SMALLEST_SIGNED_CELL: i32 = 120;

/// A plus or a minus in the middle of a cell.
pub(crate) fn sign(drawing: &mut Drawing, area: Area, is_plus: bool) {
    if area.width < SMALLEST_SIGNED_CELL {
        return;
    }
    let (x, y) = area.center();
    let (arm, line) = ((area.width / 8).clamp(25, 70), (area.width / 22).clamp(10, 22));
    let mut stroke = |points: Vec<Point>| {
        drawing.path(points.clone(), PAPER, line * 2);
        drawing.path(points, INK, line);
    };
    stroke(vec![(x - arm, y), (x + arm, y)]);
    if is_plus {
        stroke(vec![(x, y - arm), (x, y + arm)]);
    }
}

/// Cells that are smaller have no room for a letter beside what else stands in them.
pub(crate) const SMALLEST_LETTERED_CELL: i32 = 480;

/// The letters of a record's events in the upper left corners of their cells.
pub(crate) fn events(drawing: &mut Drawing, field: &Field, events: &[(u16, Vec<Cell>)], kinds: &[EventKind]) {
    if field.cell < SMALLEST_LETTERED_CELL {
        return;
    }
    let mut letters: Vec<(Cell, u16)> =
        events.iter().flat_map(|(kind, cells)| cells.iter().map(|cell| (*cell, *kind))).collect();
    letters.sort_unstable();
    letters.dedup();
    for sharing in letters.chunk_by(|left, right| left.0 == right.0) {
        let area = field.cell_area(sharing[0].0);
        let mut x = area.x + 20;
        for (_, kind) in sharing {
            let Some(kind) = kinds.get(usize::from(*kind)) else { continue };
            let badge = Area::new(x, area.y + 20, badge_width(kind), BADGE_HEIGHT);
            if badge.right() > area.right() {
                break;
            }
            event(drawing, badge, kind);
            x = badge.right() + 10;
        }
    }
}

/// How many records ago a cell was seen, in its middle.
pub(crate) fn age(drawing: &mut Drawing, area: Area, age: u32) {
    centered(drawing, area, &age.to_string(), Type::SMALL);
}

/// A letter in the middle of a cell.
pub(crate) fn letter(drawing: &mut Drawing, area: Area, letter: &str) {
    centered(drawing, area, letter, Type::LABEL);
}

/// A text in the middle of a cell, if it fits.
fn centered(drawing: &mut Drawing, area: Area, text: &str, style: Type) {
    if width(text, style) + 40 <= area.width {
        let (x, y) = area.center();
        drawing.text(text, (x, y + style.cap() / 2), Anchor::Middle, style, FAINT);
    }
}

/// How many records ago a piece was noticed, on a plate in the lower right corner of its cell.
pub(crate) fn ghost_age(drawing: &mut Drawing, area: Area, age: u32) {
    let (text, style) = (age.to_string(), Type::SMALL);
    let room = width(&text, style) + 50;
    if room + 40 <= area.width {
        let plate = Area::new(area.right() - room - 20, area.bottom() - BADGE_HEIGHT - 20, room, BADGE_HEIGHT);
        drawing.rectangle(plate, PAPER);
        let (x, y) = plate.center();
        drawing.text(text, (x, y + style.cap() / 2), Anchor::Middle, style, INK);
    }
}

/// A wedge at the border of a cell, towards which its piece looks.
pub(crate) fn facing(drawing: &mut Drawing, area: Area, facing: Direction) {
    let (rows, cols) = facing.offset();
    let ((x, y), out) = (area.center(), area.width * 42 / 100);
    wedge(drawing, (x + cols * out, y + rows * out), area.width / 8, facing);
}

/// A wedge of that length with its tip towards a direction.
pub(crate) fn wedge(drawing: &mut Drawing, (x, y): Point, length: i32, facing: Direction) {
    let (rows, cols) = facing.offset();
    let half = length / 2;
    let at = |along: i32, across: i32| (x + cols * along + rows * across, y + rows * along + cols * across);
    let wedge = vec![at(half, 0), at(-half, length), at(-half, -length)];
    let mut outline = wedge.clone();
    outline.extend_from_slice(&wedge[..2]);
    drawing.path(outline, PAPER, (length / 3).clamp(8, 30));
    drawing.polygon(wedge, INK);
}

pub(crate) const BADGE_HEIGHT: i32 = 240;

pub(crate) fn badge_width(kind: &EventKind) -> i32 {
    (width(&clean(&kind.glyph.to_string()), Type::LABEL) + 70).max(220)
}

/// The letter of an event on a white plate.
pub(crate) fn event(drawing: &mut Drawing, badge: Area, kind: &EventKind) {
    let style = Type::LABEL;
    drawing.rectangle(badge, PAPER);
    drawing.path(badge.outline(), INK, 12);
    let (x, y) = badge.center();
    drawing.text(clean(&kind.glyph.to_string()), (x, y + style.cap() / 2), Anchor::Middle, style, INK);
}

/// A piece's way from one place to the next, in a white casing; ways of different rank are broken differently.
pub(crate) fn trail(drawing: &mut Drawing, ends: [Point; 2], color: Rgb, rank: usize, line: i32) {
    drawing.path(ends.to_vec(), PAPER, line + 24);
    if rank.is_multiple_of(2) {
        drawing.path(ends.to_vec(), color, line);
    } else {
        broken(&ends, DASHES).into_iter().for_each(|piece| drawing.path(piece, color, line));
    }
}

/// Size of a plate with that text.
pub(crate) fn plate_size(text: &str) -> (i32, i32) {
    (width(text, Type::SMALL) + 50, Type::SMALL.cap() + 50)
}

/// A text on a white plate around a point.
pub(crate) fn plate(drawing: &mut Drawing, (x, y): Point, text: &str, border: Rgb) {
    let (room, height) = plate_size(text);
    let area = Area::new(x - room / 2, y - height / 2, room, height);
    drawing.rectangle(area, PAPER);
    drawing.path(area.outline(), border, 14);
    drawing.text(text, (x, y + Type::SMALL.cap() / 2), Anchor::Middle, Type::SMALL, INK);
}

/// A stop without a number.
pub(crate) fn dot(drawing: &mut Drawing, center: Point, radius: i32) {
    drawing.disc(center, radius + 8, PAPER);
    drawing.disc(center, radius, INK);
}
