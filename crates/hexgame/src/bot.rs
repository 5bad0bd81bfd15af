//! A bot that values single actions, and carries out the plans of the shared planner.

use crate::UnitId;
use sandtable_core::plan::{Goal, Group, Plan, Planned, Posture, Script};
use sandtable_core::player::Player;
use sandtable_core::{Game, Side};

/// A game whose bot says what each action is worth; [`planned!`](crate::planned) makes a game that can be planned of it.
pub trait Valued: Game {
    /// How many turns there are.
    const TURNS: u8;
    /// How many decisions of the bot a second allows.
    const PACE: u32;

    /// The units that a side still has: each is a formation of its plans.
    fn forces(&self, p: &Self::Position, side: Side) -> Vec<(UnitId, String)>;
    /// What they can be sent to.
    fn aims(&self) -> Vec<String>;
    /// The turn, and whose it is.
    fn moment(&self, p: &Self::Position) -> (u8, Side);
    /// What an action is worth to the side that takes it, if its units have these postures.
    fn value(&self, p: &Self::Position, action: &Self::Action, posture: &dyn Fn(UnitId) -> Posture) -> i32;
    /// What a position is worth, as [`Planned::appraise`] says.
    fn parts(&self, p: &Self::Position, side: Side, part: &mut dyn FnMut(&'static str, i32));
    /// Whether a decision deserves thought of its own.
    fn weighs(&self, p: &Self::Position) -> bool;
}

/// Takes the action that is worth most, and follows a plan if it has one.
#[derive(Default)]
pub struct Orders(Plan);

impl<G: Valued> Player<G> for Orders {
    fn choose(&mut self, game: &G, p: &G::Position, side: Side) -> Option<G::Action> {
        let mut legal = Vec::new();
        game.actions(p, side, &mut legal);
        let forces = if self.0 == Plan::default() { Vec::new() } else { game.forces(p, side) };
        let group = |unit: UnitId| forces.iter().position(|(u, _)| *u == unit);
        let posture = |unit: UnitId| group(unit).map_or(Posture::Free, |group| self.0.of(group));
        // The first of the best, so that the same position is played the same.
        legal.into_iter().rev().max_by_key(|action| game.value(p, action, &posture))
    }
}

impl<G: Valued + Planned> Script<G> for Orders {
    fn follow(&mut self, plan: &Plan, _: u64) {
        self.0 = *plan;
    }
}

/// The formations of a side.
pub fn groups<G: Valued>(game: &G, p: &G::Position, side: Side) -> Vec<Group> {
    let goals: Vec<u8> = (0..).take(game.aims().len()).collect();
    game.forces(p, side).into_iter().map(|(_, name)| Group { name, goals: goals.clone() }).collect()
}

/// What they can be sent to.
pub fn goals<G: Valued>(game: &G) -> Vec<Goal> {
    game.aims().into_iter().map(|name| Goal { name }).collect()
}

/// Makes a game that can be planned of a [`Valued`] one with two sides: `planned!(Drill);`.
#[macro_export]
macro_rules! planned {
    ($game:ty) => {
        impl sandtable_core::plan::Planned for $game {
            type Script = $crate::bot::Orders;

            fn script(&self) -> Self::Script {
                Self::Script::default()
            }

            fn groups(
                &self,
                p: &Self::Position,
                side: sandtable_core::Side,
            ) -> Vec<sandtable_core::plan::Group> {
                $crate::bot::groups(self, p, side)
            }

            fn goals(&self, _: &Self::Position, _: sandtable_core::Side) -> Vec<sandtable_core::plan::Goal> {
                $crate::bot::goals(self)
            }

            fn appraise(
                &self,
                p: &Self::Position,
                side: sandtable_core::Side,
                part: &mut dyn FnMut(&'static str, i32),
            ) {
                $crate::bot::Valued::parts(self, p, side, part);
            }

            fn weighty(&self, p: &Self::Position) -> bool {
                $crate::bot::Valued::weighs(self, p)
            }

            fn side_turn(&self, p: &Self::Position) -> (u32, sandtable_core::Side) {
                let (turn, side) = $crate::bot::Valued::moment(self, p);
                (u32::from(turn) * 2 + u32::from(side.0), side)
            }

            fn turns_left(&self, p: &Self::Position) -> Option<u32> {
                let (turn, side) = $crate::bot::Valued::moment(self, p);
                let turns = <$game as $crate::bot::Valued>::TURNS.saturating_sub(turn);
                Some(u32::from(turns) * 2 + u32::from(1u8.saturating_sub(side.0)))
            }

            fn pace(&self) -> u32 {
                <$game as $crate::bot::Valued>::PACE
            }
        }
    };
}
