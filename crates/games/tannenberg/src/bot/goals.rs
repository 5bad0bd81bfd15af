//! What is worth going for: places that score, and enemies that can be beaten.

use super::picture::{Goal, POINT, Picture};
use super::weights::Judgement;
use crate::Engine;
use crate::Sheet;
use crate::play::reason;
use crate::play::{DE, RU};
use crate::position::Position;
use sandtable_east::data::UnitId;
use sandtable_east::data::pieces::Kind;
use sandtable_east::standard::zones::enemy;

/// A Gruppe is worth a look where this much more strength is at hand, tenths.
const SURE: u16 = 25;
/// Strength for a place that nobody guards.
const GARRISON: i32 = 5;
/// Enemies further from every place of ours than this are let be.
const INVADED: u16 = 4;

/// How many points a place is worth for the rest of the game, in tenths.
pub(super) fn place_worth(w: &Judgement, sheet: &Sheet, p: &Position, hex: u16) -> i32 {
    let rules = &sheet.rules;
    let left = i32::from(rules.scenario.last_turn.saturating_sub(p.turn)) + 1;
    let mut worth = 0;
    if rules.scenario.scores.iter().any(|s| s == reason::TOWNS.id) {
        let town = sheet.data.map.towns.iter().find(|t| t.hex == hex);
        worth += town.map_or(0, |t| i32::from(t.points) * POINT * (left * w.held).max(100) / 100);
    }
    if rules.goals.contains(&hex) {
        let share = if left > 1 { w.early } else { 100 };
        worth += rules.scenario.end_bonus.as_ref().map_or(0, |b| POINT * i32::from(b.vp) * share / 100);
    }
    worth
}

/// The places that may be worth something.
pub(super) fn places(sheet: &Sheet) -> impl Iterator<Item = u16> + '_ {
    let towns = sheet.data.map.towns.iter().map(|t| t.hex);
    towns.chain(sheet.rules.goals.iter().copied())
}

/// The Russian headquarters whose army the German is best placed to beat.
fn prey(e: &Engine<'_>, p: &Position) -> Option<UnitId> {
    let data = e.data;
    let hqs = data.ids().filter(|u| data.unit(*u).is_hq() && data.unit(*u).side == RU && p.hex(*u).is_some());
    let near = |hq: UnitId| -> i64 {
        let at = p.hex(hq).unwrap_or(0);
        let (mut ours, mut theirs) = (0i64, 1i64);
        for unit in data.ids().filter(|u| data.unit(*u).kind == Kind::Infantry) {
            let Some(hex) = p.hex(unit) else { continue };
            let far = i64::from(data.map.distance(hex, at));
            let face = data.unit(unit).face(p.lost[unit.index()]);
            if data.unit(unit).side == DE {
                ours += i64::from(face.attack) * 1000 / (far + 4);
            } else if data.unit(unit).field_army == data.unit(hq).field_army {
                theirs += i64::from(face.defence) * 1000 / (far + 4);
            }
        }
        ours * 1000 / theirs
    };
    hqs.max_by_key(|hq| (near(*hq), hq.0))
}

/// Everything worth going for.
pub(super) fn find_goals(e: &Engine<'_>, sheet: &Sheet, p: &Position, pic: &Picture, out: &mut Vec<Goal>) {
    let (data, w) = (e.data, &pic.w);
    let defence_at = |hex: u16| pic.foes.iter().find(|f| f.hex == hex).map_or(0, |f| i32::from(f.defence));
    for hex in places(sheet) {
        if out.iter().any(|g| g.hex == hex) {
            continue;
        }
        let worth = place_worth(w, sheet, p, hex);
        let ours = p.last_unit.side(hex) == pic.side;
        let far = pic.far[usize::from(hex)];
        if worth == 0 || (ours && far > 7) {
            continue;
        }
        // A place that is ours is worth the walk only where an enemy may take it.
        let weight = if ours { worth * (8 - i32::from(far)) / 14 } else { worth };
        let fort = data.map.at(hex).fort.map_or(0, |f| i32::from(data.map.forts[usize::from(f)].full) * 2);
        let need = GARRISON + 2 * defence_at(hex) + if ours { 0 } else { fort };
        out.push(Goal { hex, weight: weight.min(140), need, sent: 0 });
    }
    let chosen = if pic.side == DE { prey(e, p) } else { None };
    for foe in pic.foes.iter().filter(|f| f.defence > 0) {
        let invades = sheet.rules.germany.has(foe.hex)
            || data.map.towns.iter().any(|t| data.map.distance(t.hex, foe.hex) <= INVADED);
        if pic.side == DE && !invades {
            continue;
        }
        let mut weight = w.prey;
        let masked = p.stack(data, enemy(pic.side), foe.hex).is_empty();
        if masked && 10 * pic.power[usize::from(foe.hex)] >= SURE * foe.defence {
            weight += w.unmask;
        }
        if let Some(hq) = chosen {
            let army = &data.unit(hq).field_army;
            let of = p.stack(data, RU, foe.hex).iter().any(|u| data.unit(u).field_army == *army);
            weight += if of { w.chosen } else { 0 };
        }
        out.push(Goal { hex: foe.hex, weight, need: 2 * i32::from(foe.defence), sent: 0 });
    }
    if pic.side == RU && sheet.rules.worth(reason::NO_INVASION) != 0 {
        // The nearest German ground, for units far from every place.
        let rows = |h: &u16| data.map.number(*h).0 <= 19;
        let ground = sheet.rules.germany.iter().filter(|h| rows(h) && pic.supplied.has(*h));
        out.extend(ground.take(12).map(|hex| Goal { hex, weight: w.foothold, need: GARRISON, sent: 0 }));
    }
}
