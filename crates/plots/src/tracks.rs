//! Where the pieces that move were, as a viewpoint may know it.

use std::borrow::Cow;

use fogreel_analysis::perspective::header_for;
use fogreel_engine::data::{Frame, PieceKind};
use fogreel_engine::{Cell, Header, Record, Viewpoint};
use fogreel_recorder::Timeline;

use crate::PlotError;
use crate::scene;
use crate::stage::{Eyes, Stage};
use crate::words;

/// The pieces that move, followed through records.
pub(crate) struct Tracks<'a> {
    pub(crate) header: Cow<'a, Header>,
    /// The board of the last record, without the pieces that move; all cells are those of its frame.
    pub(crate) stage: Stage,
    /// Index and turn of each record, ascending.
    pub(crate) moments: Vec<(u32, u32)>,
    /// By kind, then by place among those of its kind.
    pub(crate) tracks: Vec<Track>,
}

/// One piece.
pub(crate) struct Track {
    /// Position in the header's piece kinds.
    pub(crate) kind: u16,
    /// Its place among the pieces of its kind, as the records list them.
    pub(crate) number: usize,
    /// Its cell at each moment; `None` where it was not there, not seen, or off the frame.
    pub(crate) cells: Vec<Option<Cell>>,
    /// At each moment, whether it is known to be the piece of the moment before: a seat that sees several of a kind cannot
    /// tell.
    pub(crate) is_same: Vec<bool>,
}

impl<'a> Tracks<'a> {
    /// Follows the pieces of `kind` (all kinds that belong to a seat if `None`) through ascending records.
    pub(crate) fn follow(
        timeline: &'a Timeline,
        records: &[usize],
        viewpoint: Viewpoint,
        kind: Option<&str>,
    ) -> Result<Self, PlotError> {
        let last = *records.last().ok_or(PlotError::NoRecords)?;
        let header = header_for(timeline.header(), viewpoint);
        let wanted = kinds(&header, kind)?;
        let record = scene::read(timeline, last, viewpoint)?;
        check(&header, &record, viewpoint)?;
        let seat = seat_of(viewpoint);
        let eyes = Eyes { seat, target: None, show_truth: seat.is_none(), show_coverage: false };
        let mut stage = Stage::of(&header, &record, eyes)?;
        stage.pieces.retain(|mark| !mark.is_mobile && !wanted.contains(&mark.kind));
        stage.events.clear();
        let onto = frame(&header, &record, viewpoint);
        let mut tracks = Self { header, stage, moments: Vec::new(), tracks: Vec::new() };
        for index in records {
            tracks.take(&*scene::read(timeline, *index, viewpoint)?, viewpoint, &wanted, onto)?;
        }
        tracks.tracks.sort_by_key(|track| (track.kind, track.number));
        Ok(tracks)
    }

    fn take(&mut self, record: &Record, viewpoint: Viewpoint, wanted: &[u16], onto: Frame) -> Result<(), PlotError> {
        check(&self.header, record, viewpoint)?;
        let at = self.moments.len();
        self.moments.push((record.index, record.turn));
        let from = frame(&self.header, record, viewpoint);
        let board = &self.header.board;
        let placed = |cell: Cell| {
            if from == onto { Some(cell) } else { onto.of_board(board, from.onto_board(board, cell)?) }
        };
        let sightings = sightings(record, viewpoint);
        for kind in wanted {
            let seen: Vec<Cell> = sightings.iter().filter(|(other, _)| other == kind).map(|(_, cell)| *cell).collect();
            let is_known = viewpoint == Viewpoint::Referee || seen.len() == 1;
            for (number, cell) in seen.into_iter().enumerate() {
                let is_it = |track: &Track| (track.kind, track.number) == (*kind, number);
                let place = self.tracks.iter().position(is_it).unwrap_or_else(|| {
                    let (cells, is_same) = (vec![None; at], vec![false; at]);
                    self.tracks.push(Track { kind: *kind, number, cells, is_same });
                    self.tracks.len() - 1
                });
                let track = &mut self.tracks[place];
                track.cells.push(placed(cell).filter(|cell| self.stage.size.contains(*cell)));
                track.is_same.push(is_known);
            }
        }
        for track in &mut self.tracks {
            track.cells.resize(at + 1, None);
            track.is_same.resize(at + 1, false);
        }
        Ok(())
    }

