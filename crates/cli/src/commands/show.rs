//! `fogreel show`

use std::io::Write;

use fogreel_analysis::BeliefPoint;
use fogreel_engine::data::{Belief, Domain, Record, SignalOutcome, View};
use fogreel_engine::{Cell, Header, TextBoard, Viewpoint};
use fogreel_recorder::Timeline;

use crate::args::ShowArgs;
use crate::failure::{Failure, Result};
use crate::heat::{CELL, is_wall, wants_color, write_cell};
use crate::input;
use crate::output::stdout;

pub(super) fn run(args: &ShowArgs) -> Result<()> {
    let recording = input::open_whole(&args.file, args.read)?;
    let timeline = recording.timeline();
    let viewpoint = input::viewpoint(timeline, &args.viewpoint)?;
    let record = timeline.record(input::record_at(timeline, args.turn)?)?;
    let key = input::belief(timeline, args.belief.as_ref(), viewpoint)?;
    let belief = key.as_ref().and_then(|key| record.belief(key));

    let mut out = stdout();
    write_head(&mut out, timeline, &record, viewpoint)?;
    let board = board(timeline.header(), &record, viewpoint)?;
    write_boards(&mut out, timeline.header(), &record, &board, belief, viewpoint, wants_color(args.color))?;
    if let Some(belief) = belief {
        write_belief_line(&mut out, timeline.header(), &record, belief, viewpoint)?;
    }
    write_legend(&mut out, timeline.header(), &board)?;
    for view in visible_views(&record, viewpoint) {
        write_view(&mut out, timeline, view, record.index)?;
    }
    write_decisions(&mut out, timeline, &record, viewpoint)?;
    if let Viewpoint::Seat(seat) = viewpoint
        && input::reads_privileged(timeline, seat)
    {
        let name = input::seat_name(timeline, seat);
        writeln!(
            out,
            "The agent of {name} read privileged channels: only the referee may see its belief and decisions."
        )?;
    }
    Ok(out.flush()?)
}

fn visible_views(record: &Record, viewpoint: Viewpoint) -> impl Iterator<Item = &View> {
    record.views.iter().filter(move |view| viewpoint == Viewpoint::Referee || viewpoint == Viewpoint::Seat(view.seat))
}

fn write_head(out: &mut impl Write, timeline: &Timeline, record: &Record, viewpoint: Viewpoint) -> Result<()> {
    let header = timeline.header();
    let most = header.max_turns.map_or_else(String::new, |most| format!("/{most}"));
    let who = match viewpoint {
        Viewpoint::Referee => "the truth".to_owned(),
        Viewpoint::Seat(seat) => format!("what {} knows", input::seat_name(timeline, seat)),
    };
    writeln!(out, "{}, turn {}{most}, round {}: {who}", header.title, record.turn, record.round)?;
    let may_see = |seat| viewpoint == Viewpoint::Referee || viewpoint == Viewpoint::Seat(seat);
    for taken in record.actions.iter().filter(|taken| may_see(taken.seat)) {
        writeln!(out, "{}: {}", input::seat_name(timeline, taken.seat), taken.action)?;
    }
    let events: Vec<&str> = record
        .events
        .iter()
        .filter(|event| match viewpoint {
            Viewpoint::Referee => true,
            Viewpoint::Seat(seat) => event.audience.contains(seat),
        })
        .filter_map(|event| header.event_kinds.get(usize::from(event.kind)))
        .map(|kind| kind.name.as_str())
        .collect();
    if !events.is_empty() {
        writeln!(out, "Events: {}", events.join("; "))?;
    }
    let is_last = record.index as usize + 1 == timeline.len();
    if let (true, Some(end)) = (is_last, timeline.end()) {
        writeln!(out, "{}", end.outcome.text)?;
    }
    Ok(writeln!(out)?)
}

fn board(header: &Header, record: &Record, viewpoint: Viewpoint) -> Result<TextBoard> {
    match viewpoint {
        Viewpoint::Referee => match &record.truth {
            Some(truth) => Ok(TextBoard::of_truth(header, truth)),
            None => Err(Failure::usage("the recording holds no truth; use --as with a seat")),
        },
        Viewpoint::Seat(seat) => match record.view(seat) {
            Some(view) => Ok(TextBoard::of_view(header, view)),
            None => Err(Failure::usage("the recording holds no view of this seat")),
        },
    }
}

