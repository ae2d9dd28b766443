//! Reference beliefs in recordings.

use serde_json::Value;

use crate::support::{fail, folder, run_in, succeed};

fn keys(folder: &std::path::Path, file: &str, record: &str) -> Vec<String> {
    let dump = succeed(folder, &["dump", file, "--records", record]).out;
    let line = dump.lines().find(|line| line.contains("\"beliefs\"")).expect("a record");
    let record: Value = serde_json::from_str(line).expect("JSON");
    // Depending on the kind of line the record is the object or stands in it.
    let beliefs = record.get("beliefs").or_else(|| record["record"].get("beliefs")).expect("beliefs");
    let beliefs = beliefs.as_array().expect("a list");
    beliefs.iter().map(|belief| belief["key"].as_str().expect("a key").to_owned()).collect()
}

#[test]
fn references_are_stored_beside_the_agents_beliefs_and_verified() {
    let folder = folder();
    let record = ["record", "rajakardhor", "--seed", "5", "--out", "match.fogreel", "--reference"];
    succeed(folder.path(), &record);
    assert_eq!(
        keys(folder.path(), "match.fogreel", "3..3"),
        [
            "guard/thief@agent",
            "thief/guard@reference:uniform",
            "guard/thief@reference:uniform",
            "guard/exits@reference:uniform"
        ]
    );
    let verdict = succeed(folder.path(), &["verify", "match.fogreel"]).out;
    assert!(verdict.contains("beliefs       the same"), "{verdict}");
    // The same match without references differs from it in nothing else.
    let info = succeed(folder.path(), &["info", "match.fogreel", "--json"]).out;
    succeed(folder.path(), &["record", "rajakardhor", "--seed", "5", "--out", "plain.fogreel"]);
    let plain = succeed(folder.path(), &["info", "plain.fogreel", "--json"]).out;
    let outcome = |text: &str| serde_json::from_str::<Value>(text).expect("JSON")[0]["outcome"].clone();
    assert_eq!(outcome(&info), outcome(&plain));
}

#[test]
fn a_reference_that_cannot_explain_the_match_says_where_and_why() {
    let folder = folder();
    let arguments = ["record", "rajakardhor", "--seed", "5", "--agent", "thief=random", "--reference=dash"];
    let ran = run_in(folder.path(), &arguments);
    assert_eq!(ran.code, 0, "{}", ran.err);
    for said in ["guard's reference ends there", "turn 11", "channel `orthogonal`", "model `dash`"] {
        assert!(ran.err.contains(said), "{}", ran.err);
    }
    succeed(folder.path(), &["verify", "rajakardhor-guide-5.fogreel"]);
}

#[test]
fn models_weighed_against_each_other_are_reported() {
    let folder = folder();
    let arguments = [
        "record",
        "rajakardhor",
        "--seed",
        "5",
        "--agent",
        "thief=dash",
        "--reference=uniform+dash",
        "--json",
        "--out",
        "m.fogreel",
    ];
    let ran = succeed(folder.path(), &arguments).out;
    let models = serde_json::from_str::<Value>(&ran).expect("JSON")["opponent_models"].clone();
    let of = |model: &str| {
        let mut entries = models.as_array().expect("a list").iter();
        entries.find(|entry| entry["model"] == model).expect("weighed")["probability"].as_f64().expect("a number")
    };
    assert!((of("uniform") + of("dash") - 1.0).abs() < 1e-12, "{models}");
    assert!(of("dash") > of("uniform"), "a thief that dashes is one: {models}");
}

#[test]
fn a_reference_that_cannot_be_leaves_no_file_behind() {
    let folder = folder();
    for (arguments, said) in [
        (&["--reference=unifrm"][..], "did you mean `uniform`"),
        (&["--preset", "original", "--reference=dash"], "thief_knows_exits=off"),
        (&["--map", "city", "--reference"], "uniform:particles=100000"),
        (&["--keep", "moves", "--reference"], "--keep full"),
    ] {
        let all: Vec<&str> =
            ["record", "rajakardhor", "--out", "match.fogreel"].iter().chain(arguments).copied().collect();
        let ran = fail(folder.path(), &all, 2);
        assert!(ran.err.contains(said), "{}", ran.err);
        assert!(!folder.path().join("match.fogreel").exists());
    }
    succeed(
        folder.path(),
        &["record", "rajakardhor", "--map", "city", "--out", "a.fogreel", "--reference=uniform:particles=2000"],
    );
}

#[test]
fn figures_compute_the_references_that_a_recording_lacks() {
    let folder = folder();
    let record = ["record", "rajakardhor", "--seed", "5"];
    for name in ["stored", "plain"] {
        std::fs::create_dir(folder.path().join(name)).expect("a folder");
    }
    succeed(folder.path(), &[&record[..], &["--reference", "--out", "stored/match.fogreel"]].concat());
    succeed(folder.path(), &[&record[..], &["--out", "plain/match.fogreel"]].concat());
    for (figure, asked) in [
        ("difference", &["--turns", "3,9"][..]),
        ("difference", &["--turns", "3", "--reference", "uniform"]),
        ("timeline", &["--reference", "uniform"]),
        ("timeline", &["--as", "guard", "--reference", "guard/thief@reference:uniform"]),
        ("heatmap", &["--turns", "7", "--belief", "thief/guard@reference:uniform"]),
    ] {
        let drawn = ["stored", "plain"].map(|of| {
            let (file, out) = (format!("{of}/match.fogreel"), format!("{of}/{figure}"));
            let export = ["export", &file, "--figure", figure, "--format", "svg,csv", "--force", "--out", &out];
            let names = succeed(folder.path(), &[&export[..], asked].concat()).out;
            let read = |name: &str| std::fs::read_to_string(folder.path().join(name)).expect("a figure");
            names.lines().map(|name| (name.replacen(of, "", 1), read(name))).collect::<Vec<_>>()
        });
        assert!(drawn[0].len() >= 2 && drawn[0] == drawn[1], "{figure} {asked:?}");
    }
    let export = ["export", "plain/match.fogreel", "--figure", "difference", "--turns", "3", "--out", "no"];
    for (asked, said) in [
        (&["--reference", "unifrm"][..], "did you mean `uniform`"),
        (&["--reference", "guard/gold@reference:uniform"], "unknown belief"),
        (&["--as", "thief", "--belief", "guard/thief@reference:uniform"], "is not this seat's own"),
    ] {
        let ran = fail(folder.path(), &[&export[..], asked].concat(), 2);
        assert!(ran.err.contains(said), "{asked:?}: {}", ran.err);
    }
}
