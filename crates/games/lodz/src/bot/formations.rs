//! The formations that a plan orders: corps where the set-up names them, else armies. A unit is in the same one all through a game.

use crate::data::{Scenario, UNITS, UnitDef};
use crate::position::UnitId;
use sandtable_core::plan::GROUPS;

/// In no formation.
const NONE: u8 = u8::MAX;

/// The formations of both sides in a scenario.
#[derive(Clone, Debug)]
pub struct Formations {
    of: [u8; UNITS],
    names: [Vec<String>; 2],
}

/// A number as it is spoken of.
fn ordinal(n: &str) -> String {
    let end = match n {
        "1" => "st",
        "2" => "nd",
        "3" => "rd",
        _ => "th",
    };
    format!("{n}{end}")
}

/// The name of a formation from what the set-up says of corps and army.
fn name_of(corps: &str, army: &str) -> String {
    if corps.is_empty() {
        return match army.split_once(' ') {
            _ if army.is_empty() => "garrisons and detachments".to_string(),
            Some((n, _)) => format!("{} Austro-Hungarian Army", ordinal(n)),
            None => format!("{} Army", ordinal(army)),
        };
    }
    match corps.split_once(' ') {
        Some((number, "AH")) => format!("{number} Austro-Hungarian Corps"),
        Some((kind @ ("Landsturm" | "Landwehr" | "Cavalry"), name)) => format!("{kind} Corps {name}"),
        _ => format!("{corps} Corps"),
    }
}

impl Formations {
    /// Finds the formations of a scenario. Where it does not name the corps of a unit, another scenario may. If there are more than
    /// a plan can order, the largest are taken.
    pub fn new(scenario: &Scenario, all: &[Scenario], units: &[UnitDef]) -> Formations {
        let mut out = Formations { of: [NONE; UNITS], names: [Vec::new(), Vec::new()] };
        let mut found: [Vec<(String, Vec<UnitId>)>; 2] = [Vec::new(), Vec::new()];
        for row in scenario.setup.iter().filter(|r| units[usize::from(r.unit)].kind.is_unit()) {
            let elsewhere = || {
                let rows = all.iter().flat_map(|s| &s.setup);
                rows.into_iter().find(|r| r.unit == row.unit && !r.corps.is_empty()).map_or("", |r| &r.corps)
            };
            let corps = if row.corps.is_empty() { elsewhere() } else { &row.corps };
            let name = name_of(corps, &row.army);
            let of_side = &mut found[usize::from(units[usize::from(row.unit)].side)];
            match of_side.iter_mut().find(|(n, _)| *n == name) {
                Some((_, list)) => list.push(row.unit),
                None => of_side.push((name, vec![row.unit])),
            }
        }
        for (side, mut formations) in found.into_iter().enumerate() {
            formations.sort_by_key(|(_, list)| std::cmp::Reverse(list.len()));
            for (at, (name, list)) in formations.into_iter().take(GROUPS).enumerate() {
                list.iter().for_each(|u| out.of[usize::from(*u)] = at as u8);
                out.names[side].push(name);
            }
        }
        out
    }

    /// The formation of a unit.
    pub fn of(&self, unit: UnitId) -> Option<usize> {
        self.of.get(usize::from(unit)).copied().filter(|f| *f != NONE).map(usize::from)
    }

    /// The names of the formations of a side.
    pub fn names(&self, side: u8) -> &[String] {
        &self.names[usize::from(side)]
    }
}
