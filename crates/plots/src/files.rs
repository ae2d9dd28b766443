//! Figures as files.

use std::borrow::Cow;
use std::fmt;
use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::str::FromStr;

use crate::color::UnknownName;
use crate::{Figure, FigureMatch, FigureRequest, PlotError};

/// A format of figures.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum FigureFormat {
    /// Vector graphics with a physical size.
    Svg,
    /// A page with a physical size.
    Pdf,
    /// Pixels.
    Png,
    /// The numbers.
    Csv,
}

impl FigureFormat {
    /// All formats.
    pub const ALL: [Self; 4] = [Self::Svg, Self::Pdf, Self::Png, Self::Csv];

    /// Lower-case name, which is the extension of its files, too.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Svg => "svg",
            Self::Pdf => "pdf",
            Self::Png => "png",
            Self::Csv => "csv",
        }
    }
}

impl fmt::Display for FigureFormat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for FigureFormat {
    type Err = UnknownName;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let found = Self::ALL.into_iter().find(|format| format.name() == text);
        found.ok_or_else(|| UnknownName { expected: "svg, pdf, png or csv", found: text.to_owned() })
    }
}

/// Where figures go, and in which formats.
#[derive(Clone, PartialEq, Debug)]
pub struct FigureFiles {
    /// The folder; made if it does not exist.
    pub folder: PathBuf,
    /// One file each.
    pub formats: Vec<FigureFormat>,
    /// Dots per inch of PNG files.
    pub dpi: f64,
    /// Whether files that are there already are replaced.
    pub replace: bool,
}

/// Why a figure is not in its file.
#[derive(Debug, thiserror::Error)]
pub enum FigureFileError {
    /// It could not be drawn.
    #[error(transparent)]
    Plot(#[from] PlotError),
    /// There is a file of that name, and it is not to be replaced.
    #[error("{} exists already", .0.display())]
    Exists(PathBuf),
    /// The machine said no.
    #[error("{}: cannot {action}: {error}", path.display())]
    Io {
        /// The file or folder.
        path: PathBuf,
        /// What was tried.
        action: &'static str,
        /// What the machine said.
        error: io::Error,
    },
}

impl FigureFiles {
    /// Draws what is asked for of these matches and writes each figure as soon as it is drawn; `drawn` is told of each name
    /// and figure before it is written.
    ///
    /// # Errors
    /// [`FigureFileError`], or what went wrong with a match; what was written before stays.
    pub fn draw<M: FigureMatch, E: From<PlotError> + From<FigureFileError>>(
        &self,
        request: &FigureRequest,
        matches: impl IntoIterator<Item = Result<M, E>>,
        mut drawn: impl FnMut(&str, &Figure),
    ) -> Result<Vec<PathBuf>, E> {
        let mut written = Vec::new();
        request.draw(matches, |name, figure| {
            drawn(name, figure);
            written.extend(self.write(name, figure)?);
            Ok::<_, E>(())
        })?;
        Ok(written)
    }

    /// Writes a figure into `NAME.svg` and so on. A file is whole, or it is not there: what it replaces stays until then.
    ///
    /// # Errors
    /// [`FigureFileError`]; what was written before stays.
    pub fn write(&self, name: &str, figure: &Figure) -> Result<Vec<PathBuf>, FigureFileError> {
        fs::create_dir_all(&self.folder).map_err(failed(&self.folder, "make the folder"))?;
        let mut written = Vec::new();
        for format in &self.formats {
            let bytes: Cow<'_, [u8]> = match format {
                FigureFormat::Svg => figure.svg().as_bytes().into(),
                FigureFormat::Pdf => figure.pdf()?.into(),
                FigureFormat::Png => figure.png(self.dpi)?.into(),
                FigureFormat::Csv => figure.csv().as_bytes().into(),
            };
            let path = self.folder.join(format!("{name}.{format}"));
            put_file(&path, &bytes, self.replace)?;
            written.push(path);
        }
        Ok(written)
    }
}

/// Writes a file, which is whole or not there: what it replaces, if that is asked for, stays until then.
///
/// # Errors
/// [`FigureFileError::Exists`] and [`FigureFileError::Io`].
pub fn put_file(path: &Path, bytes: &[u8], replace: bool) -> Result<(), FigureFileError> {
    put_file_with(path, replace, |file| file.write_all(bytes).map_err(failed(path, "write")))
}

