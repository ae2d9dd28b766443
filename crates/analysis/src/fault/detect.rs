//! Judging the beliefs of one record.

use fogreel_engine::data::{Belief, BeliefKind, BeliefTarget, Domain, Frame, Quality, View};
use fogreel_engine::{Cell, CellSet, Header, Record, Seat, Size};

use super::{
    BLUNDER_MASS, Fault, FaultKind, FaultSize, Grade, LOSSY_SUM_TOLERANCE, MASS_TOLERANCE, OVERCONFIDENT_BITS,
    SUM_TOLERANCE,
};
use crate::metrics::{entropy_bits, overconfidence_bits};

/// The faults of all beliefs of a record, belief by belief, each belief's in the order of [`FaultKind::ALL`].
pub fn faults(header: &Header, record: &Record) -> Vec<Fault> {
    record.beliefs.iter().flat_map(|belief| faults_of(header, record, belief)).collect()
}

/// The faults of one belief, in the order of [`FaultKind::ALL`].
///
/// Values and sums are judged of every belief, what it says of the truth of those that are no reference; cells of those over cells that have one number per cell.
pub fn faults_of(header: &Header, record: &Record, belief: &Belief) -> Vec<Fault> {
    let seat = header.seat(&belief.key.owner);

    let target = header.targets.iter().find(|target| target.id == belief.key.target);
    let is_over_cells = target.is_some_and(|target| target.domain == Domain::Cells);
    let frame = seat.map_or(Frame::board(header.board.size), |seat| record.frame_of(header, seat));
    let size = if is_over_cells && belief.values().len() == frame.size.cells() { frame.size } else { Size::new(0, 0) };
    let mut found = Found { record, belief, seat, size, faults: Vec::new() };

    let invalid = |value: &f64| match belief.kind {
        BeliefKind::Categorical(_) | BeliefKind::Count(_) => !(value.is_finite() && *value >= 0.0),
        BeliefKind::Bernoulli(_) => !(0.0..=1.0).contains(value),
    };
    let wrong: Vec<usize> =
        belief.values().iter().enumerate().filter(|(_, value)| invalid(value)).map(|(index, _)| index).collect();
    if !wrong.is_empty() {
        let size = FaultSize::Values(wrong.len());
        found.add(FaultKind::InvalidValue, found.cells(&wrong), size, Grade::Blunder, false);
        return found.faults;
    }
    let is_sum_right = found.judge_sum();
    if let Some(target) = target
        && size.cells() > 0
    {
        let place = Place { header, record, view: seat.and_then(|seat| record.view(seat)), frame, target };
        let seen = place.seen();
        // A reference is as wrong about the truth as its model of the opponent, and that is no fault of an agent.
        if belief.key.opponent_model().is_none() {
            found.judge_truth(&seen, &place.true_cells(), is_sum_right);
        }
        found.judge_mass(FaultKind::MassOnWall, place.walls());
        if let Some(empty) = place.visible_empty(seat, &seen) {
            found.judge_mass(FaultKind::MassOnVisibleEmpty, empty);
        }
    }
    // `ALL` is the order in which they were looked for.
    found.faults
}

/// The faults found so far.
struct Found<'a> {
    record: &'a Record,
    belief: &'a Belief,
    seat: Option<Seat>,
    /// Of the cells over which it is spread; 0×0 if it is not about cells.
    size: Size,
    faults: Vec<Fault>,
}

