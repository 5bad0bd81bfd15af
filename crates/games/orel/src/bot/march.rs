//! Orders of a movement phase: attacks first, then all other units to where they are of use.

use super::Room;
use super::depots::{feed, rear_place};
use super::goals::strength;
use super::last::last_turn;
use super::mood::Obeyed;
use super::mood::{FALL_BACK, Mood};
use super::picture::Picture;
use super::plan::{Order, attacks, left_at};
use super::weights::ScriptWeights;
use crate::data::{Class, Hexes, UNITS};
use crate::play::march::{How, MarchAction, MarchStep, Reach};
use crate::play::{Action, Engine};
use crate::position::{At, Dug, HexId, Mode, Position, Step, UnitId};
use sandtable_core::game::Side;
use sandtable_core::machine;

/// The orders of a movement phase.
pub struct Orders {
    /// Turn and side that they are for.
    when: (u8, u8),
    /// In the order in which they are carried out, the next one last.
    left: Vec<Order>,
    /// What the unit that is moving does at the end.
    now: Option<Order>,
}

impl Orders {
    /// None yet, with room for all units.
    pub fn none() -> Orders {
        Orders { when: (0, 0), left: Vec::with_capacity(UNITS), now: None }
    }

    /// Whatever was planned is forgotten.
    pub fn forget(&mut self) {
        self.when = (0, 0);
        self.left.clear();
        self.now = None;
    }

    /// The next step of a planned phase; nothing if a step is none of the plan's business.
    pub fn next(
        &mut self,
        engine: &Engine<'_>,
        p: &Position,
        side: u8,
        w: &ScriptWeights,
        obeyed: &Obeyed,
        room: &mut Room,
    ) -> Option<Action> {
        let Step::March(step) = p.play.steps.top() else { return None };
        if side != p.active {
            return None;
        }
        let legal = |a: MarchAction| machine::refuse(engine, p, Side(side), &Action::March(a)).is_none();
        match step {
            MarchStep::Select => {
                if self.when != (p.turn, side) || p.march.moved.is_empty() && self.left.is_empty() {
                    self.when = (p.turn, side);
                    self.left.clear();
                    plan(engine, p, side, (w, &obeyed.mood(engine, p, side)), room, &mut self.left);
                    self.left.reverse();
                }
                while let Some(order) = self.left.pop() {
                    let unit = order.unit;
                    if p.march.moved.has(unit) {
                        continue;
                    }
                    let to = order.to;
                    // A unit that has something to do there needs the MP that were reckoned with.
                    let go = match order.how {
                        Some(how) if how != How::Halt => engine.march_cheapest(p, unit, to, order.day),
                        _ if order.day => MarchAction::Day { unit, to: to.into() },
                        _ => MarchAction::Go { unit, to: to.into() },
                    };
                    if !p.is_in(unit, order.to) || !p.on_map(unit) {
                        if legal(go) {
                            self.now = Some(order);
                            return Some(Action::March(go));
                        }
                        continue;
                    }
                    let how = order.how.map(|how| MarchAction::End { unit, how });
                    if let Some(end) = how.filter(|a| legal(*a)) {
                        return Some(Action::March(end));
                    }
                }
                let centre = MarchAction::Part { centre: true };
                if !p.centre && legal(centre) {
                    return Some(Action::March(centre));
                }
                legal(MarchAction::Done).then_some(Action::March(MarchAction::Done))
            }
            MarchStep::Finish => {
                let unit = p.march.mover.get()?;
                let meant = self.now.filter(|o| o.unit == unit).and_then(|o| o.how);
                let hasty = meant.and_then(|how| match how {
                    How::Prepared(hex) => Some(How::Hasty(hex)),
                    How::SupportPrepared(hex) => Some(How::SupportHasty(hex)),
                    _ => None,
                });
                let ways = [meant, hasty, Some(How::Combat), Some(How::Halt)];
                let mut ends = ways.into_iter().flatten().map(|how| MarchAction::End { unit, how });
                ends.find(|a| legal(*a)).map(Action::March)
            }
            MarchStep::Part(_) => None,
        }
    }

    /// A decision of movement that is not planned.
    pub fn choose(
        &mut self,
        engine: &Engine<'_>,
        p: &Position,
        step: MarchStep,
        side: u8,
        list: &[Action],
    ) -> Option<Action> {
        match step {
            // The centre is the better place to be attacked in.
            MarchStep::Part(_) => {
                list.iter().copied().find(|a| *a == Action::March(MarchAction::Part { centre: true }))
            }
            MarchStep::Finish => {
                list.iter().copied().find(|a| matches!(a, Action::March(MarchAction::End { .. })))
            }
            MarchStep::Select => {
                let done = Action::March(MarchAction::Done);
                if list.contains(&done) { Some(done) } else { must(engine, p, side, list) }
            }
        }
    }
}

