//! The page: one file that needs no network, no script and no other file.
//!
//! What comes from a recording reaches it through `maud`, which escapes it; only the style and the figures, which escape their
//! own texts, are put in as they are.

use std::path::Path;

use clap::ValueEnum as _;
use fogreel_analysis::assess::Assessment;
use fogreel_analysis::fault::episodes;
use fogreel_analysis::grade::SeatGrades;
use fogreel_analysis::text::signals;
use fogreel_engine::{Seat, Viewpoint, shell_word};
use maud::{DOCTYPE, Markup, PreEscaped, html};

use super::figures::{Drawn, Figures, Place};
use super::story::{Moment, Story, sentence};
use super::subject::Subject;
use super::summary;
use crate::args::{Read, ReportArgs};
use crate::commentary::means::Means;
use crate::commentary::numbers::{bits, count, points, signed_points};
use crate::commentary::recurring::recurring;
use crate::commentary::sentences::{self, moment, name};
use crate::output::WRITER;

/// Paper from that width on is too wide for a narrow window.
const WIDE_MM: f64 = 100.0;

/// The whole page.
pub(super) fn of(args: &ReportArgs, subject: &Subject, story: &Story, figures: &Figures) -> String {
    let commands = Commands::of(args, subject);
    let title = format!("{}: {}", subject.header().title, args.file.file_stem().unwrap_or_default().to_string_lossy());
    let page = html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                title { (title) }
                style { (PreEscaped(include_str!("page.css"))) }
            }
            body {
                main {
                    h1 { (title) }
                    (head(subject))
                    (in_short(subject))
                    (course(figures, subject))
                    (moments(subject, story, figures, &commands))
                    @for belief in &subject.analysed.analysis.beliefs { (numbers(subject, belief, figures)) }
                    (moves(subject, figures))
                    (ways(figures))
                    (missing(subject, story, figures))
                    (again(subject, &commands))
                }
            }
        }
    };
    page.into_string().chars().map(shown).collect()
}

