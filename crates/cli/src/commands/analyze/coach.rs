//! One match, commented turn by turn.

use fogreel_analysis::aggregate::{Estimate, summarise};
use fogreel_analysis::assess::{Assessment, Gain, ReferenceMetrics, TurnMetrics};
use fogreel_analysis::fault::{Fault, FaultEpisode, FaultKind, episodes};
use fogreel_analysis::grade::{Accuracy, MoveGrade, SeatGrades, verdict_name};
use fogreel_engine::{Header, Seat, Viewpoint};

use super::Analysed;
use super::style::{Style, bits, bits_or_dash, count, marks, percent, points, signed, wrap};

/// Turns that cost less, in bits, are not worth a line.
const LEAST_BITS: f64 = 0.1;
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
    for seat in &analysed.analysis.grades.seats {
        text.push('\n');
        text += &moves(analysed, seat, style);
    }
    text += &balance(analysed);
    text += &missing(analysed, style);
    text
}

/// Game, map, agents, result, and what everything below depends on.
fn head(analysed: &Analysed, style: Style) -> String {
    let Analysed { header, analysis, .. } = analysed;
    let mut text = format!("{}\n", style.heading(&analysed.file.display().to_string()));
    let named = |what: &str, name: &str| if name.is_empty() { String::new() } else { format!(", {what} {name}") };
    let seed = header.seed.map_or_else(String::new, |seed| format!(", seed {seed}"));
    let (preset, map) = (named("preset", &header.preset), named("map", &header.map));
    text += &line("game", &format!("{}{preset}{map}{seed}", header.title));
    for seat in &header.seats {
        let settings: String = seat.settings.iter().map(|setting| format!(":{setting}")).collect();
        let agent = seat.agent.as_deref().unwrap_or("unknown agent");
        text += &line(&seat.id, &format!("{}: {agent}{settings}", seat.name));
    }
    let outcome = analysed.outcome.as_ref().map_or("none yet, or cut short", |outcome| &outcome.text);
    text += &line("result", &format!("{outcome} ({})", count(analysed.turns as usize, "turn")));
    if let Viewpoint::Seat(seat) = analysis.viewpoint {
        text += &line("seen by", &format!("{}: nothing here takes what that seat does not know", name(header, seat)));
    }
    let opponent = match &analysis.model {
        Some(model) => format!("`{model}`: what a perfect reasoner takes its rival for; --opponent names another"),
        None => "no model: nothing here reasons about this game; stored references are compared with".to_owned(),
    };
    text += &line("opponent", &opponent);
    for reference in analysis.references.iter().filter(|reference| reference.opponent_models.len() > 1) {
        let models =
            reference.opponent_models.iter().map(|(model, share)| format!("`{model}` {}", percent(Some(*share))));
        let models: Vec<String> = models.collect();
        text += &line("", &format!("{} concludes: {}", name(header, reference.seat), models.join(", ")));
    }
    text
}

/// A line of the head.
fn line(what: &str, text: &str) -> String {
    wrap(&format!("  {what:<8} "), 11, text)
}

fn name(header: &Header, seat: Seat) -> &str {
    header.seat_info(seat).map_or("a seat", |info| &info.name)
}

