//! Movement and special actions (7). Its files follow the rulebook: [`zones`] sees enemies, zones and covers, [`pace`] prices
//! one step, [`way`] finds and walks ways, [`route`] decides which one is taken, [`entry`] brings units onto the map, [`special`] has the ends of a move, [`duty`]
//! who must move, and how the phase begins and ends.

mod duty;
mod entry;
mod pace;
mod route;
mod special;
pub mod state;
mod trail;
mod types;
mod way;
mod words;
mod zones;

pub use route::{Harm, Route};
pub use trail::Trail;
pub use types::{How, MarchAction, MarchEvent, MarchStep};
pub use way::{Reach, UNREACHED};

use super::{Engine, Event};
use crate::data::Class;
use crate::position::{HexId, Position, Step, UnitId};
use pace::{Reason, reason};
use route::Routes;
use sandtable_core::Refusal;
use sandtable_core::game::{Line, Side};
use sandtable_core::machine::{Flow, Module, Offers};
use sandtable_core::view::Viewer;
use sandtable_core::{Decision, Dice};
use zones::Zones;

/// Where a move goes.
enum Goal {
    /// To a hex, by the way that the program chooses.
    Hex(Option<HexId>),
    /// Along a way that was named, covered by others or not.
    Way(Trail, bool),
}

/// Room for a list of actions: every move of a whole army.
pub const LONGEST_LIST: usize = 1 << 13;

