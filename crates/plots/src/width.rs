//! The width of a figure on paper.

use std::fmt;
use std::str::FromStr;

use crate::drawing::MM;

/// Width of a figure on paper, between 40 mm and 1000 mm.
///
/// ```
/// use fogreel_plots::Width;
///
/// let column: Width = "3.5in".parse()?;
/// assert_eq!(column.mm(), 88.9);
/// # Ok::<(), fogreel_plots::ParseWidthError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Width {
    // Hundredths of a millimetre.
    units: i32,
}

impl Width {
    /// One column of most journals.
    pub const COLUMN: Self = Self { units: 84 * MM };
    /// Both columns, or a page without its margins.
    pub const PAGE: Self = Self { units: 174 * MM };

    const MIN: Self = Self { units: 40 * MM };
    const MAX: Self = Self { units: 1000 * MM };

    /// A width in millimetres, kept to 0.01 mm.
    ///
    /// # Errors
    /// If it is no number between 40 and 1000.
    pub fn from_mm(mm: f64) -> Result<Self, ParseWidthError> {
        let within = (Self::MIN.mm()..=Self::MAX.mm()).contains(&mm);
        let units = (mm * f64::from(MM)).round();
        if within { Ok(Self { units: units as i32 }) } else { Err(ParseWidthError::OutOfRange { mm }) }
    }

    /// In millimetres.
    pub fn mm(self) -> f64 {
        f64::from(self.units) / f64::from(MM)
    }

    /// In units of drawings.
    pub(crate) const fn units(self) -> i32 {
        self.units
    }
}

impl Default for Width {
    fn default() -> Self {
        Self::PAGE
    }
}

impl fmt::Display for Width {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}mm", self.mm())
    }
}

/// A text that is no width.
#[derive(Clone, PartialEq, Debug, thiserror::Error)]
pub enum ParseWidthError {
    /// Not a number with a unit.
    #[error("expected a width as a number and mm, cm, in or pt (for example 84mm or 3.5in), found `{0}`")]
    Form(String),
    /// Too narrow for text of 7 pt, or too wide for paper.
    #[error("expected a width from 40mm to 1000mm, found {mm}mm")]
    OutOfRange {
        /// The width asked for.
        mm: f64,
    },
}

impl FromStr for Width {
    type Err = ParseWidthError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let wrong = || ParseWidthError::Form(text.to_owned());
        let trimmed = text.trim();
        let units = [("mm", 1.0), ("cm", 10.0), ("in", 25.4), ("pt", 25.4 / 72.0)];
        let (number, mm_per_unit) = units
            .into_iter()
            .find_map(|(unit, mm)| Some((trimmed.strip_suffix(unit)?.trim_end(), mm)))
            .ok_or_else(wrong)?;
        // Rust's own numbers include "inf" and "1e3", which no one means here.
        if number.is_empty() || !number.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.') {
            return Err(wrong());
        }
        Self::from_mm(number.parse::<f64>().map_err(|_| wrong())? * mm_per_unit)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn widths_parse() {
        let mm = |text: &str| text.parse::<Width>().expect(text).mm();
        assert_eq!(mm("84mm"), 84.0);
        assert_eq!(mm("174 mm"), 174.0);
        assert_eq!(mm("12cm"), 120.0);
        assert_eq!(mm("3.5in"), 88.9);
        assert_eq!(mm("360pt"), 127.0);
        assert_eq!(Width::PAGE.to_string().parse(), Ok(Width::PAGE));
    }

    #[test]
    fn what_is_no_width_is_named() {
        for text in ["", "84", "mm", "wide", "-84mm", "1e2mm", "infmm", "NaNmm", "8.4.1cm", "84px"] {
            let error = text.parse::<Width>().expect_err(text).to_string();
            assert!(error.contains("for example 84mm") && error.contains(&format!("`{text}`")), "{error}");
        }
        let error = "5mm".parse::<Width>().expect_err("too narrow").to_string();
        assert_eq!(error, "expected a width from 40mm to 1000mm, found 5mm");
        assert!("2000mm".parse::<Width>().is_err());
    }
}
