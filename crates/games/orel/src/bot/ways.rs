//! Ways from a place to the friendly edge, without which it is not held (orel 10.2Va).

use crate::data::{HEXES, Hexes};
use crate::play::Engine;
use crate::play::march::state::March;
use crate::position::{HexId, Mode, Phase, Pieces, Position, UnitId};

/// Hexes of the way from a place to the friendly edge that the enemy can shut least, the place itself left out; none if there is no way.
pub fn way_out(
    engine: &Engine<'_>,
    p: &Position,
    side: u8,
    from: HexId,
    enemy: &[u8; HEXES],
    reach: &Hexes,
) -> impl Iterator<Item = HexId> + use<> {
    let map = &engine.d.map;
    let mut price = [u16::MAX; HEXES];
    let mut back = [from; HEXES];
    let mut open = Hexes::one(from);
    price[usize::from(from)] = 0;
    let mut end = None;
    while let Some(hex) = open.iter().min_by_key(|h| (price[usize::from(*h)], *h)) {
        open.remove(hex);
        if map.edge[usize::from(side)].has(hex) {
            end = Some(hex);
            break;
        }
        for to in map.neighbours(hex).filter(|h| !p.holds(1 - side, *h)) {
            let t = usize::from(to);
            let step = match enemy[t] {
                _ if engine.covered(p, side, to) => 2,
                0..=1 => 8,
                2 => 6,
                _ if reach.has(to) => 5,
                3 => 3,
                _ => 2,
            };
            let sum = price[usize::from(hex)] + step;
            if sum < price[t] {
                if price[t] == u16::MAX {
                    open.insert(to);
                }
                (price[t], back[t]) = (sum, hex);
            }
        }
    }
    let way = std::iter::successors(end, move |h| Some(back[usize::from(*h)]));
    way.take_while(move |h| *h != from)
}

/// Hexes where the enemy of a side can have a zone of control after its next movement.
pub fn zones_to_come(engine: &Engine<'_>, p: &Position, side: u8) -> Hexes {
    let mut next = *p;
    next.active = 1 - side;
    next.phase = Phase::Movement;
    next.march = March::START;
    next.ooc = Pieces::EMPTY;
    let mut out = Hexes::EMPTY;
    let troops = |u: &UnitId| p.side(*u) != side && engine.class(*u).is_troop() && p.mode(*u) != Mode::Routed;
    for unit in engine.all_units().filter(troops) {
        if p.steps(unit) < engine.d.charts.zone_steps || engine.asleep(p, unit) {
            continue;
        }
        for hex in engine.march_reach(&next, unit).ends.iter() {
            engine.d.map.neighbours(hex).for_each(|h| out.insert(h));
        }
    }
    out
}
