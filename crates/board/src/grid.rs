//! How a sheet of hexes is numbered and laid out: orientation, order of the digits, where columns start and
//! which of them are shifted. All of it is data; nothing here knows a game.

use crate::geometry::{HALF_SQRT3, Point};

/// Which way a hex stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Orientation {
    /// Flat sides above and below; columns are straight.
    Flat,
    /// Corners above and below; rows are straight.
    Pointy,
}

/// What the first and the last two digits of a hex number mean.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Numbering {
    /// Column, then row.
    ColRow,
    /// Row, then column.
    RowCol,
}

/// Where column 01 stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ColumnsFrom {
    /// Columns count from the left.
    West,
    /// Columns count from the right.
    East,
}

/// Which columns (flat) or rows (pointy) are shifted by half a hex.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Parity {
    /// Those with an even number.
    Even,
    /// Those with an odd number.
    Odd,
}

/// The layout of a sheet of hexes. Rows count from the north on every sheet.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Grid {
    /// Which way the hexes stand.
    pub orientation: Orientation,
    /// Meaning of the digits of a number.
    pub numbering: Numbering,
    /// Where columns start.
    pub columns_from: ColumnsFrom,
    /// Which columns or rows are shifted.
    pub shifted: Parity,
    /// How far: +0.5 towards the south (flat) or the east (pointy), −0.5 the other way.
    pub shift: f64,
    /// First and last column.
    pub columns: (u8, u8),
    /// First and last row.
    pub rows: (u8, u8),
}

/// A hex number as printed, in the two halves of its digits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Number(pub u8, pub u8);

impl std::fmt::Display for Number {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{:02}{:02}", self.0, self.1)
    }
}

impl std::str::FromStr for Number {
    type Err = NotANumber;

    fn from_str(s: &str) -> Result<Self, NotANumber> {
        if s.len() != 4 || !s.bytes().all(|b| b.is_ascii_digit()) {
            return Err(NotANumber(s.chars().take(20).collect()));
        }
        let digit = |i: usize| s.as_bytes()[i] - b'0';
        Ok(Number(digit(0) * 10 + digit(1), digit(2) * 10 + digit(3)))
    }
}

/// A word that should have been a hex number.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is not a hex number: four digits are wanted, as in 0614")]
pub struct NotANumber(pub String);

impl Grid {
    /// How many columns there are.
    pub fn width(&self) -> usize {
        usize::from(self.columns.1 - self.columns.0) + 1
    }

    /// How many rows there are.
    pub fn height(&self) -> usize {
        usize::from(self.rows.1 - self.rows.0) + 1
    }

    /// How many hexes there are.
    pub fn len(&self) -> usize {
        self.width() * self.height()
    }

    /// A grid has at least one hex, so this is always false; clippy likes to see it beside `len`.
    pub fn is_empty(&self) -> bool {
        false
    }

    /// Column and row of a number.
    pub fn column_row(&self, n: Number) -> (u8, u8) {
        match self.numbering {
            Numbering::ColRow => (n.0, n.1),
            Numbering::RowCol => (n.1, n.0),
        }
    }

    /// The number of a column and row, if it is on the sheet.
    pub fn number(&self, column: i32, row: i32) -> Option<Number> {
        let column = u8::try_from(column).ok().filter(|c| (self.columns.0..=self.columns.1).contains(c))?;
        let row = u8::try_from(row).ok().filter(|r| (self.rows.0..=self.rows.1).contains(r))?;
        Some(match self.numbering {
            Numbering::ColRow => Number(column, row),
            Numbering::RowCol => Number(row, column),
        })
    }

    /// Place of a number in the dense order of the sheet: ascending as printed.
    pub fn index(&self, n: Number) -> Option<usize> {
        let (column, row) = self.column_row(n);
        self.number(column.into(), row.into())?;
        let (c, r) = (usize::from(column - self.columns.0), usize::from(row - self.rows.0));
        Some(match self.numbering {
            Numbering::ColRow => c * self.height() + r,
            Numbering::RowCol => r * self.width() + c,
        })
    }

    /// The number at a place of the dense order.
    pub fn number_at(&self, index: usize) -> Number {
        match self.numbering {
            Numbering::ColRow => Number(
                self.columns.0 + (index / self.height()) as u8,
                self.rows.0 + (index % self.height()) as u8,
            ),
            Numbering::RowCol => Number(
                self.rows.0 + (index / self.width()) as u8,
                self.columns.0 + (index % self.width()) as u8,
            ),
        }
    }

