//! What colours and signs mean: colour bar and legend.

use fogreel_engine::{Size, data::Channel};

use crate::color::{Scale, Shade, look};
use crate::drawing::{Anchor, Area, Drawing, FAINT, INK, PAPER, Type};
use crate::field::{self, Paint};
use crate::hatch::{Field, Look, pattern};
use crate::marks;
use crate::outline;
use crate::scene::{Scene, Subject};
use crate::text::{clean, number, shorten, width};
use crate::words;

const BAR_HEIGHT: i32 = 280;
const TRIANGLE: i32 = 260;
const SIGN: i32 = 300;
const PITCH: i32 = 400;
const GAP: i32 = 110;

/// Draws the colour bar with its label into that width; returns where it ends.
pub(crate) fn bar(drawing: &mut Drawing, x: i32, y: i32, room: i32, paint: Paint, label: &str) -> i32 {
    let top = y + Type::LABEL.cap() + 100;
    drawing.text(shorten(label, Type::LABEL, room), (x, y + Type::LABEL.cap()), Anchor::Start, Type::LABEL, INK);
    let most = (room / 800).clamp(2, 6) as usize;
    let ticks = paint.range.ticks(most);
    let half = |tick: Option<&crate::color::Tick>| tick.map_or(0, |tick| width(&tick.label, Type::SMALL) / 2 + 10);
    let is_log = paint.range.scale() == Scale::Log;
    let before = half(ticks.first()).max(if is_log { TRIANGLE + 10 } else { 10 });
    let bar = Area::new(x + before, top, (room - before - half(ticks.last())).max(100), BAR_HEIGHT);

    const STEPS: i32 = 128;
    for step in 0..STEPS {
        // Each step runs on to the end beneath the next ones, so that none leaves a gap.
        let left = bar.x + bar.width * step / STEPS;
        let color = paint.colors.at((f64::from(step) + 0.5) / f64::from(STEPS));
        drawing.rectangle(Area::new(left, bar.y, bar.right() - left, bar.height), color);
    }
    let (_, middle) = bar.center();
    let mut outline = bar.outline();
    if is_log {
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
        drawing.text(tick.label, (at, baseline), Anchor::Middle, Type::SMALL, FAINT);
    }
    baseline
}

/// A sign and what it means.
pub(crate) struct Entry {
    sign: Sign,
    label: String,
}

enum Sign {
    Look(Look),
    Edge,
    Truth,
    Piece { kind: u16, is_ghost: bool },
    Event(u16),
    Channel { channel: u16, rank: usize },
}

/// Channels that occur, in the header's order; the rank of a channel is its place among them.
pub(crate) fn channels(scenes: &[Scene]) -> Vec<u16> {
    let mut channels: Vec<u16> =
        scenes.iter().flat_map(|scene| scene.coverage.iter().map(|coverage| coverage.channel)).collect();
    channels.sort_unstable();
    channels.dedup();
    channels
}

/// An entry for everything that occurs in the figure.
pub(crate) fn entries(
    subject: &Subject<'_>,
    scenes: &[Scene],
    paint: Paint,
    channels: &[u16],
    size: Size,
) -> Vec<Entry> {
    let header = subject.header;
    let mut entries = Vec::new();
    let mut add = |sign, label: String| entries.push(Entry { sign, label });
    if scenes.iter().any(|scene| scene.truth.as_ref().is_some_and(|cells| !cells.is_empty())) {
        add(Sign::Truth, words::truth_name(subject));
    }
    let mut pieces: Vec<(u16, bool)> =
        scenes.iter().flat_map(|scene| scene.pieces.iter().map(|mark| (mark.kind, mark.is_ghost))).collect();
    pieces.sort_unstable();
    pieces.dedup();
    for (kind, is_ghost) in pieces {
        let name = header.piece_kinds.get(usize::from(kind)).map_or(String::new(), |kind| clean(&kind.name));
        add(Sign::Piece { kind, is_ghost }, if is_ghost { format!("{name}, seen before") } else { name });
    }
    let mut looks: Vec<Look> = scenes.iter().flat_map(|scene| field::looks(scene, paint)).collect();
    looks.sort_unstable();
    looks.dedup();
    for look in looks {
        let label = match look {
            Look::Impossible => "impossible (exactly 0)".to_owned(),
            Look::BelowFloor => format!("above 0, below {}", number(paint.range.floor()).replace(".0e", "e")),
            Look::Wall => walls(subject, scenes, size),
            Look::Unseen => format!("terrain unknown to {}", clean(&subject.key.owner)),
            Look::NoValue => "no value".to_owned(),
        };
        add(Sign::Look(look), label);
    }
    if scenes.iter().any(|scene| !scene.edges.is_empty()) {
        add(Sign::Edge, "wall between cells".to_owned());
    }
    for (rank, channel) in channels.iter().enumerate() {
        let name = header.channels.get(usize::from(*channel)).map_or(String::new(), |channel| clean(&channel.name));
        let spoken = scenes.iter().flat_map(|scene| &scene.coverage).filter(|coverage| coverage.channel == *channel);
        let said = match spoken
            .fold((false, false), |(hit, miss), coverage| (hit || coverage.is_hit, miss || !coverage.is_hit))
        {
            (true, false) => "hit",
            (false, true) => "miss",
            _ => "covered",
        };
        add(Sign::Channel { channel: *channel, rank }, format!("{name}: {said}"));
    }
    let mut events: Vec<u16> = scenes.iter().flat_map(|scene| scene.events.iter().map(|(kind, _)| *kind)).collect();
    events.sort_unstable();
    events.dedup();
    for kind in events {
        if let Some(info) = header.event_kinds.get(usize::from(kind)) {
            add(Sign::Event(kind), clean(&info.name));
        }
    }
    entries
}

