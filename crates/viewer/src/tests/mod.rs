//! Tests of the window by what it says: accessible names and painted text. No picture is compared here, so that no
//! graphics driver is needed.

mod boards;
mod figures;
mod following;
mod leaks;
mod names;
mod notes;
mod opening;
mod paths;
mod reasoning;
mod small;
mod structure;
mod tiles;
mod timeline;
mod window;

use std::path::Path;
use std::time::{Duration, Instant};

use eframe::egui::{self, Shape};
use egui_kittest::kittest::{NodeT, Queryable};
use egui_kittest::{Harness, HarnessBuilder};
use fogreel_recorder::{Recorder, RecorderOptions, Timeline};

use crate::app::{Failure, ViewerApp};
use crate::loading::Source;
use crate::{ViewOptions, fixture};

/// A window on a match, after everything has arrived.
fn window(timeline: Timeline) -> Harness<'static, ViewerApp> {
    let source = Source::Memory(Box::new(timeline), "fixture".to_owned());
    let mut harness = start(ViewOptions::default(), Some(source), (1440.0, 900.0));
    settle(&mut harness);
    harness
}

fn start(options: ViewOptions, source: Option<Source>, (width, height): (f32, f32)) -> Harness<'static, ViewerApp> {
    build(Harness::builder().with_size(egui::vec2(width, height)), options, source)
}

/// A window whose texts may be in scripts that the shipped fonts lack: they are drawn with the system's, of which a test
/// knows nothing.
fn start_in_any_script(options: ViewOptions) -> Harness<'static, ViewerApp> {
    build(Harness::builder().with_size(egui::vec2(1440.0, 900.0)).allow_missing_glyphs(), options, None)
}

fn build(
    builder: HarnessBuilder<ViewerApp>,
    options: ViewOptions,
    source: Option<Source>,
) -> Harness<'static, ViewerApp> {
    builder.with_max_steps(32).build_eframe(|creation| {
        let mut app =
            ViewerApp::new(&creation.egui_ctx, None, options, source, Failure::default()).expect("the threads start");
        // No test opens a dialog on the screen of whoever runs it.
        app.use_dialog(|_, _| Box::new(|| None));
        app
    })
}

/// Draws frames until the reading thread has delivered everything.
fn settle(harness: &mut Harness<'_, ViewerApp>) {
    let started = Instant::now();
    while !harness.state().is_settled() {
        assert!(started.elapsed() < Duration::from_secs(60), "the recording never arrived");
        std::thread::sleep(Duration::from_millis(2));
        harness.step();
    }
    harness.run();
}

/// Everything that can be read in the last frame: painted text and accessible names.
fn all_text(harness: &Harness<'_, ViewerApp>) -> Vec<String> {
    let mut texts = Vec::new();
    for clipped in &harness.output().shapes {
        collect(&clipped.shape, &mut texts);
    }
    for node in harness.root().children_recursive() {
        let node = node.accesskit_node();
        texts.extend(node.label());
        texts.extend(node.value());
        texts.extend(node.data().description().map(str::to_owned));
    }
    texts
}

fn collect(shape: &Shape, texts: &mut Vec<String>) {
    match shape {
        Shape::Text(text) => texts.push(text.galley.text().to_owned()),
        Shape::Vec(shapes) => shapes.iter().for_each(|shape| collect(shape, texts)),
        _ => {}
    }
}

/// Whether any text of the last frame contains the words.
fn says(harness: &Harness<'_, ViewerApp>, words: &str) -> bool {
    all_text(harness).iter().any(|text| text.contains(words))
}

/// A pane by its place in reading order, from 0.
fn pane(harness: &Harness<'_, ViewerApp>, place: usize) -> egui_tiles::TileId {
    harness.state().state.tiles.panes()[place].0
}

fn click(harness: &mut Harness<'_, ViewerApp>, label: &str) {
    harness.get_by_label(label).click();
    harness.run();
}

/// Records some turns of no game in particular into a file.
fn write(path: &Path, records: u32) {
    write_timeline(path, &fixture::timeline(records));
}

/// Records a match into a file.
fn write_timeline(path: &Path, timeline: &Timeline) {
    std::fs::create_dir_all(path.parent().expect("a folder")).expect("created");
    let mut recorder = Recorder::create(path, RecorderOptions::default()).expect("a file");
    recorder.write_header(timeline.header()).expect("written");
    for index in 0..timeline.len() {
        recorder.write_record(&timeline.record(index).expect("a record")).expect("written");
    }
    if let Some(end) = timeline.end() {
        recorder.write_end(end).expect("written");
    }
}

/// Draws frames until something is so.
fn until(harness: &mut Harness<'_, ViewerApp>, what: &str, is_so: impl Fn(&Harness<'_, ViewerApp>) -> bool) {
    let started = Instant::now();
    while !is_so(harness) {
        assert!(started.elapsed() < Duration::from_secs(60), "never so: {what}: {:?}", all_text(harness));
        std::thread::sleep(Duration::from_millis(2));
        harness.step();
    }
    harness.run();
}
