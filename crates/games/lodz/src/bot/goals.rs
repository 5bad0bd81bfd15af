//! What a side wants: the victory hexes of the scenario, how much strength each needs, and which units go for which.

use super::picture::{FAR, Picture, TURN};
use super::roads::Book;
use crate::data::{HEXES, Kind, SourceKind, UNITS};
use crate::play::Engine;
use crate::position::{At, HexId, Pieces, Position, UnitId};
use sandtable_ops::ArrayList;
use std::sync::Arc;

/// Most goals of a side: victory hexes, bases and sources of supply.
const GOALS: usize = 128;

/// Something to hold or to take.
#[derive(Clone)]
pub struct Goal {
    /// The hex.
    pub hex: HexId,
    /// Whether one's own side has it.
    pub ours: bool,
    /// What it is worth.
    pub worth: f32,
    /// Enemy strength that bears on it.
    pub enemy: f32,
    /// Strength that should go there.
    pub need: f32,
    /// Half-points from every hex.
    pub way: Arc<[u16; HEXES]>,
}

impl Goal {
    /// Turns of march from a hex.
    pub fn turns(&self, hex: HexId) -> f32 {
        match self.way.get(usize::from(hex)) {
            None | Some(&FAR) => 20.0,
            Some(n) => f32::from(*n) / TURN,
        }
    }
}

/// Enemy strength that can be at a hex in time, the nearer the more.
fn pressure(engine: &Engine<'_>, p: &Position, picture: &Picture, goal: &Goal, within: f32) -> f32 {
    let mut sum = 0.0;
    for u in p.units.on_map_of(1 - picture.side).filter(|u| engine.kind(*u).is_line()) {
        let Some(hex) = p.hex(u) else { continue };
        let turns = goal.turns(hex);
        if turns <= within {
            sum += f32::from(engine.strength(p, u)) / (1.0 + turns);
        }
    }
    sum
}

/// Finds goals and gives every unit one.
pub fn goals(engine: &Engine<'_>, p: &Position, picture: &mut Picture, book: &mut Book) {
    let (side, w) = (picture.side, picture.w);
    let scale = w.goal + (w.goal_last - w.goal) * picture.late;
    let reach = f32::from(picture.days) + 1.0;
    let mut all = std::mem::take(&mut picture.goals);
    book.open(engine, p, side, &picture.zone);
    let mut new = |hex: HexId, worth: f32, ours: bool| Goal {
        hex,
        ours,
        worth,
        enemy: 0.0,
        need: 0.0,
        way: book.ways(engine, p, hex),
    };
    for v in &engine.part(p).victory {
        all.push(new(v.hex, scale, p.holder[usize::from(v.hex)] == side));
    }
    // Bases and fixed sources of supply want somebody near only if an enemy is about.
    let sources = engine.part(p).sources.iter().filter(|s| s.side == side);
    let fixed = sources.filter_map(|s| if let SourceKind::Hex(h) = s.kind { Some(h) } else { None });
    let bases = engine.bases().filter(|(_, b)| p.side(*b) == side).filter_map(|(_, b)| p.hex(b));
    for hex in fixed.chain(bases) {
        let threatened = picture.enemy[usize::from(hex)] <= 5 && p.units.units_in(1 - side, hex) == 0;
        if threatened && !all.iter().any(|g| g.hex == hex) {
            all.push(new(hex, 0.8, true));
        }
    }
    for g in &mut all {
        g.enemy = pressure(engine, p, picture, g, reach.min(4.0));
        g.need = if g.ours {
            if g.enemy < 0.5 { 0.0 } else { (g.enemy * w.want_held).clamp(6.0, 30.0) }
        } else {
            (g.enemy * w.want_taken + 8.0).min(140.0)
        };
        if g.worth < 1.0 {
            g.need = g.need.min(7.0);
        }
    }
    assign(engine, p, picture, &all, reach);
    if !picture.moods.free {
        obey(engine, p, picture, &all);
    }
    picture.goals = all;
}

/// Units that are told to go for a goal go for it.
fn obey(engine: &Engine<'_>, p: &Position, picture: &mut Picture, all: &[Goal]) {
    for unit in engine.all_units().filter(|u| p.side(*u) == picture.side) {
        let aim = picture.moods.aim(unit);
        let Some(at) = all.iter().position(|g| Some(g.hex) == aim) else { continue };
        picture.objective[usize::from(unit)] = at as u8;
        if p.on_map(unit) && p.hex(unit) != aim {
            picture.guards.remove(unit);
        }
    }
}