/// The same, where `fill` writes into the file what is to stand in it. If that fails, nothing is left of it.
///
/// # Errors
/// [`FigureFileError::Exists`] and [`FigureFileError::Io`], and what `fill` returns.
pub fn put_file_with<E: From<FigureFileError>>(
    path: &Path,
    replace: bool,
    fill: impl FnOnce(&mut File) -> Result<(), E>,
) -> Result<(), E> {
    if !replace && path.symlink_metadata().is_ok() {
        return Err(FigureFileError::Exists(path.to_owned()).into());
    }
    let (part, mut file) = beside(path)?;
    let filled = fill(&mut file).and_then(|()| Ok(file.sync_all().map_err(failed(path, "write"))?));
    drop(file);
    let moved = filled.and_then(|()| match replace {
        true => Ok(fs::rename(&part, path).map_err(failed(path, "replace"))?),
        false => Ok(move_to_free(&part, path)?),
    });
    // A rename took it; after anything else it would only be in the way.
    let _ = fs::remove_file(&part);
    moved
}

/// A new file beside a place, which nobody else writes.
fn beside(path: &Path) -> Result<(PathBuf, File), FigureFileError> {
    for number in 0.. {
        let mut name = path.as_os_str().to_owned();
        name.push(format!(".{}-{number}.part", std::process::id()));
        let part = PathBuf::from(name);
        match OpenOptions::new().write(true).create_new(true).open(&part) {
            Ok(file) => return Ok((part, file)),
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
            Err(error) => return Err(failed(path, "write")(error)),
        }
    }
    unreachable!("one of so many names is free")
}

/// Moves a file to a place where none must be.
fn move_to_free(part: &Path, path: &Path) -> Result<(), FigureFileError> {
    match fs::hard_link(part, path) {
        Ok(()) => Ok(()),
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => Err(FigureFileError::Exists(path.to_owned())),
        // Some file systems have no links; between the look and the move somebody else may still take the name.
        Err(_) if path.symlink_metadata().is_err() => fs::rename(part, path).map_err(failed(path, "write")),
        Err(_) => Err(FigureFileError::Exists(path.to_owned())),
    }
}

fn failed(path: &Path, action: &'static str) -> impl FnOnce(io::Error) -> FigureFileError {
    move |error| FigureFileError::Io { path: path.to_owned(), action, error }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn figure() -> Figure {
        Figure { svg: "<svg/>".to_owned(), csv: "a,b\n".to_owned(), width_mm: 10.0, height_mm: 10.0 }
    }

    #[test]
    fn a_file_that_is_there_is_replaced_only_if_that_was_asked_for() {
        let folder = tempfile::tempdir().expect("a folder");
        let mut files = FigureFiles {
            folder: folder.path().join("new/one"),
            formats: vec![FigureFormat::Svg, FigureFormat::Csv],
            dpi: 100.0,
            replace: false,
        };
        let written = files.write("turn", &figure()).expect("new files");
        assert_eq!(written, ["turn.svg", "turn.csv"].map(|name| files.folder.join(name)));
        let other = Figure { svg: "<svg></svg>".to_owned(), ..figure() };
        assert!(matches!(files.write("turn", &other), Err(FigureFileError::Exists(path)) if path == written[0]));
        assert_eq!(fs::read_to_string(&written[0]).expect("the old one"), "<svg/>");
        files.replace = true;
        files.write("turn", &other).expect("replaced");
        assert_eq!(fs::read_to_string(&written[0]).expect("the new one"), "<svg></svg>");
        assert_eq!(fs::read_dir(&files.folder).expect("the folder").count(), 2, "nothing is left beside them");
    }

    #[test]
    fn what_the_machine_says_names_the_file() {
        let folder = tempfile::tempdir().expect("a folder");
        let in_the_way = folder.path().join("file");
        fs::write(&in_the_way, "").expect("a file");
        let files = FigureFiles { folder: in_the_way, formats: vec![FigureFormat::Svg], dpi: 100.0, replace: false };
        let error = files.write("turn", &figure()).expect_err("a file is no folder").to_string();
        assert!(error.contains("file: cannot make the folder"), "{error}");
    }
}
