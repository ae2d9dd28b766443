//! A sentence above the panes about what was asked for.

use eframe::egui::Context;

use super::ViewerApp;

/// How long a sentence stays that nobody needs to keep, in seconds.
const BRIEF: f64 = 4.0;

/// What became of a wish.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Notice {
    pub(crate) text: String,
    /// Whether it did not come true.
    pub(crate) is_problem: bool,
    /// Whether it is still on its way.
    pub(crate) is_pending: bool,
    is_brief: bool,
    /// When it goes, by the clock of the window.
    until: Option<f64>,
}

impl Notice {
    fn new(text: impl Into<String>, is_problem: bool, is_brief: bool) -> Self {
        Self { text: text.into(), is_problem, is_pending: false, is_brief, until: None }
    }

    /// What did not come true; it stays until it was read.
    pub(super) fn problem(text: impl Into<String>) -> Self {
        Self::new(text, true, false)
    }

    /// What will come true; it stays until it has.
    pub(super) fn pending(text: impl Into<String>) -> Self {
        Self { is_pending: true, ..Self::new(text, false, false) }
    }

    /// What came true, and where it is; it stays until it was read.
    pub(super) fn done(text: impl Into<String>) -> Self {
        Self::new(text, false, false)
    }

    /// What came true, and was to be expected; it goes by itself.
    pub(super) fn brief(text: impl Into<String>) -> Self {
        Self::new(text, false, true)
    }
}

impl ViewerApp {
    /// Lets a brief notice go when its time is over.
    pub(super) fn forget_notice(&mut self, ctx: &Context) {
        let Some(notice) = self.notice.as_mut().filter(|notice| notice.is_brief) else { return };
        let now = ctx.input(|input| input.time);
        let until = *notice.until.get_or_insert(now + BRIEF);
        if now >= until {
            self.notice = None;
            ctx.request_repaint();
        } else {
            ctx.request_repaint_after_secs((until - now) as f32);
        }
    }
}
