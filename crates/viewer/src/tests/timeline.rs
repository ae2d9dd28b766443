//! The timeline, the jumps, the cards and the inspector.

use eframe::egui::{Key, Modifiers, Shape, pos2};
use egui_kittest::Harness;
use egui_kittest::kittest::Queryable;
use fogreel_engine::data::{Belief, BeliefKey, BeliefKind, Event, Quality};
use fogreel_engine::{Cell, Record, Seat, SeatSet, Size, Viewpoint};
use fogreel_recorder::Timeline;

use super::{all_text, click, says, settle, window};
use crate::app::ViewerApp;
use crate::command::Command;
use crate::dialog::Dialog;
use crate::fixture::{self, FOX, HOUND};
use crate::marks::MarkKind;

fn apply(harness: &mut Harness<'_, ViewerApp>, command: Command) {
    let ctx = harness.ctx.clone();
    harness.state_mut().apply(command, &ctx);
    settle(harness);
}

fn press(harness: &mut Harness<'_, ViewerApp>, key: Key) -> usize {
    harness.key_press_modifiers(Modifiers::NONE, key);
    settle(harness);
    harness.state().playback.index()
}

/// A match in which the hound excludes the fox's cell in records 3 to 5, and puts all on a hedge in record 8.
pub(super) fn faulty() -> Timeline {
    let header = fixture::header(Size::new(8, 8));
    let size = header.board.size;
    let hedge = Cell::new(2, 1);
    let records = (0..12).map(|index| {
        let mut record = fixture::record(&header, index);
        let fox = record.truth.as_ref().expect("the truth").pieces[0].cell;
        // Far from both, so that nobody sees it.
        let far = Cell::new(4, 5);
        let mass = |cell| size.iter().map(|other| f64::from(u8::from(other == cell))).collect();
        let values = match index {
            3..=5 => mass(far),
            8 => mass(hedge),
            _ => mass(fox),
        };
        record.beliefs[1].kind = BeliefKind::Categorical(values);
        record
    });
    Timeline::from_memory(header.clone(), records.collect(), None)
}

#[test]
fn brackets_and_buttons_go_to_where_beliefs_go_wrong() {
    let mut harness = window(faulty());
    assert!(says(&harness, "faults 3"), "an exclusion, a wall, and that the wall excludes the fox, too");
    assert_eq!(press(&mut harness, Key::CloseBracket), 3);
    assert!(says(&harness, "Belief faults") && says(&harness, "begins here"));
    assert_eq!(press(&mut harness, Key::CloseBracket), 8, "records 4 and 5 go on with the same fault");
    assert_eq!(press(&mut harness, Key::CloseBracket), 8, "there is none after");
    assert_eq!(press(&mut harness, Key::OpenBracket), 3);
    click(&mut harness, "Next fault");
    settle(&mut harness);
    assert_eq!(harness.state().playback.index(), 8);
    apply(&mut harness, Command::Seek(1));
    assert!(!says(&harness, "Belief faults"), "the belief is right");
}

#[test]
fn clicking_a_fault_goes_to_where_it_began_and_keeps_the_cell() {
    let mut harness = window(faulty());
    apply(&mut harness, Command::Seek(5));
    harness.get_by_label_contains("?? Hound: fox's cell: false exclusion").click();
    harness.run();
    settle(&mut harness);
    assert_eq!(harness.state().playback.index(), 3);
    assert_eq!(harness.state().pinned, Some(Cell::new(5, 0)), "the fox was there when the fault was clicked");
}

#[test]
fn a_seat_sees_only_the_faults_that_it_could_find_itself() {
    let mut harness = window(faulty());
    apply(&mut harness, Command::SetViewpoint(Viewpoint::Seat(HOUND)));
    assert!(says(&harness, "faults 1"), "{:?}", all_text(&harness));
    assert_eq!(press(&mut harness, Key::CloseBracket), 8);
    assert!(says(&harness, "mass on a wall") && !says(&harness, "false exclusion"));
    for record in 0..12 {
        apply(&mut harness, Command::Seek(record));
        assert!(!says(&harness, "false exclusion"), "record {record}");
    }
    apply(&mut harness, Command::SetViewpoint(Viewpoint::Seat(FOX)));
    assert!(says(&harness, "faults 0"), "another seat's belief is no business of the fox");
}

