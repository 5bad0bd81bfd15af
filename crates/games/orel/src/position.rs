//! Everything that changes, as one plain value: where the sequence stands, the units, the attacks, and what the modules of
//! [`crate::play`] keep.

mod attack;
mod id;
mod step;
mod unit;
mod units;

pub use attack::{ATTACKER, ATTACKS, Attack, Combat, DEFENDER};
pub use id::{
    AttackId, AttackOn, DepotId, Destination, EventId, FormationId, HexId, OFF_MAP, Pieces, TargetId, UnitId,
};
pub use step::{Phase, Play, Roll, RollKind, STEPS, Step};
pub use unit::{At, Dug, Marker, Mode};
pub use units::Units;

use crate::data::{Hexes, NONE, UNITS};
use crate::play::assault::state::Assault;
use crate::play::fight::state::Fight;
use crate::play::fire::state::Fire;
use crate::play::flight::state::Flight;
use crate::play::march::state::March;
use crate::play::rear::state::Rear;
use sandtable_ops::Id;
use serde::{Deserialize, Serialize};

/// Rules that were agreed on.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Rules {
    /// Random events (orel 6a).
    pub events: bool,
    /// One coordination roll for a side (orel NCR-a).
    pub new_coordination: bool,
    /// Cohesion modifiers serve a whole side (orel NCR-b).
    pub new_cohesion: bool,
    /// One Cohesion result for a side (orel NCR-i).
    pub one_result: bool,
    /// No more vehicle tests than steps lost (orel 9g).
    pub vehicle_tests: bool,
    /// Trains keep to railways that their side controls (orel RU-12).
    #[serde(default)]
    pub rail_control: bool,
    /// Vehicles, Depots and Routed units are no units for recruits and victory (orel RU-56, orel RU-76, orel RU-82).
    #[serde(default)]
    pub troops_only: bool,
    /// Prisoners are made in every pursuit (orel RU-39).
    #[serde(default)]
    pub pursuit_prisoners: bool,
    /// Phases and steps in which a player has acted are ended by that player.
    #[serde(default)]
    pub ended_by_player: bool,
}

/// Everything that changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Position {
    /// The scenario, as a row of the data.
    pub scenario: u8,
    /// Rules that were agreed on.
    pub rules: Rules,
    /// The turn, from 1.
    pub turn: u8,
    /// The active side (orel 1.2g).
    pub active: u8,
    /// The phase.
    pub phase: Phase,
    /// Steps that wait, and the last roll.
    pub play: Play,
    /// The step in which a player has acted and which the player must end.
    #[serde(default)]
    pub held: Option<Step>,
    /// The units.
    pub units: Units,
    /// Unsupplied units and Depots.
    pub unsupplied: Pieces,
    /// Units Out of Command.
    pub ooc: Pieces,
    /// Units that recruits have cost a point of TQ (orel 4.3.1Ba).
    pub green: Pieces,
    /// Tanks that have broken down.
    pub broken: Pieces,
    /// Whether units in Orel are in its centre; otherwise in the suburbs (orel 7.1.1e).
    pub centre: bool,
    /// Recruit Points.
    pub recruits: [u8; 2],
    /// Prisoners that a side has taken.
    pub prisoners: [u16; 2],
    /// Combat units that a side has lost (orel 10.2Vk).
    pub lost: [u8; 2],
    /// Who controls Orel (orel RU-55).
    pub orel: u8,
    /// Rail hexes that a side controls (orel RU-11).
    pub rails: [Hexes; 2],
    /// Formations that are inactive, one bit each.
    pub asleep: u64,
    /// Depots that are functional now (orel 3.2).
    pub functional: Pieces,
    /// Munitions Points left in a Depot, by unit.
    #[serde(with = "sandtable_ops::list")]
    pub points: [u8; UNITS],
    /// Attacks of this combat phase.
    pub attacks: [Attack; ATTACKS],
    /// How many there are.
    pub attack_count: u8,
    /// The combat that is being resolved.
    pub combat: Combat,
    /// State of the rear.
    pub rear: Rear,
    /// State of movement.
    pub march: March,
    /// State of munitions and fire.
    pub fire: Fire,
    /// State of retreats and routs.
    pub flight: Flight,
    /// State of a combat up to its Cohesion checks.
    pub fight: Fight,
    /// State of a combat after them.
    pub assault: Assault,
}

