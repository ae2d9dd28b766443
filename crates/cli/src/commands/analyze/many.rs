//! Many matches: a line each, and what they say together.

use std::collections::BTreeMap;

use fogreel_analysis::aggregate::{Estimate, Summary, cluster_bootstrap, summarise};
use fogreel_analysis::assess::Assessment;
use fogreel_analysis::fault::{FaultKind, episodes};
use fogreel_analysis::grade::{MoveGrade, SeatGrades};
use fogreel_engine::Seat;

use super::style::{Style, wrap};
use crate::commentary::Analysed;
use crate::commentary::numbers::{bits, bits_or_dash, count, percent, points};

/// Resampled matches of an interval.
const RESAMPLES: usize = 2000;
/// Bars of the coverage histogram, of which the text shows none.
const BINS: usize = 10;

/// What may be averaged: one belief, or the moves of one seat, of one agent with its settings, in one game and preset, under one
/// opponent model.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
struct Kind {
    /// The belief's key, or the seat's id.
    what: String,
    agent: String,
    /// Game, preset, settings of the agent, opponent model: named where they tell kinds apart.
    more: [String; 4],
}

impl Kind {
    fn of(analysed: &Analysed, what: String, seat: Option<Seat>) -> Self {
        let header = &analysed.header;
        let info = seat.and_then(|seat| header.seat_info(seat));
        let settings: Vec<String> =
            info.map_or_else(Vec::new, |info| info.settings.iter().map(ToString::to_string).collect());
        let or_none = |text: &str| if text.is_empty() { "none".to_owned() } else { text.to_owned() };
        let model = analysed.analysis.model.as_deref().unwrap_or_default();
        Self {
            what,
            agent: info.and_then(|info| info.agent.clone()).unwrap_or_else(|| "unknown".to_owned()),
            more: [
                header.game.clone(),
                format!("preset {}", or_none(&header.preset)),
                format!("settings {}", or_none(&settings.join(" "))),
                format!("opponent model {}", or_none(model)),
            ],
        }
    }
}

/// What tells kinds of the same thing and agent apart, behind a comma; empty where nothing does.
fn apart<'a>(kind: &Kind, all: impl Iterator<Item = &'a Kind> + Clone) -> String {
    let alike = || all.clone().filter(|other| (&other.what, &other.agent) == (&kind.what, &kind.agent));
    let differs = |part: &usize| alike().any(|other| other.more[*part] != kind.more[*part]);
    (0..kind.more.len()).filter(differs).map(|part| format!(", {}", kind.more[part])).collect()
}

/// Lines and sums.
pub(super) fn of_matches(matches: &[Analysed], style: Style) -> String {
    let mut text = lines(matches, style);
    let mut models: Vec<String> = Vec::new();
    for analysed in matches {
        let model =
            analysed.analysis.model.as_ref().map_or("no opponent model".to_owned(), |model| format!("`{model}`"));
        if !models.contains(&model) {
            models.push(model);
        }
    }
    text += &format!(
        "\n{}\n",
        style.heading(&format!("{} together, opponent model {}", matches_of(matches.len()), models.join(", ")))
    );
    text += "  means with 95 % intervals by match (whole matches resampled)\n";
    let groups = groups(matches);
    for (kind, assessments) in &groups {
        let name = format!("{} of `{}`{}", kind.what, kind.agent, apart(kind, groups.keys()));
        text += &belief(&name, assessments, style);
    }
    text += &moves(matches, style);
    text += &missing(matches, style);
    text
}

