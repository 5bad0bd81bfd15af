//! How things stand for a side, looked at once in a phase: where the enemy is and can reach, where supply reaches, what is worth
//! having and who goes for it.

use super::clash::staffed;
use super::goals::{Goal, goals};
use super::mood::Moods;
use super::roads::Book;
use super::weights::ScriptWeights;
use crate::data::{Feature, HEXES, Hexes, UNITS};
use crate::play::Engine;
use crate::play::battle::column_of;
use crate::play::march::MarchStep;
use crate::position::{Flag, HexId, Phase, Pieces, Position, Step, UnitId};
use std::sync::Arc;

/// No way.
pub const FAR: u16 = u16::MAX;

/// Half-points of a turn of infantry.
pub const TURN: f32 = 8.0;

/// What a player brings to a decision.
pub struct Mind<'m> {
    /// What things are worth to it.
    pub w: &'m ScriptWeights,
    /// What its units are told.
    pub moods: &'m Moods,
    /// Ways that it knows.
    pub book: &'m mut Book,
}

/// How things stand.
#[derive(Clone)]
pub struct Picture {
    /// For whom.
    pub side: u8,
    /// The weights.
    pub w: ScriptWeights,
    /// Days left, this one not counted, and how late it is: 0 early, 1 on the last day.
    pub days: u8,
    /// See there.
    pub late: f32,
    /// Hexes to the nearest enemy infantry or cavalry.
    pub enemy: [u8; HEXES],
    /// Enemy strength that could come to attack a hex in its next turn.
    pub threat: [f32; HEXES],
    /// Hexes in enemy zones.
    pub zone: Hexes,
    /// Hexes that supply reaches now.
    pub fed: Hexes,
    /// Hexes in command of each side; those of one's own with what staffs can still do.
    pub staffs: [Hexes; 2],
    /// Victory hexes and other goals.
    pub goals: Vec<Goal>,
    /// Each unit's goal, as an index.
    pub objective: [u8; UNITS],
    /// Units that hold a goal and stay there.
    pub guards: Pieces,
    /// Where each unit was sent the last time, as a hex.
    pub sent: [Option<HexId>; UNITS],
    /// What each unit is told.
    pub moods: Moods,
    /// Whether it is for a trial, which looks less closely and leaves out the railways.
    pub quick: bool,
    /// Worth of each hex as a goal.
    worth: [f32; HEXES],
    /// Losses that a defender expects in each column, in CEL.
    harm: [f32; 13],
}

impl Picture {
    /// Looks at a position; `exact` finds what the enemy can reach by its own ways, otherwise as the crow flies.
    pub fn new(
        engine: &Engine<'_>,
        p: &Position,
        side: u8,
        exact: bool,
        sent: &[Option<HexId>; UNITS],
        mind: &mut Mind<'_>,
    ) -> Picture {
        let map = engine.map(p);
        let foe = 1 - side;
        let last = engine
            .scenario(p)
            .parts
            .iter()
            .find(|part| (part.first..=part.last).contains(&p.day))
            .map_or(engine.scenario(p).days, |part| part.last);
        let days = last.saturating_sub(p.day);
        let late = (1.0 - f32::from(days) / 4.0).max(0.0);
        let mut enemy = [u8::MAX; HEXES];
        let mut threat = [0.0; HEXES];
        let snow = engine.march_snow(p);
        let mut last = None;
        for u in p.units.on_map_of(foe).filter(|u| engine.kind(*u).is_line()) {
            let Some(hex) = p.hex(u) else { continue };
            let sp = f32::from(engine.strength(p, u));
            let reach = if snow { 2 } else { engine.def(u).mp / 2 };
            let far = map.distances(hex);
            if last != Some(hex) {
                enemy.iter_mut().zip(far).for_each(|(slot, far)| *slot = (*slot).min(*far));
                last = Some(hex);
            }
            if exact {
                continue;
            }
            for (threat, far) in threat.iter_mut().zip(far).filter(|(_, far)| **far <= reach + 1) {
                let fade = if *far <= 2 { 1.0 } else { 1.0 - 0.5 * f32::from(far - 2) / f32::from(reach) };
                *threat += sp * fade;
            }
        }
        if exact {
            marches(engine, p, foe, |u, ends| {
                let sp = f32::from(engine.strength(p, u));
                let beside: Hexes = ends.iter().flat_map(|h| map.neighbours(h)).map(|(_, h)| h).collect();
                beside.with(&ends).iter().for_each(|h| threat[usize::from(h)] += sp);
            });
        }
        let zone = map.zone_of(&p.units.line_hexes(foe));
        let ground = engine.supply_ground(p, side);
        let fed = engine.supply_reach(p, side, if side == 0 { 0 } else { 2 }, false, &ground);
        let mut picture = Picture {
            side,
            w: *mind.w,
            days,
            late,
            enemy,
            threat,
            zone,
            fed,
            staffs: [
                staffed(engine, p, 0, if side == 0 { 2 } else { 0 }),
                staffed(engine, p, 1, u8::from(side == 1) * 2),
            ],
            goals: mind.book.room(),
            objective: [u8::MAX; UNITS],
            guards: Pieces::EMPTY,
            sent: *sent,
            moods: *mind.moods,
            quick: mind.book.rough,
            worth: [0.0; HEXES],
            harm: std::array::from_fn(|column| harm(engine, column)),
        };
        goals(engine, p, &mut picture, mind.book);
        for g in &picture.goals {
            picture.worth[usize::from(g.hex)] = g.worth;
        }
        picture
    }

