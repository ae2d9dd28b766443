//! Saving one frame of the window as a PNG.

use std::fs::File;
use std::io::BufWriter;
use std::path::Path;
use std::sync::mpsc::{Receiver, channel};

use eframe::egui::{self, ColorImage};

use crate::ViewerError;

/// Frames that are drawn before the picture is taken, so that sizes and textures have settled.
const SETTLING_FRAMES: u32 = 4;

/// Takes the picture when everything is there, then closes the window.
#[derive(Default)]
pub(crate) struct Shooter {
    settled: u32,
    pending: Option<Receiver<std::sync::Arc<ColorImage>>>,
}

impl Shooter {
    /// Called once a frame. `is_ready` says that all that belongs into the picture has arrived. Returns the picture.
    pub(crate) fn tick(&mut self, ctx: &egui::Context, is_ready: bool) -> Option<std::sync::Arc<ColorImage>> {
        if let Some(pending) = &self.pending {
            if let Ok(image) = pending.try_recv() {
                return Some(image);
            }
        } else if is_ready {
            self.settled += 1;
            if self.settled > SETTLING_FRAMES {
                let (sender, receiver) = channel();
                let waker = ctx.clone();
                ctx.request_screenshot(move |image| {
                    // The window may be gone by then.
                    let _ = sender.send(image);
                    waker.request_repaint();
                });
                self.pending = Some(receiver);
            }
        }
        ctx.request_repaint();
        None
    }
}

/// Writes a picture as PNG.
pub(crate) fn save(image: &ColorImage, path: &Path) -> Result<(), ViewerError> {
    let failed = |reason: String| ViewerError::Picture { path: path.to_owned(), reason };
    let [width, height] = image.size;
    let file = File::create(path).map_err(|error| failed(error.to_string()))?;
    let mut encoder = png::Encoder::new(BufWriter::new(file), width as u32, height as u32);
    encoder.set_color(png::ColorType::Rgb);
    encoder.set_depth(png::BitDepth::Eight);
    let bytes: Vec<u8> = image.pixels.iter().flat_map(|pixel| [pixel.r(), pixel.g(), pixel.b()]).collect();
    let write = |mut encoder: png::Writer<BufWriter<File>>| {
        encoder.write_image_data(&bytes)?;
        encoder.finish()
    };
    encoder.write_header().and_then(write).map_err(|error| failed(error.to_string()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_picture_is_written_and_a_wrong_place_is_named() {
        let folder = tempfile::tempdir().expect("a folder");
        let image = ColorImage::filled([3, 2], egui::Color32::RED);
        let path = folder.path().join("frame.png");
        save(&image, &path).expect("written");
        let decoder = png::Decoder::new(std::io::BufReader::new(File::open(&path).expect("there")));
        assert_eq!(decoder.read_info().expect("a png").info().size(), (3, 2));
        let nowhere = folder.path().join("no").join("frame.png");
        let said = save(&image, &nowhere).expect_err("no such folder").to_string();
        assert!(said.contains("frame.png"), "{said}");
    }
}
