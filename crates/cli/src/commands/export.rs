//! `fogreel export`

use std::io::Write;
use std::path::Path;

use fogreel_analysis::perspective::{header_for, may_see_belief};
use fogreel_analysis::{belief_keys, reference_for};
use fogreel_engine::Viewpoint;
use fogreel_engine::data::BeliefKey;
use fogreel_inference::Reasoning;
use fogreel_plots::color::{ColorMap, Scale, ScaleRange};
use fogreel_plots::{
    Figure, FigureFiles, FigureFormat, FigureMatch, FigureRequest, FigureScope, FigureSubject, Measure, PlotError,
};
use fogreel_recorder::Timeline;

use crate::args::{Colors, ExportArgs, FigureKind, Format, MeasureKind, Read, Reference, ScaleKind};
use crate::failure::{Failure, Result};
use crate::input::{self, Whole};
use crate::output::{notice, stdout};
use crate::records::Ranges;

pub(super) fn run(args: &ExportArgs) -> Result<()> {
    let recordings = input::recordings(&args.files)?;
    let (first, others) = recordings.split_first().ok_or_else(|| Failure::usage("no recording is named"))?;
    let first = Match::open(first, args.read)?;
    let request = request(args, first.timeline())?;
    if !others.is_empty() && request.subject.scope() != FigureScope::Matches {
        return Err(PlotError::OneMatch(request.subject.name()).into());
    }
    let files = FigureFiles {
        folder: args.out.clone(),
        formats: args.format.iter().map(|format| (*format).into()).collect(),
        dpi: f64::from(args.dpi),
        replace: args.force,
    };
    let matches = std::iter::once(Ok(first)).chain(others.iter().map(|file| Match::open(file, args.read)));
    let mut out = stdout();
    for file in files.draw(&request, matches, warn_of_height)? {
        writeln!(out, "{}", file.display())?;
    }
    Ok(out.flush()?)
}

/// A recording that is drawn.
struct Match {
    name: String,
    recording: Whole,
}

impl Match {
    fn open(file: &Path, read: Read) -> Result<Self> {
        let name = file.file_stem().map_or_else(|| "match".into(), |stem| stem.to_string_lossy().into_owned());
        Ok(Self { name, recording: input::open_whole(file, read)? })
    }
}

impl FigureMatch for Match {
    fn name(&self) -> &str {
        &self.name
    }

    fn timeline(&self) -> &Timeline {
        self.recording.timeline()
    }

    fn reasoning(&self) -> Option<&dyn Reasoning> {
        fogreel_games::reasoning(&self.timeline().header().game)
    }
}

/// Says that a figure does not fit on a page.
pub(super) fn warn_of_height(name: &str, figure: &Figure) {
    const PAGE_MM: f64 = 297.0;
    let (_, height) = figure.size_mm();
    if height > PAGE_MM {
        notice(&format!(
            "fogreel: {name} is {height:.0} mm tall, more than an A4 page; fewer --turns or a larger --width make it shorter"
        ));
    }
}

/// What the arguments ask for of this recording.
fn request(args: &ExportArgs, timeline: &Timeline) -> Result<FigureRequest> {
    let viewpoint = input::viewpoint(timeline, args.viewpoint.as_deref())?;
    let asked = Asked { args, timeline, viewpoint };
    let subject = match args.figure {
        FigureKind::Sheet => FigureSubject::Sheet(asked.key()?),
        FigureKind::Heatmap => FigureSubject::Heatmap(asked.key()?),
        FigureKind::Difference => {
            let belief = asked.key()?;
            let reference = asked.reference(&belief)?.ok_or_else(|| asked.nothing_to_compare(&belief))?;
            FigureSubject::Difference { belief, reference }
        }
        FigureKind::Board => FigureSubject::Board,
        FigureKind::Timeline => {
            let belief = asked.key()?;
            FigureSubject::Timeline { reference: asked.reference(&belief)?, belief }
        }
        FigureKind::Attribution => {
            FigureSubject::Attribution { belief: asked.key()?, measure: measure(args.measure, viewpoint) }
        }
        FigureKind::Regret => FigureSubject::Regret(asked.key()?),
        FigureKind::Grades => FigureSubject::Grades,
        FigureKind::Calibration => FigureSubject::Calibration(asked.key()?),
        FigureKind::Trajectory => FigureSubject::Trajectory { piece: args.piece.clone() },
        FigureKind::Visits => FigureSubject::Visits { piece: args.piece.clone() },
    };
    asked.check_options(&subject)?;
    let scale = match args.scale {
        ScaleKind::Linear => Scale::Linear,
        ScaleKind::Log => Scale::Log,
    };
    let range = args.range.map(|(from, to)| ScaleRange::of_ends(scale, from, to)).transpose();
    let records = match (&args.turns, &args.records) {
        (Some(turns), _) => Some(records_of_turns(timeline, turns)?),
        (None, Some(records)) => Some(records_in(timeline, records)?),
        (None, None) => None,
    };
    Ok(FigureRequest {
        subject,
        records,
        opponent: args.opponent.clone(),
        viewpoint,
        scale,
        range: range.map_err(|error| Failure::usage(format!("--range: {error}")))?,
        colors: match args.colors {
            Colors::Cividis => ColorMap::Cividis,
            Colors::Viridis => ColorMap::Viridis,
        },
        width: args.width,
    })
}