/// A belief in numbers.
fn summary(analysed: &Analysed, belief: &Assessment, style: Style) -> String {
    let key = &belief.key;
    let mut text = format!("{}\n", style.heading(&format!("{} ({key})", analysed.header.belief_name(key))));
    if belief.turns.is_empty() {
        return text + "  no belief over single elements, so there are faults alone\n";
    }
    let summary = summarise([belief], 1, 10, 0);
    let mean = |estimate: Option<Estimate>| estimate.map(|estimate| estimate.mean);
    // Both means over the same records, or they would not compare.
    let told = || belief.turns.iter().filter(|turn| !turn.point.is_false_exclusion());
    let perfect = |value: &dyn Fn(&ReferenceMetrics) -> Option<f64>, turns: Vec<&TurnMetrics>| {
        let values: Vec<f64> = turns.iter().filter_map(|turn| value(turn.reference.as_ref()?)).collect();
        (!values.is_empty()).then(|| values.iter().sum::<f64>() / values.len() as f64)
    };
    let surprisal = |p: f64| (p > 0.0).then(|| -p.log2() + 0.0);
    let has_truth = belief.turns.iter().any(|turn| turn.truth.is_some());
    let has_reference = belief.turns.iter().any(|turn| turn.reference.is_some());
    let excluded = belief.turns.len() - told().count();
    let over = count(belief.turns.len(), "record");
    // Where the truth is ruled out, some numbers do not exist.
    let of = if excluded > 0 { format!(" (in {})", told().count()) } else { String::new() };
    let own = if has_reference { "own belief" } else { "belief" };
    let other = if has_reference { "perfect" } else { "" };
    text += format!("  {:<48} {own:>10} {other:>10}", format!("means over {over}")).trim_end();
    text.push('\n');
    let mut row = |what: &str, own: String, perfect: String| {
        text += format!("  {what:<48} {own:>10} {perfect:>10}").trim_end();
        text.push('\n');
    };
    let or_blank = |value: Option<f64>| if has_reference { bits_or_dash(value) } else { String::new() };
    if has_truth {
        let reference = perfect(&|reference| surprisal(reference.p_truth?), told().collect());
        row(
            &format!("surprisal at the truth, bits{of}"),
            bits_or_dash(mean(summary.surprisal_bits)),
            or_blank(reference),
        );
    }
    row(
        "entropy, bits",
        bits_or_dash(mean(summary.entropy_bits)),
        or_blank(perfect(&|reference| Some(reference.entropy_bits), belief.turns.iter().collect())),
    );
    if has_truth {
        let over = |reference: &ReferenceMetrics| Some(surprisal(reference.p_truth?)? - reference.entropy_bits);
        let reference = perfect(&over, told().collect());
        row(&format!("overconfidence, bits{of}"), bits_or_dash(mean(summary.overconfidence_bits)), or_blank(reference));
        row("truth among the likeliest 90 %", percent(mean(summary.covered_90)), String::new());
        row("records that rule the truth out", excluded.to_string(), String::new());
    }
    text += &regret(belief, mean(summary.local_truth_bits), mean(summary.inherited_truth_bits));
    text
}

/// What the belief lacks against the perfect one.
fn regret(belief: &Assessment, local: Option<f64>, inherited: Option<f64>) -> String {
    let steps = || belief.turns.iter().filter_map(|turn| turn.reference.as_ref()?.step.as_ref()?.regret);
    match (local, inherited) {
        (Some(local), Some(inherited)) => {
            let lasting = steps().filter(|regret| !regret.inherited_bits.is_finite()).count();
            let fresh = steps().filter(|regret| !regret.local_bits.is_finite()).count();
            let infinite = match (fresh, lasting) {
                (0, 0) => String::new(),
                _ => format!("; without bound where the truth is ruled out: {fresh} anew, {lasting} inherited"),
            };
            let sentence = format!(
                "regret {} bits a record against the perfect reasoner: {} by how that record was read (local), {} from \
                 before (inherited){infinite}",
                bits(local + inherited),
                bits(local),
                bits(inherited)
            );
            wrap("  ", 2, &sentence)
        }
        _ => {
            let kl: Vec<f64> = belief
                .turns
                .iter()
                .filter_map(|turn| Some(turn.reference.as_ref()?.regret_bits.unwrap_or(f64::INFINITY)))
                .collect();
            let finite: Vec<f64> = kl.iter().copied().filter(|bits| bits.is_finite()).collect();
            if kl.is_empty() {
                return String::new();
            }
            let mean = (!finite.is_empty()).then(|| finite.iter().sum::<f64>() / finite.len() as f64);
            let infinite = match kl.len() - finite.len() {
                0 => String::new(),
                infinite => format!("; without bound in {}", count(infinite, "other")),
            };
            let sentence = format!(
                "regret {} bits a record against the perfect reasoner, KL(r ‖ b){infinite}",
                bits_or_dash(mean)
            );
            wrap("  ", 2, &sentence)
        }
    }
}

fn faults(belief: &Assessment, style: Style) -> String {
    let episodes = episodes(&belief.faults);
    if episodes.is_empty() {
        return "  no faults\n".to_owned();
    }
    let mut text = format!("  {}\n", style.heading(&format!("Faults ({}) and what each costs", episodes.len())));
    for episode in episodes.iter().take(MOST_FAULTS) {
        text += &fault(belief, episode, style);
    }
    if episodes.len() > MOST_FAULTS {
        text += &format!("    and {} more; --json has all\n", episodes.len() - MOST_FAULTS);
    }
    text
}

fn fault(belief: &Assessment, episode: &FaultEpisode<'_>, style: Style) -> String {
    let Fault { kind, grade, channel, .. } = episode.first;
    let channel = channel.as_ref().map_or_else(String::new, |channel| format!(": {channel}"));
    let what = format!("{kind}{channel}");
    let cost = match episode.cost_bits {
        None => String::new(),
        Some(cost) => format!("{} bits", bits(cost)),
    };
    let head = format!("    {:<14} {} {what:<40} {cost:>11}", span(episode), style.mark(grade.mark()));
    let mut why = episode.first.why();
    if *kind == FaultKind::FalseExclusion && is_unfounded(belief, episode.first.record) {
        why += "; nothing that was told rules it out";
    }
    if episode.records > 1 {
        why += &format!("; lasts {} records", episode.records);
    }
    format!("{}\n{}", head.trim_end(), wrap("                      ", 22, &why))
}

