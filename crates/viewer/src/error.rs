//! Why the window could not do its work.

use std::path::PathBuf;

/// Why the window could not be shown, or its picture not be saved.
#[derive(Debug, thiserror::Error)]
pub enum ViewerError {
    /// There is no screen to draw on.
    #[error(
        "no display to open a window on ({reason}); `fogreel show` prints a turn as text and `fogreel export` writes \
         figures without one"
    )]
    NoDisplay {
        /// What was looked for and not found.
        reason: String,
    },
    /// A library of the system is missing.
    #[error(
        "the window needs {library}, which this machine lacks: install {package}; `fogreel show` and `fogreel export` \
         work without it"
    )]
    MissingLibrary {
        /// The library.
        library: &'static str,
        /// What to install, by the names of common distributions.
        package: &'static str,
    },
    /// The window failed in another way.
    #[error("the window failed: {0}")]
    Window(String),
    /// The recording that a picture was asked of cannot be shown.
    #[error("{0}")]
    NothingToShow(String),
    /// The picture could not be written.
    #[error("cannot write the picture {}: {reason}", path.display())]
    Picture {
        /// The file.
        path: PathBuf,
        /// What the system said.
        reason: String,
    },
}

/// Libraries that the window loads when it starts, what their absence looks like in a message, and what to install.
const LIBRARIES: [(&str, &str, &str); 7] = [
    ("xkbcommon-x11", "libxkbcommon-x11", "libxkbcommon-x11-0 (Debian, Ubuntu) or libxkbcommon-x11 (Fedora, Arch)"),
    ("xkbcommon", "libxkbcommon", "libxkbcommon0 (Debian, Ubuntu) or libxkbcommon (Fedora, Arch)"),
    ("libX11", "libX11", "libx11-6 (Debian, Ubuntu) or libX11 (Fedora)"),
    ("libXcursor", "libXcursor", "libxcursor1 (Debian, Ubuntu) or libXcursor (Fedora)"),
    ("libXi", "libXi", "libxi6 (Debian, Ubuntu) or libXi (Fedora)"),
    ("libEGL", "OpenGL", "libegl1 and libgl1 (Debian, Ubuntu) or mesa-libEGL and mesa-libGL (Fedora)"),
    ("libGL", "OpenGL", "libegl1 and libgl1 (Debian, Ubuntu) or mesa-libEGL and mesa-libGL (Fedora)"),
];

impl ViewerError {
    /// The error behind what the windowing libraries said, an error or a panic's message.
    pub(crate) fn from_message(message: &str) -> Self {
        let speaks_of_loading =
            ["could not be loaded", "cannot open shared object", "No such file", "dlopen", "Library"]
                .iter()
                .any(|words| message.contains(words));
        if speaks_of_loading
            && let Some((_, library, package)) = LIBRARIES.iter().find(|(sign, ..)| message.contains(sign))
        {
            return Self::MissingLibrary { library, package };
        }
        let lower = message.to_lowercase();
        let opening = [
            "wayland_display",
            "wayland_socket",
            "wayland compositor",
            "xopendisplay",
            "x server",
            "open display",
            "no display",
            "connecterror",
        ];
        if opening.iter().any(|words| lower.contains(words)) {
            return Self::NoDisplay { reason: one_line(message) };
        }
        let no_graphics = ["glutin", "egl", "glx", "opengl"].iter().any(|words| lower.contains(words));
        if no_graphics {
            return Self::MissingLibrary {
                library: "OpenGL 2.1 or newer",
                package: "a graphics driver, or Mesa's software one: libgl1-mesa-dri (Debian, Ubuntu) or \
                          mesa-dri-drivers (Fedora)",
            };
        }
        Self::Window(one_line(message))
    }
}

/// A message as one line, for one-sentence errors; without the place in a library's source that found the fault.
fn one_line(message: &str) -> String {
    let message = match message.split_once("os error at ") {
        Some((_, after)) => after.split_once(": ").map_or(after, |(_, what)| what),
        None => message,
    };
    message.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_missing_is_named_with_what_to_install() {
        let said = ViewerError::from_message("Library libxkbcommon-x11.so could not be loaded.").to_string();
        assert!(said.contains("libxkbcommon-x11-0") && said.contains("fogreel show"), "{said}");
        let said = ViewerError::from_message("glutin error: provided native display is not supported").to_string();
        assert!(said.contains("OpenGL") && said.contains("install"), "{said}");
    }

    #[test]
    fn no_display_names_the_commands_that_need_none() {
        let said = ViewerError::from_message(
            "winit EventLoopError: os error at x.rs:1: neither WAYLAND_DISPLAY nor WAYLAND_SOCKET nor DISPLAY is set.",
        );
        assert!(matches!(said, ViewerError::NoDisplay { .. }));
        let said = said.to_string();
        assert!(said.contains("fogreel show") && said.contains("fogreel export") && !said.contains('\n'), "{said}");
        let said = ViewerError::from_message(
            "winit EventLoopError: os error at /a/path/mod.rs:788: Failed to open connection to X server",
        );
        assert!(matches!(said, ViewerError::NoDisplay { .. }) && !said.to_string().contains("/a/path"), "{said}");
    }
}
