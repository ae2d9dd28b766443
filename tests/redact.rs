//! A redacted recording holds what one seat knew, and nothing else.

use std::collections::BTreeSet;

use fogreel_analysis::perspective::{REDACTED, header_for, redacted_to};
use fogreel_analysis::{References, belief_keys, redact};
use fogreel_engine::data::{Record, Setting};
use fogreel_engine::{AgentSpec, Detail, DynGame, End, Header, MatchConfig, Seat, Session, Step, Viewpoint};
use fogreel_recorder::{Recorder, RecorderOptions, Replay, Strictness, Timeline};
use serde_json::Value;

use crate::support::{fail, folder, record, run_in, succeed};

/// A world as it was played, and what one seat was told record by record, its own actions among it.
struct World {
    header: Header,
    records: Vec<Record>,
    told: Vec<String>,
    end: Option<End>,
}

impl World {
    fn begin(session: &dyn Session, seat: Seat) -> Self {
        let mut world = Self { header: session.header().clone(), records: Vec::new(), told: Vec::new(), end: None };
        world.look(session, seat);
        world
    }

    fn look(&mut self, session: &dyn Session, seat: Seat) {
        let record = session.record();
        let own: Vec<_> = record.actions.iter().filter(|taken| taken.seat == seat).collect();
        self.told.push(format!("{own:?} {}", session.observation(seat)));
        self.records.push(record);
        self.end = session.end();
    }

    fn play_on(mut self, session: &mut dyn Session, seat: Seat) -> Self {
        while session.end().is_none() {
            session.advance();
            self.end = session.end();
            // A forfeit ends a match without a further record.
            if session.index() as usize == self.records.len() {
                self.look(session, seat);
            }
        }
        self
    }

    /// The first records as a file, redacted to the seat; with the end where they are all.
    fn redacted(&self, records: usize, seat: Seat) -> Vec<u8> {
        let end = self.end.clone().filter(|_| records == self.records.len());
        let mut records = self.records[..records].to_vec();
        // What a seat could have reasoned from what it was told is its own, too.
        let known = header_for(&self.header, Viewpoint::Seat(seat));
        let mut references =
            References::new(fogreel_games::reasoning(&self.header.game).into_iter().flat_map(|game| {
                let models = game.opponent_models();
                models
                    .iter()
                    .filter_map(|model| game.reference_model(&known, seat, model.name).ok())
                    .collect::<Vec<_>>()
            }));
        records.iter_mut().for_each(|record| references.add_to(record));
        let timeline = Timeline::from_memory(self.header.clone(), records, end);
        let options = RecorderOptions { reproducible: true, ..RecorderOptions::default() };
        let mut recorder = Recorder::new(Vec::new(), options);
        redact(&timeline, seat, "test", &mut recorder).expect("redacted");
        recorder.into_inner()
    }
}

/// Plays a match, and at every few records another one from there that differs in all that the seat cannot know. Up to where
/// the seat is told something else, the two must give the same file. Returns how often what was compared did differ.
fn compare_worlds(game: &dyn DynGame, config: &MatchConfig, other: &MatchConfig, seat: Seat) -> usize {
    let Ok(mut session) = game.start(config, Detail::Full) else { return 0 };
    let world = World::begin(session.as_ref(), seat).play_on(session.as_mut(), seat);
    let mut differed = 0;
    for at in (0..world.records.len()).step_by(4) {
        // The rivals of the other world may have other agents.
        let mut session = game.start(other, Detail::Full).expect("a start");
        if at > 0 {
            session = game.start(config, Detail::Full).expect("a start");
        }
        let mut records = vec![session.record()];
        for record in &world.records[1..=at] {
            session.apply(&Step::of(record)).expect("recorded");
            records.push(session.record());
        }
        let changed = session.resample_hidden(seat, at as u64);
        let mut twin = World::begin(session.as_ref(), seat);
        records.pop();
        twin.told = [&world.told[..at], &twin.told].concat();
        twin.records = [records, twin.records].concat();
        let mut twin = twin.play_on(session.as_mut(), seat);
        twin.header.tags.push(Setting::new("secret", format!("{changed}")));
        let same = world.told.iter().zip(&twin.told).take_while(|(one, other)| one == other).count();
        assert!(same > at, "{config:?}: resampling at {at} tells {seat:?} something");
        // One ended where the other went on: the end is news for the seat.
        let is_whole = |world: &World| same == world.records.len();
        let same = if is_whole(&world) != is_whole(&twin) { same - 1 } else { same };
        if same == 0 {
            continue;
        }
        let is_same = world.redacted(same, seat) == twin.redacted(same, seat);
        assert!(is_same, "{config:?}, {seat:?}: resampled at {at}, told the same in {same} records");
        differed += usize::from(world.records[..same] != twin.records[..same]);
    }
    differed
}