#[test]
fn a_chosen_letter_is_the_only_one_that_jumps_go_to() {
    let mut harness = window(fixture::timeline(12));
    assert_eq!(press(&mut harness, Key::PageDown), 1, "the fox's nose tells it something in every record");
    click(&mut harness, "B: Bark");
    assert_eq!(harness.state().chosen, Some(MarkKind::Event(0)));
    assert_eq!([press(&mut harness, Key::PageDown), press(&mut harness, Key::PageDown)], [3, 5]);
    assert_eq!(press(&mut harness, Key::PageUp), 3);
    click(&mut harness, "Next event");
    settle(&mut harness);
    assert_eq!(harness.state().playback.index(), 5);
    click(&mut harness, "B: Bark");
    assert_eq!(harness.state().chosen, None);
    assert_eq!(press(&mut harness, Key::PageDown), 6);
    click(&mut harness, "B: Bark");
    apply(&mut harness, Command::SetViewpoint(Viewpoint::Seat(HOUND)));
    assert_eq!(harness.state().chosen, None, "another perspective has other letters");
}

#[test]
fn the_legend_names_the_letters_of_the_match_by_seat() {
    let mut harness = window(fixture::timeline(12));
    harness.get_by_label("s: Sight (Fox)");
    assert_eq!(harness.query_all_by_label("s: Sight (Hound)").count(), 0, "the hound's sight never hits");
    apply(&mut harness, Command::SetViewpoint(Viewpoint::Seat(HOUND)));
    harness.get_by_label("B: Bark");
    assert_eq!(harness.query_all_by_label("s: Sight (Fox)").count(), 0);
}

#[test]
fn curves_can_be_switched_off() {
    let mut harness = window(fixture::timeline(12));
    let has_axis = |harness: &_, top: &str| all_text(harness).iter().any(|text| text == top);
    assert!(has_axis(&harness, "50 %") && has_axis(&harness, "6 bits"), "{:?}", all_text(&harness));
    click(&mut harness, "Curve: P(truth)");
    assert!(!has_axis(&harness, "50 %") && !harness.state().state.curves.truth);
    click(&mut harness, "Curve: entropy");
    click(&mut harness, "Curve: surprisal");
    assert!(!has_axis(&harness, "6 bits"));
    let mut harness = window(fixture::timeline(12));
    apply(&mut harness, Command::SetViewpoint(Viewpoint::Seat(HOUND)));
    for hidden in ["Curve: surprisal", "Curve: P(truth)"] {
        assert_eq!(harness.query_all_by_label(hidden).count(), 0, "{hidden} tells of the truth");
    }
}

#[test]
fn going_to_a_place_that_is_not_there_says_so() {
    let mut harness = window(fixture::timeline(12));
    for (typed, problem) in [
        ("99", "There is no turn 99: turns go from 0 to 11."),
        ("#12", "records go from #0 to #11"),
        ("x", "found “x”"),
    ] {
        apply(&mut harness, Command::GoTo(typed.to_owned()));
        assert!(says(&harness, problem), "{:?}", harness.state().dialog);
        assert_eq!(harness.state().playback.index(), 0);
    }
    apply(&mut harness, Command::GoTo("#11".to_owned()));
    assert_eq!((harness.state().playback.index(), harness.state().dialog.clone()), (11, None));
    apply(&mut harness, Command::Show(Dialog::go_to()));
    assert!(!says(&harness, "There is no"));
}

#[test]
fn a_turn_of_several_records_is_shown_by_its_last_one() {
    let header = fixture::header(Size::new(8, 8));
    let records = (0..8).map(|index| Record { turn: index / 2, ..fixture::record(&header, index) });
    let mut harness = window(Timeline::from_memory(header.clone(), records.collect(), None));
    apply(&mut harness, Command::GoTo("2".to_owned()));
    assert_eq!(harness.state().playback.index(), 5);
}

#[test]
fn the_inspector_tells_rank_change_and_evidence() {
    let mut harness = window(faulty());
    apply(&mut harness, Command::Pin(Some(Cell::new(4, 5))));
    apply(&mut harness, Command::Seek(3));
    assert!(says(&harness, "number 1 of 1 · ↑ from impossible"), "{:?}", all_text(&harness));
    apply(&mut harness, Command::Seek(6));
    assert!(says(&harness, "1 other cells are possible · ↓ from 100 %"));
    apply(&mut harness, Command::Pin(Some(Cell::new(6, 7))));
    assert!(says(&harness, "s Sight: miss covers this cell: nothing here"), "the hound looks beside itself");
}

#[test]
fn the_inspector_compares_with_a_reference() {
    let header = fixture::header(Size::new(8, 8));
    let cells = header.board.size.cells();
    let records = (0..3).map(|index| {
        let mut record = fixture::record(&header, index);
        record.beliefs.push(Belief {
            key: BeliefKey::new("hound", "fox", "reference:uniform"),
            quality: Quality::Exact,
            kind: BeliefKind::Categorical(vec![1.0 / cells as f64; cells]),
        });
        record
    });
    let mut harness = window(Timeline::from_memory(header.clone(), records.collect(), None));
    apply(&mut harness, Command::Pin(Some(Cell::new(4, 5))));
    assert!(says(&harness, "reference 1.6 %, difference +"), "{:?}", all_text(&harness));
    assert!(says(&harness, "╌ reference (uniform)"), "the legend names the dashed curves");
}

