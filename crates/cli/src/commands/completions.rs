//! `fogreel completions`

use std::io::Write;

use crate::args::{CompletionsArgs, command};
use crate::failure::Result;
use crate::output::stdout;

pub(super) fn run(args: &CompletionsArgs) -> Result<()> {
    // Into memory first: the generator panics where it cannot write.
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut command(), "fogreel", &mut script);
    let mut out = stdout();
    out.write_all(&script)?;
    Ok(out.flush()?)
}
