use fogreel_engine::{CellSet, Owner, Size};

use super::super::Side;
use super::*;

/// 9 × 12, bases in the middle row, one flag each, no walls.
fn rules() -> Rules {
    let side = |base, flag| Side { base, flags: vec![flag] };
    let sides = [side(Cell::new(4, 1), Cell::new(0, 3)), side(Cell::new(4, 10), Cell::new(0, 8))];
    Rules::new(&CellSet::new(Size::new(9, 12)), sides, 100).expect("a board")
}

fn state(left: [(u16, u16); 3], right: [(u16, u16); 3]) -> State {
    State::start([left, right].map(|team| team.map(|(row, col)| Cell::new(row, col))))
}

fn play(state: &mut State, text: &str) -> Result<(), IllegalAction> {
    let action = text.parse().expect("a joint move");
    state.apply(&rules(), action, &mut Chance::new(1, Owner::Nature))
}

const FAR: [(u16, u16); 3] = [(8, 9), (8, 10), (8, 11)];

#[test]
fn a_flag_is_picked_up_and_returned_beside_the_base() {
    let mut state = state([(0, 7), (5, 3), (6, 3)], FAR);
    play(&mut state, "0,7>0,8").expect("legal");
    assert_eq!(state.carried[0], [Some(0), None, None]);
    assert!(!state.is_home(1, 0));
    state.persons[0][0] = Cell::new(4, 3);
    state.turn = 2;
    play(&mut state, "4,3>4,2").expect("legal");
    assert_eq!((state.returns, state.is_home(1, 0)), ([1, 0], true));
}

#[test]
fn on_the_own_half_an_enemy_is_sent_home_and_loses_its_flag() {
    let mut state = state([(2, 2), (5, 3), (6, 3)], [(2, 3), (8, 10), (8, 11)]);
    state.carried[1][0] = Some(0);
    play(&mut state, "2,2>2,3").expect("legal");
    let home = state.persons[1][0];
    assert_eq!((home.chebyshev(Cell::new(4, 10)), home.manhattan(Cell::new(4, 10))), (1, 2));
    assert!(state.is_home(0, 0));
    assert_eq!(state.persons[0][0], Cell::new(2, 3));
}

#[test]
fn elsewhere_the_step_is_blocked_and_so_is_who_follows() {
    let mut state = state([(2, 7), (2, 6), (6, 3)], [(2, 8), (8, 10), (8, 11)]);
    let before = state.persons;
    play(&mut state, "2,7>2,8;2,6>2,7").expect("accepted");
    assert_eq!((state.persons, state.blocked, state.turn), (before, [true, true, false], 1));
}

#[test]
fn two_persons_may_swap() {
    let mut state = state([(2, 2), (2, 3), (6, 3)], FAR);
    play(&mut state, "2,2>2,3;2,3>2,2").expect("legal");
    assert_eq!(state.persons[0][..2], [Cell::new(2, 3), Cell::new(2, 2)]);
}

#[test]
fn what_the_rules_forbid_leaves_the_state_untouched() {
    let mut state = state([(0, 2), (3, 1), (0, 7)], FAR);
    state.carried[0][2] = Some(7);
    let before = state.clone();
    for text in ["0,2>0,3", "3,1>4,1", "0,7>0,8", "0,2>1,3", "5,5>5,6", "0,2>0,1;0,2>1,2"] {
        assert!(play(&mut state, text).is_err(), "{text}");
        assert_eq!(state, before, "{text}");
    }
}
