//! Beliefs: heat maps over cells or edges, bars over named hypotheses. Colours are those of the figures.

use eframe::egui::{Align2, Color32, FontId, Painter, Rect, Stroke, pos2, vec2};
use fogreel_engine::data::{Belief, BeliefKind, Domain, Frame, Hatch, Rgb, View};
use fogreel_engine::{Cell, Direction, Edge, Record, Size};
use fogreel_plots::color::{ColorMap, Scale, ScaleRange, Shade, look};

use super::legend::{self, Legend, truth_ring};
use super::{Canvas, hatch_rect};
use crate::perspective::Sight;
use crate::state::{RangeChoice, ScaleChoice};
use crate::theme::{Palette, color, ink_on};

/// The colour map of figures by default.
const COLORS: ColorMap = ColorMap::Cividis;

/// A belief of a record, ready to paint.
pub(crate) struct BeliefPicture<'a> {
    belief: &'a Belief,
    domain: Option<&'a Domain>,
    /// The view of the belief's owner, in whose frame the belief lives.
    view: Option<&'a View>,
    /// That frame.
    pub(crate) frame: Frame,
    range: ScaleRange,
}

impl<'a> BeliefPicture<'a> {
    pub(crate) fn new(
        sight: &'a Sight,
        record: &'a Record,
        belief: &'a Belief,
        scale: ScaleChoice,
        range: RangeChoice,
    ) -> Self {
        let target = sight.header.targets.iter().find(|target| target.id == belief.key.target);
        let view = sight.header.seat(&belief.key.owner).and_then(|owner| record.view(owner));
        let frame = view.map_or(Frame::board(sight.header.board.size), |view| view.frame);
        let range = range_of(&belief.kind, scale.of_figures(), range, frame.size.cells());
        Self { belief, domain: target.map(|target| &target.domain), view, frame, range }
    }

    /// The scale with its ends.
    pub(crate) fn range(&self) -> ScaleRange {
        self.range
    }

