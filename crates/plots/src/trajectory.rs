//! The ways of the pieces over the board.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use fogreel_engine::data::Rgb;
use fogreel_engine::{Cell, Header, Viewpoint};
use fogreel_recorder::Timeline;

use crate::color::look;
use crate::csv::field;
use crate::drawing::{Area, Drawing, PAPER, Point};
use crate::field::Layer;
use crate::hatch::{Field, Look};
use crate::key::{Entry, Wording};
use crate::options::TrackOptions;
use crate::panel::Panel;
use crate::stage::Mark;
use crate::text::clean;
use crate::tracks::{Track, Tracks};
use crate::{Figure, PlotError, key, marks, words};

/// More stops are a tangle.
const MOST_RECORDS: usize = 10_000;

/// Draws the ways of the pieces that belong to seats through ascending records, over the board of the last of them.
///
/// Each stop has its place in its cell, with the turn in which the piece arrived; ways grow heavier with time, and those of
/// different pieces are broken differently. A seat's figure holds its own piece and what it saw of others: where it lost
/// sight the way is interrupted.
///
/// # Errors
/// [`PlotError`] if a record does not exist or tells nothing of where pieces are, there is no such piece, or none is seen.
pub fn trajectory(
    timeline: &Timeline,
    records: &[usize],
    viewpoint: Viewpoint,
    options: &TrackOptions,
) -> Result<Figure, PlotError> {
    if records.len() > MOST_RECORDS {
        return Err(PlotError::RecordCount { figure: "trajectory", most: MOST_RECORDS, found: records.len() });
    }
    let mut tracks = Tracks::follow(timeline, records, viewpoint, options.piece.as_deref())?;
    // What stands still makes room for the ways.
    let still = std::mem::take(&mut tracks.stage.pieces);
    if tracks.tracks.iter().all(|track| track.cells.iter().all(Option::is_none)) {
        return Err(PlotError::NeverSeen(options.piece.clone().unwrap_or_else(|| "any piece".to_owned())));
    }
    let (header, stage) = (&tracks.header, &tracks.stage);
    let layer = Layer::of(stage, |index| {
        if stage.wall[index] {
            return (look::WALL, Some(Look::Wall));
        }
        let kind = header.board.legend.get(usize::from(stage.terrain[index]));
        (kind.and_then(|kind| kind.color).unwrap_or(PAPER), None)
    });
    let who = match viewpoint {
        Viewpoint::Referee => "ways of the pieces, the truth".to_owned(),
        Viewpoint::Seat(seat) => format!("ways of the pieces, as {} saw them", words::seat_name(header, seat)),
    };
    let wording = match viewpoint {
        Viewpoint::Referee => Wording::default(),
        Viewpoint::Seat(seat) => Wording { who: words::seat_name(header, seat), ..Wording::default() },
    };
    let ways = Ways::of(&tracks);
    let mut entries = key::entries(header, &[(stage, &layer)], &[], &wording);
    let mut kinds: Vec<u16> = still.iter().map(|mark| mark.kind).collect();
    kinds.sort_unstable();
    kinds.dedup();
    for kind in kinds {
        let name = header.piece_kinds.get(usize::from(kind)).map_or_else(String::new, |kind| clean(&kind.name));
        entries.push(Entry::piece(kind, name));
    }
    for (rank, track) in tracks.tracks.iter().enumerate() {
        entries.push(Entry::trail(color(&tracks, track), rank, format!("way of {}", tracks.name(track))));
    }
    for track in &tracks.tracks {
        entries.push(Entry::piece(track.kind, format!("{}, at its last stop", tracks.name(track))));
    }
    entries.push(Entry::growing("heavier: later"));
    entries.push(Entry::number("number: turn of arrival"));
    let (Some(first), Some(last)) = (tracks.moments.first(), tracks.moments.last()) else {
        return Err(PlotError::NoRecords);
    };
    let panel = Panel {
        header,
        stage,
        layer: &layer,
        channels: &[],
        title: [words::match_name(header, viewpoint), words::span(*first, *last)],
        subtitle: vec![who],
        measures: Vec::new(),
        entries,
    };
    panel.figure_with(options.width, None, csv(&tracks, viewpoint), &|drawing, field| {
        let aside = aside(drawing, field, header, &still);
        ways.draw(drawing, field, &tracks, aside);
    })
}

