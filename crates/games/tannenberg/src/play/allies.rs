//! Two players on one side (tannenberg 22.5): each has an army, half of the railways and a total of their own.

use super::OwnEvent;
use super::rules::{DE, RU, RU_SECOND, Rules};
use crate::action::Event;
use crate::position::{Position, Step};
use sandtable_core::Dice;
use sandtable_east::data::{Data, UnitId};

impl Rules {
    /// Whether two players share the Russian side.
    pub fn is_shared(&self) -> bool {
        self.scenario.players.len() > 2
    }

    /// The player that a unit belongs to: by its field army where two share the side.
    pub(super) fn ally_of(&self, data: &Data, unit: UnitId) -> u8 {
        let u = data.unit(unit);
        if self.is_shared() && u.side == RU && u.ally == 1 { RU_SECOND } else { u.side }
    }

    /// At the beginning of a Player-Turn the two roll: the higher acts first.
    pub(super) fn roll_for_order(&self, p: &mut Position, dice: &mut dyn Dice, events: &mut Vec<Event>) {
        if !self.is_shared() || p.phasing != RU {
            return;
        }
        let (mut x, mut y) = (dice.roll(6), dice.roll(6));
        // Dice read from a broken record may be equal for ever.
        for _ in 0..100 {
            if x != y {
                break;
            }
            (x, y) = (dice.roll(6), dice.roll(6));
        }
        p.own.order = if x > y { [RU, RU_SECOND] } else { [RU_SECOND, RU] };
        events.push(Event::Own(OwnEvent::Order(x, y, p.own.order[0])));
    }

    /// Half of the capacity for each; an odd point to the second to act.
    pub(super) fn share_of_rails(&self, p: &Position, player: u8, capacity: u8) -> u8 {
        if !self.is_shared() || player == DE {
            return capacity;
        }
        let half = capacity / 2;
        if player == p.own.order[1] { capacity - half } else { half }
    }

    /// Units of the two do not stand together at the end of a phase; headquarters do not count.
    pub(super) fn are_rivals(&self, data: &Data, a: UnitId, b: UnitId) -> bool {
        let troops = !data.unit(a).is_hq() && !data.unit(b).is_hq();
        let same_side = data.unit(a).side == data.unit(b).side;
        self.is_shared() && troops && same_side && self.ally_of(data, a) != self.ally_of(data, b)
    }

    /// Notes points for one of the two, or for both in halves, an odd point to the first.
    pub(super) fn share_points(&self, p: &mut Position, whose: Option<u8>, points: i16) {
        if !self.is_shared() {
            return;
        }
        match whose {
            Some(RU_SECOND) => p.own.shares[1] += points,
            Some(_) => p.own.shares[0] += points,
            None => {
                let half = points / 2;
                p.own.shares[0] += points - half;
                p.own.shares[1] += half;
            }
        }
    }

    /// Who of the two fights in the combat of this moment, or moves; none if both defend or nobody can be told.
    pub(super) fn fighting_ally(&self, data: &Data, p: &Position) -> Option<u8> {
        let side = p.combat.units.iter().chain(p.combat.defenders.iter());
        let mut russians = side.filter(|u| data.unit(*u).side == RU).map(|u| self.ally_of(data, u));
        match russians.next() {
            Some(first) => russians.all(|ally| ally == first).then_some(first),
            None => p.steps.waiting().iter().rev().find_map(|step| match step {
                Step::Moves(player) if *player != DE => Some(*player),
                _ => None,
            }),
        }
    }
}