    /// What the track's piece is called; numbered if there are several of its kind.
    pub(crate) fn name(&self, track: &Track) -> String {
        let name = self.kind(track).map_or_else(String::new, |kind| crate::text::clean(&kind.name));
        let is_alone = !self.tracks.iter().any(|other| other.kind == track.kind && other.number != track.number);
        if is_alone { name } else { format!("{name} {}", track.number + 1) }
    }

    pub(crate) fn kind(&self, track: &Track) -> Option<&PieceKind> {
        self.header.piece_kinds.get(usize::from(track.kind))
    }
}

impl Track {
    /// Whether the piece is known to have come from its cell at the moment before.
    pub(crate) fn is_joined(&self, at: usize) -> bool {
        at > 0 && self.is_same[at] && self.is_same[at - 1] && self.cells[at - 1].is_some() && self.cells[at].is_some()
    }

    /// Whether it arrives: it is on a cell, and not known to have been there at the moment before.
    pub(crate) fn arrives(&self, at: usize) -> bool {
        self.cells[at].is_some() && !(self.is_joined(at) && self.cells[at] == self.cells[at - 1])
    }
}

/// The kinds of pieces that a name means; without one all that belong to a seat.
pub(crate) fn kinds(header: &Header, name: Option<&str>) -> Result<Vec<u16>, PlotError> {
    let kinds = || header.piece_kinds.iter().zip(0u16..);
    let found: Vec<u16> = match name {
        None => kinds().filter(|(kind, _)| kind.seat.is_some()).map(|(_, place)| place).collect(),
        Some(name) => kinds().filter(|(kind, _)| kind.id == name).map(|(_, place)| place).collect(),
    };
    if found.is_empty() {
        let present = header.piece_kinds.iter().map(|kind| kind.id.clone()).collect();
        return Err(PlotError::NoPiece { piece: name.map(str::to_owned), present });
    }
    Ok(found)
}

fn seat_of(viewpoint: Viewpoint) -> Option<fogreel_engine::Seat> {
    match viewpoint {
        Viewpoint::Referee => None,
        Viewpoint::Seat(seat) => Some(seat),
    }
}

fn frame(header: &Header, record: &Record, viewpoint: Viewpoint) -> Frame {
    match viewpoint {
        Viewpoint::Referee => Frame::board(header.board.size),
        Viewpoint::Seat(seat) => record.frame_of(header, seat),
    }
}

/// Whether the record tells where anything is.
fn check(header: &Header, record: &Record, viewpoint: Viewpoint) -> Result<(), PlotError> {
    let index = record.index as usize;
    match viewpoint {
        Viewpoint::Referee if record.truth.is_none() => Err(PlotError::NoTruth { record: index }),
        Viewpoint::Seat(seat) if record.view(seat).is_none() => {
            Err(PlotError::NoView { record: index, seat: words::seat_name(header, seat) })
        }
        _ => Ok(()),
    }
}

/// Kind and cell of each piece that is there, or that the seat sees now; a ghost is no sighting.
fn sightings(record: &Record, viewpoint: Viewpoint) -> Vec<(u16, Cell)> {
    match viewpoint {
        Viewpoint::Referee => {
            record.truth.iter().flat_map(|truth| &truth.pieces).map(|piece| (piece.kind, piece.cell)).collect()
        }
        Viewpoint::Seat(seat) => {
            let known = record.view(seat).into_iter().flat_map(|view| &view.pieces);
            let now = known.filter(|known| known.seen_at >= record.index);
            now.map(|known| (known.piece.kind, known.piece.cell)).collect()
        }
    }
}
