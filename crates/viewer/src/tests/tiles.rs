//! Panes as a person arranges them, and boards as a person zooms them.

use eframe::egui::{Event, Key, Modifiers, MouseWheelUnit, TouchPhase, Vec2, pos2, vec2};
use egui_kittest::Harness;
use egui_kittest::kittest::Queryable;
use fogreel_engine::data::{Belief, BeliefKey, BeliefKind};
use fogreel_engine::{Cell, Size, Viewpoint};
use fogreel_recorder::Timeline;

use super::{all_text, click, says, settle, start, window};
use crate::app::ViewerApp;
use crate::command::Command;
use crate::fixture::{self, FOX};
use crate::paint::Zoom;
use crate::state::ViewerState;
use crate::tiles::{PaneChoice, Tiles};
use crate::{ViewOptions, loading::Source};

/// The panes that are shown, as screen readers name them.
fn boards(harness: &Harness<'_, ViewerApp>) -> Vec<String> {
    let mut heads: Vec<String> = all_text(harness).into_iter().filter(|text| text.starts_with("Move pane")).collect();
    heads.sort();
    heads
}

#[test]
fn panes_are_divided_and_closed_by_their_menus() {
    let mut harness = window(fixture::timeline(5));
    assert_eq!(boards(&harness).len(), 4);
    click(&mut harness, "Menu of pane 1");
    click(&mut harness, "Divide: new pane at the right");
    settle(&mut harness);
    assert_eq!(boards(&harness).len(), 5);
    harness.get_by_label_contains("Belief – Fox: hound's cell ");
    click(&mut harness, "Menu of pane 2");
    click(&mut harness, "Close this pane");
    settle(&mut harness);
    assert_eq!(boards(&harness).len(), 4);
    assert!(!says(&harness, "Belief – Fox: hound's cell "));
    for left in (1..4).rev() {
        click(&mut harness, "Menu of pane 1");
        click(&mut harness, "Close this pane");
        settle(&mut harness);
        assert_eq!(boards(&harness).len(), left);
    }
    click(&mut harness, "Menu of pane 1");
    click(&mut harness, "Close this pane");
    settle(&mut harness);
    assert_eq!(boards(&harness).len(), 1, "the last one stays");
    harness.key_press(Key::Num1);
    settle(&mut harness);
    assert_eq!(harness.state().state.tiles, Tiles::default(), "a layout brings back what was closed");
}

#[test]
fn keys_and_the_menu_choose_a_layout() {
    let mut harness = window(fixture::timeline(5));
    for (key, panes) in [(Key::Num2, 2), (Key::Num3, 4), (Key::Num4, 2), (Key::Num1, 4)] {
        harness.key_press(key);
        settle(&mut harness);
        assert_eq!(boards(&harness).len(), panes, "{key:?}");
    }
    click(&mut harness, "Layout");
    harness.get_by_label_contains("Truth and belief").click();
    harness.run();
    settle(&mut harness);
    assert_eq!(boards(&harness).len(), 2);
    let truth = harness.get_by_label_contains("Truth Fox").rect();
    let belief = harness.get_by_label_contains("Belief – Hound: fox's cell ").rect();
    assert!(truth.right() < belief.left() && truth.height() == belief.height());
}

#[test]
fn a_pane_is_dragged_to_another_place_and_remembered() {
    let mut harness = window(fixture::timeline(5));
    let handle = harness.get_by_label("Move pane 1").rect();
    let target = harness.get_by_label_contains("Belief – Hound: fox's cell ").rect();
    let before = harness.get_by_label_contains("Truth Fox").rect();
    // From the middle of the head, where nothing else lies, to the right border of the last pane.
    let from = pos2(handle.center().x + 20.0, handle.center().y);
    harness.hover_at(from);
    harness.step();
    harness.drag_at(from);
    harness.step();
    for part in 1..=6 {
        let to = pos2(target.right() - 4.0, target.center().y);
        harness.hover_at(from + (to - from) * (part as f32 / 6.0));
        harness.step();
    }
    harness.drop_at(pos2(target.right() - 4.0, target.center().y));
    harness.step();
    settle(&mut harness);
    let after = harness.get_by_label_contains("Truth Fox").rect();
    assert!(after.left() > before.right(), "{before:?} became {after:?}");
    assert_eq!(boards(&harness).len(), 4);
    let saved = serde_json::to_string(&harness.state().state).expect("saved");
    let back: ViewerState = serde_json::from_str(&saved).expect("read");
    assert_eq!(back, harness.state().state);
    assert_ne!(back.tiles, Tiles::default());
}

