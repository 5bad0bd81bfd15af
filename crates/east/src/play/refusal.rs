//! Why an action is refused: the rule that forbids it.

use crate::action::{Action, Ending, Mover};
use crate::data::{MAX_HEXES, NODES, UnitId};
use crate::engine::Engine;
use crate::position::{MARKERS, NOBODY, Phase, Position, Step, flag};
use crate::standard::rail;
use crate::standard::zones::{enemy_holds, headquarters, in_enemy_zone};
use sandtable_core::{Breach, Decision, Refusal};

impl Engine<'_> {
    /// Whether everything that an action names exists.
    fn exists(&self, action: &Action) -> bool {
        let unit = |u: &UnitId| u.index() < self.data.units.len();
        let gruppe = |g: &u8| (1..=MARKERS as u8).contains(g);
        let hex = |h: &u16| *h < self.data.map.len();
        let place = |h: &u16| hex(h) || self.data.map.exit_of(*h).is_some();
        let mover = |m: &Mover| match m {
            Mover::Unit(u) => unit(u),
            Mover::Gruppe(g) => gruppe(g),
        };
        let exit = |e: &u8| usize::from(*e) < self.data.map.exits.len();
        match action {
            Action::SetUp(u, h) | Action::Bring(u, h) | Action::Advance(u, h) => unit(u) && hex(h),
            Action::Hide(u, g) => unit(u) && gruppe(g),
            Action::Place(g, h) => gruppe(g) && hex(h),
            Action::Remove(g) | Action::Pretend(g) => gruppe(g),
            Action::Help(a, b) | Action::Allot(a, b) => unit(a) && unit(b),
            Action::March(m, h) => mover(m) && hex(h),
            Action::Ride(m, h) => mover(m) && place(h),
            Action::Halt(m, a, b) => mover(m) && exit(a) && exit(b),
            Action::Entrain(m) | Action::Detrain(m) => mover(m),
            Action::Relieve(h) | Action::To(h) | Action::Attack(h) | Action::Also(h) => hex(h),
            Action::LoseWall(f) => usize::from(*f) < self.data.map.forts.len(),
            Action::Show(u)
            | Action::Detour(u)
            | Action::Feed(u)
            | Action::GiveUp(u)
            | Action::Withdraw(u)
            | Action::Follow(u)
            | Action::With(u)
            | Action::Lead(u)
            | Action::Shift(u)
            | Action::Affect(u)
            | Action::Lose(u)
            | Action::Ask(u)
            | Action::Replace(u) => unit(u),
            Action::Commit
            | Action::AllotAll
            | Action::WithAll
            | Action::Fight
            | Action::Choose(_)
            | Action::AskAll
            | Action::End(_)
            | Action::Done => true,
        }
    }

    /// Why an action may not be taken now; none if it may. The position is as the player's side sees it.
    pub fn refuse(&self, p: &Position, action: &Action) -> Option<Refusal> {
        if !self.exists(action) {
            return Some(Refusal::new("4.0b", "there is no such unit, hex or marker"));
        }
        let breach = match (p.top(), action) {
            (Step::SetUp(player), Action::SetUp(unit, hex)) => self.placement_breach(p, player, *unit, *hex),
            (
                Step::Screen(player),
                Action::Hide(..) | Action::Show(_) | Action::Place(..) | Action::Remove(_),
            ) => self.gruppe_breach(p, player, action),
            (Step::Reinforce(player), Action::Bring(unit, hex)) => self.bring_breach(p, player, *unit, *hex),
            (Step::Reinforce(player), Action::Detour(unit)) => self.detour_breach(p, player, *unit),
            (Step::Reinforce(player), Action::Commit) => {
                (!self.own.may_commit(self.data, p, self.own.side_of(player)))
                    .then(|| Refusal::new("19.14b", "that cannot be ordered, or has been"))
            }
            (_, Action::End(ending)) => Some(self.end_breach(p, *ending)),
            (Step::Command(player), Action::Allot(unit, hq)) => self.allot_breach(p, player, *unit, *hq),
            (Step::Moves(player), Action::March(mover, hex)) => self.march_breach(p, player, *mover, *hex),
            (Step::Moves(player), Action::Entrain(mover)) => self.entrain_breach(p, player, *mover),
            (Step::Moves(player), Action::Ride(mover, place)) => {
                self.ride_to_breach(p, player, *mover, *place)
            }
            (Step::Moves(player), Action::Detrain(mover)) => self.detrain_breach(p, player, *mover),
            (Step::Moves(player), Action::Feed(unit)) => self.feed_breach(p, player, *unit),
            (
                Step::Moves(player),
                Action::Hide(..)
                | Action::Show(_)
                | Action::Place(..)
                | Action::Remove(_)
                | Action::Pretend(_),
            ) => self.gruppe_breach(p, player, action),
            (Step::Moves(player), Action::Done) => self.end_moves_breach(p, player),
            (Step::Attacks(player), Action::Attack(hex)) => self.target_breach(p, player, *hex),
            (Step::Declare(player), Action::With(unit)) => self.join_breach(p, player, *unit),
            (Step::Declare(player), Action::Lead(hq)) if !p.combat.units.is_empty() => {
                self.lead_breach(p, player, *hq)
            }
            (Step::Declare(player), Action::Shift(hq)) if !p.combat.units.is_empty() => {
                self.shift_breach(p, player, *hq)
            }
            (Step::Declare(_), Action::Fight) => self.fight_breach(p),
            (Step::Advance, Action::Advance(unit, hex)) => self.advance_breach(p, *unit, *hex),
            (Step::Replace(player), Action::Replace(unit)) => self.replace_breach(p, player, *unit),
            _ => self.unlisted(p, action),
        };
        breach.map(|b| self.named(b, action))
    }

    /// Words that end something else than what is open (tannenberg 4.0b).
    fn end_breach(&self, p: &Position, ending: Ending) -> Refusal {
        let (rule, why) = match ending {
            Ending::SetUp => ("18.0b", "the set-up is over"),
            Ending::TurnBegins => ("4.0a", "no Player-Turn is to be begun now"),
            Ending::CombatBegins => ("4.A3a", "no combat phase is to be begun now"),
            Ending::Questions => ("18.61b", "no questions are open"),
            Ending::Reinforcements => ("4.A1b", "reinforcements do not come in now"),
            Ending::Command => ("4.A1c", "command is not allotted now"),
            Ending::Movement => ("4.A1d", "nothing moves now"),
            Ending::Withdrawals => ("4.A2", "no cavalry withdraws now"),
            Ending::Follow => ("12.16", "there is no hex to follow into"),
            Ending::Attacks => ("4.A3b", "no attack is chosen now"),
            Ending::Advance => ("8.73a", "nobody advances now"),
            Ending::Replacements => ("4.A4", "no steps are replaced now"),
        };
        debug_assert!(p.ending() != Some(ending) || p.phase == Phase::Over);
        Refusal::new(rule, why)
    }

    /// What bars an action, in words.
    pub fn told(&self, bar: &Refusal) -> Breach {
        let title = |unit| self.data.units[usize::from(unit)].title.clone();
        bar.breach(title, |hex| self.data.map.number(hex).to_string())
    }

    /// Adds the piece and the place that an action is about, where the bar has none.
    fn named(&self, mut bar: Refusal, action: &Action) -> Refusal {
        let (unit, hex) = match action {
            Action::March(Mover::Unit(u), h) | Action::Bring(u, h) | Action::SetUp(u, h) => {
                (Some(*u), Some(*h))
            }
            Action::Entrain(Mover::Unit(u)) | Action::Detrain(Mover::Unit(u)) => (Some(*u), None),
            Action::Ride(Mover::Unit(u), h) => (Some(*u), Some(*h)),
            Action::With(u) | Action::Lead(u) | Action::Shift(u) | Action::Lose(u) | Action::Replace(u) => {
                (Some(*u), None)
            }
            Action::Attack(h) | Action::Also(h) | Action::To(h) => (None, Some(*h)),
            _ => (None, None),
        };
        if let Some(unit) = unit {
            bar = bar.or_of(unit);
        }
        if let Some(hex) = hex.filter(|h| *h < self.data.map.len()) {
            bar = bar.or_at(hex);
        }
        bar
    }

    /// Whatever has no words of its own is looked up among the legal actions.
    fn unlisted(&self, p: &Position, action: &Action) -> Option<Refusal> {
        let mut list = Vec::new();
        self.list(p, &mut list);
        if list.contains(action) {
            return None;
        }
        let (rule, why) = match (p.top(), action) {
            (Step::Retreat { .. }, Action::To(_)) => (
                "8.63a",
                "the retreat goes towards the nearest source of supply if it can, and never into the enemy",
            ),
            (Step::WithdrawTo(_), Action::To(_)) => (
                "12.13b",
                "cavalry withdraws exactly two hexes, towards supply if it can, and not into enemy zones",
            ),
            (Step::Displace(_), Action::To(_)) => {
                ("10.52c", "a headquarters gives way to the nearest unit or fortress of its own")
            }
            (Step::DefenderLoses { .. } | Step::AttackerLoses(_), Action::Lose(_) | Action::LoseWall(_)) => {
                return Some(self.payment_breach(p, action));
            }
            (Step::Affected, Action::Affect(_)) => {
                ("8.9m", "only defenders that are not named yet can be named")
            }
            (Step::Choose, Action::Choose(_)) => ("8.9t", "that option does not answer this result"),
            (Step::Declare(_), Action::Also(_)) => {
                ("8.23", "one attack covers several hexes only if every attacker touches all of them")
            }
            (Step::Declare(_), Action::Lead(_) | Action::Shift(_)) => ("8.0a", "first name the attackers"),
            (Step::Withdrawals(_), Action::Withdraw(_)) => {
                ("12.11", "only cavalry beside an enemy may withdraw, once, and not on a train")
            }
            (Step::Follow(..), Action::Follow(_)) => {
                ("12.16", "only units beside the hex follow, within stacking")
            }
            (Step::Overfull(..), Action::GiveUp(_)) => ("6.14a", "the unit is not in the overfull hex"),
            (Step::Staff(_), Action::Help(..)) => {
                ("17.3a", "he helps only headquarters that are stacked with him")
            }
            (Step::Inquire(_), Action::Ask(_)) => {
                ("18.61b", "its supply does not hang on a Gruppe that you know nothing of")
            }
            (Step::Relieve(_), Action::Relieve(_)) => ("19.21b", "it comes to a German fortress or unit"),
            _ => match self.decision(p) {
                Decision::Decide { rule, .. } => (rule, "that is not what is to be decided now"),
                Decision::Over(o) => (o.rule, "the game is over"),
            },
        };
        Some(Refusal::new(rule, why))
    }

    /// Why a mover may not march to a hex.
    fn march_breach(&self, p: &Position, player: u8, mover: Mover, to: u16) -> Option<Refusal> {
        if let Some(breach) = self.mover_breach(p, player, mover) {
            return Some(breach);
        }
        let body = self.body(p, mover);
        let who = |f: u32| body.iter().find(|u| p.is(*u, f));
        if let Some(unit) = who(flag::OUT_OF_COMMAND) {
            return Some(Refusal::new("10.31a", "out of command").of(unit));
        }
        if let Some(unit) = who(flag::ENTRAINED) {
            return Some(Refusal::new("5.34a", "it is on a train; let it detrain first").of(unit));
        }
        if let Some(unit) = who(flag::STOPPED) {
            return Some(Refusal::new("16.11b", "it failed to entrain and has stopped").of(unit));
        }
        let Some((march, doubtful, reach)) = self.march_reach(p, mover) else {
            return Some(Refusal::new("5.0a", "it cannot march now"));
        };
        if reach.hexes.has(to) {
            return self.stop_breach(p, mover, to);
        }
        let hqs = headquarters(self.data, p, 1 - march.side);
        Some(if to == march.start {
            Refusal::new("5.0b", "it stands there")
        } else if self.data.map.at(to).closed {
            Refusal::new("5.4o", "nobody enters a lake or the sea")
        } else if enemy_holds(self.data, p, march.side, to) {
            match p.fort_at(self.data, 1 - march.side, to) {
                Some(_) => Refusal::new("5.13b", "an enemy fortress stands there"),
                None => Refusal::new("5.13a", "enemy units hold that hex"),
            }
        } else if hqs.has(to) && !march.attacks {
            Refusal::new("10.52c", "a headquarters gives way only to a unit that can attack")
        } else if self.data.map.distance(march.start, to) == 1
            && self.data.map.step(march.start, to).is_none()
        {
            Refusal::new("5.4n", "that hexside is blocked")
        } else if doubtful.has(to) {
            Refusal::new("18.41c", "{} movement points are too few beside a Gruppe").number(march.mp)
        } else if in_enemy_zone(p, march.side, to) {
            Refusal::new("7.21", "{} movement points are too few into an enemy zone of control")
                .number(march.mp)
        } else {
            Refusal::new("5.14a", "{} movement points do not reach so far").number(march.mp)
        })
    }

    /// Why a mover may not ride to a place.
    fn ride_to_breach(&self, p: &Position, player: u8, mover: Mover, to: u16) -> Option<Refusal> {
        if let Some(breach) = self.ride_breach(p, player, mover) {
            return Some(breach);
        }
        let ride = self.ride_of(p, mover)?;
        let doubtful = self.doubtful(p, ride.side);
        if rail::reach_of(self.data, p, &ride, &doubtful).hexes.has(to) {
            return self.stop_breach(p, mover, to);
        }
        let hex = usize::from(to) < MAX_HEXES;
        debug_assert!(usize::from(to) < NODES);
        Some(if hex && !self.data.map.rail[usize::from(ride.army)].has(to) {
            Refusal::new("15/5.42a", "no railway of its own country runs there")
        } else if hex && p.last.side(to) != ride.side {
            Refusal::new("5.33c", "an enemy was the last to hold that hex")
        } else if hex && (in_enemy_zone(p, ride.side, to) || doubtful.has(to)) {
            Refusal::new("5.33b", "trains do not run into enemy zones of control")
        } else {
            Refusal::new("5.33a", "no free line of {} rail hexes leads there").number(ride.left)
        })
    }

    /// Why a unit may not be set up in a hex.
    fn placement_breach(&self, p: &Position, player: u8, unit: UnitId, hex: u16) -> Option<Refusal> {
        if !self.unplaced(p, player).any(|u| u == unit) {
            return Some(Refusal::new("3.0a", "that unit is not to be placed"));
        }
        self.own.set_up_breach(self.data, p, unit, hex)
    }

    /// Units that a player has still to place.
    pub fn unplaced<'p>(&'p self, p: &'p Position, player: u8) -> impl Iterator<Item = UnitId> + 'p {
        let waits = move |u: &UnitId| {
            p.place(*u) == crate::position::off::POOL
                && self.own.owner(self.data, p, *u) == player
                && self.own.due(self.data, p, *u).is_none()
        };
        self.data.ids().filter(waits)
    }

    /// Every placement of a player.
    pub(super) fn placements(&self, p: &Position, player: u8, out: &mut Vec<Action>) {
        for unit in self.unplaced(p, player) {
            let free =
                (0..self.data.map.len()).filter(|h| self.own.set_up_breach(self.data, p, unit, *h).is_none());
            out.extend(free.map(|h| Action::SetUp(unit, h)));
        }
    }

    /// Where a new headquarters may come: with any unit or fortress of its side (tannenberg 19.21b).
    pub(super) fn relief_hexes(&self, p: &Position, hq: UnitId) -> crate::data::HexSet {
        if hq == NOBODY {
            return crate::data::HexSet::EMPTY;
        }
        let side = self.data.unit(hq).side;
        let units = self.data.ids().filter(|u| self.data.unit(*u).side == side && *u != hq);
        let forts = (0..self.data.map.forts.len() as u8).filter(|f| p.stands(self.data, *f));
        let forts = forts.map(|f| &self.data.map.forts[usize::from(f)]).filter(|f| f.side == side);
        units.filter_map(|u| p.hex(u)).chain(forts.map(|f| f.hex)).collect()
    }

    /// The new headquarters comes.
    pub(super) fn relieve(&self, p: &mut Position, hex: u16, events: &mut Vec<crate::action::Event>) {
        if let Step::Relieve(hq) = p.top() {
            p.pop();
            p.put(self.data, hq, hex);
            events.push(crate::action::Event::Exchanged(hq, hex, false));
        }
    }
}
