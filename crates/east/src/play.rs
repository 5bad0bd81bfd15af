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
mod own;
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
use crate::engine::{Adds, Engine};
use crate::position::{Position, Step};
use sandtable_core::game::Line;
use sandtable_core::machine::{Modules, Sequence};
use sandtable_core::phrase::Phrases;
use sandtable_core::view::Viewer;
use std::borrow::Cow;

impl<A: Adds> Modules for Engine<'_, A> {
    sandtable_core::modules_at_steps! {
        Position<A>.steps, Step<A>, Action<A>, Event<A>;
        set_up::SetUp { step @ (Step::SetUp(_) | Step::Screen(_)) => step, action => action, std::convert::identity },
        inquiry::Inquiry { step @ (Step::Begin(_) | Step::Inquire(_) | Step::Supply) => step, action => action, std::convert::identity },
        reinforce::Reinforcement { step @ Step::Reinforce(_) => step, action => action, std::convert::identity },
        command::Command { step @ Step::Command(_) => step, action => action, std::convert::identity },
        march::Movement { step @ Step::Moves(_) => step, action => action, std::convert::identity },
        phase_end::PhaseEnd { step @ (Step::PhaseEnds | Step::Overfull(..)) => step, action => action, std::convert::identity },
        withdraw::Withdrawal { step @ (Step::Withdrawals(_) | Step::WithdrawTo(_) | Step::Follow(..)) => step, action => action, std::convert::identity },
        combat::CombatSegment { step @ (Step::Attacks(_) | Step::Declare(_) | Step::Choose | Step::Affected | Step::DefenderLoses { .. } | Step::AttackerLoses(_) | Step::WallsAlone | Step::Guests | Step::FallBack | Step::Retreat { .. } | Step::Staffs | Step::Displace(_) | Step::LoneStaffs | Step::Advance | Step::CombatEnds) => step, action => action, std::convert::identity },
        replace::Replacements { step @ Step::Replace(_) => step, action => action, std::convert::identity },
        own::OwnRules { step @ Step::Own(_) => step, action => action, std::convert::identity }
    }

    fn phrases_of<'a>(&'a self, action: &'a Action<A>) -> Option<&'a dyn Phrases<Self>> {
        match action {
            Action::Own(own) => Some(own),
            standard => Some(standard),
        }
    }

    fn read_words(&self, p: &Position<A>, words: &[&str]) -> Option<Action<A>> {
        Phrases::read(self, p, words).or_else(|| Phrases::read(self, p, words).map(Action::Own))
    }

    fn line_of(&self, event: &Event<A>, viewer: Viewer) -> Option<Line> {
        Sequence::line(self, event, viewer)
    }
}

/// Room for a list of actions: every march of a whole army.
pub const LONGEST_LIST: usize = 1 << 12;

impl<A: Adds> Engine<'_, A> {
    /// The position as a side sees it: all of it, unless the other side hides units.
    pub fn seen<'p>(&self, p: &'p Position<A>, side: u8) -> Cow<'p, Position<A>> {
        self.known(p, side).map_or(Cow::Borrowed(p), Cow::Owned)
    }
}
