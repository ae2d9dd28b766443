//! The parts of the window. A panel reads shared data and pushes commands; it changes nothing.

pub(crate) mod banner;
pub(crate) mod cards;
pub(crate) mod dialogs;
pub(crate) mod files;
pub(crate) mod inspector;
pub(crate) mod panes;
pub(crate) mod timeline;
pub(crate) mod timeline_paint;
pub(crate) mod top_bar;
pub(crate) mod transport;
pub(crate) mod welcome;

use std::path::Path;

use eframe::egui::{self, Color32, RichText};
use fogreel_engine::data::BeliefKey;
use fogreel_engine::{Cell, Seat, Viewpoint};

use crate::command::{Command, Hover};
use crate::files::FileList;
use crate::perspective::Sight;
use crate::playback::Playback;
use crate::state::{self, PANES, PaneChoice, ViewerState};
use crate::theme::{Palette, color, readable};

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
    pub(crate) open: Option<&'a Path>,
    pub(crate) files: &'a FileList,
    /// How much of the match is measured, 0 to 1.
    pub(crate) progress: f32,
    pub(crate) hover: Option<Hover>,
    pub(crate) pinned: Option<Cell>,
    pub(crate) maximised: Option<usize>,
    /// The belief whose curves were chosen.
    pub(crate) curves: Option<&'a BeliefKey>,
}

impl Shared<'_> {
    /// The cell that the inspector is about: the kept one until it is released, else the one under the pointer.
    pub(crate) fn inspected(&self) -> Option<Cell> {
        self.pinned.or(self.hover.and_then(|hover| hover.board))
    }

    /// The beliefs of the record shown, and those in whose place stands why they are not.
    pub(crate) fn keys(&self) -> Vec<BeliefKey> {
        let shown = self.sight.record.iter().flat_map(|record| &record.beliefs).map(|belief| &belief.key);
        shown.chain(&self.sight.withheld.beliefs).cloned().collect()
    }

    /// What the panes show; `None` for a pane that is not shown.
    pub(crate) fn choices(&self) -> [Option<PaneChoice>; PANES] {
        let (panes, header, keys) = (&self.state.panes, &self.sight.header, self.keys());
        match self.sight.viewpoint {
            Viewpoint::Referee => state::for_referee(panes, header, &keys),
            Viewpoint::Seat(seat) => state::for_seat(panes, header, &keys, self.own(seat)),
        }
    }

    /// What a seat has to show in the record shown: its view, then its beliefs, maps first.
    fn own(&self, seat: Seat) -> Vec<PaneChoice> {
        let (header, record) = (&self.sight.header, self.sight.record.as_deref());
        let has_view = record.is_none_or(|record| record.view(seat).is_some());
        let view = header.seat_info(seat).filter(|_| has_view).map(|info| PaneChoice::View(info.id.clone()));
        let mut beliefs: Vec<&BeliefKey> =
            record.iter().flat_map(|record| &record.beliefs).map(|belief| &belief.key).collect();
        beliefs.sort_by_key(|key| !state::is_map(key, header));
        view.into_iter().chain(beliefs.into_iter().map(|key| PaneChoice::Belief(key.clone()))).collect()
    }

    /// A belief's name for people: whose, about what, and its source if it is not the agent's own.
    pub(crate) fn belief_name(&self, key: &BeliefKey) -> String {
        let header = &self.sight.header;
        let owner = header.seat(&key.owner).map_or(key.owner.as_str(), |seat| self.sight.seat_name(seat));
        let target = header.targets.iter().find(|target| target.id == key.target);
        let target = target.map_or(key.target.as_str(), |target| target.name.as_str());
        match key.source.as_str() {
            "agent" => format!("{owner}: {target}"),
            source => format!("{owner}: {target} ({source})"),
        }
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
