//! A position: one plain value. It holds where the sequence stands, the counters, the map's changes, and what the modules of
//! [`crate::play`] keep.

mod flag;
mod id;
mod step;
mod units;

pub use flag::Flag;
pub use id::{HexId, SideId, UnitId};
pub use step::{Phase, STEPS, Step, Waiting};
pub use units::{At, Units};

use crate::data::{HEXES, UNITS};
use crate::play::air::state::Air;
use crate::play::battle::state::Battle;
use crate::play::march::state::March;
use crate::play::rail::state::Rail;
use crate::play::retreat::state::Retreat;
use crate::play::supply::state::Supply;
use sandtable_ops::IdSet;
use serde::{Deserialize, Serialize};

/// A set of counters.
pub type Pieces = IdSet<UnitId, { UNITS / 64 }>;

/// Field works in a hex (lodz 9.1).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Works {
    /// None.
    #[default]
    None,
    /// Field fortifications.
    Field,
    /// Improved ones.
    Improved,
}

/// No fixed positions, as in games from before there were any.
fn bare() -> [u8; HEXES] {
    [0; HEXES]
}

/// Everything that changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Position {
    /// The scenario, as a row of the data.
    pub scenario: u8,
    /// The day, from 1.
    pub day: u8,
    /// Player A of this day.
    pub first: u8,
    /// The player whose phases run.
    pub active: u8,
    /// The phase.
    pub phase: Phase,
    /// Steps that wait.
    #[serde(rename = "pile")]
    pub steps: Waiting,
    /// The counters.
    pub units: Units,
    /// Field works.
    #[serde(with = "sandtable_ops::list")]
    pub works: [Works; HEXES],
    /// Sides of a hex whose bridge stands, one bit for each direction; both hexes of a side say the same.
    #[serde(with = "sandtable_ops::list")]
    pub bridges: [u8; HEXES],
    /// Who controls a hex (lodz R48, lodz R49): 0 Germany, 1 Russia, 2 nobody yet.
    #[serde(with = "sandtable_ops::list")]
    pub holder: [u8; HEXES],
    /// Sides of a hex that are fixed positions, one bit for each direction (lodz 9.4).
    #[serde(with = "sandtable_ops::list", default = "bare")]
    pub fixed: [u8; HEXES],
    /// Whether phases are ended by their player, also when nothing is left to do in them.
    #[serde(default)]
    pub ends: bool,
    /// Whether something has been done in the phase that runs, so that it waits for its player to end it.
    #[serde(default)]
    pub held: bool,
    /// Whether barrages are fired (lodz 8.61a).
    #[serde(default)]
    pub barrage: bool,
    /// Replacement points by kind.
    pub points: [u8; 4],
    /// Points that parts of a campaign have brought.
    pub scored: [u8; 2],
    /// Groups that may come, one bit each.
    pub groups: u32,
    /// Airships and barrages.
    pub air: Air,
    /// Movement.
    pub march: March,
    /// Trains, bases, replacements.
    pub rail: Rail,
    /// Attacks.
    pub battle: Battle,
    /// Retreats and pursuits.
    pub retreat: Retreat,
    /// Set-up, supply, nights.
    pub supply: Supply,
}

impl Position {
    /// Nothing on the map.
    pub const EMPTY: Position = Position {
        scenario: 0,
        day: 1,
        first: 0,
        active: 0,
        phase: Phase::SetUp,
        steps: Waiting::NONE,
        units: Units::EMPTY,
        works: [Works::None; HEXES],
        bridges: [0; HEXES],
        holder: [2; HEXES],
        fixed: [0; HEXES],
        ends: false,
        held: false,
        barrage: false,
        points: [0; 4],
        scored: [0; 2],
        groups: 0,
        air: Air::START,
        march: March::START,
        rail: Rail::START,
        battle: Battle::START,
        retreat: Retreat::START,
        supply: Supply::START,
    };

    /// The other player.
    pub fn other(&self) -> u8 {
        1 - self.active
    }

    /// Counters in a hex.
    pub fn at(&self, hex: HexId) -> impl Iterator<Item = UnitId> + '_ {
        self.units.in_hex(hex)
    }

    /// The hex of a counter, if it is on the map.
    pub fn hex(&self, unit: UnitId) -> Option<HexId> {
        self.units.hex(unit)
    }

    /// Whose a counter is.
    pub fn side(&self, unit: UnitId) -> u8 {
        self.units.side(unit)
    }

    /// Whether a counter is on the map.
    pub fn on_map(&self, unit: UnitId) -> bool {
        self.units.on_map(unit)
    }

    /// Whether it carries a mark.
    pub fn has(&self, unit: UnitId, flag: Flag) -> bool {
        self.units.has(unit, flag)
    }

    /// Whether a bridge stands on a side of a hex.
    pub fn bridged(&self, hex: HexId, direction: u8) -> bool {
        self.bridges.get(usize::from(hex)).is_some_and(|b| b >> direction & 1 == 1)
    }

    /// Takes a counter out of the game; it may come back by replacement.
    pub fn destroy(&mut self, unit: UnitId) {
        self.units.take_off(unit, At::Gone);
    }
}
