//! Faults that take a reference: planted ones, those of the original's filter, and none where there is none.

mod assessing;

use std::path::Path;

use assessing::{GUARD, assessed, key, normalised, plant, play, records, reference};
use fogreel_analysis::assess::TurnMetrics;
use fogreel_analysis::fault::FaultKind::{self, ActionLeaked, EvidenceIgnored, SilentReset};
use fogreel_analysis::fault::{EVIDENCE_BITS, Fault, LEAKED_CELLS};
use fogreel_inference::{Breakdown, Told};
use fogreel_recorder::{Replay, Strictness, Timeline};

/// Kind, channel and turn of the faults that take a reference.
type Found = (FaultKind, Option<String>, u32);

fn found(timeline: &Timeline) -> Vec<(Found, f64)> {
    let takes_reference = |fault: &&Fault| [EvidenceIgnored, SilentReset, ActionLeaked].contains(&fault.kind);
    let assessment = assessed(timeline, "uniform");
    let faults = assessment.faults.iter().map(|tracked| &tracked.fault).filter(takes_reference);
    faults.map(|fault| ((fault.kind, fault.channel.clone(), fault.turn), fault.size.value())).collect()
}

/// The guard's exact belief before each step, and the step.
fn steps(timeline: &Timeline) -> Vec<Option<Breakdown>> {
    let mut reference = reference(timeline, GUARD, "uniform");
    let step = |record: &fogreel_engine::Record| {
        let told = Told::of(record, GUARD).expect("a view");
        let step = reference.breakdown(told, "thief", None).expect("readable");
        reference.observe(told).expect("possible");
        step
    };
    records(timeline).iter().map(step).collect()
}

/// The match with a belief of its own in one record.
fn with(timeline: &Timeline, index: usize, values: Vec<f64>) -> Timeline {
    let mut records = records(timeline);
    plant(&mut records[index], values);
    Timeline::from_memory(timeline.header().clone(), records, timeline.end().cloned())
}

/// A match of a thief that walks at random: by the guide, or by the original's rules with a noise that nothing leaks.
fn rival_rules(seed: u64) -> Timeline {
    match seed % 2 {
        0 => play("guide", "random", "exact", seed, &[]),
        _ => play("original", "random", "exact", seed, &[("noise", "heard")]),
    }
}

/// Each channel ignored in each record of some matches: what is worth enough is named with turn, channel and cost, and
/// nothing else is.
#[test]
fn ignored_evidence_is_named_with_its_channel_and_cost() {
    let mut planted = std::collections::BTreeMap::new();
    for seed in 0..16 {
        let timeline = rival_rules(seed);
        for (index, step) in steps(&timeline).into_iter().enumerate() {
            let Some(step) = step else { continue };
            for (place, channel) in step.channels().iter().enumerate() {
                let (ignoring, all) = (step.all() & !(1 << place), step.weights(step.all()));
                let values = step.belief(ignoring).expect("possible");
                // Where leaving out an earlier one alone would have the same effect, nobody can say which was ignored.
                let is_clear = (0..place).all(|earlier| {
                    let without = step.weights(step.all() & !(1 << earlier));
                    (0..all.len()).all(|cell| all[cell] > 0.0 || without[cell] == 0.0 || values[cell] == 0.0)
                });
                if !is_clear {
                    continue;
                }
                let ruled_out: f64 = (0..all.len()).filter(|cell| all[*cell] == 0.0).map(|cell| values[cell]).sum();
                let bits = -(1.0 - ruled_out).log2();
                // Most channels say little in most turns: of those, some are enough.
                if bits < EVIDENCE_BITS / 2.0 && index % 8 > 0 {
                    continue;
                }
                let found = found(&with(&timeline, index, values));
                if bits >= EVIDENCE_BITS + 1e-9 {
                    let turn = timeline.record(index).expect("readable").turn;
                    let expected = (EvidenceIgnored, Some((*channel).to_owned()), turn);
                    assert_eq!(found.len(), 1, "seed {seed}: {found:?}");
                    assert_eq!(found[0].0, expected, "seed {seed}");
                    assert!((found[0].1 - bits).abs() < 1e-9);
                    *planted.entry(*channel).or_insert(0) += 1;
                } else if bits < EVIDENCE_BITS - 1e-9 {
                    assert_eq!(found, [], "seed {seed}, record {index}, {channel}: {bits}");
                }
            }
        }
    }
    for channel in ["capture", "orthogonal", "noise", "scan"] {
        assert!(planted.get(channel).is_some_and(|count| *count > 0), "{channel}: {planted:?}");
    }
}

