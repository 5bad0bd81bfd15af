//! The last turn: what is held at its end counts, and nothing else.

use super::goals::{names, strength};
use super::picture::Picture;
use super::plan::Order;
use crate::data::{Class, Need};
use crate::play::march::{How, Reach};
use crate::play::{Engine, Event};
use crate::position::{HexId, Mode, Position, UnitId};
use sandtable_ops::ArrayList;

/// Orders of the last turn that come before all others.
pub fn last_turn(
    engine: &Engine<'_>,
    q: &mut Position,
    picture: &Picture,
    free: &mut Vec<(UnitId, Reach)>,
    orders: &mut Vec<Order>,
    (spots, events): (&mut Vec<(UnitId, HexId)>, &mut Vec<Event>),
) {
    occupy(engine, q, picture, free, orders);
    if picture.last_word {
        // What alone gives the enemy a level comes first, then the line, then the rest.
        deny(engine, q, picture, free, orders, true);
        threaten(engine, q, picture, free, orders, (spots, events));
        deny(engine, q, picture, free, orders, false);
    } else {
        strengthen(engine, q, picture, free, orders);
    }
}

/// Goals where nobody stands go to the units that get there now and are missed least.
fn occupy(
    engine: &Engine<'_>,
    q: &mut Position,
    picture: &Picture,
    free: &mut Vec<(UnitId, Reach)>,
    orders: &mut Vec<Order>,
) {
    let side = picture.side;
    for g in picture.goals.iter().filter(|g| g.place) {
        let stays =
            |u: UnitId| engine.class(u).is_troop() && q.mode(u) != Mode::Routed && !picture.astray.has(u);
        if q.holds(1 - side, g.hex) || q.stack(side, g.hex).iter().any(stays) {
            continue;
        }
        let worth = |(unit, reach): &(UnitId, Reach)| {
            let class = engine.class(*unit);
            let keeps = picture.goals.iter().any(|o| {
                let here = q.on_map(*unit) && q.is_in(*unit, o.hex);
                here && o.place && q.stack(side, o.hex).which(|u| engine.class(u).is_combat()).len() < 2
            });
            let keeps =
                keeps || (picture.guards.has(*unit) && !picture.objective[usize::from(*unit)].is(g.hex));
            let goes = class.is_combat() && q.mode(*unit) != Mode::Routed && reach.ends.has(g.hex) && !keeps;
            let ready = if reach.left[usize::from(g.hex)] >= 2 { 0.0 } else { 5.0 };
            goes.then(|| strength(engine, q, *unit) + ready)
        };
        let able = (0..free.len()).filter_map(|i| worth(&free[i]).map(|w| (i, w)));
        if let Some((i, _)) = able.min_by(|a, b| a.1.total_cmp(&b.1)) {
            let (unit, reach) = free.swap_remove(i);
            make_room(engine, q, picture, free, orders, unit, g.hex);
            if !engine.has_room(q, unit, g.hex) {
                free.push((unit, reach));
                continue;
            }
            q.place(unit, g.hex);
            orders.push(Order { unit, to: g.hex, how: Some(How::Combat), day: false });
        }
    }
}

/// A unit that cannot stay in a hex leaves it for one that comes.
fn make_room(
    engine: &Engine<'_>,
    q: &mut Position,
    picture: &Picture,
    free: &mut Vec<(UnitId, Reach)>,
    orders: &mut Vec<Order>,
    guest: UnitId,
    hex: HexId,
) {
    for unit in q.stack(picture.side, hex).meet(&picture.astray).iter() {
        if engine.has_room(q, guest, hex) {
            return;
        }
        let Some(i) = free.iter().position(|(u, _)| *u == unit) else { continue };
        let ends = free[i].1.ends.iter().filter(|h| engine.has_room(q, unit, *h));
        let Some(to) = ends.min_by_key(|h| engine.d.map.distance(*h, hex)) else { continue };
        free.swap_remove(i);
        q.place(unit, to);
        orders.push(Order { unit, to, how: Some(How::Combat), day: false });
    }
}

/// Where the enemy has the last word, places want to be strong in the end.
fn strengthen(
    engine: &Engine<'_>,
    q: &mut Position,
    picture: &Picture,
    free: &mut Vec<(UnitId, Reach)>,
    orders: &mut Vec<Order>,
) {
    let side = picture.side;
    for g in picture.goals.iter().filter(|g| g.place && g.guards > 1) {
        while !q.holds(1 - side, g.hex) {
            let inside: f32 = q.stack(side, g.hex).iter().map(|u| strength(engine, q, u)).sum();
            let joins = |(unit, reach): &(UnitId, Reach)| {
                let fights = engine.class(*unit).is_combat() && q.mode(*unit) == Mode::Combat;
                let inside = q.on_map(*unit) && q.is_in(*unit, g.hex);
                let idle = !picture.guards.has(*unit) && !inside;
                fights && idle && reach.ends.has(g.hex) && engine.has_room(q, *unit, g.hex)
            };
            let able = (0..free.len()).filter(|i| joins(&free[*i]));
            let power = |i: &usize| strength(engine, q, free[*i].0);
            let best = able.max_by(|a, b| power(a).total_cmp(&power(b)));
            let Some(i) = best.filter(|_| inside < picture.threat[usize::from(g.hex)] * 0.8) else { break };
            let (unit, _) = free.swap_remove(i);
            q.place(unit, g.hex);
            orders.push(Order { unit, to: g.hex, how: Some(How::Combat), day: false });
        }
    }
}

/// Units that cut a place off at most.
const CUTTERS: usize = 4;

