//! Where a party may go (8.5.1): the priorities, in falling order, weighed over the whole way that it still has to go.

use super::FlightKind;
use super::state::Trek;
use crate::data::{Class, Hexes};
use crate::play::Engine;
use crate::position::{HexId, Pieces, Position, UnitId};
use sandtable_core::Refusal;

/// What speaks against a way, the weightiest first: the area of confined units left, enemy zones entered, enemy entry zones entered,
/// hexes passed because the party does not fit, the map left, an end under attack, steps away from the friendly edges,
/// companions left behind.
pub(super) type Faults = [u8; 8];

const AREA: usize = 0;
const ZONE: usize = 1;
const ENTRY: usize = 2;
const FULL: usize = 3;
const OFF: usize = 4;
const TARGET: usize = 5;
const AWAY: usize = 6;
const APART: usize = 7;

/// How many hexes a party looks beyond its way for room (orel 8.5.1i).
const FARTHER: u8 = 3;

/// The hexes that the priorities leave for the next step.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Ways {
    /// On the map.
    pub hexes: Hexes,
    /// Whether the way leads off the map.
    pub off: bool,
    /// What speaks against the best way.
    pub faults: Faults,
}

impl Ways {
    /// Hexes in enemy zones on the best way.
    pub fn zones(&self) -> u8 {
        self.faults[ZONE]
    }
}

/// What stays the same while ways are weighed.
struct Party<'a> {
    p: &'a Position,
    units: Pieces,
    /// Who decides for all: the troops, otherwise the first vehicle.
    leaders: Pieces,
    side: u8,
    start: HexId,
    /// Stacking points and units of its troops.
    load: (u8, u8),
}

fn sum(a: Faults, b: Faults) -> Faults {
    std::array::from_fn(|i| a[i].saturating_add(b[i]))
}

