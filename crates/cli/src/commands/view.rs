//! `fogreel view`

use std::sync::Arc;

use fogreel_recorder::Timeline;
use fogreel_viewer::{Preset, ScreenshotRequest, Theme, ViewOptions};

use crate::args::{LayoutKind, Read, ThemeKind, ViewArgs};
use crate::failure::{Failure, Result};
use crate::input;

pub(super) fn run(args: ViewArgs) -> Result<()> {
    if let Some(missing) = args.paths.iter().find(|path| !path.exists()) {
        return Err(Failure::unreadable(format!("{}: there is no such file or folder", missing.display())));
    }
    if args.screenshot.is_some() && args.paths.is_empty() {
        return Err(Failure::usage("--screenshot needs a recording"));
    }
    if let Some(picture) = args.screenshot.as_ref().filter(|picture| picture.exists() && !args.force) {
        return Err(Failure::usage(format!("{} exists already; --force replaces it", picture.display())));
    }
    // One file that opens can be asked whether it has the turn; what does not open is the window's to salvage.
    if let (Some(turn), [file]) = (args.turn, args.paths.as_slice())
        && let Ok(replay) = input::open_quietly(file, Read::Tail)
    {
        input::record_at(replay.timeline(), Some(turn))?;
    }
    fogreel_viewer::run(ViewOptions {
        paths: args.paths,
        turn: args.turn,
        screenshot: args.screenshot.map(|path| ScreenshotRequest { path }),
        size: args.size,
        theme: args.theme.map(|theme| match theme {
            ThemeKind::Light => Theme::Light,
            ThemeKind::Dark => Theme::Dark,
        }),
        layout: args.layout.map(|layout| match layout {
            LayoutKind::Four => Preset::Four,
            LayoutKind::Two => Preset::Two,
            LayoutKind::Focus => Preset::Focus,
            LayoutKind::Beliefs => Preset::Beliefs,
        }),
        regenerate: Some(Arc::new(regenerate)),
        reasoning: Some(fogreel_games::reasoning),
    })?;
    Ok(())
}

/// Whole records where the rules can play them again; the window says what is missing otherwise.
fn regenerate(timeline: Timeline) -> Timeline {
    match input::regenerate_records(&timeline) {
        Some(Ok(whole)) => whole,
        Some(Err(_)) | None => timeline,
    }
}
