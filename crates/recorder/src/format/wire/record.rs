//! RECORD, schema 1.

use bincode::de::BorrowDecoder;
use bincode::enc::Encoder;
use bincode::error::{DecodeError, EncodeError};
use bincode::{BorrowDecode, Encode};
use fogreel_engine::{Header as HeaderData, Seat, SeatSet, data};

use super::shared::{Cell, Edge, Piece, Signal};
use super::view::View;
use super::{Budget, Fault, Items, List, Wire};
use crate::format::grid::Grid;
use crate::format::varint;

/// The body.
#[derive(Encode, BorrowDecode)]
pub(crate) struct Record<'a> {
    index: u32,
    turn: u32,
    round: u32,
    actions: List<'a, ActionTaken<'a>>,
    decisions: List<'a, Decision<'a>>,
    chance: List<'a, Draw<'a>>,
    events: List<'a, Event<'a>>,
    truth: Option<Truth<'a>>,
    pub(super) views: List<'a, View<'a>>,
    pub(super) privileged: List<'a, PrivilegedSignal<'a>>,
    pub(super) beliefs: Beliefs<'a>,
    to_act: u64,
    state_hash: Option<u64>,
}

impl<'a> Record<'a> {
    /// The body of a record; owners and targets of its beliefs become numbers of the header, which must have them.
    pub(crate) fn of(data: &'a data::Record, header: &'a HeaderData) -> Self {
        Self {
            index: data.index,
            turn: data.turn,
            round: data.round,
            actions: List::of(&data.actions),
            decisions: List::of(&data.decisions),
            chance: List::of(&data.chance),
            events: List::of(&data.events),
            truth: data.truth.as_ref().map(Truth::of),
            views: List::of(&data.views),
            privileged: List::of(&data.privileged),
            beliefs: Beliefs::Of(&data.beliefs, header),
            to_act: data.to_act.0,
            state_hash: data.state_hash,
        }
    }

    /// The record.
    pub(crate) fn into_data(self, header: &HeaderData) -> Result<data::Record, Fault> {
        let budget = &mut Budget::of_record();
        Ok(data::Record {
            index: self.index,
            turn: self.turn,
            round: self.round,
            actions: self.actions.into_data(budget)?,
            decisions: self.decisions.into_data(budget)?,
            chance: self.chance.into_data(budget)?,
            events: self.events.into_data(budget)?,
            truth: self.truth.map(|truth| truth.into_data(budget)).transpose()?,
            views: self.views.into_data(budget)?,
            privileged: self.privileged.into_data(budget)?,
            beliefs: self.beliefs.into_data(header, budget)?,
            to_act: SeatSet(self.to_act),
            state_hash: self.state_hash,
        })
    }
}

/// An action and who took it.
#[derive(Encode, BorrowDecode)]
pub(crate) struct ActionTaken<'a> {
    seat: u8,
    action: &'a str,
}

impl<'a> Wire<'a> for ActionTaken<'a> {
    type Data = data::ActionTaken;

    fn of(data: &'a Self::Data) -> Self {
        Self { seat: data.seat.0, action: &data.action }
    }

    fn into_data(self, _: &mut Budget) -> Result<Self::Data, Fault> {
        Ok(data::ActionTaken { seat: Seat(self.seat), action: self.action.to_owned() })
    }
}

/// How an agent came to an action.
#[derive(Encode, BorrowDecode)]
pub(crate) struct Decision<'a> {
    seat: u8,
    branch: &'a str,
    candidates: List<'a, Candidate<'a>>,
    nodes: Option<u64>,
    depth: Option<u32>,
    belief_floor: Option<f64>,
}

impl<'a> Wire<'a> for Decision<'a> {
    type Data = data::Decision;

    fn of(data: &'a Self::Data) -> Self {
        Self {
            seat: data.seat.0,
            branch: &data.branch,
            candidates: List::of(&data.candidates),
            nodes: data.nodes,
            depth: data.depth,
            belief_floor: data.belief_floor,
        }
    }

    fn into_data(self, budget: &mut Budget) -> Result<Self::Data, Fault> {
        Ok(data::Decision {
            seat: Seat(self.seat),
            branch: self.branch.to_owned(),
            candidates: self.candidates.into_data(budget)?,
            nodes: self.nodes,
            depth: self.depth,
            belief_floor: self.belief_floor,
        })
    }
}

