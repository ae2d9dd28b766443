//! One pass over a match says what its parts say one by one.

mod assessing;

use assessing::{GUARD, assessed, key, play, records, reference};
use fogreel_analysis::assess::assess;
use fogreel_analysis::fault::FaultKind;
use fogreel_analysis::grade::grade_match;
use fogreel_analysis::perspective::{analysis_for, header_for};
use fogreel_analysis::{Analyser, AnalysisError, AnalysisOptions, MatchAnalysis, MissingPart, References, analyse};
use fogreel_engine::{ConfigError, Seat, Viewpoint};
use fogreel_recorder::Timeline;

const THIEF: Seat = Seat(0);

fn analysed(timeline: &Timeline, options: &AnalysisOptions) -> MatchAnalysis {
    analyse(timeline, fogreel_games::reasoning("rajakardhor"), options).expect("readable")
}

#[test]
fn one_pass_says_what_its_parts_say() {
    let reasoning = fogreel_games::reasoning("rajakardhor").expect("it reasons");
    for (preset, guard, model) in [
        ("guide", "hunter", "uniform"),
        ("original", "hunter", "uniform+noise_averse"),
        ("original", "exact", "uniform"),
    ] {
        let timeline = play(preset, "fuzzy", guard, 3, &[]);
        let options = AnalysisOptions { model: Some(model.to_owned()), seed: Some(0), ..AnalysisOptions::default() };
        let analysis = analysed(&timeline, &options);
        assert_eq!((analysis.model.as_deref(), analysis.missing.as_slice()), (Some(model), &[][..]));
        let guards = analysis.beliefs.iter().find(|belief| belief.key == key()).expect("the guard's");
        assert_eq!(*guards, assessed(&timeline, model));
        let models = [THIEF, GUARD].map(|seat| {
            let known = header_for(timeline.header(), Viewpoint::Seat(seat));
            reasoning.fair_model(&known, seat, model).expect("a model")
        });
        let table = reasoning.perfect_information(timeline.header()).ok();
        assert_eq!(analysis.grades, grade_match(&timeline, table, models).expect("readable"));
        let ordered: Vec<u32> = analysis.faults().iter().map(|tracked| tracked.fault.record).collect();
        assert!(ordered.is_sorted());
        // The costliest turn comes first, and costs what it says.
        let costliest = guards.costliest(0.01);
        let bits: Vec<f64> = costliest.iter().map(|turn| turn.lost_bits().expect("a reference")).collect();
        assert!(bits.windows(2).all(|pair| pair[0] >= pair[1]) && bits.iter().all(|bits| *bits >= 0.01));
        assert_eq!(bits.is_empty(), guard == "exact");
    }
}

/// A seat's analysis is that of a file that was redacted for it, and never takes what it does not know.
#[test]
fn a_seat_learns_nothing_from_its_analysis() {
    let timeline = play("original", "fuzzy", "hunter", 468, &[]);
    let whole = analysed(&timeline, &AnalysisOptions::default());
    assert!(whole.beliefs.iter().any(|belief| belief.key == key()));
    let options = AnalysisOptions { viewpoint: Viewpoint::Seat(THIEF), ..AnalysisOptions::default() };
    let thief = analysed(&timeline, &options);
    assert!(thief.beliefs.iter().all(|belief| belief.key.owner == "thief"));
    assert_eq!(thief.references.iter().map(|reference| reference.seat).collect::<Vec<_>>(), [THIEF]);
    assert_eq!(thief.grades.seats.len(), 1);
    assert!(thief.grades.moves.iter().all(|grade| grade.seat == THIEF && grade.hindsight.is_none()));
    let fair = |analysis: &MatchAnalysis| {
        let moves = analysis.grades.moves.iter().filter(|grade| grade.seat == THIEF);
        moves.map(|grade| grade.fair.clone()).collect::<Vec<_>>()
    };
    assert_eq!(fair(&thief), fair(&whole));
    assert!(thief.missing.iter().any(|missing| missing.part == MissingPart::Hindsight));
    assert_eq!(thief.grades.balance, None);
    // Under the original's rules the guard's agent reads what it should not: what it believes is the referee's to see.
    let options = AnalysisOptions { viewpoint: Viewpoint::Seat(GUARD), ..AnalysisOptions::default() };
    assert_eq!(analysed(&timeline, &options).beliefs, []);
    let timeline = play("guide", "fuzzy", "hunter", 3, &[]);
    let guard = analysed(&timeline, &options);
    let whole = analysed(&timeline, &AnalysisOptions::default());
    assert!(guard.beliefs.iter().flat_map(|belief| &belief.turns).all(|turn| turn.truth.is_none()));
    assert!(guard.faults().iter().all(|tracked| !tracked.fault.needs_truth));
    let told: Vec<_> = guard.faults().iter().map(|tracked| tracked.fault.clone()).collect();
    let known = whole.faults().into_iter().filter(|tracked| !tracked.fault.needs_truth);
    let known: Vec<_> = known.map(|tracked| tracked.fault.clone()).filter(|fault| fault.key.owner == "guard").collect();
    assert_eq!(told, known);
}

