//! A match in four sentences.

use fogreel_analysis::assess::Assessment;
use fogreel_analysis::fault::{Fault, FaultEpisode, FaultKind, Grade, episodes};

use super::story::sentence;
use super::subject::Subject;
use crate::commentary::numbers::{bits, percent, points};
use crate::commentary::sentences::{self, name, on};

/// Who won and how it came about, which belief went wrong first, where most was lost.
pub(super) fn of(subject: &Subject) -> Vec<String> {
    let analysed = &subject.analysed;
    let mut text = vec![match &analysed.outcome {
        Some(outcome) => sentence(&outcome.text),
        None => "The match has no result yet, or was cut short.".to_owned(),
    }];
    text.extend(sentences::balance(analysed));
    text.push(first_fault(subject));
    text.extend(costliest(subject));
    text.push(worst_move(subject));
    text.retain(|sentence| !sentence.is_empty());
    text
}

/// The belief that went wrong first: when, how, through which channel, and why. A grave fault comes before a small one, and
/// a belief that knows too little before one that knows too much.
fn first_fault(subject: &Subject) -> String {
    let beliefs = &subject.analysed.analysis.beliefs;
    if beliefs.is_empty() {
        return String::new();
    }
    let all = beliefs.iter().flat_map(|belief| episodes(&belief.faults).into_iter().map(move |it| (belief, it)));
    let all: Vec<(&Assessment, FaultEpisode<'_>)> = all.collect();
    let rank = |fault: &Fault| (fault.grade != Grade::Blunder, fault.kind == FaultKind::ActionLeaked, fault.record);
    let Some((belief, episode)) = all.iter().min_by_key(|(_, episode)| rank(episode.first)) else {
        return "No belief shows a fault.".to_owned();
    };
    let fault = episode.first;
    let others = match all.len() - 1 {
        0 => String::new(),
        1 => " There is one more fault.".to_owned(),
        others => format!(" There are {others} more faults."),
    };
    format!(
        "The belief “{}” goes {} {}: {}. {}{others}",
        subject.header().belief_name(&belief.key),
        if fault.grade == Grade::Blunder { "badly wrong" } else { "wrong" },
        on(fault.turn, fault.record),
        sentences::fault(episode),
        sentence(&sentences::why(belief, episode)),
    )
}

/// The reading that cost most, over all beliefs.
fn costliest(subject: &Subject) -> Option<String> {
    let beliefs = subject.analysed.analysis.beliefs.iter();
    let turns = beliefs.filter_map(|belief| Some((belief, *belief.costliest(crate::commentary::LEAST_BITS).first()?)));
    let lost = |turn: &fogreel_analysis::assess::TurnMetrics| turn.lost_bits().unwrap_or(0.0);
    // The first of equals.
    let (belief, turn) = turns.reduce(|best, other| if lost(other.1) > lost(best.1) { other } else { best })?;
    let at = on(turn.point.turn, turn.point.record);
    let reference = turn.reference.as_ref()?;
    let beside = match (turn.point.p_truth, reference.p_truth) {
        (Some(own), Some(perfect)) => {
            format!(": it gave the truth {}, a perfect reasoner {}", percent(Some(own)), percent(Some(perfect)))
        }
        _ => String::new(),
    };
    let cost = match lost(turn) {
        bits if bits == f64::INFINITY => "most, without bound,".to_owned(),
        lost => format!("most, {} bits,", bits(lost)),
    };
    Some(format!("The belief “{}” lost {cost} {at}{beside}.", subject.header().belief_name(&belief.key)))
}

/// The move that gave away most by what its side could know.
fn worst_move(subject: &Subject) -> String {
    let graded = subject.analysed.analysis.grades.moves.iter().filter_map(|grade| Some((grade, grade.fair.as_ref()?)));
    let worst = graded.reduce(|worst, other| if other.1.loss > worst.1.loss { other } else { worst });
    let Some((grade, fair)) = worst else { return String::new() };
    if fair.mark.is_none() {
        return "No move gave away 5 points of win probability or more by what its side could know.".to_owned();
    }
    format!(
        "The costliest move by what its side could know is {} of {} {}: {} points of win probability; {}.",
        grade.action,
        name(subject.header(), grade.seat),
        on(grade.turn, grade.record),
        points(fair.loss),
        sentences::better(fair)
    )
}
