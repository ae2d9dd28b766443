//! A small match, made by hand.

use fogreel_engine::data::{
    ActionTaken, Belief, BeliefKey, BeliefKind, BeliefTarget, Board, Candidate, Channel, Decision, Domain, Draw, Event,
    EventKind, Fact, FactDefinition, Frame, Hatch, Keep, KnownEdge, KnownPiece, Message, MessageTemplate,
    Neighbourhood, Piece, PieceKind, PrivilegedSignal, Quality, Rgb, SeatInfo, Setting, Shape, Signal, SignalOutcome,
    TerrainKind, Tone, Truth, Value, View,
};
use fogreel_engine::{Cell, CellSet, Direction, Edge, End, Header, Outcome, Record, Seat, SeatSet, Size};
use fogreel_recorder::{Destination, FileState, Recorder, RecorderOptions};

pub(crate) const SIZE: Size = Size::new(3, 5);
/// Frame of the second seat, which does not know where it is.
pub(crate) const LOST: Size = Size::new(2, 3);
pub(crate) const REPRODUCIBLE: RecorderOptions =
    RecorderOptions { sync: fogreel_recorder::SyncLevel::End, reproducible: true, overwrite: false, keep: Keep::Full };

pub(crate) fn header() -> Header {
    let seat = |id: &str, name: &str, color| SeatInfo {
        id: id.into(),
        name: name.into(),
        role: "ищет 🕯".into(),
        agent: Some("fuzzy".into()),
        agent_version: Some(3),
        settings: vec![Setting::new("глубина", "4")],
        reads_privileged: id == "thief",
        color,
    };
    let kind = |id: &str, shape, seat| PieceKind {
        id: id.into(),
        name: id.into(),
        glyph: 'চ',
        shape,
        color: Rgb(1, 2, 3),
        seat,
    };
    let target = |id: &str, domain, piece_kind| BeliefTarget { id: id.into(), name: id.into(), domain, piece_kind };
    Header {
        game: "sample".into(),
        title: "রাজকর্ধর — 泥棒と番人".into(),
        rules_version: 2,
        preset: "small".into(),
        knobs: vec![Setting::new("radius", "3")],
        map: "مثال".into(),
        setup: vec![Setting::new("thief", "a1")],
        seed: Some(u64::MAX),
        board: Board {
            size: SIZE,
            neighbourhood: Neighbourhood::Four,
            wrap: false,
            terrain: (0..15).map(|cell| u8::from(cell % 4 == 3)).collect(),
            legend: vec![
                TerrainKind { id: "floor".into(), glyph: '.', passable: true, opaque: false, color: None },
                TerrainKind {
                    id: "wall".into(), glyph: '█', passable: false, opaque: true, color: Some(Rgb(9, 8, 7))
                },
            ],
            walls: vec![Edge { cell: Cell::new(0, 0), side: Direction::Right }],
        },
        seats: vec![seat("guard", "প্রহরী", Rgb(255, 0, 0)), seat("thief", "どろぼう\u{202E}םולש", Rgb(0, 0, 255))],
        piece_kinds: vec![
            kind("guard", Shape::Square, Some(Seat(0))),
            kind("thief", Shape::Circle, Some(Seat(1))),
            kind("door", Shape::Door, None),
        ],
        targets: vec![
            target("thief", Domain::Cells, Some(1)),
            target("walls", Domain::Edges, None),
            target("plan", Domain::Labels(vec!["run".into(), "скрыться".into()]), None),
        ],
        channels: vec![Channel {
            id: "sight".into(),
            name: "Sight".into(),
            color: Rgb(0, 9, 0),
            hatch: Hatch::Crossed,
            glyph: 's',
            privileged: false,
        }],
        event_kinds: vec![
            EventKind { id: "heard".into(), name: "Heard".into(), glyph: 'h', tone: Tone::Neutral },
            EventKind { id: "seen".into(), name: "Seen".into(), glyph: '視', tone: Tone::Bad },
        ],
        facts: vec![FactDefinition { id: "loot".into(), label: "Loot".into(), unit: "".into(), tone: Tone::Good }],
        messages: vec![MessageTemplate { id: "status.hint".into(), text: "{0} of {1}".into() }],
        max_turns: Some(60),
        keep: Keep::Full,
        writer: "sample 1".into(),
        created_unix_ms: None,
        tags: vec![Setting::new("день", "понедельник")],
    }
}

