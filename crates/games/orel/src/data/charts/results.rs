//! Reads `tables.toml`: Cohesion, the results of checks, the Assault and Morale.

use super::read::{Modifiers, Names};
use super::{ArtRow, CohesionChart, Fate, MoraleChart, NewCohesion, RatioRow, ResultRow};
use sandtable_datafile::DataFault;
use serde::Deserialize;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ResultLine {
    over: i8,
    cohesion_attacker: String,
    cohesion_defender: String,
    morale_attacker: String,
    morale_defender: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ArtLine {
    upto: i8,
    attacker: u8,
    defender: u8,
    loser: String,
    morale: i8,
}

/// Rows up to a number: growing, and the last one takes all that is left.
pub(super) fn ladder(
    names: &Names<'_>,
    table: &str,
    tops: impl Iterator<Item = i8>,
) -> Result<(), DataFault> {
    let tops: Vec<i8> = tops.collect();
    if tops.is_empty() || !tops.is_sorted_by(|a, b| a < b) {
        return Err(names.fault(table, "rows =", "the rows go up, each from where the one before ends"));
    }
    if tops.last().is_some_and(|t| *t < 99) {
        return Err(names.fault(table, "rows =", "the last row goes up to 99 and takes all that is left"));
    }
    Ok(())
}

/// Cohesion modifiers.
pub(super) fn cohesion(names: &Names<'_>) -> Result<CohesionChart, DataFault> {
    let ids = [
        "own-vehicle",
        "enemy-vehicle",
        "lone-charge",
        "charged",
        "enemy-integrated",
        "elite-attack",
        "terrain",
        "two-to-one",
        "outnumbered",
    ];
    let scopes = ["stack", "side", "cavalry", "side", "side", "others", "side", "side", "side"];
    let m = Modifiers::new(names, "cohesion", &ids)?;
    ids.iter().zip(scopes).try_for_each(|(id, scope)| m.works_for(id, Some(scope)))?;
    m.by("terrain", "cohesion")?;
    let charged = m.get("charged")?;
    let (Some(enemy), Some(own)) = (charged.enemy_steps, charged.own_steps) else {
        return Err(m.fault("charged", "needs `enemy_steps` and `own_steps`"));
    };
    let elite = m.get("elite-attack")?;
    let (Some(elite_attack), Some(elite_tq)) = (elite.defender, elite.tq) else {
        return Err(m.fault("elite-attack", "needs `defender` and `tq`"));
    };
    let strong = m.get("two-to-one")?.ratio_from.filter(|r| r[1] > 0);
    let weak = m.get("outnumbered")?.ratio_below.filter(|r| r[1] > 0);
    Ok(CohesionChart {
        own_vehicle: m.both("own-vehicle")?,
        enemy_vehicle: m.both("enemy-vehicle")?,
        lone_charge: m.both("lone-charge")?,
        charged: m.both("charged")?,
        charged_steps: [enemy, own],
        enemy_integrated: m.both("enemy-integrated")?,
        elite_attack,
        elite_tq,
        strong_ratio: strong.ok_or_else(|| m.fault("two-to-one", "needs `ratio_from`"))?,
        strong: m.both("two-to-one")?,
        weak_ratio: weak.ok_or_else(|| m.fault("outnumbered", "needs `ratio_below`"))?,
        weak: m.both("outnumbered")?,
    })
}

/// The later Cohesion modifiers.
pub(super) fn new_cohesion(names: &Names<'_>) -> Result<NewCohesion, DataFault> {
    let ids = [
        "stronger",
        "weaker",
        "own-vehicle",
        "enemy-vehicle",
        "enemy-integrated",
        "lone-charge",
        "charged",
        "elite-attack",
        "terrain",
    ];
    let m = Modifiers::new(names, "new_cohesion", &ids)?;
    for id in ids {
        m.works_for(id, matches!(id, "elite-attack" | "terrain").then_some("defender"))?;
    }
    m.by("terrain", "cohesion")?;
    let elite_tq = m.get("elite-attack")?.tq;
    Ok(NewCohesion {
        stronger: m.add("stronger")?,
        weaker: m.add("weaker")?,
        equal: names.get("new_cohesion.equal")?,
        own_vehicle: m.add("own-vehicle")?,
        enemy_vehicle: m.add("enemy-vehicle")?,
        enemy_integrated: m.add("enemy-integrated")?,
        lone_charge: m.add("lone-charge")?,
        charged: m.add("charged")?,
        elite_attack: m.add("elite-attack")?,
        elite_tq: elite_tq.ok_or_else(|| m.fault("elite-attack", "needs `tq`"))?,
    })
}

/// The Cohesion and Morale results.
pub(super) fn results(names: &Names<'_>) -> Result<Vec<ResultRow>, DataFault> {
    let rows: Vec<ResultLine> = names.file.rows("results.rows")?;
    ladder(names, "results", rows.iter().map(|r| r.over))?;
    let fate = |word: &str| match word {
        "passed" | "stay" => Ok(Fate::Passed),
        "disorganised" => Ok(Fate::Disorganised),
        "repulsed" => Ok(Fate::Repulsed),
        "retreat in good order" => Ok(Fate::GoodOrder),
        "retreat" => Ok(Fate::Retreat),
        "rout" => Ok(Fate::Rout),
        "surrender" => Ok(Fate::Surrender),
        _ => Err(names.fault("results", &format!("\"{word}\""), format!("`{word}` is no result"))),
    };
    let mut out = Vec::new();
    for r in &rows {
        // orel RU-30: a defender cannot be repulsed.
        if r.cohesion_defender == "repulsed" || r.morale_defender == "repulsed" {
            return Err(names.fault("results", "defender = \"repulsed\"", "a defender is never repulsed"));
        }
        out.push(ResultRow {
            over: r.over,
            cohesion: [fate(&r.cohesion_attacker)?, fate(&r.cohesion_defender)?],
            morale: [fate(&r.morale_attacker)?, fate(&r.morale_defender)?],
        });
    }
    Ok(out)
}

/// The ratios of the Assault.
pub(super) fn ratio(names: &Names<'_>) -> Result<Vec<RatioRow>, DataFault> {
    let less =
        |a: &[u8; 2], b: &[u8; 2]| u16::from(a[0]) * u16::from(b[1]) < u16::from(b[0]) * u16::from(a[1]);
    let rows: Vec<RatioRow> = names.file.rows("ratio.rows")?;
    let from: Vec<[u8; 2]> = rows.iter().map(|r| r.from).collect();
    if from.is_empty() || from.iter().any(|f| f[1] == 0) || !from.is_sorted_by(less) {
        return Err(names.fault("ratio", "rows =", "the ratios go up, and none is against 0"));
    }
    Ok(rows)
}

/// The Assault Results Table.
pub(super) fn art(names: &Names<'_>) -> Result<Vec<ArtRow>, DataFault> {
    let rows: Vec<ArtLine> = names.file.rows("art.rows")?;
    ladder(names, "art", rows.iter().map(|r| r.upto))?;
    let mut out = Vec::new();
    for r in &rows {
        let loser = match r.loser.as_str() {
            "attacker" => 0,
            "defender" => 1,
            other => {
                let what = format!("`{other}` should be attacker or defender");
                return Err(names.fault("art", &format!("\"{other}\""), what));
            }
        };
        out.push(ArtRow { upto: r.upto, losses: [r.attacker, r.defender], loser, morale: r.morale });
    }
    Ok(out)
}

/// Morale modifiers.
pub(super) fn morale(names: &Names<'_>) -> Result<MoraleChart, DataFault> {
    let ids = ["result", "lost-a-step", "own-vehicle", "enemy-vehicle", "disorganised"];
    let scopes = ["side", "unit", "stack", "side", "unit"];
    let m = Modifiers::new(names, "morale", &ids)?;
    ids.iter().zip(scopes).try_for_each(|(id, scope)| m.works_for(id, Some(scope)))?;
    m.by("result", "morale")?;
    Ok(MoraleChart {
        lost_a_step: m.add("lost-a-step")?,
        own_vehicle: m.add("own-vehicle")?,
        enemy_vehicle: m.add("enemy-vehicle")?,
        disorganised: m.add("disorganised")?,
    })
}
