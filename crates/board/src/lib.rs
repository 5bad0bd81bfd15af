//! Boards: sheets of hexes in any numbering, and areas joined by links, with everything that stands on them.
//! No game is known here, and nothing is read or written: files come in and go out as text.
//!
//! ```
//! use sandtable_board::hexfile;
//!
//! let text = "sandtable hex board 1
//! id = crossing
//! title = The crossing
//! provenance = invented
//! km = 2.0
//! grid = flat colrow west even 0.5 1-3 1-2
//! terrain = clear open
//! terrain = wood wood
//!
//! [hexes]
//! 0101 clear -
//! 0102 clear -
//! 0201 wood -
//! 0202 clear -
//! 0301 clear -
//! 0302 clear -
//! [flags]
//! [places]
//! [rivers]
//! [crossings]
//! [blocked]
//! [lines]
//! [entries]
//! [shores]
//! ";
//! let board = hexfile::read("crossing.txt", text)?;
//! let topology = board.topology();
//! let [west, east] = ["0101", "0302"].map(|n| n.parse().ok().and_then(|n| topology.hex(n)));
//! let (west, east) = west.zip(east).ok_or("hexes of the board")?;
//! assert_eq!(topology.distance(west, east), 2);
//! assert_eq!(topology.neighbours(west).count(), 2);
//!
//! // What is wrong is told with its line.
//! let wrong = hexfile::read("crossing.txt", &text.replace("0302 clear", "0302 swamp")).err();
//! assert_eq!(wrong.map(|e| e.line), Some(16));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! [`HexBoard`] is a sheet of hexes and [`hexfile`] its text; [`AreaBoard`] and [`areafile`] are the same for areas;
//! [`topology`] answers where hexes lie; [`svg`] draws either.

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
