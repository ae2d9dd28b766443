//! The sentences of a comment, without marks, colours and breaks.

use fogreel_analysis::assess::{Assessment, Gain, TurnMetrics};
use fogreel_analysis::fault::{FaultEpisode, FaultKind};
use fogreel_analysis::grade::{Accuracy, Fair, MoveGrade, verdict_name};
use fogreel_engine::{Header, Seat, Viewpoint};

use super::Analysed;
use super::numbers::{percent, points, signed, signed_points};

/// The name of a seat for people.
pub(crate) fn name(header: &Header, seat: Seat) -> &str {
    header.seat_info(seat).map_or("a seat", |info| &info.name)
}

/// Game, preset, map and seed.
pub(crate) fn game(header: &Header) -> String {
    let named = |what: &str, name: &str| if name.is_empty() { String::new() } else { format!(", {what} {name}") };
    let seed = header.seed.map_or_else(String::new, |seed| format!(", seed {seed}"));
    format!("{}{}{}{seed}", header.title, named("preset", &header.preset), named("map", &header.map))
}

/// Each seat's id, and who played it.
pub(crate) fn seats(header: &Header) -> Vec<(&str, String)> {
    let seat = |info: &fogreel_engine::data::SeatInfo| {
        let settings: String = info.settings.iter().map(|setting| format!(":{setting}")).collect();
        format!("{}: {}{settings}", info.name, info.agent.as_deref().unwrap_or("unknown agent"))
    };
    header.seats.iter().map(|info| (info.id.as_str(), seat(info))).collect()
}

/// How the match ended.
pub(crate) fn outcome(analysed: &Analysed) -> &str {
    analysed.outcome.as_ref().map_or("none yet, or cut short", |outcome| &outcome.text)
}

/// Who looks, if it is a seat.
pub(crate) fn seen_by(analysed: &Analysed) -> Option<String> {
    let Viewpoint::Seat(seat) = analysed.analysis.viewpoint else { return None };
    Some(format!("{}: nothing here takes what that seat does not know", name(&analysed.header, seat)))
}

/// The model of the opponent that everything depends on.
pub(crate) fn opponent(analysed: &Analysed) -> String {
    match &analysed.analysis.model {
        Some(model) => format!("`{model}`: what a perfect reasoner takes its rival for; --opponent names another"),
        None => "no model: nothing here reasons about this game; stored references are compared with".to_owned(),
    }
}

/// What the references that weigh several models conclude.
pub(crate) fn conclusions(analysed: &Analysed) -> Vec<String> {
    let weighing = analysed.analysis.references.iter().filter(|reference| reference.opponent_models.len() > 1);
    let conclusion = |reference: &fogreel_analysis::SeatReference| {
        let models =
            reference.opponent_models.iter().map(|(model, share)| format!("`{model}` {}", percent(Some(*share))));
        format!("{} concludes: {}", name(&analysed.header, reference.seat), models.collect::<Vec<_>>().join(", "))
    };
    weighing.map(conclusion).collect()
}

/// What is wrong, and with which channel.
pub(crate) fn fault(episode: &FaultEpisode<'_>) -> String {
    let channel = episode.first.channel.as_ref().map_or_else(String::new, |channel| format!(": {channel}"));
    format!("{}{channel}", episode.first.kind)
}

/// Why it is wrong, and how long it lasts.
pub(crate) fn why(belief: &Assessment, episode: &FaultEpisode<'_>) -> String {
    let mut why = episode.first.why();
    if episode.first.kind == FaultKind::FalseExclusion && is_unfounded(belief, episode.first.record) {
        why += "; nothing that was told rules it out";
    }
    if episode.first.kind == FaultKind::Overconfident
        && let Some(bits) = surprise_of_reference(belief, episode.first.record).filter(|bits| *bits >= MUCH_BITS)
    {
        why += &format!(
            "; a perfect reasoner is surprised by {bits:.1} bits more than it expects, too: the rival does not play as the \
             opponent model says"
        );
    }
    if episode.records > 1 {
        why += &format!("; lasts {} records", episode.records);
    }
    why
}

/// A surprise, in bits above what was expected, that speaks against the model of whoever is surprised.
const MUCH_BITS: f64 = 3.0;

