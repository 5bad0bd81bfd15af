//! Retreats and advances (7).

use crate::Units;
use crate::play::Event;
use crate::play::combat::{CombatEvent, CombatStep};
use crate::position::units;
use crate::{Drill, Position};
use crate::{HexId, UnitId};
use sandtable_core::Refusal;
use sandtable_core::machine::Flow;
use sandtable_ops::HexSet;

impl Drill {
    /// What keeps a unit from retreating to a hex (drill 7c).
    pub(crate) fn bar_retreat(&self, p: &Position, side: u8, unit: UnitId, to: HexId) -> Option<Refusal> {
        let no = |rule, why| Some(Refusal::new(rule, why).of(unit.0).at(to.0));
        if self.side_of(unit) != side || !p.retreating.has(unit) {
            return no("7b", "the unit does not retreat");
        }
        if !p.at(unit).is_some_and(|from| self.beside(from).any(|near| near == to)) {
            return no("7b", "units retreat one hex");
        }
        if self.holds(p, 1 - side, to) {
            return no("7c", "an enemy is in the hex");
        }
        if self.in_enemy_zone(p, side, to) && !self.holds(p, side, to) {
            return no("7c", "the hex is in an enemy zone and holds no friend");
        }
        if self.is_full(p, to) { no("7c", "two units are in the hex already") } else { None }
    }

    /// Where a unit can retreat to.
    pub fn ways_back(&self, p: &Position, unit: UnitId) -> HexSet<1> {
        let Some(from) = p.at(unit) else { return HexSet::EMPTY };
        let open = |to: &HexId| self.bar_retreat(p, self.side_of(unit), unit, *to).is_none();
        self.beside(from).filter(open).map(|to| to.0).collect()
    }

    /// Units that have nowhere to go are lost; somebody chooses for the others.
    pub(crate) fn run_retreat(&self, p: &mut Position, side: u8, events: &mut Vec<Event>) -> Flow {
        let waits = |p: &Position, u: UnitId| self.side_of(u) == side && p.retreating.has(u);
        // Whoever is lost may make room for another.
        while let Some(unit) = units().find(|u| waits(p, *u)) {
            if units().any(|u| waits(p, u) && !self.ways_back(p, u).is_empty()) {
                return Flow::Ask;
            }
            self.lose(p, unit, 2);
            events.push(Event::Combat(CombatEvent::Cornered { unit }));
        }
        p.steps.pop();
        Flow::Next
    }

    pub(crate) fn go_back(&self, p: &mut Position, unit: UnitId, to: HexId, events: &mut Vec<Event>) {
        self.put(p, unit, to);
        p.retreating.remove(unit);
        events.push(Event::Combat(CombatEvent::Retreated { unit, to }));
    }

    /// Asks who advances, if anybody can (drill 7d).
    pub(crate) fn run_advance(&self, p: &mut Position) -> Flow {
        let open = p.target.is_some_and(|at| self.defenders(p, at).is_empty() && !self.is_full(p, at));
        let near = |u: UnitId| p.attackers.has(u) && p.at(u).is_some_and(|hex| Some(hex) != p.target);
        let beside =
            |u: UnitId| p.at(u).zip(p.target).is_some_and(|(hex, at)| self.beside(hex).any(|n| n == at));
        if open && units().any(|u| near(u) && beside(u)) {
            return Flow::Ask;
        }
        self.end_attack(p);
        Flow::Next
    }

    pub(crate) fn advance(&self, p: &mut Position, unit: UnitId, events: &mut Vec<Event>) {
        if let Some(at) = p.target {
            self.put(p, unit, at);
            events.push(Event::Combat(CombatEvent::Advanced { unit, to: at }));
        }
    }

    /// The attack is over, fought or not.
    pub(crate) fn end_attack(&self, p: &mut Position) {
        if matches!(p.steps.top(), crate::Step::Combat(s) if s != CombatStep::Choose) {
            p.steps.pop();
        }
        p.target = None;
        p.attackers = Units::EMPTY;
        p.retreating = Units::EMPTY;
    }
}
