//! What is shown of a tournament, in any form.

use fogreel_engine::GameInfo;
use fogreel_tournament::{IntervalMethod, Plan, PresetStandings, Share, Sides, Standings};
use serde::Serialize;

use super::bracketed::PresetBrackets;

/// A tournament and what its results say.
pub(super) struct Shown<'a> {
    pub(super) game: GameInfo,
    pub(super) plan: &'a Plan,
    pub(super) standings: &'a Standings,
    /// By preset, if they were asked for.
    pub(super) brackets: Option<&'a [PresetBrackets]>,
    /// Whether everything was played that was to be.
    pub(super) is_whole: bool,
}

/// The same for scripts.
#[derive(Serialize)]
pub(super) struct Json<'a> {
    plan: &'a Plan,
    complete: bool,
    #[serde(flatten)]
    standings: &'a Standings,
    brackets: Option<&'a [PresetBrackets]>,
}

impl<'a> Shown<'a> {
    pub(super) fn json(&self) -> Json<'a> {
        Json { plan: self.plan, complete: self.is_whole, standings: self.standings, brackets: self.brackets }
    }

    /// The label of a player.
    pub(super) fn label(&self, player: usize) -> &'a str {
        &self.plan.players[player].label
    }

    /// Who has won a match that counts as won: the row of a matrix, or its seat where everybody keeps one.
    pub(super) fn winner(&self) -> String {
        match self.plan.sides {
            Sides::Fixed => format!("won by the {}", self.plan.seats[0]),
            Sides::Swapped => "won by the row".to_owned(),
        }
    }

    /// Which intervals are shown, in words.
    pub(super) fn interval_name(&self) -> String {
        let name = match self.standings.interval {
            IntervalMethod::Wilson => "Wilson",
            IntervalMethod::ClopperPearson => "Clopper–Pearson",
        };
        // Rounded, since 0.9999 in percent has more digits than anybody named.
        let percent = format!("{:.2}", 100.0 * self.standings.confidence);
        format!("{} % {name} intervals", percent.trim_end_matches('0').trim_end_matches('.'))
    }

    /// Starts, maps and seeds of a preset, in words.
    pub(super) fn starts(&self, preset: &PresetStandings) -> String {
        let maps = preset.maps.join(", ");
        let maps = if preset.maps.len() == 1 { format!("map {maps}") } else { format!("maps {maps}") };
        let seeds = preset.starts.div_ceil(preset.maps.len() as u64);
        let seeds = match seeds {
            0 => "no seed yet".to_owned(),
            1 => format!("seed {}", self.plan.first_seed),
            _ => format!("seeds {} to {}", self.plan.first_seed, self.plan.first_seed + seeds - 1),
        };
        format!("{}, {maps}, {seeds}", amount(preset.starts, "start", "starts"))
    }
}

/// A number with separators, and its noun.
pub(super) fn amount(number: u64, one: &str, many: &str) -> String {
    format!("{} {}", grouped(number), if number == 1 { one } else { many })
}

/// A number with a comma after every three digits.
pub(super) fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let first = digits.len() % 3;
    let mut text = String::new();
    for (position, digit) in digits.chars().enumerate() {
        if position > 0 && position % 3 == first {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// A share in percent.
pub(super) fn percent(share: Option<Share>) -> String {
    share.map_or_else(|| "–".to_owned(), |share| format!("{:.1}", 100.0 * share.share))
}

/// A share in percent with its interval.
pub(super) fn with_interval(share: Option<Share>) -> String {
    share.map_or_else(
        || "–".to_owned(),
        |Share { share, interval }| {
            format!("{:.1} [{:.1}, {:.1}]", 100.0 * share, 100.0 * interval.low, 100.0 * interval.high)
        },
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn thousands_are_set_apart() {
        assert_eq!([0, 12, 999, 1000, 123_456, 1_234_567].map(grouped).join(" "), "0 12 999 1,000 123,456 1,234,567");
        assert_eq!(amount(1, "start", "starts"), "1 start");
    }
}
