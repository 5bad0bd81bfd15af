//! Where a retreat may go (7.34, 7.39 to 7.42, 7.44): each step one hex farther from the combat hex (R17), and only where the way
//! goes on to its full length.

use crate::data::{DE, Feature, Hexes, RIVER_BIG, ROAD_NONE};
use crate::play::Engine;
use crate::position::{HexId, Pieces, Position};

/// Where a party stands on its way.
#[derive(Clone, Copy)]
pub(super) struct Way {
    /// Whose it is.
    pub side: u8,
    /// The combat hex.
    pub from: HexId,
    /// How far it must go.
    pub hexes: u8,
    /// Where it is.
    pub at: HexId,
    /// How far it has gone.
    pub gone: u8,
    /// CEL of the party.
    pub cel: u8,
}

impl Engine<'_> {
    /// Units on their way; none while nobody retreats.
    pub(super) fn way_of(&self, p: &Position, party: &Pieces) -> Option<Way> {
        let r = &p.retreat;
        let (from, steps) = (r.from.get()?, r.trail.hexes());
        Some(Way {
            side: party.first().map_or(p.active, |u| p.side(u)),
            from,
            hexes: r.hexes,
            at: steps.last().copied().unwrap_or(from),
            gone: steps.len().saturating_sub(1) as u8,
            cel: party.iter().map(|u| p.units.cel(u)).sum(),
        })
    }

    /// Whether a step is forbidden to Germans (lodz MAZ.5).
    pub(super) fn no_crossing(&self, p: &Position, side: u8, from: HexId, to: HexId) -> bool {
        side == DE && self.scenario(p).no_crossing.contains(&(from, to))
    }

    /// Whether terrain is closed to a step: nobody enters a lake but along a road (lodz 7.40, lodz 7.55, lodz 7.66b).
    pub(super) fn shut(&self, p: &Position, at: HexId, direction: u8, to: HexId) -> bool {
        let map = self.map(p);
        map.has(to, Feature::Closed) && map.road[usize::from(at)][usize::from(direction)] == ROAD_NONE
    }

    /// Whether a retreating party would pay for a hex (lodz 7.42b).
    pub(super) fn zone_costs(&self, p: &Position, side: u8, hex: HexId) -> bool {
        self.in_zone(p, 1 - side, hex)
    }

    /// The rule against one step, whatever comes after it.
    fn step_refused(&self, p: &Position, w: &Way, to: HexId) -> Option<(&'static str, &'static str)> {
        let map = self.map(p);
        let Some(direction) = map.direction(w.at, to) else {
            return Some(("7.39b", "a retreat goes to a neighbouring hex"));
        };
        if map.distance(w.from, to) != w.gone + 1 {
            return Some(("7.34a", "every step leads one hex farther from the combat hex"));
        }
        if p.units.units_in(1 - w.side, to) > 0 {
            return Some(("4.21", "an enemy stands there"));
        }
        if map.river[usize::from(w.at)][usize::from(direction)] == RIVER_BIG && !p.bridged(w.at, direction) {
            return Some(("7.41", "no bridge leads over the big river"));
        }
        if self.shut(p, w.at, direction, to) {
            return Some(("7.40", "the ground is closed"));
        }
        if self.no_crossing(p, w.side, w.at, to) {
            return Some(("MAZ.5", "Germans may not go over this river southward"));
        }
        let friends = p.units.units_in(w.side, to) > 0;
        if self.zone_costs(p, w.side, to) && !friends {
            return Some(("7.39a", "the hex lies in an enemy zone and no friend stands there"));
        }
        let last = w.gone + 1 == w.hexes;
        let cel = w.cel.saturating_sub(self.zone_loss(p, w, to));
        if last && cel > 0 && p.units.cel_in(w.side, to) + cel > self.d.charts.retreat_end_cel {
            return Some(("7.44", "there is no room for them where the retreat ends"));
        }
        None
    }

    /// CEL that a step costs.
    fn zone_loss(&self, p: &Position, w: &Way, to: HexId) -> u8 {
        if self.zone_costs(p, w.side, to) { self.d.charts.retreat_zone_cel } else { 0 }
    }

    /// The rule against a step, and against one from which the way does not go on.
    pub(super) fn way_refused(
        &self,
        p: &Position,
        w: &Way,
        to: HexId,
    ) -> Option<(&'static str, &'static str)> {
        self.step_refused(p, w, to).or_else(|| {
            let cel = w.cel.saturating_sub(self.zone_loss(p, w, to));
            let next = Way { at: to, gone: w.gone + 1, cel, ..*w };
            let ends = next.gone >= w.hexes || cel == 0;
            (!ends && !self.way_on(p, &next)).then_some(("7.34a", "from there the retreat cannot go on"))
        })
    }

    /// Whether a way leads on to the full length.
    pub(super) fn way_on(&self, p: &Position, w: &Way) -> bool {
        self.map(p).neighbours(w.at).any(|(_, to)| self.way_refused(p, w, to).is_none())
    }

    /// Hexes into which a party may go.
    pub(super) fn way_hexes(&self, p: &Position, w: &Way) -> Hexes {
        let near = self.map(p).neighbours(w.at).map(|(_, to)| to);
        near.filter(|to| self.way_refused(p, w, *to).is_none()).collect()
    }

    /// Whether units of a hex could retreat together so far, as things stand: for players, guides and bots.
    pub fn retreat_possible(&self, p: &Position, units: &Pieces, from: HexId, hexes: u8) -> bool {
        let side = units.first().map_or(p.active, |u| p.side(u));
        let cel = units.iter().map(|u| p.units.cel(u)).sum();
        hexes == 0 || self.way_on(p, &Way { side, from, hexes, at: from, gone: 0, cel })
    }
}
