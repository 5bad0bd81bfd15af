//! An attack phase as a whole: who attacks what, so that everything owed is done and the sum of what the attacks are worth is as
//! high as a few rounds of small changes make it.

use super::clash::{Foe, Force, expect, value};
use super::duty::Duty;
use super::weights::ScriptWeights;
use crate::data::{Feature, Hexes, UNITS};
use crate::play::Engine;
use crate::play::battle::state::Assault;
use crate::position::{Flag, HexId, Position, UnitId, Works};
use sandtable_ops::{ArrayList, HexSet, with_scratch};
use std::cell::Cell;

const NONE: u8 = u8::MAX;
/// Most hexes that are looked at.
const FOES: usize = NONE as usize;

/// Foes by their numbers.
type Foes = HexSet<4>;

/// A unit that may attack.
struct Member {
    unit: UnitId,
    hex: HexId,
    sp: u16,
    cel: u8,
    value: f32,
    stake: f32,
    owes: bool,
    commanded: bool,
    swamp: bool,
    /// Foes beside it, and the direction from each of them to it.
    near: ArrayList<(u8, u8), 6>,
}

/// An artillery unit that may support.
struct Gun {
    unit: UnitId,
    fire: u16,
    near: Foes,
    /// In contact: it supports its own hex alone.
    tied: Option<HexId>,
}

/// Where and for whom.
pub struct Scene<'s, 'e> {
    /// The rules.
    pub engine: &'s Engine<'e>,
    /// The position.
    pub p: &'s Position,
    /// What things are worth.
    pub w: &'s ScriptWeights,
    /// Who attacks.
    pub side: u8,
    /// Hexes in command of each side.
    pub staffs: &'s [Hexes; 2],
}

/// The attacks of a phase.
pub struct Fight<'s, 'e> {
    engine: &'s Engine<'e>,
    w: &'s ScriptWeights,
    side: u8,
    foes: &'s [Foe],
    must: &'s [bool],
    members: &'s [Member],
    guns: &'s [Gun],
    /// For each foe the foe that leads its attack.
    head: &'s mut Vec<u8>,
    task: &'s mut Vec<u8>,
    aim: &'s mut Vec<u8>,
    /// The same before something was tried.
    before: &'s mut [Vec<u8>; 3],
    /// Attacks by what they are worth.
    order: &'s mut Vec<(f32, u8)>,
}

/// What a fight is worked out with, kept for the next one.
#[derive(Default)]
struct Table {
    foes: Vec<Foe>,
    must: Vec<bool>,
    members: Vec<Member>,
    guns: Vec<Gun>,
    head: Vec<u8>,
    task: Vec<u8>,
    aim: Vec<u8>,
    before: [Vec<u8>; 3],
    order: Vec<(f32, u8)>,
}

thread_local! {
    static TABLE: Cell<Table> = Cell::default();
}

/// Works out the attacks of a phase and reads them. `worth` is what a hex is worth.
pub fn solve<R>(
    scene: &Scene<'_, '_>,
    duty: &Duty<'_>,
    worth: &dyn Fn(HexId) -> f32,
    read: impl FnOnce(&mut Fight<'_, '_>) -> R,
) -> R {
    with_scratch(&TABLE, |table| {
        table.look(scene, duty, worth);
        let Table { foes, must, members, guns, head, task, aim, before, order } = table;
        let Scene { engine, w, side, .. } = *scene;
        let mut fight = Fight { engine, w, side, foes, must, members, guns, head, task, aim, before, order };
        fight.work_out();
        read(&mut fight)
    })
}

/// A list without anything in it, with room for all that could be.
fn emptied<T>(list: &mut Vec<T>, room: usize) -> &mut Vec<T> {
    list.clear();
    list.reserve(room);
    list
}

