//! The `regular` player: goals from the victory hexes, attacks weighed by the whole combat table with everything that they oblige to, guns
//! behind the troops, trenches where nothing is to be won. It plans a movement phase as a whole and takes the decisions of a combat
//! one by one. It searches nothing and sees no more than the position.

mod appraisal;
mod clash;
mod combat;
mod duty;
mod formations;
mod goals;
mod march;
mod mood;
mod picture;
mod plan;
mod planned;
mod post;
mod rear;
mod retire;
mod roads;
mod solve;
mod weights;
mod wide;

pub use formations::Formations;
pub use weights::{PlannerWeights, ScoreWeights, ScriptWeights, ScriptsWeights, Weights};

use crate::Lodz;
use crate::play::air::AirAction;
use crate::play::{Action, Engine};
use crate::position::{Position, Step};
use combat::Intent;
use march::Orders;
use mood::Moods;
use picture::Mind;
use roads::Book;
use sandtable_core::dice::Seeded;
use sandtable_core::plan::Plan;
use sandtable_core::player::Player;
use sandtable_core::{Game, Side};

/// A player that follows a few rules of thumb.
pub struct Regular {
    chance: Seeded,
    /// Weights of its own; otherwise those of the game.
    weights: Option<ScriptWeights>,
    /// Whether those are the weights for players that plan.
    planner: bool,
    orders: Orders,
    intent: Intent,
    scratch: Vec<Action>,
    /// The plan that it follows.
    plan: Plan,
    /// Ways that it knows.
    book: Book,
    /// Whether it is quick rather than careful, and remembers nothing from one plan to the next: it plays trials.
    trial: bool,
}

impl Regular {
    /// The player as it comes with the game; the same seed plays the same.
    pub fn new(seed: u64) -> Regular {
        Regular {
            chance: Seeded::new(seed),
            weights: None,
            planner: false,
            orders: Orders::default(),
            intent: Intent::default(),
            scratch: Vec::new(),
            plan: Plan::default(),
            book: Book::default(),
            trial: false,
        }
    }

    /// A player with weights of its own.
    pub fn with(weights: ScriptWeights, seed: u64) -> Regular {
        Regular { weights: Some(weights), ..Regular::new(seed) }
    }

    /// The script of players that plan.
    pub fn planner(seed: u64) -> Regular {
        Regular { planner: true, ..Regular::new(seed) }
    }

    /// A quick player for trials.
    pub(crate) fn trial() -> Regular {
        let mut quick = Regular { planner: true, trial: true, ..Regular::new(0) };
        quick.book.rough = true;
        quick
    }

    fn wish(
        &mut self,
        engine: &Engine<'_>,
        p: &Position,
        side: u8,
        w: &ScriptWeights,
        moods: &Moods,
        list: &[Action],
    ) -> Option<Action> {
        let mut mind = Mind { w, moods, book: &mut self.book };
        let mind = &mut mind;
        match p.steps.top() {
            Step::Supply(_) => rear::set_up(engine, p, side, list),
            Step::Air(_) if self.trial => Some(Action::Air(AirAction::Done)),
            Step::Air(_) => rear::air(engine, p, side, w, list),
            Step::Rail(_) => rear::men(engine, list),
            Step::March(_) => march::clear(engine, p, side, w, list),
            Step::Battle(s) => self.intent.choose(engine, p, s, side, mind, &self.orders.sent, list),
            Step::Retreat(s) => retire::choose(engine, p, s, side, mind, &self.orders.sent, list),
            Step::Go => None,
        }
    }
}

impl Player<Lodz> for Regular {
    fn choose(&mut self, game: &Lodz, p: &Position, side: Side) -> Option<Action> {
        let engine = game.engine();
        let w = self.weights.unwrap_or(*game.script_weights(p, self.planner));
        // A movement phase that is planned needs no list of all that could be done.
        let moods = Moods::new(&engine, p, side.0, &self.plan);
        let mut mind = Mind { w: &w, moods: &moods, book: &mut self.book };
        if let Some(action) = self.orders.next(&engine, p, side.0, &mut mind) {
            return Some(action);
        }
        let mut list = std::mem::take(&mut self.scratch);
        list.clear();
        game.actions(p, side, &mut list);
        let wish = self.wish(&engine, p, side.0, &w, &moods, &list).filter(|a| list.contains(a));
        let chosen = wish.or_else(|| match list.len() {
            0 | 1 => list.first().copied(),
            n => list.get(self.chance.below(n)).copied(),
        });
        self.scratch = list;
        chosen
    }
}
