//! The `regular` player: goals from the victory conditions, attacks where the odds are good, guns and munitions behind them.
//! It plans a movement phase as a whole and takes the decisions of a combat one by one. It searches nothing.

mod appraisal;
mod combat;
mod depots;
mod fire;
mod forecast;
mod goals;
mod last;
mod march;
mod mood;
mod picture;
mod plan;
mod planned;
mod rear;
mod ways;
mod weights;

pub use weights::{PlannerWeights, ScoreWeights, ScriptWeights, Weights};

use crate::Orel;
use crate::data::{HEXES, UNITS};
use crate::play::march::{LONGEST_LIST, Reach};
use crate::play::{Action, Engine, Event};
use crate::position::{HexId, Phase, Position, Step, UnitId};
use march::Orders;
use mood::Obeyed;
use picture::Picture;
use plan::Hunt;
use sandtable_core::dice::Seeded;
use sandtable_core::player::Player;
use sandtable_core::{Game, Side};

/// A player that follows a few rules of thumb.
pub struct Regular {
    chance: Seeded,
    /// Weights of its own; otherwise those of the game.
    weights: Option<ScriptWeights>,
    orders: Orders,
    /// The plan that it follows.
    obeyed: Obeyed,
    scratch: Vec<Action>,
    room: Room,
}

/// Room for what is looked at and listed anew at every decision.
struct Room {
    picture: Picture,
    /// The same while Depots are sent.
    feeding: Picture,
    /// Units without an order yet, with what each can reach.
    free: Vec<(UnitId, Reach)>,
    hunt: Hunt,
    /// Where somebody could stand.
    spots: Vec<(UnitId, HexId)>,
    /// What would happen, which nobody is told.
    events: Vec<Event>,
}

impl Room {
    fn new() -> Room {
        Room {
            picture: Picture::blank(),
            feeding: Picture::blank(),
            free: Vec::with_capacity(UNITS),
            hunt: Hunt::new(),
            spots: Vec::with_capacity(HEXES),
            events: Vec::with_capacity(UNITS),
        }
    }
}

impl Regular {
    /// The player as it comes with the game; the same seed plays the same.
    pub fn new(seed: u64) -> Regular {
        Regular {
            chance: Seeded::new(seed),
            weights: None,
            orders: Orders::none(),
            obeyed: Obeyed::default(),
            scratch: Vec::with_capacity(LONGEST_LIST),
            room: Room::new(),
        }
    }

    /// A player with weights of its own.
    pub fn with(weights: ScriptWeights, seed: u64) -> Regular {
        Regular { weights: Some(weights), ..Regular::new(seed) }
    }

    fn wish(
        &mut self,
        engine: &Engine<'_>,
        p: &Position,
        side: u8,
        w: &ScriptWeights,
        list: &[Action],
    ) -> Option<Action> {
        match p.play.steps.top() {
            Step::Rear(s) => rear::choose(engine, p, s, side, w, &mut self.room.picture, list),
            Step::March(s) => self.orders.choose(engine, p, s, side, list),
            Step::Fire(s) => fire::choose(engine, p, s, side, list),
            Step::Flight(_) | Step::Fight(_) | Step::Assault(_) => {
                let mood = self.obeyed.mood(engine, p, side);
                combat::choose(engine, p, side, w, &mood, &mut self.room.picture, list)
            }
            Step::Go => None,
        }
    }
}

impl Player<Orel> for Regular {
    fn choose(&mut self, game: &Orel, p: &Position, side: Side) -> Option<Action> {
        let mut list = std::mem::take(&mut self.scratch);
        list.clear();
        let engine = game.engine();
        let w = self.weights.unwrap_or(game.weights.regular);
        // A movement phase that is planned needs no list of all that could be done.
        let planned = if p.phase == Phase::Movement {
            self.orders.next(&engine, p, side.0, &w, &self.obeyed, &mut self.room)
        } else {
            None
        };
        let chosen = planned.or_else(|| {
            game.actions(p, side, &mut list);
            match list.len() {
                0 | 1 => list.first().copied(),
                n => {
                    let wish = self.wish(&engine, p, side.0, &w, &list).filter(|a| list.contains(a));
                    wish.or_else(|| list.get(self.chance.below(n)).copied())
                }
            }
        });
        self.scratch = list;
        chosen
    }
}
