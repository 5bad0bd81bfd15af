//! Who stands where, seen with the map and the counters: what a side occupies, controls and feeds.

use crate::{Costs, Counters, HexId, HexMap, Holders, Reach, Roster, UnitId, Units};
use sandtable_core::guide::Way;
use sandtable_core::position_file::{Faults, PositionLines, Row};
use sandtable_core::view::{self, Layer};
use sandtable_ops::IdSet;

/// A moment of a game: its map of at most `W` × 64 hexes, its counters, and where its `N` units stand.
#[derive(Clone, Copy)]
pub struct Field<'a, const W: usize, const N: usize> {
    /// The map.
    pub map: &'a HexMap<W>,
    /// The counters.
    pub counters: &'a Counters,
    /// Who stands where.
    pub roster: &'a Roster<N>,
}

impl<'a, const W: usize, const N: usize> Field<'a, W, N> {
    /// Whose a unit is.
    pub fn side(&self, unit: UnitId) -> u8 {
        self.counters[unit].side
    }

    /// The units of a side that are on the map.
    pub fn army(&self, side: u8) -> impl Iterator<Item = UnitId> + 'a {
        let field = *self;
        self.counters.of(side).filter(move |unit| field.roster.at(*unit).is_some())
    }

    /// Where a side has units.
    pub fn occupied(&self, side: u8) -> IdSet<HexId, W> {
        self.roster.hexes(self.counters.of(side))
    }

    /// The hexes beside the units of a side.
    pub fn zone(&self, side: u8) -> IdSet<HexId, W> {
        self.map.round(&self.occupied(side))
    }

    /// The units of a side in a hex.
    pub fn units(&self, side: u8, hex: HexId) -> Units {
        self.roster.in_hex(hex).filter(|unit| self.side(*unit) == side).collect()
    }

    /// The units of a side in the hexes beside a hex.
    pub fn beside(&self, side: u8, hex: HexId) -> Units {
        let near = |unit: &UnitId| self.roster.at(*unit).is_some_and(|at| self.map.around(hex).has(at));
        self.counters.of(side).filter(near).collect()
    }

    /// The printed strength of a side's units in some hexes.
    pub fn force(&self, side: u8, hexes: &IdSet<HexId, W>) -> i32 {
        let there = |unit: &UnitId| self.roster.at(*unit).is_some_and(|hex| hexes.has(hex));
        let printed = |unit| i32::from(self.counters.printed(unit, self.roster.steps(unit)));
        self.counters.of(side).filter(there).map(printed).sum()
    }

    /// Whether a side has a unit in a hex.
    pub fn holds(&self, side: u8, hex: HexId) -> bool {
        self.roster.in_hex(hex).any(|unit| self.side(unit) == side)
    }

    /// Hexes where nothing of a side passes: those of enemies, and those beside enemies where it has no unit itself.
    pub fn shut(&self, side: u8, enemy: u8) -> IdSet<HexId, W> {
        let enemies = self.occupied(enemy);
        self.map.round(&enemies).without(&self.occupied(side)).with(&enemies)
    }

    /// Where the supply of a side comes to from some hexes: over everything that is not shut.
    pub fn supplied(&self, side: u8, enemy: u8, from: &IdSet<HexId, W>) -> IdSet<HexId, W> {
        self.map.joined(from, &self.map.all().without(&self.shut(side, enemy)))
    }

    /// The shortest line of supply of a unit, as a layer; a unit without one is cut off.
    pub fn supply_line(&self, unit: UnitId, enemy: u8, from: &IdSet<HexId, W>) -> Vec<Layer> {
        let (Some(at), side) = (self.roster.at(unit), self.side(unit)) else { return Vec::new() };
        let line = self.map.line(at, from, &self.map.all().without(&self.shut(side, enemy)));
        let what = if line.is_empty() { "out of supply" } else { "supply line" };
        let places = if line.is_empty() { vec![at] } else { line };
        let name = self.counters[unit].name.clone();
        vec![Layer {
            what,
            name,
            side: self.counters.side_id(side),
            places: places.iter().map(|h| self.map.name(*h)).collect(),
        }]
    }

    /// A layer for each of both sides.
    pub fn of_both(&self, what: &'static str, hexes: impl Fn(u8) -> IdSet<HexId, W>) -> Vec<Layer> {
        [0, 1].map(|side| self.map.layer(what, "", self.counters.side_id(side), &hexes(side))).to_vec()
    }

    /// Layers of what is supplied, where that comes from, and which stacks are cut off.
    pub fn supply_layers(
        &self,
        source: impl Fn(u8) -> IdSet<HexId, W>,
        supplied: impl Fn(u8) -> IdSet<HexId, W>,
    ) -> Vec<Layer> {
        let mut layers = self.of_both("supplied", &supplied);
        layers.extend(self.of_both("source", source));
        layers.extend(self.of_both("cut", |side| self.occupied(side).without(&supplied(side))));
        layers
    }

    /// The hexes that units of a side could attack: those beside where they stand or could go.
    pub fn threat(&self, side: u8, reach: impl Fn(UnitId, HexId) -> Reach<W>) -> IdSet<HexId, W> {
        let mut stands = self.occupied(side);
        for unit in self.army(side) {
            self.roster.at(unit).into_iter().for_each(|at| stands.join(&reach(unit, at).hexes));
        }
        self.map.round(&stands)
    }

    /// The ways of a unit, named by id or name, to where `open` lets it end, with what it means to end there.
    pub fn ways(
        &self,
        piece: &str,
        costs: &Costs,
        reach: impl Fn(UnitId, HexId) -> Reach<W>,
        open: impl Fn(UnitId, HexId) -> bool,
        means: impl Fn(UnitId, HexId) -> Vec<&'static str>,
    ) -> Vec<Way> {
        let Some((unit, from)) = self.counters.named(piece).and_then(|u| Some((u, self.roster.at(u)?)))
        else {
            return Vec::new();
        };
        let reach = reach(unit, from);
        reach.ways(self.map, costs, reach.hexes.which(|hex| open(unit, hex)).iter(), |hex| means(unit, hex))
    }

    /// Counters as they are seen, with the badges of each.
    pub fn seen(&self, badges: impl Fn(UnitId) -> Vec<&'static str>) -> Vec<view::Counter> {
        let seen = |unit| {
            let counter = self.counters.seen(self.map, self.roster, unit)?;
            Some(view::Counter { badges: badges(unit), ..counter })
        };
        self.counters.all().filter_map(seen).collect()
    }

    /// Writes where everybody stands.
    pub fn write(&self, out: &mut PositionLines) {
        self.roster.write(self.counters, self.map, out);
    }

    /// Whether it can be so, with at most `most` units in a hex under a rule, and with no units in some sets but those that there are.
    pub fn sound(&self, most: usize, rule: &str, sets: &[&Units]) -> Result<(), String> {
        self.roster.sound(self.counters, self.map)?;
        let everybody: Units = self.counters.all().collect();
        if sets.iter().any(|set| !set.within(&everybody)) {
            return Err(format!("there are {} units", everybody.len()));
        }
        let crowded = |hex: &HexId| self.roster.in_hex(*hex).count() > most;
        match self.map.hexes().find(crowded) {
            Some(hex) => Err(format!("{}: at most {most} units are in a hex ({rule})", self.map.name(hex))),
            None => Ok(()),
        }
    }
}

/// Reads the rows of a position file: where units stand, and who holds the places of the board.
pub fn read_rows<const W: usize, const N: usize, const T: usize>(
    (map, counters): (&HexMap<W>, &Counters),
    (roster, holders): (&mut Roster<N>, &mut Holders<T>),
    rows: &[Row<'_>],
    faults: &mut Faults,
) {
    let places = map.places();
    for row in rows {
        if let Some(read) = holders.read(map, counters.sides(), row) {
            faults.take(row.line, read);
        } else if let Some(unit) = faults.take(row.line, roster.read(counters, map, row))
            && let Some(hex) = roster.at(unit)
        {
            holders.enter(&places, hex, counters[unit].side);
        }
    }
}
