//! Trying a plan out: the rest of the turn and the answers to it are played by scripts, and the end is scored.

use super::budget::Clock;
use sandtable_core::dice::Seeded;
use sandtable_core::game::known_to;
use sandtable_core::plan::{Plan, Planned, Script};
use sandtable_core::player::Player;
use sandtable_core::{Decision, Side};

/// A trial that does not end is given up after this many decisions.
const LONGEST: u64 = 20_000;

/// Where a trial starts and how far it goes.
pub(super) struct Trial<'a, G: Planned> {
    pub game: &'a G,
    /// What the side knows.
    pub known: &'a G::Position,
    pub side: Side,
    /// How many turns of sides are played after this one.
    pub beyond: u32,
    pub clock: &'a Clock,
}

/// What came of a trial.
pub(super) struct Tried<P> {
    /// The score and the position that it ended in; none if the clock stopped it.
    pub end: Option<(i32, P)>,
    /// Decisions that it took.
    pub cost: u64,
}

/// Things that trials use again and again.
pub(crate) struct Bench<G: Planned> {
    scripts: Vec<G::Script>,
    events: Vec<G::Event>,
}

impl<G: Planned> Bench<G> {
    pub(crate) fn new(game: &G) -> Bench<G> {
        let scripts = game.about().sides.iter().map(|_| game.rehearsal()).collect();
        Bench { scripts, events: Vec::new() }
    }

    /// Plays a plan out, after a first action if one is given. The number of the trial decides all of its chance.
    pub(super) fn play(
        &mut self,
        trial: &Trial<'_, G>,
        plan: &Plan,
        first: Option<G::Action>,
        number: u64,
    ) -> Tried<G::Position> {
        let game = trial.game;
        let mut chance = Seeded::new(number);
        let mut p = game.resample(trial.known, trial.side, &mut chance);
        let mut dice = Seeded::new(chance.bits());
        for (i, script) in self.scripts.iter_mut().enumerate() {
            let followed = if i == usize::from(trial.side.0) { *plan } else { Plan::default() };
            script.follow(&followed, chance.bits());
        }
        let mut cost = 0;
        if let Some(action) = first {
            game.apply(&mut p, trial.side, &action, &mut dice, &mut self.events);
            self.events.clear();
            cost += 1;
        }
        let start = game.side_turn(trial.known).0;
        // The plan is for this turn; what comes after is left to the script.
        let own = usize::from(trial.side.0);
        let whole =
            self.run(game, &mut p, &mut dice, &mut cost, trial.clock, (start, trial.beyond), |scripts| {
                if let Some(own) = scripts.get_mut(own) {
                    own.follow(&Plan::default(), chance.bits());
                }
            });
        Tried { end: whole.then(|| (game.score(&p, trial.side), p)), cost }
    }

    /// Plays a whole position on by scripts that follow no plan.
    pub(crate) fn play_on(
        &mut self,
        game: &G,
        from: &G::Position,
        beyond: u32,
        clock: &Clock,
        number: u64,
    ) -> (Option<G::Position>, u64) {
        let mut chance = Seeded::new(number);
        let mut dice = Seeded::new(chance.bits());
        for script in &mut self.scripts {
            script.follow(&Plan::default(), chance.bits());
        }
        let (mut p, mut cost) = (from.clone(), 0);
        let turns = (game.side_turn(from).0, beyond);
        let whole = self.run(game, &mut p, &mut dice, &mut cost, clock, turns, |_| ());
        (whole.then_some(p), cost)
    }

    /// Lets the scripts play until so many turns of sides have passed after the one that it starts in; false if the clock stopped it.
    #[allow(clippy::too_many_arguments)]
    fn run(
        &mut self,
        game: &G,
        p: &mut G::Position,
        dice: &mut Seeded,
        cost: &mut u64,
        clock: &Clock,
        (start, beyond): (u32, u32),
        mut after_first: impl FnMut(&mut [G::Script]),
    ) -> bool {
        let (mut last, mut passed) = (start, 0);
        while *cost < LONGEST {
            let side = match game.to_decide(p) {
                Decision::Over(_) => break,
                Decision::Decide { sides, .. } => sides.iter().next(),
            };
            let now = game.side_turn(p);
            if now.0 != last {
                last = now.0;
                passed += 1;
                if passed > beyond {
                    break;
                }
                if passed == 1 {
                    after_first(&mut self.scripts);
                }
            }
            let Some(side) = side else { break };
            let Some(script) = self.scripts.get_mut(usize::from(side.0)) else { break };
            let Some(action) = script.choose(game, &known_to(game, p, side), side) else { break };
            game.apply(p, side, &action, dice, &mut self.events);
            self.events.clear();
            *cost += 1;
            if cost.is_multiple_of(16) && clock.over() {
                return false;
            }
        }
        true
    }
}
