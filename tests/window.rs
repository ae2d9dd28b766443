//! A real window on a virtual display, driven by real keys. Needs Xvfb, xdotool, ImageMagick and software GL; where they
//! are missing the test says so and passes, unless FOGREEL_REQUIRE_WINDOW is set, as it is where changes are checked.

use std::io::Write as _;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use crate::support::{fogreel, folder, record, repository, run, succeed};

/// Stops a program when the test is over, however it ends.
struct Running(Child);

impl Drop for Running {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// A virtual display.
struct Display {
    name: String,
    _server: Running,
}

impl Display {
    /// Starts one, or says what is missing.
    fn start() -> Result<Self, String> {
        for tool in ["Xvfb", "xdotool", "import"] {
            let found = Command::new("sh").args(["-c", &format!("command -v {tool}")]).stdout(Stdio::null()).status();
            if !found.is_ok_and(|status| status.success()) {
                return Err(format!("{tool} is not installed"));
            }
        }
        // The server chooses a free number and writes it to its standard output. Without -noreset it starts over whenever the
        // last program leaves it, and turns away those that come meanwhile: a window beside the first `xdotool` would be one.
        let mut server = Command::new("Xvfb")
            .args(["-displayfd", "1", "-screen", "0", "1600x1000x24", "-nolisten", "tcp", "-noreset"])
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .map_err(|error| format!("Xvfb does not start: {error}"))?;
        let mut number = String::new();
        let stdout = server.stdout.take().expect("piped");
        let server = Running(server);
        std::io::BufRead::read_line(&mut std::io::BufReader::new(stdout), &mut number)
            .map_err(|error| error.to_string())?;
        Ok(Self { name: format!(":{}", number.trim()), _server: server })
    }

    fn command(&self, program: &str) -> Command {
        let mut command = if program == "fogreel" { fogreel() } else { Command::new(program) };
        command.env("DISPLAY", &self.name).env("LIBGL_ALWAYS_SOFTWARE", "1").env("WINIT_UNIX_BACKEND", "x11");
        command
    }

    fn xdotool(&self, arguments: &[&str]) -> String {
        run(self.command("xdotool").args(arguments)).out
    }

    /// The screen, as a PNG file.
    fn screenshot(&self, file: &Path) -> Picture {
        let ran = run(self.command("import").args(["-window", "root"]).arg(file));
        assert_eq!(ran.code, 0, "{}", ran.err);
        Picture::read(file)
    }
}

/// Pixels.
#[derive(PartialEq, Eq)]
struct Picture {
    size: (u32, u32),
    pixels: Vec<u8>,
}

impl Picture {
    fn read(file: &Path) -> Self {
        let mut decoder = png::Decoder::new(std::io::BufReader::new(std::fs::File::open(file).expect("written")));
        decoder.set_transformations(png::Transformations::normalize_to_color8());
        let mut reader = decoder.read_info().expect("a PNG");
        let mut pixels = vec![0; reader.output_buffer_size().expect("a sane size")];
        let info = reader.next_frame(&mut pixels).expect("a whole PNG");
        pixels.truncate(info.buffer_size());
        Self { size: (info.width, info.height), pixels }
    }