/// Draws pieces in the lower right corners of their cells; returns where.
fn aside(drawing: &mut Drawing, field: &Field, header: &Header, pieces: &[Mark]) -> Vec<Area> {
    let radius = (field.cell / 7).clamp(20, 170);
    let draw = |mark: &Mark| {
        let kind = header.piece_kinds.get(usize::from(mark.kind))?;
        let area = field.cell_area(mark.cell);
        let (x, y) = (area.right() - radius * 5 / 4, area.bottom() - radius * 5 / 4);
        marks::piece(drawing, (x, y), radius, kind, mark.age > 0);
        Some(Area::new(x - radius, y - radius, 2 * radius, 2 * radius))
    };
    pieces.iter().filter_map(draw).collect()
}

fn color(tracks: &Tracks<'_>, track: &Track) -> Rgb {
    tracks.kind(track).map_or(crate::drawing::INK, |kind| kind.color)
}

/// The stops of all pieces, in order of time.
struct Ways {
    stops: Vec<Stop>,
}

/// A stay of one piece on one cell.
struct Stop {
    /// Which track.
    track: usize,
    /// The moment of arrival.
    at: usize,
    cell: Cell,
    /// How many stops were on this cell before.
    before: usize,
    /// Whether the piece is known to have come from its stop before, over a border of cells.
    is_joined: bool,
    is_first: bool,
    is_last: bool,
}

impl Ways {
    fn of(tracks: &Tracks<'_>) -> Self {
        let mut stops: Vec<Stop> = Vec::new();
        let mut on_cell: BTreeMap<Cell, usize> = BTreeMap::new();
        let mut has_begun = vec![false; tracks.tracks.len()];
        for at in 0..tracks.moments.len() {
            for (place, track) in tracks.tracks.iter().enumerate().filter(|(_, track)| track.arrives(at)) {
                let Some(cell) = track.cells[at] else { continue };
                // Across the seam of a board that is joined at its borders no line can be drawn.
                let crosses_seam = || {
                    let is_next = tracks.moments[at].0 == tracks.moments[at - 1].0 + 1;
                    let before = track.cells[at - 1];
                    tracks.header.board.wrap && is_next && before.is_some_and(|before| before.chebyshev(cell) > 1)
                };
                let here = on_cell.entry(cell).or_default();
                stops.push(Stop {
                    track: place,
                    at,
                    cell,
                    before: *here,
                    is_joined: track.is_joined(at) && !crosses_seam(),
                    is_first: !std::mem::replace(&mut has_begun[place], true),
                    is_last: false,
                });
                *here += 1;
            }
        }
        for place in 0..tracks.tracks.len() {
            if let Some(last) = stops.iter_mut().rev().find(|stop| stop.track == place) {
                last.is_last = true;
            }
        }
        Self { stops }
    }

    fn draw(&self, drawing: &mut Drawing, field: &Field, tracks: &Tracks<'_>, aside: Vec<Area>) {
        let slots = slots(field.cell);
        let at = |stop: &Stop| {
            let (x, y) = field.cell_area(stop.cell).center();
            let (right, down) = slots[stop.before % slots.len()];
            (x + right, y + down)
        };
        let span = tracks.moments.len().max(2) as i32 - 1;
        let (thin, thick) = ((field.cell / 40).clamp(8, 16), (field.cell / 9).clamp(20, 75));
        let mut before: Vec<Option<&Stop>> = vec![None; tracks.tracks.len()];
        for stop in &self.stops {
            if let (Some(from), true) = (before[stop.track], stop.is_joined) {
                let line = thin + (thick - thin) * stop.at as i32 / span;
                let color = color(tracks, &tracks.tracks[stop.track]);
                marks::trail(drawing, [at(from), at(stop)], color, stop.track, line);
            }
            before[stop.track] = Some(stop);
        }
        self.signs(drawing, field, tracks, &at, aside);
    }

