//! The board of one record: the truth, or what one seat knows of it.

use std::fmt::Write as _;

use fogreel_engine::data::{SignalOutcome, View};
use fogreel_engine::{Cell, Direction, Header, Record, Viewpoint};
use fogreel_recorder::Timeline;

use fogreel_analysis::perspective::header_for;

use crate::color::look;
use crate::csv::{field, terrain_names};
use crate::drawing::{Drawing, PAPER};
use crate::field::Layer;
use crate::hatch::{Field, Look};
use crate::key::{Entry, Wording};
use crate::options::BoardOptions;
use crate::panel::{self, Panel};
use crate::scene;
use crate::stage::{Eyes, Stage};
use crate::text::clean;
use crate::{Figure, PlotError, key, marks, words};

/// Draws the board at record `record` as the viewpoint sees it.
///
/// The referee's board is the truth. A seat's board is its own view, in its own coordinates: what it sees now, what it saw
/// before (with the age in records), what it never saw; pieces that it remembers as hollow ghosts with their age; the cells
/// its channels spoke about, hatched.
///
/// # Errors
/// [`PlotError`] if the record does not exist, or holds no truth or no view of the seat.
pub fn board(
    timeline: &Timeline,
    record: usize,
    viewpoint: Viewpoint,
    options: &BoardOptions,
) -> Result<Figure, PlotError> {
    let header = header_for(timeline.header(), viewpoint);
    let known = scene::read(timeline, record, viewpoint)?;
    let seat = match viewpoint {
        Viewpoint::Referee if known.truth.is_none() => return Err(PlotError::NoTruth { record }),
        Viewpoint::Referee => None,
        Viewpoint::Seat(seat) if known.view(seat).is_none() => {
            return Err(PlotError::NoView { record, seat: words::seat_name(&header, seat) });
        }
        Viewpoint::Seat(seat) => Some(seat),
    };
    let eyes = Eyes { seat, target: None, show_truth: seat.is_none(), show_coverage: options.show_coverage };
    let stage = Stage::of(&header, &known, eyes)?;
    let view = seat.and_then(|seat| known.view(seat));
    let layer = Layer::of(&stage, |index| fog(&header, &stage, view, index)).with_hatched_coverage();
    let overlay = Overlay::of(&header, &stage, &known, view, panel::cell_on_paper(stage.size, options.width)?);

    let channels = key::channels([&stage]);
    let who =
        seat.map_or_else(|| "the truth".to_owned(), |seat| format!("as {} knows it", words::seat_name(&header, seat)));
    let wording =
        Wording { who: seat.map_or_else(String::new, |seat| words::seat_name(&header, seat)), ..Wording::default() };
    let mut entries = key::entries(&header, &[(&stage, &layer)], &channels, &wording);
    if !(overlay.ages.is_empty() && overlay.ghosts.is_empty()) {
        entries.push(Entry::age("number: seen so many records ago"));
    }
    entries.extend(overlay.terrain.iter().map(|kind| Entry::terrain(*kind, &header)));
    if !overlay.facings.is_empty() {
        entries.push(Entry::facing("where it looks"));
    }
    let panel = Panel {
        header: &header,
        stage: &stage,
        layer: &layer,
        channels: &channels,
        title: [words::match_name(&header, viewpoint), words::moment(&header, &known)],
        subtitle: vec![format!("board, {who}")],
        measures: view.map(|view| told(&header, view)).unwrap_or_default(),
        entries,
    };
    let csv = csv(&header, &stage, view, viewpoint);
    panel.figure_with(options.width, None, csv, &|drawing, field| overlay.draw(drawing, field))
}

/// What a cell looks like through the fog.
fn fog(header: &Header, stage: &Stage, view: Option<&View>, index: usize) -> (fogreel_engine::data::Rgb, Option<Look>) {
    if stage.wall[index] {
        return (look::WALL, Some(Look::Wall));
    }
    let color = header.board.legend.get(usize::from(stage.terrain[index])).and_then(|kind| kind.color).unwrap_or(PAPER);
    match view.map(|view| Sight::of(view, index)) {
        None => (color, None),
        Some(Sight::Visible) => (color, Some(Look::VisibleNow)),
        Some(Sight::Before(_)) => (look::SEEN_BEFORE, Some(Look::SeenBefore)),
        Some(Sight::Never) => (look::NEVER_SEEN, Some(Look::NeverSeen)),
    }
}

/// What a seat sees of a cell.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Sight {
    Visible,
    /// Last visible in that record.
    Before(u32),
    Never,
}

impl Sight {
    fn of(view: &View, index: usize) -> Self {
        match view.last_seen.get(index) {
            _ if view.visible.contains_index(index) => Self::Visible,
            Some(seen) if *seen > 0 => Self::Before(seen - 1),
            _ => Self::Never,
        }
    }
}

/// What is written over the board: ages, letters of terrain, where pieces look.
struct Overlay {
    /// Ages of cells, in records.
    ages: Vec<(Cell, u32)>,
    /// Ages of ghosts.
    ghosts: Vec<(Cell, u32)>,
    /// Kinds of passable terrain that are not the common one, and their cells.
    terrain: Vec<u8>,
    letters: Vec<(Cell, char)>,
    facings: Vec<(Cell, Direction)>,
}

