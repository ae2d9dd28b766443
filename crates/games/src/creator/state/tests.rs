use fogreel_engine::Owner;

use super::*;

fn knobs() -> Knobs {
    Knobs::default()
}

fn pawns(text: &str) -> Bits {
    text.split_whitespace().map(|cell| cell.parse::<Cell>().expect("a cell")).collect()
}

/// A position with the die on the table.
fn state(creator: &str, destroyer: &str, die: u8, turn: u32) -> State {
    let pattern = pawns("4,4 5,5 6,6 7,7 8,8");
    let mut state = State::start(&knobs(), pattern);
    (state.pawns, state.die, state.turn) = ([pawns(creator), pawns(destroyer)], Some(die), turn);
    state
}

fn play(knobs: &Knobs, state: &mut State, text: &str) -> Result<(), IllegalAction> {
    state.apply(knobs, text.parse().expect("a move"), &mut Chance::new(1, Owner::Nature))
}

#[test]
fn a_match_begins_with_two_rows_each_and_a_throw() {
    let mut state = State::start(&knobs(), pawns("4,4"));
    assert_eq!((state.pawns[0].len(), state.pawns[1].len()), (32, 32));
    let mut legal = Vec::new();
    state.legal_actions(&knobs(), &mut legal);
    assert!(legal.is_empty() && play(&knobs(), &mut state, "1,4>2,4").is_err());
    state.throw(&mut Chance::new(3, Owner::Nature)).expect("time to throw");
    assert!((1..=6).contains(&state.die.expect("thrown")));
    assert!(state.throw(&mut Chance::new(3, Owner::Nature)).is_err());
    // One step: the front row moves ahead, straight or aside.
    state.die = Some(1);
    state.legal_actions(&knobs(), &mut legal);
    assert_eq!(legal.len(), 14 * 3 + 2 * 2);
    // Six steps jump over whatever stands between, but land on no friend.
    state.die = Some(6);
    state.legal_actions(&knobs(), &mut legal);
    assert!(
        legal.contains(&"0,0>6,0".parse().expect("a move")) && !legal.contains(&"0,0>0,6".parse().expect("a move"))
    );
    state.legal_actions(&Knobs { path: Path::Clear, ..knobs() }, &mut legal);
    assert!(
        !legal.contains(&"0,0>6,0".parse().expect("a move")) && legal.contains(&"1,0>7,0".parse().expect("a move"))
    );
}

#[test]
fn a_captured_pawn_comes_home() {
    let mut first = state("6,6", "9,6 14,0", 3, 0);
    play(&knobs(), &mut first, "6,6>9,6").expect("legal");
    assert_eq!((first.captured, first.pawns[1]), (Some(Cell::new(9, 6)), pawns("14,0 14,1")));
    let mut column = state("6,6", "9,6 14,0", 3, 0);
    play(&Knobs { respawn: Respawn::OwnColumn, ..knobs() }, &mut column, "6,6>9,6").expect("legal");
    assert_eq!(column.pawns[1], pawns("14,6 14,0"));
}

#[test]
fn whoever_finds_no_room_at_home_waits_for_it() {
    let home: String = (14..16).flat_map(|row| (0..16).map(move |col| format!("{row},{col} "))).collect();
    let mut state = state("6,6 0,0", &format!("{home} 9,6"), 3, 0);
    play(&knobs(), &mut state, "6,6>9,6").expect("legal");
    assert_eq!((state.pawns[1].len(), state.reserve[1]), (32, 1));
    state.die = Some(1);
    play(&knobs(), &mut state, "14,3>13,3").expect("legal");
    assert_eq!((state.pawns[1].len(), state.reserve[1]), (33, 0));
    assert!(state.pawns[1].contains(Cell::new(14, 3)));
}

#[test]
fn the_creator_wins_when_the_last_cell_is_filled() {
    let mut state = state("4,4 5,5 6,6 7,7 5,8", "15,0", 3, 0);
    play(&knobs(), &mut state, "5,8>8,8").expect("legal");
    assert_eq!(state.ending, Some(Ending::Filled(0)));
    assert!(play(&knobs(), &mut state, "15,0>14,0").is_err());
}

