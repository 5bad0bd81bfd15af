//! Garrisons of cities and depots; detaching and absorbing factors (7.3.3).

use super::loose::Loose;
use super::position::{Position, Spot};
use crate::data::{A, C, Data, FACTORS, FC, FI, G, I, LooseKind, M};
use sandtable_board::AreaId;
use sandtable_core::Refusal;
use serde::{Deserialize, Serialize};

/// Where factors are dropped or taken up.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum At {
    /// The city of the area.
    City,
    /// The depot of the area.
    Depot,
}

/// Why factors may not be dropped or taken up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoChange {
    /// 7.3.3(b)
    Kind,
    /// 7.3.3.3.1
    Guerilla,
    /// 7.3.3.2
    Factors,
    /// 7.3.3
    Nowhere,
    /// 7.3.3
    Besieged,
    /// 7.3.3.1
    Enemies,
    /// 7.3.3.1.1
    Abroad,
    /// 7.3.3.1.2
    Empties,
    /// 7.3.3.4
    Room,
    /// 7.3.3.5
    DepotRoom,
    /// 7.3.3
    Few,
    /// 7.3.3.3; how many nations that are is ours.
    Nations,
    /// 7.3.3
    Foes,
}

impl From<NoChange> for Refusal {
    fn from(no: NoChange) -> Refusal {
        let (rule, why) = match no {
            NoChange::Kind => {
                ("7.3.3(b)", "artillery, feudal and insurrection corps neither detach nor absorb")
            }
            NoChange::Guerilla => ("7.3.3.3.1", "guerillas do not garrison depots"),
            NoChange::Factors => ("7.3.3.2", "artillery and feudal factors cannot be detached"),
            NoChange::Nowhere => {
                ("7.3.3", "there is no city here that is friendly or empty, and no depot of yours")
            }
            NoChange::Besieged => ("7.3.3", "the city is besieged"),
            NoChange::Enemies => ("7.3.3.1", "enemy corps stand outside the city"),
            NoChange::Abroad => ("7.3.3.1.1", "forces of a free state do this only in their own country"),
            NoChange::Empties => ("7.3.3.1.2", "a corps keeps at least one factor"),
            NoChange::Room => ("7.3.3.4", "there is no room for so many"),
            NoChange::DepotRoom => ("7.3.3.5", "the depot has no room for so many"),
            NoChange::Few => ("7.3.3", "there are not that many factors"),
            NoChange::Nations => ("7.3.3.3", "there is no place for counters of one more nation"),
            NoChange::Foes => ("7.3.3", "enemies are inside the city"),
        };
        Refusal::new(rule, why)
    }
}

/// Factors that a city holds (empires 7.3.3.4). A depot inside it adds nothing (empires 7.3.3.5.3).
pub fn capacity(d: &Data, area: AreaId) -> u8 {
    d.place(area).spires * d.figures.city.factors_per_spire
}

/// Factors inside a city, those of corps included (empires 7.3.3.3.2).
pub fn inside(p: &Position, area: AreaId) -> u8 {
    let corps: u8 = p.corps_at(Spot::City(area)).map(|i| p.corps[i].total()).sum();
    p.at(area).garrison.total() + corps
}

/// Factors that still fit into a city.
pub fn city_room(d: &Data, p: &Position, area: AreaId) -> u8 {
    capacity(d, area).saturating_sub(inside(p, area))
}

/// Factors that still fit on the depot of an area (empires 7.3.3.5).
pub fn depot_room(d: &Data, p: &Position, area: AreaId) -> u8 {
    d.figures.depot.garrison.saturating_sub(p.at(area).guard.total())
}

/// Whether a corps or irregulars of a nation can go into a city: friendly or vacant, not besieged, and within capacity
/// (empires 7.3.4).
pub fn may_enter_city(d: &Data, p: &Position, power: u8, area: AreaId, factors: u8) -> bool {
    let open = p.friendly_city(d, power, area) || p.vacant_city(d, area);
    open && !p.at(area).besieged && city_room(d, p, area) >= factors
}

