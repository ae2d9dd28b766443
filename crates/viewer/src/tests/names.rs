//! Every control says what it is to those who do not see it.

use eframe::egui::{Key, Modifiers};
use egui_kittest::Harness;
use egui_kittest::kittest::NodeT;

use super::{click, settle, start, until, window, write};
use crate::app::ViewerApp;
use crate::command::Command;
use crate::dialog::Dialog;
use crate::{ViewOptions, fixture};

/// Fails if anything that can be clicked or have the keyboard has no name.
fn check(harness: &Harness<'_, ViewerApp>, state: &str) {
    use eframe::egui::accesskit::{Action, Role};
    let mut count = 0;
    for node in harness.root().children_recursive() {
        let node = node.accesskit_node();
        let data = node.data();
        let is_control =
            [Action::Click, Action::Focus, Action::SetValue].iter().any(|action| data.supports_action(*action));
        // A scroll bar is known by its role; egui gives it no name.
        let is_text = matches!(data.role(), Role::Label | Role::TextRun | Role::ScrollBar);
        // The thin line between two tiles is `egui_tiles`' own, which reports nothing of it.
        let is_thin = data.bounds().is_some_and(|bounds| bounds.width().min(bounds.height()) < 8.0);
        let is_divider = data.role() == Role::Unknown && is_thin;
        if !is_control || is_text || is_divider || node.is_hidden() {
            continue;
        }
        count += 1;
        let name = node.label().unwrap_or_default();
        assert!(
            name.chars().any(char::is_alphanumeric),
            "{state}: a {:?} at {:?} has no name but {name:?}",
            data.role(),
            data.bounds()
        );
    }
    assert!(count > 0, "{state}: nothing to check");
}

#[test]
fn every_control_has_a_name() {
    let folder = tempfile::tempdir().expect("a folder");
    for name in ["a.fogreel", "b.fogreel"] {
        write(&folder.path().join(name), 4);
    }
    let mut harness = start(ViewOptions::default(), None, (1440.0, 900.0));
    harness.run();
    check(&harness, "welcome");
    click(&mut harness, "Settings");
    check(&harness, "settings");
    harness.key_press(Key::Escape);
    harness.run();

    let options = ViewOptions { paths: vec![folder.path().to_owned()], ..ViewOptions::default() };
    let mut harness = start(options, None, (1440.0, 900.0));
    settle(&mut harness);
    check(&harness, "folder");
    for menu in [
        "Settings",
        "Other ways to open, recent recordings",
        "Order of the list",
        "Perspective",
        "Layout",
        "Scale of heat maps",
    ] {
        click(&mut harness, menu);
        check(&harness, menu);
        harness.key_press(Key::Escape);
        harness.run();
    }
    let ctx = harness.ctx.clone();
    for dialog in [Dialog::Help, Dialog::go_to(), Dialog::OpenPath(String::new())] {
        let state = format!("{dialog:?}");
        harness.state_mut().apply(Command::Show(dialog), &ctx);
        harness.run();
        check(&harness, &state);
    }

    let mut harness = window(fixture::timeline(12));
    check(&harness, "a match in memory");
    harness.key_press_modifiers(Modifiers::COMMAND, Key::L);
    until(&mut harness, "a path is asked for", |harness| harness.state().dialog.is_some());
    check(&harness, "a path");

    // A window with a notice, and no recording.
    std::fs::write(folder.path().join("a.fogreel"), "dear diary").expect("written");
    let options = ViewOptions { paths: vec![folder.path().join("a.fogreel")], ..ViewOptions::default() };
    let mut harness = start(options, None, (800.0, 600.0));
    until(&mut harness, "told", |harness| super::says(harness, "not a Fogreel recording"));
    check(&harness, "a notice");
}
