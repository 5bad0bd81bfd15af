//! Decisions of an attack phase: which attacks and in which order, which guns, who pays.

use super::clash::staffed;
use super::duty::{Duty, ready_guns};
use super::picture::{Mind, Picture};
use super::rear::price;
use super::solve::{Scene, solve};
use super::weights::ScriptWeights;
use crate::data::{Hexes, Kind, UNITS};
use crate::play::battle::state::Assault;
use crate::play::battle::{BattleAction, BattleStep};
use crate::play::{Action, Engine};
use crate::position::{Flag, HexId, Pieces, Position, UnitId, Works};
use sandtable_core::Side;
use sandtable_core::machine;
use sandtable_ops::ArrayList;

/// What is being put together.
#[derive(Default)]
pub struct Intent {
    attack: Option<Assault>,
    fire: Option<(HexId, Pieces)>,
    /// Attempts that came to nothing, by day and side.
    failed: (u8, u8, u8),
}

/// What a hex is worth to a side at the end of the part that runs.
pub fn goal_worth(engine: &Engine<'_>, p: &Position, w: &ScriptWeights, hex: HexId) -> f32 {
    let s = engine.scenario(p);
    let last =
        s.parts.iter().find(|part| (part.first..=part.last).contains(&p.day)).map_or(s.days, |x| x.last);
    let late = (1.0 - f32::from(last.saturating_sub(p.day)) / 4.0).max(0.0);
    let goal = engine.part(p).victory.iter().any(|v| v.hex == hex);
    if goal { w.goal + (w.goal_last - w.goal) * late } else { 0.0 }
}

impl Intent {
    /// What to do at a step of an attack phase.
    #[allow(clippy::too_many_arguments)]
    pub fn choose(
        &mut self,
        engine: &Engine<'_>,
        p: &Position,
        step: BattleStep,
        side: u8,
        mind: &mut Mind<'_>,
        sent: &[Option<HexId>; UNITS],
        list: &[Action],
    ) -> Option<Action> {
        let w = mind.w;
        match step {
            BattleStep::Choose => self.next(engine, p, side, mind, sent),
            BattleStep::Build => {
                if self.attack.is_none() {
                    self.resume(engine, p, side, mind, sent);
                }
                self.build(p, side, list)
            }
            BattleStep::Fire => self.aim(p, list),
            BattleStep::Defend => Some(defend(engine, p, list)),
            BattleStep::Part { who } => Some(part(engine, p, who, side, mind, list)),
            _ => list.iter().copied().min_by(|a, b| loss(engine, p, w, a).total_cmp(&loss(engine, p, w, b))),
        }
    }

    /// The next attack, the next fire, or the end.
    fn next(
        &mut self,
        engine: &Engine<'_>,
        p: &Position,
        side: u8,
        mind: &mut Mind<'_>,
        sent: &[Option<HexId>; UNITS],
    ) -> Option<Action> {
        (self.attack, self.fire) = (None, None);
        let w = mind.w;
        let picture = Picture::of_battle(engine, p, side, sent, mind);
        let map = engine.map(p);
        let (owes, must) = (engine.owes(p), engine.must_be_attacked(p));
        let may = engine.battle_targets(p).without(&must);
        let able: Pieces = p.units.on_map_of(side).filter(|u| engine.may_attack(p, *u)).collect();
        let guns = ready_guns(engine, p, side);
        let duty = Duty { able: &able, owes: &owes, must: &must, may: &may, guns: &guns };
        let staffs = [staffed(engine, p, 0, 0), staffed(engine, p, 1, 0)];
        let stuck = self.failed.0 == p.day && self.failed.1 == side && self.failed.2 > 5;
        let good = |worth: f32, a: &Assault| {
            let owed = a.targets.iter().any(|t| must.has(t)) || a.units.iter().any(|u| owes.has(u));
            let target = a.targets.first().unwrap_or(HexId(0));
            let eager = mind.moods.eager(a.units.iter(), |hex| map.distance(hex, target));
            (owed || worth + eager > w.least * 0.5) && engine.assault_refused(p, a).is_none()
        };
        let scene = Scene { engine, p, w, side, staffs: &staffs };
        let (fire, best) = solve(&scene, &duty, &|h| picture.prize(h), |fight| {
            // Guns that nobody needs fire first: what they hit is weaker when it is attacked.
            let mut busy = Pieces::EMPTY;
            fight.assaults().for_each(|(_, a)| busy.join(&a.guns));
            let fire = best_fire(engine, p, w, &guns.without(&busy));
            let open = fire.is_none() && !stuck;
            (fire, if open { fight.assaults().find(|(worth, a)| good(*worth, a)) } else { None })
        });
        if let Some((hex, guns)) = fire {
            self.fire = Some((hex, guns));
            return Some(Action::Battle(BattleAction::Fire { hex }));
        }
        if let Some((_, a)) = best {
            return self.attack(a);
        }
        let end = Action::Battle(BattleAction::End);
        if machine::refuse(engine, p, Side(side), &end).is_none() {
            return Some(end);
        }
        star(engine, p, &able, &must).and_then(|a| self.attack(a))
    }

