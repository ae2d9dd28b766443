//! Figures of an analysis: attribution, regret, grades, calibration.

use fogreel_analysis::assess::{
    Assessment, Attribution, ChannelGain, Gain, ReferenceMetrics, Regret, StepMetrics, TurnMetrics,
};
use fogreel_analysis::grade::{Balance, Fair, Hindsight, Mark, MatchGrades, MoveGrade};
use fogreel_analysis::{BeliefPoint, MatchAnalysis, Missing, MissingPart};
use fogreel_engine::{Seat, Viewpoint};
use fogreel_inference::Verdict;
use fogreel_recorder::Timeline;

use super::fixture::{key, match_of_thirty};
use super::labels::{assert_border_is_paper, texts};
use crate::{
    Calibration, Figure, FigureRequest, FigureSubject, Measure, NamedMatch, PlotError, Width, attribution, grades,
    regret,
};

const GAINS: [(&str, f64); 3] = [("sight", 2.5), ("scan", 0.75), ("still runs", 0.0)];

/// What was measured at a record: the evidence gains 3.25 bits, less what the motion takes, every other record.
fn turn(record: u32, has_truth: bool) -> TurnMetrics {
    let gain = |bits: f64| Gain { truth_bits: has_truth.then_some(bits), entropy_bits: -bits / 2.0 };
    let channel = |(channel, bits): (&'static str, f64)| ChannelGain {
        channel,
        in_order: gain(bits * f64::from(record % 2)),
        shapley: gain(bits * f64::from(record % 2)),
    };
    let local_bits = if record == 5 { f64::INFINITY } else { 0.1 * f64::from(record) };
    let expected = Regret { inherited_bits: 0.5, local_bits };
    let step = StepMetrics {
        evidence_bits: -1.0,
        regret: has_truth.then_some(expected),
        expected_regret: Some(expected),
        attribution: (record > 0)
            .then(|| Attribution { motion: gain(-1.0), channels: GAINS.into_iter().map(channel).collect() }),
    };
    TurnMetrics {
        point: BeliefPoint {
            count_surprisal_bits: None,
            record,
            turn: record,
            entropy_bits: 3.0,
            effective_cells: 8.0,
            max: 0.5,
            p_truth: has_truth.then_some(0.25),
        },
        truth: None,
        reference: Some(ReferenceMetrics {
            model: "uniform".to_owned(),
            p_truth: has_truth.then_some(0.5),
            entropy_bits: 2.0,
            regret_bits: Some(expected.total_bits()).filter(|bits| bits.is_finite()),
            impossible_mass: 0.0,
            step: Some(step),
        }),
        faults: Vec::new(),
    }
}

fn moves() -> Vec<MoveGrade> {
    let grade = |record: u32, seat: u8, best_score: f64, score: f64| MoveGrade {
        record,
        turn: record,
        seat: Seat(seat),
        action: "move up".to_owned(),
        fair: Some(Fair {
            best_score,
            score,
            loss: best_score - score,
            mark: Mark::of_loss(best_score - score),
            best: vec!["wait".to_owned()],
        }),
        hindsight: Some(Hindsight {
            before: Verdict::Win,
            distance_before: Some(3),
            after: if record == 3 { Verdict::Loss } else { Verdict::Win },
            distance_after: Some(2),
            loss: if record == 3 { 1.0 } else { 0.0 },
            mark: (record == 3).then_some(Mark::Blunder),
            best: vec!["wait".to_owned()],
            was_only_move: false,
        }),
    };
    vec![grade(1, 0, 0.75, 0.75), grade(2, 1, 0.5, 0.4375), grade(3, 0, 0.8, 0.5), grade(4, 1, 0.5, 0.4)]
}

fn analysis(viewpoint: Viewpoint) -> MatchAnalysis {
    let has_truth = viewpoint == Viewpoint::Referee;
    MatchAnalysis {
        viewpoint,
        model: Some("uniform".to_owned()),
        references: Vec::new(),
        beliefs: vec![Assessment {
            key: key(),
            turns: (0..31).map(|record| turn(record, has_truth)).collect(),
            counts: Vec::new(),
            faults: Vec::new(),
            evidence_bits: Some(-30.0),
            error: None,
        }],
        grades: MatchGrades {
            moves: moves(),
            luck: Vec::new(),
            balance: has_truth.then(|| Balance { start: 1.0, by_seat: vec![-1.0, 0.0], luck: 0.5, result: 0.5 }),
            seats: Vec::new(),
        },
        missing: Vec::new(),
    }
}

