//! The whole match at a glance: a slider with letters and curves. Clicking or dragging anywhere seeks at once.

mod curves;
mod lanes;
mod legend;
mod letters;
mod track;

use eframe::egui::containers::menu::{MenuButton, MenuConfig};
use eframe::egui::{
    self, Button, CursorIcon, PopupCloseBehavior, Rect, RichText, Role, Sense, UiBuilder, WidgetInfo, pos2, vec2,
};
use fogreel_analysis::BeliefPoint;
use fogreel_engine::data::BeliefKey;

use self::curves::{BitScale, Plot};
use self::lanes::{Axis, Lanes};
pub(crate) use self::letters::{describe, ink_of};
use super::{Commands, Shared};
use crate::command::Command;
use crate::marks::{FaultMark, Losses, MarkKind, Series};
use crate::state::Curve;
use crate::theme::Palette;
use crate::tiles::{PaneChoice, reference_of};

/// Room at the left for the names of the lanes and the scale in bits.
const NAMES: f32 = 58.0;
/// Room at the right for the scale of probability.
const PERCENT: f32 = 34.0;
/// A timeline that is narrower has no room for names.
const LEAST_WITH_NAMES: f32 = 420.0;
/// A window that is narrower has no room for the legend.
const LEAST_WITH_LEGEND: f32 = 576.0;
/// How far from a letter one may point to mean it, in points.
const REACH: f32 = 5.0;
/// Notes that a tip holds at most.
const NOTES: usize = 3;

/// Whether a window of this width shows the legend beside the timeline; others have it in a menu.
pub(crate) fn has_legend(window_width: f32) -> bool {
    window_width >= LEAST_WITH_LEGEND
}

/// The legend as a menu, for windows that have no room for it.
pub(crate) fn legend_menu(ui: &mut egui::Ui, shared: &Shared<'_>, commands: &mut Commands) {
    let config = MenuConfig::new().close_behavior(PopupCloseBehavior::CloseOnClickOutside);
    let button = Button::new("≡").min_size(vec2(24.0, 24.0));
    let (response, _) = MenuButton::from_button(button).config(config).ui(ui, |ui| {
        ui.set_max_size(vec2(240.0, 180.0));
        legend::show(ui, shared, commands);
    });
    response.accessible_name("Legend of the timeline").on_hover_text("Curves to show, and what the letters mean");
}

pub(crate) fn show(ui: &mut egui::Ui, shared: &Shared<'_>, commands: &mut Commands) {
    let mut all = ui.available_rect_before_wrap();
    ui.advance_cursor_after_rect(all);
    let mut focus = shared.chosen;
    if has_legend(ui.ctx().content_rect().width()) {
        let width = (all.width() * 0.3).clamp(180.0, 460.0);
        let place = Rect::from_min_max(pos2(all.right() - width, all.top()), all.max);
        all.max.x -= width + 8.0;
        let pointed = ui
            .scope_builder(UiBuilder::new().id_salt("legend").max_rect(place), |ui| legend::show(ui, shared, commands))
            .inner;
        focus = pointed.or(focus);
    }
    slider(ui, all, shared, focus, commands);
}

