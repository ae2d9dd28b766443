//! A turn as text: the board, a belief beside or below it, what each side was told, how they decided.
//!
//! [`turn`] is a function of its arguments alone, so that the terminal and the clipboard hold the same. From a seat it
//! uses what that seat may see and nothing else, whether the record was filtered before or not.

mod boards;
mod notes;

use std::fmt::Write;

use fogreel_engine::data::{Belief, BeliefKey, BeliefKind, Note, Outcome, Rgb, SignalOutcome, View};
use fogreel_engine::{Header, Record, Seat, TextBoard, Viewpoint};

use crate::BeliefPoint;
use crate::perspective::{outcome_for, reads_privileged, record_for};
use boards::{Boards, Unit};
pub use notes::note_about;

/// How a turn is written.
#[derive(Clone, Copy, Debug)]
pub struct TurnOptions<'a> {
    /// Who looks.
    pub viewpoint: Viewpoint,
    /// The belief to write; none where the viewpoint may not see it or the record does not hold it.
    pub belief: Option<&'a BeliefKey>,
    /// How the match ended, if this is its last record.
    pub outcome: Option<&'a Outcome>,
    /// What people noted in the recording; those about the record that the viewpoint may see are written.
    pub notes: &'a [Note],
    /// Colour of a place in [0, 1] on the scale of a belief, written as terminal sequences of 24 bits; `None`: no colour.
    pub colors: Option<fn(f64) -> Rgb>,
    /// Characters a line may have before the belief moves below the board.
    pub width: usize,
}

impl TurnOptions<'_> {
    /// The width where nobody knows a better one: pipes, the clipboard.
    pub const DEFAULT_WIDTH: usize = 120;
}

impl Default for TurnOptions<'_> {
    fn default() -> Self {
        Self {
            viewpoint: Viewpoint::Referee,
            belief: None,
            outcome: None,
            notes: &[],
            colors: None,
            width: Self::DEFAULT_WIDTH,
        }
    }
}

/// Why there is nothing to write.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum TextError {
    /// The referee looks, and the record holds no truth.
    #[error("the recording holds no truth")]
    NoTruth,
    /// A seat looks of which the record holds no view.
    #[error("the recording holds no view of this seat")]
    NoView,
}

/// Writes a turn. Lines end in `\n`.
///
/// # Errors
/// [`TextError`] if the record does not hold what the viewpoint sees.
pub fn turn(header: &Header, record: &Record, options: &TurnOptions<'_>) -> Result<String, TextError> {
    let record = &*record_for(header, record, options.viewpoint);
    let board = match options.viewpoint {
        Viewpoint::Referee => TextBoard::of_truth(header, record.truth.as_ref().ok_or(TextError::NoTruth)?),
        Viewpoint::Seat(seat) => TextBoard::of_view(header, record.view(seat).ok_or(TextError::NoView)?),
    };
    let belief = options.belief.and_then(|key| record.belief(key));
    let mut out = String::new();
    head(&mut out, header, record, options);
    let unit = Boards { header, record, board: &board, belief }.write(&mut out, options);
    if let Some(belief) = belief {
        belief_line(&mut out, header, record, belief, unit);
    }
    legend(&mut out, header, &board);
    for view in &record.views {
        write_view(&mut out, header, view, record.index);
    }
    decisions(&mut out, header, record);
    notes::write(&mut out, header, record, options);
    if let Viewpoint::Seat(seat) = options.viewpoint
        && reads_privileged(header, seat)
    {
        let name = seat_name(header, seat);
        line(
            &mut out,
            &format!(
                "The agent of {name} read privileged channels: only the referee may see its belief and decisions."
            ),
        );
    }
    Ok(out)
}

/// Name of a seat for people.
pub fn seat_name(header: &Header, seat: Seat) -> String {
    header.seat_info(seat).map_or_else(|| format!("seat {}", seat.0), |info| info.name.clone())
}

fn line(out: &mut String, text: &str) {
    out.push_str(text);
    out.push('\n');
}

fn head(out: &mut String, header: &Header, record: &Record, options: &TurnOptions<'_>) {
    let most = header.max_turns.map_or_else(String::new, |most| format!("/{most}"));
    let who = match options.viewpoint {
        Viewpoint::Referee => "the truth".to_owned(),
        Viewpoint::Seat(seat) => format!("what {} knows", seat_name(header, seat)),
    };
    line(out, &format!("{}, turn {}{most}, round {}: {who}", header.title, record.turn, record.round));
    for taken in &record.actions {
        line(out, &format!("{}: {}", seat_name(header, taken.seat), taken.action));
    }
    let events: Vec<&str> = record
        .events
        .iter()
        .filter_map(|event| header.event_kinds.get(usize::from(event.kind)))
        .map(|kind| kind.name.as_str())
        .collect();
    if !events.is_empty() {
        line(out, &format!("Events: {}", events.join("; ")));
    }
    if let Some(outcome) = options.outcome {
        line(out, &outcome_for(header, outcome, options.viewpoint).text);
    }
    out.push('\n');
}

