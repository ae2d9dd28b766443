//! Opening recordings: folders, lists, what was opened lately, what is dropped, typed, damaged or none.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use eframe::egui::{self, HoveredFile, Key, Modifiers};
use egui_kittest::Harness;
use egui_kittest::kittest::Queryable;
use fogreel_engine::{Seat, Viewpoint};

use super::{all_text, click, says, settle, start, start_in_any_script, until, write};
use crate::ViewOptions;
use crate::app::ViewerApp;
use crate::chooser::Pick;
use crate::command::Command;
use crate::dialog::Dialog;
use crate::files::{Sort, SortBy};

fn view(paths: &[&Path]) -> Harness<'static, ViewerApp> {
    let paths = paths.iter().map(|path| path.to_path_buf()).collect();
    start(ViewOptions { paths, ..ViewOptions::default() }, None, (1440.0, 900.0))
}

fn folder_of(names: &[&str]) -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    for (place, name) in names.iter().enumerate() {
        write(&folder.path().join(name), place as u32 + 3);
    }
    folder
}

fn apply(harness: &mut Harness<'_, ViewerApp>, command: Command) {
    let ctx = harness.ctx.clone();
    harness.state_mut().apply(command, &ctx);
    harness.step();
    settle(harness);
}

/// The names in the list, as they are shown.
fn rows(harness: &Harness<'_, ViewerApp>) -> Vec<String> {
    let files = harness.state().files();
    (0..files.shown_len()).filter_map(|row| files.row(row)).map(|entry| entry.found.name.clone()).collect()
}

#[test]
fn rows_tell_who_played_how_it_ended_and_how_long() {
    let folder = folder_of(&["a.fogreel", "b.fogreel"]);
    let mut harness = view(&[folder.path()]);
    settle(&mut harness);
    assert!(says(&harness, "sly – sly · The fox is in its burrow · 2 turns"), "{:?}", all_text(&harness));
    assert!(says(&harness, "3 turns"));
    let row = harness.get_by_label("b").rect();
    harness.hover_at(row.center());
    harness.run_steps(40);
    for words in ["Fox and hound, plain", "Fox: sly", "4 records", "UTC", "b.fogreel"] {
        assert!(says(&harness, words), "{words}: {:?}", all_text(&harness));
    }
}

#[test]
fn a_list_is_filtered_sorted_and_walked_through_in_its_order() {
    let folder = folder_of(&["m-1.fogreel", "b.fogreel", "m-2.fogreel"]);
    let mut harness = view(&[folder.path()]);
    settle(&mut harness);
    assert_eq!(rows(&harness), ["b.fogreel", "m-1.fogreel", "m-2.fogreel"]);
    harness.get_by_label("Filter recordings").click();
    harness.run();
    harness.get_by_label("Filter recordings").type_text("turns m-");
    harness.run();
    assert_eq!(rows(&harness), ["m-1.fogreel", "m-2.fogreel"]);
    assert!(says(&harness, "2 of 3"));
    apply(&mut harness, Command::SetFilter(String::new()));
    apply(&mut harness, Command::SetSort(Sort { by: SortBy::Turns, is_descending: false }));
    assert_eq!(rows(&harness), ["m-1.fogreel", "b.fogreel", "m-2.fogreel"]);
    click(&mut harness, "Ascending order");
    settle(&mut harness);
    assert_eq!(rows(&harness), ["m-2.fogreel", "b.fogreel", "m-1.fogreel"]);
    click(&mut harness, "Next recording");
    settle(&mut harness);
    assert!(says(&harness, "m-1.fogreel"), "it comes after b in the order that is shown");
}

#[test]
fn the_list_is_walked_through_by_keyboard() {
    let names: Vec<String> = (0..60).map(|index| format!("m{index}.fogreel")).collect();
    let folder = folder_of(&names.iter().map(String::as_str).collect::<Vec<_>>());
    let mut harness = view(&[folder.path()]);
    settle(&mut harness);
    harness.get_by_label("Filter recordings").click();
    harness.run();
    harness.key_press(Key::ArrowDown);
    harness.run();
    for _ in 0..45 {
        harness.key_press(Key::ArrowDown);
        harness.run();
    }
    assert_eq!(harness.state().playback.index(), 0, "the arrows are the list's");
    let row = harness.get_by_label("m45").rect();
    assert!(harness.get_by_label("Recordings").rect().contains_rect(row), "the chosen row is in sight");
    harness.key_press(Key::ArrowUp);
    harness.key_press(Key::Enter);
    harness.run();
    settle(&mut harness);
    assert!(says(&harness, "m44.fogreel"), "{:?}", all_text(&harness));
    harness.key_press(Key::ArrowRight);
    settle(&mut harness);
    assert_eq!(harness.state().playback.index(), 1, "the other keys still move through the match");
}