impl Overlay {
    fn of(header: &Header, stage: &Stage, record: &Record, view: Option<&View>, side: i32) -> Self {
        let is_taken = |cell: Cell| stage.pieces.iter().any(|mark| mark.cell == cell);
        let has_ages = side >= marks::SMALLEST_LETTERED_CELL;
        let age = |index: usize| match Sight::of(view?, index) {
            Sight::Before(seen) => Some(record.index.saturating_sub(seen)),
            Sight::Visible | Sight::Never => None,
        };
        let cells = || (0..stage.size.cells()).map(|index| (index, stage.size.cell(index)));
        let ages = cells().filter(|(index, cell)| has_ages && !stage.wall[*index] && !is_taken(*cell));
        let facings = match view {
            Some(view) => {
                let now = view.pieces.iter().filter(|known| known.seen_at >= record.index).map(|known| &known.piece);
                now.filter_map(|piece| Some((piece.cell, piece.facing?))).collect()
            }
            None => {
                let pieces = record.truth.iter().flat_map(|truth| &truth.pieces);
                pieces.filter_map(|piece| Some((piece.cell, piece.facing?))).collect()
            }
        };
        let common = common_floor(header);
        let is_special = |index: &usize| {
            let kind = stage.terrain[*index];
            kind != common && kind != View::UNKNOWN && !stage.wall[*index]
        };
        let mut terrain: Vec<u8> =
            cells().map(|(index, _)| index).filter(is_special).map(|index| stage.terrain[index]).collect();
        terrain.sort_unstable();
        terrain.dedup();
        let letters = cells().filter(|(index, cell)| has_ages && is_special(index) && !is_taken(*cell));
        Self {
            ages: ages.filter_map(|(index, cell)| Some((cell, age(index)?))).collect(),
            ghosts: stage
                .pieces
                .iter()
                .filter(|mark| has_ages && mark.age > 0)
                .map(|mark| (mark.cell, mark.age))
                .collect(),
            letters: letters
                .filter_map(|(index, cell)| {
                    Some((cell, header.board.legend.get(usize::from(stage.terrain[index]))?.glyph))
                })
                .collect(),
            terrain,
            facings,
        }
    }

    fn draw(&self, drawing: &mut Drawing, field: &Field) {
        for (cell, age) in &self.ages {
            marks::age(drawing, field.cell_area(*cell), *age);
        }
        for (cell, glyph) in &self.letters {
            marks::letter(drawing, field.cell_area(*cell), &clean(&glyph.to_string()));
        }
        for (cell, age) in &self.ghosts {
            marks::ghost_age(drawing, field.cell_area(*cell), *age);
        }
        for (cell, facing) in self.facings.iter().filter(|(cell, _)| field.size.contains(*cell)) {
            marks::facing(drawing, field.cell_area(*cell), *facing);
        }
    }
}

/// The passable kind of terrain that most cells have.
fn common_floor(header: &Header) -> u8 {
    let legend = header.board.legend.iter().enumerate().filter(|(_, kind)| kind.passable);
    let count = |kind: usize| header.board.terrain.iter().filter(|at| usize::from(**at) == kind).count();
    // The first of equals.
    legend.rev().max_by_key(|(kind, _)| count(*kind)).map_or(View::UNKNOWN, |(kind, _)| kind as u8)
}

/// What the seat was told on channels that cover no cell; the others stand in the legend.
fn told(header: &Header, view: &View) -> Vec<String> {
    let signals =
        view.signals.iter().filter(|signal| signal.outcome != SignalOutcome::Unavailable && signal.coverage.is_empty());
    signals
        .filter_map(|signal| {
            let name = clean(&header.channels.get(usize::from(signal.channel))?.name);
            Some(format!("{name}: {}", if signal.outcome == SignalOutcome::Hit { "hit" } else { "miss" }))
        })
        .collect()
}

fn csv(header: &Header, stage: &Stage, view: Option<&View>, viewpoint: Viewpoint) -> String {
    let mut csv = "record,turn,viewpoint,row,col,terrain,sight,age,pieces,signals\n".to_owned();
    let who = words::viewpoint_id(header, viewpoint);
    let names = terrain_names(header);
    let (record, turn) = (stage.record.index, stage.record.turn);
    for index in 0..stage.size.cells() {
        let cell = stage.size.cell(index);
        let (sight, age) = match view.map(|view| Sight::of(view, index)) {
            None => ("", String::new()),
            Some(Sight::Visible) => ("visible", "0".to_owned()),
            Some(Sight::Before(seen)) => ("before", record.saturating_sub(seen).to_string()),
            Some(Sight::Never) => ("never", String::new()),
        };
        let pieces = stage.pieces.iter().filter(|mark| mark.cell == cell).filter_map(|mark| {
            let id = &header.piece_kinds.get(usize::from(mark.kind))?.id;
            Some(if mark.age > 0 { format!("{id}@{}", mark.age) } else { id.clone() })
        });
        let signals =
            stage.coverage.iter().filter(|coverage| coverage.cells.contains_index(index)).filter_map(|coverage| {
                let id = &header.channels.get(usize::from(coverage.channel))?.id;
                Some(format!("{id}:{}", if coverage.is_hit { "hit" } else { "miss" }))
            });
        let joined = |parts: Vec<String>| field(&parts.join(" "));
        let (pieces, signals) = (joined(pieces.collect()), joined(signals.collect()));
        let terrain = names.of(stage, index);
        // Writing to a string cannot fail.
        let _ =
            writeln!(csv, "{record},{turn},{who},{},{},{terrain},{sight},{age},{pieces},{signals}", cell.row, cell.col);
    }
    csv
}
