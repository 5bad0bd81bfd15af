//! The position: a plain value in dense arrays. Counts of units and zones of control are kept as pieces move, so that
//! movement and supply ask one number for a hex.

use crate::data::map::{HexSet, MAX_FORTS, MAX_HEXES, MAX_SEGMENTS};
use crate::data::pieces::MAX_UNITS;
use crate::data::{Data, UnitId, UnitSet};
use crate::engine::{Adds, State};
use sandtable_core::machine::Steps;
use sandtable_ops::Maybe;
use sandtable_ops::zones::Zones;
use serde::{Deserialize, Serialize};
use std::hash::{Hash, Hasher};

mod combat;
mod marker;
mod saved;
mod sound;
mod states;
mod step;

pub use combat::{Combat, MAX_TARGETS};
pub use marker::{Contact, MARKERS, Marker, told};
pub use saved::Saved;
pub use states::{flag, off, option};
pub use step::{Phase, Step};

/// Which side was last in each hex: the hexes where it was side 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct LastHeld(HexSet);

impl LastHeld {
    /// Side 0 everywhere.
    pub const NEW: LastHeld = LastHeld(HexSet::EMPTY);

    /// Who was last there.
    pub fn side(&self, hex: u16) -> u8 {
        u8::from(self.0.has(hex))
    }

    /// Marks a hex.
    pub fn set(&mut self, hex: u16, side: u8) {
        if side & 1 == 1 { self.0.insert(hex) } else { self.0.remove(hex) }
    }
}

/// Room for steps that wait for one another.
pub const MAX_STEPS: usize = 24;

/// Everything that changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "Saved<A>", into = "Saved<A>", bound = "")]
pub struct Position<A: Adds> {
    /// The scenario, by its place in the list.
    pub scenario: u8,
    /// Options that are played, see [`option`].
    pub options: u8,
    /// The phase that is played, or that comes next when nothing else waits.
    pub phase: Phase,
    /// What waits.
    pub steps: Steps<Step<A>, MAX_STEPS>,
    /// The attack that is declared or fought.
    pub combat: Combat,
    /// Gruppe markers.
    pub markers: [Marker; MARKERS],
    /// The headquarters that each unit is under.
    pub hq_of: [Maybe<UnitId>; MAX_UNITS],
    /// What only this game has.
    pub own: A::State,
    /// Tries at replacement in this phase (tannenberg 13.0b).
    pub attempts: u8,
    /// The turn on which a reinforcement first found its entry shut; 0 for never (tannenberg 14.22b).
    pub shut_since: [u8; MAX_UNITS],
    /// The turn, from 1.
    pub turn: u8,
    /// Whose Player-Turn it is.
    pub phasing: u8,
    /// Points: those of one side less those of the other.
    pub points: i16,
    /// Where units are: a hex, a node off the map, or one of [`off`].
    place: [u16; MAX_UNITS],
    /// Steps lost; a headquarters: sides lost.
    pub lost: [u8; MAX_UNITS],
    /// States of units.
    flags: [u32; MAX_UNITS],
    /// MP spent this phase.
    pub spent: [u8; MAX_UNITS],
    /// Rail hexes used this phase; of a unit off the map, what it must still pay to get to its node.
    pub ridden: [u8; MAX_UNITS],
    /// Hidden group that a unit is in, from 1; 0 for none.
    pub gruppe: [u8; MAX_UNITS],
    /// Fortress Steps lost (tannenberg 11.15).
    fort_lost: [u8; MAX_FORTS],
    /// Fortresses that have been attacked in this phase, as bits (tannenberg 8.14b).
    pub stormed: u32,
    /// Who was last in each hex (tannenberg 5.33c).
    pub last: LastHeld,
    /// The same as far as it has been seen: units in boxes leave no trace for the other side until towns are counted.
    pub seen_last: LastHeld,
    /// Whose unit of any kind was last in each hex: for towns headquarters count as well (tannenberg 21.12a).
    pub last_unit: LastHeld,
    /// The same as far as it has been seen.
    pub seen_last_unit: LastHeld,
    /// What the other side was told of hexes beside Gruppen.
    pub contact: Contact,
    /// Steps that a player has been asked for and that only this player ends, as bits; see [`Step::ended_by_player`].
    pub begun: u8,
    /// Whether this is what one side knows of a position, not the whole.
    pub partial: bool,
    /// Which of two allies of a side was the last of them in each hex (tannenberg 22.5).
    pub last_ally: LastHeld,
    /// Rail Capacity used by each army this phase, SP.
    pub capacity_used: [u8; 4],
    /// SP that crossed each piece of line this phase.
    pub line_used: [u8; MAX_SEGMENTS],
    /// Units other than headquarters in each hex, by side.
    held: [[u8; MAX_HEXES]; 2],
    /// Zones of control.
    zone: Zones<MAX_HEXES>,
}

