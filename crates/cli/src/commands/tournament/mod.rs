//! `fogreel tournament`

mod bracketed;
mod columns;
mod compared;
mod figures;
mod folder;
mod markdown;
mod playing;
mod shown;
mod text;

use std::io::Write;

use fogreel_analysis::statistics::Hypotheses;
use fogreel_engine::{DynGame, MapSource, shell_word};
use fogreel_tournament::{IntervalMethod, Results, Standings, StandingsOptions, Tournament, TournamentConfig};

use self::folder::Folder;
use self::shown::Shown;
use super::record::map_source;
use crate::args::{IntervalKind, TableFormat, TournamentArgs};
use crate::failure::{Failure, Result};
use crate::output::{stdout, write_json};

/// Starts on each map if nobody says how many.
const STARTS: u64 = 100;
/// The same for a sequential test, which ends by itself.
const SEQUENTIAL_STARTS: u64 = 1_000_000;

pub(super) fn run(args: &TournamentArgs) -> Result<()> {
    let game = fogreel_games::find(&args.game)?;
    let tournament = Tournament::resolve(game, &config(game, args)?)?;
    let (folder, mut results) = match &args.out {
        Some(path) => Folder::open(path, tournament.plan(), args).map(|(folder, results)| (Some(folder), results))?,
        None => (None, Results::default()),
    };
    let mut folder = folder;
    let is_stopped = playing::play(game, &tournament, &mut results, folder.as_mut(), args)?;
    let interval = match args.interval {
        IntervalKind::Wilson => IntervalMethod::Wilson,
        IntervalKind::ClopperPearson => IntervalMethod::ClopperPearson,
    };
    let options = StandingsOptions { confidence: args.confidence / 100.0, interval };
    let standings = Standings::of(tournament.plan(), &results, &options);
    let brackets = match args.bracket && !is_stopped {
        true => bracketed::compute(game, &tournament, &results, standings.starts, args)?,
        false => None,
    };
    let is_stopped = is_stopped || args.bracket && brackets.is_none();
    let shown = Shown {
        game: game.info(),
        plan: tournament.plan(),
        standings: &standings,
        brackets: brackets.as_deref(),
        is_whole: !is_stopped,
    };
    if let Some(folder) = folder {
        folder.finish(&shown, &results, args.keep.keep().is_some())?;
    }
    show(&shown, args)?;
    if is_stopped {
        return Err(Failure::interrupted(how_to_go_on(&standings, &tournament, args)));
    }
    Ok(())
}

/// Writes the standings to standard output.
fn show(shown: &Shown<'_>, args: &TournamentArgs) -> Result<()> {
    if args.json {
        return write_json(&shown.json());
    }
    let mut out = stdout();
    match args.format {
        TableFormat::Text => out.write_all(text::write(shown).as_bytes())?,
        TableFormat::Markdown => out.write_all(markdown::write(shown).as_bytes())?,
    }
    Ok(out.flush()?)
}

fn config(game: &dyn DynGame, args: &TournamentArgs) -> Result<TournamentConfig> {
    let starts = if args.sprt.is_some() { SEQUENTIAL_STARTS } else { STARTS };
    let maps = args.maps.iter().map(|map| map_source(game, map)).collect::<Result<Vec<MapSource>>>()?;
    Ok(TournamentConfig {
        presets: args.presets.clone(),
        knobs: args.knobs.clone(),
        maps,
        setup: args.setup.clone(),
        agents: args.agents.iter().map(|named| (named.seat.clone(), named.agents.clone())).collect(),
        first_seed: args.seed,
        starts: args.starts.map_or(starts, u64::from),
        sequential: args.sprt.map(|sprt| Hypotheses { scale: args.sprt_scale.scale(), ..sprt }),
    })
}

/// What somebody is told who stopped a tournament.
fn how_to_go_on(standings: &Standings, tournament: &Tournament, args: &TournamentArgs) -> String {
    let said = match args.sprt {
        Some(_) => format!("stopped after {} starts", standings.starts),
        None => format!("stopped after {} of {} starts", standings.starts, tournament.plan().starts_in_all()),
    };
    if args.out.is_none() {
        return format!("{said}; with --out DIR a tournament can go on where it stopped");
    }
    let words = std::env::args().skip(1).filter(|word| word != "--force" && word != "--resume");
    let command: Vec<String> = words.map(|word| shell_word(&word)).collect();
    format!("{said}; to go on: fogreel {} --resume", command.join(" "))
}
