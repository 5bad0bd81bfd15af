//! A hex board: terrain, places, rivers, frontiers, roads and railways in dense arrays over the hexes and
//! hexsides of a [`Topology`].

pub use crate::hexparts::*;
use crate::topology::{Direction, Hex, Side, Topology};
use std::collections::BTreeSet;

/// Why a board could not be put together, and which of its parts is to blame.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{fault}")]
pub struct BoardError {
    /// The part.
    pub part: Part,
    /// What is wrong with it.
    pub fault: Fault,
}

/// A part of a board by its place in the lists of [`Parts`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Part {
    /// A place.
    Place(usize),
    /// A river.
    River(usize),
    /// A railway or road.
    Line(usize),
}

/// What can be wrong with a part of a board.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Fault {
    /// Two hexes that should be neighbours are not.
    #[error("{what}: {a} and {b} are not neighbours; name every hex on the way")]
    NotNeighbours {
        /// The line concerned.
        what: String,
        /// One hex.
        a: String,
        /// The other.
        b: String,
    },
    /// Two successive hexsides of a river do not touch.
    #[error("river {name}: hexside {a} does not touch {b}; name every hexside on the way")]
    RiverGap {
        /// The river.
        name: String,
        /// One side.
        a: String,
        /// The next.
        b: String,
    },
    /// A line or a place is in a hex where it cannot be.
    #[error("{what} is in {hex}, which is {terrain}; move it or lead it around")]
    Impassable {
        /// The line or place.
        what: String,
        /// Where.
        hex: String,
        /// What is there.
        terrain: String,
    },
    /// An id stands twice.
    #[error("id `{0}` stands twice; ids are unique on a board")]
    Duplicate(String),
    /// There are more places than the tables have room for.
    #[error("a board holds fewer than 65535 places")]
    TooManyPlaces,
}

/// Everything that a hexside carries, in one small value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct SideFeatures {
    /// The river along it.
    pub river: Option<RiverClass>,
    /// How the river can be crossed here.
    pub crossing: Option<Crossing>,
    /// Whether a frontier runs along it.
    pub frontier: bool,
    /// Whether nothing may cross it.
    pub blocked: bool,
    /// The best road across it.
    pub road: Option<RoadClass>,
    /// Tracks of the railway across it; 0 for none.
    pub tracks: u8,
}

/// A hex board with its dense arrays.
#[derive(Clone, Debug)]
pub struct HexBoard {
    parts: Parts,
    side_features: Vec<SideFeatures>,
    place_of: Vec<u16>,
    half: Vec<bool>,
}

const NO_PLACE: u16 = u16::MAX;

impl HexBoard {
    /// Derives the dense arrays and checks what must hold on any board: lines are unbroken chains through
    /// passable hexes, rivers have no gaps, ids are unique, places stand on land.
    pub fn new(parts: Parts) -> Result<HexBoard, BoardError> {
        let t = &parts.topology;
        let mut side_features = vec![SideFeatures::default(); t.side_count()];
        for (i, river) in parts.rivers.iter().enumerate() {
            parts.check_river(river).map_err(|fault| BoardError { part: Part::River(i), fault })?;
            for side in &river.sides {
                let here = &mut side_features[side.index()].river;
                *here = (*here).max(Some(river.class));
            }
        }
        for &(side, crossing) in &parts.crossings {
            side_features[side.index()].crossing = Some(crossing);
        }
        for side in &parts.blocked {
            side_features[side.index()].blocked = true;
        }
        let mut ids = BTreeSet::new();
        for (i, line) in parts.lines.iter().enumerate() {
            let crossed = parts.check_line(line, ids.insert(line.id.as_str()));
            for side in crossed.map_err(|fault| BoardError { part: Part::Line(i), fault })? {
                let features = &mut side_features[side.index()];
                match line.way {
                    Way::Rail { tracks } => features.tracks = features.tracks.max(tracks),
                    Way::Road(class) => features.road = features.road.max(Some(class)),
                }
            }
        }
        for side in t.sides() {
            if let (a, Some(b)) = t.side_hexes(side) {
                let (ca, cb) = (parts.country[a.index()], parts.country[b.index()]);
                side_features[side.index()].frontier = ca.is_some() && cb.is_some() && ca != cb;
            }
        }
        let mut place_of = vec![NO_PLACE; t.hex_count()];
        let mut ids = BTreeSet::new();
        for (i, place) in parts.places.iter().enumerate() {
            parts
                .check_place(place, ids.insert(place.id.as_str()))
                .and_then(|()| if i < usize::from(NO_PLACE) { Ok(()) } else { Err(Fault::TooManyPlaces) })
                .map_err(|fault| BoardError { part: Part::Place(i), fault })?;
            let slot = &mut place_of[place.hex.index()];
            let larger = |p: u16| {
                let there = &parts.places[usize::from(p)];
                (place.fortress, place.size) > (there.fortress, there.size)
            };
            if *slot == NO_PLACE || larger(*slot) {
                *slot = i as u16;
            }
        }
        let mut half = vec![false; t.hex_count()];
        for hex in &parts.halves {
            half[hex.index()] = true;
        }
        Ok(HexBoard { side_features, place_of, half, parts })
    }

