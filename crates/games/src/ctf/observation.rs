//! What a team is told after each joint move, its own and the enemy's: its persons see all together.

use fogreel_engine::Cell;

use super::{Action, Ending, FlagSet, PERSONS, Rules, State};

/// What one team is told after one joint move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Observation {
    /// The team, 0 or 1.
    pub team: usize,
    /// Joint moves so far.
    pub turn: u32,
    /// Where its persons are.
    pub persons: [Cell; PERSONS],
    /// What they carry.
    pub carried: [Option<u8>; PERSONS],
    /// Its own joint move, if this record is its own.
    pub own_action: Option<Action>,
    /// Whose step of it did not happen.
    pub blocked: [bool; PERSONS],
    /// The enemies in sight, by cell; nothing tells one from another.
    pub enemies: [Option<Sighting>; PERSONS],
    /// Where its own persons were sent home: an enemy stands there.
    pub lost_at: [Option<Cell>; PERSONS],
    /// Enemies that were sent home: where they were, and where they stand now.
    pub tagged: [Option<(Cell, Cell)>; PERSONS],
    /// By side: the flags on their spawn points, which everybody sees.
    pub home: [FlagSet; 2],
    /// By team: flags returned, which are called out.
    pub returns: [u32; 2],
    /// How the match ended, which both are told.
    pub ending: Option<Ending>,
}

/// An enemy in sight.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Sighting {
    /// Where it is.
    pub cell: Cell,
    /// The flag that it carries.
    pub carries: Option<u8>,
}

impl Observation {
    /// What a team is told of the position and of the joint move that led to it.
    pub(super) fn of(rules: &Rules, state: &State, team: usize) -> Self {
        let enemy = 1 - team;
        let is_own = state.acted(rules) == Some(team);
        let own = state.team(rules, team);
        let mut enemies = [None; PERSONS];
        let carried = state.carried[enemy].iter().copied();
        let seen = state.team(rules, enemy).iter().zip(carried).filter(|(cell, _)| rules.is_visible(own, **cell));
        enemies
            .iter_mut()
            .zip(seen)
            .for_each(|(place, (cell, carries))| *place = Some(Sighting { cell: *cell, carries }));
        // Those in sight first, by cell: their order says nothing.
        enemies.sort_unstable_by_key(|sighting| (sighting.is_none(), *sighting));
        let mut lost_at = [None; PERSONS];
        let mut tagged = [None; PERSONS];
        for (place, sent) in state.sent_home.iter().flatten().enumerate() {
            if usize::from(sent.team) == team {
                lost_at[place] = Some(sent.at);
            } else {
                tagged[place] = Some((sent.at, sent.to));
            }
        }
        Self {
            team,
            turn: state.turn,
            persons: state.persons[team],
            carried: state.carried[team],
            own_action: state.last.filter(|_| is_own),
            blocked: if is_own { state.blocked } else { [false; PERSONS] },
            enemies,
            lost_at,
            tagged,
            home: [0, 1].map(|side| state.home(rules, side)),
            returns: state.returns,
            ending: state.ending,
        }
    }

    /// Where its persons are.
    pub fn own(&self, rules: &Rules) -> &[Cell] {
        &self.persons[..rules.persons()]
    }

    /// Cells where an enemy certainly is: in sight, or where it sent one of the own persons home.
    pub fn located(&self) -> impl Iterator<Item = Cell> {
        let seen = self.enemies.iter().flatten().map(|sighting| sighting.cell);
        let is_unseen = |cell: &Cell| self.enemies.iter().flatten().all(|sighting| sighting.cell != *cell);
        seen.chain(self.lost_at.iter().flatten().copied().filter(is_unseen))
    }
}
