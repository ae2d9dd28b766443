//! The bodies of schema version 1, frozen: bincode writes these structs, and hand-written code turns them into the
//! engine's plain data and back, so that a change of the plain data cannot change the bytes by accident.
//!
//! Fields are written in the order in which they stand here, variants are numbered in the order in which they stand
//! here. Never edit one of these types: add a schema version.

mod end;
mod header;
mod index;
mod record;
mod shared;
mod view;

use bincode::de::{BorrowDecode, BorrowDecoder, read::Reader};
use bincode::enc::{Encode, Encoder};
use bincode::error::{DecodeError, EncodeError};

pub(crate) use end::End;
pub(crate) use header::Header;
pub(crate) use index::{Entry, EntryBelief, Index, Key, LineEnd};
pub(crate) use record::Record;

use super::limits::{Budget, DECODED};
use super::{Fault, limits};

/// A part of a body, and the plain data that it stands for.
pub(crate) trait Wire<'a>: Sized {
    /// The plain data.
    type Data: 'a;

    /// The part for some data.
    fn of(data: &'a Self::Data) -> Self;

    /// The data; `budget` bounds what its grids may take.
    fn into_data(self, budget: &mut Budget) -> Result<Self::Data, Fault>;
}

/// A list: the number of elements, then the elements, each of which takes a byte or more.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct List<T>(pub(crate) Vec<T>);

impl<T> List<T> {
    pub(crate) fn of<'a>(data: &'a [T::Data]) -> Self
    where
        T: Wire<'a>,
    {
        Self(data.iter().map(T::of).collect())
    }

    pub(crate) fn into_data<'a>(self, budget: &mut Budget) -> Result<Vec<T::Data>, Fault>
    where
        T: Wire<'a>,
    {
        self.0.into_iter().map(|element| element.into_data(budget)).collect()
    }
}

impl<T: Encode> Encode for List<T> {
    fn encode<E: Encoder>(&self, encoder: &mut E) -> Result<(), EncodeError> {
        self.0.encode(encoder)
    }
}

impl<'de, C, T: BorrowDecode<'de, C>> BorrowDecode<'de, C> for List<T> {
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

/// The raw bytes of a body.
pub(crate) fn encode(body: &impl Encode, raw: &mut Vec<u8>) -> Result<(), Fault> {
    raw.clear();
    bincode::encode_into_std_write(body, raw, bincode::config::standard())
        .map(drop)
        .map_err(|error| Fault::invalid("the body", "values that can be encoded", error))
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