#[test]
fn a_silent_restart_is_named() {
    let mut named = 0;
    for seed in 0..12 {
        let timeline = play("guide", "random", "exact", seed, &[]);
        let records = records(&timeline);
        for (index, record) in records.iter().enumerate().skip(1) {
            // Where much was known, and the thief is not in sight.
            let before = records[index - 1].belief(&key()).expect("a belief").values();
            let is_open = record.belief(&key()).expect("a belief").values().iter().all(|value| *value < 0.9);
            if before.iter().filter(|value| **value > 0.0).count() <= 40 && is_open {
                let board = &timeline.header().board;
                let anywhere = board.size.iter().map(|cell| f64::from(u8::from(board.is_passable(cell)))).collect();
                let found = found(&with(&timeline, index, normalised(anywhere)));
                let restart = found.iter().find(|(found, _)| found.0 == SilentReset).expect("named");
                assert_eq!(restart.0, (SilentReset, None, record.turn));
                assert!(restart.1 > 0.3, "{restart:?}");
                named += 1;
            }
        }
    }
    assert!(named > 5, "only {named}");
}

/// Whoever knows that the thief did not wait rules out what only waiting leads to: cells from which a step would have
/// been heard.
#[test]
fn a_leaked_action_is_named() {
    let mut named = 0;
    for seed in 0..80 {
        let timeline = rival_rules(seed);
        let records = records(&timeline);
        for (index, step) in steps(&timeline).into_iter().enumerate() {
            let moved = records[index].actions.iter().any(|taken| taken.action.starts_with("move"));
            let Some(step) = step.filter(|step| moved && !step.actions().is_empty()) else { continue };
            let (all, knowing) = (step.weights(step.all()), step.weights_where(step.all(), |action| action != "wait"));
            let lost: f64 = (0..all.len()).filter(|cell| knowing[*cell] == 0.0).map(|cell| all[cell]).sum();
            let mass = lost / all.iter().sum::<f64>();
            let cells = (0..all.len()).filter(|cell| knowing[*cell] == 0.0 && all[*cell] > 0.0).count();
            if (0.04..0.999).contains(&mass) && cells >= LEAKED_CELLS {
                let found = found(&with(&timeline, index, normalised(knowing)));
                let turn = records[index].turn;
                assert_eq!(found.iter().map(|found| found.0.clone()).collect::<Vec<_>>(), [(ActionLeaked, None, turn)]);
                assert!((found[0].1 + (1.0 - mass).log2()).abs() < 1e-9);
                named += 1;
            }
        }
    }
    assert!(named > 0);
}

fn sample(name: &str) -> Timeline {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../replays/good/rajakardhor");
    Replay::open(folder.join(format!("{name}.fogreel")), Strictness::Strict).expect("readable").into_timeline()
}

/// The original's filter starts over in silence, and reads what its guard cannot hear.
#[test]
fn the_faults_of_the_original_are_named_in_its_recordings() {
    let of = |name: &str, kind: FaultKind| -> Vec<u32> {
        found(&sample(name)).into_iter().filter(|(found, _)| found.0 == kind).map(|(found, _)| found.2).collect()
    };
    assert_eq!(of("truth-excluded", SilentReset), [17]);
    assert_eq!(of("noise-distance", SilentReset), [47]);
    assert_eq!(of("draw", SilentReset), [0; 0]);
    assert_eq!(of("truth-excluded", ActionLeaked), [35, 37, 39, 41, 43]);
    for name in ["truth-excluded", "draw"] {
        let leaks = found(&sample(name)).into_iter().filter(|(found, _)| found.0 == ActionLeaked);
        assert!(leaks.map(|(found, _)| found.1).all(|channel| channel.as_deref() == Some("noise_radius")));
    }
    for name in ["thief-wins", "guard-wins", "sneak", "delayed-escape", "noise-distance"] {
        assert_eq!(of(name, ActionLeaked), [0; 0], "{name}: nothing leaks there");
    }
    // The guide's filter hears nothing of a match that goes on after the guard's own step.
    let capture = |turn| (EvidenceIgnored, Some("capture".to_owned()), turn);
    let kinds: Vec<Found> = found(&sample("thief-wins")).into_iter().map(|(found, _)| found).collect();
    assert_eq!(kinds, [capture(12), capture(18), capture(26)]);
}

