//! Where units go that do not attack: troops first, then guns and staffs behind them.

use super::clash::value;
use super::picture::marches;
use super::plan::Draft;
use crate::data::{HEXES, Hexes, Kind, UNITS};
use crate::play::Action;
use crate::play::march::{MarchAction, Reach, UNREACHED};
use crate::position::{Flag, HexId, Position, UnitId, Works};
use sandtable_ops::{ArrayList, Id};

/// Hexes from which the enemy can come, by rule of thumb.
const RAID: u8 = 3;

impl Draft<'_, '_> {
    /// What the enemy's next attack on a hex with this much strength in it would cost.
    pub fn feared(&self, hex: HexId, sp: f32, dug: bool) -> f32 {
        self.picture.feared(self.engine, &self.q, hex, sp, dug)
    }

    /// Whether troops would be in works in a hex if they stayed or came.
    fn dug(&self, hex: HexId) -> bool {
        self.engine.fortified(&self.q, hex)
    }

    /// How good a hex is for infantry or cavalry.
    fn troop_score(&self, unit: UnitId, hex: HexId, here: bool, can_dig: bool) -> f32 {
        let (engine, q, picture) = (self.engine, &self.q, self.picture);
        let (at, w, map) = (usize::from(hex), &picture.w, engine.map(q));
        let own = f32::from(engine.strength(q, unit));
        let mood = picture.moods.of(unit);
        let mut out = -(w.pull + w.pull_late * picture.late) * picture.turns(unit, hex) * mood.pull();
        out += mood.place(here, picture.enemy[at]);
        let dug = self.dug(hex) || (here && can_dig);
        let before = self.feared(hex, self.sp[at], dug);
        out -= (self.feared(hex, self.sp[at] + own, dug) - before) * mood.fear();
        let worth = picture.worth(hex);
        if worth > 0.0 {
            let share = match self.cel[at] {
                0 => 1.0,
                1..=3 => 0.5,
                _ => 0.2,
            };
            out += w.garrison * worth * share;
            if here && picture.guards.has(unit) {
                out += w.guard;
            }
        }
        if picture.zone.has(hex) && !dug {
            let joins = q.at(hex).any(|u| self.actors.has(u));
            out -= if joins { w.contact * 0.2 } else { w.contact };
        }
        let fed = picture.fed.has(hex) || map.neighbours(hex).any(|(_, h)| picture.fed.has(h));
        if !fed {
            out -= w.hunger;
        }
        if picture.enemy[at] <= 4 {
            out += w.cover * f32::from(map.shift[at]);
            if here && can_dig {
                out += w.dig;
            }
        }
        for prey in q.at(hex).filter(|u| q.side(*u) != picture.side) {
            out += match engine.kind(prey) {
                Kind::Base => 2.0,
                Kind::Train => 0.7,
                k if k.is_unit() => value(engine, q, w, prey) * 1.5,
                _ => 0.0,
            };
        }
        if here { out + w.stay } else { out }
    }

    /// Whether a unit could dig where it stands.
    fn can_dig(&self, unit: UnitId) -> bool {
        let (engine, q) = (self.engine, &self.q);
        q.hex(unit).is_some_and(|hex| q.works[usize::from(hex)] == Works::None)
            && !q.has(unit, Flag::Retreated)
            && engine.march_digs(q, &self.land, unit)
    }

    /// Gives all troops their place.
    pub fn troops(&mut self) {
        let far = |u: UnitId| self.q.hex(u).map_or(u8::MAX, |hex| self.picture.enemy[usize::from(hex)]);
        let mut order: ArrayList<UnitId, UNITS> =
            self.free.iter().map(|(u, _)| *u).filter(|u| self.engine.kind(*u).is_line()).collect();
        let mut waiting = [0u8; HEXES];
        for (u, _) in self.free.iter().filter(|(u, _)| !self.engine.kind(*u).is_line()) {
            if let Some(hex) = self.q.hex(*u) {
                waiting[usize::from(hex)] += self.q.units.cel(*u);
            }
        }
        order.sort_unstable_by_key(|u| (!self.picture.guards.has(*u), far(*u), *u));
        for unit in order {
            let Some((_, reach)) = self.free.iter().find(|(u, _)| *u == unit) else { continue };
            let here = self.q.hex(unit);
            let can_dig = self.can_dig(unit);
            let mut best = (f32::MIN, here);
            for hex in reach.ends.iter().chain(here) {
                if !self.room(unit, hex) || self.kept_away(unit, hex) {
                    continue;
                }
                let mut score = self.troop_score(unit, hex, here == Some(hex), can_dig);
                // Guns that wait there want company, and room.
                let train = waiting[usize::from(hex)];
                if train > 0 && self.picture.threat[usize::from(hex)] > 0.0 {
                    if self.sp[usize::from(hex)] <= 0.0 {
                        score += self.picture.w.escort * f32::from(train.min(3));
                    } else if self.cel[usize::from(hex)] + self.q.units.cel(unit) + train.min(2) > 6 {
                        score -= self.picture.w.escort;
                    }
                }
                if score > best.0 {
                    best = (score, Some(hex));
                }
            }
            let Some(to) = best.1 else { continue };
            let digs = here == Some(to) && can_dig && self.picture.enemy[usize::from(to)] <= 4;
            if here != Some(to) {
                self.orders.push(Action::March(MarchAction::Go { unit, to }));
            } else if digs {
                self.orders.push(Action::March(MarchAction::Dig { unit }));
            }
            self.settle(unit, to);
            if digs {
                self.q.works[usize::from(to)] = Works::Field;
            }
        }
    }

