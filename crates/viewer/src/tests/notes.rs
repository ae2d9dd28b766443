//! Notes in the window: written into the file, found again, and seen by those alone who may.

use egui_kittest::kittest::Queryable;
use fogreel_engine::{Cell, Viewpoint};
use fogreel_recorder::{Replay, Strictness};

use eframe::egui::{Key, Modifiers};

use super::{click, says, settle, start, until, window, write};
use crate::command::Command;
use crate::dialog::{Dialog, NoteForm};
use crate::fixture::{self, FOX, HOUND, SECRET};
use crate::marks::MarkKind;
use crate::{ViewOptions, app::ViewerApp};

type Harness = egui_kittest::Harness<'static, ViewerApp>;

fn notes_of(path: &std::path::Path) -> Vec<fogreel_engine::data::Note> {
    Replay::open(path, Strictness::Strict).expect("a recording").notes().to_vec()
}

/// A window on a recording in a file.
fn opened(path: &std::path::Path) -> Harness {
    write(path, 9);
    let options = ViewOptions { paths: vec![path.to_owned()], ..ViewOptions::default() };
    let mut harness = start(options, None, (1440.0, 900.0));
    settle(&mut harness);
    harness
}

fn apply(harness: &mut Harness, command: Command) {
    let ctx = harness.ctx.clone();
    harness.state_mut().apply(command, &ctx);
    harness.run();
}

/// Writes a note as a person does: key, text, key.
fn note(harness: &mut Harness, record: usize, text: &str) {
    apply(harness, Command::Seek(record));
    settle(harness);
    harness.key_press(Key::N);
    harness.run();
    harness.get_by_label("Note").type_text(text);
    harness.run();
    harness.key_press_modifiers(Modifiers::COMMAND, Key::Enter);
    harness.run();
    let text = text.to_owned();
    until(harness, "the note is there", move |harness| harness.state().dialog.is_none() && says(harness, &text));
}

#[test]
fn a_note_goes_into_the_file_and_is_found_again() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("match.fogreel");
    let mut harness = opened(&path);
    apply(&mut harness, Command::Pin(Some(Cell::new(1, 2))));
    note(&mut harness, 3, "the hound turns away");
    let written = notes_of(&path);
    assert_eq!(written.len(), 1);
    assert_eq!((written[0].record, written[0].cell), (3, Some(Cell::new(1, 2))));
    assert_eq!((written[0].text.as_str(), written[0].viewpoint), ("the hound turns away", Viewpoint::Referee));
    assert!(written[0].created_unix_ms.is_some());

    // Another text, no cell, and a name that is remembered.
    click(&mut harness, "change");
    click(&mut harness, "about cell 1,2");
    harness.get_by_label("Your name").focus();
    harness.run();
    harness.get_by_label("Your name").type_text("Mina");
    harness.run();
    click(&mut harness, "Save");
    until(&mut harness, "it is changed", |harness| harness.state().dialog.is_none() && says(harness, "Mina"));
    let changed = notes_of(&path);
    assert_eq!((changed.len(), changed[0].id, changed[0].cell), (1, written[0].id, None));
    assert_eq!(changed[0].author.as_deref(), Some("Mina"));
    assert_eq!(harness.state().state.author, "Mina");

    // From anywhere in the match it is a jump away.
    apply(&mut harness, Command::First);
    apply(&mut harness, Command::ChooseKind(Some(MarkKind::Note)));
    harness.key_press(Key::PageDown);
    settle(&mut harness);
    assert_eq!(harness.state().playback.index(), 3);

    click(&mut harness, "change");
    click(&mut harness, "Delete");
    assert!(says(&harness, "the hound turns away"), "one click is no leave-taking");
    click(&mut harness, "Delete it for good");
    until(&mut harness, "it is gone", |harness| !says(harness, "the hound turns away"));
    assert!(notes_of(&path).is_empty());
}

#[test]
fn notes_are_searched_by_all_their_words() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut harness = opened(&folder.path().join("match.fogreel"));
    for (record, text) in [(1, "quick brown"), (2, "Brown lazy"), (4, "quick lazy"), (6, "nothing")] {
        note(&mut harness, record, text);
    }
    apply(&mut harness, Command::Seek(8));
    settle(&mut harness);
    apply(&mut harness, Command::SetNoteFilter("LAZY brown".to_owned()));
    assert!(says(&harness, "turn 2: Brown lazy") && !says(&harness, "turn 1: quick") && !says(&harness, "turn 4:"));
    harness.get_by_label("turn 2: Brown lazy").scroll_to_me();
    harness.run();
    click(&mut harness, "turn 2: Brown lazy");
    settle(&mut harness);
    assert_eq!(harness.state().playback.index(), 2);
    apply(&mut harness, Command::SetNoteFilter("purple".to_owned()));
    assert!(says(&harness, "No note has these words."));
}

