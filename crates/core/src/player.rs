//! Players that choose for a side.

use crate::dice::Seeded;
use crate::game::{Game, Side};
use crate::plan::ReasonsOf;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// Somebody who takes decisions. A player sees what its side may know: the caller hands it such a position, as
/// [`known_to`](crate::game::known_to) gives it.
pub trait Player<G: Game>: Send {
    /// One of the legal actions; there is at least one.
    fn choose(&mut self, game: &G, position: &G::Position, side: Side) -> Option<G::Action>;

    /// Stops it early in thought when this is set: it then takes what it has found so far.
    fn stop_by(&mut self, _stop: Arc<AtomicBool>) {}

    /// Why it chose what it chose last, if it can say.
    fn why(&self) -> Option<&ReasonsOf<G>> {
        None
    }
}

/// Plays any legal action at random: the level `recruit`.
pub struct Recruit<G: Game> {
    chance: Seeded,
    scratch: Vec<G::Action>,
}

impl<G: Game> Recruit<G> {
    /// The same seed plays the same.
    pub fn new(seed: u64) -> Recruit<G> {
        Recruit { chance: Seeded::new(seed), scratch: Vec::new() }
    }
}

impl<G: Game> Player<G> for Recruit<G> {
    fn choose(&mut self, game: &G, position: &G::Position, side: Side) -> Option<G::Action> {
        let chance = &mut self.chance;
        game.sample(position, side, &mut |n| chance.below(n), &mut self.scratch)
    }
}
