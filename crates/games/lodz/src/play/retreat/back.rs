//! A retreat, unit by unit or together (7.39 to 7.44, 8.78).

use super::state::Trail;
use super::{RetreatAction, RetreatEvent, RetreatStep};
use crate::data::Kind;
use crate::play::common::no;
use crate::play::{Action, Engine, Event};
use crate::position::{Flag, HexId, Pieces, Position, Step, UnitId, Works};
use sandtable_core::Refusal;
use sandtable_core::machine::Offers;

impl Engine<'_> {
    /// Begins the next order, or ends: artillery that would have to retreat is destroyed (lodz 8.78).
    pub(super) fn retreat_next(&self, p: &mut Position, events: &mut Vec<Event>) {
        if p.retreat.count == 0 {
            p.steps.pop();
            return;
        }
        let order = p.retreat.orders[0];
        p.retreat.orders.rotate_left(1);
        let last = p.retreat.orders.len() - 1;
        p.retreat.orders[last] = super::state::Retreat::START.orders[0];
        p.retreat.count -= 1;
        let units = order.units.which(|u| p.hex(u).is_some_and(|hex| order.from.is(hex)));
        let guns = units.which(|u| self.kind(u) == Kind::Artillery);
        for gun in guns.iter() {
            let map = self.scenario(p).map;
            let hex = p.hex(gun);
            events.extend(hex.map(|hex| Event::Retreat(RetreatEvent::GunsLost { unit: gun, map, hex })));
            self.destroy(p, gun, "8.78", events);
        }
        let r = &mut p.retreat;
        (r.left, r.party, r.from, r.hexes) = (units.without(&guns), Pieces::EMPTY, order.from, order.hexes);
        r.trail = Trail::of(order.from);
        p.steps.push(Step::Retreat(RetreatStep::Back));
    }

    /// Whether one unit has a way of its own.
    fn goes_alone(&self, p: &Position, unit: UnitId) -> bool {
        self.way_of(p, &Pieces::one(unit)).is_some_and(|w| self.way_on(p, &w))
    }

    /// Goes on with an order; whether its owner must choose.
    pub(super) fn retreat_back(&self, p: &mut Position, events: &mut Vec<Event>) -> bool {
        p.retreat.left = p.retreat.left.which(|u| p.on_map(u));
        p.retreat.party = p.retreat.party.which(|u| p.on_map(u));
        if p.retreat.party.is_empty() {
            p.retreat.trail = Trail::of(p.retreat.from);
            let left = p.retreat.left;
            if left.is_empty() {
                p.steps.pop();
            } else if left.iter().any(|u| self.goes_alone(p, u)) {
                p.retreat.party = left;
            } else {
                // Units that must go and cannot are lost (lodz 7.39c).
                for unit in left.iter() {
                    let map = self.scenario(p).map;
                    let hex = p.hex(unit);
                    events.extend(hex.map(|hex| Event::Retreat(RetreatEvent::NoWay { unit, map, hex })));
                    self.destroy(p, unit, "7.39c", events);
                }
            }
            return false;
        }
        let party = p.retreat.party;
        let going = self.way_of(p, &party).filter(|w| w.gone < w.hexes);
        let Some(w) = going else {
            self.retreat_arrive(p);
            return false;
        };
        let ways = self.way_hexes(p, &w);
        if ways.len() == 1 && (w.gone > 0 || party.len() == 1) {
            self.retreat_go(p, ways.first().unwrap_or(w.at), events);
            return false;
        }
        true
    }

    /// The party has come to its end: its path is kept for pursuit.
    fn retreat_arrive(&self, p: &mut Position) {
        let (party, trail) = (p.retreat.party, p.retreat.trail);
        p.retreat.left = p.retreat.left.without(&party);
        p.retreat.party = Pieces::EMPTY;
        p.retreat.trail = Trail::of(p.retreat.from);
        if trail.hexes().len() > 1 && p.retreat.from.is_some() {
            self.retreat_keep(p, party, trail);
        }
    }

    /// Only paths of beaten defenders can be followed (lodz R21).
    fn retreat_keep(&self, p: &mut Position, party: Pieces, trail: Trail) {
        if party.first().is_some_and(|u| p.side(u) != p.active) {
            p.retreat.keep(trail);
        }
    }

    /// The party goes one hex. In an enemy zone, among friends, it loses a CEL (lodz 7.42b).
    pub(super) fn retreat_go(&self, p: &mut Position, to: HexId, events: &mut Vec<Event>) {
        let (party, map) = (p.retreat.party, self.scenario(p).map);
        let Some(w) = self.way_of(p, &party) else { return };
        let loss = if self.zone_costs(p, w.side, to) { self.d.charts.retreat_zone_cel } else { 0 };
        for unit in party.iter() {
            events.push(Event::Retreat(RetreatEvent::Goes { unit, map, from: w.at, to }));
        }
        self.enter(p, &party, to, events);
        for unit in party.iter() {
            p.units.mark(unit, Flag::Retreated, true);
            p.units.mark(unit, Flag::Stirred, true);
        }
        p.retreat.trail.push(to);
        if loss > 0 {
            let hex = to;
            events.push(Event::Retreat(RetreatEvent::ZoneLoss { map, hex, cel: loss }));
            p.retreat.owed = loss;
            p.steps.push(Step::Retreat(RetreatStep::Pay));
        }
    }

    /// Units come into a hex: the enemy's field works there are gone (lodz 9.15), so are its trains and bases (lodz 16.G).
    pub(super) fn enter(&self, p: &mut Position, units: &Pieces, to: HexId, events: &mut Vec<Event>) {
        let Some(first) = units.first() else { return };
        let side = p.side(first);
        let ours = p.units.units_in(side, to) > 0 || p.battle.trenches.has(to) == (side == p.active);
        if !ours && p.works[usize::from(to)] != Works::None {
            p.works[usize::from(to)] = Works::None;
            let map = self.scenario(p).map;
            events.push(Event::Retreat(RetreatEvent::Works { map, hex: to }));
        }
        units.iter().for_each(|u| p.units.place(u, to));
        if units.iter().any(|u| self.kind(u).is_line()) {
            self.rail_overrun(p, to, side, events);
        }
    }

    /// Losses for an enemy zone; whether the owner must choose who takes them (lodz 7.42b, lodz R19).
    pub(super) fn retreat_pay(&self, p: &mut Position, events: &mut Vec<Event>) -> bool {
        let party = p.retreat.party.which(|u| p.on_map(u));
        if p.retreat.owed > 0 && party.len() > 1 {
            return true;
        }
        if p.retreat.owed > 0
            && let Some(unit) = party.first()
        {
            self.retreat_lose(p, unit, events);
            return false;
        }
        p.retreat.owed = 0;
        if party.is_empty() {
            // The last of them was lost: the path to here can be followed, and nobody has got away (lodz R60).
            let (lost, mut trail) = (p.retreat.party, p.retreat.trail);
            trail.lost = true;
            self.retreat_keep(p, lost, trail);
        }
        p.steps.pop();
        false
    }

    /// A unit of the party loses a CEL.
    pub(super) fn retreat_lose(&self, p: &mut Position, unit: UnitId, events: &mut Vec<Event>) {
        p.retreat.owed -= 1;
        self.lose_cel(p, unit, "7.42b", events);
    }

    /// What the owner of a party can do.
    pub(super) fn back_offers(&self, p: &Position, out: &mut Offers<'_, RetreatAction>) {
        let Some(w) = self.way_of(p, &p.retreat.party) else { return };
        out.all_legal(self.way_hexes(p, &w).iter().map(|hex| RetreatAction::Go { hex }));
        out.candidates(p.retreat.party.iter().map(|unit| RetreatAction::Leave { unit }));
    }

    /// The rule that forbids a step of a retreat.
    pub(super) fn back_refuse(&self, p: &Position, a: RetreatAction) -> Option<Refusal> {
        let party = &p.retreat.party;
        let Some(w) = self.way_of(p, party) else { return Some(self.not_now(p, Action::Retreat(a))) };
        match a {
            RetreatAction::Go { hex } => {
                let (rule, why) = self.way_refused(p, &w, hex)?;
                Some(no(rule, why).at(hex))
            }
            RetreatAction::Leave { unit } => {
                if !self.is_unit(unit) || !party.has(unit) {
                    return Some(no("7.42b", "it does not go with this party"));
                }
                if w.gone > 0 {
                    return Some(no("7.42b", "the party is on its way"));
                }
                let rest = party.without(&Pieces::one(unit));
                let none = !rest.iter().any(|u| self.goes_alone(p, u));
                none.then(|| no("7.39c", "nobody would be left in the party who can go"))
            }
            _ => Some(self.not_now(p, Action::Retreat(a))),
        }
    }
}