fn belief_line(out: &mut String, header: &Header, record: &Record, belief: &Belief, unit: Unit) {
    let Some(point) = BeliefPoint::measure(header, record, belief) else { return };
    let mut text = header.belief_name(&belief.key);
    // Writing to a string cannot fail.
    let _ = match &belief.kind {
        BeliefKind::Count(counts) => {
            let expected: f64 = counts.iter().sum();
            write!(text, " – {expected:.2} expected in all, at most {:.2} on a cell", point.max)
        }
        BeliefKind::Categorical(_) | BeliefKind::Bernoulli(_) => write!(
            text,
            " – entropy {:.2} bits (as wide as {:.1} cells), confidence {:.1} %",
            point.entropy_bits,
            point.effective_cells,
            point.max * 100.0
        ),
    };
    match point.count_surprisal_bits {
        Some(bits) if bits.is_finite() => {
            let _ = write!(text, "; log score against the truth (○) {bits:.2} bits");
        }
        Some(_) => text.push_str("; a true cell (○) is excluded: a false exclusion"),
        None => {}
    }
    match point.p_truth {
        Some(0.0) => text.push_str("; the truth (○) is excluded: a false exclusion"),
        Some(p) => {
            let _ = write!(text, "; the truth (○) has {:.1} %", p * 100.0);
        }
        None => {}
    }
    line(out, &text);
    line(out, unit.legend());
}

fn legend(out: &mut String, header: &Header, board: &TextBoard) {
    let shown: Vec<char> = board.size().iter().map(|cell| board.glyph(cell)).collect();
    let mut entries = Vec::new();
    for kind in &header.piece_kinds {
        if shown.contains(&kind.glyph) {
            entries.push(format!("{} {}", kind.glyph, kind.name));
        }
        let ghost = kind.glyph.to_ascii_lowercase();
        if ghost != kind.glyph && shown.contains(&ghost) {
            entries.push(format!("{ghost} {}, where last noticed", kind.name));
        }
    }
    if shown.contains(&':') {
        entries.push(": seen before".to_owned());
    }
    if shown.contains(&' ') {
        entries.push("blank: never seen".to_owned());
    }
    line(out, &format!("  {}\n", entries.join("   ")));
}

/// What the channels told, such as `Noise: hit at (3,4)` and `Sight: miss`; a channel that was not to be had is left out.
pub fn signals(header: &Header, view: &View) -> Vec<String> {
    view.signals
        .iter()
        .filter_map(|signal| {
            let name = &header.channels.get(usize::from(signal.channel))?.name;
            let cells: Vec<String> = signal.cells.iter().map(|cell| format!("({cell})")).collect();
            match signal.outcome {
                SignalOutcome::Hit if cells.is_empty() => Some(format!("{name}: hit")),
                SignalOutcome::Hit => Some(format!("{name}: hit at {}", cells.join(" "))),
                SignalOutcome::Miss => Some(format!("{name}: miss")),
                SignalOutcome::Unavailable => None,
            }
        })
        .collect()
}

fn write_view(out: &mut String, header: &Header, view: &View, record: u32) {
    line(out, &seat_name(header, view.seat));
    for message in &view.messages {
        if let Some(template) = header.messages.get(usize::from(message.template)) {
            line(out, &format!("  {}", message.render(&template.text)));
        }
    }
    let signals = signals(header, view);
    if !signals.is_empty() {
        line(out, &format!("  {}", signals.join(", ")));
    }
    let facts: Vec<String> = view
        .facts
        .iter()
        .filter_map(|fact| {
            let definition = header.facts.get(usize::from(fact.fact))?;
            Some(format!("{}: {} {}", definition.label, fact.value, definition.unit).trim_end().to_owned())
        })
        .collect();
    if !facts.is_empty() {
        line(out, &format!("  {}", facts.join(", ")));
    }
    for known in view.pieces.iter().filter(|known| known.seen_at < record) {
        if let Some(kind) = header.piece_kinds.get(usize::from(known.piece.kind)) {
            let (name, cell, seen_at) = (&kind.name, known.piece.cell, known.seen_at);
            line(out, &format!("  {name} last noticed at ({cell}) in record {seen_at}"));
        }
    }
}

fn decisions(out: &mut String, header: &Header, record: &Record) {
    for decision in &record.decisions {
        let chosen = record.actions.iter().find(|taken| taken.seat == decision.seat).map(|taken| &taken.action);
        let candidates: Vec<String> = decision
            .candidates
            .iter()
            .map(|candidate| {
                let mark = if Some(&candidate.action) == chosen { "*" } else { "" };
                format!("{}{mark} {:.2}", candidate.action, candidate.score)
            })
            .collect();
        let name = seat_name(header, decision.seat);
        line(out, &format!("Decision of {name} ({}): {}", decision.branch, candidates.join(", ")));
    }
}
