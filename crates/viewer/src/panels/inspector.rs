//! One cell: what is there, how likely every belief holds it, what every seat knows of it, and which evidence speaks
//! about it.

use std::cmp::Ordering;

use eframe::egui::{self, Align, Color32, Label, Layout, RichText, ScrollArea, Sense, vec2};
use fogreel_engine::data::{Belief, BeliefKey, Domain, Frame, Piece, Signal, SignalOutcome, View};
use fogreel_engine::{Cell, Record};

use super::cards::line;
use super::panes::percent;
use super::{Commands, Shared};
use crate::command::Command;
use crate::paint::piece_icon;
use crate::perspective::Sight;
use crate::theme::{Palette, card_frame};
use crate::tiles::reference_of;

/// Notes about a cell that are shown at most.
const NOTES: usize = 10;

const HINT: &str = "Point at a cell to see it in every pane; click to keep it.";

pub(crate) fn show(ui: &mut egui::Ui, shared: &Shared<'_>, commands: &mut Commands, palette: &Palette) {
    card_frame(palette).show(ui, |ui| {
        ui.set_min_size(ui.available_size());
        ui.spacing_mut().item_spacing.y = 2.0;
        let inspected = shared.inspected().zip(shared.sight.record.as_deref());
        head(ui, shared, inspected.map(|(cell, _)| cell), commands, palette);
        match inspected {
            Some((cell, record)) => {
                ScrollArea::vertical().auto_shrink(false).show(ui, |ui| contents(ui, shared, record, cell, palette));
            }
            None if ui.available_height() > 40.0 => drop(ui.label(RichText::new(HINT).color(palette.weak))),
            None => {}
        }
    });
}

fn head(ui: &mut egui::Ui, shared: &Shared<'_>, cell: Option<Cell>, commands: &mut Commands, palette: &Palette) {
    let has_one_line = ui.available_height() < 60.0;
    ui.horizontal(|ui| {
        ui.set_height(18.0);
        ui.label(RichText::new("Cell").color(palette.weak).size(11.5).strong());
        let Some(cell) = cell else {
            if has_one_line {
                ui.add(Label::new(RichText::new(HINT).color(palette.weak).size(12.0)).truncate()).on_hover_text(HINT);
            }
            return;
        };
        let place = format!("Row {}, column {}", cell.row, cell.col);
        ui.label(RichText::new(cell.to_string()).strong()).on_hover_text(place);
        let terrain = shared.sight.header.board.terrain_at(cell).map_or("", |kind| kind.id.as_str());
        ui.label(RichText::new(terrain).color(palette.weak));
        if shared.pinned.is_some() {
            ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
                if ui.small_button("release").on_hover_text("Release the kept cell (Esc)").clicked() {
                    commands.push(Command::Pin(None));
                }
            });
        }
    });
}

fn contents(ui: &mut egui::Ui, shared: &Shared<'_>, record: &Record, cell: Cell, palette: &Palette) {
    if let Some(truth) = &record.truth {
        let mut is_empty = true;
        for piece in truth.pieces.iter().filter(|piece| piece.cell == cell) {
            is_empty = false;
            show_piece(ui, shared, piece, palette);
        }
        if is_empty {
            ui.label(RichText::new("nothing here").color(palette.weak));
        }
    }
    for note in shared.sight.notes_at(record.index as usize).iter().take(NOTES) {
        if shared.sight.cell_of(note) == Some(cell) {
            ui.add(Label::new(RichText::new(format!("Note: {}", note.text)).color(palette.accent)).wrap());
        }
    }
    for belief in &record.beliefs {
        probability(ui, shared, record, belief, cell, palette);
    }
    for view in &record.views {
        known(ui, shared, view, cell, record.index, palette);
        evidence(ui, shared, record, view, cell, palette);
    }
}

/// How likely a belief holds the cell: the value, its place among all cells, and what it was before.
fn probability(
    ui: &mut egui::Ui,
    shared: &Shared<'_>,
    record: &Record,
    belief: &Belief,
    cell: Cell,
    palette: &Palette,
) {
    let of = |record: &Record, key: &BeliefKey| value_of(shared.sight, record, key, cell);
    let Some(value) = of(record, &belief.key) else { return };
    let said = |value: f64| if value == 0.0 { "impossible".to_owned() } else { percent(value) };
    let name = format!("P {}", shared.belief_name(&belief.key));
    line(ui, RichText::new(name).color(palette.weak), RichText::new(said(value)).strong());
    let mut notes = vec![place_among(belief.values(), value)];
    if let Some(before) = shared.sight.previous.as_deref().and_then(|previous| of(previous, &belief.key)) {
        notes.push(match value.total_cmp(&before) {
            Ordering::Greater => format!("↑ from {}", said(before)),
            Ordering::Less => format!("↓ from {}", said(before)),
            Ordering::Equal => "as before".to_owned(),
        });
    }
    let keys = shared.keys();
    let reference = reference_of(&belief.key, &keys).filter(|reference| **reference != belief.key);
    if let Some(reference) = reference.and_then(|reference| of(record, reference)) {
        let points = (value - reference) * 100.0;
        notes.push(format!("reference {}, difference {points:+.1} points", said(reference)));
    }
    ui.add(Label::new(RichText::new(notes.join(" · ")).color(palette.weak).size(11.5)).wrap());
}

