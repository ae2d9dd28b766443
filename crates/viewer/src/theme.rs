//! Colours and measures of the window in both themes.

use eframe::egui::{self, Color32, CornerRadius, FontDefinitions, FontFamily, FontId, Margin, Stroke, TextStyle, vec2};
use fogreel_engine::data::{Rgb, Tone};
use fogreel_plots::color::luminance;

/// Colours that egui's visuals have no place for.
#[derive(Clone, Copy)]
pub(crate) struct Palette {
    pub(crate) is_dark: bool,
    /// Ground behind panes.
    pub(crate) ground: Color32,
    /// Cards and pane frames.
    pub(crate) card: Color32,
    pub(crate) border: Color32,
    pub(crate) text: Color32,
    pub(crate) weak: Color32,
    pub(crate) accent: Color32,
    pub(crate) good: Color32,
    pub(crate) bad: Color32,
    pub(crate) warning: Color32,
    /// Passable ground of boards.
    pub(crate) floor: Color32,
    pub(crate) wall: Color32,
    pub(crate) wall_mark: Color32,
    pub(crate) grid: Color32,
    /// Fog; its strength says how old the knowledge is.
    pub(crate) veil: Color32,
    /// Strength of the veil over what was seen just now, over what was seen long ago, and over what was never seen.
    pub(crate) veil_strengths: [f32; 3],
    /// Patterns of the fog.
    pub(crate) veil_mark: Color32,
    /// Ground of ghosts: pieces that are not in sight.
    pub(crate) paper: Color32,
}

const fn rgb(code: u32) -> Color32 {
    Color32::from_rgb((code >> 16) as u8, (code >> 8) as u8, code as u8)
}

const DARK: Palette = Palette {
    is_dark: true,
    ground: rgb(0x0f1216),
    card: rgb(0x1a1e25),
    border: rgb(0x2c323c),
    text: rgb(0xd9dee7),
    weak: rgb(0x8e98a8),
    accent: rgb(0x5aa9ff),
    good: rgb(0x4cc38a),
    bad: rgb(0xf2707a),
    warning: rgb(0xe9b44c),
    floor: rgb(0x4b5563),
    wall: rgb(0x919cab),
    wall_mark: rgb(0x606b7a),
    grid: rgb(0x39424e),
    veil: rgb(0x06080b),
    veil_strengths: [0.36, 0.5, 0.88],
    veil_mark: Color32::from_rgba_premultiplied(30, 35, 42, 46),
    paper: rgb(0x0b0e12),
};

const LIGHT: Palette = Palette {
    is_dark: false,
    ground: rgb(0xeceff3),
    card: rgb(0xffffff),
    border: rgb(0xd5dbe3),
    text: rgb(0x1c2430),
    weak: rgb(0x5d6878),
    accent: rgb(0x1769d2),
    good: rgb(0x15803d),
    bad: rgb(0xc62839),
    warning: rgb(0x9a6700),
    floor: rgb(0xf6f8fa),
    wall: rgb(0x8b95a3),
    wall_mark: rgb(0x667080),
    grid: rgb(0xd9dee6),
    veil: rgb(0x2a3340),
    veil_strengths: [0.2, 0.42, 0.72],
    veil_mark: Color32::from_rgba_premultiplied(12, 15, 20, 95),
    paper: rgb(0xffffff),
};

impl Palette {
    #[cfg(test)]
    pub(crate) const BOTH: [Self; 2] = [DARK, LIGHT];

    pub(crate) fn of(ui: &egui::Ui) -> Self {
        Self::of_visuals(ui.visuals())
    }

    pub(crate) fn of_visuals(visuals: &egui::Visuals) -> Self {
        if visuals.dark_mode { DARK } else { LIGHT }
    }

    /// Colour of what is good, bad or in need of attention.
    pub(crate) fn tone(&self, tone: Tone) -> Color32 {
        match tone {
            Tone::Neutral => self.text,
            Tone::Good => self.good,
            Tone::Bad => self.bad,
            Tone::Warning => self.warning,
        }
    }
}

