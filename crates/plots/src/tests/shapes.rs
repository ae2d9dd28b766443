//! Boards of all sizes, formats, errors.

use fogreel_engine::data::{BeliefKey, Domain, Frame, KnownEdge, View};
use fogreel_engine::{Cell, CellSet, Direction, Edge, Seat, Size};
use fogreel_recorder::Timeline;

use super::fixture::{header, key, match_of_thirty, normalised, record, single};
use crate::{HeatmapOptions, PlotError, Width, default_sheet_records, fitted_range, heatmap, sheet};

#[test]
fn boards_from_one_cell_to_512_squared() {
    for (rows, cols) in [(1, 1), (1, 64), (64, 1), (2, 3), (512, 512), (3, 512), (512, 3)] {
        let size = Size::new(rows, cols);
        let values = (0..size.cells()).map(|index| if index % 97 < 40 { 0.0 } else { (index % 31) as f64 }).collect();
        let timeline = single(size, if size.cells() == 1 { vec![1.0] } else { normalised(values) });
        for width in [Width::COLUMN, Width::PAGE] {
            let options = HeatmapOptions { width, ..HeatmapOptions::default() };
            let figure = heatmap(&timeline, 0, &key(), &options).expect("a figure");
            assert_eq!(figure.size_mm().0, width.mm());
            assert!(figure.size_mm().1 < 260.0, "{size}: {:?}", figure.size_mm());
            assert_eq!(figure.csv().lines().count(), size.cells() + 1);
            assert!(figure.svg().len() < 30_000_000, "{size}: {} bytes", figure.svg().len());
        }
    }
}

#[test]
fn a_narrow_support_makes_a_small_file() {
    let size = Size::new(512, 512);
    let mut values = vec![0.0; size.cells()];
    for cell in size.iter().filter(|cell| cell.chebyshev(Cell::new(200, 300)) <= 10) {
        values[size.index(cell)] = 1.0 + f64::from(cell.row) + f64::from(cell.col) / 7.0;
    }
    let timeline = single(size, normalised(values));
    let figure = heatmap(&timeline, 0, &key(), &HeatmapOptions::default()).expect("a figure");
    assert!(figure.svg().len() < 100_000, "{}", figure.svg().len());
}

#[test]
fn the_same_recording_gives_the_same_bytes() {
    let options = HeatmapOptions::default();
    let make = || {
        let timeline = match_of_thirty();
        let records = default_sheet_records(&timeline, &key());
        let figure = sheet(&timeline, &records, &key(), &options).expect("a sheet");
        let png = figure.png(100.0).expect("a picture");
        (figure, png, heatmap(&timeline, 8, &key(), &options).expect("a heat map"))
    };
    assert_eq!(make(), make());
}

#[test]
fn the_csv_holds_the_same_numbers() {
    let timeline = match_of_thirty();
    let figure = heatmap(&timeline, 13, &key(), &HeatmapOptions::default()).expect("a figure");
    let record = timeline.record(13).expect("a record");
    let values = record.belief(&key()).expect("a belief").values();
    let mut lines = figure.csv().lines();
    assert_eq!(lines.next(), Some("record,turn,belief,row,col,value,terrain,is_truth"));
    let mut truths = 0;
    for (index, line) in lines.enumerate() {
        let fields: Vec<&str> = line.split(',').collect();
        let [record, turn, belief, row, col, value, terrain, is_truth] = fields[..] else { panic!("{line}") };
        assert_eq!((record, turn, belief), ("13", "13", "guard/thief@agent"));
        assert_eq!((row, col), ((index / 10).to_string().as_str(), (index % 10).to_string().as_str()));
        assert_eq!(value.parse::<f64>().map(f64::to_bits), Ok(values[index].to_bits()));
        assert!(["floor", "wall"].contains(&terrain));
        truths += usize::from(is_truth == "true");
    }
    assert_eq!(truths, 1);
}

