//! A guard that believes in a thief on a small board.

use fogreel_engine::data::*;
use fogreel_engine::{Cell, CellSet, Header, Record, Seat, SeatSet, Size};

pub(crate) const GUARD: Seat = Seat(1);

pub(crate) fn key() -> BeliefKey {
    BeliefKey::new("guard", "thief", "agent")
}

/// A board of 3×4 cells with a wall at (1,1).
pub(crate) fn header() -> Header {
    let size = Size::new(3, 4);
    let mut terrain = vec![0; size.cells()];
    terrain[size.index(Cell::new(1, 1))] = 1;
    let kind =
        |id: &str, glyph, passable| TerrainKind { id: id.to_owned(), glyph, passable, opaque: !passable, color: None };
    let seat = |id: &str, name: &str| SeatInfo {
        id: id.to_owned(),
        name: name.to_owned(),
        role: String::new(),
        agent: Some("hand".to_owned()),
        agent_version: Some(1),
        settings: vec![Setting::new("secret", "plan")],
        reads_privileged: false,
        color: Rgb(0, 0, 0),
    };
    let piece = |id: &str, glyph, seat| PieceKind {
        id: id.to_owned(),
        name: id.to_owned(),
        glyph,
        shape: Shape::Circle,
        color: Rgb(0, 0, 0),
        seat,
    };
    Header {
        game: "fixture".to_owned(),
        title: "Guard and Thief".to_owned(),
        rules_version: 1,
        preset: String::new(),
        knobs: Vec::new(),
        map: String::new(),
        setup: vec![Setting::new("thief", "2,3")],
        seed: Some(7),
        board: Board {
            size,
            neighbourhood: Neighbourhood::Four,
            wrap: false,
            terrain,
            legend: vec![kind("floor", '.', true), kind("wall", '#', false)],
            walls: Vec::new(),
        },
        seats: vec![seat("thief", "Thief"), seat("guard", "Guard")],
        piece_kinds: vec![
            piece("thief", 'R', Some(Seat(0))),
            piece("guard", 'B', Some(Seat(1))),
            piece("exit", 'E', None),
        ],
        targets: vec![
            BeliefTarget {
                id: "thief".to_owned(),
                name: "thief's cell".to_owned(),
                domain: Domain::Cells,
                piece_kind: Some(0),
            },
            BeliefTarget {
                id: "plan".to_owned(),
                name: "plan".to_owned(),
                domain: Domain::Labels(vec!["run".to_owned(), "hide".to_owned()]),
                piece_kind: None,
            },
        ],
        channels: vec![Channel {
            id: "sight".to_owned(),
            name: "sight".to_owned(),
            color: Rgb(0, 0, 0),
            hatch: Hatch::None,
            glyph: 'S',
            privileged: false,
        }],
        event_kinds: vec![EventKind {
            id: "step".to_owned(),
            name: "Step".to_owned(),
            glyph: 'S',
            tone: Tone::Neutral,
        }],
        facts: Vec::new(),
        messages: Vec::new(),
        max_turns: Some(9),
        keep: Keep::Full,
        writer: "fixture".to_owned(),
        created_unix_ms: None,
        tags: vec![Setting::new("secret", "tag")],
    }
}

/// The thief at (2,3), the guard at (0,0) with (0,1) and (0,2) in sight, and one belief.
pub(crate) fn record(index: u32, kind: BeliefKind) -> Record {
    let size = header().board.size;
    let piece = |kind, row, col| Piece { kind, cell: Cell::new(row, col), facing: None, label: String::new() };
    let view = |seat, pieces: Vec<Piece>, visible: &[(u16, u16)]| View {
        seat,
        frame: Frame::board(size),
        terrain: None,
        edges: Vec::new(),
        visible: CellSet::of(size, visible.iter().map(|(row, col)| Cell::new(*row, *col))),
        last_seen: vec![0; size.cells()],
        pieces: pieces.into_iter().map(|piece| KnownPiece { piece, seen_at: index }).collect(),
        signals: Vec::new(),
        facts: Vec::new(),
        messages: Vec::new(),
    };
    Record {
        index,
        turn: index,
        round: index,
        actions: vec![
            ActionTaken { seat: Seat(0), action: "creep".to_owned() },
            ActionTaken { seat: GUARD, action: "look".to_owned() },
        ],
        decisions: [Seat(0), GUARD]
            .map(|seat| Decision {
                seat,
                branch: format!("branch{}", seat.0),
                candidates: Vec::new(),
                nodes: None,
                depth: None,
                belief_floor: None,
            })
            .to_vec(),
        chance: vec![Draw {
            stream: "nature/fog".to_owned(),
            index: 1,
            outcome: "thick".to_owned(),
            probability: None,
        }],
        events: vec![Event { kind: 0, cells: vec![Cell::new(2, 3)], audience: SeatSet::of(Seat(0)) }],
        truth: Some(Truth { pieces: vec![piece(0, 2, 3), piece(1, 0, 0), piece(2, 2, 0)], ..Truth::default() }),
        views: vec![
            view(Seat(0), vec![piece(0, 2, 3), piece(2, 2, 0)], &[(2, 3)]),
            view(GUARD, vec![piece(1, 0, 0)], &[(0, 0), (0, 1), (0, 2)]),
        ],
        privileged: Vec::new(),
        beliefs: vec![Belief { key: key(), quality: Quality::Exact, kind }],
        to_act: SeatSet::NONE,
        state_hash: Some(1),
    }
}

/// Twelve values, all 0 but those named.
pub(crate) fn spread(named: &[((u16, u16), f64)]) -> Vec<f64> {
    let size = header().board.size;
    let mut values = vec![0.0; size.cells()];
    for ((row, col), value) in named {
        values[size.index(Cell::new(*row, *col))] = *value;
    }
    values
}
