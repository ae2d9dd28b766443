//! `fogreel report`: what its page says, what it hides, and what it does not write.

use std::collections::BTreeMap;
use std::path::Path;

use serde_json::Value;

use crate::support::{fail, folder, repository, run_in, succeed};

/// The files of a report by their paths below its folder.
fn files(folder: &Path) -> BTreeMap<String, String> {
    let mut files = BTreeMap::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(next) = folders.pop() {
        for entry in std::fs::read_dir(next).expect("a folder") {
            let path = entry.expect("an entry").path();
            if path.is_dir() {
                folders.push(path);
                continue;
            }
            let name = path.strip_prefix(folder).expect("below it").to_string_lossy().into_owned();
            files.insert(name, std::fs::read_to_string(&path).expect("text"));
        }
    }
    files
}

fn page(folder: &Path, report: &str) -> String {
    std::fs::read_to_string(folder.join(report).join("index.html")).expect("a page")
}

/// What a person reads: no tags, no figures.
fn text(page: &str) -> String {
    let (_, body) = page.split_once("<body>").expect("a body");
    let mut body = body.to_owned();
    while let Some((before, rest)) = body.clone().split_once("<svg") {
        let (_, after) = rest.split_once("</svg>").expect("an end");
        body = format!("{before}[figure]{after}");
    }
    for ends in [
        "</p>",
        "</h1>",
        "</h2>",
        "</h3>",
        "</dt>",
        "</dd>",
        "</th>",
        "</td>",
        "</caption>",
        "</figcaption>",
        "</li>",
        "</div>",
        "</pre>",
    ] {
        let gap = if matches!(ends, "</dt>" | "</th>" | "</td>") { " | " } else { "\n" };
        body = body.replace(ends, gap);
    }
    body = body.replace("</tr>", "\n");
    let mut text = String::new();
    let mut is_tag = false;
    for letter in body.chars() {
        match letter {
            '<' => is_tag = true,
            '>' => is_tag = false,
            letter if !is_tag => text.push(letter),
            _ => {}
        }
    }
    let text = text.replace("&lt;", "<").replace("&gt;", ">").replace("&quot;", "\"").replace("&amp;", "&");
    let lines = text.lines().map(|line| line.trim().trim_end_matches('|').trim_end()).filter(|line| !line.is_empty());
    lines.map(|line| format!("{line}\n")).collect()
}

/// Copies a sample into the folder as `match.fogreel`.
fn sample(folder: &Path, name: &str) {
    let file = repository().join("replays/good/rajakardhor").join(format!("{name}.fogreel"));
    std::fs::copy(file, folder.join("match.fogreel")).expect("copied");
}

/// Whatever stands on it, a page is whole by itself.
fn check_page(page: &str) {
    assert!(page.starts_with("<!DOCTYPE html>") && page.ends_with("</html>"));
    for reaches_out in ["<script", "src=", "href=", "url(", "@import", "<link", "<iframe", "onload"] {
        assert!(!page.contains(reaches_out), "{reaches_out}");
    }
    let elsewhere = page.replace("http://www.w3.org/2000/svg", "");
    assert!(!elsewhere.contains("http"), "nothing of the network");
    // Headings in order, and one name for each figure.
    let levels: Vec<u32> = page.split("<h").skip(1).filter_map(|rest| rest.chars().next()?.to_digit(10)).collect();
    assert_eq!(levels.first(), Some(&1));
    assert_eq!(levels.iter().filter(|level| **level == 1).count(), 1);
    assert!(levels.windows(2).all(|pair| pair[1] <= pair[0] + 1), "{levels:?}");
    let svgs = page.matches("<svg").count();
    assert_eq!(page.matches("role=\"img\"").count(), svgs);
    assert_eq!(page.split("<svg").skip(1).filter(|svg| svg.contains("<title>")).count(), svgs);
    assert_eq!(page.matches("<figcaption>").count(), svgs);
    assert!(!page.contains("<th>"), "every heading of a table says of what");
}

/// Read these beside the match to know what a person is told.
#[test]
fn samples_are_reported_like_a_coach_would() {
    for name in ["truth-excluded", "guard-wins"] {
        let folder = folder();
        sample(folder.path(), name);
        let ran = succeed(folder.path(), &["report", "match.fogreel", "--out", "report"]);
        assert_eq!(ran.out.trim(), Path::new("report").join("index.html").display().to_string());
        let page = page(folder.path(), "report");
        check_page(&page);
        insta::with_settings!({snapshot_path => repository().join("tests/golden"), prepend_module_to_snapshot => false, omit_expression => true}, {
            insta::assert_snapshot!(format!("report-{name}"), text(&page));
        });
    }
}

