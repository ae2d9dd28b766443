//! How those who acted came to their action.

use eframe::egui::text::{LayoutJob, TextFormat};
use eframe::egui::{self, Align2, CollapsingHeader, FontId, Label, Rect, RichText, Sense, WidgetInfo, pos2, vec2};
use fogreel_engine::data::{Candidate, Decision};
use fogreel_engine::{Record, Viewpoint};

use super::card;
use crate::panels::Shared;
use crate::perspective::Withheld;
use crate::theme::Palette;

/// Candidates that are shown at once.
const SHOWN: usize = 6;

pub(crate) fn show(ui: &mut egui::Ui, shared: &Shared<'_>, record: &Record, palette: &Palette) {
    if let (true, Viewpoint::Seat(seat)) = (shared.sight.withheld.has_decision, shared.sight.viewpoint) {
        card(ui, palette, "decision", &format!("Decision – {}", shared.sight.seat_name(seat)), |ui| {
            ui.label(RichText::new(Withheld::DECISION).color(palette.weak));
        });
    }
    for decision in &record.decisions {
        let title = format!("Decision – {}", shared.sight.seat_name(decision.seat));
        card(ui, palette, "decision", &title, |ui| {
            let chosen = record.actions.iter().find(|action| action.seat == decision.seat);
            let ranking = Ranking::of(decision, chosen.map(|action| action.action.as_str()));
            ui.add(Label::new(summary(decision, &ranking, palette)).wrap());
            candidates(ui, decision, &ranking, palette);
        });
    }
}

/// Which branch decided, with what effort, and how good the choice was by its own measure. One text, so that it breaks
/// between words.
fn summary(decision: &Decision, ranking: &Ranking<'_>, palette: &Palette) -> LayoutJob {
    let mut job = LayoutJob::default();
    let mut append = |text: &str, ink| {
        job.append(text, if text == "by" { 0.0 } else { 4.0 }, TextFormat::simple(FontId::proportional(12.0), ink));
    };
    append("by", palette.weak);
    append(&decision.branch, palette.accent);
    let effort = effort(decision);
    if !effort.is_empty() {
        append(&effort, palette.weak);
    }
    if let Some(verdict) = ranking.verdict() {
        append(&format!("· {verdict}"), palette.text);
    }
    job
}

fn effort(decision: &Decision) -> String {
    let depth = decision.depth.map(|depth| format!("depth {depth}"));
    let nodes = decision.nodes.map(|nodes| format!("{nodes} nodes"));
    let floor = decision.belief_floor.map(|floor| format!("beliefs below {floor} ignored"));
    [depth, nodes, floor].into_iter().flatten().map(|part| format!("· {part}")).collect::<Vec<_>>().join(" ")
}

/// Candidates from the best score to the worst, and which of them was taken.
struct Ranking<'a> {
    sorted: Vec<&'a Candidate>,
    chosen: Option<usize>,
}

impl<'a> Ranking<'a> {
    fn of(decision: &'a Decision, chosen: Option<&str>) -> Self {
        let mut sorted: Vec<&Candidate> = decision.candidates.iter().collect();
        sorted.sort_by(|a, b| b.score.total_cmp(&a.score));
        let chosen = sorted.iter().position(|candidate| Some(candidate.action.as_str()) == chosen);
        Self { sorted, chosen }
    }

    /// How the chosen one compares with the best, in words.
    fn verdict(&self) -> Option<String> {
        let best = self.sorted.first()?;
        let equals = self.sorted.iter().filter(|candidate| candidate.score == best.score).count().max(1);
        let alike = match equals - 1 {
            0 => String::new(),
            1 => ", 1 other as good".to_owned(),
            others => format!(", {others} others as good"),
        };
        let of = self.sorted.len();
        let chosen = self.chosen?;
        let below = best.score - self.sorted[chosen].score;
        if below == 0.0 {
            return Some(format!("took the best of {of}{alike}"));
        }
        let place = self.sorted.iter().filter(|candidate| candidate.score > self.sorted[chosen].score).count() + 1;
        Some(format!("took number {place} of {of}, {} below the best: {}", score(below), best.action))
    }

    /// Length of a candidate's bar, 0 to 1.
    fn part(&self, candidate: &Candidate) -> f32 {
        let (Some(best), Some(worst)) = (self.sorted.first(), self.sorted.last()) else { return 0.0 };
        let span = best.score - worst.score;
        let part = (candidate.score - worst.score) / span;
        if span > 0.0 && part.is_finite() { part as f32 } else { f32::from(u8::from(candidate.score >= best.score)) }
    }
}

