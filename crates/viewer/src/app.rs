//! The window: takes what arrived, shows the panels, and applies what they ask for.

mod copying;
mod figures;
mod layout;
mod notes;
mod notice;
mod opening;
mod receiving;

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};

use eframe::egui::text_selection::LabelSelectionState;
use eframe::egui::{self, Context, Event, ThemePreference, ViewportCommand};
use egui_tiles::TileId;
use fogreel_engine::data::{BeliefKey, NoteId};
use fogreel_engine::{Cell, Viewpoint};

use crate::command::{self, Command, Hover};
use crate::dialog::{Dialog, FigureForm, NoteForm};
use crate::files::FileList;
use crate::fonts::ScriptFonts;
use crate::loading::{Loader, Request, Source};
use crate::marks::MarkKind;
use crate::paint::{Textures, Zoom};
use crate::panels::{Commands, dialogs, drop_hint};
use crate::perspective::Sight;
use crate::playback::Playback;
use crate::screenshot::{self, Shooter};
use crate::session::Session;
use crate::state::{RangeChoice, ScaleChoice, ThemeChoice, ViewerState};
use crate::theme;
use crate::tiles::{PaneChoice, Preset, Shown};
use crate::{FindReasoning, ScreenshotRequest, Theme, ViewOptions, ViewerError};

pub(crate) use notice::Notice;

/// Where the window leaves the reason for which it closed itself.
pub(crate) type Failure = Arc<Mutex<Option<ViewerError>>>;

/// Key under which the state is saved.
const STATE: &str = "viewer";

/// The whole window.
pub(crate) struct ViewerApp {
    pub(crate) state: ViewerState,
    loader: Loader,
    reasoning: Option<FindReasoning>,
    /// Number of the recording that was asked for last.
    ticket: u64,
    /// Number of the open recording; answers about others are ignored.
    open_ticket: u64,
    is_loading: bool,
    session: Option<Session>,
    sight: Option<(u64, Sight)>,
    pub(crate) playback: Playback,
    pub(crate) viewpoint: Viewpoint,
    files: FileList,
    opening: opening::Opening,
    textures: Textures,
    /// Fonts for scripts that the shipped ones lack; without them only those are used.
    fonts: Option<ScriptFonts>,
    pub(crate) dialog: Option<Dialog>,
    pub(crate) hover: Option<Hover>,
    pub(crate) pinned: Option<Cell>,
    /// The pane that is shown alone.
    maximised: Option<TileId>,
    pub(crate) zoom: Zoom,
    curves: Option<BeliefKey>,
    /// The kind of mark that jumps go to; all kinds if `None`.
    pub(crate) chosen: Option<MarkKind>,
    notice: Option<Notice>,
    /// The words that the notes listed contain.
    note_filter: String,
    /// Notes that are on their way into their files.
    noting: BTreeMap<NoteId, Box<NoteForm>>,
    /// Figures that are being drawn, by number.
    drawing: BTreeMap<u64, Box<FigureForm>>,
    /// How many figures were asked for.
    figures: u64,
    /// What has to be asked again.
    again: Vec<Dialog>,
    /// A note that was begun and put away.
    draft: Option<Box<NoteForm>>,
    /// Where the last figure went.
    figure_folder: Option<String>,
    /// A turn to go to as soon as it is known where it lies.
    wanted_turn: Option<u32>,
    /// The record that was asked for and has not come.
    requested: Option<usize>,
    picture: Option<(ScreenshotRequest, Shooter)>,
    /// Whether what a person set is kept; a window that is there for a picture keeps nothing.
    is_remembered: bool,
    failure: Failure,
    /// Title that the window has.
    title: String,
}

impl ViewerApp {
    pub(crate) fn new(
        ctx: &Context,
        saved: Option<&dyn eframe::Storage>,
        options: ViewOptions,
        source: Option<Source>,
        failure: Failure,
    ) -> Result<Self, std::io::Error> {
        let ctx = ctx.clone();
        theme::install(&ctx);
        let saved = saved.filter(|_| options.screenshot.is_none());
        let mut state: ViewerState = saved.and_then(|storage| eframe::get_value(storage, STATE)).unwrap_or_default();
        state.tiles = options.layout.map_or_else(|| state.tiles.or_default(), Preset::tiles);
        match options.theme {
            Some(Theme::Light) => state.theme = ThemeChoice::Light,
            Some(Theme::Dark) => state.theme = ThemeChoice::Dark,
            None => {}
        }
        // A picture is of the recording, not of first use.
        state.has_dragged |= options.screenshot.is_some();
        set_theme(&ctx, state.theme);
        let opening = opening::Opening::new(ctx.clone())?;
        let loader = Loader::spawn(options.regenerate, options.reasoning, move || ctx.request_repaint())?;
        let mut app = Self {
            playback: Playback::new(0, state.speed),
            state,
            loader,
            reasoning: options.reasoning,
            ticket: 0,
            open_ticket: 0,
            is_loading: false,
            session: None,
            sight: None,
            viewpoint: Viewpoint::Referee,
            files: FileList::default(),
            opening,
            textures: Textures::default(),
            fonts: None,
            dialog: None,
            hover: None,
            pinned: None,
            maximised: None,
            zoom: Zoom::default(),
            curves: None,
            chosen: None,
            notice: None,
            note_filter: String::new(),
            noting: BTreeMap::new(),
            drawing: BTreeMap::new(),
            figures: 0,
            again: Vec::new(),
            draft: None,
            figure_folder: None,
            wanted_turn: options.turn,
            requested: None,
            is_remembered: options.screenshot.is_none(),
            picture: options.screenshot.map(|request| (request, Shooter::default())),
            failure,
            title: String::new(),
        };
        match source {
            Some(source) => app.open(source),
            None => app.open_all(options.paths),
        }
        app.look_for_recent();
        Ok(app)
    }

