//! The rule knobs and the two presets. The guide contradicts itself, and the public original differs from it: every
//! disputed point is a knob.

use fogreel_engine::ConfigError;

use crate::knobs::{Knob, choice, choice_knob, integer_knob};

choice! {
    /// What the thief sees along its four rays.
    pub ThiefSight {
        Rays = "rays": "walls block sight",
        ThroughWalls = "through_walls": "walls do not block sight",
    }
}
choice! {
    /// The guard's sense along rows and columns, through walls.
    pub GuardOrthogonal {
        On = "on": "detects the thief through walls in all four directions",
        BeliefOnly = "belief_only": "detects nothing, yet the hunter's belief counts it as a miss (the original's fault)",
        Off = "off": "does not exist",
    }
}
choice! {
    /// The cells that the power scan covers.
    pub ScanShape {
        Square = "square": "all cells within the radius, diagonals counted as one (24 and the centre)",
        Rays = "rays": "eight rays as long as the radius (16 and the centre)",
        Diamond = "diamond": "all cells within the radius by Manhattan distance (12 and the centre)",
    }
}
choice! {
    /// When a capture is looked for.
    pub Capture {
        AfterGuard = "after_guard": "after the guard's action, at distance 0 or 1",
        AfterEither = "after_either": "after either side's action, at distance exactly 1, before an escape counts",
    }
}
choice! {
    /// When an escape counts.
    pub Escape {
        AtOnce = "at_once": "the thief wins with the action",
        Delayed = "delayed": "the guard acts once more; then the thief wins unless it was captured",
    }
}
choice! {
    /// What the guard learns from a noise in range.
    pub Noise {
        Heard = "heard": "heard or not heard",
        Leaky = "leaky": "heard or not heard; the hunter's filter reads the radius used even when nothing is heard (the original's fault)",
        Distance = "distance": "the distance to the thief",
        Cell = "cell": "the thief's cell",
    }
}
choice! {
    /// Whether something is so.
    pub Switch {
        On = "on": "yes",
        Off = "off": "no",
    }
}
choice! {
    /// When the guard looks for exits.
    pub ExitDiscovery {
        AfterAction = "after_action": "after its own action, ahead and under its feet",
        OnSensing = "on_sensing": "whenever it senses, after the thief's action",
    }
}

impl Switch {
    /// Whether it is on.
    pub fn is_on(self) -> bool {
        self == Self::On
    }
}

/// Every rule knob of the game.
#[derive(Clone, PartialEq, Eq, Debug)]
#[expect(missing_docs, reason = "the table below describes every knob in the words that users read")]
pub struct Knobs {
    pub thief_sight: ThiefSight,
    pub guard_orthogonal: GuardOrthogonal,
    pub scan_shape: ScanShape,
    pub capture: Capture,
    pub escape: Escape,
    pub noise: Noise,
    pub thief_hears_guard: Switch,
    pub thief_knows_exits: Switch,
    pub exit_discovery: ExitDiscovery,
    pub minimax_reads_exits: Switch,
    pub max_turns: u32,
    pub sight_range: u32,
    pub scan_radius: u32,
    pub scan_period: u32,
    pub noise_move: u32,
    pub noise_escape: u32,
    pub hearing_range: u32,
    pub spawn_rule: Switch,
    pub spawn_thief_guard: u32,
    pub spawn_thief_exit: u32,
    pub spawn_guard_exit: u32,
    pub spawn_exit_exit: u32,
}

