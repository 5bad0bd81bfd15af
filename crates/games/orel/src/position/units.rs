//! Where the units are and how they are, with an index of who stands where. Fields change through methods alone, so that
//! the index is always true.

use super::{At, Dug, HexId, Marker, Mode, Pieces, UnitId};
use crate::data::{HEXES, UNITS};
use sandtable_ops::id::Maybe;
use serde::{Deserialize, Serialize};

/// The units of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(into = "Vec<Written>", try_from = "Vec<Written>")]
pub struct Units {
    at: [At; UNITS],
    hex: [Maybe<HexId>; UNITS],
    due: [u8; UNITS],
    side: [u8; UNITS],
    steps: [u8; UNITS],
    mode: [Mode; UNITS],
    dug: [Dug; UNITS],
    marker: [Marker; UNITS],
    /// Combat units and guns.
    troops: Pieces,
    /// Cavalry.
    horse: Pieces,
    /// First unit in a hex, then the next one; in rising order.
    first: [Maybe<UnitId>; HEXES],
    next: [Maybe<UnitId>; UNITS],
    /// Steps of troops that are not Routed, by side and hex (orel 1.2r, orel 1.2t).
    firm: [[u8; HEXES]; 2],
    /// Cavalry that is not Routed, by side and hex.
    riders: [[u8; HEXES]; 2],
    /// See [`Units::stamp`].
    stamp: u64,
}

/// A unit as it is written.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
struct Written {
    unit: UnitId,
    at: At,
    hex: Maybe<HexId>,
    due: u8,
    side: u8,
    steps: u8,
    mode: Mode,
    dug: Dug,
    marker: Marker,
    troop: bool,
    horse: bool,
}

impl From<Units> for Vec<Written> {
    fn from(units: Units) -> Vec<Written> {
        let used = (0..UNITS as u8).map(UnitId).filter(|u| units.at(*u) != At::Unused);
        let written = used.map(|u| Written {
            unit: u,
            at: units.at(u),
            hex: units.hex(u).into(),
            due: units.due(u),
            side: units.side(u),
            steps: units.steps(u),
            mode: units.mode(u),
            dug: units.dug(u),
            marker: units.marker(u),
            troop: units.troops.has(u),
            horse: units.horse.has(u),
        });
        written.collect()
    }
}

impl TryFrom<Vec<Written>> for Units {
    type Error = String;

    fn try_from(list: Vec<Written>) -> Result<Units, String> {
        let mut out = Units::EMPTY;
        for w in list {
            let hex = w.hex.get();
            if usize::from(w.unit) >= UNITS
                || hex.is_some_and(|h| !h.on_board())
                || w.side > 1
                || (w.at == At::Map && hex.is_none())
                || w.steps > 5
            {
                return Err(format!("unit {} is not as a unit can be", w.unit.0));
            }
            if out.at(w.unit) != At::Unused {
                return Err(format!("unit {} is there twice", w.unit.0));
            }
            out.muster(w.unit, w.side, w.steps, w.troop, w.horse);
            out.set_mode(w.unit, w.mode);
            out.set_dug(w.unit, w.dug);
            out.set_marker(w.unit, w.marker);
            match hex {
                Some(hex) if w.at == At::Map => out.place(w.unit, hex),
                _ => out.take_off(w.unit, w.at, hex, w.due),
            }
            out.due[usize::from(w.unit)] = w.due;
        }
        Ok(out)
    }
}

impl Units {
    /// No unit is used.
    pub const EMPTY: Units = Units {
        at: [At::Unused; UNITS],
        hex: [Maybe::NONE; UNITS],
        due: [0; UNITS],
        side: [0; UNITS],
        steps: [0; UNITS],
        mode: [Mode::Combat; UNITS],
        dug: [Dug::No; UNITS],
        marker: [Marker::None; UNITS],
        troops: Pieces::EMPTY,
        horse: Pieces::EMPTY,
        first: [Maybe::NONE; HEXES],
        next: [Maybe::NONE; UNITS],
        firm: [[0; HEXES]; 2],
        riders: [[0; HEXES]; 2],
        stamp: 0,
    };

