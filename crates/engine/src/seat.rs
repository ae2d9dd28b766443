//! Participants of a match.

use serde::{Deserialize, Serialize};

/// A participant, counted from 0 in the order of the header's seats. A seat may be a person, an agent or an NPC.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Seat(pub u8);

impl Seat {
    /// Position of the seat in per-seat lists.
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// A set of up to 64 seats, as bits.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
#[serde(try_from = "Vec<Seat>", into = "Vec<Seat>")]
pub struct SeatSet(pub u64);

impl SeatSet {
    /// Nobody.
    pub const NONE: Self = Self(0);

    /// One seat alone.
    ///
    /// # Panics
    /// If the seat's number is above 63.
    pub const fn of(seat: Seat) -> Self {
        assert!(seat.0 < 64, "there are at most 64 seats");
        Self(1 << seat.0)
    }

    /// The first `count` seats.
    pub const fn first(count: usize) -> Self {
        if count >= 64 { Self(u64::MAX) } else { Self((1 << count) - 1) }
    }

    /// Whether the seat is in the set.
    pub const fn contains(self, seat: Seat) -> bool {
        seat.0 < 64 && self.0 >> seat.0 & 1 == 1
    }

    /// The set with one seat more.
    #[must_use]
    pub const fn with(self, seat: Seat) -> Self {
        Self(self.0 | Self::of(seat).0)
    }

    /// Whether nobody is in the set.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The seats in ascending order.
    pub fn iter(self) -> impl Iterator<Item = Seat> {
        (0..64).map(Seat).filter(move |seat| self.contains(*seat))
    }
}

/// A seat whose number is above 63.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("expected seats from 0 to 63, found {0}")]
pub struct SeatOutOfRange(u8);

impl TryFrom<Vec<Seat>> for SeatSet {
    type Error = SeatOutOfRange;

    fn try_from(seats: Vec<Seat>) -> Result<Self, Self::Error> {
        match seats.iter().find(|seat| seat.0 > 63) {
            Some(seat) => Err(SeatOutOfRange(seat.0)),
            None => Ok(seats.into_iter().fold(Self::NONE, Self::with)),
        }
    }
}

impl From<SeatSet> for Vec<Seat> {
    fn from(set: SeatSet) -> Self {
        set.iter().collect()
    }
}

/// Who looks at the match.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Viewpoint {
    /// Sees the truth.
    Referee,
    /// Sees what this seat's knowledge holds, and nothing else.
    Seat(Seat),
}
