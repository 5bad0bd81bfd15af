//! The level `regular`: keeps its armies on depots, gathers before it strikes, fights where it is stronger, picks chits by a
//! mixture solved for the position, takes cities and besieges what it cannot take.

mod appraisal;
mod fight;
mod march;
mod mood;
mod picture;
mod plan;
mod planned;
mod resample;
mod siege;
mod weights;
mod year;

pub use fight::chit_matrix;
pub use weights::{PlannerWeights, ScoreWeights, ScriptWeights, Weights};

use crate::Empires;
use crate::play::Action;
use crate::play::land::Position;
use crate::play::loss::LossAction;
use crate::play::march::MarchStep;
use crate::position::Step;
use plan::Plan;
use sandtable_core::dice::Seeded;
use sandtable_core::plan::Plan as Orders;
use sandtable_core::player::Player;
use sandtable_core::{Game, Side};

/// A player of the level `regular`.
pub struct Regular {
    chance: Seeded,
    plan: Plan,
    /// What its armies are told.
    orders: Orders,
    /// Whether it carries out what a planner has found, by weights of its own.
    planning: bool,
    /// Whether it takes less trouble over a battle, for trials.
    quick: bool,
    list: Vec<Action>,
}

impl Regular {
    /// The same seed plays the same.
    pub fn new(seed: u64) -> Regular {
        Regular {
            chance: Seeded::new(seed),
            plan: Plan::default(),
            orders: Orders::default(),
            planning: false,
            quick: false,
            list: Vec::new(),
        }
    }
}

impl Player<Empires> for Regular {
    fn choose(&mut self, game: &Empires, p: &Position, side: Side) -> Option<Action> {
        if self.quick
            && p.play.steps.top() == Step::March(MarchStep::March)
            && self.plan.is_for(p, side.0)
            && let Some(on) = march::straight(game.engine(), p, side.0, &self.plan)
        {
            return Some(Action::March(on));
        }
        let mut list = std::mem::take(&mut self.list);
        list.clear();
        game.actions(p, side, &mut list);
        let engine = game.engine();
        let w = if self.planning { &game.weights.planner.script } else { &game.weights.regular };
        let wanted = match p.play.steps.top() {
            _ if list.len() < 2 => None,
            Step::Loss => Some(Action::Loss(LossAction::Rest)),
            Step::March(step) => {
                self.plan.keep(engine, p, side.0, (&self.orders, w));
                march::choose(engine, p, side.0, step, (&self.plan, w), &list).map(Action::March)
            }
            Step::Fight(step) => {
                fight::choose(engine, p, side.0, step, (&mut self.chance, self.quick, w), &list)
                    .map(Action::Fight)
            }
            Step::Siege(step) => siege::choose(engine, p, step, w, &list).map(Action::Siege),
            Step::Year(step) => {
                year::choose(engine, p, side.0, step, (&mut self.chance, w), &list).map(Action::Year)
            }
            Step::Go => None,
        };
        let chosen = wanted.filter(|a| list.contains(a)).or_else(|| list.first().copied());
        self.list = list;
        chosen
    }
}
