//! The command line. Doc comments are the help that people read.

mod analyze;
mod examples;
mod export;
mod report;
mod table;
mod tournament;

use std::ffi::OsString;
use std::path::PathBuf;

use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{ArgMatches, Args, CommandFactory, FromArgMatches, Parser, Subcommand, ValueEnum};
use fogreel_engine::Cell;
use fogreel_engine::data::{BeliefKey, NoteId, Setting};

pub(crate) use analyze::AnalyzeArgs;
use examples::with_examples;
pub(crate) use export::{Colors, ExportArgs, FigureKind, Format, MeasureKind, Reference, ScaleKind};
pub(crate) use report::ReportArgs;
pub(crate) use table::TableArgs;
pub(crate) use tournament::{IntervalKind, TableFormat, TournamentArgs};

use crate::failure::{Failure, Result};
use crate::records::{Lines, Range};
use crate::settings::{SeatAgent, parse_agent, parse_setting};

/// The flight recorder for games played in the fog.
///
/// Records every action, observation and belief of a hidden-information grid game, and lets you look at the truth, each
/// side's fog and the AI's probability map, turn by turn.
#[derive(Parser, Debug)]
#[command(name = "fogreel", version, arg_required_else_help = true)]
pub(crate) struct Cli {
    #[command(subcommand)]
    pub(crate) command: Command,
}

#[derive(Subcommand, Debug)]
pub(crate) enum Command {
    /// Record a match, export its figures and open it in the viewer.
    ///
    /// The one command to begin with. Without a display it says so and is content with the files.
    Demo(DemoArgs),
    /// List the games, or everything that can be chosen about one.
    Games(GamesArgs),
    /// Play a match between agents and record it.
    Record(RecordArgs),
    /// Let agents meet on the same starts, and say who beats whom and how sure that is.
    ///
    /// Every pairing plays the same maps, spawns, seeds and streams of chance. Shares have intervals, agents are compared start
    /// by start, ratings have a term for the side and stand beside the win matrix; docs/metrics.md defines every number. Ctrl-C
    /// finishes the running matches and tells what is known; with --out, --resume goes on from there, as it does after a kill. The
    /// same command gives the same files, to the byte, whatever --jobs and however often it was interrupted.
    Tournament(TournamentArgs),
    /// Say what recordings hold.
    Info(InfoArgs),
    /// Show one turn in the terminal: the board, and a belief as a heat map.
    Show(ShowArgs),
    /// Say on which turn a belief went wrong, which evidence was misread, and which moves gave the match away.
    ///
    /// Every belief is compared with what a perfect reasoner in the same seat would have believed, under a stated model of its
    /// opponent; moves are graded by what their side could know, and in hindsight. One recording is commented turn by turn,
    /// several are summed up. docs/metrics.md defines every number.
    Analyze(AnalyzeArgs),
    /// Write a page about a match that opens in a browser without a network: its story, figures, faults and grades.
    ///
    /// The page is one file, index.html, that reads like a coach's comment: which belief went wrong, when and through which
    /// channel, which moves gave the match away, what a perfect reasoner would have believed. Beside it are its figures and
    /// numbers for a paper. The numbers are those of `analyze`; docs/metrics.md defines them.
    Report(ReportArgs),
    /// Write everything that a recording holds as JSON lines.
    ///
    /// One object a line: the header, the records, the end, the notes. docs/cli-json.md names every field.
    Dump(DumpArgs),
    /// Make a recording of JSON lines, such as `dump` writes.
    ///
    /// For programs in other languages and games that Fogreel does not have. What follows from the rest of a line need not
    /// be said; what is wrong is named by its line and field. docs/cli-json.md names every field and its default.
    Import(ImportArgs),
    /// Play recordings again and name the first record and field that differ.
    ///
    /// Compares in layers: rules, observations, beliefs, decisions. Recorded actions and draws are applied; agents never
    /// choose. Exit code 1 if anything differs.
    Verify(VerifyArgs),
    /// Make recordings smaller, losing nothing.
    ///
    /// Records that resemble one another are stored as differences. Everything reads packed recordings as it does others. The
    /// copy is written beside, read again and compared record by record before it takes the place of the recording.
    Pack(RepackArgs),
    /// Undo pack: every record stands by itself again.
    Unpack(RepackArgs),
    /// Write what can be read of a damaged recording into a new one.
    ///
    /// The damaged file is not touched. Says which records were recovered, which are missing and how many bytes were
    /// skipped; the copy names the missing ones, too, and has no other damage. Exit code 1 if records were lost.
    Recover(RecoverArgs),
    /// Write a note on a turn of a recording; list, search and delete notes.
    ///
    /// Notes are kept in the recording. While another program is recording into it they wait beside it, in FILE.notes. The
    /// referee sees all notes, a seat those that were made from its own viewpoint.
    Note(NoteArgs),
    /// Write a recording that holds what one seat knew, and nothing else.
    ///
    /// Kept are the rules, the public board, what the seat observed, its own actions, and its beliefs and decisions unless its
    /// agent read privileged channels; how the match ended; notes made from its viewpoint. Truth, seed, start, state hashes,
    /// draws, and the rivals' agents, actions, views, beliefs and decisions are not in the file.
    Redact(RedactArgs),
    /// Export figures of a belief for a report.
    Export(ExportArgs),
    /// Write recordings as a table for pandas, polars, DuckDB or R: Parquet, CSV or JSON lines.
    ///
    /// One row per match, record, belief, channel of evidence, move or signal, with the numbers of `analyze` as columns.
    /// docs/dataset.md names every column.
    Table(TableArgs),
    /// Open recordings in the viewer.
    View(ViewArgs),
    /// Write the completions of a shell to standard output.
    Completions(CompletionsArgs),
    /// Write the manual pages into a folder.
    Man(ManArgs),
}

