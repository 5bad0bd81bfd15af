//! What the planner needs to know of this game: armies as formations, cities and enemy armies as goals, and whose turn it
//! is.

use super::mood::{target_worth, targets};
use super::picture::Front;
use super::plan::{Army, armies};
use super::weights::{PlannerWeights, Weights};
use super::{Orders, Regular, resample};
use crate::Empires;
use crate::data::POWERS;
use crate::play::Engine;
use crate::play::fight::FightStep;
use crate::play::land::Position;
use crate::play::land::position::LEADERS;
use crate::play::march::MarchStep;
use crate::play::siege::SiegeStep;
use crate::position::{Phase, Step};
use sandtable_board::AreaId;
use sandtable_core::dice::Seeded;
use sandtable_core::plan::{GROUPS, Goal, Group, Planned, Posture, Script, Tunable, further};
use sandtable_core::winning::WinCurves;
use sandtable_core::{Game, Side};
use std::time::Duration;

/// Goals that an army is offered.
const OFFERED: usize = 5;
/// The time for a turn with which it is worth while to look for a plan.
const PLANS_FROM: Duration = Duration::from_millis(150);
/// Numbers of a month: before the slots, the slots, and after them.
const MONTH: u32 = 16;

impl Script<Empires> for Regular {
    fn follow(&mut self, plan: &Orders, seed: u64) {
        self.chance = Seeded::new(seed);
        self.plan.forget();
        self.orders = *plan;
    }
}

impl Empires {
    /// What an army is called: by its best leader, and where it stands.
    fn army_name(&self, e: &Engine<'_>, p: &Position, power: u8, at: AreaId, first: bool) -> String {
        let place = e.area_name(at);
        let there = |l: &usize| p.leaders[*l].area() == Some(at) && e.master(p, *l) == Some(power);
        let chief = (0..self.d.leaders.len().min(LEADERS))
            .filter(there)
            .min_by_key(|l| (self.d.leaders[*l].seniority, *l))
            .filter(|_| first);
        match chief {
            Some(l) => format!("{} at {place}", e.leader_name(l)),
            None if first => format!("corps at {place}"),
            None => format!("reserve at {place}"),
        }
    }
}

/// Whether the armies of a slot are yet to move.
fn before_marches(p: &Position) -> bool {
    matches!(p.play.phase, Phase::Begins | Phase::Depots | Phase::Order | Phase::Movement)
}

impl Planned for Empires {
    type Script = Regular;

    fn script(&self) -> Regular {
        Regular { planning: true, ..Regular::new(0) }
    }

    fn rehearsal(&self) -> Regular {
        Regular { quick: true, ..self.script() }
    }

    fn groups(&self, p: &Position, side: Side) -> Vec<Group> {
        if !p.play.is_phasing(side.0) || !before_marches(p) {
            return Vec::new();
        }
        let e = self.engine();
        let front = Front::new(e, p, side.0, &self.weights.planner.script);
        let goals = targets(e, p, side.0);
        let worth: Vec<f32> = goals.iter().map(|a| target_worth(&front, *a)).collect();
        let mut groups = Vec::new();
        let all = armies(&front);
        for (n, army) in all.iter().enumerate().take(GROUPS) {
            let draw = |g: &usize| worth[*g] / (1.5 + f32::from(self.d.board.distance(goals[*g], army.at)));
            let mut near: Vec<usize> = (0..goals.len()).filter(|g| goals[*g] != army.at).collect();
            near.sort_by(|a, b| draw(b).total_cmp(&draw(a)).then(a.cmp(b)));
            let first = !all[..n].iter().any(|a| a.at == army.at);
            groups.push(Group {
                name: self.army_name(&e, p, side.0, army.at, first),
                goals: near.into_iter().take(OFFERED).map(|g| g as u8).collect(),
            });
        }
        groups
    }

