//! From a drawing to SVG with a physical size, by way of plotters.

use plotters::backend::SVGBackend;
use plotters::drawing::{DrawingArea, IntoDrawingArea};
use plotters::element::{Circle, PathElement, Polygon, Rectangle};
use plotters::style::text_anchor::{HPos, Pos, VPos};
use plotters::style::{Color, FontDesc, FontFamily, FontStyle, RGBColor, ShapeStyle, TextStyle};

use fogreel_engine::data::Rgb;

use crate::PlotError;
use crate::drawing::{Anchor, Drawing, Element, MM, PAPER, Type};
use crate::fonts;

/// Size that makes plotters write `em` as the font size: it divides by 1.24.
fn plotters_size(em: i32) -> f64 {
    const EM_PER_SIZE: f64 = 1.24;
    let em = f64::from(em);
    let size = em * EM_PER_SIZE;
    [size, size.next_up(), size.next_down()].into_iter().find(|size| size / EM_PER_SIZE == em).unwrap_or(size)
}

/// The font in a size of `em` units.
pub(crate) fn font(style: Type) -> FontDesc<'static> {
    fonts::register();
    let weight = if style.bold { FontStyle::Bold } else { FontStyle::Normal };
    FontDesc::new(FontFamily::Name(fonts::FAMILY), plotters_size(style.em), weight)
}

/// Draws on white paper of that size (in units). `title` is for those who cannot see the picture.
pub(crate) fn write(drawing: &Drawing, width: i32, height: i32, title: &str) -> Result<String, PlotError> {
    let mut svg = String::new();
    let size = (width.unsigned_abs(), height.unsigned_abs());
    let area = SVGBackend::with_string(&mut svg, size).into_drawing_area();
    let drawn = area
        .draw(&Rectangle::new([(0, 0), (width, height)], rgb(PAPER).filled()))
        .and_then(|()| drawing.elements.iter().try_for_each(|element| draw(&area, element)))
        .and_then(|()| area.present());
    drawn.map_err(|error| PlotError::Draw(error.to_string()))?;
    drop(area);
    finish(&svg, width, height, title, drawing.has_crisp_rectangles)
}

type Paper<'a> = DrawingArea<SVGBackend<'a>, plotters::coord::Shift>;
type DrawResult = Result<(), plotters::drawing::DrawingAreaErrorKind<std::io::Error>>;

fn draw(area: &Paper<'_>, element: &Element) -> DrawResult {
    match element {
        Element::Rectangle { area: to, fill } => {
            area.draw(&Rectangle::new([(to.x, to.y), (to.right(), to.bottom())], rgb(*fill).filled()))
        }
        Element::Path { points, color, width } => {
            area.draw(&PathElement::new(points.as_slice(), stroke(*color, *width)))
        }
        Element::Polygon { points, fill } => area.draw(&Polygon::new(points.as_slice(), rgb(*fill).filled())),
        Element::Disc { center, radius, fill } => area.draw(&Circle::new(*center, *radius, rgb(*fill).filled())),
        Element::Ring { center, radius, color, width } => {
            area.draw(&Circle::new(*center, *radius, stroke(*color, *width)))
        }
        Element::Text { text, at, anchor, style, color } => {
            let h_pos = match anchor {
                Anchor::Start => HPos::Left,
                Anchor::Middle => HPos::Center,
                Anchor::End => HPos::Right,
            };
            let color = rgb(*color);
            let style_of_text = TextStyle::from(font(*style)).color(&color).pos(Pos::new(h_pos, VPos::Top));
            // The writer shifts a text at the top of its box down by 0.76 em to its baseline.
            area.draw_text(text, &style_of_text, (at.0, at.1 - style.em * 76 / 100))
        }
    }
}

fn rgb(Rgb(red, green, blue): Rgb) -> RGBColor {
    RGBColor(red, green, blue)
}

fn stroke(color: Rgb, width: u32) -> ShapeStyle {
    ShapeStyle { color: rgb(color).to_rgba(), filled: false, stroke_width: width }
}

