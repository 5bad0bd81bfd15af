//! Speed of the referee, with chess by cozy-chess in the same run as the yardstick. `cargo bench -p sandtable-empires`

use sandtable_core::Side;
use sandtable_empires::position::Phase;
use sandtable_empires::{Action, Empires, Position};
use sandtable_yardstick::{benches, first_decision};

benches! { Empires; "ulm1805", "grand1805"; french_moves; |a| matches!(a, Action::March(_)) }

/// The first decision of France in its movement step of 1805.
fn french_moves(game: &Empires) -> Position {
    first_decision(game, "ulm1805", |p, side| side == Side(0) && p.play.phase == Phase::Movement)
}
