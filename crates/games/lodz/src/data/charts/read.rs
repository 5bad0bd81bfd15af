//! From `tables.toml` to the charts.

use super::raw::{Fire, Fixed, Hexside, Raw, Terrain};
use super::{Cell, Charts, FireCell, Ground, ReplacementKind};
use crate::data::{DE, RU};
use sandtable_datafile::DataFault;
use std::collections::BTreeMap;

const FILE: &str = "tables.toml";

/// A complaint about the line with a text.
fn fault(text: &str, near: &str, what: impl Into<String>) -> DataFault {
    DataFault::at(FILE, text, near, what)
}

/// Reads `tables.toml`.
pub(in crate::data) fn read(text: &str) -> Result<Charts, DataFault> {
    let raw: Raw = toml::from_str(text).map_err(|e| DataFault::toml(FILE, text, &e))?;
    let ground = |id: &str| -> Result<Ground, DataFault> {
        let row = terrain(&raw.terrain.rows, id)
            .ok_or_else(|| fault(text, "[terrain]", format!("no row `{id}`")))?;
        Ok(Ground { extra: row.half_mp_extra, shift: row.shift, fire: row.fire, closed: row.closed })
    };
    let clear =
        terrain(&raw.terrain.rows, "clear").ok_or_else(|| fault(text, "[terrain]", "no row `clear`"))?;
    let swamp = terrain(&raw.terrain.rows, "swamp").and_then(|r| r.attack_out_divided_by);
    let side = |id: &str| -> Result<&Hexside, DataFault> {
        let row = raw.hexsides.rows.iter().find(|r| r.id == id);
        row.ok_or_else(|| fault(text, "[hexsides]", format!("no row `{id}`")))
    };
    let want = |value: Option<u8>, id: &str, key: &str| {
        value.ok_or_else(|| fault(text, &format!("id = \"{id}\""), format!("`{id}` needs {key}")))
    };
    let of_nation = |map: &BTreeMap<String, u8>, near: &str| -> Result<[u8; 3], DataFault> {
        let mut out = [0; 3];
        for (i, nation) in ["DE", "AH", "RU"].into_iter().enumerate() {
            let value = map.get(nation).ok_or_else(|| fault(text, near, format!("no value for {nation}")))?;
            out[i] = *value;
        }
        Ok(out)
    };
    let army = |id: &str, near: &str| match id {
        "de" => Ok(DE),
        "ru" => Ok(RU),
        other => Err(fault(text, near, format!("`{other}` is no side; it is de or ru"))),
    };
    let even = raw.odds.columns.iter().position(|c| c == "1:1");
    let even = even.ok_or_else(|| fault(text, "columns = ", "the columns lack 1:1"))? as u8;
    if raw.odds.columns.len() != 13 {
        return Err(fault(text, "columns = ", "there are 13 columns, 1:4 to 10:1"));
    }
    let divisors = [
        ("swamp\"", swamp.unwrap_or(1)),
        ("[disorganization]", raw.disorganization.strength_divided_by),
        ("strength_divided_by", raw.supply.strength_divided_by),
        ("fire_divided_by", raw.supply.fire_divided_by),
        ("movement_divided_by", raw.supply.movement_divided_by),
        ("transfer = {", raw.reinforcement.transfer.mp_divided_by),
        ("rail_hexes = {", raw.base.rail_hexes.de.germany),
        ("rail_hexes = {", raw.base.rail_hexes.de.russia),
        ("rail_hexes = {", raw.base.rail_hexes.ru.germany),
        ("rail_hexes = {", raw.base.rail_hexes.ru.russia),
    ];
    if let Some((near, _)) = divisors.iter().find(|(_, n)| *n == 0) {
        return Err(fault(text, near, "this number is 1 or more"));
    }
    let doubled = [("id = \"clear\"", clear.mp), ("less_mp = ", raw.strategic.less_mp)];
    if let Some((near, _)) = doubled.iter().find(|(_, n)| *n > 60) {
        return Err(fault(text, near, "movement points go up to 60"));
    }
    let mut kinds = Vec::new();
    for k in &raw.replacement.kinds {
        kinds.push(ReplacementKind { id: k.id.clone(), side: army(&k.side, &k.id)? });
    }
    if kinds.len() > 4 {
        return Err(fault(text, "kinds = [", "there is room for four kinds"));
    }
    let mut returns = [Vec::new(), Vec::new()];
    for r in &raw.replacement.returns {
        returns[usize::from(army(&r.side, "returns = [")?)].extend(r.hexes.iter().cloned());
    }
    let command = |id: &str| raw.strategic.command.get(id).copied().unwrap_or(0);
    let (rails, lines) = (&raw.base.rail_hexes, &raw.base.line_half_mp);
    Ok(Charts {
        stack_cel: raw.stacking.cel,
        leave_zone: raw.zoc.leave_half_mp,
        overrun: raw.movement.overrun.half_mp,
        overrun_fortified: raw.movement.overrun.fortified_half_mp,
        clear_mp: clear.mp * 2,
        forest: ground("forest")?,
        city: ground("city")?,
        town: ground("town")?,
        swamp: ground("swamp")?,
        hills: ground("hills")?,
        mountain: ground("mountain")?,
        wetland: ground("wetland")?,
        swamp_divides: want(swamp, "swamp", "attack_out_divided_by")?,
        small_river_extra: want(side("small_river")?.half_mp_extra, "small_river", "half_mp_extra")?,
        small_river_shift: want(side("small_river")?.shift, "small_river", "shift")?,
        big_river_divides: want(side("big_river")?.attack_divided_by, "big_river", "attack_divided_by")?,
        fortress_divides: want(side("fortress")?.attack_divided_by, "fortress", "attack_divided_by")?,
        fortress_shift: want(side("fortress")?.shift, "fortress", "shift")?,
        fixed_divides: want(
            side("fixed_position")?.attack_divided_by,
            "fixed_position",
            "attack_divided_by",
        )?,
        fixed_rear_shift: want(side("fixed_position")?.rear_shift, "fixed_position", "rear_shift")?,
        road_main: raw.roads.main_half_mp,
        road_secondary: raw.roads.secondary_half_mp,
        strategic_less: raw.strategic.less_mp * 2,
        strategic_command: [command("de"), command("ru")],
        snow_road_hexes: raw.weather.snow.road_hexes,
        snow_other_hexes: raw.weather.snow.other_hexes,
        combat: combat(text, &raw)?,
        even,
        command_shift: [raw.odds.command.attacker, raw.odds.command.defender],
        lone_artillery: raw.odds.lone_artillery,
        cel_for_hex: raw.results.cel_for_hex,
        hq_for_loss: raw.results.hq_for_loss,
        disorganized_from: of_nation(&raw.disorganization.from, "from = { DE")?,
        disorganized_divides: raw.disorganization.strength_divided_by,
        defender_rolls: raw.disorganization.defender_rolls,
        attacker_rolls: raw.disorganization.attacker_rolls,
        attacker_rolls_from: raw.disorganization.attacker_rolls_from_retreat,
        retreat_zone_cel: raw.retreat.zoc_hex_cel,
        retreat_end_cel: raw.retreat.end_cel,
        pursuit_after_elimination: raw.pursuit.after_elimination,
        pursuit_off_path: raw.pursuit.off_path_hexes,
        pursuit_beyond_river: raw.pursuit.big_river.hexes_beyond,
        artillery_range: raw.artillery.range,
        order_change: raw.artillery.order_change_half_mp,
        fire: by_strength(text, "[fire]", &raw.fire.rows, fire_cell)?,
        barrage_times: raw.barrage.multiplied_by,
        barrage_least: raw.barrage.least_units,
        objects: by_strength(text, "[objects]", &raw.objects.rows, |c| match c {
            "Z" => Some(true),
            "-" => Some(false),
            _ => None,
        })?,
        works_shift: raw.field_works.shift,
        works_shift_built_up: raw.field_works.shift_in_town_or_city,
        works_improved_shift: raw.field_works.improved_shift,
        fortress_stay: raw.fortress.stay_cel,
        fixed: fixed(text, &raw.fortress.fixed)?,
        command_range: raw.command.range,
        supply_line: of_nation(&raw.supply.line_half_mp, "line_half_mp = { DE")?,
        surrender_from: raw.supply.surrender_from,
        surrender_safe: raw.supply.surrender_safe,
        unsupplied_divides: raw.supply.strength_divided_by,
        unsupplied_fire_divides: raw.supply.fire_divided_by,
        unsupplied_mp_divides: raw.supply.movement_divided_by,
        base_rail: [[rails.de.germany, rails.de.russia], [rails.ru.germany, rails.ru.russia]],
        base_line: [[lines.de.home, lines.de.abroad], [lines.ru.home, lines.ru.abroad]],
        transfer_divides: raw.reinforcement.transfer.mp_divided_by,
        replacement_kinds: kinds,
        points_per_cel: raw.replacement.points_per_cel,
        points_per_unit: raw.replacement.points_per_unit,
        returns_with_lost: raw.replacement.returns_with_cel_lost,
        returns,
        bridge_small_destroy: raw.bridge.small.destroy_half_mp,
        bridge_small_rebuild: raw.bridge.small.rebuild_half_mp,
        bridge_big_destroy: raw.bridge.big.destroy_half_mp,
        ferry_hex: raw.ferry.hex.clone(),
        ferry_sides: raw.ferry.hexsides.clone(),
        ferry_bridge: raw.ferry.bridge.clone(),
        ferry_cel: raw.ferry.cel,
        train_capacity: raw.train.capacity_sp,
        airship_lost_on: raw.airship.destroyed_on,
        airship_bombs: raw.airship.bombs_sp,
        victory_points: raw.victory.vp,
    })
}

