//! Whether the numbers of a record are as many and as large as they can be, with the field that is wrong. The recorder checks
//! everything else, and names it by what it is.

use fogreel_engine::data::{Belief, Domain, Record};
use fogreel_engine::{Header, Size};

use super::Problem;

/// Checks the grids of a record.
pub(super) fn record(header: &Header, record: &Record) -> Result<(), Problem> {
    for (position, view) in record.views.iter().enumerate() {
        let field = |name: &str| format!("views[{position}].{name}");
        let cells = view.frame.size.cells();
        count(&field("last_seen"), (cells, "cell"), view.last_seen.len())?;
        if let Some(terrain) = &view.terrain {
            count(&field("terrain"), (cells, "cell"), terrain.len())?;
        }
    }
    let beliefs = record.beliefs.iter().enumerate();
    beliefs.into_iter().try_for_each(|(position, belief)| self::belief(header, record, belief, position))
}

fn belief(header: &Header, record: &Record, belief: &Belief, position: usize) -> Result<(), Problem> {
    let field = |name: &str| format!("beliefs[{position}].{name}");
    let key = &belief.key;
    let Some(owner) = header.seat(&key.owner) else {
        return Err(Problem::of(field("key"), format!("there is no seat `{}`", key.owner)));
    };
    let Some(target) = header.targets.iter().find(|target| target.id == key.target) else {
        return Err(Problem::of(field("key"), format!("there is no target `{}`", key.target)));
    };
    let size = record.frame_of(header, owner).size;
    let expected = match &target.domain {
        Domain::Cells => (size.cells(), "cell"),
        Domain::Edges if header.board.wrap && belief.values().len() == 2 * size.cells() => (2 * size.cells(), "edge"),
        Domain::Edges => (inner_edges(size), "edge"),
        Domain::Labels(labels) => (labels.len(), "label"),
    };
    count(&field("values"), expected, belief.values().len())?;
    match belief.values().iter().position(|value| *value < 0.0) {
        None => Ok(()),
        Some(element) => {
            let found = belief.values()[element];
            Err(Problem::of(
                field(&format!("values[{element}]")),
                format!("expected a number of 0 or more, found {found}"),
            ))
        }
    }
}

fn count(field: &str, (expected, of): (usize, &str), found: usize) -> Result<(), Problem> {
    if expected == found {
        return Ok(());
    }
    Err(Problem::of(field, format!("expected {expected} numbers (one per {of}), found {found}")))
}

/// Each cell's right edge and lower one, where they are not the border.
fn inner_edges(size: Size) -> usize {
    let (rows, cols) = (usize::from(size.rows), usize::from(size.cols));
    rows * cols.saturating_sub(1) + rows.saturating_sub(1) * cols
}
