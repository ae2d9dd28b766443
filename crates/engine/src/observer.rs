//! Who watches a match.

use crate::{End, Header, Record};

/// Anything that can go wrong while watching, such as a full disk.
pub type ObserverError = Box<dyn std::error::Error + Send + Sync>;

/// How much an observer wants to be told.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Detail {
    /// Nothing but the end: neither header nor record is built.
    Nothing,
    /// Every record, whole.
    Full,
}

/// Watches a match from outside. An error stops the match.
pub trait Observer {
    /// How much it wants to be told; asked once, before the match.
    fn detail(&self) -> Detail {
        Detail::Full
    }

    /// The match is about to start. Not told to an observer that wants nothing.
    ///
    /// # Errors
    /// Whatever keeps the observer from watching.
    fn begin(&mut self, header: &Header) -> Result<(), ObserverError>;

    /// A record is complete.
    ///
    /// # Errors
    /// Whatever keeps the observer from watching on.
    fn record(&mut self, record: &Record) -> Result<(), ObserverError>;

    /// The match is over.
    ///
    /// # Errors
    /// Whatever keeps the observer from closing its books.
    fn end(&mut self, end: &End) -> Result<(), ObserverError>;
}

/// Watches nothing; a match played before it builds no record.
#[derive(Clone, Copy, Default, Debug)]
pub struct Unobserved;

impl Observer for Unobserved {
    fn detail(&self) -> Detail {
        Detail::Nothing
    }

    fn begin(&mut self, _: &Header) -> Result<(), ObserverError> {
        Ok(())
    }

    fn record(&mut self, _: &Record) -> Result<(), ObserverError> {
        Ok(())
    }

    fn end(&mut self, _: &End) -> Result<(), ObserverError> {
        Ok(())
    }
}
