//! From records to grades.

use fogreel_engine::{End, Header, Record, Seat};
use fogreel_inference::{Evaluation, ExpectedScore, FairModel, PerfectInformation};
use fogreel_recorder::{ReadError, Timeline};

use super::{Accuracy, Balance, Fair, Hindsight, Luck, Mark, MatchGrades, MoveGrade, SeatGrades};
use crate::following::Follower;

/// Scores that differ by less are the same: sums over the same beliefs in another order.
const SAME_SCORE: f64 = 1e-9;

/// Grades the moves of one match, record by record.
pub(crate) struct Grader {
    seats: usize,
    table: Option<Box<dyn PerfectInformation>>,
    /// What each seat's reference said of its actions in the latest record.
    scores: Vec<(Seat, Vec<ExpectedScore>)>,
    /// The value of the latest position, and of nothing after the end.
    evaluation: Option<Evaluation>,
    /// Score of the first seat at the start.
    start: Option<f64>,
    /// Expected score of the first seat after the latest action, before chance. `None` once a link is missing.
    expected: Option<f64>,
    latest: Option<(u32, u32)>,
    moves: Vec<MoveGrade>,
    luck: Vec<Luck>,
}

/// The reference that weighed a seat's actions, and how far it came.
pub(crate) struct Weighing {
    pub(crate) seat: Seat,
    pub(crate) model: String,
    /// Why it does not weigh all of them.
    pub(crate) error: Option<String>,
}

impl Weighing {
    pub(crate) fn of(follower: &Follower<dyn FairModel>) -> Self {
        let model = follower.model();
        Self { seat: model.seat(), model: model.model().to_owned(), error: follower.why_no_scores() }
    }
}

impl Grader {
    /// A grader that has seen no record. Without a table there is no hindsight.
    pub(crate) fn new(header: &Header, table: Option<Box<dyn PerfectInformation>>) -> Self {
        Self {
            seats: header.seats.len(),
            table,
            scores: Vec::new(),
            evaluation: None,
            start: None,
            expected: None,
            latest: None,
            moves: Vec::new(),
            luck: Vec::new(),
        }
    }

    /// Takes in the next record, the start first, and what the references say of the actions in it. Seats without scores have
    /// no fair grade of their next move.
    pub(crate) fn follow(&mut self, record: &Record, scores: Vec<(Seat, Vec<ExpectedScore>)>) {
        self.grade_moves(record);
        let is_start = self.latest.is_none();
        self.latest = Some((record.index, record.turn));
        self.scores = scores;
        self.evaluation = self.table.as_ref().and_then(|table| table.evaluate(record));
        let value = self.evaluation.as_ref().map(|now| of_first(now.seat, now.verdict.score()));
        if is_start {
            (self.start, self.expected) = (value, value);
        } else if let Some(value) = value {
            self.arrive(value);
        }
    }

    /// The moves judged so far.
    pub(crate) fn moves(&self) -> &[MoveGrade] {
        &self.moves
    }

    /// The next record is lost: what follows does not go on from what came before.
    pub(crate) fn skip(&mut self) {
        (self.evaluation, self.expected) = (None, None);
        self.scores.clear();
        self.latest.get_or_insert((0, 0));
    }

    /// The grades, with the end of the match if it is known.
    pub(crate) fn finish(mut self, end: Option<&End>, references: &[Weighing]) -> MatchGrades {
        let result = end.map(|end| match end.outcome.winners {
            winners if winners.contains(FIRST) => 1.0,
            winners if winners.is_empty() => 0.5,
            _ => 0.0,
        });
        // An evaluation left over means that the end came by other means than a move: nobody's error, and no luck.
        let is_whole = self.evaluation.is_none() && self.expected.is_some();
        if let (Some(result), true) = (result, is_whole) {
            self.arrive(result);
        }
        let luck: f64 = self.luck.iter().map(|luck| luck.score).sum();
        let seats: Vec<Seat> = (0..self.seats as u8).map(Seat).collect();
        let balance = match (self.start, result) {
            (Some(start), Some(result)) if is_whole && self.seats == 2 => {
                let errors = |seat: &Seat| self.hindsight_losses(*seat).map(|loss| of_first_change(*seat, -loss)).sum();
                Some(Balance { start, by_seat: seats.iter().map(errors).collect(), luck, result })
            }
            _ => None,
        };
        let of_seat = |seat: &Seat| {
            let reference = references.iter().find(|reference| reference.seat == *seat);
            SeatGrades {
                seat: *seat,
                model: reference.map(|reference| reference.model.clone()),
                fair: Accuracy::of(self.of_seat(*seat).filter_map(|grade| Some(grade.fair.as_ref()?.loss))),
                no_fair: match reference {
                    Some(reference) => reference.error.clone(),
                    None => Some("no reference weighs the actions of this seat".to_owned()),
                },
                hindsight: Accuracy::of(self.hindsight_losses(*seat)),
                luck: of_first_change(*seat, luck) + 0.0,
            }
        };
        let seats = seats.iter().map(of_seat).collect();
        MatchGrades { seats, balance, moves: self.moves, luck: self.luck }
    }

