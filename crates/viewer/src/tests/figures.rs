//! Figures and text out of the window: the same as elsewhere, and never more than who looks may know.

use std::path::Path;

use eframe::egui::{Key, Modifiers, OutputCommand};
use egui_kittest::kittest::Queryable;
use fogreel_analysis::text::{TurnOptions, turn};
use fogreel_engine::Viewpoint;
use fogreel_engine::data::BeliefKey;
use fogreel_plots::{FigureFormat, FigureSubject, NamedMatch, PlotError};
use fogreel_recorder::Timeline;

use super::{click, says, settle, start, until, window, write};
use crate::app::ViewerApp;
use crate::command::Command;
use crate::dialog::{Dialog, FigureForm};
use crate::fixture::{self, HOUND, SECRET};
use crate::tiles::PaneChoice;
use crate::{Preset, ViewOptions};

/// A match that is drawn.
fn named(timeline: &Timeline) -> [Result<NamedMatch<'_>, PlotError>; 1] {
    [Ok(NamedMatch { name: "match", timeline, reasoning: None })]
}

type Harness = egui_kittest::Harness<'static, ViewerApp>;

fn apply(harness: &mut Harness, command: Command) {
    let ctx = harness.ctx.clone();
    harness.state_mut().apply(command, &ctx);
    harness.run();
}

fn form(harness: &Harness) -> FigureForm {
    match &harness.state().dialog {
        Some(Dialog::Figure(form)) => (**form).clone(),
        other => panic!("expected the dialog for figures, found {other:?}"),
    }
}

fn opened(path: &Path) -> Harness {
    write(path, 9);
    let options = ViewOptions { paths: vec![path.to_owned()], turn: Some(3), ..ViewOptions::default() };
    let mut harness = start(options, None, (1440.0, 900.0));
    settle(&mut harness);
    harness
}

#[test]
fn what_is_exported_is_what_the_figures_of_the_command_line_are() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("match.fogreel");
    let mut harness = opened(&path);
    harness.key_press_modifiers(Modifiers::COMMAND, Key::E);
    harness.run();
    let offered = form(&harness);
    assert_eq!(offered.folder, folder.path().join("figures").to_string_lossy());
    assert!(says(&harness, "fogreel export"), "the same from the command line");
    for figure in ["Timeline", "Calibration", "Ways of the pieces", "Visits of the pieces"] {
        assert!(offered.choices.iter().any(|choice| choice.name.starts_with(figure)), "{figure}");
    }
    for place in 0..offered.choices.len() {
        let mut form = FigureForm { chosen: place, ..offered.clone() };
        // Pixels take long, and one picture tells whether they are the same.
        form.settings.png = place == 0;
        let job = form.job().expect("a job");
        apply(&mut harness, Command::DrawFigure(Box::new(form)));
        until(&mut harness, "it is written", |harness| says(harness, "Written: "));
        let timeline = fixture::timeline(9);
        let mut figures = 0;
        job.request
            .draw(named(&timeline), |name, figure| {
                figures += 1;
                let file = |format| folder.path().join("figures").join(format!("{name}.{format}"));
                let read = |format| std::fs::read(file(format)).expect("a figure");
                assert_eq!(read(FigureFormat::Svg), figure.svg().as_bytes());
                assert_eq!(read(FigureFormat::Csv), figure.csv().as_bytes());
                if place == 0 {
                    assert_eq!(read(FigureFormat::Png), figure.png(300.0)?);
                }
                Ok(())
            })
            .expect("drawn");
        assert!(figures > 0, "{}", offered.choices[place].name);
        apply(&mut harness, Command::DismissNotice);
    }
}

#[test]
fn files_that_are_there_stay_unless_that_was_wished() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut harness = opened(&folder.path().join("match.fogreel"));
    harness.state_mut().state.figures.png = false;
    harness.key_press_modifiers(Modifiers::COMMAND, Key::E);
    harness.run();
    click(&mut harness, "Export");
    until(&mut harness, "it is written", |harness| says(harness, "Written: "));
    harness.key_press_modifiers(Modifiers::COMMAND, Key::E);
    harness.run();
    click(&mut harness, "Export");
    until(&mut harness, "it asks again", |harness| says(harness, "exists already"));
    click(&mut harness, "Replace files that are there");
    click(&mut harness, "Export");
    until(&mut harness, "it is replaced", |harness| says(harness, "Written: "));
}

#[test]
fn every_pane_that_shows_something_can_be_drawn_and_is_chosen_first() {
    let mut harness = window(fixture::timeline(9));
    for preset in Preset::ALL {
        apply(&mut harness, Command::Arrange(preset));
        settle(&mut harness);
        for place in 0..harness.state().state.tiles.panes().len() {
            let pane = super::pane(&harness, place);
            apply(&mut harness, Command::OfferFigures(Some(pane)));
            let form = form(&harness);
            let chosen = &form.choices[form.chosen];
            chosen.request.draw(named(&fixture::timeline(9)), |_, _| Ok(())).expect(&chosen.name);
            assert!(chosen.name.ends_with(", turn 0"), "{preset:?} {place}: a figure of this turn: {}", chosen.name);
            apply(&mut harness, Command::CloseDialog);
        }
    }
}

