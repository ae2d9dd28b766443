//! References are calibrated when the opponent really plays as the model says, and are not when it does not.
//!
//! One record of each match is judged, chosen by the seed alone, so that the judged beliefs are independent. Seeds are
//! fixed; the stated probabilities are those of a false alarm had the seeds been drawn.

use fogreel_engine::data::{Belief, BeliefKey, Quality};
use fogreel_engine::{AgentSpec, Chance, Detail, Header, MatchConfig, Owner, Record, Seat};
use fogreel_inference::{ReferenceModel, Told};

/// Matches played, of which those are judged that last long enough.
const MATCHES: u64 = 700;

/// What a belief says of the truth.
struct Judged {
    /// Highest-posterior-density level of the truth: mass of what is likelier, and a uniform share of the ties.
    level: f64,
    surprisal: f64,
    entropy: f64,
}

fn judge(header: &Header, record: &Record, belief: &Belief, share: f64) -> Judged {
    let truth = record.true_element(header, &belief.key).expect("a true cell");
    let values = belief.values();
    let at_truth = values[truth];
    assert!(at_truth > 0.0, "the truth lies in the support of an exact belief");
    // Equal but for the order of additions counts as equal.
    let is_tied = |value: f64| (value - at_truth).abs() <= 1e-12 * at_truth;
    let likelier: f64 = values.iter().filter(|value| **value > at_truth && !is_tied(**value)).sum();
    let ties: f64 = values.iter().filter(|value| is_tied(**value)).sum();
    let entropy = values.iter().filter(|value| **value > 0.0).map(|value| -value * value.log2()).sum();
    Judged { level: likelier + share * ties, surprisal: -at_truth.log2(), entropy }
}

/// One judged belief per match that lasts long enough.
fn judged(preset: &str, thief: &str, guard: &str, seat: Seat, target: &str, model: &str) -> Vec<Judged> {
    let game = fogreel_games::find("rajakardhor").expect("registered");
    let reasoning = fogreel_games::reasoning("rajakardhor").expect("it reasons");
    let agents = [("thief", thief), ("guard", guard)].map(|(seat, name)| (seat.to_owned(), AgentSpec::from(name)));
    let config = MatchConfig { preset: Some(preset.to_owned()), agents: agents.to_vec(), ..MatchConfig::default() };
    let prepared = game.prepare(&config).expect("resolves");
    let mut all = Vec::new();
    for seed in 0..MATCHES {
        let mut chance = Chance::new(seed, Owner::Seat(Seat(9)));
        let at = 1 + chance.below("record", 24) as u32;
        let mut session = prepared.start(seed, Detail::Full).expect("starts");
        let header = session.header().clone();
        let mut reference = reasoning.reference_model(&header, seat, model).expect("a model");
        while session.index() < at && session.end().is_none() {
            let record = session.record();
            reference.observe(Told::of(&record, seat).expect("a view")).expect("possible");
            session.advance();
        }
        if session.index() == at {
            let record = session.record();
            reference.observe(Told::of(&record, seat).expect("a view")).expect("possible");
            let owner = &header.seats[seat.index()].id;
            let key = BeliefKey::new(owner.clone(), target, format!("reference:{model}"));
            let belief = reference.beliefs().into_iter().find(|belief| belief.key == key).expect("a belief");
            all.push(judge(&header, &record, &belief, chance.unit("ties")));
        }
    }
    assert!(all.len() > 300, "only {} judged", all.len());
    all
}

/// Greatest distance of the levels' distribution from the uniform one (Kolmogorov and Smirnov).
fn distance_from_uniform(judged: &[Judged]) -> f64 {
    let mut levels: Vec<f64> = judged.iter().map(|judged| judged.level).collect();
    levels.sort_by(f64::total_cmp);
    let n = levels.len() as f64;
    let gap = |(rank, level): (usize, &f64)| (level - rank as f64 / n).abs().max((level - (rank + 1) as f64 / n).abs());
    levels.iter().enumerate().map(gap).fold(0.0, f64::max)
}

/// Mean surprisal − entropy, in standard errors.
fn overconfidence_in_standard_errors(judged: &[Judged]) -> f64 {
    let n = judged.len() as f64;
    let excess: Vec<f64> = judged.iter().map(|judged| judged.surprisal - judged.entropy).collect();
    let mean = excess.iter().sum::<f64>() / n;
    let variance = excess.iter().map(|value| (value - mean).powi(2)).sum::<f64>() / (n - 1.0);
    mean / (variance / n).sqrt()
}

/// Distance that a uniform sample passes with probability 10⁻⁶ at most: P(D > d) ≤ 2·exp(−2·n·d²) (Massart 1990).
fn bound(judged: &[Judged]) -> f64 {
    ((2e6f64).ln() / (2.0 * judged.len() as f64)).sqrt()
}

const THIEF: Seat = Seat(0);
const GUARD: Seat = Seat(1);

