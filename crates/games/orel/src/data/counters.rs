//! Counters and formations: `units.csv` and `formations.csv`.

use super::{UNITS, side};
use crate::position::FormationId;
use sandtable_datafile::{DataFault, rows};
use sandtable_ops::Id;
use serde::Deserialize;

const FORMATIONS: &str = "formations.csv";
const UNITS_FILE: &str = "units.csv";

/// The class of a counter, also its column of the movement chart.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Class {
    /// Infantry, recruit battalions too.
    Infantry,
    /// Cavalry.
    Cavalry,
    /// Horse artillery.
    HorseArtillery,
    /// Field artillery.
    Artillery,
    /// Heavy artillery.
    HeavyArtillery,
    /// Tanks.
    Tank,
    /// Armored cars.
    ArmoredCar,
    /// A Convoy, one of the two kinds of Depots.
    Convoy,
    /// An armored train.
    Train,
    /// A Railroad Depot.
    RailDepot,
}

/// Classes that have a column in the movement chart; they come first.
pub const COLUMNS: usize = 8;

impl Class {
    /// All of them.
    pub const ALL: [Class; 10] = [
        Class::Infantry,
        Class::Cavalry,
        Class::HorseArtillery,
        Class::Artillery,
        Class::HeavyArtillery,
        Class::Tank,
        Class::ArmoredCar,
        Class::Convoy,
        Class::Train,
        Class::RailDepot,
    ];

    /// Infantry or cavalry (orel 1.2n).
    pub fn is_combat(self) -> bool {
        matches!(self, Class::Infantry | Class::Cavalry)
    }

    /// Artillery of any kind.
    pub fn is_gun(self) -> bool {
        matches!(self, Class::HorseArtillery | Class::Artillery | Class::HeavyArtillery)
    }

    /// Tank, armored car or train (orel 1.2p).
    pub fn is_vehicle(self) -> bool {
        matches!(self, Class::Tank | Class::ArmoredCar | Class::Train)
    }

    /// Convoy or Railroad Depot (orel 3a).
    pub fn is_depot(self) -> bool {
        matches!(self, Class::Convoy | Class::RailDepot)
    }

    /// Combat unit or gun: what counts for stacking and has a zone of control.
    pub fn is_troop(self) -> bool {
        self.is_combat() || self.is_gun()
    }

    /// Moves on rails alone.
    pub fn is_rail(self) -> bool {
        matches!(self, Class::Train | Class::RailDepot)
    }
}

/// A counter.
#[derive(Clone, Debug)]
pub struct UnitDef {
    /// Its id, as `r-1-41d`.
    pub id: String,
    /// As printed, `1/41D`; empty for some.
    pub code: String,
    /// Its name.
    pub name: String,
    /// What people call it: its code, or its name as a part of a sentence.
    pub called: String,
    /// Whose it is at the start: [`super::WHITE`] or [`super::RED`]. A train can be captured, so a position has its own.
    pub side: u8,
    /// Its class.
    pub class: Class,
    /// A recruit battalion.
    pub recruit: bool,
    /// A heavy train.
    pub heavy: bool,
    /// Army or Division; recruits have none.
    pub superior: Option<FormationId>,
    /// Formation or pool; vehicles and Depots have none.
    pub formation: Option<FormationId>,
    /// The heading under which it stands, for the eye.
    pub listed_with: Option<FormationId>,
    /// All its steps; 0 for Depots.
    pub steps: u8,
    /// Steps of its reduced side; 0 without one.
    pub reduced: u8,
    /// Combat strength by steps left (cavalry: dismounted).
    pub combat: [u8; 6],
    /// Charge strength by steps left.
    pub charge: [u8; 6],
    /// Fire strength by steps left.
    pub fire: [u8; 6],
    /// Troop Quality; 0 for Depots.
    pub tq: u8,
    /// Movement allowance in half-points; 0 for what moves on rails.
    pub mp: u8,
    /// Integrated artillery (orel 1.1a).
    pub integrated: bool,
    /// Prepares attacks for 2 MP (orel 7.2h).
    pub shock: bool,
    /// Munitions Points of a Depot.
    pub capacity: u8,
}

/// What a row of `formations.csv` is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Level {
    /// An Army (Red) or Division (White).
    Superior,
    /// A formation with a main body.
    Formation,
    /// Units that several formations can command.
    Pool,
}

