//! Signed colours: the difference of two beliefs about the same thing.

use fogreel_engine::data::{Hatch, Rgb};

use super::scale::{linear_ticks, round_up};
use super::{Tick, look};

/// A diverging colour map: neutral in the middle, darker towards both ends, legible with any colour vision.
///
/// Lightness alone does not tell the sign, so whoever paints with it marks signs where there is room
/// ([`DifferenceRange::sign`]).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum DivergingMap {
    /// Purple for negative, orange for positive values: PuOr of ColorBrewer 2.0 (Brewer, Harrower 2003).
    #[default]
    PurpleOrange,
}

impl DivergingMap {
    /// All maps.
    pub const ALL: [Self; 1] = [Self::PurpleOrange];

    /// The colour at `position` from −1 to 1, neutral at 0; positions outside are clamped and NaN counts as 0.
    pub fn at(self, position: f64) -> Rgb {
        let Self::PurpleOrange = self;
        let position = if position.is_nan() { 0.0 } else { position.clamp(-1.0, 1.0) };
        let scaled = (position + 1.0) / 2.0 * (PURPLE_ORANGE.len() - 1) as f64;
        let below = (scaled as usize).min(PURPLE_ORANGE.len() - 2);
        let fraction = scaled - below as f64;
        let mix = |shift: u32| {
            let channel = |color: u32| f64::from(color >> shift & 0xff);
            let (from, to) = (channel(PURPLE_ORANGE[below]), channel(PURPLE_ORANGE[below + 1]));
            (from + (to - from) * fraction).round() as u8
        };
        Rgb(mix(16), mix(8), mix(0))
    }
}

/// The nine inner of the eleven published colours, as 0xRRGGBB: the outer two are too dark for marks.
const PURPLE_ORANGE: [u32; 9] =
    [0x542788, 0x8073ac, 0xb2abd2, 0xd8daeb, 0xf7f7f7, 0xfee0b6, 0xfdb863, 0xe08214, 0xb35806];

/// How the difference of a first and a second value is painted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum DifferenceShade {
    /// Both allow it: the colour of the difference.
    Value(Rgb),
    /// The first rules out (exactly 0) what the second allows.
    FirstExcludes(Rgb),
    /// The second rules out (exactly 0) what the first allows.
    SecondExcludes(Rgb),
    /// Both rule it out: no difference, and not the same as two equal values.
    BothImpossible,
    /// One of them is no number that a belief can hold: NaN or negative.
    NoValue,
}

impl DifferenceShade {
    /// The plain colour, without the pattern that goes with it.
    pub const fn color(self) -> Rgb {
        match self {
            Self::Value(color) | Self::FirstExcludes(color) | Self::SecondExcludes(color) => color,
            Self::BothImpossible => look::BOTH_IMPOSSIBLE,
            Self::NoValue => look::NO_VALUE,
        }
    }

    /// The pattern over the cell in [`look::EXCLUDES_MARK`], so that colour is not needed. (The crosses of
    /// [`BothImpossible`](Self::BothImpossible) and [`NoValue`](Self::NoValue) are those of plain beliefs.)
    pub const fn hatch(self) -> Hatch {
        match self {
            Self::FirstExcludes(_) => Hatch::Vertical,
            Self::SecondExcludes(_) => Hatch::Dots,
            Self::Value(_) | Self::BothImpossible | Self::NoValue => Hatch::None,
        }
    }
}

/// A symmetric linear scale from −top to top, so that no difference is always neutral.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct DifferenceRange {
    top: f64,
}

impl DifferenceRange {
    /// A scale from −`top` to `top`; a `top` that is not a positive number counts as 1.
    pub fn new(top: f64) -> Self {
        Self { top: if top.is_finite() && top > 0.0 { top } else { 1.0 } }
    }

    /// A scale that fits pairs of a first and a second value: up to the largest difference, rounded up to a number that
    /// reads well.
    pub fn fit(pairs: impl IntoIterator<Item = (f64, f64)>) -> Self {
        let differences = pairs.into_iter().map(|(first, second)| (first - second).abs());
        Self::new(round_up(differences.filter(|difference| difference.is_finite()).fold(0.0, f64::max)))
    }

    /// The largest difference on the scale.
    pub const fn top(self) -> f64 {
        self.top
    }

    /// Place of a difference on the scale, from −1 to 1; larger ones lie at the ends.
    pub fn position(self, difference: f64) -> f64 {
        (difference / self.top).clamp(-1.0, 1.0)
    }

    /// How a cell with these two values is painted.
    pub fn shade(self, first: f64, second: f64, colors: DivergingMap) -> DifferenceShade {
        // NaN is not above or at 0 either.
        if !(first >= 0.0 && second >= 0.0) {
            return DifferenceShade::NoValue;
        }
        let color = colors.at(self.position(first - second));
        match (first == 0.0, second == 0.0) {
            (true, true) => DifferenceShade::BothImpossible,
            (true, false) => DifferenceShade::FirstExcludes(color),
            (false, true) => DifferenceShade::SecondExcludes(color),
            (false, false) => DifferenceShade::Value(color),
        }
    }

    /// The sign to mark in a cell where both values are above 0: 1 or −1, and 0 where the difference is too small to show.
    pub fn sign(self, first: f64, second: f64) -> i8 {
        /// A twentieth of the scale: about where the colour can be told from neutral.
        const LEAST: f64 = 0.05;
        match self.position(first - second) {
            position if position >= LEAST => 1,
            position if position <= -LEAST => -1,
            _ => 0,
        }
    }

