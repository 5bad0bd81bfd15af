//! Situations of the tests, which are played on through the game, as players would.
#![allow(dead_code, unused_imports)]

pub use sandtable_core::dice::{Given, Seeded};
pub use sandtable_core::game::{Breach, Side};
pub use sandtable_core::{Decision, Dice, Game, Options, rules};
pub use sandtable_lodz::data::*;
pub use sandtable_lodz::play::Engine;
pub use sandtable_lodz::position::*;
pub use sandtable_lodz::{Action, Event, Lodz, Position};
pub use sandtable_testkit::{Walk, options};
use std::sync::{Arc, LazyLock};

use crate::plain;

/// The game as it comes, read once.
pub static REAL: LazyLock<Arc<Lodz>> = LazyLock::new(|| Arc::new(Lodz::new().unwrap()));

/// The game with plain values.
pub static GAME: LazyLock<Arc<Lodz>> = LazyLock::new(|| {
    let mut game = Lodz::new().unwrap();
    plain::plain(Arc::get_mut(&mut game.d).unwrap());
    Arc::new(game)
});

/// The game with plain values.
pub fn game() -> &'static Lodz {
    &GAME
}

/// Its rules.
pub fn engine() -> Engine<'static> {
    game().engine()
}

/// A counter by id.
pub fn unit(id: &str) -> UnitId {
    game().d.unit(id).unwrap_or_else(|| panic!("no counter {id}"))
}

/// A hex of the board lodz by number.
pub fn hex(number: &str) -> HexId {
    game().d.maps[0].hex(number).unwrap_or_else(|| panic!("no hex {number}"))
}

/// A hex of the board lodz-masuria by number.
pub fn east(number: &str) -> HexId {
    game().d.maps[1].hex(number).unwrap_or_else(|| panic!("no hex {number}"))
}

/// The hexes of the way that the table shows for a unit, the first and the last included.
pub fn way(s: &Scene, id: &str, to: &str) -> Vec<HexId> {
    use sandtable_core::guide::Guide;
    let ways = game().ways(&s.p, Side(s.p.active), id);
    let way = ways.into_iter().find(|w| w.place == to).unwrap_or_else(|| panic!("no way of {id} to {to}"));
    way.path.iter().map(|h| engine().map(&s.p).hex(h).unwrap()).collect()
}

/// Counters by id, separated by blanks.
pub fn units(ids: &str) -> Pieces {
    ids.split_whitespace().map(unit).collect()
}

/// A situation and what has happened in it.
pub type Scene = sandtable_testkit::Scene<Lodz>;

/// What tests of this game ask of a situation beyond what those of any game do.
pub trait Situation: Sized {
    /// A position.
    fn at(p: Position) -> Self;
    /// The map of a scenario with nothing on it, on day 3, in a player's turn, before a phase. All counters stand ready off the map
    /// (`Gone`) and come in with [`Situation::put`]. Nobody holds any hex.
    fn empty(scenario: &str, active: u8, phase: Phase) -> Self;
    /// A scenario at its start.
    fn of(scenario: &str) -> Self;
    /// A position written by hand.
    fn by_hand(text: &str) -> Self;
    /// The rules of its game.
    fn e(&self) -> Engine<'_>;
    /// Puts counters, by id and separated by blanks, into a hex.
    fn put(self, ids: &str, at: &str) -> Self;
    /// Gives a unit this many CEL.
    fn cel(self, id: &str, cel: u8) -> Self;
    /// Marks units.
    fn marked(self, ids: &str, flag: Flag) -> Self;
    /// Enters the phase and runs to the first decision; exactly these dice are rolled.
    fn begin(self, dice: &[u8]) -> Self;
    /// Where a counter is, as printed.
    fn hex_of(&self, id: &str) -> String;
}

/// The map of a scenario of a game with nothing on it, on day 3.
pub fn bare(game: &Arc<Lodz>, scenario: &str, active: u8, phase: Phase) -> Scene {
    let index = game.d.scenarios.iter().position(|s| s.id == scenario).unwrap();
    let mut p = Position { scenario: index as u8, active, first: active, phase, day: 3, ..Position::EMPTY };
    for u in game.engine().all_units() {
        let def = game.engine().def(u);
        p.units.muster(u, def.side, def.cel, u8::from(def.kind.is_unit()) + u8::from(def.kind.is_line()));
    }
    Scene::new(game, p)
}

impl Situation for Scene {
    fn at(p: Position) -> Scene {
        Scene::new(&GAME, p)
    }

    fn empty(scenario: &str, active: u8, phase: Phase) -> Scene {
        let mut s = bare(&GAME, scenario, active, phase);
        for (at, bridges) in engine().map(&s.p).bridge.iter().enumerate() {
            s.p.bridges[at] = *bridges;
        }
        s
    }

    #[track_caller]
    fn of(scenario: &str) -> Scene {
        Scene::start(&GAME, scenario, &Options::new(), &mut Seeded::new(1))
    }

    #[track_caller]
    fn by_hand(text: &str) -> Scene {
        Scene::at(game().position(&Options::new(), text).unwrap_or_else(|e| panic!("{e}")))
    }

    fn e(&self) -> Engine<'_> {
        self.game.engine()
    }

    #[track_caller]
    fn put(mut self, ids: &str, at: &str) -> Scene {
        let at = self.e().map(&self.p).hex(at).unwrap_or_else(|| panic!("no hex {at}"));
        for id in ids.split_whitespace() {
            let unit = unit(id);
            self.p.units.place(unit, at);
            if let Some((slot, _)) = engine().bases().find(|(_, base)| *base == unit) {
                self.p.rail.travelled[slot].insert(at);
            }
        }
        self
    }

    fn cel(mut self, id: &str, cel: u8) -> Scene {
        self.p.units.set_cel(unit(id), cel);
        self
    }

    fn marked(mut self, ids: &str, flag: Flag) -> Scene {
        ids.split_whitespace().for_each(|id| self.p.units.mark(unit(id), flag, true));
        self
    }

    #[track_caller]
    fn begin(mut self, dice: &[u8]) -> Scene {
        self.run(dice, |game, p, dice, events| {
            game.engine().enter_phase(p, dice, events);
            sandtable_core::machine::run(&game.engine(), p, dice, events);
        });
        self
    }

    fn hex_of(&self, id: &str) -> String {
        let unit = unit(id);
        match self.p.hex(unit) {
            Some(hex) => self.e().map(&self.p).name(hex),
            None => format!("{:?}", self.p.units.at(unit)),
        }
    }
}
