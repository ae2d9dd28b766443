//! Sequential colour maps.

use std::fmt;
use std::str::FromStr;

use fogreel_engine::data::Rgb;

/// A sequential colour map whose luminance grows with the value, legible without colour vision.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum ColorMap {
    /// Blue over grey to yellow; looks nearly the same to people with red-green colour blindness (Nuñez, Anderton,
    /// Renslow 2018, PLoS ONE 13(7): e0199239).
    #[default]
    Cividis,
    /// Purple over green to yellow (van der Walt, Smith, Firing 2015; CC0).
    Viridis,
}

impl ColorMap {
    /// All maps.
    pub const ALL: [Self; 2] = [Self::Cividis, Self::Viridis];

    /// The map's published name, as [`FromStr`] reads it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Cividis => "cividis",
            Self::Viridis => "viridis",
        }
    }

    /// The colour at `position` in [0, 1]; positions outside are clamped and NaN counts as 0.
    pub fn at(self, position: f64) -> Rgb {
        let anchors = match self {
            Self::Cividis => &CIVIDIS,
            Self::Viridis => &VIRIDIS,
        };
        let scaled = position.clamp(0.0, 1.0) * (ANCHORS - 1) as f64;
        let below = (scaled as usize).min(ANCHORS - 2);
        let fraction = if scaled.is_nan() { 0.0 } else { scaled - below as f64 };
        let (from, to) = (anchors[below], anchors[below + 1]);
        let mix = |shift: u32| {
            let channel = |color: u32| f64::from(color >> shift & 0xff);
            // Adding a half and cutting off rounds what is not negative, and costs no call.
            (channel(from) + (channel(to) - channel(from)) * fraction + 0.5) as u8
        };
        Rgb(mix(16), mix(8), mix(0))
    }
}

impl fmt::Display for ColorMap {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for ColorMap {
    type Err = UnknownName;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        Self::ALL
            .into_iter()
            .find(|map| map.name() == text)
            .ok_or_else(|| UnknownName { expected: "cividis or viridis", found: text.to_owned() })
    }
}

/// A text that names no choice.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("expected {expected}, found `{found}`")]
pub struct UnknownName {
    pub(crate) expected: &'static str,
    pub(crate) found: String,
}

/// Relative luminance of a colour, 0 for black to 1 for white (WCAG 2.2, from IEC 61966-2-1).
pub fn luminance(Rgb(red, green, blue): Rgb) -> f64 {
    let linear = |channel: u8| {
        let channel = f64::from(channel) / 255.0;
        if channel <= 0.04045 { channel / 12.92 } else { ((channel + 0.055) / 1.055).powf(2.4) }
    };
    0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)
}

const ANCHORS: usize = 52;

/// Every fifth entry of the published table of 256, as 0xRRGGBB; between them the error is below 4/255.
const CIVIDIS: [u32; ANCHORS] = [
    0x00224e, 0x002656, 0x002a5f, 0x002d68, 0x003070, 0x083370, 0x163770, 0x203a6f, 0x273e6e, 0x2e416d, 0x34456c,
    0x3a486c, 0x3f4c6c, 0x444f6c, 0x49536c, 0x4e566c, 0x535a6d, 0x575d6d, 0x5c616e, 0x60646f, 0x656870, 0x696b71,
    0x6d6f72, 0x727274, 0x767676, 0x7a7a78, 0x7e7d78, 0x838179, 0x888578, 0x8d8878, 0x928c78, 0x969077, 0x9b9476,
    0xa09875, 0xa59c74, 0xaaa073, 0xafa471, 0xb5a86f, 0xbaac6d, 0xbfb06b, 0xc4b468, 0xc9b965, 0xcfbd62, 0xd4c15f,
    0xdac65b, 0xdfca57, 0xe5cf52, 0xead34c, 0xf0d846, 0xf6dd3f, 0xfce236, 0xfee838,
];

/// Every fifth entry of the published table of 256, as 0xRRGGBB; between them the error is at most 1/255.
const VIRIDIS: [u32; ANCHORS] = [
    0x440154, 0x46085c, 0x471063, 0x481769, 0x481d6f, 0x482475, 0x472a7a, 0x46307e, 0x453781, 0x433d84, 0x414287,
    0x3f4889, 0x3d4e8a, 0x3a538b, 0x38598c, 0x355e8d, 0x33638d, 0x31688e, 0x2e6d8e, 0x2c718e, 0x2a768e, 0x297b8e,
    0x27808e, 0x25848e, 0x23898e, 0x218e8d, 0x20928c, 0x1f978b, 0x1e9c89, 0x1fa188, 0x21a585, 0x24aa83, 0x28ae80,
    0x2eb37c, 0x35b779, 0x3dbc74, 0x46c06f, 0x50c46a, 0x5ac864, 0x65cb5e, 0x70cf57, 0x7cd250, 0x89d548, 0x95d840,
    0xa2da37, 0xb0dd2f, 0xbddf26, 0xcae11f, 0xd8e219, 0xe5e419, 0xf1e51d, 0xfde725,
];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::color::look;

    #[test]
    fn luminance_grows_along_every_map() {
        for map in ColorMap::ALL {
            let along: Vec<f64> = (0..=255).map(|step| luminance(map.at(f64::from(step) / 255.0))).collect();
            // Rounding to 8 bits costs the published tables up to 0.0003 between neighbours.
            assert!(along.windows(2).all(|pair| pair[1] > pair[0] - 5e-4), "{map}");
            assert!(along.windows(5).all(|run| run[4] > run[0]), "{map}");
            assert!(along[255] - along[0] > 0.7, "{map} spans {}", along[255] - along[0]);
        }
    }

    #[test]
    fn ends_are_the_published_colours() {
        assert_eq!(ColorMap::Cividis.at(0.0), Rgb(0, 34, 78));
        assert_eq!(ColorMap::Cividis.at(1.0), Rgb(254, 232, 56));
        assert_eq!(ColorMap::Viridis.at(0.0), Rgb(68, 1, 84));
        assert_eq!(ColorMap::Viridis.at(1.0), Rgb(253, 231, 37));
    }

    #[test]
    fn positions_outside_are_clamped() {
        for map in ColorMap::ALL {
            assert_eq!(map.at(-3.0), map.at(0.0));
            assert_eq!(map.at(f64::INFINITY), map.at(1.0));
            assert_eq!(map.at(f64::NAN), map.at(0.0));
        }
    }

    #[test]
    fn looks_off_the_scale_are_lighter_or_darker_than_the_scale() {
        for map in ColorMap::ALL {
            let (low, high) = (luminance(map.at(0.0)), luminance(map.at(1.0)));
            assert!(luminance(look::BELOW_FLOOR) < low);
            assert!(luminance(look::IMPOSSIBLE) > high);
        }
    }

    #[test]
    fn names_parse_as_they_print() {
        for map in ColorMap::ALL {
            assert_eq!(map.to_string().parse(), Ok(map));
        }
        let error = "jet".parse::<ColorMap>().expect_err("no such map");
        assert_eq!(error.to_string(), "expected cividis or viridis, found `jet`");
    }
}