/// Gives every unit a goal: what is held and pressed first, then what can be taken with least, then the rest where there is most to gain.
fn assign(engine: &Engine<'_>, p: &Position, picture: &mut Picture, all: &[Goal], reach: f32) {
    let side = picture.side;
    let mut free: ArrayList<(UnitId, HexId, f32), UNITS> = ArrayList::new();
    for u in engine.all_units().filter(|u| p.side(*u) == side) {
        let line = engine.kind(u).is_line() && engine.def(u).mp > 4;
        if let Some(hex) = p.hex(u).filter(|_| line) {
            free.push((u, hex, f32::from(engine.strength(p, u))));
        }
    }
    let mut order: ArrayList<usize, GOALS> = (0..all.len()).collect();
    let rank = |g: &Goal| {
        let kind = if g.ours { 2.0 } else { 1.0 };
        kind * g.worth / (g.need + 5.0)
    };
    order.sort_unstable_by(|a, b| {
        all[*b].ours.cmp(&all[*a].ours).then(rank(&all[*b]).total_cmp(&rank(&all[*a]))).then(a.cmp(b))
    });
    for at in order {
        let g = &all[at];
        let in_time = |hex: HexId| g.turns(hex) <= reach + 0.5;
        let can: f32 = free.iter().filter(|(_, h, _)| in_time(*h)).map(|(_, _, sp)| sp).sum();
        if !g.ours && can < g.need * 0.6 {
            continue;
        }
        let mut got = 0.0;
        // Units that were sent there before go on.
        let far = |i: usize, sent: &[Option<HexId>]| {
            g.turns(free[i].1) - if sent[usize::from(free[i].0)] == Some(g.hex) { 0.8 } else { 0.0 }
        };
        let mut order: ArrayList<usize, UNITS> = (0..free.len()).filter(|i| in_time(free[*i].1)).collect();
        order.sort_unstable_by(|a, b| {
            far(*b, &picture.sent).total_cmp(&far(*a, &picture.sent)).then(free[*b].0.cmp(&free[*a].0))
        });
        let mut chosen = Pieces::EMPTY;
        for i in order.iter().rev() {
            if got >= g.need {
                break;
            }
            let (unit, hex, sp) = free[*i];
            chosen.insert(unit);
            picture.objective[usize::from(unit)] = at as u8;
            got += sp;
            if g.ours && hex == g.hex {
                picture.guards.insert(unit);
            }
        }
        free.retain(|(u, ..)| !chosen.has(*u));
    }
    // Units that are left go where there is most to win, guns and staffs to the nearest crowd.
    for (unit, hex, _) in free {
        let gain = |g: &Goal| {
            let turns = g.turns(hex);
            if turns > reach + 0.5 {
                return -turns;
            }
            let wanted = if g.ours { 0.3 + g.enemy / 60.0 } else { 1.0 };
            let stays = if picture.sent[usize::from(unit)] == Some(g.hex) { 1.3 } else { 1.0 };
            g.worth * wanted * stays / (1.5 + turns)
        };
        let best = (0..all.len()).max_by(|a, b| gain(&all[*a]).total_cmp(&gain(&all[*b])).then(b.cmp(a)));
        picture.objective[usize::from(unit)] = best.map_or(u8::MAX, |b| b as u8);
    }
    let line = p.units.on_map_of(side).filter(|u| engine.kind(*u).is_line());
    let line: ArrayList<(UnitId, HexId), UNITS> = line.filter_map(|u| Some((u, p.hex(u)?))).collect();
    let map = engine.map(p);
    for u in engine.all_units().filter(|u| p.side(*u) == side) {
        if picture.objective[usize::from(u)] != u8::MAX || !engine.kind(u).is_unit() {
            continue;
        }
        let behind = matches!(engine.kind(u), Kind::Artillery | Kind::Hq);
        if let Some(here) = p.hex(u).filter(|_| behind) {
            let near = line.iter().min_by_key(|(o, h)| (map.distance(*h, here), *o));
            picture.objective[usize::from(u)] =
                near.map_or(u8::MAX, |(o, _)| picture.objective[usize::from(*o)]);
        } else if p.units.at(u) == At::Due {
            let gain = |g: &Goal| if g.ours { g.enemy / 40.0 } else { 1.0 };
            let best = (0..all.len()).max_by(|a, b| gain(&all[*a]).total_cmp(&gain(&all[*b])).then(b.cmp(a)));
            picture.objective[usize::from(u)] = best.map_or(u8::MAX, |b| b as u8);
        }
    }
}