/// A restart leaves the same probability nearly everywhere, which nothing else does: each is found, and nothing else.
#[test]
fn every_restart_of_the_original_is_found_and_nothing_else() {
    let mut restarts = 0;
    for seed in 0..60 {
        let timeline = play("original", "fuzzy", "hunter", seed, &[]);
        let records = records(&timeline);
        let is_flat = |record: &fogreel_engine::Record| {
            let held: Vec<f64> = record
                .belief(&key())
                .expect("a belief")
                .values()
                .iter()
                .copied()
                .filter(|value| *value > 0.0)
                .collect();
            held.len() > 80 && held.iter().all(|value| (value - held[0]).abs() < 1e-12)
        };
        let expected: Vec<u32> = records
            .windows(2)
            .filter(|pair| !is_flat(&pair[0]) && is_flat(&pair[1]))
            .map(|pair| pair[1].turn)
            .collect();
        let found = found(&timeline).into_iter().filter(|(found, _)| found.0 == SilentReset);
        assert_eq!(found.map(|(found, _)| found.2).collect::<Vec<u32>>(), expected, "seed {seed}");
        restarts += expected.len();
    }
    assert!(restarts > 0);
}

/// Matches of each pairing in the test below.
const MATCHES: u64 = 25;

/// Whoever believes what the evidence says has no fault of any kind, whomever it plays against.
#[test]
fn an_exact_belief_raises_no_alarm() {
    for (preset, thief) in [("guide", "random"), ("guide", "sneak"), ("original", "fuzzy"), ("original", "random")] {
        for seed in 0..MATCHES {
            let assessment = assessed(&play(preset, thief, "exact", seed, &[]), "uniform");
            assert_eq!(assessment.faults, [], "{preset}, {thief}, seed {seed}");
        }
    }
}

/// The worked example of `docs/metrics.md`: turns 15 to 17 of one of the sample recordings, row by row.
#[test]
fn the_worked_example_says_what_the_program_computes() {
    let docs = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/metrics.md");
    let docs = std::fs::read_to_string(docs).expect("readable");
    let assessment = assessed(&sample("truth-excluded"), "uniform");
    let turns: Vec<_> = assessment.turns.iter().filter(|turn| (15..=17).contains(&turn.point.turn)).collect();
    let row = |name: &str, value: &dyn Fn(&TurnMetrics) -> f64| {
        let numbers: Vec<String> =
            turns.iter().map(|turn| format!("{:.3}", (value(turn) * 1000.0).round() / 1000.0 + 0.0)).collect();
        format!("| {name} | {} |\n", numbers.join(" | "))
    };
    let step =
        |turn: &TurnMetrics| turn.reference.as_ref().and_then(|reference| reference.step.clone()).expect("a step");
    let reference = |turn: &TurnMetrics| turn.reference.clone().expect("a reference");
    let truth = |turn: &TurnMetrics| turn.truth.expect("a truth");
    let mut table = String::new();
    table += &row("entropy, bits", &|turn| turn.point.entropy_bits);
    table += &row("effective cells", &|turn| turn.point.effective_cells);
    table += &row("P(truth)", &|turn| turn.point.p_truth.expect("a truth"));
    table += &row("surprisal, bits", &|turn| turn.point.surprisal_bits().expect("not excluded"));
    table += &row("overconfidence, bits", &|turn| turn.point.overconfidence_bits().expect("not excluded"));
    table += &row("rank", &|turn| truth(turn).rank.average());
    table += &row("expected distance, steps", &|turn| truth(turn).expected_distance.expect("all can be reached"));
    table += &row("Brier score", &|turn| truth(turn).brier);
    table += &row("reference: entropy, bits", &|turn| reference(turn).entropy_bits);
    table += &row("reference: P(truth)", &|turn| reference(turn).p_truth.expect("a truth"));
    table += &row("regret KL(r ‖ b), bits", &|turn| reference(turn).regret_bits.unwrap_or(f64::INFINITY));
    table += &row("regret at the truth: inherited, bits", &|turn| step(turn).regret.expect("possible").inherited_bits);
    table += &row("regret at the truth: local, bits", &|turn| step(turn).regret.expect("possible").local_bits);
    table += &row("log₂ P(evidence), bits", &|turn| step(turn).evidence_bits);
    let attribution = |turn: &TurnMetrics| step(turn).attribution.expect("a step");
    table += &row("ΔH of the reference by motion", &|turn| attribution(turn).motion.entropy_bits);
    for (place, channel) in attribution(turns[0]).channels.iter().enumerate().map(|(k, gain)| (k, gain.channel)) {
        // Exits are looked for after the guard's own steps only.
        let of =
            |turn: &TurnMetrics| attribution(turn).channels.get(place).map_or(0.0, |gain| gain.in_order.entropy_bits);
        table += &row(&format!("ΔH by {channel}, in order"), &of);
    }
    assert!(docs.contains(&table), "the table is now\n{table}");
}
