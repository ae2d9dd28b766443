//! One belief along a match: small multiples on one scale.

use fogreel_engine::data::BeliefKey;
use fogreel_recorder::Timeline;

use crate::drawing::{Anchor, Drawing, FAINT, INK, MM, Type};
use crate::field::{self, Layer, Paint};
use crate::hatch::Field;
use crate::options::HeatmapOptions;
use crate::panel::{MARGIN, cell_side, mm, title};
use crate::scene::{Scene, Subject};
use crate::text::{clean, shorten, width};
use crate::{Figure, PlotError, bar, csv, key, svg, words};

/// More panels are a film, not a figure.
const MOST_RECORDS: usize = 240;
const NARROWEST_PANEL: i32 = 36 * MM;
const WIDEST_PANEL: i32 = 80 * MM;
const GAP: i32 = 4 * MM;

/// Draws the belief `key` at each of the records, in their order, on one shared scale.
///
/// Each panel names its turn and the actions that led to it; below it stand the entropy, what the belief says about the
/// truth, and the letters of the events. See [`default_sheet_records`](crate::default_sheet_records).
///
/// # Errors
/// [`PlotError`] if there are no records or more than 240, one of them or its belief does not exist, or the belief is
/// not about cells.
pub fn sheet(
    timeline: &Timeline,
    records: &[usize],
    key: &BeliefKey,
    options: &HeatmapOptions,
) -> Result<Figure, PlotError> {
    if records.is_empty() || records.len() > MOST_RECORDS {
        return Err(PlotError::RecordCount { figure: "sheet", most: MOST_RECORDS, found: records.len() });
    }
    let subject = Subject::find(timeline, key, options.show_truth, options.show_coverage)?;
    let read = records.iter().map(|record| Scene::read(timeline, *record, &subject));
    let scenes = read.collect::<Result<Vec<Scene>, PlotError>>()?;
    // A frame may grow along a match; every panel has room for the largest.
    let largest = scenes.iter().map(|scene| scene.stage.size.cells()).max().unwrap_or(1);
    let values = scenes.iter().flat_map(|scene| scene.values().iter().copied());
    let paint = Paint { range: options.range_for(values, largest), colors: options.colors };
    let channels = key::channels(scenes.iter().map(|scene| &scene.stage));
    let layers: Vec<Layer> = scenes.iter().map(|scene| Layer::of_belief(scene, paint)).collect();

    let full = options.width.units();
    let mut drawing = Drawing::default();
    let groups = [
        (words::match_name(&subject.header, subject.viewpoint), Type::TITLE, INK),
        (words::belief_name(&subject, &scenes[0].belief), Type::BODY, FAINT),
    ];
    let heading = title(&mut drawing, full, groups);
    let rows = scenes.iter().map(|scene| scene.stage.size.rows).max().unwrap_or(1);
    let (left, above) = field::label_room(rows);
    let room = full - 2 * MARGIN - left;
    let columns = columns(room, scenes.len());
    let panel = ((room + GAP) / columns - GAP).min(WIDEST_PANEL);
    let sides = scenes.iter().map(|scene| cell_side(scene.stage.size, panel, panel * 3 / 2, options.width));
    let cell = sides.collect::<Result<Vec<_>, _>>()?.into_iter().min().unwrap_or(1);

    let captions: Vec<Caption> = scenes.iter().map(|scene| Caption::of(&subject, scene)).collect();
    let head = lines_needed(captions.iter().map(|caption| &caption.head), panel, Type::LABEL);
    let foot = lines_needed(captions.iter().map(|caption| &caption.foot), panel, Type::SMALL);
    let has_events = captions.iter().any(|caption| !caption.events.is_empty());

    let mut y = heading.bottom + MM;
    for (index, band) in scenes.chunks(columns as usize).enumerate() {
        let captions = &captions[index * columns as usize..];
        let layers = &layers[index * columns as usize..];
        let mut x = MARGIN + left;
        let top = y + head as i32 * Type::SMALL.line() + if index == 0 { above } else { 40 };
        let mut bottom = top;
        for (column, ((scene, caption), layer)) in band.iter().zip(captions).zip(layers).enumerate() {
            let field = Field { x, y: top, cell, size: scene.stage.size };
            // Labels stand once at the edges of the sheet.
            if column == 0 {
                field::row_labels(&mut drawing, &field);
            }
            if index == 0 {
                field::column_labels(&mut drawing, &field);
            }
            lines(&mut drawing, x, y, panel, &caption.head, head, [(Type::LABEL, INK), (Type::SMALL, FAINT)]);
            field::draw(&mut drawing, &field, &scene.stage, layer, &subject.header, &channels);
            let below = field.area().bottom() + 110;
            lines(&mut drawing, x, below, panel, &caption.foot, foot, [(Type::SMALL, INK), (Type::SMALL, INK)]);
            let mut end = below + foot as i32 * Type::SMALL.line();
            if has_events {
                let text = shorten(&caption.events, Type::SMALL, panel);
                drawing.text(text, (x, end + Type::SMALL.cap()), Anchor::Start, Type::SMALL, FAINT);
                end += Type::SMALL.line();
            }
            bottom = bottom.max(end);
            x += panel + GAP;
        }
        y = bottom + 3 * MM;
    }
    y += MM;

    let room = full - 2 * MARGIN;
    let bar_room = room.min(64 * MM);
    let bar_bottom =
        bar::belief(&mut drawing, MARGIN, y, bar_room, paint, &words::quantity(&subject, &scenes[0].belief));
    let panels: Vec<_> = scenes.iter().map(|scene| &scene.stage).zip(&layers).collect();
    let entries = key::entries(&subject.header, &panels, &channels, &words::wording(&subject, paint));
    let is_beside = room - bar_room >= 70 * MM;
    let (x, top) = if is_beside { (MARGIN + bar_room + 2 * GAP, y) } else { (MARGIN, bar_bottom + 4 * MM) };
    let legend_bottom = key::legend(&mut drawing, x, top, full - MARGIN - x, &entries, &subject.header);

    let height = bar_bottom.max(legend_bottom) + MARGIN;
    let mut csv = csv::HEADER.to_owned();
    for scene in &scenes {
        csv::append(&mut csv, &subject, scene);
    }
    let svg = svg::write(&drawing, full, height, &heading.text)?;
    Ok(Figure { svg, csv, width_mm: mm(full), height_mm: mm(height) })
}

