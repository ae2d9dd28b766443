//! The expected numbers of enemies against the exact filter over all enemies at once, on boards small enough for one.

use std::collections::HashMap;

use fogreel_analysis::metrics::count_surprisal_bits;
use fogreel_engine::{Cell, CellSet, Chance, Game, Owner, Seat, Size};
use fogreel_games::ctf::{Ctf, EnemyMap, Knobs, Knowledge, Observation, Rules, Side, State};

const OWN: usize = 0;
const ENEMY: usize = 1;

/// 8 × 10 with a few walls, and persons that see two cells far.
fn rules(persons: u32) -> Rules {
    let knobs = Knobs { persons, flags: 1, sight: 2, max_turns: 80, ..Knobs::named("match").expect("a preset") };
    let walls = [(1, 3), (2, 3), (5, 3), (1, 6), (2, 6), (5, 6)];
    let walls = CellSet::of(Size::new(8, 10), walls.map(|(row, col)| Cell::new(row, col)));
    let side = |base: (u16, u16), flag: (u16, u16)| Side {
        base: Cell::new(base.0, base.1),
        flags: vec![Cell::new(flag.0, flag.1)],
    };
    Rules::new(knobs, walls, [side((3, 1), (7, 0)), side((3, 8), (7, 9))]).expect("a board")
}

/// The exact posterior over where all enemies are, unlabelled: each of them stays or steps, all joint moves equally likely.
struct Exact<'a> {
    rules: &'a Rules,
    states: HashMap<Vec<Cell>, f64>,
}

impl Exact<'_> {
    fn observe(&mut self, told: &Observation, visible: &CellSet) {
        if told.own_action.is_none() && told.turn > 0 {
            let mut moved: HashMap<Vec<Cell>, f64> = HashMap::new();
            for (cells, p) in &self.states {
                let joint = self.joint(cells);
                for next in &joint {
                    *moved.entry(next.clone()).or_default() += p / joint.len() as f64;
                }
            }
            self.states = moved;
        }
        for (at, to) in told.tagged.iter().flatten() {
            let mut sent: HashMap<Vec<Cell>, f64> = HashMap::new();
            for (cells, p) in &self.states {
                if let Some(person) = cells.iter().position(|cell| cell == at) {
                    let mut next = cells.clone();
                    next[person] = *to;
                    next.sort_unstable();
                    *sent.entry(next).or_default() += p;
                }
            }
            self.states = sent;
        }
        let mut seen: Vec<Cell> = told.enemies.iter().flatten().map(|sighting| sighting.cell).collect();
        seen.sort_unstable();
        let fits = |cells: &Vec<Cell>| {
            let in_sight = cells.iter().copied().filter(|cell| visible.contains(*cell));
            in_sight.eq(seen.iter().copied()) && told.lost_at.iter().flatten().all(|cell| cells.contains(cell))
        };
        self.states.retain(|cells, _| fits(cells));
        let total: f64 = self.states.values().sum();
        assert!(total > 0.0, "the truth is always possible");
        self.states.values_mut().for_each(|p| *p /= total);
    }

    /// Where all joint moves lead, as often as they do.
    fn joint(&self, cells: &[Cell]) -> Vec<Vec<Cell>> {
        let mut joint: Vec<Vec<Cell>> = vec![Vec::new()];
        for cell in cells {
            let options: Vec<Cell> = self.rules.steps(ENEMY, *cell).into_iter().flatten().chain([*cell]).collect();
            let extend = |before: &Vec<Cell>| {
                let free = options.iter().filter(|to| !before.contains(to)).copied();
                free.map(|to| [&before[..], &[to]].concat()).collect::<Vec<_>>()
            };
            joint = joint.iter().flat_map(extend).collect();
        }
        joint.iter_mut().for_each(|cells| cells.sort_unstable());
        joint
    }

    fn counts(&self) -> Vec<f64> {
        let mut counts = vec![0.0; self.rules.size().cells()];
        for (cells, p) in &self.states {
            cells.iter().for_each(|cell| counts[self.rules.size().index(*cell)] += p);
        }
        counts
    }
}

