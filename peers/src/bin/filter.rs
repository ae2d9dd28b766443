//! Our side of the comparison of filters that `filter/compare.py` makes: the same motion and the same likelihoods as its peers get.
//!
//! `filter cases FOLDER` writes what all of them filter, and our results. `filter serve` then reads lines `CASE FORM PASSES`
//! and answers each with the seconds of one pass through the steps of that case.
//!
//! Files are plain arrays, little endian: `CASE.floor` (u8 per cell, 1 is floor), `CASE.likelihoods`, and our results `CASE.cells` and `CASE.posterior` (f64, a board
//! per step), and `CASE.shape` (text: rows, columns, steps).

use std::fs;
use std::io::{BufRead, Write, stdin, stdout};
use std::path::Path;
use std::time::Instant;

use fogreel_engine::{Detail, MatchConfig};
use fogreel_inference::{CellBelief, Domain, Likelihood, Motion, Posterior, Stencil};

type Failure = Box<dyn std::error::Error + Send + Sync>;

/// A board and what is learnt about its cells in each step. The walker starts anywhere.
struct Case {
    name: &'static str,
    rows: usize,
    cols: usize,
    floor: Vec<bool>,
    likelihoods: Vec<Vec<f64>>,
}

/// Small numbers that look random and are the same everywhere: splitmix64 (Steele, Lea and Flood 2014).
struct Noise(u64);

impl Noise {
    /// Uniform in [0, 1).
    fn next(&mut self) -> f64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((mixed ^ (mixed >> 31)) >> 11) as f64 / (1_u64 << 53) as f64
    }
}

impl Case {
    /// The map of the original, likelihoods between 0.05 and 1.
    fn small() -> Result<Self, Failure> {
        let game = fogreel_games::find("rajakardhor")?;
        let session = game.start(&MatchConfig::default(), Detail::Nothing)?;
        let board = &session.header().board;
        let floor: Vec<bool> = (0..board.size.cells()).map(|cell| board.is_passable(board.size.cell(cell))).collect();
        let (rows, cols) = (usize::from(board.size.rows), usize::from(board.size.cols));
        Ok(Self { name: "small", rows, cols, likelihoods: everywhere(rows * cols, 200), floor })
    }

    /// 512×512, every tenth cell a wall, likelihoods as in the small case.
    fn dense() -> Self {
        let (rows, cols) = (512, 512);
        Self { name: "dense", rows, cols, floor: scattered(rows * cols), likelihoods: everywhere(rows * cols, 20) }
    }

    /// The same board; somebody walks over it and is known to be within 10 cells (Manhattan) of a spot that follows it.
    fn local() -> Self {
        let (rows, cols) = (512, 512);
        let likelihood = |step: usize| {
            let (row, col) = (200 + step, 300);
            let distance = |cell: usize| (cell / cols).abs_diff(row) + (cell % cols).abs_diff(col);
            (0..rows * cols)
                .map(|cell| if distance(cell) <= 10 { 1.0 / (1 + distance(cell)) as f64 } else { 0.0 })
                .collect()
        };
        Self {
            name: "local",
            rows,
            cols,
            floor: scattered(rows * cols),
            likelihoods: (0..20).map(likelihood).collect(),
        }
    }

    fn all() -> Result<[Self; 3], Failure> {
        Ok([Self::small()?, Self::dense(), Self::local()])
    }

    /// What the belief starts from. In the local case it is what the first likelihood leaves, for all sides alike.
    fn starts_at(&self, cell: usize) -> bool {
        self.floor[cell] && self.likelihoods[0][cell] > 0.0
    }

    fn stencil(&self) -> Stencil {
        Stencil::new(self.rows, self.cols, |cell| self.floor[cell])
    }

    /// The same walk as a motion, for the filter that takes likelihoods of transitions.
    fn motion(&self) -> Result<Motion, Failure> {
        let domain = Domain::new(self.floor.len(), 1)?;
        let mut motion = Motion::new(domain);
        for from in (0..self.floor.len()).filter(|cell| self.floor[*cell]) {
            let (row, col) = (from / self.cols, from % self.cols);
            let around =
                [(row, col), (row.wrapping_sub(1), col), (row + 1, col), (row, col.wrapping_sub(1)), (row, col + 1)];
            let open: Vec<usize> = around
                .into_iter()
                .filter(|(row, col)| *row < self.rows && *col < self.cols)
                .map(|(row, col)| row * self.cols + col)
                .filter(|cell| self.floor[*cell])
                .collect();
            open.iter().for_each(|to| motion.push(from, *to, 0, 1.0 / open.len() as f64));
        }
        Ok(motion)
    }

