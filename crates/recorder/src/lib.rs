//! The recording file: codec, writer, readers. Knows no game.

mod memory;
mod timeline;

pub use memory::MemoryRecorder;
pub use timeline::{ReadError, Timeline};
