//! The lists of the header, and the positions in them that records use.

use fogreel_engine::data::{
    BeliefTarget, Channel, Domain, EventKind, FactDefinition, Hatch, MessageTemplate, PieceKind, Rgb, Shape, Tone,
};

use super::{GUARD, THIEF};
use crate::header::Vocabulary;

/// All lists.
pub(crate) fn vocabulary() -> Vocabulary {
    Vocabulary {
        piece_kinds: piece_kinds(),
        targets: targets(),
        channels: channels(),
        event_kinds: event_kinds(),
        facts: facts(),
        messages: messages(),
    }
}

/// Gold, as the guide has it.
pub(crate) const THIEF_COLOR: Rgb = Rgb(214, 158, 26);
/// Blue, as the guide has it.
pub(crate) const GUARD_COLOR: Rgb = Rgb(52, 120, 216);
const SCAN_COLOR: Rgb = Rgb(38, 190, 255);
const EXIT_COLOR: Rgb = Rgb(46, 160, 84);

pub(crate) const THIEF_PIECE: u16 = 0;
pub(crate) const GUARD_PIECE: u16 = 1;
pub(crate) const EXIT_PIECE: u16 = 2;

fn piece_kinds() -> Vec<PieceKind> {
    let kind = |id: &str, name: &str, glyph, shape, color, seat| PieceKind {
        id: id.to_owned(),
        name: name.to_owned(),
        glyph,
        shape,
        color,
        seat,
    };
    vec![
        kind("thief", "Rajakar (thief)", 'R', Shape::Circle, THIEF_COLOR, Some(THIEF)),
        kind("guard", "Birsreshtha (guard)", 'B', Shape::Square, GUARD_COLOR, Some(GUARD)),
        kind("exit", "Exit", 'E', Shape::Door, EXIT_COLOR, None),
    ]
}

pub(crate) const THIEF_TARGET: &str = "thief";

pub(crate) const GUARD_TARGET: &str = "guard";
pub(crate) const EXITS_TARGET: &str = "exits";

fn targets() -> Vec<BeliefTarget> {
    let target = |id: &str, name: &str, piece| BeliefTarget {
        id: id.to_owned(),
        name: name.to_owned(),
        domain: Domain::Cells,
        piece_kind: Some(piece),
    };
    vec![
        target(THIEF_TARGET, "thief's cell", THIEF_PIECE),
        target(GUARD_TARGET, "guard's cell", GUARD_PIECE),
        target(EXITS_TARGET, "exits", EXIT_PIECE),
    ]
}

pub(crate) const SIGHT: u16 = 0;
pub(crate) const ORTHOGONAL: u16 = 1;
pub(crate) const NOISE: u16 = 2;
pub(crate) const SCAN: u16 = 3;
pub(crate) const EXITS: u16 = 4;
pub(crate) const CAPTURE_CHECK: u16 = 5;
pub(crate) const THIEF_SIGHT: u16 = 6;
pub(crate) const THIEF_HEARING: u16 = 7;
pub(crate) const NOISE_RADIUS: u16 = 8;
pub(crate) const HIDDEN_EXITS: u16 = 9;

fn channels() -> Vec<Channel> {
    let channel = |id: &str, name: &str, color, hatch, glyph, privileged| Channel {
        id: id.to_owned(),
        name: name.to_owned(),
        color,
        hatch,
        glyph,
        privileged,
    };
    vec![
        channel("sight", "Guard's sight", GUARD_COLOR, Hatch::Rising, 'S', false),
        channel("orthogonal", "Orthogonal range", Rgb(108, 92, 200), Hatch::Dots, 'O', false),
        channel("noise", "Noise", Rgb(214, 92, 60), Hatch::None, 'N', false),
        channel("scan", "Power scan", SCAN_COLOR, Hatch::Crossed, 'P', false),
        channel("exits", "Look for exits", EXIT_COLOR, Hatch::Horizontal, 'E', false),
        channel("capture", "Capture check", Rgb(190, 60, 80), Hatch::None, 'C', false),
        channel("thief_sight", "Thief's sight", THIEF_COLOR, Hatch::Falling, 'S', false),
        channel("thief_hearing", "Thief's hearing", Rgb(214, 92, 60), Hatch::None, 'H', false),
        channel("noise_radius", "Noise radius, read without right", Rgb(120, 120, 120), Hatch::Vertical, 'n', true),
        channel("hidden_exits", "Exits not found, read without right", Rgb(120, 120, 120), Hatch::Vertical, 'e', true),
    ]
}

