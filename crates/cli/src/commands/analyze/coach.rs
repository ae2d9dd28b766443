//! One match, commented turn by turn.

use fogreel_analysis::assess::{Assessment, TurnMetrics};
use fogreel_analysis::fault::{FaultEpisode, episodes};
use fogreel_analysis::grade::{Accuracy, MoveGrade, SeatGrades};

use super::style::{Style, marks, wrap};
use crate::commentary::means::Means;
use crate::commentary::numbers::{bits, bits_or_dash, count, percent, points, signed_points};
use crate::commentary::recurring::{Recurring, recurring};
use crate::commentary::sentences::{self, moment, name};
use crate::commentary::{Analysed, LEAST_BITS};

/// Lines of a list at most; the rest is counted.
const MOST_TURNS: usize = 5;
const MOST_FAULTS: usize = 20;
const MOST_MOVES: usize = 8;

/// The whole comment.
pub(super) fn of_match(analysed: &Analysed, style: Style) -> String {
    let mut text = head(analysed, style);
    for belief in &analysed.analysis.beliefs {
        text.push('\n');
        text += &summary(analysed, belief, style);
        text += &faults(belief, style);
        text += &costliest(belief, style);
    }
    // Where nothing reasons about the game, that is said once, below.
    let is_graded = |seat: &&SeatGrades| analysed.analysis.model.is_some() || seat.hindsight.is_some();
    for seat in analysed.analysis.grades.seats.iter().filter(is_graded) {
        text.push('\n');
        text += &moves(analysed, seat, style);
    }
    text += &balance(analysed);
    text += &missing(analysed, style);
    text
}

/// Game, map, agents, result, and what everything below depends on.
fn head(analysed: &Analysed, style: Style) -> String {
    let mut text = format!("{}\n", style.heading(&analysed.file.display().to_string()));
    text += &line("game", &sentences::game(&analysed.header));
    for (id, who) in sentences::seats(&analysed.header) {
        text += &line(id, &who);
    }
    let turns = count(analysed.turns as usize, "turn");
    text += &line("result", &format!("{} ({turns})", sentences::outcome(analysed)));
    if let Some(seat) = sentences::seen_by(analysed) {
        text += &line("seen by", &seat);
    }
    text += &line("opponent", &sentences::opponent(analysed));
    for conclusion in sentences::conclusions(analysed) {
        text += &line("", &conclusion);
    }
    text
}

/// A line of the head.
fn line(what: &str, text: &str) -> String {
    wrap(&format!("  {what:<8} "), 11, text)
}

/// A belief in numbers.
fn summary(analysed: &Analysed, belief: &Assessment, style: Style) -> String {
    let key = &belief.key;
    let mut text = format!("{}\n", style.heading(&format!("{} ({key})", analysed.header.belief_name(key))));
    let Some(Means { over, has_reference, rows, regret }) = Means::of(belief) else {
        return text + "  no measures for this kind of belief, so there are faults alone\n";
    };
    let (own, perfect) = if has_reference { ("own belief", "perfect") } else { ("belief", "") };
    let mut row = |what: &str, own: &str, perfect: &str| {
        text += format!("  {what:<48} {own:>10} {perfect:>10}").trim_end();
        text.push('\n');
    };
    row(&format!("means over {over}"), own, perfect);
    rows.iter().for_each(|line| row(&line.what, &line.own, &line.perfect));
    if !regret.is_empty() {
        text += &wrap("  ", 2, &regret);
    }
    text
}

fn faults(belief: &Assessment, style: Style) -> String {
    let episodes = episodes(&belief.faults);
    if episodes.is_empty() {
        return "  no faults\n".to_owned();
    }
    let mut text = format!("  {}\n", style.heading(&format!("Faults ({}) and what each costs", episodes.len())));
    let told = recurring(belief);
    for fault in told.iter().take(MOST_FAULTS) {
        text += &of_fault(belief, fault, style);
    }
    if let Some(rest @ [_, ..]) = told.get(MOST_FAULTS..) {
        let rest: usize = rest.iter().map(Recurring::times).sum();
        text += &format!("    and {rest} more; --json has all\n");
    }
    text
}

fn of_fault(belief: &Assessment, fault: &Recurring<'_>, style: Style) -> String {
    let (worst, times) = (fault.worst(), fault.times());
    let what = sentences::fault(worst);
    let cost = match worst.cost_bits {
        None => String::new(),
        Some(cost) if times > 1 && cost.is_finite() => format!("≤ {} bits", bits(cost)),
        Some(cost) => format!("{} bits", bits(cost)),
    };
    let mut why = sentences::why(belief, worst);
    if times > 1 {
        why = format!("worst on {}: {why}; also on {}", span(worst), fault.other_turns());
    }
    let when = if times > 1 { format!("{times} times") } else { span(worst) };
    let head = format!("    {when:<14} {} {what:<40} {cost:>11}", style.mark(worst.first.grade.mark()));
    format!("{}\n{}", head.trim_end(), wrap("                      ", 22, &why))
}

