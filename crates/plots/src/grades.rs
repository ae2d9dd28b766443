//! What moves made of the match, fairly and in hindsight.

use std::fmt::Write as _;

use fogreel_analysis::grade::{Mark, MoveGrade, verdict_name};
use fogreel_analysis::perspective::header_for;
use fogreel_analysis::{MatchAnalysis, MissingPart};
use fogreel_engine::data::Rgb;
use fogreel_engine::{Header, Seat};
use fogreel_recorder::Timeline;

use crate::axis::Axis;
use crate::chart::{Chart, Ends};
use crate::csv::{field, optional};
use crate::drawing::{Area, Drawing, FAINT, INK, MM, PAPER, Point, Type};
use crate::lanes::{Lane, LaneMark};
use crate::lines::{DASHES, broken};
use crate::strip::{SAMPLE, Sample, Strip, turns_of};
use crate::text::{clean, number};
use crate::{Figure, PlotError, Width, words};

const FAIR: Rgb = Rgb(0x1f, 0x4e, 0x9c);
const HINDSIGHT: Rgb = Rgb(0xb8, 0x4a, 0x14);

/// Draws the expected score of each seat along the match (win 1, draw ½, loss 0) after every move of its own: by what it could
/// know when it moved, and in hindsight. What a move gave away is a line down from the best score that there was; moves that gave
/// away at least 5, 10 and 15 points are marked `?!`, `?` and `??`.
///
/// # Errors
/// [`PlotError`] if no move could be graded, or the match is too long.
pub fn grades(timeline: &Timeline, analysis: &MatchAnalysis, width: Width) -> Result<Figure, PlotError> {
    let header = header_for(timeline.header(), analysis.viewpoint);
    let turns = turns_of(timeline, "grades")?;
    let grades = &analysis.grades;
    if grades.moves.is_empty() {
        return Err(PlotError::NoGrades(why_none(analysis)));
    }
    let model = analysis.model.as_deref().unwrap_or_default();
    let groups = [
        (words::match_name(&header, analysis.viewpoint), Type::TITLE, INK),
        (
            vec!["grades of the moves, fair and in hindsight".to_owned(), words::opponent_model(model)],
            Type::BODY,
            FAINT,
        ),
    ];
    let seats: Vec<Seat> = (0..header.seats.len() as u8).map(Seat).collect();
    let of_seat = |seat: Seat| grades.moves.iter().filter(move |grade| grade.seat == seat);
    let mut strip = Strip::new(width, groups, ["marks, hindsight"], turns.len());
    for seat in seats.into_iter().filter(|seat| of_seat(*seat).next().is_some()) {
        let moves: Vec<&MoveGrade> = of_seat(seat).collect();
        let name = format!("{}: expected score", words::seat_name(&header, seat));
        let chart = strip.chart(&name, Ends::unit(), 24 * MM);
        let axis = strip.axis;
        // Hindsight lies below: the fair grade is the one that counts.
        scores(&mut strip.drawing, &axis, &chart, &moves, Kind::Hindsight);
        scores(&mut strip.drawing, &axis, &chart, &moves, Kind::Fair);
        strip.lanes(&[lane("marks, fair", &moves, Kind::Fair), lane("marks, hindsight", &moves, Kind::Hindsight)]);
    }
    strip.turns(&turns);
    if let Some(balance) = &grades.balance {
        let mut parts =
            vec![format!("{} in hindsight: start {}", words::seat_name(&header, Seat(0)), number(balance.start))];
        for (index, errors) in balance.by_seat.iter().enumerate() {
            let whose = words::seat_name(&header, Seat(index as u8));
            parts.push(format!("errors of {whose} {}", signed(*errors)));
        }
        parts.push(format!("luck {}", signed(balance.luck)));
        parts.push(format!("result {}", number(balance.result)));
        strip.say(&parts);
    }
    let has = |is: &dyn Fn(&MoveGrade) -> bool| grades.moves.iter().any(is);
    let mut entries: Vec<(Sample, String)> = Vec::new();
    if has(&|grade| grade.fair.is_some()) {
        entries.push((sample(Kind::Fair), "fair: by what the seat could know".to_owned()));
    }
    if has(&|grade| grade.hindsight.is_some()) {
        entries.push((sample(Kind::Hindsight), "in hindsight: everything seen".to_owned()));
    }
    entries.push((Box::new(loss_sample), "given away by the move".to_owned()));
    let marks: Vec<String> = Mark::ALL
        .iter()
        .map(|mark| format!("{} from {} points in 100", mark.symbol(), number(mark.least_loss() * 100.0)))
        .collect();
    strip.say(&marks);
    strip.finish(&entries, csv(&header, analysis))
}

/// Why there is no grade at all.
fn why_none(analysis: &MatchAnalysis) -> String {
    let is_about =
        |part: MissingPart| matches!(part, MissingPart::FairGrades | MissingPart::Hindsight | MissingPart::Truth);
    let mut whys: Vec<&str> =
        analysis.missing.iter().filter(|missing| is_about(missing.part)).map(|missing| missing.why.as_str()).collect();
    whys.dedup();
    if whys.is_empty() { "nobody moved".to_owned() } else { whys.join("; ") }
}

