//! What a belief lost against its reference along a match, and when.

use std::fmt::Write as _;

use fogreel_analysis::MatchAnalysis;
use fogreel_analysis::assess::{Regret, StepMetrics, TurnMetrics};
use fogreel_engine::data::BeliefKey;
use fogreel_recorder::Timeline;

use crate::analysed::Analysed;
use crate::bars;
use crate::chart::{Chart, Ends};
use crate::csv::{field, optional};
use crate::drawing::{Area, Drawing, INK, MM, Point};
use crate::lanes;
use crate::strip::{SAMPLE, Sample, Strip, turns_of};
use crate::{Figure, PlotError, Width};

/// Places among the looks of bars.
const LOCAL: usize = 1;
const INHERITED: usize = 5;

/// Draws the expected regret of a belief, KL(reference ‖ belief) in bits, record by record as stacked bars: what was lost by how
/// the record was read, and what the belief before had lost already. What is infinite reaches the top and has a mark of its own;
/// below stand the faults of the belief.
///
/// # Errors
/// [`PlotError`] if the analysis does not measure the belief, or not against a reference that tells its steps, or the match is
/// too long.
pub fn regret(
    timeline: &Timeline,
    analysis: &MatchAnalysis,
    key: &BeliefKey,
    width: Width,
) -> Result<Figure, PlotError> {
    let analysed = Analysed::find(timeline, analysis, key)?;
    let turns = turns_of(timeline, "regret")?;
    let regrets: Vec<(&TurnMetrics, Regret)> =
        analysed.assessment.turns.iter().filter_map(|turn| Some((turn, step(turn)?.expected_regret?))).collect();
    if regrets.is_empty() {
        return Err(analysed.no_reference());
    }
    let lanes = lanes::of_faults(&analysed.assessment.faults);
    let names: Vec<&str> = lanes.iter().map(|lane| lane.name.as_str()).collect();
    let mut strip = Strip::new(width, analysed.title("regret"), names, turns.len());
    let finite = |bits: f64| if bits.is_finite() { bits } else { 0.0 };
    let parts = regrets.iter().map(|(_, regret)| (finite(regret.inherited_bits), finite(regret.local_bits)));
    let (low, high) = parts.fold((0.0f64, 0.0f64), |(low, high), (inherited, local)| {
        let above = inherited.max(0.0) + local.max(0.0);
        (low.min(inherited.min(0.0) + local.min(0.0)), high.max(above))
    });
    let chart = strip.chart("regret in bits", Ends::around(low, high, 6), 40 * MM);
    let mut has_infinite = false;
    for (turn, regret) in &regrets {
        let (x, bar_width) = (strip.axis.at(turn.point.record as usize), strip.bar_width());
        has_infinite |= draw(&mut strip.drawing, &chart, x, bar_width, *regret);
    }
    strip.lanes(&lanes);
    strip.turns(&turns);
    let mut entries: Vec<(Sample, String)> = vec![
        (bars::sample(LOCAL), "local: lost by reading this record".to_owned()),
        (bars::sample(INHERITED), "inherited: lost before".to_owned()),
    ];
    if has_infinite {
        let sample: Sample = Box::new(|drawing, (x, y)| infinite(drawing, (x + SAMPLE / 2, y + 90), 140));
        entries.push((sample, "infinite: excludes what is possible".to_owned()));
    }
    strip.finish(&entries, csv(&analysed))
}

fn step(turn: &TurnMetrics) -> Option<&StepMetrics> {
    turn.reference.as_ref()?.step.as_ref()
}

/// Draws one record; returns whether something of it is infinite.
fn draw(drawing: &mut Drawing, chart: &Chart, x: i32, width: i32, regret: Regret) -> bool {
    let (mut above, mut below) = (0.0, 0.0);
    let parts = [(INHERITED, regret.inherited_bits), (LOCAL, regret.local_bits)];
    // An infinite part stands on all that is finite.
    for (rank, bits) in parts.into_iter().filter(|(_, bits)| bits.is_finite()) {
        let from: &mut f64 = if bits > 0.0 { &mut above } else { &mut below };
        let (start, end) = (chart.y(*from), chart.y(*from + bits));
        *from += bits;
        bars::bar(drawing, Area::new(x - width / 2, start.min(end), width, (start - end).abs()), rank);
    }
    let Some((rank, _)) = parts.into_iter().find(|(_, bits)| bits.is_infinite()) else { return false };
    let top = chart.area.y;
    bars::bar(drawing, Area::new(x - width / 2, top, width, chart.y(above) - top), rank);
    infinite(drawing, (x, top), width);
    true
}

/// The sign of what is infinite: a tip above the plot.
fn infinite(drawing: &mut Drawing, (x, y): Point, width: i32) {
    let half = (width / 2).clamp(25, 70);
    drawing.polygon(vec![(x - half, y - 20), (x + half, y - 20), (x, y - 20 - 2 * half)], INK);
}

/// One line a record; without a truth the fields that take it are empty, and what is infinite is `inf`.
fn csv(analysed: &Analysed<'_>) -> String {
    let mut csv = "record,turn,belief,opponent_model,local_bits,inherited_bits,regret_bits,truth_local_bits,\
                   truth_inherited_bits,impossible_mass,faults\n"
        .to_owned();
    let (key, model) = (field(&analysed.assessment.key.to_string()), field(&analysed.model));
    for turn in &analysed.assessment.turns {
        let Some(reference) = &turn.reference else { continue };
        let step = reference.step.as_ref();
        let expected = step.and_then(|step| step.expected_regret);
        let at_truth = step.and_then(|step| step.regret);
        let faults: Vec<String> =
            turn.faults.iter().map(|fault| format!("{}{}", fault.kind.id(), fault.grade.mark())).collect();
        // Writing to a string cannot fail.
        let _ = writeln!(
            csv,
            "{},{},{key},{model},{},{},{},{},{},{},{}",
            turn.point.record,
            turn.point.turn,
            optional(expected.map(|regret| regret.local_bits)),
            optional(expected.map(|regret| regret.inherited_bits)),
            optional(Some(reference.regret_bits.unwrap_or(f64::INFINITY))),
            optional(at_truth.map(|regret| regret.local_bits)),
            optional(at_truth.map(|regret| regret.inherited_bits)),
            optional(Some(reference.impossible_mass)),
            field(&faults.join(" ")),
        );
    }
    csv
}
