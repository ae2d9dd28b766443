//! What a person can ask the window to do, and the keys that ask for it.

use std::path::PathBuf;

use eframe::egui::{Event, InputState, Key, Modifiers};
use egui_tiles::TileId;
use fogreel_engine::data::{BeliefKey, NoteId};
use fogreel_engine::{Cell, Viewpoint};

use crate::chooser::Pick;
use crate::dialog::{Dialog, FigureForm, NoteForm};
use crate::files::Sort;
use crate::marks::MarkKind;
use crate::paint::Zoom;
use crate::state::{Curve, ThemeChoice};
use crate::tiles::{PaneChoice, Preset, Side, Tiles};

/// One wish. Panels push them, `ViewerApp::apply` fulfils them.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Command {
    Seek(usize),
    /// To the place that was typed, or a word about why there is none.
    GoTo(String),
    Step(i64),
    StepRound {
        forward: bool,
    },
    /// To the next or previous record in which something happened.
    StepEvent {
        forward: bool,
    },
    /// To the next or previous record in which a belief goes wrong.
    StepFault {
        forward: bool,
    },
    /// Makes jumps go to one kind of mark, or to all.
    ChooseKind(Option<MarkKind>),
    First,
    Last,
    TogglePlay,
    ChangeSpeed {
        faster: bool,
    },
    SetSpeed(f32),
    ToggleFog,
    ToggleScale,
    ToggleRange,
    ToggleCards,
    SetTheme(ThemeChoice),
    SetPane(TileId, PaneChoice),
    /// Divides a pane; the new half shows the next thing that no pane shows.
    SplitPane(TileId, Side),
    ClosePane(TileId),
    /// Gives the whole middle to one pane, or back to all.
    ToggleMaximised(TileId),
    /// Tiles that were dragged or resized.
    SetTiles(Tiles),
    Arrange(Preset),
    SetZoom(Zoom),
    SetViewpoint(Viewpoint),
    /// The belief whose curves the timeline shows.
    SetCurves(BeliefKey),
    /// Switches a curve of the timeline on or off.
    ShowCurve(Curve, bool),
    Hover(Option<Hover>),
    /// Keeps the inspector at a cell, or lets it go.
    Pin(Option<Cell>),
    Open(PathBuf),
    OpenNeighbour {
        forward: bool,
    },
    SetFilter(String),
    SetSort(Sort),
    /// Chooses a row of the list by the keyboard.
    ChooseRow(PathBuf),
    /// Finds out more about recordings of the list that are in sight.
    LookAt(Vec<usize>),
    /// Makes the list of recordings anew.
    ListAgain,
    /// Shows the system's dialog.
    ChooseFiles(Pick),
    /// Finds out which recent recordings are still there.
    LookForRecent,
    ForgetRecent(PathBuf),
    /// Asks for a note about the record shown.
    BeginNote,
    ChangeNote(NoteId),
    WriteNote(Box<NoteForm>),
    DeleteNote(Box<NoteForm>),
    /// Shows the notes alone that contain some words.
    SetNoteFilter(String),
    /// Asks which figure shall be drawn, of a pane or of what is shown.
    OfferFigures(Option<TileId>),
    DrawFigure(Box<FigureForm>),
    /// Copies the turn shown as text.
    CopyTurn,
    CopyText(String),
    Show(Dialog),
    CloseDialog,
    HasDragged,
    DismissNotice,
    DismissBanner,
    /// How large everything is drawn.
    SetUiScale(f32),
    ResetLayout,
}

/// The cell under the pointer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Hover {
    /// The pane.
    pub(crate) pane: TileId,
    /// The cell in the pane's own frame.
    pub(crate) local: Cell,
    /// The cell on the board, if the pane's frame says where it lies.
    pub(crate) board: Option<Cell>,
}

/// A place in the match, as people type it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Place {
    Turn(u32),
    /// A record, by its position: `#12`.
    Record(usize),
}

