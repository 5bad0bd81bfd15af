//! Besieged supply (Q10, 7.4.5): one die for each city in the sequence of those inside.

use super::city::some;
use super::{MarchAction as A, MarchEvent, MarchStep, no};
use crate::data::POWERS;
use crate::play::combat::losses::share;
use crate::play::land::garrison::{self, At};
use crate::play::land::position::{CORPS, Depot};
use crate::play::land::{AreaSet, NOBODY, Position, Spot, depots, forage};
use crate::play::loss::state::{Losses, MINOR, Why};
use crate::play::{Engine, Event};
use crate::position::Step;
use crate::position::ids::{BlockId, FactorId};
use sandtable_board::AreaId;
use sandtable_core::Dice;
use sandtable_core::Refusal;
use sandtable_ops::ArrayList;

impl Engine<'_> {
    /// The nation in whose sequence a besieged city lives: its controller, if that has forces inside, else another inside.
    pub(super) fn keeper(&self, p: &Position, area: AreaId) -> Option<u8> {
        let city = p.city_of(self.d, area);
        let inside = p.inside(self.d, area)?;
        let corps = |b: usize| p.power_of(city).unwrap_or(city) == p.corps[b].power;
        let there = p.at(area).garrison.of(city).total() > 0 || p.corps_at(Spot::City(area)).any(corps);
        Some(if there { city } else { inside })
    }

    /// Notes the cities that roll now: in the sequence of the power that decides for those inside (ruling 20); a minor that nobody
    /// runs rolls in the besieger's.
    pub(super) fn list_hungry(&self, p: &mut Position) {
        let mut hungry = AreaSet::NONE;
        for area in self.d.board.areas().filter(|a| p.at(*a).besieged && !p.marching.fed.has(*a)) {
            let Some(nation) = self.keeper(p, area) else { continue };
            let now = match self.hand(p, nation) {
                Some(power) => p.play.is_phasing(power),
                None => self.besiegers(p, area).iter().any(|b| p.play.is_phasing(p.corps[b].power)),
            };
            if now {
                hungry.put(area);
            }
        }
        p.marching.hungry = hungry;
    }

    /// The power that rolls for a besieged city: the one that decides for those inside; for a minor that nobody runs, the besieger.
    pub(super) fn roller(&self, p: &Position, area: AreaId) -> Option<u8> {
        let nation = self.keeper(p, area).filter(|_| p.at(area).besieged)?;
        let besiegers =
            || self.besiegers(p, area).iter().map(|b| p.corps[b].power).collect::<ArrayList<u8, CORPS>>();
        self.hand(p, nation).or_else(|| besiegers().iter().copied().find(|q| p.play.is_phasing(*q)))
    }

    /// The power that rolls next.
    pub(super) fn next_roller(&self, p: &Position) -> Option<u8> {
        p.marching.hungry.iter().find_map(|a| self.roller(p, a))
    }

    /// Each city waits for its own power's word, so that its die is part of that power's action.
    pub(super) fn besieged_run(&self, p: &mut Position) -> bool {
        let asks = self.next_roller(p).is_some();
        if !asks {
            p.marching.hungry = AreaSet::NONE;
            p.play.pop();
        }
        asks
    }

    pub(super) fn besieged_check(&self, p: &Position, power: u8, action: A) -> Result<(), Refusal> {
        let A::BesiegedSupply(area) = action else {
            return no("7.4.5", "roll for the supply of your besieged cities");
        };
        self.real(area)?;
        match p.marching.hungry.has(area) && self.roller(p, area) == Some(power) {
            true => Ok(()),
            false => no("7.4.5", "no besieged city of yours still rolls there"),
        }
    }

    pub(super) fn besieged_take(
        &self,
        p: &mut Position,
        action: A,
        dice: &mut dyn Dice,
        events: &mut Vec<Event>,
    ) {
        let A::BesiegedSupply(area) = action else { return };
        p.marching.hungry.take(area);
        let Some(nation) = self.keeper(p, area).filter(|_| p.at(area).besieged) else { return };
        let modifier = forage::besieged_modifier(self.d, garrison::inside(p, area));
        let die = dice.roll(6);
        let lost = forage::besieged_loss(self.d, p, area, die);
        let spires = self.d.place(area).spires;
        let losses = self.hunger(p, area, lost);
        let shares = losses.owes.map(|o| o.left as u8);
        self.tell_march(events, MarchEvent::Hunger { area, die, modifier, spires, lost, shares });
        if lost > 0 {
            p.play.push(Step::March(MarchStep::Starved { area, nation }));
            self.demand(p, losses);
        }
    }

    /// Who loses how much: all inside by their factors (ruling 21).
    fn hunger(&self, p: &Position, area: AreaId, lost: u8) -> Losses {
        let mut losses = Losses::new(Why::Besieged, area);
        let mut present = [0u16; MINOR + 1];
        let index = |nation: u8| p.power_of(nation).map_or(MINOR, usize::from);
        losses.out = p.at(area).garrison;
        for l in losses.out.parts() {
            let i = index(l.nation);
            present[i] += u16::from(l.total());
            losses.owes[i].city = true;
            if i == MINOR {
                losses.minor = l.nation;
            }
        }
        for b in p.corps_at(Spot::City(area)) {
            let power = p.corps[b].power;
            let i = if usize::from(power) < POWERS { usize::from(power) } else { index(power) };
            present[i] += u16::from(p.corps[b].total());
            losses.owes[i].blocks.put(b);
            if i == MINOR {
                losses.minor = power;
            }
        }
        for (owes, n) in losses.owes.iter_mut().zip(share(u16::from(lost), &present)) {
            owes.left = n;
        }
        losses
    }

    /// After the losses: a city without factors has fallen to the besiegers (empires 7.4.5.2(b)).
    pub(super) fn starved_run(
        &self,
        p: &mut Position,
        area: AreaId,
        nation: u8,
        events: &mut Vec<Event>,
    ) -> bool {
        p.play.pop();
        let before = |q: &u8| {
            usize::from(*q) < POWERS
                && p.at_war(*q, nation)
                && p.corps_at(Spot::Field(area)).any(|b| p.corps[b].power == *q)
        };
        let besiegers: ArrayList<u8, POWERS> = self.slot_order(p).into_iter().filter(before).collect();
        self.drop_empty(p, self.blocks_at(p, Spot::City(area)), events);
        if let Some(captives) = forage::starved(self.d, p, area) {
            let by = besiegers.first().copied().unwrap_or(NOBODY);
            for l in (0..self.d.leaders.len()).filter(|l| captives >> l & 1 == 1) {
                self.capture(p, l, by, events);
            }
            self.tell_march(events, MarchEvent::Starved { area, by });
            // Each of them may put factors in, one after the other.
            for &power in besiegers.iter().rev() {
                p.play.push(Step::March(MarchStep::Fill { area, power }));
            }
            if besiegers.is_empty() {
                p.at_mut(area).inside = Depot::NONE;
            }
        }
        false
    }

    pub(super) fn fill_run(&self, p: &mut Position, area: AreaId, power: u8) -> bool {
        // Every power with a corps there is asked: who is asked must not show what its corps hold.
        let asks = p.corps_at(Spot::Field(area)).any(|b| p.corps[b].power == power);
        if !asks {
            self.fill_done(p, area, power);
        }
        asks
    }

    fn fill_done(&self, p: &mut Position, area: AreaId, power: u8) {
        p.play.pop();
        let others = matches!(p.play.steps.top(), Step::March(MarchStep::Fill { area: a, .. }) if a == area);
        if p.at(area).inside.owner != NOBODY && !others {
            depots::capture_inside(self.d, p, power, area, false);
        }
    }

    pub(super) fn fill_check(&self, p: &Position, area: AreaId, power: u8, action: A) -> Result<(), Refusal> {
        match action {
            A::Done => Ok(()),
            A::TakeOver => {
                let ground = p.at(area);
                let there = ground.inside.owner != NOBODY && ground.depot.owner == NOBODY;
                if there && depots::may_convert(self.d, p, power, area) {
                    Ok(())
                } else {
                    no("7.4.3.4.5", "there is no depot inside that would join a valid chain of yours")
                }
            }
            A::Put(BlockId(b), FactorId(kind), n) => {
                let b = usize::from(b);
                if b >= CORPS || p.corps[b].power != power || p.corps[b].spot != Spot::Field(area) {
                    return no("7.4.5.2(b)", "this is not a corps of yours before the city");
                }
                garrison::may_detach(self.d, p, b, At::City, some(kind, n)?)
                    .map(|_| ())
                    .map_err(Refusal::from)
            }
            _ => no("7.4.5.2(b)", "put factors into the city that has starved"),
        }
    }

    pub(super) fn fill_take(
        &self,
        p: &mut Position,
        area: AreaId,
        power: u8,
        action: A,
        events: &mut Vec<Event>,
    ) {
        match action {
            A::TakeOver => {
                let owner = p.at(area).inside.owner;
                if depots::capture_inside(self.d, p, power, area, true) {
                    self.tell_march(events, MarchEvent::Converted { power, owner, area });
                }
            }
            A::Put(BlockId(b), FactorId(kind), n) => {
                let Ok(factors) = some(kind, n) else { return };
                if garrison::detach(self.d, p, usize::from(b), At::City, factors).is_ok() {
                    let nation = p.nation_of(self.d, usize::from(b));
                    let (depot, dropped, taken) = (false, n, 0);
                    let event = MarchEvent::Garrison { power, nation, area, depot, dropped, taken };
                    self.tell_march(events, event);
                }
            }
            _ => self.fill_done(p, area, power),
        }
    }
}
