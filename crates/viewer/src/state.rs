//! What the window remembers from one start to the next.

use fogreel_plots::color::Scale;
use fogreel_plots::{FigureFormat, Width};
use serde::{Deserialize, Serialize};

use crate::recent::Recent;
use crate::tiles::Tiles;

/// The part of the window that eframe saves.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(default)]
pub(crate) struct ViewerState {
    pub(crate) theme: ThemeChoice,
    pub(crate) tiles: Tiles,
    /// Steps per second.
    pub(crate) speed: f32,
    pub(crate) fog: bool,
    pub(crate) scale: ScaleChoice,
    pub(crate) range: RangeChoice,
    /// Whether the cards at the right are open.
    pub(crate) cards: bool,
    /// The curves that the timeline shows.
    pub(crate) curves: ShownCurves,
    /// Whether the hint at the timeline has done its work.
    pub(crate) has_dragged: bool,
    pub(crate) recent: Recent,
    /// How figures are written.
    pub(crate) figures: FigureSettings,
    /// Who signs notes.
    pub(crate) author: String,
}

impl Default for ViewerState {
    fn default() -> Self {
        Self {
            theme: ThemeChoice::System,
            tiles: Tiles::default(),
            speed: 2.0,
            fog: true,
            // So that both diffuse and certain beliefs can be read.
            scale: ScaleChoice::Log,
            range: RangeChoice::Match,
            cards: true,
            curves: ShownCurves::default(),
            has_dragged: false,
            recent: Recent::default(),
            figures: FigureSettings::default(),
            author: String::new(),
        }
    }
}

/// How figures are written; remembered.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(default)]
pub(crate) struct FigureSettings {
    pub(crate) svg: bool,
    pub(crate) pdf: bool,
    pub(crate) png: bool,
    pub(crate) csv: bool,
    /// As a person types it.
    pub(crate) width: String,
}

impl Default for FigureSettings {
    fn default() -> Self {
        Self { svg: true, pdf: false, png: true, csv: true, width: Width::default().to_string() }
    }
}

impl FigureSettings {
    /// The formats with their switches.
    pub(crate) fn switches(&mut self) -> [(FigureFormat, &mut bool); 4] {
        [
            (FigureFormat::Svg, &mut self.svg),
            (FigureFormat::Pdf, &mut self.pdf),
            (FigureFormat::Png, &mut self.png),
            (FigureFormat::Csv, &mut self.csv),
        ]
    }

    /// The formats that are switched on.
    pub(crate) fn formats(&self) -> Vec<FigureFormat> {
        let all = [
            (FigureFormat::Svg, self.svg),
            (FigureFormat::Pdf, self.pdf),
            (FigureFormat::Png, self.png),
            (FigureFormat::Csv, self.csv),
        ];
        all.into_iter().filter(|(_, on)| *on).map(|(format, _)| format).collect()
    }
}

/// Which theme was chosen.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) enum ThemeChoice {
    System,
    Light,
    Dark,
}

/// Scale of heat maps.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) enum ScaleChoice {
    Linear,
    Log,
}

impl ScaleChoice {
    /// The same, as figures say it.
    pub(crate) fn of_figures(self) -> Scale {
        match self {
            Self::Linear => Scale::Linear,
            Self::Log => Scale::Log,
        }
    }
}

/// Which values the ends of the scale of heat maps fit.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) enum RangeChoice {
    /// Those of the whole match, so that turns can be compared.
    Match,
    /// Those of the record shown, so that small differences can be seen.
    Turn,
}

/// A curve of the timeline.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Curve {
    Entropy,
    Surprisal,
    /// Probability of the truth.
    Truth,
    /// What each record's reading cost against the reference.
    Regret,
}

impl Curve {
    const ALL: [Self; 4] = [Self::Entropy, Self::Surprisal, Self::Truth, Self::Regret];

    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Entropy => "entropy",
            Self::Surprisal => "surprisal",
            Self::Truth => "P(truth)",
            Self::Regret => "regret",
        }
    }

    pub(crate) fn explained(self) -> &'static str {
        match self {
            Self::Entropy => "How spread out the belief is, in bits: 0 is certain, each bit more doubles the cells.",
            Self::Surprisal => "How much the truth would surprise the belief, in bits. Above the entropy: too sure.",
            Self::Truth => "The probability that the belief gives to what is true.",
            Self::Regret => "What the belief lost by how it read this record, in bits, against an exact reading.",
        }
    }
}

/// Which curves are switched on.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(default)]
pub(crate) struct ShownCurves {
    pub(crate) entropy: bool,
    pub(crate) surprisal: bool,
    pub(crate) truth: bool,
    pub(crate) regret: bool,
}

impl Default for ShownCurves {
    fn default() -> Self {
        Self { entropy: true, surprisal: true, truth: true, regret: true }
    }
}

impl ShownCurves {
    pub(crate) fn has(self, curve: Curve) -> bool {
        match curve {
            Curve::Entropy => self.entropy,
            Curve::Surprisal => self.surprisal,
            Curve::Truth => self.truth,
            Curve::Regret => self.regret,
        }
    }

    pub(crate) fn set(&mut self, curve: Curve, on: bool) {
        *match curve {
            Curve::Entropy => &mut self.entropy,
            Curve::Surprisal => &mut self.surprisal,
            Curve::Truth => &mut self.truth,
            Curve::Regret => &mut self.regret,
        } = on;
    }

    /// The curves that can be shown, and whether they are. Surprisal and the probability of the truth tell of the truth.
    pub(crate) fn offered(self, is_truth_hidden: bool) -> impl Iterator<Item = (Curve, bool)> {
        let tells = |curve: Curve| matches!(curve, Curve::Surprisal | Curve::Truth);
        let offered = Curve::ALL.into_iter().filter(move |curve| !is_truth_hidden || !tells(*curve));
        offered.map(move |curve| (curve, self.has(curve)))
    }

    /// The curves that are shown.
    pub(crate) fn within(self, is_truth_hidden: bool) -> Self {
        let mut within = Self { entropy: false, surprisal: false, truth: false, regret: false };
        for (curve, on) in self.offered(is_truth_hidden) {
            within.set(curve, on);
        }
        within
    }
}