fn says(figure: &Figure, text: &str) -> bool {
    texts(figure).iter().any(|(line, _)| line.contains(text))
}

fn all(timeline: &Timeline, viewpoint: Viewpoint, width: Width) -> Vec<Figure> {
    let analysis = analysis(viewpoint);
    let mut figures = vec![
        attribution(timeline, &analysis, &key(), Measure::Entropy, width).expect("an attribution"),
        regret(timeline, &analysis, &key(), width).expect("a regret"),
        grades(timeline, &analysis, width).expect("grades"),
    ];
    if viewpoint == Viewpoint::Referee {
        figures.push(attribution(timeline, &analysis, &key(), Measure::Truth, width).expect("an attribution"));
        let mut calibration = Calibration::new(key());
        calibration.add(timeline, "one").expect("a match");
        calibration.add(timeline, "two").expect("a match");
        figures.push(calibration.figure(width).expect("a calibration"));
    }
    figures
}

#[test]
fn texts_are_large_enough_and_nothing_leaves_the_paper() {
    let timeline = match_of_thirty();
    for width in ["40mm", "84mm", "174mm"] {
        let width: Width = width.parse().expect("a width");
        for figure in all(&timeline, Viewpoint::Referee, width) {
            for (text, points) in texts(&figure) {
                assert!(points >= 7.0, "{text}: {points} pt");
                let needed = crate::text::width(&text, crate::drawing::Type::SMALL);
                assert!(needed <= width.units(), "{text:?}");
            }
            assert_border_is_paper(&figure);
        }
    }
}

/// Wide bars, narrow bars, none: all stay on the paper.
#[test]
fn matches_of_every_length_fit() {
    let whole = match_of_thirty();
    for len in [1usize, 2, 3, 31, 400, 4000] {
        let records = (0..len).map(|at| {
            let mut record = (*whole.record(at % 31).expect("a record")).clone();
            (record.index, record.turn) = (at as u32, at as u32);
            record
        });
        let timeline = Timeline::from_memory(whole.header().clone(), records.collect(), None);
        let mut analysis = analysis(Viewpoint::Referee);
        analysis.beliefs[0].turns = (0..len as u32).map(|record| turn(record, true)).collect();
        for width in [Width::COLUMN, Width::PAGE] {
            assert_border_is_paper(&regret(&timeline, &analysis, &key(), width).expect("a regret"));
            let figure = attribution(&timeline, &analysis, &key(), Measure::Truth, width);
            match figure {
                Ok(figure) => {
                    assert_border_is_paper(&figure);
                    assert!(figure.svg().len() < 20_000_000, "{}", figure.svg().len());
                }
                Err(error) => assert!(len == 1 && matches!(error, PlotError::NoReference { .. }), "{error}"),
            }
        }
    }
    let records = (0..4001).map(|at| super::fixture::record(at, vec![1.0 / 100.0; 100]));
    let long = Timeline::from_memory(whole.header().clone(), records.collect(), None);
    let error = regret(&long, &analysis(Viewpoint::Referee), &key(), Width::PAGE).expect_err("too long").to_string();
    assert_eq!(error, "expected 1 to 4000 records for the figure `regret`, found 4001");
}

#[test]
fn the_same_analysis_gives_the_same_bytes() {
    let make = || {
        let figures = all(&match_of_thirty(), Viewpoint::Referee, Width::COLUMN);
        let pages: Vec<Vec<u8>> = figures.iter().map(|figure| figure.pdf().expect("a page")).collect();
        (figures, pages)
    };
    assert!(make() == make());
}

#[test]
fn titles_name_match_belief_and_opponent_model() {
    for figure in all(&match_of_thirty(), Viewpoint::Referee, Width::PAGE) {
        assert!(says(&figure, "Guard and Thief (guide)"));
        if !says(&figure, "calibration") {
            assert!(says(&figure, "opponent model uniform") && says(&figure, "seed 7"));
        }
        assert!(says(&figure, "grades of the moves") || says(&figure, "belief of Guard: thief's cell"));
    }
}

