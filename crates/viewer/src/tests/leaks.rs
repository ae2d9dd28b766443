//! With a seat's perspective chosen, nothing anywhere tells more than that seat knows.

use std::sync::Arc;

use eframe::egui::pos2;
use egui_kittest::kittest::Queryable;
use fogreel_analysis::redact;
use fogreel_engine::data::{Belief, BeliefKey, Keep};
use fogreel_engine::{Record, Seat, Size, Viewpoint};
use fogreel_recorder::{Recorder, RecorderOptions, Replay, Strictness, Timeline};

use super::{all_text, pane, says, settle, window};
use crate::command::Command;
use crate::fixture::{self, FOX, HOUND, SECRET};
use crate::perspective::record_for;
use crate::tiles::PaneChoice;

#[test]
fn a_record_keeps_only_what_the_seat_knows() {
    let header = fixture::header(Size::new(8, 8));
    let record = Arc::new(fixture::record(&header, 3));
    let seen = record_for(&record, &header, Viewpoint::Seat(HOUND));
    assert!(seen.truth.is_none() && seen.chance.is_empty() && seen.privileged.is_empty());
    assert_eq!(seen.state_hash, None);
    assert!(seen.views.iter().all(|view| view.seat == HOUND) && seen.views.len() == 1);
    assert!(seen.beliefs.iter().all(|belief| belief.key.owner == "hound") && seen.beliefs.len() == 2);
    assert!(seen.events.iter().all(|event| event.audience.contains(HOUND)) && seen.events.len() == 1);
    assert!(seen.actions.is_empty(), "the fox moved, and the hound did not see it");
    assert!(seen.decisions.is_empty());
    assert!(Arc::ptr_eq(&record_for(&record, &header, Viewpoint::Referee), &record));
}

#[test]
fn a_seat_that_the_recording_does_not_have_knows_nothing() {
    let header = fixture::header(Size::new(8, 8));
    let record = Arc::new(fixture::record(&header, 3));
    let seen = record_for(&record, &header, Viewpoint::Seat(Seat(9)));
    assert!(seen.views.is_empty() && seen.beliefs.is_empty() && seen.events.is_empty());
}

#[test]
fn no_text_of_the_window_gives_the_hidden_side_away() {
    let mut harness = window(fixture::timeline(9));
    let ctx = harness.ctx.clone();
    let is_told = |harness: &_| says(harness, SECRET);
    harness.state_mut().apply(Command::Seek(3), &ctx);
    settle(&mut harness);
    assert!(is_told(&harness), "the test would prove nothing: the referee must read the secret");

    harness.state_mut().apply(Command::SetViewpoint(Viewpoint::Seat(HOUND)), &ctx);
    // Every record but the last, which tells how the match ended.
    for record in 0..8 {
        harness.state_mut().apply(Command::Seek(record), &ctx);
        settle(&mut harness);
        // The pointer goes over boards, timeline and cards, so that tips and the inspector speak, too.
        for place in
            [pos2(300.0, 120.0), pos2(300.0, 500.0), pos2(820.0, 500.0), pos2(700.0, 830.0), pos2(1250.0, 300.0)]
        {
            harness.hover_at(place);
            harness.run_steps(6);
            let leaks: Vec<String> = all_text(&harness).into_iter().filter(|text| text.contains(SECRET)).collect();
            assert!(leaks.is_empty(), "record {record} at {place:?}: {leaks:?}");
            assert!(
                !all_text(&harness).iter().any(|text| text.contains("P(truth)")),
                "how near the truth is, is a hint"
            );
        }
    }
}

/// A match in which the hound's agent reads what it should not.
fn cheating(records: u32) -> Timeline {
    let mut header = fixture::header(Size::new(8, 8));
    header.seats[1].reads_privileged = true;
    let reference = |record: &Record| Belief {
        key: BeliefKey::new("hound", "fox", "reference:uniform"),
        ..record.beliefs[1].clone()
    };
    let records = (0..records)
        .map(|index| {
            let mut record = fixture::record(&header, index);
            record.beliefs.push(reference(&record));
            for decision in &mut record.decisions {
                decision.branch = "cheat".to_owned();
            }
            record
        })
        .collect();
    Timeline::from_memory(header, records, None)
}

#[test]
fn an_agent_that_reads_privileged_channels_keeps_its_mind_from_its_own_seat() {
    let timeline = cheating(5);
    let header = timeline.header().clone();
    let record = timeline.record(4).expect("a record");
    let seen = record_for(&record, &header, Viewpoint::Seat(HOUND));
    assert!(seen.decisions.is_empty() && seen.actions.len() == 1, "what it did is known, why it did it is not");
    let sources: Vec<&str> = seen.beliefs.iter().map(|belief| belief.key.source.as_str()).collect();
    assert_eq!(sources, ["reference:uniform"], "what follows from the seat's own observations stays");
    let of_fox = record_for(&timeline.record(3).expect("a record"), &header, Viewpoint::Seat(FOX));
    assert!(of_fox.decisions.len() == 1 && of_fox.beliefs.len() == 1, "the other seat's agent is honest");
    assert!(Arc::ptr_eq(&record_for(&record, &header, Viewpoint::Referee), &record));
}

