//! What stands on the map: dense arrays without a heap, so that a copy is one move of memory.

use super::areaset::{AREAS, AreaSet};
use super::loose::{InCity, OnDepot};
use crate::data::{CorpsDef, Data, FACTORS, POWERS};
use crate::position::{Fight, Losses, Marching, Play, Ration, Siege, Year};
use sandtable_board::{AreaId, SeaId};
use serde::{Deserialize, Serialize};

/// No power and no nation.
pub const NOBODY: u8 = u8::MAX;
/// Room for corps.
pub const CORPS: usize = 128;
/// Room for leaders.
pub const LEADERS: usize = 64;
/// Room for nations.
pub const NATIONS: usize = 40;
/// Room for fleets.
pub const FLEETS: usize = 24;

/// Where a counter is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Spot {
    /// Not on the map.
    Off,
    /// In an area, outside its city.
    Field(AreaId),
    /// Inside the city of an area.
    City(AreaId),
    /// On a fleet.
    Fleet(u8),
}

impl Spot {
    /// The area, inside or outside its city.
    pub fn area(self) -> Option<AreaId> {
        match self {
            Spot::Field(a) | Spot::City(a) => Some(a),
            Spot::Off | Spot::Fleet(_) => None,
        }
    }
}

/// A corps. Its place in the list is its block, which everybody can tell from other blocks and follow; which corps it is and
/// what it holds only its power and allies know, until it is laid open in a combat.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Corps {
    /// Which corps it is, as a row of the data.
    pub def: u8,
    /// The power that commands it.
    pub power: u8,
    /// Where it is.
    pub spot: Spot,
    /// Its factors.
    pub factors: [u8; FACTORS],
    /// Movement points that a scenario gives it; 0 for those on the counter.
    pub movement: u8,
    /// Whether it has been laid open to all (empires 7.5.2.6.3).
    pub seen: bool,
    /// Its factors when everybody last saw them.
    pub last: [u8; FACTORS],
    /// How it moved and lives in this sequence.
    pub ration: Ration,
}

impl Corps {
    /// A block that is not on the map.
    pub const NONE: Corps = Corps {
        def: 0,
        power: NOBODY,
        spot: Spot::Off,
        factors: [0; FACTORS],
        movement: 0,
        seen: false,
        last: [0; FACTORS],
        ration: Ration::NONE,
    };

    /// All its factors.
    pub fn total(&self) -> u8 {
        self.factors.iter().sum()
    }
}

/// A depot in an area or in a besieged port.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Depot {
    /// Whose it is; nobody where there is none.
    pub owner: u8,
    /// Whether it stood before this turn (7.2.3).
    pub old: bool,
}

impl Depot {
    /// No depot.
    pub const NONE: Depot = Depot { owner: NOBODY, old: false };
}

/// What an area holds beside corps and leaders.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Ground {
    /// The country that it is part of.
    pub country: u8,
    /// Who holds it: a power, or a minor and with it its controller.
    pub holder: u8,
    /// Powers that may not enter, one bit each.
    pub closed_to: u8,
    /// Powers that may enter this area whatever its holder says, one bit each.
    pub open_to: u8,
    /// Whether its city is besieged.
    pub besieged: bool,
    /// Factors in its city.
    pub garrison: InCity,
    /// The depot in the area.
    pub depot: Depot,
    /// Factors on that depot.
    pub guard: OnDepot,
    /// The depot inside a besieged port (7.2.2.1).
    pub inside: Depot,
    /// Cossacks, freikorps and guerillas of each power outside the city.
    pub irregulars: [u8; POWERS],
    /// How many of the moving power's irregulars here have moved in this sequence.
    pub tired: u8,
}

/// Where a fleet is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum FleetAt {
    /// Not on the map.
    Off,
    /// In a port.
    Port(AreaId),
    /// In the blockade box of a port.
    Box(AreaId),
    /// At sea.
    Sea(SeaId),
}

/// A fleet.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Fleet {
    /// Whose it is.
    pub power: u8,
    /// Where it is.
    pub at: FleetAt,
    /// Whether it carries a depot (7.2.4).
    pub depot: bool,
}

