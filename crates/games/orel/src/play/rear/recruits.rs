//! Recruits (4): points of the turn, prisoners, steps restored, battalions built.

use super::{RearAction, RearEvent, RearStep};
use crate::data::Hexes;
use crate::play::{Engine, Event};
use crate::position::{At, HexId, Mode, Position, Step, UnitId};
use sandtable_core::Refusal;

impl Engine<'_> {
    /// Points of the turn come in, as far as there is room (orel 4a, orel 4c, orel 4d), then they can be spent.
    pub(super) fn recruits_begin(&self, p: &mut Position, events: &mut Vec<Event>) {
        let (side, s) = (p.active, usize::from(p.active));
        let (charts, scenario) = (&self.d.charts, self.scenario(p));
        let track = &charts.recruit_track[s];
        let of_turn = track.get(usize::from(p.turn).saturating_sub(1)).or(track.last()).copied().unwrap_or(0);
        // Halves are rounded up (orel 1.2a, orel 10.1d).
        let track = ((u16::from(of_turn) * u16::from(scenario.recruit_percent) + 50) / 100) as u8;
        let orel = if scenario.orel_bonus && p.orel == side { charts.orel_bonus } else { 0 };
        let exactions = std::mem::take(&mut p.rear.exactions[s]);
        let came = (track + orel).saturating_add_signed(exactions);
        let bank = (p.recruits[s] + came).min(charts.bank);
        let lost = p.recruits[s] + came - bank;
        p.recruits[s] = bank;
        events.push(Event::Rear(RearEvent::Income { side, track, orel, exactions, bank, lost }));
        p.play.steps.push(Step::Rear(RearStep::Recruits));
    }

    /// Asks while anything can be bought or enlisted.
    pub(super) fn recruits_run(&self, p: &mut Position) -> bool {
        let mut any = false;
        let side = p.active;
        self.recruits_offer(p, side, &mut |a| any = any || self.recruits_refuse(p, side, a).is_none());
        if !any {
            p.play.steps.pop();
        }
        any
    }

    /// What could be done with points.
    pub(super) fn recruits_offer(&self, p: &Position, side: u8, put: &mut dyn FnMut(RearAction)) {
        let (s, charts) = (usize::from(side), &self.d.charts);
        if p.prisoners[s] >= u16::from(charts.prisoners_for_one) {
            put(RearAction::Enlist);
        }
        if p.recruits[s] >= charts.step_cost {
            let weak = |u: &UnitId| p.side(*u) == side && p.steps(*u) < self.def(*u).steps;
            self.all_units().filter(weak).for_each(|unit| put(RearAction::Restore { unit }));
        }
        if p.recruits[s] >= charts.battalion_cost && self.next_battalion(p, side).is_some() {
            let stations = self.d.map.stations.meet(&p.rails[s]);
            stations.iter().for_each(|hex| put(RearAction::Build { hex }));
            put(RearAction::BuildOutside);
        }
    }

    /// The recruit battalion that would be built next, if one is left (orel 4.3.2b).
    fn next_battalion(&self, p: &Position, side: u8) -> Option<UnitId> {
        let own = |u: &UnitId| self.def(*u).recruit && p.side(*u) == side;
        let used =
            self.all_units().filter(|u| own(u) && matches!(p.units.at(*u), At::Map | At::Entry | At::OffMap));
        if used.count() >= usize::from(self.d.charts.battalions[usize::from(side)]) {
            return None;
        }
        self.all_units().find(|u| own(u) && p.units.at(*u) == At::Pool)
    }

    pub(super) fn recruits_refuse(&self, p: &Position, side: u8, a: RearAction) -> Option<Refusal> {
        let (s, charts) = (usize::from(side), &self.d.charts);
        let refuse = |rule, why, number: u8| Some(Refusal::new(rule, why).number(number));
        match a {
            RearAction::Enlist if p.prisoners[s] < u16::from(charts.prisoners_for_one) => {
                refuse("4.1c", "a Recruit Point takes {} Prisoners", charts.prisoners_for_one)
            }
            RearAction::Enlist if p.recruits[s] >= charts.bank => {
                refuse("4c", "no more than {} Recruit Points can be kept", charts.bank)
            }
            RearAction::Restore { unit } => self.restore_refuse(p, side, unit),
            RearAction::Build { .. } | RearAction::BuildOutside if p.recruits[s] < charts.battalion_cost => {
                refuse("4.3.2a", "a battalion costs {} Recruit Points", charts.battalion_cost)
            }
            RearAction::Build { .. } | RearAction::BuildOutside if self.next_battalion(p, side).is_none() => {
                Some(Refusal::new("4.3.2b", "all recruit battalions of this side are in play"))
            }
            RearAction::Build { hex } => self.station_refuse(p, side, hex),
            _ => None,
        }
    }

    /// Why a battalion cannot appear in a hex (orel 4.3.2e).
    fn station_refuse(&self, p: &Position, side: u8, hex: HexId) -> Option<Refusal> {
        let breach = |why| Some(Refusal::new("4.3.2e", why).at(hex));
        if !self.d.map.stations.has(hex) {
            return breach("a battalion appears at a railway station");
        }
        if !self.scenario(p).area.has(hex) {
            return breach("this station is not in play");
        }
        // A line may come into enemy hands up to its edge, but the entry zone there never does.
        if self.d.zones.iter().any(|z| z.closed && z.side != side && z.hexes.has(hex)) {
            let why = "that station is an entry zone of the enemy";
            return Some(Refusal::new("7.4b", why).at(hex));
        }
        if p.holds(1 - side, hex) {
            return breach("enemy units stand there");
        }
        // A unit is any unit, whether it cancels zones elsewhere or not (orel RU-82).
        if self.in_zone(p, 1 - side, hex) && !self.counts_as_held(p, side, hex) {
            return breach("the station lies in an enemy zone of control and no friendly unit is there");
        }
        // A zone at the station itself does not part it from the line, if a unit is there.
        let linked = &p.rear.linked[usize::from(side)];
        let next = |h: HexId| self.d.map.joined_by_rail(hex, h) && linked.has(h);
        let joined = p.rails[usize::from(side)].has(hex) && self.d.map.neighbours(hex).any(next);
        if !linked.has(hex) && !joined {
            return breach("no friendly railway leads from this station to a friendly edge");
        }
        None
    }

    fn restore_refuse(&self, p: &Position, side: u8, unit: UnitId) -> Option<Refusal> {
        let charts = &self.d.charts;
        if !self.is_unit(unit) || p.side(unit) != side {
            return Some(Refusal::new("4.3.1Aa", "that is not a unit of this side"));
        }
        let def = self.def(unit);
        let breach = |rule, why| Some(Refusal::new(rule, why).of(unit));
        // Units that were driven off the map may have recruits, too (orel 7.5e).
        let off = p.units.at(unit) == At::OffMap;
        if !p.on_map(unit) && !off {
            return breach("4.3.1Aa", "the unit is not in play");
        }
        if def.class.is_gun() {
            return breach("4.3.1Cd", "artillery does not recover steps");
        }
        if !def.class.is_combat() {
            return breach("4.3.1Aa", "recruits are men: they go to infantry and cavalry");
        }
        if p.recruits[usize::from(side)] < charts.step_cost {
            return breach("4.3.1Aa", "there is no Recruit Point left");
        }
        if p.steps(unit) >= def.steps {
            return breach("4.3.1Ab", "the unit has all its steps");
        }
        match p.mode(unit) {
            Mode::Routed => return breach("4.3.1Cc", "a Routed unit does not recover steps"),
            Mode::March if !off => return breach("4.3.1Ca", "the unit is not in Combat mode"),
            _ => {}
        }
        if !off {
            let own = p.functional.which(|d| p.side(d) == side);
            let depots: Hexes = own.iter().filter_map(|d| p.hex(d)).collect();
            let line = |from| self.supply_line(p, side, def.class, from, &depots, charts.recruit_range);
            if p.hex(unit).and_then(line).is_none() {
                return breach("4.3.1Cb", "no functional Depot is in range");
            }
        }
        None
    }

    pub(super) fn recruits_take(&self, p: &mut Position, side: u8, a: RearAction, events: &mut Vec<Event>) {
        let (s, charts) = (usize::from(side), &self.d.charts);
        match a {
            RearAction::Enlist => {
                let prisoners = charts.prisoners_for_one;
                p.prisoners[s] -= u16::from(prisoners);
                p.recruits[s] += 1;
                let (left, bank) = (p.prisoners[s], p.recruits[s]);
                events.push(Event::Rear(RearEvent::Enlisted { side, prisoners, left, bank }));
            }
            RearAction::Restore { unit } => {
                p.recruits[s] -= charts.step_cost;
                let (steps, reduced) = (p.steps(unit) + 1, self.def(unit).reduced);
                p.units.set_steps(unit, steps);
                // The counter is turned to its full side: once, that costs quality (orel 4.3.1Ba).
                let fresh = steps == reduced + 1 && reduced > 0 && !p.green.has(unit);
                let before = self.tq(p, unit);
                if fresh {
                    p.green.insert(unit);
                }
                // At the lowest TQ there is nothing to lose (orel 4.3.1Bb).
                let green = fresh && self.tq(p, unit) < before;
                events.push(Event::Rear(RearEvent::Restored { unit, hex: p.hex(unit), steps, green }));
            }
            RearAction::Build { .. } | RearAction::BuildOutside => {
                let Some(unit) = self.next_battalion(p, side) else { return };
                p.recruits[s] -= charts.battalion_cost;
                p.units.set_steps(unit, self.def(unit).steps);
                p.units.set_mode(unit, Mode::Combat);
                let hex = if let RearAction::Build { hex } = a { Some(hex) } else { None };
                if let Some(hex) = hex {
                    if hex == self.d.map.orel && !p.holds(side, hex) {
                        // Nobody has chosen a part yet; its side may in the movement phase that follows (orel 7.1.1g).
                        p.centre = false;
                    }
                    p.place(unit, hex);
                } else {
                    p.units.take_off(unit, At::Entry, None, p.turn);
                }
                events.push(Event::Rear(RearEvent::Built { unit, hex }));
            }
            _ => _ = p.play.steps.pop(),
        }
    }
}
