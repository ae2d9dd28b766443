//! Where in the match the window stands, and how it moves. Pure: no clock, no window.

/// Speeds that the + and − keys go through, in steps per second.
pub(crate) const SPEEDS: [f32; 8] = [0.5, 1.0, 2.0, 4.0, 8.0, 16.0, 32.0, 64.0];

/// The cursor of a match of `len` records.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Playback {
    index: usize,
    len: usize,
    playing: bool,
    speed: f32,
    /// Part of a step that has been waited for, in steps.
    waited: f32,
}

impl Playback {
    pub(crate) fn new(len: usize, speed: f32) -> Self {
        Self { index: 0, len, playing: false, speed: nearest_speed(speed), waited: 0.0 }
    }

    /// The record shown, 0 if there is none.
    pub(crate) fn index(&self) -> usize {
        self.index
    }

    pub(crate) fn len(&self) -> usize {
        self.len
    }

    pub(crate) fn is_playing(&self) -> bool {
        self.playing
    }

    /// Steps per second.
    pub(crate) fn speed(&self) -> f32 {
        self.speed
    }

    pub(crate) fn last(&self) -> usize {
        self.len.saturating_sub(1)
    }

    pub(crate) fn is_at_end(&self) -> bool {
        self.index >= self.last()
    }

    /// Goes to a record; beyond the end means the end. Playing goes on from there.
    pub(crate) fn seek(&mut self, index: usize) {
        self.index = index.min(self.last());
        self.waited = 0.0;
    }

    /// The match has so many records now. Who stands at its end goes along.
    pub(crate) fn grow(&mut self, len: usize) {
        let goes_along = self.is_at_end() && !self.playing;
        self.len = len.max(self.len);
        if goes_along {
            self.index = self.last();
        }
    }

    /// Goes so many records on or back.
    pub(crate) fn step(&mut self, by: i64) {
        let target = i64::try_from(self.index).unwrap_or(i64::MAX).saturating_add(by);
        self.seek(usize::try_from(target).unwrap_or(0));
    }

    /// Goes to the first record of the next or previous round. `rounds` holds the round of each record, as far as known.
    pub(crate) fn step_round(&mut self, forward: bool, rounds: &[u32]) {
        let Some(&here) = rounds.get(self.index) else {
            return self.step(if forward { 1 } else { -1 });
        };
        let target = if forward {
            rounds[self.index..].iter().position(|round| *round != here).map_or(self.last(), |ahead| self.index + ahead)
        } else {
            // The start of this round first, then the start of the one before, as music players do.
            let before = self.index.saturating_sub(1);
            let round = rounds[before];
            rounds[..=before].iter().rposition(|other| *other != round).map_or(0, |last_of_earlier| last_of_earlier + 1)
        };
        self.seek(target);
    }

    /// Starts or stops playing; at the end it starts again from the first record.
    pub(crate) fn toggle(&mut self) {
        self.playing = !self.playing && self.len > 1;
        self.waited = 0.0;
        if self.playing && self.is_at_end() {
            self.index = 0;
        }
    }

    pub(crate) fn pause(&mut self) {
        self.playing = false;
    }

    /// Goes to the next faster or slower of [`SPEEDS`].
    pub(crate) fn change_speed(&mut self, faster: bool) {
        let at = SPEEDS.iter().position(|speed| *speed >= self.speed).unwrap_or(SPEEDS.len() - 1);
        let next = if faster { at + 1 } else { at.saturating_sub(1) };
        self.speed = SPEEDS[next.min(SPEEDS.len() - 1)];
    }

    pub(crate) fn set_speed(&mut self, speed: f32) {
        self.speed = nearest_speed(speed);
    }

    /// Lets time pass. Stops at the end. Returns the seconds until the next step, or `None` when nothing will move.
    pub(crate) fn advance(&mut self, seconds: f32) -> Option<f32> {
        if !self.playing {
            return None;
        }
        // A window that was hidden for a minute does not jump to the end.
        self.waited += seconds.clamp(0.0, 1.0 / self.speed + 0.2) * self.speed;
        let steps = self.waited.floor();
        if steps >= 1.0 {
            self.waited -= steps;
            self.index = self.index.saturating_add(steps as usize).min(self.last());
        }
        if self.is_at_end() {
            self.playing = false;
            return None;
        }
        Some((1.0 - self.waited) / self.speed)
    }
}

