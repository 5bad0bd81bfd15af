//! The map of a game: hexes with their neighbours, as lists and as sets.

use sandtable_board::hexboard::SideFeatures;
use sandtable_board::hexparts::{Crossing, Place};
use sandtable_board::topology::Hex;
use sandtable_board::{HexBoard, Number, hexfile};
use sandtable_core::view::Layer;
use sandtable_ops::{Id, IdSet};

sandtable_ops::id_type! {
    /// A hex, by its place on the board.
    pub struct HexId(u16);
}

/// What steps cost: for each hex those beside it, each with its points.
pub struct Costs(Vec<Vec<(HexId, u8)>>);

impl Costs {
    /// The steps from a hex.
    #[inline]
    pub fn from(&self, hex: HexId) -> &[(HexId, u8)] {
        &self.0[hex.index()]
    }

    /// What a way costs.
    pub fn along(&self, way: &[HexId]) -> u8 {
        let step =
            |pair: &[HexId]| self.from(pair[0]).iter().find(|(to, _)| *to == pair[1]).map_or(0, |s| s.1);
        way.windows(2).map(step).sum()
    }
}

/// A board of at most `W` × 64 hexes.
pub struct HexMap<const W: usize> {
    board: HexBoard,
    near: Vec<Vec<HexId>>,
    around: Vec<IdSet<HexId, W>>,
    all: IdSet<HexId, W>,
}

impl<const W: usize> HexMap<W> {
    /// Reads a board; `file` is what complaints call it.
    pub fn read(file: &str, text: &str) -> Result<HexMap<W>, String> {
        let board = hexfile::read(file, text).map_err(|e| e.to_string())?;
        let t = board.topology();
        if t.hex_count() > W * 64 {
            return Err(format!("{file}: {} hexes, {} are the most", t.hex_count(), W * 64));
        }
        let beside = |h: Hex| t.neighbours(h).map(|(_, _, n)| HexId(n.0)).collect();
        let near: Vec<Vec<HexId>> = t.hexes().map(beside).collect();
        let around = near.iter().map(|n| n.iter().copied().collect()).collect();
        let all = (0..near.len()).map(HexId::of).collect();
        Ok(HexMap { board, near, around, all })
    }

    /// The board with everything that stands on it.
    pub fn board(&self) -> &HexBoard {
        &self.board
    }

    /// All hexes.
    pub fn hexes(&self) -> impl Iterator<Item = HexId> + use<W> {
        (0..self.near.len()).map(HexId::of)
    }

    /// The same as a set.
    pub fn all(&self) -> &IdSet<HexId, W> {
        &self.all
    }

    /// Those that are so.
    pub fn which(&self, so: impl FnMut(&HexId) -> bool) -> IdSet<HexId, W> {
        self.hexes().filter(so).collect()
    }

    /// A hex as it is printed.
    pub fn name(&self, hex: HexId) -> String {
        self.board.topology().number(Hex(hex.0)).to_string()
    }

    /// The hex with a printed number.
    pub fn named(&self, number: &str) -> Option<HexId> {
        number.parse().ok().and_then(|n: Number| self.board.topology().hex(n)).map(|h| HexId(h.0))
    }

