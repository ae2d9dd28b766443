//! `fogreel recover`

use std::io::Write;

use fogreel_recorder::{Copied, RecordRange, WriteError, recover};
use serde_json::json;

use crate::args::RecoverArgs;
use crate::failure::{Failure, Result};
use crate::input::{must_be_file, strictness};
use crate::output::{stdout, write_json};

pub(super) fn run(args: &RecoverArgs) -> Result<()> {
    must_be_file(&args.file)?;
    let copied = recover(&args.file, strictness(args.read), &args.out, args.force).map_err(|error| match error {
        WriteError::Io { file, action, source } => {
            Failure::machine(format!("{file}: cannot {action}: {source}; nothing was recovered"))
        }
        error => error.into(),
    })?;
    let is_whole = !copied.report.has_missing();
    let written = write(args, &copied);
    // What was lost is lost even if nobody reads the report to its end.
    if is_whole { written } else { Err(Failure::check_failed()) }
}

fn write(args: &RecoverArgs, copied: &Copied) -> Result<()> {
    let report = &copied.report;
    if args.json {
        let missing: Vec<_> =
            report.missing.iter().map(|range| json!({"first": range.first, "last": range.last})).collect();
        let in_branch =
            |&(line, range): &(u32, RecordRange)| json!({"line": line, "first": range.first, "last": range.last});
        let in_branches: Vec<_> = report.missing_in_branches.iter().map(in_branch).collect();
        return write_json(&json!({
            "file": args.file, "out": args.out, "recovered": report.recovered, "missing": missing,
            "missing_in_branches": in_branches,
            "bytes_skipped": report.bytes_skipped, "bytes_cut": report.bytes_cut, "complete": report.complete,
            "warnings": report.warnings, "bytes_before": copied.bytes[0], "bytes": copied.bytes[1],
        }));
    }
    let mut out = stdout();
    writeln!(out, "{}: {report}", args.out.display())?;
    Ok(out.flush()?)
}
