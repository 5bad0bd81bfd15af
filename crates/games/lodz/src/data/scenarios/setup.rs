//! `setup.csv`: where counters start and how they arrive.

use super::read::Reader;
use super::{Arrival, Group, SetUp, Where, days};
use crate::data::Feature;
use crate::position::{HexId, UnitId};
use sandtable_datafile::DataFault;
use sandtable_ops::Id;
use serde::Deserialize;

const FILE: &str = "setup.csv";

/// A row as it is written.
#[derive(Deserialize)]
pub(super) struct Row {
    scenario: String,
    unit: String,
    at: String,
    #[serde(rename = "where")]
    place: String,
    date: String,
    flags: String,
    group: String,
    corps: String,
    army: String,
}

/// All rows with their lines, each of a scenario that there is.
pub(super) fn rows(text: &str, scenarios: &[String]) -> Result<Vec<(u64, Row)>, DataFault> {
    let rows = sandtable_datafile::rows::<Row>(FILE, text)?;
    match rows.iter().find(|(_, row)| !scenarios.contains(&row.scenario)) {
        Some((line, row)) => {
            Err(DataFault::new(FILE, *line, format!("there is no scenario `{}`", row.scenario)))
        }
        None => Ok(rows),
    }
}

impl Reader<'_> {
    /// The rows of a scenario.
    pub(super) fn setup(
        &self,
        id: &str,
        rows: &[(u64, Row)],
        groups: &[Group],
    ) -> Result<Vec<SetUp>, DataFault> {
        let mut out: Vec<SetUp> = Vec::new();
        for (line, row) in rows.iter().filter(|(_, r)| r.scenario == id) {
            let wrong = |what: String| DataFault::new(FILE, *line, what);
            let unit = self.units.iter().position(|u| u.id == row.unit);
            let unit = unit.ok_or_else(|| wrong(format!("there is no counter `{}`", row.unit)))?;
            let unit = UnitId::of(unit);
            if out.iter().any(|r| r.unit == unit) {
                return Err(wrong(format!("`{}` is set up twice", row.unit)));
            }
            let def = &self.units[usize::from(unit)];
            let (mut fortified, mut lost, mut within) = (false, 0, 0);
            for flag in row.flags.split(';').filter(|f| !f.is_empty()) {
                match flag.split_once('=') {
                    None if flag == "fortified" => fortified = true,
                    None if flag == "rail" => {}
                    Some(("lost", n)) => {
                        lost = n.parse().map_err(|_| wrong(format!("`{flag}` has no number")))?
                    }
                    Some(("within", n)) => {
                        within = n.parse().map_err(|_| wrong(format!("`{flag}` has no number")))?
                    }
                    _ => return Err(wrong(format!("`{flag}` is no flag"))),
                }
            }
            if lost > 0 && lost >= def.cel {
                return Err(wrong(format!("{} has {} levels and loses {lost}", row.unit, def.cel)));
            }
            let group = match row.group.as_str() {
                "" => u8::MAX,
                id => {
                    let at = groups.iter().position(|g| g.id == id);
                    at.ok_or_else(|| wrong(format!("`{id}` is no group of the scenario")))? as u8
                }
            };
            let hexes = self
                .stretch(&row.place)
                .ok_or_else(|| wrong(format!("`{}` is no hex or stretch of an edge", row.place)));
            let arrival = || -> Result<Arrival, DataFault> {
                let date =
                    days::number(&row.date).ok_or_else(|| wrong(format!("`{}` is no date", row.date)))?;
                Ok(Arrival { hexes: hexes.clone()?, day: self.day_of(date) })
            };
            let at = match row.at.as_str() {
                "hex" => {
                    let hex = self.map.hex(&row.place).filter(|h| !self.map.has(*h, Feature::Closed));
                    let hex =
                        hex.ok_or_else(|| wrong(format!("{} is no open hex of the board", row.place)))?;
                    let foe = |r: &SetUp| {
                        matches!(r.at, Where::Hex { hex: h, .. } if h == hex)
                            && self.units[usize::from(r.unit)].side != def.side
                    };
                    if let Some(other) = out.iter().find(|r| foe(r)) {
                        let other = &self.units[usize::from(other.unit)].id;
                        return Err(wrong(format!("`{other}` of the other side stands in {}", row.place)));
                    }
                    Where::Hex { hex, within }
                }
                "entry" => Where::Entry(arrival()?),
                "rail" | "inside" => Where::Inside(arrival()?),
                "free" => Where::Free,
                "pool" => Where::Pool,
                other => return Err(wrong(format!("`{other}` is no way to start"))),
            };
            let (army, corps) = (row.army.clone(), row.corps.clone());
            out.push(SetUp { unit, at, fortified, lost, group, army, corps });
        }
        Ok(out)
    }

    /// A hex, or the hexes of one edge from the first to the last.
    fn stretch(&self, place: &str) -> Option<Vec<HexId>> {
        let Some((first, last)) = place.split_once('-') else { return Some(vec![self.map.hex(place)?]) };
        let (first, last) = (self.map.hex(first)?, self.map.hex(last)?);
        let edge = self.map.edges.iter().find(|e| e.has(first) && e.has(last))?;
        // Along an edge hexes are numbered in order, by column or by row.
        let mut along: Vec<HexId> = edge.iter().collect();
        along.sort_by_key(|h| self.map.name(*h));
        let (a, b) = (along.iter().position(|h| *h == first)?, along.iter().position(|h| *h == last)?);
        Some(along[a.min(b)..=a.max(b)].to_vec())
    }
}
