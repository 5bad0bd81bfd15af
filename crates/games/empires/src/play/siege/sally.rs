//! Garrison attacks: who goes out, and what a won one brings (7.5.4.2.1).

use super::state::{AROUND, INSIDE};
use super::{SiegeAction, SiegeEvent, SiegeStep, is_block, tell};
use crate::data::POWERS;
use crate::play::combat::Kind;
use crate::play::combat::retreat::WAYS;
use crate::play::combat::round::Form;
use crate::play::land::position::LEADERS;
use crate::play::land::{AreaSet, Loose, Position, Spot};
use crate::play::siege::Sent;
use crate::play::{Engine, Event};
use crate::position::ids::{BlockId, LeaderId, NationId};
use crate::position::{Blocks, Step};
use sandtable_board::AreaId;
use sandtable_core::Refusal;
use sandtable_core::machine::Offers;
use sandtable_ops::ArrayList;
use sandtable_ops::Id;

impl Engine<'_> {
    /// Whether a power has corps or factors in a city.
    fn has_inside(&self, p: &Position, power: u8, area: AreaId) -> bool {
        p.at(area).garrison.nations().any(|n| p.power_of(n) == Some(power))
            || p.corps_at(Spot::City(area)).any(|b| p.corps[b].power == power)
    }

    /// Why a power cannot attack out of a city.
    pub(super) fn refuse_garrison_attack(&self, p: &Position, power: u8, area: AreaId) -> Option<Refusal> {
        let no = |rule: &'static str, why: &'static str| Some(Refusal::new(rule, why).at(area));
        if area.index() >= self.d.board.len() || !p.at(area).besieged {
            return no("7.5.4.2", "this city is not besieged");
        }
        if !self.has_inside(p, power, area) {
            return no("7.5.4(d)", "none of your forces are inside this city");
        }
        if self.besiegers(p, area).is_empty() {
            return no("7.5.4.2", "nobody besieges this city");
        }
        if p.play.stormed.has(area) {
            return no("7.5.4.2.1.4", "there has been an attack here in this sequence");
        }
        None
    }

    /// A garrison attack is prepared: each power of the slot that is inside says who of its own goes out.
    pub(super) fn sally(&self, p: &mut Position, power: u8, area: AreaId) {
        let around = self.besiegers(p, area);
        self.form_siege(p, around, Blocks::NONE, area);
        p.siege.stay = p.at(area).garrison;
        p.siege.battle.setting.form = Form::GarrisonAttack;
        p.play.stormed.put(area);
        p.play.push(Step::Siege(SiegeStep::Close));
        p.play.push(Step::Siege(SiegeStep::Begin));
        for q in (0..POWERS as u8).filter(|q| *q != power) {
            if p.play.is_phasing(q) && self.has_inside(p, q, area) {
                p.play.push(Step::Siege(SiegeStep::Muster(q, false)));
            }
        }
        p.play.push(Step::Siege(SiegeStep::Muster(power, true)));
    }

    /// The place of a kind among the factors of a power's garrison.
    fn place_in(&self, power: u8, kind: Kind) -> Option<usize> {
        [Kind::Infantry, Kind::Militia, self.irregular_kind(power)].iter().position(|k| *k == kind)
    }

    pub(super) fn muster_wishes(&self, p: &Position, power: u8, out: &mut Offers<'_, SiegeAction>) {
        use SiegeAction as A;
        out.candidates(p.corps_at(Spot::City(p.siege.area)).map(|b| A::Join(BlockId::of(b))));
        let kinds = [Kind::Infantry, Kind::Militia, self.irregular_kind(power)];
        for l in p.at(p.siege.area).garrison.parts().filter(|l| p.power_of(l.nation) == Some(power)) {
            for (kind, n) in kinds.into_iter().zip(l.counts()) {
                out.candidates((1..=n).map(|n| A::Send(Sent(NationId(l.nation), kind, n))));
            }
        }
        out.candidates([A::Everybody, A::Attack, A::StandDown]);
    }

    pub(super) fn refuse_muster(
        &self,
        p: &Position,
        power: u8,
        first: bool,
        action: SiegeAction,
    ) -> Option<Refusal> {
        use SiegeAction as A;
        let no = |why: &'static str| Some(Refusal::new("7.5.4.2.1.1", why).at(p.siege.area));
        match action {
            A::Join(BlockId(b)) => {
                let inside = is_block(b) && {
                    let c = &p.corps[usize::from(b)];
                    c.power == power && c.spot == Spot::City(p.siege.area)
                };
                if !inside {
                    return no("none of your corps in the city is this one");
                }
                if p.siege.blocks[INSIDE].has(usize::from(b)) {
                    return no("this corps goes out already");
                }
                None
            }
            A::Send(Sent(NationId(nation), kind, n)) => {
                let mine = self.place_in(power, kind).filter(|_| p.power_of(nation) == Some(power));
                let Some(place) = mine else {
                    return no("your garrison has no such factors");
                };
                let have = p.at(p.siege.area).garrison.of(nation).counts()[place];
                if n > have {
                    return no("your garrison has fewer of these factors");
                }
                if n == 0 || n <= have.saturating_sub(p.siege.stay.of(nation).counts()[place]) {
                    return no("that many go out already");
                }
                None
            }
            A::Everybody => None,
            A::Attack if first && self.strength(p, INSIDE).is_empty() => {
                no("somebody has to go out before they can attack")
            }
            A::Attack => None,
            A::StandDown if !first => no("another power has called for the attack; send nobody and go on"),
            A::StandDown => None,
            _ => no("what is asked is who goes out against the besiegers"),
        }
    }

    pub(super) fn muster_take(&self, p: &mut Position, power: u8, action: SiegeAction) {
        use SiegeAction as A;
        match action {
            A::Join(BlockId(b)) => p.siege.blocks[INSIDE].put(usize::from(b)),
            A::Send(Sent(NationId(nation), kind, n)) => {
                if let Some(place) = self.place_in(power, kind) {
                    let out = self.loose_out(p).of(nation).counts()[place];
                    p.siege.stay.take(Loose::some(nation, place, n.saturating_sub(out)));
                }
            }
            A::StandDown => {
                // The other powers' musters and the beginning lie between this step and the end.
                while !matches!(p.play.steps.top(), Step::Siege(SiegeStep::Close) | Step::Go) {
                    p.play.pop();
                }
                return;
            }
            A::Everybody => {
                for b in self.blocks_at(p, Spot::City(p.siege.area)).iter() {
                    if p.corps[b].power == power {
                        p.siege.blocks[INSIDE].put(b);
                    }
                }
                let controller = p.controller;
                p.siege.stay.take_out(|n| controller.get(usize::from(n)) == Some(&power));
            }
            _ => {}
        }
        if matches!(action, A::Everybody | A::Attack) {
            p.play.pop();
            self.name_leads(p);
        }
    }

    /// Beaten besiegers leave, unpursued; then besieged corps may step out (empires 7.5.4.2.1.5).
    pub(super) fn besiegers_leave(&self, p: &mut Position, events: &mut Vec<Event>) {
        let area = p.siege.area;
        p.at_mut(area).besieged = false;
        for q in (0..POWERS as u8).rev() {
            if p.corps_at(Spot::City(area)).any(|b| p.corps[b].power == q) {
                p.play.push(Step::Siege(SiegeStep::StepOut(q)));
            }
        }
        if self.strength(p, AROUND).is_empty() {
            self.abandon_leaders(p, events);
            return;
        }
        let mut entered = AreaSet::NONE;
        entered.put(area);
        (p.siege.entered, p.siege.here) = (entered, area);
        let powers = self.leaving(p);
        let theirs = |l: &usize| self.master(p, *l).is_some_and(|q| powers >> q & 1 == 1);
        p.siege.chiefs = self.chiefs_at(p, Spot::Field(area)).iter().filter(theirs).collect();
        for q in (0..POWERS).filter(|q| p.siege.raiders >> q & 1 == 1) {
            p.siege.carried[q] = p.at(area).irregulars[q];
        }
        p.play.push(Step::Siege(SiegeStep::Retreat));
    }

    /// The powers that retreat, one bit each.
    fn leaving(&self, p: &Position) -> u8 {
        self.powers_of(p, p.siege.blocks[AROUND])
    }

    /// Where they may be driven next.
    pub(super) fn siege_retreats(&self, p: &Position) -> ArrayList<AreaId, WAYS> {
        self.retreat_choices(p, self.leaving(p), &p.siege.entered, p.siege.here)
    }

    pub(super) fn retreat_run(&self, p: &mut Position, events: &mut Vec<Event>) -> bool {
        let choices = self.siege_retreats(p);
        match choices[..] {
            [] => self.no_way_out(p, events),
            [only] => self.drive(p, only, events),
            _ => return true,
        }
        false
    }

    /// Moves the beaten force into an area; enemies there drive it on.
    pub(super) fn drive(&self, p: &mut Position, to: AreaId, events: &mut Vec<Event>) {
        let from = p.siege.here;
        let nation = p.siege.lead[AROUND];
        tell(events, SiegeEvent::Retreats { from, to, nation });
        let powers = self.leaving(p);
        for b in p.siege.blocks[AROUND].iter() {
            if p.corps[b].spot == Spot::Field(from) {
                p.corps[b].spot = Spot::Field(to);
            }
        }
        p.siege.chiefs.iter().for_each(|l| p.leaders[l] = Spot::Field(to));
        for q in 0..POWERS {
            let n = p.siege.carried[q];
            p.at_mut(from).irregulars[q] -= n.min(p.at(from).irregulars[q]);
            p.at_mut(to).irregulars[q] += n;
        }
        p.siege.entered.put(to);
        p.siege.here = to;
        if !self.retreat_goes_on(p, powers, to) {
            p.play.pop();
        }
    }

    /// Without a way out they are prisoners (empires 7.5.2.10.3.6).
    fn no_way_out(&self, p: &mut Position, events: &mut Vec<Event>) {
        let here = p.siege.here;
        let corps = p.siege.blocks[AROUND].iter().map(|b| u16::from(p.corps[b].total()));
        let factors = corps.chain(p.siege.carried.map(u16::from)).sum();
        tell(events, SiegeEvent::NoWayOut { area: here, nation: p.siege.lead[AROUND], factors });
        for l in p.siege.chiefs.iter() {
            self.capture(p, l, p.siege.lead[INSIDE], events);
        }
        for b in p.siege.blocks[AROUND].iter() {
            if p.corps[b].spot == Spot::Field(here) {
                self.eliminate(p, b, events);
            }
        }
        for q in 0..POWERS {
            let n = p.siege.carried[q];
            p.at_mut(here).irregulars[q] -= n.min(p.at(here).irregulars[q]);
        }
        p.play.pop();
    }

    pub(super) fn step_out_wishes(&self, p: &Position, out: &mut Offers<'_, SiegeAction>) {
        let area = p.siege.area;
        out.candidates(p.corps_at(Spot::City(area)).map(|b| SiegeAction::Out(BlockId::of(b))));
        out.candidates(
            self.chiefs_at(p, Spot::City(area)).iter().map(|l| SiegeAction::OutLeader(LeaderId::of(l))),
        );
        out.candidate(SiegeAction::Done);
    }

    pub(super) fn refuse_step_out(&self, p: &Position, power: u8, action: SiegeAction) -> Option<Refusal> {
        let area = p.siege.area;
        let no = |why: &'static str| Some(Refusal::new("7.5.4.2.1.5", why).at(area));
        match action {
            SiegeAction::Out(BlockId(b)) => {
                let inside = is_block(b) && {
                    let c = &p.corps[usize::from(b)];
                    c.power == power && c.spot == Spot::City(area)
                };
                if inside { None } else { no("none of your corps in the city is this one") }
            }
            SiegeAction::OutLeader(LeaderId(l)) => {
                let l = usize::from(l);
                let inside = l < self.d.leaders.len().min(LEADERS)
                    && p.leaders[l] == Spot::City(area)
                    && self.master(p, l) == Some(power);
                if !inside {
                    return no("none of your leaders in the city is this one");
                }
                let outside = p.corps_at(Spot::Field(area)).any(|b| p.corps[b].power == power);
                if outside { None } else { no("a leader goes only with a corps of yours") }
            }
            _ => no("this is not what is asked"),
        }
    }

    pub(super) fn step_out_take(&self, p: &mut Position, action: SiegeAction, events: &mut Vec<Event>) {
        let area = p.siege.area;
        match action {
            SiegeAction::Out(BlockId(b)) => {
                let corps = &mut p.corps[usize::from(b)];
                corps.spot = Spot::Field(area);
                let (power, def) = (corps.power, corps.def);
                tell(events, SiegeEvent::StepsOut { area, power, def });
            }
            SiegeAction::OutLeader(LeaderId(l)) => {
                p.leaders[usize::from(l)] = Spot::Field(area);
                tell(events, SiegeEvent::LeaderOut { area, leader: l });
            }
            _ => {}
        }
    }
}
