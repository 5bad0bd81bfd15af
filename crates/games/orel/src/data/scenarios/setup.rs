//! Reads `setup.csv`.

use super::{Scenario, SetUp, Where, Zone};
use crate::data::{Files, Map, UnitDef};
use crate::position::UnitId;
use sandtable_datafile::{DataFault, rows};
use sandtable_ops::Id;
use serde::Deserialize;

const FILE: &str = "setup.csv";

#[derive(Deserialize)]
struct Row {
    scenario: String,
    unit: String,
    at: String,
    #[serde(rename = "where")]
    place: String,
    turn: Option<u8>,
    flags: String,
}

/// Gives each scenario the rows of the one whose set-up it takes.
pub(super) fn setups(
    files: &Files<'_>,
    map: &Map,
    units: &[UnitDef],
    zones: &[Zone],
    setup_of: &[String],
    scenarios: &mut [Scenario],
) -> Result<(), DataFault> {
    for (line, row) in rows::<Row>(FILE, files.setup)? {
        let fault = |what: String| DataFault::new(FILE, line, what);
        if !scenarios.iter().any(|s| s.id == row.scenario) {
            return Err(fault(format!("`{}` is no scenario", row.scenario)));
        }
        let unit = units.iter().position(|u| u.id == row.unit);
        let unit = unit.ok_or_else(|| fault(format!("`{}` is no unit", row.unit)))?;
        let (at, ooc) = place(&row, &units[unit], map, zones).map_err(fault)?;
        let unit = UnitId::of(unit);
        let takers = scenarios.iter_mut().zip(setup_of).filter(|(_, of)| **of == row.scenario);
        for (scenario, _) in takers {
            if scenario.setup.iter().any(|s| s.unit == unit) {
                return Err(fault(format!("`{}` stands twice", row.unit)));
            }
            in_play(scenario, at, zones).map_err(fault)?;
            scenario.setup.push(SetUp { unit, at, ooc });
        }
    }
    if let Some(empty) = scenarios.iter().find(|s| s.setup.is_empty()) {
        return Err(DataFault::new(FILE, 1, format!("scenario `{}` has no units", empty.id)));
    }
    Ok(())
}

/// Where a row puts a unit, and whether it starts Out of Command.
fn place(row: &Row, unit: &UnitDef, map: &Map, zones: &[Zone]) -> Result<(Where, bool), String> {
    let (mut ooc, mut less, mut together) = (false, 0, false);
    for flag in row.flags.split(';').filter(|f| !f.is_empty()) {
        match (flag, flag.strip_prefix("mp=-").map(str::parse::<u8>)) {
            ("ooc", _) => ooc = true,
            ("together", _) => together = true,
            (_, Some(Ok(mp))) if 2 * u16::from(mp) <= u16::from(unit.mp) => less = 2 * mp,
            _ => return Err(format!("`{flag}` is no flag: ooc, mp=-n or together")),
        }
    }
    let at = match (row.at.as_str(), row.turn) {
        ("hex", None) => {
            let hex = map.hex(&row.place).ok_or_else(|| format!("hex {} is not on the board", row.place))?;
            if unit.class.is_rail() && !map.rails.has(hex) {
                return Err(format!("`{}` needs a railway", row.unit));
            }
            Where::Hex(hex)
        }
        ("entry", Some(turn)) => {
            let zone = zones.iter().position(|z| z.id == row.place && z.side == unit.side);
            let zone = zone.ok_or_else(|| format!("`{}` is no entry zone of that side", row.place))? as u8;
            Where::Entry { turn, zone, less, together }
        }
        ("pool", None) if unit.recruit => Where::Pool,
        ("pool", _) => return Err("only recruit battalions are built, and on no fixed turn".to_string()),
        (other, _) => return Err(format!("`{other}` should be hex, entry with a turn, or pool")),
    };
    match at {
        Where::Entry { .. } if ooc => Err("a unit that arrives is in command (7.4e)".to_string()),
        Where::Hex(_) | Where::Pool if less > 0 || together => {
            Err("mp and together are for units that arrive".to_string())
        }
        _ => Ok((at, ooc)),
    }
}

/// Refuses hexes and turns outside of the scenario.
fn in_play(scenario: &Scenario, at: Where, zones: &[Zone]) -> Result<(), String> {
    let id = &scenario.id;
    match at {
        Where::Hex(hex) if !scenario.area.has(hex) => Err(format!("that hex is not in play in `{id}`")),
        Where::Entry { turn, .. } if !(scenario.first_turn..=scenario.last_turn).contains(&turn) => {
            Err(format!("`{id}` has no turn {turn}"))
        }
        Where::Entry { zone, .. } if zones[usize::from(zone)].hexes.meet(&scenario.area).is_empty() => {
            Err(format!("that zone is not in play in `{id}`"))
        }
        _ => Ok(()),
    }
}
