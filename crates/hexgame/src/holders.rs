//! Who holds the places of the board that a game is about.

use crate::{HexId, HexMap};
use sandtable_core::game::SideAbout;
use sandtable_core::position_file::{PositionLines, Row, one_of};
use sandtable_core::view::{Layer, Mark};
use serde::{Deserialize, Serialize};

/// The side that holds each of the `N` places of the board, in its order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Holders<const N: usize>(#[serde(with = "sandtable_ops::list")] pub [u8; N]);

/// The sides as words of a position file.
pub fn side_words(sides: &'static [SideAbout]) -> Vec<(&'static str, u8)> {
    sides.iter().zip(0..).map(|(side, n)| (side.id, n)).collect()
}

impl<const N: usize> Holders<N> {
    /// A unit of a side is in a hex: the place there is its side's now.
    pub fn enter(&mut self, places: &[HexId], hex: HexId, side: u8) {
        let here = places.iter().zip(&mut self.0).filter(|(place, _)| **place == hex);
        here.for_each(|(_, holder)| *holder = side);
    }

    /// Each place with its holder.
    pub fn each<'a>(&'a self, places: &'a [HexId]) -> impl Iterator<Item = (HexId, u8)> + 'a {
        places.iter().copied().zip(self.0)
    }

    /// How many a side holds.
    pub fn count(&self, side: u8) -> usize {
        self.0.iter().filter(|holder| **holder == side).count()
    }

    /// Reads the row `held 0503 blue`; nothing if it is another one.
    pub fn read<const W: usize>(
        &mut self,
        map: &HexMap<W>,
        sides: &'static [SideAbout],
        row: &Row<'_>,
    ) -> Option<Result<(), String>> {
        if row.first() != "held" {
            return None;
        }
        let [hex, side] = *row.rest() else {
            return Some(Err("a place is held as in `held 0503 blue`".to_string()));
        };
        let found = map.named(hex).filter(|hex| map.place(*hex).is_some());
        let mut read = || {
            let hex = found.ok_or_else(|| format!("`{hex}` is no town"))?;
            self.enter(&map.places(), hex, one_of(side, "side", &side_words(sides))?);
            Ok(())
        };
        Some(read())
    }

    /// Writes such rows.
    pub fn write<const W: usize>(
        &self,
        map: &HexMap<W>,
        sides: &'static [SideAbout],
        out: &mut PositionLines,
    ) {
        for (hex, side) in self.each(&map.places()) {
            out.row(format!("held {} {}", map.name(hex), id(sides, side)));
        }
    }

    /// A mark of the holder's at each place.
    pub fn marks<const W: usize>(
        &self,
        map: &HexMap<W>,
        sides: &'static [SideAbout],
        what: &'static str,
    ) -> Vec<Mark> {
        let mark = |(hex, side)| Mark { place: map.name(hex), what, side: id(sides, side) };
        self.each(&map.places()).map(mark).collect()
    }

    /// The places of each side as objectives, with what they are worth.
    pub fn objectives<const W: usize>(
        &self,
        map: &HexMap<W>,
        sides: &'static [SideAbout],
        worth: &str,
    ) -> Vec<Layer> {
        let of = |side| self.each(&map.places()).filter(|(_, s)| *s == side).map(|(hex, _)| hex).collect();
        let sides = sides.iter().zip(0..);
        sides.map(|(about, side)| map.layer("objective", worth, about.id, &of(side))).collect()
    }

    /// Whether each belongs to a side that exists.
    pub fn sound(&self, sides: &'static [SideAbout]) -> Result<(), String> {
        let fits = self.0.iter().all(|side| usize::from(*side) < sides.len());
        if fits { Ok(()) } else { Err("a place is held by a side".to_string()) }
    }
}

fn id(sides: &'static [SideAbout], side: u8) -> &'static str {
    sides.get(usize::from(side)).map_or("?", |about| about.id)
}
