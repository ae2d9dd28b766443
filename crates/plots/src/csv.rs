//! The numbers behind a figure.

use std::fmt::Write as _;

use fogreel_engine::data::View;
use fogreel_engine::{Cell, Header};

use crate::scene::{Scene, Subject};
use crate::stage::Stage;

pub(crate) const HEADER: &str = "record,turn,belief,row,col,value,terrain,is_truth\n";

/// One line a cell, row by row, in the owner's coordinates. Values are the shortest text that reads back as the same
/// double; what is no number is an empty field, and so is `is_truth` where no truth is known or shown.
pub(crate) fn append(csv: &mut String, subject: &Subject<'_>, scene: &Scene) {
    let belief = field(&subject.key.to_string());
    let names = terrain_names(&subject.header);
    let stage = &scene.stage;
    let (record, turn) = (stage.record.index, stage.record.turn);
    for (index, value) in scene.values().iter().enumerate() {
        let cell = stage.size.cell(index);
        let (value, terrain, is_truth) = (shortest(*value), names.of(stage, index), truth_flag(stage, cell));
        // Writing to a string cannot fail.
        let _ = writeln!(csv, "{record},{turn},{belief},{},{},{value},{terrain},{is_truth}", cell.row, cell.col);
    }
}

/// Ids of the kinds of terrain, as fields.
pub(crate) struct TerrainNames(Vec<String>);

pub(crate) fn terrain_names(header: &Header) -> TerrainNames {
    TerrainNames(header.board.legend.iter().map(|kind| field(&kind.id)).collect())
}

impl TerrainNames {
    /// The terrain of a cell; empty where it is unknown.
    pub(crate) fn of(&self, stage: &Stage, index: usize) -> &str {
        match stage.terrain[index] {
            View::UNKNOWN => "",
            kind => self.0.get(usize::from(kind)).map_or("", String::as_str),
        }
    }
}

/// Whether the cell is a true one; empty where no truth is known or shown.
pub(crate) fn truth_flag(stage: &Stage, cell: Cell) -> &'static str {
    stage.truth.as_ref().map_or("", |truth| if truth.binary_search(&cell).is_ok() { "true" } else { "false" })
}

/// The shortest text that reads back as the same double; empty for what is no number.
pub fn shortest(value: f64) -> String {
    if value.is_nan() {
        return String::new();
    }
    // Unlike `{}`, this writes 1e-300 in a few digits.
    let text = format!("{value:?}");
    text.strip_suffix(".0").map(str::to_owned).unwrap_or(text)
}

/// The same; empty for nothing.
pub(crate) fn optional(value: Option<f64>) -> String {
    value.map_or_else(String::new, shortest)
}

/// A text as a CSV field, quoted where it must be (RFC 4180).
pub fn field(text: &str) -> String {
    if text.contains([',', '"', '\n', '\r']) { format!("\"{}\"", text.replace('"', "\"\"")) } else { text.to_owned() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_come_back_to_the_last_bit() {
        for value in [0.0, 1.0, 1.0 / 3.0, 0.1 + 0.2, 1e-300, f64::MIN_POSITIVE / 8.0, 12345.0] {
            let text = shortest(value);
            assert!(text.len() < 25, "{text}");
            assert_eq!(text.parse::<f64>().map(f64::to_bits), Ok(value.to_bits()));
        }
        assert_eq!(shortest(0.0), "0");
    }

    #[test]
    fn fields_with_commas_are_quoted() {
        assert_eq!(field("guard/thief@agent"), "guard/thief@agent");
        assert_eq!(field("a,\"b\""), "\"a,\"\"b\"\"\"");
    }
}
