//! What the planner needs to know of this game: corps as formations, towns and enemy formations as goals, and whose turn
//! it is.

use super::mood::goal_hex;
use super::{PlannerWeights, Regular, resample};
use crate::Tannenberg;
use crate::play::RU;
use crate::position::{Phase, Position, Step};
use sandtable_core::dice::Seeded;
use sandtable_core::plan::{GROUPS, Goal, Group, Plan, Planned, Script, Tunable, further};
use sandtable_core::winning::WinCurves;
use sandtable_core::{Decision, Game, Side};
use sandtable_east::data::UnitSet;
use sandtable_east::standard::zones::enemy;
use std::time::Duration;

/// Goals that a formation is offered.
const OFFERED: usize = 4;
/// For each point of a town, and for an enemy formation.
const TOWN: i32 = 6;
const PREY: [i32; 2] = [22, 12];
/// For each hex of the way.
const WAY: i32 = 3;
/// The time of a turn from which on the hunted looks for a plan.
const CAREFUL: Duration = Duration::from_millis(150);
/// Towns of its own further from the enemy than this are safe.
const SAFE: u16 = 5;

impl Script<Tannenberg> for Regular {
    fn follow(&mut self, plan: &Plan, seed: u64) {
        self.chance = Seeded::new(seed);
        self.stamp = (0, u8::MAX, 0);
        self.queue.clear();
        self.strikes.clear();
        self.covers.clear();
        self.forget_picture();
        self.obey(plan);
    }
}

impl Tannenberg {
    /// Where the main body of a formation is.
    fn seat(&self, p: &Position, units: UnitSet) -> Option<u16> {
        let data = &self.sheet(p).data;
        let there = units.iter().filter(|u| p.hex(*u).is_some());
        p.hex(there.max_by_key(|u| (p.steps(data, *u), std::cmp::Reverse(u.0)))?)
    }

    /// The goals nearest to a hex for what they are worth.
    fn goals_near(&self, p: &Position, side: u8, at: u16) -> Vec<u8> {
        let sheet = self.sheet(p);
        let data = &sheet.data;
        let towns = data.map.towns.len();
        let foes = sheet.formations.names(enemy(side)).len();
        let mut all: Vec<(i32, u8)> = Vec::new();
        for goal in 0..towns + foes {
            let Some(hex) = goal_hex(sheet, p, side, goal as u8) else { continue };
            let worth = if goal < towns {
                let ours = p.last_unit.side(hex) == side;
                let foe = |u| {
                    data.unit(u).side != side && p.hex(u).is_some_and(|h| data.map.distance(h, hex) <= SAFE)
                };
                if ours && !data.ids().any(foe) {
                    continue;
                }
                TOWN * i32::from(data.map.towns[goal].points.min(5))
            } else {
                PREY[usize::from(side)]
            };
            all.push((worth - WAY * i32::from(data.map.distance(hex, at)), goal as u8));
        }
        all.sort_by_key(|g| (std::cmp::Reverse(g.0), g.1));
        all.truncate(OFFERED);
        all.into_iter().map(|g| g.1).collect()
    }
}

impl Planned for Tannenberg {
    type Script = Regular;

    fn script(&self) -> Regular {
        Regular { planned: true, ..Regular::new(0) }
    }

    fn groups(&self, p: &Position, side: Side) -> Vec<Group> {
        let side = Tannenberg::side_of(side);
        if p.phase == Phase::SetUp || p.phasing != side {
            return Vec::new();
        }
        let formations = &self.sheet(p).formations;
        let mut groups = Vec::new();
        for (i, name) in formations.names(side).iter().enumerate().take(GROUPS) {
            let seat = self.seat(p, formations.units(side, i));
            let goals = seat.map_or_else(Vec::new, |at| self.goals_near(p, side, at));
            groups.push(Group { name: name.clone(), goals });
        }
        // Units that have not come yet stand at the end of the list.
        while groups.last().is_some_and(|g| g.goals.is_empty()) {
            groups.pop();
        }
        groups
    }

    fn goals(&self, p: &Position, side: Side) -> Vec<Goal> {
        let sheet = self.sheet(p);
        let towns = sheet.data.map.towns.iter().map(|t| Goal { name: sheet.data.place_title(t.hex) });
        let foes = sheet.formations.names(enemy(Tannenberg::side_of(side)));
        towns.chain(foes.iter().map(|n| Goal { name: format!("the enemy's {n}") })).collect()
    }

    fn appraise(&self, p: &Position, side: Side, part: &mut dyn FnMut(&'static str, i32)) {
        self.weigh_parts(p, side, part);
    }

    fn score(&self, p: &Position, side: Side) -> i32 {
        let mut sum = 0;
        self.weigh_parts(p, side, &mut |_, worth| sum += worth);
        if matches!(self.to_decide(p), Decision::Over(_)) { sum } else { self.chance(p, side, sum) }
    }

    /// Attacks, and what to do in them. The hunted side does better by its script than by a few trials.
    fn weighty(&self, p: &Position) -> bool {
        let hunted = || Tannenberg::is_hunted(self.sheet(p), RU);
        let russian = || self.to_decide(p).side().is_some_and(|s| Tannenberg::side_of(s) == RU);
        matches!(p.top(), Step::Attacks(_) | Step::Choose) && !(hunted() && russian())
    }

    fn side_turn(&self, p: &Position) -> (u32, Side) {
        let decider = self.to_decide(p).side().unwrap_or(Side(p.phasing));
        if p.phase == Phase::SetUp {
            return (u32::from(decider.0), decider);
        }
        let second = u32::from(p.phasing != self.sheet(p).data.params.first);
        let owner = if Tannenberg::side_of(decider) == p.phasing { decider } else { Side(p.phasing) };
        (4 + 2 * u32::from(p.turn) + second, owner)
    }

    fn resample(&self, known: &Position, side: Side, chance: &mut Seeded) -> Position {
        resample::resample(&self.engine(known), self.sheet(known), known, Tannenberg::side_of(side), chance)
    }

    fn turns_left(&self, p: &Position) -> Option<u32> {
        let sheet = self.sheet(p);
        let last = sheet.rules.scenario.last_turn;
        let first = p.phasing == sheet.data.params.first;
        Some(2 * u32::from(last.saturating_sub(p.turn)) + u32::from(first))
    }

    /// To the hunted few plans do better than to give ground, and some trials cannot tell which.
    fn plans(&self, p: &Position, time: Duration) -> bool {
        p.phasing != RU || !Tannenberg::is_hunted(self.sheet(p), RU) || time >= CAREFUL
    }

    /// Where the German hunts, a trial ends when the German is about to move again, for the Russian after one German turn and a Russian
    /// one: how much danger the Russian is in tells before the German's turn and not after it.
    fn horizon(&self, p: &Position, time: Duration) -> Option<u32> {
        if Tannenberg::is_hunted(self.sheet(p), RU) {
            return Some(if p.phasing == RU { 2 } else { 1 });
        }
        // In a short time more trials of one's own turn say more than a few with the answer to it.
        Some(if time < Duration::from_millis(400) { 0 } else { further(1, time) })
    }

    fn win_curves(&self) -> &WinCurves {
        &self.win_curves
    }

    fn pace(&self) -> u32 {
        25_000
    }
}

impl Tunable for Tannenberg {
    type Weights = PlannerWeights;

    fn tuned(&self) -> &PlannerWeights {
        &self.weights.planner
    }

    fn reweighted(&self, planner: PlannerWeights) -> Tannenberg {
        Tannenberg { weights: self.weights.with_planner(planner), ..self.clone() }
    }
}
