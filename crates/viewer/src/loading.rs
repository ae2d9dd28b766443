//! The thread that reads. Everything that touches a file or decodes a record happens here, so that the window never
//! waits.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvError, Sender, TryRecvError, channel};

use fogreel_engine::Record;
use fogreel_recorder::{ReadError, Replay, Strictness, Timeline};

use crate::measuring::Open;
use crate::session::{Measured, Opened};
use crate::{Regenerate, damage};

/// Where a recording comes from.
pub(crate) enum Source {
    Path(PathBuf),
    /// A match that is in memory already.
    Memory(Box<Timeline>, String),
}

/// What the window asks for. The ticket tells the answers of an earlier recording from those of the open one.
pub(crate) enum Request {
    Open { ticket: u64, source: Source },
    Record { ticket: u64, index: usize },
}

/// What the thread answers.
pub(crate) enum Delivery {
    Opened {
        ticket: u64,
        opened: Opened,
    },
    NotOpened {
        ticket: u64,
        message: String,
    },
    Record {
        ticket: u64,
        index: usize,
        record: Arc<Record>,
    },
    Broken {
        ticket: u64,
        index: usize,
        reason: String,
    },
    Measured {
        ticket: u64,
        measured: Measured,
    },
    /// What was to be opened is a folder: not even that is the window's business to find out.
    Folder {
        ticket: u64,
        path: PathBuf,
    },
}

/// The window's end of the thread.
pub(crate) struct Loader {
    requests: Sender<Request>,
    deliveries: Receiver<Delivery>,
}

impl Loader {
    /// Starts the thread. `regenerate` is applied to every file that is opened; `wake` is called whenever something was
    /// delivered.
    pub(crate) fn spawn(
        regenerate: Option<Regenerate>,
        wake: impl Fn() + Send + 'static,
    ) -> Result<Self, std::io::Error> {
        let (requests, incoming) = channel();
        let (outgoing, deliveries) = channel();
        std::thread::Builder::new().name("reader".to_owned()).spawn(move || {
            let mut reader = Reader { outgoing, regenerate, wake: Box::new(wake), open: None };
            reader.run(&incoming);
        })?;
        Ok(Self { requests, deliveries })
    }

    /// Asks for something. Returns `false` if the thread is gone.
    pub(crate) fn ask(&self, request: Request) -> bool {
        self.requests.send(request).is_ok()
    }

    /// The next answer, if there is one.
    pub(crate) fn take(&self) -> Option<Delivery> {
        self.deliveries.try_recv().ok()
    }
}

struct Reader {
    outgoing: Sender<Delivery>,
    regenerate: Option<Regenerate>,
    wake: Box<dyn Fn() + Send>,
    open: Option<Open>,
}

impl Reader {
    fn run(&mut self, incoming: &Receiver<Request>) {
        loop {
            let request = if self.open.as_ref().is_some_and(Open::has_work) {
                match incoming.try_recv() {
                    Ok(request) => Some(request),
                    Err(TryRecvError::Empty) => None,
                    Err(TryRecvError::Disconnected) => return,
                }
            } else {
                match incoming.recv() {
                    Ok(request) => Some(request),
                    Err(RecvError) => return,
                }
            };
            match request {
                Some(request) => self.accept(request),
                None => self.work(),
            }
        }
    }

    fn send(&self, delivery: Delivery) {
        // A closed window needs no answer.
        if self.outgoing.send(delivery).is_ok() {
            (self.wake)();
        }
    }

    fn accept(&mut self, request: Request) {
        match request {
            Request::Open { ticket, source: Source::Path(path) } if path.is_dir() => {
                self.send(Delivery::Folder { ticket, path });
            }
            Request::Open { ticket, source } => match open(source, self.regenerate.as_ref()) {
                Ok((opened, timeline)) => {
                    self.open = Some(Open::new(ticket, timeline));
                    self.send(Delivery::Opened { ticket, opened });
                }
                Err(message) => self.send(Delivery::NotOpened { ticket, message }),
            },
            // Only the last of several quick seeks matters.
            Request::Record { ticket, index } => {
                if let Some(open) = self.open.as_mut().filter(|open| open.ticket == ticket) {
                    open.wanted = Some(index);
                }
            }
        }
    }

    fn work(&mut self) {
        let Some(open) = self.open.as_mut() else { return };
        match open.work() {
            // A neighbour is taken when the window draws anyway; it is no reason to draw.
            Some((delivery, Urgency::Later)) => drop(self.outgoing.send(delivery)),
            Some((delivery, Urgency::Now)) => self.send(delivery),
            None => {}
        }
    }
}

/// Whether the window should be woken for a delivery.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Urgency {
    Now,
    Later,
}

/// Opens a recording; the message says which file, in one sentence.
fn open(source: Source, regenerate: Option<&Regenerate>) -> Result<(Opened, Timeline), String> {
    let (name, path, timeline, report) = match source {
        Source::Memory(timeline, name) => (name, None, *timeline, None),
        Source::Path(path) => {
            let replay = open_file(&path)?;
            let report = replay.report().clone();
            let timeline = replay.into_timeline();
            let kept = timeline.header().keep;
            let timeline = match regenerate {
                Some(regenerate) => regenerate(timeline),
                None => timeline,
            };
            let note = if timeline.header().keep == kept { "" } else { " (played again from its moves)" };
            (file_name(&path) + note, Some(path), timeline, Some(report))
        }
    };
    let opened = Opened {
        name,
        path,
        header: Arc::new(timeline.header().clone()),
        len: timeline.len(),
        end: timeline.end().cloned(),
        banner: report.as_ref().and_then(damage::in_words),
        lost: report.map(|report| report.missing).unwrap_or_default(),
    };
    Ok((opened, timeline))
}

/// The last part of a path, for people.
pub(crate) fn file_name(path: &Path) -> String {
    path.file_name().unwrap_or(path.as_os_str()).to_string_lossy().into_owned()
}

fn open_file(path: &Path) -> Result<Replay, String> {
    let replay = match Replay::open(path, Strictness::Tail) {
        // Damage in the middle: a person who looks wants what is left, and is told what is not.
        Err(ReadError::Damaged { .. } | ReadError::Missing { .. }) => Replay::open(path, Strictness::Salvage),
        replay => replay,
    };
    replay.map_err(|error| error.to_string())
}
