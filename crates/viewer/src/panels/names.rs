//! What seats, beliefs and panes are called.

use fogreel_engine::data::BeliefKey;

use crate::perspective::Sight;
use crate::tiles::PaneChoice;

/// A belief's name for people: whose, about what, and its source if it is not the agent's own.
pub(crate) fn belief(sight: &Sight, key: &BeliefKey) -> String {
    let header = &sight.header;
    let owner = header.seat(&key.owner).map_or(key.owner.as_str(), |seat| sight.seat_name(seat));
    let target = header.targets.iter().find(|target| target.id == key.target);
    let target = target.map_or(key.target.as_str(), |target| target.name.as_str());
    match key.source.as_str() {
        "agent" => format!("{owner}: {target}"),
        source => format!("{owner}: {target} ({source})"),
    }
}

/// What a pane shows, by its name.
pub(crate) fn choice(sight: &Sight, choice: &PaneChoice) -> String {
    let header = &sight.header;
    match choice {
        PaneChoice::Auto(_) | PaneChoice::Truth => "Truth".to_owned(),
        PaneChoice::View(id) => {
            let name = header.seat(id).map_or(id.as_str(), |seat| sight.seat_name(seat));
            format!("{name}’s view")
        }
        PaneChoice::Belief(key) => format!("Belief – {}", belief(sight, key)),
        PaneChoice::Difference { belief: key, reference } => {
            format!("Difference – {} − {}", belief(sight, key), source(reference))
        }
    }
}

/// Where a belief comes from.
fn source(source: &str) -> String {
    source.replace(':', ", ")
}
