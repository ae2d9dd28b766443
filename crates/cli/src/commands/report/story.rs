//! The story of a match: its key moments, in order.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

use fogreel_analysis::assess::{Assessment, TurnMetrics};
use fogreel_analysis::fault::{FaultKind, Grade};
use fogreel_analysis::grade::{Mark, MoveGrade, verdict_name};
use fogreel_analysis::text::note_about;
use fogreel_engine::data::{BeliefKey, Tone};

use super::subject::Subject;
use crate::commentary::LEAST_BITS;
use crate::commentary::numbers::{bits, percent, points};
use crate::commentary::recurring::recurring;
use crate::commentary::sentences;

/// Moments of a story at most, those with notes apart: more than that nobody steps through.
const MOST_MOMENTS: usize = 20;
/// The costliest turns of each belief that belong to it.
const MOST_TURNS: usize = 3;

/// Something that is worth a look.
pub(super) struct Moment {
    pub(super) record: u32,
    pub(super) turn: u32,
    pub(super) remarks: Vec<Remark>,
    /// The beliefs that are at fault there.
    pub(super) beliefs: Vec<BeliefKey>,
}

impl Moment {
    fn weight(&self) -> u32 {
        self.remarks.iter().map(|remark| remark.weight).sum()
    }

    /// The heaviest come first; of equals, the first.
    pub(super) fn rank(&self) -> (Reverse<u32>, u32) {
        (Reverse(self.weight()), self.record)
    }
}

/// What there is to say of it.
pub(super) struct Remark {
    /// `?!`, `?` or `??`.
    pub(super) mark: Option<&'static str>,
    pub(super) head: String,
    pub(super) text: String,
    /// How much it belongs to the story.
    weight: u32,
}

/// The story, and how many moments were left out of it.
pub(super) struct Story {
    pub(super) moments: Vec<Moment>,
    pub(super) left_out: usize,
    /// Notes on records that are not there.
    pub(super) stray: Vec<String>,
}

/// What must not be left out.
const ALWAYS: u32 = 100;

impl Story {
    pub(super) fn of(subject: &Subject) -> Self {
        let mut moments: BTreeMap<u32, Moment> = BTreeMap::new();
        let mut add = |record: u32, turn: u32, belief: Option<&BeliefKey>, remark: Remark| {
            let fresh = || Moment { record, turn, remarks: Vec::new(), beliefs: Vec::new() };
            let moment = moments.entry(record).or_insert_with(fresh);
            if let Some(key) = belief.filter(|key| !moment.beliefs.contains(key)) {
                moment.beliefs.push(key.clone());
            }
            moment.remarks.push(remark);
        };
        events(subject, &mut add);
        for belief in &subject.analysed.analysis.beliefs {
            of_belief(subject, belief, &mut add);
        }
        for grade in &subject.analysed.analysis.grades.moves {
            if let Some(remark) = of_move(subject, grade) {
                add(grade.record, grade.turn, None, remark);
            }
        }
        let stray = notes(subject, &mut add);
        let count = moments.len();
        let moments = chosen(moments.into_values().collect());
        Self { left_out: count - moments.len(), moments, stray }
    }
}

/// The heaviest moments in order; of equals, the first.
fn chosen(mut moments: Vec<Moment>) -> Vec<Moment> {
    let last = last_of(MOST_MOMENTS, &moments);
    moments.retain(|moment| moment.weight() >= ALWAYS || last.is_none_or(|last| moment.rank() <= last));
    moments
}

/// The rank of the last of the so many heaviest moments; `None` if there are no more.
pub(super) fn last_of<'a>(most: usize, moments: impl IntoIterator<Item = &'a Moment>) -> Option<(Reverse<u32>, u32)> {
    let mut ranks: Vec<(Reverse<u32>, u32)> = moments.into_iter().map(Moment::rank).collect();
    ranks.sort_unstable();
    ranks.get(most - 1).copied()
}

