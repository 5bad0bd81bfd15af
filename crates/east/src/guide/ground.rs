//! What the table can show of the ground: zones, supply, command, control, threat. What is fought for is each game's own.

use super::Teller;
use crate::data::params::rank;
use crate::data::pieces::Kind;
use crate::data::{HexSet, MAX_HEXES, UnitId};
use crate::engine::Adds;
use crate::position::{Position, flag, told};
use crate::standard::command::{commands, radius};
use crate::standard::movement::{self, March};
use crate::standard::rail::{self, Ride};
use crate::standard::supply;
use sandtable_core::guide::Ground;
use sandtable_core::view::Layer;

const SIDES: [u8; 2] = [0, 1];

impl<A: Adds> Teller<'_, A> {
    /// The layers of a kind, from the position as the viewer knows it; none for what is fought for.
    pub fn ground(&self, p: &Position<A>, what: Ground) -> Option<Vec<Layer>> {
        let map = &self.engine.data.map;
        let land = |fits: &dyn Fn(u16) -> bool| -> HexSet {
            (0..map.len()).filter(|h| !map.at(*h).closed && fits(*h)).collect()
        };
        Some(match what {
            Ground::Zones => {
                SIDES.map(|side| self.layer("zone", "", side, &land(&|h| p.controls(side, h)))).to_vec()
            }
            Ground::Supply => SIDES.iter().flat_map(|side| self.supply(p, *side)).collect(),
            Ground::Command => self.command(p),
            Ground::Control => SIDES
                .map(|side| self.layer("held", "", side, &land(&|h| p.last_unit.side(h) == side)))
                .to_vec(),
            Ground::Objectives => return None,
            Ground::Threat => SIDES.iter().flat_map(|side| self.threat(p, *side)).collect(),
        })
    }

    /// Where the slowest units of a side would be in supply, its depots in supply and the railways that feed it, and who is cut off.
    fn supply(&self, p: &Position<A>, side: u8) -> Vec<Layer> {
        let (engine, data) = (&self.engine, self.engine.data);
        let ground = engine.sure_ground(p, side);
        let army = engine.army_of(side);
        let sources = supply::sources(data, &ground, army);
        let rails = supply::railways(data, &ground, army);
        let troops = || engine.troops(p, side);
        // What stands where does not count: a side that sees nobody must not see who is there.
        let fights = |u: &UnitId| data.unit(*u).side == side && data.unit(*u).has_zone();
        let range = data.ids().filter(fights).map(|u| supply::range(data, u)).min().unwrap_or(0);
        let fed: HexSet = (0..data.map.len())
            .filter(|h| {
                !data.map.at(*h).closed && supply::hex_in_supply(data, &ground, army, *h, range, &sources)
            })
            .collect();
        let cut: HexSet = troops()
            .iter()
            .filter(|u| !supply::in_supply(data, &ground, *u, &sources))
            .filter_map(|u| p.hex(u))
            .collect();
        let depots: HexSet = sources.depots.iter().filter_map(|d| p.hex(d)).collect();
        let name = format!("within {range} hexes of a source");
        vec![
            self.layer("supplied", &name, side, &fed),
            self.layer("railway that feeds", "", side, &rails),
            self.layer("source", "depots in supply", side, &depots),
            self.layer("cut", "", side, &cut),
        ]
    }

    /// The radius of each headquarters.
    fn command(&self, p: &Position<A>) -> Vec<Layer> {
        let (engine, data) = (&self.engine, self.engine.data);
        let leads = |u: &UnitId| data.unit(*u).is_hq() && commands(data, *u) && p.hex(*u).is_some();
        let layer = |hq: UnitId| {
            let reaches = engine.own.hq_values(data, p, hq).radius;
            // tannenberg 10.34a: what a side knows nothing of does not cut its radius.
            let seen = engine.seen(p, data.unit(hq).side);
            let player = engine.own.owner(data, p, hq);
            self.layer("command", &data.title(hq), player, &radius(data, &seen, hq, reaches))
        };
        data.ids().filter(leads).map(layer).collect()
    }

    /// Hexes that the units of a side could attack in its next turn: each by itself goes wherever its points lead it as things
    /// stand now, and attacks beside that. Command, odds and rail capacity are left aside, so that it is too much; what friends could
    /// open for each other is not in it. Gruppen that may be anything are taken for divisions.
    fn threat(&self, p: &Position<A>, side: u8) -> Vec<Layer> {
        let (engine, data) = (&self.engine, self.engine.data);
        let mut q = *p;
        let own = |u: &UnitId| data.unit(*u).side == side;
        let there = data.ids().filter(|u| own(u) && p.hex(*u).is_some());
        let attackers: Vec<UnitId> = there
            .filter(|u| !data.unit(*u).is_hq() && data.unit(*u).face(p.lost[u.index()]).attack > 0)
            .collect();
        for unit in &attackers {
            q.spent[unit.index()] = 0;
            q.set(data, *unit, flag::OF_A_TURN | flag::ENTRAINED, false);
        }
        q.capacity_used = [0; 4];
        let doubtful = engine.doubtful(&q, side);
        let beside = |hexes: &HexSet, out: &mut HexSet| {
            hexes.iter().flat_map(|h| data.map.open(h)).for_each(|s| out.insert(s.to));
        };
        let (mut on_foot, mut by_train, mut hidden) = (HexSet::EMPTY, HexSet::EMPTY, HexSet::EMPTY);
        for unit in &attackers {
            let Some(march) = March::of(data, &q, *unit) else { continue };
            let mut stands = movement::reach_of(data, &q, &march, &doubtful).hexes;
            stands.insert(march.start);
            beside(&stands, &mut on_foot);
            if !data.params.rail.attack_after[rank(march.tcr)]
                || rail::entrain_breach(data, &q, *unit).is_some()
            {
                continue;
            }
            let rate = data.army(*unit).rail_rate;
            let army = data.unit(*unit).army;
            let ride = Ride { army, side, start: march.start, left: rate, load: 0, limits: false };
            let ends = rail::reach_of(data, &q, &ride, &doubtful).hexes;
            let left = march.mp.saturating_sub(rail::entrain_cost(data, *unit));
            for end in ends.iter().filter(|h| *h < data.map.len()) {
                let on = March { start: end, mp: left, fresh: false, ..march };
                let mut stands = movement::reach_of(data, &q, &on, &doubtful).hexes;
                stands.insert(end);
                beside(&stands, &mut by_train);
            }
        }
        for marker in q.markers.iter().filter(|_| self.veiled == Some(side)) {
            let known = matches!(marker.told, told::DUMMY | told::STAFF);
            if !marker.in_play() || known || usize::from(marker.place) >= MAX_HEXES {
                continue;
            }
            let army = &data.params.armies[usize::from(engine.army_of(side))];
            let march = March {
                side,
                tcr: army.tcr,
                start: marker.place,
                mp: self.division_moves(side),
                fresh: true,
                attacks: true,
            };
            let mut stands = movement::reach_of(data, &q, &march, &HexSet::EMPTY).hexes;
            stands.insert(marker.place);
            beside(&stands, &mut hidden);
        }
        let land: HexSet = (0..data.map.len()).filter(|h| !data.map.at(*h).closed).collect();
        let shown = |set: HexSet, known: &HexSet| set.meet(&land).without(known);
        let nothing = HexSet::EMPTY;
        [
            self.layer("threat", "on foot", side, &shown(on_foot, &nothing)),
            self.layer("threat by train", "", side, &shown(by_train, &on_foot)),
            self.layer("threat of a Gruppe", "", side, &shown(hidden, &on_foot)),
        ]
        .into_iter()
        .filter(|layer| layer.what == "threat" || !layer.places.is_empty())
        .collect()
    }

    /// How far the infantry of a side marches at most.
    fn division_moves(&self, side: u8) -> u8 {
        let infantry = |u: &&crate::data::Unit| u.side == side && u.kind == Kind::Infantry;
        self.engine.data.units.iter().filter(infantry).map(|u| u.front.movement).max().unwrap_or(0)
    }
}
