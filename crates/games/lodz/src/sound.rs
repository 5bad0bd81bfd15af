//! What must hold in any position. Whatever comes from a file is held against it before it is played on, so nothing behind it needs
//! to doubt an index.

mod steps;

use crate::Lodz;
use crate::data::{DE, Feature, Kind, RIVER_BIG, RIVER_NONE, RU, UNITS, Where};
use crate::play::march::state::{Build, Landed};
use crate::position::{At, Flag, HexId, Phase, Position, UnitId, Works};
use sandtable_ops::Id;

/// A level out of supply that nobody outlives.
pub(crate) const LEVELS: u8 = 40;

type Found = Result<(), String>;

fn hold(so: bool, why: impl FnOnce() -> String) -> Found {
    if so { Ok(()) } else { Err(why()) }
}

impl Lodz {
    /// The first thing that is wrong with a position.
    pub(crate) fn find_unsound(&self, p: &Position) -> Found {
        self.frame_sound(p)?;
        self.map_sound(p)?;
        for unit in (0..UNITS).map(UnitId::of) {
            self.unit_sound(p, unit)?;
        }
        hold(p.units.index_is_true(), || "the index of the counters is wrong".to_string())?;
        self.stacks_sound(p)?;
        self.rail_sound(p)?;
        self.march_sound(p)?;
        self.air_sound(p)?;
        self.steps_sound(p)?;
        let engine = self.engine();
        hold(engine.battle_is_sound(p), || "what is kept of an attack cannot be".to_string())?;
        hold(engine.retreat_is_sound(p), || "a retreat or pursuit that cannot be".to_string())
    }

    /// Scenario, time, points, groups.
    fn frame_sound(&self, p: &Position) -> Found {
        hold(usize::from(p.scenario) < self.d.scenarios.len(), || "no such scenario".to_string())?;
        hold(p.active <= RU && p.first <= RU, || "no such player".to_string())?;
        let (s, charts) = (self.engine().scenario(p), &self.d.charts);
        hold((1..=s.days).contains(&p.day), || format!("there is no day {}", p.day))?;
        for (kind, n) in p.points.iter().enumerate() {
            hold(*n == 0 || kind < charts.replacement_kinds.len(), || {
                "there are points of no kind".to_string()
            })?;
        }
        let of_parts = s.parts.iter().map(|part| self.d.scenarios[usize::from(part.scenario)].victory.len());
        let most = (s.victory.len() + of_parts.sum::<usize>()) * usize::from(charts.victory_points);
        let scored = p.scored.iter().map(|n| usize::from(*n)).sum::<usize>();
        hold(scored <= most, || format!("{scored} points are scored, there are {most}"))?;
        hold(p.groups.checked_shr(s.groups.len() as u32).unwrap_or(0) == 0, || {
            "a group may come that is none".to_string()
        })?;
        for (group, day) in p.march.opened.iter().enumerate() {
            hold(*day == 0 || (group < s.groups.len() && *day <= p.day), || {
                format!("a group may come from day {day} on")
            })?;
        }
        Ok(())
    }

    /// Works, bridges, holders.
    fn map_sound(&self, p: &Position) -> Found {
        let (map, held) = (self.engine().map(p), self.engine().held_hexes(p));
        for hex in 0..p.works.len() {
            let at = HexId::of(hex);
            let name = || map.name(at);
            if hex >= map.hexes {
                let bare = p.works[hex] == Works::None
                    && p.bridges[hex] == 0
                    && p.holder[hex] == 2
                    && p.fixed[hex] == 0;
                hold(bare, || "something lies off the map".to_string())?;
                continue;
            }
            hold(p.holder[hex] <= 2, || format!("nobody knows who holds {}", name()))?;
            hold(p.holder[hex] == 2 || held.has(at), || format!("{} is no hex that is held", name()))?;
            let dug = p.works[hex] != Works::None;
            let closed = map.has(at, Feature::Closed);
            let ground = !closed && !self.engine().walled(p, at);
            let walls = p.fixed[hex];
            let plain = walls == 0 || (!closed && !map.has(at, Feature::Fortress));
            hold(walls >> 6 == 0 && plain, || format!("no fixed position can be in {}", name()))?;
            hold(!dug || ground, || format!("field works cannot be in {}", name()))?;
            hold(p.bridges[hex] >> 6 == 0, || format!("{} has more than six sides", name()))?;
            for d in (0..6).filter(|d| p.bridged(at, *d)) {
                let river = map.river[hex][usize::from(d)];
                let built = river == RIVER_BIG || (river != RIVER_NONE && map.bridge[hex] >> d & 1 == 1);
                let far = map.step(at, d).is_some_and(|to| p.bridged(to, (d + 3) % 6));
                hold(built && far, || format!("a bridge of {} is none", name()))?;
            }
        }
        hold(p.march.russian_works.iter().all(|h| usize::from(h) < map.hexes), || {
            "field works lie off the map".to_string()
        })
    }

