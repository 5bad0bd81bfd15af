//! The counters of a game, from its CSV file.

use crate::{HexId, HexMap, Roster};
use sandtable_core::game::SideAbout;
use sandtable_core::guide::Force;
use sandtable_core::view;
use sandtable_datafile::{DataFault, rows};
use sandtable_ops::{Id, IdSet};
use serde::Deserialize;
use std::ops::Index;

sandtable_ops::id_type! {
    /// A unit, by its place in the list of counters.
    pub struct UnitId(u8);
}

/// A counter.
#[derive(Clone, Debug)]
pub struct Counter {
    /// Its id.
    pub id: String,
    /// Its name.
    pub name: String,
    /// Whose it is.
    pub side: u8,
    /// What it is, for its symbol.
    pub branch: &'static str,
    /// Its strength by steps left: with one, and with two.
    pub strength: [u8; 2],
    /// Its movement points.
    pub movement: u8,
    /// Where it stands at the start.
    pub start: Option<HexId>,
    /// The turn on which it comes if it stands nowhere.
    pub turn: u8,
}

#[derive(Deserialize)]
struct Row {
    id: String,
    side: String,
    name: String,
    branch: String,
    strength: u8,
    reduced: u8,
    movement: u8,
    hex: Option<String>,
    turn: u8,
}

/// A set of units.
pub type Units = IdSet<UnitId, 1>;

/// All counters of a game; a unit is a place in the list.
pub struct Counters {
    list: Vec<Counter>,
    sides: &'static [SideAbout],
}

impl Index<UnitId> for Counters {
    type Output = Counter;

    #[inline]
    fn index(&self, unit: UnitId) -> &Counter {
        &self.list[unit.index()]
    }
}

impl Counters {
    /// Reads `count` rows `id,side,name,branch,strength,reduced,movement,hex,turn`. Each complaint names the file and the line.
    pub fn read<const W: usize>(
        file: &'static str,
        text: &str,
        count: usize,
        map: &HexMap<W>,
        sides: &'static [SideAbout],
        branches: &[&'static str],
    ) -> Result<Counters, DataFault> {
        let counter = |(line, row): (u64, Row)| {
            let no = |what: &str, word: &str| DataFault::new(file, line, format!("`{word}` is no {what}"));
            let side = sides.iter().zip(0..).find(|(s, _)| s.id == row.side).map(|(_, n)| n);
            let branch = branches.iter().find(|b| **b == row.branch).copied();
            let start = row.hex.as_deref().map(|hex| map.named(hex).ok_or_else(|| no("hex", hex)));
            Ok(Counter {
                side: side.ok_or_else(|| no("side", &row.side))?,
                branch: branch.ok_or_else(|| no("branch", &row.branch))?,
                strength: [row.reduced, row.strength],
                start: start.transpose()?,
                id: row.id,
                name: row.name,
                movement: row.movement,
                turn: row.turn,
            })
        };
        let list = rows::<Row>(file, text)?.into_iter().map(counter).collect::<Result<Vec<_>, _>>()?;
        if list.len() != count {
            return Err(DataFault::new(file, 1, format!("{} counters, {count} are wanted", list.len())));
        }
        Ok(Counters { list, sides })
    }

    /// All units.
    #[inline]
    pub fn all(&self) -> impl Iterator<Item = UnitId> + use<> {
        (0..self.list.len()).map(UnitId::of)
    }

    /// The counters in their order.
    pub fn list(&self) -> &[Counter] {
        &self.list
    }

    /// The units of a side.
    #[inline]
    pub fn of(&self, side: u8) -> impl Iterator<Item = UnitId> + '_ {
        self.all().filter(move |u| self[*u].side == side)
    }

    /// Whether there is such a unit.
    #[inline]
    pub fn has(&self, unit: UnitId) -> bool {
        unit.index() < self.list.len()
    }

    /// The unit with a name or id.
    pub fn named(&self, name: &str) -> Option<UnitId> {
        let called = |c: &Counter| c.id.eq_ignore_ascii_case(name) || c.name.eq_ignore_ascii_case(name);
        self.list.iter().position(called).map(UnitId::of)
    }

    /// What a unit prints with this many steps; nothing if it is lost.
    #[inline]
    pub fn printed(&self, unit: UnitId, steps: u8) -> u8 {
        steps.checked_sub(1).map_or(0, |left| self[unit].strength[usize::from(left.min(1))])
    }

    /// The sides.
    pub fn sides(&self) -> &'static [SideAbout] {
        self.sides
    }

    /// The id of a side.
    pub fn side_id(&self, side: u8) -> &'static str {
        self.sides.get(usize::from(side)).map_or("?", |s| s.id)
    }

    /// A unit in a battle, with what it counts there.
    pub fn force(&self, unit: UnitId, strength: u8) -> Force {
        Force { piece: self[unit].id.clone(), name: self[unit].name.clone(), strength: strength.into() }
    }

    /// A counter as it is seen: on the map, or in the box of the turn on which it comes; nothing if it is lost.
    pub fn seen<const W: usize, const N: usize>(
        &self,
        map: &HexMap<W>,
        roster: &Roster<N>,
        unit: UnitId,
    ) -> Option<view::Counter> {
        let (counter, left) = (&self[unit], roster.steps(unit));
        let [weak, full] = counter.strength;
        Some(view::Counter {
            id: counter.id.clone(),
            side: self.side_id(counter.side),
            nation: self.side_id(counter.side).into(),
            branch: counter.branch,
            name: counter.name.clone(),
            values: vec![self.printed(unit, left.max(1)).into(), counter.movement.into()],
            reduced: left == 1,
            place: match roster.at(unit) {
                Some(hex) => map.name(hex),
                None if left == 0 => return None,
                None => format!("Turn {}", counter.turn),
            },
            detail: format!("strength {full} (reduced {weak}), {} movement points", counter.movement),
            ..view::Counter::default()
        })
    }
}