/// An action and its score.
#[derive(Encode, BorrowDecode)]
pub(crate) struct Candidate<'a> {
    action: &'a str,
    score: f64,
}

impl<'a> Wire<'a> for Candidate<'a> {
    type Data = data::Candidate;

    fn of(data: &'a Self::Data) -> Self {
        Self { action: &data.action, score: data.score }
    }

    fn into_data(self, _: &mut Budget) -> Result<Self::Data, Fault> {
        Ok(data::Candidate { action: self.action.to_owned(), score: self.score })
    }
}

/// A random outcome.
#[derive(Encode, BorrowDecode)]
pub(crate) struct Draw<'a> {
    stream: &'a str,
    index: u64,
    outcome: &'a str,
    probability: Option<f64>,
}

impl<'a> Wire<'a> for Draw<'a> {
    type Data = data::Draw;

    fn of(data: &'a Self::Data) -> Self {
        Self { stream: &data.stream, index: data.index, outcome: &data.outcome, probability: data.probability }
    }

    fn into_data(self, _: &mut Budget) -> Result<Self::Data, Fault> {
        Ok(data::Draw {
            stream: self.stream.to_owned(),
            index: self.index,
            outcome: self.outcome.to_owned(),
            probability: self.probability,
        })
    }
}

/// Something that happened.
#[derive(Encode, BorrowDecode)]
pub(crate) struct Event<'a> {
    kind: u16,
    cells: List<'a, Cell>,
    audience: u64,
}

impl<'a> Wire<'a> for Event<'a> {
    type Data = data::Event;

    fn of(data: &'a Self::Data) -> Self {
        Self { kind: data.kind, cells: List::of(&data.cells), audience: data.audience.0 }
    }

    fn into_data(self, budget: &mut Budget) -> Result<Self::Data, Fault> {
        Ok(data::Event { kind: self.kind, cells: self.cells.into_data(budget)?, audience: SeatSet(self.audience) })
    }
}

/// The true position.
#[derive(Encode, BorrowDecode)]
pub(crate) struct Truth<'a> {
    pieces: List<'a, Piece<'a>>,
    terrain: List<'a, ChangedTerrain>,
    walls: Option<List<'a, Edge>>,
}

impl<'a> Wire<'a> for Truth<'a> {
    type Data = data::Truth;

    fn of(data: &'a Self::Data) -> Self {
        Self {
            pieces: List::of(&data.pieces),
            terrain: List::of(&data.terrain),
            walls: data.walls.as_deref().map(List::of),
        }
    }

    fn into_data(self, budget: &mut Budget) -> Result<Self::Data, Fault> {
        Ok(data::Truth {
            pieces: self.pieces.into_data(budget)?,
            terrain: self.terrain.into_data(budget)?,
            walls: self.walls.map(|walls| walls.into_data(budget)).transpose()?,
        })
    }
}

/// A cell whose terrain differs from the header's board.
#[derive(Clone, Copy, Debug, Encode, BorrowDecode)]
pub(crate) struct ChangedTerrain {
    cell: Cell,
    terrain: u8,
}

impl<'a> Wire<'a> for ChangedTerrain {
    type Data = (fogreel_engine::Cell, u8);

    fn of((cell, terrain): &'a Self::Data) -> Self {
        Self { cell: Cell::of(cell), terrain: *terrain }
    }

    fn into_data(self, budget: &mut Budget) -> Result<Self::Data, Fault> {
        Ok((self.cell.into_data(budget)?, self.terrain))
    }
}

/// A signal on a privileged channel, and whose agent read it.
#[derive(Encode, BorrowDecode)]
pub(crate) struct PrivilegedSignal<'a> {
    pub(super) seat: u8,
    pub(super) signal: Signal<'a>,
}

impl<'a> Wire<'a> for PrivilegedSignal<'a> {
    type Data = data::PrivilegedSignal;

    fn of(data: &'a Self::Data) -> Self {
        Self { seat: data.seat.0, signal: Signal::of(&data.signal) }
    }

    fn into_data(self, budget: &mut Budget) -> Result<Self::Data, Fault> {
        Ok(data::PrivilegedSignal { seat: Seat(self.seat), signal: self.signal.into_data(budget)? })
    }
}

/// The beliefs of a record, which need the header.
pub(crate) enum Beliefs<'a> {
    /// About to be written.
    Of(&'a [data::Belief], &'a HeaderData),
    /// As they were read.
    Read(Items<Belief<'a>>),
}