    fn unit_sound(&self, p: &Position, unit: UnitId) -> Found {
        let (engine, map) = (self.engine(), self.engine().map(p));
        let at = p.units.at(unit);
        if !engine.is_unit(unit) || at == At::Unused {
            return hold(at == At::Unused, || format!("there is no counter {}", unit.0));
        }
        let def = engine.def(unit);
        let (id, kind, cel) = (&def.id, def.kind, p.units.cel(unit));
        let rank = u8::from(kind.is_unit()) + u8::from(kind.is_line());
        hold(p.side(unit) == def.side && p.units.rank(unit) == rank, || {
            format!("{id} is kept as what it is not")
        })?;
        let alive = cel > 0 || def.cel == 0;
        hold(cel <= def.cel && alive, || format!("{id} has {cel} levels, printed are {}", def.cel))?;
        hold(p.units.level(unit) <= LEVELS && (p.units.level(unit) == 0 || kind.is_unit()), || {
            format!("{id} is out of supply by {}", p.units.level(unit))
        })?;
        let closed = |h: HexId| map.has(h, Feature::Closed) && !map.has(h, Feature::Road);
        match at {
            At::Map => {
                let hex = p.hex(unit).filter(|hex| usize::from(*hex) < map.hexes);
                let hex = hex.ok_or_else(|| format!("{id} is off the map"))?;
                let railed = matches!(kind, Kind::Train | Kind::Base);
                hold(!railed || engine.railed(p, hex), || format!("{id} stands off the railway"))?;
                hold(!kind.is_unit() || !closed(hex), || format!("{id} stands on closed ground"))?;
            }
            At::Due => {
                let s = engine.scenario(p);
                let mut rows = s.setup.iter().chain(&s.again).filter(|r| r.unit == unit);
                let comes = rows.any(|r| matches!(r.at, Where::Entry(_) | Where::Inside(_)));
                hold(comes, || format!("{id} is on its way, and no calendar brings it"))?;
            }
            At::Pool => {
                hold(matches!(kind, Kind::Airship | Kind::Train), || format!("{id} waits to be placed"))?;
            }
            _ => {}
        }
        self.marks_sound(p, unit)
    }

    /// Marks that only some counters can carry.
    fn marks_sound(&self, p: &Position, unit: UnitId) -> Found {
        let engine = self.engine();
        let (id, kind) = (engine.id(unit), engine.kind(unit));
        let guns = kind == Kind::Artillery;
        hold(p.units.marks(unit) >> 19 == 0, || format!("{id} has a mark that is none"))?;
        for (flag, so) in [
            (Flag::Barraged, guns),
            (Flag::Contact, guns || kind == Kind::Hq),
            (Flag::Loaded, kind == Kind::Train),
            (Flag::Ferried, kind.is_infantry()),
            (Flag::Attacked, kind.is_line()),
            (Flag::Owes, kind.is_line()),
            (Flag::Replaced, kind.is_line()),
            (Flag::Disorganized, kind.is_line() || guns),
            (Flag::Digging, kind.is_unit()),
            (Flag::Strategic, kind.is_unit()),
        ] {
            hold(!p.has(unit, flag) || so, || format!("{id} cannot be marked {flag:?}"))?;
        }
        Ok(())
    }

    /// One side in a hex, and no more than may stand there once everybody has come to rest (lodz 4.21, lodz 5.1a).
    fn stacks_sound(&self, p: &Position) -> Found {
        let (engine, map) = (self.engine(), self.engine().map(p));
        for hex in map.all() {
            let both = p.units.units_in(DE, hex) > 0 && p.units.units_in(RU, hex) > 0;
            hold(!both, || format!("units of both sides stand in {} (4.21)", map.name(hex)))?;
            for side in [DE, RU] {
                let full =
                    engine.overstacked(p, side, hex) && self.at_rest(p, side) && !self.as_set_up(p, hex);
                let (cel, most) = (p.units.cel_in(side, hex), self.d.charts.stack_cel);
                hold(!full, || {
                    format!("{cel} levels stand in {}, at most {most} may (5.1a)", map.name(hex))
                })?;
            }
        }
        Ok(())
    }

    /// Whether a hex holds nothing but what the set-up put there, which may be more than the limit.
    fn as_set_up(&self, p: &Position, hex: HexId) -> bool {
        let rows = &self.engine().scenario(p).setup;
        let put = |u: UnitId| {
            rows.iter().any(|r| r.unit == u && matches!(r.at, Where::Hex { hex: h, .. } if h == hex))
        };
        p.at(hex).all(put)
    }

    /// Whether no unit of a side is on its way, so that the stack limit holds: not in its own movement, nor while an attack is resolved.
    fn at_rest(&self, p: &Position, side: u8) -> bool {
        let moves = side == p.active && matches!(p.phase, Phase::Movement | Phase::Strategic);
        // Some stacks of the set-ups are too high until their owner moves.
        let moved = p.day > 1
            || (side == p.active && p.phase > Phase::Movement)
            || (side == p.first && p.active != p.first && p.phase > Phase::SetUp);
        !moves && moved && !p.steps.waiting().iter().any(|s| matches!(s, crate::position::Step::Retreat(_)))
    }

