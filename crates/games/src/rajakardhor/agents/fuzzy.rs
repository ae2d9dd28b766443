//! `fuzzy`: the seed's thief. Grades danger between 0 and 1; flees, explores, and heads for exits that it knows.

use fogreel_engine::data::Setting;
use fogreel_engine::{Agent, Cell, Chance, ConfigError, Explanation, Percept};

use super::first_best;
use crate::agents::settings;
use crate::knobs::{Knob, number_knob};
use crate::rajakardhor::knobs::Escape;
use crate::rajakardhor::{Action, RajakarDhor, Rules};

pub(super) const VERSION: u32 = 1;

/// What can be set. Only a thief that knows exits beforehand uses it; without them the scores are the seed's.
#[derive(Clone, Debug)]
pub(super) struct Settings {
    pull: f64,
    caution: f64,
    scan_dread: f64,
}

impl Default for Settings {
    fn default() -> Self {
        Self { pull: 5.0, caution: 0.7, scan_dread: 3.0 }
    }
}

pub(super) static SETTINGS: &[Knob<Settings>] = &[
    number_knob!(pull: 0.0..=1000.0, "worth of a step nearer to a known exit when there is no danger"),
    number_knob!(caution: 0.0..=1.0, "share of that pull that full danger takes away"),
    number_knob!(scan_dread: 0.0..=1000.0, "cost of a cell that the coming scan of a guard in sight would cover"),
];

/// Worth of an escape that wins at once: above everything else.
const CERTAIN_ESCAPE: f64 = 1e4;

/// The thief of the seed.
#[derive(Clone)]
pub(in crate::rajakardhor) struct Fuzzy {
    settings: Settings,
    /// How often it stood in each cell after an action of its own; its start counts once.
    visits: Vec<u32>,
    /// Walking distance to the nearest exit that it knows, and how many exits that was computed for.
    exit_distances: (usize, Vec<u32>),
    candidates: Vec<(Action, f64)>,
}

impl Fuzzy {
    /// With these settings.
    ///
    /// # Errors
    /// [`ConfigError`] if one of them is wrong.
    pub(in crate::rajakardhor) fn from_settings(rules: &Rules, given: &[Setting]) -> Result<Self, ConfigError> {
        Ok(Self::new(rules, settings("fuzzy", SETTINGS, given)?))
    }

    pub(super) fn new(rules: &Rules, settings: Settings) -> Self {
        Self {
            settings,
            visits: vec![0; rules.size().cells()],
            exit_distances: (0, Vec::new()),
            candidates: Vec::with_capacity(6),
        }
    }

    fn visits(&self, rules: &Rules, cell: Cell) -> u32 {
        self.visits[rules.size().index(cell)]
    }
}

/// What the thief senses of the guard when it decides.
struct Threat {
    /// The guard's cell, if it is seen.
    guard: Option<Cell>,
    heard: bool,
}

impl Threat {
    /// Distance to a guard in sight.
    fn distance(&self, cell: Cell) -> Option<f64> {
        self.guard.map(|guard| f64::from(guard.manhattan(cell)))
    }

    /// Danger in [0, 1] at a distance: near, seen, or heard, whichever is most.
    fn danger(&self, distance: Option<f64>) -> f64 {
        let near = distance.map_or(0.0, |d| ((4.0 - d) / 4.0).clamp(0.0, 1.0));
        let seen = if self.guard.is_some() { 1.0 } else { 0.0 };
        let heard = if self.heard { 0.6 } else { 0.0 };
        near.max(seen).max(heard)
    }
}

impl Fuzzy {
    fn score_wait(&self, rules: &Rules, threat: &Threat, here: Cell) -> f64 {
        let danger = threat.danger(threat.distance(here));
        0.4 * (1.0 - danger) - 1.6 * danger - 2.0 - 0.5 * f64::from(self.visits(rules, here))
    }

