//! `fogreel export`

use std::io::Write;
use std::path::{Path, PathBuf};

use fogreel_engine::Viewpoint;
use fogreel_engine::data::BeliefKey;
use fogreel_plots::color::{ColorMap, Scale};
use fogreel_plots::{Figure, HeatmapOptions, default_sheet_records, fitted_range, heatmap, sheet};
use fogreel_recorder::Timeline;

use crate::args::{Colors, ExportArgs, FigureKind, Format, ScaleKind};
use crate::failure::{Failure, Result};
use crate::input;
use crate::output::{make_folder, notice, stdout, write_file};
use crate::records::Ranges;

pub(super) fn run(args: &ExportArgs) -> Result<()> {
    let recording = input::open_whole(&args.file, args.read)?;
    let timeline = recording.timeline();
    let key = input::belief(timeline, args.belief.as_ref(), Viewpoint::Referee)?
        .ok_or_else(|| Failure::usage(format!("{}: holds no belief to draw", args.file.display())))?;
    let records = match &args.turns {
        Some(turns) => records_of_turns(timeline, turns)?,
        None => default_sheet_records(timeline, &key),
    };
    let options = HeatmapOptions {
        scale: match args.scale {
            ScaleKind::Linear => Scale::Linear,
            ScaleKind::Log => Scale::Log,
        },
        colors: match args.colors {
            Colors::Cividis => ColorMap::Cividis,
            Colors::Viridis => ColorMap::Viridis,
        },
        width: args.width,
        ..HeatmapOptions::default()
    };
    let target = Target {
        folder: &args.out,
        stem: args.file.file_stem().map_or_else(|| "match".into(), |stem| stem.to_string_lossy().into_owned()),
        formats: &args.format,
        dpi: f64::from(args.dpi),
        force: args.force,
    };
    let written = match args.figure {
        FigureKind::Sheet => target.write_sheet(timeline, &records, &key, &options)?,
        FigureKind::Heatmap => target.write_heatmaps(timeline, &records, &key, &options)?,
    };
    let mut out = stdout();
    for file in written {
        writeln!(out, "{}", file.display())?;
    }
    Ok(out.flush()?)
}

fn records_of_turns(timeline: &Timeline, turns: &Ranges) -> Result<Vec<usize>> {
    let last = timeline.record(input::record_at(timeline, None)?)?.turn;
    let mut records = Vec::new();
    for range in &turns.0 {
        if range.exceeds(last) {
            return Err(Failure::usage(format!("--turns: the recording has turns 0 to {last}")));
        }
        for turn in range.up_to(last) {
            records.push(input::record_at(timeline, Some(turn))?);
        }
    }
    records.dedup();
    Ok(records)
}

/// Where figures go, and in which formats.
pub(super) struct Target<'a> {
    pub(super) folder: &'a Path,
    pub(super) stem: String,
    pub(super) formats: &'a [Format],
    pub(super) dpi: f64,
    pub(super) force: bool,
}

impl Target<'_> {
    /// Writes one sheet of the records.
    pub(super) fn write_sheet(
        &self,
        timeline: &Timeline,
        records: &[usize],
        key: &BeliefKey,
        options: &HeatmapOptions,
    ) -> Result<Vec<PathBuf>> {
        let figure = sheet(timeline, records, key, options)?;
        self.write(&figure, &format!("{}-sheet", self.stem))
    }

    /// Writes one heat map per record, all on one scale, so that they can stand side by side.
    pub(super) fn write_heatmaps(
        &self,
        timeline: &Timeline,
        records: &[usize],
        key: &BeliefKey,
        options: &HeatmapOptions,
    ) -> Result<Vec<PathBuf>> {
        let range = Some(fitted_range(timeline, records, key, options)?);
        let options = HeatmapOptions { range, ..options.clone() };
        let mut written = Vec::new();
        for record in records {
            let turn = timeline.record(*record)?.turn;
            let figure = heatmap(timeline, *record, key, &options)?;
            written.extend(self.write(&figure, &format!("{}-turn{turn:03}", self.stem))?);
        }
        Ok(written)
    }

    fn write(&self, figure: &Figure, name: &str) -> Result<Vec<PathBuf>> {
        const PAGE_MM: f64 = 297.0;
        let (_, height) = figure.size_mm();
        if height > PAGE_MM {
            notice(&format!(
                "fogreel: {name} is {height:.0} mm tall, more than an A4 page; fewer --turns or a larger --width make it shorter"
            ));
        }
        make_folder(self.folder)?;
        let mut written = Vec::new();
        for format in self.formats {
            let (extension, bytes) = match format {
                Format::Svg => ("svg", figure.svg().as_bytes().to_vec()),
                Format::Png => ("png", figure.png(self.dpi)?),
                Format::Csv => ("csv", figure.csv().as_bytes().to_vec()),
            };
            let file = self.folder.join(format!("{name}.{extension}"));
            write_file(&file, &bytes, self.force)?;
            written.push(file);
        }
        Ok(written)
    }
}
