//! The board of one record: cells, patterns, walls, outlines, marks, tick labels.

use fogreel_engine::data::Rgb;
use fogreel_engine::{Direction, Edge, Header};

use crate::color::{ColorMap, ScaleRange, Shade, look};
use crate::drawing::{Anchor, Area, Drawing, FAINT, INK, PAPER, Type};
use crate::hatch::{Field, Look, hatch, pattern};
use crate::marks;
use crate::outline;
use crate::scene::Scene;
use crate::stage::Stage;
use crate::text::width;

/// How values become colours, the same in all panels of a figure.
#[derive(Clone, Copy)]
pub(crate) struct Paint {
    pub(crate) range: ScaleRange,
    pub(crate) colors: ColorMap,
}

/// What fills the cells of one board: a colour each, and the patterns and signs over them.
pub(crate) struct Layer {
    fills: Vec<Rgb>,
    /// Looks that occur, with the cells that have them.
    looks: Vec<(Look, Vec<bool>)>,
    /// Signs in the middle of the cells: −1, 0 (none) or 1; empty without any.
    signs: Vec<i8>,
    /// Whether what channels covered is hatched, not only outlined.
    pub(crate) is_coverage_hatched: bool,
}

impl Layer {
    /// A layer of cells with a colour and a look each (`None`: the colour says it all). Unknown terrain gets its pattern
    /// on top.
    pub(crate) fn of(stage: &Stage, cell: impl Fn(usize) -> (Rgb, Option<Look>)) -> Self {
        let cells: Vec<(Rgb, Option<Look>)> = (0..stage.size.cells()).map(cell).collect();
        let masks = Look::ALL.into_iter().map(|look| {
            let has_look = |(index, cell): (usize, &(Rgb, Option<Look>))| {
                cell.1 == Some(look) || (look == Look::Unseen && stage.is_unknown(index))
            };
            (look, cells.iter().enumerate().map(has_look).collect::<Vec<bool>>())
        });
        let looks = masks.filter(|(_, mask)| mask.contains(&true)).collect();
        Self {
            fills: cells.into_iter().map(|(fill, _)| fill).collect(),
            looks,
            signs: Vec::new(),
            is_coverage_hatched: false,
        }
    }

    /// A belief's values.
    pub(crate) fn of_belief(scene: &Scene, paint: Paint) -> Self {
        let stage = &scene.stage;
        Self::of(stage, |index| {
            let shade = paint.range.shade(scene.values()[index], paint.colors);
            let look = match shade {
                // A wall with mass on it is a fault worth seeing: the value shows, not the wall.
                Shade::Impossible | Shade::NoValue if stage.wall[index] => return (look::WALL, Some(Look::Wall)),
                Shade::Impossible => Some(Look::Impossible),
                Shade::NoValue => Some(Look::NoValue),
                Shade::BelowFloor => Some(Look::BelowFloor),
                Shade::Value(_) => None,
            };
            (shade.color(), look)
        })
    }

    /// The layer with a sign per cell.
    pub(crate) fn with_signs(self, sign: impl Fn(usize) -> i8) -> Self {
        Self { signs: (0..self.fills.len()).map(sign).collect(), ..self }
    }

    /// The layer with what channels covered hatched, too.
    pub(crate) fn with_hatched_coverage(self) -> Self {
        Self { is_coverage_hatched: true, ..self }
    }

    pub(crate) fn looks(&self) -> impl Iterator<Item = Look> {
        self.looks.iter().map(|(look, _)| *look)
    }
}

/// Draws everything that stands inside the frame, and the frame.
pub(crate) fn draw(
    drawing: &mut Drawing,
    field: &Field,
    stage: &Stage,
    layer: &Layer,
    header: &Header,
    channels: &[u16],
) {
    cells(drawing, field, &layer.fills);
    for (look, mask) in &layer.looks {
        pattern(drawing, field, *look, mask);
    }
    signs(drawing, field, &layer.signs);
    if layer.is_coverage_hatched {
        hatched(drawing, field, stage, header, channels);
    }
    coverage(drawing, field, stage, header, channels);
    walls(drawing, field, &stage.edges);
    drawing.path(field.area().outline(), INK, 20);
    marks::pieces(drawing, field, &stage.pieces, &header.piece_kinds);
    for cell in stage.truth.iter().flatten() {
        marks::truth(drawing, field.cell_area(*cell));
    }
    marks::events(drawing, field, &stage.events, &header.event_kinds);
}