    /// Draws texts in scripts that the shipped fonts lack with the system's fonts.
    pub(crate) fn use_system_fonts(&mut self, ctx: &Context) {
        self.fonts = Some(ScriptFonts::of_system(ctx));
    }

    fn ask(&mut self, request: Request) {
        if !self.loader.ask(request) {
            let text = "The thread that reads recordings has stopped; start the viewer again.";
            self.notice = Some(Notice::problem(text));
        }
    }

    /// Whether everything that was asked for has arrived.
    pub(crate) fn is_settled(&self) -> bool {
        let session_done =
            self.session.as_ref().is_some_and(|session| session.progress() >= 1.0 && !session.is_reasoning());
        let is_opening = self.is_loading || self.opening.is_under_way() || !self.files.is_settled();
        let has_fonts = self.fonts.as_ref().is_none_or(ScriptFonts::is_settled);
        has_fonts && !is_opening && self.requested.is_none() && self.wanted_turn.is_none() && session_done
    }

    /// What the last frame was drawn from.
    #[cfg(test)]
    pub(crate) fn sight(&self) -> &Sight {
        self.sight.as_ref().map(|(_, sight)| sight).expect("a frame of a recording")
    }

    /// Whether there is something of the recording to see.
    pub(crate) fn has_picture(&self) -> bool {
        self.session.as_ref().is_some_and(|session| session.record().is_some())
    }

    /// Says that something could not be opened. A picture cannot be taken then.
    fn fail(&mut self, message: String) {
        if self.picture.is_some() {
            self.leave_with(ViewerError::NothingToShow(message.clone()));
        }
        self.notice = Some(Notice::problem(message));
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
        if !session.has_shown() && self.wanted_turn.is_none() {
            // A file whose first records are lost opens at the first that can be read.
            self.playback.seek(session.over_losses(self.playback.index(), true));
        }
        let index = self.playback.index();
        if !session.show(index) {
            self.requested = None;
        } else if self.requested != Some(index) {
            self.requested = Some(index);
            self.ask(Request::Record { ticket: self.open_ticket, index });
        }
    }

    /// Goes on to the next record that is not known to be lost.
    fn step_over_losses(&mut self, forward: bool) {
        if let Some(session) = &self.session {
            let next = session.over_losses(self.playback.index(), forward);
            if next != self.playback.index() {
                self.playback.seek(next);
            }
        }
    }

    /// What may be shown now. Made anew only when something changed.
    fn look(&mut self) -> Option<Sight> {
        let session = self.session.as_ref()?;
        let is_old =
            |(version, sight): &(u64, Sight)| *version != session.version() || sight.viewpoint != self.viewpoint;
        if self.sight.as_ref().is_none_or(is_old) {
            let earlier = self.sight.as_ref().map(|(_, sight)| sight);
            self.sight = Some((session.version(), Sight::of(session, self.viewpoint, earlier)));
        }
        self.sight.as_ref().map(|(_, sight)| sight.clone())
    }

    /// What the panes show from a viewpoint.
    fn shown(&self, sight: &Sight) -> Shown {
        let own = match sight.viewpoint {
            Viewpoint::Referee => None,
            Viewpoint::Seat(seat) => Some(sight.own(seat)),
        };
        self.state.tiles.shown(&sight.header, &sight.keys(), own)
    }

    /// Something that no pane shows yet, for a new one.
    fn next_choice(&mut self) -> PaneChoice {
        let Some(sight) = self.look() else { return PaneChoice::Truth };
        let shown = self.shown(&sight);
        let views = sight.header.seats.iter().map(|seat| PaneChoice::View(seat.id.clone()));
        let beliefs = sight.keys().into_iter().map(PaneChoice::Belief);
        let mut all: Vec<PaneChoice> = match sight.viewpoint {
            Viewpoint::Referee => std::iter::once(PaneChoice::Truth).chain(views).chain(beliefs).collect(),
            Viewpoint::Seat(seat) => sight.own(seat),
        };
        all.retain(|choice| shown.panes.iter().all(|(_, other)| other != choice));
        all.into_iter().next().unwrap_or(PaneChoice::Truth)
    }

