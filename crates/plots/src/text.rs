//! Foreign names made fit to print, and text measured, shortened and broken into lines.

use crate::drawing::Type;
use crate::fonts;
use crate::svg::font;

/// No name needs more; longer ones end in an ellipsis before anything is measured.
const MAX_CHARS: usize = 160;

/// Takes out what is no visible text: control characters, direction overrides, zero-width characters and
/// noncharacters (some of which XML forbids). Runs of white space become one space.
pub(crate) fn clean(text: &str) -> String {
    let mut cleaned = String::new();
    let mut chars = 0;
    let mut marks = 0;
    for char in text.chars() {
        if char.is_whitespace() {
            if !cleaned.is_empty() && !cleaned.ends_with(' ') {
                cleaned.push(' ');
                chars += 1;
            }
            continue;
        }
        // Accents stacked without end would climb over the lines above.
        marks = if matches!(char, '\u{300}'..='\u{36f}' | '\u{483}'..='\u{489}') { marks + 1 } else { 0 };
        if is_invisible(char) || marks > 2 {
            continue;
        }
        if chars >= MAX_CHARS {
            cleaned.push('…');
            break;
        }
        cleaned.push(char);
        chars += 1;
    }
    cleaned.truncate(cleaned.trim_end().len());
    cleaned
}

fn is_invisible(char: char) -> bool {
    char.is_control()
        || matches!(char,
            '\u{ad}' | '\u{61c}' | '\u{180e}' | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}'
            | '\u{2060}'..='\u{206f}' | '\u{fe00}'..='\u{fe0f}' | '\u{feff}' | '\u{fff9}'..='\u{fffb}'
            | '\u{fdd0}'..='\u{fdef}' | '\u{e0000}'..='\u{e0fff}')
        || u32::from(char) & 0xfffe == 0xfffe
}

/// Width of a text in units.
pub(crate) fn width(text: &str, style: Type) -> i32 {
    // Plotters takes its size for the height of the line, but writes size / 1.24 as the em square.
    let measured = font(style).layout_box(text).map_or(0, |(_, (right, _))| right);
    let narrow = (f64::from(measured) * fonts::HEIGHT_PER_EM / 1.24).ceil() as i32;
    // The shipped font lacks East Asian characters; whatever draws them instead makes them a full em wide.
    let wide = text.chars().filter(|char| is_wide(*char)).count() as i32;
    narrow + wide * style.em * 2 / 5
}

fn is_wide(char: char) -> bool {
    matches!(char, '\u{1100}'..='\u{115f}' | '\u{2e80}'..='\u{a4cf}' | '\u{ac00}'..='\u{d7a3}'
        | '\u{f900}'..='\u{faff}' | '\u{fe30}'..='\u{fe4f}' | '\u{ff00}'..='\u{ff60}' | '\u{1f300}'..='\u{1faff}'
        | '\u{20000}'..='\u{3fffd}')
}

/// The text, or as much of it as is no wider than `room` with an ellipsis.
pub(crate) fn shorten(text: &str, style: Type, room: i32) -> String {
    if width(text, style) <= room {
        return text.to_owned();
    }
    let ends: Vec<usize> = text.char_indices().map(|(index, _)| index).collect();
    let shortened = |count: usize| format!("{}…", text[..ends[count]].trim_end());
    let fitting = (0..ends.len()).collect::<Vec<_>>().partition_point(|count| width(&shortened(*count), style) <= room);
    shortened(fitting.saturating_sub(1))
}

/// Parts joined by middle dots, broken into lines no wider than `room`; a part that is too wide alone is shortened.
pub(crate) fn wrap(parts: &[String], style: Type, room: i32) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for part in parts.iter().filter(|part| !part.is_empty()) {
        if let Some(line) = lines.last_mut() {
            let longer = format!("{line} · {part}");
            if width(&longer, style) <= room {
                *line = longer;
                continue;
            }
        }
        lines.push(shorten(part, style, room));
    }
    lines
}

/// A probability or measure with three significant digits; exactly 0 stays 0.
pub(crate) fn number(value: f64) -> String {
    let size = value.abs();
    if value == 0.0 {
        "0".to_owned()
    } else if !value.is_finite() {
        "not a number".to_owned()
    } else if size < 9.995e-4 {
        format!("{value:.1e}")
    } else if size >= 99.5 {
        format!("{value:.0}")
    } else {
        let digits = (2 - size.log10().floor() as i32).clamp(0, 5) as usize;
        let text = format!("{value:.digits$}");
        text.trim_end_matches('0').trim_end_matches('.').to_owned()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn invisible_characters_are_taken_out() {
        assert_eq!(clean("a\u{0}b\u{1b}[31m\u{202e}c\u{200b}\u{feff}\u{ffff}"), "ab[31mc");
        assert_eq!(clean("  two\r\n\tlines  "), "two lines");
        assert_eq!(clean("e\u{301}\u{301}\u{301}\u{301}"), "e\u{301}\u{301}");
        assert_eq!(clean("مرحبا 日本 🎲"), "مرحبا 日本 🎲");
    }

    #[test]
    fn endless_names_end() {
        let cleaned = clean(&"x".repeat(1_000_000));
        assert_eq!(cleaned.chars().count(), MAX_CHARS + 1);
        assert!(cleaned.ends_with('…'));
    }

    #[test]
    fn a_digit_is_as_wide_as_the_font_says() {
        // DejaVu Sans: every digit advances by 1303 of 2048.
        let expected = 100.0 * 1303.0 / 2048.0 * f64::from(Type::SMALL.em);
        let measured = f64::from(width(&"0".repeat(100), Type::SMALL));
        assert!((measured - expected).abs() < expected * 0.002, "{measured} {expected}");
    }

    #[test]
    fn shortened_text_fits() {
        let name = "a rather long name of a map";
        for room in [100, 1000, 2000, 3000] {
            let short = shorten(name, Type::BODY, room);
            assert!(width(&short, Type::BODY) <= room.max(width("…", Type::BODY)), "{short}");
            assert!(short.ends_with('…'));
        }
        assert_eq!(shorten(name, Type::BODY, 10_000), name);
    }

    #[test]
    fn lines_break_between_parts() {
        let parts = ["RajakarDhor", "map original", "seed 7"].map(str::to_owned);
        assert_eq!(wrap(&parts, Type::BODY, 20_000), ["RajakarDhor · map original · seed 7"]);
        assert_eq!(wrap(&parts, Type::BODY, 2500), ["RajakarDhor", "map original", "seed 7"]);
    }

    #[test]
    fn numbers_read_well() {
        let cases = [
            (0.0, "0"),
            (1.0, "1"),
            (0.25, "0.25"),
            (1.0 / 84.0, "0.0119"),
            (6.392_317, "6.39"),
            (84.0, "84"),
            (1e-9, "1.0e-9"),
            (0.001, "0.001"),
            (12345.6, "12346"),
        ];
        for (value, text) in cases {
            assert_eq!(number(value), text);
        }
    }
}
