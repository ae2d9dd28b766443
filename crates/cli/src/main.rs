//! `fogreel`, the flight recorder for games played in the fog: arguments, wiring, exit codes.

mod args;
mod commands;
mod commentary;
mod failure;
mod input;
mod matches;
mod output;
mod records;
mod references;
mod settings;
mod trace;

use std::process::ExitCode;

fn main() -> ExitCode {
    let result = args::parse().and_then(|cli| commands::run(cli.command));
    failure::report(result)
}
