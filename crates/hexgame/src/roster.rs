//! Who stands where, with how many steps.

use crate::{Counters, HexId, HexMap, UnitId};
use sandtable_core::position_file::{PositionLines, Row};
use sandtable_ops::{Id, IdSet};
use serde::{Deserialize, Serialize};

/// Where each of `N` units stands, and how many steps it has left. A unit with two steps that stands nowhere has still to come; one
/// without is lost.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Roster<const N: usize> {
    #[serde(with = "sandtable_ops::list")]
    hex: [Option<HexId>; N],
    #[serde(with = "sandtable_ops::list", rename = "strength")]
    steps: [u8; N],
}

impl<const N: usize> Roster<N> {
    /// Nobody is on the map, and nobody is lost.
    pub const EMPTY: Self = Roster { hex: [None; N], steps: [2; N] };

    /// Where a unit stands.
    #[inline]
    pub fn at(&self, unit: UnitId) -> Option<HexId> {
        self.hex[unit.index()]
    }

    /// How many steps it has left.
    #[inline]
    pub fn steps(&self, unit: UnitId) -> u8 {
        self.steps[unit.index()]
    }

    /// The units in a hex.
    #[inline]
    pub fn in_hex(&self, hex: HexId) -> impl Iterator<Item = UnitId> + '_ {
        (0..N).filter(move |u| self.hex[*u] == Some(hex)).map(UnitId::of)
    }

    /// The hexes in which some units stand.
    pub fn hexes<const W: usize>(&self, units: impl Iterator<Item = UnitId>) -> IdSet<HexId, W> {
        units.filter_map(|unit| self.at(unit)).collect()
    }

    /// Puts a unit into a hex.
    pub fn put(&mut self, unit: UnitId, hex: HexId) {
        self.hex[unit.index()] = Some(hex);
    }

    /// A unit loses steps; tells whether it is lost.
    pub fn lose(&mut self, unit: UnitId, steps: u8) -> bool {
        let left = &mut self.steps[unit.index()];
        *left = left.saturating_sub(steps);
        let gone = *left == 0;
        if gone {
            self.hex[unit.index()] = None;
        }
        gone
    }

    /// Reads a row of a position file: `b1 0203`, `b1 0203 reduced` or `b1 lost`.
    pub fn read<const W: usize>(
        &mut self,
        counters: &Counters,
        map: &HexMap<W>,
        row: &Row<'_>,
    ) -> Result<UnitId, String> {
        let id = row.first();
        let unit = counters.named(id).ok_or_else(|| format!("there is no unit `{id}`"))?;
        if self.at(unit).is_some() || self.steps(unit) != 2 {
            return Err(format!("`{id}` stands twice"));
        }
        let (hex, lost) = match *row.rest() {
            ["lost"] => (None, 2),
            [hex] => (Some(hex), 0),
            [hex, "reduced"] => (Some(hex), 1),
            _ => {
                return Err(format!(
                    "a unit is placed as in `{id} 0203`, `{id} 0203 reduced` or `{id} lost`"
                ));
            }
        };
        if let Some(hex) = hex {
            self.put(unit, map.named(hex).ok_or_else(|| format!("there is no hex `{hex}`"))?);
        }
        self.lose(unit, lost);
        Ok(unit)
    }

    /// Writes the same rows.
    pub fn write<const W: usize>(&self, counters: &Counters, map: &HexMap<W>, out: &mut PositionLines) {
        for unit in counters.all() {
            let id = &counters[unit].id;
            match (self.at(unit).map(|hex| map.name(hex)), self.steps(unit)) {
                (Some(hex), 1) => out.row(format!("{id} {hex} reduced")),
                (Some(hex), _) => out.row(format!("{id} {hex}")),
                (None, 0) => out.row(format!("{id} lost")),
                (None, _) => {}
            }
        }
    }

    /// Whether it can be so: units on the map have steps and stand in a hex of it, both sides never in the same one.
    pub fn sound<const W: usize>(&self, counters: &Counters, map: &HexMap<W>) -> Result<(), String> {
        for unit in counters.all() {
            let (name, steps) = (&counters[unit].name, self.steps(unit));
            let Some(hex) = self.at(unit) else {
                if steps > 2 {
                    return Err(format!("{name}: a unit has two steps"));
                }
                continue;
            };
            if !(1..=2).contains(&steps) || hex.index() >= map.hexes().count() {
                return Err(format!("{name}: a unit on the map has one or two steps and stands in a hex"));
            }
            if self.in_hex(hex).any(|other| counters[other].side != counters[unit].side) {
                return Err(format!("{}: both sides are in one hex", map.name(hex)));
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_unit_without_steps_stands_nowhere() {
        let mut roster = Roster::<3>::EMPTY;
        roster.put(UnitId(0), HexId(7));
        roster.put(UnitId(2), HexId(7));
        assert_eq!(roster.in_hex(HexId(7)).collect::<Vec<_>>(), [UnitId(0), UnitId(2)]);
        assert!(!roster.lose(UnitId(0), 1) && roster.lose(UnitId(0), 1));
        assert_eq!((roster.at(UnitId(0)), roster.at(UnitId(1)), roster.steps(UnitId(1))), (None, None, 2));
        let there: IdSet<HexId, 1> = roster.hexes([UnitId(0), UnitId(2)].into_iter());
        assert_eq!(there, IdSet::one(HexId(7)));
        let text = serde_json::to_string(&roster).unwrap_or_default();
        assert_eq!(serde_json::from_str(&text).ok(), Some(roster));
    }
}
