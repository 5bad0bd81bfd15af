//! A hex board: terrain, places, rivers, frontiers, roads and railways in dense arrays over the hexes and
//! hexsides of a [`Topology`].

use crate::geometry::Point;
use crate::topology::{Direction, Hex, Side, Topology};

/// The manner in which a kind of terrain is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Manner {
    /// Open country.
    Open,
    /// Woods.
    Wood,
    /// Broken, gullied or otherwise difficult ground.
    Rough,
    /// Hills.
    Hill,
    /// Mountains.
    Mountain,
    /// Swamp.
    Swamp,
    /// Wet meadows.
    Wetland,
    /// Lake.
    Lake,
    /// Sea.
    Sea,
    /// Land that is out of play.
    Closed,
}

/// A kind of terrain of one board; games look it up by name.
#[derive(Clone, Debug, PartialEq)]
pub struct TerrainKind {
    /// The game's own word for it.
    pub name: String,
    /// How it is drawn.
    pub manner: Manner,
}

impl TerrainKind {
    /// Whether anything may ever stand there.
    pub fn passable(&self) -> bool {
        !matches!(self.manner, Manner::Lake | Manner::Sea | Manner::Closed)
    }
}

/// A state that owns hexes.
#[derive(Clone, Debug, PartialEq)]
pub struct Country {
    /// Short code, as in `DE`.
    pub code: String,
    /// Name for the key.
    pub name: String,
}

/// A kind of terrain by its place in [`HexBoard::terrains`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct TerrainId(pub u8);

/// A country by its place in [`HexBoard::countries`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct CountryId(pub u8);

/// How large a place is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Size {
    /// No effect on play unless a game says so.
    Village,
    /// A town.
    Town,
    /// A city.
    City,
}

/// A named place.
#[derive(Clone, Debug, PartialEq)]
pub struct Place {
    /// Where.
    pub hex: Hex,
    /// Id in the atlas, or one of its own.
    pub id: String,
    /// Name on the board; empty for the second hex of a city.
    pub name: String,
    /// How large.
    pub size: Size,
    /// Grade of its fortress; 0 for none. What a grade means is the game's affair.
    pub fortress: u8,
    /// Whether trains stop here.
    pub station: bool,
    /// Other marks, such as `junction`.
    pub flags: Vec<String>,
}

/// Size of a river.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum RiverClass {
    /// A small river.
    Small,
    /// A big river.
    Big,
}

/// A river along hexsides, from source to mouth. A river in several pieces has several entries of one name.
#[derive(Clone, Debug, PartialEq)]
pub struct River {
    /// Its name.
    pub name: String,
    /// Its size.
    pub class: RiverClass,
    /// Its hexsides in order; each touches the next.
    pub sides: Vec<Side>,
}

/// How a river can be crossed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Crossing {
    /// A bridge.
    Bridge,
    /// A bridge of boats.
    Pontoon,
    /// A ferry.
    Ferry,
}

/// Class of a road.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum RoadClass {
    /// A country road.
    Secondary,
    /// A main road.
    Main,
}

/// What runs along a line of hexes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Way {
    /// A railway with so many tracks.
    Rail {
        /// One or two.
        tracks: u8,
    },
    /// A road.
    Road(RoadClass),
}

/// A railway or road: an unbroken chain of neighbouring hexes.
#[derive(Clone, Debug, PartialEq)]
pub struct Line {
    /// Short id, unique on the board.
    pub id: String,
    /// What it is.
    pub way: Way,
    /// Whose it is: a country code, or `-`.
    pub nation: String,
    /// Its name.
    pub name: String,
    /// Whether it is a link across a frontier, which a game may treat apart.
    pub border: bool,
    /// Its hexes in order.
    pub hexes: Vec<Hex>,
}

/// A hex through which pieces come onto the board.
#[derive(Clone, Debug, PartialEq)]
pub struct Entry {
    /// Where.
    pub hex: Hex,
    /// For whom.
    pub side: String,
    /// Letter or number on the board.
    pub label: String,
    /// What lies beyond.
    pub beyond: String,
}

/// A shore line for drawing: sea or lake, a closed ring on the sheet.
#[derive(Clone, Debug, PartialEq)]
pub struct Shore {
    /// Whether it bounds a lake; otherwise land in the sea.
    pub lake: bool,
    /// The ring.
    pub ring: Vec<Point>,
}

