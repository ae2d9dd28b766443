//! A hand-made match: a guard at rest believes in a wandering thief.

use fogreel_engine::data::*;
use fogreel_engine::{Cell, CellSet, Direction, Header, Record, Seat, SeatSet, Size};
use fogreel_recorder::Timeline;

const WALLS: [(u16, u16); 15] = [
    (1, 1),
    (1, 2),
    (1, 5),
    (2, 1),
    (2, 5),
    (3, 1),
    (3, 4),
    (3, 5),
    (5, 2),
    (5, 3),
    (5, 6),
    (6, 3),
    (8, 2),
    (8, 6),
    (8, 7),
];

pub(super) fn key() -> BeliefKey {
    BeliefKey::new("guard", "thief", "agent")
}

/// A header for a board of that size, all floor.
pub(super) fn header(size: Size) -> Header {
    let seat = |id: &str, name: &str, agent: &str, color| SeatInfo {
        id: id.to_owned(),
        name: name.to_owned(),
        role: String::new(),
        agent: Some(agent.to_owned()),
        agent_version: Some(1),
        settings: Vec::new(),
        reads_privileged: false,
        color,
    };
    let piece = |id: &str, glyph, shape, color, seat| PieceKind {
        id: id.to_owned(),
        name: id.to_owned(),
        glyph,
        shape,
        color,
        seat,
    };
    let terrain =
        |id: &str, glyph, passable| TerrainKind { id: id.to_owned(), glyph, passable, opaque: !passable, color: None };
    let channel = |id: &str, color, hatch| Channel {
        id: id.to_owned(),
        name: id.to_owned(),
        color,
        hatch,
        glyph: 'S',
        privileged: false,
    };
    let event = |id: &str, glyph| EventKind { id: id.to_owned(), name: id.to_owned(), glyph, tone: Tone::Neutral };
    let (gold, blue) = (Rgb(214, 158, 26), Rgb(52, 120, 216));
    Header {
        game: "fixture".to_owned(),
        title: "Guard and Thief".to_owned(),
        rules_version: 1,
        preset: "guide".to_owned(),
        knobs: Vec::new(),
        map: "original".to_owned(),
        setup: Vec::new(),
        seed: Some(7),
        board: Board {
            size,
            neighbourhood: Neighbourhood::Four,
            wrap: false,
            terrain: vec![0; size.cells()],
            legend: vec![terrain("floor", '.', true), terrain("wall", '#', false)],
            walls: Vec::new(),
        },
        seats: vec![seat("thief", "Thief", "fuzzy", gold), seat("guard", "Guard", "hunter", blue)],
        piece_kinds: vec![
            piece("thief", 'R', Shape::Circle, gold, Some(Seat(0))),
            piece("guard", 'B', Shape::Square, blue, Some(Seat(1))),
            piece("exit", 'E', Shape::Door, Rgb(46, 160, 84), None),
        ],
        targets: vec![BeliefTarget {
            id: "thief".to_owned(),
            name: "thief's cell".to_owned(),
            domain: Domain::Cells,
            piece_kind: Some(0),
        }],
        channels: vec![channel("sight", blue, Hatch::Rising), channel("scan", Rgb(38, 190, 255), Hatch::Crossed)],
        event_kinds: vec![event("noise", 'N'), event("power scan", 'P')],
        facts: Vec::new(),
        messages: Vec::new(),
        max_turns: Some(60),
        keep: Keep::Full,
        writer: "fixture".to_owned(),
        created_unix_ms: None,
        tags: Vec::new(),
    }
}

/// A record with a belief and nothing else.
pub(super) fn record(index: u32, values: Vec<f64>) -> Record {
    Record {
        index,
        turn: index,
        round: index.div_ceil(2),
        actions: Vec::new(),
        decisions: Vec::new(),
        chance: Vec::new(),
        events: Vec::new(),
        truth: None,
        views: Vec::new(),
        privileged: Vec::new(),
        beliefs: vec![Belief { key: key(), quality: Quality::Exact, kind: BeliefKind::Categorical(values) }],
        to_act: SeatSet::NONE,
        state_hash: None,
    }
}

/// One record on a board of floor.
pub(super) fn single(size: Size, values: Vec<f64>) -> Timeline {
    Timeline::from_memory(header(size), vec![record(0, values)], None)
}