    /// The one place where anything changes because somebody asked for it.
    pub(crate) fn apply(&mut self, command: Command, ctx: &Context) {
        match command {
            Command::Seek(record) => self.playback.seek(record),
            Command::GoTo(typed) => {
                let found = typed.parse().and_then(|place| match &self.session {
                    Some(session) => session.find(place),
                    None => Err("No recording is open.".to_owned()),
                });
                self.dialog = match found {
                    Ok(record) => {
                        self.playback.seek(record);
                        None
                    }
                    Err(problem) => Some(Dialog::GoTo { typed, problem: Some(problem) }),
                };
            }
            Command::Step(by) => {
                self.playback.pause();
                self.playback.step(by);
                self.step_over_losses(by > 0);
            }
            Command::StepRound { forward } => {
                let rounds = self.session.as_ref().map(Session::rounds).unwrap_or_default();
                self.playback.pause();
                self.playback.step_round(forward, &rounds);
            }
            Command::StepEvent { forward } => {
                self.playback.pause();
                // Through the sight: a seat's perspective jumps to what that seat noticed.
                let (at, kind) = (self.playback.index(), self.chosen);
                let target = self.look().and_then(|sight| sight.next_event(at, forward, kind));
                self.playback.seek(target.unwrap_or(at));
            }
            Command::StepFault { forward } => {
                self.playback.pause();
                let at = self.playback.index();
                let target = self.look().and_then(|sight| sight.next_fault(at, forward));
                self.playback.seek(target.unwrap_or(at));
            }
            Command::ChooseKind(kind) => self.chosen = kind,
            Command::ShowCurve(curve, on) => self.state.curves.set(curve, on),
            Command::First => {
                self.playback.seek(0);
                self.step_over_losses(true);
            }
            Command::Last => {
                self.playback.seek(usize::MAX);
                self.step_over_losses(false);
            }
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
            Command::ToggleRange => {
                self.state.range = match self.state.range {
                    RangeChoice::Match => RangeChoice::Turn,
                    RangeChoice::Turn => RangeChoice::Match,
                };
            }
            Command::ToggleCards => self.state.cards = !self.state.cards,
            Command::SetTheme(choice) => {
                self.state.theme = choice;
                set_theme(ctx, choice);
            }
            Command::SetPane(pane, choice) => self.state.tiles.set(pane, choice),
            Command::SplitPane(pane, side) => {
                let next = self.next_choice();
                self.maximised = None;
                self.state.tiles.split(pane, side, next);
            }
            Command::ClosePane(pane) => {
                self.maximised = None;
                self.state.tiles.close(pane);
            }
            Command::ToggleMaximised(pane) => {
                self.maximised = (self.maximised != Some(pane)).then_some(pane);
            }
            Command::SetTiles(tiles) => self.state.tiles = tiles.or_default(),
            Command::Arrange(preset) => {
                (self.state.tiles, self.maximised) = (preset.tiles(), None);
            }
            Command::SetZoom(zoom) => self.zoom = zoom,
            Command::SetViewpoint(viewpoint) => {
                self.viewpoint = viewpoint;
                (self.hover, self.curves, self.chosen) = (None, None, None);
                // What was said and asked for may tell what who looks now cannot know.
                self.notice = None;
                self.drawing.clear();
                if self.dialog.as_ref().and_then(Dialog::viewpoint).is_some_and(|looked| looked != viewpoint) {
                    self.put_away();
                }
            }
            Command::SetCurves(key) => self.curves = Some(key),
            Command::Hover(hover) => self.hover = hover,
            Command::Pin(cell) => self.pinned = cell,
            Command::Open(path) => self.open_path(path),
            Command::OpenNeighbour { forward } => {
                if let Some(path) = self.files.neighbour(forward) {
                    let path = path.to_owned();
                    self.open(Source::Path(path));
                }
            }
            Command::SetFilter(filter) => self.files.set_filter(filter),
            Command::SetSort(sort) => self.files.set_sort(sort),
            Command::ChooseRow(path) => self.files.choose(path),
            Command::LookAt(places) => self.look_at(places),
            Command::ListAgain => self.list_again(),
            Command::ChooseFiles(pick) => self.choose_files(pick),
            Command::LookForRecent => self.look_for_recent(),
            Command::ForgetRecent(path) => self.state.recent.remove(&path),
            Command::BeginNote => self.begin_note(),
            Command::ChangeNote(id) => self.change_note(id),
            Command::WriteNote(form) => self.write_note(form),
            Command::DeleteNote(form) => self.delete_note(form),
            Command::SetNoteFilter(filter) => self.note_filter = filter,
            Command::OfferFigures(pane) => self.offer_figures(pane),
            Command::DrawFigure(form) => self.draw_figure(form),
            Command::CopyTurn => self.copy_turn(ctx),
            Command::CopyText(text) => self.copy_text(text, "Copied.", ctx),
            Command::Show(dialog) => self.dialog = Some(dialog),
            Command::CloseDialog => self.put_away(),
            Command::HasDragged => self.state.has_dragged = true,
            Command::DismissNotice => self.notice = None,
            Command::DismissBanner => {
                if let Some(session) = self.session.as_mut() {
                    session.dismiss_banner();
                }
            }
            Command::SetUiScale(factor) => ctx.set_zoom_factor(factor),
            Command::ResetLayout => {
                self.state.tiles = ViewerState::default().tiles;
                self.maximised = None;
            }
        }
        self.state.speed = self.playback.speed();
    }