/// A position of the Land Phase.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Position {
    /// The month, since the year 0.
    pub month: u16,
    /// Money points.
    pub money: [u16; POWERS],
    /// Depot counters of each power.
    pub counters: [u8; POWERS],
    /// Powers at war with each power, one bit each.
    pub war: [u8; POWERS],
    /// Allies of each power.
    pub allied: [u8; POWERS],
    /// Powers whose territory each power may enter without being allied: leave, or victory condition C.5.
    pub access: [u8; POWERS],
    /// Powers whose depots each power may use (7.4.2.2).
    pub depots_of: [u8; POWERS],
    /// Powers that the holder of the Dardanelles lets pass (7.4.3.3).
    pub straits: u8,
    /// Who controls each nation; nobody for neutral minors.
    #[serde(with = "sandtable_ops::list")]
    pub controller: [u8; NATIONS],
    /// Powers at war with each minor that nobody controls.
    #[serde(with = "sandtable_ops::list")]
    pub minor_war: [u8; NATIONS],
    /// Whether option 12.2.1.1 joins Boulogne and Dover.
    pub channel: bool,
    /// Whether corps inside a city count for the river (ruling 72).
    pub river_city: bool,
    /// Corps.
    #[serde(with = "sandtable_ops::list")]
    pub corps: [Corps; CORPS],
    /// Leaders.
    #[serde(with = "sandtable_ops::list")]
    pub leaders: [Spot; LEADERS],
    /// Fleets.
    pub fleets: [Fleet; FLEETS],
    /// Areas.
    #[serde(with = "crate::position::saved")]
    pub ground: [Ground; AREAS],
    /// Where the game stands.
    pub play: Play,
    /// Politics, fleets and what is raised.
    pub year: Year,
    /// The counter that is on the march.
    pub marching: Marching,
    /// The combat that is being fought.
    pub fight: Fight,
    /// The siege that is being fought out.
    pub siege: Siege,
    /// Losses that are due.
    pub losses: Losses,
}

