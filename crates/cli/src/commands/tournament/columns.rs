//! Tables that fit into the width of a terminal.

/// Characters in a line at most, unless one column alone is wider.
pub(super) const WIDTH: usize = 80;
/// Blanks between columns.
const GAP: usize = 2;

/// A table with a heading: the first `labels` columns say what a line is about and stand at the left, all others are numbers and
/// stand at the right. What does not fit into the width goes on below, the labels again.
pub(super) fn set(heading: &[String], lines: &[Vec<String>], labels: usize) -> String {
    let all = || std::iter::once(heading).chain(lines.iter().map(Vec::as_slice));
    let width = |column: usize| all().filter_map(|line| line.get(column)).map(|cell| shown(cell)).max().unwrap_or(0);
    let widths: Vec<usize> = (0..heading.len()).map(width).collect();
    let of_labels: usize = widths[..labels].iter().map(|width| width + GAP).sum();
    let mut text = String::new();
    let mut first = labels;
    while first < heading.len() {
        let (mut end, mut used) = (first + 1, of_labels + widths[first]);
        while end < heading.len() && used + GAP + widths[end] <= WIDTH {
            used += GAP + widths[end];
            end += 1;
        }
        if first > labels {
            text.push('\n');
        }
        for line in all() {
            text += &(0..labels).map(|column| pad(&line[column], widths[column], false)).collect::<Vec<_>>().join("  ");
            (first..end).for_each(|column| text += &format!("  {}", pad(&line[column], widths[column], true)));
            text.truncate(text.trim_end().len());
            text.push('\n');
        }
        first = end;
    }
    text
}

fn pad(cell: &str, width: usize, is_number: bool) -> String {
    let blanks = " ".repeat(width.saturating_sub(shown(cell)));
    if is_number { format!("{blanks}{cell}") } else { format!("{cell}{blanks}") }
}

fn shown(text: &str) -> usize {
    text.chars().count()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ten_by_ten_fits_into_eighty_columns() {
        let names: Vec<String> = (0..10).map(|agent| format!("agent:depth={agent}")).collect();
        let heading: Vec<String> = std::iter::once(String::new()).chain(names.clone()).collect();
        let line = |name: &String| std::iter::once(name.clone()).chain((0..10).map(|n| format!("{n}.5"))).collect();
        let text = set(&heading, &names.iter().map(line).collect::<Vec<_>>(), 1);
        assert!(text.lines().all(|line| shown(line) <= WIDTH), "{text}");
        assert_eq!(text.lines().filter(|line| line.starts_with("agent:depth=3")).count(), 3, "three blocks:\n{text}");
        for column in 0..10 {
            assert!(text.contains(&format!("{column}.5")));
        }
    }
}
