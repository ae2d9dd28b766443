//! A recording that is still being written: what is new in it.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, Instant};

use fogreel_recorder::is_being_written;

use super::{Delivery, Reader, file_name};
use crate::damage;
use crate::measuring::Open;
use crate::session::{Grown, Opened};

/// How often a file is looked at.
const PERIOD: Duration = Duration::from_millis(200);
/// How often somebody looks whether it is still being written, while nothing new comes.
const DOUBT: Duration = Duration::from_secs(2);
/// For how long growth proves that a file is being written, where nobody can tell otherwise.
const TRUST: Duration = Duration::from_secs(30);
/// Failures one after the other before a file is given up: network file systems have moods.
const PATIENCE: u32 = 10;

/// Looks after a file that may grow.
pub(crate) struct Follower {
    path: PathBuf,
    looked: Instant,
    /// When something new came.
    grew: Option<Instant>,
    /// When somebody looked whether the file is being written.
    asked: Instant,
    is_live: bool,
    /// What was said last about the file.
    banner: Option<String>,
    failures: u32,
}

impl Follower {
    /// Follows a file that was just opened, if it may grow.
    pub(crate) fn of(opened: &Opened) -> Option<Self> {
        let path = opened.path.clone().filter(|_| opened.is_followed)?;
        let (looked, asked, banner) = (Instant::now(), Instant::now(), opened.banner.clone());
        Some(Self { path, looked, grew: None, asked, is_live: opened.is_live, banner, failures: 0 })
    }

    /// How long nobody needs to look.
    pub(crate) fn pause(&self) -> Duration {
        PERIOD.saturating_sub(self.looked.elapsed())
    }

    /// Looks whether the file is being written, if it is time to.
    fn ask(&mut self, has_records: bool) {
        if has_records {
            self.grew = Some(Instant::now());
        }
        if has_records || self.asked.elapsed() >= DOUBT {
            self.asked = Instant::now();
            let has_grown = || self.grew.is_some_and(|grew| grew.elapsed() < TRUST);
            self.is_live = is_being_written(&self.path).unwrap_or_else(has_grown);
        }
    }
}

impl Reader {
    /// Looks after the open file, if it is time to.
    pub(super) fn follow(&mut self) {
        let Some(open) = self.open.as_mut() else { return };
        let Some(follower) = open.follower.as_mut().filter(|follower| follower.pause().is_zero()) else { return };
        follower.looked = Instant::now();
        // While figures are drawn from it, the timeline stays as it is.
        let Some(timeline) = Arc::get_mut(&mut open.timeline) else { return };
        match timeline.refresh() {
            Ok(growth) => {
                follower.failures = 0;
                self.tell(growth);
            }
            Err(_) if follower.failures < PATIENCE => follower.failures += 1,
            Err(error) => {
                let message = format!("{} is followed no longer: {error}", file_name(&follower.path));
                open.follower = None;
                self.answers.send(Delivery::Lost { ticket: open.ticket, message });
            }
        }
    }
}

impl Open {
    /// What is to be said about a file after it was looked at, if anything is new.
    pub(super) fn grown(&mut self, has_records: bool, is_over: bool) -> Option<Grown> {
        let (mut is_live, mut has_news) = (false, has_records || is_over);
        if let Some(follower) = self.follower.as_mut() {
            let before = follower.is_live;
            follower.ask(has_records);
            is_live = follower.is_live && !is_over;
            has_news |= is_live != before;
        }
        let banner = damage::in_words(self.timeline.report(), is_live);
        if let Some(follower) = self.follower.as_mut() {
            has_news |= banner != follower.banner;
            follower.banner.clone_from(&banner);
        }
        if is_over {
            self.follower = None;
        }
        let timeline = &self.timeline;
        has_news.then(|| Grown { len: timeline.len(), end: timeline.end().cloned(), banner, is_live })
    }
}
