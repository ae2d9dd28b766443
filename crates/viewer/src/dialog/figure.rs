//! A figure that is about to be drawn.

use std::path::PathBuf;

use fogreel_engine::{Header, Viewpoint, shell_word};
use fogreel_plots::{Figure, FigureFiles, FigureRequest, Width};

use crate::loading::FigureJob;
use crate::state::FigureSettings;

/// Something that can be drawn.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct FigureChoice {
    /// For people.
    pub(crate) name: String,
    pub(crate) request: FigureRequest,
}

/// A figure that is about to be drawn.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct FigureForm {
    /// Number of the recording.
    pub(crate) ticket: u64,
    /// Who looks.
    pub(crate) viewpoint: Viewpoint,
    pub(crate) choices: Vec<FigureChoice>,
    pub(crate) chosen: usize,
    pub(crate) settings: FigureSettings,
    pub(crate) folder: String,
    pub(crate) replace: bool,
    /// The recording; `None` if it lies in memory.
    pub(crate) file: Option<PathBuf>,
    /// Whether it could be read by passing over damage alone.
    pub(crate) is_salvaged: bool,
    /// Why it could not be drawn.
    pub(crate) problem: Option<String>,
}

impl FigureForm {
    /// The figure that was chosen, as it will be drawn; or what is wrong with what was entered.
    pub(crate) fn job(&self) -> Result<FigureJob, String> {
        let choice = self.choices.get(self.chosen).ok_or("There is nothing to draw here.")?;
        let width = self.settings.width.parse::<Width>().map_err(|error| format!("Width: {error}."))?;
        let formats = self.settings.formats();
        if formats.is_empty() {
            return Err("Choose at least one format.".to_owned());
        }
        let folder = self.folder.trim();
        if folder.is_empty() {
            return Err("Name a folder for the figure.".to_owned());
        }
        let stem = self.file.as_deref().and_then(|file| file.file_stem());
        Ok(FigureJob {
            request: FigureRequest { width, ..choice.request.clone() },
            files: FigureFiles {
                folder: PathBuf::from(folder),
                formats,
                dpi: Figure::DEFAULT_DPI,
                replace: self.replace,
            },
            recording: stem.map_or_else(|| "match".into(), |stem| stem.to_string_lossy()).into_owned(),
        })
    }

    /// The command line that draws the same; `None` if there is no file that it could name, or nothing to draw.
    pub(crate) fn command_line(&self, header: &Header) -> Option<String> {
        let job = self.job().ok()?;
        let formats: Vec<&str> = job.files.formats.iter().map(|format| format.name()).collect();
        let file = self.file.as_ref()?.to_str()?;
        // A name like an option must not be taken for one.
        let file = if file.starts_with('-') { format!("./{file}") } else { file.to_owned() };
        let mut words = vec!["fogreel".to_owned(), "export".to_owned(), file];
        if self.is_salvaged {
            words.extend(["--read", "salvage"].map(str::to_owned));
        }
        words.extend(job.request.arguments(header));
        words.extend(["--format".to_owned(), formats.join(","), "--out".to_owned(), self.folder.trim().to_owned()]);
        words.extend(self.replace.then(|| "--force".to_owned()));
        let words: Vec<String> = words.iter().map(|word| shell_word(word)).collect();
        Some(words.join(" "))
    }
}

#[cfg(test)]
mod tests {
    use fogreel_engine::data::BeliefKey;
    use fogreel_engine::{Seat, Size};
    use fogreel_plots::FigureSubject;

    use super::*;
    use crate::fixture;

    fn form() -> FigureForm {
        let subject = FigureSubject::Heatmap(BeliefKey::new("hound", "fox", "agent"));
        let viewpoint = Viewpoint::Seat(Seat(1));
        let request = FigureRequest { records: Some(vec![3]), viewpoint, ..FigureRequest::new(subject) };
        FigureForm {
            ticket: 1,
            viewpoint,
            choices: vec![FigureChoice { name: "a belief".to_owned(), request }],
            chosen: 0,
            settings: FigureSettings::default(),
            folder: " my figures ".to_owned(),
            replace: false,
            file: Some("it's/match.fogreel".into()),
            is_salvaged: false,
            problem: None,
        }
    }

    #[test]
    fn the_command_line_names_everything_and_quotes_it() {
        let header = fixture::header(Size::new(8, 8));
        let line = form().command_line(&header).expect("a file");
        let expected = r"fogreel export 'it'\''s/match.fogreel' --figure heatmap --as hound --belief hound/fox@agent --records 3 --scale linear --width 174mm --format svg,png,csv --out 'my figures'";
        assert_eq!(line, expected);
        let forced = FigureForm { replace: true, ..form() }.command_line(&header).expect("a file");
        assert_eq!(forced, format!("{expected} --force"));
        assert_eq!(FigureForm { file: None, ..form() }.command_line(&header), None);
        let odd = FigureForm { file: Some("-x.fogreel".into()), is_salvaged: true, ..form() }.command_line(&header);
        assert!(odd.is_some_and(|line| line.starts_with("fogreel export ./-x.fogreel --read salvage --figure")));
    }

    #[test]
    fn what_is_wrong_is_said_before_anything_is_drawn() {
        let wrong = |form: FigureForm| form.job().expect_err("something is wrong");
        let settings = |width: &str| FigureSettings { width: width.to_owned(), ..FigureSettings::default() };
        assert!(wrong(FigureForm { settings: settings("wide"), ..form() }).contains("for example 84mm"));
        assert!(wrong(FigureForm { folder: " ".to_owned(), ..form() }).contains("folder"));
        assert!(wrong(FigureForm { chosen: 7, ..form() }).contains("nothing to draw"));
        let none = FigureSettings { svg: false, pdf: false, png: false, csv: false, ..FigureSettings::default() };
        assert!(wrong(FigureForm { settings: none, ..form() }).contains("format"));
        assert_eq!(form().job().expect("a job").recording, "match");
    }
}