    /// Whether a unit should not go there: it would let in a group of the enemy's that waits for it to go south (lodz N11.9).
    fn kept_away(&self, unit: UnitId, hex: HexId) -> bool {
        let q = &self.q;
        let t = self.engine.map(q).board.topology();
        let row = |h: HexId| t.grid().column_row(t.number(h.into())).1;
        self.engine.scenario(q).groups.iter().enumerate().any(|(at, g)| {
            let crate::data::Condition::MovedSouth(units) = &g.condition else { return false };
            let waits = g.side != self.picture.side && q.groups >> at & 1 == 0;
            waits && units.contains(&unit) && q.hex(unit).is_some_and(|here| row(hex) > row(here))
        })
    }

    /// Gives guns and staffs their place behind the troops.
    pub fn rear(&mut self) {
        let order: ArrayList<UnitId, UNITS> = self.free.iter().map(|(u, _)| *u).collect();
        // Where the enemy could come once the troops are where they are told to be.
        let foe = 1 - self.picture.side;
        self.raids = if self.picture.quick {
            let enemy = self.picture.enemy.iter().enumerate();
            enemy.filter(|(_, far)| **far <= RAID).map(|(h, _)| HexId::of(h)).collect()
        } else {
            let mut all = Hexes::EMPTY;
            marches(self.engine, &self.q, foe, |_, ends| all.join(&ends));
            all
        };
        for kind in [Kind::Artillery, Kind::Hq] {
            for unit in order.iter().copied().filter(|u| self.engine.kind(*u) == kind) {
                let Some(at) = self.free.iter().position(|(u, _)| *u == unit) else { continue };
                let reach = self.free[at].1;
                if kind == Kind::Hq { self.staff(unit, &reach) } else { self.gun(unit, &reach) }
            }
        }
    }

    /// How good a hex is for what cannot defend itself.
    fn rear_score(&self, unit: UnitId, hex: HexId, here: bool) -> f32 {
        let (q, picture, at) = (&self.q, self.picture, usize::from(hex));
        let w = &picture.w;
        let mut out = -w.pull * picture.turns(unit, hex);
        let company = self.sp[at] > 0.0;
        if company {
            out += w.company;
            out -= self.feared(hex, self.sp[at], self.dug(hex));
        } else if self.raids.has(hex) {
            out -= w.alone;
        }
        if picture.zone.has(hex) {
            out -= w.near;
        }
        let map = self.engine.map(q);
        if !picture.fed.has(hex) && !map.neighbours(hex).any(|(_, h)| picture.fed.has(h)) {
            out -= w.hunger;
        }
        if here { out + w.stay } else { out }
    }

    fn gun_score(&self, unit: UnitId, hex: HexId, here: bool, ready: bool) -> f32 {
        let (q, picture) = (&self.q, self.picture);
        let (map, w) = (self.engine.map(q), &picture.w);
        let mut out = self.rear_score(unit, hex, here);
        if picture.enemy[usize::from(hex)] > 6 {
            return out;
        }
        if !ready {
            return out - w.range;
        }
        let range = self.engine.d.charts.artillery_range;
        let (mut foes, mut friends) = (0.0f32, 0.0f32);
        let near = map.distances(hex).iter().enumerate().filter(|(_, far)| **far <= range);
        for h in near.map(|(h, _)| HexId::of(h)) {
            let worth = 1.0 + picture.worth(h) * 0.3;
            if q.units.units_in(1 - picture.side, h) > 0 {
                foes += worth;
            }
            if self.sp[usize::from(h)] > 0.0 && picture.threat[usize::from(h)] > 0.0 {
                friends += worth;
            }
        }
        out += w.range * foes.min(2.0) + w.range * 0.4 * friends.min(3.0);
        out
    }