impl Position {
    /// Nothing on the map.
    pub const EMPTY: Position = Position {
        scenario: 0,
        rules: Rules {
            events: false,
            new_coordination: false,
            new_cohesion: false,
            one_result: false,
            vehicle_tests: false,
            rail_control: false,
            troops_only: false,
            pursuit_prisoners: false,
            ended_by_player: false,
        },
        turn: 1,
        active: 0,
        phase: Phase::Depots,
        play: Play::START,
        held: None,
        units: Units::EMPTY,
        unsupplied: Pieces::EMPTY,
        ooc: Pieces::EMPTY,
        green: Pieces::EMPTY,
        broken: Pieces::EMPTY,
        centre: false,
        recruits: [0; 2],
        prisoners: [0; 2],
        lost: [0; 2],
        orel: 0,
        rails: [Hexes::EMPTY; 2],
        asleep: 0,
        functional: Pieces::EMPTY,
        points: [0; UNITS],
        attacks: [Attack::NONE; ATTACKS],
        attack_count: 0,
        combat: Combat::NONE,
        rear: Rear::START,
        march: March::START,
        fire: Fire::START,
        flight: Flight::START,
        fight: Fight::START,
        assault: Assault::START,
    };

    /// The side that is not active (orel 1.2g).
    pub fn reactive(&self) -> u8 {
        1 - self.active
    }

    /// The attacks of this phase.
    pub fn declared(&self) -> &[Attack] {
        &self.attacks[..usize::from(self.attack_count).min(ATTACKS)]
    }

    /// The attack that is being resolved.
    pub fn attack(&self) -> Attack {
        self.attacks.get(usize::from(self.combat.attack)).copied().unwrap_or(Attack::NONE)
    }

    /// Units in a hex.
    pub fn at(&self, hex: HexId) -> impl Iterator<Item = UnitId> + '_ {
        self.units.in_hex(hex)
    }

    /// Units of a side in a hex.
    pub fn stack(&self, side: u8, hex: HexId) -> Pieces {
        self.at(hex).filter(|u| self.side(*u) == side).collect()
    }

    /// Whether a side has any counter in a hex.
    pub fn holds(&self, side: u8, hex: HexId) -> bool {
        self.at(hex).any(|u| self.side(u) == side)
    }

    /// The hex of a unit; see [`Units::hex`].
    pub fn hex(&self, unit: UnitId) -> Option<HexId> {
        self.units.hex(unit)
    }

    /// Whether that is the hex of a unit.
    pub fn is_in(&self, unit: UnitId, hex: HexId) -> bool {
        self.units.hex(unit) == Some(hex)
    }

    /// Whether a unit is on the map.
    pub fn on_map(&self, unit: UnitId) -> bool {
        self.units.on_map(unit)
    }

    /// Whose a unit is.
    pub fn side(&self, unit: UnitId) -> u8 {
        self.units.side(unit)
    }

    /// Steps left to a unit.
    pub fn steps(&self, unit: UnitId) -> u8 {
        self.units.steps(unit)
    }

    /// The mode of a unit.
    pub fn mode(&self, unit: UnitId) -> Mode {
        self.units.mode(unit)
    }

    /// What a unit has declared.
    pub fn marker(&self, unit: UnitId) -> Marker {
        self.units.marker(unit)
    }

    /// Whether a unit is entrenched, and not only digging.
    pub fn entrenched(&self, unit: UnitId) -> bool {
        self.units.dug(unit) == Dug::Entrenched
    }

    /// Moves a unit into a hex. A unit that leaves its hex leaves its trench (orel 7.3).
    pub fn place(&mut self, unit: UnitId, hex: HexId) {
        if self.units.on_map(unit) && !self.is_in(unit, hex) {
            self.units.set_dug(unit, Dug::No);
        }
        self.units.place(unit, hex);
    }

    /// Takes a unit off the map with all that it carries there.
    pub fn take_off(&mut self, unit: UnitId, to: At, hex: Option<HexId>, due: u8) {
        self.units.take_off(unit, to, hex, due);
        self.units.set_dug(unit, Dug::No);
        self.units.set_marker(unit, Marker::None);
        if to == At::Gone {
            self.unsupplied.remove(unit);
            self.ooc.remove(unit);
            self.broken.remove(unit);
            self.units.set_mode(unit, Mode::Combat);
        }
    }

    /// Whether a formation is inactive.
    pub fn sleeps(&self, formation: FormationId) -> bool {
        self.asleep >> formation.bit() & 1 == 1
    }

    /// Makes a formation inactive, or wakes it up.
    pub fn set_asleep(&mut self, formation: FormationId, asleep: bool) {
        let bit = 1 << formation.bit();
        self.asleep = if asleep { self.asleep | bit } else { self.asleep & !bit };
    }

    /// Whether no attack is being resolved.
    pub fn at_peace(&self) -> bool {
        self.combat.attack == NONE
    }
}