#[test]
fn bars_are_the_bits() {
    let timeline = match_of_thirty();
    let figure = attribution(&timeline, &analysis(Viewpoint::Referee), &key(), Measure::Truth, Width::PAGE);
    let figure = figure.expect("a figure");
    let lines: Vec<&str> = figure.csv().lines().collect();
    assert_eq!(
        lines[0],
        "record,turn,belief,opponent_model,channel,truth_bits,entropy_bits,shapley_truth_bits,shapley_entropy_bits"
    );
    // Motion first, then the channels in order; the first record has no step.
    assert_eq!(
        lines[1..5],
        [
            "1,1,guard/thief@agent,uniform,motion,-1,0.5,-1,0.5",
            "1,1,guard/thief@agent,uniform,sight,2.5,-1.25,2.5,-1.25",
            "1,1,guard/thief@agent,uniform,scan,0.75,-0.375,0.75,-0.375",
            "1,1,guard/thief@agent,uniform,still runs,0,-0,0,-0",
        ]
    );
    assert_eq!(lines.len(), 1 + 30 * 4);
    // Each part that speaks has its fill: motion in 30 records, two channels in 15, and one of each in the legend.
    let count = |fill: &str| figure.svg().lines().filter(|line| line.contains("<rect") && line.contains(fill)).count();
    assert_eq!([count("#D6D6D6"), count("#8FB4E6"), count("#F3C082"), count("#9AD6B4")], [31, 16, 16, 0]);
    assert!(says(&figure, "motion") && says(&figure, "all together") && !says(&figure, "still runs"));
    // A bar that goes down begins where one that goes up ends: at 0. The heights are as the bits are.
    let height = |fill: &str| {
        let line = figure.svg().lines().find(|line| line.contains("<rect") && line.contains(fill)).expect("a bar");
        let (_, rest) = line.split_once(" height=\"").expect("a height");
        rest.split_once('"').expect("a number").0.parse::<f64>().expect("a number")
    };
    assert!((height("#8FB4E6") / height("#D6D6D6") - 2.5).abs() < 0.01);
    assert!((height("#F3C082") / height("#D6D6D6") - 0.75).abs() < 0.01);
}

#[test]
fn regret_says_what_is_infinite_and_whose_it_is() {
    let figure = regret(&match_of_thirty(), &analysis(Viewpoint::Referee), &key(), Width::PAGE).expect("a figure");
    let lines: Vec<&str> = figure.csv().lines().collect();
    assert_eq!(lines[1], "0,0,guard/thief@agent,uniform,0,0.5,0.5,0,0.5,0,");
    assert_eq!(lines[6], "5,5,guard/thief@agent,uniform,inf,0.5,inf,inf,0.5,0,");
    assert!(says(&figure, "infinite: excludes what is possible") && says(&figure, "inherited: lost before"));
    let mut finite = analysis(Viewpoint::Referee);
    finite.beliefs[0].turns.remove(5);
    let figure = regret(&match_of_thirty(), &finite, &key(), Width::PAGE).expect("a figure");
    assert!(!says(&figure, "infinite"));
}

#[test]
fn grades_are_marked_and_the_result_is_taken_apart() {
    let figure = grades(&match_of_thirty(), &analysis(Viewpoint::Referee), Width::PAGE).expect("a figure");
    let lines: Vec<&str> = figure.csv().lines().collect();
    assert_eq!(lines.len(), 5);
    assert_eq!(lines[2], "2,2,guard,move up,uniform,0.5,0.4375,0.0625,?!,win,win,0,");
    assert_eq!(lines[3], "3,3,thief,move up,uniform,0.8,0.5,0.30000000000000004,??,win,loss,1,??");
    let marks = |mark: &str| texts(&figure).iter().filter(|(text, _)| text == mark).count();
    assert_eq!([marks("?!"), marks("?"), marks("??")], [1, 1, 2]);
    for text in [
        "Thief: expected score",
        "Guard: expected score",
        "errors of Thief −1",
        "luck +0.5",
        "?? from 15 points in 100",
    ] {
        assert!(says(&figure, text), "{text}");
    }
}

