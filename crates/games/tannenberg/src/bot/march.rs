//! The Movement Segment: trains, then attacks, then all other units to where they are worth most, the staffs behind them.

use super::Regular;
use super::mood::Mood;
use super::picture::{Picture, attack_of, body_worth, defence_of};
use super::weights::FINE;
use crate::Engine;
use crate::Sheet;
use crate::action::{Action, Mover};
use crate::play::RU;
use crate::position::{Position, flag};
use sandtable_east::data::map::HexSet;
use sandtable_east::data::pieces::Kind;
use sandtable_east::data::{MAX_HEXES, UnitId, UnitSet};
use sandtable_east::standard::stacking;
use sandtable_east::standard::zones::enemy;

/// How far ahead of its headquarters a unit may go beyond the radius; the headquarters follows.
const AHEAD: u16 = 2;

/// The goal of a formation that is sent to one, and for each hex of the way to it.
const SENT: i32 = 100;
const DRAWN: i32 = 9;
/// For each hex from the nearest enemy, up to this many, when a formation gives ground.
const AWAY: i32 = 50;
const FAR_AWAY: u8 = 20;
/// How near the enemy is then.
const RETIRES: u8 = 12;

/// What the player is at in a Movement Segment.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub(super) enum Stage {
    #[default]
    Trains,
    Attacks,
    Marches,
    Rear,
    Bluff,
    Screen,
    End,
}

impl Regular {
    /// Whether a mover may end in a hex by the rules of the game beyond movement.
    pub(super) fn may_stop(&self, e: &Engine<'_>, p: &Position, player: u8, mover: Mover, hex: u16) -> bool {
        let _ = player;
        e.body(p, mover).iter().all(|u| {
            e.own.move_breach(e.data, p, u, hex).is_none()
                && !e.data.ids().any(|o| p.place(o) == hex && e.own.apart_breach(e.data, p, u, o).is_some())
        })
    }

    pub(super) fn is_settled(&self, mover: Mover) -> bool {
        match mover {
            Mover::Unit(u) => self.settled.has(u),
            Mover::Gruppe(g) => self.settled_boxes >> g & 1 == 1,
        }
    }

    pub(super) fn settle(&mut self, mover: Mover) {
        match mover {
            Mover::Unit(u) => self.settled.insert(u),
            Mover::Gruppe(g) => self.settled_boxes |= 1 << g,
        }
    }

    /// The next step of a Movement Segment.
    pub(super) fn movement(
        &mut self,
        e: &Engine<'_>,
        sheet: &Sheet,
        p: &Position,
        player: u8,
        list: &mut Vec<Action>,
    ) -> Action {
        let stamp = (p.turn, player, p.phase as u8);
        if self.stamp != stamp {
            self.stamp = stamp;
            self.begin_movement();
        }
        let mut pic = self.picture.take().unwrap_or_default();
        if pic.player != player {
            pic.draw(e, sheet, p, player, &self.w);
            self.see_stranded(e, p, &pic);
        }
        let action = self.next_move(e, sheet, p, &mut pic, list);
        self.picture = Some(pic);
        action
    }

    fn begin_movement(&mut self) {
        self.queue.clear();
        self.strikes.clear();
        self.stage = Stage::Trains;
        (self.settled, self.settled_boxes, self.rode, self.tricks) = (UnitSet::EMPTY, 0, UnitSet::EMPTY, 0);
        self.forget_picture();
    }

    pub(super) fn forget_picture(&mut self) {
        self.picture.iter_mut().for_each(|p| p.forget());
    }

    fn next_move(
        &mut self,
        e: &Engine<'_>,
        sheet: &Sheet,
        p: &Position,
        pic: &mut Picture,
        list: &mut Vec<Action>,
    ) -> Action {
        loop {
            while let Some(action) = self.queue.pop_front() {
                if e.refuse(p, &action).is_none() {
                    return action;
                }
            }
            let (found, next) = match self.stage {
                Stage::Trains => (self.train(e, sheet, p, pic), Stage::Attacks),
                Stage::Attacks => {
                    self.plan_attacks(e, sheet, p, pic);
                    self.stage = Stage::Marches;
                    continue;
                }
                Stage::Marches => (self.march(e, sheet, p, pic), Stage::Rear),
                Stage::Rear => (self.rear(e, sheet, p, pic), Stage::Bluff),
                Stage::Bluff => (self.bluff(e, p, pic), Stage::Screen),
                Stage::Screen => (self.cover(e, p, pic.player), Stage::End),
                Stage::End => return self.end_moves(e, sheet, p, list),
            };
            match found {
                Some(action) if e.refuse(p, &action).is_none() => return action,
                Some(_) => {}
                None => self.stage = next,
            }
        }
    }

