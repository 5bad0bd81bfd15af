//! The sequence of play (tannenberg 4): what is decided by whom, and what follows by itself. A module for each phase, in the
//! order of the rulebook.

mod advance;
mod combat;
mod command;
mod contact;
mod declare;
mod inquiry;
mod losses;
mod march;
mod phase_end;
mod reinforce;
mod replace;
mod retreat;
mod sequence;
mod set_up;
mod supply;
mod trains;
mod withdraw;

pub mod hidden;

use crate::action::{Action, Event};
use crate::engine::Engine;
use crate::position::{Position, Step};
use std::borrow::Cow;

sandtable_core::modules_by_steps! {
    Engine<'_>, Position.steps, Step, Action, Event;
    set_up::SetUp { Step::SetUp(_) | Step::Screen(_) },
    inquiry::Inquiry { Step::Begin(_) | Step::Inquire(_) | Step::Supply },
    reinforce::Reinforcement { Step::Relieve(_) | Step::Reinforce(_) },
    command::Command { Step::Staff(_) | Step::Command(_) },
    march::Movement { Step::Moves(_) },
    phase_end::PhaseEnd { Step::PhaseEnds | Step::Overfull(..) },
    withdraw::Withdrawal { Step::Withdrawals(_) | Step::WithdrawTo(_) | Step::Follow(..) },
    combat::CombatSegment {
        Step::Attacks(_)
            | Step::Declare(_)
            | Step::Choose
            | Step::Affected
            | Step::DefenderLoses { .. }
            | Step::AttackerLoses(_)
            | Step::WallsAlone
            | Step::Guests
            | Step::FallBack
            | Step::Retreat { .. }
            | Step::Staffs
            | Step::Displace(_)
            | Step::LoneStaffs
            | Step::Advance
            | Step::CombatEnds
    },
    replace::Replacements { Step::Replace(_) },
}

/// Room for a list of actions: every march of a whole army.
pub const LONGEST_LIST: usize = 1 << 12;

impl Engine<'_> {
    /// The position as a side sees it: all of it, unless the other side hides units.
    pub fn seen<'p>(&self, p: &'p Position, side: u8) -> Cow<'p, Position> {
        self.known(p, side).map_or(Cow::Borrowed(p), Cow::Owned)
    }
}