impl Beliefs<'_> {
    fn into_data(self, header: &HeaderData, budget: &mut Budget) -> Result<Vec<data::Belief>, Fault> {
        match self {
            Self::Of(data, _) => Ok(data.to_vec()),
            Self::Read(items) => items.0.into_iter().map(|belief| belief.into_data(header, budget)).collect(),
        }
    }
}

impl Encode for Beliefs<'_> {
    fn encode<E: Encoder>(&self, encoder: &mut E) -> Result<(), EncodeError> {
        match self {
            Self::Of(data, header) => {
                varint::put(encoder, data.len() as u64)?;
                data.iter().try_for_each(|belief| Belief::of(belief, header)?.encode(encoder))
            }
            Self::Read(items) => items.encode(encoder),
        }
    }
}

impl<'de: 'a, 'a, C> BorrowDecode<'de, C> for Beliefs<'a> {
    fn borrow_decode<D: BorrowDecoder<'de, Context = C>>(decoder: &mut D) -> Result<Self, DecodeError> {
        Items::borrow_decode(decoder).map(Self::Read)
    }
}

/// A belief.
#[derive(Encode, BorrowDecode)]
pub(crate) struct Belief<'a> {
    pub(super) owner: u8,
    pub(super) target: u16,
    pub(super) source: &'a str,
    quality: Quality<'a>,
    kind: BeliefKind,
    pub(super) elements: u32,
    pub(super) values: Grid<'a, f64>,
}

/// How far a belief can be trusted.
#[derive(Encode, BorrowDecode)]
pub(crate) enum Quality<'a> {
    Exact,
    Approximate { method: &'a str, n: u64 },
    Lossy,
}

/// What the numbers of a belief are.
#[derive(Clone, Copy, Debug, Encode, BorrowDecode)]
pub(crate) enum BeliefKind {
    Categorical,
    Count,
    Bernoulli,
}

impl<'a> Belief<'a> {
    fn of(data: &'a data::Belief, header: &HeaderData) -> Result<Self, EncodeError> {
        let key = &data.key;
        let target = header.targets.iter().position(|target| target.id == key.target);
        // Records are checked before they are encoded.
        let unknown = |what: &str| EncodeError::OtherString(format!("the header has no {what} of {key}"));
        Ok(Self {
            owner: header.seat(&key.owner).ok_or_else(|| unknown("seat"))?.0,
            target: target.and_then(|target| u16::try_from(target).ok()).ok_or_else(|| unknown("target"))?,
            source: &key.source,
            quality: match &data.quality {
                data::Quality::Exact => Quality::Exact,
                data::Quality::Approximate { method, n } => Quality::Approximate { method, n: *n },
                data::Quality::Lossy => Quality::Lossy,
            },
            kind: match &data.kind {
                data::BeliefKind::Categorical(_) => BeliefKind::Categorical,
                data::BeliefKind::Count(_) => BeliefKind::Count,
                data::BeliefKind::Bernoulli(_) => BeliefKind::Bernoulli,
            },
            elements: u32::try_from(data.values().len()).unwrap_or(u32::MAX),
            values: Grid::of(data.values()),
        })
    }

    fn into_data(self, header: &HeaderData, budget: &mut Budget) -> Result<data::Belief, Fault> {
        let unknown = |what: &str, number: u16| {
            Fault::invalid(format!("belief {what}"), format!("a {what} of the header"), number)
        };
        let owner = header.seat_info(Seat(self.owner)).ok_or_else(|| unknown("seat", self.owner.into()))?;
        let target = header.targets.get(usize::from(self.target)).ok_or_else(|| unknown("target", self.target))?;
        let values = self.values.values("belief values", self.elements as usize, budget)?;
        Ok(data::Belief {
            key: data::BeliefKey::new(&owner.id, &target.id, self.source),
            quality: match self.quality {
                Quality::Exact => data::Quality::Exact,
                Quality::Approximate { method, n } => data::Quality::Approximate { method: method.to_owned(), n },
                Quality::Lossy => data::Quality::Lossy,
            },
            kind: match self.kind {
                BeliefKind::Categorical => data::BeliefKind::Categorical(values),
                BeliefKind::Count => data::BeliefKind::Count(values),
                BeliefKind::Bernoulli => data::BeliefKind::Bernoulli(values),
            },
        })
    }
}
