//! What a position is worth to a power: the points that decide, the cities that may change hands, and what is left of the
//! armies.

use super::picture::{worth, worth_of};
use crate::Empires;
use crate::data::{POWERS, Thing};
use crate::play::Engine;
use crate::play::land::position::{CORPS, LEADERS};
use crate::play::land::{Position, Spot};
use crate::position::Phase;
use sandtable_board::AreaId;
use sandtable_core::plan::WON;
use sandtable_core::{Decision, Game, Side};
use sandtable_ops::ArrayList;

/// A point of the margin, or of the count of December.
const POINT: i32 = 100;
/// Months that are left beyond which a factor is worth no more.
const MONTHS: i32 = 5;
/// How much of a factor counts at a distance from a city.
const NEAR: [f32; 5] = [1.0, 0.9, 0.7, 0.4, 0.2];
/// Pressure beyond which more does not help, in factors.
const ENOUGH: f32 = 40.0;
/// The score of a game that is as good as won.
const CHANCE: f32 = 10_000.0;
/// What a capital counts in the grand campaign.
const CAPITAL: i16 = 3;

/// The odds that make a battle sure.
const SURE: f32 = 2.0;
/// How much of a corps can be in a battle next month, by its distance.
const REACH: [f32; 5] = [1.0, 1.0, 0.9, 0.6, 0.2];

/// Strengths in the field by area, of both camps.
struct Field {
    /// Areas with corps in them.
    spots: ArrayList<(AreaId, [f32; 2]), CORPS>,
    /// All that there is.
    all: [f32; 2],
}

impl Field {
    fn of(e: &Engine<'_>, p: &Position, bond: impl Fn(u8) -> Bond) -> Field {
        let mut out = Field { spots: ArrayList::new(), all: [0.0; 2] };
        for block in 0..CORPS {
            let corps = &p.corps[block];
            let who = match bond(corps.power) {
                Bond::Ours => 0,
                Bond::Theirs => 1,
                Bond::Neither => continue,
            };
            if corps.spot == Spot::Off {
                continue;
            }
            let strength = worth(p, block);
            out.all[who] += strength;
            let Some(area) = corps.spot.area().filter(|_| !p.besieged(block)) else { continue };
            match out.spots.iter_mut().find(|s| s.0 == area) {
                Some(spot) => spot.1[who] += strength,
                None => {
                    let mut both = [0.0; 2];
                    both[who] = strength;
                    out.spots.push((area, both));
                }
            }
        }
        // A good leader makes an army worth a third more.
        let mut best = [[1u8; 2]; CORPS];
        for leader in 0..e.d.leaders.len().min(LEADERS) {
            let Some(area) = p.leaders[leader].area() else { continue };
            let Some(at) = out.spots.iter().position(|s| s.0 == area) else { continue };
            let who = match e.master(p, leader).map_or(Bond::Neither, &bond) {
                Bond::Ours => 0,
                Bond::Theirs => 1,
                Bond::Neither => continue,
            };
            best[at][who] = best[at][who].max(e.d.leaders[leader].tactical);
        }
        for (spot, best) in out.spots.iter_mut().zip(best) {
            for (strength, tactical) in spot.1.iter_mut().zip(best) {
                *strength *= 0.8 + 0.08 * f32::from(tactical);
            }
        }
        out
    }

    /// Attacks that are declared and not fought: battles won less battles lost.
    fn battles(&self, p: &Position, bond: impl Fn(u8) -> Bond) -> f32 {
        let mut out = 0.0;
        if !(Phase::Movement..=Phase::Combats).contains(&p.play.phase) {
            return out;
        }
        let attacks = (0..POWERS as u8).any(|q| p.play.is_phasing(q) && bond(q) == Bond::Ours);
        for (area, both) in &self.spots {
            if !p.play.attacks.has(*area) || both[0] * both[1] == 0.0 {
                continue;
            }
            // The defender knows the ground.
            let odds = both[0] / both[1] * if attacks { 0.95 } else { 1.05 };
            out += (odds.ln() / SURE.ln()).clamp(-1.0, 1.0);
        }
        out
    }