#[test]
fn two_worlds_that_a_seat_cannot_tell_apart_redact_to_the_same_bytes() {
    for game in fogreel_games::all() {
        let info = game.info();
        let mut differed = 0;
        for preset in &info.presets {
            let base = MatchConfig { preset: Some(preset.name.to_owned()), ..MatchConfig::default() };
            let header = game.start(&base, Detail::Nothing).expect("a start").header().clone();
            // Long matches are cut where a knob does it: the worlds part long before.
            let is_long = header.max_turns.is_some_and(|turns| turns > 60);
            let knob = info.knobs.iter().find(|knob| knob.name == "max_turns" && is_long);
            let base = MatchConfig { knobs: knob.iter().map(|knob| Setting::new(knob.name, "60")).collect(), ..base };
            for agents in [&["random"][..], &[]] {
                for (number, seat) in header.seats.iter().enumerate() {
                    let agents = |ids: &mut dyn Iterator<Item = &str>| -> Vec<(String, AgentSpec)> {
                        ids.flat_map(|id| agents.iter().map(|name| (id.to_owned(), AgentSpec::from(*name)))).collect()
                    };
                    for seed in 1..4 {
                        let all = agents(&mut header.seats.iter().map(|seat| seat.id.as_str()));
                        let own = agents(&mut [seat.id.as_str()].into_iter());
                        let config = MatchConfig { agents: all, seed, ..base.clone() };
                        let other = MatchConfig { agents: own, seed, ..base.clone() };
                        differed += compare_worlds(game, &config, &other, Seat(number as u8));
                    }
                }
            }
        }
        assert!(differed > 100, "{}: the worlds must differ where the seat cannot tell; {differed} did", info.id);
    }
}

/// Where a value may stand in the dump of a redacted recording. `[]` stands for any position; a path allows all below it.
const ALLOWED: &[&str] = &[
    "header.type",
    "header.game",
    "header.title",
    "header.rules_version",
    "header.preset",
    "header.knobs",
    "header.board",
    "header.seats[].id",
    "header.seats[].name",
    "header.seats[].role",
    "header.seats[].color",
    "header.piece_kinds",
    "header.targets",
    "header.channels",
    "header.event_kinds",
    "header.facts",
    "header.messages",
    "header.max_turns",
    "header.keep",
    "header.writer",
    "header.tags",
    "record.type",
    "record.index",
    "record.turn",
    "record.round",
    "record.to_act",
    "record.actions",
    "record.decisions",
    "record.events",
    "record.views",
    "record.beliefs",
    "end.type",
    "end.outcome",
    "end.turns",
    "end.records",
];

/// Every path to a value that says something: not null, nor false, nor an empty text or list.
fn paths(value: &Value, path: &str, out: &mut Vec<(String, Value)>) {
    match value {
        Value::Object(fields) => fields.iter().for_each(|(name, value)| paths(value, &format!("{path}.{name}"), out)),
        Value::Array(values) => values.iter().for_each(|value| paths(value, &format!("{path}[]"), out)),
        Value::Null | Value::Bool(false) => {}
        Value::String(text) if text.is_empty() => {}
        value => out.push((path.to_owned(), value.clone())),
    }
}

