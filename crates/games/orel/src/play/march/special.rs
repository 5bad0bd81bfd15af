//! Ends of a move: modes (orel 7.1.4), attacks, Barrage and Support (orel 7.2), entrenchments (orel 7.3).

use super::super::{Engine, Event};
use super::pace::{Reason, reason};
use super::types::{How, MarchEvent};
use super::zones::Zones;
use crate::data::{Class, Price};
use crate::position::{Dug, HexId, Marker, Mode, Position, UnitId};
use sandtable_ops::id::Maybe;

impl How {
    /// The hex that it is about.
    pub fn target(self) -> Option<HexId> {
        match self {
            How::Hasty(h) | How::Prepared(h) | How::SupportHasty(h) | How::SupportPrepared(h) => Some(h),
            How::Halt | How::Combat | How::Barrage | How::Entrench => None,
        }
    }

    /// The marker that it lays on the unit.
    fn marker(self) -> Marker {
        match self {
            How::Hasty(target) => Marker::Attack { prepared: false, target },
            How::Prepared(target) => Marker::Attack { prepared: true, target },
            How::SupportHasty(target) => Marker::Support { prepared: false, target },
            How::SupportPrepared(target) => Marker::Support { prepared: true, target },
            How::Barrage => Marker::Barrage,
            How::Halt | How::Combat | How::Entrench => Marker::None,
        }
    }
}