    fn keys(&self, ctx: &Context, commands: &mut Commands) {
        let is_typing = ctx.text_edit_focused() || self.dialog.is_some();
        if !is_typing {
            let is_focused = ctx.memory(|memory| memory.focused().is_some());
            commands.extend(ctx.input(|input| command::from_keys(input, is_focused)));
            // Who has selected text copies that.
            if ctx.plugin::<LabelSelectionState>().lock().has_selection() {
                commands.retain(|command| *command != Command::CopyTurn);
            }
        }
    }

    /// Says in the window's title which recording and which turn it shows.
    fn name_window(&mut self, ctx: &Context) {
        let Some(session) = &self.session else { return };
        let turn = session.record().map(|record| format!(", turn {}", record.turn));
        let live = if session.is_live() { "● live: " } else { "" };
        let title = format!("{live}{}{} – Fogreel", session.name(), turn.unwrap_or_default());
        if title != self.title {
            ctx.send_viewport_cmd(ViewportCommand::Title(title.clone()));
            self.title = title;
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

impl ViewerApp {
    /// Draws one frame: takes what arrived, shows the panels, and does what they ask for. Without a `frame` there is no
    /// window that a dialog could lie over.
    pub(crate) fn frame(&mut self, ui: &mut egui::Ui, frame: Option<&eframe::Frame>) {
        let ctx = ui.ctx().clone();
        if let Some(fonts) = &self.fonts {
            fonts.install(&ctx);
        }
        self.receive();
        self.receive_list();
        self.ask_again();
        if let Some(frame) = frame {
            self.attend_chooser(frame, &ctx);
        }
        let before = self.playback.index();
        let wait = self.playback.advance(ctx.input(|input| input.unstable_dt));
        if self.playback.index() != before {
            self.step_over_losses(true);
        }
        self.fetch();
        self.name_window(&ctx);
        let mut commands = Vec::new();
        self.keys(&ctx, &mut commands);
        let dropped: Vec<PathBuf> =
            ctx.input(|input| input.raw.dropped_files.iter().map(|file| file.path().to_owned()).collect());
        self.open_all(dropped);
        self.panels(ui, &mut commands);
        if let Some(dialog) = &self.dialog {
            let header = self.sight.as_ref().map(|(_, sight)| &*sight.header);
            dialogs::show(&ctx, dialog, header, &mut commands);
        }
        drop_hint::show(&ctx);
        self.forget_notice(&ctx);
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
}

impl eframe::App for ViewerApp {
    fn ui(&mut self, ui: &mut egui::Ui, frame: &mut eframe::Frame) {
        self.frame(ui, Some(frame));
    }

    /// A picture does not depend on where the pointer happens to be.
    fn raw_input_hook(&mut self, _: &Context, input: &mut egui::RawInput) {
        if self.picture.is_some() {
            input.events.retain(|event| !is_of_pointer(event));
        }
    }

    fn save(&mut self, storage: &mut dyn eframe::Storage) {
        if self.is_remembered {
            eframe::set_value(storage, STATE, &self.state);
        }
    }

    fn persist_egui_memory(&self) -> bool {
        self.is_remembered
    }
}

fn is_of_pointer(event: &Event) -> bool {
    matches!(
        event,
        Event::PointerMoved(_)
            | Event::MouseMoved(_)
            | Event::PointerButton { .. }
            | Event::MouseWheel { .. }
            | Event::Zoom(_)
            | Event::Rotate(_)
            | Event::Touch { .. }
    )
}

fn set_theme(ctx: &Context, choice: ThemeChoice) {
    ctx.set_theme(match choice {
        ThemeChoice::System => ThemePreference::System,
        ThemeChoice::Light => ThemePreference::Light,
        ThemeChoice::Dark => ThemePreference::Dark,
    });
}
