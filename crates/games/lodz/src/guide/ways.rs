//! How far a counter can go, hex by hex: on foot, by rail, in pursuit.

use crate::Lodz;
use crate::data::{Hexes, Kind};
use crate::play::Engine;
use crate::play::rail::RailAction;
use crate::position::{HexId, Position, Step, UnitId};
use sandtable_core::Side;
use sandtable_core::guide::Way;
use sandtable_core::machine;
use std::collections::VecDeque;

impl Engine<'_> {
    /// The hexes of the railway from one to another, the fewest that there are, through these alone.
    fn rail_path(&self, p: &Position, from: HexId, to: HexId, open: &Hexes) -> Vec<HexId> {
        let map = self.map(p);
        let mut back: Vec<Option<HexId>> = vec![None; map.hexes];
        let mut queue = VecDeque::from([from]);
        back[usize::from(from)] = Some(from);
        while let Some(hex) = queue.pop_front().filter(|h| *h != to) {
            for d in 0..6u8 {
                let Some(next) = self.rail_step(p, hex, d) else { continue };
                if back[usize::from(next)].is_none() && (open.has(next) || next == to) {
                    back[usize::from(next)] = Some(hex);
                    queue.push_back(next);
                }
            }
        }
        let mut path = vec![to];
        while let Some(&last) = path.last().filter(|h| **h != from) {
            match back[usize::from(last)] {
                None => return vec![from, to],
                Some(before) => path.push(before),
            }
        }
        path.reverse();
        path
    }
}

/// What is looked at for all ends of a unit's ways.
struct Meaning {
    /// Hexes in command, for a unit that is in command now.
    command: Option<Hexes>,
    /// Hexes in enemy zones.
    zone: Hexes,
    /// Hexes with enemy artillery and headquarters alone.
    weak: Hexes,
    /// Hexes that supply reaches as things stand.
    fed: Hexes,
}

impl Meaning {
    fn of(&self, to: HexId) -> Vec<&'static str> {
        let all = [
            (self.command.is_some_and(|c| !c.has(to)), "leaves command"),
            (self.zone.has(to), "enters an enemy zone"),
            (self.weak.has(to), "runs over enemy guns or staff"),
            (!self.fed.has(to), "out of supply"),
        ];
        all.into_iter().filter(|(so, _)| *so).map(|(_, what)| what).collect()
    }
}

impl Lodz {
    /// Ways of a counter to wherever it may go now.
    pub(super) fn ways_of(&self, p: &Position, side: Side, piece: &str) -> Vec<Way> {
        let engine = self.engine();
        let Some(unit) = self.d.unit(piece) else { return Vec::new() };
        let marches = matches!(p.steps.top(), Step::March(_)) && p.active == side.0 && p.side(unit) == side.0;
        if !marches {
            return Vec::new();
        }
        match engine.kind(unit) {
            Kind::Train => self.train_ways(p, side.0, unit),
            Kind::Base => self.base_ways(p, unit),
            Kind::Airship => Vec::new(),
            _ => self.foot_ways(p, unit),
        }
    }

    fn foot_ways(&self, p: &Position, unit: UnitId) -> Vec<Way> {
        let snow = self.engine().march_snow(p);
        let here = p.hex(unit);
        let meaning = self.meaning(p, unit);
        let ways = self.engine().march_courses(p, unit).into_iter().filter_map(|(to, course)| {
            let path: Vec<HexId> = here.into_iter().chain(course.hexes()).collect();
            // Half a point more is a point that must be there; in snow hexes are counted, not points.
            let cost = if snow { path.len().saturating_sub(1) as u8 } else { course.spent.div_ceil(2) };
            Some(Way {
                place: self.spot(p, to)?,
                path: path.into_iter().filter_map(|h| self.spot(p, h)).collect(),
                cost,
                by: "foot",
                means: meaning.of(to),
            })
        });
        ways.collect()
    }

    /// What it means for a unit to end its move somewhere.
    fn meaning(&self, p: &Position, unit: UnitId) -> Meaning {
        let (engine, side) = (self.engine(), p.side(unit));
        let kind = engine.kind(unit);
        let command = self.command_hexes(p, side);
        let commanded = kind.is_line() && p.hex(unit).is_some_and(|hex| command.has(hex));
        let foes = p.units.line_hexes(1 - side);
        Meaning {
            command: commanded.then_some(command),
            zone: engine.map(p).zone_of(&foes),
            weak: p.units.unit_hexes(1 - side).without(&foes),
            fed: self.fed(p, side),
        }
    }

    /// Where a base may go, along the rails that will feed with it.
    fn base_ways(&self, p: &Position, base: UnitId) -> Vec<Way> {
        let engine = self.engine();
        let way = |to: HexId| {
            let mut path = Vec::new();
            engine.base_way(p, base, to, &mut |hex| path.push(hex))?;
            path.push(p.hex(base)?);
            let cost = path.len().saturating_sub(1).min(250) as u8;
            let path = path.into_iter().rev().filter_map(|h| self.spot(p, h)).collect();
            Some(Way { place: self.spot(p, to)?, path, cost, by: "rail", means: vec![] })
        };
        engine.base_reach(p, base).iter().filter_map(way).collect()
    }

    /// Where a train may run.
    fn train_ways(&self, p: &Position, side: u8, train: UnitId) -> Vec<Way> {
        let engine = self.engine();
        let mut list = Vec::new();
        machine::list(&engine, p, Side(side), &mut list);
        let ends: Hexes = list
            .into_iter()
            .filter_map(|a| match a {
                crate::Action::Rail(RailAction::Run { train: t, to }) if t == train => Some(to),
                _ => None,
            })
            .collect();
        self.rail_ways(p, train, &ends)
    }

    fn rail_ways(&self, p: &Position, what: UnitId, ends: &Hexes) -> Vec<Way> {
        let engine = self.engine();
        let Some(from) = p.hex(what) else { return Vec::new() };
        let all: Hexes = (engine.map(p).all()).collect();
        let open = all.without(&engine.rail_barred_hexes(p, p.side(what)));
        let way = |to: HexId| {
            let path = engine.rail_path(p, from, to, &open);
            Some(Way {
                place: self.spot(p, to)?,
                cost: path.len().saturating_sub(1).min(250) as u8,
                path: path.into_iter().filter_map(|h| self.spot(p, h)).collect(),
                by: "rail",
                means: vec![],
            })
        };
        ends.iter().filter_map(way).collect()
    }
}
