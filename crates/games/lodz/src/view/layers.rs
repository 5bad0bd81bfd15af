//! Layers over the map: attacks as arrows, lines of supply, and what can be switched on; and the layers of one counter.

use crate::Lodz;
use crate::data::{DE, HEXES, Hexes, Kind, RU, SourceKind, Where};
use crate::position::{At, Flag, HexId, Pieces, Position, UnitId};
use sandtable_core::view::Layer;

impl Lodz {
    fn places(&self, p: &Position, hexes: impl IntoIterator<Item = HexId>) -> Vec<String> {
        hexes.into_iter().filter_map(|h| self.spot(p, h)).collect()
    }

    pub(crate) fn layer(&self, p: &Position, what: &'static str, side: u8, hexes: &Hexes) -> Layer {
        let places = self.places(p, hexes.iter());
        Layer { what, name: String::new(), side: self.side_id(side), places }
    }

    /// All layers of a position.
    pub(super) fn layers(&self, p: &Position) -> Vec<Layer> {
        let engine = self.engine();
        let mut out = Vec::new();
        self.arrows(p, &mut out);
        self.duties(p, &mut out);
        for side in [DE, RU] {
            let zone = (engine.map(p).all()).filter(|h| engine.in_zone(p, side, *h)).collect();
            out.push(self.layer(p, "zone of control", side, &zone));
            out.push(self.layer(p, "artillery range", side, &self.gun_hexes(p, side)));
            out.push(self.layer(p, "command", side, &self.command_hexes(p, side)));
            self.entries(p, side, &mut out);
            self.supply(p, side, &mut out);
        }
        out.retain(|l| !l.places.is_empty());
        out
    }