impl std::str::FromStr for Place {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let text = text.trim();
        let place = match text.strip_prefix('#') {
            Some(record) => record.trim().parse().ok().map(Self::Record),
            None => text.parse().ok().map(Self::Turn),
        };
        place.ok_or_else(|| format!("Expected a turn such as 12, or a record such as #12, found “{text}”."))
    }
}

/// A key, what it is called in the help, and what it does.
pub(crate) struct Binding {
    pub(crate) keys: &'static str,
    pub(crate) does: &'static str,
}

/// All keys, for the help.
pub(crate) const BINDINGS: [Binding; 28] = [
    Binding { keys: "← / →", does: "one step back / on" },
    Binding { keys: "Shift + ← / →", does: "one round back / on" },
    Binding { keys: "Page Up / Page Down", does: "previous / next event, of the kind chosen in the legend" },
    Binding { keys: "[ / ]", does: "where a belief goes wrong: previous / next" },
    Binding { keys: "Home / End", does: "start / end of the match" },
    Binding { keys: "Space", does: "play or pause" },
    Binding { keys: "+ / −", does: "play faster / slower" },
    Binding { keys: "G", does: "go to a turn, or to a record by #number" },
    Binding { keys: "F", does: "fog on or off" },
    Binding { keys: "H", does: "heat map linear or logarithmic" },
    Binding { keys: "Shift + H", does: "heat map's scale along the match or for this turn" },
    Binding { keys: "1 – 4", does: "layout: four panes, truth and belief, one large, beliefs" },
    Binding { keys: "Wheel, drag", does: "zoom all boards, move them" },
    Binding { keys: "Z", does: "the whole board again" },
    Binding { keys: "C", does: "cards at the right" },
    Binding { keys: "N", does: "note about this turn, and the kept cell" },
    Binding { keys: "Ctrl + E", does: "export a figure of what is shown" },
    Binding { keys: "Ctrl + C", does: "copy the turn as text" },
    Binding { keys: "Ctrl + O / Ctrl + Shift + O", does: "open recordings / a folder" },
    Binding { keys: "Ctrl + L", does: "open what you type or paste" },
    Binding { keys: "Ctrl + → / ←", does: "next / previous recording" },
    Binding { keys: "↑ / ↓ / Enter", does: "choose and open in the list of recordings" },
    Binding { keys: "F5", does: "list the recordings anew" },
    Binding { keys: "Ctrl + + / − / 0", does: "everything larger / smaller / as usual" },
    Binding { keys: "Click on a cell", does: "keep the inspector there" },
    Binding { keys: "Double click on a pane", does: "that pane alone, again for all" },
    Binding { keys: "Esc", does: "close what is open, release the cell" },
    Binding { keys: "?", does: "this help" },
];

/// The wishes of the keys that were pressed in this frame, in order; a key pressed twice wishes twice. `focused` says that
/// a control has the keyboard, which then keeps the space bar for itself.
pub(crate) fn from_keys(input: &InputState, focused: bool) -> Vec<Command> {
    let wish = |event: &Event| match event {
        Event::Key { key, pressed: true, modifiers, .. } => from_key(*key, *modifiers, focused),
        Event::Copy => Some(Command::CopyTurn),
        _ => None,
    };
    input.events.iter().filter_map(wish).collect()
}

