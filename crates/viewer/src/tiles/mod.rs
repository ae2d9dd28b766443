//! How the middle of the window is divided into panes, and what each of them shows. Pure: tested without a window.

mod choice;
mod preset;

pub(crate) use choice::{PaneChoice, Role, is_map, reference_of, with_source};
pub use preset::Preset;

use egui_tiles::{Container, LinearDir, Tile, TileId};
use fogreel_engine::Header;
use fogreel_engine::data::BeliefKey;
use serde::{Deserialize, Serialize};

/// The panes as tiles: rows, columns and tabs of any depth.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub(crate) struct Tiles {
    pub(crate) tree: egui_tiles::Tree<PaneChoice>,
}

/// Where a new pane goes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Side {
    Right,
    Below,
}

impl Default for Tiles {
    fn default() -> Self {
        Preset::Four.tiles()
    }
}

impl Tiles {
    /// The panes from left to right and from top to bottom, those in tabs that lie behind included.
    pub(crate) fn panes(&self) -> Vec<(TileId, &PaneChoice)> {
        let mut panes = Vec::new();
        let mut open: Vec<TileId> = self.tree.root.into_iter().collect();
        while let Some(id) = open.pop() {
            match self.tree.tiles.get(id) {
                Some(Tile::Pane(choice)) => panes.push((id, choice)),
                Some(Tile::Container(container)) => open.extend(container.children_vec().into_iter().rev()),
                None => {}
            }
        }
        panes
    }

    /// The tiles as they were saved, or the default if what was saved holds no pane.
    pub(crate) fn or_default(self) -> Self {
        if self.panes().is_empty() { Self::default() } else { self }
    }

    /// Shows something else in a pane.
    pub(crate) fn set(&mut self, pane: TileId, choice: PaneChoice) {
        if let Some(Tile::Pane(place)) = self.tree.tiles.get_mut(pane) {
            *place = choice;
        }
    }

    /// Closes a pane; the last one stays. Returns whether it was closed.
    pub(crate) fn close(&mut self, pane: TileId) -> bool {
        let panes = self.panes();
        if panes.len() < 2 || panes.iter().all(|(id, _)| *id != pane) {
            return false;
        }
        self.tree.remove_recursively(pane);
        self.tree.simplify(&SIMPLE);
        true
    }

    /// Divides a pane and shows something in the new half. Returns the new pane.
    pub(crate) fn split(&mut self, pane: TileId, side: Side, choice: PaneChoice) -> Option<TileId> {
        if !matches!(self.tree.tiles.get(pane), Some(Tile::Pane(_))) {
            return None;
        }
        let new = self.tree.tiles.insert_pane(choice);
        let direction = match side {
            Side::Right => LinearDir::Horizontal,
            Side::Below => LinearDir::Vertical,
        };
        let parent = self.tree.tiles.parent_of(pane);
        let both = Container::new_linear(direction, vec![pane, new]);
        let both = self.tree.tiles.insert_container(both);
        match parent.and_then(|parent| self.tree.tiles.get_mut(parent)) {
            Some(Tile::Container(container)) => put_in_place_of(container, pane, both),
            _ => self.tree.root = Some(both),
        }
        // Rows in rows become one row only later, when they are shown: halving a pane leaves its neighbours alone.
        Some(new)
    }

    /// What the panes show of a recording. `own` is what a seat has to show, if only that seat's knowledge is shown;
    /// `keys` are the beliefs that the recording is known to hold.
    pub(crate) fn shown(&self, header: &Header, keys: &[BeliefKey], own: Option<Vec<PaneChoice>>) -> Shown {
        let panes = self.panes();
        let mut left = own.map(|own| {
            own.into_iter().filter(|choice| panes.iter().all(|(_, chosen)| *chosen != choice)).collect::<Vec<_>>()
        });
        if let Some(left) = &mut left {
            left.reverse();
        }
        let mut shown = Shown::default();
        for (place, (id, choice)) in panes.iter().enumerate() {
            let choice = match (choice.role(place, header, keys), &mut left) {
                (None, _) => Some((*choice).clone()),
                (Some(_), Some(left)) => left.pop(),
                (Some(role), None) => role.resolve(header, keys),
            };
            match choice {
                Some(choice) => shown.panes.push((*id, choice)),
                None => shown.empty.push(*id),
            }
        }
        if shown.panes.is_empty()
            && let Some((id, _)) = panes.first()
        {
            // Something must say that there is nothing to see.
            shown.panes.push((*id, PaneChoice::Truth));
            shown.empty.retain(|empty| empty != id);
        }
        shown
    }
}

