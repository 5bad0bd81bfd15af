//! Movement (4 to 6), and what goes with it. The files follow the rulebook: [`land`] sees enemies, zones and limits, [`pace`] prices
//! one step, [`way`] finds and walks ways, [`entry`] brings reinforcements (13), [`work`] has artillery orders (8.7), digging (9.1), strategic
//! movement (11) and bridges (14), [`phase`] how the phases begin and end.
//!
//! Units move in any order and as often as their points allow (lodz 4.1a): what each has left is kept until the phase ends.

mod entry;
mod land;
mod pace;
mod phase;
pub mod state;
mod types;
mod way;
mod words;
mod work;

pub use types::{MarchAction, MarchEvent, MarchStep, Stop};
pub use way::{Course, Reach, UNREACHED};

use super::{Engine, Event};
use crate::position::{Flag, Position, UnitId};
pub use land::Land;
use pace::Pace;
use sandtable_core::game::Line;
use sandtable_core::machine::{Flow, Module, Offers};
use sandtable_core::view::Viewer;
use sandtable_core::{Decision, Dice, Refusal, Side};

/// The module of movement.
pub struct MarchRules;

impl Engine<'_> {
    /// Whether there is anything to do but end the phase.
    fn march_has_choice(&self, p: &Position) -> bool {
        if self.march_crowded(p).next().is_some() {
            return true;
        }
        let land = self.march_land(p);
        let own = |u: &UnitId| self.march_unit_refused(p, *u).is_none();
        if self.all_units().filter(own).any(|u| self.march_can_step(p, &land, u)) {
            return true;
        }
        let mut found = false;
        for unit in self.all_units() {
            if self.march_unit_refused(p, unit).is_none() {
                self.march_list_unit(p, &land, unit, &mut |_| found = true);
            }
            if found {
                return true;
            }
        }
        let mut visit = |_, _| found = true;
        self.rail_offers_march(p, p.active, &mut Offers::new(&mut visit));
        found
    }

    /// Whether a unit can go anywhere at all, looked for no farther than its next step.
    fn march_can_step(&self, p: &Position, land: &Land<'_>, unit: UnitId) -> bool {
        let can_pay = p.march.left(unit) > 0 || p.march.fresh.has(unit);
        if !can_pay || self.march_still_refused(p, land, unit).is_some() {
            return false;
        }
        let m = self.march_mover(p, land, unit);
        let Some(from) = m.at else {
            let mut any = false;
            self.march_doors(p, land, &m, &mut |_, _| any = true);
            return any;
        };
        let mut near = self.map(p).neighbours(from);
        near.any(|(direction, to)| self.march_pace(p, land, &m, Pace { from, direction, to }, m.left).is_ok())
    }

    /// Everything that one unit can do.
    pub(super) fn march_list_unit(
        &self,
        p: &Position,
        land: &Land<'_>,
        unit: UnitId,
        put: &mut dyn FnMut(MarchAction),
    ) {
        let can_pay = p.march.left(unit) > 0 || p.march.fresh.has(unit);
        if can_pay && self.march_still_refused(p, land, unit).is_none() {
            let reach = self.march_search(p, land, &self.march_mover(p, land, unit));
            reach.ends.iter().for_each(|to| put(MarchAction::Go { unit, to }));
        }
        let Some(hex) = p.hex(unit) else { return };
        if self.march_order_refused(p, land, unit).is_none() {
            put(MarchAction::Order { unit });
        }
        if land.strategic {
            return;
        }
        let map = self.map(p);
        let rivers = map.river[usize::from(hex)];
        for (d, to) in map.neighbours(hex).filter(|(d, _)| rivers[usize::from(*d)] != 0) {
            if p.bridged(hex, d) {
                if self.march_destroy_refused(p, land, unit, to).is_none() {
                    put(MarchAction::Destroy { unit, to });
                }
            } else if self.march_rebuild_refused(p, land, unit, to).is_none() {
                put(MarchAction::Rebuild { unit, to });
            } else if self.march_build_refused(p, land, unit, to).is_none() {
                put(MarchAction::Build { unit, to });
            }
        }
        if self.march_dig_refused(p, land, unit).is_none() {
            put(MarchAction::Dig { unit });
        }
        if self.march_mark_refused(p, land, unit).is_none() {
            put(MarchAction::Mark { unit });
        }
    }
}