#[test]
fn the_line_between_panes_can_be_dragged() {
    let mut harness = window(fixture::timeline(5));
    let (left, right) = (harness.get_by_label("Move pane 1").rect(), harness.get_by_label("Move pane 2").rect());
    let from = pos2((left.right() + right.left()) / 2.0, left.bottom() + 100.0);
    harness.hover_at(from);
    harness.step();
    harness.drag_at(from);
    harness.step();
    for _ in 0..4 {
        harness.hover_at(from + vec2(120.0, 0.0));
        harness.step();
    }
    harness.drop_at(from + vec2(120.0, 0.0));
    settle(&mut harness);
    let wider = harness.get_by_label("Move pane 1").rect();
    assert!(wider.width() > left.width() + 60.0, "{} became {}", left.width(), wider.width());
    let kept = harness.state().state.tiles.clone();
    harness.run();
    assert_eq!(harness.state().state.tiles, kept, "a layout at rest does not change");
}

#[test]
fn tiles_arranged_by_the_referee_are_whole_again_after_a_look_from_a_seat() {
    let mut harness = window(fixture::timeline(5));
    let ctx = harness.ctx.clone();
    harness.state_mut().apply(Command::SetViewpoint(Viewpoint::Seat(FOX)), &ctx);
    settle(&mut harness);
    assert_eq!(boards(&harness).len(), 2);
    let (left, right) = (harness.get_by_label("Move pane 1").rect(), harness.get_by_label("Move pane 2").rect());
    let from = pos2((left.right() + right.left()) / 2.0, left.bottom() + 100.0);
    harness.hover_at(from);
    harness.step();
    harness.drag_at(from);
    harness.step();
    harness.hover_at(from + vec2(-100.0, 0.0));
    harness.step();
    harness.drop_at(from + vec2(-100.0, 0.0));
    settle(&mut harness);
    harness.state_mut().apply(Command::SetViewpoint(Viewpoint::Referee), &ctx);
    settle(&mut harness);
    assert_eq!(boards(&harness).len(), 4);
}

/// A match in which the hound has a reference beside its belief.
fn with_reference(records: u32) -> Timeline {
    let header = fixture::header(Size::new(8, 8));
    let records = (0..records).map(|index| {
        let mut record = fixture::record(&header, index);
        let mut values = vec![0.0; 64];
        (values[0], values[9]) = (0.75, 0.25);
        record.beliefs.push(Belief {
            key: BeliefKey::new("hound", "fox", "reference:uniform"),
            kind: BeliefKind::Categorical(values),
            ..record.beliefs[1].clone()
        });
        record
    });
    Timeline::from_memory(header.clone(), records.collect(), None)
}

#[test]
fn reference_and_difference_are_offered_when_the_recording_has_them() {
    let mut harness = window(with_reference(3));
    harness.key_press(Key::Num4);
    settle(&mut harness);
    assert_eq!(boards(&harness).len(), 4, "the belief, its reference, the difference, and the fox's belief");
    harness.get_by_label_contains("Reference – Hound: fox's cell (opponent model uniform)");
    let board = harness.get_by_label_contains("Difference – Hound: fox's cell − reference").rect();
    assert!(says(&harness, "−.73") && says(&harness, "0.967 apart"), "{:?}", all_text(&harness));
    harness.hover_at(board.center());
    harness.run_steps(40);
    assert!(says(&harness, "1.6 %, reference impossible"), "the value under the pointer");
    assert!(!says(&window(fixture::timeline(3)), "Difference"), "without a reference there is none");
}

