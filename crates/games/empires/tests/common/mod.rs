//! What all tests share.
#![allow(dead_code, unused_imports)]

pub use sandtable_board::AreaId;
pub use sandtable_core::rules;
use sandtable_empires::data::{Empires, FILES};
use std::sync::LazyLock;

static DATA: LazyLock<Empires> = LazyLock::new(|| Empires::read(&FILES).unwrap());

/// The game as it comes.
pub fn data() -> &'static Empires {
    &DATA
}

/// An area by id.
pub fn area(id: &str) -> AreaId {
    data().area(id).unwrap_or_else(|| panic!("no area {id}"))
}

/// A power or minor by id.
pub fn nation(id: &str) -> u8 {
    data().nation(id).unwrap_or_else(|| panic!("no nation {id}"))
}

/// A corps by id.
pub fn corps(id: &str) -> usize {
    data().corps_named(id).unwrap_or_else(|| panic!("no corps {id}"))
}

pub const FR: u8 = 0;
pub const RU: u8 = 1;
pub const TU: u8 = 2;
pub const AU: u8 = 3;
pub const PR: u8 = 4;
pub const GB: u8 = 5;
pub const SP: u8 = 6;