pub(crate) fn record(index: u32) -> Record {
    let cell = Cell::new((index % 3) as u16, (index % 5) as u16);
    let piece = |kind, cell| Piece { kind, cell, facing: Some(Direction::Left), label: "ключ".into() };
    let signal = |size, outcome| Signal {
        channel: 0,
        outcome,
        coverage: CellSet::of(size, [Cell::new(0, 1), Cell::new(1, 2)]),
        cells: vec![Cell::new(0, 1)],
    };
    let view = |seat, size: Size, offset, terrain| View {
        seat: Seat(seat),
        frame: Frame { size, offset },
        terrain,
        edges: vec![KnownEdge { edge: Edge { cell: Cell::new(1, 1), side: Direction::Down }, open: true }],
        visible: CellSet::of(size, [Cell::new(0, 0), Cell::new(1, 2)]),
        last_seen: (0..size.cells() as u32).map(|cell| if cell % 2 == 0 { 0 } else { index + 1 }).collect(),
        pieces: vec![KnownPiece { piece: piece(u16::from(seat), Cell::new(1, 1)), seen_at: index }],
        signals: vec![signal(size, SignalOutcome::Miss)],
        facts: vec![Fact { fact: 0, value: Value::Ratio(index, 9) }],
        messages: vec![Message {
            template: 0,
            arguments: vec![
                Value::Flag(true),
                Value::Integer(-7),
                Value::Number(0.1),
                Value::Cell(cell),
                Value::Text("سلام".into()),
            ],
        }],
    };
    let belief = |owner, target, kind, quality| Belief { key: BeliefKey::new(owner, target, "agent"), quality, kind };
    // Irrational-looking values, so that mantissas do not compress; zeros, so that the grid is sparse.
    let mut cells: Vec<f64> =
        (0..15).map(|at| if (at + index).is_multiple_of(3) { 0.0 } else { f64::from(at * 7 + index).sqrt() }).collect();
    let sum: f64 = cells.iter().sum();
    cells.iter_mut().for_each(|value| *value /= sum);
    Record {
        index,
        turn: index.div_ceil(2),
        round: index / 4,
        actions: if index == 0 {
            vec![]
        } else {
            vec![ActionTaken { seat: Seat((index % 2) as u8), action: "a1-b2".into() }]
        },
        decisions: vec![Decision {
            seat: Seat(0),
            branch: "belief".into(),
            candidates: vec![
                Candidate { action: "wait".into(), score: f64::NEG_INFINITY },
                Candidate { action: "a1-b2".into(), score: -0.0 },
            ],
            nodes: Some(1 << 40),
            depth: None,
            belief_floor: Some(1e-6),
        }],
        chance: vec![Draw {
            stream: "nature/spawn".into(),
            index: u64::from(index) << 33,
            outcome: "e5".into(),
            probability: Some(1.0 / 3.0),
        }],
        events: vec![Event { kind: (index % 2) as u16, cells: vec![cell], audience: SeatSet::first(2) }],
        truth: Some(Truth {
            pieces: vec![piece(0, Cell::new(2, 4)), piece(1, cell)],
            terrain: vec![(Cell::new(0, 3), 0)],
            walls: Some(vec![Edge { cell: Cell::new(2, 2), side: Direction::Right }]),
        }),
        views: vec![
            view(0, SIZE, Some([0, 0]), None),
            view(1, LOST, None, Some(vec![View::UNKNOWN, 0, 1, View::UNKNOWN, 0, 0])),
        ],
        privileged: vec![PrivilegedSignal { seat: Seat(1), signal: signal(SIZE, SignalOutcome::Hit) }],
        beliefs: vec![
            belief("guard", "thief", BeliefKind::Categorical(cells), Quality::Exact),
            belief("guard", "walls", BeliefKind::Bernoulli(vec![0.5; 22]), Quality::Lossy),
            belief(
                "guard",
                "plan",
                BeliefKind::Count(vec![0.25, f64::from(index)]),
                Quality::Approximate { method: "частицы".into(), n: 1000 },
            ),
        ],
        to_act: SeatSet::of(Seat((index % 2) as u8)),
        state_hash: Some(0x0123_4567_89AB_CDEF ^ u64::from(index)),
    }
}

