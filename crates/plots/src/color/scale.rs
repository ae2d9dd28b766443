//! From a value to its place on a colour bar.

use std::fmt;
use std::str::FromStr;

use fogreel_engine::data::Rgb;

use super::{ColorMap, UnknownName, look};

/// How values are spread along the colour bar.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Scale {
    /// From 0, in proportion.
    #[default]
    Linear,
    /// Whole decades; what lies below them has a look of its own.
    Log,
}

impl Scale {
    /// All scales.
    pub const ALL: [Self; 2] = [Self::Linear, Self::Log];

    /// Lower-case name, as [`FromStr`] reads it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Linear => "linear",
            Self::Log => "log",
        }
    }
}

impl fmt::Display for Scale {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Scale {
    type Err = UnknownName;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        Self::ALL
            .into_iter()
            .find(|scale| scale.name() == text)
            .ok_or_else(|| UnknownName { expected: "linear or log", found: text.to_owned() })
    }
}

/// How a value is painted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Shade {
    /// On the scale, in this colour.
    Value(Rgb),
    /// Possible, but below the floor of a log scale.
    BelowFloor,
    /// Exactly 0.
    Impossible,
    /// Not a number that a belief can hold: NaN or negative.
    NoValue,
}

impl Shade {
    /// The plain colour, without the pattern that goes with it.
    pub const fn color(self) -> Rgb {
        match self {
            Self::Value(color) => color,
            Self::BelowFloor => look::BELOW_FLOOR,
            Self::Impossible => look::IMPOSSIBLE,
            Self::NoValue => look::NO_VALUE,
        }
    }
}

/// A scale with its ends.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct ScaleRange {
    scale: Scale,
    // Linear: the values at the ends. Log: their decimal exponents.
    from: f64,
    to: f64,
}

impl ScaleRange {
    /// A linear scale from 0 to `top`; a `top` that is not a positive number counts as 1.
    pub fn linear(top: f64) -> Self {
        let top = if top.is_finite() && top > 0.0 { top } else { 1.0 };
        Self { scale: Scale::Linear, from: 0.0, to: top }
    }

    /// A log scale from 10^`low` to 10^`high`; at least one decade.
    pub fn log(low: i32, high: i32) -> Self {
        Self { scale: Scale::Log, from: f64::from(low.min(high - 1)), to: f64::from(high) }
    }

    /// A scale with these ends: a linear one from 0 to a positive number, a log one from one power of ten to a greater
    /// one, both within 1e-300 and 1e300.
    ///
    /// # Errors
    /// [`UnknownName`] that says which ends the scale can have.
    pub fn of_ends(scale: Scale, from: f64, to: f64) -> Result<Self, UnknownName> {
        let exponent = |value: f64| {
            let exponent = value.log10().round();
            (exponent.abs() <= 300.0 && at_decade(1.0, exponent as i32) == value).then_some(exponent as i32)
        };
        let (expected, found) = match scale {
            Scale::Linear => {
                let is_right = from == 0.0 && to > 0.0 && to.is_finite();
                ("ends of a linear scale such as 0..0.2", is_right.then(|| Self::linear(to)))
            }
            Scale::Log => {
                let ends = exponent(from).zip(exponent(to)).filter(|(low, high)| low < high);
                ("powers of ten as ends of a log scale, such as 1e-5..1", ends.map(|(low, high)| Self::log(low, high)))
            }
        };
        found.ok_or_else(|| UnknownName { expected, found: format!("{from:?}..{to:?}") })
    }

    /// A scale that fits values on a board of `cells` cells.
    ///
    /// Linear: from 0 to the largest value, rounded up to a number that reads well. Log: decades that depend on the
    /// board alone, not on the values (as long as none passes 1), so that all log figures of a board compare: two
    /// decades below a uniform belief, and at least four.
    pub fn fit(scale: Scale, values: impl IntoIterator<Item = f64>, cells: usize) -> Self {
        let max = values.into_iter().filter(|value| value.is_finite()).fold(0.0, f64::max);
        match scale {
            Scale::Linear => Self::linear(round_up(max)),
            Scale::Log => {
                let board = (cells.max(1) as f64).log10().ceil() as i32;
                // A sum of probabilities may pass 1 by rounding.
                let high = if max > 1.0 + 1e-9 { max.log10().ceil() as i32 } else { 0 };
                Self::log((-2 - board).min(-4), high)
            }
        }
    }

    /// Linear or log.
    pub const fn scale(&self) -> Scale {
        self.scale
    }

    /// The value at the lower end: 0 on a linear scale, the floor on a log scale.
    pub fn floor(&self) -> f64 {
        match self.scale {
            Scale::Linear => 0.0,
            Scale::Log => at_decade(1.0, self.from as i32),
        }
    }

    /// The value at the upper end.
    pub fn top(&self) -> f64 {
        match self.scale {
            Scale::Linear => self.to,
            Scale::Log => at_decade(1.0, self.to as i32),
        }
    }

