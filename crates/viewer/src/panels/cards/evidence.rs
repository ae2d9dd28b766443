//! What a record's evidence was worth to whoever reads it right, and what the belief made of it.

use eframe::egui::{self, Align2, FontId, Label, Rect, RichText, Role, Sense, Stroke, WidgetInfo, pos2, vec2};
use fogreel_analysis::BeliefAnalysis;
use fogreel_analysis::assess::{Attribution, Gain, ReferenceMetrics, Regret};
use fogreel_engine::Header;

use super::{card, line};
use crate::panels::Shared;
use crate::theme::Palette;

/// Gains and losses of fewer bits are not worth a look.
const LEAST_BITS: f64 = 0.005;

/// Shows a card for each belief that is compared with a reference; or why there is none.
pub(crate) fn show(ui: &mut egui::Ui, shared: &Shared<'_>, palette: &Palette) {
    let beliefs = shared.sight.analysis.iter().flat_map(|analysis| &analysis.beliefs);
    let mut is_compared = false;
    for (belief, reference) in beliefs.filter_map(|belief| Some((belief, belief.turn.as_ref()?.reference.as_ref()?))) {
        is_compared = true;
        let title = format!("Evidence – {}", shared.belief_name(&belief.key));
        let id = format!("evidence {}", belief.key);
        card(ui, palette, &id, &title, |ui| compared(ui, shared, belief, reference, palette));
    }
    if !is_compared && shared.sight.is_reasoning {
        card(ui, palette, "evidence", "Evidence", |ui| {
            ui.label(RichText::new("being worked out …").color(palette.weak).size(11.5));
        });
    } else if !is_compared && !shared.sight.missing.is_empty() {
        card(ui, palette, "evidence", "Evidence", |ui| {
            for missing in shared.sight.missing.iter() {
                ui.add(Label::new(RichText::new(missing).color(palette.weak).size(11.5)).wrap());
            }
        });
    }
}

fn compared(
    ui: &mut egui::Ui,
    shared: &Shared<'_>,
    belief: &BeliefAnalysis,
    reference: &ReferenceMetrics,
    palette: &Palette,
) {
    let text = format!("against what could be known if the opponent is `{}`", reference.model);
    ui.add(Label::new(RichText::new(text).color(palette.weak).size(11.5)).wrap());
    let Some(step) = &reference.step else { return };
    if let Some(regret) = step.regret.or(step.expected_regret) {
        let whose = if step.regret.is_some() { "" } else { " (expected)" };
        losses(ui, regret, whose, palette);
    }
    let has_truth = belief.turn.as_ref().is_some_and(|turn| turn.truth.is_some());
    if let Some(attribution) = &step.attribution {
        let head = if has_truth { "bits towards the truth" } else { "bits of certainty" };
        line(ui, RichText::new("this record was worth").color(palette.weak).size(11.5), RichText::new(head).size(11.5));
        gains(ui, &shared.sight.header, attribution, has_truth, palette);
    }
}

/// What was lost by reading this record, and what had been lost before.
fn losses(ui: &mut egui::Ui, regret: Regret, whose: &str, palette: &Palette) {
    let told = |bits: f64| match bits {
        bits if bits.is_infinite() => "everything".to_owned(),
        bits if bits.abs() < LEAST_BITS => "nothing".to_owned(),
        bits => format!("{bits:.2} bits"),
    };
    let row = |ui: &mut egui::Ui, name: &str, bits: f64| {
        let ink = if bits >= LEAST_BITS { palette.bad } else { palette.text };
        let response = ui.scope(|ui| line(ui, format!("{name}{whose}"), RichText::new(told(bits)).color(ink))).response;
        response.widget_info(|| WidgetInfo::labeled(Role::Label, true, format!("{name}{whose}: {}", told(bits))));
    };
    row(ui, "lost by reading it", regret.local_bits);
    row(ui, "lost before", regret.inherited_bits);
}