    /// The hypotheses, if the belief is about such.
    pub(crate) fn labels(&self) -> Option<&'a [String]> {
        match self.domain {
            Some(Domain::Labels(labels)) => Some(labels),
            _ => None,
        }
    }

    /// Whether there is a value for each cell.
    pub(super) fn is_over_cells(&self) -> bool {
        matches!(self.domain, Some(Domain::Cells) | None)
    }

    /// The pattern of a wall.
    pub(super) fn mark_wall(&self, painter: &Painter, rect: Rect, spacing: f32) {
        mark(painter, rect, Look::Wall, spacing);
    }

    /// Probability of a cell of the owner's frame.
    pub(crate) fn at(&self, cell: Cell) -> Option<f64> {
        let index = (self.is_over_cells() && self.frame.size.contains(cell)).then(|| self.frame.size.index(cell))?;
        self.belief.values().get(index).copied()
    }

    /// Paints the map, without what is true.
    pub(crate) fn paint(&self, canvas: &mut Canvas<'_>, sight: &Sight, palette: &Palette) {
        match self.domain {
            Some(Domain::Edges) => self.edges(canvas, sight, palette),
            _ => self.cells(canvas, sight, palette),
        }
    }

    /// The terrain as the owner knows it.
    fn terrain<'s>(&'s self, sight: &'s Sight) -> &'s [u8] {
        self.view.and_then(|view| view.terrain.as_ref()).unwrap_or(&sight.header.board.terrain)
    }

    fn look_of(&self, sight: &Sight, index: usize) -> Look {
        self.look(self.value_of(sight, index))
    }

    /// The value of a cell, and whether a wall is why it is 0.
    fn value_of(&self, sight: &Sight, index: usize) -> (f64, bool) {
        let value = self.belief.values().get(index).copied().unwrap_or(f64::NAN);
        // Only where nothing can be is it worth asking why.
        (value, value == 0.0 && self.is_wall(sight, index))
    }

    fn look(&self, (value, is_wall): (f64, bool)) -> Look {
        if is_wall { Look::Wall } else { Look::Shade(self.range.shade(value, COLORS)) }
    }

    pub(super) fn is_wall(&self, sight: &Sight, index: usize) -> bool {
        let kind = self.terrain(sight).get(index).and_then(|kind| sight.header.board.legend.get(usize::from(*kind)));
        kind.is_some_and(|kind| !kind.passable)
    }

    fn cells(&self, canvas: &mut Canvas<'_>, sight: &Sight, palette: &Palette) {
        let value_of = |index| self.value_of(sight, index);
        canvas.layer("belief", canvas.stamp, value_of, |value| color(self.look(value).color()));
        canvas.grid_lines(Color32::from_black_alpha(40));
        let grid = canvas.grid;
        if grid.has_room(8.0) {
            let spacing = (grid.cell / 4.0).clamp(4.0, 8.0);
            for cell in grid.visible_cells() {
                let look = self.look_of(sight, self.frame.size.index(cell));
                mark(canvas.painter, grid.cell_rect(cell), look, spacing);
            }
        }
        if grid.has_room(22.0) {
            for cell in grid.visible_cells() {
                let index = self.frame.size.index(cell);
                if let (Look::Shade(Shade::Value(ground)), Some(value)) =
                    (self.look_of(sight, index), self.belief.values().get(index))
                {
                    canvas.number(cell, number(*value), ink_on(color(ground)), None);
                }
            }
        }
        if self.frame.size == sight.header.board.size {
            canvas.border(&sight.header.board, palette);
        }
        let public = (self.frame.size == sight.header.board.size).then_some(&sight.header.board.walls);
        canvas.walls(
            &sight.header.board,
            public.into_iter().flatten().copied(),
            if palette.is_dark { Color32::WHITE } else { Color32::BLACK },
        );
    }

    fn edges(&self, canvas: &mut Canvas<'_>, sight: &Sight, palette: &Palette) {
        canvas.terrain(&sight.header.board, self.terrain(sight), palette);
        canvas.grid_lines(palette.grid);
        if self.frame.size == sight.header.board.size {
            canvas.border(&sight.header.board, palette);
        }
        let width = (canvas.grid.cell * 0.2).clamp(2.0, 6.0);
        for (edge, value) in inner_edges(self.frame.size).zip(self.belief.values()) {
            if !canvas.grid.shows(edge.cell) {
                continue;
            }
            let Shade::Value(shade) = self.range.shade(*value, COLORS) else { continue };
            let line = canvas.grid.edge_line(edge);
            canvas.painter.line_segment(line, Stroke::new(width + 2.0, palette.card));
            canvas.painter.line_segment(line, Stroke::new(width, color(shade)));
        }
    }

    /// Rings around the cells in which what the belief is about truly is.
    pub(crate) fn truth_rings(&self, canvas: &Canvas<'_>, sight: &Sight, record: &Record) {
        for cell in record.true_cells(&sight.header, &self.belief.key).unwrap_or_default() {
            truth_ring(canvas.painter, canvas.grid.center(cell), (canvas.grid.cell * 0.45).max(5.0), 4.5);
        }
    }

    /// The colour bar, in a strip at the right of the board.
    pub(crate) fn color_bar(&self, painter: &Painter, strip: Rect, palette: &Palette) {
        let ticks = |most: usize| self.range.ticks(most).into_iter().map(|tick| (tick.position, tick.label)).collect();
        legend::bar(painter, strip, palette, |at| color(COLORS.at(at)), ticks);
    }

    /// What the looks beside the scale mean, in a line under the board.
    pub(crate) fn legend(&self, painter: &Painter, strip: Rect, palette: &Palette, has_truth: bool) {
        let mut legend = Legend::new(painter, strip, palette);
        let look = |look: Look| {
            move |painter: &Painter, rect: Rect| {
                painter.rect_filled(rect, 0.0, color(look.color()));
                mark(painter, rect, look, 4.0);
            }
        };
        legend.boxed(&look(Look::Shade(Shade::Impossible)), "impossible");
        if self.range.scale() == Scale::Log {
            legend.boxed(&look(Look::Shade(Shade::BelowFloor)), &format!("below {:e}", self.range.floor()));
        }
        legend.boxed(&look(Look::Wall), "wall");
        if has_truth {
            legend.truth();
        }
    }
}

