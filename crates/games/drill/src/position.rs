//! Everything that changes.

use crate::Units;
use crate::play::Step;
use crate::{COUNTERS, Drill, RED};
use crate::{HexId, UnitId};
use sandtable_core::machine::Steps;
use sandtable_ops::HexSet;
use serde::{Deserialize, Serialize};

/// A position.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Position {
    /// The turn, from 1.
    pub turn: u8,
    /// Whose turn it is.
    pub side: u8,
    /// Where each unit is; nowhere before it comes and after it is lost.
    pub hex: [Option<HexId>; COUNTERS],
    /// How many steps each unit has left; a lost one has none.
    pub strength: [u8; COUNTERS],
    /// Who has moved (drill 2a).
    pub moved: Units,
    /// Who has attacked (drill 6b).
    pub fought: Units,
    /// Hexes that were attacked (drill 6b).
    pub attacked: HexSet<1>,
    /// The hex under attack.
    pub target: Option<HexId>,
    /// Who takes part in the attack.
    pub attackers: Units,
    /// Who has still to retreat.
    pub retreating: Units,
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
        moved: Units::EMPTY,
        fought: Units::EMPTY,
        attacked: HexSet::EMPTY,
        target: None,
        attackers: Units::EMPTY,
        retreating: Units::EMPTY,
        towns: [RED; 5],
        steps: Steps::new(Step::Go),
    };

    /// Where a unit is.
    pub fn at(&self, unit: UnitId) -> Option<HexId> {
        self.hex[usize::from(unit.0)]
    }
}

/// All counters.
pub(crate) fn units() -> impl Iterator<Item = UnitId> {
    (0..COUNTERS as u8).map(UnitId)
}

impl Drill {
    /// Whose a unit is.
    pub fn side_of(&self, unit: UnitId) -> u8 {
        self.counter_of(unit).side
    }

    /// The units in a hex.
    pub fn units_in<'a>(&self, p: &'a Position, hex: HexId) -> impl Iterator<Item = UnitId> + use<'a> {
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
    pub fn holds(&self, p: &Position, side: u8, hex: HexId) -> bool {
        self.units_in(p, hex).any(|u| self.side_of(u) == side)
    }

    /// Whether an enemy of a side controls a hex.
    pub fn in_enemy_zone(&self, p: &Position, side: u8, hex: HexId) -> bool {
        self.zone(p, 1 - side).has(hex.0)
    }

    /// Whether a unit finds no room in a hex (drill 4a).
    pub fn is_full(&self, p: &Position, hex: HexId) -> bool {
        self.units_in(p, hex).count() >= 2
    }

    /// Puts a unit into a hex, and the town there changes hands (drill 9a).
    pub(crate) fn put(&self, p: &mut Position, unit: UnitId, hex: HexId) {
        p.hex[usize::from(unit.0)] = Some(hex);
        if let Some(town) = self.towns.iter().position(|t| *t == hex) {
            p.towns[town] = self.side_of(unit);
        }
    }

    /// A unit loses a step, or all of them (drill 7a).
    pub(crate) fn lose(&self, p: &mut Position, unit: UnitId, steps: u8) {
        let left = &mut p.strength[usize::from(unit.0)];
        *left = left.saturating_sub(steps);
        if *left == 0 {
            p.hex[usize::from(unit.0)] = None;
            for set in [&mut p.attackers, &mut p.retreating] {
                set.remove(unit);
            }
        }
    }
}
