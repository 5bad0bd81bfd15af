//! Placing and removing depots (7.2).

use super::garrison::city_room;
use super::loose::{Loose, OnDepot};
use super::picture::Picture;
use super::position::{Depot, FleetAt, Position};
use super::supply::{self, Chain};
use crate::data::Data;
use sandtable_board::AreaId;
use sandtable_core::Refusal;

/// Where a new depot stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stand {
    /// In the area.
    Area,
    /// Inside the besieged port (empires 7.2.2.1).
    Inside,
}

/// Why a depot may not be placed or removed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoDepot {
    /// 7.2(c)
    Money,
    /// 7.2(c)
    Counters,
    /// 7.2(g)
    Taken,
    /// 7.2(f)
    Enemies,
    /// 7.2(h)
    Far,
    /// 7.2.3.3.1
    Territory,
    /// 7.2.3.3.2
    NoCorps,
    /// 7.2
    NotYours,
    /// 7.4.4
    NoFleet,
}

impl From<NoDepot> for Refusal {
    fn from(no: NoDepot) -> Refusal {
        let (rule, why) = match no {
            NoDepot::Money => ("7.2(c)", "a depot costs a money point, and there is none"),
            NoDepot::Counters => ("7.2(c)", "all depot counters are on the map"),
            NoDepot::Taken => ("7.2(g)", "there is a depot here already"),
            NoDepot::Enemies => ("7.2(f)", "enemies are here and no corps of yours"),
            NoDepot::Far => (
                "7.2(h)",
                "neither a city of your own, nor a port with sea supply, nor near an older depot of a chain",
            ),
            NoDepot::Territory => {
                ("7.2.3.3.1", "you have neither leave to be in this territory nor war with its holder")
            }
            NoDepot::NoCorps => ("7.2.3.3.2", "outside your own territory a depot needs one of your corps"),
            NoDepot::NotYours => ("7.2", "this depot is not yours"),
            NoDepot::NoFleet => ("7.4.4(b)", "only one of your own fleets at sea carries a depot"),
        };
        Refusal::new(rule, why)
    }
}

/// Depots of a power on the map, those on fleets included.
pub fn count(d: &Data, p: &Position, power: u8) -> u8 {
    let on = |a: AreaId| u8::from(p.at(a).depot.owner == power) + u8::from(p.at(a).inside.owner == power);
    let fleets = p.fleets.iter().filter(|f| f.depot && f.power == power && f.at != FleetAt::Off).count();
    d.board.areas().map(on).sum::<u8>() + fleets as u8
}

pub(crate) fn affordable(d: &Data, p: &Position, power: u8) -> Result<(), NoDepot> {
    if p.money[usize::from(power)] < u16::from(d.figures.depot.cost) {
        return Err(NoDepot::Money);
    }
    if count(d, p, power) >= p.counters[usize::from(power)] {
        return Err(NoDepot::Counters);
    }
    Ok(())
}

/// Whether a power may place a depot in an area, and where it would stand (empires 7.2(h)).
pub fn may_place(d: &Data, p: &Position, power: u8, area: AreaId) -> Result<Stand, NoDepot> {
    affordable(d, p, power)?;
    let pic = Picture::new(d, p, power);
    let chain = supply::chain(d, p, &pic);
    place_with(d, p, &pic, &chain, area)
}

/// The same without the price, which the conversion of an enemy depot does not pay (empires 7.3.6.1(c)).
pub(crate) fn place_with(
    d: &Data,
    p: &Position,
    pic: &Picture,
    chain: &Chain,
    area: AreaId,
) -> Result<Stand, NoDepot> {
    let ground = p.at(area);
    let power = pic.power;
    let friendly = p.friendly_city(d, power, area);
    let by_sea = friendly && supply::sea_source(d, p, pic, chain, area);
    if ground.besieged && by_sea {
        let free = ground.inside.owner == super::NOBODY;
        return if free { Ok(Stand::Inside) } else { Err(NoDepot::Taken) };
    }
    if ground.depot.owner != super::NOBODY {
        return Err(NoDepot::Taken);
    }
    let enemy = [pic.enemy_field, pic.enemy_city, pic.enemy_irregulars].iter().any(|s| s.has(area));
    if enemy && !pic.own_corps.has(area) {
        return Err(NoDepot::Enemies);
    }
    if p.own_territory(power, area) && friendly && !ground.besieged || by_sea {
        return Ok(Stand::Area);
    }
    near_chain(d, p, pic, chain, area).map(|()| Stand::Area)
}

/// Whether an area is near enough to an older depot of a valid chain (empires 7.2.3), under empires 7.2.3.3.
fn near_chain(d: &Data, p: &Position, pic: &Picture, chain: &Chain, area: AreaId) -> Result<(), NoDepot> {
    if !p.may_enter(pic.power, area) {
        return Err(NoDepot::Territory);
    }
    let mut near = false;
    if !pic.blocked(area) {
        supply::around(d, p, pic, area, d.figures.depot.chain_areas, false, |a, _| {
            near |= chain.areas.has(a) && p.at(a).depot.old;
            near
        });
    }
    if !near {
        return Err(NoDepot::Far);
    }
    // empires 7.2.3.3.2
    if !p.own_territory(pic.power, area) && !pic.own_corps.has(area) {
        return Err(NoDepot::NoCorps);
    }
    Ok(())
}

