//! HEADER, schema 1.

use bincode::{BorrowDecode, Encode};
use fogreel_engine::{Seat, data};

use super::shared::{Edge, Setting};
use super::{Budget, Fault, List, Wire, checked_size, mirror};
use crate::format::grid::Grid;

/// The body.
#[derive(Encode, BorrowDecode)]
pub(crate) struct Header<'a> {
    game: &'a str,
    title: &'a str,
    rules_version: u32,
    preset: &'a str,
    knobs: List<'a, Setting<'a>>,
    map: &'a str,
    setup: List<'a, Setting<'a>>,
    seed: Option<u64>,
    board: Board<'a>,
    seats: List<'a, SeatInfo<'a>>,
    piece_kinds: List<'a, PieceKind<'a>>,
    targets: List<'a, BeliefTarget<'a>>,
    channels: List<'a, Channel<'a>>,
    event_kinds: List<'a, EventKind<'a>>,
    facts: List<'a, FactDefinition<'a>>,
    messages: List<'a, MessageTemplate<'a>>,
    max_turns: Option<u32>,
    keep: Keep,
    writer: &'a str,
    created_unix_ms: Option<u64>,
    tags: List<'a, Setting<'a>>,
}

mirror! {
    Neighbourhood { Four, Eight }
    Shape { Circle, Square, Triangle, Diamond, Star, Cross, Hexagon, Flag, Door }
    Hatch { None, Rising, Falling, Horizontal, Vertical, Crossed, Dots }
    Tone { Neutral, Good, Bad, Warning }
    Keep { Full, Views, Moves }
}

impl<'a> Wire<'a> for Header<'a> {
    type Data = data::Header;

    fn of(data: &'a Self::Data) -> Self {
        Self {
            game: &data.game,
            title: &data.title,
            rules_version: data.rules_version,
            preset: &data.preset,
            knobs: List::of(&data.knobs),
            map: &data.map,
            setup: List::of(&data.setup),
            seed: data.seed,
            board: Board::of(&data.board),
            seats: List::of(&data.seats),
            piece_kinds: List::of(&data.piece_kinds),
            targets: List::of(&data.targets),
            channels: List::of(&data.channels),
            event_kinds: List::of(&data.event_kinds),
            facts: List::of(&data.facts),
            messages: List::of(&data.messages),
            max_turns: data.max_turns,
            keep: data.keep.into(),
            writer: &data.writer,
            created_unix_ms: data.created_unix_ms,
            tags: List::of(&data.tags),
        }
    }

    fn into_data(self, budget: &mut Budget) -> Result<Self::Data, Fault> {
        Ok(data::Header {
            game: self.game.to_owned(),
            title: self.title.to_owned(),
            rules_version: self.rules_version,
            preset: self.preset.to_owned(),
            knobs: self.knobs.into_data(budget)?,
            map: self.map.to_owned(),
            setup: self.setup.into_data(budget)?,
            seed: self.seed,
            board: self.board.into_data(budget)?,
            seats: self.seats.into_data(budget)?,
            piece_kinds: self.piece_kinds.into_data(budget)?,
            targets: self.targets.into_data(budget)?,
            channels: self.channels.into_data(budget)?,
            event_kinds: self.event_kinds.into_data(budget)?,
            facts: self.facts.into_data(budget)?,
            messages: self.messages.into_data(budget)?,
            max_turns: self.max_turns,
            keep: self.keep.into(),
            writer: self.writer.to_owned(),
            created_unix_ms: self.created_unix_ms,
            tags: self.tags.into_data(budget)?,
        })
    }
}

/// The public board.
#[derive(Encode, BorrowDecode)]
pub(crate) struct Board<'a> {
    rows: u16,
    cols: u16,
    neighbourhood: Neighbourhood,
    wrap: bool,
    terrain: Grid<'a, u8>,
    legend: List<'a, TerrainKind<'a>>,
    walls: List<'a, Edge>,
}

impl<'a> Wire<'a> for Board<'a> {
    type Data = data::Board;

    fn of(data: &'a Self::Data) -> Self {
        Self {
            rows: data.size.rows,
            cols: data.size.cols,
            neighbourhood: data.neighbourhood.into(),
            wrap: data.wrap,
            terrain: Grid::of(&data.terrain),
            legend: List::of(&data.legend),
            walls: List::of(&data.walls),
        }
    }

    fn into_data(self, budget: &mut Budget) -> Result<Self::Data, Fault> {
        let size = checked_size(self.rows, self.cols)?;
        Ok(data::Board {
            size,
            neighbourhood: self.neighbourhood.into(),
            wrap: self.wrap,
            terrain: self.terrain.values("board.terrain", size.cells(), budget)?,
            legend: self.legend.into_data(budget)?,
            walls: self.walls.into_data(budget)?,
        })
    }
}

/// A colour in sRGB.
#[derive(Clone, Copy, Debug, Encode, BorrowDecode)]
pub(crate) struct Rgb {
    red: u8,
    green: u8,
    blue: u8,
}