/// The board, and the belief beside it.
fn write_boards(
    out: &mut impl Write,
    header: &Header,
    record: &Record,
    board: &TextBoard,
    belief: Option<&Belief>,
    viewpoint: Viewpoint,
    color: bool,
) -> Result<()> {
    let size = board.size();
    let values = belief
        .filter(|belief| domain_of(header, belief) == Some(&Domain::Cells) && belief.values().len() == size.cells())
        .map(Belief::values);
    let greatest = values.map_or(0.0, |values| values.iter().copied().fold(0.0, f64::max));
    let truth =
        belief.filter(|_| viewpoint == Viewpoint::Referee).and_then(|belief| record.true_cells(header, &belief.key));
    let columns = |width: usize| (0..size.cols).map(|col| format!("{:>width$}", col % 10)).collect::<String>();
    if size.cols > 10 {
        let tens = |width: usize| -> String {
            (0..size.cols)
                .map(|col| if col % 10 == 0 { format!("{:>width$}", col / 10) } else { " ".repeat(width) })
                .collect()
        };
        let belief: String = tens(3).chars().skip(1).collect();
        writeln!(out, "    {}{}", tens(2), if values.is_some() { format!("      {belief}") } else { String::new() })?;
    }
    write!(out, "    {}", columns(2))?;
    match (values, belief) {
        (Some(_), Some(belief)) => {
            let labels: String = (0..size.cols).map(|col| format!("{:>2} ", col % 10)).collect();
            writeln!(out, "      {labels}  {} in %", belief.key)?;
        }
        _ => writeln!(out)?,
    }
    for row in 0..size.rows {
        write!(out, "{row:>3} ")?;
        for col in 0..size.cols {
            write!(out, " {}", board.glyph(Cell::new(row, col)))?;
        }
        if let Some(values) = values {
            write!(out, "  {row:>3} ")?;
            for col in 0..size.cols {
                let cell = Cell::new(row, col);
                let is_truth = truth.as_ref().is_some_and(|cells| cells.contains(&cell));
                let wall = is_wall(&header.board, size, cell);
                write_cell(out, values[size.index(cell)], greatest, wall, is_truth, color)?;
            }
        }
        writeln!(out)?;
    }
    debug_assert_eq!(CELL, 3, "column labels are as wide as cells");
    Ok(writeln!(out)?)
}

fn domain_of<'a>(header: &'a Header, belief: &Belief) -> Option<&'a Domain> {
    header.targets.iter().find(|target| target.id == belief.key.target).map(|target| &target.domain)
}

fn write_belief_line(
    out: &mut impl Write,
    header: &Header,
    record: &Record,
    belief: &Belief,
    viewpoint: Viewpoint,
) -> Result<()> {
    let Some(point) = BeliefPoint::measure(header, record, belief) else { return Ok(()) };
    write!(out, "{}: entropy {:.2} bits", belief.key, point.entropy_bits)?;
    write!(out, " (as wide as {:.1} cells), confidence {:.1} %", point.effective_cells, point.max * 100.0)?;
    if let (Viewpoint::Referee, Some(p)) = (viewpoint, point.p_truth) {
        if p == 0.0 {
            write!(out, "; the truth (○) is excluded: a false exclusion")?;
        } else {
            write!(out, "; the truth (○) has {:.1} %", p * 100.0)?;
        }
    }
    writeln!(out)?;
    Ok(writeln!(out, "  · impossible   + below 0.5 %   ## wall")?)
}

fn write_legend(out: &mut impl Write, header: &Header, board: &TextBoard) -> Result<()> {
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
    Ok(writeln!(out, "  {}\n", entries.join("   "))?)
}

fn write_view(out: &mut impl Write, timeline: &Timeline, view: &View, record: u32) -> Result<()> {
    let header = timeline.header();
    writeln!(out, "{}", input::seat_name(timeline, view.seat))?;
    for message in &view.messages {
        if let Some(template) = header.messages.get(usize::from(message.template)) {
            writeln!(out, "  {}", message.render(&template.text))?;
        }
    }
    let signals: Vec<String> = view
        .signals
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
        .collect();
    if !signals.is_empty() {
        writeln!(out, "  {}", signals.join(", "))?;
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
        writeln!(out, "  {}", facts.join(", "))?;
    }
    for known in view.pieces.iter().filter(|known| known.seen_at < record) {
        if let Some(kind) = header.piece_kinds.get(usize::from(known.piece.kind)) {
            writeln!(out, "  {} last noticed at ({}) in record {}", kind.name, known.piece.cell, known.seen_at)?;
        }
    }
    Ok(())
}

fn write_decisions(out: &mut impl Write, timeline: &Timeline, record: &Record, viewpoint: Viewpoint) -> Result<()> {
    for decision in &record.decisions {
        let is_own = viewpoint == Viewpoint::Seat(decision.seat) && !input::reads_privileged(timeline, decision.seat);
        if viewpoint != Viewpoint::Referee && !is_own {
            continue;
        }
        let chosen = record.actions.iter().find(|taken| taken.seat == decision.seat).map(|taken| &taken.action);
        let candidates: Vec<String> = decision
            .candidates
            .iter()
            .map(|candidate| {
                let mark = if Some(&candidate.action) == chosen { "*" } else { "" };
                format!("{}{mark} {:.2}", candidate.action, candidate.score)
            })
            .collect();
        let name = input::seat_name(timeline, decision.seat);
        writeln!(out, "Decision of {name} ({}): {}", decision.branch, candidates.join(", "))?;
    }
    Ok(())
}
