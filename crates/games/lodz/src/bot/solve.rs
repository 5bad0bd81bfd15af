//! An attack phase as a whole: who attacks what, so that everything owed is done and the sum of what the attacks are worth is as
//! high as a few rounds of small changes make it.

use super::clash::{Foe, Force, expect, value};
use super::weights::Weights;
use crate::data::{Feature, Hexes, Kind};
use crate::play::Engine;
use crate::play::battle::state::Assault;
use crate::state::{Flag, Pieces, Position, Works};

const NONE: u8 = u8::MAX;

/// A unit that may attack.
struct Member {
    unit: u16,
    hex: u16,
    sp: u16,
    cel: u8,
    value: f32,
    stake: f32,
    owes: bool,
    commanded: bool,
    swamp: bool,
    /// Foes beside it, and the direction from each of them to it.
    near: Vec<(u8, u8)>,
}

/// An artillery unit that may support.
struct Gun {
    unit: u16,
    fire: u16,
    near: Vec<u8>,
    /// In contact: it supports its own hex alone.
    tied: Option<u16>,
}

/// Who is asked, what must be done.
pub struct Duty<'s> {
    /// Units that may attack.
    pub able: &'s Pieces,
    /// Of them, those who must.
    pub owes: &'s Pieces,
    /// Hexes that must be attacked.
    pub must: &'s Hexes,
    /// Hexes that may be attacked besides.
    pub may: &'s Hexes,
    /// Artillery that may support.
    pub guns: &'s Pieces,
}

/// The attacks of a phase.
pub struct Fight<'a, 'e> {
    engine: &'a Engine<'e>,
    w: &'a Weights,
    side: u8,
    foes: Vec<Foe>,
    must: Vec<bool>,
    members: Vec<Member>,
    guns: Vec<Gun>,
    /// For each foe the foe that leads its attack.
    head: Vec<u8>,
    task: Vec<u8>,
    aim: Vec<u8>,
}