/// Fields are hashed in the order of the first records, whose hashes stay as they are.
impl<A: Adds> Hash for Position<A> {
    fn hash<H: Hasher>(&self, to: &mut H) {
        (&self.scenario, &self.options, &self.phase, &self.steps, &self.combat, &self.markers, &self.hq_of)
            .hash(to);
        self.own.hash_beside(self.attempts, to);
        (
            &self.shut_since,
            &self.turn,
            &self.phasing,
            &self.points,
            &self.place,
            &self.lost,
            &self.flags,
            &self.spent,
            &self.ridden,
            &self.gruppe,
            &self.fort_lost,
            &self.stormed,
        )
            .hash(to);
        (
            &self.last,
            &self.seen_last,
            &self.last_unit,
            &self.seen_last_unit,
            &self.contact,
            &self.begun,
            &self.partial,
            &self.last_ally,
            &self.capacity_used,
            &self.line_used,
            &self.held,
            &self.zone,
        )
            .hash(to);
    }
}

impl<A: Adds> Position<A> {
    /// Nobody on the map, every fortress whole, every hex last held by its own country (tannenberg 7.0b).
    pub fn new(data: &Data) -> Self {
        let mut p = Position {
            scenario: 0,
            options: 0,
            phase: Phase::SetUp,
            steps: Steps::new(Step::Go),
            combat: Combat::NONE,
            markers: [Marker::AWAY; MARKERS],
            hq_of: [Maybe::NONE; MAX_UNITS],
            own: A::State::default(),
            attempts: 0,
            shut_since: [0; MAX_UNITS],
            turn: 1,
            phasing: data.params.first,
            points: 0,
            place: [off::OUT; MAX_UNITS],
            lost: [0; MAX_UNITS],
            flags: [0; MAX_UNITS],
            spent: [0; MAX_UNITS],
            ridden: [0; MAX_UNITS],
            gruppe: [0; MAX_UNITS],
            fort_lost: [0; MAX_FORTS],
            stormed: 0,
            last: LastHeld::NEW,
            seen_last: LastHeld::NEW,
            last_unit: LastHeld::NEW,
            seen_last_unit: LastHeld::NEW,
            contact: Contact::default(),
            begun: 0,
            partial: false,
            last_ally: LastHeld::NEW,
            capacity_used: [0; 4],
            line_used: [0; MAX_SEGMENTS],
            held: [[0; MAX_HEXES]; 2],
            zone: Zones::EMPTY,
        };
        for (hex, ground) in data.map.ground.iter().enumerate() {
            let home = data.map.home.iter().position(|h| h.is_some() && *h == ground.country);
            if let Some(army) = home {
                p.last.set(hex as u16, data.params.armies[army].side);
            }
        }
        (p.seen_last, p.last_unit, p.seen_last_unit) = (p.last, p.last, p.last);
        for fort in &data.map.forts {
            p.zone.add(fort.side, data.map.open(fort.hex).map(|s| s.to), 1);
        }
        p
    }

    /// What is to be done next.
    pub fn top(&self) -> Step<A> {
        self.steps.top()
    }

