//! The Replacement Phase (tannenberg 13).

use super::sequence::{ask_while, end_step};
use crate::action::{Action, Event};
use crate::data::{UnitId, UnitSet};
use crate::engine::{Adds, Engine};
use crate::position::{Position, Step, flag};
use crate::standard::replacement;
use sandtable_core::game::Side;
use sandtable_core::machine::{Flow, Module, Offers};
use sandtable_core::{Decision, Dice, Refusal};

impl<A: Adds> Engine<'_, A> {
    /// Why a unit may not try to get its Steps back.
    pub(super) fn replace_breach(&self, p: &Position<A>, player: u8, unit: UnitId) -> Option<Refusal> {
        if unit.index() >= self.data.units.len() || self.own.owner(self.data, p, unit) != player {
            return Some(Refusal::new("13.0a", "that is not one of your units"));
        }
        let tries = self.data.army(unit).replacement.as_ref().map_or(0, |r| r.attempts);
        if p.is(unit, flag::ASKED) || p.attempts >= tries {
            return Some(Refusal::new("13.0b", "no more units may try in this turn"));
        }
        replacement::breach(self.data, p, unit)
    }

    /// Whether the army of a player gets replacements in this turn (tannenberg 13.0b).
    pub(super) fn replaces(&self, p: &Position<A>, player: u8) -> bool {
        let army = &self.data.params.armies[usize::from(self.army_of(self.own.side_of(player)))];
        army.replacement.as_ref().is_some_and(|r| p.turn >= r.from_turn)
    }

    /// Units that may try.
    pub fn replaceable(&self, p: &Position<A>, player: u8) -> UnitSet {
        self.forces(p, player).iter().filter(|u| self.replace_breach(p, player, *u).is_none()).collect()
    }

    /// A unit tries (tannenberg 13.0f).
    pub(super) fn replace(
        &self,
        p: &mut Position<A>,
        unit: UnitId,
        dice: &mut dyn Dice,
        events: &mut Vec<Event<A>>,
    ) {
        p.attempts += 1;
        p.set(self.data, unit, flag::ASKED, true);
        let roll = dice.roll(6);
        let whole = replacement::roll(self.data, p, unit, roll);
        events.push(Event::ReplacementRoll(unit, roll, whole, self.is_hidden(p, unit)));
    }
}

/// The Replacement Phase.
pub struct Replacements;

impl<A: Adds> Module<Replacements> for Engine<'_, A> {
    type Step = Step<A>;
    type Action = Action<A>;
    type Event = Event<A>;

    fn run(&self, p: &mut Position<A>, step: Step<A>, _: &mut dyn Dice, _: &mut Vec<Event<A>>) -> Flow {
        let Step::Replace(player) = step else { return Flow::Ask };
        // A side that hides something is asked whether or not anybody could be made whole (tannenberg 18.0i).
        let screened = self.is_screened(p, self.own.side_of(player)) && self.replaces(p, player);
        ask_while(p, screened || !self.replaceable(p, player).is_empty())
    }

    fn decision(&self, p: &Position<A>, step: Step<A>) -> Decision {
        match step {
            Step::Replace(player) => {
                Decision::one(Side(player), "13.0a", "try to replace lost steps, or end")
            }
            _ => self.over(p),
        }
    }

    fn offers(&self, p: &Position<A>, step: Step<A>, _: Side, out: &mut Offers<'_, Action<A>>) {
        if let Step::Replace(player) = step {
            out.all_legal(self.replaceable(p, player).iter().map(Action::Replace));
            out.legal(Action::Done);
        }
    }

    fn refuse(&self, p: &Position<A>, step: Step<A>, _: Side, action: &Action<A>) -> Option<Refusal> {
        match (step, action) {
            (Step::Replace(player), Action::Replace(unit)) => self.replace_breach(p, player, *unit),
            (Step::Replace(_), Action::Done) => None,
            _ => Some(self.not_now(p)),
        }
    }

    fn take(
        &self,
        p: &mut Position<A>,
        _: Step<A>,
        _: Side,
        action: &Action<A>,
        dice: &mut dyn Dice,
        events: &mut Vec<Event<A>>,
    ) {
        match *action {
            Action::Replace(unit) => self.replace(p, unit, dice, events),
            _ => end_step(p),
        }
    }
}
