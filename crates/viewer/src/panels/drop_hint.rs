//! What a drop would do, while files are held over the window.

use eframe::egui::{Align2, Area, Context, Frame, Id, Label, Margin, Order, RichText, Stroke, StrokeKind};

use crate::files::listing::has_extension;
use crate::theme::Palette;

pub(crate) fn show(ctx: &Context) {
    let hint = ctx.input(|input| {
        let hovered = &input.raw.hovered_files;
        let recordings = hovered.iter().filter(|file| file.path.as_deref().is_some_and(has_extension)).count();
        (!hovered.is_empty()).then(|| words(hovered.len(), recordings))
    });
    let Some(hint) = hint else { return };
    let area = Area::new(Id::unique("drop hint")).order(Order::Foreground).interactable(false);
    area.anchor(Align2::CENTER_CENTER, [0.0, 0.0]).show(ctx, |ui| {
        let palette = Palette::of(ui);
        let window = ctx.content_rect().shrink(4.0);
        let painter = ui.painter().with_clip_rect(ctx.content_rect());
        painter.rect(
            window,
            8.0,
            palette.ground.gamma_multiply(0.75),
            Stroke::new(3.0, palette.accent),
            StrokeKind::Inside,
        );
        Frame::popup(ui.style()).inner_margin(Margin::symmetric(24, 14)).show(ui, |ui| {
            ui.add(Label::new(RichText::new(hint).size(20.0).strong()).extend());
        });
    });
}

/// Whether something else is a folder is not the window's business to find out.
fn words(all: usize, recordings: usize) -> String {
    match (all, recordings) {
        (1, 1) => "Drop to open the recording".to_owned(),
        (1, _) => "Drop to open".to_owned(),
        (all, recordings) if all == recordings => format!("Drop to open {all} recordings"),
        (all, _) => format!("Drop to open {all} files and folders"),
    }
}

#[cfg(test)]
mod tests {
    use super::words;

    #[test]
    fn the_hint_counts_what_is_held() {
        assert_eq!(words(3, 3), "Drop to open 3 recordings");
        assert_eq!(words(3, 2), "Drop to open 3 files and folders");
        assert_eq!(words(1, 1), "Drop to open the recording");
    }
}
