//! What a position keeps of retreats and pursuits.

use crate::data::Hexes;
use crate::position::{HexId, Pieces, UnitId};
use sandtable_ops::{Id, Maybe};
use serde::{Deserialize, Serialize};

/// How many orders to retreat can wait: six hexes around a target, or six targets around a hex, of either side.
pub const ORDERS: usize = 12;
/// How many paths are kept for pursuit.
pub const PATHS: usize = 12;
/// A path: the hex that was left and five more.
pub const LEGS: usize = 6;

/// An order to leave a hex.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Order {
    /// Who.
    pub units: Pieces,
    /// The combat hex.
    pub from: Maybe<HexId>,
    /// How far.
    pub hexes: u8,
}

/// Hexes in the order in which they were entered.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Trail {
    /// The first `len` of them; the others are no hexes.
    hexes: [HexId; LEGS],
    len: u8,
    /// The units that went there were lost on the way.
    #[serde(default)]
    pub lost: bool,
}

impl Trail {
    /// No hex.
    pub const NONE: Trail = Trail { hexes: [HexId::NONE; LEGS], len: 0, lost: false };

    /// A trail that begins in a hex.
    pub fn of(hex: impl Into<Maybe<HexId>>) -> Trail {
        let mut out = Trail::NONE;
        if let Some(hex) = hex.into().get() {
            out.push(hex);
        }
        out
    }

    /// One hex more; a trail that is full stays as it is.
    pub fn push(&mut self, hex: HexId) {
        if let Some(place) = self.hexes.get_mut(usize::from(self.len)) {
            *place = hex;
            self.len += 1;
        }
    }

    /// The hexes.
    pub fn hexes(&self) -> &[HexId] {
        &self.hexes[..usize::from(self.len).min(LEGS)]
    }
}

/// See the module.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Retreat {
    /// Orders that wait, the first to be carried out first.
    pub orders: [Order; ORDERS],
    /// How many.
    pub count: u8,
    /// Units of the present order that have not gone.
    pub left: Pieces,
    /// Those of them who go together now.
    pub party: Pieces,
    /// The hex that they leave.
    pub from: Maybe<HexId>,
    /// How far they must go.
    pub hexes: u8,
    /// Where the party has been, from the combat hex on.
    pub trail: Trail,
    /// CEL that the party must lose for an enemy zone.
    pub owed: u8,
    /// Paths of beaten defenders, each from the hex that was left.
    pub paths: [Trail; PATHS],
    /// How many.
    pub known: u8,
    /// Attackers that may still pursue.
    pub chasers: Pieces,
    /// Hexes that the enemy has left.
    pub vacated: Hexes,
    /// The one that pursues now.
    pub chaser: Maybe<UnitId>,
    /// Where it has been, from its own hex on.
    pub chase: Trail,
    /// It has left the path and stops.
    pub off: bool,
}

impl Retreat {
    /// At the start.
    pub const START: Retreat = Retreat {
        orders: [Order { units: Pieces::EMPTY, from: Maybe::NONE, hexes: 0 }; ORDERS],
        count: 0,
        left: Pieces::EMPTY,
        party: Pieces::EMPTY,
        from: Maybe::NONE,
        hexes: 0,
        trail: Trail::NONE,
        owed: 0,
        paths: [Trail::NONE; PATHS],
        known: 0,
        chasers: Pieces::EMPTY,
        vacated: Hexes::EMPTY,
        chaser: Maybe::NONE,
        chase: Trail::NONE,
        off: false,
    };

    /// Keeps a path for pursuit, once.
    pub fn keep(&mut self, path: Trail) {
        let known = usize::from(self.known);
        if self.paths[..known].contains(&path) {
            return;
        }
        if let Some(place) = self.paths.get_mut(known) {
            *place = path;
            self.known += 1;
        }
    }

    /// The paths that are known.
    pub fn known(&self) -> &[Trail] {
        &self.paths[..usize::from(self.known).min(PATHS)]
    }
}
