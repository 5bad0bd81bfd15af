//! Depots (3): capacity, status, and the standing tests that run after every change: railways, Depots, inactive formations,
//! Orel.

use super::{RearEvent, Wake};
use crate::data::{Class, Hexes, Inactive, RED, WHITE};
use crate::play::{Engine, Event};
use crate::position::{HexId, Phase, Pieces, Position, UnitId};
use sandtable_ops::Id;

impl Engine<'_> {
    /// What the standing tests depend on, as one number.
    pub(super) fn rear_stamp(&self, p: &Position) -> u64 {
        let attacked =
            p.fire.attacked.iter().fold(1, |all: u64, u| all.wrapping_mul(131) + u64::from(u.0) + 1);
        let rest = u64::from(p.turn) << 8 | u64::from(p.scenario) | attacked << 16;
        p.units.stamp() ^ rest.wrapping_mul(0x9E37_79B9_7F4A_7C15)
    }

    /// Munitions Points that a Depot has for a turn (orel 3.1a): a functional Railroad Depot on the double track has more
    /// (orel 3.1b), and a scenario may have its own figures (orel 10.3c).
    pub fn depot_capacity(&self, p: &Position, depot: UnitId) -> u8 {
        let own = self.scenario(p).capacity.iter().find(|(u, _)| *u == depot);
        let points = own.map_or(self.def(depot).capacity, |(_, points)| *points);
        let doubled = self.class(depot) == Class::RailDepot
            && p.functional.has(depot)
            && p.hex(depot).is_some_and(|hex| self.d.map.double_stations.contains(&hex));
        if doubled { points.saturating_mul(self.d.charts.depot.double_track_times) } else { points }
    }

    /// Whether a Depot supplies anybody now, attackers or defenders (orel 3.2Bb, orel 3.2Bc).
    pub fn depot_serves(&self, p: &Position, depot: UnitId) -> bool {
        p.on_map(depot) && !p.unsupplied.has(depot) && !p.rear.waiting.has(depot)
    }

    /// Munitions Points of a side's Depots at the start of its player turn (orel RU-24): a Depot has its capacity, functional or
    /// not, unless it is Unsupplied (orel 3.2Bb).
    pub(crate) fn rear_refill(&self, p: &mut Position, side: u8) {
        self.settle(p, &mut Vec::new());
        for depot in self.depots_of(p, side).iter() {
            p.points[usize::from(depot)] =
                if self.depot_serves(p, depot) { self.depot_capacity(p, depot) } else { 0 };
        }
    }

    /// A phase is over: Depots that became functional in it supply again (orel 3.2Bc).
    pub(in crate::play) fn rear_phase_over(&self, p: &mut Position) {
        if p.phase == Phase::Munitions {
            p.rear.sound = p.functional;
        }
        // The combat phase has several parts.
        if p.rear.waiting.is_empty() || (Phase::Barrage..=Phase::Attacks).contains(&p.phase) {
            return;
        }
        let ready = std::mem::take(&mut p.rear.waiting);
        for depot in ready.which(|d| p.on_map(d)).iter() {
            p.points[usize::from(depot)] = self.depot_capacity(p, depot);
        }
    }

    /// The standing tests after any change: rail control, Depots, inactive formations, Orel.
    pub fn settle(&self, p: &mut Position, events: &mut Vec<Event>) {
        let stamp = self.rear_stamp(p);
        if stamp == p.rear.settled {
            return;
        }
        p.rear.open = self.supply_open(p);
        p.rear.settled = stamp;
        self.rails_change_hands(p, events);
        self.depots_change(p, events);
        self.formations_wake(p, events);
        // The last side with a combat unit there (orel RU-55).
        let orel = self.d.map.orel;
        let holder = p.at(orel).find(|u| self.class(*u).is_combat()).map(|u| p.side(u));
        if let Some(side) = holder.filter(|side| *side != p.orel) {
            p.orel = side;
            events.push(Event::Rear(RearEvent::Orel { side, hex: orel }));
        }
    }

    /// Rail hexes linked to rail edges of one side only become its own (orel RU-11).
    fn rails_change_hands(&self, p: &mut Position, events: &mut Vec<Event>) {
        // Where the area of a scenario cuts a line, its last hex belongs to the side that stands there.
        for hex in self.scenario(p).border_links.iter() {
            for side in [WHITE, RED] {
                if self.covered(p, side, hex) && !p.rails[usize::from(side)].has(hex) {
                    self.take_rails(p, side, &Hexes::one(hex), events);
                }
            }
        }
        let all = &self.d.map.rails;
        let linked = [WHITE, RED].map(|side| self.rail_links(p, side, all));
        for side in [WHITE, RED] {
            let s = usize::from(side);
            let gained = linked[s].without(&linked[1 - s]).without(&p.rails[s]);
            if !gained.is_empty() {
                self.take_rails(p, side, &gained, events);
            }
        }
        p.rear.linked = [WHITE, RED].map(|side| self.rail_links(p, side, &p.rails[usize::from(side)]));
    }

    fn take_rails(&self, p: &mut Position, side: u8, hexes: &Hexes, events: &mut Vec<Event>) {
        let s = usize::from(side);
        p.rails[s].join(hexes);
        p.rails[1 - s] = p.rails[1 - s].without(hexes);
        if let Some(hex) = hexes.nth(0) {
            events.push(Event::Rear(RearEvent::Rails { side, hexes: hexes.len() as u8, hex }));
        }
    }

    /// Rail hexes of a set that are joined with a rail edge of a side over hexes of the set that nothing blocks for it: no enemy,
    /// and no enemy zone without a friendly combat unit or gun.
    fn rail_links(&self, p: &Position, side: u8, set: &Hexes) -> Hexes {
        let s = usize::from(side);
        let free = set.meet(&self.supply_open(p)[s]);
        let mut found = self.scenario(p).edges(side, &p.rails[s]).meet(&free);
        let mut news = found;
        while !news.is_empty() {
            let mut next = Hexes::EMPTY;
            for hex in news.iter() {
                let joined = self.d.map.rail[usize::from(hex)];
                for direction in (0..6).filter(|d| joined >> d & 1 == 1) {
                    if let Some(to) = self.d.map.step(hex, direction).filter(|h| free.has(*h)) {
                        next.insert(to);
                    }
                }
            }
            news = next.without(&found);
            found.join(&news);
        }
        found
    }

    /// Whether a Depot is functional where it stands (orel 3.2A).
    fn depot_functional(&self, p: &Position, depot: UnitId) -> bool {
        let Some(hex) = p.hex(depot) else { return false };
        let side = p.side(depot);
        let (s, chart) = (usize::from(side), &self.d.charts.depot);
        if self.class(depot) == Class::RailDepot {
            return self.d.map.stations.has(hex) && p.rear.linked[s].has(hex);
        }
        let line = |to: &Hexes, mp: u8| self.supply_line(p, side, Class::Convoy, hex, to, mp).is_some();
        let near = |h: HexId| self.d.map.distance(hex, h) <= chart.special_line;
        line(&p.rear.linked[s], chart.convoy_line)
            || (chart.special[s].iter().any(near) && line(&chart.special[s], chart.special_line))
    }

    /// Depots gain or lose their status (orel 3.2), at once and in any phase (orel 3.2Bc).
    fn depots_change(&self, p: &mut Position, events: &mut Vec<Event>) {
        for side in [WHITE, RED] {
            // Points are spent in the owner's combat phase alone; at any other time a Depot has all that it may have.
            let fresh = p.active != side || p.phase <= Phase::Movement;
            for depot in self.depots_of(p, side).iter() {
                let (was, new) = (p.functional.has(depot), !p.rear.seen.has(depot));
                let before = self.depot_capacity(p, depot);
                let now = self.depot_functional(p, depot);
                p.functional.set(depot, now);
                if was != now || new {
                    let hex = p.hex(depot);
                    events.push(Event::Rear(RearEvent::Depot { depot, hex, functional: now }));
                }
                if now && p.unsupplied.has(depot) {
                    self.resupply(p, depot, events);
                    p.rear.waiting.insert(depot);
                }
                let capacity = self.depot_capacity(p, depot);
                let points = &mut p.points[usize::from(depot)];
                if p.rear.waiting.has(depot) || p.unsupplied.has(depot) {
                    *points = 0;
                } else if new || (fresh && before != capacity) {
                    *points = capacity;
                } else {
                    *points = (*points).min(capacity);
                }
            }
        }
        p.rear.seen = self.depots_of(p, WHITE).with(&self.depots_of(p, RED));
        p.functional = p.functional.meet(&p.rear.seen);
    }

    /// Inactive formations are released (orel 10.2Rd, orel 10.2Rs, orel 10.2Wi).
    fn formations_wake(&self, p: &mut Position, events: &mut Vec<Event>) {
        if p.asleep == 0 {
            return;
        }
        for row in &self.scenario(p).inactive {
            if p.sleeps(row.formation)
                && let Some(why) = self.why_awake(p, row)
            {
                p.set_asleep(row.formation, false);
                let formation = row.formation;
                events.push(Event::Rear(RearEvent::Awake { formation, why, rule: row.rule }));
            }
        }
    }

    fn why_awake(&self, p: &Position, row: &Inactive) -> Option<Wake> {
        if p.turn > row.through {
            return Some(Wake::Date);
        }
        let members = self.members(p, row);
        if row.attacked && !members.meet(&p.fire.attacked).is_empty() {
            return Some(Wake::Attacked);
        }
        let side = self.d.formations[usize::from(row.formation)].side;
        let enemies = p.units.on_map_of(1 - side);
        enemies.into_iter().find_map(|enemy| self.roused(p, row, members, enemy, p.hex(enemy)?))
    }

    /// Why an enemy in a hex releases a formation with these units.
    fn roused(
        &self,
        p: &Position,
        row: &Inactive,
        members: Pieces,
        enemy: UnitId,
        hex: HexId,
    ) -> Option<Wake> {
        let def = self.def(enemy);
        let mut bodies = [def.formation, def.listed_with].into_iter().flatten();
        let spared = bodies.any(|f| row.except >> f.bit() & 1 == 1);
        let near = |u: UnitId| self.far(p, u, hex) <= row.enemy_within;
        if row.enemy_within > 0 && members.iter().any(near) && !spared {
            return Some(Wake::Near { enemy });
        }
        let track = |h: &HexId| self.d.map.distance(hex, *h) <= row.enemy_near_double_track;
        let tracks = row.enemy_near_double_track > 0 && self.d.map.double_track.iter().any(track);
        tracks.then_some(Wake::Track { enemy })
    }

    /// Inactive formations of the enemy that a unit would release by coming to a hex, a bit for each.
    pub fn rouses(&self, p: &Position, unit: UnitId, hex: HexId) -> u8 {
        if p.asleep == 0 {
            return 0;
        }
        let mut out = 0;
        for (i, row) in self.scenario(p).inactive.iter().enumerate().take(8) {
            let enemy = self.d.formations[usize::from(row.formation)].side != p.side(unit);
            if enemy
                && p.sleeps(row.formation)
                && self.roused(p, row, self.members(p, row), unit, hex).is_some()
            {
                out |= 1 << i;
            }
        }
        out
    }

    /// Units on the map that are inactive with a formation.
    fn members(&self, p: &Position, row: &Inactive) -> Pieces {
        self.all_units().filter(|u| p.on_map(*u) && self.sleeps_with(row, *u)).collect()
    }

    fn sleeps_with(&self, row: &Inactive, unit: UnitId) -> bool {
        self.def(unit).formation == Some(row.formation) || row.units.contains(&unit)
    }
}
