//! Against an agent whose choices depend on the position alone: backward induction (Bellman 1957).

use fogreel_engine::{Cell, Seat};

use crate::rajakardhor::knobs::Escape;
use crate::rajakardhor::reference::{ACTIONS, OpponentModel};
use crate::rajakardhor::state::is_capture;
use crate::rajakardhor::{Action, GUARD, Rules, State, THIEF};

/// Most values that are worked out for a start: some seconds.
pub(super) const MOST_VALUES: usize = 1 << 30;

/// Positions at all turns.
pub(super) fn values(rules: &Rules) -> usize {
    rules.floor_cells().saturating_pow(2).saturating_mul(rules.knobs.max_turns as usize)
}

/// What the seat expects to score at best from a position against an opponent that follows the model: 1 for a win, ½ for a
/// draw.
pub(super) fn best_score(rules: &Rules, seat: Seat, model: OpponentModel, start: &State) -> f64 {
    let induction = Induction::new(rules, seat, model, start);
    let floor = induction.cells.len();
    // Of the positions at one turn, the guard's score: nothing left, and nobody has won.
    let mut later = Layer { plain: vec![0.5; floor * floor], escaping: vec![0.5; floor * floor] };
    for turn in (start.turn..rules.knobs.max_turns).rev() {
        let acting = if turn.is_multiple_of(2) { THIEF } else { GUARD };
        later = induction.layer(acting, &later);
    }
    let site = |cell: Cell| induction.sites[rules.size().index(cell)];
    let guard_scores = later.plain[site(start.thief) * floor + site(start.guard)];
    if seat == GUARD { guard_scores } else { 1.0 - guard_scores }
}

/// What the guard scores from each position with a number of actions left, by the thief's place among the floor cells and then the
/// guard's.
struct Layer {
    plain: Vec<f64>,
    /// While an escape is declared.
    escaping: Vec<f64>,
}

struct Induction<'a> {
    rules: &'a Rules,
    responder: Seat,
    cells: Vec<Cell>,
    /// Place of each cell of the board among the floor cells.
    sites: Vec<usize>,
    /// By floor cell: probabilities of the opponent's [`ACTIONS`] there.
    policy: Vec<[f64; ACTIONS.len()]>,
    /// By floor cell: where each action leads; `None` if it is illegal. An escape stays.
    targets: Vec<[Option<usize>; ACTIONS.len()]>,
}

impl<'a> Induction<'a> {
    fn new(rules: &'a Rules, responder: Seat, model: OpponentModel, start: &State) -> Self {
        let cells: Vec<Cell> = rules.floor().collect();
        let mut sites = vec![usize::MAX; rules.size().cells()];
        cells.iter().enumerate().for_each(|(site, cell)| sites[rules.size().index(*cell)] = site);
        let distances = rules.walking_distances(start.exits);
        let distance = |cell: Cell| distances[rules.size().index(cell)];
        let can_escape = |cell: Cell| responder == GUARD && start.is_exit(cell);
        let target = |cell: Cell, action: Action| match action {
            Action::Wait => Some(cell),
            Action::Move(direction) => rules.step(cell, direction),
            Action::Escape => start.is_exit(cell).then_some(cell),
        };
        let targets = |cell: &Cell| ACTIONS.map(|action| target(*cell, action).map(|to| sites[rules.size().index(to)]));
        Self {
            rules,
            responder,
            policy: cells.iter().map(|cell| model.policy(rules, *cell, can_escape(*cell), distance)).collect(),
            targets: cells.iter().map(targets).collect(),
            cells,
            sites,
        }
    }

    /// The layer before, in which that seat acts.
    fn layer(&self, acting: Seat, later: &Layer) -> Layer {
        let floor = self.cells.len();
        let delayed = self.rules.knobs.escape == Escape::Delayed;
        let fold = |thief: usize, guard: usize, escaping: bool| {
            let own = if acting == THIEF { thief } else { guard };
            let score_of = |to: usize, action: Action| {
                let (thief, guard) = if acting == THIEF { (to, guard) } else { (thief, to) };
                let at = thief * floor + guard;
                match action {
                    _ if is_capture(self.rules, acting, self.cells[thief], self.cells[guard]) => 1.0,
                    Action::Escape if delayed => later.escaping[at],
                    Action::Escape => 0.0,
                    _ if escaping => 0.0,
                    _ => later.plain[at],
                }
            };
            let options = self.targets[own].iter().zip(ACTIONS).enumerate();
            let legal = options.filter(|(_, (_, action))| acting == THIEF || *action != Action::Escape);
            let scores = legal.filter_map(|(number, (to, action))| Some((number, score_of((*to)?, action))));
            if acting != self.responder {
                scores.map(|(number, score)| self.policy[own][number] * score).sum()
            } else if acting == GUARD {
                scores.map(|(_, score)| score).fold(0.0, f64::max)
            } else {
                scores.map(|(_, score)| score).fold(1.0, f64::min)
            }
        };
        let all = |escaping: bool| {
            (0..floor)
                .flat_map(|thief| (0..floor).map(move |guard| (thief, guard)))
                .map(|(thief, guard)| fold(thief, guard, escaping))
                .collect()
        };
        // Only the guard acts while an escape is declared.
        let escaping = if delayed && acting == GUARD { all(true) } else { Vec::new() };
        Layer { plain: all(false), escaping }
    }
}
