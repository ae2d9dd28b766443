//! The sentences of a figure: titles, captions, labels.

use fogreel_engine::data::{Belief, BeliefKey, BeliefKind, Quality};
use fogreel_engine::{Header, Record, Seat, Viewpoint};

use crate::csv::field;
use crate::field::Paint;
use crate::key::Wording;
use crate::scene::Subject;
use crate::text::clean;

/// The match: game, map, agents, seed; a seat does not know the seed.
pub(crate) fn match_name(header: &Header, viewpoint: Viewpoint) -> Vec<String> {
    let game = game(header);
    let game = if header.preset.is_empty() { game } else { format!("{game} ({})", clean(&header.preset)) };
    let map = if header.map.is_empty() { String::new() } else { format!("map {}", clean(&header.map)) };
    let mut parts = vec![game, map];
    for seat in &header.seats {
        let agent = seat.agent.as_deref().map_or_else(|| "unknown".to_owned(), clean);
        parts.push(format!("{}: {agent}", clean(&seat.id)));
    }
    parts.push(match (viewpoint, header.seed) {
        (Viewpoint::Seat(seat), _) => format!("what {} knows", seat_name(header, seat)),
        (Viewpoint::Referee, Some(seed)) => format!("seed {seed}"),
        (Viewpoint::Referee, None) => "seed unknown".to_owned(),
    });
    parts
}

fn game(header: &Header) -> String {
    clean(if header.title.is_empty() { &header.game } else { &header.title })
}

/// What the names of several matches have in common.
pub(crate) struct MatchNames {
    viewpoint: Viewpoint,
    count: usize,
    parts: Vec<String>,
}

impl MatchNames {
    pub(crate) const fn new(viewpoint: Viewpoint) -> Self {
        Self { viewpoint, count: 0, parts: Vec::new() }
    }

    pub(crate) fn add(&mut self, header: &Header) {
        let parts = match_name(header, self.viewpoint);
        if self.count == 0 {
            self.parts = parts;
        } else {
            self.parts.retain(|part| parts.contains(part));
            // The game is the same, even where its rules are not.
            let game = game(header);
            if !self.parts.first().is_some_and(|part| part.starts_with(&game)) {
                self.parts.insert(0, game);
            }
        }
        self.count += 1;
    }

    pub(crate) const fn len(&self) -> usize {
        self.count
    }

    pub(crate) fn parts(&self) -> Vec<String> {
        self.parts.clone()
    }

    /// How many there are; nothing if that goes without saying.
    pub(crate) fn count(&self) -> Vec<String> {
        if self.count == 1 { vec!["whole match".to_owned()] } else { vec![format!("{} matches", self.count)] }
    }
}

/// Name of a seat for people.
pub(crate) fn seat_name(header: &Header, seat: Seat) -> String {
    header.seat_info(seat).map_or_else(|| format!("seat {}", seat.0), |info| clean(&info.name))
}

/// Who looks, as files say it: `referee` or a seat's id, as a CSV field.
pub(crate) fn viewpoint_id(header: &Header, viewpoint: Viewpoint) -> String {
    match viewpoint {
        Viewpoint::Referee => "referee".to_owned(),
        Viewpoint::Seat(seat) => header.seat_info(seat).map_or_else(String::new, |info| field(&info.id)),
    }
}

/// Turn, record and what was done.
pub(crate) fn moment(header: &Header, record: &Record) -> Vec<String> {
    let number = if record.index == 0 { String::new() } else { format!("record {}", record.index) };
    vec![turn(record), number, actions(header, record)]
}

/// Words of the legend of a belief.
pub(crate) fn wording(subject: &Subject<'_>, paint: Paint) -> Wording {
    Wording {
        truth: truth_name(subject),
        who: clean(&subject.key.owner),
        floor: paint.range.floor(),
        ..Wording::default()
    }
}

/// The belief: whose about what, source, quality.
pub(crate) fn belief_name(subject: &Subject<'_>, belief: &Belief) -> Vec<String> {
    belief_parts(subject, belief).to_vec()
}

/// The same, each part by itself; empty where there is nothing to say.
pub(crate) fn belief_parts(subject: &Subject<'_>, belief: &Belief) -> [String; 3] {
    let quality = match &belief.quality {
        Quality::Exact => String::new(),
        Quality::Approximate { method, n } => format!("approximate: {}, n = {n}", clean(method)),
        Quality::Lossy => "stored with less precision".to_owned(),
    };
    let subject_name = format!("belief of {}", clean(&subject.header.belief_subject(subject.key)));
    [subject_name, source(subject.key), quality]
}

/// Where a belief comes from; nothing if it is the agent's own.
pub(crate) fn source(key: &BeliefKey) -> String {
    if key.source == "agent" { String::new() } else { clean(&key.source_name()) }
}

/// The opponent model of a reference; nothing without any.
pub(crate) fn opponent_model(model: &str) -> String {
    if model.is_empty() { String::new() } else { format!("opponent model {}", clean(model)) }
}

/// Turn and record.
pub(crate) fn turn(record: &Record) -> String {
    if record.index == 0 { "start".to_owned() } else { format!("turn {}", record.turn) }
}

/// Turns or records from one to another.
pub(crate) fn span(from: (u32, u32), to: (u32, u32)) -> Vec<String> {
    let range = |what: &str, from: u32, to: u32| {
        if from == to { format!("{what} {from}") } else { format!("{what}s {from} to {to}") }
    };
    vec![range("turn", from.1, to.1), range("record", from.0, to.0)]
}

/// What was done in the record: "after thief: move up".
pub(crate) fn actions(header: &Header, record: &Record) -> String {
    let actions = record.actions.iter().map(|taken| {
        let seat = header.seat_info(taken.seat);
        let seat = seat.map_or_else(|| format!("seat {}", taken.seat.0), |seat| clean(&seat.id));
        format!("{seat}: {}", clean(&taken.action))
    });
    let actions: Vec<String> = actions.collect();
    if actions.is_empty() { String::new() } else { format!("after {}", actions.join(", ")) }
}

/// What a value means: the label of the colour bar.
pub(crate) fn quantity(subject: &Subject<'_>, belief: &Belief) -> String {
    let target = &subject.target;
    let about_cell = ["'s cell", "’s cell"].iter().find_map(|ending| target.name.strip_suffix(ending));
    let piece = target.piece_kind.and_then(|kind| subject.header.piece_kinds.get(usize::from(kind)));
    let thing = about_cell.or(piece.map(|piece| piece.name.as_str())).map(clean);
    match (&belief.kind, thing) {
        (BeliefKind::Categorical(_), Some(thing)) => format!("P({thing} is here)"),
        (BeliefKind::Categorical(_) | BeliefKind::Bernoulli(_), _) => format!("P({})", clean(&target.name)),
        (BeliefKind::Count(_), thing) => {
            format!("expected number: {}", thing.unwrap_or_else(|| clean(&target.name)))
        }
    }
}

/// The name of what is true, for the legend.
pub(crate) fn truth_name(subject: &Subject<'_>) -> String {
    let piece = subject.target.piece_kind.and_then(|kind| subject.header.piece_kinds.get(usize::from(kind)));
    let name = piece.map_or(subject.target.name.as_str(), |piece| piece.name.as_str());
    format!("truth: {}", clean(name))
}
