//! The window as a person uses it.

use std::path::Path;
use std::sync::Arc;

use eframe::App;
use eframe::egui::{Event, Key, Modifiers, PointerButton, RawInput, pos2};
use egui_kittest::kittest::Queryable;
use fogreel_engine::data::{BeliefKind, Frame, Keep, View};
use fogreel_engine::{Cell, CellSet, MatchConfig, Size};
use fogreel_recorder::{MemoryRecorder, Recorder, RecorderOptions, Timeline};

use super::{click, says, settle, start, window};
use crate::command::Command;
use crate::dialog::Dialog;
use crate::loading::Source;
use crate::state::ScaleChoice;
use crate::{Regenerate, ScreenshotRequest, ViewOptions, fixture};

#[test]
fn keys_move_through_the_match() {
    let mut harness = window(fixture::timeline(12));
    let mut press = |modifiers: Modifiers, key: Key| {
        harness.key_press_modifiers(modifiers, key);
        settle(&mut harness);
        harness.state().playback.index()
    };
    assert_eq!(press(Modifiers::NONE, Key::ArrowRight), 1);
    assert_eq!(press(Modifiers::NONE, Key::ArrowRight), 2);
    assert_eq!(press(Modifiers::SHIFT, Key::ArrowRight), 3, "records 1 and 2 are round 1");
    assert_eq!(press(Modifiers::SHIFT, Key::ArrowLeft), 1);
    assert_eq!(press(Modifiers::NONE, Key::End), 11);
    assert_eq!(press(Modifiers::NONE, Key::ArrowLeft), 10);
    assert_eq!(press(Modifiers::NONE, Key::Home), 0);
    assert_eq!(press(Modifiers::NONE, Key::PageDown), 1, "the fixture's fox is noticed in every record");
    assert_eq!(press(Modifiers::NONE, Key::PageUp), 0);
    assert_eq!(press(Modifiers::NONE, Key::PageUp), 0, "there is nothing before");
    press(Modifiers::NONE, Key::F);
    press(Modifiers::NONE, Key::H);
    press(Modifiers::NONE, Key::Plus);
    assert!(!harness.state().state.fog);
    assert_eq!(harness.state().state.scale, ScaleChoice::Linear, "a new window has the other one");
    assert_eq!(harness.state().state.speed, 4.0, "the speed is remembered");
}

#[test]
fn all_panes_show_the_same_record() {
    let mut harness = window(fixture::timeline(12));
    harness.get_by_label("Truth Fox at 0,0, Hound at 7,7");
    click(&mut harness, "One step on");
    settle(&mut harness);
    harness.get_by_label("Truth Fox at 1,0, Hound at 7,7");
    harness.get_by_label("Fox’s view Fox at 1,0");
    harness.get_by_label("Hound’s view Hound at 7,7, Fox seen at 0,0 1 ago");
    assert!(says(&harness, "Belief – Hound: fox's cell"), "the belief beside the second seat's view is that seat's");
}

#[test]
fn cards_tell_turn_signals_objective_and_decision() {
    let mut harness = window(fixture::timeline(12));
    click(&mut harness, "One step on");
    settle(&mut harness);
    for words in [
        "1/20",
        "MOVE DOWN",
        "Dens found (dens)",
        "1/2",
        "Objective",
        "Find the fox",
        "Decision – Fox",
        "-1.500",
        "64 nodes",
    ] {
        assert!(says(&harness, words), "{words}");
    }
    harness.get_by_label("Whispered tip (read without right): hit");
    assert_eq!(harness.query_all_by_label("Sight: miss").count(), 1);
    assert_eq!(harness.query_all_by_label("Nose: not sensed").count(), 2);
    harness.get_by_label("Hound: fox's cell: 1.6 %");
}

#[test]
fn playing_moves_and_stops_at_the_end() {
    let mut harness = window(fixture::timeline(4));
    harness.get_by_label("Play").click();
    harness.step();
    harness.step();
    assert!(harness.state().playback.is_playing());
    for _ in 0..40 {
        harness.step();
    }
    assert!(!harness.state().playback.is_playing());
    assert_eq!(harness.state().playback.index(), 3);
    settle(&mut harness);
}

