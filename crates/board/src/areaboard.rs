//! A board of areas: land areas joined by links, seas around them, and outlines for drawing.

use crate::geometry::Point;
use serde::{Deserialize, Serialize};

/// A land area of one board.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct AreaId(pub u16);

/// A sea of one board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct SeaId(pub u8);

impl From<AreaId> for u16 {
    fn from(area: AreaId) -> u16 {
        area.0
    }
}

impl AreaId {
    /// For indexing arrays kept beside the board.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

impl SeaId {
    /// For indexing arrays kept beside the board.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// The tables of distances grow with the square of the areas; no board comes near this.
pub const MOST_AREAS: usize = 4000;

/// The greatest distance that is counted; it leaves room in a byte for "not yet known".
const FARTHEST: u8 = 250;

/// What joins two areas.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum LinkKind {
    /// Open land.
    Land,
    /// A river between them.
    River,
    /// A crossing over a strait.
    Crossing,
}

/// A city in an area.
#[derive(Clone, Debug, PartialEq)]
pub struct City {
    /// Its name.
    pub name: String,
    /// How much it holds.
    pub spires: u8,
    /// How strong its walls are.
    pub fleches: u8,
    /// Whether it is a port.
    pub port: bool,
    /// Whether it is a capital.
    pub capital: bool,
}

/// A land area.
#[derive(Clone, Debug, PartialEq)]
pub struct Area {
    /// Short id.
    pub id: String,
    /// Name.
    pub name: String,
    /// The nation or minor that it belongs to.
    pub home: String,
    /// Who holds it at the start.
    pub owner: String,
    /// Terrain by name.
    pub terrain: String,
    /// Forage value.
    pub forage: u8,
    /// Its city.
    pub city: Option<City>,
    /// Whether it lies in the winter zone.
    pub winter: bool,
    /// Guerilla value.
    pub guerilla: u8,
    /// Seas that it touches, its port's own first.
    pub seas: Vec<SeaId>,
    /// Where its city or middle is drawn.
    pub centre: Point,
}

/// A sea area.
#[derive(Clone, Debug, PartialEq)]
pub struct Sea {
    /// Short id.
    pub id: String,
    /// Name.
    pub name: String,
    /// Whether it freezes.
    pub ice: bool,
    /// Seas next to it.
    pub near: Vec<SeaId>,
    /// Where its name is drawn.
    pub centre: Point,
}

/// A link between two areas.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Link {
    /// One area.
    pub a: AreaId,
    /// The other.
    pub b: AreaId,
    /// What joins them.
    pub kind: LinkKind,
}

/// A piece of border between two areas, or between an area and what is not in play.
#[derive(Clone, Debug, PartialEq)]
pub struct Arc {
    /// The area on the left.
    pub left: Option<AreaId>,
    /// The area on the right.
    pub right: Option<AreaId>,
    /// Its line.
    pub points: Vec<Point>,
}

/// What an area board is made of.
#[derive(Clone, Debug)]
pub struct AreaParts {
    /// Short id.
    pub id: String,
    /// Title.
    pub title: String,
    /// Where its content comes from.
    pub provenance: String,
    /// Kilometres for one unit of the sheet.
    pub km: f64,
    /// The sheet: its lower and upper corner.
    pub frame: (Point, Point),
    /// Areas.
    pub areas: Vec<Area>,
    /// Links, each once.
    pub links: Vec<Link>,
    /// Seas.
    pub seas: Vec<Sea>,
    /// Borders.
    pub arcs: Vec<Arc>,
    /// Land as rings; the first flag says whether it is in play.
    pub land: Vec<(bool, Vec<Point>)>,
    /// Lakes as rings.
    pub lakes: Vec<Vec<Point>>,
    /// Rivers, for drawing only.
    pub streams: Vec<Vec<Point>>,
}

/// Why an area board could not be put together.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{fault}")]
pub struct AreaError {
    /// The link that is to blame, by its place in the list, if it is one.
    pub link: Option<usize>,
    /// What is wrong.
    pub fault: AreaFault,
}

