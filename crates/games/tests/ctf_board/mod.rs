//! Rules and positions on the boards of the game.

use fogreel_engine::{Cell, CellSet, Detail, MapSource, MatchConfig};
use fogreel_games::ctf::{Knobs, Rules, Side, State};

/// The rules of a preset on a board, with the knobs that `change` sets.
pub(crate) fn rules(map: &str, preset: &str, change: impl FnOnce(&mut Knobs)) -> Rules {
    let game = fogreel_games::find("ctf").expect("registered");
    let config = MatchConfig { map: MapSource::Named(map.to_owned()), ..MatchConfig::default() };
    let session = game.start(&config, Detail::Nothing).expect("a start");
    let board = &session.header().board;
    let of = |id: &str| {
        let kind = board.legend.iter().position(|kind| kind.id == id).expect("a kind of terrain");
        board.size.iter().filter(move |cell| usize::from(board.terrain[board.size.index(*cell)]) == kind)
    };
    let side = |base: &str, flag: &str| Side { base: of(base).next().expect("a base"), flags: of(flag).collect() };
    let mut knobs = Knobs::named(preset).expect("a preset");
    change(&mut knobs);
    let walls = CellSet::of(board.size, of("wall"));
    Rules::new(knobs, walls, [side("west_base", "west_spawn"), side("east_base", "east_spawn")]).expect("a board")
}

/// A position by the cells of West, then those of East.
pub(crate) fn position(rules: &Rules, west: &str, east: &str) -> State {
    let persons = [west, east].map(|cells| {
        let mut persons = [Cell::new(0, 0); 3];
        for (person, cell) in persons.iter_mut().zip(cells.split(' ').filter(|cell| !cell.is_empty())) {
            *person = cell.parse().expect("a cell");
        }
        persons
    });
    State::start(rules, persons)
}
