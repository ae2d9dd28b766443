//! A turn as text, from every viewpoint.

use fogreel_engine::data::BeliefKind::{Bernoulli, Categorical, Count};
use fogreel_engine::data::{Outcome, Rgb};
use fogreel_engine::{Cell, Header, Record, Seat, SeatSet, Size, Viewpoint};

use super::fixture::{GUARD, header, key, record, spread};
use crate::perspective::{header_for, outcome_for, record_for};
use crate::text::{TextError, TurnOptions, turn};

fn shown(header: &Header, record: &Record, viewpoint: Viewpoint) -> String {
    let key = key();
    turn(header, record, &TurnOptions { viewpoint, belief: Some(&key), ..TurnOptions::default() }).expect("a text")
}

#[test]
fn the_referee_reads_everything() {
    let record = record(3, Categorical(spread(&[((2, 3), 0.25), ((1, 2), 0.744), ((0, 3), 0.006)])));
    let expected = "\
Guard and Thief, turn 3/9, round 3: the truth
Thief: creep
Guard: look
Events: Step

     0 1 2 3       0  1  2  3   guard/thief@agent in %
  0  B . . .    0  ·  ·  ·  1\u{20}
  1  . # . .    1  · ## 74  ·\u{20}
  2  E . . R    2  ·  ·  · 25○

Guard: thief's cell – entropy 0.86 bits (as wide as 1.8 cells), confidence 74.4 %; the truth (○) has 25.0 %
  · impossible   + below 0.5 %   ## wall
  R thief   B guard   E exit

Thief
Guard
Decision of Thief (branch0):\u{20}
Decision of Guard (branch1):\u{20}
";
    assert_eq!(shown(&header(), &record, Viewpoint::Referee), expected);
}

/// Two worlds that differ in everything the guard cannot know.
#[test]
fn a_seat_reads_what_it_knows_whether_the_record_was_filtered_or_not() {
    let record = record(3, Categorical(spread(&[((2, 3), 0.25), ((1, 2), 0.75)])));
    let mut other = record.clone();
    other.truth.as_mut().expect("a truth").pieces[0].cell = Cell::new(1, 2);
    other.actions[0].action = "shout".to_owned();
    other.decisions[0].branch = "other".to_owned();
    other.events[0].cells.clear();
    other.views[0].pieces.clear();
    other.state_hash = None;
    other.chance.clear();
    let seat = Viewpoint::Seat(GUARD);
    let text = shown(&header(), &record, seat);
    assert_eq!(text, shown(&header(), &other, seat));
    assert_eq!(text, shown(&header(), &record_for(&header(), &record, seat), seat));
    assert_eq!(text, shown(&header_for(&header(), seat), &record, seat));
    for hidden in ["Thief:", "creep", "Step", "○", "branch0", "exit", "thick"] {
        assert!(!text.contains(hidden), "{hidden}: {text}");
    }
    assert!(text.contains("Guard: look") && text.contains("branch1") && text.contains("guard/thief@agent in %"));
    let thief = shown(&header(), &record, Viewpoint::Seat(Seat(0)));
    assert!(!thief.contains("@agent") && thief.contains("Thief: creep") && thief.contains("Step"), "{thief}");
}

#[test]
fn a_privileged_mind_is_the_referees_alone() {
    let mut header = header();
    header.seats[1].reads_privileged = true;
    let mut record = record(3, Categorical(spread(&[((2, 3), 1.0)])));
    let text = shown(&header, &record, Viewpoint::Seat(GUARD));
    assert!(
        !text.contains("@agent") && !text.contains("branch1") && text.contains("read privileged channels"),
        "{text}"
    );
    assert!(shown(&header, &record, Viewpoint::Referee).contains("in %"));
    let reference = fogreel_engine::data::BeliefKey::new("guard", "thief", "reference:uniform");
    record.beliefs[0].key = reference.clone();
    let options = TurnOptions { viewpoint: Viewpoint::Seat(GUARD), belief: Some(&reference), ..TurnOptions::default() };
    assert!(turn(&header, &record, &options).expect("a text").contains("reference:uniform in %"));
}

