//! What is written: matches that were recorded, matches that are played, and long ones that are made.

use std::path::{Path, PathBuf};

use fogreel_engine::data::{
    ActionTaken, Belief, BeliefKey, BeliefKind, BeliefTarget, Board, Candidate, Channel, Decision, Domain, Frame,
    Hatch, Keep, KnownPiece, Neighbourhood, Piece, PieceKind, Quality, Rgb, SeatInfo, Shape, Signal, SignalOutcome,
    TerrainKind, Truth, View,
};
use fogreel_engine::{Cell, CellSet, End, Header, MapSource, MatchConfig, Outcome, Record, Seat, SeatSet, Size};
use fogreel_recorder::{MemoryRecorder, Replay, Strictness, Timeline};

use crate::Failure;

/// A match, whole.
pub(crate) struct Turns {
    pub(crate) header: Header,
    pub(crate) records: Vec<Record>,
    pub(crate) end: End,
}

impl Turns {
    fn of(timeline: &Timeline) -> Result<Self, Failure> {
        let records = (0..timeline.len()).map(|index| Ok((*timeline.record(index)?).clone()));
        let records = records.collect::<Result<_, Failure>>()?;
        Ok(Self {
            header: timeline.header().clone(),
            records,
            end: timeline.end().ok_or("the match has no end")?.clone(),
        })
    }

    /// A recording.
    pub(crate) fn of_file(path: &Path) -> Result<Self, Failure> {
        Self::of(Replay::open(path, Strictness::Strict)?.timeline())
    }

    /// A recording in memory.
    pub(crate) fn of_bytes(bytes: Vec<u8>) -> Result<Self, Failure> {
        Self::of(Replay::from_bytes("match", bytes, Strictness::Strict)?.timeline())
    }

    /// The samples of the repository that have so many rows.
    pub(crate) fn samples(rows: u16) -> Result<Vec<Self>, Failure> {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../replays/good/rajakardhor");
        let mut files: Vec<PathBuf> =
            std::fs::read_dir(folder)?.map(|entry| Ok(entry?.path())).collect::<Result<_, Failure>>()?;
        files.retain(|file| file.extension().is_some_and(|extension| extension == "fogreel"));
        files.sort();
        let mut samples = files.iter().map(|file| Self::of_file(file)).collect::<Result<Vec<_>, _>>()?;
        samples.retain(|sample| sample.header.board.size.rows == rows);
        Ok(samples)
    }

    /// Matches between the agents of a preset, seeds from 0 on.
    pub(crate) fn played(preset: &str, map: Option<&str>, count: u64) -> Result<Vec<Self>, Failure> {
        let game = fogreel_games::find("rajakardhor")?;
        let map = map.map_or(MapSource::Default, |map| MapSource::Named(map.to_owned()));
        let config = MatchConfig { preset: Some(preset.to_owned()), map, ..MatchConfig::default() };
        let prepared = game.prepare(&config)?;
        (0..count)
            .map(|seed| {
                let mut memory = MemoryRecorder::default();
                prepared.play(seed, &mut memory)?;
                Self::of(&memory.into_timeline().ok_or("nothing was recorded")?)
            })
            .collect()
    }

    /// A match made of walks.
    pub(crate) fn walked(mut walk: Walk, records: u32) -> Self {
        let records: Vec<_> = walk.by_ref().take(records as usize).collect();
        let end = end(records.len() as u32);
        Self { header: walk.header, records, end }
    }

    /// Records of real matches one after the other, for as long as it takes.
    pub(crate) fn endless(matches: &[Self]) -> impl Iterator<Item = Record> + '_ {
        let records = matches.iter().flat_map(|one| &one.records).cycle();
        records.zip(0..).map(|(record, index)| Record { index, ..record.clone() })
    }
}

/// Two pieces that walk at random on an empty board, and a filter that follows one of them: each step it spreads to the
/// neighbours, and loses what the other one sees to be empty.
pub(crate) struct Walk {
    pub(crate) header: Header,
    size: Size,
    /// After how many steps the piece is seen, so that the belief begins anew; never, if 0.
    sighting: u32,
    random: u64,
    index: u32,
    pieces: [Cell; 2],
    last_seen: [Vec<u32>; 2],
    belief: Vec<f64>,
}

