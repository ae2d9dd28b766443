//! What is written is read.

use fogreel_engine::data::{Belief, BeliefKey, BeliefKind, Keep, Quality, Value};
use fogreel_engine::{Cell, CellSet, Record, Seat, SeatSet};
use fogreel_recorder::{MemoryRecorder, Replay, Strictness, Summary, Timeline, WriteError};
use proptest::prelude::*;

use crate::sample::{self, LOST, REPRODUCIBLE, SIZE};

const ALL: [Strictness; 3] = [Strictness::Strict, Strictness::Tail, Strictness::Salvage];

fn replay(bytes: Vec<u8>, strictness: Strictness) -> Replay {
    Replay::from_bytes("match.fogreel", bytes, strictness).unwrap()
}

#[test]
fn every_strictness_reads_the_same() {
    for count in [0, 1, 2, 7] {
        for strictness in ALL {
            let replay = replay(sample::file(count), strictness);
            assert_eq!(*replay.header(), sample::header());
            assert_eq!(replay.end(), Some(&sample::end(count)));
            assert!(replay.is_complete() && replay.report().is_clean(), "{}", replay.report());
            assert_eq!(replay.report().recovered, count);
            assert_eq!(replay.timeline().len(), count as usize);
            for (index, record) in sample::records(count).iter().enumerate() {
                assert_eq!(*replay.timeline().record(index).unwrap(), *record);
            }
            assert!(replay.timeline().record(count as usize).is_err());
        }
    }
}

#[test]
fn a_long_match_is_read_through_its_indexes() {
    let count = 2 * 1024 + 100;
    let records = sample::records(count);
    for (bytes, is_complete) in [(sample::file(count), true), (sample::unfinished(count), false)] {
        let indexes = sample::frames(&bytes).iter().filter(|(kind, ..)| *kind == 4).count();
        assert_eq!(indexes, 2 + usize::from(is_complete));
        for strictness in ALL {
            let replay = replay(bytes.clone(), strictness);
            assert_eq!(replay.is_complete(), is_complete);
            assert_eq!(replay.timeline().len(), count as usize);
            for (index, record) in records.iter().enumerate() {
                assert_eq!(*replay.timeline().record(index).unwrap(), *record);
                let summary = replay.timeline().summary(index);
                assert_eq!(summary, Some(Summary::of(replay.header(), record)), "record {index}");
            }
        }
    }
}

#[test]
fn summaries_tell_what_the_record_holds() {
    let timeline = Timeline::from_memory(sample::header(), sample::records(4), None);
    let summary = timeline.summary(3).unwrap();
    assert_eq!((summary.turn, summary.events), (2, 0b10));
    let [thief, walls, plan] = &summary.beliefs[..] else { panic!("three beliefs") };
    let values = sample::record(3).beliefs[0].values().to_vec();
    let entropy: f64 = values.iter().filter(|p| **p > 0.0).map(|p| -p * p.log2()).sum();
    assert!((f64::from(thief.entropy_bits.unwrap()) - entropy).abs() < 1e-6);
    // The thief of record 3 stands on row 0, column 3.
    assert_eq!(thief.p_truth, Some(values[3] as f32));
    assert_eq!(*thief.key, BeliefKey::new("guard", "thief", "agent"));
    assert_eq!((walls.entropy_bits, walls.p_truth, walls.max), (None, None, 0.5));
    assert_eq!((plan.entropy_bits, plan.max), (None, 3.0));
    assert_eq!(timeline.summary(4), None);
}

#[test]
fn the_truth_is_looked_up_in_the_frame_of_the_owner() {
    let mut record = sample::record(0);
    let values: Vec<f64> = (0..6).map(|cell| f64::from(cell) / 15.0).collect();
    record.beliefs = vec![Belief {
        key: BeliefKey::new("thief", "thief", "agent"),
        quality: Quality::Exact,
        kind: BeliefKind::Categorical(values),
    }];
    let truth = record.truth.as_mut().unwrap();
    truth.pieces[1].cell = Cell::new(2, 3);
    let p_truth = |record: &Record| Summary::of(&sample::header(), record).beliefs[0].p_truth;
    assert_eq!(p_truth(&record), None, "the seat is lost");
    record.views[1].frame.offset = Some([1, 2]);
    assert_eq!(p_truth(&record), Some((4.0f64 / 15.0) as f32));
    record.views[1].frame.offset = Some([-1, 4]);
    assert_eq!(p_truth(&record), None, "off the frame");
}

#[test]
fn a_tiny_probability_is_not_impossible_in_a_summary() {
    let mut record = sample::record(0);
    let mut values = vec![0.0; 15];
    values[0] = f64::from_bits(1);
    values[7] = 1.0;
    record.beliefs[0].kind = BeliefKind::Categorical(values.clone());
    assert!(Summary::of(&sample::header(), &record).beliefs[0].p_truth.unwrap() > 0.0);
    values[0] = 0.0;
    record.beliefs[0].kind = BeliefKind::Categorical(values);
    assert_eq!(Summary::of(&sample::header(), &record).beliefs[0].p_truth, Some(0.0));
}

