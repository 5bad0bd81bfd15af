//! Which combat is next, who takes part, who commands, and whether it is trivial (7.5.1.2, 7.5.1.3, 7.5.3, 10.6.1.1).

use super::force::powers;
use super::state::{Camp, Fight, NONE, Sort};
use super::{FightAction, FightEvent, FightStep};
use crate::data::POWERS;
use crate::play::combat::Factors;
use crate::play::combat::battle::{Battle, Options, Side};
use crate::play::combat::command;
use crate::play::combat::muster::must_be_trivial;
use crate::play::combat::round::{Form, Setting};
use crate::play::fight::Sallying;
use crate::play::land::position::LEADERS;
use crate::play::land::{AreaSet, Loose, Position, Spot};
use crate::play::year::minors::TIES;
use crate::play::{Engine, Event};
use crate::position::Chiefs;
use crate::position::ids::{BlockId, LeaderId, NationId};
use sandtable_board::AreaId;
use sandtable_core::Dice;
use sandtable_core::Refusal;
use sandtable_core::machine::Offers;
use sandtable_ops::ArrayList;
use sandtable_ops::Id;

/// Whether a combat has somebody to fight it and how.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Prospect {
    /// One side has gone.
    Nobody,
    /// It may be fought in full.
    Full,
    /// It is trivial in any case (empires 7.5.3).
    Trivial,
    /// Only guerillas would be attacked, which nobody must (ruling 13).
    Guerillas,
}