impl From<data::Rgb> for Rgb {
    fn from(data::Rgb(red, green, blue): data::Rgb) -> Self {
        Self { red, green, blue }
    }
}

impl From<Rgb> for data::Rgb {
    fn from(Rgb { red, green, blue }: Rgb) -> Self {
        Self(red, green, blue)
    }
}

/// What the fields of simple structs turn into, by how they are written.
macro_rules! field {
    (of text $field:expr) => {
        $field.as_str()
    };
    (of copy $field:expr) => {
        $field
    };
    (of into $field:expr) => {
        $field.into()
    };
    (of option_text $field:expr) => {
        $field.as_deref()
    };
    (of option_into $field:expr) => {
        $field.map(Into::into)
    };
    (of seat $field:expr) => {
        $field.map(|seat| seat.0)
    };
    (of list $field:expr) => {
        List::of(&$field)
    };
    (of part $field:expr) => {
        Wire::of(&$field)
    };
    (data text $field:expr, $budget:ident) => {
        $field.to_owned()
    };
    (data copy $field:expr, $budget:ident) => {
        $field
    };
    (data into $field:expr, $budget:ident) => {
        $field.into()
    };
    (data option_text $field:expr, $budget:ident) => {
        $field.map(str::to_owned)
    };
    (data option_into $field:expr, $budget:ident) => {
        $field.map(Into::into)
    };
    (data seat $field:expr, $budget:ident) => {
        $field.map(Seat)
    };
    (data list $field:expr, $budget:ident) => {
        $field.into_data($budget)?
    };
    (data part $field:expr, $budget:ident) => {
        $field.into_data($budget)?
    };
}

/// A struct whose fields are those of the plain data, in the order given here.
macro_rules! simple {
    ($($(#[$doc:meta])* $name:ident { $($field:ident: $type:ty = $how:ident),+ $(,)? })+) => {$(
        $(#[$doc])*
        #[derive(Encode, BorrowDecode)]
        pub(crate) struct $name<'a> { $($field: $type),+ }

        impl<'a> Wire<'a> for $name<'a> {
            type Data = data::$name;

            fn of(data: &'a Self::Data) -> Self {
                Self { $($field: field!(of $how data.$field)),+ }
            }

            fn into_data(self, budget: &mut Budget) -> Result<Self::Data, Fault> {
                let _ = &budget;
                Ok(data::$name { $($field: field!(data $how self.$field, budget)),+ })
            }
        }
    )+};
}

simple! {
    /// A kind of terrain.
    TerrainKind {
        id: &'a str = text,
        glyph: char = copy,
        passable: bool = copy,
        opaque: bool = copy,
        color: Option<Rgb> = option_into,
    }
    /// A participant.
    SeatInfo {
        id: &'a str = text,
        name: &'a str = text,
        role: &'a str = text,
        agent: Option<&'a str> = option_text,
        agent_version: Option<u32> = copy,
        settings: List<'a, Setting<'a>> = list,
        reads_privileged: bool = copy,
        color: Rgb = into,
    }
    /// A kind of piece.
    PieceKind {
        id: &'a str = text,
        name: &'a str = text,
        glyph: char = copy,
        shape: Shape = into,
        color: Rgb = into,
        seat: Option<u8> = seat,
    }
    /// What a belief can be about.
    BeliefTarget {
        id: &'a str = text,
        name: &'a str = text,
        domain: Domain<'a> = part,
        piece_kind: Option<u16> = copy,
    }
    /// A way in which evidence reaches a seat.
    Channel {
        id: &'a str = text,
        name: &'a str = text,
        color: Rgb = into,
        hatch: Hatch = into,
        glyph: char = copy,
        privileged: bool = copy,
    }
    /// A kind of event.
    EventKind { id: &'a str = text, name: &'a str = text, glyph: char = copy, tone: Tone = into }
    /// A fact that views can state.
    FactDefinition { id: &'a str = text, label: &'a str = text, unit: &'a str = text, tone: Tone = into }
    /// A sentence with places for arguments.
    MessageTemplate { id: &'a str = text, text: &'a str = text }
}

/// Space over which a belief is spread.
#[derive(Encode, BorrowDecode)]
pub(crate) enum Domain<'a> {
    Cells,
    Edges,
    Labels(List<'a, &'a str>),
}

impl<'a> Wire<'a> for Domain<'a> {
    type Data = data::Domain;

    fn of(data: &'a Self::Data) -> Self {
        match data {
            data::Domain::Cells => Self::Cells,
            data::Domain::Edges => Self::Edges,
            data::Domain::Labels(labels) => Self::Labels(List::of(labels)),
        }
    }

    fn into_data(self, budget: &mut Budget) -> Result<Self::Data, Fault> {
        Ok(match self {
            Self::Cells => data::Domain::Cells,
            Self::Edges => data::Domain::Edges,
            Self::Labels(labels) => data::Domain::Labels(labels.into_data(budget)?),
        })
    }
}
