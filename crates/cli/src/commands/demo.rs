//! `fogreel demo`

use std::io::Write;
use std::path::{Path, PathBuf};

use fogreel_engine::{MatchConfig, Viewpoint};
use fogreel_plots::{FigureFiles, FigureFormat, FigureRequest, FigureSubject, NamedMatch, default_sheet_records};
use fogreel_recorder::RecorderOptions;
use fogreel_viewer::{ViewOptions, ViewerError};

use super::{export, info, record};
use crate::args::DemoArgs;
use crate::failure::{Failure, Result};
use crate::input;
use crate::output::{make_folder, stdout};

const FILE: &str = "match.fogreel";

pub(super) fn run(args: &DemoArgs) -> Result<()> {
    let game = fogreel_games::all().next().ok_or_else(|| Failure::machine("no game is registered"))?;
    let demo = game.info().demo;
    let folder = free_folder(&args.out)?;
    let config = MatchConfig { preset: Some(demo.preset.to_owned()), seed: demo.seed, ..MatchConfig::default() };
    let file = folder.join(FILE);
    let end =
        record::record(game, game.prepare(&config)?.as_ref(), config.seed, &file, RecorderOptions::default(), &[])?.end;

    let mut out = stdout();
    writeln!(out, "{}, preset {}, seed {}: {}", game.info().title, demo.preset, demo.seed, end.outcome.text)?;
    writeln!(out, "  recording  {} ({} turns)", file.display(), end.turns)?;
    out.flush()?;

    let replay = info::must_open(&file)?;
    let timeline = replay.timeline();
    if let Some(key) = input::belief(timeline, None, Viewpoint::Referee)? {
        let mut records = default_sheet_records(timeline, &key);
        // The turns that the story names are among the figures.
        for turn in demo.more_turns.iter().chain([&demo.turn]) {
            records.push(input::record_at(timeline, Some(*turn))?);
        }
        records.sort_unstable();
        records.dedup();
        let figures = folder.join("figures");
        let files =
            FigureFiles { folder: figures.clone(), formats: FigureFormat::ALL.to_vec(), dpi: 200.0, replace: true };
        let draw = |subject| {
            let request = FigureRequest { records: Some(records.clone()), ..FigureRequest::new(subject) };
            let matches = [Ok::<_, Failure>(NamedMatch { name: "match", timeline, reasoning: None })];
            files.draw(&request, matches, export::warn_of_height)
        };
        let sheet = draw(FigureSubject::Sheet(key.clone()))?;
        let single = draw(FigureSubject::Heatmap(key))?;
        if let Some(first) = sheet.first() {
            writeln!(out, "  sheet      {} (and .png, .csv)", first.display())?;
        }
        writeln!(out, "  heat maps  {} files in {}", single.len(), figures.display())?;
    }
    if !demo.story.is_empty() {
        writeln!(out, "  look for   {}", demo.story)?;
    }
    writeln!(out, "  next       fogreel show {} --turn {}", file.display(), demo.turn)?;
    out.flush()?;
    drop(replay);
    if args.no_window {
        return Ok(());
    }
    open_window(&mut out, &file, demo.turn)
}

/// A demo without a display is still a demo.
fn open_window(out: &mut impl Write, file: &Path, turn: u32) -> Result<()> {
    let options = ViewOptions {
        paths: vec![file.to_owned()],
        turn: Some(turn),
        reasoning: Some(fogreel_games::reasoning),
        ..ViewOptions::default()
    };
    match fogreel_viewer::run(options) {
        Ok(()) => Ok(()),
        Err(error @ ViewerError::NoDisplay { .. }) => {
            writeln!(out, "  window     not opened: {error}")?;
            Ok(out.flush()?)
        }
        Err(error) => Err(error.into()),
    }
}

/// The folder, or the first of `folder-2`, `folder-3`, … that holds no demo yet. Nothing is overwritten.
fn free_folder(folder: &Path) -> Result<PathBuf> {
    let name = folder.file_name().map_or_else(|| "fogreel-demo".into(), |name| name.to_string_lossy().into_owned());
    let numbered = |number: u32| {
        if number == 1 { folder.to_owned() } else { folder.with_file_name(format!("{name}-{number}")) }
    };
    let free = (1..1000).map(numbered).find(|folder| !folder.join(FILE).exists() && !folder.join("figures").exists());
    let folder = free.ok_or_else(|| Failure::usage(format!("{}: too many demos; use --out", folder.display())))?;
    make_folder(&folder)?;
    Ok(folder)
}
