//! Supply (tannenberg 9): sources, chains of depots, and the line of a unit.

use crate::data::map::HexSet;
use crate::data::params::{SupplyRange, rank};
use crate::data::pieces::{Kind, UnitSet};
use crate::data::{Data, UnitId};
use crate::engine::Adds;
use crate::position::Position;
use crate::standard::zones::{enemy_holds, zone_counts};
use sandtable_ops::search::flood;

/// The most enemy-controlled hexes that any line may pass.
const MAX_ZONE_HEXES: usize = 4;

/// Where an army's supply comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sources {
    /// Railways, exits and depots in supply (tannenberg 9.13b).
    pub hexes: HexSet,
    /// The depots among them.
    pub depots: UnitSet,
}

/// Whether a railway in a hex is open for supply: no enemy and no enemy zone that counts (tannenberg 9.15a).
fn open_rail(data: &Data, p: &Position<impl Adds>, side: u8, hex: u16) -> bool {
    !enemy_holds(data, p, side, hex) && !zone_counts(data, p, side, hex)
}

/// The rail hexes of an army that are sources: joined by open railway to a friendly edge of the map (tannenberg 9.15a)
/// and not last held by an enemy, which is asked of the hex itself alone (tannenberg 9.15b, R-61b).
pub fn railways(data: &Data, p: &Position<impl Adds>, army: u8) -> HexSet {
    let (map, side) = (&data.map, data.params.armies[usize::from(army)].side);
    let own = &map.rail[usize::from(army)];
    let exits = map.exits.iter().filter(|e| e.side == side && own.has(e.hex)).map(|e| e.hex);
    let start: HexSet = exits.filter(|h| open_rail(data, p, side, *h)).collect();
    let mut joined = flood(start, |hex, visit| {
        for to in map.along(army, hex) {
            if open_rail(data, p, side, *to) {
                visit(*to);
            }
        }
    });
    joined.join(&start);
    joined.iter().filter(|h| p.last.side(*h) == side).collect()
}

/// How long the supply line of a unit may be (tannenberg 9.12).
pub fn range(data: &Data, unit: UnitId) -> u8 {
    match data.army(unit).supply_range {
        SupplyRange::Movement => data.unit(unit).front.movement,
        SupplyRange::Hexes { hexes } => hexes,
    }
}

/// Whether a line of at most `range` hexes joins a hex to a source: no enemy on it (tannenberg 9.14a), at most this many
/// enemy-controlled hexes (tannenberg 9.14b), the hex itself not counted (tannenberg 9.13a) and not asked.
pub fn traces(
    data: &Data,
    p: &Position<impl Adds>,
    side: u8,
    from: u16,
    range: u8,
    zones: u8,
    to: &HexSet,
) -> bool {
    if to.has(from) {
        return true;
    }
    let most = usize::from(zones).min(MAX_ZONE_HEXES - 1);
    let mut seen = [HexSet::EMPTY; MAX_ZONE_HEXES];
    let mut open = [HexSet::EMPTY; MAX_ZONE_HEXES];
    open[0] = HexSet::one(from);
    for _ in 0..range {
        let mut next = [HexSet::EMPTY; MAX_ZONE_HEXES];
        for (used, at) in open.iter().enumerate().take(most + 1) {
            for hex in at.iter() {
                for step in data.map.open(hex) {
                    let now = used + usize::from(zone_counts(data, p, side, step.to));
                    if now > most
                        || enemy_holds(data, p, side, step.to)
                        || seen[..=now].iter().any(|s| s.has(step.to))
                    {
                        continue;
                    }
                    if to.has(step.to) {
                        return true;
                    }
                    seen[now].insert(step.to);
                    next[now].insert(step.to);
                }
            }
        }
        open = next;
    }
    false
}