fn lines(matches: &[Analysed], style: Style) -> String {
    let names = names(matches);
    let width = names.iter().map(|name| name.chars().count()).max().unwrap_or(0).clamp(4, 34);
    let head = format!(
        "{:<width$} {:>5}  {:<12} {:>9} {:>6} {:>9} {:>6}  fair loss",
        "file", "turns", "won by", "surprisal", "local", "inherited", "faults"
    );
    let mut text = format!("{}\n", style.heading(&head));
    for (analysed, name) in matches.iter().zip(&names) {
        let first = analysed.analysis.beliefs.first();
        let summary = first.map(|belief| summarise([belief], 1, 1, 0));
        let mean = |pick: &dyn Fn(&Summary) -> Option<Estimate>| {
            bits_or_dash(summary.as_ref().and_then(pick).map(|estimate| estimate.mean))
        };
        let faults: usize = analysed.analysis.beliefs.iter().map(|belief| episodes(&belief.faults).len()).sum();
        let loss = |grades: &SeatGrades| grades.fair.as_ref().map_or("–".to_owned(), |fair| points(fair.mean_loss));
        let fair: Vec<String> = analysed.analysis.grades.seats.iter().map(loss).collect();
        text += &format!(
            "{:<width$} {:>5}  {:<12} {:>9} {:>6} {:>9} {faults:>6}  {}\n",
            shorten(name, width),
            analysed.turns,
            shorten(&winners(analysed), 12),
            mean(&|summary| summary.surprisal_bits),
            mean(&|summary| summary.local_truth_bits),
            mean(&|summary| summary.inherited_truth_bits),
            fair.join(" / ")
        );
    }
    let seats = matches.iter().map(|analysed| {
        let ids = analysed.analysis.grades.seats.iter().filter_map(|grades| analysed.header.seat_info(grades.seat));
        ids.map(|info| info.id.as_str()).collect::<Vec<_>>().join(" / ")
    });
    let mut seats: Vec<String> = seats.filter(|seats| !seats.is_empty()).collect();
    seats.dedup();
    let of = if let [one] = seats.as_slice() { format!(" ({one})") } else { String::new() };
    text + &wrap(
        "  ",
        2,
        &format!(
            "surprisal, local and inherited regret: bits a record of a match's first belief; fair loss: points of win \
             probability a move{of}"
        ),
    )
}

/// The names of the files without the folder in which all of them lie.
fn names(matches: &[Analysed]) -> Vec<String> {
    let folder = matches.first().and_then(|analysed| analysed.file.parent());
    let is_shared = folder.is_some() && matches.iter().all(|analysed| analysed.file.parent() == folder);
    let name = |analysed: &Analysed| match analysed.file.file_name().filter(|_| is_shared) {
        Some(name) => name.to_string_lossy().into_owned(),
        None => analysed.file.display().to_string(),
    };
    matches.iter().map(name).collect()
}

/// Who won.
fn winners(analysed: &Analysed) -> String {
    let Some(outcome) = &analysed.outcome else { return "no end".to_owned() };
    let ids: Vec<&str> = outcome
        .winners
        .iter()
        .filter_map(|seat| analysed.header.seat_info(seat))
        .map(|info| info.id.as_str())
        .collect();
    if ids.is_empty() { "draw".to_owned() } else { ids.join(", ") }
}

/// The end of a long text, which tells files apart.
fn shorten(text: &str, width: usize) -> String {
    let length = text.chars().count();
    if length <= width {
        text.to_owned()
    } else {
        format!("…{}", text.chars().skip(length + 1 - width).collect::<String>())
    }
}

/// The beliefs of all matches.
fn groups(matches: &[Analysed]) -> BTreeMap<Kind, Vec<&Assessment>> {
    let mut groups: BTreeMap<Kind, Vec<&Assessment>> = BTreeMap::new();
    for analysed in matches {
        for belief in &analysed.analysis.beliefs {
            let kind = Kind::of(analysed, belief.key.to_string(), analysed.header.seat(&belief.key.owner));
            groups.entry(kind).or_default().push(belief);
        }
    }
    groups
}

/// What is estimated, and how its numbers are written.
type Row<'a> = (&'a str, Option<Estimate>, fn(f64) -> String);

fn belief(name: &str, assessments: &[&Assessment], style: Style) -> String {
    let summary = summarise(assessments.iter().copied(), RESAMPLES, BINS, 0);
    let records = count(summary.turns, "record");
    let mut text = format!("\n{}\n", style.heading(&format!("{name}, {records} of {}", matches_of(summary.matches))));
    let rows: [Row<'_>; 9] = [
        ("surprisal at the truth, bits", summary.surprisal_bits, bits),
        ("entropy, bits", summary.entropy_bits, bits),
        ("overconfidence, bits", summary.overconfidence_bits, bits),
        ("truth among the likeliest 90 %", summary.covered_90, share),
        ("records that rule the truth out", summary.false_exclusions, share),
        ("local regret, bits a record", summary.local_truth_bits, bits),
        ("inherited regret, bits a record", summary.inherited_truth_bits, bits),
        ("regret KL(r ‖ b), bits", summary.regret_bits, bits),
        ("records where that is infinite", summary.infinite_regrets, share),
    ];
    for (what, estimate, show) in rows {
        if let Some(estimate) = estimate {
            text += &format!("  {what:<34} {}\n", interval(estimate, show));
        }
    }
    let mut kinds: BTreeMap<(FaultKind, String), (usize, usize)> = BTreeMap::new();
    for assessment in assessments {
        let mut seen: Vec<(FaultKind, String)> = Vec::new();
        for episode in episodes(&assessment.faults) {
            let key = (episode.first.kind, episode.first.channel.clone().unwrap_or_default());
            let entry = kinds.entry(key.clone()).or_default();
            entry.0 += 1;
            if !seen.contains(&key) {
                entry.1 += 1;
                seen.push(key);
            }
        }
    }
    if kinds.is_empty() {
        text += "  no faults\n";
    }
    for ((kind, channel), (times, matches)) in kinds {
        let channel = if channel.is_empty() { String::new() } else { format!(": {channel}") };
        text += &format!("  {:<42} {times:>5} in {}\n", format!("{kind}{channel}"), matches_of(matches));
    }
    text
}