impl Engine<'_> {
    /// The movement phase begins.
    pub(super) fn march_enter(&self, p: &mut Position, _dice: &mut dyn Dice, _events: &mut Vec<Event>) {
        self.march_begin(p);
    }

    /// Whether somebody has done something in the phase, so that its player ends it, if that was agreed on.
    fn march_begun(&self, p: &Position) -> bool {
        p.rules.ended_by_player && (!p.march.moved.is_empty() || p.march.parted)
    }

    /// Whether there is anything to do but end the phase.
    fn march_has_choice(&self, p: &Position) -> bool {
        let zones = self.march_zones(p);
        let part = [false, true].iter().any(|c| self.march_part_refused(p, zones.side, *c).is_none());
        let mut waiting = self.all_units().filter(|u| p.side(*u) == zones.side && !p.march.moved.has(*u));
        part || waiting.any(|u| {
            self.march_ends(p, &zones, u, &mut |_| true)
                || self.march_check_refused(p, &zones, u).is_none()
                || self.march_can_go(p, &zones, u)
        })
    }

    /// Whether the mover can do anything but halt.
    fn march_may_go_on(&self, p: &Position) -> bool {
        let Some(unit) = p.march.mover.get() else { return false };
        let zones = self.march_zones(p);
        self.march_can_go(p, &zones, unit)
            || self.march_ends(p, &zones, unit, &mut |how| how != How::Halt)
            || self.march_check_refused(p, &zones, unit).is_none()
    }

    fn march_list_unit(&self, p: &Position, zones: &Zones, unit: UnitId, put: &mut dyn FnMut(MarchAction)) {
        if self.march_rooted(p, zones, unit).is_none() {
            let reach = self.march_search(p, zones, &self.march_mover(p, zones, unit, false));
            reach.ends.iter().for_each(|to| put(MarchAction::Go { unit, to: to.into() }));
            self.march_list_steps(p, zones, unit, &reach, put);
            if self.march_day_refused(p, zones, unit).is_none() {
                let reach = self.march_search(p, zones, &self.march_mover(p, zones, unit, true));
                reach.ends.iter().for_each(|to| put(MarchAction::Day { unit, to: to.into() }));
            }
        }
        if self.march_check_refused(p, zones, unit).is_none() {
            put(MarchAction::Check { unit });
        }
        self.march_ends(p, zones, unit, &mut |how| {
            put(MarchAction::End { unit, how });
            false
        });
    }

    /// Single steps that are not the way which the unit would take by itself: straight on though a way around is cheaper, and
    /// without the cover of those who would be bound by it. Any way can be made of them.
    fn march_list_steps(
        &self,
        p: &Position,
        zones: &Zones,
        unit: UnitId,
        reach: &Reach,
        put: &mut dyn FnMut(MarchAction),
    ) {
        let m = self.march_mover(p, zones, unit, false);
        let Some(at) = m.at.filter(|_| !m.rides()) else { return };
        for to in self.d.map.neighbours(at).filter(|h| reach.ends.has(*h)) {
            let Some(way) = Trail::over(&self.d.map, [to]) else { continue };
            let step = |uncovered: bool| MarchAction::By { unit, way, day: false, uncovered };
            if reach.back_from(to).nth(1) != Some(at) && self.march_trail_refused(p, zones, &m, way).is_none()
            {
                put(step(false));
            }
            let (leaves, enters) = self.march_covered(zones, &m, at, to);
            if leaves || enters {
                let alone = self.march_mover(p, zones, unit, false).covered_if(false, zones);
                if self.march_trail_refused(p, zones, &alone, way).is_none() {
                    put(step(true));
                }
            }
        }
    }

    /// Whether it is a unit's turn to act: one after the other (orel 7b).
    fn march_turn_refused(&self, p: &Position, step: MarchStep, unit: UnitId) -> Option<Reason> {
        if !self.is_unit(unit) || p.side(unit) != p.active {
            return Some(reason("7a", "that is not a unit of the side that moves"));
        }
        if p.march.moved.has(unit) {
            return Some(reason("7b", "that unit has ended its move"));
        }
        match step {
            MarchStep::Select => None,
            MarchStep::Finish if p.march.mover.is(unit) => None,
            MarchStep::Finish => Some(reason("7b", "another unit is moving: it ends its move first")),
            MarchStep::Part(_) => Some(reason("7.1.1e", "first choose the part of Orel")),
        }
    }

    fn march_go_refused(
        &self,
        p: &Position,
        zones: &Zones,
        unit: UnitId,
        to: Option<HexId>,
        day: bool,
    ) -> Option<Reason> {
        self.march_rooted(p, zones, unit)
            .or_else(|| if day { self.march_day_refused(p, zones, unit) } else { None })
            .or_else(|| self.march_way_refused(p, zones, &self.march_mover(p, zones, unit, day), to))
    }

    fn march_by_refused(
        &self,
        p: &Position,
        zones: &Zones,
        unit: UnitId,
        way: Trail,
        (day, uncovered): (bool, bool),
    ) -> Option<Reason> {
        self.march_rooted(p, zones, unit)
            .or_else(|| if day { self.march_day_refused(p, zones, unit) } else { None })
            .or_else(|| {
                let m = self.march_mover(p, zones, unit, day).covered_if(!uncovered, zones);
                self.march_trail_refused(p, zones, &m, way)
            })
    }

    /// What forbids the check of a unit Out of Command (orel 5.3b): one in a phase (orel RU-75), in a zone.
    fn march_check_refused(&self, p: &Position, zones: &Zones, unit: UnitId) -> Option<Reason> {
        if !p.on_map(unit) || !p.ooc.has(unit) {
            return Some(reason("5.3b", "only a unit Out of Command makes that check"));
        }
        if let Some(why) = self.march_asleep_refused(p, unit) {
            return Some(why);
        }
        if p.march.passed.has(unit) || p.march.failed.has(unit) {
            return Some(reason("5.3b", "the unit has made its check in this phase"));
        }
        (!p.hex(unit).is_some_and(|hex| zones.zone.has(hex)))
            .then_some(reason("5.3b", "the unit is in no zone of control"))
    }

    fn march_go(
        &self,
        p: &mut Position,
        unit: UnitId,
        goal: Goal,
        day: bool,
        dice: &mut dyn Dice,
        events: &mut Vec<Event>,
    ) {
        if !self.march_runs(p, unit, dice, events) {
            return;
        }
        self.march_start(p, unit, day);
        let zones = self.march_zones(p);
        let m = self.march_mover(p, &zones, unit, day);
        match goal {
            Goal::Hex(to) => {
                let route = to.and_then(|to| Routes::new(*self, p, &zones, &m).to(to));
                if let Some(route) = route {
                    self.march_walk(p, &zones, &m, route.hexes().iter().copied(), events);
                }
            }
            Goal::Way(way, uncovered) => {
                let m = m.covered_if(!uncovered, &zones);
                self.march_walk(p, &zones, &m, way.hexes(&self.d.map).flatten(), events);
            }
        }
    }

    /// A unit begins its move, unless it is moving.
    fn march_start(&self, p: &mut Position, unit: UnitId, day: bool) {
        if p.march.mover.is(unit) {
            return;
        }
        let more = if day { self.d.charts.marching_day } else { 0 };
        let allowance = self.march_allowance(p, unit) + more;
        (p.march.mover, p.march.left, p.march.allowance, p.march.day) =
            (unit.into(), allowance, allowance, day);
        p.play.steps.push(Step::March(MarchStep::Finish));
    }

    /// The breakdown roll of a tank before its first MP of the turn (orel 9.2.1b); whether the unit can act.
    fn march_runs(
        &self,
        p: &mut Position,
        unit: UnitId,
        dice: &mut dyn Dice,
        events: &mut Vec<Event>,
    ) -> bool {
        if self.class(unit) != Class::Tank || p.march.running.has(unit) {
            return true;
        }
        let (die, upto) = (dice.roll(6), self.d.charts.attack.breakdown);
        events.push(Event::March(MarchEvent::Breakdown { unit, hex: p.hex(unit), die, upto }));
        if die > upto {
            p.march.running.insert(unit);
            return true;
        }
        p.broken.insert(unit);
        self.march_over(p, unit);
        false
    }
}

