//! The parts of the window. A panel reads shared data and pushes commands; it changes nothing.

pub(crate) mod banner;
pub(crate) mod cards;
pub(crate) mod dialogs;
pub(crate) mod drop_hint;
pub(crate) mod files;
pub(crate) mod inspector;
pub(crate) mod names;
pub(crate) mod opening;
pub(crate) mod panes;
pub(crate) mod settings;
pub(crate) mod timeline;
pub(crate) mod top_bar;
pub(crate) mod transport;
pub(crate) mod welcome;

use eframe::egui::{self, Color32, RichText};
use egui_tiles::TileId;
use fogreel_analysis::perspective::redacted_to;
use fogreel_engine::data::{BeliefKey, Keep, View};
use fogreel_engine::{Cell, Seat};

use crate::command::{Command, Hover};
use crate::files::FileList;
use crate::marks::MarkKind;
use crate::paint::Zoom;
use crate::perspective::Sight;
use crate::playback::Playback;
use crate::state::ViewerState;
use crate::theme::{Palette, color, readable};
use crate::tiles::{PaneChoice, Shown, reference_of};

/// What panels ask for.
pub(crate) type Commands = Vec<Command>;

/// What panels read.
pub(crate) struct Shared<'a> {
    pub(crate) state: &'a ViewerState,
    /// What of the recording may be shown.
    pub(crate) sight: &'a Sight,
    /// Number of the open recording.
    pub(crate) ticket: u64,
    pub(crate) playback: &'a Playback,
    /// Name of the open recording.
    pub(crate) name: &'a str,
    pub(crate) files: &'a FileList,
    /// How much of the match is measured, 0 to 1.
    pub(crate) progress: f32,
    pub(crate) hover: Option<Hover>,
    pub(crate) pinned: Option<Cell>,
    /// The pane that is shown alone.
    pub(crate) maximised: Option<TileId>,
    /// What the panes show.
    pub(crate) shown: &'a Shown,
    pub(crate) zoom: Zoom,
    /// The kind of mark that jumps go to; all kinds if `None`.
    pub(crate) chosen: Option<MarkKind>,
    /// The belief whose curves were chosen.
    pub(crate) curves: Option<&'a BeliefKey>,
    /// Whether notes can be written.
    pub(crate) takes_notes: bool,
    /// The words that the notes listed contain.
    pub(crate) note_filter: &'a str,
    /// Whether somebody is writing the recording.
    pub(crate) is_live: bool,
}

impl Shared<'_> {
    /// The cell that the inspector is about: the kept one until it is released, else the one under the pointer.
    pub(crate) fn inspected(&self) -> Option<Cell> {
        self.pinned.or(self.hover.and_then(|hover| hover.board))
    }

    /// The beliefs that the recording is known to hold.
    pub(crate) fn keys(&self) -> Vec<BeliefKey> {
        self.sight.keys()
    }

    /// Everything that a pane can be asked to show.
    pub(crate) fn options(&self) -> Vec<PaneChoice> {
        let keys = self.keys();
        let views = self.sight.header.seats.iter().map(|seat| PaneChoice::View(seat.id.clone()));
        let beliefs = keys.iter().cloned().map(PaneChoice::Belief);
        let differences = keys.iter().filter_map(|key| {
            let reference = reference_of(key, &keys).filter(|reference| *reference != key)?;
            Some(PaneChoice::Difference { belief: key.clone(), reference: reference.source.clone() })
        });
        std::iter::once(PaneChoice::Truth).chain(views).chain(beliefs).chain(differences).collect()
    }

    /// The number of a pane for people, from 1, in reading order.
    pub(crate) fn place_of(&self, pane: TileId) -> usize {
        self.shown.panes.iter().position(|(id, _)| *id == pane).map_or(0, |place| place + 1)
    }

    /// Whether records hold all that the match had, so that what is missing in one was never there.
    pub(crate) fn keeps_everything(&self) -> bool {
        self.sight.header.keep == Keep::Full && redacted_to(&self.sight.header).is_none()
    }

    /// How a seat knows a cell of its own frame, in words.
    pub(crate) fn how_known(&self, view: &View, cell: Cell, now: u32) -> String {
        if view.visible.contains(cell) {
            return "sees it now".to_owned();
        }
        let size = view.frame.size;
        let seen = if size.contains(cell) { view.last_seen.get(size.index(cell)).copied() } else { None };
        match seen.unwrap_or(0) {
            0 => "never saw it".to_owned(),
            seen => match now.saturating_sub(seen - 1) {
                1 => "saw it a step ago".to_owned(),
                age => format!("saw it {age} steps ago"),
            },
        }
    }

    /// A belief's name for people.
    pub(crate) fn belief_name(&self, key: &BeliefKey) -> String {
        names::belief(self.sight, key)
    }

    /// A seat's name in its colour.
    pub(crate) fn seat_text(&self, seat: Seat, palette: &Palette) -> RichText {
        RichText::new(self.sight.seat_name(seat)).color(self.seat_color(seat, palette)).strong()
    }

    /// A seat's colour, readable on cards.
    pub(crate) fn seat_color(&self, seat: Seat, palette: &Palette) -> Color32 {
        self.sight.header.seat_info(seat).map_or(palette.text, |info| readable(color(info.color), palette))
    }
}

/// A button with an icon; its name is what screen readers say and what the tip shows before the key.
pub(crate) fn icon_button(ui: &mut egui::Ui, icon: &str, name: &str, key: &str) -> egui::Response {
    let tip = if key.is_empty() { name.to_owned() } else { format!("{name} ({key})") };
    ui.add(egui::Button::new(RichText::new(icon).size(14.0)).min_size(egui::vec2(28.0, 24.0)))
        .accessible_name(name)
        .on_hover_text(tip)
}