#[test]
fn a_redacted_recording_holds_what_is_allowed_and_nothing_else() {
    let folder = folder();
    for game in fogreel_games::all() {
        let info = game.info();
        for preset in &info.presets {
            let arguments =
                ["record", info.id, "--preset", preset.name, "--seed", "8", "--out", "match.fogreel", "--force"];
            succeed(folder.path(), &arguments);
            let whole = Replay::open(folder.path().join("match.fogreel"), Strictness::Strict).expect("a recording");
            for (number, seat) in whole.header().seats.iter().enumerate() {
                let arguments = ["redact", "match.fogreel", "--keep", &seat.id, "--out", "shared.fogreel", "--force"];
                succeed(folder.path(), &arguments);
                let believes = belief_keys(whole.timeline()).iter().any(|key| key.owner == seat.id);
                let dump = succeed(folder.path(), &["dump", "shared.fogreel"]).out;
                check_dump(&dump, &seat.id, number, whole.header(), believes);
            }
        }
    }
}

fn check_dump(dump: &str, id: &str, number: usize, whole: &Header, believes: bool) {
    let reads_privileged = whole.seats[number].reads_privileged;
    let mut beliefs = 0;
    for line in dump.lines() {
        let line: Value = serde_json::from_str(line).expect("JSON");
        let mut found = Vec::new();
        paths(&line, line["type"].as_str().expect("a type"), &mut found);
        let own: BTreeSet<String> = ["agent", "agent_version", "settings", "reads_privileged"]
            .map(|field| format!("header.seats[].{field}"))
            .into();
        for (path, value) in &found {
            let is_below = |allowed: &&str| {
                path.strip_prefix(*allowed).is_some_and(|rest| rest.is_empty() || rest.starts_with(['.', '[']))
            };
            let is_own = own.iter().any(|own| path.starts_with(own.as_str()));
            assert!(is_own || ALLOWED.iter().any(is_below), "{path}: {value}");
        }
        match line["type"].as_str() {
            Some("header") => {
                for (index, seat) in line["seats"].as_array().expect("seats").iter().enumerate() {
                    let has_agent = !seat["agent"].is_null() || seat["settings"] != Value::Array(Vec::new());
                    assert_eq!(has_agent, index == number, "{seat}");
                }
                assert_eq!(line["tags"], serde_json::json!([{"name": REDACTED, "value": id}]));
            }
            Some("record") => {
                let all =
                    |list: &str, what: &dyn Fn(&Value) -> bool| line[list].as_array().expect("a list").iter().all(what);
                for list in ["actions", "decisions", "views"] {
                    assert!(all(list, &|entry| entry["seat"] == number), "{list}");
                }
                assert_eq!(line["views"].as_array().map(Vec::len), Some(1));
                assert!(all("events", &|event| event["audience"] == serde_json::json!([number])));
                let owner = format!("{id}/");
                assert!(all("beliefs", &|belief| belief["key"].as_str().is_some_and(|key| key.starts_with(&owner))));
                let agents = |belief: &Value| belief["key"].as_str().is_some_and(|key| key.ends_with("@agent"));
                assert!(!reads_privileged || all("beliefs", &|belief| !agents(belief)));
                assert!(!reads_privileged || line["decisions"] == Value::Array(Vec::new()));
                beliefs += line["beliefs"].as_array().map_or(0, Vec::len);
            }
            _ => {}
        }
    }
    assert!(
        !believes || reads_privileged || beliefs > 0,
        "the test would prove nothing: beliefs that may stay must stay"
    );
}

