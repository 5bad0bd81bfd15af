//! What a player is offered at each step.

use crate::action::{Action, Mover};
use crate::engine::Engine;
use crate::position::{Position, Step};

/// Room for a list of actions: every march of a whole army.
pub const LONGEST_LIST: usize = 1 << 12;

impl Engine<'_> {
    /// Every legal action of the player who decides. The position is as his side sees it.
    pub fn list(&self, p: &Position, out: &mut Vec<Action>) {
        match p.top() {
            Step::SetUp(player) => self.placements(p, player, out),
            Step::Screen(player) => {
                self.gruppe_actions(p, player, out);
                out.retain(|a| !matches!(a, Action::Pretend(_)));
                out.push(Action::Done);
            }
            Step::Begin(_) => out.push(Action::Done),
            Step::Inquire(player) => {
                out.extend(self.cut_off(p, player).iter().map(Action::Ask));
                out.push(Action::AskAll);
                out.push(Action::Done);
            }
            Step::Relieve(hq) => out.extend(self.relief_hexes(p, hq).iter().map(Action::Relieve)),
            Step::Reinforce(player) => {
                out.extend(self.arrivals(p, player));
                out.push(Action::Done);
            }
            Step::Staff(_) => self.helps(p, out),
            Step::Command(player) => {
                self.allotments(p, player, out);
                out.push(Action::AllotAll);
                out.push(Action::Done);
            }
            Step::Moves(player) => {
                for mover in self.movers(p, player) {
                    self.moves_of(p, player, mover, out);
                }
                self.moves_beside(p, player, out);
            }
            Step::Overfull(player, hex) => {
                out.extend(self.too_many(p, player, hex).iter().map(Action::GiveUp));
            }
            Step::Withdrawals(player) => {
                out.extend(self.riders(p, player).iter().map(Action::Withdraw));
                out.push(Action::Done);
            }
            Step::WithdrawTo(unit) => out.extend(self.withdrawals(p, unit).iter().map(Action::To)),
            Step::Follow(player, hex) => {
                out.extend(self.followers(p, player, hex).iter().map(Action::Follow));
                out.push(Action::Done);
            }
            Step::Attacks(player) => {
                out.extend(self.targets(p, player).iter().map(Action::Attack));
                out.push(Action::Done);
            }
            Step::Declare(player) => self.declarations(p, player, out),
            Step::Choose => out.extend(self.options(p).map(|c| Action::Choose(c.option))),
            Step::Affected => out.extend(self.nameable(p).iter().map(Action::Affect)),
            Step::DefenderLoses { .. } => out.extend(self.payments(p)),
            Step::Retreat { .. } => self.retreat_actions(p, out),
            Step::AttackerLoses(_) => out.extend(self.attackers_left(p).iter().map(Action::Lose)),
            Step::Displace(hq) => out.extend(self.ways_out(p, hq).iter().map(Action::To)),
            Step::Advance => {
                out.extend(self.advances(p));
                out.push(Action::Done);
            }
            Step::Replace(player) => {
                out.extend(self.replaceable(p, player).iter().map(Action::Replace));
                out.push(Action::Done);
            }
            Step::Go
            | Step::Supply
            | Step::PhaseEnds
            | Step::WallsAlone
            | Step::Guests
            | Step::FallBack
            | Step::Staffs
            | Step::LoneStaffs
            | Step::CombatEnds => {}
        }
    }

    /// What one mover can do in the Movement Segment.
    pub fn moves_of(&self, p: &Position, player: u8, mover: Mover, out: &mut Vec<Action>) {
        out.extend(self.marches(p, player, mover).iter().map(|h| Action::March(mover, h)));
        if self.entrain_breach(p, player, mover).is_none() {
            out.push(Action::Entrain(mover));
        }
        self.rides(p, player, mover, out);
        if self.detrain_breach(p, player, mover).is_none() {
            out.push(Action::Detrain(mover));
        }
    }

    /// What can be done in the Movement Segment beside moving.
    pub fn moves_beside(&self, p: &Position, player: u8, out: &mut Vec<Action>) {
        self.gruppe_actions(p, player, out);
        // Units in a box board and leave a train one by one.
        let inside = self.forces(p, player);
        for mover in inside.iter().filter(|u| self.is_hidden(p, *u)).map(Mover::Unit) {
            if self.entrain_breach(p, player, mover).is_none() {
                out.push(Action::Entrain(mover));
            }
            if self.detrain_breach(p, player, mover).is_none() {
                out.push(Action::Detrain(mover));
            }
        }
        self.feedings(p, player, out);
        if self.end_moves_breach(p, player).is_none() {
            out.push(Action::Done);
        }
    }
}
