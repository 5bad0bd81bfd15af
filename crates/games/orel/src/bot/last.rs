//! The last turn: what is held at its end counts, and nothing else.

use super::goals::{Picture, strength};
use super::plan::Order;
use crate::data::{Class, Need};
use crate::play::Engine;
use crate::play::march::{How, Reach};
use crate::state::{Mode, Position};

/// Orders of the last turn that come before all others.
pub fn last_turn(
    engine: &Engine<'_>,
    q: &mut Position,
    picture: &Picture,
    free: &mut Vec<(u8, Reach)>,
    orders: &mut Vec<Order>,
) {
    occupy(engine, q, picture, free, orders);
    if picture.last_word {
        deny(engine, q, picture, free, orders);
        threaten(engine, q, picture, free, orders);
    } else {
        strengthen(engine, q, picture, free, orders);
    }
}

/// Goals where nobody stands are taken by whoever gets there now and is missed least.
fn occupy(
    engine: &Engine<'_>,
    q: &mut Position,
    picture: &Picture,
    free: &mut Vec<(u8, Reach)>,
    orders: &mut Vec<Order>,
) {
    let side = picture.side;
    for g in picture.goals.iter().filter(|g| g.place) {
        if engine.covered(q, side, g.hex) || q.holds(1 - side, g.hex) {
            continue;
        }
        let worth = |(unit, reach): &(u8, Reach)| {
            let class = engine.class(*unit);
            let keeps = picture.goals.iter().any(|o| {
                let here = q.on_map(*unit) && q.hex(*unit) == o.hex;
                here && o.place && q.stack(side, o.hex).which(|u| engine.class(u).is_combat()).len() < 2
            });
            let goes = class.is_combat() && q.mode(*unit) != Mode::Routed && reach.ends.has(g.hex) && !keeps;
            let ready = if reach.left[usize::from(g.hex)] >= 2 { 0.0 } else { 5.0 };
            goes.then(|| strength(engine, q, *unit) + ready)
        };
        let able = (0..free.len()).filter_map(|i| worth(&free[i]).map(|w| (i, w)));
        if let Some((i, _)) = able.min_by(|a, b| a.1.total_cmp(&b.1)) {
            let (unit, _) = free.swap_remove(i);
            q.place(unit, g.hex);
            orders.push(Order { unit, to: g.hex, how: Some(How::Combat), day: false });
        }
    }
}

/// Where the enemy has the last word, places want to be strong in the end.
fn strengthen(
    engine: &Engine<'_>,
    q: &mut Position,
    picture: &Picture,
    free: &mut Vec<(u8, Reach)>,
    orders: &mut Vec<Order>,
) {
    let side = picture.side;
    for g in picture.goals.iter().filter(|g| g.place && g.guards > 1) {
        while !q.holds(1 - side, g.hex) {
            let inside: f32 = q.stack(side, g.hex).iter().map(|u| strength(engine, q, u)).sum();
            let joins = |(unit, reach): &(u8, Reach)| {
                let fights = engine.class(*unit).is_combat() && q.mode(*unit) == Mode::Combat;
                let inside = q.on_map(*unit) && q.hex(*unit) == g.hex;
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

/// Whoever has the last word cuts the enemy's places off from their edge where a few units can (orel 10.2Va): each is put where the way
/// gets longest, until there is none.
fn deny(
    engine: &Engine<'_>,
    q: &mut Position,
    picture: &Picture,
    free: &mut Vec<(u8, Reach)>,
    orders: &mut Vec<Order>,
) {
    let side = picture.side;
    for g in picture.goals.iter().filter(|g| g.place && g.guards > 1) {
        let mut trial = *q;
        let mut moves: Vec<(u8, u16)> = Vec::new();
        let mut way = engine.way_to_edge(&trial, 1 - side, g.hex);
        while let (Some(now), true) = (way, moves.len() < CUTTERS) {
            let mut best: (u16, Option<(u8, u16)>) = (now, None);
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
            for (unit, to) in moves {
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
    free: &mut Vec<(u8, Reach)>,
    orders: &mut Vec<Order>,
) {
    let side = picture.side;
    let names = |whose: u8, need: Need| {
        let levels = engine.scenario(q).levels.iter().filter(|l| l.side == whose);
        levels.flat_map(|l| &l.any_of).flatten().any(|n| *n == need)
    };
    let (cuts, clears) = (names(side, Need::StationCut), names(1 - side, Need::LineClear));
    let track = &engine.d.map.double_track;
    // First a station beyond the enemy (orel 10.2Vg), then any threat to the line.
    for cut in [true, false] {
        let open =
            if cut { cuts && !engine.station_cut(q, side) } else { clears && engine.line_clear(q, 1 - side) };
        let enough =
            |p: &Position| if cut { engine.station_cut(p, side) } else { !engine.line_clear(p, 1 - side) };
        if open {
            beside_the_track(engine, q, picture, free, orders, track, &enough);
        }
    }
}

/// Puts infantry on or beside the double track where that is enough.
fn beside_the_track(
    engine: &Engine<'_>,
    q: &mut Position,
    picture: &Picture,
    free: &mut Vec<(u8, Reach)>,
    orders: &mut Vec<Order>,
    track: &[u16],
    enough: &dyn Fn(&Position) -> bool,
) {
    for i in 0..free.len() {
        let (unit, reach) = &free[i];
        if engine.class(*unit) != Class::Infantry
            || q.mode(*unit) == Mode::Routed
            || picture.guards.has(*unit)
        {
            continue;
        }
        let beside = |h: &u16| track.iter().any(|t| engine.d.map.distance(*t, *h) <= 1);
        for hex in reach.ends.iter().filter(beside) {
            let mut there = *q;
            there.place(*unit, hex);
            if engine.has_room(q, *unit, hex) && enough(&there) {
                let (unit, _) = free.swap_remove(i);
                *q = there;
                orders.push(Order { unit, to: hex, how: Some(How::Combat), day: false });
                return;
            }
        }
    }
}
