//! The perfect-information table: Bellman-consistent in every position, the value of plain minimax on small boards, and
//! the same on a board that was turned.

use std::collections::HashMap;

use fogreel_engine::{Cell, CellSet, Chance, Detail, Direction, Game, MatchConfig, Owner, Seat, Size};
use fogreel_games::rajakardhor::{
    Action, Capture, Ending, Escape, GUARD, Knobs, Position, RajakarDhor, Rules, State, THIEF, Table, Value,
};
use fogreel_inference::Verdict;

const CAPTURES: [Capture; 2] = [Capture::AfterGuard, Capture::AfterEither];
const ESCAPES: [Escape; 2] = [Escape::AtOnce, Escape::Delayed];

fn rules(map: &[&str], capture: Capture, escape: Escape, max_turns: u32) -> Rules {
    let size = Size::new(map.len() as u16, map[0].len() as u16);
    let walls = size.iter().filter(|cell| map[usize::from(cell.row)].as_bytes()[usize::from(cell.col)] == b'#');
    let knobs = Knobs { capture, escape, max_turns, ..Knobs::named("guide").expect("a preset") };
    Rules::new(knobs, CellSet::of(size, walls))
}

/// The state of a position, with so many turns played.
fn state(rules: &Rules, position: Position, exits: [Cell; 2], turn: u32) -> State {
    let mut state = State::start(rules, position.thief, position.guard, Direction::Down, exits);
    (state.turn, state.escaping) = (turn, position.escaping);
    assert_eq!(state.to_act(), position.to_act);
    state
}

fn position(state: &State) -> Position {
    let to_act = state.to_act();
    Position { thief: state.thief, guard: state.guard, to_act, escaping: state.escaping && to_act == GUARD }
}

/// Every state that one legal action leads to.
fn successors(rules: &Rules, state: &State) -> Vec<State> {
    let here = if state.to_act() == THIEF { state.thief } else { state.guard };
    let steps = rules.steps(here).map(|(direction, _)| Action::Move(direction));
    let escape = (state.to_act() == THIEF && state.is_exit(here)).then_some(Action::Escape);
    let after = |action: Action| {
        let mut next = *state;
        RajakarDhor::apply(rules, &mut next, &[(state.to_act(), action)], &mut Chance::new(0, Owner::Nature))
            .expect("legal");
        next
    };
    steps.chain([Action::Wait]).chain(escape).map(after).collect()
}

/// Better values are greater, for the side to act.
fn rank(value: Value) -> i64 {
    match value {
        Value::WinIn(distance) => 1_000_000 - i64::from(distance),
        Value::Draw => 0,
        Value::LossIn(distance) => i64::from(distance) - 1_000_000,
    }
}

/// A value of a successor, for whoever led to it.
fn backed_up(table: &Table, rules: &Rules, before: Seat, after: &State) -> Value {
    match after.ending {
        Some(Ending::TurnLimit) => panic!("no limit here"),
        Some(ending) if (ending == Ending::Escaped) == (before == THIEF) => Value::WinIn(1),
        Some(_) => Value::LossIn(1),
        None => match table.value(rules, position(after)).expect("a position") {
            Value::WinIn(distance) => Value::LossIn(distance + 1),
            Value::LossIn(distance) => Value::WinIn(distance + 1),
            Value::Draw => Value::Draw,
        },
    }
}

fn positions(rules: &Rules) -> Vec<Position> {
    let delayed = rules.knobs.escape == Escape::Delayed;
    let phases = [(THIEF, false), (GUARD, false), (GUARD, true)];
    let mut positions = Vec::new();
    for thief in rules.floor() {
        for guard in rules.floor() {
            for (to_act, escaping) in phases.into_iter().filter(|(_, escaping)| delayed || !escaping) {
                positions.push(Position { thief, guard, to_act, escaping });
            }
        }
    }
    positions
}

/// The original's map.
const ORIGINAL: &[&str] = &[
    "..........",
    ".##..#....",
    ".#...#....",
    ".#..##....",
    "..........",
    "..##..#...",
    "...#......",
    "..........",
    "..#...##..",
    "..........",
];

#[test]
fn every_position_is_worth_what_its_best_action_leads_to() {
    let mut decided = 0;
    for capture in CAPTURES {
        for escape in ESCAPES {
            let rules = rules(ORIGINAL, capture, escape, 1_000_000);
            for exits in [[Cell::new(4, 9), Cell::new(1, 4)], [Cell::new(0, 0), Cell::new(9, 9)]] {
                let table = Table::new(&rules, exits);
                for position in positions(&rules) {
                    let turn = if position.to_act == THIEF { 2 } else { 3 };
                    let state = state(&rules, position, exits, turn);
                    let best = successors(&rules, &state)
                        .iter()
                        .map(|after| backed_up(&table, &rules, position.to_act, after))
                        .max_by_key(|value| rank(*value));
                    let value = table.value(&rules, position);
                    assert_eq!(value, best, "{capture:?} {escape:?} {position:?}");
                    decided += usize::from(value != Some(Value::Draw));
                }
            }
        }
    }
    assert!(decided > 50_000, "{decided}");
}

