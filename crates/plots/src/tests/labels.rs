//! What a person reads.

use fogreel_engine::data::{Belief, BeliefKey, BeliefKind, Quality};
use fogreel_engine::{Header, Record, Size, Viewpoint};
use fogreel_recorder::Timeline;

use super::fixture::{header, key, match_of_thirty, record};
use crate::color::Scale;
use crate::{
    Figure, HeatmapOptions, PlotError, TrackOptions, Visits, Width, default_sheet_records, heatmap, sheet, trajectory,
};

/// The texts of a figure, with their font sizes in points.
pub(super) fn texts(figure: &Figure) -> Vec<(String, f64)> {
    let tree = resvg::usvg::roxmltree::Document::parse(figure.svg()).expect("well-formed");
    let size = |node: &resvg::usvg::roxmltree::Node<'_, '_>| node.attribute("font-size")?.parse::<f64>().ok();
    tree.descendants()
        .filter(|node| node.has_tag_name("text"))
        .map(|node| (node.text().unwrap_or("").to_owned(), size(&node).expect("a size") / 100.0 * 72.0 / 25.4))
        .collect()
}

fn says(figure: &Figure, text: &str) -> bool {
    texts(figure).iter().any(|(line, _)| line.contains(text))
}

fn all_figures() -> Vec<Figure> {
    let timeline = match_of_thirty();
    let records = default_sheet_records(&timeline, &key());
    let mut figures = Vec::new();
    for width in ["40mm", "84mm", "3.5in", "174mm", "30cm"] {
        for scale in Scale::ALL {
            let width: Width = width.parse().expect("a width");
            let options = HeatmapOptions { scale, width, ..HeatmapOptions::default() };
            figures.push(heatmap(&timeline, 13, &key(), &options).expect("a heat map"));
            figures.push(sheet(&timeline, &records, &key(), &options).expect("a sheet"));
            let options = TrackOptions { width, ..TrackOptions::default() };
            figures.push(trajectory(&timeline, &records, Viewpoint::Referee, &options).expect("a trajectory"));
            let mut visits = Visits::new(Viewpoint::Referee, options);
            visits.add(&timeline, "match").expect("a match");
            figures.extend(visits.figures().expect("visits").into_iter().map(|(_, figure)| figure));
        }
    }
    figures
}

#[test]
fn no_text_is_smaller_than_seven_points_or_leaves_the_paper() {
    for figure in all_figures() {
        for (text, points) in texts(&figure) {
            assert!(points >= 7.0, "{text}: {points} pt");
        }
        assert_border_is_paper(&figure);
    }
}

/// Nothing is drawn in the outermost half millimetre.
pub(super) fn assert_border_is_paper(figure: &Figure) {
    let pixmap = figure.rasterise(101.6).expect("a picture");
    let (width, height) = (pixmap.width(), pixmap.height());
    for y in 0..height {
        for x in 0..width {
            let is_border = x < 2 || y < 2 || x + 2 >= width || y + 2 >= height;
            let is_paper = pixmap.pixel(x, y).is_some_and(|pixel| pixel.red() == 255 && pixel.blue() == 255);
            assert!(!is_border || is_paper, "{x}, {y} of {:?}", figure.size_mm());
        }
    }
}

#[test]
fn the_title_names_match_turn_and_belief() {
    let timeline = match_of_thirty();
    let figure = heatmap(&timeline, 13, &key(), &HeatmapOptions::default()).expect("a figure");
    for text in [
        "Guard and Thief (guide)",
        "map original",
        "thief: fuzzy",
        "guard: hunter",
        "seed 7",
        "turn 13",
        "after thief: move",
        "belief of Guard: thief",
        "P(thief is here)",
        "truth: thief",
        "impossible (exactly 0)",
        "wall",
        "sight: miss",
        "noise",
    ] {
        assert!(says(&figure, text), "{text}");
    }
    assert!(!says(&figure, "opponent model"));
}

#[test]
fn a_reference_names_its_opponent_model_and_an_approximation_its_method() {
    let mut record = record(0, vec![0.5, 0.5]);
    let reference = BeliefKey::new("guard", "thief", "reference:uniform");
    record.beliefs[0].key = reference.clone();
    record.beliefs[0].quality = Quality::Approximate { method: "particles".to_owned(), n: 1000 };
    let timeline = Timeline::from_memory(header(Size::new(1, 2)), vec![record], None);
    let figure = heatmap(&timeline, 0, &reference, &HeatmapOptions::default()).expect("a figure");
    assert!(says(&figure, "opponent model uniform") && says(&figure, "approximate: particles, n = 1000"));
}

#[test]
fn a_log_scale_names_its_floor() {
    let timeline = Timeline::from_memory(header(Size::new(1, 3)), vec![record(0, vec![1.0, 1e-9, 0.0])], None);
    let options = HeatmapOptions { scale: Scale::Log, ..HeatmapOptions::default() };
    let figure = heatmap(&timeline, 0, &key(), &options).expect("a figure");
    assert!(says(&figure, "above 0, below 1e-4") && says(&figure, "impossible (exactly 0)"));
}