fn signed(value: f64) -> String {
    let text = number(value.abs());
    match value {
        0.0 => text,
        value if value < 0.0 => format!("−{text}"),
        _ => format!("+{text}"),
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Fair,
    Hindsight,
}

impl Kind {
    /// The best score that there was, the score after the move, and its mark.
    fn of(self, grade: &MoveGrade) -> Option<(f64, f64, Option<Mark>)> {
        match self {
            Self::Fair => grade.fair.as_ref().map(|fair| (fair.best_score, fair.score, fair.mark)),
            Self::Hindsight => {
                let hindsight = grade.hindsight.as_ref()?;
                Some((hindsight.before.score(), hindsight.after.score(), hindsight.mark))
            }
        }
    }

    const fn color(self) -> Rgb {
        match self {
            Self::Fair => FAIR,
            Self::Hindsight => HINDSIGHT,
        }
    }
}

/// The scores after the moves of one seat.
fn scores(drawing: &mut Drawing, axis: &Axis, chart: &Chart, moves: &[&MoveGrade], kind: Kind) {
    let points: Vec<(Point, i32)> = moves
        .iter()
        .filter_map(|grade| {
            let (best, score, _) = kind.of(grade)?;
            Some(((axis.at(grade.record as usize), chart.y(score)), chart.y(best)))
        })
        .collect();
    let line: Vec<Point> = points.iter().map(|(point, _)| *point).collect();
    join(drawing, &line, kind);
    for (point, best) in points {
        if point.1 - best > 20 {
            loss(drawing, point, best, kind.color());
        }
        dot(drawing, point, kind);
    }
}

fn join(drawing: &mut Drawing, line: &[Point], kind: Kind) {
    match kind {
        Kind::Fair if line.len() > 1 => drawing.path(line.to_vec(), FAIR, 22),
        Kind::Fair => {}
        Kind::Hindsight => broken(line, DASHES).into_iter().for_each(|piece| drawing.path(piece, HINDSIGHT, 16)),
    }
}

/// What a move gave away: a line down from what was to be had.
fn loss(drawing: &mut Drawing, (x, y): Point, best: i32, color: Rgb) {
    drawing.path(vec![(x - 45, best), (x + 45, best)], color, 18);
    drawing.path(vec![(x, best), (x, y)], color, 18);
}

/// A disc for what could be known, a hollow square for what could not.
fn dot(drawing: &mut Drawing, (x, y): Point, kind: Kind) {
    match kind {
        Kind::Fair => drawing.disc((x, y), 36, FAIR),
        Kind::Hindsight => {
            let area = Area::new(x - 38, y - 38, 76, 76);
            drawing.rectangle(area, PAPER);
            drawing.path(area.outline(), HINDSIGHT, 16);
        }
    }
}

fn sample(kind: Kind) -> Sample {
    Box::new(move |drawing: &mut Drawing, (x, y): Point| {
        join(drawing, &[(x, y), (x + SAMPLE, y)], kind);
        dot(drawing, (x + SAMPLE / 2, y), kind);
    })
}

fn loss_sample(drawing: &mut Drawing, (x, y): Point) {
    loss(drawing, (x + SAMPLE / 2, y + 120), y - 120, INK);
}

fn lane(name: &str, moves: &[&MoveGrade], kind: Kind) -> Lane {
    let marks = moves.iter().filter_map(|grade| {
        let (_, _, mark) = kind.of(grade)?;
        let record = grade.record as usize;
        Some(LaneMark { letter: mark?.symbol().to_owned(), first: record, last: record })
    });
    Lane { name: name.to_owned(), marks: marks.collect() }
}

/// One line a move.
fn csv(header: &Header, analysis: &MatchAnalysis) -> String {
    let mut csv =
        "record,turn,seat,action,opponent_model,fair_best_score,fair_score,fair_loss,fair_mark,hindsight_before,\
                   hindsight_after,hindsight_loss,hindsight_mark\n"
            .to_owned();
    let model = field(analysis.model.as_deref().unwrap_or_default());
    let symbol = |mark: Option<Mark>| mark.map_or("", Mark::symbol);
    for grade in &analysis.grades.moves {
        let seat = header.seat_info(grade.seat).map_or_else(|| grade.seat.0.to_string(), |info| field(&info.id));
        let fair = grade.fair.as_ref();
        let hindsight = grade.hindsight.as_ref();
        // Writing to a string cannot fail.
        let _ = writeln!(
            csv,
            "{},{},{seat},{},{model},{},{},{},{},{},{},{},{}",
            grade.record,
            grade.turn,
            field(&clean(&grade.action)),
            optional(fair.map(|fair| fair.best_score)),
            optional(fair.map(|fair| fair.score)),
            optional(fair.map(|fair| fair.loss)),
            symbol(fair.and_then(|fair| fair.mark)),
            hindsight.map_or("", |hindsight| verdict_name(hindsight.before)),
            hindsight.map_or("", |hindsight| verdict_name(hindsight.after)),
            optional(hindsight.map(|hindsight| hindsight.loss)),
            symbol(hindsight.and_then(|hindsight| hindsight.mark)),
        );
    }
    csv
}
