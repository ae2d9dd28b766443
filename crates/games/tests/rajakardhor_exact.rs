//! The exact posteriors of RajakarDhor against the sum over all paths, on small boards, under every rule knob.
//!
//! The oracle here plays every start that the spawn rule allows and every way the hidden side can go, by the rules
//! themselves, and keeps those on which the seat would have been told exactly what it was told.

use std::collections::BTreeMap;

use fogreel_engine::{Cell, CellSet, Chance, Direction, Game, Owner, Seat, Size};
use fogreel_games::rajakardhor::reference::{GuardPosterior, OpponentModel, StartError, ThiefPosterior};
use fogreel_games::rajakardhor::{
    Action, Capture, Escape, ExitDiscovery, GUARD, GuardOrthogonal, Knobs, Noise, Observation, RajakarDhor, Rules,
    ScanShape, State, Switch, THIEF, ThiefSight,
};
use fogreel_inference::{Posterior, Rejected};

/// A preset cut down to boards of 4×4.
fn small(preset: &str) -> Knobs {
    Knobs {
        max_turns: 6,
        sight_range: 2,
        scan_radius: 1,
        scan_period: 2,
        noise_move: 1,
        noise_escape: 2,
        hearing_range: 1,
        spawn_thief_guard: 2,
        spawn_thief_exit: 1,
        spawn_guard_exit: 2,
        spawn_exit_exit: 2,
        ..Knobs::named(preset).expect("a preset")
    }
}