    fn of_seat(&self, seat: Seat) -> impl Iterator<Item = &MoveGrade> {
        self.moves.iter().filter(move |grade| grade.seat == seat)
    }

    fn hindsight_losses(&self, seat: Seat) -> impl Iterator<Item = f64> {
        self.of_seat(seat).filter_map(|grade| Some(grade.hindsight.as_ref()?.loss))
    }

    /// Grades what was done between the latest record and this one.
    fn grade_moves(&mut self, record: &Record) {
        if self.latest.is_none() {
            return;
        }
        let evaluation = self.evaluation.take();
        let mut expected = None;
        for taken in &record.actions {
            let scores = self.scores.iter().find(|(seat, _)| *seat == taken.seat);
            let fair = scores.and_then(|(_, scores)| fair(scores, &taken.action));
            let own = evaluation.as_ref().filter(|evaluation| evaluation.seat == taken.seat);
            let hindsight = own.and_then(|evaluation| hindsight(evaluation, &taken.action));
            if let Some(hindsight) = &hindsight {
                expected = Some(of_first(taken.seat, hindsight.after.score()));
            }
            if fair.is_some() || hindsight.is_some() {
                self.moves.push(MoveGrade {
                    record: record.index,
                    turn: record.turn,
                    seat: taken.seat,
                    action: taken.action.clone(),
                    fair,
                    hindsight,
                });
            }
        }
        // A record of chance alone leaves the expectation as it was.
        if !record.actions.is_empty() {
            self.expected = self.expected.and(expected);
        }
    }

    /// The first seat's score has become known to be `value`, where it was expected to be something else: that is luck.
    fn arrive(&mut self, value: f64) {
        let (Some(expected), Some((record, turn))) = (self.expected, self.latest) else { return };
        let score = value - expected;
        if score != 0.0 {
            self.luck.push(Luck { record, turn, score });
        }
        self.expected = Some(value);
    }
}

/// Whose score luck and balance are told in.
const FIRST: Seat = Seat(0);

/// A seat's score as the first seat's, in a game for two in which one's gain is the other's loss.
fn of_first(seat: Seat, score: f64) -> f64 {
    if seat == FIRST { score } else { 1.0 - score }
}

/// The same for a change of score.
fn of_first_change(seat: Seat, change: f64) -> f64 {
    if seat == FIRST { change } else { -change }
}

fn fair(scores: &[ExpectedScore], action: &str) -> Option<Fair> {
    let score = scores.iter().find(|expected| expected.action == action)?.score;
    let best_score = scores.iter().map(|expected| expected.score).fold(score, f64::max);
    let best = scores.iter().filter(|expected| expected.score + SAME_SCORE >= best_score);
    let loss = best_score - score;
    Some(Fair {
        best_score,
        score,
        loss,
        mark: Mark::of_loss(loss),
        best: best.map(|expected| expected.action.clone()).collect(),
    })
}

fn hindsight(evaluation: &Evaluation, action: &str) -> Option<Hindsight> {
    let played = evaluation.moves.iter().find(|value| value.action == action)?;
    let loss = evaluation.verdict.score() - played.verdict.score();
    let keeping = evaluation.moves.iter().filter(|value| value.verdict == evaluation.verdict).count();
    Some(Hindsight {
        before: evaluation.verdict,
        distance_before: evaluation.distance,
        after: played.verdict,
        distance_after: played.distance.map(|distance| distance.saturating_sub(1)),
        loss,
        mark: Mark::of_loss(loss),
        best: evaluation.best().map(|value| value.action.clone()).collect(),
        was_only_move: keeping == 1 && evaluation.moves.len() > 1,
    })
}

/// Grades a recording. Reads all of it, once. Without a table there is no hindsight; seats without a model have no fair
/// grades.
///
/// # Errors
/// [`ReadError`] if a record is damaged.
pub fn grade_match(
    timeline: &Timeline,
    table: Option<Box<dyn PerfectInformation>>,
    models: impl IntoIterator<Item = Box<dyn FairModel>>,
) -> Result<MatchGrades, ReadError> {
    let mut grader = Grader::new(timeline.header(), table);
    let mut references: Vec<Follower<dyn FairModel>> = models.into_iter().map(Follower::new).collect();
    for index in 0..timeline.len() {
        let record = timeline.record(index)?;
        let scores = references.iter_mut().map(|reference| {
            reference.follow(&record, &[]);
            (reference.model().seat(), reference.scores(&record))
        });
        grader.follow(&record, scores.collect());
    }
    let references: Vec<Weighing> = references.iter().map(Weighing::of).collect();
    Ok(grader.finish(timeline.end(), &references))
}