    /// Ends the segment; where a duty stands against it, does the duty.
    fn end_moves(&mut self, e: &Engine<'_>, sheet: &Sheet, p: &Position, list: &mut Vec<Action>) -> Action {
        if e.refuse(p, &Action::Done).is_none() {
            return Action::Done;
        }
        e.list(p, list);
        let guards = &sheet.rules.guards;
        let duty = |a: &&Action| match a {
            Action::March(Mover::Unit(u), to) => {
                guards.contains(to) && !p.hex(*u).is_some_and(|h| guards.contains(&h))
            }
            _ => false,
        };
        let parts =
            |a: &&Action| matches!(a, Action::March(Mover::Unit(u), _) if sheet.rules.apart.contains(u));
        let weight = |a: &&Action| match a {
            Action::March(Mover::Unit(u), _) => e.data.unit(*u).sp,
            _ => u8::MAX,
        };
        let found = list.iter().filter(duty).min_by_key(weight).or_else(|| list.iter().find(parts)).copied();
        let any = found.or_else(|| (!list.is_empty()).then(|| list[self.chance.below(list.len())]));
        any.unwrap_or(Action::Done)
    }

    /// Fighting movers that have not been decided on, the strongest first.
    fn march(&mut self, e: &Engine<'_>, sheet: &Sheet, p: &Position, pic: &mut Picture) -> Option<Action> {
        let mut movers = std::mem::take(&mut self.room.movers);
        movers.clear();
        for mover in e.movers(p, pic.player).filter(|m| !self.is_settled(*m)) {
            let body = e.body(p, mover);
            let fights = body.iter().any(|u| e.data.unit(u).has_zone());
            let there = e.whereabouts(p, mover).is_some_and(|h| usize::from(h) < MAX_HEXES);
            if fights && there {
                movers.push((attack_of(e.data, p, body) + defence_of(e.data, p, body), mover));
            }
        }
        movers.sort_unstable_by_key(|m| (std::cmp::Reverse(m.0), m.1));
        let action = movers.iter().find_map(|(strength, mover)| {
            self.settle(*mover);
            self.march_one(e, sheet, p, pic, (*strength, *mover))
        });
        self.room.movers = movers;
        action
    }

    /// The march of one mover to where it is worth most, if that is elsewhere.
    fn march_one(
        &self,
        e: &Engine<'_>,
        sheet: &Sheet,
        p: &Position,
        pic: &mut Picture,
        (strength, mover): (i32, Mover),
    ) -> Option<Action> {
        let (march, _, reach) = e.march_reach(p, mover)?;
        let here = march.start;
        let mood = self.mood(sheet, p, pic.side, e.body(p, mover));
        pic.refresh(e.data);
        let scene = Scene::new(e, sheet, p, pic, (mover, mood), here);
        let stays = scene.worth(here);
        let mut best = (stays + self.w.march + FINE * mood.rooted, here);
        for hex in reach.hexes.iter() {
            let worth = scene.worth_over(hex, best.0);
            if worth > best.0 && self.may_stop(e, p, pic.player, mover, hex) {
                best = (worth, hex);
            }
        }
        let goal = scene.goal(best.1).map(|g| g.1);
        if let Some(goal) = goal {
            pic.send(goal, strength);
        }
        (best.1 != here).then_some(Action::March(mover, best.1))
    }
}

/// What a mover weighs when it looks for a hex.
pub(super) struct Scene<'a> {
    e: &'a Engine<'a>,
    p: &'a Position,
    pic: &'a Picture,
    mood: Mood,
    body: UnitSet,
    here: u16,
    defence: i32,
    value: i32,
    alone: bool,
    large: bool,
    staffs: [Option<(u16, u16)>; 8],
    stacks: HexSet,
}

