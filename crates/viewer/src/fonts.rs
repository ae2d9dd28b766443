//! Fonts for texts in scripts that the shipped fonts lack. They are looked for among the system's when a text needs one,
//! on a thread of its own; until it is there, and where there is none, the sign for a missing character is drawn.

use std::collections::HashSet;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};

use eframe::egui::epaint::text::{FallbackRequest, FontInsert, FontProvider};
use eframe::egui::{Context, FontFamily};
use egui_system_font_provider::SystemFontProvider;

/// A text that no font can draw so far.
struct Wish {
    cluster: String,
    family: FontFamily,
}

/// Hands wishes to the thread. Asked by the layout of texts, so it never waits: what it has no font for now is laid out
/// again when the font has come.
struct Desk {
    state: Mutex<DeskState>,
    pending: Arc<AtomicUsize>,
}

struct DeskState {
    /// What was asked for: once each, whether there is a font or not.
    asked: HashSet<(FontFamily, String)>,
    /// Starts the thread, until somebody needs it.
    start: Option<Box<dyn FnOnce() -> std::io::Result<Sender<Wish>> + Send>>,
    wishes: Option<Sender<Wish>>,
}

impl FontProvider for Desk {
    fn font_for(&self, request: &FallbackRequest<'_>) -> Option<FontInsert> {
        let FallbackRequest { cluster, family } = request;
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        if state.asked.insert(((*family).clone(), (*cluster).to_owned())) {
            if let Some(start) = state.start.take() {
                // Without the thread there are the shipped fonts alone.
                state.wishes = start().ok();
            }
            let wish = Wish { cluster: (*cluster).to_owned(), family: (*family).clone() };
            self.pending.fetch_add(1, Ordering::SeqCst);
            if state.wishes.as_ref().is_none_or(|wishes| wishes.send(wish).is_err()) {
                self.pending.fetch_sub(1, Ordering::SeqCst);
            }
        }
        None
    }
}

/// Fonts that come as they are needed.
pub(crate) struct ScriptFonts {
    found: Receiver<Option<FontInsert>>,
    /// Wishes that are not answered.
    pending: Arc<AtomicUsize>,
}

impl ScriptFonts {
    /// Lets a context ask for the system's fonts. They are listed when the first is needed.
    pub(crate) fn of_system(ctx: &Context) -> Self {
        Self::new(ctx, || Box::new(SystemFontProvider::new()))
    }

    /// Lets a context ask for fonts; `open` is called on the thread, before the first is looked for.
    fn new(ctx: &Context, open: impl FnOnce() -> Box<dyn FontProvider> + Send + 'static) -> Self {
        let (answers, found) = channel();
        let pending = Arc::new(AtomicUsize::new(0));
        let waker = ctx.clone();
        let start = move || {
            let (wishes, wanted) = channel();
            std::thread::Builder::new()
                .name("fonts".to_owned())
                .spawn(move || serve(open(), &wanted, &answers, &waker))
                .map(|_| wishes)
        };
        let state = DeskState { asked: HashSet::new(), start: Some(Box::new(start)), wishes: None };
        ctx.add_font_provider(Arc::new(Desk { state: Mutex::new(state), pending: Arc::clone(&pending) }));
        Self { found, pending }
    }

    /// Gives the context the fonts that have come.
    pub(crate) fn install(&self, ctx: &Context) {
        while let Ok(font) = self.found.try_recv() {
            if let Some(font) = font {
                ctx.add_font(font);
            }
            self.pending.fetch_sub(1, Ordering::SeqCst);
        }
    }

    /// Whether every wish is answered.
    pub(crate) fn is_settled(&self) -> bool {
        self.pending.load(Ordering::SeqCst) == 0
    }
}

