//! The reinforcement step (chapter 5): what its owner decides. Leaders come back, factors are shared out and placed, corps are
//! raised or become garrisons.

use super::state::Wares;
use super::{Target, YearAction, YearEvent, YearStep};
use crate::data::{A, C, FC, FI, G, I, M, POWERS, Thing};
use crate::play::land::garrison::{self, At};
use crate::play::land::position::{CORPS, LEADERS};
use crate::play::land::{Loose, Position, Spot};
use crate::play::{Engine, Event};
use crate::position::Step;
use crate::position::ids::{BlockId, LeaderId};
use sandtable_board::AreaId;
use sandtable_core::Refusal;
use sandtable_core::machine::Offers;
use sandtable_ops::Id;

fn no(why: &'static str) -> Option<Refusal> {
    Some(Refusal::new("5", why))
}

impl Engine<'_> {
    /// Money first; then each power in turn. France comes first, as it has not named its slot yet.
    pub(super) fn open_reinforcement(&self, p: &mut Position, events: &mut Vec<Event>) {
        for e in &self.scenario(p).entries {
            if e.thing == Thing::Income {
                p.money[usize::from(e.power)] += e.count;
                events.push(Event::Year(YearEvent::Money { power: e.power, money: e.count }));
            }
        }
        if self.scenario(p).is_grand() {
            self.open_purchases(p, events);
        }
        let france = self.france();
        let order = &self.scenario(p).order;
        let first = (self.playing(p) >> france & 1 == 1).then_some(france);
        for power in first.iter().chain(order).rev() {
            p.play.push(Step::Year(YearStep::Reinforce { power: *power }));
        }
    }

    /// Whether a corps of a power can be met by those who come: on the map, on land, not besieged.
    pub(super) fn at_hand(&self, p: &Position, power: u8, corps: usize) -> bool {
        let c = &p.corps[corps];
        c.power == power && c.spot.area().is_some() && !p.besieged(corps)
    }

    /// Whether enemy corps stand outside the city of an area.
    pub(super) fn enemies_around(&self, p: &Position, power: u8, area: AreaId) -> bool {
        p.corps_at(Spot::Field(area)).any(|b| p.at_war(power, p.corps[b].power))
    }

    /// A city into which a power puts loose factors of its own: its own, unbesieged, with a place for them.
    fn own_city(&self, p: &Position, power: u8, area: AreaId) -> bool {
        self.d.place(area).spires > 0
            && p.power_of(p.city_of(self.d, area)) == Some(power)
            && !p.at(area).besieged
            && garrison::joins(p, power, power, area, At::City).is_ok()
            && !self.strangers_inside(p, power, area)
    }

    /// Whether corps that are no friends' are inside a city: how many factors it still takes is not known then.
    fn strangers_inside(&self, p: &Position, power: u8, area: AreaId) -> bool {
        p.corps_at(Spot::City(area)).any(|b| !p.friends(power, p.corps[b].power))
    }

    /// Whether a power takes in loose factors at a city; those that were bought come to cities of the home nation only.
    fn city_takes(&self, p: &Position, power: u8, area: AreaId, home: bool) -> bool {
        self.own_city(p, power, area) && (!home || self.d.place(area).home == power)
    }

    /// Everything that a power may do in its reinforcement step, legal as it stands.
    pub(super) fn list_arrivals(&self, p: &Position, power: u8, out: &mut Offers<'_, YearAction>) {
        for leader in 0..self.d.leaders.len().min(LEADERS) {
            if self.may_return(p, power, leader) {
                let (leader, all) = (leader as u8, 0..CORPS as u8);
                let met = all.filter(|c| self.at_hand(p, power, usize::from(*c)));
                let met = met.filter(|c| self.refuse_comeback(p, power, leader, *c).is_none());
                out.all_legal(
                    met.map(|corps| YearAction::Return { leader: LeaderId(leader), corps: BlockId(corps) }),
                );
            }
        }
        for (from, (line, infantry, militia)) in p.year.shared.iter().enumerate() {
            let Some(e) = self.scenario(p).entries.get(usize::from(*line)).filter(|e| e.power == power)
            else {
                continue;
            };
            debug_assert_eq!(e.power, power);
            for (kind, most) in [(Wares::Infantry, *infantry), (Wares::Militia, *militia)] {
                for to in self.fill_targets(p, power).filter(|_| most > 0) {
                    // Where this many find no room, neither do more.
                    let each =
                        (1..=most).map(|count| YearAction::Share { from: from as u8, kind, count, to });
                    out.all_legal(each.take_while(|a| self.refuse_arrivals(p, power, *a).is_none()));
                }
            }
        }
        self.list_raise(p, power, out);
        for corps in (0..CORPS as u8).filter(|c| self.at_hand(p, power, usize::from(*c))) {
            if self.refuse_dissolve(p, power, corps).is_none() {
                out.legal(YearAction::Dissolve { corps: BlockId(corps) });
            }
        }
    }

    /// Places that could take factors of a power.
    pub(super) fn fill_targets(&self, p: &Position, power: u8) -> impl Iterator<Item = Target> {
        let manned = p.manned();
        let places = self.d.board.areas().flat_map(move |area| {
            let held = self.d.place(area).spires > 0 && p.city_power(self.d, area, &manned) == Some(power);
            let city = (held && self.own_city(p, power, area)).then_some(Target::City(area));
            let depot = (p.at(area).depot.owner == power).then_some(Target::Depot(area));
            city.into_iter().chain(depot)
        });
        let corps = (0..CORPS).filter(move |c| self.at_hand(p, power, *c));
        places.chain(corps.map(|c| Target::Corps(BlockId::of(c))))
    }

    pub(super) fn refuse_arrivals(&self, p: &Position, power: u8, action: YearAction) -> Option<Refusal> {
        match action {
            YearAction::Done => None,
            YearAction::Return { leader: LeaderId(leader), corps: BlockId(corps) } => {
                self.refuse_comeback(p, power, leader, corps)
            }
            YearAction::Share { from, kind, count, to } => self.refuse_share(p, power, from, kind, count, to),
            YearAction::Place { kind, count, to } => self.refuse_place(p, power, kind, count, to),
            YearAction::Raise { corps: BlockId(corps), area, kind, count } => {
                self.refuse_raise(p, power, corps, area, kind, count)
            }
            YearAction::Dissolve { corps: BlockId(corps) } => self.refuse_dissolve(p, power, corps),
            YearAction::Buy { kind, count } => self.refuse_buy(p, power, kind, count),
            _ => no("this is the reinforcement step"),
        }
    }

    /// Whether a leader is off the map and his time to return has come (empires 7.4.1.3.3, captives after three months).
    fn may_return(&self, p: &Position, power: u8, leader: usize) -> bool {
        let month = p.play.returns[leader];
        p.leaders[leader] == Spot::Off
            && month != 0
            && month <= p.month
            && self.owner_of(p, leader) == Some(power)
    }

    fn refuse_comeback(&self, p: &Position, power: u8, leader: u8, corps: u8) -> Option<Refusal> {
        let (leader, corps) = (usize::from(leader), usize::from(corps));
        if leader >= self.d.leaders.len().min(LEADERS) || !self.may_return(p, power, leader) {
            return no("this leader cannot return now");
        }
        if corps >= CORPS || !self.at_hand(p, power, corps) {
            return no("a leader comes to a corps of his power that is not besieged");
        }
        // A leader of one counter only comes to that one.
        let foreign = &self.scenario(p).foreign;
        let def = usize::from(p.corps[corps].def);
        let bound = foreign.iter().any(|f| (f.leader == leader) != (f.corps == def));
        let named = foreign.iter().any(|f| f.leader == leader || f.corps == def);
        if named && bound {
            return no("this corps has a leader of its own");
        }
        None
    }

    fn refuse_share(
        &self,
        p: &Position,
        power: u8,
        from: u8,
        kind: Wares,
        count: u8,
        to: Target,
    ) -> Option<Refusal> {
        let Some((line, infantry, militia)) = p.year.shared.get(usize::from(from)).copied() else {
            return no("there is nothing to share out");
        };
        let entry = self.scenario(p).entries.get(usize::from(line)).filter(|e| e.power == power);
        let Some(crate::data::At::Shared(centre)) = entry.map(|e| e.at) else {
            return no("there is nothing of yours to share out");
        };
        let have = match kind {
            Wares::Infantry => infantry,
            Wares::Militia => militia,
            _ => 0,
        };
        if count == 0 || count > have {
            return no("there are not that many factors to share out");
        }
        let area = match to {
            Target::City(a) => a,
            Target::Corps(BlockId(c)) => match p.corps.get(usize::from(c)).and_then(|c| c.spot.area()) {
                Some(a) => a,
                None => return no("this corps is not on the map"),
            },
            Target::Depot(_) => return no("these factors go into cities and corps"),
        };
        let within = self.scenario(p).shared_within;
        if area.index() >= self.d.board.len() || !self.within_areas(centre, area, within) {
            return no("this is too far from where they gather");
        }
        self.refuse_target(p, power, kind, count, to, false)
    }

    /// Whether an area is within this many areas of another.
    pub(super) fn within_areas(&self, a: AreaId, b: AreaId, most: u8) -> bool {
        a == b || most > 0 && self.d.board.neighbours(a).iter().any(|n| self.within_areas(n.0, b, most - 1))
    }

    /// Why a place does not take this many factors.
    pub(super) fn refuse_target(
        &self,
        p: &Position,
        power: u8,
        kind: Wares,
        count: u8,
        to: Target,
        home: bool,
    ) -> Option<Refusal> {
        let known = |a: AreaId| a.index() < self.d.board.len();
        match (to, kind.factor()) {
            (Target::City(a), _) if !known(a) || !self.city_takes(p, power, a, home) => {
                no("this is not an unbesieged city of your own where they may come")
            }
            (Target::Depot(a), _) if !known(a) || p.at(a).depot.owner != power => {
                no("there is no depot of yours")
            }
            (Target::City(a) | Target::Depot(a), _) if self.enemies_around(p, power, a) => {
                no("enemy corps stand there")
            }
            (Target::City(a) | Target::Depot(a), None) => {
                (!p.may_enter(power, a)).then(|| Refusal::new("10.3", "your forces may not be there"))
            }
            (Target::City(a), Some(I | M)) => (count > garrison::city_room(self.d, p, a))
                .then(|| Refusal::new("7.3.3.4", "the city has no room for so many")),
            (Target::Depot(a), Some(I | M)) => (count > garrison::depot_room(self.d, p, a))
                .then(|| Refusal::new("7.3.3.5", "the depot has no room for so many")),
            (Target::City(_) | Target::Depot(_), Some(_)) => {
                no("only infantry, militia, cossacks and freikorps stand without a corps")
            }
            (Target::Corps(_), None) => no("cossacks and freikorps are no part of a corps"),
            (Target::Corps(BlockId(c)), Some(factor)) => {
                let c = usize::from(c);
                if c >= CORPS || !self.at_hand(p, power, c) {
                    return no("this is not an unbesieged corps of yours on the map");
                }
                let mut factors = p.corps[c].factors;
                factors[factor] = factors[factor].saturating_add(count);
                let inside =
                    matches!(p.corps[c].spot, Spot::City(a) if count > garrison::city_room(self.d, p, a));
                if inside {
                    return Some(Refusal::new("7.3.3.4", "the city has no room for so many"));
                }
                // A sum over 255 does not fit either.
                let most = factors.iter().all(|f| *f < 100);
                (!most || !p.def(self.d, c).fits(&factors))
                    .then(|| Refusal::new("5", "the corps has no room for so many"))
            }
        }
    }

    fn refuse_dissolve(&self, p: &Position, power: u8, corps: u8) -> Option<Refusal> {
        let corps = usize::from(corps);
        if corps >= CORPS || !self.at_hand(p, power, corps) {
            return no("this is not an unbesieged corps of yours on the map");
        }
        let c = &p.corps[corps];
        let (Some(area), def) = (c.spot.area(), p.def(self.d, corps)) else {
            return no("this corps is not on the map");
        };
        if !def.kind.detaches() || [A, FI, FC].iter().any(|k| c.factors[*k] > 0) {
            return Some(Refusal::new("7.3.3(b)", "such a corps cannot become a garrison"));
        }
        if def.nation != power && p.at(area).country != def.nation {
            return Some(Refusal::new(
                "7.3.3.1.1",
                "forces of a free state do this only in their own country",
            ));
        }
        if let Err(why) = garrison::joins(p, power, def.nation, area, At::City) {
            return Some(why.into());
        }
        if self.strangers_inside(p, power, area) {
            return no("corps of another power hold the city");
        }
        if self.enemies_around(p, power, area) {
            return Some(Refusal::new("7.3.3.1", "enemy corps stand outside the city"));
        }
        let inside = if c.spot == Spot::City(area) { c.total() } else { 0 };
        if !garrison::may_enter_city(self.d, p, power, area, c.total() - inside) {
            return Some(Refusal::new("7.3.3.1.2(b)", "its factors find no room in a city of their area"));
        }
        None
    }

    pub(super) fn take_arrivals(
        &self,
        p: &mut Position,
        power: u8,
        action: YearAction,
        events: &mut Vec<Event>,
    ) {
        match action {
            YearAction::Return { leader: LeaderId(leader), corps: BlockId(corps) } => {
                let spot = p.corps[usize::from(corps)].spot;
                p.leaders[usize::from(leader)] = spot;
                p.play.returns[usize::from(leader)] = 0;
                let area = spot.area().unwrap_or(AreaId(u16::MAX));
                events.push(Event::Year(YearEvent::Leader { leader, area }));
            }
            YearAction::Share { from, kind, count, to } => {
                let s = &mut p.year.shared[usize::from(from)];
                if kind == Wares::Militia {
                    s.2 -= count
                } else {
                    s.1 -= count
                }
                if s.1 + s.2 == 0 {
                    *s = (u8::MAX, 0, 0);
                }
                self.put_factors(p, power, kind, count, to, events);
            }
            YearAction::Place { kind, count, to } => {
                p.year.pool[usize::from(power)][kind as usize] -= count;
                self.put_factors(p, power, kind, count, to, events);
            }
            YearAction::Raise { corps: BlockId(corps), area, kind, count } => {
                self.take_raise(p, power, usize::from(corps), area, kind, count, events);
            }
            YearAction::Dissolve { corps: BlockId(corps) } => {
                self.dissolve_corps(p, power, usize::from(corps), events)
            }
            YearAction::Buy { kind, count } => self.take_buy(p, power, kind, count, events),
            _ => p.play.pop(),
        }
    }

    /// Puts factors into a city, onto a depot or into a corps.
    fn put_factors(
        &self,
        p: &mut Position,
        power: u8,
        kind: Wares,
        count: u8,
        to: Target,
        events: &mut Vec<Event>,
    ) {
        match (to, kind.factor()) {
            (Target::City(a) | Target::Depot(a), None) => {
                p.at_mut(a).irregulars[usize::from(power)] += count;
                events.push(Event::Year(YearEvent::Irregulars { power, count, area: a }));
            }
            (Target::City(a), _) => self.garrison_city(p, power, a, kind, count, events),
            (Target::Depot(a), _) => {
                let more = Loose::some(power, usize::from(kind == Wares::Militia), count);
                garrison::put(p, a, At::Depot, more);
                events.push(Event::Year(YearEvent::Garrison { power, kind, count, area: a, city: false }));
            }
            (Target::Corps(BlockId(c)), factor) => {
                let corps = &mut p.corps[usize::from(c)];
                if let (Some(f), Some(area)) = (factor, corps.spot.area()) {
                    corps.factors[f] += count;
                    events.push(Event::Year(YearEvent::Filled { power, def: corps.def, kind, count, area }));
                }
            }
        }
    }

    /// A corps becomes a garrison (5.2.3, 5.2.4): guard and cavalry turn into infantry, the counter leaves the map and is
    /// not lost to an enemy (empires 7.3.3.1.2(b)).
    fn dissolve_corps(&self, p: &mut Position, power: u8, block: usize, events: &mut Vec<Event>) {
        debug_assert!(usize::from(power) < POWERS);
        let corps = p.corps[block];
        let (Some(area), nation) = (corps.spot.area(), p.nation_of(self.d, block)) else { return };
        let infantry = corps.factors[I] + corps.factors[G] + corps.factors[C];
        garrison::put(p, area, At::City, Loose::of(nation, [infantry, corps.factors[M], 0]));
        let c = &mut p.corps[block];
        (c.spot, c.factors, c.last, c.seen) = (Spot::Off, Default::default(), Default::default(), false);
        events.push(Event::Year(YearEvent::Dissolved { power, def: corps.def, area }));
        self.lift_sieges(p, events);
    }
}
