//! `fogreel record`

use std::io::Write;
use std::path::{Path, PathBuf};

use fogreel_analysis::WithReferences;
use fogreel_engine::data::{Keep, Outcome};
use fogreel_engine::{Detail, DynGame, End, MapSource, MatchConfig, Prepared};
use fogreel_recorder::{Recorder, RecorderOptions, SyncLevel};
use serde::Serialize;

use super::record_many;
use crate::args::{KeepKind, RecordArgs, Sync};
use crate::failure::{Failure, Result};
use crate::output::{notice, stdout, write_json};
use crate::references;

#[derive(Serialize)]
struct Recorded<'a> {
    file: &'a Path,
    game: &'static str,
    seed: u64,
    turns: u32,
    records: u32,
    outcome: &'a Outcome,
    bytes: u64,
    /// What the match says of opponent models that were weighed against each other.
    opponent_models: &'a [WeighedModel],
}

/// A match as it was recorded.
pub(super) struct Played {
    pub(super) end: End,
    opponent_models: Vec<WeighedModel>,
}

/// An opponent model and how probable the match left it.
#[derive(Serialize)]
struct WeighedModel {
    /// Whose reference weighed it.
    seat: String,
    model: String,
    probability: f64,
}

pub(super) fn run(args: &RecordArgs) -> Result<()> {
    let game = fogreel_games::find(&args.game)?;
    let config = MatchConfig {
        preset: args.preset.clone(),
        knobs: args.knobs.clone(),
        map: args.map.as_deref().map_or(Ok(MapSource::Default), |map| map_source(game, map))?,
        setup: args.setup.clone(),
        seed: args.seed,
        agents: args.agents.iter().map(|agent| (agent.seat.clone(), agent.agent.clone())).collect(),
    };
    let keep = match args.keep {
        Some(KeepKind::Full) => Keep::Full,
        Some(KeepKind::Views) => Keep::Views,
        Some(KeepKind::Moves) => Keep::Moves,
        // Thousands of whole matches fill a disk; the moves regenerate them.
        None if args.count.is_some_and(|count| count > 100) => Keep::Moves,
        None => Keep::Full,
    };
    if keep != Keep::Full && !args.references.is_empty() {
        return Err(Failure::usage("--reference stores beliefs, which are kept with --keep full alone"));
    }
    let options = RecorderOptions {
        keep,
        sync: match args.sync {
            Sync::Record => SyncLevel::Record,
            Sync::Interval => SyncLevel::default(),
            Sync::End => SyncLevel::End,
        },
        reproducible: args.reproducible,
        overwrite: args.force,
    };
    if let Some(count) = args.count {
        return record_many::run(game, &config, options, count, args);
    }
    let file = args.out.clone().unwrap_or_else(|| default_file(game, config.preset.as_deref(), config.seed));
    let prepared = game.prepare(&config)?;
    let Played { end, opponent_models } =
        record(game, prepared.as_ref(), config.seed, &file, options, &args.references)?;
    let bytes = std::fs::metadata(&file).map_or(0, |metadata| metadata.len());
    if args.json {
        return write_json(&Recorded {
            file: &file,
            game: game.info().id,
            seed: args.seed,
            turns: end.turns,
            records: end.records,
            outcome: &end.outcome,
            bytes,
            opponent_models: &opponent_models,
        });
    }
    let mut out = stdout();
    writeln!(out, "{}", end.outcome.text)?;
    writeln!(out, "{} turns, {} records, {bytes} bytes: {}", end.turns, end.records, file.display())?;
    for WeighedModel { seat, model, probability } in &opponent_models {
        writeln!(out, "  the {seat}'s opponent: `{model}` with probability {probability:.3}")?;
    }
    Ok(out.flush()?)
}

/// Plays a match and records it into a new file, with the beliefs of references under these opponent models.
pub(super) fn record(
    game: &dyn DynGame,
    prepared: &dyn Prepared,
    seed: u64,
    file: &Path,
    options: RecorderOptions,
    models: &[String],
) -> Result<Played> {
    // A match that cannot start, or not with these references, must not leave an empty file behind.
    let start = prepared.start(seed, Detail::Nothing)?;
    let mut trial = references::named(game, start.header(), models)?;
    trial.add_to(&mut start.record());
    if let Some((_, error)) = trial.errors().next() {
        return Err(Failure::usage(format!("--reference: {error}")));
    }
    let mut references = references::named(game, start.header(), models)?;
    let mut recorder = Recorder::create(file, options)?;
    let end = prepared.play(seed, &mut WithReferences::new(&mut recorder, &mut references))?;
    let id = |seat| start.header().seat_info(seat).map_or("", |info| info.id.as_str());
    for (seat, error) in references.errors() {
        notice(&format!("fogreel: {}: the {}'s reference ends there: {error}", file.display(), id(seat)));
    }
    let weighed = references.weighed_models().flat_map(|(seat, models)| {
        let weighed = move |(model, probability)| WeighedModel { seat: id(seat).to_owned(), model, probability };
        models.into_iter().map(weighed)
    });
    Ok(Played { end, opponent_models: weighed.collect() })
}

/// Where a map comes from that is named on a command line.
pub(super) fn map_source(game: &dyn DynGame, map: &str) -> Result<MapSource> {
    let info = game.info();
    let maps = info.maps;
    if info.map_generator.is_some_and(|generator| map.starts_with(generator.prefix))
        || maps.iter().any(|known| known.name == map)
    {
        return Ok(MapSource::Named(map.to_owned()));
    }
    match std::fs::read(map) {
        Ok(bytes) => {
            let text = String::from_utf8(bytes)
                .map_err(|error| Failure::usage(format!("map {map}: not a text in UTF-8: {}", error.utf8_error())))?;
            let name = Path::new(map).file_stem().map_or_else(|| map.into(), |stem| stem.to_string_lossy());
            Ok(MapSource::Text { name: name.into_owned(), text })
        }
        Err(error) => {
            let names: Vec<&str> = maps.iter().map(|known| known.name).collect();
            let near = fogreel_engine::nearest(map, names.iter().copied());
            let near = near.map(|name| format!(" (did you mean `{name}`?)")).unwrap_or_default();
            Err(Failure::usage(format!(
                "map `{map}` is no map of the game{near}, nor a readable file ({error}); there is: {}",
                names.join(", ")
            )))
        }
    }
}

/// The file of a match whose name nobody chose.
pub(super) fn default_file(game: &dyn DynGame, preset: Option<&str>, seed: u64) -> PathBuf {
    let info = game.info();
    let preset = preset.unwrap_or_else(|| info.presets.first().map_or("", |preset| preset.name));
    PathBuf::from(format!("{}-{preset}-{seed}.fogreel", info.id))
}