    /// Takes up an attack that somebody else began: as it would be planned, or with all who are beside.
    fn resume(
        &mut self,
        engine: &Engine<'_>,
        p: &Position,
        side: u8,
        mind: &mut Mind<'_>,
        sent: &[Option<HexId>; UNITS],
    ) {
        let w = mind.w;
        let picture = Picture::of_battle(engine, p, side, sent, mind);
        let Some(target) = p.battle.now.targets.first() else { return };
        let must = engine.must_be_attacked(p);
        let may = engine.battle_targets(p).with(&Hexes::one(target)).without(&must);
        let able: Pieces = p.units.on_map_of(side).filter(|u| engine.may_attack(p, *u)).collect();
        let (owes, guns) = (engine.owes(p), ready_guns(engine, p, side));
        let duty = Duty { able: &able, owes: &owes, must: &must, may: &may, guns: &guns };
        let staffs = [staffed(engine, p, 0, 0), staffed(engine, p, 1, 0)];
        let scene = Scene { engine, p, w, side, staffs: &staffs };
        let planned = solve(&scene, &duty, &|h| picture.prize(h), |fight| {
            fight.assaults().map(|(_, a)| a).find(|a| a.targets.has(target))
        });
        let map = engine.map(p);
        let near = able.which(|u| beside(engine, p, u, target));
        let close = |g: UnitId| {
            let range = engine.def(g).range.min(engine.d.charts.artillery_range);
            !p.has(g, Flag::Contact) && p.hex(g).is_some_and(|hex| map.distance(hex, target) <= range)
        };
        let all = Assault { guns: guns.which(close), ..Assault::on(target, near) };
        let bare = Assault::on(target, near);
        self.attack = planned.into_iter().chain([all, bare]).find(|a| engine.assault_refused(p, a).is_none());
    }

    fn attack(&mut self, a: Assault) -> Option<Action> {
        self.attack = Some(a);
        let hex = a.targets.first()?;
        Some(Action::Battle(BattleAction::Attack { hex }))
    }

    /// Puts the attack together, piece by piece.
    fn build(&mut self, p: &Position, side: u8, list: &[Action]) -> Option<Action> {
        let cancel = Action::Battle(BattleAction::Cancel);
        let Some(want) = self.attack else { return Some(cancel) };
        let now = &p.battle.now;
        let next = if let Some(hex) = want.targets.without(&now.targets).first() {
            BattleAction::Target { hex }
        } else if let Some(unit) = want.units.without(&now.units).first() {
            BattleAction::Add { unit }
        } else if let Some(unit) = want.guns.without(&now.guns).first() {
            BattleAction::Add { unit }
        } else {
            BattleAction::Confirm
        };
        let next = Action::Battle(next);
        if list.contains(&next) {
            return Some(next);
        }
        let again = self.failed.0 == p.day && self.failed.1 == side;
        self.failed = (p.day, side, if again { self.failed.2.saturating_add(1) } else { 1 });
        Some(cancel)
    }

    fn aim(&mut self, p: &Position, list: &[Action]) -> Option<Action> {
        let (_, guns) = self.fire?;
        let more = guns.without(&p.battle.now.guns).first();
        let next = more.map_or(BattleAction::Confirm, |unit| BattleAction::Add { unit });
        let next = Action::Battle(next);
        if list.contains(&next) { Some(next) } else { Some(Action::Battle(BattleAction::Confirm)) }
    }
}

/// Whether a unit stands beside a hex.
fn beside(engine: &Engine<'_>, p: &Position, unit: UnitId, hex: HexId) -> bool {
    p.hex(unit).is_some_and(|here| engine.map(p).direction(here, hex).is_some())
}

