//! The Cavalry Withdrawal Phase (tannenberg 12.1).

use super::sequence::{ask_while, end_step};
use crate::action::{Action, Event};
use crate::data::map::HexSet;
use crate::data::params::rank;
use crate::data::{UnitId, UnitSet};
use crate::engine::{Adds, Engine};
use crate::position::{Position, Step, flag};
use crate::standard::cavalry;
use crate::standard::retreat::source_distances;
use crate::standard::stacking;
use crate::standard::zones::{cancels, enemy, headquarters};
use sandtable_core::game::Side;
use sandtable_core::machine::{Flow, Module, Offers};
use sandtable_core::{Decision, Dice, Refusal};

impl<A: Adds> Engine<'_, A> {
    /// Cavalry of a player that may try to withdraw.
    pub fn riders(&self, p: &Position<A>, player: u8) -> UnitSet {
        let may = |u: &UnitId| {
            cavalry::may_try(self.data, p, *u) && !p.is(*u, flag::TRIED) && !self.is_hidden(p, *u)
        };
        self.forces(p, player).iter().filter(may).collect()
    }

    /// Where cavalry may withdraw to (tannenberg 12.11, tannenberg 12.13b).
    pub(super) fn withdrawals(&self, p: &Position<A>, unit: UnitId) -> HexSet {
        let sources = self.sources(p, self.data.unit(unit).side);
        cavalry::ends(self.data, p, unit, &source_distances(self.data, &sources))
    }

    /// Cavalry rolls (tannenberg 12.12).
    pub(super) fn try_to_withdraw(
        &self,
        p: &mut Position<A>,
        unit: UnitId,
        dice: &mut dyn Dice,
        events: &mut Vec<Event<A>>,
    ) {
        p.set(self.data, unit, flag::TRIED, true);
        let roll = dice.roll(6);
        let away = cavalry::succeeds(self.data.tcr(unit), roll);
        events.push(Event::WithdrawalRoll(unit, roll, away));
        if away {
            p.steps.push(Step::WithdrawTo(unit));
        }
    }

    /// Rides two hexes as far as contact lets it: whether it is turned away on the way or at the end (tannenberg 12.13a).
    fn is_turned_back(&self, p: &mut Position<A>, unit: UnitId, to: u16, events: &mut Vec<Event<A>>) -> bool {
        let side = self.data.unit(unit).side;
        let Some(start) = p.hex(unit).filter(|_| self.own.hides(p).is_some_and(|h| h.side != side)) else {
            return false;
        };
        let alone: UnitSet = std::iter::once(unit).collect();
        let through = self.data.params.cavalry.withdraw_in_zone[rank(self.data.tcr(unit))];
        let seen = self.seen(p, side).into_owned();
        let doubtful = self.doubtful(&seen, side);
        let legal = |from: u16, to: u16| {
            self.data.map.step(from, to).is_some_and(|s| cavalry::legal(self.data, &seen, unit, s))
        };
        let ways = || self.data.map.open(start).map(|s| s.to).filter(|m| legal(start, *m) && legal(*m, to));
        // First where nothing can be found.
        let mut order = ways().filter(|m| !doubtful.has(*m)).chain(ways().filter(|m| doubtful.has(*m)));
        let passed = order.any(|mid| !self.turned_away(p, alone, mid, through, events));
        !passed || self.turned_away(p, alone, to, through, events)
    }

    /// Cavalry goes back; one that comes to friends is their guest (tannenberg 12.17). Enemies may follow into the hex it
    /// left if nobody stays there (tannenberg 12.16).
    pub(super) fn withdraw(&self, p: &mut Position<A>, unit: UnitId, to: u16, events: &mut Vec<Event<A>>) {
        if self.is_turned_back(p, unit, to, events) {
            return;
        }
        p.steps.pop();
        let (side, from) = (self.data.unit(unit).side, p.hex(unit));
        let friends = cancels(self.data, p, side, to);
        p.put(self.data, unit, to);
        p.set(self.data, unit, flag::GUEST, friends);
        events.push(Event::Withdrew(unit, from.unwrap_or(to), to));
        if let Some(left) = from {
            self.leave_guests(p, side, left);
        }
        let empty = |h: &u16| !cancels(self.data, p, side, *h) && !headquarters(self.data, p, side).has(*h);
        if let Some(left) = from.filter(empty) {
            for player in self.each_player(p, enemy(side)) {
                p.steps.push(Step::Follow(player, left));
            }
        }
        self.give_way(p, side, &[to], events);
    }

    /// Guests whose last host has ridden off defend for themselves.
    fn leave_guests(&self, p: &mut Position<A>, side: u8, hex: u16) {
        let here = p.stack(self.data, side, hex);
        let hosts = here.iter().any(|u| !self.data.unit(u).is_hq() && !p.is(u, flag::GUEST));
        if !hosts && p.fort_at(self.data, side, hex).is_none() {
            here.iter().for_each(|u| p.set(self.data, u, flag::GUEST, false));
        }
    }

    /// Who may follow into a hex that cavalry left: any unit, headquarters too (tannenberg 12.16, R-73).
    pub fn followers(&self, p: &Position<A>, player: u8, hex: u16) -> UnitSet {
        let follows = |u: &UnitId| {
            let near = p.hex(*u).is_some_and(|h| self.data.map.step(h, hex).is_some());
            let alone: UnitSet = std::iter::once(*u).collect();
            let apart = |o: UnitId| p.place(o) == hex && self.own.apart_breach(self.data, p, *u, o).is_some();
            near && self.data.unit(*u).side == p.phasing
                && !p.is(*u, flag::ENTRAINED)
                && !self.is_hidden(p, *u)
                && stacking::fits(self.data, p, alone, hex)
                && !self.data.ids().any(apart)
        };
        self.forces(p, player).iter().filter(follows).collect()
    }

    /// A unit follows.
    pub(super) fn follow(&self, p: &mut Position<A>, unit: UnitId, hex: u16, events: &mut Vec<Event<A>>) {
        p.put(self.data, unit, hex);
        events.push(Event::Followed(unit, hex));
        self.meet(p, self.data.unit(unit).side, hex, events);
        self.own.after_move(self.data, p, events);
    }

    /// The side that does not move.
    pub fn other(&self, p: &Position<A>) -> u8 {
        enemy(p.phasing)
    }

    fn withdraw_or_ask(&self, p: &mut Position<A>, unit: UnitId, events: &mut Vec<Event<A>>) -> Flow {
        let side = self.data.unit(unit).side;
        let ways = self.withdrawals(&self.seen(p, side), unit);
        match (ways.len(), ways.iter().next()) {
            (0, _) => {
                p.steps.pop();
                events.push(Event::NoWithdrawal(unit));
            }
            // Where something is hidden its owner is always asked: the other side learns nothing from who decides.
            (1, Some(hex)) if !self.is_screened(p, side) => self.withdraw(p, unit, hex, events),
            _ => return Flow::Ask,
        }
        Flow::Next
    }
}

