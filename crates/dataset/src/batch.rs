//! Rows on their way into a file.

use std::sync::Arc;

use crate::{ColumnType, RowKind};

/// A field.
#[derive(Clone, PartialEq, Debug)]
pub enum Value {
    /// Nothing: the number does not exist, or may not be known.
    Null,
    /// Text. Names that stand in many rows are shared.
    Text(Arc<str>),
    /// A whole number.
    Integer(i64),
    /// A number.
    Number(f64),
    /// True or false.
    Flag(bool),
}

impl Value {
    fn fits(&self, kind: ColumnType) -> bool {
        match self {
            Self::Null => true,
            Self::Text(_) => kind == ColumnType::Text,
            Self::Integer(_) => kind == ColumnType::Integer,
            Self::Number(_) => kind == ColumnType::Number,
            Self::Flag(_) => kind == ColumnType::Flag,
        }
    }
}

impl From<&str> for Value {
    fn from(text: &str) -> Self {
        Self::Text(text.into())
    }
}

impl From<String> for Value {
    fn from(text: String) -> Self {
        Self::Text(text.into())
    }
}

impl From<&Arc<str>> for Value {
    fn from(text: &Arc<str>) -> Self {
        Self::Text(Arc::clone(text))
    }
}

impl From<u32> for Value {
    fn from(number: u32) -> Self {
        Self::Integer(number.into())
    }
}

impl From<usize> for Value {
    /// Counts beyond 2⁶³ − 1, which no memory holds, become that.
    fn from(number: usize) -> Self {
        Self::Integer(i64::try_from(number).unwrap_or(i64::MAX))
    }
}

impl From<f64> for Value {
    /// What is no number is nothing.
    fn from(number: f64) -> Self {
        if number.is_nan() { Self::Null } else { Self::Number(number) }
    }
}

impl From<bool> for Value {
    fn from(flag: bool) -> Self {
        Self::Flag(flag)
    }
}

impl<T: Into<Self>> From<Option<T>> for Value {
    fn from(value: Option<T>) -> Self {
        value.map_or(Self::Null, Into::into)
    }
}

/// Rows of one kind, column by column.
#[derive(Clone, PartialEq, Debug)]
pub struct Batch {
    kind: RowKind,
    rows: usize,
    columns: Vec<Vec<Value>>,
}

impl Batch {
    /// No row yet.
    pub fn new(kind: RowKind) -> Self {
        Self { kind, rows: 0, columns: vec![Vec::new(); kind.columns().len()] }
    }

    /// What its rows are.
    pub const fn kind(&self) -> RowKind {
        self.kind
    }

    /// Number of rows.
    pub const fn rows(&self) -> usize {
        self.rows
    }

    /// The fields of each column, in the order of [`RowKind::columns`].
    pub fn columns(&self) -> &[Vec<Value>] {
        &self.columns
    }

    /// Adds a row.
    ///
    /// # Panics
    /// If a value does not fit its column, or if one is missing.
    pub(crate) fn push<const N: usize>(&mut self, row: [Value; N]) {
        let columns = self.kind.columns();
        assert_eq!(N, columns.len(), "a value for each column of {}", self.kind);
        for ((values, column), value) in self.columns.iter_mut().zip(columns).zip(row) {
            assert!(value.fits(column.kind), "{}: expected {}, found {value:?}", column.name, column.kind.name());
            values.push(value);
        }
        self.rows += 1;
    }

    /// Adds the rows of another batch of the same kind behind its own.
    ///
    /// # Panics
    /// If it is of another kind.
    pub fn extend(&mut self, other: Self) {
        assert_eq!(self.kind, other.kind, "rows of one kind");
        self.rows += other.rows;
        for (values, more) in self.columns.iter_mut().zip(other.columns) {
            values.extend(more);
        }
    }

    /// Forgets all rows.
    pub fn clear(&mut self) {
        self.rows = 0;
        self.columns.iter_mut().for_each(Vec::clear);
    }
}