#[derive(Args, Debug)]
pub(crate) struct CompletionsArgs {
    /// The shell.
    #[arg(value_enum)]
    pub(crate) shell: clap_complete::Shell,
}

#[derive(Args, Debug)]
pub(crate) struct ManArgs {
    /// The folder; made if it does not exist.
    #[arg(value_name = "DIR")]
    pub(crate) folder: PathBuf,
    /// Replace existing pages.
    #[arg(long)]
    pub(crate) force: bool,
}

#[derive(Args, Debug)]
pub(crate) struct DemoArgs {
    /// Folder for the recording and its figures. If it holds a demo already, the next free name is taken.
    #[arg(long, value_name = "DIR", default_value = "fogreel-demo")]
    pub(crate) out: PathBuf,
    /// Only write the files.
    #[arg(long)]
    pub(crate) no_window: bool,
}

#[derive(Args, Debug)]
pub(crate) struct GamesArgs {
    /// Show presets, knobs, agents, maps and setup keys of this game.
    #[arg(value_name = "GAME")]
    pub(crate) game: Option<String>,
    /// Write JSON.
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Args, Debug)]
pub(crate) struct RecordArgs {
    /// The game.
    #[arg(value_name = "GAME")]
    pub(crate) game: String,
    /// Preset of rule knobs; the game's first one if none is named.
    #[arg(long, value_name = "PRESET")]
    pub(crate) preset: Option<String>,
    /// Set a rule knob. May be repeated.
    #[arg(long = "set", value_name = "KNOB=VALUE", value_parser = parse_setting)]
    pub(crate) knobs: Vec<Setting>,
    /// A map of the game by name, a map drawn at random (gen:width=20,height=12,walls=25,seed=3), or a map file: lines of
    /// `.` floor, `#` wall and two `E` exits or none, a Moving AI .map, or a Pac-Man .lay.
    #[arg(long, value_name = "MAP")]
    pub(crate) map: Option<String>,
    /// Fix a part of the start instead of drawing it; it is checked against the rules. May be repeated.
    #[arg(long, value_name = "KEY=VALUE", value_parser = parse_setting)]
    pub(crate) setup: Vec<Setting>,
    /// Master seed: the same seed gives the same match.
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(crate) seed: u64,
    /// The agent of a seat, with settings after colons. May be repeated.
    #[arg(long = "agent", value_name = "SEAT=AGENT[:SETTING=VALUE]…", value_parser = parse_agent)]
    pub(crate) agents: Vec<SeatAgent>,
    /// File to write; GAME-PRESET-SEED.fogreel if none is named. With --count, the folder for the files.
    #[arg(long, short, value_name = "FILE or DIR")]
    pub(crate) out: Option<PathBuf>,
    /// Record that many matches, with the seeds that follow one another from --seed on.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) count: Option<u64>,
    /// Matches recorded at once; all processors if none is named. The files are the same whatever it is.
    #[arg(long, value_name = "N", requires = "count", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub(crate) jobs: Option<u16>,
    /// How much of each record is kept; `full`, but `moves` for more than 100 matches, if nothing is named.
    #[arg(long, value_enum)]
    pub(crate) keep: Option<KeepKind>,
    /// Store what a perfect reasoner in each seat would believe, under a model of its opponent; the game's first model if none
    /// is named. Models joined by + are weighed against each other. `fogreel games GAME` lists them. May be repeated.
    #[arg(
        long = "reference", value_name = "MODEL", num_args = 0..=1, require_equals = true, default_missing_value = "",
    )]
    pub(crate) references: Vec<String>,
    /// How often the file is forced to the disk, so that it survives a power loss. A killed program loses nothing in
    /// either case: every record is handed to the system when it is complete.
    #[arg(long, value_enum, default_value_t = Sync::Interval)]
    pub(crate) sync: Sync,
    /// Leave out the time and the random file mark, so that the same match gives the same bytes.
    #[arg(long)]
    pub(crate) reproducible: bool,
    /// Replace an existing file.
    #[arg(long)]
    pub(crate) force: bool,
    /// Write JSON.
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum KeepKind {
    /// Everything.
    Full,
    /// Everything but beliefs and decisions.
    Views,
    /// Actions, draws and events; show, export and view play the rest again.
    Moves,
}

