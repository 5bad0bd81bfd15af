//! Counters: `units.csv`.

use super::{Charts, DE, RU, UNITS};
use crate::play::rail::state::{BASES, TRAINS};
use sandtable_datafile::DataFault;
use serde::Deserialize;

/// What a counter is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Kind {
    /// Infantry.
    Infantry,
    /// Cavalry.
    Cavalry,
    /// Landwehr, infantry for all purposes.
    Landwehr,
    /// Landsturm, infantry for all purposes.
    Landsturm,
    /// A garrison, infantry for all purposes.
    Garrison,
    /// Artillery.
    Artillery,
    /// A headquarters.
    Hq,
    /// A train; no unit.
    Train,
    /// An airship; no unit.
    Airship,
    /// A supply base; no unit.
    Base,
}

impl Kind {
    /// Infantry of any sort.
    pub fn is_infantry(self) -> bool {
        matches!(self, Kind::Infantry | Kind::Landwehr | Kind::Landsturm | Kind::Garrison)
    }

    /// Infantry or cavalry: has a zone of control, attacks and owes attacks (lodz 6.1.1).
    pub fn is_line(self) -> bool {
        self.is_infantry() || self == Kind::Cavalry
    }

    /// A unit: line, artillery or headquarters.
    pub fn is_unit(self) -> bool {
        self.is_line() || matches!(self, Kind::Artillery | Kind::Hq)
    }
}

/// Whose soldiers they are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Deserialize)]
pub enum Nation {
    /// Germany.
    DE,
    /// Austria-Hungary.
    AH,
    /// Russia.
    RU,
}

/// A counter.
#[derive(Clone, Debug)]
pub struct UnitDef {
    /// Its id.
    pub id: String,
    /// As printed.
    pub name: String,
    /// Its full name.
    pub title: String,
    /// What people call it: `1st Brigade of the 49th Reserve`.
    pub called: String,
    /// Who plays it.
    pub side: u8,
    /// Its nation.
    pub nation: Nation,
    /// What it is.
    pub kind: Kind,
    /// Size as printed: `II`, `III`, `X`.
    pub size: String,
    /// Brigade and division as printed (lodz 2.2a).
    pub brigade: String,
    /// See `brigade`.
    pub division: String,
    /// Strength by CEL left: index 1 back, 2 front; units with one CEL have it at 1.
    pub strength: [u8; 3],
    /// Artillery: attack fire.
    pub attack_fire: u8,
    /// Artillery: defence fire.
    pub defence_fire: u8,
    /// Artillery: range.
    pub range: u8,
    /// Half-points of movement.
    pub mp: u8,
    /// Combat efficiency levels.
    pub cel: u8,
    /// The kind of replacement point that restores it, as an index into the chart; `u8::MAX` for none.
    pub replacement: u8,
    /// Whether its values are reconstructed.
    pub reconstructed: bool,
}

const FILE: &str = "units.csv";

#[derive(Deserialize)]
struct Row {
    id: String,
    side: String,
    nation: Nation,
    kind: Kind,
    size: String,
    name: String,
    title: String,
    brigade: String,
    division: String,
    strength: Option<u8>,
    strength_back: Option<u8>,
    attack_fire: Option<u8>,
    defence_fire: Option<u8>,
    range: Option<u8>,
    movement: Option<u8>,
    cel: Option<u8>,
    zoc: String,
    replacement: String,
    source_values: String,
}

/// Reads `units.csv`.
pub(super) fn units(text: &str, charts: &Charts) -> Result<Vec<UnitDef>, DataFault> {
    let mut out: Vec<UnitDef> = Vec::new();
    for (line, row) in sandtable_datafile::rows::<Row>(FILE, text)? {
        let wrong = |what: String| DataFault::new(FILE, line, what);
        if out.iter().any(|u| u.id == row.id) {
            return Err(wrong(format!("`{}` stands twice", row.id)));
        }
        if out.len() == UNITS {
            return Err(wrong(format!("there is room for {UNITS} counters")));
        }
        let side = match row.side.as_str() {
            "de" => DE,
            "ru" => RU,
            other => return Err(wrong(format!("`{other}` is no side; it is de or ru"))),
        };
        let cel = row.cel.unwrap_or(0);
        if cel > 2 || (cel == 0) == row.kind.is_unit() {
            return Err(wrong(format!("{} has {cel} levels; a unit has 1 or 2", row.id)));
        }
        if (row.zoc != "n") != row.kind.is_line() {
            return Err(wrong(format!("{} has a zone of control against its kind", row.id)));
        }
        let room = match row.kind {
            Kind::Train => TRAINS,
            Kind::Base => BASES,
            _ => UNITS,
        };
        if out.iter().filter(|u| u.kind == row.kind).count() == room {
            return Err(wrong(format!("there is room for {room} of that kind")));
        }
        if row.movement.is_some_and(|mp| mp > 60) {
            return Err(wrong(format!("{} has more than 60 movement points", row.id)));
        }
        let front = row.strength.unwrap_or(0);
        let strength = if cel == 2 { [0, row.strength_back.unwrap_or(0), front] } else { [0, front, front] };
        let replacement = match row.replacement.as_str() {
            "" => u8::MAX,
            id => {
                let at = charts.replacement_kinds.iter().position(|k| k.id == id && k.side == side);
                at.ok_or_else(|| wrong(format!("`{id}` is no kind of replacement of that side")))? as u8
            }
        };
        out.push(UnitDef {
            id: row.id,
            name: row.name,
            title: row.title,
            called: String::new(),
            side,
            nation: row.nation,
            kind: row.kind,
            size: row.size,
            brigade: row.brigade,
            division: row.division,
            strength,
            attack_fire: row.attack_fire.unwrap_or(0),
            defence_fire: row.defence_fire.unwrap_or(0),
            range: row.range.unwrap_or(0),
            mp: row.movement.unwrap_or(0) * 2,
            cel,
            replacement,
            reconstructed: row.source_values == "reconstructed",
        });
    }
    super::called::call(&mut out);
    Ok(out)
}
