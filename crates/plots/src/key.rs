//! What signs and patterns mean: the legend.

use fogreel_engine::data::{Channel, Rgb};
use fogreel_engine::{Header, Size};

use crate::drawing::{Anchor, Area, Drawing, INK, PAPER, Type};
use crate::field::Layer;
use crate::hatch::{self, Field, Look, pattern};
use crate::marks;
use crate::outline;
use crate::stage::Stage;
use crate::text::{clean, number, shorten, width};

const SIGN: i32 = 300;
const PITCH: i32 = 400;
const GAP: i32 = 110;

/// A sign and what it means.
pub(crate) struct Entry {
    sign: Sign,
    label: String,
}

enum Sign {
    Look(Look),
    Age,
    Edge,
    Truth,
    Piece { kind: u16, is_ghost: bool },
    Event(u16),
    Channel { channel: u16, rank: usize, is_hatched: bool },
    Plus(bool),
    Terrain(u8),
    Facing,
    Trail { color: Rgb, rank: usize },
    Growing,
    Number,
}

impl Entry {
    /// The number of an age.
    pub(crate) fn age(label: impl Into<String>) -> Self {
        Self { sign: Sign::Age, label: label.into() }
    }

    /// A kind of terrain: its colour and letter.
    pub(crate) fn terrain(kind: u8, header: &Header) -> Self {
        let name = header.board.legend.get(usize::from(kind)).map_or(String::new(), |kind| clean(&kind.id));
        Self { sign: Sign::Terrain(kind), label: name }
    }

    /// The mark of the direction in which a piece looks.
    pub(crate) fn facing(label: impl Into<String>) -> Self {
        Self { sign: Sign::Facing, label: label.into() }
    }

    /// A line from cell to cell, broken as the lines of that rank are.
    pub(crate) fn trail(color: Rgb, rank: usize, label: impl Into<String>) -> Self {
        Self { sign: Sign::Trail { color, rank }, label: label.into() }
    }

    /// A line that grows with time.
    pub(crate) fn growing(label: impl Into<String>) -> Self {
        Self { sign: Sign::Growing, label: label.into() }
    }

    /// A number on a plate.
    pub(crate) fn number(label: impl Into<String>) -> Self {
        Self { sign: Sign::Number, label: label.into() }
    }

    /// A kind of piece.
    pub(crate) fn piece(kind: u16, label: impl Into<String>) -> Self {
        Self { sign: Sign::Piece { kind, is_ghost: false }, label: label.into() }
    }

    /// The sign of more, or of less.
    pub(crate) fn plus(is_plus: bool, label: impl Into<String>) -> Self {
        Self { sign: Sign::Plus(is_plus), label: label.into() }
    }
}

/// Words that differ from figure to figure.
#[derive(Default)]
pub(crate) struct Wording {
    /// What the ring stands for.
    pub(crate) truth: String,
    /// Who knows the board.
    pub(crate) who: String,
    /// The floor of a log scale.
    pub(crate) floor: f64,
    /// Names of the two beliefs of a difference.
    pub(crate) beliefs: [String; 2],
}

/// Channels that occur, in the header's order; the rank of a channel is its place among them.
pub(crate) fn channels<'a>(stages: impl IntoIterator<Item = &'a Stage>) -> Vec<u16> {
    let mut channels: Vec<u16> =
        stages.into_iter().flat_map(|stage| stage.coverage.iter().map(|coverage| coverage.channel)).collect();
    channels.sort_unstable();
    channels.dedup();
    channels
}