#[test]
fn what_cannot_be_worked_out_is_said_and_the_rest_is_there() {
    let timeline = play("guide", "random", "hunter", 1, &[]);
    // A model that rejects what happened.
    let options = AnalysisOptions { model: Some("dash".to_owned()), ..AnalysisOptions::default() };
    let ended = analysed(&timeline, &options);
    let why: Vec<&str> = ended.missing.iter().map(|missing| missing.why.as_str()).collect();
    assert!(why.iter().any(|why| why.contains("under the model `dash`")), "{why:?}");
    assert!(
        why.iter().any(|why| why.contains("there is: uniform, walking")),
        "no thief assumes that its rival dashes for an exit: {why:?}"
    );
    assert_eq!(ended.beliefs[0].turns.len(), timeline.len());
    // One that nobody has.
    let options = AnalysisOptions { model: Some("unifrm".to_owned()), ..AnalysisOptions::default() };
    let error = analyse(&timeline, fogreel_games::reasoning("rajakardhor"), &options).expect_err("misspelt");
    assert!(matches!(error, AnalysisError::Model(ConfigError::Unknown { .. })), "{error}");
    // Without the game, a stored reference is what there is; faults that need a step are not looked for.
    let mut with = records(&timeline);
    let mut references = References::new([reference(&timeline, GUARD, "uniform")]);
    with.iter_mut().for_each(|record| references.add_to(record));
    let stored = Timeline::from_memory(timeline.header().clone(), with, timeline.end().cloned());
    let foreign = analyse(&stored, None, &AnalysisOptions::default()).expect("readable");
    assert_eq!(foreign.grades.moves, []);
    let regrets = |turns: &[fogreel_analysis::assess::TurnMetrics]| -> Vec<Option<f64>> {
        turns.iter().map(|turn| turn.reference.as_ref().expect("stored").regret_bits).collect()
    };
    let computed = assess(&timeline, &key(), Some(reference(&timeline, GUARD, "uniform")), 0).expect("readable");
    assert_eq!(regrets(&foreign.beliefs[0].turns), regrets(&computed.turns));
    let needs_step = [FaultKind::EvidenceIgnored, FaultKind::SilentReset, FaultKind::ActionLeaked];
    assert!(foreign.faults().iter().all(|tracked| !needs_step.contains(&tracked.fault.kind)));
    let parts: Vec<MissingPart> = foreign.missing.iter().map(|missing| missing.part).collect();
    assert_eq!(parts, [MissingPart::FairGrades, MissingPart::Hindsight]);
}

#[test]
fn what_a_seat_is_shown_of_the_analysis_is_the_analysis_of_what_it_knows() {
    for (preset, thief, guard) in
        [("guide", "fuzzy", "hunter"), ("original", "fuzzy", "hunter"), ("original", "sneak", "qmdp")]
    {
        let timeline = play(preset, thief, guard, 468, &[]);
        let header = timeline.header();
        let analyser = |viewpoint| {
            let options = AnalysisOptions { viewpoint, ..AnalysisOptions::default() };
            Analyser::new(header, fogreel_games::reasoning("rajakardhor"), options).expect("an analyser")
        };
        let mut whole = analyser(Viewpoint::Referee);
        let mut own = [THIEF, GUARD].map(|seat| (Viewpoint::Seat(seat), analyser(Viewpoint::Seat(seat))));
        for record in records(&timeline) {
            let analysis = whole.next(&record);
            let of = |owner: &str| analysis.references.iter().any(|belief| belief.key.owner == owner);
            assert!(of("thief") && of("guard"), "{preset} record {}", record.index);
            for (viewpoint, analyser) in &mut own {
                let shown = analysis_for(header, &analysis, *viewpoint);
                assert_eq!(*shown, analyser.next(&record), "{preset} record {}, {viewpoint:?}", record.index);
                assert_eq!(*analysis_for(header, &shown, *viewpoint), *shown, "filtering twice");
            }
        }
    }
}
