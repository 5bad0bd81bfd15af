//! From longitude and latitude to the sheet: a conic projection, an affine fit through control points, and a bend
//! that puts every control point into its hex.

use crate::files::LonLat;
use sandtable_board::{Grid, Number, Point};

const EARTH_KM: f64 = 6371.0;

/// Equidistant conic projection about a point; kilometres, x east, y south.
#[derive(Clone, Copy, Debug)]
pub struct Conic {
    middle: LonLat,
}

impl Conic {
    /// Centred on a point.
    pub fn about(middle: LonLat) -> Conic {
        Conic { middle }
    }

    /// Kilometres from the middle.
    pub fn project(&self, p: LonLat) -> Point {
        let lat0 = self.middle.lat.to_radians();
        let rho0 = EARTH_KM / lat0.tan();
        let rho = rho0 - EARTH_KM * (p.lat.to_radians() - lat0);
        let theta = lat0.sin() * (p.lon - self.middle.lon).to_radians();
        Point::new(rho * theta.sin(), rho * theta.cos() - rho0)
    }
}

/// An affine map of the plane.
#[derive(Clone, Copy, Debug)]
pub struct Affine {
    x: [f64; 3],
    y: [f64; 3],
}

impl Affine {
    /// The affine map that takes `from` to `to` with the least squared error; `None` for points on one line.
    pub fn fit(from: &[Point], to: &[Point]) -> Option<Affine> {
        let mut normal = vec![vec![0.0; 3]; 3];
        let (mut bx, mut by) = (vec![0.0; 3], vec![0.0; 3]);
        for (f, t) in from.iter().zip(to) {
            let row = [f.x, f.y, 1.0];
            for i in 0..3 {
                for j in 0..3 {
                    normal[i][j] += row[i] * row[j];
                }
                bx[i] += row[i] * t.x;
                by[i] += row[i] * t.y;
            }
        }
        let x = solve(normal.clone(), bx)?;
        let y = solve(normal, by)?;
        Some(Affine { x: [x[0], x[1], x[2]], y: [y[0], y[1], y[2]] })
    }

    /// Where the map takes a point.
    pub fn apply(&self, p: Point) -> Point {
        let [a, b, c] = self.x;
        let [d, e, f] = self.y;
        Point::new(a * p.x + b * p.y + c, d * p.x + e * p.y + f)
    }

    /// How much areas grow.
    pub fn determinant(&self) -> f64 {
        self.x[0] * self.y[1] - self.x[1] * self.y[0]
    }
}

/// Solves a square system by elimination with pivots; `None` when it has no single answer.
fn solve(mut a: Vec<Vec<f64>>, mut b: Vec<f64>) -> Option<Vec<f64>> {
    let n = b.len();
    for k in 0..n {
        let pivot = (k..n).max_by(|&i, &j| a[i][k].abs().total_cmp(&a[j][k].abs()))?;
        if a[pivot][k].abs() < 1e-12 {
            return None;
        }
        a.swap(k, pivot);
        b.swap(k, pivot);
        for i in k + 1..n {
            let factor = a[i][k] / a[k][k];
            if factor != 0.0 {
                let (upper, lower) = a.split_at_mut(i);
                for (x, y) in lower[0][k..].iter_mut().zip(&upper[k][k..]) {
                    *x -= factor * y;
                }
                b[i] -= factor * b[k];
            }
        }
    }
    for k in (0..n).rev() {
        let known: f64 = (k + 1..n).map(|j| a[k][j] * b[j]).sum();
        b[k] = (b[k] - known) / a[k][k];
    }
    Some(b)
}

/// A place whose hex is known.
#[derive(Clone, Debug)]
pub struct Control {
    /// Its name for reports.
    pub name: String,
    /// Where it lies.
    pub place: LonLat,
    /// The hex it must fall in.
    pub hex: Number,
    /// Whether the plain fit uses it; the bend uses all.
    pub in_fit: bool,
    /// Whether it comes from the list of anchors, not from the sheet.
    pub anchor: bool,
}

