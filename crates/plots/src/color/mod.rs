//! Colours of beliefs, shared by figures and viewer, so that a cell looks the same wherever it is painted.
//!
//! A [`ScaleRange`] turns a value into a [`Shade`]; a [`ColorMap`] colours what lies on the scale. What does not lie on
//! it (exactly 0, below the floor of a log scale, no number) has a look of its own in [`look`], which also holds the
//! colours of walls and unseen cells. Looks differ in more than colour: each constant names the pattern that goes with
//! it.
//!
//! The difference of two beliefs has colours of the same kind: [`DifferenceRange`], [`DifferenceShade`] and
//! [`DivergingMap`].
//!
//! ```
//! use fogreel_plots::color::{ColorMap, Scale, ScaleRange, Shade};
//!
//! let range = ScaleRange::fit(Scale::Log, [0.5, 0.02, 0.0], 100);
//! assert!(matches!(range.shade(0.5, ColorMap::Cividis), Shade::Value(_)));
//! assert_eq!(range.shade(1e-9, ColorMap::Cividis), Shade::BelowFloor);
//! assert_eq!(range.shade(0.0, ColorMap::Cividis), Shade::Impossible);
//! ```

mod difference;
mod map;
mod scale;

pub use difference::{DifferenceRange, DifferenceShade, DivergingMap};
pub use map::{ColorMap, UnknownName, luminance};
pub use scale::{Scale, ScaleRange, Shade, Tick};

/// Colours of what does not lie on the scale.
pub mod look {
    use fogreel_engine::data::Rgb;

    /// Exactly 0: a light neutral, with [`IMPOSSIBLE_MARK`] in the middle of the cell.
    pub const IMPOSSIBLE: Rgb = Rgb(0xf4, 0xf4, 0xf2);
    /// The small cross of an impossible cell.
    pub const IMPOSSIBLE_MARK: Rgb = Rgb(0xa8, 0xa8, 0xa6);
    /// Above 0, but below the floor of a log scale: darker than every map's end, with rising lines in
    /// [`BELOW_FLOOR_MARK`].
    pub const BELOW_FLOOR: Rgb = Rgb(0x0b, 0x0b, 0x12);
    /// The lines of a cell below the floor.
    pub const BELOW_FLOOR_MARK: Rgb = Rgb(0x6e, 0x6e, 0x7a);
    /// Impassable terrain: a neutral with falling lines in [`WALL_MARK`].
    pub const WALL: Rgb = Rgb(0xc9, 0xc9, 0xc9);
    /// The lines of a wall, and walls between cells.
    pub const WALL_MARK: Rgb = Rgb(0x4a, 0x4a, 0x4a);
    /// Never visible to a seat so far: a grey with dots in [`NEVER_SEEN_MARK`].
    pub const NEVER_SEEN: Rgb = Rgb(0x9c, 0x9c, 0xa4);
    /// The dots of a cell that was never visible.
    pub const NEVER_SEEN_MARK: Rgb = Rgb(0x5e, 0x5e, 0x68);
    /// Visible before, not now: a light grey with rising lines in [`SEEN_BEFORE_MARK`]. What is visible now is paper.
    pub const SEEN_BEFORE: Rgb = Rgb(0xe2, 0xe2, 0xe8);
    /// The lines of a cell that was visible before.
    pub const SEEN_BEFORE_MARK: Rgb = Rgb(0xba, 0xba, 0xc6);
    /// Terrain that the owner of the belief does not know: horizontal lines over the cell.
    pub const UNSEEN_MARK: Rgb = Rgb(0x8c, 0x8c, 0x8c);
    /// A cell without a number: white, with a large cross in [`NO_VALUE_MARK`].
    pub const NO_VALUE: Rgb = Rgb(0xff, 0xff, 0xff);
    /// Ruled out by both of two beliefs: darker than the neutral of no difference, with the cross of an impossible cell in
    /// [`BOTH_IMPOSSIBLE_MARK`].
    pub const BOTH_IMPOSSIBLE: Rgb = Rgb(0xdd, 0xdd, 0xda);
    /// The small cross of a cell that both rule out.
    pub const BOTH_IMPOSSIBLE_MARK: Rgb = Rgb(0x8c, 0x8c, 0x8a);
    /// Pattern over a cell that one belief rules out and the other allows: vertical lines where the first of them rules it
    /// out, dots where the second does.
    pub const EXCLUDES_MARK: Rgb = Rgb(0x1a, 0x1a, 0x1a);
    /// The cross of a cell without a number.
    pub const NO_VALUE_MARK: Rgb = Rgb(0xb0, 0x3a, 0x2e);
}