#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Sync {
    /// After every record: a power loss takes no complete record. The slowest.
    Record,
    /// With the first record after 250 ms, and at the end: a power loss takes the records since then.
    Interval,
    /// At the end alone: a power loss before it may take the whole match.
    End,
}

#[derive(Args, Debug)]
pub(crate) struct InfoArgs {
    /// Recordings.
    #[arg(value_name = "FILE", required = true)]
    pub(crate) files: Vec<PathBuf>,
    /// Write a JSON array.
    #[arg(long)]
    pub(crate) json: bool,
    /// How a damaged recording is read.
    #[arg(long, value_enum, default_value_t = Read::Tail)]
    pub(crate) read: Read,
}

#[derive(Args, Debug)]
pub(crate) struct ShowArgs {
    /// The recording.
    #[arg(value_name = "FILE")]
    pub(crate) file: PathBuf,
    /// Turn to show; the last one if none is named.
    #[arg(long, value_name = "N")]
    pub(crate) turn: Option<u32>,
    /// Who looks: `referee`, or a seat's id. A seat sees its own view and its own beliefs, nothing else. If nobody is named,
    /// the referee, but the seat that is kept in a redacted recording.
    #[arg(long = "as", value_name = "WHO")]
    pub(crate) viewpoint: Option<String>,
    /// Belief to show, as OWNER/TARGET@SOURCE; the first one if none is named.
    #[arg(long, value_name = "KEY")]
    pub(crate) belief: Option<BeliefKey>,
    /// Whether to use colours.
    #[arg(long, value_enum, default_value_t = Color::Auto)]
    pub(crate) color: Color,
    /// How a damaged recording is read.
    #[arg(long, value_enum, default_value_t = Read::Tail)]
    pub(crate) read: Read,
}

#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Color {
    /// If standard output is a terminal with true colour, and NO_COLOR is not set.
    Auto,
    /// Always.
    Always,
    /// Never: numbers instead.
    Never,
}

#[derive(Args, Debug)]
pub(crate) struct DumpArgs {
    /// The recording.
    #[arg(value_name = "FILE")]
    pub(crate) file: PathBuf,
    /// Records to write, both ends included: 7, 3..9, ..9 or 3... Header and end are always written.
    #[arg(long, value_name = "A..B")]
    pub(crate) records: Option<Range>,
    /// Line of play to write: 0 is the match; `info` tells which branches there are. Of a branch its own records are written,
    /// which go on behind the one that it leaves. `all` writes the match and then each branch.
    #[arg(long, value_name = "LINE", default_value = "0")]
    pub(crate) line: Lines,
    /// How a damaged recording is read.
    #[arg(long, value_enum, default_value_t = Read::Tail)]
    pub(crate) read: Read,
}