fn slider(ui: &mut egui::Ui, all: Rect, shared: &Shared<'_>, focus: Option<MarkKind>, commands: &mut Commands) {
    let palette = Palette::of(ui);
    let (names, percent) = if all.width() >= LEAST_WITH_NAMES { (NAMES, PERCENT) } else { (0.0, 0.0) };
    let rect = Rect::from_min_max(all.min + vec2(names, 0.0), all.max - vec2(percent, 0.0));
    let lanes = Lanes::of(rect, &shared.sight.kinds, !shared.sight.moves.is_empty());
    let axis = Axis::new(rect, shared.playback.len());
    let at = shared.playback.index();
    let mut response = ui.interact(rect, ui.scope_id().with("timeline"), Sense::click_and_drag());
    response
        .widget_info(|| WidgetInfo { value: Some(at as f64), ..WidgetInfo::labeled(Role::Slider, true, "Timeline") });

    let pointed =
        // A short click may begin and end within one frame.
        response.interact_pointer_pos().filter(|_| {
            response.is_pointer_button_down_on() || response.dragged() || response.clicked()
        });
    if let Some(pointer) = pointed {
        // A press means the letter beneath it, a drag every record on its way.
        let record = if response.dragged() { axis.record(pointer.x) } else { meant(shared, &lanes, &axis, pointer) };
        if record != at {
            commands.push(Command::Seek(record));
        }
        if response.dragged() && !shared.state.has_dragged {
            commands.push(Command::HasDragged);
        }
    }
    response = response.on_hover_and_drag_cursor(CursorIcon::ResizeHorizontal);
    let hovered = response.hover_pos().map(|pointer| meant(shared, &lanes, &axis, pointer));
    if let Some(record) = hovered {
        response.on_hover_ui_at_pointer(|ui| tip(ui, shared, record, &palette));
    }

    let painter = ui.painter_at(all);
    let within = ui.painter_at(rect);
    track::ground(&within, &lanes, &axis, at, shared.progress, &palette);
    track::turns(&within, &lanes, &axis, &shared.sight.steps, &palette);
    if let Some(series) = shown_series(shared) {
        let mut shown = shared.state.curves.within(shared.sight.is_locked());
        shown.set(Curve::Truth, shown.truth && series.has_probability());
        let reference = reference_beside(shared, series);
        let losses = losses_of(shared, series);
        let scale = BitScale::of([series].into_iter().chain(reference), losses, shown, lanes.curves.height());
        let plot = Plot { painter: &within, lanes: &lanes, axis: &axis, scale, shown, palette: &palette };
        if names > 0.0 {
            plot.axes(&painter);
        }
        if let Some(reference) = reference {
            plot.paint(reference, true);
        }
        losses.inspect(|losses| plot.losses(losses));
        plot.paint(series, false);
    }
    if names > 0.0 {
        track::names(&painter, &lanes, all.left(), shared, &palette);
    }
    track::handle(&within, &lanes, pos2(axis.x(at), lanes.all.top()), shared.state.has_dragged, &palette);
    letters::marks(&within, &lanes, &axis, shared, focus, &palette);
    letters::faults(&within, &lanes, &axis, &shared.sight.faults, &palette);
    letters::moves(&within, &lanes, &axis, shared, &palette);
    letters::notes(&within, &lanes, &axis, &shared.sight.notes, &palette);
    if let Some(record) = hovered {
        within.vline(axis.x(record), lanes.all.y_range(), egui::Stroke::new(1.0, palette.weak));
    }
}

/// The record that somebody means who points at a place: near a letter, the letter's.
fn meant(shared: &Shared<'_>, lanes: &Lanes, axis: &Axis, pointer: egui::Pos2) -> usize {
    let sight = shared.sight;
    let has_mark = |record: usize| {
        let marks = sight.steps.get(record).map_or(&[][..], |step| &step.marks);
        marks.iter().any(|mark| lanes.of_mark(mark.kind).is_some_and(|lane| lane.y_range().contains(pointer.y)))
    };
    let found = if lanes.notes.y_range().contains(pointer.y) {
        axis.nearest(pointer.x, REACH, |record| !sight.notes_at(record).is_empty())
    } else if lanes.faults.y_range().contains(pointer.y) {
        axis.nearest(pointer.x, REACH, |record| sight.faults_at(record).iter().any(FaultMark::begins))
    } else if lanes.moves.is_some_and(|lane| lane.y_range().contains(pointer.y)) {
        axis.nearest(pointer.x, REACH, |record| !sight.moves_at(record).is_empty())
    } else {
        axis.nearest(pointer.x, REACH, has_mark)
    };
    found.unwrap_or_else(|| axis.record(pointer.x))
}