/// Answers wishes until nobody can have any more.
fn serve(
    provider: Box<dyn FontProvider>,
    wanted: &Receiver<Wish>,
    answers: &Sender<Option<FontInsert>>,
    waker: &Context,
) {
    let mut given = HashSet::new();
    while let Ok(Wish { cluster, family }) = wanted.recv() {
        let font = provider.font_for(&FallbackRequest { cluster: &cluster, family: &family });
        let font = font.and_then(|mut font| {
            // One font may serve two families, and the characters of a script have one font between them.
            font.name = format!("{} for {family}", font.name);
            given.insert(font.name.clone()).then_some(font)
        });
        if answers.send(font).is_err() {
            return;
        }
        waker.request_repaint();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use eframe::egui::epaint::text::{FontPriority, InsertFontFamily};
    use eframe::egui::{FontData, FontDefinitions, FontId, RawInput};
    use std::thread::ThreadId;
    use std::time::{Duration, Instant};

    const BENGALI: char = 'ক';
    const JAPANESE: char = '日';

    /// Has a font for one script; it is a shipped one, so that the context asks again and is told nothing new.
    struct Library {
        asked: Arc<Mutex<Vec<(String, ThreadId)>>>,
    }

    impl FontProvider for Library {
        fn font_for(&self, request: &FallbackRequest<'_>) -> Option<FontInsert> {
            let asked = (request.cluster.to_owned(), std::thread::current().id());
            self.asked.lock().expect("whole").push(asked);
            let families = vec![InsertFontFamily { family: request.family.clone(), priority: FontPriority::Lowest }];
            let data = FontDefinitions::default().font_data.values().next().map(|data| FontData::clone(data))?;
            request.cluster.contains(BENGALI).then(|| FontInsert::new("bengali", data, families))
        }
    }

    fn draw(ctx: &Context, text: &str) {
        let mut output = ctx.run_ui(RawInput::default(), |ui| {
            ui.label(text);
            ui.monospace(text);
        });
        // There is no screen that would take them.
        output.textures_delta.clear();
    }

    fn wait(fonts: &ScriptFonts, ctx: &Context) {
        let started = Instant::now();
        while !fonts.is_settled() {
            assert!(started.elapsed() < Duration::from_secs(60), "never answered");
            fonts.install(ctx);
            std::thread::yield_now();
        }
    }

    #[test]
    fn nothing_is_looked_for_while_the_shipped_fonts_do() {
        let ctx = Context::default();
        crate::theme::install(&ctx);
        let fonts = ScriptFonts::new(&ctx, || panic!("nobody needs the system's fonts"));
        draw(&ctx, "Rajakar – Birsreshtha → Ωμέγα, Раджакар");
        assert!(fonts.is_settled());
    }

    #[test]
    fn each_character_is_looked_for_once_and_on_another_thread() {
        let ctx = Context::default();
        crate::theme::install(&ctx);
        let asked = Arc::new(Mutex::new(Vec::new()));
        let library = Library { asked: Arc::clone(&asked) };
        let fonts = ScriptFonts::new(&ctx, || Box::new(library));
        let text = format!("{BENGALI}{JAPANESE}{BENGALI}");
        for _ in 0..4 {
            draw(&ctx, &text);
            wait(&fonts, &ctx);
        }
        let asked = asked.lock().expect("whole");
        let of = |wanted: char| asked.iter().filter(|(cluster, _)| cluster.contains(wanted)).count();
        assert_eq!((of(BENGALI), of(JAPANESE)), (2, 2), "for each of two families: {asked:?}");
        assert!(asked.iter().all(|(_, thread)| *thread != std::thread::current().id()));
        let names = ctx.fonts(|fonts| {
            let data = &fonts.definitions().font_data;
            data.keys().filter(|name| name.contains("bengali")).count()
        });
        assert_eq!(names, 2, "the font is given to both families");
    }

    #[test]
    fn a_text_in_any_script_is_laid_out_with_whatever_the_system_has() {
        let ctx = Context::default();
        let fonts = ScriptFonts::of_system(&ctx);
        for _ in 0..3 {
            draw(&ctx, "রাজাকার ও বীরশ্রেষ্ঠ · Раджакар · 泥棒と番人 · \u{10ffff}");
            wait(&fonts, &ctx);
        }
        let width = ctx.fonts_mut(|fonts| {
            fonts.layout_no_wrap("রাজাকার".to_owned(), FontId::proportional(13.0), Default::default()).size().x
        });
        assert!(width > 0.0);
    }
}
