//! What lies over the map: who holds which areas, supply of every power, sieges, and attacks that are declared.

use super::Sight;
use crate::Empires;
use crate::about::side_id;
use crate::data::POWERS;
use crate::play::land::areaset::AREAS;
use crate::play::land::picture::Picture;
use crate::play::land::supply::{self, Chain};
use crate::play::land::{AreaSet, Position};
use sandtable_board::AreaId;
use sandtable_core::view::{Layer, Mark};

impl Empires {
    fn id(&self, area: AreaId) -> String {
        self.d.board.area(area).id.clone()
    }

    pub(crate) fn layer(&self, what: &'static str, power: u8, areas: AreaSet) -> Layer {
        let places = areas.iter().map(|a| self.id(a)).collect();
        Layer { what, name: String::new(), side: side_id(power), places }
    }

    /// Whether a depot is a source, stands in a valid chain, or neither.
    pub(super) fn depot_state(
        &self,
        sight: &Sight<'_>,
        area: AreaId,
        owner: u8,
        inside: bool,
    ) -> &'static str {
        let Some((pic, chain)) = sight.supply.get(usize::from(owner)) else { return "cut off" };
        if !inside && supply::is_source(&self.d, sight.p, pic, area) {
            "source"
        } else if (inside && chain.inside.has(area)) || (!inside && chain.areas.has(area)) {
            "in supply"
        } else {
            "cut off"
        }
    }

    /// Sieges, attacks that are declared, and cities that have changed hands.
    pub(super) fn marks(&self, sight: &Sight<'_>) -> Vec<Mark> {
        let p = sight.p;
        let mut out = Vec::new();
        for area in self.d.board.areas() {
            let ground = p.at(area);
            if ground.besieged {
                let by = sight.engine.besiegers(p, area).iter().next();
                let side = by.map_or("", |b| self.side_of(p, p.corps[b].power));
                out.push(Mark { place: self.id(area), what: "siege", side });
            }
            let city = p.city_of(&self.d, area);
            if self.d.place(area).spires > 0 && city != ground.holder {
                out.push(Mark { place: self.id(area), what: "control", side: self.side_of(p, city) });
            }
            if p.play.attacks.has(area) {
                let first = (0..POWERS as u8).find(|q| p.play.is_phasing(*q));
                let side = first.map_or("", |q| side_id(q));
                out.push(Mark { place: self.id(area), what: "attack", side });
            }
        }
        out
    }

    /// What each power holds abroad, then for each power that has depots its supply: sources, lines of its chains, depots that are cut off, and
    /// enemies who block the way.
    pub(crate) fn layers(&self, sight: &Sight<'_>) -> Vec<Layer> {
        let p = sight.p;
        let mut held = [AreaSet::NONE; POWERS];
        let mut closed = AreaSet::NONE;
        for area in self.d.board.areas() {
            // The map is printed in the colours of the nations at home: only what is held abroad has to be shown.
            let abroad = p.power_of(p.at(area).holder).filter(|q| *q != self.d.place(area).home);
            if let Some(power) = abroad {
                held[usize::from(power)].put(area);
            }
            // What nobody who plays may enter is no part of this game.
            if p.at(area).closed_to == u8::MAX {
                closed.put(area);
            }
        }
        let mut out: Vec<Layer> = (0..POWERS as u8)
            .filter(|q| !held[usize::from(*q)].is_empty())
            .map(|q| self.layer("held", q, held[usize::from(q)]))
            .collect();
        if !closed.is_empty() {
            out.push(self.layer("closed", POWERS as u8, closed));
        }
        for power in 0..POWERS as u8 {
            self.supply_layers(sight, power, &mut out);
        }
        out
    }

    pub(crate) fn supply_layers(&self, sight: &Sight<'_>, power: u8, out: &mut Vec<Layer>) {
        let (p, (pic, chain)) = (sight.p, &sight.supply[usize::from(power)]);
        let mut depots = AreaSet::NONE;
        self.d.board.areas().filter(|a| p.at(*a).depot.owner == power).for_each(|a| depots.put(a));
        if depots.is_empty() {
            return;
        }
        let sources = supply::sources(&self.d, p, pic);
        out.push(self.layer("source", power, sources));
        let mut cut = AreaSet::NONE;
        depots.iter().filter(|a| !chain.areas.has(*a)).for_each(|a| cut.put(a));
        if !cut.is_empty() {
            out.push(self.layer("cut", power, cut));
        }
        self.lines(p, pic, chain, sources, out);
        let mut blocked = AreaSet::NONE;
        for area in chain.areas.iter() {
            let near = self.d.board.within(area, self.d.figures.depot.chain_areas);
            near.iter().filter(|a| pic.blocked(**a)).for_each(|a| blocked.put(*a));
        }
        if !blocked.is_empty() {
            out.push(self.layer("blocked", power, blocked));
        }
    }

    /// Each depot of the chains with the way to the one that it hangs on (empires 7.2.3.2). Depots joined by sea have no way over
    /// land.
    fn lines(&self, p: &Position, pic: &Picture, chain: &Chain, sources: AreaSet, out: &mut Vec<Layer>) {
        for (here, area) in self.links(p, pic, chain, sources) {
            let way = self.way(p, pic, here, area, self.d.figures.depot.chain_areas);
            let places = way.iter().map(|a| self.id(*a)).collect();
            out.push(Layer { what: "chain", name: String::new(), side: side_id(pic.power), places });
        }
    }

    /// The depots of the chains, each after the one that it hangs on.
    pub(crate) fn links(
        &self,
        p: &Position,
        pic: &Picture,
        chain: &Chain,
        sources: AreaSet,
    ) -> Vec<(AreaId, AreaId)> {
        let (mut joined, mut links) = (sources, Vec::new());
        let mut queue: Vec<AreaId> = sources.iter().collect();
        let mut at = 0;
        while let Some(&here) = queue.get(at) {
            at += 1;
            let mut found = Vec::new();
            supply::around(&self.d, p, pic, here, self.d.figures.depot.chain_areas, true, |area, far| {
                if far > 0 && chain.areas.has(area) {
                    found.push(area);
                }
                false
            });
            for area in found.into_iter().filter(|a| !joined.has(*a)).collect::<Vec<_>>() {
                joined.put(area);
                queue.push(area);
                links.push((here, area));
            }
        }
        links
    }

    /// A shortest way over unblocked areas, no longer than this many.
    pub(crate) fn way(&self, p: &Position, pic: &Picture, from: AreaId, to: AreaId, most: u8) -> Vec<AreaId> {
        let mut far = [u8::MAX; AREAS];
        supply::around(&self.d, p, pic, from, most, true, |area, n| {
            far[area.index()] = n;
            area == to
        });
        let mut way = vec![to];
        let mut here = to;
        while far[here.index()] > 0 && far[here.index()] != u8::MAX {
            let nearer = |(n, kind): &&(AreaId, sandtable_board::LinkKind)| {
                far[n.index()] == far[here.index()] - 1 && pic.open(&self.d, p, *n, here, *kind)
            };
            let Some((next, _)) = self.d.board.neighbours(here).iter().find(nearer) else { break };
            here = *next;
            way.push(here);
        }
        way.reverse();
        way
    }
}
