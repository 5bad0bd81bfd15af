//! Reads `tables.toml`: terrain in combat, fire, attacks, vehicles and retreats.

use super::read::{Modifier, Modifiers, Names};
use super::results::ladder;
use super::{
    AttackChart, BarrageRow, Flow, HowBefore, IntoZone, Joint, RetreatBeforeRow, Split, TerrainRow, ZoneFail,
};
use crate::data::Class;
use sandtable_datafile::DataFault;
use serde::Deserialize;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct TerrainLine {
    id: String,
    #[serde(rename = "where")]
    place: String,
    cohesion: i8,
    assault: i8,
    barrage: i8,
    charge: bool,
}

#[derive(Deserialize)]
struct JointLine {
    formations: Vec<String>,
    #[serde(default)]
    units: Vec<String>,
    from_turn: u8,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct BeforeLine {
    who: String,
    tq_from: Option<u8>,
    tq_upto: Option<u8>,
    slow: String,
    fast: String,
    fast_add: Option<i8>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ZoneLine {
    who: Vec<String>,
    zone: Vec<ZoneKind>,
    tq: Option<u8>,
    add: Option<i8>,
    fail: Option<String>,
    #[serde(rename = "as")]
    like: Option<String>,
}

/// A kind of zone.
#[derive(Deserialize, Clone, Copy, PartialEq, Eq)]
#[serde(rename_all = "kebab-case")]
enum ZoneKind {
    Infantry,
    Cavalry,
    Guns,
}

/// A row of the terrain chart.
pub(super) fn terrain(names: &Names<'_>, id: &str, place: &str) -> Result<TerrainRow, DataFault> {
    let rows: Vec<TerrainLine> = names.file.rows("terrain.rows")?;
    const IDS: [&str; 7] = ["clear", "forest", "town", "suburbs", "centre", "river", "entrenched"];
    if let Some(r) = rows.iter().find(|r| !IDS.contains(&r.id.as_str())) {
        return Err(names.fault("terrain", &format!("\"{}\"", r.id), format!("`{}` is no terrain", r.id)));
    }
    let mut found = rows.iter().filter(|r| r.id == id);
    let (Some(r), None) = (found.next(), found.next()) else {
        return Err(names.fault("terrain", "rows =", format!("terrain `{id}` has one row")));
    };
    if r.place != place {
        let what = format!("`{id}` works by the {place}, not by the {}", r.place);
        return Err(names.fault("terrain", &format!("id = \"{id}\""), what));
    }
    Ok(TerrainRow { cohesion: r.cohesion, assault: r.assault, barrage: r.barrage, charge: r.charge })
}

/// Divisors of strength.
pub(super) fn split(names: &Names<'_>) -> Result<Split, DataFault> {
    let by = |path| names.positive("strength", path);
    Ok(Split {
        march: by("combat.march")?,
        unsupplied: by("combat.unsupplied")?,
        disorganised: by("combat.disorganised")?,
        routed: by("combat.routed")?,
        fire_unsupplied: by("fire.unsupplied")?,
        support_failed: by("support_failed")?,
        guns_weak: names.get("strength.guns_alone.weak")?,
    })
}

/// The Barrage Table.
pub(super) fn barrage(names: &Names<'_>) -> Result<Vec<BarrageRow>, DataFault> {
    let rows: Vec<BarrageRow> = names.file.rows("barrage.rows")?;
    ladder(names, "barrage", rows.iter().map(|r| r.upto))?;
    Ok(rows)
}

/// Figures of attacks, fire, Assaults and vehicles.
pub(super) fn attack(names: &Names<'_>) -> Result<AttackChart, DataFault> {
    let barrage = ["march-or-routed", "terrain", "train", "air-reconnaissance"];
    let barrage = Modifiers::new(names, "barrage", &barrage)?;
    barrage.by("terrain", "barrage")?;
    let counter = Modifiers::new(names, "counterbattery", &["out-of-command"])?;
    let support = Modifiers::new(names, "support", &["out-of-command", "hasty"])?;
    let before = Modifiers::new(names, "retreat_before", &["hasty"])?;
    let assault = [
        "ratio",
        "quality",
        "encirclement",
        "tank",
        "heavy-train-attacking",
        "heavy-train-defending",
        "defender-integrated",
        "terrain",
        "hasty",
    ];
    let assault = Modifiers::new(names, "assault", &assault)?;
    for (id, column) in [("ratio", "ratio"), ("quality", "quality"), ("terrain", "assault")] {
        assault.by(id, column)?;
    }
    let ooc: i8 = names.get("out_of_command.gun_check")?;
    names.agree(
        ("out_of_command", "gun_check"),
        ooc,
        "[counterbattery] out-of-command",
        counter.add("out-of-command")?,
    )?;
    names.agree(
        ("out_of_command", "gun_check"),
        ooc,
        "[support] out-of-command",
        support.add("out-of-command")?,
    )?;
    let train: u8 = names.get("support.train_tq")?;
    for (table, key) in [("counterbattery", "train_tq"), ("train", "tq")] {
        names.agree((table, key), names.get(&format!("{table}.{key}"))?, "[support] train_tq", train)?;
    }
    for (key, id) in [
        ("heavy_assault_attacking", "heavy-train-attacking"),
        ("heavy_assault_defending", "heavy-train-defending"),
    ] {
        let value = names.get(&format!("train.contact.{key}"))?;
        names.agree(("train", key), value, &format!("[assault] {id}"), assault.add(id)?)?;
    }
    names.agree(
        ("tank", "assault_attacking"),
        names.get("tank.assault_attacking")?,
        "[assault] tank",
        assault.add("tank")?,
    )?;
    let tanks = names.units.iter().filter(|u| u.class == Class::Tank).count();
    names.agree(
        ("tank", "counters"),
        names.get("tank.counters")?,
        "the number of tanks in units.csv",
        tanks,
    )?;
    let joint = |j: JointLine| {
        let formations = names.formations("coordination", &j.formations)?;
        let units = names.units("coordination", &j.units)?;
        Ok(Joint { formations, units, from_turn: j.from_turn })
    };
    let percent = names.get::<f32>("pursuit.prisoners_of_losses")? * 100.0;
    if !(0.0..=100.0).contains(&percent) {
        return Err(names.fault("pursuit", "prisoners_of_losses =", "a part of the losses is from 0 to 1"));
    }
    let same: Vec<Vec<String>> = names.get("support.same")?;
    Ok(AttackChart {
        low_tq: names.get("coordination.low_tq.tq")?,
        low_tq_hexes: names.get("coordination.low_tq.hexes")?,
        joint: names
            .file
            .rows("coordination.joint")?
            .into_iter()
            .map(joint)
            .collect::<Result<_, DataFault>>()?,
        support_same: same.iter().map(|s| names.formations("support", s)).collect::<Result<_, _>>()?,
        barrage_range: names.get("barrage.range")?,
        counterbattery_range: names.get("counterbattery.range")?,
        support_range: names.get("support.range")?,
        ooc_range: names.get("out_of_command.gun_range")?,
        train_tq: train,
        counterbattery_ooc: counter.add("out-of-command")?,
        support_ooc: support.add("out-of-command")?,
        support_hasty: support.add("hasty")?,
        before_hasty: before.add("hasty")?,
        encirclement: assault.add("encirclement")?,
        tank: assault.add("tank")?,
        heavy_train_attacking: assault.add("heavy-train-attacking")?,
        heavy_train_defending: assault.add("heavy-train-defending")?,
        defender_integrated: assault.add("defender-integrated")?,
        assault_hasty: assault.add("hasty")?,
        more_losses_from: names.get("losses.more.smaller_side_steps")?,
        more_losses: names.get("losses.more.each_side")?,
        vehicle_test: names.get("vehicle.test.die_upto")?,
        breakdown: names.get("tank.breakdown_upto")?,
        tank_rail: names.get("tank.rail_distance")?,
        duel_heavy: names.get("train.duel.heavy_intact")?,
        duel_back: names.get("train.duel.back_after")?,
        barrage_weak: barrage.add("march-or-routed")?,
        barrage_train: barrage.add("train")?,
        barrage_air: barrage.add("air-reconnaissance")?,
        pursuit_prisoners: percent.round() as u8,
        pursuit_hexes: names.get("pursuit.after_rout.hexes")?,
        trains_aside: names.get("train.others_retreat")?,
    })
}

/// Tables that speak of vehicles in passing say what the tables of the matter say.
pub(super) fn vehicles_agree(names: &Names<'_>, retreat: &Flow, rout: &Flow) -> Result<(), DataFault> {
    for (key, id) in [("own_stack", "own-vehicle"), ("enemy", "enemy-vehicle")] {
        let value: i8 = names.get(&format!("vehicle.{key}"))?;
        for table in ["cohesion", "morale"] {
            let list: Vec<Modifier> = names.file.rows(&format!("{table}.modifiers"))?;
            for m in list.iter().filter(|m| m.id == id) {
                for theirs in [m.add, m.attacker, m.defender].into_iter().flatten() {
                    names.agree(("vehicle", key), value, &format!("[{table}] {id}"), theirs)?;
                }
            }
        }
    }
    for (table, class) in [("tank", Class::Tank), ("armored_car", Class::ArmoredCar)] {
        let tq: u8 = names.get(&format!("{table}.tq"))?;
        for row in retreat.into_zone.iter().filter(|r| r.class == class && r.tq != 0) {
            names.agree((table, "tq"), tq, "the TQ of [retreat] into_zone", row.tq)?;
        }
    }
    for (key, table, flow) in [("some_retreat", "retreat", retreat), ("all_rout", "rout", rout)] {
        let hexes = names.get(&format!("results.vehicles_follow.{key}"))?;
        names.agree(("results", key), hexes, &format!("[{table}] hexes"), flow.hexes)?;
    }
    Ok(())
}

/// The table of retreats before combat; each class and TQ has one row.
pub(super) fn retreat_before(names: &Names<'_>) -> Result<Vec<RetreatBeforeRow>, DataFault> {
    const TABLE: &str = "retreat_before";
    let mut out = Vec::new();
    for r in names.file.rows::<BeforeLine>("retreat_before.rows")? {
        let line = format!("who = \"{}\"", r.who);
        let how = |word: &str| match word {
            "automatic" => Ok(HowBefore::Automatic),
            "check" => Ok(HowBefore::Check),
            "with" => Ok(HowBefore::With),
            "alone" => Ok(HowBefore::Alone),
            "never" => Ok(HowBefore::Never),
            _ => Err(names.fault(TABLE, &line, format!("`{word}` is no way to retreat before combat"))),
        };
        let (slow, fast) = (how(&r.slow)?, how(&r.fast)?);
        if matches!(r.who.as_str(), "depot" | "routed") {
            if slow != HowBefore::Never || fast != HowBefore::Never {
                let what = "Depots and Routed units never retreat before combat (3.3b, 8.7.3l)";
                return Err(names.fault(TABLE, &line, what));
            }
            continue;
        }
        for class in names.classes(TABLE, &r.who)? {
            out.push(RetreatBeforeRow {
                class,
                tq_from: r.tq_from.unwrap_or(0),
                tq_upto: r.tq_upto.unwrap_or(u8::MAX),
                slow,
                fast,
                fast_add: r.fast_add.unwrap_or(0),
            });
        }
    }
    for class in Class::ALL.into_iter().filter(|c| !c.is_depot()) {
        for tq in 1..=6 {
            let fits = |r: &&RetreatBeforeRow| r.class == class && (r.tq_from..=r.tq_upto).contains(&tq);
            if out.iter().filter(fits).count() != 1 {
                let what = format!("{class:?} of TQ {tq} should have one row");
                return Err(names.fault(TABLE, "rows =", what));
            }
        }
    }
    Ok(out)
}

/// Retreat or rout; `as = "retreat"` in the rout takes the rows of the retreat.
pub(super) fn flow(names: &Names<'_>, table: &str, usual: Option<&Flow>) -> Result<Flow, DataFault> {
    let mut into_zone = Vec::new();
    for r in names.file.rows::<ZoneLine>(&format!("{table}.into_zone"))? {
        let fault = |what: String| names.fault(table, "into_zone =", what);
        let fail = match r.fail.as_deref() {
            None => ZoneFail::NoCheck,
            Some("lose a step") => ZoneFail::Step,
            Some("eliminated") => ZoneFail::Eliminated,
            Some("surrender") => ZoneFail::Surrender,
            Some(other) => return Err(names.fault(table, other, format!("`{other}` is no result here"))),
        };
        if r.zone.contains(&ZoneKind::Infantry) != r.zone.contains(&ZoneKind::Guns) {
            return Err(fault("zones of infantry and of guns are one kind (RU-71)".to_string()));
        }
        let kinds = [(ZoneKind::Infantry, false), (ZoneKind::Cavalry, true)];
        for class in names.all_classes(table, &r.who)? {
            for (_, cavalry_zone) in kinds.into_iter().filter(|(kind, _)| r.zone.contains(kind)) {
                let same = |u: &&IntoZone| u.class == class && u.cavalry_zone == cavalry_zone;
                let row = match (r.like.as_deref(), usual.and_then(|u| u.into_zone.iter().find(same))) {
                    (None, _) => {
                        IntoZone { class, cavalry_zone, tq: r.tq.unwrap_or(0), add: r.add.unwrap_or(0), fail }
                    }
                    (Some("retreat"), Some(row)) => *row,
                    (Some(_), _) => {
                        return Err(fault("as = \"retreat\" is all that is known".to_string()));
                    }
                };
                into_zone.push(row);
            }
        }
    }
    for class in Class::ALL.into_iter().filter(|c| !c.is_depot()) {
        for cavalry_zone in [false, true] {
            let fits = |r: &&IntoZone| r.class == class && r.cavalry_zone == cavalry_zone;
            if into_zone.iter().filter(fits).count() != 1 {
                let kind = if cavalry_zone { "cavalry" } else { "infantry and guns" };
                let what = format!("{class:?} in a zone of {kind} should have one row");
                return Err(names.fault(table, "into_zone =", what));
            }
        }
    }
    Ok(Flow { hexes: names.positive(table, "hexes")?, into_zone })
}
