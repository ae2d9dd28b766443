//! Colour bars.

use fogreel_engine::data::Rgb;

use crate::color::{ColorMap, DifferenceRange, DivergingMap, Scale, Tick, look};
use crate::drawing::{Anchor, Area, Drawing, FAINT, INK, PAPER, Type};
use crate::field::Paint;
use crate::text::{shorten, width};

const HEIGHT: i32 = 280;
const TRIANGLE: i32 = 260;
/// Enough that steps do not show.
const STEPS: i32 = 128;

/// Draws the colour bar of a belief with its label into that width; returns where it ends.
pub(crate) fn belief(drawing: &mut Drawing, x: i32, y: i32, room: i32, paint: Paint, label: &str) -> i32 {
    let most = (room / 800).clamp(2, 6) as usize;
    let is_log = paint.range.scale() == Scale::Log;
    let ticks = paint.range.ticks(most);
    bar(drawing, (x, y), room, label, &ticks, is_log, &|position| paint.colors.at(position))
}

/// Draws the colour bar of a difference with its label into that width; returns where it ends.
pub(crate) fn difference(
    drawing: &mut Drawing,
    (x, y): (i32, i32),
    room: i32,
    range: DifferenceRange,
    colors: DivergingMap,
    label: &str,
) -> i32 {
    let most = (room / 900).clamp(3, 7) as usize;
    let mut ticks = range.ticks(most);
    ticks.iter_mut().for_each(|tick| tick.position = (tick.position + 1.0) / 2.0);
    bar(drawing, (x, y), room, label, &ticks, false, &|position| colors.at(2.0 * position - 1.0))
}

/// Draws the colour bar of counts from 0 to `top` with its label into that width; returns where it ends.
pub(crate) fn counts(
    drawing: &mut Drawing,
    (x, y): (i32, i32),
    room: i32,
    top: u64,
    colors: ColorMap,
    label: &str,
) -> i32 {
    let most = (room / 800).clamp(2, 6) as u64;
    let steps = (0..19).flat_map(|power| [1, 2, 5].map(|digit| digit * 10u64.pow(power)));
    let step = steps.into_iter().find(|step| top / step < most).unwrap_or(top).max(1);
    let tick = |count: u64| Tick { position: count as f64 / top as f64, label: count.to_string() };
    let mut ticks: Vec<Tick> = (0..=top / step).map(|place| tick(place * step)).collect();
    // The end is among them, unless it would touch the one before.
    if top % step * 2 >= step {
        ticks.push(tick(top));
    }
    bar(drawing, (x, y), room, label, &ticks, false, &|position| colors.at(position))
}

fn bar(
    drawing: &mut Drawing,
    (x, y): (i32, i32),
    room: i32,
    label: &str,
    ticks: &[Tick],
    has_floor: bool,
    color: &dyn Fn(f64) -> Rgb,
) -> i32 {
    let top = y + Type::LABEL.cap() + 100;
    drawing.text(shorten(label, Type::LABEL, room), (x, y + Type::LABEL.cap()), Anchor::Start, Type::LABEL, INK);
    let half = |tick: Option<&Tick>| tick.map_or(0, |tick| width(&tick.label, Type::SMALL) / 2 + 10);
    let before = half(ticks.first()).max(if has_floor { TRIANGLE + 10 } else { 10 });
    let bar = Area::new(x + before, top, (room - before - half(ticks.last())).max(100), HEIGHT);
    for step in 0..STEPS {
        // Each step runs on to the end beneath the next ones, so that none leaves a gap.
        let left = bar.x + bar.width * step / STEPS;
        let color = color((f64::from(step) + 0.5) / f64::from(STEPS));
        drawing.rectangle(Area::new(left, bar.y, bar.right() - left, bar.height), color);
    }
    let (_, middle) = bar.center();
    let mut outline = bar.outline();
    if has_floor {
        let tip = vec![(bar.x, bar.y), (bar.x, bar.bottom()), (bar.x - TRIANGLE, middle)];
        drawing.polygon(tip, look::BELOW_FLOOR);
        outline = vec![
            (bar.x, bar.y),
            (bar.right(), bar.y),
            (bar.right(), bar.bottom()),
            (bar.x, bar.bottom()),
            (bar.x - TRIANGLE, middle),
            (bar.x, bar.y),
            (bar.right(), bar.y),
        ];
        drawing.path(vec![(bar.x, bar.y), (bar.x, bar.bottom())], PAPER, 12);
    }
    drawing.path(outline, INK, 14);
    let baseline = bar.bottom() + 130 + Type::SMALL.cap();
    for tick in ticks {
        let at = bar.x + (tick.position * f64::from(bar.width)).round() as i32;
        drawing.path(vec![(at, bar.bottom()), (at, bar.bottom() + 70)], INK, 14);
        drawing.text(tick.label.clone(), (at, baseline), Anchor::Middle, Type::SMALL, FAINT);
    }
    baseline
}