/// The wish of one key.
fn from_key(key: Key, modifiers: Modifiers, focused: bool) -> Option<Command> {
    let is = |exact: Modifiers| modifiers.matches_exact(exact);
    match key {
        Key::ArrowLeft | Key::ArrowRight => {
            let forward = key == Key::ArrowRight;
            match () {
                () if is(Modifiers::NONE) => Some(Command::Step(if forward { 1 } else { -1 })),
                () if is(Modifiers::SHIFT) => Some(Command::StepRound { forward }),
                () if is(Modifiers::COMMAND) => Some(Command::OpenNeighbour { forward }),
                () => None,
            }
        }
        Key::O if is(Modifiers::COMMAND) => Some(Command::ChooseFiles(Pick::Files)),
        Key::O if is(Modifiers::COMMAND | Modifiers::SHIFT) => Some(Command::ChooseFiles(Pick::Folders)),
        Key::L if is(Modifiers::COMMAND) => Some(Command::Show(Dialog::OpenPath(String::new()))),
        Key::E if is(Modifiers::COMMAND) => Some(Command::OfferFigures(None)),
        Key::F5 if is(Modifiers::NONE) => Some(Command::ListAgain),
        _ if modifiers.command || modifiers.alt => None,
        Key::PageUp | Key::PageDown => Some(Command::StepEvent { forward: key == Key::PageDown }),
        Key::OpenBracket | Key::CloseBracket => Some(Command::StepFault { forward: key == Key::CloseBracket }),
        Key::Home => Some(Command::First),
        Key::End => Some(Command::Last),
        Key::Space if !focused => Some(Command::TogglePlay),
        Key::Plus | Key::Equals => Some(Command::ChangeSpeed { faster: true }),
        Key::Minus => Some(Command::ChangeSpeed { faster: false }),
        Key::G => Some(Command::Show(Dialog::go_to())),
        Key::F => Some(Command::ToggleFog),
        Key::H if modifiers.shift => Some(Command::ToggleRange),
        Key::H => Some(Command::ToggleScale),
        Key::Z => Some(Command::SetZoom(Zoom::default())),
        Key::C => Some(Command::ToggleCards),
        Key::N => Some(Command::BeginNote),
        Key::Questionmark | Key::F1 => Some(Command::Show(Dialog::Help)),
        Key::Slash if modifiers.shift => Some(Command::Show(Dialog::Help)),
        Key::Num1 => Some(Command::Arrange(Preset::ALL[0])),
        Key::Num2 => Some(Command::Arrange(Preset::ALL[1])),
        Key::Num3 => Some(Command::Arrange(Preset::ALL[2])),
        Key::Num4 => Some(Command::Arrange(Preset::ALL[3])),
        Key::Escape => Some(Command::Pin(None)),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn press(key: Key, modifiers: Modifiers) -> Event {
        Event::Key { key, physical_key: None, pressed: true, repeat: false, modifiers }
    }

    #[test]
    fn a_key_pressed_twice_in_a_frame_counts_twice() {
        let mut input = InputState::default();
        input.events = vec![
            press(Key::ArrowRight, Modifiers::NONE),
            press(Key::ArrowRight, Modifiers::NONE),
            press(Key::End, Modifiers::NONE),
            press(Key::ArrowLeft, Modifiers::SHIFT),
        ];
        let wishes = [Command::Step(1), Command::Step(1), Command::Last, Command::StepRound { forward: false }];
        assert_eq!(from_keys(&input, false), wishes);
    }

    #[test]
    fn brackets_go_to_faults() {
        assert_eq!(from_key(Key::OpenBracket, Modifiers::NONE, true), Some(Command::StepFault { forward: false }));
        assert_eq!(from_key(Key::CloseBracket, Modifiers::NONE, false), Some(Command::StepFault { forward: true }));
        assert_eq!(from_key(Key::OpenBracket, Modifiers::COMMAND, false), None);
    }

    #[test]
    fn places_are_turns_or_records() {
        assert_eq!("12".parse(), Ok(Place::Turn(12)));
        assert_eq!(" #7 ".parse(), Ok(Place::Record(7)));
        for wrong in ["", "#", "-1", "twelve", "99999999999"] {
            assert!(wrong.parse::<Place>().is_err_and(|problem| problem.contains("Expected a turn")), "{wrong}");
        }
    }

    #[test]
    fn shortcuts_of_the_system_are_left_alone() {
        assert_eq!(from_key(Key::C, Modifiers::COMMAND, false), None);
        assert_eq!(from_key(Key::F, Modifiers::ALT, false), None);
        assert_eq!(from_key(Key::Space, Modifiers::NONE, true), None, "a focused button has the space bar");
    }
}