/// Somebody must still move before the phase can end: units out of command go toward a Depot (orel 5.3e), units that are due come in (orel
/// 7.4d), full stacks are put right (orel 4.3.1Ce).
fn must(engine: &Engine<'_>, p: &Position, side: u8, list: &[Action]) -> Option<Action> {
    let depots = engine.depots_of(p, side);
    let far = |hex: HexId| depots.iter().map(|d| engine.far(p, d, hex)).min().unwrap_or(0);
    let rank = |a: &Action| {
        let Action::March(MarchAction::Go { unit, to }) = *a else { return (9, 0) };
        let why = if !p.on_map(unit) {
            1
        } else if p.ooc.has(unit) && !engine.march_in_depot_range(p, unit) {
            0
        } else if p.hex(unit).is_some_and(|hex| !engine.fits(p, side, hex)) {
            2
        } else {
            8
        };
        (why, to.hex().map_or(u8::MAX, far))
    };
    list.iter().copied().min_by_key(rank)
}

/// Orders for all units of a side.
fn plan(
    engine: &Engine<'_>,
    p: &Position,
    side: u8,
    (w, mood): (&ScriptWeights, &Mood),
    room: &mut Room,
    orders: &mut Vec<Order>,
) {
    let Room { picture, feeding, free, hunt, spots, events } = room;
    free.clear();
    for unit in engine.all_units().filter(|u| p.side(*u) == side && p.units.at(*u) != At::Unused) {
        let here =
            p.on_map(unit) || matches!(p.units.at(unit), At::Due | At::Entry | At::OffMap | At::DrivenOff);
        if !here || p.march.moved.has(unit) || engine.asleep(p, unit) {
            continue;
        }
        let reach = engine.march_reach(p, unit);
        if p.on_map(unit) || !reach.ends.is_empty() {
            free.push((unit, reach));
        }
    }
    let mut q = *p;
    // Inactive formations cannot move, but they can dig (orel RU-48).
    for unit in p.units.on_map_of(side).filter(|u| engine.asleep(p, *u)) {
        let dug = matches!(p.units.dug(unit), Dug::Building | Dug::Entrenched);
        if let Some(to) =
            p.hex(unit).filter(|_| !dug && engine.d.charts.entrench.contains(&engine.class(unit)))
        {
            orders.push(Order { unit, to, how: Some(How::Entrench), day: false });
        }
    }
    let near_the_end = engine.scenario(p).last_turn <= p.turn + 2 && !mood.quick;
    if near_the_end {
        feeding.assign(engine, &q, side, w, mood);
        feed(engine, &mut q, feeding, free, orders, events);
    }
    picture.assign(engine, &q, side, w, mood);
    // In the last turn a goal counts only if somebody gets there now.
    if p.turn == engine.scenario(p).last_turn {
        last_turn(engine, &mut q, picture, free, orders, (spots, events));
    }
    attacks(engine, &mut q, picture, free, orders, hunt);
    let ground = Ground::new(engine, &q, side);
    free.sort_unstable_by_key(|(u, _)| (engine.class(*u).is_gun(), far_from_enemy(picture, p, *u), *u));
    for (unit, reach) in free.iter().filter(|(u, _)| engine.class(*u).is_troop()) {
        let Some(mut order) = place(engine, &q, picture, &ground, *unit, reach) else { continue };
        // Far behind the front a day of marching is better than a step in good order.
        let marches = engine.d.charts.marching_sides.contains(&side) && !q.ooc.has(*unit);
        if marches && q.on_map(*unit) && far_from_enemy(picture, p, *unit) > 6 && !q.is_in(*unit, order.to) {
            let pull = |o: &Order| picture.pull(engine, *unit, o.to);
            let better = |o: &Order| pull(o) > pull(&order) && picture.enemy[usize::from(o.to)] > 4;
            let reach = engine.march_day_reach(p, *unit);
            if let Some(day) = place(engine, &q, picture, &ground, *unit, &reach).filter(better) {
                order = Order { day: true, how: Some(How::Halt), ..day };
            }
        }
        q.place(*unit, order.to);
        orders.push(order);
    }
    if mood.quick {
        return;
    }
    free.retain(|(u, _)| !engine.class(*u).is_troop());
    // Troops that have moved since may have shut the way to a Depot, or be out of command next time.
    if p.turn < engine.scenario(p).last_turn {
        q.ooc = engine.out_of_command(&q, side);
    }
    if near_the_end {
        feeding.assign(engine, &q, side, w, mood);
        feed(engine, &mut q, feeding, free, orders, events);
    }
    for (unit, reach) in free.iter() {
        if let Some(to) = rear_place(engine, &q, picture, *unit, reach, events) {
            q.place(*unit, to);
            engine.settle(&mut q, events);
            orders.push(Order { unit: *unit, to, how: None, day: false });
        }
    }
    events.clear();
}

fn far_from_enemy(picture: &Picture, p: &Position, unit: UnitId) -> u8 {
    p.hex(unit).filter(|_| p.on_map(unit)).map_or(u8::MAX, |hex| picture.enemy[usize::from(hex)])
}

/// Where own Depots reach, for infantry and for what goes on wheels or hooves alike.
struct Ground {
    fed: Hexes,
}

