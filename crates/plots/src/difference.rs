//! The difference of two beliefs at one record.

use std::fmt::Write as _;

use fogreel_analysis::metrics::{regret_bits, total_variation};
use fogreel_engine::data::{Belief, BeliefKey, BeliefKind};
use fogreel_recorder::Timeline;

use crate::color::{DifferenceRange, DifferenceShade, look};
use crate::csv::{field, shortest, terrain_names, truth_flag};
use crate::drawing::Drawing;
use crate::field::Layer;
use crate::hatch::Look;
use crate::key::{Entry, Wording};
use crate::options::DifferenceOptions;
use crate::panel::Panel;
use crate::scene::{self, Scene, Subject};
use crate::text::{clean, number};
use crate::{Figure, PlotError, bar, key, words};

/// Draws belief `key` minus belief `reference` at record `record`: where the first puts more and where less.
///
/// Both belong to one owner and are about one target. The scale is symmetric; cells that both rule out, and cells that one
/// rules out and the other allows, have looks of their own.
///
/// # Errors
/// [`PlotError`] if the record or a belief does not exist, they cannot be compared, or they are not about cells.
pub fn difference(
    timeline: &Timeline,
    record: usize,
    key: &BeliefKey,
    reference: &BeliefKey,
    options: &DifferenceOptions,
) -> Result<Figure, PlotError> {
    let pair = Pair::find(timeline, key, reference, options)?;
    let (scene, second) = pair.read(timeline, record)?;
    let (stage, subject) = (&scene.stage, &pair.first);
    let values: Vec<(f64, f64)> = scene.values().iter().copied().zip(second.values().iter().copied()).collect();
    let range = options.range.unwrap_or_else(|| DifferenceRange::fit(values.iter().copied()));
    let shade = |index: usize| range.shade(values[index].0, values[index].1, options.colors);
    let layer = Layer::of(stage, |index| {
        let shade = shade(index);
        let look = match shade {
            DifferenceShade::BothImpossible | DifferenceShade::NoValue if stage.wall[index] => {
                return (look::WALL, Some(Look::Wall));
            }
            DifferenceShade::BothImpossible => Some(Look::BothImpossible),
            DifferenceShade::FirstExcludes(_) => Some(Look::FirstExcludes),
            DifferenceShade::SecondExcludes(_) => Some(Look::SecondExcludes),
            DifferenceShade::NoValue => Some(Look::NoValue),
            DifferenceShade::Value(_) => None,
        };
        (shade.color(), look)
    });
    let sign = |index: usize| match shade(index) {
        DifferenceShade::Value(_) => range.sign(values[index].0, values[index].1),
        _ => 0,
    };
    let has_signs = [-1, 1].map(|wanted| (0..values.len()).any(|index| sign(index) == wanted));
    let layer = layer.with_signs(sign);

    let name = |one: &BeliefKey, other: &BeliefKey| match one.opponent_model() {
        // The subtitle says which one.
        Some(_) if other.opponent_model().is_none() => "reference".to_owned(),
        _ => clean(&one.source_name()),
    };
    let names = [name(key, reference), name(reference, key)];
    let channels = key::channels([stage]);
    let wording = Wording {
        truth: words::truth_name(subject),
        who: clean(&key.owner),
        beliefs: names.clone(),
        ..Wording::default()
    };
    let mut entries = key::entries(&subject.header, &[(stage, &layer)], &channels, &wording);
    let [first, second_name] = &names;
    for (is_plus, has_sign) in [(false, has_signs[0]), (true, has_signs[1])] {
        if has_sign {
            entries.push(Entry::plus(
                is_plus,
                format!("{first} gives {} than {second_name}", if is_plus { "more" } else { "less" }),
            ));
        }
    }
    let [_, model, quality] = words::belief_parts(&pair.second, &second);
    let panel = Panel {
        header: &subject.header,
        stage,
        layer: &layer,
        channels: &channels,
        title: [words::match_name(&subject.header, subject.viewpoint), words::moment(&subject.header, &stage.record)],
        subtitle: vec![
            format!("belief of {}: {first} − {second_name}", clean(&subject.header.belief_subject(key))),
            model,
            quality,
        ],
        measures: measures(&scene, &second),
        entries,
    };
    let quantity = format!("{}: {first} − {second_name}", words::quantity(subject, &scene.belief));
    let bar =
        |drawing: &mut Drawing, x, y, room| bar::difference(drawing, (x, y), room, range, options.colors, &quantity);
    panel.figure(options.width, Some(&bar), csv(&pair, &scene, &values))
}