/// What a match of random joint moves gave.
#[derive(Default)]
struct Measured {
    records: u32,
    /// Sum of ½ Σ |approximate − exact|: enemies that would have to be moved.
    apart: f64,
    worst: f64,
    /// Sums of expected-count log scores.
    exact_bits: f64,
    approximate_bits: f64,
}

fn measure(persons: u32, seed: u64, measured: &mut Measured) {
    let rules = rules(persons);
    let mut chance = Chance::new(seed, Owner::Nature);
    let beside = |base: Cell| {
        let around = [(-1, -1), (-1, 0), (-1, 1)]
            .map(|(rows, cols)| rules.size().shift(base, rows, cols).expect("on the board"));
        let mut cells = [Cell::new(0, 0); 3];
        cells[..persons as usize].copy_from_slice(&around[..persons as usize]);
        cells
    };
    let mut state = State::start(&rules, [beside(rules.side(OWN).base), beside(rules.side(ENEMY).base)]);
    let told = Ctf::observe(&rules, &state, Seat(0));
    let mut knowledge: Knowledge = Ctf::first_knowledge(&rules, Seat(0), &told);
    let mut map = EnemyMap::new(&rules, &told, knowledge.visible());
    let start = state.team(&rules, ENEMY).to_vec();
    let mut exact = Exact { rules: &rules, states: HashMap::from([(start, 1.0)]) };
    exact.states = exact.states.drain().map(|(mut cells, p)| (std::mem::take(&mut cells), p)).collect();
    while state.ending.is_none() {
        let actor = Seat(state.to_act(&rules) as u8);
        let knowledge_of_actor = Ctf::first_knowledge(&rules, actor, &Ctf::observe(&rules, &state, actor));
        let mut legal = Vec::new();
        Ctf::legal_actions(&rules, &knowledge_of_actor, &mut legal);
        let action = legal[chance.below("action", legal.len() as u64) as usize];
        Ctf::apply(&rules, &mut state, &[(actor, action)], &mut chance).expect("legal");
        let told = Ctf::observe(&rules, &state, Seat(0));
        Ctf::learn(&rules, &mut knowledge, &told);
        map.observe(&rules, &told, knowledge.visible());
        exact.observe(&told, knowledge.visible());
        let (approximate, reference) = (map.counts(), exact.counts());
        let apart: f64 = approximate.iter().zip(&reference).map(|(a, r)| (a - r).abs()).sum::<f64>() / 2.0;
        let mut numbers = vec![0; rules.size().cells()];
        state.team(&rules, ENEMY).iter().for_each(|cell| numbers[rules.size().index(*cell)] += 1);
        measured.records += 1;
        measured.apart += apart;
        measured.worst = measured.worst.max(apart);
        measured.exact_bits += count_surprisal_bits(&reference, &numbers).expect("the truth is always possible");
        // An association that went wrong may rule the truth out; the exact filter never does.
        measured.approximate_bits += count_surprisal_bits(&approximate, &numbers).unwrap_or(30.0);
    }
}

/// The numbers that the game's README names.
#[test]
fn the_approximation_is_as_good_as_it_is_said_to_be() {
    let readme = include_str!("../src/ctf/README.md");
    for (persons, matches) in [(1, 20), (2, 30), (3, 10)] {
        let mut measured = Measured::default();
        (0..matches).for_each(|seed| measure(persons, seed, &mut measured));
        let records = f64::from(measured.records);
        let row = format!(
            "| {persons} | {} | {:.2} | {:.2} | {:.2} | {:.2} |",
            measured.records,
            measured.apart / records,
            measured.worst,
            measured.exact_bits / records,
            measured.approximate_bits / records
        );
        assert!(readme.contains(&row), "the README does not say\n{row}");
        // An enemy by itself is tracked exactly.
        assert!(persons > 1 || measured.worst < 1e-9, "{}", measured.worst);
    }
}
