//! What is true of a whole match: rules, board, seats, and the vocabulary that its records use.

use std::fmt;

use serde::{Deserialize, Serialize};

use super::BeliefKey;
use crate::{Cell, Edge, Seat, Size};

/// The head of a recording. Records refer to the lists in it by position (`u16` ids).
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Header {
    /// Id of the game, as in the registry; any text for foreign recordings.
    pub game: String,
    /// Name of the game for people.
    pub title: String,
    /// Version of the rules; a rule change that alters any match raises it.
    pub rules_version: u32,
    /// Preset that the knobs started from.
    pub preset: String,
    /// Every rule knob, resolved.
    pub knobs: Vec<Setting>,
    /// Name of the map.
    pub map: String,
    /// The start in the game's own notation, resolved; empty when hidden or unknown.
    pub setup: Vec<Setting>,
    /// Master seed; `None` when hidden or unknown.
    pub seed: Option<u64>,
    /// What everybody knows of the board.
    pub board: Board,
    /// The participants, by [`Seat`] number.
    pub seats: Vec<SeatInfo>,
    /// Kinds of pieces.
    pub piece_kinds: Vec<PieceKind>,
    /// What beliefs are about.
    pub targets: Vec<BeliefTarget>,
    /// Ways in which evidence reaches a seat.
    pub channels: Vec<Channel>,
    /// Kinds of events.
    pub event_kinds: Vec<EventKind>,
    /// Facts that views state.
    pub facts: Vec<FactDefinition>,
    /// Sentences that views show.
    pub messages: Vec<MessageTemplate>,
    /// Turn limit, if there is one.
    pub max_turns: Option<u32>,
    /// How much of each record was kept.
    pub keep: Keep,
    /// Program and version that wrote the recording.
    pub writer: String,
    /// Time of recording, milliseconds since 1970-01-01 UTC; `None` if reproducible or unknown.
    pub created_unix_ms: Option<u64>,
    /// Free labels.
    pub tags: Vec<Setting>,
}

impl Header {
    /// Position of a seat id in [`seats`](Self::seats).
    pub fn seat(&self, id: &str) -> Option<Seat> {
        self.seats.iter().position(|seat| seat.id == id).map(|index| Seat(index as u8))
    }

    /// The description of a seat, if the header has one.
    pub fn seat_info(&self, seat: Seat) -> Option<&SeatInfo> {
        self.seats.get(seat.index())
    }

    /// Who believes something about what, in words: `Guard: thief's cell`. What the header does not describe is named by
    /// its id.
    pub fn belief_subject(&self, key: &BeliefKey) -> String {
        let owner = self.seats.iter().find(|seat| seat.id == key.owner);
        let target = self.targets.iter().find(|target| target.id == key.target);
        let owner = owner.map_or(key.owner.as_str(), |seat| &seat.name);
        format!("{owner}: {}", target.map_or(key.target.as_str(), |target| &target.name))
    }

    /// The name of a belief for people: its subject, and where it comes from unless that is the seat's own agent:
    /// `Guard: thief's cell (reference posterior, opponent model uniform)`.
    pub fn belief_name(&self, key: &BeliefKey) -> String {
        let subject = self.belief_subject(key);
        if key.source == "agent" { subject } else { format!("{subject} ({})", key.source_name()) }
    }
}

/// A name and its value, as text.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Setting {
    /// Name.
    pub name: String,
    /// Value.
    pub value: String,
}

impl Setting {
    /// `name=value`.
    pub fn new(name: impl Into<String>, value: impl Into<String>) -> Self {
        Self { name: name.into(), value: value.into() }
    }
}

impl fmt::Display for Setting {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}={}", self.name, self.value)
    }
}

/// The public part of the board. What is hidden at the start stands in the [`Truth`](super::Truth) of the records.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Board {
    /// Rows and columns.
    pub size: Size,
    /// Which cells touch.
    pub neighbourhood: Neighbourhood,
    /// Whether the borders are joined.
    pub wrap: bool,
    /// Terrain per cell, row-major: positions in [`legend`](Self::legend).
    pub terrain: Vec<u8>,
    /// Kinds of terrain.
    pub legend: Vec<TerrainKind>,
    /// Walls between cells that everybody knows, sorted.
    pub walls: Vec<Edge>,
}

impl Board {
    /// Kind of terrain of a cell, or `None` off the board.
    pub fn terrain_at(&self, cell: Cell) -> Option<&TerrainKind> {
        let index = self.size.contains(cell).then(|| self.size.index(cell))?;
        self.legend.get(usize::from(*self.terrain.get(index)?))
    }

    /// Whether a piece can stand on the cell.
    pub fn is_passable(&self, cell: Cell) -> bool {
        self.terrain_at(cell).is_some_and(|kind| kind.passable)
    }
}

/// Which cells count as neighbours for movement.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Neighbourhood {
    /// Up, down, left, right.
    Four,
    /// The four and the diagonals.
    Eight,
}

