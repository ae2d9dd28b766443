//! Matches in memory, and what a reference makes of the guard's belief.

use fogreel_analysis::assess::{Assessment, assess};
use fogreel_engine::data::{Belief, BeliefKey, BeliefKind, Quality, Setting};
use fogreel_engine::{AgentSpec, Detail, MatchConfig, Record, Seat};
use fogreel_inference::ReferenceModel;
use fogreel_recorder::Timeline;

pub(crate) const GUARD: Seat = Seat(1);

pub(crate) fn key() -> BeliefKey {
    BeliefKey::new("guard", "thief", "agent")
}

pub(crate) fn play(preset: &str, thief: &str, guard: &str, seed: u64, knobs: &[(&str, &str)]) -> Timeline {
    let game = fogreel_games::find("rajakardhor").expect("registered");
    let agent = |seat: &str, name: &str| (seat.to_owned(), AgentSpec::from(name));
    let config = MatchConfig {
        preset: Some(preset.to_owned()),
        agents: vec![agent("thief", thief), agent("guard", guard)],
        knobs: knobs.iter().map(|(name, value)| Setting::new(*name, *value)).collect(),
        seed,
        ..MatchConfig::default()
    };
    let mut session = game.start(&config, Detail::Full).expect("starts");
    let mut records = vec![session.record()];
    while session.end().is_none() {
        session.advance();
        records.push(session.record());
    }
    Timeline::from_memory(session.header().clone(), records, session.end())
}

pub(crate) fn reference(timeline: &Timeline, seat: Seat, model: &str) -> Box<dyn ReferenceModel> {
    let reasoning = fogreel_games::reasoning("rajakardhor").expect("it reasons");
    reasoning.reference_model(timeline.header(), seat, model).expect("a model")
}

/// The guard's belief against the reference under that model, which explains everything.
pub(crate) fn assessed(timeline: &Timeline, model: &str) -> Assessment {
    let assessment = assess(timeline, &key(), Some(reference(timeline, GUARD, model)), 0).expect("readable");
    assert_eq!(assessment.error, None);
    assessment
}

#[allow(dead_code, reason = "each test file takes what it needs")]
pub(crate) fn records(timeline: &Timeline) -> Vec<Record> {
    (0..timeline.len()).map(|index| timeline.record(index).expect("readable").as_ref().clone()).collect()
}

/// Puts these numbers in the place of the guard's belief.
#[allow(dead_code, reason = "each test file takes what it needs")]
pub(crate) fn plant(record: &mut Record, values: Vec<f64>) {
    record.beliefs.retain(|belief| belief.key != key());
    record.beliefs.push(Belief { key: key(), quality: Quality::Exact, kind: BeliefKind::Categorical(values) });
}

#[allow(dead_code, reason = "each test file takes what it needs")]
pub(crate) fn normalised(mut values: Vec<f64>) -> Vec<f64> {
    let total: f64 = values.iter().sum();
    values.iter_mut().for_each(|value| *value /= total);
    values
}
