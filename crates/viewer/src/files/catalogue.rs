//! The thread that lists folders and looks into their recordings. It is not the one that reads the open recording, so
//! that a long list never delays a seek.

use std::collections::{HashMap, VecDeque};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender, TryRecvError, channel};
use std::time::{Duration, Instant, SystemTime};

use super::details::{Details, details_of};
use super::listing::{Found, Walk};

/// How long names are gathered before they are handed over.
const NAMES: Duration = Duration::from_millis(15);
/// How long details of rows in sight are gathered.
const IN_SIGHT: Duration = Duration::from_millis(12);
/// How long details of the other rows are gathered.
const BEHIND: Duration = Duration::from_millis(100);

/// What the window asks for. A ticket tells the answers about an earlier list from those about this one.
pub(crate) enum Ask {
    /// List the recordings that files and folders stand for.
    List { ticket: u64, paths: Vec<PathBuf> },
    /// These recordings of the list, by their place in the order in which they were found, are in sight and lack their
    /// details.
    InSight { ticket: u64, places: Vec<usize> },
    /// Find out which of the paths still exist.
    Exist(Vec<PathBuf>),
}

/// What the thread answers.
pub(crate) enum Answer {
    /// More recordings of the list.
    Names { ticket: u64, found: Vec<Found>, is_done: bool },
    /// Folders that cannot be listed.
    Failed { ticket: u64, reasons: Vec<String> },
    /// Details of recordings, by their place in the order in which they were found.
    Details { ticket: u64, details: Vec<(usize, Arc<Details>)>, is_done: bool },
    /// Which paths are gone.
    Missing(Vec<PathBuf>),
}

/// The window's end of the thread.
pub(crate) struct Catalogue {
    asks: Sender<Ask>,
    answers: Receiver<Answer>,
}

impl Catalogue {
    /// Starts the thread; `wake` is called whenever something was answered.
    pub(crate) fn spawn(wake: impl Fn() + Send + 'static) -> Result<Self, std::io::Error> {
        let (asks, incoming) = channel();
        let (outgoing, answers) = channel();
        std::thread::Builder::new().name("catalogue".to_owned()).spawn(move || {
            let mut work = Work::default();
            while let Some(ask) = next_ask(&incoming, work.is_left()) {
                let answers = match ask {
                    Some(ask) => work.accept(ask),
                    None => work.go_on(),
                };
                for answer in answers {
                    if outgoing.send(answer).is_err() {
                        // The window is closed.
                        return;
                    }
                    wake();
                }
            }
        })?;
        Ok(Self { asks, answers })
    }

    /// Asks for something. Returns `false` if the thread is gone.
    pub(crate) fn ask(&self, ask: Ask) -> bool {
        self.asks.send(ask).is_ok()
    }

    /// The next answer, if there is one.
    pub(crate) fn take(&self) -> Option<Answer> {
        self.answers.try_recv().ok()
    }
}

/// The next question, waiting for it where there is nothing else to do; `None` when the window is closed, `Some(None)`
/// when there is work to go on with.
fn next_ask(incoming: &Receiver<Ask>, has_work: bool) -> Option<Option<Ask>> {
    if !has_work {
        return incoming.recv().ok().map(Some);
    }
    match incoming.try_recv() {
        Ok(ask) => Some(Some(ask)),
        Err(TryRecvError::Empty) => Some(None),
        Err(TryRecvError::Disconnected) => None,
    }
}

/// What is left to do.
#[derive(Default)]
struct Work {
    ticket: u64,
    walk: Option<Walk>,
    /// The recordings of the list, and whether their details were told, in the order in which they were found.
    list: Vec<(PathBuf, bool)>,
    /// Places of recordings in sight.
    in_sight: VecDeque<usize>,
    /// Place from which on the others follow.
    next: usize,
    /// What earlier lists found; a file that has not changed is not read again.
    known: HashMap<PathBuf, (Stamp, Arc<Details>)>,
}

/// What changes with a file: its size and when it was written.
type Stamp = (u64, Option<SystemTime>);

impl Work {
    fn is_left(&self) -> bool {
        self.walk.is_some() || !self.in_sight.is_empty() || self.next < self.list.len()
    }

    fn accept(&mut self, ask: Ask) -> Vec<Answer> {
        match ask {
            Ask::List { ticket, paths } => {
                let (walk, known) = (Some(Walk::of(&paths)), std::mem::take(&mut self.known));
                *self = Self { ticket, walk, known, ..Self::default() };
                Vec::new()
            }
            Ask::InSight { ticket, places } => {
                if ticket == self.ticket {
                    self.in_sight = places.into();
                }
                Vec::new()
            }
            Ask::Exist(paths) => {
                vec![Answer::Missing(paths.into_iter().filter(|path| !path.exists()).collect())]
            }
        }
    }

    /// Names first, then the rows in sight, then the others; the first two by turns, so that neither waits for long.
    fn go_on(&mut self) -> Vec<Answer> {
        let mut answers = self.names();
        if !self.in_sight.is_empty() {
            answers.extend(self.details(IN_SIGHT, |work| work.in_sight.pop_front()));
        } else if self.walk.is_none() {
            answers.extend(self.details(BEHIND, |work| {
                work.next += 1;
                (work.next <= work.list.len()).then(|| work.next - 1)
            }));
        }
        answers
    }

