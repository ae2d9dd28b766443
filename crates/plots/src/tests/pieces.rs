//! Ways and visits of pieces.

use fogreel_engine::data::{Frame, KnownPiece, Piece, Truth, View};
use fogreel_engine::{Cell, CellSet, Header, Record, Seat, Size, Viewpoint};
use fogreel_recorder::Timeline;

use super::fixture::{header, match_of_thirty, record};
use super::labels::texts;
use crate::{Figure, FigureRequest, FigureSubject, NamedMatch, PlotError, TrackOptions, Visits, trajectory};

const THIEF: u16 = 0;
const GUARD: u16 = 1;
const REFEREE: Viewpoint = Viewpoint::Referee;
const AS_GUARD: Viewpoint = Viewpoint::Seat(Seat(1));

fn piece(kind: u16, (row, col): (u16, u16)) -> Piece {
    Piece { kind, cell: Cell::new(row, col), facing: None, label: String::new() }
}

fn view(size: Size, pieces: Vec<KnownPiece>) -> View {
    View {
        seat: Seat(1),
        frame: Frame::board(size),
        terrain: None,
        edges: Vec::new(),
        visible: CellSet::new(size),
        last_seen: vec![0; size.cells()],
        pieces,
        signals: Vec::new(),
        facts: Vec::new(),
        messages: Vec::new(),
    }
}

/// The thief walks along the first row and back; the guard stays, and sees it in the records that are named.
fn walk(cols: &[u16], seen: &[u32]) -> Timeline {
    walk_on(header(Size::new(2, 5)), cols, seen)
}

fn walk_on(header: Header, cols: &[u16], seen: &[u32]) -> Timeline {
    let size = header.board.size;
    let mut last_seen = None;
    let records = cols.iter().zip(0u32..).map(|(col, index)| {
        let mut record: Record = record(index, vec![0.1; size.cells()]);
        let (thief, guard) = (piece(THIEF, (0, *col)), piece(GUARD, (1, 4)));
        if seen.contains(&index) {
            last_seen = Some(KnownPiece { piece: thief.clone(), seen_at: index });
        }
        let known = [KnownPiece { piece: guard.clone(), seen_at: index }].into_iter().chain(last_seen.clone());
        record.views = vec![view(size, known.collect())];
        record.truth = Some(Truth { pieces: vec![thief, guard], ..Truth::default() });
        record
    });
    let records = records.collect();
    Timeline::from_memory(header, records, None)
}

fn all(timeline: &Timeline) -> Vec<usize> {
    (0..timeline.len()).collect()
}

fn way(timeline: &Timeline, viewpoint: Viewpoint) -> Figure {
    trajectory(timeline, &all(timeline), viewpoint, &TrackOptions::default()).expect("a figure")
}

/// Coloured lines from cell to cell: those that are neither a frame, a plate nor a sign of the legend.
fn steps(figure: &Figure, color: &str) -> usize {
    let tree = resvg::usvg::roxmltree::Document::parse(figure.svg()).expect("well-formed");
    let is_step = |node: &resvg::usvg::roxmltree::Node<'_, '_>| {
        node.attribute("stroke") == Some(color)
            && node.attribute("stroke-width") != Some("14")
            && node.attribute("points").is_some_and(|points| points.split_whitespace().count() == 2)
    };
    tree.descendants().filter(|node| node.has_tag_name("polyline") && is_step(node)).count()
}

const GOLD: &str = "#D69E1A";