/// A simple attack that fulfils a duty: one hex by one unit, by a stack, by all; several hexes by one unit or stack.
fn star(engine: &Engine<'_>, p: &Position, able: &Pieces, must: &Hexes) -> Option<Assault> {
    let map = engine.map(p);
    let open = |a: Assault| engine.assault_refused(p, &a).is_none().then_some(a);
    let on_one = |target: HexId| {
        let near = able.which(|u| beside(engine, p, u, target));
        let by = |units: Pieces| open(Assault::on(target, units));
        // A unit with nobody else to attack must have a part in it.
        let others = must.without(&Hexes::one(target));
        let only = |u: UnitId| engine.owes(p).has(u) && !others.iter().any(|h| beside(engine, p, u, h));
        let part = |h: HexId| {
            let there = near.which(|u| p.hex(u) == Some(h));
            by(there).or_else(|| by(near.without(&there)))
        };
        let simple = by(near).or_else(|| map.neighbours(target).find_map(|(_, h)| part(h)));
        simple.or_else(|| {
            let bound = near.which(only);
            let joined = by(bound).or_else(|| near.iter().find_map(|u| by(bound.with(&Pieces::one(u)))));
            let alone = joined.or_else(|| near.iter().find_map(|u| by(Pieces::one(u))));
            alone.or_else(|| near.iter().find_map(|u| by(near.without(&Pieces::one(u)))))
        })
    };
    let on_several = |unit: UnitId| {
        let here = p.hex(unit)?;
        let beside: ArrayList<HexId, 6> =
            map.neighbours(here).map(|(_, h)| h).filter(|h| must.has(*h)).collect();
        (1..1u32 << beside.len()).find_map(|pick| {
            let targets: Hexes =
                beside.iter().enumerate().filter(|(i, _)| pick >> i & 1 == 1).map(|(_, h)| *h).collect();
            let stack = able.which(|u| p.hex(u) == Some(here));
            let by = [stack, Pieces::one(unit), stack.without(&Pieces::one(unit))];
            by.into_iter().find_map(|units| open(Assault { targets, units, ..Assault::NONE }))
        })
    };
    must.iter().find_map(on_one).or_else(|| able.iter().find_map(on_several))
}

/// The hex at which spare guns do most harm, and those guns.
fn best_fire(engine: &Engine<'_>, p: &Position, w: &ScriptWeights, guns: &Pieces) -> Option<(HexId, Pieces)> {
    let map = engine.map(p);
    let free = guns.which(|g| !p.has(g, Flag::Contact));
    if free.is_empty() {
        return None;
    }
    let (_, enemy) = engine.fire_reach(p);
    let range = |g: UnitId| engine.def(g).range.min(engine.d.charts.artillery_range);
    let top = engine.d.charts.fire.last().map_or(u16::MAX, |(least, _)| u16::from(*least));
    let mut best = (0.04, None);
    for hex in enemy.iter() {
        // As many as the last row of the table wants, the strongest first.
        let mut near: ArrayList<UnitId, UNITS> = free
            .iter()
            .filter(|g| p.hex(*g).is_some_and(|from| map.distance(from, hex) <= range(*g)))
            .collect();
        near.sort_unstable_by_key(|g| (std::cmp::Reverse(engine.attack_fire(p, *g)), *g));
        let mut guns = Pieces::EMPTY;
        let mut left = 0;
        for g in near {
            if left >= top {
                break;
            }
            guns.insert(g);
            let (sum, ground) = engine.fire_strength(p, &guns, hex);
            left = sum.saturating_sub(u16::from(ground));
        }
        if left == 0 {
            continue;
        }
        let cel = f32::from(p.units.cel_in(p.other(), hex));
        let mut harm = 0.0;
        for roll in 2..=12u8 {
            let cell = engine.fire_row(left, roll);
            let chance = (6 - (i32::from(roll) - 7).abs()) as f32 / 36.0;
            harm += chance * (f32::from(cell.loss) + if cell.dot { w.disorder * cel * 0.25 } else { 0.0 });
        }
        harm *= 1.0 + goal_worth(engine, p, w, hex) * 0.2;
        // Guns used up here are missing elsewhere.
        let rate = harm / (guns.len() as f32).sqrt();
        if rate > best.0 {
            best = (rate, Some((hex, guns)));
        }
    }
    best.1
}