    /// Whether an option is played.
    pub fn plays(&self, option: u8) -> bool {
        self.options & option != 0
    }

    /// Where a unit is, as it is kept.
    pub fn place(&self, unit: UnitId) -> u16 {
        self.place[unit.index()]
    }

    /// The hex of a unit on the map.
    pub fn hex(&self, unit: UnitId) -> Option<u16> {
        let place = self.place(unit);
        (usize::from(place) < MAX_HEXES).then_some(place)
    }

    /// Whether a unit has a state.
    pub fn is(&self, unit: UnitId, flag: u32) -> bool {
        self.flags[unit.index()] & flag != 0
    }

    /// The states of a unit.
    pub fn flags(&self, unit: UnitId) -> u32 {
        self.flags[unit.index()]
    }

    /// Gives or takes a state; an entrained unit has no zone of control (tannenberg 5.36a).
    pub fn set(&mut self, data: &Data, unit: UnitId, flag: u32, on: bool) {
        self.count(data, unit, -1);
        let flags = &mut self.flags[unit.index()];
        *flags = if on { *flags | flag } else { *flags & !flag };
        self.count(data, unit, 1);
    }

    /// Puts a unit somewhere. It is then the last that was there; of a headquarters that counts for towns alone.
    pub fn put(&mut self, data: &Data, unit: UnitId, place: u16) {
        self.count(data, unit, -1);
        self.place[unit.index()] = place;
        self.count(data, unit, 1);
        let u = data.unit(unit);
        if usize::from(place) >= MAX_HEXES {
            return;
        }
        let open = self.gruppe[unit.index()] == 0;
        // Of two allies a headquarters takes a hex only from the enemy (tannenberg 22.5).
        let takes = !u.is_hq() || self.seen_last_unit.side(place) != u.side;
        self.last_unit.set(place, u.side);
        if open {
            if takes {
                self.last_ally.set(place, u.ally);
            }
            self.seen_last_unit.set(place, u.side);
        }
        if !u.is_hq() {
            self.last.set(place, u.side);
            if open {
                self.seen_last.set(place, u.side);
            }
        }
    }

    /// Notes a side as the last in a hex, for all to see.
    pub fn mark_held(&mut self, hex: u16, side: u8) {
        for last in [&mut self.last, &mut self.seen_last, &mut self.last_unit, &mut self.seen_last_unit] {
            last.set(hex, side);
        }
    }

    /// Forgets everything about a unit but where it is: what a side does not know of the other's.
    pub fn forget(&mut self, data: &Data, unit: UnitId) {
        self.set(data, unit, u32::MAX, false);
        let at = unit.index();
        (self.lost[at], self.spent[at], self.ridden[at], self.gruppe[at]) = (0, 0, 0, 0);
    }

    /// Counts something unknown in a hex as a unit of a side, with a zone of control or without. Only for what a side
    /// knows of a position.
    pub fn shade(&mut self, data: &Data, side: u8, hex: u16, zone: bool) {
        let held = &mut self.held[usize::from(side)][usize::from(hex)];
        *held = held.saturating_add(1);
        if zone {
            self.zone.add(side, data.map.open(hex).map(|s| s.to), 1);
        }
    }

    /// Counts something unknown in a hex as controlling one hex.
    pub fn shade_zone(&mut self, side: u8, hex: u16) {
        self.zone.add(side, std::iter::once(hex), 1);
    }

    /// Takes back a shade without a zone of control.
    pub fn unshade(&mut self, side: u8, hex: u16) {
        let held = &mut self.held[usize::from(side)][usize::from(hex)];
        *held = held.saturating_sub(1);
    }

    /// Counts units and zones anew, without any shade.
    pub fn recount(&mut self, data: &Data) {
        self.held = [[0; MAX_HEXES]; 2];
        self.zone = Zones::EMPTY;
        for (fort, f) in data.map.forts.iter().enumerate() {
            if self.stands(data, fort as u8) {
                self.zone.add(f.side, data.map.open(f.hex).map(|s| s.to), 1);
            }
        }
        for unit in data.ids() {
            self.count(data, unit, 1);
        }
    }

