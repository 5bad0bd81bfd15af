//! Ways: everything that a unit can reach, and how it goes there.

use super::super::{Engine, Event};
use super::land::{Land, Mover};
use super::types::{MarchEvent, Stop};
use crate::data::{HEXES, Hexes, Kind, NOWHERE};
use crate::play::common::no;
use crate::position::{Flag, HexId, Position, Step, UnitId};
use sandtable_core::Refusal;

/// Marks a hex that cannot be reached.
pub const UNREACHED: u8 = u8::MAX;

/// A way that a unit takes.
pub struct Course {
    /// Its hexes, the last one first; the hex of the unit is not among them.
    hexes: [HexId; HEXES],
    len: usize,
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
        self.hexes[..self.len].iter().rev().copied()
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
    /// The hex before each; [`NOWHERE`] for the first.
    back: [HexId; HEXES],
}

impl Reach {
    const NOTHING: Reach =
        Reach { left: [UNREACHED; HEXES], ends: Hexes::EMPTY, start: 0, back: [NOWHERE; HEXES] };

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
        let own = if p.on_map(unit) && p.hex(unit) == hex { 0 } else { p.units.cel(unit) };
        p.units.cel_in(p.side(unit), hex) + own <= self.d.charts.stack_cel
    }

    /// Spreads from where a mover stands, or from where it can come in.
    pub(super) fn march_search(&self, p: &Position, land: &Land<'_>, m: &Mover) -> Reach {
        let map = self.map(p);
        let mut out = Reach { start: m.left, ..Reach::NOTHING };
        let mut ferried = [(NOWHERE, 0); 6];
        let mut open = Hexes::EMPTY;
        if m.at == NOWHERE {
            self.march_doors(p, land, m, &mut |hex, left| {
                let slot = &mut out.left[usize::from(hex)];
                if *slot == UNREACHED || *slot < left {
                    *slot = left;
                    open.insert(hex);
                }
            });
            out.ends = open;
        } else {
            out.left[usize::from(m.at)] = m.left;
            open.insert(m.at);
        }
        while !open.is_empty() {
            let mut next = Hexes::EMPTY;
            for hex in open.iter() {
                let here = out.left[usize::from(hex)];
                let minimum = hex == m.at && m.fresh;
                if here == 0 && !minimum {
                    continue;
                }
                for d in 0..6u8 {
                    let next_hex = map.near[usize::from(hex)][usize::from(d)];
                    let to = usize::from(next_hex);
                    // Every step costs something; the first one may cost less than it should.
                    let best = here.saturating_sub(1);
                    if to >= HEXES || (out.left[to] != UNREACHED && out.left[to] >= best) {
                        continue;
                    }
                    let Ok((rest, stop)) = self.march_pace(p, land, m, hex, d, here) else { continue };
                    if stop == Stop::Ferry {
                        ferried[usize::from(d)] = (next_hex, rest);
                    } else if out.left[to] == UNREACHED || out.left[to] < rest {
                        (out.left[to], out.back[to]) = (rest, hex);
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
        for (to, rest) in ferried.into_iter().filter(|(to, _)| *to != NOWHERE) {
            if out.left[usize::from(to)] == UNREACHED {
                (out.left[usize::from(to)], out.back[usize::from(to)]) = (rest, m.at);
                out.ends.insert(to);
            }
        }
        if m.at != NOWHERE {
            out.ends.remove(m.at);
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
        if to == m.at {
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
            _ if m.at == NOWHERE => self.march_door_refused(p, land, m, to),
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
        let d = (m.at != NOWHERE).then(|| self.map(p).direction(m.at, to)).flatten()?;
        if m.left == 0 && !m.fresh {
            return Some(Err(no("4.22", "the unit has no movement points left")));
        }
        Some(self.march_pace(p, land, m, m.at, d, m.left).map_err(Refusal::from))
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
        let mut out = Course { hexes: [NOWHERE; HEXES], len: 0, spent: 0, left: 0, stop: Stop::No };
        if let Some(Ok((left, stop))) = self.march_direct(p, land, m, to) {
            (out.hexes[0], out.len, out.left, out.stop) = (to, 1, left, stop);
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
        let mut hex = to;
        while hex != NOWHERE && hex != m.at && out.len < HEXES {
            out.hexes[out.len] = hex;
            out.len += 1;
            hex = reach.back[usize::from(hex)];
        }
        let first = if m.at == NOWHERE { reach.left[usize::from(out.hexes[out.len - 1])] } else { m.left };
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
        let Course { hexes, len, spent, left, stop } = self.march_course(p, &land, &m, None, to);
        let map = self.scenario(p).map;
        let mut from = m.at;
        for &next in hexes[..len].iter().rev() {
            if from == NOWHERE {
                self.march_come(p, unit, next, events);
                if len > 1 {
                    from = next;
                }
            } else {
                self.march_enter_hex(p, &land, unit, next, events);
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
        if from != NOWHERE {
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