/// Why a board could not be put together.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum BoardError {
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
    /// A line runs through a hex that nothing can enter.
    #[error("{what} runs through {hex}, which is {terrain}; lead it around")]
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
}

/// A flag of hexes with its name, such as `trench`.
#[derive(Clone, Debug, PartialEq)]
pub struct Flag {
    /// Its name.
    pub name: String,
    /// The hexes that carry it.
    pub hexes: Vec<Hex>,
}

/// What a board is made of before its dense arrays are derived.
#[derive(Clone, Debug)]
pub struct Parts {
    /// Short id, as in `fury`.
    pub id: String,
    /// Title.
    pub title: String,
    /// Where its content comes from: `rulebook` or `reconstructed`.
    pub provenance: String,
    /// Kilometres between the centres of two neighbouring hexes.
    pub km: f64,
    /// Numbers and neighbours.
    pub topology: Topology,
    /// Kinds of terrain.
    pub terrains: Vec<TerrainKind>,
    /// Countries.
    pub countries: Vec<Country>,
    /// Terrain of each hex.
    pub terrain: Vec<TerrainId>,
    /// Country of each hex; none at sea.
    pub country: Vec<Option<CountryId>>,
    /// Half-hexes at the sheet's edge; all of them can be played.
    pub halves: Vec<Hex>,
    /// Other flags of hexes.
    pub flags: Vec<Flag>,
    /// Named places.
    pub places: Vec<Place>,
    /// Rivers.
    pub rivers: Vec<River>,
    /// Crossings over rivers.
    pub crossings: Vec<(Side, Crossing)>,
    /// Hexsides that nothing may cross.
    pub blocked: Vec<Side>,
    /// Railways and roads.
    pub lines: Vec<Line>,
    /// Entry hexes.
    pub entries: Vec<Entry>,
    /// Coast and lakes for drawing.
    pub shores: Vec<Shore>,
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
        let passable = |hex: Hex| parts.terrains[usize::from(parts.terrain[hex.index()].0)].passable();
        let terrain_name = |hex: Hex| parts.terrains[usize::from(parts.terrain[hex.index()].0)].name.clone();

        for river in &parts.rivers {
            for pair in river.sides.windows(2) {
                if t.shared_corner(pair[0], pair[1]).is_none() {
                    return Err(BoardError::RiverGap {
                        name: river.name.clone(),
                        a: side_name(t, pair[0]),
                        b: side_name(t, pair[1]),
                    });
                }
            }
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
        for line in &parts.lines {
            for &hex in &line.hexes {
                // A line may end in a closed hex: the way out of play.
                let inner = Some(&hex) != line.hexes.first() && Some(&hex) != line.hexes.last();
                if inner && !passable(hex) {
                    return Err(BoardError::Impassable {
                        what: format!("line {}", line.id),
                        hex: t.number(hex).to_string(),
                        terrain: terrain_name(hex),
                    });
                }
            }
            for pair in line.hexes.windows(2) {
                let side = t.between(pair[0], pair[1]).ok_or_else(|| BoardError::NotNeighbours {
                    what: format!("line {}", line.id),
                    a: t.number(pair[0]).to_string(),
                    b: t.number(pair[1]).to_string(),
                })?;
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
        let mut ids = std::collections::BTreeSet::new();
        for (i, place) in parts.places.iter().enumerate() {
            if !passable(place.hex)
                && parts.terrains[usize::from(parts.terrain[place.hex.index()].0)].manner != Manner::Closed
            {
                return Err(BoardError::Impassable {
                    what: format!("place {}", place.id),
                    hex: t.number(place.hex).to_string(),
                    terrain: terrain_name(place.hex),
                });
            }
            if !ids.insert(place.id.as_str()) {
                return Err(BoardError::Duplicate(place.id.clone()));
            }
            let slot = &mut place_of[place.hex.index()];
            let larger = |p: u16| {
                let there = &parts.places[usize::from(p)];
                (place.fortress, place.size) > (there.fortress, there.size)
            };
            if *slot == NO_PLACE || larger(*slot) {
                *slot = i as u16;
            }
        }
        let mut line_ids = std::collections::BTreeSet::new();
        if let Some(twice) = parts.lines.iter().find(|l| !line_ids.insert(l.id.as_str())) {
            return Err(BoardError::Duplicate(twice.id.clone()));
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
