//! Where a power's friends and enemies stand, gathered once for all the questions of a step.

use super::areaset::AreaSet;
use super::position::{FleetAt, Position, Spot};
use crate::data::{Data, POWERS};
use sandtable_board::{AreaId, LinkKind};

/// What a power sees of who stands where. Besieged forces are left out.
#[derive(Clone, Copy, Debug)]
pub struct Picture {
    /// Whose picture it is.
    pub power: u8,
    /// Enemy corps outside cities.
    pub enemy_field: AreaSet,
    /// Enemy corps inside unbesieged cities.
    pub enemy_city: AreaSet,
    /// Enemy cossacks, freikorps and guerillas.
    pub enemy_irregulars: AreaSet,
    /// Enemy factors in unbesieged cities and on depots.
    pub enemy_garrisons: AreaSet,
    /// Corps or garrisons of the power and its allies.
    pub friends: AreaSet,
    /// Corps of the power and its minors.
    pub own_corps: AreaSet,
    /// Seas with enemy fleets, one bit each.
    pub enemy_seas: u32,
}

impl Picture {
    /// Looks over the whole map.
    pub fn new(d: &Data, p: &Position, power: u8) -> Picture {
        let none = AreaSet::NONE;
        let mut out = Picture {
            power,
            enemy_field: none,
            enemy_city: none,
            enemy_irregulars: none,
            enemy_garrisons: none,
            friends: none,
            own_corps: none,
            enemy_seas: 0,
        };
        for corps in &p.corps {
            let (area, field) = match corps.spot {
                Spot::Field(a) => (a, true),
                Spot::City(a) if !p.at(a).besieged => (a, false),
                _ => continue,
            };
            if p.at_war(power, corps.power) {
                if field { out.enemy_field.put(area) } else { out.enemy_city.put(area) }
            } else if p.friends(power, corps.power) {
                out.friends.put(area);
                if corps.power == power {
                    out.own_corps.put(area);
                }
            }
        }
        for area in d.board.areas() {
            let ground = p.at(area);
            let inside = ground.garrison.parts().filter(|_| !ground.besieged);
            for g in inside.chain(ground.guard.parts()) {
                if p.at_war(power, g.nation) {
                    if g.infantry + g.militia > 0 {
                        out.enemy_garrisons.put(area);
                    }
                    if g.irregulars > 0 {
                        out.enemy_irregulars.put(area);
                    }
                } else if p.friends(power, g.nation) {
                    out.friends.put(area);
                }
            }
            if ground.irregulars != [0; POWERS]
                && (0..POWERS as u8).any(|q| ground.irregulars[usize::from(q)] > 0 && p.at_war(power, q))
            {
                out.enemy_irregulars.put(area);
            }
        }
        for fleet in &p.fleets {
            if let FleetAt::Sea(sea) = fleet.at
                && p.at_war(power, fleet.power)
            {
                out.enemy_seas |= 1 << sea.0;
            }
        }
        out
    }

    /// Whether any unbesieged enemy is in an area.
    pub fn enemies(&self, area: AreaId) -> bool {
        let sets = [self.enemy_field, self.enemy_city, self.enemy_irregulars, self.enemy_garrisons];
        sets.iter().any(|s| s.has(area))
    }

    /// Whether an area cuts a supply line (empires 7.2.3.2.1): enemies are there and (empires 7.2.3.2.1(b)) no friends.
    pub fn blocked(&self, area: AreaId) -> bool {
        self.enemies(area) && !self.friends.has(area)
    }

    /// Whether a link is open: the arrow of option 12.2.1.1 has to be in play, and an enemy fleet in the sea around it
    /// closes an arrow (empires 7.2.3.2.2, empires 7.3.1.3.3(b)).
    pub fn open(&self, d: &Data, p: &Position, a: AreaId, b: AreaId, kind: LinkKind) -> bool {
        if kind != LinkKind::Crossing {
            return true;
        }
        let channel = d.figures.channel;
        if (channel == (a, b) || channel == (b, a)) && !p.channel {
            return false;
        }
        d.board.sea_of_crossing(a, b).is_none_or(|s| self.enemy_seas >> s.0 & 1 == 0)
    }
}