impl Engine<'_> {
    /// Hexes that a flight takes (orel 8.5.1a, orel 8.7.3a).
    pub(super) fn flight_length(&self, kind: FlightKind) -> u8 {
        let charts = &self.d.charts;
        if kind == FlightKind::Rout { charts.rout.hexes } else { charts.retreat.hexes }
    }

    /// The flight of units that stand together, before its first step.
    pub(super) fn flight_trek(&self, p: &Position, units: Pieces, kind: FlightKind) -> Trek {
        let start = units.first().and_then(|u| p.hex(u));
        let party =
            units.which(|u| self.is_unit(u) && p.on_map(u) && p.hex(u) == start && !self.class(u).is_depot());
        Trek { party, kind, start: start.into(), left: self.flight_length(kind), ..Trek::NONE }
    }

    /// The hexes that the priorities leave for the next step of a party (orel 8.5.1c to orel 8.5.1p).
    pub(super) fn flight_ways(&self, p: &Position, trek: &Trek) -> Ways {
        let mut out = Ways::default();
        let Some((party, at)) = self.flight_weighed(p, trek) else { return out };
        let mut best: Option<Faults> = None;
        for to in self.flight_next_steps(&party, at) {
            let Some(faults) = self.flight_step(&party, at, to, trek.left, FARTHER) else { continue };
            if best.is_none_or(|b| faults < b) {
                (best, out.hexes, out.off) = (Some(faults), Hexes::EMPTY, false);
            }
            if best == Some(faults) {
                match to {
                    Some(hex) => out.hexes.insert(hex),
                    None => out.off = true,
                }
            }
        }
        out.faults = best.unwrap_or_default();
        out
    }

    fn flight_weighed<'a>(&self, p: &'a Position, trek: &Trek) -> Option<(Party<'a>, HexId)> {
        let first = trek.party.first()?;
        let troops = trek.party.which(|u| self.class(u).is_troop());
        let leaders = if troops.is_empty() { Pieces::one(first) } else { troops };
        let load = troops.iter().fold((0u8, 0u8), |(points, n), u| (points + p.steps(u), n + 1));
        let (units, side, start) = (trek.party, p.side(first), trek.start.get()?);
        let at = p.hex(first).filter(|h| h.on_board())?;
        Some((Party { p, units, leaders, side, start, load }, at))
    }

    /// Where a party can go next as far as the map goes: the neighbours, and off the map where that is possible.
    fn flight_next_steps(&self, party: &Party<'_>, at: HexId) -> impl Iterator<Item = Option<HexId>> + '_ {
        let off = self.flight_leaves(party, at).then_some(None);
        self.d.map.neighbours(at).map(Some).chain(off)
    }

    /// What speaks against the best way of a party that goes from one hex to the next and then has this many hexes left,
    /// this one included; none if there is no way through it.
    fn flight_step(
        &self,
        party: &Party<'_>,
        at: HexId,
        to: Option<HexId>,
        left: u8,
        farther: u8,
    ) -> Option<Faults> {
        let (p, side) = (party.p, party.side);
        if !party.leaders.iter().all(|u| self.flight_enters(p, u, at, to)) {
            return None;
        }
        let mut faults = Faults::default();
        faults[APART] = party.units.iter().filter(|u| !self.flight_enters(p, *u, at, to)).count() as u8;
        let Some(to) = to else {
            faults[OFF] = 1;
            faults[AWAY] = u8::from(!self.flight_exit_is_own(p, side, at));
            return Some(faults);
        };
        // Hexes of the retreat itself lead away; a unit that goes on for want of room must not come nearer (orel RU-36).
        let (far, was) = (self.d.map.distance(party.start, to), self.d.map.distance(party.start, at));
        if far < was || (left > 0 && far == was) || to == party.start {
            return None;
        }
        let toward = self.d.map.direction(at, to).is_some_and(|d| self.d.map.leads_home(side, d));
        faults[AWAY] = u8::from(!toward);
        faults[AREA] = u8::from(self.out_of_area(p, party.units, to));
        faults[ZONE] = u8::from(self.shut(p, side, to));
        faults[ENTRY] = u8::from(self.entry_closed(side, to));
        let rest = left.saturating_sub(1);
        if rest == 0 && self.flight_fits(party, to) {
            faults[TARGET] = u8::from(self.flight_under_attack(p, side, to));
            return Some(faults);
        }
        let farther = if rest == 0 { farther.checked_sub(1)? } else { farther };
        faults[FULL] = u8::from(rest == 0);
        let next = self.flight_next_steps(party, to);
        next.filter_map(|n| self.flight_step(party, to, n, rest, farther)).min().map(|f| sum(faults, f))
    }

    /// Whether a unit can make a step of a flight at all: no enemy there, its terrain or its track (orel RU-12), for a tank the
    /// nearness of rails (orel 9.2.1a). A tank or car without supplies stands still (orel 8.2.3c).
    pub(super) fn flight_enters(&self, p: &Position, unit: UnitId, from: HexId, to: Option<HexId>) -> bool {
        let (side, class) = (p.side(unit), self.class(unit));
        if matches!(class, Class::Tank | Class::ArmoredCar) && p.unsupplied.has(unit) {
            return false;
        }
        let Some(to) = to else {
            let edges = self.scenario(p).edges(side, &p.rails[usize::from(side)]);
            return class != Class::Train || edges.has(from);
        };
        self.scenario(p).area.has(to) && !p.holds(1 - side, to) && self.ground_lets(p, unit, from, to)
    }

    /// Whether a way can lead off the map from a hex: over the edge of the board or the border of the area (orel 7.5, D11).
    fn flight_leaves(&self, party: &Party<'_>, at: HexId) -> bool {
        let area = &self.scenario(party.p).area;
        self.d.map.near[usize::from(at)].iter().any(|h| h.get().is_none_or(|h| !area.has(h)))
    }

    /// Whether leaving the map at a hex leads toward the friendly edge: over it, or over the border of the area nearer to it.
    fn flight_exit_is_own(&self, p: &Position, side: u8, at: HexId) -> bool {
        let (map, area) = (&self.d.map, &self.scenario(p).area);
        let nearer = |d: u8| map.leads_home(side, d) && map.step(at, d).is_some_and(|h| !area.has(h));
        map.edge[usize::from(side)].has(at) || (0..6).any(nearer)
    }

    /// Whether the troops of a party fit into a hex with those who are there already (orel 8.5.1i).
    fn flight_fits(&self, party: &Party<'_>, hex: HexId) -> bool {
        let (points, units) = self.stacked(party.p, party.side, hex);
        let charts = &self.d.charts;
        party.load.1 == 0
            || points + party.load.0 <= charts.stack_points && units + party.load.1 <= charts.stack_units
    }

    /// Whether a hex is the target of an attack that is still to come (orel 8.5.1l).
    pub fn flight_under_attack(&self, p: &Position, side: u8, hex: HexId) -> bool {
        let to_come = |i: usize| i != usize::from(p.combat.attack);
        side == p.reactive()
            && p.declared().iter().enumerate().any(|(i, a)| !a.done && a.target == hex && to_come(i))
    }

    /// The rule that keeps a party from a hex, if any does.
    pub(super) fn flight_why_not(&self, p: &Position, trek: &Trek, to: Option<HexId>) -> Option<Refusal> {
        let ways = self.flight_ways(p, trek);
        if to.map_or(ways.off, |hex| ways.hexes.has(hex)) {
            return None;
        }
        let (party, at) = self.flight_weighed(p, trek)?;
        let bare = |rule, why| {
            let refusal = Refusal::new(rule, why);
            Some(if let Some(hex) = to { refusal.at(hex) } else { refusal })
        };
        match to {
            None if !self.flight_leaves(&party, at) => return bare("8.5.1k", "the map does not end here"),
            Some(hex) if self.d.map.direction(at, hex).is_none() => {
                return bare("8.5.1a", "a retreat goes from hex to hex, and this one is no neighbour");
            }
            Some(hex) if p.holds(1 - party.side, hex) => return bare("8.5.1q", "enemy units stand there"),
            _ => {}
        }
        let Some(faults) = self.flight_step(&party, at, to, trek.left, FARTHER) else {
            return if trek.kind == FlightKind::Rout {
                bare(
                    "8.7.3a",
                    "a rout must end two hexes from where it began, and no such way leads through there",
                )
            } else {
                bare("8.5.1a", "the units cannot enter that hex, or cannot go on from it to a hex with room")
            };
        };
        let worse = (0..faults.len()).find(|i| faults[*i] > ways.faults[*i]).unwrap_or(APART);
        match worse {
            AREA => bare("10.2Rn", "a unit of the 46th Division would leave its area"),
            ZONE => bare("8.5.1c", "another way enters fewer hexes in enemy zones of control"),
            ENTRY => bare("7.4c", "this is an entry zone of the enemy, and another way is free"),
            FULL => bare("8.5.1i", "too many would stand there, and another way has room"),
            OFF => bare("8.5.1k", "another way stays on the map"),
            TARGET => {
                bare("8.5.1l", "an attack on that hex is still to come, and another way ends elsewhere")
            }
            AWAY => bare("8.5.1o", "this leads away from the friendly edge, and another way does not"),
            _ => bare("8.5.1p", "all can go to one hex together, but not to this one"),
        }
    }
}
