//! The list of recordings: filter, order, and as many rows as are in sight.

use std::path::{Path, PathBuf};

use eframe::egui::{
    self, ComboBox, Event, EventFilter, FontId, Id, Key, Label, Response, RichText, Role, ScrollArea, Sense, Stroke,
    StrokeKind, TextEdit, TextWrapMode, WidgetInfo, pos2, vec2,
};

use super::{Commands, icon_button};
use crate::command::Command;
use crate::files::details::{Details, thousands};
use crate::files::listing::MOST;
use crate::files::{Entry, FileList, Sort, SortBy};
use crate::loading::file_name;
use crate::theme::Palette;

/// A list that is narrower than this has rows of one line.
const WIDE: f32 = 150.0;
/// Heights of rows of one line and of two.
const HEIGHTS: [f32; 2] = [22.0, 37.0];
/// Space between rows.
const GAP: f32 = 1.0;

pub(crate) fn show(ui: &mut egui::Ui, files: &FileList, open: Option<&Path>, commands: &mut Commands) {
    let palette = Palette::of(ui);
    head(ui, files, &palette, commands);
    let to_list = filter(ui, files, commands);
    order(ui, files, commands);
    if files.is_cut() {
        let text = format!("The first {} recordings; there may be more.", thousands(MOST));
        ui.label(RichText::new(text).color(palette.weak));
    }
    if files.shown_len() == 0 {
        let text = match (files.len(), files.has_names()) {
            (0, false) => "Looking …",
            (0, true) => "No recording in this folder.",
            _ => "No recording has all these words.",
        };
        ui.label(RichText::new(text).color(palette.weak));
        return;
    }
    rows(ui, files, open, to_list, &palette, commands);
}

/// What the list is of, how much of it is shown, and the button that makes it anew.
fn head(ui: &mut egui::Ui, files: &FileList, palette: &Palette, commands: &mut Commands) {
    let title = files.folder().map_or_else(|| "Recordings".to_owned(), file_name);
    let count = match (files.shown_len(), files.len()) {
        (shown, all) if shown == all => thousands(all),
        (shown, all) => format!("{} of {}", thousands(shown), thousands(all)),
    };
    egui::Sides::new().shrink_left().truncate().show(
        ui,
        |ui| {
            let label = ui.add(Label::new(RichText::new(title).strong()).truncate());
            if let Some(folder) = files.folder() {
                label.on_hover_text(folder.display().to_string());
            }
        },
        |ui| {
            if icon_button(ui, "⟳", "List the recordings anew", "F5").clicked() {
                commands.push(Command::ListAgain);
            }
            ui.label(RichText::new(count).color(palette.weak)).on_hover_text("Recordings shown");
        },
    );
}

/// The line of the filter. Returns whether the keyboard goes on to the list.
fn filter(ui: &mut egui::Ui, files: &FileList, commands: &mut Commands) -> bool {
    let mut filter = files.filter().to_owned();
    let edit = TextEdit::singleline(&mut filter).hint_text("Filter").desired_width(f32::INFINITY);
    let edit = ui.add(edit).accessible_name("Filter recordings").on_hover_text(
        "Words that must all stand in name, game, preset, agents, outcome, turns, date or size of a recording",
    );
    if edit.changed() {
        commands.push(Command::SetFilter(filter));
    }
    let down = edit.has_focus() && ui.input(|input| input.key_pressed(Key::ArrowDown));
    down || edit.lost_focus() && ui.input(|input| input.key_pressed(Key::Enter))
}