    fn names(&mut self) -> Vec<Answer> {
        let Some(walk) = self.walk.as_mut() else { return Vec::new() };
        let (ticket, found) = (self.ticket, walk.step(NAMES));
        self.list.extend(found.iter().map(|found| (found.path.clone(), false)));
        let is_done = walk.is_done();
        let reasons = if is_done { std::mem::take(&mut walk.failures) } else { Vec::new() };
        if is_done {
            self.walk = None;
        }
        let mut answers = vec![Answer::Names { ticket, found, is_done }];
        if !reasons.is_empty() {
            answers.push(Answer::Failed { ticket, reasons });
        }
        if is_done && self.list.is_empty() {
            answers.push(Answer::Details { ticket, details: Vec::new(), is_done });
        }
        answers
    }

    /// Details of as many rows as the time allows, but of one at least.
    fn details(&mut self, slice: Duration, next: impl Fn(&mut Self) -> Option<usize>) -> Option<Answer> {
        let started = Instant::now();
        let mut details = Vec::new();
        while details.is_empty() || started.elapsed() < slice {
            let Some(place) = next(self) else { break };
            let Some((path, is_told)) = self.list.get_mut(place) else { continue };
            if !std::mem::replace(is_told, true) {
                let path = path.clone();
                details.push((place, self.look_into(&path)));
            }
        }
        let is_done = !self.is_left();
        (is_done || !details.is_empty()).then_some(Answer::Details { ticket: self.ticket, details, is_done })
    }

    fn look_into(&mut self, path: &Path) -> Arc<Details> {
        let metadata = std::fs::metadata(path);
        let stamp = metadata.map_or((0, None), |metadata| (metadata.len(), metadata.modified().ok()));
        if let Some((_, details)) = self.known.get(path).filter(|(known, _)| *known == stamp) {
            return Arc::clone(details);
        }
        let details = Arc::new(details_of(path));
        self.known.insert(path.to_owned(), (stamp, Arc::clone(&details)));
        details
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Answers until the list is complete.
    fn all(work: &mut Work, ask: Ask) -> Vec<Answer> {
        let mut answers = work.accept(ask);
        while work.is_left() {
            answers.extend(work.go_on());
        }
        answers
    }

    fn told(answers: &[Answer]) -> Vec<usize> {
        let lists = answers.iter().filter_map(|answer| match answer {
            Answer::Details { details, .. } => Some(details),
            _ => None,
        });
        lists.flatten().map(|(place, _)| *place).collect()
    }

    #[test]
    fn every_row_is_told_once_and_those_in_sight_come_first() {
        let folder = tempfile::tempdir().expect("a folder");
        for index in 0..40 {
            std::fs::write(folder.path().join(format!("{index}.fogreel")), "x").expect("written");
        }
        let mut work = Work::default();
        let mut answers = work.accept(Ask::List { ticket: 7, paths: vec![folder.path().to_owned()] });
        work.accept(Ask::InSight { ticket: 7, places: vec![30, 31, 4711] });
        work.accept(Ask::InSight { ticket: 6, places: vec![9] });
        while work.is_left() {
            answers.extend(work.go_on());
        }
        assert!(matches!(answers[0], Answer::Names { ticket: 7, .. }), "names come before everything else");
        let told = told(&answers);
        assert_eq!(&told[..3], &[30, 31, 0], "an earlier list's rows are not asked for");
        assert_eq!((told.len(), told.iter().collect::<std::collections::HashSet<_>>().len()), (40, 40));
        assert!(matches!(answers.last(), Some(Answer::Details { is_done: true, .. })));
    }

    #[test]
    fn a_file_that_has_not_changed_is_not_read_again() {
        let folder = tempfile::tempdir().expect("a folder");
        for name in ["a.fogreel", "b.fogreel"] {
            std::fs::write(folder.path().join(name), "x").expect("written");
        }
        let mut work = Work::default();
        let list = |ticket| Ask::List { ticket, paths: vec![folder.path().to_owned()] };
        all(&mut work, list(1));
        let before: HashMap<PathBuf, Arc<Details>> =
            work.known.iter().map(|(path, (_, details))| (path.clone(), Arc::clone(details))).collect();
        std::fs::write(folder.path().join("b.fogreel"), "longer").expect("written");
        assert_eq!(told(&all(&mut work, list(2))).len(), 2, "all are told again");
        let is_same = |name: &str| {
            let path = folder.path().join(name);
            Arc::ptr_eq(&before[&path], &work.known[&path].1)
        };
        assert!(is_same("a.fogreel") && !is_same("b.fogreel"));
    }

    #[test]
    fn what_is_gone_is_said_and_an_empty_folder_has_an_end() {
        let folder = tempfile::tempdir().expect("a folder");
        let (file, gone) = (folder.path().join("a.fogreel"), folder.path().join("b.fogreel"));
        std::fs::write(&file, "x").expect("written");
        let mut work = Work::default();
        let answers = all(&mut work, Ask::Exist(vec![file, gone.clone(), folder.path().to_owned()]));
        assert!(matches!(&answers[..], [Answer::Missing(missing)] if *missing == [gone]));
        let empty = folder.path().join("empty");
        std::fs::create_dir(&empty).expect("created");
        let answers = all(&mut work, Ask::List { ticket: 2, paths: vec![empty] });
        assert!(matches!(answers.last(), Some(Answer::Details { is_done: true, .. })));
    }
}