/// Minimax by definition, with the turn limit: the result for the side to act, and how many actions until it.
fn minimax(
    rules: &Rules,
    state: &State,
    known: &mut HashMap<(Cell, Cell, bool, u32), (Verdict, u32)>,
) -> (Verdict, u32) {
    let key = (state.thief, state.guard, state.escaping && state.to_act() == GUARD, state.turn);
    if let Some(value) = known.get(&key) {
        return *value;
    }
    let better = |(verdict, distance): &(Verdict, u32)| {
        let distance = i64::from(*distance);
        (*verdict, if *verdict == Verdict::Win { -distance } else { distance })
    };
    let worth = |after: &State, known: &mut HashMap<_, _>| match after.ending {
        Some(Ending::TurnLimit) => (Verdict::Draw, 0),
        Some(ending) if (ending == Ending::Escaped) == (state.to_act() == THIEF) => (Verdict::Win, 1),
        Some(_) => (Verdict::Loss, 1),
        None => {
            let (verdict, distance) = minimax(rules, after, known);
            (verdict.reversed(), if verdict == Verdict::Draw { 0 } else { distance + 1 })
        }
    };
    let values: Vec<_> = successors(rules, state).iter().map(|after| worth(after, known)).collect();
    let best = values.into_iter().max_by_key(better).expect("waiting is always legal");
    known.insert(key, best);
    best
}

#[test]
fn within_the_turn_limit_it_is_plain_minimax() {
    for map in [&["....", ".#..", "..#.", "...."][..], &["...", ".#.", "...", "..#"], &["#....", "..#.."]] {
        for capture in CAPTURES {
            for escape in ESCAPES {
                for limit in [1, 4, 9] {
                    let rules = rules(map, capture, escape, limit);
                    let floor: Vec<Cell> = rules.floor().collect();
                    let exits = [floor[0], floor[floor.len() - 1]];
                    let table = Table::new(&rules, exits);
                    let mut known = HashMap::new();
                    for position in positions(&rules) {
                        let turn = u32::from(position.to_act == GUARD);
                        if turn >= limit {
                            continue;
                        }
                        let found = table.value(&rules, position).expect("a position");
                        let left = limit - turn;
                        let found = match found {
                            Value::WinIn(distance) if distance <= left => (Verdict::Win, distance),
                            Value::LossIn(distance) if distance <= left => (Verdict::Loss, distance),
                            _ => (Verdict::Draw, 0),
                        };
                        let expected = minimax(&rules, &state(&rules, position, exits, turn), &mut known);
                        assert_eq!(found, expected, "{map:?} {capture:?} {escape:?} limit {limit} {position:?}");
                    }
                }
            }
        }
    }
}

#[test]
fn a_board_that_is_turned_has_the_same_values() {
    let size = ORIGINAL.len() as u16;
    // A quarter turn: rows become columns, from the right.
    let turned = |cell: Cell| Cell::new(cell.col, size - 1 - cell.row);
    let map: Vec<String> = (0..size)
        .map(|row| {
            let back = |col: u16| ORIGINAL[usize::from(size - 1 - col)].as_bytes()[usize::from(row)] as char;
            (0..size).map(back).collect()
        })
        .collect();
    let map: Vec<&str> = map.iter().map(String::as_str).collect();
    let exits = [Cell::new(4, 9), Cell::new(1, 4)];
    for capture in CAPTURES {
        for escape in ESCAPES {
            let (straight, round) = (rules(ORIGINAL, capture, escape, 60), rules(&map, capture, escape, 60));
            let (first, second) = (Table::new(&straight, exits), Table::new(&round, exits.map(turned)));
            for position in positions(&straight) {
                let moved = Position { thief: turned(position.thief), guard: turned(position.guard), ..position };
                assert!(round.is_walkable(moved.thief));
                assert_eq!(first.value(&straight, position), second.value(&round, moved), "{position:?}");
            }
        }
    }
}

/// Along recorded matches: an evaluation's verdict is that of its best action, it only gets worse by the own action for
/// whoever acts, and the match ends as the last evaluation allows.
#[test]
fn evaluations_of_records_agree_with_the_matches() {
    let game = fogreel_games::find("rajakardhor").expect("registered");
    let reasoning = fogreel_games::reasoning("rajakardhor").expect("it reasons");
    let mut evaluated = 0;
    for preset in ["guide", "original"] {
        for seed in 0..30 {
            let config = MatchConfig { preset: Some(preset.to_owned()), seed, ..MatchConfig::default() };
            let mut session = game.start(&config, Detail::Full).expect("starts");
            let table = reasoning.perfect_information(session.header()).expect("a table");
            let mut before = table.evaluate(&session.record()).expect("a truth");
            while session.end().is_none() {
                session.advance();
                let record = session.record();
                let taken = &record.actions[0];
                let played = before.moves.iter().find(|value| value.action == taken.action).expect("a legal action");
                assert!(before.best().any(|best| best.verdict == before.verdict));
                assert!(played.verdict <= before.verdict);
                match (table.evaluate(&record), session.end()) {
                    (Some(now), None) => {
                        assert_eq!(now.verdict, played.verdict.reversed(), "{preset} {seed} {}", record.index);
                        assert_eq!(now.distance, played.distance.map(|distance| distance - 1));
                        assert_ne!(now.seat, before.seat);
                        before = now;
                        evaluated += 1;
                    }
                    (None, Some(end)) if end.outcome.winners.is_empty() => assert_eq!(played.verdict, Verdict::Draw),
                    (None, Some(end)) => {
                        let won = end.outcome.winners.contains(before.seat);
                        assert_eq!(played.verdict, if won { Verdict::Win } else { Verdict::Loss });
                        assert_eq!(played.distance, Some(1));
                    }
                    (now, end) => panic!("{now:?} {end:?}"),
                }
            }
        }
    }
    assert!(evaluated > 500, "{evaluated}");
}