/// Gives the root its physical size and a title, and takes out what says nothing.
fn finish(svg: &str, width: i32, height: i32, title: &str, has_crisp_rectangles: bool) -> Result<String, PlotError> {
    let (_, body) = svg
        .split_once('\n')
        .filter(|(root, _)| root.starts_with("<svg ") && root.ends_with('>'))
        .ok_or_else(|| PlotError::Draw("the SVG writer's root element has an unknown form".to_owned()))?;
    let mm = |units: i32| f64::from(units) / f64::from(MM);
    let mut finished = String::with_capacity(svg.len());
    finished.push_str(&format!(
        "<svg width=\"{}mm\" height=\"{}mm\" viewBox=\"0 0 {width} {height}\" role=\"img\" \
         xmlns=\"http://www.w3.org/2000/svg\">\n<title>{}</title>\n",
        mm(width),
        mm(height),
        escaped(title)
    ));
    let mut is_group_open = false;
    for written in body.lines() {
        let is_crisp = has_crisp_rectangles && written.starts_with("<rect ");
        if is_crisp != is_group_open {
            finished.push_str(if is_crisp { "<g shape-rendering=\"crispEdges\">\n" } else { "</g>\n" });
            is_group_open = is_crisp;
        }
        // Quotes inside texts are escaped, so these can only be attributes, and they repeat the defaults.
        let line = written.replace(" opacity=\"1\"", "").replace(" stroke=\"none\"", "");
        finished.push_str(&on_baseline(&line).unwrap_or(line));
        // A line break beside a text is a space to some readers and moves what is not aligned at its start.
        let is_text = written.starts_with("<text ") || !written.starts_with('<');
        if !is_text {
            finished.push('\n');
        }
    }
    Ok(finished)
}

/// The line with the shift to the baseline added to `y`: applied by itself, some readers shift only the first letter of
/// a text from right to left.
fn on_baseline(line: &str) -> Option<String> {
    const SHIFT: &str = "\" dy=\"0.76em\"";
    let (before, after) = line.split_once(SHIFT)?;
    let (start, y) = before.rsplit_once(" y=\"")?;
    let em = after.split_once(" font-size=\"")?.1.split_once('"')?.0.parse::<i32>().ok()?;
    Some(format!("{start} y=\"{}\"{after}", y.parse::<i32>().ok()? + em * 76 / 100))
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;").replace('\'', "&apos;")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn with_text(text: &str) -> String {
        let mut drawing = Drawing::default();
        drawing.text(text, (10, 500), Anchor::Start, Type::SMALL, PAPER);
        write(&drawing, 8400, 1000, text).expect("an SVG")
    }

    #[test]
    fn the_root_has_a_physical_size() {
        let svg = with_text("a");
        assert!(svg.starts_with("<svg width=\"84mm\" height=\"10mm\" viewBox=\"0 0 8400 1000\" "), "{svg}");
        assert!(svg.ends_with("</svg>\n"));
    }

    #[test]
    fn text_is_escaped_and_stays_on_its_line() {
        let hostile = r#"<script>"&' opacity="1" ]]></text>"#;
        let svg = with_text(hostile);
        let tree = resvg::usvg::roxmltree::Document::parse(&svg).expect("well-formed");
        let texts: Vec<_> = tree.descendants().filter(|node| node.has_tag_name("text")).collect();
        assert_eq!(texts.len(), 1);
        assert_eq!(texts[0].text(), Some(hostile));
    }

    #[test]
    fn texts_stand_on_their_baseline() {
        let svg = with_text("a");
        assert!(svg.contains("<text x=\"10\" y=\"500\" text-anchor=\"start\""), "{svg}");
        assert!(!svg.contains("dy="));
    }

    #[test]
    fn font_sizes_are_whole_units() {
        for style in [Type::SMALL, Type::LABEL, Type::BODY, Type::TITLE] {
            assert_eq!(plotters_size(style.em) / 1.24, f64::from(style.em));
        }
    }
}