#[test]
fn the_timeline_seeks_where_it_is_pressed_and_dragged() {
    let mut harness = window(fixture::timeline(101));
    let rect = harness.get_by_label("Timeline").rect();
    harness.drag_at(pos2(rect.center().x, rect.center().y));
    harness.step();
    harness.step();
    assert_eq!(harness.state().playback.index(), 50);
    harness.hover_at(pos2(rect.right() - 1.0, rect.center().y));
    harness.step();
    harness.step();
    harness.drop_at(pos2(rect.right() - 1.0, rect.center().y));
    settle(&mut harness);
    assert_eq!(harness.state().playback.index(), 100);
    assert!(harness.state().state.has_dragged, "the hint has done its work");
}

#[test]
fn what_a_recording_did_not_keep_is_put_back_on_opening() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("moves.fogreel");
    let whole = Arc::new(fixture::timeline(4));
    let options = RecorderOptions { keep: Keep::Moves, ..RecorderOptions::default() };
    let mut recorder = Recorder::create(&path, options).expect("a file");
    recorder.write_header(whole.header()).expect("written");
    for index in 0..whole.len() {
        recorder.write_record(&whole.record(index).expect("a record")).expect("written");
    }
    recorder.write_end(whole.end().expect("an end")).expect("written");

    let open = |regenerate: Option<Regenerate>| {
        let options = ViewOptions { regenerate, ..ViewOptions::default() };
        let mut harness = start(options, Some(Source::Path(path.clone())), (1440.0, 900.0));
        settle(&mut harness);
        harness
    };
    let harness = open(None);
    assert!(says(&harness, "The truth is not in this recording") && !says(&harness, "played again"));
    let harness = open(Some(Arc::new(move |kept: Timeline| {
        assert_eq!(kept.header().keep, Keep::Moves);
        let records = (0..kept.len()).filter_map(|index| whole.record(index).ok()).map(|record| (*record).clone());
        Timeline::from_memory(whole.header().clone(), records.collect(), kept.end().cloned())
    })));
    harness.get_by_label_contains("Truth Fox");
    assert!(says(&harness, "moves.fogreel (played again from its moves)"));
}

#[test]
fn hovering_a_cell_fills_the_inspector_and_clicking_keeps_it() {
    let mut harness = window(fixture::timeline(12));
    assert!(says(&harness, "Point at a cell"));
    let truth = harness.get_by_label_contains("Truth Fox").rect();
    harness.hover_at(truth.center());
    harness.run();
    let hover = harness.state().hover.expect("over a cell");
    assert!(says(&harness, "P Hound: fox's cell") && says(&harness, "never saw it"));
    harness.get_by_label_contains("Truth Fox").click();
    harness.run();
    harness.remove_cursor();
    harness.run();
    assert_eq!((harness.state().hover, harness.state().pinned), (None, hover.board));
    assert!(says(&harness, "P Hound: fox's cell"));
    harness.key_press(Key::Escape);
    harness.run();
    assert_eq!(harness.state().pinned, None);
}

#[test]
fn a_kept_cell_stays_in_the_inspector_whatever_is_pointed_at() {
    let mut harness = window(fixture::timeline(12));
    let ctx = harness.ctx.clone();
    let board = harness.get_by_label_contains("Truth Fox").rect();
    harness.state_mut().apply(Command::Pin(Some(Cell::new(7, 7))), &ctx);
    harness.hover_at(board.center());
    harness.run();
    let pointed = harness.state().hover.and_then(|hover| hover.board).expect("over a cell");
    assert_ne!(pointed, Cell::new(7, 7));
    let kept = Cell::new(7, 7).to_string();
    let is_shown = |harness: &_, cell: &str| super::all_text(harness).iter().any(|text| text == cell);
    assert!(is_shown(&harness, &kept) && !is_shown(&harness, &pointed.to_string()));
    click(&mut harness, "release");
    harness.hover_at(board.center());
    harness.run();
    assert_eq!(harness.state().pinned, None);
    assert!(is_shown(&harness, &pointed.to_string()) && !is_shown(&harness, &kept));
}