impl Module<MarchRules> for Engine<'_> {
    type Step = MarchStep;
    type Action = MarchAction;
    type Event = MarchEvent;

    /// Ends the phase when there is nothing else to do.
    fn run(&self, p: &mut Position, _: MarchStep, _: &mut dyn Dice, events: &mut Vec<Event>) -> Flow {
        // A phase in which something was done waits for its player, if players want it so.
        let asks = p.held || self.march_has_choice(p);
        if !asks {
            self.march_close(p, events);
        }
        Flow::ask_if(asks)
    }

    fn decision(&self, p: &Position, step: MarchStep) -> Decision {
        let (rule, what) = match step {
            MarchStep::Move => {
                ("4.1a", "movement: units move, dig, work on bridges, change orders; or end the phase")
            }
            MarchStep::Strategic => ("11.11", "strategic movement: marked units move; or end the phase"),
        };
        Decision::one(Side(p.active), rule, what)
    }

    /// Where each unit can go, by one search for it, and what it can do where it stands.
    fn offers(&self, p: &Position, _: MarchStep, side: Side, out: &mut Offers<'_, MarchAction>) {
        let land = self.march_land(p);
        for unit in self.all_units() {
            if p.side(unit) == side.0 && self.march_unit_refused(p, unit).is_none() {
                self.march_list_unit(p, &land, unit, &mut |a| out.legal(a));
            }
        }
        let mut crowded = false;
        for hex in self.march_crowded(p) {
            crowded = true;
            let own = || p.at(hex).filter(|u| self.march_unit_refused(p, *u).is_none());
            if own().next().is_some_and(|u| self.march_give_up_refused(p, &land, u).is_none()) {
                out.all_legal(own().map(|unit| MarchAction::GiveUp { unit }));
            }
        }
        if !crowded {
            out.legal(MarchAction::Done);
        }
    }

    fn refuse(&self, p: &Position, _: MarchStep, _: Side, a: &MarchAction) -> Option<Refusal> {
        let (unit, to) = match *a {
            MarchAction::Done => return self.march_done_refused(p),
            MarchAction::Go { unit, to }
            | MarchAction::Destroy { unit, to }
            | MarchAction::Rebuild { unit, to }
            | MarchAction::Build { unit, to } => (unit, Some(to)),
            MarchAction::Order { unit }
            | MarchAction::Dig { unit }
            | MarchAction::Mark { unit }
            | MarchAction::GiveUp { unit } => (unit, None),
        };
        if let Some(why) = self.march_unit_refused(p, unit) {
            return Some(why.of(unit));
        }
        let land = self.march_land(p);
        let why = match *a {
            MarchAction::Go { to, .. } => self
                .march_still_refused(p, &land, unit)
                .or_else(|| self.march_way_refused(p, &land, &self.march_mover(p, &land, unit), to)),
            MarchAction::Order { .. } => self.march_order_refused(p, &land, unit),
            MarchAction::Destroy { to, .. } => self.march_destroy_refused(p, &land, unit, to),
            MarchAction::Rebuild { to, .. } => self.march_rebuild_refused(p, &land, unit, to),
            MarchAction::Build { to, .. } => self.march_build_refused(p, &land, unit, to),
            MarchAction::Dig { .. } => self.march_dig_refused(p, &land, unit),
            MarchAction::Mark { .. } => self.march_mark_refused(p, &land, unit),
            MarchAction::GiveUp { .. } => self.march_give_up_refused(p, &land, unit),
            MarchAction::Done => None,
        };
        why.map(|why| to.into_iter().fold(why.of(unit), |why, to| why.at(to)))
    }

    fn take(
        &self,
        p: &mut Position,
        _: MarchStep,
        _: Side,
        a: &MarchAction,
        _: &mut dyn Dice,
        events: &mut Vec<Event>,
    ) {
        let map = self.scenario(p).map;
        match *a {
            MarchAction::Go { unit, to } => self.march_walk(p, unit, to, events),
            MarchAction::Order { unit } => self.march_order(p, unit, events),
            MarchAction::Destroy { unit, to } => self.march_bridge(p, unit, to, false, events),
            MarchAction::Rebuild { unit, to } => self.march_bridge(p, unit, to, true, events),
            MarchAction::Build { unit, to } => self.march_build(p, unit, to, events),
            MarchAction::Dig { unit } => {
                p.units.mark(unit, Flag::Digging, true);
                events.extend(p.hex(unit).map(|hex| Event::March(MarchEvent::Digs { unit, map, hex })));
            }
            MarchAction::Mark { unit } => {
                p.units.mark(unit, Flag::Strategic, true);
                events.extend(p.hex(unit).map(|hex| Event::March(MarchEvent::Marked { unit, map, hex })));
            }
            MarchAction::GiveUp { unit } => self.lose_cel(p, unit, "5.1a", events),
            MarchAction::Done => self.march_close(p, events),
        }
    }

    fn line(&self, event: &MarchEvent, _: Viewer) -> Option<Line> {
        Some(self.march_line(*event))
    }
}
