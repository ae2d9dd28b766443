//! Faults that recur, told once.

use fogreel_analysis::assess::Assessment;
use fogreel_analysis::fault::{FaultEpisode, episodes};

/// A fault that comes back more often than this is told once.
const MOST_APART: usize = 3;

/// A fault to be told: one episode, or all of a fault that recurs, by the record in which each begins.
pub(crate) struct Recurring<'a>(Vec<FaultEpisode<'a>>);

impl<'a> Recurring<'a> {
    /// The episode that costs most; of equals, the first.
    pub(crate) fn worst(&self) -> &FaultEpisode<'a> {
        let cost = |episode: &FaultEpisode<'_>| episode.cost_bits.unwrap_or(0.0);
        self.0
            .iter()
            .reduce(|worst, episode| if cost(episode) > cost(worst) { episode } else { worst })
            .unwrap_or(&self.0[0])
    }

    /// How often it is there.
    pub(crate) fn times(&self) -> usize {
        self.0.len()
    }

    /// On which other turns it begins: `turns 9, 11 and 19`; empty of a fault that does not recur.
    pub(crate) fn other_turns(&self) -> String {
        let worst = self.worst().first.record;
        let others: Vec<String> =
            self.0.iter().filter(|it| it.first.record != worst).map(|it| it.first.turn.to_string()).collect();
        match others.as_slice() {
            [] => String::new(),
            [one] => format!("turn {one}"),
            [most @ .., last] => format!("turns {} and {last}", most.join(", ")),
        }
    }
}

/// The faults of a belief, by the record in which each is there first.
pub(crate) fn recurring(belief: &Assessment) -> Vec<Recurring<'_>> {
    let mut kinds: Vec<Vec<FaultEpisode<'_>>> = Vec::new();
    for episode in episodes(&belief.faults) {
        let of = |episode: &FaultEpisode<'_>| (episode.first.kind, episode.first.channel.clone());
        match kinds.iter_mut().find(|kind| of(&kind[0]) == of(&episode)) {
            Some(kind) => kind.push(episode),
            None => kinds.push(vec![episode]),
        }
    }
    let mut told: Vec<Recurring<'_>> = Vec::new();
    for kind in kinds {
        if kind.len() > MOST_APART {
            told.push(Recurring(kind));
        } else {
            told.extend(kind.into_iter().map(|episode| Recurring(vec![episode])));
        }
    }
    told.sort_by_key(|told| told.0[0].first.record);
    told
}