fn order(ui: &mut egui::Ui, files: &FileList, commands: &mut Commands) {
    let Sort { mut by, mut is_descending } = files.sort();
    let before = files.sort();
    ui.horizontal(|ui| {
        let (icon, name) = if is_descending { ("▼", "Descending order") } else { ("▲", "Ascending order") };
        let text = SortBy::ALL.iter().find(|(one, _)| *one == by).map_or("", |(_, name)| name);
        let width = (ui.available_width() - 40.0).clamp(40.0, 120.0);
        ComboBox::from_id_salt("order")
            .width(width)
            .truncate()
            .selected_text(text)
            .show_ui(ui, |ui| {
                for (one, name) in SortBy::ALL {
                    ui.selectable_value(&mut by, one, name);
                }
            })
            .response
            .accessible_name("Order of the list")
            .on_hover_text("Order of the list");
        if icon_button(ui, icon, name, "").clicked() {
            is_descending = !is_descending;
        }
    });
    let sort = Sort { by, is_descending };
    if sort != before {
        commands.push(Command::SetSort(sort));
    }
}

/// Where the list was scrolled to in the last frame.
#[derive(Clone, Default)]
struct Place {
    revision: u64,
    offset: f32,
    height: f32,
    /// The row that stays where it is when the order changes, and how far below the upper edge it is.
    anchor: Option<(PathBuf, f32)>,
}

fn rows(
    ui: &mut egui::Ui,
    files: &FileList,
    open: Option<&Path>,
    to_list: bool,
    palette: &Palette,
    commands: &mut Commands,
) {
    let is_wide = ui.available_width() >= WIDE;
    let height = HEIGHTS[usize::from(is_wide)];
    let area = ui.available_rect_before_wrap();
    let list = ui.interact(area, ui.scope_id().with("list"), Sense::FOCUSABLE);
    list.widget_info(|| WidgetInfo::labeled(Role::ListBox, true, "Recordings"));
    if to_list {
        list.request_focus();
        let is_shown = files.cursor().is_some_and(|path| files.row_of(path).is_some());
        if let Some(first) = files.row(0).filter(|_| !is_shown) {
            commands.push(Command::ChooseRow(first.found.path.clone()));
        }
    }
    if list.gained_focus() || list.has_focus() {
        let filter = EventFilter { vertical_arrows: true, ..EventFilter::default() };
        ui.memory_mut(|memory| memory.set_focus_lock_filter(list.id, filter));
    }
    let key = Id::unique("place in the list");
    let place: Place = ui.data(|data| data.get_temp(key)).unwrap_or_default();
    let mut offset = (files.revision() != place.revision).then(|| kept_offset(files, &place, height)).flatten();
    // The key that led to the list is not one for the list.
    if list.has_focus()
        && !to_list
        && let Some(row) = walk(ui, files, commands)
    {
        offset = into_view(row, height, offset.unwrap_or(place.offset), place.height).or(offset);
    }

    ui.spacing_mut().item_spacing.y = GAP;
    let mut scroll = ScrollArea::vertical().auto_shrink(false);
    if let Some(offset) = offset {
        scroll = scroll.vertical_scroll_offset(offset);
    }
    let mut in_sight = 0..0;
    let shown = scroll.show_rows(ui, height, files.shown_len(), |ui, rows| {
        for row in rows.clone() {
            let Some(entry) = files.row(row) else { continue };
            let is_open = open == Some(entry.found.path.as_path());
            let response = show_row(ui, files, entry, is_open, list.has_focus(), vec2(area.width(), height), palette);
            if list.has_focus() && files.cursor() == Some(entry.found.path.as_path()) {
                // The row that a screen reader speaks of while the list has the keyboard.
                let row = response.id.accesskit_id();
                ui.ctx().accesskit_node_builder(list.id, |node| node.set_active_descendant(row));
            }
            if response.clicked() {
                list.request_focus();
                commands.push(Command::ChooseRow(entry.found.path.clone()));
                if !is_open {
                    commands.push(Command::Open(entry.found.path.clone()));
                }
            }
        }
        in_sight = rows;
    });
    let (offset, view) = (shown.state.clamped_offset().y, shown.inner_rect);
    let is_pointed_at = ui.rect_contains_pointer(view);
    let place = Place {
        revision: files.revision(),
        offset,
        height: view.height(),
        anchor: anchor(files, open, offset, view.height(), height, is_pointed_at),
    };
    ui.data_mut(|data| data.insert_temp(key, place));
    look_at(ui, files.without_details(in_sight), commands);
}