impl Engine<'_> {
    /// Half-points of an end of a unit's move; none if units like it cannot.
    pub(crate) fn march_price(&self, unit: UnitId, how: How) -> Option<u8> {
        let price = |a| self.d.charts.price(a, unit);
        match how {
            How::Halt | How::Entrench => Some(0),
            How::Combat => price(Price::CombatMode),
            How::Hasty(_) | How::SupportHasty(_) => price(Price::Hasty),
            How::Prepared(_) | How::SupportPrepared(_) => price(Price::Prepared),
            How::Barrage => price(Price::Barrage),
        }
    }

    /// What keeps a unit from ending its move so, or from acting so where it stands.
    pub(super) fn march_end_refused(
        &self,
        p: &Position,
        zones: &Zones,
        unit: UnitId,
        how: How,
    ) -> Option<Reason> {
        if !p.on_map(unit) {
            return Some(self.march_late_reason(p, unit));
        }
        let moving = p.march.mover.is(unit);
        let special = match how {
            How::Halt if !moving => Some(reason("7.1.4a", "a unit that does nothing keeps its mode")),
            How::Halt => None,
            _ => self.march_special_refused(p, unit),
        };
        let own = || match how {
            How::Halt => None,
            How::Combat => (p.mode(unit) == Mode::Combat && !p.march.walked.has(unit))
                .then_some(reason("7.1.4b", "it is in Combat mode")),
            How::Hasty(h) | How::Prepared(h) => self.march_attack_refused(p, zones, unit, how, h),
            How::Barrage => self.march_asleep_refused(p, unit),
            How::SupportHasty(h) | How::SupportPrepared(h) => self.march_support_refused(p, zones, unit, h),
            How::Entrench => self.march_entrench_refused(p, unit),
        };
        let left = if moving { p.march.left } else { self.march_allowance(p, unit) };
        let price = || match self.march_price(unit, how) {
            None if how == How::Combat => Some(reason("7.1.4a", "vehicles and Depots have no modes")),
            None => Some(reason("7.2a", "units of this class cannot do that")),
            Some(cost) if cost > left && !matches!(self.class(unit), Class::Train | Class::RailDepot) => {
                Some(match how {
                    How::Combat => reason("7.1.4b", "too few MP are left for Combat mode"),
                    How::Barrage => reason("7.2e", "too few MP are left for a Barrage"),
                    How::Hasty(_) | How::SupportHasty(_) => {
                        reason("7.2m", "too few MP are left for a Hasty Attack")
                    }
                    _ => reason(self.march_prepared_rule(unit), "too few MP are left for a Prepared Attack"),
                })
            }
            _ => None,
        };
        special.or_else(price).or_else(own).or_else(|| self.march_must_go(p, zones, unit))
    }

    /// The rule that says what a Prepared Attack, or its support, costs a unit.
    pub(super) fn march_prepared_rule(&self, unit: UnitId) -> &'static str {
        let def = self.def(unit);
        match def.class {
            Class::Train => "7.2k",
            Class::Tank => "7.2i",
            Class::ArmoredCar => "7.2j",
            _ if def.side == crate::data::WHITE => "7.2j",
            _ if def.shock => "7.2h",
            _ => "7.2g",
        }
    }

    /// What keeps a unit from every special action.
    fn march_special_refused(&self, p: &Position, unit: UnitId) -> Option<Reason> {
        let class = self.class(unit);
        if p.mode(unit) == Mode::Routed {
            return Some(reason("8.7.3k", "a Routed unit spends no MP on special actions"));
        }
        if p.march.mover.is(unit) && p.march.day {
            return Some(reason("7.1.5b", "nothing else can be done on a Marching Day"));
        }
        if p.broken.has(unit) {
            return Some(reason("9.2.1b", "the tank has broken down"));
        }
        if p.unsupplied.has(unit) && class.is_vehicle() {
            let rule = if class == Class::Train { "8.2.3b" } else { "8.2.3c" };
            return Some(reason(rule, "a vehicle without supply does not fight"));
        }
        None
    }

    /// The rule that keeps a unit of an inactive formation from acting.
    pub(super) fn march_asleep_refused(&self, p: &Position, unit: UnitId) -> Option<Reason> {
        if !self.asleep(p, unit) {
            return None;
        }
        let formation = self.def(unit).formation;
        let bound = |i: &&crate::data::Inactive| {
            p.sleeps(i.formation) && (formation == Some(i.formation) || i.units.contains(&unit))
        };
        let rule = self.scenario(p).inactive.iter().find(bound).map_or("10.2a", |i| i.rule);
        Some(reason(rule, "its formation is inactive: it may entrench, but neither move nor attack"))
    }

    /// Attacks (orel 7.2a, orel 5.3b, orel 9a, orel 9b).
    fn march_attack_refused(
        &self,
        p: &Position,
        zones: &Zones,
        unit: UnitId,
        how: How,
        target: HexId,
    ) -> Option<Reason> {
        let class = self.class(unit);
        let next_to = p.hex(unit).and_then(|hex| Some((hex, self.d.map.direction(hex, target)?)));
        let Some((hex, direction)) = next_to else {
            return Some(reason("7.2a", "only a neighbouring hex can be attacked"));
        };
        if !zones.enemies.has(target) {
            return Some(reason("7.2a", "there is no enemy in that hex"));
        }
        if let Some(why) = self.march_asleep_refused(p, unit) {
            return Some(why);
        }
        if p.ooc.has(unit) && zones.zone.has(hex) && !p.march.passed.has(unit) {
            return Some(match p.march.failed.has(unit) {
                true => reason("5.3c", "the unit has failed its check and cannot attack"),
                false => reason("5.3b", "Out of Command in a zone: only a check allows an attack"),
            });
        }
        match class {
            Class::Infantry | Class::Cavalry => None,
            Class::Train => self.march_duel_refused(p, hex, target),
            Class::Tank | Class::ArmoredCar => {
                if self.d.map.cost(class, hex, direction).is_none() {
                    return Some(reason("9b", "a vehicle cannot attack into ground that it cannot enter"));
                }
                let with = |u: UnitId| u != unit && self.class(u).is_combat() && p.marker(u) == how.marker();
                (!p.at(hex).any(with)).then_some(reason(
                    "9a",
                    "a vehicle attacks only with a combat unit of its hex, which must have declared the same attack",
                ))
            }
            _ => Some(reason("7.2a", "guns and Depots do not attack; guns fire a Barrage or give Support")),
        }
    }

    /// A train attacks by itself only a lone train to which its railway leads (orel 9a, orel 9.1.1a); with others it gives Support, and
    /// goes into contact later.
    fn march_duel_refused(&self, p: &Position, hex: HexId, target: HexId) -> Option<Reason> {
        if p.at(target).any(|u| self.class(u).is_troop())
            || !p.at(target).any(|u| self.class(u) == Class::Train)
        {
            return Some(reason(
                "9a",
                "a train by itself attacks only an enemy train without combat units and guns",
            ));
        }
        (!self.d.map.joined_by_rail(hex, target))
            .then_some(reason("9.1.1a", "no railway leads straight to that train"))
    }

    /// Support of an attack on a hex in range (orel 7.2a, orel 5.3g, orel RU-28).
    fn march_support_refused(
        &self,
        p: &Position,
        zones: &Zones,
        unit: UnitId,
        target: HexId,
    ) -> Option<Reason> {
        let class = self.class(unit);
        if !class.is_gun() && class != Class::Train {
            return Some(reason("7.2a", "only guns and armored trains give Support"));
        }
        if !zones.enemies.has(target) {
            return Some(reason("7.2a", "there is no enemy in that hex"));
        }
        if let Some(why) = self.march_asleep_refused(p, unit) {
            return Some(why);
        }
        let (far, chart) = (self.far(p, unit, target), &self.d.charts.attack);
        if p.ooc.has(unit) && far > chart.ooc_range {
            return Some(reason("5.3g", "guns Out of Command support attacks on neighbouring hexes alone"));
        }
        (far > chart.support_range).then_some(reason("8.6.2a", "the hex is out of range for Support"))
    }

    /// Entrenching takes all MP of infantry or guns in command (orel 7.3a, orel 5.3f, orel RU-73).
    fn march_entrench_refused(&self, p: &Position, unit: UnitId) -> Option<Reason> {
        if !self.d.charts.entrench.contains(&self.class(unit)) {
            return Some(reason("7.3a", "only infantry and guns entrench"));
        }
        if p.ooc.has(unit) {
            return Some(reason("5.3f", "a unit Out of Command does not entrench"));
        }
        if p.march.walked.has(unit) {
            return Some(reason("7.3a", "entrenching takes all MP, and the unit has moved"));
        }
        (p.units.dug(unit) != Dug::No).then_some(reason("7.3a", "the unit is digging or dug in already"))
    }

    /// Visits every end that a unit may choose now, until the visitor has enough.
    pub(super) fn march_ends(
        &self,
        p: &Position,
        zones: &Zones,
        unit: UnitId,
        visit: &mut dyn FnMut(How) -> bool,
    ) -> bool {
        let Some(hex) = p.hex(unit).filter(|_| p.on_map(unit)) else { return false };
        let class = self.class(unit);
        if class.is_depot() && !p.march.mover.is(unit) {
            return false;
        }
        let mut try_one = |how: How| self.march_end_refused(p, zones, unit, how).is_none() && visit(how);
        if try_one(How::Halt) || try_one(How::Combat) || try_one(How::Entrench) {
            return true;
        }
        let guns = class.is_gun() || class == Class::Train;
        if !guns || class == Class::Train {
            for to in self.d.map.neighbours(hex).filter(|h| zones.enemies.has(*h)) {
                if try_one(How::Hasty(to)) || try_one(How::Prepared(to)) {
                    return true;
                }
            }
        }
        if guns {
            if try_one(How::Barrage) {
                return true;
            }
            let range = self.d.charts.attack.support_range;
            for to in zones.enemies.iter().filter(|h| self.d.map.distance(hex, *h) <= range) {
                if try_one(How::SupportHasty(to)) || try_one(How::SupportPrepared(to)) {
                    return true;
                }
            }
        }
        false
    }

    /// A unit ends its move. Whatever it does but halt puts it in Combat mode (orel 7.1.4c); an attack out of Orel puts the whole
    /// stack in the suburbs (orel 7.1.1h).
    pub(super) fn march_end(&self, p: &mut Position, unit: UnitId, how: How, events: &mut Vec<Event>) {
        let hex = p.hex(unit);
        if how != How::Halt {
            if self.class(unit).is_troop() {
                p.units.set_mode(unit, Mode::Combat);
            }
            p.units.set_marker(unit, how.marker());
        } else if p.march.walked.has(unit) {
            self.march_mode(p, unit);
        }
        if how == How::Entrench {
            p.units.set_dug(unit, Dug::Begun);
        }
        let spent = match how {
            How::Entrench => self.march_allowance(p, unit),
            _ => self.march_price(unit, how).unwrap_or(0),
        };
        events.push(Event::March(MarchEvent::Ended { unit, hex, how, spent }));
        let orel = self.d.map.orel;
        if matches!(how, How::Hasty(_) | How::Prepared(_)) && hex == Some(orel) && p.centre {
            p.centre = false;
            events.push(Event::March(MarchEvent::Part { hex: orel, centre: false }));
        }
        self.march_over(p, unit);
    }

    /// A unit's move is over.
    pub(super) fn march_over(&self, p: &mut Position, unit: UnitId) {
        p.march.moved.insert(unit);
        if p.march.mover.is(unit) {
            (p.march.mover, p.march.left, p.march.allowance, p.march.day) = (Maybe::NONE, 0, 0, false);
            p.play.steps.pop();
        }
    }
}
