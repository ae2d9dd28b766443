//! The grids of a record that was read, one after the other, as they stand in its body.

use fogreel_engine::{Size, fnv1a};

use super::record::{Belief, Beliefs, Record};
use super::view::View;
use super::{checked_size, shared::Signal};
use crate::format::Fault;
use crate::format::grid::Block;

/// How wide the elements of a grid are.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Width {
    Bit,
    Bytes(usize),
}

/// What is known of a grid besides its block.
pub(crate) struct Place {
    /// What it is, for messages.
    pub(crate) name: &'static str,
    /// Tells which grid of another record is about the same.
    pub(crate) slot: u64,
    pub(crate) width: Width,
    /// Number of elements.
    pub(crate) len: usize,
}

impl Place {
    fn new(name: &'static str, numbers: [u16; 2], text: &str, width: Width, len: usize) -> Self {
        let [a, b] = numbers.map(u16::to_le_bytes);
        let slot = fnv1a(&[name.as_bytes(), &a, &b, text.as_bytes()].concat());
        Self { name, slot, width, len }
    }
}

/// What is done with each grid.
pub(crate) trait Visit<'a>: FnMut(&Place, &mut Block<'a>) -> Result<(), Fault> {}

impl<'a, F: FnMut(&Place, &mut Block<'a>) -> Result<(), Fault>> Visit<'a> for F {}

impl<'a> Record<'a> {
    /// Visits the grids in the order of the body. None is visited whose size is beyond its limit.
    pub(crate) fn visit_blocks(&mut self, visit: &mut impl Visit<'a>) -> Result<(), Fault> {
        self.views.read_mut().iter_mut().try_for_each(|view| view.visit_blocks(visit))?;
        for privileged in self.privileged.read_mut() {
            privileged.signal.visit_blocks("privileged coverage", privileged.seat, visit)?;
        }
        match &mut self.beliefs {
            Beliefs::Of(..) => Ok(()),
            Beliefs::Read(items) => items.0.iter_mut().try_for_each(|belief| belief.visit_blocks(visit)),
        }
    }
}

impl<'a> View<'a> {
    fn visit_blocks(&mut self, visit: &mut impl Visit<'a>) -> Result<(), Fault> {
        let cells = checked_size(self.rows, self.cols)?.cells();
        let place = |name, width| Place::new(name, [self.seat.into(), 0], "", width, cells);
        if let Some(block) = self.terrain.as_mut().and_then(|grid| grid.block_mut()) {
            visit(&place("view.terrain", Width::Bytes(1)), block)?;
        }
        if let Some(block) = self.visible.block_mut() {
            visit(&place("view.visible", Width::Bit), block)?;
        }
        if let Some(block) = self.last_seen.block_mut() {
            visit(&place("view.last_seen", Width::Bytes(4)), block)?;
        }
        self.signals.read_mut().iter_mut().try_for_each(|signal| signal.visit_blocks("coverage", self.seat, visit))
    }
}

impl<'a> Signal<'a> {
    fn visit_blocks(&mut self, name: &'static str, seat: u8, visit: &mut impl Visit<'a>) -> Result<(), Fault> {
        let size: Size = checked_size(self.rows, self.cols)?;
        let place = Place::new(name, [seat.into(), self.channel], "", Width::Bit, size.cells());
        self.coverage.block_mut().map_or(Ok(()), |block| visit(&place, block))
    }
}

impl<'a> Belief<'a> {
    fn visit_blocks(&mut self, visit: &mut impl Visit<'a>) -> Result<(), Fault> {
        let (numbers, len) = ([self.owner.into(), self.target], self.elements as usize);
        let place = Place::new("belief values", numbers, self.source, Width::Bytes(8), len);
        self.values.block_mut().map_or(Ok(()), |block| visit(&place, block))
    }
}
