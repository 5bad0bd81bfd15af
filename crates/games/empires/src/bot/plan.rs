//! Where each army goes in a sequence: planned once before anything moves, from what the side knows then.

mod guards;

use super::mood::{Mood, targets};
use super::picture::{Front, worth};
use super::weights::ScriptWeights;
use crate::play::Engine;
use crate::play::land::areaset::AREAS;
use crate::play::land::position::{CORPS, LEADERS};
use crate::play::land::{AreaSet, Position, Spot, depots, movement, supply};
use sandtable_board::AreaId;
use sandtable_core::plan;
use sandtable_ops::ArrayList;
use std::ops::Range;

/// What draws an army to the goal that it is told.
const AIMED: f32 = 40.0;

/// Corps that one leader can command and one road can feed.
const STACK: usize = 5;

/// Corps of a power that stand together.
pub(super) struct Army {
    pub at: AreaId,
    pub blocks: ArrayList<usize, STACK>,
    pub strength: f32,
    points: u8,
    mood: Mood,
    /// Its part of the areas that armies can reach.
    reach: Range<usize>,
    goes_to: Option<AreaId>,
}

/// Where each block is to go.
#[derive(Default)]
pub(super) struct Plan {
    /// Month, slot and power that it was made for.
    made_for: Option<(u16, u8, u8)>,
    /// The goal of each block.
    goal: Vec<Option<AreaId>>,
    /// What it is worked out with, kept for the next one.
    roster: Roster,
    draws: Vec<(AreaId, f32)>,
}

/// Everybody who marches.
#[derive(Default)]
struct Roster {
    armies: Vec<Army>,
    /// Corps that were told off to guard depots.
    guards: Vec<Army>,
    reach: Vec<(AreaId, u8)>,
}

/// What has been planned so far.
struct Draft<'a> {
    goals: Goals<'a>,
    /// Where depots could be placed in this step.
    depots: AreaSet,
    /// Strength that will stand in each area.
    planned: [f32; AREAS],
    /// Strength that could.
    could: [f32; AREAS],
    /// Corps that will.
    corps: [usize; AREAS],
    /// Money points that their supply will cost.
    spent: f32,
    /// How far depots are from an area, as far as it has been asked.
    far: [Option<Option<u8>>; AREAS],
    /// How much goals draw there.
    pull: [Option<f32>; AREAS],
}

impl Draft<'_> {
    /// How far the nearest depot is that stands or could after this step.
    fn depot(&mut self, front: &Front<'_>, to: AreaId) -> Option<u8> {
        if let Some(known) = self.far[to.index()] {
            return known;
        }
        let mut near = None;
        supply::around(front.e.d, front.p, &front.pic, to, 3, true, |area, far| {
            if front.chain.areas.has(area) || self.depots.has(area) {
                near = Some(far);
            }
            near.is_some()
        });
        self.far[to.index()] = Some(near);
        near
    }

    /// How much goals draw to an area.
    fn pull(&mut self, front: &Front<'_>, to: AreaId) -> f32 {
        *self.pull[to.index()].get_or_insert_with(|| self.goals.pull(front, to))
    }

    /// Money points for the supply of corps in an area, if depots reach it now or could after this step.
    fn bill(&mut self, front: &Front<'_>, to: AreaId, corps: usize) -> Option<f32> {
        self.depot(front, to).map(|far| f32::from(far).max(0.5) * corps as f32)
    }

    fn add(&mut self, front: &Front<'_>, army: &Army, to: AreaId) {
        self.spent += self.bill(front, to, army.blocks.len()).unwrap_or(0.0);
        self.planned[to.index()] += army.strength;
        self.corps[to.index()] += army.blocks.len();
    }

    fn take_back(&mut self, front: &Front<'_>, army: &Army, to: AreaId) {
        self.spent -= self.bill(front, to, army.blocks.len()).unwrap_or(0.0);
        self.planned[to.index()] -= army.strength;
        self.corps[to.index()] -= army.blocks.len();
    }
}

/// What lies where: how much a place draws an army.
struct Goals<'a> {
    list: &'a [(AreaId, f32)],
}

