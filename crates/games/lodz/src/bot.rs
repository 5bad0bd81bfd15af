//! The `regular` player: goals from the victory hexes, attacks weighed by the whole combat table with everything that they oblige to, guns
//! behind the troops, trenches where nothing is to be won. It plans a movement phase as a whole and takes the decisions of a combat
//! one by one. It searches nothing and sees no more than the position.

mod clash;
mod combat;
mod goals;
mod march;
mod picture;
mod plan;
mod post;
mod rear;
mod retire;
mod solve;
mod weights;
mod wide;

pub use weights::Weights;

use crate::Front;
use crate::play::{Action, Engine};
use crate::state::{Position, Step};
use combat::Intent;
use march::Orders;
use sandtable_core::dice::Seeded;
use sandtable_core::player::Player;
use sandtable_core::{Game, Side};

/// A player that follows a few rules of thumb.
pub struct Regular {
    chance: Seeded,
    /// Weights of its own; otherwise those of the game.
    weights: Option<Weights>,
    orders: Orders,
    intent: Intent,
    scratch: Vec<Action>,
}

impl Regular {
    /// The player as it comes with the game; the same seed plays the same.
    pub fn new(seed: u64) -> Regular {
        Regular {
            chance: Seeded::new(seed),
            weights: None,
            orders: Orders::default(),
            intent: Intent::default(),
            scratch: Vec::new(),
        }
    }

    /// A player with weights of its own.
    pub fn with(weights: Weights, seed: u64) -> Regular {
        Regular { weights: Some(weights), ..Regular::new(seed) }
    }

    fn wish(
        &mut self,
        engine: &Engine<'_>,
        p: &Position,
        side: u8,
        w: &Weights,
        list: &[Action],
    ) -> Option<Action> {
        match p.pile.top() {
            Step::Supply(_) => rear::set_up(engine, p, side, list),
            Step::Air(_) => rear::air(engine, p, side, w, list),
            Step::Rail(_) => rear::men(engine, list),
            Step::March(_) => march::clear(engine, p, side, w, list),
            Step::Battle(s) => self.intent.choose(engine, p, s, side, w, &self.orders.sent, list),
            Step::Retreat(s) => retire::choose(engine, p, s, side, w, &self.orders.sent, list),
            Step::Go => None,
        }
    }
}

impl Player<Front> for Regular {
    fn choose(&mut self, game: &Front, p: &Position, side: Side) -> Option<Action> {
        let engine = game.engine();
        let w = self.weights.unwrap_or(game.weights);
        // A movement phase that is planned needs no list of all that could be done.
        if let Some(action) = self.orders.next(&engine, p, side.0, &w) {
            return Some(action);
        }
        let mut list = std::mem::take(&mut self.scratch);
        list.clear();
        game.actions(p, side, &mut list);
        let wish = self.wish(&engine, p, side.0, &w, &list).filter(|a| list.contains(a));
        let chosen = wish.or_else(|| match list.len() {
            0 | 1 => list.first().copied(),
            n => list.get(self.chance.below(n)).copied(),
        });
        self.scratch = list;
        chosen
    }
}
