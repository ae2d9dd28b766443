//! References, evidence and grades beside the records of a game that something reasons about.

use std::path::PathBuf;

use eframe::egui::pos2;
use egui_kittest::Harness;
use egui_kittest::kittest::Queryable;
use fogreel_engine::{Seat, Viewpoint};

use super::{all_text, says, settle, start};
use crate::ViewOptions;
use crate::app::ViewerApp;
use crate::command::Command;

const THIEF: Seat = Seat(0);
const GUARD: Seat = Seat(1);

fn open(name: &str) -> Harness<'static, ViewerApp> {
    let samples = PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../../replays/good/rajakardhor"));
    let options = ViewOptions {
        paths: vec![samples.join(name).with_extension("fogreel")],
        reasoning: Some(fogreel_games::reasoning),
        ..ViewOptions::default()
    };
    let mut harness = start(options, None, (1440.0, 1600.0));
    settle(&mut harness);
    harness
}

fn go(harness: &mut Harness<'_, ViewerApp>, command: Command) {
    let ctx = harness.ctx.clone();
    harness.state_mut().apply(command, &ctx);
    settle(harness);
}

#[test]
fn a_recording_without_references_gets_them() {
    let mut harness = open("truth-excluded");
    go(&mut harness, Command::Seek(23));
    for words in ["against what could be known if the opponent is `uniform`", "bits towards the truth", "regret"] {
        assert!(says(&harness, words), "{words}: {:?}", all_text(&harness));
    }
    // The guard rules the truth out on this turn, as the description of the sample says.
    harness.get_by_label_contains("lost by reading it: everything");
    let keys: Vec<String> = harness.state().sight().keys().iter().map(ToString::to_string).collect();
    assert!(keys.contains(&"guard/thief@reference:uniform".to_owned()), "{keys:?}");
    // The panes of two beliefs need no more than their key.
    harness.key_press(eframe::egui::Key::Num4);
    settle(&mut harness);
    assert!(says(&harness, "opponent model uniform"), "{:?}", all_text(&harness));
}

#[test]
fn moves_are_judged_fairly_first() {
    let mut harness = open("guard-wins");
    let marked = harness.state().sight().moves.first().copied().expect("a mark");
    go(&mut harness, Command::Seek(marked.record));
    assert!(says(&harness, "fair: ") && says(&harness, "points given away"), "{:?}", all_text(&harness));
    assert!(says(&harness, "in hindsight: "));
}

#[test]
fn a_seat_is_shown_its_own_evidence_and_nothing_that_takes_the_truth() {
    let mut harness = open("guard-wins");
    let hidden = ["towards the truth", "in hindsight", "P(truth)", "surprisal"];
    go(&mut harness, Command::Seek(7));
    assert!(hidden.iter().all(|words| says(&harness, words)), "the test would prove nothing");
    for (seat, other) in [(GUARD, THIEF), (THIEF, GUARD)] {
        go(&mut harness, Command::SetViewpoint(Viewpoint::Seat(seat)));
        for record in 0..harness.state().sight().len - 1 {
            go(&mut harness, Command::Seek(record));
            let sight = harness.state().sight();
            assert!(sight.moves.iter().all(|marked| marked.seat == seat));
            assert!(sight.losses.iter().all(|losses| losses.lost.iter().flatten().all(|lost| lost.at_truth.is_none())));
            let analysis = sight.analysis.clone().expect("worked out");
            assert!(analysis.moves.iter().all(|grade| grade.seat != other && grade.hindsight.is_none()));
            assert!(analysis.references.iter().all(|belief| sight.header.seat(&belief.key.owner) == Some(seat)));
            for place in [pos2(300.0, 200.0), pos2(700.0, 1500.0), pos2(1250.0, 300.0)] {
                harness.hover_at(place);
                harness.run_steps(6);
                for words in hidden {
                    assert!(!says(&harness, words), "{words}, record {record} at {place:?}");
                }
            }
        }
    }
}

#[test]
fn faults_that_take_a_reference_are_among_those_one_can_go_to() {
    let mut with = open("noise-distance");
    let faults = with.state().sight().faults.len();
    assert!(
        with.state().sight().faults.iter().any(|fault| fault.says.contains("evidence")
            || fault.says.contains("reset")
            || fault.says.contains("forgot")),
        "{:?}",
        with.state().sight().faults
    );
    assert!(faults > 0);
    go(&mut with, Command::Seek(0));
    go(&mut with, Command::StepFault { forward: true });
    assert!(with.state().playback.index() > 0);
}