fn matches_of(number: usize) -> String {
    if number == 1 { "1 match".to_owned() } else { format!("{number} matches") }
}

fn share(value: f64) -> String {
    percent(Some(value))
}

fn interval(estimate: Estimate, show: fn(f64) -> String) -> String {
    let Estimate { mean, low, high, clusters, .. } = estimate;
    // One match says nothing about others.
    if clusters < 2 {
        format!("{:>8}", show(mean))
    } else {
        format!("{:>8}  [{}, {}]", show(mean), show(low), show(high))
    }
}

/// How each agent moved, by seat.
fn moves(matches: &[Analysed], style: Style) -> String {
    let mut agents: BTreeMap<(Seat, Kind), Vec<&Analysed>> = BTreeMap::new();
    for analysed in matches {
        for grades in &analysed.analysis.grades.seats {
            let Some(info) = analysed.header.seat_info(grades.seat) else { continue };
            let kind = Kind::of(analysed, info.id.clone(), Some(grades.seat));
            agents.entry((grades.seat, kind)).or_default().push(analysed);
        }
    }
    let mut text = String::new();
    for ((seat, kind), matches) in &agents {
        let seat = *seat;
        let losses = |of: &dyn Fn(&MoveGrade) -> Option<f64>| {
            let of_match = |analysed: &&Analysed| {
                let moves = analysed.analysis.grades.moves.iter().filter(|grade| grade.seat == seat);
                moves.filter_map(of).map(|loss| 100.0 * loss).collect::<Vec<f64>>()
            };
            cluster_bootstrap(&matches.iter().map(of_match).collect::<Vec<_>>(), RESAMPLES, 0)
        };
        let fair = losses(&|grade| Some(grade.fair.as_ref()?.loss));
        let hindsight = losses(&|grade| Some(grade.hindsight.as_ref()?.loss));
        if fair.is_none() && hindsight.is_none() {
            continue;
        }
        let (what, agent, more) = (&kind.what, &kind.agent, apart(kind, agents.keys().map(|(_, kind)| kind)));
        let heading = format!("Moves of {what} `{agent}`{more}, points of win probability lost a move");
        text += &format!("\n{}\n", style.heading(&heading));
        for (what, estimate) in [("fair, by what it could know", fair), ("hindsight, with everything seen", hindsight)]
        {
            if let Some(estimate) = estimate {
                let moves = count(estimate.values, "move");
                text += &format!("  {what:<34} {}  {moves}\n", interval(estimate, |points| format!("{points:.1}")));
            }
        }
    }
    text
}

/// What is not there, and in how many matches.
fn missing(matches: &[Analysed], style: Style) -> String {
    let mut reasons: BTreeMap<String, usize> = BTreeMap::new();
    for analysed in matches {
        for missing in &analysed.analysis.missing {
            let seat = missing.seat.and_then(|seat| analysed.header.seat_info(seat));
            let whose = seat.map_or_else(String::new, |info| format!(" for {}", info.id));
            *reasons.entry(format!("{}{whose}: {}", missing.part.name(), missing.why)).or_default() += 1;
        }
    }
    if reasons.is_empty() {
        return String::new();
    }
    let mut text = format!("\n{}\n", style.heading("Not worked out"));
    for (reason, times) in reasons {
        text += &wrap("  ", 4, &format!("{reason} ({})", matches_of(times)));
    }
    text
}
