//! Short ways to name and set pieces, for the tests of all games of the system.
use super::Position;
use sandtable_east::data::{Data, HexSet, UnitId, UnitSet};

/// The unit of an id.
pub fn id(d: &Data, name: &str) -> UnitId {
    d.named(name).unwrap_or_else(|| panic!("no unit {name}"))
}

pub fn units(d: &Data, names: &[&str]) -> UnitSet {
    names.iter().map(|n| id(d, n)).collect()
}

pub fn hex(d: &Data, number: &str) -> u16 {
    d.map.hex(number).unwrap_or_else(|| panic!("no hex {number}"))
}

/// A position with some units, `"unit hex"` each.
pub fn stand(d: &Data, pieces: &[&str]) -> Position {
    let mut p = Position::new(d);
    for piece in pieces {
        let (unit, at) = piece.split_once(' ').unwrap();
        p.put(d, id(d, unit), hex(d, at));
    }
    p.sound(d).unwrap();
    p
}

/// Printed numbers of a set.
pub fn numbers(d: &Data, set: &HexSet) -> Vec<String> {
    set.iter().map(|h| d.map.number(h).to_string()).collect()
}
