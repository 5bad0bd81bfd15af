//! The words that stand for kinds and classes in board files and sheets, and hexes and hexsides by their numbers.

use crate::grid::{ColumnsFrom, NotANumber, Number, Numbering, Orientation, Parity};
use crate::hexparts::{Crossing, Manner, RiverClass, RoadClass, Size};
use crate::text::{FileError, TextLine};
use crate::topology::{Direction, Hex, Side, Topology};

/// Words for [`Manner`].
pub const MANNERS: &[(&str, Manner)] = &[
    ("open", Manner::Open),
    ("wood", Manner::Wood),
    ("rough", Manner::Rough),
    ("hill", Manner::Hill),
    ("mountain", Manner::Mountain),
    ("swamp", Manner::Swamp),
    ("wetland", Manner::Wetland),
    ("lake", Manner::Lake),
    ("sea", Manner::Sea),
    ("closed", Manner::Closed),
];
/// Words for [`Size`].
pub const SIZES: &[(&str, Size)] = &[("village", Size::Village), ("town", Size::Town), ("city", Size::City)];
/// Words for [`RiverClass`].
pub const RIVERS: &[(&str, RiverClass)] = &[("small", RiverClass::Small), ("big", RiverClass::Big)];
/// Words for [`Crossing`].
pub const CROSSINGS: &[(&str, Crossing)] =
    &[("bridge", Crossing::Bridge), ("pontoon", Crossing::Pontoon), ("ferry", Crossing::Ferry)];
/// Words for [`RoadClass`].
pub const ROADS: &[(&str, RoadClass)] = &[("secondary", RoadClass::Secondary), ("main", RoadClass::Main)];
/// Words for [`Orientation`].
pub const ORIENTATIONS: &[(&str, Orientation)] =
    &[("flat", Orientation::Flat), ("pointy", Orientation::Pointy)];
/// Words for [`Numbering`].
pub const NUMBERINGS: &[(&str, Numbering)] = &[("colrow", Numbering::ColRow), ("rowcol", Numbering::RowCol)];
/// Words for [`ColumnsFrom`].
pub const STARTS: &[(&str, ColumnsFrom)] = &[("west", ColumnsFrom::West), ("east", ColumnsFrom::East)];
/// Words for [`Parity`].
pub const PARITIES: &[(&str, Parity)] = &[("even", Parity::Even), ("odd", Parity::Odd)];

impl TextLine<'_> {
    /// A hex of the sheet by its number.
    pub fn hex(&self, word: &str, t: &Topology) -> Result<Hex, FileError> {
        let number: Number = word.parse().map_err(|e: NotANumber| self.error(e.to_string()))?;
        t.hex(number).ok_or_else(|| {
            let g = t.grid();
            self.error(format!(
                "hex {word} is off the board; columns run {:02}–{:02}, rows {:02}–{:02}",
                g.columns.0, g.columns.1, g.rows.0, g.rows.1
            ))
        })
    }

    /// A hexside by the numbers of its hexes, `aaaa/bbbb`, or `aaaa/edgeD` at the sheet's edge.
    pub fn side(&self, word: &str, t: &Topology) -> Result<Side, FileError> {
        let (a, b) = word
            .split_once('/')
            .ok_or_else(|| self.error(format!("`{word}` should be a hexside, as in 0614/0615")))?;
        let a = self.hex(a, t)?;
        if let Some(d) = b.strip_prefix("edge") {
            let d: u8 = self.parse(d, "a direction from 0 to 5")?;
            let side = (d < 6).then(|| t.side(a, Direction(d))).filter(|s| t.side_hexes(*s).1.is_none());
            return side.ok_or_else(|| self.error(format!("`{word}` is not on the sheet's edge")));
        }
        let b = self.hex(b, t)?;
        t.between(a, b).ok_or_else(|| self.error(format!("the hexes of {word} are not neighbours")))
    }
}
