//! What seats, beliefs and panes are called.

use fogreel_engine::data::BeliefKey;

use crate::perspective::Sight;
use crate::tiles::{PaneChoice, with_source};

/// A belief's name for people: whose, about what, and its source if it is not the agent's own.
pub(crate) fn belief(sight: &Sight, key: &BeliefKey) -> String {
    sight.header.belief_name(key)
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
        // What tells a reference from the belief beside it comes first, where a narrow pane does not cut it off.
        PaneChoice::Belief(key) => match key.opponent_model() {
            Some(model) => format!("Reference – {} (opponent model {model})", header.belief_subject(key)),
            None => format!("Belief – {}", header.belief_name(key)),
        },
        PaneChoice::Difference { belief: key, reference } => {
            let second = with_source(key, reference);
            let second = if second.opponent_model().is_some() { "reference".to_owned() } else { second.source_name() };
            format!("Difference – {} − {second}", header.belief_name(key))
        }
    }
}
