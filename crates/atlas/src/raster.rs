//! A raster over the sheet: filling rings, growing areas over land, and tracing the borders between them.

use sandtable_board::Point;
use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet, BinaryHeap};

/// Square cells over a rectangle of the sheet.
#[derive(Clone, Debug)]
pub struct Raster {
    origin: Point,
    /// Size of a cell in units of the sheet.
    pub cell: f64,
    width: usize,
    height: usize,
}

impl Raster {
    /// Cells of a size over a rectangle, with one more all around.
    pub fn new(low: Point, high: Point, cell: f64) -> Raster {
        let origin = low - Point::new(cell, cell);
        let width = ((high.x - low.x) / cell).ceil() as usize + 2;
        let height = ((high.y - low.y) / cell).ceil() as usize + 2;
        Raster { origin, cell, width, height }
    }

    /// How many cells there are.
    pub fn len(&self) -> usize {
        self.width * self.height
    }

    fn cell_at(&self, p: Point) -> Option<usize> {
        let (x, y) = ((p.x - self.origin.x) / self.cell, (p.y - self.origin.y) / self.cell);
        let inside = x >= 0.0 && y >= 0.0 && x < self.width as f64 && y < self.height as f64;
        inside.then(|| y as usize * self.width + x as usize)
    }

    fn corner(&self, x: usize, y: usize) -> Point {
        self.origin + Point::new(x as f64 * self.cell, y as f64 * self.cell)
    }

    /// Visits the cells whose middle lies in a ring.
    pub fn fill(&self, ring: &[Point], mut visit: impl FnMut(usize)) {
        for y in 0..self.height {
            let level = self.origin.y + (y as f64 + 0.5) * self.cell;
            let mut cuts: Vec<f64> = ring
                .windows(2)
                .filter(|w| (w[0].y > level) != (w[1].y > level))
                .map(|w| w[0].x + (w[1].x - w[0].x) * (level - w[0].y) / (w[1].y - w[0].y))
                .collect();
            cuts.sort_by(f64::total_cmp);
            for pair in cuts.chunks_exact(2) {
                let column = |x: f64| ((x - self.origin.x) / self.cell - 0.5).ceil().max(0.0) as usize;
                for x in column(pair[0])..column(pair[1]).min(self.width) {
                    visit(y * self.width + x);
                }
            }
        }
    }

    /// Visits the cells along a line.
    pub fn trace(&self, line: &[Point], mut visit: impl FnMut(usize)) {
        for w in line.windows(2) {
            let steps = (w[0].distance(w[1]) / (self.cell * 0.5)).ceil().max(1.0) as usize;
            for i in 0..=steps {
                if let Some(cell) = self.cell_at(w[0].toward(w[1], i as f64 / steps as f64)) {
                    visit(cell);
                }
            }
        }
    }

    /// The cell nearest to a point, at most this many cells away, that fits.
    pub fn nearest(&self, p: Point, reach: i32, fits: impl Fn(usize) -> bool) -> Option<usize> {
        let here = self.cell_at(p)?;
        let (x, y) = ((here % self.width) as i32, (here / self.width) as i32);
        let mut best: Option<(i32, usize)> = None;
        for dy in -reach..=reach {
            for dx in -reach..=reach {
                let (cx, cy) = (x + dx, y + dy);
                if cx < 0 || cy < 0 || cx >= self.width as i32 || cy >= self.height as i32 {
                    continue;
                }
                let cell = cy as usize * self.width + cx as usize;
                let d = dx * dx + dy * dy;
                if fits(cell) && best.is_none_or(|b| (d, cell) < b) {
                    best = Some((d, cell));
                }
            }
        }
        best.map(|b| b.1)
    }

    /// A cell and its eight neighbours.
    pub fn around(&self, cell: usize) -> Vec<usize> {
        self.neighbours(cell).map(|(c, _)| c).chain([cell]).collect()
    }

    /// Neighbours with their distance in cells.
    fn neighbours(&self, cell: usize) -> impl Iterator<Item = (usize, f32)> + use<> {
        let (w, h) = (self.width as i64, self.height as i64);
        let (x, y) = (cell as i64 % w, cell as i64 / w);
        const STEPS: [(i64, i64, f32); 8] = [
            (1, 0, 1.0),
            (-1, 0, 1.0),
            (0, 1, 1.0),
            (0, -1, 1.0),
            (1, 1, std::f32::consts::SQRT_2),
            (1, -1, std::f32::consts::SQRT_2),
            (-1, 1, std::f32::consts::SQRT_2),
            (-1, -1, std::f32::consts::SQRT_2),
        ];
        STEPS
            .into_iter()
            .filter(move |(dx, dy, _)| (0..w).contains(&(x + dx)) && (0..h).contains(&(y + dy)))
            .map(move |(dx, dy, d)| (((y + dy) * w + x + dx) as usize, d))
    }

