//! The charts of `tables.toml`. Every number in play is taken from here.

mod cells;
mod read;

pub(super) use read::{charts, places, side};

use crate::position::HexId;

/// A cell of the combat table (lodz CRT.1).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Cell {
    /// Hexes of retreat of attacker and defender.
    pub retreat: [u8; 2],
    /// CEL lost by attacker and defender.
    pub loss: [u8; 2],
    /// Disorganized without a roll.
    pub disorganized: [bool; 2],
    /// The attacker rolls for disorganization.
    pub dot: bool,
}

/// A cell of the fire table (lodz ART.1).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct FireCell {
    /// CEL lost.
    pub loss: u8,
    /// The stack rolls for disorganization.
    pub dot: bool,
}

/// What one kind of ground does.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Ground {
    /// Half-points on top of clear ground.
    pub extra: u8,
    /// Columns to the left for the defender.
    pub shift: u8,
    /// Taken off artillery fire.
    pub fire: u8,
    /// Nobody may enter.
    pub closed: bool,
}

/// A kind of replacement points.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReplacementKind {
    /// Its id.
    pub id: String,
    /// Whose.
    pub side: u8,
}

/// All charts. Movement is in half-points.
#[derive(Clone, Debug)]
#[allow(missing_docs)]
pub struct Charts {
    pub stack_cel: u8,
    pub leave_zone: u8,
    pub overrun: u8,
    pub overrun_fortified: u8,
    pub clear_mp: u8,
    pub forest: Ground,
    pub city: Ground,
    pub town: Ground,
    pub swamp: Ground,
    pub hills: Ground,
    pub mountain: Ground,
    pub wetland: Ground,
    pub swamp_divides: u8,
    pub small_river_extra: u8,
    pub small_river_shift: u8,
    pub big_river_divides: u8,
    pub fortress_divides: u8,
    pub fortress_shift: u8,
    pub fixed_divides: u8,
    pub fixed_rear_shift: u8,
    pub road_main: u8,
    pub road_secondary: u8,
    /// Half-points less in strategic movement.
    pub strategic_less: u8,
    /// Hexes from a friendly HQ at its start, by side; 0 for no need.
    pub strategic_command: [u8; 2],
    pub snow_road_hexes: u8,
    pub snow_other_hexes: u8,
    /// Rows 2 to 12, columns 1:4 to 10:1.
    pub combat: [[Cell; 13]; 11],
    /// Column of 1:1.
    pub even: u8,
    pub command_shift: [u8; 2],
    pub lone_artillery: u8,
    pub cel_for_hex: u8,
    pub hq_for_loss: u8,
    /// Lowest 2D6 that disorganizes: DE, AH, RU.
    pub disorganized_from: [u8; 3],
    pub disorganized_divides: u8,
    /// Rolls of a defender by hexes retreated, 0 to 5.
    pub defender_rolls: [u8; 6],
    pub attacker_rolls: u8,
    pub attacker_rolls_from: u8,
    pub retreat_zone_cel: u8,
    pub retreat_end_cel: u8,
    pub pursuit_after_elimination: u8,
    pub pursuit_off_path: u8,
    pub pursuit_beyond_river: u8,
    pub artillery_range: u8,
    pub order_change: u8,
    /// Rows by strength: lowest strength of each, then results of 2 to 12.
    pub fire: Vec<(u8, [FireCell; 11])>,
    pub barrage_times: u8,
    pub barrage_least: u8,
    pub objects: Vec<(u8, [bool; 11])>,
    pub works_shift: u8,
    pub works_shift_built_up: u8,
    pub works_improved_shift: u8,
    /// CEL lost by a defender who stays in a fortress, by B1 to B5.
    pub fortress_stay: [u8; 5],
    /// Fixed positions: board and hex as printed, sides as bits clockwise from the north.
    pub fixed: Vec<(String, String, u8)>,
    pub command_range: u8,
    /// Half-points of a supply line: DE, AH, RU.
    pub supply_line: [u8; 3],
    pub surrender_from: u8,
    pub surrender_safe: u8,
    pub unsupplied_divides: u8,
    pub unsupplied_fire_divides: u8,
    pub unsupplied_mp_divides: u8,
    /// Rail hexes of a base in one phase: side, then Germany or Russia.
    pub base_rail: [[u8; 2]; 2],
    /// Half-points of a line from a base: side, then at home or abroad.
    pub base_line: [[u8; 2]; 2],
    pub transfer_divides: u8,
    pub replacement_kinds: Vec<ReplacementKind>,
    pub points_per_cel: u8,
    pub points_per_unit: u8,
    pub returns_with_lost: u8,
    pub bridge_small_destroy: u8,
    pub bridge_small_rebuild: u8,
    pub bridge_big_destroy: u8,
    pub ferry_cel: u8,
    pub train_capacity: u8,
    pub airship_lost_on: u8,
    pub airship_bombs: u8,
    pub victory_points: u8,
}

/// Places of the board of Łódź that the rules name.
#[derive(Clone, Debug)]
pub struct Places {
    /// Hexes in which units come back, by side.
    pub returns: [Vec<HexId>; 2],
    /// The hex of the ferry of Płock.
    pub ferry: HexId,
    /// The sides over which it runs, as the two hexes of each.
    pub ferry_sides: Vec<(HexId, HexId)>,
    /// The side of its later bridge.
    pub ferry_bridge: (HexId, HexId),
}
