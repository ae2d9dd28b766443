//! The thread that reads. Everything that touches a file or decodes a record happens here, or on the thread that draws
//! figures, so that the window never waits.

mod drawing;
mod following;
mod noting;
mod opening;
mod reasoning;

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, TryRecvError, channel};
use std::thread::JoinHandle;

use fogreel_engine::Record;
use fogreel_engine::data::{Note, NoteId};
use fogreel_recorder::{NoteChange, NotesPlace, Timeline};

pub(crate) use drawing::FigureJob;
pub(crate) use following::Follower;
pub(crate) use opening::file_name;
pub(crate) use reasoning::Reasoner;

use crate::measuring::Open;
use crate::session::{Grown, Measured, Opened, Reasoned};
use crate::{FindReasoning, Regenerate};

/// Where a recording comes from.
pub(crate) enum Source {
    Path(PathBuf),
    /// A match that is in memory already.
    Memory(Box<Timeline>, String),
}

/// What the window asks for. The ticket tells the answers of an earlier recording from those of the open one.
pub(crate) enum Request {
    Open {
        ticket: u64,
        source: Source,
    },
    Record {
        ticket: u64,
        index: usize,
    },
    /// Writes, changes or deletes a note of a recording, be it the open one or not.
    Note {
        ticket: u64,
        file: PathBuf,
        change: NoteChange,
    },
    /// Draws figures of the open recording into files. The number comes back with the answer.
    Draw {
        ticket: u64,
        number: u64,
        job: Box<FigureJob>,
    },
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
    /// What could be known, and what was made of it.
    Reasoned {
        ticket: u64,
        reasoned: Reasoned,
    },
    /// What was to be opened is a folder: not even that is the window's business to find out.
    Folder {
        ticket: u64,
        path: PathBuf,
    },
    /// The recording is longer, or ended, or is not written any more.
    Grown {
        ticket: u64,
        grown: Grown,
    },
    /// Another file has taken the place of the recording.
    Replaced {
        ticket: u64,
        path: PathBuf,
    },
    /// The file cannot be followed any longer.
    Lost {
        ticket: u64,
        message: String,
    },
    /// The notes of the recording are others now.
    Notes {
        ticket: u64,
        notes: Arc<Vec<Note>>,
    },
    /// A note was written.
    Noted {
        id: NoteId,
        place: NotesPlace,
    },
    /// A note was not written.
    NotNoted {
        id: NoteId,
        message: String,
    },
    /// Figures were written, or why they were not.
    Drawn {
        number: u64,
        drawn: Result<Vec<PathBuf>, String>,
    },
}

/// The window's end of the thread.
pub(crate) struct Loader {
    /// `None` when the window is being closed.
    requests: Option<Sender<Request>>,
    deliveries: Receiver<Delivery>,
    thread: Option<JoinHandle<()>>,
}

impl Loader {
    /// Starts the thread. `regenerate` is applied to every file that is opened, and `reasoning` is asked for its game;
    /// `wake` is called whenever something was delivered.
    pub(crate) fn spawn(
        regenerate: Option<Regenerate>,
        reasoning: Option<FindReasoning>,
        wake: impl Fn() + Send + Sync + 'static,
    ) -> Result<Self, std::io::Error> {
        let (requests, incoming) = channel();
        let (outgoing, deliveries) = channel();
        let answers = Answers { outgoing, wake: Arc::new(wake) };
        let thread = std::thread::Builder::new().name("reader".to_owned()).spawn(move || {
            let mut reader = Reader { answers, regenerate, reasoning, open: None, figures: Vec::new() };
            reader.run(&incoming);
            // Nobody is left to tell of a thread that panicked.
            reader.figures.into_iter().for_each(|figure| drop(figure.join()));
        })?;
        Ok(Self { requests: Some(requests), deliveries, thread: Some(thread) })
    }

    /// Asks for something. Returns `false` if the thread is gone.
    pub(crate) fn ask(&self, request: Request) -> bool {
        self.requests.as_ref().is_some_and(|requests| requests.send(request).is_ok())
    }