/// Signs that tell more from less without colour, in cells with room for them.
fn signs(drawing: &mut Drawing, field: &Field, signs: &[i8]) {
    for (index, sign) in signs.iter().enumerate().filter(|(_, sign)| **sign != 0) {
        marks::sign(drawing, field.cell_area(field.size.cell(index)), *sign > 0);
    }
}

/// Paints cells without a gap at any zoom. Each rectangle runs on beneath its lower neighbours, which are painted later,
/// so that their upper edges blend with it and never with the paper. To the right it runs on a little only: a right
/// neighbour has the same upper edge, along which the one beneath would shine through. Where edges end at whole pixels
/// none of this shows; PDF knows no such edges. Equal neighbours are one rectangle, and so are equal rows.
fn cells(drawing: &mut Drawing, field: &Field, fills: &[Rgb]) {
    /// Wider than a pixel of any screen that shows the figure whole.
    const LEAST_OVERLAP: i32 = 50;
    /// Smaller cells may be smaller than a pixel, and one that ends at whole pixels could vanish.
    const SMALLEST_CRISP_CELL: i32 = 40;
    drawing.has_crisp_rectangles = field.cell >= SMALLEST_CRISP_CELL;
    let down = (field.cell * 3 / 2).max(LEAST_OVERLAP);
    let area = field.area();
    let rows: Vec<&[Rgb]> = fills.chunks(usize::from(field.size.cols)).collect();
    let mut top = area.y;
    // Beneath the first row lies nothing but paper; its upper edge is the frame's.
    let mut across = area.width;
    for equal in rows.chunk_by(|above, below| above == below) {
        let height = equal.len() as i32 * field.cell;
        let bottom = (top + height + down).min(area.bottom());
        let mut left = area.x;
        for run in equal[0].chunk_by(|left, right| left == right) {
            let run_width = run.len() as i32 * field.cell;
            let right = (left + run_width + across).min(area.right());
            drawing.rectangle(Area::new(left, top, right - left, bottom - top), run[0]);
            left += run_width;
        }
        top += height;
        across = (field.cell / 10).clamp(4, 25);
    }
}

/// Hatching of what the owner's channels covered.
fn hatched(drawing: &mut Drawing, field: &Field, stage: &Stage, header: &Header, channels: &[u16]) {
    for coverage in &stage.coverage {
        let Some(rank) = channels.iter().position(|channel| *channel == coverage.channel) else { continue };
        let Some(channel) = header.channels.get(usize::from(coverage.channel)) else { continue };
        let mask: Vec<bool> = (0..stage.size.cells()).map(|index| coverage.cells.contains_index(index)).collect();
        hatch(drawing, field, &mask, channel.hatch, channel.color, rank);
    }
}

/// Outlines of what the owner's channels covered.
fn coverage(drawing: &mut Drawing, field: &Field, stage: &Stage, header: &Header, channels: &[u16]) {
    let line = outline_width(field.cell);
    for (position, coverage) in stage.coverage.iter().enumerate() {
        let Some(rank) = channels.iter().position(|channel| *channel == coverage.channel) else { continue };
        let color = header.channels.get(usize::from(coverage.channel)).map_or(INK, |channel| channel.color);
        // Outlines that follow the same border lie beside each other.
        let inset = (line + position as i32 * line * 7 / 4).min(field.cell / 3);
        for closed in outline::around(&coverage.cells, field, inset) {
            for piece in outline::styled(&closed, rank) {
                drawing.path(piece.clone(), PAPER, line * 2);
                drawing.path(piece, color, line);
            }
        }
    }
}

