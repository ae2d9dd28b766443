//! What each channel of evidence was worth along a match.

use std::fmt::Write as _;

use fogreel_analysis::MatchAnalysis;
use fogreel_analysis::assess::{Attribution, Gain};
use fogreel_engine::Header;
use fogreel_engine::data::BeliefKey;
use fogreel_recorder::Timeline;

use crate::analysed::Analysed;
use crate::bars;
use crate::chart::{Chart, Ends};
use crate::csv::{field, optional, shortest};
use crate::drawing::{Area, Drawing, INK, MM, PAPER, Point};
use crate::options::Measure;
use crate::strip::{SAMPLE, Sample, Strip, turns_of};
use crate::text::clean;
use crate::{Figure, PlotError, Width};

/// The first part of every step.
const MOTION: &str = "motion";

/// Draws what motion and each channel of evidence did to the reference of a belief, record by record, as stacked bars: how much
/// likelier the truth became ([`Measure::Truth`]), or how much entropy grew ([`Measure::Entropy`]). Motion comes first, then the
/// channels in the order in which evidence is applied; what lessens the measure is stacked downwards, and a diamond says what all
/// did together.
///
/// # Errors
/// [`PlotError`] if the analysis does not measure the belief, or not against a reference that tells its steps, the match is too
/// long, or a seat asks for what takes the truth.
pub fn attribution(
    timeline: &Timeline,
    analysis: &MatchAnalysis,
    key: &BeliefKey,
    measure: Measure,
    width: Width,
) -> Result<Figure, PlotError> {
    let analysed = Analysed::find(timeline, analysis, key)?;
    if measure == Measure::Truth && analysed.is_of_seat() {
        return Err(PlotError::NeedsTruth { figure: "attribution by --measure truth" });
    }
    let turns = turns_of(timeline, "attribution")?;
    let steps: Vec<Step> = analysed
        .assessment
        .turns
        .iter()
        .filter_map(|turn| Some((turn, turn.reference.as_ref()?.step.as_ref()?.attribution.as_ref()?)))
        .map(|(turn, attribution)| Step { record: turn.point.record, turn: turn.point.turn, attribution })
        .collect();
    if steps.is_empty() {
        return Err(analysed.no_reference());
    }
    let parts = parts(&steps);
    let header = &*analysed.header;
    let what = match measure {
        Measure::Truth => "Δ log₂ P(truth) in bits: up is nearer to the truth",
        Measure::Entropy => "Δ entropy in bits: down is more certain",
    };
    let mut strip = Strip::new(width, analysed.title("what the evidence was worth"), [], turns.len());
    let stacks: Vec<Stack> = steps.iter().map(|step| Stack::of(step, &parts, measure)).collect();
    let low = stacks.iter().map(|stack| stack.low()).fold(0.0, f64::min);
    let high = stacks.iter().map(|stack| stack.high()).fold(0.0, f64::max);
    let chart = strip.chart(what, Ends::around(low, high, 9), 52 * MM);
    for (step, stack) in steps.iter().zip(&stacks) {
        let (x, bar_width) = (strip.axis.at(step.record as usize), strip.bar_width());
        stack.draw(&mut strip.drawing, &chart, x, bar_width);
    }
    let has_unknown = stacks.iter().any(|stack| stack.total.is_none());
    strip.turns(&turns);
    let speaks = |rank: usize| stacks.iter().any(|stack| stack.bits[rank] != 0.0);
    let speaking = parts.iter().enumerate().filter(|(rank, _)| speaks(*rank));
    let mut entries: Vec<(Sample, String)> =
        speaking.map(|(rank, part)| (bars::sample(rank), name(header, part))).collect();
    entries.push((Box::new(|drawing, (x, y)| diamond(drawing, (x + SAMPLE / 2, y), 60)), "all together".to_owned()));
    if has_unknown {
        let sample: Sample = Box::new(|drawing, (x, y)| unknown(drawing, (x + SAMPLE / 2, y)));
        entries.push((sample, "the reference excludes the truth".to_owned()));
    }
    strip.finish(&entries, csv(&analysed, &steps))
}

/// The step to one record.
struct Step<'a> {
    record: u32,
    turn: u32,
    attribution: &'a Attribution,
}

