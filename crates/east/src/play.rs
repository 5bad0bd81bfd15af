//! The sequence of play (tannenberg 4): what is decided by whom, and what follows by itself. One module for each phase, in
//! the order of the rulebook.

mod advance;
mod combat;
mod command;
mod contact;
mod declare;
mod inquiry;
mod losses;
mod march;
mod offers;
mod phase_end;
mod refusal;
mod reinforce;
mod replace;
mod retreat;
mod sequence;
mod supply;
mod take;
mod trains;
mod withdraw;

pub mod hidden;

use crate::engine::Engine;
use crate::position::Position;
use std::borrow::Cow;

pub use offers::LONGEST_LIST;

impl Engine<'_> {
    /// The position as a side sees it: all of it, unless the other side hides units.
    pub fn seen<'p>(&self, p: &'p Position, side: u8) -> Cow<'p, Position> {
        match p.partial {
            true => Cow::Borrowed(p),
            false => self.known(p, side).map_or(Cow::Borrowed(p), Cow::Owned),
        }
    }
}