impl Position {
    /// Which corps a block is.
    #[inline]
    pub fn def<'d>(&self, d: &'d Data, block: usize) -> &'d CorpsDef {
        &d.corps[usize::from(self.corps[block].def)]
    }

    /// The nation of a block.
    pub fn nation_of(&self, d: &Data, block: usize) -> u8 {
        self.def(d, block).nation
    }

    /// What an area holds.
    #[inline]
    pub fn at(&self, area: AreaId) -> &Ground {
        &self.ground[area.index()]
    }

    /// The same, to change it.
    #[inline]
    pub fn at_mut(&mut self, area: AreaId) -> &mut Ground {
        &mut self.ground[area.index()]
    }

    /// The power that commands a nation's forces (empires 7.1.1).
    #[inline]
    pub fn power_of(&self, nation: u8) -> Option<u8> {
        self.controller.get(usize::from(nation)).copied().filter(|c| *c != NOBODY)
    }

    /// Whether a power is at war with a nation.
    #[inline]
    pub fn at_war(&self, power: u8, nation: u8) -> bool {
        match self.power_of(nation) {
            Some(other) => self.war[usize::from(power)] >> other & 1 == 1,
            None => self.minor_war.get(usize::from(nation)).is_some_and(|w| w >> power & 1 == 1),
        }
    }

    /// Whether a nation's forces are a power's own or an ally's.
    #[inline]
    pub fn friends(&self, power: u8, nation: u8) -> bool {
        let other = self.power_of(nation);
        other.is_some_and(|o| o == power || self.allied[usize::from(power)] >> o & 1 == 1)
    }

    /// Own territory: the home nation, areas of minors under control, and what the scenario gives (ruling 71).
    pub fn own_territory(&self, power: u8, area: AreaId) -> bool {
        let ground = self.at(area);
        ground.country == power || self.power_of(ground.holder) == Some(power) || self.lent(power, area)
    }

    /// Whether a scenario lets an area count as a power's territory, which it does while another has no factor there.
    fn lent(&self, power: u8, area: AreaId) -> bool {
        let lent = &self.year.lent;
        lent.power == power && lent.areas.has(area) && !self.has_factor(lent.without, area)
    }

    /// Whether a power has any factor in an area, in the field, in the city or on a depot.
    pub fn has_factor(&self, power: u8, area: AreaId) -> bool {
        let ground = self.at(area);
        let own = |nation: u8| self.power_of(nation) == Some(power);
        ground.garrison.nations().any(own)
            || ground.guard.nations().any(own)
            || ground.irregulars.get(usize::from(power)).is_some_and(|n| *n > 0)
            || self.corps.iter().any(|c| c.power == power && c.spot.area() == Some(area))
    }

    /// Whether a power's forces in an area must leave it, since they may no longer be there (10.3).
    pub fn must_leave(&self, power: u8, area: AreaId) -> bool {
        let holder = self.power_of(self.at(area).holder);
        let gone = self.year.leaving.get(usize::from(power)).copied().unwrap_or(0);
        holder.is_some_and(|h| gone >> h & 1 == 1) && !self.may_enter(power, area)
    }

    /// Areas to the nearest one that a power may enter; for forces that must leave (10.3).
    pub fn way_out(&self, d: &Data, power: u8, from: AreaId) -> u8 {
        let (mut seen, mut reached) = (AreaSet::NONE, AreaSet::NONE);
        reached.put(from);
        for far in 0..u8::MAX {
            let mut next = AreaSet::NONE;
            for area in reached.iter() {
                if self.may_enter(power, area) {
                    return far;
                }
                seen.put(area);
                // Third parties' land is no way.
                let open = |n: &AreaId| self.may_enter(power, *n) || self.must_leave(power, *n);
                d.board.neighbours(area).iter().map(|n| n.0).filter(open).for_each(|n| next.put(n));
            }
            seen.iter().for_each(|a| next.take(a));
            if next.is_empty() {
                break;
            }
            reached = next;
        }
        u8::MAX
    }

    /// Whether a step takes forces that must leave nearer to an area where they may be (10.3).
    pub fn leaves_by(&self, d: &Data, power: u8, from: AreaId, to: AreaId) -> bool {
        self.must_leave(power, from)
            && self.must_leave(power, to)
            && self.way_out(d, power, to) < self.way_out(d, power, from)
    }

    /// Whether a power's forces may be in an area (empires 7.3(c)).
    pub fn may_enter(&self, power: u8, area: AreaId) -> bool {
        let ground = self.at(area);
        let open = match self.power_of(ground.holder) {
            Some(other) => {
                let leave = self.allied[usize::from(power)] | self.access[usize::from(power)];
                other == power || (leave | self.war[usize::from(power)]) >> other & 1 == 1
            }
            None => self.at_war(power, ground.holder),
        };
        (open || ground.open_to >> power & 1 == 1) && ground.closed_to >> power & 1 == 0
    }

    /// The nation whose forces are inside a city, if there are any: of several the one whose factors came first.
    pub fn inside(&self, d: &Data, area: AreaId) -> Option<u8> {
        let corps = || self.corps_at(Spot::City(area)).next().map(|i| self.def(d, i).nation);
        self.at(area).garrison.first().or_else(corps)
    }

    /// Nations with forces inside a city, some of them more than once.
    pub fn all_inside(&self, area: AreaId) -> impl Iterator<Item = u8> + '_ {
        let garrison = self.at(area).garrison.nations();
        garrison.chain(self.corps_at(Spot::City(area)).map(|b| self.corps[b].power))
    }

    /// Whether enemies of a power are inside a city, no matter who else is (empires 7.5.4).
    pub fn foes_inside(&self, power: u8, area: AreaId) -> bool {
        self.all_inside(area).any(|n| self.at_war(power, n))
    }

    /// The nation that controls a city: enemies of the area's holder who are inside, else the holder (ruling 59). Of several
    /// enemies it is the one that came first, and while factors of the holder's power are inside the city is the holder's.
    pub fn city_of(&self, d: &Data, area: AreaId) -> u8 {
        let (holder, garrison) = (self.at(area).holder, self.at(area).garrison);
        let foe = |n: &u8| self.power_of(*n).is_some_and(|power| self.at_war(power, holder));
        let own =
            |n: u8| n == holder || self.power_of(n).is_some() && self.power_of(n) == self.power_of(holder);
        let taker = match garrison.is_empty() {
            true => self.inside(d, area).filter(foe),
            false if garrison.nations().any(own) => None,
            false => garrison.nations().find(foe),
        };
        taker.unwrap_or(holder)
    }

    /// Cities with a corps inside, to be asked for many areas at once.
    pub fn manned(&self) -> AreaSet {
        let mut out = AreaSet::NONE;
        for corps in &self.corps {
            if let Spot::City(area) = corps.spot {
                out.put(area);
            }
        }
        out
    }

    /// The power whose nation controls a city, where the cities with a corps inside are known.
    pub fn city_power(&self, d: &Data, area: AreaId, manned: &AreaSet) -> Option<u8> {
        let ground = self.at(area);
        let empty = ground.garrison.is_empty() && !manned.has(area);
        self.power_of(if empty { ground.holder } else { self.city_of(d, area) })
    }

    /// Whether a power or one of its allies controls the city of an area.
    pub fn friendly_city(&self, d: &Data, power: u8, area: AreaId) -> bool {
        d.place(area).spires > 0 && self.friends(power, self.city_of(d, area))
    }

    /// Whether a city has nobody inside.
    pub fn vacant_city(&self, d: &Data, area: AreaId) -> bool {
        d.place(area).spires > 0 && self.inside(d, area).is_none()
    }

    /// Corps on a spot.
    #[inline]
    pub fn corps_at(&self, spot: Spot) -> impl Iterator<Item = usize> + '_ {
        (0..CORPS).filter(move |i| self.corps[*i].spot == spot)
    }

    /// Whether a corps is besieged.
    pub fn besieged(&self, corps: usize) -> bool {
        matches!(self.corps[corps].spot, Spot::City(a) if self.at(a).besieged)
    }

    /// Whether it is winter (chapter 9).
    pub fn winter(&self, d: &Data) -> bool {
        d.figures.winter_months.contains(&((self.month % 12) as u8 + 1))
    }
}