/// One value of one knob.
type Change = (&'static str, fn(&mut Knobs));

/// Every value of every knob, small numbers for ranges.
const CHANGES: &[Change] = &[
    ("thief_sight=rays", |knobs| knobs.thief_sight = ThiefSight::Rays),
    ("thief_sight=through_walls", |knobs| knobs.thief_sight = ThiefSight::ThroughWalls),
    ("guard_orthogonal=on", |knobs| knobs.guard_orthogonal = GuardOrthogonal::On),
    ("guard_orthogonal=belief_only", |knobs| knobs.guard_orthogonal = GuardOrthogonal::BeliefOnly),
    ("guard_orthogonal=off", |knobs| knobs.guard_orthogonal = GuardOrthogonal::Off),
    ("scan_shape=square", |knobs| knobs.scan_shape = ScanShape::Square),
    ("scan_shape=rays", |knobs| (knobs.scan_shape, knobs.scan_radius) = (ScanShape::Rays, 2)),
    ("scan_shape=diamond", |knobs| (knobs.scan_shape, knobs.scan_radius) = (ScanShape::Diamond, 2)),
    ("capture=after_guard", |knobs| knobs.capture = Capture::AfterGuard),
    ("capture=after_either", |knobs| knobs.capture = Capture::AfterEither),
    ("escape=at_once", |knobs| knobs.escape = Escape::AtOnce),
    ("escape=delayed", |knobs| knobs.escape = Escape::Delayed),
    ("noise=heard", |knobs| knobs.noise = Noise::Heard),
    ("noise=leaky", |knobs| knobs.noise = Noise::Leaky),
    ("noise=distance", |knobs| (knobs.noise, knobs.noise_move) = (Noise::Distance, 3)),
    ("noise=cell", |knobs| knobs.noise = Noise::Cell),
    ("thief_hears_guard=on", |knobs| knobs.thief_hears_guard = Switch::On),
    ("thief_hears_guard=off", |knobs| knobs.thief_hears_guard = Switch::Off),
    ("thief_knows_exits=on", |knobs| knobs.thief_knows_exits = Switch::On),
    ("thief_knows_exits=off", |knobs| knobs.thief_knows_exits = Switch::Off),
    ("exit_discovery=after_action", |knobs| knobs.exit_discovery = ExitDiscovery::AfterAction),
    ("exit_discovery=on_sensing", |knobs| knobs.exit_discovery = ExitDiscovery::OnSensing),
    ("minimax_reads_exits=on", |knobs| knobs.minimax_reads_exits = Switch::On),
    ("minimax_reads_exits=off", |knobs| knobs.minimax_reads_exits = Switch::Off),
    ("max_turns=3", |knobs| knobs.max_turns = 3),
    ("max_turns=60", |knobs| knobs.max_turns = 60),
    ("sight_range=0", |knobs| knobs.sight_range = 0),
    ("sight_range=3", |knobs| knobs.sight_range = 3),
    ("scan_radius=0", |knobs| knobs.scan_radius = 0),
    ("scan_period=1", |knobs| knobs.scan_period = 1),
    ("scan_period=3", |knobs| knobs.scan_period = 3),
    ("noise_move=0", |knobs| knobs.noise_move = 0),
    ("noise_move=4", |knobs| knobs.noise_move = 4),
    ("noise_escape=0", |knobs| knobs.noise_escape = 0),
    ("noise_escape=4", |knobs| knobs.noise_escape = 4),
    ("hearing_range=3", |knobs| knobs.hearing_range = 3),
    ("spawn_rule=off", |knobs| knobs.spawn_rule = Switch::Off),
    ("spawn_thief_guard=0", |knobs| knobs.spawn_thief_guard = 0),
    ("spawn_thief_exit=0", |knobs| knobs.spawn_thief_exit = 0),
    ("spawn_thief_exit=2", |knobs| knobs.spawn_thief_exit = 2),
    ("spawn_guard_exit=0", |knobs| knobs.spawn_guard_exit = 0),
    ("spawn_guard_exit=3", |knobs| knobs.spawn_guard_exit = 3),
    ("spawn_exit_exit=0", |knobs| knobs.spawn_exit_exit = 0),
    ("spawn_exit_exit=4", |knobs| knobs.spawn_exit_exit = 4),
];

const MAPS: [&[&str]; 3] =
    [&["....", ".#..", "..#.", "...."], &["...", ".#.", "...", "..#"], &["....", "#.#.", "...."]];

fn rules(map: &[&str], knobs: Knobs) -> Rules {
    let size = Size::new(map.len() as u16, map[0].len() as u16);
    let walls = size.iter().filter(|cell| map[usize::from(cell.row)].as_bytes()[usize::from(cell.col)] == b'#');
    Rules::new(knobs, CellSet::of(size, walls))
}

/// Every start that the spawn rule allows, said in its own words: exits in row order.
fn starts(rules: &Rules, facing: Direction) -> Vec<State> {
    let knobs = &rules.knobs;
    let at_least = |from: Cell, to: Cell, knob: u32| knobs.spawn_rule == Switch::Off || from.manhattan(to) >= knob;
    let mut starts = Vec::new();
    for thief in rules.floor() {
        for guard in rules.floor().filter(|guard| *guard != thief) {
            for first in rules.floor() {
                for second in rules.floor().filter(|second| *second > first) {
                    let legal = at_least(thief, guard, knobs.spawn_thief_guard)
                        && at_least(first, second, knobs.spawn_exit_exit)
                        && [first, second].iter().all(|exit| {
                            at_least(thief, *exit, knobs.spawn_thief_exit)
                                && at_least(guard, *exit, knobs.spawn_guard_exit)
                        });
                    if legal {
                        starts.push(State::start(rules, thief, guard, facing, [first, second]));
                    }
                }
            }
        }
    }
    starts
}

/// What somebody can do on a cell, in the game's order.
fn options(rules: &Rules, cell: Cell, can_escape: bool) -> Vec<(Action, Cell)> {
    let mut options = vec![(Action::Wait, cell)];
    options.extend(Direction::ALL.into_iter().filter_map(|direction| {
        let next = rules.size().step(cell, direction, 1).filter(|next| rules.is_walkable(*next))?;
        Some((Action::Move(direction), next))
    }));
    if can_escape {
        options.push((Action::Escape, cell));
    }
    options
}

/// The options of the side to act with their probabilities, as the README states each model.
fn policy(rules: &Rules, model: OpponentModel, state: &State) -> Vec<(Action, f64)> {
    let thief_acts = state.turn.is_multiple_of(2);
    let (cell, can_escape) =
        if thief_acts { (state.thief, state.exits.contains(&state.thief)) } else { (state.guard, false) };
    let options = options(rules, cell, can_escape);
    let others = (options.len() - 1) as f64;
    let distances = rules.walking_distances(state.exits);
    let distance = |cell: Cell| f64::from(distances[rules.size().index(cell)]);
    let weights: Vec<f64> = options
        .iter()
        .map(|(action, to)| match model {
            OpponentModel::Uniform => 1.0,
            OpponentModel::Still => f64::from(u8::from(*action == Action::Wait)),
            _ if others == 0.0 => 1.0,
            OpponentModel::Walking => f64::from(u8::from(*action != Action::Wait)),
            OpponentModel::NoiseAverse if *action == Action::Wait => 0.5,
            OpponentModel::NoiseAverse => 0.5 / others,
            OpponentModel::ExitSeeking if *action == Action::Escape => 16.0,
            OpponentModel::ExitSeeking if distance(cell) > 1e6 => 1.0,
            OpponentModel::ExitSeeking => 4f64.powf(distance(cell) - distance(*to)),
            OpponentModel::Dash => {
                let escapes = can_escape && *action == Action::Escape;
                let leads = distance(*to) + 1.0 == distance(cell);
                let is_first = options.iter().find(|(_, other)| distance(*other) + 1.0 == distance(cell));
                f64::from(u8::from(escapes || (!can_escape && leads && is_first.is_some_and(|(a, _)| a == action))))
            }
        })
        .collect();
    let total: f64 = weights.iter().sum();
    options.into_iter().zip(weights).map(|((action, _), weight)| (action, weight / total)).collect()
}

fn apply(rules: &Rules, state: &State, action: Action) -> State {
    let mut next = *state;
    let seat = if state.turn.is_multiple_of(2) { THIEF } else { GUARD };
    RajakarDhor::apply(rules, &mut next, &[(seat, action)], &mut Chance::new(0, Owner::Nature)).expect("legal");
    next
}

/// All paths that agree with what a seat was told so far: where each started, where it is, and its weight.
struct Paths<'a> {
    rules: &'a Rules,
    model: OpponentModel,
    seat: Seat,
    alive: Vec<(State, State, f64)>,
}

