//! No gap between cells, at any zoom.

use fogreel_engine::data::{Piece, Rgb, Truth};
use fogreel_engine::{Record, Size, Viewpoint};
use fogreel_recorder::Timeline;

use super::fixture::{header, key, normalised, record, single};
use crate::color::{ColorMap, ScaleRange};
use crate::{Figure, HeatmapOptions, TrackOptions, Visits, Width, heatmap};

const ZOOMS: [f64; 3] = [0.73, 1.0, 2.31];

/// Colours that occur inside the frame of the field, at a zoom relative to 96 dpi.
fn colors_inside(figure: &Figure, zoom: f64) -> Vec<Rgb> {
    let pixmap = figure.rasterise(96.0 * zoom).expect("a picture");
    let tree = resvg::usvg::roxmltree::Document::parse(figure.svg()).expect("well-formed");
    // The frame is the only closed line of that width.
    let frame = tree
        .descendants()
        .find(|node| node.has_tag_name("polyline") && node.attribute("stroke-width") == Some("20"))
        .and_then(|node| node.attribute("points"))
        .expect("a frame");
    let numbers = frame.split([' ', ',']).filter(|part| !part.is_empty()).map(|part| part.parse::<f64>().unwrap());
    let numbers: Vec<f64> = numbers.collect();
    let to_pixels = f64::from(pixmap.width()) / (figure.size_mm().0 * 100.0);
    let pixel = |units: f64| units * to_pixels;
    let inside = |from: f64, to: f64| ((pixel(from + 15.0).ceil() as u32 + 1), (pixel(to - 15.0).floor() as u32 - 1));
    let (left, right) = inside(numbers[0], numbers[2]);
    let (top, bottom) = inside(numbers[1], numbers[5]);
    assert!(left < right && top < bottom);
    let mut colors = Vec::new();
    for y in top..bottom {
        for x in left..right {
            let pixel = pixmap.pixel(x, y).expect("inside");
            let color = Rgb(pixel.red(), pixel.green(), pixel.blue());
            if !colors.contains(&color) {
                colors.push(color);
            }
        }
    }
    colors
}

fn options(width: Width, top: f64) -> HeatmapOptions {
    HeatmapOptions { width, range: Some(ScaleRange::linear(top)), ..HeatmapOptions::default() }
}

#[test]
fn a_constant_belief_is_one_colour() {
    for (size, width) in [
        (Size::new(10, 10), Width::PAGE),
        (Size::new(7, 13), Width::COLUMN),
        (Size::new(31, 29), Width::COLUMN),
        (Size::new(200, 200), Width::COLUMN),
    ] {
        let uniform = 1.0 / size.cells() as f64;
        let timeline = single(size, vec![uniform; size.cells()]);
        let figure = heatmap(&timeline, 0, &key(), &options(width, uniform)).expect("a figure");
        for zoom in ZOOMS {
            assert_eq!(colors_inside(&figure, zoom), [ColorMap::Cividis.at(1.0)], "{size} at {zoom}");
        }
    }
}

/// Colours that differ little keep neighbours from becoming one rectangle; the paper is lighter than all of them.
#[test]
fn neighbours_meet_without_a_gap() {
    for (size, width) in [
        (Size::new(10, 10), Width::PAGE),
        (Size::new(7, 13), Width::COLUMN),
        (Size::new(31, 29), Width::COLUMN),
        (Size::new(150, 150), Width::COLUMN),
        (Size::new(300, 300), Width::COLUMN),
    ] {
        let value = |index: usize| 0.5 + 0.004 * (index * 7 % 5) as f64;
        let values = (0..size.cells()).map(value);
        let timeline = single(size, values.collect());
        let figure = heatmap(&timeline, 0, &key(), &options(width, 1.0)).expect("a figure");
        // As a format without edges at whole pixels draws it.
        let blended = Figure { svg: figure.svg.replace("crispEdges", "auto"), ..figure.clone() };
        let lightest = (0..5).map(|index| ColorMap::Cividis.at(value(index))).max_by_key(|color| color.0);
        let lightest = lightest.expect("five colours");
        for zoom in ZOOMS {
            for color in [&figure, &blended].into_iter().flat_map(|figure| colors_inside(figure, zoom)) {
                assert!(color.0 <= lightest.0 && color.1 <= lightest.1, "{size} at {zoom}: {color}");
            }
        }
    }
}

#[test]
fn the_field_is_the_same_at_every_resolution_of_one_figure() {
    let size = Size::new(4, 4);
    let timeline = single(size, normalised((1..=16).map(f64::from).collect()));
    let figure = heatmap(&timeline, 0, &key(), &HeatmapOptions::default()).expect("a figure");
    for zoom in ZOOMS {
        let colors = colors_inside(&figure, zoom);
        assert_eq!(colors.len(), 16, "cells end at whole pixels: {colors:?}");
    }
}

/// A piece that goes over the whole board once: each cell has one visit. The cells are too small for numbers.
#[test]
fn equal_visits_are_one_colour() {
    let size = Size::new(31, 29);
    let records = (0..size.cells()).map(|index| {
        let piece = |kind, cell| Piece { kind, cell, facing: None, label: String::new() };
        Record {
            truth: Some(Truth { pieces: vec![piece(0, size.cell(index))], ..Truth::default() }),
            ..record(index as u32, vec![1.0 / size.cells() as f64; size.cells()])
        }
    });
    let timeline = Timeline::from_memory(header(size), records.collect(), None);
    let mut visits =
        Visits::new(Viewpoint::Referee, TrackOptions { piece: None, width: "40mm".parse().expect("a width") });
    visits.add(&timeline, "match").expect("a match");
    let (_, figure) = visits.figures().expect("figures").swap_remove(0);
    for zoom in ZOOMS {
        assert_eq!(colors_inside(&figure, zoom), [ColorMap::Cividis.at(1.0)], "at {zoom}");
    }
}