/// The scale of a belief on a board of `cells` cells. Probabilities have the same scale along the whole match unless asked
/// otherwise, so that to know nothing looks like it; numbers of things have no upper end and fit what is shown.
fn range_of(kind: &BeliefKind, scale: Scale, range: RangeChoice, cells: usize) -> ScaleRange {
    let fit = |values: &[f64]| ScaleRange::fit(scale, values.iter().copied(), cells);
    match (kind, range, scale) {
        (BeliefKind::Count(values), ..) => fit(values),
        (BeliefKind::Categorical(values) | BeliefKind::Bernoulli(values), RangeChoice::Turn, Scale::Linear) => {
            fit(values)
        }
        (BeliefKind::Categorical(values) | BeliefKind::Bernoulli(values), RangeChoice::Turn, Scale::Log) => {
            let most = values.iter().copied().filter(|value| value.is_finite()).fold(0.0, f64::max);
            let high = if most > 0.0 { most.log10().ceil().clamp(-12.0, 0.0) as i32 } else { 0 };
            ScaleRange::log(high - 3, high)
        }
        (_, RangeChoice::Match, Scale::Linear) => ScaleRange::linear(1.0),
        (_, RangeChoice::Match, Scale::Log) => fit(&[1.0]),
    }
}

/// How a cell is painted: by the scale, or as a wall.
#[derive(Clone, Copy, PartialEq)]
enum Look {
    Shade(Shade),
    Wall,
}

impl Look {
    fn color(self) -> Rgb {
        match self {
            Self::Shade(shade) => shade.color(),
            Self::Wall => look::WALL,
        }
    }
}

/// The pattern that goes with a look, so that colour is not needed.
fn mark(painter: &Painter, rect: Rect, look: Look, spacing: f32) {
    match look {
        Look::Shade(Shade::Impossible) => small_cross(painter, rect, look::IMPOSSIBLE_MARK),
        Look::Shade(Shade::NoValue) => large_cross(painter, rect),
        Look::Shade(Shade::BelowFloor) => {
            painter.extend(hatch_rect(rect, Hatch::Rising, spacing, Stroke::new(1.0, color(look::BELOW_FLOOR_MARK))));
        }
        Look::Wall => {
            painter.extend(hatch_rect(rect, Hatch::Falling, spacing, Stroke::new(1.0, color(look::WALL_MARK))));
        }
        Look::Shade(Shade::Value(_)) => {}
    }
}

/// The mark of a cell that is ruled out.
pub(super) fn small_cross(painter: &Painter, rect: Rect, ink: Rgb) {
    cross(painter, rect, (rect.width() * 0.09).max(1.5), Stroke::new(1.0, color(ink)));
}

/// The mark of a cell without a number.
pub(super) fn large_cross(painter: &Painter, rect: Rect) {
    cross(painter, rect, rect.width() * 0.4, Stroke::new(1.5, color(look::NO_VALUE_MARK)));
}

fn cross(painter: &Painter, rect: Rect, half: f32, stroke: Stroke) {
    let center = rect.center();
    painter.line_segment([center - vec2(half, half), center + vec2(half, half)], stroke);
    painter.line_segment([center + vec2(-half, half), center + vec2(half, -half)], stroke);
}

/// A probability in as many characters as a cell has room for.
pub(super) fn number(value: f64) -> String {
    if value >= 9.95 {
        format!("{value:.0}")
    } else if value >= 0.995 {
        format!("{value:.1}").replace(".0", "")
    } else if value >= 0.0995 {
        format!("{value:.2}").replace("0.", ".")
    } else if value >= 0.000_95 {
        format!("{value:.3}").replace("0.", ".")
    } else {
        format!("{value:.0e}")
    }
}