#[test]
fn the_list_keeps_its_place_while_more_arrives() {
    let names: Vec<String> = (0..80).map(|index| format!("m{index:02}.fogreel")).collect();
    let folder = folder_of(&names.iter().map(String::as_str).collect::<Vec<_>>());
    let mut harness = view(&[folder.path()]);
    settle(&mut harness);
    let list = harness.get_by_label("Recordings").rect();
    harness.hover_at(list.center());
    harness.run();
    harness.event(egui::Event::MouseWheel {
        unit: egui::MouseWheelUnit::Point,
        delta: egui::vec2(0.0, -600.0),
        phase: egui::TouchPhase::Move,
        source: egui::MouseWheelSource::Wheel,
        modifiers: Modifiers::NONE,
    });
    harness.run_steps(30);
    let top = |harness: &Harness<'_, ViewerApp>| harness.get_by_label("m20").rect().top();
    let before = top(&harness);
    assert!(list.y_range().contains(before), "the list has been scrolled");
    // Recordings that come before all others.
    for index in 0..10 {
        write(&folder.path().join(format!("a{index}.fogreel")), 3);
    }
    harness.key_press(Key::F5);
    harness.step();
    settle(&mut harness);
    assert_eq!(rows(&harness).len(), 90, "what is new appears");
    assert!((top(&harness) - before).abs() < 1.5, "{} {before}", top(&harness));
    std::fs::remove_file(folder.path().join("a0.fogreel")).expect("removed");
    apply(&mut harness, Command::ListAgain);
    assert_eq!(rows(&harness).len(), 89, "what is gone goes");
    assert!((top(&harness) - before).abs() < 1.5);
}

#[test]
fn a_folder_whose_first_recording_cannot_be_read_still_has_a_list() {
    let folder = folder_of(&["b.fogreel"]);
    std::fs::write(folder.path().join("a.fogreel"), "dear diary").expect("written");
    let mut harness = view(&[folder.path()]);
    until(&mut harness, "the error is told", |harness| says(harness, "not a Fogreel recording"));
    harness.get_by_label("⚠ a (unreadable)");
    assert!(says(&harness, "Open recordings"), "the window without a recording is there, too");
    click(&mut harness, "b");
    settle(&mut harness);
    assert!(says(&harness, "b.fogreel") && says(&harness, "Truth"));
}

#[test]
fn files_and_folders_can_be_named_together() {
    let folder = folder_of(&["x/one.fogreel", "y/two.fogreel", "z.fogreel"]);
    let at = |name: &str| folder.path().join(name);
    let mut harness = view(&[&at("z.fogreel"), &at("x"), &at("y")]);
    settle(&mut harness);
    let names: Vec<String> = rows(&harness).iter().map(|name| name.replace('\\', "/")).collect();
    assert_eq!(names, ["x/one.fogreel", "y/two.fogreel", "z.fogreel"]);
    assert!(says(&harness, "z.fogreel"), "what was named first is open");
    assert_eq!(harness.state().state.recent.paths().len(), 1);
}

#[derive(Debug)]
struct Dropped(PathBuf);

impl egui::DroppedFile for Dropped {
    fn path(&self) -> &Path {
        &self.0
    }

    fn bytes(&self) -> Result<Vec<u8>, String> {
        Err("the window has no business reading a file".to_owned())
    }
}

#[test]
fn what_is_held_over_the_window_is_announced_and_what_is_dropped_is_listed() {
    let folder = folder_of(&["a.fogreel", "sub/b.fogreel", "sub/c.fogreel"]);
    let paths = ["a.fogreel", "sub"].map(|name| folder.path().join(name));
    let mut harness = start(ViewOptions::default(), None, (800.0, 600.0));
    harness.input_mut().hovered_files =
        paths.iter().map(|path| HoveredFile { path: Some(path.clone()), ..HoveredFile::default() }).collect();
    harness.step();
    harness.step();
    assert!(says(&harness, "Drop to open 2 files and folders"), "{:?}", all_text(&harness));
    harness.input_mut().hovered_files.clear();
    harness.input_mut().dropped_files =
        paths.into_iter().map(|path| Arc::new(Dropped(path)) as Arc<dyn egui::DroppedFile + Send + Sync>).collect();
    harness.step();
    harness.input_mut().dropped_files.clear();
    settle(&mut harness);
    assert!(!says(&harness, "Drop to open"));
    assert_eq!(rows(&harness).len(), 3);
    assert!(says(&harness, "a.fogreel"));
}