    fn score_move(&self, percept: &Percept<'_, RajakarDhor>, threat: &Threat, here: Cell, next: Cell) -> f64 {
        let rules = percept.rules;
        let (before, after) = (threat.distance(here), threat.distance(next));
        let danger = threat.danger(after);
        let grows = matches!((before, after), (Some(before), Some(after)) if after > before);
        let mut score = 0.0;
        if grows {
            let far = after.map_or(0.0, |d| ((d - 2.0) / 6.0).clamp(0.0, 1.0));
            score += 6.0 + 4.5 * danger + 2.0 * far;
        } else {
            score -= 2.5 * danger;
        }
        score += 0.8 * (1.0 - danger);
        score += match self.exit_pull(rules, here, next, danger) {
            Some(pull) => pull - self.scan_dread(percept, threat, next),
            None => self.curiosity(rules, here, next),
        };
        if after.is_some_and(|d| d <= 1.0) {
            score -= 8.0;
        }
        score
    }

    /// Without a known exit: new cells are worth a visit, old ones cost the more the oftener it was there.
    fn curiosity(&self, rules: &Rules, here: Cell, next: Cell) -> f64 {
        let visits = self.visits(rules, next);
        if visits == 0 {
            return 3.0;
        }
        let is_hemmed_in = rules.steps(here).all(|(_, cell)| self.visits(rules, cell) > 0);
        let penalty = 3.0 + 1.5 * f64::from(visits);
        -if is_hemmed_in { penalty * 0.35 } else { penalty }
    }

    /// With a known exit: a step nearer is good, less so in danger. `None` if no known exit can be reached.
    fn exit_pull(&self, rules: &Rules, here: Cell, next: Cell, danger: f64) -> Option<f64> {
        let distance = |cell: Cell| {
            let steps = *self.exit_distances.1.get(rules.size().index(cell))?;
            (steps != u32::MAX).then(|| f64::from(steps))
        };
        let pull = self.settings.pull * (1.0 - self.settings.caution * danger);
        // Pacing to and fro before a guarded exit is what visits are for here.
        let boredom = 0.3 * f64::from(self.visits(rules, next));
        Some(pull * (distance(here)? - distance(next)?) - boredom)
    }

    /// The scan's timing is a rule that both sides can count: a seen guard's scan is dreaded before it comes.
    fn scan_dread(&self, percept: &Percept<'_, RajakarDhor>, threat: &Threat, next: Cell) -> f64 {
        let fires = percept.rules.scan_fires(percept.observation.turn / 2);
        match threat.guard {
            Some(guard) if fires && percept.rules.scan_covers(guard, next) => self.settings.scan_dread,
            _ => 0.0,
        }
    }

    fn learn_exits(&mut self, percept: &Percept<'_, RajakarDhor>) {
        // An exit found by standing on it is left through at once; the field serves a thief that knows them beforehand.
        let exits = &percept.knowledge.exits;
        if percept.rules.knobs.thief_knows_exits.is_on() && exits.len() != self.exit_distances.0 {
            self.exit_distances = (exits.len(), percept.rules.walking_distances(exits.iter().copied()));
        }
    }
}

impl Agent<RajakarDhor> for Fuzzy {
    fn observe(&mut self, percept: &Percept<'_, RajakarDhor>) {
        let told = percept.observation;
        if told.own_action.is_some() || told.turn == 0 {
            self.visits[percept.rules.size().index(told.cell)] += 1;
        }
        self.learn_exits(percept);
    }

    fn act(&mut self, percept: &Percept<'_, RajakarDhor>, legal: &[Action], _: &mut Chance) -> Action {
        let (rules, told) = (percept.rules, percept.observation);
        let threat = Threat { guard: told.sight.hit(), heard: told.is_heard() };
        self.candidates.clear();
        for action in legal {
            let score = match action {
                Action::Wait => self.score_wait(rules, &threat, told.cell),
                Action::Move(direction) => match rules.step(told.cell, *direction) {
                    Some(next) => self.score_move(percept, &threat, told.cell, next),
                    None => continue,
                },
                Action::Escape => {
                    let calm = 1.0 - threat.danger(threat.distance(told.cell));
                    let certain = rules.knobs.thief_knows_exits.is_on() && rules.knobs.escape == Escape::AtOnce;
                    10.0 + calm + if certain { CERTAIN_ESCAPE } else { 0.0 }
                }
            };
            self.candidates.push((*action, score));
        }
        first_best(&self.candidates).unwrap_or(Action::Wait)
    }

    fn explain(&self, explanation: &mut Explanation) {
        if !self.candidates.is_empty() {
            explanation.decision("fuzzy", self.candidates.iter().copied());
        }
    }
}