impl Ground {
    fn new(engine: &Engine<'_>, p: &Position, side: u8) -> Ground {
        let depots: Hexes = engine.depots_of(p, side).iter().filter_map(|d| p.hex(d)).collect();
        Ground { fed: engine.supply_field(p, side, Class::Infantry, &depots, engine.d.charts.depot.range) }
    }
}

/// The best hex for a unit that does not attack; none if it waits off the map and finds no room.
fn place(
    engine: &Engine<'_>,
    q: &Position,
    picture: &Picture,
    ground: &Ground,
    unit: UnitId,
    reach: &Reach,
) -> Option<Order> {
    let here = q.hex(unit).filter(|_| q.on_map(unit));
    let own = strength(engine, q, unit);
    let mut best: Option<(f32, HexId)> = None;
    for hex in reach.ends.iter().chain(here) {
        let stays = Some(hex) == here;
        if !stays && !engine.has_room(q, unit, hex) {
            continue;
        }
        let left = left_at(q, unit, reach, hex).unwrap_or(0);
        let value = score(engine, q, picture, ground, unit, hex, left, own)
            + if stays { picture.w.stay + picture.mood.stay(unit) } else { 0.0 };
        if best.is_none_or(|(most, _)| value > most) {
            best = Some((value, hex));
        }
    }
    let (_, to) = best?;
    let stays = Some(to) == here;
    let near = picture.enemy[usize::from(to)] <= 4;
    let digs = stays && near && !matches!(q.units.dug(unit), Dug::Building | Dug::Entrenched);
    let how = match (stays, q.mode(unit)) {
        (true, Mode::Routed) => None,
        (true, _) if digs && engine.d.charts.entrench.contains(&engine.class(unit)) => Some(How::Entrench),
        (true, Mode::March) => Some(How::Combat),
        (true, _) => barrage(engine, q, unit),
        (false, _) => Some(How::Combat),
    };
    Some(Order { unit, to, how, day: false })
}

/// Guns that stay fire at what was seen.
fn barrage(engine: &Engine<'_>, q: &Position, unit: UnitId) -> Option<How> {
    let range = engine.d.charts.attack.barrage_range;
    let here = q.hex(unit)?;
    let target = |u: UnitId| q.side(u) != q.side(unit) && engine.far(q, u, here) <= range;
    let seen = q.march.observed.iter().any(|u| q.on_map(u) && target(u));
    (engine.class(unit).is_gun() && seen).then_some(How::Barrage)
}

/// How good a hex is for a unit.
#[allow(clippy::too_many_arguments)]
fn score(
    engine: &Engine<'_>,
    q: &Position,
    picture: &Picture,
    ground: &Ground,
    unit: UnitId,
    hex: HexId,
    left: u8,
    own: f32,
) -> f32 {
    let at = usize::from(hex);
    let (side, w) = (picture.side, &picture.w);
    let def = engine.def(unit);
    let enemy = picture.enemy[at];
    let back = picture.mood.falls_back(unit);
    let mut out = if back {
        -FALL_BACK * f32::from(engine.d.map.to_edge[usize::from(side)][at])
    } else {
        picture.pull(engine, unit, hex)
    };
    // A goal wants a garrison, not a crowd.
    let garrison = q.at(hex).filter(|u| *u != unit && q.side(*u) == side).map(|u| q.steps(u)).sum::<u8>();
    if garrison < 5 && def.class.is_combat() {
        out += picture.worth(hex) * if garrison < 3 { w.garrison_thin } else { w.garrison };
    }
    if picture.guards.has(unit) && picture.objective[usize::from(unit)].is(hex) {
        out += w.guard;
    }
    let support = (picture.power[at] - own).max(0.0) + own;
    let danger = picture.threat[at] / (support + 1.0);
    out -= (danger - w.danger_from).max(0.0)
        * if def.class.is_gun() { w.danger_guns } else { w.danger - w.danger_late * picture.late }
        * picture.mood.caution(unit);
    out += if ground.fed.has(hex) { w.fed } else { -w.fed };
    let friends = |d: u8| {
        let kin =
            |u: UnitId| u != unit && engine.def(u).formation == def.formation && engine.class(u).is_combat();
        q.units.on_map_of(side).any(|u| kin(u) && engine.far(q, u, hex) <= d)
    };
    if friends(2) {
        out += w.kin
    } else if !friends(4) {
        out -= w.stray
    }
    if enemy <= 3 {
        out -= f32::from(engine.cover(q, hex).cohesion) * w.cover;
        // In March mode beside the enemy a unit is half of itself.
        out += if left >= 2 || q.is_in(unit, hex) { w.ready } else { -w.marching };
    }
    if def.class.is_gun() {
        let company = garrison >= 2;
        out += if company {
            w.gun_company
        } else if enemy <= 2 {
            -w.gun_alone
        } else {
            0.0
        };
        if enemy == 2 {
            out += w.gun_range;
        }
    }
    let crowd = (0..6)
        .filter_map(|d| engine.d.map.step(hex, d))
        .filter(|h| q.units.firm_steps(side, *h) >= 6)
        .count();
    out - w.crowd * crowd as f32
}
