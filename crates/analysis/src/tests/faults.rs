//! Every kind of fault planted, and what lies near it and is none.

use fogreel_engine::data::BeliefKind::{self, Bernoulli, Categorical, Count};
use fogreel_engine::data::{Belief, BeliefKey, Frame, KnownPiece, Piece, Quality, View};
use fogreel_engine::{Cell, CellSet, Record, Size, Viewpoint};
use fogreel_recorder::Timeline;

use super::fixture::{GUARD, header, key, record, spread};
use crate::fault::*;
use crate::perspective::record_for;

/// Kind, grade, cells, whether the truth is needed; and the size.
type Found = (FaultKind, Grade, Vec<(u16, u16)>, bool);

fn found(record: &Record) -> Vec<Found> {
    faults(&header(), record)
        .into_iter()
        .map(|fault| {
            assert_eq!((fault.seat, &fault.key, fault.record), (Some(GUARD), &key(), record.index));
            let cells = fault.cells.iter().map(|cell| (cell.row, cell.col)).collect();
            (fault.kind, fault.grade, cells, fault.needs_truth)
        })
        .collect()
}

fn judged(kind: BeliefKind) -> Vec<Found> {
    found(&record(3, kind))
}

/// The thief is at (2,3); nothing else is believed where nothing may be.
fn sound() -> Vec<f64> {
    spread(&[((2, 3), 0.25), ((1, 2), 0.75)])
}

fn size_of(record: &Record) -> f64 {
    let faults = faults(&header(), record);
    assert_eq!(faults.len(), 1, "{faults:?}");
    faults[0].size.value()
}

#[test]
fn a_sound_belief_has_no_fault() {
    assert_eq!(judged(Categorical(sound())), []);
    assert_eq!(judged(Count(sound().iter().map(|value| value * 3.0).collect())), []);
    assert_eq!(judged(Bernoulli(spread(&[((2, 3), 1.0), ((1, 2), 1.0)]))), []);
}

#[test]
fn the_truth_at_exactly_zero_is_a_false_exclusion() {
    let excluded = spread(&[((1, 2), 0.75), ((1, 3), 0.25)]);
    let expected = [(FaultKind::FalseExclusion, Grade::Blunder, vec![(2, 3)], true)];
    for kind in [Categorical, Count, Bernoulli] {
        assert_eq!(judged(kind(excluded.clone())), expected);
    }
    assert_eq!(size_of(&record(3, Categorical(excluded))), 0.75, "how sure it was of something else");
    // The least that is not 0 excludes nothing, but it is very sure.
    let least = spread(&[((1, 2), 1.0), ((2, 3), f64::MIN_POSITIVE)]);
    assert_eq!(judged(Categorical(least)), [(FaultKind::Overconfident, Grade::Mistake, vec![(2, 3)], true)]);
}

#[test]
fn an_exclusion_of_what_the_owner_sees_needs_no_truth() {
    let mut record = record(3, Categorical(spread(&[((1, 2), 1.0)])));
    let piece = Piece { kind: 0, cell: Cell::new(2, 3), facing: None, label: String::new() };
    record.views[1].pieces.push(KnownPiece { piece, seen_at: 3 });
    assert_eq!(found(&record), [(FaultKind::FalseExclusion, Grade::Blunder, vec![(2, 3)], false)]);
    record.truth = None;
    assert_eq!(found(&record), [(FaultKind::FalseExclusion, Grade::Blunder, vec![(2, 3)], false)]);
    // What it saw earlier says nothing about now.
    record.views[1].pieces[1].seen_at = 2;
    assert_eq!(found(&record), []);
}

#[test]
fn mass_on_walls_and_in_sight_is_graded_by_how_much() {
    for (kind, cell) in [(FaultKind::MassOnWall, (1, 1)), (FaultKind::MassOnVisibleEmpty, (0, 1))] {
        for (mass, grade) in [(2e-6, Grade::Mistake), (0.49, Grade::Mistake), (0.5, Grade::Blunder)] {
            let record = record(3, Categorical(spread(&[(cell, mass), ((2, 3), 1.0 - mass)])));
            assert_eq!(found(&record), [(kind, grade, vec![cell], false)], "{mass}");
            assert_eq!(size_of(&record), mass);
        }
        assert_eq!(judged(Categorical(spread(&[(cell, 5e-7), ((2, 3), 1.0)]))), [], "rounding is no fault");
        assert_eq!(judged(Count(spread(&[(cell, 1.5), ((2, 3), 1.0)]))), [(kind, Grade::Blunder, vec![cell], false)]);
        assert_eq!(
            judged(Bernoulli(spread(&[(cell, 0.25), ((2, 3), 1.0)]))),
            [(kind, Grade::Mistake, vec![cell], false)]
        );
    }
    // All cells in sight count together; the owner's own does not, for it may be shared unnoticed.
    let both = spread(&[((0, 0), 0.2), ((0, 1), 0.1), ((0, 2), 0.1), ((2, 3), 0.6)]);
    let record = record(3, Categorical(both));
    assert_eq!(found(&record), [(FaultKind::MassOnVisibleEmpty, Grade::Mistake, vec![(0, 1), (0, 2)], false)]);
    assert_eq!(size_of(&record), 0.2);
}

