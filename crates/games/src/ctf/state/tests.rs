use std::collections::BTreeSet;

use fogreel_engine::{CellSet, Owner, Size};

use super::super::{FlagOwner, FlagWhileCarried, Knobs, Side, Step, Switch};
use super::*;

/// 9 × 12, bases in the middle row, two flags each, no walls.
fn rules_with(change: impl Fn(&mut Knobs)) -> Rules {
    let mut knobs = Knobs { max_turns: 100, ..Knobs::named("match").expect("a preset") };
    change(&mut knobs);
    let side = |base, flags: [Cell; 2]| Side { base, flags: flags.to_vec() };
    let sides = [
        side(Cell::new(4, 1), [Cell::new(0, 3), Cell::new(8, 3)]),
        side(Cell::new(4, 10), [Cell::new(0, 8), Cell::new(8, 8)]),
    ];
    Rules::new(knobs, CellSet::new(Size::new(9, 12)), sides).expect("a board")
}

fn rules() -> Rules {
    rules_with(|_| {})
}

fn state(rules: &Rules, left: [(u16, u16); 3], right: [(u16, u16); 3]) -> State {
    State::start(rules, [left, right].map(|team| team.map(|(row, col)| Cell::new(row, col))))
}

fn play(rules: &Rules, state: &mut State, text: &str) -> Result<(), IllegalAction> {
    let action = text.parse().expect("a joint move");
    state.apply(rules, action, &mut Chance::new(1, Owner::Nature))
}

const FAR: [(u16, u16); 3] = [(6, 9), (6, 10), (6, 11)];

#[test]
fn a_flag_is_picked_up_and_returned_beside_the_base() {
    let rules = rules();
    let mut state = state(&rules, [(0, 7), (5, 3), (6, 3)], FAR);
    play(&rules, &mut state, "0,7>0,8").expect("legal");
    assert_eq!((state.carried[0], state.home(&rules, 1)), ([Some(0), None, None], 0b10));
    state.persons[0][0] = Cell::new(4, 3);
    state.turn = 2;
    play(&rules, &mut state, "4,3>4,2").expect("legal");
    assert_eq!((state.returns, state.home(&rules, 1)), ([1, 0], 0b11));
}

#[test]
fn on_the_own_half_an_enemy_is_sent_home_and_loses_its_flag() {
    let rules = rules();
    let mut state = state(&rules, [(2, 2), (5, 3), (6, 3)], [(2, 3), (6, 10), (6, 11)]);
    state.carried[1][0] = Some(0);
    play(&rules, &mut state, "2,2>2,3").expect("legal");
    let home = state.persons[1][0];
    assert_eq!((home.chebyshev(Cell::new(4, 10)), home.manhattan(Cell::new(4, 10))), (1, 2));
    assert_eq!(state.home(&rules, 0), 0b11);
    assert_eq!(state.persons[0][0], Cell::new(2, 3));
    assert_eq!(state.sent_home[0], Some(SentHome { team: 1, at: Cell::new(2, 3), to: home }));
}

#[test]
fn elsewhere_the_step_is_blocked_and_so_is_who_follows() {
    let rules = rules();
    let mut state = state(&rules, [(2, 7), (2, 6), (6, 3)], [(2, 8), (6, 10), (6, 11)]);
    let before = state.persons;
    play(&rules, &mut state, "2,7>2,8;2,6>2,7").expect("accepted");
    assert_eq!((state.persons, state.blocked, state.turn), (before, [true, true, false], 1));
}

#[test]
fn an_intruder_that_steps_on_a_defender_may_be_sent_home() {
    let rules = rules_with(|knobs| knobs.intruder_steps_on_defender = Intruder::SentHome);
    let mut state = state(&rules, [(2, 7), (2, 6), (6, 3)], [(2, 8), (6, 10), (6, 11)]);
    state.carried[0][0] = Some(1);
    play(&rules, &mut state, "2,7>2,8").expect("accepted");
    assert_eq!(state.persons[0][0].chebyshev(Cell::new(4, 1)), 1);
    assert_eq!((state.carried[0][0], state.persons[1][0]), (None, Cell::new(2, 8)));
    assert_eq!(state.sent_home[0].map(|sent| (sent.team, sent.at)), Some((0, Cell::new(2, 8))));
}

#[test]
fn two_persons_may_swap() {
    let rules = rules();
    let mut state = state(&rules, [(2, 2), (2, 3), (6, 3)], FAR);
    play(&rules, &mut state, "2,2>2,3;2,3>2,2").expect("legal");
    assert_eq!(state.persons[0][..2], [Cell::new(2, 3), Cell::new(2, 2)]);
}

#[test]
fn what_the_rules_forbid_leaves_the_state_untouched() {
    let rules = rules();
    let mut state = state(&rules, [(0, 2), (3, 1), (0, 7)], FAR);
    state.carried[0][2] = Some(1);
    let before = state.clone();
    for text in ["0,2>0,3", "3,1>4,1", "0,7>0,8", "5,5>5,6", "0,2>0,1;0,2>1,2"] {
        assert!(play(&rules, &mut state, text).is_err(), "{text}");
        assert_eq!(state, before, "{text}");
    }
}