fn candidates(ui: &mut egui::Ui, decision: &Decision, ranking: &Ranking<'_>, palette: &Palette) {
    let rest = ranking.sorted.len().saturating_sub(SHOWN);
    // One line that says “1 more” is no shorter than the line itself.
    let shown = if rest <= 1 { ranking.sorted.len() } else { SHOWN };
    let is_shown = |place: usize| place < shown || Some(place) == ranking.chosen;
    for (place, candidate) in ranking.sorted.iter().enumerate().filter(|(place, _)| is_shown(*place)) {
        row(ui, ranking, place, candidate, palette);
    }
    let hidden = (0..ranking.sorted.len()).filter(|place| !is_shown(*place)).count();
    if hidden > 0 {
        let title = RichText::new(format!("{hidden} more")).color(palette.weak).size(11.5);
        CollapsingHeader::new(title).id_salt(("candidates", decision.seat.0)).show_unindented(ui, |ui| {
            for (place, candidate) in ranking.sorted.iter().enumerate().filter(|(place, _)| !is_shown(*place)) {
                row(ui, ranking, place, candidate, palette);
            }
        });
    }
}

/// An action and its score over a bar.
fn row(ui: &mut egui::Ui, ranking: &Ranking<'_>, place: usize, candidate: &Candidate, palette: &Palette) {
    let is_chosen = ranking.chosen == Some(place);
    let is_best = ranking.sorted.first().is_some_and(|best| best.score == candidate.score);
    let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), 16.0), Sense::hover());
    let words = [(is_best, "best"), (is_chosen, "chosen")];
    let said: String = words.iter().filter(|(is, _)| *is).map(|(_, word)| format!(", {word}")).collect();
    let number = score(candidate.score);
    let spoken = format!("{}: {number}{said}", candidate.action);
    response.widget_info(|| WidgetInfo::labeled(egui::Role::Label, true, &spoken));
    let painter = ui.painter_at(rect);
    let bar = Rect::from_min_size(
        rect.min + vec2(0.0, 1.0),
        vec2((rect.width() * ranking.part(candidate)).max(2.0), rect.height() - 2.0),
    );
    let fill = if is_chosen { palette.accent.gamma_multiply(0.4) } else { palette.weak.gamma_multiply(0.22) };
    painter.rect_filled(rect.shrink2(vec2(0.0, 1.0)), 2.0, palette.ground.gamma_multiply(0.6));
    painter.rect_filled(bar, 2.0, fill);
    let ink = if is_chosen { palette.text } else { palette.weak };
    let middle = rect.center().y;
    if is_chosen {
        painter.text(
            pos2(rect.left() + 3.0, middle),
            Align2::LEFT_CENTER,
            "✔",
            FontId::proportional(11.0),
            palette.good,
        );
    }
    let number =
        painter.text(pos2(rect.right() - 4.0, middle), Align2::RIGHT_CENTER, number, FontId::monospace(11.5), ink);
    let room = Rect::from_min_max(rect.min + vec2(17.0, 0.0), pos2(number.left() - 4.0, rect.bottom()));
    let clipped = painter.with_clip_rect(room);
    clipped.text(room.left_center(), Align2::LEFT_CENTER, &candidate.action, FontId::monospace(11.5), ink);
    response.on_hover_text(spoken);
}

/// A score without needless digits.
fn score(score: f64) -> String {
    if score == score.trunc() && score.abs() < 1e6 { format!("{score:.0}") } else { format!("{score:.3}") }
}

#[cfg(test)]
mod tests {
    use super::*;
    use fogreel_engine::Seat;

    fn decision(scores: &[(&str, f64)]) -> Decision {
        let candidate = |(action, score): &(&str, f64)| Candidate { action: (*action).to_owned(), score: *score };
        Decision {
            seat: Seat(0),
            branch: String::new(),
            candidates: scores.iter().map(candidate).collect(),
            nodes: None,
            depth: None,
            belief_floor: None,
        }
    }

    #[test]
    fn the_verdict_names_the_best_and_the_distance_to_it() {
        let decision = decision(&[("a", 1.0), ("b", 3.0), ("c", 3.0), ("d", -2.0)]);
        let verdict = |chosen| Ranking::of(&decision, Some(chosen)).verdict();
        assert_eq!(verdict("b").as_deref(), Some("took the best of 4, 1 other as good"));
        assert_eq!(verdict("a").as_deref(), Some("took number 3 of 4, 2 below the best: b"));
        assert_eq!(verdict("z"), None, "an action without a score");
    }

    #[test]
    fn bars_are_whole_numbers_of_nothing_worse_than_zero_to_one() {
        for scores in [&[("a", 5.0)][..], &[("a", f64::NEG_INFINITY), ("b", 0.0)], &[("a", f64::NAN), ("b", 1.0)], &[]]
        {
            let decision = decision(scores);
            let ranking = Ranking::of(&decision, None);
            for candidate in &ranking.sorted {
                assert!((0.0..=1.0).contains(&ranking.part(candidate)), "{scores:?}");
            }
        }
    }
}
