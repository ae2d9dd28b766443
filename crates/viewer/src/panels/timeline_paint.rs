//! Shapes of the timeline.

use eframe::egui::{Align2, Color32, CornerRadius, FontId, Painter, Pos2, Rect, Shape, Stroke, pos2, vec2};
use fogreel_analysis::BeliefPoint;

use super::Shared;
use super::timeline::Axis;
use crate::session::{MarkKind, Series, Step};
use crate::theme::{Palette, color, mix, readable};

/// Room that a mark's letter takes.
const LETTER: f32 = 11.0;

/// Strips of the timeline, from top to bottom.
pub(crate) struct Lanes {
    pub(crate) all: Rect,
    events: Rect,
    hits: Rect,
    curves: Rect,
    turns: Rect,
}

impl Lanes {
    pub(crate) fn of(rect: Rect) -> Self {
        let strip = |top: f32, bottom: f32| Rect::from_min_max(pos2(rect.left(), top), pos2(rect.right(), bottom));
        let (top, bottom) = (rect.top() + 17.0, rect.bottom());
        Self {
            all: rect,
            events: strip(top, top + 14.0),
            hits: strip(top + 14.0, top + 28.0),
            curves: strip(top + 31.0, bottom - 15.0),
            turns: strip(bottom - 13.0, bottom),
        }
    }
}

fn letter_font() -> FontId {
    FontId::monospace(11.0)
}

/// The ground, the part that lies behind, and the part that is not measured yet.
pub(crate) fn ground(painter: &Painter, lanes: &Lanes, axis: &Axis, at: usize, progress: f32, palette: &Palette) {
    let track = Rect::from_min_max(
        pos2(lanes.all.left(), lanes.events.top() - 2.0),
        pos2(lanes.all.right(), lanes.curves.bottom() + 1.0),
    );
    painter.rect_filled(track, CornerRadius::same(5), palette.ground);
    let behind = Rect::from_min_max(track.min, pos2(axis.x(at), track.bottom()));
    painter.rect_filled(behind, CornerRadius::same(5), mix(palette.ground, palette.accent, 0.12));
    if progress < 1.0 {
        let bar = Rect::from_min_size(track.left_bottom() - vec2(0.0, 2.0), vec2(track.width() * progress, 2.0));
        painter.rect_filled(bar, 1.0, palette.accent);
    }
}

/// What the letters in the two upper lanes are.
pub(crate) fn names(painter: &Painter, lanes: &Lanes, palette: &Palette) {
    for (lane, name) in [(lanes.events, "events"), (lanes.hits, "signals")] {
        let place = pos2(lane.left() + 2.0, lane.center().y);
        painter.text(place, Align2::LEFT_CENTER, name, FontId::proportional(9.5), palette.weak);
    }
}

/// Turn numbers under the track.
pub(crate) fn turns(painter: &Painter, lanes: &Lanes, axis: &Axis, steps: &[Step], palette: &Palette) {
    let font = FontId::proportional(10.0);
    let Some(last) = steps.last() else { return };
    let first = steps.first().map_or(0, |step| step.turn);
    let span = last.turn.saturating_sub(first).max(1);
    let room = axis.x(steps.len() - 1) - axis.x(0);
    let every = [1, 2, 5, 10, 20, 25, 50, 100, 200, 250, 500, 1000, 2000, 5000, 10_000]
        .into_iter()
        .find(|every| room / span as f32 * *every as f32 >= 34.0)
        .unwrap_or(50_000);
    let mut shown = None;
    for (record, step) in steps.iter().enumerate() {
        if step.turn.is_multiple_of(every) && shown != Some(step.turn) {
            shown = Some(step.turn);
            let x = axis.x(record);
            painter.vline(x, lanes.curves.bottom() - 2.0..=lanes.curves.bottom() + 2.0, Stroke::new(1.0, palette.weak));
            painter.text(pos2(x, lanes.turns.center().y), Align2::CENTER_CENTER, step.turn, font.clone(), palette.weak);
        }
    }
}

/// Letters of events in their tone, and below them letters of channels that said something, in the channel's colour.
pub(crate) fn marks(painter: &Painter, lanes: &Lanes, axis: &Axis, shared: &Shared<'_>, palette: &Palette) {
    let header = &shared.sight.header;
    // Letters that would overlap become dots; so many records at once become strokes.
    let (mut event_free, mut hit_free) = (f32::MIN, f32::MIN);
    for (record, step) in shared.sight.steps.iter().enumerate() {
        let x = axis.x(record);
        // Two seats that hear the same thing are one letter.
        let mut shown: Vec<char> = Vec::new();
        for mark in &step.marks {
            let (lane, free, glyph, ink) = match mark.kind {
                MarkKind::Event(kind) => {
                    let Some(kind) = header.event_kinds.get(usize::from(kind)) else { continue };
                    (lanes.events, &mut event_free, kind.glyph, palette.tone(kind.tone))
                }
                MarkKind::Hit { channel, .. } => {
                    let Some(channel) = header.channels.get(usize::from(channel)) else { continue };
                    (lanes.hits, &mut hit_free, channel.glyph, readable(color(channel.color), palette))
                }
            };
            let is_hit = matches!(mark.kind, MarkKind::Hit { .. });
            if is_hit && shown.contains(&glyph) {
                continue;
            }
            shown.extend(is_hit.then_some(glyph));
            let place = pos2(x.max(*free), lane.center().y);
            if place.x - x < axis.pitch().max(2.0) && place.x + LETTER / 2.0 <= lane.right() {
                painter.text(place, Align2::CENTER_CENTER, glyph, letter_font(), ink);
                // Where records lie closer than letters, letters keep apart so that the strokes between them show.
                *free = place.x + if axis.pitch() < LETTER { 2.0 * LETTER } else { LETTER };
            } else {
                painter.vline(x, lane.bottom() - 3.0..=lane.bottom(), Stroke::new(1.0, ink));
            }
        }
    }
}

