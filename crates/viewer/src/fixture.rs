//! A small match of no game in particular, for tests.

use fogreel_engine::data::*;
use fogreel_engine::{Cell, CellSet, Direction, End, Header, Outcome, Record, Seat, SeatSet, Size};
use fogreel_recorder::Timeline;

/// The hider.
pub(crate) const FOX: Seat = Seat(0);
/// The seeker.
pub(crate) const HOUND: Seat = Seat(1);
/// A word that stands only in what the referee may see.
pub(crate) const SECRET: &str = "burrow";

pub(crate) fn header(size: Size) -> Header {
    let seat = |id: &str, name: &str, color| SeatInfo {
        id: id.to_owned(),
        name: name.to_owned(),
        role: String::new(),
        agent: Some("sly".to_owned()),
        agent_version: Some(1),
        settings: vec![Setting::new("depth", SECRET)],
        reads_privileged: false,
        color,
    };
    let channel = |id: &str, name: &str, glyph, color, hatch, privileged| Channel {
        id: id.to_owned(),
        name: name.to_owned(),
        color,
        hatch,
        glyph,
        privileged,
    };
    let event = |id: &str, name: &str, glyph, tone| EventKind { id: id.to_owned(), name: name.to_owned(), glyph, tone };
    let terrain =
        |id: &str, glyph, passable| TerrainKind { id: id.to_owned(), glyph, passable, opaque: !passable, color: None };
    Header {
        game: "test".to_owned(),
        title: "Fox and hound".to_owned(),
        rules_version: 1,
        preset: "plain".to_owned(),
        knobs: Vec::new(),
        map: "meadow".to_owned(),
        setup: vec![Setting::new("den", SECRET)],
        seed: Some(7),
        board: Board {
            size,
            neighbourhood: Neighbourhood::Four,
            wrap: false,
            terrain: size.iter().map(|cell| u8::from(cell.row == 2 && cell.col % 3 == 1)).collect(),
            legend: vec![terrain("grass", '.', true), terrain("hedge", '#', false)],
            walls: Vec::new(),
        },
        seats: vec![seat("fox", "Fox", Rgb(230, 159, 0)), seat("hound", "Hound", Rgb(0, 114, 178))],
        piece_kinds: vec![
            PieceKind {
                id: "fox".to_owned(),
                name: "Fox".to_owned(),
                glyph: 'F',
                shape: Shape::Triangle,
                color: Rgb(230, 159, 0),
                seat: Some(FOX),
            },
            PieceKind {
                id: "hound".to_owned(),
                name: "Hound".to_owned(),
                glyph: 'H',
                shape: Shape::Circle,
                color: Rgb(0, 114, 178),
                seat: Some(HOUND),
            },
        ],
        targets: vec![
            BeliefTarget {
                id: "fox".to_owned(),
                name: "fox's cell".to_owned(),
                domain: Domain::Cells,
                piece_kind: Some(0),
            },
            BeliefTarget {
                id: "mood".to_owned(),
                name: "fox's mood".to_owned(),
                domain: Domain::Labels(vec!["calm".to_owned(), "afraid".to_owned()]),
                piece_kind: None,
            },
            BeliefTarget {
                id: "hound".to_owned(),
                name: "hound's cell".to_owned(),
                domain: Domain::Cells,
                piece_kind: Some(1),
            },
        ],
        channels: vec![
            channel("sight", "Sight", 's', Rgb(255, 200, 0), Hatch::Rising, false),
            channel("nose", "Nose", 'n', Rgb(0, 160, 255), Hatch::Dots, false),
            channel("tip", "Whispered tip", 't', Rgb(255, 0, 0), Hatch::Crossed, true),
        ],
        event_kinds: vec![event("bark", "Bark", 'B', Tone::Warning), event("dig", SECRET, 'D', Tone::Bad)],
        facts: vec![FactDefinition {
            id: "dens".to_owned(),
            label: "Dens found".to_owned(),
            unit: "dens".to_owned(),
            tone: Tone::Good,
        }],
        messages: vec![
            MessageTemplate { id: "objective.fox".to_owned(), text: format!("Reach the {SECRET} at {{0}}") },
            MessageTemplate { id: "objective.hound".to_owned(), text: "Find the fox".to_owned() },
            MessageTemplate { id: "hint".to_owned(), text: "Sniff more".to_owned() },
        ],
        max_turns: Some(20),
        keep: Keep::Full,
        writer: "test".to_owned(),
        created_unix_ms: None,
        tags: vec![Setting::new("note", SECRET)],
    }
}

