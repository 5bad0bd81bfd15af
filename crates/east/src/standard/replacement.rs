//! Replacement of Steps (tannenberg 13.0a): who may roll, and what the roll does.

use crate::data::pieces::Size;
use crate::data::{Data, UnitId};
use crate::engine::Adds;
use crate::position::{Position, flag, option};
use sandtable_core::Refusal;

/// Why a unit may not try to replace its Steps, if it may not.
pub fn breach(data: &Data, p: &Position<impl Adds>, unit: UnitId) -> Option<Refusal> {
    let (u, lost) = (data.unit(unit), p.lost[unit.index()]);
    let refuse = |rule, why| Some(Refusal::new(rule, why).of(unit));
    let Some(rules) = data.army(unit).replacement.as_ref().filter(|r| p.turn >= r.from_turn) else {
        return refuse("13.0b", "its army has no replacements now");
    };
    if data.params.never_replaced.contains(&u.kind) {
        return refuse("13.0g", "units of its type never get Steps back");
    }
    let listed = rules.kinds.contains(&u.kind) && u.size.is_some_and(|s| rules.sizes.contains(&s));
    if !listed || !u.replaceable {
        return refuse("13.0b", "units of its type and size are not replaced in this army");
    }
    let short =
        if u.size == Some(Size::Corps) { &data.params.corps_short } else { &data.params.division_short };
    if !short.contains(&lost) {
        return refuse("13.0a", "it has lost no Step, or too many");
    }
    let Some(hex) = p.hex(unit) else { return refuse("13.0a", "it is not on the map") };
    let near =
        |e: UnitId| p.hex(e).is_some_and(|h| data.map.distance(h, hex) < u16::from(rules.enemy_distance));
    if data.ids().any(|e| data.unit(e).side != u.side && near(e)) {
        return refuse("13.0c", "an enemy unit is too near");
    }
    if p.is(unit, flag::FOUGHT_BEFORE) {
        return refuse("13.0d", "it has fought in the Game-Turn before");
    }
    // the text speaks of the turn before; players may agree on more.
    if p.plays(option::RESTED) && p.is(unit, flag::FOUGHT) {
        return refuse("13.0d", "it has fought in this Game-Turn, and it is agreed that this counts too");
    }
    if p.is(unit, flag::MOVED | flag::RAILED) {
        return refuse("13.0e", "it has moved this turn");
    }
    None
}

/// Rolls for a unit: on a success it is at full strength (tannenberg 13.0f). Gives whether it is.
pub fn roll(data: &Data, p: &mut Position<impl Adds>, unit: UnitId, roll: u8) -> bool {
    let succeeds = data.army(unit).replacement.as_ref().is_some_and(|r| roll >= r.success_from);
    if succeeds {
        p.lost[unit.index()] = 0;
    }
    succeeds
}
