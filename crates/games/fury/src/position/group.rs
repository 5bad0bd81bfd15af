//! A few pieces together, and the room that hexes have for them.

use crate::data::Data;
use crate::data::pieces::{Army, Piece};
use crate::position::Position;
use crate::position::hexset::HEXES;
use serde::{Deserialize, Serialize};

/// A few pieces.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Group(pub [Piece; 8]);

impl Group {
    /// Nobody.
    pub const EMPTY: Group = Group([Piece::NONE; 8]);

    /// One piece.
    pub fn one(piece: Piece) -> Group {
        let mut g = Group::EMPTY;
        g.push(piece);
        g
    }

    /// These pieces.
    pub fn of(pieces: &[Piece]) -> Group {
        let mut g = Group::EMPTY;
        pieces.iter().filter(|p| **p != Piece::NONE).for_each(|p| g.push(*p));
        g
    }

    /// One more; a ninth in one hex cannot be.
    pub fn push(&mut self, piece: Piece) {
        if let Some(slot) = self.0.iter_mut().find(|p| **p == Piece::NONE) {
            *slot = piece;
        }
    }

    /// Whether a piece is among them.
    pub fn has(&self, piece: Piece) -> bool {
        piece != Piece::NONE && self.0.contains(&piece)
    }

    /// All of them.
    pub fn iter(&self) -> impl Iterator<Item = Piece> + use<> {
        self.0.into_iter().filter(|p| *p != Piece::NONE)
    }

    /// How many.
    pub fn len(&self) -> usize {
        self.iter().count()
    }

    /// Whether nobody.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Those that fit.
    pub fn only(&self, mut fits: impl FnMut(Piece) -> bool) -> Group {
        let mut out = Group::EMPTY;
        self.iter().filter(|p| fits(*p)).for_each(|p| out.push(p));
        out
    }
}

impl IntoIterator for Group {
    type Item = Piece;
    type IntoIter = std::iter::Filter<std::array::IntoIter<Piece, 8>, fn(&Piece) -> bool>;

    fn into_iter(self) -> Self::IntoIter {
        self.0.into_iter().filter(|p| *p != Piece::NONE)
    }
}

/// How full the hexes are with pieces of one side: one look at all pieces answers for every hex.
pub struct Room {
    units: [u8; HEXES],
    hqs: [u8; HEXES],
    army: [Army; HEXES],
}

impl Room {
    /// As things stand for a side; `without` is left out, because it is on its way.
    pub fn of(p: &Position, data: &Data, side: u8, without: Piece) -> Room {
        let mut room = Room { units: [0; HEXES], hqs: [0; HEXES], army: [Army::NONE; HEXES] };
        for (i, at) in p.place.iter().enumerate() {
            let hex = usize::from(*at);
            let piece = Piece(i as u8);
            if hex < HEXES && piece != without && p.side(data, piece) == side {
                if piece.is_hq() {
                    room.hqs[hex] += 1;
                } else {
                    room.units[hex] += 1;
                }
                // Two armies in one hex (fury 12e) leave room for nobody else.
                let first = room.units[hex] + room.hqs[hex] == 1;
                let alike = first || room.army[hex] == p.army[i];
                room.army[hex] = if alike { p.army[i] } else { Army::NONE };
            }
        }
        room
    }

    /// Whether a piece of an army may end in a hex: fury 9.2a.
    pub fn takes(&self, piece: Piece, army: Army, hex: u16) -> bool {
        let hex = usize::from(hex);
        let (units, hqs) = (self.units[hex], self.hqs[hex]);
        if units + hqs == 0 {
            return true;
        }
        self.army[hex] == army && if piece.is_hq() { hqs == 0 } else { units < 2 }
    }
}
