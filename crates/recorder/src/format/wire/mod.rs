//! The bodies of schema version 1, frozen: bincode writes these structs, and hand-written code turns them into the
//! engine's plain data and back, so that a change of the plain data cannot change the bytes by accident.
//!
//! Fields are written in the order in which they stand here, variants are numbered in the order in which they stand
//! here. Never edit one of these types: add a schema version.

mod blocks;
mod branch;
mod chunk;
mod end;
mod header;
mod index;
mod note;
mod record;
mod shared;
mod view;

use bincode::de::{BorrowDecode, BorrowDecoder, read::Reader};
use bincode::enc::{Encode, Encoder, EncoderImpl, write::Writer};
use bincode::error::{DecodeError, EncodeError};

pub(crate) use blocks::{Place, Width};
pub(crate) use branch::Branch;
pub(crate) use chunk::Chunk;
pub(crate) use end::End;
pub(crate) use header::Header;
pub(crate) use index::{Entry, EntryBelief, Index, Key, LineEnd};
pub(crate) use note::Note;
pub(crate) use record::Record;

use super::limits::{Budget, DECODED};
use super::{Fault, limits, varint};

/// A part of a body, and the plain data that it stands for.
pub(crate) trait Wire<'a>: Sized {
    /// The plain data.
    type Data: Clone + 'a;

    /// The part for some data.
    fn of(data: &'a Self::Data) -> Self;

    /// The data; `budget` bounds what its grids may take.
    fn into_data(self, budget: &mut Budget) -> Result<Self::Data, Fault>;
}

impl<'a> Wire<'a> for f64 {
    type Data = Self;

    fn of(data: &'a Self) -> Self {
        *data
    }

    fn into_data(self, _: &mut Budget) -> Result<Self, Fault> {
        Ok(self)
    }
}

impl<'a> Wire<'a> for &'a str {
    type Data = String;

    fn of(data: &'a String) -> Self {
        data
    }

    fn into_data(self, _: &mut Budget) -> Result<String, Fault> {
        Ok(self.to_owned())
    }
}

/// A list of parts: the number of elements, then the elements, each of which takes a byte or more. It is written from
/// the data, without a list of parts in between.
pub(crate) enum List<'a, T: Wire<'a>> {
    /// About to be written.
    Of(&'a [T::Data]),
    /// As it was read.
    Read(Items<T>),
}

impl<'a, T: Wire<'a>> List<'a, T> {
    pub(crate) fn of(data: &'a [T::Data]) -> Self {
        Self::Of(data)
    }

    /// The parts, if they were read.
    fn read_mut(&mut self) -> &mut [T] {
        match self {
            Self::Of(_) => &mut [],
            Self::Read(items) => &mut items.0,
        }
    }

    pub(crate) fn into_data(self, budget: &mut Budget) -> Result<Vec<T::Data>, Fault> {
        match self {
            Self::Of(data) => Ok(data.to_vec()),
            Self::Read(items) => items.0.into_iter().map(|element| element.into_data(budget)).collect(),
        }
    }
}

impl<'a, T: Wire<'a> + Encode> Encode for List<'a, T> {
    fn encode<E: Encoder>(&self, encoder: &mut E) -> Result<(), EncodeError> {
        match self {
            Self::Of(data) => {
                varint::put(encoder, data.len() as u64)?;
                data.iter().try_for_each(|data| T::of(data).encode(encoder))
            }
            Self::Read(items) => items.encode(encoder),
        }
    }
}

impl<'de: 'a, 'a, C, T: Wire<'a> + BorrowDecode<'de, C>> BorrowDecode<'de, C> for List<'a, T> {
    fn borrow_decode<D: BorrowDecoder<'de, Context = C>>(decoder: &mut D) -> Result<Self, DecodeError> {
        Items::borrow_decode(decoder).map(Self::Read)
    }
}

/// A list that is held as it is written and read.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Items<T>(pub(crate) Vec<T>);

impl<T: Encode> Encode for Items<T> {
    fn encode<E: Encoder>(&self, encoder: &mut E) -> Result<(), EncodeError> {
        self.0.encode(encoder)
    }
}

impl<'de, C, T: BorrowDecode<'de, C>> BorrowDecode<'de, C> for Items<T> {
    fn borrow_decode<D: BorrowDecoder<'de, Context = C>>(decoder: &mut D) -> Result<Self, DecodeError> {
        /// More room than this is made only for elements that were really there.
        const TRUSTED: usize = 4096;
        let len = <u64 as BorrowDecode<'de, C>>::borrow_decode(decoder)?;
        let len = usize::try_from(len).map_err(|_| DecodeError::LimitExceeded)?;
        if decoder.reader().peek_read(len).is_none() {
            return Err(DecodeError::OtherString(format!("a list of {len} elements, more than there are bytes")));
        }
        // Never given back, so that the limit bounds the memory of nested lists as well.
        decoder.claim_container_read::<T>(len)?;
        let mut elements = Vec::with_capacity(len.min(TRUSTED));
        for _ in 0..len {
            elements.push(T::borrow_decode(decoder)?);
        }
        Ok(Self(elements))
    }
}

