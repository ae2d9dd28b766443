//! Which records, turns or lines of play a person means.

use std::str::FromStr;

/// A range of numbers, both ends included: `7`, `3..9`, `..9`, `3..`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Range {
    first: u32,
    last: Option<u32>,
}

impl Range {
    /// Everything.
    pub(crate) const ALL: Self = Self { first: 0, last: None };

    /// The numbers that lie in the range, up to the greatest there is.
    pub(crate) fn up_to(self, greatest: u32) -> impl Iterator<Item = u32> {
        self.first..=self.last.unwrap_or(greatest).min(greatest)
    }

    /// Whether the number lies in the range.
    pub(crate) fn contains(self, number: u32) -> bool {
        self.first <= number && self.last.is_none_or(|last| number <= last)
    }

    /// Whether the range names a number above the greatest there is.
    pub(crate) fn exceeds(self, greatest: u32) -> bool {
        self.first > greatest || self.last.is_some_and(|last| last > greatest)
    }
}

impl FromStr for Range {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let wrong = || format!("expected a number or a range such as 3..9, ..9 or 3.., found `{text}`");
        let number = |text: &str| text.trim().parse::<u32>().map_err(|_| wrong());
        let Some((first, last)) = text.split_once("..") else {
            let only = number(text)?;
            return Ok(Self { first: only, last: Some(only) });
        };
        let first = if first.is_empty() { 0 } else { number(first)? };
        let last = if last.is_empty() { None } else { Some(number(last)?) };
        match last {
            Some(last) if last < first => Err(format!("the range `{text}` ends before it begins")),
            _ => Ok(Self { first, last }),
        }
    }
}

/// Ranges separated by commas.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Ranges(pub(crate) Vec<Range>);

impl FromStr for Ranges {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        text.split(',').map(str::parse).collect::<Result<_, _>>().map(Self)
    }
}

/// Which lines of play a person means.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Lines {
    /// The match and all branches.
    All,
    /// The match, which is 0, or a branch.
    One(u32),
}

impl FromStr for Lines {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match text {
            "all" => Ok(Self::All),
            _ => text.parse().map(Self::One).map_err(|_| format!("expected a number or `all`, found `{text}`")),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_include_both_ends_and_stop_at_the_greatest() {
        let all = |text: &str| -> Vec<u32> { text.parse::<Range>().expect("a range").up_to(5).collect() };
        assert_eq!(all("3"), [3]);
        assert_eq!(all("2..4"), [2, 3, 4]);
        assert_eq!(all("4.."), [4, 5]);
        assert_eq!(all("..1"), [0, 1]);
        assert_eq!(all("4..99"), [4, 5]);
        assert!("4..99".parse::<Range>().expect("a range").exceeds(5));
        for wrong in ["", "a", "4..2", "1...2", "-1", "1,2"] {
            assert!(wrong.parse::<Range>().is_err(), "{wrong}");
        }
        assert_eq!("1,3..4".parse::<Ranges>().map(|ranges| ranges.0.len()), Ok(2));
    }
}
