//! A plot with a linear scale on each side.

use fogreel_engine::data::Rgb;

use crate::drawing::{Anchor, Area, Drawing, FAINT, INK, Type};

/// Light lines at the ticks.
pub(crate) const GRID: Rgb = Rgb(0xe0, 0xe0, 0xe0);

/// A linear scale whose ends are ticks.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Ends {
    pub(crate) from: f64,
    pub(crate) to: f64,
    step: f64,
    /// Digits after the point.
    digits: usize,
}

impl Ends {
    /// A scale that holds 0 and everything from `low` to `high`, with about `most` ticks. It ends at ticks, or closer by if much
    /// room would be left empty.
    pub(crate) fn around(low: f64, high: f64, most: usize) -> Self {
        let (low, high) = (low.min(0.0), high.max(0.0));
        let (low, high) = if high - low > 0.0 { (low, high) } else { (0.0, 1.0) };
        let room = (high - low) / 16.0;
        let exponent = (high - low).log10().floor() as i32;
        for exponent in exponent - 2..=exponent + 2 {
            for digit in [1, 2, 5] {
                let step = format!("{digit}e{exponent}").parse().unwrap_or(f64::from(digit));
                // A sum of bits may pass a tick by rounding.
                let (below, above) = ((low / step + 1e-9).floor(), (high / step - 1e-9).ceil());
                if above - below >= most.max(3) as f64 {
                    continue;
                }
                let mut ends = Self { from: below * step, to: above * step, step, digits: (-exponent).max(0) as usize };
                let closer = Self {
                    from: if low < 0.0 { ends.from.max(low - room) } else { 0.0 },
                    to: if high > 0.0 { ends.to.min(high + room) } else { 0.0 },
                    ..ends
                };
                if closer.ticks().count() > 1 {
                    ends = closer;
                }
                return ends;
            }
        }
        Self { from: low, to: high, step: high - low, digits: 1 }
    }

    /// From 0 to 1.
    pub(crate) const fn unit() -> Self {
        Self { from: 0.0, to: 1.0, step: 0.25, digits: 2 }
    }

    /// From 0 to 100.
    pub(crate) const fn percent() -> Self {
        Self { from: 0.0, to: 100.0, step: 25.0, digits: 0 }
    }

    /// Where a value lies, 0 to 1; values beyond the ends lie at them.
    pub(crate) fn place(self, value: f64) -> f64 {
        ((value - self.from) / (self.to - self.from)).clamp(0.0, 1.0)
    }

    pub(crate) fn ticks(self) -> impl Iterator<Item = (f64, String)> {
        let (first, last) = ((self.from / self.step - 1e-9).ceil() as i32, (self.to / self.step + 1e-9).floor() as i32);
        (first..=last).map(move |index| {
            let value = f64::from(index) * self.step;
            (value, format!("{value:.*}", self.digits).replace('-', "−"))
        })
    }
}

/// A plot: where it lies, and what its sides mean.
#[derive(Clone, Copy)]
pub(crate) struct Chart {
    pub(crate) area: Area,
    pub(crate) up: Ends,
}

impl Chart {
    /// The height of a value.
    pub(crate) fn y(&self, value: f64) -> i32 {
        self.area.bottom() - (self.up.place(value) * f64::from(self.area.height)).round() as i32
    }

    /// Ticks at the left with lines across; the line at 0 is heavier.
    pub(crate) fn grid(&self, drawing: &mut Drawing) {
        let area = self.area;
        for (value, label) in self.up.ticks() {
            let y = self.y(value);
            drawing.path(vec![(area.x, y), (area.right(), y)], if value == 0.0 { FAINT } else { GRID }, 10);
            drawing.path(vec![(area.x - 60, y), (area.x, y)], INK, 14);
            drawing.text(label, (area.x - 90, y + Type::SMALL.cap() / 2), Anchor::End, Type::SMALL, FAINT);
        }
    }

    /// Lines at the left and below.
    pub(crate) fn sides(&self, drawing: &mut Drawing) {
        let area = self.area;
        drawing.path(vec![(area.x, area.y), (area.x, area.bottom()), (area.right(), area.bottom())], INK, 14);
    }

    /// Ticks below for a scale from left to right; returns where they end.
    pub(crate) fn ticks_below(&self, drawing: &mut Drawing, across: Ends) -> i32 {
        let area = self.area;
        let baseline = area.bottom() + 130 + Type::SMALL.cap();
        for (value, label) in across.ticks() {
            let x = self.x(across, value);
            drawing.path(vec![(x, area.bottom()), (x, area.bottom() + 70)], INK, 14);
            drawing.text(label, (x, baseline), Anchor::Middle, Type::SMALL, FAINT);
        }
        baseline
    }

    /// The place of a value from left to right.
    pub(crate) fn x(&self, across: Ends, value: f64) -> i32 {
        self.area.x + (across.place(value) * f64::from(self.area.width)).round() as i32
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn labels(low: f64, high: f64, most: usize) -> Vec<String> {
        Ends::around(low, high, most).ticks().map(|(_, label)| label).collect()
    }

    #[test]
    fn ends_are_ticks_around_zero() {
        assert_eq!(labels(-1.9, 3.9, 6), ["−2", "0", "2", "4"]);
        assert_eq!(labels(-0.03, 7.3, 6), ["0", "2", "4", "6"]);
        assert_eq!(labels(0.0, 0.21, 6), ["0.00", "0.05", "0.10", "0.15", "0.20"]);
        assert_eq!(labels(0.0, 0.0, 6), ["0.0", "0.2", "0.4", "0.6", "0.8", "1.0"]);
        assert_eq!(labels(-0.4, 0.0, 3), ["−0.4", "−0.2", "0.0"]);
        for (low, high) in [(-7.3, 0.01), (1e-9, 3e-9), (-1e6, 1e-6), (0.0, 1.0), (-33.0, 41.0)] {
            for most in 3..9 {
                let ends = Ends::around(low, high, most);
                let rounding = (high - low) * 1e-8;
                assert!(ends.from <= low + rounding && high <= ends.to + rounding, "{low} {high}: {ends:?}");
                assert!((2..=most).contains(&ends.ticks().count()), "{low} {high} {most}: {ends:?}");
            }
        }
    }
}
