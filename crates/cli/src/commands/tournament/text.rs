//! The standings as text for a person.

use fogreel_tournament::{Counted, PresetStandings};

use super::compared;
use super::shown::{Shown, amount, percent, with_interval};
use super::{bracketed, columns};

/// Everything.
pub(super) fn write(shown: &Shown<'_>) -> String {
    let standings = shown.standings;
    let mut text = format!(
        "{}: {} on {}",
        shown.game.title,
        amount(standings.matches, "match", "matches"),
        amount(standings.starts, "start", "starts")
    );
    if !shown.is_whole {
        text += &format!(", of {} to play", amount(shown.plan.matches(), "match", "matches"));
    }
    text.push('\n');
    for (position, preset) in standings.presets.iter().enumerate() {
        text += &format!("\nPreset {}: {}\n", preset.preset, shown.starts(preset));
        text += &format!("\n{} in %\n", capital(&shown.winner()));
        text += &matrix(shown, preset);
        text += &format!("\nEach pairing in % with {}\n", shown.interval_name());
        text += &pairings(shown, preset);
        text += &compared::ratings(shown, preset);
        text += &compared::comparisons(shown, preset);
        text += &bracketed::brackets(shown, position);
    }
    if let Some(test) = &standings.sequential {
        text += &compared::sequential(shown, test);
    }
    text
}

fn matrix(shown: &Shown<'_>, preset: &PresetStandings) -> String {
    let matrix = &preset.matrix;
    let columns = matrix.columns.iter().map(|player| shown.label(*player).to_owned());
    let heading: Vec<String> = std::iter::once(String::new()).chain(columns).collect();
    let line = |(row, cells): (&usize, &Vec<_>)| {
        let cells = cells.iter().map(|cell: &Option<Counted>| percent(cell.and_then(|counted| counted.won)));
        std::iter::once(shown.label(*row).to_owned()).chain(cells).collect()
    };
    columns::set(&heading, &matrix.rows.iter().zip(&matrix.cells).map(line).collect::<Vec<_>>(), 1)
}

fn pairings(shown: &Shown<'_>, preset: &PresetStandings) -> String {
    let [first, second] = [0, 1].map(|seat| shown.plan.seats[seat].clone());
    let heading =
        [&first, &second, &format!("{first} wins"), "drawn", &format!("{second} wins"), "turns"].map(str::to_owned);
    let line = |([one, other], counted): (&[usize; 2], &Counted)| {
        vec![
            shown.label(*one).to_owned(),
            shown.label(*other).to_owned(),
            with_interval(counted.won),
            percent(counted.drawn),
            with_interval(counted.lost),
            counted.mean_turns.map_or_else(|| "–".to_owned(), |turns| format!("{turns:.1}")),
        ]
    };
    columns::set(&heading, &shown.plan.pairings.iter().zip(&preset.pairings).map(line).collect::<Vec<_>>(), 2)
}

/// A sentence's first letter.
pub(super) fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}
