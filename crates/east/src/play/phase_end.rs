//! The end of a phase: stacking (tannenberg 6.14a), and Gruppen in contact are opened (tannenberg 18.0g).

use super::sequence::ask_while;
use crate::action::{Action, Event};
use crate::data::{UnitId, UnitSet};
use crate::engine::{Adds, Engine, Scored};
use crate::position::{Phase, Position, Step, flag, off};
use crate::standard::stacking;
use crate::standard::zones::enemy;
use sandtable_core::game::Side;
use sandtable_core::machine::{Flow, Module, Offers};
use sandtable_core::{Decision, Dice, Refusal};
use sandtable_ops::Maybe;

impl<A: Adds> Engine<'_, A> {
    /// Whether too many of a side stand in a hex, or some who keep apart.
    pub(super) fn overfull(&self, p: &Position<A>, side: u8, hex: u16) -> bool {
        stacking::excess(self.data, p, side, hex) > 0 || self.mixed(p, side, hex)
    }

    fn mixed(&self, p: &Position<A>, side: u8, hex: u16) -> bool {
        let stack = p.stack(self.data, side, hex);
        let apart = |a: UnitId| stack.iter().any(|b| self.own.apart_breach(self.data, p, a, b).is_some());
        stack.iter().any(apart)
    }

    /// The units that a player may give up in an overfull hex; at the end of a retreat those who
    /// retreated (tannenberg 6.15b).
    pub fn too_many(&self, p: &Position<A>, player: u8, hex: u16) -> UnitSet {
        let own = |u: &UnitId| !self.data.unit(*u).is_hq() && self.own.owner(self.data, p, *u) == player;
        let troops: UnitSet = p.units_in(hex).iter().filter(own).collect();
        let came = match p.steps.waiting().iter().rev().nth(1) {
            Some(Step::Retreat { stack, .. }) => troops.both(*stack),
            _ => UnitSet::EMPTY,
        };
        if came.is_empty() { troops } else { came }
    }

    /// Gives a unit up.
    pub(super) fn give_up(&self, p: &mut Position<A>, unit: UnitId, events: &mut Vec<Event<A>>) {
        events.push(Event::GivenUp(unit, self.is_hidden(p, unit)));
        let steps = p.steps(self.data, unit);
        self.lose_steps(p, unit, steps, events);
    }

    /// Looks for overfull hexes; true if an owner has to choose.
    pub(super) fn settle_stacking(&self, p: &mut Position<A>) -> bool {
        for side in [p.phasing, enemy(p.phasing)] {
            let troops = self.troops(p, side);
            let full = troops.iter().find(|u| p.hex(*u).is_some_and(|h| self.overfull(p, side, h)));
            if let Some(unit) = full
                && let Some(hex) = p.hex(unit)
            {
                // Of two allies the one who came to the other gives way (tannenberg 22.5).
                let came = p.stack(self.data, side, hex).iter().find(|u| p.is(*u, flag::GUEST));
                let owner = self.own.owner(self.data, p, came.unwrap_or(unit));
                p.steps.push(Step::Overfull(owner, hex));
                return true;
            }
        }
        false
    }

    /// Ends a phase.
    pub(super) fn end_phase(&self, p: &mut Position<A>, events: &mut Vec<Event<A>>) {
        if self.settle_stacking(p) {
            return;
        }
        p.steps.pop();
        self.open_in_contact(p, events);
        for unit in self.data.ids() {
            // tannenberg 8.66a: for that Combat Phase.
            if p.phase == Phase::Combat {
                let ended = flag::GUEST
                    | flag::ATTACKED
                    | flag::DEFENDED
                    | flag::ADVANCED
                    | flag::SHIFTED
                    | flag::LED;
                if p.is(unit, ended | flag::OUT_OF_COMMAND) {
                    p.set(self.data, unit, ended | flag::OUT_OF_COMMAND, false);
                }
                p.hq_of[unit.index()] = Maybe::NONE;
            }
            if p.is(unit, flag::TRIED) {
                p.set(self.data, unit, flag::TRIED, false);
            }
        }
    }

    /// Gruppen beside units of the other side are opened, dummies go off the map (tannenberg 18.42b, R-83).
    fn open_in_contact(&self, p: &mut Position<A>, events: &mut Vec<Event<A>>) {
        let Some(hides) = self.own.hides(p) else { return };
        let foe = enemy(hides.side);
        for gruppe in self.by_place(p) {
            let marker = p.markers[usize::from(gruppe) - 1];
            if !marker.in_play() {
                continue;
            }
            let stands =
                |hex: u16| self.data.ids().any(|u| self.data.unit(u).side == foe && p.place(u) == hex);
            if self.data.map.steps(marker.place).any(|s| stands(s.to)) {
                self.open_gruppe(p, gruppe, events);
            }
        }
    }

    /// A fortress loses Steps; one that falls scores (tannenberg 11.15, tannenberg 21.2a).
    pub(super) fn lose_walls(&self, p: &mut Position<A>, fort: u8, steps: u8, events: &mut Vec<Event<A>>) {
        if steps == 0 || !p.stands(self.data, fort) {
            return;
        }
        p.lose_fort(self.data, fort, steps);
        events.push(Event::WallLost(fort, steps));
        if !p.stands(self.data, fort) {
            events.push(Event::FortressFell(fort));
            self.own.score(self.data, p, Scored::Fortress(fort), events);
        }
    }

    /// Whether a unit is no longer in the game.
    pub fn is_lost(&self, p: &Position<A>, unit: UnitId) -> bool {
        p.place(unit) == off::ELIMINATED
    }
}

/// The end of a phase.
pub struct PhaseEnd;

impl<A: Adds> Module<PhaseEnd> for Engine<'_, A> {
    type Step = Step<A>;
    type Action = Action<A>;
    type Event = Event<A>;

    fn run(&self, p: &mut Position<A>, step: Step<A>, _: &mut dyn Dice, events: &mut Vec<Event<A>>) -> Flow {
        match step {
            Step::Overfull(player, hex) => ask_while(p, self.overfull(p, self.own.side_of(player), hex)),
            _ => {
                self.end_phase(p, events);
                Flow::Next
            }
        }
    }

    fn decision(&self, p: &Position<A>, step: Step<A>) -> Decision {
        match step {
            Step::Overfull(player, _) => {
                Decision::one(Side(player), "6.14a", "choose who is given up in an overfull hex")
            }
            _ => self.over(p),
        }
    }

    fn offers(&self, p: &Position<A>, step: Step<A>, _: Side, out: &mut Offers<'_, Action<A>>) {
        if let Step::Overfull(player, hex) = step {
            out.all_legal(self.too_many(p, player, hex).iter().map(Action::GiveUp));
        }
    }

    fn refuse(&self, p: &Position<A>, _: Step<A>, _: Side, action: &Action<A>) -> Option<Refusal> {
        match action {
            Action::GiveUp(_) => self.unless_offered::<PhaseEnd>(
                p,
                action,
                Refusal::new("6.14a", "the unit is not in the overfull hex"),
            ),
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
        if let Action::GiveUp(unit) = *action {
            self.give_up(p, unit, events);
        }
    }
}
