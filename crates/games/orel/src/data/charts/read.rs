//! Reads `tables.toml`: Depots, recruits, command, stacking, zones and what actions cost.

use super::{Charts, DepotChart, Later, OffMapLater, combat, fixed, results};
use crate::data::{Class, Formation, Hexes, Map, Source, UNITS, UnitDef, Zone, side};
use crate::position::{FormationId, UnitId};
use sandtable_datafile::{DataFault, TomlFile};
use sandtable_ops::Id;
use serde::Deserialize;
use serde::de::DeserializeOwned;

/// The file, what its names stand for, and complaints about those that stand for nothing.
pub(super) struct Names<'a> {
    pub source: Source<'a>,
    pub file: TomlFile<'a>,
    pub map: &'a Map,
    pub units: &'a [UnitDef],
    pub formations: &'a [Formation],
}

impl Names<'_> {
    /// The value under a path of keys.
    pub(super) fn get<T: DeserializeOwned>(&self, path: &str) -> Result<T, DataFault> {
        self.file.get(path)
    }

    /// A value for each side, in the order of the sides.
    fn both<T: DeserializeOwned>(&self, path: &str) -> Result<[T; 2], DataFault> {
        Ok([self.get(&format!("{path}.white"))?, self.get(&format!("{path}.red"))?])
    }

    /// A complaint about a line of a table.
    pub(super) fn fault(&self, table: &str, needle: &str, what: impl Into<String>) -> DataFault {
        self.source.fault(&format!("[{table}]"), needle, what)
    }

    fn quoted(&self, table: &str, id: &str, what: &str) -> DataFault {
        self.fault(table, &format!("\"{id}\""), format!("`{id}` is no {what}"))
    }

    fn unit(&self, table: &str, id: &str) -> Result<UnitId, DataFault> {
        let at = self.units.iter().position(|u| u.id == id);
        at.map(UnitId::of).ok_or_else(|| self.quoted(table, id, "unit"))
    }

    pub(super) fn units(&self, table: &str, ids: &[String]) -> Result<Vec<UnitId>, DataFault> {
        ids.iter().map(|id| self.unit(table, id)).collect()
    }

    fn formation(&self, table: &str, id: &str) -> Result<FormationId, DataFault> {
        let at = self.formations.iter().position(|f| f.id == id);
        at.map(FormationId::of).ok_or_else(|| self.quoted(table, id, "formation"))
    }

    /// Formations as bits.
    pub(super) fn formations(&self, table: &str, ids: &[String]) -> Result<u64, DataFault> {
        ids.iter().try_fold(0, |bits, id| Ok(bits | 1 << self.formation(table, id)?.bit()))
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

    /// MP of a table as half-points.
    fn half(&self, table: &str, key: &str) -> Result<u8, DataFault> {
        self.half_of(table, key, self.get(&format!("{table}.{key}"))?)
    }

    fn half_of(&self, table: &str, key: &str, mp: u8) -> Result<u8, DataFault> {
        let key = key.split('.').next().unwrap_or(key);
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

/// A modifier; which of its keys it needs depends on its id.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Modifier {
    pub id: String,
    pub add: Option<i8>,
    pub attacker: Option<i8>,
    pub defender: Option<i8>,
    pub tq: Option<u8>,
    pub enemy_steps: Option<u8>,
    pub own_steps: Option<u8>,
    pub ratio_from: Option<[u8; 2]>,
    pub ratio_below: Option<[u8; 2]>,
    by: Option<String>,
    scope: Option<String>,
    side: Option<String>,
}

/// The modifiers of a table by their ids.
pub(super) struct Modifiers<'a> {
    names: &'a Names<'a>,
    table: &'static str,
    pub list: Vec<Modifier>,
}

