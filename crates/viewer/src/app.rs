//! The window: takes what arrived, shows the panels, and applies what they ask for.

use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};

use eframe::egui::{self, CentralPanel, Context, Frame, Margin, Panel, ThemePreference, ViewportCommand};
use fogreel_engine::data::BeliefKey;
use fogreel_engine::{Cell, Viewpoint};

use crate::command::{self, Command, Dialog, Hover};
use crate::files::FileList;
use crate::loading::{Delivery, Loader, Request, Source};
use crate::paint::Textures;
use crate::panels::{Commands, Shared, banner, cards, dialogs, files, panes, timeline, top_bar, transport, welcome};
use crate::perspective::Sight;
use crate::playback::Playback;
use crate::screenshot::{self, Shooter};
use crate::session::Session;
use crate::state::{ScaleChoice, ThemeChoice, ViewerState};
use crate::theme::{self, Palette};
use crate::{ScreenshotRequest, Theme, ViewOptions, ViewerError};

/// Where the window leaves the reason for which it closed itself.
pub(crate) type Failure = Arc<Mutex<Option<ViewerError>>>;

/// Key under which the state is saved.
const STATE: &str = "viewer";

/// The whole window.
pub(crate) struct ViewerApp {
    pub(crate) state: ViewerState,
    loader: Loader,
    /// Number of the open recording; answers with an older one are ignored.
    ticket: u64,
    is_loading: bool,
    session: Option<Session>,
    sight: Option<(u64, Sight)>,
    pub(crate) playback: Playback,
    pub(crate) viewpoint: Viewpoint,
    files: FileList,
    textures: Textures,
    pub(crate) dialog: Option<Dialog>,
    pub(crate) hover: Option<Hover>,
    pub(crate) pinned: Option<Cell>,
    maximised: Option<usize>,
    curves: Option<BeliefKey>,
    notice: Option<String>,
    /// A turn to go to as soon as it is known where it lies.
    wanted_turn: Option<u32>,
    /// The record that was asked for and has not come.
    requested: Option<usize>,
    picture: Option<(ScreenshotRequest, Shooter)>,
    failure: Failure,
}

impl ViewerApp {
    pub(crate) fn new(
        creation: &eframe::CreationContext<'_>,
        options: ViewOptions,
        source: Option<Source>,
        failure: Failure,
    ) -> Result<Self, std::io::Error> {
        let ctx = creation.egui_ctx.clone();
        theme::install(&ctx);
        let saved = creation.storage.filter(|_| options.screenshot.is_none());
        let mut state: ViewerState = saved.and_then(|storage| eframe::get_value(storage, STATE)).unwrap_or_default();
        match options.theme {
            Some(Theme::Light) => state.theme = ThemeChoice::Light,
            Some(Theme::Dark) => state.theme = ThemeChoice::Dark,
            None => {}
        }
        // A picture is of the recording, not of first use.
        state.has_dragged |= options.screenshot.is_some();
        set_theme(&ctx, state.theme);
        let loader = Loader::spawn(move || ctx.request_repaint())?;
        let mut app = Self {
            playback: Playback::new(0, state.speed),
            state,
            loader,
            ticket: 0,
            is_loading: false,
            session: None,
            sight: None,
            viewpoint: Viewpoint::Referee,
            files: FileList::default(),
            textures: Textures::default(),
            dialog: None,
            hover: None,
            pinned: None,
            maximised: None,
            curves: None,
            notice: None,
            wanted_turn: options.turn,
            requested: None,
            picture: options.screenshot.map(|request| (request, Shooter::default())),
            failure,
        };
        match source {
            Some(source) => app.open(source),
            None => app.open_all(options.paths),
        }
        Ok(app)
    }

    /// Opens what was named or dropped: one or several recordings, or a folder.
    fn open_all(&mut self, mut paths: Vec<PathBuf>) {
        match paths.len() {
            0 => {}
            1 => self.ask(Request::Look { path: paths.remove(0) }),
            _ => {
                self.files = FileList::of(paths.clone());
                self.open(Source::Path(paths.remove(0)));
            }
        }
    }