#[test]
fn memory_and_file_say_the_same() {
    use fogreel_engine::Observer;
    let mut memory = MemoryRecorder::default();
    memory.begin(&sample::header()).unwrap();
    sample::records(5).iter().for_each(|record| memory.record(record).unwrap());
    memory.end(&sample::end(5)).unwrap();
    let memory = memory.into_timeline().unwrap();
    let file = replay(sample::file(5), Strictness::Tail).into_timeline();
    assert_eq!((memory.header(), memory.end(), memory.len()), (file.header(), file.end(), file.len()));
    for index in 0..5 {
        assert_eq!(memory.record(index).unwrap(), file.record(index).unwrap());
        assert_eq!(memory.summary(index), file.summary(index));
    }
}

#[test]
fn a_timeline_is_shared_between_threads() {
    fn shared<T: Send + Sync>(value: T) -> T {
        value
    }
    let timeline = shared(replay(sample::file(50), Strictness::Tail).into_timeline());
    std::thread::scope(|scope| {
        for start in 0..4 {
            let timeline = &timeline;
            scope.spawn(move || {
                for index in (start..50).step_by(3) {
                    assert_eq!(*timeline.record(index).unwrap(), sample::record(index as u32));
                }
            });
        }
    });
}

#[test]
fn what_the_header_does_not_keep_is_not_written() {
    let sizes = [Keep::Full, Keep::Views, Keep::Moves].map(|keep| {
        let mut header = sample::header();
        header.keep = keep;
        let bytes = sample::written(&header, &sample::records(3), Some(&sample::end(3)));
        let replay = replay(bytes.clone(), Strictness::Strict);
        let record = replay.timeline().record(2).unwrap();
        let full = sample::record(2);
        assert_eq!((&record.actions, &record.chance, &record.events), (&full.actions, &full.chance, &full.events));
        assert_eq!(record.beliefs.is_empty() && record.decisions.is_empty(), keep != Keep::Full);
        assert_eq!(record.truth.is_none() && record.views.is_empty(), keep == Keep::Moves);
        bytes.len()
    });
    assert!(sizes[0] > sizes[1] && sizes[1] > sizes[2], "{sizes:?}");
}

#[test]
fn nan_infinite_and_negative_beliefs_are_refused() {
    for wrong in [f64::NAN, f64::INFINITY, -1e-300] {
        let mut record = sample::record(0);
        record.beliefs[0].kind = BeliefKind::Categorical(vec![wrong; 15]);
        let mut recorder = fogreel_recorder::Recorder::new(Vec::new(), REPRODUCIBLE);
        recorder.write_header(&sample::header()).unwrap();
        let error = recorder.write_record(&record).unwrap_err();
        assert!(matches!(&error, WriteError::Invalid { place, .. } if place.contains("guard/thief@agent")), "{error}");
        assert!(matches!(recorder.write_record(&sample::record(0)), Err(WriteError::Closed { .. })));
        assert_eq!(replay(recorder.into_inner(), Strictness::Strict).timeline().len(), 0);
    }
}

/// Any finite number of 0 or more, by its bits: −0.0 and subnormals as often as anything else.
fn weight() -> impl Strategy<Value = f64> {
    prop_oneof![
        3 => Just(0.0),
        1 => Just(-0.0),
        1 => (1u64..1 << 52).prop_map(f64::from_bits),
        1 => Just(f64::MAX),
        4 => any::<f64>().prop_map(|value| if value.is_finite() { value.abs() } else { 0.5 }),
    ]
}

fn text() -> impl Strategy<Value = String> {
    prop_oneof![Just(String::new()), "\\PC{0,12}", Just("গ\u{9CD}ত\u{200D}е́日本\u{202E}אב\u{0}".to_owned())]
}

fn value() -> impl Strategy<Value = Value> {
    prop_oneof![
        any::<bool>().prop_map(Value::Flag),
        any::<i64>().prop_map(Value::Integer),
        any::<f64>().prop_filter("NaN is equal to nothing", |number| !number.is_nan()).prop_map(Value::Number),
        any::<(u32, u32)>().prop_map(|(part, whole)| Value::Ratio(part, whole)),
        any::<(u16, u16)>().prop_map(|(row, col)| Value::Cell(Cell::new(row, col))),
        text().prop_map(Value::Text),
    ]
}

fn cells(size: fogreel_engine::Size) -> impl Strategy<Value = CellSet> {
    proptest::collection::vec(0..size.cells(), 0..size.cells())
        .prop_map(move |indices| CellSet::of(size, indices.into_iter().map(|index| size.cell(index))))
}