/// Pays for a depot and places it.
pub fn place(d: &Data, p: &mut Position, power: u8, area: AreaId) -> Result<Stand, NoDepot> {
    let stand = may_place(d, p, power, area)?;
    p.money[usize::from(power)] -= u16::from(d.figures.depot.cost);
    let depot = Depot { owner: power, old: false };
    match stand {
        Stand::Area => p.at_mut(area).depot = depot,
        Stand::Inside => p.at_mut(area).inside = depot,
    }
    Ok(stand)
}

/// Whether a power may place a depot on a fleet at sea (empires 7.2.4), one in each sea (empires 7.4.4.4).
pub fn may_place_on_fleet(d: &Data, p: &Position, power: u8, fleet: usize) -> Result<(), NoDepot> {
    affordable(d, p, power)?;
    let chosen = p.fleets[fleet];
    if chosen.power != power || !matches!(chosen.at, FleetAt::Sea(_)) {
        return Err(NoDepot::NoFleet);
    }
    let there = p.fleets.iter().filter(|f| f.depot && f.at == chosen.at).count();
    if there >= usize::from(d.figures.depot.invasion_per_sea) {
        return Err(NoDepot::Taken);
    }
    Ok(())
}

/// Places a depot on a fleet at sea.
pub fn place_on_fleet(d: &Data, p: &mut Position, power: u8, fleet: usize) -> Result<(), NoDepot> {
    may_place_on_fleet(d, p, power, fleet)?;
    p.money[usize::from(power)] -= u16::from(d.figures.depot.cost);
    p.fleets[fleet].depot = true;
    Ok(())
}

/// Moves a fleet; a depot on it is lost (empires 7.4.4.2).
pub fn move_fleet(p: &mut Position, fleet: usize, to: FleetAt) {
    let fleet = &mut p.fleets[fleet];
    if fleet.at != to {
        (fleet.at, fleet.depot) = (to, false);
    }
}

/// Whether the garrison of a depot can go into the city of its area (empires 7.2(b)), and how many factors find room.
pub fn refuge(d: &Data, p: &Position, power: u8, area: AreaId) -> u8 {
    let open = p.friendly_city(d, power, area) || p.vacant_city(d, area);
    let places = p.at(area).guard.nations().any(|n| p.at(area).garrison.takes(n));
    let foes = p.foes_inside(power, area);
    if open && places && !foes && !p.at(area).besieged { city_room(d, p, area) } else { 0 }
}

/// Removes a depot from an area (empires 7.2). As much of its garrison as fits goes into the city; the number of factors
/// that are destroyed is returned.
pub fn remove(d: &Data, p: &mut Position, power: u8, area: AreaId) -> Result<u8, NoDepot> {
    if p.at(area).depot.owner != power {
        return Err(NoDepot::NotYours);
    }
    let mut room = refuge(d, p, power, area);
    let ground = p.at_mut(area);
    let guard = ground.guard;
    let mut saved = 0;
    for part in guard.parts() {
        if !ground.garrison.takes(part.nation) {
            continue;
        }
        for (place, n) in part.counts().into_iter().enumerate() {
            let moved = n.min(room);
            ground.garrison.add(Loose::some(part.nation, place, moved));
            room -= moved;
            saved += moved;
        }
    }
    (ground.depot, ground.guard) = (Depot::NONE, OnDepot::NONE);
    Ok(guard.total() - saved)
}

/// Whether an enemy depot, once it is the taker's, would be a supply source or lengthen a valid chain
/// (empires 7.3.6.1(c)).
pub fn may_convert(d: &Data, p: &Position, power: u8, area: AreaId) -> bool {
    let mut taken = *p;
    taken.at_mut(area).depot = Depot { owner: power, old: false };
    count(d, p, power) < p.counters[usize::from(power)] && {
        let pic = Picture::new(d, &taken, power);
        supply::chain(d, &taken, &pic).areas.has(area)
    }
}

/// At the end of a movement step: depots move out of ports that are no longer besieged and destroy an enemy depot in the
/// area (empires 7.4.3.4.3).
pub fn move_out(d: &Data, p: &mut Position) {
    for area in d.board.areas() {
        let ground = p.at_mut(area);
        if ground.inside.owner != super::NOBODY && !ground.besieged {
            // What guarded the destroyed depot goes with it.
            if ground.depot.owner != super::NOBODY {
                ground.guard = OnDepot::NONE;
            }
            ground.depot = ground.inside;
            ground.inside = Depot::NONE;
        }
    }
}

/// Removes depots inside ports that no sea supply source reaches any longer (empires 7.4.3.4.4).
pub fn drop_cut_off(d: &Data, p: &mut Position, power: u8) {
    let pic = Picture::new(d, p, power);
    let chain = supply::chain(d, p, &pic);
    for area in d.board.areas() {
        if p.at(area).inside.owner == power && !supply::sea_source(d, p, &pic, &chain, area) {
            p.at_mut(area).inside = Depot::NONE;
        }
    }
}

/// When the forces of a besieged port are gone, the captor destroys the depot inside or, if it joins a valid chain of the captor's,
/// takes it over and moves it into the area (empires 7.4.3.4.5). True if it was taken over.
pub fn capture_inside(d: &Data, p: &mut Position, captor: u8, area: AreaId, convert: bool) -> bool {
    let ground = p.at_mut(area);
    ground.inside = Depot::NONE;
    let free = ground.depot.owner == super::NOBODY;
    let taken = convert && free && may_convert(d, p, captor, area);
    if taken {
        p.at_mut(area).depot = Depot { owner: captor, old: false };
    }
    taken
}
