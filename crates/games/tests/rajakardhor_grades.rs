//! Grades of moves along whole matches.

use fogreel_analysis::grade::{MatchGrades, grade_match};
use fogreel_engine::data::Setting;
use fogreel_engine::{AgentSpec, Detail, MapSource, MatchConfig, Record, Seat};
use fogreel_inference::{FairModel, Told, Verdict};
use fogreel_recorder::Timeline;

fn played(config: &MatchConfig) -> Timeline {
    let game = fogreel_games::find("rajakardhor").expect("registered");
    let mut session = game.start(config, Detail::Full).expect("starts");
    let mut records: Vec<Record> = vec![session.record()];
    while session.end().is_none() {
        session.advance();
        records.push(session.record());
    }
    Timeline::from_memory(session.header().clone(), records, session.end())
}

fn grades(timeline: &Timeline) -> MatchGrades {
    let reasoning = fogreel_games::reasoning("rajakardhor").expect("it reasons");
    let header = timeline.header();
    let models = [Seat(0), Seat(1)].map(|seat| reasoning.fair_model(header, seat, "uniform").expect("a model"));
    grade_match(timeline, Some(reasoning.perfect_information(header).expect("a table")), models).expect("readable")
}

fn config(preset: &str, seed: u64, knobs: &[(&str, &str)], agents: [&str; 2]) -> MatchConfig {
    MatchConfig {
        preset: Some(preset.to_owned()),
        seed,
        knobs: knobs.iter().map(|(name, value)| Setting::new(*name, *value)).collect(),
        agents: vec![
            ("thief".to_owned(), AgentSpec::from(agents[0])),
            ("guard".to_owned(), AgentSpec::from(agents[1])),
        ],
        ..MatchConfig::default()
    }
}

/// Matches of every preset, with escapes of both kinds and good and bad agents.
fn matches() -> impl Iterator<Item = MatchConfig> {
    let rules = ["guide", "original"].into_iter().flat_map(|preset| {
        [&[][..], &[("escape", "delayed")], &[("max_turns", "15")]].map(|knobs: &[(&str, &str)]| (preset, knobs))
    });
    rules.flat_map(|(preset, knobs)| {
        let agents = [["fuzzy", "hunter"], ["random", "random"], ["fuzzy", "chase"], ["still", "qmdp"]];
        (0..8).map(move |seed| config(preset, seed, knobs, agents[seed as usize % 4]))
    })
}

#[test]
fn results_are_the_start_and_the_errors_of_both_sides_and_luck() {
    let (mut errors, mut fair_marks, mut differ) = (0, 0, 0);
    for config in matches() {
        let timeline = played(&config);
        let grades = grades(&timeline);
        let balance = grades.balance.as_ref().expect("a whole match");
        let total = balance.start + balance.by_seat.iter().sum::<f64>() + balance.luck;
        assert_eq!(total, balance.result, "{config:?}: {balance:?}");
        assert!(balance.by_seat[0] <= 0.0 && balance.by_seat[1] >= 0.0, "{balance:?}");
        // After the start nothing is drawn here.
        assert_eq!(grades.luck, [], "{config:?}");
        assert_eq!(grades.moves.len() + 1, timeline.len(), "{config:?}");
        for grade in &grades.moves {
            let (fair, hindsight) = (grade.fair.as_ref().expect("fair"), grade.hindsight.as_ref().expect("a truth"));
            assert!((0.0..=1.0).contains(&fair.loss) && fair.best_score <= 1.0, "{grade:?}");
            assert_eq!(fair.best.contains(&grade.action), fair.loss < 1e-9, "{grade:?}");
            assert!(!hindsight.best.is_empty() && !fair.best.is_empty());
            errors += u32::from(hindsight.loss > 0.0);
            fair_marks += u32::from(fair.mark.is_some());
            differ += u32::from(fair.mark.is_some() != hindsight.mark.is_some());
        }
        for seat in &grades.seats {
            assert_eq!(seat.no_fair, None);
            let moves = grades.moves.iter().filter(|grade| grade.seat == seat.seat).count() as u32;
            assert_eq!(seat.fair.as_ref().map_or(0, |fair| fair.moves), moves);
        }
    }
    assert!(errors > 50 && fair_marks > 50 && differ > 50, "{errors} {fair_marks} {differ}");
}

