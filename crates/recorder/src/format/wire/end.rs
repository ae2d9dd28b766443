//! END, schema 1.

use bincode::{BorrowDecode, Encode};
use fogreel_engine::{SeatSet, data};

use super::{Budget, Fault, List, Wire};

/// The body.
#[derive(Encode, BorrowDecode)]
pub(crate) struct End<'a> {
    winners: u64,
    reason: &'a str,
    text: &'a str,
    scores: List<'a, f64>,
    turns: u32,
    records: u32,
}

impl<'a> Wire<'a> for End<'a> {
    type Data = data::End;

    fn of(data: &'a Self::Data) -> Self {
        Self {
            winners: data.outcome.winners.0,
            reason: &data.outcome.reason,
            text: &data.outcome.text,
            scores: List::of(&data.outcome.scores),
            turns: data.turns,
            records: data.records,
        }
    }

    fn into_data(self, budget: &mut Budget) -> Result<Self::Data, Fault> {
        Ok(data::End {
            outcome: data::Outcome {
                winners: SeatSet(self.winners),
                reason: self.reason.to_owned(),
                text: self.text.to_owned(),
                scores: self.scores.into_data(budget)?,
            },
            turns: self.turns,
            records: self.records,
        })
    }
}