/// Entropy and P(truth).
pub(crate) fn curves(painter: &Painter, lanes: &Lanes, axis: &Axis, series: &Series, palette: &Palette) {
    let lane = lanes.curves.shrink2(vec2(0.0, 3.0));
    let most_bits = series.points.iter().flatten().map(|point| point.entropy_bits).fold(1.0, f64::max);
    let y = |part: f64| lane.bottom() - (part.clamp(0.0, 1.0) as f32) * lane.height();
    painter.hline(lane.x_range(), lane.bottom(), Stroke::new(1.0, palette.border));
    let truth = runs(axis, series, |point| point.p_truth.map(&y));
    for run in truth {
        painter.add(Shape::line(run, Stroke::new(1.6, palette.good)));
    }
    for run in runs(axis, series, |point| Some(y(point.entropy_bits / most_bits))) {
        painter.add(Shape::line(run, Stroke::new(1.6, palette.accent)));
    }
    for point in series.points.iter().flatten().filter(|point| point.is_false_exclusion()) {
        let center = pos2(axis.x(point.record as usize), lane.bottom() - 1.0);
        let stroke = Stroke::new(1.6, palette.bad);
        painter.line_segment([center - vec2(2.5, 2.5), center + vec2(2.5, 2.5)], stroke);
        painter.line_segment([center + vec2(-2.5, 2.5), center + vec2(2.5, -2.5)], stroke);
    }
}

/// Unbroken stretches of a curve, at most two points a pixel.
fn runs(axis: &Axis, series: &Series, y_of: impl Fn(&BeliefPoint) -> Option<f32>) -> Vec<Vec<Pos2>> {
    let mut runs: Vec<Vec<Pos2>> = vec![Vec::new()];
    let mut lowest_and_highest: Option<(f32, f32, f32)> = None;
    for (record, point) in series.points.iter().enumerate() {
        let Some(y) = point.as_ref().and_then(&y_of) else {
            if runs.last().is_some_and(|run| !run.is_empty()) {
                runs.push(Vec::new());
            }
            continue;
        };
        let Some(run) = runs.last_mut() else { continue };
        let x = axis.x(record);
        match &mut lowest_and_highest {
            // Within one pixel both extremes are kept, so that no peak is lost.
            Some((from, low, high)) if x - *from < 1.0 && !run.is_empty() => {
                if y < *low || y > *high {
                    (*low, *high) = (low.min(y), high.max(y));
                    run.push(pos2(x, y));
                }
            }
            _ => {
                lowest_and_highest = Some((x, y, y));
                run.push(pos2(x, y));
            }
        }
    }
    runs.retain(|run| run.len() > 1);
    runs
}

/// The cursor: a line with a handle that looks as if it can be dragged, because it can.
pub(crate) fn handle(painter: &Painter, lanes: &Lanes, top: Pos2, has_dragged: bool, palette: &Palette) {
    let line = Stroke::new(2.0, palette.accent);
    painter.vline(top.x, top.y + 8.0..=lanes.curves.bottom() + 1.0, line);
    let knob = Rect::from_center_size(pos2(top.x, top.y + 7.5), vec2(18.0, 13.0));
    painter.rect(
        knob,
        CornerRadius::same(5),
        palette.accent,
        Stroke::new(1.0, palette.card),
        eframe::egui::StrokeKind::Outside,
    );
    let grip = Stroke::new(1.2, Color32::from_white_alpha(210));
    for shift in [-3.0, 0.0, 3.0] {
        painter.vline(knob.center().x + shift, knob.center().y - 3.0..=knob.center().y + 3.0, grip);
    }
    if !has_dragged {
        let text = "⬅ drag ➡";
        let galley = painter.layout_no_wrap(text.to_owned(), FontId::proportional(11.0), palette.accent);
        let fits = knob.right() + 6.0 + galley.size().x < lanes.all.right();
        let x = if fits { knob.right() + 6.0 } else { knob.left() - 6.0 - galley.size().x };
        painter.galley(pos2(x, knob.center().y - galley.size().y / 2.0), galley, palette.accent);
    }
}