impl Found<'_> {
    fn cells(&self, elements: &[usize]) -> CellSet {
        let is_over_cells = self.size.cells() > 0;
        CellSet::of(self.size, elements.iter().filter(|_| is_over_cells).map(|index| self.size.cell(*index)))
    }

    fn add(&mut self, kind: FaultKind, cells: CellSet, size: FaultSize, grade: Grade, needs_truth: bool) {
        self.faults.push(Fault {
            kind,
            key: self.belief.key.clone(),
            seat: self.seat,
            record: self.record.index,
            turn: self.record.turn,
            cells,
            size,
            grade,
            channel: None,
            needs_truth,
        });
    }

    /// Whether the sum is what it must be.
    fn judge_sum(&mut self) -> bool {
        let BeliefKind::Categorical(values) = &self.belief.kind else { return true };
        let sum: f64 = values.iter().sum();
        let tolerance = if self.belief.quality == Quality::Lossy { LOSSY_SUM_TOLERANCE } else { SUM_TOLERANCE };
        if (sum - 1.0).abs() <= tolerance {
            return true;
        }
        // A belief that is zero everywhere says nothing at all.
        let grade = if sum > 0.0 { Grade::Mistake } else { Grade::Blunder };
        self.add(FaultKind::SumNotOne, self.cells(&[]), FaultSize::Excess(sum - 1.0), grade, false);
        false
    }

    /// Judges what the belief says about what is true: first by what the owner sees, then by the rest of the truth.
    fn judge_truth(&mut self, seen: &[Cell], truth: &[Cell], is_sum_right: bool) {
        let size = self.size;
        match &self.belief.kind {
            BeliefKind::Categorical(values) => {
                // Exactly one element is true; of several this kind of belief says nothing.
                let (cell, needs_truth) = match (seen, truth) {
                    ([cell], _) => (*cell, false),
                    (_, [cell]) => (*cell, true),
                    _ => return,
                };
                let p = values[size.index(cell)];
                let cells = CellSet::of(size, [cell]);
                if p == 0.0 {
                    self.exclusion(cells, values, needs_truth);
                } else if is_sum_right
                    && let Some(bits) = overconfidence_bits(p, entropy_bits(values))
                    && bits >= OVERCONFIDENT_BITS
                {
                    self.add(FaultKind::Overconfident, cells, FaultSize::Bits(bits), Grade::Mistake, needs_truth);
                }
            }
            BeliefKind::Count(values) | BeliefKind::Bernoulli(values) => {
                let unseen: Vec<Cell> = truth.iter().copied().filter(|cell| !seen.contains(cell)).collect();
                for (cells, needs_truth) in [(seen, false), (&unseen, true)] {
                    let excluded = cells.iter().copied().filter(|cell| values[size.index(*cell)] == 0.0);
                    let excluded = CellSet::of(size, excluded);
                    if !excluded.is_empty() {
                        self.exclusion(excluded, values, needs_truth);
                    }
                }
            }
        }
    }

    fn exclusion(&mut self, cells: CellSet, values: &[f64], needs_truth: bool) {
        let most = values.iter().copied().fold(0.0, f64::max);
        self.add(FaultKind::FalseExclusion, cells, FaultSize::Mass(most), Grade::Blunder, needs_truth);
    }

    /// Judges mass on cells where there must be none.
    fn judge_mass(&mut self, kind: FaultKind, excluded: impl Iterator<Item = usize>) {
        let values = self.belief.values();
        let held: Vec<usize> = excluded.filter(|index| values[*index] > 0.0).collect();
        let mass: f64 = held.iter().map(|index| values[*index]).sum();
        if mass > MASS_TOLERANCE {
            let grade = if mass >= BLUNDER_MASS { Grade::Blunder } else { Grade::Mistake };
            self.add(kind, self.cells(&held), FaultSize::Mass(mass), grade, false);
        }
    }
}

/// A belief over cells: where its owner's frame lies, and what the owner sees.
struct Place<'a> {
    header: &'a Header,
    record: &'a Record,
    view: Option<&'a View>,
    frame: Frame,
    target: &'a BeliefTarget,
}

impl Place<'_> {
    /// Cells of the target's pieces that the owner knows as of this record, without repetition.
    fn seen(&self) -> Vec<Cell> {
        let known = self
            .view
            .into_iter()
            .flat_map(|view| &view.pieces)
            .filter(|known| Some(known.piece.kind) == self.target.piece_kind && known.seen_at == self.record.index);
        distinct(known.map(|known| known.piece.cell), self.frame.size)
    }

    /// Cells of the target's pieces, as far as the record and the frame tell, without repetition.
    fn true_cells(&self) -> Vec<Cell> {
        let (Some(truth), Some(kind)) = (&self.record.truth, self.target.piece_kind) else { return Vec::new() };
        let cells = truth.cells_of(kind).filter_map(|cell| self.frame.of_board(&self.header.board, cell));
        distinct(cells, self.frame.size)
    }

    /// Cells that the owner knows to be impassable; what it does not know is no fault of its belief.
    fn walls(&self) -> impl Iterator<Item = usize> {
        let board = &self.header.board;
        let own = self.view.and_then(|view| view.terrain.as_ref());
        (0..self.frame.size.cells()).filter(move |index| match own {
            Some(terrain) => {
                let kind = terrain.get(*index).and_then(|kind| board.legend.get(usize::from(*kind)));
                kind.is_some_and(|kind| !kind.passable)
            }
            None => {
                let cell = self.frame.onto_board(board, self.frame.size.cell(*index));
                cell.is_some_and(|cell| !board.is_passable(cell))
            }
        })
    }

    /// Passable cells in sight where the owner would have noticed the target's piece and does not; `None` if its view
    /// does not say so. Sight in a view is about rivals' pieces. Cells where the owner's own pieces stand are left out:
    /// whether somebody can share them unnoticed is for the rules to say.
    fn visible_empty(&self, owner: Option<Seat>, seen: &[Cell]) -> Option<impl Iterator<Item = usize>> {
        let view = self.view?;
        let kind = self.header.piece_kinds.get(usize::from(self.target.piece_kind?))?;
        let is_rival = kind.seat.is_some() && kind.seat != owner;
        let size = self.frame.size;
        let walls = CellSet::of(size, self.walls().map(|index| size.cell(index)));
        let own = view.pieces.iter().filter(|known| {
            let kind = self.header.piece_kinds.get(usize::from(known.piece.kind));
            known.seen_at == self.record.index && kind.is_some_and(|kind| kind.seat.is_some() && kind.seat == owner)
        });
        let taken = CellSet::of(size, seen.iter().copied().chain(own.map(|known| known.piece.cell)));
        (is_rival && view.visible.size() == size).then(|| {
            let visible = view.visible.indices();
            visible.filter(move |index| !walls.contains_index(*index) && !taken.contains_index(*index))
        })
    }
}

fn distinct(cells: impl Iterator<Item = Cell>, size: Size) -> Vec<Cell> {
    CellSet::of(size, cells).iter().collect()
}
