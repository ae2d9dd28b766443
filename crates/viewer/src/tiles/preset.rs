//! Ready-made divisions of the window, on the keys 1 to 4.

use eframe::egui::Id;
use egui_tiles::{Linear, LinearDir, TileId};

use super::{PaneChoice, Role, Tiles};

/// A ready-made division of the window.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Preset {
    /// Truth and two views, and a belief, two by two.
    Four,
    /// Truth beside a belief.
    Two,
    /// The truth large, views and belief small beside it.
    Focus,
    /// A belief, its reference, their difference, and the belief of the other side.
    Beliefs,
}

impl Preset {
    /// All, in the order of their keys.
    pub(crate) const ALL: [Self; 4] = [Self::Four, Self::Two, Self::Focus, Self::Beliefs];

    /// Name for people.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Four => "Four panes",
            Self::Two => "Truth and belief",
            Self::Focus => "One large, others small",
            Self::Beliefs => "Beliefs",
        }
    }

    /// What the panes are for, in order.
    pub(super) fn roles(self) -> &'static [Role] {
        match self {
            Self::Four => &[Role::Truth, Role::View(0), Role::View(1), Role::Belief(0)],
            Self::Two => &[Role::Truth, Role::Belief(0)],
            Self::Focus => &[Role::Truth, Role::View(0), Role::View(1), Role::Belief(0)],
            Self::Beliefs => &[Role::Belief(0), Role::Reference(0), Role::Difference(0), Role::Belief(1)],
        }
    }

    /// The division itself.
    pub(crate) fn tiles(self) -> Tiles {
        let mut tiles = egui_tiles::Tiles::default();
        let panes: Vec<TileId> = self.roles().iter().map(|role| tiles.insert_pane(PaneChoice::Auto(*role))).collect();
        let root = match (self, panes.as_slice()) {
            (Self::Focus, [large, small @ ..]) => {
                let column = tiles.insert_vertical_tile(small.to_vec());
                tiles.insert_container(Linear::new_binary(LinearDir::Horizontal, [*large, column], 0.68))
            }
            // Rows of two, so that a pane that has nothing to show leaves its room to its neighbour.
            (_, panes) if panes.len() > 2 => {
                let rows = panes.chunks(2).map(|row| tiles.insert_horizontal_tile(row.to_vec())).collect();
                tiles.insert_vertical_tile(rows)
            }
            (_, panes) => tiles.insert_horizontal_tile(panes.to_vec()),
        };
        Tiles { tree: egui_tiles::Tree::new(Id::unique("panes"), root, tiles) }
    }
}
