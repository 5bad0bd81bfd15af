//! What several modules do: zones of control, quality, stacking, losses, prisoners, rolls.

use super::{Engine, Event};
use crate::data::{Class, Ground, Hexes, ResultRow, TerrainRow, UNITS};
use crate::position::{At, Dug, HexId, Mode, Phase, Pieces, Position, Roll, RollKind, UnitId};
use crate::view::count;
use sandtable_core::Dice;
use sandtable_core::game::Line;

/// What several modules tell; `fight` says whether it belongs to a combat or to fire.
#[derive(Clone, Copy, Debug, PartialEq)]
#[allow(missing_docs)]
pub enum CommonEvent {
    /// A unit loses a step.
    StepLost { unit: UnitId, left: u8, hex: Option<HexId>, fight: bool },
    /// A unit is eliminated.
    Eliminated { unit: UnitId, hex: Option<HexId>, fight: bool },
    /// A side takes prisoners.
    Prisoners { by: u8, steps: u8, fight: bool },
    /// A unit becomes Unsupplied.
    Unsupplied { unit: UnitId, hex: Option<HexId>, fight: bool },
    /// A unit is supplied again.
    Resupplied { unit: UnitId, hex: Option<HexId> },
    /// A train is captured.
    Captured { unit: UnitId, by: u8, hex: Option<HexId>, fight: bool },
}

