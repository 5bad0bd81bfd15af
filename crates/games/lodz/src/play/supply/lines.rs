//! Lines of supply (12.2): one search from all sources of a side at once.

use crate::data::{Country, DE, Feature, HEXES, Hexes, Kind, RIVER_BIG, RIVER_SMALL, RU, SourceKind};
use crate::play::Engine;
use crate::position::{HexId, Pieces, Position, UnitId};
use sandtable_ops::Maybe;
use sandtable_ops::search::{UNREACHED, flood, spread};

impl Engine<'_> {
    /// Units of a side that are in supply now (lodz 12.26).
    pub fn supplied(&self, p: &Position, side: u8) -> Pieces {
        let ground = self.supply_ground(p, side);
        let mut out = Pieces::EMPTY;
        // Nations of one side may have lines of different length.
        let nations: &[usize] = if side == DE { &[0, 1] } else { &[2] };
        for &nation in nations {
            let usual = self.supply_reach(p, side, nation, false, &ground);
            // Russians in Germany live on their bases (lodz 12.23d).
            let abroad = if side == RU { self.supply_reach(p, side, nation, true, &ground) } else { usual };
            for u in p.units.on_map_of(side).filter(|u| self.kind(*u).is_unit() && self.nation(*u) == nation)
            {
                let reached = if self.supply_abroad(p, u) { abroad } else { usual };
                if p.hex(u).is_some_and(|hex| reached.has(hex)) {
                    out.insert(u);
                }
            }
        }
        out
    }

    /// Hexes that supply of a nation reaches; `bases_only` leaves out all sources but bases and what counts as one.
    pub fn supply_reach(
        &self,
        p: &Position,
        side: u8,
        nation: usize,
        bases_only: bool,
        ground: &Ground,
    ) -> Hexes {
        let (_, starts, reached) = self.supply_field(p, side, nation, bases_only, ground);
        reached.with(&starts)
    }

    /// One more than the half-points that a line of a nation has left in every hex, [`UNREACHED`] where none comes; the sources, and
    /// what else is reached.
    fn supply_field(
        &self,
        p: &Position,
        side: u8,
        nation: usize,
        bases_only: bool,
        ground: &Ground,
    ) -> ([u8; HEXES], Hexes, Hexes) {
        let map = self.map(p);
        // One more than the half-points left, so that a spent line still runs along roads.
        let mut left = [UNREACHED; HEXES];
        let mut open = Hexes::EMPTY;
        let mut begin = |hex: HexId, points: u8| {
            let slot = &mut left[usize::from(hex)];
            if !ground.barred.has(hex) && (*slot == UNREACHED || *slot < points + 1) {
                *slot = points + 1;
                open.insert(hex);
            }
        };
        let limit = self.d.charts.supply_line[nation];
        for source in self.part(p).sources.iter().filter(|s| s.side == side && (!bases_only || s.as_base)) {
            match &source.kind {
                SourceKind::Edge(hexes) | SourceKind::RailExit(hexes) => {
                    hexes.iter().for_each(|h| begin(h, limit))
                }
                SourceKind::Hex(hex) => begin(*hex, limit),
            }
        }
        let home = if side == RU { Country::Russia } else { Country::Germany };
        for (slot, u) in self.bases().filter(|(_, u)| p.side(*u) == side) {
            let Some(hex) = p.hex(u) else { continue };
            let hexes = p.rail.travelled[slot].with(&Hexes::one(hex));
            for hex in hexes.iter() {
                let abroad = usize::from(map.country[usize::from(hex)] != home);
                begin(hex, self.d.charts.base_line[usize::from(side)][abroad]);
            }
        }
        let starts = open;
        let wet = self.d.charts.small_river_extra;
        let reached = spread(&mut left, *open.bits(), |from, here, visit| {
            let from = HexId(from);
            // A line may come to the units there, and goes no farther.
            if ground.ends.has(from) {
                return;
            }
            let (bridges, friend) = (p.bridges[usize::from(from)], ground.friends.has(from));
            let rivers = map.river[usize::from(from)];
            for (d, to) in map.neighbours(from) {
                let river = rivers[usize::from(d)];
                if ground.barred.has(to) || (river == RIVER_BIG && bridges >> d & 1 == 0) {
                    continue;
                }
                let free = map.features[usize::from(to)] & (Feature::Road as u16 | Feature::Rail as u16) != 0;
                let cost = if free || (friend && ground.friends.has(to)) {
                    0
                } else {
                    map.enter[usize::from(to)] + if river == RIVER_SMALL { wet } else { 0 }
                };
                if here > cost {
                    visit(to.0, here - cost);
                }
            }
        });
        (left, starts, Hexes::of_bits(reached))
    }

    /// Where lines of a nation run: for every hex that is reached the next one towards a source, itself at the source. Of several lines it is
    /// one with the fewest hexes.
    pub fn supply_ways(
        &self,
        p: &Position,
        side: u8,
        nation: usize,
        bases_only: bool,
        ground: &Ground,
    ) -> Ways {
        let map = self.map(p);
        let (left, starts, _) = self.supply_field(p, side, nation, bases_only, ground);
        let mut ways = Ways { back: [Maybe::NONE; HEXES] };
        for hex in starts.iter() {
            ways.back[usize::from(hex)] = hex.into();
        }
        flood(*starts.bits(), |from, visit| {
            let from = HexId(from);
            if ground.ends.has(from) {
                return;
            }
            for (d, to) in map.neighbours(from) {
                let known = ways.back[usize::from(to)].is_some();
                if known || ground.barred.has(to) || !self.supply_crosses(p, from, d) {
                    continue;
                }
                // A step that leaves as much as any line has there belongs to a line.
                let cost = self.supply_cost(p, from, to, d, ground);
                let (here, there) = (left[usize::from(from)], left[usize::from(to)]);
                if there != UNREACHED && here == there.saturating_add(cost) {
                    ways.back[usize::from(to)] = from.into();
                    visit(to.0);
                }
            }
        });
        ways
    }

    /// The line of a unit, from its hex to the source; nothing if it is out of supply.
    pub fn supply_line_of(&self, p: &Position, unit: UnitId) -> Option<Vec<HexId>> {
        if !self.is_unit(unit) || !p.on_map(unit) || !self.kind(unit).is_unit() {
            return None;
        }
        let side = p.side(unit);
        let ground = self.supply_ground(p, side);
        let abroad = self.supply_abroad(p, unit);
        let ways = self.supply_ways(p, side, self.nation(unit), abroad, &ground);
        ways.from(p.hex(unit)?).map(Iterator::collect)
    }

    /// Whether a unit lives on bases alone: Russians in Germany (lodz 12.23d).
    pub fn supply_abroad(&self, p: &Position, unit: UnitId) -> bool {
        let in_germany = |hex: HexId| self.map(p).country[usize::from(hex)] == Country::Germany;
        p.side(unit) == RU && p.hex(unit).is_some_and(in_germany)
    }

    /// What a line pays for a step: nothing into a hex with a road or railway (lodz 12.23a), nothing from friend to friend (lodz 12.28),
    /// otherwise the price of infantry (lodz 12.23c).
    fn supply_cost(&self, p: &Position, from: HexId, to: HexId, direction: u8, ground: &Ground) -> u8 {
        let map = self.map(p);
        if map.has(to, Feature::Road) || map.has(to, Feature::Rail) {
            return 0;
        }
        if ground.friends.has(from) && ground.friends.has(to) {
            return 0;
        }
        let river = map.river[usize::from(from)][usize::from(direction)];
        let wet = if river == RIVER_SMALL { self.d.charts.small_river_extra } else { 0 };
        map.enter[usize::from(to)] + wet
    }

    /// Whether a line may cross a side: a big river over a bridge that stands alone (lodz 12.27, lodz R41).
    fn supply_crosses(&self, p: &Position, from: HexId, direction: u8) -> bool {
        self.map(p).river[usize::from(from)][usize::from(direction)] != RIVER_BIG
            || p.bridged(from, direction)
    }

    /// Where lines of a side may not pass, and where its friends are.
    pub fn supply_ground(&self, p: &Position, side: u8) -> Ground {
        let map = self.map(p);
        let enemy = 1 - side;
        let built = |h: HexId| {
            map.has(h, Feature::Town) || map.has(h, Feature::City) || map.has(h, Feature::Fortress)
        };
        let enemy_held = p.units.unit_hexes(enemy);
        let mut watched = Hexes::EMPTY;
        // Artillery has a zone for this purpose (lodz 12.25a).
        let mut armed = p.units.line_hexes(enemy);
        for u in p.units.on_map_of(enemy) {
            let Some(hex) = p.hex(u) else { continue };
            match self.kind(u) {
                Kind::Airship => watched.insert(hex),
                Kind::Artillery => armed.insert(hex),
                _ => {}
            }
        }
        let enemy_zone = map.zone_of(&armed);
        let mut out = Ground { barred: Hexes::EMPTY, ends: Hexes::EMPTY, friends: Hexes::EMPTY };
        for hex in map.all() {
            let units = p.units.units_in(side, hex) > 0;
            let holder = p.holder[usize::from(hex)];
            // Own towns stand in for units (lodz 12.25b), and enemy ones bar the way unless a friend is there.
            let friend = units || (built(hex) && holder == side);
            let wild = (map.has(hex, Feature::Swamp) || map.has(hex, Feature::Mountain))
                && !map.has(hex, Feature::Road)
                && !map.has(hex, Feature::Rail);
            let hostile_town = built(hex) && holder == enemy && !units;
            let shut = enemy_zone.has(hex) && !friend;
            if friend {
                out.friends.insert(hex);
            }
            if map.has(hex, Feature::Closed) || enemy_held.has(hex) || hostile_town || shut {
                out.barred.insert(hex);
            } else if wild || watched.has(hex) {
                // No line runs through roadless swamp and mountain (lodz 12.27) or under an enemy airship (lodz 15A.4); units that stand
                // there are at the end of theirs (lodz L56).
                out.ends.insert(hex);
            }
        }
        out
    }

    /// Bases with their place in the list of what they travelled.
    pub fn bases(&self) -> impl Iterator<Item = (usize, UnitId)> + '_ {
        self.all_units().filter(|u| self.kind(*u) == Kind::Base).enumerate()
    }
}

/// The map as lines of one side see it.
pub struct Ground {
    /// No line enters these hexes.
    pub barred: Hexes,
    /// A line may end here and does not run through.
    pub ends: Hexes,
    /// Own units, towns, cities and fortresses.
    pub friends: Hexes,
}

/// Lines of supply as a map has them.
pub struct Ways {
    back: [Maybe<HexId>; HEXES],
}

impl Ways {
    /// The line from a hex to the source; nothing where none comes.
    pub fn from(&self, hex: HexId) -> Option<impl Iterator<Item = HexId>> {
        let back = |at: HexId| self.back.get(usize::from(at))?.get();
        back(hex)?;
        Some(std::iter::successors(Some(hex), move |at| back(*at).filter(|next| next != at)))
    }
}