/// The knobs as people set them. `fogreel games rajakardhor` prints this table.
pub(crate) static TABLE: &[Knob<Knobs>] = &[
    choice_knob!(thief_sight: ThiefSight, "what the thief sees along its four rays"),
    choice_knob!(guard_orthogonal: GuardOrthogonal, "the guard's sense along its row and column, through walls"),
    choice_knob!(scan_shape: ScanShape, "the cells that the power scan covers"),
    choice_knob!(capture: Capture, "when a capture is looked for"),
    choice_knob!(escape: Escape, "when an escape counts"),
    choice_knob!(noise: Noise, "what the guard learns from a noise in range"),
    choice_knob!(thief_hears_guard: Switch, "whether the thief hears a moving guard nearby"),
    choice_knob!(thief_knows_exits: Switch, "whether the thief knows both exits from the start"),
    choice_knob!(exit_discovery: ExitDiscovery, "when the guard looks for exits"),
    choice_knob!(minimax_reads_exits: Switch, "whether the hunter's search reads exits that it has not found (the original's fault)"),
    integer_knob!(max_turns: 0..=1_000_000, "turns until a draw; one action is one turn"),
    integer_knob!(sight_range: 0..=1024, "cells that sight and orthogonal range reach"),
    integer_knob!(scan_radius: 0..=1024, "cells that the power scan reaches"),
    integer_knob!(scan_period: 1..=1_000_000, "the scan fires on every guard turn divisible by this"),
    integer_knob!(noise_move: 0..=2048, "Manhattan distance at which the thief's move is heard"),
    integer_knob!(noise_escape: 0..=2048, "Manhattan distance at which the thief's escape is heard"),
    integer_knob!(hearing_range: 0..=2048, "Manhattan distance at which the thief hears the guard's move"),
    choice_knob!(spawn_rule: Switch, "whether starts keep the four distances below"),
    integer_knob!(spawn_thief_guard: 0..=2048, "least Manhattan distance thief to guard at the start"),
    integer_knob!(spawn_thief_exit: 0..=2048, "least Manhattan distance thief to each exit at the start"),
    integer_knob!(spawn_guard_exit: 0..=2048, "least Manhattan distance guard to each exit at the start"),
    integer_knob!(spawn_exit_exit: 0..=2048, "least Manhattan distance between the exits"),
];

/// What the guide says.
const GUIDE: Knobs = Knobs {
    thief_sight: ThiefSight::Rays,
    guard_orthogonal: GuardOrthogonal::On,
    scan_shape: ScanShape::Square,
    capture: Capture::AfterGuard,
    escape: Escape::AtOnce,
    noise: Noise::Heard,
    thief_hears_guard: Switch::Off,
    thief_knows_exits: Switch::On,
    exit_discovery: ExitDiscovery::AfterAction,
    minimax_reads_exits: Switch::Off,
    max_turns: 60,
    sight_range: 3,
    scan_radius: 2,
    scan_period: 4,
    noise_move: 2,
    noise_escape: 3,
    hearing_range: 2,
    spawn_rule: Switch::On,
    spawn_thief_guard: 4,
    spawn_thief_exit: 4,
    spawn_guard_exit: 8,
    spawn_exit_exit: 8,
};

/// Where the public original differs from the guide.
const ORIGINAL: Knobs = Knobs {
    guard_orthogonal: GuardOrthogonal::BeliefOnly,
    scan_shape: ScanShape::Rays,
    capture: Capture::AfterEither,
    noise: Noise::Leaky,
    thief_hears_guard: Switch::On,
    thief_knows_exits: Switch::Off,
    minimax_reads_exits: Switch::On,
    ..GUIDE
};

/// The presets: name, summary, knobs. The first is the default.
pub(crate) static PRESETS: &[(&str, &str, Knobs)] = &[
    ("guide", "what the game guide says; where it says two things, the choice in the game's README", GUIDE),
    ("original", "what the public original program does, its three faults included", ORIGINAL),
];

impl Knobs {
    /// The knobs of the preset with that name.
    ///
    /// # Errors
    /// [`ConfigError::Unknown`] with the presets that exist.
    pub fn named(preset: &str) -> Result<Self, ConfigError> {
        Self::preset(Some(preset)).map(|(_, knobs)| knobs)
    }

    /// The knobs of a preset, with its name; `None` is the default preset.
    pub(crate) fn preset(name: Option<&str>) -> Result<(&'static str, Self), ConfigError> {
        let wanted = name.unwrap_or(PRESETS[0].0);
        PRESETS
            .iter()
            .find(|(name, ..)| *name == wanted)
            .map(|(name, _, knobs)| (*name, knobs.clone()))
            .ok_or_else(|| ConfigError::unknown("preset", wanted, PRESETS.iter().map(|(name, ..)| *name)))
    }
}