impl Engine<'_> {
    /// Class of a unit.
    pub fn class(&self, unit: UnitId) -> Class {
        self.def(unit).class
    }

    /// All units of the data.
    pub fn all_units(&self) -> impl Iterator<Item = UnitId> + use<> {
        (0..self.d.units.len().min(UNITS) as u8).map(UnitId)
    }

    /// Troop Quality now: recruits and rumors may have lowered it (orel 4.3.1B, orel 6.1).
    pub fn tq(&self, p: &Position, unit: UnitId) -> u8 {
        let def = self.def(unit);
        let charts = &self.d.charts;
        let floor = charts.recruit_tq_floor[usize::from(def.side)];
        let drilled = if p.green.has(unit) {
            def.tq.saturating_sub(charts.recruit_tq_loss).max(floor.min(def.tq))
        } else {
            def.tq
        };
        drilled.saturating_add_signed(self.rear_tq_change(p, unit))
    }

    /// Whether a hex lies in a zone of control of a side: next to a hex with enough steps that are not Routed (orel 1.2q,
    /// orel 1.2r, orel 1.2t). Nothing cancels it here.
    pub fn in_zone(&self, p: &Position, of: u8, hex: HexId) -> bool {
        let need = self.d.charts.zone_steps;
        self.d.map.neighbours(hex).any(|h| p.units.firm_steps(of, h) >= need)
    }

    /// Whether a side has a cavalry zone at a hex (orel RU-71).
    pub fn in_cavalry_zone(&self, p: &Position, of: u8, hex: HexId) -> bool {
        let need = self.d.charts.zone_steps;
        let rides = |h: HexId| p.units.firm_steps(of, h) >= need && p.units.has_riders(of, h);
        self.d.map.neighbours(hex).any(rides)
    }

    /// Whether a friendly combat unit or gun that is not Routed stands in a hex: it cancels enemy zones there for supply and
    /// retreats (orel 1.2s, orel 1.2t).
    pub fn covered(&self, p: &Position, side: u8, hex: HexId) -> bool {
        p.units.firm_steps(side, hex) > 0
    }

    /// Whether an enemy zone closes a hex for the supply and the retreats of a side.
    pub fn shut(&self, p: &Position, side: u8, hex: HexId) -> bool {
        self.in_zone(p, 1 - side, hex) && !self.covered(p, side, hex)
    }

    /// Stacking points and units of a side in a hex (orel 7.1.2, orel RU-09).
    pub fn stacked(&self, p: &Position, side: u8, hex: HexId) -> (u8, u8) {
        let troops = p.at(hex).filter(|u| p.side(*u) == side && self.class(*u).is_troop());
        troops.fold((0, 0), |(points, units), u| (points + p.steps(u), units + 1))
    }

    /// Whether a side has no more in a hex than may be there.
    pub fn fits(&self, p: &Position, side: u8, hex: HexId) -> bool {
        let (points, units) = self.stacked(p, side, hex);
        points <= self.d.charts.stack_points && units <= self.d.charts.stack_units
    }

    /// Whether a unit has room in a hex where it does not stand.
    pub fn has_room(&self, p: &Position, unit: UnitId, hex: HexId) -> bool {
        if !self.class(unit).is_troop() {
            return true;
        }
        let (points, units) = self.stacked(p, p.side(unit), hex);
        points + p.steps(unit) <= self.d.charts.stack_points && units < self.d.charts.stack_units
    }

    /// The ground of a hex as cover: in Orel it depends on the part (orel 7.1.1e).
    pub fn cover(&self, p: &Position, hex: HexId) -> TerrainRow {
        let charts = &self.d.charts;
        match self.d.map.ground[usize::from(hex)] {
            Ground::Clear => charts.clear,
            Ground::Forest => charts.forest,
            Ground::Town => charts.town,
            Ground::City if p.centre => charts.centre,
            Ground::City => charts.suburbs,
        }
    }

    /// Hexes from a unit to a hex; as many as can be for a unit that has no hex.
    pub fn far(&self, p: &Position, unit: UnitId, hex: HexId) -> u8 {
        p.hex(unit).map_or(u8::MAX, |at| self.d.map.distance(at, hex))
    }

    /// Whether a unit's formation is inactive (orel RU-48); Depots under its heading are bound with it.
    pub fn asleep(&self, p: &Position, unit: UnitId) -> bool {
        if p.asleep == 0 {
            return false;
        }
        let formation = self.def(unit).formation;
        let bound = |i: &crate::data::Inactive| {
            p.sleeps(i.formation) && (formation == Some(i.formation) || i.units.contains(&unit))
        };
        self.scenario(p).inactive.iter().any(bound)
    }

    /// Whether a vehicle serves: on the map, supplied, not broken down (orel 8.2.3, orel 9.2.1e).
    pub fn works(&self, p: &Position, unit: UnitId) -> bool {
        self.class(unit).is_vehicle() && p.on_map(unit) && !p.unsupplied.has(unit) && !p.broken.has(unit)
    }

    /// Rolls this many d6 in combat, keeps them, and asks the side that may roll again (events). What the roll means is read by the
    /// step that follows.
    pub fn throw(
        &self,
        p: &mut Position,
        side: u8,
        kind: RollKind,
        n: u8,
        dice: &mut dyn Dice,
        events: &mut Vec<Event>,
    ) {
        let first = dice.roll(6);
        let second = if n > 1 { dice.roll(6) } else { 0 };
        let attack = p.combat.attack;
        p.play.rolled(attack, Roll { kind, side, dice: [first, second] });
        self.rear_offer_reroll(p, events);
    }

    /// Whether what happens now belongs to a combat, or to a Barrage or counterbattery.
    pub fn in_fight(&self, p: &Position) -> bool {
        !p.at_peace() || matches!(p.phase, Phase::Barrage | Phase::Counterbattery)
    }

    /// A unit loses a step; without steps it is eliminated.
    pub fn lose_step(&self, p: &mut Position, unit: UnitId, events: &mut Vec<Event>) {
        let left = p.steps(unit).saturating_sub(1);
        let (hex, fight) = (p.hex(unit), self.in_fight(p));
        events.push(Event::Common(CommonEvent::StepLost { unit, left, hex, fight }));
        if left == 0 {
            self.eliminate(p, unit, events);
        } else {
            p.units.set_steps(unit, left);
        }
    }

    /// A unit leaves the game. A recruit battalion may be built again (orel 4.3.2d), a Depot is replaced (orel 3.3d), a combat
    /// unit counts as lost (orel 10.2Vk).
    pub fn eliminate(&self, p: &mut Position, unit: UnitId, events: &mut Vec<Event>) {
        let def = self.def(unit);
        let (hex, side) = (p.hex(unit), usize::from(p.side(unit)));
        events.push(Event::Common(CommonEvent::Eliminated { unit, hex, fight: self.in_fight(p) }));
        if def.class.is_combat() {
            p.lost[side] = p.lost[side].saturating_add(1);
        }
        p.take_off(unit, At::Gone, None, 0);
        p.green.remove(unit);
        p.units.set_steps(unit, 0);
        p.points[usize::from(unit)] = 0;
        p.functional.remove(unit);
        if def.recruit {
            p.units.take_off(unit, At::Pool, None, 0);
        }
        if def.class.is_depot() {
            // The owner's next movement phase: this turn if it is still to come.
            let later = p.active == 1 && side == 0 || p.active == side as u8;
            p.units.take_off(unit, At::Entry, None, p.turn + u8::from(later));
        }
        self.drop_from_combat(p, unit);
    }

    /// A unit is out of the combat that is being resolved.
    pub fn drop_from_combat(&self, p: &mut Position, unit: UnitId) {
        for side in 0..2 {
            p.combat.units[side].remove(unit);
            p.combat.support[side].remove(unit);
        }
        for attack in &mut p.attacks {
            attack.attackers.remove(unit);
            attack.supports.remove(unit);
            attack.defence.remove(unit);
        }
    }

    /// A side takes this many steps prisoner (orel 4.1b).
    pub fn capture_steps(&self, p: &mut Position, by: u8, steps: u8, events: &mut Vec<Event>) {
        if steps > 0 {
            p.prisoners[usize::from(by)] += u16::from(steps);
            events.push(Event::Common(CommonEvent::Prisoners { by, steps, fight: self.in_fight(p) }));
        }
    }

    /// A unit surrenders: what is left of it are prisoners (orel 8.8.2l).
    pub fn surrender(&self, p: &mut Position, unit: UnitId, events: &mut Vec<Event>) {
        let (by, steps) = (1 - p.side(unit), p.steps(unit));
        self.eliminate(p, unit, events);
        self.capture_steps(p, by, steps, events);
    }

    /// A unit becomes Unsupplied.
    pub fn starve(&self, p: &mut Position, unit: UnitId, events: &mut Vec<Event>) {
        if p.on_map(unit) && !p.unsupplied.has(unit) {
            p.unsupplied.insert(unit);
            let (hex, fight) = (p.hex(unit), self.in_fight(p));
            events.push(Event::Common(CommonEvent::Unsupplied { unit, hex, fight }));
        }
    }

    /// A unit is supplied again.
    pub fn resupply(&self, p: &mut Position, unit: UnitId, events: &mut Vec<Event>) {
        if p.unsupplied.has(unit) {
            p.unsupplied.remove(unit);
            events.push(Event::Common(CommonEvent::Resupplied { unit, hex: p.hex(unit) }));
        }
    }

    /// A train changes hands (orel 9.1.2d).
    pub fn capture_train(&self, p: &mut Position, unit: UnitId, events: &mut Vec<Event>) {
        let (by, hex) = (1 - p.side(unit), p.hex(unit));
        self.drop_from_combat(p, unit);
        p.units.give_to(unit, by);
        p.units.set_marker(unit, crate::position::Marker::None);
        p.march.moved.insert(unit);
        events.push(Event::Common(CommonEvent::Captured { unit, by, hex, fight: self.in_fight(p) }));
    }

    /// Predominant TQ of units by their steps (orel 1.2h to orel 1.2k); vehicles and Depots do not count (orel RU-16). None
    /// without troops.
    pub fn predominant(&self, p: &Position, units: Pieces) -> Option<u8> {
        let troops = units.iter().filter(|u| self.class(*u).is_troop());
        self.predominant_of(troops.map(|u| (self.tq(p, u), p.steps(u))))
    }

    /// The same of TQs and steps.
    pub fn predominant_of(&self, units: impl Iterator<Item = (u8, u8)>) -> Option<u8> {
        let mut steps = [0u16; 16];
        for (tq, held) in units {
            steps[usize::from(tq.min(15))] += u16::from(held.max(1));
        }
        let most = *steps.iter().max()?;
        // The first of equals is the lower one (orel 1.2i).
        let main = steps.iter().position(|n| *n == most && most > 0)? as u8;
        let worst = steps.iter().position(|n| *n > 0)? as u8;
        let best = steps.iter().rposition(|n| *n > 0)? as u8;
        let charts = &self.d.charts;
        let mut out = main as i8;
        if main >= worst + charts.worst_below {
            out += charts.worst_change;
        }
        if best >= main + charts.best_above {
            out += charts.best_change;
        }
        Some(out.max(0) as u8)
    }

    /// Whether a train has a railway of any length to its own edge, free of enemy units and zones (orel 8.2.1o). Own combat units and
    /// guns cancel zones (orel 1.2s); the hex of the train itself does not matter, as for the range of a Depot (orel 8.2.2a).
    pub fn train_linked(&self, p: &Position, train: UnitId) -> bool {
        let Some(start) = p.hex(train).filter(|_| p.on_map(train)) else { return false };
        let (side, map, scenario) = (p.side(train), &self.d.map, self.scenario(p));
        let edges = scenario.edges(side, &p.rails[usize::from(side)]);
        let open = |h: HexId| scenario.area.has(h) && !p.holds(1 - side, h) && !self.shut(p, side, h);
        let mut seen = Hexes::one(start);
        let mut rim = seen;
        while !rim.is_empty() {
            if !rim.meet(&edges).is_empty() {
                return true;
            }
            let mut next = Hexes::EMPTY;
            for hex in rim.iter() {
                let joined = map.neighbours(hex).filter(|to| map.joined_by_rail(hex, *to));
                joined.filter(|to| !seen.has(*to) && open(*to)).for_each(|to| next.insert(to));
            }
            seen.join(&next);
            rim = next;
        }
        false
    }

    /// A unit goes into March mode, or stays Routed.
    pub fn march_mode(&self, p: &mut Position, unit: UnitId) {
        if self.class(unit).is_troop() && p.mode(unit) == Mode::Combat {
            p.units.set_mode(unit, Mode::March);
        }
    }

    /// A unit's id.
    pub fn id(&self, unit: UnitId) -> &str {
        self.d.units.get(usize::from(unit)).map_or("?", |u| u.id.as_str())
    }

    /// The unit with an id, or with a code as the log calls it, blanks left out (`1/1k`), if only one has it.
    pub fn unit_named(&self, word: &str) -> Option<UnitId> {
        let called = |u: &UnitId| {
            let code = self.def(*u).code.chars().filter(|c| !c.is_whitespace());
            !self.def(*u).code.is_empty() && code.flat_map(char::to_lowercase).eq(word.chars())
        };
        let coded = || {
            let mut found = self.all_units().filter(called);
            found.next().filter(|_| found.next().is_none())
        };
        self.d.unit(word).or_else(coded)
    }

    /// A unit as the log calls it.
    pub fn name(&self, unit: UnitId) -> &str {
        self.d.units.get(usize::from(unit)).map_or("nobody", |u| u.called.as_str())
    }

    /// Whether what is given is a unit of the data.
    pub fn is_unit(&self, unit: UnitId) -> bool {
        usize::from(unit) < self.d.units.len()
    }

    /// A common event as a line of the log.
    pub(super) fn common_line(&self, event: CommonEvent) -> Line {
        let sides = ["White", "Red"];
        let (text, rule, places) = match event {
            CommonEvent::StepLost { unit, left, hex, .. } => (
                format!("{} loses a step and has {left} left", self.name(unit)),
                "8.8.2f",
                self.places_of(hex),
            ),
            CommonEvent::Eliminated { unit, hex, .. } => {
                (format!("{} is eliminated", self.name(unit)), "1.1b", self.places_of(hex))
            }
            CommonEvent::Prisoners { by, steps, .. } => (
                format!("{} takes {} prisoner", sides[usize::from(by % 2)], count(steps.into(), "step")),
                "4.1b",
                vec![],
            ),
            CommonEvent::Unsupplied { unit, hex, .. } => {
                (format!("{} is Unsupplied", self.name(unit)), "8.2.3a", self.places_of(hex))
            }
            CommonEvent::Resupplied { unit, hex } => {
                (format!("{} is supplied again", self.name(unit)), "8.2.1i", self.places_of(hex))
            }
            CommonEvent::Captured { unit, by, hex, .. } => {
                let by = sides[usize::from(by % 2)];
                (format!("{by} captures {}", self.name(unit)), "9.1.2d", self.places_of(hex))
            }
        };
        Line { text, rule, places }
    }

    /// The row of the Cohesion and Morale results for a modified die less TQ.
    pub fn result_row(&self, over: i8) -> Option<&ResultRow> {
        let rows = &self.d.charts.results;
        rows.iter().find(|row| over <= row.over).or(rows.last())
    }

    /// Whether ground or track let a unit go into a neighbouring hex: trains keep to rails, by option where their side controls the
    /// line or has combat units (orel RU-12), tanks keep near rails (orel 9.2.1a).
    pub fn ground_lets(&self, p: &Position, unit: UnitId, from: HexId, to: HexId) -> bool {
        let (side, class, map) = (p.side(unit), self.class(unit), &self.d.map);
        let open = || map.direction(from, to).is_some_and(|d| map.cost(class, from, d).is_some());
        match class {
            Class::Train => {
                let friends = || p.stack(side, to).iter().any(|u| self.class(u).is_combat());
                let open = || p.rails[usize::from(side)].has(to) || friends();
                map.joined_by_rail(from, to) && (!p.rules.rail_control || open())
            }
            Class::Tank => map.to_rail[usize::from(to)] <= self.d.charts.attack.tank_rail && open(),
            _ => open(),
        }
    }

    /// Whether a hex is an entry zone that the enemy keeps closed (orel 7.4b).
    pub fn entry_closed(&self, side: u8, hex: HexId) -> bool {
        self.d.zones.iter().any(|z| z.closed && z.side != side && z.hexes.has(hex))
    }

    /// Whether units would leave an area that binds one of them (orel 10.2Rn).
    pub fn out_of_area(&self, p: &Position, units: Pieces, hex: HexId) -> bool {
        let mut areas = self.scenario(p).confined.iter().map(|i| &self.d.confined[usize::from(*i)]);
        areas.any(|a| !a.hexes.has(hex) && a.units.iter().any(|u| units.has(*u)))
    }

    /// Whether all troops of a list are dug in.
    pub fn all_entrenched(&self, p: &Position, units: Pieces) -> bool {
        let mut troops = units.iter().filter(|u| self.class(*u).is_troop()).peekable();
        troops.peek().is_some() && troops.all(|u| p.units.dug(u) == Dug::Entrenched)
    }
}
