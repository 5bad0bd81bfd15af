//! Boards: sheets of hexes in any numbering, and areas joined by links, with everything that stands on them.
//! No game is known here, and nothing is read or written: files come in and go out as text.

#![forbid(unsafe_code)]
#![warn(clippy::unwrap_used)]

pub mod areaboard;
pub mod areafile;
pub mod geometry;
pub mod grid;
pub mod hexboard;
pub mod hexfile;
pub mod hexparts;
pub mod hexwords;
pub mod spots;
pub mod svg;
pub mod text;
pub mod topology;

pub use areaboard::{AreaBoard, AreaId, LinkKind, SeaId};
pub use geometry::Point;
pub use grid::{Grid, Number};
pub use hexboard::HexBoard;
pub use topology::{Corner, Direction, Hex, Side, Topology};
