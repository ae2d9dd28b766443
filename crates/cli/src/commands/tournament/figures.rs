//! The figures of a tournament.

use fogreel_plots::{
    Figure, PlotError, SprtPath, TournamentTitle, Width, WinMatrix, WinRate, sprt, win_matrix, win_rates,
};
use fogreel_tournament::{PresetStandings, SequentialTest, Sides};

use super::shown::Shown;
use super::text::capital;

/// A figure's name and the figure, or why there is none.
pub(super) type Named = (String, Result<Figure, PlotError>);

/// All figures, a page wide.
pub(super) fn draw(shown: &Shown<'_>) -> Vec<Named> {
    let mut figures = Vec::new();
    for preset in &shown.standings.presets {
        figures.push((format!("winmatrix-{}", preset.preset), matrix(shown, preset)));
        figures.push((format!("winrates-{}", preset.preset), rates(shown, preset)));
        if let Some(test) = &shown.standings.sequential {
            figures.push((format!("sprt-{}", preset.preset), path(shown, preset, test)));
        }
    }
    figures
}

fn title(shown: &Shown<'_>, preset: &PresetStandings, what: Vec<String>) -> TournamentTitle {
    let played = vec![shown.game.title.to_owned(), format!("preset {}", preset.preset), shown.starts(preset)];
    TournamentTitle { played, shown: what }
}

fn matrix(shown: &Shown<'_>, preset: &PresetStandings) -> Result<Figure, PlotError> {
    let matrix = &preset.matrix;
    let labels = |players: &[usize]| players.iter().map(|player| shown.label(*player).to_owned()).collect();
    let [row_kind, column_kind] = match shown.plan.sides {
        Sides::Fixed => [0, 1].map(|seat| shown.plan.seats[seat].clone()),
        Sides::Swapped => Default::default(),
    };
    let counts = |cells: &Vec<Option<fogreel_tournament::Counted>>| {
        let tallies = cells.iter().map(|cell| cell.map(|counted| counted.tally));
        tallies.map(|tally| tally.map(|tally| [tally.wins, tally.draws, tally.losses])).collect()
    };
    let drawn = WinMatrix {
        row_kind,
        column_kind,
        rows: labels(&matrix.rows),
        columns: labels(&matrix.columns),
        cells: matrix.cells.iter().map(counts).collect(),
    };
    let what = vec![format!("{} in percent, below it draws", capital(&shown.winner()))];
    win_matrix(&title(shown, preset, what), &drawn, Width::PAGE)
}

fn rates(shown: &Shown<'_>, preset: &PresetStandings) -> Result<Figure, PlotError> {
    let rate = |(pairing, counted): (&[usize; 2], &fogreel_tournament::Counted)| {
        let [one, other] = pairing.map(|player| shown.label(player));
        let won = counted.won?;
        let matches = counted.tally.matches();
        Some(WinRate { name: format!("{one} against {other}"), share: won.share, interval: won.interval, matches })
    };
    let rates: Vec<WinRate> = shown.plan.pairings.iter().zip(&preset.pairings).filter_map(rate).collect();
    let what = vec![format!("Won by the {}", shown.plan.seats[0]), shown.interval_name()];
    win_rates(&title(shown, preset, what), &rates, Width::PAGE)
}

fn path(shown: &Shown<'_>, preset: &PresetStandings, test: &SequentialTest) -> Result<Figure, PlotError> {
    let [one, other] = test.candidates.map(|player| shown.label(player));
    let what = vec![format!("Sequential test of {one} against {other}")];
    let path = SprtPath { hypotheses: test.hypotheses, pairs: test.pairs.clone() };
    sprt(&title(shown, preset, what), &path, Width::PAGE)
}
