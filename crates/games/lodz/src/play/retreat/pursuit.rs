//! Pursuit (7.51 to 7.58): along a path of the beaten defenders, as far as they went, or beyond a hex whose defenders were wiped out.

use super::state::Trail;
use super::{RetreatAction, RetreatEvent, RetreatStep};
use crate::data::{Hexes, Kind, RIVER_BIG};
use crate::play::common::no;
use crate::play::{Action, Engine, Event};
use crate::position::{Flag, HexId, Pieces, Position, Step, UnitId};
use sandtable_core::Refusal;
use sandtable_core::machine::Offers;

/// Where a pursuer stands: hexes from its own on, and whether it has left the path.
#[derive(Clone, Copy)]
struct Chase {
    unit: UnitId,
    trail: Trail,
    off: bool,
}

impl Chase {
    /// Where it stands.
    fn at(&self) -> Option<HexId> {
        self.trail.hexes().last().copied()
    }
}

impl Engine<'_> {
    /// Whether a unit may pursue at all (lodz 7.56, lodz 15.13).
    pub(super) fn may_pursue(&self, p: &Position, unit: UnitId) -> bool {
        self.is_unit(unit)
            && p.on_map(unit)
            && self.kind(unit).is_line()
            && !p.has(unit, Flag::Disorganized)
            && !p.has(unit, Flag::Retreated)
    }

    /// Whether a pursuer may go on by the path: `Some(true)` on it, `Some(false)` off it for one last hex. The first hex is the one that
    /// the enemy has left; a path ends one hex short of where it is, for it went as far as it had to (lodz 7.51, lodz R20).
    fn chase_leg(&self, p: &Position, c: &Chase, to: HexId) -> Option<bool> {
        if c.off {
            return None;
        }
        let (_, entered) = c.trail.hexes().split_first()?;
        let Some(first) = entered.first() else { return p.retreat.vacated.has(to).then_some(true) };
        let follows =
            |path: &&Trail| path.hexes().starts_with(entered) && entered.len() + 2 <= path.hexes().len();
        let mut paths = p.retreat.known().iter().filter(follows).peekable();
        if paths.peek().is_some() {
            return Some(paths.any(|path| path.hexes()[entered.len()] == to));
        }
        // Nobody got away from there: their hex and one more (lodz 7.57a), also where they fell on their way (lodz R60).
        let fled = p.retreat.known().iter().any(|path| !path.lost && path.hexes().first() == Some(first));
        let most = usize::from(self.d.charts.pursuit_after_elimination);
        (!fled && entered.len() < most).then_some(false)
    }

    /// The rule against a step of a pursuer, without what comes after it.
    fn chase_step(&self, p: &Position, c: &Chase, to: HexId) -> Result<bool, (&'static str, &'static str)> {
        let map = self.map(p);
        let steps = c.trail.hexes();
        let next = c.at().and_then(|at| Some((at, map.direction(at, to)?)));
        let Some((at, direction)) = next else {
            return Err(("7.51", "pursuit goes to a neighbouring hex"));
        };
        if c.off {
            return Err(("7.54", "it has left the path and stops"));
        }
        let big = |a: HexId, d: u8| map.river[usize::from(a)][usize::from(d)] == RIVER_BIG;
        let crossed = steps.windows(2).rposition(|w| map.direction(w[0], w[1]).is_some_and(|d| big(w[0], d)));
        if let Some(at) = crossed
            && steps.len() - 1 - at >= usize::from(self.d.charts.pursuit_beyond_river)
        {
            return Err(("7.58a", "it has crossed a big river and stops"));
        }
        let Some(on) = self.chase_leg(p, c, to) else {
            let first = steps.len() < 2;
            let why =
                if first { "it begins with a hex that the enemy has left" } else { "it goes no farther" };
            return Err((if first { "7.52" } else { "7.51" }, why));
        };
        if p.units.line_in(p.other(), to) > 0 {
            return Err(("4.21", "an enemy stands there"));
        }
        if big(at, direction) && !self.kind(c.unit).is_infantry() {
            return Err(("7.58b", "only infantry pursues over a big river"));
        }
        if self.shut(p, at, direction, to) {
            return Err(("7.55", "the ground is closed"));
        }
        if self.no_crossing(p, p.side(c.unit), at, to) {
            return Err(("MAZ.5", "Germans may not go over this river southward"));
        }
        if self.row_closed(p, c.unit, to) {
            return Err(("N11.14", "its army may not go so far north yet"));
        }
        Ok(on)
    }

    /// Whether the army of a unit may not enter a hex yet (lodz N11.14).
    fn row_closed(&self, p: &Position, unit: UnitId, to: HexId) -> bool {
        let Some(limit) = &self.part(p).row_limit else { return false };
        let north = |hex: HexId| self.map(p).row(hex).is_some_and(|row| row < limit.least_row);
        p.day <= limit.until && limit.units.contains(&unit) && north(to)
    }

    /// Whether a unit may stay where it is: the stack is not too high (lodz R20).
    fn chase_rests(&self, p: &Position, c: &Chase) -> bool {
        let Some(at) = c.at() else { return true };
        let here = p.hex(c.unit) == Some(at);
        let more = if here { 0 } else { p.units.cel(c.unit) };
        p.units.cel_in(p.side(c.unit), at) + more <= self.d.charts.stack_cel
    }

    /// The rule against a step of a pursuer, and against one that leads to where it can neither stay nor go on.
    fn chase_refused(&self, p: &Position, c: &Chase, to: HexId) -> Option<(&'static str, &'static str)> {
        let on = match self.chase_step(p, c, to) {
            Ok(on) => on,
            Err(why) => return Some(why),
        };
        let mut next = Chase { off: !on, ..*c };
        next.trail.push(to);
        let goes_on = || self.map(p).neighbours(to).any(|(_, h)| self.chase_refused(p, &next, h).is_none());
        (!self.chase_rests(p, &next) && !goes_on()).then_some(("5.1a", "there is no room for it"))
    }

    fn chase_hexes(&self, p: &Position, c: &Chase) -> Hexes {
        let near = c.at().into_iter().flat_map(|at| self.map(p).neighbours(at)).map(|(_, to)| to);
        near.filter(|to| self.chase_refused(p, c, *to).is_none()).collect()
    }

    fn chase_start(&self, p: &Position, unit: UnitId) -> Chase {
        Chase { unit, trail: Trail::of(p.hex(unit)), off: false }
    }

    /// The pursuit that runs.
    fn chase_now(&self, p: &Position) -> Option<Chase> {
        let unit = p.retreat.chaser.get()?;
        Some(Chase { unit, trail: p.retreat.chase, off: p.retreat.off })
    }

    /// Whether somebody can still pursue.
    pub(super) fn pursuit_asks(&self, p: &mut Position) -> bool {
        let goes =
            |u: UnitId| self.may_pursue(p, u) && !self.chase_hexes(p, &self.chase_start(p, u)).is_empty();
        let any = p.retreat.chasers.iter().any(goes);
        if !any {
            p.steps.pop();
        }
        any
    }

    /// Whether the pursuer can go on; otherwise it has stopped.
    pub(super) fn chase_asks(&self, p: &mut Position) -> bool {
        let now = self.chase_now(p).filter(|c| p.on_map(c.unit));
        let more = now.is_some_and(|c| !self.chase_hexes(p, &c).is_empty());
        if !more {
            self.chase_over(p);
        }
        more
    }

    fn chase_over(&self, p: &mut Position) {
        let r = &mut p.retreat;
        if let Some(unit) = std::mem::take(&mut r.chaser).get() {
            r.chasers.remove(unit);
        }
        (r.chase, r.off) = (Trail::NONE, false);
        p.steps.pop();
    }

    /// What the attacker can do in pursuit.
    pub(super) fn pursuit_offers(
        &self,
        p: &Position,
        step: RetreatStep,
        out: &mut Offers<'_, RetreatAction>,
    ) {
        if step == RetreatStep::Chase {
            let hexes = self.chase_now(p).map_or(Hexes::EMPTY, |c| self.chase_hexes(p, &c));
            out.all_legal(hexes.iter().map(|hex| RetreatAction::On { hex }));
            out.candidate(RetreatAction::Halt);
            return;
        }
        for unit in p.retreat.chasers.iter() {
            let hexes = self.chase_hexes(p, &self.chase_start(p, unit));
            out.all_legal(hexes.iter().map(|hex| RetreatAction::Pursue { unit, hex }));
        }
        out.legal(RetreatAction::Stop);
    }

    /// The rule that forbids a step of the pursuit.
    pub(super) fn pursuit_refuse(
        &self,
        p: &Position,
        step: RetreatStep,
        a: RetreatAction,
    ) -> Option<Refusal> {
        let step_refused =
            |c: &Chase, hex: HexId| self.chase_refused(p, c, hex).map(|(rule, why)| no(rule, why).at(hex));
        match (step, a) {
            (RetreatStep::Chase, RetreatAction::On { hex }) => match self.chase_now(p) {
                Some(c) => step_refused(&c, hex),
                None => Some(self.not_now(p, Action::Retreat(a))),
            },
            (RetreatStep::Chase, RetreatAction::Halt) => {
                let rests = self.chase_now(p).is_none_or(|c| self.chase_rests(p, &c));
                (!rests).then(|| no("5.1a", "there is no room for it here"))
            }
            (RetreatStep::Pursue, RetreatAction::Stop) => None,
            (RetreatStep::Pursue, RetreatAction::Pursue { unit, hex }) => {
                if self.is_unit(unit) && p.on_map(unit) && p.has(unit, Flag::Disorganized) {
                    return Some(no("15.13", "a disorganized unit does not pursue").of(unit));
                }
                if !self.is_unit(unit) || !p.retreat.chasers.has(unit) {
                    return Some(no("7.56", "it is not one of the victorious attackers that may pursue"));
                }
                step_refused(&self.chase_start(p, unit), hex)
            }
            _ => Some(self.not_now(p, Action::Retreat(a))),
        }
    }

    /// Takes a step of the pursuit.
    pub(super) fn pursuit_take(&self, p: &mut Position, a: RetreatAction, events: &mut Vec<Event>) {
        match a {
            RetreatAction::Pursue { unit, hex } => {
                let c = self.chase_start(p, unit);
                p.steps.push(Step::Retreat(RetreatStep::Chase));
                self.chase_go(p, c, hex, events);
            }
            RetreatAction::On { hex } => {
                if let Some(c) = self.chase_now(p) {
                    self.chase_go(p, c, hex, events);
                }
            }
            RetreatAction::Halt => self.chase_over(p),
            _ => {
                p.retreat.chasers = Pieces::EMPTY;
                p.steps.pop();
            }
        }
    }

    /// A pursuer goes one hex; artillery and headquarters in its way are destroyed (lodz 8.16a, lodz 10.38).
    fn chase_go(&self, p: &mut Position, c: Chase, to: HexId, events: &mut Vec<Event>) {
        let on = self.chase_leg(p, &c, to).unwrap_or(false);
        let (map, unit) = (self.scenario(p).map, c.unit);
        let from = p.hex(unit);
        events.extend(from.map(|from| Event::Retreat(RetreatEvent::Pursues { unit, map, from, to, on })));
        let other = p.other();
        let weak: Pieces = p.at(to).filter(|u| p.side(*u) == other && self.kind(*u).is_unit()).collect();
        for unit in weak.iter() {
            let rule = if self.kind(unit) == Kind::Hq { "10.38" } else { "8.16a" };
            self.destroy(p, unit, rule, events);
        }
        self.enter(p, &Pieces::one(c.unit), to, events);
        p.units.mark(c.unit, Flag::Stirred, true);
        let r = &mut p.retreat;
        (r.chaser, r.chase, r.off) = (c.unit.into(), c.trail, !on);
        r.chase.push(to);
    }
}
