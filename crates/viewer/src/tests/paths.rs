//! A record looks the same however one got there.

use std::cell::RefCell;

use eframe::egui::{self, Shape};
use egui_kittest::Harness;
use egui_kittest::kittest::NodeT;
use fogreel_engine::{Cell, MatchConfig, Viewpoint};
use fogreel_recorder::{MemoryRecorder, Timeline};
use proptest::prelude::*;
use proptest::test_runner::{Config, TestRunner};

use super::timeline::faulty;
use super::{settle, window};
use crate::app::ViewerApp;
use crate::command::Command;
use crate::fixture;

/// One step on the way to a record.
#[derive(Clone, Debug)]
enum Leg {
    Command(Box<Command>),
    /// Plays for so many frames.
    Play(usize),
    /// Lets so many frames be drawn, whether everything has arrived or not.
    Frames(usize),
}

fn leg(len: usize) -> impl Strategy<Value = Leg> {
    let command = prop_oneof![
        (0..len + 2).prop_map(Command::Seek),
        (-3i64..=3).prop_map(Command::Step),
        any::<bool>().prop_map(|forward| Command::StepRound { forward }),
        any::<bool>().prop_map(|forward| Command::StepEvent { forward }),
        any::<bool>().prop_map(|forward| Command::StepFault { forward }),
        Just(Command::First),
        Just(Command::Last),
        (0..len).prop_map(|record| Command::GoTo(format!("#{record}"))),
    ];
    prop_oneof![6 => command.prop_map(|command| Leg::Command(Box::new(command))), 1 => (1usize..5).prop_map(Leg::Play), 1 => (0usize..3).prop_map(Leg::Frames)]
}

fn apply(harness: &mut Harness<'_, ViewerApp>, command: Command) {
    let ctx = harness.ctx.clone();
    harness.state_mut().apply(command, &ctx);
}

/// Everything drawn in the last frame, and everything that a screen reader can say.
fn drawn(harness: &Harness<'_, ViewerApp>) -> Vec<String> {
    let mut drawn = Vec::new();
    for clipped in &harness.output().shapes {
        describe(&clipped.shape, clipped.clip_rect, &mut drawn);
    }
    for node in harness.root().children_recursive() {
        let node = node.accesskit_node();
        drawn.push(format!("{:?} {:?} {:?} {:?}", node.role(), node.label(), node.value(), node.is_disabled()));
    }
    drawn
}

fn describe(shape: &Shape, clip: egui::Rect, drawn: &mut Vec<String>) {
    match shape {
        Shape::Vec(shapes) => shapes.iter().for_each(|shape| describe(shape, clip, drawn)),
        // Where the letters lie in the font's texture depends on which were drawn first.
        Shape::Text(text) => {
            let inks: Vec<egui::Color32> =
                text.galley.job.sections.iter().map(|section| section.format.color).collect();
            let ink = (text.fallback_color, text.override_text_color, inks);
            drawn.push(format!("{clip:?} {:?} {:?} {:?} {ink:?}", text.pos, text.galley.rect, text.galley.text()));
        }
        other => drawn.push(format!("{clip:?} {other:?}")),
    }
}

/// What is drawn of each record when the match is played from its start.
fn played(harness: &mut Harness<'_, ViewerApp>, len: usize) -> Vec<Vec<String>> {
    apply(harness, Command::First);
    // A frame of the harness takes a quarter of a second.
    apply(harness, Command::SetSpeed(4.0));
    settle(harness);
    let mut pictures = vec![drawn(harness)];
    for record in 1..len {
        apply(harness, Command::TogglePlay);
        while harness.state().playback.index() < record {
            harness.step();
        }
        if harness.state().playback.is_playing() {
            apply(harness, Command::TogglePlay);
        }
        settle(harness);
        assert_eq!(harness.state().playback.index(), record);
        pictures.push(drawn(harness));
    }
    pictures
}

fn walk(timeline: Timeline, viewpoint: Viewpoint, cases: u32) {
    let len = timeline.len();
    let mut harness = window(timeline);
    apply(&mut harness, Command::SetViewpoint(viewpoint));
    // So that the inspector, which tells what has changed, is looked at, too.
    apply(&mut harness, Command::Pin(Some(Cell::new(4, 5))));
    let pictures = played(&mut harness, len);
    let harness = RefCell::new(harness);
    let mut runner = TestRunner::new(Config { cases, failure_persistence: None, ..Config::default() });
    let outcome = runner.run(&prop::collection::vec(leg(len), 1..8), |legs| {
        let mut harness = harness.borrow_mut();
        for leg in legs {
            match leg {
                Leg::Command(command) => apply(&mut harness, *command),
                Leg::Play(frames) => {
                    apply(&mut harness, Command::TogglePlay);
                    (0..frames).for_each(|_| harness.step());
                    if harness.state().playback.is_playing() {
                        apply(&mut harness, Command::TogglePlay);
                    }
                }
                Leg::Frames(frames) => (0..frames).for_each(|_| harness.step()),
            }
        }
        settle(&mut harness);
        let record = harness.state().playback.index();
        let found = drawn(&harness);
        let difference = found.iter().zip(&pictures[record]).find(|(found, expected)| found != expected);
        prop_assert!(difference.is_none(), "record {record}: {difference:#?}");
        prop_assert_eq!(found.len(), pictures[record].len());
        Ok(())
    });
    outcome.expect("a record looks the same however one got there");
}

#[test]
fn a_record_looks_the_same_however_one_got_there() {
    walk(faulty(), Viewpoint::Referee, 24);
}

#[test]
fn a_record_looks_the_same_to_a_seat_however_one_got_there() {
    walk(faulty(), Viewpoint::Seat(fixture::HOUND), 16);
}

#[test]
fn a_record_of_a_played_match_looks_the_same_however_one_got_there() {
    let game = fogreel_games::all().next().expect("a game");
    let mut recorder = MemoryRecorder::default();
    game.play(&MatchConfig { seed: 5, ..MatchConfig::default() }, &mut recorder).expect("played");
    walk(recorder.into_timeline().expect("a match"), Viewpoint::Referee, 12);
}
