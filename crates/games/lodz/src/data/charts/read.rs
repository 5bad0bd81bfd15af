//! Reads `tables.toml` value by value: complaints name the line of the value.

use super::{Charts, Ground, Places, ReplacementKind, cells};
use crate::data::{DE, Map, RU};
use crate::position::HexId;
use sandtable_datafile::{DataFault, Part, TomlFile, Word};

/// What stands under a key and is 1 or more.
fn divisor(part: &Part<'_, '_>, key: &str) -> Result<u8, DataFault> {
    match part.get(key)? {
        0 => Err(part.fault(key, "this number is 1 or more")),
        n => Ok(n),
    }
}

/// Movement points as half-points.
fn doubled(part: &Part<'_, '_>, key: &str) -> Result<u8, DataFault> {
    match part.get::<u8>(key)? {
        mp @ 0..=60 => Ok(2 * mp),
        _ => Err(part.fault(key, "movement points go up to 60")),
    }
}

/// A value for each nation.
fn nations(part: &Part<'_, '_>, key: &str) -> Result<[u8; 3], DataFault> {
    let of = part.part(key)?;
    Ok([of.get("DE")?, of.get("AH")?, of.get("RU")?])
}

/// The side that a word names.
pub(in crate::data) fn side(file: &TomlFile<'_>, id: &Word) -> Result<u8, DataFault> {
    match id.get_ref().as_str() {
        "de" => Ok(DE),
        "ru" => Ok(RU),
        other => Err(file.fault_at(id, format!("`{other}` is no side; it is de or ru"))),
    }
}

/// Rows of a table by their ids.
struct Rows<'f, 'a> {
    table: Part<'f, 'a>,
    rows: Vec<(String, Part<'f, 'a>)>,
}

impl<'f, 'a> Rows<'f, 'a> {
    fn read(file: &'f TomlFile<'a>, path: &str) -> Result<Rows<'f, 'a>, DataFault> {
        let table = file.part(path)?;
        let rows = table.parts("rows")?.into_iter().map(|row| Ok((row.get("id")?, row)));
        Ok(Rows { table, rows: rows.collect::<Result<_, _>>()? })
    }

    fn row(&self, id: &str) -> Result<&Part<'f, 'a>, DataFault> {
        let row = self.rows.iter().find(|(of, _)| of == id).map(|(_, row)| row);
        row.ok_or_else(|| self.table.fault("rows", format!("no row `{id}`")))
    }

    /// What a kind of ground does.
    fn ground(&self, id: &str) -> Result<Ground, DataFault> {
        let row = self.row(id)?;
        let number = |key: &str| Ok(row.opt(key)?.unwrap_or(0));
        let closed = row.opt("closed")?.unwrap_or(false);
        Ok(Ground { extra: number("half_mp_extra")?, shift: number("shift")?, fire: number("fire")?, closed })
    }
}

