//! Stopping (Q6, 7.3.7): attack, siege or neither, and then how the corps lives (7.4.1). The end of all movement (Q8).

use super::{Halt, MarchAction as A, MarchEvent, MarchStep, no};
use crate::data::POWERS;
use crate::play::land::movement::{March, Mover};
use crate::play::land::position::CORPS;
use crate::play::land::{FleetAt, NOBODY, Picture, Position, Spot, depots, forage, paying, supply};
use crate::play::loss::state::{Losses, Why};
use crate::play::{Engine, Event};
use crate::position::ids::NationId;
use crate::position::{Blocks, Living, Step};
use sandtable_board::AreaId;
use sandtable_core::Dice;
use sandtable_core::Refusal;
use sandtable_core::machine::Offers;
use sandtable_ops::ArrayList;

impl Engine<'_> {
    pub(super) fn stop_check(&self, p: &Position, halt: Halt) -> Result<(), Refusal> {
        let m = &p.marching;
        let (power, area) = (m.march.power, m.march.at);
        let outside = self.mover_spot(p) == Spot::Field(area);
        let foes = outside && self.foes(p, power, area);
        let corps = m.block();
        let guerilla = corps.is_none() && self.guerilla(power);
        if self.leaves_on(p, &m.march) {
            return no("10.3", "it may no longer be here and goes on by the shortest way");
        }
        match halt {
            Halt::Plain => {
                let siege = outside && p.at(area).besieged && self.siege_check(p, power, area, corps).is_ok();
                if corps.is_some() && siege && !foes {
                    return no("7.3.7.1(d)", "where friends besiege a city all besiege it");
                }
                Ok(())
            }
            Halt::Besiege => {
                if corps.is_none() || !outside {
                    return no("7.3.7.1(b)", "only a corps outside the city besieges it");
                }
                if foes {
                    return no("7.3.7.1", "enemies in the field are attacked before a city is besieged");
                }
                self.siege_check(p, power, area, corps)
            }
            Halt::Attack => {
                let only_guerillas = !foes && self.foe_guerillas(p, power, area);
                if outside && (guerilla && foes || only_guerillas) && !p.play.attacks.has(area) {
                    Ok(())
                } else {
                    no("7.3.7.2", "there is nobody here whom it may attack or leave alone")
                }
            }
        }
    }

    /// The counter stops.
    pub(super) fn stop(&self, p: &mut Position, halt: Halt, events: &mut Vec<Event>) {
        let march = p.marching.march;
        let (power, area) = (march.power, march.at);
        let outside = self.mover_spot(p) == Spot::Field(area);
        p.play.pop();
        if march.entered > 0 {
            p.marching.strayed.0 |= p.marching.chiefs.0;
        }
        match march.mover {
            Mover::Corps(b) => {
                p.play.moved.put(b);
                self.note_ration(p, b, &march);
                p.play.push(Step::March(MarchStep::Living(b as u8)));
            }
            Mover::Irregular(_) => {
                p.at_mut(area).tired += 1;
                if march.entered > 0 && march.over_water {
                    p.play.forded.put(area);
                }
            }
        }
        if halt == Halt::Besiege && !p.at(area).besieged {
            p.at_mut(area).besieged = true;
            self.tell_march(events, MarchEvent::Siege { power, area });
        }
        if halt == Halt::Attack {
            p.marching.guerillas.put(area);
        }
        let duty =
            !(march.mover == Mover::Irregular(power) && self.guerilla(power)) && self.foes(p, power, area);
        if outside && (duty || halt == Halt::Attack) && !p.play.attacks.has(area) {
            self.declare(p, area, power, events);
        }
        if matches!(march.mover, Mover::Irregular(_)) {
            p.marching.rest();
        }
    }

    /// What the move means for supply and combat is kept with the corps.
    fn note_ration(&self, p: &mut Position, b: usize, march: &March) {
        let ration = &mut p.corps[b].ration;
        (ration.value, ration.forced, ration.abroad) = (march.forage, march.forced, march.abroad);
        // After a force march or a landing no point is unused (ruling 7).
        ration.unused = if march.forced { 0 } else { march.points };
        ration.over_water = march.entered > 0 && march.over_water;
    }

    /// Half money points that each power owes for corps that wait.
    fn owed(&self, p: &Position) -> [u16; POWERS] {
        let mut out = [0; POWERS];
        for payer in 0..POWERS as u8 {
            let of = |c: &&crate::play::land::Corps| c.ration.how == Living::Waits && c.ration.payer == payer;
            if !p.corps.iter().any(|c| of(&c)) {
                continue;
            }
            let pic = Picture::new(self.d, p, payer);
            let chain = supply::chain(self.d, p, &pic);
            for b in (0..CORPS).filter(|b| of(&&p.corps[*b])) {
                let cost = paying::corps_cost(self.d, p, &pic, &chain, b).unwrap_or(0);
                out[usize::from(payer)] += u16::from(cost);
            }
        }
        out
    }

    /// Powers that can pay for the supply of a corps (empires 7.4.2.2), itself first.
    fn can_pay(&self, p: &Position, b: usize) -> ArrayList<u8, POWERS> {
        self.can_pay_beside(p, b, self.owed(p))
    }

    /// The same, if this many half money points are spoken for. A corps that has to leave a country only forages (10.3).
    fn can_pay_beside(&self, p: &Position, b: usize, owed: [u16; POWERS]) -> ArrayList<u8, POWERS> {
        let (user, ration) = (p.corps[b].power, p.corps[b].ration);
        let leaves = ration.leaving || p.corps[b].spot.area().is_some_and(|a| p.must_leave(user, a));
        if ration.forced || leaves || usize::from(user) >= POWERS {
            return ArrayList::new();
        }
        let able = |payer: &u8| {
            let pic = Picture::new(self.d, p, *payer);
            let chain = supply::chain(self.d, p, &pic);
            paying::corps_cost(self.d, p, &pic, &chain, b).is_some_and(|cost| {
                paying::bill(owed[usize::from(*payer)] + u16::from(cost)) <= p.money[usize::from(*payer)]
            })
        };
        let mut out: ArrayList<u8, POWERS> = paying::payers(p, user).filter(able).collect();
        out.sort_by_key(|q| *q != user);
        out
    }

    /// A corps that has stopped settles how it lives. Where it must forage its owner is asked all the same, so that the die is
    /// part of the owner's action.
    pub(super) fn living_run(&self, p: &mut Position, b: usize, events: &mut Vec<Event>) -> bool {
        let spot = p.corps[b].spot;
        let Some(area) = spot.area().filter(|_| !p.besieged(b)) else {
            p.marching.rest();
            p.play.pop();
            return false;
        };
        // One corps lives off a depot that it has razed where it ends its move (empires 7.3.6.1(b)).
        if p.marching.block() == Some(b) && p.marching.plundered == area {
            p.corps[b].ration.how = Living::Plundered;
            let (power, def) = (p.corps[b].power, p.corps[b].def);
            self.tell_march(events, MarchEvent::Plundered { power, def, area });
            p.marching.settle(b);
            p.marching.rest();
            p.play.pop();
            return false;
        }
        true
    }

    /// Lists how a corps may live, with one look at who can pay for it.
    pub(super) fn living_list(&self, p: &Position, b: usize, out: &mut Offers<'_, A>) {
        let payers = self.can_pay(p, b);
        out.legal(A::Forage);
        out.all_legal((0..POWERS as u8).filter(|q| payers.contains(q)).map(|q| A::Wait(NationId(q))));
    }

    pub(super) fn living_check(&self, p: &Position, b: usize, action: A) -> Result<(), Refusal> {
        match action {
            A::Forage => Ok(()),
            A::Wait(NationId(payer)) => self.wait_check(p, b, payer),
            _ => no("7.4.1", "forage, or wait for depot supply"),
        }
    }

    /// Why a power cannot pay for the supply of a corps.
    fn wait_check(&self, p: &Position, b: usize, payer: u8) -> Result<(), Refusal> {
        if self.can_pay(p, b).contains(&payer) {
            return Ok(());
        }
        let (user, ration) = (p.corps[b].power, p.corps[b].ration);
        if ration.forced {
            return no("7.4.1(b)", "it has force marched and must forage");
        }
        if ration.leaving || p.corps[b].spot.area().is_some_and(|a| p.must_leave(user, a)) {
            return no("10.3", "forces that have to leave a country forage");
        }
        if usize::from(user) >= POWERS || !paying::payers(p, user).any(|q| q == payer) {
            return no("7.4.2.2", "this power does not let you live off its depots");
        }
        let pic = Picture::new(self.d, p, payer);
        let chain = supply::chain(self.d, p, &pic);
        match paying::corps_cost(self.d, p, &pic, &chain, b) {
            None => no(
                "7.4.1(b)",
                "no depot of a valid chain is within 3 unblocked areas, and no invasion supply beside it: it must forage",
            ),
            Some(_) => no("7.4.1(b)", "there is no money left for its depot supply: it must forage"),
        }
    }

    pub(super) fn living_take(
        &self,
        p: &mut Position,
        b: usize,
        action: A,
        dice: &mut dyn Dice,
        events: &mut Vec<Event>,
    ) {
        p.play.pop();
        match action {
            A::Wait(NationId(payer)) => {
                self.wait(p, b, payer, events);
                p.marching.rest();
            }
            _ => self.forage(p, b, dice, events),
        }
    }

    fn wait(&self, p: &mut Position, b: usize, payer: u8, events: &mut Vec<Event>) {
        let corps = &mut p.corps[b];
        (corps.ration.how, corps.ration.payer) = (Living::Waits, payer);
        let (power, def) = (corps.power, corps.def);
        if let Some(area) = corps.spot.area() {
            self.tell_march(events, MarchEvent::Waits { power, def, area, payer });
        }
    }

    /// What is added to the forage die of a corps that has stopped, part by part.
    pub(crate) fn forage_terms(&self, p: &Position, b: usize) -> [i8; 5] {
        let (corps, ration) = (p.corps[b], p.corps[b].ration);
        let Some(area) = corps.spot.area() else { return [0; 5] };
        let power = corps.power;
        let march = March {
            mover: Mover::Corps(b),
            power,
            at: area,
            points: ration.unused,
            forced: ration.forced,
            forage: ration.value,
            abroad: ration.abroad,
            ..super::state::Marching::NONE.march
        };
        forage::terms(self.d, p, b, &march, self.sits_before(p, b))
    }

    /// Whether a corps besieges the city of its area.
    fn sits_before(&self, p: &Position, b: usize) -> bool {
        let (power, spot) = (p.corps[b].power, p.corps[b].spot);
        let area = spot.area().filter(|a| spot == Spot::Field(*a));
        area.is_some_and(|a| p.at(a).besieged && p.foes_inside(power, a))
    }

    /// A corps forages (empires 7.4.1.1): the die, what it costs, and who loses it.
    pub(super) fn forage(&self, p: &mut Position, b: usize, dice: &mut dyn Dice, events: &mut Vec<Event>) {
        let corps = p.corps[b];
        let Some(area) = corps.spot.area() else { return };
        let (power, def, ration) = (corps.power, corps.def, corps.ration);
        let besieging = self.sits_before(p, b);
        let terms = self.forage_terms(p, b);
        let modifier = terms.iter().sum();
        let die = dice.roll(6);
        let lost = forage::loss(die, modifier, ration.value, self.d.figures.forage.loss_per_point);
        let value = ration.value;
        let at_ease = ration.unused > 0 && !ration.forced && !besieging;
        let unused = if at_ease { ration.unused } else { 0 };
        let falls = forage::falls(corps.total(), self.still_dropped(p, b), lost);
        let dropped = falls.dropped;
        let block = b as u8;
        let event = MarchEvent::Forage {
            power,
            block,
            def,
            area,
            die,
            modifier,
            terms,
            value,
            lost,
            unused,
            dropped,
        };
        self.tell_march(events, event);
        let kept = &mut p.corps[b].ration;
        (kept.how, kept.at_ease, kept.payer) = (Living::Foraged, at_ease, NOBODY);
        if p.marching.block() == Some(b) {
            p.marching.rest();
        }
        p.play.push(Step::March(MarchStep::Foraged(b as u8)));
        if falls.corps > 0 {
            let mut losses = Losses::new(Why::Forage, area);
            let owes = &mut losses.owes[usize::from(power)];
            (owes.left, owes.blocks) = (u16::from(falls.corps), Blocks::one(b));
            self.demand(p, losses);
        }
        // Even if it is nothing: what it dropped is its own no longer.
        p.play.push(Step::March(MarchStep::Forfeit { block: b as u8, left: falls.dropped }));
    }

    /// After the losses of foraging: an empty counter goes, and leaders who are left alone go with it (empires 7.4.1.3.3).
    pub(super) fn foraged_run(&self, p: &mut Position, b: usize, events: &mut Vec<Event>) -> bool {
        p.play.pop();
        let (spot, power) = (p.corps[b].spot, p.corps[b].power);
        self.drop_empty(p, Blocks::one(b), events);
        let gone = p.corps[b].spot == Spot::Off && spot != Spot::Off;
        // A siege that the corps alone kept up is over, and those inside move in their own sequence (empires 7.3.4).
        self.lift_sieges(p, events);
        if let Spot::Field(_) = spot
            && gone
            && !p.corps_at(spot).any(|o| p.friends(power, p.corps[o].power))
        {
            for l in self.chiefs_at(p, spot).iter() {
                if self.master(p, l) == Some(power) {
                    self.send_off(p, l, events);
                }
            }
        }
        false
    }

    /// Attacks that a power still owes where it shares an area with enemy field forces (empires 7.5.1, ruling 63).
    pub(super) fn close_run(&self, p: &mut Position, power: u8, events: &mut Vec<Event>) -> bool {
        let due = self.d.board.areas().find(|a| {
            !p.play.attacks.has(*a) && self.counters_in_field(p, power, *a) && self.foes(p, power, *a)
        });
        match due {
            Some(area) => self.declare(p, area, power, events),
            None => p.play.pop(),
        }
        false
    }

    /// The movement of all is over (Q8).
    pub(super) fn rest_run(&self, p: &mut Position, events: &mut Vec<Event>) -> bool {
        self.lift_sieges(p, events);
        let open = (0..CORPS).find(|b| {
            let c = &p.corps[*b];
            p.play.is_phasing(c.power)
                && c.ration.how == Living::Open
                && c.spot.area().is_some()
                && !p.besieged(*b)
        });
        if let Some(b) = open {
            if let Some(area) = p.corps[b].spot.area()
                && !p.play.moved.has(b)
                && let Ok(march) = March::begin(self.d, p, Mover::Corps(b), area)
            {
                self.note_ration(p, b, &march);
            }
            // Where the money does not do for all who have not moved, their owner chooses when to pay (empires 7.4.2.1(c)).
            match self.can_pay_beside(p, b, [0; POWERS]).first() {
                Some(payer) => self.wait(p, b, *payer, events),
                None => p.play.push(Step::March(MarchStep::Living(b as u8))),
            }
            return false;
        }
        self.drown(p, events);
        self.lone_leaders(p, events);
        self.port_depots(p, events);
        p.play.pop();
        false
    }

    /// Corps that are still at sea are lost (empires 7.3.5).
    fn drown(&self, p: &mut Position, events: &mut Vec<Event>) {
        for b in 0..CORPS {
            if let Spot::Fleet(f) = p.corps[b].spot
                && p.play.is_phasing(p.corps[b].power)
                && matches!(p.fleets[usize::from(f)].at, FleetAt::Sea(_))
            {
                self.tell_march(events, MarchEvent::Drowned { power: p.corps[b].power });
                for l in self.chiefs_at(p, Spot::Fleet(f)).iter() {
                    self.send_off(p, l, events);
                }
                self.eliminate(p, b, events);
            }
        }
    }

    /// A leader alone among enemies in the field leaves the map as after foraging.
    fn lone_leaders(&self, p: &mut Position, events: &mut Vec<Event>) {
        for l in 0..self.d.leaders.len() {
            let Spot::Field(area) = p.leaders[l] else { continue };
            let Some(power) = self.master(p, l) else { continue };
            let friends =
                (0..POWERS as u8).any(|q| p.friends(power, q) && self.counters_in_field(p, q, area));
            let enemies = (0..POWERS as u8).any(|q| p.at_war(power, q) && self.counters_in_field(p, q, area));
            if enemies && !friends {
                self.send_off(p, l, events);
            }
        }
    }

    /// Depots in ports move out or are cut off (empires 7.4.3.4.3, empires 7.4.3.4.4).
    fn port_depots(&self, p: &mut Position, events: &mut Vec<Event>) {
        let owners = |p: &Position| p.ground.each_ref().map(|g| g.inside.owner);
        let (before, gone) = (owners(p), |p: &Position, a: AreaId| p.at(a).inside.owner == NOBODY);
        depots::move_out(self.d, p);
        for area in self.d.board.areas() {
            let owner = before[area.index()];
            if owner != NOBODY && gone(p, area) {
                self.tell_march(events, MarchEvent::MovedOut { owner, area });
            }
        }
        let before = owners(p);
        for power in (0..POWERS as u8).filter(|q| before.contains(q)) {
            depots::drop_cut_off(self.d, p, power);
        }
        for area in self.d.board.areas() {
            let owner = before[area.index()];
            if owner != NOBODY && gone(p, area) {
                self.tell_march(events, MarchEvent::CutOff { owner, area });
            }
        }
    }
}