/// Sides of fixed positions as bits, clockwise from the north.
fn fixed(text: &str, rows: &[Fixed]) -> Result<Vec<(String, String, u8)>, DataFault> {
    let mut out = Vec::new();
    for row in rows {
        let mut bits = 0;
        for side in &row.sides {
            let at = ["n", "ne", "se", "s", "sw", "nw"].iter().position(|s| s == side);
            bits |= 1 << at.ok_or_else(|| fault(text, &row.hex, format!("`{side}` is no side of a hex")))?;
        }
        out.push((row.board.clone(), row.hex.clone(), bits));
    }
    Ok(out)
}

fn terrain<'a>(rows: &'a [Terrain], id: &str) -> Option<&'a Terrain> {
    rows.iter().find(|r| r.id == id)
}

fn combat(text: &str, raw: &Raw) -> Result<[[Cell; 13]; 11], DataFault> {
    let mut out = [[Cell::default(); 13]; 11];
    let mut seen = 0u16;
    for row in &raw.combat.rows {
        let near = format!("{{ dice = {},", row.dice);
        if !(2..=12).contains(&row.dice) || row.results.len() != 13 {
            return Err(fault(text, &near, "a row of the combat table has dice 2 to 12 and 13 cells"));
        }
        seen |= 1 << row.dice;
        for (column, cell) in row.results.iter().enumerate() {
            let read = combat_cell(cell).ok_or_else(|| fault(text, &near, format!("`{cell}` is no cell")))?;
            out[usize::from(row.dice) - 2][column] = read;
        }
    }
    if seen != 0b1_1111_1111_1100 {
        return Err(fault(text, "[combat]", "the combat table has a row for each of 2 to 12"));
    }
    Ok(out)
}

