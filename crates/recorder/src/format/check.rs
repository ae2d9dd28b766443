//! Meaning: whether decoded (or about to be encoded) data agrees with itself and with the header.
//!
//! What is wrong in a foreign agent's head is not wrong in a file: sums of beliefs are not judged here, nor are
//! Bernoulli values above 1 or scores that are infinite. What no reader could draw is refused: other dimensions than
//! declared, ids that the header lacks, beliefs with negative or non-finite values.

use fogreel_engine::data::{Belief, BeliefKind, Domain, Keep, Signal, View};
use fogreel_engine::{Cell, Direction, Edge, End, Header, Record, Seat, SeatSet, Size, Viewpoint};

use super::fault::ensure;
use super::{Fault, limits};
use crate::{Branch, NoteChange};

/// Checks a header.
pub(crate) fn header(header: &Header) -> Result<(), Fault> {
    let board = &header.board;
    let cells = board.size.cells();
    limits::check("cells of a board", limits::CELLS, cells as u64)?;
    limits::check("seats", limits::SEATS, header.seats.len() as u64)?;
    limits::check("kinds of terrain", 255, board.legend.len() as u64)?;
    for (what, len) in [
        ("piece kinds", header.piece_kinds.len()),
        ("belief targets", header.targets.len()),
        ("channels", header.channels.len()),
        ("event kinds", header.event_kinds.len()),
        ("facts", header.facts.len()),
        ("messages", header.messages.len()),
    ] {
        limits::check(what, u64::from(u16::MAX), len as u64)?;
    }
    ensure(cells > 0, || ("board.size".into(), "a cell or more".into(), board.size))?;
    ensure(board.terrain.len() == cells, || ("board.terrain".into(), format!("{cells} cells"), board.terrain.len()))?;
    let kinds = board.legend.len();
    let unknown = board.terrain.iter().find(|kind| usize::from(**kind) >= kinds);
    ensure(unknown.is_none(), || {
        ("board.terrain".into(), format!("kinds below {kinds}"), unknown.copied().unwrap_or_default())
    })?;
    edges("board.walls", board.size, &board.walls)?;
    for (position, kind) in header.piece_kinds.iter().enumerate() {
        if let Some(seat) = kind.seat {
            self::seat(header, seat, || format!("piece_kinds[{position}].seat"))?;
        }
    }
    for (position, target) in header.targets.iter().enumerate() {
        if let Some(kind) = target.piece_kind {
            id(header.piece_kinds.len(), kind, || format!("targets[{position}].piece_kind"))?;
        }
        if let Domain::Labels(labels) = &target.domain {
            limits::check("labels of a belief target", limits::CELLS, labels.len() as u64)?;
        }
    }
    Ok(())
}

/// Checks before the first record that the grids of a record will fit: what can be foreseen should not fail late.
pub(crate) fn room_for_records(header: &Header) -> Result<(), Fault> {
    let cells = header.board.size.cells() as u64;
    let views = if header.keep == Keep::Moves { 0 } else { header.seats.len() as u64 * cells * 4 };
    let over_cells = header.targets.iter().filter(|target| target.domain == Domain::Cells).count() as u64;
    let beliefs = if header.keep == Keep::Full { over_cells * cells * 8 } else { 0 };
    limits::check("bytes of the grids of a record", limits::GRIDS, views + beliefs).map(drop)
}

