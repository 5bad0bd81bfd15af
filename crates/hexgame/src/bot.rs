//! A bot that values single actions, and carries out the plans of the shared planner.

use crate::assault::AssaultAction;
use crate::march::MarchAction;
use crate::phases::{PhaseStep, Phases};
use crate::{HexId, UnitId};
use sandtable_core::plan::{Goal, Group, Plan, Planned, Posture, Script};
use sandtable_core::player::Player;
use sandtable_core::winning::WinCurves;
use sandtable_core::{Game, Side};
use sandtable_ops::IdSet;

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
    /// What its scores say of who will win.
    fn curves(&self) -> &WinCurves;
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

            fn win_curves(&self) -> &sandtable_core::winning::WinCurves {
                $crate::bot::Valued::curves(self)
            }

            fn pace(&self) -> u32 {
                <$game as $crate::bot::Valued>::PACE
            }
        }
    };
}

/// What a bot of the phases thinks of the ground: hexes that help the defence.
pub type Cover<'a, const W: usize> = &'a IdSet<HexId, W>;

/// What it is worth to a side to have a unit in a hex: places near, enemies beside whom it outnumbers, supply, cover.
pub fn worth<G, S, const W: usize, const N: usize, const T: usize>(
    game: &G,
    p: &G::Position,
    cover: Cover<'_, W>,
    (unit, to): (UnitId, HexId),
    posture: Posture,
) -> i32
where
    G: Phases<S, W, N, T>,
    S: PhaseStep,
{
    let (map, places, side) = (game.map(), game.places(), game.counters()[unit].side);
    let near = |place: HexId| 12 - i32::from(map.distance(to, place)).min(12);
    let wanted = match posture {
        Posture::Goal(goal) => places.get(usize::from(goal)).map_or(0, |place| 3 * near(*place)),
        _ => {
            let pull = |(place, holder)| near(place) * if holder == side { 1 } else { 2 };
            p.towns.each(places).map(pull).max().unwrap_or(0)
        }
    };
    let mut there = p.clone();
    game.put(&mut there, unit, to);
    let contact = map.around(to).meet(&game.field(p).occupied(1 - side));
    let odds = |hex: HexId| {
        let attack = game.field(&there).force(side, map.around(hex));
        (attack - game.field(p).force(1 - side, &IdSet::one(hex))).clamp(-6, 6)
    };
    let bold = match posture {
        Posture::Attack => 3,
        Posture::Hold => 0,
        Posture::FallBack => -3,
        _ => 2,
    };
    let stays = if posture == Posture::Hold && p.units.at(unit) == Some(to) { 20 } else { 0 };
    let hungry = if game.in_supply(&there, unit) { 0 } else { -15 };
    let ground = i32::from(cover.has(to)) * 2 + i32::from(places.contains(&to)) * 10;
    2 * wanted + bold * contact.iter().map(odds).sum::<i32>() + hungry + stays + ground
}

/// What a move is worth to the side that makes it.
pub fn march_value<G, S, const W: usize, const N: usize, const T: usize>(
    game: &G,
    p: &G::Position,
    cover: Cover<'_, W>,
    action: &MarchAction,
    posture: &dyn Fn(UnitId) -> Posture,
) -> i32
where
    G: Phases<S, W, N, T>,
    S: PhaseStep,
{
    match *action {
        MarchAction::End => 1,
        MarchAction::Bring { .. } => 1000,
        MarchAction::Move { unit, to } => gain(game, p, cover, (unit, to), posture(unit)),
    }
}

/// What a unit gains that goes to a hex from where it is.
fn gain<G, S, const W: usize, const N: usize, const T: usize>(
    game: &G,
    p: &G::Position,
    cover: Cover<'_, W>,
    (unit, to): (UnitId, HexId),
    posture: Posture,
) -> i32
where
    G: Phases<S, W, N, T>,
    S: PhaseStep,
{
    let stays = p.units.at(unit).map_or(0, |from| worth(game, p, cover, (unit, from), posture));
    worth(game, p, cover, (unit, to), posture) - stays
}

