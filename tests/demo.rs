//! The one command to begin with.

use crate::support::{folder, run_in, succeed};

#[test]
fn demo_writes_a_recording_and_figures_and_says_where() {
    let folder = folder();
    let ran = run_in(folder.path(), &["demo"]);
    assert_eq!(ran.code, 0, "{}{}", ran.out, ran.err);
    if cfg!(all(unix, not(target_os = "macos"))) {
        assert!(ran.out.contains("not opened"), "says that there is no display: {}", ran.out);
    }
    let demo = folder.path().join("fogreel-demo");
    assert!(ran.out.contains("match.fogreel") && ran.out.contains("figures"), "{}", ran.out);
    for file in ["match.fogreel", "figures/match-sheet.svg", "figures/match-sheet.png", "figures/match-sheet.csv"] {
        assert!(demo.join(file).is_file(), "{file}");
    }
    succeed(folder.path(), &["verify", "fogreel-demo/match.fogreel"]);
}

#[test]
fn a_second_demo_overwrites_nothing() {
    let folder = folder();
    succeed(folder.path(), &["demo", "--no-window", "--out", "first"]);
    let before = std::fs::read(folder.path().join("first/match.fogreel")).expect("written");
    succeed(folder.path(), &["demo", "--no-window", "--out", "first"]);
    assert_eq!(std::fs::read(folder.path().join("first/match.fogreel")).expect("still there"), before);
    assert!(folder.path().join("first-2/match.fogreel").is_file());
}