/// What evidence is measured by; a seat knows no truth.
fn measure(named: Option<MeasureKind>, viewpoint: Viewpoint) -> Measure {
    match (named, viewpoint) {
        (Some(MeasureKind::Truth), _) | (None, Viewpoint::Referee) => Measure::Truth,
        (Some(MeasureKind::Entropy), _) | (None, Viewpoint::Seat(_)) => Measure::Entropy,
    }
}

/// The reference of a belief's owner about the same target.
fn reference_key(key: &BeliefKey, model: &str) -> BeliefKey {
    BeliefKey::of_reference(key.owner.clone(), key.target.clone(), model)
}

/// What a person may have named.
struct Asked<'a> {
    args: &'a ExportArgs,
    timeline: &'a Timeline,
    viewpoint: Viewpoint,
}

impl Asked<'_> {
    /// Whether everything that was named has a meaning for that figure.
    fn check_options(&self, subject: &FigureSubject) -> Result<()> {
        let figure = subject.name();
        let named = |name: &'static str, is_named: bool| is_named.then_some(name);
        let records = named("--turns", self.args.turns.is_some()).or(named("--records", self.args.records.is_some()));
        if let (Some(which), true) = (records, subject.scope() != FigureScope::Records) {
            return Err(Failure::usage(format!("{which}: the figure `{figure}` shows whole matches")));
        }
        let has_pieces = matches!(subject, FigureSubject::Trajectory { .. } | FigureSubject::Visits { .. });
        if self.args.measure.is_some() && !matches!(subject, FigureSubject::Attribution { .. }) {
            return Err(Failure::usage(format!("--measure: the figure `{figure}` has none; `attribution` has")));
        }
        if self.args.opponent.is_some() && !subject.takes_reference() {
            return Err(Failure::usage(format!(
                "--opponent: the figure `{figure}` computes no reference; `attribution`, `regret` and `grades` do"
            )));
        }
        if self.args.piece.is_some() && !has_pieces {
            return Err(Failure::usage(format!(
                "--piece: the figure `{figure}` is not about single pieces; `trajectory` and `visits` are"
            )));
        }
        Ok(())
    }

    fn key(&self) -> Result<BeliefKey> {
        if let Some(key) = &self.args.belief {
            return self.named(key);
        }
        let is_referee = self.viewpoint == Viewpoint::Referee;
        let whose = if is_referee {
            String::new()
        } else {
            format!(" that {} may see", self.args.viewpoint.as_deref().unwrap_or("that seat"))
        };
        input::belief(self.timeline, None, self.viewpoint)?
            .ok_or_else(|| Failure::usage(format!("{}: holds no belief to draw{whose}", self.args.files[0].display())))
    }

    /// The belief with which another is compared; `None` if none was named and there is none.
    fn reference(&self, key: &BeliefKey) -> Result<Option<BeliefKey>> {
        match &self.args.reference {
            Some(Reference::Key(named)) => self.named(named).map(Some),
            Some(Reference::Model(model)) => self.named(&reference_key(key, model)).map(Some),
            Some(Reference::None) => Ok(None),
            None => Ok(reference_for(&self.seen(), key).cloned().or_else(|| self.first_reference(key))),
        }
    }

    /// A belief that was named: one that the recording holds, or a reference that can be computed.
    fn named(&self, key: &BeliefKey) -> Result<BeliefKey> {
        let header = self.timeline.header();
        if let (Some(seat), Some(model)) = (header.seat(&key.owner), key.opponent_model())
            && may_see_belief(header, key, self.viewpoint)
            && !self.seen().contains(key)
            && let Some(reasoning) = fogreel_games::reasoning(&header.game)
        {
            reasoning.reference_model(&header_for(header, Viewpoint::Seat(seat)), seat, model)?;
            if header.targets.iter().any(|target| target.id == key.target) {
                return Ok(key.clone());
            }
        }
        let found = input::belief(self.timeline, Some(key), self.viewpoint)?;
        found.ok_or_else(|| Failure::usage(format!("there is no belief {key}")))
    }

    /// The reference under the game's first opponent model, for a figure that cannot do without one.
    fn first_reference(&self, key: &BeliefKey) -> Option<BeliefKey> {
        let reasoning = fogreel_games::reasoning(&self.timeline.header().game)?;
        let model = reasoning.opponent_models().first()?.name;
        let needs_one = self.args.figure == FigureKind::Difference;
        needs_one.then(|| self.named(&reference_key(key, model)).ok()).flatten()
    }

    /// The beliefs that may be seen.
    fn seen(&self) -> Vec<BeliefKey> {
        let header = self.timeline.header();
        belief_keys(self.timeline).into_iter().filter(|key| may_see_belief(header, key, self.viewpoint)).collect()
    }

    fn nothing_to_compare(&self, key: &BeliefKey) -> Failure {
        let keys: Vec<String> = self.seen().iter().map(ToString::to_string).collect();
        Failure::usage(format!(
            "a difference needs two beliefs of one owner about one target from different sources, and there is nothing to \
             compare {key} with; to be seen are {}",
            keys.join(", ")
        ))
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
    records.sort_unstable();
    records.dedup();
    Ok(records)
}

