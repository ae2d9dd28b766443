//! The difference of two beliefs of one owner about one thing: an agent's and the reference. Colours are those of the
//! figures.

use eframe::egui::{Color32, Painter, Rect, Stroke};
use fogreel_engine::data::{Belief, Frame};
use fogreel_engine::{Cell, Record};
use fogreel_plots::color::{DifferenceRange, DifferenceShade, DivergingMap, look};

use super::belief::{BeliefPicture, large_cross, number, small_cross};
use super::legend::{self, Legend};
use super::{Canvas, hatch_rect};
use crate::perspective::Sight;
use crate::state::{RangeChoice, ScaleChoice};
use crate::theme::{Palette, color, ink_on};

const COLORS: DivergingMap = DivergingMap::PurpleOrange;

/// Two beliefs of a record, ready to be painted as their difference.
pub(crate) struct DifferencePicture<'a> {
    first: &'a Belief,
    second: &'a Belief,
    /// The first as it would be painted alone: it knows the terrain, the frame and where the truth is.
    alone: BeliefPicture<'a>,
    pub(crate) frame: Frame,
    range: DifferenceRange,
}

impl<'a> DifferencePicture<'a> {
    /// `None` if the two are not about the cells of the same frame.
    pub(crate) fn new(sight: &'a Sight, record: &'a Record, first: &'a Belief, second: &'a Belief) -> Option<Self> {
        let alone = BeliefPicture::new(sight, record, first, ScaleChoice::Linear, RangeChoice::Match);
        let cells = alone.frame.size.cells();
        let are_maps = alone.is_over_cells() && first.values().len() == cells && second.values().len() == cells;
        let pairs = || first.values().iter().copied().zip(second.values().iter().copied());
        // On a scale that fits every match, from −1 to 1, most differences would not be seen.
        let range = DifferenceRange::fit(pairs());
        are_maps.then_some(Self { first, second, frame: alone.frame, alone, range })
    }

    /// Both probabilities of a cell of the owner's frame.
    pub(crate) fn at(&self, cell: Cell) -> Option<(f64, f64)> {
        let index = self.frame.size.contains(cell).then(|| self.frame.size.index(cell))?;
        Some((*self.first.values().get(index)?, *self.second.values().get(index)?))
    }

    /// Both probabilities of a cell; not numbers where there are none.
    fn values(&self, index: usize) -> (f64, f64) {
        let value = |belief: &Belief| belief.values().get(index).copied().unwrap_or(f64::NAN);
        (value(self.first), value(self.second))
    }

    fn shade_of(&self, (first, second): (f64, f64)) -> DifferenceShade {
        self.range.shade(first, second, COLORS)
    }

    fn shade(&self, index: usize) -> DifferenceShade {
        self.shade_of(self.values(index))
    }

    fn is_wall(&self, sight: &Sight, index: usize) -> bool {
        self.shade(index) == DifferenceShade::BothImpossible && self.alone.is_wall(sight, index)
    }

    /// Paints the map and the ring of the truth.
    pub(crate) fn paint(&self, canvas: &mut Canvas<'_>, sight: &Sight, record: &Record, palette: &Palette) {
        let look_of = |index: usize| {
            let values = self.values(index);
            // Only where nothing can be is it worth asking why.
            (values, values == (0.0, 0.0) && self.alone.is_wall(sight, index))
        };
        canvas.layer("difference", canvas.stamp, look_of, |(values, is_wall)| {
            color(if is_wall { look::WALL } else { self.shade_of(values).color() })
        });
        canvas.grid_lines(Color32::from_black_alpha(40));
        let grid = canvas.grid;
        if grid.has_room(8.0) {
            let spacing = (grid.cell / 4.0).clamp(4.0, 8.0);
            for cell in grid.visible_cells() {
                let index = self.frame.size.index(cell);
                let rect = grid.cell_rect(cell);
                if self.is_wall(sight, index) {
                    self.alone.mark_wall(canvas.painter, rect, spacing);
                } else {
                    mark(canvas.painter, rect, self.shade(index), spacing);
                }
            }
        }
        if grid.has_room(22.0) {
            for cell in grid.visible_cells() {
                let Some((first, second)) = self.at(cell) else { continue };
                if self.range.sign(first, second) != 0 {
                    let index = self.frame.size.index(cell);
                    let has_pattern = !matches!(self.shade(index), DifferenceShade::Value(_));
                    let ground = color(self.shade(index).color());
                    canvas.number(cell, signed(first - second), ink_on(ground), has_pattern.then_some(ground));
                }
            }
        }
        if self.frame.size == sight.header.board.size {
            canvas.border(&sight.header.board, palette);
            canvas.walls(
                &sight.header.board,
                sight.header.board.walls.iter().copied(),
                if palette.is_dark { Color32::WHITE } else { Color32::BLACK },
            );
        }
        self.alone.truth_rings(canvas, sight, record);
    }

    /// The colour bar, in a strip at the right of the board.
    pub(crate) fn color_bar(&self, painter: &Painter, strip: Rect, palette: &Palette) {
        let half = |position: f64| (position + 1.0) / 2.0;
        let ticks = |most| self.range.ticks(most).into_iter().map(|tick| (half(tick.position), tick.label)).collect();
        legend::bar(painter, strip, palette, |at| color(COLORS.at(at * 2.0 - 1.0)), ticks);
    }

    /// What the looks beside the scale mean, in a line under the board.
    pub(crate) fn legend(&self, painter: &Painter, strip: Rect, palette: &Palette, has_truth: bool) {
        let mut legend = Legend::new(painter, strip, palette);
        let sample = |shade: DifferenceShade| {
            move |painter: &Painter, rect: Rect| {
                painter.rect_filled(rect, 0.0, color(shade.color()));
                mark(painter, rect, shade, 4.0);
            }
        };
        let neutral = COLORS.at(0.0);
        legend.boxed(&sample(DifferenceShade::FirstExcludes(neutral)), "excluded, reference allows");
        legend.boxed(&sample(DifferenceShade::SecondExcludes(neutral)), "allowed, reference excludes");
        legend.boxed(&sample(DifferenceShade::BothImpossible), "both exclude");
        if has_truth {
            legend.truth();
        }
    }
}

/// The pattern that goes with a shade, so that colour is not needed.
fn mark(painter: &Painter, rect: Rect, shade: DifferenceShade, spacing: f32) {
    match shade {
        DifferenceShade::BothImpossible => small_cross(painter, rect, look::BOTH_IMPOSSIBLE_MARK),
        DifferenceShade::NoValue => large_cross(painter, rect),
        shade => {
            let line = Stroke::new(1.0, color(look::EXCLUDES_MARK));
            painter.extend(hatch_rect(rect, shade.hatch(), spacing, line));
        }
    }
}

/// A difference in as many characters as a cell has room for.
fn signed(difference: f64) -> String {
    format!("{}{}", if difference < 0.0 { "−" } else { "+" }, number(difference.abs()))
}
