//! Steps 11 and 12: reinforcements from next door, and outflankers who arrive (7.5.2.11, 7.5.2.12).

use super::force::powers;
use super::state::{NONE, Sort};
use super::{FightAction, FightEvent, FightStep};
use crate::data::POWERS;
use crate::play::combat::Who;
use crate::play::combat::arrival::{self, Helper, Stands};
use crate::play::combat::command;
use crate::play::combat::muster::ally_may_help;
use crate::play::land::position::LEADERS;
use crate::play::land::{Loose, Position, Spot};
use crate::play::{Engine, Event};
use crate::position::ids::{BlockId, LeaderId};
use crate::position::{Blocks, Chiefs};
use sandtable_board::LinkKind;
use sandtable_core::Dice;
use sandtable_core::Refusal;
use sandtable_core::machine::Offers;
use sandtable_ops::ArrayList;

/// The rule that forbids somebody to come, and why.
type Ban = (&'static str, &'static str);

impl Engine<'_> {
    /// Whether a power may help a side: it is on it, or an ally at war with all of the enemy and none of its own side
    /// (empires 7.5.2.11.1.3).
    pub(super) fn helps(&self, p: &Position, power: u8, who: usize) -> bool {
        let (camp, enemy) = (&p.fight.camps[who], &p.fight.camps[1 - who]);
        if camp.has(power) {
            return true;
        }
        let war = p.war[usize::from(power)];
        let at_war = |set: u8| powers(set).map(|q| war >> q & 1 == 1).collect::<ArrayList<_, POWERS>>();
        let allied = p.allied[usize::from(power)] & camp.powers != 0;
        allied && !enemy.has(power) && ally_may_help(&at_war(enemy.powers), &at_war(camp.powers))
    }

    /// After a round without a decision both sides may call for help, the attacker first (ruling 43). A combat that had to
    /// be trivial is not reinforced (empires 7.5.3.1(b)).
    pub(super) fn start_reinforcing(&self, p: &mut Position) {
        (p.fight.turn, p.fight.asked) = (0, 0);
        (p.fight.tried, p.fight.tried_leaders) = (Blocks::NONE, Chiefs::NONE);
        self.go(p, if p.fight.sort == Sort::Trivial { FightStep::Arrive } else { FightStep::Reinforce });
    }

    /// Where somebody stands as the rules of reinforcement see it, and whether in a city.
    fn stands(&self, p: &Position, spot: Spot) -> Option<(Stands, bool)> {
        let area = p.fight.area;
        match spot {
            Spot::City(a) if a == area => Some((Stands::Here { terrain: self.terrain(a) }, true)),
            Spot::Field(a) | Spot::City(a) => {
                let kind = self.d.board.link(a, area)?;
                let river = kind == LinkKind::River;
                let stands = match kind {
                    LinkKind::Crossing => Stands::OverWater,
                    _ => Stands::Near { terrain: self.terrain(a), river },
                };
                Some((stands, matches!(spot, Spot::City(_)))).filter(|_| a != area)
            }
            Spot::Off | Spot::Fleet(_) => None,
        }
    }

    /// The rating with which a corps (or, with a leader, his whole group) on a spot tries to reinforce, or the rule that
    /// forbids it.
    fn rating(&self, p: &Position, power: u8, spot: Spot, strategic: u8, leader: bool) -> Result<i8, Ban> {
        let Some((stands, in_city)) = self.stands(p, spot).filter(|_| p.may_enter(power, p.fight.area))
        else {
            return Err(("7.5.2.11.1", "only those next door or in the city come to help"));
        };
        let who = usize::from(p.fight.turn.min(1));
        let besieged = matches!(spot, Spot::City(a) if p.at(a).besieged);
        // A force in the field where a combat waits will take part in that one (ruling 44).
        let busy = matches!(spot, Spot::Field(a) if self.will_fight(p, a)
            && self.opponents(p, a).iter().any(|set| set >> power & 1 == 1));
        let helper = Helper {
            stands,
            strategic,
            leader,
            irregular: false,
            guerilla: false,
            in_city,
            who: Self::who(who),
            busy,
            besieged,
        };
        arrival::reinforces(self.charts, &helper).ok_or(match stands {
            Stands::OverWater => ("7.5.2.11.1.1", "nobody comes over a crossing arrow"),
            _ if besieged => ("7.5.2.11.1", "besieged forces do not reinforce"),
            _ if busy => ("7.5.2.11.1.2", "another combat waits for them"),
            _ => ("7.5.2.11.3(b)", "no rating is left"),
        })
    }

    /// Corps of a power on a spot that have not fought elsewhere (empires 7.5.2.11.1.2).
    fn fresh(&self, p: &Position, power: u8, spot: Spot) -> Blocks {
        p.corps_at(spot)
            .filter(|b| p.corps[*b].power == power && !p.play.fought.has(*b) && p.corps[*b].total() > 0)
            .collect()
    }

    /// Corps on a spot that a leader of a power may bring: whatever he chooses of those in his area (empires 7.5.2.11.2), an
    /// ally's too if that may help the side (empires 7.5.2.11.1.3).
    fn bringable(&self, p: &Position, power: u8, spot: Spot) -> Blocks {
        let who = usize::from(p.fight.turn.min(1));
        let mut out = self.fresh(p, power, spot);
        for q in powers(p.allied[usize::from(power)] & 0x7f) {
            if self.helps(p, q, who) && p.may_enter(q, p.fight.area) {
                out = out.with(self.fresh(p, q, spot).without(p.fight.tried));
            }
        }
        out
    }

    /// Irregulars of a power on a spot that a leader may bring (empires 7.5.2.11.1, empires 7.5.2.11.2(b)).
    fn riders_at(&self, p: &Position, power: u8, spot: Spot) -> u8 {
        let defends = p.fight.turn == 1;
        // A force that has fought in the field does not reinforce (empires 7.5.2.11.1.2).
        if spot.area().is_some_and(|a| p.play.rode[usize::from(power)].has(a)) {
            return 0;
        }
        match spot {
            Spot::Field(a) => p.at(a).irregulars[usize::from(power)],
            Spot::City(a) => {
                let penned = defends && self.has_guerillas(power);
                if penned { 0 } else { p.at(a).garrison.of(power).irregulars }
            }
            _ => 0,
        }
    }

    /// The leader of a power on a spot whose rating counts (empires 7.5.2.11.2(c)); several if they are equals.
    fn heads(&self, p: &Position, power: u8, spot: Spot) -> Chiefs {
        let list: ArrayList<usize, LEADERS> =
            self.chiefs_at(p, spot).iter().filter(|l| self.master(p, *l) == Some(power)).collect();
        let leaders: ArrayList<_, LEADERS> = list.iter().map(|l| self.leader(p, *l)).collect();
        // All are of one power, so only seniority counts.
        command::commanders(&leaders, &[]).into_iter().map(|i| list[i]).collect()
    }

    /// Whether a leader may try.
    fn leader_rating(&self, p: &Position, power: u8, leader: usize) -> Result<i8, Ban> {
        let spot = p.leaders[leader];
        if self.master(p, leader) != Some(power) {
            return Err(("7.5.2.11.1", "he is not yours"));
        }
        if p.fight.tried_leaders.has(leader) {
            return Err(("7.5.2.11.2", "he has tried after this round"));
        }
        let rating = self.rating(p, power, spot, self.d.leaders[leader].strategic, true)?;
        if !self.heads(p, power, spot).has(leader) {
            return Err(("7.5.2.11.2(c)", "a senior leader is with him"));
        }
        let company = !self.bringable(p, power, spot).is_empty() || self.riders_at(p, power, spot) > 0;
        let alone = ("7.5.2.11.2", "there is nobody with him whom he could bring");
        if company { Ok(rating) } else { Err(alone) }
    }

    /// Whether a corps may try by itself: no leader of its power who could bring it is with it.
    fn corps_rating(&self, p: &Position, power: u8, block: usize) -> Result<i8, Ban> {
        let spot = p.corps[block].spot;
        if p.corps[block].power != power {
            return Err(("7.5.2.11.1", "it is not a corps of yours"));
        }
        if p.fight.tried.has(block) {
            return Err(("7.5.2.11.2", "it has tried after this round"));
        }
        if p.play.fought.has(block) {
            return Err(("7.5.2.11.1.2", "it has fought in this sequence"));
        }
        let rating = self.rating(p, power, spot, self.intrinsic(p, block).strategic, false)?;
        let led = self.heads(p, power, spot).iter().any(|l| self.leader_rating(p, power, l).is_ok());
        let with = ("7.5.2.11.2", "the leader who is with it brings it or nobody");
        if led { Err(with) } else { Ok(rating) }
    }

    /// The rating that somebody who tries to reinforce rolls against.
    pub(crate) fn help_rating(&self, p: &Position, action: FightAction) -> Option<i8> {
        let power = p.fight.asks;
        match action {
            FightAction::HelpLeader(LeaderId(l)) if usize::from(l) < self.d.leaders.len() => {
                self.leader_rating(p, power, l.into()).ok()
            }
            FightAction::Help(BlockId(b)) => self.corps_rating(p, power, self.block(b)?).ok(),
            _ => None,
        }
    }

    fn may_reinforce(&self, p: &Position, power: u8) -> bool {
        (0..self.d.leaders.len()).any(|l| self.leader_rating(p, power, l).is_ok())
            || (0..self.d.corps.len()).any(|b| self.corps_rating(p, power, b).is_ok())
    }

    /// Step 11: one power after the other, the attacker's side first.
    pub(super) fn run_reinforce(&self, p: &mut Position) -> bool {
        while p.fight.turn < 2 {
            let who = usize::from(p.fight.turn);
            let next =
                powers(0x7f & !p.fight.asked).find(|q| self.helps(p, *q, who) && self.may_reinforce(p, *q));
            if let Some(power) = next {
                p.fight.asks = power;
                return true;
            }
            (p.fight.turn, p.fight.asked) = (p.fight.turn + 1, 0);
        }
        p.fight.turn = 0;
        self.go(p, FightStep::Arrive);
        false
    }

    pub(super) fn list_help(&self, out: &mut Offers<'_, FightAction>) {
        out.candidate(FightAction::Done);
        out.candidates(self.each_leader().map(FightAction::HelpLeader));
        out.candidates(self.each_block().map(FightAction::Help));
    }

    pub(super) fn refuse_help(&self, p: &Position, power: u8, action: FightAction) -> Option<Refusal> {
        let banned = match action {
            FightAction::Done => return None,
            FightAction::HelpLeader(LeaderId(l)) if usize::from(l) < self.d.leaders.len() => {
                self.leader_rating(p, power, l.into()).err()
            }
            FightAction::Help(BlockId(b)) if self.block(b).is_some() => {
                self.corps_rating(p, power, b.into()).err()
            }
            FightAction::Help(_) | FightAction::HelpLeader(_) => Some(("7.5.2.11.1", "there is nobody such")),
            _ => return Some(self.not_asked(p)),
        };
        banned.map(|(rule, why)| Refusal::new(rule, why))
    }

    pub(super) fn take_help(
        &self,
        p: &mut Position,
        power: u8,
        action: FightAction,
        dice: &mut dyn Dice,
        events: &mut Vec<Event>,
    ) {
        let area = p.fight.area;
        match action {
            FightAction::HelpLeader(LeaderId(l)) => {
                let leader = usize::from(l);
                let spot = p.leaders[leader];
                let Ok(rating) = self.leader_rating(p, power, leader) else { return };
                let die = dice.roll(6);
                let comes = arrival::succeeds(rating, die).unwrap_or(false);
                // One roll for all who are with him, no matter who leads.
                for other in self.chiefs_at(p, spot).iter() {
                    if self.master(p, other) == Some(power) {
                        p.fight.tried_leaders.put(other);
                    }
                }
                // An ally with a leader of its own there may still try with him.
                let led = |b: &usize| {
                    let q = p.corps[*b].power;
                    q == power || self.heads(p, q, spot).is_empty()
                };
                let corps: Blocks = self.bringable(p, power, spot).iter().filter(led).collect();
                if !comes {
                    p.fight.tried = p.fight.tried.with(corps);
                } else {
                    p.fight.tried = p.fight.tried.with(self.fresh(p, power, spot));
                }
                events.push(Event::Fight(FightEvent::Helps { area, power, leader: l, die, rating, comes }));
                if comes {
                    p.fight.brings = l;
                    p.play.push(crate::position::Step::Fight(FightStep::Bring));
                }
            }
            FightAction::Help(BlockId(b)) => {
                let block = usize::from(b);
                let Ok(rating) = self.corps_rating(p, power, block) else { return };
                let die = dice.roll(6);
                let comes = arrival::succeeds(rating, die).unwrap_or(false);
                p.fight.tried.put(block);
                events.push(Event::Fight(FightEvent::Helps {
                    area,
                    power,
                    leader: NONE,
                    die,
                    rating,
                    comes,
                }));
                if comes {
                    self.join(p, power, block, events);
                    self.lift_sieges(p, events);
                }
            }
            _ => p.fight.asked |= 1 << power,
        }
    }

    /// A corps joins the pinning force (empires 7.5.2.11.4) and is laid open.
    fn join(&self, p: &mut Position, power: u8, block: usize, events: &mut Vec<Event>) {
        let who = usize::from(p.fight.turn.min(1));
        let area = p.fight.area;
        if let Some(from) = p.corps[block].spot.area() {
            p.corps[block].ration.from = from;
        }
        p.corps[block].spot = Spot::Field(area);
        p.fight.camps[who].blocks.put(block);
        p.fight.camps[who].powers |= 1 << power;
        self.reveal(p, Blocks::one(block));
        self.engage(p, who);
        self.enlist(p, who);
        self.refresh(p);
        let (def, factors, attacks) = (p.corps[block].def, p.corps[block].total(), who == 0);
        let block = block as u8;
        events.push(Event::Fight(FightEvent::Joins { area, power, block, def, factors, attacks }));
    }

    /// The leader who came picks whom he brings, until nobody is left.
    pub(super) fn run_bring(&self, p: &mut Position, events: &mut Vec<Event>) -> bool {
        let power = p.fight.asks;
        let Some(spot) = self.bringer(p) else {
            p.play.pop();
            return false;
        };
        let others = p.fight.brought > 0
            && self.chiefs_at(p, spot).iter().any(|l| self.may_bring_leader(p, power, spot, l));
        if self.bringable(p, power, spot).is_empty() && self.riders_at(p, power, spot) == 0 && !others {
            self.end_bring(p, events);
            return false;
        }
        true
    }

    /// Whether another leader can come along.
    fn may_bring_leader(&self, p: &Position, power: u8, spot: Spot, leader: usize) -> bool {
        leader != usize::from(p.fight.brings)
            && leader < self.d.leaders.len()
            && p.leaders[leader] == spot
            && self.master(p, leader) == Some(power)
    }

    /// Where the leader stands; he goes last, with those whom he brings.
    fn bringer(&self, p: &Position) -> Option<Spot> {
        let spot = *p.leaders.get(usize::from(p.fight.brings))?;
        Some(spot).filter(|s| matches!(s, Spot::Field(_) | Spot::City(_)))
    }

    pub(super) fn list_bring(&self, out: &mut Offers<'_, FightAction>) {
        out.candidates([FightAction::Done, FightAction::BringIrregular]);
        out.candidates(self.each_leader().map(FightAction::BringLeader));
        out.candidates(self.each_block().map(FightAction::Bring));
    }

    pub(super) fn refuse_bring(&self, p: &Position, power: u8, action: FightAction) -> Option<Refusal> {
        let Some(spot) = self.bringer(p) else { return Some(self.not_asked(p)) };
        let may = match action {
            FightAction::Done => true,
            FightAction::Bring(BlockId(b)) => {
                self.block(b).is_some_and(|b| self.bringable(p, power, spot).has(b))
            }
            FightAction::BringLeader(LeaderId(l)) => {
                p.fight.brought > 0 && self.may_bring_leader(p, power, spot, l.into())
            }
            FightAction::BringIrregular => self.riders_at(p, power, spot) > 0,
            _ => return Some(self.not_asked(p)),
        };
        (!may)
            .then(|| Refusal::new("7.5.2.11.2", "he brings only free corps of his side from where he stands"))
    }

    pub(super) fn take_bring(
        &self,
        p: &mut Position,
        power: u8,
        action: FightAction,
        events: &mut Vec<Event>,
    ) {
        let Some(spot) = self.bringer(p) else { return };
        let area = p.fight.area;
        let who = usize::from(p.fight.turn.min(1));
        match action {
            FightAction::Bring(BlockId(b)) => {
                let owner = p.corps[usize::from(b)].power;
                self.join(p, owner, b.into(), events);
                p.fight.brought += 1;
            }
            FightAction::BringLeader(LeaderId(l)) => p.leaders[usize::from(l)] = Spot::Field(area),
            FightAction::BringIrregular => {
                match spot {
                    Spot::Field(a) => p.at_mut(a).irregulars[usize::from(power)] -= 1,
                    Spot::City(a) => p.at_mut(a).garrison.take(Loose::of(power, [0, 0, 1])),
                    _ => {}
                }
                p.at_mut(area).irregulars[usize::from(power)] += 1;
                let camp = &mut p.fight.camps[who];
                if self.rides_around(camp, power) {
                    camp.late[usize::from(power)] += 1;
                }
                camp.irregulars |= 1 << power;
                camp.powers |= 1 << power;
                p.fight.brought += 1;
                self.engage(p, who);
                self.refresh(p);
            }
            _ => self.end_bring(p, events),
        }
    }

    /// The leader goes with those whom he brings, and may take command (empires 7.5.2.11.5(b)).
    fn end_bring(&self, p: &mut Position, events: &mut Vec<Event>) {
        let leader = usize::from(p.fight.brings);
        let brought = std::mem::take(&mut p.fight.brought);
        p.fight.brings = NONE;
        p.play.pop();
        if brought == 0 {
            return;
        }
        let area = p.fight.area;
        let who = usize::from(p.fight.turn.min(1));
        p.leaders[leader] = Spot::Field(area);
        let camp = p.fight.camps[who];
        let newcomers: Chiefs = self
            .chiefs_at(p, Spot::Field(area))
            .iter()
            .filter(|l| p.fight.tried_leaders.has(*l) && self.master(p, *l) == Some(p.fight.asks))
            .filter(|l| self.may_command(p, &camp, *l))
            .collect();
        let contingents = self.contingents(p, &camp);
        for newcomer in newcomers.iter() {
            let now = p.fight.camps[who].leader;
            let takes = self.d.leaders.get(usize::from(now)).is_none()
                || now as usize != newcomer
                    && command::takes_over(
                        &self.leader(p, now.into()),
                        &self.leader(p, newcomer),
                        &contingents,
                    );
            if takes {
                let hand = p.fight.asks;
                (p.fight.camps[who].leader, p.fight.camps[who].hand) = (newcomer as u8, hand);
                events.push(Event::Fight(FightEvent::TakesOver {
                    area,
                    leader: newcomer as u8,
                    power: hand,
                }));
            }
        }
        self.refresh(p);
        self.lift_sieges(p, events);
    }

    /// Step 12, and on to the next round or to the night.
    pub(super) fn run_arrive(&self, p: &mut Position, events: &mut Vec<Event>) -> bool {
        let rounds = p.fight.battle.rounds;
        let who = usize::from(p.fight.divides);
        let waiting = who < 2 && !p.fight.battle.sides[who].arrived && p.fight.chits().is_some();
        if rounds >= self.charts.rounds {
            if self.limited(p) {
                self.end_limited(p, crate::play::combat::ending::Verdict::GoesOn, events);
            } else {
                p.fight.ask_both();
                self.go(p, FightStep::Night);
            }
            return false;
        }
        if !waiting {
            self.begin_round(p);
            return false;
        }
        // A rating of 6 or more needs no die, one of nought or less gets none (ruling 46).
        match self.arrival_rating(p) {
            Some(1..6) => {
                p.fight.asks = p.fight.camps[who].hand;
                true
            }
            _ => {
                self.outflankers_come(p, 0, events);
                false
            }
        }
    }

    /// The rating with which outflankers roll to arrive.
    pub(crate) fn arrival_rating(&self, p: &Position) -> Option<i8> {
        let who = usize::from(p.fight.divides.min(1));
        let (chits, strategic) = (p.fight.chits()?, self.strategic(&p.fight.camps[who])?);
        let terrain = p.fight.battle.setting.terrain;
        arrival::outflankers(self.charts, chits, Who::BOTH[who], strategic, terrain, p.fight.battle.rounds)
    }

    /// Their commander rolls.
    pub(super) fn take_arrive(&self, p: &mut Position, dice: &mut dyn Dice, events: &mut Vec<Event>) {
        let die = dice.roll(6);
        self.outflankers_come(p, die, events);
    }

    fn outflankers_come(&self, p: &mut Position, die: u8, events: &mut Vec<Event>) {
        let (area, who) = (p.fight.area, usize::from(p.fight.divides.min(1)));
        let mut arrived = false;
        if let Some(rating) = self.arrival_rating(p) {
            arrived = rating >= 6 || die > 0 && arrival::succeeds(rating, die).unwrap_or(false);
            let power = p.fight.camps[who].hand;
            events.push(Event::Fight(FightEvent::Outflanks { area, power, die, rating, arrived }));
        }
        p.fight.battle.sides[who].arrived = arrived;
        let rounds = p.fight.battle.rounds;
        let missed = |(a, d)| arrival::leaves_after_miss(self.charts, a, d, rounds, arrived);
        if p.fight.chits().is_some_and(missed) {
            self.slip_away(p, events);
        } else {
            self.begin_round(p);
        }
    }
}