#[derive(Args, Debug)]
pub(crate) struct ImportArgs {
    /// The lines; `-` is standard input.
    #[arg(value_name = "TRACE")]
    pub(crate) file: PathBuf,
    /// File to write.
    #[arg(long, short, value_name = "FILE")]
    pub(crate) out: PathBuf,
    /// Replace an existing file.
    #[arg(long)]
    pub(crate) force: bool,
    /// Write JSON.
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Args, Debug)]
pub(crate) struct RepackArgs {
    /// Recordings.
    #[arg(value_name = "FILE", required = true)]
    pub(crate) files: Vec<PathBuf>,
    /// Write a copy of the one recording and leave it as it is.
    #[arg(long, short, value_name = "FILE")]
    pub(crate) out: Option<PathBuf>,
    /// Replace an existing copy.
    #[arg(long, requires = "out")]
    pub(crate) force: bool,
    /// Write a JSON array.
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Args, Debug)]
pub(crate) struct RecoverArgs {
    /// The damaged recording.
    #[arg(value_name = "FILE")]
    pub(crate) file: PathBuf,
    /// File to write.
    #[arg(long, short, value_name = "FILE")]
    pub(crate) out: PathBuf,
    /// How the damaged recording is read.
    #[arg(long, value_enum, default_value_t = Read::Salvage)]
    pub(crate) read: Read,
    /// Replace an existing file.
    #[arg(long)]
    pub(crate) force: bool,
    /// Write JSON.
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Args, Debug)]
pub(crate) struct VerifyArgs {
    /// Recordings.
    #[arg(value_name = "FILE", required = true)]
    pub(crate) files: Vec<PathBuf>,
    /// Write a JSON array.
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Args, Debug)]
#[command(group = clap::ArgGroup::new("task").required(true).args(["text", "list", "search", "delete"]))]
pub(crate) struct NoteArgs {
    /// The recording.
    #[arg(value_name = "FILE")]
    pub(crate) file: PathBuf,
    /// What is worth remembering.
    #[arg(value_name = "TEXT")]
    pub(crate) text: Option<String>,
    /// Turn that the note is about; the last one if none is named.
    #[arg(long, value_name = "N", requires = "text", conflicts_with = "record")]
    pub(crate) turn: Option<u32>,
    /// Record that the note is about, where a turn has several.
    #[arg(long, value_name = "N", requires = "text")]
    pub(crate) record: Option<u32>,
    /// Cell that the note is about, in the coordinates that `show` has with the same --as.
    #[arg(long, value_name = "ROW,COLUMN", requires = "text", value_parser = parse_cell)]
    pub(crate) cell: Option<Cell>,
    /// Who looks: `referee`, or a seat's id. Another seat does not see the note. If nobody is named, the referee, but the
    /// seat that is kept in a redacted recording.
    #[arg(long = "as", value_name = "WHO", conflicts_with = "delete")]
    pub(crate) viewpoint: Option<String>,
    /// Who writes the note.
    #[arg(long, value_name = "NAME", requires = "text")]
    pub(crate) author: Option<String>,
    /// List the notes.
    #[arg(long)]
    pub(crate) list: bool,
    /// List the notes that have all these words, in text or author.
    #[arg(long, value_name = "WORDS")]
    pub(crate) search: Option<String>,
    /// Delete the note with this id.
    #[arg(long, value_name = "ID")]
    pub(crate) delete: Option<NoteId>,
    /// Write JSON.
    #[arg(long)]
    pub(crate) json: bool,
}

/// A cell.
fn parse_cell(text: &str) -> std::result::Result<Cell, String> {
    let cell = text.split_once(',').and_then(|(row, col)| Some((row.trim().parse().ok()?, col.trim().parse().ok()?)));
    cell.map(|(row, col)| Cell::new(row, col)).ok_or_else(|| format!("expected ROW,COLUMN such as 3,4, found `{text}`"))
}

