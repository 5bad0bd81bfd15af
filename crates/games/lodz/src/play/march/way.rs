//! Ways: everything that a unit can reach, and how it goes there.

use super::super::{Engine, Event};
use super::land::{Land, Mover};
use super::pace::Pace;
use super::types::{MarchEvent, Stop};
use crate::data::{HEXES, Hexes, Kind};
use crate::play::common::no;
use crate::position::{Flag, HexId, Position, Step, UnitId};
use sandtable_core::Refusal;
use sandtable_ops::{ArrayList, Maybe};

/// Marks a hex that cannot be reached.
pub const UNREACHED: u8 = u8::MAX;

/// A way that a unit takes.
pub struct Course {
    /// Its hexes, the last one first; the hex of the unit is not among them.
    hexes: ArrayList<HexId, HEXES>,
    /// Half-points that the way costs, from the first hex on for a unit that comes onto the map.
    pub spent: u8,
    /// Half-points that it does not cost; they are lost where the move ends.
    pub left: u8,
    /// What ends the move.
    pub stop: Stop,
}

impl Course {
    /// The hexes in the order in which they are entered.
    pub fn hexes(&self) -> impl Iterator<Item = HexId> + '_ {
        self.hexes.iter().rev().copied()
    }
}

/// What a unit can reach.
#[derive(Clone, Copy, Debug)]
pub struct Reach {
    /// Most half-points left on arrival, [`UNREACHED`] for hexes out of reach. In snow, steps.
    pub left: [u8; HEXES],
    /// Where the move may end; the hex of the unit is not in it.
    pub ends: Hexes,
    /// Half-points before the first step.
    pub start: u8,
    /// The hex before each; none for the first.
    back: [Maybe<HexId>; HEXES],
}

impl Reach {
    const NOTHING: Reach =
        Reach { left: [UNREACHED; HEXES], ends: Hexes::EMPTY, start: 0, back: [Maybe::NONE; HEXES] };

    /// Half-points that the cheapest way to a hex costs.
    pub fn cost(&self, hex: HexId) -> Option<u8> {
        let left = *self.left.get(usize::from(hex))?;
        (left != UNREACHED).then(|| self.start.saturating_sub(left))
    }
}