/// How far the plain fit puts a control point from the middle of its hex, in hexes.
#[derive(Clone, Debug)]
pub struct Residual {
    /// The control point.
    pub control: Control,
    /// Distance from the centre of its hex after the plain fit.
    pub error: f64,
    /// The hex that the plain fit alone would give, if on the sheet.
    pub plain_hex: Option<Number>,
}

/// The whole way from the globe to the sheet.
#[derive(Clone, Debug)]
pub struct Georeference {
    conic: Conic,
    affine: Affine,
    /// Where bending happens: points of the plain fit with their weights.
    bends: Vec<(Point, Point)>,
    reach: f64,
    /// Kilometres for one hex, from the plain fit.
    pub km: f64,
}

/// How deep inside its hex a control point is put at least, in hexes from the edge.
const MARGIN: f64 = 0.06;

impl Georeference {
    /// Fits the controls and bends the fit so that each falls in its hex. `reach` is how many hexes around a
    /// control point are bent along with it. `None` when the controls in the fit lie on one line.
    pub fn fit(grid: &Grid, controls: &[Control], reach: f64) -> Option<(Georeference, Vec<Residual>)> {
        let used: Vec<&Control> = controls.iter().filter(|c| c.in_fit).collect();
        let n = used.len() as f64;
        let middle = LonLat {
            lon: used.iter().map(|c| c.place.lon).sum::<f64>() / n,
            lat: used.iter().map(|c| c.place.lat).sum::<f64>() / n,
        };
        let conic = Conic::about(middle);
        let from: Vec<Point> = used.iter().map(|c| conic.project(c.place)).collect();
        let to: Vec<Point> = used.iter().map(|c| grid.centre(c.hex)).collect();
        let affine = Affine::fit(&from, &to)?;

        let mut sources: Vec<Point> = Vec::new();
        let mut moves: Vec<Point> = Vec::new();
        let mut residuals = Vec::new();
        for control in controls {
            let plain = affine.apply(conic.project(control.place));
            let centre = grid.centre(control.hex);
            residuals.push(Residual {
                control: control.clone(),
                error: plain.distance(centre),
                plain_hex: grid.at(plain),
            });
            // Two controls on one spot would ask for two moves at once: the first one stands.
            if sources.iter().all(|s| s.distance(plain) > 0.01) {
                sources.push(plain);
                moves.push(into_hex(grid, plain, centre) - plain);
            }
        }
        let kernel: Vec<Vec<f64>> = sources
            .iter()
            .map(|a| sources.iter().map(|b| wendland(a.distance(*b) / reach)).collect())
            .collect();
        let wx = solve(kernel.clone(), moves.iter().map(|m| m.x).collect())?;
        let wy = solve(kernel, moves.iter().map(|m| m.y).collect())?;
        let bends = sources
            .into_iter()
            .zip(wx.into_iter().zip(wy))
            .map(|(s, (x, y))| (s, Point::new(x, y)))
            .collect();
        let km = 1.0 / affine.determinant().abs().sqrt();
        Some((Georeference { conic, affine, bends, reach, km }, residuals))
    }

    /// Where a place of the globe falls on the sheet.
    pub fn locate(&self, p: LonLat) -> Point {
        let plain = self.affine.apply(self.conic.project(p));
        self.bends.iter().fold(plain, |sum, (source, weight)| {
            sum + *weight * wendland(plain.distance(*source) / self.reach)
        })
    }
}

/// A bell of compact support (Wendland's C2): one at 0, nothing from 1 on. It is positive definite, so the
/// bend always has a solution and stays near its control points.
fn wendland(r: f64) -> f64 {
    if r >= 1.0 { 0.0 } else { (1.0 - r).powi(4) * (4.0 * r + 1.0) }
}

/// The point nearest to `p` on its way to the centre that lies in the hex by at least the margin.
fn into_hex(grid: &Grid, p: Point, centre: Point) -> Point {
    let steps = grid.steps();
    let reach = 0.5 - MARGIN;
    // How far out the point is, measured along the direction of each neighbour.
    let out = steps.iter().map(|s| (p - centre).x * s.x + (p - centre).y * s.y).fold(0.0, f64::max);
    if out <= reach { p } else { centre.toward(p, reach / out) }
}

#[cfg(test)]
mod tests;