pub(crate) const SPOTTED: u16 = 0;
pub(crate) const HEARD: u16 = 1;
pub(crate) const SCANNED: u16 = 2;
pub(crate) const EXIT_FOUND: u16 = 3;
pub(crate) const GUARD_SPOTTED: u16 = 4;
pub(crate) const GUARD_HEARD: u16 = 5;
pub(crate) const CAPTURE: u16 = 6;
pub(crate) const ESCAPE: u16 = 7;
pub(crate) const TIMEOUT: u16 = 8;

fn event_kinds() -> Vec<EventKind> {
    let kind = |id: &str, name: &str, glyph, tone| EventKind { id: id.to_owned(), name: name.to_owned(), glyph, tone };
    vec![
        kind("spotted", "The guard finds the thief", 'S', Tone::Warning),
        kind("heard", "The guard hears the thief", 'N', Tone::Neutral),
        kind("scan", "Power scan", 'P', Tone::Neutral),
        kind("exit_found", "The guard finds an exit", 'E', Tone::Good),
        kind("guard_spotted", "The thief sees the guard", 'T', Tone::Warning),
        kind("guard_heard", "The thief hears the guard", 'H', Tone::Neutral),
        kind("capture", "Capture", 'C', Tone::Bad),
        kind("escape", "Escape", 'X', Tone::Good),
        kind("timeout", "The turns ran out", 'D', Tone::Neutral),
    ]
}

pub(crate) const EXITS_KNOWN: u16 = 0;
pub(crate) const TURNS_LEFT: u16 = 1;
pub(crate) const SCAN_IN: u16 = 2;
pub(crate) const SEEN_AGO: u16 = 3;

fn facts() -> Vec<FactDefinition> {
    let fact = |id: &str, label: &str, unit: &str, tone| FactDefinition {
        id: id.to_owned(),
        label: label.to_owned(),
        unit: unit.to_owned(),
        tone,
    };
    vec![
        fact("exits_known", "Exits found", "", Tone::Good),
        fact("turns_left", "Turns left", "", Tone::Neutral),
        fact("scan_in", "Guard turns before the next scan", "", Tone::Warning),
        fact("seen_ago", "Rival last noticed", "records ago", Tone::Neutral),
    ]
}

pub(crate) const OBJECTIVE_THIEF: u16 = 0;
pub(crate) const OBJECTIVE_GUARD: u16 = 1;
pub(crate) const OBJECTIVE_GUARD_EITHER: u16 = 2;
pub(crate) const SIGNALS_THIEF: u16 = 3;
pub(crate) const SIGNALS_GUARD: u16 = 4;
pub(crate) const RESULT: u16 = 5;

/// The sentences on the cards; the first two objectives and the two lines of signals are the guide's.
fn messages() -> Vec<MessageTemplate> {
    let message = |id: &str, text: &str| MessageTemplate { id: id.to_owned(), text: text.to_owned() };
    vec![
        message("objective.thief", "Reach EXIT and Escape. (Escape takes 1 full turn on EXIT)"),
        message("objective.guard", "Get adjacent to capture. (Capture check happens after Birsreshtha move)"),
        message("objective.guard_either", "Get adjacent to capture. (Capture check happens after either side's move)"),
        message("signals.thief", "Contact this turn: {0}, {1}"),
        message("signals.guard", "Signals this turn: {0}, {1}"),
        message("result", "{0}"),
    ]
}
