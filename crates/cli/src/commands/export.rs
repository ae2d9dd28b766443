//! `fogreel export`

use std::io::Write;
use std::path::{Path, PathBuf};

use fogreel_analysis::perspective::may_see_belief;
use fogreel_analysis::{belief_keys, reference_for};
use fogreel_engine::Viewpoint;
use fogreel_engine::data::BeliefKey;
use fogreel_plots::color::{ColorMap, Scale};
use fogreel_plots::{
    BoardOptions, DifferenceOptions, Figure, HeatmapOptions, TimelineOptions, board, default_sheet_records, difference,
    fitted_difference_range, fitted_range, heatmap, sheet, timeline,
};
use fogreel_recorder::Timeline;

use crate::args::{Colors, ExportArgs, FigureKind, Format, ScaleKind};
use crate::failure::{Failure, Result};
use crate::input;
use crate::output::{make_folder, notice, stdout, write_file};
use crate::records::Ranges;

/// Boards drawn where no belief tells which records matter.
const EVENLY: usize = 12;

pub(super) fn run(args: &ExportArgs) -> Result<()> {
    let recording = input::open_whole(&args.file, args.read)?;
    let timeline = recording.timeline();
    let viewpoint = input::viewpoint(timeline, &args.viewpoint)?;
    let stem = args.file.file_stem().map_or_else(|| "match".into(), |stem| stem.to_string_lossy().into_owned());
    let target = Target {
        folder: &args.out,
        // What a seat knows and what is true must not take each other's names.
        stem: if viewpoint == Viewpoint::Referee { stem } else { format!("{stem}-as-{}", args.viewpoint) },
        formats: &args.format,
        dpi: f64::from(args.dpi),
        force: args.force,
    };
    let export = Export { args, timeline, viewpoint, target };
    let written = match args.figure {
        FigureKind::Sheet => export.sheet()?,
        FigureKind::Heatmap => export.heatmaps()?,
        FigureKind::Difference => export.differences()?,
        FigureKind::Board => export.boards()?,
        FigureKind::Timeline => export.timeline()?,
    };
    let mut out = stdout();
    for file in written {
        writeln!(out, "{}", file.display())?;
    }
    Ok(out.flush()?)
}

/// What is asked for.
struct Export<'a> {
    args: &'a ExportArgs,
    timeline: &'a Timeline,
    viewpoint: Viewpoint,
    target: Target<'a>,
}

impl Export<'_> {
    fn show_truth(&self) -> bool {
        self.viewpoint == Viewpoint::Referee
    }

    fn key(&self) -> Result<BeliefKey> {
        let whose = if self.show_truth() { String::new() } else { format!(" that {} may see", self.args.viewpoint) };
        input::belief(self.timeline, self.args.belief.as_ref(), self.viewpoint)?
            .ok_or_else(|| Failure::usage(format!("{}: holds no belief to draw{whose}", self.args.file.display())))
    }

    /// The belief with which another is compared; `None` if none was named and there is none.
    fn reference(&self, key: &BeliefKey) -> Result<Option<BeliefKey>> {
        match &self.args.reference {
            Some(named) => input::belief(self.timeline, Some(named), self.viewpoint),
            None => {
                let keys = belief_keys(self.timeline);
                let header = self.timeline.header();
                let seen: Vec<BeliefKey> =
                    keys.into_iter().filter(|key| may_see_belief(header, key, self.viewpoint)).collect();
                Ok(reference_for(&seen, key).cloned())
            }
        }
    }

    fn records(&self, chosen: impl FnOnce() -> Vec<usize>) -> Result<Vec<usize>> {
        match &self.args.turns {
            Some(turns) => records_of_turns(self.timeline, turns),
            None => Ok(chosen()),
        }
    }

    fn heatmap_options(&self) -> HeatmapOptions {
        HeatmapOptions {
            scale: match self.args.scale {
                ScaleKind::Linear => Scale::Linear,
                ScaleKind::Log => Scale::Log,
            },
            colors: match self.args.colors {
                Colors::Cividis => ColorMap::Cividis,
                Colors::Viridis => ColorMap::Viridis,
            },
            width: self.args.width,
            show_truth: self.show_truth(),
            ..HeatmapOptions::default()
        }
    }

    fn sheet(&self) -> Result<Vec<PathBuf>> {
        let key = self.key()?;
        let records = self.records(|| default_sheet_records(self.timeline, &key))?;
        self.target.write_sheet(self.timeline, &records, &key, &self.heatmap_options())
    }

    fn heatmaps(&self) -> Result<Vec<PathBuf>> {
        let key = self.key()?;
        let records = self.records(|| default_sheet_records(self.timeline, &key))?;
        self.target.write_heatmaps(self.timeline, &records, &key, &self.heatmap_options())
    }

    fn differences(&self) -> Result<Vec<PathBuf>> {
        let key = self.key()?;
        let reference = self.reference(&key)?.ok_or_else(|| {
            let keys: Vec<String> = belief_keys(self.timeline).iter().map(ToString::to_string).collect();
            Failure::usage(format!(
                "a difference needs two beliefs of one owner about one target from different sources, and there is nothing \
                 to compare {key} with; the recording holds {}",
                keys.join(", ")
            ))
        })?;
        let records = self.records(|| default_sheet_records(self.timeline, &key))?;
        let options =
            DifferenceOptions { width: self.args.width, show_truth: self.show_truth(), ..DifferenceOptions::default() };
        let range = Some(fitted_difference_range(self.timeline, &records, &key, &reference, &options)?);
        let options = DifferenceOptions { range, ..options };
        self.target.write_each(self.timeline, &records, "difference-", |record| {
            Ok(difference(self.timeline, record, &key, &reference, &options)?)
        })
    }

    fn boards(&self) -> Result<Vec<PathBuf>> {
        let records = self.records(|| {
            let len = self.timeline.len();
            match belief_keys(self.timeline).into_iter().next() {
                // Which records matter to a belief says something about it, so a seat's are spread evenly.
                Some(key) if self.show_truth() => default_sheet_records(self.timeline, &key),
                _ if len <= EVENLY => (0..len).collect(),
                _ => (0..EVENLY).map(|place| place * (len - 1) / (EVENLY - 1)).collect(),
            }
        })?;
        let options = BoardOptions { width: self.args.width, ..BoardOptions::default() };
        self.target.write_each(self.timeline, &records, "board-", |record| {
            Ok(board(self.timeline, record, self.viewpoint, &options)?)
        })
    }

    fn timeline(&self) -> Result<Vec<PathBuf>> {
        if self.args.turns.is_some() {
            return Err(Failure::usage("--turns: a timeline shows the whole match"));
        }
        let key = self.key()?;
        let options =
            TimelineOptions { reference: self.reference(&key)?, width: self.args.width, show_truth: self.show_truth() };
        self.target.write(&timeline(self.timeline, &key, &options)?, &format!("{}-timeline", self.target.stem))
    }
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
        self.write_each(timeline, records, "", |record| Ok(heatmap(timeline, record, key, &options)?))
    }

    /// Writes one figure per record, named by its turn.
    fn write_each(
        &self,
        timeline: &Timeline,
        records: &[usize],
        kind: &str,
        draw: impl Fn(usize) -> Result<Figure>,
    ) -> Result<Vec<PathBuf>> {
        let mut written = Vec::new();
        for record in records {
            let turn = timeline.record(*record)?.turn;
            written.extend(self.write(&draw(*record)?, &format!("{}-{kind}turn{turn:03}", self.stem))?);
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
