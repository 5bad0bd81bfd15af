//! Where reinforcements come in: 11.4c to 11.4f.

use crate::Fury;
use crate::data::Step as Side;
use crate::data::pieces::{Army, Nation, Piece};
use crate::play::movement::Rails;
use crate::position::hexset::{HEXES, HexSet};
use crate::position::{Position, Room, enemy};
use sandtable_ops::search::{self, UNREACHED};

impl Fury {
    /// Hexes in which a piece may end when it enters, and whether it needs a train: fury 11.4c, fury 11.4d,
    /// fury 11.4e, fury 11.4f.
    pub(crate) fn entry_hexes(&self, p: &Position, piece: Piece, army: Army) -> (HexSet, HexSet) {
        self.entries(p, piece, army, &self.supplied(p, p.side(&self.data, piece)))
    }

    /// Entry hexes that are open to a piece: fury 11.4c.
    pub(crate) fn gates(&self, p: &Position, piece: Piece) -> HexSet {
        let nation = p.nation(&self.data, piece);
        let side = nation.side();
        let mut gates = HexSet::EMPTY;
        for hex in self.data.entries[nation.index()].iter() {
            let romania = hex == self.data.romania;
            let blocked = p.held(enemy(side), hex) || (p.in_enemy_zone(side, hex) && !p.held(side, hex));
            if !blocked && (romania || self.barred(p, piece, side, hex).is_none()) {
                gates.insert(hex);
            }
        }
        gates
    }

    /// Railways that a piece rides when it enters. fury 9.3l: Germans bound for an Austrian army ride both networks.
    pub(crate) fn entry_rails(&self, p: &Position, piece: Piece, army: Army) -> Rails {
        let nation = p.nation(&self.data, piece);
        let detached =
            nation == Nation::De && army != Army::NONE && self.data.hqs[army.index()].nation == Nation::Ah;
        let mut own = [false; 3];
        own[nation.index()] = true;
        own[Nation::Ah.index()] |= detached;
        Rails { own, between: detached }
    }

    /// The same with the hexes in supply known already.
    pub(crate) fn entries(
        &self,
        p: &Position,
        piece: Piece,
        army: Army,
        supplied: &HexSet,
    ) -> (HexSet, HexSet) {
        let side = p.side(&self.data, piece);
        let (mut foot, mut train) = self.entry_ways(p, piece, army);
        let room = Room::of(p, &self.data, side, piece);
        for set in [&mut foot, &mut train] {
            for hex in set.iter() {
                let fits = self.data.open(hex)
                    && self.in_supply(p, side, hex, supplied)
                    && self.barred(p, piece, side, hex).is_none()
                    && !self.data.fort(hex).is_some_and(|(i, _)| p.besieged[i]) // fury 10.5j
                    && room.takes(piece, army, hex);
                if !fits {
                    set.remove(hex);
                }
            }
        }
        (foot, train)
    }

    /// Hexes that a piece reaches when it enters, on foot and by train, whether it may end there or not.
    pub(crate) fn entry_ways(&self, p: &Position, piece: Piece, army: Army) -> (HexSet, HexSet) {
        let nation = p.nation(&self.data, piece);
        let side = nation.side();
        let gates = self.gates(p, piece);
        let mut foot = gates;
        foot.join(&self.march(p, piece, side, gates));
        let mut train = HexSet::EMPTY;
        if piece.is_hq() || p.rail[nation.index()] > 0 {
            train = self.ride(p, side, gates, &self.entry_rails(p, piece, army));
        }
        (foot, train)
    }

    /// The administrative march along railways: fury 11.4e; fury 9.3k: there are no movement points to combine it with.
    fn march(&self, p: &Position, piece: Piece, side: u8, gates: HexSet) -> HexSet {
        let mut left = [UNREACHED; HEXES];
        for hex in gates.iter() {
            left[usize::from(hex)] = self.data.tables.movement.march;
        }
        search::spread(&mut left, gates, |hex, here, visit| {
            for step in self.data.steps(hex) {
                if let Some(rest) = self.after_march(p, piece, side, (hex, here), step) {
                    visit(step.to, rest);
                }
            }
        })
    }

    /// Points left after a step of the administrative march, if it may be made.
    pub(crate) fn after_march(
        &self,
        p: &Position,
        piece: Piece,
        side: u8,
        (hex, here): (u16, u8),
        step: Side,
    ) -> Option<u8> {
        // No way through the Romanian corner either: a side that may use its railway can come in there.
        let open = self.barred(p, piece, side, step.to).is_none();
        let may = here > 0 && step.rail && open && !self.zone_to_zone(p, side, hex, step.to);
        may.then(|| if p.in_enemy_zone(side, step.to) { 0 } else { here - 1 })
    }
}
