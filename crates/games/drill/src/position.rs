//! Everything that changes.

use crate::game::Step;
use crate::{COUNTERS, Drill, RED};
use sandtable_core::machine::Steps;
use sandtable_core::phrase::{Place, Unit};
use sandtable_ops::{HexSet, PieceSet};
use serde::{Deserialize, Serialize};

/// A position.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Position {
    /// The turn, from 1.
    pub turn: u8,
    /// Whose turn it is.
    pub side: u8,
    /// Where each unit is; nowhere before it comes and after it is lost.
    pub hex: [Option<Place>; COUNTERS],
    /// How many steps each unit has left; a lost one has none.
    pub strength: [u8; COUNTERS],
    /// Who has moved (drill 2a).
    pub moved: PieceSet<1>,
    /// Who has attacked (drill 6b).
    pub fought: PieceSet<1>,
    /// Hexes that were attacked (drill 6b).
    pub attacked: PieceSet<1>,
    /// The hex under attack.
    pub target: Option<Place>,
    /// Who takes part in the attack.
    pub attackers: PieceSet<1>,
    /// Who has still to retreat.
    pub retreating: PieceSet<1>,
    /// Whose each town is, in the order of the board.
    pub towns: [u8; 5],
    /// What waits to be decided or done.
    pub steps: Steps<Step, 6>,
}

impl Position {
    /// Nobody is on the map, and all towns are Red's.
    pub const EMPTY: Position = Position {
        turn: 1,
        side: crate::BLUE,
        hex: [None; COUNTERS],
        strength: [2; COUNTERS],
        moved: PieceSet::EMPTY,
        fought: PieceSet::EMPTY,
        attacked: PieceSet::EMPTY,
        target: None,
        attackers: PieceSet::EMPTY,
        retreating: PieceSet::EMPTY,
        towns: [RED; 5],
        steps: Steps::NONE,
    };

    /// Where a unit is.
    pub fn at(&self, unit: Unit) -> Option<Place> {
        self.hex[usize::from(unit.0)]
    }
}

/// All counters.
pub(crate) fn units() -> impl Iterator<Item = Unit> {
    (0..COUNTERS as u8).map(Unit)
}

impl Drill {
    /// Whose a unit is.
    pub fn side_of(&self, unit: Unit) -> u8 {
        self.counter_of(unit).side
    }

    /// The units in a hex.
    pub fn units_in<'a>(&self, p: &'a Position, hex: Place) -> impl Iterator<Item = Unit> + use<'a> {
        units().filter(move |u| p.at(*u) == Some(hex))
    }

    /// Where a side has units.
    pub fn occupied(&self, p: &Position, side: u8) -> HexSet<1> {
        units().filter(|u| self.side_of(*u) == side).filter_map(|u| p.at(u)).map(|hex| hex.0).collect()
    }

    /// The hexes that a side controls (drill 3a).
    pub fn zone(&self, p: &Position, side: u8) -> HexSet<1> {
        let mut zone = HexSet::EMPTY;
        self.occupied(p, side).iter().for_each(|hex| zone.join(&self.around[usize::from(hex)]));
        zone
    }

    /// Whether a side has a unit in a hex.
    pub fn holds(&self, p: &Position, side: u8, hex: Place) -> bool {
        self.units_in(p, hex).any(|u| self.side_of(u) == side)
    }

    /// Whether an enemy of a side controls a hex.
    pub fn in_enemy_zone(&self, p: &Position, side: u8, hex: Place) -> bool {
        self.zone(p, 1 - side).has(hex.0)
    }

    /// Whether a unit finds no room in a hex (drill 4a).
    pub fn is_full(&self, p: &Position, hex: Place) -> bool {
        self.units_in(p, hex).count() >= 2
    }

    /// Puts a unit into a hex, and the town there changes hands (drill 9a).
    pub(crate) fn put(&self, p: &mut Position, unit: Unit, hex: Place) {
        p.hex[usize::from(unit.0)] = Some(hex);
        if let Some(town) = self.towns.iter().position(|t| *t == hex) {
            p.towns[town] = self.side_of(unit);
        }
    }

    /// A unit loses a step, or all of them (drill 7a).
    pub(crate) fn lose(&self, p: &mut Position, unit: Unit, steps: u8) {
        let left = &mut p.strength[usize::from(unit.0)];
        *left = left.saturating_sub(steps);
        if *left == 0 {
            p.hex[usize::from(unit.0)] = None;
            for set in [&mut p.attackers, &mut p.retreating] {
                set.remove(unit.0.into());
            }
        }
    }
}