    fn gun(&mut self, unit: UnitId, reach: &Reach) {
        let (engine, q) = (self.engine, &self.q);
        let here = q.hex(unit);
        let order = engine.d.charts.order_change;
        let marching = here.is_none() || q.has(unit, Flag::Marching);
        // Where it goes, whether it changes its order before and after.
        let mut best = (f32::MIN, here, false, false);
        let mut offer = |score: f32, hex: HexId, before: bool, after: bool| {
            if score > best.0 {
                best = (score, Some(hex), before, after);
            }
        };
        if let Some(here) = here.filter(|hex| self.room(unit, *hex)) {
            let near = self.picture.enemy[usize::from(here)] <= 6;
            if marching {
                offer(self.gun_score(unit, here, true, false), here, false, false);
                if near {
                    offer(self.gun_score(unit, here, true, true), here, false, true);
                }
            } else {
                offer(self.gun_score(unit, here, true, true), here, false, false);
            }
        }
        for hex in reach.ends.iter().filter(|h| self.room(unit, *h)) {
            let left = reach.left[usize::from(hex)];
            let unlimbers = marching && left != UNREACHED && left >= order && !self.picture.zone.has(hex);
            let near = self.picture.enemy[usize::from(hex)] <= 6;
            let after = unlimbers && near;
            offer(self.gun_score(unit, hex, false, !marching || after), hex, false, after);
        }
        if here.is_some() && !marching && q.march.fresh.has(unit) && !engine.march_snow(q) {
            // In marching order it would come farther.
            let mut then = *q;
            limber(&mut then, unit, order);
            let far = engine.march_reach_in(&then, &self.land, unit);
            for hex in far.ends.iter().filter(|h| self.room(unit, *h)) {
                let left = far.left[usize::from(hex)];
                let unlimbers = left != UNREACHED && left >= order && !self.picture.zone.has(hex);
                let near = self.picture.enemy[usize::from(hex)] <= 6;
                offer(
                    self.gun_score(unit, hex, false, unlimbers && near) - 0.1,
                    hex,
                    true,
                    unlimbers && near,
                );
            }
        }
        let (_, to, before, after) = best;
        let Some(to) = to else { return };
        if before {
            self.orders.push(Action::March(MarchAction::Order { unit }));
        }
        if here != Some(to) {
            self.orders.push(Action::March(MarchAction::Go { unit, to }));
        }
        if after {
            self.orders.push(Action::March(MarchAction::Order { unit }));
        }
        self.settle(unit, to);
    }

    fn staff(&mut self, unit: UnitId, reach: &Reach) {
        let here = self.q.hex(unit);
        let map = self.engine.map(&self.q);
        let range = self.engine.d.charts.command_range;
        let w = &self.picture.w;
        let actors = self.fronts();
        let mut best = (f32::MIN, here);
        for hex in reach.ends.iter().chain(here) {
            if !self.room(unit, hex) {
                continue;
            }
            // Troops that another staff leads need this one little.
            let led = |h: HexId| {
                let times = if actors.has(h) { 4.0 } else { 1.0 };
                let share = if self.led.has(h) { 0.1 } else { times };
                if self.picture.enemy[usize::from(h)] <= 3 { self.sp[usize::from(h)] * share } else { 0.0 }
            };
            let near = map.distances(hex).iter().enumerate().filter(|(_, far)| **far <= range);
            let led: f32 = near.map(|(h, _)| led(HexId::of(h))).sum();
            let score = self.rear_score(unit, hex, here == Some(hex)) + led.min(120.0) * w.command;
            if score > best.0 {
                best = (score, Some(hex));
            }
        }
        let Some(to) = best.1 else { return };
        if here != Some(to) {
            self.orders.push(Action::March(MarchAction::Go { unit, to }));
        }
        self.settle(unit, to);
        map.all().filter(|h| map.distance(*h, to) <= range).for_each(|h| self.led.insert(h));
    }
}

/// Puts a gun into marching order as its change of order would.
fn limber(p: &mut Position, unit: UnitId, cost: u8) {
    p.units.mark(unit, Flag::Marching, true);
    let left = &mut p.march.left[usize::from(unit)];
    *left = left.saturating_sub(cost);
    p.march.fresh.remove(unit);
}