/// The scale that fits the differences at all these records, for separate figures that must share one: put it into
/// [`DifferenceOptions::range`].
///
/// # Errors
/// As [`difference`].
pub fn fitted_difference_range(
    timeline: &Timeline,
    records: &[usize],
    key: &BeliefKey,
    reference: &BeliefKey,
    options: &DifferenceOptions,
) -> Result<DifferenceRange, PlotError> {
    let pair = Pair::find(timeline, key, reference, options)?;
    let mut largest = 0.0f64;
    for record in records {
        let (scene, second) = pair.read(timeline, *record)?;
        let differences = scene.values().iter().zip(second.values()).map(|(first, second)| (first - second).abs());
        largest = differences.filter(|difference| difference.is_finite()).fold(largest, f64::max);
    }
    Ok(options.range.unwrap_or_else(|| DifferenceRange::fit([(largest, 0.0)])))
}

/// Two beliefs that can be compared.
struct Pair<'a> {
    first: Subject<'a>,
    second: Subject<'a>,
}

impl<'a> Pair<'a> {
    fn find(
        timeline: &'a Timeline,
        key: &'a BeliefKey,
        reference: &'a BeliefKey,
        options: &DifferenceOptions,
    ) -> Result<Self, PlotError> {
        let find = |key| Subject::find(timeline, key, options.show_truth, options.show_coverage);
        let pair = Self { first: find(key)?, second: find(reference)? };
        if key == reference || key.owner != reference.owner || key.target != reference.target {
            return Err(PlotError::NotComparable { first: key.clone().into(), second: reference.clone().into() });
        }
        Ok(pair)
    }

    fn read(&self, timeline: &Timeline, record: usize) -> Result<(Scene, Belief), PlotError> {
        let scene = Scene::read(timeline, record, &self.first)?;
        let second = scene::belief(&scene.stage.record, self.second.key)?;
        scene::check_length(&scene.stage, &second)?;
        if std::mem::discriminant(&scene.belief.kind) != std::mem::discriminant(&second.kind) {
            return Err(PlotError::NotComparable { first: self.first.key.clone().into(), second: second.key.into() });
        }
        Ok((scene, second))
    }
}

fn measures(scene: &Scene, second: &Belief) -> Vec<String> {
    let (BeliefKind::Categorical(first), BeliefKind::Categorical(second)) = (&scene.belief.kind, &second.kind) else {
        return Vec::new();
    };
    let mut measures = vec![format!("total variation {}", number(total_variation(first, second)))];
    measures.push(match regret_bits(second, first) {
        Some(bits) => format!("regret {} bits", number(bits)),
        // The looks of the cells say where, and their names in the legend why.
        None => "regret infinite".to_owned(),
    });
    if let Some(element) = scene.true_element() {
        let p = |values: &[f64]| values.get(element).map_or_else(String::new, |p| number(*p));
        measures.push(format!("P(truth) {} and {}", p(first), p(second)));
    }
    measures
}

fn csv(pair: &Pair<'_>, scene: &Scene, values: &[(f64, f64)]) -> String {
    let mut csv = "record,turn,belief,reference,row,col,value,reference_value,difference,terrain,is_truth\n".to_owned();
    let stage = &scene.stage;
    let names = terrain_names(&pair.first.header);
    let (record, turn) = (stage.record.index, stage.record.turn);
    let keys = [pair.first.key, pair.second.key].map(|key| field(&key.to_string())).join(",");
    for (index, (first, second)) in values.iter().enumerate() {
        let cell = stage.size.cell(index);
        let [first, second, difference] = [*first, *second, first - second].map(shortest);
        let (terrain, is_truth) = (names.of(stage, index), truth_flag(stage, cell));
        // Writing to a string cannot fail.
        let _ = writeln!(
            csv,
            "{record},{turn},{keys},{},{},{first},{second},{difference},{terrain},{is_truth}",
            cell.row, cell.col
        );
    }
    csv
}