impl Table {
    /// Looks at a position.
    fn look(&mut self, scene: &Scene<'_, '_>, duty: &Duty<'_>, worth: &dyn Fn(HexId) -> f32) {
        let Scene { engine, p, w, side, staffs } = *scene;
        let map = engine.map(p);
        let enemy = usize::from(1 - side);
        let foes = emptied(&mut self.foes, FOES);
        for hex in duty.must.with(duty.may).iter().take(FOES) {
            foes.push(Foe::new(engine, p, w, hex, 1 - side, &staffs[enemy], worth(hex)));
        }
        emptied(&mut self.must, FOES).extend(foes.iter().map(|f| duty.must.has(f.hex)));
        let members = emptied(&mut self.members, UNITS);
        for unit in duty.able.iter() {
            let Some(hex) = p.hex(unit) else { continue };
            let beside = |(at, foe): (usize, &Foe)| map.direction(foe.hex, hex).map(|d| (at as u8, d));
            let near: ArrayList<(u8, u8), 6> = foes.iter().enumerate().filter_map(beside).collect();
            if near.is_empty() {
                continue;
            }
            let dug = if p.works[usize::from(hex)] != Works::None { 0.2 } else { 0.0 };
            members.push(Member {
                unit,
                hex,
                sp: u16::from(engine.strength(p, unit)),
                cel: p.units.cel(unit),
                value: value(engine, p, w, unit),
                stake: dug + worth(hex),
                owes: duty.owes.has(unit),
                commanded: staffs[usize::from(side)].has(hex),
                swamp: map.has(hex, Feature::Swamp),
                near,
            });
        }
        let guns = emptied(&mut self.guns, UNITS);
        for unit in duty.guns.iter() {
            let Some(hex) = p.hex(unit) else { continue };
            let range = engine.def(unit).range.min(engine.d.charts.artillery_range);
            let reached = |at: &u16| map.distance(hex, foes[usize::from(*at)].hex) <= range;
            let near: Foes = (0..foes.len() as u16).filter(reached).collect();
            if near.is_empty() {
                continue;
            }
            let tied = p.has(unit, Flag::Contact).then_some(hex);
            guns.push(Gun { unit, fire: u16::from(engine.attack_fire(p, unit)), near, tied });
        }
        emptied(&mut self.head, FOES).extend(0..foes.len() as u8);
        emptied(&mut self.task, UNITS).resize(members.len(), NONE);
        emptied(&mut self.aim, UNITS).resize(guns.len(), NONE);
        emptied(&mut self.order, FOES);
        self.before.iter_mut().for_each(|list| _ = emptied(list, UNITS));
    }
}

impl Fight<'_, '_> {
    /// What the attack led by a foe is worth as it is assigned; nothing may be owed there.
    fn worth(&self, head: u8) -> f32 {
        let mut foe: Option<Foe> = None;
        let mut must = false;
        for (at, f) in self.foes.iter().enumerate().filter(|(at, _)| self.head[*at] == head) {
            must |= self.must[at];
            foe = Some(foe.map_or(*f, |all| all.with(f)));
        }
        let Some(foe) = foe else { return 0.0 };
        let mut force = Force::default();
        for (m, _) in self.members.iter().zip(self.task.iter()).filter(|(_, t)| **t == head) {
            let direction = m.near.iter().find(|(f, _)| self.foes[usize::from(*f)].hex == foe.hex);
            force.add(m.sp, m.swamp, &foe, direction.map_or(0, |(_, d)| *d));
            force.cel += m.cel;
            force.troops += m.value;
            force.stake += m.stake;
            force.astray |= !m.commanded;
        }
        if force.units == 0 {
            return if must { -self.w.owed } else { 0.0 };
        }
        force.fire =
            self.guns.iter().zip(self.aim.iter()).filter(|(_, a)| **a == head).map(|(g, _)| g.fire).sum();
        expect(self.engine, self.w, self.side, &foe, &force)
    }

    fn idle(&self, member: usize) -> f32 {
        if self.members[member].owes { -self.w.owed } else { 0.0 }
    }

