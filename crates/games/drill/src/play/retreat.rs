//! Retreats and advances (7).

use super::{Event, Events};
use crate::data::Hexes;
use crate::{Drill, Position};
use sandtable_core::Refusal;
use sandtable_core::machine::Flow;
use sandtable_hexgame::story::Happened;
use sandtable_hexgame::{HexId, UnitId, Units};

impl Drill {
    /// What keeps a unit from retreating to a hex (drill 7b, drill 7c).
    pub(crate) fn bar_retreat(&self, p: &Position, side: u8, unit: UnitId, to: HexId) -> Option<Refusal> {
        let field = self.field(p);
        let beside = p.units.at(unit).is_some_and(|from| self.map.around(from).has(to));
        let alone = field.zone(1 - side).has(to) && !field.holds(side, to);
        let barred = Refusal::first(&[
            (field.side(unit) != side || !p.retreating.has(unit), "7b", "the unit does not retreat"),
            (!beside, "7b", "units retreat one hex"),
            (field.holds(1 - side, to), "7c", "an enemy is in the hex"),
            (alone, "7c", "the hex is in an enemy zone and holds no friend"),
            (self.is_full(p, to), "7c", "two units are in the hex already"),
        ]);
        barred.map(|why| why.of(unit).at(to))
    }

    /// Where a unit can retreat to.
    pub fn ways_back(&self, p: &Position, unit: UnitId) -> Hexes {
        let Some(from) = p.units.at(unit) else { return Hexes::EMPTY };
        let side = self.counters[unit].side;
        self.map.around(from).which(|to| self.bar_retreat(p, side, unit, to).is_none())
    }

    /// Units that have nowhere to go are lost; somebody chooses for the others.
    pub(crate) fn run_retreat(&self, p: &mut Position, side: u8, events: &mut Events) -> Flow {
        loop {
            // A unit that is lost may make room for another.
            let waits = p.retreating.which(|unit| self.counters[unit].side == side);
            let Some(unit) = waits.first() else { break };
            if waits.iter().any(|u| !self.ways_back(p, u).is_empty()) {
                return Flow::Ask;
            }
            self.lose(p, unit, 2);
            events.push(Event::Combat(Happened::Cornered { unit }));
        }
        p.steps.pop();
        Flow::Next
    }

    /// Asks who advances, if anybody can (drill 7d).
    pub(crate) fn run_advance(&self, p: &mut Position, events: &mut Events) -> Flow {
        let open = |at| self.defenders(p, at).is_empty() && !self.is_full(p, at);
        let beside = |at| p.attackers.meet(&self.field(p).beside(p.side, at));
        if p.target.is_some_and(|at| open(at) && !beside(at).is_empty()) {
            return Flow::Ask;
        }
        self.end_attack(p, events);
        Flow::Next
    }

    /// The attack is over, fought or not.
    pub(crate) fn end_attack(&self, p: &mut Position, events: &mut Events) {
        if let Some(at) = p.target.filter(|at| p.attacked.has(*at)) {
            let held = p.units.in_hex(at).next().map(|unit| self.counters[unit].side);
            events.push(Event::Combat(Happened::Over { at, held }));
        }
        p.steps.pop();
        (p.target, p.attackers, p.retreating) = (None, Units::EMPTY, Units::EMPTY);
    }
}