#[test]
fn every_panel_of_a_sheet_names_its_turn() {
    let timeline = match_of_thirty();
    let figure = sheet(&timeline, &[0, 9, 30], &key(), &HeatmapOptions::default()).expect("a figure");
    for text in ["start", "turn 9", "turn 30", "after guard: wait", "entropy", "P(truth)"] {
        assert!(says(&figure, text), "{text}");
    }
}

#[test]
fn without_truth_only_what_the_owner_knows_is_drawn() {
    let timeline = match_of_thirty();
    let options = HeatmapOptions { show_truth: false, ..HeatmapOptions::default() };
    let figure = heatmap(&timeline, 12, &key(), &options).expect("a figure");
    for hidden in ["truth", "exit", "surprisal"] {
        assert!(!says(&figure, hidden), "{hidden}");
    }
    assert!(says(&figure, "guard"));
    assert!(!figure.csv().contains("true") && !figure.csv().contains("false"));
}

#[test]
fn a_privileged_belief_is_drawn_with_the_truth_alone() {
    let mut header = header(Size::new(1, 2));
    header.seats.iter_mut().for_each(|seat| seat.reads_privileged = seat.id == "guard");
    let mut record = record(0, vec![0.25, 0.75]);
    let reference = BeliefKey { source: "reference:uniform".to_owned(), ..key() };
    record.beliefs.push(Belief { key: reference.clone(), ..record.beliefs[0].clone() });
    let timeline = Timeline::from_memory(header, vec![record], None);
    let hidden = HeatmapOptions { show_truth: false, ..HeatmapOptions::default() };
    assert!(heatmap(&timeline, 0, &key(), &HeatmapOptions::default()).is_ok());
    for refused in [heatmap(&timeline, 0, &key(), &hidden), sheet(&timeline, &[0], &key(), &hidden)] {
        assert!(matches!(refused, Err(PlotError::Privileged { .. })));
    }
    assert!(heatmap(&timeline, 0, &reference, &hidden).is_ok(), "what follows from the seat's observations");
}

#[test]
fn counts_have_a_label_of_their_own() {
    let mut record = record(0, vec![0.5, 2.5]);
    record.beliefs[0].kind = BeliefKind::Count(vec![0.5, 2.5]);
    let timeline = Timeline::from_memory(header(Size::new(1, 2)), vec![record], None);
    let figure = heatmap(&timeline, 0, &key(), &HeatmapOptions::default()).expect("a figure");
    assert!(says(&figure, "expected number: thief") && says(&figure, "total 3"));
}

fn with_names(name: &str) -> Timeline {
    let mut header: Header = header(Size::new(3, 3));
    for text in [&mut header.title, &mut header.map, &mut header.preset] {
        *text = name.to_owned();
    }
    for seat in &mut header.seats {
        seat.agent = Some(name.to_owned());
    }
    for kind in &mut header.piece_kinds {
        kind.name = name.to_owned();
    }
    header.targets[0].name = name.to_owned();
    let mut record: Record = record(1, vec![1.0 / 9.0; 9]);
    record.actions.push(fogreel_engine::data::ActionTaken { seat: fogreel_engine::Seat(9), action: name.to_owned() });
    Timeline::from_memory(header, vec![record], None)
}

#[test]
fn hostile_names_stay_on_the_paper() {
    let long = "long ".repeat(5000);
    let names = [
        "<script>alert('&\"')</script>",
        "\u{0}\u{1b}[31m\u{202e}gnol\u{ffff}\u{7}",
        "مرحبا بالعالم العربي الكبير",
        "盤上の遊戯の長い名前が続く盤上の遊戯の長い名前が続く",
        "z\u{300}\u{300}\u{300}\u{300}\u{300}\u{300}\u{300}\u{300}\u{300}algo",
        "]]> <!-- ${x} {{y}} %n \\ &amp; &#0;",
        &long,
        "",
    ];
    for name in names {
        let timeline = with_names(name);
        for width in ["40mm", "84mm", "174mm"] {
            let width: Width = width.parse().expect("a width");
            let options = HeatmapOptions { width, ..HeatmapOptions::default() };
            for figure in [
                heatmap(&timeline, 0, &key(), &options).expect("a heat map"),
                sheet(&timeline, &[0, 0], &key(), &options).expect("a sheet"),
            ] {
                let room = options.width.units();
                for (text, _) in texts(&figure) {
                    assert!(!text.chars().any(char::is_control), "{text:?}");
                    let width = crate::text::width(&text, crate::drawing::Type::SMALL);
                    assert!(width <= room, "{text:?} is {width} wide of {room}");
                }
                assert_border_is_paper(&figure);
            }
        }
    }
}