impl Engine<'_> {
    /// All that a unit of the active side can reach now, as far as it may move at all (for views, ways and bots).
    pub fn march_reach(&self, p: &Position, unit: UnitId) -> Reach {
        let marches = matches!(p.steps.top(), Step::March(_));
        if !marches || self.march_unit_refused(p, unit).is_some() {
            return Reach::NOTHING;
        }
        self.march_reach_in(p, &self.march_land(p), unit)
    }

    /// The same for many units, as the land lies for all of them; a movement phase must run.
    pub fn march_reach_in(&self, p: &Position, land: &Land<'_>, unit: UnitId) -> Reach {
        if self.march_unit_refused(p, unit).is_some() || self.march_still_refused(p, land, unit).is_some() {
            return Reach::NOTHING;
        }
        self.march_search(p, land, &self.march_mover(p, land, unit))
    }

    /// Whether a unit of the active side may dig where it stands.
    pub fn march_digs(&self, p: &Position, land: &Land<'_>, unit: UnitId) -> bool {
        self.march_unit_refused(p, unit).is_none() && self.march_dig_refused(p, land, unit).is_none()
    }

    /// Whether a unit would find room in a hex at the end of the phase, as things stand (lodz 5.1).
    pub fn march_room(&self, p: &Position, unit: UnitId, hex: HexId) -> bool {
        let own = if p.hex(unit) == Some(hex) { 0 } else { p.units.cel(unit) };
        p.units.cel_in(p.side(unit), hex) + own <= self.d.charts.stack_cel
    }

    /// Spreads from where a mover stands, or from where it can come in.
    pub(super) fn march_search(&self, p: &Position, land: &Land<'_>, m: &Mover) -> Reach {
        let map = self.map(p);
        let mut out = Reach { start: m.left, ..Reach::NOTHING };
        let mut ferried = [None; 6];
        let mut open = Hexes::EMPTY;
        if let Some(at) = m.at {
            out.left[usize::from(at)] = m.left;
            open.insert(at);
        } else {
            self.march_doors(p, land, m, &mut |hex, left| {
                let slot = &mut out.left[usize::from(hex)];
                if *slot == UNREACHED || *slot < left {
                    *slot = left;
                    open.insert(hex);
                }
            });
            out.ends = open;
        }
        while !open.is_empty() {
            let mut next = Hexes::EMPTY;
            for hex in open.iter() {
                let here = out.left[usize::from(hex)];
                let minimum = m.at == Some(hex) && m.fresh;
                if here == 0 && !minimum {
                    continue;
                }
                for (direction, next_hex) in map.neighbours(hex) {
                    let to = usize::from(next_hex);
                    // Every step costs something; the first one may cost less than it should.
                    let best = here.saturating_sub(1);
                    if out.left[to] != UNREACHED && out.left[to] >= best {
                        continue;
                    }
                    let pace = Pace { from: hex, direction, to: next_hex };
                    let Ok((rest, stop)) = self.march_pace(p, land, m, pace, here) else { continue };
                    if stop == Stop::Ferry {
                        ferried[usize::from(direction)] = Some((next_hex, rest));
                    } else if out.left[to] == UNREACHED || out.left[to] < rest {
                        (out.left[to], out.back[to]) = (rest, hex.into());
                        out.ends.insert(next_hex);
                        if stop == Stop::No {
                            next.insert(next_hex);
                        }
                    }
                }
            }
            open = next;
        }
        // The ferry leads nowhere beyond its other bank, so a way round by land is never shorter for it.
        for (to, rest) in ferried.into_iter().flatten() {
            if out.left[usize::from(to)] == UNREACHED {
                (out.left[usize::from(to)], out.back[usize::from(to)]) = (rest, m.at.into());
                out.ends.insert(to);
            }
        }
        if let Some(at) = m.at {
            out.ends.remove(at);
        }
        out
    }

    /// What keeps a mover from going to a hex; nothing if it can.
    pub(super) fn march_way_refused(
        &self,
        p: &Position,
        land: &Land<'_>,
        m: &Mover,
        to: HexId,
    ) -> Option<Refusal> {
        if m.at == Some(to) {
            return Some(no("4.1b", "the unit stands there"));
        }
        if let Err(why) = self.march_ground(p, land, m, to).map_err(Refusal::from) {
            return Some(why);
        }
        let step = self.march_direct(p, land, m, to);
        if matches!(step, Some(Ok(_))) {
            return None;
        }
        let reach = self.march_search(p, land, m);
        if reach.left[usize::from(to)] != UNREACHED {
            return None;
        }
        Some(match step {
            Some(Err(why)) => why,
            _ if m.at.is_none() => self.march_door_refused(p, land, m, to),
            _ if m.emplaced => no("8.72", "artillery moves farther than one hex in marching order only"),
            _ if land.snow => no("MAZ.7a", "in snow a unit moves two hexes along roads, or one hex"),
            _ if land.zone.has(to) && land.strategic => {
                no("11.22", "strategic movement does not enter an enemy zone of control")
            }
            _ => no("4.22", "no legal way there is short enough for its movement points"),
        })
    }

    /// The straight step to a neighbour; none if the hex is no neighbour.
    fn march_direct(
        &self,
        p: &Position,
        land: &Land<'_>,
        m: &Mover,
        to: HexId,
    ) -> Option<Result<(u8, Stop), Refusal>> {
        let from = m.at?;
        let direction = self.map(p).direction(from, to)?;
        if m.left == 0 && !m.fresh {
            return Some(Err(no("4.22", "the unit has no movement points left")));
        }
        Some(self.march_pace(p, land, m, Pace { from, direction, to }, m.left).map_err(Refusal::from))
    }

    /// The way of a mover to a hex that it can go to: the straight step to a neighbour, else the cheapest (lodz L8). What is shown of a
    /// way and what is done with it come from here.
    fn march_course(
        &self,
        p: &Position,
        land: &Land<'_>,
        m: &Mover,
        known: Option<&Reach>,
        to: HexId,
    ) -> Course {
        let mut out = Course { hexes: ArrayList::new(), spent: 0, left: 0, stop: Stop::No };
        if let Some(Ok((left, stop))) = self.march_direct(p, land, m, to) {
            out.hexes.push(to);
            (out.left, out.stop) = (left, stop);
            out.spent = m.left.saturating_sub(left);
            return out;
        }
        let searched;
        let reach = match known {
            Some(reach) => reach,
            None => {
                searched = self.march_search(p, land, m);
                &searched
            }
        };
        out.left = reach.left[usize::from(to)];
        let back = |hex: &HexId| reach.back[usize::from(*hex)].get();
        let way = std::iter::successors(Some(to), back).take_while(|hex| m.at != Some(*hex));
        out.hexes.extend(way.take(HEXES));
        let first = match (m.at, out.hexes.last()) {
            (None, Some(door)) => reach.left[usize::from(*door)],
            _ => m.left,
        };
        out.spent = first.saturating_sub(out.left);
        if land.zone.has(to) {
            out.stop = Stop::Zone;
        }
        out
    }

    /// The ways that a unit of the active side would take to all hexes it can reach.
    pub fn march_courses(&self, p: &Position, unit: UnitId) -> Vec<(HexId, Course)> {
        let (land, reach) = (self.march_land(p), self.march_reach(p, unit));
        let m = self.march_mover(p, &land, unit);
        reach.ends.iter().map(|to| (to, self.march_course(p, &land, &m, Some(&reach), to))).collect()
    }

    /// Takes a unit along the way to a hex, which must be legal.
    pub(super) fn march_walk(&self, p: &mut Position, unit: UnitId, to: HexId, events: &mut Vec<Event>) {
        let land = self.march_land(p);
        let m = self.march_mover(p, &land, unit);
        let Course { hexes, spent, left, stop } = self.march_course(p, &land, &m, None, to);
        let map = self.scenario(p).map;
        let mut from = m.at;
        for &next in hexes.iter().rev() {
            if from.is_some() {
                self.march_enter_hex(p, &land, unit, next, events);
            } else {
                self.march_come(p, unit, next, events);
                from = (hexes.len() > 1).then_some(next);
            }
        }
        p.march.fresh.remove(unit);
        p.march.left[usize::from(unit)] = if stop == Stop::No { left } else { 0 };
        p.units.mark(unit, Flag::Moved, true);
        if land.strategic {
            p.units.mark(unit, Flag::Stirred, true);
        }
        if matches!(stop, Stop::Zone | Stop::Ferry) {
            p.units.mark(unit, Flag::Finished, true);
        }
        if let Some(from) = from {
            let snow = land.snow;
            events.push(Event::March(MarchEvent::Went { unit, map, from, to, spent, left, snow, stop }));
        }
        if stop == Stop::Ferry {
            self.march_ferry(p, unit, events);
        }
    }

    /// A unit enters a hex: it runs over those whom it may (lodz 8.16a, lodz 10.38), tramples enemy works (lodz 9.15), and what stands
    /// there on rails is lost to the enemy (lodz 16.G). A bridge that it was building is given up.
    fn march_enter_hex(
        &self,
        p: &mut Position,
        land: &Land<'_>,
        unit: UnitId,
        hex: HexId,
        events: &mut Vec<Event>,
    ) {
        let map = self.scenario(p).map;
        p.march.builds.iter_mut().filter(|b| b.unit.is(unit)).for_each(|b| *b = super::state::Build::NONE);
        p.march.landed.iter_mut().filter(|l| l.unit.is(unit)).for_each(|l| *l = super::state::Landed::NONE);
        p.units.mark(unit, Flag::Ferried, false);
        p.units.place(unit, hex);
        let line = self.kind(unit).is_line();
        if line && land.soft.has(hex) {
            let extra = self.march_overrun_cost(p, hex);
            events.push(Event::March(MarchEvent::Overran { unit, map, hex, extra }));
            self.march_overrun(p, hex, land.side, events);
        }
        self.march_trample(p, hex, land.side, events);
        if line {
            self.rail_overrun(p, hex, land.side, events);
        }
    }

    /// Destroys enemy artillery and headquarters in a hex that a unit with a zone of control enters (lodz 8.16a, lodz 10.38).
    pub fn march_overrun(&self, p: &mut Position, hex: HexId, by: u8, events: &mut Vec<Event>) {
        let soft = |p: &Position| {
            p.at(hex).find(|u| p.side(*u) != by && matches!(self.kind(*u), Kind::Artillery | Kind::Hq))
        };
        while let Some(lost) = soft(p) {
            let rule = if self.kind(lost) == Kind::Hq { "10.38" } else { "8.16a" };
            self.destroy(p, lost, rule, events);
        }
    }
}