/// Motion, then every channel, in order.
fn parts(steps: &[Step<'_>]) -> Vec<&'static str> {
    let mut parts = vec![MOTION];
    for channel in steps.iter().flat_map(|step| &step.attribution.channels) {
        if !parts.contains(&channel.channel) {
            parts.push(channel.channel);
        }
    }
    parts
}

fn gain(attribution: &Attribution, part: &str) -> Option<Gain> {
    if part == MOTION {
        return Some(attribution.motion);
    }
    attribution.channels.iter().find(|channel| channel.channel == part).map(|channel| channel.in_order)
}

/// Name of a channel for people.
fn name(header: &Header, part: &str) -> String {
    let channel = header.channels.iter().find(|channel| channel.id == part);
    channel.map_or_else(|| part.to_owned(), |channel| clean(&channel.name))
}

/// One bar: bits per part, in their order.
struct Stack {
    bits: Vec<f64>,
    /// `None` where the truth is excluded, so that nothing can be said.
    total: Option<f64>,
}

impl Stack {
    fn of(step: &Step<'_>, parts: &[&str], measure: Measure) -> Self {
        let bits = |gain: Gain| match measure {
            Measure::Truth => gain.truth_bits,
            Measure::Entropy => Some(gain.entropy_bits),
        };
        let of_part = |part: &&str| gain(step.attribution, part).and_then(bits).filter(|bits| bits.is_finite());
        let bits_of = parts.iter().map(|part| of_part(part).unwrap_or(0.0)).collect();
        Self { bits: bits_of, total: bits(step.attribution.total()).filter(|bits| bits.is_finite()) }
    }

    fn high(&self) -> f64 {
        self.bits.iter().filter(|bits| **bits > 0.0).sum()
    }

    fn low(&self) -> f64 {
        self.bits.iter().filter(|bits| **bits < 0.0).sum()
    }

    fn draw(&self, drawing: &mut Drawing, chart: &Chart, x: i32, width: i32) {
        let (mut above, mut below) = (0.0, 0.0);
        for (rank, bits) in self.bits.iter().enumerate() {
            let from: &mut f64 = if *bits > 0.0 { &mut above } else { &mut below };
            let (start, end) = (chart.y(*from), chart.y(*from + bits));
            *from += bits;
            bars::bar(drawing, Area::new(x - width / 2, start.min(end), width, (start - end).abs()), rank);
        }
        match self.total {
            Some(total) => diamond(drawing, (x, chart.y(total)), (width / 2).clamp(20, 60)),
            None => unknown(drawing, (x, chart.y(0.0))),
        }
    }
}

fn diamond(drawing: &mut Drawing, (x, y): Point, radius: i32) {
    let around = |radius: i32| vec![(x, y - radius), (x + radius, y), (x, y + radius), (x - radius, y)];
    drawing.polygon(around(radius + 24), PAPER);
    drawing.polygon(around(radius), INK);
}

fn unknown(drawing: &mut Drawing, (x, y): Point) {
    const ARM: i32 = 45;
    for (color, line) in [(PAPER, 40), (INK, 18)] {
        drawing.path(vec![(x - ARM, y - ARM), (x + ARM, y + ARM)], color, line);
        drawing.path(vec![(x - ARM, y + ARM), (x + ARM, y - ARM)], color, line);
    }
}

/// One line a part; without the truth its fields are empty.
fn csv(analysed: &Analysed<'_>, steps: &[Step<'_>]) -> String {
    let mut csv =
        "record,turn,belief,opponent_model,channel,truth_bits,entropy_bits,shapley_truth_bits,shapley_entropy_bits\n"
            .to_owned();
    let (key, model) = (field(&analysed.assessment.key.to_string()), field(&analysed.model));
    for Step { record, turn, attribution } in steps {
        let motion = (MOTION, attribution.motion, attribution.motion);
        let channels = attribution.channels.iter().map(|channel| (channel.channel, channel.in_order, channel.shapley));
        for (part, in_order, shapley) in std::iter::once(motion).chain(channels) {
            let truth = |gain: Gain| optional(gain.truth_bits);
            // Writing to a string cannot fail.
            let _ = writeln!(
                csv,
                "{record},{turn},{key},{model},{part},{},{},{},{}",
                truth(in_order),
                shortest(in_order.entropy_bits),
                truth(shapley),
                shortest(shapley.entropy_bits)
            );
        }
    }
    csv
}