#[test]
fn a_report_is_the_same_every_time_and_has_the_numbers_beside_it() {
    let folder = folder();
    sample(folder.path(), "guard-wins");
    let report = ["report", "match.fogreel", "--out", "report"];
    succeed(folder.path(), &report);
    let first = files(&folder.path().join("report"));
    succeed(folder.path(), &[&report[..], &["--force"]].concat());
    assert_eq!(files(&folder.path().join("report")), first);
    succeed(folder.path(), &["analyze", "match.fogreel", "--csv", "turns.csv"]);
    assert_eq!(first["turns.csv"], std::fs::read_to_string(folder.path().join("turns.csv")).expect("written"));
    for name in ["timeline", "attribution", "regret", "grades", "trajectory", "visits1"] {
        let svg = first.get(&format!("figures/{name}.svg")).expect(name);
        assert!(first.contains_key(&format!("figures/{name}.csv")), "{name}");
        assert!(first["index.html"].contains(svg.trim_end()), "{name} stands on the page");
    }
    assert!(first.keys().any(|name| name.starts_with("figures/belief-record")));
    assert!(first.keys().any(|name| name.starts_with("figures/reference-record")));
}

/// What people and foreign programs write stays text, on the page and in its figures.
#[test]
fn names_and_notes_are_text() {
    let folder = folder();
    sample(folder.path(), "guard-wins");
    let dump = succeed(folder.path(), &["dump", "match.fogreel"]).out;
    let hostile = "</title></svg><script>alert(1)</script>\u{202e}&amp;\"'";
    let mut lines = dump.lines().map(|line| serde_json::from_str::<Value>(line).expect("JSON"));
    let mut header = lines.next().expect("a header");
    header["seats"][1]["name"] = hostile.into();
    header["title"] = hostile.into();
    header["targets"][0]["name"] = hostile.into();
    header["map"] = hostile.into();
    let trace: String = std::iter::once(header).chain(lines).map(|line| format!("{line}\n")).collect();
    std::fs::write(folder.path().join("trace.jsonl"), trace).expect("writable");
    succeed(folder.path(), &["import", "trace.jsonl", "--out", "it's <b>.fogreel"]);
    let note = "<script>alert(2)</script> & <img onerror=alert(3)>";
    succeed(folder.path(), &["note", "it's <b>.fogreel", "--turn", "3", "--author", "<i>Mina</i>", note]);
    succeed(folder.path(), &["report", "it's <b>.fogreel", "--out", "report"]);
    let page = page(folder.path(), "report");
    check_page(&page);
    assert!(page.contains("&lt;script&gt;alert(1)") && page.contains("&lt;script&gt;alert(2)"));
    assert!(!page.contains("<img") && !page.contains("<i>") && !page.contains("<b>") && !page.contains('\u{202e}'));
    // As a shell takes it.
    assert!(text(&page).contains(r"fogreel view 'it'\''s <b>.fogreel' --turn 3"), "{}", text(&page));
}

/// What a seat is told of the whole recording is what the file redacted for it tells, to the byte.
#[test]
fn a_seats_report_holds_what_it_can_know() {
    for preset in ["guide", "original"] {
        let folder = folder();
        let (whole, shared) = (folder.path().join("whole"), folder.path().join("shared"));
        for folder in [&whole, &shared] {
            std::fs::create_dir(folder).expect("a folder");
        }
        succeed(&whole, &["record", "rajakardhor", "--preset", preset, "--seed", "977", "--out", "match.fogreel"]);
        succeed(&whole, &["note", "match.fogreel", "--turn", "3", "the referee saw it all"]);
        for seat in ["guard", "thief"] {
            succeed(&whole, &["note", "match.fogreel", "--turn", "3", "--as", seat, &format!("the {seat} wonders")]);
        }
        for (seat, rival) in [("guard", "thief"), ("thief", "guard")] {
            let out = shared.join("match.fogreel").display().to_string();
            succeed(&whole, &["redact", "match.fogreel", "--keep", seat, "--out", &out, "--force"]);
            let report = ["report", "match.fogreel", "--out", seat];
            succeed(&whole, &[&report[..], &["--as", seat]].concat());
            succeed(&shared, &report);
            let of_whole = files(&whole.join(seat));
            assert_eq!(of_whole, files(&shared.join(seat)), "{preset} {seat}");
            let page = &of_whole["index.html"];
            check_page(page);
            assert!(page.contains(&format!("the {seat} wonders")), "its own note");
            assert!(!page.contains(&format!("the {rival} wonders")) && !page.contains("the referee saw"));
            assert!(!page.contains("seed 977") && !page.contains("With everything seen") && !page.contains("Truth"));
        }
        fail(&shared, &["report", "match.fogreel", "--as", "referees", "--out", "no"], 2);
    }
}

