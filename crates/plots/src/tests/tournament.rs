//! Figures of tournaments.

use fogreel_analysis::statistics::{Hypotheses, Scale, wilson};

use super::labels::{assert_border_is_paper, texts};
use crate::{Figure, PlotError, SprtPath, TournamentTitle, Width, WinMatrix, WinRate, sprt, win_matrix, win_rates};

fn heading() -> TournamentTitle {
    let parts = |parts: &[&str]| parts.iter().map(|part| (*part).to_owned()).collect();
    TournamentTitle {
        played: parts(&["Foxhunt", "preset wide", "1000 starts"]),
        shown: parts(&["share of wins", "95 %"]),
    }
}

fn rates(count: usize) -> Vec<WinRate> {
    let rate = |index: usize| {
        let wins = (index as u64 * 37) % 1001;
        let name = format!("a hound with a long name and settings, number {index}");
        WinRate { name, share: wins as f64 / 1000.0, interval: wilson(wins, 1000, 0.95), matches: 1000 }
    };
    (0..count).map(rate).collect()
}

fn matrix(players: usize) -> WinMatrix {
    let names: Vec<String> = (0..players).map(|player| format!("player {player}")).collect();
    let cell = |row: usize, column: usize| (row != column).then_some([(row * 7) as u64, column as u64, 20]);
    let cells = (0..players).map(|row| (0..players).map(|column| cell(row, column)).collect()).collect();
    let kinds = ["hound".to_owned(), "fox".to_owned()];
    let [row_kind, column_kind] = kinds;
    WinMatrix { row_kind, column_kind, rows: names.clone(), columns: names, cells }
}

fn path(pairs: usize, scale: Scale) -> SprtPath {
    let hypotheses = Hypotheses::new(0.0, 5.0, 0.05, 0.05, scale).expect("a test");
    SprtPath { hypotheses, pairs: (0..pairs).map(|pair| [2, 3, 1, 2, 4, 0, 3][pair % 7]).collect() }
}

fn all(width: Width) -> Vec<Figure> {
    let mut figures = Vec::new();
    for count in [1, 12] {
        figures.push(win_rates(&heading(), &rates(count), width).expect("rates"));
    }
    for players in [1, 3, 5] {
        figures.push(win_matrix(&heading(), &matrix(players), width).expect("a matrix"));
    }
    for pairs in [1, 300, 9001] {
        figures.push(sprt(&heading(), &path(pairs, Scale::Normalized), width).expect("a path"));
    }
    figures
}

#[test]
fn figures_fit_the_paper_and_are_the_same_each_time() {
    for width in ["60mm", "84mm", "174mm", "30cm"] {
        let width: Width = width.parse().expect("a width");
        for (figure, again) in all(width).iter().zip(all(width)) {
            assert_eq!(*figure, again);
            assert!(texts(figure).iter().all(|(_, points)| *points >= 7.0));
            assert_border_is_paper(figure);
        }
    }
}

fn says(figure: &Figure, text: &str) -> bool {
    texts(figure).iter().any(|(line, _)| line.contains(text))
}

#[test]
fn numbers_stand_in_the_figure_and_beside_it() {
    let width = Width::default();
    let figure = win_rates(&heading(), &rates(3), width).expect("rates");
    assert!(says(&figure, "3.7 [2.7, 5.1]") && says(&figure, "1000 starts"));
    assert!(
        figure
            .csv()
            .starts_with("name,matches,share,low,high\n\"a hound with a long name and settings, number 0\",1000,0,0,")
    );
    let figure = win_matrix(&heading(), &matrix(3), width).expect("a matrix");
    assert!(says(&figure, "fox") && says(&figure, "player 2") && says(&figure, "–"));
    // Row 2 against column 1: 14 won, 1 drawn, 20 lost.
    assert!(says(&figure, "40") && says(&figure, "=3") && figure.csv().contains("player 2,player 1,14,1,20\n"));
    let figure = sprt(&heading(), &path(700, Scale::Logistic), width).expect("a path");
    assert!(says(&figure, "H1: 5 Elo") && says(&figure, "100, 100, 200, 200, 100"));
    assert_eq!(figure.csv().lines().count(), 702);
    let last = figure.csv().lines().last().expect("a line").to_owned();
    assert!(last.starts_with("700,") && last.ends_with(",-2.9444389791664403,2.9444389791664403"), "{last}");
}

#[test]
fn names_that_do_not_fit_stand_below_as_numbers() {
    let narrow: Width = "84mm".parse().expect("a width");
    let figure = win_matrix(&heading(), &matrix(9), narrow).expect("a matrix");
    assert!(says(&figure, "9 player 8"));
    let error = win_matrix(&heading(), &matrix(40), narrow).expect_err("too many");
    assert!(matches!(error, PlotError::EntryCount { found: 40, .. }), "{error}");
    assert!(
        win_rates(&heading(), &[], narrow).is_err() && sprt(&heading(), &path(0, Scale::Logistic), narrow).is_err()
    );
}