    /// The four neighbours that share an edge.
    fn beside(&self, cell: usize) -> impl Iterator<Item = usize> + use<> {
        self.neighbours(cell).filter(|(_, d)| *d == 1.0).map(|(c, _)| c)
    }

    /// The cheapest way over land from one cell to another, clear of the seeds of other areas.
    pub fn way(&self, cost: &[f32], from: usize, to: usize, seeds: &[usize]) -> Vec<usize> {
        let mut avoid = vec![false; self.len()];
        for seed in seeds.iter().filter(|s| **s != from && **s != to) {
            self.around(*seed).into_iter().for_each(|c| avoid[c] = true);
        }
        let mut best = vec![f32::INFINITY; self.len()];
        let mut back = vec![usize::MAX; self.len()];
        let mut queue = BinaryHeap::new();
        best[from] = 0.0;
        queue.push((Reverse(0u64), from));
        while let Some((Reverse(key), cell)) = queue.pop() {
            if cell == to {
                break;
            }
            if key > to_key(best[cell]) {
                continue;
            }
            for (next, d) in self.neighbours(cell) {
                if cost[next] == 0.0 || avoid[next] {
                    continue;
                }
                let total = best[cell] + d;
                if total < best[next] {
                    best[next] = total;
                    back[next] = cell;
                    queue.push((Reverse(to_key(total)), next));
                }
            }
        }
        let mut way = vec![to];
        while let Some(&previous) = back.get(way[way.len() - 1]).filter(|b| **b != usize::MAX) {
            way.push(previous);
        }
        way.reverse();
        way
    }
}

fn to_key(cost: f32) -> u64 {
    (f64::from(cost) * 1000.0) as u64
}

const NOBODY: u16 = u16::MAX;

/// Which area each cell belongs to.
#[derive(Clone, Debug)]
pub struct Labels {
    raster: Raster,
    label: Vec<u16>,
}

impl Labels {
    /// Grows all areas at once from their seeds; a cell goes to the area that reaches it most cheaply. Cells of
    /// strips belong to their area from the start. `cost` is 0 where nothing can be; beyond `reach` nobody grows.
    pub fn grow(
        raster: &Raster,
        cost: &[f32],
        seeds: &[usize],
        strips: &[(usize, u16)],
        reach: f32,
    ) -> Labels {
        let mut label = vec![NOBODY; raster.len()];
        let mut best = vec![f32::INFINITY; raster.len()];
        let mut fixed = vec![false; raster.len()];
        for (cell, owner) in strips {
            label[*cell] = *owner;
            fixed[*cell] = true;
        }
        let mut queue = BinaryHeap::new();
        for (i, seed) in seeds.iter().enumerate() {
            label[*seed] = i as u16;
            fixed[*seed] = true;
            best[*seed] = 0.0;
            queue.push((Reverse(0u64), *seed));
        }
        while let Some((Reverse(key), cell)) = queue.pop() {
            if key > to_key(best[cell]) {
                continue;
            }
            for (next, d) in raster.neighbours(cell) {
                // Not around a corner of the sea, nor through another's strip.
                let closed = cost[next] == 0.0 || (fixed[next] && label[next] != label[cell]);
                if closed || (d > 1.0 && !raster.corner_is_open(cost, cell, next)) {
                    continue;
                }
                let total = best[cell] + d * cost[next];
                if total < best[next] && total <= reach {
                    best[next] = total;
                    label[next] = label[cell];
                    queue.push((Reverse(to_key(total)), next));
                }
            }
        }
        let mut out = Labels { raster: raster.clone(), label };
        out.drop_crumbs(seeds);
        out
    }

    /// Cells that hang on their area by a corner only go to a neighbour, so that every area is one piece.
    fn drop_crumbs(&mut self, seeds: &[usize]) {
        let mut reached = vec![false; self.label.len()];
        let mut todo: Vec<usize> = seeds.to_vec();
        for s in seeds {
            reached[*s] = true;
        }
        while let Some(cell) = todo.pop() {
            for next in self.raster.beside(cell) {
                if !reached[next] && self.label[next] == self.label[cell] {
                    reached[next] = true;
                    todo.push(next);
                }
            }
        }
        loop {
            let crumbs: Vec<(usize, u16)> = (0..self.label.len())
                .filter(|&c| self.label[c] != NOBODY && !reached[c])
                .filter_map(|c| self.raster.beside(c).find(|n| reached[*n]).map(|n| (c, self.label[n])))
                .collect();
            if crumbs.is_empty() {
                break;
            }
            for (cell, owner) in crumbs {
                self.label[cell] = owner;
                reached[cell] = true;
            }
        }
        // What no area reaches over land is not in play.
        for (cell, r) in reached.iter().enumerate() {
            if !r {
                self.label[cell] = NOBODY;
            }
        }
    }