#[test]
fn a_sheet_holds_the_lines_of_its_heat_maps() {
    let timeline = match_of_thirty();
    let options = HeatmapOptions::default();
    let sheet = sheet(&timeline, &[4, 2], &key(), &options).expect("a sheet");
    let mut lines = 1;
    for record in [4, 2] {
        let one = heatmap(&timeline, record, &key(), &options).expect("a heat map");
        let body = one.csv().split_once('\n').expect("a header line").1.to_owned();
        assert!(sheet.csv().contains(&body));
        lines += 100;
    }
    assert_eq!(sheet.csv().lines().count(), lines);
}

#[test]
fn separate_heat_maps_can_share_a_scale() {
    let timeline = match_of_thirty();
    let options = HeatmapOptions::default();
    let shared = fitted_range(&timeline, &[0, 30], &key(), &options).expect("a scale");
    let alone = |record| fitted_range(&timeline, &[record], &key(), &options).expect("a scale").top();
    assert_eq!(shared.top(), alone(0).max(alone(30)));
    let fixed = HeatmapOptions { range: Some(shared), ..options };
    assert_eq!(fitted_range(&timeline, &[0], &key(), &fixed).expect("a scale"), shared);
}

#[test]
fn a_picture_knows_its_resolution() {
    let figure = heatmap(&match_of_thirty(), 0, &key(), &HeatmapOptions::default()).expect("a figure");
    let bytes = figure.png(300.0).expect("a picture");
    let reader = png::Decoder::new(std::io::Cursor::new(bytes)).read_info().expect("a PNG");
    let info = reader.info();
    assert_eq!(info.width, 2055);
    assert_eq!(info.pixel_dims.map(|dims| dims.xppu), Some(11811));
    for dpi in [0.0, f64::NAN, -1.0, 1e9] {
        assert!(matches!(figure.png(dpi), Err(PlotError::Resolution { .. })), "{dpi}");
    }
}

/// A page has the figure's size in points, its texts as texts, and nothing that differs from run to run.
#[test]
fn a_page_is_the_figure_and_the_same_every_time() {
    let figure = heatmap(&match_of_thirty(), 0, &key(), &HeatmapOptions::default()).expect("a figure");
    let page = figure.pdf().expect("a page");
    assert_eq!(page, figure.pdf().expect("a page"));
    assert!(page.starts_with(b"%PDF-"));
    let text = String::from_utf8_lossy(&page);
    let (_, size) = text.split_once("/MediaBox[0 0 ").expect("a page size");
    let (width, rest) = size.split_once(' ').expect("a width");
    let height = rest.split_once(']').expect("a height").0;
    let points = |mm: f64| mm * 72.0 / 25.4;
    let (wide, tall) = figure.size_mm();
    for (written, mm) in [(width, wide), (height, tall)] {
        let written: f64 = written.trim().parse().expect("a number");
        assert!((written - points(mm)).abs() < 0.01, "{written} of {mm} mm");
    }
    // Glyphs that are mapped back to characters can be found and copied.
    assert!(text.contains("DejaVuSans") && text.contains("/ToUnicode"));
    for changing in ["CreationDate", "ModDate", "CreateDate", "/Subtype/Image"] {
        assert!(!text.contains(changing), "{changing}");
    }
}

#[test]
fn a_default_sheet_starts_and_ends_with_the_match() {
    let timeline = match_of_thirty();
    let records = default_sheet_records(&timeline, &key());
    assert_eq!(records.len(), 12);
    assert_eq!((records[0], records[11]), (0, 30));
    assert!(records.is_sorted());
    // Scans at 8, 16 and 24 teach most.
    assert!([8, 16, 24].iter().all(|scan| records.contains(scan)), "{records:?}");
    assert_eq!(default_sheet_records(&single(Size::new(1, 1), vec![1.0]), &key()), [0]);
    assert!(default_sheet_records(&timeline, &BeliefKey::new("guard", "exit", "agent")).is_empty());
    assert!(
        default_sheet_records(&Timeline::from_memory(header(Size::new(1, 1)), Vec::new(), None), &key()).is_empty()
    );
}

