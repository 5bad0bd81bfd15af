//! Meeting others on the way: garrisoned depots (7.3.6.2, I1), and who else stands where an attack is declared (7.3.8.3, 7.3.8.4, I4).

use super::{MarchAction as A, MarchEvent, MarchStep, no};
use crate::data::POWERS;
use crate::play::land::{AreaSet, Position, Spot, depots, encounter};
use crate::play::{Engine, Event};
use crate::position::Step;
use sandtable_board::AreaId;
use sandtable_core::Refusal;

impl Engine<'_> {
    pub(super) fn burn_run(&self, p: &mut Position, area: AreaId) -> bool {
        let ground = p.at(area);
        let there = ground.guard.total() > 0 && usize::from(ground.depot.owner) < POWERS;
        if !there {
            p.play.pop();
        }
        there
    }

    pub(super) fn burn_check(&self, p: &Position, area: AreaId, action: A) -> Result<(), Refusal> {
        match action {
            A::Keep | A::Burn(false) => Ok(()),
            A::Burn(true) if depots::refuge(self.d, p, p.at(area).depot.owner, area) > 0 => Ok(()),
            A::Burn(true) => no("7.3.6.2(c)", "no city here takes the garrison in"),
            _ => no("7.3.6.2", "the enemy has reached your depot: burn it or keep it"),
        }
    }

    pub(super) fn burn_take(&self, p: &mut Position, area: AreaId, action: A, events: &mut Vec<Event>) {
        p.play.pop();
        let owner = p.at(area).depot.owner;
        match action {
            A::Burn(true) => self.take_in(p, area, true, events),
            A::Burn(false) => {
                let lost = encounter::burn(p, area);
                self.tell_march(events, MarchEvent::Burnt { owner, area, lost });
            }
            _ => {}
        }
    }

    /// Whether there are field forces in an area that a power is at war with; guerillas do not count (ruling 13).
    pub(super) fn foes(&self, p: &Position, power: u8, area: AreaId) -> bool {
        (0..POWERS as u8).any(|q| p.at_war(power, q) && self.in_field(p, q, area))
    }

    /// Whether only guerillas of an enemy are there to be attacked.
    pub(super) fn foe_guerillas(&self, p: &Position, power: u8, area: AreaId) -> bool {
        let there = |q: u8| p.at(area).irregulars[usize::from(q)] > 0 && self.guerilla(q);
        (0..POWERS as u8).any(|q| p.at_war(power, q) && there(q))
    }

    /// An attack is declared. What follows from it is settled at once, from the last step laid down to the first (ruling 14).
    pub(super) fn declare(&self, p: &mut Position, area: AreaId, by: u8, events: &mut Vec<Event>) {
        p.play.attacks.put(area);
        self.tell_march(events, MarchEvent::Attack { power: by, area });
        p.play.push(Step::March(MarchStep::Settle { area, by }));
        // Retirement is asked once in each area (ruling 22).
        if !p.marching.asked.has(area) {
            p.marching.asked.put(area);
            p.marching.retired = super::state::Retired::NONE;
            p.play.push(Step::March(MarchStep::Retire { area, by, turn: 0 }));
        }
        p.play.push(Step::March(MarchStep::Others { area, by, turn: 0 }));
    }

    /// Whether a power may declare war on the attacker of its ally (empires 7.3.8.3): not while an enforced peace stands
    /// between them (the bar of 4.2.2).
    fn may_join(&self, p: &Position, power: u8, by: u8, area: AreaId) -> bool {
        let ally_attacked = |q: u8| {
            p.allied[usize::from(power)] >> q & 1 == 1 && p.at_war(by, q) && self.in_field(p, q, area)
        };
        power != by
            && !p.at_war(by, power)
            && !self.peace_enforced(p, power, by)
            && self.in_field(p, power, area)
            && (0..POWERS as u8).any(ally_attacked)
    }

    /// Whether a peace between two powers may not be broken yet.
    pub(super) fn peace_enforced(&self, p: &Position, a: u8, b: u8) -> bool {
        p.year.peace_ends[usize::from(a)][usize::from(b)] > p.month
    }

    /// Whether a power must leave an area in which another attacks (empires 7.3.8.4).
    fn must_leave(&self, p: &Position, power: u8, by: u8, area: AreaId) -> bool {
        let defends = |q: u8| p.at_war(by, q) && self.in_field(p, q, area);
        let fights = (0..POWERS as u8).any(|q| defends(q) && p.at_war(power, q));
        let helper = p.allied[usize::from(by)] >> power & 1 == 1 && fights;
        power != by && !p.at_war(by, power) && !helper && self.counters_in_field(p, power, area)
    }

    /// The power that a step about others asks.
    pub(super) fn other_asked(&self, p: &Position, step: MarchStep) -> Option<u8> {
        let MarchStep::Others { area, by, turn } = step else { return None };
        let power = *self.slot_order(p).get(usize::from(turn))?;
        self.may_join(p, power, by, area).then_some(power)
    }

    pub(super) fn others_run(&self, p: &mut Position, step: MarchStep) -> bool {
        let MarchStep::Others { area, by, turn } = step else { return false };
        let at = usize::from(turn);
        if at >= 2 * POWERS {
            p.play.pop();
            return false;
        }
        if self.other_asked(p, step).is_some() {
            return true;
        }
        p.play.replace(Step::March(MarchStep::Others { area, by, turn: turn + 1 }));
        if at >= POWERS {
            let power = self.slot_order(p)[at - POWERS];
            if self.must_leave(p, power, by, area) {
                p.play.push(Step::March(MarchStep::Aside { area, power, nearer: false }));
            }
        }
        false
    }

    pub(super) fn others_take(
        &self,
        p: &mut Position,
        step: MarchStep,
        power: u8,
        action: A,
        events: &mut Vec<Event>,
    ) {
        let MarchStep::Others { area, by, turn } = step else { return };
        p.play.replace(Step::March(MarchStep::Others { area, by, turn: turn + 1 }));
        if action == A::Join {
            self.tell_march(events, MarchEvent::Joined { power, against: by, area });
            self.go_to_war(p, power, by, events);
        }
    }

    /// A declaration of war with its political points (chapter 4); nobody else is drawn in (empires 7.3.8.3(b)).
    fn go_to_war(&self, p: &mut Position, power: u8, on: u8, events: &mut Vec<Event>) {
        let [war, alliance] = self.d.figures.war_points;
        let allied = p.allied[usize::from(power)] >> on & 1 == 1;
        for (a, b) in [(power, on), (on, power)] {
            p.war[usize::from(a)] |= 1 << b;
            p.allied[usize::from(a)] &= !(1 << b);
            p.access[usize::from(a)] &= !(1 << b);
            p.depots_of[usize::from(a)] &= !(1 << b);
        }
        self.award(p, power, war + if allied { alliance } else { 0 }, "7.3.8.3", events);
    }

    /// Where a power's forces may step aside to.
    pub(super) fn aside_areas(&self, p: &Position, area: AreaId, power: u8, nearer: bool) -> AreaSet {
        encounter::step_aside(self.d, p, power, area, nearer)
    }

    pub(super) fn aside_run(
        &self,
        p: &mut Position,
        area: AreaId,
        power: u8,
        nearer: bool,
        events: &mut Vec<Event>,
    ) -> bool {
        let to = self.aside_areas(p, area, power, nearer);
        match to.len() {
            // A power that can go nowhere stays and is ignored (ruling 15).
            0 => p.play.pop(),
            1 => {
                if let Some(only) = to.iter().next() {
                    self.aside_take(p, area, power, only, events);
                }
            }
            _ => return true,
        }
        false
    }

    pub(super) fn aside_check(
        &self,
        p: &Position,
        area: AreaId,
        power: u8,
        nearer: bool,
        to: AreaId,
    ) -> Result<(), Refusal> {
        self.real(to)?;
        if self.aside_areas(p, area, power, nearer).has(to) {
            return Ok(());
        }
        match nearer {
            true => no(
                "7.3.8.6",
                "it must be an adjacent area that you may enter, nearer to your supply source if there is one",
            ),
            false => no(
                "7.3.8.4",
                "it must be an adjacent area that you may enter, no farther from your supply source if there is one",
            ),
        }
    }

    pub(super) fn aside_take(
        &self,
        p: &mut Position,
        area: AreaId,
        power: u8,
        to: AreaId,
        events: &mut Vec<Event>,
    ) {
        p.play.pop();
        for corps in p.corps.iter_mut().filter(|c| c.power == power && c.spot == Spot::Field(area)) {
            corps.spot = Spot::Field(to);
        }
        for l in self.chiefs_at(p, Spot::Field(area)).iter() {
            if self.master(p, l) == Some(power) {
                p.leaders[l] = Spot::Field(to);
            }
        }
        if !self.guerilla(power) {
            let n = std::mem::take(&mut p.at_mut(area).irregulars[usize::from(power)]);
            p.at_mut(to).irregulars[usize::from(power)] += n;
        }
        self.tell_march(events, MarchEvent::SteppedAside { power, from: area, to });
        self.lift_sieges(p, events);
    }

    /// Powers that defend in an area against those who act now.
    fn defenders(&self, p: &Position, area: AreaId) -> u8 {
        let acting = |q: u8| (0..POWERS as u8).any(|a| p.play.is_phasing(a) && p.at_war(a, q));
        let defends = |q: &u8| !p.play.is_phasing(*q) && acting(*q) && self.in_field(p, *q, area);
        (0..POWERS as u8).filter(defends).fold(0, |m, q| m | 1 << q)
    }

    /// Allies in areas that are attacked: those at war with all defenders may stay, the others leave (empires 7.3.8.6).
    pub(super) fn stand_run(&self, p: &mut Position, from: u16, turn: u8) -> bool {
        let order = self.slot_order(p);
        let mut first = usize::from(turn);
        for area in p.play.attacks.iter().filter(|a| a.0 >= from) {
            let start = if area.0 == from { first } else { 0 };
            first = 0;
            for (at, &power) in order.iter().enumerate().skip(start) {
                let defenders = self.defenders(p, area);
                let side = p.play.is_phasing(power)
                    || (0..POWERS as u8)
                        .any(|a| p.play.is_phasing(a) && p.allied[usize::from(a)] >> power & 1 == 1);
                if !side
                    || defenders == 0
                    || defenders >> power & 1 == 1
                    || !self.counters_in_field(p, power, area)
                {
                    continue;
                }
                let fights_all =
                    (0..POWERS as u8).filter(|q| defenders >> q & 1 == 1).all(|q| p.at_war(power, q));
                if fights_all && p.play.is_phasing(power) {
                    continue;
                }
                let here = MarchStep::Stand { area: area.0, turn: at as u8 };
                let next = MarchStep::Stand { area: area.0, turn: at as u8 + 1 };
                if fights_all {
                    p.play.replace(Step::March(here));
                    return true;
                }
                p.play.replace(Step::March(next));
                p.play.push(Step::March(MarchStep::Aside { area, power, nearer: true }));
                return false;
            }
        }
        p.play.pop();
        false
    }

    pub(super) fn stand_take(&self, p: &mut Position, area: u16, turn: u8, power: u8, action: A) {
        p.play.replace(Step::March(MarchStep::Stand { area, turn: turn + 1 }));
        if action == A::StayOut {
            p.play.push(Step::March(MarchStep::Aside { area: AreaId(area), power, nearer: true }));
        }
    }
}
