//! A board without any ground, rivers or roads, on which a test lays what it needs, and an attack phase on it.
#![allow(dead_code, unused_imports)]

pub use crate::scene::*;
use sandtable_core::machine;
pub use sandtable_lodz::play::battle::state::Assault;
pub use sandtable_lodz::play::battle::{Cause, column_of};
use std::sync::{Arc, LazyLock};

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

/// What a test lays on a plain board, and what it asks of an attack there.
pub trait Field {
    /// Gives a unit a strength, the back having half.
    fn sp(self, id: &str, strength: u8) -> Scene;
    /// Puts a unit out of supply.
    fn hungry(self, id: &str) -> Scene;
    /// Lays ground into a hex, priced by the charts.
    fn ground(self, at: &str, features: &[Feature]) -> Scene;
    /// A river between two hexes.
    fn river(self, a: &str, b: &str, class: u8) -> Scene;
    /// A bridge between two hexes.
    fn bridge(self, a: &str, b: &str) -> Scene;
    /// A main road between two hexes.
    fn road(self, a: &str, b: &str) -> Scene;
    /// A fixed position on the sides of a hex towards others.
    fn fixed(self, at: &str, towards: &[&str]) -> Scene;
    /// Works in a hex.
    fn works(self, at: &str, works: Works) -> Scene;
    /// An attack on a hex by these, all the way to the dice.
    fn attack(&mut self, hex: &str, ids: &str, dice: &[u8]) -> &mut Scene;
    /// CEL left; 0 for a unit that is gone.
    fn left(&self, id: &str) -> u8;
    /// Whether a unit is marked.
    fn has(&self, id: &str, flag: Flag) -> bool;
    /// The attack of some units with guns on hexes, imagined.
    fn assault(&self, targets: &str, who: &str, guns: &str, defence: &str) -> Assault;
    /// Its column in words.
    fn column(&self, a: &Assault) -> String;
    /// The column of A in 2016 against 2017.
    fn odds(&self) -> String;
}

/// A board without any ground, rivers or roads, read once.
static FLAT: LazyLock<Lodz> = LazyLock::new(|| {
    let mut game = (**GAME).clone();
    let d = Arc::make_mut(&mut game.d);
    let map = &mut d.maps[0];
    for h in 0..map.hexes {
        (map.features[h], map.river[h], map.road[h]) = (0, [RIVER_NONE; 6], [ROAD_NONE; 6]);
        (map.shift[h], map.fire[h], map.bridge[h]) = (0, 0, 0);
    }
    map.find_zones();
    game
});

/// An attack phase of a player on a plain board, day 3. Far off, guns of both sides have somebody to fire at, so that the phase does
/// not end by itself.
pub fn field(active: u8) -> Scene {
    bare(&Arc::new(FLAT.clone()), "lodz", active, Phase::Attack)
        .put("de-art-41-inf", "3030")
        .put("ru-1-16-inf", "3032")
        .put("ru-art-26-inf", "3430")
        .put("de-2-6-cav", "3432")
}

/// One German unit in 2016 and one Russian in 2017, with these strengths.
pub fn duel(attack: u8, defence: u8) -> Scene {
    field(DE).put(A, "2016").put(X, "2017").sp(A, attack).sp(X, defence)
}

/// The data of a situation, to be changed.
pub fn data_of(s: &mut Scene) -> &mut Data {
    Arc::make_mut(&mut Arc::make_mut(&mut s.game).d)
}

/// The board of a situation, to be changed.
fn ground_of(s: &mut Scene) -> &mut Map {
    &mut data_of(s).maps[0]
}

/// The side between two hexes, from either of them.
fn side_of(a: &str, b: &str) -> [(usize, u8); 2] {
    let (x, y) = (hex(a), hex(b));
    let map = &game().d.maps[0];
    [(usize::from(x), map.direction(x, y).unwrap()), (usize::from(y), map.direction(y, x).unwrap())]
}

impl Field for Scene {
    /// Gives a unit a strength, the back having half.
    fn sp(mut self, id: &str, strength: u8) -> Scene {
        let u = usize::from(unit(id));
        data_of(&mut self).units[u].strength = [0, strength.div_ceil(2), strength];
        self
    }

    fn hungry(mut self, id: &str) -> Scene {
        let u = unit(id);
        self.p.units.set_level(u, 1);
        self
    }

    fn ground(mut self, at: &str, features: &[Feature]) -> Scene {
        let h = usize::from(hex(at));
        for f in features {
            let c = &self.game.d.charts;
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
            let map = ground_of(&mut self);
            map.features[h] |= *f as u16;
            map.shift[h] += g.shift;
            map.fire[h] += g.fire;
        }
        ground_of(&mut self).find_zones();
        self
    }

    fn river(mut self, a: &str, b: &str, class: u8) -> Scene {
        for (h, d) in side_of(a, b) {
            ground_of(&mut self).river[h][usize::from(d)] = class;
        }
        ground_of(&mut self).find_zones();
        self
    }

    fn bridge(mut self, a: &str, b: &str) -> Scene {
        for (h, d) in side_of(a, b) {
            self.p.bridges[h] |= 1 << d;
            ground_of(&mut self).bridge[h] |= 1 << d;
        }
        self
    }

    fn road(mut self, a: &str, b: &str) -> Scene {
        for (h, d) in side_of(a, b) {
            ground_of(&mut self).road[h][usize::from(d)] = ROAD_MAIN;
        }
        self
    }

    fn fixed(mut self, at: &str, towards: &[&str]) -> Scene {
        for to in towards {
            let [(h, d), _] = side_of(at, to);
            self.p.fixed[h] |= 1 << d;
        }
        self
    }

    fn works(mut self, at: &str, works: Works) -> Scene {
        let h = usize::from(hex(at));
        self.p.works[h] = works;
        self
    }

    fn attack(&mut self, hex: &str, ids: &str, dice: &[u8]) -> &mut Scene {
        self.say(&format!("attack {hex}"), &[]);
        ids.split_whitespace().for_each(|id| {
            self.say(&format!("add {id}"), &[]);
        });
        self.say("confirm", dice)
    }

    fn left(&self, id: &str) -> u8 {
        let u = unit(id);
        if self.p.on_map(u) { self.p.units.cel(u) } else { 0 }
    }

    fn has(&self, id: &str, flag: Flag) -> bool {
        self.p.has(unit(id), flag)
    }

    fn assault(&self, targets: &str, who: &str, guns: &str, defence: &str) -> Assault {
        Assault {
            targets: targets.split_whitespace().map(hex).collect(),
            units: units(who),
            guns: units(guns),
            defence: units(defence),
        }
    }

    fn column(&self, a: &Assault) -> String {
        self.e().column_name(self.e().battle_odds(&self.p, a).column)
    }

    fn odds(&self) -> String {
        self.column(&self.assault("2017", A, "", ""))
    }
}