/// Turns the wheel over a point.
fn wheel(harness: &mut Harness<'_, ViewerApp>, at: eframe::egui::Pos2, by: f32) {
    harness.hover_at(at);
    harness.step();
    harness.input_mut().events.push(Event::MouseWheel {
        unit: MouseWheelUnit::Point,
        delta: Vec2::new(0.0, by),
        phase: TouchPhase::Move,
        source: eframe::egui::MouseWheelSource::Wheel,
        modifiers: Modifiers::NONE,
    });
    // The window smooths the wheel over some frames.
    harness.run_steps(20);
    settle(harness);
}

#[test]
fn the_wheel_zooms_all_boards_dragging_moves_them_and_z_shows_them_whole() {
    let header = fixture::header(Size::new(40, 40));
    let records = vec![fixture::record(&header, 0)];
    let mut harness = window(Timeline::from_memory(header, records, None));
    assert!(!says(&harness, "Whole board"));
    let board = harness.get_by_label_contains("Truth Fox").rect();
    wheel(&mut harness, board.center(), 300.0);
    let zoomed = harness.state().zoom;
    assert!(zoomed.scale > 1.5, "{zoomed:?}");
    assert_eq!(harness.query_all_by_label("Whole board").count(), 4, "in every pane");
    let cell = harness.state().hover.expect("over a board").local;

    harness.drag_at(board.center());
    harness.step();
    for part in 1..=5 {
        harness.hover_at(board.center() + vec2(-12.0, -8.0) * part as f32);
        harness.step();
    }
    harness.drop_at(board.center() + vec2(-60.0, -40.0));
    settle(&mut harness);
    let moved = harness.state().zoom;
    assert!(moved.center.x > zoomed.center.x && moved.center.y > zoomed.center.y);
    harness.hover_at(board.center() + vec2(-60.0, -40.0));
    harness.run();
    assert_eq!(harness.state().hover.expect("over a board").local, cell, "the board follows the pointer");
    assert_eq!(harness.state().pinned, None, "a drag is no click");

    harness.key_press(Key::Z);
    settle(&mut harness);
    assert_eq!(harness.state().zoom, Zoom::default());
    wheel(&mut harness, board.center(), -300.0);
    assert!(harness.state().zoom.is_whole(), "smaller than whole it never is");
}

#[test]
fn the_value_under_the_pointer_is_told() {
    let mut harness = window(fixture::timeline(3));
    let board = harness.get_by_label_contains("Belief – Hound: fox's cell ").rect();
    harness.hover_at(board.center());
    harness.run_steps(40);
    let cell = harness.state().hover.expect("over a board").local;
    assert!(says(&harness, &format!("({cell})  1.6 %")), "{:?}", all_text(&harness));
    let board = harness.get_by_label_contains("Hound’s view").rect();
    harness.hover_at(board.center());
    harness.run_steps(40);
    assert!(says(&harness, "never saw it"));
}

#[test]
fn what_was_saved_by_an_earlier_window_does_no_harm() {
    let odd = r#"{"theme":"Dark","panes":["Auto","Truth","Auto","Auto"],"speed":4.0,"fog":false,"zoo":7}"#;
    let state: ViewerState = serde_json::from_str(odd).expect("what is unknown is passed over");
    assert!(!state.fog && state.tiles == Tiles::default());
    let mut harness = start(
        ViewOptions::default(),
        Some(Source::Memory(Box::new(fixture::timeline(3)), "fixture".to_owned())),
        (800.0, 600.0),
    );
    settle(&mut harness);
    let ctx = harness.ctx.clone();
    let stranger = egui_tiles::TileId::from_u64(4711);
    for command in [
        Command::SetPane(stranger, PaneChoice::Truth),
        Command::ClosePane(stranger),
        Command::ToggleMaximised(stranger),
        Command::SplitPane(stranger, crate::tiles::Side::Below),
        Command::SetTiles(Tiles { tree: egui_tiles::Tree::empty(eframe::egui::Id::unique("none")) }),
        Command::Pin(Some(Cell::new(99, 99))),
    ] {
        harness.state_mut().apply(command, &ctx);
        settle(&mut harness);
        assert_eq!(boards(&harness).len(), 4);
    }
}