#[test]
fn what_was_opened_is_offered_again_and_what_is_gone_is_said_to_be() {
    let folder = folder_of(&["a.fogreel", "b.fogreel"]);
    let at = |name: &str| folder.path().join(name);
    let mut harness = view(&[&at("a.fogreel")]);
    settle(&mut harness);
    apply(&mut harness, Command::Open(at("b.fogreel")));
    let recent = harness.state().state.recent.clone();
    assert_eq!(recent.paths(), [at("b.fogreel"), at("a.fogreel")]);
    apply(&mut harness, Command::OpenNeighbour { forward: true });
    assert_eq!(harness.state().state.recent, recent, "next and previous are no choice");

    std::fs::remove_file(at("a.fogreel")).expect("removed");
    click(&mut harness, "Other ways to open, recent recordings");
    until(&mut harness, "missing", |harness| says(harness, "(missing)"));
    let here = folder.path().file_name().expect("a name").to_string_lossy().into_owned();
    click(&mut harness, &format!("Forget a.fogreel – {here}"));
    assert_eq!(harness.state().state.recent.paths(), [at("b.fogreel")]);

    // A new window offers it at once.
    let mut harness = start(ViewOptions::default(), None, (800.0, 600.0));
    harness.state_mut().state.recent = recent;
    harness.run();
    click(&mut harness, &format!("b.fogreel – {here}"));
    settle(&mut harness);
    assert!(says(&harness, "Fox and hound"));
}

#[test]
fn the_system_dialog_opens_what_was_chosen_and_a_path_is_asked_for_where_there_is_none() {
    let folder = folder_of(&["a.fogreel"]);
    let path = folder.path().join("a.fogreel");
    let mut harness = start(ViewOptions::default(), None, (800.0, 600.0));
    harness.key_press_modifiers(Modifiers::COMMAND, Key::O);
    until(&mut harness, "a path is asked for", |harness| matches!(harness.state().dialog, Some(Dialog::OpenPath(_))));
    let quoted = format!("'{}'", path.display());
    harness.get_by_label("path").type_text(&quoted);
    harness.run();
    click(&mut harness, "Open");
    settle(&mut harness);
    assert!(says(&harness, "a.fogreel"));

    let mut harness = start(ViewOptions::default(), None, (800.0, 600.0));
    harness.state_mut().use_dialog(|pick, _| {
        Box::new(move || {
            assert_eq!(pick, Pick::Folders);
            Some(Vec::new())
        })
    });
    harness.key_press_modifiers(Modifiers::COMMAND | Modifiers::SHIFT, Key::O);
    for _ in 0..20 {
        std::thread::sleep(std::time::Duration::from_millis(2));
        harness.step();
    }
    assert!(harness.state().dialog.is_none() && says(&harness, "Drop recordings"), "cancelled: nothing happens");
}

#[test]
fn a_file_whose_first_records_are_lost_opens_at_the_first_that_can_be_read() {
    let folder = folder_of(&["whole.fogreel"]);
    let bytes = std::fs::read(folder.path().join("whole.fogreel")).expect("read");
    let whole = fogreel_recorder::Replay::from_bytes("whole", bytes.clone(), fogreel_recorder::Strictness::Strict);
    assert_eq!(whole.expect("whole").timeline().len(), 3);
    // The first records: damage that begins behind the header and takes two of the three.
    let path = folder.path().join("damaged.fogreel");
    let lost = |from: usize| {
        let mut bytes = bytes.clone();
        bytes[from..from + 40].fill(0xAA);
        std::fs::write(&path, bytes).expect("written");
        let replay = fogreel_recorder::Replay::open(&path, fogreel_recorder::Strictness::Salvage).ok()?;
        let missing = &replay.report().missing;
        (missing.first().is_some_and(|range| range.first == 0) && replay.report().recovered > 0).then_some(())
    };
    (100..bytes.len() - 40).step_by(16).find_map(lost).expect("a place that takes the first record");
    let mut harness = view(&[&path]);
    settle(&mut harness);
    assert!(says(&harness, "This file is damaged. Record"), "{:?}", all_text(&harness));
    let first = harness.state().playback.index();
    assert!(first > 0 && says(&harness, "Truth Fox"), "{:?}", all_text(&harness));
    click(&mut harness, "Dismiss");
    assert!(!says(&harness, "This file is damaged"));
    harness.key_press(Key::Home);
    settle(&mut harness);
    assert_eq!(harness.state().playback.index(), first, "the start is the first record that is there");
    apply(&mut harness, Command::Seek(0));
    assert_eq!(harness.state().playback.index(), 0);
    assert!(says(&harness, "Record 0 is lost"), "{:?}", all_text(&harness));
    assert!(!says(&harness, "reading …") && !says(&harness, "Truth Fox"));
    harness.key_press(Key::ArrowRight);
    settle(&mut harness);
    assert_eq!(harness.state().playback.index(), first);
}

