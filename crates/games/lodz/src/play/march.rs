//! Movement (4 to 6), and what goes with it. The files follow the rulebook: [`lay`] sees enemies, zones and limits, [`pace`] prices
//! one step, [`way`] finds and walks ways, [`entry`] brings reinforcements (13), [`work`] has artillery orders (8.7), digging (9.1), strategic
//! movement (11) and bridges (14), [`phase`] how the phases begin and end.
//!
//! Units move in any order and as often as their points allow (lodz 4.1a): what each has left is kept until the phase ends.

mod entry;
mod lay;
mod pace;
mod phase;
pub mod state;
mod types;
mod way;
mod words;
mod work;

pub use types::{MarchAction, MarchEvent, MarchStep, Stop};
pub use way::{Course, Reach, UNREACHED};

use super::{Action, Bar, Engine, Event};
use crate::data::NOWHERE;
use crate::state::{Flag, Position};
pub use lay::Lay;
use sandtable_core::{Decision, Dice, Side};
use sandtable_ops::with_scratch;
use std::cell::Cell;

thread_local! {
    static RAIL: Cell<Vec<Action>> = const { Cell::new(Vec::new()) };
}

impl Engine<'_> {
    /// A movement or strategic movement phase begins.
    pub(super) fn march_enter(&self, p: &mut Position, _dice: &mut dyn Dice, events: &mut Vec<Event>) {
        self.march_begin(p, events);
    }

    /// Ends the phase when there is nothing else to do; whether somebody must decide.
    pub(super) fn march_run(
        &self,
        p: &mut Position,
        step: MarchStep,
        _dice: &mut dyn Dice,
        events: &mut Vec<Event>,
    ) -> bool {
        // A phase in which something was done waits for its player, if players want it so.
        let asks = p.held || self.march_has_choice(p, step);
        if !asks {
            self.march_close(p, events);
        }
        asks
    }

    /// Whether there is anything to do but end the phase.
    fn march_has_choice(&self, p: &Position, step: MarchStep) -> bool {
        if self.march_crowded(p).next().is_some() {
            return true;
        }
        let lay = self.march_lay(p);
        let own = |u: &u16| self.march_unit_bar(p, *u).is_none();
        if self.all_units().filter(own).any(|u| self.march_can_step(p, &lay, u)) {
            return true;
        }
        let mut found = false;
        for unit in self.all_units() {
            if self.march_unit_bar(p, unit).is_none() {
                self.march_list_unit(p, &lay, unit, &mut |_| found = true);
            }
            if found {
                return true;
            }
        }
        with_scratch(&RAIL, |rail| {
            rail.clear();
            self.rail_list_march(p, step, p.active, rail);
            !rail.is_empty()
        })
    }

    /// Whether a unit can go anywhere at all, looked for no farther than its next step.
    fn march_can_step(&self, p: &Position, lay: &Lay<'_>, unit: u16) -> bool {
        let can_pay = p.march.left(unit) > 0 || p.march.fresh.has(unit);
        if !can_pay || self.march_still_bar(p, lay, unit).is_some() {
            return false;
        }
        let m = self.march_mover(p, lay, unit);
        if m.at == NOWHERE {
            let mut any = false;
            self.march_doors(p, lay, &m, &mut |_, _| any = true);
            return any;
        }
        (0..6).any(|d| self.march_pace(p, lay, &m, m.at, d, m.left).is_ok())
    }

    /// Who must decide what.
    pub(super) fn march_decision(&self, p: &Position, step: MarchStep) -> Decision {
        let (rule, what) = match step {
            MarchStep::Move => {
                ("4.1a", "movement: units move, dig, work on bridges, change orders; or end the phase")
            }
            MarchStep::Strategic => ("11.11", "strategic movement: marked units move; or end the phase"),
        };
        Decision::one(Side(p.active), rule, what)
    }

    /// Every legal action: where each unit can go, by one search for it, and what it can do where it stands.
    pub(super) fn march_list(&self, p: &Position, _step: MarchStep, side: u8, out: &mut Vec<Action>) {
        let lay = self.march_lay(p);
        let mut put = |a: MarchAction| out.push(Action::March(a));
        for unit in self.all_units() {
            if p.side(unit) == side && self.march_unit_bar(p, unit).is_none() {
                self.march_list_unit(p, &lay, unit, &mut put);
            }
        }
        let mut crowded = false;
        for hex in self.march_crowded(p) {
            crowded = true;
            let own = || p.at(hex).filter(|u| self.march_unit_bar(p, *u).is_none());
            if own().next().is_some_and(|u| self.march_give_up_bar(p, &lay, u).is_none()) {
                own().for_each(|unit| put(MarchAction::GiveUp { unit }));
            }
        }
        if !crowded {
            put(MarchAction::Done);
        }
    }

    /// Everything that one unit can do.
    pub(super) fn march_list_unit(
        &self,
        p: &Position,
        lay: &Lay<'_>,
        unit: u16,
        put: &mut dyn FnMut(MarchAction),
    ) {
        let can_pay = p.march.left(unit) > 0 || p.march.fresh.has(unit);
        if can_pay && self.march_still_bar(p, lay, unit).is_none() {
            let reach = self.march_search(p, lay, &self.march_mover(p, lay, unit));
            reach.ends.iter().for_each(|to| put(MarchAction::Go { unit, to }));
        }
        if !p.on_map(unit) {
            return;
        }
        if self.march_order_bar(p, lay, unit).is_none() {
            put(MarchAction::Order { unit });
        }
        if lay.strategic {
            return;
        }
        let map = self.map(p);
        let hex = usize::from(p.hex(unit));
        for (d, to) in map.neighbours(p.hex(unit)).filter(|(d, _)| map.river[hex][usize::from(*d)] != 0) {
            if p.bridged(p.hex(unit), d) {
                if self.march_destroy_bar(p, lay, unit, to).is_none() {
                    put(MarchAction::Destroy { unit, to });
                }
            } else if self.march_rebuild_bar(p, lay, unit, to).is_none() {
                put(MarchAction::Rebuild { unit, to });
            } else if self.march_build_bar(p, lay, unit, to).is_none() {
                put(MarchAction::Build { unit, to });
            }
        }
        if self.march_dig_bar(p, lay, unit).is_none() {
            put(MarchAction::Dig { unit });
        }
        if self.march_mark_bar(p, lay, unit).is_none() {
            put(MarchAction::Mark { unit });
        }
    }

    /// The rule that forbids an action.
    pub(super) fn march_bar(&self, p: &Position, a: MarchAction) -> Option<Bar> {
        let (unit, to) = match a {
            MarchAction::Done => {
                return self.march_done_bar(p).map(|(bar, hex)| bar.at(hex));
            }
            MarchAction::Go { unit, to }
            | MarchAction::Destroy { unit, to }
            | MarchAction::Rebuild { unit, to }
            | MarchAction::Build { unit, to } => (unit, to),
            MarchAction::Order { unit }
            | MarchAction::Dig { unit }
            | MarchAction::Mark { unit }
            | MarchAction::GiveUp { unit } => (unit, NOWHERE),
        };
        if let Some(bar) = self.march_unit_bar(p, unit) {
            return Some(bar.of(unit));
        }
        let lay = self.march_lay(p);
        let bar = match a {
            MarchAction::Go { .. } => self
                .march_still_bar(p, &lay, unit)
                .or_else(|| self.march_way_bar(p, &lay, &self.march_mover(p, &lay, unit), to)),
            MarchAction::Order { .. } => self.march_order_bar(p, &lay, unit),
            MarchAction::Destroy { .. } => self.march_destroy_bar(p, &lay, unit, to),
            MarchAction::Rebuild { .. } => self.march_rebuild_bar(p, &lay, unit, to),
            MarchAction::Build { .. } => self.march_build_bar(p, &lay, unit, to),
            MarchAction::Dig { .. } => self.march_dig_bar(p, &lay, unit),
            MarchAction::Mark { .. } => self.march_mark_bar(p, &lay, unit),
            MarchAction::GiveUp { .. } => self.march_give_up_bar(p, &lay, unit),
            MarchAction::Done => None,
        };
        bar.map(|b| b.of(unit).at(to))
    }

    /// Takes a legal action.
    pub(super) fn march_take(
        &self,
        p: &mut Position,
        _step: MarchStep,
        _side: u8,
        a: MarchAction,
        _dice: &mut dyn Dice,
        events: &mut Vec<Event>,
    ) {
        let map = self.scenario(p).map;
        match a {
            MarchAction::Go { unit, to } => self.march_walk(p, unit, to, events),
            MarchAction::Order { unit } => self.march_order(p, unit, events),
            MarchAction::Destroy { unit, to } => self.march_bridge(p, unit, to, false, events),
            MarchAction::Rebuild { unit, to } => self.march_bridge(p, unit, to, true, events),
            MarchAction::Build { unit, to } => self.march_build(p, unit, to, events),
            MarchAction::Dig { unit } => {
                p.units.mark(unit, Flag::Digging, true);
                events.push(Event::March(MarchEvent::Digs { unit, map, hex: p.hex(unit) }));
            }
            MarchAction::Mark { unit } => {
                p.units.mark(unit, Flag::Strategic, true);
                events.push(Event::March(MarchEvent::Marked { unit, map, hex: p.hex(unit) }));
            }
            MarchAction::GiveUp { unit } => self.lose_cel(p, unit, "5.1a", events),
            MarchAction::Done => self.march_close(p, events),
        }
    }
}