#[test]
fn filtering_twice_is_filtering_once() {
    let record = record(3, Categorical(spread(&[((2, 3), 1.0)])));
    for viewpoint in [Viewpoint::Referee, Viewpoint::Seat(GUARD), Viewpoint::Seat(Seat(0)), Viewpoint::Seat(Seat(9))] {
        let once = record_for(&header(), &record, viewpoint).into_owned();
        assert_eq!(record_for(&header(), &once, viewpoint).into_owned(), once);
        let hidden = header_for(&header(), viewpoint).into_owned();
        assert_eq!(hidden.seed.is_none(), viewpoint != Viewpoint::Referee);
        assert_eq!(header_for(&hidden, viewpoint).into_owned(), hidden);
    }
    let known = record_for(&header(), &record, Viewpoint::Seat(Seat(0))).into_owned();
    assert_eq!(known.events[0].audience, SeatSet::of(Seat(0)));
    assert_eq!((known.truth, known.beliefs.len(), known.views.len(), known.actions.len()), (None, 0, 1, 1));
}

#[test]
fn what_is_not_there_is_an_error() {
    let mut record = record(3, Categorical(spread(&[((2, 3), 1.0)])));
    record.truth = None;
    let options = |viewpoint| TurnOptions { viewpoint, ..TurnOptions::default() };
    assert_eq!(turn(&header(), &record, &options(Viewpoint::Referee)), Err(TextError::NoTruth));
    assert_eq!(turn(&header(), &record, &options(Viewpoint::Seat(Seat(7)))), Err(TextError::NoView));
}

#[test]
fn the_outcome_stands_with_the_last_turn() {
    let outcome = Outcome {
        winners: SeatSet::NONE,
        reason: "escape".to_owned(),
        text: "The thief escapes.".to_owned(),
        scores: Vec::new(),
    };
    let record = record(3, Categorical(spread(&[((2, 3), 1.0)])));
    let options = TurnOptions { outcome: Some(&outcome), ..TurnOptions::default() };
    assert!(turn(&header(), &record, &options).expect("a text").contains("\nThe thief escapes.\n"));
}

/// A board of that size, all floor, with one belief.
fn wide(size: Size, values: Vec<f64>) -> (Header, Record) {
    let mut header = header();
    header.board.size = size;
    header.board.terrain = vec![0; size.cells()];
    let mut record = record(3, Categorical(values));
    record.views.clear();
    (header, record)
}

#[test]
fn the_belief_moves_below_the_board_where_both_do_not_fit() {
    let key = key();
    let (header, record) = wide(Size::new(3, 12), vec![1.0 / 36.0; 36]);
    let lines = |width: usize| -> Vec<String> {
        let options = TurnOptions { belief: Some(&key), width, ..TurnOptions::default() };
        turn(&header, &record, &options).expect("a text").lines().map(str::to_owned).collect()
    };
    let at = |lines: &[String], text: &str| lines.iter().position(|line| line.contains(text));
    // 4 + 24 for the board, 2 + 4 + 36 for the belief, 2 + 22 for its label.
    let beside = lines(94);
    assert_eq!(at(&beside, "in %"), at(&beside, "0 1 2 3"));
    let above = lines(93);
    assert_eq!(at(&above, "in %").map(|line| line + 2), at(&above, "0 1 2 3"), "{above:?}");
    assert!(at(&lines(70), "  1  .").is_some_and(|row| lines(70)[row].len() > 60));
    let below = lines(69);
    let rows: Vec<&String> = below.iter().filter(|line| line.starts_with("  1 ")).collect();
    assert_eq!(rows.iter().map(|row| row.chars().count()).collect::<Vec<_>>(), [28, 40], "{below:#?}");
    assert!(at(&below, "in %") > at(&below, "  2  ."));
}

#[test]
fn a_belief_of_small_numbers_is_written_in_bits() {
    let size = Size::new(16, 32);
    let mut values = vec![1.0 / 512.0; 512];
    let (header, record) = wide(size, values.clone());
    let text = shown(&header, &record, Viewpoint::Referee);
    assert!(text.contains("in bits (−log2 P)") && text.contains("  0  9  9  9") && text.contains("2^-8"), "{text}");
    // A sure belief stays in percent, whatever is left to the rest.
    values.fill(0.1 / 512.0);
    values[5] += 0.9;
    let (header, record) = wide(size, values);
    let text = shown(&header, &record, Viewpoint::Referee);
    assert!(text.contains("in %") && text.contains("  +  +  +  +  + 90  +"), "{text}");
}