/// What can be wrong with an area board.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum AreaFault {
    /// An area cannot be reached from the first.
    #[error("area `{0}` cannot be reached from `{1}`; add a link")]
    Cut(String, String),
    /// A link stands twice.
    #[error("link {0}–{1} stands twice; each is listed once")]
    Twice(String, String),
    /// A link joins an area to itself.
    #[error("area `{0}` is linked to itself; take the link out")]
    Loop(String),
    /// Two areas lie further apart than distances are counted.
    #[error("area `{0}` lies more than 250 links from `{1}`; add links")]
    Far(String, String),
    /// There are more areas than the tables have room for.
    #[error("an area board holds at most {MOST_AREAS} areas")]
    TooMany,
    /// A crossing without a sea.
    #[error("crossing {0}–{1} has no sea in common; list the sea with both areas")]
    NoSea(String, String),
}

/// An area board with its dense tables.
#[derive(Clone, Debug)]
pub struct AreaBoard {
    parts: AreaParts,
    /// Neighbours of all areas in one list, and where each area's begin.
    near: Vec<(AreaId, LinkKind)>,
    near_from: Vec<u32>,
    /// Distances in links, area by area.
    distance: Vec<u8>,
    /// For each area all areas, nearest first, and how many lie within each distance.
    by_distance: Vec<AreaId>,
    within: Vec<Vec<u16>>,
}

impl AreaBoard {
    /// Derives the dense tables and checks that the board hangs together.
    pub fn new(parts: AreaParts) -> Result<AreaBoard, AreaError> {
        let n = parts.areas.len();
        if n > MOST_AREAS {
            return Err(AreaError { link: None, fault: AreaFault::TooMany });
        }
        let id = |a: AreaId| parts.areas[a.index()].id.clone();
        let mut lists: Vec<Vec<(AreaId, LinkKind)>> = vec![vec![]; n];
        for (i, link) in parts.links.iter().enumerate() {
            let seas = |a: AreaId| &parts.areas[a.index()].seas;
            let fault = if link.a == link.b {
                Some(AreaFault::Loop(id(link.a)))
            } else if lists[link.a.index()].iter().any(|x| x.0 == link.b) {
                Some(AreaFault::Twice(id(link.a), id(link.b)))
            } else if link.kind == LinkKind::Crossing
                && !seas(link.a).iter().any(|s| seas(link.b).contains(s))
            {
                Some(AreaFault::NoSea(id(link.a), id(link.b)))
            } else {
                None
            };
            if let Some(fault) = fault {
                return Err(AreaError { link: Some(i), fault });
            }
            lists[link.a.index()].push((link.b, link.kind));
            lists[link.b.index()].push((link.a, link.kind));
        }
        let mut near = Vec::with_capacity(parts.links.len() * 2);
        let mut near_from = Vec::with_capacity(n + 1);
        for mut list in lists {
            list.sort_by_key(|x| x.0);
            near_from.push(near.len() as u32);
            near.extend(list);
        }
        near_from.push(near.len() as u32);

        let id = |i: usize| parts.areas[i].id.clone();
        let mut distance = vec![u8::MAX; n * n];
        let mut by_distance = Vec::with_capacity(n * n);
        let mut within = Vec::with_capacity(n);
        for start in 0..n {
            let row = &mut distance[start * n..][..n];
            let mut order = Vec::with_capacity(n);
            order.push(AreaId(start as u16));
            row[start] = 0;
            // How many areas lie within 0, 1, 2 … links.
            let mut counts: Vec<u16> = Vec::new();
            let mut at = 0;
            while let Some(&here) = order.get(at) {
                let d = row[here.index()];
                if d > FARTHEST {
                    let fault = AreaFault::Far(id(here.index()), id(start));
                    return Err(AreaError { link: None, fault });
                }
                if usize::from(d) > counts.len() {
                    counts.push(at as u16);
                }
                at += 1;
                let links = near_from[here.index()] as usize..near_from[here.index() + 1] as usize;
                for (next, _) in &near[links] {
                    if row[next.index()] == u8::MAX {
                        row[next.index()] = d + 1;
                        order.push(*next);
                    }
                }
            }
            counts.push(at as u16);
            if let Some(cut) = row.iter().position(|d| *d == u8::MAX) {
                return Err(AreaError { link: None, fault: AreaFault::Cut(id(cut), id(start)) });
            }
            by_distance.extend(order);
            within.push(counts);
        }
        Ok(AreaBoard { parts, near, near_from, distance, by_distance, within })
    }