/// How far a piece sees.
const SIGHT: u32 = 3;

impl Walk {
    /// A dense belief: all cells of the board can be true.
    pub(crate) fn dense(side: u16) -> Self {
        let cells = Size::new(side, side).cells();
        Self { belief: vec![1.0 / cells as f64; cells], ..Self::of(side, 0) }
    }

    /// A belief over 400 cells at most.
    pub(crate) fn local(side: u16) -> Self {
        Self::of(side, 13)
    }

    fn of(side: u16, sighting: u32) -> Self {
        let size = Size::new(side, side);
        let pieces = [Cell::new(side / 3, side / 3), Cell::new(side / 2, side / 2)];
        let mut belief = vec![0.0; size.cells()];
        belief[size.index(pieces[0])] = 1.0;
        let last_seen = [vec![0; size.cells()], vec![0; size.cells()]];
        Self { header: header(size), size, sighting, random: 1, index: 0, pieces, last_seen, belief }
    }

    /// Knuth's multiplier (MMIX).
    fn random(&mut self, below: usize) -> usize {
        self.random = self.random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.random >> 33) as usize % below
    }

    fn around(&self, centre: Cell) -> CellSet {
        let sight = SIGHT as u16;
        let rows = centre.row.saturating_sub(sight)..=(centre.row + sight).min(self.size.rows - 1);
        let cols = centre.col.saturating_sub(sight)..=(centre.col + sight).min(self.size.cols - 1);
        let cells = rows.flat_map(|row| cols.clone().map(move |col| Cell::new(row, col)));
        CellSet::of(self.size, cells.filter(|cell| cell.manhattan(centre) <= SIGHT))
    }

    fn step(&mut self) {
        for place in 0..2 {
            let neighbours: Vec<Cell> = self.size.neighbours(self.pieces[place]).collect();
            self.pieces[place] = neighbours[self.random(neighbours.len())];
        }
        let is_seen = self.sighting > 0 && self.index.is_multiple_of(self.sighting);
        if is_seen {
            self.belief.fill(0.0);
            self.belief[self.size.index(self.pieces[0])] = 1.0;
            return;
        }
        let mut next = vec![0.0; self.belief.len()];
        for (index, mass) in self.belief.iter().enumerate().filter(|(_, mass)| **mass > 0.0) {
            let cell = self.size.cell(index);
            let share = mass / (1 + self.size.neighbours(cell).count()) as f64;
            next[index] += share;
            self.size.neighbours(cell).for_each(|neighbour| next[self.size.index(neighbour)] += share);
        }
        let truth = self.size.index(self.pieces[0]);
        for cell in self.around(self.pieces[1]).indices().filter(|cell| *cell != truth) {
            next[cell] = 0.0;
        }
        let total: f64 = next.iter().sum();
        if total > 0.0 {
            next.iter_mut().for_each(|mass| *mass /= total);
        }
        self.belief = next;
    }

    fn view(&mut self, place: usize) -> View {
        let visible = self.around(self.pieces[place]);
        visible.indices().for_each(|cell| self.last_seen[place][cell] = self.index + 1);
        let signal = |channel, coverage: CellSet| Signal {
            channel,
            outcome: if coverage.is_empty() { SignalOutcome::Unavailable } else { SignalOutcome::Miss },
            coverage,
            cells: Vec::new(),
        };
        let known = KnownPiece { piece: piece(place as u16, self.pieces[place]), seen_at: self.index };
        View {
            seat: Seat(place as u8),
            frame: Frame::board(self.size),
            terrain: None,
            edges: Vec::new(),
            signals: vec![signal(0, visible.clone()), signal(1, CellSet::new(self.size))],
            visible,
            last_seen: self.last_seen[place].clone(),
            pieces: vec![known],
            facts: Vec::new(),
            messages: Vec::new(),
        }
    }
}

impl Iterator for Walk {
    type Item = Record;