/// The texts of all figures that a form offers.
fn drawn(form: &FigureForm) -> Vec<(String, String)> {
    let text = |choice: &crate::dialog::FigureChoice| {
        let mut text = String::new();
        let drawn = choice.request.draw(named(&fixture::timeline(9)), |_, figure| {
            text += figure.svg();
            text += figure.csv();
            Ok(())
        });
        drawn.expect(&choice.name);
        (choice.name.clone(), text)
    };
    form.choices.iter().map(text).collect()
}

#[test]
fn a_seat_is_offered_figures_of_what_it_knows() {
    let mut harness = window(fixture::timeline(9));
    let panes = [PaneChoice::Truth, PaneChoice::View("fox".to_owned())];
    let beliefs = [("fox", "hound"), ("hound", "fox")].map(|(owner, target)| BeliefKey::new(owner, target, "agent"));
    for (place, choice) in panes.into_iter().chain(beliefs.map(PaneChoice::Belief)).enumerate() {
        let pane = super::pane(&harness, place);
        apply(&mut harness, Command::SetPane(pane, choice));
    }
    apply(&mut harness, Command::Seek(3));
    settle(&mut harness);
    let hidden = super::pane(&harness, 2);
    apply(&mut harness, Command::OfferFigures(Some(hidden)));
    let all = drawn(&form(&harness));
    assert!(all.iter().any(|(name, _)| name.contains("Fox: hound's cell")));
    assert!(all.iter().any(|(_, text)| text.contains("dig") || text.contains(SECRET)), "the referee's tell all");
    apply(&mut harness, Command::CloseDialog);

    apply(&mut harness, Command::SetViewpoint(Viewpoint::Seat(HOUND)));
    settle(&mut harness);
    // The pane of the fox's belief stays where it was put, and says that it is hidden.
    apply(&mut harness, Command::OfferFigures(Some(hidden)));
    let form = form(&harness);
    assert!(!form.choices.is_empty());
    for choice in &form.choices {
        assert_eq!(choice.request.viewpoint, Viewpoint::Seat(HOUND), "{}", choice.name);
        assert!(choice.request.subject.belief().is_none_or(|key| key.owner == "hound"), "{}", choice.name);
    }
    for (name, text) in drawn(&form) {
        assert!(!text.contains(SECRET), "{name}");
    }
    assert!(!says(&harness, SECRET));
    // Nor could it be had by asking for it.
    let mut request = form.choices[0].request.clone();
    request.subject = FigureSubject::Sheet(BeliefKey::new("fox", "hound", "agent"));
    let refused = request.draw(named(&fixture::timeline(9)), |_, _| Ok(()));
    assert!(matches!(refused, Err(PlotError::Hidden { .. })), "{refused:?}");
}

#[test]
fn what_the_referee_asked_for_does_not_come_back_to_a_seat() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut harness = opened(&folder.path().join("match.fogreel"));
    apply(&mut harness, Command::OfferFigures(None));
    let form = FigureForm { folder: "/dev/null/nowhere".to_owned(), ..form(&harness) };
    apply(&mut harness, Command::DrawFigure(Box::new(form)));
    apply(&mut harness, Command::SetViewpoint(Viewpoint::Seat(HOUND)));
    // Long enough for the answer to come.
    for _ in 0..60 {
        std::thread::sleep(std::time::Duration::from_millis(10));
        harness.step();
        assert!(harness.state().dialog.is_none() && !says(&harness, "nowhere"));
    }
}

/// What the window put on the clipboard in the last frames.
fn copied(harness: &mut Harness) -> String {
    harness.event(eframe::egui::Event::Copy);
    for _ in 0..4 {
        harness.step();
        let text = harness.output().platform_output.commands.iter().find_map(|command| match command {
            OutputCommand::CopyText(text) => Some(text.clone()),
            _ => None,
        });
        if let Some(text) = text {
            return text;
        }
    }
    panic!("nothing was copied");
}

#[test]
fn the_turn_is_copied_as_the_terminal_shows_it() {
    let timeline = fixture::timeline(9);
    let mut harness = window(fixture::timeline(9));
    apply(&mut harness, Command::Seek(3));
    settle(&mut harness);
    let text = copied(&mut harness);
    let record = timeline.record(3).expect("a record");
    let key = &record.beliefs[1].key;
    let options = TurnOptions { belief: Some(key), ..TurnOptions::default() };
    assert_eq!(text, turn(timeline.header(), &record, &options).expect("text"));
    assert!(text.contains(SECRET), "the referee may know");
    harness.run();
    assert!(harness.query_by_label_contains("is copied as text").is_some());

    apply(&mut harness, Command::SetViewpoint(Viewpoint::Seat(HOUND)));
    settle(&mut harness);
    let text = copied(&mut harness);
    assert!(text.contains("what Hound knows") && !text.contains(SECRET), "{text}");
}