/// Eight comparisons, each with a false alarm in 10⁻⁶: levels by Massart's inequality, means by the normal
/// approximation at 4.9 standard errors.
#[test]
fn on_simulated_truth_levels_are_uniform_and_surprisal_is_entropy() {
    for (preset, thief, guard, seat, target) in [
        ("guide", "random", "chase", GUARD, "thief"),
        // Not the hunter: what it reads without right steers its steps, and these would tell of it.
        ("original", "random", "still", GUARD, "thief"),
        ("guide", "sneak", "random", THIEF, "guard"),
        ("original", "fuzzy", "random", THIEF, "guard"),
    ] {
        let judged = judged(preset, thief, guard, seat, target, "uniform");
        let (distance, bound) = (distance_from_uniform(&judged), bound(&judged));
        assert!(distance < bound, "{preset}, {target}: {distance} of {bound}");
        let excess = overconfidence_in_standard_errors(&judged);
        assert!(excess.abs() < 4.9, "{preset}, {target}: {excess}");
    }
}

/// The same comparisons find a model that is wrong: a thief that walks at random is not one that seldom steps.
#[test]
fn a_wrong_model_is_found() {
    let judged = judged("guide", "random", "chase", GUARD, "thief", "exit_seeking");
    let (distance, bound) = (distance_from_uniform(&judged), bound(&judged));
    let excess = overconfidence_in_standard_errors(&judged);
    assert!(distance > bound || excess > 4.9, "{distance} of {bound}, {excess}");
}

#[test]
fn a_mixture_finds_the_true_model() {
    let game = fogreel_games::find("rajakardhor").expect("registered");
    let reasoning = fogreel_games::reasoning("rajakardhor").expect("it reasons");
    let agents = vec![("thief".to_owned(), "random".into()), ("guard".to_owned(), "still".into())];
    let mut mean = 0.0;
    for seed in 0..40 {
        let config = MatchConfig { seed, agents: agents.clone(), ..MatchConfig::default() };
        let mut session = game.start(&config, Detail::Full).expect("starts");
        let mut reference: Box<dyn ReferenceModel> =
            reasoning.reference_model(session.header(), GUARD, "uniform+exit_seeking+dash").expect("a model");
        loop {
            let record = session.record();
            reference.observe(Told::of(&record, GUARD).expect("a view")).expect("possible");
            if session.end().is_some() {
                break;
            }
            session.advance();
        }
        let posterior = reference.opponent_models();
        let total: f64 = posterior.iter().map(|(_, probability)| probability).sum();
        assert!((total - 1.0).abs() < 1e-12);
        mean += posterior[0].1 / 40.0;
    }
    assert!(mean > 0.8, "a thief that has not escaped for long walks at random: {mean}");
}

/// Particles approach the exact posterior: their mean total variation distance along a match falls with their number as
/// 1/√n, here below ½·√(85 / n), the mean for n independent samples of 85 cells.
#[test]
fn particles_approach_the_exact_posterior() {
    let game = fogreel_games::find("rajakardhor").expect("registered");
    let reasoning = fogreel_games::reasoning("rajakardhor").expect("it reasons");
    let agents = vec![("thief".to_owned(), "random".into()), ("guard".to_owned(), "still".into())];
    let (mut distance, mut records) = (0.0, 0.0);
    for seed in 0..4 {
        let config = MatchConfig { seed, agents: agents.clone(), ..MatchConfig::default() };
        let mut session = game.start(&config, Detail::Full).expect("starts");
        let make = |model| reasoning.reference_model(session.header(), GUARD, model).expect("a model");
        let mut exact = make("uniform");
        let mut particles = make("uniform:particles=20000");
        while session.end().is_none() && session.index() < 20 {
            let record = session.record();
            let told = Told::of(&record, GUARD).expect("a view");
            exact.observe(told).expect("possible");
            particles.observe(told).expect("explained");
            let (exact, particles) = (&exact.beliefs()[0], &particles.beliefs()[0]);
            assert_eq!(particles.quality, Quality::Approximate { method: "particles".to_owned(), n: 20_000 });
            let gap = exact.values().iter().zip(particles.values()).map(|(p, q)| (p - q).abs()).sum::<f64>();
            (distance, records) = (distance + gap / 2.0, records + 1.0);
            session.advance();
        }
    }
    assert!(distance / records < 0.5 * (85.0f64 / 20_000.0).sqrt(), "{}", distance / records);
}

#[test]
fn what_a_model_cannot_be_is_said() {
    let game = fogreel_games::find("rajakardhor").expect("registered");
    let reasoning = fogreel_games::reasoning("rajakardhor").expect("it reasons");
    let session = game.start(&MatchConfig::default(), Detail::Full).expect("starts");
    let refused =
        |seat, model| reasoning.reference_model(session.header(), seat, model).map(|_| ()).map_err(|e| e.to_string());
    for (seat, model, says) in [
        (GUARD, "unifrm", "did you mean `uniform`"),
        (THIEF, "exit_seeking", "unknown opponent model"),
        (GUARD, "uniform+", "unknown opponent model"),
        (GUARD, "uniform:particles=0", "1 to 1000000"),
        (THIEF, "uniform:particles=10", "exact"),
        (Seat(7), "uniform", "unknown seat"),
    ] {
        let error = refused(seat, model).expect_err("no such model");
        assert!(error.contains(says), "{error}");
    }
    assert_eq!(refused(GUARD, "uniform+exit_seeking"), Ok(()));
}