/// The belief whose curves are shown: the chosen one, or that of a pane, or the first.
pub(crate) fn shown_series<'s>(shared: &'s Shared<'_>) -> Option<&'s Series> {
    let series = &shared.sight.series;
    let find = |key: &BeliefKey| series.iter().find(|one| one.key == *key);
    let in_pane = || {
        shared.shown.panes.iter().find_map(|(_, choice)| match choice {
            PaneChoice::Belief(key) => find(key),
            _ => None,
        })
    };
    shared.curves.and_then(find).or_else(in_pane).or_else(|| series.first())
}

/// The reference beside a belief, if there is another one.
fn reference_beside<'s>(shared: &'s Shared<'_>, series: &Series) -> Option<&'s Series> {
    let keys = shared.keys();
    let key = reference_of(&series.key, &keys).filter(|key| **key != series.key)?;
    shared.sight.series.iter().find(|other| other.key == *key)
}

/// What a belief lost along the match.
fn losses_of<'s>(shared: &'s Shared<'_>, series: &Series) -> Option<&'s Losses> {
    shared.sight.losses.iter().find(|losses| losses.key == series.key)
}

/// What a record holds, in words.
fn tip(ui: &mut egui::Ui, shared: &Shared<'_>, record: usize, palette: &Palette) {
    let sight = shared.sight;
    match sight.steps.get(record) {
        Some(step) => {
            ui.strong(format!("Turn {} · round {} · step {record}", step.turn, step.round));
            for mark in &step.marks {
                let (letter, name, ink) = describe(shared, mark.kind, palette);
                let whose = match mark.kind {
                    MarkKind::Event(_) | MarkKind::Note => String::new(),
                    MarkKind::Hit { seat, .. } => format!("{}: ", sight.seat_name(seat)),
                };
                ui.horizontal(|ui| {
                    ui.label(RichText::new(letter).monospace().color(ink));
                    ui.label(format!("{whose}{name}"));
                });
            }
        }
        None => {
            ui.strong(format!("Step {record}"));
        }
    }
    for marked in sight.moves_at(record) {
        let text = format!("{} {}", marked.mark.symbol(), sight.seat_name(marked.seat));
        ui.label(RichText::new(text).color(shared.seat_color(marked.seat, palette)));
        ui.label(format!("gave away {:.0} points of its chance to win", marked.loss * 100.0));
    }
    for fault in sight.faults_at(record) {
        let text = format!("{} {}: {}", fault.glyph(), shared.belief_name(&fault.key), fault.says);
        ui.label(RichText::new(text).color(ink_of(fault.is_grave, palette)));
    }
    for note in sight.notes_at(record).iter().take(NOTES) {
        ui.label(RichText::new(&note.text).color(palette.accent));
    }
    if let Some(series) = shown_series(shared) {
        for series in [series].into_iter().chain(reference_beside(shared, series)) {
            if let Some(point) = series.points.get(record).and_then(Option::as_ref) {
                ui.weak(shared.belief_name(&series.key));
                ui.label(measures(point));
            }
        }
    }
}

fn measures(point: &BeliefPoint) -> String {
    let entropy = format!("{:.2} bits, as {:.1} equally likely cells", point.entropy_bits, point.effective_cells);
    match (point.p_truth, point.surprisal_bits()) {
        (Some(0.0), _) => format!("{entropy}; the truth is excluded"),
        (Some(p_truth), Some(surprisal)) => {
            format!("{entropy}; P(truth) {:.1} %, surprisal {surprisal:.2} bits", p_truth * 100.0)
        }
        (None, Some(surprisal)) => format!("{entropy}; log score {surprisal:.2} bits"),
        (None, None) if point.is_false_exclusion() => format!("{entropy}; a true cell is excluded"),
        _ => entropy,
    }
}
