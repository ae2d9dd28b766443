//! The standings as Markdown: what is pasted into a README.

use fogreel_tournament::Counted;

use super::bracketed;
use super::shown::{Shown, amount, percent, with_interval};
use super::text::capital;

/// The win matrix of each preset: a share with its interval, then the share of draws; below it the brackets, if there are any.
pub(super) fn write(shown: &Shown<'_>) -> String {
    let mut tables = Vec::new();
    for (position, preset) in shown.standings.presets.iter().enumerate() {
        let matrix = &preset.matrix;
        let columns: Vec<String> = matrix.columns.iter().map(|player| escaped(shown.label(*player))).collect();
        let mut table =
            format!("| `{}` | {} |\n| --- |{}\n", preset.preset, columns.join(" | "), " --- |".repeat(columns.len()));
        for (row, cells) in matrix.rows.iter().zip(&matrix.cells) {
            let cell = |cell: &Option<Counted>| match cell {
                Some(counted) => format!("{}, {}", with_interval(counted.won), percent(counted.drawn)),
                None => "–".to_owned(),
            };
            let cells: Vec<String> = cells.iter().map(cell).collect();
            table += &format!("| {} | {} |\n", escaped(shown.label(*row)), cells.join(" | "));
        }
        tables.push(table);
        tables.extend(bracketed::markdown(shown, position));
    }
    tables.join("\n")
}

/// A page that says what the tables are of.
pub(super) fn page(shown: &Shown<'_>) -> String {
    let standings = shown.standings;
    let mut text = format!(
        "# {}: {}\n\nEach entry: {} in percent with {}, then the share of draws.\n",
        shown.game.title,
        amount(standings.matches, "match", "matches"),
        shown.winner(),
        shown.interval_name()
    );
    for preset in &standings.presets {
        text += &format!("\n{}.\n", capital(&format!("preset `{}`: {}", preset.preset, shown.starts(preset))));
    }
    text + "\n" + &write(shown)
}

/// A text that stays in its cell.
pub(super) fn escaped(text: &str) -> String {
    text.replace('\\', r"\\").replace('|', r"\|")
}