/// `qmdp` without a discount plays what the fair grade takes for best.
#[test]
fn the_guard_that_averages_the_table_gives_nothing_away() {
    let mut moves = 0;
    for preset in ["guide", "original"] {
        for seed in 0..4 {
            let mut config = config(preset, seed, &[], ["fuzzy", "qmdp"]);
            config.agents[1].1.settings = vec![Setting::new("discount", "1")];
            let grades = grades(&played(&config));
            for grade in grades.moves.iter().filter(|grade| grade.seat == Seat(1)) {
                let fair = grade.fair.as_ref().expect("fair");
                assert!(fair.loss < 1e-9, "{preset} {seed}: {grade:?}");
                moves += 1;
            }
        }
    }
    assert!(moves > 40, "{moves}");
}

/// A table of a board like this would take gigabytes.
#[test]
fn a_board_too_large_to_value_is_refused() {
    let mut config = config("guide", 1, &[("max_turns", "2")], ["still", "still"]);
    config.map = MapSource::Named("gen:width=200,height=200,walls=40".to_owned());
    let timeline = played(&config);
    let reasoning = fogreel_games::reasoning("rajakardhor").expect("it reasons");
    let error = reasoning.perfect_information(timeline.header()).err().expect("too large").to_string();
    assert!(error.contains("too many to value, the limit is 16777216"), "{error}");

    let mut config = self::config("guide", 1, &[], ["still", "qmdp"]);
    config.map = MapSource::Named("gen:width=16,height=16,walls=5".to_owned());
    let game = fogreel_games::find("rajakardhor").expect("registered");
    let error = game.start(&config, Detail::Full).err().expect("too large").to_string();
    assert!(error.contains("use the guard `exact` or a smaller board"), "{error}");
}

/// Where a seat is certain, fair and hindsight are the same: the last word of the exact posterior about a thief in sight of a
/// guard that has found both exits, and any position that the thief, who knows the exits, sees whole.
#[test]
fn with_everything_known_the_fair_grade_is_hindsight() {
    let mut certain = 0;
    // Senses that reach far leave less to guess.
    let far = [("sight_range", "20"), ("thief_sight", "through_walls"), ("scan_radius", "20"), ("scan_period", "1")];
    for config in (0..12).map(|seed| config("guide", seed, &far, [["fuzzy", "random"][seed as usize % 2], "hunter"])) {
        let timeline = played(&config);
        let reasoning = fogreel_games::reasoning("rajakardhor").expect("it reasons");
        let table = reasoning.perfect_information(timeline.header()).expect("a table");
        for seat in [Seat(0), Seat(1)] {
            let mut model = reasoning.fair_model(timeline.header(), seat, "uniform").expect("a model");
            for index in 0..timeline.len() {
                let record = timeline.record(index).expect("readable");
                model.observe(Told::of(&record, seat).expect("a view")).expect("possible");
                if !record.to_act.contains(seat) || !is_certain(model.as_ref()) {
                    continue;
                }
                let evaluation = table.evaluate(&record).expect("a truth");
                let scores = model.expected_scores().expect("small");
                let actions: Vec<_> = evaluation.moves.iter().map(|value| value.action.as_str()).collect();
                assert_eq!(scores.iter().map(|score| score.action.as_str()).collect::<Vec<_>>(), actions);
                for (expected, value) in scores.iter().zip(&evaluation.moves) {
                    assert!((expected.score - value.verdict.score()).abs() < 1e-9, "{expected:?} {value:?}");
                }
                certain += usize::from(evaluation.verdict != Verdict::Draw);
            }
        }
    }
    assert!(certain > 20, "{certain}");
}

/// Whether every belief of the model holds a single possibility.
fn is_certain(model: &dyn FairModel) -> bool {
    model
        .beliefs()
        .iter()
        .all(|belief| belief.values().iter().all(|value| *value == 0.0 || (*value - 1.0).abs() < 1e-12))
}