/// The turns of an episode; the records, too, where they differ.
fn span(episode: &FaultEpisode<'_>) -> String {
    let range = |first: u32, last: u32| if first == last { first.to_string() } else { format!("{first}–{last}") };
    let turns = range(episode.first.turn, episode.last.turn);
    let records = range(episode.first.record, episode.last.record);
    if turns == records { format!("turn {turns}") } else { format!("turn {turns} ({records})") }
}

/// The turns on which the belief lost most, and what it could have made of them.
fn costliest(belief: &Assessment, style: Style) -> String {
    let turns = belief.costliest(LEAST_BITS);
    if turns.is_empty() {
        return String::new();
    }
    let mut text = format!(
        "  {}\n",
        style.heading("Costliest turns, in bits, and what their evidence was worth to the perfect reasoner")
    );
    text += "              lost there  lost before     P(truth)  perfect   by channel\n";
    for turn in turns.iter().take(MOST_TURNS) {
        text += &costly(turn);
    }
    if turns.len() > MOST_TURNS {
        text += &format!("    and {} more from {LEAST_BITS} bits on\n", turns.len() - MOST_TURNS);
    }
    text
}

fn costly(turn: &TurnMetrics) -> String {
    let reference = turn.reference.as_ref();
    let step = reference.and_then(|reference| reference.step.as_ref());
    let inherited = step.and_then(|step| Some(step.regret.or(step.expected_regret)?.inherited_bits));
    let worth = sentences::worth(turn).unwrap_or_default();
    let head = format!(
        "    {:<10}{:>10} {:>12} {:>12} {:>8}   ",
        moment(turn.point.turn, turn.point.record),
        bits_or_dash(turn.lost_bits()),
        bits_or_dash(inherited),
        percent(turn.point.p_truth),
        percent(reference.and_then(|reference| reference.p_truth))
    );
    wrap(&head, 60, &worth)
}

/// How a side moved: first by what it could know, then by what nobody could.
fn moves(analysed: &Analysed, seat: &SeatGrades, style: Style) -> String {
    let header = &analysed.header;
    let mut text =
        format!("{}\n", style.heading(&format!("Moves of {}, in points of win probability", name(header, seat.seat))));
    match (&seat.fair, &seat.model) {
        (Some(fair), Some(model)) => {
            text += &accuracy("fair", &format!(", by what it could know under `{model}`"), fair, style);
        }
        _ => {
            let why = seat.no_fair.as_deref().unwrap_or("it made none");
            text += &wrap("  fair       ", 13, &format!("no grades: {why}"));
        }
    }
    let own = || analysed.analysis.grades.moves.iter().filter(|grade| grade.seat == seat.seat);
    let marked: Vec<&MoveGrade> =
        own().filter(|grade| grade.fair.as_ref().is_some_and(|fair| fair.mark.is_some())).collect();
    for grade in marked.iter().take(MOST_MOVES) {
        text += &fair_move(grade, style);
    }
    if marked.len() > MOST_MOVES {
        text += &format!("    and {} more marked moves; --json has all\n", marked.len() - MOST_MOVES);
    }
    if let Some(hindsight) = &seat.hindsight {
        text += &accuracy("hindsight", ", with everything seen", hindsight, style);
        let lost: Vec<String> =
            own().filter_map(|grade| Some(format!("{} ({})", grade.turn, sentences::turned(grade)?))).collect();
        if !lost.is_empty() {
            text += &wrap("    ", 6, &format!("gave away on turns {}", lost.join(", ")));
        }
        let only = || own().filter_map(|grade| grade.hindsight.as_ref()).filter(|hindsight| hindsight.was_only_move);
        let missed = only().filter(|hindsight| hindsight.loss > 0.0).count();
        text += &format!("    only moves missed: {missed} of {}\n", only().count());
        text += &format!("  luck       {} points\n", signed_points(seat.luck));
    }
    text
}

fn accuracy(what: &str, by: &str, accuracy: &Accuracy, style: Style) -> String {
    let marks = marks(style, [accuracy.inaccuracies, accuracy.mistakes, accuracy.blunders]);
    wrap(&format!("  {what:<10} "), 13, &format!("{}; {marks}", sentences::accuracy(by, accuracy)))
}

fn fair_move(grade: &MoveGrade, style: Style) -> String {
    let Some(fair) = &grade.fair else { return String::new() };
    let symbol = fair.mark.map_or("", |mark| mark.symbol());
    let head = format!(
        "    {:<14} {} {:<14} {:>6}   ",
        moment(grade.turn, grade.record),
        style.mark(symbol),
        grade.action,
        format!("−{}", points(fair.loss))
    );
    let best = sentences::better(fair);
    wrap(&head, 46, &best)
}

/// How the result came about.
fn balance(analysed: &Analysed) -> String {
    sentences::balance(analysed).map_or_else(String::new, |sentence| format!("\n{}", wrap("", 2, &sentence)))
}

/// What is not there, and why.
fn missing(analysed: &Analysed, style: Style) -> String {
    let missing = sentences::missing(analysed);
    if missing.is_empty() {
        return String::new();
    }
    let lines: String = missing.iter().map(|part| wrap("  ", 4, part)).collect();
    format!("\n{}\n{lines}", style.heading("Not worked out"))
}