/// An Army, Division, formation or pool.
#[derive(Clone, Debug)]
pub struct Formation {
    /// Its id.
    pub id: String,
    /// Whose it is.
    pub side: u8,
    /// What it is.
    pub level: Level,
    /// Its name.
    pub name: String,
    /// Army or Division of a formation or pool.
    pub superior: Option<FormationId>,
    /// Class that forms the main body.
    pub main_body_of: Option<Class>,
    /// Hexes from one unit of a group to the next; for a pool from its infantry to a main-body unit.
    pub group_distance: u8,
    /// Hexes from cavalry to a main-body unit.
    pub cavalry_distance: u8,
    /// Hexes from guns to a main-body unit.
    pub artillery_distance: u8,
    /// How many main bodies it may have.
    pub main_bodies: u8,
    /// Formations that can command a pool, one bit each by index.
    pub commanded_by: u64,
}

#[derive(Deserialize)]
struct FormationRow {
    id: String,
    side: String,
    level: Level,
    name: String,
    superior: String,
    main_body_of: Option<Class>,
    group_distance: Option<u8>,
    cavalry_distance: Option<u8>,
    artillery_distance: Option<u8>,
    main_bodies: Option<u8>,
    commanded_by: String,
}

/// Room for formations: one bit each.
const MOST_FORMATIONS: usize = 64;

/// Reads `formations.csv`.
pub(super) fn formations(text: &str) -> Result<Vec<Formation>, DataFault> {
    let all = rows::<FormationRow>(FORMATIONS, text)?;
    if all.len() > MOST_FORMATIONS {
        return Err(DataFault::new(FORMATIONS, 1, format!("there is room for {MOST_FORMATIONS} formations")));
    }
    let index = |id: &str| all.iter().position(|(_, r)| r.id == id);
    let mut out = Vec::new();
    for (i, (line, row)) in all.iter().enumerate() {
        let fault = |what: String| DataFault::new(FORMATIONS, *line, what);
        if index(&row.id) != Some(i) {
            return Err(fault(format!("`{}` stands twice", row.id)));
        }
        let side = side(&row.side).ok_or_else(|| fault(format!("`{}` is no side", row.side)))?;
        // A row that another one names, if it is on the same side and of the right level.
        let named = |id: &str, level: Level| {
            let found = index(id).filter(|i| all[*i].1.level == level && all[*i].1.side == row.side);
            let what = match level {
                Level::Superior => "Army or Division",
                _ => "formation",
            };
            found.ok_or_else(|| fault(format!("`{id}` is no {what} of that side")))
        };
        let superior = match row.superior.as_str() {
            "" => None,
            id => Some(FormationId::of(named(id, Level::Superior)?)),
        };
        match row.level {
            Level::Formation if superior.is_none() => {
                return Err(fault(format!("formation `{}` belongs to an Army or Division", row.id)));
            }
            Level::Formation if row.main_body_of.is_none() || row.group_distance.is_none() => {
                return Err(fault(format!("formation `{}` needs a main body and its distance", row.id)));
            }
            Level::Pool if row.commanded_by.is_empty() => {
                return Err(fault(format!("pool `{}` needs formations that command it", row.id)));
            }
            _ => {}
        }
        let mut commanded_by = 0;
        for id in row.commanded_by.split(';').filter(|id| !id.is_empty()) {
            if id == "*" {
                let same = |r: &FormationRow| r.side == row.side && r.level == Level::Formation;
                let bits = all.iter().enumerate().filter(|(_, (_, r))| same(r)).map(|(i, _)| 1 << i);
                commanded_by |= bits.fold(0, |a: u64, b: u64| a | b);
            } else {
                commanded_by |= 1 << named(id, Level::Formation)?;
            }
        }
        out.push(Formation {
            id: row.id.clone(),
            side,
            level: row.level,
            name: row.name.clone(),
            superior,
            main_body_of: row.main_body_of,
            group_distance: row.group_distance.unwrap_or(0),
            cavalry_distance: row.cavalry_distance.unwrap_or(0),
            artillery_distance: row.artillery_distance.unwrap_or(0),
            main_bodies: row.main_bodies.unwrap_or(0),
            commanded_by,
        });
    }
    Ok(out)
}

#[derive(Deserialize)]
struct UnitRow {
    id: String,
    side: String,
    code: String,
    name: String,
    class: Class,
    recruit: String,
    heavy: String,
    superior: String,
    formation: String,
    listed_with: String,
    steps: Option<u8>,
    reduced_steps: Option<u8>,
    combat: String,
    charge: String,
    fire: String,
    tq: Option<u8>,
    mp: Option<u8>,
    integrated: String,
    shock: String,
    capacity: Option<u8>,
}

/// Values with all steps, then after each lost step, by steps left.
fn strengths(text: &str, steps: u8) -> Result<[u8; 6], String> {
    let mut out = [0; 6];
    if text.is_empty() {
        return Ok(out);
    }
    let values: Result<Vec<u8>, _> = text.split('/').map(str::parse).collect();
    let values = values.map_err(|_| format!("`{text}` should be numbers divided by /"))?;
    if values.len() != usize::from(steps) {
        return Err(format!("`{text}` should be {steps} numbers, one for each step"));
    }
    for (left, value) in (1..=usize::from(steps)).rev().zip(values) {
        out[left] = value;
    }
    Ok(out)
}

