//! Behind the front: set-up, airships, replacements, bases and trains.

use super::clash::value;
use super::picture::Picture;
use super::weights::ScriptWeights;
use crate::data::{DE, Feature, HEXES, Kind};
use crate::play::air::AirAction;
use crate::play::rail::RailAction;
use crate::play::supply::SupplyAction;
use crate::play::{Action, Engine};
use crate::position::{At, Flag, HexId, Position, UnitId};
use sandtable_ops::ArrayList;

/// Set-up: guns far from the enemy stand in marching order, trains near their own troops; units stay in their printed hexes.
pub fn set_up(engine: &Engine<'_>, p: &Position, side: u8, list: &[Action]) -> Option<Action> {
    let map = engine.map(p);
    let foes = p.units.line_hexes(1 - side);
    let far = |hex: HexId| foes.iter().map(|f| map.distance(f, hex)).min().unwrap_or(u8::MAX);
    for a in list {
        if let Action::Supply(SupplyAction::Order { unit }) = *a
            && !p.has(unit, Flag::Marching)
            && p.hex(unit).is_some_and(|hex| far(hex) > 3)
        {
            return Some(*a);
        }
    }
    // One train after the other, each where most troops that fit are, and few trains yet.
    let load = |hex: HexId| {
        let troops = p.at(hex).filter(|u| p.side(*u) == side && engine.kind(*u).is_line()).count();
        let trains = p.at(hex).filter(|u| engine.kind(*u) == Kind::Train).count();
        (troops as i32 - trains as i32 * 2, far(hex))
    };
    let place = list.iter().copied().filter_map(|a| match a {
        Action::Supply(SupplyAction::Train { unit, to }) if !p.on_map(unit) => Some((load(to), a)),
        _ => None,
    });
    let best = place.max_by_key(|(worth, _)| *worth).map(|(_, a)| a);
    best.or(Some(Action::Supply(SupplyAction::Done)))
}

/// Airships go where they starve most; bombs are not worth a bridge.
pub fn air(
    engine: &Engine<'_>,
    p: &Position,
    side: u8,
    w: &ScriptWeights,
    list: &[Action],
) -> Option<Action> {
    let lost = list.iter().filter_map(|a| match a {
        Action::Air(AirAction::Lose { unit }) => Some((price(engine, p, w, *unit), *a)),
        _ => None,
    });
    if let Some((_, a)) = lost.min_by(|a, b| a.0.total_cmp(&b.0)) {
        return Some(a);
    }
    let ship = list.iter().find_map(|a| match a {
        Action::Air(AirAction::Fly { ship, .. }) => Some(*ship),
        _ => None,
    });
    let Some(ship) = ship else { return Some(Action::Air(AirAction::Done)) };
    let best = starve(engine, p, side, ship);
    let go = best.map(|to| Action::Air(AirAction::Fly { ship, to }));
    go.or(Some(Action::Air(AirAction::Done)))
}