impl<'a> Modifiers<'a> {
    /// Refuses a list with other ids than those that are played.
    pub(super) fn new(
        names: &'a Names<'a>,
        table: &'static str,
        ids: &[&str],
    ) -> Result<Modifiers<'a>, DataFault> {
        let out = Modifiers { names, table, list: names.file.rows(&format!("{table}.modifiers"))? };
        for (i, m) in out.list.iter().enumerate() {
            if !ids.contains(&m.id.as_str()) || out.list[..i].iter().any(|n| n.id == m.id) {
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

    pub(super) fn get(&self, id: &str) -> Result<&Modifier, DataFault> {
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

#[derive(Deserialize)]
struct Tie {
    formation: String,
    body: u8,
    unit: String,
}

#[derive(Deserialize)]
struct LaterLine {
    from_turn: u8,
    units: Vec<String>,
    with: String,
}

#[derive(Deserialize)]
struct Waits {
    units: Vec<String>,
    turn: u8,
    zone: String,
}

#[derive(Deserialize)]
struct Special {
    side: String,
    hexes: Vec<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Action {
    who: Vec<String>,
    mp: u8,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct AllMp {
    who: Vec<String>,
    all: bool,
}

/// Reads `tables.toml`. Keys that are not read are words for people or are checked in [`fixed`].
pub(in crate::data) fn read(
    text: &str,
    map: &Map,
    units: &[UnitDef],
    formations: &[Formation],
    zones: &[Zone],
) -> Result<Charts, DataFault> {
    let source = Source { file: "tables.toml", text };
    let n = &Names { source, file: TomlFile::parse(source.file, text)?, map, units, formations };
    fixed::check(n)?;
    let dates: Vec<String> = n.get("turns.dates")?;
    n.agree(("turns", "last"), n.get("turns.last")?, "the number of dates", dates.len())?;
    let recruit_track: [Vec<u8>; 2] = n.both("recruits.track")?;
    if recruit_track.iter().any(Vec::is_empty) {
        return Err(n.fault("recruits", "track =", "each side has points for one turn at least"));
    }
    let marching: Vec<String> = n.get("marching_day.sides")?;
    let prices = ["combat_mode", "hasty", "prepared", "barrage"];
    let mut price = [[None; UNITS]; 4];
    for (row, key) in price.iter_mut().zip(prices) {
        *row = prices_of(n, key)?;
    }
    let attack = combat::attack(n)?;
    let retreat = combat::flow(n, "retreat", None)?;
    let rout = combat::flow(n, "rout", Some(&retreat))?;
    combat::vehicles_agree(n, &retreat, &rout)?;
    Ok(Charts {
        worst_below: n.get("quality.worst_below.by")?,
        worst_change: n.get("quality.worst_below.change")?,
        best_above: n.get("quality.best_above.by")?,
        best_change: n.get("quality.best_above.change")?,
        depot: depot(n)?,
        recruit_track,
        orel_bonus: n.get("recruits.orel_bonus")?,
        orel_controller_at_start: n
            .side("recruits", &n.get::<String>("recruits.orel_controller_at_start")?)?,
        bank: n.get("recruits.bank")?,
        recruits_at_start: n.both("recruits.start")?,
        prisoners_at_start: n.both("prisoners.start")?,
        prisoners_for_one: n.positive("prisoners", "for_one_point")?,
        step_cost: n.get("recruits.step_cost")?,
        battalion_cost: n.get("recruits.battalion_cost")?,
        battalions: n.both("recruits.battalions")?,
        recruit_tq_loss: n.get("recruits.tq_loss")?,
        recruit_tq_floor: n.both("recruits.tq_floor")?,
        recruit_range: n.half("recruits", "range_mp")?,
        tie_at_start: ties(n)?,
        later_command: later_command(n)?,
        stack_points: n.get("stacking.points")?,
        stack_units: n.get("stacking.units")?,
        zone_steps: n.get("zoc.steps_needed")?,
        leave_zone: n.half("zoc_movement", "leave")?,
        zone_all_but: n.half("zoc_movement", "all_but.mp")?,
        zone_plus: n.half("zoc_movement", "plus.mp")?,
        zone_plus_for: zone_plus_for(n)?,
        marching_day: n.half("marching_day", "mp")?,
        marching_sides: marching.iter().map(|s| n.side("marching_day", s)).collect::<Result<_, _>>()?,
        price,
        entrench: entrench(n)?,
        off_map_later: off_map_later(n, zones)?,
        off_map_back: [n.get("off_map.returns.after_turns")?, n.get("off_map.returns.after_turns_routed")?],
        clear: combat::terrain(n, "clear", "hex")?,
        forest: combat::terrain(n, "forest", "hex")?,
        town: combat::terrain(n, "town", "hex")?,
        suburbs: combat::terrain(n, "suburbs", "hex")?,
        centre: combat::terrain(n, "centre", "hex")?,
        river: combat::terrain(n, "river", "side")?,
        entrenched: combat::terrain(n, "entrenched", "unit")?,
        split: combat::split(n)?,
        barrage: combat::barrage(n)?,
        attack,
        retreat_before: combat::retreat_before(n)?,
        retreat,
        rout,
        cohesion: results::cohesion(n)?,
        new_cohesion: results::new_cohesion(n)?,
        charge_tq: n.get("charge.any_enemy_from_tq")?,
        results: results::results(n)?,
        ratio_below: n.get("ratio.below")?,
        ratio: results::ratio(n)?,
        art: results::art(n)?,
        morale: results::morale(n)?,
        dates,
    })
}

impl Names<'_> {
    /// A number that is divided by.
    pub(super) fn positive(&self, table: &str, path: &str) -> Result<u8, DataFault> {
        let value = self.get(&format!("{table}.{path}"))?;
        let key = path.rsplit('.').next().unwrap_or(path);
        (value > 0).then_some(value).ok_or_else(|| self.fault(table, key, format!("{key} is 1 or more")))
    }
}

/// Classes that pay more for going from zone to zone; the others pay all but some MP, or stop.
fn zone_plus_for(names: &Names<'_>) -> Result<Vec<Class>, DataFault> {
    let [all_but, plus, stop] = ["all_but", "plus", "stop_after"]
        .map(|key| names.get::<Vec<Class>>(&format!("zoc_movement.{key}.classes")));
    let (all_but, plus, stop) = (all_but?, plus?, stop?);
    let listed = || all_but.iter().chain(&plus).chain(&stop);
    if Class::ALL.iter().any(|c| listed().filter(|l| *l == c).count() != 1) {
        return Err(names.fault("zoc_movement", "all_but =", "each class stands in one of the three lists"));
    }
    if stop.iter().any(|c| !c.is_rail()) || stop.len() != 2 {
        let what = "trains and Railroad Depots, and only they, stop (7.1.3e)";
        return Err(names.fault("zoc_movement", "stop_after =", what));
    }
    Ok(plus)
}

fn ties(names: &Names<'_>) -> Result<Vec<(FormationId, u8, UnitId)>, DataFault> {
    let tie = |t: Tie| {
        let formation = names.formation("command", &t.formation)?;
        let unit = names.unit("command", &t.unit)?;
        let bodies = names.formations[usize::from(formation)].main_bodies;
        if names.units[usize::from(unit)].formation != Some(formation) || !(1..=bodies).contains(&t.body) {
            let what = format!("`{}` cannot be body {} of `{}`", t.unit, t.body, t.formation);
            return Err(names.fault("command", "tie_at_start", what));
        }
        Ok((formation, t.body, unit))
    };
    names.file.rows("command.tie_at_start")?.into_iter().map(tie).collect()
}

fn later_command(names: &Names<'_>) -> Result<Vec<Later>, DataFault> {
    let later = |l: LaterLine| {
        let (units, with) = (names.units("command", &l.units)?, names.formation("command", &l.with)?);
        Ok(Later { from_turn: l.from_turn, units, with })
    };
    names.file.rows("command.later")?.into_iter().map(later).collect()
}

fn off_map_later(names: &Names<'_>, zones: &[Zone]) -> Result<Vec<OffMapLater>, DataFault> {
    let later = |l: Waits| {
        let zone = zones.iter().position(|z| z.id == l.zone);
        let zone = zone.ok_or_else(|| names.quoted("off_map", &l.zone, "entry zone"))? as u8;
        Ok(OffMapLater { units: names.units("off_map", &l.units)?, turn: l.turn, zone })
    };
    names.file.rows("off_map.later")?.into_iter().map(later).collect()
}

fn depot(names: &Names<'_>) -> Result<DepotChart, DataFault> {
    let mut special = [Hexes::EMPTY; 2];
    for row in names.file.rows::<Special>("depot.special")? {
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
        double_track_times: names.get("depot.double_track_times")?,
        convoy_line: names.half("depot", "convoy_line_mp")?,
        special_line: names.half("depot", "special_line_mp")?,
        special,
        range: names.half("munitions", "range_mp")?,
        resupplied_by_taking: [
            names.get("depot.resupplied_by_taking")?,
            names.get("depot.resupplied_by_taking_double_track")?,
        ],
        range_of_taken: names.half("depot", "resupply_range_of_taken")?,
        prepared: names.get("munitions.prepared_attack")?,
        hasty: names.get("munitions.hasty_attack")?,
        barrage: names.get("munitions.barrage")?,
        resupply: names.get("munitions.resupply")?,
    })
}

/// Half-points of an action for each unit: the first row that fits. Depots never act.
fn prices_of(names: &Names<'_>, key: &str) -> Result<[Option<u8>; UNITS], DataFault> {
    let mut out = [None; UNITS];
    for row in names.file.rows::<Action>(&format!("actions.{key}"))? {
        let mp = names.half_of("actions", key, row.mp)?;
        for word in &row.who {
            let classes = match word.as_str() {
                "white" | "red" | "shock" => Class::ALL.to_vec(),
                _ => names.classes("actions", word)?,
            };
            for (u, unit) in names.units.iter().enumerate() {
                let whose = side(word).is_none_or(|s| s == unit.side);
                let yellow = word != "shock" || unit.shock;
                let acts = !unit.class.is_depot() && classes.contains(&unit.class);
                if acts && whose && yellow {
                    out[u] = out[u].or(Some(mp));
                }
            }
        }
    }
    Ok(out)
}

/// Classes that may entrench; two tables say so.
fn entrench(names: &Names<'_>) -> Result<Vec<Class>, DataFault> {
    let mut out = Vec::new();
    for row in names.file.rows::<AllMp>("actions.entrench")? {
        if !row.all {
            return Err(names.fault("actions", "entrench =", "entrenching takes all MP (7.3a)"));
        }
        out.extend(names.all_classes("actions", &row.who)?);
    }
    let who: Vec<String> = names.get("entrenchment.who")?;
    if names.all_classes("entrenchment", &who)? != out {
        let what = "[actions] entrench names others; they are one list";
        return Err(names.fault("entrenchment", "who =", what));
    }
    Ok(out)
}