#[test]
fn a_picture_does_not_depend_on_the_pointer() {
    let pointer = || {
        let point = pos2(300.0, 300.0);
        let button = Event::PointerButton {
            pos: point,
            button: PointerButton::Primary,
            pressed: true,
            modifiers: Modifiers::NONE,
        };
        RawInput { events: vec![Event::PointerMoved(point), button, Event::PointerGone], ..RawInput::default() }
    };
    let request = ScreenshotRequest { path: "never.png".into() };
    for (screenshot, left) in [(None, 3), (Some(request), 1)] {
        let mut harness = start(ViewOptions { screenshot, ..ViewOptions::default() }, None, (800.0, 600.0));
        let (ctx, mut input) = (harness.ctx.clone(), pointer());
        harness.state_mut().raw_input_hook(&ctx, &mut input);
        assert_eq!(input.events.len(), left);
    }
}

#[test]
fn dialogs_take_what_is_typed() {
    let mut harness = window(fixture::timeline(12));
    harness.key_press(Key::G);
    harness.run();
    harness.get_by_label("turn, or #record").type_text("7");
    harness.run();
    assert_eq!(harness.state().dialog, Some(Dialog::GoTo { typed: "7".to_owned(), problem: None }));
    click(&mut harness, "Go");
    settle(&mut harness);
    assert_eq!((harness.state().playback.index(), harness.state().dialog.clone()), (7, None));
    harness.key_press(Key::Questionmark);
    harness.run();
    assert!(says(&harness, "heat map linear or logarithmic"));
    click(&mut harness, "Close");
    assert!(!says(&harness, "heat map linear or logarithmic"));
}

#[test]
fn a_window_at_rest_asks_for_no_frame() {
    let mut harness = window(fixture::timeline(12));
    harness.step();
    let root = harness.output().viewport_output.values().next().expect("a window");
    assert!(root.repaint_delay > std::time::Duration::from_secs(3600), "{:?}", root.repaint_delay);
}

#[test]
fn empty_and_one_record_recordings_open() {
    let mut harness = window(Timeline::from_memory(fixture::header(Size::new(8, 8)), Vec::new(), None));
    assert!(says(&harness, "the match never started"));
    harness.key_press(Key::ArrowRight);
    harness.run();
    let harness = window(fixture::timeline(1));
    harness.get_by_label("Truth Fox at 0,0, Hound at 7,7");
}

#[test]
fn it_works_from_small_windows_to_large_ones() {
    for size in [(480.0, 360.0), (800.0, 600.0), (3840.0, 2160.0)] {
        let source = crate::loading::Source::Memory(Box::new(fixture::timeline(5)), "fixture".to_owned());
        let mut harness = start(ViewOptions { turn: Some(3), ..ViewOptions::default() }, Some(source), size);
        settle(&mut harness);
        assert_eq!(harness.state().playback.index(), 3);
        harness.get_by_label_contains("Truth Fox at 3,0");
    }
}

#[test]
fn large_boards_are_textures() {
    let header = fixture::header(Size::new(200, 200));
    let records = vec![fixture::record(&header, 0), fixture::record(&header, 1)];
    let harness = window(Timeline::from_memory(header, records, None));
    harness.get_by_label_contains("Truth Fox at 0,0, Hound at 199,199");
    let shapes = harness.output().shapes.len();
    assert!(shapes < 1500, "{shapes} shapes for four boards of 40,000 cells");
}

/// Records a match of the first game of the registry.
fn record(path: &Path) {
    let game = fogreel_games::all().next().expect("a game");
    let mut recorder = Recorder::create(path, RecorderOptions::default()).expect("created");
    game.play(&MatchConfig { seed: 3, ..MatchConfig::default() }, &mut recorder).expect("played");
}

