//! Games played through for tests: the one driver of random play.

use sandtable_core::dice::Seeded;
use sandtable_core::game::known_to;
use sandtable_core::player::{Player, Recruit};
use sandtable_core::{Decision, Game, Options, Outcome, Side};
use std::sync::atomic::{AtomicUsize, Ordering};

/// How many rounds a test makes: a few, or many where `SANDTABLE_LONG=1` asks for a soak.
pub fn rounds(short: u64, long: u64) -> u64 {
    if std::env::var("SANDTABLE_LONG").is_ok_and(|v| v == "1") { long } else { short }
}

/// Does something with each of some things on all cores. What panics fails the test that called it.
pub(crate) fn on_all_cores<T: Sync>(things: &[T], job: impl Fn(&T) + Sync) {
    let next = AtomicUsize::new(0);
    let work = || {
        while let Some(thing) = things.get(next.fetch_add(1, Ordering::Relaxed)) {
            job(thing);
        }
    };
    // Threads of a pool would print what panics into the output of another test.
    std::thread::scope(|scope| {
        for _ in 0..std::thread::available_parallelism().map_or(1, usize::from).min(things.len()) {
            scope.spawn(work);
        }
    });
}

/// Options by name and value.
pub fn options(pairs: &[(&str, &str)]) -> Options {
    pairs.iter().map(|(name, value)| (name.to_string(), value.to_string())).collect()
}

/// A player for each side, who together play a walk.
pub struct Seats<G: Game>(pub Vec<Box<dyn Player<G>>>);

impl<G: Game> Seats<G> {
    /// A player for each of this many sides, made by its number.
    pub fn of<P: Player<G> + 'static>(sides: u64, player: impl FnMut(u64) -> P) -> Seats<G> {
        let boxed = |player| -> Box<dyn Player<G>> { Box::new(player) };
        Seats((0..sides).map(player).map(boxed).collect())
    }
}

impl<G: Game> Player<G> for Seats<G> {
    fn choose(&mut self, game: &G, position: &G::Position, side: Side) -> Option<G::Action> {
        self.0[usize::from(side.0)].choose(game, position, side)
    }
}

/// A game to walk through.
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

/// A moment of a game at which somebody decides.
pub struct Moment<'a, G: Game> {
    /// The position.
    pub position: &'a G::Position,
    /// Who decides; one of them, if there are several.
    pub side: Side,
    /// How many decisions came before.
    pub number: usize,
}

/// A step of a game.
pub struct Step<'a, G: Game> {
    /// How many decisions came before.
    pub number: usize,
    /// Who acted.
    pub side: Side,
    /// The position before.
    pub before: &'a G::Position,
    /// What was done.
    pub action: &'a G::Action,
    /// The position after.
    pub after: &'a G::Position,
    /// What happened.
    pub events: &'a [G::Event],
}

impl Walk<'_> {
    /// What to say of a failure so that it can be found again.
    pub fn at(&self, number: usize) -> String {
        format!("{} {:?} seed {} decision {number}", self.scenario, self.options, self.seed)
    }

    /// The position at the start, with the dice that go on from there.
    ///
    /// # Panics
    ///
    /// If the scenario does not start.
    pub fn start<G: Game>(&self, game: &G) -> (G::Position, Seeded) {
        let mut dice = Seeded::new(self.seed);
        match game.start(self.scenario, self.options, &mut dice) {
            Ok(p) => (p, dice),
            Err(e) => panic!("{}: {e}", self.scenario),
        }
    }

    /// Plays one random game and looks at some of its moments.
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
    pub fn look_with<G: Game>(&self, game: &G, player: &mut dyn Player<G>, visit: impl FnMut(Moment<'_, G>)) {
        self.play(game, player, visit, |_| {});
    }

    /// Plays one random game and follows every step of it; gives how it ended, if it did.
    ///
    /// # Panics
    ///
    /// If the scenario does not start.
    pub fn follow<G: Game>(&self, game: &G, step: impl FnMut(&Step<'_, G>)) -> Option<Outcome> {
        self.play(game, &mut Recruit::new(self.seed), |_| {}, step)
    }

    /// Plays one game: looks at some moments and follows every step. Gives how it ended, if it did.
    ///
    /// # Panics
    ///
    /// If the scenario does not start, or the player finds nothing to do.
    pub fn play<G: Game>(
        &self,
        game: &G,
        player: &mut dyn Player<G>,
        visit: impl FnMut(Moment<'_, G>),
        step: impl FnMut(&Step<'_, G>),
    ) -> Option<Outcome> {
        let (p, dice) = self.start(game);
        self.play_from(game, p, dice, player, visit, step)
    }

    /// The same from a position.
    ///
    /// # Panics
    ///
    /// If the player finds nothing to do.
    pub fn play_from<G: Game>(
        &self,
        game: &G,
        mut p: G::Position,
        mut dice: Seeded,
        player: &mut dyn Player<G>,
        mut visit: impl FnMut(Moment<'_, G>),
        mut step: impl FnMut(&Step<'_, G>),
    ) -> Option<Outcome> {
        let mut turns = Seeded::new(self.seed ^ 0x70C4);
        let mut events = Vec::new();
        for number in 0..self.steps {
            let sides = match game.to_decide(&p) {
                Decision::Over(outcome) => return Some(outcome),
                Decision::Decide { sides, .. } => sides,
            };
            let all: Vec<Side> = sides.iter().collect();
            assert!(!all.is_empty(), "{}: nobody decides", self.at(number));
            let side = all[turns.below(all.len())];
            if (number + self.seed as usize).is_multiple_of(self.every) {
                visit(Moment { position: &p, side, number });
            }
            let action = player.choose(game, &known_to(game, &p, side), side);
            let Some(action) = action else { panic!("{}: nothing to do", self.at(number)) };
            let before = p.clone();
            events.clear();
            game.apply(&mut p, side, &action, &mut dice, &mut events);
            step(&Step { number, side, before: &before, action: &action, after: &p, events: &events });
        }
        match game.to_decide(&p) {
            Decision::Over(outcome) => Some(outcome),
            Decision::Decide { .. } => None,
        }
    }
}