/// Checks a record that should have that index.
pub(crate) fn record(header: &Header, record: &Record, index: u32) -> Result<(), Fault> {
    let board = header.board.size;
    limits::check("records", limits::RECORDS, u64::from(index) + 1)?;
    ensure(record.index == index, || ("index".into(), index.to_string(), record.index))?;
    for action in &record.actions {
        seat(header, action.seat, || "actions".into())?;
    }
    for decision in &record.decisions {
        seat(header, decision.seat, || "decisions".into())?;
    }
    for draw in &record.chance {
        if let Some(probability) = draw.probability {
            value(probability, || format!("chance draw {}", draw.stream))?;
        }
    }
    for event in &record.events {
        id(header.event_kinds.len(), event.kind, || "events".into())?;
        cells("events", board, &event.cells)?;
        seats(header, event.audience, "audience of an event")?;
    }
    if let Some(truth) = &record.truth {
        limits::check("pieces", limits::PIECES, truth.pieces.len() as u64)?;
        for piece in &truth.pieces {
            id(header.piece_kinds.len(), piece.kind, || "truth.pieces".into())?;
            cells("truth.pieces", board, &[piece.cell])?;
        }
        for (cell, kind) in &truth.terrain {
            cells("truth.terrain", board, &[*cell])?;
            id(header.board.legend.len(), u16::from(*kind), || "truth.terrain".into())?;
        }
        edges("truth.walls", board, truth.walls.as_deref().unwrap_or_default())?;
    }
    seats(header, record.to_act, "to_act")?;
    limits::check("views", limits::SEATS, record.views.len() as u64)?;
    for view in &record.views {
        self::view(header, view)?;
    }
    for privileged in &record.privileged {
        seat(header, privileged.seat, || "privileged".into())?;
        // A privileged signal may speak of the board or of the frame of the seat that reads it.
        let covered = privileged.signal.coverage.size();
        let frame = record.view(privileged.seat).map_or(board, |view| view.frame.size);
        let size = if covered == board { board } else { frame };
        signal(header, &privileged.signal, size, || "privileged".into())?;
    }
    record.beliefs.iter().try_for_each(|belief| self::belief(header, record, belief))
}

/// Checks an end but for the number of records that it counts.
pub(crate) fn end(header: &Header, end: &End) -> Result<(), Fault> {
    seats(header, end.outcome.winners, "winners")
}

/// Checks a change of a note. A record that damage took, and a cell of a seat's frame, cannot be looked up: a note about
/// them is kept, and shown nowhere.
pub(crate) fn note(header: &Header, change: &NoteChange) -> Result<(), Fault> {
    let NoteChange::Put(note) = change else { return Ok(()) };
    let place = || format!("note {}", note.id);
    limits::check("records", limits::RECORDS, u64::from(note.record) + 1)?;
    match note.viewpoint {
        Viewpoint::Seat(by) => seat(header, by, place),
        Viewpoint::Referee => cells("a note", header.board.size, note.cell.as_slice()),
    }
}

/// Checks what can be told of a branch by itself. Whether the record is there that it leaves, the file tells.
pub(crate) fn branch(branch: &Branch) -> Result<(), Fault> {
    let Branch { line, parent, record, .. } = *branch;
    ensure(parent < line, || ("the branch".into(), format!("a parent below line {line}"), parent))?;
    limits::check("records", limits::RECORDS, u64::from(record) + 1).map(drop)
}

/// Checks that an end counts the records that are there.
pub(crate) fn end_counts(end: &End, records: u32) -> Result<(), Fault> {
    ensure(end.records == records, || ("the records of the end".into(), records.to_string(), end.records))
}

fn view(header: &Header, view: &View) -> Result<(), Fault> {
    seat(header, view.seat, || "views".into())?;
    let place = |field: &str| format!("view of seat {}, {field}", view.seat.0);
    let size = view.frame.size;
    let len = size.cells();
    limits::check("cells of a frame", limits::CELLS, len as u64)?;
    ensure(len > 0, || (place("frame"), "a cell or more".into(), size))?;
    ensure(view.visible.size() == size, || (place("visible"), size.to_string(), view.visible.size()))?;
    ensure(view.last_seen.len() == len, || (place("last_seen"), format!("{len} cells"), view.last_seen.len()))?;
    if let Some(terrain) = &view.terrain {
        ensure(terrain.len() == len, || (place("terrain"), format!("{len} cells"), terrain.len()))?;
        let kinds = header.board.legend.len();
        let unknown = terrain.iter().find(|kind| **kind != View::UNKNOWN && usize::from(**kind) >= kinds);
        ensure(unknown.is_none(), || {
            (place("terrain"), format!("kinds below {kinds}, or 255"), unknown.copied().unwrap_or_default())
        })?;
    }
    for known in &view.edges {
        edges("view edges", size, &[known.edge])?;
    }
    limits::check("pieces", limits::PIECES, view.pieces.len() as u64)?;
    for known in &view.pieces {
        id(header.piece_kinds.len(), known.piece.kind, || place("pieces"))?;
        cells("view pieces", size, &[known.piece.cell])?;
    }
    for signal in &view.signals {
        self::signal(header, signal, size, || place("signals"))?;
    }
    for fact in &view.facts {
        id(header.facts.len(), fact.fact, || place("facts"))?;
    }
    for message in &view.messages {
        id(header.messages.len(), message.template, || place("messages"))?;
    }
    Ok(())
}

