//! Coast and lakes on the sheet: rings for drawing, and for deciding what is water.

use crate::files::LonLat;
use crate::fit::Georeference;
use crate::geo::Region;
use crate::georef::Plan;
use sandtable_board::geometry::{signed_area, simplify};
use sandtable_board::hexboard::Shore;
use sandtable_board::{Point, Topology};

/// A rectangle of the sheet.
#[derive(Clone, Copy, Debug)]
pub struct Frame {
    /// Upper left.
    pub low: Point,
    /// Lower right.
    pub high: Point,
}

impl Frame {
    /// Around all hexes, and a little more.
    pub fn around(t: &Topology, margin: f64) -> Frame {
        let mut low = Point::new(f64::INFINITY, f64::INFINITY);
        let mut high = Point::new(f64::NEG_INFINITY, f64::NEG_INFINITY);
        for c in t.hexes().map(|h| t.centre(h)) {
            low = Point::new(low.x.min(c.x), low.y.min(c.y));
            high = Point::new(high.x.max(c.x), high.y.max(c.y));
        }
        let m = Point::new(margin, margin);
        Frame { low: low - m, high: high + m }
    }

    /// The part of a ring inside the frame (Sutherland and Hodgman, one edge after the other).
    pub fn clip(&self, ring: &[Point]) -> Vec<Point> {
        let edges: [fn(&Frame, Point) -> f64; 4] =
            [|f, p| p.x - f.low.x, |f, p| f.high.x - p.x, |f, p| p.y - f.low.y, |f, p| f.high.y - p.y];
        let mut out = ring.to_vec();
        for inside in edges {
            let source = std::mem::take(&mut out);
            let Some(&last) = source.last() else { break };
            let mut previous = last;
            for p in source {
                let (a, b) = (inside(self, previous), inside(self, p));
                if (a < 0.0) != (b < 0.0) {
                    out.push(previous.toward(p, a / (a - b)));
                }
                if b >= 0.0 {
                    out.push(p);
                }
                previous = p;
            }
        }
        out
    }
}

/// The coast of the region as closed rings of land, and its lakes.
fn rings(plan: &Plan, region: &Region) -> Vec<(bool, Vec<LonLat>)> {
    let mut out = Vec::new();
    for (level, line) in &region.coast {
        let closed = line.first() == line.last();
        match (level, closed) {
            (1, true) => out.push((false, line.clone())),
            (1, false) if line.len() > 100 => {
                // The mainland: from the north-east corner along the shore, then around by south and east.
                let mut ring = line.clone();
                if let Some(more) = &plan.coast_extension {
                    ring.extend(more.points.iter().map(|&(lon, lat)| LonLat { lon, lat }));
                }
                let (first, last) = (ring[0], ring[ring.len() - 1]);
                for (lon, lat) in [(last.lon, 43.0), (34.0, 43.0), (34.0, 60.0), (first.lon, 60.0)] {
                    ring.push(LonLat { lon, lat });
                }
                out.push((false, ring));
            }
            (2, true) => out.push((true, line.clone())),
            _ => {}
        }
    }
    out
}

/// Coast and lakes on the sheet, cut to the board.
pub fn shores(plan: &Plan, region: &Region, geo: &Georeference, t: &Topology) -> Vec<Shore> {
    let frame = Frame::around(t, 1.2);
    let mut out = Vec::new();
    for (lake, ring) in rings(plan, region) {
        let ring: Vec<Point> = ring.iter().map(|p| geo.locate(*p)).collect();
        let mut ring = simplify(&frame.clip(&ring), 0.012);
        if ring.len() >= 4 && signed_area(&ring).abs() > 0.01 {
            if ring.first() != ring.last() {
                ring.push(ring[0]);
            }
            out.push(Shore { lake, ring });
        }
    }
    // A board without a coast in its region is all land.
    if out.iter().all(|s| s.lake) {
        let Frame { low, high } = frame;
        let corners = [low, Point::new(high.x, low.y), high, Point::new(low.x, high.y), low];
        out.insert(0, Shore { lake: false, ring: corners.to_vec() });
    }
    out
}

/// Whether a point is sea, lake or land.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wet {
    /// Sea.
    Sea,
    /// Lake.
    Lake,
    /// Land.
    Land,
}

/// What stands at a point of the sheet.
pub fn wet(shores: &[Shore], p: Point) -> Wet {
    if !shores.iter().any(|s| !s.lake && p.inside(&s.ring)) {
        Wet::Sea
    } else if shores.iter().any(|s| s.lake && p.inside(&s.ring)) {
        Wet::Lake
    } else {
        Wet::Land
    }
}
