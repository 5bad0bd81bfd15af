//! How a combat ends: victory and points, pursuit, the night, and the relief of a city (7.5.2.10, 7.5.2.13, 7.5.4.2.3).

use super::force::powers;
use super::state::{Camp, NONE, Sort};
use super::{FightAction, FightEvent, FightStep};
use crate::data::POWERS;
use crate::play::combat::ending::{self, Night, Part, Verdict};
use crate::play::combat::losses::share;
use crate::play::combat::pursuit::{self, Occasion};
use crate::play::combat::round::Form;
use crate::play::combat::{Factors, Who};
use crate::play::land::{InCity, Position, Spot};
use crate::play::loss::state::{Losses, Why};
use crate::play::{Engine, Event};
use crate::position::{Blocks, Chiefs, Step};
use sandtable_core::Dice;
use sandtable_core::Refusal;
use sandtable_ops::ArrayList;

impl Engine<'_> {
    /// What follows a round that has decided the combat.
    pub(super) fn decide(&self, p: &mut Position, verdict: Verdict, events: &mut Vec<Event>) {
        match verdict {
            Verdict::Won { victor, leaders_captured, remains, .. } => {
                let (winner, loser) = (victor.at(), victor.other().at());
                p.fight.victor = winner as u8;
                if winner == 0 {
                    p.play.won.put(p.fight.area);
                }
                self.score(p, winner, events);
                if leaders_captured {
                    let set = self.chiefs(p, &p.fight.camps[loser]);
                    self.lose_leaders(p, set, loser, events);
                }
                // A victor that broke as well may pursue like any other (empires 7.5.2.10.4.1).
                if remains {
                    self.go(p, FightStep::Pursue);
                } else {
                    self.go(p, FightStep::Pursued);
                }
            }
            // Nobody wins; the attacker alone leaves, and moves its own force (empires 7.5.2.10.4.2).
            Verdict::BothBroke if self.limited(p) => self.end_limited(p, verdict, events),
            Verdict::BothBroke => {
                self.give_up_guard(p, 0, events);
                self.go(p, FightStep::Clear);
                let force = self.departing(p, 0, p.fight.camps[0].hand);
                self.start_retreat(p, force);
            }
            // Nobody is left: leaders may come back later (ruling 65).
            Verdict::NobodyLeft | Verdict::GoesOn => {
                for who in 0..2 {
                    let set = self.chiefs(p, &p.fight.camps[who]);
                    for leader in set.iter() {
                        self.send_off(p, leader, events);
                    }
                }
                self.go(p, FightStep::Clear);
            }
        }
    }

    /// Leaders of a side in the field.
    fn field_chiefs(&self, p: &Position, who: usize) -> Chiefs {
        let area = p.fight.area;
        self.chiefs(p, &p.fight.camps[who]).iter().filter(|l| p.leaders[*l] == Spot::Field(area)).collect()
    }

    /// Political points (empires 7.5.2.10.1.3): every power with a corps on a side gains or loses all of them (ruling 36).
    /// A combat that had to be trivial scores nothing (empires 7.5.3.5).
    fn score(&self, p: &mut Position, winner: usize, events: &mut Vec<Event>) {
        if p.fight.sort == Sort::Trivial {
            return;
        }
        let (won, lost) = (p.fight.camps[winner], p.fight.camps[1 - winner]);
        let large = self.charts.points.large_above + 1;
        let corps = lost.used.iter().map(|b| (Part::Fought, if lost.large.has(b) { large } else { 1 }));
        let napoleon = [self.napoleon(&won), self.napoleon(&lost)];
        let [gain, loss] = ending::points(self.charts, corps, napoleon);
        for (camp, by) in [(won, gain), (lost, loss)] {
            for q in powers(camp.powers) {
                if camp.used.iter().any(|b| p.corps[b].power == q) {
                    self.award(p, q, by, "7.5.2.10.1.3", events);
                }
            }
        }
    }

    /// A guerilla rises where Spain loses a field combat with a corps at home (10.1).
    pub(super) fn guerilla_rises(&self, p: &mut Position, events: &mut Vec<Event>) {
        let area = p.fight.area;
        if p.fight.sort == Sort::Trivial || p.fight.victor == NONE || p.fight.after_day {
            return;
        }
        let camp = p.fight.camps[1 - usize::from(p.fight.victor.min(1))];
        for q in powers(camp.powers).filter(|q| self.has_guerillas(*q)) {
            let corps = camp.used.iter().any(|b| p.corps[b].power == q && p.nation_of(self.d, b) == q);
            let loose = self.d.loose.iter().any(|l| l.power == q);
            let home = p.at(area).country == q && self.d.place(area).home == q;
            if corps && loose && home {
                p.at_mut(area).irregulars[usize::from(q)] += 1;
                events.push(Event::Fight(FightEvent::Rises { power: q, area, count: 1, attack: false }));
            }
        }
    }

    /// The part of a side that pursues or can be pursued: all of it, of the relieving side only the relievers
    /// (empires 7.5.4.2.3.1.2, empires 7.5.4.2.3.2).
    fn on_the_run(&self, p: &Position, who: usize) -> Camp {
        let mut camp = p.fight.camps[who];
        if self.limited(p) && who == 0 {
            camp.out = InCity::NONE;
            camp.blocks = self.outsiders(p, camp.blocks);
        }
        camp
    }

    /// Factors of the victor, among whose cavalry pursues.
    fn pursuers(&self, p: &Position, who: usize) -> Factors {
        self.hunted(p, who).into_iter().fold(Factors::NONE, |sum, (_, f)| sum + f)
    }

    /// Corps in the field, not those that came out of the city.
    fn outsiders(&self, p: &Position, blocks: Blocks) -> Blocks {
        blocks.iter().filter(|b| p.corps[*b].spot == Spot::Field(p.fight.area)).collect()
    }

    /// The class of the pursuit that is open to the victor, if there is one.
    pub(crate) fn pursuit_class(&self, p: &Position) -> Option<u8> {
        let victor = Who::BOTH[usize::from(p.fight.victor).min(1)];
        let occasion = if p.fight.after_day { Occasion::Withdrew } else { p.fight.battle.occasion(victor) };
        pursuit::class(self.charts, occasion, p.fight.battle.setting.terrain)
    }

    /// Asks the victor whether to pursue, where that is possible (empires 7.5.2.10.2, ruling 37).
    pub(super) fn run_pursue(&self, p: &mut Position) -> bool {
        let winner = usize::from(p.fight.victor.min(1));
        let prey = self.hunted(p, 1 - winner);
        if self.pursuit_class(p).is_none()
            || self.pursuers(p, winner).cavalry() == 0
            || prey.iter().all(|(_, f)| f.is_empty())
        {
            self.go(p, FightStep::Pursued);
            return false;
        }
        p.fight.asks = p.fight.camps[winner].hand;
        true
    }

    /// What pursues or can be pursued of a side, by power.
    fn hunted(&self, p: &Position, who: usize) -> ArrayList<(u8, Factors), POWERS> {
        let camp = self.on_the_run(p, who);
        let of = |q: u8| self.share_of(p, &camp, q);
        camp.in_order().map(|q| (q, of(q)[0] + of(q)[1])).collect()
    }

    pub(super) fn take_pursue(
        &self,
        p: &mut Position,
        action: FightAction,
        dice: &mut dyn Dice,
        events: &mut Vec<Event>,
    ) {
        self.go(p, FightStep::Pursued);
        let winner = usize::from(p.fight.victor.min(1));
        let loser = 1 - winner;
        let Some(class) = self.pursuit_class(p).filter(|_| action == FightAction::Pursue(true)) else {
            return;
        };
        let die = dice.roll(6);
        let horse = self.pursuers(p, winner);
        let camp = self.on_the_run(p, winner);
        // A cavalry leader counts if cavalry of his own power rides (empires 7.5.2.10.2.2.1).
        let leader = self.field_chiefs(p, winner).iter().any(|l| {
            self.d.leaders[l].cavalry
                && self.master(p, l).is_some_and(|q| {
                    let [a, b] = self.share_of(p, &camp, q);
                    (a + b).cavalry() > 0
                })
        });
        let Ok(due) = pursuit::losses(self.charts, class, die, leader, horse.cavalry()) else { return };
        let (area, power) = (p.fight.area, camp.hand);
        events.push(Event::Fight(FightEvent::Pursues { area, power, class, die, leader, due }));
        self.note_before(p);
        let prey = self.hunted(p, loser);
        let can: ArrayList<u16, POWERS> =
            prey.iter().map(|(_, f)| pursuit::can_pay(self.charts, *f)).collect();
        let present: ArrayList<u16, POWERS> = prey.iter().map(|(_, f)| f.total()).collect();
        let mut shares = share(due, &present);
        // What one power cannot pay its allies do.
        let mut short: u16 = shares.iter().zip(&can).map(|(s, c)| s.saturating_sub(*c)).sum();
        short = short.max(due.saturating_sub(shares.iter().sum()));
        for (s, c) in shares.iter_mut().zip(&can) {
            let more = short.min(c.saturating_sub(*s));
            *s = (*s + more).min(*c);
            short -= more;
        }
        let mut losses = Losses::new(Why::Pursuit, area);
        for ((q, _), left) in prey.iter().zip(shares) {
            let mut owes = self.purse_of(p, loser, *q);
            // The whole side runs: nobody pays later.
            owes.blocks = owes.blocks.with(owes.later);
            (owes.later, owes.field_later) = (Blocks::NONE, 0);
            if self.limited(p) && loser == 0 {
                owes.city = false;
                owes.blocks = self.outsiders(p, owes.blocks);
            }
            owes.left = left;
            losses.owes[usize::from(*q)] = owes;
        }
        self.demand(p, losses);
    }

    /// After a pursuit: the beaten side surrenders its depot garrison and retreats, or is gone with its leaders.
    pub(super) fn run_pursued(&self, p: &mut Position, events: &mut Vec<Event>) -> bool {
        let winner = usize::from(p.fight.victor.min(1));
        let loser = 1 - winner;
        if p.fight.open {
            self.settle_losses(p, events);
        }
        if self.limited(p) && loser == 0 {
            let verdict = Verdict::Won {
                victor: Who::Defender,
                leaders_captured: false,
                remains: true,
                victor_broke: false,
            };
            self.end_limited(p, verdict, events);
            return false;
        }
        self.give_up_guard(p, loser, events);
        let blocks = p.fight.camps[loser].blocks;
        self.drop_empty(p, blocks, events);
        self.muster_again(p, loser);
        if self.limited(p) {
            p.fight.relieved = true;
        }
        self.go(p, FightStep::Clear);
        // A side that leaves after a day moves its own force (empires 7.5.2.13.1); the victor moves a beaten one.
        let by = p.fight.camps[if p.fight.after_day { loser } else { winner }].hand;
        let force = self.departing(p, loser, by);
        self.start_retreat(p, force);
        false
    }

    /// Step 13: both note in secret whether they withdraw; a side without a way out fights on (ruling 26).
    pub(super) fn run_night(&self, p: &mut Position, events: &mut Vec<Event>) -> bool {
        for who in 0..2 {
            let camp = &p.fight.camps[who];
            if !camp.chosen && !self.may_leave(p, who) {
                let camp = &mut p.fight.camps[who];
                (camp.chosen, camp.withdraws) = (true, false);
            }
        }
        if p.fight.camps.iter().any(|c| !c.chosen) {
            return true;
        }
        let area = p.fight.area;
        let withdraw = p.fight.camps.map(|c| c.withdraws);
        events.push(Event::Fight(FightEvent::Night { area, withdraw, hands: p.fight.camps.map(|c| c.hand) }));
        match ending::night(withdraw) {
            Night::AnotherDay => self.next_day(p, events),
            Night::Leaves(who) => {
                (p.fight.victor, p.fight.after_day) = (who.other().at() as u8, true);
                self.go(p, FightStep::Pursue);
            }
            Night::BothLeave => {
                self.go(p, FightStep::BothLeave);
                let force = self.departing(p, 0, p.fight.camps[0].hand);
                self.start_retreat(p, force);
            }
        }
        false
    }

    fn may_leave(&self, p: &Position, who: usize) -> bool {
        let force = self.departing(p, who, p.fight.camps[who].hand);
        self.has_way(p, &force)
    }

    pub(super) fn refuse_night(&self, p: &Position, power: u8, action: FightAction) -> Option<Refusal> {
        let FightAction::Night(withdraw) = action else { return Some(self.not_asked(p)) };
        let who = p.fight.side_of(power)?;
        (withdraw && !self.may_leave(p, who))
            .then(|| Refusal::new("7.5.2.13.1", "there is no way out for this force"))
    }

    pub(super) fn take_night(&self, p: &mut Position, power: u8, action: FightAction) {
        if let (Some(who), FightAction::Night(withdraws)) = (p.fight.side_of(power), action) {
            let camp = &mut p.fight.camps[who];
            (camp.withdraws, camp.chosen) = (withdraws, true);
        }
    }

    /// Another day: emptied corps go (empires 7.5.5), outflankers rejoin, new chits are picked (empires 7.5.2.13.2).
    fn next_day(&self, p: &mut Position, events: &mut Vec<Event>) {
        for who in 0..2 {
            let blocks = p.fight.camps[who].blocks;
            self.drop_empty(p, blocks, events);
            let camp = &mut p.fight.camps[who];
            (camp.around, camp.late) = (Blocks::NONE, [0; crate::data::POWERS]);
            camp.withdraws = false;
            (camp.led, camp.candidates) = (false, Chiefs::NONE);
            (camp.stated, camp.committed) = (0, 0);
            self.muster_again(p, who);
        }
        (p.fight.divides, p.fight.shown, p.fight.outflanks) = (NONE, false, [false; 2]);
        let form = p.fight.battle.setting.form;
        if p.fight.battle.next_day(form).is_err() {
            self.abandon(p);
            return;
        }
        self.refresh(p);
        let (area, day) = (p.fight.area, p.fight.battle.day);
        events.push(Event::Fight(FightEvent::Day { area, day }));
        p.fight.camps.iter_mut().for_each(|c| c.chit = 0);
        self.go(p, FightStep::Command);
    }

    /// Both leave: the defender goes after the attacker has (empires 7.5.2.13.1(b)).
    pub(super) fn run_both_leave(&self, p: &mut Position) -> bool {
        self.go(p, FightStep::Clear);
        let force = self.departing(p, 1, p.fight.camps[1].hand);
        self.start_retreat(p, force);
        false
    }

    /// Those who failed to withdraw leave as the outflankers have missed them (empires 7.5.2.12.2).
    pub(super) fn slip_away(&self, p: &mut Position, events: &mut Vec<Event>) {
        let area = p.fight.area;
        let hand = p.fight.camps[1].hand;
        let blocks = p.fight.camps[1].blocks;
        self.drop_empty(p, blocks, events);
        self.muster_again(p, 1);
        let force = self.departing(p, 1, hand);
        if !self.has_way(p, &force) {
            self.begin_round(p);
            return;
        }
        let away = FightEvent::Withdraws { area, power: hand, die: 0, gone: true, rating: 0, more: 0 };
        events.push(Event::Fight(away));
        if p.fight.camps[1].guard {
            // The depot garrison cannot go. What remains fights on (empires 7.5.2.5.2.3(b)); as the chart has no line for it,
            // as in a trivial combat.
            let camp = &mut p.fight.camps[1];
            (camp.blocks, camp.irregulars, camp.leader) = (Blocks::NONE, 0, NONE);
            p.fight.battle.setting.form = Form::Trivial;
            p.fight.divides = NONE;
            p.fight.camps[0].around = Blocks::NONE;
            self.refresh(p);
            self.begin_round(p);
        } else {
            self.go(p, FightStep::Clear);
        }
        self.start_retreat(p, force);
    }

    /// A limited field combat that the relievers have not won: the garrison is back inside and the relievers go back
    /// (empires 7.5.4.2.3.1); if all of the garrison died the city falls.
    pub(super) fn end_limited(&self, p: &mut Position, verdict: Verdict, events: &mut Vec<Event>) {
        let area = p.fight.area;
        let blocks = p.fight.camps[0].blocks.with(p.fight.camps[1].blocks);
        self.drop_empty(p, blocks, events);
        let inside = crate::play::land::garrison::inside(p, area);
        let end = ending::relief(verdict, inside.into());
        if end.city_falls {
            p.fight.fell = true;
            p.at_mut(area).besieged = false;
            let captor = p.fight.camps[1].hand;
            for leader in self.chiefs_at(p, Spot::City(area)).iter() {
                self.capture(p, leader, captor, events);
            }
            events.push(Event::Fight(FightEvent::Falls { area, by: captor }));
        } else if end.siege_resumes {
            events.push(Event::Fight(FightEvent::SiegeResumes { area }));
        }
        for who in 0..2 {
            self.muster_again(p, who);
        }
        self.give_up_guard(p, 0, events);
        self.go(p, FightStep::Clear);
        let force = self.departing(p, 0, p.fight.camps[0].hand);
        p.fight.retreat = force;
        p.play.push(Step::Fight(FightStep::Return));
    }
}
