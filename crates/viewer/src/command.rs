//! What a person can ask the window to do, and the keys that ask for it.

use std::path::PathBuf;

use eframe::egui::{InputState, Key, Modifiers};
use fogreel_engine::data::BeliefKey;
use fogreel_engine::{Cell, Viewpoint};

use crate::state::{PaneChoice, ThemeChoice};

/// One wish. Panels push them, `ViewerApp::apply` fulfils them.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Command {
    Seek(usize),
    SeekTurn(u32),
    Step(i64),
    StepRound {
        forward: bool,
    },
    First,
    Last,
    TogglePlay,
    ChangeSpeed {
        faster: bool,
    },
    SetSpeed(f32),
    ToggleFog,
    ToggleScale,
    ToggleCards,
    SetTheme(ThemeChoice),
    SetPane(usize, PaneChoice),
    /// Gives the whole middle to one pane, or back to all.
    ToggleMaximised(usize),
    SetViewpoint(Viewpoint),
    /// The belief whose curves the timeline shows.
    SetCurves(BeliefKey),
    Hover(Option<Hover>),
    /// Keeps the inspector at a cell, or lets it go.
    Pin(Option<Cell>),
    Open(PathBuf),
    OpenNeighbour {
        forward: bool,
    },
    SetFilter(String),
    Show(Dialog),
    CloseDialog,
    HasDragged,
    DismissNotice,
}

/// The cell under the pointer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Hover {
    /// The pane.
    pub(crate) pane: usize,
    /// The cell in the pane's own frame.
    pub(crate) local: Cell,
    /// The cell on the board, if the pane's frame says where it lies.
    pub(crate) board: Option<Cell>,
}

/// What lies over the window.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Dialog {
    Help,
    /// With what was typed so far.
    GoTo(String),
    /// With what was typed so far.
    OpenPath(String),
}

/// A key, what it is called in the help, and what it does.
pub(crate) struct Binding {
    pub(crate) keys: &'static str,
    pub(crate) does: &'static str,
}

/// All keys, for the help.
pub(crate) const BINDINGS: [Binding; 17] = [
    Binding { keys: "← / →", does: "one step back / on" },
    Binding { keys: "Shift + ← / →", does: "one round back / on" },
    Binding { keys: "Home / End", does: "start / end of the match" },
    Binding { keys: "Space", does: "play or pause" },
    Binding { keys: "+ / −", does: "play faster / slower" },
    Binding { keys: "G", does: "go to a turn" },
    Binding { keys: "F", does: "fog on or off" },
    Binding { keys: "H", does: "heat map linear or logarithmic" },
    Binding { keys: "1 – 4", does: "one pane alone, again for all four" },
    Binding { keys: "0", does: "all four panes" },
    Binding { keys: "C", does: "cards at the right" },
    Binding { keys: "Ctrl + O", does: "open a recording or a folder" },
    Binding { keys: "Ctrl + → / ←", does: "next / previous recording" },
    Binding { keys: "Click on a cell", does: "keep the inspector there" },
    Binding { keys: "Double click on a pane", does: "that pane alone, again for all four" },
    Binding { keys: "Esc", does: "close what is open, release the cell" },
    Binding { keys: "?", does: "this help" },
];

/// The wishes of the keys that were pressed in this frame. `focused` says that a control has the keyboard, which then
/// keeps the space bar for itself.
pub(crate) fn from_keys(input: &InputState, focused: bool) -> Vec<Command> {
    let mut commands = Vec::new();
    let plain = |key| input.key_pressed(key) && !input.modifiers.command && !input.modifiers.alt;
    let with = |modifiers: Modifiers, key| input.modifiers.matches_exact(modifiers) && input.key_pressed(key);
    let mut when = |pressed: bool, command: Command| {
        if pressed {
            commands.push(command);
        }
    };
    when(with(Modifiers::NONE, Key::ArrowLeft), Command::Step(-1));
    when(with(Modifiers::NONE, Key::ArrowRight), Command::Step(1));
    when(with(Modifiers::SHIFT, Key::ArrowLeft), Command::StepRound { forward: false });
    when(with(Modifiers::SHIFT, Key::ArrowRight), Command::StepRound { forward: true });
    when(with(Modifiers::COMMAND, Key::ArrowLeft), Command::OpenNeighbour { forward: false });
    when(with(Modifiers::COMMAND, Key::ArrowRight), Command::OpenNeighbour { forward: true });
    when(plain(Key::Home), Command::First);
    when(plain(Key::End), Command::Last);
    when(plain(Key::Space) && !focused, Command::TogglePlay);
    when(plain(Key::Plus) || plain(Key::Equals), Command::ChangeSpeed { faster: true });
    when(plain(Key::Minus), Command::ChangeSpeed { faster: false });
    when(plain(Key::G), Command::Show(Dialog::GoTo(String::new())));
    when(plain(Key::F), Command::ToggleFog);
    when(plain(Key::H), Command::ToggleScale);
    when(plain(Key::C), Command::ToggleCards);
    when(plain(Key::Questionmark) || (plain(Key::Slash) && input.modifiers.shift), Command::Show(Dialog::Help));
    when(plain(Key::F1), Command::Show(Dialog::Help));
    when(with(Modifiers::COMMAND, Key::O), Command::Show(Dialog::OpenPath(String::new())));
    for (pane, key) in [Key::Num1, Key::Num2, Key::Num3, Key::Num4].into_iter().enumerate() {
        when(plain(key), Command::ToggleMaximised(pane));
    }
    when(plain(Key::Num0), Command::ToggleMaximised(usize::MAX));
    when(plain(Key::Escape), Command::Pin(None));
    commands
}
