//! `fogreel report`

mod figures;
mod folder;
mod page;
mod story;
mod subject;
mod summary;

use std::io::Write;
use std::path::PathBuf;

use crate::args::ReportArgs;
use crate::commentary::csv;
use crate::failure::Result;
use crate::input;
use crate::output::stdout;
use figures::Figures;
use story::Story;
use subject::Subject;

pub(super) fn run(args: &ReportArgs) -> Result<()> {
    input::must_be_file(&args.file)?;
    // Before the work, not behind it.
    folder::check(&args.out, args.force)?;
    let recording = input::open_whole(&args.file, args.read)?;
    let subject = Subject::read(args, &recording)?;
    let story = Story::of(&subject);
    let figures = Figures::draw(&subject, &story);
    let mut files: Vec<folder::Page> = Vec::new();
    for drawn in &figures.drawn {
        for (ending, text) in [("svg", drawn.figure.svg()), ("csv", drawn.figure.csv())] {
            files.push((PathBuf::from("figures").join(format!("{}.{ending}", drawn.name)), text.as_bytes().to_vec()));
        }
    }
    let table = csv::table(std::slice::from_ref(&subject.analysed));
    files.push((PathBuf::from("turns.csv"), table.into_bytes()));
    // The page last: where it is, all that it speaks of is there.
    let page = page::of(args, &subject, &story, &figures);
    files.push((PathBuf::from(PAGE), page.into_bytes()));
    folder::write(&args.out, &files, args.force)?;
    let mut out = stdout();
    writeln!(out, "{}", args.out.join(PAGE).display())?;
    Ok(out.flush()?)
}

/// The page that a browser opens.
const PAGE: &str = "index.html";