impl<'a> Paths<'a> {
    fn new(rules: &'a Rules, model: OpponentModel, seat: Seat, starts: &[State], told: &Observation) -> Self {
        let agree = starts.iter().filter(|state| RajakarDhor::observe(rules, state, seat) == reordered(told, state));
        let alive: Vec<_> = agree.map(|state| (*state, *state, 1.0)).collect();
        Self { rules, model, seat, alive }
    }

    /// Goes on by one record; returns the probability of what was told, given everything before.
    fn step(&mut self, told: &Observation) -> f64 {
        let before = self.total();
        let mut alive = Vec::new();
        for (start, state, weight) in self.alive.iter().filter(|(_, state, _)| state.ending.is_none()) {
            let own = told.own_action.map(|action| vec![(action, 1.0)]);
            for (action, probability) in own.unwrap_or_else(|| policy(self.rules, self.model, state)) {
                let can = action != Action::Escape || state.exits.contains(&state.thief);
                if probability > 0.0 && can {
                    let next = apply(self.rules, state, action);
                    if RajakarDhor::observe(self.rules, &next, self.seat) == reordered(told, &next) {
                        alive.push((*start, next, weight * probability));
                    }
                }
            }
        }
        self.alive = alive;
        self.total() / before
    }

    fn total(&self) -> f64 {
        self.alive.iter().map(|(.., weight)| weight).sum()
    }

    fn distribution<K: Ord>(&self, key: impl Fn(&State, &State) -> K) -> BTreeMap<K, f64> {
        let mut distribution = BTreeMap::new();
        let total = self.total();
        for (start, state, weight) in &self.alive {
            *distribution.entry(key(start, state)).or_insert(0.0) += weight / total;
        }
        distribution
    }
}

/// The exits of an observation stand in the order in which they were placed, which nobody can see: the order of another
/// state's exits.
fn reordered(told: &Observation, state: &State) -> Observation {
    let mut told = *told;
    if let [Some(first), Some(second)] = told.exits
        && state.exits == [second, first]
    {
        told.exits = [Some(second), Some(first)];
    }
    told
}

/// Compares a posterior with a distribution over its states; what is missing there must be impossible here.
fn compare<K: Ord>(
    posterior: &Posterior,
    expected: &BTreeMap<K, f64>,
    state: impl Fn(&K) -> (usize, usize),
    what: &str,
) {
    let tags = posterior.domain().tags();
    let mut dense = vec![0.0; posterior.domain().states()];
    expected.iter().for_each(|(key, mass)| {
        let (site, tag) = state(key);
        dense[site * tags + tag] += mass;
    });
    for (index, (found, expected)) in posterior.probabilities().iter().zip(&dense).enumerate() {
        assert!((found - expected).abs() < 1e-12, "{what}: state {index}: {found} is not {expected}");
        assert_eq!(posterior.is_possible(index / tags, index % tags), *expected > 0.0, "{what}: state {index}");
    }
}