    fn shift_of(&self, index: i32) -> f64 {
        let even = index.rem_euclid(2) == 0;
        if even == (self.shifted == Parity::Even) { self.shift } else { 0.0 }
    }

    /// Centre of a column and row, on the sheet or beyond it.
    pub fn centre_of(&self, column: i32, row: i32) -> Point {
        let along = match self.columns_from {
            ColumnsFrom::West => f64::from(column),
            ColumnsFrom::East => -f64::from(column),
        };
        match self.orientation {
            Orientation::Flat => Point::new(along * HALF_SQRT3, f64::from(row) + self.shift_of(column)),
            Orientation::Pointy => Point::new(along + self.shift_of(row), f64::from(row) * HALF_SQRT3),
        }
    }

    /// Centre of a hex.
    pub fn centre(&self, n: Number) -> Point {
        let (column, row) = self.column_row(n);
        self.centre_of(column.into(), row.into())
    }

    /// Offsets from a centre to its six neighbours' centres, clockwise from the north (flat) or the
    /// north-east (pointy).
    pub fn steps(&self) -> [Point; 6] {
        match self.orientation {
            Orientation::Flat => [
                Point::new(0.0, -1.0),
                Point::new(HALF_SQRT3, -0.5),
                Point::new(HALF_SQRT3, 0.5),
                Point::new(0.0, 1.0),
                Point::new(-HALF_SQRT3, 0.5),
                Point::new(-HALF_SQRT3, -0.5),
            ],
            Orientation::Pointy => [
                Point::new(0.5, -HALF_SQRT3),
                Point::new(1.0, 0.0),
                Point::new(0.5, HALF_SQRT3),
                Point::new(-0.5, HALF_SQRT3),
                Point::new(-1.0, 0.0),
                Point::new(-0.5, -HALF_SQRT3),
            ],
        }
    }

    /// Offsets from a centre to its six corners; side `d` runs from corner `d` to corner `d + 1`.
    pub fn corners(&self) -> [Point; 6] {
        let steps = self.steps();
        // A corner is the middle of the triangle of three hexes that meet there.
        std::array::from_fn(|d| (steps[(d + 5) % 6] + steps[d]) * (1.0 / 3.0))
    }

    /// Column and row of the hex, on the sheet or beyond it, whose centre is nearest to a point.
    pub fn column_row_at(&self, p: Point) -> (i32, i32) {
        let (c, r) = match self.orientation {
            Orientation::Flat => (p.x / HALF_SQRT3, p.y),
            Orientation::Pointy => (p.x, p.y / HALF_SQRT3),
        };
        let c = if self.columns_from == ColumnsFrom::East { -c } else { c };
        // A point far beyond every sheet still has neighbours to compare.
        let whole = |v: f64| v.round().clamp(-1e6, 1e6) as i32;
        let (c, r) = (whole(c), whole(r));
        let mut best = (c, r);
        let mut least = f64::INFINITY;
        for column in c - 1..=c + 1 {
            for row in r - 1..=r + 1 {
                let d = self.centre_of(column, row).distance(p);
                if d < least {
                    (best, least) = ((column, row), d);
                }
            }
        }
        best
    }

    /// The number of the hex that a point falls in, if it is on the sheet.
    pub fn at(&self, p: Point) -> Option<Number> {
        if !p.x.is_finite() || !p.y.is_finite() {
            return None;
        }
        let (column, row) = self.column_row_at(p);
        self.number(column, row)
    }

    /// Cube coordinates `(q, r)` of a hex (the third is `−q − r`), so that distances are O(1).
    pub fn cube(&self, n: Number) -> (i16, i16) {
        let p = self.centre(n);
        // In units of two of the six steps, which span the lattice; the stagger drops out exactly.
        let (q, r) = match self.orientation {
            Orientation::Flat => {
                let q = p.x / HALF_SQRT3;
                (q, p.y - q / 2.0)
            }
            Orientation::Pointy => {
                let r = p.y / HALF_SQRT3;
                (p.x - r / 2.0, r)
            }
        };
        // A shift by half a hex may leave a common half; adding it keeps differences whole.
        ((q + 0.25).floor() as i16, (r + 0.25).floor() as i16)
    }
}

/// Distance in hexes between two cube coordinates.
#[inline]
pub fn cube_distance(a: (i16, i16), b: (i16, i16)) -> u16 {
    let (dq, dr) = (a.0 - b.0, a.1 - b.1);
    dq.unsigned_abs().max(dr.unsigned_abs()).max((dq + dr).unsigned_abs())
}
