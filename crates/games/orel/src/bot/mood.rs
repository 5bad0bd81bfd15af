//! What a plan tells each unit, and what that changes in what it does.

use crate::data::UNITS;
use crate::play::Engine;
use crate::position::{FormationId, Pieces, Position, UnitId};
use sandtable_core::plan::{Plan, Posture};
use sandtable_ops::Id;

/// What a hex nearer to the friendly edge is worth to those who fall back.
pub const FALL_BACK: f32 = 0.7;
/// What staying is worth more to those who hold.
const HOLD: f32 = 1.0;
/// Chance of being driven out that those who hold take on, and that those who fall back avoid.
const STAUNCH: f32 = 0.15;

/// A plan that is followed.
#[derive(Clone, Copy, Default)]
pub struct Obeyed {
    /// The plan.
    pub plan: Plan,
    /// Whether things are thought of roughly, for a player that tries many games.
    pub quick: bool,
}

impl Obeyed {
    /// What it tells each unit of a side.
    pub fn mood(&self, engine: &Engine<'_>, p: &Position, side: u8) -> Mood {
        let mut out = Mood { quick: self.quick, ..Mood::FREE };
        if self.plan == Plan::default() {
            return out;
        }
        for (i, formation) in formations(engine, p, side).enumerate() {
            let posture = self.plan.of(i);
            if posture != Posture::Free {
                engine
                    .all_units()
                    .filter(|u| engine.def(*u).formation == Some(formation))
                    .for_each(|u| out.posture[usize::from(u)] = posture);
            }
        }
        out
    }
}

/// Formations of a side that a plan orders, in the order of the plan: all that have arrived, whatever is left of them, so that their
/// numbers stay the same through a turn.
pub fn formations<'a>(engine: &Engine<'a>, p: &Position, side: u8) -> impl Iterator<Item = FormationId> + 'a {
    let (d, s, turn) = (engine.d, engine.scenario(p), p.turn);
    (0..d.formations.len()).map(FormationId::of).filter(move |f| {
        d.formations[usize::from(*f)].side == side
            && s.setup.iter().any(|row| {
                let def = &d.units[usize::from(row.unit)];
                let here = match row.at {
                    crate::data::Where::Hex(_) => true,
                    crate::data::Where::Entry { turn: due, .. } => due <= turn,
                    crate::data::Where::Pool => false,
                };
                here && def.formation == Some(*f) && def.class.is_combat()
            })
    })
}

/// What units were told.
#[derive(Clone, Copy)]
pub struct Mood {
    posture: [Posture; UNITS],
    /// See [`Obeyed::quick`].
    pub quick: bool,
}

impl Mood {
    /// Nobody was told anything.
    pub const FREE: Mood = Mood { posture: [Posture::Free; UNITS], quick: false };

    fn of(&self, unit: UnitId) -> Posture {
        self.posture.get(usize::from(unit)).copied().unwrap_or_default()
    }

    /// The goal that a unit was sent to.
    pub fn goal(&self, unit: UnitId) -> Option<usize> {
        if let Posture::Goal(g) = self.of(unit) { Some(usize::from(g)) } else { None }
    }

    /// Whether a unit gives ground.
    pub fn falls_back(&self, unit: UnitId) -> bool {
        self.of(unit) == Posture::FallBack
    }

    /// How much more staying is worth to a unit.
    pub fn stay(&self, unit: UnitId) -> f32 {
        if self.of(unit) == Posture::Hold { HOLD } else { 0.0 }
    }

    /// How much a unit minds danger.
    pub fn caution(&self, unit: UnitId) -> f32 {
        match self.of(unit) {
            Posture::Attack => 0.6,
            Posture::FallBack => 2.0,
            _ => 1.0,
        }
    }

    /// How bold units are in the mean: 1 if all seek battle.
    pub fn bold(&self, units: Pieces) -> f32 {
        let bold = |u: UnitId| match self.of(u) {
            Posture::Attack => 1.0,
            Posture::Hold => -1.5,
            Posture::FallBack => -3.0,
            _ => 0.0,
        };
        units.iter().map(bold).sum::<f32>() / units.len().max(1) as f32
    }

    /// By how much units stand at worse odds.
    pub fn staunch(&self, units: Pieces) -> f32 {
        let staunch = |u: UnitId| match self.of(u) {
            Posture::Hold | Posture::Attack => 1.0,
            Posture::FallBack => -2.0,
            _ => 0.0,
        };
        STAUNCH * units.iter().map(staunch).sum::<f32>() / units.len().max(1) as f32
    }
}
