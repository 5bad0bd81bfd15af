//! Reads `tables.toml`: Depots, recruits, command, stacking, zones and what actions cost.

use super::raw::{Action, Modifier, Tables};
use super::{Charts, DepotChart, Later, OffMapLater, combat, fixed, results};
use crate::data::{Class, Formation, Hexes, Map, NONE, Source, UNITS, UnitDef, Zone, side};
use sandtable_datafile::DataFault;

/// What names of the file stand for, and complaints about those that stand for nothing.
pub(super) struct Names<'a> {
    pub source: Source<'a>,
    pub map: &'a Map,
    pub units: &'a [UnitDef],
    pub formations: &'a [Formation],
}

impl Names<'_> {
    /// A complaint about a line of a table.
    pub(super) fn fault(&self, table: &str, needle: &str, what: impl Into<String>) -> DataFault {
        self.source.fault(&format!("[{table}]"), needle, what)
    }

    fn quoted(&self, table: &str, id: &str, what: &str) -> DataFault {
        self.fault(table, &format!("\"{id}\""), format!("`{id}` is no {what}"))
    }

    fn unit(&self, table: &str, id: &str) -> Result<u8, DataFault> {
        let at = self.units.iter().position(|u| u.id == id);
        at.map(|u| u as u8).ok_or_else(|| self.quoted(table, id, "unit"))
    }

    pub(super) fn units(&self, table: &str, ids: &[String]) -> Result<Vec<u8>, DataFault> {
        ids.iter().map(|id| self.unit(table, id)).collect()
    }

    fn formation(&self, table: &str, id: &str) -> Result<u8, DataFault> {
        let at = self.formations.iter().position(|f| f.id == id);
        at.map(|f| f as u8).ok_or_else(|| self.quoted(table, id, "formation"))
    }

    /// Formations as bits.
    pub(super) fn formations(&self, table: &str, ids: &[String]) -> Result<u64, DataFault> {
        ids.iter().try_fold(0, |bits, id| Ok(bits | 1 << self.formation(table, id)?))
    }

    fn side(&self, table: &str, id: &str) -> Result<u8, DataFault> {
        side(id).ok_or_else(|| self.quoted(table, id, "side"))
    }

    /// The classes that a word means.
    pub(super) fn classes(&self, table: &str, word: &str) -> Result<Vec<Class>, DataFault> {
        classes(word).ok_or_else(|| self.quoted(table, word, "class or kind of unit"))
    }

    /// The classes that a list means.
    pub(super) fn all_classes(&self, table: &str, words: &[String]) -> Result<Vec<Class>, DataFault> {
        let mut out = Vec::new();
        for word in words {
            out.extend(self.classes(table, word)?);
        }
        Ok(out)
    }

    /// Half-points.
    fn half(&self, table: &str, key: &str, mp: u8) -> Result<u8, DataFault> {
        match mp {
            0..=60 => Ok(2 * mp),
            _ => Err(self.fault(table, &format!("{key} ="), "MP go up to 60")),
        }
    }

    /// Refuses two values that are one figure.
    pub(super) fn agree<T: PartialEq + std::fmt::Display>(
        &self,
        (table, key): (&str, &str),
        value: T,
        other: &str,
        theirs: T,
    ) -> Result<(), DataFault> {
        if value == theirs {
            return Ok(());
        }
        let what = format!("[{table}] {key} is {value}, but {other} is {theirs}: they are one figure");
        Err(self.fault(table, &format!("{key} ="), what))
    }
}

/// The classes that a word of the data files means: one class, or one of the kinds of 1.2n to 1.2p.
pub(in crate::data) fn classes(word: &str) -> Option<Vec<Class>> {
    use serde::Deserialize;
    use serde::de::IntoDeserializer;
    use serde::de::value::{Error, StrDeserializer};
    let kind: fn(Class) -> bool = match word {
        "combat" => Class::is_combat,
        "guns" => Class::is_gun,
        "vehicle" => Class::is_vehicle,
        "depot" => Class::is_depot,
        _ => {
            let reader: StrDeserializer<'_, Error> = word.into_deserializer();
            return Class::deserialize(reader).ok().map(|c| vec![c]);
        }
    };
    Some(Class::ALL.into_iter().filter(|c| kind(*c)).collect())
}