/// A cell as `*A1-1/B2D`.
pub(super) fn combat_cell(cell: &str) -> Option<Cell> {
    let (attacker, defender) = cell.split_once('/')?;
    let mut out = Cell::default();
    for (who, part, letter) in [(0, attacker, 'A'), (1, defender, 'B')] {
        let mut left = part;
        while let Some(c) = left.chars().next() {
            let rest = &left[c.len_utf8()..];
            let digit = rest.chars().next().and_then(|d| d.to_digit(10)).map(|d| d as u8);
            left = match (c, digit) {
                ('*', _) if who == 0 => {
                    out.dot = true;
                    rest
                }
                ('D', _) => {
                    out.disorganized[who] = true;
                    rest
                }
                ('-', Some(n)) => {
                    out.loss[who] = n;
                    &rest[1..]
                }
                ('-', None) if rest.is_empty() => rest,
                (c, Some(n)) if c == letter => {
                    out.retreat[who] = n;
                    &rest[1..]
                }
                _ => return None,
            };
        }
    }
    Some(out)
}

fn fire_cell(cell: &str) -> Option<FireCell> {
    match cell {
        "-" => Some(FireCell { loss: 0, dot: false }),
        "-1" => Some(FireCell { loss: 1, dot: false }),
        "-1*" => Some(FireCell { loss: 1, dot: true }),
        _ => None,
    }
}

/// Rows by strength, rising.
fn by_strength<T: Copy + Default>(
    text: &str,
    near: &str,
    rows: &[Fire],
    cell: impl Fn(&str) -> Option<T>,
) -> Result<Vec<(u8, [T; 11])>, DataFault> {
    let mut out: Vec<(u8, [T; 11])> = Vec::new();
    for row in rows {
        if row.results.len() != 11 || out.last().is_some_and(|(from, _)| *from >= row.from) {
            return Err(fault(text, near, "rows rise and have a cell for each of 2 to 12"));
        }
        let mut cells = [T::default(); 11];
        for (at, written) in row.results.iter().enumerate() {
            cells[at] = cell(written).ok_or_else(|| fault(text, near, format!("`{written}` is no cell")))?;
        }
        out.push((row.from, cells));
    }
    Ok(out)
}
