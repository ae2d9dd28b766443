//! What a tournament plays, as plain data.

use fogreel_analysis::statistics::Hypotheses;
use fogreel_engine::data::Setting;
use fogreel_engine::{AgentSpec, MapSource};
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// What a tournament is to be: everything that somebody can choose.
#[derive(Clone, Debug)]
pub struct TournamentConfig {
    /// Presets, each of which is played by itself; none is the game's default.
    pub presets: Vec<String>,
    /// Knobs set beside every preset.
    pub knobs: Vec<Setting>,
    /// Maps; none is each preset's own.
    pub maps: Vec<MapSource>,
    /// The start, as far as it is fixed instead of drawn.
    pub setup: Vec<Setting>,
    /// Agents by seat; a seat without any is played by all agents that can.
    pub agents: Vec<(String, Vec<AgentSpec>)>,
    /// Seed of the first start.
    pub first_seed: u64,
    /// Starts on each map, with the seeds that follow one another.
    pub starts: u64,
    /// What two agents are tested for, if the tournament is a sequential test.
    pub sequential: Option<Hypotheses>,
}

impl Default for TournamentConfig {
    /// A hundred starts of everything there is.
    fn default() -> Self {
        Self {
            presets: Vec::new(),
            knobs: Vec::new(),
            maps: Vec::new(),
            setup: Vec::new(),
            agents: Vec::new(),
            first_seed: 1,
            starts: 100,
            sequential: None,
        }
    }
}

/// What is played, resolved: all that the results depend on.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Plan {
    /// Id of the game.
    pub game: String,
    /// Version of its rules.
    pub rules_version: u32,
    /// The seats, in seat order.
    pub seats: Vec<String>,
    /// Whether a player keeps its seat.
    pub sides: Sides,
    /// Who takes part.
    pub players: Vec<Player>,
    /// Who meets whom: for each match on a start, the positions in [`players`](Self::players) of who sits on each seat.
    /// Where sides are swapped, both matches of two players follow one another.
    pub pairings: Vec<[usize; 2]>,
    /// Rules and maps, maps within presets.
    pub conditions: Vec<Condition>,
    /// The start, as far as it is fixed.
    pub setup: Vec<Setting>,
    /// Seed of the first start.
    pub first_seed: u64,
    /// Seeds, each of which is a start under every condition.
    pub starts: u64,
    /// What is tested, if it is a sequential test; then so many starts are the most.
    pub sequential: Option<Hypotheses>,
}

/// Whether a player keeps its seat.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Sides {
    /// Agents of one seat meet agents of the other.
    Fixed,
    /// Any two agents meet twice on each start, once on each side.
    Swapped,
}

/// Somebody who takes part.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Player {
    /// The seat that it keeps; `None` where sides are swapped.
    pub seat: Option<String>,
    /// The agent and the settings that were named, as in `hunter:depth=5`.
    pub label: String,
    /// Name of the agent.
    pub agent: String,
    /// Version of the agent.
    pub version: u32,
    /// Every setting, resolved.
    pub settings: Vec<Setting>,
}

/// Rules and a map.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Condition {
    /// Preset.
    pub preset: String,
    /// Name of the map.
    pub map: String,
    /// Fingerprint of the board: maps of one name may differ.
    pub board: String,
    /// Every rule knob, resolved.
    pub knobs: Vec<Setting>,
}

impl Plan {
    /// Matches on each start.
    pub fn matches_a_start(&self) -> u64 {
        self.pairings.len() as u64
    }

    /// Starts under all conditions.
    pub fn starts_in_all(&self) -> u64 {
        self.starts * self.conditions.len() as u64
    }

    /// Matches in all.
    pub fn matches(&self) -> u64 {
        self.starts_in_all() * self.matches_a_start()
    }

    /// The presets in the order in which they are played, each with the positions of its conditions.
    pub fn presets(&self) -> Vec<(&str, Vec<usize>)> {
        let mut presets: Vec<(&str, Vec<usize>)> = Vec::new();
        for (position, condition) in self.conditions.iter().enumerate() {
            match presets.iter_mut().find(|(preset, _)| *preset == condition.preset) {
                Some((_, positions)) => positions.push(position),
                None => presets.push((&condition.preset, vec![position])),
            }
        }
        presets
    }

    /// The plan as JSON.
    pub(crate) fn to_json(&self) -> Value {
        serde_json::to_value(self).expect("a plan has text keys and finite numbers")
    }
}

/// Where two plans differ: the path of each field with both of its values, in the order of the fields.
pub(crate) fn differences(there: &Value, here: &Value) -> Vec<String> {
    let mut found = Vec::new();
    walk("", there, here, &mut found);
    found
}

fn walk(path: &str, there: &Value, here: &Value, found: &mut Vec<String>) {
    let below = |name: &str| if path.is_empty() { name.to_owned() } else { format!("{path}.{name}") };
    match (there, here) {
        _ if there == here => {}
        (Value::Object(one), Value::Object(other)) => {
            let names = one.keys().chain(other.keys().filter(|name| !one.contains_key(*name)));
            for name in names {
                let of = |object: &serde_json::Map<String, Value>| object.get(name).cloned().unwrap_or(Value::Null);
                walk(&below(name), &of(one), &of(other), found);
            }
        }
        (Value::Array(one), Value::Array(other)) if one.len() == other.len() => {
            let pairs = one.iter().zip(other).enumerate();
            pairs.for_each(|(index, (one, other))| walk(&format!("{path}[{index}]"), one, other, found));
        }
        (Value::Array(one), Value::Array(other)) => {
            found.push(format!("{path}: {} there, {} here", one.len(), other.len()));
        }
        _ => found.push(format!("{path}: {there} there, {here} here")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn differences_are_named_by_their_path() {
        let value = |text: &str| serde_json::from_str::<Value>(text).expect("JSON");
        let one = value(r#"{"starts": 10, "players": [{"version": 1}], "pairings": [1, 2], "new": 1}"#);
        let other = value(r#"{"starts": 12, "players": [{"version": 2}], "pairings": [1]}"#);
        assert_eq!(differences(&one, &one), Vec::<String>::new());
        let mut found = differences(&one, &other);
        found.sort();
        let expected = [
            "new: 1 there, null here",
            "pairings: 2 there, 1 here",
            "players[0].version: 1 there, 2 here",
            "starts: 10 there, 12 here",
        ];
        assert_eq!(found, expected);
    }
}
