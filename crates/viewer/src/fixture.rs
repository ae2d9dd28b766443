//! A small match of no game in particular, for tests.

use fogreel_engine::data::*;
use fogreel_engine::{Cell, CellSet, Direction, Edge, End, Header, Outcome, Record, Seat, SeatSet, Size};
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

/// A match on a board of another size; `board` changes the header before records are made of it, `each` every record.
pub(crate) fn match_on(
    size: Size,
    records: u32,
    board: impl FnOnce(&mut Header),
    each: impl Fn(&Header, &mut Record),
) -> Timeline {
    let mut header = header(size);
    board(&mut header);
    let records = (0..records).map(|index| {
        let mut record = record(&header, index);
        each(&header, &mut record);
        record
    });
    let records: Vec<Record> = records.collect();
    let end = end(records.len() as u32);
    Timeline::from_memory(header, records, Some(end))
}

/// Names of everything in Bengali, Cyrillic and Japanese.
pub(crate) fn in_other_scripts() -> Timeline {
    let board = |header: &mut Header| {
        header.title = "রাজাকার ধর".to_owned();
        header.seats[0].name = "রাজাকার".to_owned();
        header.seats[0].agent = Some("চতুর".to_owned());
        header.seats[1].name = "Бирсрештха".to_owned();
        header.seats[1].agent = Some("охотник".to_owned());
        header.piece_kinds[0].glyph = 'র';
        header.piece_kinds[1].glyph = '番';
        header.targets[0].name = "রাজাকারের ঘর".to_owned();
        header.targets[1].name = "泥棒の気分".to_owned();
        header.targets[1].domain = Domain::Labels(vec!["শান্ত".to_owned(), "こわい".to_owned()]);
        header.channels[0].name = "視界".to_owned();
        header.event_kinds[0].name = "Лай".to_owned();
        header.facts[0].label = "見つけた巣".to_owned();
        header.messages[1].text = "প্রহরী, ক্ষিপ্র হও: শিয়ালটি খুঁজে বের করো।".to_owned();
    };
    match_on(Size::new(8, 8), 6, board, |_, _| {})
}

/// Walls between cells, some of which only the hound has found.
pub(crate) fn with_walls() -> Timeline {
    let edge = |row, col, side| Edge { cell: Cell::new(row, col), side };
    let board = |header: &mut Header| {
        header.board.terrain.fill(0);
        let vertical = (0..5).map(|row| edge(row, 3, Direction::Right));
        let horizontal = (4..9).map(|col| edge(5, col, Direction::Down));
        header.board.walls = vertical.chain(horizontal).collect();
    };
    let each = |_: &Header, record: &mut Record| {
        let found = [edge(1, 6, Direction::Right), edge(1, 6, Direction::Down), edge(2, 6, Direction::Right)];
        record.views[1].edges = found.map(|edge| KnownEdge { edge, open: edge.cell.row == 2 }).to_vec();
    };
    match_on(Size::new(7, 11), 4, board, each)
}

/// A board whose opposite borders are joined, with a wall, a view and a signal across the seam.
pub(crate) fn wrapped() -> Timeline {
    let board = |header: &mut Header| {
        header.board.wrap = true;
        header.board.walls = vec![
            Edge { cell: Cell::new(1, 9), side: Direction::Right },
            Edge { cell: Cell::new(5, 4), side: Direction::Down },
        ];
        header.channels[1].hatch = Hatch::None;
    };
    let each = |header: &Header, record: &mut Record| {
        let size = header.board.size;
        let near = |from: Cell, most: u16| {
            let around = |a: u16, b: u16, count: u16| a.abs_diff(b).min(count - a.abs_diff(b));
            let is_near = move |cell: &Cell| {
                around(cell.row, from.row, size.rows) + around(cell.col, from.col, size.cols) <= most
            };
            CellSet::of(size, size.iter().filter(is_near))
        };
        for view in &mut record.views {
            let own = view.pieces[0].piece.cell;
            view.visible = near(own, 2);
            view.signals[0].coverage = near(own, 1);
            view.signals[1] =
                Signal { channel: 1, outcome: SignalOutcome::Hit, coverage: near(own, 3), cells: Vec::new() };
        }
    };
    match_on(Size::new(6, 10), 4, board, each)
}

/// As many pieces as a board of 64 cells has, most of them on few cells.
pub(crate) fn crowded() -> Timeline {
    let each = |_: &Header, record: &mut Record| {
        let counts = [1, 2, 3, 4, 5, 9, 12, 28];
        let cells = counts.iter().zip([(0, 1), (1, 3), (1, 5), (3, 1), (3, 4), (4, 6), (6, 2), (6, 5)]);
        let cells = cells.flat_map(|(count, (row, col))| std::iter::repeat_n(Cell::new(row, col), *count));
        let pieces = cells.enumerate().map(|(place, cell)| Piece {
            kind: (place % 2) as u16,
            cell,
            facing: Direction::ALL.get(place % 5).copied(),
            label: String::new(),
        });
        let pieces: Vec<Piece> = pieces.collect();
        let known = pieces.iter().enumerate();
        record.views[1].pieces = known
            .map(|(place, piece)| KnownPiece {
                piece: piece.clone(),
                seen_at: record.index.saturating_sub((place % 3) as u32),
            })
            .collect();
        record.truth = Some(Truth { pieces, ..Truth::default() });
    };
    match_on(Size::new(8, 8), 4, |_| {}, each)
}
