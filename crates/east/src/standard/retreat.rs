//! Retreat (tannenberg 8.6): where a stack may go and which way it must prefer.

use crate::data::Data;
use crate::data::map::{HexSet, NODES, Step};
use crate::data::params::rank;
use crate::data::pieces::UnitSet;
use crate::engine::Adds;
use crate::position::Position;
use crate::standard::stacking;
use crate::standard::supply::Sources;
use crate::standard::zones::{enemy_holds, zone_counts};
use sandtable_ops::retreat::{Candidate, best};
use sandtable_ops::search::UNREACHED;

/// Distance of each hex to the nearest source over sides that are not closed; a source counts 0.
pub fn source_distances(data: &Data, sources: &Sources) -> [u8; NODES] {
    let mut out = [UNREACHED; NODES];
    sources.hexes.iter().for_each(|h| out[usize::from(h)] = 0);
    let mut open = sources.hexes;
    let mut far = 0u8;
    while !open.is_empty() && far < UNREACHED - 1 {
        far += 1;
        let mut next = HexSet::EMPTY;
        for hex in open.iter() {
            for step in data.map.open(hex).filter(|s| out[usize::from(s.to)] == UNREACHED) {
                next.insert(step.to);
            }
        }
        next.iter().for_each(|h| out[usize::from(h)] = far);
        open = next;
    }
    out
}

/// A stack in retreat.
#[derive(Clone, Copy, Debug)]
pub struct Retreat<'a> {
    /// Who retreats; a stack goes together (tannenberg 8.62b).
    pub stack: UnitSet,
    /// Where it defended.
    pub start: u16,
    /// Where it is now.
    pub here: u16,
    /// Hexes still to go.
    pub left: u8,
    /// Distances from [`source_distances`].
    pub distance: &'a [u8; NODES],
}

/// Side and worst TCR of a stack.
fn who(data: &Data, stack: UnitSet) -> (u8, u8) {
    let side = stack.iter().next().map_or(0, |u| data.unit(u).side);
    (side, stack.iter().map(|u| data.tcr(u)).max().unwrap_or(4))
}

/// Whether a step of a retreat is legal: no enemy (tannenberg 8.61b), headquarters alone give way (tannenberg 10.52d), and
/// an enemy zone only for a TCR that may or where a friend stands (tannenberg 8.64a, tannenberg 8.64b).
pub fn legal(data: &Data, p: &Position<impl Adds>, side: u8, tcr: u8, step: Step) -> bool {
    let zone = data.params.retreat_in_zone[rank(tcr)] || !zone_counts(data, p, side, step.to);
    !step.closed && zone && !enemy_holds(data, p, side, step.to)
}

/// The hexes that a stack may retreat to next; none if it is eliminated (tannenberg 8.64b). It goes as far from its start
/// as it must if it can, nearer to supply if it can (tannenberg 8.63a), for TCR 1 then out of enemy zones
/// (tannenberg 8.63b). A last hex where it would be overstacked may be chosen only for want of another and does not bind
/// (tannenberg 8.63c, tannenberg 8.63d).
pub fn options(data: &Data, p: &Position<impl Adds>, r: &Retreat<'_>) -> HexSet {
    let (side, tcr) = who(data, r.stack);
    let map = &data.map;
    let goal = map.distance(r.start, r.here) + u16::from(r.left);
    let may = |s: &Step| legal(data, p, side, tcr, *s) && s.to != r.start;
    // Whether a hex lets the retreat end as far away as it should.
    let leads = |hex: u16| match r.left {
        0 | 1 => map.distance(r.start, hex) >= goal,
        _ => map.open(hex).any(|s| may(&s) && map.distance(r.start, s.to) >= goal),
    };
    let ways = || map.open(r.here).filter(|s| may(s));
    let far = ways().any(|s| leads(s.to));
    let here = r.distance[usize::from(r.here)];
    let mut list = [Candidate { hex: 0, class: (0u8, 0u8), binds: false }; 6];
    let mut count = 0;
    for step in ways().filter(|s| !far || leads(s.to)) {
        let nearer = r.distance[usize::from(step.to)] < here;
        let zone = tcr == 1 && zone_counts(data, p, side, step.to);
        let room = r.left > 1 || stacking::fits(data, p, r.stack, step.to);
        list[count] = Candidate { hex: step.to, class: (u8::from(!nearer), u8::from(zone)), binds: room };
        count += 1;
    }
    let found = &list[..count];
    let bound: HexSet = best(found);
    let roomy: HexSet = found.iter().filter(|c| c.binds && bound.has(c.hex)).map(|c| c.hex).collect();
    if roomy.is_empty() { bound } else { roomy }
}

/// Whether a stack that ended its retreat in a hex is eliminated there, being too many (tannenberg 6.15b,
/// tannenberg 8.63d).
pub fn too_many(data: &Data, p: &Position<impl Adds>, stack: UnitSet, hex: u16) -> bool {
    !stacking::fits(data, p, stack, hex)
}