/// Events that turn a match.
fn events(subject: &Subject, add: &mut impl FnMut(u32, u32, Option<&BeliefKey>, Remark)) {
    let timeline = &subject.timeline;
    let header = subject.header();
    let records = (0..timeline.len()).filter_map(|index| timeline.record(index).ok());
    for record in records {
        let kinds = record.events.iter().filter_map(|event| header.event_kinds.get(usize::from(event.kind)));
        for kind in kinds.filter(|kind| matches!(kind.tone, Tone::Good | Tone::Bad)) {
            let remark = Remark { mark: None, head: kind.name.clone(), text: String::new(), weight: 2 };
            add(record.index, record.turn, None, remark);
        }
    }
    let last = timeline.len().checked_sub(1).and_then(|last| timeline.record(last).ok());
    if let (Some(record), Some(outcome), true) = (last, &subject.analysed.outcome, subject.cut.is_none()) {
        let remark = Remark { mark: None, head: "The end".to_owned(), text: outcome.text.clone(), weight: ALWAYS };
        add(record.index, record.turn, None, remark);
    }
}

/// Its faults where they begin, and its costliest turns.
fn of_belief(subject: &Subject, belief: &Assessment, add: &mut impl FnMut(u32, u32, Option<&BeliefKey>, Remark)) {
    let name = subject.header().belief_name(&belief.key);
    let turn_of = |record: u32| belief.turns.iter().find(|turn| turn.point.record == record);
    let mut has_excluded = false;
    let mut at_fault: BTreeSet<u32> = BTreeSet::new();
    for recurring in recurring(belief) {
        let episode = recurring.worst();
        let fault = episode.first;
        let is_first_exclusion = fault.kind == FaultKind::FalseExclusion && !has_excluded;
        has_excluded |= is_first_exclusion;
        let mut text = sentence(&sentences::why(belief, episode));
        // Once a turn: what one reading cost does not add up over its faults.
        if !at_fault.contains(&fault.record)
            && let Some(turn) = turn_of(fault.record)
        {
            text = format!("{text} {}", compared(turn)).trim_end().to_owned();
        }
        if recurring.times() > 1 {
            text += &format!(" It recurs on {}.", recurring.other_turns());
        }
        at_fault.insert(fault.record);
        let remark = Remark {
            mark: Some(fault.grade.mark()),
            head: format!("{name}: {}", sentences::fault(episode)),
            text,
            weight: match fault.grade {
                _ if is_first_exclusion => ALWAYS,
                Grade::Blunder => 6,
                Grade::Mistake => 3,
            },
        };
        add(fault.record, fault.turn, Some(&belief.key), remark);
    }
    // Turns on which a lasting fault goes on costing say nothing new.
    let lasting: BTreeSet<u32> =
        belief.faults.iter().filter(|fault| !fault.begins()).map(|fault| fault.fault.record).collect();
    let is_new = |turn: &&TurnMetrics| ![&lasting, &at_fault].iter().any(|known| known.contains(&turn.point.record));
    let costly = belief.costliest(LEAST_BITS).into_iter().filter(is_new);
    for turn in costly.take(MOST_TURNS) {
        let what = if turn.point.record == 0 { "a costly first guess" } else { "a costly reading" };
        let remark = Remark { mark: None, head: format!("{name}: {what}"), text: compared(turn), weight: 4 };
        add(turn.point.record, turn.point.turn, Some(&belief.key), remark);
    }
}

/// A belief beside that of the perfect reasoner; empty without one.
fn compared(turn: &TurnMetrics) -> String {
    let Some(reference) = &turn.reference else { return String::new() };
    let mut text = match (turn.point.p_truth, reference.p_truth) {
        (Some(own), Some(perfect)) => format!(
            "It gives the truth {}; a perfect reasoner who was told the same gives it {}.",
            percent(Some(own)),
            percent(Some(perfect))
        ),
        _ => format!(
            "It has {} bits of entropy; a perfect reasoner who was told the same has {}.",
            bits(turn.point.entropy_bits),
            bits(reference.entropy_bits)
        ),
    };
    let step = reference.step.as_ref();
    if let Some(regret) = step.and_then(|step| step.regret.or(step.expected_regret)) {
        let before = match regret.inherited_bits {
            lost if lost >= LEAST_BITS => format!("; {} bits were lost before", bits(lost)),
            lost if lost <= -LEAST_BITS => format!("; before, it was ahead by {} bits", bits(-lost)),
            _ => String::new(),
        };
        text += &match regret.local_bits {
            _ if regret.inherited_bits == f64::INFINITY => " What it took over ruled the truth out already.".to_owned(),
            local if local == f64::INFINITY => format!(" This reading rules out what it should not{before}."),
            local if local < 0.0 => format!(" This reading gains {} bits{before}.", bits(-local)),
            local => format!(" This reading costs {} bits{before}.", bits(local)),
        };
    }
    if let Some(worth) = sentences::worth(turn).filter(|worth| worth != "nothing") {
        text += &format!(" Worth to the perfect reasoner, in bits: {worth}.");
    }
    text
}

