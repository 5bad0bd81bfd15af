//! Supply sources, chains of depots and routes (7.2.3, 7.4.3, 7.4.4).

use super::areaset::{AREAS, AreaSet};
use super::picture::Picture;
use super::position::{FleetAt, Position};
use super::sea;
use crate::data::Data;
use sandtable_board::{AreaId, SeaId};

/// The depots of a power that are joined to a supply source.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Chain {
    /// Depots in areas.
    pub areas: AreaSet,
    /// Depots inside besieged ports.
    pub inside: AreaSet,
}

/// Whether the depot of an area is a supply source (empires 7.2.3.1): own territory, a controlled and unbesieged city, no
/// enemy in the area. Capitals have no special status (ruling 6).
pub fn is_source(d: &Data, p: &Position, pic: &Picture, area: AreaId) -> bool {
    let ground = p.at(area);
    ground.depot.owner == pic.power
        && d.place(area).spires > 0
        && p.power_of(p.city_of(d, area)) == Some(pic.power)
        && !ground.besieged
        && p.own_territory(pic.power, area)
        && !pic.enemies(area)
}

/// All supply sources of a power.
pub fn sources(d: &Data, p: &Position, pic: &Picture) -> AreaSet {
    let mut out = AreaSet::NONE;
    d.board.areas().filter(|a| is_source(d, p, pic, *a)).for_each(|a| out.put(a));
    out
}

/// Calls `meet` for every area within this many unblocked areas, nearest first, with its distance, until it says to stop.
/// Areas on the way are tested, the first is not, and the last only unless `ends` may be blocked.
pub fn around(
    d: &Data,
    p: &Position,
    pic: &Picture,
    from: AreaId,
    most: u8,
    ends: bool,
    mut meet: impl FnMut(AreaId, u8) -> bool,
) {
    let mut seen = AreaSet::NONE;
    let mut queue = [(from, 0u8); AREAS];
    let (mut at, mut end) = (0, 1);
    seen.put(from);
    while at < end {
        let (here, far) = queue[at];
        at += 1;
        if meet(here, far) {
            return;
        }
        // An end may be blocked, what lies between may not.
        if far == most || far > 0 && pic.blocked(here) {
            continue;
        }
        for &(next, kind) in d.board.neighbours(here) {
            let through = (ends || !pic.blocked(next)) && p.may_enter(pic.power, next);
            if through && !seen.has(next) && pic.open(d, p, here, next, kind) {
                seen.put(next);
                queue[end] = (next, far + 1);
                end += 1;
            }
        }
    }
}

/// The valid chains of a power (empires 7.2.3.2, empires 7.2.3.2.1). Only its own depots count (empires 7.2.3.3.3). Areas
/// between depots must be unblocked, and so must that of a depot which lies between two others; that of the last need not be
/// (ruling 5).
pub fn chain(d: &Data, p: &Position, pic: &Picture) -> Chain {
    let mut out = Chain { areas: sources(d, p, pic), inside: AreaSet::NONE };
    let mut queue = [AreaId(0); AREAS];
    let (mut at, mut end) = (0, 0);
    for area in out.areas.iter() {
        queue[end] = area;
        end += 1;
    }
    while at < end {
        let here = queue[at];
        at += 1;
        // A blocked depot ends a chain: it would lie between those before and behind it.
        if pic.blocked(here) {
            continue;
        }
        let mut found = AreaSet::NONE;
        around(d, p, pic, here, d.figures.depot.chain_areas, true, |area, _| {
            if p.at(area).depot.owner == pic.power {
                found.put(area);
            }
            false
        });
        for other in ports_from(d, p, pic, here) {
            if p.at(other).inside.owner == pic.power {
                out.inside.put(other);
            }
            // A depot joined by sea counts as lying next to the port (empires 7.4.3.1(b)).
            if p.at(other).depot.owner == pic.power {
                found.put(other);
            }
        }
        for area in found.iter() {
            if !out.areas.has(area) {
                out.areas.put(area);
                queue[end] = area;
                end += 1;
            }
        }
    }
    out
}

/// The ports that sea supply from a port reaches (empires 7.4.3.1): the port it starts from holds a fleet, and neither is
/// blockaded.
fn ports_from<'a>(
    d: &'a Data,
    p: &'a Position,
    pic: &'a Picture,
    from: AreaId,
) -> impl Iterator<Item = AreaId> + 'a {
    let fleet = sea::fleet_in(p, pic.power, from);
    let start = if fleet { sea::usable_port(d, p, pic.power, from) } else { None };
    let to = move |area: &AreaId| {
        let Some(start) = start else { return false };
        *area != from
            && sea::usable_port(d, p, pic.power, *area)
                .is_some_and(|end| sea::route(d, p, pic.power, start, end))
    };
    let ports = d.board.areas().take_while(move |_| start.is_some());
    ports.filter(|a| d.place(*a).port.is_some()).filter(to)
}

/// Whether a port can get sea supply from an unblockaded sea supply source (empires 7.2.2, empires 7.4.3.4).
pub fn sea_source(d: &Data, p: &Position, pic: &Picture, chain: &Chain, port: AreaId) -> bool {
    let Some(end) = sea::usable_port(d, p, pic.power, port) else { return false };
    chain.areas.iter().filter(|a| *a != port && sea::fleet_in(p, pic.power, *a)).any(|a| {
        sea::usable_port(d, p, pic.power, a).is_some_and(|start| sea::route(d, p, pic.power, start, end))
    })
}

/// Whether a depot on a fleet in a sea gives invasion supply (empires 7.4.4): a usable port of the chain has to reach it
/// (empires 7.4.4.1), and not in the ice of winter (empires 7.4.4.5). The fleet is the depot owner's (empires 7.4.4(b)).
pub fn invasion(d: &Data, p: &Position, pic: &Picture, chain: &Chain, at: SeaId) -> bool {
    let there = p.fleets.iter().any(|f| f.power == pic.power && f.depot && f.at == FleetAt::Sea(at));
    there
        && chain.areas.iter().any(|a| {
            sea::usable_port(d, p, pic.power, a).is_some_and(|start| sea::route(d, p, pic.power, start, at))
        })
}

/// Whether an area lies beside a sea with invasion supply, and no further (empires 7.4.4).
pub fn beside_invasion(d: &Data, p: &Position, pic: &Picture, chain: &Chain, area: AreaId) -> bool {
    d.board.area(area).seas.iter().any(|s| invasion(d, p, pic, chain, *s))
}

/// How far the nearest depot of a valid chain is over unblocked areas, if not further than `most`.
pub fn distance(d: &Data, p: &Position, pic: &Picture, chain: &Chain, from: AreaId, most: u8) -> Option<u8> {
    let mut found = None;
    around(d, p, pic, from, most, true, |area, far| {
        if chain.areas.has(area) {
            found = Some(far);
        }
        found.is_some()
    });
    found
}