/// An entry for everything that occurs in the panels of a figure.
pub(crate) fn entries(header: &Header, panels: &[(&Stage, &Layer)], channels: &[u16], wording: &Wording) -> Vec<Entry> {
    let stages = || panels.iter().map(|(stage, _)| *stage);
    let mut entries = Vec::new();
    let mut add = |sign, label: String| entries.push(Entry { sign, label });
    if stages().any(|stage| stage.truth.as_ref().is_some_and(|cells| !cells.is_empty())) {
        add(Sign::Truth, wording.truth.clone());
    }
    let mut pieces: Vec<(u16, bool)> =
        stages().flat_map(|stage| stage.pieces.iter().map(|mark| (mark.kind, mark.age > 0))).collect();
    pieces.sort_unstable();
    pieces.dedup();
    for (kind, is_ghost) in pieces {
        let name = header.piece_kinds.get(usize::from(kind)).map_or(String::new(), |kind| clean(&kind.name));
        add(Sign::Piece { kind, is_ghost }, if is_ghost { format!("{name}, seen before") } else { name });
    }
    let mut looks: Vec<Look> = panels.iter().flat_map(|(_, layer)| layer.looks()).collect();
    looks.sort_unstable();
    looks.dedup();
    for look in looks {
        let [first, second] = &wording.beliefs;
        let label = match look {
            Look::Impossible => "impossible (exactly 0)".to_owned(),
            Look::BelowFloor => format!("above 0, below {}", number(wording.floor).replace(".0e", "e")),
            Look::BothImpossible => "impossible in both (exactly 0)".to_owned(),
            Look::FirstExcludes => format!("{first} rules out what {second} allows"),
            Look::SecondExcludes => format!("{second} rules out what {first} allows"),
            Look::VisibleNow => "visible now".to_owned(),
            Look::NeverSeen => "never seen".to_owned(),
            Look::SeenBefore => "seen before".to_owned(),
            Look::Wall => walls(header, stages()),
            Look::Unseen => format!("terrain unknown to {}", wording.who),
            Look::NoValue => "no value".to_owned(),
            Look::NeverVisited => "never visited".to_owned(),
        };
        add(Sign::Look(look), label);
    }
    if stages().any(|stage| !stage.edges.is_empty()) {
        add(Sign::Edge, "wall between cells".to_owned());
    }
    let is_hatched = panels.iter().any(|(_, layer)| layer.is_coverage_hatched);
    for (rank, channel) in channels.iter().enumerate() {
        let name = header.channels.get(usize::from(*channel)).map_or(String::new(), |channel| clean(&channel.name));
        let spoken = stages().flat_map(|stage| &stage.coverage).filter(|coverage| coverage.channel == *channel);
        let said = match spoken
            .fold((false, false), |(hit, miss), coverage| (hit || coverage.is_hit, miss || !coverage.is_hit))
        {
            (true, false) => "hit",
            (false, true) => "miss",
            _ => "covered",
        };
        add(Sign::Channel { channel: *channel, rank, is_hatched }, format!("{name}: {said}"));
    }
    let mut events: Vec<u16> = stages().flat_map(|stage| stage.events.iter().map(|(kind, _)| *kind)).collect();
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
fn walls<'a>(header: &Header, stages: impl Iterator<Item = &'a Stage>) -> String {
    let kinds = stages.flat_map(|stage| stage.terrain.iter().zip(&stage.wall).filter(|(_, wall)| **wall));
    let occurring: Vec<bool> = kinds.fold(vec![false; header.board.legend.len()], |mut occurring, (kind, _)| {
        if let Some(occurs) = occurring.get_mut(usize::from(*kind)) {
            *occurs = true;
        }
        occurring
    });
    let legend = header.board.legend.iter().zip(occurring).filter(|(_, occurs)| *occurs);
    legend.map(|(kind, _)| clean(&kind.id)).collect::<Vec<_>>().join(", ")
}

/// Draws the entries in as many columns as fit; returns where they end.
pub(crate) fn legend(drawing: &mut Drawing, x: i32, y: i32, room: i32, entries: &[Entry], header: &Header) -> i32 {
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
        sign(drawing, Area::new(left, top, SIGN, SIGN), &entry.sign, header);
        let label = shorten(&entry.label, style, (x + room - left - SIGN - GAP).max(0));
        drawing.text(label, (left + SIGN + GAP, top + SIGN / 2 + style.cap() / 2), Anchor::Start, style, INK);
    }
    y + rows as i32 * PITCH - (PITCH - SIGN)
}

fn sign(drawing: &mut Drawing, area: Area, sign: &Sign, header: &Header) {
    match sign {
        Sign::Look(look) => {
            drawing.rectangle(area, look.ground());
            let field = Field { x: area.x, y: area.y, cell: area.width, size: Size::new(1, 1) };
            pattern(drawing, &field, *look, &[true]);
            drawing.path(area.outline(), INK, 12);
        }
        Sign::Age => marks::letter(drawing, area, "n"),
        Sign::Plus(is_plus) => marks::sign(drawing, area, *is_plus),
        Sign::Terrain(kind) => {
            if let Some(kind) = header.board.legend.get(usize::from(*kind)) {
                drawing.rectangle(area, kind.color.unwrap_or(PAPER));
                marks::letter(drawing, area, &clean(&kind.glyph.to_string()));
            }
            drawing.path(area.outline(), INK, 12);
        }
        Sign::Trail { color, rank } => {
            let (_, y) = area.center();
            marks::trail(drawing, [(area.x, y), (area.right(), y)], *color, *rank, 50);
        }
        Sign::Growing => {
            let (_, y) = area.center();
            for part in 0..3 {
                let (from, to) = (area.x + part * area.width / 3, area.x + (part + 1) * area.width / 3);
                drawing.path(vec![(from, y), (to, y)], INK, 20 + 30 * part);
            }
        }
        Sign::Number => marks::plate(drawing, area.center(), "n", INK),
        Sign::Facing => marks::wedge(drawing, area.center(), area.width / 2, fogreel_engine::Direction::Right),
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
        Sign::Channel { channel, rank, is_hatched } => {
            let info: Option<&Channel> = header.channels.get(usize::from(*channel));
            let color = info.map_or(INK, |channel| channel.color);
            if let Some(info) = info.filter(|_| *is_hatched) {
                drawing.rectangle(area, PAPER);
                let field = Field { x: area.x, y: area.y, cell: area.width, size: Size::new(1, 1) };
                hatch::hatch(drawing, &field, &[true], info.hatch, color, *rank);
            }
            for piece in outline::styled(&outline_of(area), *rank) {
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
