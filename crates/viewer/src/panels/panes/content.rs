//! What a pane shows in the record shown: found, said in words, and painted.

use eframe::egui::{Painter, Rect, pos2, vec2};
use egui_tiles::TileId;
use fogreel_engine::data::{Belief, BeliefKind, Frame, View};
use fogreel_engine::{Record, Size, Viewpoint};

use crate::paint::{
    BeliefPicture, Canvas, DifferencePicture, Grid, LABELS, Textures, ViewPicture, describe_truth, describe_view,
    label_bars, paint_truth, stamp,
};
use crate::panels::{Shared, names};
use crate::perspective::Withheld;
use crate::theme::Palette;
use crate::tiles::{PaneChoice, with_source};

/// What a choice comes to.
pub(super) enum Content<'a> {
    Truth(&'a Record),
    View(&'a Record, &'a View),
    Belief(&'a Record, &'a Belief),
    /// A belief, and the one that is subtracted from it.
    Difference(&'a Record, &'a Belief, &'a Belief),
    Missing(String),
}

/// A painted board, and where its frame lies on the true board.
pub(super) struct Painted {
    pub(super) grid: Grid,
    pub(super) frame: Frame,
}

impl<'a> Content<'a> {
    pub(super) fn of(shared: &Shared<'a>, choice: &PaneChoice) -> Self {
        let sight = shared.sight;
        let Some(record) = sight.record.as_deref() else {
            return Self::Missing(sight.no_record());
        };
        match choice {
            PaneChoice::Auto(_) | PaneChoice::Truth if record.truth.is_some() => Self::Truth(record),
            PaneChoice::Auto(_) | PaneChoice::Truth => Self::absent(shared, "The truth", None),
            PaneChoice::View(id) => match sight.header.seat(id).and_then(|seat| record.view(seat)) {
                Some(view) => Self::View(record, view),
                None => Self::absent(shared, "This view", Some(id)),
            },
            PaneChoice::Belief(key) => match record.belief(key) {
                Some(belief) => Self::Belief(record, belief),
                None if sight.withheld.beliefs.contains(key) => Self::Missing(Withheld::BELIEF.to_owned()),
                None => Self::absent(shared, "This belief", Some(&key.owner)),
            },
            PaneChoice::Difference { belief, .. } if sight.withheld.beliefs.contains(belief) => {
                Self::Missing(Withheld::BELIEF.to_owned())
            }
            PaneChoice::Difference { belief, reference } => {
                match (record.belief(belief), record.belief(&with_source(belief, reference))) {
                    (Some(first), Some(second)) => Self::Difference(record, first, second),
                    _ => Self::absent(shared, "This difference", Some(&belief.owner)),
                }
            }
        }
    }

    /// Why something is not to be seen: it is not there, or the seat may not see what is another's.
    fn absent(shared: &Shared<'_>, what: &str, owner: Option<&str>) -> Self {
        let sight = shared.sight;
        let owner = owner.and_then(|owner| sight.header.seat(owner));
        Self::Missing(match sight.viewpoint {
            Viewpoint::Seat(seat) if owner != Some(seat) => {
                format!("{what}: hidden. Only what {} knows is shown.", sight.seat_name(seat))
            }
            Viewpoint::Seat(_) | Viewpoint::Referee if shared.keeps_everything() => {
                format!("{what} is not in this record")
            }
            Viewpoint::Seat(_) | Viewpoint::Referee => format!("{what} is not in this recording"),
        })
    }

    /// A few words for the head line.
    pub(super) fn note(&self, shared: &Shared<'_>) -> Option<String> {
        let (record, belief) = match self {
            Self::Belief(record, belief) => (record, belief),
            Self::Difference(_, first, second) => {
                return Some(format!("{:.3} apart", total_variation(first.values(), second.values())));
            }
            Self::Truth(_) | Self::View(..) | Self::Missing(_) => return None,
        };
        let series = shared.sight.series.iter().find(|series| series.key == belief.key)?;
        let point = series.points.get(record.index as usize)?.as_ref()?;
        Some(match &belief.kind {
            BeliefKind::Count(counts) => {
                format!("{:.2} expected · at most {:.2} on a cell", counts.iter().sum::<f64>(), point.max)
            }
            BeliefKind::Categorical(_) | BeliefKind::Bernoulli(_) => {
                format!("{:.2} bits · max {}", point.entropy_bits, percent(point.max))
            }
        })
    }

    /// The content in words.
    pub(super) fn spoken(&self, shared: &Shared<'_>) -> String {
        match self {
            Self::Truth(record) => describe_truth(shared.sight, record),
            Self::View(record, view) => describe_view(shared.sight, view, record.index),
            Self::Belief(..) | Self::Difference(..) => self.note(shared).unwrap_or_default(),
            Self::Missing(message) => message.clone(),
        }
    }

    /// Paints the content, or says why there is nothing to paint.
    #[expect(clippy::too_many_arguments, reason = "one call; a struct would only rename them")]
    pub(super) fn paint(
        &self,
        painter: &Painter,
        body: Rect,
        pane: TileId,
        shared: &Shared<'_>,
        textures: &mut Textures,
        choice: &PaneChoice,
        palette: &Palette,
    ) -> Result<Painted, String> {
        let sight = shared.sight;
        let scale = painter.pixels_per_point();
        let stamp_of = |index: u32| {
            let what = (shared.ticket, index, sight.viewpoint, format!("{choice:?}"));
            let how = (shared.state.fog, shared.state.scale as u8, shared.state.range as u8, palette.is_dark);
            stamp((what, how))
        };
        let board_stamp = stamp((shared.ticket, palette.is_dark));
        // What is beside the board may stick out of it, but a board that is zoomed ends at its view.
        let clip = |grid: &Grid| if grid.is_clipped() { grid.view } else { body.expand(6.0) };
        let with_canvas = |grid: Grid, index: u32, textures: &mut Textures, paint: &dyn Fn(&mut Canvas<'_>)| {
            let painter = painter.with_clip_rect(clip(&grid).intersect(painter.clip_rect()));
            let stamp = stamp_of(index);
            paint(&mut Canvas { painter: &painter, grid, textures, pane, stamp, board_stamp });
        };
        match self {
            Self::Missing(message) => Err(message.clone()),
            Self::Truth(record) => {
                let Some(truth) = &record.truth else { return Err("not recorded".to_owned()) };
                let frame = Frame::board(sight.header.board.size);
                let grid = Grid::fit(body, frame.size, shared.zoom, scale);
                with_canvas(grid, record.index, textures, &|canvas| paint_truth(canvas, sight, truth, palette));
                Ok(Painted { grid, frame })
            }
            Self::View(record, view) => {
                let beside = Beside::below(body);
                let grid = Grid::fit(beside.board, view.frame.size, shared.zoom, scale);
                let picture = ViewPicture { sight, view, now: record.index, fog: shared.state.fog, palette };
                with_canvas(grid, record.index, textures, &|canvas| picture.paint(canvas));
                if let Some(strip) = beside.legend(&grid) {
                    picture.legend(painter, strip, textures);
                }
                Ok(Painted { grid, frame: view.frame })
            }
            Self::Belief(record, belief) => {
                let picture = BeliefPicture::new(sight, record, belief, shared.state.scale, shared.state.range);
                if let Some(labels) = picture.labels() {
                    label_bars(painter, body.shrink(4.0), labels, belief.values(), palette);
                    return Ok(Painted::nothing());
                }
                let beside = Beside::of(body);
                let grid = Grid::fit(beside.board, picture.frame.size, shared.zoom, scale);
                with_canvas(grid, record.index, textures, &|canvas| {
                    picture.paint(canvas, sight, palette);
                    picture.truth_rings(canvas, sight, record);
                });
                if let Some(strip) = beside.bar(&grid) {
                    picture.color_bar(painter, strip, palette);
                }
                if let Some(strip) = beside.legend(&grid) {
                    picture.legend(painter, strip, palette, record.truth.is_some());
                }
                Ok(Painted { grid, frame: picture.frame })
            }
            Self::Difference(record, first, second) => {
                let picture = DifferencePicture::new(sight, record, first, second)
                    .ok_or("These beliefs are not about the cells of one board.")?;
                let beside = Beside::of(body);
                let grid = Grid::fit(beside.board, picture.frame.size, shared.zoom, scale);
                with_canvas(grid, record.index, textures, &|canvas| picture.paint(canvas, sight, record, palette));
                if let Some(strip) = beside.bar(&grid) {
                    picture.color_bar(painter, strip, palette);
                }
                if let Some(strip) = beside.legend(&grid) {
                    picture.legend(painter, strip, palette, record.truth.is_some());
                }
                Ok(Painted { grid, frame: picture.frame })
            }
        }
    }
}

/// Total variation distance, 0 to 1: the largest difference of the two probabilities of any set of cells.
fn total_variation(first: &[f64], second: &[f64]) -> f64 {
    first.iter().zip(second).map(|(first, second)| (first - second).abs()).sum::<f64>() / 2.0
}

impl Painted {
    /// Where what is painted is no board.
    fn nothing() -> Self {
        let nowhere = Size::new(0, 0);
        let frame = Frame { size: nowhere, offset: None };
        Self { grid: Grid::fit(Rect::NOTHING, nowhere, crate::paint::Zoom::default(), 1.0), frame }
    }
}

/// Room for the legend of a board, and for the colour bar of a heat map.
struct Beside {
    body: Rect,
    board: Rect,
}

impl Beside {
    /// Panes that are lower have no room for a legend.
    const LEAST_WITH_LEGEND: f32 = 150.0;
    /// Panes that are narrower have no room for a colour bar.
    const LEAST_WITH_BAR: f32 = 130.0;
    /// A colour bar is no lower than this if there is room.
    const LEAST_BAR: f32 = 120.0;

    fn of(body: Rect) -> Self {
        let below = Self::below(body);
        let bar = if body.width() > Self::LEAST_WITH_BAR { 48.0 } else { 0.0 };
        Self { body, board: Rect::from_min_max(body.min, below.board.max - vec2(bar, 0.0)) }
    }

    /// Room for a legend alone.
    fn below(body: Rect) -> Self {
        let legend = if body.height() > Self::LEAST_WITH_LEGEND { 22.0 } else { 0.0 };
        Self { body, board: Rect::from_min_max(body.min, body.max - vec2(0.0, legend)) }
    }

    /// As high as the board, or as high as a few numbers need where the board is lower.
    fn bar(&self, grid: &Grid) -> Option<Rect> {
        let room = self.board.height() - LABELS;
        let height = grid.view.height().max(Self::LEAST_BAR.min(room));
        let top = (grid.view.center().y - height / 2.0).max(self.board.top() + LABELS);
        let has_room = self.body.width() > Self::LEAST_WITH_BAR;
        has_room.then(|| Rect::from_min_size(pos2(grid.view.right() + 8.0, top), vec2(44.0, height)))
    }

    fn legend(&self, grid: &Grid) -> Option<Rect> {
        let has_room = self.body.height() > Self::LEAST_WITH_LEGEND;
        // Under the board, and as far to the left as it takes to say most.
        let left = grid.view.left().min(self.body.left() + self.body.width() * 0.1);
        has_room.then(|| Rect::from_min_max(pos2(left, self.body.bottom() - 13.0), self.body.max))
    }
}

/// A choice by its name for people.
pub(super) fn title(shared: &Shared<'_>, choice: &PaneChoice) -> String {
    names::choice(shared.sight, choice)
}

/// A probability as people say it.
pub(crate) fn percent(probability: f64) -> String {
    match probability {
        0.0 => "0 %".to_owned(),
        p if p < 0.001 => format!("{p:.0e}"),
        p if p < 0.0995 => format!("{:.1} %", p * 100.0),
        p => format!("{:.0} %", p * 100.0),
    }
}