    /// What the board is made of.
    pub fn parts(&self) -> &Parts {
        &self.parts
    }

    /// Numbers, neighbours, distances.
    #[inline]
    pub fn topology(&self) -> &Topology {
        &self.parts.topology
    }

    /// Kind of terrain of a hex.
    pub fn terrain(&self, hex: Hex) -> TerrainId {
        self.parts.terrain[hex.index()]
    }

    /// The kind behind an id.
    pub fn terrain_kind(&self, id: TerrainId) -> &TerrainKind {
        &self.parts.terrains[usize::from(id.0)]
    }

    /// The terrain of a name, for a game that wants to compare ids.
    pub fn terrain_named(&self, name: &str) -> Option<TerrainId> {
        self.parts.terrains.iter().position(|t| t.name == name).map(|i| TerrainId(i as u8))
    }

    /// Whether anything may ever stand in a hex.
    pub fn passable(&self, hex: Hex) -> bool {
        self.terrain_kind(self.terrain(hex)).passable()
    }

    /// Country of a hex.
    pub fn country(&self, hex: Hex) -> Option<CountryId> {
        self.parts.country[hex.index()]
    }

    /// Whether the sheet's edge cuts the hex in half.
    pub fn is_half(&self, hex: Hex) -> bool {
        self.half[hex.index()]
    }

    /// The chief place in a hex.
    pub fn place(&self, hex: Hex) -> Option<&Place> {
        self.parts.places.get(usize::from(self.place_of[hex.index()]))
    }

    /// All places in a hex.
    pub fn places_in(&self, hex: Hex) -> impl Iterator<Item = &Place> {
        self.parts.places.iter().filter(move |p| p.hex == hex)
    }

    /// Everything a hexside carries.
    pub fn side(&self, side: Side) -> SideFeatures {
        self.side_features[side.index()]
    }

    /// Everything on the hexside from a hex in a direction.
    pub fn towards(&self, hex: Hex, d: Direction) -> SideFeatures {
        self.side(self.topology().side(hex, d))
    }

    /// Whether a railway runs through the hex.
    pub fn has_rail(&self, hex: Hex) -> bool {
        Direction::ALL.iter().any(|&d| self.towards(hex, d).tracks > 0)
    }

    /// Whether a hex carries a flag.
    pub fn has_flag(&self, hex: Hex, name: &str) -> bool {
        self.parts.flags.iter().any(|f| f.name == name && f.hexes.contains(&hex))
    }
}

impl Parts {
    fn kind(&self, hex: Hex) -> &TerrainKind {
        &self.terrains[usize::from(self.terrain[hex.index()].0)]
    }

    fn impassable(&self, what: String, hex: Hex) -> Fault {
        let hex_name = self.topology.number(hex).to_string();
        Fault::Impassable { what, hex: hex_name, terrain: self.kind(hex).name.clone() }
    }

    fn check_river(&self, river: &River) -> Result<(), Fault> {
        let t = &self.topology;
        match river.sides.windows(2).find(|w| t.shared_corner(w[0], w[1]).is_none()) {
            Some(gap) => Err(Fault::RiverGap {
                name: river.name.clone(),
                a: side_name(t, gap[0]),
                b: side_name(t, gap[1]),
            }),
            None => Ok(()),
        }
    }

    /// The hexsides that a line crosses.
    fn check_line(&self, line: &Line, new: bool) -> Result<Vec<Side>, Fault> {
        let t = &self.topology;
        if !new {
            return Err(Fault::Duplicate(line.id.clone()));
        }
        let what = || format!("line {}", line.id);
        for (i, &hex) in line.hexes.iter().enumerate() {
            // A line may end in a closed hex: the way out of play.
            let inner = i > 0 && i + 1 < line.hexes.len();
            let manner = self.kind(hex).manner;
            if !self.kind(hex).passable() && (inner || manner != Manner::Closed) {
                return Err(self.impassable(what(), hex));
            }
        }
        line.hexes
            .windows(2)
            .map(|w| {
                t.between(w[0], w[1]).ok_or_else(|| Fault::NotNeighbours {
                    what: what(),
                    a: t.number(w[0]).to_string(),
                    b: t.number(w[1]).to_string(),
                })
            })
            .collect()
    }

    fn check_place(&self, place: &Place, new: bool) -> Result<(), Fault> {
        if matches!(self.kind(place.hex).manner, Manner::Sea | Manner::Lake) {
            return Err(self.impassable(format!("place {}", place.id), place.hex));
        }
        if new { Ok(()) } else { Err(Fault::Duplicate(place.id.clone())) }
    }
}

/// A hexside as it is written: the numbers of its two hexes, the smaller first. At the sheet's edge the
/// missing hex is written `edge` with the number of the direction.
pub fn side_name(t: &Topology, side: Side) -> String {
    match t.side_hexes(side) {
        (a, Some(b)) => format!("{}/{}", t.number(a.min(b)), t.number(a.max(b))),
        (a, None) => {
            let d = Direction::ALL.iter().position(|&d| t.side(a, d) == side).unwrap_or(0);
            format!("{}/edge{d}", t.number(a))
        }
    }
}