fn position(rules: &Rules, cell: Cell) -> usize {
    rules.floor().position(|floor| floor == cell).expect("on the floor")
}

/// A match of six turns that follows the models, and both posteriors along it. Returns how many records were compared.
fn check_match(rules: &Rules, models: [OpponentModel; 2], seed: u64, what: &str) -> usize {
    let mut chance = Chance::new(seed, Owner::Nature);
    let facing = Direction::ALL[chance.below("facing", 4) as usize];
    let starts = starts(rules, facing);
    if starts.is_empty() {
        return 0;
    }
    let mut truth = starts[chance.below("start", starts.len() as u64) as usize];
    if chance.below("order", 2) == 1 {
        truth.exits.reverse();
    }
    let observe = |state: &State, seat| RajakarDhor::observe(rules, state, seat);
    let [of_thief, of_guard] = models;
    let (told_guard, told_thief) = (observe(&truth, GUARD), observe(&truth, THIEF));
    let mut guard = GuardPosterior::new(rules, of_thief, &told_guard).expect("a start");
    let mut thief = ThiefPosterior::new(rules, of_guard, facing, &told_thief).expect("a start");
    let mut guard_paths = Paths::new(rules, of_thief, GUARD, &starts, &told_guard);
    let mut thief_paths = Paths::new(rules, of_guard, THIEF, &starts, &told_thief);
    let floor = rules.floor_cells();
    let mut compared = 0;
    loop {
        let what = format!("{what}, seed {seed}, turn {}", truth.turn);
        let pairs = guard.pairs().to_vec();
        let expected = guard_paths.distribution(|_, state| (state.thief, state.escaping, state.exits));
        compare(
            guard.joint(),
            &expected,
            |(thief, escaping, exits)| {
                let site = position(rules, *thief) + if *escaping { floor } else { 0 };
                (site, pairs.iter().position(|pair| pair == exits).expect("a pair"))
            },
            &format!("{what}, guard"),
        );
        let expected = thief_paths.distribution(|start, state| (start.guard, state.guard, state.facing));
        let knows = rules.knobs.thief_knows_exits == Switch::On;
        compare(
            thief.joint(),
            &expected,
            |(start, guard, facing)| {
                let tag = if knows { 0 } else { position(rules, *start) };
                (position(rules, *guard) * 4 + *facing as usize, tag)
            },
            &format!("{what}, thief"),
        );
        compared += 1;
        if truth.ending.is_some() || truth.turn == 6 {
            return compared;
        }
        let thief_acts = truth.turn.is_multiple_of(2);
        let options = policy(rules, if thief_acts { of_thief } else { of_guard }, &truth);
        let weights: Vec<f64> = options.iter().map(|(_, weight)| *weight).collect();
        chance.begin_turn(truth.turn + 1);
        truth = apply(rules, &truth, options[chance.weighted("action", &weights, |i| i.to_string())].0);
        let (told_guard, told_thief) = (observe(&truth, GUARD), observe(&truth, THIEF));
        let probability = guard.step(rules, &told_guard).unwrap_or_else(|error| panic!("{what}, guard: {error}"));
        assert!((probability - guard_paths.step(&told_guard)).abs() < 1e-12, "{what}");
        let probability = thief.step(rules, &told_thief).unwrap_or_else(|error| panic!("{what}, thief: {error}"));
        assert!((probability - thief_paths.step(&told_thief)).abs() < 1e-12, "{what}");
    }
}

#[test]
fn posteriors_are_the_sum_over_all_paths_under_every_knob() {
    let mut compared = 0;
    for preset in ["guide", "original"] {
        for (name, change) in CHANGES {
            let mut knobs = small(preset);
            change(&mut knobs);
            for (number, map) in MAPS.iter().enumerate() {
                let rules = rules(map, knobs.clone());
                for seed in 0..2 {
                    let what = format!("{preset}, {name}, map {number}");
                    compared += check_match(&rules, [OpponentModel::Uniform; 2], seed, &what);
                }
            }
        }
    }
    assert!(compared > 1500, "only {compared} records compared");
}