#[test]
fn mass_in_sight_is_right_where_the_target_is_seen() {
    let mut record = record(3, Categorical(spread(&[((0, 2), 1.0)])));
    let piece = Piece { kind: 0, cell: Cell::new(0, 2), facing: None, label: String::new() };
    record.truth.as_mut().expect("a truth").pieces[0].cell = piece.cell;
    record.views[1].pieces.push(KnownPiece { piece, seen_at: 3 });
    assert_eq!(found(&record), []);
}

#[test]
fn sight_says_nothing_of_what_is_no_rival() {
    let mut header = header();
    header.piece_kinds[0].seat = None;
    let record = record(3, Categorical(spread(&[((0, 1), 0.5), ((2, 3), 0.5)])));
    assert_eq!(faults(&header, &record), []);
}

#[test]
fn a_wall_that_the_owner_does_not_know_is_no_fault() {
    let mut record = record(3, Categorical(spread(&[((1, 1), 0.5), ((2, 3), 0.5)])));
    let mut terrain = header().board.terrain;
    terrain[5] = View::UNKNOWN;
    record.views[1].terrain = Some(terrain);
    assert_eq!(found(&record), []);
    // But one that it alone knows is.
    let mut terrain = vec![0; 12];
    terrain[5] = 1;
    record.views[1].terrain = Some(terrain);
    assert_eq!(found(&record).len(), 1);
}

#[test]
fn cells_are_those_of_the_owners_frame() {
    let size = Size::new(2, 2);
    // The frame's (0,0) is the board's (1,1): the wall.
    let mut record = record(3, Categorical(vec![0.5, 0.5, 0.0, 0.0]));
    let view = &mut record.views[1];
    view.frame = Frame { size, offset: Some([1, 1]) };
    (view.visible, view.pieces) = (CellSet::of(size, [Cell::new(0, 1)]), Vec::new());
    assert_eq!(
        found(&record),
        [
            (FaultKind::MassOnWall, Grade::Blunder, vec![(0, 0)], false),
            (FaultKind::MassOnVisibleEmpty, Grade::Blunder, vec![(0, 1)], false)
        ],
        "the truth lies outside"
    );
    record.views[1].frame.offset = Some([1, 2]);
    assert_eq!(
        found(&record),
        [
            (FaultKind::FalseExclusion, Grade::Blunder, vec![(1, 1)], true),
            (FaultKind::MassOnVisibleEmpty, Grade::Blunder, vec![(0, 1)], false)
        ],
        "no wall there, and the truth lies within"
    );
}

#[test]
fn sums_are_judged_of_categorical_beliefs() {
    let off = |by: f64| spread(&[((2, 3), 1.0 + by)]);
    let expected = |grade| [(FaultKind::SumNotOne, grade, vec![], false)];
    for by in [2e-6, -2e-6, 0.5, -0.5] {
        assert_eq!(judged(Categorical(off(by))), expected(Grade::Mistake), "{by}");
        assert!((size_of(&record(3, Categorical(off(by)))) - by).abs() < 1e-12);
        let kept = judged(Count(off(by)));
        assert_eq!(kept, [], "{by}");
    }
    for by in [5e-7, -5e-7] {
        assert_eq!(judged(Categorical(off(by))), [], "{by}");
    }
    let mut lossy = record(3, Categorical(off(5e-4)));
    lossy.beliefs[0].quality = Quality::Lossy;
    assert_eq!(found(&lossy), []);
    // Zero everywhere is what impossible evidence leaves in a filter that says nothing.
    let nothing = judged(Categorical(vec![0.0; 12]));
    assert_eq!(nothing[0], expected(Grade::Blunder)[0]);
    assert_eq!(nothing[1].0, FaultKind::FalseExclusion);
}

#[test]
fn values_that_no_belief_can_hold_are_all_that_is_said() {
    for wrong in [f64::NAN, f64::INFINITY, -1e-9] {
        for kind in [Categorical, Count, Bernoulli] {
            let values = spread(&[((0, 1), wrong), ((1, 1), 0.5)]);
            assert_eq!(judged(kind(values)), [(FaultKind::InvalidValue, Grade::Blunder, vec![(0, 1)], false)]);
        }
    }
    let above = spread(&[((2, 3), 1.5)]);
    assert_eq!(judged(Bernoulli(above.clone())).first().map(|fault| fault.0), Some(FaultKind::InvalidValue));
    assert_eq!(judged(Count(above)), []);
}

