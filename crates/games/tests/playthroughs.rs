//! Golden playthroughs: a match per game and preset, told record by record as the referee and each seat see it.
//!
//! They lie beside each game and are reviewed as text. `INSTA_UPDATE=always cargo test -p fogreel-games --test
//! playthroughs` rewrites them.

use std::fmt::Write as _;

use fogreel_engine::data::{BeliefKind, Record, SignalOutcome};
use fogreel_engine::{Detail, Header, MatchConfig, TextBoard};

/// Records told at most; a match that goes on longer is cut with a word.
const RECORDS: usize = 24;

#[test]
fn matches_read_as_they_did() {
    for game in fogreel_games::all() {
        let info = game.info();
        for preset in &info.presets {
            let seed = if preset.name == info.demo.preset { info.demo.seed } else { 1 };
            let config = MatchConfig { preset: Some(preset.name.to_owned()), seed, ..MatchConfig::default() };
            let mut session = game.start(&config, Detail::Full).expect("a start");
            let mut text = format!("{} {} seed {seed}\n", info.id, preset.name);
            let setup: Vec<String> = session.header().setup.iter().map(ToString::to_string).collect();
            let _ = writeln!(text, "{}", setup.join(" "));
            tell(&mut text, session.header(), &session.record());
            for _ in 1..RECORDS {
                if session.end().is_some() {
                    break;
                }
                session.advance();
                tell(&mut text, session.header(), &session.record());
            }
            match session.end() {
                Some(end) => writeln!(text, "\n{} ({}, {} turns)", end.outcome.text, end.outcome.reason, end.turns),
                None => writeln!(text, "\n(the match goes on)"),
            }
            .expect("text grows");
            let folder = format!("{}/src/{}/golden", env!("CARGO_MANIFEST_DIR"), info.id);
            insta::with_settings!({
                snapshot_path => folder,
                prepend_module_to_snapshot => false,
                omit_expression => true,
            }, {
                insta::assert_snapshot!(preset.name, text);
            });
        }
    }
}

fn tell(text: &mut String, header: &Header, record: &Record) {
    let seat = |index: usize| header.seats[index].id.as_str();
    let actions: Vec<String> =
        record.actions.iter().map(|taken| format!("{}: {}", seat(taken.seat.index()), taken.action)).collect();
    let _ = writeln!(
        text,
        "\n== record {}, turn {}, round {}  {}",
        record.index,
        record.turn,
        record.round,
        actions.join(", ")
    );
    for draw in &record.chance {
        let _ = writeln!(text, "drawn {}: {} (p {:?})", draw.stream, draw.outcome, draw.probability);
    }
    for event in &record.events {
        let audience: Vec<&str> = event.audience.iter().map(|who| seat(who.index())).collect();
        let kind = &header.event_kinds[usize::from(event.kind)];
        let _ = writeln!(text, "event {} {:?} noticed by {}", kind.id, event.cells, audience.join(", "));
    }
    for decision in &record.decisions {
        let scores: Vec<String> = decision
            .candidates
            .iter()
            .map(|candidate| format!("{} {:.2}", candidate.action, candidate.score))
            .collect();
        let _ = writeln!(text, "decided by {}: {}", decision.branch, scores.join(", "));
    }
    tell_boards(text, header, record);
    for view in &record.views {
        let signals: Vec<String> = view
            .signals
            .iter()
            .filter(|signal| signal.outcome != SignalOutcome::Unavailable)
            .map(|signal| {
                let channel = &header.channels[usize::from(signal.channel)].id;
                let outcome = if signal.outcome == SignalOutcome::Hit { "hit" } else { "miss" };
                format!("{channel} {outcome} {:?} of {}", signal.cells, signal.coverage.len())
            })
            .collect();
        let facts: Vec<String> = view
            .facts
            .iter()
            .map(|fact| format!("{} {}", header.facts[usize::from(fact.fact)].id, fact.value))
            .collect();
        let _ = writeln!(text, "{}: {} | {}", seat(view.seat.index()), signals.join("; "), facts.join(", "));
    }
    for belief in &record.beliefs {
        let support = belief.values().iter().filter(|p| **p > 0.0).count();
        let at_truth = match &belief.kind {
            BeliefKind::Count(counts) => {
                let size = header.board.size;
                let cells = record.true_cells(header, &belief.key).unwrap_or_default();
                let expected: Vec<f64> = cells.iter().map(|cell| counts[size.index(*cell)]).collect();
                format!("of {:.4} expected at the true cells {expected:.4?}", counts.iter().sum::<f64>())
            }
            BeliefKind::Categorical(p) | BeliefKind::Bernoulli(p) => {
                format!("p(truth) {:.4?}", record.true_element(header, &belief.key).map(|element| p[element]))
            }
        };
        let _ = writeln!(text, "{}: {support} cells, {at_truth}", belief.key);
    }
}

/// Referee and seats side by side.
fn tell_boards(text: &mut String, header: &Header, record: &Record) {
    let mut boards: Vec<(String, TextBoard)> = Vec::new();
    if let Some(truth) = &record.truth {
        boards.push(("referee".to_owned(), TextBoard::of_truth(header, truth)));
    }
    for view in &record.views {
        boards.push((header.seats[view.seat.index()].id.clone(), TextBoard::of_view(header, view)));
    }
    let width = boards.iter().map(|(_, board)| usize::from(board.size().cols)).max().unwrap_or(0).max(10) + 2;
    let title: String = boards.iter().map(|(name, _)| format!("{name:<width$}")).collect();
    let _ = writeln!(text, "{}", title.trim_end());
    let rows: Vec<Vec<String>> = boards.iter().map(|(_, board)| board.rows().collect()).collect();
    for row in 0..rows.iter().map(Vec::len).max().unwrap_or(0) {
        // Bars keep blank fog visible at the end of a line.
        let line: String = rows
            .iter()
            .map(|rows| format!("{:<width$}", format!("{}|", rows.get(row).map_or("", String::as_str))))
            .collect();
        let _ = writeln!(text, "{}", line.trim_end());
    }
}