#[test]
fn a_folder_is_listed_and_walked_through() {
    let folder = tempfile::tempdir().expect("a folder");
    for name in ["b 2.fogreel", "b 10.fogreel"] {
        record(&folder.path().join(name));
    }
    let options = ViewOptions { paths: vec![folder.path().to_owned()], ..ViewOptions::default() };
    let mut harness = start(options, None, (1440.0, 900.0));
    settle(&mut harness);
    assert!(says(&harness, "b 2.fogreel"), "the first of the folder is open");
    click(&mut harness, "Next recording");
    settle(&mut harness);
    assert!(says(&harness, "b 10.fogreel"));
    click(&mut harness, "b 2");
    settle(&mut harness);
    assert!(says(&harness, "b 2.fogreel"));
}

#[test]
fn a_file_that_cannot_be_read_does_not_bar_the_way_through_its_folder() {
    let folder = tempfile::tempdir().expect("a folder");
    for name in ["a.fogreel", "c.fogreel"] {
        record(&folder.path().join(name));
    }
    std::fs::write(folder.path().join("b.fogreel"), "dear diary").expect("written");
    let options = ViewOptions { paths: vec![folder.path().to_owned()], ..ViewOptions::default() };
    for (key, last) in [(Key::ArrowRight, "c.fogreel"), (Key::ArrowLeft, "a.fogreel")] {
        let mut harness = start(options.clone(), None, (1440.0, 900.0));
        settle(&mut harness);
        if key == Key::ArrowLeft {
            click(&mut harness, "c");
            settle(&mut harness);
            assert!(says(&harness, "c.fogreel"));
        }
        harness.key_press_modifiers(Modifiers::COMMAND, key);
        settle(&mut harness);
        assert!(says(&harness, "not a Fogreel recording"), "the error is told");
        harness.get_by_label("⚠ b (unreadable)");
        harness.key_press_modifiers(Modifiers::COMMAND, key);
        settle(&mut harness);
        assert!(says(&harness, last) && harness.query_by_label("Dismiss").is_none());
        harness.get_by_label("⚠ b (unreadable)");
    }
}

#[test]
fn damaged_and_foreign_files_are_told() {
    let folder = tempfile::tempdir().expect("a folder");
    let whole = folder.path().join("whole.fogreel");
    record(&whole);
    let bytes = std::fs::read(&whole).expect("read");
    let cut = folder.path().join("cut.fogreel");
    std::fs::write(&cut, &bytes[..bytes.len() * 2 / 3]).expect("written");
    let mut harness = start(ViewOptions { paths: vec![cut], ..ViewOptions::default() }, None, (1440.0, 900.0));
    settle(&mut harness);
    assert!(says(&harness, "damaged") || says(&harness, "has no end"), "{:?}", super::all_text(&harness));
    assert!(harness.get_by_label_contains("Truth ").rect().height() > 200.0, "the banner leaves room for the panes");

    let mut flipped_bytes = bytes.clone();
    flipped_bytes[bytes.len() / 2] ^= 0x40;
    let flipped = folder.path().join("flipped.fogreel");
    std::fs::write(&flipped, flipped_bytes).expect("written");
    let mut harness = start(ViewOptions { paths: vec![flipped], ..ViewOptions::default() }, None, (1440.0, 900.0));
    settle(&mut harness);
    assert!(says(&harness, "damaged"), "{:?}", super::all_text(&harness));
    harness.get_by_label_contains("Truth ");

    let foreign = folder.path().join("notes.txt");
    std::fs::write(&foreign, "dear diary").expect("written");
    let mut harness = start(ViewOptions { paths: vec![foreign], ..ViewOptions::default() }, None, (800.0, 600.0));
    for _ in 0..400 {
        std::thread::sleep(std::time::Duration::from_millis(2));
        harness.step();
    }
    assert!(says(&harness, "not a Fogreel recording"), "{:?}", super::all_text(&harness));
    click(&mut harness, "Dismiss");
    assert!(!says(&harness, "not a Fogreel recording"));
}

