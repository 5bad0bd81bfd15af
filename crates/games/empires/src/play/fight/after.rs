//! After a combat: emptied corps go (7.5.5), step 14 (7.5.2.14), the city (7.5.1.3(b)) and the siege (7.5.4(c)).

use super::force::powers;
use super::{Fate, FightAction, FightEvent, FightStep};
use crate::data::{FACTORS, POWERS};
use crate::play::combat::Kind;
use crate::play::combat::muster::{Besieger, may_besiege};
use crate::play::common::IN_CORPS;
use crate::play::fight::KindLetter;
use crate::play::land::encounter::{self, Taking};
use crate::play::land::garrison::{self, At};
use crate::play::land::movement::Mover;
use crate::play::land::{NOBODY, Position, Spot, depots};
use crate::play::{Engine, Event};
use crate::position::ids::{BlockId, LeaderId};
use sandtable_core::Refusal;
use sandtable_core::machine::Offers;
use sandtable_ops::Id;

impl Engine<'_> {
    /// Emptied corps go at the end of the day (empires 7.5.5).
    pub(super) fn run_clear(&self, p: &mut Position, events: &mut Vec<Event>) -> bool {
        let blocks = p.fight.camps[0].blocks.with(p.fight.camps[1].blocks);
        self.drop_empty(p, blocks, events);
        for who in 0..2 {
            self.muster_again(p, who);
            // A leader whom nobody is left to guard falls into enemy hands, if there are enemies; else he goes off.
            self.orphans(p, who, events);
        }
        self.guerilla_rises(p, events);
        let area = p.fight.area;
        if p.at(area).besieged && garrison::inside(p, area) == 0 {
            p.at_mut(area).besieged = false;
        }
        self.lift_sieges(p, events);
        events.push(Event::Fight(FightEvent::Over { area }));
        (p.fight.turn, p.fight.asked) = (0, 0);
        self.go(p, FightStep::Depot);
        false
    }

    fn orphans(&self, p: &mut Position, who: usize, events: &mut Vec<Event>) {
        let area = p.fight.area;
        for leader in self.chiefs_at(p, Spot::Field(area)).iter() {
            let Some(power) = self.master(p, leader).filter(|q| p.fight.camps[who].has(*q)) else { continue };
            let company = p.corps_at(Spot::Field(area)).any(|b| p.friends(power, p.corps[b].power))
                || p.at(area).irregulars[usize::from(power)] > 0;
            let enemy = p.fight.camps[1 - who];
            let held = p.corps_at(Spot::Field(area)).any(|b| enemy.has(p.corps[b].power))
                || powers(enemy.powers).any(|q| p.at(area).irregulars[usize::from(q)] > 0);
            match (company, held) {
                (true, _) => {}
                (false, true) => self.capture(p, leader, enemy.hand, events),
                (false, false) => self.send_off(p, leader, events),
            }
        }
    }

    /// The side that is left alone in the area, if one is (empires 7.5.2.14).
    fn left_alone(&self, p: &Position) -> Option<u8> {
        let area = p.fight.area;
        (0..2).find_map(|who| {
            let camp = &p.fight.camps[who];
            let here = |q: u8| {
                p.corps_at(Spot::Field(area)).any(|b| p.corps[b].power == q)
                    || p.at(area).irregulars[usize::from(q)] > 0 && !self.has_guerillas(q)
            };
            let hand = camp.in_order().find(|q| here(*q))?;
            (!self.retreat_goes_on(p, 1 << hand, area) || self.only_city_corps(p, hand)).then_some(hand)
        })
    }

    /// Whether the only enemies of a power in the area are inside its city.
    fn only_city_corps(&self, p: &Position, power: u8) -> bool {
        let area = p.fight.area;
        let ground = p.at(area);
        !p.corps_at(Spot::Field(area)).any(|b| p.at_war(power, p.corps[b].power))
            && !(0..POWERS as u8).any(|q| {
                ground.irregulars[usize::from(q)] > 0 && p.at_war(power, q) && !self.has_guerillas(q)
            })
            && !ground.guard.nations().any(|n| p.at_war(power, n))
    }

    /// Step 14: an enemy depot beside which only friends are left.
    pub(super) fn run_depot(&self, p: &mut Position, events: &mut Vec<Event>) -> bool {
        let area = p.fight.area;
        // First the depot inside a city that has fallen (empires 7.4.3.4.5).
        if self.depot_inside(p) {
            let captor = p.fight.camps[1].hand;
            if self.may_take_inside(p, captor) {
                p.fight.asks = captor;
                return true;
            }
            self.take_inside(p, captor, false, events);
            return false;
        }
        let asked = p.fight.asked != 0;
        if let Some(power) = self.left_alone(p)
            && !asked
            && encounter::taking(self.d, p, power, area) != Taking::Nothing
        {
            p.fight.asks = power;
            return true;
        }
        p.fight.asked = 0;
        self.go(p, FightStep::City);
        false
    }

    /// Whether the besiegers have taken a city with a depot inside.
    fn depot_inside(&self, p: &Position) -> bool {
        p.fight.fell && p.at(p.fight.area).inside.owner != NOBODY
    }

    fn may_take_inside(&self, p: &Position, captor: u8) -> bool {
        let area = p.fight.area;
        p.at(area).depot.owner == NOBODY && depots::may_convert(self.d, p, captor, area)
    }

    fn take_inside(&self, p: &mut Position, power: u8, convert: bool, events: &mut Vec<Event>) {
        let area = p.fight.area;
        let converted = depots::capture_inside(self.d, p, power, area, convert);
        events.push(Event::Fight(FightEvent::InsideTaken { area, power, converted }));
    }

    pub(super) fn refuse_depot(&self, p: &Position, power: u8, action: FightAction) -> Option<Refusal> {
        let FightAction::Depot(fate) = action else { return Some(self.not_asked(p)) };
        if self.depot_inside(p) {
            return match fate {
                Fate::Leave => {
                    Some(Refusal::new("7.4.3.4.5", "the depot in the city is destroyed or taken over"))
                }
                Fate::Convert if !self.may_take_inside(p, power) => {
                    Some(Refusal::new("7.4.3.4.5", "the depot would join no valid chain of yours"))
                }
                _ => None,
            };
        }
        match (fate, encounter::taking(self.d, p, power, p.fight.area)) {
            (Fate::Convert, Taking::Destroy | Taking::Nothing) => {
                Some(Refusal::new("7.5.2.14", "a depot is taken over only where it joins a valid chain"))
            }
            _ => None,
        }
    }

    pub(super) fn take_depot(
        &self,
        p: &mut Position,
        power: u8,
        action: FightAction,
        events: &mut Vec<Event>,
    ) {
        let area = p.fight.area;
        let FightAction::Depot(fate) = action else { return };
        if self.depot_inside(p) {
            self.take_inside(p, power, fate == Fate::Convert, events);
            return;
        }
        p.fight.asked = 1;
        match fate {
            Fate::Leave => return,
            Fate::Destroy => {
                encounter::destroy(p, area, Mover::Irregular(power), false);
            }
            Fate::Convert => encounter::convert(p, area, power),
        }
        events.push(Event::Fight(FightEvent::DepotTaken { area, power, converted: fate == Fate::Convert }));
    }

    /// Powers that may use the city now: phasing ones that are there, those whom a relief has freed, and besiegers before
    /// a city that has fallen.
    fn may_use_city(&self, p: &Position, power: u8) -> bool {
        let area = p.fight.area;
        let field = p.corps_at(Spot::Field(area)).any(|b| p.corps[b].power == power)
            || p.at(area).irregulars[usize::from(power)] > 0;
        let inside = p.corps_at(Spot::City(area)).any(|b| p.corps[b].power == power);
        let own_turn = p.play.is_phasing(power) || p.fight.fell && p.fight.camps[1].has(power);
        own_turn && field || p.fight.relieved && inside && !p.at(area).besieged
    }

    /// After a combat phasing forces may at once use the city (empires 7.5.1.3(b)); then the next combat.
    pub(super) fn run_city(&self, p: &mut Position, events: &mut Vec<Event>) -> bool {
        for power in powers(0x7f & !p.fight.asked) {
            if self.may_use_city(p, power) && self.city_in_question(p, power) {
                p.fight.asks = power;
                return true;
            }
        }
        self.lift_sieges(p, events);
        p.fight = super::state::Fight::NONE;
        self.go(p, FightStep::Next);
        false
    }

    /// Whether there is anything to do about the city as far as all can see: who is asked must not tell how strong corps are.
    fn city_in_question(&self, p: &Position, power: u8) -> bool {
        let area = p.fight.area;
        if p.fight.relieved && !p.at(area).besieged {
            return true;
        }
        let own_turn = p.play.is_phasing(power) || p.fight.fell && p.fight.camps[1].has(power);
        let open = p.friendly_city(self.d, power, area) || p.vacant_city(self.d, area);
        let crowd = p.corps_at(Spot::City(area)).count() + usize::from(p.at(area).garrison.total());
        let room = crowd < usize::from(garrison::capacity(self.d, area));
        let uses = open && room && !p.at(area).besieged;
        own_turn && self.only_city_corps(p, power) && (uses || self.refuse_siege(p, power).is_none())
    }

    pub(super) fn list_city(&self, p: &Position, out: &mut Offers<'_, FightAction>) {
        let area = p.fight.area;
        out.candidates([FightAction::Done, FightAction::Besiege, FightAction::Station]);
        for block in p.corps_at(Spot::Field(area)) {
            out.candidate(FightAction::Enter(BlockId::of(block)));
            out.candidates(IN_CORPS.map(|k| FightAction::Detach(BlockId::of(block), KindLetter(k))));
        }
        out.candidates(p.corps_at(Spot::City(area)).map(|b| FightAction::Exit(BlockId::of(b))));
        out.candidates(
            self.chiefs_at(p, Spot::Field(area)).iter().map(|l| FightAction::LeaderIn(LeaderId::of(l))),
        );
        out.candidates(
            self.chiefs_at(p, Spot::City(area)).iter().map(|l| FightAction::LeaderOut(LeaderId::of(l))),
        );
    }

    /// One factor of a kind.
    fn one(kind: Kind) -> [u8; FACTORS] {
        let mut out = [0; FACTORS];
        if let Some(at) = IN_CORPS.iter().position(|k| *k == kind) {
            out[at] = 1;
        }
        out
    }

    pub(super) fn refuse_city(&self, p: &Position, power: u8, action: FightAction) -> Option<Refusal> {
        let area = p.fight.area;
        let no = |rule: &'static str, what: &'static str| Some(Refusal::new(rule, what).at(area));
        let mine = |b: u8, spot: Spot| {
            self.block(b).filter(|b| p.corps[*b].power == power && p.corps[*b].spot == spot)
        };
        let clear = self.only_city_corps(p, power);
        let own_turn = p.play.is_phasing(power) || p.fight.fell && p.fight.camps[1].has(power);
        match action {
            FightAction::Done => None,
            FightAction::Exit(BlockId(b)) => match mine(b, Spot::City(area)) {
                Some(_) if p.fight.relieved && !p.at(area).besieged => None,
                _ => no("7.5.4.2.3.2", "only corps that the relief has freed step out"),
            },
            FightAction::LeaderOut(LeaderId(l)) => {
                let own = self.d.leaders.get(usize::from(l)).is_some()
                    && self.master(p, l.into()) == Some(power)
                    && p.leaders[usize::from(l)] == Spot::City(area);
                let company = p.corps_at(Spot::Field(area)).any(|b| p.corps[b].power == power);
                if own && company && p.fight.relieved && garrison::leader_may_leave(p, l.into()) {
                    return None;
                }
                no("7.5.4.2.3.2", "he cannot step out with a corps")
            }
            _ if !own_turn => no("7.5.1.3(b)", "only the phasing side uses the city now"),
            _ if !clear => no("7.5.1.3(b)", "enemies still stand outside the city"),
            FightAction::Enter(BlockId(b)) => match mine(b, Spot::Field(area)) {
                None => no("7.5.1.3(b)", "it is not a corps of yours in the area"),
                Some(b) if garrison::may_enter_city(self.d, p, power, area, p.corps[b].total()) => None,
                Some(_) => {
                    no("7.5.1.3(b)", "the city is not friendly or vacant, is besieged, or has no room")
                }
            },
            FightAction::Detach(BlockId(b), KindLetter(kind)) => {
                let Some(b) = mine(b, Spot::Field(area)).filter(|_| IN_CORPS.contains(&kind)) else {
                    return no("7.5.1.3(b)", "it is not a corps of yours in the area");
                };
                let mut after = *p;
                let done = garrison::detach(self.d, &mut after, b, At::City, Self::one(kind));
                done.err().map(|e| Refusal::new("7.5.1.3(b)", Refusal::from(e).why).at(area))
            }
            FightAction::Station => {
                let mut after = *p;
                let done = garrison::station(self.d, &mut after, power, area, At::City, 1);
                done.err().map(|e| Refusal::new("7.5.1.3(b)", Refusal::from(e).why).at(area))
            }
            FightAction::LeaderIn(LeaderId(l)) => {
                let own =
                    self.d.leaders.get(usize::from(l)).is_some() && self.master(p, l.into()) == Some(power);
                if own && garrison::leader_may_enter(p, l.into(), power, area) {
                    return None;
                }
                no("7.5.1.3(b)", "a leader goes in only with a corps of his power")
            }
            FightAction::Besiege => self.refuse_siege(p, power),
            _ => Some(self.not_asked(p)),
        }
    }

    /// Why a siege cannot begin here (empires 7.5.4, empires 7.5.4(c)).
    fn refuse_siege(&self, p: &Position, power: u8) -> Option<Refusal> {
        let area = p.fight.area;
        let no = |rule: &'static str, what: &'static str| Some(Refusal::new(rule, what).at(area));
        if p.at(area).besieged {
            return no("7.5.4", "the city is besieged already");
        }
        if !p.play.won.has(area) {
            return no("7.5.4(c)", "the combat here was not won");
        }
        let phasing = p.play.phasing();
        let corps = p
            .corps_at(Spot::Field(area))
            .filter(|b| usize::from(p.corps[*b].power) < POWERS && phasing >> p.corps[*b].power & 1 == 1);
        let foraged_at_ease = corps.into_iter().any(|b| p.corps[b].ration.at_ease);
        let besieger =
            Besieger { presence: self.presence(p, area, 1 << power), just_won: true, foraged_at_ease };
        let hostile = p.at_war(power, p.at(area).holder);
        let troops = p.foes_inside(power, area);
        if may_besiege(&besieger, troops, hostile, troops) {
            return None;
        }
        if foraged_at_ease {
            return no("7.5.4(c)", "a corps gained from unused movement points when it foraged");
        }
        no("7.5.4", "there are no enemies in the city, or no corps of yours to besiege them")
    }

    pub(super) fn take_city(
        &self,
        p: &mut Position,
        power: u8,
        action: FightAction,
        events: &mut Vec<Event>,
    ) {
        let area = p.fight.area;
        let told = |what: FightEvent| Event::Fight(what);
        match action {
            FightAction::Enter(BlockId(b)) => {
                p.corps[usize::from(b)].spot = Spot::City(area);
                events.push(told(FightEvent::Occupies { area, power }));
            }
            FightAction::Exit(BlockId(b)) => {
                p.corps[usize::from(b)].spot = Spot::Field(area);
                events.push(told(FightEvent::StepsOut { area, power }));
            }
            FightAction::LeaderIn(LeaderId(l)) => p.leaders[usize::from(l)] = Spot::City(area),
            FightAction::LeaderOut(LeaderId(l)) => p.leaders[usize::from(l)] = Spot::Field(area),
            FightAction::Detach(BlockId(b), KindLetter(kind)) => {
                // Checked before.
                let _ = garrison::detach(self.d, p, b.into(), At::City, Self::one(kind));
                events.push(told(FightEvent::Garrisons { area, power, kind }));
            }
            FightAction::Station => {
                let _ = garrison::station(self.d, p, power, area, At::City, 1);
                events.push(told(FightEvent::Garrisons { area, power, kind: self.irregular_kind(power) }));
            }
            FightAction::Besiege => {
                p.at_mut(area).besieged = true;
                events.push(told(FightEvent::Besieges { area, power }));
            }
            _ => p.fight.asked |= 1 << power,
        }
        self.lift_sieges(p, events);
    }
}