/// What a move gave away; `None` if that is not worth a word.
fn of_move(subject: &Subject, grade: &MoveGrade) -> Option<Remark> {
    let who = sentences::name(subject.header(), grade.seat);
    let head = format!("{who}: {}", grade.action);
    let turned = grade.hindsight.as_ref().filter(|hindsight| hindsight.loss > 0.0);
    let in_hindsight = turned.map_or_else(String::new, |hindsight| {
        let (before, after) = (verdict_name(hindsight.before), verdict_name(hindsight.after));
        format!(" With everything seen it turned a {before} into a {after}.")
    });
    let fair = grade.fair.as_ref();
    match fair.and_then(|fair| Some((fair, fair.mark?))) {
        Some((fair, mark)) => Some(Remark {
            mark: Some(mark.symbol()),
            head,
            text: format!(
                "Gives away {} points of win probability by what {who} could know; {}.{in_hindsight}",
                points(fair.loss),
                sentences::better(fair)
            ),
            weight: match mark {
                Mark::Blunder => 8,
                Mark::Mistake => 5,
                Mark::Inaccuracy => 2,
            },
        }),
        None => {
            let best = grade.hindsight.as_ref().map(|hindsight| hindsight.best.join(" or "));
            let better = best.map_or_else(String::new, |best| format!(" Best was {best}."));
            let blind = match fair {
                Some(fair) if fair.loss < 0.0005 => format!("As good as any by what {who} could know."),
                Some(fair) => {
                    format!("By what {who} could know it gives away no more than {} points.", points(fair.loss))
                }
                None => String::new(),
            };
            turned.map(|_| Remark {
                mark: None,
                head,
                text: format!("{blind}{in_hindsight}{better}").trim_start().to_owned(),
                weight: 4,
            })
        }
    }
}

/// What people noted; returns what they noted on records that are not there.
fn notes(subject: &Subject, add: &mut impl FnMut(u32, u32, Option<&BeliefKey>, Remark)) -> Vec<String> {
    let mut stray = Vec::new();
    for note in subject.timeline.notes() {
        let about = note_about(subject.header(), note);
        let head = if about.is_empty() { "Note".to_owned() } else { format!("Note, {about}") };
        match subject.timeline.record(note.record as usize) {
            Ok(record) => {
                let remark = Remark { mark: None, head, text: note.text.clone(), weight: ALWAYS };
                add(record.index, record.turn, None, remark);
            }
            Err(_) => stray.push(format!("{head}, on record {}, which is not shown here: {}", note.record, note.text)),
        }
    }
    stray
}

/// A clause as a sentence.
pub(super) fn sentence(clause: &str) -> String {
    let mut letters = clause.chars();
    let first = letters.next().map(char::to_uppercase).into_iter().flatten();
    let mut text: String = first.chain(letters).collect();
    if !text.ends_with(['.', '!', '?']) {
        text.push('.');
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_story_keeps_the_heaviest_moments_and_of_equals_the_first() {
        let moment = |(record, weight): (u32, u32)| {
            let remark = Remark { mark: None, head: String::new(), text: String::new(), weight };
            Moment { record, turn: record, remarks: vec![remark], beliefs: Vec::new() }
        };
        let kept = |weights: &[u32]| -> Vec<u32> {
            let moments = (0..).zip(weights.iter().copied()).map(moment).collect();
            chosen(moments).iter().map(|moment| moment.record).collect()
        };
        let most = MOST_MOMENTS as u32;
        assert_eq!(kept(&[3; 2 * MOST_MOMENTS]), (0..most).collect::<Vec<_>>());
        assert_eq!(kept(&[ALWAYS; 2 * MOST_MOMENTS]).len(), 2 * MOST_MOMENTS);
        let mut weights = [3; 2 * MOST_MOMENTS];
        weights[2 * MOST_MOMENTS - 1] = 4;
        assert_eq!(kept(&weights), (0..most - 1).chain([2 * most - 1]).collect::<Vec<_>>());
        assert_eq!(kept(&[1, 2]), [0, 1]);
    }
}