/// y, n or nothing.
fn yes(column: &str, text: &str) -> Result<bool, String> {
    match text {
        "y" => Ok(true),
        "n" | "" => Ok(false),
        _ => Err(format!("{column} is y or n, not `{text}`")),
    }
}

/// Reads `units.csv`.
pub(super) fn units(text: &str, formations: &[Formation]) -> Result<Vec<UnitDef>, DataFault> {
    let mut out = Vec::<UnitDef>::new();
    for (line, row) in rows::<UnitRow>(UNITS_FILE, text)? {
        let unit = unit(row, formations).map_err(|what| DataFault::new(UNITS_FILE, line, what))?;
        if out.iter().any(|u| u.id == unit.id) {
            return Err(DataFault::new(UNITS_FILE, line, format!("`{}` stands twice", unit.id)));
        }
        if out.len() == UNITS {
            return Err(DataFault::new(UNITS_FILE, line, format!("there is room for {UNITS} units")));
        }
        out.push(unit);
    }
    Ok(out)
}

/// A name that can stand among others: `Convoy of the 9th Rifle Division` for `Convoy, 9th Rifle Division`.
fn in_a_sentence(name: &str) -> String {
    match name.split_once(", ") {
        None => name.to_string(),
        Some((what, whose)) if whose.contains(' ') => format!("{what} of the {whose}"),
        Some((what, place)) => format!("{what} of {place}"),
    }
}

fn unit(row: UnitRow, formations: &[Formation]) -> Result<UnitDef, String> {
    let side = side(&row.side).ok_or_else(|| format!("`{}` is no side", row.side))?;
    let named = |id: &str, superior: bool| {
        if id.is_empty() {
            return Ok(None);
        }
        let fits = |f: &Formation| f.id == id && f.side == side && (f.level == Level::Superior) == superior;
        let what = if superior { "Army or Division" } else { "formation" };
        let found = formations.iter().position(fits).map(FormationId::of);
        found.map(Some).ok_or_else(|| format!("`{id}` is no {what} of that side"))
    };
    let superior = named(&row.superior, true)?;
    let formation = named(&row.formation, false)?;
    let listed_with = named(&row.listed_with, false)?;
    let class = row.class;
    let (steps, reduced) = (row.steps.unwrap_or(0), row.reduced_steps.unwrap_or(0));
    let (tq, mp, capacity) = (row.tq.unwrap_or(0), row.mp.unwrap_or(0), row.capacity.unwrap_or(0));
    if steps > 5 || (steps > 0 && reduced >= steps) {
        return Err("a unit has 1 to 5 steps and fewer on its reduced side".to_string());
    }
    if class.is_troop() != formation.is_some() {
        return Err("troops have a formation, vehicles and Depots have none (5.1b)".to_string());
    }
    if formation.is_some_and(|f| formations[usize::from(f)].superior != superior) {
        return Err(format!("`{}` does not belong to `{}`", row.formation, row.superior));
    }
    if class.is_depot() == (steps > 0 || tq > 0) || class.is_depot() != (capacity > 0) {
        return Err("all but Depots have steps and TQ, Depots have a capacity instead".to_string());
    }
    if tq > 6 || mp > 60 || class.is_rail() != (mp == 0) {
        return Err("TQ goes up to 6, MP up to 60; only what moves on rails has no MP".to_string());
    }
    let unit = UnitDef {
        id: row.id,
        called: if row.code.is_empty() { in_a_sentence(&row.name) } else { row.code.clone() },
        code: row.code,
        name: row.name,
        side,
        class,
        recruit: yes("recruit", &row.recruit)?,
        heavy: yes("heavy", &row.heavy)?,
        superior,
        formation,
        listed_with,
        steps,
        reduced,
        combat: strengths(&row.combat, steps)?,
        charge: strengths(&row.charge, steps)?,
        fire: strengths(&row.fire, steps)?,
        tq,
        mp: 2 * mp,
        integrated: yes("integrated", &row.integrated)?,
        shock: yes("shock", &row.shock)?,
        capacity,
    };
    let full = usize::from(steps);
    let fires = class.is_gun() || class == Class::Train;
    if !class.is_depot() && fires != (unit.fire[full] > 0) || fires == (unit.combat[full] > 0) && steps > 0 {
        return Err("guns and trains have a fire strength, all others a combat strength".to_string());
    }
    if (class == Class::Cavalry) != (unit.charge[full] > 0) {
        return Err("cavalry, and only cavalry, has a charge strength".to_string());
    }
    Ok(unit)
}
