//! From records to grades.

use fogreel_engine::{End, Header, Record, Seat};
use fogreel_inference::{Evaluation, ExpectedScore, FairModel, PerfectInformation, Told};
use fogreel_recorder::{ReadError, Timeline};

use super::{Accuracy, Balance, Fair, Hindsight, Luck, Mark, MatchGrades, MoveGrade, SeatGrades};

/// Scores that differ by less are the same: sums over the same beliefs in another order.
const SAME_SCORE: f64 = 1e-9;

/// Grades the moves of one match, record by record.
pub struct Grader {
    seats: usize,
    table: Option<Box<dyn PerfectInformation>>,
    models: Vec<Weighing>,
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

/// A seat's reference, and what it said of the actions in the latest record.
struct Weighing {
    model: Box<dyn FairModel>,
    scores: Vec<ExpectedScore>,
    /// Why it says nothing any more.
    error: Option<String>,
}

impl Weighing {
    fn observe(&mut self, record: &Record) -> Result<(), String> {
        let seat = self.model.seat();
        let told = Told::of(record, seat).ok_or("the recording has no view of this seat")?;
        self.model.observe(told).map_err(|error| error.to_string())?;
        if record.to_act.contains(seat) {
            self.scores = self.model.expected_scores()?;
        }
        Ok(())
    }
}

impl Grader {
    /// A grader that has seen no record. Without a table there is no hindsight; seats without a model have no fair grades.
    pub fn new(
        header: &Header,
        table: Option<Box<dyn PerfectInformation>>,
        models: impl IntoIterator<Item = Box<dyn FairModel>>,
    ) -> Self {
        let models = models.into_iter().map(|model| Weighing { model, scores: Vec::new(), error: None });
        Self {
            seats: header.seats.len(),
            table,
            models: models.collect(),
            evaluation: None,
            start: None,
            expected: None,
            latest: None,
            moves: Vec::new(),
            luck: Vec::new(),
        }
    }

    /// Takes in the next record, the start first.
    pub fn follow(&mut self, record: &Record) {
        self.grade_moves(record);
        let is_start = self.latest.is_none();
        self.latest = Some((record.index, record.turn));
        for weighing in &mut self.models {
            weighing.scores.clear();
            if weighing.error.is_none() {
                weighing.error = weighing.observe(record).err();
            }
        }
        self.evaluation = self.table.as_ref().and_then(|table| table.evaluate(record));
        let value = self.evaluation.as_ref().map(|now| of_first(now.seat, now.verdict.score()));
        if is_start {
            (self.start, self.expected) = (value, value);
        } else if let Some(value) = value {
            self.arrive(value);
        }
    }

    /// The grades, with the end of the match if it is known.
    pub fn finish(mut self, end: Option<&End>) -> MatchGrades {
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
        let of_seat = |seat: &Seat| SeatGrades {
            seat: *seat,
            model: self.weighing(*seat).map(|weighing| weighing.model.model().to_owned()),
            fair: Accuracy::of(self.of_seat(*seat).filter_map(|grade| Some(grade.fair.as_ref()?.loss))),
            no_fair: self.why_not_fair(*seat),
            hindsight: Accuracy::of(self.hindsight_losses(*seat)),
            luck: of_first_change(*seat, luck) + 0.0,
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

    fn weighing(&self, seat: Seat) -> Option<&Weighing> {
        self.models.iter().find(|weighing| weighing.model.seat() == seat)
    }

    fn why_not_fair(&self, seat: Seat) -> Option<String> {
        match self.weighing(seat) {
            Some(weighing) => weighing.error.clone(),
            None => Some("no reference weighs the actions of this seat".to_owned()),
        }
    }

    /// Grades what was done between the latest record and this one.
    fn grade_moves(&mut self, record: &Record) {
        if self.latest.is_none() {
            return;
        }
        let evaluation = self.evaluation.take();
        let mut expected = None;
        for taken in &record.actions {
            let fair = self.weighing(taken.seat).and_then(|weighing| fair(&weighing.scores, &taken.action));
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

/// Grades a recording. Reads all of it, once.
///
/// # Errors
/// [`ReadError`] if a record is damaged.
pub fn grade_match(
    timeline: &Timeline,
    table: Option<Box<dyn PerfectInformation>>,
    models: impl IntoIterator<Item = Box<dyn FairModel>>,
) -> Result<MatchGrades, ReadError> {
    let mut grader = Grader::new(timeline.header(), table, models);
    for index in 0..timeline.len() {
        grader.follow(timeline.record(index)?.as_ref());
    }
    Ok(grader.finish(timeline.end()))
}