/// By how much the truth surprises the reference in that record more than it expects.
fn surprise_of_reference(belief: &Assessment, record: u32) -> Option<f64> {
    let turn = belief.turns.iter().find(|turn| turn.point.record == record)?;
    let reference = turn.reference.as_ref()?;
    // A reference that excludes the truth is surprised without bound: that says something else.
    let p_truth = reference.p_truth.filter(|p| *p > 0.0)?;
    Some(-p_truth.log2() - reference.entropy_bits)
}

/// Whether a right reading of that record, from the belief before it, allows the truth that the belief rules out.
fn is_unfounded(belief: &Assessment, record: u32) -> bool {
    let turn = belief.turns.iter().find(|turn| turn.point.record == record);
    let regret = turn.and_then(|turn| turn.reference.as_ref()?.step.as_ref()?.regret);
    regret.is_some_and(|regret| regret.local_bits == f64::INFINITY)
}

/// A turn; the record, too, where they differ.
pub(crate) fn moment(turn: u32, record: u32) -> String {
    match (turn, record) {
        (_, 0) => "start".to_owned(),
        (turn, record) if turn == record => format!("turn {turn}"),
        (turn, record) => format!("turn {turn} ({record})"),
    }
}

/// The same within a sentence.
pub(crate) fn on(turn: u32, record: u32) -> String {
    match (turn, record) {
        (_, 0) => "at the start".to_owned(),
        (turn, record) if turn == record => format!("on turn {turn}"),
        (turn, record) => format!("on turn {turn} (record {record})"),
    }
}

/// What motion and each channel were worth to the perfect reasoner in a turn, in bits; `None` where it cannot tell.
pub(crate) fn worth(turn: &TurnMetrics) -> Option<String> {
    let attribution = turn.reference.as_ref()?.step.as_ref()?.attribution.as_ref()?;
    let gain = |gain: Gain| gain.truth_bits.unwrap_or(-gain.entropy_bits);
    let motion = [("motion", gain(attribution.motion))];
    let channels = attribution.channels.iter().map(|channel| (channel.channel, gain(channel.shapley)));
    let told = motion.into_iter().chain(channels).filter(|(_, bits)| bits.abs() >= 0.005);
    let told: Vec<String> = told.map(|(channel, bits)| format!("{channel}\u{a0}{}", signed(bits))).collect();
    Some(if told.is_empty() { "nothing".to_owned() } else { told.join(", ") })
}

/// What was better than a move.
pub(crate) fn better(fair: &Fair) -> String {
    format!("best: {} ({} instead of {})", fair.best.join(" or "), points(fair.best_score), points(fair.score))
}

/// What a move made of the position, if it gave something away in hindsight: `win to draw`.
pub(crate) fn turned(grade: &MoveGrade) -> Option<String> {
    let hindsight = grade.hindsight.as_ref().filter(|hindsight| hindsight.loss > 0.0)?;
    Some(format!("{} to {}", verdict_name(hindsight.before), verdict_name(hindsight.after)))
}

/// How many moves were judged, and what they lost on the average.
pub(crate) fn accuracy(by: &str, accuracy: &Accuracy) -> String {
    let moves = super::numbers::count(accuracy.moves as usize, "move");
    format!("{moves}{by}: {} lost a move", points(accuracy.mean_loss))
}

/// How the result came about.
pub(crate) fn balance(analysed: &Analysed) -> Option<String> {
    let balance = analysed.analysis.grades.balance.as_ref()?;
    let header = &analysed.header;
    let errors =
        balance.by_seat.iter().enumerate().map(|(seat, change)| {
            format!("{} by errors of {}", signed_points(*change), name(header, Seat(seat as u8)))
        });
    let score = |score: f64| {
        let word = match score {
            1.0 => " (won)",
            0.5 => " (drawn)",
            0.0 => " (lost)",
            _ => "",
        };
        format!("{}{word}", points(score))
    };
    Some(format!(
        "With everything seen, the score of {} goes from {} to {}: {}, {} by luck.",
        name(header, Seat(0)),
        score(balance.start),
        score(balance.result),
        errors.collect::<Vec<_>>().join(", "),
        signed_points(balance.luck)
    ))
}

/// What is not there, and why.
pub(crate) fn missing(analysed: &Analysed) -> Vec<String> {
    analysed.analysis.missing.iter().map(|missing| missing.sentence(&analysed.header)).collect()
}
