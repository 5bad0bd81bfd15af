//! Purchases (chapter 5, grand campaign): money of the quarter, what is bought, and corps that are raised with it.

use super::state::{WARES, Wares};
use super::{YearAction, YearEvent};
use crate::data::{LooseKind, POWERS, Price};
use crate::play::land::position::CORPS;
use crate::play::land::{Position, Spot};
use crate::play::{Engine, Event};
use crate::position::ids::BlockId;
use sandtable_board::AreaId;
use sandtable_core::Refusal;
use sandtable_core::machine::Offers;
use sandtable_ops::Id;
use sandtable_ops::with_scratch;
use std::cell::Cell;

thread_local! {
    static FITTING: Cell<Vec<YearAction>> = const { Cell::new(Vec::new()) };
}

fn no(why: &'static str) -> Option<Refusal> {
    Some(Refusal::new("5", why))
}

impl Engine<'_> {
    /// Spires of unbesieged cities that a power controls: in its home nation, and elsewhere.
    pub(super) fn spires_of(&self, p: &Position, power: u8) -> [u16; 2] {
        let mut out = [0; 2];
        let manned = p.manned();
        for area in self.d.board.areas() {
            let place = self.d.place(area);
            if place.spires > 0 && !p.at(area).besieged && p.city_power(self.d, area, &manned) == Some(power)
            {
                out[usize::from(place.home != power)] += u16::from(place.spires);
            }
        }
        out
    }

    /// Whether factors are bought in this month.
    pub(crate) fn is_quarter(&self, p: &Position) -> bool {
        self.scenario(p).is_grand() && self.d.year.purchases.months.contains(&((p.month % 12) as u8 + 1))
    }

    /// What was bought comes one month nearer; in the month of a quarter money comes in.
    pub(super) fn open_purchases(&self, p: &mut Position, events: &mut Vec<Event>) {
        for power in 0..POWERS {
            let [first, second, third] = p.year.ordered[power];
            for (pool, n) in p.year.pool[power].iter_mut().zip(first) {
                *pool = pool.saturating_add(n);
            }
            p.year.ordered[power] = [second, third, [0; WARES]];
        }
        if !self.is_quarter(p) {
            return;
        }
        let rates = &self.d.year.purchases;
        p.year.bought = [0; POWERS];
        for power in super::powers(self.playing(p)) {
            let [home, other] = self.spires_of(p, power);
            let money = (home * rates.home_halves + other * rates.other_halves) / 2;
            // A treasury holds no more than a position has room for.
            let have = &mut p.money[usize::from(power)];
            *have = (*have + money).min(5000);
            events.push(Event::Year(YearEvent::Money { power, money }));
        }
    }

    pub(crate) fn price_of(&self, power: u8, kind: Wares) -> Option<&Price> {
        let loose = self.d.loose.iter().find(|l| l.power == power && l.kind != LooseKind::Fleet);
        let id = match kind {
            Wares::Militia => "M",
            Wares::Infantry => "I",
            Wares::Cavalry => "C",
            Wares::Guard => "G",
            Wares::Artillery => "A",
            Wares::Irregular => match loose.map(|l| l.kind) {
                Some(LooseKind::Cossack) => "Ck",
                Some(LooseKind::Freikorps) => "Fk",
                _ => return None,
            },
        };
        self.d.year.purchases.prices.iter().find(|x| x.kind == id)
    }

    /// Irregulars of a power that could still be bought, as its counters are limited.
    fn counters_left(&self, p: &Position, power: u8) -> u16 {
        let limit = self.d.loose.iter().find(|l| l.power == power && l.kind != LooseKind::Fleet);
        let Some(limit) = limit.and_then(|l| l.counters) else { return u16::MAX };
        let mut have = 0u16;
        for area in self.d.board.areas() {
            let g = p.at(area);
            have += u16::from(g.irregulars[usize::from(power)]);
            have += u16::from(g.garrison.of(power).irregulars) + u16::from(g.guard.of(power).irregulars);
        }
        let at = Wares::Irregular as usize;
        have += u16::from(p.year.pool[usize::from(power)][at]);
        have += p.year.ordered[usize::from(power)].iter().map(|o| u16::from(o[at])).sum::<u16>();
        u16::from(limit).saturating_sub(have)
    }

    /// The most factors that a power buys in a quarter.
    pub(crate) fn most_bought(&self, p: &Position, power: u8) -> u16 {
        self.spires_of(p, power)[0] * self.d.year.purchases.most_halves / 2
    }

    pub(super) fn refuse_buy(&self, p: &Position, power: u8, kind: Wares, count: u8) -> Option<Refusal> {
        self.refuse_buy_of(p, power, kind, count, self.most_bought(p, power))
    }

    fn refuse_buy_of(&self, p: &Position, power: u8, kind: Wares, count: u8, most: u16) -> Option<Refusal> {
        if !self.is_quarter(p) {
            return no("factors are bought in the months of a quarter, in the grand campaign");
        }
        let Some(price) = self.price_of(power, kind) else { return no("such factors are not for sale") };
        let holds = |f: usize| self.d.corps.iter().any(|c| c.nation == power && c.room[f] > 0);
        if kind.factor().is_some_and(|f| f != crate::data::M && !holds(f)) {
            return no("none of your corps holds such factors");
        }
        if count == 0 || u16::from(p.year.bought[usize::from(power)]) + u16::from(count) > most {
            return no("a quarter gives no more factors than half the spires at home");
        }
        if price.money * u16::from(count) > p.money[usize::from(power)] {
            return no("there is not that much money");
        }
        if kind == Wares::Irregular && u16::from(count) > self.counters_left(p, power) {
            return no("there are not that many counters");
        }
        None
    }

    pub(super) fn take_buy(
        &self,
        p: &mut Position,
        power: u8,
        kind: Wares,
        count: u8,
        events: &mut Vec<Event>,
    ) {
        let Some(price) = self.price_of(power, kind) else { return };
        p.money[usize::from(power)] -= price.money * u16::from(count);
        p.year.bought[usize::from(power)] += count;
        p.year.ordered[usize::from(power)][usize::from(price.months) - 1][kind as usize] += count;
        events.push(Event::Year(YearEvent::Bought { power, kind, count }));
    }

    /// What is placed, raised and bought.
    pub(super) fn list_raise(&self, p: &Position, power: u8, out: &mut Offers<'_, YearAction>) {
        let pool = p.year.pool[usize::from(power)];
        if pool != [0; WARES] {
            let homes = |a: &AreaId| self.d.place(*a).spires > 0 && !p.at(*a).besieged;
            let raised = (0..self.d.corps.len())
                .filter(|c| self.scenario(p).is_grand() && p.corps[*c].power == power)
                .filter(|c| p.corps[*c].spot == Spot::Off)
                .flat_map(|c| self.d.board.areas().filter(homes).map(move |a| (c, a)))
                .filter(|(c, a)| self.d.place(*a).home == p.nation_of(self.d, *c))
                .filter(|(c, a)| self.refuse_site(p, power, *c, *a).is_none());
            let fits = |a: &YearAction| match *a {
                YearAction::Raise { corps: BlockId(corps), kind, count, .. } => {
                    self.refuse_first_factors(p, power, usize::from(corps), kind, count).is_none()
                }
                _ => self.refuse_arrivals(p, power, *a).is_none(),
            };
            for kind in Wares::ALL.into_iter().filter(|k| pool[*k as usize] > 0) {
                let places = self.fill_targets(p, power).map(|to| YearAction::Place { kind, count: 1, to });
                let sites = raised.clone().map(|(c, area)| YearAction::Raise {
                    corps: BlockId::of(c),
                    area,
                    kind,
                    count: 1,
                });
                with_scratch(&FITTING, |fitting| {
                    fitting.clear();
                    fitting.extend(places.chain(sites).filter(fits));
                    out.all_legal(fitting.iter().copied());
                    // Where this many find no room, neither do more.
                    for n in 2..=pool[kind as usize] {
                        fitting.retain_mut(|a| {
                            if let YearAction::Place { count, .. } | YearAction::Raise { count, .. } = a {
                                *count = n;
                            }
                            fits(a)
                        });
                        out.all_legal(fitting.iter().copied());
                    }
                });
            }
        }
        if self.is_quarter(p) {
            let most = self.most_bought(p, power);
            for kind in Wares::ALL {
                let each = (1..=most.min(255) as u8).map(|count| YearAction::Buy { kind, count });
                out.all_legal(each.take_while(|a| {
                    let YearAction::Buy { kind, count } = *a else { return false };
                    self.refuse_buy_of(p, power, kind, count, most).is_none()
                }));
            }
        }
    }

    pub(super) fn refuse_place(
        &self,
        p: &Position,
        power: u8,
        kind: Wares,
        count: u8,
        to: super::Target,
    ) -> Option<Refusal> {
        if count == 0 || count > p.year.pool[usize::from(power)][kind as usize] {
            return no("there are not that many factors to place");
        }
        self.refuse_target(p, power, kind, count, to, true)
    }

    /// Where a corps is raised: at an unbesieged city of its own nation that the power controls, without enemies.
    fn refuse_site(&self, p: &Position, power: u8, corps: usize, area: AreaId) -> Option<Refusal> {
        if !self.scenario(p).is_grand() {
            return no("corps are raised in the grand campaign only");
        }
        if corps >= self.d.corps.len() || p.corps[corps].power != power || p.corps[corps].spot != Spot::Off {
            return no("this is not a corps of yours that could be raised");
        }
        if area.index() >= self.d.board.len() {
            return no("there is no such area");
        }
        let place = self.d.place(area);
        let own = p.power_of(p.city_of(self.d, area)) == Some(power) && place.spires > 0;
        if !own || p.at(area).besieged || place.home != p.nation_of(self.d, corps) {
            return no("a corps is raised at an unbesieged city of its nation that you control");
        }
        self.enemies_around(p, power, area).then(|| Refusal::new("5", "enemies are there"))
    }

    pub(super) fn refuse_raise(
        &self,
        p: &Position,
        power: u8,
        corps: u8,
        area: AreaId,
        kind: Wares,
        count: u8,
    ) -> Option<Refusal> {
        let corps = usize::from(corps);
        self.refuse_site(p, power, corps, area)
            .or_else(|| self.refuse_first_factors(p, power, corps, kind, count))
    }

    /// What a new corps is raised with.
    fn refuse_first_factors(
        &self,
        p: &Position,
        power: u8,
        corps: usize,
        kind: Wares,
        count: u8,
    ) -> Option<Refusal> {
        if count == 0 || count > p.year.pool[usize::from(power)][kind as usize] {
            return no("a new corps has at least one factor, of those that have arrived");
        }
        let Some(factor) = kind.factor() else { return no("cossacks and freikorps are no part of a corps") };
        let mut factors = [0; crate::data::FACTORS];
        factors[factor] = count;
        debug_assert!(corps < CORPS);
        (!p.def(self.d, corps).fits(&factors)).then(|| Refusal::new("5", "the corps has no room for so many"))
    }

    #[allow(clippy::too_many_arguments)] // As many as the action has.
    pub(super) fn take_raise(
        &self,
        p: &mut Position,
        power: u8,
        corps: usize,
        area: AreaId,
        kind: Wares,
        count: u8,
        events: &mut Vec<Event>,
    ) {
        let Some(factor) = kind.factor() else { return };
        p.year.pool[usize::from(power)][kind as usize] -= count;
        let c = &mut p.corps[corps];
        (c.spot, c.seen) = (Spot::Field(area), false);
        c.factors[factor] = count;
        events.push(Event::Year(YearEvent::Corps { power, def: c.def, area }));
        events.push(Event::Year(YearEvent::Filled { power, def: c.def, kind, count, area }));
    }
}
