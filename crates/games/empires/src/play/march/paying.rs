//! Depot supply is paid (Q9, 7.4.2). Costs are in half money points and rounded up once for each payer (ruling 19).

use super::{MarchAction as A, MarchEvent, MarchStep, no};
use crate::play::land::position::CORPS;
use crate::play::land::{AreaSet, Picture, Position, paying, supply};
use crate::play::{Engine, Event};
use crate::position::ids::BlockId;
use crate::position::{Blocks, Living, Step};
use sandtable_board::AreaId;
use sandtable_core::Refusal;
use sandtable_core::machine::Offers;
use sandtable_ops::Id;

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

    /// Whether an action pays for it.
    fn is_paid_by(self, action: A) -> bool {
        match (action, self) {
            (A::PayAll, _) => true,
            (A::Pay(BlockId(b)), Item::Corps(c, _)) => c == usize::from(b),
            (A::PayPort(area), Item::Port(at, _)) => at == area,
            _ => false,
        }
    }
}

impl Engine<'_> {
    /// What waits for a power's money.
    fn items(&self, p: &Position, payer: u8) -> impl Iterator<Item = Item> + Clone {
        let pic = Picture::new(self.d, p, payer);
        let chain = supply::chain(self.d, p, &pic);
        let corps = (0..CORPS).filter_map(move |b| {
            let ration = &p.corps[b].ration;
            let waits = ration.how == Living::Waits && ration.payer == payer;
            let cost = waits.then(|| paying::corps_cost(self.d, p, &pic, &chain, b));
            Some(Item::Corps(b, cost??))
        });
        let ports = self.d.board.areas().filter_map(move |area| {
            let open = p.at(area).besieged && !p.marching.fed.has(area);
            let user = open.then(|| self.keeper(p, area).and_then(|n| p.power_of(n)))??;
            let pays = p.play.is_phasing(user) && paying::payers(p, user).any(|q| q == payer);
            let cost = pays.then(|| paying::port_cost(self.d, p, &pic, &chain, area));
            Some(Item::Port(area, cost??))
        });
        corps.chain(ports)
    }

    pub(super) fn pay_run(&self, p: &mut Position, payer: u8) -> bool {
        let asks = self.items(p, payer).any(|i| self.price(p, i.cost()) <= p.money[usize::from(payer)]);
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

    /// What an action of paying takes of the payer's money, and what is left.
    pub(crate) fn bill_for(&self, p: &Position, payer: u8, action: A) -> Option<[u16; 2]> {
        let halves = self.items(p, payer).filter(|i| i.is_paid_by(action)).map(Item::cost).sum();
        let (price, money) = (self.price(p, halves), *p.money.get(usize::from(payer))?);
        Some([price, money.checked_sub(price)?])
    }

    /// How many corps and ports wait for a power's money.
    pub(crate) fn waiting_for(&self, p: &Position, payer: u8) -> usize {
        self.items(p, payer).count()
    }

    /// What a power may do about what waits for its money, found once for all.
    pub(super) fn pay_list(&self, p: &Position, payer: u8, out: &mut Offers<'_, A>) {
        let items = self.items(p, payer);
        let may = |halves: u16| self.price(p, halves) <= p.money[usize::from(payer)];
        if items.clone().next().is_some() && may(items.clone().map(Item::cost).sum()) {
            out.legal(A::PayAll);
        }
        out.legal(A::Done);
        let each = items.filter(|i| may(i.cost())).map(|i| match i {
            Item::Corps(b, _) => A::Pay(BlockId::of(b)),
            Item::Port(area, _) => A::PayPort(area),
        });
        out.all_legal(each);
    }

    pub(super) fn pay_check(&self, p: &Position, payer: u8, action: A) -> Result<(), Refusal> {
        let mut items = self.items(p, payer);
        let halves: u16 = match action {
            A::Done => return Ok(()),
            A::PayAll if items.clone().next().is_none() => {
                return no("7.4.2.1", "nothing waits for your supply");
            }
            A::PayAll => items.map(Item::cost).sum(),
            A::Pay(_) | A::PayPort(_) => match items.find(|i| i.is_paid_by(action)) {
                Some(item) => item.cost(),
                None if matches!(action, A::Pay(_)) => {
                    return no("7.4.2.1", "this corps does not wait for your supply");
                }
                None => return no("7.4.2.1.2", "this is not a besieged port that your supply reaches"),
            },
            _ => return no("7.4.2", "pay for depot supply"),
        };
        if self.price(p, halves) > p.money[usize::from(payer)] {
            return no("7.4.2.1(c)", "there is not enough money for it");
        }
        Ok(())
    }

    pub(super) fn pay_take(&self, p: &mut Position, payer: u8, action: A, events: &mut Vec<Event>) {
        if !matches!(action, A::PayAll | A::Pay(_) | A::PayPort(_)) {
            p.marching.halves = 0;
            p.play.pop();
            return;
        }
        let (mut corps, mut ports, mut halves) = (Blocks::NONE, AreaSet::NONE, 0);
        for item in self.items(p, payer).filter(|i| i.is_paid_by(action)) {
            halves += item.cost();
            match item {
                Item::Corps(b, _) => corps.put(b),
                Item::Port(area, _) => ports.put(area),
            }
        }
        let money = self.price(p, halves);
        p.money[usize::from(payer)] = p.money[usize::from(payer)].saturating_sub(money);
        p.marching.halves += halves;
        corps.iter().for_each(|b| p.corps[b].ration.how = Living::Paid);
        ports.iter().for_each(|a| p.marching.fed.put(a));
        self.tell_march(events, MarchEvent::Paid { power: payer, money });
    }

    /// Corps that nobody has paid for forage now (empires 7.4.2.1(c)).
    pub(super) fn unpaid_run(&self, p: &mut Position, payer: u8) -> bool {
        let next =
            (0..CORPS).find(|b| p.corps[*b].ration.how == Living::Waits && p.corps[*b].ration.payer == payer);
        match next {
            Some(b) => p.play.push(Step::March(MarchStep::MustForage(b as u8))),
            None => p.play.pop(),
        }
        false
    }
}