fn signal(header: &Header, signal: &Signal, size: Size, place: impl Fn() -> String) -> Result<(), Fault> {
    id(header.channels.len(), signal.channel, &place)?;
    let covered = signal.coverage.size();
    ensure(covered == size, || (format!("{}, coverage", place()), size.to_string(), covered))?;
    cells("cells of a signal", size, &signal.cells)
}

fn belief(header: &Header, record: &Record, belief: &Belief) -> Result<(), Fault> {
    let place = || format!("belief {}", belief.key);
    let owner = header.seat(&belief.key.owner);
    let owner = owner.ok_or_else(|| Fault::invalid(place(), "a seat of the header as owner", &belief.key.owner))?;
    let target = header.targets.iter().find(|target| target.id == belief.key.target);
    let target = target.ok_or_else(|| Fault::invalid(place(), "a target of the header", &belief.key.target))?;
    let size = record.view(owner).map_or(header.board.size, |view| view.frame.size);
    let len = belief.values().len();
    let fits = match &target.domain {
        Domain::Cells => len == size.cells(),
        Domain::Edges => len == inner_edges(size) || (header.board.wrap && len == 2 * size.cells()),
        Domain::Labels(labels) => len == labels.len(),
    };
    ensure(fits, || {
        let expected = match &target.domain {
            Domain::Cells => format!("{} cells", size.cells()),
            Domain::Edges => format!("{} edges", inner_edges(size)),
            Domain::Labels(labels) => format!("{} labels", labels.len()),
        };
        (place(), expected, format!("{len} values"))
    })?;
    let (BeliefKind::Categorical(values) | BeliefKind::Count(values) | BeliefKind::Bernoulli(values)) = &belief.kind;
    // All at once, since nearly always all are right; then, if not, the first that is wrong.
    let is_right = |number: f64| number.is_finite() && number >= 0.0;
    if values.iter().fold(true, |all, number| all & is_right(*number)) {
        return Ok(());
    }
    values.iter().enumerate().try_for_each(|(element, number)| value(*number, || format!("{}, {element}", place())))
}

/// Number of inner edges, each cell's right one and lower one.
fn inner_edges(size: Size) -> usize {
    let (rows, cols) = (usize::from(size.rows), usize::from(size.cols));
    rows * cols.saturating_sub(1) + rows.saturating_sub(1) * cols
}

#[inline]
fn value(value: f64, place: impl FnOnce() -> String) -> Result<(), Fault> {
    ensure(value.is_finite() && value >= 0.0, || (place(), "a finite number of 0 or more".into(), value))
}

#[inline]
fn id(len: usize, id: u16, place: impl FnOnce() -> String) -> Result<(), Fault> {
    ensure(usize::from(id) < len, || (place(), format!("an id below {len}"), id))
}

#[inline]
fn seat(header: &Header, seat: Seat, place: impl FnOnce() -> String) -> Result<(), Fault> {
    ensure(seat.index() < header.seats.len(), || (place(), format!("a seat below {}", header.seats.len()), seat.0))
}

fn seats(header: &Header, set: SeatSet, place: &str) -> Result<(), Fault> {
    let beyond = set.iter().find(|member| member.index() >= header.seats.len());
    beyond.map_or(Ok(()), |member| seat(header, member, || place.into()))
}

fn cells(place: &str, size: Size, cells: &[Cell]) -> Result<(), Fault> {
    let off = cells.iter().find(|cell| !size.contains(**cell));
    off.map_or(Ok(()), |cell| Err(Fault::invalid(place, format!("cells of {size}"), cell)))
}

fn edges(place: &str, size: Size, edges: &[Edge]) -> Result<(), Fault> {
    let fits = |edge: &Edge| size.contains(edge.cell) && matches!(edge.side, Direction::Down | Direction::Right);
    let off = edges.iter().find(|edge| !fits(edge));
    off.map_or(Ok(()), |edge| {
        let found = format!("{} of {}", edge.side, edge.cell);
        Err(Fault::invalid(place, format!("right or lower edges of cells of {size}"), found))
    })
}