/// The modifiers of a table by their ids.
pub(super) struct Modifiers<'a> {
    names: &'a Names<'a>,
    table: &'static str,
    list: &'a [Modifier],
}

impl<'a> Modifiers<'a> {
    /// Refuses a list with other ids than those that are played.
    pub(super) fn new(
        names: &'a Names<'a>,
        table: &'static str,
        list: &'a [Modifier],
        ids: &[&str],
    ) -> Result<Modifiers<'a>, DataFault> {
        let out = Modifiers { names, table, list };
        for (i, m) in list.iter().enumerate() {
            if !ids.contains(&m.id.as_str()) || list[..i].iter().any(|n| n.id == m.id) {
                return Err(out.fault(&m.id, "is no modifier of this table, or stands twice"));
            }
        }
        for id in ids {
            out.get(id)?;
        }
        Ok(out)
    }

    pub(super) fn fault(&self, id: &str, what: &str) -> DataFault {
        self.names.fault(self.table, &format!("id = \"{id}\""), format!("`{id}` {what}"))
    }

    pub(super) fn get(&self, id: &str) -> Result<&'a Modifier, DataFault> {
        self.list
            .iter()
            .find(|m| m.id == id)
            .ok_or_else(|| self.names.fault(self.table, "modifiers =", format!("modifier `{id}` is missing")))
    }

    /// What it adds.
    pub(super) fn add(&self, id: &str) -> Result<i8, DataFault> {
        self.get(id)?.add.ok_or_else(|| self.fault(id, "needs `add`"))
    }

    /// What it adds to the die of the attacker and of the defender.
    pub(super) fn both(&self, id: &str) -> Result<[i8; 2], DataFault> {
        let m = self.get(id)?;
        match (m.attacker, m.defender) {
            (Some(a), Some(d)) => Ok([a, d]),
            _ => Err(self.fault(id, "needs `attacker` and `defender`")),
        }
    }

    /// Refuses a modifier that works for others than those for whom it is played.
    pub(super) fn works_for(&self, id: &str, whom: Option<&str>) -> Result<(), DataFault> {
        let m = self.get(id)?;
        if m.scope.as_deref().or(m.side.as_deref()) == whom {
            return Ok(());
        }
        Err(self.fault(id, &format!("is played for `{}` only", whom.unwrap_or("both sides"))))
    }

    /// Refuses a modifier that should take its value from a column, and does not.
    pub(super) fn by(&self, id: &str, column: &str) -> Result<(), DataFault> {
        if self.get(id)?.by.as_deref() == Some(column) {
            return Ok(());
        }
        Err(self.fault(id, &format!("is taken by = \"{column}\"")))
    }
}