#[test]
fn what_is_no_recording_is_said_in_words() {
    let folder = tempfile::tempdir().expect("a folder");
    let at = |name: &str| folder.path().join(name);
    std::fs::write(at("empty.fogreel"), "").expect("written");
    std::fs::write(at("picture.fogreel"), b"\x89PNG\r\n\x1A\n....").expect("written");
    std::fs::create_dir(at("folder.fogreel")).expect("created");
    for (name, words) in [
        ("empty.fogreel", "not a Fogreel recording; it looks like an empty file"),
        ("picture.fogreel", "not a Fogreel recording; it looks like a PNG picture"),
        ("folder.fogreel", "There is no recording in"),
        ("absent.fogreel", "absent.fogreel"),
    ] {
        let mut harness = view(&[&at(name)]);
        until(&mut harness, words, |harness| says(harness, words));
        click(&mut harness, "Dismiss");
        assert!(!says(&harness, words));
    }
}

#[cfg(unix)]
#[test]
fn a_file_that_may_not_be_read_is_said_to_be_so() {
    use std::os::unix::fs::PermissionsExt;
    let folder = folder_of(&["a.fogreel", "b.fogreel"]);
    let path = folder.path().join("a.fogreel");
    std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o000)).expect("set");
    if std::fs::File::open(&path).is_ok() {
        // Who may do everything cannot test this.
        return;
    }
    let mut harness = view(&[folder.path()]);
    until(&mut harness, "denied", |harness| says(harness, "ermission denied"));
    harness.get_by_label("⚠ a (unreadable)");
}

#[test]
fn paths_may_hold_whatever_the_system_allows() {
    let folder = tempfile::tempdir().expect("a folder");
    let long: PathBuf = std::iter::repeat_n("a rather long name of a folder ".repeat(5), 3).collect();
    let mut names = vec![
        "with blanks  and #, 100%, %41.fogreel".to_owned(),
        "খেলা ১.fogreel".to_owned(),
        "игра.fogreel".to_owned(),
        "ゲーム.fogreel".to_owned(),
        "e\u{301}\u{202e}.fogreel".to_owned(),
        format!("{}/x.fogreel", long.display()),
    ];
    if cfg!(unix) {
        names.push("back\\slash \"quoted\".fogreel".to_owned());
    }
    for name in &names {
        let path = folder.path().join(name);
        write(&path, 3);
        let mut harness = start_in_any_script(ViewOptions::default());
        let ctx = harness.ctx.clone();
        harness.state_mut().apply(Command::Show(Dialog::OpenPath(path.display().to_string())), &ctx);
        harness.run();
        click(&mut harness, "Open");
        settle(&mut harness);
        assert!(says(&harness, "Fox and hound"), "{name}");
        assert!(says(&harness, &path.file_name().expect("a name").to_string_lossy()), "{name}");
    }
    let mut harness =
        start_in_any_script(ViewOptions { paths: vec![folder.path().to_owned()], ..ViewOptions::default() });
    settle(&mut harness);
    assert_eq!(rows(&harness).len(), names.len());
    for name in &names[..3] {
        harness.get_by_label(name.trim_end_matches(".fogreel"));
    }
}

#[test]
fn the_list_tells_a_seat_nothing_of_how_its_match_ends() {
    let folder = folder_of(&["a.fogreel", "b.fogreel"]);
    let mut harness = view(&[&folder.path().join("a.fogreel"), &folder.path().join("b.fogreel")]);
    settle(&mut harness);
    let told = |harness: &Harness<'_, ViewerApp>| {
        all_text(harness).iter().filter(|text| text.contains("The fox is in its burrow · ")).count()
    };
    let before = told(&harness);
    assert!(before >= 2, "the test would prove nothing");
    apply(&mut harness, Command::SetViewpoint(Viewpoint::Seat(Seat(1))));
    assert!(told(&harness) < before);
    let row = harness.get_by_label("a").rect();
    harness.hover_at(row.center());
    harness.run_steps(40);
    assert!(says(&harness, "3 records") && !says(&harness, "burrow\n"));
    apply(&mut harness, Command::SetFilter("burrow".to_owned()));
    assert_eq!(rows(&harness), ["b.fogreel"], "nor can it be sought");
}