#[test]
fn overconfidence_begins_at_its_threshold() {
    // Two cells: surprisal −log2 p, entropy h(p).
    let excess = |p: f64| -p.log2() - (-p * p.log2() - (1.0 - p) * (1.0 - p).log2());
    let (calm, sure) = (0.055, 0.045);
    assert!(excess(calm) < OVERCONFIDENT_BITS && excess(sure) > OVERCONFIDENT_BITS);
    let of = |p: f64| record(3, Categorical(spread(&[((2, 3), p), ((1, 2), 1.0 - p)])));
    assert_eq!(found(&of(calm)), []);
    assert_eq!(found(&of(sure)), [(FaultKind::Overconfident, Grade::Mistake, vec![(2, 3)], true)]);
    assert!((size_of(&of(sure)) - excess(sure)).abs() < 1e-12);
    let wide = Categorical(vec![1.0 / 12.0; 12]);
    assert!(judged(wide).iter().all(|fault| fault.0 != FaultKind::Overconfident), "to know nothing is not to be sure");
}

#[test]
fn beliefs_about_labels_are_judged_by_their_values_alone() {
    let mut record = record(3, Categorical(sound()));
    let key = BeliefKey::new("guard", "plan", "agent");
    record.beliefs = vec![Belief { key, quality: Quality::Exact, kind: Categorical(vec![0.5, 0.25]) }];
    let kinds: Vec<FaultKind> = faults(&header(), &record).iter().map(|fault| fault.kind).collect();
    assert_eq!(kinds, [FaultKind::SumNotOne]);
}

/// What a seat may be told follows from the record as the seat may see it.
#[test]
fn a_filtered_record_has_exactly_the_faults_that_need_no_truth() {
    let planted = [
        spread(&[((1, 2), 1.0)]),
        spread(&[((1, 1), 0.5), ((0, 1), 0.5)]),
        spread(&[((1, 1), 0.96), ((2, 3), 0.04)]),
        vec![0.0; 12],
        spread(&[((0, 2), f64::NAN)]),
    ];
    for values in planted {
        for kind in [Categorical, Count, Bernoulli] {
            let record = record(3, kind(values.clone()));
            let seen = faults(&header(), &record_for(&header(), &record, Viewpoint::Seat(GUARD)));
            let all = faults(&header(), &record);
            let told: Vec<Fault> = all.into_iter().filter(|fault| !fault.needs_truth).collect();
            // Not a number is not equal to itself, so compare what is said.
            assert_eq!(format!("{told:?}"), format!("{seen:?}"));
            assert!(
                faults(&header(), &record_for(&header(), &record, Viewpoint::Seat(fogreel_engine::Seat(0)))).is_empty()
            );
        }
    }
}

#[test]
fn a_fault_that_lasts_begins_once() {
    let (wrong, right) = (spread(&[((1, 2), 1.0)]), sound());
    let sequence = [&right, &wrong, &wrong, &wrong, &right, &wrong];
    let records: Vec<Record> =
        sequence.iter().zip(0..).map(|(values, index)| record(index, Categorical((*values).clone()))).collect();
    let timeline = Timeline::from_memory(header(), records, None);
    let tracked = belief_faults(&timeline, &key(), Viewpoint::Referee).expect("readable");
    let spans: Vec<(u32, u32, bool)> =
        tracked.iter().map(|tracked| (tracked.fault.record, tracked.since, tracked.begins())).collect();
    assert_eq!(spans, [(1, 1, true), (2, 1, false), (3, 1, false), (5, 5, true)]);
    assert_eq!(belief_faults(&timeline, &key(), Viewpoint::Seat(GUARD)).expect("readable"), []);
}

#[test]
fn a_tracker_begins_anew_after_a_gap() {
    let of = |index| faults(&header(), &record(index, Categorical(spread(&[((1, 2), 1.0)]))));
    let mut tracker = FaultTracker::new();
    let begins = |tracked: Vec<TrackedFault>| tracked.iter().map(TrackedFault::begins).collect::<Vec<_>>();
    assert_eq!(begins(tracker.follow(4, of(4))), [true]);
    assert_eq!(begins(tracker.follow(5, of(5))), [false]);
    assert_eq!(begins(tracker.follow(7, of(7))), [true]);
    assert_eq!(begins(tracker.follow(7, of(7))), [true], "the same record again is no next one");
    assert_eq!(begins(tracker.follow(6, of(6))), [true]);
}

#[test]
fn faults_read_as_sentences() {
    let say = |values: Vec<f64>| faults(&header(), &record(3, Categorical(values)))[0].to_string();
    assert_eq!(
        say(spread(&[((1, 2), 1.0)])),
        "false exclusion: no probability for the truth at (2,3), up to 100.0 % elsewhere"
    );
    assert_eq!(say(spread(&[((1, 1), 0.002), ((2, 3), 0.998)])), "mass on a wall: 0.2 % on an impassable cell");
    assert_eq!(
        say(spread(&[((0, 1), 0.0001), ((0, 2), 0.0001), ((2, 3), 0.9998)])),
        "mass in sight: 2e-2 % on 2 cells that its owner sees to be empty"
    );
    assert_eq!(say(spread(&[((2, 3), 0.5)])), "sum is not 1: the probabilities sum to 0.5");
    assert_eq!(
        say(spread(&[((2, 3), 0.01), ((1, 2), 0.99)])),
        "overconfident: the truth surprises by 6.6 bits more than the belief expects"
    );
    assert_eq!(say(spread(&[((2, 3), f64::NAN)])), "invalid value: 1 values");
}
