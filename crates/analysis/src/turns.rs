//! From the turn that people count to the record that holds it.

use fogreel_recorder::{ReadError, Timeline};

/// The last record of a turn, so that a die and the move it belongs to show as one; `None` if no record has that turn.
/// Decodes about log2 of the number of records, since turns never decrease.
///
/// # Errors
/// [`ReadError`] if a record is damaged.
pub fn record_of_turn(timeline: &Timeline, turn: u32) -> Result<Option<usize>, ReadError> {
    // Invariant: records below `low` are of that turn or earlier, those from `high` on are later.
    let (mut low, mut high) = (0, timeline.len());
    while low < high {
        let middle = low + (high - low) / 2;
        if timeline.record(middle)?.turn <= turn {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    match low.checked_sub(1) {
        Some(last) if timeline.record(last)?.turn == turn => Ok(Some(last)),
        _ => Ok(None),
    }
}
