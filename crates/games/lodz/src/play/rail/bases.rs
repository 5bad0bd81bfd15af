//! Supply bases on the railways (12.53 with the figures of 16.S).

use crate::data::{Country, Feature, HEXES, Hexes, Kind, Where};
use crate::play::common::no;
use crate::play::rail::{RailAction, RailEvent};
use crate::play::{Engine, Event};
use crate::position::{HexId, Position, UnitId};
use sandtable_core::Refusal;
use sandtable_core::machine::Offers;
use sandtable_ops::search::{UNREACHED, spread};

/// The rule on bases of a side.
fn rule(side: u8) -> &'static str {
    if side == 0 { "16.S2" } else { "16.S1" }
}

impl Engine<'_> {
    /// Whether a railway runs through a hex, or a set-up puts a base there all the same (lodz R39).
    pub fn railed(&self, p: &Position, hex: HexId) -> bool {
        let map = self.scenario(p).map;
        let rows = self.d.scenarios.iter().filter(|s| s.map == map).flat_map(|s| &s.setup);
        let mut bases = rows.filter(|r| self.kind(r.unit) == Kind::Base);
        self.map(p).has(hex, Feature::Rail)
            || bases.any(|r| matches!(r.at, Where::Hex { hex: h, .. } if h == hex))
    }

    /// A base's allowance in shares that fit both countries, and what a rail hex in Germany and in Russia takes of it: of a way that is half
    /// in one country and half in the other each hex takes its share.
    pub fn rail_shares(&self, side: u8) -> (u8, [u8; 2]) {
        let [germany, russia] = self.d.charts.base_rail[usize::from(side)];
        (germany.saturating_mul(russia).min(250), [russia, germany])
    }

    fn base_cost(&self, p: &Position, side: u8, hex: HexId) -> u8 {
        let in_russia = self.map(p).country[usize::from(hex)] == Country::Russia;
        self.rail_shares(side).1[usize::from(in_russia)]
    }

    /// Shares left, and one more, in every hex that a base can come to now; [`UNREACHED`] elsewhere.
    fn base_search(&self, p: &Position, slot: usize, base: UnitId) -> ([u8; HEXES], Hexes) {
        let side = p.side(base);
        let mut left = [UNREACHED; HEXES];
        let (all, _) = self.rail_shares(side);
        let Some(start) = p.hex(base) else { return (left, Hexes::EMPTY) };
        left[usize::from(start)] = all.saturating_sub(p.rail.spent[slot]) + 1;
        let reached = spread(&mut left, *Hexes::one(start).bits(), |from, here, visit| {
            for d in 0..6 {
                let Some(to) = self.rail_step(p, HexId(from), d) else { continue };
                let cost = self.base_cost(p, side, to);
                // Bases run where trains could.
                if here > cost && !self.rail_barred(p, side, to) {
                    visit(to.0, here - cost);
                }
            }
        });
        (left, Hexes::of_bits(reached))
    }

    /// Hexes that a base can come to now.
    pub fn base_reach(&self, p: &Position, base: UnitId) -> Hexes {
        let slot = self.bases().find(|(_, b)| *b == base && p.on_map(base));
        let slot = slot.filter(|(slot, _)| *slot < p.rail.spent.len());
        slot.map_or(Hexes::EMPTY, |(slot, _)| self.base_search(p, slot, base).1)
    }

    /// Why a base cannot come to a hex.
    pub(super) fn base_refuse(&self, p: &Position, side: u8, base: UnitId, to: HexId) -> Option<Refusal> {
        let own = self.bases().any(|(_, b)| b == base && p.on_map(b) && p.side(b) == side);
        if !own {
            return Some(no(rule(side), "that is not a supply base of yours on the map"));
        }
        let map = self.map(p);
        if usize::from(to) < map.hexes && self.base_reach(p, base).has(to) {
            return None;
        }
        let why = "a base goes by open railway alone, {} hexes in Russia or {} in Germany in a phase";
        let [germany, russia] = self.d.charts.base_rail[usize::from(side)];
        Some(no(rule(side), why).number(russia).number(germany).at(to))
    }

    /// Where bases can go.
    pub(super) fn base_offers(&self, p: &Position, side: u8, out: &mut Offers<'_, RailAction>) {
        for (_, base) in self.bases().filter(|(_, b)| p.on_map(*b) && p.side(*b) == side) {
            let ends = self.base_reach(p, base);
            out.all_legal(ends.iter().map(|to| RailAction::Base { base, to }));
        }
    }

    /// The hexes that a base enters on its cheapest way to a hex, the last one first; and what it has left there, with one more. What is
    /// shown of the way and what is done with it come from here.
    pub fn base_way(
        &self,
        p: &Position,
        base: UnitId,
        to: HexId,
        visit: &mut dyn FnMut(HexId),
    ) -> Option<u8> {
        let (slot, _) = self.bases().find(|(_, b)| *b == base)?;
        let (left, _) = self.base_search(p, slot, base);
        let (from, side, mut at) = (p.hex(base)?, p.side(base), to);
        while at != from {
            visit(at);
            let here = left[usize::from(at)].saturating_add(self.base_cost(p, side, at));
            // Railways run both ways.
            let mut back = (0..6).filter_map(|d| self.rail_step(p, at, d));
            at = back.find(|h| left[usize::from(*h)] == here)?;
        }
        Some(left[usize::from(to)])
    }

    /// A base goes the cheapest way; every hex of it feeds from now on (lodz 12.54a).
    pub(super) fn base_take(&self, p: &mut Position, base: UnitId, to: HexId, events: &mut Vec<Event>) {
        let Some((slot, _)) = self.bases().find(|(_, b)| *b == base) else { return };
        let Some(from) = p.hex(base) else { return };
        let (map, side) = (self.scenario(p).map, p.side(base));
        let (mut way, mut hexes) = (Hexes::one(from), 0);
        let left = self.base_way(p, base, to, &mut |hex| {
            way.insert(hex);
            hexes += 1;
        });
        let Some(left) = left else { return };
        p.rail.spent[slot] = (self.rail_shares(side).0 + 1).saturating_sub(left);
        p.rail.travelled[slot].join(&way);
        p.units.place(base, to);
        events.push(Event::Rail(RailEvent::Base { base, map, from, to, hexes }));
    }
}
