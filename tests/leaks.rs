//! What a seat is shown comes from its view alone.

use std::collections::HashMap;

use fogreel_engine::data::Record;
use fogreel_engine::{Detail, MatchConfig, Seat};

use crate::support::{folder, succeed};

/// Every turn of several matches as one seat sees it. Whenever two positions look the same to the seat, by what it was
/// told so far, the text it is shown must be the same, whatever the truth and whatever its agent read without right.
#[test]
fn show_as_a_seat_depends_on_what_it_was_told_alone() {
    let folder = folder();
    for (preset, guard) in [("guide", "still"), ("original", "still"), ("guide", "hunter"), ("original", "hunter")] {
        for (seat, name) in [(Seat(0), "thief"), (Seat(1), "guard")] {
            check_seat(folder.path(), preset, guard, seat, name);
        }
    }
}

fn check_seat(folder: &std::path::Path, preset: &str, guard_agent: &str, seat: Seat, name: &str) {
    let game = fogreel_games::find("rajakardhor").expect("registered");
    let mut shown: HashMap<String, String> = HashMap::new();
    let mut met_again = 0;
    // Starts that differ only in what the seat cannot know: where the other is, what it does, and the exits.
    for (number, (thief, guard, exits, thief_agent)) in [
        ("9,9", "0,0", "9,0;4,9", "still"),
        ("9,5", "0,0", "9,0;4,9", "still"),
        ("9,5", "0,0", "9,1;3,9", "still"),
        ("9,9", "0,4", "9,0;4,9", "still"),
        ("9,9", "2,0", "9,0;4,9", "still"),
        ("9,9", "0,0", "9,0;4,9", "random"),
        ("9,8", "0,0", "9,0;4,9", "random"),
    ]
    .into_iter()
    .enumerate()
    {
        let setup = [format!("thief={thief}"), format!("guard={guard}"), format!("exits={exits}")];
        let file = format!("{preset}-{guard_agent}-{name}{number}.fogreel");
        let (thief_agent, guard_agent) = (format!("thief={thief_agent}"), format!("guard={guard_agent}"));
        let mut arguments = vec!["record", "rajakardhor", "--preset", preset, "--set", "spawn_rule=off", "--agent"];
        arguments.extend([&thief_agent, "--agent", &guard_agent, "--set", "max_turns=10", "--out", &file]);
        setup.iter().for_each(|setting| arguments.extend(["--setup", setting]));
        succeed(folder, &arguments);
        let config = config(preset, &setup, [&thief_agent, &guard_agent]);
        let mut session = game.start(&config, Detail::Full).expect("a start");
        let mut told = String::new();
        loop {
            let record = session.record();
            told += &what_it_was_told(&record, seat);
            let text = succeed(folder, &["show", &file, "--turn", &record.turn.to_string(), "--as", name]).out;
            if let Some(before) = shown.insert(told.clone(), text.clone()) {
                assert_eq!(before, text, "{file}, turn {}", record.turn);
                met_again += 1;
            }
            if session.end().is_some() {
                break;
            }
            session.advance();
        }
    }
    assert!(met_again > 5, "{preset} {name}: the worlds must look the same now and then: {met_again}");
}

fn config(preset: &str, setup: &[String], agents: [&str; 2]) -> MatchConfig {
    let pair = |text: &str| {
        let (name, value) = text.split_once('=').expect("a setting");
        (name.to_owned(), value.to_owned())
    };
    let setting = |text: &str| {
        let (name, value) = pair(text);
        fogreel_engine::data::Setting::new(name, value)
    };
    MatchConfig {
        preset: Some(preset.to_owned()),
        knobs: vec![setting("spawn_rule=off"), setting("max_turns=10")],
        setup: setup.iter().map(|text| setting(text)).collect(),
        agents: agents
            .into_iter()
            .map(pair)
            .map(|(seat, agent)| (seat, fogreel_engine::AgentSpec::from(agent.as_str())))
            .collect(),
        seed: 1,
        ..MatchConfig::default()
    }
}

/// One record as the seat lives through it: its own action, its view, the events that it notices.
fn what_it_was_told(record: &Record, seat: Seat) -> String {
    let events: Vec<_> = record.events.iter().filter(|event| event.audience.contains(seat)).collect();
    let own: Vec<_> = record.actions.iter().filter(|taken| taken.seat == seat).collect();
    format!("{own:?} {:?} {events:?}\n", record.view(seat).expect("a view"))
}
