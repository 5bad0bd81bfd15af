//! Lines of supply, and what it means for a unit to end its move in a hex.

use super::Teller;
use crate::action::Mover;
use crate::data::pieces::Kind;
use crate::data::{HexSet, UnitId, UnitSet};
use crate::engine::{Adds, Engine};
use crate::position::Position;
use crate::standard::command::{in_radius_of, radius};
use crate::standard::supply::{self, Sources};
use crate::standard::zones::in_enemy_zone;
use sandtable_core::view::Layer;

impl<A: Adds> Engine<'_, A> {
    /// Sources of supply of a side as far as it can be sure of them: Gruppen that it knows too little of cut what they might cut.
    pub fn sure_sources(&self, p: &Position<A>, side: u8) -> Sources {
        supply::sources(self.data, &self.sure_ground(p, side), self.army_of(side))
    }

    /// Whether units of a side that end their move together are in supply and in a radius, in this order.
    fn kept(&self, p: &Position<A>, units: UnitSet, side: u8) -> (bool, bool) {
        let ground = self.sure_ground(p, side);
        let sources = supply::sources(self.data, &ground, self.army_of(side));
        let fed = units.iter().all(|u| supply::in_supply(self.data, &ground, u, &sources));
        let owner = |u: UnitId| self.own.owner(self.data, p, u);
        let led = |u: UnitId| {
            self.data.unit(u).is_hq() || in_radius_of(self.data, &ground, u, |hq| owner(hq) == owner(u))
        };
        (fed, units.iter().all(led))
    }

    /// What it means for a mover to end in each of some hexes: it enters an enemy zone, leaves command, is out of supply. The
    /// position is as its side knows it.
    pub fn meanings(&self, p: &Position<A>, mover: Mover, ends: &[u16]) -> Vec<Vec<&'static str>> {
        let units = self.body(p, mover);
        let side = units
            .iter()
            .next()
            .map_or_else(|| self.own.hides(p).map_or(0, |h| h.side), |u| self.data.unit(u).side);
        let doubtful = self.doubtful(p, side);
        let (_, led) = self.kept(p, units, side);
        let mut q = *p;
        let mut meaning = |to: u16| {
            let mut means = Vec::new();
            if to >= self.data.map.len() {
                return means;
            }
            match (in_enemy_zone(p, side, to), doubtful.has(to)) {
                (true, _) => means.push("enters an enemy zone"),
                (false, true) => means.push("comes beside a Gruppe"),
                _ => {}
            }
            if units.is_empty() {
                return means;
            }
            units.iter().for_each(|u| q.put(self.data, u, to));
            let (fed, leads) = self.kept(&q, units, side);
            match (leads, led) {
                (false, true) => means.push("leaves command"),
                (false, false) => means.push("outside command"),
                _ => {}
            }
            if !fed {
                means.push("out of supply");
            }
            means
        };
        ends.iter().map(|to| meaning(*to)).collect()
    }
}

impl<A: Adds> Teller<'_, A> {
    /// The line of supply of a unit up to the railway that feeds it, over depots; where it has none, its hex is cut off. Of a
    /// headquarters its radius. The position is as the viewer knows it.
    pub fn traces(&self, p: &Position<A>, unit: UnitId) -> Vec<Layer> {
        let (engine, data) = (&self.engine, self.engine.data);
        let (u, Some(mut at)) = (data.unit(unit), p.hex(unit)) else { return Vec::new() };
        let player = engine.own.owner(data, p, unit);
        if u.is_hq() {
            let values = engine.own.hq_values(data, p, unit);
            return vec![self.layer(
                "command",
                &data.title(unit),
                player,
                &radius(data, p, unit, values.radius),
            )];
        }
        let ground = engine.sure_ground(p, u.side);
        let rails = supply::railways(data, &ground, u.army);
        let all = supply::sources(data, &ground, u.army);
        let depots = |known: &UnitSet| -> HexSet {
            all.depots.iter().filter(|d| !known.has(*d)).filter_map(|d| p.hex(d)).collect()
        };
        let mut line = vec![at];
        let (mut range, mut zones) = (supply::range(data, unit), supply::zones_of(data, unit));
        let mut passed = UnitSet::EMPTY;
        loop {
            // The railway itself if it is in reach, else the depot that comes nearest to it.
            let goal = match supply::traces(data, &ground, u.side, at, range, zones, &rails) {
                true => rails,
                false => depots(&passed),
            };
            let Some(way) = supply::line(data, &ground, u.side, at, range, zones, &goal) else {
                return vec![self.layer("cut", "", player, &HexSet::one(line[0]))];
            };
            line.extend(way);
            at = line.last().copied().unwrap_or(at);
            if rails.has(at) {
                break;
            }
            let here =
                p.units_in(at).iter().filter(|d| all.depots.has(*d) && data.unit(*d).kind == Kind::Depot);
            let next: UnitSet = here.filter(|d| !passed.has(*d)).collect();
            let Some(depot) = next.iter().next() else { break };
            passed = passed.and(next);
            (range, zones) = (supply::range(data, depot), 0);
        }
        let places = line.iter().map(|h| data.map.number(*h).to_string()).collect();
        let chain = Layer { what: "chain", name: data.title(unit), side: self.id(player), places };
        vec![chain, self.layer("source", "", player, &HexSet::one(at))]
    }
}
