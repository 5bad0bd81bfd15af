//! Where Depots and vehicles go.

use super::picture::Picture;
use super::plan::Order;
use crate::data::{Class, Hexes};
use crate::play::march::Reach;
use crate::play::{Engine, Event};
use crate::position::{HexId, Mode, Position, UnitId};

/// Depots come to units that hold a place and would have to leave it for want of one (orel 5.3e).
pub fn feed(
    engine: &Engine<'_>,
    q: &mut Position,
    picture: &Picture,
    free: &mut Vec<(UnitId, Reach)>,
    orders: &mut Vec<Order>,
    events: &mut Vec<Event>,
) {
    let side = picture.side;
    for g in picture.goals.iter().filter(|g| g.place) {
        let here = q.stack(side, g.hex).which(|u| engine.class(u).is_troop() && q.mode(u) != Mode::Routed);
        let Some(guard) = here.first().filter(|_| here.iter().all(|u| picture.astray.has(u))) else {
            continue;
        };
        let mut best: Option<(f32, usize, HexId)> = None;
        for (i, (unit, reach)) in free.iter().enumerate() {
            if !engine.class(*unit).is_depot() {
                continue;
            }
            let others = served(engine, q, side, *unit);
            for hex in reach.ends.iter().filter(|h| engine.d.map.distance(*h, g.hex) <= 5) {
                let mut there = *q;
                there.place(*unit, hex);
                if !engine.march_in_depot_range(&there, guard) {
                    continue;
                }
                let value = depot_value(engine, q, picture, &others, (*unit, hex), events);
                if best.is_none_or(|b| value > b.0) {
                    best = Some((value, i, hex));
                }
            }
        }
        if let Some((_, i, to)) = best {
            let (unit, _) = free.swap_remove(i);
            q.place(unit, to);
            orders.push(Order { unit, to, how: None, day: false });
        }
    }
}

/// How good a hex is for a Depot: for troops near the enemy that no other one serves, in a place that keeps it functional.
fn depot_value(
    engine: &Engine<'_>,
    q: &Position,
    picture: &Picture,
    others: &Hexes,
    (unit, hex): (UnitId, HexId),
    events: &mut Vec<Event>,
) -> f32 {
    let (side, map, w) = (picture.side, &engine.d.map, &picture.w);
    let range = engine.d.charts.depot.range;
    let mut there = *q;
    there.place(unit, hex);
    events.clear();
    engine.settle(&mut there, events);
    let works = there.functional.has(unit);
    let field = engine.supply_field(&there, side, Class::Infantry, &Hexes::one(hex), range);
    let mut out = 0.0;
    for u in there.units.on_map_of(side).filter(|u| engine.class(*u).is_troop() && !engine.asleep(q, *u)) {
        let Some(at) = q.hex(u) else { continue };
        let far = map.distance(at, hex);
        let mut need = if picture.enemy[usize::from(at)] <= 4 { 1.0 } else { w.depot_rear };
        if picture.guards.has(u) && picture.objective[usize::from(u)].is(at) {
            need += w.depot_guard * if q.ooc.has(u) { 6.0 } else { 1.0 };
        }
        if picture.track && engine.class(u) == Class::Infantry {
            let off = map.double_track.iter().map(|t| map.distance(*t, at)).min().unwrap_or(9);
            need += if off <= 2 { w.depot_track * (0.3 + picture.late) } else { 0.0 };
        }
        if others.has(at) {
            need *= 0.2;
        }
        out += need * if field.has(at) { 1.0 } else { w.depot_far * 4.0 / (f32::from(far) + 4.0) };
    }
    if !works {
        out = out * 0.3 - 2.0;
    }
    let company = q.units.firm_steps(side, hex) >= 3;
    let enemy = picture.enemy[usize::from(hex)];
    out - match (enemy, company) {
        (0..=2, false) => 6.0,
        (0..=1, true) => 2.5,
        (2, true) => 1.0,
        (3, false) => 1.5,
        _ => 0.0,
    }
}

/// Hexes that functional Depots of a side other than this one serve.
fn served(engine: &Engine<'_>, q: &Position, side: u8, unit: UnitId) -> Hexes {
    let others = engine.depots_of(q, side).which(|d| d != unit && q.functional.has(d));
    let hexes: Hexes = others.iter().filter_map(|d| q.hex(d)).collect();
    engine.supply_field(q, side, Class::Infantry, &hexes, engine.d.charts.depot.range)
}

/// Where a Depot, a train or another vehicle goes.
pub fn rear_place(
    engine: &Engine<'_>,
    q: &Position,
    picture: &Picture,
    unit: UnitId,
    reach: &Reach,
    events: &mut Vec<Event>,
) -> Option<HexId> {
    let here = q.hex(unit).filter(|_| q.on_map(unit));
    let side = picture.side;
    let others = engine.class(unit).is_depot().then(|| served(engine, q, side, unit));
    let mut value = |hex: HexId| {
        if let Some(others) = &others {
            return depot_value(engine, q, picture, others, (unit, hex), events);
        }
        let enemy = picture.enemy[usize::from(hex)];
        let company = q.units.firm_steps(side, hex) >= 2;
        let bold = if company { 1.0 } else { -1.0 };
        let near = if enemy <= 2 { bold } else { 0.0 };
        near + picture.pull(engine, unit, hex) * 0.3 + if company { 0.5 } else { 0.0 }
    };
    let mut best = (here.map_or(f32::MIN, |hex| value(hex) + 0.5), here);
    for hex in reach.ends.iter() {
        let worth = value(hex);
        if worth > best.0 {
            best = (worth, Some(hex));
        }
    }
    best.1.filter(|to| here != Some(*to))
}