/// Reads `tables.toml`.
pub(in crate::data) fn read(
    text: &str,
    map: &Map,
    units: &[UnitDef],
    formations: &[Formation],
    zones: &[Zone],
) -> Result<Charts, DataFault> {
    let source = Source { file: "tables.toml", text };
    let names = Names { source, map, units, formations };
    let raw: Tables = source.parse()?;
    fixed::check(source)?;
    let same =
        |table, key, value: u8, other: &str, theirs: u8| names.agree((table, key), value, other, theirs);
    same("turns", "last", raw.turns.last, "the number of dates", raw.turns.dates.len() as u8)?;
    let half = |table, key, mp| names.half(table, key, mp);
    let movement = &raw.zoc_movement;
    let mut listed = movement.all_but.classes.clone();
    listed.extend(movement.plus.classes.iter().chain(&movement.stop_after.classes));
    if Class::ALL.iter().any(|c| listed.iter().filter(|l| *l == c).count() != 1) {
        return Err(names.fault("zoc_movement", "all_but =", "each class stands in one of the three lists"));
    }
    if movement.stop_after.classes.iter().any(|c| !c.is_rail()) || movement.stop_after.classes.len() != 2 {
        let what = "trains and Railroad Depots, and only they, stop (7.1.3e)";
        return Err(names.fault("zoc_movement", "stop_after =", what));
    }
    let mut tie_at_start = Vec::new();
    for t in &raw.command.tie_at_start {
        let formation = names.formation("command", &t.formation)?;
        let unit = names.unit("command", &t.unit)?;
        let bodies = formations[usize::from(formation)].main_bodies;
        if units[usize::from(unit)].formation != formation || !(1..=bodies).contains(&t.body) {
            let what = format!("`{}` cannot be body {} of `{}`", t.unit, t.body, t.formation);
            return Err(names.fault("command", "tie_at_start", what));
        }
        tie_at_start.push((formation, t.body, unit));
    }
    let mut later_command = Vec::new();
    for l in &raw.command.later {
        let (units, with) = (names.units("command", &l.units)?, names.formation("command", &l.with)?);
        later_command.push(Later { from_turn: l.from_turn, units, with });
    }
    let mut off_map_later = Vec::new();
    for l in &raw.off_map.later {
        let zone = zones.iter().position(|z| z.id == l.zone);
        let zone = zone.ok_or_else(|| names.quoted("off_map", &l.zone, "entry zone"))? as u8;
        let units = names.units("off_map", &l.units)?;
        off_map_later.push(OffMapLater { units, turn: l.turn, zone });
    }
    let entrench = entrench(&names, &raw)?;
    let r = &raw.recruits;
    let recruit_track = r.track.both();
    if recruit_track.iter().any(Vec::is_empty) {
        return Err(names.fault("recruits", "track =", "each side has points for one turn at least"));
    }
    let sides = raw.marching_day.sides.iter().map(|s| names.side("marching_day", s));
    let marching_sides = sides.collect::<Result<_, _>>()?;
    let prices = [
        ("combat_mode", &raw.actions.combat_mode),
        ("hasty", &raw.actions.hasty),
        ("prepared", &raw.actions.prepared),
        ("barrage", &raw.actions.barrage),
    ];
    let mut price = [[NONE; UNITS]; 4];
    for (row, (key, rows)) in price.iter_mut().zip(prices) {
        *row = prices_of(&names, key, rows)?;
    }
    Ok(Charts {
        worst_below: raw.quality.worst_below.by,
        worst_change: raw.quality.worst_below.change,
        best_above: raw.quality.best_above.by,
        best_change: raw.quality.best_above.change,
        depot: depot(&names, &raw.depot, &raw.munitions)?,
        recruit_track,
        orel_bonus: r.orel_bonus,
        orel_controller_at_start: names.side("recruits", &r.orel_controller_at_start)?,
        bank: r.bank,
        recruits_at_start: r.start.both(),
        prisoners_at_start: raw.prisoners.start.both(),
        prisoners_for_one: names.positive("prisoners", "for_one_point", raw.prisoners.for_one_point)?,
        step_cost: r.step_cost,
        battalion_cost: r.battalion_cost,
        battalions: r.battalions.both(),
        recruit_tq_loss: r.tq_loss,
        recruit_tq_floor: r.tq_floor.both(),
        recruit_range: half("recruits", "range_mp", r.range_mp)?,
        tie_at_start,
        later_command,
        stack_points: raw.stacking.points,
        stack_units: raw.stacking.units,
        zone_steps: raw.zoc.steps_needed,
        leave_zone: half("zoc_movement", "leave", movement.leave)?,
        zone_all_but: half("zoc_movement", "all_but", movement.all_but.mp)?,
        zone_plus: half("zoc_movement", "plus", movement.plus.mp)?,
        zone_plus_for: movement.plus.classes.clone(),
        marching_day: half("marching_day", "mp", raw.marching_day.mp)?,
        marching_sides,
        price,
        entrench,
        off_map_later,
        off_map_back: [raw.off_map.returns.after_turns, raw.off_map.returns.after_turns_routed],
        clear: combat::terrain(&names, &raw.terrain, "clear", "hex")?,
        forest: combat::terrain(&names, &raw.terrain, "forest", "hex")?,
        town: combat::terrain(&names, &raw.terrain, "town", "hex")?,
        suburbs: combat::terrain(&names, &raw.terrain, "suburbs", "hex")?,
        centre: combat::terrain(&names, &raw.terrain, "centre", "hex")?,
        river: combat::terrain(&names, &raw.terrain, "river", "side")?,
        entrenched: combat::terrain(&names, &raw.terrain, "entrenched", "unit")?,
        split: combat::split(&names, &raw.strength)?,
        barrage: combat::barrage(&names, &raw.barrage)?,
        attack: combat::attack(&names, &raw)?,
        retreat_before: combat::retreat_before(&names, &raw.retreat_before)?,
        retreat: combat::flow(&names, "retreat", &raw.retreat, None)?,
        rout: combat::flow(&names, "rout", &raw.rout, Some(&raw.retreat))?,
        cohesion: results::cohesion(&names, &raw.cohesion)?,
        new_cohesion: results::new_cohesion(&names, &raw.new_cohesion)?,
        charge_tq: raw.charge.any_enemy_from_tq,
        results: results::results(&names, &raw.results)?,
        ratio_below: raw.ratio.below,
        ratio: results::ratio(&names, &raw.ratio)?,
        art: results::art(&names, &raw.art)?,
        morale: results::morale(&names, &raw.morale)?,
        dates: raw.turns.dates,
    })
}

