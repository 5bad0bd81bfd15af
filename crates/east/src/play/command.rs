//! The two command segments (tannenberg 10.3, tannenberg 10.4): Command Strength is allotted, and in the Movement Phase the
//! others roll.

use crate::action::{Action, Event};
use crate::data::pieces::MAX_UNITS;
use crate::data::{UnitId, UnitSet};
use crate::engine::{Adds, Engine};
use crate::position::{Phase, Position, Step, flag, off, option};
use crate::standard::command::{self, commands, radius};
use sandtable_core::game::Side;
use sandtable_core::machine::{Flow, Module, Offers};
use sandtable_core::{Decision, Dice, Refusal};
use sandtable_ops::Maybe;
use std::cmp::Reverse;

/// The headquarters of a player with what they can still command.
pub(super) struct Desks {
    hqs: UnitSet,
    /// The strength that each has left.
    left: [u8; MAX_UNITS],
    /// In whose radius each unit stands.
    near: [UnitSet; MAX_UNITS],
}

impl<A: Adds> Engine<'_, A> {
    /// Units that a player decides for, headquarters included, wherever they are in play.
    pub fn forces(&self, p: &Position<A>, player: u8) -> UnitSet {
        let mine = |u: &UnitId| p.place(*u) < off::HIDDEN && self.own.owner(self.data, p, *u) == player;
        self.data.ids().filter(mine).collect()
    }

    /// Begins a command segment of a player (tannenberg 10.36).
    pub(super) fn begin_command(&self, p: &mut Position<A>, player: u8) {
        let side = self.own.side_of(player);
        let forces = self.forces(p, player);
        for unit in forces.iter() {
            p.hq_of[unit.index()] = Maybe::NONE;
            p.set(self.data, unit, flag::OUT_OF_COMMAND, false);
        }
        if self.own.all_in_command(self.data, p, side) {
            return; // tannenberg 17.2
        }
        p.steps.push(Step::Command(player));
        self.own.begin_command(self.data, p, player, forces);
    }

    /// The headquarters of a player and what strength they have left.
    pub(super) fn desks(&self, p: &Position<A>, player: u8) -> Desks {
        let forces = self.forces(p, player);
        let leads = |u: &UnitId| self.data.unit(*u).is_hq() && commands(self.data, *u) && p.hex(*u).is_some();
        let hqs: UnitSet = forces.iter().filter(leads).collect();
        let seen = self.seen(p, self.own.side_of(player));
        let mut desks = Desks { hqs, left: [0; MAX_UNITS], near: [UnitSet::EMPTY; MAX_UNITS] };
        for hq in hqs.iter() {
            let face = self.own.hq_values(self.data, p, hq);
            let used =
                forces.iter().filter(|u| p.hq_of[u.index()].is(hq)).map(|u| self.data.unit(u).sp).sum::<u8>();
            desks.left[hq.index()] =
                if p.plays(option::UNLIMITED_COMMAND) { u8::MAX } else { face.strength.saturating_sub(used) };
            // tannenberg 10.34a: zones of Gruppen that a side knows nothing of do not cut its radius, or it would learn of them.
            let area = radius(self.data, &seen, hq, face.radius);
            for unit in forces.iter().filter(|u| p.hex(*u).is_some_and(|h| area.has(h))) {
                desks.near[unit.index()].insert(hq);
            }
        }
        desks
    }

    /// What each headquarters can still command, those that are asked for by nobody left out.
    pub fn strength_left(&self, p: &Position<A>, player: u8) -> Vec<(UnitId, u8)> {
        let desks = self.desks(p, player);
        let asked = |hq: &UnitId| self.wanting(p, player).any(|u| desks.near[u.index()].has(*hq));
        desks.hqs.iter().filter(asked).map(|hq| (hq, desks.left[hq.index()])).collect()
    }

    /// Units that want command: all but headquarters (tannenberg 10.31a).
    pub fn wanting(&self, p: &Position<A>, player: u8) -> impl Iterator<Item = UnitId> + use<A> {
        let forces = self.forces(p, player);
        let without: UnitSet =
            forces.iter().filter(|u| !self.data.unit(*u).is_hq() && p.hq_of[u.index()].is_none()).collect();
        without.iter()
    }

    /// The headquarters that could take a unit.
    fn takers<'d>(&self, desks: &'d Desks, unit: UnitId) -> impl Iterator<Item = UnitId> + use<'d, A> {
        let sp = self.data.unit(unit).sp;
        desks.near[unit.index()].iter().filter(move |hq| sp <= desks.left[hq.index()])
    }

    /// Allotments that are open.
    fn allotments(&self, p: &Position<A>, player: u8, out: &mut Offers<'_, Action<A>>) {
        let desks = self.desks(p, player);
        for unit in self.wanting(p, player) {
            out.all_legal(self.takers(&desks, unit).map(|hq| Action::Allot(unit, hq)));
        }
    }

    /// Puts under headquarters what there is room for: first units with the fewest headquarters to go to, of those the
    /// largest, each where most strength is left. Gives whether everybody inside a radius was served.
    fn allot_all(&self, p: &mut Position<A>, player: u8) -> bool {
        let mut desks = self.desks(p, player);
        let mut wanting: UnitSet =
            self.wanting(p, player).filter(|u| !desks.near[u.index()].is_empty()).collect();
        let turn = |u: &UnitId| (desks.near[u.index()].len(), Reverse(self.data.unit(*u).sp));
        let mut all = true;
        while let Some(unit) = wanting.iter().min_by_key(turn) {
            wanting.remove(unit);
            match self.takers(&desks, unit).max_by_key(|hq| desks.left[hq.index()]) {
                Some(hq) => {
                    desks.left[hq.index()] -= self.data.unit(unit).sp;
                    p.hq_of[unit.index()] = hq.into();
                }
                None => all = false,
            }
        }
        all
    }

    /// Why a unit may not be put under a headquarters.
    fn allot_breach(&self, p: &Position<A>, player: u8, unit: UnitId, hq: UnitId) -> Option<Refusal> {
        // Units that are no longer there were under somebody, too.
        let led = self.forces(p, player);
        let led = led.iter().filter_map(|u| Some((u, p.hq_of[u.index()].get()?)));
        let mut pairs: Vec<(UnitId, UnitId)> = led.collect();
        pairs.push((unit, hq));
        if self.own.owner(self.data, p, unit) != player || self.own.owner(self.data, p, hq) != player {
            return Some(Refusal::new("10.32a", "units are commanded by headquarters of their own player"));
        }
        if self.data.unit(unit).is_hq() {
            return Some(Refusal::new("10.31a", "headquarters need no command"));
        }
        let values = |hq: UnitId| self.own.hq_values(self.data, p, hq);
        command::allotment_breach(self.data, p, &pairs, p.plays(option::UNLIMITED_COMMAND), values)
    }

    /// Settles command without asking where strength is enough for everybody.
    fn command_or_ask(
        &self,
        p: &mut Position<A>,
        player: u8,
        dice: &mut dyn Dice,
        events: &mut Vec<Event<A>>,
    ) -> Flow {
        let mut trial = *p;
        let served = self.allot_all(&mut trial, player);
        let begun = self.forces(p, player).iter().any(|u| p.hq_of[u.index()].is_some());
        // A side that hides something ends the segment by itself once it has begun: no single step may roll or not by
        // what is hidden.
        let goes_on = begun && self.is_screened(p, self.own.side_of(player));
        if goes_on || !served && (!begun || self.any_allotment(p, player)) {
            return Flow::Ask;
        }
        if served {
            *p = trial;
        }
        self.end_command(p, player, dice, events);
        Flow::Next
    }

    fn any_allotment(&self, p: &Position<A>, player: u8) -> bool {
        let desks = self.desks(p, player);
        self.wanting(p, player).any(|u| self.takers(&desks, u).next().is_some())
    }

    /// The rest rolls in the Movement Phase (tannenberg 10.41a) and is out of command in the Combat Phase
    /// (tannenberg 10.42b).
    fn end_command(&self, p: &mut Position<A>, player: u8, dice: &mut dyn Dice, events: &mut Vec<Event<A>>) {
        p.steps.pop();
        for unit in self.wanting(p, player) {
            let mut commanded = false;
            if p.phase == Phase::Command {
                let roll = dice.roll(6);
                commanded = command::roll_commands(self.data.tcr(unit), roll);
                events.push(Event::CommandRoll(unit, roll, commanded, self.is_hidden(p, unit)));
            } else {
                events.push(Event::OutOfCommand(unit, self.is_hidden(p, unit)));
            }
            p.set(self.data, unit, flag::OUT_OF_COMMAND, !commanded);
        }
    }
}

