//! Where a match starts: the persons beside their bases.

use fogreel_engine::data::Setting;
use fogreel_engine::{Cell, Chance, ConfigError};

use super::{PERSONS, Rules, State, TEAMS};

/// The start, as far as it is fixed instead of drawn: by team, where its persons are.
pub type Start = [Option<Vec<Cell>>; 2];

/// Draws the parts of the start that are not fixed, and logs the draws.
///
/// # Errors
/// [`ConfigError::Invalid`] if a fixed part does not fit.
pub(super) fn draw_start(rules: &Rules, start: &Start, chance: &mut Chance) -> Result<State, ConfigError> {
    let mut persons = [[Cell::new(0, 0); PERSONS]; 2];
    let mut taken: Vec<Cell> = Vec::new();
    for team in 0..rules.teams() {
        for person in 0..rules.persons() {
            let cell = match &start[team] {
                Some(cells) => fixed(rules, team, cells, person, &taken)?,
                None => {
                    let is_free = |cell: &Cell| !rules.is_spawn(*cell) && !taken.contains(cell);
                    let free: Vec<Cell> = rules.dropping(team).iter().filter(is_free).collect();
                    if free.is_empty() {
                        let why = "no legal start: both teams crowd around one base";
                        return Err(ConfigError::invalid("the start", why));
                    }
                    free[chance.uniform("spawn", free.len() as u64, |n| free[n as usize].to_string()) as usize]
                }
            };
            persons[team][person] = cell;
            taken.push(cell);
        }
    }
    Ok(State::start(rules, persons))
}

fn fixed(rules: &Rules, team: usize, cells: &[Cell], person: usize, taken: &[Cell]) -> Result<Cell, ConfigError> {
    let wrong = |why: String| Err(ConfigError::invalid(format!("setup `{}`", TEAMS[team]), why));
    if cells.len() != rules.persons() {
        return wrong(format!("expected a cell for each of {} persons, found {}", rules.persons(), cells.len()));
    }
    let cell = cells[person];
    if !rules.size().contains(cell) || !rules.floor(team).contains(cell) {
        return wrong(format!("nobody of that team can stand on {cell}"));
    }
    if rules.is_spawn(cell) {
        return wrong(format!("a flag spawns on {cell}"));
    }
    if taken.contains(&cell) {
        return wrong(format!("two persons would stand on {cell}"));
    }
    Ok(cell)
}

/// The start in the notation of `--setup`.
pub(super) fn setup_of(rules: &Rules, state: &State) -> Vec<Setting> {
    let team = |team: usize| {
        let cells: Vec<String> = state.team(rules, team).iter().map(ToString::to_string).collect();
        Setting::new(TEAMS[team], cells.join(";"))
    };
    (0..rules.teams()).map(team).collect()
}

/// The setup as people write it.
pub(super) fn parse_setup(settings: &[Setting]) -> Result<Start, ConfigError> {
    let mut start = Start::default();
    for Setting { name, value } in settings {
        let team = TEAMS.iter().position(|team| team == name);
        let team = team.ok_or_else(|| ConfigError::unknown("setup key", name, TEAMS))?;
        let cells = value.split(';').map(str::parse).collect::<Result<Vec<Cell>, _>>();
        let wrong = |_| {
            ConfigError::invalid(
                format!("setup `{name}`"),
                format!("expected cells such as 14,2;15,2;16,2, found `{value}`"),
            )
        };
        start[team] = Some(cells.map_err(wrong)?);
    }
    Ok(start)
}