#[test]
fn a_way_has_a_line_a_step_that_grows_and_a_number_a_stop() {
    let timeline = walk(&[0, 1, 1, 2, 1], &[]);
    let figure = way(&timeline, REFEREE);
    // Three steps, and one in the legend.
    assert_eq!(steps(&figure, GOLD), 4, "{}", figure.svg());
    let numbers: Vec<String> = texts(&figure).into_iter().map(|(text, _)| text).collect();
    for turn in ["0", "1", "3"] {
        assert!(numbers.iter().filter(|text| *text == turn).count() > 0, "{turn}");
    }
    let widths: Vec<i32> = figure
        .svg()
        .lines()
        .filter(|line| line.contains("<polyline") && line.contains(GOLD) && !line.contains("stroke-width=\"14\""))
        .filter_map(|line| line.split_once("stroke-width=\"")?.1.split_once('"')?.0.parse().ok())
        .collect();
    assert!(widths[0] < widths[1] && widths[1] < widths[2], "{widths:?}");
    assert!(numbers.iter().any(|text| text.contains("turns 0 to 4")));
}

#[test]
fn the_numbers_beside_a_way_are_the_cells() {
    let figure = way(&walk(&[0, 1, 1], &[]), REFEREE);
    let expected = "record,turn,viewpoint,piece,number,row,col\n\
                    0,0,referee,thief,1,0,0\n0,0,referee,guard,1,1,4\n\
                    1,1,referee,thief,1,0,1\n1,1,referee,guard,1,1,4\n\
                    2,2,referee,thief,1,0,1\n2,2,referee,guard,1,1,4\n";
    assert_eq!(figure.csv(), expected);
}

#[test]
fn a_seat_sees_of_a_way_what_it_saw() {
    let timeline = walk(&[0, 1, 2, 3, 4], &[0, 1, 3]);
    let figure = way(&timeline, AS_GUARD);
    let thief: Vec<&str> = figure.csv().lines().filter(|line| line.contains("thief")).collect();
    assert_eq!(thief, ["0,0,guard,thief,1,0,0", "1,1,guard,thief,1,0,1", "3,3,guard,thief,1,0,3"]);
    // Between the records 1 and 3 it was out of sight: there is one step, and one in the legend.
    assert_eq!(steps(&figure, GOLD), 2);
    assert!(texts(&figure).iter().any(|(text, _)| text == "ways of the pieces, as Guard saw them"));
    let unseen = trajectory(
        &walk(&[0, 1], &[]),
        &[0, 1],
        AS_GUARD,
        &TrackOptions { piece: Some("thief".to_owned()), ..TrackOptions::default() },
    );
    assert!(matches!(unseen, Err(PlotError::NeverSeen(piece)) if piece == "thief"));
}

/// The fixture's guard never sees the thief: no figure for it depends on where the thief was.
#[test]
fn nothing_hidden_reaches_a_seats_figures_of_pieces() {
    let timeline = match_of_thirty();
    let mut records: Vec<Record> =
        (0..timeline.len()).map(|at| (*timeline.record(at).expect("a record")).clone()).collect();
    for record in &mut records {
        record.truth = None;
        record.events.clear();
    }
    let blind = Timeline::from_memory(timeline.header().clone(), records, None);
    for subject in [FigureSubject::Trajectory { piece: None }, FigureSubject::Visits { piece: None }] {
        let request = FigureRequest { viewpoint: AS_GUARD, ..FigureRequest::new(subject) };
        let draw = |timeline: &Timeline| {
            let mut figures = Vec::new();
            let matches = [Ok(NamedMatch { name: "match", timeline, reasoning: None })];
            request
                .draw::<_, PlotError>(matches, |name, figure| {
                    figures.push((name.to_owned(), figure.clone()));
                    Ok(())
                })
                .expect("figures");
            figures
        };
        assert!(draw(&timeline) == draw(&blind), "{}", request.subject.name());
    }
}

#[test]
fn a_seam_is_not_crossed_by_a_line() {
    let mut header = header(Size::new(2, 5));
    let plain = way(&walk_on(header.clone(), &[4, 0, 1], &[]), REFEREE);
    header.board.wrap = true;
    let joined = way(&walk_on(header, &[4, 0, 1], &[]), REFEREE);
    assert_eq!((steps(&plain, GOLD), steps(&joined, GOLD)), (3, 2));
}