    /// Opens a recording; the one that is open stays until this one is there.
    pub(crate) fn open(&mut self, source: Source) {
        self.ticket += 1;
        self.is_loading = true;
        self.ask(Request::Open { ticket: self.ticket, source });
    }

    fn ask(&mut self, request: Request) {
        if !self.loader.ask(request) {
            self.notice = Some("The thread that reads recordings has stopped; start the viewer again.".to_owned());
        }
    }

    /// Whether everything that was asked for has arrived.
    pub(crate) fn is_settled(&self) -> bool {
        let session_done = self.session.as_ref().is_some_and(|session| session.progress() >= 1.0);
        !self.is_loading && self.requested.is_none() && self.wanted_turn.is_none() && session_done
    }

    /// Takes what the reading thread has delivered.
    fn receive(&mut self) {
        while let Some(delivery) = self.loader.take() {
            match delivery {
                Delivery::Opened { ticket, opened } if ticket == self.ticket => {
                    self.is_loading = false;
                    self.notice = None;
                    self.playback = Playback::new(opened.len, self.playback.speed());
                    self.session = Some(Session::new(opened));
                    (self.sight, self.hover, self.pinned, self.requested) = (None, None, None, None);
                    self.viewpoint = Viewpoint::Referee;
                }
                Delivery::NotOpened { ticket, message } if ticket == self.ticket => {
                    self.is_loading = false;
                    self.fail(message);
                }
                Delivery::Found { path, entries } => match entries {
                    None => self.open(Source::Path(path)),
                    Some(Ok(entries)) => {
                        let first = entries.first().map(|entry| entry.path.clone());
                        self.files = FileList { folder: Some(path.clone()), entries, filter: String::new() };
                        match first {
                            Some(first) => self.open(Source::Path(first)),
                            None => self.fail(format!("There is no recording in {}.", path.display())),
                        }
                    }
                    Some(Err(message)) => self.fail(message),
                },
                delivery => {
                    if let Some(session) = self.session.as_mut() {
                        match delivery {
                            Delivery::Record { ticket, index, record } if ticket == self.ticket => {
                                session.add_record(index, record);
                            }
                            Delivery::Broken { ticket, index, reason } if ticket == self.ticket => {
                                session.add_broken(index, reason);
                            }
                            Delivery::Measured { ticket, first, steps, points } if ticket == self.ticket => {
                                session.add_steps(first, steps, points);
                            }
                            // The answer to an earlier question.
                            _ => {}
                        }
                    }
                }
            }
        }
    }

    /// Says that something could not be opened. A picture cannot be taken then.
    fn fail(&mut self, message: String) {
        if self.picture.is_some() {
            self.leave_with(ViewerError::NothingToShow(message.clone()));
        }
        self.notice = Some(message);
    }

    fn leave_with(&self, error: ViewerError) {
        *self.failure.lock().unwrap_or_else(PoisonError::into_inner) = Some(error);
    }

    /// Sees to it that the record of the cursor is shown, or on its way.
    fn fetch(&mut self) {
        let Some(session) = self.session.as_mut() else { return };
        if let Some(record) = self.wanted_turn.and_then(|turn| session.record_of_turn(turn)) {
            self.wanted_turn = None;
            self.playback.seek(record);
        }
        let index = self.playback.index();
        if !session.show(index) {
            self.requested = None;
        } else if self.requested != Some(index) {
            self.requested = Some(index);
            self.ask(Request::Record { ticket: self.ticket, index });
        }
    }

    /// What may be shown now. Made anew only when something changed.
    fn look(&mut self) -> Option<Sight> {
        let session = self.session.as_ref()?;
        let is_old =
            |(version, sight): &(u64, Sight)| *version != session.version() || sight.viewpoint != self.viewpoint;
        if self.sight.as_ref().is_none_or(is_old) {
            self.sight = Some((session.version(), Sight::of(session, self.viewpoint)));
        }
        self.sight.as_ref().map(|(_, sight)| sight.clone())
    }

