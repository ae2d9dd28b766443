//! What must hold for every game of the registry.

use fogreel_engine::data::{BeliefKind, Domain, Record, Setting, View};
use fogreel_engine::{
    AgentSpec, Detail, DynGame, Header, KnobInfo, KnobValues, MapSource, MatchConfig, Seat, Session, Step,
};
use fogreel_inference::Told;
use fogreel_recorder::{Recorder, RecorderOptions, Replay, Strictness};

/// Every preset with every value of every knob, and a few seeds.
fn configs(game: &dyn DynGame) -> Vec<MatchConfig> {
    let info = game.info();
    let mut configs = Vec::new();
    for preset in &info.presets {
        let whole = MatchConfig { preset: Some(preset.name.to_owned()), ..MatchConfig::default() };
        configs.push(whole.clone());
        let base = MatchConfig { knobs: shorter(game, &whole), ..whole };
        for seed in 1..4 {
            configs.push(MatchConfig { seed, ..base.clone() });
        }
        let generated = info.map_generator.iter().map(|generator| generator.example);
        for map in info.maps.iter().map(|map| map.name).chain(generated) {
            configs.push(MatchConfig { map: MapSource::Named(map.to_owned()), ..base.clone() });
        }
        for agent in &info.agents {
            for seat in agent.seats.iter().filter(|seat| takes_part(game, &base, seat)) {
                let mut with = |settings: Vec<Setting>| {
                    let spec = AgentSpec { name: agent.name.to_owned(), settings };
                    configs.push(MatchConfig { agents: vec![((*seat).to_owned(), spec)], seed: 6, ..base.clone() });
                };
                with(Vec::new());
                for setting in &agent.settings {
                    values(setting).into_iter().for_each(|value| with(vec![Setting::new(setting.name, value)]));
                }
            }
        }
        for knob in &info.knobs {
            for value in values(knob) {
                let knobs = [base.knobs.clone(), vec![Setting::new(knob.name, value)]].concat();
                configs.push(MatchConfig { knobs, seed: 5, ..base.clone() });
            }
        }
    }
    configs
}

/// Ends long matches early, where a knob of the usual name does: each preset is played once as it is.
fn shorter(game: &dyn DynGame, config: &MatchConfig) -> Vec<Setting> {
    const TURNS: u32 = 80;
    let is_long = start(game, config).header().max_turns.is_some_and(|turns| turns > TURNS);
    let knob = game.info().knobs.into_iter().find(|knob| knob.name == "max_turns" && is_long);
    knob.map(|knob| Setting::new(knob.name, TURNS.to_string())).into_iter().collect()
}

/// Whether a seat of the game exists under these rules.
fn takes_part(game: &dyn DynGame, config: &MatchConfig, seat: &str) -> bool {
    start(game, config).header().seat(seat).is_some()
}

/// Values of a knob or setting worth trying: every name, small numbers.
fn values(knob: &KnobInfo) -> Vec<String> {
    match &knob.values {
        KnobValues::Choice(choices) => choices.iter().map(|(name, _)| (*name).to_owned()).collect(),
        KnobValues::Integer(least, most) => {
            // The small ones, those around the defaults, and the greatest, which a match must survive as well.
            let defaults = knob.defaults.iter().filter_map(|default| default.parse::<u32>().ok());
            let near = defaults.flat_map(|default| [default.saturating_sub(1), default, default + 1]);
            let mut all: Vec<u32> = (*least..=*least + 3).chain(near).chain([(*most).min(1024)]).collect();
            all.retain(|value| (least..=most).contains(&value));
            all.sort_unstable();
            all.dedup();
            all.into_iter().map(|value| value.to_string()).collect()
        }
        KnobValues::Number(least, most) => vec![least.to_string(), most.to_string()],
        KnobValues::Text(_) => Vec::new(),
    }
}

