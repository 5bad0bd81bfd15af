//! The board as dense tables: neighbours, costs, rails, distances.

mod read;

use super::counters::COLUMNS;
use super::{Class, HEXES, Hexes};
use crate::position::HexId;
use sandtable_board::HexBoard;
use sandtable_ops::id::Maybe;

/// What the ground of a hex is for combat and movement.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Ground {
    /// Open ground, villages too.
    Clear,
    /// Forest.
    Forest,
    /// A town.
    Town,
    /// Orel, which has two parts.
    City,
}

/// A railway line.
#[derive(Clone, Debug)]
pub struct RailLine {
    /// Its id on the board, as `R1`.
    pub id: String,
    /// Its hexes in order.
    pub hexes: Vec<HexId>,
    /// Whether it is the double track.
    pub double: bool,
}

/// The board.
pub struct Map {
    /// As it is drawn.
    pub board: HexBoard,
    /// Neighbours clockwise from the north; none over the edge.
    pub near: Vec<[Maybe<HexId>; 6]>,
    /// Ground of each hex.
    pub ground: Vec<Ground>,
    /// Sides with a river, one bit for each direction, bridged or not.
    pub river: Vec<u8>,
    /// Sides along which a road runs.
    pub road: Vec<u8>,
    /// Sides along which a railway runs.
    pub rail: Vec<u8>,
    /// Hexes with a railway.
    pub rails: Hexes,
    /// Hexes with a station.
    pub stations: Hexes,
    /// Railway lines.
    pub lines: Vec<RailLine>,
    /// Hexes of the double track from Orel to Ponyri, in order (orel 3.1b).
    pub double_track: Vec<HexId>,
    /// Its stations, in order.
    pub double_stations: Vec<HexId>,
    /// Hexes of each side's own edges, the whole board (orel 1.2f).
    pub edge: [Hexes; 2],
    /// Directions that bring one of a side's own edges nearer, one bit each.
    pub(super) home: [u8; 2],
    /// Distance to the nearest hex of a side's own edge.
    pub to_edge: [Vec<u8>; 2],
    /// Distance to the nearest rail hex, for tanks (orel 9.2.1a).
    pub to_rail: Vec<u8>,
    /// Orel.
    pub orel: HexId,
    /// Half-points to go from a hex in a direction, by class; 0: not allowed. Trains and Railroad Depots have none.
    pub(super) cost: Vec<[[u8; 6]; COLUMNS]>,
    /// Distances, `a * HEXES + b`.
    pub(super) far: Vec<u8>,
}

impl Map {
    /// Hexes between two, counted as steps.
    pub fn distance(&self, a: HexId, b: HexId) -> u8 {
        self.far[usize::from(a) * HEXES + usize::from(b)]
    }

    /// Distances from a hex to all hexes.
    pub fn distances(&self, from: HexId) -> &[u8] {
        &self.far[usize::from(from) * HEXES..][..HEXES]
    }

    /// The neighbour in a direction.
    pub fn step(&self, hex: HexId, direction: u8) -> Option<HexId> {
        self.near[usize::from(hex)][usize::from(direction % 6)].get()
    }

    /// Neighbours on the board.
    pub fn neighbours(&self, hex: HexId) -> impl Iterator<Item = HexId> + '_ {
        self.near[usize::from(hex)].iter().filter_map(|h| h.get())
    }

    /// The direction from a hex to its neighbour.
    pub fn direction(&self, from: HexId, to: HexId) -> Option<u8> {
        self.near[usize::from(from)].iter().position(|h| h.is(to)).map(|d| d as u8)
    }

    /// Half-points that a class pays from a hex in a direction; none if it may not go there, nor for what moves on rails.
    pub fn cost(&self, class: Class, from: HexId, direction: u8) -> Option<u8> {
        let column = class as usize;
        let cost = if column < COLUMNS {
            self.cost[usize::from(from)][column][usize::from(direction % 6)]
        } else {
            0
        };
        (cost != 0).then_some(cost)
    }

    /// Whether a direction leads toward one of a side's own edges (orel 8.5.1o): the same everywhere on the board.
    pub fn leads_home(&self, side: u8, direction: u8) -> bool {
        self.home[usize::from(side)] >> (direction % 6) & 1 == 1
    }

    /// Whether a railway joins two neighbours.
    pub fn joined_by_rail(&self, from: HexId, to: HexId) -> bool {
        self.direction(from, to).is_some_and(|d| self.rail[usize::from(from)] >> d & 1 == 1)
    }

    /// Whether a river runs between two neighbours, bridged or not.
    pub fn river_between(&self, from: HexId, to: HexId) -> bool {
        self.direction(from, to).is_some_and(|d| self.river[usize::from(from)] >> d & 1 == 1)
    }

    /// A hex as printed, `2705`.
    pub fn name(&self, hex: HexId) -> String {
        if !hex.on_board() {
            return "off the map".to_string();
        }
        self.board.topology().number(sandtable_board::Hex(hex.0)).to_string()
    }

    /// The hex of a printed number.
    pub fn hex(&self, number: &str) -> Option<HexId> {
        let n: sandtable_board::Number = number.parse().ok()?;
        self.board.topology().hex(n).map(|h| HexId(h.0))
    }
}