/// Where a body is written: into room that was made before, so that no number has to ask whether the buffer must grow.
struct Room<'a> {
    bytes: &'a mut [u8],
    used: usize,
}

impl Writer for Room<'_> {
    #[inline]
    fn write(&mut self, bytes: &[u8]) -> Result<(), EncodeError> {
        let end = self.used + bytes.len();
        self.bytes.get_mut(self.used..end).ok_or(EncodeError::UnexpectedEnd)?.copy_from_slice(bytes);
        self.used = end;
        Ok(())
    }
}

/// A buffer for the raw bytes of bodies, one after the other. It keeps its room.
#[derive(Default)]
pub(crate) struct RawBody {
    room: Vec<u8>,
    len: usize,
}

impl RawBody {
    /// The raw bytes of the body that was encoded last.
    pub(crate) fn bytes(&self) -> &[u8] {
        &self.room[..self.len]
    }

    /// Takes the bytes of a body that was encoded before.
    pub(crate) fn copy(&mut self, bytes: &[u8]) {
        self.room.resize(self.room.len().max(bytes.len()), 0);
        self.room[..bytes.len()].copy_from_slice(bytes);
        self.len = bytes.len();
    }

    /// Encodes a body. A body that needs more than `limit` bytes is not encoded to its end.
    pub(crate) fn encode(&mut self, body: &impl Encode, what: &'static str, limit: u64) -> Result<(), Fault> {
        /// Room that is made at first.
        const FIRST: usize = 4096;
        self.len = 0;
        loop {
            let mut encoder = EncoderImpl::new(Room { bytes: &mut self.room, used: 0 }, bincode::config::standard());
            match body.encode(&mut encoder) {
                Ok(()) => {
                    self.len = encoder.into_writer().used;
                    return limits::check(what, limit, self.len as u64).map(drop);
                }
                Err(EncodeError::UnexpectedEnd) => {
                    let more = (self.room.len() * 2).max(FIRST);
                    limits::check(what, limit, self.room.len() as u64)?;
                    self.room.resize(more, 0);
                }
                Err(error) => return Err(Fault::invalid("the body", "values that can be encoded", error)),
            }
        }
    }
}

/// Decodes the raw bytes of a body, all of them.
pub(crate) fn decode<'a, T: BorrowDecode<'a, ()>>(raw: &'a [u8]) -> Result<T, Fault> {
    let config = bincode::config::standard().with_limit::<DECODED>();
    match bincode::borrow_decode_from_slice(raw, config) {
        Ok((body, used)) if used == raw.len() => Ok(body),
        Ok((_, used)) => Err(Fault::invalid("the body", format!("{used} bytes"), format!("{} bytes", raw.len()))),
        Err(DecodeError::LimitExceeded) => {
            Err(Fault::Limit { what: "decoded bytes of a body", limit: DECODED as u64, found: DECODED as u64 + 1 })
        }
        Err(error) => Err(Fault::invalid("the body", "the layout of its schema", error)),
    }
}

/// Whether a body of that length could claim more than [`DECODED`] when it is read. No element takes more than 64
/// times its bytes.
pub(crate) const fn may_be_too_large(raw_len: usize) -> bool {
    raw_len > DECODED / 64
}

/// An enum without fields, as plain data has it.
macro_rules! mirror {
    ($($name:ident { $($variant:ident),+ $(,)? })+) => {$(
        #[derive(Clone, Copy, Debug, bincode::Encode, bincode::BorrowDecode)]
        pub(crate) enum $name { $($variant),+ }

        impl From<$name> for data::$name {
            fn from(wire: $name) -> Self {
                match wire { $($name::$variant => Self::$variant),+ }
            }
        }

        impl From<data::$name> for $name {
            fn from(data: data::$name) -> Self {
                match data { $(data::$name::$variant => Self::$variant),+ }
            }
        }
    )+};
}
pub(crate) use mirror;

/// A board or frame of that size, if it has as many cells as it may.
pub(crate) fn checked_size(rows: u16, cols: u16) -> Result<fogreel_engine::Size, Fault> {
    let size = fogreel_engine::Size::new(rows, cols);
    limits::check("cells of a board", limits::CELLS, size.cells() as u64)?;
    Ok(size)
}