/// A match of 31 records on a 10×10 board with walls, truth, pieces, sight, scans and events.
pub(super) fn match_of_thirty() -> Timeline {
    let size = Size::new(10, 10);
    let mut header = header(size);
    for (row, col) in WALLS {
        header.board.terrain[size.index(Cell::new(row, col))] = 1;
    }
    let is_floor = |cell: Cell| header.board.is_passable(cell);
    let guard = Cell::new(4, 6);
    let mut thief = Cell::new(9, 1);
    let support: Vec<f64> = size.iter().map(|cell| f64::from(u8::from(is_floor(cell) && cell != guard))).collect();
    let mut belief = normalised(support);
    let mut noise = 12345u32;
    let mut records = Vec::new();
    for index in 0..=30u32 {
        let mut action = None;
        if index % 2 == 1 {
            let ways: Vec<Direction> = Direction::ALL
                .into_iter()
                .filter(|way| size.step(thief, *way, 1).is_some_and(|to| is_floor(to) && to != guard))
                .collect();
            noise = noise.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            let way = ways[noise as usize / 65_536 % ways.len()];
            thief = size.step(thief, way, 1).expect("filtered");
            action = Some((Seat(0), format!("move {way}")));
            belief = spread(size, &belief, is_floor);
        } else if index > 0 {
            action = Some((Seat(1), "wait".to_owned()));
        }
        let sight = CellSet::of(size, (1..=3).filter_map(|steps| size.step(guard, Direction::Down, steps)));
        let scan = CellSet::of(size, size.iter().filter(|cell| cell.chebyshev(guard) <= 2 && *cell != guard));
        let mut signals = vec![(0, sight)];
        if index > 0 && index % 8 == 0 {
            signals.push((1, scan));
        }
        let signals: Vec<Signal> = signals
            .into_iter()
            .map(|(channel, coverage)| {
                let is_hit = coverage.contains(thief);
                for cell in coverage.iter() {
                    if !is_hit {
                        belief[size.index(cell)] = 0.0;
                    }
                }
                Signal {
                    channel,
                    outcome: if is_hit { SignalOutcome::Hit } else { SignalOutcome::Miss },
                    cells: if is_hit { vec![thief] } else { Vec::new() },
                    coverage,
                }
            })
            .collect();
        if signals.iter().any(|signal| signal.outcome == SignalOutcome::Hit) {
            belief = size.iter().map(|cell| f64::from(u8::from(cell == thief))).collect();
        }
        belief = normalised(belief);
        let mut record = record(index, belief.clone());
        record.actions = action.into_iter().map(|(seat, action)| ActionTaken { seat, action }).collect();
        if index % 5 == 3 {
            record.events.push(Event { kind: 0, cells: vec![thief], audience: SeatSet::of(Seat(1)) });
        }
        let piece = |kind, cell| Piece { kind, cell, facing: None, label: String::new() };
        record.truth = Some(Truth {
            pieces: vec![piece(0, thief), piece(1, guard), piece(2, Cell::new(0, 0)), piece(2, Cell::new(9, 9))],
            ..Truth::default()
        });
        record.views = vec![View {
            seat: Seat(1),
            frame: Frame::board(size),
            terrain: None,
            edges: Vec::new(),
            visible: CellSet::new(size),
            last_seen: vec![0; size.cells()],
            pieces: vec![KnownPiece { piece: piece(1, guard), seen_at: index }],
            signals,
            facts: Vec::new(),
            messages: Vec::new(),
        }];
        records.push(record);
    }
    Timeline::from_memory(header, records, None)
}

fn spread(size: Size, belief: &[f64], is_floor: impl Fn(Cell) -> bool) -> Vec<f64> {
    let mut next = vec![0.0; belief.len()];
    for (index, mass) in belief.iter().enumerate().filter(|(_, mass)| **mass > 0.0) {
        let cell = size.cell(index);
        let to: Vec<Cell> = size.neighbours(cell).filter(|to| is_floor(*to)).chain([cell]).collect();
        for cell in &to {
            next[size.index(*cell)] += mass / to.len() as f64;
        }
    }
    next
}

pub(super) fn normalised(values: Vec<f64>) -> Vec<f64> {
    let total: f64 = values.iter().sum();
    values.into_iter().map(|value| value / total).collect()
}