#[test]
fn visits_are_arrivals_over_all_matches() {
    let mut visits = Visits::new(REFEREE, TrackOptions::default());
    visits.add(&walk(&[0, 1, 1, 0], &[]), "one").expect("a match");
    visits.add(&walk(&[1, 2], &[]), "two").expect("a match");
    let figures = visits.figures().expect("figures");
    assert_eq!(figures.iter().map(|(piece, _)| piece.as_str()).collect::<Vec<_>>(), ["thief", "guard"]);
    let lines: Vec<&str> = figures[0].1.csv().lines().collect();
    assert_eq!(lines[0], "matches,viewpoint,piece,row,col,visits,records,terrain");
    assert_eq!(
        lines[1..4],
        ["2,referee,thief,0,0,2,2,floor", "2,referee,thief,0,1,2,3,floor", "2,referee,thief,0,2,1,1,floor"]
    );
    assert_eq!(lines.len(), 11);
    assert!(lines[4..].iter().all(|line| line.contains(",0,0,floor")));
    // The guard never moves: one visit a match, six records.
    assert!(figures[1].1.csv().contains("2,referee,guard,1,4,2,6,floor"));
    let said: Vec<String> = texts(&figures[0].1).into_iter().map(|(text, _)| text).collect();
    for text in ["2 matches", "5 visits", "3 of 10 cells visited", "2.5 visits a match", "never visited"] {
        assert!(said.iter().any(|line| line == text), "{text}: {said:?}");
    }
}

#[test]
fn a_seat_counts_what_it_saw() {
    let mut visits = Visits::new(AS_GUARD, TrackOptions { piece: Some("thief".to_owned()), ..TrackOptions::default() });
    visits.add(&walk(&[0, 1, 1, 1, 2], &[1, 3]), "one").expect("a match");
    let figures = visits.figures().expect("figures");
    // It came into sight twice.
    assert!(figures[0].1.csv().contains("1,guard,thief,0,1,2,2,floor"), "{}", figures[0].1.csv());
    assert_eq!(figures[0].1.csv().lines().filter(|line| !line.contains(",0,0,floor")).count(), 2);
}

#[test]
fn matches_on_other_boards_are_refused() {
    let mut visits = Visits::new(REFEREE, TrackOptions::default());
    visits.add(&walk(&[0], &[]), "one").expect("a match");
    let other = walk_on(header(Size::new(3, 5)), &[0], &[]);
    let error = visits.add(&other, "two").expect_err("another board").to_string();
    assert_eq!(error, "two: another board than in the first match; they do not belong on one figure");
}

#[test]
fn wrong_pieces_and_too_many_matches_are_named() {
    let timeline = walk(&[0, 1], &[]);
    let options = TrackOptions { piece: Some("rook".to_owned()), ..TrackOptions::default() };
    let error = trajectory(&timeline, &[0], REFEREE, &options).expect_err("no rook").to_string();
    assert_eq!(error, "there is no piece `rook`; the recording has thief, guard, exit");
    let one = || Ok(NamedMatch { name: "match", timeline: &timeline, reasoning: None });
    let request = FigureRequest::new(FigureSubject::Trajectory { piece: None });
    let error = request.draw::<_, PlotError>([one(), one()], |_, _| Ok(())).expect_err("two matches").to_string();
    assert_eq!(error, "the figure `trajectory` shows one match; name one recording");
    let none: [Result<NamedMatch<'_>, PlotError>; 0] = [];
    assert!(matches!(request.draw(none, |_, _| Ok(())), Err(PlotError::NoMatch)));
    let mut names = Vec::new();
    let visits = FigureRequest::new(FigureSubject::Visits { piece: Some("thief".to_owned()) });
    visits
        .draw::<_, PlotError>([one(), one()], |name, _| {
            names.push(name.to_owned());
            Ok(())
        })
        .expect("two matches");
    assert_eq!(names, ["2-matches-visits-thief"]);
}