fn check_place(d: &Data, p: &Position, corps: usize, at: At) -> Result<AreaId, NoChange> {
    let unit = &p.corps[corps];
    let nation = p.def(d, corps).nation;
    if !p.def(d, corps).kind.detaches() {
        return Err(NoChange::Kind);
    }
    let area = unit.spot.area().ok_or(NoChange::Nowhere)?;
    if p.besieged(corps) {
        return Err(NoChange::Besieged);
    }
    if p.corps_at(Spot::Field(area)).any(|b| p.at_war(unit.power, p.corps[b].power)) {
        return Err(NoChange::Enemies);
    }
    let free_state = nation != unit.power;
    // empires 7.3.3.1.1, and empires 7.3.3.5.2 for depots
    if free_state && p.at(area).country != nation {
        return Err(NoChange::Abroad);
    }
    match at {
        At::City => {
            if !p.friendly_city(d, unit.power, area) && !p.vacant_city(d, area) {
                return Err(NoChange::Nowhere);
            }
            if p.at(area).besieged {
                return Err(NoChange::Besieged);
            }
        }
        // empires 7.3.3.5.1: a depot is garrisoned by its owner only.
        At::Depot if p.at(area).depot.owner != unit.power => return Err(NoChange::Nowhere),
        At::Depot => {}
    }
    Ok(area)
}

/// Whether factors of a nation can lie beside those that are there: of friends and of strangers, not of enemies.
pub fn joins(p: &Position, power: u8, nation: u8, area: AreaId, at: At) -> Result<(), NoChange> {
    let ground = p.at(area);
    let place = match at {
        At::City if p.foes_inside(power, area) => return Err(NoChange::Foes),
        At::City => ground.garrison.takes(nation),
        At::Depot => ground.guard.takes(nation),
    };
    if place { Ok(()) } else { Err(NoChange::Nations) }
}

/// The factors of a nation in a city or on a depot.
pub fn loose(p: &Position, area: AreaId, at: At, nation: u8) -> Loose {
    match at {
        At::City => p.at(area).garrison.of(nation),
        At::Depot => p.at(area).guard.of(nation),
    }
}

/// Puts factors into a city or onto a depot.
pub fn put(p: &mut Position, area: AreaId, at: At, more: Loose) {
    match at {
        At::City => p.at_mut(area).garrison.add(more),
        At::Depot => p.at_mut(area).guard.add(more),
    }
}

/// Takes factors out of a city or off a depot.
pub fn take(p: &mut Position, area: AreaId, at: At, less: Loose) {
    match at {
        At::City => p.at_mut(area).garrison.take(less),
        At::Depot => p.at_mut(area).guard.take(less),
    }
}

/// Whether a corps may drop factors as a garrison (empires 7.3.3), and where it stands.
pub fn may_detach(
    d: &Data,
    p: &Position,
    corps: usize,
    at: At,
    factors: [u8; FACTORS],
) -> Result<AreaId, NoChange> {
    let area = check_place(d, p, corps, at)?;
    joins(p, p.corps[corps].power, p.def(d, corps).nation, area, at)?;
    if [A, FI, FC].iter().any(|k| factors[*k] > 0) {
        return Err(NoChange::Factors);
    }
    let unit = &p.corps[corps];
    if unit.factors.iter().zip(factors).any(|(have, drop)| drop > *have) {
        return Err(NoChange::Few);
    }
    if unit.factors == factors {
        return Err(NoChange::Empties);
    }
    // A corps inside the city only changes what its factors are called.
    let room = match at {
        At::City if unit.spot == Spot::City(area) => u8::MAX,
        At::City => city_room(d, p, area),
        At::Depot => depot_room(d, p, area),
    };
    if factors.iter().sum::<u8>() > room {
        return Err(full(at));
    }
    Ok(area)
}

fn full(at: At) -> NoChange {
    match at {
        At::City => NoChange::Room,
        At::Depot => NoChange::DepotRoom,
    }
}

/// Drops factors of a corps as a garrison. Cavalry and guard become regular infantry for good (empires 7.3.3.2).
pub fn detach(
    d: &Data,
    p: &mut Position,
    corps: usize,
    at: At,
    factors: [u8; FACTORS],
) -> Result<(), NoChange> {
    let area = may_detach(d, p, corps, at, factors)?;
    for (have, drop) in p.corps[corps].factors.iter_mut().zip(factors) {
        *have -= drop;
    }
    let nation = p.def(d, corps).nation;
    put(p, area, at, Loose::of(nation, [factors[I] + factors[G] + factors[C], factors[M], 0]));
    Ok(())
}