    /// Place of a value on the colour bar in [0, 1], larger ones at 1; `None` for what has a look of its own.
    pub fn position(&self, value: f64) -> Option<f64> {
        if value.is_nan() || value <= 0.0 {
            return None;
        }
        let place = match self.scale {
            Scale::Linear => value / self.to,
            Scale::Log => (value.log10() - self.from) / (self.to - self.from),
        };
        (place >= 0.0).then_some(place.min(1.0))
    }

    /// How a value is painted.
    pub fn shade(&self, value: f64, colors: ColorMap) -> Shade {
        match self.position(value) {
            Some(position) => Shade::Value(colors.at(position)),
            None if value == 0.0 => Shade::Impossible,
            None if value > 0.0 => Shade::BelowFloor,
            None => Shade::NoValue,
        }
    }

    /// Ticks from the lower to the upper end, at most `most` of them (but never fewer than two).
    pub fn ticks(&self, most: usize) -> Vec<Tick> {
        let most = most.max(2);
        match self.scale {
            Scale::Linear => linear_ticks(self.to, most),
            Scale::Log => {
                let decades = (self.to - self.from) as usize;
                let step = (1..).find(|step| decades / step < most).unwrap_or(decades);
                // Counted from the upper end, so that 1 is always among them.
                let ticks = (0..=decades).step_by(step).map(|down| {
                    let exponent = self.to as i32 - down as i32;
                    Tick { position: 1.0 - down as f64 / decades as f64, label: power_of_ten(exponent) }
                });
                ticks.collect::<Vec<_>>().into_iter().rev().collect()
            }
        }
    }
}

/// Both ends, as [`ScaleRange::of_ends`] takes them: `0.0..0.2`, `1e-5..1.0`.
impl fmt::Display for ScaleRange {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.scale {
            Scale::Linear => write!(f, "{:?}..{:?}", self.from, self.to),
            Scale::Log => {
                write!(f, "{:?}..{:?}", at_decade(1.0, self.from as i32), at_decade(1.0, self.to as i32))
            }
        }
    }
}

/// A tick of a colour bar.
#[derive(Clone, PartialEq, Debug)]
pub struct Tick {
    /// Place in [0, 1].
    pub position: f64,
    /// Its value as text.
    pub label: String,
}

/// Steps that read well, in tenths of a decade's first value.
const ROUND: [f64; 10] = [1.0, 1.2, 1.5, 2.0, 2.5, 3.0, 4.0, 5.0, 6.0, 8.0];

/// The smallest number of two digits from [`ROUND`] that is no smaller than `value`.
pub(super) fn round_up(value: f64) -> f64 {
    if value <= 0.0 {
        return 1.0;
    }
    let exponent = value.log10().floor() as i32;
    // A sum of probabilities may pass 1 by rounding.
    let enough = value * (1.0 - 1e-9);
    let candidates = (exponent - 1..=exponent + 1).flat_map(|exponent| ROUND.map(|digit| at_decade(digit, exponent)));
    candidates.into_iter().find(|candidate| *candidate >= enough).unwrap_or(value)
}

/// digit·10^exponent, rounded as the decimal literal would be.
fn at_decade(digit: f64, exponent: i32) -> f64 {
    format!("{digit}e{exponent}").parse().unwrap_or(digit)
}

pub(super) fn linear_ticks(top: f64, most: usize) -> Vec<Tick> {
    let exponent = top.log10().floor() as i32;
    let steps =
        (exponent - 3..=exponent + 1).flat_map(|exponent| [1.0, 2.0, 2.5, 4.0, 5.0].map(|digit| (digit, exponent)));
    for (digit, exponent) in steps {
        let step = at_decade(digit, exponent);
        // A whole number of steps, so that the last tick is the end itself.
        let count = (top / step).round();
        if count as usize >= most || (count * step - top).abs() > top * 1e-9 {
            continue;
        }
        let digits = (if digit == 2.5 { 1 - exponent } else { -exponent }).max(0) as usize;
        let label = |value: f64| {
            if value == 0.0 {
                "0".to_owned()
            } else if digits > 4 {
                format!("{value:.1e}").replace(".0e", "e")
            } else {
                format!("{value:.digits$}")
            }
        };
        return (0..=count as usize)
            .map(|index| Tick { position: index as f64 / count, label: label(index as f64 * step) })
            .collect();
    }
    vec![Tick { position: 0.0, label: "0".to_owned() }, Tick { position: 1.0, label: format!("{top}") }]
}

