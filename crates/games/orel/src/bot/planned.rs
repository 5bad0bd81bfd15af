//! What the planner needs to know of this game: divisions and regiments as formations, places and stations as goals, and whose turn it is.

use super::goals::{self, strength};
use super::mood::formations;
use super::{PlannerWeights, Regular, Weights};
use crate::Orel;
use crate::data::WHITE;
use crate::play::fight::FightStep;
use crate::position::{HexId, Phase, Position, Step, UnitId};
use sandtable_core::Side;
use sandtable_core::dice::Seeded;
use sandtable_core::plan::{GROUPS, Goal, Group, Plan, Planned, Posture, Script, Tunable, WON};
use sandtable_core::winning::WinCurves;
use std::time::Duration;

/// Goals that a formation is offered.
const OFFERED: usize = 4;

impl Script<Orel> for Regular {
    fn follow(&mut self, plan: &Plan, seed: u64) {
        self.chance = Seeded::new(seed);
        self.orders.forget();
        self.obeyed.plan = *plan;
    }
}

impl Orel {
    /// The goals of a side as hexes, always in the same order.
    fn goal_hexes(&self, p: &Position, side: u8) -> Vec<(HexId, f32)> {
        let all = goals::goals(&self.engine(), p, side, &self.weights.planner.script);
        all.into_iter().map(|g| (g.hex, g.worth)).collect()
    }
}

impl Planned for Orel {
    type Script = Regular;

    fn script(&self) -> Regular {
        Regular::with(self.weights.planner.script, 0)
    }

    fn rehearsal(&self) -> Regular {
        let mut out = self.script();
        out.obeyed.quick = true;
        out
    }

    fn groups(&self, p: &Position, side: Side) -> Vec<Group> {
        if p.active != side.0 || p.phase > Phase::Movement {
            return Vec::new();
        }
        let engine = self.engine();
        let goals = self.goal_hexes(p, side.0);
        let mut groups = Vec::new();
        for formation in formations(&engine, p, side.0).take(GROUPS) {
            let own =
                |u: &UnitId| engine.def(*u).formation == Some(formation) && engine.class(*u).is_combat();
            let there = p.units.on_map_of(side.0).filter(own);
            let main = there.max_by(|a, b| strength(&engine, p, *a).total_cmp(&strength(&engine, p, *b)));
            let mut near: Vec<u8> = Vec::new();
            if let Some(main) = main.filter(|u| !engine.asleep(p, *u)) {
                near.extend((0..goals.len()).map(|g| g as u8));
                let far = |g: u8| f32::from(engine.far(p, main, goals[usize::from(g)].0));
                let draw = |g: u8| goals[usize::from(g)].1 / (far(g) + 5.0);
                near.sort_by(|a, b| draw(*b).total_cmp(&draw(*a)));
                near.truncate(OFFERED);
            }
            groups.push(Group { name: self.d.formations[usize::from(formation)].name.clone(), goals: near });
        }
        groups
    }

    fn goals(&self, p: &Position, side: Side) -> Vec<Goal> {
        let all = self.goal_hexes(p, side.0);
        all.into_iter().map(|(hex, _)| Goal { name: self.place_name(hex) }).collect()
    }

    fn appraise(&self, p: &Position, side: Side, part: &mut dyn FnMut(&'static str, i32)) {
        self.weigh_parts(p, side.0, part);
    }

    /// The two postures under which a whole side can still win.
    fn openings(&self, _p: &Position, _side: Side) -> Vec<Plan> {
        [Posture::Attack, Posture::Hold].map(Plan::all).to_vec()
    }

    /// The chance of winning that the parts make, in hundredths of a per cent.
    fn score(&self, p: &Position, side: Side) -> i32 {
        let mut sum = 0;
        self.weigh_parts(p, side.0, &mut |_, worth| sum += worth);
        if sum.abs() >= WON / 2 {
            return sum;
        }
        (10_000.0 / (1.0 + (-f64::from(sum) / 1000.0).exp())) as i32
    }

    /// Whether to stand or to go before combat. Assaults and advances the script judges better than a few trials do.
    fn weighty(&self, p: &Position) -> bool {
        p.play.steps.top() == Step::Fight(FightStep::Before)
    }

    fn side_turn(&self, p: &Position) -> (u32, Side) {
        (2 * u32::from(p.turn) + u32::from(p.active), Side(p.active))
    }

    fn turns_left(&self, p: &Position) -> Option<u32> {
        let last = self.engine().scenario(p).last_turn;
        Some(2 * u32::from(last.saturating_sub(p.turn)) + u32::from(p.active == WHITE))
    }

    /// None: what counts is counted at the end, and how a plan stands before it says next to nothing of what comes of it.
    fn horizon(&self, _p: &Position, _time: Duration) -> Option<u32> {
        None
    }

    fn win_curves(&self) -> &WinCurves {
        &self.win_curves
    }

    fn pace(&self) -> u32 {
        25_000
    }
}

impl Tunable for Orel {
    type Weights = PlannerWeights;

    fn tuned(&self) -> &PlannerWeights {
        &self.weights.planner
    }

    fn reweighted(&self, planner: PlannerWeights) -> Orel {
        Orel { weights: Weights { planner, ..self.weights }, ..self.clone() }
    }
}
