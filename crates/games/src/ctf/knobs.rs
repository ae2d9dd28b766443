//! The rule knobs and the presets. The draft mixes a puzzle for one and a match of two teams, and leaves points open: each is a
//! knob.

use fogreel_engine::ConfigError;

use crate::knobs::{Knob, choice, choice_knob, integer_knob};

choice! {
    /// What a match is about.
    pub Goal {
        Returns = "returns": "who has returned more flags at the turn limit wins",
        AllHome = "all_home": "who has returned every flag, with all persons beside the base, wins at once",
        Reach = "reach": "who picks up a flag wins at once",
    }
}
choice! {
    /// What a person sees.
    pub Fog {
        Diamond = "diamond": "the cells within `sight` by Manhattan distance",
        Square = "square": "the square of that radius without its four corners",
        Off = "off": "everything",
    }
}
choice! {
    /// Whether a carried flag can still be taken from its spawn point.
    pub FlagWhileCarried {
        Absent = "absent": "it is gone until it is returned or its carrier is sent home",
        Available = "available": "it stays there, and several persons may carry it",
    }
}
choice! {
    /// Who may pick a flag up.
    pub FlagOwner {
        Any = "any": "any person of the enemy team",
        Assigned = "assigned": "flags are dealt to the persons in turn; nobody else picks them up",
    }
}
choice! {
    /// What becomes of a step onto an enemy on the enemy's half.
    pub Intruder {
        Blocked = "blocked": "it does not happen",
        SentHome = "sent_home": "the intruder is sent home",
    }
}
choice! {
    /// Where somebody who is sent home comes to stand.
    pub ReturnSpot {
        Diagonal = "diagonal": "on a free diagonal neighbour of the base at random, else on a free orthogonal one",
        Beside = "beside": "on any free neighbour of the base at random",
    }
}
choice! {
    /// Whether something is so.
    pub Switch {
        On = "on": "yes",
        Off = "off": "no",
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
    pub teams: u32,
    pub persons: u32,
    pub flags: u32,
    pub goal: Goal,
    pub must_move: Switch,
    pub fog: Fog,
    pub sight: u32,
    pub flag_while_carried: FlagWhileCarried,
    pub flag_owner: FlagOwner,
    pub intruder_steps_on_defender: Intruder,
    pub return_spot: ReturnSpot,
    pub respawn_flags: Switch,
    pub max_turns: u32,
}

/// The knobs as people set them. `fogreel games ctf` prints this table.
pub(crate) static TABLE: &[Knob<Knobs>] = &[
    integer_knob!(teams: 1..=2, "how many teams; 1 plays alone, for the flags of the other side"),
    integer_knob!(persons: 1..=3, "persons of each team"),
    integer_knob!(flags: 1..=16, "flags of each side, as far as the map has spawn points for them"),
    choice_knob!(goal: Goal, "what decides the match"),
    choice_knob!(must_move: Switch, "whether at least one person must move if one can"),
    choice_knob!(fog: Fog, "what a person sees, over walls; a team shares it"),
    integer_knob!(sight: 0..=1024, "how many cells a person sees"),
    choice_knob!(flag_while_carried: FlagWhileCarried, "whether a carried flag can still be taken from its spawn point"),
    choice_knob!(flag_owner: FlagOwner, "who may pick a flag up"),
    choice_knob!(intruder_steps_on_defender: Intruder, "what becomes of a step onto an enemy on the enemy's half"),
    choice_knob!(return_spot: ReturnSpot, "where somebody who is sent home comes to stand"),
    choice_knob!(respawn_flags: Switch, "whether a returned flag comes back to its spawn point"),
    integer_knob!(max_turns: 0..=1_000_000, "turns until the end; a joint move is one turn"),
];

/// Two teams.
const MATCH: Knobs = Knobs {
    teams: 2,
    persons: 3,
    flags: 5,
    goal: Goal::Returns,
    must_move: Switch::Off,
    fog: Fog::Diamond,
    sight: 4,
    flag_while_carried: FlagWhileCarried::Absent,
    flag_owner: FlagOwner::Any,
    intruder_steps_on_defender: Intruder::Blocked,
    return_spot: ReturnSpot::Diagonal,
    respawn_flags: Switch::On,
    max_turns: 300,
};

/// One person fetches all flags.
const SOLO: Knobs =
    Knobs { teams: 1, persons: 1, goal: Goal::AllHome, must_move: Switch::On, respawn_flags: Switch::Off, ..MATCH };

/// One person, one flag.
const PUZZLE: Knobs = Knobs { flags: 1, goal: Goal::Reach, ..SOLO };

/// The presets: name, summary, knobs. The first is the default.
pub(crate) static PRESETS: &[(&str, &str, Knobs)] = &[
    ("match", "two teams of three, five flags each, 300 turns, the most returns win", MATCH),
    ("solo", "one person returns all flags and comes back to the base in as few moves as possible", SOLO),
    ("puzzle", "one person walks to one flag in as few moves as possible", PUZZLE),
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
