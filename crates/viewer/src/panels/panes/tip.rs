//! The value under the pointer: what this pane says of one cell.

use eframe::egui;
use fogreel_engine::Cell;
use fogreel_engine::data::View;

use super::content::{Content, percent};
use crate::paint::{BeliefPicture, DifferencePicture};
use crate::panels::Shared;

/// Tells of a cell of the pane's own frame.
pub(super) fn show(ui: &mut egui::Ui, shared: &Shared<'_>, content: &Content<'_>, cell: Cell) {
    let words = words(shared, content, cell);
    ui.label(if words.is_empty() { cell.to_string() } else { format!("({cell})  {words}") });
}

fn words(shared: &Shared<'_>, content: &Content<'_>, cell: Cell) -> String {
    let sight = shared.sight;
    match content {
        Content::Truth(record) => {
            let pieces = record.truth.iter().flat_map(|truth| &truth.pieces);
            let here: Vec<&str> =
                pieces.filter(|piece| piece.cell == cell).map(|piece| piece_name(shared, piece.kind)).collect();
            if here.is_empty() { terrain(shared, cell) } else { here.join(", ") }
        }
        Content::View(record, view) => known(shared, view, cell, record.index),
        Content::Belief(record, belief) => {
            let picture = BeliefPicture::new(sight, record, belief, shared.state.scale, shared.state.range);
            picture.at(cell).map_or_else(String::new, probability)
        }
        Content::Difference(record, first, second) => {
            let picture = DifferencePicture::new(sight, record, first, second);
            let pair = picture.and_then(|picture| picture.at(cell));
            pair.map_or_else(String::new, |(first, second)| {
                format!("{}, reference {}", probability(first), probability(second))
            })
        }
        Content::Missing(_) => String::new(),
    }
}

fn probability(value: f64) -> String {
    if value == 0.0 { "impossible".to_owned() } else { percent(value) }
}

fn terrain(shared: &Shared<'_>, cell: Cell) -> String {
    shared.sight.header.board.terrain_at(cell).map_or_else(String::new, |kind| kind.id.clone())
}

/// What a seat knows of a cell of its own frame.
fn known(shared: &Shared<'_>, view: &View, cell: Cell, now: u32) -> String {
    let mut said = vec![shared.how_known(view, cell, now)];
    for known in view.pieces.iter().filter(|known| known.piece.cell == cell) {
        let name = piece_name(shared, known.piece.kind);
        said.push(match now.saturating_sub(known.seen_at) {
            0 => name.to_owned(),
            age => format!("{name}, {age} ago"),
        });
    }
    said.join("; ")
}

fn piece_name<'s>(shared: &'s Shared<'_>, kind: u16) -> &'s str {
    shared.sight.piece_kind(kind).map_or("?", |kind| kind.name.as_str())
}