#[test]
fn where_a_privileged_mind_would_be_shown_stands_why_it_is_not() {
    let mut harness = window(cheating(6));
    let ctx = harness.ctx.clone();
    harness.state_mut().apply(Command::Seek(4), &ctx);
    settle(&mut harness);
    assert!(says(&harness, "cheat") && says(&harness, "mood"), "the referee reads it all");
    assert!(!says(&harness, "only the referee"));

    let place = pane(&harness, 3);
    harness
        .state_mut()
        .apply(Command::SetPane(place, PaneChoice::Belief(BeliefKey::new("hound", "fox", "agent"))), &ctx);
    harness.state_mut().apply(Command::SetViewpoint(Viewpoint::Seat(HOUND)), &ctx);
    settle(&mut harness);
    harness.get_by_label_contains("Belief – Hound: fox's cell Its agent read privileged channels; only the referee");
    assert!(says(&harness, "only the referee may see its belief") && says(&harness, "may see its decision"));
    for place in [pos2(300.0, 120.0), pos2(820.0, 500.0), pos2(700.0, 830.0), pos2(1250.0, 300.0)] {
        harness.hover_at(place);
        harness.run_steps(6);
        for hidden in ["cheat", "64 nodes", "25.0 %", "75 %"] {
            assert!(!says(&harness, hidden), "{hidden} at {place:?}");
        }
    }

    harness.state_mut().apply(Command::SetViewpoint(Viewpoint::Seat(FOX)), &ctx);
    settle(&mut harness);
    assert!(!says(&harness, "only the referee may see"));
}

#[test]
fn hidden_panes_say_that_they_are_hidden() {
    let mut harness = window(fixture::timeline(6));
    let ctx = harness.ctx.clone();
    let place = pane(&harness, 0);
    harness.state_mut().apply(Command::SetPane(place, PaneChoice::Truth), &ctx);
    let place = pane(&harness, 1);
    harness.state_mut().apply(Command::SetPane(place, PaneChoice::View("fox".to_owned())), &ctx);
    harness.state_mut().apply(Command::SetViewpoint(Viewpoint::Seat(HOUND)), &ctx);
    harness.state_mut().apply(Command::Seek(3), &ctx);
    settle(&mut harness);
    harness.get_by_label_contains("Truth The truth: hidden. Only what Hound knows is shown.");
    harness.get_by_label_contains("Fox’s view This view: hidden.");
    harness.get_by_label_contains("Hound’s view Hound at 7,7");
    assert!(!says(&harness, "Fox at"), "where the fox is now");
}

#[test]
fn panes_that_nobody_chose_show_what_the_seat_has_and_take_all_the_room() {
    let mut harness = window(fixture::timeline(6));
    let ctx = harness.ctx.clone();
    let whole = harness.get_by_label_contains("Truth Fox").rect();
    harness.state_mut().apply(Command::SetViewpoint(Viewpoint::Seat(FOX)), &ctx);
    harness.state_mut().apply(Command::Seek(3), &ctx);
    settle(&mut harness);
    assert!(!says(&harness, "hidden."), "{:?}", all_text(&harness));
    let view = harness.get_by_label_contains("Fox’s view Fox at").rect();
    let belief = harness.get_by_label_contains("Belief – Fox: hound's cell 0.00").rect();
    assert!(view.height() > whole.height() * 1.9 && view.size() == belief.size() && view.top() == belief.top());

    // A pane that is shown alone and then has nothing to show gives its place back.
    let place = pane(&harness, 3);
    harness.state_mut().apply(Command::ToggleMaximised(place), &ctx);
    settle(&mut harness);
    assert_eq!(harness.get_by_label_contains("Fox’s view Fox at").rect(), view);

    harness.state_mut().apply(Command::SetViewpoint(Viewpoint::Seat(HOUND)), &ctx);
    let place = pane(&harness, 3);
    harness.state_mut().apply(Command::ToggleMaximised(place), &ctx);
    settle(&mut harness);
    for shown in ["Hound’s view Hound at", "Belief – Hound: fox's cell ", "Belief – Hound: fox's mood "] {
        assert!(harness.query_all_by_label_contains(shown).count() > 0, "{shown}");
    }
    assert!(!says(&harness, "hidden."));

    harness.state_mut().apply(Command::SetViewpoint(Viewpoint::Referee), &ctx);
    settle(&mut harness);
    assert_eq!(harness.get_by_label_contains("Truth Fox").rect(), whole);
}