impl Engine<'_> {
    fn prospect(&self, p: &Position, area: AreaId) -> Prospect {
        if !self.is_attack(p, area) {
            return Prospect::Nobody;
        }
        let [a, d] = self.opponents(p, area).map(|set| self.presence(p, area, set));
        if !d.more_than_guerillas() {
            Prospect::Guerillas
        } else if must_be_trivial(&a, &d) {
            Prospect::Trivial
        } else {
            Prospect::Full
        }
    }

    /// Whether a combat that waits would be a field or limited field combat (empires 7.5.2.11.1.2, ruling 44).
    pub(super) fn will_fight(&self, p: &Position, area: AreaId) -> bool {
        p.play.attacks.has(area) && self.prospect(p, area) == Prospect::Full
    }

    /// The phasing power that picks the next combat, and the areas between which it picks (empires 7.5.1.3).
    fn waiting(&self, p: &Position) -> Option<(u8, AreaSet)> {
        p.play.movers.into_iter().filter(|q| usize::from(*q) < POWERS).find_map(|q| {
            let mut areas = AreaSet::NONE;
            for area in p.play.attacks.iter() {
                if self.opponents(p, area)[0] >> q & 1 == 1 {
                    areas.put(area);
                }
            }
            (!areas.is_empty()).then_some((q, areas))
        })
    }

    /// Attacks whose side has vanished are dropped; the last one ends the step.
    pub(super) fn run_next(&self, p: &mut Position, events: &mut Vec<Event>) -> bool {
        p.fight = Fight::NONE;
        for area in p.play.attacks.iter() {
            if self.prospect(p, area) == Prospect::Nobody {
                p.play.attacks.take(area);
                events.push(Event::Fight(FightEvent::Dropped { area }));
            }
        }
        let Some((power, areas)) = self.waiting(p) else {
            p.play.attacks = AreaSet::NONE;
            p.fight.asks = p.play.ender;
            if p.play.ender != NONE {
                return true;
            }
            p.play.pop();
            return false;
        };
        p.fight.asks = power;
        if p.play.rules.player_ends {
            p.play.ender = power;
            return true;
        }
        if areas.len() == 1
            && let Some(area) = areas.iter().next()
            && self.prospect(p, area) == Prospect::Trivial
        {
            self.begin_combat(p, area, false, events);
            return false;
        }
        true
    }

    pub(super) fn list_next(&self, p: &Position, out: &mut Offers<'_, FightAction>) {
        out.candidate(FightAction::Done);
        for area in p.play.attacks.iter() {
            out.candidates([false, true].map(|trivial| FightAction::Attack { area, trivial }));
            out.candidate(FightAction::LetBe(area));
        }
    }

    pub(super) fn refuse_next(&self, p: &Position, power: u8, action: FightAction) -> Option<Refusal> {
        let (FightAction::Attack { area, .. } | FightAction::LetBe(area)) = action else {
            let over = action == FightAction::Done && p.play.attacks.is_empty();
            return if over { None } else { Some(self.not_asked(p)) };
        };
        let waits = area.index() < self.d.board.len()
            && p.play.attacks.has(area)
            && self.waiting(p).is_some_and(|(q, areas)| q == power && areas.has(area));
        if !waits {
            return Some(Refusal::new("7.5.1.3", "no combat of yours waits there"));
        }
        match (action, self.prospect(p, area)) {
            (FightAction::LetBe(_), Prospect::Guerillas) => None,
            (FightAction::LetBe(_), _) => {
                Some(Refusal::new("7.5.1", "only guerillas alone may be left alone").at(area))
            }
            (FightAction::Attack { trivial: true, .. }, Prospect::Trivial | Prospect::Guerillas) => {
                Some(Refusal::new("7.5.3", "this combat is trivial anyway").at(area))
            }
            _ => None,
        }
    }

    pub(super) fn take_next(&self, p: &mut Position, action: FightAction, events: &mut Vec<Event>) {
        match action {
            FightAction::Attack { area, trivial } => self.begin_combat(p, area, trivial, events),
            FightAction::LetBe(area) => {
                p.play.attacks.take(area);
                events.push(Event::Fight(FightEvent::Dropped { area }));
            }
            _ => p.play.ender = NONE,
        }
    }

    /// A combat begins: everything outside the city takes part (empires 7.5.1.2).
    pub(crate) fn begin_combat(
        &self,
        p: &mut Position,
        area: AreaId,
        offered: bool,
        events: &mut Vec<Event>,
    ) {
        let prospect = self.prospect(p, area);
        let sides = self.opponents(p, area);
        p.play.attacks.take(area);
        let sort = match prospect {
            Prospect::Full if self.is_relief(p, area, sides) => Sort::Limited,
            Prospect::Full => Sort::Field,
            _ => Sort::Trivial,
        };
        let presence = sides.map(|set| self.presence(p, area, set));
        // Guerillas are drawn in only where nobody else of their side is there; attackers among them are asked.
        let alone = presence.map(|s| !s.more_than_guerillas());
        let camps = [0, 1].map(|i| self.camp(p, area, sides[i], alone[i]));
        let over_water = self.over_water(p, area, &camps[0]);
        let rules = p.play.rules;
        let side = Side::new(Factors::NONE, 0, None, 0);
        let setting = Setting { form: Form::Trivial, terrain: self.terrain(area), river: over_water };
        let mut battle = Battle::new(setting, side, side);
        battle.options = Options {
            cavalry_superiority: rules.cavalry_superiority,
            artillery: rules.artillery,
            found_casualties: rules.found_casualties,
            carry_morale: rules.carry_morale,
        };
        p.fight = Fight { on: true, area, sort, offered, camps, battle, ..Fight::NONE };
        let [attackers, defenders] = sides;
        events.push(Event::Fight(FightEvent::Begins { area, sort, attackers, defenders }));
        self.go(p, FightStep::Guerillas);
    }

    /// Whether any of the attacking forces came over water (empires 7.5.2.7.1): a corps, or cossacks, freikorps or guerillas.
    pub(super) fn over_water(&self, p: &Position, area: AreaId, attacker: &Camp) -> bool {
        let corps = attacker.blocks.iter().any(|b| p.corps[b].ration.over_water);
        corps || attacker.irregulars != 0 && p.play.forded.has(area)
    }

    /// Guerillas of the attacker that stand beside others: their owner says whether they attack.
    pub(super) fn run_guerillas(&self, p: &mut Position) -> bool {
        let (area, camp) = (p.fight.area, p.fight.camps[0]);
        let undecided = powers(camp.powers & p.play.phasing() & !p.fight.asked).find(|q| {
            self.has_guerillas(*q)
                && p.at(area).irregulars[usize::from(*q)] > 0
                && camp.irregulars >> *q & 1 == 0
        });
        let Some(power) = undecided else {
            p.fight.asked = 0;
            self.go(p, if self.limited(p) { FightStep::Sally } else { FightStep::Command });
            return false;
        };
        p.fight.asks = power;
        true
    }

    pub(super) fn take_guerillas(&self, p: &mut Position, action: FightAction, events: &mut Vec<Event>) {
        let power = p.fight.asks;
        p.fight.asked |= 1 << power;
        if action == FightAction::Join(true) {
            p.fight.camps[0].irregulars |= 1 << power;
            p.fight.battle.setting.river = self.over_water(p, p.fight.area, &p.fight.camps[0]);
            let (area, count) = (p.fight.area, p.at(p.fight.area).irregulars[usize::from(power)]);
            events.push(Event::Fight(FightEvent::Rises { power, area, count, attack: true }));
        }
    }

    /// Whether a power of the relieving side has somebody in the besieged city who is not out yet.
    fn may_sally(&self, p: &Position, power: u8) -> bool {
        let area = p.fight.area;
        let camp = &p.fight.camps[0];
        let corps = p.corps_at(Spot::City(area)).any(|b| p.corps[b].power == power && !camp.blocks.has(b));
        let left = p.at(area).garrison.without(&camp.out);
        corps || left.nations().any(|n| p.power_of(n) == Some(power))
    }

    /// The besieged of phasing powers say who comes out (empires 7.5.4.2.3).
    pub(super) fn run_sally(&self, p: &mut Position) -> bool {
        let next =
            powers(p.play.phasing() & !p.fight.asked).find(|q| self.may_sally(p, *q) && self.helps(p, *q, 0));
        let Some(power) = next else {
            p.fight.asked = 0;
            self.go(p, FightStep::Command);
            return false;
        };
        p.fight.asks = power;
        true
    }

    pub(super) fn list_sally(&self, p: &Position, out: &mut Offers<'_, FightAction>) {
        out.candidate(FightAction::Done);
        out.candidates(p.corps_at(Spot::City(p.fight.area)).map(|b| FightAction::Sally(BlockId::of(b))));
        let nations = p.at(p.fight.area).garrison.nations();
        out.candidates(
            nations.flat_map(|n| {
                (0..3).map(move |place| FightAction::SallyFactor(Sallying(NationId(n), place)))
            }),
        );
    }

    pub(super) fn refuse_sally(&self, p: &Position, power: u8, action: FightAction) -> Option<Refusal> {
        let area = p.fight.area;
        let camp = &p.fight.camps[0];
        let no = |what: &'static str| Some(Refusal::new("7.5.4.2.3", what).at(area));
        match action {
            FightAction::Done => None,
            FightAction::Sally(BlockId(b)) => {
                let Some(b) = self.block(b) else { return no("there is no such corps") };
                let inside = p.corps[b].spot == Spot::City(area) && p.corps[b].power == power;
                if !inside || camp.blocks.has(b) {
                    return no("only your own besieged corps can come out, each once");
                }
                None
            }
            FightAction::SallyFactor(Sallying(NationId(nation), place)) => {
                let left = p.at(area).garrison.without(&camp.out).of(nation).counts();
                let left = left.get(usize::from(place)).copied().unwrap_or(0);
                if p.power_of(nation) != Some(power) || left == 0 {
                    return no("there is no such factor of yours in the city");
                }
                None
            }
            _ => Some(self.not_asked(p)),
        }
    }

    pub(super) fn take_sally(&self, p: &mut Position, action: FightAction, events: &mut Vec<Event>) {
        let power = p.fight.asks;
        let camp = &mut p.fight.camps[0];
        match action {
            FightAction::Sally(BlockId(b)) => {
                camp.blocks.put(b.into());
                camp.powers |= 1 << power;
            }
            FightAction::SallyFactor(Sallying(NationId(nation), place)) => {
                camp.out.add(Loose::some(nation, place.into(), 1));
                camp.powers |= 1 << power;
            }
            _ => {
                p.fight.asked |= 1 << power;
                let (area, factors) = (p.fight.area, camp.out.total());
                let corps = camp.blocks.iter().filter(|b| p.corps[*b].spot == Spot::City(area)).count() as u8;
                if corps > 0 || factors > 0 {
                    events.push(Event::Fight(FightEvent::Sallies { power, area, corps, factors }));
                }
            }
        }
    }

    /// Commanders are found for both sides (10.6.1.1): the rules name one, or leave it to a die between powers, or to the
    /// power whose leaders are equals.
    pub(super) fn run_command(&self, p: &mut Position, dice: &mut dyn Dice, events: &mut Vec<Event>) -> bool {
        for who in 0..2 {
            let camp = p.fight.camps[who];
            if camp.led {
                continue;
            }
            if camp.candidates.len() > 1 {
                p.fight.asks = camp.hand;
                return true;
            }
            self.find_commander(p, who, dice, events);
            if !p.fight.camps[who].led {
                p.fight.asks = p.fight.camps[who].hand;
                return true;
            }
        }
        let fresh = p.fight.battle.day == 1 && p.fight.battle.rounds == 0;
        if fresh {
            for who in 0..2 {
                self.engage(p, who);
            }
            events.push(Event::Fight(self.command_event(p)));
        }
        let trivial = p.fight.trivial();
        let step = match (fresh, p.fight.offered, trivial) {
            (true, true, false) => FightStep::Accept,
            (true, _, true) => FightStep::Flee,
            (false, _, true) => FightStep::Orders,
            _ => FightStep::Chits,
        };
        p.fight.ask_both();
        self.go(p, step);
        false
    }

    fn command_event(&self, p: &Position) -> FightEvent {
        let [a, d] = p.fight.camps;
        let several = |camp: &Camp| {
            let chiefs = self.chiefs(p, camp);
            let mut masters = chiefs.iter().map(|l| self.master(p, l));
            let first = masters.next();
            masters.any(|m| Some(m) != first)
        };
        let disputed = several(&a) || several(&d);
        let (leaders, hands) = ([a.leader, d.leader], [a.hand, d.hand]);
        FightEvent::Command { area: p.fight.area, leaders, hands, disputed }
    }

    fn find_commander(&self, p: &mut Position, who: usize, dice: &mut dyn Dice, events: &mut Vec<Event>) {
        let camp = p.fight.camps[who];
        let list: ArrayList<usize, LEADERS> =
            self.chiefs(p, &camp).iter().filter(|l| self.may_command(p, &camp, *l)).collect();
        let leaders: ArrayList<_, LEADERS> = list.iter().map(|l| self.leader(p, *l)).collect();
        let best = command::commanders(&leaders, &self.contingents(p, &camp));
        let commands = |q: u8| best.iter().any(|i| leaders[*i].power as u8 == q);
        let mut owners: ArrayList<u8, POWERS> = (0..POWERS as u8).filter(|q| commands(*q)).collect();
        if best.is_empty() {
            owners = self.most_corps(p, &camp);
        }
        let hand = self.toss(p, owners, dice, events);
        let mine: Chiefs =
            best.iter().filter(|i| leaders[**i].power as u8 == hand).map(|i| list[*i]).collect();
        let camp = &mut p.fight.camps[who];
        camp.hand = hand;
        camp.candidates = Chiefs::NONE;
        match mine.len() {
            0 => (camp.leader, camp.led) = (NONE, true),
            1 => (camp.leader, camp.led) = (mine.iter().next().map_or(NONE, |l| l as u8), true),
            _ => camp.candidates = mine,
        }
    }

    /// One of several powers by the highest die.
    fn toss(
        &self,
        p: &Position,
        owners: ArrayList<u8, POWERS>,
        dice: &mut dyn Dice,
        events: &mut Vec<Event>,
    ) -> u8 {
        let mut left = owners;
        for _ in 0..TIES {
            if left.len() < 2 {
                break;
            }
            let rolls: ArrayList<u8, POWERS> = left.iter().map(|_| dice.roll(6)).collect();
            let high = rolls.iter().max().copied().unwrap_or(0);
            left = left.iter().zip(&rolls).filter(|(_, r)| **r == high).map(|(q, _)| *q).collect();
        }
        let hand = left.first().copied().unwrap_or(NONE);
        if owners.len() > 1 {
            events.push(Event::Fight(FightEvent::Tossed { area: p.fight.area, hand }));
        }
        hand
    }

    pub(super) fn refuse_command(&self, p: &Position, power: u8, action: FightAction) -> Option<Refusal> {
        let FightAction::Command(LeaderId(l)) = action else { return Some(self.not_asked(p)) };
        let camp = p.fight.camps.iter().find(|c| !c.led && c.hand == power);
        let fits = usize::from(l) < self.d.leaders.len();
        if fits && camp.is_some_and(|c| c.candidates.has(l.into())) {
            return None;
        }
        Some(Refusal::new("7.5.2.9.1(c)", "he is not among those who may command"))
    }

    pub(super) fn take_command(&self, p: &mut Position, action: FightAction) {
        let power = p.fight.asks;
        if let FightAction::Command(LeaderId(l)) = action
            && let Some(camp) = p.fight.camps.iter_mut().find(|c| !c.led && c.hand == power)
        {
            (camp.leader, camp.led, camp.candidates) = (l, true, Chiefs::NONE);
        }
    }

    /// Corps of a side have fought in this sequence (empires 7.5.2.11.1.2).
    pub(super) fn engage(&self, p: &mut Position, who: usize) {
        let (camp, area) = (p.fight.camps[who], p.fight.area);
        p.play.engaged = p.play.engaged.with(camp.blocks);
        if p.fight.sort != Sort::Trivial {
            p.play.fought = p.play.fought.with(camp.blocks);
            powers(camp.irregulars).for_each(|q| p.play.rode[usize::from(q)].put(area));
        }
    }

    /// Corps of a side, laid open, are used in a round (empires 7.5.2.10.1.3, empires 7.5.2.10.1.3(b)).
    pub(super) fn enlist(&self, p: &mut Position, who: usize) {
        let camp: Camp = p.fight.camps[who];
        for block in camp.blocks.without(camp.used).iter() {
            let large = u16::from(p.corps[block].total()) > self.charts.points.large_above;
            let camp = &mut p.fight.camps[who];
            camp.used.put(block);
            if large {
                camp.large.put(block);
            }
        }
    }

    /// The defender answers the offer of a trivial combat (empires 7.5.3(b)).
    pub(super) fn run_accept(&self, p: &mut Position) -> bool {
        p.fight.asks = p.fight.camps[1].hand;
        true
    }

    pub(super) fn take_accept(&self, p: &mut Position, action: FightAction, events: &mut Vec<Event>) {
        let agreed = action == FightAction::Agree(true);
        p.fight.agreed = agreed;
        let (area, power) = (p.fight.area, p.fight.asks);
        events.push(Event::Fight(FightEvent::Agreed { area, power, agreed }));
        self.go(p, if agreed { FightStep::Open } else { FightStep::Chits });
    }
}
