//! Figures and text out of the window: the same as elsewhere, and never more than who looks may know.

use std::path::Path;

use eframe::egui::{Key, Modifiers, OutputCommand};
use egui_kittest::kittest::Queryable;
use fogreel_analysis::text::{TurnOptions, turn};
use fogreel_engine::Viewpoint;
use fogreel_plots::{FigureFormat, PlotError};

use super::{click, says, settle, start, until, window, write};
use crate::app::ViewerApp;
use crate::command::Command;
use crate::dialog::{Dialog, FigureForm};
use crate::fixture::{self, HOUND, SECRET};
use crate::{Preset, ViewOptions};

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
    for place in 0..offered.offers.len() {
        let form = FigureForm { chosen: place, ..offered.clone() };
        let order = form.order().expect("an order");
        apply(&mut harness, Command::DrawFigure(Box::new(form)));
        until(&mut harness, "it is written", |harness| says(harness, "Written: "));
        let timeline = fixture::timeline(9);
        let mut figures = 0;
        let stem = order.request.stem(&timeline, "match");
        order
            .request
            .draw::<PlotError>(&timeline, |end, figure| {
                figures += 1;
                let file = |format| folder.path().join("figures").join(format!("{stem}{end}.{format}"));
                let read = |format| std::fs::read(file(format)).expect("a figure");
                assert_eq!(read(FigureFormat::Svg), figure.svg().as_bytes());
                assert_eq!(read(FigureFormat::Csv), figure.csv().as_bytes());
                assert_eq!(read(FigureFormat::Png), figure.png(300.0)?);
                Ok(())
            })
            .expect("drawn");
        assert!(figures > 0, "{}", offered.offers[place].name);
        apply(&mut harness, Command::DismissNotice);
    }
}

#[test]
fn files_that_are_there_stay_unless_that_was_wished() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut harness = opened(&folder.path().join("match.fogreel"));
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
fn what_is_offered_is_what_the_panes_show() {
    let mut harness = window(fixture::timeline(9));
    for preset in Preset::ALL {
        apply(&mut harness, Command::Arrange(preset));
        settle(&mut harness);
        let last = harness.state().state.tiles.panes().len() - 1;
        let pane = super::pane(&harness, last);
        apply(&mut harness, Command::OfferFigures(Some(pane)));
        let form = form(&harness);
        assert!(!form.offers.is_empty(), "{preset:?}");
        assert!(form.chosen < form.offers.len());
        apply(&mut harness, Command::CloseDialog);
    }
}

#[test]
fn a_seat_is_offered_figures_of_what_it_knows() {
    let mut harness = window(fixture::timeline(9));
    apply(&mut harness, Command::SetViewpoint(Viewpoint::Seat(HOUND)));
    apply(&mut harness, Command::Seek(3));
    settle(&mut harness);
    apply(&mut harness, Command::OfferFigures(None));
    let form = form(&harness);
    assert!(form.offers.len() >= 3, "its view, its belief, sheet and timeline");
    for offer in &form.offers {
        assert_eq!(offer.request.viewpoint, Viewpoint::Seat(HOUND), "{}", offer.name);
        assert!(offer.request.subject.belief().is_none_or(|key| key.owner == "hound"), "{}", offer.name);
        let draw = |offer: &crate::dialog::Offer| {
            offer.request.draw::<PlotError>(&fixture::timeline(9), |_, figure| {
                assert!(!figure.svg().contains(SECRET) && !figure.csv().contains(SECRET), "{}", offer.name);
                Ok(())
            })
        };
        draw(offer).expect("drawn");
    }
    assert!(!says(&harness, SECRET));
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
