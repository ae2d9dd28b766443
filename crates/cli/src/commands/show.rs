//! `fogreel show`

use std::io::Write;

use fogreel_analysis::text::{TextError, TurnOptions, turn};
use fogreel_engine::data::Rgb;
use fogreel_plots::color::ColorMap;

use crate::args::ShowArgs;
use crate::failure::{Failure, Result};
use crate::input;
use crate::output::{stdout, terminal_width, wants_color};

pub(super) fn run(args: &ShowArgs) -> Result<()> {
    let recording = input::open_whole(&args.file, args.read)?;
    let timeline = recording.timeline();
    let viewpoint = input::viewpoint(timeline, args.viewpoint.as_deref())?;
    let index = input::record_at(timeline, args.turn)?;
    let belief = input::belief(timeline, args.belief.as_ref(), viewpoint)?;
    let options = TurnOptions {
        viewpoint,
        belief: belief.as_ref(),
        outcome: timeline.end().filter(|_| index + 1 == timeline.len()).map(|end| &end.outcome),
        notes: timeline.notes(),
        colors: wants_color(args.color).then_some(cividis as fn(f64) -> Rgb),
        width: terminal_width().unwrap_or(TurnOptions::DEFAULT_WIDTH),
    };
    let text = turn(timeline.header(), &*timeline.record(index)?, &options).map_err(|error| match error {
        TextError::NoTruth => Failure::usage(format!("{error}; use --as with a seat")),
        TextError::NoView => Failure::usage(error),
    })?;
    let mut out = stdout();
    out.write_all(text.as_bytes())?;
    Ok(out.flush()?)
}

fn cividis(position: f64) -> Rgb {
    ColorMap::Cividis.at(position)
}
