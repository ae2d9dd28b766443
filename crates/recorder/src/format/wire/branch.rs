//! BRANCH, schema 1.

use bincode::{BorrowDecode, Encode};

use super::{Budget, Fault, Wire};

/// The body. The line itself is told by the frame header.
#[derive(Encode, BorrowDecode)]
pub(crate) struct Branch<'a> {
    parent: u32,
    record: u32,
    name: &'a str,
}

impl<'a> Wire<'a> for Branch<'a> {
    type Data = crate::Branch;

    fn of(data: &'a Self::Data) -> Self {
        Self { parent: data.parent, record: data.record, name: &data.name }
    }

    fn into_data(self, _: &mut Budget) -> Result<Self::Data, Fault> {
        Ok(crate::Branch { line: 0, parent: self.parent, record: self.record, name: self.name.to_owned() })
    }
}
