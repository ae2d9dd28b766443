//! The arguments of `fogreel tournament`.

use std::num::NonZeroU64;
use std::path::PathBuf;

use clap::{Args, ValueEnum};
use fogreel_analysis::statistics::{Hypotheses, Scale};
use fogreel_engine::data::{Keep, Setting};

use crate::settings::{SeatAgents, parse_agents, parse_setting};

#[derive(Args, Debug)]
pub(crate) struct TournamentArgs {
    /// The game.
    #[arg(value_name = "GAME")]
    pub(crate) game: String,
    /// Agents of a seat, separated by commas, each with settings after colons; a comma inside a setting is written `\,`. A seat
    /// without any is played by all agents that can. May be repeated.
    #[arg(long = "agent", value_name = "SEAT=AGENT[:SETTING=VALUE]…,AGENT…", value_parser = parse_agents)]
    pub(crate) agents: Vec<SeatAgents>,
    /// Presets of rule knobs, separated by commas; each has a table of its own. The game's first one if none is named.
    #[arg(long = "preset", value_name = "PRESET,PRESET…", value_delimiter = ',')]
    pub(crate) presets: Vec<String>,
    /// Set a rule knob. May be repeated.
    #[arg(long = "set", value_name = "KNOB=VALUE", value_parser = parse_setting)]
    pub(crate) knobs: Vec<Setting>,
    /// A map by name, drawn at random, or a file, as for `record`. Repeated, every seed is a start on each map.
    #[arg(long = "map", value_name = "MAP")]
    pub(crate) maps: Vec<String>,
    /// Fix a part of the start instead of drawing it. May be repeated.
    #[arg(long, value_name = "KEY=VALUE", value_parser = parse_setting)]
    pub(crate) setup: Vec<Setting>,
    /// Starts on each map: seeds that follow one another; 100 if nothing is named. With --sprt at most so many, 1,000,000 if
    /// nothing is named.
    #[arg(long, value_name = "N")]
    pub(crate) starts: Option<NonZeroU64>,
    /// Seed of the first start.
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(crate) seed: u64,
    /// Matches played at once; all processors if none is named. The results are the same whatever it is.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub(crate) jobs: Option<u16>,
    /// Folder for the results: journal, tournament.json, matches.csv, README.md and figures.
    #[arg(long, short, value_name = "DIR")]
    pub(crate) out: Option<PathBuf>,
    /// Go on with the tournament in the folder, or begin it if there is none.
    #[arg(long, requires = "out", conflicts_with = "force")]
    pub(crate) resume: bool,
    /// Record the matches into the folder, and how much of each record is kept; none if nothing is named.
    #[arg(long, value_enum, requires = "out", value_name = "KEEP", default_value_t = KeepMatches::None)]
    pub(crate) keep: KeepMatches,
    /// How intervals of shares are computed.
    #[arg(long, value_enum, default_value_t = IntervalKind::Wilson)]
    pub(crate) interval: IntervalKind,
    /// Probability of the intervals of shares, in percent.
    #[arg(long, value_name = "PERCENT", default_value_t = 95.0, value_parser = parse_confidence)]
    pub(crate) confidence: f64,
    /// Bracket the best response to each player: what the best agent scored against it, and what one that sees everything would
    /// on the same starts.
    #[arg(long)]
    pub(crate) bracket: bool,
    /// Play two agents until one of two hypotheses is accepted: that the first is better than the second by ELO0, or by ELO1.
    /// ALPHA and BETA are the probabilities of either error, 0.05 if none are named.
    #[arg(long, value_name = "ELO0,ELO1[,ALPHA,BETA]", value_parser = parse_hypotheses, allow_hyphen_values = true)]
    pub(crate) sprt: Option<Hypotheses>,
    /// What the differences of --sprt are differences of.
    #[arg(long, value_enum, requires = "sprt", default_value_t = SprtScale::Normalized)]
    pub(crate) sprt_scale: SprtScale,
    /// How the results are written to standard output.
    #[arg(long, value_enum, default_value_t = TableFormat::Text, conflicts_with = "json")]
    pub(crate) format: TableFormat,
    /// Replace the tournament in the folder.
    #[arg(long, requires = "out")]
    pub(crate) force: bool,
    /// Write JSON.
    #[arg(long)]
    pub(crate) json: bool,
}

/// How much of each match is recorded.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum KeepMatches {
    /// No recordings.
    None,
    /// Actions, draws and events; show, export and view play the rest again.
    Moves,
    /// Everything but beliefs and decisions.
    Views,
    /// Everything.
    Full,
}

impl KeepMatches {
    /// How much of each record is kept, if there are any.
    pub(crate) fn keep(self) -> Option<Keep> {
        match self {
            Self::None => None,
            Self::Moves => Some(Keep::Moves),
            Self::Views => Some(Keep::Views),
            Self::Full => Some(Keep::Full),
        }
    }
}

#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum IntervalKind {
    /// Wilson's: close to what it says on average.
    Wilson,
    /// Clopper and Pearson's: never less than it says, and wider.
    ClopperPearson,
}

#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum SprtScale {
    /// Elo: the score that is expected of a match.
    Logistic,
    /// Normalized Elo: the score divided by its standard deviation, so that games with many draws take no longer.
    Normalized,
}

#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum TableFormat {
    /// Tables for a person, as wide as 80 columns.
    Text,
    /// Tables as Markdown, for a README.
    Markdown,
}

impl SprtScale {
    pub(crate) fn scale(self) -> Scale {
        match self {
            Self::Logistic => Scale::Logistic,
            Self::Normalized => Scale::Normalized,
        }
    }
}

/// Hypotheses on some scale.
fn parse_hypotheses(text: &str) -> Result<Hypotheses, String> {
    const ERROR: f64 = 0.05;
    let wrong = || format!("expected ELO0,ELO1 or ELO0,ELO1,ALPHA,BETA such as 0,5,0.05,0.05, found `{text}`");
    let numbers: Vec<f64> =
        text.split(',').map(|number| number.trim().parse().map_err(|_| wrong())).collect::<Result<_, _>>()?;
    let (elo0, elo1, alpha, beta) = match *numbers.as_slice() {
        [elo0, elo1] => (elo0, elo1, ERROR, ERROR),
        [elo0, elo1, alpha, beta] => (elo0, elo1, alpha, beta),
        _ => return Err(wrong()),
    };
    Hypotheses::new(elo0, elo1, alpha, beta, Scale::default()).map_err(|error| error.to_string())
}

fn parse_confidence(text: &str) -> Result<f64, String> {
    let percent = text.trim_end_matches('%').trim().parse::<f64>().ok();
    let percent = percent.filter(|percent| (50.0..=99.99).contains(percent));
    percent.ok_or_else(|| format!("expected a number from 50 to 99.99, found `{text}`"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hypotheses_are_two_or_four_numbers() {
        let asked = parse_hypotheses("-2, 3").expect("two numbers");
        assert_eq!((asked.elo0, asked.elo1, asked.alpha, asked.beta), (-2.0, 3.0, 0.05, 0.05));
        assert_eq!(parse_hypotheses("0,5,0.1,0.2").map(|asked| (asked.alpha, asked.beta)), Ok((0.1, 0.2)));
        for wrong in ["", "0", "0,5,0.1", "5,0", "0,0", "0,5,0,0.1", "0,5,0.6,0.1", "a,b", "0,inf", "nan,1"] {
            assert!(parse_hypotheses(wrong).is_err(), "{wrong}");
        }
    }
}