#[test]
fn a_frame_of_ones_own_places_truth_and_walls() {
    let board = Size::new(6, 6);
    let frame = Size::new(3, 3);
    let mut record = record(0, vec![1.0 / 9.0; 9]);
    let piece = |kind, row, col| fogreel_engine::data::Piece {
        kind,
        cell: Cell::new(row, col),
        facing: None,
        label: String::new(),
    };
    record.truth =
        Some(fogreel_engine::data::Truth { pieces: vec![piece(0, 3, 4), piece(2, 0, 0)], ..Default::default() });
    let wall = Edge { cell: Cell::new(1, 1), side: Direction::Down };
    let mut terrain = vec![0; 9];
    terrain[0] = View::UNKNOWN;
    record.views.push(View {
        seat: Seat(1),
        frame: Frame { size: frame, offset: Some([2, 2]) },
        terrain: Some(terrain),
        edges: vec![KnownEdge { edge: wall, open: false }],
        visible: CellSet::new(frame),
        last_seen: vec![0; 9],
        pieces: Vec::new(),
        signals: Vec::new(),
        facts: Vec::new(),
        messages: Vec::new(),
    });
    let timeline = |record| Timeline::from_memory(header(board), vec![record], None);
    let figure = heatmap(&timeline(record.clone()), 0, &key(), &HeatmapOptions::default()).expect("a figure");
    let truth: Vec<&str> = figure.csv().lines().filter(|line| line.ends_with("true")).collect();
    assert_eq!(truth, ["0,0,guard/thief@agent,1,2,0.1111111111111111,floor,true"]);
    assert!(figure.svg().contains("terrain unknown to guard") && figure.svg().contains("wall between cells"));
    // A frame that nobody can place has no truth to draw.
    record.views[0].frame.offset = None;
    let figure = heatmap(&timeline(record), 0, &key(), &HeatmapOptions::default()).expect("a figure");
    assert!(figure.csv().lines().skip(1).all(|line| line.ends_with(',')));
}

#[test]
fn errors_say_what_is_there() {
    let timeline = match_of_thirty();
    let options = HeatmapOptions::default();
    let error = |result: Result<crate::Figure, PlotError>| result.expect_err("no figure").to_string();
    let other = BeliefKey::new("guard", "thief", "reference:uniform");
    assert_eq!(
        error(heatmap(&timeline, 3, &other, &options)),
        "record 3 holds no belief guard/thief@reference:uniform; it holds guard/thief@agent"
    );
    assert_eq!(error(heatmap(&timeline, 99, &key(), &options)), "there is no record 99; the recording has 31");
    let unknown = BeliefKey::new("guard", "moon", "agent");
    assert!(error(heatmap(&timeline, 3, &unknown, &options)).contains("does not describe"));
    assert_eq!(
        error(sheet(&timeline, &[], &key(), &options)),
        "expected 1 to 240 records for the figure `sheet`, found 0"
    );

    let mut labels = header(Size::new(1, 1));
    labels.targets[0].domain = Domain::Labels(vec!["A".to_owned()]);
    let timeline = Timeline::from_memory(labels, vec![record(0, vec![1.0])], None);
    assert_eq!(
        error(heatmap(&timeline, 0, &key(), &options)),
        "the belief guard/thief@agent is about labels; heat maps show beliefs about cells so far"
    );

    assert!(error(heatmap(&single(Size::new(2, 2), vec![1.0]), 0, &key(), &options)).contains("expected 4 numbers"));
    assert!(error(heatmap(&single(Size::new(0, 3), vec![]), 0, &key(), &options)).contains("no cell to draw"));
    let long = single(Size::new(1, 20_000), vec![5e-5; 20_000]);
    assert!(error(heatmap(&long, 0, &key(), &options)).contains("does not fit"));
}