/// Asks for what the rows in sight lack, once.
fn look_at(ui: &egui::Ui, places: Vec<usize>, commands: &mut Commands) {
    let key = Id::unique("rows in sight");
    let asked: Option<Vec<usize>> = ui.data(|data| data.get_temp(key));
    if asked.as_ref() != Some(&places) {
        ui.data_mut(|data| data.insert_temp(key, places.clone()));
        if !places.is_empty() {
            commands.push(Command::LookAt(places));
        }
    }
}

/// The row that stays in its place when the order changes: the open one where the order depends on what is still to be
/// found out, else the first in sight. At the beginning of a list that nobody points at, the beginning stays in sight.
fn anchor(
    files: &FileList,
    open: Option<&Path>,
    offset: f32,
    view: f32,
    height: f32,
    is_pointed_at: bool,
) -> Option<(PathBuf, f32)> {
    let top = |row: usize| row as f32 * (height + GAP) - offset;
    if files.sort().by != SortBy::Name
        && let Some((path, row)) = open.and_then(|open| Some((open, files.row_of(open)?)))
        && (-height..view).contains(&top(row))
    {
        return Some((path.to_owned(), top(row)));
    }
    if offset <= 0.0 && !is_pointed_at {
        return None;
    }
    let row = (offset / (height + GAP)) as usize;
    files.row(row).map(|entry| (entry.found.path.clone(), top(row)))
}

/// The offset at which the anchor is where it was.
fn kept_offset(files: &FileList, place: &Place, height: f32) -> Option<f32> {
    let (path, top) = place.anchor.as_ref()?;
    let row = files.row_of(path)?;
    Some((row as f32 * (height + GAP) - top).max(0.0))
}

/// The offset at which a row is in view; `None` if it is.
fn into_view(row: usize, height: f32, offset: f32, view: f32) -> Option<f32> {
    let top = row as f32 * (height + GAP);
    if top < offset {
        Some(top)
    } else if top + height > offset + view {
        Some(top + height - view)
    } else {
        None
    }
}

/// Moves through the list by the keyboard, key by key in their order. Returns the row that was chosen.
fn walk(ui: &egui::Ui, files: &FileList, commands: &mut Commands) -> Option<usize> {
    let last = files.shown_len().checked_sub(1)?;
    let before = files.cursor().and_then(|path| files.row_of(path));
    let mut here = before;
    let keys: Vec<Key> = ui.input(|input| {
        let pressed = |event: &Event| match event {
            Event::Key { key, pressed: true, modifiers, .. } if modifiers.is_none() => Some(*key),
            _ => None,
        };
        input.events.iter().filter_map(pressed).collect()
    });
    for key in keys {
        match key {
            Key::ArrowDown => here = Some(here.map_or(0, |here| (here + 1).min(last))),
            Key::ArrowUp => here = Some(here.map_or(0, |here| here.saturating_sub(1))),
            Key::Enter => {
                if let Some(entry) = here.and_then(|row| files.row(row)) {
                    commands.push(Command::Open(entry.found.path.clone()));
                }
            }
            _ => {}
        }
    }
    let row = here.filter(|_| here != before)?;
    commands.push(Command::ChooseRow(files.row(row)?.found.path.clone()));
    Some(row)
}

