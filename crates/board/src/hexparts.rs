//! What a hex board is made of: the kinds of things that stand in hexes, along hexsides and across them.

use crate::geometry::Point;
use crate::topology::{Hex, Side, Topology};

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

/// A kind of terrain by its place in [`Parts::terrains`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct TerrainId(pub u8);

/// A country by its place in [`Parts::countries`].
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
    /// A railway with this many tracks.
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