/// Guns of the defender: as long as one more changes the column.
fn defend(engine: &Engine<'_>, p: &Position, list: &[Action]) -> Action {
    let now = p.battle.now;
    let column = |defence: Pieces| {
        let mut with = now;
        with.defence = defence;
        engine.battle_odds(p, &with).column
    };
    let offered: Pieces = list
        .iter()
        .filter_map(|a| match a {
            Action::Battle(BattleAction::Add { unit }) => Some(*unit),
            _ => None,
        })
        .collect();
    let all = now.defence.with(&offered);
    let confirm = Action::Battle(BattleAction::Confirm);
    if offered.is_empty() || column(all) == column(now.defence) {
        return confirm;
    }
    // Guns of the attacked hex cannot help elsewhere as well; the strongest first.
    let here = |g: UnitId| p.hex(g).is_some_and(|hex| now.targets.has(hex));
    let best = offered.iter().max_by_key(|g| (here(*g), engine.defence_fire(p, *g), std::cmp::Reverse(*g)));
    best.map_or(confirm, |unit| Action::Battle(BattleAction::Add { unit }))
}

fn loss(engine: &Engine<'_>, p: &Position, w: &ScriptWeights, a: &Action) -> f32 {
    match a {
        Action::Battle(BattleAction::Lose { unit }) => price(engine, p, w, *unit),
        _ => f32::MAX,
    }
}

/// How far to go back: what the retreat gives up against what staying costs.
fn part(engine: &Engine<'_>, p: &Position, who: u8, side: u8, mind: &Mind<'_>, list: &[Action]) -> Action {
    let w = mind.w;
    let force = p.battle.force[usize::from(who)].which(|u| p.on_map(u));
    let hexes: Hexes = force.iter().filter_map(|u| p.hex(u)).collect();
    let cel: u8 = force.iter().map(|u| p.units.cel(u)).sum();
    let everything: f32 = force.iter().map(|u| price(engine, p, w, u) * f32::from(p.units.cel(u))).sum();
    let place: f32 = hexes
        .iter()
        .map(|h| goal_worth(engine, p, w, h) + if p.works[usize::from(h)] == Works::None { 0.0 } else { 0.2 })
        .sum();
    let stubborn = force
        .iter()
        .map(|u| mind.moods.of(u).stubborn())
        .fold(0.0f32, |a, b| if b.abs() > a.abs() { b } else { a });
    let place = place + stubborn;
    let guns = |u: &UnitId| engine.kind(*u) == Kind::Artillery && (who == 1 || force.has(*u));
    let train: f32 = hexes.iter().flat_map(|h| p.at(h)).filter(guns).map(|g| price(engine, p, w, g)).sum();
    let shaken = super::clash::wavers(engine, side) * w.disorder * f32::from(cel);
    let cost = |back: u8| {
        let levels = engine.battle_price(p, who, back);
        if levels >= cel {
            return everything + place;
        }
        let mut q = *p;
        let mut sum = 0.0;
        for _ in 0..levels {
            let left = force.which(|u| q.on_map(u));
            let pays =
                left.iter().min_by(|a, b| price(engine, &q, w, *a).total_cmp(&price(engine, &q, w, *b)));
            let Some(u) = pays else { break };
            sum += price(engine, &q, w, u);
            let rest = q.units.cel(u).saturating_sub(1);
            if rest == 0 { q.destroy(u) } else { q.units.set_cel(u, rest) }
        }
        if back == 0 {
            return sum;
        }
        let stuck = hexes.iter().any(|h| {
            let party = force.which(|u| q.hex(u) == Some(h) && engine.kind(u) != Kind::Artillery);
            !party.is_empty() && !engine.retreat_possible(&q, &party, h, back)
        });
        if stuck {
            return everything + place;
        }
        let rolls =
            if who == 1 { f32::from(engine.d.charts.defender_rolls[usize::from(back).min(5)]) } else { 0.0 };
        sum + place + train + f32::from(back) * w.push + rolls * shaken + w.ground
    };
    let worth = |a: &Action| match a {
        Action::Battle(BattleAction::Back { hexes }) => cost(*hexes),
        _ => f32::MAX,
    };
    let best = list.iter().copied().min_by(|a, b| worth(a).total_cmp(&worth(b)));
    best.unwrap_or(Action::Battle(BattleAction::Back { hexes: 0 }))
}
