//! One belief at one record.

use fogreel_engine::data::BeliefKey;
use fogreel_recorder::Timeline;

use crate::color::ScaleRange;
use crate::drawing::Drawing;
use crate::field::{Layer, Paint};
use crate::options::HeatmapOptions;
use crate::panel::Panel;
use crate::scene::{Scene, Subject};
use crate::{Figure, PlotError, bar, csv, key, words};

/// Draws the belief `key` at record `record`.
///
/// The board is the one that the owner of the belief knows, in its own coordinates; the truth adds a ring and the
/// pieces. The title names match, turn, belief and (for a reference) the opponent model.
///
/// # Errors
/// [`PlotError`] if the record or the belief does not exist, or the belief is not about cells.
pub fn heatmap(
    timeline: &Timeline,
    record: usize,
    key: &BeliefKey,
    options: &HeatmapOptions,
) -> Result<Figure, PlotError> {
    let subject = Subject::find(timeline, key, options.show_truth, options.show_coverage)?;
    let scene = Scene::read(timeline, record, &subject)?;
    let stage = &scene.stage;
    let range = options.range_for(scene.values().iter().copied(), stage.size.cells());
    let paint = Paint { range, colors: options.colors };
    let layer = Layer::of_belief(&scene, paint);
    let channels = key::channels([stage]);
    let entries = key::entries(&subject.header, &[(stage, &layer)], &channels, &words::wording(&subject, paint));
    let measures = scene.measures().into_iter().chain(scene.further_measures()).collect();
    let panel = Panel {
        header: &subject.header,
        stage,
        layer: &layer,
        channels: &channels,
        title: [words::match_name(&subject.header, subject.viewpoint), words::moment(&subject.header, &stage.record)],
        subtitle: words::belief_name(&subject, &scene.belief),
        measures,
        entries,
    };
    let quantity = words::quantity(&subject, &scene.belief);
    let bar = |drawing: &mut Drawing, x, y, room| bar::belief(drawing, x, y, room, paint, &quantity);
    let mut csv = csv::HEADER.to_owned();
    csv::append(&mut csv, &subject, &scene);
    panel.figure(options.width, Some(&bar), csv)
}

/// The scale that [`sheet`](crate::sheet) would choose for these records, for separate figures that must share one:
/// put it into [`HeatmapOptions::range`].
///
/// # Errors
/// As [`heatmap`].
pub fn fitted_range(
    timeline: &Timeline,
    records: &[usize],
    key: &BeliefKey,
    options: &HeatmapOptions,
) -> Result<ScaleRange, PlotError> {
    let subject = Subject::find(timeline, key, options.show_truth, options.show_coverage)?;
    let mut max = 0.0f64;
    let mut cells = 1;
    for record in records {
        let scene = Scene::read(timeline, *record, &subject)?;
        max = scene.values().iter().copied().filter(|value| value.is_finite()).fold(max, f64::max);
        cells = cells.max(scene.stage.size.cells());
    }
    Ok(options.range_for([max], cells))
}