#[test]
fn a_file_that_cannot_be_opened_leaves_the_open_one_usable() {
    let mut harness = window(fixture::timeline(40));
    harness.state_mut().open(crate::loading::Source::Path("no such file.fogreel".into()));
    for _ in 0..50 {
        std::thread::sleep(std::time::Duration::from_millis(2));
        harness.step();
    }
    assert!(says(&harness, "no such file"));
    harness.key_press(Key::End);
    settle(&mut harness);
    harness.get_by_label_contains("Truth Fox at 7,0");
    assert!(says(&harness, "step 39 of 39") && says(&harness, "39/20"), "the record itself has come");
}

#[test]
fn every_game_of_the_registry_can_be_looked_at() {
    for game in fogreel_games::all() {
        let mut recorder = MemoryRecorder::default();
        game.play(&MatchConfig { seed: 2, ..MatchConfig::default() }, &mut recorder).expect("played");
        let timeline = recorder.into_timeline().expect("a match");
        let last = timeline.len() - 1;
        let mut harness = window(timeline);
        for index in [last / 2, last] {
            let ctx = harness.ctx.clone();
            harness.state_mut().apply(crate::command::Command::Seek(index), &ctx);
            settle(&mut harness);
            assert!(says(&harness, &format!("step {index} of {last}")), "{}", game.info().id);
        }
    }
}

#[derive(Debug)]
struct Dropped(std::path::PathBuf);

impl eframe::egui::DroppedFile for Dropped {
    fn path(&self) -> &Path {
        &self.0
    }

    fn bytes(&self) -> Result<Vec<u8>, String> {
        Err("the window has no business reading a file".to_owned())
    }
}

#[test]
fn recordings_can_be_dropped_onto_the_window() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("dropped.fogreel");
    record(&path);
    let mut harness = start(ViewOptions::default(), None, (1440.0, 900.0));
    assert!(says(&harness, "Drop recordings"));
    harness.input_mut().dropped_files.push(std::sync::Arc::new(Dropped(path)));
    harness.step();
    settle(&mut harness);
    assert!(says(&harness, "dropped.fogreel"));
}

/// A match in which the hound has a map of its own, of which it may not know where it lies.
fn with_own_frame(offset: Option<[i32; 2]>) -> Timeline {
    let header = fixture::header(Size::new(8, 8));
    let size = Size::new(4, 4);
    let mut record = fixture::record(&header, 0);
    let view = &mut record.views[1];
    let own = Cell::new(3, 3);
    view.frame = Frame { size, offset };
    view.terrain = Some(vec![0, 1, View::UNKNOWN, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]);
    view.visible = CellSet::of(size, [own]);
    view.last_seen = vec![0; 16];
    view.pieces.truncate(1);
    view.pieces[0].piece.cell = own;
    for signal in &mut view.signals {
        signal.coverage = CellSet::of(size, [own]);
    }
    for belief in record.beliefs.iter_mut().filter(|belief| belief.key.owner == "hound" && belief.key.target == "fox") {
        belief.kind = BeliefKind::Categorical(vec![1.0 / 16.0; 16]);
    }
    Timeline::from_memory(header, vec![record], None)
}

#[test]
fn a_seat_with_a_map_of_its_own_is_linked_where_its_place_is_known() {
    for (offset, said) in [(Some([4, 4]), "sees it now"), (None, "does not know where this is")] {
        let mut harness = window(with_own_frame(offset));
        harness.get_by_label("Hound’s view Hound at 3,3");
        let board = harness.get_by_label_contains("Truth Fox").rect();
        // The hound stands in the last cell of the board, at the lower right of its drawing.
        let mut found = false;
        for step in 0..40 {
            harness.hover_at(board.center() + eframe::egui::vec2(step as f32 * 5.0, step as f32 * 5.0));
            harness.step();
            harness.step();
            found |=
                harness.state().hover.and_then(|hover| hover.board) == Some(Cell::new(7, 7)) && says(&harness, said);
        }
        assert!(found, "{said}");
    }
}