#[test]
fn cards_fold_and_stay_folded() {
    let mut harness = window(fixture::timeline(12));
    apply(&mut harness, Command::Seek(1));
    assert!(says(&harness, "MOVE DOWN: 2, best, chosen") && says(&harness, "took the best of 2"));
    click(&mut harness, "Decision – Fox");
    assert!(!says(&harness, "took the best of 2"));
    apply(&mut harness, Command::Seek(3));
    assert!(!says(&harness, "took the best of 2"), "whatever record is shown");
    click(&mut harness, "Decision – Fox");
    assert!(says(&harness, "took the best of 2"));
}

#[test]
fn the_decision_and_the_signals_of_who_acted_are_in_sight_without_scrolling() {
    for (size, least) in [((1440.0, 900.0), "Signals – Fox"), ((800.0, 600.0), "Decision – Fox")] {
        let source = crate::loading::Source::Memory(Box::new(fixture::timeline(12)), "fixture".to_owned());
        let mut harness = super::start(crate::ViewOptions::default(), Some(source), size);
        settle(&mut harness);
        apply(&mut harness, Command::Seek(1));
        let cell = harness.get_by_label("Cell").rect();
        let card = harness.get_by_label(least).rect();
        assert!(card.bottom() < cell.top(), "{least} at {card:?}, the inspector at {cell:?}");
    }
}

#[test]
fn nothing_repaints_at_rest_while_an_entry_is_chosen_and_pointed_at() {
    let mut harness = window(faulty());
    click(&mut harness, "B: Bark");
    let entry = harness.get_by_label("B: Bark").rect();
    harness.hover_at(entry.center());
    harness.run();
    harness.step();
    let root = harness.output().viewport_output.values().next().expect("a window");
    assert!(root.repaint_delay > std::time::Duration::from_secs(3600), "{:?}", root.repaint_delay);
}

#[test]
fn the_timeline_drags_while_it_plays() {
    let mut harness = window(fixture::timeline(101));
    harness.get_by_label("Play").click();
    harness.step();
    harness.step();
    let rect = harness.get_by_label("Timeline").rect();
    harness.drag_at(pos2(rect.center().x, rect.bottom() - 20.0));
    harness.step();
    harness.step();
    assert!(harness.state().playback.is_playing());
    assert!((50..54).contains(&harness.state().playback.index()), "{}", harness.state().playback.index());
}

/// A match of many small records, in each of which something happens and a belief is wrong.
fn long(len: u32) -> Timeline {
    let header = fixture::header(Size::new(2, 2));
    let records = (0..len).map(|index| {
        let part = f64::from(index % 90 + 5) / 100.0;
        // Every third record's sum is wrong, and another one's far too large.
        let rest = if index % 3 == 0 { 0.5 - part / 3.0 } else { 1.0 - part };
        Record {
            index,
            turn: index,
            round: index / 2,
            actions: Vec::new(),
            decisions: Vec::new(),
            chance: Vec::new(),
            events: vec![
                Event { kind: 0, cells: Vec::new(), audience: SeatSet::of(HOUND) },
                Event { kind: (index % 2) as u16, cells: Vec::new(), audience: SeatSet::first(2) },
            ],
            truth: None,
            views: Vec::new(),
            privileged: Vec::new(),
            beliefs: vec![Belief {
                key: BeliefKey::new("hound", "fox", "agent"),
                quality: Quality::Exact,
                kind: BeliefKind::Categorical(vec![part, rest, 0.0, 0.0]),
            }],
            to_act: SeatSet::of(Seat((index % 2) as u8)),
            state_hash: None,
        }
    });
    Timeline::from_memory(header, records.collect(), None)
}

#[test]
fn the_timeline_paints_no_more_for_a_hundred_thousand_records_than_there_is_room_for() {
    let painted = |len: u32| {
        let mut harness = window(long(len));
        apply(&mut harness, Command::ChooseKind(Some(MarkKind::Event(0))));
        let points = |shape: &Shape| match shape {
            Shape::Path(path) => path.points.len(),
            _ => 0,
        };
        let shapes = &harness.output().shapes;
        (shapes.len(), shapes.iter().map(|clipped| points(&clipped.shape)).sum::<usize>())
    };
    let ((few, _), (many, points)) = (painted(10_000), painted(100_000));
    assert!(many <= few + few / 20, "{many} shapes after {few}");
    // A curve has at most four points a pixel, and there are three of them.
    assert!(points <= 3 * 4 * 1440, "{points} points");
}
