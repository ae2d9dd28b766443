//! What the moves that led to a record gave away: by what could be known first, in hindsight second.

use eframe::egui::{self, FontId, Label, TextFormat, text::LayoutJob};
use fogreel_analysis::grade::{Fair, Hindsight, Mark, MoveGrade, verdict_name};

use super::card;
use crate::panels::Shared;
use crate::theme::Palette;

/// Shows the card, if a move is judged.
pub(crate) fn show(ui: &mut egui::Ui, shared: &Shared<'_>, palette: &Palette) {
    let Some(analysis) = shared.sight.analysis.as_ref().filter(|analysis| !analysis.moves.is_empty()) else { return };
    card(ui, palette, "grades", "Move judged", |ui| {
        for grade in &analysis.moves {
            ui.add(Label::new(entry(shared, grade, palette)).wrap());
        }
    });
}

fn entry(shared: &Shared<'_>, grade: &MoveGrade, palette: &Palette) -> LayoutJob {
    let mut job = LayoutJob::default();
    let font = FontId::proportional(12.0);
    let seat_color = shared.seat_color(grade.seat, palette);
    job.append(shared.sight.seat_name(grade.seat), 0.0, TextFormat::simple(font.clone(), seat_color));
    job.append(&grade.action, 5.0, TextFormat::simple(FontId::monospace(12.0), palette.text));
    let fair = grade.fair.as_ref();
    if let Some(mark) = fair.and_then(|fair| fair.mark) {
        job.append(mark.symbol(), 5.0, TextFormat::simple(FontId::monospace(13.0), ink(mark, palette)));
    }
    if let Some(fair) = fair {
        let ink = fair.mark.map_or(palette.text, |mark| ink(mark, palette));
        job.append(&format!("\nfair: {}", fairly(fair, &grade.action)), 0.0, TextFormat::simple(font.clone(), ink));
    }
    if let Some(hindsight) = &grade.hindsight {
        let text = format!("\nin hindsight: {}", wisely(hindsight, &grade.action));
        job.append(&text, 0.0, TextFormat::simple(font, palette.weak));
    }
    job
}

fn ink(mark: Mark, palette: &Palette) -> egui::Color32 {
    if mark == Mark::Blunder { palette.bad } else { palette.warning }
}

/// By what the seat could know.
fn fairly(fair: &Fair, played: &str) -> String {
    if fair.loss <= 0.0 || fair.best.iter().any(|best| best == played) {
        return format!("nothing better, worth {:.0} %", fair.score * 100.0);
    }
    format!(
        "{:.0} % where {} has {:.0} %, {:.1} points given away",
        fair.score * 100.0,
        several(&fair.best),
        fair.best_score * 100.0,
        fair.loss * 100.0
    )
}

/// By the truth.
fn wisely(hindsight: &Hindsight, played: &str) -> String {
    let (before, after) = (verdict_name(hindsight.before), verdict_name(hindsight.after));
    let only = if hindsight.was_only_move { ", the only one" } else { "" };
    if hindsight.loss > 0.0 {
        let mark = hindsight.mark.map_or("", Mark::symbol);
        return format!("a {before} became a {after} {mark}; {}{only}", several(&hindsight.best));
    }
    if hindsight.best.iter().any(|best| best == played) {
        format!("a {after} either way, and nothing better{only}")
    } else {
        format!("still a {after}; {} is better", several(&hindsight.best))
    }
}

/// A few actions by name.
fn several(actions: &[String]) -> String {
    match actions {
        [] => "another move".to_owned(),
        [one] => one.clone(),
        [one, other] => format!("{one} or {other}"),
        [one, rest @ ..] => format!("{one} (or {} others)", rest.len()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn grades_say_what_was_better_and_by_how_much() {
        let fair = |loss: f64, best: &[&str]| Fair {
            best_score: 0.62,
            score: 0.62 - loss,
            loss,
            mark: Mark::of_loss(loss),
            best: best.iter().map(|action| (*action).to_owned()).collect(),
        };
        assert_eq!(fairly(&fair(0.16, &["left"]), "up"), "46 % where left has 62 %, 16.0 points given away");
        assert_eq!(fairly(&fair(0.0, &["up", "left"]), "up"), "nothing better, worth 62 %");
        assert_eq!(several(&["a".to_owned(), "b".to_owned(), "c".to_owned()]), "a (or 2 others)");
    }
}