    /// Factors of a camp where the other can bring together more, and as far as it can.
    fn danger(&self, e: &Engine<'_>, whose: usize) -> f32 {
        let mut sum = 0.0;
        for (area, both) in self.spots.iter().filter(|s| s.1[whose] > 0.0) {
            if both[1 - whose] > 0.0 {
                continue;
            }
            let (mut threat, mut help) = (0.0, 0.0);
            for (other, theirs) in &self.spots {
                let far = usize::from(e.d.board.distance(*area, *other));
                let Some(reach) = REACH.get(far) else { continue };
                threat += reach * theirs[1 - whose];
                if far == 1 {
                    help += 0.5 * theirs[whose];
                }
            }
            let odds = threat / (both[whose] + help);
            sum += both[whose] * (odds - 1.0).clamp(0.0, 1.0);
        }
        sum
    }
}

/// How two powers stand in a game.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Bond {
    Ours,
    Theirs,
    Neither,
}

impl Empires {
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
        if p.play.phase == Phase::Over {
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
        let left = i32::from(p.play.turns.saturating_sub(p.play.turn)).min(MONTHS);
        let w = &self.weights.planner.score;
        let factor = w.factor + w.lasting * left as f32;
        let field = Field::of(&e, p, bond);
        let full = brought(&e, p, bond);
        part("own losses", (factor * (field.all[0] - full[0])) as i32);
        part("enemy losses", (-factor * (field.all[1] - full[1])) as i32);
        let fame = field.battles(p, bond);
        part("battles to come", (w.battle * fame) as i32);
        part("own armies in danger", (-factor * w.danger * field.danger(&e, 0)) as i32);
        part("enemy armies in danger", (factor * w.prey * field.danger(&e, 1)) as i32);
        let (pressed, pressing) = pressures(&e, p, bond);
        part("own cities in danger", (-w.pressed * pressed) as i32);
        part("enemy cities in danger", (w.pressing * pressing) as i32);
        let mut money = 0;
        for power in 0..POWERS as u8 {
            let purse = i32::from(p.money[usize::from(power)]).min(60);
            match bond(power) {
                Bond::Ours => money += purse,
                Bond::Theirs => money -= purse,
                Bond::Neither => {}
            }
        }
        part("money", (w.money * money as f32) as i32);
        for (i, a) in s.at_once.iter().enumerate() {
            let months = (w.month * f32::from(p.year.held[i].min(a.turns))) as i32;
            part("what decides at once", if a.winner == camp { months } else { -months });
        }
    }

    /// What a position is worth as a chance to win, where a margin decides: more than enough is no better than enough.
    pub(super) fn chances(&self, p: &Position, side: Side, sum: i32) -> i32 {
        let s = self.engine().scenario(p);
        let won = |camp: usize| {
            let of = |l: &&crate::data::Level| l.winner == s.sides[camp].id;
            s.levels.iter().filter(of).filter_map(|l| l.from).min()
        };
        if s.is_grand() || sum.abs() >= WON / 2 || s.sides.len() != 2 {
            return sum;
        }
        let first = s.sides[0].powers.contains(&side.0);
        let draw = s.levels.iter().filter(|l| l.winner == "draw").filter_map(|l| l.from).min();
        let (Some(high), Some(low)) = (won(0), draw) else { return sum };
        let margin = if first { sum } else { -sum } as f32 / POINT as f32;
        let left = f32::from(p.play.turns.saturating_sub(p.play.turn).min(8));
        let spread = self.weights.planner.score.spread + self.weights.planner.score.later * left;
        let part = |from: i16| 1.0 / (1.0 + ((f32::from(from) - margin) / spread).exp());
        let chance = part(high) + part(low) - 1.0;
        (CHANCE * if first { chance } else { -chance }) as i32
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

/// What both camps have brought into a scenario so far.
fn brought(e: &Engine<'_>, p: &Position, bond: impl Fn(u8) -> Bond) -> [f32; 2] {
    let mut out = [0.0; 2];
    for entry in &e.scenario(p).entries {
        if matches!(entry.thing, Thing::Corps(_)) && entry.month.is_none_or(|m| m <= p.month) {
            match bond(entry.power) {
                Bond::Ours => out[0] += worth_of(&entry.factors),
                Bond::Theirs => out[1] += worth_of(&entry.factors),
                Bond::Neither => {}
            }
        }
    }
    out
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
