//! What the planner needs to know of this game: armies as formations, fortresses as goals, and what a position is worth.

use super::{PlannerWeights, Regular, Weights, group_of};
use crate::Fury;
use crate::data::pieces::{Army, FORTS, HQS, PIECES, Piece};
use crate::play::sequence::Step;
use crate::position::{Position, enemy, flag};
use sandtable_core::plan::{Goal, Group, Plan, Planned, Script, Tunable, WON, further};
use sandtable_core::winning::WinCurves;
use sandtable_core::{Decision, Game, Side};
use std::time::Duration;

impl Script<Fury> for Regular {
    fn follow(&mut self, plan: &Plan, _seed: u64) {
        self.plan = *plan;
        self.stays.clear();
    }
}

/// How much of a point of strength counts at a distance from a fortress.
const NEAR: [i32; 5] = [4, 4, 3, 2, 1];
/// Pressure on a fortress beyond which more does not help.
const ENOUGH: i32 = 60;

impl Fury {
    /// What the pieces of a side are worth: their strength, and their supply and order.
    fn army_worth(&self, p: &Position, side: u8) -> (i32, f32) {
        let (data, w) = (&self.data, &self.weights.planner.score);
        let supplied = self.supplied(p, side);
        let (mut strength, mut trouble) = (0, 0.0);
        for unit in (0..PIECES as u8).map(Piece).filter(|u| u.is_unit()) {
            let Some(hex) = p.hex(unit) else { continue };
            if p.side(data, unit) != side {
                continue;
            }
            strength += i32::from(p.strength(data, unit));
            if !self.in_supply(p, side, hex, &supplied) {
                trouble -= w.starved;
            }
            if p.is(unit, flag::DISORGANISED) {
                trouble -= w.shaken;
            }
        }
        (strength, trouble)
    }

    /// How hard a fortress is pressed by those who do not hold it, less the strength of those who do.
    fn pressure(&self, p: &Position, fort: usize, holder: u8) -> i32 {
        let at = self.data.forts[fort].hex;
        let mut sum = 0;
        for unit in (0..PIECES as u8).map(Piece).filter(|u| u.is_unit()) {
            let Some(hex) = p.hex(unit) else { continue };
            let Some(near) = NEAR.get(usize::from(self.data.distance(at, hex))) else { continue };
            let value = near * i32::from(p.strength(&self.data, unit));
            sum += if p.side(&self.data, unit) == holder { -value } else { value };
        }
        sum.clamp(-ENOUGH, ENOUGH)
    }
}

impl Planned for Fury {
    type Script = Regular;

    fn script(&self) -> Regular {
        Regular { planned: true, ..Regular::new() }
    }

    fn groups(&self, p: &Position, side: Side) -> Vec<Group> {
        if !matches!(p.steps.top(), Step::Moves) {
            return Vec::new();
        }
        let mut groups = Vec::new();
        for army in (0..HQS as u8).map(Army) {
            let hq = &self.data.hqs[army.index()];
            if hq.nation.side() != side.0 || p.hq_front[army.index()] != p.front {
                continue;
            }
            debug_assert_eq!(group_of(self, p, army), Some(groups.len()));
            let mut goals: Vec<u8> = Vec::new();
            if let Some(at) = p.hex(Piece::hq(army)) {
                goals.extend(0..FORTS as u8);
                goals.sort_by_key(|g| self.data.distance(self.data.forts[usize::from(*g)].hex, at));
                goals.truncate(4);
            }
            groups.push(Group { name: format!("{} {}", hq.nation.name(), hq.name), goals });
        }
        groups
    }

    fn goals(&self, _p: &Position, _side: Side) -> Vec<Goal> {
        self.data.forts.iter().map(|f| Goal { name: f.name.clone() }).collect()
    }

    fn appraise(&self, p: &Position, side: Side, part: &mut dyn FnMut(&'static str, i32)) {
        let foe = enemy(side.0);
        if let Decision::Over(outcome) = self.to_decide(p) {
            let won = outcome.winner.map_or(0, |w| if w == side { WON } else { -WON });
            part("victory", won);
        }
        let w = &self.weights.planner.score;
        part("fortresses", (w.fortress * f32::from(p.net(&self.data, side.0))) as i32);
        let sieges = (0..FORTS).filter(|i| p.besieged[*i]);
        let whose = |i: usize| if self.data.forts[i].owner == side.0 { -w.siege } else { w.siege };
        part("sieges", sieges.map(whose).sum::<f32>() as i32);
        let (own, theirs) = (self.army_worth(p, side.0), self.army_worth(p, foe));
        part("strength", (w.strength * (own.0 - theirs.0) as f32) as i32);
        part("supply and order", (own.1 - theirs.1) as i32);
        let (mut pressed, mut pressing) = (0, 0);
        for fort in 0..FORTS {
            if p.controls(&self.data, side.0, fort) {
                pressed -= self.pressure(p, fort, side.0);
            } else {
                pressing += self.pressure(p, fort, foe);
            }
        }
        part("own fortresses in danger", (w.pressed * pressed as f32) as i32);
        part("enemy fortresses in danger", (w.pressing * pressing as f32) as i32);
    }

    fn weighty(&self, p: &Position) -> bool {
        !matches!(
            p.steps.top(),
            Step::Moves | Step::SetUp(_) | Step::Entry(_) | Step::Reinforcements(_) | Step::Replacements(_)
        )
    }

    fn side_turn(&self, p: &Position) -> (u32, Side) {
        let turn = u32::from(p.turn) * 8;
        let decider = self.to_decide(p).side().unwrap_or(Side(p.active));
        match p.steps.top() {
            Step::SetUp(side) => (u32::from(side), decider),
            Step::FrontA | Step::FirstFront => (turn, decider),
            Step::Adjust(_)
            | Step::Withdraw { .. }
            | Step::Sieges
            | Step::Replacements(_)
            | Step::Reinforcements(_)
            | Step::Entry(_)
            | Step::Planning(..) => (turn + 7, decider),
            _ if p.activation > 3 => (turn + 7, decider),
            _ => (turn + 1 + u32::from(p.activation), Side(p.active)),
        }
    }

    /// A whole turn: both sides on both fronts.
    fn horizon(&self, _p: &Position, time: Duration) -> Option<u32> {
        Some(further(4, time))
    }

    fn win_curves(&self) -> &WinCurves {
        &self.win_curves
    }

    fn pace(&self) -> u32 {
        70_000
    }
}

impl Tunable for Fury {
    type Weights = PlannerWeights;

    fn tuned(&self) -> &PlannerWeights {
        &self.weights.planner
    }

    fn reweighted(&self, planner: PlannerWeights) -> Fury {
        Fury { weights: Weights { planner, ..self.weights }, ..self.clone() }
    }
}