    fn colors(&self) -> usize {
        let bytes = self.pixels.len() / (self.size.0 * self.size.1) as usize;
        let mut colors: Vec<&[u8]> = self.pixels.chunks(bytes).collect();
        colors.sort_unstable();
        colors.dedup();
        colors.len()
    }
}

fn display() -> Option<Display> {
    match Display::start() {
        Ok(display) => Some(display),
        Err(missing) if std::env::var_os("FOGREEL_REQUIRE_WINDOW").is_some() => panic!("{missing}"),
        Err(missing) => {
            // Said by the test's name alone where nobody reads the output of passing tests.
            let _ = writeln!(std::io::stderr(), "no window was tested: {missing}");
            None
        }
    }
}

/// Waits until the window's title holds a text, and returns the window.
fn wait_for_title(display: &Display, text: &str) -> String {
    wait_for_title_that(display, &format!("is called `{text}`"), |title| title.contains(text))
}

/// Waits until the window's title is as it should be, and returns the window.
fn wait_for_title_that(display: &Display, what: &str, is_so: impl Fn(&str) -> bool) -> String {
    let deadline = Instant::now() + Duration::from_secs(60);
    loop {
        let titles: Vec<(String, String)> = display
            .xdotool(&["search", "--onlyvisible", "--name", "Fogreel"])
            .lines()
            .map(|window| (window.to_owned(), display.xdotool(&["getwindowname", window])))
            .collect();
        match titles.iter().find(|(_, title)| is_so(title)) {
            Some((window, _)) => return window.clone(),
            None if Instant::now() > deadline => panic!("no window {what}; there is {titles:?}"),
            None => std::thread::sleep(Duration::from_millis(100)),
        }
    }
}

#[test]
fn keys_move_through_a_match_of_every_game_in_a_real_window() {
    let Some(display) = display() else { return };
    for game in fogreel_games::all() {
        let id = game.info().id;
        let folder = folder();
        let name = format!("{id}.fogreel");
        succeed(folder.path(), &["record", id, "--seed", "8", "--reproducible", "--out", &name]);
        let described = succeed(folder.path(), &["info", "--json", &name]).out;
        let described: serde_json::Value = serde_json::from_str(&described).expect("JSON");
        let last = described[0]["turns"].as_u64().expect("a number of turns");
        keys_move(&display, folder.path(), &name, last);
    }
}

/// Opens a recording in a window, goes through it by keys up to the last turn, and back.
fn keys_move(display: &Display, folder: &Path, name: &str, last: u64) {
    let mut viewer = display.command("fogreel");
    viewer.arg("view").arg(folder.join(name)).args(["--size", "1200x800"]).env("XDG_DATA_HOME", folder);
    let _viewer = Running(viewer.spawn().expect("starts"));

    let window = wait_for_title(display, &format!("{name}, turn 0 –"));
    // There is no window manager to give it the keyboard.
    display.xdotool(&["windowfocus", "--sync", &window]);
    std::thread::sleep(Duration::from_millis(700));
    let start = display.screenshot(&folder.join("start.png"));
    assert!(start.colors() > 50, "{name}: the window is drawn: {} colours", start.colors());

    // A game may take several records for a turn, but not more than this many.
    for _ in 0..16 {
        display.xdotool(&["key", "Right"]);
    }
    wait_for_title_that(display, "shows a later turn", |title| title.contains(name) && !title.contains("turn 0 –"));
    std::thread::sleep(Duration::from_millis(700));
    let later = display.screenshot(&folder.join("later.png"));
    assert!(later != start, "{name}: another turn looks different");

    display.xdotool(&["key", "End"]);
    wait_for_title(display, &format!("turn {last} –"));
    display.xdotool(&["key", "Home"]);
    wait_for_title(display, "turn 0 –");
    std::thread::sleep(Duration::from_millis(700));
    let again = display.screenshot(&folder.join("again.png"));
    assert!(again == start, "{name}: a turn looks the same however one got there");
}

#[test]
fn a_screenshot_is_a_picture_of_the_size_asked_for() {
    let Some(display) = display() else { return };
    let folder = folder();
    let file = record(folder.path());
    let mut pictures = Vec::new();
    for theme in ["light", "dark"] {
        let picture = folder.path().join(format!("{theme}.png"));
        let mut viewer = display.command("fogreel");
        viewer.arg("view").arg(&file).args(["--turn", "3", "--size", "800x600", "--theme", theme, "--screenshot"]);
        let ran = run(viewer.arg(&picture));
        assert_eq!(ran.code, 0, "{}", ran.err);
        let picture = Picture::read(&picture);
        assert_eq!(picture.size, (800, 600));
        assert!(picture.colors() > 50);
        pictures.push(picture);
    }
    assert!(pictures[0] != pictures[1], "the themes differ");
}

/// A recording without truth, and one of a game that Fogreel does not have.
#[test]
fn redacted_and_imported_recordings_open_in_a_real_window() {
    let Some(display) = display() else { return };
    let folder = folder();
    record(folder.path());
    let redact = ["redact", "match.fogreel", "--keep", "guard", "--out", "shared.fogreel"];
    succeed(folder.path(), &redact);
    let trace = std::fs::File::create(folder.path().join("trace.jsonl")).expect("writable");
    let example = repository().join("docs/examples/submarine.py");
    let python = Command::new("python3").arg(example).stdout(trace).status();
    let has_python = python.is_ok_and(|status| status.success());
    if has_python {
        succeed(folder.path(), &["import", "trace.jsonl", "--out", "submarine.fogreel"]);
    }
    for file in ["shared.fogreel", "submarine.fogreel"].into_iter().take(1 + usize::from(has_python)) {
        let picture = folder.path().join(file).with_extension("png");
        let mut viewer = display.command("fogreel");
        viewer.arg("view").arg(folder.path().join(file)).args(["--turn", "3", "--size", "1200x800", "--screenshot"]);
        let ran = run(viewer.arg(&picture));
        assert_eq!(ran.code, 0, "{file}: {}", ran.err);
        assert!(Picture::read(&picture).colors() > 50, "{file}");
    }
}