#[test]
fn posteriors_are_the_sum_over_all_paths_under_random_knobs() {
    let mut compared = 0;
    for seed in 0..120 {
        let mut chance = Chance::new(seed, Owner::Nature);
        let mut knobs = small(["guide", "original"][chance.below("preset", 2) as usize]);
        for _ in 0..8 {
            CHANGES[chance.below("change", CHANGES.len() as u64) as usize].1(&mut knobs);
        }
        let rules = rules(MAPS[chance.below("map", 3) as usize], knobs.clone());
        compared += check_match(&rules, [OpponentModel::Uniform; 2], seed, &format!("{knobs:?}"));
    }
    assert!(compared > 300, "only {compared} records compared");
}

#[test]
fn posteriors_are_the_sum_over_all_paths_under_every_model() {
    use OpponentModel::{Dash, ExitSeeking, NoiseAverse, Still, Uniform, Walking};
    for (of_thief, of_guard) in
        [(Walking, Still), (NoiseAverse, Walking), (ExitSeeking, NoiseAverse), (Dash, Uniform), (Still, Walking)]
    {
        for (number, map) in MAPS.iter().enumerate() {
            for escape in [Escape::AtOnce, Escape::Delayed] {
                for seed in 0..4 {
                    let rules = rules(map, Knobs { escape, ..small("guide") });
                    check_match(&rules, [of_thief, of_guard], seed, &format!("{of_thief:?} {of_guard:?} {number}"));
                }
            }
        }
    }
}

/// Facing sight lies within the orthogonal range: where that is on, sight says nothing more, to the last bit.
#[test]
fn sight_adds_nothing_to_the_orthogonal_range() {
    let rules = rules(MAPS[0], small("guide"));
    let seen = |state: &State| RajakarDhor::observe(&rules, state, GUARD);
    for start in starts(&rules, Direction::Right).iter().step_by(7) {
        for (action, _) in options(&rules, start.thief, false) {
            let told = seen(&apply(&rules, start, action));
            let whole = GuardPosterior::new(&rules, OpponentModel::Uniform, &seen(start)).expect("a start");
            let mut evidence = whole.evidence(&rules, &told);
            let (mut with, mut without) = (whole.joint().clone(), whole.joint().clone());
            with.step(whole.motion(&told), &evidence).expect("possible");
            evidence.retain(|likelihood| likelihood.channel != "sight");
            without.step(whole.motion(&told), &evidence).expect("possible");
            assert_eq!(with.probabilities(), without.probabilities());
        }
    }
}

/// A guard that sees a thief move knows that the thief is not one that always waits.
#[test]
fn impossible_evidence_names_its_channel_and_keeps_the_last_consistent_state() {
    // A step to a cell diagonally next to the guard is heard and not seen.
    let rules = rules(MAPS[0], Knobs { noise_move: 2, ..small("guide") });
    let seen = |state: &State| RajakarDhor::observe(&rules, state, GUARD);
    let starts = starts(&rules, Direction::Down);
    let mut channels = BTreeMap::new();
    for start in &starts {
        for (action, _) in options(&rules, start.thief, false) {
            let mut posterior = GuardPosterior::new(&rules, OpponentModel::Still, &seen(start)).expect("a start");
            let before = posterior.joint().probabilities().to_vec();
            let after = apply(&rules, start, action);
            if let Err(error) = posterior.step(&rules, &seen(&after)) {
                assert!(matches!(error, Rejected::Impossible { .. }));
                assert_eq!(posterior.joint().probabilities(), before);
                *channels.entry(error.channel().expect("a channel")).or_insert(0) += 1;
            }
        }
    }
    assert!(channels["noise"] > 0, "a noise that a still thief never makes: {channels:?}");
    assert!(channels.keys().all(|channel| ["noise", "sight", "orthogonal"].contains(channel)), "{channels:?}");
}

#[test]
fn large_boards_are_refused() {
    let open = Rules::new(Knobs::named("guide").expect("a preset"), CellSet::new(Size::new(30, 30)));
    let start = State::start(&open, Cell::new(0, 0), Cell::new(15, 15), Direction::Down, [Cell::new(0, 20); 2]);
    let told = RajakarDhor::observe(&open, &start, GUARD);
    let refused = GuardPosterior::new(&open, OpponentModel::Uniform, &told).map(|_| ());
    assert!(matches!(refused, Err(StartError::TooLarge(_))), "{refused:?}");
}
