//! Points and polylines on the sheet. One unit is the distance between the centres of neighbouring hexes;
//! x runs to the right, y down, as in SVG.

use std::ops::{Add, Mul, Sub};

/// A point of the sheet.
#[derive(Clone, Copy, Debug, PartialEq, Default)]
pub struct Point {
    /// To the right.
    pub x: f64,
    /// Down.
    pub y: f64,
}

/// Half of √3: the height of an equilateral triangle of side one, which spaces the rows of hexes.
pub const HALF_SQRT3: f64 = 0.866_025_403_784_438_6;

impl Point {
    /// The point at `(x, y)`.
    pub const fn new(x: f64, y: f64) -> Self {
        Point { x, y }
    }

    /// Distance from the origin.
    pub fn length(self) -> f64 {
        self.x.hypot(self.y)
    }

    /// Straight distance between two points.
    pub fn distance(self, other: Point) -> f64 {
        (self - other).length()
    }

    /// The point a fraction `t` of the way to `other`.
    pub fn toward(self, other: Point, t: f64) -> Point {
        self + (other - self) * t
    }

    /// Halfway to `other`.
    pub fn middle(self, other: Point) -> Point {
        self.toward(other, 0.5)
    }

    /// The vector turned a quarter circle clockwise (as seen on the sheet).
    pub fn turned(self) -> Point {
        Point::new(-self.y, self.x)
    }

    /// Twice the signed area of the triangle `self`, `b`, `c`; positive when `c` lies to the right of the
    /// way from `self` to `b`, seen on a sheet whose y runs down.
    pub fn cross(self, b: Point, c: Point) -> f64 {
        (b.x - self.x) * (c.y - self.y) - (b.y - self.y) * (c.x - self.x)
    }

    /// Distance to the segment from `a` to `b`.
    pub fn to_segment(self, a: Point, b: Point) -> f64 {
        let d = b - a;
        let len2 = d.x * d.x + d.y * d.y;
        let t = if len2 == 0.0 { 0.0 } else { ((self - a).x * d.x + (self - a).y * d.y) / len2 };
        self.distance(a + d * t.clamp(0.0, 1.0))
    }

    /// Distance to a polyline; infinite for one without points.
    pub fn to_polyline(self, line: &[Point]) -> f64 {
        match line {
            [] => f64::INFINITY,
            [only] => self.distance(*only),
            _ => line.windows(2).map(|w| self.to_segment(w[0], w[1])).fold(f64::INFINITY, f64::min),
        }
    }

    /// Whether the point lies inside a ring (closed implicitly).
    pub fn inside(self, ring: &[Point]) -> bool {
        let mut inside = false;
        let mut previous = match ring.last() {
            Some(&p) => p,
            None => return false,
        };
        for &p in ring {
            if (p.y > self.y) != (previous.y > self.y) {
                let x = p.x + (previous.x - p.x) * (self.y - p.y) / (previous.y - p.y);
                inside ^= self.x < x;
            }
            previous = p;
        }
        inside
    }
}

impl Add for Point {
    type Output = Point;
    fn add(self, o: Point) -> Point {
        Point::new(self.x + o.x, self.y + o.y)
    }
}

impl Sub for Point {
    type Output = Point;
    fn sub(self, o: Point) -> Point {
        Point::new(self.x - o.x, self.y - o.y)
    }
}

impl Mul<f64> for Point {
    type Output = Point;
    fn mul(self, k: f64) -> Point {
        Point::new(self.x * k, self.y * k)
    }
}

/// Drops the points of a polyline that lie within `tolerance` of the line through those kept
/// (Douglas and Peucker). Ends stay where they are.
pub fn simplify(line: &[Point], tolerance: f64) -> Vec<Point> {
    let (Some(&first), Some(&last)) = (line.first(), line.last()) else { return Vec::new() };
    if line.len() < 3 {
        return line.to_vec();
    }
    let mut keep = vec![false; line.len()];
    keep[0] = true;
    keep[line.len() - 1] = true;
    // A closed ring has no chord to measure from: split it at its farthest point first.
    let mut todo = if first == last {
        let far = (0..line.len())
            .max_by(|&a, &b| line[a].distance(first).total_cmp(&line[b].distance(first)))
            .unwrap_or(0);
        keep[far] = true;
        vec![(0, far), (far, line.len() - 1)]
    } else {
        vec![(0, line.len() - 1)]
    };
    while let Some((a, b)) = todo.pop() {
        let farthest = (a + 1..b)
            .map(|i| (i, line[i].to_segment(line[a], line[b])))
            .max_by(|p, q| p.1.total_cmp(&q.1))
            .filter(|&(_, d)| d > tolerance);
        if let Some((i, _)) = farthest {
            keep[i] = true;
            todo.push((a, i));
            todo.push((i, b));
        }
    }
    line.iter().zip(keep).filter(|(_, k)| *k).map(|(p, _)| *p).collect()
}

/// Cuts the corners of a polyline (Chaikin); a closed one stays closed, an open one keeps its ends.
pub fn soften(line: &[Point], times: usize) -> Vec<Point> {
    let mut out = line.to_vec();
    for _ in 0..times {
        if out.len() < 3 {
            break;
        }
        let closed = out.first() == out.last();
        let mut next = Vec::with_capacity(out.len() * 2);
        if !closed {
            next.push(out[0]);
        }
        for w in out.windows(2) {
            next.push(w[0].toward(w[1], 0.25));
            next.push(w[0].toward(w[1], 0.75));
        }
        if closed {
            next.push(next[0]);
        } else {
            next.push(out[out.len() - 1]);
        }
        out = next;
    }
    out
}

/// Area of a ring (closed implicitly), positive when it runs clockwise on the sheet.
pub fn signed_area(ring: &[Point]) -> f64 {
    let n = ring.len();
    (0..n).map(|i| ring[i].x * ring[(i + 1) % n].y - ring[(i + 1) % n].x * ring[i].y).sum::<f64>() / 2.0
}

#[cfg(test)]
mod tests;