impl<'a> Scene<'a> {
    pub fn new(
        e: &'a Engine<'a>,
        sheet: &'a Sheet,
        p: &'a Position,
        pic: &'a Picture,
        (mover, mood): (Mover, Mood),
        here: u16,
    ) -> Scene<'a> {
        let data = e.data;
        let body = e.body(p, mover);
        // Nobody gives ground where no enemy is near.
        let near = usize::from(here) < MAX_HEXES && pic.far[usize::from(here)] <= RETIRES;
        let mood = if mood.flees && !near { Mood::FREE } else { mood };
        let first = body.iter().find(|u| !data.unit(*u).is_hq());
        // Its own headquarters: of its army for the Russian, any for the German.
        let leads = |h: &UnitId| {
            let (hq, own) = (data.unit(*h), first.map(|u| data.unit(u)));
            hq.is_hq()
                && sandtable_east::standard::command::commands(data, *h)
                && !body.has(*h)
                && (pic.side != RU || own.is_none_or(|o| o.field_army == hq.field_army))
        };
        let mut staffs = [None; 8];
        let hqs = e
            .forces(p, pic.player)
            .iter()
            .filter(leads)
            .filter_map(|h| p.hex(h).map(|at| (at, u16::from(e.own.hq_values(data, p, h).radius))));
        staffs.iter_mut().zip(hqs).for_each(|(slot, hq)| *slot = Some(hq));
        let led = body.iter().any(|u| data.unit(u).is_hq());
        if led {
            staffs = [None; 8];
        }
        let troops = body.iter().filter(|u| !data.unit(*u).is_hq()).count();
        let stacks = e.troops(p, pic.side).without(body).iter().filter_map(|u| p.hex(u)).collect();
        Scene {
            e,
            p,
            pic,
            mood,
            body,
            here,
            defence: defence_of(data, p, body),
            value: body_worth(sheet, p, body),
            alone: usize::from(here) < MAX_HEXES && usize::from(p.held(pic.side, here)) <= troops,
            large: body.iter().any(|u| !data.unit(u).is_hq() && data.unit(u).steps > 2),
            staffs,
            stacks,
        }
    }

    /// The goal that draws most from a hex.
    pub fn goal(&self, hex: u16) -> Option<(i32, usize)> {
        if self.mood.flees || self.mood.goal.is_some() {
            return None;
        }
        let map = &self.e.data.map;
        let pull =
            |(i, g): (usize, &super::picture::Goal)| (g.pull(&self.pic.w, map.distance(hex, g.hex)), i);
        self.pic.goals.iter().enumerate().map(pull).max()
    }

    /// How much the goals draw from a hex.
    fn pull(&self, hex: u16) -> i32 {
        if self.mood.flees {
            return FINE * AWAY * i32::from(self.pic.far[usize::from(hex)].min(FAR_AWAY));
        }
        match self.mood.goal {
            Some(goal) => FINE * (SENT - DRAWN * i32::from(self.e.data.map.distance(hex, goal))),
            None if self.pic.goals.is_empty() => 0,
            None => i32::from(self.pic.pull[usize::from(hex)]),
        }
    }

    /// What a place may be worth at most.
    fn at_most(&self, hex: u16) -> i32 {
        let place = i32::from(self.pic.place[usize::from(hex)]);
        let some = place > 0
            || self.e.data.map.at(hex).fort.is_some()
            || self.pic.railheads.iter().any(|r| r.0 == hex);
        let w = &self.pic.w;
        if some { FINE * (2 * w.guard + w.garrison + w.fort + place) } else { 0 }
    }

    /// What it is worth to end in a hex, in fine parts.
    pub fn worth(&self, hex: u16) -> i32 {
        self.worth_over(hex, i32::MIN)
    }

    /// The same; no more is worked out than it takes to see that it is not above a floor.
    pub fn worth_over(&self, hex: u16, floor: i32) -> i32 {
        let (data, p, side) = (self.e.data, self.p, self.pic.side);
        let w = &self.pic.w;
        let mut worth = self.pull(hex);
        if !self.pic.supplied.has(hex) {
            worth -= w.hunger + w.starving * i32::from(self.pic.hungry[usize::from(hex)].min(8));
        }
        let hqs = self.staffs.iter().flatten();
        let astray =
            hqs.map(|(h, r)| data.map.distance(*h, hex).saturating_sub(r + AHEAD)).min().unwrap_or(0);
        let most = worth + w.together.max(0) + 2 * w.linked.max(0) + self.at_most(hex)
            - w.astray * i32::from(astray.min(8));
        if most <= floor || (hex != self.here && !stacking::fits(data, p, self.body, hex)) {
            return i32::MIN;
        }
        let mates = p.stack(data, side, hex).without(self.body);
        let defence = self.defence + defence_of(data, p, mates);
        let danger = self.pic.danger(self.e, p, hex, defence, self.value);
        worth -= FINE * (danger * if astray > 0 { w.unled } else { 100 } / 100 * self.mood.fear / 100);
        worth -= w.astray * i32::from(astray.min(8));
        if self.mood.shuns && p.controls(enemy(side), hex) {
            worth -= w.contact;
        }
        let ally = self.stacks.has(hex);
        worth += if ally { w.together } else { 0 };
        let beside = data.map.open(hex).filter(|s| self.stacks.has(s.to)).count().min(2);
        worth += w.linked * beside as i32;
        worth + FINE * self.place(hex, ally)
    }

    /// What being the one who holds a place is worth.
    fn place(&self, hex: u16, held: bool) -> i32 {
        let far = self.pic.far[usize::from(hex)];
        let fort = self.p.fort_at(self.e.data, self.pic.side, hex).is_some();
        let worth = i32::from(self.pic.place[usize::from(hex)]) + if fort { self.pic.w.fort } else { 0 };
        let watch = || {
            let mut mates = self.p.stack(self.e.data, self.pic.side, hex).without(self.body).iter();
            mates.any(|u| self.e.data.unit(u).has_zone())
        };
        let head = self.pic.railheads.iter().find(|r| r.0 == hex && !self.large && !watch());
        let guard = head.map_or(0, |r| self.pic.w.guard + r.1.min(self.pic.w.guard));
        if held || worth == 0 {
            return guard;
        }
        let ours = self.p.last_unit.side(hex) == self.pic.side;
        guard
            + match (ours, far) {
                (false, _) => worth / 2,
                (true, 0..=4) => worth / 3,
                (true, _) if fort && self.alone && hex == self.here => self.pic.w.garrison + worth / 6,
                (true, 5..=8) if self.alone && hex == self.here => worth / 6,
                _ => 0,
            }
    }
}

/// Whether a unit takes no part in fighting.
pub(super) fn is_rear(e: &Engine<'_>, p: &Position, unit: UnitId) -> bool {
    matches!(e.data.unit(unit).kind, Kind::Hq | Kind::Depot) && !p.is(unit, flag::ENTRAINED)
}