/// The same with agents that play at random, which go where sensible ones never do.
fn with_random_agents(game: &dyn DynGame, config: &MatchConfig) -> MatchConfig {
    let base = MatchConfig { agents: Vec::new(), ..config.clone() };
    let seats = start(game, &base).header().seats.clone();
    let agents = seats.into_iter().map(|seat| (seat.id, AgentSpec::from("random"))).collect();
    MatchConfig { agents, ..base }
}

fn start(game: &dyn DynGame, config: &MatchConfig) -> Box<dyn Session> {
    game.start(config, Detail::Full).unwrap_or_else(|error| panic!("{config:?}: {error}"))
}

/// Plays a match and hands every position to `check`, the start and the end included.
fn play(game: &dyn DynGame, config: &MatchConfig, mut check: impl FnMut(&dyn Session)) -> Vec<Record> {
    let mut session = start(game, config);
    let mut records = vec![session.record()];
    check(session.as_ref());
    while session.end().is_none() {
        session.advance();
        records.push(session.record());
        check(session.as_ref());
    }
    let end = session.end().expect("over");
    assert_eq!(end.records as usize, records.len());
    records
}

/// Whether a match can start like this: knobs may leave no legal start, which is an error and no fault.
fn is_possible(game: &dyn DynGame, config: &MatchConfig) -> bool {
    match game.start(config, Detail::Nothing) {
        Ok(_) => true,
        Err(error) => {
            assert!(error.to_string().contains("no legal start"), "{config:?}: {error}");
            false
        }
    }
}