#[test]
fn nothing_is_overwritten_or_left_half_written() {
    let folder = folder();
    let folder = folder.path();
    sample(folder, "guard-wins");
    let err = |arguments: &[&str], code: i32| fail(folder, &[&["report"], arguments].concat(), code).err;
    let said = err(&["mtach.fogreel", "--out", "report"], 3);
    assert!(said.contains("did you mean `match.fogreel`"), "{said}");
    let said = err(&["match.fogreel", "--out", "report", "--opponent", "unifrm"], 2);
    assert!(said.contains("did you mean `uniform`"), "{said}");
    let said = err(&["match.fogreel", "--out", "report", "--as", "gard"], 2);
    assert!(said.contains("did you mean `guard`"), "{said}");
    let said = err(&["match.fogreel", "--out", "nowhere/report"], 4);
    assert!(said.contains("there is no folder nowhere"), "{said}");
    let said = err(&["match.fogreel", "--out", "match.fogreel"], 2);
    assert!(said.contains("match.fogreel is no folder"), "{said}");
    let said = err(&["match.fogreel", "--out", "match.fogreel/report"], 4);
    assert!(said.contains("there is no folder match.fogreel"), "{said}");
    err(&[".", "--out", "report"], 3);
    err(&["match.fogreel"], 2);
    let names = || {
        let entries = std::fs::read_dir(folder).expect("a folder");
        let mut names: Vec<_> = entries.map(|entry| entry.expect("an entry").file_name()).collect();
        names.sort();
        names
    };
    assert_eq!(names(), ["match.fogreel"], "nothing is left of what failed");
    // An empty folder is filled; one that holds files is left alone, and with --force keeps those of other names.
    std::fs::create_dir(folder.join("report")).expect("a folder");
    succeed(folder, &["report", "match.fogreel", "--out", "report"]);
    std::fs::write(folder.join("report/mine.txt"), "mine").expect("writable");
    std::fs::write(folder.join("report/index.html"), "old").expect("writable");
    let said = err(&["match.fogreel", "--out", "report"], 2);
    assert!(said.contains("report holds files already; --force"), "{said}");
    assert_eq!(page(folder, "report"), "old");
    succeed(folder, &["report", "match.fogreel", "--out", "report/", "--force"]);
    check_page(&page(folder, "report"));
    assert_eq!(std::fs::read_to_string(folder.join("report/mine.txt")).expect("kept"), "mine");
    // A folder where a file must go.
    std::fs::remove_file(folder.join("report/turns.csv")).expect("removed");
    std::fs::create_dir(folder.join("report/turns.csv")).expect("a folder");
    let said = err(&["match.fogreel", "--out", "report", "--force"], 4);
    assert!(said.contains("turns.csv"), "{said}");
}

#[test]
fn what_is_not_worked_out_is_said_and_the_rest_is_there() {
    let folder = folder();
    let (whole, moves) = (folder.path().join("whole"), folder.path().join("moves"));
    for (folder, keep) in [(&whole, "full"), (&moves, "moves")] {
        std::fs::create_dir(folder).expect("a folder");
        succeed(folder, &["record", "rajakardhor", "--seed", "5", "--keep", keep, "--out", "match.fogreel"]);
        succeed(folder, &["report", "match.fogreel", "--out", "report"]);
    }
    // Moves alone are played again; what differs is the size of the recording.
    let without_size = |folder: &Path| {
        let page = page(folder, "report");
        let (before, size) = page.rsplit_once(" records, ").expect("a size");
        (before.to_owned(), size.split_once(" bytes").expect("bytes").1.to_owned())
    };
    assert_eq!(without_size(&whole), without_size(&moves));
    // Too large for exact inference.
    sample(folder.path(), "city");
    succeed(folder.path(), &["report", "match.fogreel", "--out", "city"]);
    let city = page(folder.path(), "city");
    check_page(&city);
    let said = text(&city);
    assert!(said.contains("Not worked out") && said.contains("uniform:particles=100000"), "{said}");
    // Everything that any version ever wrote, down to a match of no turns.
    let compat = repository().join("replays/compat/v1");
    for name in ["zero-turns", "one-turn", "one-cell", "names", "notes", "moves", "cut", "branches-packed", "lossy"] {
        let file = compat.join(format!("{name}.fogreel"));
        succeed(folder.path(), &["report", &file.to_string_lossy(), "--out", &format!("of-{name}")]);
        check_page(&page(folder.path(), &format!("of-{name}")));
    }
    let header_only = compat.join("header-only.fogreel");
    let ran = fail(folder.path(), &["report", &header_only.to_string_lossy(), "--out", "none"], 3);
    assert!(ran.err.contains("holds no record"), "{}", ran.err);
    // Damage in the middle: an error, or with --read salvage what the rest tells, without figures.
    let gap = compat.join("gap.fogreel").display().to_string();
    assert_eq!(run_in(folder.path(), &["report", &gap, "--out", "gap"]).code, 3);
    succeed(folder.path(), &["report", &gap, "--read", "salvage", "--out", "gap"]);
    let said = text(&page(folder.path(), "gap"));
    assert!(said.contains("Figures: record 0 cannot be read") && said.contains("false exclusion"), "{said}");
}
