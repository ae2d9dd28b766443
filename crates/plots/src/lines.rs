//! Broken lines of any direction.

use crate::drawing::Point;

/// A line of dashes along a line of any direction.
pub(crate) fn dashed(line: &[Point]) -> Vec<Vec<Point>> {
    const DASH: f64 = 110.0;
    const SPACE: f64 = 70.0;
    let mut pieces: Vec<Vec<Point>> = Vec::new();
    let (mut is_drawn, mut left) = (true, DASH);
    let mut piece: Vec<Point> = line.first().copied().into_iter().collect();
    for ends in line.windows(2) {
        let (from, to) = (ends[0], ends[1]);
        let (across, down) = (f64::from(to.0 - from.0), f64::from(to.1 - from.1));
        let length = across.hypot(down);
        let mut at = 0.0;
        while length - at > left {
            at += left;
            let point = (from.0 + (across * at / length).round() as i32, from.1 + (down * at / length).round() as i32);
            if is_drawn {
                piece.push(point);
                pieces.push(std::mem::take(&mut piece));
            } else {
                piece = vec![point];
            }
            is_drawn = !is_drawn;
            left = if is_drawn { DASH } else { SPACE };
        }
        left -= length - at;
        if is_drawn {
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
        let pieces = dashed(&[(0, 0), (100, 0), (100, 300)]);
        assert_eq!(pieces[0], [(0, 0), (100, 0), (100, 10)]);
        assert_eq!(pieces[1], [(100, 80), (100, 190)]);
        assert!(dashed(&[]).is_empty() && dashed(&[(5, 5)]).is_empty());
        assert_eq!(dashed(&[(0, 0), (50, 0)]), [[(0, 0), (50, 0)]]);
    }
}