fn records_in(timeline: &Timeline, ranges: &Ranges) -> Result<Vec<usize>> {
    let last = input::record_at(timeline, None)? as u32;
    if ranges.0.iter().any(|range| range.exceeds(last)) {
        return Err(Failure::usage(format!("--records: the recording has records 0 to {last}")));
    }
    let mut records: Vec<usize> =
        ranges.0.iter().flat_map(|range| range.up_to(last)).map(|record| record as usize).collect();
    records.sort_unstable();
    records.dedup();
    Ok(records)
}

impl From<Format> for FigureFormat {
    fn from(format: Format) -> Self {
        match format {
            Format::Svg => Self::Svg,
            Format::Pdf => Self::Pdf,
            Format::Png => Self::Png,
            Format::Csv => Self::Csv,
        }
    }
}

#[cfg(test)]
mod tests {
    use clap::Parser;
    use fogreel_engine::Seat;
    use fogreel_plots::Width;
    use fogreel_recorder::{Replay, Strictness};

    use super::*;
    use crate::args::{Cli, Command};

    /// What the window offers to copy is what the command line understands.
    #[test]
    fn the_arguments_of_a_request_ask_for_it_again() {
        let file = concat!(env!("CARGO_MANIFEST_DIR"), "/../../replays/good/rajakardhor/guard-wins.fogreel");
        let replay = Replay::open(file, Strictness::Strict).expect("a sample");
        let timeline = replay.timeline();
        let key = belief_keys(timeline).into_iter().next().expect("a belief");
        let seat = timeline.header().seat(&key.owner).expect("a seat");
        let of = |subject| FigureRequest::new(subject);
        let requests = [
            of(FigureSubject::Sheet(key.clone())),
            FigureRequest {
                records: Some(vec![7]),
                scale: Scale::Log,
                range: Some(ScaleRange::log(-5, 0)),
                colors: ColorMap::Viridis,
                width: Width::COLUMN,
                ..of(FigureSubject::Heatmap(key.clone()))
            },
            FigureRequest {
                records: Some(vec![3, 5, 8]),
                range: Some(ScaleRange::linear(0.25)),
                viewpoint: Viewpoint::Seat(seat),
                ..of(FigureSubject::Heatmap(key.clone()))
            },
            FigureRequest { records: Some(vec![0]), viewpoint: Viewpoint::Seat(Seat(1)), ..of(FigureSubject::Board) },
            of(FigureSubject::Timeline { belief: key.clone(), reference: None }),
            FigureRequest {
                opponent: Some("uniform+walking".to_owned()),
                ..of(FigureSubject::Attribution { belief: key.clone(), measure: Measure::Truth })
            },
            FigureRequest {
                viewpoint: Viewpoint::Seat(seat),
                ..of(FigureSubject::Attribution { belief: key.clone(), measure: Measure::Entropy })
            },
            of(FigureSubject::Regret(key.clone())),
            FigureRequest { opponent: Some("uniform".to_owned()), ..of(FigureSubject::Grades) },
            of(FigureSubject::Calibration(key)),
            FigureRequest {
                records: Some(vec![2, 3, 4]),
                viewpoint: Viewpoint::Seat(seat),
                ..of(FigureSubject::Trajectory { piece: None })
            },
            of(FigureSubject::Trajectory { piece: Some("thief".to_owned()) }),
            of(FigureSubject::Visits { piece: None }),
        ];
        for wanted in requests {
            let arguments = wanted.arguments(timeline.header());
            let line = ["fogreel", "export", file, "--out", "figures"].map(str::to_owned).into_iter().chain(arguments);
            let Command::Export(args) = Cli::try_parse_from(line).expect("arguments").command else {
                panic!("another command");
            };
            assert_eq!(request(&args, timeline).expect("a request"), wanted);
        }
    }
}
