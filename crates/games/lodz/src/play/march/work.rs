//! What units do besides going: artillery orders (8.7), digging (9.1), strategic movement (11.1), bridges (14), the ferry (N11.12).

use super::super::{Engine, Event};
use super::land::Land;
use super::state::{Build, Landed};
use super::types::MarchEvent;
use crate::data::{Feature, Kind, RIVER_BIG, RIVER_NONE, RIVER_SMALL, RU};
use crate::play::common::no;
use crate::position::{Flag, HexId, Position, UnitId, Works};
use sandtable_core::Refusal;

impl Engine<'_> {
    /// Whether a number means a unit of the active side.
    pub(crate) fn march_unit_refused(&self, p: &Position, unit: UnitId) -> Option<Refusal> {
        let own = self.is_unit(unit) && p.side(unit) == p.active && self.kind(unit).is_unit();
        (!own).then(|| no("4.1a", "that is not a unit of the side that moves"))
    }

    /// What keeps a unit from moving at all.
    pub(super) fn march_still_refused(&self, p: &Position, land: &Land<'_>, unit: UnitId) -> Option<Refusal> {
        if !p.on_map(unit) {
            return self.march_due_refused(p, unit);
        }
        if let Some(why) = self.march_stopped(p, land, unit) {
            return Some(why);
        }
        if p.has(unit, Flag::Replaced) {
            return Some(no("REP.4", "a unit that got a replacement does not move in that turn"));
        }
        if land.strategic {
            return self.march_strategic_refused(p, land, unit);
        }
        if p.has(unit, Flag::Barraged) {
            return Some(no("8.61c", "artillery that has fired a barrage does not move"));
        }
        if p.has(unit, Flag::Strategic) {
            return Some(no("11.12b", "a unit marked for strategic movement does not move before"));
        }
        p.has(unit, Flag::Digging).then(|| no("9.11a", "a unit that digs in does not move"))
    }

    /// What keeps a unit from strategic movement: marker, move, fight, works, zone, and for Russians a headquarters (lodz 11.12,
    /// lodz 11.24). Units that came onto the map in this phase may go on (lodz R89).
    fn march_strategic_refused(&self, p: &Position, land: &Land<'_>, unit: UnitId) -> Option<Refusal> {
        let has = |f: Flag| p.has(unit, f);
        if !p.march.fresh.has(unit) {
            return None;
        }
        if !has(Flag::Strategic) {
            return Some(no("11.12a", "the unit was not marked for strategic movement"));
        }
        if has(Flag::Moved) {
            return Some(no("11.12b", "the unit has moved in this turn"));
        }
        if has(Flag::Attacked) || has(Flag::Fired) || has(Flag::Barraged) {
            return Some(no("11.12c", "the unit has fought in this turn"));
        }
        let here = p.hex(unit)?;
        if land.zone.has(here) {
            return Some(no("11.12e", "the unit is in an enemy zone of control"));
        }
        let range = self.d.charts.strategic_command[usize::from(land.side)];
        let map = self.map(p);
        let near = |u: UnitId| {
            self.kind(u) == Kind::Hq
                && p.side(u) == land.side
                && p.hex(u).is_some_and(|hex| map.distance(hex, here) <= range)
        };
        (range > 0 && !self.all_units().any(near))
            .then(|| no("11.24", "no headquarters is near enough for strategic movement"))
    }

    /// What keeps a unit from spending this many half-points; in snow anything takes all it has (lodz R44).
    fn march_spend_refused(&self, p: &Position, land: &Land<'_>, unit: UnitId, cost: u8) -> Option<Refusal> {
        if land.snow {
            return (!p.march.fresh.has(unit))
                .then(|| no("MAZ.7a", "in snow the unit has no points left for anything else"));
        }
        (p.march.left(unit) < cost).then(|| no("4.22", "too few movement points are left for that"))
    }

    fn march_spend(&self, p: &mut Position, unit: UnitId, cost: u8) {
        let snow = self.march_snow(p);
        let left = &mut p.march.left[usize::from(unit)];
        *left = if snow { 0 } else { left.saturating_sub(cost) };
        p.march.fresh.remove(unit);
    }

    /// What bars a change of order (lodz 8.73).
    pub(super) fn march_order_refused(&self, p: &Position, land: &Land<'_>, unit: UnitId) -> Option<Refusal> {
        if self.kind(unit) != Kind::Artillery || !p.on_map(unit) {
            return Some(no("8.71", "only artillery on the map has an order to change"));
        }
        let still = self.march_still_refused(p, land, unit).filter(|why| {
            // Guns that dig in or wait for strategic movement may change their order where they stand.
            land.strategic || !matches!(why.rule, "11.12b" | "9.11a")
        });
        still.or_else(|| self.march_spend_refused(p, land, unit, self.d.charts.order_change))
    }

    /// Artillery changes its order.
    pub(super) fn march_order(&self, p: &mut Position, unit: UnitId, events: &mut Vec<Event>) {
        let marching = !p.has(unit, Flag::Marching);
        p.units.mark(unit, Flag::Marching, marching);
        self.march_spend(p, unit, self.d.charts.order_change);
        let map = self.scenario(p).map;
        events.extend(p.hex(unit).map(|hex| Event::March(MarchEvent::Ordered { unit, map, hex, marching })));
    }

    /// What bars digging: a move, a retreat (lodz 9.11a, lodz 7.43), swamp, a fortress, works that are there or are being dug.
    pub(super) fn march_dig_refused(&self, p: &Position, land: &Land<'_>, unit: UnitId) -> Option<Refusal> {
        let map = self.map(p);
        let Some(hex) = p.hex(unit).filter(|_| !land.strategic) else {
            return Some(no("9.11a", "units on the map dig in during the movement phase"));
        };
        if p.has(unit, Flag::Moved) {
            return Some(no("9.11a", "the unit has moved in this phase"));
        }
        if p.has(unit, Flag::Retreated) {
            return Some(no("7.43", "the unit has retreated since its last movement phase"));
        }
        if p.has(unit, Flag::Strategic) {
            return Some(no("11.12d", "a unit marked for strategic movement does not dig in"));
        }
        if map.has(hex, Feature::Swamp) {
            return Some(no("9.12", "nobody digs in a swamp"));
        }
        if self.walled(p, hex) {
            return Some(no("9.17", "permanent works are there"));
        }
        let digs = p.at(hex).any(|u| p.has(u, Flag::Digging));
        (digs || p.works[usize::from(hex)] != Works::None)
            .then(|| no("9.11b", "field works are there or are being dug, and they shelter all"))
    }

    /// What bars the mark for strategic movement (lodz 11.12).
    pub(super) fn march_mark_refused(&self, p: &Position, land: &Land<'_>, unit: UnitId) -> Option<Refusal> {
        let has = |f: Flag| p.has(unit, f);
        if land.strategic || !p.on_map(unit) || has(Flag::Strategic) {
            return Some(no("11.12a", "units on the map are marked once, in the movement phase"));
        }
        if has(Flag::Moved) {
            return Some(no("11.12b", "the unit has moved in this phase"));
        }
        if has(Flag::Barraged) {
            return Some(no("11.12c", "the unit has fought in this turn"));
        }
        if has(Flag::Digging) {
            return Some(no("11.12d", "the unit digs in"));
        }
        has(Flag::Replaced).then(|| no("REP.4", "a unit that got a replacement does not move in that turn"))
    }

    /// A unit's hex and the direction to a neighbour, if work on a bridge there may be asked of it.
    fn march_site(
        &self,
        p: &Position,
        land: &Land<'_>,
        unit: UnitId,
        to: HexId,
    ) -> Result<(HexId, u8), Refusal> {
        let works = !land.strategic && self.kind(unit) != Kind::Artillery;
        let Some(hex) = p.hex(unit).filter(|_| works) else {
            return Err(no(
                "14.11",
                "bridges are the work of units on the map other than artillery, in the movement phase",
            ));
        };
        let map = self.map(p);
        let direction = map.direction(hex, to);
        direction
            .filter(|d| map.river[usize::from(hex)][usize::from(*d)] != RIVER_NONE)
            .map(|d| (hex, d))
            .ok_or_else(|| no("14.11", "no river runs between the unit and that hex"))
    }

    /// Whether the move of a unit has ended, in an enemy zone (lodz 6.2.1) or beyond the ferry (lodz R43): it spends nothing more.
    fn march_stopped(&self, p: &Position, land: &Land<'_>, unit: UnitId) -> Option<Refusal> {
        if !p.has(unit, Flag::Finished) {
            return None;
        }
        let zone = p.hex(unit).is_some_and(|hex| land.zone.has(hex));
        Some(if p.has(unit, Flag::Ferried) && !zone {
            no("N11.12a", "the ferry has ended the unit's move")
        } else {
            no("6.2.1", "the unit has come into an enemy zone and spends no more points")
        })
    }

    fn march_is_big(&self, p: &Position, hex: HexId, direction: u8) -> bool {
        self.map(p).river[usize::from(hex)][usize::from(direction)] == RIVER_BIG
    }

    /// What bars the destruction of a bridge (lodz 14.11, lodz 14.21).
    pub(super) fn march_destroy_refused(
        &self,
        p: &Position,
        land: &Land<'_>,
        unit: UnitId,
        to: HexId,
    ) -> Option<Refusal> {
        let (hex, d) = match self.march_site(p, land, unit, to) {
            Ok(site) => site,
            Err(why) => return Some(why),
        };
        let big = self.march_is_big(p, hex, d);
        if !p.bridged(hex, d) {
            return Some(no(if big { "14.21" } else { "14.11" }, "no bridge stands there"));
        }
        let charts = &self.d.charts;
        let cost = if big { charts.bridge_big_destroy } else { charts.bridge_small_destroy };
        self.march_stopped(p, land, unit).or_else(|| self.march_spend_refused(p, land, unit, cost))
    }

    /// What bars the rebuilding of a bridge over a small river (lodz 14.12, lodz 14.13, lodz R90).
    pub(super) fn march_rebuild_refused(
        &self,
        p: &Position,
        land: &Land<'_>,
        unit: UnitId,
        to: HexId,
    ) -> Option<Refusal> {
        let (hex, d) = match self.march_site(p, land, unit, to) {
            Ok(site) => site,
            Err(why) => return Some(why),
        };
        let map = self.map(p);
        if map.river[usize::from(hex)][usize::from(d)] != RIVER_SMALL {
            return Some(no("14.22a", "over a big river a headquarters builds"));
        }
        if map.bridge[usize::from(hex)] >> d & 1 == 0 {
            return Some(no("14.13", "there never was a bridge, and none is newly built over a small river"));
        }
        if p.bridged(hex, d) {
            return Some(no("14.12", "the bridge stands"));
        }
        self.march_stopped(p, land, unit)
            .or_else(|| self.march_calm_refused(land, hex, to))
            .or_else(|| self.march_spend_refused(p, land, unit, self.d.charts.bridge_small_rebuild))
    }

    /// No bridge is built in an enemy zone, nor over to an enemy (lodz 14.22c, lodz R90).
    fn march_calm_refused(&self, land: &Land<'_>, hex: HexId, to: HexId) -> Option<Refusal> {
        (land.hostile(hex) || land.hostile(to))
            .then(|| no("14.22c", "an enemy is on one side of the bridge or has it in its zone"))
    }

    /// What bars a headquarters from beginning a bridge (lodz 14.22).
    pub(super) fn march_build_refused(
        &self,
        p: &Position,
        land: &Land<'_>,
        unit: UnitId,
        to: HexId,
    ) -> Option<Refusal> {
        let (hex, d) = match self.march_site(p, land, unit, to) {
            Ok(site) => site,
            Err(why) => return Some(why),
        };
        if self.kind(unit) != Kind::Hq {
            return Some(no("14.22a", "bridges over big rivers are the work of headquarters"));
        }
        if !self.march_is_big(p, hex, d) {
            return Some(no("14.13", "nothing is newly built over a small river"));
        }
        if p.bridged(hex, d) {
            return Some(no("14.22b", "the bridge stands"));
        }
        if p.march.builds.iter().any(|b| b.unit.is(unit)) || !p.march.builds.contains(&Build::NONE) {
            return Some(no("14.22b", "the headquarters builds a bridge already"));
        }
        self.march_calm_refused(land, hex, to)
    }

    /// A bridge falls or stands again by the work of a unit.
    pub(super) fn march_bridge(
        &self,
        p: &mut Position,
        unit: UnitId,
        to: HexId,
        stands: bool,
        events: &mut Vec<Event>,
    ) {
        let (map, charts) = (self.scenario(p).map, &self.d.charts);
        let Some(hex) = p.hex(unit) else { return };
        let Some(d) = self.map(p).direction(hex, to) else { return };
        let big = self.march_is_big(p, hex, d);
        let cost = match (stands, big) {
            (true, _) => charts.bridge_small_rebuild,
            (false, true) => charts.bridge_big_destroy,
            (false, false) => charts.bridge_small_destroy,
        };
        self.march_spend(p, unit, cost);
        self.set_bridge(p, hex, d, stands);
        events.push(Event::March(MarchEvent::Bridge { unit, map, hex, to, big, stands }));
    }

    /// A headquarters begins a bridge.
    pub(super) fn march_build(&self, p: &mut Position, unit: UnitId, to: HexId, events: &mut Vec<Event>) {
        let map = self.scenario(p).map;
        let Some(hex) = p.hex(unit) else { return };
        let Some(direction) = self.map(p).direction(hex, to) else { return };
        if let Some(slot) = p.march.builds.iter_mut().find(|b| **b == Build::NONE) {
            *slot = Build { unit: unit.into(), hex: hex.into(), direction };
            events.push(Event::March(MarchEvent::Builds { unit, map, hex, to }));
        }
    }

    /// Bridges that headquarters of a side have stayed beside for a turn (lodz 14.22b).
    pub(super) fn march_finish_bridges(&self, p: &mut Position, events: &mut Vec<Event>) {
        let land = self.march_land(p);
        for slot in 0..p.march.builds.len() {
            let Build { unit, hex, direction } = p.march.builds[slot];
            let Some(unit) = unit.get().filter(|u| p.side(*u) == p.active) else { continue };
            p.march.builds[slot] = Build::NONE;
            let Some(hex) = hex.get() else { continue };
            let Some(to) = self.map(p).step(hex, direction) else { continue };
            let map = self.scenario(p).map;
            let stayed = p.hex(unit) == Some(hex) && !p.has(unit, Flag::Retreated);
            if stayed && self.march_calm_refused(&land, hex, to).is_none() {
                self.set_bridge(p, hex, direction, true);
                events.push(Event::March(MarchEvent::Bridge { unit, map, hex, to, big: true, stands: true }));
            } else {
                events.push(Event::March(MarchEvent::Unfinished { unit, map, hex, to }));
            }
        }
    }

    /// From its day on the bridge of Płock stands (lodz N11.13).
    pub fn march_plock(&self, p: &mut Position, events: &mut Vec<Event>) {
        let s = self.scenario(p);
        if p.march.plock || s.bridge_from == 0 || p.day < s.bridge_from {
            return;
        }
        p.march.plock = true;
        let (hex, to) = self.d.places.ferry_bridge;
        if let Some(d) = self.map(p).direction(hex, to) {
            self.set_bridge(p, hex, d, true);
            events.push(Event::March(MarchEvent::Opens { map: s.map, hex, to }));
        }
    }

    /// The ferry has carried a unit, which lends it a CEL (lodz N11.12b).
    pub(super) fn march_ferry(&self, p: &mut Position, unit: UnitId, events: &mut Vec<Event>) {
        let map = self.scenario(p).map;
        let Some(hex) = p.hex(unit) else { return };
        let cel = p.units.cel(unit).saturating_sub(self.d.charts.ferry_cel).max(1);
        p.units.set_cel(unit, cel);
        if let Some(slot) = p.march.landed.iter_mut().find(|l| **l == Landed::NONE) {
            *slot = Landed { unit: unit.into(), hex: hex.into() };
            p.units.mark(unit, Flag::Ferried, true);
        }
        events.push(Event::March(MarchEvent::Ferried { unit, map, hex, cel }));
    }

    /// Units that have stayed where the ferry left them have their CEL back (lodz N11.12c, lodz R43).
    pub(super) fn march_ferry_back(&self, p: &mut Position, events: &mut Vec<Event>) {
        for slot in 0..p.march.landed.len() {
            let Landed { unit, hex } = p.march.landed[slot];
            let Some(unit) = unit.get().filter(|u| p.side(*u) == p.active) else { continue };
            p.march.landed[slot] = Landed::NONE;
            let stayed = p.hex(unit).filter(|here| hex.is(*here) && !p.has(unit, Flag::Retreated));
            if let Some(hex) = stayed.filter(|_| p.has(unit, Flag::Ferried)) {
                let cel = (p.units.cel(unit) + self.d.charts.ferry_cel).min(self.def(unit).cel);
                p.units.set_cel(unit, cel);
                let map = self.scenario(p).map;
                events.push(Event::March(MarchEvent::Landed { unit, map, hex, cel }));
            }
            p.units.mark(unit, Flag::Ferried, false);
        }
    }

    /// Field works in a hex fall to an enemy unit that enters (lodz 9.15).
    pub fn march_trample(&self, p: &mut Position, hex: HexId, by: u8, events: &mut Vec<Event>) {
        let owner = u8::from(p.march.russian_works.has(hex));
        if p.works[usize::from(hex)] != Works::None && owner != by {
            p.works[usize::from(hex)] = Works::None;
            p.march.russian_works.remove(hex);
            let map = self.scenario(p).map;
            events.push(Event::March(MarchEvent::Works { map, hex, stand: false, trampled: true }));
        }
    }

    /// Whose the works of a hex are: of the side that stands there, or stood there last.
    pub(super) fn march_own_works(&self, p: &mut Position) {
        for hex in self.map(p).all() {
            if p.works[usize::from(hex)] == Works::None {
                continue;
            }
            match (p.units.units_in(0, hex) > 0, p.units.units_in(RU, hex) > 0) {
                (false, true) => p.march.russian_works.insert(hex),
                (true, false) => p.march.russian_works.remove(hex),
                _ => {}
            }
        }
    }
}
