//! What is wrong with a body, before it is known in which file and where.

/// A contradiction or an excess in a body.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Fault {
    /// Something else stands there than should.
    Invalid { place: String, expected: String, found: String },
    /// A number is beyond its limit.
    Limit { what: &'static str, limit: u64, found: u64 },
    /// The bytes are compressed in a way that this build does not know.
    UnknownCodec(u8),
}

impl Fault {
    #[expect(clippy::needless_pass_by_value, reason = "numbers and texts are handed over as they come")]
    pub(crate) fn invalid(place: impl Into<String>, expected: impl Into<String>, found: impl ToString) -> Self {
        Self::Invalid { place: place.into(), expected: expected.into(), found: found.to_string() }
    }
}

/// Ok if `holds`; the texts are built only if not.
#[inline]
pub(crate) fn ensure<F: ToString>(holds: bool, fault: impl FnOnce() -> (String, String, F)) -> Result<(), Fault> {
    if holds { Ok(()) } else { Err(broken(fault)) }
}

/// Kept apart so that the many checks of a record that is right are a comparison each.
#[cold]
#[inline(never)]
fn broken<F: ToString>(fault: impl FnOnce() -> (String, String, F)) -> Fault {
    let (place, expected, found) = fault();
    Fault::invalid(place, expected, found)
}
