//! Where the units are and how they are, with an index of who stands where. Fields change through methods alone, so that
//! the index is always true.

use super::{Flag, HexId, UnitId};
use crate::data::{HEXES, Hexes, UNITS};
use sandtable_ops::{HexSet, Id, Maybe};
use serde::{Deserialize, Serialize};

/// Where a counter is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum At {
    /// Not in this scenario.
    #[default]
    Unused,
    /// On the map.
    Map,
    /// A reinforcement that has not come.
    Due,
    /// Aboard a train, which stands in the same place of the list of loads.
    Aboard,
    /// A train or airship that has not been placed.
    Pool,
    /// Destroyed; it may come back by replacement.
    Gone,
    /// Left for good.
    Left,
}

/// The units of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(into = "Vec<Written>", try_from = "Vec<Written>")]
pub struct Units {
    at: [At; UNITS],
    /// The hex of those on the map, and of nobody else.
    hex: [Maybe<HexId>; UNITS],
    cel: [u8; UNITS],
    level: [u8; UNITS],
    flags: [u32; UNITS],
    side: [u8; UNITS],
    /// 0: no unit (train, airship, base); 1: unit; 2: unit with a zone of control.
    rank: [u8; UNITS],
    /// First counter in a hex, then the next one; in rising order.
    first: [Maybe<UnitId>; HEXES],
    next: [Maybe<UnitId>; UNITS],
    /// Units with a zone of control, by side and hex.
    line: [[u8; HEXES]; 2],
    /// Units of any kind, by side and hex.
    held: [[u8; HEXES]; 2],
    /// CEL of units, by side and hex.
    levels: [[u8; HEXES]; 2],
}

/// A counter as it is written.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
struct Written {
    unit: UnitId,
    at: At,
    hex: Maybe<HexId>,
    cel: u8,
    level: u8,
    flags: u32,
    side: u8,
    rank: u8,
}

impl From<Units> for Vec<Written> {
    fn from(units: Units) -> Vec<Written> {
        let used = (0..UNITS).map(UnitId::of).filter(|u| units.at(*u) != At::Unused);
        let written = used.map(|unit| {
            let u = usize::from(unit);
            Written {
                unit,
                at: units.at[u],
                hex: units.hex[u],
                cel: units.cel[u],
                level: units.level[u],
                flags: units.flags[u],
                side: units.side[u],
                rank: units.rank[u],
            }
        });
        written.collect()
    }
}

impl TryFrom<Vec<Written>> for Units {
    type Error = String;

    fn try_from(list: Vec<Written>) -> Result<Units, String> {
        let mut out = Units::EMPTY;
        for w in list {
            let off = w.hex.get().is_some_and(|hex| usize::from(hex) >= HEXES);
            let odd = w.side > 1 || w.rank > 2 || w.cel > 2 || (w.at == At::Map) != w.hex.is_some();
            if usize::from(w.unit) >= UNITS || off || odd {
                return Err(format!("counter {} is not as a counter can be", w.unit.0));
            }
            if out.at(w.unit) != At::Unused {
                return Err(format!("counter {} is there twice", w.unit.0));
            }
            let u = usize::from(w.unit);
            out.muster(w.unit, w.side, w.cel, w.rank);
            (out.level[u], out.flags[u]) = (w.level, w.flags);
            match w.hex.get() {
                Some(hex) => out.place(w.unit, hex),
                None => out.take_off(w.unit, w.at),
            }
        }
        Ok(out)
    }
}

impl Units {
    /// No counter is used.
    pub const EMPTY: Units = Units {
        at: [At::Unused; UNITS],
        hex: [Maybe::NONE; UNITS],
        cel: [0; UNITS],
        level: [0; UNITS],
        flags: [0; UNITS],
        side: [0; UNITS],
        rank: [0; UNITS],
        first: [Maybe::NONE; HEXES],
        next: [Maybe::NONE; UNITS],
        line: [[0; HEXES]; 2],
        held: [[0; HEXES]; 2],
        levels: [[0; HEXES]; 2],
    };

    /// Takes a counter into use, off the map. Rank 0: no unit; 1: unit; 2: unit with a zone of control.
    pub fn muster(&mut self, unit: UnitId, side: u8, cel: u8, rank: u8) {
        let u = usize::from(unit);
        (self.side[u], self.cel[u], self.rank[u], self.at[u]) = (side, cel, rank, At::Gone);
    }

    /// Where a counter is.
    pub fn at(&self, unit: UnitId) -> At {
        self.at.get(usize::from(unit)).copied().unwrap_or(At::Unused)
    }

    /// Its hex, if it is on the map.
    pub fn hex(&self, unit: UnitId) -> Option<HexId> {
        self.hex.get(usize::from(unit))?.get()
    }

    /// Whether it is on the map.
    pub fn on_map(&self, unit: UnitId) -> bool {
        self.at(unit) == At::Map
    }

    /// Whose it is.
    pub fn side(&self, unit: UnitId) -> u8 {
        self.side.get(usize::from(unit)).copied().unwrap_or(0)
    }

    /// CEL left.
    pub fn cel(&self, unit: UnitId) -> u8 {
        self.cel.get(usize::from(unit)).copied().unwrap_or(0)
    }

    /// Level out of supply; 0 in supply.
    pub fn level(&self, unit: UnitId) -> u8 {
        self.level.get(usize::from(unit)).copied().unwrap_or(0)
    }

    /// Whether it carries a mark.
    pub fn has(&self, unit: UnitId, flag: Flag) -> bool {
        self.flags.get(usize::from(unit)).is_some_and(|f| f & flag as u32 != 0)
    }