    /// The one place where anything changes because somebody asked for it.
    pub(crate) fn apply(&mut self, command: Command, ctx: &Context) {
        match command {
            Command::Seek(record) => self.playback.seek(record),
            Command::SeekTurn(turn) => self.wanted_turn = Some(turn),
            Command::Step(by) => {
                self.playback.pause();
                self.playback.step(by);
            }
            Command::StepRound { forward } => {
                let steps = self.session.as_ref().map(|session| session.steps().as_slice()).unwrap_or_default();
                let rounds: Vec<u32> = steps.iter().map(|step| step.round).collect();
                self.playback.pause();
                self.playback.step_round(forward, &rounds);
            }
            Command::First => self.playback.seek(0),
            Command::Last => self.playback.seek(usize::MAX),
            Command::TogglePlay => self.playback.toggle(),
            Command::ChangeSpeed { faster } => self.playback.change_speed(faster),
            Command::SetSpeed(speed) => self.playback.set_speed(speed),
            Command::ToggleFog => self.state.fog = !self.state.fog,
            Command::ToggleScale => {
                self.state.scale = match self.state.scale {
                    ScaleChoice::Linear => ScaleChoice::Log,
                    ScaleChoice::Log => ScaleChoice::Linear,
                };
            }
            Command::ToggleCards => self.state.cards = !self.state.cards,
            Command::SetTheme(choice) => {
                self.state.theme = choice;
                set_theme(ctx, choice);
            }
            Command::SetPane(pane, choice) => {
                if let Some(place) = self.state.panes.get_mut(pane) {
                    *place = choice;
                }
            }
            Command::ToggleMaximised(pane) => {
                let is_pane = pane < self.state.panes.len();
                self.maximised = (is_pane && self.maximised != Some(pane)).then_some(pane);
            }
            Command::SetViewpoint(viewpoint) => {
                self.viewpoint = viewpoint;
                (self.hover, self.curves) = (None, None);
            }
            Command::SetCurves(key) => self.curves = Some(key),
            Command::Hover(hover) => self.hover = hover,
            Command::Pin(cell) => self.pinned = cell,
            Command::Open(path) => self.ask(Request::Look { path }),
            Command::OpenNeighbour { forward } => {
                let open = self.session.as_ref().and_then(Session::path);
                if let Some(path) = self.files.neighbour(open.map(PathBuf::as_path), forward) {
                    let path = path.to_owned();
                    self.open(Source::Path(path));
                }
            }
            Command::SetFilter(filter) => self.files.filter = filter,
            Command::Show(dialog) => self.dialog = Some(dialog),
            Command::CloseDialog => self.dialog = None,
            Command::HasDragged => self.state.has_dragged = true,
            Command::DismissNotice => self.notice = None,
        }
        self.state.speed = self.playback.speed();
    }

