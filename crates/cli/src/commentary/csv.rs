//! A line for every record and belief.

use std::fmt::Write;

use fogreel_analysis::assess::TurnMetrics;
use fogreel_analysis::counts::CountMetrics;
use fogreel_analysis::fault::Fault;
use fogreel_plots::{csv_field, shortest};

use super::Analysed;

/// Columns before those of the channels. Units stand in the names; what has none is a count, a probability or a name.
const COLUMNS: &str = "file,record,turn,belief,opponent_model,entropy_bits,effective_cells,max_probability,p_truth,\
     surprisal_bits,overconfidence_bits,hpd_level,rank,expected_distance_steps,brier,reference_p_truth,\
     reference_entropy_bits,regret_bits,impossible_mass,truth_local_bits,truth_inherited_bits,expected_local_bits,\
     expected_inherited_bits,evidence_bits,expected_count,true_count,count_surprisal_bits,ospa_steps,faults";

/// The whole table. The last columns are what motion and each channel did to the reference: Δ log₂ r(truth), by Shapley.
pub(crate) fn table(matches: &[Analysed]) -> String {
    let mut channels: Vec<&str> = Vec::new();
    for turn in matches.iter().flat_map(|analysed| &analysed.analysis.beliefs).flat_map(|belief| &belief.turns) {
        for (channel, _) in gains(turn) {
            if !channels.contains(&channel) {
                channels.push(channel);
            }
        }
    }
    let mut text = COLUMNS.to_owned();
    // Writing to a string cannot fail.
    for channel in &channels {
        let _ = write!(text, ",{}", csv_field(&format!("gain_{channel}_bits")));
    }
    text.push('\n');
    for analysed in matches {
        let file = csv_field(&analysed.file.display().to_string());
        for belief in &analysed.analysis.beliefs {
            let key = csv_field(&belief.key.to_string());
            for turn in &belief.turns {
                let _ = write!(text, "{file},{},{},{key}", turn.point.record, turn.point.turn);
                for field in fields(turn) {
                    let _ = write!(text, ",{field}");
                }
                let of = gains(turn);
                for channel in &channels {
                    let gain = of.iter().find(|(known, _)| known == channel).and_then(|(_, bits)| *bits);
                    let _ = write!(text, ",{}", number(gain));
                }
                text.push('\n');
            }
            for counts in &belief.counts {
                let faults = belief.faults.iter().map(|tracked| &tracked.fault);
                let faults: Vec<&Fault> = faults.filter(|fault| fault.record == counts.record).collect();
                let _ = write!(text, "{file},{},{},{key}", counts.record, counts.turn);
                for field in fields_of_counts(counts, &faults).into_iter().chain(channels.iter().map(|_| String::new()))
                {
                    let _ = write!(text, ",{field}");
                }
                text.push('\n');
            }
        }
    }
    text
}

fn number(value: Option<f64>) -> String {
    value.map_or_else(String::new, shortest)
}

fn fields(turn: &TurnMetrics) -> Vec<String> {
    let TurnMetrics { point, truth, reference, faults } = turn;
    let truth = truth.as_ref();
    let step = reference.as_ref().and_then(|reference| reference.step.as_ref());
    let regret = step.and_then(|step| step.regret);
    let expected = step.and_then(|step| step.expected_regret);
    vec![
        csv_field(reference.as_ref().map_or("", |reference| reference.model.as_str())),
        number(Some(point.entropy_bits)),
        number(Some(point.effective_cells)),
        number(Some(point.max)),
        number(point.p_truth),
        number(point.p_truth.map(|p| if p > 0.0 { point.surprisal_bits().unwrap_or(0.0) } else { f64::INFINITY })),
        number(point.overconfidence_bits()),
        number(truth.map(|truth| truth.hpd_level)),
        number(truth.map(|truth| truth.rank.average())),
        number(truth.and_then(|truth| truth.expected_distance)),
        number(truth.map(|truth| truth.brier)),
        number(reference.as_ref().and_then(|reference| reference.p_truth)),
        number(reference.as_ref().map(|reference| reference.entropy_bits)),
        number(reference.as_ref().map(|reference| reference.regret_bits.unwrap_or(f64::INFINITY))),
        number(reference.as_ref().map(|reference| reference.impossible_mass)),
        number(regret.map(|regret| regret.local_bits)),
        number(regret.map(|regret| regret.inherited_bits)),
        number(expected.map(|regret| regret.local_bits)),
        number(expected.map(|regret| regret.inherited_bits)),
        number(step.map(|step| step.evidence_bits)),
        String::new(),
        String::new(),
        String::new(),
        String::new(),
        named(faults),
    ]
}

/// The columns of a belief about how many things are on each cell; all others are empty.
fn fields_of_counts(counts: &CountMetrics, faults: &[&Fault]) -> Vec<String> {
    let truth = counts.truth.as_ref();
    // Between the belief's name and these lie the columns of beliefs over single elements.
    let others = COLUMNS.split(',').count() - 9;
    let own = [
        number(Some(counts.expected)),
        number(truth.map(|truth| truth.things as f64)),
        number(truth.map(|truth| truth.surprisal_bits.unwrap_or(f64::INFINITY))),
        number(truth.and_then(|truth| truth.ospa_steps)),
        named(faults.iter().copied()),
    ];
    vec![String::new(); others].into_iter().chain(own).collect()
}

fn named<'a>(faults: impl IntoIterator<Item = &'a Fault>) -> String {
    let name = |fault: &Fault| match &fault.channel {
        Some(channel) => format!("{}:{channel}", fault.kind.id()),
        None => fault.kind.id().to_owned(),
    };
    csv_field(&faults.into_iter().map(name).collect::<Vec<_>>().join(";"))
}

/// What motion and each channel were worth; `None` where the truth does not tell.
fn gains(turn: &TurnMetrics) -> Vec<(&str, Option<f64>)> {
    let step = turn.reference.as_ref().and_then(|reference| reference.step.as_ref());
    let Some(attribution) = step.and_then(|step| step.attribution.as_ref()) else { return Vec::new() };
    let channels = attribution.channels.iter().map(|channel| (channel.channel, channel.shapley.truth_bits));
    [("motion", attribution.motion.truth_bits)].into_iter().chain(channels).collect()
}