/// The letter, but a sign in the place of one that would turn the text around it or has no look.
fn shown(letter: char) -> char {
    let turns = matches!(letter, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
    if turns || (letter.is_control() && letter != '\n' && letter != '\t') {
        char::REPLACEMENT_CHARACTER
    } else {
        letter
    }
}

/// Game, agents, result, and what everything below depends on.
fn head(subject: &Subject) -> Markup {
    let analysed = &subject.analysed;
    let turns = count(analysed.turns as usize, "turn");
    html! {
        dl {
            dt { "game" } dd { (sentences::game(subject.header())) }
            @for (id, who) in sentences::seats(subject.header()) { dt { (id) } dd { (who) } }
            dt { "result" } dd { (sentences::outcome(analysed)) " (" (turns) ")" }
            @if let Some(seat) = sentences::seen_by(analysed) { dt { "seen by" } dd { (seat) } }
            dt { "opponent" } dd { (prose(&sentences::opponent(analysed))) }
            @for conclusion in sentences::conclusions(analysed) { dd { (prose(&conclusion)) } }
        }
    }
}

fn in_short(subject: &Subject) -> Markup {
    html! {
        h2 { "In short" }
        p.summary { @for sentence in summary::of(subject) { (prose(&sentence)) " " } }
    }
}

fn course(figures: &Figures, subject: &Subject) -> Markup {
    let beliefs = subject.analysed.analysis.beliefs.iter();
    let drawn: Vec<&Drawn> = beliefs.flat_map(|belief| figures.at(&Place::Course(belief.key.clone()))).collect();
    html! {
        @if !drawn.is_empty() {
            h2 { "The match at a glance" }
            @for drawn in drawn { (figure(drawn)) }
        }
    }
}

fn moments(subject: &Subject, story: &Story, figures: &Figures, commands: &Commands) -> Markup {
    html! {
        h2 { "The story" }
        @if story.moments.is_empty() { p { "There is nothing to tell of this match." } }
        ol.story {
            @for moment in &story.moments { li { (one_moment(subject, moment, figures, commands)) } }
        }
        @if story.left_out > 0 {
            p.faint {
                "And " (count(story.left_out, "lesser moment")) "; " code { (commands.analyze) " --json" } " has every fault, turn and move."
            }
        }
    }
}

fn one_moment(subject: &Subject, it: &Moment, figures: &Figures, commands: &Commands) -> Markup {
    let played: Vec<String> = subject.timeline.record(it.record as usize).ok().map_or_else(Vec::new, |record| {
        let one = |taken: &fogreel_engine::data::ActionTaken| {
            format!("{}: {}", name(subject.header(), taken.seat), taken.action)
        };
        // Those that a remark is about are named there.
        record.actions.iter().map(one).filter(|played| it.remarks.iter().all(|remark| remark.head != *played)).collect()
    });
    let drawn = figures.at(&Place::Moment(it.record));
    let told = told(subject, it);
    html! {
        h3 { (sentence(&moment(it.turn, it.record)).trim_end_matches('.')) }
        @if !played.is_empty() { p.faint { "Played: " (played.join(", ")) } }
        @for remark in &it.remarks {
            div.remark {
                p {
                    @if let Some(mark) = remark.mark { span.mark { (mark) } " " }
                    strong { (remark.head) }
                }
                @if !remark.text.is_empty() { p.note { (prose(&remark.text)) } }
            }
        }
        @for told in told { p.faint { (told) } }
        @if !drawn.is_empty() { div.pair { @for drawn in drawn { (figure(drawn)) } } }
        p.faint { "See it: " code { (commands.view) " --turn " (it.turn) } }
    }
}

/// What the owners of the beliefs that are at fault were told.
fn told(subject: &Subject, it: &Moment) -> Vec<String> {
    let header = subject.header();
    let Ok(record) = subject.timeline.record(it.record as usize) else { return Vec::new() };
    let mut owners: Vec<Seat> = it.beliefs.iter().filter_map(|key| header.seat(&key.owner)).collect();
    owners.dedup();
    let told = owners.into_iter().filter_map(|seat| {
        let signals = signals(header, record.view(seat)?);
        (!signals.is_empty()).then(|| format!("{} was told: {}", name(header, seat), signals.join(", ")))
    });
    told.collect()
}

/// A belief in numbers.
fn numbers(subject: &Subject, belief: &Assessment, figures: &Figures) -> Markup {
    let means = Means::of(belief);
    let faults = episodes(&belief.faults).len();
    html! {
        h2 { (subject.header().belief_name(&belief.key)) }
        p.faint { "The belief " code { (belief.key) } ", " (if faults == 0 { "no faults".to_owned() } else { count(faults, "fault") }) "." }
        @match &means {
            None => p { "No measures for this kind of belief, so there are faults alone." },
            Some(means) => {
                div.table tabindex="0" {
                    table {
                        caption { "Means over " (means.over) }
                        thead {
                            tr {
                                th scope="col" { "measure" }
                                th.number scope="col" { @if means.has_reference { "own belief" } @else { "belief" } }
                                @if means.has_reference { th.number scope="col" { "perfect reasoner" } }
                            }
                        }
                        tbody {
                            @for row in &means.rows {
                                tr {
                                    th scope="row" { (row.what) }
                                    td.number { (row.own) }
                                    @if means.has_reference { td.number { (row.perfect) } }
                                }
                            }
                        }
                    }
                }
                @if !means.regret.is_empty() { p { (sentence(&means.regret)) } }
            }
        }
        (faults_of(belief))
        @for drawn in figures.at(&Place::Belief(belief.key.clone())) { (figure(drawn)) }
    }
}

fn faults_of(belief: &Assessment) -> Markup {
    let faults = recurring(belief);
    html! {
        @if !faults.is_empty() {
            div.table tabindex="0" {
                table {
                    caption { "Faults, where they begin" }
                    thead {
                        tr {
                            th scope="col" { "turn" } th scope="col" { "mark" } th scope="col" { "fault" }
                            th.number scope="col" { "cost, bits" }
                        }
                    }
                    tbody {
                        @for fault in &faults {
                            @let worst = fault.worst();
                            tr {
                                th scope="row" { (moment(worst.first.turn, worst.first.record).trim_start_matches("turn ")) }
                                td { span.mark { (worst.first.grade.mark()) } }
                                td { (sentences::fault(worst)) @if fault.times() > 1 { "; also on " (fault.other_turns()) } }
                                td.number { (worst.cost_bits.map_or_else(|| "–".to_owned(), bits)) }
                            }
                        }
                    }
                }
            }
        }
    }
}

/// How both sides moved, by what they could know first.
fn moves(subject: &Subject, figures: &Figures) -> Markup {
    let analysed = &subject.analysed;
    let grades = &analysed.analysis.grades;
    let marked = grades.moves.iter().filter_map(|grade| {
        let fair = grade.fair.as_ref()?;
        Some((grade, fair, fair.mark?))
    });
    let marked: Vec<_> = marked.collect();
    html! {
        @if grades.seats.iter().any(|seat| seat.fair.is_some() || seat.hindsight.is_some()) {
            h2 { "How both sides moved" }
            div.table tabindex="0" {
                table {
                    caption { "Points of win probability lost a move, and moves marked: ?! from 5 points on, ? from 10, ?? from 15" }
                    thead {
                        tr {
                            th scope="col" { "side" } th scope="col" { "judged" } th.number scope="col" { "moves" }
                            th.number scope="col" { "lost" } th.number scope="col" { "?!" } th.number scope="col" { "?" }
                            th.number scope="col" { "??" }
                        }
                    }
                    tbody { @for seat in &grades.seats { (accuracy(subject, seat)) } }
                }
            }
            @for seat in &grades.seats {
                @if let (None, Some(why)) = (&seat.fair, &seat.no_fair) {
                    p { "No fair grades of " (name(subject.header(), seat.seat)) ": " (prose(why)) "." }
                }
                @if seat.hindsight.is_some() && seat.luck != 0.0 {
                    p { "Luck was worth " (signed_points(seat.luck)) " points to " (name(subject.header(), seat.seat)) "." }
                }
            }
            @if !marked.is_empty() {
                div.table tabindex="0" {
                    table {
                        caption { "Marked moves, by what their side could know" }
                        thead {
                            tr {
                                th scope="col" { "turn" } th scope="col" { "side" } th scope="col" { "mark" } th scope="col" { "move" }
                                th.number scope="col" { "lost" } th scope="col" { "best" }
                            }
                        }
                        tbody {
                            @for (grade, fair, mark) in &marked {
                                tr {
                                    th scope="row" { (moment(grade.turn, grade.record).trim_start_matches("turn ")) }
                                    td { (name(subject.header(), grade.seat)) }
                                    td { span.mark { (mark.symbol()) } }
                                    td { (grade.action) }
                                    td.number { (points(fair.loss)) }
                                    td { (fair.best.join(" or ")) }
                                }
                            }
                        }
                    }
                }
            }
            @for drawn in figures.at(&Place::Grades) { (figure(drawn)) }
        }
    }
}

/// A seat's moves, fair and in hindsight.
fn accuracy(subject: &Subject, seat: &SeatGrades) -> Markup {
    let fair = seat.model.as_ref().map(|model| format!("by what it could know under `{model}`"));
    let fair = fair.unwrap_or_else(|| "by what it could know".to_owned());
    let rows = [(fair, &seat.fair), ("with everything seen".to_owned(), &seat.hindsight)];
    html! {
        @for (judged, accuracy) in rows {
            @if let Some(accuracy) = accuracy {
                tr {
                    th scope="row" { (name(subject.header(), seat.seat)) }
                    td { (prose(&judged)) }
                    td.number { (accuracy.moves) }
                    td.number { (points(accuracy.mean_loss)) }
                    td.number { (accuracy.inaccuracies) }
                    td.number { (accuracy.mistakes) }
                    td.number { (accuracy.blunders) }
                }
            }
        }
    }
}

fn ways(figures: &Figures) -> Markup {
    let drawn = figures.at(&Place::Ways);
    let (wide, narrow): (Vec<&Drawn>, Vec<&Drawn>) =
        drawn.into_iter().partition(|drawn| drawn.figure.size_mm().0 >= WIDE_MM);
    html! {
        @if !wide.is_empty() || !narrow.is_empty() {
            h2 { "Where they went" }
            @for drawn in wide { (figure(drawn)) }
            div.pair { @for drawn in narrow { (figure(drawn)) } }
        }
    }
}

/// What is not there, and why.
fn missing(subject: &Subject, story: &Story, figures: &Figures) -> Markup {
    let apart = figures.missing.iter().chain(&story.stray).cloned();
    let missing: Vec<String> = sentences::missing(&subject.analysed).into_iter().chain(apart).collect();
    html! {
        @if !missing.is_empty() {
            h2 { "Not worked out" }
            ul { @for part in missing { li { (prose(&sentence(&part))) } } }
        }
    }
}

/// How to come to the same.
fn again(subject: &Subject, commands: &Commands) -> Markup {
    let header = subject.header();
    let size = subject.bytes.map_or_else(String::new, |bytes| format!(", {bytes} bytes"));
    html! {
        h2 { "Look for yourself" }
        pre tabindex="0" {
            code { (commands.view) "\n" (commands.analyze) "\n" (commands.report) }
        }
        p { "Every number stands in " code { "turns.csv" } ", every figure in " code { "figures/" } " as SVG, with its numbers as CSV." }
        p.faint {
            "Made by " (WRITER) " from a recording of " (header.game) ", rules " (header.rules_version) ": "
            (count(subject.analysed.records, "record")) (size) "."
        }
    }
}

/// A figure on its paper.
fn figure(drawn: &Drawn) -> Markup {
    let is_wide = drawn.figure.size_mm().0 >= WIDE_MM;
    html! {
        figure.wide[is_wide] {
            div.paper tabindex=[is_wide.then_some("0")] { (PreEscaped(drawn.figure.svg())) }
            figcaption { (prose(&drawn.caption)) }
        }
    }
}

/// A sentence in which what stands between `` ` `` is code.
fn prose(text: &str) -> Markup {
    html! {
        @for (place, part) in text.split('`').enumerate() {
            @if place % 2 == 1 { code { (part) } } @else { (part) }
        }
    }
}

/// The command lines that show the same.
struct Commands {
    view: String,
    analyze: String,
    report: String,
}

impl Commands {
    fn of(args: &ReportArgs, subject: &Subject) -> Self {
        // The page is sent to others, whose folders are their own.
        let name = |path: &Path| path.file_name().map_or(path.as_os_str(), |name| name).to_string_lossy().into_owned();
        let file = shell_word(&name(&args.file));
        let mut options = String::new();
        let seat = match subject.viewpoint() {
            Viewpoint::Referee => None,
            Viewpoint::Seat(seat) => subject.header().seat_info(seat),
        };
        if let Some(info) = seat {
            options += &format!(" --as {}", shell_word(&info.id));
        }
        let read = match args.read {
            Read::Tail => String::new(),
            read => read.to_possible_value().map_or_else(String::new, |read| format!(" --read {}", read.get_name())),
        };
        // The window opens with the referee's eyes.
        let view = if seat.is_some() { format!("show {file}{options}{read}") } else { format!("view {file}") };
        if let Some(model) = &args.opponent {
            options += &format!(" --opponent {}", shell_word(model));
        }
        let out = shell_word(&name(&args.out));
        Self {
            view: format!("fogreel {view}"),
            analyze: format!("fogreel analyze {file}{options}{read}"),
            report: format!("fogreel report {file}{options}{read} --out {out} --force"),
        }
    }
}