/// The Cavalry Withdrawal Phase.
pub struct Withdrawal;

impl<A: Adds> Module<Withdrawal> for Engine<'_, A> {
    type Step = Step<A>;
    type Action = Action<A>;
    type Event = Event<A>;

    fn run(&self, p: &mut Position<A>, step: Step<A>, _: &mut dyn Dice, events: &mut Vec<Event<A>>) -> Flow {
        match step {
            Step::Withdrawals(player) => ask_while(p, !self.riders(p, player).is_empty()),
            Step::Follow(player, hex) => ask_while(p, !self.followers(p, player, hex).is_empty()),
            Step::WithdrawTo(unit) => self.withdraw_or_ask(p, unit, events),
            _ => Flow::Ask,
        }
    }

    fn decision(&self, p: &Position<A>, step: Step<A>) -> Decision {
        match step {
            Step::Withdrawals(player) => {
                Decision::one(Side(player), "12.11", "withdraw cavalry before combat, or stay")
            }
            Step::WithdrawTo(unit) => {
                self.owner_decides(p, unit, "12.13b", "choose where the cavalry withdraws to")
            }
            Step::Follow(player, _) => {
                Decision::one(Side(player), "12.16", "follow into the hex that cavalry left, or stay")
            }
            _ => self.over(p),
        }
    }

    fn offers(&self, p: &Position<A>, step: Step<A>, _: Side, out: &mut Offers<'_, Action<A>>) {
        match step {
            Step::Withdrawals(player) => {
                out.all_legal(self.riders(p, player).iter().map(Action::Withdraw));
                out.legal(Action::Done);
            }
            Step::WithdrawTo(unit) => out.all_legal(self.withdrawals(p, unit).iter().map(Action::To)),
            Step::Follow(player, hex) => {
                out.all_legal(self.followers(p, player, hex).iter().map(Action::Follow));
                out.legal(Action::Done);
            }
            _ => {}
        }
    }

    fn refuse(&self, p: &Position<A>, step: Step<A>, _: Side, action: &Action<A>) -> Option<Refusal> {
        let (rule, why) = match (step, action) {
            (Step::Withdrawals(_) | Step::Follow(..), Action::Done) => return None,
            (Step::Withdrawals(_), Action::Withdraw(_)) => {
                ("12.11", "only cavalry beside an enemy may withdraw, once, and not on a train")
            }
            (Step::WithdrawTo(_), Action::To(_)) => (
                "12.13b",
                "cavalry withdraws exactly two hexes, towards supply if it can, and not into enemy zones",
            ),
            (Step::Follow(..), Action::Follow(_)) => {
                ("12.16", "only units beside the hex follow, within stacking")
            }
            _ => return Some(self.not_now(p)),
        };
        self.unless_offered::<Withdrawal>(p, action, Refusal::new(rule, why))
    }

    fn take(
        &self,
        p: &mut Position<A>,
        step: Step<A>,
        _: Side,
        action: &Action<A>,
        dice: &mut dyn Dice,
        events: &mut Vec<Event<A>>,
    ) {
        match (step, *action) {
            (_, Action::Withdraw(unit)) => self.try_to_withdraw(p, unit, dice, events),
            (Step::WithdrawTo(unit), Action::To(hex)) => self.withdraw(p, unit, hex, events),
            (Step::Follow(_, hex), Action::Follow(unit)) => self.follow(p, unit, hex, events),
            _ => end_step(p),
        }
    }
}
