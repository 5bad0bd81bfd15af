//! What an action does: one line for each, to the module that knows.

use crate::action::{Action, Event};
use crate::engine::Engine;
use crate::position::{Position, Step};
use sandtable_core::Dice;

/// Events of one action, at most as a rule.
const LONGEST_LOG: usize = 256;

impl Engine<'_> {
    /// Takes an action that has been found legal.
    pub fn take(
        &self,
        p: &mut Position,
        player: u8,
        action: &Action,
        dice: &mut dyn Dice,
        events: &mut Vec<Event>,
    ) {
        // One growth at the first action, none later: a Player-Turn that runs by itself tells much.
        events.reserve(LONGEST_LOG);
        match *action {
            Action::SetUp(unit, hex) => {
                p.put(self.data, unit, hex);
                events.push(Event::SetUp(unit, hex));
            }
            Action::Hide(..)
            | Action::Show(_)
            | Action::Place(..)
            | Action::Remove(_)
            | Action::Pretend(_) => {
                self.gruppe_take(p, action, events);
            }
            Action::Commit => self.own.commit(self.data, p, events),
            Action::Relieve(hex) => self.relieve(p, hex, events),
            Action::Ask(unit) => self.ask_for(p, unit, events),
            Action::AskAll => self.ask_for_all(p, player, events),
            Action::Bring(unit, hex) => self.bring(p, unit, hex, events),
            Action::Detour(unit) => self.detour(p, unit, events),
            Action::Help(radius, strength) => {
                p.helped = [radius, strength];
                p.pop();
            }
            Action::Allot(unit, hq) => p.hq_of[unit.index()] = hq,
            Action::AllotAll => {
                p.begun &= !p.top().ended_by_player();
                self.allot_all(p, player);
                self.end_command(p, player, dice, events);
            }
            Action::March(mover, hex) => self.march(p, mover, hex, events),
            Action::Entrain(mover) => self.entrain(p, mover, dice, events),
            Action::Ride(mover, place) => self.ride(p, mover, place, events),
            Action::Halt(mover, from, to) => self.halt(p, mover, from, to, events),
            Action::Detrain(mover) => self.detrain(p, mover, events),
            Action::Feed(unit) => self.feed(p, unit),
            Action::GiveUp(unit) => self.give_up(p, unit, events),
            Action::Withdraw(unit) => self.try_to_withdraw(p, unit, dice, events),
            Action::To(hex) => match p.top() {
                Step::WithdrawTo(unit) => self.withdraw(p, unit, hex, events),
                Step::Displace(hq) => self.displace(p, hq, hex, events),
                _ => self.retreat_to(p, hex, events),
            },
            Action::Follow(unit) => {
                if let Step::Follow(_, hex) = p.top() {
                    self.follow(p, unit, hex, events);
                }
            }
            Action::Attack(_)
            | Action::Also(_)
            | Action::With(_)
            | Action::WithAll
            | Action::Lead(_)
            | Action::Shift(_) => self.declare(p, player, action),
            Action::Fight => self.fight(p, dice, events),
            Action::Choose(option) => self.choose(p, option, events),
            Action::Affect(unit) => self.affect(p, unit),
            Action::Lose(unit) if matches!(p.top(), Step::AttackerLoses(_)) => {
                self.attacker_pays(p, unit, events)
            }
            Action::Lose(_) | Action::LoseWall(_) => self.defender_pays(p, action, events),
            Action::Advance(unit, hex) => self.advance(p, unit, hex, events),
            Action::Replace(unit) => self.replace(p, unit, dice, events),
            Action::Done => self.done(p, player, dice, events),
            Action::End(_) => {}
        }
        self.run(p, dice, events);
    }

    fn done(&self, p: &mut Position, player: u8, dice: &mut dyn Dice, events: &mut Vec<Event>) {
        p.begun &= !p.top().ended_by_player();
        match p.top() {
            Step::Command(_) => self.end_command(p, player, dice, events),
            Step::Moves(_) => {
                p.pop();
                self.count_trains(p, player);
            }
            _ => p.pop(),
        }
    }
}
