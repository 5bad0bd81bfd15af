//! How each action is made by hand: which counters are picked up, and where they are put.

use crate::Field;
use crate::play::Action;
use crate::state::{Pieces, Position};
use sandtable_core::guide::Handle;

impl Field {
    /// A button on one counter.
    pub(super) fn on(&self, verb: &'static str, unit: u8) -> Handle {
        let piece = self.engine().is_unit(unit).then(|| self.engine().id(unit).to_string());
        Handle { pieces: piece.into_iter().collect(), ..Handle::button(verb) }
    }

    /// A counter that is put somewhere or points at something.
    pub(super) fn put(&self, verb: &'static str, unit: u8, hex: u16) -> Handle {
        Handle { place: self.spot(hex), ..self.on(verb, unit) }
    }

    /// Something that is pointed at.
    pub(super) fn at_place(&self, verb: &'static str, hex: u16) -> Handle {
        Handle { place: self.spot(hex), ..Handle::button(verb) }
    }

    /// Several counters at once.
    pub(super) fn many(&self, verb: &'static str, units: Pieces) -> Handle {
        let pieces = units.iter().filter(|u| self.engine().is_unit(*u));
        Handle { pieces: pieces.map(|u| self.engine().id(u).to_string()).collect(), ..Handle::button(verb) }
    }

    /// How an action is made by hand.
    pub(super) fn handle_of(&self, _p: &Position, action: &Action) -> Handle {
        match *action {
            Action::Rear(_)
            | Action::March(_)
            | Action::Fire(_)
            | Action::Flight(_)
            | Action::Fight(_)
            | Action::Assault(_) => Handle::button("done"),
        }
    }
}
