//! How a movement phase begins and ends: flags, bridges, ferry and groups at the start; the stack limit (5.1), field works (9.1) and
//! disorder (15.12b) at the end.

use super::super::{Engine, Event};
use super::land::Land;
use super::types::{MarchEvent, MarchStep};
use crate::data::DE;
use crate::play::common::no;
use crate::position::{At, Flag, HexId, Phase, Position, Step, UnitId, Works};
use sandtable_core::Refusal;

impl Engine<'_> {
    /// A movement or strategic movement phase begins.
    pub(crate) fn march_enter(&self, p: &mut Position, events: &mut Vec<Event>) {
        let side = p.active;
        self.march_own_works(p);
        p.units.unmark_all(side, Flag::Finished);
        let strategic = p.phase == Phase::Strategic;
        if !strategic {
            for flag in [Flag::Moved, Flag::Strategic, Flag::Digging, Flag::Arrived, Flag::Replaced] {
                p.units.unmark_all(side, flag);
            }
            self.march_plock(p, events);
            self.march_finish_bridges(p, events);
            self.march_ferry_back(p, events);
            self.march_recall(p);
            self.march_open_groups(p, events);
        }
        for u in self.all_units() {
            if p.side(u) != side || !self.kind(u).is_unit() {
                continue;
            }
            let may = !strategic || p.has(u, Flag::Strategic) || !p.on_map(u);
            p.march.left[usize::from(u)] = if may { self.march_allowance(p, u) } else { 0 };
            // In strategic movement everybody on the map is fresh, so that those without a marker are told so.
            p.march.fresh.insert(u);
        }
        p.steps.push(Step::March(if strategic { MarchStep::Strategic } else { MarchStep::Move }));
    }

    /// Units that a later part of a campaign brings once more wait for their entry again (lodz L4).
    fn march_recall(&self, p: &mut Position) {
        for row in &self.scenario(p).again {
            let due = match &row.at {
                crate::data::Where::Entry(a) | crate::data::Where::Inside(a) => a.day <= p.day,
                _ => false,
            };
            if due && p.side(row.unit) == p.active && p.units.at(row.unit) == At::Left {
                p.units.take_off(row.unit, At::Due);
            }
        }
    }

    /// Hexes in which the active side has too many CEL.
    pub(crate) fn march_crowded<'p>(&'p self, p: &'p Position) -> impl Iterator<Item = HexId> + 'p {
        p.units.fuller(p.active, self.d.charts.stack_cel)
    }

    /// Whether a unit in a hex can go to where there is room for it.
    fn march_can_clear(&self, p: &Position, land: &Land<'_>, hex: HexId) -> bool {
        p.at(hex).any(|u| {
            self.march_unit_refused(p, u).is_none()
                && self.march_still_refused(p, land, u).is_none()
                && (p.march.left(u) > 0 || p.march.fresh.has(u))
                && self
                    .march_search(p, land, &self.march_mover(p, land, u))
                    .ends
                    .iter()
                    .any(|to| self.march_room(p, u, to))
        })
    }

    /// What bars the end of the phase: a hex that is too full (lodz 5.1a); and which.
    pub(super) fn march_done_refused(&self, p: &Position) -> Option<Refusal> {
        let hex = self.march_crowded(p).next()?;
        Some(no("5.1a", "at the end of the phase a hex holds at most 6 levels").at(hex))
    }

    /// What bars a unit from giving up a CEL: room, or a way out (lodz R8).
    pub(crate) fn march_give_up_refused(
        &self,
        p: &Position,
        land: &Land<'_>,
        unit: UnitId,
    ) -> Option<Refusal> {
        let crowded = p.hex(unit).filter(|hex| self.overstacked(p, p.active, *hex));
        let Some(hex) = crowded else {
            return Some(no("5.1a", "only in a hex with too many levels is any given up"));
        };
        self.march_can_clear(p, land, hex)
            .then(|| no("5.1a", "somebody there can still go to where there is room"))
    }

    /// The phase ends.
    pub(super) fn march_close(&self, p: &mut Position, events: &mut Vec<Event>) {
        p.steps.pop();
        let side = p.active;
        self.march_own_works(p);
        if p.phase == Phase::Strategic {
            p.units.unmark_all(side, Flag::Strategic);
        } else {
            self.march_dug(p, events);
            self.march_rally(p, events);
            p.units.unmark_all(side, Flag::Stirred);
            p.units.unmark_all(side, Flag::Retreated);
            self.march_south(p, true);
        }
        p.units.unmark_all(side, Flag::Finished);
        p.march.left.fill(0);
        p.march.fresh = crate::position::Pieces::EMPTY;
    }

    /// Works that were dug are there (lodz 9.11b), those that were left are gone (lodz 9.13).
    fn march_dug(&self, p: &mut Position, events: &mut Vec<Event>) {
        let (side, map) = (p.active, self.scenario(p).map);
        for u in self.all_units() {
            let Some(hex) = p.hex(u).filter(|_| p.side(u) == side) else { continue };
            if p.has(u, Flag::Digging) && p.works[usize::from(hex)] == Works::None {
                p.works[usize::from(hex)] = Works::Field;
                events.push(Event::March(MarchEvent::Works { map, hex, stand: true, trampled: false }));
            }
        }
        self.march_own_works(p);
        for hex in self.map(p).all() {
            let own = p.march.russian_works.has(hex) == (side != DE);
            if own && p.works[usize::from(hex)] != Works::None && p.units.units_in(side, hex) == 0 {
                p.works[usize::from(hex)] = Works::None;
                p.march.russian_works.remove(hex);
                events.push(Event::March(MarchEvent::Works { map, hex, stand: false, trampled: false }));
            }
        }
        p.units.unmark_all(side, Flag::Digging);
    }

    /// Units that have neither moved nor fought for a day are in order again (lodz 15.12b, lodz R33).
    fn march_rally(&self, p: &mut Position, events: &mut Vec<Event>) {
        let map = self.scenario(p).map;
        for unit in self.all_units() {
            let Some(hex) = p.hex(unit).filter(|_| p.side(unit) == p.active) else { continue };
            let still = !p.has(unit, Flag::Moved) && !p.has(unit, Flag::Stirred);
            if p.has(unit, Flag::Disorganized) && still {
                p.units.mark(unit, Flag::Disorganized, false);
                events.push(Event::March(MarchEvent::Rallied { unit, map, hex }));
            }
        }
    }
}
