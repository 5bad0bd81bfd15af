//! Reads `tables.toml`: terrain in combat, fire, attacks, vehicles and retreats.

use super::raw::{self, Rows, ZoneKind};
use super::read::{Modifiers, Names};
use super::results::ladder;
use super::{
    AttackChart, BarrageRow, Flow, HowBefore, IntoZone, Joint, RetreatBeforeRow, Split, TerrainRow, ZoneFail,
};
use crate::data::Class;
use sandtable_datafile::DataFault;

/// A row of the terrain chart.
pub(super) fn terrain(
    names: &Names<'_>,
    rows: &Rows<raw::TerrainRow>,
    id: &str,
    place: &str,
) -> Result<TerrainRow, DataFault> {
    const IDS: [&str; 7] = ["clear", "forest", "town", "suburbs", "centre", "river", "entrenched"];
    if let Some(r) = rows.rows.iter().find(|r| !IDS.contains(&r.id.as_str())) {
        return Err(names.fault("terrain", &format!("\"{}\"", r.id), format!("`{}` is no terrain", r.id)));
    }
    let mut found = rows.rows.iter().filter(|r| r.id == id);
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
pub(super) fn split(names: &Names<'_>, s: &raw::Strength) -> Result<Split, DataFault> {
    let by = |key, value| names.positive("strength", key, value);
    Ok(Split {
        march: by("march", s.combat.march)?,
        unsupplied: by("unsupplied", s.combat.unsupplied)?,
        disorganised: by("disorganised", s.combat.disorganised)?,
        routed: by("routed", s.combat.routed)?,
        fire_unsupplied: by("unsupplied", s.fire.unsupplied)?,
        support_failed: by("support_failed", s.support_failed)?,
        guns_weak: s.guns_alone.weak,
    })
}

/// The Barrage Table.
pub(super) fn barrage(names: &Names<'_>, b: &raw::Barrage) -> Result<Vec<BarrageRow>, DataFault> {
    ladder(names, "barrage", b.rows.iter().map(|r| r.upto))?;
    Ok(b.rows.iter().map(|r| BarrageRow { upto: r.upto, losses: r.losses, check: r.check }).collect())
}

/// Figures of attacks, fire, Assaults and vehicles.
pub(super) fn attack(names: &Names<'_>, t: &raw::Tables) -> Result<AttackChart, DataFault> {
    let barrage = ["march-or-routed", "terrain", "train", "air-reconnaissance"];
    let barrage = Modifiers::new(names, "barrage", &t.barrage.modifiers, &barrage)?;
    barrage.by("terrain", "barrage")?;
    let counter = Modifiers::new(names, "counterbattery", &t.counterbattery.modifiers, &["out-of-command"])?;
    let support = Modifiers::new(names, "support", &t.support.modifiers, &["out-of-command", "hasty"])?;
    let before = Modifiers::new(names, "retreat_before", &t.retreat_before.modifiers, &["hasty"])?;
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
    let assault = Modifiers::new(names, "assault", &t.assault.modifiers, &assault)?;
    for (id, column) in [("ratio", "ratio"), ("quality", "quality"), ("terrain", "assault")] {
        assault.by(id, column)?;
    }
    let ooc = t.out_of_command.gun_check;
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
    let train = t.support.train_tq;
    names.agree(("counterbattery", "train_tq"), t.counterbattery.train_tq, "[support] train_tq", train)?;
    names.agree(("train", "tq"), t.train.tq, "[support] train_tq", train)?;
    let contact = &t.train.contact;
    for (key, value, id) in [
        ("heavy_assault_attacking", contact.heavy_assault_attacking, "heavy-train-attacking"),
        ("heavy_assault_defending", contact.heavy_assault_defending, "heavy-train-defending"),
    ] {
        names.agree(("train", key), value, &format!("[assault] {id}"), assault.add(id)?)?;
    }
    names.agree(
        ("tank", "assault_attacking"),
        t.tank.assault_attacking,
        "[assault] tank",
        assault.add("tank")?,
    )?;
    let tanks = names.units.iter().filter(|u| u.class == Class::Tank).count();
    names.agree(("tank", "counters"), t.tank.counters, "the number of tanks in units.csv", tanks)?;
    vehicles_agree(names, t)?;
    let joint = |j: &raw::Joint| {
        let formations = names.formations("coordination", &j.formations)?;
        let units = names.units("coordination", &j.units)?;
        Ok(Joint { formations, units, from_turn: j.from_turn })
    };
    let percent = t.pursuit.prisoners_of_losses * 100.0;
    if !(0.0..=100.0).contains(&percent) {
        return Err(names.fault("pursuit", "prisoners_of_losses =", "a part of the losses is from 0 to 1"));
    }
    Ok(AttackChart {
        low_tq: t.coordination.low_tq.tq,
        low_tq_hexes: t.coordination.low_tq.hexes,
        joint: t.coordination.joint.iter().map(joint).collect::<Result<_, DataFault>>()?,
        support_same: t
            .support
            .same
            .iter()
            .map(|s| names.formations("support", s))
            .collect::<Result<_, _>>()?,
        barrage_range: t.barrage.range,
        counterbattery_range: t.counterbattery.range,
        support_range: t.support.range,
        ooc_range: t.out_of_command.gun_range,
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
        more_losses_from: t.losses.more.smaller_side_steps,
        more_losses: t.losses.more.each_side,
        vehicle_test: t.vehicle.test.die_upto,
        breakdown: t.tank.breakdown_upto,
        tank_rail: t.tank.rail_distance,
        duel_heavy: t.train.duel.heavy_intact,
        duel_back: t.train.duel.back_after,
        barrage_weak: barrage.add("march-or-routed")?,
        barrage_train: barrage.add("train")?,
        barrage_air: barrage.add("air-reconnaissance")?,
        pursuit_prisoners: percent.round() as u8,
        pursuit_hexes: t.pursuit.after_rout.hexes,
        trains_aside: t.train.others_retreat,
    })
}

/// Tables that speak of vehicles in passing say what the tables of the matter say.
fn vehicles_agree(names: &Names<'_>, t: &raw::Tables) -> Result<(), DataFault> {
    let (cohesion, morale) = (&t.cohesion.modifiers, &t.morale.modifiers);
    for (key, value, id) in
        [("own_stack", t.vehicle.own_stack, "own-vehicle"), ("enemy", t.vehicle.enemy, "enemy-vehicle")]
    {
        let lists = cohesion.iter().map(|m| ("cohesion", m)).chain(morale.iter().map(|m| ("morale", m)));
        for (table, m) in lists.filter(|(_, m)| m.id == id) {
            for theirs in [m.add, m.attacker, m.defender].into_iter().flatten() {
                names.agree(("vehicle", key), value, &format!("[{table}] {id}"), theirs)?;
            }
        }
    }
    for (table, class, tq) in
        [("tank", Class::Tank, t.tank.tq), ("armored_car", Class::ArmoredCar, t.armored_car.tq)]
    {
        for row in t.retreat.into_zone.iter().filter_map(|r| r.tq.map(|tq| (tq, &r.who))) {
            if names.all_classes("retreat", row.1)?.contains(&class) {
                names.agree((table, "tq"), tq, "the TQ of [retreat] into_zone", row.0)?;
            }
        }
    }
    let follow = &t.results.vehicles_follow;
    names.agree(("results", "some_retreat"), follow.some_retreat, "[retreat] hexes", t.retreat.hexes)?;
    names.agree(("results", "all_rout"), follow.all_rout, "[rout] hexes", t.rout.hexes)
}

/// The table of retreats before combat; each class and TQ has one row.
pub(super) fn retreat_before(
    names: &Names<'_>,
    t: &raw::RetreatBefore,
) -> Result<Vec<RetreatBeforeRow>, DataFault> {
    const TABLE: &str = "retreat_before";
    let mut out = Vec::new();
    for r in &t.rows {
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
pub(super) fn flow(
    names: &Names<'_>,
    table: &str,
    t: &raw::Flow,
    retreat: Option<&raw::Flow>,
) -> Result<Flow, DataFault> {
    let mut into_zone = Vec::new();
    let usual = retreat.map(|r| flow(names, "retreat", r, None)).transpose()?;
    for r in &t.into_zone {
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
                let row =
                    match (r.like.as_deref(), usual.as_ref().and_then(|u| u.into_zone.iter().find(same))) {
                        (None, _) => IntoZone {
                            class,
                            cavalry_zone,
                            tq: r.tq.unwrap_or(0),
                            add: r.add.unwrap_or(0),
                            fail,
                        },
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
    Ok(Flow { hexes: names.positive(table, "hexes", t.hexes)?, into_zone })
}