    /// Ticks from −1 to 1 with their signs, 0 among them; at most `most`, but never fewer than three.
    pub fn ticks(self, most: usize) -> Vec<Tick> {
        let half = linear_ticks(self.top, most.div_ceil(2).max(2));
        let negative = half
            .iter()
            .skip(1)
            .rev()
            .map(|tick| Tick { position: -tick.position, label: format!("−{}", tick.label) });
        let positive = half.iter().map(|tick| Tick {
            position: tick.position,
            label: if tick.position > 0.0 { format!("+{}", tick.label) } else { tick.label.clone() },
        });
        negative.chain(positive).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::color::luminance;

    #[test]
    fn no_difference_is_neutral_and_both_sides_darken_alike() {
        for map in DivergingMap::ALL {
            let Rgb(red, green, blue) = map.at(0.0);
            assert_eq!((red, green), (green, blue), "neutral");
            assert_eq!(map.at(f64::NAN), map.at(0.0));
            assert_eq!((map.at(-7.0), map.at(7.0)), (map.at(-1.0), map.at(1.0)));
            for step in 0..100 {
                let at = |step: i32| f64::from(step) / 100.0;
                for side in [1.0, -1.0] {
                    let (near, far) = (map.at(side * at(step)), map.at(side * at(step + 1)));
                    assert!(luminance(near) > luminance(far) - 1e-3, "{step} {side}");
                }
            }
        }
    }

    /// Linear RGB as a dichromat sees it (Machado, Oliveira, Fernandes 2009, severity 1).
    fn seen(matrix: [[f64; 3]; 3], Rgb(red, green, blue): Rgb) -> [f64; 3] {
        let linear = [red, green, blue].map(|channel| (f64::from(channel) / 255.0).powf(2.2));
        matrix.map(|row| {
            row.iter().zip(linear).map(|(weight, value)| weight * value).sum::<f64>().max(0.0).powf(1.0 / 2.2)
        })
    }

    #[test]
    fn signs_differ_with_any_colour_vision() {
        let protanopia =
            [[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216], [-0.003882, -0.048116, 1.051998]];
        let deuteranopia =
            [[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413], [-0.011820, 0.042940, 0.968881]];
        let tritanopia =
            [[1.255528, -0.076749, -0.178779], [-0.078411, 0.930809, 0.147602], [0.004733, 0.691367, 0.303900]];
        for map in DivergingMap::ALL {
            for step in 3..=10 {
                let position = f64::from(step) / 10.0;
                for matrix in [protanopia, deuteranopia, tritanopia] {
                    let (less, more) = (seen(matrix, map.at(-position)), seen(matrix, map.at(position)));
                    let apart = less.iter().zip(more).map(|(less, more)| (less - more).powi(2)).sum::<f64>().sqrt();
                    assert!(apart > 0.15, "{position}: {apart}");
                }
            }
        }
    }

    #[test]
    fn exclusions_have_looks_of_their_own() {
        let range = DifferenceRange::fit([(0.3, 0.1), (0.0, 0.5)]);
        assert_eq!(range.top(), 0.5);
        let shade = |first, second| range.shade(first, second, DivergingMap::default());
        assert!(matches!(shade(0.2, 0.2), DifferenceShade::Value(color) if color == DivergingMap::default().at(0.0)));
        assert!(matches!(shade(0.0, 1e-300), DifferenceShade::FirstExcludes(_)));
        assert!(matches!(shade(1e-300, 0.0), DifferenceShade::SecondExcludes(_)));
        assert_eq!(shade(0.0, -0.0), DifferenceShade::BothImpossible);
        assert_eq!(shade(f64::NAN, 0.5), DifferenceShade::NoValue);
        assert_eq!(shade(0.5, -1.0), DifferenceShade::NoValue);
        let hatches = [shade(0.2, 0.1), shade(0.0, 0.1), shade(0.1, 0.0)].map(DifferenceShade::hatch);
        assert_eq!(hatches, [Hatch::None, Hatch::Vertical, Hatch::Dots]);
        assert_ne!(DifferenceShade::BothImpossible.color(), shade(0.2, 0.2).color());
    }

    #[test]
    fn the_scale_is_symmetric() {
        let range = DifferenceRange::fit([(0.0119, 0.0)]);
        assert_eq!(range.top(), 0.012);
        let labels: Vec<String> = range.ticks(7).into_iter().map(|tick| tick.label).collect();
        assert_eq!(labels, ["−0.012", "−0.008", "−0.004", "0", "+0.004", "+0.008", "+0.012"]);
        assert_eq!(DifferenceRange::fit([]).top(), 1.0);
        assert_eq!(DifferenceRange::fit([(f64::NAN, 0.0), (f64::INFINITY, 0.0)]).top(), 1.0);
        for most in 0..9 {
            let ticks = range.ticks(most);
            assert!((3..=most.max(3)).contains(&ticks.len()), "{most}: {ticks:?}");
            assert_eq!((ticks[0].position, ticks[ticks.len() - 1].position), (-1.0, 1.0));
        }
    }

    #[test]
    fn small_differences_have_no_sign() {
        let range = DifferenceRange::new(0.2);
        let pairs = [(0.1, 0.05), (0.05, 0.1), (0.1, 0.095), (0.1, 0.1), (f64::NAN, 0.1)];
        assert_eq!(pairs.map(|(first, second)| range.sign(first, second)), [1, -1, 0, 0, 0]);
    }
}
