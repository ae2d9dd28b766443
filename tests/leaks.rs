//! What a seat is shown comes from its view alone.

use std::collections::HashMap;

use fogreel_engine::data::Record;
use fogreel_engine::{Detail, MatchConfig, Seat};

use crate::support::{folder, succeed};

/// Every turn of several matches as one seat sees it. Whenever two positions look the same to the seat, in view, belief
/// and events, the text it is shown must be the same, whatever the truth.
#[test]
fn show_as_a_seat_depends_on_its_view_alone() {
    let folder = folder();
    let game = fogreel_games::find("rajakardhor").expect("registered");
    for (seat, name) in [(Seat(0), "thief"), (Seat(1), "guard")] {
        let mut shown: HashMap<String, String> = HashMap::new();
        let mut met_again = 0;
        // Starts that differ only in what the seat cannot know: where the other is, and (for the guard) the exits.
        for (number, (thief, guard, exits)) in [
            ("9,9", "0,0", "9,0;4,9"),
            ("9,5", "0,0", "9,0;4,9"),
            ("9,5", "0,0", "9,1;3,9"),
            ("9,9", "0,4", "9,0;4,9"),
            ("9,9", "2,0", "9,0;4,9"),
        ]
        .into_iter()
        .enumerate()
        {
            let setup = [format!("thief={thief}"), format!("guard={guard}"), format!("exits={exits}")];
            let file = format!("{name}{number}.fogreel");
            let mut arguments = vec!["record", "rajakardhor", "--set", "spawn_rule=off", "--agent", "thief=still"];
            arguments.extend(["--agent", "guard=still", "--set", "max_turns=12", "--out", &file]);
            setup.iter().for_each(|setting| arguments.extend(["--setup", setting]));
            succeed(folder.path(), &arguments);
            let config = config(&setup);
            let mut session = game.start(&config, Detail::Full).expect("a start");
            loop {
                let record = session.record();
                let text =
                    succeed(folder.path(), &["show", &file, "--turn", &record.turn.to_string(), "--as", name]).out;
                let known = what_it_knows(&record, seat);
                if let Some(before) = shown.insert(known, text.clone()) {
                    assert_eq!(before, text, "{file}, turn {}", record.turn);
                    met_again += 1;
                }
                if session.end().is_some() {
                    break;
                }
                session.advance();
            }
        }
        assert!(met_again > 10, "the worlds must look the same now and then: {met_again}");
    }
}

fn config(setup: &[String]) -> MatchConfig {
    let setting = |text: &str| {
        let (name, value) = text.split_once('=').expect("a setting");
        fogreel_engine::data::Setting::new(name, value)
    };
    MatchConfig {
        knobs: vec![setting("spawn_rule=off"), setting("max_turns=12")],
        setup: setup.iter().map(|text| setting(text)).collect(),
        agents: vec![("thief".to_owned(), "still".into()), ("guard".to_owned(), "still".into())],
        seed: 1,
        ..MatchConfig::default()
    }
}

fn what_it_knows(record: &Record, seat: Seat) -> String {
    let events: Vec<_> = record.events.iter().filter(|event| event.audience.contains(seat)).collect();
    format!("{:?} {events:?}", record.view(seat).expect("a view"))
}
