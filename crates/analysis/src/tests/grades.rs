//! Grades of a game with a coin, whose values are written by hand.

use fogreel_engine::data::{ActionTaken, Belief, BeliefKind, Outcome};
use fogreel_engine::{End, Record, Seat, SeatSet};
use fogreel_inference::{
    Evaluation, ExpectedScore, FairModel, MoveValue, PerfectInformation, ReferenceError, ReferenceModel, Told, Verdict,
};
use fogreel_recorder::Timeline;

use super::fixture::{GUARD, header, record, spread};
use crate::grade::{Mark, MatchGrades, grade_match};

const THIEF: Seat = Seat(0);

/// In record 0 the thief tosses a coin for the match, or gives it up. In record 1 the guard can only nod.
struct Coin {
    /// What the guard's position is worth to it.
    nodding: Verdict,
}

impl PerfectInformation for Coin {
    fn evaluate(&self, record: &Record) -> Option<Evaluation> {
        record.truth.as_ref()?;
        let value = |action: &str, verdict| MoveValue { action: action.to_owned(), verdict, distance: None };
        let evaluation = |seat, verdict, moves| Evaluation { seat, verdict, distance: None, moves };
        match record.index {
            0 => Some(evaluation(
                THIEF,
                Verdict::Draw,
                vec![value("toss", Verdict::Draw), value("give up", Verdict::Loss)],
            )),
            1 => Some(evaluation(GUARD, self.nodding, vec![value("nod", self.nodding)])),
            _ => None,
        }
    }
}

/// Weighs the thief's actions, until a record that it cannot explain.
struct Hand {
    gives_up_at: u32,
}

impl ReferenceModel for Hand {
    fn seat(&self) -> Seat {
        THIEF
    }

    fn model(&self) -> &str {
        "hand"
    }

    fn observe(&mut self, told: Told<'_>) -> Result<f64, ReferenceError> {
        if told.index >= self.gives_up_at {
            return Err(ReferenceError::Unreadable { record: told.index, what: "torn".to_owned() });
        }
        Ok(0.0)
    }

    fn beliefs(&self) -> Vec<Belief> {
        Vec::new()
    }

    fn opponent_models(&self) -> Vec<(String, f64)> {
        vec![("hand".to_owned(), 1.0)]
    }
}

impl FairModel for Hand {
    fn expected_scores(&mut self) -> Result<Vec<ExpectedScore>, String> {
        let expected = |action: &str, score| ExpectedScore { action: action.to_owned(), score };
        Ok(vec![expected("toss", 0.5), expected("give up", 0.42)])
    }
}

/// The start, the thief's action, and the guard's nod.
fn records(action: &str) -> Vec<Record> {
    let taken = |seat, action: &str| vec![ActionTaken { seat, action: action.to_owned() }];
    let at = |index, actions, to_act| Record {
        actions,
        to_act,
        ..record(index, BeliefKind::Categorical(spread(&[((2, 3), 1.0)])))
    };
    vec![
        at(0, Vec::new(), SeatSet::of(THIEF)),
        at(1, taken(THIEF, action), SeatSet::of(GUARD)),
        at(2, taken(GUARD, "nod"), SeatSet::NONE),
    ]
}

fn won_by(winner: Seat) -> End {
    let winners = SeatSet::of(winner);
    let outcome = Outcome { winners, reason: "coin".to_owned(), text: "The coin fell.".to_owned(), scores: Vec::new() };
    End { outcome, turns: 2, records: 3 }
}

fn grades(records: &[Record], nodding: Verdict, end: Option<&End>) -> MatchGrades {
    let model: Box<dyn FairModel> = Box::new(Hand { gives_up_at: 2 });
    let timeline = Timeline::from_memory(header(), records.to_vec(), end.cloned());
    grade_match(&timeline, Some(Box::new(Coin { nodding })), [model]).expect("readable")
}

#[test]
fn a_coin_is_luck_and_nobodys_error() {
    let grades = grades(&records("toss"), Verdict::Loss, Some(&won_by(THIEF)));
    let balance = grades.balance.expect("a whole match");
    assert_eq!((balance.start, balance.luck, balance.result), (0.5, 0.5, 1.0));
    assert_eq!(balance.by_seat, [0.0, 0.0]);
    assert_eq!(grades.luck.iter().map(|luck| (luck.record, luck.score)).collect::<Vec<_>>(), [(1, 0.5)]);
    assert_eq!(grades.seats.iter().map(|seat| seat.luck).collect::<Vec<_>>(), [0.5, -0.5]);
    assert!(grades.moves.iter().all(|grade| grade.hindsight.as_ref().is_some_and(|grade| grade.mark.is_none())));
    assert!(!grades.moves[1].hindsight.as_ref().expect("a truth").was_only_move, "there was no other");
}

#[test]
fn giving_up_is_an_error_and_no_luck() {
    let grades = grades(&records("give up"), Verdict::Win, Some(&won_by(GUARD)));
    let balance = grades.balance.as_ref().expect("a whole match");
    assert_eq!((balance.start, balance.luck, balance.result), (0.5, 0.0, 0.0));
    assert_eq!(balance.by_seat, [-0.5, 0.0]);
    let [given_up, nodded] = grades.moves.as_slice() else { panic!("two moves") };
    let (fair, hindsight) = (given_up.fair.as_ref().expect("fair"), given_up.hindsight.as_ref().expect("a truth"));
    assert!((fair.loss - 0.08).abs() < 1e-12);
    assert_eq!((fair.mark, fair.best.as_slice()), (Some(Mark::Inaccuracy), &["toss".to_owned()][..]));
    assert_eq!((hindsight.mark, hindsight.loss, hindsight.was_only_move), (Some(Mark::Blunder), 0.5, true));
    assert_eq!(nodded.fair, None);
    // What stopped a reference does not take back what it said before.
    let thief = &grades.seats[0];
    assert_eq!(thief.fair.as_ref().map(|fair| (fair.moves, fair.inaccuracies)), Some((1, 1)));
    assert_eq!(thief.no_fair.as_deref(), Some("record 2: torn"));
    assert_eq!((thief.model.as_deref(), grades.seats[1].model.as_deref()), (Some("hand"), None));
    let json = serde_json::to_value(&grades).expect("plain data");
    assert_eq!(json["moves"][0]["hindsight"]["after"], "loss");
    assert_eq!(json["moves"][0]["fair"]["mark"], "inaccuracy");
}

#[test]
fn what_is_missing_is_not_made_up() {
    assert_eq!(grades(&records("toss"), Verdict::Loss, None).balance, None, "no end");
    let mut redacted = records("toss");
    redacted[1].truth = None;
    let blind = grades(&redacted, Verdict::Loss, Some(&won_by(THIEF)));
    assert_eq!((blind.balance, blind.luck.len(), blind.moves.len()), (None, 0, 1), "no truth in between");
    let mut forfeited = records("toss");
    forfeited.pop();
    let early = grades(&forfeited, Verdict::Loss, Some(&won_by(GUARD)));
    assert_eq!(early.balance, None, "it ended by other means than a move");
}