/// The worth of a city to its holder: what the scenario counts, or its spires.
pub(super) fn city_worth(e: &Engine<'_>, p: &Position, area: AreaId) -> f32 {
    let s = e.scenario(p);
    let listed = s.cities.iter().find(|c| c.0 == area).map(|c| f32::from(c.1));
    let capital = e.d.nations.iter().any(|n| n.capitals.contains(&area));
    let spires = f32::from(e.d.place(area).spires);
    match listed {
        Some(points) => points + 0.3,
        None if s.is_grand() => spires + if capital { 3.0 } else { 0.0 },
        None => 0.15 * spires,
    }
}

impl Plan {
    /// Whether it was made in this sequence.
    pub(super) fn is_for(&self, p: &Position, power: u8) -> bool {
        self.made_for == Some((p.month, p.play.slot, power))
    }

    /// Where a corps is to go.
    pub(super) fn goal_of(&self, block: usize) -> Option<AreaId> {
        self.goal.get(block).copied().flatten()
    }

    /// Whether a corps was told off to guard a depot.
    pub(super) fn guards(&self, block: usize) -> bool {
        self.roster.guards.iter().any(|g| g.blocks.contains(&block))
    }

    /// Whatever was planned is no longer to be done.
    pub(super) fn forget(&mut self) {
        self.made_for = None;
        self.goal.clear();
        self.roster.guards.clear();
    }

    /// Makes the plan of this sequence if there is none yet.
    pub(super) fn keep(
        &mut self,
        e: Engine<'_>,
        p: &Position,
        power: u8,
        orders: (&plan::Plan, &ScriptWeights),
    ) {
        let now = (p.month, p.play.slot, power);
        if self.made_for != Some(now) {
            self.make(e, p, power, orders);
            self.made_for = Some(now);
        }
    }

    fn make(&mut self, e: Engine<'_>, p: &Position, power: u8, (orders, w): (&plan::Plan, &ScriptWeights)) {
        let front = Front::new(e, p, power, w);
        let Plan { goal, roster, draws, .. } = self;
        roster.guards.clear();
        let Roster { armies, reach, .. } = roster;
        muster(&front, armies);
        let aimed = orders.0.iter().any(|x| matches!(x, plan::Posture::Goal(_)));
        let goals = if aimed { targets(e, p, power) } else { ArrayList::new() };
        for (n, army) in armies.iter_mut().enumerate() {
            army.mood = army.mood.ordered(orders.of(n), &goals);
        }
        armies.sort_unstable_by(|a, b| b.strength.total_cmp(&a.strength).then(a.blocks[0].cmp(&b.blocks[0])));
        reach.clear();
        let mut could = [0.0f32; AREAS];
        for army in armies.iter_mut() {
            army.reach = find_reach(&front, army, reach);
            for (area, _) in &reach[army.reach.clone()] {
                could[area.index()] += army.strength;
            }
        }
        let mut draft = Draft {
            goals: Goals::of(&front, draws),
            depots: front.placeable(),
            planned: [0.0; AREAS],
            could,
            corps: [0; AREAS],
            spent: 0.0,
            far: [None; AREAS],
            pull: [None; AREAS],
        };
        // First in hope of what others could bring, then twice with what they have really chosen.
        roster.sweep(&front, &mut draft);
        draft.could = [0.0; AREAS];
        roster.sweep(&front, &mut draft);
        roster.sweep(&front, &mut draft);
        if w.depots > 0.0 && roster.post_guards(&front, &mut draft) {
            roster.sweep(&front, &mut draft);
        }
        goal.clear();
        goal.resize(CORPS, None);
        for army in roster.armies.iter().chain(&roster.guards) {
            for block in &army.blocks {
                goal[*block] = army.goes_to;
            }
        }
    }
}

impl Roster {
    /// Each army chooses anew where it goes, the strongest first.
    fn sweep(&mut self, front: &Front<'_>, draft: &mut Draft<'_>) {
        for army in &mut self.armies {
            if let Some(was) = army.goes_to {
                draft.take_back(front, army, was);
            }
            let best = self.reach[army.reach.clone()]
                .iter()
                .map(|(area, cost)| (*area, front.score(army, *area, *cost, draft)))
                .max_by(|a, b| a.1.total_cmp(&b.1));
            let to = best.map_or(army.at, |b| b.0);
            army.goes_to = Some(to);
            draft.add(front, army, to);
        }
    }
}

