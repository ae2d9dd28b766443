//! A finished figure and its formats.

use std::sync::Arc;

use resvg::{tiny_skia, usvg};

use crate::{PlotError, fonts, pdf};

/// A finished figure: vector picture, and the numbers behind it.
#[derive(Clone, PartialEq, Debug)]
pub struct Figure {
    pub(crate) svg: String,
    pub(crate) csv: String,
    pub(crate) width_mm: f64,
    pub(crate) height_mm: f64,
}

const MM_PER_INCH: f64 = 25.4;
const MOST_MEGAPIXELS: u32 = 200;

impl Figure {
    /// The resolution that journals ask for.
    pub const DEFAULT_DPI: f64 = 300.0;

    /// The picture as SVG with its physical size; texts are texts.
    pub fn svg(&self) -> &str {
        &self.svg
    }

    /// The numbers as CSV, one line a cell, with a header line.
    pub fn csv(&self) -> &str {
        &self.csv
    }

    /// Width and height on paper in millimetres.
    pub fn size_mm(&self) -> (f64, f64) {
        (self.width_mm, self.height_mm)
    }

    /// The SVG rasterised on white with the shipped font, as a PNG that carries its resolution.
    ///
    /// # Errors
    /// [`PlotError::Resolution`] if `dpi` is not between 10 and 2400 or the picture would pass 200 megapixels.
    pub fn png(&self, dpi: f64) -> Result<Vec<u8>, PlotError> {
        encode(&self.rasterise(dpi)?, dpi)
    }

    /// The SVG as a PDF of one page of its size, with the parts of the shipped font that its texts need.
    ///
    /// # Errors
    /// [`PlotError::Pdf`] if the writer fails.
    pub fn pdf(&self) -> Result<Vec<u8>, PlotError> {
        let tree = self.tree().map_err(|error| PlotError::Pdf(error.to_string()))?;
        let document =
            usvg::roxmltree::Document::parse(&self.svg).map_err(|error| PlotError::Pdf(error.to_string()))?;
        let title = document.descendants().find(|node| node.has_tag_name("title")).and_then(|node| node.text());
        pdf::write(&tree, title.unwrap_or_default(), self.size_mm())
    }

    /// The SVG, read with the shipped font and no other.
    fn tree(&self) -> Result<usvg::Tree, usvg::Error> {
        let options = usvg::Options { fontdb: Arc::new(fonts::database()), ..usvg::Options::default() };
        usvg::Tree::from_str(&self.svg, &options)
    }

    pub(crate) fn rasterise(&self, dpi: f64) -> Result<tiny_skia::Pixmap, PlotError> {
        let pixels = |mm: f64| (mm * dpi / MM_PER_INCH).round().max(1.0);
        let (width, height) = (pixels(self.width_mm), pixels(self.height_mm));
        let fits = (10.0..=2400.0).contains(&dpi) && width * height <= f64::from(MOST_MEGAPIXELS) * 1e6;
        if !fits {
            return Err(PlotError::Resolution { dpi, width, height, most_megapixels: MOST_MEGAPIXELS });
        }
        let tree = self.tree().map_err(|error| PlotError::Raster(error.to_string()))?;
        let mut pixmap = tiny_skia::Pixmap::new(width as u32, height as u32)
            .ok_or_else(|| PlotError::Raster(format!("no room for {width} × {height} pixels")))?;
        pixmap.fill(tiny_skia::Color::WHITE);
        // Whole pixels: the picture is stretched by less than one to meet its edges.
        let (from_width, from_height) = (f64::from(tree.size().width()), f64::from(tree.size().height()));
        let transform = tiny_skia::Transform::from_scale((width / from_width) as f32, (height / from_height) as f32);
        resvg::render(&tree, transform, &mut pixmap.as_mut());
        Ok(pixmap)
    }
}

fn encode(pixmap: &tiny_skia::Pixmap, dpi: f64) -> Result<Vec<u8>, PlotError> {
    let mut bytes = Vec::new();
    let mut encoder = png::Encoder::new(&mut bytes, pixmap.width(), pixmap.height());
    encoder.set_color(png::ColorType::Rgb);
    encoder.set_depth(png::BitDepth::Eight);
    let per_metre = (dpi / MM_PER_INCH * 1000.0).round() as u32;
    encoder.set_pixel_dims(Some(png::PixelDimensions { xppu: per_metre, yppu: per_metre, unit: png::Unit::Meter }));
    // Opaque from the white ground up, so that nothing is lost without alpha.
    let colors: Vec<u8> = pixmap.data().chunks_exact(4).flat_map(|pixel| [pixel[0], pixel[1], pixel[2]]).collect();
    encoder
        .write_header()
        .and_then(|mut writer| writer.write_image_data(&colors))
        .map_err(|error| PlotError::Raster(error.to_string()))?;
    Ok(bytes)
}