/// As many columns as have room, but no more than needed to keep the number of rows.
fn columns(room: i32, panels: usize) -> i32 {
    let most = ((room + GAP) / (NARROWEST_PANEL + GAP)).max(1) as usize;
    let rows = panels.div_ceil(most);
    panels.div_ceil(rows) as i32
}

struct Caption {
    head: [String; 2],
    foot: [String; 2],
    events: String,
}

impl Caption {
    fn of(subject: &Subject<'_>, scene: &Scene) -> Self {
        let mut letters: Vec<String> = scene
            .stage
            .events
            .iter()
            .filter_map(|(kind, _)| subject.header.event_kinds.get(usize::from(*kind)))
            .map(|kind| clean(&kind.glyph.to_string()))
            .collect();
        letters.dedup();
        let events = if letters.is_empty() { String::new() } else { format!("events: {}", letters.join(" ")) };
        Self {
            head: [words::turn(&scene.stage.record), words::actions(&subject.header, &scene.stage.record)],
            foot: scene.measures(),
            events,
        }
    }
}

/// One line if both halves of every caption fit on one, else two; the same for all, so that panels stay aligned.
fn lines_needed<'a>(captions: impl Iterator<Item = &'a [String; 2]>, room: i32, style: Type) -> usize {
    let mut needed = 1;
    for [first, second] in captions {
        if !second.is_empty() && width(&joined(first, second), style) > room {
            needed = 2;
        }
    }
    needed
}

fn joined(first: &str, second: &str) -> String {
    if second.is_empty() { first.to_owned() } else { format!("{first} · {second}") }
}

fn lines(
    drawing: &mut Drawing,
    x: i32,
    y: i32,
    room: i32,
    [first, second]: &[String; 2],
    count: usize,
    [upper, lower]: [(Type, fogreel_engine::data::Rgb); 2],
) {
    let mut line = |text: &str, (style, color): (Type, _), down: i32| {
        let at = (x, y + style.cap() + down * Type::SMALL.line());
        drawing.text(shorten(text, style, room), at, Anchor::Start, style, color);
    };
    if count == 1 {
        line(&joined(first, second), upper, 0);
    } else {
        line(first, upper, 0);
        line(second, lower, 1);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn panels_are_spread_evenly() {
        let page = 170 * MM - 300;
        assert_eq!(columns(page, 12), 4);
        assert_eq!(columns(page, 5), 3);
        assert_eq!(columns(page, 1), 1);
        assert_eq!(columns(80 * MM, 12), 2);
        assert_eq!(columns(36 * MM, 3), 1);
    }
}
