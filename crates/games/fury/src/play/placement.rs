//! Set-up: 6.

use crate::Fury;
use crate::data::pieces::{Army, HQS, PIECES, Piece, RU};
use crate::position::hexset::HexSet;
use crate::position::{Group, Position, off};
use sandtable_core::Breach;

/// How many placements are tried to see whether one army can finish its set-up: more than there are.
const ALONE: u32 = 50_000;
/// How many are tried for all armies of a side together.
const TOGETHER: u32 = 2_000;

impl Fury {
    /// What forbids setting a piece up in a hex, if anything.
    pub(crate) fn setup_breach(&self, p: &Position, piece: Piece, hex: u16) -> Option<Breach> {
        let data = &self.data;
        let place = data.number(hex);
        let name = self.piece_name(p, piece);
        let breach = |rule: &str, why: String| Some(Breach::new(rule, why).at(place).of(&name));
        if p.place[piece.index()] != off::POOL {
            return breach("6a", format!("{name} is not waiting to be set up"));
        }
        let army = p.army[piece.index()];
        let limit = if piece.is_hq() { 2 } else { 1 };
        let near = data.setup[army.index()].iter().any(|s| data.distance(*s, hex) <= limit);
        if !near {
            let rule = if piece.is_hq() { "6c" } else { "6b" };
            return breach(rule, format!("{place} is more than {limit} from the set-up hexes of its army"));
        }
        if !data.open(hex) || data.country[usize::from(hex)] != Some(p.nation(data, piece)) {
            return breach("6d", format!("{place} is not in the piece's own country"));
        }
        let side = p.side(data, piece);
        if !p.may_stack(data, side, hex, &Group::one(piece)) {
            return breach(
                "6e",
                format!("{place} has no room: two units and one headquarters, all of one army"),
            );
        }
        if side == RU && p.in_contact(data, side, hex) {
            return breach("6f", format!("{place} is next to an enemy unit"));
        }
        let mut q = *p;
        q.put(data, piece, hex);
        if !self.can_finish(&q, side) {
            return breach(
                "6h",
                format!("with {name} in {place} the army could not put two units round each of its hexes"),
            );
        }
        None
    }

    /// Hexes where a piece may be set up, as far as it alone is concerned.
    fn spots(&self, p: &Position, piece: Piece) -> HexSet {
        let data = &self.data;
        let army = p.army[piece.index()];
        let side = p.side(data, piece);
        let limit = if piece.is_hq() { 2 } else { 1 };
        let mut out = HexSet::EMPTY;
        for centre in &data.setup[army.index()] {
            let t = data.board.topology();
            for hex in t.within(sandtable_board::Hex(*centre), limit).map(|h| h.0) {
                let own = data.open(hex) && data.country[usize::from(hex)] == Some(p.nation(data, piece));
                if own
                    && !(side == RU && p.in_contact(data, side, hex))
                    && p.may_stack(data, side, hex, &Group::one(piece))
                {
                    out.insert(hex);
                }
            }
        }
        out
    }

    /// Placements offered to a side; `visit` says whether to go on.
    pub(crate) fn placements(&self, p: &Position, side: u8, visit: &mut dyn FnMut(Piece, u16) -> bool) {
        for piece in self.to_set_up(p, side) {
            for hex in self.spots(p, piece).iter() {
                if self.can_place(p, side, piece, hex) && !visit(piece, hex) {
                    return;
                }
            }
        }
    }

    /// Whether the set-up can still be finished with a piece in one of its spots.
    fn can_place(&self, p: &Position, side: u8, piece: Piece, hex: u16) -> bool {
        let mut q = *p;
        q.put(&self.data, piece, hex);
        self.can_finish(&q, side)
    }

    /// A placement at random: one piece, then one of its spots, a few times.
    pub(crate) fn any_placement(
        &self,
        p: &Position,
        side: u8,
        pick: &mut dyn FnMut(usize) -> usize,
    ) -> Option<(Piece, u16)> {
        (0..20).find_map(|_| {
            let piece = self.to_set_up(p, side).nth(pick(self.to_set_up(p, side).count()))?;
            let spots = self.spots(p, piece);
            let hex = spots.nth(pick(spots.len().max(1)))?;
            self.can_place(p, side, piece, hex).then_some((piece, hex))
        })
    }

    /// How many units of an army stand within one hex of a set-up hex.
    fn round(&self, p: &Position, army: Army, centre: u16) -> usize {
        (0..PIECES as u8)
            .map(Piece)
            .filter(|u| u.is_unit() && p.army[u.index()] == army)
            .filter(|u| p.hex(*u).is_some_and(|h| self.data.distance(h, centre) <= 1))
            .count()
    }

    /// Whether every army with two set-up hexes has two units round each: fury 6g, fury 6h.
    fn spread_out(&self, p: &Position, army: Army) -> bool {
        let hexes = &self.data.setup[army.index()];
        hexes.len() < 2 || hexes.iter().all(|h| self.round(p, army, *h) >= 2)
    }

    /// Whether the rest of a side's units can still be placed by the rules: each army by itself, then all together.
    fn can_finish(&self, p: &Position, side: u8) -> bool {
        let armies = || (0..HQS as u8).map(Army).filter(|a| self.data.hqs[a.index()].nation.side() == side);
        let starts = |a: &Army| self.data.hqs[a.index()].enters.is_none();
        armies().filter(starts).all(|a| self.finish(p, &[a], 0, &mut { ALONE }))
            && self.finish(p, &armies().filter(starts).collect::<Vec<_>>(), 0, &mut { TOGETHER })
    }

    /// Places the units of the armies one by one, hexes ascending within an army because its units are alike.
    fn finish(&self, p: &Position, armies: &[Army], from: u16, patience: &mut u32) -> bool {
        let Some((&army, rest)) = armies.split_first() else { return true };
        if *patience == 0 {
            return true; // Not shown to be impossible.
        }
        *patience -= 1;
        let side = self.data.hqs[army.index()].nation.side();
        let waiting = |x: &Piece| x.is_unit() && p.army[x.index()] == army;
        let Some(unit) = self.to_set_up(p, side).find(waiting) else {
            return self.spread_out(p, army) && self.finish(p, rest, 0, patience);
        };
        self.spots(p, unit).iter().filter(|h| *h >= from).any(|hex| {
            let mut q = *p;
            q.put(&self.data, unit, hex);
            self.finish(&q, armies, hex, patience)
        })
    }

    /// Pieces that have nowhere to go wait in the box; that happens only when the enemy stands in the way.
    pub(crate) fn box_stranded(&self, p: &mut Position, side: u8) {
        let stranded: Vec<Piece> = self.to_set_up(p, side).collect();
        for piece in stranded {
            p.put(&self.data, piece, off::BOX);
        }
    }
}
