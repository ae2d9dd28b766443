//! What people can be told about a game before they play it.

use crate::data::Rgb;

/// What people can be told about a game before they play it.
#[derive(Clone, Debug)]
pub struct GameInfo {
    /// Lower-case id.
    pub id: &'static str,
    /// Name for people.
    pub title: &'static str,
    /// One sentence.
    pub summary: &'static str,
    /// Version of the rules.
    pub rules_version: u32,
    /// Presets, the default first.
    pub presets: Vec<PresetInfo>,
    /// Rule knobs.
    pub knobs: Vec<KnobInfo>,
    /// Seats.
    pub seats: Vec<SeatRole>,
    /// Agents.
    pub agents: Vec<AgentInfo>,
    /// Maps, the default first.
    pub maps: Vec<MapInfo>,
    /// How maps are drawn at random, if the game can.
    pub map_generator: Option<MapGenerator>,
    /// What of the start can be fixed.
    pub setup: Vec<SetupInfo>,
    /// A match worth showing to a newcomer.
    pub demo: DemoInfo,
}

impl GameInfo {
    /// Whether every agent can play every seat. Agents then meet with sides swapped, and one is the same player on any seat.
    pub fn is_symmetric(&self) -> bool {
        self.agents.iter().all(|agent| self.seats.iter().all(|seat| agent.seats.contains(&seat.id)))
    }

    /// The agents that can play a seat, in the order in which they are listed to people.
    pub fn agents_for(&self, seat: &str) -> impl Iterator<Item = &AgentInfo> {
        self.agents.iter().filter(move |agent| agent.seats.contains(&seat))
    }
}

/// A match worth showing to a newcomer.
#[derive(Clone, Debug)]
pub struct DemoInfo {
    /// Preset.
    pub preset: &'static str,
    /// Seed.
    pub seed: u64,
    /// The turn to look at first.
    pub turn: u32,
    /// Further turns worth a look.
    pub more_turns: &'static [u32],
    /// What to look for on them.
    pub story: &'static str,
}

/// A preset.
#[derive(Clone, Debug)]
pub struct PresetInfo {
    /// Name.
    pub name: &'static str,
    /// One sentence.
    pub summary: &'static str,
}

/// A rule knob, or a setting of an agent.
#[derive(Clone, Debug)]
pub struct KnobInfo {
    /// Name.
    pub name: &'static str,
    /// One sentence.
    pub summary: &'static str,
    /// What it can be set to.
    pub values: KnobValues,
    /// Its value under each preset, in the order of [`GameInfo::presets`]; of a setting, its default.
    pub defaults: Vec<String>,
}

/// What a knob can be set to.
#[derive(Clone, Debug)]
pub enum KnobValues {
    /// One of these names, each with its meaning.
    Choice(&'static [(&'static str, &'static str)]),
    /// A whole number in this range, both ends included.
    Integer(u32, u32),
    /// A number in this range, both ends included.
    Number(f64, f64),
    /// Text of the form described.
    Text(&'static str),
}

/// A seat as the game defines it.
#[derive(Clone, Debug)]
pub struct SeatRole {
    /// Lower-case id.
    pub id: &'static str,
    /// Name for people.
    pub name: &'static str,
    /// What the seat is for.
    pub role: &'static str,
    /// The agent that plays it when none is named.
    pub default_agent: &'static str,
    /// Colour.
    pub color: Rgb,
}

/// An agent.
#[derive(Clone, Debug)]
pub struct AgentInfo {
    /// Name.
    pub name: &'static str,
    /// One sentence.
    pub summary: &'static str,
    /// Raised by every change that alters any decision or belief.
    pub version: u32,
    /// Ids of the seats that it can play.
    pub seats: &'static [&'static str],
    /// Its settings; [`KnobInfo::defaults`] has one entry.
    pub settings: Vec<KnobInfo>,
}

/// A map that comes with the game.
#[derive(Clone, Debug)]
pub struct MapInfo {
    /// Name.
    pub name: &'static str,
    /// One sentence.
    pub summary: &'static str,
}

/// Maps drawn at random, named by what describes them.
#[derive(Clone, Copy, Debug)]
pub struct MapGenerator {
    /// What every such name begins with.
    pub prefix: &'static str,
    /// A name with every part.
    pub example: &'static str,
    /// One sentence.
    pub summary: &'static str,
}

/// A part of the start that can be fixed.
#[derive(Clone, Debug)]
pub struct SetupInfo {
    /// Key.
    pub key: &'static str,
    /// Meaning.
    pub summary: &'static str,
    /// An example value.
    pub example: &'static str,
}
