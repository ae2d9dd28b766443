//! A recording that is still being written.

use egui_kittest::kittest::Queryable;
use fogreel_engine::Size;
use fogreel_recorder::{NoteChange, Recorder, RecorderOptions, append_notes, fresh_note_id};

use super::{says, settle, start, until};
use crate::command::Command;
use crate::{ViewOptions, fixture};

#[test]
fn new_turns_appear_as_they_are_written_and_who_stands_at_the_end_goes_along() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("live.fogreel");
    let header = fixture::header(Size::new(8, 8));
    let mut recorder = Recorder::create(&path, RecorderOptions::default()).expect("a file");
    recorder.write_header(&header).expect("written");
    let mut put = |index: u32| recorder.write_record(&fixture::record(&header, index)).expect("written");
    (0..3).for_each(&mut put);

    let options = ViewOptions { paths: vec![path.clone()], ..ViewOptions::default() };
    let mut harness = start(options, None, (1440.0, 900.0));
    settle(&mut harness);
    assert_eq!(harness.state().playback.index(), 2, "a match that goes on opens where it is");
    harness.get_by_label("● live");
    assert!(!says(&harness, "has no end"), "that is no news while somebody writes");

    (3..5).for_each(&mut put);
    until(&mut harness, "it goes along", |harness| {
        harness.state().playback.index() == 4 && says(harness, "Truth Fox at 4,0")
    });

    // Who looks at something is left alone.
    let ctx = harness.ctx.clone();
    harness.state_mut().apply(Command::Seek(1), &ctx);
    (5..8).for_each(&mut put);
    until(&mut harness, "the match is longer", |harness| harness.state().playback.len() == 8);
    assert_eq!(harness.state().playback.index(), 1);

    // A note by another program waits beside the file, and is seen.
    let note = fogreel_engine::data::Note {
        id: fresh_note_id(),
        line: 0,
        record: 1,
        cell: None,
        viewpoint: fogreel_engine::Viewpoint::Referee,
        author: None,
        text: "written elsewhere".to_owned(),
        created_unix_ms: None,
    };
    append_notes(&path, &[NoteChange::Put(note)]).expect("noted");
    until(&mut harness, "the note is seen", |harness| says(harness, "written elsewhere"));

    harness.state_mut().apply(Command::Last, &ctx);
    recorder.write_end(&fixture::end(8)).expect("written");
    drop(recorder);
    until(&mut harness, "the end is seen", |harness| says(harness, "The fox is in its"));
    assert!(harness.query_by_label("● live").is_none());
    settle(&mut harness);
    let root = harness.output().viewport_output.values().next().expect("a window");
    assert!(root.repaint_delay > std::time::Duration::from_secs(3600), "nothing is left to wait for");
}

#[test]
fn a_file_that_waits_for_its_writer_asks_for_no_frame() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("live.fogreel");
    let header = fixture::header(Size::new(8, 8));
    let mut recorder = Recorder::create(&path, RecorderOptions::default()).expect("a file");
    recorder.write_header(&header).expect("written");
    recorder.write_record(&fixture::record(&header, 0)).expect("written");
    let options = ViewOptions { paths: vec![path], ..ViewOptions::default() };
    let mut harness = start(options, None, (1440.0, 900.0));
    settle(&mut harness);
    // Several looks at the file later.
    std::thread::sleep(std::time::Duration::from_millis(700));
    harness.step();
    let root = harness.output().viewport_output.values().next().expect("a window");
    assert!(root.repaint_delay > std::time::Duration::from_secs(3600), "{:?}", root.repaint_delay);
}

#[test]
fn a_file_that_was_interrupted_says_so() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("cut.fogreel");
    let header = fixture::header(Size::new(8, 8));
    let mut recorder = Recorder::create(&path, RecorderOptions::default()).expect("a file");
    recorder.write_header(&header).expect("written");
    (0..3).for_each(|index| recorder.write_record(&fixture::record(&header, index)).expect("written"));
    let options = ViewOptions { paths: vec![path], ..ViewOptions::default() };
    let mut harness = start(options, None, (1440.0, 900.0));
    settle(&mut harness);
    harness.get_by_label("● live");
    drop(recorder);
    until(&mut harness, "it says that it was interrupted", |harness| says(harness, "it was interrupted"));
    assert!(harness.query_by_label("● live").is_none());
}

#[test]
fn a_file_that_was_replaced_is_opened_anew() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("live.fogreel");
    let header = fixture::header(Size::new(8, 8));
    let mut recorder = Recorder::create(&path, RecorderOptions::default()).expect("a file");
    recorder.write_header(&header).expect("written");
    (0..5).for_each(|index| recorder.write_record(&fixture::record(&header, index)).expect("written"));
    let options = ViewOptions { paths: vec![path.clone()], ..ViewOptions::default() };
    let mut harness = start(options, None, (1440.0, 900.0));
    settle(&mut harness);
    let other = folder.path().join("other.fogreel");
    super::write(&other, 2);
    std::fs::rename(&other, &path).expect("replaced");
    until(&mut harness, "the other match is there", |harness| harness.state().playback.len() == 2);
    drop(recorder);
}

#[test]
fn half_a_record_is_no_damage_while_somebody_writes_it() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("live.fogreel");
    super::write(&path, 6);
    let bytes = std::fs::read(&path).expect("a file");
    // So little is missing that something of a frame is left.
    std::fs::write(&path, &bytes[..bytes.len() - bytes.len() / 3]).expect("cut");
    let writer = std::fs::OpenOptions::new().write(true).open(&path).expect("a file");
    writer.lock().expect("the lock of writers");
    let options = ViewOptions { paths: vec![path], ..ViewOptions::default() };
    let mut harness = start(options, None, (1440.0, 900.0));
    settle(&mut harness);
    harness.get_by_label("● live");
    assert!(!says(&harness, "damaged") && !says(&harness, "interrupted"));
    drop(writer);
    until(&mut harness, "it says that it was cut", |harness| says(harness, "interrupted while it was written"));
}

#[test]
fn a_recording_that_cannot_be_opened_leaves_the_open_one_alive() {
    let folder = tempfile::tempdir().expect("a folder");
    let (first, second) = (folder.path().join("a.fogreel"), folder.path().join("b.fogreel"));
    super::write(&first, 9);
    super::write(&second, 7);
    let options = ViewOptions { paths: vec![first], ..ViewOptions::default() };
    let mut harness = start(options, None, (1440.0, 900.0));
    settle(&mut harness);
    let ctx = harness.ctx.clone();
    // Two wishes at once, of which the second fails: the window shows what the thread reads.
    harness.state_mut().apply(Command::Open(second), &ctx);
    harness.state_mut().apply(Command::Open(folder.path().join("absent.fogreel")), &ctx);
    until(&mut harness, "it says why", |harness| says(harness, "absent.fogreel"));
    harness.state_mut().apply(Command::Seek(4), &ctx);
    until(&mut harness, "seeking goes on", |harness| says(harness, "Truth Fox at 4,0"));
}
