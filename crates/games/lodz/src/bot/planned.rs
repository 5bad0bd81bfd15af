//! What the planner needs to know of this game: corps as formations, victory hexes as goals, and whose turn it is.

use super::combat::Intent;
use super::{PlannerWeights, Regular, Weights};
use crate::Lodz;
use crate::position::{HexId, Phase, Position};
use sandtable_core::dice::Seeded;
use sandtable_core::plan::{Goal, Group, Plan, Planned, Posture, Script, Tunable, WON, further};
use sandtable_core::winning::WinCurves;
use sandtable_core::{Decision, Game, Side};
use std::time::Duration;

/// Goals that a formation is offered.
const OFFERED: usize = 4;
/// Thousandths of a natural logarithm of odds, for a score.
const ODDS: f32 = 1000.0;
/// Milliseconds for a turn with which it is worth while to look for a plan.
const PLANS_FROM: u128 = 150;

impl Script<Lodz> for Regular {
    fn follow(&mut self, plan: &Plan, seed: u64) {
        self.chance = Seeded::new(seed);
        self.plan = *plan;
        self.intent = Intent::default();
        self.orders.forget(self.trial);
        self.book.forget();
    }
}

impl Planned for Lodz {
    type Script = Regular;

    fn script(&self) -> Regular {
        Regular::planner(0)
    }

    fn rehearsal(&self) -> Regular {
        Regular::trial()
    }

    fn groups(&self, p: &Position, side: Side) -> Vec<Group> {
        if p.phase == Phase::SetUp || p.active != side.0 {
            return Vec::new();
        }
        let engine = self.engine();
        let (map, formations) = (engine.map(p), &self.d.formations[usize::from(p.scenario)]);
        let victory = &engine.part(p).victory;
        let names = formations.names(side.0);
        // Where the strongest of each formation stands.
        let mut seats: Vec<Option<(u8, HexId)>> = vec![None; names.len()];
        for u in p.units.on_map_of(side.0).filter(|u| engine.kind(*u).is_line()) {
            let Some(seat) = formations.of(u).and_then(|f| seats.get_mut(f)) else { continue };
            let sp = engine.strength(p, u);
            if seat.is_none_or(|(most, _)| sp > most) {
                *seat = p.hex(u).map(|hex| (sp, hex));
            }
        }
        let group = |(name, seat): (&String, &Option<(u8, HexId)>)| {
            let mut goals: Vec<u8> = Vec::new();
            if let Some((_, at)) = seat {
                goals.extend(0..victory.len() as u8);
                let far = |g: &u8| {
                    let hex = victory[usize::from(*g)].hex;
                    let ours = p.holder[usize::from(hex)] == side.0;
                    map.distance(hex, *at) + if ours { 2 } else { 0 }
                };
                goals.sort_by_key(far);
                goals.truncate(OFFERED);
            }
            Group { name: name.clone(), goals }
        };
        let mut groups: Vec<Group> = names.iter().zip(&seats).map(group).collect();
        while groups.last().is_some_and(|g| g.goals.is_empty()) {
            groups.pop();
        }
        groups
    }

    fn goals(&self, p: &Position, _side: Side) -> Vec<Goal> {
        self.engine().part(p).victory.iter().map(|v| Goal { name: v.name.clone() }).collect()
    }

    fn appraise(&self, p: &Position, side: Side, part: &mut dyn FnMut(&'static str, i32)) {
        self.weigh_parts(p, side, part);
    }

    /// The chance to win, from -[`WON`] to [`WON`]: by how much a game is won does not matter.
    fn score(&self, p: &Position, side: Side) -> i32 {
        let mut sum = 0;
        self.appraise(p, side, &mut |_, worth| sum += worth);
        if matches!(self.to_decide(p), Decision::Over(_)) {
            return sum;
        }
        (WON as f32 * (sum as f32 / ODDS / 2.0).tanh()) as i32
    }

    /// No decision is weighed by itself: the script takes those of a combat from the whole of the combat table, and a few trials
    /// with dice know less.
    fn weighty(&self, _p: &Position) -> bool {
        false
    }

    /// A trial of a whole turn takes too long for who has little time.
    fn plans(&self, _p: &Position, time: Duration) -> bool {
        time.as_millis() >= PLANS_FROM
    }

    fn side_turn(&self, p: &Position) -> (u32, Side) {
        if p.phase == Phase::SetUp {
            return (u32::from(p.active), Side(p.active));
        }
        (2 * u32::from(p.day) + u32::from(p.active != p.first), Side(p.active))
    }

    fn openings(&self, _p: &Position, _side: Side) -> Vec<Plan> {
        [Posture::Attack, Posture::Hold].map(Plan::all).to_vec()
    }

    fn turns_left(&self, p: &Position) -> Option<u32> {
        let last = self.engine().scenario(p).days;
        Some(2 * u32::from(last.saturating_sub(p.day)) + u32::from(p.active == p.first))
    }

    /// Until the other side has answered and ours has gone on: before that, what a plan brings tells half as much.
    fn horizon(&self, _p: &Position, time: Duration) -> Option<u32> {
        Some(further(2, time))
    }

    fn win_curves(&self) -> &WinCurves {
        &self.win_curves
    }

    /// Trials of scripts take 14,000 decisions a second on one core; a little more than twice that is counted on. The part of
    /// the time that is meant for single decisions goes to the plan as well.
    fn pace(&self) -> u32 {
        32_000 * 5 / 3
    }
}

impl Tunable for Lodz {
    type Weights = PlannerWeights;

    fn tuned(&self) -> &PlannerWeights {
        &self.weights.planner
    }

    fn reweighted(&self, planner: PlannerWeights) -> Lodz {
        Lodz { weights: Weights { planner, ..self.weights }, ..self.clone() }
    }
}
