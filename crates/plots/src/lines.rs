//! Broken lines of any direction.

use crate::drawing::Point;

/// Dashes of a line that is no outline.
pub(crate) const DASHES: &[i32] = &[110, 70];

/// A line broken by a pattern: lengths drawn and left out, in turn, in units. An empty pattern leaves it whole.
pub(crate) fn broken(line: &[Point], pattern: &[i32]) -> Vec<Vec<Point>> {
    let Some(first) = pattern.first() else { return vec![line.to_vec()] };
    let (mut phase, mut left) = (0, f64::from(*first));
    let mut pieces: Vec<Vec<Point>> = Vec::new();
    let mut piece: Vec<Point> = line.first().copied().into_iter().collect();
    for ends in line.windows(2) {
        let (from, to) = (ends[0], ends[1]);
        let (across, down) = (f64::from(to.0 - from.0), f64::from(to.1 - from.1));
        let length = across.hypot(down);
        let mut at = 0.0;
        while length > at && length - at >= left {
            at += left;
            let point = (from.0 + (across * at / length).round() as i32, from.1 + (down * at / length).round() as i32);
            if phase % 2 == 0 {
                piece.push(point);
                pieces.push(std::mem::take(&mut piece));
            } else {
                piece = vec![point];
            }
            phase = (phase + 1) % pattern.len();
            left = f64::from(pattern[phase]);
        }
        left -= length - at;
        if phase % 2 == 0 && length > at {
            piece.push(to);
        }
    }
    if piece.len() > 1 {
        pieces.push(piece);
    }
    pieces
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dashes_go_around_corners_and_keep_their_length() {
        let pieces = broken(&[(0, 0), (100, 0), (100, 300)], DASHES);
        assert_eq!(pieces[0], [(0, 0), (100, 0), (100, 10)]);
        assert_eq!(pieces[1], [(100, 80), (100, 190)]);
        assert!(broken(&[], DASHES).is_empty() && broken(&[(5, 5)], DASHES).is_empty());
        assert_eq!(broken(&[(0, 0), (50, 0)], DASHES), [[(0, 0), (50, 0)]]);
        // A dash that ends at a corner has no second end there, and the next one starts where its space ends.
        let pieces = broken(&[(0, 0), (110, 0), (110, 90)], DASHES);
        assert_eq!(pieces, [[(0, 0), (110, 0)], [(110, 70), (110, 90)]]);
        assert_eq!(broken(&[(0, 0), (3, 4)], &[]), [[(0, 0), (3, 4)]]);
    }

    #[test]
    fn slanting_lines_are_broken_by_their_length() {
        let pieces = broken(&[(0, 0), (300, 400)], &[100, 50]);
        assert_eq!(
            pieces,
            [[(0, 0), (60, 80)], [(90, 120), (150, 200)], [(180, 240), (240, 320)], [(270, 360), (300, 400)]]
        );
    }
}