    /// Takes Steps from a unit; it is eliminated with the last (tannenberg 2.4f).
    pub fn lose(&mut self, data: &Data, unit: UnitId, steps: u8) {
        let all = data.unit(unit).steps;
        let lost = &mut self.lost[unit.index()];
        *lost = lost.saturating_add(steps).min(all);
        if *lost == all {
            self.put(data, unit, off::ELIMINATED);
        }
    }

    /// Steps that a unit has left.
    pub fn steps(&self, data: &Data, unit: UnitId) -> u8 {
        data.unit(unit).steps.saturating_sub(self.lost[unit.index()])
    }

    /// Fortress Steps lost.
    pub fn fort_lost(&self, fort: u8) -> u8 {
        self.fort_lost[usize::from(fort)]
    }

    /// Takes Steps from a fortress; with the last goes its zone of control (tannenberg 11.15, R-25).
    pub fn lose_fort(&mut self, data: &Data, fort: u8, steps: u8) {
        let stood = self.stands(data, fort);
        let lost = &mut self.fort_lost[usize::from(fort)];
        *lost = lost.saturating_add(steps).min(data.params.fortress.steps);
        if stood && !self.stands(data, fort) {
            let f = &data.map.forts[usize::from(fort)];
            self.zone.add(f.side, data.map.open(f.hex).map(|s| s.to), -1);
        }
    }

    /// Whether a fortress has been attacked in this phase (tannenberg 8.14b).
    pub fn stormed(&self, fort: u8) -> bool {
        self.stormed >> fort & 1 == 1
    }

    /// Whether a fortress has not been destroyed.
    pub fn stands(&self, data: &Data, fort: u8) -> bool {
        self.fort_lost(fort) < data.params.fortress.steps
    }

    /// The fortress of a side that stands in a hex.
    pub fn fort_at(&self, data: &Data, side: u8, hex: u16) -> Option<u8> {
        let fort = data.map.at(hex).fort?;
        (data.map.forts[usize::from(fort)].side == side && self.stands(data, fort)).then_some(fort)
    }

    /// Units of a side other than headquarters in a hex.
    pub fn held(&self, side: u8, hex: u16) -> u8 {
        self.held[usize::from(side)][usize::from(hex)]
    }

    /// Whether a side controls a hex.
    pub fn controls(&self, side: u8, hex: u16) -> bool {
        self.zone.covers(side, hex)
    }

    /// All units in a hex, of both sides, headquarters too.
    pub fn units_in(&self, hex: u16) -> UnitSet {
        // Asked more often than anything else: without branches, so that it is done many places at a time.
        let half = |places: &[u16]| {
            places.iter().enumerate().fold(0u64, |bits, (i, at)| bits | u64::from(*at == hex) << i)
        };
        let (low, high) = self.place.split_at(MAX_UNITS / 2);
        UnitSet(u128::from(half(low)) | u128::from(half(high)) << 64)
    }

    /// The units of a side in a hex.
    pub fn stack(&self, data: &Data, side: u8, hex: u16) -> UnitSet {
        self.units_in(hex).iter().filter(|u| data.unit(*u).side == side).collect()
    }

    /// Counts a unit in (1) or out (−1) of the hex where it stands.
    fn count(&mut self, data: &Data, unit: UnitId, by: i8) {
        let Some(hex) = self.hex(unit) else { return };
        let u = data.unit(unit);
        if u.is_hq() {
            return;
        }
        let held = &mut self.held[usize::from(u.side)][usize::from(hex)];
        *held = held.wrapping_add_signed(by);
        if u.has_zone() && !self.is(unit, flag::ENTRAINED) {
            // tannenberg 7.11a, tannenberg 7.11b
            self.zone.add(u.side, data.map.open(hex).map(|s| s.to), by);
        }
    }
}
