//! Losses (tannenberg 8.5, tannenberg 8.9, tannenberg 11.13): who pays, guests, and headquarters that lose their units.

use crate::action::{Action, Event, FortId};
use crate::data::params::Outcome;
use crate::data::{UnitId, UnitSet};
use crate::engine::{Adds, Engine, Scored};
use crate::position::{Position, Step, flag};
use crate::standard::results::{self, Hosts};
use crate::standard::zones::{enemy, lone_headquarters};
use sandtable_core::machine::Flow;

impl<A: Adds> Engine<'_, A> {
    /// The defender: the owner of the first unit that defends, or of the fortress.
    pub fn defender(&self, p: &Position<A>) -> u8 {
        let first = p.combat.defenders.iter().next();
        let side = enemy(p.phasing);
        let host = self.own.players(p, side)[0].unwrap_or(side);
        first.map_or(host, |u| self.own.owner(self.data, p, u))
    }

    /// What a Step of a fortress is worth against a loss (tannenberg 11.13b, R-38).
    fn worth(&self, p: &Position<A>) -> u8 {
        if p.combat.defender == Outcome::Eliminated { 1 } else { self.data.params.fortress.absorbs }
    }

    /// How the defender may pay.
    pub(super) fn payments(&self, p: &Position<A>) -> impl Iterator<Item = Action<A>> + Clone + use<'_, A> {
        let (owed, walls, units) = match p.top() {
            Step::DefenderLoses { owed, walls, units } => (owed, walls, units),
            _ => (0, false, false),
        };
        let paying = self.still_defending(p).both(p.combat.affected);
        // A half-used Step of a fortress is lost whole, but not if a Step of a unit was paid for nothing.
        let whole = owed >= self.worth(p) || !units || paying.is_empty();
        let forts = self.walls(p, enemy(p.phasing)).filter(move |_| walls && whole);
        paying.iter().map(Action::Lose).chain(forts.map(|f| Action::LoseWall(FortId(f))))
    }

    /// The defender pays a Step.
    pub(super) fn defender_pays(&self, p: &mut Position<A>, action: &Action<A>, events: &mut Vec<Event<A>>) {
        let Step::DefenderLoses { owed, walls, units } = p.top() else { return };
        match *action {
            Action::Lose(unit) => self.defender_loses(p, unit, 1, events),
            Action::LoseWall(FortId(fort)) => {
                if let Some(at) = p.combat.target(self.data.map.forts[usize::from(fort)].hex) {
                    p.combat.hurt |= 1 << at;
                }
                let owed = owed.saturating_sub(self.worth(p));
                p.steps.replace(Step::DefenderLoses { owed, walls, units });
                self.lose_walls(p, fort, 1, events);
            }
            _ => {}
        }
    }

    /// A unit of the defender loses Steps that are owed.
    fn defender_loses(&self, p: &mut Position<A>, unit: UnitId, steps: u8, events: &mut Vec<Event<A>>) {
        let Step::DefenderLoses { owed, walls, .. } = p.top() else { return };
        if let Some(at) = p.hex(unit).and_then(|h| p.combat.target(h)) {
            p.combat.hurt |= 1 << at;
        }
        p.steps.replace(Step::DefenderLoses { owed: owed.saturating_sub(steps), walls, units: true });
        self.lose_steps(p, unit, steps, events);
    }

    /// Pays what needs no choice. A player who owes everything is not asked in which order.
    pub(super) fn defender_pays_or_asks(&self, p: &mut Position<A>, events: &mut Vec<Event<A>>) -> Flow {
        let Step::DefenderLoses { owed, .. } = p.top() else { return Flow::Next };
        let ways = self.payments(p);
        let Some(first) = ways.clone().next().filter(|_| owed > 0) else {
            p.steps.pop();
            return Flow::Next;
        };
        if ways.clone().count() > 1 && self.has_to_pay(p, ways) > u16::from(owed) {
            return Flow::Ask;
        }
        match first {
            Action::Lose(unit) => self.defender_loses(p, unit, owed.min(p.steps(self.data, unit)), events),
            _ => self.defender_pays(p, &first, events),
        }
        Flow::Next
    }

    /// What some ways of paying are worth in all.
    fn has_to_pay(&self, p: &Position<A>, ways: impl Iterator<Item = Action<A>>) -> u16 {
        let worth = |way: Action<A>| match way {
            Action::Lose(unit) => p.steps(self.data, unit),
            Action::LoseWall(FortId(fort)) => {
                (self.data.params.fortress.steps - p.fort_lost(fort)) * self.worth(p)
            }
            _ => 0,
        };
        ways.map(|w| u16::from(worth(w))).sum()
    }

    /// Walls without a garrison take the result on their own Steps (tannenberg 11.12a, tannenberg 11.13c).
    pub(super) fn walls_alone(&self, p: &mut Position<A>, events: &mut Vec<Event<A>>) {
        p.steps.pop();
        let foe = enemy(p.phasing);
        let c = p.combat;
        for fort in self.walls(p, foe) {
            let has = self.data.params.fortress.steps - p.fort_lost(fort);
            let lost = results::lone_fortress_loss(&self.data.params, c.defender, c.size, has);
            if let Some(at) = c.target(self.data.map.forts[usize::from(fort)].hex)
                && lost > 0
            {
                p.combat.hurt |= 1 << at;
            }
            self.lose_walls(p, fort, lost, events);
        }
    }

    /// Guests share the fate of their hosts (tannenberg 8.66c, tannenberg 8.66d, R-50, R-51).
    pub(super) fn guests(&self, p: &mut Position<A>, events: &mut Vec<Event<A>>) {
        p.steps.pop();
        let foe = enemy(p.phasing);
        let c = p.combat;
        for (at, hex) in c.targets().iter().enumerate() {
            let here = p.stack(self.data, foe, *hex);
            let guests: UnitSet =
                here.iter().filter(|u| p.is(*u, flag::GUEST) && !self.data.unit(*u).is_hq()).collect();
            let hosts = here.without(guests).iter().any(|u| !self.data.unit(u).is_hq());
            let fate = if !hosts && p.fort_at(self.data, foe, *hex).is_none() {
                Hosts::Gone
            } else if c.hurt >> at & 1 == 1 {
                Hosts::Hurt
            } else if c.gone >> at & 1 == 1 {
                Hosts::Gone
            } else {
                Hosts::Unhurt
            };
            for unit in guests.iter() {
                let lost = results::guest_loss(fate, p.steps(self.data, unit));
                self.lose_steps(p, unit, lost, events);
            }
        }
    }

    /// Attackers that can pay.
    pub fn attackers_left(&self, p: &Position<A>) -> UnitSet {
        p.combat.units.iter().filter(|u| p.hex(*u).is_some()).collect()
    }

    /// The attacker pays a Step.
    pub(super) fn attacker_pays(&self, p: &mut Position<A>, unit: UnitId, events: &mut Vec<Event<A>>) {
        if let Step::AttackerLoses(owed) = p.top() {
            p.steps.replace(Step::AttackerLoses(owed - 1));
            self.lose_steps(p, unit, 1, events);
        }
    }

    /// Pays what needs no choice.
    pub(super) fn attacker_pays_or_asks(&self, p: &mut Position<A>, events: &mut Vec<Event<A>>) -> Flow {
        let Step::AttackerLoses(owed) = p.top() else { return Flow::Next };
        let paying = self.attackers_left(p);
        let has: u8 = paying.iter().map(|u| p.steps(self.data, u)).sum();
        if owed == 0 || paying.is_empty() {
            p.steps.pop();
        } else if owed >= has || paying.len() == 1 {
            for unit in paying.iter() {
                self.lose_steps(p, unit, owed, events);
            }
            p.steps.pop();
        } else {
            return Flow::Ask;
        }
        Flow::Next
    }

    /// Headquarters whose units were all eliminated are eliminated too, or go to their reduced side and give way
    /// (tannenberg 10.53c, tannenberg 10.54a, R-55).
    pub(super) fn staffs(&self, p: &mut Position<A>, events: &mut Vec<Event<A>>) {
        p.steps.pop();
        self.tell_supply(p, events);
        let c = p.combat;
        let mut fallen = UnitSet::EMPTY;
        // Those of guests too, who are not among the defenders.
        for hex in c.targets().iter().filter(|h| lone_headquarters(self.data, p, enemy(p.phasing), **h)) {
            p.stack(self.data, enemy(p.phasing), *hex).iter().for_each(|hq| fallen.insert(hq));
        }
        for hq in c.heroes.iter() {
            let side = self.data.unit(hq).side;
            if p.hex(hq).is_some_and(|h| p.held(side, h) == 0 && p.fort_at(self.data, side, h).is_none()) {
                fallen.insert(hq);
            }
        }
        fallen.iter().for_each(|hq| self.fell_hq(p, hq, events));
    }

    /// A headquarters falls with its units.
    pub(super) fn fell_hq(&self, p: &mut Position<A>, hq: UnitId, events: &mut Vec<Event<A>>) {
        let back = self.data.unit(hq).steps > p.lost[hq.index()] + 1;
        if back && !self.ways_out(p, hq).is_empty() {
            p.lost[hq.index()] += 1;
            events.push(Event::HqReduced(hq));
            self.own.score(self.data, p, Scored::Hq(hq), events); // tannenberg 10.54b
            p.steps.push(Step::Displace(hq.into()));
        } else {
            self.lose_hq(p, hq, events);
        }
    }

    /// A single option is no choice; walls alone have none.
    pub(super) fn choose_or_pass(&self, p: &mut Position<A>, events: &mut Vec<Event<A>>) -> Flow {
        if self.still_defending(p).is_empty() {
            p.steps.replace(Step::WallsAlone);
            return Flow::Next;
        }
        let mut options = self.options(p).map(|c| c.option);
        match (options.next(), options.next()) {
            (Some(only), None) => self.choose(p, only, events),
            (None, _) => {
                p.steps.pop();
            }
            _ => return Flow::Ask,
        }
        Flow::Next
    }
}
