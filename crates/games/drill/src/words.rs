//! What units and hexes are called, typed and read.

use crate::data::Counter;
use crate::{Drill, HexId, Position, UnitId};
use sandtable_board::Number;
use sandtable_board::topology::Hex;
use sandtable_core::guide::Handle;
use sandtable_core::phrase::{Operand, Shown};
use sandtable_ops::Id;

impl Drill {
    /// A hex as it is printed.
    pub(crate) fn hex_name(&self, hex: HexId) -> String {
        self.board.topology().number(Hex(hex.0)).to_string()
    }

    /// A unit by its name or id.
    pub(crate) fn unit_named(&self, name: &str) -> Option<UnitId> {
        let called = |c: &Counter| c.id.eq_ignore_ascii_case(name) || c.name.eq_ignore_ascii_case(name);
        self.counters.iter().position(called).map(UnitId::of)
    }

    /// A hex by its number.
    pub(crate) fn hex_named(&self, name: &str) -> Option<HexId> {
        let number: Number = name.parse().ok()?;
        self.board.topology().hex(number).map(|h| HexId(h.0))
    }
}

impl Shown<Drill> for UnitId {
    fn text(&self, game: &Drill, _: &Position) -> String {
        game.counter_of(*self).name.clone()
    }

    fn touch(&self, game: &Drill, _: &Position, handle: &mut Handle) {
        handle.pieces.push(game.counter_of(*self).id.clone());
    }
}

impl Operand<Drill> for UnitId {
    fn read(game: &Drill, _: &Position, words: &str) -> Option<UnitId> {
        game.unit_named(words)
    }
}

impl Shown<Drill> for HexId {
    fn text(&self, game: &Drill, _: &Position) -> String {
        game.hex_name(*self)
    }

    fn touch(&self, game: &Drill, _: &Position, handle: &mut Handle) {
        handle.place = Some(game.hex_name(*self));
    }
}

impl Operand<Drill> for HexId {
    fn read(game: &Drill, _: &Position, words: &str) -> Option<HexId> {
        game.hex_named(words)
    }
}