    fn panels(&mut self, ui: &mut egui::Ui, commands: &mut Commands) {
        let palette = Palette::of(ui);
        let sight = self.look();
        let margin = |x: i8, y: i8| Frame::new().fill(palette.card).inner_margin(Margin::symmetric(x, y));
        let ground = Frame::new().fill(palette.ground).inner_margin(Margin::same(6));
        let file_banner = self.session.as_ref().and_then(|session| session.banner(self.playback.index()));
        let Some((sight, session)) = sight.as_ref().zip(self.session.as_ref()) else {
            CentralPanel::default().frame(ground).show(ui, |ui| {
                if let Some(notice) = &self.notice {
                    banner::show(ui, notice, true, commands);
                }
                welcome::show(ui, self.is_loading, commands);
            });
            return;
        };
        let shared = Shared {
            state: &self.state,
            sight,
            ticket: self.ticket,
            playback: &self.playback,
            name: session.name(),
            open: session.path().map(PathBuf::as_path),
            files: &self.files,
            progress: session.progress(),
            hover: self.hover,
            pinned: self.pinned,
            maximised: self.maximised,
            curves: self.curves.as_ref(),
        };
        let size = ui.available_size();
        Panel::top("top").frame(margin(8, 5)).show(ui, |ui| top_bar::show(ui, &shared, commands));
        let timeline_height = if size.y < 700.0 { 100.0 } else { 126.0 };
        Panel::bottom("bottom").frame(margin(8, 6)).resizable(false).show(ui, |ui| {
            transport::show(ui, &shared, commands);
            ui.add_space(2.0);
            ui.allocate_ui(egui::vec2(ui.available_width(), timeline_height), |ui| {
                ui.set_min_height(timeline_height);
                timeline::show(ui, &shared, commands);
            });
        });
        if self.files.entries.len() > 1 || self.files.folder.is_some() {
            Panel::left("files")
                .frame(margin(8, 6))
                .default_size(if size.x < 1000.0 { 130.0 } else { 200.0 })
                .size_range(90.0..=size.x * 0.4)
                .show(ui, |ui| files::show(ui, &shared, commands));
        }
        if self.state.cards {
            let width = if size.x < 1000.0 { 226.0 } else { 296.0 };
            Panel::right(("cards", size.x < 1000.0))
                .frame(Frame::new().fill(palette.ground).inner_margin(Margin { left: 0, right: 6, top: 6, bottom: 6 }))
                .show_separator_line(false)
                .default_size(width)
                .size_range(180.0..=size.x * 0.5)
                .show(ui, |ui| cards::show(ui, &shared, commands));
        }
        CentralPanel::default().frame(ground).show(ui, |ui| {
            if let Some(notice) = &self.notice {
                banner::show(ui, notice, true, commands);
            }
            if let Some(text) = &file_banner {
                banner::show(ui, text, false, commands);
            }
            panes::show(ui, &shared, &mut self.textures, commands);
        });
    }

    fn keys(&self, ctx: &Context, commands: &mut Commands) {
        let is_typing = ctx.text_edit_focused() || self.dialog.is_some();
        if !is_typing {
            let is_focused = ctx.memory(|memory| memory.focused().is_some());
            commands.extend(ctx.input(|input| command::from_keys(input, is_focused)));
        }
    }

    /// Takes the picture, if one was asked for.
    fn take_picture(&mut self, ctx: &Context) {
        let is_ready = self.is_settled();
        let has_failed = self.failure.lock().unwrap_or_else(PoisonError::into_inner).is_some();
        let Some((request, shooter)) = self.picture.as_mut() else { return };
        if has_failed {
            ctx.send_viewport_cmd(ViewportCommand::Close);
        } else if let Some(image) = shooter.tick(ctx, is_ready) {
            if let Err(error) = screenshot::save(&image, &request.path) {
                self.leave_with(error);
            }
            self.picture = None;
            ctx.send_viewport_cmd(ViewportCommand::Close);
        }
    }
}

impl eframe::App for ViewerApp {
    fn ui(&mut self, ui: &mut egui::Ui, _: &mut eframe::Frame) {
        let ctx = ui.ctx().clone();
        self.receive();
        let wait = self.playback.advance(ctx.input(|input| input.unstable_dt));
        self.fetch();
        let mut commands = Vec::new();
        self.keys(&ctx, &mut commands);
        let dropped: Vec<PathBuf> =
            ctx.input(|input| input.raw.dropped_files.iter().map(|file| file.path().to_owned()).collect());
        self.open_all(dropped);
        self.panels(ui, &mut commands);
        if let Some(dialog) = &self.dialog {
            dialogs::show(&ctx, dialog, &mut commands);
        }
        if !commands.is_empty() {
            // What changed is seen in the next frame.
            ctx.request_repaint();
        }
        for command in commands {
            self.apply(command, &ctx);
        }
        if let Some(seconds) = wait {
            ctx.request_repaint_after_secs(seconds.max(0.001));
        }
        self.take_picture(&ctx);
    }

    fn save(&mut self, storage: &mut dyn eframe::Storage) {
        if self.picture.is_none() {
            eframe::set_value(storage, STATE, &self.state);
        }
    }
}

fn set_theme(ctx: &Context, choice: ThemeChoice) {
    ctx.set_theme(match choice {
        ThemeChoice::System => ThemePreference::System,
        ThemeChoice::Light => ThemePreference::Light,
        ThemeChoice::Dark => ThemePreference::Dark,
    });
}