/// Reads the charts.
pub(in crate::data) fn charts(file: &TomlFile<'_>) -> Result<Charts, DataFault> {
    let terrain = Rows::read(file, "terrain")?;
    let sides = Rows::read(file, "hexsides")?;
    let columns: Vec<String> = file.get("odds.columns")?;
    let even = columns.iter().position(|c| c == "1:1").and_then(|at| u8::try_from(at).ok());
    let Some(even) = even.filter(|_| columns.len() == 13) else {
        return Err(file
            .part("odds")?
            .fault("columns", "there are 13 columns, 1:4 to 10:1, with 1:1 among them"));
    };
    let (disorder, supply) = (file.part("disorganization")?, file.part("supply")?);
    let (rails, lines) = (file.part("base.rail_hexes")?, file.part("base.line_half_mp")?);
    let rails = |of: &str| -> Result<[u8; 2], DataFault> {
        Ok([divisor(&rails.part(of)?, "DE")?, divisor(&rails.part(of)?, "RU")?])
    };
    let lines = |of: &str| -> Result<[u8; 2], DataFault> {
        Ok([lines.part(of)?.get("home")?, lines.part(of)?.get("abroad")?])
    };
    let command =
        |side: &str| -> Result<u8, DataFault> { Ok(file.part("strategic.command")?.opt(side)?.unwrap_or(0)) };
    Ok(Charts {
        stack_cel: file.get("stacking.cel")?,
        leave_zone: file.get("zoc.leave_half_mp")?,
        overrun: file.get("movement.overrun.half_mp")?,
        overrun_fortified: file.get("movement.overrun.fortified_half_mp")?,
        clear_mp: doubled(terrain.row("clear")?, "mp")?,
        forest: terrain.ground("forest")?,
        city: terrain.ground("city")?,
        town: terrain.ground("town")?,
        swamp: terrain.ground("swamp")?,
        hills: terrain.ground("hills")?,
        mountain: terrain.ground("mountain")?,
        wetland: terrain.ground("wetland")?,
        swamp_divides: divisor(terrain.row("swamp")?, "attack_out_divided_by")?,
        small_river_extra: sides.row("small_river")?.get("half_mp_extra")?,
        small_river_shift: sides.row("small_river")?.get("shift")?,
        big_river_divides: sides.row("big_river")?.get("attack_divided_by")?,
        fortress_divides: sides.row("fortress")?.get("attack_divided_by")?,
        fortress_shift: sides.row("fortress")?.get("shift")?,
        fixed_divides: sides.row("fixed_position")?.get("attack_divided_by")?,
        fixed_rear_shift: sides.row("fixed_position")?.get("rear_shift")?,
        road_main: file.get("roads.main_half_mp")?,
        road_secondary: file.get("roads.secondary_half_mp")?,
        strategic_less: doubled(&file.part("strategic")?, "less_mp")?,
        strategic_command: [command("de")?, command("ru")?],
        snow_road_hexes: file.get("weather.snow.road_hexes")?,
        snow_other_hexes: file.get("weather.snow.other_hexes")?,
        combat: cells::combat(file)?,
        even,
        command_shift: [file.get("odds.command.attacker")?, file.get("odds.command.defender")?],
        lone_artillery: file.get("odds.lone_artillery")?,
        cel_for_hex: file.get("results.cel_for_hex")?,
        hq_for_loss: file.get("results.hq_for_loss")?,
        disorganized_from: nations(&disorder, "from")?,
        disorganized_divides: divisor(&disorder, "strength_divided_by")?,
        defender_rolls: disorder.get("defender_rolls")?,
        attacker_rolls: disorder.get("attacker_rolls")?,
        attacker_rolls_from: disorder.get("attacker_rolls_from_retreat")?,
        retreat_zone_cel: file.get("retreat.zoc_hex_cel")?,
        retreat_end_cel: file.get("retreat.end_cel")?,
        pursuit_after_elimination: file.get("pursuit.after_elimination")?,
        pursuit_off_path: file.get("pursuit.off_path_hexes")?,
        pursuit_beyond_river: file.get("pursuit.big_river.hexes_beyond")?,
        artillery_range: file.get("artillery.range")?,
        order_change: file.get("artillery.order_change_half_mp")?,
        fire: cells::fire(file)?,
        barrage_times: file.get("barrage.multiplied_by")?,
        barrage_least: file.get("barrage.least_units")?,
        objects: cells::objects(file)?,
        works_shift: file.get("field_works.shift")?,
        works_shift_built_up: file.get("field_works.shift_in_town_or_city")?,
        works_improved_shift: file.get("field_works.improved_shift")?,
        fortress_stay: file.get("fortress.stay_cel")?,
        fixed: fixed(file)?,
        command_range: file.get("command.range")?,
        supply_line: nations(&supply, "line_half_mp")?,
        surrender_from: supply.get("surrender_from")?,
        surrender_safe: supply.get("surrender_safe")?,
        unsupplied_divides: divisor(&supply, "strength_divided_by")?,
        unsupplied_fire_divides: divisor(&supply, "fire_divided_by")?,
        unsupplied_mp_divides: divisor(&supply, "movement_divided_by")?,
        base_rail: [rails("de")?, rails("ru")?],
        base_line: [lines("de")?, lines("ru")?],
        transfer_divides: divisor(&file.part("reinforcement.transfer")?, "mp_divided_by")?,
        replacement_kinds: kinds(file)?,
        points_per_cel: file.get("replacement.points_per_cel")?,
        points_per_unit: file.get("replacement.points_per_unit")?,
        returns_with_lost: file.get("replacement.returns_with_cel_lost")?,
        bridge_small_destroy: file.get("bridge.small.destroy_half_mp")?,
        bridge_small_rebuild: file.get("bridge.small.rebuild_half_mp")?,
        bridge_big_destroy: file.get("bridge.big.destroy_half_mp")?,
        ferry_cel: file.get("ferry.cel")?,
        train_capacity: file.get("train.capacity_sp")?,
        airship_lost_on: file.get("airship.destroyed_on")?,
        airship_bombs: file.get("airship.bombs_sp")?,
        victory_points: file.get("victory.vp")?,
    })
}

