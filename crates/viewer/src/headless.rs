//! The window without a screen: frames are laid out and tessellated, and nothing is drawn. For benches and tests.

use std::time::{Duration, Instant};

use eframe::egui::{self, Context, Event, Key, Modifiers, Pos2, RawInput, Rect, Vec2};
use fogreel_recorder::Timeline;

use crate::app::{Failure, ViewerApp};
use crate::loading::Source;
use crate::{ViewOptions, ViewerError};

/// A window without a screen, as large as asked.
///
/// It reads recordings on a thread of its own, as the real one does; [`settle`](Self::settle) waits for it.
pub struct Headless {
    ctx: Context,
    app: ViewerApp,
    size: Vec2,
    frames: u64,
}

/// What one frame took and came to.
#[derive(Clone, Copy, Debug)]
pub struct FrameCost {
    /// Time for input, layout and painting into shapes.
    pub layout: Duration,
    /// Time for turning shapes into triangles.
    pub tessellation: Duration,
    /// Triangles to draw.
    pub triangles: usize,
}

impl FrameCost {
    /// Everything that the processor has to do for the frame.
    pub fn total(&self) -> Duration {
        self.layout + self.tessellation
    }
}

impl Headless {
    /// Opens a window of so many points on what the options name.
    ///
    /// # Errors
    /// [`ViewerError::Window`] if the reading thread cannot be started.
    pub fn new(options: ViewOptions, size: (f32, f32)) -> Result<Self, ViewerError> {
        Self::start(options, None, size)
    }

    /// Opens a window on a match that lies in memory.
    ///
    /// # Errors
    /// As [`new`](Self::new).
    pub fn of_timeline(timeline: Timeline, size: (f32, f32)) -> Result<Self, ViewerError> {
        let source = Source::Memory(Box::new(timeline), "memory".to_owned());
        Self::start(ViewOptions::default(), Some(source), size)
    }

    fn start(options: ViewOptions, source: Option<Source>, (width, height): (f32, f32)) -> Result<Self, ViewerError> {
        let ctx = Context::default();
        let app = ViewerApp::new(&ctx, None, options, source, Failure::default())
            .map_err(|error| ViewerError::Window(error.to_string()))?;
        Ok(Self { ctx, app, size: Vec2::new(width, height), frames: 0 })
    }

    /// Whether everything that was asked for has arrived.
    pub fn is_settled(&self) -> bool {
        self.app.is_settled()
    }

    /// Whether there is something of the recording to see.
    pub fn has_picture(&self) -> bool {
        self.app.has_picture()
    }

    /// Number of recordings in the list.
    pub fn recordings(&self) -> usize {
        self.app.files().len()
    }

    /// Draws frames until everything has arrived. Returns the cost of each.
    pub fn settle(&mut self) -> Vec<FrameCost> {
        let mut costs = vec![self.frame(Vec::new())];
        while !self.is_settled() {
            std::thread::sleep(Duration::from_millis(1));
            costs.push(self.frame(Vec::new()));
        }
        costs
    }

    /// Draws one frame with a key pressed.
    pub fn press(&mut self, key: Key) -> FrameCost {
        let modifiers = Modifiers::NONE;
        let event = |pressed| Event::Key { key, physical_key: None, pressed, repeat: false, modifiers };
        self.frame(vec![event(true), event(false)])
    }

    /// Draws one frame with what happened since the last.
    pub fn frame(&mut self, events: Vec<Event>) -> FrameCost {
        self.frames += 1;
        let input = RawInput {
            screen_rect: Some(Rect::from_min_size(Pos2::ZERO, self.size)),
            time: Some(self.frames as f64 / 60.0),
            events,
            focused: true,
            ..RawInput::default()
        };
        let started = Instant::now();
        let output = self.ctx.run_ui(input, |ui: &mut egui::Ui| self.app.frame(ui, None));
        let layout = started.elapsed();
        let started = Instant::now();
        let primitives = self.ctx.tessellate(output.shapes, output.pixels_per_point);
        let tessellation = started.elapsed();
        let triangles = primitives.iter().map(|clipped| match &clipped.primitive {
            egui::epaint::Primitive::Mesh(mesh) => mesh.indices.len() / 3,
            egui::epaint::Primitive::Callback(_) => 0,
        });
        FrameCost { layout, tessellation, triangles: triangles.sum() }
    }
}
