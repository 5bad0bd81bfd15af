//! Attacks are chosen by what they are expected to bring, and borne as cheaply as can be.

use super::Regular;
use super::goals::place_worth;
use super::odds::{Stand, helpers, six_fold};
use super::picture::{body_worth, defence_of, hq_worth, step_worth};
use super::weights::{FINE, Judgement};
use crate::Engine;
use crate::Sheet;
use crate::action::{Action, FortId};
use crate::play::OwnAction;
use crate::position::{Combat, MAX_TARGETS, Position, Step, flag};
use sandtable_east::data::{UnitId, UnitSet};
use sandtable_east::standard::strength::Attack;
use sandtable_east::standard::zones::enemy;

/// A unit that dies leaves a gap.
const GAP: i32 = 4;

/// An attack as it would be declared.
struct Blow {
    worth: i32,
    target: u16,
    units: UnitSet,
    heroes: UnitSet,
    shifts: UnitSet,
}

/// The value of an attack on a hex by some units, with the headquarters that help it.
fn blow_of(
    (e, w): (&Engine<'_>, &Judgement),
    sheet: &Sheet,
    p: &Position,
    player: u8,
    target: u16,
    units: UnitSet,
    stand: &Stand,
) -> Option<Blow> {
    let mut trial = *p;
    trial.combat = Combat::NONE;
    trial.combat.aim(target);
    trial.combat.units = units;
    trial.steps.push(Step::Declare(player));
    let (heroes, shifts) = helpers(e, &trial, player);
    let shift: u8 = shifts.iter().map(|h| e.own.hq_values(e.data, &trial, h).shift).sum();
    let value = |heroes: UnitSet, shift: u8| {
        six_fold((e, w), sheet, p, &Attack { units, heroes, targets: &[target] }, shift, stand)
    };
    // A hero shares the fate of his stack: he leads only where it pays.
    let led = value(heroes, shift)?;
    let plain = value(UnitSet::EMPTY, shift).unwrap_or(i32::MIN);
    let (worth, heroes) = if led > plain { (led, heroes) } else { (plain, UnitSet::EMPTY) };
    Some(Blow { worth, target, units, heroes, shifts })
}

impl Regular {
    /// The best attack that a player can make now.
    fn best_blow(&self, e: &Engine<'_>, sheet: &Sheet, p: &Position, player: u8) -> Option<Blow> {
        let side = e.own.side_of(player);
        let ready = e.ready(p, player);
        let mut best: Option<Blow> = None;
        for target in e.targets(p, player).iter() {
            let Some(mut blow) = self.blow_on(e, sheet, p, player, target, ready) else { continue };
            blow.worth += self.eager(sheet, p, side, blow.units, target);
            if best.as_ref().is_none_or(|b| blow.worth > b.worth) {
                best = Some(blow);
            }
        }
        best
    }

    /// The best attack on a hex.
    fn blow_on(
        &self,
        e: &Engine<'_>,
        sheet: &Sheet,
        p: &Position,
        player: u8,
        target: u16,
        ready: UnitSet,
    ) -> Option<Blow> {
        let near = |u: &UnitId| p.hex(*u).is_some_and(|h| e.data.map.step(h, target).is_some());
        let mut units: UnitSet = ready.iter().filter(near).collect();
        let stand = Stand::new((e, &self.w), sheet, p, enemy(e.own.side_of(player)), target);
        let mut blow = blow_of((e, &self.w), sheet, p, player, target, units, &stand)?;
        // Units that are not needed are left out.
        loop {
            let mut better: Option<Blow> = None;
            for unit in units.iter().filter(|_| units.len() > 1) {
                let fewer = units.without(std::iter::once(unit).collect());
                let less = blow_of((e, &self.w), sheet, p, player, target, fewer, &stand);
                let floor = better.as_ref().map_or(blow.worth, |b| b.worth - 1);
                better = less.filter(|b| b.worth > floor).or(better);
            }
            let Some(found) = better else { return Some(blow) };
            units = found.units;
            blow = found;
        }
    }

    /// Fills the queue with what makes up an attack.
    fn line_up(&mut self, blow: &Blow) {
        self.queue.extend(blow.units.iter().map(Action::With));
        self.queue.extend(blow.heroes.iter().map(Action::Lead));
        self.queue.extend(blow.shifts.iter().map(Action::Shift));
        self.queue.push_back(Action::Fight);
    }

    /// An attack that somebody else has aimed is put together.
    pub(super) fn put_together(&mut self, e: &Engine<'_>, sheet: &Sheet, p: &Position, player: u8) {
        let &[target] = p.combat.targets() else { return };
        let mut before = *p;
        before.steps.pop();
        before.combat = Combat::NONE;
        let ready = e.ready(&before, player);
        if let Some(blow) = self.blow_on(e, sheet, &before, player, target, ready) {
            self.line_up(&blow);
        }
    }

    /// The next attack, or the end of them.
    pub(super) fn attack(&mut self, e: &Engine<'_>, sheet: &Sheet, p: &Position, player: u8) -> Action {
        self.queue.clear();
        let Some(blow) = self.best_blow(e, sheet, p, player).filter(|b| b.worth >= self.w.fighting) else {
            return Action::Done;
        };
        self.line_up(&blow);
        Action::Attack(blow.target)
    }

    /// The option that costs the defender least.
    pub(super) fn bear(&self, e: &Engine<'_>, sheet: &Sheet, p: &Position) -> Option<Action> {
        let side = enemy(p.phasing);
        let c = &p.combat;
        let stand = |i: usize| c.targets().get(i).map(|t| Stand::new((e, &self.w), sheet, p, side, *t));
        let stands: [Option<Stand>; MAX_TARGETS] = std::array::from_fn(stand);
        let cost = |loss, retreat| -> i32 {
            stands
                .iter()
                .flatten()
                .map(|s| s.cost(sheet, p, c.defender, (loss, retreat), c.steps, c.size))
                .sum()
        };
        let best = e.options(p).min_by_key(|o| (cost(o.loss, o.retreat), o.option));
        best.map(|o| Action::Choose(o.option))
    }

    /// The Step that is missed least.
    pub(super) fn pay(&self, sheet: &Sheet, p: &Position, list: &[Action]) -> Option<Action> {
        let data = &sheet.data;
        let worth = |a: &Action| match a {
            Action::Lose(u) | Action::GiveUp(u) | Action::Affect(u) => {
                let lost = p.lost[u.index()];
                let (now, then) = (data.unit(*u).face(lost), data.unit(*u).face(lost + 1));
                let force = i32::from(now.attack) + i32::from(now.defence)
                    - i32::from(then.attack)
                    - i32::from(then.defence);
                let dies = if p.steps(data, *u) <= 1 { GAP } else { 0 };
                let whole = if matches!(a, Action::GiveUp(_)) { i32::from(p.steps(data, *u)) } else { 1 };
                step_worth(sheet, *u) * whole + 3 * force + dies
            }
            // Walls pay double, and the place stands or falls with the last of them.
            Action::LoseWall(FortId(f)) => {
                let last = p.fort_lost(*f) + 1 >= data.params.fortress.steps;
                let points = i32::from(sheet.rules.worth(sheet.rules.fortress_class(data, *f)).abs());
                if last { 10 * points } else { 20 + points }
            }
            _ => i32::MAX,
        };
        list.iter().copied().min_by_key(worth)
    }

    /// The best hex to go back to, or for headquarters to give way to.
    pub(super) fn go_back(
        &mut self,
        e: &Engine<'_>,
        sheet: &Sheet,
        p: &Position,
        side: u8,
        stack: UnitSet,
        list: &[Action],
    ) -> Option<Action> {
        self.glance.outline(e, p, e.own.players(p, side)[0].unwrap_or(side), &self.w);
        let pic = &self.glance;
        let (defence, worth) = (defence_of(e.data, p, stack), body_worth(sheet, p, stack));
        let value = |a: &Action| match a {
            Action::To(hex) => {
                let mates = p.stack(e.data, side, *hex).without(stack);
                let with = defence + defence_of(e.data, p, mates);
                let hungry = if pic.supplied.has(*hex) { 0 } else { 60 };
                let zone = if p.controls(enemy(side), *hex) { 12 } else { 0 };
                place_worth(&self.w, sheet, p, *hex) / 4 - pic.danger(e, p, *hex, with, worth) - hungry - zone
            }
            _ => i32::MIN,
        };
        list.iter().copied().max_by_key(value)
    }

    /// Whether and where to advance.
    pub(super) fn advance(
        &mut self,
        e: &Engine<'_>,
        sheet: &Sheet,
        p: &Position,
        list: &[Action],
    ) -> Option<Action> {
        let side = p.phasing;
        self.glance.outline(e, p, e.own.players(p, side)[0].unwrap_or(side), &self.w);
        let pic = &self.glance;
        let mut best = (self.w.advance, Action::Done);
        for a in list {
            let Action::Advance(unit, hex) = *a else { continue };
            let Some(here) = p.hex(unit) else { continue };
            let risk = |hex: u16| {
                let mates = p.stack(e.data, side, hex).and(std::iter::once(unit).collect());
                // A unit that goes ahead alone will be joined by as many as can follow it.
                let more = if hex == here { 0 } else { 3 };
                pic.danger(e, p, hex, defence_of(e.data, p, mates) + more, body_worth(sheet, p, mates))
            };
            let hungry = |hex: u16| if pic.supplied.has(hex) { 0 } else { 50 };
            let empty = p.held(side, hex) == 0;
            let taken = if p.last_unit.side(hex) != side { place_worth(&self.w, sheet, p, hex) } else { 0 };
            let guard = if p.held(side, here) <= 1 { place_worth(&self.w, sheet, p, here) / 2 } else { 0 };
            let held = if empty { taken } else { 0 };
            let push = self.push(sheet, std::iter::once(unit).collect());
            let gain = held - guard - (risk(hex) - risk(here)) / 2 - hungry(hex) + hungry(here) + push;
            let value = FINE * gain + self.ring(e, p, side, hex);
            if value > best.0 {
                best = (value, *a);
            }
        }
        Some(best.1)
    }

    /// What standing in a hex does to enemies near it: each of their ways back that it shuts.
    fn ring(&self, e: &Engine<'_>, p: &Position, side: u8, hex: u16) -> i32 {
        let behind = e.data.map.open(hex).filter(|s| p.held(enemy(side), s.to) > 0).count();
        self.w.ring * behind as i32
    }

    /// Cavalry goes back from what would ride it down.
    pub(super) fn withdraw(
        &self,
        e: &Engine<'_>,
        sheet: &Sheet,
        p: &Position,
        list: &[Action],
    ) -> Option<Action> {
        let mut best = Action::Done;
        for a in list {
            let Action::Withdraw(unit) = *a else { continue };
            let Some(hex) = p.hex(unit) else { continue };
            let side = e.data.unit(unit).side;
            let stands =
                i32::from(sandtable_east::standard::strength::hex_defence(e.data, p, side, hex)).max(1);
            let beside = e.data.map.open(hex).flat_map(|s| p.stack(e.data, enemy(side), s.to).iter());
            let attack: i32 = beside
                .filter(|u| !p.is(*u, flag::ENTRAINED))
                .map(|u| i32::from(e.data.unit(u).face(p.lost[u.index()]).attack))
                .sum();
            let alone = p.held(side, hex) <= 1;
            let holds =
                place_worth(&self.w, sheet, p, hex) > 30 && alone && p.fort_at(e.data, side, hex).is_none();
            if 100 * attack > self.w.too_strong * stands && !holds {
                best = *a;
            }
        }
        Some(best)
    }

    /// Whether to follow cavalry that withdrew: into a place that counts, or where nothing threatens.
    pub(super) fn follow(
        &mut self,
        e: &Engine<'_>,
        sheet: &Sheet,
        p: &Position,
        hex: u16,
        list: &[Action],
    ) -> Option<Action> {
        let side = p.phasing;
        self.glance.outline(e, p, e.own.players(p, side)[0].unwrap_or(side), &self.w);
        let pic = &self.glance;
        let mut best = (self.w.advance, Action::Done);
        for a in list {
            let Action::Follow(unit) = *a else { continue };
            let Some(here) = p.hex(unit) else { continue };
            let alone: UnitSet = std::iter::once(unit).collect();
            let worth = body_worth(sheet, p, alone);
            let risk = |h: u16| {
                pic.danger(e, p, h, defence_of(e.data, p, p.stack(e.data, side, h).and(alone)), worth)
            };
            let prize = if p.held(side, hex) == 0 { place_worth(&self.w, sheet, p, hex) } else { 0 };
            let hungry = if pic.supplied.has(hex) { 0 } else { 60 };
            let ring = self.ring(e, p, side, hex) - self.ring(e, p, side, here);
            let value = FINE * (prize - risk(hex) + risk(here) - hungry) + ring;
            if value > best.0 {
                best = (value, *a);
            }
        }
        Some(best.1)
    }

    /// The staff officer helps the headquarters with most units near it.
    pub(super) fn help(&self, e: &Engine<'_>, p: &Position, list: &[Action]) -> Option<Action> {
        let near = |hq: &UnitId, far: u16| {
            let at = p.hex(*hq).unwrap_or(0);
            let side = e.data.unit(*hq).side;
            let troops = e.troops(p, side);
            troops.iter().filter(|u| p.hex(*u).is_some_and(|h| e.data.map.distance(h, at) <= far)).count()
        };
        let reach = |hq: &UnitId| u16::from(e.own.hq_values(e.data, p, *hq).radius);
        list.iter().copied().max_by_key(|a| match a {
            Action::Own(OwnAction::Help(wide, strong)) => {
                2 * near(wide, 2 * reach(wide)) + near(strong, reach(strong))
            }
            _ => 0,
        })
    }

    /// A hex for the new commander: with many, away from the enemy.
    pub(super) fn relieve(
        &mut self,
        e: &Engine<'_>,
        sheet: &Sheet,
        p: &Position,
        side: u8,
        list: &[Action],
    ) -> Option<Action> {
        self.glance.outline(e, p, side, &self.w);
        let pic = &self.glance;
        list.iter().copied().max_by_key(|a| match a {
            Action::Own(OwnAction::Relieve(hex)) => {
                let stack = p.stack(e.data, side, *hex);
                let lonely =
                    if defence_of(e.data, p, stack) < 4 { hq_worth(sheet, UnitId(0)).abs() } else { 0 };
                let troops = e.troops(p, side);
                let near =
                    troops.iter().filter(|u| p.hex(*u).is_some_and(|h| e.data.map.distance(h, *hex) <= 4));
                10 * near.count() as i32 - lonely - i32::from(pic.threat[usize::from(*hex)])
            }
            _ => i32::MIN,
        })
    }
}