#[test]
fn in_a_race_the_destroyer_may_fill_it_too() {
    let filled = "4,4 5,5 6,6 7,7 8,11";
    let mut alone = state("0,0", filled, 3, 1);
    play(&knobs(), &mut alone, "8,11>8,8").expect("legal");
    assert_eq!(alone.ending, None);
    let mut race = state("0,0", filled, 3, 1);
    play(&Knobs { goal: Goal::Race, ..knobs() }, &mut race, "8,11>8,8").expect("legal");
    assert_eq!(race.ending, Some(Ending::Filled(1)));
}

#[test]
fn with_relief_a_cell_may_be_missing_after_a_while() {
    let knobs = Knobs { relief: 10, ..Knobs::default() };
    let almost = "4,4 5,5 6,6 7,7 0,0";
    let mut early = state(almost, "15,0", 1, 8);
    play(&knobs, &mut early, "0,0>0,1").expect("legal");
    assert_eq!(early.ending, None);
    let mut late = state(almost, "15,0", 1, 10);
    play(&knobs, &mut late, "0,0>0,1").expect("legal");
    assert_eq!(late.ending, Some(Ending::Filled(0)));
}

#[test]
fn without_a_legal_move_the_turn_passes_and_time_runs_out() {
    let mut state = state("0,0", "15,15", 6, 0);
    state.pawns[0] = Bits::default();
    let mut legal = Vec::new();
    state.legal_actions(&knobs(), &mut legal);
    assert_eq!(legal, [Action::Pass]);
    let mut other = self::state("0,0", "15,15", 6, 0);
    assert!(play(&knobs(), &mut other, "pass").is_err(), "a pawn can move");
    state.turn = 399;
    state.pawns[1] = Bits::default();
    play(&knobs(), &mut state, "pass").expect("legal");
    assert_eq!(state.ending, Some(Ending::DestroyerOutlasts));
    state.ending = None;
    (state.turn, state.die) = (399, Some(2));
    play(&Knobs { timeout: Timeout::Draw, ..knobs() }, &mut state, "pass").expect("legal");
    assert_eq!(state.ending, Some(Ending::Draw));
}

/// Along random play: no pawn is ever lost, and the list of moves is what the rules accept.
#[test]
fn pawns_are_conserved_and_the_list_is_what_the_rules_accept() {
    for (seed, respawn) in [(1, Respawn::FirstFree), (2, Respawn::Random), (3, Respawn::OwnColumn)] {
        let knobs = Knobs { respawn, ..Knobs::default() };
        let mut state = State::start(&knobs, pawns("4,4 5,5 6,6 7,7 8,8"));
        let (mut chance, mut legal) = (Chance::new(seed, Owner::Nature), Vec::new());
        while state.ending.is_none() {
            state.throw(&mut chance).expect("time to throw");
            state.legal_actions(&knobs, &mut legal);
            if state.turn.is_multiple_of(20) {
                let all = (0..256).flat_map(|from| (0..256).map(move |to| (from, to)));
                let cell = |index: u16| Cell::new(index / 16, index % 16);
                let moves = all.map(|(from, to)| Action::Move { from: cell(from), to: cell(to) });
                let accepted: Vec<Action> = moves
                    .filter(|action| state.clone().apply(&knobs, *action, &mut Chance::new(0, Owner::Nature)).is_ok())
                    .collect();
                let mut listed = legal.clone();
                listed.sort_unstable();
                assert_eq!(listed, accepted);
            }
            let action = legal[chance.below("action", legal.len() as u64) as usize];
            state.apply(&knobs, action, &mut chance).expect("listed");
            for side in [CREATOR, DESTROYER] {
                assert_eq!(state.pawns[side].len() + u32::from(state.reserve[side]), 32);
            }
            assert!(state.pawns[0].and(&state.pawns[1]).is_empty(), "nobody shares a cell");
        }
    }
}
