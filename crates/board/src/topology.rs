//! Dense tables of a sheet of hexes: neighbours, hexsides, corners, distances and ranges. Built once; every
//! look-up after that is an index into an array.

use crate::geometry::Point;
use crate::grid::{Grid, Number, Orientation, cube_distance};

/// A hex of one board: its place in the board's dense order, ascending by printed number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Hex(pub u16);

/// A hexside of one board, those on the sheet's edge included.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Side(pub u16);

/// A corner where up to three hexes meet.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Corner(pub u16);

/// One of the six ways out of a hex, clockwise from the north (flat) or north-east (pointy).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Direction(pub u8);

impl Direction {
    /// All six, clockwise.
    pub const ALL: [Direction; 6] =
        [Direction(0), Direction(1), Direction(2), Direction(3), Direction(4), Direction(5)];

    /// The way back.
    pub const fn opposite(self) -> Direction {
        Direction((self.0 + 3) % 6)
    }
}

impl Hex {
    const NONE: Hex = Hex(u16::MAX);

    /// For indexing arrays kept beside the board.
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

impl Side {
    /// For indexing arrays kept beside the board.
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

impl Corner {
    /// For indexing arrays kept beside the board.
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// The dense tables of a sheet.
#[derive(Clone, Debug)]
pub struct Topology {
    grid: Grid,
    neighbours: Vec<[Hex; 6]>,
    sides: Vec<[Side; 6]>,
    side_hexes: Vec<[Hex; 2]>,
    side_corners: Vec<[Corner; 2]>,
    corners: Vec<[Corner; 6]>,
    corner_points: Vec<Point>,
    centres: Vec<Point>,
    cubes: Vec<(i16, i16)>,
    /// Dense index by cube coordinates, for ranges: `by_cube[(r − r0) · width + (q − q0)]`.
    by_cube: Vec<Hex>,
    cube_origin: (i16, i16),
    cube_width: usize,
}

impl Topology {
    /// Builds the tables. A grid has at most 100 × 100 hexes because numbers have four digits, so `u16`
    /// holds every hex, side and corner.
    pub fn new(grid: Grid) -> Topology {
        let count = grid.len();
        let centres: Vec<Point> = (0..count).map(|i| grid.centre(grid.number_at(i))).collect();
        let cubes: Vec<(i16, i16)> = (0..count).map(|i| grid.cube(grid.number_at(i))).collect();
        let steps = grid.steps();
        let neighbours: Vec<[Hex; 6]> = centres
            .iter()
            .map(|&c| {
                steps.map(|s| grid.at(c + s).and_then(|n| grid.index(n)).map_or(Hex::NONE, |i| Hex(i as u16)))
            })
            .collect();

        let mut sides = vec![[Side(u16::MAX); 6]; count];
        let mut side_hexes = Vec::new();
        for hex in 0..count {
            for d in Direction::ALL {
                let d_ = usize::from(d.0);
                if sides[hex][d_].0 != u16::MAX {
                    continue;
                }
                let side = Side(side_hexes.len() as u16);
                let beyond = neighbours[hex][d_];
                sides[hex][d_] = side;
                if beyond != Hex::NONE {
                    sides[beyond.index()][usize::from(d.opposite().0)] = side;
                }
                side_hexes.push([Hex(hex as u16), beyond]);
            }
        }

        // Corner k of a hex lies between the neighbours in directions k − 1 and k.
        let mut corners = vec![[Corner(u16::MAX); 6]; count];
        let mut corner_points = Vec::new();
        let offsets = grid.corners();
        for hex in 0..count {
            for k in 0..6 {
                if corners[hex][k].0 != u16::MAX {
                    continue;
                }
                let corner = Corner(corner_points.len() as u16);
                corner_points.push(centres[hex] + offsets[k]);
                corners[hex][k] = corner;
                // Seen from the neighbour in direction k the corner is its k + 4th, from the one in
                // direction k − 1 its k + 2nd.
                for (way, theirs) in [(k, (k + 4) % 6), ((k + 5) % 6, (k + 2) % 6)] {
                    let other = neighbours[hex][way];
                    if other != Hex::NONE {
                        corners[other.index()][theirs] = corner;
                    }
                }
            }
        }
        let mut side_corners = vec![[Corner(0); 2]; side_hexes.len()];
        for hex in 0..count {
            for d in 0..6 {
                let side = sides[hex][d];
                if side_hexes[side.index()][0].index() == hex {
                    side_corners[side.index()] = [corners[hex][d], corners[hex][(d + 1) % 6]];
                }
            }
        }

        let span = |f: fn(&(i16, i16)) -> i16| {
            let values = cubes.iter().map(f);
            (values.clone().min().unwrap_or(0), values.max().unwrap_or(0))
        };
        let ((q0, q1), (r0, r1)) = (span(|c| c.0), span(|c| c.1));
        let cube_width = (q1 - q0) as usize + 1;
        let mut by_cube = vec![Hex::NONE; cube_width * ((r1 - r0) as usize + 1)];
        for (i, &(q, r)) in cubes.iter().enumerate() {
            by_cube[(r - r0) as usize * cube_width + (q - q0) as usize] = Hex(i as u16);
        }

        Topology {
            grid,
            neighbours,
            sides,
            side_hexes,
            side_corners,
            corners,
            corner_points,
            centres,
            cubes,
            by_cube,
            cube_origin: (q0, r0),
            cube_width,
        }
    }

    /// The layout this was built from.
    pub fn grid(&self) -> &Grid {
        &self.grid
    }