    /// Takes a unit into use, off the map.
    pub fn muster(&mut self, unit: UnitId, side: u8, steps: u8, troop: bool, horse: bool) {
        let u = usize::from(unit);
        (self.side[u], self.steps[u], self.at[u]) = (side, steps, At::Gone);
        self.troops.set(unit, troop);
        self.horse.set(unit, horse);
    }

    /// Takes a unit out of use altogether.
    pub fn retire(&mut self, unit: UnitId) {
        self.take_off(unit, At::Unused, None, 0);
        self.set_mode(unit, Mode::Combat);
        self.set_dug(unit, Dug::No);
        self.set_marker(unit, Marker::None);
        let u = usize::from(unit);
        (self.side[u], self.steps[u]) = (0, 0);
        self.troops.remove(unit);
        self.horse.remove(unit);
    }

    /// Where a unit is.
    pub fn at(&self, unit: UnitId) -> At {
        self.at.get(usize::from(unit)).copied().unwrap_or(At::Unused)
    }

    /// Its hex; off the map the hex that it left by or comes back to, if there is one.
    pub fn hex(&self, unit: UnitId) -> Option<HexId> {
        self.hex.get(usize::from(unit)).and_then(|h| h.get())
    }

    /// Whether it is on the map.
    pub fn on_map(&self, unit: UnitId) -> bool {
        self.at(unit) == At::Map
    }

    /// The turn on which something is due for a unit off the map.
    pub fn due(&self, unit: UnitId) -> u8 {
        self.due.get(usize::from(unit)).copied().unwrap_or(0)
    }

    /// Whose it is.
    pub fn side(&self, unit: UnitId) -> u8 {
        self.side.get(usize::from(unit)).copied().unwrap_or(0)
    }

    /// Steps left.
    pub fn steps(&self, unit: UnitId) -> u8 {
        self.steps.get(usize::from(unit)).copied().unwrap_or(0)
    }

    /// Its mode.
    pub fn mode(&self, unit: UnitId) -> Mode {
        self.mode.get(usize::from(unit)).copied().unwrap_or_default()
    }

    /// How far it is dug in.
    pub fn dug(&self, unit: UnitId) -> Dug {
        self.dug.get(usize::from(unit)).copied().unwrap_or_default()
    }

    /// What it has declared.
    pub fn marker(&self, unit: UnitId) -> Marker {
        self.marker.get(usize::from(unit)).copied().unwrap_or_default()
    }

    /// Whether a unit is kept as a combat unit or gun, and as cavalry.
    pub fn kept_as(&self, unit: UnitId) -> (bool, bool) {
        (self.troops.has(unit), self.horse.has(unit))
    }