/// Names of the terrain that stops pieces, as far as it occurs.
fn walls(subject: &Subject<'_>, scenes: &[Scene], size: Size) -> String {
    let occurs = |kind: usize| {
        scenes.iter().any(|scene| {
            (0..size.cells().min(scene.wall.len()))
                .any(|index| scene.wall[index] && usize::from(scene.terrain[index]) == kind)
        })
    };
    let legend = subject.header.board.legend.iter().enumerate();
    let names: Vec<String> = legend.filter(|(kind, _)| occurs(*kind)).map(|(_, kind)| clean(&kind.id)).collect();
    names.join(", ")
}

/// Draws the entries in as many columns as fit; returns where they end.
pub(crate) fn legend(
    drawing: &mut Drawing,
    x: i32,
    y: i32,
    room: i32,
    entries: &[Entry],
    subject: &Subject<'_>,
) -> i32 {
    if entries.is_empty() {
        return y;
    }
    let style = Type::SMALL;
    let widest = entries.iter().map(|entry| width(&entry.label, style)).max().unwrap_or(0);
    let pitch = (SIGN + GAP + widest + 350).min(room);
    let columns = ((room + 350) / pitch.max(1)).clamp(1, entries.len() as i32) as usize;
    let rows = entries.len().div_ceil(columns);
    for (index, entry) in entries.iter().enumerate() {
        let left = x + (index / rows) as i32 * pitch;
        let top = y + (index % rows) as i32 * PITCH;
        sign(drawing, Area::new(left, top, SIGN, SIGN), &entry.sign, subject);
        let label = shorten(&entry.label, style, (x + room - left - SIGN - GAP).max(0));
        drawing.text(label, (left + SIGN + GAP, top + SIGN / 2 + style.cap() / 2), Anchor::Start, style, INK);
    }
    y + rows as i32 * PITCH - (PITCH - SIGN)
}

fn sign(drawing: &mut Drawing, area: Area, sign: &Sign, subject: &Subject<'_>) {
    let header = subject.header;
    match sign {
        Sign::Look(look) => {
            let fill = match look {
                Look::Impossible => Shade::Impossible.color(),
                Look::BelowFloor => Shade::BelowFloor.color(),
                Look::Wall => look::WALL,
                Look::Unseen | Look::NoValue => PAPER,
            };
            drawing.rectangle(area, fill);
            let field = Field { x: area.x, y: area.y, cell: area.width, size: Size::new(1, 1) };
            pattern(drawing, &field, *look, &[true]);
            drawing.path(area.outline(), INK, 12);
        }
        Sign::Edge => {
            let (_, y) = area.center();
            drawing.path(vec![(area.x, y), (area.right(), y)], INK, 40);
        }
        Sign::Truth => marks::truth(drawing, area),
        Sign::Piece { kind, is_ghost } => {
            if let Some(kind) = header.piece_kinds.get(usize::from(*kind)) {
                marks::piece(drawing, area.center(), area.width / 2 - 10, kind, *is_ghost);
            }
        }
        Sign::Event(kind) => {
            if let Some(kind) = header.event_kinds.get(usize::from(*kind)) {
                let (x, y) = area.center();
                let width = marks::badge_width(kind);
                let badge = Area::new(x - width / 2, y - marks::BADGE_HEIGHT / 2, width, marks::BADGE_HEIGHT);
                marks::event(drawing, badge, kind);
            }
        }
        Sign::Channel { channel, rank } => {
            let color = header.channels.get(usize::from(*channel)).map_or(INK, |channel: &Channel| channel.color);
            for piece in outline::broken(&outline_of(area), *rank) {
                drawing.path(piece, color, 32);
            }
        }
    }
}

fn outline_of(area: Area) -> Vec<(i32, i32)> {
    let inner = Area::new(area.x + 16, area.y + 16, area.width - 32, area.height - 32);
    let mut outline = inner.outline();
    outline.pop();
    outline
}
