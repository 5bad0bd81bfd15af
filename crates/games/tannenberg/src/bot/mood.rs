//! How a posture changes what a formation weighs.

use super::Regular;
use crate::play::RU;
use crate::play::reason;
use crate::position::Position;
use crate::{Sheet, Tannenberg};
use sandtable_core::plan::{GROUPS, Plan, Posture};
use sandtable_east::data::UnitSet;
use sandtable_east::standard::zones::enemy;

/// What six attacks of a formation must bring less, or more, than by the script alone.
const EAGER: i32 = 100;
const WARY: i32 = 60;
const SHY: i32 = 240;
/// What a march must gain more when a formation holds.
const ROOTED: i32 = 30;
/// A march towards the attack on the goal of a formation.
const AIMED: i32 = 50;
/// How much danger counts for who seeks battle and for who gives ground, percent.
const BOLD: i32 = 25;
const TIMID: i32 = 500;
/// An advance of each temper.
const PUSH: i32 = 14;

/// What a posture does to the marches of a formation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Mood {
    /// The one hex that it is drawn to.
    pub goal: Option<u16>,
    /// How much danger counts, percent.
    pub fear: i32,
    /// Whether contact with the enemy is to be avoided.
    pub shuns: bool,
    /// Whether it goes away from the enemy, and after no goal.
    pub flees: bool,
    /// What a march must gain more.
    pub rooted: i32,
}

impl Mood {
    /// Without orders.
    pub const FREE: Mood = Mood { goal: None, fear: 100, shuns: true, flees: false, rooted: 0 };
}

/// Where a goal of the list lies: the towns first, then the enemy's formations as far as they are seen.
pub(super) fn goal_hex(sheet: &Sheet, p: &Position, side: u8, goal: u8) -> Option<u16> {
    let data = &sheet.data;
    let goal = usize::from(goal);
    if let Some(town) = data.map.towns.get(goal) {
        return Some(town.hex);
    }
    let units = sheet.formations.units(enemy(side), goal - data.map.towns.len());
    let there = units.iter().filter(|u| p.hex(*u).is_some());
    let best = there.max_by_key(|u| (p.steps(data, *u), std::cmp::Reverse(u.0)))?;
    p.hex(best)
}

impl Tannenberg {
    /// Whether a side has nothing to win on the map but to get away: the Russian where no towns count.
    pub(super) fn is_hunted(sheet: &Sheet, side: u8) -> bool {
        side == RU && !sheet.rules.scenario.scores.iter().any(|s| s == reason::TOWNS.id)
    }
}

impl Regular {
    /// What a formation is told to do.
    pub(super) fn posture(&self, sheet: &Sheet, body: UnitSet) -> Posture {
        let told = match self.free {
            true => Posture::Free,
            false => sheet.formations.of(body).map_or(Posture::Free, |f| self.plan.of(f)),
        };
        let flees = told == Posture::Free && self.hunted && self.covered_by(body).is_none();
        if flees { Posture::FallBack } else { told }
    }

    /// How some units march under their posture.
    pub(super) fn mood(&self, sheet: &Sheet, p: &Position, side: u8, body: UnitSet) -> Mood {
        match self.posture(sheet, body) {
            Posture::Free => match self.covered_by(body) {
                Some(corps) => Mood { goal: Some(corps), shuns: false, ..Mood::FREE },
                None => Mood::FREE,
            },
            Posture::Goal(g) => Mood { goal: goal_hex(sheet, p, side, g), ..Mood::FREE },
            Posture::Attack => Mood { fear: BOLD, shuns: false, ..Mood::FREE },
            Posture::Hold => Mood { rooted: ROOTED, ..Mood::FREE },
            Posture::FallBack => Mood { fear: TIMID, flees: true, ..Mood::FREE },
        }
    }

    /// What an attack by some units is worth beyond what it brings.
    pub(super) fn eager(&self, sheet: &Sheet, p: &Position, side: u8, units: UnitSet, target: u16) -> i32 {
        if (self.free && !self.hunted) || units.is_empty() {
            return 0;
        }
        let one = |unit| match self.posture(sheet, std::iter::once(unit).collect()) {
            Posture::Free => 0,
            Posture::Goal(g) => match goal_hex(sheet, p, side, g) {
                Some(hex) if sheet.data.map.distance(hex, target) <= 1 => AIMED,
                _ => 0,
            },
            Posture::Attack => EAGER,
            Posture::Hold => -WARY,
            Posture::FallBack => -SHY,
        };
        units.iter().map(one).sum::<i32>() / units.len() as i32
    }

    /// What an advance must bring less.
    pub(super) fn push(&self, sheet: &Sheet, body: UnitSet) -> i32 {
        match self.posture(sheet, body) {
            Posture::Attack => PUSH,
            Posture::Hold => -PUSH,
            Posture::FallBack => -4 * PUSH,
            Posture::Free | Posture::Goal(_) => 0,
        }
    }

    /// Follows a plan from now on.
    pub(super) fn obey(&mut self, plan: &Plan) {
        self.plan = *plan;
        self.free = (0..GROUPS).all(|g| plan.of(g) == Posture::Free);
    }
}
