//! Rivers from lines of the atlas to unbroken chains of hexsides.

use crate::georef::RiverPlan;
use sandtable_board::hexboard::{River, RiverClass};
use sandtable_board::{Corner, Hex, Point, Side, Topology};
use std::cmp::Reverse;
use std::collections::{BTreeMap, BinaryHeap};

/// Joins lines end to end into one, nearest ends first. Lines that lie more than `gap` from all ends are left out.
pub fn join(mut pieces: Vec<Vec<Point>>, gap: f64) -> Vec<Point> {
    if pieces.is_empty() {
        return vec![];
    }
    let longest = (0..pieces.len()).max_by_key(|&i| pieces[i].len()).unwrap_or(0);
    let mut line = pieces.swap_remove(longest);
    loop {
        let (first, last) = (line[0], line[line.len() - 1]);
        let nearest = pieces
            .iter()
            .enumerate()
            .flat_map(|(i, p)| {
                let (a, b) = (p[0], p[p.len() - 1]);
                [(last.distance(a), i, false, false), (last.distance(b), i, false, true)]
                    .into_iter()
                    .chain([(first.distance(b), i, true, false), (first.distance(a), i, true, true)])
            })
            .min_by(|x, y| x.0.total_cmp(&y.0));
        let Some((_, i, in_front, turned)) = nearest.filter(|n| n.0 <= gap) else { return line };
        let mut piece = pieces.swap_remove(i);
        if turned {
            piece.reverse();
        }
        if in_front {
            piece.extend(line);
            line = piece;
        } else {
            line.extend(piece);
        }
    }
}

/// Splits a line into its stretches on the board, with points no further apart than a tenth of a hex.
fn stretches(t: &Topology, line: &[Point]) -> Vec<Vec<Point>> {
    let mut out: Vec<Vec<Point>> = vec![vec![]];
    let mut put = |p: Point| {
        let here = t.hex_at(p).is_some();
        match (here, out.last().is_some_and(|s| s.is_empty())) {
            (true, _) => {
                if let Some(s) = out.last_mut() {
                    s.push(p);
                }
            }
            (false, false) => out.push(vec![]),
            (false, true) => {}
        }
    };
    for pair in line.windows(2) {
        let steps = (pair[0].distance(pair[1]) / 0.1).ceil().max(1.0) as usize;
        for i in 0..steps {
            put(pair[0].toward(pair[1], i as f64 / steps as f64));
        }
    }
    if let Some(&last) = line.last() {
        put(last);
    }
    out.retain(|s| s.len() > 5);
    out
}

/// Hexsides around the corners, and which corners lie on the sheet's edge.
struct Net<'a> {
    t: &'a Topology,
    at: Vec<Vec<(Corner, Side)>>,
    edge: Vec<bool>,
}

impl<'a> Net<'a> {
    fn new(t: &'a Topology) -> Net<'a> {
        let mut at = vec![vec![]; t.corner_count()];
        let mut edge = vec![false; t.corner_count()];
        for side in t.sides() {
            let [a, b] = t.side_corners(side);
            if t.side_hexes(side).1.is_some() {
                at[a.index()].push((b, side));
                at[b.index()].push((a, side));
            } else {
                edge[a.index()] = true;
                edge[b.index()] = true;
            }
        }
        Net { t, at, edge }
    }

    fn nearest(&self, p: Point, fits: impl Fn(usize) -> bool) -> Option<Corner> {
        (0..self.at.len())
            .filter(|&c| !self.at[c].is_empty() && fits(c))
            .min_by(|&a, &b| {
                self.t
                    .point(Corner(a as u16))
                    .distance(p)
                    .total_cmp(&self.t.point(Corner(b as u16)).distance(p))
            })
            .map(|c| Corner(c as u16))
    }
}

/// What the compiler of rivers needs to know of the board.
pub struct RiverBed<'a> {
    /// Numbers and neighbours.
    pub topology: &'a Topology,
    /// Where towns truly lie on the sheet, by hex: a river must leave them on their own bank.
    pub towns: &'a BTreeMap<Hex, Point>,
    /// Hexes of sea and lake: no river runs between two of them.
    pub water: &'a [bool],
}

/// How far from its true line a river may be led to join another, in hexes.
const JOIN: f64 = 3.0;

