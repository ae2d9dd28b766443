//! Boards of every shape, and names in every script.

use eframe::egui::vec2;
use egui_kittest::Harness;
use egui_kittest::kittest::Queryable;
use fogreel_engine::Size;
use fogreel_recorder::Timeline;

use super::{says, settle};
use crate::app::ViewerApp;
use crate::loading::Source;
use crate::{ViewOptions, fixture};

/// Boards that are drawn in some way of their own.
fn boards() -> Vec<(&'static str, Timeline)> {
    let plain = |rows, cols| fixture::match_on(Size::new(rows, cols), 3, |_| {}, |_, _| {});
    vec![
        ("scripts", fixture::in_other_scripts()),
        ("walls", fixture::with_walls()),
        ("wrapped", fixture::wrapped()),
        ("crowded", fixture::crowded()),
        ("one", plain(1, 1)),
        ("row", plain(1, 64)),
        ("column", plain(64, 1)),
        ("wide", plain(5, 33)),
        ("large", plain(512, 512)),
    ]
}

#[test]
fn boards_of_every_shape_are_drawn_in_small_and_in_large_windows() {
    for (name, timeline) in boards() {
        let mut harness = show(name, timeline, (800.0, 600.0));
        for size in [(480.0, 360.0), (2560.0, 1440.0)] {
            harness.set_size(vec2(size.0, size.1));
            harness.run();
            let truth = harness.query_all_by_label_contains("Truth ").next().expect("a pane for the truth").rect();
            assert!(
                truth.is_positive() && truth.max.x <= size.0 && truth.max.y <= size.1,
                "{name} at {size:?}: {truth:?}"
            );
        }
    }
}

#[test]
fn pieces_for_which_there_is_no_room_are_counted() {
    let harness = show("crowded", fixture::crowded(), (1440.0, 900.0));
    assert!(says(&harness, "+20"), "8 of 28 pieces: {:?}", super::all_text(&harness));
}

#[test]
fn names_in_other_scripts_are_told_whole() {
    let harness = show("scripts", fixture::in_other_scripts(), (1440.0, 900.0));
    for words in ["রাজাকার ধর", "রাজাকার", "Бирсрештха", "রাজাকারের ঘর", "泥棒の気分", "視界", "প্রহরী, ক্ষিপ্র হও"]
    {
        assert!(says(&harness, words), "{words}");
    }
}

/// A window on a match; without fonts for it, a text is drawn as signs for missing characters.
fn show(name: &str, timeline: Timeline, (width, height): (f32, f32)) -> Harness<'static, ViewerApp> {
    let builder = Harness::builder().with_size(vec2(width, height)).allow_missing_glyphs();
    let options = ViewOptions { turn: Some(2), ..ViewOptions::default() };
    let mut harness = super::build(builder, options, Some(Source::Memory(Box::new(timeline), name.to_owned())));
    settle(&mut harness);
    harness
}
