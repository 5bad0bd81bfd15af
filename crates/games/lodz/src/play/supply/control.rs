//! Who holds a hex (6.1.6, R48, R49), the points at the end of a part, and who has won.

use crate::data::{Country, Feature, Kind, Map, Scenario, Where};
use crate::play::Engine;
use crate::play::supply::SupplyEvent;
use crate::play::{Event, supply};
use crate::position::{HexId, Position};
use sandtable_core::Side;
use sandtable_core::game::Outcome;

/// Whether a hex is one of those that somebody holds: towns, cities and fortresses.
fn counts(map: &Map, hex: HexId) -> bool {
    map.has(hex, Feature::Town) || map.has(hex, Feature::City) || map.has(hex, Feature::Fortress)
}

impl<'a> Engine<'a> {
    /// The scenario whose dates run: the part of a joined campaign, or the scenario itself (lodz R61).
    pub fn part(&self, p: &Position) -> &'a Scenario {
        let s = self.scenario(p);
        let part = s.parts.iter().find(|part| (part.first..=part.last).contains(&p.day));
        part.map_or(s, |part| &self.d.scenarios[usize::from(part.scenario)])
    }

    /// Hexes that somebody holds: towns, cities and fortresses, and the victory hexes of every part.
    fn supply_held(&self, p: &Position) -> impl Iterator<Item = HexId> + use<'a> {
        let (map, s, d) = (self.map(p), self.scenario(p), self.d);
        let parts = s.parts.iter().flat_map(|part| &d.scenarios[usize::from(part.scenario)].victory);
        let victory = s.victory.iter().chain(parts).map(|v| v.hex);
        map.all().filter(|h| counts(map, *h)).chain(victory)
    }

    /// The hexes that somebody holds, as a set.
    pub fn held_hexes(&self, p: &Position) -> crate::data::Hexes {
        self.supply_held(p).collect()
    }

    /// At the start a town belongs to the nearest unit other than artillery and headquarters, in doubt to its country (lodz R49).
    pub(crate) fn supply_first_holders(&self, p: &mut Position) {
        let map = self.map(p);
        let line = self.all_units().filter(|u| self.kind(*u).is_line());
        let line: Vec<(usize, HexId)> =
            line.filter_map(|u| Some((usize::from(p.side(u)), p.hex(u)?))).collect();
        let all: Vec<HexId> = self.supply_held(p).collect();
        for hex in all {
            let mut nearest = [u8::MAX; 2];
            for (side, from) in &line {
                nearest[*side] = nearest[*side].min(map.distance(*from, hex));
            }
            p.holder[usize::from(hex)] = match nearest[0].cmp(&nearest[1]) {
                std::cmp::Ordering::Less => 0,
                std::cmp::Ordering::Greater => 1,
                std::cmp::Ordering::Equal => u8::from(map.country[usize::from(hex)] == Country::Russia),
            };
        }
        for v in &self.scenario(p).victory {
            p.holder[usize::from(v.hex)] = v.holder;
        }
    }

    /// Who holds which hex now: the side that stands there, else the only side with a zone there, else as it was (lodz R48).
    pub(crate) fn supply_control(&self, p: &mut Position) {
        for hex in self.supply_held(p) {
            let here = |side| p.units.units_in(side, hex) > 0;
            let zone = |side| self.in_zone(p, side, hex);
            let holder = match (here(0), here(1)) {
                (true, false) => Some(0),
                (false, true) => Some(1),
                _ => match (zone(0), zone(1)) {
                    (true, false) => Some(0),
                    (false, true) => Some(1),
                    _ => None,
                },
            };
            if let Some(side) = holder {
                p.holder[usize::from(hex)] = side;
            }
        }
    }

    /// The day is over: a part that ends with it is scored (lodz N11.8, lodz R96), the bases of the next one are laid out (lodz L2).
    pub(super) fn supply_night(&self, p: &mut Position, events: &mut Vec<Event>) {
        let s = self.scenario(p);
        let ends = s.parts.iter().any(|part| part.last == p.day) || (s.parts.is_empty() && p.day == s.days);
        if ends {
            let mut won = [0; 2];
            for v in &self.part(p).victory {
                if let Some(points) = won.get_mut(usize::from(p.holder[usize::from(v.hex)])) {
                    *points += self.d.charts.victory_points;
                }
            }
            for (all, more) in p.scored.iter_mut().zip(won) {
                *all = all.saturating_add(more);
            }
            let rule = supply::victory_rule(&self.part(p).id);
            events.push(Event::Supply(SupplyEvent::Scored { points: won, total: p.scored, rule }));
        }
        if let Some(next) = s.parts.iter().find(|part| part.first == p.day + 1) {
            self.supply_new_bases(p, usize::from(next.scenario), events);
        }
    }

    /// Bases of a part, from counters that are not on the map, where no enemy holds or controls the hex (lodz L2).
    fn supply_new_bases(&self, p: &mut Position, scenario: usize, events: &mut Vec<Event>) {
        for row in &self.d.scenarios[scenario].setup {
            let def = self.def(row.unit);
            let Where::Hex { hex, .. } = row.at else { continue };
            if def.kind != Kind::Base {
                continue;
            }
            let enemy = 1 - def.side;
            let free = self.bases().find(|(_, u)| self.def(*u).side == def.side && !p.on_map(*u));
            let clear = p.units.units_in(enemy, hex) == 0
                && !self.in_zone(p, enemy, hex)
                && p.holder[usize::from(hex)] != enemy;
            let taken = p.at(hex).any(|u| self.kind(u) == Kind::Base);
            if let Some((slot, base)) = free.filter(|_| clear && !taken) {
                p.units.muster(base, def.side, 0, 0);
                p.units.place(base, hex);
                p.rail.travelled[slot] = crate::data::Hexes::one(hex);
                events.push(Event::Supply(SupplyEvent::Base { unit: base, map: self.scenario(p).map, hex }));
            }
        }
    }

    /// How the game ended: more points win, equal is a draw (lodz R48).
    pub fn supply_outcome(&self, p: &Position) -> Outcome {
        let joined = !self.scenario(p).parts.is_empty();
        let rule = if joined { "N11.8" } else { supply::victory_rule(&self.part(p).id) };
        match p.scored[0].cmp(&p.scored[1]) {
            std::cmp::Ordering::Greater => Outcome { winner: Some(Side(0)), level: "victory", rule },
            std::cmp::Ordering::Less => Outcome { winner: Some(Side(1)), level: "victory", rule },
            std::cmp::Ordering::Equal => Outcome { winner: None, level: "draw", rule },
        }
    }
}