/// The side with the last word cuts the enemy's places off from their edge where a few units can (orel 10.2Va): each is put where the way
/// gets longest, until there is none.
fn deny(
    engine: &Engine<'_>,
    q: &mut Position,
    picture: &Picture,
    free: &mut Vec<(UnitId, Reach)>,
    orders: &mut Vec<Order>,
    sole: bool,
) {
    let side = picture.side;
    for g in picture.goals.iter().filter(|g| g.place && g.guards > 1 && g.sole == sole) {
        let mut trial = *q;
        let mut moves: ArrayList<(UnitId, HexId), CUTTERS> = ArrayList::default();
        let mut way = engine.way_to_edge(&trial, 1 - side, g.hex);
        while let (Some(now), true) = (way, moves.len() < CUTTERS) {
            let mut best: (u16, Option<(UnitId, HexId)>) = (now, None);
            for (unit, reach) in free.iter() {
                let zone = engine.class(*unit).is_troop()
                    && trial.steps(*unit) >= engine.d.charts.zone_steps
                    && trial.mode(*unit) != Mode::Routed;
                let keeps = picture.guards.has(*unit) || moves.iter().any(|(u, _)| u == unit);
                if !zone || keeps {
                    continue;
                }
                for hex in reach.ends.iter().filter(|h| engine.d.map.distance(*h, g.hex) <= 7) {
                    if !engine.has_room(&trial, *unit, hex) {
                        continue;
                    }
                    let mut cut = trial;
                    cut.place(*unit, hex);
                    let longer = engine.way_to_edge(&cut, 1 - side, g.hex).unwrap_or(u16::MAX);
                    if longer > best.0 {
                        best = (longer, Some((*unit, hex)));
                    }
                }
            }
            let Some((unit, hex)) = best.1 else { break };
            trial.place(unit, hex);
            moves.push((unit, hex));
            way = engine.way_to_edge(&trial, 1 - side, g.hex);
        }
        if way.is_none() && !moves.is_empty() {
            *q = trial;
            for (unit, to) in moves.iter().copied() {
                free.retain(|(u, _)| *u != unit);
                orders.push(Order { unit, to, how: Some(How::Combat), day: false });
            }
        }
    }
}

/// Infantry with munitions beside the double track takes a clear line from the enemy (orel 10.2Vc).
fn threaten(
    engine: &Engine<'_>,
    q: &mut Position,
    picture: &Picture,
    free: &mut Vec<(UnitId, Reach)>,
    orders: &mut Vec<Order>,
    (spots, events): (&mut Vec<(UnitId, HexId)>, &mut Vec<Event>),
) {
    let side = picture.side;
    let cuts = names(engine, q, side, Need::StationCut);
    let clears = names(engine, q, 1 - side, Need::LineClear);
    // First a station beyond the enemy (orel 10.2Vg), then any threat to the line.
    for cut in [true, false] {
        let open =
            if cut { cuts && !engine.station_cut(q, side) } else { clears && engine.line_clear(q, 1 - side) };
        let enough =
            |p: &Position| if cut { engine.station_cut(p, side) } else { !engine.line_clear(p, 1 - side) };
        if open {
            find_spots(engine, q, picture, free, spots);
            beside_the_track(engine, q, free, orders, spots, events, &enough);
        }
    }
}

/// Infantry with the hexes on or beside the double track where it can stand.
fn find_spots(
    engine: &Engine<'_>,
    q: &Position,
    picture: &Picture,
    free: &[(UnitId, Reach)],
    spots: &mut Vec<(UnitId, HexId)>,
) {
    let map = &engine.d.map;
    let beside = |h: HexId| map.double_track.iter().any(|t| map.distance(*t, h) <= 1);
    spots.clear();
    for (unit, reach) in free.iter() {
        let fit = engine.class(*unit) == Class::Infantry && q.mode(*unit) != Mode::Routed;
        if !fit || picture.guards.has(*unit) {
            continue;
        }
        let here = q.hex(*unit).filter(|_| q.on_map(*unit) && !picture.astray.has(*unit));
        for hex in reach.ends.iter().chain(here).filter(|h| beside(*h)) {
            if Some(hex) == here || engine.has_room(q, *unit, hex) {
                spots.push((*unit, hex));
            }
        }
    }
}

/// Puts infantry on or beside the double track where that is enough, and a Depot behind it if it has none.
fn beside_the_track(
    engine: &Engine<'_>,
    q: &mut Position,
    free: &mut Vec<(UnitId, Reach)>,
    orders: &mut Vec<Order>,
    spots: &[(UnitId, HexId)],
    events: &mut Vec<Event>,
    enough: &dyn Fn(&Position) -> bool,
) {
    let mut with = |(unit, hex): (UnitId, HexId), depot: Option<(UnitId, HexId)>| {
        let mut there = *q;
        there.place(unit, hex);
        depot.iter().for_each(|(d, to)| there.place(*d, *to));
        events.clear();
        engine.settle(&mut there, events);
        enough(&there).then_some((there, unit, hex, depot))
    };
    let alone = spots.iter().find_map(|spot| with(*spot, None));
    let found = alone.or_else(|| {
        spots.iter().find_map(|spot| {
            free.iter().filter(|(d, _)| engine.class(*d).is_depot()).find_map(|(d, reach)| {
                let mut near = reach.ends.iter().filter(|to| engine.d.map.distance(*to, spot.1) <= 5);
                near.find_map(|to| with(*spot, Some((*d, to))))
            })
        })
    });
    let Some((there, unit, to, depot)) = found else { return };
    if let Some((d, to)) = depot {
        free.retain(|(u, _)| *u != d);
        orders.push(Order { unit: d, to, how: None, day: false });
    }
    free.retain(|(u, _)| *u != unit);
    orders.push(Order { unit, to, how: Some(How::Combat), day: false });
    *q = there;
}
