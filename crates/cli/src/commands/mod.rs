//! One file per command.

mod analyze;
mod completions;
mod demo;
mod dump;
mod export;
mod games;
mod import;
mod info;
mod man;
mod note;
mod record;
mod record_many;
mod recover;
mod redact;
mod repack;
mod report;
mod show;
mod table;
mod tournament;
mod verify;
mod view;

use fogreel_recorder::FileState;

use crate::args::Command;
use crate::failure::Result;

/// Runs a command.
pub(crate) fn run(command: Command) -> Result<()> {
    match command {
        Command::Demo(args) => demo::run(&args),
        Command::Games(args) => games::run(&args),
        Command::Record(args) => record::run(&args),
        Command::Tournament(args) => tournament::run(&args),
        Command::Info(args) => info::run(&args),
        Command::Show(args) => show::run(&args),
        Command::Analyze(args) => analyze::run(&args),
        Command::Report(args) => report::run(&args),
        Command::Table(args) => table::run(&args),
        Command::Dump(args) => dump::run(&args),
        Command::Import(args) => import::run(&args),
        Command::Verify(args) => verify::run(&args),
        Command::Pack(args) => repack::run(&args, FileState::Packed),
        Command::Unpack(args) => repack::run(&args, FileState::Live),
        Command::Recover(args) => recover::run(&args),
        Command::Note(args) => note::run(&args),
        Command::Redact(args) => redact::run(&args),
        Command::Export(args) => export::run(&args),
        Command::View(args) => view::run(args),
        Command::Completions(args) => completions::run(&args),
        Command::Man(args) => man::run(&args),
    }
}
