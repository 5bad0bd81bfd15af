//! What a position is worth to a power: the points that decide, the cities that may change hands, and what is left of the
//! armies.

use super::picture::worth;
use crate::Europe;
use crate::data::POWERS;
use crate::land::position::CORPS;
use crate::land::{Position, Spot};
use crate::play::Engine;
use sandtable_board::AreaId;
use sandtable_core::plan::WON;
use sandtable_core::{Decision, Game, Side};

/// A point of the margin, or of the count of December.
const POINT: i32 = 100;
/// A factor in the field or in a city.
const FACTOR: i32 = 12;
/// A money point.
const MONEY: i32 = 2;
/// Pressure on a point of a city, in hundredths.
const PRESSURE: i32 = 25;
/// How much of a factor counts at a distance from a city.
const NEAR: [f32; 5] = [1.0, 0.9, 0.7, 0.4, 0.2];
/// Pressure beyond which more does not help, in factors.
const ENOUGH: f32 = 40.0;
/// A month of those in a row that a condition wants which decides at once.
const MONTH: i32 = 300;
/// What a capital counts in the grand campaign.
const CAPITAL: i16 = 3;

/// How two powers stand in a game.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Bond {
    Ours,
    Theirs,
    Neither,
}

impl Europe {
    /// Adds up what a position is worth to a power, part by part.
    pub(super) fn weigh_parts(&self, p: &Position, side: Side, part: &mut dyn FnMut(&'static str, i32)) {
        let e = self.engine();
        let s = e.scenario(p);
        let camp = s.sides.iter().position(|c| c.powers.contains(&side.0)).unwrap_or(0);
        let ours = |power: u8| s.sides.get(camp).is_some_and(|c| c.powers.contains(&power));
        if let Decision::Over(outcome) = self.to_decide(p) {
            part("victory", outcome.winner.map_or(0, |w| if ours(w.0) { WON } else { -WON }));
        }
        part("points", POINT * self.lead(&e, p, side.0, camp));
        if p.play.phase == crate::state::Phase::Over {
            return;
        }
        let bond = |power: u8| {
            if usize::from(power) >= POWERS {
                Bond::Neither
            } else if ours(power) || s.is_grand() && p.friends(side.0, power) {
                Bond::Ours
            } else if !s.is_grand() || p.at_war(side.0, power) {
                Bond::Theirs
            } else {
                Bond::Neither
            }
        };
        let (mut own, mut foe) = (0.0, 0.0);
        for block in 0..CORPS {
            if p.corps[block].spot == Spot::Off {
                continue;
            }
            match bond(p.corps[block].power) {
                Bond::Ours => own += worth(p, block),
                Bond::Theirs => foe += worth(p, block),
                Bond::Neither => {}
            }
        }
        part("own strength", (FACTOR as f32 * own) as i32);
        part("enemy strength", (-FACTOR as f32 * foe) as i32);
        let (pressed, pressing) = pressures(&e, p, bond);
        part("own cities in danger", (-PRESSURE as f32 * pressed) as i32);
        part("enemy cities in danger", (PRESSURE as f32 * pressing) as i32);
        let mut money = 0;
        for power in 0..POWERS as u8 {
            let purse = i32::from(p.money[usize::from(power)]).min(60);
            match bond(power) {
                Bond::Ours => money += purse,
                Bond::Theirs => money -= purse,
                Bond::Neither => {}
            }
        }
        part("money", MONEY * money);
        for (i, a) in s.at_once.iter().enumerate() {
            let months = MONTH * i32::from(p.year.held[i].min(a.turns));
            part("what decides at once", if a.winner == camp { months } else { -months });
        }
    }

    /// Points ahead: of the other camp, or in the grand campaign of the rivals.
    fn lead(&self, e: &Engine<'_>, p: &Position, power: u8, camp: usize) -> i32 {
        if !e.scenario(p).is_grand() {
            let margin = i32::from(e.margin(p));
            return if camp == 0 { margin } else { -margin };
        }
        let of = |q: u8| i32::from(p.year.totals[usize::from(q)] + e.december_score(p, q));
        let playing = e.playing(p);
        let rivals = || (0..POWERS as u8).filter(|q| *q != power && playing >> q & 1 == 1);
        let count = rivals().count().max(1) as i32;
        // The first of the others counts as much as all of them.
        let best = rivals().map(of).max().unwrap_or(0);
        let mean = rivals().map(of).sum::<i32>() / count;
        of(power) - (best + mean) / 2
    }
}

/// How hard own cities and those of the enemy are pressed, each weighted by what it counts.
fn pressures(e: &Engine<'_>, p: &Position, bond: impl Fn(u8) -> Bond) -> (f32, f32) {
    let s = e.scenario(p);
    let mut out = (0.0, 0.0);
    let mut weigh = |area: AreaId, value: i16| {
        let Some(holder) = p.power_of(p.city_of(e.d, area)) else { return };
        let whose = bond(holder);
        if whose == Bond::Neither {
            return;
        }
        let mut sum = 0.0;
        for block in 0..CORPS {
            let corps = &p.corps[block];
            let Some(at) = corps.spot.area() else { continue };
            let Some(near) = NEAR.get(usize::from(e.d.board.distance(at, area))) else { continue };
            match bond(corps.power) {
                Bond::Ours => sum += near * worth(p, block),
                Bond::Theirs => sum -= near * worth(p, block),
                Bond::Neither => {}
            }
        }
        let sum = sum.clamp(-ENOUGH, ENOUGH) / ENOUGH;
        if whose == Bond::Ours {
            out.0 -= f32::from(value) * sum;
        } else {
            out.1 += f32::from(value) * sum;
        }
    };
    if s.is_grand() {
        for nation in &e.d.nations {
            nation.capitals.iter().for_each(|c| weigh(*c, CAPITAL));
        }
    } else {
        s.cities.iter().for_each(|(area, value)| weigh(*area, *value));
    }
    out
}