    fn goals(&self, p: &Position, side: Side) -> Vec<Goal> {
        let e = self.engine();
        let name = |a: AreaId| Goal { name: e.area_name(a).to_string() };
        targets(e, p, side.0).into_iter().map(name).collect()
    }

    fn appraise(&self, p: &Position, side: Side, part: &mut dyn FnMut(&'static str, i32)) {
        self.weigh_parts(p, side, part);
    }

    fn score(&self, p: &Position, side: Side) -> i32 {
        let mut sum = 0;
        self.weigh_parts(p, side, &mut |_, worth| sum += worth);
        self.chances(p, side, sum)
    }

    fn weighty(&self, p: &Position) -> bool {
        matches!(
            p.play.steps.top(),
            Step::Fight(FightStep::Night | FightStep::Retreat | FightStep::Reinforce | FightStep::Pursue)
                | Step::Siege(SiegeStep::Pick(_) | SiegeStep::Plea | SiegeStep::Answer)
                | Step::March(MarchStep::Retire { .. })
        )
    }

    fn side_turn(&self, p: &Position) -> (u32, Side) {
        let phasing = p.play.phasing();
        let first = (0..POWERS as u8).find(|q| phasing >> q & 1 == 1).unwrap_or(0);
        let decider = self.to_decide(p).side();
        let month = MONTH * u32::from(p.play.turn);
        if p.play.phase < Phase::Begins {
            return (month, decider.unwrap_or(Side(first)));
        }
        if p.play.phase > Phase::Guerillas {
            return (month + MONTH - 1, decider.unwrap_or(Side(first)));
        }
        // Allies who move together plan each for itself.
        let owner = decider.filter(|s| p.play.is_phasing(s.0)).unwrap_or(Side(first));
        (month + 1 + u32::from(p.play.slot), owner)
    }

    /// Everybody at one goal, whichever draws most; then battle, or none.
    fn openings(&self, p: &Position, side: Side) -> Vec<Orders> {
        let e = self.engine();
        let front = Front::new(e, p, side.0, &self.weights.planner.script);
        let goals = targets(e, p, side.0);
        let all = armies(&front);
        let draw = |area: AreaId| -> f32 {
            let near = |a: &Army| a.strength / (1.5 + f32::from(self.d.board.distance(area, a.at)));
            target_worth(&front, area) * all.iter().map(near).sum::<f32>()
        };
        let worth: Vec<f32> = goals.iter().map(|a| draw(*a)).collect();
        let mut best: Vec<usize> = (0..goals.len()).collect();
        best.sort_by(|a, b| worth[*b].total_cmp(&worth[*a]).then(a.cmp(b)));
        let aimed = |n: usize| best.get(n).map(|g| Orders::all(Posture::Goal(*g as u8)));
        let attack = Some(Orders::all(Posture::Attack));
        let hold = Some(Orders::all(Posture::Hold));
        [aimed(0), attack, aimed(1), hold, aimed(2)].into_iter().flatten().collect()
    }

    /// In a short time the dice of a few battles would decide which plan looks best, and the script does better.
    fn plans(&self, _p: &Position, time: Duration) -> bool {
        time >= PLANS_FROM
    }

    /// The battles of our own turn and the answer of the power that comes next.
    fn horizon(&self, _p: &Position, time: Duration) -> Option<u32> {
        Some(further(1, time))
    }

    fn resample(&self, known: &Position, side: Side, chance: &mut Seeded) -> Position {
        resample::resample(&self.engine(), known, side.0, chance)
    }

    fn win_curves(&self) -> &WinCurves {
        &self.win_curves
    }

    fn pace(&self) -> u32 {
        30_000
    }
}

impl Tunable for Empires {
    type Weights = PlannerWeights;

    fn tuned(&self) -> &PlannerWeights {
        &self.weights.planner
    }

    fn reweighted(&self, planner: PlannerWeights) -> Empires {
        Empires { weights: Weights { planner, ..self.weights }, ..self.clone() }
    }
}
