//! Boards as SVG: one renderer for files, the terminal's `map` command and the browser.

mod areakey;
pub mod areamap;
pub mod canvas;
pub mod hexmap;
mod key;
pub mod labels;
mod outline;
mod terrain;
mod ways;

use crate::areaboard::AreaBoard;
use crate::geometry::Point;
use crate::hexboard::HexBoard;
use crate::topology::{Hex, Topology};

/// How close the reader is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Detail {
    /// The whole board on a screen: large names, no hex numbers, no villages.
    Overview,
    /// For play and print: everything.
    Full,
}

/// A hex board as SVG.
pub fn hex_map(board: &HexBoard, detail: Detail) -> String {
    hexmap::draw(board, detail)
}

/// An area board as SVG.
pub fn area_map(board: &AreaBoard, detail: Detail) -> String {
    areamap::draw(board, detail)
}

/// The corners of a hex on the drawing.
pub fn outline_of(topology: &Topology, hex: Hex) -> Vec<Point> {
    outline::hexagon(topology, hex)
}