impl<'a, 'e> Fight<'a, 'e> {
    /// Looks at a position. `worth` is what a hex is worth, `staffs` the hexes in command of each side.
    pub fn new(
        engine: &'a Engine<'e>,
        p: &Position,
        w: &'a Weights,
        side: u8,
        duty: &Duty<'_>,
        staffs: &[Hexes; 2],
        worth: &dyn Fn(u16) -> f32,
    ) -> Fight<'a, 'e> {
        let map = engine.map(p);
        let all: Vec<u16> = duty.must.with(duty.may).iter().collect();
        let enemy = usize::from(1 - side);
        let foes: Vec<Foe> =
            all.iter().map(|h| Foe::new(engine, p, w, *h, 1 - side, &staffs[enemy], worth(*h))).collect();
        let must = all.iter().map(|h| duty.must.has(*h)).collect();
        let mut members = Vec::new();
        for unit in duty.able.iter() {
            let hex = p.hex(unit);
            let beside = |(at, foe): (usize, &u16)| map.direction(*foe, hex).map(|d| (at as u8, d));
            let near: Vec<(u8, u8)> = all.iter().enumerate().filter_map(beside).collect();
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
        let mut guns = Vec::new();
        for unit in duty.guns.iter() {
            let hex = p.hex(unit);
            let range = engine.def(unit).range.min(engine.d.charts.artillery_range);
            let near: Vec<u8> =
                (0..all.len()).filter(|i| map.distance(hex, all[*i]) <= range).map(|i| i as u8).collect();
            if near.is_empty() {
                continue;
            }
            let tied = p.has(unit, Flag::Contact).then_some(hex);
            guns.push(Gun { unit, fire: u16::from(engine.attack_fire(p, unit)), near, tied });
        }
        let n = all.len();
        let mut fight = Fight {
            engine,
            w,
            side,
            foes,
            must,
            task: vec![NONE; members.len()],
            aim: vec![NONE; guns.len()],
            members,
            guns,
            head: (0..n as u8).collect(),
        };
        if n > 0 && n < usize::from(NONE) {
            fight.work_out();
        }
        fight
    }

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
        for (m, _) in self.members.iter().zip(&self.task).filter(|(_, t)| **t == head) {
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
        force.fire = self.guns.iter().zip(&self.aim).filter(|(_, a)| **a == head).map(|(g, _)| g.fire).sum();
        expect(self.engine, self.w, self.side, &foe, &force)
    }

    fn idle(&self, member: usize) -> f32 {
        if self.members[member].owes { -self.w.owed } else { 0.0 }
    }

    /// Whether a member can attack all foes of a group, and with those who attack it already.
    fn fits(&self, member: usize, head: u8) -> bool {
        let m = &self.members[member];
        let group: Vec<u8> =
            (0..self.foes.len() as u8).filter(|f| self.head[usize::from(*f)] == head).collect();
        let beside = group.iter().all(|g| m.near.iter().any(|(f, _)| f == g));
        let one = group.len() == 1
            || self.members.iter().zip(&self.task).all(|(o, t)| *t != head || o.hex == m.hex);
        !group.is_empty() && beside && one
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
        let mut options: Vec<u8> =
            self.members[member].near.iter().map(|(f, _)| self.head[usize::from(*f)]).collect();
        options.push(NONE);
        options.dedup();
        let mut best = (0.001, now);
        for to in options {
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
    fn lay(&mut self, gun: usize) -> bool {
        let now = self.aim[gun];
        let total = |s: &Self, a: u8| if a == NONE { 0.0 } else { s.worth(a) };
        let mut best = (f32::MIN, now);
        let mut heads: Vec<u8> = self.guns[gun].near.iter().map(|f| self.head[usize::from(*f)]).collect();
        heads.push(NONE);
        heads.dedup();
        for to in heads {
            let stacked = self.guns[gun]
                .tied
                .is_none_or(|hex| self.members.iter().zip(&self.task).any(|(m, t)| *t == to && m.hex == hex));
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
        let owed = self.members.iter().zip(&self.task).any(|(m, t)| *t == head && m.owes);
        if !free || owed || !self.task.contains(&head) || self.worth(head) > 0.0 {
            return false;
        }
        self.task.iter_mut().filter(|t| **t == head).for_each(|t| *t = NONE);
        true
    }

    /// One hex's troops attack several hexes together where that is better.
    fn merge(&mut self, a: u8, b: u8) -> bool {
        let before = self.worth(a) + self.worth(b);
        let (head, task, aim) = (self.head.clone(), self.task.clone(), self.aim.clone());
        self.head.iter_mut().filter(|h| **h == b).for_each(|h| *h = a);
        self.task.iter_mut().filter(|t| **t == b).for_each(|t| *t = a);
        self.aim.iter_mut().filter(|t| **t == b).for_each(|t| *t = a);
        let who: Vec<usize> = (0..self.members.len()).filter(|m| self.task[*m] == a).collect();
        let good = !who.is_empty() && who.iter().all(|m| self.fits(*m, a)) && self.worth(a) > before + 0.001;
        if !good {
            (self.head, self.task, self.aim) = (head, task, aim);
        }
        good
    }

    fn work_out(&mut self) {
        let n = self.foes.len() as u8;
        // Everybody at the best targets first.
        let mut order: Vec<(f32, u8)> = Vec::new();
        for f in 0..n {
            for m in 0..self.members.len() {
                self.task[m] = if self.fits(m, f) { f } else { NONE };
            }
            for g in 0..self.guns.len() {
                self.aim[g] = if self.guns[g].near.contains(&f) { f } else { NONE };
            }
            order.push((self.worth(f), f));
        }
        self.task.fill(NONE);
        self.aim.fill(NONE);
        order.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
        for (_, f) in order {
            for m in 0..self.members.len() {
                if self.task[m] == NONE && self.fits(m, f) {
                    self.task[m] = f;
                }
            }
            for g in 0..self.guns.len() {
                let stacked = self.guns[g].tied.is_none_or(|hex| {
                    self.members.iter().zip(&self.task).any(|(m, t)| *t == f && m.hex == hex)
                });
                if self.aim[g] == NONE && self.guns[g].near.contains(&f) && stacked {
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
                changed |= self.lay(g);
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
    pub fn assaults(&self) -> Vec<(f32, Assault)> {
        let mut out = Vec::new();
        for head in 0..self.foes.len() as u8 {
            if !self.task.contains(&head) {
                continue;
            }
            let mut a = Assault::NONE;
            let group = (0..self.foes.len()).filter(|f| self.head[*f] == head);
            group.for_each(|f| a.targets.insert(self.foes[f].hex));
            for (m, _) in self.members.iter().zip(&self.task).filter(|(_, t)| **t == head) {
                a.units.insert(m.unit);
            }
            for (g, _) in self.guns.iter().zip(&self.aim).filter(|(_, t)| **t == head) {
                a.guns.insert(g.unit);
            }
            out.push((self.worth(head), a));
        }
        out.sort_by(|a, b| b.0.total_cmp(&a.0));
        out
    }
}

/// Duties as they would stand if these units attacked from where they are: those outside works owe an attack, and everybody in their zone
/// must be attacked.
pub fn imagined(engine: &Engine<'_>, p: &Position, side: u8, able: &Pieces) -> (Pieces, Hexes, Hexes) {
    let map = engine.map(p);
    let (mut owes, mut must, mut may) = (Pieces::EMPTY, Hexes::EMPTY, Hexes::EMPTY);
    for unit in able.iter().filter(|u| engine.kind(*u).is_line()) {
        let hex = p.hex(unit);
        let free = engine.fortified(p, hex);
        for (d, to) in map.neighbours(hex) {
            let closed = side == 0 && engine.scenario(p).no_attack.has(to);
            if p.units.units_in(1 - side, to) == 0 || closed {
                continue;
            }
            if free || !engine.zone_reaches(p, hex, d) {
                may.insert(to);
            } else {
                must.insert(to);
                owes.insert(unit);
            }
        }
    }
    (owes, must, may.without(&must))
}

/// Artillery of a side that could support an attack from where it stands.
pub fn ready_guns(engine: &Engine<'_>, p: &Position, side: u8) -> Pieces {
    let ready = |u: &u16| {
        engine.kind(*u) == Kind::Artillery
            && !p.has(*u, Flag::Marching)
            && !p.has(*u, Flag::Fired)
            && !p.has(*u, Flag::Barraged)
    };
    p.units.on_map_of(side).filter(ready).collect()
}