pub(crate) fn records(count: u32) -> Vec<Record> {
    (0..count).map(record).collect()
}

pub(crate) fn end(records: u32) -> End {
    End {
        outcome: Outcome {
            winners: SeatSet::of(Seat(1)),
            reason: "escape".into(),
            text: "どろぼう escaped.".into(),
            scores: vec![0.0, 1.5],
        },
        turns: records / 2,
        records,
    }
}

/// The bytes of a recording, reproducible.
pub(crate) fn written(header: &Header, records: &[Record], end: Option<&End>) -> Vec<u8> {
    let mut recorder = Recorder::new(Vec::new(), REPRODUCIBLE);
    recorder.write_header(header).unwrap();
    for record in records {
        recorder.write_record(record).unwrap();
    }
    if let Some(end) = end {
        recorder.write_end(end).unwrap();
    }
    recorder.into_inner()
}

/// A whole match of that many records.
pub(crate) fn file(count: u32) -> Vec<u8> {
    written(&header(), &records(count), Some(&end(count)))
}

/// A match of three records, written by the first version, which compressed them in another way than today's.
pub(crate) fn compressed() -> Vec<u8> {
    include_bytes!("../golden/format-1.0.fogreel").to_vec()
}

/// The same recording in the other state.
pub(crate) fn repacked(bytes: &[u8], state: FileState) -> Vec<u8> {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("match.fogreel");
    std::fs::write(&path, bytes).unwrap();
    fogreel_recorder::repack(&path, state, Destination::InPlace).unwrap();
    std::fs::read(&path).unwrap()
}

/// The same recording, packed.
pub(crate) fn packed(bytes: &[u8]) -> Vec<u8> {
    repacked(bytes, FileState::Packed)
}

/// A match that stopped without an end.
pub(crate) fn unfinished(count: u32) -> Vec<u8> {
    written(&header(), &records(count), None)
}

/// The raw body of the frame at `offset`.
pub(crate) fn raw_body(bytes: &[u8], offset: usize) -> Vec<u8> {
    let number = |at: usize| u32::from_le_bytes(bytes[offset + at..offset + at + 4].try_into().unwrap()) as usize;
    let stored = &bytes[offset + 40..offset + 40 + number(24)];
    match bytes[offset + 6] {
        0 => stored.to_vec(),
        _ => zstd::bulk::decompress(stored, number(28)).unwrap(),
    }
}

/// Kind, begin and end of each frame, read as the specification says.
pub(crate) fn frames(bytes: &[u8]) -> Vec<(u8, usize, usize)> {
    let mut frames = Vec::new();
    let mut offset = 24;
    while offset < bytes.len() {
        assert_eq!(bytes[offset..offset + 4], [0xF6, 0x9D, 0xC3, 0xAE]);
        let stored = u32::from_le_bytes(bytes[offset + 24..offset + 28].try_into().unwrap()) as usize;
        frames.push((bytes[offset + 4], offset, offset + 40 + stored));
        offset += 40 + stored;
    }
    frames
}

/// Sets the CRCs of the frame at `offset` right, as a forger would.
pub(crate) fn forge(bytes: &mut [u8], offset: usize) {
    let stored = u32::from_le_bytes(bytes[offset + 24..offset + 28].try_into().unwrap()) as usize;
    if let Some(body) = bytes.get(offset + 40..offset + 40 + stored) {
        let crc = crc32fast::hash(body);
        bytes[offset + 32..offset + 36].copy_from_slice(&crc.to_le_bytes());
    }
    let mut hasher = crc32fast::Hasher::new();
    hasher.update(&bytes[12..20]);
    hasher.update(&bytes[offset..offset + 36]);
    let crc = hasher.finalize();
    bytes[offset + 36..offset + 40].copy_from_slice(&crc.to_le_bytes());
}
