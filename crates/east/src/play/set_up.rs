//! The set-up (tannenberg 3.0, tannenberg 22.2), and Gruppen that are formed before play (tannenberg 18.0b).

use super::sequence::{ask_while, end_step};
use crate::action::{Action, Event};
use crate::data::UnitId;
use crate::engine::{Adds, Engine};
use crate::position::{Position, Step, off};
use sandtable_core::game::Side;
use sandtable_core::machine::{Flow, Module, Offers};
use sandtable_core::{Decision, Dice, Refusal};

impl<A: Adds> Engine<'_, A> {
    /// Why a unit may not be set up in a hex.
    fn placement_breach(&self, p: &Position<A>, player: u8, unit: UnitId, hex: u16) -> Option<Refusal> {
        if !self.unplaced(p, player).any(|u| u == unit) {
            return Some(Refusal::new("3.0a", "that unit is not to be placed"));
        }
        self.own.set_up_breach(self.data, p, unit, hex)
    }

    /// Units that a player has still to place.
    pub fn unplaced<'p>(&'p self, p: &'p Position<A>, player: u8) -> impl Iterator<Item = UnitId> + 'p {
        let waits = move |u: &UnitId| {
            p.place(*u) == off::POOL
                && self.own.owner(self.data, p, *u) == player
                && self.own.due(self.data, p, *u).is_none()
        };
        self.data.ids().filter(waits)
    }

    /// Every placement of a player.
    fn placements(&self, p: &Position<A>, player: u8, out: &mut Offers<'_, Action<A>>) {
        for unit in self.unplaced(p, player) {
            let free =
                (0..self.data.map.len()).filter(|h| self.own.set_up_breach(self.data, p, unit, *h).is_none());
            out.all_legal(free.map(|h| Action::SetUp(unit, h)));
        }
    }
}

/// The set-up.
pub struct SetUp;

impl<A: Adds> Module<SetUp> for Engine<'_, A> {
    type Step = Step<A>;
    type Action = Action<A>;
    type Event = Event<A>;

    fn run(&self, p: &mut Position<A>, step: Step<A>, _: &mut dyn Dice, _: &mut Vec<Event<A>>) -> Flow {
        match step {
            Step::SetUp(player) => {
                let waits = self.unplaced(p, player).next().is_some();
                ask_while(p, waits)
            }
            _ => Flow::Ask,
        }
    }

    fn decision(&self, p: &Position<A>, step: Step<A>) -> Decision {
        match step {
            Step::SetUp(player) => Decision::one(Side(player), "3.0d", "set up your units"),
            Step::Screen(player) => Decision::one(Side(player), "18.0b", "form Gruppen before play begins"),
            _ => self.over(p),
        }
    }

    fn offers(&self, p: &Position<A>, step: Step<A>, _: Side, out: &mut Offers<'_, Action<A>>) {
        match step {
            Step::SetUp(player) => self.placements(p, player, out),
            Step::Screen(player) => {
                self.gruppe_actions(p, player, out);
                out.legal(Action::Done);
            }
            _ => {}
        }
    }

    fn refuse(&self, p: &Position<A>, step: Step<A>, _: Side, action: &Action<A>) -> Option<Refusal> {
        match (step, action) {
            (Step::SetUp(player), Action::SetUp(unit, hex)) => self.placement_breach(p, player, *unit, *hex),
            (
                Step::Screen(player),
                Action::Hide(..) | Action::Show(_) | Action::Place(..) | Action::Remove(_),
            ) => self.gruppe_breach(p, player, action),
            (Step::Screen(_), Action::Done) => None,
            _ => Some(self.not_now(p)),
        }
    }

    fn take(
        &self,
        p: &mut Position<A>,
        _: Step<A>,
        _: Side,
        action: &Action<A>,
        _: &mut dyn Dice,
        events: &mut Vec<Event<A>>,
    ) {
        match *action {
            Action::SetUp(unit, hex) => {
                p.put(self.data, unit, hex);
                events.push(Event::SetUp(unit, hex));
            }
            Action::Done => end_step(p),
            _ => self.gruppe_take(p, action, events),
        }
    }
}