/// The line that [`traces`] finds, hex by hex, the start left out; none if there is no such line. It is empty in a source itself.
pub fn line(
    data: &Data,
    p: &Position<impl Adds>,
    side: u8,
    from: u16,
    range: u8,
    zones: u8,
    to: &HexSet,
) -> Option<Vec<u16>> {
    if to.has(from) {
        return Some(Vec::new());
    }
    let most = usize::from(zones).min(MAX_ZONE_HEXES - 1);
    // Hexes in the order in which they are found, each with the zones passed so far and the place of the one before it.
    let mut found: Vec<(u16, usize, usize)> = vec![(from, 0, 0)];
    let mut begin = 0;
    for _ in 0..range {
        let end = found.len();
        for before in begin..end {
            let (hex, used, _) = found[before];
            for step in data.map.open(hex) {
                let now = used + usize::from(zone_counts(data, p, side, step.to));
                let known = found.iter().any(|(h, u, _)| *h == step.to && *u <= now);
                if now > most || known || enemy_holds(data, p, side, step.to) {
                    continue;
                }
                found.push((step.to, now, before));
                if to.has(step.to) {
                    let mut way = Vec::new();
                    let mut at = found.len() - 1;
                    while at > 0 {
                        way.push(found[at].0);
                        at = found[at].2;
                    }
                    way.reverse();
                    return Some(way);
                }
            }
        }
        begin = end;
    }
    None
}

/// All sources of an army: its railways, and depots that reach them or another depot in supply, growing from the
/// railways outwards (tannenberg 9.16a, tannenberg 9.16b). A depot's own line passes no enemy zone.
pub fn sources(data: &Data, p: &Position<impl Adds>, army: u8) -> Sources {
    let side = data.params.armies[usize::from(army)].side;
    let mut out = Sources { hexes: railways(data, p, army), depots: UnitSet::EMPTY };
    let mut waiting: UnitSet = data
        .ids()
        .filter(|u| data.unit(*u).kind == Kind::Depot && data.unit(*u).army == army && p.hex(*u).is_some())
        .collect();
    loop {
        let before = waiting;
        let known = out.hexes;
        for depot in before.iter() {
            let Some(hex) = p.hex(depot) else { continue };
            if traces(data, p, side, hex, range(data, depot), 0, &known) {
                out.hexes.insert(hex);
                out.depots.insert(depot);
                waiting.remove(depot);
            }
        }
        if waiting == before {
            return out;
        }
    }
}

/// Whether a unit is in supply by its own line (tannenberg 9.12). Lack of it never touches a headquarters
/// (tannenberg 10.35).
pub fn in_supply(data: &Data, p: &Position<impl Adds>, unit: UnitId, sources: &Sources) -> bool {
    let u = data.unit(unit);
    let Some(hex) = p.hex(unit) else { return true };
    if u.is_hq() {
        return true;
    }
    if u.kind == Kind::Depot {
        return sources.depots.has(unit);
    }
    traces(data, p, u.side, hex, range(data, unit), zones_of(data, unit), &sources.hexes)
}

/// How many enemy-controlled hexes the line of a unit may pass (tannenberg 9.14b).
pub fn zones_of(data: &Data, unit: UnitId) -> u8 {
    match data.unit(unit).kind {
        Kind::Depot => 0,
        _ => data.params.supply.zone_hexes[rank(data.tcr(unit))],
    }
}

/// Whether a unit of an army would be in supply in a hex with a given range.
pub fn hex_in_supply(
    data: &Data,
    p: &Position<impl Adds>,
    army: u8,
    hex: u16,
    range: u8,
    sources: &Sources,
) -> bool {
    let a = &data.params.armies[usize::from(army)];
    let zones = data.params.supply.zone_hexes[rank(a.tcr)];
    traces(data, p, a.side, hex, range, zones, &sources.hexes)
}

/// How many units of an army a hex feeds as long as they do not attack: one in a friendly fortress that stands
/// (tannenberg 11.22b), one in a trench if the army may.
pub fn feeds(data: &Data, p: &Position<impl Adds>, army: u8, hex: u16) -> u8 {
    let a = &data.params.armies[usize::from(army)];
    let fortress = a.fed_by_fortress && p.fort_at(data, a.side, hex).is_some();
    let trench = a.fed_by_trench && data.map.at(hex).trench;
    u8::from(fortress) + u8::from(trench)
}

/// Steps that attrition takes from a unit: half of what it has left, rounded up, on a low roll (tannenberg 9.22a,
/// tannenberg 9.22b); headquarters are exempt (tannenberg 9.24).
pub fn attrition(data: &Data, p: &Position<impl Adds>, unit: UnitId, roll: u8) -> u8 {
    if data.unit(unit).is_hq() || roll > data.params.supply.attrition_upto {
        return 0;
    }
    p.steps(data, unit).div_ceil(2)
}