pub(crate) fn outline_width(cell: i32) -> i32 {
    (cell / 22).clamp(6, 32)
}

/// Walls between cells, as heavy lines in a white casing.
fn walls(drawing: &mut Drawing, field: &Field, edges: &[Edge]) {
    let line = (field.cell / 8).clamp(10, 60);
    let segment = |edge: &Edge| {
        let area = field.cell_area(edge.cell);
        match edge.side {
            Direction::Down => vec![(area.x - line / 2, area.bottom()), (area.right() + line / 2, area.bottom())],
            _ => vec![(area.right(), area.y - line / 2), (area.right(), area.bottom() + line / 2)],
        }
    };
    for edge in edges {
        drawing.path(segment(edge), PAPER, line * 2);
    }
    for edge in edges {
        drawing.path(segment(edge), INK, line);
    }
}

/// Room that the row labels need to the left of a field, and column labels above it.
pub(crate) fn label_room(rows: u16) -> (i32, i32) {
    let widest = rows.saturating_sub(1).to_string();
    (width(&widest, Type::SMALL) + 60, Type::SMALL.cap() + 70)
}

/// Numbers of rows to the left of the field.
pub(crate) fn row_labels(drawing: &mut Drawing, field: &Field) {
    let style = Type::SMALL;
    for row in (0..field.size.rows).step_by(label_step(field)) {
        let y = field.y + i32::from(row) * field.cell + field.cell / 2 + style.cap() / 2;
        drawing.text(row.to_string(), (field.x - 60, y), Anchor::End, style, FAINT);
    }
}

/// Numbers of columns above the field.
pub(crate) fn column_labels(drawing: &mut Drawing, field: &Field) {
    for col in (0..field.size.cols).step_by(label_step(field)) {
        let x = field.x + i32::from(col) * field.cell + field.cell / 2;
        drawing.text(col.to_string(), (x, field.y - 70), Anchor::Middle, Type::SMALL, FAINT);
    }
}

/// Every how many rows and columns there is a number, so that none touches the next.
fn label_step(field: &Field) -> usize {
    let style = Type::SMALL;
    let room = (width(&field.size.cols.saturating_sub(1).to_string(), style) + 90).max(style.cap() + 90);
    [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10_000, 20_000]
        .into_iter()
        .find(|step| step * field.cell >= room)
        .map_or(usize::from(u16::MAX), |step| step as usize)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::drawing::Element;
    use fogreel_engine::Size;

    fn rectangles(rows: u16, cols: u16, fill: impl Fn(usize) -> u8) -> usize {
        let size = Size::new(rows, cols);
        let field = Field { x: 0, y: 0, cell: 14, size };
        let mut drawing = Drawing::default();
        cells(&mut drawing, &field, &(0..size.cells()).map(|index| Rgb(fill(index), 0, 0)).collect::<Vec<_>>());
        let area = field.area();
        for element in &drawing.elements {
            let Element::Rectangle { area: part, .. } = element else { panic!("{element:?}") };
            assert!(part.right() <= area.right() && part.bottom() <= area.bottom());
        }
        drawing.elements.len()
    }

    #[test]
    fn equal_cells_and_rows_are_one_rectangle() {
        assert_eq!(rectangles(512, 512, |_| 0), 1);
        assert_eq!(rectangles(512, 512, |index| (index % 512 / 256) as u8), 2);
        assert_eq!(rectangles(4, 3, |index| index as u8), 12);
        assert_eq!(rectangles(1, 1, |_| 0), 1);
    }

    #[test]
    fn labels_keep_their_distance() {
        let step = |cell, rows, cols| label_step(&Field { x: 0, y: 0, cell, size: Size::new(rows, cols) });
        assert_eq!(step(400, 10, 10), 1);
        assert_eq!(step(200, 30, 30), 5);
        assert_eq!(step(14, 512, 512), 50);
        assert_eq!(step(2, 1, 1), 200);
    }
}