/// One recording.
fn show_row(
    ui: &mut egui::Ui,
    files: &FileList,
    entry: &Entry,
    is_open: bool,
    has_focus: bool,
    size: egui::Vec2,
    palette: &Palette,
) -> Response {
    let (rect, _) = ui.allocate_exact_size(vec2(size.x, size.y), Sense::hover());
    let response = ui.interact(rect, Id::unique(("recording", &entry.found.path)), Sense::CLICK);
    let stem = Path::new(&entry.found.name).with_extension("").to_string_lossy().into_owned();
    let problem = files.problem(entry);
    // In words, too: a screen reader says it.
    let name = problem.map_or_else(|| stem.clone(), |(word, _)| format!("⚠ {stem} ({word})"));
    let second = second_line(files, entry, files.sort().by);
    response.widget_info(|| WidgetInfo::selected(Role::ListBoxOption, true, is_open, &name));
    if let Some(second) = &second {
        ui.ctx().accesskit_node_builder(response.id, |node| node.set_description(second.as_str()));
    }

    let visuals = ui.style().interact_selectable(&response, is_open);
    let painter = ui.painter_at(rect);
    if is_open {
        painter.rect_filled(rect, 5.0, ui.visuals().selection.bg_fill);
    } else if response.hovered() {
        painter.rect_filled(rect, 5.0, visuals.weak_bg_fill);
    }
    if has_focus && files.cursor() == Some(entry.found.path.as_path()) {
        painter.rect_stroke(rect, 5.0, Stroke::new(1.5, palette.accent), StrokeKind::Inside);
    }
    let ink = if problem.is_some() { palette.warning } else { palette.text };
    let line = |text: String, size: f32, ink, top: f32| {
        let mut job = egui::text::LayoutJob::simple_singleline(text, FontId::proportional(size), ink);
        job.wrap = egui::text::TextWrapping::from_wrap_mode_and_width(TextWrapMode::Truncate, rect.width() - 14.0);
        painter.galley(pos2(rect.left() + 7.0, rect.top() + top), painter.layout_job(job), ink);
    };
    line(name, 13.0, ink, 3.0);
    if rect.height() >= HEIGHTS[1] {
        line(second.unwrap_or_else(|| "…".to_owned()), 11.0, palette.weak, 20.0);
    }
    response.on_hover_ui(|ui| tip(ui, files, entry))
}

/// Who, how it ended, how long; before that what the list is sorted by.
fn second_line(files: &FileList, entry: &Entry, by: SortBy) -> Option<String> {
    let details = entry.details.as_ref()?;
    let mut parts = vec![
        (SortBy::Agents, Some(details.agents()).filter(|agents| !agents.is_empty())),
        (SortBy::Outcome, files.outcome(entry).map(str::to_owned)),
        (SortBy::Turns, details.length()),
        (SortBy::Date, details.date().filter(|_| by == SortBy::Date)),
        (SortBy::Size, Some(details.size()).filter(|_| by == SortBy::Size)),
    ];
    // Stable: the others keep their order.
    parts.sort_by_key(|(one, _)| *one != by);
    let texts: Vec<String> = parts.into_iter().filter_map(|(_, text)| text).collect();
    // Of a file that cannot be read, the reason is all there is to say.
    let reason = || files.problem(entry).map(|(_, reason)| reason.to_owned());
    if details.title.is_empty() { reason() } else { Some(texts.join(" · ")) }
}

/// Everything that is known of a recording.
fn tip(ui: &mut egui::Ui, files: &FileList, entry: &Entry) {
    ui.set_max_width(420.0);
    ui.strong(&entry.found.name);
    if let Some(details) = entry.details.as_deref() {
        facts(ui, files, entry, details);
    }
    if let Some((_, reason)) = files.problem(entry) {
        ui.label(RichText::new(reason).color(Palette::of(ui).warning));
    }
    ui.weak(entry.found.path.display().to_string());
}

fn facts(ui: &mut egui::Ui, files: &FileList, entry: &Entry, details: &Details) {
    if !details.title.is_empty() {
        ui.label(&details.title);
    }
    for (name, agent) in &details.seats {
        ui.label(match agent {
            Some(agent) => format!("{name}: {agent}"),
            None => name.clone(),
        });
    }
    if let Some(outcome) = files.outcome(entry) {
        ui.label(outcome);
    }
    let records = details.records.filter(|_| details.turns.is_some());
    let records = records.map(|records| format!("{} records", thousands(records as usize)));
    let parts = [details.length(), records, Some(details.size()), details.date().map(|date| format!("{date} UTC"))];
    ui.label(parts.into_iter().flatten().collect::<Vec<_>>().join(" · "));
}
