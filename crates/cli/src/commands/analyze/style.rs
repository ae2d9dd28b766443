//! How the text of an analysis is set: width and colours.

use fogreel_analysis::grade::Mark;

/// Characters in a line at most.
pub(super) const WIDTH: usize = 100;

/// Colours, or none.
#[derive(Clone, Copy)]
pub(super) struct Style {
    is_colored: bool,
}

impl Style {
    pub(super) fn new(is_colored: bool) -> Self {
        Self { is_colored }
    }

    /// A line that says what follows.
    pub(super) fn heading(self, text: &str) -> String {
        self.set("1", text)
    }

    /// A mark of a fault or move, padded to two characters.
    pub(super) fn mark(self, symbol: &str) -> String {
        format!("{}{}", " ".repeat(2usize.saturating_sub(symbol.len())), self.symbol(symbol))
    }

    /// The mark alone.
    fn symbol(self, symbol: &str) -> String {
        let code = match symbol {
            "??" => "31",
            "?" => "33",
            _ => "36",
        };
        self.set(code, symbol)
    }

    fn set(self, code: &str, text: &str) -> String {
        if self.is_colored { format!("\u{1b}[{code}m{text}\u{1b}[0m") } else { text.to_owned() }
    }
}

/// How many of each mark.
pub(super) fn marks(style: Style, counts: [u32; 3]) -> String {
    let one = |(mark, count): (Mark, u32)| format!("{count}\u{a0}{}", style.symbol(mark.symbol()));
    Mark::ALL.into_iter().zip(counts).map(one).collect::<Vec<_>>().join(", ")
}

/// Fills lines of [`WIDTH`] with words, which no-break spaces keep together; the first begins with `first`, the others with as many blanks as `indent`.
pub(super) fn wrap(first: &str, indent: usize, text: &str) -> String {
    let mut lines = String::new();
    let mut line = first.to_owned();
    let mut is_begun = false;
    for word in text.split(' ') {
        let width = shown(&line) + usize::from(is_begun) + shown(word);
        if is_begun && width > WIDTH {
            lines.push_str(line.trim_end());
            lines.push('\n');
            line = " ".repeat(indent);
            is_begun = false;
        }
        if is_begun {
            line.push(' ');
        }
        line.push_str(word);
        is_begun = true;
    }
    lines.push_str(line.trim_end());
    lines.push('\n');
    lines.replace('\u{a0}', " ")
}

/// Characters that show: those of colours do not.
fn shown(text: &str) -> usize {
    let mut parts = text.split('\u{1b}');
    let first = parts.next().map_or(0, |part| part.chars().count());
    first + parts.map(|part| part.split_once('m').map_or(0, |(_, rest)| rest.chars().count())).sum::<usize>()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_filled() {
        let text = "word ".repeat(40);
        let wrapped = wrap("  first  ", 9, text.trim());
        assert!(wrapped.lines().count() > 1 && wrapped.lines().all(|line| line.chars().count() <= WIDTH));
        assert!(wrapped.lines().skip(1).all(|line| line.starts_with("         word")));
    }
}