/// What an action of a combat is worth to the side that takes it.
pub fn assault_value<G, S, const W: usize, const N: usize, const T: usize>(
    game: &G,
    p: &G::Position,
    cover: Cover<'_, W>,
    action: &AssaultAction,
    posture: &dyn Fn(UnitId) -> Posture,
) -> i32
where
    G: Phases<S, W, N, T>,
    S: PhaseStep,
{
    match *action {
        AssaultAction::Attack { at } => {
            let odds = game.odds(p, game.able(p, at), at);
            odds.map_or(-20, |o| 2 * i32::try_from(o.column).unwrap_or(0) + i32::from(o.modifier) - 2)
        }
        AssaultAction::Fight => 10,
        // The full units bear losses first, so that none is lost.
        AssaultAction::Lose { unit } => p.units.steps(unit).into(),
        AssaultAction::Retreat { unit, to } => {
            let side = game.counters()[unit].side;
            let far = i32::from(game.map().distance(to, game.home(side).1));
            -far - i32::from(game.field(p).zone(1 - side).has(to))
        }
        AssaultAction::Advance { unit } => {
            p.target.map_or(0, |to| gain(game, p, cover, (unit, to), posture(unit)))
        }
        _ => 0,
    }
}

/// The units that a side still has, with their names.
pub fn forces_left<G, S, const W: usize, const N: usize, const T: usize>(
    game: &G,
    p: &G::Position,
    side: Side,
) -> Vec<(UnitId, String)>
where
    G: Phases<S, W, N, T>,
    S: PhaseStep,
{
    let left = game.counters().of(side.0).filter(|unit| p.units.steps(*unit) > 0);
    left.map(|unit| (unit, game.counters()[unit].name.clone())).collect()
}

/// What places and steps are worth to a side: 10 and 3 each, and as much less where they are the enemy's.
pub fn balance<G, S, const W: usize, const N: usize, const T: usize>(
    game: &G,
    p: &G::Position,
    side: Side,
    part: &mut dyn FnMut(&'static str, i32),
) where
    G: Phases<S, W, N, T>,
    S: PhaseStep,
{
    let sign = |of: u8| if of == side.0 { 1 } else { -1 };
    part("towns", p.towns.each(game.places()).map(|(_, holder)| 10 * sign(holder)).sum());
    let counters = game.counters();
    let steps = |unit| 3 * sign(counters[unit].side) * i32::from(p.units.steps(unit));
    part("units", counters.all().map(steps).sum());
}

/// Makes a game with [`Phases`] one whose bot values single actions, and that can be planned: `valued_by_phases!(Drill, 20_000, cover)`, with
/// how many decisions of the bot a second allows, and the field of the game that has the hexes which help the defence. What
/// its scores say of who will win is in its field `win_curves`.
#[macro_export]
macro_rules! valued_by_phases {
    ($game:ty, $pace:literal, $cover:ident) => {
        $crate::planned!($game);

        impl $crate::bot::Valued for $game {
            const TURNS: u8 = <$game as $crate::phases::Phases<_, _, _, _>>::TURNS;
            const PACE: u32 = $pace;

            fn forces(&self, p: &Position, side: sandtable_core::Side) -> Vec<($crate::UnitId, String)> {
                $crate::bot::forces_left(self, p, side)
            }

            fn aims(&self) -> Vec<String> {
                use $crate::phases::Phases;
                let named = self.places().iter().filter_map(|hex| self.map().place(*hex));
                named.map(|place| place.name.clone()).collect()
            }

            fn moment(&self, p: &Position) -> (u8, sandtable_core::Side) {
                (p.turn, sandtable_core::Side(p.side))
            }

            fn value(
                &self,
                p: &Position,
                action: &Action,
                posture: &dyn Fn($crate::UnitId) -> sandtable_core::plan::Posture,
            ) -> i32 {
                match action {
                    Action::Movement(action) => {
                        $crate::bot::march_value(self, p, &self.$cover, action, posture)
                    }
                    Action::Combat(action) => {
                        $crate::bot::assault_value(self, p, &self.$cover, action, posture)
                    }
                }
            }

            fn parts(
                &self,
                p: &Position,
                side: sandtable_core::Side,
                part: &mut dyn FnMut(&'static str, i32),
            ) {
                use sandtable_core::plan::WON;
                if let sandtable_core::Decision::Over(end) = sandtable_core::Game::to_decide(self, p) {
                    part("victory", if end.winner == Some(side) { WON } else { -WON });
                }
                $crate::bot::balance(self, p, side, part);
            }

            fn curves(&self) -> &sandtable_core::winning::WinCurves {
                &self.win_curves
            }

            fn weighs(&self, p: &Position) -> bool {
                p.steps.top() == Step::Combat($crate::assault::AssaultStep::Choose)
            }
        }
    };
}
