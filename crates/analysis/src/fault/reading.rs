//! Faults that take a reference: how a belief was carried from one record to the next.
//!
//! All three compare what became possible and what did not, never how likely it was made: an agent whose model of its
//! opponent differs from the reference's is accused of none of them, as long as both models allow the same actions.

use fogreel_engine::data::Belief;
use fogreel_engine::{CellSet, Header, Record, Size};
use fogreel_inference::Breakdown;

use super::{ACTION_BITS, EVIDENCE_BITS, Fault, FaultKind, FaultSize, Grade, LEAKED_CELLS, MISREAD_BITS, RESET_MASS};

/// A belief, the one before, and what a right reading would have made of that.
pub(crate) struct Reading<'a> {
    pub(crate) header: &'a Header,
    pub(crate) record: &'a Record,
    pub(crate) belief: &'a Belief,
    /// The step that the reference takes from the belief before.
    pub(crate) step: &'a Breakdown,
    /// What the reference believes now, from its own past.
    pub(crate) reference: &'a [f64],
}

impl Reading<'_> {
    /// The faults, in the order of [`FaultKind::ALL`].
    pub(crate) fn faults(&self) -> Vec<Fault> {
        // A reference is as wrong as its model of the opponent, and that is no fault of an agent.
        if self.belief.key.opponent_model().is_some() || self.belief.values().len() != self.reference.len() {
            return Vec::new();
        }
        let reset = self.silent_reset();
        let mut faults = if reset.is_some() { Vec::new() } else { self.evidence_ignored() };
        faults.extend(reset);
        faults.extend(self.action_leaked());
        faults
    }

    /// Mass where the belief before could not get by any move, and that the evidence does not put there either.
    fn silent_reset(&self) -> Option<Fault> {
        let reach = self.step.weights(0);
        let pairs = self.belief.values().iter().zip(self.reference);
        let excess = pairs.zip(&reach).map(|((b, r), reach)| if *reach == 0.0 { (b - r).max(0.0) } else { 0.0 });
        let mass: f64 = excess.sum();
        (mass >= RESET_MASS).then(|| {
            let bits = crate::metrics::regret_bits(self.reference, self.belief.values()).unwrap_or(f64::INFINITY);
            self.fault(FaultKind::SilentReset, &[], FaultSize::Bits(bits), Grade::Blunder, None, false)
        })
    }

    /// Channel by channel in the order in which evidence is applied: mass on what the channel ruled out.
    fn evidence_ignored(&self) -> Vec<Fault> {
        let values = self.belief.values();
        let blamed = self.blamed();
        let (mut faults, mut kept) = (Vec::new(), 1.0);
        for (place, channel) in self.step.channels().iter().enumerate() {
            let is_held = |element: &usize| blamed[*element] == Some(place) && values[*element] > 0.0;
            let held: Vec<usize> = (0..values.len()).filter(is_held).collect();
            let ignored: f64 = held.iter().map(|element| values[*element]).sum();
            // What the rest of the belief would gain, had the channel been heeded: −log₂ of what would be left of it.
            let left = (kept - ignored).max(0.0);
            let bits = f64::log2(kept) - f64::log2(left);
            if bits >= EVIDENCE_BITS {
                let grade = if bits >= MISREAD_BITS { Grade::Blunder } else { Grade::Mistake };
                faults.push(self.fault(
                    FaultKind::EvidenceIgnored,
                    &held,
                    FaultSize::Bits(bits),
                    grade,
                    Some((*channel).to_owned()),
                    false,
                ));
            }
            if left <= 0.0 {
                break;
            }
            kept = left;
        }
        faults
    }

    /// For each element that the motion allows and the evidence does not, the first channel without which it would be
    /// possible; where several rule it out, each by itself, the first of them in the order of evidence.
    fn blamed(&self) -> Vec<Option<usize>> {
        let (all, channels) = (self.step.all(), self.step.channels().len());
        let (moved, left) = (self.step.weights(0), self.step.weights(all));
        let without: Vec<Vec<f64>> = (0..channels).map(|place| self.step.weights(all & !(1 << place))).collect();
        let up_to: Vec<Vec<f64>> = (0..channels).map(|place| self.step.weights((2 << place) - 1)).collect();
        let blamed = |element: usize| {
            let is_ruled_out = moved[element] > 0.0 && left[element] == 0.0;
            let alone = without.iter().position(|weights| weights[element] > 0.0);
            alone.or_else(|| up_to.iter().position(|weights| weights[element] == 0.0)).filter(|_| is_ruled_out)
        };
        (0..self.step.elements()).map(blamed).collect()
    }

    /// Everything that only another action than the one taken leads to is ruled out, and the evidence did not say so.
    fn action_leaked(&self) -> Option<Fault> {
        let values = self.belief.values();
        let seat = self.header.seat(&self.belief.key.owner)?;
        let taken = self.record.actions.iter().find(|taken| taken.seat != seat)?;
        let fair = self.step.belief(self.step.all())?;
        let mut excluded: Vec<usize> = Vec::new();
        for action in self.step.actions().into_iter().filter(|action| *action != taken.action) {
            let others = self.step.weights_where(self.step.all(), |other| other != action);
            let by_it_alone = |element: &usize| fair[*element] > 0.0 && others[*element] == 0.0;
            let elements: Vec<usize> = (0..fair.len()).filter(by_it_alone).collect();
            if elements.iter().all(|element| values[*element] == 0.0) {
                excluded.extend(elements);
            }
        }
        let mass: f64 = excluded.iter().map(|element| fair[*element]).sum();
        let bits = -f64::log2((1.0 - mass).max(0.0));
        // A signal about an action names no place.
        let mut read = self.record.privileged.iter().filter(|read| read.seat == seat && read.signal.cells.is_empty());
        let channel = read.find_map(|read| self.header.channels.get(usize::from(read.signal.channel)));
        // Whoever rules out more than that, and read nothing, has misread something else; of a cell or two it is hard to say.
        let explains_all = (0..fair.len())
            .filter(|element| fair[*element] > 0.0 && values[*element] == 0.0)
            .all(|element| excluded.contains(&element));
        if channel.is_none() && !(explains_all && excluded.len() >= LEAKED_CELLS) {
            return None;
        }
        let channel = channel.map(|channel| channel.id.clone());
        (bits >= ACTION_BITS).then(|| {
            self.fault(FaultKind::ActionLeaked, &excluded, FaultSize::Bits(bits), Grade::Mistake, channel, true)
        })
    }

    fn fault(
        &self,
        kind: FaultKind,
        elements: &[usize],
        size: FaultSize,
        grade: Grade,
        channel: Option<String>,
        needs_truth: bool,
    ) -> Fault {
        let seat = self.header.seat(&self.belief.key.owner);
        let frame = seat.map(|seat| self.record.frame_of(self.header, seat).size);
        let board = frame.filter(|size| size.cells() == self.belief.values().len()).unwrap_or(Size::new(0, 0));
        let cells = elements.iter().filter(|_| board.cells() > 0).map(|element| board.cell(*element));
        Fault {
            kind,
            key: self.belief.key.clone(),
            seat,
            record: self.record.index,
            turn: self.record.turn,
            cells: CellSet::of(board, cells),
            size,
            grade,
            channel,
            needs_truth,
        }
    }
}
