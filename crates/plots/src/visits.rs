//! How often cells were visited, over one match or many.

use std::fmt::Write as _;

use fogreel_engine::data::Rgb;
use fogreel_engine::{Cell, Header, Viewpoint};
use fogreel_recorder::Timeline;

use crate::color::{ColorMap, look, luminance};
use crate::csv::{field, terrain_names};
use crate::drawing::{Anchor, Drawing, INK, PAPER, Type};
use crate::field::Layer;
use crate::hatch::{Field, Look};
use crate::key::Wording;
use crate::options::TrackOptions;
use crate::panel::Panel;
use crate::stage::Stage;
use crate::text::{clean, number, width};
use crate::tracks::{Tracks, kinds};
use crate::words::MatchNames;
use crate::{Figure, PlotError, bar, key, marks, words};

/// Visits of every cell, counted match by match.
///
/// A visit begins when a piece arrives on a cell and ends when it leaves it; the start of a match is an arrival. From a seat's
/// viewpoint only what it saw counts, and a piece that comes into sight arrives.
pub struct Visits {
    viewpoint: Viewpoint,
    options: TrackOptions,
    names: MatchNames,
    board: Option<(Header, Stage)>,
    counts: Vec<Counts>,
}

/// Visits of the pieces of one kind.
struct Counts {
    kind: u16,
    /// Arrivals per cell.
    visits: Vec<u64>,
    /// Records spent per cell.
    records: Vec<u64>,
}

impl Visits {
    /// No match yet.
    pub fn new(viewpoint: Viewpoint, options: TrackOptions) -> Self {
        Self { viewpoint, options, names: MatchNames::new(viewpoint), board: None, counts: Vec::new() }
    }

    /// Counts the visits of one more match, `name`, on the same board.
    ///
    /// # Errors
    /// [`PlotError`] if a record cannot be read or tells nothing of where pieces are, there is no such piece, or the board is
    /// another one than that of the matches before.
    pub fn add(&mut self, timeline: &Timeline, name: &str) -> Result<(), PlotError> {
        let records: Vec<usize> = (0..timeline.len()).collect();
        let tracks = Tracks::follow(timeline, &records, self.viewpoint, self.options.piece.as_deref())?;
        let unlike = |what| PlotError::Unlike { name: name.to_owned(), what };
        if let Some((header, stage)) = &self.board {
            let (ours, theirs) = (header, &tracks.header);
            if ours.game != theirs.game || ours.piece_kinds != theirs.piece_kinds {
                return Err(unlike("another game"));
            }
            if stage.size != tracks.stage.size || ours.board != theirs.board {
                return Err(unlike("another board"));
            }
        }
        let cells = tracks.stage.size.cells();
        if self.counts.is_empty() {
            let none = |kind| Counts { kind, visits: vec![0; cells], records: vec![0; cells] };
            self.counts = kinds(&tracks.header, self.options.piece.as_deref())?.into_iter().map(none).collect();
        }
        let size = tracks.stage.size;
        for track in &tracks.tracks {
            let Some(counts) = self.counts.iter_mut().find(|counts| counts.kind == track.kind) else { continue };
            for (at, cell) in track.cells.iter().enumerate() {
                let Some(cell) = cell else { continue };
                counts.records[size.index(*cell)] += 1;
                counts.visits[size.index(*cell)] += u64::from(track.arrives(at));
            }
        }
        self.names.add(&tracks.header);
        match &mut self.board {
            // What stands still in one match may stand elsewhere in the next.
            Some((_, stage)) => stage.pieces.clear(),
            None => self.board = Some((tracks.header.into_owned(), tracks.stage)),
        }
        Ok(())
    }

    /// Draws one figure per kind of piece, named by its id.
    ///
    /// # Errors
    /// [`PlotError::NoMatch`] if no match was added.
    pub fn figures(&self) -> Result<Vec<(String, Figure)>, PlotError> {
        let (header, stage) = self.board.as_ref().ok_or(PlotError::NoMatch)?;
        let figure = |counts: &Counts| {
            let id = header.piece_kinds.get(usize::from(counts.kind)).map_or_else(String::new, |kind| kind.id.clone());
            Ok((id, self.figure(header, stage, counts)?))
        };
        self.counts.iter().map(figure).collect()
    }

