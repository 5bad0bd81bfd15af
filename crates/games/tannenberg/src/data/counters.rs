//! Units and headquarters, from `units.csv` and `hqs.csv`.

use sandtable_datafile::DataFault;
use sandtable_datafile::rows;
use sandtable_east::data::Params;
use sandtable_east::data::pieces::{Face, Hq, HqFace, Kind, Level, MAX_UNITS, Size, Unit};
use serde::Deserialize;

#[derive(Deserialize)]
struct UnitRow {
    id: String,
    side: String,
    nation: String,
    kind: Kind,
    size: Option<Size>,
    name: String,
    title: String,
    corps: String,
    army: String,
    attack: Option<u8>,
    defence: Option<u8>,
    movement: u8,
    reduced_attack: Option<u8>,
    reduced_defence: Option<u8>,
    reduced_movement: Option<u8>,
    steps: u8,
    sp: u8,
    replaceable: String,
}

#[derive(Deserialize)]
struct HqRow {
    id: String,
    level: Level,
    attack_shift: u8,
    command_strength: u8,
    command_radius: u8,
    combat: u8,
    heroic: String,
    sides: u8,
    back_attack_shift: Option<u8>,
    back_command_strength: Option<u8>,
    back_command_radius: Option<u8>,
    back_combat: Option<u8>,
    back_heroic: String,
}

impl HqRow {
    fn hq(&self) -> Option<Hq> {
        let front = HqFace {
            shift: self.attack_shift,
            strength: self.command_strength,
            radius: self.command_radius,
            combat: self.combat,
            heroic: self.heroic == "y",
        };
        let back = || {
            Some(HqFace {
                shift: self.back_attack_shift?,
                strength: self.back_command_strength?,
                radius: self.back_command_radius?,
                combat: self.back_combat?,
                heroic: self.back_heroic == "y",
            })
        };
        let faces = match self.sides {
            1 => [Some(front), None],
            2 => [Some(front), Some(back()?)],
            _ => return None,
        };
        Some(Hq { level: self.level, faces })
    }
}

/// Reads the counters and checks SP and Steps against the parameters (tannenberg 6.11, tannenberg 8.51 to 8.53).
pub(super) fn read(units: &str, hqs: &str, params: &Params) -> Result<Vec<Unit>, DataFault> {
    let hqs: Vec<(u64, HqRow)> = rows("hqs.csv", hqs)?;
    let mut out: Vec<Unit> = Vec::new();
    for (line, r) in rows::<UnitRow>("units.csv", units)? {
        let fault = |what: String| DataFault::new("units.csv", line, what);
        let army = params.armies.iter().position(|a| a.id == r.side);
        let army = army.ok_or_else(|| fault(format!("`{}` is no side", r.side)))?;
        if params.armies[army].country != r.nation {
            return Err(fault(format!("nation `{}` is not that of {}", r.nation, r.side)));
        }
        if out.iter().any(|u| u.id == r.id) {
            return Err(fault(format!("`{}` stands twice", r.id)));
        }
        let hq = match hqs.iter().find(|(_, h)| h.id == r.id) {
            Some((at, h)) => {
                let wrong = || DataFault::new("hqs.csv", *at, "it has 1 or 2 sides, and values for each");
                Some(h.hq().ok_or_else(wrong)?)
            }
            None if r.kind == Kind::Hq => return Err(fault("hqs.csv has no values for it".into())),
            None => None,
        };
        let sides = hq.as_ref().map(|h| h.faces.iter().flatten().count() as u8);
        let (sp, steps) = match (r.kind, r.size) {
            (Kind::Hq, _) => (0, sides.unwrap_or(1)),
            (Kind::Depot, Some(size)) => (params.sp.of(size), params.depot_steps),
            (_, Some(size)) => (params.sp.of(size), params.steps.of(size)),
            (_, None) => return Err(fault("a unit has a size mark".into())),
        };
        if (sp, steps) != (r.sp, r.steps) {
            return Err(fault(format!("{sp} SP and {steps} Steps are wanted")));
        }
        let back = match (r.reduced_attack, r.reduced_defence, r.reduced_movement) {
            (Some(attack), Some(defence), Some(movement)) => Some(Face { attack, defence, movement }),
            _ => None,
        };
        if back.is_none() && hq.is_none() && steps > 1 {
            return Err(fault("a unit of several Steps has a reduced side".into()));
        }
        out.push(Unit {
            army: army as u8,
            side: params.armies[army].side,
            kind: r.kind,
            size: r.size,
            corps: r.corps,
            field_army: r.army,
            front: Face {
                attack: r.attack.unwrap_or(0),
                defence: r.defence.unwrap_or(0),
                movement: r.movement,
            },
            back,
            steps,
            sp,
            hq,
            replaceable: r.replaceable == "y",
            ally: 0,
            id: r.id,
            name: r.name,
            title: r.title,
        });
    }
    if out.len() > MAX_UNITS {
        return Err(DataFault::new("units.csv", 1, format!("{} units, {MAX_UNITS} at most", out.len())));
    }
    if let Some((line, h)) = hqs.iter().find(|(_, h)| !out.iter().any(|u| u.id == h.id)) {
        return Err(DataFault::new("hqs.csv", *line, format!("units.csv has no `{}`", h.id)));
    }
    Ok(out)
}