#[test]
fn assigned_flags_are_picked_up_by_their_person_alone() {
    let rules = rules_with(|knobs| knobs.flag_owner = FlagOwner::Assigned);
    let mut state = state(&rules, [(8, 7), (0, 7), (6, 3)], FAR);
    play(&rules, &mut state, "0,7>0,8;8,7>8,8").expect("legal");
    assert_eq!(state.carried[0], [None; 3], "flag 0 is the first person's, flag 1 the second's");
    state.turn = 2;
    state.persons[0] = [Cell::new(0, 7), Cell::new(8, 7), Cell::new(6, 3)];
    play(&rules, &mut state, "0,7>0,8;8,7>8,8").expect("legal");
    assert_eq!(state.carried[0], [Some(0), Some(1), None]);
}

#[test]
fn a_flag_that_stays_can_be_taken_twice_and_is_gone_with_the_first_return() {
    let rules = rules_with(|knobs| {
        knobs.flag_while_carried = FlagWhileCarried::Available;
        knobs.respawn_flags = Switch::Off;
    });
    let mut state = state(&rules, [(0, 7), (1, 8), (6, 3)], FAR);
    play(&rules, &mut state, "0,7>0,8").expect("legal");
    state.turn = 2;
    play(&rules, &mut state, "0,8>0,7;1,8>0,8").expect("legal");
    assert_eq!((state.carried[0], state.home(&rules, 1)), ([Some(0), Some(0), None], 0b11));
    state.turn = 4;
    state.persons[0][0] = Cell::new(4, 3);
    play(&rules, &mut state, "4,3>4,2").expect("legal");
    assert_eq!((state.carried[0], state.home(&rules, 1), state.returns[0]), ([None; 3], 0b10, 1));
}

#[test]
fn whoever_is_alone_ends_with_the_goal() {
    let rules = rules_with(|knobs| *knobs = Knobs { flags: 1, ..Knobs::named("solo").expect("a preset") });
    let mut state = state(&rules, [(0, 7), (0, 0), (0, 0)], [(0, 0); 3]);
    assert!(play(&rules, &mut state, "wait").is_err(), "one must move");
    play(&rules, &mut state, "0,7>0,8").expect("legal");
    state.persons[0][0] = Cell::new(4, 3);
    assert_eq!(state.ending, None);
    play(&rules, &mut state, "4,3>4,2").expect("legal");
    assert_eq!(state.ending, Some(Ending::Goal { team: 0, turns: 2 }));
    assert!(play(&rules, &mut state, "4,2>4,3").is_err(), "it is over");
}

/// All joint moves that can be written at all, tried one by one.
fn accepted(rules: &Rules, state: &State) -> BTreeSet<Action> {
    let team = state.to_act(rules);
    let mut joint: Vec<Vec<Step>> = vec![Vec::new()];
    for from in state.team(rules, team) {
        let near = rules.size().iter().filter(|cell| cell.manhattan(*from) <= 2);
        let steps: Vec<Step> = near.map(|to| Step { from: *from, to }).collect();
        let longer = joint.iter().flat_map(|one| steps.iter().map(move |step| [&one[..], &[*step]].concat()));
        let longer: Vec<Vec<Step>> = longer.collect();
        joint.extend(longer);
    }
    let actions = joint.into_iter().filter_map(Action::of);
    let is_accepted = |action: &Action| state.clone().apply(rules, *action, &mut Chance::new(1, Owner::Nature)).is_ok();
    actions.filter(is_accepted).collect()
}

#[test]
fn the_list_of_legal_moves_is_what_the_rules_accept() {
    let must_move = rules_with(|knobs| knobs.must_move = Switch::On);
    for rules in [rules(), must_move] {
        for (persons, carried) in [
            ([(0, 2), (3, 1), (0, 7)], [None, None, Some(1)]),
            ([(2, 2), (2, 3), (3, 2)], [None; 3]),
            ([(8, 7), (7, 8), (8, 9)], [Some(0), None, None]),
        ] {
            let mut state = state(&rules, persons, FAR);
            state.carried[0] = carried;
            let mut listed = Vec::new();
            state.movers(&rules, 0).fill(&rules, &mut listed);
            let unique: BTreeSet<Action> = listed.iter().copied().collect();
            assert_eq!(unique.len(), listed.len());
            assert_eq!(unique, accepted(&rules, &state));
        }
    }
}

#[test]
fn equal_states_have_equal_bytes_and_others_have_not() {
    let rules = rules();
    let mut state = state(&rules, [(0, 2), (3, 1), (0, 7)], FAR);
    let mut seen = BTreeSet::new();
    let mut chance = Chance::new(3, Owner::Nature);
    for _ in 0..60 {
        let mut bytes = Vec::new();
        state.encode(&mut bytes);
        assert!(seen.insert(bytes), "every turn differs");
        let mut legal = Vec::new();
        let team = state.to_act(&rules);
        state.movers(&rules, team).fill(&rules, &mut legal);
        let action = legal[chance.below("any", legal.len() as u64) as usize];
        state.apply(&rules, action, &mut chance).expect("legal");
    }
}
