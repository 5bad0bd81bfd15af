//! How a posture changes what a unit weighs.

use crate::data::UNITS;
use crate::play::Engine;
use crate::position::{HexId, Position, UnitId};
use sandtable_core::plan::{Plan, Posture};

/// What the attack of a unit must bring less, or more, than by the script alone.
const EAGER: f32 = 0.7;
const AIMED: f32 = 0.4;
const WARY: f32 = 0.5;
const SHY: f32 = 4.0;
/// What staying is worth to who holds; each hex from the enemy to who gives ground.
const ROOTED: f32 = 1.0;
const AWAY: f32 = 0.5;
/// A hex that is told to be held, in a battle.
const STUBBORN: f32 = 1.0;

/// What a unit is told.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub enum Mood {
    /// What the script thinks best.
    #[default]
    Free,
    /// Go for a hex.
    Aim(HexId),
    /// Seek battle.
    Attack,
    /// Keep what it has.
    Hold,
    /// Give ground.
    FallBack,
}

impl Mood {
    /// How much the way to its objective counts.
    pub fn pull(self) -> f32 {
        match self {
            Mood::Free | Mood::Attack => 1.0,
            Mood::Aim(_) => 1.4,
            Mood::Hold => 0.3,
            Mood::FallBack => 0.0,
        }
    }

    /// How much danger counts.
    pub fn fear(self) -> f32 {
        match self {
            Mood::Free | Mood::Hold => 1.0,
            Mood::Aim(_) => 0.7,
            Mood::Attack => 0.4,
            Mood::FallBack => 2.5,
        }
    }

    /// What a hex so far from the enemy is worth besides.
    pub fn place(self, here: bool, enemy: u8) -> f32 {
        match self {
            Mood::Hold if here => ROOTED,
            Mood::FallBack => AWAY * f32::from(enemy.min(5)),
            _ => 0.0,
        }
    }

    /// What its attack on a hex is worth besides.
    pub fn eager(self, far: impl FnOnce(HexId) -> u8) -> f32 {
        match self {
            Mood::Free => 0.0,
            Mood::Aim(hex) => {
                if far(hex) <= 1 {
                    AIMED
                } else {
                    0.0
                }
            }
            Mood::Attack => EAGER,
            Mood::Hold => -WARY,
            Mood::FallBack => -SHY,
        }
    }

    /// What the place it stands in is worth besides when it could go back.
    pub fn stubborn(self) -> f32 {
        match self {
            Mood::Hold => STUBBORN,
            Mood::Attack => STUBBORN * 0.5,
            Mood::FallBack => -STUBBORN,
            Mood::Free | Mood::Aim(_) => 0.0,
        }
    }

    /// Whether it goes to another place to attack.
    pub fn sallies(self) -> bool {
        !matches!(self, Mood::Hold | Mood::FallBack)
    }
}

/// What every unit is told.
#[derive(Clone, Copy, Debug)]
pub struct Moods {
    of: [Mood; UNITS],
    /// Whether nobody is told anything.
    pub free: bool,
}

impl Moods {
    /// Nobody is told anything.
    pub const FREE: Moods = Moods { of: [Mood::Free; UNITS], free: true };

    /// What a plan tells the units of a side.
    pub fn new(engine: &Engine<'_>, p: &Position, side: u8, plan: &Plan) -> Moods {
        if *plan == Plan::default() {
            return Moods::FREE;
        }
        let formations = &engine.d.formations[usize::from(p.scenario)];
        let victory = &engine.part(p).victory;
        let mut out = Moods { free: false, ..Moods::FREE };
        for unit in engine.all_units().filter(|u| p.side(*u) == side) {
            let Some(group) = formations.of(unit) else { continue };
            out.of[usize::from(unit)] = match plan.of(group) {
                Posture::Free => Mood::Free,
                Posture::Goal(g) => victory.get(usize::from(g)).map_or(Mood::Free, |v| Mood::Aim(v.hex)),
                Posture::Attack => Mood::Attack,
                Posture::Hold => Mood::Hold,
                Posture::FallBack => Mood::FallBack,
            };
        }
        out
    }

    /// What a unit is told.
    pub fn of(&self, unit: UnitId) -> Mood {
        self.of.get(usize::from(unit)).copied().unwrap_or_default()
    }

    /// The hex that a unit is sent to, if it is sent to one.
    pub fn aim(&self, unit: UnitId) -> Option<HexId> {
        if let Mood::Aim(hex) = self.of(unit) { Some(hex) } else { None }
    }

    /// What the attack of some units on a hex is worth besides.
    pub fn eager(&self, units: impl Iterator<Item = UnitId>, far: impl Fn(HexId) -> u8) -> f32 {
        if self.free {
            return 0.0;
        }
        let (mut sum, mut n) = (0.0, 0.0f32);
        for unit in units {
            sum += self.of(unit).eager(&far);
            n += 1.0;
        }
        sum / n.max(1.0)
    }
}
