//! Zones of control (tannenberg 7): who controls a hex, and what cancels it.

use crate::data::Data;
use crate::data::map::HexSet;
use crate::engine::Adds;
use crate::position::Position;

/// The other side.
pub const fn enemy(side: u8) -> u8 {
    1 - side
}

/// Whether a hex is in a zone of the enemy of a side. Several have no more effect than one (tannenberg 7.25b), and
/// friends there change nothing for movement (tannenberg 7.24b).
pub fn in_enemy_zone(p: &Position<impl Adds>, side: u8, hex: u16) -> bool {
    p.controls(enemy(side), hex)
}

/// Whether a side's own unit or fortress cancels enemy zones in a hex for supply, retreat and command (tannenberg 7.24a,
/// tannenberg 10.34b). Headquarters do not (R-25b).
pub fn cancels(data: &Data, p: &Position<impl Adds>, side: u8, hex: u16) -> bool {
    p.held(side, hex) > 0 || p.fort_at(data, side, hex).is_some()
}

/// Whether an enemy zone in a hex counts for supply, retreat and command.
pub fn zone_counts(data: &Data, p: &Position<impl Adds>, side: u8, hex: u16) -> bool {
    in_enemy_zone(p, side, hex) && !cancels(data, p, side, hex)
}

/// Whether the enemy of a side holds a hex with a unit other than headquarters or with a fortress that stands
/// (tannenberg 5.13a, tannenberg 5.13b). Headquarters alone stop nobody (tannenberg 10.52b).
pub fn enemy_holds(data: &Data, p: &Position<impl Adds>, side: u8, hex: u16) -> bool {
    p.held(enemy(side), hex) > 0 || p.fort_at(data, enemy(side), hex).is_some()
}

/// The hexes where headquarters of a side stand.
pub fn headquarters(data: &Data, p: &Position<impl Adds>, side: u8) -> HexSet {
    let hqs = data.ids().filter(|u| data.unit(*u).side == side && data.unit(*u).is_hq());
    hqs.filter_map(|u| p.hex(u)).collect()
}

/// Whether a side has nothing but headquarters in a hex, and at least one of them, outside a fortress of its own
/// (tannenberg 10.52g, R-67).
pub fn lone_headquarters(data: &Data, p: &Position<impl Adds>, side: u8, hex: u16) -> bool {
    p.held(side, hex) == 0 && p.fort_at(data, side, hex).is_none() && headquarters(data, p, side).has(hex)
}