/// Whether a corps may take infantry and militia of its own nation out of a garrison (empires 7.3.3), and where it stands.
pub fn may_absorb(
    d: &Data,
    p: &Position,
    corps: usize,
    at: At,
    infantry: u8,
    militia: u8,
) -> Result<AreaId, NoChange> {
    let area = check_place(d, p, corps, at)?;
    let there = loose(p, area, at, p.def(d, corps).nation);
    if there.total() == 0 || infantry > there.infantry || militia > there.militia {
        return Err(NoChange::Few);
    }
    let mut factors = p.corps[corps].factors;
    factors[I] += infantry;
    factors[M] += militia;
    if !p.def(d, corps).fits(&factors) {
        return Err(NoChange::Room);
    }
    // What comes from a depot into a corps inside the city needs room there (empires 7.3.3.3.2).
    let within = at == At::Depot && p.corps[corps].spot == Spot::City(area);
    if within && infantry + militia > city_room(d, p, area) {
        return Err(NoChange::Room);
    }
    Ok(area)
}

/// Takes infantry and militia of a garrison into a corps, as far as it has room.
pub fn absorb(
    d: &Data,
    p: &mut Position,
    corps: usize,
    at: At,
    infantry: u8,
    militia: u8,
) -> Result<(), NoChange> {
    let area = may_absorb(d, p, corps, at, infantry, militia)?;
    p.corps[corps].factors[I] += infantry;
    p.corps[corps].factors[M] += militia;
    let nation = p.def(d, corps).nation;
    take(p, area, at, Loose::of(nation, [infantry, militia, 0]));
    Ok(())
}

/// Whether cossacks, freikorps or guerillas of a power may go from the field into a city or onto a depot; guerillas never
/// garrison depots (empires 7.3.3.3.1).
pub fn may_station(
    d: &Data,
    p: &Position,
    power: u8,
    area: AreaId,
    at: At,
    count: u8,
) -> Result<(), NoChange> {
    let guerilla = d.loose.iter().any(|l| l.power == power && l.kind == LooseKind::Guerilla);
    let room = match at {
        At::Depot if guerilla => return Err(NoChange::Guerilla),
        At::Depot if p.at(area).depot.owner != power => return Err(NoChange::Nowhere),
        At::Depot => depot_room(d, p, area),
        At::City if p.at(area).besieged => return Err(NoChange::Besieged),
        At::City if !p.friendly_city(d, power, area) && !p.vacant_city(d, area) => {
            return Err(NoChange::Nowhere);
        }
        At::City => city_room(d, p, area),
    };
    joins(p, power, power, area, at)?;
    if count > p.at(area).irregulars[usize::from(power)] {
        return Err(NoChange::Few);
    }
    if count > room { Err(full(at)) } else { Ok(()) }
}

/// Puts cossacks, freikorps or guerillas of a power from the field into a city or onto a depot.
pub fn station(
    d: &Data,
    p: &mut Position,
    power: u8,
    area: AreaId,
    at: At,
    count: u8,
) -> Result<(), NoChange> {
    may_station(d, p, power, area, at, count)?;
    p.at_mut(area).irregulars[usize::from(power)] -= count;
    put(p, area, at, Loose::of(power, [0, 0, count]));
    Ok(())
}

/// Whether a leader may go into the city of his area: any number may, but only with a corps that his power commands
/// (empires 7.3.3.4(b)).
pub fn leader_may_enter(p: &Position, leader: usize, power: u8, area: AreaId) -> bool {
    p.leaders[leader] == Spot::Field(area)
        && !p.at(area).besieged
        && p.corps_at(Spot::City(area)).any(|i| p.corps[i].power == power)
}

/// Whether a leader may come out of a city: not while it is besieged.
pub fn leader_may_leave(p: &Position, leader: usize) -> bool {
    matches!(p.leaders[leader], Spot::City(a) if !p.at(a).besieged)
}