/// The index, in which summaries stand, is computed from what is left.
#[test]
fn summaries_hold_no_truth() {
    let folder = folder();
    succeed(folder.path(), &["record", "rajakardhor", "--preset", "guide", "--seed", "8", "--out", "match.fogreel"]);
    succeed(folder.path(), &["redact", "match.fogreel", "--keep", "guard", "--out", "shared.fogreel"]);
    let open = |file: &str| Replay::open(folder.path().join(file), Strictness::Tail).expect("a recording");
    let (whole, shared) = (open("match.fogreel"), open("shared.fogreel"));
    let beliefs = |replay: &Replay| -> Vec<_> {
        let timeline = replay.timeline();
        (0..timeline.len()).filter_map(|index| timeline.summary(index)).flat_map(|summary| summary.beliefs).collect()
    };
    let (before, after) = (beliefs(&whole), beliefs(&shared));
    assert!(before.len() == after.len() && before.iter().any(|belief| belief.p_truth.is_some()));
    assert!(after.iter().all(|belief| belief.p_truth.is_none()));
    succeed(folder.path(), &["redact", "match.fogreel", "--keep", "thief", "--out", "thief.fogreel"]);
    let events = |replay: &Replay| -> Vec<Option<u64>> {
        let timeline = replay.timeline();
        (0..timeline.len()).map(|index| timeline.summary(index).map(|summary| summary.events)).collect()
    };
    assert_ne!(events(&whole), events(&open("thief.fogreel")), "what the guard alone noticed");
    assert_eq!(redacted_to(shared.header()), Some(Seat(1)));
}

#[test]
fn every_command_works_on_a_redacted_recording() {
    let folder = folder();
    let folder = folder.path();
    succeed(folder, &["record", "rajakardhor", "--preset", "guide", "--seed", "977", "--out", "match.fogreel"]);
    succeed(folder, &["note", "match.fogreel", "--turn", "3", "the referee saw it all"]);
    succeed(folder, &["note", "match.fogreel", "--turn", "3", "--as", "guard", "the guard wonders"]);
    let ran = succeed(folder, &["redact", "match.fogreel", "--keep", "guard", "--out", "shared.fogreel"]);
    assert!(ran.out.starts_with("shared.fogreel: what guard knew, "), "{}", ran.out);

    let info = succeed(folder, &["info", "shared.fogreel"]).out;
    assert!(
        info.contains("redacted holds what guard knew, and nothing else") && info.contains("seed hidden"),
        "{info}"
    );
    assert!(info.contains("guard/thief@agent") && info.contains("Rajakar: unknown agent"), "{info}");
    let json: Value = serde_json::from_str(&succeed(folder, &["info", "shared.fogreel", "--json"]).out).expect("JSON");
    assert_eq!((&json[0]["redacted"], &json[0]["notes"], &json[0]["seed"]), (&"guard".into(), &1.into(), &Value::Null));

    // Shown to the seat, the redacted recording says what the whole one says.
    let whole = succeed(folder, &["show", "match.fogreel", "--turn", "3", "--as", "guard"]).out;
    assert_eq!(succeed(folder, &["show", "shared.fogreel", "--turn", "3", "--as", "guard"]).out, whole);
    assert_eq!(succeed(folder, &["show", "shared.fogreel", "--turn", "3"]).out, whole);
    assert!(whole.contains("the guard wonders") && !whole.contains("the referee"), "{whole}");
    let ran = fail(folder, &["show", "shared.fogreel", "--as", "referee"], 2);
    assert!(ran.err.contains("holds no truth"), "{}", ran.err);
    fail(folder, &["show", "shared.fogreel", "--as", "thief"], 2);

    let figures = ["sheet", "heatmap", "board", "timeline", "trajectory", "visits", "attribution", "regret", "grades"];
    for figure in figures {
        for (file, out) in [("shared.fogreel", "shared"), ("match.fogreel", "whole")] {
            let mut arguments = vec!["export", file, "--figure", figure, "--format", "csv,svg", "--out", out];
            if out == "whole" {
                arguments.extend(["--as", "guard"]);
            }
            succeed(folder, &arguments);
        }
    }
    let tables = |out: &str| -> Vec<String> {
        let entries =
            std::fs::read_dir(folder.join(out)).expect("figures").map(|entry| entry.expect("an entry").path());
        let mut tables: Vec<_> = entries.filter(|path| path.extension().is_some_and(|end| end == "csv")).collect();
        tables.sort();
        tables.iter().map(|path| std::fs::read_to_string(path).expect("a table")).collect()
    };
    assert!(!tables("shared").is_empty());
    assert_eq!(tables("shared"), tables("whole"));

    let ran = fail(folder, &["verify", "shared.fogreel"], 3);
    assert!(ran.err.contains("is redacted") && ran.err.contains("guard"), "{}", ran.err);
    let dump = succeed(folder, &["dump", "shared.fogreel"]).out;
    assert!(dump.contains("the guard wonders") && !dump.contains("the referee"));
    succeed(folder, &["pack", "shared.fogreel"]);
    assert_eq!(succeed(folder, &["dump", "shared.fogreel"]).out, dump);
    succeed(folder, &["note", "shared.fogreel", "a guest"]);
    assert!(succeed(folder, &["show", "shared.fogreel"]).out.contains("a guest"));

    // Redacting again changes nothing; what the other seat saw is not there any more.
    succeed(folder, &["note", "shared.fogreel", "--list"]);
    succeed(folder, &["redact", "match.fogreel", "--keep", "guard", "--out", "one.fogreel", "--reproducible"]);
    succeed(folder, &["redact", "one.fogreel", "--keep", "guard", "--out", "two.fogreel", "--reproducible"]);
    let read = |name: &str| std::fs::read(folder.join(name)).expect("readable");
    assert!(read("one.fogreel") == read("two.fogreel"));
    let ran = fail(folder, &["redact", "one.fogreel", "--keep", "thief", "--out", "none.fogreel"], 3);
    assert!(ran.err.contains("no view of thief"), "{}", ran.err);
    assert!(!folder.join("none.fogreel").exists() && !folder.join("none.fogreel.new").exists());
}