impl RiverBed<'_> {
    /// Compiles one river. `line` is its whole course on the sheet; `done` are the rivers compiled before.
    pub fn compile(
        &self,
        plan: &RiverPlan,
        line: &[Point],
        big_from: Option<Point>,
        done: &[River],
    ) -> Vec<River> {
        let t = self.topology;
        let net = Net::new(t);
        let mouth_corners: Vec<bool> = {
            let mut on = vec![false; t.corner_count()];
            for side in done.iter().filter(|r| r.name == plan.into).flat_map(|r| &r.sides) {
                for c in t.side_corners(*side) {
                    on[c.index()] = true;
                }
            }
            on
        };
        let joins = mouth_corners.iter().any(|&m| m);
        let to_mouth = |p: Point| {
            (0..t.corner_count())
                .filter(|&c| mouth_corners[c])
                .map(|c| t.point(Corner(c as u16)).distance(p))
                .fold(f64::INFINITY, f64::min)
        };
        let mut line = line.to_vec();
        // Lines of the source run either way; the end nearer to the river joined is the mouth.
        if joins && to_mouth(line[0]) < to_mouth(line[line.len() - 1]) {
            line.reverse();
        }
        let whole_end = line[line.len() - 1];
        let whole_start = line[0];
        let mut out = Vec::new();
        for stretch in stretches(t, &line) {
            let (first, last) = (stretch[0], stretch[stretch.len() - 1]);
            let source = if first.distance(whole_start) < 0.2 {
                net.nearest(first, |c| !net.edge[c])
            } else {
                net.nearest(first, |c| net.edge[c])
            };
            let ends_here = last.distance(whole_end) < 0.2;
            let mouth = if ends_here && joins && to_mouth(last) < JOIN {
                net.nearest(last, |c| mouth_corners[c])
            } else if ends_here {
                net.nearest(last, |c| self.touches_water(c) || !net.edge[c])
            } else {
                net.nearest(last, |c| net.edge[c])
            };
            let (Some(source), Some(mouth)) = (source, mouth) else { continue };
            let mut sides = self.path(&net, &stretch, source, mouth);
            // Where it first meets the river that it joins it ends, even short of the true mouth.
            if joins {
                let meets = |s: &Side| t.side_corners(*s).iter().any(|c| mouth_corners[c.index()]);
                if let Some(i) = sides.iter().position(meets) {
                    sides.truncate(i + 1);
                }
            }
            if sides.is_empty() {
                continue;
            }
            match big_from.and_then(|p| self.split(&sides, &stretch, p)) {
                Some(i) => {
                    out.push(River {
                        name: plan.upper.clone(),
                        class: plan.class,
                        sides: sides[..i].to_vec(),
                    });
                    out.push(River {
                        name: plan.name.clone(),
                        class: RiverClass::Big,
                        sides: sides[i..].to_vec(),
                    });
                }
                None => out.push(River { name: plan.name.clone(), class: plan.class, sides }),
            }
        }
        out.retain(|r| !r.sides.is_empty());
        out
    }

    fn touches_water(&self, corner: usize) -> bool {
        let p = self.topology.point(Corner(corner as u16));
        let around = self.topology.hex_at(p);
        around.is_some_and(|h| {
            self.topology
                .neighbours(h)
                .map(|n| n.2)
                .chain([h])
                .any(|n| self.water[n.index()] && self.topology.corners(n).contains(&Corner(corner as u16)))
        })
    }

    /// Index of the first side below a point of the river.
    fn split(&self, sides: &[Side], stretch: &[Point], from: Point) -> Option<usize> {
        let progress = |p: Point| {
            (0..stretch.len())
                .min_by(|&a, &b| stretch[a].distance(p).total_cmp(&stretch[b].distance(p)))
                .unwrap_or(0)
        };
        let limit = progress(from);
        sides.iter().position(|s| {
            let [a, b] = self.topology.side_corners(*s);
            progress(self.topology.point(a).middle(self.topology.point(b))) >= limit
        })
    }

    /// The cheapest way along hexsides that keeps to the line and leaves towns on their own bank.
    fn path(&self, net: &Net<'_>, line: &[Point], from: Corner, to: Corner) -> Vec<Side> {
        let t = self.topology;
        let bank: BTreeMap<Hex, f64> = self
            .towns
            .iter()
            .filter(|(_, p)| p.to_polyline(line) < 1.6)
            .map(|(&hex, &p)| (hex, side_of(line, p)))
            .collect();
        let mut cost = vec![f64::INFINITY; t.corner_count()];
        let mut back: Vec<Option<(Corner, Side)>> = vec![None; t.corner_count()];
        let mut queue = BinaryHeap::new();
        cost[from.index()] = 0.0;
        queue.push((Reverse(0u64), from));
        while let Some((Reverse(key), corner)) = queue.pop() {
            if key > to_key(cost[corner.index()]) {
                continue;
            }
            if corner == to {
                break;
            }
            for &(next, side) in &net.at[corner.index()] {
                let (a, b) = t.side_hexes(side);
                let Some(b) = b else { continue };
                if self.water[a.index()] && self.water[b.index()] {
                    continue;
                }
                let (p, q) = (t.point(corner), t.point(next));
                let off = p.middle(q).to_polyline(line).max(0.5 * q.to_polyline(line));
                let wrong_bank = |h: &Hex| bank.get(h).is_some_and(|&s| s * p.cross(q, t.centre(*h)) < 0.0);
                let wrong = [a, b].iter().filter(|h| wrong_bank(h)).count();
                let step = 0.08 + 4.0 * off * off + 6.0 * wrong as f64;
                let total = cost[corner.index()] + step;
                if total + 1e-9 < cost[next.index()] {
                    cost[next.index()] = total;
                    back[next.index()] = Some((corner, side));
                    queue.push((Reverse(to_key(total)), next));
                }
            }
        }
        let mut sides = Vec::new();
        let mut here = to;
        while let Some((previous, side)) = back[here.index()] {
            sides.push(side);
            here = previous;
        }
        sides.reverse();
        sides
    }
}

/// Costs as whole numbers, so that the queue has a total order.
fn to_key(cost: f64) -> u64 {
    (cost * 1e6) as u64
}

/// On which side of a line a point lies: positive to the right of its course.
fn side_of(line: &[Point], p: Point) -> f64 {
    let nearest = line
        .windows(2)
        .min_by(|a, b| p.to_segment(a[0], a[1]).total_cmp(&p.to_segment(b[0], b[1])))
        .map(|w| w[0].cross(w[1], p));
    nearest.map_or(0.0, f64::signum)
}

#[cfg(test)]
mod tests;
