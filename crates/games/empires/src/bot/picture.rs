//! Who stands where and how strong, as the side must take it to be.

use super::weights::ScriptWeights;
use crate::data::{FACTORS, FC, FI, G, M, POWERS};
use crate::play::Engine;
use crate::play::land::areaset::AREAS;
use crate::play::land::position::CORPS;
use crate::play::land::{NOBODY, Picture, Position, Spot, garrison, supply};
use sandtable_board::AreaId;

/// Strengths by area, for one power and its allies against its enemies.
pub(super) struct Front<'a> {
    pub e: Engine<'a>,
    pub p: &'a Position,
    pub power: u8,
    pub w: &'a ScriptWeights,
    pub pic: Picture,
    pub chain: supply::Chain,
    /// Factors of friends in the field, weighted by what they are worth.
    pub ours: [f32; AREAS],
    /// Factors of enemies in the field.
    pub theirs: [f32; AREAS],
    /// Enemy factors that could be in an area after their next move.
    pub threat: [f32; AREAS],
    /// Money points that the power can spend on supply in this turn.
    pub purse: f32,
}

/// What a corps is worth in a fight.
pub(super) fn worth(p: &Position, block: usize) -> f32 {
    worth_of(&p.corps[block].factors)
}

/// What factors are worth in a fight.
pub(super) fn worth_of(f: &[u8; FACTORS]) -> f32 {
    let total: u8 = f.iter().sum();
    // Guard holds longer, militia and feudal levies break early; cavalry pursues.
    let guard = f32::from(f[G]) * 0.5;
    let weak = f32::from(f[M] + f[FI] + f[FC]) * 0.3;
    f32::from(total) + guard - weak
}

impl<'a> Front<'a> {
    pub(super) fn new(e: Engine<'a>, p: &'a Position, power: u8, w: &'a ScriptWeights) -> Front<'a> {
        let pic = Picture::new(e.d, p, power);
        let chain = supply::chain(e.d, p, &pic);
        let mut out = Front {
            e,
            p,
            power,
            w,
            pic,
            chain,
            ours: [0.0; AREAS],
            theirs: [0.0; AREAS],
            threat: [0.0; AREAS],
            purse: 0.0,
        };
        for block in 0..CORPS {
            let corps = &p.corps[block];
            let Some(area) = corps.spot.area() else { continue };
            if corps.power == NOBODY || usize::from(corps.power) >= POWERS {
                continue;
            }
            let strength = worth(p, block);
            if p.friends(power, corps.power) {
                if matches!(corps.spot, Spot::Field(_)) {
                    out.ours[area.index()] += strength;
                }
            } else if p.at_war(power, corps.power) && !p.besieged(block) {
                out.theirs[area.index()] += strength;
            }
        }
        for area in e.d.board.areas() {
            let there = out.theirs[area.index()];
            if there > 0.0 {
                // A corps marches three areas in good ground; farther ones count less.
                for near in e.d.board.areas() {
                    let far = e.d.board.distance(area, near);
                    let part = match far {
                        0 | 1 => 1.0,
                        2 => w.two_away,
                        3 => w.three_away,
                        4 => w.four_away,
                        _ => continue,
                    };
                    out.threat[near.index()] += there * part;
                }
            }
        }
        let left = f32::from(p.play.turns - p.play.turn.min(p.play.turns - 1));
        let s = e.scenario(p);
        let income: u16 = s
            .entries
            .iter()
            .filter(|x| x.power == power && x.thing == crate::data::Thing::Income)
            .map(|x| x.count)
            .sum();
        let more = if left > 1.0 { w.income * f32::from(income) } else { 0.0 };
        out.purse = f32::from(p.money[usize::from(power)]) / left.clamp(1.0, 3.0) + more;
        out
    }

    /// Factors inside an enemy city: loose ones, and corps as they must be taken to be.
    pub(super) fn inside(&self, area: AreaId) -> f32 {
        f32::from(garrison::inside(self.p, area))
    }

    /// Whether a city is in the hands of enemies.
    pub(super) fn enemy_city(&self, area: AreaId) -> bool {
        let d = self.e.d;
        d.place(area).spires > 0 && self.p.at_war(self.power, self.p.city_of(d, area))
    }

    /// Whether a city is the power's or an ally's.
    pub(super) fn own_city(&self, area: AreaId) -> bool {
        self.p.friendly_city(self.e.d, self.power, area)
    }
}