    fn next(&mut self) -> Option<Record> {
        if self.index > 0 {
            self.step();
        }
        let candidate = |action: &str, score| Candidate { action: action.to_owned(), score };
        let scores = [0.1, 0.7, 0.3, 0.2].map(|score| score + f64::from(self.index % 7) / 3.0);
        let candidates =
            ["up", "down", "left", "right"].iter().zip(scores).map(|(action, score)| candidate(action, score));
        let (decisions, actions) = match self.index {
            0 => (Vec::new(), Vec::new()),
            _ => (
                vec![Decision {
                    seat: Seat(1),
                    branch: "belief".to_owned(),
                    candidates: candidates.collect(),
                    nodes: Some(u64::from(self.index) * 17 % 1000),
                    depth: Some(3),
                    belief_floor: None,
                }],
                vec![ActionTaken { seat: Seat(1), action: "down".to_owned() }],
            ),
        };
        let record = Record {
            index: self.index,
            turn: self.index,
            round: self.index,
            actions,
            decisions,
            chance: Vec::new(),
            events: Vec::new(),
            truth: Some(Truth {
                pieces: [0, 1].map(|place| piece(place, self.pieces[usize::from(place)])).to_vec(),
                ..Truth::default()
            }),
            views: [0, 1].map(|place| self.view(place)).to_vec(),
            privileged: Vec::new(),
            beliefs: vec![Belief {
                key: BeliefKey::new("guard", "thief", "agent"),
                quality: Quality::Exact,
                kind: BeliefKind::Categorical(self.belief.clone()),
            }],
            to_act: SeatSet::of(Seat(1)),
            state_hash: Some(self.random),
        };
        self.index += 1;
        Some(record)
    }
}

fn piece(kind: u16, cell: Cell) -> Piece {
    Piece { kind, cell, facing: None, label: String::new() }
}

/// The end of a match that was broken off.
pub(crate) fn end(records: u32) -> End {
    let outcome = Outcome {
        winners: SeatSet::NONE,
        reason: "broken_off".to_owned(),
        text: "Nobody won.".to_owned(),
        scores: Vec::new(),
    };
    End { outcome, turns: records - 1, records }
}

fn header(size: Size) -> Header {
    let seat = |id: &str| SeatInfo {
        id: id.to_owned(),
        name: id.to_owned(),
        role: String::new(),
        agent: Some("walk".to_owned()),
        agent_version: Some(1),
        settings: Vec::new(),
        reads_privileged: false,
        color: Rgb(52, 120, 216),
    };
    let kind = |id: &str, seat| PieceKind {
        id: id.to_owned(),
        name: id.to_owned(),
        glyph: 'P',
        shape: Shape::Circle,
        color: Rgb(52, 120, 216),
        seat: Some(seat),
    };
    let channel = |id: &str| Channel {
        id: id.to_owned(),
        name: id.to_owned(),
        color: Rgb(108, 92, 200),
        hatch: Hatch::None,
        glyph: 'S',
        privileged: false,
    };
    Header {
        game: "walk".to_owned(),
        title: "Walk".to_owned(),
        rules_version: 1,
        preset: String::new(),
        knobs: Vec::new(),
        map: String::new(),
        setup: Vec::new(),
        seed: Some(1),
        board: Board {
            size,
            neighbourhood: Neighbourhood::Four,
            wrap: false,
            terrain: vec![0; size.cells()],
            legend: vec![TerrainKind {
                id: "floor".to_owned(),
                glyph: '.',
                passable: true,
                opaque: false,
                color: None,
            }],
            walls: Vec::new(),
        },
        seats: vec![seat("thief"), seat("guard")],
        piece_kinds: vec![kind("thief", Seat(0)), kind("guard", Seat(1))],
        targets: vec![BeliefTarget {
            id: "thief".to_owned(),
            name: "thief".to_owned(),
            domain: Domain::Cells,
            piece_kind: Some(0),
        }],
        channels: ["sight", "noise"].map(channel).to_vec(),
        event_kinds: Vec::new(),
        facts: Vec::new(),
        messages: Vec::new(),
        max_turns: None,
        keep: Keep::Full,
        writer: "peers".to_owned(),
        created_unix_ms: None,
        tags: Vec::new(),
    }
}