pub(crate) fn record(header: &Header, index: u32) -> Record {
    let size = header.board.size;
    let fox = Cell::new(index.min(u32::from(size.rows) - 1) as u16, 0);
    let hound = Cell::new(size.rows - 1, size.cols - 1);
    let piece = |kind, cell, label: &str| Piece { kind, cell, facing: Some(Direction::Down), label: label.to_owned() };
    let view = |seat: Seat, own: Piece, ghost: Option<Piece>, outcome, template, arguments| View {
        seat,
        frame: Frame::board(size),
        terrain: None,
        edges: Vec::new(),
        visible: CellSet::of(size, size.neighbours(own.cell).chain([own.cell])),
        last_seen: size
            .iter()
            .map(|cell| if cell.manhattan(own.cell) < 3 { index + 1 } else { u32::from(cell.row < 2) })
            .collect(),
        pieces: [KnownPiece { piece: own.clone(), seen_at: index }]
            .into_iter()
            .chain(ghost.map(|piece| KnownPiece { piece, seen_at: 0 }))
            .collect(),
        signals: vec![
            Signal { channel: 0, outcome, coverage: CellSet::of(size, size.neighbours(own.cell)), cells: Vec::new() },
            Signal { channel: 1, outcome: SignalOutcome::Unavailable, coverage: CellSet::new(size), cells: Vec::new() },
        ],
        facts: vec![Fact { fact: 0, value: Value::Ratio(1, 2) }],
        messages: vec![Message { template, arguments }],
    };
    let walkable = size.iter().filter(|cell| header.board.is_passable(*cell)).count() as f64;
    let spread: Vec<f64> =
        size.iter().map(|cell| if header.board.is_passable(cell) { 1.0 / walkable } else { 0.0 }).collect();
    let certain: Vec<f64> = size.iter().map(|cell| f64::from(u8::from(cell == hound))).collect();
    let belief = |owner: &str, target: &str, values| Belief {
        key: BeliefKey::new(owner, target, "agent"),
        quality: Quality::Exact,
        kind: BeliefKind::Categorical(values),
    };
    let decision = |seat| Decision {
        seat,
        branch: if seat == FOX { SECRET.to_owned() } else { "search".to_owned() },
        candidates: vec![
            Candidate { action: "MOVE DOWN".to_owned(), score: 2.0 },
            Candidate { action: "WAIT".to_owned(), score: -1.5 },
        ],
        nodes: Some(64),
        depth: Some(3),
        belief_floor: None,
    };
    let is_fox_turn = index % 2 == 1;
    Record {
        index,
        turn: index,
        round: index.div_ceil(2),
        actions: if index == 0 {
            Vec::new()
        } else if is_fox_turn {
            vec![ActionTaken { seat: FOX, action: "MOVE DOWN".to_owned() }]
        } else {
            vec![ActionTaken { seat: HOUND, action: "WAIT".to_owned() }]
        },
        decisions: match index {
            0 => Vec::new(),
            _ => vec![decision(if is_fox_turn { FOX } else { HOUND })],
        },
        chance: vec![Draw {
            stream: "nature".to_owned(),
            index: 0,
            outcome: SECRET.to_owned(),
            probability: Some(0.5),
        }],
        events: if is_fox_turn {
            vec![
                Event { kind: 0, cells: vec![hound], audience: SeatSet::first(2) },
                Event { kind: 1, cells: vec![fox], audience: SeatSet::of(FOX) },
            ]
        } else {
            Vec::new()
        },
        truth: Some(Truth { pieces: vec![piece(0, fox, SECRET), piece(1, hound, "")], ..Truth::default() }),
        views: vec![
            view(FOX, piece(0, fox, ""), None, SignalOutcome::Hit, 0, vec![Value::Cell(fox)]),
            view(HOUND, piece(1, hound, ""), Some(piece(0, Cell::new(0, 0), "")), SignalOutcome::Miss, 1, Vec::new()),
        ],
        privileged: vec![PrivilegedSignal {
            seat: HOUND,
            signal: Signal {
                channel: 2,
                outcome: SignalOutcome::Hit,
                coverage: CellSet::of(size, [fox]),
                cells: vec![fox],
            },
        }],
        beliefs: vec![
            belief("fox", "hound", certain),
            belief("hound", "fox", spread),
            belief("hound", "mood", vec![0.25, 0.75]),
        ],
        to_act: SeatSet::of(if is_fox_turn { HOUND } else { FOX }),
        state_hash: Some(99),
    }
}

pub(crate) fn end(records: u32) -> End {
    let outcome = Outcome {
        winners: SeatSet::of(FOX),
        reason: "escape".to_owned(),
        text: format!("The fox is in its {SECRET}"),
        scores: Vec::new(),
    };
    End { outcome, turns: records.saturating_sub(1), records }
}

pub(crate) fn timeline(records: u32) -> Timeline {
    let header = header(Size::new(8, 8));
    let records: Vec<Record> = (0..records).map(|index| record(&header, index)).collect();
    let end = end(records.len() as u32);
    Timeline::from_memory(header, records, Some(end))
}
