//! A hit covers what it found, a miss covers nothing that is there.

use fogreel_engine::data::{Setting, SignalOutcome};
use fogreel_engine::{Detail, MatchConfig};
use fogreel_games::rajakardhor::GUARD;

#[test]
fn coverage_tells_the_truth() {
    let game = fogreel_games::find("rajakardhor").expect("registered");
    let knobs = [
        ("noise", "distance"),
        ("noise", "cell"),
        ("escape", "delayed"),
        ("scan_shape", "diamond"),
        ("thief_sight", "through_walls"),
        ("exit_discovery", "on_sensing"),
        ("guard_orthogonal", "off"),
        ("thief_hears_guard", "on"),
    ];
    let (mut hits, mut misses) = (0, 0);
    for preset in ["guide", "original"] {
        for (name, value) in knobs {
            for seed in 0..30 {
                let random = seed % 2 == 0;
                let agents = ["thief", "guard"].map(|seat| (seat.to_owned(), "random".into()));
                let config = MatchConfig {
                    preset: Some(preset.to_owned()),
                    knobs: vec![Setting::new(name, value)],
                    agents: if random { agents.into() } else { Vec::new() },
                    seed,
                    ..MatchConfig::default()
                };
                let mut session = game.start(&config, Detail::Full).expect("a start");
                let ids: Vec<String> = session.header().channels.iter().map(|channel| channel.id.clone()).collect();
                while session.end().is_none() {
                    session.advance();
                    let record = session.record();
                    let truth = record.truth.as_ref().expect("the referee's record");
                    for view in &record.views {
                        for signal in &view.signals {
                            let about = match ids[usize::from(signal.channel)].as_str() {
                                "exits" => 2,
                                _ if view.seat == GUARD => 0,
                                _ => 1,
                            };
                            let there = truth.cells_of(about).filter(|cell| signal.coverage.contains(*cell)).count();
                            let at =
                                format!("{config:?}, record {}, {}", record.index, ids[usize::from(signal.channel)]);
                            match signal.outcome {
                                SignalOutcome::Hit => assert!(there > 0, "{at}: a hit without a cause"),
                                SignalOutcome::Miss => assert_eq!(there, 0, "{at}: a miss over what is there"),
                                SignalOutcome::Unavailable => assert!(signal.coverage.is_empty(), "{at}"),
                            }
                            hits += u32::from(signal.outcome == SignalOutcome::Hit);
                            misses += u32::from(signal.outcome == SignalOutcome::Miss);
                        }
                    }
                }
            }
        }
    }
    assert!(hits > 1000 && misses > 10_000, "{hits} {misses}");
}
