//! Opening the window, and saying why it could not be opened.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Mutex, PoisonError};

use eframe::egui::{Vec2, ViewportBuilder};

use fogreel_recorder::Timeline;

use crate::app::{Failure, ViewerApp};
use crate::loading::Source;
use crate::{ViewOptions, ViewerError};

/// Name under which the window's state is kept.
const APP_ID: &str = "fogreel";

/// Opens the window and returns when it is closed.
///
/// # Errors
/// [`ViewerError`] if there is no display or no graphics library, or if the picture that was asked for cannot be made.
/// A panic of the windowing libraries (they panic when a library is missing) becomes an error, too.
pub fn run(options: ViewOptions) -> Result<(), ViewerError> {
    launch(options, None)
}

/// Opens the window on a match that lies in memory; `name` stands where the file name would.
///
/// # Errors
/// As [`run`].
pub fn run_timeline(timeline: Timeline, name: &str, options: ViewOptions) -> Result<(), ViewerError> {
    launch(options, Some(Source::Memory(Box::new(timeline), name.to_owned())))
}

fn launch(options: ViewOptions, source: Option<Source>) -> Result<(), ViewerError> {
    find_display()?;
    let is_picture = options.screenshot.is_some();
    let size = options.size.map_or(Vec2::new(1440.0, 900.0), |(width, height)| Vec2::new(width, height));
    let mut viewport =
        ViewportBuilder::default().with_title("Fogreel").with_app_id(APP_ID).with_min_inner_size([480.0, 360.0]);
    if options.size.is_some() || is_picture {
        viewport = viewport.with_inner_size(size);
    } else {
        viewport = viewport.with_inner_size(size).with_clamp_size_to_monitor_size(true);
    }
    let native = eframe::NativeOptions {
        viewport,
        // A size that was asked for is not overruled by the remembered one.
        persist_window: options.size.is_none() && !is_picture,
        // A picture depends on its arguments alone.
        persistence_path: is_picture
            .then(|| std::env::temp_dir().join(format!("fogreel-picture-{}", std::process::id()))),
        // What the system has is looked for in `fonts`, so that no frame waits for it.
        system_font_fallback: false,
        ..Default::default()
    };
    let failure: Failure = Arc::default();
    let for_app = Arc::clone(&failure);
    let outcome = without_panic(move || {
        eframe::run_native(
            "Fogreel",
            native,
            Box::new(move |creation| {
                let ctx = &creation.egui_ctx;
                let mut app = ViewerApp::new(ctx, creation.storage, options, source, for_app)?;
                app.use_system_fonts(ctx);
                Ok(Box::new(app))
            }),
        )
    });
    match outcome {
        Err(message) => Err(ViewerError::from_message(&message)),
        Ok(Err(error)) => Err(ViewerError::from_message(&error.to_string())),
        Ok(Ok(())) => match failure.lock().unwrap_or_else(PoisonError::into_inner).take() {
            Some(error) => Err(error),
            None => Ok(()),
        },
    }
}

/// On systems where a display is named by the environment: whether one is.
fn find_display() -> Result<(), ViewerError> {
    if cfg!(not(all(unix, not(target_os = "macos")))) {
        return Ok(());
    }
    let is_set = |name: &str| std::env::var_os(name).is_some_and(|value| !value.is_empty());
    if ["DISPLAY", "WAYLAND_DISPLAY", "WAYLAND_SOCKET"].into_iter().any(is_set) {
        return Ok(());
    }
    Err(ViewerError::NoDisplay { reason: "neither DISPLAY nor WAYLAND_DISPLAY is set".to_owned() })
}

/// Runs something that may panic; the panic's message is the error, and is not printed.
fn without_panic<T>(work: impl FnOnce() -> T) -> Result<T, String> {
    let message = Arc::new(Mutex::new(String::new()));
    let recorded = Arc::clone(&message);
    let before = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |info| {
        let mut message = recorded.lock().unwrap_or_else(PoisonError::into_inner);
        // The first panic is the cause; others follow from it.
        if message.is_empty() {
            *message = info.to_string();
        }
    }));
    let result = catch_unwind(AssertUnwindSafe(work));
    std::panic::set_hook(before);
    result.map_err(|_| message.lock().unwrap_or_else(PoisonError::into_inner).clone())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_panic_becomes_an_error_with_its_message() {
        let error: Result<(), String> = without_panic(|| panic!("Library libxkbcommon-x11.so could not be loaded."));
        assert!(error.is_err_and(|message| message.contains("libxkbcommon-x11")));
        assert_eq!(without_panic(|| 7), Ok(7));
    }
}