/// The corps of a power that can move, by where they stand.
pub(super) fn armies(front: &Front<'_>) -> Vec<Army> {
    let mut out = Vec::new();
    muster(front, &mut out);
    out
}

/// The same into a list that is kept.
fn muster(front: &Front<'_>, out: &mut Vec<Army>) {
    let (e, p) = (front.e, front.p);
    out.clear();
    for block in 0..CORPS {
        let corps = &p.corps[block];
        if corps.power != front.power || p.besieged(block) {
            continue;
        }
        let (Spot::Field(at) | Spot::City(at)) = corps.spot else { continue };
        let points = movement::allowance(e.d, p, block);
        let strength = worth(p, block);
        // A stack is divided into armies that a leader can command and a road can feed.
        match out.iter_mut().find(|a| a.at == at && a.blocks.len() < STACK) {
            Some(army) => {
                army.blocks.push(block);
                army.strength += strength;
                army.points = army.points.min(points);
            }
            None => out.push(Army {
                at,
                blocks: [block].into_iter().collect(),
                strength,
                points,
                mood: Mood::free(front.w),
                reach: 0..0,
                goes_to: None,
            }),
        }
    }
    // A good leader is worth a third more.
    for army in out {
        let best = (0..e.d.leaders.len().min(LEADERS))
            .filter(|l| p.leaders[*l].area() == Some(army.at) && e.master(p, *l) == Some(front.power))
            .map(|l| e.d.leaders[l].tactical)
            .max()
            .unwrap_or(1);
        army.strength *= 0.8 + front.w.led * f32::from(best);
    }
}

/// Puts the areas that an army can reach with what it costs at the end of a list, its own first, and says which part they are.
fn find_reach(front: &Front<'_>, army: &Army, out: &mut Vec<(AreaId, u8)>) -> Range<usize> {
    let (d, p) = (front.e.d, front.p);
    let first = out.len();
    let mut at = first;
    out.push((army.at, 0));
    // What holds enemy corps is entered, not passed.
    while at < out.len() {
        let (here, spent) = out[at];
        at += 1;
        if here != army.at && front.pic.enemy_field.has(here) {
            continue;
        }
        for &(next, kind) in d.board.neighbours(here) {
            if !p.may_enter(front.power, next) || !front.pic.open(d, p, here, next, kind) {
                continue;
            }
            let Some(cost) = movement::cost(d, p, &front.pic, here, next) else { continue };
            let total = spent + cost;
            if total > army.points {
                continue;
            }
            match out[first..].iter_mut().find(|o| o.0 == next) {
                Some(o) if o.1 <= total => {}
                Some(o) => {
                    o.1 = total;
                    // Seen again by a cheaper way: its neighbours are looked at once more.
                    if let Some(i) = (first..out.len()).find(|i| out[*i].0 == next)
                        && i < at
                    {
                        let again = out[i];
                        out.push(again);
                        out.swap_remove(i);
                        at -= 1;
                    }
                }
                None => out.push((next, total)),
            }
        }
    }
    first..out.len()
}

impl<'a> Goals<'a> {
    fn of(front: &Front<'_>, list: &'a mut Vec<(AreaId, f32)>) -> Goals<'a> {
        let (e, p) = (front.e, front.p);
        list.clear();
        for area in e.d.board.areas() {
            if e.d.place(area).spires > 0 {
                let value = city_worth(&e, p, area);
                if front.enemy_city(area) && p.may_enter(front.power, area) {
                    // Strong walls full of men are worth less of a walk.
                    let hard = front.inside(area) * (1.0 + 0.5 * f32::from(e.d.place(area).fleches));
                    list.push((area, value * front.w.city / (1.0 + hard / front.w.walls)));
                }
            }
            if front.theirs[area.index()] > 0.0 {
                list.push((area, front.w.army + front.theirs[area.index()] * front.w.army_size));
            }
        }
        Goals { list }
    }

    /// How much the best goal draws from an area.
    fn pull(&self, front: &Front<'_>, from: AreaId) -> f32 {
        let d = front.e.d;
        let draw =
            |(area, worth): &(AreaId, f32)| worth / (front.w.near + f32::from(d.board.distance(from, *area)));
        self.list.iter().map(draw).fold(0.0, f32::max)
    }
}