    /// Whether a member can attack all foes of a group, and with those who attack it already.
    fn fits(&self, member: usize, head: u8) -> bool {
        let m = &self.members[member];
        let group = || (0..self.foes.len() as u8).filter(|f| self.head[usize::from(*f)] == head);
        let beside = group().all(|g| m.near.iter().any(|(f, _)| *f == g));
        let size = group().count();
        let one = || self.members.iter().zip(self.task.iter()).all(|(o, t)| *t != head || o.hex == m.hex);
        beside && size > 0 && (size == 1 || one())
    }

    /// What two groups and a member's idleness are worth together.
    fn pair(&self, member: usize, a: u8, b: u8) -> f32 {
        let own = if self.task[member] == NONE { self.idle(member) } else { 0.0 };
        let first = if a == NONE { 0.0 } else { self.worth(a) };
        let second = if b == NONE || b == a { 0.0 } else { self.worth(b) };
        own + first + second
    }

    /// Moves one member to where it is worth most; whether anything changed.
    fn shift(&mut self, member: usize) -> bool {
        let now = self.task[member];
        let mut best = (0.001, now);
        let mut last = None;
        for at in 0..=self.members[member].near.len() {
            let near = self.members[member].near.get(at);
            let to = near.map_or(NONE, |(f, _)| self.head[usize::from(*f)]);
            if last.replace(to) == Some(to) {
                continue;
            }
            if to == now || (to != NONE && !self.fits(member, to)) {
                continue;
            }
            let before = self.pair(member, now, to);
            self.task[member] = to;
            let gain = self.pair(member, now, to) - before;
            self.task[member] = now;
            if gain > best.0 {
                best = (gain, to);
            }
        }
        self.task[member] = best.1;
        best.1 != now
    }

    /// Aims one gun where it helps most.
    fn aim_gun(&mut self, gun: usize) -> bool {
        let now = self.aim[gun];
        let total = |s: &Self, a: u8| if a == NONE { 0.0 } else { s.worth(a) };
        let mut best = (f32::MIN, now);
        let mut last = None;
        for near in self.guns[gun].near.iter().map(Some).chain([None]) {
            let to = near.map_or(NONE, |f| self.head[usize::from(f)]);
            if last.replace(to) == Some(to) {
                continue;
            }
            let stacked = self.guns[gun].tied.is_none_or(|hex| {
                self.members.iter().zip(self.task.iter()).any(|(m, t)| *t == to && m.hex == hex)
            });
            if to != NONE && (!stacked || !self.task.contains(&to)) {
                continue;
            }
            self.aim[gun] = NONE;
            let without = total(self, to);
            self.aim[gun] = to;
            let gain = if to == NONE { self.w.fire } else { total(self, to) - without };
            if gain > best.0 + 0.001 {
                best = (gain, to);
            }
        }
        self.aim[gun] = best.1;
        best.1 != now
    }

    /// Gives up an attack that nobody owes if all are better off without it.
    fn dissolve(&mut self, head: u8) -> bool {
        let free = (0..self.foes.len()).all(|f| self.head[f] != head || !self.must[f]);
        let owed = self.members.iter().zip(self.task.iter()).any(|(m, t)| *t == head && m.owes);
        if !free || owed || !self.task.contains(&head) || self.worth(head) > 0.0 {
            return false;
        }
        self.task.iter_mut().filter(|t| **t == head).for_each(|t| *t = NONE);
        true
    }

    /// One hex's troops attack several hexes together where that is better.
    fn merge(&mut self, a: u8, b: u8) -> bool {
        let before = self.worth(a) + self.worth(b);
        for (was, now) in self.before.iter_mut().zip([&self.head, &self.task, &self.aim]) {
            was.clone_from(now);
        }
        self.head.iter_mut().filter(|h| **h == b).for_each(|h| *h = a);
        self.task.iter_mut().filter(|t| **t == b).for_each(|t| *t = a);
        self.aim.iter_mut().filter(|t| **t == b).for_each(|t| *t = a);
        let mut who = (0..self.members.len()).filter(|m| self.task[*m] == a);
        let good = self.task.contains(&a) && who.all(|m| self.fits(m, a)) && self.worth(a) > before + 0.001;
        if !good {
            for (was, now) in self.before.iter_mut().zip([&mut self.head, &mut self.task, &mut self.aim]) {
                std::mem::swap(was, *now);
            }
        }
        good
    }