/// What the panes show.
#[derive(Clone, PartialEq, Debug, Default)]
pub(crate) struct Shown {
    /// The panes that show something, in order.
    pub(crate) panes: Vec<(TileId, PaneChoice)>,
    /// Panes that nobody chose anything for, and for which nothing is left; they take no room.
    pub(crate) empty: Vec<TileId>,
}

impl Shown {
    /// What a pane shows.
    pub(crate) fn of(&self, pane: TileId) -> Option<&PaneChoice> {
        self.panes.iter().find(|(id, _)| *id == pane).map(|(_, choice)| choice)
    }
}

/// Rules by which containers that closing a pane left behind vanish.
const SIMPLE: egui_tiles::SimplificationOptions = egui_tiles::SimplificationOptions {
    prune_empty_tabs: true,
    prune_empty_containers: true,
    prune_single_child_tabs: true,
    prune_single_child_containers: true,
    ..egui_tiles::SimplificationOptions::OFF
};

fn put_in_place_of(container: &mut Container, old: TileId, new: TileId) {
    match container {
        Container::Linear(linear) => {
            if let Some(place) = linear.children.iter_mut().find(|child| **child == old) {
                *place = new;
            }
            linear.shares.replace_with(old, new);
        }
        Container::Tabs(tabs) => {
            if let Some(place) = tabs.children.iter_mut().find(|child| **child == old) {
                *place = new;
            }
            tabs.set_active(new);
        }
        Container::Grid(grid) => {
            let place = grid.children().position(|child| *child == old);
            if let Some(place) = place {
                let _old = grid.replace_at(place, new);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixture;
    use fogreel_engine::Size;

    fn key(owner: &str, target: &str, source: &str) -> BeliefKey {
        BeliefKey::new(owner, target, source)
    }

    fn view(seat: &str) -> PaneChoice {
        PaneChoice::View(seat.to_owned())
    }

    #[test]
    fn every_preset_has_its_panes_in_order_and_survives_saving() {
        for preset in Preset::ALL {
            let tiles = preset.tiles();
            assert_eq!(tiles.panes().len(), preset.roles().len(), "{preset:?}");
            let shown: Vec<PaneChoice> = tiles.panes().into_iter().map(|(_, choice)| choice.clone()).collect();
            let roles: Vec<PaneChoice> = preset.roles().iter().copied().map(PaneChoice::Auto).collect();
            assert_eq!(shown, roles, "{preset:?}");
            let saved = serde_json::to_string(&tiles).expect("saved");
            let back: Tiles = serde_json::from_str(&saved).expect("read");
            assert_eq!(back, tiles);
        }
    }

    #[test]
    fn splitting_and_closing_are_inverse() {
        for side in [Side::Right, Side::Below] {
            let mut tiles = Tiles::default();
            let before: Vec<PaneChoice> = tiles.panes().into_iter().map(|(_, choice)| choice.clone()).collect();
            let (third, _) = tiles.panes()[2];
            let new = tiles.split(third, side, PaneChoice::Truth).expect("split");
            let panes = tiles.panes();
            assert_eq!(panes.len(), 5);
            assert_eq!(panes[3], (new, &PaneChoice::Truth), "the new pane follows the one that was divided");
            assert!(tiles.close(new));
            let after: Vec<PaneChoice> = tiles.panes().into_iter().map(|(_, choice)| choice.clone()).collect();
            assert_eq!(after, before);
        }
    }

    #[test]
    fn the_last_pane_cannot_be_closed() {
        let mut tiles = Tiles::default();
        while tiles.panes().len() > 1 {
            let (first, _) = tiles.panes()[0];
            assert!(tiles.close(first));
        }
        let (last, _) = tiles.panes()[0];
        assert!(!tiles.close(last));
        let new = tiles.split(last, Side::Right, PaneChoice::Truth).expect("a single pane can be divided");
        assert_eq!(tiles.panes().len(), 2);
        assert!(!tiles.close(TileId::from_u64(999)) && tiles.close(new));
    }

    #[test]
    fn what_was_saved_without_a_pane_is_replaced() {
        let empty = Tiles { tree: egui_tiles::Tree::empty(eframe::egui::Id::unique("empty")) };
        assert_eq!(empty.or_default(), Tiles::default());
    }

    #[test]
    fn the_referee_sees_truth_both_sides_and_the_belief_beside_the_second() {
        let header = fixture::header(Size::new(8, 8));
        let keys = [key("fox", "hound", "agent"), key("hound", "fox", "agent"), key("hound", "mood", "agent")];
        let shown = Tiles::default().shown(&header, &keys, None);
        let choices: Vec<PaneChoice> = shown.panes.into_iter().map(|(_, choice)| choice).collect();
        let belief = PaneChoice::Belief(key("hound", "fox", "agent"));
        assert_eq!(choices, [PaneChoice::Truth, view("fox"), view("hound"), belief]);
        let shown = Tiles::default().shown(&header, &[], None);
        assert_eq!((shown.panes.len(), shown.empty.len()), (3, 1), "without a belief there is no pane for one");
    }

    #[test]
    fn reference_and_difference_appear_with_the_reference() {
        let header = fixture::header(Size::new(8, 8));
        let tiles = Preset::Beliefs.tiles();
        let agent = key("hound", "fox", "agent");
        let reference = key("hound", "fox", "reference:uniform");
        let count = |keys: &[BeliefKey]| tiles.shown(&header, keys, None).panes.len();
        assert_eq!(count(std::slice::from_ref(&agent)), 1);
        assert_eq!(count(&[agent.clone(), reference.clone()]), 3);
        let shown = tiles.shown(&header, &[reference.clone(), agent.clone()], None);
        let choices: Vec<PaneChoice> = shown.panes.into_iter().map(|(_, choice)| choice).collect();
        let difference = PaneChoice::Difference { belief: agent.clone(), reference: reference.source.clone() };
        assert_eq!(choices, [PaneChoice::Belief(agent), PaneChoice::Belief(reference), difference]);
    }

    #[test]
    fn a_seat_fills_the_panes_nobody_chose_with_its_own() {
        let header = fixture::header(Size::new(8, 8));
        let keys = [key("hound", "fox", "agent")];
        let mut tiles = Tiles::default();
        let own = || vec![view("hound"), PaneChoice::Belief(keys[0].clone())];
        let shown = tiles.shown(&header, &keys, Some(own()));
        assert_eq!((shown.panes.len(), shown.empty.len()), (2, 2));
        let (first, _) = tiles.panes()[0];
        tiles.set(first, view("hound"));
        let shown = tiles.shown(&header, &keys, Some(own()));
        let choices: Vec<PaneChoice> = shown.panes.into_iter().map(|(_, choice)| choice).collect();
        assert_eq!(choices, own(), "what was chosen is not shown twice");
        let shown = Tiles::default().shown(&header, &[], Some(Vec::new()));
        assert_eq!(shown.panes.iter().map(|(_, choice)| choice).collect::<Vec<_>>(), [&PaneChoice::Truth]);
    }

    #[test]
    fn a_choice_that_the_recording_lacks_becomes_what_suits_the_place() {
        let header = fixture::header(Size::new(8, 8));
        let mut tiles = Tiles::default();
        let (second, _) = tiles.panes()[1];
        tiles.set(second, view("wolf"));
        let shown = tiles.shown(&header, &[], None);
        assert_eq!(shown.of(second), Some(&view("fox")));
    }
}