impl Names<'_> {
    /// A number that is divided by.
    pub(super) fn positive(&self, table: &str, key: &str, value: u8) -> Result<u8, DataFault> {
        (value > 0).then_some(value).ok_or_else(|| self.fault(table, key, format!("{key} is 1 or more")))
    }
}

fn depot(
    names: &Names<'_>,
    depot: &super::raw::Depot,
    munitions: &super::raw::Munitions,
) -> Result<DepotChart, DataFault> {
    let mut special = [Hexes::EMPTY; 2];
    for row in &depot.special {
        let side = names.side("depot", &row.side)?;
        for number in &row.hexes {
            let hex = names.map.hex(number);
            let off = || {
                names.fault("depot", &format!("\"{number}\""), format!("hex {number} is not on the board"))
            };
            special[usize::from(side)].insert(hex.ok_or_else(off)?);
        }
    }
    Ok(DepotChart {
        double_track_times: depot.double_track_times,
        convoy_line: names.half("depot", "convoy_line_mp", depot.convoy_line_mp)?,
        special_line: names.half("depot", "special_line_mp", depot.special_line_mp)?,
        special,
        range: names.half("munitions", "range_mp", munitions.range_mp)?,
        resupplied_by_taking: [depot.resupplied_by_taking, depot.resupplied_by_taking_double_track],
        range_of_taken: names.half("depot", "resupply_range_of_taken", depot.resupply_range_of_taken)?,
        prepared: munitions.prepared_attack,
        hasty: munitions.hasty_attack,
        barrage: munitions.barrage,
        resupply: munitions.resupply,
    })
}

/// Half-points of an action for each unit: the first row that fits. Depots never act.
fn prices_of(names: &Names<'_>, key: &str, rows: &[Action]) -> Result<[u8; UNITS], DataFault> {
    let mut out = [NONE; UNITS];
    for row in rows {
        let mp = names.half("actions", key, row.mp)?;
        for word in &row.who {
            let classes = match word.as_str() {
                "white" | "red" | "shock" => Class::ALL.to_vec(),
                _ => names.classes("actions", word)?,
            };
            for (u, unit) in names.units.iter().enumerate() {
                let whose = side(word).is_none_or(|s| s == unit.side);
                let yellow = word != "shock" || unit.shock;
                let acts = !unit.class.is_depot() && classes.contains(&unit.class);
                if out[u] == NONE && acts && whose && yellow {
                    out[u] = mp;
                }
            }
        }
    }
    Ok(out)
}

/// Classes that may entrench; two tables say so.
fn entrench(names: &Names<'_>, raw: &Tables) -> Result<Vec<Class>, DataFault> {
    let mut out = Vec::new();
    for row in &raw.actions.entrench {
        if !row.all {
            return Err(names.fault("actions", "entrench =", "entrenching takes all MP (7.3a)"));
        }
        out.extend(names.all_classes("actions", &row.who)?);
    }
    let who = names.all_classes("entrenchment", &raw.entrenchment.who)?;
    if who != out {
        let what = "[actions] entrench names others; they are one list";
        return Err(names.fault("entrenchment", "who =", what));
    }
    Ok(out)
}
