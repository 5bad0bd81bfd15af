//! The boards inside the program.

use crate::Failure;
use sandtable_board::svg::{self, Detail};
use sandtable_board::text::FileError;
use sandtable_board::{AreaBoard, HexBoard, areafile, hexfile};
use sandtable_core::About;
use sandtable_core::view::View;
use sandtable_games::boards;

/// A board of either kind.
pub enum Board {
    /// Of hexes.
    Hexes(Box<HexBoard>),
    /// Of areas.
    Areas(Box<AreaBoard>),
}

/// Reads a board from its text, whichever kind it is.
fn read(file: &str, text: &str) -> Result<Board, FileError> {
    if text.starts_with(areafile::AREA_HEADER) {
        areafile::read(file, text).map(|b| Board::Areas(Box::new(b)))
    } else {
        hexfile::read(file, text).map(|b| Board::Hexes(Box::new(b)))
    }
}

/// A board of the program by its id.
pub fn load(id: &str) -> Result<Board, Failure> {
    let file = boards().find(|b| b.id == id).ok_or_else(|| {
        let known: Vec<_> = boards().map(|b| b.id).collect();
        Failure::new(format!("there is no board `{id}`; the boards are {}", known.join(", ")))
    })?;
    read(&format!("board {id} inside the program"), file.text).map_err(|e| Failure::new(e.to_string()))
}

impl Board {
    /// The drawing.
    pub fn svg(&self, detail: Detail) -> String {
        match self {
            Board::Hexes(b) => svg::hex_map(b, detail),
            Board::Areas(b) => svg::area_map(b, detail),
        }
    }

    /// The drawing with the pieces of a view on it.
    pub fn svg_with(&self, about: &About, view: &View, detail: Detail) -> String {
        let svg = self.svg(detail);
        match self {
            Board::Hexes(b) => crate::counters::place(&svg, b, about, view),
            Board::Areas(_) => svg,
        }
    }

    /// Title of the board.
    pub fn title(&self) -> &str {
        match self {
            Board::Hexes(b) => &b.parts().title,
            Board::Areas(b) => &b.parts().title,
        }
    }

    /// What is on the board, counted: name and number.
    pub fn counts(&self) -> Vec<(&'static str, usize)> {
        match self {
            Board::Hexes(b) => {
                let p = b.parts();
                let rails =
                    p.lines.iter().filter(|l| matches!(l.way, sandtable_board::hexboard::Way::Rail { .. }));
                let rails = rails.count();
                vec![
                    ("hexes", p.topology.hex_count()),
                    ("places", p.places.len()),
                    ("fortresses", p.places.iter().filter(|x| x.fortress > 0).count()),
                    ("rivers", p.rivers.len()),
                    ("crossings", p.crossings.len()),
                    ("railways", rails),
                    ("roads", p.lines.len() - rails),
                    ("entries", p.entries.len()),
                ]
            }
            Board::Areas(b) => {
                let p = b.parts();
                vec![
                    ("areas", p.areas.len()),
                    ("links", p.links.len()),
                    ("seas", p.seas.len()),
                    ("cities", p.areas.iter().filter(|a| a.city.is_some()).count()),
                    ("ports", p.areas.iter().filter(|a| a.city.as_ref().is_some_and(|c| c.port)).count()),
                ]
            }
        }
    }

    /// Whether its values come from the rulebook or are reconstructed.
    pub fn provenance(&self) -> &str {
        match self {
            Board::Hexes(b) => &b.parts().provenance,
            Board::Areas(b) => &b.parts().provenance,
        }
    }
}