    /// Hexes beside a hex.
    #[inline]
    pub fn beside(&self, hex: HexId) -> impl Iterator<Item = HexId> + '_ {
        self.near[hex.index()].iter().copied()
    }

    /// The same as a set.
    #[inline]
    pub fn around(&self, hex: HexId) -> &IdSet<HexId, W> {
        &self.around[hex.index()]
    }

    /// All hexes beside some hexes; some of these are among them if they are neighbours.
    pub fn round(&self, hexes: &IdSet<HexId, W>) -> IdSet<HexId, W> {
        let mut all = IdSet::EMPTY;
        hexes.iter().for_each(|hex| all.join(self.around(hex)));
        all
    }

    /// Everything joined to some hexes over `open` ones, those of them that are open themselves included.
    pub fn joined(&self, from: &IdSet<HexId, W>, open: &IdSet<HexId, W>) -> IdSet<HexId, W> {
        let (mut reached, mut new) = (from.meet(open), from.meet(open));
        while !new.is_empty() {
            new = self.round(&new).meet(open).without(&reached);
            reached.join(&new);
        }
        reached
    }

    /// Hexes between two.
    pub fn distance(&self, a: HexId, b: HexId) -> u16 {
        self.board.topology().distance(Hex(a.0), Hex(b.0))
    }

    /// The ground of a hex, as its board calls it.
    pub fn terrain(&self, hex: HexId) -> &str {
        &self.board.terrain_kind(self.board.terrain(Hex(hex.0))).name
    }

    /// The place in a hex.
    pub fn place(&self, hex: HexId) -> Option<&Place> {
        self.board.place(Hex(hex.0))
    }

    /// The hexes of the places of the board, in its order.
    pub fn places(&self) -> Vec<HexId> {
        self.board.parts().places.iter().map(|p| HexId(p.hex.0)).collect()
    }

    /// A hex with the place in it: `0503 Brook`.
    pub fn spot(&self, hex: HexId) -> String {
        let name = self.name(hex);
        self.place(hex).map_or(name.clone(), |place| format!("{name} {}", place.name))
    }

    /// What lies between two hexes; nothing if they are no neighbours.
    pub fn between(&self, a: HexId, b: HexId) -> Option<SideFeatures> {
        self.board.topology().between(Hex(a.0), Hex(b.0)).map(|side| self.board.side(side))
    }

    /// Whether a river without a bridge lies between two hexes.
    pub fn wet(&self, a: HexId, b: HexId) -> bool {
        self.between(a, b).is_some_and(|side| side.river.is_some() && side.crossing != Some(Crossing::Bridge))
    }

    /// What each step from a hex to one beside it costs, of the hex that is entered and of what lies between.
    pub fn costs(&self, cost: impl Fn(HexId, HexId, SideFeatures) -> u8) -> Costs {
        let step = |from, to| self.between(from, to).map(|side| (to, cost(from, to, side)));
        Costs(self.hexes().map(|from| self.beside(from).filter_map(|to| step(from, to)).collect()).collect())
    }

    /// A shortest line from a hex over open ones to one of some goals, first and last included; nothing if there is none. The first need
    /// not be open.
    pub fn line(&self, from: HexId, goals: &IdSet<HexId, W>, open: &IdSet<HexId, W>) -> Vec<HexId> {
        let mut rings = vec![IdSet::one(from)];
        let mut seen = rings[0];
        while rings.last().is_some_and(|ring| !ring.is_empty() && ring.meet(goals).is_empty()) {
            let next = rings.last().map_or(IdSet::EMPTY, |ring| self.round(ring)).meet(open).without(&seen);
            seen.join(&next);
            rings.push(next);
        }
        // Back from the goal, ring by ring.
        let mut line: Vec<HexId> =
            rings.last().and_then(|ring| ring.meet(goals).first()).into_iter().collect();
        for ring in rings.iter().rev().skip(1) {
            line.extend(line.last().and_then(|hex| ring.meet(self.around(*hex)).first()));
        }
        line.reverse();
        line
    }

    /// The hexes of a column, by the first half of their number.
    pub fn column(&self, column: u8) -> IdSet<HexId, W> {
        self.which(|hex| self.board.topology().number(Hex(hex.0)).0 == column)
    }

    /// Where a side comes onto the board.
    pub fn entry(&self, side: &str) -> Result<HexId, String> {
        let entry = self.board.parts().entries.iter().find(|e| e.side == side);
        entry.map(|e| HexId(e.hex.0)).ok_or_else(|| format!("the board has no entry of `{side}`"))
    }

    /// A layer over some hexes.
    pub fn layer(
        &self,
        what: &'static str,
        name: &str,
        side: &'static str,
        hexes: &IdSet<HexId, W>,
    ) -> Layer {
        Layer { what, name: name.to_string(), side, places: hexes.iter().map(|hex| self.name(hex)).collect() }
    }
}