/// The inner edges of a frame in the order of an edge belief: for each cell its right edge, then its lower edge.
fn inner_edges(size: Size) -> impl Iterator<Item = Edge> {
    size.iter().flat_map(move |cell| {
        let right = (cell.col + 1 < size.cols).then_some(Edge { cell, side: Direction::Right });
        let down = (cell.row + 1 < size.rows).then_some(Edge { cell, side: Direction::Down });
        right.into_iter().chain(down)
    })
}

/// A belief over named hypotheses, as bars.
pub(crate) fn label_bars(painter: &Painter, area: Rect, labels: &[String], values: &[f64], palette: &Palette) {
    let row = (area.height() / labels.len().max(1) as f32).clamp(12.0, 30.0);
    let name_width = area.width() * 0.3;
    for (place, (label, value)) in labels.iter().zip(values).enumerate() {
        let top = area.top() + place as f32 * row;
        if top + row > area.bottom() + 1.0 {
            break;
        }
        let middle = top + row / 2.0;
        let font = FontId::proportional(12.0);
        painter.text(pos2(area.left(), middle), Align2::LEFT_CENTER, label, font.clone(), palette.text);
        let room = area.width() - name_width - 48.0;
        let from = pos2(area.left() + name_width, top + row * 0.2);
        let bar = Rect::from_min_size(from, vec2(room * value.clamp(0.0, 1.0) as f32, row * 0.6));
        painter.rect_filled(Rect::from_min_size(from, vec2(room, row * 0.6)), 2.0, palette.ground);
        painter.rect_filled(bar, 2.0, color(COLORS.at(0.75)));
        let text = if *value == 0.0 { "—".to_owned() } else { format!("{:.1} %", value * 100.0) };
        painter.text(pos2(area.right(), middle), Align2::RIGHT_CENTER, text, font, palette.weak);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_short() {
        let texts = [1.0, 0.999, 0.25, 0.1, 0.043, 0.001, 0.000_02, 2.5, 12.0].map(number);
        assert_eq!(texts, ["1", "1", ".25", ".10", ".043", ".001", "2e-5", "2.5", "12"]);
    }

    #[test]
    fn probabilities_have_the_same_scale_along_the_match() {
        let (diffuse, certain) = (vec![0.01; 100], vec![1.0 + 1e-12, 0.0]);
        for scale in Scale::ALL {
            for kind in [BeliefKind::Categorical, BeliefKind::Bernoulli] {
                let of = |values: &[f64], range| range_of(&kind(values.to_vec()), scale, range, 100);
                let range = of(&diffuse, RangeChoice::Match);
                assert_eq!(range, of(&certain, RangeChoice::Match));
                assert_eq!(of(&diffuse, RangeChoice::Turn).top(), 0.01, "a turn alone uses the whole scale");
                assert_eq!(range.top(), 1.0);
                assert!(range.position(0.01).is_some_and(|place| place < 0.6), "to know nothing is not bright");
            }
        }
        let count =
            |most: f64| range_of(&BeliefKind::Count(vec![0.0, most]), Scale::Linear, RangeChoice::Match, 100).top();
        assert_eq!((count(0.5), count(3.0)), (0.5, 3.0));
    }

    #[test]
    fn inner_edges_stand_in_the_order_of_the_domain() {
        let edges: Vec<Edge> = inner_edges(Size::new(2, 2)).collect();
        let edge = |row, col, side| Edge { cell: Cell::new(row, col), side };
        let expected = [
            edge(0, 0, Direction::Right),
            edge(0, 0, Direction::Down),
            edge(0, 1, Direction::Down),
            edge(1, 0, Direction::Right),
        ];
        assert_eq!(edges, expected);
    }
}