/// Gives a context the window's look in both themes.
pub(crate) fn install(ctx: &egui::Context) {
    let mut fonts = FontDefinitions::default();
    // The monospaced font has arrows and other signs that the proportional one lacks.
    let signs = fonts.families.get(&FontFamily::Monospace).and_then(|family| family.first()).cloned();
    fonts.families.entry(FontFamily::Proportional).or_default().extend(signs);
    ctx.set_fonts(fonts);
    for (theme, palette) in [(egui::Theme::Dark, DARK), (egui::Theme::Light, LIGHT)] {
        ctx.style_mut_of(theme, |style| {
            let small = FontId::proportional(11.0);
            style.text_styles.insert(TextStyle::Small, small);
            style.text_styles.insert(TextStyle::Heading, FontId::proportional(17.0));
            style.text_styles.insert(TextStyle::Monospace, FontId::monospace(12.0));
            style.spacing.item_spacing = vec2(6.0, 4.0);
            style.spacing.button_padding = vec2(7.0, 3.0);
            style.spacing.interact_size.y = 22.0;
            style.spacing.scroll = egui::style::ScrollStyle::thin();
            style.animation_time = 0.0;
            let visuals = &mut style.visuals;
            visuals.panel_fill = palette.card;
            visuals.window_fill = palette.card;
            visuals.extreme_bg_color = palette.ground;
            visuals.faint_bg_color = palette.ground;
            visuals.window_stroke = Stroke::new(1.0, palette.border);
            visuals.weak_text_color = Some(palette.weak);
            visuals.hyperlink_color = palette.accent;
            visuals.warn_fg_color = palette.warning;
            visuals.error_fg_color = palette.bad;
            visuals.selection.bg_fill = palette.accent.gamma_multiply(if palette.is_dark { 0.35 } else { 0.25 });
            visuals.selection.stroke = Stroke::new(1.0, palette.text);
            let widgets = &mut visuals.widgets;
            widgets.noninteractive.bg_fill = palette.card;
            widgets.noninteractive.weak_bg_fill = palette.card;
            widgets.noninteractive.bg_stroke = Stroke::new(1.0, palette.border);
            widgets.noninteractive.fg_stroke = Stroke::new(1.0, palette.text);
            for widget in [&mut widgets.inactive, &mut widgets.hovered, &mut widgets.active, &mut widgets.open] {
                widget.corner_radius = CornerRadius::same(5);
                widget.fg_stroke = Stroke::new(1.0, palette.text);
            }
            widgets.inactive.weak_bg_fill = mix(palette.card, palette.text, 0.08);
            widgets.inactive.bg_fill = mix(palette.card, palette.text, 0.14);
            widgets.hovered.weak_bg_fill = mix(palette.card, palette.text, 0.16);
            widgets.hovered.bg_stroke = Stroke::new(1.0, palette.accent.gamma_multiply(0.7));
            widgets.active.weak_bg_fill = mix(palette.card, palette.accent, 0.4);
            widgets.active.bg_stroke = Stroke::new(1.0, palette.accent);
        });
    }
}

/// The frame of a card.
pub(crate) fn card_frame(palette: &Palette) -> egui::Frame {
    egui::Frame::new()
        .fill(palette.card)
        .stroke(Stroke::new(1.0, palette.border))
        .corner_radius(CornerRadius::same(7))
        .inner_margin(Margin::symmetric(10, 8))
}

/// A colour between two, `part` of the way from the first to the second.
pub(crate) fn mix(from: Color32, to: Color32, part: f32) -> Color32 {
    let channel = |from: u8, to: u8| (f32::from(from) + (f32::from(to) - f32::from(from)) * part).round() as u8;
    Color32::from_rgb(channel(from.r(), to.r()), channel(from.g(), to.g()), channel(from.b(), to.b()))
}

/// A recording's colour as egui's.
pub(crate) fn color(Rgb(red, green, blue): Rgb) -> Color32 {
    Color32::from_rgb(red, green, blue)
}

/// Black or white, whichever is read better on the colour.
pub(crate) fn ink_on(ground: Color32) -> Color32 {
    // The luminance at which black and white have the same contrast (WCAG 2.2).
    if luminance(Rgb(ground.r(), ground.g(), ground.b())) > 0.179 { Color32::BLACK } else { Color32::WHITE }
}

/// A colour of the recording, made darker or lighter until it can be read on a card.
pub(crate) fn readable(color: Color32, palette: &Palette) -> Color32 {
    with_contrast(color, palette.card, 3.5, palette.text)
}

/// A colour, moved towards `ink` until it has a contrast to the ground.
pub(crate) fn with_contrast(color: Color32, ground: Color32, least: f64, ink: Color32) -> Color32 {
    (0..=10)
        .map(|tenths| mix(color, ink, tenths as f32 / 10.0))
        .find(|mixed| contrast(*mixed, ground) >= least)
        .unwrap_or(ink)
}

/// Contrast of two colours, 1 to 21 (WCAG 2.2).
pub(crate) fn contrast(a: Color32, b: Color32) -> f64 {
    let bright = |color: Color32| luminance(Rgb(color.r(), color.g(), color.b())) + 0.05;
    let (a, b) = (bright(a), bright(b));
    if a > b { a / b } else { b / a }
}
