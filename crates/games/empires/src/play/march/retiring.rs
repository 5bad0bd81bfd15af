//! Retiring into a city (7.5.1.1, I5): each defender in the order of the slots, then, where several want the city, whether they agree.

use super::state::Retired;
use super::{MarchAction as A, MarchEvent, MarchStep, no};
use crate::data::POWERS;
use crate::play::land::garrison::{self, At};
use crate::play::land::position::{CORPS, Depot};
use crate::play::land::{Loose, OnDepot, Position, Spot, depots};
use crate::play::march::Retiring;
use crate::play::{Engine, Event};
use crate::position::Step;
use crate::position::ids::{BlockId, LeaderId, NationId};
use sandtable_board::AreaId;
use sandtable_core::Refusal;
use sandtable_core::machine::Offers;
use sandtable_ops::Id;

impl Engine<'_> {
    /// Whether a defender could go into the city at all.
    fn city_open(&self, p: &Position, power: u8, area: AreaId) -> bool {
        let city = p.friendly_city(self.d, power, area) || p.vacant_city(self.d, area);
        city && !p.at(area).besieged
    }

    /// Whether anything of a defender could retire, as far as all can see: whom it asks must not tell how strong the corps
    /// are. Each corps inside takes the room of one factor at least.
    fn could_retire(&self, p: &Position, power: u8, area: AreaId) -> bool {
        let own = |spot: Spot| p.corps_at(spot).any(|b| p.corps[b].power == power);
        let inside = p.corps_at(Spot::City(area)).count() + usize::from(p.at(area).garrison.total());
        let room = inside < usize::from(garrison::capacity(self.d, area));
        let leader = || self.chiefs_at(p, Spot::Field(area)).iter().any(|l| self.master(p, l) == Some(power));
        self.city_open(p, power, area) && (room || own(Spot::City(area)) && leader())
    }

    /// The power that a step of retirement asks.
    pub(super) fn retire_asked(&self, p: &Position, step: MarchStep) -> Option<u8> {
        let MarchStep::Retire { area, by, turn } = step else { return None };
        let order = self.slot_order(p);
        let at = usize::from(turn);
        if at < POWERS {
            let power = order[at];
            let defends = p.at_war(by, power) && !p.play.is_phasing(power) && self.in_field(p, power, area);
            return (defends && self.could_retire(p, power, area)).then_some(power);
        }
        // Others have gone in: does this defender, who could have, let them (empires 7.5.1.1.1)?
        let power = *order.get(at - POWERS)?;
        let who = p.marching.retired.who;
        let wanted = p.at_war(by, power)
            && !p.play.is_phasing(power)
            && (who >> power & 1 == 1 || self.in_field(p, power, area) && self.city_open(p, power, area));
        (wanted && who & !(1 << power) != 0).then_some(power)
    }

    pub(super) fn retire_run(&self, p: &mut Position, step: MarchStep) -> bool {
        let MarchStep::Retire { area, by, turn } = step else { return false };
        if usize::from(turn) >= 2 * POWERS {
            self.leaders_follow(p, area);
            p.play.pop();
            return false;
        }
        if self.retire_asked(p, step).is_some() {
            return true;
        }
        p.play.replace(Step::March(MarchStep::Retire { area, by, turn: turn + 1 }));
        false
    }

    pub(super) fn retire_list(&self, p: &Position, area: AreaId, power: u8, list: &mut Offers<'_, A>) {
        list.candidates([A::Agree, A::Object]);
        list.candidates(p.corps_at(Spot::Field(area)).map(|b| A::RetireCorps(BlockId::of(b))));
        let ground = p.at(area);
        let own = usize::from(power);
        list.candidates((1..=ground.irregulars.get(own).copied().unwrap_or(0)).map(A::RetireIrregulars));
        self.guard_list(p, area, list);
        list.candidates(
            self.chiefs_at(p, Spot::Field(area)).iter().map(|l| A::RetireLeader(LeaderId::of(l))),
        );
    }

    /// Factors of a depot garrison that might go into the city, and no more of them.
    pub(super) fn guard_list(&self, p: &Position, area: AreaId, list: &mut Offers<'_, A>) {
        list.candidate(A::Done);
        for part in p.at(area).guard.parts() {
            for (kind, n) in part.counts().into_iter().enumerate() {
                list.candidates(
                    (1..=n).map(|n| A::RetireGuard(Retiring(NationId(part.nation), kind as u8, n))),
                );
            }
        }
    }

    /// Whether this many factors of a depot garrison may go into the city, under the rule that lets them.
    pub(super) fn guard_check(
        &self,
        p: &Position,
        area: AreaId,
        power: u8,
        (nation, kind, n): (u8, u8, u8),
        rule: &'static str,
    ) -> Result<(), Refusal> {
        let have = p.at(area).guard.of(nation).counts();
        let enough = have.get(usize::from(kind)).is_some_and(|h| n > 0 && n <= *h);
        if !enough || p.power_of(nation) != Some(power) {
            return no(rule, "there are not that many factors of yours on the depot");
        }
        garrison::joins(p, power, nation, area, At::City).map_err(Refusal::from)?;
        let room = garrison::city_room(self.d, p, area);
        if n > room { no(rule, "the city has no room for so many") } else { Ok(()) }
    }

    /// A depot goes. Its owner is asked whom the city takes in, where not all find room and they are not alike.
    pub(super) fn take_in(&self, p: &mut Position, area: AreaId, burnt: bool, events: &mut Vec<Event>) {
        let guard = p.at(area).guard;
        let alike = guard.parts().flat_map(|l| l.counts()).filter(|n| *n > 0).count() < 2;
        let owner = p.at(area).depot.owner;
        // Corps inside hide how much room they leave, so that with any of them the owner is asked in any case.
        let hidden = p.corps_at(Spot::City(area)).next().is_some();
        if alike || !hidden && depots::refuge(self.d, p, owner, area) >= guard.total() {
            let lost = depots::remove(self.d, p, owner, area).unwrap_or(0);
            self.tell_gone(owner, area, burnt, lost, events);
        } else {
            p.play.push(Step::March(MarchStep::Refuge { area, burnt }));
        }
    }

    pub(super) fn tell_gone(&self, owner: u8, area: AreaId, burnt: bool, lost: u8, events: &mut Vec<Event>) {
        let event = match burnt {
            true => MarchEvent::Burnt { owner, area, lost },
            false => MarchEvent::Removed { power: owner, area, lost },
        };
        self.tell_march(events, event);
    }

    /// Factors that are not in when the city is full, or when the owner says so, are lost with the depot.
    pub(super) fn shelter_run(
        &self,
        p: &mut Position,
        area: AreaId,
        burnt: bool,
        events: &mut Vec<Event>,
    ) -> bool {
        let owner = p.at(area).depot.owner;
        let asks = p.at(area).guard.total() > 0 && depots::refuge(self.d, p, owner, area) > 0;
        if !asks {
            self.shelter_take(p, area, burnt, A::Done, events);
        }
        asks
    }

    pub(super) fn shelter_take(
        &self,
        p: &mut Position,
        area: AreaId,
        burnt: bool,
        action: A,
        events: &mut Vec<Event>,
    ) {
        if let A::RetireGuard(Retiring(NationId(nation), kind, n)) = action {
            self.shift_guard(p, area, Loose::some(nation, kind.into(), n), true);
            return;
        }
        p.play.pop();
        let ground = p.at_mut(area);
        let (owner, lost) = (ground.depot.owner, ground.guard.total());
        (ground.depot, ground.guard) = (Depot::NONE, OnDepot::NONE);
        self.tell_gone(owner, area, burnt, lost, events);
    }

    pub(super) fn retire_check(
        &self,
        p: &Position,
        area: AreaId,
        power: u8,
        turn: u8,
        action: A,
    ) -> Result<(), Refusal> {
        if usize::from(turn) >= POWERS {
            return match action {
                A::Agree | A::Object => Ok(()),
                _ => no("7.5.1.1.1", "agree on who retires into the city, or object"),
            };
        }
        if action == A::Done {
            return Ok(());
        }
        let room = garrison::city_room(self.d, p, area);
        if !self.city_open(p, power, area) {
            return no("7.5.1.1", "there is no unbesieged city here that is friendly or empty");
        }
        match action {
            A::RetireCorps(BlockId(b)) => {
                let b = usize::from(b);
                if b >= CORPS || p.corps[b].power != power || p.corps[b].spot != Spot::Field(area) {
                    return no("7.5.1.1", "this is not a corps of yours outside the city");
                }
                if p.corps[b].total() > room {
                    return no("7.5.1.1.4", "the city cannot hold all its factors");
                }
                Ok(())
            }
            A::RetireIrregulars(n) => {
                if n == 0 {
                    return no("7.5.1.1", "nobody retires like this");
                }
                garrison::may_station(self.d, p, power, area, At::City, n).map_err(Refusal::from)
            }
            A::RetireGuard(Retiring(NationId(nation), kind, n)) => {
                self.guard_check(p, area, power, (nation, kind, n), "7.5.1.1")
            }
            A::RetireLeader(LeaderId(l)) => {
                let l = usize::from(l);
                let here = l < self.d.leaders.len() && p.leaders[l] == Spot::Field(area);
                if !here || self.master(p, l) != Some(power) {
                    return no("7.5.1.1", "this is not a leader of yours outside the city");
                }
                if !p.corps_at(Spot::City(area)).any(|b| p.corps[b].power == power) {
                    return no("7.3.3.4(b)", "leaders go into a city only with a corps");
                }
                Ok(())
            }
            _ => no("7.5.1.1", "choose what retires into the city"),
        }
    }

    pub(super) fn retire_take(
        &self,
        p: &mut Position,
        step: MarchStep,
        area: AreaId,
        power: u8,
        action: A,
        events: &mut Vec<Event>,
    ) {
        let MarchStep::Retire { by, turn, .. } = step else { return };
        let next = MarchStep::Retire { area, by, turn: turn + 1 };
        match action {
            A::Done | A::Agree => {
                p.play.replace(Step::March(next));
                return;
            }
            A::Object => {
                self.undo_retirement(p, area);
                self.tell_march(events, MarchEvent::NoneRetires { power, area });
                p.play.replace(Step::March(MarchStep::Retire { area, by, turn: 2 * POWERS as u8 }));
                return;
            }
            A::RetireCorps(BlockId(b)) => {
                p.corps[usize::from(b)].spot = Spot::City(area);
                p.marching.retired.blocks.put(usize::from(b));
            }
            A::RetireIrregulars(n) if garrison::station(self.d, p, power, area, At::City, n).is_ok() => {
                p.marching.retired.irregulars[usize::from(power)] += n;
            }
            A::RetireGuard(Retiring(NationId(nation), kind, n)) => {
                let loose = Loose::some(nation, kind.into(), n);
                self.shift_guard(p, area, loose, true);
                p.marching.retired.guard.add(loose);
            }
            A::RetireLeader(LeaderId(l)) => {
                p.leaders[usize::from(l)] = Spot::City(area);
                p.marching.retired.chiefs.put(usize::from(l));
            }
            _ => {}
        }
        p.marching.retired.who |= 1 << power;
        self.tell_march(events, MarchEvent::Retired { power, area });
    }

    fn shift_guard(&self, p: &mut Position, area: AreaId, loose: Loose, inward: bool) {
        let (from, to) = if inward { (At::Depot, At::City) } else { (At::City, At::Depot) };
        garrison::take(p, area, from, loose);
        garrison::put(p, area, to, loose);
    }

    /// Everybody who has gone in comes out again.
    fn undo_retirement(&self, p: &mut Position, area: AreaId) {
        let back = std::mem::replace(&mut p.marching.retired, Retired::NONE);
        back.blocks.iter().for_each(|b| p.corps[b].spot = Spot::Field(area));
        back.chiefs.iter().for_each(|l| p.leaders[l] = Spot::Field(area));
        back.guard.parts().for_each(|loose| self.shift_guard(p, area, loose, false));
        for (power, n) in back.irregulars.into_iter().enumerate() {
            garrison::take(p, area, At::City, Loose::of(power as u8, [0, 0, n]));
            p.at_mut(area).irregulars[power] += n;
        }
    }

    /// A leader whose power has nothing left outside goes in with its corps.
    fn leaders_follow(&self, p: &mut Position, area: AreaId) {
        for l in self.chiefs_at(p, Spot::Field(area)).iter() {
            let Some(power) = self.master(p, l) else { continue };
            let corps = |spot: Spot| p.corps_at(spot).any(|b| p.corps[b].power == power);
            let inside = p.marching.retired.who >> power & 1 == 1 && corps(Spot::City(area));
            if inside && !self.counters_in_field(p, power, area) {
                p.leaders[l] = Spot::City(area);
            }
        }
    }

    /// Whether corps of a power can besiege the city of an area: enemies are inside, and no friend there has lived off
    /// unused points (ruling 12).
    pub(super) fn siege_check(
        &self,
        p: &Position,
        power: u8,
        area: AreaId,
        but: Option<usize>,
    ) -> Result<(), Refusal> {
        if !p.foes_inside(power, area) {
            return no("7.3.7.1(b)", "there are no enemies in the city");
        }
        let eased =
            |b: usize| Some(b) != but && p.friends(power, p.corps[b].power) && p.corps[b].ration.at_ease;
        if !p.at(area).besieged && p.corps_at(Spot::Field(area)).any(eased) {
            return no(
                "7.3.7.1(d)",
                "a corps here has foraged at ease, and so nobody besieges the city this turn",
            );
        }
        Ok(())
    }

    pub(super) fn settle_run(&self, p: &mut Position, area: AreaId, by: u8) -> bool {
        let guerillas = self.foe_guerillas(p, by, area);
        if self.foes(p, by, area) || guerillas && !p.at(area).besieged && self.attack_wanted(p, area) {
            p.play.pop();
            return false;
        }
        p.play.attacks.take(area);
        p.marching.guerillas.take(area);
        let corps = p.corps_at(Spot::Field(area)).any(|b| p.corps[b].power == by);
        let besieges = corps && !p.at(area).besieged && self.siege_check(p, by, area, None).is_ok();
        if !besieges {
            p.play.pop();
        }
        besieges
    }

    /// Whether the attack in an area was declared on guerillas of free will.
    fn attack_wanted(&self, p: &Position, area: AreaId) -> bool {
        p.marching.guerillas.has(area)
    }

    pub(super) fn settle_take(
        &self,
        p: &mut Position,
        area: AreaId,
        by: u8,
        action: A,
        events: &mut Vec<Event>,
    ) {
        p.play.pop();
        if action == A::Besiege {
            p.at_mut(area).besieged = true;
            self.tell_march(events, MarchEvent::Siege { power: by, area });
        }
    }
}
