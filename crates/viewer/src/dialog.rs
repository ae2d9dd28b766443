//! What lies over the window, with what was entered so far.

use std::path::PathBuf;
use std::time::{SystemTime, UNIX_EPOCH};

use fogreel_engine::data::{Note, NoteId};
use fogreel_engine::{Cell, Header, Viewpoint};
use fogreel_plots::{Figure, FigureFiles, FigureFormat, FigureRequest, Width};
use serde::{Deserialize, Serialize};

use crate::loading::FigureOrder;

/// What lies over the window.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Dialog {
    Help,
    GoTo {
        /// What was typed so far.
        typed: String,
        /// What is wrong with what was entered.
        problem: Option<String>,
    },
    /// With what was typed so far.
    OpenPath(String),
    Note(Box<NoteForm>),
    Figure(Box<FigureForm>),
}

impl Dialog {
    /// Asks where to go.
    pub(crate) fn go_to() -> Self {
        Self::GoTo { typed: String::new(), problem: None }
    }
}

/// A note that is being written.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct NoteForm {
    /// The note that is changed; `None` for a new one.
    pub(crate) id: Option<NoteId>,
    pub(crate) record: u32,
    /// Turn of that record, for people.
    pub(crate) turn: u32,
    /// The cell that the note is about, in the frame of who looks.
    pub(crate) cell: Option<Cell>,
    /// The cell that it may be about.
    pub(crate) offered: Option<Cell>,
    pub(crate) viewpoint: Viewpoint,
    pub(crate) author: String,
    pub(crate) text: String,
    /// Why it could not be written.
    pub(crate) problem: Option<String>,
}

impl NoteForm {
    /// For a change of a note.
    pub(crate) fn of(note: &Note, turn: u32) -> Self {
        Self {
            id: Some(note.id),
            record: note.record,
            turn,
            cell: note.cell,
            offered: note.cell,
            viewpoint: note.viewpoint,
            author: note.author.clone().unwrap_or_default(),
            text: note.text.clone(),
            problem: None,
        }
    }

    /// The note as it will be written, under an id.
    pub(crate) fn note(&self, id: NoteId) -> Note {
        let filled = |text: &str| Some(text.trim().to_owned()).filter(|text| !text.is_empty());
        let now = SystemTime::now().duration_since(UNIX_EPOCH).ok();
        Note {
            id,
            line: 0,
            record: self.record,
            cell: self.cell,
            viewpoint: self.viewpoint,
            author: filled(&self.author),
            text: self.text.trim().to_owned(),
            created_unix_ms: now.and_then(|since| u64::try_from(since.as_millis()).ok()),
        }
    }
}

/// How figures are written; remembered.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(default)]
pub(crate) struct FigureSettings {
    pub(crate) svg: bool,
    pub(crate) png: bool,
    pub(crate) csv: bool,
    /// As a person types it.
    pub(crate) width: String,
}

impl Default for FigureSettings {
    fn default() -> Self {
        Self { svg: true, png: true, csv: true, width: Width::default().to_string() }
    }
}

impl FigureSettings {
    /// The formats with their switches.
    pub(crate) fn switches(&mut self) -> [(FigureFormat, &mut bool); 3] {
        [(FigureFormat::Svg, &mut self.svg), (FigureFormat::Png, &mut self.png), (FigureFormat::Csv, &mut self.csv)]
    }

    fn formats(&self) -> Vec<FigureFormat> {
        let all = [(FigureFormat::Svg, self.svg), (FigureFormat::Png, self.png), (FigureFormat::Csv, self.csv)];
        all.into_iter().filter(|(_, on)| *on).map(|(format, _)| format).collect()
    }
}

/// Something that can be drawn.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Offer {
    /// For people.
    pub(crate) name: String,
    pub(crate) request: FigureRequest,
}

/// A figure that is about to be drawn.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct FigureForm {
    pub(crate) offers: Vec<Offer>,
    pub(crate) chosen: usize,
    pub(crate) settings: FigureSettings,
    pub(crate) folder: String,
    pub(crate) replace: bool,
    /// The recording; `None` if it lies in memory.
    pub(crate) file: Option<PathBuf>,
    /// Why it could not be drawn.
    pub(crate) problem: Option<String>,
}

impl FigureForm {
    /// The figure that was chosen, as it will be drawn; or what is wrong with what was entered.
    pub(crate) fn order(&self) -> Result<FigureOrder, String> {
        let offer = self.offers.get(self.chosen).ok_or("There is nothing to draw here.")?;
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
        Ok(FigureOrder {
            request: FigureRequest { width, ..offer.request.clone() },
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
        let order = self.order().ok()?;
        let formats: Vec<&str> = order.files.formats.iter().map(|format| format.name()).collect();
        let mut words = vec!["fogreel".to_owned(), "export".to_owned(), self.file.as_ref()?.to_str()?.to_owned()];
        words.extend(order.request.arguments(header));
        words.extend(["--format".to_owned(), formats.join(","), "--out".to_owned(), self.folder.trim().to_owned()]);
        words.extend(self.replace.then(|| "--force".to_owned()));
        let words: Vec<String> = words.iter().map(|word| quoted(word)).collect();
        Some(words.join(" "))
    }
}

/// A word as a shell takes it for one.
fn quoted(word: &str) -> String {
    let is_plain = |letter: char| letter.is_ascii_alphanumeric() || "-_./:@=,+%".contains(letter);
    if !word.is_empty() && word.chars().all(is_plain) {
        return word.to_owned();
    }
    format!("'{}'", word.replace('\'', r"'\''"))
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
            offers: vec![Offer { name: "a belief".to_owned(), request }],
            chosen: 0,
            settings: FigureSettings::default(),
            folder: " my figures ".to_owned(),
            replace: false,
            file: Some("it's/match.fogreel".into()),
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
    }

    #[test]
    fn what_is_wrong_is_said_before_anything_is_drawn() {
        let wrong = |form: FigureForm| form.order().expect_err("something is wrong");
        let settings = |width: &str| FigureSettings { width: width.to_owned(), ..FigureSettings::default() };
        assert!(wrong(FigureForm { settings: settings("wide"), ..form() }).contains("for example 84mm"));
        assert!(wrong(FigureForm { folder: " ".to_owned(), ..form() }).contains("folder"));
        assert!(wrong(FigureForm { chosen: 7, ..form() }).contains("nothing to draw"));
        let none = FigureSettings { svg: false, png: false, csv: false, ..FigureSettings::default() };
        assert!(wrong(FigureForm { settings: none, ..form() }).contains("format"));
        assert_eq!(form().order().expect("an order").recording, "match");
    }

    #[test]
    fn a_note_is_written_without_the_blanks_around_it() {
        let form = NoteForm {
            id: None,
            record: 4,
            turn: 2,
            cell: Some(Cell::new(1, 2)),
            offered: None,
            viewpoint: Viewpoint::Referee,
            author: "  ".to_owned(),
            text: " here \n".to_owned(),
            problem: None,
        };
        let note = form.note(NoteId(7));
        assert_eq!((note.author.as_deref(), note.text.as_str(), note.record), (None, "here", 4));
        let again = NoteForm::of(&note, 2);
        assert_eq!((again.id, again.cell, again.text.as_str()), (Some(NoteId(7)), Some(Cell::new(1, 2)), "here"));
    }
}
