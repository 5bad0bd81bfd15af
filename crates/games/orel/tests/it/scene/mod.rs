//! A made-up situation that is played on through the game, as players would.
#![allow(dead_code, unused_imports)]

pub use sandtable_core::dice::{Given, Seeded};
pub use sandtable_core::game::Side;
pub use sandtable_core::machine::{run, take};
pub use sandtable_core::{Decision, Dice, Game, Options, rules};
pub use sandtable_ops::id::Maybe;
pub use sandtable_orel::data::*;
pub use sandtable_orel::play::Engine;
pub use sandtable_orel::play::flight::FlightKind;
pub use sandtable_orel::position::*;
pub use sandtable_orel::{Action, Event, Orel, Position};
pub use sandtable_testkit::{Walk, options};
use std::sync::{Arc, LazyLock};

/// The game as it comes, read once.
pub static GAME: LazyLock<Arc<Orel>> = LazyLock::new(|| Arc::new(Orel::new().unwrap()));

/// The game as it comes.
pub fn game() -> &'static Orel {
    &GAME
}

/// Its rules.
pub fn engine() -> Engine<'static> {
    game().engine()
}

/// A unit by id.
pub fn unit(id: &str) -> UnitId {
    game().d.unit(id).unwrap_or_else(|| panic!("no unit {id}"))
}

/// A hex by number.
pub fn hex(number: &str) -> HexId {
    game().d.map.hex(number).unwrap_or_else(|| panic!("no hex {number}"))
}

/// Units by id, separated by blanks.
pub fn units(ids: &str) -> Pieces {
    ids.split_whitespace().map(unit).collect()
}

/// A situation and what has happened in it.
pub type Scene = sandtable_testkit::Scene<Orel>;

/// What tests of this game ask of a situation beyond what those of any game do.
pub trait Field: Sized {
    /// A position.
    fn at(p: Position) -> Self;
    /// The map of the historical scenario with nothing on it, everybody awake, in a player turn of a side, before a phase. All units
    /// stand ready off the map (`Gone`) and come in with [`Field::put`]. White holds all rails south of row 10, Red the others.
    fn empty(active: u8, phase: Phase) -> Self;
    /// A scenario at its start.
    fn of(scenario: &str) -> Self;
    /// A position written by hand.
    fn by_hand(text: &str) -> Self;
    /// Puts units, by id and separated by blanks, into a hex.
    fn put(self, ids: &str, at: &str) -> Self;
    /// Gives a unit this many steps.
    fn steps(self, id: &str, steps: u8) -> Self;
    /// Sets the mode of units.
    fn mode(self, ids: &str, mode: Mode) -> Self;
    /// Digs units in.
    fn dug(self, ids: &str, dug: Dug) -> Self;
    /// Units have declared something.
    fn marked(self, ids: &str, marker: Marker) -> Self;
    /// Enters the phase and runs to the first decision; exactly these dice are rolled.
    fn begin(self, dice: &[u8]) -> Self;
    /// Goes on to the next choice; exactly these dice are rolled.
    fn go_on(&mut self, dice: &[u8]);
    /// Gives units an order to flee and runs to the first choice; exactly these dice are rolled.
    fn ordered(self, ids: &str, kind: FlightKind, dice: &[u8]) -> Self;
    /// The side that decides names a way, which need not be listed: single steps make any way.
    fn goes(&mut self, words: &str, dice: &[u8]) -> &mut Self;
    /// Where a unit is, as printed.
    fn hex_of(&self, id: &str) -> String;
}

impl Field for Scene {
    fn at(p: Position) -> Scene {
        Scene::new(&GAME, p)
    }

    fn empty(active: u8, phase: Phase) -> Scene {
        let index = game().d.scenarios.iter().position(|s| s.id == "historical").unwrap();
        let mut p = Position { scenario: index as u8, active, phase, turn: 3, ..Position::EMPTY };
        for u in engine().all_units() {
            let def = engine().def(u);
            p.units.muster(u, def.side, def.steps, def.class.is_troop(), def.class == Class::Cavalry);
        }
        p.rails = game().d.scenarios[index].rail_control;
        Scene::at(p)
    }

    #[track_caller]
    fn of(scenario: &str) -> Scene {
        Scene::start(&GAME, scenario, &Options::new(), &mut Seeded::new(1))
    }

    #[track_caller]
    fn by_hand(text: &str) -> Scene {
        Scene::at(game().position(&Options::new(), text).unwrap_or_else(|e| panic!("{e}")))
    }

    fn put(mut self, ids: &str, at: &str) -> Scene {
        ids.split_whitespace().for_each(|id| self.p.place(unit(id), hex(at)));
        self
    }

    fn steps(mut self, id: &str, steps: u8) -> Scene {
        self.p.units.set_steps(unit(id), steps);
        self
    }

    fn mode(mut self, ids: &str, mode: Mode) -> Scene {
        ids.split_whitespace().for_each(|id| self.p.units.set_mode(unit(id), mode));
        self
    }

    fn dug(mut self, ids: &str, dug: Dug) -> Scene {
        ids.split_whitespace().for_each(|id| self.p.units.set_dug(unit(id), dug));
        self
    }

    fn marked(mut self, ids: &str, marker: Marker) -> Scene {
        ids.split_whitespace().for_each(|id| self.p.units.set_marker(unit(id), marker));
        self
    }

    #[track_caller]
    fn begin(mut self, dice: &[u8]) -> Scene {
        self.run(dice, |game, p, dice, events| {
            game.engine().settle(p, events);
            game.engine().enter_phase(p, dice, events);
            run(&game.engine(), p, dice, events);
        });
        self
    }

    #[track_caller]
    fn go_on(&mut self, dice: &[u8]) {
        self.run(dice, |game, p, dice, events| run(&game.engine(), p, dice, events));
    }

    #[track_caller]
    fn ordered(mut self, ids: &str, kind: FlightKind, dice: &[u8]) -> Scene {
        self.run(dice, |game, p, dice, events| {
            game.engine().flight_order(p, units(ids), kind);
            run(&game.engine(), p, dice, events);
        });
        self
    }

    #[track_caller]
    fn goes(&mut self, words: &str, dice: &[u8]) -> &mut Scene {
        let (side, action) = (self.decider(), self.meant(words));
        if let Err(why) = self.game.check(&self.p, side, &action) {
            panic!("`{words}`: {why}");
        }
        self.run(dice, |game, p, dice, events| game.apply(p, side, &action, dice, events));
        self
    }

    fn hex_of(&self, id: &str) -> String {
        match self.p.hex(unit(id)) {
            Some(hex) if self.p.on_map(unit(id)) => game().d.map.name(hex),
            _ => format!("{:?}", self.p.units.at(unit(id))),
        }
    }
}
