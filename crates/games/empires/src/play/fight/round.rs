//! Steps 7 to 10: orders, guard, guns, dice, losses, and whether somebody breaks (7.5.2.7 to 7.5.2.10).

use super::state::Record;
use super::{FightAction, FightEvent, FightStep};
use crate::data::POWERS;
use crate::play::combat::battle::Orders;
use crate::play::combat::ending::{Standing, Verdict, verdict};
use crate::play::combat::losses::{Due, share};
use crate::play::combat::{Factors, Kind, Who, options};
use crate::play::land::Position;
use crate::play::loss::state::{Losses, Owes, Why};
use crate::play::{Engine, Event};
use sandtable_core::Dice;
use sandtable_core::Refusal;
use sandtable_core::machine::Offers;
use sandtable_ops::ArrayList;

impl Engine<'_> {
    /// Levels of guard that a side may commit (12.3.4): by its commander's power, and as many guard factors as levels.
    fn guard_levels(&self, p: &Position, who: usize) -> u8 {
        let camp = &p.fight.camps[who];
        let most = self.d.nations.get(usize::from(camp.hand)).map_or(0, |n| n.guard_commitment);
        if !p.play.rules.guard {
            return 0;
        }
        let have = p.fight.battle.sides[who].fighting()[Kind::Guard];
        u16::from(most).min(have).min(self.charts.options.guard.len() as u16) as u8
    }

    /// Steps 7 and 8: both state a rating and commit guard in secret; those without any choice are not asked, unless players end
    /// their steps themselves: then the dice of every round fall in an action of its own.
    pub(super) fn run_orders(&self, p: &mut Position, dice: &mut dyn Dice, events: &mut Vec<Event>) -> bool {
        for who in 0..2 {
            let rating = p.fight.battle.sides[who].tactical;
            let nothing = rating == 0 && self.guard_levels(p, who) == 0;
            if !p.fight.camps[who].chosen && nothing && !p.play.rules.player_ends {
                let camp = &mut p.fight.camps[who];
                (camp.stated, camp.committed, camp.chosen) = (0, 0, true);
            }
        }
        if p.fight.camps.iter().any(|c| !c.chosen) {
            return true;
        }
        let area = p.fight.area;
        let [a, d] = p.fight.camps;
        let (ratings, guard) = ([a.stated, d.stated], [a.committed, d.committed]);
        events.push(Event::Fight(FightEvent::Ordered { area, ratings, guard }));
        self.go(p, FightStep::Guns);
        self.commit_guard(p, dice, events);
        false
    }

    pub(super) fn list_orders(&self, p: &Position, power: u8, out: &mut Offers<'_, FightAction>) {
        let Some(who) = p.fight.side_of(power) else { return };
        for guard in 0..=self.guard_levels(p, who) {
            for tactical in (0..=p.fight.battle.sides[who].tactical).rev() {
                out.candidate(FightAction::Order { tactical, guard });
            }
        }
    }

    pub(super) fn refuse_order(&self, p: &Position, power: u8, action: FightAction) -> Option<Refusal> {
        let FightAction::Order { tactical, guard } = action else { return Some(self.not_asked(p)) };
        let who = p.fight.side_of(power)?;
        if tactical > p.fight.battle.sides[who].tactical {
            let why = "a tactical rating can be stated lower than it is, never higher";
            return Some(Refusal::new("7.5.2.9.1.2", why));
        }
        if guard > self.guard_levels(p, who) {
            let why = if p.play.rules.guard {
                "that much guard cannot be committed"
            } else {
                "guard commitment is not played"
            };
            return Some(Refusal::new("7.5.2.8", why));
        }
        None
    }

    pub(super) fn take_order(&self, p: &mut Position, power: u8, action: FightAction) {
        if let (Some(who), FightAction::Order { tactical, guard }) = (p.fight.side_of(power), action) {
            let camp = &mut p.fight.camps[who];
            (camp.stated, camp.committed, camp.chosen) = (tactical, guard, true);
        }
    }

    /// Committed guard loses at once (12.3.4).
    fn commit_guard(&self, p: &mut Position, dice: &mut dyn Dice, events: &mut Vec<Event>) {
        let area = p.fight.area;
        let mut losses = Losses::new(Why::Guard, area);
        let mut any = false;
        self.note_before(p);
        for who in 0..2 {
            let camp = p.fight.camps[who];
            if camp.committed == 0 {
                continue;
            }
            let die = dice.roll(6);
            let present = p.fight.battle.sides[who].fighting();
            let most = self.guard_levels(p, who);
            let Ok(cost) = options::commit(self.charts, present, camp.committed, most, die) else { continue };
            let (power, lost) = (camp.hand, cost.lost);
            events.push(Event::Fight(FightEvent::Guard { area, power, levels: camp.committed, die, lost }));
            p.fight.camps[who].shattered = cost.breaks;
            if lost > 0 {
                any = true;
                self.charge(p, who, Due::any(lost), &mut losses);
            }
        }
        if any {
            self.demand(p, losses);
        }
    }

    /// Step 8 goes on: guns (12.3.5), never in a trivial combat (ruling 64).
    pub(super) fn run_guns(&self, p: &mut Position, dice: &mut dyn Dice, events: &mut Vec<Event>) -> bool {
        self.settle_losses(p, events);
        self.go(p, FightStep::Dice);
        if !p.play.rules.artillery || p.fight.trivial() || self.verdict_now(p) != Verdict::GoesOn {
            return false;
        }
        let area = p.fight.area;
        let Ok(by) = p.fight.battle.modifiers(self.charts, &self.orders(p)) else { return false };
        let mut losses = Losses::new(Why::Guns, area);
        let mut any = false;
        for (who, by) in by.into_iter().enumerate() {
            let guns = p.fight.battle.sides[who].fighting()[Kind::Artillery];
            let terrain = p.fight.battle.setting.terrain;
            if guns == 0 || self.charts.options.artillery_not_in.contains(&terrain) {
                continue;
            }
            let die = dice.roll(6);
            let lost = options::bombard(self.charts, terrain, guns, die, by);
            let power = p.fight.camps[who].hand;
            events.push(Event::Fight(FightEvent::Guns { area, power, die, lost }));
            if lost > 0 {
                any = true;
                self.charge(p, 1 - who, Due::any(lost), &mut losses);
            }
        }
        if any {
            self.note_before(p);
            self.demand(p, losses);
        }
        false
    }

    fn orders(&self, p: &Position) -> Orders {
        let camps = p.fight.camps;
        Orders { stated: camps.map(|c| Some(c.stated)), guard: camps.map(|c| c.committed) }
    }

    pub(super) fn note_before(&self, p: &mut Position) {
        p.fight.before = p.fight.battle.sides.map(|s| s.all());
        p.fight.city = p.at(p.fight.area).garrison;
    }

    /// Losses that were chosen show on the map: everybody sees what is left.
    pub(super) fn settle_losses(&self, p: &mut Position, events: &mut Vec<Event>) {
        let area = p.fight.area;
        if !p.fight.camps[0].out.is_empty() {
            // Those who came out of the city are fewer by what it lost.
            let now = p.at(area).garrison;
            let lost = p.fight.city.without(&now);
            p.fight.camps[0].out = p.fight.camps[0].out.without(&lost);
            p.fight.city = now;
        }
        self.refresh(p);
        self.reveal_both(p);
        for who in 0..2 {
            let left = p.fight.battle.sides[who].all();
            let factors = p.fight.before[who] - left;
            if !factors.is_empty() && !p.fight.before[who].is_empty() {
                let power = p.fight.camps[who].hand;
                let left = left.total();
                events.push(Event::Fight(FightEvent::Suffered { area, power, factors, left }));
            }
        }
        p.fight.before = [Factors::NONE; 2];
    }

    /// Step 9: dice and losses of both at the same time.
    pub(super) fn run_dice(&self, p: &mut Position, dice: &mut dyn Dice, events: &mut Vec<Event>) -> bool {
        self.settle_losses(p, events);
        self.go(p, FightStep::Count);
        if self.verdict_now(p) != Verdict::GoesOn {
            return false;
        }
        let rolled = [dice.roll(6), dice.roll(6)];
        let orders = self.orders(p);
        let area = p.fight.area;
        let Ok(round) = p.fight.battle.fight(self.charts, &orders, rolled) else { return self.abandon(p) };
        let lost = [round.due[0].factors, round.due[1].factors];
        let present = p.fight.battle.sides.map(|s| s.all().total());
        let record = Record {
            day: p.fight.battle.day,
            round: p.fight.battle.rounds,
            tables: round.tables,
            dice: rolled,
            modifiers: round.modifiers,
            weights: round.weights,
            lost: [lost[0].min(present[0]), lost[1].min(present[1])],
            morale: [round.blows[1].morale, round.blows[0].morale],
        };
        p.fight.keep(record);
        let (parts, percents) = (round.parts, round.blows.map(|b| b.percent));
        events.push(Event::Fight(FightEvent::Rolled { area, record, parts, percents }));
        self.note_before(p);
        let mut losses = Losses::new(Why::Round, area);
        for who in 0..2 {
            self.charge(p, who, round.due[who], &mut losses);
        }
        self.demand(p, losses);
        false
    }

    /// Divides what a side owes among its powers (ruling 34), and says from what each pays. Before the outflankers arrive
    /// the pinning force pays as far as it can (empires 7.5.2.10.1.2.2).
    pub(super) fn charge(&self, p: &Position, who: usize, due: Due, losses: &mut Losses) {
        let camp = &p.fight.camps[who];
        let arrived = p.fight.battle.sides[who].arrived;
        let order: ArrayList<u8, POWERS> = camp.in_order().collect();
        let only = |f: Factors| if losses.why == Why::Guard { f[Kind::Guard] } else { f.total() };
        let parts: ArrayList<[Factors; 2], POWERS> =
            order.iter().map(|q| self.share_of(p, camp, *q)).collect();
        let pin: ArrayList<u16, POWERS> =
            parts.iter().map(|[a, b]| only(*a) + if arrived { only(*b) } else { 0 }).collect();
        let around: ArrayList<u16, POWERS> =
            parts.iter().map(|[_, b]| if arrived { 0 } else { only(*b) }).collect();
        let first = due.factors.min(pin.iter().sum());
        let shares = share(first, &pin);
        let over = share(due.factors - first, &around);
        let mut cavalry = due.cavalry;
        if !camp.out.is_empty() {
            losses.out = camp.out;
        }
        for (i, q) in order.iter().enumerate() {
            let left = shares[i] + over[i];
            let horse =
                parts[i][0].cavalry() + if arrived || over[i] > 0 { parts[i][1].cavalry() } else { 0 };
            let mine = cavalry.min(horse).min(left);
            cavalry -= mine;
            let mut owes = self.purse_of(p, who, *q);
            (owes.left, owes.spare_militia, owes.cavalry) = (left, due.spare_militia, mine);
            losses.owes[usize::from(*q)] = owes;
        }
    }

    /// From what a power of a side pays: its corps, irregulars, depot garrison and those who came out of the city.
    pub(super) fn purse_of(&self, p: &Position, who: usize, power: u8) -> Owes {
        let camp = &p.fight.camps[who];
        let arrived = p.fight.battle.sides[who].arrived;
        let mut owes = Owes::NONE;
        for block in camp.blocks.iter().filter(|b| p.corps[*b].power == power) {
            let later = camp.around.has(block) && !arrived;
            if later { owes.later.put(block) } else { owes.blocks.put(block) }
        }
        let ground = p.at(p.fight.area);
        owes.field = camp.irregulars >> power & 1 == 1;
        if owes.field && self.rides_around(camp, power) && !arrived {
            // Those who came as help pin (empires 7.5.2.11.4).
            let all = ground.irregulars[usize::from(power)];
            owes.field_later = all.saturating_sub(camp.late[usize::from(power)]);
        }
        owes.guard = camp.guard && self.on_depot(p, p.fight.area, 1 << power).next().is_some();
        owes.city = camp.out.nations().any(|n| p.power_of(n) == Some(power));
        owes
    }

    /// How matters stand, committed guard that died counted.
    pub(super) fn verdict_now(&self, p: &Position) -> Verdict {
        let battle = &p.fight.battle;
        let shattered = p.fight.camps.map(|c| c.shattered);
        if shattered == [false, false] {
            return battle.verdict(self.charts);
        }
        verdict([0, 1].map(|i| {
            let side = &battle.sides[i];
            Standing {
                broken: shattered[i],
                gone: side.fighting().is_empty(),
                outflankers: !side.arrived && !side.outflanking.is_empty(),
            }
        }))
    }

    /// Step 10: does anybody break? If not, step 11.
    pub(super) fn run_count(&self, p: &mut Position, events: &mut Vec<Event>) -> bool {
        self.settle_losses(p, events);
        for who in 0..2 {
            let area = p.fight.area;
            let ground = *p.at(area);
            let camp = &mut p.fight.camps[who];
            camp.guard = camp.guard && ground.guard.total() > 0;
            for q in 0..crate::data::POWERS {
                if ground.irregulars[q] == 0 {
                    camp.irregulars &= !(1 << q);
                }
            }
        }
        match self.verdict_now(p) {
            Verdict::GoesOn => {
                self.start_reinforcing(p);
                false
            }
            verdict => {
                let area = p.fight.area;
                events.push(Event::Fight(FightEvent::Decided {
                    area,
                    verdict,
                    hands: p.fight.camps.map(|c| c.hand),
                }));
                self.decide(p, verdict, events);
                false
            }
        }
    }

    /// The level at which each side breaks today, for those who look on.
    pub fn breaking_levels(&self, p: &Position) -> [i16; 2] {
        Who::BOTH.map(|w| p.fight.battle.final_morale(self.charts, w))
    }
}
