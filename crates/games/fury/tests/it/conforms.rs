//! What every game must hold to, in this one.

use crate::common::GAME;
use sandtable_fury::Fury;
use sandtable_testkit::{Conforms, conforms};

conforms! {
    Conforms::of(GAME.clone(), Fury::rules(), 297, env!("CARGO_MANIFEST_DIR"))
        .games(40, 61)
        .positions(4, 1200, 13)
        .values(4, 1000, 5)
        .typed(4, 5000, 71)
        .records(3, 700, 11)
        .random("campaign", 10, 40)
        .rehearsals("campaign", 9, 12)
}
