//! What leads players in every game of the system: the story of a combat, what a side is asked, what can be shown of the ground,
//! the line of supply of a unit. The referee decides; nothing here does.

mod ground;
mod prompt;
mod story;
mod sums;
mod trace;

use crate::engine::{Adds, Engine};
use crate::words::count;
use sandtable_core::view::Layer;

pub use prompt::Asked;
pub use sums::{Sum, die_row};

use crate::data::HexSet;

/// Tells somebody what there is to see.
#[derive(Clone, Copy)]
pub struct Teller<'a, A: Adds> {
    /// The rules at work.
    pub engine: Engine<'a, A>,
    /// The ids of the players, in their order.
    pub players: &'a [&'static str],
    /// The side whose boxes the viewer cannot look into; none for a viewer who sees everything.
    pub veiled: Option<u8>,
}

impl<A: Adds> Teller<'_, A> {
    /// The id of a player.
    fn id(&self, player: u8) -> &'static str {
        self.players.get(usize::from(player)).copied().unwrap_or_default()
    }

    /// A layer over some hexes.
    pub fn layer(&self, what: &'static str, name: &str, player: u8, hexes: &HexSet) -> Layer {
        let map = &self.engine.data.map;
        let places = hexes.iter().filter(|h| *h < map.len()).map(|h| map.number(h).to_string());
        Layer { what, name: name.to_string(), side: self.id(player), places: places.collect() }
    }
}

/// What a defender does who bears a result so: `loses 2 steps and stays`.
pub fn bears(owed: u8, back: u8) -> String {
    let hexes = if back == 1 { "1 hex".to_string() } else { format!("{back} hexes") };
    match (owed, back) {
        (0, 0) => "loses nothing".to_string(),
        (_, 0) => format!("loses {} where it stands", count(owed, "step")),
        (0, _) => format!("retreats {hexes}"),
        _ => format!("loses {} and retreats {hexes}", count(owed, "step")),
    }
}