#[test]
fn a_calibration_counts_turns_and_bands_matches() {
    let timeline = match_of_thirty();
    let mut calibration = Calibration::new(key());
    for name in ["one", "two", "three"] {
        calibration.add(&timeline, name).expect("a match");
    }
    let figure = calibration.figure(Width::PAGE).expect("a figure");
    let of = |part: &str| -> Vec<Vec<&str>> {
        let lines = figure.csv().lines().filter(|line| line.starts_with(&format!("{part},")));
        lines.map(|line| line.split(',').collect()).collect()
    };
    let number = |text: &str| text.parse::<f64>().expect("a number");
    let levels = of("hpd_level");
    assert_eq!(levels.len(), 10);
    assert!(levels.iter().all(|line| (line[2], line[3]) == ("3", "93")));
    assert_eq!(levels.iter().map(|line| number(line[6])).sum::<f64>(), 93.0);
    assert!((levels.iter().map(|line| number(line[7])).sum::<f64>() - 1.0).abs() < 1e-12);
    // Of three draws at a tenth each, two at most, by the binomial distribution: P(X ≤ 1) = 0.972.
    assert_eq!((levels[0][8], number(levels[0][9])), ("0", 2.0 / 3.0));
    assert_eq!(of("reliability").iter().map(|line| number(line[6])).sum::<f64>(), 93.0);
    let part = |part: &str| number(of(part)[0][7]);
    let sum = part("miscalibration") - part("discrimination") + part("uncertainty");
    assert!((part("score") - sum).abs() < 1e-12);
    for text in ["3 matches", "93 turns", "95 % if uniform, by 3 matches", "Brier score", "seed 7"] {
        assert!(says(&figure, text), "{text}");
    }
}

#[test]
fn a_seat_sees_nothing_that_takes_the_truth() {
    let timeline = match_of_thirty();
    let guard = Viewpoint::Seat(Seat(1));
    let refused = attribution(&timeline, &analysis(guard), &key(), Measure::Truth, Width::PAGE);
    assert!(matches!(refused, Err(PlotError::NeedsTruth { .. })));
    for figure in all(&timeline, guard, Width::PAGE) {
        assert!(says(&figure, "what Guard knows") && !says(&figure, "seed") && !says(&figure, "fuzzy"));
    }
    let one = || [Ok(NamedMatch { name: "match", timeline: &timeline, reasoning: None })];
    let draw = |subject| {
        let request = FigureRequest { viewpoint: guard, ..FigureRequest::new(subject) };
        request.draw::<_, PlotError>(one(), |_, _| Ok(()))
    };
    assert!(matches!(draw(FigureSubject::Calibration(key())), Err(PlotError::NeedsTruth { .. })));
    let foreign = fogreel_engine::data::BeliefKey { owner: "thief".to_owned(), ..key() };
    for subject in [
        FigureSubject::Regret(foreign.clone()),
        FigureSubject::Attribution { belief: foreign, measure: Measure::Entropy },
    ] {
        assert!(matches!(draw(subject), Err(PlotError::Hidden { .. })));
    }
}

#[test]
fn what_is_missing_is_named() {
    let timeline = match_of_thirty();
    let mut none = analysis(Viewpoint::Referee);
    none.beliefs[0].turns.iter_mut().for_each(|turn| turn.reference = None);
    none.grades.moves.clear();
    none.missing = vec![
        Missing { part: MissingPart::Reference, seat: Some(Seat(1)), why: "the map is too large".to_owned() },
        Missing { part: MissingPart::Hindsight, seat: None, why: "the recording has no truth".to_owned() },
    ];
    let width = Width::PAGE;
    for result in
        [regret(&timeline, &none, &key(), width), attribution(&timeline, &none, &key(), Measure::Entropy, width)]
    {
        let error = result.expect_err("no reference").to_string();
        assert_eq!(
            error,
            "the belief guard/thief@agent cannot be compared with a perfect reasoner: the map is too large"
        );
    }
    let error = grades(&timeline, &none, width).expect_err("no grades").to_string();
    assert_eq!(error, "no move of this match can be graded: the recording has no truth");
    let other = fogreel_engine::data::BeliefKey::new("guard", "exit", "agent");
    let error = regret(&timeline, &none, &other, width).expect_err("no such belief").to_string();
    assert!(error.contains("the recording holds guard/thief@agent"), "{error}");
    // A game that nobody reasons about says so, and does not draw a guess.
    let request = FigureRequest::new(FigureSubject::Regret(key()));
    let one = NamedMatch { name: "match", timeline: &timeline, reasoning: None };
    let error = request.draw::<_, PlotError>([Ok(one)], |_, _| Ok(())).expect_err("no reasoning").to_string();
    assert!(error.contains("cannot be compared with a perfect reasoner"), "{error}");
}
