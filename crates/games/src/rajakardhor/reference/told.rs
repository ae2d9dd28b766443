//! An observation from the plain data of a recording.

use fogreel_engine::data::{Signal, SignalOutcome, Value, View};
use fogreel_engine::{Cell, Seat};
use fogreel_inference::Told;

use crate::rajakardhor::knobs::Noise;
use crate::rajakardhor::observation::audible_radius;
use crate::rajakardhor::{Action, Ending, GUARD, Hearing, Observation, Rules, Sense, THIEF, vocabulary};

/// The observation that led to a view. Nothing of it is lost in a recording.
///
/// # Errors
/// What the view lacks.
pub(super) fn observation(rules: &Rules, seat: Seat, told: Told<'_>) -> Result<Observation, String> {
    let view = told.view;
    let kind = if seat == THIEF { vocabulary::THIEF_PIECE } else { vocabulary::GUARD_PIECE };
    let own = view.pieces.iter().find(|known| known.piece.kind == kind).map(|known| &known.piece);
    let own = own.ok_or_else(|| "the view shows no piece of its own seat".to_owned())?;
    if !rules.is_walkable(own.cell) {
        return Err(format!("the view's own piece stands on ({}), where nobody can stand", own.cell));
    }
    let own_action = told.own_action.map(str::parse::<Action>).transpose().map_err(|error| error.to_string())?;
    let exits_signal = signal(view, vocabulary::EXITS);
    let mut observation = Observation {
        seat,
        turn: told.turn,
        cell: own.cell,
        facing: own.facing.filter(|_| seat == GUARD),
        own_action,
        sight: sense(view, if seat == THIEF { vocabulary::THIEF_SIGHT } else { vocabulary::SIGHT }),
        orthogonal: sense(view, vocabulary::ORTHOGONAL),
        scan: sense(view, vocabulary::SCAN),
        hearing: hearing(rules, seat, own.cell, view),
        looked_for_exits: seat == THIEF
            || exits_signal.is_some_and(|signal| signal.outcome != SignalOutcome::Unavailable),
        exits: [None; 2],
        capture: sense(view, vocabulary::CAPTURE_CHECK),
        ending: ending(view),
    };
    let exits: Vec<Cell> = if seat == THIEF {
        let knows_all = rules.knobs.thief_knows_exits.is_on();
        let known = view.pieces.iter().filter(|known| known.piece.kind == vocabulary::EXIT_PIECE);
        known.map(|known| known.piece.cell).filter(|exit| knows_all || *exit == own.cell).collect()
    } else {
        exits_signal.map(|signal| signal.cells.clone()).unwrap_or_default()
    };
    observation.exits.iter_mut().zip(exits).for_each(|(place, exit)| *place = Some(exit));
    Ok(observation)
}

fn signal(view: &View, channel: u16) -> Option<&Signal> {
    view.signals.iter().find(|signal| signal.channel == channel)
}

fn sense(view: &View, channel: u16) -> Sense {
    match signal(view, channel) {
        Some(Signal { outcome: SignalOutcome::Hit, cells, .. }) => {
            cells.first().map_or(Sense::Miss, |cell| Sense::Hit(*cell))
        }
        Some(Signal { outcome: SignalOutcome::Miss, .. }) => Sense::Miss,
        Some(Signal { outcome: SignalOutcome::Unavailable, .. }) | None => Sense::Unavailable,
    }
}

fn hearing(rules: &Rules, seat: Seat, here: Cell, view: &View) -> Hearing {
    let channel = if seat == THIEF { vocabulary::THIEF_HEARING } else { vocabulary::NOISE };
    let Some(signal) = signal(view, channel) else { return Hearing::Unavailable };
    match signal.outcome {
        SignalOutcome::Unavailable => Hearing::Unavailable,
        SignalOutcome::Miss => Hearing::Nothing,
        SignalOutcome::Hit if seat == THIEF => Hearing::Within(rules.knobs.hearing_range),
        SignalOutcome::Hit => match rules.knobs.noise {
            Noise::Heard | Noise::Leaky => Hearing::Within(audible_radius(rules)),
            // All covered cells are equally far.
            Noise::Distance => Hearing::At(signal.coverage.iter().next().map_or(0, |cell| cell.manhattan(here))),
            Noise::Cell => signal.cells.first().map_or(Hearing::Nothing, |cell| Hearing::From(*cell)),
        },
    }
}

/// How the match ended, from the sentence that both seats are told then.
fn ending(view: &View) -> Option<Ending> {
    let result = view.messages.iter().find(|message| message.template == vocabulary::RESULT)?;
    let is_said = |ending: &Ending| result.arguments.first() == Some(&Value::Text(ending.outcome().text));
    Ending::ALL.into_iter().find(is_said)
}

#[cfg(test)]
mod tests {
    use fogreel_engine::data::Setting;
    use fogreel_engine::{AgentSpec, Beginning, Catalogue, Detail, KnobValues, Match, MatchConfig};

    use super::*;
    use crate::rajakardhor::RajakarDhor;

    /// Plays a match at random and compares, in every record, what both seats were told with what their views say of it.
    fn check(config: &MatchConfig) -> usize {
        let plan = RajakarDhor::plan(config).expect("a plan");
        let Beginning { rules, state, draws, seatings } =
            RajakarDhor::begin(&plan, config.seed, Detail::Full).expect("a start");
        let mut game = Match::new(rules, state, config.seed, seatings, draws, Detail::Full);
        loop {
            let record = game.record();
            for seat in [THIEF, GUARD] {
                let told = Told::of(&record, seat).expect("a view of each seat");
                let mut rebuilt = observation(game.rules(), seat, told).expect("a whole view");
                // The order in which exits were placed is nothing that anybody is told.
                let expected = game.observation(seat);
                if rebuilt.exits.iter().all(|exit| expected.exits.contains(exit)) {
                    rebuilt.exits = expected.exits;
                }
                assert_eq!(rebuilt, *expected, "{config:?}, record {}", record.index);
            }
            if game.end().is_some() {
                return record.index as usize + 1;
            }
            game.advance();
        }
    }

    #[test]
    fn observations_come_back_from_views_under_every_knob() {
        let mut records = 0;
        for preset in RajakarDhor::info().presets {
            for knob in RajakarDhor::info().knobs {
                let values: Vec<String> = match knob.values {
                    KnobValues::Choice(choices) => choices.iter().map(|(name, _)| (*name).to_owned()).collect(),
                    KnobValues::Integer(least, _) => [least, least + 5].map(|value| value.to_string()).to_vec(),
                    KnobValues::Number(..) | KnobValues::Text(_) => Vec::new(),
                };
                for (seed, value) in values.into_iter().enumerate() {
                    let agent = |seat: &str, name: &str| (seat.to_owned(), AgentSpec::from(name));
                    records += check(&MatchConfig {
                        preset: Some(preset.name.to_owned()),
                        knobs: vec![Setting::new(knob.name, value)],
                        seed: seed as u64,
                        agents: vec![agent("thief", ["fuzzy", "random"][seed % 2]), agent("guard", "chase")],
                        ..MatchConfig::default()
                    });
                }
            }
        }
        assert!(records > 1000, "only {records}");
    }
}