#[test]
fn redact_regenerates_what_is_not_kept_and_overwrites_nothing_unasked() {
    let folder = folder();
    let folder = folder.path();
    let original = std::fs::read(record(folder)).expect("readable");
    let redact =
        |file: &str, out: &str| run_in(folder, &["redact", file, "--keep", "thief", "--out", out, "--reproducible"]);
    assert_eq!(redact("match.fogreel", "full.fogreel").code, 0);
    let arguments =
        ["record", "rajakardhor", "--preset", "original", "--seed", "8", "--keep", "moves", "--out", "moves.fogreel"];
    succeed(folder, &arguments);
    assert_eq!(redact("moves.fogreel", "moves-shared.fogreel").code, 0);
    let read = |name: &str| std::fs::read(folder.join(name)).expect("readable");
    assert!(read("full.fogreel") == read("moves-shared.fogreel"));

    let before = read("full.fogreel");
    let ran = fail(folder, &["redact", "match.fogreel", "--keep", "guard", "--out", "full.fogreel"], 2);
    assert!(ran.err.contains("--force") && read("full.fogreel") == before, "{}", ran.err);
    fail(folder, &["redact", "match.fogreel", "--keep", "guard", "--out", "match.fogreel", "--force"], 2);
    assert!(read("match.fogreel") == original);
    let ran = fail(folder, &["redact", "match.fogreel", "--keep", "gard", "--out", "x.fogreel"], 2);
    assert!(ran.err.contains("did you mean `guard`?"), "{}", ran.err);
    fail(folder, &["redact", "match.fogreel", "--keep", "guard", "--out", "no/such/x.fogreel"], 4);
    fail(folder, &["redact", "missing.fogreel", "--keep", "guard", "--out", "x.fogreel"], 3);
    succeed(folder, &["redact", "match.fogreel", "--keep", "guard", "--out", "full.fogreel", "--force", "--json"]);
    assert!(read("full.fogreel") != before && !folder.join("x.fogreel").exists());
}