    /// Units in a hex, in rising order.
    pub fn in_hex(&self, hex: HexId) -> impl Iterator<Item = UnitId> + '_ {
        let first = self.first.get(usize::from(hex)).and_then(|u| u.get());
        std::iter::successors(first, |u| self.next[usize::from(*u)].get())
    }

    /// Units of a side on the map.
    pub fn on_map_of(&self, side: u8) -> impl Iterator<Item = UnitId> + '_ {
        (0..UNITS as u8).map(UnitId).filter(move |u| self.on_map(*u) && self.side(*u) == side)
    }

    /// Steps in a hex that count for a zone of control: troops of a side that are not Routed.
    pub fn firm_steps(&self, side: u8, hex: HexId) -> u8 {
        self.firm[usize::from(side)].get(usize::from(hex)).copied().unwrap_or(0)
    }

    /// Whether cavalry of a side that is not Routed stands in a hex (orel RU-71).
    pub fn has_riders(&self, side: u8, hex: HexId) -> bool {
        self.riders[usize::from(side)].get(usize::from(hex)).is_some_and(|n| *n > 0)
    }

    /// A number that changes when a unit on the map changes its hex, side, steps or mode, or comes or goes; what was is
    /// again what it was.
    pub fn stamp(&self) -> u64 {
        self.stamp
    }

    /// The hex of a unit that is on the map.
    fn stands(&self, unit: UnitId) -> Option<HexId> {
        self.hex(unit).filter(|_| self.on_map(unit))
    }

    fn count(&mut self, unit: UnitId, by: i8) {
        let Some(hex) = self.stands(unit) else { return };
        let u = usize::from(unit);
        let what = [u16::from(unit) | u16::from(self.side[u]) << 8, hex.0];
        self.stamp ^= mixed(u64::from(what[0]) << 16 | u64::from(what[1]), self.steps[u], self.mode[u] as u8);
        if self.mode[u] == Mode::Routed || !self.troops.has(unit) {
            return;
        }
        let (side, hex) = (usize::from(self.side[u]), usize::from(hex));
        let steps = self.steps[u] as i8 * by;
        self.firm[side][hex] = self.firm[side][hex].saturating_add_signed(steps);
        if self.horse.has(unit) {
            self.riders[side][hex] = self.riders[side][hex].saturating_add_signed(by);
        }
    }

    /// The link in the chain of a hex that leads to the first unit which is so, or to none.
    fn link(&mut self, hex: HexId, so: impl Fn(UnitId) -> bool) -> &mut Maybe<UnitId> {
        let before = self.in_hex(hex).take_while(|u| !so(*u)).last();
        match before {
            Some(unit) => &mut self.next[usize::from(unit)],
            None => &mut self.first[usize::from(hex)],
        }
    }

    fn unlink(&mut self, unit: UnitId) {
        let Some(hex) = self.stands(unit) else { return };
        let after = std::mem::take(&mut self.next[usize::from(unit)]);
        *self.link(hex, |u| u == unit) = after;
    }

    /// Puts a unit into a hex of the map.
    pub fn place(&mut self, unit: UnitId, hex: HexId) {
        let u = usize::from(unit);
        self.count(unit, -1);
        self.unlink(unit);
        (self.at[u], self.hex[u], self.due[u]) = (At::Map, hex.into(), 0);
        let after = std::mem::replace(self.link(hex, |u| u > unit), unit.into());
        self.next[u] = after;
        self.count(unit, 1);
    }

    /// Takes a unit off the map, or from one place off it to another.
    pub fn take_off(&mut self, unit: UnitId, to: At, hex: Option<HexId>, due: u8) {
        let u = usize::from(unit);
        self.count(unit, -1);
        self.unlink(unit);
        (self.at[u], self.hex[u], self.due[u]) = (to, hex.into(), due);
    }

    /// Sets the steps of a unit.
    pub fn set_steps(&mut self, unit: UnitId, steps: u8) {
        self.count(unit, -1);
        self.steps[usize::from(unit)] = steps;
        self.count(unit, 1);
    }

    /// Sets the mode of a unit.
    pub fn set_mode(&mut self, unit: UnitId, mode: Mode) {
        self.count(unit, -1);
        self.mode[usize::from(unit)] = mode;
        self.count(unit, 1);
    }

    /// Gives a unit to a side: a train that was captured (orel 9.1.2d).
    pub fn give_to(&mut self, unit: UnitId, side: u8) {
        self.count(unit, -1);
        self.side[usize::from(unit)] = side;
        self.count(unit, 1);
    }

    /// Sets how far a unit is dug in.
    pub fn set_dug(&mut self, unit: UnitId, dug: Dug) {
        self.dug[usize::from(unit)] = dug;
    }

    /// Sets what a unit has declared.
    pub fn set_marker(&mut self, unit: UnitId, marker: Marker) {
        self.marker[usize::from(unit)] = marker;
    }
}

/// Bits of some numbers thrown together.
fn mixed(a: u64, b: u8, c: u8) -> u64 {
    let mut z = (a << 16 | u64::from(b) << 8 | u64::from(c)).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    z ^ (z >> 27)
}
