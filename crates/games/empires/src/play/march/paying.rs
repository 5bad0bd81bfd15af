//! Depot supply is paid (Q9, 7.4.2). Costs are in half money points and rounded up once for each payer (ruling 19).

use super::{MarchAction as A, MarchEvent, no};
use crate::land::position::CORPS;
use crate::land::{Picture, Position, paying, supply};
use crate::play::{Action, Engine, Event};
use crate::state::Living;
use sandtable_board::AreaId;
use sandtable_core::Dice;
use sandtable_core::game::Breach;

/// Something that a power can pay for, with its cost.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Item {
    Corps(usize, u8),
    Port(AreaId, u8),
}

impl Item {
    fn cost(self) -> u16 {
        let (Item::Corps(_, cost) | Item::Port(_, cost)) = self;
        u16::from(cost)
    }
}

impl Engine<'_> {
    /// What waits for a power's money.
    pub(super) fn items(&self, p: &Position, payer: u8) -> Vec<Item> {
        let pic = Picture::new(self.d, p, payer);
        let chain = supply::chain(self.d, p, &pic);
        let mut out = Vec::new();
        for b in 0..CORPS {
            let ration = &p.corps[b].ration;
            if ration.how == Living::Waits
                && ration.payer == payer
                && let Some(cost) = paying::corps_cost(self.d, p, &pic, &chain, b)
            {
                out.push(Item::Corps(b, cost));
            }
        }
        for area in self.d.board.areas().filter(|a| p.at(*a).besieged && !p.marching.fed.has(*a)) {
            let user = self.keeper(p, area).and_then(|n| p.power_of(n));
            let Some(user) = user.filter(|u| p.play.is_phasing(*u)) else { continue };
            if paying::payers(p, user).any(|q| q == payer)
                && let Some(cost) = paying::port_cost(self.d, p, &pic, &chain, area)
            {
                out.push(Item::Port(area, cost));
            }
        }
        out
    }

    pub(super) fn pay_run(&self, p: &mut Position, payer: u8) -> bool {
        let items = self.items(p, payer);
        let asks = items.iter().any(|i| self.price(p, i.cost()) <= p.money[usize::from(payer)]);
        if !asks {
            p.marching.halves = 0;
            p.play.pop();
        }
        asks
    }

    /// Money for more halves than have been spent already.
    fn price(&self, p: &Position, halves: u16) -> u16 {
        paying::bill(p.marching.halves + halves) - paying::bill(p.marching.halves)
    }

    pub(super) fn pay_check(&self, p: &Position, payer: u8, action: A) -> Result<(), Breach> {
        self.pay_check_among(p, payer, &self.items(p, payer), action)
    }

    /// What a power may do about what waits for its money, found once for all.
    pub(super) fn pay_list(&self, p: &Position, payer: u8, out: &mut Vec<Action>) {
        let items = self.items(p, payer);
        let each = items.iter().map(|i| match *i {
            Item::Corps(b, _) => A::Pay(b as u8),
            Item::Port(area, _) => A::PayPort(area),
        });
        let all = [A::PayAll, A::Done].into_iter().chain(each);
        let legal = all.filter(|a| self.pay_check_among(p, payer, &items, *a).is_ok());
        out.extend(legal.map(Action::March));
    }

    fn pay_check_among(&self, p: &Position, payer: u8, items: &[Item], action: A) -> Result<(), Breach> {
        let halves: u16 = match action {
            A::Done => return Ok(()),
            A::PayAll => items.iter().map(|i| i.cost()).sum(),
            A::Pay(b) => {
                let is = |i: &&Item| matches!(i, Item::Corps(c, _) if *c == usize::from(b));
                match items.iter().find(is) {
                    Some(item) => item.cost(),
                    None => return no("7.4.2.1", "this corps does not wait for your supply"),
                }
            }
            A::PayPort(area) => {
                let is = |i: &&Item| matches!(i, Item::Port(a, _) if *a == area);
                match items.iter().find(is) {
                    Some(item) => item.cost(),
                    None => return no("7.4.2.1.2", "this is no besieged port that your supply reaches"),
                }
            }
            _ => return no("7.4.2", "pay for depot supply"),
        };
        if self.price(p, halves) > p.money[usize::from(payer)] {
            return no("7.4.2.1(c)", "there is not enough money for it");
        }
        Ok(())
    }

    pub(super) fn pay_take(&self, p: &mut Position, payer: u8, action: A, events: &mut Vec<Event>) {
        let chosen: Vec<Item> = match action {
            A::PayAll => self.items(p, payer),
            A::Pay(b) => {
                let is = |i: &Item| matches!(i, Item::Corps(c, _) if *c == usize::from(b));
                self.items(p, payer).into_iter().filter(is).collect()
            }
            A::PayPort(area) => {
                let is = |i: &Item| matches!(i, Item::Port(a, _) if *a == area);
                self.items(p, payer).into_iter().filter(is).collect()
            }
            _ => {
                p.marching.halves = 0;
                p.play.pop();
                return;
            }
        };
        let halves: u16 = chosen.iter().map(|i| i.cost()).sum();
        let money = self.price(p, halves);
        p.money[usize::from(payer)] = p.money[usize::from(payer)].saturating_sub(money);
        p.marching.halves += halves;
        for item in chosen {
            match item {
                Item::Corps(b, _) => p.corps[b].ration.how = Living::Paid,
                Item::Port(area, _) => p.marching.fed.put(area),
            }
        }
        self.tell_march(events, MarchEvent::Paid { power: payer, money });
    }

    /// Corps that nobody has paid for forage now (empires 7.4.2.1(c)).
    pub(super) fn unpaid_run(
        &self,
        p: &mut Position,
        payer: u8,
        dice: &mut dyn Dice,
        events: &mut Vec<Event>,
    ) -> bool {
        let next =
            (0..CORPS).find(|b| p.corps[*b].ration.how == Living::Waits && p.corps[*b].ration.payer == payer);
        match next {
            Some(b) => self.forage(p, b, dice, events),
            None => p.play.pop(),
        }
        false
    }
}
