//! A board without any ground, rivers or roads, on which a test lays what it needs, and an attack phase on it.
#![allow(dead_code, unused_imports)]

pub use sandtable_core::dice::{Given, Seeded};
pub use sandtable_core::game::Side;
pub use sandtable_core::{Decision, Game, Options, rules};
pub use sandtable_lodz::data::*;
pub use sandtable_lodz::play::Engine;
pub use sandtable_lodz::play::battle::state::Assault;
pub use sandtable_lodz::play::battle::{Cause, column_of};
pub use sandtable_lodz::position::*;
pub use sandtable_lodz::{Action, Event, Lodz, Position};
use std::sync::Arc;

use crate::plain;

/// German infantry.
pub const A: &str = "de-1-49-res";
pub const B: &str = "de-2-49-res";
pub const C: &str = "de-1r-1-res";
pub const D: &str = "de-72r-1-res";
/// Russian infantry.
pub const X: &str = "ru-1-50-inf";
pub const Y: &str = "ru-2-50-inf";
pub const Z: &str = "ru-1-4-inf";
pub const W: &str = "ru-2-4-inf";
/// German guns with 5/3 and 4/3, Russian guns with 4/3.
pub const GUN: &str = "de-art-25";
pub const GUN2: &str = "de-art-49-res";
pub const RGUN: &str = "ru-art-50-inf";
pub const RGUN2: &str = "ru-art-4-inf";
/// Headquarters.
pub const HQ: &str = "de-hq-scheffer";
pub const RHQ: &str = "ru-hq-plehwe";
/// Cavalry.
pub const CAV: &str = "de-1-6-cav";

/// A situation on plain ground.
pub struct Field {
    pub g: Lodz,
    pub p: Position,
    pub events: Vec<Event>,
}

impl Field {
    /// An attack phase of a player on a plain board, day 3. Far off, guns of both sides have somebody to fire at, so that the phase does
    /// not end by itself.
    pub fn new(active: u8) -> Field {
        let mut g = Lodz::new().unwrap();
        plain::plain(Arc::get_mut(&mut g.d).unwrap());
        let map = &mut Arc::get_mut(&mut g.d).unwrap().maps[0];
        for h in 0..map.hexes {
            (map.features[h], map.river[h], map.road[h]) = (0, [RIVER_NONE; 6], [ROAD_NONE; 6]);
            (map.shift[h], map.fire[h], map.bridge[h]) = (0, 0, 0);
        }
        map.find_zones();
        let scenario = g.d.scenarios.iter().position(|s| s.id == "lodz").unwrap() as u8;
        let mut p =
            Position { scenario, active, first: active, phase: Phase::Attack, day: 3, ..Position::EMPTY };
        for u in g.engine().all_units() {
            let def = g.engine().def(u);
            p.units.muster(u, def.side, def.cel, u8::from(def.kind.is_unit()) + u8::from(def.kind.is_line()));
        }
        let far = Field { g, p, events: vec![] };
        let far = far.put("de-art-41-inf", "3030").put("ru-1-16-inf", "3032");
        far.put("ru-art-26-inf", "3430").put("de-2-6-cav", "3432")
    }

    /// One German unit in 2016 and one Russian in 2017, with these strengths.
    pub fn duel(attack: u8, defence: u8) -> Field {
        Field::new(DE).put(A, "2016").put(X, "2017").sp(A, attack).sp(X, defence)
    }

