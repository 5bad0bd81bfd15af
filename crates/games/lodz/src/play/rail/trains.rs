//! Trains (16): a German unit boards on one day and rides on the next.

use crate::data::{Feature, Hexes, Kind, Nation, RIVER_NONE};
use crate::play::common::no;
use crate::play::rail::{RailAction, RailEvent, state::TRAINS};
use crate::play::{Engine, Event};
use crate::position::{At, Flag, HexId, Phase, Position, UnitId};
use sandtable_core::Refusal;
use sandtable_core::machine::Offers;
use sandtable_ops::search::flood;

/// Trains that wait are alike.
const AFTER_ANOTHER: &str = "trains that wait are alike: another one comes first";

impl Engine<'_> {
    /// Trains with their place in the list of loads.
    pub fn trains(&self) -> impl Iterator<Item = (usize, UnitId)> + '_ {
        self.all_units().filter(|u| self.kind(*u) == Kind::Train).enumerate().take(TRAINS)
    }

    /// The next hex along the railway in a direction: over a river only where the bridge stands.
    pub(crate) fn rail_step(&self, p: &Position, from: HexId, direction: u8) -> Option<HexId> {
        let map = self.map(p);
        let laid = map.rail[usize::from(from)] >> direction & 1 == 1;
        let dry = map.river[usize::from(from)][usize::from(direction)] == RIVER_NONE;
        let open = laid && (dry || p.bridged(from, direction));
        open.then(|| map.step(from, direction)).flatten()
    }

    /// Whether nothing of a side's may run into a hex: an enemy unit stands there or has it in its zone (lodz 16.D2).
    pub(super) fn rail_barred(&self, p: &Position, side: u8, hex: HexId) -> bool {
        p.units.units_in(1 - side, hex) > 0 || self.in_zone(p, 1 - side, hex)
    }

    /// Hexes into which nothing of a side's may run.
    pub(crate) fn rail_barred_hexes(&self, p: &Position, side: u8) -> Hexes {
        let map = self.map(p);
        let rails = map.all().filter(|h| map.has(*h, Feature::Rail));
        rails.filter(|h| self.rail_barred(p, side, *h)).collect()
    }

    /// Rail hexes that open railways join to a train's, its own among them.
    fn train_joined(&self, p: &Position, train: UnitId, barred: &Hexes) -> Hexes {
        let from: Hexes = p.hex(train).into_iter().collect();
        let joined = flood(*from.bits(), |hex, visit| {
            for d in 0..6 {
                if let Some(to) = self.rail_step(p, HexId(hex), d).filter(|to| !barred.has(*to)) {
                    visit(to.0);
                }
            }
        });
        Hexes::of_bits(joined).with(&from)
    }

    /// Towns and cities that a train can run to (lodz 16.D1).
    pub fn train_reach(&self, p: &Position, train: UnitId, barred: &Hexes) -> Hexes {
        let map = self.map(p);
        let built = |h: HexId| map.has(h, Feature::Town) || map.has(h, Feature::City);
        self.train_joined(p, train, barred).which(|h| built(h) && p.hex(train) != Some(h))
    }

    /// Why a train cannot be set up in a hex: it must be the next train in the queue, and the place a friendly town or city with a railway
    /// (lodz 16.A).
    pub(crate) fn place_refuse(&self, p: &Position, side: u8, train: UnitId, to: HexId) -> Option<Refusal> {
        let rule = if p.phase == Phase::SetUp { "N11.6" } else { "16.A" };
        let map = self.map(p);
        let waits = self.waiting(p).any(|t| t == train) && p.side(train) == side;
        if !waits || usize::from(to) >= map.hexes {
            return Some(no(rule, "that is not a train waiting for its place, or not a hex"));
        }
        if !self.next_waiting(p, train) {
            return Some(no(rule, AFTER_ANOTHER));
        }
        let town = map.has(to, Feature::Town) || map.has(to, Feature::City);
        let own = p.holder[usize::from(to)] == side && p.units.units_in(1 - side, to) == 0;
        (!town || !own || !map.has(to, Feature::Rail))
            .then(|| no(rule, "a train is placed in a friendly town or city with a railway").at(to))
    }

    /// Trains that wait to be set up.
    pub(crate) fn waiting<'p>(&'p self, p: &'p Position) -> impl Iterator<Item = UnitId> + 'p {
        self.trains().map(|(_, train)| train).filter(|t| p.units.at(*t) == At::Pool)
    }

    /// Whether a train is the next of those that wait. They are alike, so that it makes no difference which of them comes first.
    fn next_waiting(&self, p: &Position, train: UnitId) -> bool {
        self.waiting(p).next() == Some(train)
    }

    /// A train comes onto the map, empty.
    pub(super) fn place_take(&self, p: &mut Position, train: UnitId, to: HexId, events: &mut Vec<Event>) {
        p.units.place(train, to);
        events.push(Event::Rail(RailEvent::Placed { train, map: self.scenario(p).map, hex: to }));
    }

    /// The rail hex at the edge by which a train brings a unit that has not come yet (lodz 13.16): of its edge the one nearest to where it
    /// enters that no enemy holds or has in a zone and that the train can come to. A train that waits comes with it.
    fn fetch_hex(
        &self,
        p: &Position,
        train: UnitId,
        unit: UnitId,
        barred: &Hexes,
        joined: &Hexes,
    ) -> Option<HexId> {
        let map = self.map(p);
        let come = self.march_entry_of(p, unit)?;
        let far = |h: &HexId| come.iter().map(|c| map.distance(*c, *h)).min();
        let comes = |h: &HexId| p.units.at(train) == At::Pool || joined.has(*h);
        let edges = map.edges.iter().filter(|e| come.iter().all(|h| e.has(*h)));
        let rails = edges.flat_map(|e| e.iter()).filter(|h| map.has(*h, Feature::Rail) && !barred.has(*h));
        rails.filter(comes).min_by_key(|h| (far(h), *h))
    }

    /// Why a unit that has not come yet cannot come by a train.
    fn fetch_refuse(
        &self,
        p: &Position,
        side: u8,
        slot: usize,
        train: UnitId,
        unit: UnitId,
    ) -> Option<Refusal> {
        if let Some(why) = self.march_due_refused(p, unit) {
            return Some(why.of(unit));
        }
        if self.march_entry_of(p, unit).is_none() {
            return Some(no("13.16", "it appears inside the map, where no train fetches it").of(unit));
        }
        if p.rail.ran >> slot & 1 == 1 {
            return Some(no("16.F", "the empty train has run in this phase").of(train));
        }
        let barred = self.rail_barred_hexes(p, side);
        let joined = if p.on_map(train) { self.train_joined(p, train, &barred) } else { Hexes::EMPTY };
        let none = self.fetch_hex(p, train, unit, &barred, &joined).is_none();
        none.then(|| no("13.16", "no open railway leads from the train to where the unit comes in").of(unit))
    }

    /// What a unit weighs on a train: the side that shows, artillery by its attack fire (lodz 16.B, lodz R59).
    fn train_weight(&self, p: &Position, unit: UnitId) -> u8 {
        let def = self.def(unit);
        match def.kind {
            Kind::Artillery => def.attack_fire,
            _ => def.strength[usize::from(p.units.cel(unit)).min(2)],
        }
    }

    /// An own train on the map, with its place in the list.
    fn own_train(&self, p: &Position, side: u8, train: UnitId) -> Result<usize, Refusal> {
        let own = self.trains().find(|(_, t)| *t == train && p.on_map(*t) && p.side(*t) == side);
        own.map(|(slot, _)| slot).ok_or_else(|| no("16.A", "that is not a train of yours on the map"))
    }

    /// Why a unit cannot board a train.
    pub(super) fn load_refuse(&self, p: &Position, side: u8, train: UnitId, unit: UnitId) -> Option<Refusal> {
        let due = self.is_unit(unit) && p.units.at(unit) == At::Due;
        let waits =
            || self.trains().find(|(_, t)| *t == train && p.units.at(*t) == At::Pool && p.side(*t) == side);
        let slot = match self.own_train(p, side, train) {
            Ok(slot) => slot,
            Err(why) => match waits().filter(|_| due) {
                Some((slot, _)) if self.next_waiting(p, train) => slot,
                Some(_) => return Some(no("16.A", AFTER_ANOTHER)),
                None => return Some(why),
            },
        };
        if p.rail.load[slot].is_some() {
            return Some(no("16.C", "the train carries a unit already").of(train));
        }
        let german = self.is_unit(unit)
            && p.side(unit) == side
            && self.kind(unit).is_unit()
            && self.def(unit).nation == Nation::DE;
        if !german || (!due && (!p.on_map(unit) || p.hex(unit) != p.hex(train))) {
            return Some(no("16.B", "a German unit in the hex of the train boards it"));
        }
        let (weight, most) = (self.train_weight(p, unit), self.d.charts.train_capacity);
        if weight > most {
            return Some(
                no("16.B", "a train carries {} points, and this unit has more").number(most).of(unit),
            );
        }
        if due {
            return self.fetch_refuse(p, side, slot, train, unit);
        }
        if self.kind(unit) == Kind::Artillery && !p.has(unit, Flag::Marching) {
            return Some(no("8.72", "guns travel in marching order").of(unit));
        }
        let busy = [
            (Flag::Replaced, "REP.4", "a unit with replacements does not move in that turn"),
            (Flag::Barraged, "8.61c", "guns that fired a barrage do not move"),
            (Flag::Digging, "9.11a", "a unit that digs does not move"),
            (Flag::Strategic, "11.12b", "a unit marked for strategic movement does not move now"),
        ];
        let kept = busy.into_iter().find(|(flag, ..)| p.has(unit, *flag));
        kept.map(|(_, rule, why)| no(rule, why).of(unit))
    }

    /// Why a train cannot run at all now.
    fn run_refuse_train(&self, p: &Position, side: u8, train: UnitId) -> Option<Refusal> {
        let slot = match self.own_train(p, side, train) {
            Ok(slot) => slot,
            Err(why) => return Some(why),
        };
        let bit = 1 << slot;
        if p.rail.load[slot].is_none() {
            let ran = p.rail.ran & bit != 0;
            return ran.then(|| no("16.F", "the empty train has run in this phase"));
        }
        let done = (p.rail.fresh | p.rail.rode) & bit != 0;
        done.then(|| no("16.D1", "a loaded train runs once, on the day after its loading"))
    }

    /// Why a train cannot run to a hex.
    pub(super) fn run_refuse(&self, p: &Position, side: u8, train: UnitId, to: HexId) -> Option<Refusal> {
        if let Some(why) = self.run_refuse_train(p, side, train) {
            return Some(why);
        }
        let map = self.map(p);
        let town = usize::from(to) < map.hexes
            && map.has(to, Feature::Rail)
            && (map.has(to, Feature::Town) || map.has(to, Feature::City));
        if !town || p.hex(train) == Some(to) {
            return Some(no("16.D1", "a train runs to another town or city with a railway"));
        }
        let reach = self.train_reach(p, train, &self.rail_barred_hexes(p, side));
        (!reach.has(to)).then(|| {
            let why = "no open railway leads there: enemies, their zones or a broken bridge are in the way";
            no("16.D2", why).at(to)
        })
    }

    /// Why a unit cannot leave its train.
    pub(super) fn unload_refuse(&self, p: &Position, side: u8, train: UnitId) -> Option<Refusal> {
        match self.own_train(p, side, train) {
            Err(why) => Some(why),
            Ok(slot) if p.rail.load[slot].is_none() => Some(no("16.E1", "there is nobody aboard").of(train)),
            Ok(slot) => (p.rail.fresh >> slot & 1 == 1)
                .then(|| no("16.E1", "the unit has only just boarded").of(train)),
        }
    }

    /// Everything that a train can do. Those that wait are alike: the first one is placed or fetches somebody.
    pub(super) fn train_offers(
        &self,
        p: &Position,
        side: u8,
        train: UnitId,
        out: &mut Offers<'_, RailAction>,
    ) {
        let waits = self.next_waiting(p, train);
        if p.side(train) != side || !(waits || p.on_map(train)) {
            return;
        }
        let load = |unit: UnitId| RailAction::Load { train, unit };
        let boards = |unit: &UnitId| self.load_refuse(p, side, train, *unit).is_none();
        if self.trains().any(|(slot, t)| t == train && p.rail.load[slot].is_none()) {
            let due = |u: &UnitId| {
                p.units.at(*u) == At::Due && p.side(*u) == side && self.march_due_refused(p, *u).is_none()
            };
            out.all_legal(self.all_units().filter(due).filter(boards).map(load));
        }
        if waits {
            let places = self.map(p).all().filter(|to| self.place_refuse(p, side, train, *to).is_none());
            out.all_legal(places.map(|to| RailAction::Place { train, to }));
            return;
        }
        out.all_legal(p.hex(train).into_iter().flat_map(|hex| p.at(hex)).filter(boards).map(load));
        if self.unload_refuse(p, side, train).is_none() {
            out.legal(RailAction::Unload { train });
        }
        if self.run_refuse_train(p, side, train).is_none() {
            let ends = self.train_reach(p, train, &self.rail_barred_hexes(p, side));
            out.all_legal(ends.iter().map(|to| RailAction::Run { train, to }));
        }
    }

    /// A unit boards; its move is over (lodz 16.C). One that has not come yet boards off the map, and its train stands at the edge.
    pub(super) fn load_take(&self, p: &mut Position, train: UnitId, unit: UnitId, events: &mut Vec<Event>) {
        let Some((slot, _)) = self.trains().find(|(_, t)| *t == train) else { return };
        let map = self.scenario(p).map;
        let fetched = p.units.at(unit) == At::Due;
        if fetched {
            let barred = self.rail_barred_hexes(p, p.side(unit));
            let joined = if p.on_map(train) { self.train_joined(p, train, &barred) } else { Hexes::EMPTY };
            if let Some(hex) = self.fetch_hex(p, train, unit, &barred, &joined) {
                p.units.place(train, hex);
            }
            p.rail.ran |= 1 << slot;
            p.units.mark(unit, Flag::Marching, self.kind(unit) == Kind::Artillery);
        }
        p.rail.load[slot] = unit.into();
        p.rail.fresh |= 1 << slot;
        p.units.mark(train, Flag::Loaded, true);
        for flag in [Flag::Moved, Flag::Finished] {
            p.units.mark(unit, flag, true);
        }
        p.units.take_off(unit, At::Aboard);
        let hex = p.hex(train);
        events.extend(hex.map(|hex| Event::Rail(RailEvent::Loaded { train, unit, map, hex, fetched })));
    }

    /// A train runs (lodz 16.D1, lodz 16.F).
    pub(super) fn run_take(&self, p: &mut Position, train: UnitId, to: HexId, events: &mut Vec<Event>) {
        let Some((slot, _)) = self.trains().find(|(_, t)| *t == train) else { return };
        let Some(from) = p.hex(train) else { return };
        let (map, load) = (self.scenario(p).map, p.rail.load[slot].get());
        let done = if load.is_none() { &mut p.rail.ran } else { &mut p.rail.rode };
        *done |= 1 << slot;
        p.units.place(train, to);
        events.push(Event::Rail(RailEvent::Ran { train, load, map, from, to }));
    }

    /// The unit aboard gets down and may march with all its points (lodz 16.E1); the train is empty again (lodz 16.E2).
    pub(super) fn unload_take(&self, p: &mut Position, train: UnitId, events: &mut Vec<Event>) {
        let Some((slot, _)) = self.trains().find(|(_, t)| *t == train) else { return };
        let map = self.scenario(p).map;
        let Some(hex) = p.hex(train) else { return };
        let Some(unit) = std::mem::take(&mut p.rail.load[slot]).get() else { return };
        p.units.mark(train, Flag::Loaded, false);
        p.units.mark(unit, Flag::Finished, false);
        // It has ridden: it neither digs nor waits for strategic movement.
        p.units.mark(unit, Flag::Moved, true);
        p.units.place(unit, hex);
        events.push(Event::Rail(RailEvent::Unloaded { train, unit, map, hex }));
    }

    /// What a line unit of a side that enters a hex destroys there: enemy trains with their load (lodz 16.G), enemy bases, whose rail hexes
    /// feed nobody any more (lodz R40).
    pub fn rail_overrun(&self, p: &mut Position, hex: HexId, by: u8, events: &mut Vec<Event>) {
        let map = self.scenario(p).map;
        for (slot, train) in self.trains() {
            if p.side(train) != by && p.hex(train) == Some(hex) {
                let load = std::mem::take(&mut p.rail.load[slot]).get();
                events.push(Event::Rail(RailEvent::Taken { what: train, load, map, hex }));
                p.units.mark(train, Flag::Loaded, false);
                p.units.take_off(train, At::Left);
                if let Some(unit) = load {
                    p.destroy(unit);
                }
            }
        }
        for (slot, base) in self.bases() {
            if p.side(base) != by && p.hex(base) == Some(hex) {
                events.push(Event::Rail(RailEvent::Taken { what: base, load: None, map, hex }));
                p.units.take_off(base, At::Gone);
                if let Some(travelled) = p.rail.travelled.get_mut(slot) {
                    *travelled = Hexes::EMPTY;
                }
            }
        }
    }
}
