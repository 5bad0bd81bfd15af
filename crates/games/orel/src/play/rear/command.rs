//! Command (5): groups, main bodies, and who is Out of Command.

use super::{Moment, RearAction, RearEvent, RearStep};
use crate::data::{Class, Formation, Hexes, Level, RED, WHITE};
use crate::play::{Engine, Event};
use crate::position::{FormationId, HexId, Pieces, Position, Step, UnitId};
use sandtable_core::Refusal;
use sandtable_ops::Id;

/// Room for groups of one formation.
const GROUPS: usize = 16;

/// Main bodies of a formation.
struct Body {
    /// Units of those that are clear.
    clear: Pieces,
    /// Groups of which the owner picks one; empty ones fill the rest.
    tied: [Pieces; GROUPS],
}

impl Body {
    fn clear(clear: Pieces) -> Body {
        Body { clear, tied: [Pieces::EMPTY; GROUPS] }
    }

    /// Whether the owner must pick.
    fn is_tied(&self) -> bool {
        self.first_tied().is_some()
    }

    fn first_tied(&self) -> Option<Pieces> {
        self.tied.iter().find(|g| !g.is_empty()).copied()
    }
}

impl Engine<'_> {
    /// Units of a formation that form its main body, as the last Command phase of their side has it.
    pub fn main_bodies(&self, p: &Position, formation: FormationId) -> Pieces {
        p.rear.main.which(|u| self.def(u).formation == Some(formation) && p.on_map(u))
    }

    /// Whether a line of command of this many hexes joins two hexes: enemy zones do not cut it, enemy units do (orel 5.2.1g).
    pub fn command_line(&self, p: &Position, side: u8, from: HexId, to: HexId, hexes: u8) -> bool {
        let map = &self.d.map;
        let far = map.distance(from, to);
        if far > hexes {
            return false;
        }
        if far <= 1 {
            return true;
        }
        let (mut reached, mut news) = (Hexes::one(from), Hexes::one(from));
        for left in (0..hexes).rev() {
            let mut next = Hexes::EMPTY;
            for hex in news.iter() {
                // A detour has to come to its end in time.
                let way = |h: &HexId| map.distance(*h, to) <= left && !p.holds(1 - side, *h);
                map.neighbours(hex).filter(way).for_each(|h| next.insert(h));
            }
            if next.has(to) {
                return true;
            }
            news = next.without(&reached);
            reached.join(&news);
        }
        false
    }

    /// Whether such a line joins the hexes of two units.
    fn command_joins(&self, p: &Position, side: u8, a: UnitId, b: UnitId, hexes: u8) -> bool {
        matches!((p.hex(a), p.hex(b)), (Some(a), Some(b)) if self.command_line(p, side, a, b, hexes))
    }

    /// Groups of a formation: units of the class that forms its main body, each near another (orel 5.2.1b, orel 5.2.1c,
    /// orel 5.2.2).
    fn command_groups(&self, p: &Position, formation: FormationId) -> [Pieces; GROUPS] {
        let f = &self.d.formations[usize::from(formation)];
        let counts = |u: &UnitId| {
            let def = self.def(*u);
            p.on_map(*u) && def.formation == Some(formation) && Some(def.class) == f.main_body_of
        };
        let mut left: Pieces = self.all_units().filter(counts).collect();
        let mut groups = [Pieces::EMPTY; GROUPS];
        for group in &mut groups {
            let Some(first) = left.first() else { break };
            left.remove(first);
            *group = Pieces::one(first);
            loop {
                let joins = |u: UnitId| {
                    let line = |g: UnitId| self.command_joins(p, f.side, g, u, f.group_distance);
                    group.iter().any(line)
                };
                let more = left.which(joins);
                if more.is_empty() {
                    break;
                }
                *group = group.with(&more);
                left = left.without(&more);
            }
        }
        groups
    }

    /// The largest groups are the main bodies; of equals those that were main bodies before stay so, otherwise the owner picks
    /// (orel 5.2.1h, orel 5.2.1i).
    fn main_body(&self, p: &Position, formation: FormationId) -> Body {
        let mut rest = self.command_groups(p, formation);
        let scenario = self.scenario(p);
        // What a scenario lays down for a turn (orel 10.1f).
        let fixed = scenario.main_bodies.iter().filter(|(f, turn, _)| (*f, *turn) == (formation, p.turn));
        let fixed: Pieces = fixed.map(|(_, _, u)| *u).filter(|u| p.on_map(*u)).collect();
        if !fixed.is_empty() {
            let named = rest.iter().filter(|g| !g.meet(&fixed).is_empty());
            return Body::clear(named.fold(Pieces::EMPTY, |all, g| all.with(g)));
        }
        let mut slots = usize::from(self.d.formations[usize::from(formation)].main_bodies.max(1));
        let mut found = Pieces::EMPTY;
        while slots > 0 {
            let most = rest.iter().map(|g| g.len()).max().unwrap_or(0);
            if most == 0 {
                break;
            }
            let mut tied = rest.map(|g| if g.len() == most { g } else { Pieces::EMPTY });
            let count = |groups: &[Pieces; GROUPS]| groups.iter().filter(|g| !g.is_empty()).count();
            if count(&tied) > slots {
                let kept = |g: &Pieces| g.meet(&p.rear.main).len();
                let best = tied.iter().map(kept).max().unwrap_or(0);
                tied = tied.map(|g| if kept(&g) == best { g } else { Pieces::EMPTY });
                if best == 0 || count(&tied) > slots {
                    return Body { clear: found, tied };
                }
            }
            for (group, of_rest) in tied.iter().zip(&mut rest).filter(|(g, _)| !g.is_empty()) {
                found = found.with(group);
                *of_rest = Pieces::EMPTY;
                slots -= 1;
            }
        }
        Body::clear(found)
    }

    fn set_main_body(&self, p: &mut Position, formation: FormationId, body: Pieces) {
        p.rear.main = p.rear.main.which(|u| self.def(u).formation != Some(formation)).with(&body);
    }

    /// Superiors, formations and pools.
    pub(super) fn all_formations(&self) -> impl Iterator<Item = FormationId> + use<> {
        (0..self.d.formations.len()).map(FormationId::of)
    }

    fn formations_of(&self, side: u8) -> impl Iterator<Item = FormationId> + '_ {
        let own = move |f: &Formation| f.side == side && f.level == Level::Formation;
        self.all_formations().filter(move |f| own(&self.d.formations[usize::from(*f)]))
    }

    /// Formations that can command a pool.
    fn commanded_by(&self, pool: &Formation) -> impl Iterator<Item = FormationId> + use<> {
        let bits = pool.commanded_by;
        self.all_formations().filter(move |f| bits >> f.bit() & 1 == 1)
    }

    /// The formation of a unit, if it is troops.
    fn command_of(&self, unit: UnitId) -> Option<(FormationId, &Formation)> {
        let formation = self.def(unit).formation?;
        self.d.formations.get(usize::from(formation)).map(|f| (formation, f))
    }

    /// Main bodies as the flags of the set-up show them (orel RU-10); the flags themselves hold until a side's own Command phase
    /// (orel RU-13).
    pub(super) fn command_at_start(&self, p: &mut Position) {
        if p.turn != self.scenario(p).first_turn || !p.rear.main.is_empty() {
            return;
        }
        p.rear.main = self.d.charts.tie_at_start.iter().map(|(_, _, unit)| *unit).collect();
        for side in [WHITE, RED] {
            for formation in self.formations_of(side) {
                let body = self.main_body(p, formation);
                let body = body.clear.with(&body.first_tied().unwrap_or_default());
                self.set_main_body(p, formation, body);
            }
        }
    }

    /// Sets main bodies as far as they are clear; whether groups tie, which is asked next (orel 5.2.1h).
    pub(in crate::play) fn command_tied(&self, p: &mut Position) -> bool {
        for formation in self.formations_of(p.active) {
            let body = self.main_body(p, formation);
            if body.is_tied() {
                p.play.steps.push(Step::Rear(RearStep::MainBody { formation }));
                return true;
            }
            self.set_main_body(p, formation, body.clear);
        }
        false
    }

    /// Finds the main bodies, asks where groups tie, then says who is out of command.
    pub(super) fn command_run(&self, p: &mut Position, events: &mut Vec<Event>) -> bool {
        if self.command_tied(p) {
            return false;
        }
        let own: Pieces = self.all_units().filter(|u| p.side(*u) == p.active).collect();
        for unit in own.iter() {
            let ooc = p.on_map(unit) && !self.commanded(p, unit);
            if ooc != p.ooc.has(unit) {
                p.ooc.set(unit, ooc);
                if p.on_map(unit) {
                    events.push(Event::Rear(RearEvent::Command { unit, hex: p.hex(unit), ooc }));
                }
            }
        }
        p.play.steps.pop();
        self.rear_offer(p, p.reactive(), Moment::EnemyCommand);
        false
    }

    /// Units of a side that would be Out of Command if its Command phase came now; of tied groups the first is the main body.
    pub fn out_of_command(&self, p: &Position, side: u8) -> Pieces {
        let mut next = *p;
        for formation in self.formations_of(side) {
            let body = self.main_body(p, formation);
            let body = body.clear.with(&body.first_tied().unwrap_or_default());
            self.set_main_body(&mut next, formation, body);
        }
        next.units.on_map_of(side).filter(|u| !self.commanded(&next, *u)).collect()
    }

    /// Units of main bodies that have a unit in command where it stands (orel 5.1, orel 5.2); none if it is not.
    pub fn commanders(&self, p: &Position, unit: UnitId) -> Pieces {
        let def = self.def(unit);
        let Some((formation, f)) = self.command_of(unit) else { return Pieces::EMPTY };
        let of_class = |f: &Formation| match def.class {
            Class::Infantry => f.group_distance,
            Class::Cavalry => f.cavalry_distance,
            _ => f.artillery_distance,
        };
        let side = p.side(unit);
        let near = |formation: FormationId, hexes: u8| {
            self.main_bodies(p, formation).which(|m| self.command_joins(p, side, unit, m, hexes))
        };
        match f.level {
            Level::Formation => near(formation, of_class(f)),
            _ => self.commanded_by(f).fold(Pieces::EMPTY, |all, i| all.with(&near(i, of_class(f)))),
        }
    }

    /// Whether a unit on the map is in command by where it stands (orel 5.1, orel 5.2).
    pub fn commanded(&self, p: &Position, unit: UnitId) -> bool {
        let def = self.def(unit);
        // Vehicles and Depots (orel 5.1b).
        let Some((formation, f)) = self.command_of(unit) else { return true };
        let side = p.side(unit);
        let near = |formation: FormationId, hexes: u8| {
            let body = self.main_bodies(p, formation);
            body.iter().any(|m| self.command_joins(p, side, unit, m, hexes))
        };
        let of_class = |f: &Formation| match def.class {
            Class::Infantry => f.group_distance,
            Class::Cavalry => f.cavalry_distance,
            _ => f.artillery_distance,
        };
        let own = match f.level {
            Level::Formation if f.main_body_of == Some(def.class) => p.rear.main.has(unit),
            Level::Formation => near(formation, of_class(f)),
            // Recruits, independent units, the Letton pool (orel 5.1d to orel 5.1f).
            _ => self.commanded_by(f).any(|i| near(i, of_class(f))),
        };
        // The 8th Cavalry Division (orel 5.1g, orel 5.1h).
        let later =
            self.d.charts.later_command.iter().filter(|l| p.turn >= l.from_turn && l.units.contains(&unit));
        own || later.into_iter().any(|l| near(l.with, of_class(&self.d.formations[usize::from(l.with)])))
    }

    pub(super) fn main_body_refuse(
        &self,
        p: &Position,
        formation: FormationId,
        unit: UnitId,
    ) -> Option<Refusal> {
        let tied = self.main_body(p, formation).tied;
        // Each group is named by its first unit.
        (!tied.iter().any(|g| g.first() == Some(unit)))
            .then(|| Refusal::new("5.2.1h", "one of the largest groups is picked, by the first of its units"))
    }

    pub(super) fn main_body_take(
        &self,
        p: &mut Position,
        formation: FormationId,
        a: RearAction,
        events: &mut Vec<Event>,
    ) {
        p.play.steps.pop();
        let RearAction::MainBody { unit } = a else { return };
        let groups = self.main_body(p, formation).tied;
        let Some(group) = groups.into_iter().find(|g| g.has(unit)) else { return };
        let others = groups.iter().fold(Pieces::EMPTY, |all, g| all.with(g));
        p.rear.main = p.rear.main.without(&others).with(&group);
        events.push(Event::Rear(RearEvent::MainBody { formation, unit, units: group.len() as u8 }));
    }
}
