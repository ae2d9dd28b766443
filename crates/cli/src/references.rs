//! Reference models by name.

use fogreel_analysis::perspective::header_for;
use fogreel_analysis::{References, stored_references};
use fogreel_engine::{ConfigError, DynGame, Header, Record, Seat, Viewpoint};
use fogreel_inference::ReferenceModel;

use crate::failure::{Failure, Result};

/// The references under opponent models that a person named, for every seat that can assume them; an empty name is the
/// game's first model.
pub(crate) fn named(game: &dyn DynGame, header: &Header, models: &[String]) -> Result<References> {
    if models.is_empty() {
        return Ok(References::default());
    }
    let reasoning = fogreel_games::reasoning(game.id())
        .ok_or_else(|| Failure::usage(format!("--reference: {} has no reference models", game.id())))?;
    let first = reasoning.opponent_models().first().map_or("", |model| model.name);
    let mut references: Vec<Box<dyn ReferenceModel>> = Vec::new();
    for name in models {
        let name = if name.is_empty() { first } else { name };
        let (mut found, mut refused) = (false, None);
        for seat in 0..header.seats.len() {
            let seat = Seat(seat as u8);
            match reasoning.reference_model(&known_to(header, seat), seat, name) {
                Ok(model) => {
                    found = true;
                    references.push(model);
                }
                // That a model does not fit the rules says more than that a seat has none of that name.
                Err(error @ ConfigError::Invalid { .. }) => refused = Some(error),
                Err(error @ ConfigError::Unknown { .. }) => {
                    refused.get_or_insert(error);
                }
            }
        }
        if let (Some(error), false) = (refused, found) {
            return Err(error.into());
        }
    }
    Ok(References::new(references))
}

/// The references whose beliefs a recording stores, as far as this program has them.
pub(crate) fn stored(game: &dyn DynGame, header: &Header, first: &Record) -> References {
    let Some(reasoning) = fogreel_games::reasoning(game.id()) else { return References::default() };
    let models = stored_references(header, first);
    References::new(
        models
            .iter()
            .filter_map(|(seat, model)| reasoning.reference_model(&known_to(header, *seat), *seat, model).ok()),
    )
}

/// What a seat knows of the header: its reasoning may rest on nothing else, such as a start that was fixed.
fn known_to(header: &Header, seat: Seat) -> std::borrow::Cow<'_, Header> {
    header_for(header, Viewpoint::Seat(seat))
}