/// A kind of terrain.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct TerrainKind {
    /// Lower-case name.
    pub id: String,
    /// Character in text boards.
    pub glyph: char,
    /// Whether pieces can stand on it.
    pub passable: bool,
    /// Whether it blocks sight.
    pub opaque: bool,
    /// Colour; `None` leaves it to the theme.
    pub color: Option<Rgb>,
}

/// A participant.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct SeatInfo {
    /// Lower-case id, as in `--agent thief=fuzzy`.
    pub id: String,
    /// Name for people.
    pub name: String,
    /// What the seat is for, in a few words.
    pub role: String,
    /// Agent that plays it; `None` when hidden.
    pub agent: Option<String>,
    /// Version of the agent; a change that alters any decision or belief raises it.
    pub agent_version: Option<u32>,
    /// The agent's settings.
    pub settings: Vec<Setting>,
    /// Whether the agent reads privileged channels. Its beliefs and decisions then hold more than the seat can know, so
    /// they belong to the referee alone.
    pub reads_privileged: bool,
    /// Colour of the seat.
    pub color: Rgb,
}

/// A kind of piece.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct PieceKind {
    /// Lower-case id.
    pub id: String,
    /// Name for people.
    pub name: String,
    /// Character in text boards.
    pub glyph: char,
    /// Outline in pictures.
    pub shape: Shape,
    /// Colour.
    pub color: Rgb,
    /// Seat that the piece belongs to.
    pub seat: Option<Seat>,
}

/// Outline of a piece. Shapes tell pieces apart where colour cannot.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[expect(missing_docs, reason = "the names say it")]
pub enum Shape {
    Circle,
    Square,
    Triangle,
    Diamond,
    Star,
    Cross,
    Hexagon,
    Flag,
    Door,
}

/// What a belief can be about.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct BeliefTarget {
    /// Lower-case id, the middle of a belief key.
    pub id: String,
    /// Name for people, such as "thief's cell".
    pub name: String,
    /// Space over which the belief is spread.
    pub domain: Domain,
    /// Piece kind whose cells are the truth of this target, if it is about pieces.
    pub piece_kind: Option<u16>,
}

/// Space over which a belief is spread.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Domain {
    /// The cells of the owner's frame, row-major.
    Cells,
    /// The inner edges of the owner's frame: for each cell, row-major, its right edge, then its lower edge, where they
    /// exist.
    Edges,
    /// Named hypotheses.
    Labels(Vec<String>),
}

/// A way in which evidence reaches a seat.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Channel {
    /// Lower-case id.
    pub id: String,
    /// Name for people.
    pub name: String,
    /// Colour of the cells that it covers.
    pub color: Rgb,
    /// Hatching of the cells that it covers, so that colour is not needed.
    pub hatch: Hatch,
    /// Letter in timelines and text.
    pub glyph: char,
    /// Read by an agent without right: kept out of views, reference models and leak comparisons.
    pub privileged: bool,
}

/// Hatching.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[expect(missing_docs, reason = "the names say it")]
pub enum Hatch {
    None,
    Rising,
    Falling,
    Horizontal,
    Vertical,
    Crossed,
    Dots,
}

/// A kind of event.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct EventKind {
    /// Lower-case id.
    pub id: String,
    /// Name for people.
    pub name: String,
    /// Letter in timelines; events are letters, never colour alone.
    pub glyph: char,
    /// How a reader should take it.
    pub tone: Tone,
}

/// How a reader should take something.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[expect(missing_docs, reason = "the names say it")]
pub enum Tone {
    Neutral,
    Good,
    Bad,
    Warning,
}

/// A fact that views can state about a seat's situation.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct FactDefinition {
    /// Lower-case id.
    pub id: String,
    /// Label for people.
    pub label: String,
    /// Unit after the value; may be empty.
    pub unit: String,
    /// How a reader should take it.
    pub tone: Tone,
}

/// A sentence with places `{0}`, `{1}`, … for arguments.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct MessageTemplate {
    /// Lower-case id; the card that shows the sentence is the part before the first `.`.
    pub id: String,
    /// The sentence.
    pub text: String,
}

/// How much of each record a recording keeps.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Keep {
    /// Everything.
    Full,
    /// Everything but beliefs and decisions.
    Views,
    /// Actions, chance and events; the rest can be regenerated by the rules.
    Moves,
}

/// A colour in sRGB.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Rgb(pub u8, pub u8, pub u8);

impl fmt::Display for Rgb {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "#{:02x}{:02x}{:02x}", self.0, self.1, self.2)
    }
}

impl Serialize for Rgb {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Rgb {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        let wrong = || serde::de::Error::custom(format!("expected a colour as #rrggbb, found `{text}`"));
        let digits =
            text.strip_prefix('#').filter(|digits| digits.len() == 6 && digits.is_ascii()).ok_or_else(wrong)?;
        let byte = |at: usize| u8::from_str_radix(&digits[at..at + 2], 16).map_err(|_| wrong());
        Ok(Self(byte(0)?, byte(2)?, byte(4)?))
    }
}
