//! A board as dense tables.

mod read;

use super::{HEXES, Hexes};
use crate::position::HexId;
use sandtable_board::HexBoard;
use sandtable_ops::{Id, Maybe};

/// What is said in place of the number of a hex that is not there.
pub const OFF_THE_MAP: &str = "off the map";

/// No river on a side.
pub const RIVER_NONE: u8 = 0;
/// A small river.
pub const RIVER_SMALL: u8 = 1;
/// A big river.
pub const RIVER_BIG: u8 = 2;
/// No road along a side.
pub const ROAD_NONE: u8 = 0;
/// A secondary road.
pub const ROAD_SECONDARY: u8 = 1;
/// A main road.
pub const ROAD_MAIN: u8 = 2;

/// The country that a hex lies in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Country {
    /// Germany.
    Germany,
    /// Austria-Hungary.
    Austria,
    /// Russia.
    Russia,
    /// None: water.
    None,
}

/// What is in a hex, as bits of [`Map::features`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u16)]
#[allow(missing_docs)]
pub enum Feature {
    Forest = 1,
    City = 2,
    Town = 4,
    Swamp = 8,
    Hills = 16,
    Mountain = 32,
    Wetland = 64,
    /// Lake or sea: closed to all.
    Closed = 128,
    /// A fortress (lodz 9.42).
    Fortress = 256,
    /// A hex of the railway.
    Rail = 512,
    /// A hex with any road.
    Road = 1024,
}

/// A board.
#[derive(Clone)]
pub struct Map {
    /// As it is drawn.
    pub board: HexBoard,
    /// Its id.
    pub id: &'static str,
    /// How many hexes it has.
    pub hexes: usize,
    /// Neighbours clockwise from the north; none over the edge.
    pub near: Vec<[Maybe<HexId>; 6]>,
    /// What is in each hex, as bits of [`Feature`].
    pub features: Vec<u16>,
    /// River on each side: [`RIVER_NONE`], [`RIVER_SMALL`], [`RIVER_BIG`].
    pub river: Vec<[u8; 6]>,
    /// Sides with a bridge at the start, one bit for each direction.
    pub bridge: Vec<u8>,
    /// Road along each side: [`ROAD_NONE`], [`ROAD_SECONDARY`], [`ROAD_MAIN`].
    pub road: Vec<[u8; 6]>,
    /// Sides along which a railway runs.
    pub rail: Vec<u8>,
    /// Country of each hex.
    pub country: Vec<Country>,
    /// Half-points to enter a hex off road, without rivers; 0 for closed.
    pub enter: Vec<u8>,
    /// Sum of the shifts of the hex's own ground (lodz 7.63), for combat and for fire.
    pub shift: Vec<u8>,
    /// What the ground takes off artillery fire (lodz 8.26).
    pub fire: Vec<u8>,
    /// Sides of a hex that are fixed positions, one bit for each direction (lodz 9.4).
    pub fixed: Vec<u8>,
    /// Hexes on the west, east, north and south edge.
    pub edges: [Hexes; 4],
    /// Directions in which a zone of control reaches out of a hex: not over a big river, bridged or not, nor into closed ground
    /// (lodz 6.1.3, lodz R6).
    pub zones: Vec<u8>,
    pub(super) far: Vec<u8>,
}

impl Map {
    /// Whether a hex has a feature.
    pub fn has(&self, hex: HexId, feature: Feature) -> bool {
        self.features[usize::from(hex)] & feature as u16 != 0
    }

    /// All hexes.
    pub fn all(&self) -> impl Iterator<Item = HexId> + use<> {
        (0..self.hexes).map(HexId::of)
    }

    /// Hexes between two, counted as steps.
    pub fn distance(&self, a: HexId, b: HexId) -> u8 {
        self.far[usize::from(a) * self.hexes + usize::from(b)]
    }

    /// How far every hex is from one.
    pub fn distances(&self, from: HexId) -> &[u8] {
        let at = usize::from(from) * self.hexes;
        &self.far[at..at + self.hexes]
    }

    /// Finds where zones of control reach, from rivers and ground as they are.
    pub fn find_zones(&mut self) {
        let open = |to: Maybe<HexId>| to.get().is_some_and(|to| !self.has(to, Feature::Closed));
        let zone = |hex: usize| {
            let reaches = |d: &usize| open(self.near[hex][*d]) && self.river[hex][*d] != RIVER_BIG;
            (0..6).filter(reaches).fold(0, |bits, d| bits | 1 << d)
        };
        self.zones = (0..self.hexes).map(zone).collect();
    }

    /// Hexes in the zones of control of those who stand in some hexes.
    pub fn zone_of(&self, hexes: &Hexes) -> Hexes {
        let mut out = Hexes::EMPTY;
        for hex in hexes.iter() {
            let mut reached = self.zones[usize::from(hex)];
            while reached != 0 {
                if let Some(to) = self.near[usize::from(hex)][reached.trailing_zeros() as usize].get() {
                    out.insert(to);
                }
                reached &= reached - 1;
            }
        }
        out
    }

    /// The neighbour in a direction.
    pub fn step(&self, hex: HexId, direction: u8) -> Option<HexId> {
        self.near[usize::from(hex)][usize::from(direction % 6)].get()
    }

    /// Neighbours with their directions.
    pub fn neighbours(&self, hex: HexId) -> impl Iterator<Item = (u8, HexId)> + '_ {
        let around = self.near[usize::from(hex)].iter().enumerate();
        around.filter_map(|(d, h)| Some((d as u8, h.get()?)))
    }

    /// The direction from a hex to its neighbour.
    pub fn direction(&self, from: HexId, to: HexId) -> Option<u8> {
        self.near[usize::from(from)].iter().position(|h| h.is(to)).map(|d| d as u8)
    }

    /// A hex as printed.
    pub fn name(&self, hex: HexId) -> String {
        if usize::from(hex) >= self.hexes.min(HEXES) {
            return OFF_THE_MAP.to_string();
        }
        self.board.topology().number(hex.into()).to_string()
    }

    /// The row of a hex, by its printed number.
    pub fn row(&self, hex: HexId) -> Option<u8> {
        let there = usize::from(hex) < self.hexes.min(HEXES);
        there.then(|| self.board.topology().number(hex.into()).1)
    }

    /// The hex of a printed number.
    pub fn hex(&self, number: &str) -> Option<HexId> {
        let n: sandtable_board::Number = number.parse().ok()?;
        self.board.topology().hex(n).map(|h| HexId(h.0))
    }
}
