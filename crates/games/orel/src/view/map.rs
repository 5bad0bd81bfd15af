//! What lies over the map: the parts of Orel, declared attacks, entry zones, and layers that can be switched on.

use crate::Orel;
use crate::data::all_hexes;
use crate::data::{Hexes, RED, WHITE};
use crate::position::{At, FormationId, HexId, Marker, Position};
use sandtable_core::view::{Layer, Mark};
use sandtable_ops::Id;

impl Orel {
    fn places(&self, hexes: impl IntoIterator<Item = HexId>) -> Vec<String> {
        hexes.into_iter().filter_map(|h| self.engine().spot(h)).collect()
    }

    fn layer(&self, what: &'static str, name: &str, side: u8, hexes: &Hexes) -> Layer {
        let places = self.places(hexes.iter());
        Layer { what, name: name.to_string(), side: self.side_id(side), places }
    }

    /// The part of Orel that its units hold, hexes under attack, and where units left the map.
    pub(super) fn marks(&self, p: &Position) -> Vec<Mark> {
        let mut out = Vec::new();
        let mut put = |hex: HexId, what: &'static str, side: u8| {
            if let Some(place) = self.engine().spot(hex) {
                out.push(Mark { place, what, side: self.side_id(side) });
            }
        };
        let orel = self.d.map.orel;
        if self.engine().scenario(p).area.has(orel) {
            let holder = p.at(orel).next().map(|u| p.side(u));
            if let Some(side) = holder {
                put(orel, if p.centre { "centre" } else { "suburbs" }, side);
            }
            put(orel, "control", p.orel);
        }
        let mut targets = Hexes::EMPTY;
        for unit in self.engine().all_units().filter(|u| p.on_map(*u)) {
            if let Marker::Attack { target, .. } = p.marker(unit)
                && target.on_board()
                && !targets.has(target)
            {
                targets.insert(target);
                put(target, "attack", p.side(unit));
            }
        }
        if !p.at_peace() && p.combat.hex.on_board() && !targets.has(p.combat.hex) {
            put(p.combat.hex, "attack", p.active);
        }
        let mut left = Hexes::EMPTY;
        for unit in self.engine().all_units().filter(|u| p.units.at(*u) == At::OffMap) {
            if let Some(hex) = p.hex(unit).filter(|h| !left.has(*h)) {
                left.insert(hex);
                put(hex, "left the map", p.side(unit));
            }
        }
        out
    }

    /// Hexes out of play, declared attacks as arrows, and what can be switched on: ranges of Depots, main bodies, railways, zones of
    /// control, inactive formations, entry zones.
    pub(super) fn layers(&self, p: &Position) -> Vec<Layer> {
        let mut out = Vec::new();
        self.closed(p, &mut out);
        self.arrows(p, &mut out);
        for side in [WHITE, RED] {
            self.depot_ranges(p, side, &mut out);
            self.main_bodies(p, side, &mut out);
            out.push(self.layer("rail control", "", side, &p.rails[usize::from(side)]));
            let zone = all_hexes().filter(|h| self.engine().in_zone(p, side, *h));
            out.push(self.layer("zone of control", "", side, &set(zone)));
            self.asleep_layers(p, side, &mut out);
            self.entry_zones(p, side, &mut out);
        }
        out.retain(|l| !l.places.is_empty());
        out
    }

    /// What is no part of the scenario.
    fn closed(&self, p: &Position, out: &mut Vec<Layer>) {
        let area = &self.engine().scenario(p).area;
        let outside = all_hexes().filter(|h| !area.has(*h));
        let places = self.places(outside);
        out.push(Layer { what: "closed", name: String::new(), side: "", places });
    }

    /// Attacks and support as arrows from hex to hex.
    fn arrows(&self, p: &Position, out: &mut Vec<Layer>) {
        let mut seen: Vec<(&str, HexId, HexId)> = Vec::new();
        for unit in self.engine().all_units().filter(|u| p.on_map(*u)) {
            let (what, name, target) = match p.marker(unit) {
                Marker::Attack { prepared: true, target } => ("attack", "prepared", target),
                Marker::Attack { target, .. } => ("attack", "hasty", target),
                Marker::Support { target, .. } => ("support", "of the attack", target),
                Marker::Defence { attack } => match p.declared().get(usize::from(attack)) {
                    Some(a) => ("support", "of the defence", a.target),
                    None => continue,
                },
                Marker::Barrage | Marker::None => continue,
            };
            let Some(from) = p.hex(unit).filter(|from| *from != target) else { continue };
            let key = (what, from, target);
            if seen.contains(&key) {
                continue;
            }
            seen.push(key);
            let places = self.places([from, target]);
            if places.len() == 2 {
                out.push(Layer { what, name: name.to_string(), side: self.side_id(p.side(unit)), places });
            }
        }
    }

    /// The range of each Depot (orel 8.2.2a), traced as infantry does.
    fn depot_ranges(&self, p: &Position, side: u8, out: &mut Vec<Layer>) {
        let engine = self.engine();
        for unit in p.units.on_map_of(side).filter(|u| engine.class(*u).is_depot()) {
            let Some(hex) = p.hex(unit) else { continue };
            let limit = self.d.charts.depot.range;
            let reach = engine.supply_reach(p, side, crate::data::Class::Infantry, hex, limit);
            let state = if p.functional.has(unit) { "" } else { ", not functional" };
            let name = format!("{}{state}", engine.name(unit));
            let mut layer = self.layer("depot range", &name, side, &reach);
            // The Depot's own hex comes first.
            if let Some(own) = engine.spot(hex) {
                layer.places.retain(|h| *h != own);
                layer.places.insert(0, own);
            }
            out.push(layer);
        }
    }

    /// Hexes of the units of a formation's main bodies.
    fn main_bodies(&self, p: &Position, side: u8, out: &mut Vec<Layer>) {
        for (index, formation) in self.d.formations.iter().enumerate().filter(|(_, f)| f.side == side) {
            let body = self.engine().main_bodies(p, FormationId::of(index));
            let hexes = set(body.iter().filter(|u| p.on_map(*u)).filter_map(|u| p.hex(u)));
            out.push(self.layer("main body", &formation.name, side, &hexes));
        }
    }

    /// Formations that may not act yet.
    fn asleep_layers(&self, p: &Position, side: u8, out: &mut Vec<Layer>) {
        let engine = self.engine();
        for i in &engine.scenario(p).inactive {
            let formation = &self.d.formations[usize::from(i.formation)];
            if !p.sleeps(i.formation) || formation.side != side {
                continue;
            }
            let units = p
                .units
                .on_map_of(side)
                .filter(|u| engine.def(*u).formation == Some(i.formation) || i.units.contains(u));
            let name = format!("{}, through {}", formation.name, self.date(i.through));
            out.push(self.layer("inactive", &name, side, &set(units.filter_map(|u| p.hex(u)))));
        }
    }

    /// Entry zones in play, with the days on which something comes.
    fn entry_zones(&self, p: &Position, side: u8, out: &mut Vec<Layer>) {
        let scenario = self.engine().scenario(p);
        for (index, zone) in self.d.zones.iter().enumerate().filter(|(_, z)| z.side == side) {
            let mut turns: Vec<u8> = scenario
                .setup
                .iter()
                .filter_map(|row| match row.at {
                    crate::data::Where::Entry { turn, zone, .. } if usize::from(zone) == index => Some(turn),
                    _ => None,
                })
                .collect();
            turns.sort_unstable();
            turns.dedup();
            if turns.is_empty() {
                continue;
            }
            let when: Vec<String> = turns.iter().map(|t| self.date(*t)).collect();
            let closed = if zone.closed { "closed to the enemy; " } else { "" };
            let name = format!("{}: {closed}{}", zone.id, when.join(", "));
            let mut hexes = zone.hexes;
            hexes.join(&zone.stations);
            out.push(self.layer("entry zone", &name, side, &hexes));
        }
    }
}

/// A set of hexes.
fn set(hexes: impl IntoIterator<Item = HexId>) -> Hexes {
    let mut out = Hexes::EMPTY;
    hexes.into_iter().filter(|h| h.on_board()).for_each(|h| out.insert(h));
    out
}