    fn work_out(&mut self) {
        let n = self.foes.len() as u8;
        // Everybody at the best targets first.
        self.order.clear();
        for f in 0..n {
            for m in 0..self.members.len() {
                self.task[m] = if self.fits(m, f) { f } else { NONE };
            }
            for g in 0..self.guns.len() {
                self.aim[g] = if self.guns[g].near.has(u16::from(f)) { f } else { NONE };
            }
            let worth = self.worth(f);
            self.order.push((worth, f));
        }
        self.task.fill(NONE);
        self.aim.fill(NONE);
        self.order.sort_unstable_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
        for at in 0..self.order.len() {
            let f = self.order[at].1;
            for m in 0..self.members.len() {
                if self.task[m] == NONE && self.fits(m, f) {
                    self.task[m] = f;
                }
            }
            for g in 0..self.guns.len() {
                let stacked = self.guns[g].tied.is_none_or(|hex| {
                    self.members.iter().zip(self.task.iter()).any(|(m, t)| *t == f && m.hex == hex)
                });
                if self.aim[g] == NONE && self.guns[g].near.has(u16::from(f)) && stacked {
                    self.aim[g] = f;
                }
            }
        }
        for _ in 0..8 {
            let mut changed = false;
            for m in 0..self.members.len() {
                changed |= self.shift(m);
            }
            for f in 0..n {
                changed |= self.dissolve(f);
            }
            for a in 0..n {
                for b in 0..n {
                    let heads = self.head[usize::from(a)] == a && self.head[usize::from(b)] == b;
                    let owed = self.must[usize::from(a)] || self.must[usize::from(b)];
                    let near = || {
                        let beside = |m: &Member, f: u8| m.near.iter().any(|(x, _)| *x == f);
                        self.members.iter().any(|m| beside(m, a) && beside(m, b))
                    };
                    if a != b && heads && owed && near() {
                        changed |= self.merge(a, b);
                    }
                }
            }
            for g in 0..self.guns.len() {
                changed |= self.aim_gun(g);
            }
            if !changed {
                break;
            }
        }
    }

    /// What all attacks together are worth, with what is owed and not done.
    pub fn total(&self) -> f32 {
        let heads = (0..self.foes.len() as u8).filter(|f| self.head[usize::from(*f)] == *f);
        let idle: f32 = (0..self.members.len()).filter(|m| self.task[*m] == NONE).map(|m| self.idle(m)).sum();
        heads.map(|h| self.worth(h)).sum::<f32>() + idle
    }

    /// The attacks, the best first, each with its worth.
    pub fn assaults(&mut self) -> impl Iterator<Item = (f32, Assault)> {
        self.order.clear();
        for head in (0..self.foes.len() as u8).filter(|h| self.task.contains(h)) {
            let worth = self.worth(head);
            self.order.push((worth, head));
        }
        self.order.sort_unstable_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
        self.order.iter().map(|(worth, head)| (*worth, self.assault(*head)))
    }

    /// One attack.
    fn assault(&self, head: u8) -> Assault {
        let mut a = Assault::NONE;
        let group = (0..self.foes.len()).filter(|f| self.head[*f] == head);
        group.for_each(|f| a.targets.insert(self.foes[f].hex));
        for (m, _) in self.members.iter().zip(self.task.iter()).filter(|(_, t)| **t == head) {
            a.units.insert(m.unit);
        }
        for (g, _) in self.guns.iter().zip(self.aim.iter()).filter(|(_, t)| **t == head) {
            a.guns.insert(g.unit);
        }
        a
    }
}
