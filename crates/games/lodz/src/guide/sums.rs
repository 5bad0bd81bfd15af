//! What is added up in a battle: rows that make a total, each with its rule.

use crate::Lodz;
use crate::data::Kind;
use crate::play::Engine;
use crate::play::battle::state::Assault;
use crate::play::battle::{Cause, Odds, cause_rule, cause_text};
use crate::position::{Flag, Pieces, Position, UnitId};
use sandtable_core::battle::BattlePart;
use sandtable_core::guide::Factor;

fn row(value: i16, why: impl Into<String>, rule: &'static str) -> Factor {
    Factor { value, why: why.into(), rule }
}

/// Small numbers of the rules as a table shows them.
fn figure(n: u16) -> i16 {
    i16::try_from(n).unwrap_or(i16::MAX)
}

/// Rows with their sum.
pub(super) fn sum(name: &str, rows: Vec<Factor>) -> BattlePart {
    let total = rows.iter().map(|r| r.value).sum();
    BattlePart::Sum { name: name.to_string(), rows, total }
}

/// A value of a counter, and what disorder and want of supply take off it (lodz 15.12a, lodz 12.41).
fn worn(
    engine: &Engine<'_>,
    p: &Position,
    unit: UnitId,
    face: u8,
    hungry: u8,
    rule: &'static str,
    out: &mut Vec<Factor>,
) {
    let name = engine.name(unit);
    out.push(row(face.into(), name, rule));
    let mut value = face;
    let halves = [
        (p.has(unit, Flag::Disorganized), engine.d.charts.disorganized_divides, "disorganized", "15.12a"),
        (p.units.level(unit) > 0, hungry, "out of supply", "12.41"),
    ];
    for (_, divides, why, rule) in halves.into_iter().filter(|(so, ..)| *so) {
        let after = value.div_ceil(divides.max(1));
        out.push(row(i16::from(after) - i16::from(value), format!("{name} is {why}"), rule));
        value = after;
    }
}

/// The fire of guns, in attack or in defence.
pub(super) fn gun_rows(engine: &Engine<'_>, p: &Position, guns: &Pieces, attack: bool) -> Vec<Factor> {
    let mut out = Vec::new();
    for gun in guns.iter() {
        let def = engine.def(gun);
        let (face, rule) = if attack { (def.attack_fire, "8.31") } else { (def.defence_fire, "8.43") };
        worn(engine, p, gun, face, engine.d.charts.unsupplied_fire_divides, rule, &mut out);
    }
    out
}

/// Fire at a hex, this many times over, less what the ground takes (lodz 8.26, lodz 8.61b).
pub(super) fn fire_sum(
    engine: &Engine<'_>,
    p: &Position,
    guns: &Pieces,
    times: u8,
    ground: u16,
) -> BattlePart {
    let mut rows = gun_rows(engine, p, guns, true);
    let fire: i16 = rows.iter().map(|r| r.value).sum();
    let more = fire * (i16::from(times) - 1);
    if more > 0 {
        rows.push(row(more, "a barrage counts twice", "8.61b"));
    }
    // Nothing is left where the ground takes more than there is.
    let less = figure(ground).min(fire + more);
    if less > 0 {
        rows.push(row(-less, "the ground", "8.26"));
    }
    sum("Fire strength", rows)
}

impl Lodz {
    /// The strength of an attack, unit by unit, and what halves it.
    pub(super) fn strength_rows(&self, p: &Position, a: &Assault, odds: &Odds) -> Vec<Factor> {
        let engine = self.engine();
        let mut rows = Vec::new();
        for unit in a.units.iter() {
            let face = engine.def(unit).strength[usize::from(p.units.cel(unit)).min(2)];
            worn(&engine, p, unit, face, self.d.charts.unsupplied_divides, "7.12c1", &mut rows);
        }
        rows.extend(self.halved(odds).into_iter().take(2).flatten());
        rows.extend(gun_rows(&engine, p, &a.guns, true));
        rows.extend(self.halved(odds).into_iter().nth(2).flatten());
        rows
    }

    /// What swamp, big rivers and walls take off an attack, each with its rule.
    pub(super) fn halved(&self, odds: &Odds) -> [Option<Factor>; 3] {
        let why = [
            ("out of swamp", "7.61b"),
            ("over a big river", "7.64b"),
            ("before walls, the whole attack", "9.42a"),
        ];
        let mut out = [const { None }; 3];
        for ((place, less), (why, rule)) in out.iter_mut().zip(odds.less).zip(why) {
            if less > 0 {
                *place = Some(row(-figure(less), format!("halved {why}"), rule));
            }
        }
        out
    }

    /// The strength of a defence, unit by unit.
    pub(super) fn defence_rows(&self, p: &Position, a: &Assault) -> Vec<Factor> {
        let engine = self.engine();
        let mut rows = Vec::new();
        let all = engine.defenders(p, &a.targets);
        for unit in all.iter().filter(|u| engine.kind(*u).is_line()) {
            let face = engine.def(unit).strength[usize::from(p.units.cel(unit)).min(2)];
            worn(&engine, p, unit, face, self.d.charts.unsupplied_divides, "7.12c1", &mut rows);
        }
        if let Some(alone) = self.lone_guns(p, a) {
            rows.push(row(alone, "artillery that stands alone", "8.52"));
        }
        rows.extend(gun_rows(&engine, p, &a.defence, false));
        rows
    }

    /// What artillery without any troops counts in an attacked hex (lodz 8.52).
    pub(super) fn lone_guns(&self, p: &Position, a: &Assault) -> Option<i16> {
        let engine = self.engine();
        let all = engine.defenders(p, &a.targets);
        let any = |hex, fits: &dyn Fn(Kind) -> bool| {
            all.iter().any(|u| p.hex(u) == Some(hex) && fits(engine.kind(u)))
        };
        let alone = a.targets.iter().any(|h| any(h, &|k| k == Kind::Artillery) && !any(h, &Kind::is_line));
        alone.then(|| self.d.charts.lone_artillery.into())
    }

    /// The shifts of the column; what would lead beyond the table is taken back (lodz 7.12d2).
    pub(super) fn column_rows(&self, odds: &Odds) -> Vec<Factor> {
        let last = i16::try_from(self.d.charts.combat[0].len()).unwrap_or(i16::MAX) - 1;
        let mut rows = Vec::new();
        let mut at = i16::from(odds.base);
        let (right, left): (Vec<_>, Vec<_>) = odds.shifts().partition(|s| s.cause == Cause::AttackerCommand);
        for shifts in [right, left] {
            for s in shifts {
                rows.push(row(s.by.into(), cause_text(s.cause), cause_rule(s.cause)));
                at += i16::from(s.by);
            }
            let inside = at.clamp(0, last);
            if inside != at {
                rows.push(row(inside - at, "the table ends there", "7.12d2"));
                at = inside;
            }
        }
        debug_assert!(at == i16::from(odds.column), "{odds:?}");
        rows
    }
}
