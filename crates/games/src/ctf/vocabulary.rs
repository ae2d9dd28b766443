//! The lists of the header, and the positions in them that records use. What exists for both teams stands in pairs, West first.

use fogreel_engine::Seat;
use fogreel_engine::data::{
    BeliefTarget, Channel, Domain, EventKind, FactDefinition, Hatch, MessageTemplate, PieceKind, Rgb, Shape, Tone,
};

use super::knobs::Goal;
use super::{TEAM_NAMES, TEAMS};
use crate::header::Vocabulary;

/// All lists, for so many teams.
pub(super) fn vocabulary(teams: usize) -> Vocabulary {
    Vocabulary {
        piece_kinds: piece_kinds(teams),
        targets: targets(),
        channels: channels(),
        event_kinds: event_kinds(),
        facts: facts(),
        messages: messages(),
    }
}

/// Blue and orange, which nobody confuses.
pub(super) const TEAM_COLORS: [Rgb; 2] = [Rgb(46, 116, 214), Rgb(216, 112, 24)];
pub(super) const WALL_COLOR: Rgb = Rgb(70, 74, 84);

/// The teams' colours for the ground below their flags.
pub(super) fn tints() -> [Rgb; 2] {
    [Rgb(96, 122, 160), Rgb(166, 128, 96)]
}

pub(super) const FLOOR: u8 = 0;
pub(super) const WALL: u8 = 1;
pub(super) const BASES: [u8; 2] = [2, 3];
pub(super) const SPAWNS: [u8; 2] = [4, 5];

pub(super) const PERSON_PIECES: [u16; 2] = [0, 1];
pub(super) const FLAG_PIECES: [u16; 2] = [2, 3];

fn piece_kinds(teams: usize) -> Vec<PieceKind> {
    let kind = |id: &str, name: &str, glyph, shape, team: usize| PieceKind {
        id: id.to_owned(),
        name: name.to_owned(),
        glyph,
        shape,
        color: TEAM_COLORS[team],
        seat: (team < teams).then_some(Seat(team as u8)),
    };
    vec![
        kind("west_person", "Person of West", 'o', Shape::Circle, 0),
        kind("east_person", "Person of East", 'x', Shape::Diamond, 1),
        kind("west_flag", "Flag of West", 'w', Shape::Flag, 0),
        kind("east_flag", "Flag of East", 'e', Shape::Flag, 1),
    ]
}

/// By team: what the other one's beliefs are about.
fn targets() -> Vec<BeliefTarget> {
    let target = |team: usize| BeliefTarget {
        id: TEAMS[team].to_owned(),
        name: format!("where {}'s persons are", TEAM_NAMES[team]),
        domain: Domain::Cells,
        piece_kind: Some(PERSON_PIECES[team]),
    };
    vec![target(0), target(1)]
}

pub(super) const SIGHT: u16 = 0;
pub(super) const CONTACT: u16 = 1;

fn channels() -> Vec<Channel> {
    let channel = |id: &str, name: &str, color, hatch, glyph| Channel {
        id: id.to_owned(),
        name: name.to_owned(),
        color,
        hatch,
        glyph,
        privileged: false,
    };
    vec![
        channel("sight", "Sight", Rgb(90, 160, 120), Hatch::Rising, 'S'),
        channel("contact", "Contact", Rgb(190, 60, 80), Hatch::Crossed, 'C'),
    ]
}

/// Somebody of that team is sent home.
pub(super) const TAGS: [u16; 2] = [0, 1];
/// A flag of that side is taken.
pub(super) const TAKEN: [u16; 2] = [2, 3];
/// A flag of that side is back on its spawn point without having been returned.
pub(super) const BACK: [u16; 2] = [4, 5];
/// That team returns a flag.
pub(super) const RETURNS: [u16; 2] = [6, 7];
pub(super) const BLOCKED: u16 = 8;
pub(super) const SIGHTED: u16 = 9;
pub(super) const GOAL: u16 = 10;
pub(super) const TIMEOUT: u16 = 11;

fn event_kinds() -> Vec<EventKind> {
    let kind = |id: &str, name: &str, glyph, tone| EventKind { id: id.to_owned(), name: name.to_owned(), glyph, tone };
    vec![
        kind("west_tagged", "A person of West is sent home", 'H', Tone::Bad),
        kind("east_tagged", "A person of East is sent home", 'H', Tone::Bad),
        kind("west_flag_taken", "A flag of West is taken", 'F', Tone::Warning),
        kind("east_flag_taken", "A flag of East is taken", 'F', Tone::Warning),
        kind("west_flag_back", "A flag of West is back in its place", 'B', Tone::Neutral),
        kind("east_flag_back", "A flag of East is back in its place", 'B', Tone::Neutral),
        kind("west_returns", "West returns a flag", 'R', Tone::Good),
        kind("east_returns", "East returns a flag", 'R', Tone::Good),
        kind("blocked", "A step is blocked by an enemy", 'X', Tone::Neutral),
        kind("sighted", "An enemy comes into sight", 'S', Tone::Neutral),
        kind("goal", "The goal is reached", 'G', Tone::Good),
        kind("timeout", "The turns ran out", 'D', Tone::Neutral),
    ]
}

pub(super) const RETURNED: u16 = 0;
pub(super) const LOST: u16 = 1;
pub(super) const OWN_FLAGS: u16 = 2;
pub(super) const ENEMY_FLAGS: u16 = 3;
pub(super) const CARRYING: u16 = 4;
pub(super) const IN_SIGHT: u16 = 5;
pub(super) const TURNS_LEFT: u16 = 6;

fn facts() -> Vec<FactDefinition> {
    let fact = |id: &str, label: &str, tone| FactDefinition {
        id: id.to_owned(),
        label: label.to_owned(),
        unit: String::new(),
        tone,
    };
    vec![
        fact("returned", "Flags returned", Tone::Good),
        fact("lost", "Flags lost", Tone::Bad),
        fact("own_flags", "Own flags in place", Tone::Neutral),
        fact("enemy_flags", "Enemy flags in place", Tone::Neutral),
        fact("carrying", "Persons with a flag", Tone::Good),
        fact("in_sight", "Enemies in sight", Tone::Warning),
        fact("turns_left", "Turns left", Tone::Neutral),
    ]
}

pub(super) const BLOCKED_STEPS: u16 = 3;
pub(super) const RESULT: u16 = 4;

/// The sentence that says what a match is about.
pub(super) fn objective(goal: Goal) -> u16 {
    match goal {
        Goal::Returns => 0,
        Goal::AllHome => 1,
        Goal::Reach => 2,
    }
}

fn messages() -> Vec<MessageTemplate> {
    let message = |id: &str, text: &str| MessageTemplate { id: id.to_owned(), text: text.to_owned() };
    vec![
        message(
            "objective.returns",
            "Take enemy flags, and bring them beside the own base. On the own half, step onto enemies.",
        ),
        message("objective.all_home", "Bring every flag beside the base, one at a time."),
        message("objective.reach", "Walk to a flag."),
        message("blocked", "Steps blocked by an enemy: {0}"),
        message("result", "{0}"),
    ]
}