    /// Pairs of areas that share at least one edge of a cell, the smaller first.
    pub fn touching(&self) -> BTreeSet<(u16, u16)> {
        let mut out = BTreeSet::new();
        for cell in 0..self.label.len() {
            let a = self.label[cell];
            for next in self.raster.beside(cell) {
                let b = self.label[next];
                if a < b && b != NOBODY {
                    out.insert((a, b));
                }
            }
        }
        out
    }

    /// Whether all cells of an area hang together.
    pub fn in_one_piece(&self, area: u16) -> bool {
        let cells: Vec<usize> = (0..self.label.len()).filter(|&c| self.label[c] == area).collect();
        let Some(&first) = cells.first() else { return false };
        let mut seen = BTreeSet::from([first]);
        let mut todo = vec![first];
        while let Some(cell) = todo.pop() {
            for next in self.raster.beside(cell) {
                if self.label[next] == area && seen.insert(next) {
                    todo.push(next);
                }
            }
        }
        seen.len() == cells.len()
    }

    /// Areas grown out over the water by this many cells, so that a drawing can be cut exactly at the coast.
    pub fn spread(&self, cells: usize) -> Labels {
        let mut out = self.clone();
        for _ in 0..cells {
            let grown: Vec<(usize, u16)> = (0..out.label.len())
                .filter(|&c| out.label[c] == NOBODY)
                .filter_map(|c| {
                    out.raster.beside(c).map(|n| out.label[n]).filter(|l| *l != NOBODY).min().map(|l| (c, l))
                })
                .collect();
            for (cell, owner) in grown {
                out.label[cell] = owner;
            }
        }
        out
    }

    /// The borders between areas as lines from junction to junction: left, right, points.
    pub fn arcs(&self) -> Vec<(Option<u16>, Option<u16>, Vec<Point>)> {
        let (w, h) = (self.raster.width, self.raster.height);
        let at = |x: i64, y: i64| -> u16 {
            if x < 0 || y < 0 || x >= w as i64 || y >= h as i64 {
                NOBODY
            } else {
                self.label[y as usize * w + x as usize]
            }
        };
        // Steps between lattice points with the area on the left and on the right hand.
        let step = |x: i64, y: i64, d: usize| -> (u16, u16) {
            match d {
                0 => (at(x, y - 1), at(x, y)),
                1 => (at(x, y), at(x - 1, y)),
                2 => (at(x - 1, y), at(x - 1, y - 1)),
                _ => (at(x - 1, y - 1), at(x, y - 1)),
            }
        };
        const MOVES: [(i64, i64); 4] = [(1, 0), (0, 1), (-1, 0), (0, -1)];
        let borders = |x: i64, y: i64| {
            (0..4)
                .filter(|&d| {
                    let (l, r) = step(x, y, d);
                    l != r
                })
                .count()
        };
        let mut used: BTreeMap<(i64, i64), [bool; 4]> = BTreeMap::new();
        let mut out = Vec::new();
        let option = |l: u16| (l != NOBODY).then_some(l);
        let mut walk = |x0: i64, y0: i64, d0: usize, used: &mut BTreeMap<(i64, i64), [bool; 4]>| {
            let (left, right) = step(x0, y0, d0);
            let (mut x, mut y, mut d) = (x0, y0, d0);
            let mut points = vec![self.raster.corner(x as usize, y as usize)];
            loop {
                used.entry((x, y)).or_default()[d] = true;
                x += MOVES[d].0;
                y += MOVES[d].1;
                used.entry((x, y)).or_default()[(d + 2) % 4] = true;
                points.push(self.raster.corner(x as usize, y as usize));
                if (x, y) == (x0, y0) || borders(x, y) != 2 {
                    break;
                }
                let onward = (0..4).find(|&n| {
                    n != (d + 2) % 4 && {
                        let (l, r) = step(x, y, n);
                        l != r
                    }
                });
                match onward {
                    Some(n) => d = n,
                    None => break,
                }
            }
            out.push((option(left), option(right), points));
        };
        let free = |used: &BTreeMap<(i64, i64), [bool; 4]>, x: i64, y: i64, d: usize| {
            let (l, r) = step(x, y, d);
            l != r && !used.get(&(x, y)).is_some_and(|u| u[d])
        };
        // From junctions first, then the loops that have none.
        for junctions in [true, false] {
            for y in 0..=h as i64 {
                for x in 0..=w as i64 {
                    let n = borders(x, y);
                    if n == 0 || (junctions && n == 2) {
                        continue;
                    }
                    for d in 0..4 {
                        if free(&used, x, y, d) {
                            walk(x, y, d, &mut used);
                        }
                    }
                }
            }
        }
        out
    }
}

impl Raster {
    /// Whether a diagonal step does not squeeze between two cells of water.
    fn corner_is_open(&self, cost: &[f32], a: usize, b: usize) -> bool {
        let (ax, ay, bx, by) = (a % self.width, a / self.width, b % self.width, b / self.width);
        cost[ay * self.width + bx] > 0.0 || cost[by * self.width + ax] > 0.0
    }
}

#[cfg(test)]
mod tests;
