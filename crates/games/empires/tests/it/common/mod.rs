//! What all tests share.
#![allow(dead_code, unused_imports)]

pub use sandtable_board::AreaId;
pub use sandtable_core::rules;
use sandtable_empires::Empires;
use sandtable_empires::data::Data;
use std::sync::{Arc, LazyLock};

/// The game as it comes, read once.
pub static GAME: LazyLock<Arc<Empires>> = LazyLock::new(|| Arc::new(Empires::new().unwrap()));

/// The game as it comes.
pub fn game() -> &'static Empires {
    &GAME
}

/// Its data.
pub fn data() -> &'static Data {
    &GAME.d
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

use sandtable_empires::data::{FACTORS, I};
use sandtable_empires::land::Loose;
use sandtable_empires::land::position::Depot;
use sandtable_empires::land::{Chain, Picture, Position, Spot, supply};

/// The map of a scenario with nothing on it, and ten money points for each power.
pub fn bare(scenario: &str) -> Position {
    let mut p = Position::bare(data(), data().scenario(scenario).unwrap());
    p.money = [10; 7];
    p
}

/// A corps with some infantry, or the first kind of factor that it holds.
pub fn put(p: &mut Position, id: &str, power: u8, spot: Spot, count: u8) -> usize {
    let i = corps(id);
    let room = &data().corps[i].room;
    let kind = if room[I] > 0 { I } else { room.iter().position(|r| *r > 0).unwrap() };
    let mut factors = [0; FACTORS];
    factors[kind] = count;
    (p.corps[i].power, p.corps[i].spot, p.corps[i].factors) = (power, spot, factors);
    i
}

/// Outside the city of an area.
pub fn field(id: &str) -> Spot {
    Spot::Field(area(id))
}

/// Inside the city of an area.
pub fn city(id: &str) -> Spot {
    Spot::City(area(id))
}

/// A depot that stood before this turn.
pub fn depot(p: &mut Position, id: &str, owner: u8) {
    p.at_mut(area(id)).depot = Depot { owner, old: true };
}

/// Infantry in a city.
pub fn garrison(p: &mut Position, id: &str, nation: u8, infantry: u8) {
    p.at_mut(area(id)).garrison = Loose { nation, infantry, ..Loose::NONE }.into();
}

/// What a power sees, and its chains.
pub fn seen(p: &Position, power: u8) -> (Picture, Chain) {
    let pic = Picture::new(data(), p, power);
    (pic, supply::chain(data(), p, &pic))
}

/// Whether an area's depot is in a valid chain.
pub fn in_chain(p: &Position, power: u8, id: &str) -> bool {
    seen(p, power).1.areas.has(area(id))
}

/// Sets two powers at war.
pub fn war(p: &mut Position, a: u8, b: u8) {
    p.war[usize::from(a)] |= 1 << b;
    p.war[usize::from(b)] |= 1 << a;
}
