//! The table of RajakarDhor's agents in its README: every thief against every guard.
//!
//! `cargo run --release -p fogreel-games --example agent_table`

use std::io::Write;

use fogreel_engine::{MatchConfig, Seat, Unobserved};

const STARTS: u64 = 1000;

/// Wilson's interval for a share at 95 % (Wilson 1927).
fn wilson(wins: u64, of: u64) -> (f64, f64) {
    let (n, z) = (of as f64, 1.959_963_984_540_054_f64);
    let p = wins as f64 / n;
    let centre = p + z * z / (2.0 * n);
    let half = z * (p * (1.0 - p) / n + z * z / (4.0 * n * n)).sqrt();
    let scale = 1.0 + z * z / n;
    ((centre - half) / scale, (centre + half) / scale)
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let game = fogreel_games::find("rajakardhor")?;
    let info = game.info();
    let of = |seat: &str| -> Vec<&str> {
        info.agents.iter().filter(|agent| agent.seats.contains(&seat)).map(|agent| agent.name).collect()
    };
    let mut out = std::io::stdout().lock();
    for preset in &info.presets {
        writeln!(out, "| `{}` | {} |", preset.name, of("guard").join(" | "))?;
        writeln!(out, "| --- |{}", " --- |".repeat(of("guard").len()))?;
        for thief in of("thief") {
            write!(out, "| {thief} |")?;
            for guard in of("guard") {
                let (mut thief_wins, mut draws) = (0, 0);
                let agents = vec![("thief".to_owned(), thief.into()), ("guard".to_owned(), guard.into())];
                let preset = Some(preset.name.to_owned());
                let prepared = game.prepare(&MatchConfig { preset, agents, ..Default::default() })?;
                for seed in 0..STARTS {
                    let end = prepared.play(seed, &mut Unobserved)?;
                    thief_wins += u64::from(end.outcome.winners.contains(Seat(0)));
                    draws += u64::from(end.outcome.winners.is_empty());
                }
                let (low, high) = wilson(thief_wins, STARTS);
                let share = |count: u64| 100.0 * count as f64 / STARTS as f64;
                write!(
                    out,
                    " {:.1} [{:.1}, {:.1}], {:.1} |",
                    share(thief_wins),
                    100.0 * low,
                    100.0 * high,
                    share(draws)
                )?;
            }
            writeln!(out)?;
        }
        writeln!(out)?;
    }
    Ok(())
}
