//! An attack from its declaration to the advance.

use crate::data::UnitSet;
use crate::data::params::Outcome;
use serde::{Deserialize, Serialize};

/// Hexes that one attack can have: an attacker has six neighbours, and all attackers must touch all targets.
pub const MAX_TARGETS: usize = 6;

/// An attack.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Combat {
    /// Hexes attacked, as many as `count`.
    pub hexes: [u16; MAX_TARGETS],
    /// How many.
    pub count: u8,
    /// Attackers.
    pub units: UnitSet,
    /// Heroic headquarters that fight along (tannenberg 10.23).
    pub heroes: UnitSet,
    /// Headquarters that lend their shift (tannenberg 10.21b).
    pub shifts: UnitSet,
    /// Whether the attack is full: no unit joins after the first headquarters.
    pub closed: bool,
    /// Defenders when the combat began, headquarters too.
    pub defenders: UnitSet,
    /// Those among them that are affected (tannenberg 8.9m).
    pub affected: UnitSet,
    /// The attacker's result.
    pub attacker: Outcome,
    /// The defender's result.
    pub defender: Outcome,
    /// Affected Steps (tannenberg 8.9c).
    pub steps: u8,
    /// Attacking Steps.
    pub size: u8,
    /// The defender's option; 0 before the choice is made.
    pub option: u8,
    /// Whether all defenders were in supply (tannenberg 8.75a).
    pub supplied: bool,
    /// Hexes whose defenders lost Steps, as bits in the order of the targets.
    pub hurt: u8,
    /// Hexes whose defenders went back or were eliminated.
    pub gone: u8,
}

impl Combat {
    /// No attack.
    pub const NONE: Combat = Combat {
        hexes: [0; MAX_TARGETS],
        count: 0,
        units: UnitSet::EMPTY,
        heroes: UnitSet::EMPTY,
        shifts: UnitSet::EMPTY,
        closed: false,
        defenders: UnitSet::EMPTY,
        affected: UnitSet::EMPTY,
        attacker: Outcome::Nothing,
        defender: Outcome::Nothing,
        steps: 0,
        size: 0,
        option: 0,
        supplied: false,
        hurt: 0,
        gone: 0,
    };

    /// The hexes attacked.
    pub fn targets(&self) -> &[u16] {
        &self.hexes[..usize::from(self.count)]
    }

    /// One more hex; it is not taken in if there are too many.
    pub fn aim(&mut self, hex: u16) {
        if let Some(slot) = self.hexes.get_mut(usize::from(self.count)) {
            *slot = hex;
            self.count += 1;
        }
    }

    /// The place of a hex among the targets.
    pub fn target(&self, hex: u16) -> Option<usize> {
        self.targets().iter().position(|t| *t == hex)
    }
}
