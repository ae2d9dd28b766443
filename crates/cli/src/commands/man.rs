//! `fogreel man`

use std::io::Write;

use crate::args::{ManArgs, command};
use crate::failure::{Failure, Result};
use crate::output::{make_folder, stdout, write_file};

pub(super) fn run(args: &ManArgs) -> Result<()> {
    make_folder(&args.folder)?;
    let mut root = command();
    root.build();
    let mut out = stdout();
    let subcommands = root.get_subcommands().filter(|subcommand| subcommand.get_name() != "help").cloned();
    for page in subcommands.collect::<Vec<_>>().into_iter().chain([root]) {
        let name = page.get_display_name().unwrap_or_else(|| page.get_name()).to_owned();
        let mut text = Vec::new();
        clap_mangen::Man::new(page).render(&mut text).map_err(Failure::machine)?;
        let file = args.folder.join(format!("{name}.1"));
        write_file(&file, &text, args.force)?;
        writeln!(out, "{}", file.display())?;
    }
    Ok(out.flush()?)
}