#[derive(Args, Debug)]
pub(crate) struct RedactArgs {
    /// The recording.
    #[arg(value_name = "FILE")]
    pub(crate) file: PathBuf,
    /// Id of the seat whose knowledge is kept.
    #[arg(long, value_name = "SEAT")]
    pub(crate) keep: String,
    /// File to write.
    #[arg(long, short, value_name = "FILE")]
    pub(crate) out: PathBuf,
    /// Leave out the random file mark: what the seat cannot tell apart gives the same bytes.
    #[arg(long)]
    pub(crate) reproducible: bool,
    /// Replace an existing file.
    #[arg(long)]
    pub(crate) force: bool,
    /// Write JSON.
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Args, Debug)]
pub(crate) struct ViewArgs {
    /// Recordings, or folders of recordings.
    #[arg(value_name = "PATH")]
    pub(crate) paths: Vec<PathBuf>,
    /// Turn to show first.
    #[arg(long, value_name = "N")]
    pub(crate) turn: Option<u32>,
    /// Draw one frame into a PNG file and exit.
    #[arg(long, value_name = "FILE")]
    pub(crate) screenshot: Option<PathBuf>,
    /// Size of the window in points.
    #[arg(long, value_name = "WIDTHxHEIGHT", value_parser = parse_size)]
    pub(crate) size: Option<(f32, f32)>,
    /// Look of the window; the remembered one if none is named.
    #[arg(long, value_enum)]
    pub(crate) theme: Option<ThemeKind>,
    /// Layout of the panes; the remembered one if none is named.
    #[arg(long, value_enum)]
    pub(crate) layout: Option<LayoutKind>,
    /// Replace an existing picture.
    #[arg(long)]
    pub(crate) force: bool,
}

#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum LayoutKind {
    /// Truth, two views and a belief, two by two.
    Four,
    /// Truth beside a belief.
    Two,
    /// The truth large, views and a belief small beside it.
    Focus,
    /// A belief, its reference, their difference, and the other side's belief.
    Beliefs,
}

#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum ThemeKind {
    /// Dark text on light ground.
    Light,
    /// Light text on dark ground.
    Dark,
}

fn parse_size(text: &str) -> std::result::Result<(f32, f32), String> {
    let wrong = || format!("expected WIDTHxHEIGHT between 200 and 16384 each, such as 1440x900, found `{text}`");
    let (width, height) = text.split_once(['x', '×']).ok_or_else(wrong)?;
    let side = |text: &str| text.parse::<f32>().ok().filter(|side| (200.0..=16384.0).contains(side)).ok_or_else(wrong);
    Ok((side(width)?, side(height)?))
}

/// The whole command line, examples included.
pub(crate) fn command() -> clap::Command {
    with_examples(Cli::command())
}

/// Adds what helps where the parser does not know it: a model behind `--reference` without an equals sign looks like a
/// second game.
fn with_hint(mut error: clap::Error, arguments: impl Iterator<Item = String>) -> clap::Error {
    let arguments: Vec<String> = arguments.collect();
    let wrong = match (error.kind(), error.get(ContextKind::InvalidArg)) {
        (ErrorKind::UnknownArgument, Some(ContextValue::String(wrong))) => wrong.clone(),
        _ => return error,
    };
    if arguments.windows(2).any(|pair| pair[0] == "--reference" && pair[1] == wrong) {
        let hint = format!("a model follows with an equals sign: --reference={wrong}");
        error.insert(ContextKind::Suggested, ContextValue::StyledStrs(vec![hint.into()]));
    }
    error
}

/// How a damaged recording is read.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Read {
    /// Any damage is an error.
    Strict,
    /// A cut or unfinished end is normal, any other damage an error.
    Tail,
    /// Go on behind the damage with what is left.
    Salvage,
}

/// Parses the arguments of the process. Help and version are printed and end the program.
pub(crate) fn parse() -> Result<Cli> {
    let matches: ArgMatches = match command().try_get_matches_from(std::env::args_os().collect::<Vec<OsString>>()) {
        Ok(matches) => matches,
        Err(error) => {
            let is_help = !error.use_stderr();
            let error = with_hint(error, std::env::args());
            // Nobody is left to tell when the stream is closed.
            let _ = error.print();
            if is_help {
                std::process::exit(0);
            }
            return Err(Failure::usage("").silent());
        }
    };
    Cli::from_arg_matches(&matches).map_err(Failure::usage)
}
