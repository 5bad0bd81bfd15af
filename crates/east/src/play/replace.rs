//! The Replacement Phase (tannenberg 13).

use crate::action::Event;
use crate::data::{UnitId, UnitSet};
use crate::engine::Engine;
use crate::position::{Position, flag};
use crate::standard::replacement;
use sandtable_core::Dice;
use sandtable_core::Refusal;

impl Engine<'_> {
    /// Why a unit may not try to get its Steps back.
    pub(super) fn replace_breach(&self, p: &Position, player: u8, unit: UnitId) -> Option<Refusal> {
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
    pub(super) fn replaces(&self, p: &Position, player: u8) -> bool {
        let army = &self.data.params.armies[usize::from(self.army_of(self.own.side_of(player)))];
        army.replacement.as_ref().is_some_and(|r| p.turn >= r.from_turn)
    }

    /// Units that may try.
    pub(super) fn replaceable(&self, p: &Position, player: u8) -> UnitSet {
        self.forces(p, player).iter().filter(|u| self.replace_breach(p, player, *u).is_none()).collect()
    }

    /// A unit tries (tannenberg 13.0f).
    pub(super) fn replace(
        &self,
        p: &mut Position,
        unit: UnitId,
        dice: &mut dyn Dice,
        events: &mut Vec<Event>,
    ) {
        p.attempts += 1;
        p.set(self.data, unit, flag::ASKED, true);
        let roll = dice.roll(6);
        let whole = replacement::roll(self.data, p, unit, roll);
        events.push(Event::ReplacementRoll(unit, roll, whole, self.is_hidden(p, unit)));
    }
}