#[test]
fn no_sign_stands_for_two_things() {
    let values = |tiny: f64| spread(&[((1, 1), tiny), ((0, 1), tiny), ((2, 3), 1.0)]);
    let text = shown(&header(), &record(3, Categorical(values(1e-9))), Viewpoint::Referee);
    assert!(text.contains("  0  ·  +  ·  ·"), "{text}");
    assert!(text.contains("  1  ·  +  ·  ·"), "mass on a wall shows: {text}");
    assert!(text.contains("  2  ·  ·  · 100"), "{text}");
    let text =
        shown(&header(), &record(3, Categorical(spread(&[((0, 1), f64::NAN), ((0, 2), -1.0)]))), Viewpoint::Referee);
    assert!(text.contains("  0  ·  !  !  ·"), "{text}");
    let counts = record(3, Count(spread(&[((2, 3), 2.5), ((0, 1), 1e-9)])));
    let text = shown(&header(), &counts, Viewpoint::Referee);
    assert!(text.contains("expected number in hundredths") && text.contains("250"), "{text}");
    assert!(shown(&header(), &record(3, Bernoulli(spread(&[((2, 3), 0.5)]))), Viewpoint::Referee).contains(" 50○"));
}

#[test]
fn colours_are_the_callers() {
    let key = key();
    let colors: fn(f64) -> Rgb = |position| if position > 0.5 { Rgb(255, 255, 255) } else { Rgb(1, 2, 3) };
    let record = record(3, Categorical(spread(&[((2, 3), 0.25), ((1, 2), 0.75)])));
    let options = TurnOptions { belief: Some(&key), colors: Some(colors), ..TurnOptions::default() };
    let text = turn(&header(), &record, &options).expect("a text");
    assert!(text.contains("\x1b[48;2;1;2;3m\x1b[97m25○\x1b[0m"), "{text:?}");
    assert!(text.contains("\x1b[48;2;255;255;255m\x1b[30m75 \x1b[0m"), "{text:?}");
    // Without the sequences it is the same text.
    let mut plain = String::new();
    for (index, part) in text.split("\x1b[").enumerate() {
        plain.push_str(if index == 0 { part } else { part.split_once('m').expect("a sequence").1 });
    }
    assert_eq!(plain, turn(&header(), &record, &TurnOptions { colors: None, ..options }).expect("a text"));
}

#[test]
fn a_forfeit_is_told_but_not_by_which_action() {
    let text = "guard forfeits: its agent chose `dig 2,3`, which is not legal here";
    let outcome = Outcome::forfeit(GUARD, 2, text);
    let thief = outcome_for(&header(), &outcome, Viewpoint::Seat(Seat(0))).into_owned();
    assert_eq!((thief.text.as_str(), thief.winners), ("guard forfeits", outcome.winners));
    for viewpoint in [Viewpoint::Seat(GUARD), Viewpoint::Referee] {
        assert_eq!(*outcome_for(&header(), &outcome, viewpoint), outcome, "its own action is its own to know");
    }
    let record = record(3, Categorical(spread(&[((2, 3), 1.0)])));
    let viewpoint = Viewpoint::Seat(Seat(0));
    let options = TurnOptions { viewpoint, outcome: Some(&outcome), ..TurnOptions::default() };
    let shown = turn(&header(), &record, &options).expect("a text");
    assert!(shown.contains("guard forfeits") && !shown.contains("dig"), "{shown}");
}

/// A field that somebody adds to a header is hidden from seats until it is named; those that tell are hidden now.
#[test]
fn a_seat_does_not_know_its_rivals_agents() {
    let header = Header { map: "maze".to_owned(), writer: "secret".to_owned(), ..header() };
    let seen = header_for(&header, Viewpoint::Seat(GUARD));
    assert_eq!(seen.seats[1], header.seats[1]);
    let rival = &seen.seats[0];
    assert_eq!((&rival.id, &rival.agent, rival.agent_version), (&header.seats[0].id, &None, None));
    assert!(rival.settings.is_empty() && seen.setup.is_empty() && seen.tags.is_empty());
    assert_eq!((seen.map.as_str(), seen.writer.as_str(), seen.seed), ("", "", None));
}