    /// The next answer, if there is one.
    pub(crate) fn take(&self) -> Option<Delivery> {
        self.deliveries.try_recv().ok()
    }
}

/// A note that was asked for is written, and a figure that is being drawn is whole, before the window is gone.
impl Drop for Loader {
    fn drop(&mut self) {
        self.requests = None;
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

/// The way back to the window.
#[derive(Clone)]
struct Answers {
    outgoing: Sender<Delivery>,
    wake: Arc<dyn Fn() + Send + Sync>,
}

impl Answers {
    fn send(&self, delivery: Delivery) {
        // A closed window needs no answer.
        if self.outgoing.send(delivery).is_ok() {
            (self.wake)();
        }
    }

    /// Leaves something for when the window draws anyway.
    fn leave(&self, delivery: Delivery) {
        let _ = self.outgoing.send(delivery);
    }
}

struct Reader {
    answers: Answers,
    regenerate: Option<Regenerate>,
    reasoning: Option<FindReasoning>,
    open: Option<Open>,
    /// Threads that draw.
    figures: Vec<JoinHandle<()>>,
}

impl Reader {
    fn run(&mut self, incoming: &Receiver<Request>) {
        loop {
            let pause = self.open.as_ref().and_then(|open| open.follower.as_ref()).map(|follower| follower.pause());
            let request = if self.open.as_ref().is_some_and(Open::has_work) {
                incoming.try_recv().map_err(|error| error == TryRecvError::Disconnected)
            } else if let Some(pause) = pause {
                incoming.recv_timeout(pause).map_err(|error| error == RecvTimeoutError::Disconnected)
            } else {
                incoming.recv().map_err(|_| true)
            };
            match request {
                Ok(request) => self.accept(request),
                Err(true) => return,
                Err(false) => {}
            }
            self.work();
            self.follow();
        }
    }

    fn accept(&mut self, request: Request) {
        match request {
            Request::Open { ticket, source: Source::Path(path) } if path.is_dir() => {
                self.answers.send(Delivery::Folder { ticket, path });
            }
            Request::Open { ticket, source } => match opening::open(source, self.regenerate.as_ref()) {
                Ok((mut opened, timeline)) => {
                    let reasoning = self.reasoning.and_then(|find| find(&opened.header.game));
                    opened.is_reasoned = reasoning.is_some();
                    self.open = Some(Open::new(ticket, timeline, &opened, reasoning));
                    self.answers.send(Delivery::Opened { ticket, opened });
                }
                Err(message) => self.answers.send(Delivery::NotOpened { ticket, message }),
            },
            // Only the last of several quick seeks matters.
            Request::Record { ticket, index } => {
                if let Some(open) = self.of(ticket) {
                    open.wanted = Some(index);
                }
            }
            Request::Note { ticket, file, change } => self.note(ticket, &file, &change),
            Request::Draw { ticket, number, job } => {
                let (answers, reasoning) = (self.answers.clone(), self.reasoning);
                match self.of(ticket).map(|open| open.timeline()) {
                    Some(timeline) => self.figures.extend(drawing::start(timeline, reasoning, number, job, answers)),
                    None => {
                        let drawn = Err("Another recording was opened meanwhile; nothing was drawn.".to_owned());
                        self.answers.send(Delivery::Drawn { number, drawn });
                    }
                }
                self.figures.retain(|figure| !figure.is_finished());
            }
        }
    }

    fn of(&mut self, ticket: u64) -> Option<&mut Open> {
        self.open.as_mut().filter(|open| open.ticket == ticket)
    }

    fn work(&mut self) {
        let Some(open) = self.open.as_mut().filter(|open| open.has_work()) else { return };
        match open.work() {
            // A neighbour is taken when the window draws anyway; it is no reason to draw.
            Some((delivery, Urgency::Later)) => self.answers.leave(delivery),
            Some((delivery, Urgency::Now)) => self.answers.send(delivery),
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
