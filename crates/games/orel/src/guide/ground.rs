//! What the table can show of the ground: zones, supply, command, railways, objectives, threat; and what belongs to one unit.

use crate::Orel;
use crate::data::{Class, Hexes, Level, Need, RED, WHITE, all_hexes};
use crate::play::march::How;
use crate::play::march::state::March;
use crate::position::{FormationId, HexId, Mode, Phase, Pieces, Position, UnitId};
use crate::view::{SIDES, points};
use sandtable_core::guide::Ground;
use sandtable_core::phrase::listed;
use sandtable_core::view::Layer;
use sandtable_ops::Id;

/// A set of hexes.
fn set(hexes: impl IntoIterator<Item = HexId>) -> Hexes {
    hexes.into_iter().filter(|h| h.on_board()).collect()
}

impl Orel {
    /// The layers of a kind.
    pub(super) fn ground_of(&self, p: &Position, what: Ground) -> Option<Vec<Layer>> {
        let engine = self.engine();
        let of_both = |what: &'static str, hexes: &dyn Fn(u8) -> Hexes| -> Vec<Layer> {
            [WHITE, RED].map(|side| self.field(what, "", side, &hexes(side))).to_vec()
        };
        Some(match what {
            Ground::Zones => of_both("zone", &|side| {
                let area = engine.scenario(p).area;
                set(area.iter().filter(|h| engine.in_zone(p, side, *h)))
            }),
            Ground::Supply => {
                let mut layers = of_both("supplied", &|side| self.supplied(p, side));
                layers.extend(of_both("source", &|side| {
                    set(engine.depots_of(p, side).meet(&p.functional).iter().filter_map(|d| p.hex(d)))
                }));
                layers.extend(of_both("cut", &|side| {
                    let troops = p.units.on_map_of(side).filter(|u| engine.class(*u).is_troop());
                    set(troops.filter(|u| self.feeding(p, *u).is_empty()).filter_map(|u| p.hex(u)))
                }));
                layers
            }
            Ground::Command => self.command_layers(p),
            Ground::Control => of_both("held", &|side| {
                let mut held = p.rails[usize::from(side)].meet(&engine.scenario(p).area);
                let orel = self.d.map.orel;
                if p.orel == side && engine.scenario(p).area.has(orel) {
                    held.insert(orel);
                }
                held
            }),
            Ground::Objectives => self.objectives(p),
            Ground::Threat => of_both("threat", &|side| self.threat(p, side)),
        })
    }

    fn field(&self, what: &'static str, name: &str, side: u8, hexes: &Hexes) -> Layer {
        let places = hexes.iter().filter_map(|h| self.engine().spot(h)).collect();
        Layer { what, name: name.to_string(), side: self.side_id(side), places }
    }

    /// Depots that a unit can draw on where it stands (orel 8.2.2a).
    pub(super) fn feeding(&self, p: &Position, unit: UnitId) -> Pieces {
        let engine = self.engine();
        engine.depots_in_range(p, unit).which(|d| engine.depot_serves(p, d))
    }

    /// Hexes where infantry would have a Depot in range.
    fn supplied(&self, p: &Position, side: u8) -> Hexes {
        let engine = self.engine();
        let depots = engine.depots_of(p, side).which(|d| engine.depot_serves(p, d));
        let from = set(depots.iter().filter_map(|d| p.hex(d)));
        engine
            .supply_field(p, side, Class::Infantry, &from, self.d.charts.depot.range)
            .meet(&engine.scenario(p).area)
    }

    /// Where units of each formation are in command, and those who are not (orel 5.2).
    fn command_layers(&self, p: &Position) -> Vec<Layer> {
        let engine = self.engine();
        let mut out = Vec::new();
        for (index, f) in self.d.formations.iter().enumerate().filter(|(_, f)| f.level == Level::Formation) {
            let body = engine.main_bodies(p, FormationId::of(index));
            let from = set(body.iter().filter_map(|u| p.hex(u)));
            let near =
                |h: &HexId| from.iter().any(|b| engine.command_line(p, f.side, *h, b, f.group_distance));
            let reached = set(engine.scenario(p).area.iter().filter(|h| !from.is_empty() && near(h)));
            if !reached.is_empty() {
                out.push(self.field("command", &f.name, f.side, &reached));
            }
        }
        for side in [WHITE, RED] {
            let astray = set(p.units.on_map_of(side).filter(|u| p.ooc.has(*u)).filter_map(|u| p.hex(u)));
            if !astray.is_empty() {
                out.push(self.field("out of command", "", side, &astray));
            }
        }
        out
    }

    /// What decides the scenario, by who holds it now (orel 10.1e, orel 10.2Va).
    fn objectives(&self, p: &Position) -> Vec<Layer> {
        let engine = self.engine();
        let scenario = engine.scenario(p);
        let holder = |place: HexId| [WHITE, RED].into_iter().find(|side| engine.holds_place(p, *side, place));
        let layer = |name: String, side: Option<u8>, hexes: &[HexId]| Layer {
            what: "objective",
            name,
            side: side.map_or("", |side| self.side_id(side)),
            places: hexes.iter().filter_map(|h| engine.spot(*h)).collect(),
        };
        let mut out: Vec<Layer> = Vec::new();
        for place in &scenario.places {
            let name = format!("{}: {}", engine.town(*place).unwrap_or("place"), self.worth_of(p, *place));
            out.push(layer(name, holder(*place), &[*place]));
        }
        if scenario.levels.iter().any(|g| g.any_of.iter().flatten().any(|n| *n == Need::LineClear)) {
            let cut = engine.station_cut(p, RED);
            let side = if cut {
                Some(RED)
            } else if engine.line_clear(p, WHITE) {
                Some(WHITE)
            } else {
                None
            };
            let name =
                "railway from Orel to Ponyri: White wants it clear of Red infantry, Red wants to cut it"
                    .to_string();
            out.push(layer(name, side, &self.d.map.double_track));
        }
        out
    }

    /// For which levels of victory a place counts.
    fn worth_of(&self, p: &Position, place: HexId) -> String {
        let scenario = self.engine().scenario(p);
        let counts = |any_of: &[Vec<Need>]| any_of.iter().flatten().any(|n| *n == Need::Held(place));
        if let Some((side, any_of)) = &scenario.sole
            && counts(any_of)
        {
            let (own, foe) = (SIDES[usize::from(side % 2)], SIDES[usize::from(1 - side % 2)]);
            return format!("{own} must hold it at the end, or {foe} wins");
        }
        let of = |side: u8| {
            let levels = scenario.levels.iter().filter(|g| g.side == side && counts(&g.any_of));
            let names: Vec<&str> = levels.map(|g| g.name).collect();
            (!names.is_empty()).then(|| format!("{} for {}", listed(&names, "and"), SIDES[usize::from(side)]))
        };
        let both: Vec<String> = [WHITE, RED].into_iter().filter_map(of).collect();
        format!("counts for {}", listed(&both, "and"))
    }

    /// Hexes that combat units of a side could attack after a full movement phase of its own: each unit by itself goes wherever its
    /// points lead it as things stand now, and attacks beside that if a point is left for it. Inactive formations stay where they
    /// are; that friends could cover the way, that enemies would go and that munitions are short is left aside.
    fn threat(&self, p: &Position, side: u8) -> Hexes {
        let engine = self.engine();
        let mut q = *p;
        (q.active, q.phase, q.march) = (side, Phase::Movement, March::START);
        let mut out = Hexes::EMPTY;
        for unit in q.units.on_map_of(side).filter(|u| engine.class(*u).is_combat()) {
            let Some(here) = q.hex(unit) else { continue };
            let Some(price) = engine.march_price(unit, How::Hasty(here)) else { continue };
            if q.mode(unit) == Mode::Routed {
                continue;
            }
            let reach = engine.march_reach(&q, unit);
            let stands = reach.ends.iter().chain([here]).filter(|h| {
                let left = reach.left[usize::from(*h)];
                left != crate::play::march::UNREACHED && left >= price
            });
            for hex in stands {
                self.d.map.neighbours(hex).for_each(|h| out.insert(h));
            }
        }
        out.meet(&engine.scenario(p).area)
    }

    /// What belongs to one unit: its line of supply, who commands it, how far its guns reach.
    pub(super) fn traces_of(&self, p: &Position, piece: &str) -> Vec<Layer> {
        let engine = self.engine();
        let Some(unit) = self.d.unit(piece).filter(|u| p.on_map(*u)) else { return Vec::new() };
        let Some(hex) = p.hex(unit) else { return Vec::new() };
        let (side, class) = (p.side(unit), engine.class(unit));
        let name = engine.name(unit);
        let area = &engine.scenario(p).area;
        let mut out = Vec::new();
        if class.is_gun() || class == Class::Train {
            let range = self.d.charts.attack.support_range;
            let near = set(all_hexes().filter(|h| area.has(*h) && self.d.map.distance(hex, *h) <= range));
            out.push(self.field("artillery range", name, side, &near));
        }
        if class.is_depot() {
            let limit = self.d.charts.depot.range;
            let fed = engine.supply_reach(p, side, Class::Infantry, hex, limit);
            out.push(self.field("feeds", name, side, &fed));
        }
        if class.is_troop() {
            let by = engine.commanders(p, unit);
            if !by.is_empty() {
                let who = set(by.iter().filter_map(|u| p.hex(u)));
                out.push(self.field("command", &format!("the main body near {name}"), side, &who));
            }
        }
        out.push(self.supply_trace(p, unit, hex));
        out
    }

    /// The line from a unit to the nearest Depot that feeds it, or from a Depot to its railway (orel 8.2.2a, orel 3.2Aa).
    fn supply_trace(&self, p: &Position, unit: UnitId, hex: HexId) -> Layer {
        let engine = self.engine();
        let (side, class) = (p.side(unit), engine.class(unit));
        let chart = &self.d.charts.depot;
        let (goal, limit, source) = if class.is_depot() {
            (p.rear.linked[usize::from(side)], chart.convoy_line, "its railway".to_string())
        } else {
            let feeding = self.feeding(p, unit);
            (set(feeding.iter().filter_map(|d| p.hex(d))), chart.range, self.names_of(feeding, "or"))
        };
        let path = engine.supply_path(p, side, class, hex, &goal, limit);
        let name = engine.name(unit);
        match path {
            Some(path) if !goal.is_empty() => Layer {
                what: "supply line",
                name: format!("{name}, from {source}, at most {} MP", points(limit)),
                side: self.side_id(side),
                places: path.into_iter().filter_map(|h| engine.spot(h)).collect(),
            },
            _ => Layer {
                what: "out of supply",
                name: name.to_string(),
                side: self.side_id(side),
                places: engine.spot(hex).into_iter().collect(),
            },
        }
    }
}