impl Front<'_> {
    /// Factors that a corps must expect to lose by foraging in an area, with others around it.
    pub(super) fn forage_loss(&self, area: AreaId, others: usize, unused: u8) -> f32 {
        let f = &self.e.d.figures.forage;
        let place = self.e.d.place(area);
        let crowd = (others.min(9) as i16 * i16::from(f.other_corps)).min(i16::from(f.other_corps_most));
        let winter = if self.p.winter(self.e.d) && place.winter { i16::from(f.winter_zone) } else { 0 };
        let home = if self.p.own_territory(self.power, area) { i16::from(f.own_territory) } else { 0 };
        let by = crowd + winter + home + i16::from(unused) * i16::from(f.unused_point);
        let over = |die: i16| (die + by - i16::from(place.forage)).max(0);
        (1..=6).map(over).sum::<i16>() as f32 / 6.0
    }

    /// Areas in which the power could place a depot in this step.
    fn placeable(&self) -> AreaSet {
        let mut out = AreaSet::NONE;
        if self.p.money[usize::from(self.power)] > 2 {
            let areas = self.e.d.board.areas();
            areas
                .filter(|a| {
                    depots::place_with(self.e.d, self.p, &self.pic, &self.chain, *a).is_ok()
                        && self.theirs[a.index()] == 0.0
                })
                .for_each(|a| out.put(a));
        }
        out
    }

    /// How good it is for an army to end its march in an area.
    fn score(&self, army: &Army, to: AreaId, cost: u8, draft: &mut Draft) -> f32 {
        let (e, p, i) = (self.e, self.p, to.index());
        let (d, mood, w) = (e.d, &army.mood, self.w);
        let mut out = mood.pull * draft.pull(self, to);
        if let Some(goal) = mood.goal {
            out += AIMED / (1.5 + f32::from(d.board.distance(to, goal)));
        }
        if to != army.at {
            out -= mood.rooted;
        }
        out -= mood.shy * self.threat[i];
        let with = army.strength + draft.planned[i];
        let hoped = with + w.hope * (draft.could[i] - with).max(0.0);
        let enemy = if self.pic.enemy_field.has(to) { self.theirs[i] } else { 0.0 };
        if enemy > 0.0 {
            let ratio = if draft.planned[i] > 0.0 { with.max(hoped * 0.9) } else { hoped } / enemy;
            out += mood.push;
            out += if ratio < mood.least {
                -w.short * (mood.least + 0.25 - ratio)
            } else if draft.planned[i] > w.enough * enemy {
                // Enough is enough.
                0.5
            } else {
                w.battle + enemy.min(60.0) * w.prey * (ratio - 1.0).min(1.5)
            };
        } else {
            // Standing where the enemy can gather more than is here is asking for it; friends next door help.
            let near: f32 = d.board.neighbours(to).iter().map(|(n, _)| draft.planned[n.index()]).sum();
            let danger = self.threat[i] / (with + w.support * near + 1.0);
            if danger > w.alarm {
                out -= (danger - w.alarm).min(2.0) * 4.0 * mood.fear;
            }
        }
        let needed = w.siege_size * self.inside(to) + 10.0;
        if self.enemy_city(to) && enemy == 0.0 && draft.planned[i] < needed {
            let value = city_worth(&e, p, to);
            if p.vacant_city(d, to) {
                out += 1.0 + w.takes * value;
            } else if with > self.inside(to) * w.siege_odds {
                out += 0.5 + w.besieges * value;
            }
        }
        // A place that counts and that the enemy can reach wants somebody, not everybody.
        if self.own_city(to) && draft.planned[i] == 0.0 {
            let alarm = (self.threat[i] / (army.strength + self.inside(to) + 1.0)).min(1.0);
            out += w.guards * alarm * city_worth(&e, p, to);
        }
        let corps = army.blocks.len();
        let others = corps + draft.corps[i] - 1;
        let hunger = match draft.bill(self, to, corps) {
            Some(money) if draft.spent + money <= self.purse => w.bill * money,
            _ => {
                let unused = army.points.saturating_sub(cost);
                w.hunger * self.forage_loss(to, others, unused) * corps as f32
            }
        };
        out - hunger - w.road * f32::from(cost)
    }
}