fn for_every_match(mut check: impl FnMut(&'static dyn DynGame, &MatchConfig)) {
    for game in fogreel_games::all() {
        let configs: Vec<MatchConfig> = configs(game).into_iter().filter(|config| is_possible(game, config)).collect();
        assert!(configs.len() > 50);
        for config in configs {
            check(game, &config);
            check(game, &with_random_agents(game, &config));
        }
    }
}

fn seats(session: &dyn Session) -> Vec<Seat> {
    (0..session.header().seats.len()).map(|index| Seat(index as u8)).collect()
}

#[test]
fn ids_are_unique_and_defaults_exist() {
    for game in fogreel_games::all() {
        let info = game.info();
        assert!(std::ptr::addr_eq(fogreel_games::find(info.id).expect("listed"), game));
        assert!(!info.presets.is_empty() && !info.maps.is_empty());
        for seat in &info.seats {
            let known =
                info.agents.iter().any(|agent| agent.name == seat.default_agent && agent.seats.contains(&seat.id));
            assert!(known, "{}: {} has no agent {}", info.id, seat.id, seat.default_agent);
        }
        for knob in &info.knobs {
            assert_eq!(knob.defaults.len(), info.presets.len(), "{}: {}", info.id, knob.name);
        }
    }
}

#[test]
fn the_same_seed_gives_the_same_match() {
    for_every_match(|game, config| {
        assert_eq!(play(game, config, |_| {}), play(game, config, |_| {}), "{config:?}");
    });
}

#[test]
fn a_recorded_match_replays_to_the_same_records() {
    for_every_match(|game, config| {
        let records = play(game, config, |_| {});
        let header = start(game, config).header().clone();
        let mut session = game.replay(&header).expect("its own header");
        assert_eq!(session.header(), &header);
        for (index, record) in records.iter().enumerate() {
            if index > 0 {
                session.apply(&Step::of(record)).unwrap_or_else(|error| panic!("{config:?}, record {index}: {error}"));
            }
            let mut replayed = session.record();
            if index == 0 {
                // A replayed start is fixed, not drawn.
                replayed.chance.clone_from(&record.chance);
            }
            assert_eq!(&replayed, record, "{config:?}, record {index}");
        }
        assert!(session.end().is_some());
    });
}

/// The file format refuses what no reader could make sense of: vocabulary that points nowhere, boards of another size.
#[test]
fn every_match_can_be_kept_in_a_file() {
    for_every_match(|game, config| {
        let mut recorder = Recorder::new(Vec::new(), RecorderOptions { reproducible: true, ..Default::default() });
        game.play(config, &mut recorder).unwrap_or_else(|error| panic!("{config:?}: {error}"));
        let replay = Replay::from_bytes("memory", recorder.into_inner(), Strictness::Strict);
        let replay = replay.unwrap_or_else(|error| panic!("{config:?}: {error}"));
        let timeline = replay.timeline();
        let records = play(game, config, |_| {});
        assert_eq!(timeline.len(), records.len());
        for (index, record) in records.iter().enumerate() {
            assert_eq!(*timeline.record(index).expect("whole"), *record, "{config:?}, record {index}");
        }
    });
}

#[test]
fn legal_actions_are_unique_and_what_the_agents_choose() {
    for_every_match(|game, config| {
        let mut legal: Vec<Vec<String>> = Vec::new();
        let records = play(game, config, |session| {
            let seats = seats(session);
            for seat in &seats {
                let actions = session.legal_actions(*seat);
                let mut unique = actions.clone();
                unique.sort();
                unique.dedup();
                assert_eq!(unique.len(), actions.len(), "{actions:?}");
            }
            legal.push(session.to_act().seats().iter().flat_map(|seat| session.legal_actions(seat)).collect());
        });
        for (before, record) in legal.iter().zip(&records[1..]) {
            for taken in &record.actions {
                assert!(before.contains(&taken.action), "{config:?}, record {}: {taken:?}", record.index);
            }
        }
    });
}

/// The list of legal actions is what the rules accept, no less and no more.
#[test]
fn every_legal_action_is_accepted() {
    for game in fogreel_games::all() {
        for preset in &game.info().presets {
            let whole = MatchConfig { preset: Some(preset.name.to_owned()), seed: 2, ..MatchConfig::default() };
            let config = MatchConfig { knobs: shorter(game, &whole), ..whole };
            let records = play(game, &with_random_agents(game, &config), |_| {});
            for stop in (0..records.len() - 1).step_by(5) {
                let at_stop = || {
                    let mut session = start(game, &with_random_agents(game, &config));
                    for record in &records[1..=stop] {
                        session.apply(&Step::of(record)).expect("recorded");
                    }
                    session
                };
                let session = at_stop();
                let actors: Vec<Seat> = session.to_act().seats().iter().collect();
                let [seat] = actors[..] else { continue };
                for action in session.legal_actions(seat) {
                    let accepted = at_stop().apply(&step(seat, &action));
                    assert!(accepted.is_ok(), "{preset:?}, record {stop}, {action}: {accepted:?}");
                }
            }
        }
    }
}

#[test]
fn what_is_not_legal_changes_nothing() {
    for game in fogreel_games::all() {
        let mut session = start(game, &MatchConfig::default());
        for _ in 0..5 {
            let before = session.record();
            let seat = session.to_act().seats().iter().next().expect("somebody acts");
            let others = seats(session.as_ref()).into_iter().filter(|other| *other != seat);
            let mut wrong: Vec<Step> = vec![Step::default(), step(seat, "no such action"), step(seat, "")];
            wrong.extend(others.map(|other| step(other, &session.legal_actions(other)[0])));
            for step in wrong {
                assert!(session.apply(&step).is_err(), "{step:?}");
                assert_eq!(session.record(), before, "{step:?}");
            }
            session.advance();
        }
    }
}

fn step(seat: Seat, action: &str) -> Step {
    Step { actions: vec![fogreel_engine::data::ActionTaken { seat, action: action.to_owned() }], chance: Vec::new() }
}

/// The product's honesty: redrawing all that a seat cannot know changes nothing of what it is told.
#[test]
fn what_a_seat_cannot_know_changes_nothing_it_sees() {
    let mut differed = 0;
    for_every_match(|game, config| {
        play(game, config, |session| {
            for seat in seats(session) {
                let told = session.observation(seat);
                for seed in 0..3 {
                    let (resampled, changed) = session.observation_of_resampled(seat, seed);
                    assert_eq!(resampled, told, "{config:?}, record {}, seat {seat:?}", session.index());
                    differed += u32::from(changed);
                }
            }
        });
    });
    assert!(differed > 10_000, "resampling must actually change the truth; it did {differed} times");
}

#[test]
fn views_have_the_declared_size_and_vocabulary() {
    for_every_match(|game, config| {
        play(game, config, |session| {
            let (header, record) = (session.header(), session.record());
            assert_eq!(record.views.len(), header.seats.len());
            for view in &record.views {
                check_view(header, view);
                let privileged =
                    view.signals.iter().any(|signal| header.channels[usize::from(signal.channel)].privileged);
                assert!(!privileged, "a privileged signal in a view");
            }
            for signal in &record.privileged {
                assert!(header.channels[usize::from(signal.signal.channel)].privileged);
            }
            for event in &record.events {
                assert!(usize::from(event.kind) < header.event_kinds.len());
                assert!(event.cells.iter().all(|cell| header.board.size.contains(*cell)));
            }
            check_beliefs(header, &record);
        });
    });
}

/// Whatever its agents do, a match holds nothing that the reference of its first opponent model calls impossible; boards too
/// large for exact inference are left out.
#[test]
fn the_truth_lies_in_the_support_of_every_reference() {
    let mut judged = 0;
    for_every_match(|game, config| {
        let Some(reasoning) = fogreel_games::reasoning(game.id()) else { return };
        let model = reasoning.opponent_models()[0].name;
        let start = start(game, config);
        if start.header().board.size.cells() > 100 {
            return;
        }
        let mut references: Vec<_> = seats(start.as_ref())
            .into_iter()
            .map(|seat| reasoning.reference_model(start.header(), seat, model).expect("the first model fits"))
            .collect();
        play(game, config, |session| {
            let (header, mut record) = (session.header(), session.record());
            record.beliefs.clear();
            for reference in &mut references {
                let told = Told::of(&record, reference.seat()).expect("a view of every seat");
                reference.observe(told).unwrap_or_else(|error| panic!("{config:?}: {error}"));
            }
            record.beliefs.extend(references.iter().flat_map(|reference| reference.beliefs()));
            check_beliefs(header, &record);
            for belief in &record.beliefs {
                let cells = record.true_cells(header, &belief.key).expect("a truth");
                assert!(!cells.is_empty());
                for cell in cells {
                    assert!(belief.values()[header.board.size.index(cell)] > 0.0, "{config:?}: {} {cell}", belief.key);
                }
                judged += 1;
            }
        });
    });
    assert!(judged > 1000, "{judged}");
}

fn check_view(header: &Header, view: &View) {
    let size = view.frame.size;
    assert_eq!(view.visible.size(), size);
    assert_eq!(view.last_seen.len(), size.cells());
    assert!(view.visible.indices().all(|index| view.last_seen[index] > 0), "visible now, hence seen");
    for known in &view.pieces {
        assert!(size.contains(known.piece.cell) && usize::from(known.piece.kind) < header.piece_kinds.len());
    }
    for signal in &view.signals {
        assert_eq!(signal.coverage.size(), size);
    }
    assert!(view.facts.iter().all(|fact| usize::from(fact.fact) < header.facts.len()));
    for message in &view.messages {
        let text = message.render(&header.messages[usize::from(message.template)].text);
        assert!(!text.contains('{'), "an argument is missing: {text}");
    }
}

fn check_beliefs(header: &Header, record: &Record) {
    for belief in &record.beliefs {
        assert!(header.seat(&belief.key.owner).is_some(), "{}", belief.key);
        let target = header.targets.iter().find(|target| target.id == belief.key.target).expect("a declared target");
        if target.domain == Domain::Cells {
            assert_eq!(belief.values().len(), header.board.size.cells());
        }
        assert!(belief.values().iter().all(|p| p.is_finite() && *p >= 0.0));
        if let BeliefKind::Categorical(values) = &belief.kind {
            assert!((values.iter().sum::<f64>() - 1.0).abs() < 1e-9, "{}", belief.key);
        }
    }
}