/// A bar for motion and for each channel that told something, and the names of those that told nothing.
fn gains(ui: &mut egui::Ui, header: &Header, attribution: &Attribution, has_truth: bool, palette: &Palette) {
    let worth = |gain: &Gain| if has_truth { gain.truth_bits } else { Some(-gain.entropy_bits) };
    let channels = attribution.channels.iter().map(|gain| (name_of(header, gain.channel), gain.in_order, gain.shapley));
    let motion = ("the opponent's move".to_owned(), attribution.motion, attribution.motion);
    let all: Vec<(String, Gain, Gain)> = std::iter::once(motion).chain(channels).collect();
    let is_telling =
        |gain: &Gain| worth(gain).is_none_or(|bits| bits.abs() >= LEAST_BITS) || gain.entropy_bits.abs() >= LEAST_BITS;
    let most = all.iter().filter_map(|(_, gain, _)| worth(gain)).map(f64::abs).filter(|bits| bits.is_finite());
    let most = most.fold(1.0, f64::max);
    let (telling, silent): (Vec<_>, Vec<_>) = all.iter().partition(|(_, gain, _)| is_telling(gain));
    for (name, gain, shapley) in telling {
        let tip = tip(gain, shapley, has_truth);
        bar(ui, name, worth(gain), most, &tip, palette);
    }
    if !silent.is_empty() {
        let names: Vec<&str> = silent.iter().map(|(name, ..)| name.as_str()).collect();
        let text = format!("nothing new from: {}", names.join(", "));
        ui.add(Label::new(RichText::new(text).color(palette.weak).size(11.5)).wrap());
    }
}

fn name_of(header: &Header, channel: &str) -> String {
    let found = header.channels.iter().find(|known| known.id == channel);
    found.map_or_else(|| channel.replace('_', " "), |channel| channel.name.clone())
}

fn tip(gain: &Gain, shapley: &Gain, has_truth: bool) -> String {
    let entropy = format!("entropy {:+.2} bits (in any order {:+.2})", gain.entropy_bits, shapley.entropy_bits);
    match (gain.truth_bits, shapley.truth_bits) {
        (Some(bits), Some(any)) if has_truth => {
            format!("the truth became {bits:+.2} bits likelier (in any order {any:+.2}); {entropy}")
        }
        _ => entropy,
    }
}

/// A name, a bar to the right of the middle for what was gained, to the left for what was lost, and the number.
fn bar(ui: &mut egui::Ui, name: &str, bits: Option<f64>, most: f64, tip: &str, palette: &Palette) {
    let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), 16.0), Sense::hover());
    let number = bits.map_or_else(|| "–".to_owned(), |bits| format!("{bits:+.2}"));
    response.widget_info(|| WidgetInfo::labeled(Role::Label, true, format!("{name}: {number} bits")));
    let painter = ui.painter_at(rect);
    let (half, middle) = (rect.width() * 0.17, rect.right() - 40.0 - rect.width() * 0.17);
    let font = FontId::proportional(12.0);
    let room = Rect::from_min_max(rect.min, pos2(middle - half - 4.0, rect.bottom()));
    painter.with_clip_rect(room).text(room.left_center(), Align2::LEFT_CENTER, name, font, palette.text);
    painter.vline(middle, rect.y_range().shrink(1.0), Stroke::new(1.0, palette.border));
    if let Some(bits) = bits {
        let end = middle + half * (bits / most).clamp(-1.0, 1.0) as f32;
        let (left, right) = (middle.min(end), middle.max(end));
        let ink = if bits >= 0.0 { palette.good } else { palette.warning };
        let filled = Rect::from_min_max(pos2(left, rect.top() + 3.0), pos2(right.max(left + 1.0), rect.bottom() - 3.0));
        painter.rect_filled(filled, 1.0, ink);
    }
    painter.text(rect.right_center(), Align2::RIGHT_CENTER, number, FontId::monospace(11.5), palette.text);
    response.on_hover_text(tip);
}
