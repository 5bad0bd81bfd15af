//! Putting names beside their places so that no two collide.

use crate::geometry::Point;

/// A box on the drawing.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Box2 {
    /// Upper left.
    pub low: Point,
    /// Lower right.
    pub high: Point,
}

impl Box2 {
    /// The box around a middle with half its width and height.
    pub fn around(middle: Point, half_width: f64, half_height: f64) -> Box2 {
        let half = Point::new(half_width, half_height);
        Box2 { low: middle - half, high: middle + half }
    }

    /// Whether two boxes share any area.
    pub fn meets(&self, other: &Box2) -> bool {
        self.low.x < other.high.x
            && other.low.x < self.high.x
            && self.low.y < other.high.y
            && other.low.y < self.high.y
    }

    /// Whether a point lies in the box.
    pub fn holds(&self, p: Point) -> bool {
        (self.low.x..=self.high.x).contains(&p.x) && (self.low.y..=self.high.y).contains(&p.y)
    }

    /// Whether the box lies wholly within another.
    pub fn within(&self, other: &Box2) -> bool {
        other.holds(self.low) && other.holds(self.high)
    }
}

/// A name that wants a place.
#[derive(Clone, Debug)]
pub struct Wish {
    /// The name.
    pub text: String,
    /// Where its place is.
    pub at: Point,
    /// How far from there the name must stay.
    pub clearance: f64,
    /// Size of the letters.
    pub size: f64,
    /// Greater is more important: chooses first.
    pub weight: u32,
}

/// How a text hangs on its point.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Anchor {
    /// The text begins there.
    Start,
    /// The text is centred there.
    Middle,
    /// The text ends there.
    End,
}

impl Anchor {
    /// As SVG has it.
    pub fn word(self) -> &'static str {
        match self {
            Anchor::Start => "start",
            Anchor::Middle => "middle",
            Anchor::End => "end",
        }
    }
}

/// A name with its place.
#[derive(Clone, Debug)]
pub struct Label {
    /// Index of the wish.
    pub wish: usize,
    /// Point of the base line.
    pub at: Point,
    /// How the text hangs on it.
    pub anchor: Anchor,
    /// Size of the letters: as wished, or smaller where there was no room.
    pub size: f64,
    /// The room it takes.
    pub room: Box2,
}

/// Width of a text, a little generous, for the fonts that browsers have.
pub fn text_width(text: &str, size: f64) -> f64 {
    let width: f64 = text
        .chars()
        .map(|c| match c {
            'i' | 'j' | 'l' | 'I' | '.' | ',' | '\'' | '|' | ' ' | 'ł' => 0.36,
            'f' | 't' | 'r' | '(' | ')' | '-' | '/' => 0.44,
            'm' | 'w' | 'M' | 'W' | '–' => 0.92,
            c if c.is_uppercase() => 0.74,
            _ => 0.61,
        })
        .sum();
    width * size
}

/// Letters shrink to these shares, one after the other, before a name is left out.
const SHRINK: [f64; 3] = [1.0, 0.85, 0.7];

/// Finds a place for each name, the weightiest first. `taken` must not be covered; `lines` are points of rivers and
/// railways that are better left free. A name for which there is no room even in smaller letters is left out.
pub fn place(wishes: &[Wish], taken: &[Box2], lines: &[Point], sheet: &Box2) -> Vec<Label> {
    let mut order: Vec<usize> = (0..wishes.len()).collect();
    order.sort_by_key(|&i| (std::cmp::Reverse(wishes[i].weight), i));
    let cells = Cells::new(lines);
    let mut rooms: Vec<Box2> = taken.to_vec();
    let mut out = Vec::new();
    for i in order {
        let wish = &wishes[i];
        let best = SHRINK.iter().find_map(|share| {
            let size = wish.size * share;
            candidates(wish, size)
                .into_iter()
                .enumerate()
                .filter(|(_, (_, _, room))| room.within(sheet) && !rooms.iter().any(|r| r.meets(room)))
                .map(|(rank, (at, anchor, room))| {
                    let cost = rank as f64 * 0.9 + cells.count(&room) as f64;
                    (cost, Label { wish: i, at, anchor, size, room })
                })
                .min_by(|a, b| a.0.total_cmp(&b.0))
        });
        if let Some((_, label)) = best {
            rooms.push(label.room);
            out.push(label);
        }
    }
    out
}

/// Places around the point, the usual ones first.
fn candidates(wish: &Wish, size: f64) -> Vec<(Point, Anchor, Box2)> {
    let (w, h, c) = (text_width(&wish.text, size), size, wish.clearance);
    let mut out = Vec::new();
    for reach in [1.0, 1.5, 2.1] {
        let c = c * reach;
        let middle = h * 0.34;
        let spots = [
            (Point::new(c, middle), Anchor::Start),
            (Point::new(0.0, -c - 1.0), Anchor::Middle),
            (Point::new(0.0, c + h * 0.78), Anchor::Middle),
            (Point::new(-c, middle), Anchor::End),
            (Point::new(c * 0.8, -c * 0.5), Anchor::Start),
            (Point::new(c * 0.8, c * 0.5 + h * 0.6), Anchor::Start),
            (Point::new(-c * 0.8, -c * 0.5), Anchor::End),
            (Point::new(-c * 0.8, c * 0.5 + h * 0.6), Anchor::End),
        ];
        out.extend(spots.map(|(offset, anchor)| {
            let at = wish.at + offset;
            let left = match anchor {
                Anchor::Start => at.x,
                Anchor::Middle => at.x - w / 2.0,
                Anchor::End => at.x - w,
            };
            let room = Box2 {
                low: Point::new(left - 1.0, at.y - h * 0.8),
                high: Point::new(left + w + 1.0, at.y + h * 0.24),
            };
            (at, anchor, room)
        }));
    }
    out
}

/// Points sorted into squares, so that counting those in a box looks at few.
struct Cells {
    origin: Point,
    width: usize,
    cells: Vec<Vec<Point>>,
}

const CELL: f64 = 40.0;

impl Cells {
    fn new(points: &[Point]) -> Cells {
        let low =
            points.iter().fold(Point::new(f64::MAX, f64::MAX), |l, p| Point::new(l.x.min(p.x), l.y.min(p.y)));
        let high = points.iter().fold(low, |h, p| Point::new(h.x.max(p.x), h.y.max(p.y)));
        if points.is_empty() {
            return Cells { origin: Point::default(), width: 0, cells: vec![] };
        }
        let width = ((high.x - low.x) / CELL) as usize + 1;
        let height = ((high.y - low.y) / CELL) as usize + 1;
        let mut cells = vec![Vec::new(); width * height];
        for p in points {
            let (x, y) = (((p.x - low.x) / CELL) as usize, ((p.y - low.y) / CELL) as usize);
            cells[y * width + x].push(*p);
        }
        Cells { origin: low, width, cells }
    }

    fn count(&self, room: &Box2) -> usize {
        if self.width == 0 {
            return 0;
        }
        let height = self.cells.len() / self.width;
        let span = |low: f64, high: f64, origin: f64, n: usize| {
            let clamp = |v: f64| ((v - origin) / CELL).floor().clamp(0.0, n as f64 - 1.0) as usize;
            clamp(low)..=clamp(high)
        };
        span(room.low.y, room.high.y, self.origin.y, height)
            .flat_map(|y| {
                span(room.low.x, room.high.x, self.origin.x, self.width).map(move |x| y * self.width + x)
            })
            .map(|i| self.cells[i].iter().filter(|p| room.holds(**p)).count())
            .sum()
    }
}

#[cfg(test)]
mod tests;