/// The two command segments.
pub struct Command;

impl<A: Adds> Module<Command> for Engine<'_, A> {
    type Step = Step<A>;
    type Action = Action<A>;
    type Event = Event<A>;

    fn run(
        &self,
        p: &mut Position<A>,
        step: Step<A>,
        dice: &mut dyn Dice,
        events: &mut Vec<Event<A>>,
    ) -> Flow {
        match step {
            Step::Command(player) => self.command_or_ask(p, player, dice, events),
            _ => Flow::Ask,
        }
    }

    fn decision(&self, p: &Position<A>, step: Step<A>) -> Decision {
        match step {
            Step::Command(player) => Decision::one(Side(player), "10.32a", "allot command strength"),
            _ => self.over(p),
        }
    }

    fn offers(&self, p: &Position<A>, step: Step<A>, _: Side, out: &mut Offers<'_, Action<A>>) {
        if let Step::Command(player) = step {
            self.allotments(p, player, out);
            out.legal(Action::AllotAll);
            out.legal(Action::Done);
        }
    }

    fn refuse(&self, p: &Position<A>, step: Step<A>, _: Side, action: &Action<A>) -> Option<Refusal> {
        match (step, action) {
            (Step::Command(player), Action::Allot(unit, hq)) => self.allot_breach(p, player, *unit, *hq),
            (Step::Command(_), Action::AllotAll | Action::Done) => None,
            _ => Some(self.not_now(p)),
        }
    }

    fn take(
        &self,
        p: &mut Position<A>,
        _: Step<A>,
        side: Side,
        action: &Action<A>,
        dice: &mut dyn Dice,
        events: &mut Vec<Event<A>>,
    ) {
        match *action {
            Action::Allot(unit, hq) => p.hq_of[unit.index()] = hq.into(),
            _ => {
                p.begun &= !p.top().ended_by_player();
                if *action == Action::AllotAll {
                    self.allot_all(p, side.0);
                }
                self.end_command(p, side.0, dice, events);
            }
        }
    }
}