    pub fn e(&self) -> Engine<'_> {
        self.g.engine()
    }

    pub fn unit(&self, id: &str) -> sandtable_lodz::position::UnitId {
        self.g.d.unit(id).unwrap_or_else(|| panic!("no counter {id}"))
    }

    pub fn hex(&self, number: &str) -> sandtable_lodz::position::HexId {
        self.g.d.maps[0].hex(number).unwrap_or_else(|| panic!("no hex {number}"))
    }

    pub fn set(&self, ids: &str) -> Pieces {
        ids.split_whitespace().map(|id| self.unit(id)).collect()
    }

    /// Puts counters into a hex.
    pub fn put(mut self, ids: &str, at: &str) -> Field {
        let at = self.hex(at);
        let units = self.set(ids);
        units.iter().for_each(|u| self.p.units.place(u, at));
        self
    }

    /// Gives a unit a strength, the back having half.
    pub fn sp(mut self, id: &str, strength: u8) -> Field {
        let u = usize::from(self.unit(id));
        Arc::get_mut(&mut self.g.d).unwrap().units[u].strength = [0, strength.div_ceil(2), strength];
        self
    }

    pub fn cel(mut self, id: &str, cel: u8) -> Field {
        let u = self.unit(id);
        self.p.units.set_cel(u, cel);
        self
    }

    pub fn hungry(mut self, id: &str) -> Field {
        let u = self.unit(id);
        self.p.units.set_level(u, 1);
        self
    }

    pub fn marked(mut self, ids: &str, flag: Flag) -> Field {
        self.set(ids).iter().for_each(|u| self.p.units.mark(u, flag, true));
        self
    }

    fn map(&mut self) -> &mut Map {
        &mut Arc::get_mut(&mut self.g.d).unwrap().maps[0]
    }

    /// Lays ground into a hex, priced by the charts.
    pub fn ground(mut self, at: &str, features: &[Feature]) -> Field {
        let h = usize::from(self.hex(at));
        for f in features {
            let c = &self.g.d.charts;
            let g = match f {
                Feature::Forest => c.forest,
                Feature::City => c.city,
                Feature::Town => c.town,
                Feature::Swamp => c.swamp,
                Feature::Hills => c.hills,
                Feature::Mountain => c.mountain,
                Feature::Wetland => c.wetland,
                _ => Ground::default(),
            };
            let map = self.map();
            map.features[h] |= *f as u16;
            map.shift[h] += g.shift;
            map.fire[h] += g.fire;
        }
        self.map().find_zones();
        self
    }

    fn side_of(&self, a: &str, b: &str) -> [(usize, u8); 2] {
        let (x, y) = (self.hex(a), self.hex(b));
        let map = &self.g.d.maps[0];
        [(usize::from(x), map.direction(x, y).unwrap()), (usize::from(y), map.direction(y, x).unwrap())]
    }

    pub fn river(mut self, a: &str, b: &str, class: u8) -> Field {
        for (h, d) in self.side_of(a, b) {
            self.map().river[h][usize::from(d)] = class;
        }
        self.map().find_zones();
        self
    }

    pub fn bridge(mut self, a: &str, b: &str) -> Field {
        for (h, d) in self.side_of(a, b) {
            self.p.bridges[h] |= 1 << d;
            self.map().bridge[h] |= 1 << d;
        }
        self
    }

    pub fn road(mut self, a: &str, b: &str) -> Field {
        for (h, d) in self.side_of(a, b) {
            self.map().road[h][usize::from(d)] = ROAD_MAIN;
        }
        self
    }

    /// A fixed position on the sides of a hex towards others.
    pub fn fixed(mut self, at: &str, towards: &[&str]) -> Field {
        for to in towards {
            let [(h, d), _] = self.side_of(at, to);
            self.p.fixed[h] |= 1 << d;
        }
        self
    }

    pub fn works(mut self, at: &str, works: Works) -> Field {
        let h = usize::from(self.hex(at));
        self.p.works[h] = works;
        self
    }

    /// The phase begins; nothing is rolled.
    pub fn begin(mut self) -> Field {
        let mut given = Given::new(vec![]);
        self.g.engine().enter_phase(&mut self.p, &mut given, &mut self.events);
        sandtable_core::machine::run(&self.g.engine(), &mut self.p, &mut given, &mut self.events);
        given.over().unwrap();
        self
    }

    pub fn side(&self) -> Option<u8> {
        self.g.to_decide(&self.p).side().map(|s| s.0)
    }

    pub fn asked(&self) -> &'static str {
        match self.g.to_decide(&self.p) {
            Decision::Decide { rule, .. } => rule,
            Decision::Over(o) => o.rule,
        }
    }

    pub fn offers(&self) -> Vec<String> {
        let mut out = Vec::new();
        if let Some(side) = self.side() {
            self.g.actions(&self.p, Side(side), &mut out);
        }
        out.iter().map(|a| self.g.describe(&self.p, a)).collect()
    }

    pub fn offered(&self, words: &str) -> bool {
        self.offers().iter().any(|w| w == words)
    }

    /// Whoever decides says these words; exactly these dice are rolled.
    pub fn say(&mut self, words: &str, dice: &[u8]) -> &mut Field {
        let side = Side(self.side().unwrap());
        let action = self
            .g
            .parse(&self.p, words)
            .unwrap_or_else(|| panic!("`{words}` means nothing; {:?}", self.offers()));
        if let Err(why) = self.g.check(&self.p, side, &action) {
            panic!("`{words}`: {why}; offered: {:?}", self.offers());
        }
        assert!(self.offered(words), "`{words}` is legal and not offered: {:?}", self.offers());
        let mut given = Given::new(dice.to_vec());
        self.events.clear();
        self.g.apply(&mut self.p, side, &action, &mut given, &mut self.events);
        given.over().unwrap_or_else(|e| panic!("`{words}`: {e:?}; {}", self.told()));
        self.g.sound(&self.p).unwrap();
        self
    }

    /// An attack on a hex by these, all the way to the dice.
    pub fn attack(&mut self, hex: &str, ids: &str, dice: &[u8]) -> &mut Field {
        self.say(&format!("attack {hex}"), &[]);
        ids.split_whitespace().for_each(|id| {
            self.say(&format!("add {id}"), &[]);
        });
        self.say("confirm", dice)
    }

    /// The rule that forbids these words.
    pub fn refused(&self, words: &str) -> String {
        let side = Side(self.side().unwrap());
        let action = self.g.parse(&self.p, words).unwrap_or_else(|| panic!("`{words}` means nothing"));
        assert!(!self.offered(words), "`{words}` is offered");
        self.g.check(&self.p, side, &action).unwrap_err().0[0].rule.clone()
    }

    /// What the log cites for the last step.
    pub fn cited(&self) -> Vec<&'static str> {
        self.events.iter().map(|e| self.g.tell(e).rule).collect()
    }

    pub fn told(&self) -> String {
        self.events.iter().map(|e| self.g.tell(e).text).collect::<Vec<_>>().join("\n")
    }

    pub fn hex_of(&self, id: &str) -> String {
        let u = self.unit(id);
        if self.p.on_map(u) {
            self.g.d.maps[0].name(self.p.hex(u))
        } else {
            format!("{:?}", self.p.units.at(u))
        }
    }

    /// CEL left; 0 for a unit that is gone.
    pub fn left(&self, id: &str) -> u8 {
        let u = self.unit(id);
        if self.p.on_map(u) { self.p.units.cel(u) } else { 0 }
    }

    pub fn has(&self, id: &str, flag: Flag) -> bool {
        self.p.has(self.unit(id), flag)
    }

    /// The attack of some units with guns on hexes, imagined.
    pub fn assault(&self, targets: &str, units: &str, guns: &str, defence: &str) -> Assault {
        Assault {
            targets: targets.split_whitespace().map(|h| self.hex(h)).collect(),
            units: self.set(units),
            guns: self.set(guns),
            defence: self.set(defence),
        }
    }

    /// Its column in words.
    pub fn column(&self, a: &Assault) -> String {
        self.e().column_name(self.e().battle_odds(&self.p, a).column)
    }

    /// The column of A in 2016 against 2017.
    pub fn odds(&self) -> String {
        self.column(&self.assault("2017", A, "", ""))
    }
}
