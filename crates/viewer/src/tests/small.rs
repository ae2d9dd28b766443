//! Small windows and large scales: every control stays within reach, and none lies over another.

use eframe::egui::accesskit::Role;
use eframe::egui::{Rect, pos2};
use egui_kittest::Harness;
use egui_kittest::kittest::NodeT;

use super::{click, settle, start, write};
use crate::ViewOptions;
use crate::app::ViewerApp;

/// Controls that never scroll, by how their names begin.
const FIXED: [&str; 22] = [
    "Help",
    "Settings",
    "Perspective",
    "Open recordings",
    "Other ways to open",
    "Previous recording",
    "Next recording",
    "To the start",
    "One step back",
    "Play",
    "One step on",
    "To the end",
    "Speed",
    "Turn 3",
    "Previous event",
    "Next event",
    "Previous fault",
    "Next fault",
    "Curves",
    "Content of pane",
    "Menu of pane",
    "Timeline",
];

/// Where the controls that never scroll lie, with their names.
fn controls(harness: &Harness<'_, ViewerApp>) -> Vec<(String, Rect)> {
    let mut found = Vec::new();
    for node in harness.root().children_recursive() {
        let node = node.accesskit_node();
        let name = node.label().unwrap_or_default();
        let is_control = matches!(node.data().role(), Role::Button | Role::ComboBox | Role::Slider);
        if let Some(bounds) = node.data().bounds()
            && is_control
            && FIXED.iter().any(|fixed| name.starts_with(fixed))
        {
            let corner = |x: f64, y: f64| pos2(x as f32, y as f32);
            found.push((name, Rect::from_min_max(corner(bounds.x0, bounds.y0), corner(bounds.x1, bounds.y1))));
        }
    }
    found
}

#[test]
fn controls_stay_within_reach_in_small_windows_and_at_large_scales() {
    let folder = tempfile::tempdir().expect("a folder");
    for name in ["a.fogreel", "b.fogreel"] {
        write(&folder.path().join(name), 6);
    }
    // 800 × 600 pixels at 75, 100, 125, 150 and 200 %.
    for size in [(1067.0, 800.0), (800.0, 600.0), (640.0, 480.0), (533.0, 400.0), (400.0, 300.0)] {
        let options = ViewOptions { paths: vec![folder.path().to_owned()], turn: Some(3), ..ViewOptions::default() };
        let mut harness = start(options, None, size);
        settle(&mut harness);
        let window = Rect::from_min_max(pos2(0.0, 0.0), pos2(size.0, size.1)).expand(0.5);
        let controls = controls(&harness);
        for fixed in FIXED {
            assert!(controls.iter().any(|(name, _)| name.starts_with(fixed)), "{size:?}: no {fixed}: {controls:?}");
        }
        for (place, (name, rect)) in controls.iter().enumerate() {
            assert!(window.contains_rect(*rect), "{size:?}: {name} at {rect:?} is not in the window");
            for (other, beside) in &controls[..place] {
                let common = rect.intersect(*beside).size();
                assert!(common.min_elem() < 2.0, "{size:?}: {name} at {rect:?} lies over {other} at {beside:?}");
            }
        }
    }
}

#[test]
fn what_has_no_room_is_in_a_menu() {
    let folder = tempfile::tempdir().expect("a folder");
    write(&folder.path().join("a.fogreel"), 6);
    let options = ViewOptions { paths: vec![folder.path().join("a.fogreel")], ..ViewOptions::default() };
    let mut harness = start(options, None, (533.0, 400.0));
    settle(&mut harness);
    let fog = harness.state().state.fog;
    click(&mut harness, "Drawing");
    click(&mut harness, "Fog");
    assert_ne!(harness.state().state.fog, fog);
    harness.key_press(eframe::egui::Key::Escape);
    harness.run();
    click(&mut harness, "Legend of the timeline");
    click(&mut harness, "Curve: entropy");
}
