//! Coming onto the map: reinforcements and entry zones (orel 7.4), what was built or replaced (orel 4.3.2f, orel 3.3d), units
//! that were driven off (orel 7.5), trains after a lost duel (orel 9.1.1b).

use super::super::{Engine, Event};
use super::pace::{Reason, reason};
use super::types::MarchEvent;
use super::zones::{Mover, Zones};
use crate::data::{Class, Hexes, OffMapLater, Where};
use crate::position::{At, HexId, Position, UnitId};

impl Engine<'_> {
    /// Zone, half-points less and whether it comes together with others, of a reinforcement.
    pub(super) fn march_arrival(&self, p: &Position, unit: UnitId) -> Option<(u8, u8, bool)> {
        let row = self.scenario(p).setup.iter().find(|r| r.unit == unit)?;
        match row.at {
            Where::Entry { zone, less, together, .. } => Some((zone, less, together)),
            _ => None,
        }
    }

    /// Whether a unit off the map may come in this turn; a reinforcement that could not may come later.
    pub(super) fn march_is_due(&self, p: &Position, unit: UnitId) -> bool {
        matches!(p.units.at(unit), At::Due | At::Entry | At::OffMap | At::DrivenOff)
            && p.units.due(unit) <= p.turn
    }

    /// Why a unit off the map does not come in.
    pub(super) fn march_late_reason(&self, p: &Position, unit: UnitId) -> Reason {
        match p.units.at(unit) {
            At::OffMap if !self.march_is_due(p, unit) => reason("7.5b", "it is not due back on the map yet"),
            At::OffMap => reason("7.5b", "it comes back where it left the map or next to that hex"),
            At::DrivenOff => reason("9.1.1b", "the train is repaired, and comes back later by its railway"),
            At::Due if !self.march_is_due(p, unit) => reason("7.4a", "it has not arrived yet"),
            At::Due => reason("7.4a", "its entry zone does not lead there with its MP"),
            At::Entry if self.class(unit).is_depot() => {
                reason("3.3d", "a replaced Depot comes in by a friendly edge")
            }
            At::Entry => reason("4.3.2f", "a battalion built off the map comes in by a friendly edge"),
            At::Pool => reason("4.3.2a", "the battalion has not been built"),
            _ => reason("1.1b", "the unit is not in play"),
        }
    }

    /// The turn and zone for which a unit may wait off the map (orel 7.5d).
    pub(super) fn march_later(&self, unit: UnitId) -> Option<&OffMapLater> {
        self.d.charts.off_map_later.iter().find(|l| l.units.contains(&unit))
    }

    /// Hexes by which a unit off the map may come in now, with the half-points left there.
    pub(super) fn march_doors(
        &self,
        p: &Position,
        zones: &Zones,
        m: &Mover,
        door: &mut dyn FnMut(HexId, u8),
    ) {
        if !self.march_is_due(p, m.unit) {
            return;
        }
        let mut open = Hexes::EMPTY;
        match p.units.at(m.unit) {
            At::Due => {
                let Some((zone, _, together)) = self.march_arrival(p, m.unit) else { return };
                let zone = &self.d.zones[usize::from(zone)];
                open = zone.hexes;
                if let Some(hex) = p.march.together.get().filter(|_| together) {
                    open = Hexes::one(hex);
                }
                if !zone.stations.is_empty() {
                    for hex in self.march_line_to(p, zones, zone.linked_to).meet(&zone.stations).iter() {
                        if self.march_ground(p, zones, m, hex).is_ok() {
                            door(hex, m.left.saturating_sub(zone.station_mp));
                        }
                    }
                }
            }
            At::Entry if m.class == Class::RailDepot => open = self.march_rail_edges(p, zones.side),
            At::Entry => open = self.d.map.edge[usize::from(zones.side)],
            At::DrivenOff => {
                open = p.hex(m.unit).map_or_else(|| self.march_rail_edges(p, zones.side), Hexes::one);
            }
            At::OffMap => {
                if let Some(exit) = p.hex(m.unit) {
                    let border = self.d.map.neighbours(exit).filter(|h| self.march_at_border(p, *h));
                    open = border.chain([exit]).collect();
                }
                if let Some(later) = self.march_later(m.unit).filter(|l| l.turn == p.turn) {
                    open.join(&self.d.zones[usize::from(later.zone)].hexes);
                }
            }
            _ => {}
        }
        for hex in open.iter().filter(|h| self.march_ground(p, zones, m, *h).is_ok()) {
            if m.rides() {
                if self.d.map.rails.has(hex) {
                    door(hex, m.left);
                }
            } else if let Some(left) = self.march_door_cost(m.class, hex).and_then(|c| m.left.checked_sub(c))
            {
                door(hex, left);
            }
        }
    }

    /// Half-points for the first hex: its ground alone (orel D7), as from a neighbour without river, road or railway between.
    fn march_door_cost(&self, class: Class, hex: HexId) -> Option<u8> {
        let map = &self.d.map;
        let costs = |dry: bool| {
            (0..6).filter_map(move |d| {
                let from = map.step(hex, d)?;
                let cost = map.cost(class, from, (d + 3) % 6)?;
                (!dry || !map.river_between(from, hex)).then_some(cost)
            })
        };
        costs(true).max().or_else(|| costs(false).min())
    }

    /// Hexes joined to a rail hex over railway that the side controls, without enemies on it; nothing if that hex itself is lost.
    fn march_line_to(&self, p: &Position, zones: &Zones, goal: Option<HexId>) -> Hexes {
        let own = p.rails[usize::from(zones.side)].without(&zones.enemies);
        let Some(goal) = goal.filter(|hex| own.has(*hex)) else { return Hexes::EMPTY };
        let mut line = Hexes::one(goal);
        let mut open = line;
        while !open.is_empty() {
            let mut next = Hexes::EMPTY;
            for hex in open.iter() {
                for to in self.d.map.neighbours(hex) {
                    if own.has(to) && !line.has(to) && self.d.map.joined_by_rail(hex, to) {
                        line.insert(to);
                        next.insert(to);
                    }
                }
            }
            open = next;
        }
        line
    }

    /// Rail edge hexes of a side: its own, and where a line cut by the border of the scenario is in its hands (orel RU-03).
    fn march_rail_edges(&self, p: &Position, side: u8) -> Hexes {
        let scenario = self.scenario(p);
        let mut out = scenario.rail_edges[usize::from(side)];
        out.join(&scenario.border_links.meet(&p.rails[usize::from(side)]));
        out
    }

    /// Whether a hex lies at the border of what is in play.
    fn march_at_border(&self, p: &Position, hex: HexId) -> bool {
        let area = &self.scenario(p).area;
        area.has(hex) && self.d.map.neighbours(hex).filter(|h| area.has(*h)).count() < 6
    }

    /// A unit comes onto the map: in command (orel 7.4e), supplied if it was driven off (orel 7.5f), repaired if it is a train that
    /// lost a duel (orel RU-44).
    pub(super) fn march_come(
        &self,
        p: &mut Position,
        unit: UnitId,
        hex: HexId,
        left: u8,
        events: &mut Vec<Event>,
    ) {
        let was = p.units.at(unit);
        let together = self.march_arrival(p, unit).is_some_and(|(_, _, together)| together);
        p.place(unit, hex);
        p.ooc.remove(unit);
        events.push(Event::March(MarchEvent::Came { unit, at: hex, left }));
        match was {
            At::Due if together => p.march.together = hex.into(),
            At::OffMap => self.resupply(p, unit, events),
            At::DrivenOff => p.units.set_steps(unit, self.def(unit).steps),
            _ => {}
        }
    }
}