    /// Trains and what is aboard, bases and the rails they feed from.
    fn rail_sound(&self, p: &Position) -> Found {
        let (engine, map) = (self.engine(), self.engine().map(p));
        let mut aboard = 0;
        let mut known = 0u8;
        for (slot, train) in engine.trains() {
            let (load, id) = (p.rail.load[slot].get(), engine.id(train));
            known |= u8::from(p.on_map(train)) << slot;
            hold(p.has(train, Flag::Loaded) == load.is_some(), || format!("{id} shows the wrong side"))?;
            let Some(load) = load else { continue };
            aboard += 1;
            let cargo = engine.is_unit(load) && engine.kind(load).is_unit() && p.side(load) == p.side(train);
            hold(cargo && p.units.at(load) == At::Aboard && p.on_map(train), || {
                format!("{id} carries what is not aboard")
            })?;
            let twice = engine.trains().filter(|(s, _)| p.rail.load[*s].is(load)).count();
            hold(twice == 1, || format!("{} is aboard {twice} trains", engine.id(load)))?;
        }
        hold(p.rail.load.iter().filter(|l| l.is_some()).count() == aboard, || {
            "there is a load without a train".to_string()
        })?;
        let riders = engine.all_units().filter(|u| p.units.at(*u) == At::Aboard).count();
        hold(riders == aboard, || format!("{riders} units are aboard {aboard} trains"))?;
        // A train may have been lost since it ran.
        hold((p.rail.fresh & !known) == 0, || "a train was loaded that is not there".to_string())?;
        for (slot, base) in engine.bases() {
            let rails = &p.rail.travelled[slot];
            let id = engine.id(base);
            let laid = rails.iter().all(|h| usize::from(h) < map.hexes && engine.railed(p, h));
            hold(laid, || format!("{id} has travelled off the railway"))?;
            let there = p.hex(base).map_or(rails.is_empty(), |hex| rails.has(hex));
            hold(there, || format!("the railway of {id} does not fit where it is"))?;
            let (most, _) = engine.rail_shares(engine.def(base).side);
            hold(p.rail.spent[slot] <= most, || format!("{id} has gone too far"))?;
        }
        self.overrun_sound(p)
    }

    /// No line unit stands where an enemy train or base is (lodz 16.G, lodz R40).
    fn overrun_sound(&self, p: &Position) -> Found {
        let engine = self.engine();
        let on_rails = |u: &UnitId| matches!(engine.kind(*u), Kind::Train | Kind::Base);
        for unit in engine.all_units().filter(on_rails) {
            let taken = p.hex(unit).is_some_and(|hex| p.units.line_in(1 - p.side(unit), hex) > 0);
            hold(!taken, || format!("{} stands among enemies", engine.id(unit)))?;
        }
        Ok(())
    }

    /// Bridges being built, the ferry, points left.
    fn march_sound(&self, p: &Position) -> Found {
        let (engine, map) = (self.engine(), self.engine().map(p));
        for Build { unit, hex, direction } in p.march.builds.iter().filter(|b| **b != Build::NONE) {
            let staff = unit.get().is_some_and(|u| engine.is_unit(u) && engine.kind(u) == Kind::Hq);
            let site = hex.get().filter(|hex| usize::from(*hex) < map.hexes && *direction < 6);
            let big = |hex: HexId| map.river[usize::from(hex)][usize::from(*direction)] == RIVER_BIG;
            hold(staff && site.is_some_and(big), || "a bridge is built that cannot be".to_string())?;
        }
        for Landed { unit, hex } in p.march.landed.iter().filter(|l| **l != Landed::NONE) {
            let ferried = unit.get().is_some_and(|u| engine.is_unit(u) && p.has(u, Flag::Ferried));
            let there = hex.get().is_some_and(|hex| usize::from(hex) < map.hexes);
            hold(ferried && there, || "the ferry has carried nobody".to_string())?;
        }
        let known = p.march.fresh.iter().all(|u| engine.is_unit(u));
        hold(known, || "a unit is to move that is none".to_string())?;
        for (unit, left) in p.march.left.iter().enumerate() {
            let most = self.d.units.get(unit).map_or(0, |u| u.mp);
            let steps = self.d.charts.snow_road_hexes * self.d.charts.snow_other_hexes;
            hold(*left <= most.max(if most > 0 { steps } else { 0 }), || {
                format!("{} has too many points", engine.id(UnitId::of(unit)))
            })?;
        }
        Ok(())
    }

    /// Airships and barrages.
    fn air_sound(&self, p: &Position) -> Found {
        let engine = self.engine();
        let ships = p.air.done.iter().all(|u| engine.is_unit(u) && engine.kind(u) == Kind::Airship);
        let guns = p.air.guns.iter().all(|u| engine.is_unit(u) && engine.kind(u) == Kind::Artillery);
        let aimed = p.air.target.get().is_none_or(|hex| usize::from(hex) < engine.map(p).hexes);
        hold(ships && guns && aimed, || "airships or guns that cannot be".to_string())
    }
}