    /// What the board is made of.
    pub fn parts(&self) -> &AreaParts {
        &self.parts
    }

    /// How many areas there are.
    pub fn len(&self) -> usize {
        self.parts.areas.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.parts.areas.is_empty()
    }

    /// All areas.
    pub fn areas(&self) -> impl ExactSizeIterator<Item = AreaId> + Clone + use<> {
        (0..self.len() as u16).map(AreaId)
    }

    /// An area.
    pub fn area(&self, id: AreaId) -> &Area {
        &self.parts.areas[id.index()]
    }

    /// The area with a short id. A search: keep the answer.
    pub fn area_named(&self, id: &str) -> Option<AreaId> {
        self.parts.areas.iter().position(|a| a.id == id).map(|i| AreaId(i as u16))
    }

    /// The sea with a short id. A search: keep the answer.
    pub fn sea_named(&self, id: &str) -> Option<SeaId> {
        self.parts.seas.iter().position(|s| s.id == id).map(|i| SeaId(i as u8))
    }

    /// Neighbours with the kind of link.
    pub fn neighbours(&self, a: AreaId) -> &[(AreaId, LinkKind)] {
        &self.near[self.near_from[a.index()] as usize..self.near_from[a.index() + 1] as usize]
    }

    /// What joins two areas directly.
    pub fn link(&self, a: AreaId, b: AreaId) -> Option<LinkKind> {
        let near = self.neighbours(a);
        near.binary_search_by_key(&b, |x| x.0).ok().map(|i| near[i].1)
    }

    /// Distance in links.
    pub fn distance(&self, a: AreaId, b: AreaId) -> u8 {
        self.distance[a.index() * self.len() + b.index()]
    }

    /// All areas within this many links, nearest first, the area itself included.
    pub fn within(&self, a: AreaId, links: u8) -> &[AreaId] {
        let start = a.index() * self.len();
        let rings = &self.within[a.index()];
        let count = rings[usize::from(links).min(rings.len() - 1)];
        &self.by_distance[start..start + usize::from(count)]
    }

    /// The sea that a crossing runs over.
    pub fn sea_of_crossing(&self, a: AreaId, b: AreaId) -> Option<SeaId> {
        self.area(a).seas.iter().find(|s| self.area(b).seas.contains(s)).copied()
    }

    /// The borders of an area in order, one list for each ring, each border running with the area on the right.
    pub fn outline_arcs(&self, a: AreaId) -> Vec<Vec<Vec<Point>>> {
        let mut pieces: Vec<Vec<Point>> = self
            .parts
            .arcs
            .iter()
            .filter(|arc| (arc.left == Some(a)) != (arc.right == Some(a)))
            .map(|arc| {
                let mut points = arc.points.clone();
                if arc.left == Some(a) {
                    points.reverse();
                }
                points
            })
            .collect();
        let mut rings = Vec::new();
        while let Some(first) = pieces.pop() {
            let start = first[0];
            let mut end = first[first.len() - 1];
            let mut ring = vec![first];
            while end != start {
                let Some(i) = pieces.iter().position(|p| p[0] == end) else { break };
                let piece = pieces.swap_remove(i);
                end = piece[piece.len() - 1];
                ring.push(piece);
            }
            rings.push(ring);
        }
        rings
    }

    /// The outline of an area: one closed ring for each piece or hole.
    pub fn outline(&self, a: AreaId) -> Vec<Vec<Point>> {
        let join = |ring: Vec<Vec<Point>>| {
            let mut points = Vec::new();
            for piece in ring {
                points.pop();
                points.extend(piece);
            }
            points
        };
        self.outline_arcs(a).into_iter().map(join).collect()
    }
}