fn power_of_ten(exponent: i32) -> String {
    match exponent {
        -3..=0 => format!("{}", at_decade(1.0, exponent)),
        1..=4 => format!("{}", 10i64.pow(exponent.unsigned_abs())),
        _ => format!("1e{exponent}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn labels(range: ScaleRange, most: usize) -> Vec<String> {
        range.ticks(most).into_iter().map(|tick| tick.label).collect()
    }

    #[test]
    fn zero_is_impossible_and_never_tiny() {
        for scale in Scale::ALL {
            let range = ScaleRange::fit(scale, [0.25], 100);
            assert_eq!(range.shade(0.0, ColorMap::Cividis), Shade::Impossible);
            assert_eq!(range.shade(-0.0, ColorMap::Cividis), Shade::Impossible);
            assert_ne!(range.shade(f64::MIN_POSITIVE, ColorMap::Cividis), Shade::Impossible);
        }
    }

    #[test]
    fn what_is_no_probability_is_no_value() {
        let range = ScaleRange::linear(1.0);
        assert_eq!(range.shade(f64::NAN, ColorMap::Cividis), Shade::NoValue);
        assert_eq!(range.shade(-0.1, ColorMap::Cividis), Shade::NoValue);
        assert_eq!(range.position(f64::INFINITY), Some(1.0));
    }

    #[test]
    fn a_log_scale_depends_on_the_board_alone() {
        let range = ScaleRange::fit(Scale::Log, [1e-3], 100);
        assert_eq!(range, ScaleRange::fit(Scale::Log, [0.9], 100));
        assert_eq!(range, ScaleRange::fit(Scale::Log, [1.0 + 1e-15], 100));
        assert_eq!(range.position(1.0), Some(1.0));
        assert_eq!(range.position(0.01), Some(0.5));
        assert_eq!(range.position(range.floor()), Some(0.0));
        assert_eq!(range.shade(9e-5, ColorMap::Cividis), Shade::BelowFloor);
        assert_eq!(labels(range, 6), ["1e-4", "0.001", "0.01", "0.1", "1"]);
        assert_eq!(labels(ScaleRange::fit(Scale::Log, [], 512 * 512), 6), ["1e-8", "1e-6", "1e-4", "0.01", "1"]);
    }

    #[test]
    fn a_uniform_belief_lies_above_the_floor_of_its_board() {
        for side in [1usize, 2, 10, 30, 64, 512] {
            let uniform = 1.0 / (side * side) as f64;
            assert!(ScaleRange::fit(Scale::Log, [uniform], side * side).position(uniform).is_some(), "{side}");
        }
    }

    #[test]
    fn linear_ends_and_ticks_read_well() {
        let fit = |max: f64| ScaleRange::fit(Scale::Linear, [max], 100);
        assert_eq!(fit(0.0119).top(), 0.012);
        assert_eq!(fit(1.0).top(), 1.0);
        assert_eq!(fit(1.0 + 1e-12).top(), 1.0);
        assert_eq!(fit(0.0).top(), 1.0);
        assert_eq!(labels(fit(1.0), 6), ["0", "0.2", "0.4", "0.6", "0.8", "1.0"]);
        assert_eq!(labels(fit(0.0119), 5), ["0", "0.004", "0.008", "0.012"]);
        assert_eq!(labels(fit(0.29), 5), ["0", "0.1", "0.2", "0.3"]);
    }

    #[test]
    fn ends_are_read_as_they_are_written() {
        let ranges = [
            ScaleRange::linear(1.0),
            ScaleRange::linear(0.012),
            ScaleRange::log(-5, 0),
            ScaleRange::log(-8, -5),
            ScaleRange::log(-2, 3),
            ScaleRange::fit(Scale::Log, [0.5], 512 * 512),
        ];
        for range in ranges {
            let text = range.to_string();
            let (from, to) = text.split_once("..").expect("two ends");
            let number = |text: &str| text.parse::<f64>().expect("a number");
            assert_eq!(ScaleRange::of_ends(range.scale(), number(from), number(to)), Ok(range), "{text}");
            assert_eq!((range.floor(), range.top()), (number(from), number(to)), "{text}");
        }
        for (scale, from, to) in [
            (Scale::Linear, 0.1, 1.0),
            (Scale::Linear, 0.0, 0.0),
            (Scale::Linear, 0.0, f64::INFINITY),
            (Scale::Log, 0.0, 1.0),
            (Scale::Log, 1.0, 0.1),
            (Scale::Log, 2e-5, 1.0),
            (Scale::Log, f64::NAN, 1.0),
        ] {
            assert!(ScaleRange::of_ends(scale, from, to).is_err(), "{scale} {from}..{to}");
        }
    }

    #[test]
    fn every_range_has_ticks_at_both_ends_or_close() {
        for max in [1e-9, 3.3e-5, 0.004, 0.011, 0.13, 0.24, 0.5, 0.77, 3.0, 7.2, 1234.0] {
            for most in 2..8 {
                let ticks = ScaleRange::fit(Scale::Linear, [max], 100).ticks(most);
                assert!((2..=most).contains(&ticks.len()), "{max} {most}: {ticks:?}");
                assert_eq!((ticks[0].position, ticks[ticks.len() - 1].position), (0.0, 1.0));
            }
        }
    }
}