/// Whether a right reading of that record, from the belief before it, allows the truth that the belief rules out.
fn is_unfounded(belief: &Assessment, record: u32) -> bool {
    let turn = belief.turns.iter().find(|turn| turn.point.record == record);
    let regret = turn.and_then(|turn| turn.reference.as_ref()?.step.as_ref()?.regret);
    regret.is_some_and(|regret| regret.local_bits == f64::INFINITY)
}

/// The turns of an episode; the records, too, where they differ.
fn span(episode: &FaultEpisode<'_>) -> String {
    let range = |first: u32, last: u32| if first == last { first.to_string() } else { format!("{first}–{last}") };
    let turns = range(episode.first.turn, episode.last.turn);
    let records = range(episode.first.record, episode.last.record);
    if turns == records { format!("turn {turns}") } else { format!("turn {turns} ({records})") }
}

fn moment(turn: u32, record: u32) -> String {
    match (turn, record) {
        (_, 0) => "start".to_owned(),
        (turn, record) if turn == record => format!("turn {turn}"),
        (turn, record) => format!("turn {turn} ({record})"),
    }
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
    let worth = step.and_then(|step| step.attribution.as_ref()).map_or_else(String::new, |attribution| {
        let gain = |gain: Gain| gain.truth_bits.unwrap_or(-gain.entropy_bits);
        let motion = [("motion", gain(attribution.motion))];
        let channels = attribution.channels.iter().map(|channel| (channel.channel, gain(channel.shapley)));
        let told = motion.into_iter().chain(channels).filter(|(_, bits)| bits.abs() >= 0.005);
        let told: Vec<String> = told.map(|(channel, bits)| format!("{channel}\u{a0}{}", signed(bits))).collect();
        if told.is_empty() { "nothing".to_owned() } else { told.join(", ") }
    });
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
        let lost: Vec<String> = own()
            .filter_map(|grade| {
                let hindsight = grade.hindsight.as_ref().filter(|hindsight| hindsight.loss > 0.0)?;
                let (before, after) = (verdict_name(hindsight.before), verdict_name(hindsight.after));
                Some(format!("{} ({before} to {after})", grade.turn))
            })
            .collect();
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

fn signed_points(change: f64) -> String {
    let text = points(change.abs());
    match change {
        change if change > 0.0 => format!("+{text}"),
        change if change < 0.0 => format!("−{text}"),
        _ => text,
    }
}

fn accuracy(what: &str, by: &str, accuracy: &Accuracy, style: Style) -> String {
    let Accuracy { moves, mean_loss, inaccuracies, mistakes, blunders } = accuracy;
    let moves = count(*moves as usize, "move");
    let marks = marks(style, [*inaccuracies, *mistakes, *blunders]);
    wrap(&format!("  {what:<10} "), 13, &format!("{moves}{by}: {} lost a move; {marks}", points(*mean_loss)))
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
    let best =
        format!("best: {} ({} instead of {})", fair.best.join(" or "), points(fair.best_score), points(fair.score));
    wrap(&head, 46, &best)
}

/// How the result came about.
fn balance(analysed: &Analysed) -> String {
    let Some(balance) = &analysed.analysis.grades.balance else { return String::new() };
    let header = &analysed.header;
    let errors =
        balance.by_seat.iter().enumerate().map(|(seat, change)| {
            format!("{} by errors of {}", signed_points(*change), name(header, Seat(seat as u8)))
        });
    let errors: Vec<String> = errors.collect();
    let sentence = format!(
        "The score of {}: {} at the start with everything seen, {}, {} by luck: {}.",
        name(header, Seat(0)),
        points(balance.start),
        errors.join(", "),
        signed_points(balance.luck),
        points(balance.result)
    );
    format!("\n{}", wrap("", 2, &sentence))
}

/// What is not there, and why.
fn missing(analysed: &Analysed, style: Style) -> String {
    let missing = &analysed.analysis.missing;
    if missing.is_empty() {
        return String::new();
    }
    let mut text = format!("\n{}\n", style.heading("Not worked out"));
    for part in missing {
        let whose = part.seat.map_or_else(String::new, |seat| format!(" for {}", name(&analysed.header, seat)));
        text += &wrap("  ", 4, &format!("{}{whose}: {}", part.part.name(), part.why));
    }
    text
}