    /// The attack or the fire that is put together or resolved, from hex to hex.
    fn arrows(&self, p: &Position, out: &mut Vec<Layer>) {
        let now = &p.battle.now;
        let fired = |set: &Pieces| set.iter().filter(|u| p.on_map(*u)).collect::<Vec<_>>();
        let target_of = |from: HexId| {
            let map = self.engine().map(p);
            now.targets.iter().min_by_key(|t| map.distance(from, *t))
        };
        let mut seen: Vec<(&str, HexId, HexId)> = Vec::new();
        let mut put = |what: &'static str, name: &str, unit: UnitId, to: HexId| {
            let Some(from) = p.hex(unit) else { return };
            let key = (what, from, to);
            let places = self.places(p, [from, to]);
            if !seen.contains(&key) && from != to && places.len() == 2 {
                seen.push(key);
                out.push(Layer { what, name: name.to_string(), side: self.side_id(p.side(unit)), places });
            }
        };
        for unit in fired(&now.units) {
            now.targets.iter().for_each(|to| put("attack", "", unit, to));
        }
        let alone = if p.battle.bridge.is_none() { "of the attack" } else { "at the bridge" };
        for (set, name) in [(&now.guns, alone), (&now.defence, "of the defence")] {
            for unit in fired(set) {
                if let Some(to) = p.hex(unit).and_then(target_of) {
                    put("support", name, unit, to);
                }
            }
        }
        if let Some(target) = p.air.target.get() {
            fired(&p.air.guns).into_iter().for_each(|unit| put("support", "barrage", unit, target));
        }
    }

    /// Who still owes an attack, and who must still be attacked (lodz 7.21, lodz 7.22).
    fn duties(&self, p: &Position, out: &mut Vec<Layer>) {
        let engine = self.engine();
        let owing: Hexes = engine.owes(p).iter().filter_map(|u| p.hex(u)).collect();
        out.push(self.layer(p, "owes an attack", p.active, &owing));
        out.push(self.layer(p, "must be attacked", p.other(), &engine.must_be_attacked(p)));
    }

    /// Hexes within range of guns in combat order (lodz 8.13, lodz 8.75).
    fn gun_hexes(&self, p: &Position, side: u8) -> Hexes {
        let guns = |u: &UnitId| self.engine().kind(*u) == Kind::Artillery && !p.has(*u, Flag::Marching);
        let mut out = Hexes::EMPTY;
        for gun in p.units.on_map_of(side).filter(guns) {
            let Some(hex) = p.hex(gun) else { continue };
            out.join(&self.within(p, hex, self.gun_range(gun)));
        }
        out
    }

    fn gun_range(&self, gun: UnitId) -> u8 {
        self.engine().def(gun).range.min(self.d.charts.artillery_range)
    }

    /// Where reinforcements that are still to come will enter.
    fn entries(&self, p: &Position, side: u8, out: &mut Vec<Layer>) {
        let s = self.engine().scenario(p);
        let mut doors: Vec<(u8, Hexes)> = Vec::new();
        for row in s.setup.iter().chain(&s.again) {
            let (Where::Entry(come) | Where::Inside(come)) = &row.at else { continue };
            if p.units.at(row.unit) != At::Due || p.side(row.unit) != side {
                continue;
            }
            let hexes: Hexes = come.hexes.iter().copied().collect();
            match doors.iter_mut().find(|(day, _)| *day == come.day) {
                Some((_, all)) => all.join(&hexes),
                None => doors.push((come.day, hexes)),
            }
        }
        doors.sort_by_key(|(day, _)| *day);
        for (day, hexes) in doors {
            let name = self.date(p, day);
            out.push(Layer { name, ..self.layer(p, "entry", side, &hexes) });
        }
    }

    /// Sources, the net of lines that feed the units, and those whom no line reaches.
    pub(crate) fn supply(&self, p: &Position, side: u8, out: &mut Vec<Layer>) {
        let engine = self.engine();
        let mut sources = Hexes::EMPTY;
        for source in engine.part(p).sources.iter().filter(|s| s.side == side) {
            match &source.kind {
                // A whole edge would hide the map below its rings; its lines show where it feeds.
                SourceKind::Edge(_) => {}
                SourceKind::RailExit(hexes) => sources.join(hexes),
                SourceKind::Hex(hex) => sources.insert(*hex),
            }
        }
        let bases = engine.bases().filter(|(_, b)| p.side(*b) == side);
        bases.filter_map(|(_, b)| p.hex(b)).for_each(|hex| sources.insert(hex));
        let name = "supply source".to_string();
        out.push(Layer { name, ..self.layer(p, "source", side, &sources) });
        let ground = engine.supply_ground(p, side);
        let mut cut = Hexes::EMPTY;
        let nations: &[usize] = if side == DE { &[0, 1] } else { &[2] };
        for (nation, abroad) in nations.iter().flat_map(|n| [(*n, false), (*n, true)]) {
            let fed: Hexes = p
                .units
                .on_map_of(side)
                .filter(|u| engine.kind(*u).is_unit() && engine.nation(*u) == nation)
                .filter(|u| engine.supply_abroad(p, *u) == abroad)
                .filter_map(|u| p.hex(u))
                .collect();
            if fed.is_empty() {
                continue;
            }
            let ways = engine.supply_ways(p, side, nation, abroad, &ground);
            let mut drawn = Hexes::EMPTY;
            for hex in fed.iter() {
                let Some(line) = ways.from(hex).map(Iterator::collect::<Vec<_>>) else {
                    cut.insert(hex);
                    continue;
                };
                // Each line is drawn up to where it meets one that is there already.
                let end = line.iter().position(|h| drawn.has(*h)).map_or(line.len(), |i| i + 1);
                let part = &line[..end];
                part.iter().for_each(|h| drawn.insert(*h));
                if part.len() > 1 {
                    let places = self.places(p, part.iter().rev().copied());
                    let name = "unit in supply".to_string();
                    out.push(Layer { what: "chain", name, side: self.side_id(side), places });
                }
            }
        }
        let name = "out of supply".to_string();
        out.push(Layer { name, ..self.layer(p, "cut", side, &cut) });
    }

    /// What belongs to one counter: its line of supply, its range, how far it commands, what it feeds.
    pub(crate) fn traces_of(&self, p: &Position, piece: &str) -> Vec<Layer> {
        let engine = self.engine();
        let Some(unit) = self.d.unit(piece) else { return Vec::new() };
        let Some(hex) = p.hex(unit) else { return Vec::new() };
        let (side, kind) = (p.side(unit), engine.kind(unit));
        let mut out = Vec::new();
        let title = engine.def(unit).title.clone();
        let field = |what: &'static str, hexes: &Hexes| Layer {
            name: title.clone(),
            ..self.layer(p, what, side, hexes)
        };
        match kind {
            Kind::Artillery => {
                out.push(field("artillery range", &self.within(p, hex, self.gun_range(unit))));
            }
            Kind::Hq => out.push(field("command", &self.within(p, hex, self.d.charts.command_range))),
            Kind::Base => {
                let slot = engine.bases().find(|(_, b)| *b == unit).map(|(slot, _)| slot);
                let fed = slot.and_then(|s| p.rail.travelled.get(s)).copied().unwrap_or(Hexes::EMPTY);
                out.push(field("feeds", &fed.with(&Hexes::one(hex))));
            }
            _ if kind.is_line() => {
                let near = engine.map(p).neighbours(hex).filter(|(d, _)| engine.zone_reaches(p, hex, *d));
                out.push(field("zone of control", &near.map(|(_, h)| h).collect()));
            }
            _ => {}
        }
        if kind.is_unit() {
            let side = self.side_id(side);
            match engine.supply_line_of(p, unit) {
                Some(line) => {
                    let source = line.last().map_or(String::new(), |h| self.place_name(p, *h));
                    let name = format!("{title}, from {source}");
                    let places = self.places(p, line);
                    out.push(Layer { what: "supply line", name, side, places });
                }
                None => {
                    let places = self.places(p, [hex]);
                    out.push(Layer { what: "out of supply", name: title, side, places });
                }
            }
        }
        debug_assert!(out.iter().all(|l| l.places.len() <= HEXES));
        out
    }
}
