//! Cards: the turn in words and numbers. They come from facts, messages, signals, decisions, faults and notes of the record.
//! What the seat that acted did and sensed comes before what lasts.

mod decision;
mod evidence;
mod facts;
mod faults;
mod grades;
mod messages;
mod notes;
mod signals;
mod turn;

use eframe::egui::collapsing_header::CollapsingState;
use eframe::egui::{self, Button, Frame, Id, Margin, Panel, RichText, Role, ScrollArea, WidgetInfo};
use fogreel_engine::{Record, Seat};

use super::{Commands, Shared, inspector};
use crate::theme::{Palette, card_frame};

/// Lower cards leave the inspector a line until a cell is pointed at.
const LOW: f32 = 450.0;

pub(crate) fn show(ui: &mut egui::Ui, shared: &Shared<'_>, commands: &mut Commands) {
    let palette = Palette::of(ui);
    // The inspector has a place of its own: it must be in sight while the pointer is on a board.
    let is_idle = shared.inspected().is_none();
    let height = match ui.available_height() {
        low if low < LOW && is_idle => 42.0,
        low if low < LOW => (low * 0.42).max(104.0),
        high if is_idle => (high * 0.15).clamp(64.0, 140.0),
        high => (high * 0.3).clamp(104.0, 300.0),
    };
    Panel::bottom("inspector")
        .frame(Frame::new().inner_margin(Margin { top: 6, ..Margin::ZERO }))
        .show_separator_line(false)
        .exact_size(height)
        .show(ui, |ui| inspector::show(ui, shared, commands, &palette));
    ScrollArea::vertical().auto_shrink(false).show(ui, |ui| {
        ui.spacing_mut().item_spacing.y = 5.0;
        let Some(record) = shared.sight.record.as_deref() else {
            card(ui, &palette, "turn", "Turn", |ui| {
                ui.weak(shared.sight.no_record());
            });
            return;
        };
        faults::show(ui, shared, record, commands, &palette);
        // What somebody noted here comes first, the way to a first note last.
        let has_notes = !shared.sight.notes_at(record.index as usize).is_empty();
        if has_notes {
            notes::here(ui, shared, record, commands, &palette);
        }
        turn::show(ui, shared, record, &palette);
        grades::show(ui, shared, &palette);
        evidence::show(ui, shared, &palette);
        // Where a belief goes wrong, what its owner was told comes first.
        let at_fault = |seat: &Seat| {
            let faults = shared.sight.faults_at(record.index as usize);
            faults.iter().any(|fault| shared.sight.header.seat(&fault.key.owner) == Some(*seat))
        };
        let seats = record.views.iter().map(|view| view.seat);
        let (accused, seats): (Vec<Seat>, Vec<Seat>) = seats.partition(at_fault);
        for seat in accused {
            signals::show(ui, shared, record, seat, &palette);
        }
        decision::show(ui, shared, record, &palette);
        let (acting, others): (Vec<Seat>, Vec<Seat>) = seats.into_iter().partition(|seat| has_acted(record, *seat));
        for seat in acting {
            signals::show(ui, shared, record, seat, &palette);
        }
        facts::show(ui, shared, record, &palette);
        for seat in others {
            signals::show(ui, shared, record, seat, &palette);
        }
        messages::show(ui, shared, record, &palette);
        if !has_notes {
            notes::here(ui, shared, record, commands, &palette);
        }
        notes::all(ui, shared, commands, &palette);
    });
}

fn has_acted(record: &Record, seat: Seat) -> bool {
    record.actions.iter().any(|action| action.seat == seat)
}

/// A titled box over the whole width that can be folded up; whether it is, is remembered by its id.
pub(crate) fn card(ui: &mut egui::Ui, palette: &Palette, id: &str, title: &str, content: impl FnOnce(&mut egui::Ui)) {
    card_frame(palette).inner_margin(Margin::symmetric(9, 5)).show(ui, |ui| {
        ui.set_width(ui.available_width());
        ui.spacing_mut().item_spacing.y = 2.0;
        let mut fold = CollapsingState::load_with_default_open(ui.ctx(), Id::unique(("card", id)), true);
        let is_open = fold.is_open();
        let icon = if is_open { "⏷" } else { "⏵" };
        let text = RichText::new(format!("{icon} {title}")).color(palette.weak).size(11.5).strong();
        let response = ui
            .scope(|ui| {
                ui.spacing_mut().button_padding = egui::Vec2::ZERO;
                ui.spacing_mut().interact_size.y = 15.0;
                ui.add(Button::new(text).frame(false).truncate())
            })
            .inner;
        response.widget_info(|| WidgetInfo::selected(Role::Button, true, is_open, title));
        if response.on_hover_text(if is_open { "Fold up" } else { "Unfold" }).clicked() {
            fold.toggle(ui);
        }
        fold.store(ui.ctx());
        if is_open {
            ui.spacing_mut().interact_size.y = 16.0;
            content(ui);
        }
    });
}

/// A line with something at the left and something at the right, which is shortened last.
pub(crate) fn line(ui: &mut egui::Ui, left: impl Into<RichText>, right: impl Into<RichText>) {
    egui::Sides::new().height(17.0).shrink_left().truncate().show(
        ui,
        |ui| ui.label(left.into()),
        |ui| ui.label(right.into()),
    );
}