/// The value of a belief over cells at a cell of the board.
fn value_of(sight: &Sight, record: &Record, key: &BeliefKey, cell: Cell) -> Option<f64> {
    let belief = record.belief(key)?;
    let target = sight.header.targets.iter().find(|target| target.id == key.target);
    let is_over_cells = target.is_none_or(|target| target.domain == Domain::Cells);
    let frame = sight
        .header
        .seat(&key.owner)
        .map_or(Frame::board(sight.header.board.size), |seat| record.frame_of(&sight.header, seat));
    let local = frame.of_board(&sight.header.board, cell).filter(|_| is_over_cells)?;
    belief.values().get(frame.size.index(local)).copied()
}

/// The rank of a value from the largest, and among how many that are possible at all.
fn place_among(values: &[f64], value: f64) -> String {
    let possible = values.iter().filter(|other| **other > 0.0).count();
    if value == 0.0 {
        return format!("{possible} other cells are possible");
    }
    let above = values.iter().filter(|other| **other > value).count();
    match values.iter().filter(|other| **other == value).count() {
        0 | 1 => format!("number {} of {possible}", above + 1),
        alike => format!("numbers {}–{} of {possible}, all alike", above + 1, above + alike),
    }
}

/// The signals of a seat that speak about the cell: why it believes what it believes.
fn evidence(ui: &mut egui::Ui, shared: &Shared<'_>, record: &Record, view: &View, cell: Cell, palette: &Palette) {
    let Some(local) = view.frame.of_board(&shared.sight.header.board, cell) else { return };
    let privileged = record.privileged.iter().filter(|one| one.seat == view.seat).map(|one| &one.signal);
    for signal in view.signals.iter().chain(privileged) {
        let Some(channel) = shared.sight.header.channels.get(usize::from(signal.channel)) else { continue };
        let Some((said, ink)) = spoken(signal, local, palette) else { continue };
        let text = format!("{} {}: {said}", channel.glyph, channel.name);
        ui.add(Label::new(RichText::new(text).color(ink).size(12.0)).wrap());
    }
}

/// What a signal says about a cell, if it speaks about it.
fn spoken(signal: &Signal, cell: Cell, palette: &Palette) -> Option<(String, Color32)> {
    let covers = signal.coverage.size().contains(cell) && signal.coverage.contains(cell);
    let others = signal.coverage.len().saturating_sub(1);
    match signal.outcome {
        SignalOutcome::Hit if signal.cells.contains(&cell) => Some(("hit exactly here".to_owned(), palette.good)),
        SignalOutcome::Hit if covers && !signal.cells.is_empty() => {
            Some(("hit, but not here: its place is told".to_owned(), palette.weak))
        }
        SignalOutcome::Hit if covers => Some((format!("hit: here or in {others} other cells"), palette.good)),
        SignalOutcome::Miss if covers => Some(("miss covers this cell: nothing here".to_owned(), palette.bad)),
        _ => None,
    }
}

fn show_piece(ui: &mut egui::Ui, shared: &Shared<'_>, piece: &Piece, palette: &Palette) {
    let Some(kind) = shared.sight.piece_kind(piece.kind) else { return };
    ui.horizontal(|ui| {
        let (rect, _) = ui.allocate_exact_size(vec2(16.0, 16.0), Sense::hover());
        piece_icon(ui.painter(), rect.center(), 7.0, kind, palette);
        let facing = piece.facing.map_or_else(String::new, |facing| format!(", looks {facing}"));
        let label = if piece.label.is_empty() { String::new() } else { format!(", {}", piece.label) };
        ui.label(format!("{}{facing}{label}", kind.name));
    });
}

/// What a seat knows of the cell.
fn known(ui: &mut egui::Ui, shared: &Shared<'_>, view: &View, cell: Cell, now: u32, palette: &Palette) {
    let local = view.frame.of_board(&shared.sight.header.board, cell);
    let said = match local {
        None => "does not know where this is".to_owned(),
        Some(local) => shared.how_known(view, local, now),
    };
    let mut text = said;
    for known in view.pieces.iter().filter(|known| Some(known.piece.cell) == local) {
        let name = shared.sight.piece_kind(known.piece.kind).map_or("?", |kind| kind.name.as_str());
        let age = now.saturating_sub(known.seen_at);
        text.push_str(&if age == 0 { format!("; {name}") } else { format!("; {name}, {age} ago") });
    }
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing.x = 5.0;
        ui.label(shared.seat_text(view.seat, palette));
        ui.label(RichText::new(text).color(palette.text));
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranks_count_what_is_larger_and_name_ties() {
        let values = [0.5, 0.2, 0.0, 0.2, 0.1];
        assert_eq!(place_among(&values, 0.5), "number 1 of 4");
        assert_eq!(place_among(&values, 0.2), "numbers 2–3 of 4, all alike");
        assert_eq!(place_among(&values, 0.1), "number 4 of 4");
        assert_eq!(place_among(&values, 0.0), "4 other cells are possible");
    }
}