    /// How things stand in a battle; in a trial, as they stood when the phase began.
    pub fn of_battle(
        engine: &Engine<'_>,
        p: &Position,
        side: u8,
        sent: &[Option<HexId>; UNITS],
        mind: &mut Mind<'_>,
    ) -> Arc<Picture> {
        if let Some(picture) = mind.book.seen(p, side) {
            return picture;
        }
        let picture = Picture::new(engine, p, side, false, sent, mind);
        mind.book.keep(p, picture)
    }

    /// What a hex is worth as a goal.
    pub fn worth(&self, hex: HexId) -> f32 {
        self.worth.get(usize::from(hex)).copied().unwrap_or(0.0)
    }

    /// What an attack wins with a hex: the goal in it, else ground.
    pub fn prize(&self, hex: HexId) -> f32 {
        self.w.ground + self.worth(hex)
    }

    /// What the enemy's next attack on a hex with this much strength in it would cost, in CEL.
    pub fn feared(&self, engine: &Engine<'_>, p: &Position, hex: HexId, sp: f32, dug: bool) -> f32 {
        let (at, w) = (usize::from(hex), &self.w);
        let threat = self.threat[at] * w.danger_share;
        if sp <= 0.0 || threat < 1.0 {
            return 0.0;
        }
        let c = &engine.d.charts;
        let last = c.combat[0].len() as u8 - 1;
        let map = engine.map(p);
        let built = map.has(hex, Feature::Town) || map.has(hex, Feature::City);
        let works = match (dug, built) {
            (false, _) => 0,
            (_, true) => c.works_shift_built_up,
            _ => c.works_shift,
        };
        let column = column_of(threat as u16, sp as u16, c.even, last).saturating_sub(map.shift[at] + works);
        self.harm[usize::from(column)] * w.danger
    }

    /// Turns of march from a hex to a unit's objective.
    pub fn turns(&self, unit: UnitId, hex: HexId) -> f32 {
        let Some(goal) = self.goals.get(usize::from(self.objective[usize::from(unit)])) else { return 0.0 };
        goal.turns(hex)
    }
}

/// Losses that a defender expects in a column, in CEL.
fn harm(engine: &Engine<'_>, column: usize) -> f32 {
    let mut sum = 0.0;
    for (row, cells) in engine.d.charts.combat.iter().enumerate() {
        let cell = cells[column];
        let chance = (6 - (row as i32 - 5).abs()) as f32 / 36.0;
        let (n, m) = (f32::from(cell.retreat[1]), f32::from(cell.loss[1]));
        sum += chance * (m + if n > 0.0 { n.min(0.5 + 0.3 * n) } else { 0.0 });
    }
    sum
}

/// Where the infantry and cavalry of a side could go if it were its turn to move, each unit's own hex included.
pub fn marches(engine: &Engine<'_>, p: &Position, side: u8, mut each: impl FnMut(UnitId, Hexes)) {
    let mut q = *p;
    (q.active, q.phase) = (side, Phase::Movement);
    q.steps.replace(Step::March(MarchStep::Move));
    for flag in [Flag::Moved, Flag::Finished, Flag::Strategic, Flag::Digging, Flag::Replaced, Flag::Barraged]
    {
        q.units.unmark_all(side, flag);
    }
    let all = || p.units.on_map_of(side).filter(|u| engine.kind(*u).is_line());
    for u in all() {
        q.march.left[usize::from(u)] = engine.march_allowance(&q, u);
        q.march.fresh.insert(u);
    }
    let land = engine.march_land(&q);
    for u in all() {
        let mut ends = engine.march_reach_in(&q, &land, u).ends;
        p.hex(u).into_iter().for_each(|here| ends.insert(here));
        each(u, ends);
    }
}