fn nearest_speed(speed: f32) -> f32 {
    SPEEDS
        .into_iter()
        .min_by(|a, b| (a - speed).abs().total_cmp(&(b - speed).abs()))
        .filter(|_| speed.is_finite())
        .unwrap_or(2.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_stays_within_the_recording() {
        let mut playback = Playback::new(5, 2.0);
        playback.step(-3);
        assert_eq!(playback.index(), 0);
        playback.step(3);
        playback.step(i64::MAX);
        assert_eq!(playback.index(), 4);
        playback.seek(usize::MAX);
        assert_eq!(playback.index(), 4);
    }

    #[test]
    fn empty_and_one_record_recordings_do_not_play() {
        for len in [0, 1] {
            let mut playback = Playback::new(len, 2.0);
            playback.toggle();
            assert!(!playback.is_playing());
            playback.step(1);
            playback.step_round(true, &[0][..len]);
            playback.step_round(false, &[0][..len]);
            assert_eq!((playback.index(), playback.advance(1.0)), (0, None));
        }
    }

    #[test]
    fn playing_moves_by_the_clock_and_stops_at_the_end() {
        let mut playback = Playback::new(3, 4.0);
        playback.toggle();
        let wait = playback.advance(0.125).expect("playing");
        assert!((wait - 0.125).abs() < 1e-6, "half a step of a quarter second is left, found {wait}");
        assert_eq!(playback.index(), 0);
        playback.advance(0.125);
        assert_eq!(playback.index(), 1);
        assert_eq!(playback.advance(0.25), None);
        assert!(playback.is_at_end() && !playback.is_playing());
        playback.toggle();
        assert_eq!((playback.index(), playback.is_playing()), (0, true), "playing at the end begins anew");
    }

    #[test]
    fn who_stands_at_the_end_of_a_match_that_grows_goes_along() {
        let mut playback = Playback::new(1, 2.0);
        playback.grow(4);
        assert_eq!(playback.index(), 3);
        playback.step(-1);
        playback.grow(9);
        assert_eq!((playback.index(), playback.last()), (2, 8), "who looks at something stays there");
        playback.grow(2);
        assert_eq!(playback.len(), 9, "a match does not shrink");
    }

    #[test]
    fn a_long_pause_of_the_window_does_not_skip() {
        let mut playback = Playback::new(1000, 4.0);
        playback.toggle();
        playback.advance(60.0);
        assert_eq!(playback.index(), 1);
    }

    #[test]
    fn rounds_are_walked_by_their_first_record() {
        let rounds = [0, 1, 1, 2, 2, 3];
        let mut playback = Playback::new(rounds.len(), 1.0);
        let mut walk = |forward| {
            playback.step_round(forward, &rounds);
            playback.index()
        };
        assert_eq!([walk(true), walk(true), walk(true), walk(true)], [1, 3, 5, 5]);
        assert_eq!([walk(false), walk(false), walk(false), walk(false)], [3, 1, 0, 0]);
        playback.seek(4);
        playback.step_round(false, &rounds);
        assert_eq!(playback.index(), 3, "the start of the own round comes first");
    }

    #[test]
    fn rounds_that_are_not_known_yet_are_single_steps() {
        let mut playback = Playback::new(4, 1.0);
        playback.step_round(true, &[]);
        assert_eq!(playback.index(), 1);
    }

    #[test]
    fn speeds_stop_at_both_ends() {
        let mut playback = Playback::new(2, f32::NAN);
        assert_eq!(playback.speed(), 2.0);
        for _ in 0..20 {
            playback.change_speed(true);
        }
        assert_eq!(playback.speed(), 64.0);
        for _ in 0..20 {
            playback.change_speed(false);
        }
        assert_eq!(playback.speed(), 0.5);
        playback.set_speed(5.0);
        assert_eq!(playback.speed(), 4.0);
    }
}
