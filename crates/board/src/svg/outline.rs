//! Outlines of groups of hexes, softened for drawing.

use super::canvas::{UNIT, jitter};
use crate::geometry::{Point, soften};
use crate::topology::{Corner, Hex, Topology};

/// A corner on the drawing, moved a little so that lines along hexsides look drawn by hand. Every line that meets
/// at a corner meets at the same spot.
pub fn corner(t: &Topology, c: Corner) -> Point {
    let nudge = Point::new(jitter(c.index(), 1), jitter(c.index(), 2)) * 0.055;
    (t.point(c) + nudge) * UNIT
}

/// The centre of a hex on the drawing.
pub fn centre(t: &Topology, hex: Hex) -> Point {
    t.centre(hex) * UNIT
}

/// The hex as a ring on the drawing, exactly.
pub fn hexagon(t: &Topology, hex: Hex) -> Vec<Point> {
    t.corners(hex).iter().map(|c| t.point(*c) * UNIT).collect()
}

/// The closed outlines of a set of hexes, softened; edges on the sheet's border stay straight enough because the
/// sheet is cut there.
pub fn blobs(t: &Topology, inside: impl Fn(Hex) -> bool, times: usize) -> Vec<Vec<Point>> {
    // From each corner of the border the way on, hexes of the set on the right hand.
    let mut next: Vec<Vec<Corner>> = vec![vec![]; t.corner_count()];
    for hex in t.hexes().filter(|h| inside(*h)) {
        let corners = t.corners(hex);
        for d in 0..6 {
            let beyond = t.neighbour(hex, crate::topology::Direction(d as u8));
            if !beyond.is_some_and(&inside) {
                next[corners[d].index()].push(corners[(d + 1) % 6]);
            }
        }
    }
    let mut rings = Vec::new();
    for start in 0..next.len() {
        while let Some(first) = next[start].pop() {
            let mut ring = vec![corner(t, Corner(start as u16))];
            let mut here = first;
            loop {
                // Between two corners the line wavers a little, else a lone hex would come out as a coin.
                let last = ring[ring.len() - 1];
                let end = corner(t, here);
                let bulge = jitter(here.index(), start) * 0.13;
                ring.push(last.middle(end) + (end - last).turned() * bulge);
                if here.index() == start {
                    break;
                }
                ring.push(end);
                match next[here.index()].pop() {
                    Some(onward) => here = onward,
                    None => break,
                }
            }
            ring.push(ring[0]);
            rings.push(soften(&ring, times));
        }
    }
    rings
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grid::{ColumnsFrom, Grid, Numbering, Orientation, Parity};

    #[test]
    fn a_ring_of_hexes_has_an_outer_and_an_inner_outline() {
        let t = Topology::new(Grid {
            orientation: Orientation::Flat,
            numbering: Numbering::ColRow,
            columns_from: ColumnsFrom::West,
            shifted: Parity::Even,
            shift: 0.5,
            columns: (1, 9),
            rows: (1, 9),
        });
        let middle = t.hex("0505".parse().unwrap()).unwrap();
        let around: Vec<Hex> = t.ring(middle, 1).collect();
        let rings = blobs(&t, |h| around.contains(&h), 0);
        let mut lengths: Vec<usize> = rings.iter().map(|r| r.len()).collect();
        lengths.sort_unstable();
        assert_eq!(lengths, vec![13, 37], "six sides within, eighteen without, two points each, closed");
        assert_eq!(blobs(&t, |h| h == middle, 0).len(), 1);
    }
}