prop_compose! {
    fn any_record()(
        numbers in any::<(u32, u32, u64, Option<u64>, u64)>(),
        thief in proptest::collection::vec(weight(), SIZE.cells()),
        walls in proptest::collection::vec(weight(), 22),
        last_seen in proptest::collection::vec(any::<u32>(), SIZE.cells()),
        (visible, coverage, lost) in (cells(SIZE), cells(SIZE), cells(LOST)),
        terrain in proptest::option::of(proptest::collection::vec(prop_oneof![Just(0u8), Just(1), Just(255)], SIZE.cells())),
        texts in proptest::collection::vec(text(), 6),
        arguments in proptest::collection::vec(value(), 0..5),
        probability in proptest::option::of(weight()),
        score in any::<f64>().prop_filter("NaN is equal to nothing", |score| !score.is_nan()),
        drops in proptest::collection::vec(any::<bool>(), 8),
    ) -> Record {
        let mut record = sample::record(0);
        (record.turn, record.round, record.to_act, record.state_hash) =
            (numbers.0, numbers.1, SeatSet(numbers.2 & SeatSet::first(2).0), numbers.3);
        record.beliefs[0].kind = BeliefKind::Categorical(thief);
        record.beliefs[1].kind = BeliefKind::Bernoulli(walls);
        record.beliefs[0].key.source = texts[0].clone();
        record.views[0].last_seen = last_seen;
        record.views[0].visible = visible;
        record.views[0].terrain = terrain;
        record.views[0].signals[0].coverage = coverage;
        record.views[1].visible = lost;
        record.views[1].facts[0].value = arguments.first().cloned().unwrap_or(Value::Flag(false));
        record.views[1].messages[0].arguments = arguments;
        record.decisions[0].branch = texts[1].clone();
        record.decisions[0].candidates[0].score = score;
        record.actions.push(fogreel_engine::data::ActionTaken { seat: Seat(1), action: texts[2].clone() });
        record.chance[0].outcome = texts[3].clone();
        record.chance[0].index = numbers.4;
        record.chance[0].probability = probability;
        record.truth.as_mut().unwrap().pieces[0].label = texts[4].clone();
        if drops[0] { record.truth = None }
        if drops[1] { record.beliefs.clear() }
        if drops[2] { record.views.pop(); }
        if drops[3] { record.privileged.clear() }
        if drops[4] { record.events.clear() }
        if drops[5] { record.decisions.clear() }
        if drops[6] && let Some(truth) = &mut record.truth { truth.walls = None }
        if drops[7] { record.views[0].frame.offset = None }
        record
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn any_record_comes_back_to_the_bit(record in any_record()) {
        let bytes = sample::written(&sample::header(), std::slice::from_ref(&record), None);
        let replay = replay(bytes, Strictness::Strict);
        let back = replay.timeline().record(0).unwrap();
        prop_assert_eq!(&*back, &record);
        // Equality calls 0.0 and −0.0 equal; the bits do not.
        for (before, after) in record.beliefs.iter().zip(&back.beliefs) {
            let bits = |values: &[f64]| values.iter().map(|value| value.to_bits()).collect::<Vec<_>>();
            prop_assert_eq!(bits(before.values()), bits(after.values()));
        }
        prop_assert_eq!(replay.timeline().summary(0), Some(Summary::of(&sample::header(), &record)));
    }

}

proptest! {
    // Each is packed and unpacked in a file, which is synced.
    #![proptest_config(ProptestConfig::with_cases(60))]

    #[test]
    fn any_records_come_back_to_the_bit_from_a_chunk(
        chosen in proptest::collection::vec((any_record(), 0usize..4), 1..8),
    ) {
        // Records that resemble one another, as they do in matches: some are the one before with other parts.
        let mut records: Vec<Record> = Vec::new();
        for (index, (record, parts)) in (0..).zip(chosen) {
            let mut next = match records.last() {
                Some(last) if parts > 0 => last.clone(),
                _ => record.clone(),
            };
            if parts > 1 { next.beliefs = record.beliefs }
            if parts > 2 { next.views = record.views }
            next.index = index;
            records.push(next);
        }
        let live = sample::written(&sample::header(), &records, None);
        let packed = sample::packed(&live);
        let replay = replay(packed.clone(), Strictness::Strict);
        for (index, record) in records.iter().enumerate() {
            prop_assert_eq!(&*replay.timeline().record(index).unwrap(), record);
        }
        // Bodies are compared when a file is packed; here by what becomes of them when it is unpacked.
        let bodies = |bytes: &[u8]| -> Vec<Vec<u8>> {
            let of_records = sample::frames(bytes).into_iter().filter(|(kind, ..)| *kind == 2);
            of_records.map(|(_, start, _)| sample::raw_body(bytes, start)).collect()
        };
        prop_assert_eq!(bodies(&sample::repacked(&packed, fogreel_recorder::FileState::Live)), bodies(&live));
    }
}