    /// All its marks, one bit each.
    pub fn marks(&self, unit: UnitId) -> u32 {
        self.flags.get(usize::from(unit)).copied().unwrap_or(0)
    }

    /// As what it is kept: 0 no unit, 1 unit, 2 unit with a zone of control.
    pub fn rank(&self, unit: UnitId) -> u8 {
        self.rank.get(usize::from(unit)).copied().unwrap_or(0)
    }

    /// Whether the index says what the counters say, for tests and for positions from outside.
    pub fn index_is_true(&self) -> bool {
        Units::try_from(Vec::<Written>::from(*self)).is_ok_and(|again| again == *self)
    }

    /// Counters in a hex, in rising order.
    pub fn in_hex(&self, hex: HexId) -> impl Iterator<Item = UnitId> + '_ {
        let first = self.first.get(usize::from(hex)).and_then(|first| first.get());
        std::iter::successors(first, |u| self.next[usize::from(*u)].get())
    }

    /// Counters of a side on the map.
    pub fn on_map_of(&self, side: u8) -> impl Iterator<Item = UnitId> + '_ {
        (0..UNITS).map(UnitId::of).filter(move |u| self.on_map(*u) && self.side(*u) == side)
    }

    /// Units with a zone of control in a hex.
    pub fn line_in(&self, side: u8, hex: HexId) -> u8 {
        self.line[usize::from(side)].get(usize::from(hex)).copied().unwrap_or(0)
    }

    /// Units of any kind in a hex; trains, airships and bases are none.
    pub fn units_in(&self, side: u8, hex: HexId) -> u8 {
        self.held[usize::from(side)].get(usize::from(hex)).copied().unwrap_or(0)
    }

    /// CEL of a side in a hex (lodz 5.1).
    pub fn cel_in(&self, side: u8, hex: HexId) -> u8 {
        self.levels[usize::from(side)].get(usize::from(hex)).copied().unwrap_or(0)
    }

    /// Hexes with units that have a zone of control.
    pub fn line_hexes(&self, side: u8) -> Hexes {
        Hexes::of_bits(HexSet::of_counts(&self.line[usize::from(side)]))
    }

    /// Hexes with units of any kind.
    pub fn unit_hexes(&self, side: u8) -> Hexes {
        Hexes::of_bits(HexSet::of_counts(&self.held[usize::from(side)]))
    }

    /// Hexes in which a side has more CEL than this many.
    pub fn fuller(&self, side: u8, most: u8) -> impl Iterator<Item = HexId> + '_ {
        let levels = self.levels[usize::from(side)].iter().enumerate();
        levels.filter(move |(_, n)| **n > most).map(|(h, _)| HexId::of(h))
    }

    fn count(&mut self, unit: UnitId, by: i8) {
        let u = usize::from(unit);
        let Some(hex) = self.hex(unit).filter(|_| self.rank[u] > 0) else { return };
        let (side, hex) = (usize::from(self.side[u]), usize::from(hex));
        let add = |n: &mut u8, more: i8| *n = n.saturating_add_signed(more);
        add(&mut self.held[side][hex], by);
        add(&mut self.levels[side][hex], self.cel[u] as i8 * by);
        if self.rank[u] == 2 {
            add(&mut self.line[side][hex], by);
        }
    }

    fn unlink(&mut self, unit: UnitId) {
        let Some(hex) = self.hex(unit) else { return };
        let next = std::mem::take(&mut self.next[usize::from(unit)]);
        match self.in_hex(hex).take_while(|before| *before != unit).last() {
            Some(before) => self.next[usize::from(before)] = next,
            None => self.first[usize::from(hex)] = next,
        }
    }

    /// Puts a counter into a hex of the map.
    pub fn place(&mut self, unit: UnitId, hex: HexId) {
        let u = usize::from(unit);
        self.count(unit, -1);
        self.unlink(unit);
        (self.at[u], self.hex[u]) = (At::Map, hex.into());
        let link = match self.in_hex(hex).take_while(|before| *before < unit).last() {
            Some(before) => &mut self.next[usize::from(before)],
            None => &mut self.first[usize::from(hex)],
        };
        self.next[u] = std::mem::replace(link, unit.into());
        self.count(unit, 1);
    }

    /// Takes a counter off the map, or from one place off it to another.
    pub fn take_off(&mut self, unit: UnitId, to: At) {
        let u = usize::from(unit);
        self.count(unit, -1);
        self.unlink(unit);
        (self.at[u], self.hex[u]) = (to, Maybe::NONE);
    }

    /// Sets the CEL of a unit.
    pub fn set_cel(&mut self, unit: UnitId, cel: u8) {
        self.count(unit, -1);
        self.cel[usize::from(unit)] = cel;
        self.count(unit, 1);
    }

    /// Sets the level out of supply.
    pub fn set_level(&mut self, unit: UnitId, level: u8) {
        self.level[usize::from(unit)] = level;
    }

    /// Puts a mark on a unit or takes it off.
    pub fn mark(&mut self, unit: UnitId, flag: Flag, on: bool) {
        let flags = &mut self.flags[usize::from(unit)];
        if on { *flags |= flag as u32 } else { *flags &= !(flag as u32) }
    }

    /// Takes everything off a counter: all marks, and the level out of supply.
    pub fn clear(&mut self, unit: UnitId) {
        let u = usize::from(unit);
        (self.flags[u], self.level[u]) = (0, 0);
    }

    /// Takes a mark off all units of a side.
    pub fn unmark_all(&mut self, side: u8, flag: Flag) {
        for (flags, whose) in self.flags.iter_mut().zip(self.side) {
            if whose == side {
                *flags &= !(flag as u32);
            }
        }
    }
}