#[test]
fn a_seat_sees_what_was_noted_from_its_own_viewpoint_alone() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("match.fogreel");
    let mut harness = opened(&path);
    note(&mut harness, 3, &format!("the {SECRET} is at 3,0"));
    apply(&mut harness, Command::SetViewpoint(Viewpoint::Seat(FOX)));
    note(&mut harness, 3, "foxes say this");
    apply(&mut harness, Command::SetViewpoint(Viewpoint::Seat(HOUND)));
    settle(&mut harness);
    assert!(!says(&harness, SECRET) && !says(&harness, "foxes say this"));
    note(&mut harness, 3, "hounds say this");
    let from: Vec<Viewpoint> = notes_of(&path).iter().map(|note| note.viewpoint).collect();
    assert_eq!(from.len(), 3);
    assert!(from.contains(&Viewpoint::Seat(HOUND)) && from.contains(&Viewpoint::Seat(FOX)));

    // Pointing at every part of the timeline tells no more.
    for x in (70..900).step_by(40) {
        harness.hover_at(eframe::egui::pos2(x as f32, 760.0));
        harness.run_steps(4);
        assert!(!says(&harness, SECRET) && !says(&harness, "foxes say this"), "at {x}");
    }
    apply(&mut harness, Command::SetViewpoint(Viewpoint::Referee));
    settle(&mut harness);
    assert!(says(&harness, "foxes say this") && says(&harness, "hounds say this") && says(&harness, SECRET));
    assert!(says(&harness, "as Fox"));
}

#[test]
fn what_was_typed_is_not_lost_when_it_cannot_be_written() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("match.fogreel");
    let mut harness = opened(&path);
    std::fs::remove_file(&path).expect("removed");
    harness.key_press(Key::N);
    harness.run();
    click(&mut harness, "Save");
    assert!(says(&harness, "Write something first."));
    harness.get_by_label("Note").type_text("precious");
    harness.run();
    click(&mut harness, "Save");
    until(&mut harness, "it asks again", |harness| matches!(harness.state().dialog, Some(Dialog::Note(_))));
    let Some(Dialog::Note(form)) = &harness.state().dialog else { panic!("the note") };
    assert_eq!(form.text, "precious");
    assert!(form.problem.as_deref().is_some_and(|problem| problem.contains("match.fogreel")), "{:?}", form.problem);
}

#[test]
fn a_match_in_memory_says_why_it_takes_no_notes() {
    let mut harness = window(fixture::timeline(5));
    harness.key_press(Key::N);
    harness.run();
    assert!(harness.state().dialog.is_none() && says(&harness, "lies in memory alone"));
}

#[test]
fn a_note_that_was_put_away_is_there_when_it_is_begun_again() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut harness = opened(&folder.path().join("match.fogreel"));
    harness.key_press(Key::N);
    harness.run();
    harness.get_by_label("Note").type_text("half a thought");
    harness.run();
    click(&mut harness, "Cancel");
    harness.key_press(Key::N);
    harness.run();
    assert!(says(&harness, "half a thought"));
}

#[test]
fn a_note_goes_into_the_recording_that_it_is_about_even_if_another_one_is_opened() {
    let folder = tempfile::tempdir().expect("a folder");
    let (path, other) = (folder.path().join("match.fogreel"), folder.path().join("other.fogreel"));
    write(&other, 3);
    let mut harness = opened(&path);
    apply(&mut harness, Command::BeginNote);
    let Some(Dialog::Note(form)) = harness.state().dialog.clone() else { panic!("the note") };
    let ctx = harness.ctx.clone();
    harness.state_mut().apply(Command::Open(other.clone()), &ctx);
    harness.state_mut().apply(Command::WriteNote(Box::new(NoteForm { text: "mine".to_owned(), ..*form })), &ctx);
    until(&mut harness, "the other one is open", |harness| harness.state().playback.len() == 3);
    settle(&mut harness);
    assert!(notes_of(&other).is_empty() && !says(&harness, "mine"));
    assert_eq!(notes_of(&path).len(), 1);

    // A form that is open when another recording comes is about the old one, and goes with it.
    apply(&mut harness, Command::BeginNote);
    apply(&mut harness, Command::Open(path));
    until(&mut harness, "the first one is open", |harness| harness.state().playback.len() == 9);
    assert!(harness.state().dialog.is_none());
}

#[test]
fn a_note_is_safe_before_the_window_is_gone() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("match.fogreel");
    let mut harness = opened(&path);
    apply(&mut harness, Command::BeginNote);
    let Some(Dialog::Note(form)) = harness.state().dialog.clone() else { panic!("the note") };
    let ctx = harness.ctx.clone();
    harness.state_mut().apply(Command::WriteNote(Box::new(NoteForm { text: "at last".to_owned(), ..*form })), &ctx);
    drop(harness);
    assert_eq!(notes_of(&path).len(), 1);
}
