//! Who owes an attack and what must be attacked, in a phase that runs or in one that is imagined.

use crate::data::{Hexes, Kind};
use crate::play::Engine;
use crate::position::{Flag, Pieces, Position, UnitId};

/// Who is asked, what must be done.
pub struct Duty<'s> {
    /// Units that may attack.
    pub able: &'s Pieces,
    /// Of them, those who must.
    pub owes: &'s Pieces,
    /// Hexes that must be attacked.
    pub must: &'s Hexes,
    /// Hexes that may be attacked besides.
    pub may: &'s Hexes,
    /// Artillery that may support.
    pub guns: &'s Pieces,
}

/// Duties as they would stand if these units attacked from where they are: those outside works owe an attack, and everybody in their zone
/// must be attacked.
pub fn imagined(engine: &Engine<'_>, p: &Position, side: u8, able: &Pieces) -> (Pieces, Hexes, Hexes) {
    let map = engine.map(p);
    let (mut owes, mut must, mut may) = (Pieces::EMPTY, Hexes::EMPTY, Hexes::EMPTY);
    for unit in able.iter().filter(|u| engine.kind(*u).is_line()) {
        let Some(hex) = p.hex(unit) else { continue };
        let free = engine.fortified(p, hex);
        for (d, to) in map.neighbours(hex) {
            let closed = side == 0 && engine.scenario(p).no_attack.has(to);
            if p.units.units_in(1 - side, to) == 0 || closed {
                continue;
            }
            if free || !engine.zone_reaches(p, hex, d) {
                may.insert(to);
            } else {
                must.insert(to);
                owes.insert(unit);
            }
        }
    }
    (owes, must, may.without(&must))
}

/// Artillery of a side that could support an attack from where it stands.
pub fn ready_guns(engine: &Engine<'_>, p: &Position, side: u8) -> Pieces {
    let ready = |u: &UnitId| {
        engine.kind(*u) == Kind::Artillery
            && !p.has(*u, Flag::Marching)
            && !p.has(*u, Flag::Fired)
            && !p.has(*u, Flag::Barraged)
    };
    p.units.on_map_of(side).filter(ready).collect()
}
