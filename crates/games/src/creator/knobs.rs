//! The rule knobs. The seed's page and its author's rulebook leave points open: each is a knob.

use fogreel_engine::ConfigError;
use fogreel_engine::data::Setting;

use crate::knobs::{Knob, choice, choice_knob, integer_knob, set_all};

choice! {
    /// Who remembers the pattern after the preview.
    pub Memory {
        Open = "open": "both",
        Creator = "creator": "the Creator; the Destroyer has to infer it",
        Fade = "fade": "nobody for long: the Creator's memory of each cell fades",
    }
}
choice! {
    /// What a pawn may cross.
    pub Path {
        Jump = "jump": "anything: only the cell where it lands counts",
        Clear = "clear": "free cells only",
    }
}
choice! {
    /// Where a captured pawn comes back.
    pub Respawn {
        FirstFree = "first_free": "on the first free cell of its home rows, row by row",
        Random = "random": "on a random free cell of its home rows",
        OwnColumn = "own_column": "on the free cell of its home rows that is nearest to the column where it was captured",
    }
}
choice! {
    /// Who wins when the moves have run out.
    pub Timeout {
        Destroyer = "destroyer": "the Destroyer",
        Draw = "draw": "nobody",
    }
}
choice! {
    /// Who wins by filling the pattern.
    pub Goal {
        Creator = "creator": "the Creator alone",
        Race = "race": "whoever fills it first",
    }
}

/// Every rule knob of the game.
#[derive(Clone, PartialEq, Eq, Debug)]
#[expect(missing_docs, reason = "the table below describes every knob in the words that users read")]
pub struct Knobs {
    pub memory: Memory,
    pub half_life: u32,
    pub path: Path,
    pub respawn: Respawn,
    pub goal: Goal,
    pub relief: u32,
    pub timeout: Timeout,
    pub max_turns: u32,
}

/// The knobs as people set them. `fogreel games creator` prints this table.
static TABLE: &[Knob<Knobs>] = &[
    choice_knob!(memory: Memory, "who remembers the pattern after the preview"),
    integer_knob!(half_life: 1..=1_000_000, "moves after which half of a fading memory is gone"),
    choice_knob!(path: Path, "what a pawn may cross"),
    choice_knob!(respawn: Respawn, "where a captured pawn comes back"),
    choice_knob!(goal: Goal, "who wins by filling the pattern"),
    integer_knob!(relief: 0..=1_000_000, "moves after which one more cell of the pattern may be missing, and again; 0 for never"),
    choice_knob!(timeout: Timeout, "who wins when the moves have run out"),
    integer_knob!(max_turns: 0..=1_000_000, "moves until the end; dice do not count"),
];

/// What the seed says.
const SEED: Knobs = Knobs {
    memory: Memory::Creator,
    half_life: 40,
    path: Path::Jump,
    respawn: Respawn::FirstFree,
    goal: Goal::Creator,
    relief: 0,
    timeout: Timeout::Destroyer,
    max_turns: 400,
};

impl Default for Knobs {
    /// What the seed says.
    fn default() -> Self {
        SEED
    }
}

impl Knobs {
    /// These knobs with some of them set.
    ///
    /// # Errors
    /// [`ConfigError`] if there is no such knob, or a value does not fit.
    pub fn with(mut self, settings: &[Setting]) -> Result<Self, ConfigError> {
        set_all(|| "knob".to_owned(), TABLE, &mut self, settings)?;
        Ok(self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn knobs_are_set_by_name() {
        let set = |name: &str, value: &str| Knobs::default().with(&[Setting::new(name, value)]);
        assert_eq!(set("path", "clear").map(|knobs| knobs.path), Ok(Path::Clear));
        assert_eq!(set("relief", "25").map(|knobs| knobs.relief), Ok(25));
        assert!(set("pahth", "clear").expect_err("no knob").to_string().contains("did you mean `path`?"));
        assert!(set("memory", "none").is_err() && set("half_life", "0").is_err());
    }
}
