//! Moments of random games to look at.

use sandtable_core::dice::Seeded;
use sandtable_core::player::{Player, Recruit};
use sandtable_core::{Game, Options, Side};

/// Random games to walk through.
#[derive(Clone, Copy, Debug)]
pub struct Walk<'a> {
    /// The scenario.
    pub scenario: &'a str,
    /// The options.
    pub options: &'a Options,
    /// The seed of the game.
    pub seed: u64,
    /// Decisions at most.
    pub steps: usize,
    /// Every which decision is looked at.
    pub every: usize,
}

/// A moment of a game.
pub struct Moment<'a, G: Game> {
    /// The position.
    pub position: &'a G::Position,
    /// Who is the first to decide.
    pub side: Side,
    /// How many decisions came before.
    pub number: usize,
}

impl Walk<'_> {
    /// What to say of a failure so that it can be found again.
    pub fn at(&self, number: usize) -> String {
        format!("{} {:?} seed {} decision {number}", self.scenario, self.options, self.seed)
    }

    /// Plays one game by chance and looks at some of its moments.
    ///
    /// # Panics
    ///
    /// If the scenario does not start.
    pub fn look<G: Game>(&self, game: &G, visit: impl FnMut(Moment<'_, G>)) {
        self.look_with(game, &mut Recruit::new(self.seed), visit);
    }

    /// The same with another player for all sides.
    ///
    /// # Panics
    ///
    /// If the scenario does not start, or the player finds nothing to do.
    pub fn look_with<G: Game>(
        &self,
        game: &G,
        player: &mut dyn Player<G>,
        mut visit: impl FnMut(Moment<'_, G>),
    ) {
        let mut dice = Seeded::new(self.seed);
        let mut p = match game.start(self.scenario, self.options, &mut dice) {
            Ok(p) => p,
            Err(e) => panic!("{}: {e}", self.scenario),
        };
        let mut events = Vec::new();
        for number in 0..self.steps {
            let Some(side) = game.to_decide(&p).side() else { return };
            if (number + self.seed as usize).is_multiple_of(self.every) {
                visit(Moment { position: &p, side, number });
            }
            let known = sandtable_core::game::known_to(game, &p, side);
            let Some(action) = player.choose(game, &known, side) else {
                panic!("{}: nothing to do", self.at(number));
            };
            drop(known);
            events.clear();
            game.apply(&mut p, side, &action, &mut dice, &mut events);
        }
    }
}
