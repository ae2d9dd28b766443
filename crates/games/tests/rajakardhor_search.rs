//! The hunter's pruned search gives the value of plain minimax.

use fogreel_engine::{Cell, CellSet, Direction, Size};
use fogreel_games::rajakardhor::{Capture, Escape, Knobs, Node, Rules, Search};
use proptest::prelude::*;

/// The same game without pruning: who is to act follows from the turn.
struct Plain<'a> {
    rules: &'a Rules,
    exits: &'a [Cell],
}

impl Plain<'_> {
    fn is_capture(&self, by_guard: bool, node: Node) -> bool {
        let apart = node.thief.manhattan(node.guard);
        match self.rules.knobs.capture {
            Capture::AfterGuard => by_guard && apart <= 1,
            Capture::AfterEither => apart == 1,
        }
    }

    fn leaf(&self, node: Node) -> f64 {
        let near = 12.0 - f64::from(node.guard.manhattan(node.thief));
        let exit = self.exits.iter().map(|exit| 10.0 - f64::from(exit.manhattan(node.thief))).fold(0.0, f64::max);
        8.0 * near.max(0.0) - 5.0 * exit
    }

    fn value(&self, node: Node, plies: u32) -> f64 {
        if plies == 0 || node.turn >= self.rules.knobs.max_turns {
            return self.leaf(node);
        }
        let win = 10_000.0 + f64::from(plies);
        let turn = node.turn + 1;
        if node.turn.is_multiple_of(2) {
            let steps = Direction::ALL.into_iter().filter_map(|direction| self.rules.step(node.thief, direction));
            let moves = steps.chain([node.thief]).map(|thief| {
                let child = Node { thief, turn, ..node };
                if self.is_capture(false, child) { win } else { self.value(child, plies - 1) }
            });
            let escape = self.exits.contains(&node.thief).then(|| match self.rules.knobs.escape {
                Escape::AtOnce => -win,
                Escape::Delayed => self.value(Node { turn, escaping: true, ..node }, plies - 1),
            });
            moves.chain(escape).fold(f64::INFINITY, f64::min)
        } else {
            let steps = Direction::ALL.into_iter().filter_map(|direction| self.rules.step(node.guard, direction));
            let best = steps.map(|guard| {
                let child = Node { guard, turn, ..node };
                match (self.is_capture(true, child), child.escaping) {
                    (true, _) => win,
                    (false, true) => -win,
                    (false, false) => self.value(child, plies - 1),
                }
            });
            let best = best.fold(f64::NEG_INFINITY, f64::max);
            if best == f64::NEG_INFINITY { self.leaf(node) } else { best }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn pruning_changes_no_value(
        walls in proptest::collection::vec(0u8..5, 36),
        places in any::<[u8; 4]>(),
        either in any::<bool>(),
        delayed in any::<bool>(),
        turn in 0u32..4,
        depth in 1u32..6,
    ) {
        let size = Size::new(6, 6);
        let set = CellSet::of(size, size.iter().filter(|cell| walls[size.index(*cell)] == 0));
        let mut knobs = Knobs::named("guide").expect("a preset");
        knobs.capture = if either { Capture::AfterEither } else { Capture::AfterGuard };
        knobs.escape = if delayed { Escape::Delayed } else { Escape::AtOnce };
        knobs.max_turns = 6;
        let rules = Rules::new(knobs, set);
        let floor: Vec<Cell> = rules.floor().collect();
        prop_assume!(!floor.is_empty());
        let [thief, guard, first, second] = places.map(|place| floor[usize::from(place) % floor.len()]);
        let exits = [first, second];
        let node = Node { thief, guard, turn: 2 * turn + 1, escaping: false };
        let plain = Plain { rules: &rules, exits: &exits };
        for (_, next) in rules.steps(guard) {
            let mut search = Search::new(&rules, &exits, &exits);
            let found = search.root_move(node, next, depth);
            let child = Node { guard: next, turn: node.turn + 1, ..node };
            let expected = if plain.is_capture(true, child) { 10_000.0 } else { plain.value(child, depth - 1) };
            prop_assert_eq!(found, expected);
            prop_assert!(search.nodes() > 0);
        }
    }
}