    fn write(&self, folder: &Path) -> Result<(), Failure> {
        let file = |end: &str| folder.join(format!("{}.{end}", self.name));
        let bytes = |values: &[f64]| values.iter().flat_map(|value| value.to_le_bytes()).collect::<Vec<u8>>();
        fs::write(file("shape"), format!("{} {} {}", self.rows, self.cols, self.likelihoods.len()))?;
        fs::write(file("floor"), self.floor.iter().map(|floor| u8::from(*floor)).collect::<Vec<u8>>())?;
        fs::write(file("likelihoods"), bytes(&self.likelihoods.concat()))?;
        let stencil = self.stencil();
        let mut belief = CellBelief::uniform(&stencil, |cell| self.starts_at(cell))?;
        let motion = self.motion()?;
        let mut joint = Posterior::new(motion.domain(), belief.probabilities().to_vec(), "start")?;
        let (mut cells, mut general) = (Vec::new(), Vec::new());
        for likelihood in &self.likelihoods {
            belief.step(&stencil, likelihood)?;
            cells.extend(bytes(belief.probabilities()));
            joint.step(&motion, &[Likelihood::of_edges("cells", &motion, |edge| likelihood[edge.to as usize])])?;
            general.extend(bytes(joint.probabilities()));
        }
        fs::write(file("cells"), cells)?;
        fs::write(file("posterior"), general)?;
        Ok(())
    }
}

fn everywhere(cells: usize, steps: usize) -> Vec<Vec<f64>> {
    let mut noise = Noise(1);
    (0..steps).map(|_| (0..cells).map(|_| 0.05 + 0.95 * noise.next()).collect()).collect()
}

fn scattered(cells: usize) -> Vec<bool> {
    let mut noise = Noise(2);
    (0..cells).map(|_| noise.next() >= 0.1).collect()
}

/// Answers every line until there is none.
fn serve() -> Result<(), Failure> {
    let cases = Case::all()?;
    let mut prepared = Vec::new();
    for case in &cases {
        prepared.push((case, case.stencil(), case.motion()?));
    }
    for line in stdin().lock().lines() {
        let line = line?;
        let words: Vec<&str> = line.split_whitespace().collect();
        let [name, form, passes] = words[..] else { return Err(format!("not CASE FORM PASSES: {line}").into()) };
        let Some((case, stencil, motion)) = prepared.iter().find(|(case, ..)| case.name == name) else {
            return Err(format!("there is no case `{name}`").into());
        };
        let passes: u32 = passes.parse()?;
        let start = CellBelief::uniform(stencil, |cell| case.starts_at(cell))?;
        let mut seconds = 0.0;
        for _ in 0..passes {
            match form {
                "cells" => {
                    let mut belief = start.clone();
                    let began = Instant::now();
                    for likelihood in &case.likelihoods {
                        belief.step(stencil, likelihood)?;
                    }
                    seconds += began.elapsed().as_secs_f64();
                    std::hint::black_box(&belief);
                }
                "posterior" => {
                    let mut belief = Posterior::new(motion.domain(), start.probabilities().to_vec(), "start")?;
                    let began = Instant::now();
                    for likelihood in &case.likelihoods {
                        let evidence = Likelihood::of_edges("cells", motion, |edge| likelihood[edge.to as usize]);
                        belief.step(motion, &[evidence])?;
                    }
                    seconds += began.elapsed().as_secs_f64();
                    std::hint::black_box(&belief);
                }
                _ => return Err(format!("there is no form `{form}`").into()),
            }
        }
        println!("{}", seconds / f64::from(passes));
        stdout().flush()?;
    }
    Ok(())
}

fn main() -> Result<(), Failure> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match arguments.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        ["cases", folder] => Case::all()?.iter().try_for_each(|case| case.write(Path::new(folder))),
        ["serve"] => serve(),
        _ => Err("usage: filter cases FOLDER | filter serve".into()),
    }
}