    /// How many hexes there are.
    pub fn hex_count(&self) -> usize {
        self.centres.len()
    }

    /// How many hexsides there are, the sheet's edge included.
    pub fn side_count(&self) -> usize {
        self.side_hexes.len()
    }

    /// How many corners there are.
    pub fn corner_count(&self) -> usize {
        self.corner_points.len()
    }

    /// All hexes, ascending by number.
    pub fn hexes(&self) -> impl ExactSizeIterator<Item = Hex> + use<> {
        (0..self.hex_count() as u16).map(Hex)
    }

    /// All hexsides.
    pub fn sides(&self) -> impl ExactSizeIterator<Item = Side> + use<> {
        (0..self.side_count() as u16).map(Side)
    }

    /// The printed number of a hex.
    pub fn number(&self, hex: Hex) -> Number {
        self.grid.number_at(hex.index())
    }

    /// The hex with a printed number.
    pub fn hex(&self, number: Number) -> Option<Hex> {
        self.grid.index(number).map(|i| Hex(i as u16))
    }

    /// The hex that a point of the sheet falls in.
    pub fn hex_at(&self, p: Point) -> Option<Hex> {
        self.grid.at(p).and_then(|n| self.hex(n))
    }

    /// Centre of a hex.
    pub fn centre(&self, hex: Hex) -> Point {
        self.centres[hex.index()]
    }

    /// Place of a corner.
    pub fn point(&self, corner: Corner) -> Point {
        self.corner_points[corner.index()]
    }

    /// The six corners of a hex; side `d` runs from corner `d` to `d + 1`.
    pub fn corners(&self, hex: Hex) -> [Corner; 6] {
        self.corners[hex.index()]
    }

    /// The neighbour in a direction.
    pub fn neighbour(&self, hex: Hex, d: Direction) -> Option<Hex> {
        let n = self.neighbours[hex.index()][usize::from(d.0)];
        (n != Hex::NONE).then_some(n)
    }

    /// All neighbours with the direction and hexside towards each.
    #[inline]
    pub fn neighbours(&self, hex: Hex) -> impl Iterator<Item = (Direction, Side, Hex)> + '_ {
        let (near, sides) = (&self.neighbours[hex.index()], &self.sides[hex.index()]);
        (0..6).filter(|&d| near[d] != Hex::NONE).map(|d| (Direction(d as u8), sides[d], near[d]))
    }

    /// The hexside of a hex in a direction.
    pub fn side(&self, hex: Hex, d: Direction) -> Side {
        self.sides[hex.index()][usize::from(d.0)]
    }

    /// The direction from a hex to its neighbour.
    pub fn direction(&self, from: Hex, to: Hex) -> Option<Direction> {
        let near = &self.neighbours[from.index()];
        (0..6).find(|&d| near[d] == to).map(|d| Direction(d as u8))
    }

    /// The hexside between two neighbours.
    pub fn between(&self, a: Hex, b: Hex) -> Option<Side> {
        self.direction(a, b).map(|d| self.side(a, d))
    }

    /// The two hexes of a side; the second is missing at the sheet's edge.
    pub fn side_hexes(&self, side: Side) -> (Hex, Option<Hex>) {
        let [a, b] = self.side_hexes[side.index()];
        (a, (b != Hex::NONE).then_some(b))
    }

    /// The two ends of a hexside.
    pub fn side_corners(&self, side: Side) -> [Corner; 2] {
        self.side_corners[side.index()]
    }

    /// The corner that two hexsides share, if they touch.
    pub fn shared_corner(&self, a: Side, b: Side) -> Option<Corner> {
        let theirs = self.side_corners(b);
        self.side_corners(a).into_iter().find(|c| theirs.contains(c))
    }

    /// Distance in hexes, in constant time.
    #[inline]
    pub fn distance(&self, a: Hex, b: Hex) -> u16 {
        cube_distance(self.cubes[a.index()], self.cubes[b.index()])
    }

    /// All hexes within a distance, the middle included; the work is linear in the answer and the radius.
    pub fn within(&self, middle: Hex, radius: u16) -> impl Iterator<Item = Hex> + '_ {
        let (q, r) = self.cubes[middle.index()];
        let n = i32::from(radius.min(200));
        let (q0, r0) = (i32::from(self.cube_origin.0), i32::from(self.cube_origin.1));
        let width = self.cube_width as i32;
        let height = (self.by_cube.len() / self.cube_width) as i32;
        let (q, r) = (i32::from(q) - q0, i32::from(r) - r0);
        ((-n).max(-r)..=n.min(height - 1 - r)).flat_map(move |dr| {
            let low = ((-n).max(-n - dr) + q).max(0);
            let high = (n.min(n - dr) + q).min(width - 1);
            (low..=high)
                .map(move |c| self.by_cube[((r + dr) * width + c) as usize])
                .filter(|&h| h != Hex::NONE)
        })
    }

    /// All hexes at exactly a distance.
    pub fn ring(&self, middle: Hex, radius: u16) -> impl Iterator<Item = Hex> + '_ {
        self.within(middle, radius).filter(move |&h| self.distance(middle, h) == radius)
    }

    /// Whether the hex stands on the edge of the sheet.
    pub fn on_edge(&self, hex: Hex) -> bool {
        self.neighbours[hex.index()].contains(&Hex::NONE)
    }

    /// Which way the hexes stand.
    pub fn orientation(&self) -> Orientation {
        self.grid.orientation
    }
}