    /// Pieces at their last stops, and numbers wherever they leave those drawn before legible.
    fn signs(
        &self,
        drawing: &mut Drawing,
        field: &Field,
        tracks: &Tracks<'_>,
        at: &dyn Fn(&Stop) -> Point,
        mut taken: Vec<Area>,
    ) {
        let radius = (field.cell / 5).clamp(30, 190);
        for stop in self.stops.iter().filter(|stop| stop.is_last) {
            let (x, y) = at(stop);
            if let Some(kind) = tracks.kind(&tracks.tracks[stop.track]) {
                marks::piece(drawing, (x, y), radius, kind, false);
                taken.push(Area::new(x - radius, y - radius, 2 * radius, 2 * radius));
            }
        }
        // The first stops say where the ways begin; after them the later ones are of more use than the earlier.
        let (firsts, others): (Vec<&Stop>, Vec<&Stop>) =
            self.stops.iter().filter(|stop| !stop.is_last).partition(|stop| stop.is_first);
        for stop in firsts.into_iter().chain(others.into_iter().rev()) {
            let (x, y) = at(stop);
            let text = tracks.moments[stop.at].1.to_string();
            let (width, height) = marks::plate_size(&text);
            let plate = Area::new(x - width / 2, y - height / 2, width, height);
            if taken.iter().any(|other| overlap(plate, *other)) {
                marks::dot(drawing, (x, y), (field.cell / 16).clamp(12, 30));
            } else {
                marks::plate(drawing, (x, y), &text, color(tracks, &tracks.tracks[stop.track]));
                taken.push(plate);
            }
        }
    }
}

fn overlap(one: Area, other: Area) -> bool {
    one.x < other.right() && other.x < one.right() && one.y < other.bottom() && other.y < one.bottom()
}

/// Places in a cell for its stops, relative to its middle; as many as there is room for numbers in, the inner ones first.
fn slots(cell: i32) -> Vec<Point> {
    /// Room for a number of two digits.
    const ACROSS: i32 = 390;
    const DOWN: i32 = 250;
    let count = |room: i32| (cell * 19 / 20 / room).clamp(1, 4);
    let (columns, rows) = (count(ACROSS), count(DOWN));
    // Where no number fits, ways that share a cell still lie beside each other.
    let (columns, rows) = if columns * rows == 1 { (2, 2) } else { (columns, rows) };
    let offset = |place: i32, count: i32| (2 * place + 1 - count) * cell * 9 / (20 * count);
    let mut slots: Vec<Point> = (0..rows)
        .flat_map(|row| (0..columns).map(move |column| (offset(column, columns), offset(row, rows))))
        .collect();
    slots.sort_by_key(|(right, down)| right * right + down * down);
    slots
}

fn csv(tracks: &Tracks<'_>, viewpoint: Viewpoint) -> String {
    let mut csv = "record,turn,viewpoint,piece,number,row,col\n".to_owned();
    let who = words::viewpoint_id(&tracks.header, viewpoint);
    for (at, (record, turn)) in tracks.moments.iter().enumerate() {
        for track in &tracks.tracks {
            let Some(cell) = track.cells[at] else { continue };
            let piece = tracks.kind(track).map_or_else(String::new, |kind| field(&kind.id));
            let number = track.number + 1;
            // Writing to a string cannot fail.
            let _ = writeln!(csv, "{record},{turn},{who},{piece},{number},{},{}", cell.row, cell.col);
        }
    }
    csv
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stops_of_one_cell_stay_in_it_and_apart() {
        for cell in [20, 300, 480, 770, 1100, 1500] {
            let slots = slots(cell);
            assert!(
                slots.iter().all(|(right, down)| right.abs() < cell / 2 && down.abs() < cell / 2),
                "{cell}: {slots:?}"
            );
            let mut apart = slots.clone();
            apart.sort_unstable();
            apart.dedup();
            assert_eq!(apart.len(), slots.len(), "{cell}");
            assert!(slots.len() > 1);
        }
    }
}
