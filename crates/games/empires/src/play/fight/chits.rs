//! Steps 1 to 6 of a field combat: chits, the outflank, withdrawal, and forces laid open (7.5.2.1 to 7.5.2.6).

use super::force::powers;
use super::state::{NONE, Sort};
use super::{FightAction, FightEvent, FightStep};
use crate::play::combat::chits::{self, Make};
use crate::play::combat::round::Form;
use crate::play::combat::{AttackerChit, DefenderChit, Refused, Who, arrival, options};
use crate::play::fight::Flanker;
use crate::play::land::Position;
use crate::play::{Engine, Event};
use crate::position::ids::BlockId;
use crate::position::{Blocks, Step};
use sandtable_core::Dice;
use sandtable_core::Refusal;

impl Engine<'_> {
    /// Step 1: both pick in secret. Steps 2 and 4 follow when both have.
    pub(super) fn run_chits(&self, p: &mut Position, events: &mut Vec<Event>) -> bool {
        if p.fight.camps.iter().any(|c| !c.chosen) {
            return true;
        }
        let (area, chits) = (p.fight.area, p.fight.camps.map(|c| usize::from(c.chit)));
        let (a, d) = (AttackerChit::ALL[chits[0].min(4)], DefenderChit::ALL[chits[1].min(5)]);
        p.fight.outflanks = chits::announced(a, d);
        let outflanks = p.fight.outflanks;
        events.push(Event::Fight(FightEvent::Announced { area, outflanks }));
        match chits::divides(self.charts, a, d) {
            Some(who) => {
                p.fight.divides = who.at() as u8;
                p.fight.asks = p.fight.camps[who.at()].hand;
                self.go(p, FightStep::Divide);
            }
            None => {
                p.fight.divides = NONE;
                self.go(p, FightStep::Show);
            }
        }
        false
    }

    /// Which chits each side may pick (empires 7.5.2.1).
    pub(super) fn refuse_chit(&self, p: &Position, power: u8, action: FightAction) -> Option<Refusal> {
        let who = p.fight.side_of(power)?;
        let camp = &p.fight.camps[who];
        let make = self.make(p, camp, camp.blocks);
        let checked = match (who, action) {
            (0, FightAction::Attacker(chit)) => chits::attacker_may(&make, chit),
            (1, FightAction::Defender(chit)) => chits::defender_may(&make, chit),
            (0, FightAction::Defender(_)) => {
                return Some(Refusal::new("7.5.2.1", "the white chits are the defender's"));
            }
            (1, FightAction::Attacker(_)) => {
                return Some(Refusal::new("7.5.2.1", "the grey chits are the attacker's"));
            }
            _ => return Some(self.not_asked(p)),
        };
        checked
            .err()
            .map(|_| Refusal::new("7.5.2.1(b)", "outflank needs two corps other than artillery and a leader"))
    }

    pub(super) fn take_chit(&self, p: &mut Position, power: u8, action: FightAction) {
        let Some(who) = p.fight.side_of(power) else { return };
        let camp = &mut p.fight.camps[who];
        camp.chit = match action {
            FightAction::Attacker(c) => c as u8,
            FightAction::Defender(c) => c as u8,
            _ => return,
        };
        camp.chosen = true;
    }

    /// Step 3: a force that must send its only free corps has no choice.
    pub(super) fn run_divide(&self, p: &mut Position) -> bool {
        if p.fight.divides == NONE {
            self.go(p, FightStep::Show);
            return false;
        }
        true
    }

    /// Corps that may go round the flank; the rest is fixed (empires 7.5.2.3.1, empires 7.5.2.3.2, ruling 25).
    pub(super) fn refuse_divide(&self, p: &Position, action: FightAction) -> Option<Refusal> {
        let camp = p.fight.camps[usize::from(p.fight.divides.min(1))];
        let around = match action {
            FightAction::Done => camp.around,
            FightAction::Around(Flanker(BlockId(b))) => {
                let Some(b) = self.block(b).filter(|b| camp.blocks.has(*b)) else {
                    return Some(Refusal::new("7.5.2.3", "it is not a corps of this force"));
                };
                if camp.around.has(b) {
                    return Some(Refusal::new("7.5.2.3", "it goes round the flank already"));
                }
                if self.is_guns(p, b) {
                    return Some(Refusal::new("7.5.2.3.1", "artillery stays with the pinning force"));
                }
                camp.around.with(Blocks::one(b))
            }
            _ => return Some(self.not_asked(p)),
        };
        let whole: Make = self.make(p, &camp, camp.blocks);
        let pinning = self.make(p, &camp, camp.blocks.without(around));
        chits::divide(&whole, &pinning).err().map(|e| match e {
            Refused::Outflanking => Refusal::new("7.5.2.3.2", "at least one corps goes round the flank"),
            _ => Refusal::new("7.5.2.3.1", "at least one corps other than artillery pins the enemy"),
        })
    }

    pub(super) fn take_divide(&self, p: &mut Position, action: FightAction, events: &mut Vec<Event>) {
        let who = usize::from(p.fight.divides.min(1));
        match action {
            FightAction::Around(Flanker(BlockId(b))) => p.fight.camps[who].around.put(b.into()),
            _ => {
                let camp = &p.fight.camps[who];
                let (pinning, around) = (self.pinning(camp).len() as u8, camp.around.len() as u8);
                let area = p.fight.area;
                events.push(Event::Fight(FightEvent::Divided { area, power: camp.hand, pinning, around }));
                self.go(p, FightStep::Show);
            }
        }
    }

    /// Steps 4 and 5: chits are shown, and a defender who chose it tries to withdraw.
    pub(super) fn run_show(&self, p: &mut Position, dice: &mut dyn Dice, events: &mut Vec<Event>) -> bool {
        p.fight.shown = true;
        let Some((a, d)) = p.fight.chits() else { return self.abandon(p) };
        let area = p.fight.area;
        events.push(Event::Fight(FightEvent::Shown { area, attacker: a, defender: d }));
        let form = if self.limited(p) { Form::Limited(a, d) } else { Form::Field(a, d) };
        p.fight.battle.setting.form = form;
        self.go(p, FightStep::Open);
        if chits::withdraws(d) {
            self.withdraw(p, a, dice, events);
        }
        false
    }

    /// A combat that has lost its footing ends; no rule leads here.
    pub(super) fn abandon(&self, p: &mut Position) -> bool {
        self.go(p, FightStep::Clear);
        false
    }

    /// Step 5 (empires 7.5.2.5).
    fn withdraw(&self, p: &mut Position, chit: AttackerChit, dice: &mut dyn Dice, events: &mut Vec<Event>) {
        let camp = p.fight.camps[1];
        let area = p.fight.area;
        // A force that has nowhere to go stays and fights (ruling 26).
        let force = self.departing(p, 1, camp.hand);
        if !self.has_way(p, &force) {
            events.push(Event::Fight(FightEvent::NoWay { area, power: camp.hand }));
            return;
        }
        let more = if p.play.rules.cavalry_withdrawal {
            let [a, b] = [0, 1].map(|i| self.force(p, i)).map(|[pin, around]| pin + around);
            options::cavalry_withdrawal(self.charts, a, b)
        } else {
            0
        };
        let automatic = arrival::withdrawal(self.charts, chit, 0, 0).is_none();
        let mut gone = Blocks::NONE;
        let told = |power: u8, strategic: u8, die: u8, gone: bool, more: i8| {
            let rating = arrival::withdrawal(self.charts, chit, strategic, more).unwrap_or(0);
            Event::Fight(FightEvent::Withdraws { area, power, die, gone, rating, more })
        };
        if automatic {
            gone = camp.blocks;
            events.push(told(camp.hand, 0, 0, true, 0));
        } else if let Some(strategic) = self.strategic(&camp) {
            let die = dice.roll(6);
            let away = arrival::withdraw(self.charts, chit, strategic, more, die).unwrap_or(false);
            if away {
                gone = camp.blocks;
            }
            events.push(told(camp.hand, strategic, die, away, more));
        } else {
            for block in camp.blocks.iter() {
                let power = p.corps[block].power;
                let own = self.intrinsic(p, block).strategic;
                let die = dice.roll(6);
                let away = arrival::withdraw(self.charts, chit, own, more, die).unwrap_or(false);
                if away {
                    gone.put(block);
                }
                events.push(told(power, own, die, away, more));
            }
        }
        if gone.is_empty() {
            return;
        }
        let mut force = force;
        force.blocks = gone;
        if gone != camp.blocks {
            force.leaders = crate::position::Chiefs::NONE;
        }
        force.irregulars = [0; crate::data::POWERS];
        // Cossacks and freikorps beside corps that withdraw may try too (empires 7.5.2.5.2.2(b)); then all go.
        p.fight.retreat = force;
        self.go(p, FightStep::Flee);
    }

    /// Each cossack or freikorps of a power rolls to get away; how many do (10.1.2.2.3).
    fn irregulars_flee(&self, p: &Position, power: u8, dice: &mut dyn Dice, events: &mut Vec<Event>) -> u8 {
        let area = p.fight.area;
        let all = p.at(area).irregulars[usize::from(power)];
        let mut away = 0;
        for _ in 0..all {
            let die = dice.roll(6);
            away += u8::from(arrival::irregular_withdraws(self.charts, die).unwrap_or(false));
        }
        events.push(Event::Fight(FightEvent::Fled { area, power, away, stay: all - away }));
        away
    }

    /// Before a trivial combat, and where corps withdraw, cossacks and freikorps of the defender may try to get away.
    pub(super) fn run_flee(&self, p: &mut Position) -> bool {
        let camp = p.fight.camps[1];
        let beside = Self::is_force(&p.fight.retreat);
        let next = powers(camp.irregulars & !p.fight.asked).find(|q| {
            let may = p.fight.sort == Sort::Trivial && self.has_way(p, &self.riders(p, *q));
            !self.has_guerillas(*q) && (beside || may)
        });
        let Some(power) = next else {
            p.fight.asked = 0;
            self.go(p, FightStep::Open);
            if beside {
                p.play.push(Step::Fight(FightStep::Retreat));
            }
            return false;
        };
        p.fight.asks = power;
        true
    }

    /// The irregulars of a power alone, as a force that leaves.
    fn riders(&self, p: &Position, power: u8) -> super::state::Retreating {
        let mut force = self.departing(p, 1, power);
        let n = p.at(p.fight.area).irregulars[usize::from(power)];
        (force.blocks, force.powers) = (Blocks::NONE, 1 << power);
        force.leaders = crate::position::Chiefs::NONE;
        force.irregulars = [0; crate::data::POWERS];
        force.irregulars[usize::from(power)] = n;
        force
    }

    pub(super) fn take_flee(
        &self,
        p: &mut Position,
        action: FightAction,
        dice: &mut dyn Dice,
        events: &mut Vec<Event>,
    ) {
        let power = p.fight.asks;
        p.fight.asked |= 1 << power;
        if action != FightAction::Flee(true) {
            return;
        }
        let away = self.irregulars_flee(p, power, dice, events);
        if Self::is_force(&p.fight.retreat) {
            p.fight.retreat.irregulars[usize::from(power)] = away;
        } else if away > 0 {
            let mut force = self.riders(p, power);
            force.irregulars[usize::from(power)] = away;
            self.start_retreat(p, force);
        }
    }

    /// Step 6: those left show their forces, and morale is fixed (empires 7.5.2.6). If nobody but guerillas is left to
    /// defend, the combat is over (empires 7.5.2.5.1).
    pub(super) fn run_open(&self, p: &mut Position, events: &mut Vec<Event>) -> bool {
        for who in 0..2 {
            self.muster_again(p, who);
        }
        let area = p.fight.area;
        let camp = p.fight.camps[1];
        let guerillas = powers(camp.irregulars).all(|q| self.has_guerillas(q));
        let left = !camp.blocks.is_empty() || camp.guard || camp.irregulars != 0;
        let alone = camp.blocks.is_empty() && !camp.guard && guerillas && p.fight.shown;
        if !left || alone {
            self.go(p, FightStep::Clear);
            return false;
        }
        // What a probe finds still there after the rest has gone has no line on the chart: it fights as in a trivial combat.
        let setting = p.fight.battle.setting;
        if crate::play::combat::round::tables(self.charts, &setting, p.fight.battle.day, 1, false).is_none() {
            p.fight.battle.setting.form = Form::Trivial;
        }
        self.reveal_both(p);
        p.fight.open = true;
        self.refresh(p);
        for who in 0..2 {
            self.enlist(p, who);
            if p.fight.battle.day == 1 {
                p.fight.battle.sides[who].base = self.base_morale(p, who);
            }
        }
        let battle = &p.fight.battle;
        let morale = Who::BOTH.map(|w| battle.final_morale(self.charts, w));
        let factors = battle.sides.map(|s| s.all().total());
        events.push(Event::Fight(FightEvent::Opened { area, day: battle.day, factors, morale }));
        self.begin_round(p);
        false
    }

    /// Goes to the orders of the next round.
    pub(super) fn begin_round(&self, p: &mut Position) {
        p.fight.ask_both();
        self.go(p, FightStep::Orders);
    }

    /// Takes out of a side what has left the area.
    pub(super) fn muster_again(&self, p: &mut Position, who: usize) {
        let area = p.fight.area;
        let camp = p.fight.camps[who];
        let here: Blocks = camp.blocks.iter().filter(|b| p.corps[*b].spot.area() == Some(area)).collect();
        let ground = *p.at(area);
        let guarded = self.on_depot(p, area, camp.powers).next().is_some();
        let at = p.leaders.get(usize::from(camp.leader)).and_then(|s| s.area());
        let gone = at != Some(area);
        let camp = &mut p.fight.camps[who];
        camp.blocks = here;
        camp.around = camp.around.without(camp.around.without(here));
        camp.guard &= guarded;
        if gone {
            camp.leader = NONE;
        }
        for q in 0..crate::data::POWERS {
            if ground.irregulars[q] == 0 {
                camp.irregulars &= !(1 << q);
            }
        }
    }

    /// Puts a retreat on top of what comes after it.
    pub(super) fn start_retreat(&self, p: &mut Position, force: super::state::Retreating) {
        p.fight.retreat = force;
        p.play.push(Step::Fight(FightStep::Retreat));
    }
}