/// Kinds of replacement points.
fn kinds(file: &TomlFile<'_>) -> Result<Vec<ReplacementKind>, DataFault> {
    let rows = file.parts("replacement.kinds")?;
    if rows.len() > 4 {
        return Err(file.part("replacement")?.fault("kinds", "there is room for four kinds"));
    }
    let one =
        |row: &Part<'_, '_>| Ok(ReplacementKind { id: row.get("id")?, side: side(file, &row.get("side")?)? });
    rows.iter().map(one).collect()
}

/// Sides of fixed positions as bits, clockwise from the north.
fn fixed(file: &TomlFile<'_>) -> Result<Vec<(String, String, u8)>, DataFault> {
    let mut out = Vec::new();
    for row in file.parts("fortress.fixed")? {
        let mut bits = 0;
        for side in row.get::<Vec<Word>>("sides")? {
            let at = ["n", "ne", "se", "s", "sw", "nw"].iter().position(|s| s == side.get_ref());
            let none = || file.fault_at(&side, format!("`{}` is no side of a hex", side.get_ref()));
            bits |= 1 << at.ok_or_else(none)?;
        }
        out.push((row.get("board")?, row.get("hex")?, bits));
    }
    Ok(out)
}

/// Reads the places that the rules name.
pub(in crate::data) fn places(file: &TomlFile<'_>, map: &Map) -> Result<Places, DataFault> {
    let on_board = |number: &str, word: &Word| -> Result<HexId, DataFault> {
        let none = || file.fault_at(word, format!("{number} is not on the board {}", map.id));
        map.hex(number).ok_or_else(none)
    };
    let hex = |word: &Word| on_board(word.get_ref(), word);
    let between = |word: &Word| -> Result<(HexId, HexId), DataFault> {
        let apart = word.get_ref().split_once('/');
        let (a, b) = apart.ok_or_else(|| file.fault_at(word, "a hexside is two hexes, as 2212/2312"))?;
        Ok((on_board(a, word)?, on_board(b, word)?))
    };
    let mut returns = [Vec::new(), Vec::new()];
    for row in file.parts("replacement.returns")? {
        let side = usize::from(side(file, &row.get("side")?)?);
        for word in row.get::<Vec<Word>>("hexes")? {
            returns[side].push(hex(&word)?);
        }
    }
    let sides: Vec<Word> = file.get("ferry.hexsides")?;
    Ok(Places {
        returns,
        ferry: hex(&file.get("ferry.hex")?)?,
        ferry_sides: sides.iter().map(between).collect::<Result<_, _>>()?,
        ferry_bridge: between(&file.get("ferry.bridge")?)?,
    })
}
