//! The bounds of best responses: worked out, and as text.

use std::collections::BTreeMap;
use std::ops::ControlFlow;

use fogreel_analysis::statistics::Interval;
use fogreel_engine::DynGame;
use fogreel_tournament::{BestScore, Bracket, Responses, Results, StartCeilings, Tournament};
use serde::Serialize;

use super::columns;
use super::markdown::escaped;
use super::shown::{Shown, amount};
use crate::args::TournamentArgs;
use crate::failure::{Failure, Result};
use crate::matches::{Amount, play_many};

/// The brackets of one preset.
#[derive(Serialize)]
pub(super) struct PresetBrackets {
    preset: String,
    brackets: Vec<Bracket>,
}

/// Works out the brackets over the first `starts`; `None` if somebody stopped it.
///
/// # Errors
/// Exit code 2 if the game has none.
pub(super) fn compute(
    game: &dyn DynGame,
    tournament: &Tournament,
    results: &Results,
    starts: u64,
    args: &TournamentArgs,
) -> Result<Option<Vec<PresetBrackets>>> {
    let plan = tournament.plan();
    let reasoning = fogreel_games::reasoning(game.id());
    let none = || Failure::usage(format!("--bracket: no best responses are known for {}", game.info().title));
    let responses = Responses::new(tournament, game, reasoning.ok_or_else(none)?)?;
    let mut ceilings: BTreeMap<u64, StartCeilings> = BTreeMap::new();
    let amount = Amount { of: "best responses", all: starts, done: 0, jobs: args.jobs };
    let work = |start: u64| Ok(responses.ceilings(plan, start)?);
    let is_stopped = play_many(&amount, 0..starts, work, |found, _| {
        ceilings.extend(found);
        Ok(ControlFlow::Continue(()))
    })?;
    let of_preset = |(preset, conditions): (&str, Vec<usize>)| PresetBrackets {
        preset: preset.to_owned(),
        brackets: responses.brackets(plan, results, &conditions, &ceilings),
    };
    let is_whole = !is_stopped || ceilings.len() as u64 == starts;
    Ok(is_whole.then(|| plan.presets().into_iter().map(of_preset).collect()))
}

/// The brackets of one preset: a table for each seat that responds.
pub(super) fn brackets(shown: &Shown<'_>, preset: usize) -> String {
    let mut text = String::new();
    for Table { seat, opponent, lines, unknown, given_up } in tables(shown, preset) {
        let heading = [opponent, &format!("best {seat}"), "points in 100 [95 %]", "at most"].map(str::to_owned);
        text += &format!("\nBest response as {seat}: the best one that played, and what none can surpass\n");
        text += &columns::set(&heading, &lines, 2);
        if given_up > 0 {
            let starts = amount(given_up, "start", "starts");
            text += &format!("The search was given up on {starts}, which count as won.\n");
        }
        if let [(_, why), ..] = unknown.as_slice() {
            let opponents: Vec<&str> = unknown.iter().map(|(opponent, _)| opponent.as_str()).collect();
            text += &format!("Not known against {}: {why}.\n", opponents.join(", "));
        }
    }
    text
}

/// The same as Markdown, a table for each seat.
pub(super) fn markdown(shown: &Shown<'_>, preset: usize) -> Vec<String> {
    let of_table = |Table { seat, opponent, lines, .. }: Table<'_>| {
        let name = &shown.standings.presets[preset].preset;
        let mut table = format!("| `{name}`: {opponent} | best {seat} | points in 100 | at most |\n");
        table += "| --- | --- | --- | --- |\n";
        for line in lines {
            let cells: Vec<String> = line.iter().map(|cell| escaped(cell)).collect();
            table += &format!("| {} |\n", cells.join(" | "));
        }
        table
    };
    tables(shown, preset).into_iter().map(of_table).collect()
}

/// What one seat's best responses are between.
struct Table<'a> {
    seat: &'a str,
    /// The other seat.
    opponent: &'a str,
    /// Opponent, best player, its points with their interval, and what none can surpass.
    lines: Vec<Vec<String>>,
    /// Opponents against which that is not known, and why.
    unknown: Vec<(String, &'a str)>,
    /// Starts on which a search was given up.
    given_up: u64,
}

/// The tables of one preset, of each seat about which something is known.
fn tables<'a>(shown: &Shown<'a>, preset: usize) -> Vec<Table<'a>> {
    let Some(of_preset) = shown.brackets.and_then(|all| all.get(preset)) else { return Vec::new() };
    let mut tables = Vec::new();
    for (seat, opponent) in shown.plan.seats.iter().zip(shown.plan.seats.iter().rev()) {
        let mut table = Table { seat, opponent, lines: Vec::new(), unknown: Vec::new(), given_up: 0 };
        for bracket in of_preset.brackets.iter().filter(|bracket| bracket.seat == *seat) {
            let opponent = shown.label(bracket.opponent).to_owned();
            let Some(best) = bracket.best else { continue };
            match &bracket.ceiling {
                BestScore::AtMost(ceiling) => {
                    let Interval { low, high } = best.interval;
                    let found = format!("{} [{}, {}]", points(best.score), points(low), points(high));
                    table.lines.push(vec![opponent, shown.label(best.player).to_owned(), found, points(ceiling.score)]);
                    table.given_up += ceiling.given_up;
                }
                BestScore::Unknown(why) => table.unknown.push((opponent, why)),
            }
        }
        if !table.lines.is_empty() {
            tables.push(table);
        }
    }
    tables
}

fn points(score: f64) -> String {
    format!("{:.1}", 100.0 * score)
}