    fn figure(&self, header: &Header, stage: &Stage, counts: &Counts) -> Result<Figure, PlotError> {
        let colors = ColorMap::default();
        let most = counts.visits.iter().copied().max().unwrap_or(0);
        let top = most.max(1);
        let color = |visits: u64| colors.at(visits as f64 / top as f64);
        let layer = Layer::of(stage, |index| match counts.visits[index] {
            0 if stage.wall[index] => (look::WALL, Some(Look::Wall)),
            0 => (look::IMPOSSIBLE, Some(Look::NeverVisited)),
            visits => (color(visits), None),
        });
        let kind = header.piece_kinds.get(usize::from(counts.kind));
        let name = kind.map_or_else(String::new, |kind| clean(&kind.name));
        let what = match self.viewpoint {
            Viewpoint::Referee => format!("visits of {name}"),
            Viewpoint::Seat(seat) => format!("visits of {name}, as {} saw them", words::seat_name(header, seat)),
        };
        let wording = match self.viewpoint {
            Viewpoint::Referee => Wording::default(),
            Viewpoint::Seat(seat) => Wording { who: words::seat_name(header, seat), ..Wording::default() },
        };
        let total: u64 = counts.visits.iter().sum();
        let visited = counts.visits.iter().filter(|visits| **visits > 0).count();
        let passable = stage.wall.iter().filter(|is_wall| !**is_wall).count();
        let panel = Panel {
            header,
            stage,
            layer: &layer,
            channels: &[],
            title: [self.names.parts(), self.names.count()],
            subtitle: vec![what],
            measures: vec![
                format!("{total} visits"),
                format!("{visited} of {passable} cells visited"),
                format!("{} visits a match", number(total as f64 / self.names.len().max(1) as f64)),
            ],
            entries: key::entries(header, &[(stage, &layer)], &[], &wording),
        };
        let label = format!("visits of {name}");
        let bar = |drawing: &mut Drawing, x, y, room| bar::counts(drawing, (x, y), room, top, colors, &label);
        panel.figure_with(self.options.width, Some(&bar), self.csv(header, stage, counts), &|drawing, field| {
            numbers(drawing, field, stage, &counts.visits, &color);
        })
    }

    fn csv(&self, header: &Header, stage: &Stage, counts: &Counts) -> String {
        let mut csv = "matches,viewpoint,piece,row,col,visits,records,terrain\n".to_owned();
        let (who, names) = (words::viewpoint_id(header, self.viewpoint), terrain_names(header));
        let piece = header.piece_kinds.get(usize::from(counts.kind)).map_or_else(String::new, |kind| field(&kind.id));
        let matches = self.names.len();
        for (index, (visits, records)) in counts.visits.iter().zip(&counts.records).enumerate() {
            let Cell { row, col } = stage.size.cell(index);
            let terrain = names.of(stage, index);
            // Writing to a string cannot fail.
            let _ = writeln!(csv, "{matches},{who},{piece},{row},{col},{visits},{records},{terrain}");
        }
        csv
    }
}

/// The counts in their cells, if all of them fit: some alone would look like the only ones. Where a piece stands they stand on a
/// plate below it.
fn numbers(drawing: &mut Drawing, field: &Field, stage: &Stage, visits: &[u64], color: &dyn Fn(u64) -> Rgb) {
    let style = Type::SMALL;
    let counted = || visits.iter().enumerate().filter(|(_, visits)| **visits > 0);
    let fits = |visits: u64| width(&visits.to_string(), style) + 60 <= field.cell && style.cap() + 60 <= field.cell;
    if !counted().all(|(_, visits)| fits(*visits)) {
        return;
    }
    for (index, visits) in counted() {
        let (cell, text) = (stage.size.cell(index), visits.to_string());
        let area = field.cell_area(cell);
        let (x, y) = area.center();
        if stage.pieces.iter().any(|mark| mark.cell == cell) {
            let (room, height) = marks::plate_size(&text);
            marks::plate(drawing, (area.right() - room / 2 - 20, area.bottom() - height / 2 - 20), &text, INK);
            continue;
        }
        let ink = if luminance(color(*visits)) > 0.25 { INK } else { PAPER };
        drawing.text(text, (x, y + style.cap() / 2), Anchor::Middle, style, ink);
    }
}
