//! What orders change in the march of an army: which goal draws it, what odds it wants, how it takes danger.

use super::picture::Front;
use super::plan::city_worth;
use super::weights::ScriptWeights;
use crate::play::Engine;
use crate::play::land::Position;
use crate::play::land::position::CORPS;
use sandtable_board::AreaId;
use sandtable_core::plan::Posture;
use sandtable_ops::ArrayList;

/// A city of its own that counts at least this much is worth going to.
const COUNTS: f32 = 1.0;
/// A city of the enemy's.
const TEMPTS: f32 = 0.6;
/// Goals that can be numbered.
const MOST: usize = 250;

/// What an order does to the marches of an army.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Mood {
    /// The one place that it is drawn to.
    pub goal: Option<AreaId>,
    /// How much other goals draw it.
    pub pull: f32,
    /// The odds that it wants before it attacks.
    pub least: f32,
    /// What it likes a battle beside what comes of it.
    pub push: f32,
    /// How much danger counts.
    pub fear: f32,
    /// What it minds leaving its place.
    pub rooted: f32,
    /// How much enemies near by repel it.
    pub shy: f32,
}

impl Mood {
    /// Without orders.
    pub(super) fn free(w: &ScriptWeights) -> Mood {
        Mood { goal: None, pull: w.pull, least: w.least, push: 0.0, fear: w.fear, rooted: 0.0, shy: 0.0 }
    }

    /// What an order means to who would go about it in a mood of its own.
    pub(super) fn ordered(self, posture: Posture, goals: &[AreaId]) -> Mood {
        match posture {
            Posture::Free => self,
            Posture::Goal(g) => {
                Mood { goal: goals.get(usize::from(g)).copied(), pull: self.pull.min(2.0), ..self }
            }
            Posture::Attack => {
                Mood { least: self.least.min(0.95), push: 4.0, fear: self.fear.min(0.2), ..self }
            }
            Posture::Hold => {
                Mood { pull: self.pull.min(1.5), least: self.least.max(1.8), rooted: 8.0, ..self }
            }
            Posture::FallBack => Mood { pull: 0.0, least: 3.0, push: -10.0, fear: 2.0, shy: 0.1, ..self },
        }
    }
}

/// Everything that an army can be sent to, from what everybody sees: cities, and enemies in the field.
pub(super) fn targets(e: Engine<'_>, p: &Position, power: u8) -> ArrayList<AreaId, MOST> {
    let mut out = ArrayList::new();
    let mut field = crate::play::land::AreaSet::NONE;
    for block in 0..CORPS {
        if let crate::play::land::Spot::Field(area) = p.corps[block].spot
            && p.at_war(power, p.corps[block].power)
        {
            field.put(area);
        }
    }
    for area in e.d.board.areas() {
        if out.len() == MOST {
            break;
        }
        let city = || {
            let worth = city_worth(&e, p, area);
            let nation = p.city_of(e.d, area);
            (worth >= TEMPTS && p.at_war(power, nation)) || (worth >= COUNTS && p.friends(power, nation))
        };
        let wanted = field.has(area) || (e.d.place(area).spires > 0 && city());
        if wanted && p.may_enter(power, area) {
            out.push(area);
        }
    }
    out
}

/// What a goal is worth to go to, as it looks from where nobody stands yet.
pub(super) fn target_worth(front: &Front<'_>, area: AreaId) -> f32 {
    let (e, p) = (front.e, front.p);
    let enemy = front.theirs[area.index()];
    let city = if e.d.place(area).spires > 0 { city_worth(&e, p, area) } else { 0.0 };
    let city = if front.own_city(area) {
        // A city of its own draws as far as it is in danger.
        city * (front.threat[area.index()] / 30.0).min(1.0)
    } else {
        1.5 * city
    };
    city + 0.1 * enemy
}
