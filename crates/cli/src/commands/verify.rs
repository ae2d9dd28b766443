//! `fogreel verify`

use std::io::Write;
use std::path::Path;

use fogreel_analysis::perspective::redacted_to;
use fogreel_analysis::{LayerVerdict, Verdict, verify};
use serde_json::{Value, json};

use crate::args::{Read, VerifyArgs};
use crate::failure::{Failure, Result};
use crate::input;
use crate::output::{notice, stdout, write_json};
use crate::references;

pub(super) fn run(args: &VerifyArgs) -> Result<()> {
    let mut verdicts = Vec::new();
    let mut first_failure = None;
    for file in &args.files {
        match check(file) {
            Ok(verdict) => verdicts.push((file.as_path(), verdict)),
            Err(failure) => {
                notice(&format!("fogreel: {}", failure.message()));
                first_failure.get_or_insert(failure.silent());
            }
        }
    }
    let written = write(args, &verdicts);
    // A verdict stands even if nobody reads it to the end.
    match first_failure {
        Some(failure) => Err(failure),
        None if verdicts.iter().all(|(_, verdict)| verdict.is_same()) => written,
        None => Err(Failure::check_failed()),
    }
}

fn write(args: &VerifyArgs, verdicts: &[(&Path, Verdict)]) -> Result<()> {
    if args.json {
        return write_json(&verdicts.iter().map(|(file, verdict)| to_json(file, verdict)).collect::<Vec<_>>());
    }
    let mut out = stdout();
    for (file, verdict) in verdicts {
        write_verdict(&mut out, file, verdict)?;
    }
    Ok(out.flush()?)
}

fn check(file: &Path) -> Result<Verdict> {
    let replay = input::open(file, Read::Tail)?;
    if replay.timeline().is_empty() {
        return Err(Failure::unreadable(format!("{}: holds no record to play again", file.display())));
    }
    if let Some(seat) = redacted_to(replay.header()) {
        let id = replay.header().seat_info(seat).map_or("one seat", |info| &info.id);
        let file = file.display();
        return Err(Failure::unreadable(format!(
            "{file}: is redacted: it holds what {id} knew and nothing else, which cannot be played again; verify the \
             recording that it was made from"
        )));
    }
    let cannot = |error: fogreel_engine::ConfigError| Failure::unreadable(format!("{}: {error}", file.display()));
    let game = fogreel_games::find(&replay.header().game).map_err(cannot)?;
    let mut session = game.replay(replay.header()).map_err(cannot)?;
    let first = replay.timeline().record(0)?;
    let mut references = references::stored(game, replay.header(), &first);
    Ok(verify(replay.timeline(), session.as_mut(), &mut references)?)
}

fn write_verdict(out: &mut impl Write, file: &Path, verdict: &Verdict) -> Result<()> {
    let summary = match verdict.first_difference() {
        None => format!("the same, {} records played again", verdict.records),
        Some((layer, difference)) => {
            format!("differs in the {} at record {}", layer.name(), difference.record)
        }
    };
    writeln!(out, "{}: {summary}", file.display())?;
    for (layer, verdict) in &verdict.layers {
        match verdict {
            LayerVerdict::Same => writeln!(out, "  {:<13} the same", layer.name())?,
            LayerVerdict::NotChecked(why) => writeln!(out, "  {:<13} not checked: {why}", layer.name())?,
            LayerVerdict::Differs(difference) => {
                writeln!(out, "  {:<13} record {}, {}", layer.name(), difference.record, difference.field)?;
                writeln!(out, "    recorded    {}", shorten(&difference.recorded))?;
                writeln!(out, "    played now  {}", shorten(&difference.replayed))?;
            }
        }
    }
    Ok(())
}

/// Whole boards do not fit on a line.
fn shorten(text: &str) -> String {
    const MOST: usize = 160;
    match text.char_indices().nth(MOST) {
        Some((end, _)) => format!("{}… ({} characters)", &text[..end], text.chars().count()),
        None => text.to_owned(),
    }
}

fn to_json(file: &Path, verdict: &Verdict) -> Value {
    let layers: serde_json::Map<String, Value> = verdict
        .layers
        .iter()
        .map(|(layer, verdict)| {
            let value = match verdict {
                LayerVerdict::Same => json!({"status": "same"}),
                LayerVerdict::NotChecked(why) => json!({"status": "not_checked", "why": why}),
                LayerVerdict::Differs(difference) => json!({
                    "status": "differs", "record": difference.record, "field": difference.field,
                    "recorded": difference.recorded, "replayed": difference.replayed,
                }),
            };
            (layer.name().to_owned(), value)
        })
        .collect();
    json!({"file": file, "same": verdict.is_same(), "records": verdict.records, "layers": layers})
}