/// Where a ship starves the enemy most, if more than where it is.
fn starve(engine: &Engine<'_>, p: &Position, side: u8, ship: UnitId) -> Option<HexId> {
    let (map, foe) = (engine.map(p), 1 - side);
    let mouths = |u: UnitId| i32::from(engine.def(u).strength[usize::from(p.units.cel(u)).min(2)]) + 1;
    let all = || p.units.on_map_of(foe).filter(|u| engine.kind(*u).is_unit());
    let hunger = |q: &Position| -> i32 {
        let fed = engine.supplied(q, foe);
        all().filter(|u| !fed.has(*u)).map(mouths).sum()
    };
    // Without the ship everybody has one line; barring a hex starves at most those whose line runs through it.
    let mut clear = *p;
    clear.units.take_off(ship, At::Pool);
    let ground = engine.supply_ground(&clear, foe);
    let nations: &[usize] = if foe == DE { &[0, 1] } else { &[2] };
    let (mut load, mut anyway) = ([0; HEXES], 0);
    for &nation in nations {
        let lines = [false, true].map(|bases| engine.supply_ways(&clear, foe, nation, bases, &ground));
        for u in all().filter(|u| engine.nation(*u) == nation) {
            let abroad = usize::from(engine.supply_abroad(p, u));
            match p.hex(u).and_then(|hex| lines[abroad].from(hex)) {
                Some(line) => line.for_each(|h| load[usize::from(h)] += mouths(u)),
                None => anyway += mouths(u),
            }
        }
    }
    // Lines run by road and rail; off them a ship bars nothing that a step aside does not open.
    let on_line = |h: &HexId| map.has(*h, Feature::Rail) || map.has(*h, Feature::Road);
    let near = |h: &HexId| {
        let mut foes = p.units.on_map_of(foe).filter_map(|u| p.hex(u));
        foes.any(|hex| map.distance(hex, *h) <= 4)
    };
    let mut hexes: ArrayList<HexId, HEXES> =
        map.all().filter(|h| load[usize::from(*h)] > 0 && on_line(h)).collect();
    hexes.sort_unstable_by_key(|h| (std::cmp::Reverse(load[usize::from(*h)]), *h));
    let least = hunger(p);
    let mut best: Option<(i32, HexId)> = None;
    let mut q = *p;
    for hex in hexes {
        let most = anyway + load[usize::from(hex)];
        if most <= least || best.is_some_and(|(starved, at)| (most, at) <= (starved, hex)) {
            break;
        }
        if p.hex(ship) == Some(hex) || !near(&hex) {
            continue;
        }
        q.units.place(ship, hex);
        let starved = hunger(&q);
        if starved > best.map_or(least, |b| b.0) || best.is_some_and(|(s, at)| s == starved && hex < at) {
            best = Some((starved, hex));
        }
    }
    best.map(|(_, hex)| hex)
}

/// Replacements: the strongest unit that has lost something, then those that are gone.
pub fn men(engine: &Engine<'_>, list: &[Action]) -> Option<Action> {
    let worth = |a: &Action| match *a {
        Action::Rail(RailAction::Replace { unit }) => {
            let d = engine.def(unit);
            10 + i32::from(d.strength[2]) - i32::from(d.strength[1])
        }
        Action::Rail(RailAction::Return { unit, .. }) => i32::from(engine.def(unit).strength[1]) + 8,
        _ => 0,
    };
    list.iter().copied().max_by_key(worth)
}

/// Bases follow the front at some distance and leave before the enemy comes; loaded trains run on.
pub fn rails(engine: &Engine<'_>, p: &Position, picture: &Picture, out: &mut Vec<Action>) {
    for (_, base) in engine.bases().filter(|(_, b)| p.side(*b) == picture.side) {
        let Some(here) = p.hex(base) else { continue };
        let good = |hex: HexId| {
            let enemy = picture.enemy[usize::from(hex)].min(30);
            let held = p.units.line_in(picture.side, hex) > 0;
            let want = if held { 4 } else { 6 };
            if enemy < want { -3 * i32::from(want - enemy) } else { i32::from(want) - i32::from(enemy) }
        };
        let best = engine.base_reach(p, base).iter().max_by_key(|h| (good(*h), std::cmp::Reverse(*h)));
        if let Some(to) = best.filter(|h| good(*h) > good(here)) {
            out.push(Action::Rail(RailAction::Base { base, to }));
        }
    }
}

/// What losing a CEL of a unit costs.
pub fn price(engine: &Engine<'_>, p: &Position, w: &ScriptWeights, unit: UnitId) -> f32 {
    let def = engine.def(unit);
    let all = value(engine, p, w, unit);
    if !def.kind.is_line() {
        return if def.kind == Kind::Hq { all * 1.5 } else { all };
    }
    let (front, back) = (f32::from(def.strength[2]), f32::from(def.strength[1]));
    let lost = if p.units.cel(unit) > 1 { (front - back) / 3.5 } else { back / 3.5 + 0.35 };
    if p.has(unit, Flag::Disorganized) { lost * 0.8 } else { lost }
}