impl Module<state::March> for Engine<'_> {
    type Step = MarchStep;
    type Action = MarchAction;
    type Event = MarchEvent;

    fn run(&self, p: &mut Position, step: MarchStep, _: &mut dyn Dice, events: &mut Vec<Event>) -> Flow {
        let asks = match step {
            MarchStep::Part(_) => true,
            MarchStep::Select => self.march_has_choice(p) || self.march_begun(p),
            MarchStep::Finish => self.march_may_go_on(p),
        };
        match (step, p.march.mover.get()) {
            _ if asks => {}
            (MarchStep::Finish, Some(mover)) => self.march_end(p, mover, How::Halt, events),
            _ => {
                self.march_close(p, events);
                self.settle(p, events);
            }
        }
        Flow::ask_if(asks)
    }

    fn decision(&self, p: &Position, step: MarchStep) -> Decision {
        let (side, rule, what) = match step {
            MarchStep::Select => (p.active, "7b", "move the next unit, or end the movement phase"),
            MarchStep::Finish => (p.active, "7.1.4a", "go on with the unit, or end its move"),
            MarchStep::Part(side) => (side, "7.1.1e", "choose the suburbs or the centre of Orel"),
        };
        Decision::one(Side(side), rule, what)
    }

    fn offers(&self, p: &Position, step: MarchStep, Side(side): Side, out: &mut Offers<'_, MarchAction>) {
        if let MarchStep::Part(_) = step {
            return out.all_legal([false, true].map(|centre| MarchAction::Part { centre }));
        }
        let mut put = |a| out.legal(a);
        let zones = self.march_zones(p);
        if step == MarchStep::Finish {
            p.march.mover.get().into_iter().for_each(|u| self.march_list_unit(p, &zones, u, &mut put));
        } else {
            for u in self.all_units().filter(|u| p.side(*u) == side && !p.march.moved.has(*u)) {
                self.march_list_unit(p, &zones, u, &mut put);
            }
        }
        for centre in [false, true] {
            if self.march_part_refused(p, side, centre).is_none() {
                put(MarchAction::Part { centre });
            }
        }
        if step == MarchStep::Select && self.march_done_refused(p, &zones).is_none() {
            put(MarchAction::Done);
        }
    }

    fn refuse(&self, p: &Position, step: MarchStep, Side(side): Side, &a: &MarchAction) -> Option<Refusal> {
        let unit = match a {
            MarchAction::Go { unit, .. }
            | MarchAction::Day { unit, .. }
            | MarchAction::By { unit, .. }
            | MarchAction::Check { unit }
            | MarchAction::End { unit, .. } => unit,
            MarchAction::Part { centre } => {
                let why = match step {
                    MarchStep::Part(_) => None,
                    _ => self.march_part_refused(p, side, centre),
                };
                return why.map(|b| self.march_concerns(b, None, Some(self.d.map.orel)));
            }
            MarchAction::Done if step == MarchStep::Select => {
                let why = self.march_done_refused(p, &self.march_zones(p));
                return why.map(|(b, u)| self.march_concerns(b, Some(u), p.hex(u)).telling_who());
            }
            MarchAction::Done => return Some(self.out_of_turn(p)),
        };
        if let Some(b) = self.march_turn_refused(p, step, unit) {
            return Some(self.march_concerns(b, Some(unit), None));
        }
        let zones = self.march_zones(p);
        let (why, hex) = match a {
            MarchAction::End { how, .. } => {
                (self.march_end_refused(p, &zones, unit, how), how.target().or(p.hex(unit)))
            }
            MarchAction::Go { to, .. } => (self.march_go_refused(p, &zones, unit, to.hex(), false), to.hex()),
            MarchAction::Day { to, .. } => (self.march_go_refused(p, &zones, unit, to.hex(), true), to.hex()),
            MarchAction::By { way, day, uncovered, .. } => {
                (self.march_by_refused(p, &zones, unit, way, (day, uncovered)), way.end(&self.d.map))
            }
            _ => (self.march_check_refused(p, &zones, unit), p.hex(unit)),
        };
        why.map(|b| self.march_concerns(b, Some(unit), hex))
    }

    fn take(
        &self,
        p: &mut Position,
        step: MarchStep,
        _: Side,
        &a: &MarchAction,
        dice: &mut dyn Dice,
        events: &mut Vec<Event>,
    ) {
        match a {
            MarchAction::Go { unit, to } => self.march_go(p, unit, Goal::Hex(to.hex()), false, dice, events),
            MarchAction::Day { unit, to } => self.march_go(p, unit, Goal::Hex(to.hex()), true, dice, events),
            MarchAction::By { unit, way, day, uncovered } => {
                self.march_go(p, unit, Goal::Way(way, uncovered), day, dice, events);
            }
            MarchAction::Check { unit } => {
                let (die, tq, hex) = (dice.roll(6), self.tq(p, unit), p.hex(unit));
                self.march_start(p, unit, false);
                let set = if die <= tq { &mut p.march.passed } else { &mut p.march.failed };
                set.insert(unit);
                events.push(Event::March(MarchEvent::Checked { unit, hex, die, tq }));
            }
            MarchAction::End { unit, how } => {
                if how == How::Halt || self.march_runs(p, unit, dice, events) {
                    self.march_end(p, unit, how, events);
                }
            }
            MarchAction::Part { centre } => {
                p.centre = centre;
                events.push(Event::March(MarchEvent::Part { hex: self.d.map.orel, centre }));
                match step {
                    MarchStep::Part(_) => _ = p.play.steps.pop(),
                    _ => p.march.parted = true,
                }
            }
            MarchAction::Done => self.march_close(p, events),
        }
    }

    fn line(&self, event: &MarchEvent, _: Viewer) -> Option<Line> {
        Some(self.march_line(*event))
    }
}
