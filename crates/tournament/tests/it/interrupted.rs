//! The same results whatever the number of threads, and however often a tournament was interrupted.

use std::cell::Cell;
use std::ops::ControlFlow;
use std::path::Path;

use fogreel_engine::{DynGame, Unobserved};
use fogreel_tournament::{
    Journal, JournalError, MatchResult, Results, Standings, StandingsOptions, Stop, Tournament, TournamentConfig, run,
    threads,
};

use crate::duel::Duel;

#[derive(Debug)]
struct Broken;

impl From<JournalError> for Broken {
    fn from(error: JournalError) -> Self {
        panic!("{error}")
    }
}

/// Plays on until everything is known, or `limit` batches were taken in.
fn go_on(tournament: &Tournament, file: &Path, jobs: usize, limit: usize) -> Option<Results> {
    let (mut journal, mut results) = Journal::resume(file, tournament.plan()).expect("a journal");
    let list = results.missing(tournament.plan().matches());
    let batches = Cell::new(0);
    let play = |index: &u64| -> Result<MatchResult, Broken> {
        let fixture = tournament.fixture(*index);
        Ok(tournament.prepared(&fixture).play(fixture.seed, &mut Unobserved).map_err(|_| Broken)?.into())
    };
    run(&threads(jobs).expect("threads"), list, &Stop::default(), play, |played| {
        journal.append(played.iter().map(|(index, result)| (*index, result)))?;
        played.into_iter().for_each(|(index, result)| results.insert(index, result));
        batches.set(batches.get() + 1);
        Ok(if batches.get() >= limit { ControlFlow::Break(()) } else { ControlFlow::Continue(()) })
    })
    .expect("plays");
    (results.len() == tournament.plan().matches()).then(|| {
        journal.finish(&results).expect("finished");
        results
    })
}

fn check(game: &dyn DynGame, config: &TournamentConfig) {
    let folder = tempfile::tempdir().expect("a folder");
    let tournament = Tournament::resolve(game, config).expect("resolves");
    let at_once = folder.path().join("at-once");
    let results = go_on(&tournament, &at_once, 1, usize::MAX).expect("whole");
    let standings = Standings::of(tournament.plan(), &results, &StandingsOptions::default());
    assert_eq!((standings.starts, standings.matches), (tournament.plan().starts_in_all(), tournament.plan().matches()));
    let expected = std::fs::read(&at_once).expect("readable");
    for (jobs, limit) in [(4, usize::MAX), (1, 3), (3, 2)] {
        let file = folder.path().join(format!("{jobs}-{limit}"));
        let (mut again, mut runs) = (None, 0);
        while again.is_none() {
            again = go_on(&tournament, &file, jobs, limit);
            runs += 1;
            // What a kill leaves: a piece of a line. Not every time, or one match a run would never get anywhere.
            if again.is_none() && runs % 2 == 0 {
                let mut bytes = std::fs::read(&file).expect("readable");
                bytes.truncate(bytes.len() - 3);
                std::fs::write(&file, bytes).expect("writable");
            }
        }
        assert!(runs > 1 || limit == usize::MAX);
        let again = Standings::of(tournament.plan(), &again.expect("whole"), &StandingsOptions::default());
        assert_eq!(again, standings, "{jobs} at once, stopped {runs} times");
        assert_eq!(std::fs::read(&file).expect("readable"), expected, "the journal, byte by byte");
    }
}

#[test]
fn real_matches_come_out_the_same() {
    let game = fogreel_games::all().next().expect("a game");
    // Two a seat: thinking agents take seconds.
    let info = game.info();
    let two = |seat: &str| info.agents_for(seat).take(2).map(|agent| agent.name.into()).collect();
    let agents = info.seats.iter().map(|seat| (seat.id.to_owned(), two(seat.id))).collect();
    check(game, &TournamentConfig { starts: 10, agents, ..Default::default() });
}

#[test]
fn swapped_sides_come_out_the_same() {
    check(&Duel, &TournamentConfig { starts: 40, ..Default::default() });
}

/// Where only a part is known, all pairings stand on the same starts.
#[test]
fn half_a_tournament_counts_whole_starts() {
    let tournament =
        Tournament::resolve(&Duel, &TournamentConfig { starts: 10, ..Default::default() }).expect("resolves");
    let plan = tournament.plan();
    let mut results = Results::default();
    for index in (0..plan.matches()).filter(|index| *index != 4 * plan.matches_a_start() + 3) {
        let fixture = tournament.fixture(index);
        results.insert(index, tournament.prepared(&fixture).play(fixture.seed, &mut Unobserved).expect("plays").into());
    }
    let standings = Standings::of(plan, &results, &StandingsOptions::default());
    assert_eq!((standings.starts, standings.matches), (4, 4 * plan.matches_a_start()));
    for counted in &standings.presets[0].pairings {
        assert_eq!(counted.tally.matches(), 4);
    }
    // The matrix holds both sides of each pair, and is its own mirror image.
    let matrix = &standings.presets[0].matrix;
    for row in 0..4 {
        assert!(matrix.cells[row][row].is_none());
        for column in (0..4).filter(|column| *column != row) {
            let [one, other] =
                [[row, column], [column, row]].map(|[row, column]| matrix.cells[row][column].expect("met").tally);
            assert_eq!(one, other.reversed());
            assert_eq!(one.matches(), 8);
        }
    }
}