#[test]
fn a_seat_of_which_nothing_was_recorded_still_has_a_pane_that_says_so() {
    let header = fixture::header(Size::new(8, 8));
    let mut record = fixture::record(&header, 0);
    (record.views, record.beliefs) = (Vec::new(), Vec::new());
    let mut harness = window(Timeline::from_memory(header, vec![record], None));
    let ctx = harness.ctx.clone();
    harness.state_mut().apply(Command::SetViewpoint(Viewpoint::Seat(HOUND)), &ctx);
    settle(&mut harness);
    harness.get_by_label_contains("Truth The truth: hidden. Only what Hound knows is shown.");
}

#[test]
fn how_a_match_ends_is_not_told_before_it_has_ended() {
    let mut harness = window(fixture::timeline(6));
    let ctx = harness.ctx.clone();
    harness.state_mut().apply(Command::SetViewpoint(Viewpoint::Seat(FOX)), &ctx);
    settle(&mut harness);
    assert!(!says(&harness, "The fox is in its"));
    harness.state_mut().apply(Command::Last, &ctx);
    settle(&mut harness);
    assert!(says(&harness, "The fox is in its"));
}

#[test]
fn jumps_go_to_what_the_seat_noticed() {
    let mut harness = window(fixture::timeline(8));
    let ctx = harness.ctx.clone();
    harness.state_mut().apply(Command::SetViewpoint(Viewpoint::Seat(HOUND)), &ctx);
    for expected in [1, 3, 5, 7] {
        harness.state_mut().apply(Command::StepEvent { forward: true }, &ctx);
        settle(&mut harness);
        assert_eq!(harness.state().playback.index(), expected, "the hound hears barks only");
    }
}

#[test]
fn another_recording_starts_with_the_referee() {
    let mut harness = window(fixture::timeline(6));
    let ctx = harness.ctx.clone();
    harness.state_mut().apply(Command::SetViewpoint(Viewpoint::Seat(FOX)), &ctx);
    harness.state_mut().open(crate::loading::Source::Memory(Box::new(fixture::timeline(3)), "other".to_owned()));
    settle(&mut harness);
    assert_eq!(harness.state().viewpoint, Viewpoint::Referee);
    assert!(says(&harness, "other"));
}

#[test]
fn a_recording_without_truth_says_so() {
    let mut header = fixture::header(Size::new(8, 8));
    header.keep = Keep::Moves;
    let mut record = fixture::record(&header, 0);
    (record.truth, record.views, record.beliefs) = (None, Vec::new(), Vec::new());
    let harness = window(fogreel_recorder::Timeline::from_memory(header, vec![record], None));
    assert!(says(&harness, "The truth is not in this recording"));
}

/// What a seat knew of a match, read from a file.
fn redacted(timeline: &Timeline, seat: Seat) -> Timeline {
    let mut recorder = Recorder::new(Vec::new(), RecorderOptions::default());
    redact(timeline, seat, "fixture", &mut recorder).expect("redacted");
    Replay::from_bytes("shared", recorder.into_inner(), Strictness::Strict).expect("a recording").into_timeline()
}

#[test]
fn a_redacted_recording_opens_with_its_seat_and_has_no_truth_for_the_referee() {
    let mut harness = window(redacted(&fixture::timeline(9), HOUND));
    let ctx = harness.ctx.clone();
    for record in [0, 3] {
        harness.state_mut().apply(Command::Seek(record), &ctx);
        settle(&mut harness);
        assert_eq!(harness.state().viewpoint, Viewpoint::Seat(HOUND));
        assert!(says(&harness, "Hound only") && !says(&harness, SECRET) && !says(&harness, "hidden."));
        for shown in ["Hound’s view Hound at", "Belief – Hound: fox's cell "] {
            assert!(harness.query_all_by_label_contains(shown).count() > 0, "{record}: {shown}");
        }
    }
    harness.state_mut().apply(Command::SetViewpoint(Viewpoint::Referee), &ctx);
    for record in [3, 7] {
        harness.state_mut().apply(Command::Seek(record), &ctx);
        settle(&mut harness);
        harness.get_by_label_contains("Truth The truth is not in this recording");
        harness.get_by_label_contains("Fox’s view This view is not in this recording");
        harness.get_by_label_contains("Hound’s view Hound at");
        for place in
            [pos2(300.0, 120.0), pos2(300.0, 500.0), pos2(820.0, 500.0), pos2(700.0, 830.0), pos2(1250.0, 300.0)]
        {
            harness.hover_at(place);
            harness.run_steps(6);
            // How the match ended is told to every seat, and is in the file.
            let is_leak = |text: &String| text.contains(SECRET) && !text.contains("The fox is in its");
            let leaks: Vec<String> = all_text(&harness).into_iter().filter(is_leak).collect();
            assert!(leaks.is_empty(), "{record} at {place:?}: {leaks:?}");
        }
    }
    // The seat of which nothing is left says so, too.
    harness.state_mut().apply(Command::SetViewpoint(Viewpoint::Seat(FOX)), &ctx);
    settle(&mut harness);
    assert!(says(&harness, "hidden.") || says(&harness, "not in this recording"), "{:?}", all_text(&harness));
}
